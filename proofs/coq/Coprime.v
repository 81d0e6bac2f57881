(** * Coprime: refining integers to pairwise coprime bases

    While two of the numbers in hand share a factor, it is split off both.  That ends, with pairwise
    coprime numbers of whose powers each given one is a product; dividing by them, each as often
    as it goes in, finds the exponents; and a sum of logarithms rewritten so keeps its value.  [BERNSTEIN05
    §4] *)
From Coq Require Import ZArith Znumtheory Zpow_facts Reals Lra Lia List.
From Dtrees Require Import Entropy Logarithms.
Import ListNotations.
Open Scope Z_scope.

Definition above_one (l : list Z) : list Z := filter (Z.ltb 1) l.

(** One step: the next waiting number joins the basis, or it and the element that it shares a factor with are
    split. *)
Fixpoint refine (steps : nat) (waiting basis : list Z) : option (list Z) :=
  match steps, waiting with
  | _, [] => Some basis
  | O, _ => None
  | S steps, n :: waiting =>
      match find (fun m => 1 <? Z.gcd n m) basis with
      | None => refine steps waiting (n :: basis)
      | Some m => let q := Z.gcd n m in
          refine steps (above_one [m / q; n / q; q] ++ waiting) (remove Z.eq_dec m basis)
      end
  end.

Definition product (l : list Z) : Z := fold_right Z.mul 1 l.

Definition all_above_one (l : list Z) : Prop := forall n, In n l -> 1 < n.

Lemma product_app l m : product (l ++ m) = product l * product m.
Proof. unfold product. induction l as [|x l IH]; cbn [app fold_right]; [ring|]. rewrite IH. ring. Qed.

Lemma product_positive l : all_above_one l -> 0 < product l.
Proof.
  unfold product. induction l as [|x l IH]; intros H; simpl; [lia|]. assert (1 < x) by (apply H; now left).
  apply Z.mul_pos_pos; [lia|]. apply IH. intros y I. apply H. now right.
Qed.

Lemma above_one_is l : all_above_one (above_one l).
Proof. intros n I. apply filter_In in I as [_ I]. now apply Z.ltb_lt in I. Qed.

Lemma product_above_one l : (forall n, In n l -> 1 <= n) -> product (above_one l) = product l.
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]. unfold above_one in *. cbn [filter].
  assert (1 <= x) by (apply H; now left). assert (E := IH (fun y I => H y (or_intror I))).
  destruct (Z.ltb_spec 1 x); simpl; rewrite <- ?E; [reflexivity|]. replace x with 1 by lia. unfold product.
    ring.
Qed.

Lemma remove_product m l : In m l -> NoDup l -> product l = m * product (remove Z.eq_dec m l).
Proof.
  induction l as [|x l IH]; intros I D; [easy|]. inversion D as [|? ? N D']; subst. simpl.
    destruct (Z.eq_dec m x) as [<-|E].
  - rewrite notin_remove by exact N. reflexivity.
  - destruct I as [->|I]; [easy|]. simpl. rewrite (IH I D'). unfold product. ring.
Qed.

(** Products of powers of the numbers of a list. *)
Inductive generated (l : list Z) : Z -> Prop :=
| generated_one : generated l 1
| generated_more m x : In m l -> generated l x -> generated l (m * x).

Lemma generated_product l x y : generated l x -> generated l y -> generated l (x * y).
Proof. induction 1; intros G; [now rewrite Z.mul_1_l|]. rewrite <- Z.mul_assoc. constructor; auto. Qed.

Lemma generated_self l x : In x l -> generated l x.
Proof. intros I. rewrite <- (Z.mul_1_r x). constructor; [exact I|constructor]. Qed.

Lemma generated_by_generated l k x : generated l x -> (forall m, In m l -> generated k m) -> generated k x.
Proof. induction 1; intros K; [constructor|]. apply generated_product; auto. Qed.

Lemma pairwise_nodup l : all_above_one l -> pairwise_coprime l -> NoDup l.
Proof.
  intros A P. induction P as [|b l H P IH]; constructor.
  - intros I. specialize (H b I). assert (1 < b) by (apply A; now left).
    destruct H as [_ _ G]. assert (D := G b (Z.divide_refl b) (Z.divide_refl b)).
      apply Z.divide_1_r_nonneg in D; lia.
  - apply IH. intros x I. apply A. now right.
Qed.

Lemma pairwise_remove m l : pairwise_coprime l -> pairwise_coprime (remove Z.eq_dec m l).
Proof.
  induction 1 as [|b l H P IH]; simpl; [constructor|]. destruct (Z.eq_dec m b); [exact IH|]. constructor;
    [|exact IH].
  intros d I. apply H. now apply in_remove in I.
Qed.

(** The parts of a step. *)
Lemma step_facts n m : 1 < n -> 1 < m -> 1 < Z.gcd n m -> let q := Z.gcd n m in
  1 <= m / q /\ 1 <= n / q /\ n = q * (n / q) /\ m = q * (m / q).
Proof.
  intros N M G q. assert (Dn := Z.gcd_divide_l n m). assert (Dm := Z.gcd_divide_r n m). fold q in Dn, Dm, G.
  clearbody q. destruct Dn as [a A]. destruct Dm as [b B].
  assert (En : n / q = a) by (rewrite A; apply Z.div_mul; lia).
  assert (Em : m / q = b) by (rewrite B; apply Z.div_mul; lia). rewrite En, Em. nia.
Qed.

Theorem refining_ends waiting basis : all_above_one waiting -> all_above_one basis ->
  pairwise_coprime basis ->
  exists steps found, refine steps waiting basis = Some found.
Proof.
  remember (Z.to_nat (product (waiting ++ basis))) as size eqn:E. revert waiting basis E.
  induction size as [size IH] using (well_founded_induction lt_wf). intros waiting.
  induction waiting as [|n waiting IHw]; intros basis E W B P; [now exists 0%nat, basis|].
  assert (N : 1 < n) by (apply W; now left). assert (W' : all_above_one waiting) by (intros x I; apply W;
    now right).
  destruct (find (fun m => 1 <? Z.gcd n m) basis) as [m|] eqn:F.
  - assert (F' := F). apply find_some in F as [I G]. assert (M := B m I). assert (G' := G).
      apply Z.ltb_lt in G'.
    destruct (step_facts n m N M G') as (Q1 & Q2 & En & Em). set (q := Z.gcd n m) in *.
    assert (B' : all_above_one (remove Z.eq_dec m basis)) by (intros x J; apply B; now apply in_remove in J).
    assert (R := remove_product m basis I (pairwise_nodup basis B P)).
    assert (A : all_above_one (above_one [m / q; n / q; q] ++ waiting))
      by (intros x J; apply in_app_or in J as [J|J]; [now apply above_one_is in J|now apply W']).
    assert (Pr : product (above_one [m / q; n / q; q]) = m / q * (n / q * q)).
    { rewrite product_above_one; [unfold product; simpl; ring|]. intros x [<-|[<-|[<-|[]]]]; lia. }
    assert (Pw := product_positive waiting W'). assert (Pb := product_positive _ B').
    destruct (IH (Z.to_nat (product ((above_one [m / q; n / q; q] ++ waiting) ++ remove Z.eq_dec m basis))))
      with
      (waiting := above_one [m / q; n / q; q] ++ waiting) (basis := remove Z.eq_dec m basis)
        as (s & found & H); trivial.
    + subst size. rewrite !product_app, Pr. cbn [product fold_right]. fold (product waiting). rewrite R.
      set (w := product waiting) in *. set (b := product (remove Z.eq_dec m basis)) in *.
      assert (Lt : m / q * (n / q * q) * w * b < n * w * (m * b)); [|apply Z2Nat.inj_lt; nia].
      assert (0 < w * b) by nia.
      replace (n / q * q) with n by (rewrite Z.mul_comm; exact En).
        replace (m / q * n * w * b) with (m / q * n * (w * b)) by ring.
      replace (n * w * (m * b)) with (m * n * (w * b)) by ring.
      apply Z.mul_lt_mono_pos_r; [assumption|]. apply Z.mul_lt_mono_pos_r; [lia|]. nia.
    + now apply pairwise_remove.
    + exists (S s), found. cbn [refine]. rewrite F'. exact H.
  - destruct (IHw (n :: basis)) as (s & found & H).
    + subst size. f_equal. rewrite !product_app. unfold product. simpl. ring.
    + exact W'.
    + intros x [<-|I]; [exact N|now apply B].
    + constructor; [|exact P]. intros d I. assert (G := find_none _ _ F d I). simpl in G. apply Z.ltb_ge in G.
      assert (1 < d) by now apply B. apply Zgcd_1_rel_prime. assert (0 <= Z.gcd n d) by apply Z.gcd_nonneg.
      assert (Z.gcd n d <> 0); [|lia]. intros Z0. apply Z.gcd_eq_0_l in Z0. lia.
    + exists (S s), found. cbn [refine]. rewrite F. exact H.
Qed.

Lemma refined steps : forall waiting basis found, refine steps waiting basis = Some found ->
  all_above_one waiting -> all_above_one basis -> pairwise_coprime basis ->
  all_above_one found /\ pairwise_coprime found /\ forall x, In x (waiting ++ basis) -> generated found x.
Proof.
  induction steps as [|s IH]; intros waiting basis found H W B P.
  - destruct waiting; [injection H as <-|discriminate]. repeat split; trivial. intros x I.
      now apply generated_self.
  - destruct waiting as [|n waiting]; [injection H as <-; repeat split; trivial; intros x I;
      now apply generated_self|].
    assert (N : 1 < n) by (apply W; now left). assert (W' : all_above_one waiting) by (intros x I; apply W;
      now right).
    cbn [refine] in H. destruct (find (fun m => 1 <? Z.gcd n m) basis) as [m|] eqn:F.
    + apply find_some in F as [I G]. assert (M := B m I). apply Z.ltb_lt in G.
      destruct (step_facts n m N M G) as (Q1 & Q2 & En & Em). set (q := Z.gcd n m) in *.
      apply IH in H as (A & C & D).
      * split; [exact A|]. split; [exact C|].
        assert (Part : forall x, In x [m / q; n / q; q] -> generated found x).
        { intros x J. assert (1 <= x) by (destruct J as [<-|[<-|[<-|[]]]]; lia).
          destruct (Z.eq_dec x 1) as [->|X]; [constructor|]. apply D. rewrite <- app_assoc. apply in_or_app.
            left.
          apply filter_In. split; [exact J|]. apply Z.ltb_lt. lia. }
        intros x J. destruct J as [<-|J].
        -- rewrite En. apply generated_product; apply Part; simpl; auto.
        -- apply in_app_or in J as [J|J]; [apply D, in_or_app; left; apply in_or_app; now right|].
           destruct (Z.eq_dec x m) as [->|X]; [rewrite Em; apply generated_product; apply Part; simpl; auto|].
           apply D, in_or_app. right. now apply in_in_remove.
      * intros x J. apply in_app_or in J as [J|J]; [now apply above_one_is in J|now apply W'].
      * intros x J. apply B. now apply in_remove in J.
      * now apply pairwise_remove.
    + assert (P' : pairwise_coprime (n :: basis)).
      { constructor; [|exact P]. intros d I. assert (G := find_none _ _ F d I). simpl in G.
        apply Z.ltb_ge in G.
        apply Zgcd_1_rel_prime. assert (0 <= Z.gcd n d) by apply Z.gcd_nonneg.
        assert (Z.gcd n d <> 0); [|lia]. intros Z0. apply Z.gcd_eq_0_l in Z0. lia. }
      apply IH in H as (A & C & D); trivial.
      * split; [exact A|]. split; [exact C|]. intros x J. apply D. simpl in J. rewrite in_app_iff in *. simpl.
          tauto.
      * intros x [<-|I]; [exact N|now apply B].
Qed.

(** So a coprime basis is always found. *)
Theorem a_coprime_basis_is_found numbers : all_above_one numbers -> exists steps found,
  refine steps numbers [] = Some found /\ all_above_one found /\ pairwise_coprime found /\
  forall x, In x numbers -> generated found x.
Proof.
  intros A. destruct (refining_ends numbers [] A) as (s & found & H); [easy|constructor|]. exists s, found.
  split; [exact H|]. destruct (refined s numbers [] found H A) as (B & C & D); [easy|constructor|].
  repeat split; trivial. intros x I. apply D. now rewrite app_nil_r.
Qed.

(** ** Dividing by the basis *)

(** How often [m] goes into [n], and what is left; as often as steps allow, which is often enough below. *)
Fixpoint divided (steps : nat) (m n : Z) : Z * Z :=
  match steps with
  | O => (0, n)
  | S steps => if (n mod m =? 0) then let (e, rest) := divided steps m (n / m) in (1 + e, rest) else (0, n)
  end.

Fixpoint exponents (basis : list Z) (n : Z) : list (Z * Z) :=
  match basis with
  | [] => []
  | m :: basis => let (e, rest) := divided (S (Z.to_nat n)) m n in (m, e) :: exponents basis rest
  end.

Definition powers_of (es : list (Z * Z)) : Z := fold_right (fun e p => fst e ^ snd e * p) 1 es.

Lemma divided_is steps m n : 1 < m -> 0 < n -> let (e, rest) := divided steps m n in
  0 <= e /\ 0 < rest /\ n = m ^ e * rest /\ (n < Z.of_nat steps -> ~ (m | rest)).
Proof.
  intros M. revert n. induction steps as [|s IH]; intros n N; cbn [divided]; [repeat split; lia|].
  destruct (Z.eqb_spec (n mod m) 0) as [E|E].
  - apply Z.mod_divide in E as [k K]; [|lia]. assert (Kp : 0 < k) by nia. subst n. rewrite Z.div_mul by lia.
    specialize (IH k Kp). destruct (divided s m k) as [e rest]. destruct IH as (A & B & C & D).
    split; [lia|]. split; [exact B|]. split; [rewrite Z.pow_add_r, Z.pow_1_r by lia; rewrite C at 1; ring|].
    intros L. apply D. assert (k * 2 <= k * m) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  - split; [lia|]. split; [exact N|]. split; [ring|]. intros _ D. apply E, Z.mod_divide; [lia|exact D].
Qed.

Lemma coprime_to_generated b l x : (forall d, In d l -> rel_prime b d) -> generated l x -> rel_prime b x.
Proof.
  intros H. induction 1 as [|m x I G IH]; [apply rel_prime_sym, rel_prime_1|]. apply rel_prime_mult; auto.
Qed.

(** What is generated by [m] and the others is a power of [m] and what the others generate. *)
Lemma generated_cons m l x : generated (m :: l) x -> exists e y, 0 <= e /\ x = m ^ e * y /\ generated l y.
Proof.
  induction 1 as [|k x [<-|I] G (e & y & E & -> & Y)].
  - exists 0, 1. split; [lia|]. split; [reflexivity|constructor].
  - exists (1 + e), y. rewrite Z.pow_add_r, Z.pow_1_r by lia. split; [lia|]. split; [ring|exact Y].
  - exists e, (k * y). split; [exact E|]. split; [ring|]. now constructor.
Qed.

Lemma generated_positive l x : all_above_one l -> generated l x -> 0 < x.
Proof. intros A. induction 1 as [|m x I G IH]; [lia|]. assert (1 < m) by now apply A. nia. Qed.

(** Nothing is left after the last, so that the number is the product of the powers found. *)
Theorem dividing_finds_the_powers basis n : all_above_one basis -> pairwise_coprime basis ->
  generated basis n ->
  n = powers_of (exponents basis n) /\ map fst (exponents basis n) = basis /\
  forall m e, In (m, e) (exponents basis n) -> 0 <= e.
Proof.
  intros A P. revert n. induction P as [|m l C P IH]; intros n G.
  - inversion G as [|k x []]. now repeat split.
  - assert (M : 1 < m) by (apply A; now left). assert (Al : all_above_one l) by (intros x I; apply A;
      now right).
    assert (N := generated_positive _ _ A G). destruct (generated_cons _ _ _ G) as (e & y & E & Ey & Y).
    cbn [exponents]. assert (D := divided_is (S (Z.to_nat n)) m n M N).
      destruct (divided (S (Z.to_nat n)) m n) as [d rest].
    destruct D as (D0 & R0 & Er & Last).
    assert (Rest : rest = y).
    { assert (Cy : rel_prime m y) by now apply (coprime_to_generated m l).
      assert (Yp := generated_positive _ _ Al Y).
      assert (Hd : d = e).
      { destruct (Z.lt_trichotomy d e) as [L|[L|L]]; [exfalso|exact L|exfalso].
        - assert (Q : rest = m ^ (e - d) * y).
          { apply Z.mul_reg_l with (m ^ d); [apply Z.pow_nonzero; lia|]. rewrite <- Er, Ey, Z.mul_assoc,
            <- Z.pow_add_r by lia.
            do 2 f_equal. lia. }
          assert (T : (m | rest)).
          { rewrite Q. apply Z.divide_mul_l. replace (e - d) with (Z.succ (e - d - 1)) by lia.
            rewrite Z.pow_succ_r by lia. apply Z.divide_factor_l. }
          apply Last; [lia|exact T].
        - assert (Q : y = m ^ (d - e) * rest).
          { apply Z.mul_reg_l with (m ^ e); [apply Z.pow_nonzero; lia|]. rewrite <- Ey, Er, Z.mul_assoc,
            <- Z.pow_add_r by lia.
            do 2 f_equal. lia. }
          destruct Cy as [_ _ Cy]. assert (T : (m | y)).
          { rewrite Q. apply Z.divide_mul_l. replace (d - e) with (Z.succ (d - e - 1)) by lia.
            rewrite Z.pow_succ_r by lia. apply Z.divide_factor_l. }
          assert (U := Cy m (Z.divide_refl m) T). apply Z.divide_1_r_nonneg in U; lia. }
      subst d. rewrite Er in Ey. apply Z.mul_reg_l in Ey; [exact Ey|]. apply Z.pow_nonzero; lia. }
    subst rest. destruct (IH Al y Y) as (I1 & I2 & I3). split; [|split].
    + unfold powers_of. cbn [fold_right fst snd]. fold (powers_of (exponents l y)). now rewrite <- I1.
    + cbn [map fst]. now rewrite I2.
    + intros k f [E'|I]; [injection E' as _ <-; exact D0|now apply (I3 k)].
Qed.

(** A sum of logarithms, each written over the basis, keeps its value. *)
Definition rewritten (basis : list Z) (l : terms) : terms :=
  flat_map (fun t => map (fun e => (fst e, snd t * snd e)) (exponents basis (fst t))) l.

Lemma value_app l m : (value (l ++ m) = value l + value m)%R.
Proof.
  unfold value, sumR. induction l as [|x l IH]; cbn [app fold_right]; [ring|]. rewrite IH. ring.
Qed.

Lemma value_of_powers c es : (forall m e, In (m, e) es -> 1 < m /\ 0 <= e) ->
  value (map (fun e => (fst e, c * snd e)) es) = (IZR c * ln (IZR (powers_of es)))%R /\ 0 < powers_of es.
Proof.
  induction es as [|(m, e) es IH]; intros H; [split; [unfold value, powers_of; simpl; rewrite ln_1;
    ring|reflexivity]|].
  destruct (H m e (or_introl eq_refl)) as [M E]. destruct IH as [IH P]; [intros x y I; apply (H x y);
    now right|].
  unfold powers_of in *. cbn [map fst snd fold_right]. assert (Pm : 0 < m ^ e) by (apply Z.pow_pos_nonneg;
    lia).
  split; [|now apply Z.mul_pos_pos]. unfold value, sumR in *. cbn [fold_right].
    rewrite IH, !mult_IZR, ln_mult, ln_power by
    (trivial; apply IZR_lt; trivial). ring.
Qed.

Theorem refining_keeps_the_value basis l : all_above_one basis -> pairwise_coprime basis ->
  (forall b c, In (b, c) l -> generated basis b) -> value (rewritten basis l) = value l.
Proof.
  intros A P. induction l as [|(b, c) l IH]; intros G; [reflexivity|]. unfold rewritten.
    cbn [flat_map fst snd].
  rewrite value_app. fold (rewritten basis l). rewrite IH by (intros x y I; apply (G x y); now right).
  destruct (dividing_finds_the_powers basis b A P (G b c (or_introl eq_refl))) as (E & F & N).
  destruct (value_of_powers c (exponents basis b)) as [V _].
  - intros m e I. split; [|now apply (N m)]. apply A. rewrite <- F. now apply (in_map fst) in I.
  - rewrite V, <- E. reflexivity.
Qed.

(** ** A plausible wrong statement

    That any bases will do of which the number is a product: 36 = 6 * 6, and dividing by 4 first leaves 9. *)
Example dividing_by_bases_with_a_common_factor_fails : generated [4; 6] 36 /\ powers_of (exponents [4;
  6] 36) = 4.
Proof.
  split; [|reflexivity]. apply (generated_more [4; 6] 6 6); [now right; left|].
  apply (generated_more [4; 6] 6 1); [now right; left|constructor].
Qed.

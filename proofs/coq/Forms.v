(** * Forms: sums of logarithms with rational coefficients, and the order of such sums and of their quotients

    Entropies, gains and intrinsic values are such sums.  Their order is decided: where no term is left they
    are equal, else by the integer logarithms of [IntegerLogarithm], and where these do not tell it, by the
    two integers of [Logarithms].  The order of two quotients is found by the polynomial and the integer
    logarithms, or not at all. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List Bool.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Entropies Entropy Logarithms Coprime Quotients
  IntegerLogarithm.
Import ListNotations.
Open Scope Q_scope.

(** ** Sums of coefficients, each of a key that has a value *)

Section Keys.
  Context {K : Type} (equal : K -> K -> bool).

  Fixpoint add (t : K * Q) (f : list (K * Q)) : list (K * Q) :=
    match f with
    | [] => [t]
    | u :: f => if equal (fst t) (fst u) then (fst t, Qred (snd t + snd u)) :: f else u :: add t f
    end.

  Definition plus (f g : list (K * Q)) : list (K * Q) := fold_right add g f.
  Definition times (q : Q) (f : list (K * Q)) : list (K * Q) := map (fun t => (fst t, Qred (q * snd t))) f.
  Definition minus (f g : list (K * Q)) : list (K * Q) := plus (times (-1) g) f.
  Definition vanishes (f : list (K * Q)) : bool := forallb (fun t => Qeq_bool (snd t) 0) f.

  Variable meaning : K -> R.
  Hypothesis equal_keys : forall k m, equal k m = true -> meaning k = meaning m.
  Definition valued (f : list (K * Q)) : R := sumR (fun t => Q2R (snd t) * meaning (fst t))%R f.

  Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
  Proof. apply Qeq_eqR, Qred_correct. Qed.

  Lemma valued_cons t f : (valued (t :: f) = Q2R (snd t) * meaning (fst t) + valued f)%R.
  Proof. reflexivity. Qed.

  Lemma valued_add t f : (valued (add t f) = Q2R (snd t) * meaning (fst t) + valued f)%R.
  Proof.
    induction f as [|u f IH]; [reflexivity|]. cbn [add]. destruct (equal (fst t) (fst u)) eqn:E.
    - rewrite !valued_cons. cbn [fst snd]. rewrite Q2R_red, Q2R_plus, <- (equal_keys _ _ E). ring.
    - rewrite !valued_cons, IH. ring.
  Qed.

  Lemma valued_plus f g : (valued (plus f g) = valued f + valued g)%R.
  Proof.
    unfold plus. induction f as [|t f IH]; [unfold valued at 2; simpl; ring|].
    cbn [fold_right]. rewrite valued_add, IH, valued_cons. ring.
  Qed.

  Lemma valued_times q f : (valued (times q f) = Q2R q * valued f)%R.
  Proof.
    induction f as [|t f IH]; [unfold valued; simpl; ring|]. unfold times in *. cbn [map].
    rewrite !valued_cons, IH. cbn [fst snd]. rewrite Q2R_red, Q2R_mult. ring.
  Qed.

  Lemma valued_minus f g : (valued (minus f g) = valued f - valued g)%R.
  Proof. unfold minus. rewrite valued_plus, valued_times. unfold Q2R at 1. simpl. field. Qed.

  Lemma valued_vanishes f : vanishes f = true -> valued f = 0%R.
  Proof.
    induction f as [|t f IH]; intros V; [reflexivity|]. apply andb_prop in V as [Z V]. apply Qeq_bool_eq in Z.
    rewrite valued_cons, IH, (Qeq_eqR _ _ Z), Q2R_0 by exact V. ring.
  Qed.
End Keys.

(** ** Forms: sums of logarithms of integers, in bits *)

Definition form : Type := list (Z * Q).
Definition real : form -> R := valued (fun b => log2 (IZR b)).
Definition sum_of_forms (f g : form) : form := plus Z.eqb f g.
Definition less (f g : form) : form := minus Z.eqb f g.
Definition constant (q : Q) : form := [(2%Z, q)].

Lemma same_base b c : Z.eqb b c = true -> log2 (IZR b) = log2 (IZR c).
Proof. intros E. apply Z.eqb_eq in E. now subst. Qed.

Lemma real_sum f g : (real (sum_of_forms f g) = real f + real g)%R.
Proof. apply valued_plus, same_base. Qed.

Lemma real_less f g : (real (less f g) = real f - real g)%R.
Proof. apply valued_minus, same_base. Qed.

Lemma real_times q f : (real (times q f) = Q2R q * real f)%R.
Proof. apply valued_times. Qed.

Lemma real_constant q : real (constant q) = Q2R q.
Proof.
  unfold real, constant, valued, sumR, log2. cbn [fold_right fst snd]. assert (L := ln_2_positive). field.
    lra.
Qed.

(** An integer in factors, the first primes and what is left of it; without any, where it has no logarithm
    but 0. *)
Definition primes : list Z :=
  [2; 3; 5; 7; 11; 13; 17; 19; 23; 29; 31; 37; 41; 43; 47; 53; 59; 61; 67; 71; 73; 79; 83; 89; 97; 101; 103;
   107; 109; 113]%Z.

Definition factored (n : Z) : list (Z * Z) :=
  if (n <=? 1)%Z then [] else
  let small := filter (fun t => negb (snd t =? 0)%Z) (exponents primes n) in
  let rest := (n / powers_of small)%Z in
  let es := if (rest =? 1)%Z then small else small ++ [(rest, 1%Z)] in
  if (powers_of es =? n)%Z && forallb (fun t => (1 <? fst t)%Z && (0 <=? snd t)%Z) es then es
  else [(n, 1%Z)].

(** [q log2 n], and [q log2 x]. *)
Definition logarithm_of_integer (q : Q) (n : Z) : form :=
  map (fun t => (fst t, Qred (q * inject_Z (snd t)))) (factored n).
Definition logarithm (q x : Q) : form :=
  sum_of_forms (logarithm_of_integer q (Qnum x)) (logarithm_of_integer (- q) (Zpos (Qden x))).

Lemma log2_of_no_number x : (x <= 0)%R -> log2 x = 0%R.
Proof. intros L. unfold log2, ln. destruct (Rlt_dec 0 x); [exfalso; lra|]. unfold Rdiv. ring. Qed.

Lemma log2_of_at_most_one b : (b <= 1)%Z -> log2 (IZR b) = 0%R.
Proof.
  intros L. destruct (Z.eq_dec b 1) as [->|N]; [unfold log2; rewrite ln_1; unfold Rdiv; ring|].
  apply log2_of_no_number, IZR_le. lia.
Qed.

Lemma real_of_powers es : (forall t, In t es -> (1 < fst t)%Z /\ (0 <= snd t)%Z) ->
  (0 < powers_of es)%Z /\ sumR (fun t => IZR (snd t) * log2 (IZR (fst t)))%R es = log2 (IZR (powers_of es)).
Proof.
  induction es as [|(m, e) es IH]; intros H.
  - split; [reflexivity|]. unfold powers_of, log2. simpl. rewrite ln_1. unfold Rdiv. ring.
  - destruct IH as [P IH]; [intros t I; apply H; now right|].
      destruct (H (m, e) (or_introl eq_refl)) as [M E]. cbn [fst snd] in *.
    assert (Pm : (0 < m ^ e)%Z) by (apply Z.pow_pos_nonneg; lia). unfold powers_of in *.
      cbn [fold_right fst snd].
    split; [now apply Z.mul_pos_pos|]. unfold sumR in *. cbn [fold_right fst snd]. rewrite IH. unfold log2.
    rewrite mult_IZR, ln_mult, ln_power by (trivial; apply IZR_lt; trivial). unfold Rdiv. ring.
Qed.

Lemma real_logarithm_of_integer q n : (real (logarithm_of_integer q n) = Q2R q * log2 (IZR n))%R.
Proof.
  assert (F : (sumR (fun t => IZR (snd t) * log2 (IZR (fst t))) (factored n) = log2 (IZR n))%R).
  { unfold factored. destruct (Z.leb_spec n 1) as [L|_]; [symmetry; now apply log2_of_at_most_one|].
    set (es := if (_ =? 1)%Z then _ else _).
    destruct ((powers_of es =? n)%Z && forallb _ es) eqn:E; [|unfold sumR; simpl; ring].
    apply andb_prop in E as [E A]. apply Z.eqb_eq in E. rewrite <- E.
    apply real_of_powers. intros t I. rewrite forallb_forall in A. apply A, andb_prop in I as [L M]. lia. }
  unfold real, valued, logarithm_of_integer. rewrite sumR_map. cbn [fst snd].
  rewrite (sumR_ext _ (fun t => IZR (snd t) * log2 (IZR (fst t)) * Q2R q)%R), sumR_scale, F; [ring|].
  intros t _. rewrite Q2R_red, Q2R_mult. replace (Q2R (inject_Z (snd t))) with (IZR (snd t)) by (unfold Q2R;
    simpl; field). ring.
Qed.

Lemma real_logarithm q x : 0 < x -> (real (logarithm q x) = Q2R q * log2 (Q2R x))%R.
Proof.
  intros P. unfold logarithm. rewrite real_sum, !real_logarithm_of_integer, Q2R_opp. unfold Qlt in P.
    simpl in P.
  rewrite Z.mul_1_r in P. assert (N := IZR_lt _ _ P).
    assert (D : (0 < IZR (Zpos (Qden x)))%R) by now apply IZR_lt.
  unfold Q2R at 4, Rdiv, log2. rewrite ln_mult, ln_Rinv by (trivial; now apply Rinv_0_lt_compat). unfold Rdiv.
    ring.
Qed.

(** ** Entropies, gains and intrinsic values as forms *)

Definition entropy_form (c : ClassCounts) : form :=
  fold_right (fun x f => let p := Qred (x / weight c) in
    if Qle_bool p 0 then f else sum_of_forms (logarithm (- p) p) f) [] c.

Theorem entropy_forms_are_entropies c : real (entropy_form c) = entropy c.
Proof.
  unfold entropy, entropy_form. generalize (weight c) as w. intros w.
  induction c as [|x c IH]; [unfold real, valued, sumR; simpl; ring|].
  unfold sumR in *. cbn [fold_right] in *. cbv zeta in *.
  destruct (Qle_bool (Qred (x / w)) 0) eqn:E.
  - apply Qle_bool_iff, Qle_Rle in E. rewrite Q2R_red, Q2R_0 in E. rewrite IH, (log2_of_no_number _ E). ring.
  - assert (P : 0 < Qred (x / w)) by (apply Qnot_le_lt; intros L; apply Qle_bool_iff in L; congruence).
    rewrite real_sum, IH, (real_logarithm _ _ P), Q2R_opp, Q2R_red. ring.
Qed.

(** What the parts' impurities are less than the whole's. *)
Definition gain_form (whole : ClassCounts) (parts : list ClassCounts) : form :=
  less (entropy_form whole)
    (fold_right (fun s f => sum_of_forms (times (weight s / weight whole) (entropy_form s)) f) [] parts).

Lemma real_gain whole parts : real (gain_form whole parts) =
  (entropy whole - sumR (fun s => Q2R (weight s / weight whole) * entropy s) parts)%R.
Proof.
  unfold gain_form. rewrite real_less, entropy_forms_are_entropies. f_equal.
  induction parts as [|s parts IH]; [reflexivity|]. unfold sumR in *. cbn [fold_right].
  now rewrite real_sum, real_times, entropy_forms_are_entropies, IH.
Qed.

(** ** The sign of a form *)

(** In integers: the least common denominator and its multiples; bases of at most 1 add nothing. *)
Definition denominator (f : form) : Z := fold_right (fun t d => Z.lcm (Zpos (Qden (snd t))) d) 1%Z f.
Definition whole_terms (f : form) : terms :=
  let d := denominator f in
  map (fun t => (fst t, (Qnum (snd t) * (d / Zpos (Qden (snd t))))%Z)) (filter (fun t => 1 <? fst t)%Z f).

Lemma denominator_positive f : (0 < denominator f)%Z.
Proof.
  induction f as [|t f IH]; [reflexivity|]. unfold denominator. cbn [fold_right]. fold (denominator f).
  assert (N := Z.lcm_nonneg (Zpos (Qden (snd t))) (denominator f)).
  assert (D : Z.lcm (Zpos (Qden (snd t))) (denominator f) <> 0%Z); [|lia]. intros E.
    apply Z.lcm_eq_0 in E as [E|E]; [easy|lia].
Qed.

Lemma denominator_divides f t : In t f -> (Zpos (Qden (snd t)) | denominator f)%Z.
Proof.
  induction f as [|u f IH]; intros I; [easy|]. unfold denominator. cbn [fold_right]. fold (denominator f).
  destruct I as [->|I]; [apply Z.divide_lcm_l|]. apply Z.divide_trans with (1 := IH I), Z.divide_lcm_r.
Qed.

Lemma whole_terms_value f : (value (whole_terms f) = IZR (denominator f) * ln 2 * real f)%R.
Proof.
  assert (D := denominator_divides f). unfold whole_terms. set (d := denominator f) in *. clearbody d.
  unfold value, real, valued. assert (L2 := ln_2_positive). induction f as [|t f IH];
    [unfold sumR; simpl; ring|].
  assert (IH' := IH (fun u I => D u (or_intror I))). clear IH. specialize (D t (or_introl eq_refl)).
    unfold sumR in *. cbn [filter].
  destruct (Z.ltb_spec 1 (fst t)) as [B|B]; cbn [map fold_right fst snd]; rewrite IH'.
  - destruct D as [k K]. rewrite K, Z.div_mul by easy. unfold Q2R, log2. rewrite !mult_IZR. field.
    split; [lra|]. now apply not_0_IZR.
  - rewrite (log2_of_at_most_one _ B). ring.
Qed.

(** By integer logarithms: the sum of the terms, and how far off it is. *)
Definition bits : Z := 40.
Definition logarithms : list (Z * Z) := Eval vm_compute in map (fun b => (b, scaled_log2 b bits)) primes.
Definition integer_logarithm (b : Z) : Z :=
  match find (fun t => Z.eqb (fst t) b) logarithms with Some t => snd t | None => scaled_log2 b bits end.

Definition near (f : form) : Q * Q :=
  fold_right (fun t s => if (1 <? fst t)%Z
    then (Qred (snd t * inject_Z (integer_logarithm (fst t)) + fst s), Qred (Qabs.Qabs (snd t) * 2 + snd s))
      else s) (0, 0) f.

Lemma integer_logarithm_is b : integer_logarithm b = scaled_log2 b bits.
Proof.
  unfold integer_logarithm. destruct (find _ logarithms) as [t|] eqn:F; [|reflexivity].
  apply find_some in F as [I E]. apply Z.eqb_eq in E.
  assert (T : logarithms = map (fun b => (b, scaled_log2 b bits)) primes) by (vm_compute; reflexivity).
  rewrite T in I. apply in_map_iff in I as (c & <- & _). cbn [fst snd] in *. now subst.
Qed.

Lemma Q2R_integer n : Q2R (inject_Z n) = IZR n.
Proof. unfold Q2R. simpl. field. Qed.

Lemma Q2R_abs q : Q2R (Qabs.Qabs q) = Rabs (Q2R q).
Proof.
  apply Qabs.Qabs_case; intros L; apply Qle_Rle in L; rewrite Q2R_0 in L; [rewrite Rabs_right; lra|].
  rewrite Q2R_opp. destruct (Req_dec (Q2R q) 0) as [->|N]; [rewrite Rabs_R0; ring|rewrite Rabs_left; lra].
Qed.

Lemma near_is_near f : (Rabs (IZR (2 ^ bits) * real f - Q2R (fst (near f))) <= Q2R (snd (near f)))%R.
Proof.
  unfold real, valued, near. induction f as [|t f IH].
  - unfold sumR. simpl. rewrite Q2R_0, Rmult_0_r, Rminus_0_r, Rabs_R0. lra.
  - unfold sumR in *. cbn [fold_right]. set (s := fold_right _ (0, 0) f) in *.
      set (r := fold_right _ 0%R f) in *.
    destruct (Z.ltb_spec 1 (fst t)) as [B|B]; [|now rewrite (log2_of_at_most_one _ B), Rmult_0_r, Rplus_0_l].
    cbn [fst snd]. rewrite !Q2R_red, !Q2R_plus, !Q2R_mult, Q2R_integer, integer_logarithm_is, Q2R_abs.
    replace (Q2R 2) with 2%R by (unfold Q2R; simpl; field).
    assert (E := scaled_log2_is_near (fst t) bits ltac:(lia) ltac:(unfold bits; lia)).
    set (k := IZR (scaled_log2 (fst t) bits)) in *. set (v := log2 (IZR (fst t))) in *.
      set (p := IZR (2 ^ bits)) in *.
    replace (p * (Q2R (snd t) * v + r) - (Q2R (snd t) * k + Q2R (fst s)))%R
      with (Q2R (snd t) * (p * v - k) + (p * r - Q2R (fst s)))%R by ring.
    apply Rle_trans with (1 := Rabs_triang _ _), Rplus_le_compat; [|exact IH]. rewrite Rabs_mult.
    apply Rmult_le_compat_l; [apply Rabs_pos|]. lra.
Qed.

Definition sign (f : form) : comparison :=
  if vanishes f then Eq else
  let (k, e) := near f in
  if negb (Qle_bool k e) then Gt
  else if negb (Qle_bool (- e) k) then Lt
  else let l := whole_terms f in Z.compare (powers 1 l) (powers (-1) l).

Theorem the_sign_is_the_sign f : match sign f with Lt => real f < 0 | Eq => real f = 0 | Gt =>
  0 < real f end%R.
Proof.
  unfold sign. assert (N := near_is_near f). destruct (near f) as [k e]. cbn [fst snd] in N.
    apply Rabs_le_inv in N.
  destruct (vanishes f) eqn:V; [now apply valued_vanishes|].
    assert (B : (0 < IZR (2 ^ bits))%R) by (apply IZR_lt; reflexivity).
  destruct (Qle_bool k e) eqn:A; simpl.
  - destruct (Qle_bool (- e) k) eqn:C; simpl.
    + assert (L2 := ln_2_positive). assert (D := IZR_lt _ _ (denominator_positive f)).
      assert (P : (0 < IZR (denominator f) * ln 2)%R) by now apply Rmult_lt_0_compat.
      assert (Above : bases_above_one (whole_terms f)).
      { intros b c I. unfold whole_terms in I. apply in_map_iff in I as (t & E & I). injection E as <- _.
        apply filter_In in I as [_ I]. now apply Z.ltb_lt in I. }
      destruct (sign_is_a_comparison_of_integers _ Above) as [S T]. rewrite whole_terms_value in S, T.
      set (p := (IZR (denominator f) * ln 2)%R) in *.
        destruct (Z.compare_spec (powers 1 (whole_terms f)) (powers (-1) (whole_terms f))) as [E|E|E].
      * apply T in E. apply Rmult_integral in E as [E|E]; lra.
      * destruct (Rlt_le_dec (real f) 0) as [L|L]; [exact L|]. destruct (Req_dec (real f) 0) as [Z|Z].
        -- assert (H : (p * real f = 0)%R) by (rewrite Z; ring). apply T in H. lia.
        -- assert (H : (0 < p * real f)%R) by (apply Rmult_lt_0_compat; lra). apply S in H. lia.
      * apply S in E. apply Rmult_lt_reg_l with p; lra.
    + assert (H : k < - e) by (apply Qnot_le_lt; intros L; apply Qle_bool_iff in L; congruence).
      apply Qlt_Rlt in H. rewrite Q2R_opp in H. apply Rmult_lt_reg_l with (IZR (2 ^ bits)); lra.
  - assert (H : e < k) by (apply Qnot_le_lt; intros L; apply Qle_bool_iff in L; congruence).
    apply Qlt_Rlt in H. apply Rmult_lt_reg_l with (IZR (2 ^ bits)); lra.
Qed.

(** [f <= g], and [f = g]. *)
Definition at_most (f g : form) : bool := match sign (less g f) with Lt => false | _ => true end.
Definition equal (f g : form) : bool := match sign (less f g) with Eq => true | _ => false end.

Lemma at_most_is f g : at_most f g = true <-> (real f <= real g)%R.
Proof.
  unfold at_most. assert (S := the_sign_is_the_sign (less g f)). rewrite real_less in S.
  destruct (sign _); split; intros H; try easy; lra.
Qed.

Lemma equal_is f g : equal f g = true <-> real f = real g.
Proof.
  unfold equal. assert (S := the_sign_is_the_sign (less f g)). rewrite real_less in S.
  destruct (sign _); split; intros H; try easy; lra.
Qed.

(** ** The order of quotients

    [a / b] and [c / d], where [b] and [d] are above 0: they tie where [a d - c b] vanishes as a polynomial in
    the logarithms, else integers may tell their order. *)

Definition both (x y : Z * Z) : bool := Z.eqb (fst x) (fst y) && Z.eqb (snd x) (snd y).
Definition product (f g : form) : list ((Z * Z) * Q) :=
  fold_right (fun t p =>
    plus both (map (fun u => ((Z.min (fst t) (fst u), Z.max (fst t) (fst u)), snd t * snd u)) g) p) [] f.
Definition of_both (x : Z * Z) : R := (log2 (IZR (fst x)) * log2 (IZR (snd x)))%R.

Lemma same_keys x y : both x y = true -> of_both x = of_both y.
Proof. intros E. apply andb_prop in E as [E F]. apply Z.eqb_eq in E, F. unfold of_both. now rewrite E, F. Qed.

Lemma product_is f g : (valued of_both (product f g) = real f * real g)%R.
Proof.
  unfold product. induction f as [|t f IH]; [unfold real, valued, sumR; simpl; ring|]. cbn [fold_right].
  rewrite (valued_plus both _ same_keys), IH. unfold real at 3. rewrite valued_cons. fold (real f).
  assert (E : valued of_both (map (fun u => ((Z.min (fst t) (fst u), Z.max (fst t) (fst u)), snd t * snd u))
    g) =
    (Q2R (snd t) * log2 (IZR (fst t)) * real g)%R); [|rewrite E; ring].
  unfold real, valued. clear. induction g as [|u g IH]; [unfold sumR; simpl; ring|]. unfold sumR in *.
  cbn [map fold_right fst snd]. rewrite IH, Q2R_mult. unfold of_both. cbn [fst snd].
  destruct (Z.le_ge_cases (fst t) (fst u)) as [L|L]; [rewrite Z.min_l, Z.max_r by exact L|rewrite Z.min_r,
    Z.max_l by exact L]; ring.
Qed.

Definition quotients (a b c d : form) : option comparison :=
  let '((p, ep), (q, fq)) := (near a, near d) in
  let '((r, er), (s, es)) := (near c, near b) in
  let m := Qred (p * q - r * s) in
  let e := Qred (Qabs.Qabs p * fq + Qabs.Qabs q * ep + ep * fq + (Qabs.Qabs r * es + Qabs.Qabs s * er + er *
    es)) in
  match sign b, sign d with
  | Gt, Gt =>
      if vanishes (minus both (product a d) (product c b)) then Some Eq
      else if negb (Qle_bool m e) then Some Gt
      else if negb (Qle_bool (- e) m) then Some Lt
      else None
  | _, _ => None
  end.

Theorem the_order_of_quotients_is_right a b c d o : quotients a b c d = Some o ->
  match o with
  | Lt => real a / real b < real c / real d
  | Eq => real a / real b = real c / real d
  | Gt => real c / real d < real a / real b
  end%R.
Proof.
  unfold quotients. assert (Na := near_is_near a). assert (Nb := near_is_near b).
    assert (Nc := near_is_near c). assert (Nd := near_is_near d).
  destruct (near a) as [p ep], (near b) as [s es], (near c) as [r er], (near d) as [q fq]. cbn [fst snd] in *.
  assert (B := the_sign_is_the_sign b). assert (D := the_sign_is_the_sign d). destruct (sign b), (sign d);
    try easy.
  assert (Two : (0 < IZR (2 ^ bits))%R) by (apply IZR_lt; reflexivity).
  destruct (vanishes _) eqn:V.
  - intros E. injection E as <-. apply (valued_vanishes of_both) in V.
      rewrite (valued_minus both _ same_keys), !product_is in V.
    apply Rmult_eq_reg_r with (real b * real d)%R; [|apply Rmult_integral_contrapositive; lra].
    replace (real a / real b * (real b * real d))%R with (real a * real d)%R by (field; lra).
    replace (real c / real d * (real b * real d))%R with (real c * real b)%R by (field; lra). lra.
  - assert (N := Rplus_le_compat _ _ _ _ (a_product_is_near _ _ _ _ _ _ Na Nd) (a_product_is_near _ _ _ _ _ _
      Nc Nb)).
    set (m := Qred (p * q - r * s)). set (e := Qred _).
    assert (M : Q2R m = (Q2R p * Q2R q - Q2R r * Q2R s)%R) by (unfold m; now rewrite Q2R_red, Q2R_minus,
      !Q2R_mult).
    assert (E : Q2R e = (Rabs (Q2R p) * Q2R fq + Rabs (Q2R q) * Q2R ep + Q2R ep * Q2R fq +
      (Rabs (Q2R r) * Q2R es + Rabs (Q2R s) * Q2R er + Q2R er * Q2R es))%R)
      by (unfold e; now rewrite Q2R_red, !Q2R_plus, !Q2R_mult, !Q2R_abs).
    rewrite <- E in N. clearbody m e. set (t := IZR (2 ^ bits)) in *.
    assert (C : (Rabs (t * real a * (t * real d) - t * real c * (t * real b) - Q2R m) <= Q2R e)%R).
    { apply Rle_trans with (2 := N). rewrite M.
      replace (t * real a * (t * real d) - t * real c * (t * real b) - (Q2R p * Q2R q - Q2R r * Q2R s))%R
        with (t * real a * (t * real d) - Q2R p * Q2R q - (t * real c * (t * real b) - Q2R r * Q2R s))%R
          by ring.
      unfold Rminus at 1. rewrite <- (Rabs_Ropp (t * real c * (t * real b) - _)). apply Rabs_triang. }
    assert (E0 : (0 <= Q2R e)%R) by (apply Rle_trans with (2 := C), Rabs_pos).
    assert (T := cross_products_tell_the_order _ _ _ _ _ _ _ B D Two C).
    destruct (Qle_bool m e) eqn:A; cbn [negb]; [destruct (Qle_bool (- e) m) eqn:F; cbn [negb]; [easy|]|];
      intros O; injection O as <-.
    + assert (H : m < - e) by (apply Qnot_le_lt; intros L; apply Qle_bool_iff in L; congruence).
      apply Qlt_Rlt in H. rewrite Q2R_opp in H. apply T; [rewrite Rabs_left|]; lra.
    + assert (H : e < m) by (apply Qnot_le_lt; intros L; apply Qle_bool_iff in L; congruence).
      apply Qlt_Rlt in H. apply T; [rewrite Rabs_right|]; lra.
Qed.

(** ** Plausible wrong statements

    That integer logarithms tell every order: [log2 (2^60 + 1)] and 60 are too near.  The two integers tell
    it, of sums; of quotients nothing does, and no order is given. *)
Example near_numbers_are_told_apart_as_sums_alone :
  let x : form := [((2 ^ 60 + 1)%Z, 1)] in
  Qle_bool (fst (near (less x (constant 60)))) (snd (near (less x (constant 60)))) = true /\
  sign (less x (constant 60)) = Gt /\ quotients x (constant 1) (constant 60) (constant 1) = None.
Proof. cbv zeta. repeat split; vm_compute; reflexivity. Qed.

(** That numbers of different terms differ: log 4 is twice log 2, and sums tell it, by the two integers. *)
Example different_terms_may_be_equal : sign (less [(4%Z, 1)] [(2%Z, 2)]) = Eq.
Proof. vm_compute. reflexivity. Qed.

(** Two ratios that are one: 2 log 3 to 2, and log 3 to 1. *)
Example a_tie_of_quotients : quotients (logarithm 2 3) (constant 2) (logarithm 1 3) (constant 1) = Some Eq.
Proof. vm_compute. reflexivity. Qed.

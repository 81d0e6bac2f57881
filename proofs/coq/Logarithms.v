(** * Logarithms: what makes exact numbers exact

    Logarithms of pairwise coprime integers above 1 are independent over the rationals, so a
    sum of them is 0 only where no term is left; its sign is that of a comparison of two
    integers; and the search for the sign at growing precision ends. *)
From Coq Require Import ZArith Znumtheory Zpow_facts QArith Reals Qreals Lra Lia List.
From Dtrees Require Import Entropy.
Import ListNotations.
Open Scope R_scope.

(** A sum of [c ln b], each term a base and its coefficient.  (A sum of [c log2 b] is this over [ln 2].) *)
Definition terms : Type := list (Z * Z).
Definition value (l : terms) : R := sumR (fun '(b, c) => IZR c * ln (IZR b)) l.

Definition bases_above_one (l : terms) : Prop := forall b c, In (b, c) l -> (1 < b)%Z.

Inductive pairwise_coprime : list Z -> Prop :=
| no_base : pairwise_coprime []
| one_more b l : (forall d, In d l -> rel_prime b d) -> pairwise_coprime l -> pairwise_coprime (b :: l).

(** The powers of the bases with positive coefficients, multiplied; and of those with negative ones. *)
Definition powers (sign : Z) (l : terms) : Z :=
  fold_right (fun '(b, c) p => (b ^ Z.max 0 (sign * c) * p)%Z) 1%Z l.

Lemma powers_positive s l : bases_above_one l -> (0 < powers s l)%Z.
Proof.
  induction l as [|(b, c) l IH]; intros B; simpl; [lia|].
  assert (1 < b)%Z by (apply (B b c); now left).
  assert (0 < powers s l)%Z by (apply IH; intros d k I; apply (B d k); now right).
  apply Z.mul_pos_pos; [apply Z.pow_pos_nonneg; lia|assumption].
Qed.

Lemma ln_power b n : (1 < b)%Z -> (0 <= n)%Z -> ln (IZR (b ^ n)) = IZR n * ln (IZR b).
Proof.
  intros B N. rewrite <- (Z2Nat.id n N), <- pow_IZR, <- INR_IZR_INZ.
  assert (P : 0 < IZR b) by (apply IZR_lt; lia). generalize (Z.to_nat n). intros k.
  induction k as [|k IH]; [simpl; rewrite ln_1; ring|].
  rewrite <- tech_pow_Rmult, ln_mult, IH, S_INR by (trivial; now apply pow_lt). ring.
Qed.

Lemma value_is_powers l : bases_above_one l -> value l = ln (IZR (powers 1 l)) - ln (IZR (powers (-1) l)).
Proof.
  unfold value. induction l as [|(b, c) l IH]; intros B; [simpl; ring|].
  assert (Bl : bases_above_one l) by (intros d k I; apply (B d k); now right).
  assert (L : (1 < b)%Z) by (apply (B b c); now left).
  assert (A := powers_positive 1 l Bl). assert (D := powers_positive (-1) l Bl).
  cbn [sumR fold_right powers]. fold (powers 1 l) (powers (-1) l). rewrite !mult_IZR, !ln_mult, !ln_power;
    try (apply IZR_lt; trivial; apply Z.pow_pos_nonneg); try lia.
  change (fold_right (fun x s => (let '(b0, c0) := x in IZR c0 * ln (IZR b0)) + s) 0 l)
    with (sumR (fun '(b, c) => IZR c * ln (IZR b)) l). rewrite (IH Bl).
  replace (IZR c) with (IZR (Z.max 0 (1 * c)) - IZR (Z.max 0 (-1 * c))); [ring|].
  rewrite <- minus_IZR. f_equal. lia.
Qed.

(** The sign of a sum is that of a comparison of integers. *)
Theorem sign_is_a_comparison_of_integers l : bases_above_one l ->
  (0 < value l <-> (powers (-1) l < powers 1 l)%Z) /\ (value l = 0 <-> powers 1 l = powers (-1) l).
Proof.
  intros B. rewrite (value_is_powers l B).
  assert (A := IZR_lt _ _ (powers_positive 1 l B)). assert (D := IZR_lt _ _ (powers_positive (-1) l B)).
  split; split; intros H.
  - apply lt_IZR. apply ln_lt_inv; lra.
  - apply IZR_lt in H. apply ln_increasing in H; lra.
  - apply eq_IZR. apply ln_inv; lra.
  - rewrite H. ring.
Qed.

Lemma coprime_to_powers s b l : (forall d c, In (d, c) l -> rel_prime b d) -> rel_prime b (powers s l).
Proof.
  induction l as [|(d, c) l IH]; intros H; simpl; [apply rel_prime_sym, rel_prime_1|].
  apply rel_prime_mult; [|apply IH; intros e k I; apply (H e k); now right].
  apply rel_prime_Zpower_r; [lia|]. apply (H d c). now left.
Qed.

Lemma powers_app s l m : powers s (l ++ m) = (powers s l * powers s m)%Z.
Proof.
  unfold powers. induction l as [|(b, c) l IH]; [symmetry; apply Z.mul_1_l|].
  cbn [app fold_right]. rewrite IH. apply Z.mul_assoc.
Qed.

Lemma coprime_in_the_middle l b m : pairwise_coprime (l ++ b :: m) -> forall d, In d (l ++ m) ->
  rel_prime b d.
Proof.
  induction l as [|x l IH]; simpl; intros P d I; inversion P as [|? ? H Q]; subst; [now apply H|].
  destruct I as [<-|I]; [|now apply IH].
  apply rel_prime_sym, H, in_or_app. right. now left.
Qed.

Theorem coprime_logarithms_are_independent l : bases_above_one l -> pairwise_coprime (map fst l) ->
  value l = 0 -> forall b c, In (b, c) l -> c = 0%Z.
Proof.
  intros B P V b c I. apply (sign_is_a_comparison_of_integers l B) in V.
  assert (Lb := B b c I). apply in_split in I as (l1 & l2 & ->).
  rewrite map_app in P. simpl in P. assert (C := coprime_in_the_middle _ _ _ P).
  assert (R : forall s, rel_prime b (powers s (l1 ++ l2))).
  { intros s. apply coprime_to_powers. intros d k J. apply C. rewrite <- map_app.
    apply in_map_iff. now exists (d, k). }
  assert (St : forall s, powers s ((b, c) :: l2) = (b ^ Z.max 0 (s * c) * powers s l2)%Z) by reflexivity.
  rewrite !powers_app, !St in V.
  assert (Div : forall s t n, s <> t -> (0 < n)%Z -> (b ^ n * powers s (l1 ++ l2) = powers t (l1 ++ l2))%Z ->
    False).
  { intros s t n _ N E. assert (D : (b | powers t (l1 ++ l2))%Z).
    { rewrite <- E. apply Z.divide_mul_l. replace n with (Z.succ (n - 1)) by lia. rewrite Z.pow_succ_r by lia.
      apply Z.divide_factor_l. }
    destruct (R t) as [_ _ G]. assert (U := G b (Z.divide_refl b) D). apply Z.divide_1_r_nonneg in U; lia. }
  destruct (Z.lt_trichotomy c 0) as [L|[E|L]]; [exfalso|exact E|exfalso].
  - apply (Div (-1)%Z 1%Z (- c)%Z); try lia. rewrite !powers_app.
    rewrite (Z.max_l 0 (1 * c)), (Z.max_r 0 (-1 * c)) in V by lia. replace (- c)%Z with (-1 * c)%Z by ring.
    rewrite Z.pow_0_r in V. lia.
  - apply (Div 1%Z (-1)%Z c); try lia. rewrite !powers_app.
    rewrite (Z.max_r 0 (1 * c)), (Z.max_l 0 (-1 * c)) in V by lia. rewrite Z.pow_0_r in V.
    replace (1 * c)%Z with c in V by ring. lia.
Qed.

(** ** Rational coefficients *)

Lemma common_denominator (l : list (Z * Q)) : exists (d : Z) (m : terms), (0 < d)%Z /\
  map fst m = map fst l /\ value m = IZR d * sumR (fun '(b, q) => Q2R q * ln (IZR b)) l /\
  forall b q, In (b, q) l -> (forall c, In (b, c) m -> c = 0%Z) -> q == 0.
Proof.
  induction l as [|(b, q) l (d & m & D & F & V & Z)].
  - exists 1%Z, []. repeat split; try easy. unfold value. simpl. ring.
  - set (n := Zpos (Qden q)). exists (d * n)%Z, ((b, Qnum q * d)%Z :: map (fun '(b, c) => (b, c * n)%Z) m).
    assert (N : (0 < n)%Z) by (unfold n; lia). repeat split.
    + now apply Z.mul_pos_pos.
    + simpl. f_equal. rewrite <- F, map_map. apply map_ext. now intros (x, y).
    + unfold value in *. simpl. rewrite sumR_map.
      rewrite (sumR_ext _ (fun '(b, c) => IZR c * ln (IZR b) * IZR n)).
      * assert (E : sumR (fun x => (let '(b0, c) := x in IZR c * ln (IZR b0)) * IZR n) m =
                    sumR (fun '(b0, c) => IZR c * ln (IZR b0)) m * IZR n) by apply sumR_scale.
        replace (sumR (fun '(b0, c) => IZR c * ln (IZR b0) * IZR n) m) with
          (sumR (fun '(b0, c) => IZR c * ln (IZR b0)) m * IZR n)
          by (rewrite <- E; apply sumR_ext; now intros (x, y) _).
        rewrite V. unfold sumR at 2. simpl. fold (sumR (fun '(b0, q0) => Q2R q0 * ln (IZR b0)) l).
        unfold Q2R at 2. fold n. rewrite !mult_IZR. field. apply not_0_IZR. lia.
      * intros (x, y) _. rewrite mult_IZR. ring.
    + intros x r [E|I] H.
      * injection E as -> ->. assert (K : (Qnum r * d = 0)%Z) by (apply H; now left).
        apply Z.mul_eq_0 in K as [K|K]; [|lia]. unfold Qeq. rewrite K. reflexivity.
      * apply (Z x r I). intros c J. assert (K : (c * n = 0)%Z).
        { apply H. right. apply in_map_iff. now exists (x, c). }
        apply Z.mul_eq_0 in K as [K|K]; lia.
Qed.

Theorem coprime_logarithms_are_independent_over_Q (l : list (Z * Q)) :
  (forall b q, In (b, q) l -> (1 < b)%Z) -> pairwise_coprime (map fst l) ->
  sumR (fun '(b, q) => Q2R q * ln (IZR b)) l = 0 -> forall b q, In (b, q) l -> q == 0.
Proof.
  intros B P V b q I. destruct (common_denominator l) as (d & m & D & F & E & Z).
  apply (Z b q I). intros c. apply coprime_logarithms_are_independent.
  - intros x k J. assert (K : In x (map fst m)) by (apply in_map_iff; now exists (x, k)).
    rewrite F in K. apply in_map_iff in K as ((y, r) & <- & K). now apply (B y r).
  - now rewrite F.
  - rewrite E, V. ring.
Qed.

(** ** The search for the sign *)

(** An answer is given where the approximation is more than twice the error away from 0: it is right, *)
Theorem an_answer_is_right x near error : Rabs (near - x) <= error -> 2 * error < Rabs near ->
  (0 < near -> 0 < x) /\ (near < 0 -> x < 0).
Proof.
  intros E A. assert (P := Rabs_pos (near - x)). unfold Rabs in *.
  destruct (Rcase_abs (near - x)), (Rcase_abs near); split; lra.
Qed.

(** and it comes, as the errors go to 0. *)
Theorem the_search_ends x (near error : nat -> R) : x <> 0 ->
  (forall k, Rabs (near k - x) <= error k) -> Un_cv error 0 -> exists k, 2 * error k < Rabs (near k).
Proof.
  intros D E C. assert (P := Rabs_pos_lt x D). destruct (C (Rabs x / 4)) as (k & K); [lra|].
  exists k. specialize (K k (le_n k)). specialize (E k). unfold R_dist in K. rewrite Rminus_0_r in K.
  assert (Q := Rle_abs (error k)). assert (T := Rabs_triang_inv x (x - near k)).
  replace (x - (x - near k)) with (near k) in T by ring. rewrite (Rabs_minus_sym x (near k)) in T. lra.
Qed.

(** ** Plausible wrong statements

    That an approximation has the sign of the number: 1 is within 2 of -1. *)
Example a_near_number_may_have_the_other_sign : Rabs (1 - -1) <= 2 /\ 0 < 1 /\ -1 < 0.
Proof. rewrite Rabs_right by lra. lra. Qed.

(** That different bases have independent logarithms: not without coprimality, as ln 4 = 2 ln 2 shows. *)
Example different_bases_are_not_enough : value [(4, 1); (2, -2)]%Z = 0.
Proof. apply (sign_is_a_comparison_of_integers [(4, 1); (2, -2)]%Z); [|reflexivity].
  intros b c [E|[E|[]]]; injection E as <- <-; lia.
Qed.

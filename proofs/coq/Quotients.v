(** * Quotients: the order of quotients of logarithms, and their ties

    Gain ratios are quotients [a/b] and [c/d] of sums of logarithms, [b] and [d] positive.  What
    floats, integers and enclosures say of their order is right; where [a d - c b], as a polynomial
    in the logarithms, vanishes they tie; and where one is rational, or the denominators are
    multiples of each other, they tie only there.  Whether they ever tie elsewhere is an open
    question, on which nothing here rests. *)
From Coq Require Import ZArith QArith Reals Qreals Lra Lia List.
From Dtrees Require Import Entropy Logarithms.
Import ListNotations.
Open Scope R_scope.

(** ** Order *)

Lemma Rabs_le_inv x e : Rabs x <= e -> - e <= x <= e.
Proof. unfold Rabs. destruct (Rcase_abs x); lra. Qed.

(** By floats: [x] and [y] are within [alpha] and [beta] of [a] and [b]. *)
Theorem a_quotient_is_near a b x y alpha beta : Rabs (a - x) <= alpha -> Rabs (b - y) <= beta -> beta < y ->
  Rabs (a / b - x / y) <= (alpha + Rabs (x / y) * beta) / (y - beta).
Proof.
  intros A B Y. assert (Y0 : 0 < y) by (assert (P := Rabs_pos (b - y)); lra).
  assert (Bp : y - beta <= b) by (apply Rabs_le_inv in B; lra).
  replace (a / b - x / y) with ((a - x - x / y * (b - y)) / b) by (field; lra).
  unfold Rdiv at 1. rewrite Rabs_mult, (Rabs_right (/ b)) by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
  apply Rmult_le_compat; [apply Rabs_pos|apply Rlt_le, Rinv_0_lt_compat; lra| |apply Rinv_le_contravar; lra].
  unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, Rabs_mult.
  apply Rplus_le_compat; [exact A|]. apply Rmult_le_compat_l; [apply Rabs_pos|exact B].
Qed.

Theorem floats_apart_tell_the_order q r x y e f : Rabs (q - x) <= e -> Rabs (r - y) <= f ->
  e + f < Rabs (x - y) ->
  (y < x -> r < q) /\ (x < y -> q < r).
Proof. intros A B D. apply Rabs_le_inv in A, B. unfold Rabs in D. destruct (Rcase_abs (x - y)); lra. Qed.

(** By integers: [s] times each number is within the error of an integer. *)
Theorem a_product_is_near a d x y alpha delta : Rabs (a - x) <= alpha -> Rabs (d - y) <= delta ->
  Rabs (a * d - x * y) <= Rabs x * delta + Rabs y * alpha + alpha * delta.
Proof.
  intros A D. replace (a * d - x * y) with (x * (d - y) + (y * (a - x) + (a - x) * (d - y))) by ring.
  assert (Pa := Rabs_pos (a - x)). assert (Pd := Rabs_pos (d - y)). assert (Px := Rabs_pos x).
    assert (Py := Rabs_pos y).
  eapply Rle_trans; [apply Rabs_triang|]. assert (T := Rabs_triang (y * (a - x)) ((a - x) * (d - y))).
  rewrite !Rabs_mult in *. nra.
Qed.

Theorem cross_products_tell_the_order a b c d s m e : 0 < b -> 0 < d -> 0 < s ->
  Rabs (s * a * (s * d) - s * c * (s * b) - m) <= e -> e < Rabs m -> (0 < m -> c / d < a / b) /\
    (m < 0 -> a / b < c / d).
Proof.
  intros B D S E M.
  assert (X : a * d - c * b = (a / b - c / d) * (b * d)) by (field; lra).
  assert (P : 0 < s * s * (b * d)) by (repeat apply Rmult_lt_0_compat; assumption).
  replace (s * a * (s * d) - s * c * (s * b)) with ((a / b - c / d) * (s * s * (b * d))) in E by (field; lra).
  apply Rabs_le_inv in E. split; intros O; [rewrite Rabs_right in M by lra|rewrite Rabs_left in M by lra];
    (destruct (Rlt_le_dec (c / d) (a / b)) as [L|L];
      [|assert (H : 0 <= (c / d - a / b) * (s * s * (b * d))) by nra]); nra.
Qed.

(** ** Ties *)

Section Forms.
  Variable bases : list Z.
  Definition form : Type := Z -> Q.
  Definition of (f : form) : R := sumR (fun b => Q2R (f b) * ln (IZR b)) bases.

  (** The coefficients of [A D - C B] at each pair of logarithms are 0. *)
  Definition polynomial_vanishes (A B C D : form) : Prop := forall p q, In p bases -> In q bases ->
    (A p * D q + A q * D p == C p * B q + C q * B p)%Q.

  Lemma product_of_sums {X Y} (f : X -> R) (g : Y -> R) l m :
    sumR f l * sumR g m = sumR (fun x => sumR (fun y => f x * g y) m) l.
  Proof.
    rewrite <- sumR_scale. apply sumR_ext. intros x _. rewrite Rmult_comm, <- sumR_scale.
    apply sumR_ext. intros y _. ring.
  Qed.

  Lemma twice_a_product (f g : form) : 2 * (of f * of g) = sumR (fun p => sumR (fun q =>
    Q2R (f p * g q + f q * g p) * (ln (IZR p) * ln (IZR q))) bases) bases.
  Proof.
    replace (2 * (of f * of g)) with (of f * of g + of g * of f) by ring. unfold of.
      rewrite !product_of_sums, <- sumR_plus.
    apply sumR_ext. intros p _. rewrite <- sumR_plus. apply sumR_ext. intros q _. rewrite Q2R_plus, !Q2R_mult.
      ring.
  Qed.

  Theorem a_vanishing_polynomial_is_a_tie A B C D : polynomial_vanishes A B C D -> of B <> 0 -> of D <> 0 ->
    of A / of B = of C / of D.
  Proof.
    intros V NB ND. assert (E : 2 * (of A * of D) = 2 * (of C * of B)).
    { rewrite !twice_a_product. apply sumR_ext. intros p P. apply sumR_ext. intros q Q.
      now rewrite (Qeq_eqR _ _ (V p q P Q)). }
    apply Rmult_eq_reg_r with (of B * of D); [|now apply Rmult_integral_contrapositive].
    replace (of A / of B * (of B * of D)) with (of A * of D) by (field; assumption).
    replace (of C / of D * (of B * of D)) with (of C * of B) by (field; assumption). lra.
  Qed.

  Hypothesis above_one : forall b, In b bases -> (1 < b)%Z.
  Hypothesis coprime : pairwise_coprime bases.

  Lemma proportional_values (f g : form) r : of f = Q2R r * of g -> forall b, In b bases ->
    (f b == r * g b)%Q.
  Proof.
    intros E b I.
    assert (Z : (f b - r * g b == 0)%Q); [|rewrite <- (Qplus_0_l (r * g b)), <- Z; ring].
    apply (coprime_logarithms_are_independent_over_Q (map (fun b => (b, f b - r * g b)%Q) bases)) with b.
    - intros x q J. apply in_map_iff in J as (y & J & K). injection J as <- _. now apply above_one.
    - rewrite map_map, map_id. exact coprime.
    - rewrite sumR_map. rewrite (sumR_ext _ (fun b => Q2R (f b) * ln (IZR b) + Q2R (g b) * ln (IZR b) * - Q2R
        r)).
      + rewrite sumR_plus, sumR_scale. fold (of f) (of g). rewrite E. ring.
      + intros x _. rewrite Q2R_minus, Q2R_mult. ring.
    - apply in_map_iff. now exists b.
  Qed.

  (** One of them is the rational [r], or the denominators are multiples of each other. *)
  Theorem such_ties_are_formal A B C D r : of B <> 0 -> of D <> 0 -> of A / of B = of C / of D ->
    (forall b, In b bases -> (C b == r * D b)%Q) \/ (forall b, In b bases -> (B b == r * D b)%Q) ->
    polynomial_vanishes A B C D.
  Proof.
    intros NB ND E [H|H].
    - assert (V : of C = Q2R r * of D).
      { unfold of. rewrite Rmult_comm, <- sumR_scale. apply sumR_ext. intros b I.
        rewrite (Qeq_eqR _ _ (H b I)), Q2R_mult. ring. }
      assert (F : of A = Q2R r * of B).
      { replace (of A) with (of A / of B * of B) by (field; assumption). rewrite E, V. field. assumption. }
      intros p q P Q. rewrite (proportional_values A B r F p P), (proportional_values A B r F q Q), (H p P),
        (H q Q). ring.
    - assert (V : of B = Q2R r * of D).
      { unfold of. rewrite Rmult_comm, <- sumR_scale. apply sumR_ext. intros b I.
        rewrite (Qeq_eqR _ _ (H b I)), Q2R_mult. ring. }
      assert (F : of A = Q2R r * of C).
      { replace (of A) with (of A / of B * of B) by (field; assumption). rewrite E, V. field. assumption. }
      intros p q P Q. rewrite (proportional_values A C r F p P), (proportional_values A C r F q Q), (H p P),
        (H q Q). ring.
  Qed.
End Forms.

(** ** Geometric means *)

Theorem a_geometric_mean_compares_quotients g a b : 0 < g -> 0 < a -> 0 < b -> g <= sqrt (a * b) <->
  g / a <= b / g.
Proof.
  intros G A B. assert (S : 0 <= a * b) by nra. assert (E := sqrt_sqrt _ S). assert (P := sqrt_pos (a * b)).
  assert (F : b / g - g / a = (a * b - g * g) * / (a * g)) by (field; lra).
  assert (I : 0 < / (a * g)) by (apply Rinv_0_lt_compat; nra). split; intros L;
    [assert (g * g <= a * b) by nra; nra|].
  destruct (Rle_lt_dec g (sqrt (a * b))) as [O|O]; [exact O|]. assert (a * b < g * g) by nra. nra.
Qed.

(** ** Plausible wrong statements *)

(** That quotients of near numbers have the order of the numbers': 2 is within 1 of 1. *)
Example near_quotients_may_be_in_another_order : Rabs (1 - 2) <= 1 /\ 2 / 3 < 2 / 2 /\ 1 / 2 < 2 / 3.
Proof. rewrite Rabs_left by lra. lra. Qed.

(** That quotients of equal numerators or denominators alone can tie: log 4 / log 2 is log 9 / log 3. *)
Example different_numbers_may_have_one_quotient :
  let two_or_three (p q : Q) (b : Z) := if Z.eqb b 2 then p else q in
  polynomial_vanishes [2; 3]%Z (two_or_three 2%Q 0%Q) (two_or_three 1%Q 0%Q)
    (two_or_three 0%Q 2%Q) (two_or_three 0%Q 1%Q).
Proof. intros two_or_three p q [<-|[<-|[]]] [<-|[<-|[]]]; reflexivity. Qed.

(** * FloatTerms: x log2 x in binary64 of every whole float

    Counts of rounded weights are whole floats of up to 2^63.  The product with their logarithm,
    as it is programmed, does not overflow, and so no key of entropy does. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeKeys WholeFilter WholeCounts FloatLogarithm
  WholeEntropy ProgrammedLogarithm
  RoundedRows RoundedCounts RoundedEntropies RoundedFloats RoundedSums Gathered.
Import ListNotations.
Open Scope R_scope.

(** ** As a function of real numbers, as [RoundedEntropies] takes it *)

Definition log_float (y : R) : R := if Rle_dec y (IZR (2 ^ 70)) then B2R (logarithm (of_whole (Zfloor y)))
  else rnd (log2 y).

Lemma log2_at_least_0 n : (1 <= n)%Z -> 0 <= log2 (IZR n).
Proof. intros N. rewrite <- log2_1. apply log2_le; [lra|now apply IZR_le]. Qed.

Lemma log_float_is_near n : (1 <= n)%Z -> is_float (IZR n) -> is_float (log_float (IZR n)) /\
  Rabs (log_float (IZR n) - log2 (IZR n)) <= 8 * u * log2 (IZR n).
Proof.
  intros N F. assert (L0 := log2_at_least_0 n N). unfold log_float.
    destruct (Rle_dec (IZR n) (IZR (2 ^ 70))) as [L|L].
  - apply le_IZR in L. rewrite Zfloor_IZR. destruct (whole_of_any n ltac:(lia)) as [Fn En].
    rewrite (rnd_float _ F) in En.
    destruct (the_logarithm_of_a_whole_float (of_whole n) n Fn En ltac:(lia)) as (k & e & (E1 & E2 & E3) & _
      & E). rewrite E.
    now apply logarithm_of_a_whole_number_is_near.
  - split; [apply rnd_is_float|]. assert (U := u_pos). assert (B : 1 <= log2 (IZR n)).
    { assert (H2 : log2 2 = 1) by (unfold log2; field; assert (H := ln_2_positive); lra). rewrite <- H2.
      apply log2_le; [lra|].
      apply IZR_le. apply Rnot_le_lt, lt_IZR in L. lia. }
    assert (R := rnd_error (log2 (IZR n))). rewrite (Rabs_right (log2 (IZR n))) in R by lra.
    assert (0 <= u * log2 (IZR n)) by (apply Rmult_le_pos; lra).
      specialize (R ltac:(right; rewrite Rabs_right by lra; apply Rle_trans with 1;
      [change 1 with (bpow radix2 0); apply bpow_le; lia|exact B])). lra.
Qed.

Lemma strict (x : float64) : is_finite x = true -> B2R x <> 0 -> is_finite_strict x = true.
Proof. now destruct x. Qed.

Definition weight_times_logarithm (x : float64) : float64 :=
  times x (logarithm (if Bltb x (of_whole 1) then of_whole 1 else x)).

Theorem weight_times_logarithm_is x : whole_below 63 x -> is_finite (weight_times_logarithm x) = true /\
  B2R (weight_times_logarithm x) = float_phi log_float (B2R x) /\ 0 <= B2R (weight_times_logarithm x) <=
    power_of_two 70.
Proof.
  intros (Fx & (n & En) & Lx). assert (U := u_pos). destruct (of_whole_is 1) as [E1 F1]; [lia|].
  assert (Ln : (Z.abs n <= 2 ^ 63)%Z) by (apply le_IZR; rewrite abs_IZR, <- En; exact Lx).
  assert (Log : forall y k, is_finite y = true -> B2R y = IZR k -> (1 <= k <= 2 ^ 63)%Z ->
    is_finite (logarithm y) = true /\ B2R (logarithm y) = log_float (IZR k) /\
      0 <= B2R (logarithm y) <= 64 /\ (k = 1%Z -> B2R (logarithm y) = 0)).
  { intros y k Fy Ey K. destruct (the_logarithm_of_a_whole_float y k Fy Ey ltac:(lia)) as (h & e & (H1 & H2 &
    H3) & F & E).
    destruct (logarithm_of_a_whole_number_is_near k h e (proj1 K) H1 H2 H3) as [_ N]. rewrite <- E in N.
      split; [exact F|].
    assert (L0 := log2_at_least_0 k (proj1 K)). assert (L63 : log2 (IZR k) <= 63).
    { rewrite <- (log2_power 63). apply log2_le; [apply IZR_lt; lia|]. change (power_of_two 63) with (IZR (2
      ^ 63)).
        apply IZR_le. lia. }
    assert (u * log2 (IZR k) <= / 1000000 * log2 (IZR k)) by (apply Rmult_le_compat_r; lra).
      apply Rabs_le_inv in N.
    split; [|split; [lra|]].
    - unfold log_float. destruct (Rle_dec (IZR k) (IZR (2 ^ 70))) as [L|L]; [|exfalso; apply L, IZR_le; lia].
      rewrite Zfloor_IZR.
      do 2 f_equal. destruct (whole_of_any k ltac:(lia)) as [Fk Ek].
        assert (Fl : is_float (IZR k)) by (rewrite <- Ey; apply float64_is_float).
      rewrite (rnd_float _ Fl) in Ek. apply B2R_inj; [| |now rewrite Ek].
      + apply strict; [exact Fy|]. rewrite Ey. apply Rgt_not_eq, IZR_lt. lia.
      + apply strict; [exact Fk|]. rewrite Ek. apply Rgt_not_eq, IZR_lt. lia.
    - intros ->. rewrite log2_1 in *. lra. }
  assert (Go : forall y k, is_finite y = true -> B2R y = IZR k -> (1 <= k <= 2 ^ 63)%Z -> IZR k = Rmax (B2R
    x) 1 ->
    is_finite (times x (logarithm y)) = true /\ B2R (times x (logarithm y)) = float_phi log_float (B2R x) /\
      0 <= B2R (times x (logarithm y)) <= power_of_two 70).
  { intros y k Fy Ey K M. destruct (Log y k Fy Ey K) as (F & E & B & One).
    assert (P : 0 <= B2R x * B2R (logarithm y) <= power_of_two 69).
    { destruct (Rle_lt_dec 1 (B2R x)) as [G|G].
      - apply Rabs_le_inv in Lx. split; [apply Rmult_le_pos; lra|]. change 69%Z with (63 + 6)%Z.
        rewrite bpow_plus. change (power_of_two 6) with 64.
        apply Rmult_le_compat; lra.
      - rewrite Rmax_right in M by lra. apply eq_IZR in M. rewrite (One M), Rmult_0_r.
        split; [lra|apply bpow_ge_0]. }
    destruct (rounded_is_small _ 70 ltac:(lia) (conj (proj1 P) (Rle_trans _ _ _ (proj2 P) (bpow_le radix2 69
      70 ltac:(lia))))) as [R S].
    destruct (times_rounds x (logarithm y) Fx F S) as [Et Ft]. split; [exact Ft|]. rewrite Et.
      split; [|exact R].
    unfold float_phi. now rewrite <- M, <- E. }
  unfold weight_times_logarithm. rewrite Bltb_correct, E1 by assumption.
    destruct (Rlt_bool_spec (B2R x) 1) as [L|L].
  - apply (Go (of_whole 1) 1%Z F1 E1); [lia|]. now rewrite Rmax_right by lra.
  - apply (Go x n Fx En); [|now rewrite Rmax_left, En]. rewrite En in L. apply le_IZR in L. lia.
Qed.

(** Of any float that is 1 or at least 2, whole or not. *)
Theorem weight_times_logarithm_is_near x : is_finite x = true -> B2R x = 1 \/ 2 <= B2R x ->
  B2R x <= power_of_two 64 ->
  is_finite (weight_times_logarithm x) = true /\
  Rabs (B2R (weight_times_logarithm x) - phi (B2R x)) <= 9.1 * u * phi (B2R x).
Proof.
  intros Fx X L64. assert (U := u_pos). destruct (of_whole_is 1) as [E1 F1]; [lia|].
  assert (X1 : 1 <= B2R x <= IZR (2 ^ 70)).
  { split; [lra|]. apply Rle_trans with (1 := L64). apply (bpow_le radix2 64 70). lia. }
  destruct (the_logarithm_of_a_float x Fx X1) as (k & e & (H1 & H2 & H3) & F & E).
  destruct (logarithm_of_a_number_is_near (B2R x) k e X H1 H2 H3) as [_ N]. rewrite <- E in N.
  unfold weight_times_logarithm. rewrite Bltb_correct, E1, Rlt_bool_false, phi_above by (trivial; lra).
  assert (Lg : 0 <= log2 (B2R x) <= 64).
  { rewrite <- log2_1, <- (log2_power 64). split; apply log2_le; lra. }
  assert (u * log2 (B2R x) <= / 1000000 * log2 (B2R x)) by (apply Rmult_le_compat_r; lra).
  assert (Hl : holds (logarithm x) (B2R (logarithm x)) 7).
  { split; [exact F|]. split; [reflexivity|]. change (bpow radix2 7) with 128. apply Rabs_le_inv in N.
    apply Rabs_le. lra. }
  assert (Hx : holds x (B2R x) 64) by (repeat split; trivial; rewrite Rabs_right; lra).
  destruct (times_holds _ _ _ _ 64 7 71 Hx Hl ltac:(lia) ltac:(lia)) as (Ft & -> & _). split; [exact Ft|].
  destruct X as [O|X]; [|now apply product_is_near].
  unfold bits. rewrite O, log2_1, !Rmult_1_l, rnd_float in * by apply float64_is_float. lra.
Qed.

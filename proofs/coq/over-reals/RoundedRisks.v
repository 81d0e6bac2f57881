(** * RoundedRisks: the whole numbers that the pass computes with are less than 2 units off the risks

    The unit is 2^-s.  A shift and a division round down; a residual sum of squares is the difference of two
    such; a sum of logarithms is enclosed first, to within one unit. *)
From Coq Require Import ZArith Lia.
From Flocq Require Import Core.
From DtreesReals Require Import Numbers Keys.
Open Scope R_scope.

Section Shift.
  Variable s : Z.
  Hypothesis shift : (0 <= s)%Z.

  Definition unit : R := bpow radix2 (- s).

  Lemma over_the_unit x : x / unit = x * IZR (2 ^ s).
  Proof.
    unfold unit, Rdiv. rewrite bpow_opp, Rinv_inv. f_equal. change 2%Z with (radix_val radix2). symmetry.
      now apply IZR_Zpower.
  Qed.

  (** [(n << s) // d] is the quotient in units, rounded down. *)
  Lemma shifted_quotient_is_the_floor n d : (0 < d)%Z -> (Z.shiftl n s / d = Zfloor (IZR n / IZR d / unit))%Z.
  Proof.
    intros P. rewrite over_the_unit, Z.shiftl_mul_pow2, <- Zfloor_div by lia. f_equal. rewrite mult_IZR.
      unfold Rdiv. ring.
  Qed.

  Theorem a_shifted_quotient_is_near n d : (0 < d)%Z ->
    within 2 (IZR n / IZR d / unit) (IZR (Z.shiftl n s / d)).
  Proof.
    intros P. rewrite shifted_quotient_is_the_floor by exact P. set (x := IZR n / IZR d / unit).
    assert (L := Zfloor_lb x). assert (U := Zfloor_ub x). split; lra.
  Qed.

  (** The squares, [a / b], less the square of the sum divided by the weight, each rounded down. *)
  Theorem a_difference_of_floors_is_near a b mean : (0 < b)%Z ->
    within 2 ((IZR a / IZR b - mean) / unit) (IZR (Z.shiftl a s / b - Zfloor (mean / unit))).
  Proof.
    intros P. rewrite shifted_quotient_is_the_floor, minus_IZR by exact P. set (x := IZR a / IZR b / unit).
    replace ((IZR a / IZR b - mean) / unit) with (x - mean / unit) by (unfold x, Rdiv; ring).
    assert (L := Zfloor_lb x). assert (U := Zfloor_ub x). assert (M := Zfloor_lb (mean / unit)).
      assert (V := Zfloor_ub (mean / unit)).
    split; lra.
  Qed.

  (** The lower end of an enclosure at most a unit wide, or of no width. *)
  Theorem an_end_of_a_narrow_enclosure_is_near low high x : low <= x <= high ->
    (high - low) * IZR (2 ^ s) <= 1 ->
    within 2 (x / unit) (IZR (Zfloor (low / unit))).
  Proof.
    intros [A B] W. assert (P : 0 < IZR (2 ^ s)) by (apply IZR_lt, Z.pow_pos_nonneg; lia).
    rewrite !over_the_unit. assert (L := Zfloor_lb (low * IZR (2 ^ s))).
      assert (U := Zfloor_ub (low * IZR (2 ^ s))).
    assert (low * IZR (2 ^ s) <= x * IZR (2 ^ s)) by (apply Rmult_le_compat_r; lra).
    assert (x * IZR (2 ^ s) <= high * IZR (2 ^ s)) by (apply Rmult_le_compat_r; lra). split; lra.
  Qed.
End Shift.

(** ** A plausible wrong statement

    That any end of an enclosure will do: 0 and 3 enclose 3, and are 3 units apart. *)
Example an_end_of_a_wide_enclosure_may_be_far : 0 <= 3 <= 3 /\
  ~ within 2 (3 / unit 0) (IZR (Zfloor (0 / unit 0))).
Proof.
  split; [lra|]. rewrite !over_the_unit by lia. change (2 ^ 0)%Z with 1%Z. rewrite Rmult_0_l.
    change 0 with (IZR 0) at 1. rewrite Zfloor_IZR.
  intros [A B]. lra.
Qed.

(** * Estimates: the float that goes with a sum, and its error

    A weighted sum of numbers that floats are near is near the float that is computed of them:
    the step of theorem 14.3, where nothing under- or overflows.  Level by level the errors stated
    are too small by a factor at the most, and twice the error tells the sign. *)
From Coq Require Import Reals Lra Lia List.
From Dtrees Require Import Entropy.
Import ListNotations.
Open Scope R_scope.

(** A part: its weight and the float of that; its number, the float of that, and the error stated;
    and the float of the product. *)
Record part : Type := { w : R; v : R; x : R; m : R; e : R; p : R }.

Section Step.
  Variable u factor : R.
  Hypothesis unit_is_small : 0 < u <= / 8.
  Hypothesis factor_at_least_1 : 1 <= factor.

  Definition rounded_part (t : part) : Prop :=
    Rabs (w t - v t) <= u * Rabs (v t) /\ Rabs (p t - v t * m t) <= u * Rabs (p t) /\
    Rabs (x t - m t) <= factor * e t.

  Definition magnitude (parts : list part) : R := sumR (fun t => Rabs (p t)) parts.
  Definition passed_on (parts : list part) : R := sumR (fun t => Rabs (v t) * e t) parts.

  Lemma a_part_is_near t : rounded_part t ->
    Rabs (p t - w t * x t) <= factor * (1 + u) * (Rabs (v t) * e t) + (2 * u + u * u) * Rabs (p t).
  Proof.
    intros (W & P & X).
    replace (p t - w t * x t) with (p t - v t * m t + (v t * (m t - x t) + (v t - w t) * m t + (v t - w t) *
      (x t - m t))) by ring.
    assert (Vm : Rabs (v t) * Rabs (m t) <= (1 + u) * Rabs (p t)).
    { rewrite <- Rabs_mult. replace (v t * m t) with (p t - (p t - v t * m t)) by ring.
      unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
    eapply Rle_trans; [apply Rabs_triang|].
    assert (T := Rabs_triang (v t * (m t - x t) + (v t - w t) * m t) ((v t - w t) * (x t - m t))).
    assert (S := Rabs_triang (v t * (m t - x t)) ((v t - w t) * m t)). rewrite !Rabs_mult in *.
    rewrite (Rabs_minus_sym (m t) (x t)) in *. rewrite (Rabs_minus_sym (v t) (w t)) in *.
    assert (A := Rabs_pos (v t)). assert (B := Rabs_pos (m t)). assert (C := Rabs_pos (x t - m t)).
    assert (D : Rabs (v t) * Rabs (x t - m t) <= Rabs (v t) * (factor * e t)) by now apply Rmult_le_compat_l.
    assert (F : Rabs (w t - v t) * Rabs (m t) <= u * Rabs (v t) * Rabs (m t)) by now apply Rmult_le_compat_r.
    assert (G : Rabs (w t - v t) * Rabs (x t - m t) <= u * Rabs (v t) * Rabs (x t - m t)) by now apply
      Rmult_le_compat_r.
    nra.
  Qed.

  (** [s] is the float of the sum of the products, in any order ([Rounding.a_sum_in_any_order_is_near]). *)
  Theorem a_weighted_sum_of_estimates_is_near parts s : parts <> [] -> (forall t, In t parts ->
    rounded_part t) ->
    Rabs (s - sumR p parts) <= (INR (length parts) - 1) * u * magnitude parts ->
    Rabs (sumR (fun t => w t * x t) parts - s) <=
      factor * (1 + u) * (passed_on parts + 8 * INR (length parts) * u * magnitude parts).
  Proof.
    intros Ne H S.
    assert (N : 1 <= INR (length parts)) by (apply (le_INR 1); destruct parts; [easy|simpl; lia]).
    assert (M : 0 <= magnitude parts) by (apply sumR_nonneg; intros t _; apply Rabs_pos).
    assert (E : Rabs (sumR (fun t => w t * x t) parts - sumR p parts) <=
      factor * (1 + u) * passed_on parts + (2 * u + u * u) * magnitude parts).
    { clear S N Ne M. unfold passed_on, magnitude. induction parts as [|t parts IH]; simpl.
      - rewrite Rminus_0_r, Rabs_R0. lra.
      - assert (A := a_part_is_near t (H t (or_introl eq_refl))).
        assert (B := IH (fun r I => H r (or_intror I))).
        rewrite (Rabs_minus_sym (p t)) in A.
        replace (w t * x t + sumR (fun t => w t * x t) parts - (p t + sumR p parts))
          with (w t * x t - p t + (sumR (fun t => w t * x t) parts - sumR p parts)) by ring.
        eapply Rle_trans; [apply Rabs_triang|]. unfold passed_on, magnitude, sumR in *. lra. }
    replace (sumR (fun t => w t * x t) parts - s) with (sumR (fun t => w t * x t) parts - sumR p parts +
      (sumR p parts - s)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rabs_minus_sym (sumR p parts) s).
    assert (U : 0 <= u * magnitude parts) by (apply Rmult_le_pos; lra).
    assert (K : (2 * u + u * u) * magnitude parts + (INR (length parts) - 1) * u * magnitude parts <=
      8 * INR (length parts) * (u * magnitude parts)) by nra.
    assert (L : 8 * INR (length parts) * (u * magnitude parts) <= factor * (1 + u) * (8 * INR (length parts)
      * (u * magnitude parts))).
    { rewrite <- (Rmult_1_l (8 * INR (length parts) * (u * magnitude parts))) at 1.
      apply Rmult_le_compat_r; nra. }
    lra.
  Qed.
End Step.

(** As long as the factors come to 2 at the most, twice the error tells the sign. *)
Theorem twice_the_error_tells_the_sign number float error : Rabs (number - float) <= 2 * error ->
  2 * error < Rabs float ->
  (0 < float -> 0 < number) /\ (float < 0 -> number < 0).
Proof. unfold Rabs. destruct (Rcase_abs (number - float)), (Rcase_abs float); lra. Qed.

(** A plausible wrong statement: that exact parts have an exact sum, so that none needs an error.
    The product of the float of a third and 1 is off by what the float is. *)
Example a_rounded_weight_is_an_error : let third := / 3 + / 100 in Rabs (/ 3 - third) = / 100 /\
  Rabs (/ 3 * 1 - third * 1) = / 100.
Proof. intros third. unfold third. split; rewrite Rabs_left; lra. Qed.

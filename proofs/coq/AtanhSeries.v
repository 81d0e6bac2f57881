(** * AtanhSeries: the series of the logarithm, what is left of it, and ln 2 to sixteen digits *)
From Coq Require Import Reals Lra Lia.
From Flocq Require Import Core.
From Dtrees Require Import Entropy.
Open Scope R_scope.

Fixpoint series (n : nat) (s : R) : R :=
  match n with O => 0 | S n => series n s + s ^ (2 * n + 1) / (2 * INR n + 1) end.

Fixpoint slope (n : nat) (s : R) : R := match n with O => 0 | S n => slope n s + s ^ (2 * n) end.

Lemma slope_is n s : (1 - s * s) * slope n s = 1 - s ^ (2 * n).
Proof.
  induction n as [|n IH]; [simpl; ring|]. cbn [slope]. rewrite Rmult_plus_distr_l, IH.
  replace (2 * S n)%nat with (2 * n + 2)%nat by lia. rewrite pow_add. simpl. ring.
Qed.

Lemma series_derives n s : derivable_pt_lim (series n) s (slope n s).
Proof.
  induction n as [|n IH]; [apply derivable_pt_lim_const|]. cbn [slope].
  apply (derivable_pt_lim_plus (series n) (fun s : R => s ^ (2 * n + 1)%nat / (2 * INR n + 1))); [exact IH|].
  assert (N : 0 < 2 * INR n + 1) by (assert (H := pos_INR n); lra).
  replace (s ^ (2 * n)) with ((INR (2 * n + 1)%nat * s ^ Nat.pred (2 * n + 1)) * / (2 * INR n + 1) + s ^ (2 *
    n + 1) * 0).
  - apply (derivable_pt_lim_mult (fun s : R => s ^ (2 * n + 1)%nat) (fun _ => / (2 * INR n + 1))).
    + apply derivable_pt_lim_pow.
    + apply derivable_pt_lim_const.
  - replace (Nat.pred (2 * n + 1)) with (2 * n)%nat by lia. rewrite plus_INR, mult_INR. simpl (INR 2).
    simpl (INR 1). field. lra.
Qed.

Lemma series_odd n s : series n (- s) = - series n s.
Proof.
  induction n as [|n IH]; simpl; [ring|]. rewrite IH. replace (n + (n + 0) + 1)%nat with (S (2 * n)) by lia.
  simpl. replace ((- s) ^ (n + (n + 0))) with (s ^ (n + (n + 0))); [field; assert (H := pos_INR n); lra|].
  replace (n + (n + 0))%nat with (2 * n)%nat by lia. rewrite !pow_mult. f_equal. ring.
Qed.

Definition atanh2 (s : R) : R := ln (1 + s) - ln (1 - s).

Lemma one_plus c : derivable_pt_lim (fun s => 1 + s) c 1.
Proof.
  assert (H := derivable_pt_lim_plus (fun _ => 1) id c 0 1 (derivable_pt_lim_const 1 c)
    (derivable_pt_lim_id c)).
  rewrite Rplus_0_l in H. exact H.
Qed.

Lemma one_minus c : derivable_pt_lim (fun s => 1 - s) c (-1).
Proof.
  assert (H := derivable_pt_lim_minus (fun _ => 1) id c 0 1 (derivable_pt_lim_const 1 c)
    (derivable_pt_lim_id c)).
  replace (0 - 1) with (-1) in H by ring. exact H.
Qed.

Lemma series_from_below n s : 0 <= s < 1 ->
  0 <= atanh2 s - 2 * series n s <= 2 * s ^ (2 * n + 1) / (1 - s * s).
Proof.
  intros [P L]. destruct P as [P|<-].
  2:{ unfold atanh2. rewrite Rplus_0_r, Rminus_0_r. replace (series n 0) with 0.
      - rewrite pow_add. simpl. unfold Rdiv. rewrite !Rmult_0_r, !Rmult_0_l, ln_1. lra.
      - induction n as [|n IH]; simpl; [reflexivity|]. rewrite <- IH, pow_add. simpl. unfold Rdiv. ring. }
  destruct (MVT_cor2 (fun s => atanh2 s - 2 * series n s)
    (fun s => (/ (1 + s) * 1 - / (1 - s) * -1) - 2 * slope n s) 0 s P) as (c & E & C).
  { intros c C. apply (derivable_pt_lim_minus atanh2 (fun s => 2 * series n s));
      [|apply derivable_pt_lim_scal, series_derives].
    apply (derivable_pt_lim_minus (fun s => ln (1 + s)) (fun s => ln (1 - s))).
    - apply (derivable_pt_lim_comp (fun s => 1 + s) ln); [apply one_plus|apply derivable_pt_lim_ln; lra].
    - apply (derivable_pt_lim_comp (fun s => 1 - s) ln); [apply one_minus|apply derivable_pt_lim_ln; lra]. }
  assert (Z0 : atanh2 0 - 2 * series n 0 = 0).
  { unfold atanh2. rewrite Rplus_0_r, Rminus_0_r. replace (series n 0) with 0; [ring|].
    clear. induction n as [|n IH]; simpl; [reflexivity|]. rewrite <- IH, pow_add. simpl. unfold Rdiv. ring. }
  rewrite Z0, !Rminus_0_r in E. rewrite E.
  assert (Cc : 0 < 1 - c * c) by nra. assert (Ss : 0 < 1 - s * s) by nra.
  assert (F : / (1 + c) * 1 - / (1 - c) * -1 - 2 * slope n c = 2 * c ^ (2 * n) / (1 - c * c)).
  { apply Rmult_eq_reg_r with (1 - c * c); [|lra].
    replace ((/ (1 + c) * 1 - / (1 - c) * -1 - 2 * slope n c) * (1 - c * c)) with (2 - 2 * ((1 - c * c) *
      slope n c)) by (field; lra).
    rewrite slope_is. field. lra. }
  rewrite F. assert (Pc : 0 <= c ^ (2 * n)) by (apply pow_le; lra).
  assert (Lc : c ^ (2 * n) <= s ^ (2 * n)) by (apply pow_incr; lra).
  assert (Ic : 0 < / (1 - c * c)) by now apply Rinv_0_lt_compat.
  assert (Il : / (1 - c * c) <= / (1 - s * s)) by (apply Rinv_le_contravar; nra).
  split; [repeat apply Rmult_le_pos; lra|]. unfold Rdiv. rewrite pow_add. simpl (s ^ 1).
  replace (2 * (s ^ (2 * n) * (s * 1)) * / (1 - s * s)) with (2 * (s ^ (2 * n) * / (1 - s * s)) * s) by ring.
  apply Rmult_le_compat_r; [lra|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  apply Rmult_le_compat; lra.
Qed.

Theorem the_series_is_near n s : Rabs s < 1 ->
  Rabs (atanh2 s - 2 * series n s) <= 2 * Rabs s ^ (2 * n + 1) / (1 - s * s).
Proof.
  intros A. destruct (Rle_lt_dec 0 s) as [P|N].
  - rewrite (Rabs_right s) in * by lra. destruct (series_from_below n s ltac:(lra)). rewrite Rabs_right; lra.
  - rewrite (Rabs_left s) in * by lra. destruct (series_from_below n (- s) ltac:(lra)) as [B C].
    assert (E : atanh2 (- s) - 2 * series n (- s) = - (atanh2 s - 2 * series n s)).
    { rewrite series_odd. unfold atanh2. replace (1 + - s) with (1 - s) by ring.
      replace (1 - - s) with (1 + s) by ring. ring. }
    rewrite E in B, C. rewrite Rabs_left1 by lra. replace (- s * - s) with (s * s) in C by ring. lra.
Qed.

Lemma ln_2_bounds : 693147180559945309 / 1000000000000000000 <= ln 2 <= 693147180559945310 /
  1000000000000000000.
Proof.
  assert (H := the_series_is_near 20 (/ 3) ltac:(rewrite Rabs_right; lra)).
  rewrite (Rabs_right (/ 3)) in H by lra. apply Rabs_le_inv in H.
  assert (E : atanh2 (/ 3) = ln 2).
  { unfold atanh2. rewrite <- (Rplus_0_r (ln 2)), <- ln_1. replace 2 with ((1 + / 3) / (1 - / 3)) by field.
    unfold Rdiv. rewrite ln_mult, ln_Rinv, ln_1 by (try apply Rinv_0_lt_compat; lra). ring. }
  assert (S : series 20 (/ 3) = 26056226121164756724643012247584 /
    75182376418571730210283091385675) by (cbn [series INR pow Nat.mul Nat.add]; field).
  assert (T : 2 * (/ 3) ^ (2 * 20 + 1) / (1 - / 3 * / 3) = 9 / 4 / IZR (3 ^ 41)) by (cbn [pow Nat.mul
    Nat.add]; change (3 ^ 41)%Z with 36472996377170786403%Z; field).
  change (3 ^ 41)%Z with 36472996377170786403%Z in T. rewrite E, S, T in H. lra.
Qed.

(** ** A plausible wrong statement

    That few terms will do: of ln 2, at s = 1/3, two terms miss the third digit. *)
Example two_terms_of_the_series_are_not_enough : 2 * series 2 (/ 3) < 692 / 1000 < ln 2.
Proof.
  assert (E : series 2 (/ 3) = 28 / 81) by (cbn [series INR pow Nat.mul Nat.add]; field). rewrite E.
  assert (H := ln_2_bounds). lra.
Qed.

(** * SmallChildren: whether a child of rounded weight reaches min_leaf

    As programmed: [least] is the float of min_leaf in units, [slack] that of a bound on the sums' error and
      of [2 u] times [least], and
    the smallest child's float is taken from [least].
      What is left is more than [slack], less than minus that, or neither: then the
    child is too small, or no child is, or the node goes by the book. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter RoundedRows.
Import ListNotations.
Open Scope R_scope.

Section Child.
  (** [e] bounds the error of the node's sums, [off] is the largest such bound of a level;
      children are no lighter than 7 times [e]. *)
  Variables e off least min_leaf : R.
  Hypothesis floats : is_float off /\ is_float least.
  Hypothesis bounds : 1 <= e <= off.
  Hypothesis near : 0 <= least /\ Rabs (least - min_leaf) <= u * least.
  Definition slack : R := rnd (off + rnd (2 * u * least)).

  Lemma slack_is_enough : 7 / 2 * e <= least -> e + u * least <= slack.
  Proof.
    intros L. assert (U := u_pos). destruct floats as [Fo Fl].
      assert (P : 0 < u * least) by (apply Rmult_lt_0_compat; lra).
    assert (Z : bpow radix2 (-1022) <= 2 * u * least).
    { apply Rle_trans with u; [rewrite u_is_a_power; apply bpow_le; lia|].
      assert (u * 1 <= u * least) by (apply Rmult_le_compat_l; lra). lra. }
    assert (R := rnd_error (2 * u * least) ltac:(right; rewrite Rabs_right; lra)).
      rewrite (Rabs_right (2 * u * least)) in R by lra.
    set (r := rnd (2 * u * least)) in *. apply Rabs_le_inv in R. set (x := u * least) in *.
      replace (2 * u * least) with (2 * x) in * by (unfold x; ring).
    assert (ux : 0 <= u * x <= / 1000000 * x) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (xl : x <= / 1000000 * least) by (apply Rmult_le_compat_r; lra).
    assert (S := sum_error off r Fo (rnd_is_float _)). rewrite (Rabs_right (off + r)) in S by lra.
      change (rnd (off + r)) with slack in S. apply Rabs_le_inv in S.
    assert (A : u * (off + r) <= u * (off + 3 * x)) by (apply Rmult_le_compat_l; lra).
    destruct (Rle_lt_dec off (least / 2)) as [B|B].
    - assert (u * off <= u * (least / 2)) by (apply Rmult_le_compat_l; lra). unfold x in *. lra.
    - assert (u * off <= / 1000000 * off) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Lemma differences x y : slack < rnd (x - y) -> slack < x - y.
  Proof.
    intros H. apply Rnot_le_lt. intros L. apply rnd_le in L.
      rewrite (rnd_float slack) in L by apply rnd_is_float. lra.
  Qed.

  (** A child, and its float. *)
  Variables w v : R.
  Hypothesis child : Rabs (w - v) <= e /\ 7 * e <= v.

  Theorem what_is_too_small : slack < rnd (least - v) -> w < min_leaf.
  Proof.
    intros H. apply differences in H. assert (U := u_pos). destruct child as [C V]. destruct near as [L N].
    assert (S0 : 0 <= slack).
    { unfold slack. rewrite <- rnd_0. apply rnd_le. assert (0 <= rnd (2 * u * least)); [|lra].
      rewrite <- rnd_0. apply rnd_le. repeat apply Rmult_le_pos; lra. }
    assert (S := slack_is_enough ltac:(lra)). apply Rabs_le_inv in C, N. lra.
  Qed.

  (** So with the floats of all children, of which the smallest is no less. *)
  Theorem what_is_large_enough smallest : smallest <= v -> slack < rnd (smallest - least) -> min_leaf <= w.
  Proof.
    intros B H. apply differences in H. assert (U := u_pos). destruct child as [C V]. destruct near as [L N].
      apply Rabs_le_inv in C, N.
    assert (uL : u * least <= / 1000000 * least) by (apply Rmult_le_compat_r; lra).
    destruct (Rle_lt_dec (7 / 2 * e) least) as [G|G]; [assert (S := slack_is_enough G)|]; lra.
  Qed.
End Child.

(** ** Examples, and a plausible wrong statement

    A bound of 1000 units, and a min_leaf of 2^59 + 1024: at 2^59 floats are 128 apart. *)
Example what_is_too_small_applies : let least := IZR (2 ^ 59 + 1024) in 2 ^ 59 + 8 < least.
Proof.
  intros least. assert (U := u_pos). assert (Fl : is_float least).
  { unfold least. replace (2 ^ 59 + 1024)%Z with (4503599627370504 * 2 ^ 7)%Z by reflexivity.
    rewrite mult_IZR.
    change (IZR (2 ^ 7)) with (bpow radix2 7). apply Mult_error.mult_bpow_exact_FLT; [apply whole_is_float;
      lia|].
    assert (M := mag_ge_bpow radix2 4503599627370504 10).
      specialize (M ltac:(rewrite Rabs_right by lra; simpl; lra)). lia. }
  assert (El : least = 576460752303424512) by (unfold least; apply f_equal; reflexivity).
  assert (E59 : 2 ^ 59 = IZR (2 ^ 59)) by (simpl; lra). rewrite E59.
  apply (what_is_too_small 64 700 least least (conj (whole_is_float 700 ltac:(lia)) Fl) ltac:(lra)) with (v
    := IZR (2 ^ 59)).
  - split; [rewrite El; lra|]. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
    apply Rmult_le_pos; rewrite ?El; lra.
  - change (IZR (2 ^ 59)) with 576460752303423488. split; [rewrite Rabs_right; lra|lra].
  - replace (least - IZR (2 ^ 59)) with (IZR 1024) by (rewrite El;
    change (IZR (2 ^ 59)) with 576460752303423488; lra).
    rewrite rnd_whole by lia. unfold slack. apply Rle_lt_trans with (rnd 900);
      [|rewrite (rnd_whole 900) by lia; lra].
    apply rnd_le. assert (rnd (2 * u * least) <= rnd 200); [|rewrite (rnd_whole 200) in * by lia; lra].
    apply rnd_le. rewrite El. unfold u. lra.
Qed.

(** That it does to compare a child with the float of min_leaf less the slack,
    and then its distance from min_leaf with the slack: what is
    left of min_leaf may round down to the child, 1024 units below it. *)
Example two_tests_leave_a_gap : let child := of_whole (2 ^ 59) in let least := of_whole (2 ^ 59 + 1024) in
  let slack := of_whole 1000 in
  Bltb child (minus least slack) = false /\ at_least slack (Babs (minus child least)) = false /\
    (2 ^ 59 + 1000 < 2 ^ 59 + 1024)%Z.
Proof. repeat split; vm_compute; reflexivity. Qed.

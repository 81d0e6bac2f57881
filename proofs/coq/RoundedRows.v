(** * RoundedRows: how far off keys are where weights and responses were rounded to a grid

    Rounded quantities have a dash.  [l] is what the lightest row weighs, [e] how far off a sum of
    weights may be, [8 e <= l]; [eT] how far off a sum of weighted responses.  What operations of float64
    round besides is not in these statements. *)
From Coq Require Import Reals Lra Lia List.
From Flocq Require Import Core.
From Dtrees Require Import Entropy.
Import ListNotations.
Open Scope R_scope.

Lemma product_at_most x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x * y) <= a * b.
Proof. intros A B. rewrite Rabs_mult. apply Rmult_le_compat; trivial; apply Rabs_pos. Qed.

Lemma add_at_most x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x + y) <= a + b.
Proof. intros A B. apply Rle_trans with (1 := Rabs_triang x y). lra. Qed.

(** ** Squared error *)

Section SquaredError.
  Variables W w v t T W' w' v' t' T' l e eT A : R.      (* the node's weight, the children's; the first's sum, the node's *)
  Hypothesis lightest : 0 < l /\ l <= w' /\ l <= v'.
  Hypothesis whole : W' = w' + v'.
  Hypothesis weights : Rabs (W - W') <= e /\ Rabs (w - w') <= e /\ Rabs (v - v') <= e.
  Hypothesis sums : Rabs (t - t') <= eT /\ Rabs (T - T') <= eT.
  Hypothesis magnitudes : Rabs t' <= A /\ Rabs T' <= A.
  Hypothesis light : 8 * e <= l.

  Lemma difference_is_near : Rabs ((W * t - w * T) - (W' * t' - w' * T')) <= 2 * W' * eT + 2 * A * e.
  Proof.
    destruct lightest as (L & Lw & Lv). destruct weights as (EW & Ew & _). destruct sums as (Et & ET). destruct magnitudes as (Mt & MT).
    assert (E0 : 0 <= e) by (apply Rle_trans with (2 := EW); apply Rabs_pos).
    assert (T0 : 0 <= eT) by (apply Rle_trans with (2 := Et); apply Rabs_pos).
    replace ((W * t - w * T) - (W' * t' - w' * T')) with
      ((W' * (t - t') + (W - W') * t' + (W - W') * (t - t')) + - (w' * (T - T') + (w - w') * T' + (w - w') * (T - T'))) by ring.
    apply Rle_trans with ((W' * eT + e * A + e * eT) + (w' * eT + e * A + e * eT)).
    - apply add_at_most; [|rewrite Rabs_Ropp]; repeat apply add_at_most; apply product_at_most; trivial;
        rewrite Rabs_right; lra.
    - assert (H : 2 * (e * eT) <= l * eT) by (apply Rle_trans with (2 * e * eT); [lra|apply Rmult_le_compat_r; lra]).
      assert (K : w' * eT + l * eT <= W' * eT) by (rewrite <- Rmult_plus_distr_r; apply Rmult_le_compat_r; lra). lra.
  Qed.

  Variables D D' d m : R.                             (* the difference [W t - w T], and what is computed of it *)
  Let kappa := D * D / (w * v).
  Let rounded := D' * D' / (w' * v').
  Hypothesis difference_near : Rabs (D - D') <= d.
  Hypothesis largest : rounded <= m.

  Theorem squared_key_of_rounded_rows_is_near :
    Rabs (kappa - rounded) <= 4 / 3 * (2 * d * sqrt (m / (l * W' / 2)) + d * d / (l * W' / 2)) + 5 / 2 * (e / l) * m.
  Proof.
    destruct lightest as (L & Lw & Lv). destruct weights as (EW & Ew & Ev).
    assert (E0 : 0 <= e) by (apply Rle_trans with (2 := EW); apply Rabs_pos).
    assert (D0 : 0 <= d) by (apply Rle_trans with (2 := difference_near); apply Rabs_pos).
    set (x := e / l).
    assert (X : 0 <= x <= / 8).
    { unfold x. split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, L]|].
      apply Rmult_le_reg_r with l; [exact L|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (Ex : e = x * l) by (unfold x; field; lra).
    assert (Share : forall a a', l <= a' -> Rabs (a - a') <= e -> (1 - x) * a' <= a <= (1 + x) * a').
    { intros a a' La Ea. assert (x * l <= x * a') by (apply Rmult_le_compat_l; lra).
      unfold Rabs in Ea. destruct (Rcase_abs (a - a')); lra. }
    assert (Sw := Share w w' Lw Ew). assert (Sv := Share v v' Lv Ev).
    set (q := w * v). set (q' := w' * v').
    assert (Q : (1 - x) * (1 - x) * q' <= q <= (1 + x) * (1 + x) * q').
    { unfold q, q'. replace ((1 - x) * (1 - x) * (w' * v')) with ((1 - x) * w' * ((1 - x) * v')) by ring.
      replace ((1 + x) * (1 + x) * (w' * v')) with ((1 + x) * w' * ((1 + x) * v')) by ring.
      assert (0 <= (1 - x) * w') by (apply Rmult_le_pos; lra). assert (0 <= (1 - x) * v') by (apply Rmult_le_pos; lra).
      split; apply Rmult_le_compat; lra. }
    assert (P : l * W' / 2 <= q').
    { unfold q'. rewrite whole. destruct (Rle_lt_dec w' v').
      - apply Rle_trans with (l * v'); [assert (l * w' <= l * v') by (apply Rmult_le_compat_l; lra); lra|].
        apply Rmult_le_compat_r; lra.
      - apply Rle_trans with (w' * l); [assert (l * v' <= l * w') by (apply Rmult_le_compat_l; lra); lra|].
        apply Rmult_le_compat_l; lra. }
    set (p := l * W' / 2) in *. assert (P0 : 0 < p) by (unfold p; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|lra]).
    assert (Q0 : 0 < q') by lra. assert (Q34 : 3 / 4 * q' <= q) by nra. assert (q0 : 0 < q) by lra.
    assert (r0 : 0 <= rounded) by (unfold rounded; fold q'; apply Rmult_le_pos; [apply Rle_0_sqr|apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (Er : D' * D' = rounded * q') by (unfold rounded; fold q'; field; lra).
    assert (Eq : kappa - rounded = (D * D - D' * D') / q + rounded * (q' / q - 1)).
    { rewrite Er. unfold kappa. fold q. field. lra. }
    assert (Iq : 0 < / q <= 4 / 3 * / q').
    { split; [now apply Rinv_0_lt_compat|]. apply Rmult_le_reg_r with (q * q'); [now apply Rmult_lt_0_compat|].
      replace (/ q * (q * q')) with q' by (field; lra). replace (4 / 3 * / q' * (q * q')) with (4 / 3 * q) by (field; lra). lra. }
    assert (Ip : / q' <= / p) by (apply Rinv_le_contravar; lra).
    assert (Root : Rabs D' * / q' <= sqrt (m / p)).
    { assert (H : Rabs D' * / q' = sqrt (rounded * / q')).
      { assert (0 < / q') by (apply Rinv_0_lt_compat; lra).
        rewrite <- (sqrt_Rsqr (Rabs D' * / q')) by (apply Rmult_le_pos; [apply Rabs_pos|lra]). f_equal. unfold Rsqr.
        replace (Rabs D' * / q' * (Rabs D' * / q')) with (Rabs D' * Rabs D' * / q' * / q') by ring.
        rewrite <- Rabs_mult, (Rabs_right (D' * D')) by (apply Rle_ge, Rle_0_sqr). rewrite Er. field. lra. }
      rewrite H. apply sqrt_le_1_alt. unfold Rdiv. apply Rmult_le_compat; trivial. apply Rlt_le, Rinv_0_lt_compat; lra. }
    assert (N : Rabs (D * D - D' * D') <= 2 * Rabs D' * d + d * d).
    { replace (D * D - D' * D') with (2 * D' * (D - D') + (D - D') * (D - D')) by ring.
      apply add_at_most; apply product_at_most; trivial. rewrite Rabs_mult, (Rabs_right 2) by lra. apply Rle_refl. }
    rewrite Eq. apply add_at_most.
    - unfold Rdiv at 1. rewrite Rabs_mult, (Rabs_right (/ q)) by lra.
      apply Rle_trans with ((2 * Rabs D' * d + d * d) * (4 / 3 * / q')).
      + apply Rmult_le_compat; trivial; [apply Rabs_pos|lra|lra].
      + replace ((2 * Rabs D' * d + d * d) * (4 / 3 * / q')) with (4 / 3 * (2 * d * (Rabs D' * / q') + d * d * / q')) by ring.
        apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat; [apply Rmult_le_compat_l; lra|].
        unfold Rdiv. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact Ip].
    - rewrite (Rmult_comm (5 / 2 * x)). apply product_at_most; [rewrite Rabs_right; lra|].
      assert (H : q' / q * q = q') by (field; lra). set (z := q' / q) in *. assert (Z : 0 < z) by (unfold z; apply Rmult_lt_0_compat; lra).
      assert (A1 : z * ((1 - x) * (1 - x)) <= 1).
      { apply Rmult_le_reg_r with q'; [lra|]. rewrite Rmult_assoc. apply Rle_trans with (z * q); [apply Rmult_le_compat_l; lra|lra]. }
      assert (A2 : 1 <= z * ((1 + x) * (1 + x))).
      { apply Rmult_le_reg_r with q'; [lra|]. rewrite Rmult_assoc. apply Rle_trans with (z * q); [lra|apply Rmult_le_compat_l; lra]. }
      clear - X Z A1 A2. apply Rabs_le.
      assert (U : 1 <= (1 + 5 / 2 * x) * ((1 - x) * (1 - x))) by nra.
      assert (V : (1 - 5 / 2 * x) * ((1 + x) * (1 + x)) <= 1) by nra.
      assert (P1 : 0 < (1 - x) * (1 - x)) by nra. assert (P2 : 0 < (1 + x) * (1 + x)) by nra.
      assert (L1 : z <= 1 + 5 / 2 * x) by (apply Rmult_le_reg_r with ((1 - x) * (1 - x)); lra).
      assert (L2 : 1 - 5 / 2 * x <= z) by (apply Rmult_le_reg_r with ((1 + x) * (1 + x)); lra). lra.
  Qed.
End SquaredError.

(** *** Of many children *)

(** A sum of [a |t|] is at most the roots of those of [a] and of [a t^2]. *)
Lemma cauchy {A} (a t : A -> R) l : (forall x, In x l -> 0 <= a x) ->
  0 <= sumR a l /\ 0 <= sumR (fun x => a x * (t x * t x)) l /\
  sumR (fun x => a x * Rabs (t x)) l <= sqrt (sumR a l) * sqrt (sumR (fun x => a x * (t x * t x)) l).
Proof.
  induction l as [|x l IH]; intros P; simpl; [rewrite sqrt_0; lra|].
  destruct IH as (M & S & C); [intros y I; apply P; now right|]. assert (Px := P x (or_introl eq_refl)).
  fold (sumR a l) (sumR (fun x => a x * (t x * t x)) l) (sumR (fun x => a x * Rabs (t x)) l) in *.
  assert (T : t x * t x = Rabs (t x) * Rabs (t x)) by (rewrite <- Rabs_mult; symmetry; apply Rabs_right, Rle_ge, Rle_0_sqr).
  rewrite T. assert (T0 := Rabs_pos (t x)). set (b := a x) in *. set (v := Rabs (t x)) in *.
  set (m := sumR a l) in *. set (s := sumR (fun x => a x * (t x * t x)) l) in *. set (c := sumR _ l) in *. clearbody b v m s c.
  assert (V : 0 <= v * v) by now apply Rmult_le_pos. assert (B : 0 <= b * (v * v)) by now apply Rmult_le_pos.
  split; [lra|]. split; [lra|]. rewrite <- sqrt_mult by lra.
  assert (Em := sqrt_sqrt m M). assert (Es := sqrt_sqrt s S). assert (Pm := sqrt_pos m). assert (Ps := sqrt_pos s).
  set (p := sqrt m) in *. set (q := sqrt s) in *. clearbody p q. subst m s.
  apply Rle_trans with (b * v + p * q); [lra|]. rewrite <- (sqrt_square (b * v + p * q)) by (apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra).
  apply sqrt_le_1_alt. assert (H : 0 <= b * ((p * v - q) * (p * v - q))) by (apply Rmult_le_pos; [exact Px|apply Rle_0_sqr]). lra.
Qed.

Section ManyChildren.
  (** Each child's sum and weight, and what they are rounded to. *)
  Record child : Type := { sum_of : R; weight_of : R; rounded_sum_of : R; rounded_weight_of : R }.
  Variables (children : list child) (W W' T T' l e eT : R).
  Hypothesis lightest : 0 < l /\ 0 <= e /\ 0 <= eT /\ 8 * e <= l /\ l <= W'.
  Hypothesis whole : Rabs (W - W') <= e /\ Rabs (T - T') <= eT.
  Hypothesis some : (1 <= length children)%nat.
  Hypothesis near : forall c, In c children -> l <= rounded_weight_of c /\ Rabs (weight_of c - rounded_weight_of c) <= e /\
    Rabs (sum_of c - rounded_sum_of c) <= eT.

  Let share (c : child) : R := W' / rounded_weight_of c.
  Definition many : R := INR (length children) * W' / l.
  Definition squares_of : R := sumR (fun c => W / weight_of c * (sum_of c * sum_of c)) children.
  Definition rounded_squares : R := sumR (fun c => share c * (rounded_sum_of c * rounded_sum_of c)) children.
  Hypothesis square_of_the_sum : T' * T' <= rounded_squares.       (* as T' is the sum of the children's: [squares_divided] *)

  Lemma shares c : In c children -> 0 < share c <= W' / l /\ Rabs (W / weight_of c - share c) <= 16 / 7 * (e / l) * share c.
  Proof.
    intros I. destruct (near c I) as (Lw & Ew & _). destruct lightest as (L & E & _ & Le & Lw'). destruct whole as [EW _].
    unfold share. set (w' := rounded_weight_of c) in *. set (w := weight_of c) in *. clearbody w w'.
    assert (P : 0 < / w' <= / l) by (split; [apply Rinv_0_lt_compat|apply Rinv_le_contravar]; lra).
    split; [unfold Rdiv; split; [apply Rmult_lt_0_compat; lra|apply Rmult_le_compat_l; lra]|].
    apply Rabs_le_inv in Ew, EW. set (x := e / l). assert (Ex : e = x * l) by (unfold x; field; lra).
    assert (X : 0 <= x <= / 8).
    { unfold x. split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, L]|]. apply Rmult_le_reg_r with l; [exact L|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (Xw : x * l <= x * w') by (apply Rmult_le_compat_l; lra). assert (XW : x * l <= x * W') by (apply Rmult_le_compat_l; lra).
    assert (Pw : 7 / 8 * w' <= w) by nra. assert (w0 : 0 < w) by lra.
    replace (W / w - W' / w') with ((W * w' - W' * w) * / (w * w')) by (field; lra).
    assert (Ip : 0 < / (w * w')) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra). rewrite Rabs_mult, (Rabs_right (/ (w * w'))) by lra.
    apply Rmult_le_reg_r with (w * w'); [apply Rmult_lt_0_compat; lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra.
    replace (16 / 7 * x * (W' / w') * (w * w')) with (16 / 7 * x * (W' * w)) by (field; lra).
    assert (A : Rabs (W * w' - W' * w) <= 2 * x * (W' * w')).
    { replace (W * w' - W' * w) with ((W - W') * w' + W' * (w' - w)) by ring.
      apply Rle_trans with (x * W' * w' + W' * (x * w')); [|lra].
      apply add_at_most; rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; try (rewrite Rabs_right; lra); apply Rabs_le; lra. }
    apply Rle_trans with (1 := A). assert (WW : W' * (7 / 8 * w') <= W' * w) by (apply Rmult_le_compat_l; lra).
    assert (0 <= x * (W' * w - W' * (7 / 8 * w'))) by (apply Rmult_le_pos; lra). lra.
  Qed.

  Theorem squared_key_of_many_rounded_rows_is_near :
    Rabs ((squares_of - T * T) - (rounded_squares - T' * T')) <=
    16 / 7 * (2 * eT * sqrt (rounded_squares * many) + eT * eT * many + e / l * rounded_squares).
  Proof.
    destruct lightest as (L & E & ET & Le & Lw). destruct whole as [_ DT].
    destruct (cauchy share rounded_sum_of children) as (M & S & C); [intros c I; now apply Rlt_le, shares|].
    fold rounded_squares in S, C. set (S' := rounded_squares) in *.
    assert (X : 0 <= e / l <= / 8).
    { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, L]|]. apply Rmult_le_reg_r with l; [exact L|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (One : 1 <= W' / l) by (apply Rmult_le_reg_r with l; [exact L|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
    assert (Mm : sumR share children <= many).
    { unfold many. clear - near lightest whole some. assert (H : forall k, incl k children -> sumR share k <= INR (length k) * W' / l).
      { induction k as [|c k IH]; intros I; [simpl; lra|]. cbn [length]. rewrite S_INR. change (sumR share (c :: k)) with (share c + sumR share k).
        assert (H := proj2 (proj1 (shares c (I c (or_introl eq_refl))))). assert (G := IH (fun y J => I y (or_intror J))). lra. }
      apply H, incl_refl. }
    assert (M1 : 1 <= many).
    { unfold many. apply le_INR in some. simpl (INR 1) in some. apply Rle_trans with (1 * (W' / l)); [lra|].
      unfold Rdiv in *. rewrite Rmult_assoc. apply Rmult_le_compat_r; lra. }
    set (root := sqrt (S' * many)). assert (R0 : 0 <= root) by apply sqrt_pos.
    assert (C' : sumR (fun c => share c * Rabs (rounded_sum_of c)) children <= root).
    { apply Rle_trans with (1 := C). rewrite <- sqrt_mult by trivial. apply sqrt_le_1_alt. rewrite Rmult_comm. apply Rmult_le_compat_l; trivial. }
    assert (Sq : Rabs T' <= root).
    { rewrite <- (sqrt_square (Rabs T')) by apply Rabs_pos. apply sqrt_le_1_alt. rewrite <- Rabs_mult, Rabs_right by apply Rle_ge, Rle_0_sqr.
      apply Rle_trans with (S' * 1); [lra|apply Rmult_le_compat_l; lra]. }
    assert (DS : Rabs (squares_of - S') <= 9 / 7 * (2 * eT * root + eT * eT * many) + 16 / 7 * (e / l) * S').
    { apply Rle_trans with (9 / 7 * (2 * eT * sumR (fun c => share c * Rabs (rounded_sum_of c)) children + eT * eT * sumR share children) + 16 / 7 * (e / l) * S').
      - unfold squares_of, S', rounded_squares.
        assert (H : forall k, incl k children ->
          Rabs (sumR (fun c => W / weight_of c * (sum_of c * sum_of c)) k - sumR (fun c => share c * (rounded_sum_of c * rounded_sum_of c)) k) <=
          9 / 7 * (2 * eT * sumR (fun c => share c * Rabs (rounded_sum_of c)) k + eT * eT * sumR share k) +
          16 / 7 * (e / l) * sumR (fun c => share c * (rounded_sum_of c * rounded_sum_of c)) k).
        { induction k as [|c k IH]; intros I; [simpl; rewrite Rminus_0_r, Rabs_R0; lra|].
          assert (G := IH (fun y J => I y (or_intror J))). clear IH. assert (Ic := I c (or_introl eq_refl)).
          destruct (shares c Ic) as [P D]. destruct (near c Ic) as (_ & _ & Dt).
          simpl. fold (sumR share k).
          match goal with |- Rabs (?x + ?a - (?y + ?b)) <= _ => replace (x + a - (y + b)) with ((x - y) + (a - b)) by ring; set (u := a - b) in *; set (v := x - y) end.
          assert (V : Rabs v <= 9 / 7 * (2 * eT * (share c * Rabs (rounded_sum_of c)) + eT * eT * share c) +
            16 / 7 * (e / l) * (share c * (rounded_sum_of c * rounded_sum_of c))).
          { unfold v. clear G v u. set (r := W / weight_of c) in *. set (r' := share c) in *. set (t := sum_of c) in *. set (t' := rounded_sum_of c) in *.
            replace (r * (t * t) - r' * (t' * t')) with (r * (2 * t' * (t - t') + (t - t') * (t - t')) + (r - r') * (t' * t')) by ring.
            assert (Rr : Rabs r <= 9 / 7 * r').
            { assert (16 / 7 * (e / l) * r' <= 2 / 7 * r') by (apply Rmult_le_compat_r; lra). apply Rabs_le_inv in D. apply Rabs_le. lra. }
            assert (T2 : 0 <= t' * t') by apply Rle_0_sqr.
            apply add_at_most.
            - rewrite Rabs_mult. apply Rle_trans with (9 / 7 * r' * (2 * Rabs t' * eT + eT * eT)); [|lra].
              apply Rmult_le_compat; try apply Rabs_pos; [exact Rr|]. apply add_at_most; apply product_at_most; trivial.
              rewrite Rabs_mult, (Rabs_right 2) by lra. apply Rle_refl.
            - rewrite Rabs_mult, (Rabs_right (t' * t')) by lra. rewrite <- (Rmult_assoc _ r'). apply Rmult_le_compat_r; trivial. }
          apply Rle_trans with (1 := Rabs_triang v u). lra. }
        apply H, incl_refl.
      - apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|]. apply Rplus_le_compat; apply Rmult_le_compat_l; trivial; [lra|apply Rle_0_sqr]. }
    assert (DD : Rabs (T * T - T' * T') <= 2 * eT * root + eT * eT * many).
    { replace (T * T - T' * T') with (2 * T' * (T - T') + (T - T') * (T - T')) by ring. apply add_at_most.
      - replace (2 * eT * root) with (2 * root * eT) by ring. apply product_at_most; trivial. rewrite Rabs_mult, (Rabs_right 2); lra.
      - apply Rle_trans with (eT * eT); [now apply product_at_most|]. rewrite <- (Rmult_1_r (eT * eT)) at 1. apply Rmult_le_compat_l; [apply Rle_0_sqr|exact M1]. }
    replace (squares_of - T * T - (S' - T' * T')) with ((squares_of - S') - (T * T - T' * T')) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra.
  Qed.
End ManyChildren.

(** ** Gini: a child's sum of N^2 / w *)

Definition weight_of_counts (c : list (R * R)) (side : R * R -> R) : R := sumR side c.
Definition squares_over (c : list (R * R)) (side : R * R -> R) : R := sumR (fun x => side x * side x) c / sumR side c.

Lemma squares_over_falls_at_most (c : list (R * R)) (one other : R * R -> R) e :
  (forall x, In x c -> 0 <= one x) -> 0 < sumR one c -> 0 < sumR other c ->
  sumR (fun x => Rabs (one x - other x)) c <= e ->
  squares_over c one - squares_over c other <= 2 * e.
Proof.
  intros P W V E. set (w := sumR one c) in *. set (v := sumR other c) in *. set (p := fun x => one x / w).
  set (s := sumR (fun x => p x * p x) c).
  assert (Ip : 0 < / w) by now apply Rinv_0_lt_compat.
  assert (Pp : forall x, In x c -> 0 <= p x <= 1).
  { intros x I. unfold p. split; [apply Rmult_le_pos; [now apply P|lra]|]. apply Rmult_le_reg_r with w; [exact W|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. unfold w. clear - P I.
    induction c as [|y l IH]; [easy|]. simpl. assert (R := sumR_nonneg one l (fun z J => P z (or_intror J))).
    assert (0 <= one y) by (apply P; now left). destruct I as [->|I]; [lra|]. specialize (IH (fun z J => P z (or_intror J)) I). lra. }
  assert (Sp : sumR p c = 1).
  { unfold p. rewrite (sumR_ext _ (fun x => one x * / w)) by reflexivity. rewrite sumR_scale. fold w. field. lra. }
  assert (S : 0 <= s <= 1).
  { split; [apply sumR_nonneg; intros x I; apply Rle_0_sqr|]. rewrite <- Sp. apply sumR_le. intros x I.
    destruct (Pp x I). nra. }
  assert (One : squares_over c one = sumR (fun x => (2 * p x - s) * one x) c).
  { unfold squares_over. fold w. rewrite (sumR_ext (fun x => (2 * p x - s) * one x) (fun x => one x * one x * (2 / w) + one x * - s))
      by (intros x _; unfold p; field; lra).
    rewrite sumR_plus, !sumR_scale. fold w. unfold s. rewrite (sumR_ext (fun x => p x * p x) (fun x => one x * one x * / (w * w)))
      by (intros x _; unfold p; field; lra). rewrite sumR_scale. field. lra. }
  assert (Other : sumR (fun x => (2 * p x - s) * other x) c <= squares_over c other).
  { unfold squares_over. fold v. replace (sumR (fun x => other x * other x) c / v) with (sumR (fun x => other x * other x * / v) c)
      by (rewrite sumR_scale; reflexivity).
    assert (Iv : 0 < / v) by now apply Rinv_0_lt_compat.
    assert (Q : sumR (fun x => 2 * p x * other x + p x * p x * - v) c <= sumR (fun x => other x * other x * / v) c).
    { apply sumR_le. intros x _. assert (H := Rle_0_sqr (other x - p x * v)). unfold Rsqr in H.
      apply Rmult_le_reg_r with v; [exact V|]. replace (other x * other x * / v * v) with (other x * other x) by (field; lra). nra. }
    apply Rle_trans with (2 := Q). apply Req_le. rewrite sumR_plus, sumR_scale. fold s.
    rewrite (sumR_ext (fun x => (2 * p x - s) * other x) (fun x => 2 * p x * other x + other x * - s)) by (intros; ring).
    rewrite sumR_plus, sumR_scale. fold v. ring. }
  apply Rle_trans with (sumR (fun x => 2 * Rabs (one x - other x)) c).
  - rewrite One. apply Rle_trans with (sumR (fun x => (2 * p x - s) * one x) c - sumR (fun x => (2 * p x - s) * other x) c); [lra|].
    replace (sumR (fun x => (2 * p x - s) * one x) c - sumR (fun x => (2 * p x - s) * other x) c) with
      (sumR (fun x => (2 * p x - s) * one x + (2 * p x - s) * other x * -1) c) by (rewrite sumR_plus, sumR_scale; ring).
    apply sumR_le. intros x I. destruct (Pp x I). unfold Rabs. destruct (Rcase_abs (one x - other x)); nra.
  - rewrite (sumR_ext _ (fun x => Rabs (one x - other x) * 2)) by (intros; ring). rewrite sumR_scale. lra.
Qed.

(** The counts of a child off by [e] in all, its share of the key is off by [2 e]. *)
Theorem gini_of_rounded_counts_is_near (c : list (R * R)) e :
  (forall x, In x c -> 0 <= fst x /\ 0 <= snd x) -> 0 < sumR fst c -> 0 < sumR snd c ->
  sumR (fun x => Rabs (fst x - snd x)) c <= e ->
  Rabs (squares_over c fst - squares_over c snd) <= 2 * e.
Proof.
  intros P W V E. apply Rabs_le. split.
  - assert (H : squares_over c snd - squares_over c fst <= 2 * e); [|lra].
    apply squares_over_falls_at_most; trivial; [now apply P|].
    rewrite (sumR_ext _ (fun x => Rabs (fst x - snd x))); [exact E|]. intros x _. apply Rabs_minus_sym.
  - apply squares_over_falls_at_most; trivial. now apply P.
Qed.

(** ** Misclassification: the largest count *)

Definition largest_count (c : list (R * R)) (side : R * R -> R) : R := fold_right (fun x m => Rmax (side x) m) 0 c.

Theorem misclassification_of_rounded_counts_is_near c e : sumR (fun x => Rabs (fst x - snd x)) c <= e ->
  Rabs (largest_count c fst - largest_count c snd) <= e.
Proof.
  intros E. apply Rle_trans with (2 := E). clear E. unfold largest_count.
  induction c as [|(x, y) l IH]; simpl; [rewrite Rminus_diag_eq, Rabs_R0; lra|].
  assert (S0 := sumR_nonneg (fun x => Rabs (fst x - snd x)) l (fun _ _ => Rabs_pos _)).
  set (a := fold_right _ 0 l) in *. set (b := fold_right (fun x m => Rmax (snd x) m) 0 l) in *.
  unfold Rmax, Rabs in *. destruct (Rle_dec x a), (Rle_dec y b); repeat destruct Rcase_abs; lra.
Qed.

(** ** Entropy: the terms x log2 x *)

Definition bits (x : R) : R := x * log2 x.

Lemma bits_rise x y m : 1 <= x <= y -> y <= m -> 0 <= bits y - bits x <= (log2 m + / ln 2) * (y - x).
Proof.
  intros X M. assert (L := ln_2_positive). assert (I : 0 < / ln 2) by now apply Rinv_0_lt_compat.
  assert (Lx : 0 <= ln x) by (rewrite <- ln_1; destruct (Req_dec x 1) as [->|D]; [lra|apply Rlt_le, ln_increasing; lra]).
  assert (Lxy : ln x <= ln y) by (destruct (Req_dec x y) as [->|D]; [lra|apply Rlt_le, ln_increasing; lra]).
  assert (Lym : ln y <= ln m) by (destruct (Req_dec y m) as [->|D]; [lra|apply Rlt_le, ln_increasing; lra]).
  assert (Up : x * (ln y - ln x) <= y - x).
  { assert (Ix : 0 < / x) by (apply Rinv_0_lt_compat; lra).
    assert (Ed : ln (y / x) = ln y - ln x) by (unfold Rdiv; rewrite ln_mult, ln_Rinv by lra; ring). rewrite <- Ed.
    assert (H := exp_ineq1_le (ln (y / x))).
    rewrite exp_ln in H by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
    apply Rle_trans with (x * (y / x - 1)); [apply Rmult_le_compat_l; lra|]. apply Req_le. field. lra. }
  assert (Lo : 0 <= x * (ln y - ln x)) by (apply Rmult_le_pos; lra).
  assert (A : 0 <= (y - x) * ln y <= (y - x) * ln m) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]).
  unfold bits, log2. replace (y * (ln y / ln 2) - x * (ln x / ln 2)) with (((y - x) * ln y + x * (ln y - ln x)) * / ln 2) by (field; lra).
  replace ((ln m / ln 2 + / ln 2) * (y - x)) with (((y - x) * ln m + (y - x)) * / ln 2) by (field; lra).
  split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra].
Qed.

(** The terms of a key, of true and of rounded counts, both 0 or both from 1 to [m]: they are off by the slope
    times what the counts are. *)
Theorem entropy_of_rounded_counts_is_near (c : list (R * R)) m : 1 <= m ->
  (forall x y, In (x, y) c -> (x = 0 /\ y = 0) \/ (1 <= x <= m /\ 1 <= y <= m)) ->
  sumR (fun x => Rabs (bits (fst x) - bits (snd x))) c <= (log2 m + / ln 2) * sumR (fun x => Rabs (fst x - snd x)) c.
Proof.
  intros M H. induction c as [|(x, y) l IH]; simpl; [lra|]. assert (IH' := IH (fun a b I => H a b (or_intror I))).
  rewrite Rmult_plus_distr_l. apply Rplus_le_compat; [|exact IH'].
  destruct (H x y (or_introl eq_refl)) as [[-> ->]|[X Y]]; [rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity; lra|].
  destruct (Rle_lt_dec x y) as [L|L].
  - assert (B := bits_rise x y m ltac:(lra) ltac:(lra)). rewrite (Rabs_left1 (bits x - bits y)), (Rabs_left1 (x - y)); lra.
  - assert (B := bits_rise y x m ltac:(lra) ltac:(lra)). rewrite (Rabs_right (bits x - bits y)), (Rabs_right (x - y)); lra.
Qed.

(** The slope is less than [log2 W + 2], counts being at most 8/7 of the rounded weight. *)
Theorem the_slope_is_bounded W : 1 <= W -> log2 (8 / 7 * W) + / ln 2 <= log2 W + 2.
Proof.
  intros P. assert (L := ln_2_positive). assert (Ln : ln (8 / 7) <= / 7).
  { assert (H := exp_ineq1_le (ln (8 / 7))). rewrite exp_ln in H; lra. }
  assert (Two : 62 / 100 <= ln 2).
  { set (y := 845 / 1000). assert (H := exp_ineq1_le (ln y)). rewrite exp_ln in H by (unfold y; lra).
    assert (E : ln (y * y * (y * y)) = 4 * ln y) by (rewrite !ln_mult by (unfold y; try apply Rmult_lt_0_compat; lra); ring).
    assert (G : ln (/ 2) < ln (y * y * (y * y))) by (apply ln_increasing; unfold y; lra).
    rewrite ln_Rinv, E in G by lra.
    assert (Y : y = 845 / 1000) by reflexivity. clearbody y. lra. }
  unfold log2. rewrite ln_mult by lra. apply Rmult_le_reg_r with (ln 2); [lra|].
  replace (((ln (8 / 7) + ln W) / ln 2 + / ln 2) * ln 2) with (ln (8 / 7) + ln W + 1) by (field; lra).
  replace ((ln W / ln 2 + 2) * ln 2) with (ln W + 2 * ln 2) by (field; lra). lra.
Qed.

(** A child of at most half the weight adds at least its weight to W times the intrinsic value. *)
Theorem a_light_child_adds_its_weight W w : 0 < w -> 2 * w <= W -> w <= w * (log2 W - log2 w).
Proof.
  intros P H. assert (L := ln_2_positive). rewrite <- (Rmult_1_r w) at 1. apply Rmult_le_compat_l; [lra|].
  unfold log2. apply Rmult_le_reg_r with (ln 2); [exact L|].
  replace ((ln W / ln 2 - ln w / ln 2) * ln 2) with (ln W - ln w) by (field; lra).
  assert (G : ln (2 * w) <= ln W) by (destruct (Req_dec (2 * w) W) as [->|D]; [lra|apply Rlt_le, ln_increasing; lra]).
  rewrite ln_mult in G by lra. lra.
Qed.

(** ** A plausible wrong statement

    That every child adds its weight: one of 3 in 4 adds 3 (2 - log2 3), less than 3. *)
Example a_heavy_child_may_add_less_than_its_weight : 3 * (log2 4 - log2 3) < 3.
Proof.
  assert (L := ln_2_positive). assert (G : ln 2 < ln 3) by (apply ln_increasing; lra).
  assert (E : ln 4 = 2 * ln 2) by (replace 4 with (2 * 2) by ring; rewrite ln_mult by lra; ring).
  unfold log2. rewrite E. apply Rmult_lt_reg_r with (ln 2); [exact L|].
  replace (3 * (2 * ln 2 / ln 2 - ln 3 / ln 2) * ln 2) with (3 * (2 * ln 2 - ln 3)) by (field; lra). lra.
Qed.

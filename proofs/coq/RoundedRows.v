(** * RoundedRows: how far off keys are where weights and responses were rounded to a grid

    Rounded quantities have a dash.  [l] is what the lightest row weighs, [e] how far off a sum of
    weights may be, [8 e <= l]; [eT] how far off a sum of weighted responses.  What operations of float64
    round besides is counted in [RoundedKeys], [RoundedCounts] and [RoundedEntropies]. *)
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
  Variables W w v t T W' w' v' t' T' l e eT A : R.  (* the node's weight, the children's; their sums *)
  Hypothesis lightest : 0 < l /\ l <= w' /\ l <= v'.
  Hypothesis whole : Rabs (W' - (w' + v')) <= e.          (* v' is W' less w', rounded *)
  Hypothesis weights : Rabs (W - W') <= e /\ Rabs (w - w') <= e /\ Rabs (v - v') <= e.
  Hypothesis sums : Rabs (t - t') <= eT /\ Rabs (T - T') <= eT.
  Hypothesis magnitudes : Rabs t' <= A /\ Rabs T' <= A.
  Hypothesis light : 8 * e <= l.

  Lemma difference_is_near : Rabs ((W * t - w * T) - (W' * t' - w' * T')) <= 2 * W' * eT + 2 * A * e.
  Proof.
    destruct lightest as (L & Lw & Lv). destruct weights as (EW & Ew & _). destruct sums as (Et & ET).
    destruct magnitudes as (Mt & MT).
    assert (E0 : 0 <= e) by (apply Rle_trans with (2 := EW); apply Rabs_pos).
    assert (T0 : 0 <= eT) by (apply Rle_trans with (2 := Et); apply Rabs_pos).
    apply Rabs_le_inv in whole. assert (W0 : 0 <= W') by lra.
    replace ((W * t - w * T) - (W' * t' - w' * T')) with
      ((W' * (t - t') + (W - W') * t' + (W - W') * (t - t')) + - (w' * (T - T') + (w - w') * T' + (w - w') *
        (T - T'))) by ring.
    apply Rle_trans with ((W' * eT + e * A + e * eT) + (w' * eT + e * A + e * eT)).
    - apply add_at_most; [|rewrite Rabs_Ropp]; repeat apply add_at_most; apply product_at_most; trivial;
        rewrite Rabs_right; lra.
    - assert (K : (w' + 2 * e) * eT <= W' * eT) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Variables D D' d m : R.              (* the difference [W t - w T], and what is computed of it *)
  Let kappa := D * D / (w * v).
  Let rounded := D' * D' / (w' * v').
  Hypothesis difference_near : Rabs (D - D') <= d.
  Hypothesis largest : rounded <= m.

  Theorem squared_key_of_rounded_rows_is_near :
    Rabs (kappa - rounded) <= 10 / 7 * (2 * d * sqrt (m / (l * W' / 2)) + d * d / (l * W' / 2)) + 5 / 2 * (e
      / l) * m.
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
      assert (0 <= (1 - x) * w') by (apply Rmult_le_pos; lra).
      assert (0 <= (1 - x) * v') by (apply Rmult_le_pos; lra).
      split; apply Rmult_le_compat; lra. }
    set (p := l * W' / 2) in *. apply Rabs_le_inv in whole.
    assert (P : 14 / 15 * p <= q').
    { apply Rle_trans with (l * (w' + v') / 2).
      - replace (14 / 15 * p) with (l * (14 / 15 * W') / 2) by (unfold p; field). unfold Rdiv.
        apply Rmult_le_compat_r, Rmult_le_compat_l; lra.
      - unfold q'. destruct (Rle_lt_dec w' v').
        + apply Rle_trans with (l * v'); [assert (l * w' <= l * v') by (apply Rmult_le_compat_l; lra); lra|].
          apply Rmult_le_compat_r; lra.
        + apply Rle_trans with (w' * l); [assert (l * v' <= l * w') by (apply Rmult_le_compat_l; lra); lra|].
          apply Rmult_le_compat_l; lra. }
    assert (P0 : 0 < p) by (unfold p; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|lra]).
    assert (Q0 : 0 < q') by lra. assert (Q34 : 3 / 4 * q' <= q) by nra. assert (q0 : 0 < q) by lra.
    assert (r0 : 0 <= rounded) by (unfold rounded; fold q'; apply Rmult_le_pos;
      [apply Rle_0_sqr|apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (Er : D' * D' = rounded * q') by (unfold rounded; fold q'; field; lra).
    assert (Eq : kappa - rounded = (D * D - D' * D') / q + rounded * (q' / q - 1)).
    { rewrite Er. unfold kappa. fold q. field. lra. }
    assert (Iq : 0 < / q <= 4 / 3 * / q').
    { split; [now apply Rinv_0_lt_compat|].
      apply Rmult_le_reg_r with (q * q'); [now apply Rmult_lt_0_compat|].
      replace (/ q * (q * q')) with q' by (field; lra).
      replace (4 / 3 * / q' * (q * q')) with (4 / 3 * q) by (field; lra). lra. }
    assert (Ip : / q' <= 15 / 14 * / p).
    { replace (15 / 14 * / p) with (/ (14 / 15 * p)) by (field; lra). apply Rinv_le_contravar; lra. }
    assert (Ip0 : 0 < / p) by now apply Rinv_0_lt_compat.
    assert (Root : Rabs D' * / q' <= 15 / 14 * sqrt (m / p)).
    { assert (H : Rabs D' * / q' = sqrt (rounded * / q')).
      { assert (0 < / q') by (apply Rinv_0_lt_compat; lra).
        rewrite <- (sqrt_Rsqr (Rabs D' * / q')) by (apply Rmult_le_pos; [apply Rabs_pos|lra]). f_equal.
        unfold Rsqr.
        replace (Rabs D' * / q' * (Rabs D' * / q')) with (Rabs D' * Rabs D' * / q' * / q') by ring.
        rewrite <- Rabs_mult, (Rabs_right (D' * D')) by (apply Rle_ge, Rle_0_sqr). rewrite Er. field. lra. }
      rewrite H. rewrite <- (sqrt_square (15 / 14)) by lra. rewrite <- sqrt_mult_alt by lra.
      apply sqrt_le_1_alt.
      apply Rle_trans with (m * (15 / 14 * / p)); [apply Rmult_le_compat; trivial;
        apply Rlt_le, Rinv_0_lt_compat; lra|].
      unfold Rdiv. assert (0 <= m * / p) by (apply Rmult_le_pos; lra). lra. }
    assert (N : Rabs (D * D - D' * D') <= 2 * Rabs D' * d + d * d).
    { replace (D * D - D' * D') with (2 * D' * (D - D') + (D - D') * (D - D')) by ring.
      apply add_at_most; apply product_at_most; trivial. rewrite Rabs_mult, (Rabs_right 2) by lra.
      apply Rle_refl. }
    rewrite Eq. apply add_at_most.
    - unfold Rdiv at 1. rewrite Rabs_mult, (Rabs_right (/ q)) by lra.
      apply Rle_trans with ((2 * Rabs D' * d + d * d) * (4 / 3 * / q')).
      + apply Rmult_le_compat; trivial; [apply Rabs_pos|lra|lra].
      + assert (F1 : d * (Rabs D' * / q') <= d * (15 / 14 * sqrt (m / p))) by (apply Rmult_le_compat_l; lra).
        assert (F2 : d * d * / q' <= d * d * (15 / 14 * / p)) by (apply Rmult_le_compat_l;
          [apply Rmult_le_pos|]; lra).
        change (d * d / p) with (d * d * / p). lra.
    - rewrite (Rmult_comm (5 / 2 * x)). apply product_at_most; [rewrite Rabs_right; lra|].
      assert (H : q' / q * q = q') by (field; lra). set (z := q' / q) in *.
      assert (Z : 0 < z) by (unfold z; apply Rmult_lt_0_compat; lra).
      assert (A1 : z * ((1 - x) * (1 - x)) <= 1).
      { apply Rmult_le_reg_r with q'; [lra|]. rewrite Rmult_assoc.
        apply Rle_trans with (z * q); [apply Rmult_le_compat_l; lra|lra]. }
      assert (A2 : 1 <= z * ((1 + x) * (1 + x))).
      { apply Rmult_le_reg_r with q'; [lra|]. rewrite Rmult_assoc.
        apply Rle_trans with (z * q); [lra|apply Rmult_le_compat_l; lra]. }
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
  assert (T : t x * t x = Rabs (t x) * Rabs (t x)) by (rewrite <- Rabs_mult; symmetry;
    apply Rabs_right, Rle_ge, Rle_0_sqr).
  rewrite T. assert (T0 := Rabs_pos (t x)). set (b := a x) in *. set (v := Rabs (t x)) in *.
  set (m := sumR a l) in *. set (s := sumR (fun x => a x * (t x * t x)) l) in *. set (c := sumR _ l) in *.
  clearbody b v m s c.
  assert (V : 0 <= v * v) by now apply Rmult_le_pos. assert (B : 0 <= b * (v * v)) by now apply Rmult_le_pos.
  split; [lra|]. split; [lra|]. rewrite <- sqrt_mult by lra.
  assert (Em := sqrt_sqrt m M). assert (Es := sqrt_sqrt s S). assert (Pm := sqrt_pos m).
  assert (Ps := sqrt_pos s).
  set (p := sqrt m) in *. set (q := sqrt s) in *. clearbody p q. subst m s.
  apply Rle_trans with (b * v + p * q); [lra|].
  rewrite <- (sqrt_square (b * v + p * q)) by (apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra).
  apply sqrt_le_1_alt. assert (H : 0 <= b * ((p * v - q) * (p * v - q))) by (apply Rmult_le_pos;
    [exact Px|apply Rle_0_sqr]). lra.
Qed.

Section ManyChildren.
  (** Each child's sum and weight, and what they are rounded to. *)
  Record child : Type := { sum_of : R; weight_of : R; rounded_sum_of : R; rounded_weight_of : R }.
  Variables (children : list child) (W W' T T' l e eT : R).
  Hypothesis lightest : 0 < l /\ 0 <= e /\ 0 <= eT /\ 8 * e <= l /\ 2 * l <= W'.
  Hypothesis whole : Rabs (W - W') <= e /\ Rabs (T - T') <= eT.
  Hypothesis several : (2 <= length children)%nat.
  Hypothesis near : forall c, In c children -> l <= rounded_weight_of c <= W' /\
    Rabs (weight_of c - rounded_weight_of c) <= e /\
    Rabs (sum_of c - rounded_sum_of c) <= eT.

  Let share (c : child) : R := W' / rounded_weight_of c.
  Definition many : R := INR (length children) * W' / l.
  Definition squares_of : R := sumR (fun c => W / weight_of c * (sum_of c * sum_of c)) children.
  Definition rounded_squares : R := sumR (fun c => share c * (rounded_sum_of c * rounded_sum_of c)) children.
  Hypothesis sum : Rabs (T' - sumR rounded_sum_of children) <= eT.    (* each is rounded on its own *)

  Lemma shares c : In c children -> 1 <= share c <= W' / l /\
    Rabs (W / weight_of c - share c) <= 16 / 7 * (e / l) * share c.
  Proof.
    intros I. destruct (near c I) as (Lw & Ew & _). destruct lightest as (L & E & _ & Le & Lw').
    destruct whole as [EW _].
    unfold share. set (w' := rounded_weight_of c) in *. set (w := weight_of c) in *. clearbody w w'.
    assert (P : 0 < / w' <= / l) by (split; [apply Rinv_0_lt_compat|apply Rinv_le_contravar]; lra).
    split.
    { unfold Rdiv. split; [|apply Rmult_le_compat_l; lra]. apply Rmult_le_reg_r with w'; [lra|].
      rewrite Rmult_assoc, Rinv_l; lra. }
    apply Rabs_le_inv in Ew, EW. set (x := e / l). assert (Ex : e = x * l) by (unfold x; field; lra).
    assert (X : 0 <= x <= / 8).
    { unfold x. split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, L]|].
      apply Rmult_le_reg_r with l; [exact L|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (Xw : x * l <= x * w') by (apply Rmult_le_compat_l; lra).
    assert (XW : x * l <= x * W') by (apply Rmult_le_compat_l; lra).
    assert (Pw : 7 / 8 * w' <= w) by nra. assert (w0 : 0 < w) by lra.
    replace (W / w - W' / w') with ((W * w' - W' * w) * / (w * w')) by (field; lra).
    assert (Ip : 0 < / (w * w')) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra).
    rewrite Rabs_mult, (Rabs_right (/ (w * w'))) by lra.
    apply Rmult_le_reg_r with (w * w'); [apply Rmult_lt_0_compat; lra|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra.
    replace (16 / 7 * x * (W' / w') * (w * w')) with (16 / 7 * x * (W' * w)) by (field; lra).
    assert (A : Rabs (W * w' - W' * w) <= 2 * x * (W' * w')).
    { replace (W * w' - W' * w) with ((W - W') * w' + W' * (w' - w)) by ring.
      apply Rle_trans with (x * W' * w' + W' * (x * w')); [|lra].
      apply add_at_most; rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos;
        try (rewrite Rabs_right; lra); apply Rabs_le; lra. }
    apply Rle_trans with (1 := A).
    assert (WW : W' * (7 / 8 * w') <= W' * w) by (apply Rmult_le_compat_l; lra).
    assert (0 <= x * (W' * w - W' * (7 / 8 * w'))) by (apply Rmult_le_pos; lra). lra.
  Qed.

  Theorem squared_key_of_many_rounded_rows_is_near :
    Rabs ((squares_of - T * T) - (rounded_squares - T' * T')) <=
    16 / 7 * (2 * eT * sqrt (rounded_squares * many) + eT * eT * many + e / l * rounded_squares).
  Proof.
    destruct lightest as (L & E & ET & Le & Lw). destruct whole as [_ DT].
    destruct (cauchy share rounded_sum_of children) as (M & S & C); [intros c I; destruct (shares c I);
      lra|].
    fold rounded_squares in S, C. set (S' := rounded_squares) in *.
    assert (X : 0 <= e / l <= / 8).
    { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, L]|].
      apply Rmult_le_reg_r with l; [exact L|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (Two : 2 <= W' / l) by (apply Rmult_le_reg_r with l; [exact L|]; unfold Rdiv;
      rewrite Rmult_assoc, Rinv_l; lra).
    assert (Mm : sumR share children <= many).
    { unfold many. clear - near lightest whole.
      assert (H : forall k, incl k children -> sumR share k <= INR (length k) * W' / l).
      { induction k as [|c k IH]; intros I; [simpl; lra|]. cbn [length]. rewrite S_INR.
        change (sumR share (c :: k)) with (share c + sumR share k).
        assert (H := proj2 (proj1 (shares c (I c (or_introl eq_refl))))).
        assert (G := IH (fun y J => I y (or_intror J))). lra. }
      apply H, incl_refl. }
    assert (M1 : 4 <= many).
    { unfold many. apply le_INR in several. simpl (INR 2) in several.
      apply Rle_trans with (2 * (W' / l)); [lra|].
      unfold Rdiv in *. rewrite Rmult_assoc. apply Rmult_le_compat_r; lra. }
    set (root := sqrt (S' * many)). assert (R0 : 0 <= root) by apply sqrt_pos.
    assert (C' : sumR (fun c => share c * Rabs (rounded_sum_of c)) children <= root).
    { apply Rle_trans with (1 := C). rewrite <- sqrt_mult by trivial. apply sqrt_le_1_alt.
      rewrite Rmult_comm. apply Rmult_le_compat_l; trivial. }
    assert (Sq : Rabs T' <= root + eT).
    { replace T' with (sumR rounded_sum_of children + (T' - sumR rounded_sum_of children)) by ring.
      apply add_at_most; [|exact sum].
      apply Rle_trans with (2 := C'). assert (H : forall k, incl k children ->
        Rabs (sumR rounded_sum_of k) <= sumR (fun c => share c * Rabs (rounded_sum_of c)) k);
          [|apply H, incl_refl].
      induction k as [|c k IH]; intros I; [simpl; rewrite Rabs_R0; lra|].
      apply add_at_most; [|apply IH; intros y J; apply I; now right].
      destruct (shares c (I c (or_introl eq_refl))) as [[P _] _]. assert (Q := Rabs_pos (rounded_sum_of c)).
      assert (1 * Rabs (rounded_sum_of c) <= share c * Rabs (rounded_sum_of c)) by (apply Rmult_le_compat_r;
        lra). lra. }
    assert (DS : Rabs (squares_of - S') <= 9 / 7 * (2 * eT * root + eT * eT * many) + 16 / 7 * (e / l) * S').
    { apply Rle_trans with (9 / 7 * (2 * eT * sumR (fun c => share c * Rabs (rounded_sum_of c)) children + eT
        * eT * sumR share children) + 16 / 7 * (e / l) * S').
      - unfold squares_of, S', rounded_squares.
        assert (H : forall k, incl k children ->
          Rabs (sumR (fun c => W / weight_of c * (sum_of c * sum_of c)) k - sumR (fun c => share c *
            (rounded_sum_of c * rounded_sum_of c)) k) <=
          9 / 7 * (2 * eT * sumR (fun c => share c * Rabs (rounded_sum_of c)) k + eT * eT * sumR share k) +
          16 / 7 * (e / l) * sumR (fun c => share c * (rounded_sum_of c * rounded_sum_of c)) k).
        { induction k as [|c k IH]; intros I; [simpl; rewrite Rminus_0_r, Rabs_R0; lra|].
          assert (G := IH (fun y J => I y (or_intror J))). clear IH. assert (Ic := I c (or_introl eq_refl)).
          destruct (shares c Ic) as [P D]. destruct (near c Ic) as (_ & _ & Dt).
          simpl. fold (sumR share k).
          match goal with |- Rabs (?x + ?a - (?y + ?b)) <= _ => replace (x + a - (y + b)) with ((x - y) + (a
            - b)) by ring; set (u := a - b) in *; set (v := x - y) end.
          assert (V : Rabs v <= 9 / 7 * (2 * eT * (share c * Rabs (rounded_sum_of c)) + eT * eT * share c) +
            16 / 7 * (e / l) * (share c * (rounded_sum_of c * rounded_sum_of c))).
          { unfold v. clear G v u. set (r := W / weight_of c) in *. set (r' := share c) in *.
            set (t := sum_of c) in *. set (t' := rounded_sum_of c) in *.
            replace (r * (t * t) - r' * (t' * t')) with (r * (2 * t' * (t - t') + (t - t') * (t - t')) + (r -
              r') * (t' * t')) by ring.
            assert (Rr : Rabs r <= 9 / 7 * r').
            { assert (16 / 7 * (e / l) * r' <= 2 / 7 * r') by (apply Rmult_le_compat_r; lra).
              apply Rabs_le_inv in D. apply Rabs_le. lra. }
            assert (T2 : 0 <= t' * t') by apply Rle_0_sqr.
            apply add_at_most.
            - rewrite Rabs_mult. apply Rle_trans with (9 / 7 * r' * (2 * Rabs t' * eT + eT * eT)); [|lra].
              apply Rmult_le_compat; try apply Rabs_pos; [exact Rr|].
              apply add_at_most; apply product_at_most; trivial.
              rewrite Rabs_mult, (Rabs_right 2) by lra. apply Rle_refl.
            - rewrite Rabs_mult, (Rabs_right (t' * t')) by lra. rewrite <- (Rmult_assoc _ r').
              apply Rmult_le_compat_r; trivial. }
          apply Rle_trans with (1 := Rabs_triang v u). lra. }
        apply H, incl_refl.
      - apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|].
        apply Rplus_le_compat; apply Rmult_le_compat_l; trivial; [lra|apply Rle_0_sqr]. }
    assert (DD : Rabs (T * T - T' * T') <= 2 * eT * root + eT * eT * many).
    { replace (T * T - T' * T') with (2 * T' * (T - T') + (T - T') * (T - T')) by ring.
      apply Rle_trans with (2 * (root + eT) * eT + eT * eT).
      - apply add_at_most; [|now apply product_at_most]. apply product_at_most; trivial.
        rewrite Rabs_mult, (Rabs_right 2); lra.
      - assert (eT * eT * 4 <= eT * eT * many) by (apply Rmult_le_compat_l; [apply Rle_0_sqr|exact M1]).
        assert (Q := Rle_0_sqr eT). unfold Rsqr in Q. lra. }
    replace (squares_of - T * T - (S' - T' * T')) with ((squares_of - S') - (T * T - T' * T')) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra.
  Qed.
End ManyChildren.

(** ** Misclassification: the largest count *)

Definition largest_count (c : list (R * R)) (side : R * R -> R) : R :=
  fold_right (fun x m => Rmax (side x) m) 0 c.

Theorem misclassification_of_rounded_counts_is_near c e : sumR (fun x => Rabs (fst x - snd x)) c <= e ->
  Rabs (largest_count c fst - largest_count c snd) <= e.
Proof.
  intros E. apply Rle_trans with (2 := E). clear E. unfold largest_count.
  induction c as [|(x, y) l IH]; simpl; [rewrite Rminus_diag_eq, Rabs_R0; lra|].
  assert (S0 := sumR_nonneg (fun x => Rabs (fst x - snd x)) l (fun _ _ => Rabs_pos _)).
  set (a := fold_right _ 0 l) in *. set (b := fold_right (fun x m => Rmax (snd x) m) 0 l) in *.
  unfold Rmax, Rabs in *. destruct (Rle_dec x a), (Rle_dec y b); repeat destruct Rcase_abs; lra.
Qed.

(** ** Entropy: the slope of x log2 x *)

Definition bits (x : R) : R := x * log2 x.

Lemma bits_rise x y m : 1 <= x <= y -> y <= m -> 0 <= bits y - bits x <= (log2 m + / ln 2) * (y - x).
Proof.
  intros X M. assert (L := ln_2_positive). assert (I : 0 < / ln 2) by now apply Rinv_0_lt_compat.
  assert (Lx : 0 <= ln x) by (rewrite <- ln_1; destruct (Req_dec x 1) as [->|D];
    [lra|apply Rlt_le, ln_increasing; lra]).
  assert (Lxy : ln x <= ln y) by (destruct (Req_dec x y) as [->|D]; [lra|apply Rlt_le, ln_increasing; lra]).
  assert (Lym : ln y <= ln m) by (destruct (Req_dec y m) as [->|D]; [lra|apply Rlt_le, ln_increasing; lra]).
  assert (Up : x * (ln y - ln x) <= y - x).
  { assert (Ix : 0 < / x) by (apply Rinv_0_lt_compat; lra).
    assert (Ed : ln (y / x) = ln y - ln x) by (unfold Rdiv; rewrite ln_mult, ln_Rinv by lra; ring).
    rewrite <- Ed.
    assert (H := exp_ineq1_le (ln (y / x))).
    rewrite exp_ln in H by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
    apply Rle_trans with (x * (y / x - 1)); [apply Rmult_le_compat_l; lra|]. apply Req_le. field. lra. }
  assert (Lo : 0 <= x * (ln y - ln x)) by (apply Rmult_le_pos; lra).
  assert (A : 0 <= (y - x) * ln y <= (y - x) * ln m) by (split; [apply Rmult_le_pos;
    lra|apply Rmult_le_compat_l; lra]).
  unfold bits, log2. replace (y * (ln y / ln 2) - x * (ln x / ln 2)) with (((y - x) * ln y + x * (ln y - ln
    x)) * / ln 2) by (field; lra).
  replace ((ln m / ln 2 + / ln 2) * (y - x)) with (((y - x) * ln m + (y - x)) * / ln 2) by (field; lra).
  split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra].
Qed.

(** The slope is less than [log2 W + 2], counts being at most 8/7 of the rounded weight. *)
Theorem the_slope_is_bounded W : 1 <= W -> log2 (8 / 7 * W) + / ln 2 <= log2 W + 2.
Proof.
  intros P. assert (L := ln_2_positive). assert (Ln : ln (8 / 7) <= / 7).
  { assert (H := exp_ineq1_le (ln (8 / 7))). rewrite exp_ln in H; lra. }
  assert (Two : 62 / 100 <= ln 2).
  { set (y := 845 / 1000). assert (H := exp_ineq1_le (ln y)). rewrite exp_ln in H by (unfold y; lra).
    assert (E : ln (y * y * (y * y)) = 4 * ln y) by (rewrite !ln_mult by (unfold y;
      try apply Rmult_lt_0_compat; lra); ring).
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
  assert (G : ln (2 * w) <= ln W) by (destruct (Req_dec (2 * w) W) as [->|D];
    [lra|apply Rlt_le, ln_increasing; lra]).
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

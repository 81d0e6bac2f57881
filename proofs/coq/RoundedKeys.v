(** * RoundedKeys: the float keys of squared error where weights and responses were rounded to a grid

    The sums are whole numbers of units, turned into floats (what that rounds is among [e] and [eT]); of them
    two products and a difference are taken, a square, a product and a quotient.  So the key is as near to
    the
    true one as the bound says that [dtrees.vectorized] filters by. *)
From Coq Require Import Reals Lra Lia List.
From Flocq Require Import Core.
From Dtrees Require Import Entropy Rounding Roundings WholeKeys RoundedRows.
Open Scope R_scope.

Lemma whole_normal x : whole_or_large x -> normal x.
Proof.
  intros [->|X]; [now left|right]. apply Rle_trans with (2 := X). change 1 with (bpow radix2 0).
  apply bpow_le. lia.
Qed.

Section Key.
  Variables W w v t T W' w' v' t' T' l e eT A m : R.
  Hypothesis lightest : 1 <= l /\ l <= w' /\ l <= v'.
  Hypothesis whole : Rabs (W' - (w' + v')) <= e.
  Hypothesis weights : Rabs (W - W') <= e /\ Rabs (w - w') <= e /\ Rabs (v - v') <= e.
  Hypothesis sums : Rabs (t - t') <= eT /\ Rabs (T - T') <= eT.
  Hypothesis magnitudes : Rabs t' <= A /\ Rabs T' <= A.
  Hypothesis light : 8 * e <= l.
  Hypothesis fits : w' * v' <= IZR (2 ^ 127).
  Hypothesis products : whole_or_large (W' * t') /\ whole_or_large (T' * w').

  Definition float_difference : R := rnd (rnd (W' * t') - rnd (T' * w')).
  Definition float_key : R := rnd (rnd (float_difference * float_difference) / rnd (w' * v')).

  Hypothesis difference_is_whole : whole_or_large float_difference.

  Lemma float_difference_is_near : Rabs ((W * t - w * T) - float_difference) <= 2 * W' * eT + 2 * A * e + 5 *
    u * W' * A.
  Proof.
    destruct lightest as (L & Lw & Lv). destruct products as [P1 P2]. destruct magnitudes as [M1 M2].
    assert (U := u_pos).
    assert (N := difference_is_near W w v t T W' w' v' t' T' l e eT A ltac:(lra) whole weights sums
      magnitudes light).
    assert (Wh := whole). apply Rabs_le_inv in Wh. destruct weights as (EW & _).
    assert (E0 : 0 <= e) by (apply Rle_trans with (2 := EW); apply Rabs_pos).
    assert (A0 : 0 <= A) by (apply Rle_trans with (2 := M1); apply Rabs_pos).
    assert (B1 : Rabs (W' * t') <= W' * A) by (apply product_at_most; trivial; rewrite Rabs_right; lra).
    assert (B2 : Rabs (T' * w') <= A * W') by (apply product_at_most; trivial; rewrite Rabs_right; lra).
    assert (E1 := rnd_error _ (whole_normal _ P1)). assert (E2 := rnd_error _ (whole_normal _ P2)).
    assert (E3 := sum_error (rnd (W' * t')) (- rnd (T' * w'))
      (rnd_is_float _) ltac:(apply generic_format_opp, rnd_is_float)).
    change (rnd (rnd (W' * t') + - rnd (T' * w'))) with float_difference in E3.
    set (x := rnd (W' * t')) in *. set (y := rnd (T' * w')) in *. set (d := float_difference) in *.
    clearbody x y d.
    set (k := W' * A) in *. assert (K : 0 <= k) by (unfold k; apply Rmult_le_pos; lra).
    replace (A * W') with k in B2 by (unfold k; ring).
    replace (5 * u * W' * A) with (5 * u * k) by (unfold k; ring).
    assert (F1 : Rabs (x - W' * t') <= u * k) by (apply Rle_trans with (1 := E1), Rmult_le_compat_l; lra).
    assert (F2 : Rabs (y - T' * w') <= u * k) by (apply Rle_trans with (1 := E2), Rmult_le_compat_l; lra).
    assert (Uk : u * k <= / 1000000 * k) by (apply Rmult_le_compat_r; lra).
    assert (S : Rabs (x + - y) <= (201 / 100) * k).
    { replace (x + - y) with ((x - W' * t') + - (y - T' * w') + (W' * t' + - (T' * w'))) by ring.
      apply Rle_trans with (u * k + u * k + (k + k)); [|lra].
      repeat apply add_at_most; rewrite ?Rabs_Ropp; trivial. }
    assert (F3 : Rabs (d - (x + - y)) <= u * ((201 / 100) * k)) by (apply Rle_trans with (1 := E3),
      Rmult_le_compat_l; lra).
    replace (W * t - w * T - d) with ((W * t - w * T - (W' * t' - w' * T')) + - (d - (x + - y)) + - (x - W' *
      t') + (y - T' * w')) by ring.
    apply Rle_trans with (2 * W' * eT + 2 * A * e + u * ((201 / 100) * k) + u * k + u * k);
      [|assert (0 <= u * k) by (apply Rmult_le_pos; lra); lra].
    apply add_at_most; [apply add_at_most; [apply add_at_most|]|]; rewrite ?Rabs_Ropp; trivial.
  Qed.

  Let kappa := (W * t - w * T) * (W * t - w * T) / (w * v).
  Let d := 2 * W' * eT + 2 * A * e + 5 * u * W' * A.
  Hypothesis largest : float_key <= m.

  Theorem float_key_of_rounded_rows_is_near :
    Rabs (kappa - float_key) <= 3 / 2 * (2 * d * sqrt (m / (l * W' / 2)) + d * d / (l * W' / 2) + m * (2 * (e
      / l) + 4 * u)).
  Proof.
    destruct lightest as (L & Lw & Lv). assert (U := u_pos). set (D := float_difference) in *.
    set (q := w' * v'). assert (Q : 1 <= q <= IZR (2 ^ 127)) by (split; [|exact fits]; unfold q;
      apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]).
    assert (Rq := share q (at_least_one_normal q ltac:(lra)) ltac:(lra)).
    assert (DD : D * D = 0 \/ 1 <= D * D).
    { destruct difference_is_whole as [E|E]; [left; rewrite E; ring|right].
      rewrite <- (Rabs_right (D * D)) by apply Rle_ge, Rle_0_sqr.
      rewrite Rabs_mult. apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]. }
    assert (P0 : 0 <= D * D) by apply Rle_0_sqr.
    assert (Rd := share (D * D) ltac:(destruct DD as [E|E]; [left; exact E|apply at_least_one_normal;
      exact E]) P0).
    set (s := rnd (D * D)) in *. set (r := rnd q) in *.
    assert (UD : 0 <= u * (D * D) <= / 1000000 * (D * D)) by (split;
      [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (Uq : 0 <= u * q <= / 1000000 * q) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (r0 : 0 < r) by lra. assert (s0 : 0 <= s) by lra.
    assert (Ns : normal (s / r)).
    { destruct DD as [E|E]; [left; unfold s; rewrite E, rnd_0; unfold Rdiv; ring|right].
      apply Rle_trans with (bpow radix2 (-200)); [apply bpow_le; lia|].
      change (bpow radix2 (-200)) with (/ IZR (2 ^ 200)).
      assert (S1 : / 2 <= s) by lra. assert (R1 : r <= IZR (2 ^ 128)).
      { apply Rle_trans with (2 * q); [lra|]. change (2 ^ 128)%Z with (2 * 2 ^ 127)%Z. rewrite mult_IZR.
        lra. }
      assert (I : / IZR (2 ^ 128) <= / r) by (apply Rinv_le_contravar; trivial).
      assert (J : 0 < / IZR (2 ^ 128)) by (apply Rinv_0_lt_compat, IZR_lt; lia).
      rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, r0]).
      apply Rle_trans with (/ 2 * / IZR (2 ^ 128)); [|apply Rmult_le_compat; lra].
      rewrite <- Rinv_mult, <- mult_IZR.
      apply Rinv_le_contravar; [apply IZR_lt; lia|apply IZR_le; vm_compute; discriminate]. }
    assert (Rk := share (s / r) Ns ltac:(apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, r0])).
    change (rnd (s / r)) with float_key in Rk.
    set (x := D * D / q). assert (X0 : 0 <= x) by (unfold x; apply Rmult_le_pos;
      [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (Xd : D * D = x * q) by (unfold x; field; lra).
    assert (SR : (1 - (21 / 10) * u) * x <= s / r <= (1 + (21 / 10) * u) * x).
    { assert (Y : s / r * r = s) by (field; lra). set (y := s / r) in *. clearbody y. rewrite Xd in Rd.
      assert (UU : 0 <= u * u <= / 1000000 * u) by (split; [apply Rle_0_sqr|apply Rmult_le_compat_r; lra]).
      assert (XQ : 0 <= x * q) by (apply Rmult_le_pos; lra). set (xq := x * q) in *.
      assert (UX : 0 <= u * u * xq <= / 1000000 * u * xq) by (split; [apply Rmult_le_pos;
        lra|apply Rmult_le_compat_r; lra]).
      assert (Uxq : 0 <= u * xq) by (apply Rmult_le_pos; lra).
      split; apply Rmult_le_reg_r with r; try lra; rewrite Y.
      - assert (H : (1 - (21 / 10) * u) * x * r <= (1 - (21 / 10) * u) * x * ((1 + u) * q)) by (apply
          Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]).
        replace ((1 - (21 / 10) * u) * x * ((1 + u) * q)) with (xq - (11 / 10) * (u * xq) - (21 / 10) * (u *
          u * xq)) in H by (unfold xq; field). lra.
      - assert (H : (1 + (21 / 10) * u) * x * ((1 - u) * q) <= (1 + (21 / 10) * u) * x * r) by (apply
          Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]).
        replace ((1 + (21 / 10) * u) * x * ((1 - u) * q)) with (xq + (11 / 10) * (u * xq) - (21 / 10) * (u *
          u * xq)) in H by (unfold xq; field). lra. }
    assert (Fx : (1 - (32 / 10) * u) * x <= float_key <= (1 + (32 / 10) * u) * x).
    { set (f := float_key) in *. clearbody f. set (y := s / r) in *. clearbody y.
      assert (UX : 0 <= u * u * x <= / 1000000 * u * x).
      { split; [apply Rmult_le_pos; [apply Rle_0_sqr|exact X0]|apply Rmult_le_compat_r;
          [exact X0|apply Rmult_le_compat_r; lra]]. }
      assert (Uxx : 0 <= u * x) by (apply Rmult_le_pos; lra).
      assert (H1 : (1 - u) * ((1 - (21 / 10) * u) * x) <= (1 - u) * y) by (apply Rmult_le_compat_l; lra).
      assert (H2 : (1 + u) * y <= (1 + u) * ((1 + (21 / 10) * u) * x)) by (apply Rmult_le_compat_l; lra).
      lra. }
    assert (Uxx : 0 <= u * x <= / 1000000 * x) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (M0 : 0 <= m) by lra. assert (Xm : x <= (1 + (33 / 10) * u) * m).
    { assert (u * x <= u * ((1001 / 1000) * m)) by (apply Rmult_le_compat_l; lra).
      assert (u * m <= / 1000000 * m) by (apply Rmult_le_compat_r; lra). lra. }
    assert (B := squared_key_of_rounded_rows_is_near W w v W' w' v' l e ltac:(lra) whole weights light
      (W * t - w * T) D d ((1 + (33 / 10) * u) * m) float_difference_is_near Xm). fold kappa in B.
      change (D * D / (w' * v')) with x in B.
    destruct weights as (EW & _). assert (E0 : 0 <= e) by (apply Rle_trans with (2 := EW); apply Rabs_pos).
    assert (D0 : 0 <= d) by (apply Rle_trans with (2 := float_difference_is_near); apply Rabs_pos).
    assert (Wh := whole). apply Rabs_le_inv in Wh. set (p := l * W' / 2) in *.
    assert (P : 0 < p) by (unfold p; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
    assert (Root : sqrt ((1 + (33 / 10) * u) * m / p) <= (101 / 100) * sqrt (m / p)).
    { replace ((101 / 100) * sqrt (m / p)) with (sqrt ((101 / 100) * (101 / 100) * (m / p))).
      - apply sqrt_le_1_alt. unfold Rdiv. rewrite Rmult_assoc.
        apply Rmult_le_compat_r; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, P]|lra].
      - rewrite sqrt_mult_alt by lra. rewrite sqrt_square by lra. reflexivity. }
    assert (S0 := sqrt_pos (m / p)). set (root := sqrt (m / p)) in *.
    set (root' := sqrt ((1 + (33 / 10) * u) * m / p)) in *.
    assert (H1 : d * root' <= d * ((101 / 100) * root)) by (apply Rmult_le_compat_l; trivial).
    assert (H2 : 0 <= d * root) by (apply Rmult_le_pos; trivial).
    assert (H3 : 0 <= d * d / p) by (apply Rmult_le_pos;
      [apply Rle_0_sqr|apply Rlt_le, Rinv_0_lt_compat, P]).
    assert (X : 0 <= e / l) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (H4 : 0 <= e / l * m) by (apply Rmult_le_pos; trivial).
    assert (Um : 0 <= u * m) by (apply Rmult_le_pos; lra).
    assert (H5 : e / l * ((1 + (33 / 10) * u) * m) <= e / l * ((1001 / 1000) * m)) by (apply
      Rmult_le_compat_l; [exact X|apply Rmult_le_compat_r; lra]).
    assert (H6 : u * x <= (1001 / 1000) * (u * m)).
    { apply Rle_trans with (u * ((1001 / 1000) * m)); [apply Rmult_le_compat_l; [lra|]|lra].
      apply Rle_trans with (1 := Xm). apply Rmult_le_compat_r; lra. }
    assert (F : Rabs (x - float_key) <= (32 / 10) * (u * x)) by (apply Rabs_le; lra).
    replace (kappa - float_key) with ((kappa - x) + (x - float_key)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _).
    replace (5 / 2 * (e / l) * ((1 + (33 / 10) * u) * m)) with (5 / 2 * (e / l * ((1 + (33 / 10) * u) * m)))
      in B by (rewrite <- Rmult_assoc; reflexivity).
    replace (2 * d * root') with (2 * (d * root')) in B by ring. lra.
  Qed.
End Key.

(** ** Many children *)

Section ManyKeys.
  Variables (children : list child) (W W' T T' l e eT s m : R).
  Hypothesis lightest : 1 <= l /\ 0 <= e /\ 0 <= eT /\ 8 * e <= l /\ 2 * l <= W'.
  Hypothesis whole : Rabs (W - W') <= e /\ Rabs (T - T') <= eT.
  Hypothesis several : (2 <= length children)%nat.
  Hypothesis near : forall c, In c children -> l <= rounded_weight_of c <= W' /\
    Rabs (weight_of c - rounded_weight_of c) <= e /\
    Rabs (sum_of c - rounded_sum_of c) <= eT.
  Hypothesis sum : Rabs (T' - sumR rounded_sum_of children) <= eT.
  Hypothesis fits : W' <= IZR (2 ^ 127) /\ (INR (length children) + 2) * u <= / 1000.
  Hypothesis whole_numbers : whole_or_large T' /\ forall c, In c children ->
    whole_or_large (rounded_sum_of c).

  (** The floats: a quotient for each child, added up in some order; then as programmed. *)
  Hypothesis added : added_up (map (fun c => rnd (rnd (rounded_sum_of c * rounded_sum_of c) /
    rounded_weight_of c)) children) s.
  Definition float_key_of_many : R := Rmax (rnd (rnd (W' * s) - rnd (T' * T'))) 0.

  Let S' := rounded_squares children W'.
  Let n := length children.

  Lemma product_is_within : 0 <= S' /\ within (n + 2) S' (rnd (W' * s)).
  Proof.
    destruct lightest as (L & E & ET & Le & Lw). destruct fits as [Fw Fn]. destruct whole_numbers as [_ Wh].
    assert (U := u_pos). fold n in Fn.
    set (f := fun c => rounded_sum_of c * rounded_sum_of c / rounded_weight_of c).
    assert (H : forall c, In c children -> not_tiny (f c) /\ 0 <= f c /\
      within 2 (f c) (rnd (rnd (rounded_sum_of c * rounded_sum_of c) / rounded_weight_of c))).
    { intros c I. destruct (near c I) as ([Lc Wc] & _). destruct (square_facts _ (Wh c I)) as (P & X & R1).
      destruct (quotient_not_tiny _ (rounded_weight_of c) X ltac:(lra)) as [Q N]. split; [exact N|].
      split; [exact Q|].
      apply within_then; [exact Q|exact N|simpl; lra|].
      apply (within_over 1 0); [exact P|lra|exact R1|apply within_refl]. }
    assert (Ss : S' = W' * sumR f children).
    { unfold S', rounded_squares. rewrite Rmult_comm, <- sumR_scale. apply sumR_ext. intros c I.
      unfold f, Rdiv. ring. }
    assert (P : 0 <= sumR f children) by (apply sumR_nonneg; intros c I; apply (H c I)).
    assert (N : not_tiny (sumR f children)) by (apply sum_zero_or; [assert (Tp := tiny_positive);
      lra|intros c I; apply (H c I)]).
    assert (R := added_terms_are_within f _ children s 2 added (fun c I => proj2 (H c I))).
    replace (2 + (length children - 1))%nat with (n + 1)%nat in R by (unfold n; lia).
    rewrite Ss. assert (P' : 0 <= W' * sumR f children) by (apply Rmult_le_pos; lra). split; [exact P'|].
    replace (n + 2)%nat with (S (0 + (n + 1)))%nat by lia.
    apply within_then; [exact P'|apply product_not_tiny; trivial; lra| |].
    - simpl Nat.add. rewrite plus_INR. simpl (INR 1). lra.
    - apply within_mult; trivial; [lra|apply within_refl].
  Qed.

  Let kappa := squares_of children W - T * T.
  Hypothesis true_key_nonneg : 0 <= kappa.             (* [squares_divided] *)
  Hypothesis largest : float_key_of_many <= m.
  Let S := m + T' * T'.

  Theorem float_key_of_many_rounded_rows_is_near : Rabs (kappa - float_key_of_many) <=
    3 / 2 * (4 * eT * sqrt (S * many children W' l) + 2 * (eT * eT) * many children W' l + S * (4 * (e / l) +
      4 * u * (INR n + 4))).
  Proof.
    destruct lightest as (L & E & ET & Le & Lw). destruct fits as [Fw Fn]. destruct whole_numbers as [Wt _].
    assert (U := u_pos).
    destruct product_is_within as [P R]. destruct (square_facts T' Wt) as (Pq & _ & Rq).
    set (q := T' * T') in *. set (X := rnd (W' * s)) in *. set (Y := rnd q) in *.
    assert (N2 : INR (n + 2) = INR n + 2) by (rewrite plus_INR; reflexivity).
    assert (Rn := within_is_near (n + 2) S' X P ltac:(rewrite N2; exact Fn) R). rewrite N2 in Rn.
    assert (Yn := within_is_near 1 q Y Pq ltac:(simpl; lra) Rq). simpl (INR 1) in Yn.
    rewrite Rmult_1_l in Yn.
    assert (X0 := within_nonneg _ _ _ P R). assert (Y0 := within_nonneg _ _ _ Pq Rq).
    assert (Zn := sum_error X (- Y) (rnd_is_float _) ltac:(apply generic_format_opp, rnd_is_float)).
    unfold float_key_of_many in *. fold q X Y in largest |- *.
    change (rnd (X - Y)) with (rnd (X + - Y)) in *. set (z := rnd (X + - Y)) in *.
    assert (M0 : 0 <= m) by (apply Rle_trans with (2 := largest), Rmax_r).
    assert (Zm : z <= m) by (apply Rle_trans with (2 := largest), Rmax_l).
    assert (NU : 2 * u <= (INR n + 2) * u) by (apply Rmult_le_compat_r; [lra|assert (H := pos_INR n); lra]).
    fold n in Fn. set (k := (INR n + 2) * u) in *.
    assert (Uq : 0 <= u * q <= / 1000000 * q) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    apply Rabs_le_inv in Rn, Yn.
    assert (XS : X <= 1.0001 * S).
    { unfold S. destruct (Rle_lt_dec X Y) as [G|G]; [lra|]. rewrite (Rabs_right (X + - Y)) in Zn by lra.
      apply Rabs_le_inv in Zn.
      assert (u * (X + - Y) <= / 1000000 * (X + - Y)) by (apply Rmult_le_compat_r; lra). lra. }
    assert (kS : k * S' <= / 1000 * S') by (apply Rmult_le_compat_r; lra).
    assert (SS : S' <= 1.0012 * S) by lra.
    assert (S0 : 0 <= S) by (unfold S; lra).
    assert (kSS : k * S' <= k * (1.0012 * S)) by (apply Rmult_le_compat_l; lra).
    assert (D : Rabs (z - (S' - q)) <= k * (1.02 * S) + 2.1 * (u * S)).
    { assert (A : Rabs (X + - Y) <= 1.001 * S) by (apply Rabs_le; unfold S in *; lra).
      assert (B : u * Rabs (X + - Y) <= u * (1.001 * S)) by (apply Rmult_le_compat_l; lra).
      assert (uq : u * q <= u * S) by (apply Rmult_le_compat_l; unfold S; lra). apply Rabs_le_inv in Zn.
      apply Rabs_le. lra. }
    assert (B := squared_key_of_many_rounded_rows_is_near children W W' T T' l e eT ltac:(lra) whole several
      near sum). fold S' q kappa in B.
    fold q in kappa. assert (C : Rabs (kappa - z) <= 16 / 7 * (2 * eT * sqrt (S' * many children W' l) + eT *
      eT * many children W' l + e / l * S') + (k * (1.02 * S) + 2.1 * (u * S))).
    { replace (kappa - z) with ((kappa - (S' - q)) + - (z - (S' - q))) by ring.
      apply add_at_most; [exact B|]. now rewrite Rabs_Ropp. }
    assert (C' : Rabs (kappa - Rmax z 0) <= Rabs (kappa - z)).
    { unfold Rmax. destruct (Rle_dec z 0); [|lra]. rewrite !Rabs_right; lra. }
    assert (Mp : 0 <= many children W' l).
    { unfold many. repeat apply Rmult_le_pos; [apply pos_INR|lra|apply Rlt_le, Rinv_0_lt_compat; lra]. }
    set (mm := many children W' l) in *.
    assert (Root : sqrt (S' * mm) <= 1.001 * sqrt (S * mm)).
    { rewrite <- (sqrt_square 1.001) by lra. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt.
      rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
    set (root := sqrt (S * mm)) in *. assert (R0 : 0 <= root) by apply sqrt_pos.
    set (root' := sqrt (S' * mm)) in *.
    assert (H1 : eT * root' <= eT * (1.001 * root)) by (apply Rmult_le_compat_l; lra).
    assert (H2 : 0 <= eT * root) by (apply Rmult_le_pos; lra).
    assert (H3 : 0 <= eT * eT * mm) by (apply Rmult_le_pos; [apply Rle_0_sqr|exact Mp]).
    assert (Xl : 0 <= e / l) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (H4 : e / l * S' <= e / l * (1.0012 * S)) by (apply Rmult_le_compat_l; lra).
    assert (H5 : 0 <= e / l * S) by (apply Rmult_le_pos; lra).
    assert (H6 : 0 <= u * S) by (apply Rmult_le_pos; lra).
    assert (H7 : k * S = u * S * (INR n + 2)) by (unfold k; ring).
    assert (H8 : 0 <= u * S * (INR n + 2)) by (apply Rmult_le_pos; [exact H6|assert (H := pos_INR n); lra]).
    apply Rle_trans with (1 := C'). apply Rle_trans with (1 := C).
    replace (4 * eT * root + 2 * (eT * eT) * mm + S * (4 * (e / l) + 4 * u * (INR n + 4))) with
      (4 * (eT * root) + 2 * (eT * eT * mm) + 4 * (e / l * S) + 4 * (u * S * (INR n + 2)) + 8 * (u * S)) by
        ring. lra.
  Qed.
End ManyKeys.

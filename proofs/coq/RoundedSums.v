(** * RoundedSums: how far off sums of weights, and of weighted responses, are that were rounded to a grid

    Rows are counted in units of the grid; their integers are added exactly, and the sum turned into a
    float, or turned into floats and added in some order.  [n] rows weigh [W] in floats. *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core.
From Dtrees Require Import Entropy Rounding Roundings RoundedRows RoundedCounts.
Import ListNotations.
Open Scope R_scope.

(** Integers of [62 - b] bits, fewer than [2^b] of them, add up within 64 bits. *)
Theorem sums_fit_64_bits (l : list Z) b : (0 <= b <= 62)%Z -> (Z.of_nat (length l) < 2 ^ b)%Z ->
  (forall k, In k l -> Z.abs k <= 2 ^ (62 - b))%Z -> (Z.abs (fold_right Z.add 0 l) <= 2 ^ 62)%Z.
Proof.
  intros B L H. assert (S : (Z.abs (fold_right Z.add 0 l) <= Z.of_nat (length l) * 2 ^ (62 - b))%Z).
  { clear L. induction l as [|k l IH]; [simpl; lia|]. cbn [fold_right length].
    assert (A := H k (or_introl eq_refl)).
    assert (I := IH (fun j J => H j (or_intror J))). lia. }
  replace (2 ^ 62)%Z with (2 ^ b * 2 ^ (62 - b))%Z by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  apply Z.le_trans with (1 := S). apply Z.mul_le_mono_nonneg_r; [apply Z.pow_nonneg|]; lia.
Qed.

Definition whole_sum (l : list Z) : R := sumR IZR l.
Definition magnitudes (l : list Z) : R := sumR (fun k => Rabs (IZR k)) l.

Lemma whole_sum_is l : whole_sum l = IZR (fold_right Z.add 0%Z l).
Proof. induction l as [|k l IH]; [reflexivity|]. cbn [fold_right]. rewrite plus_IZR, <- IH. reflexivity. Qed.

Lemma whole_sum_at_most l : Rabs (whole_sum l) <= magnitudes l.
Proof.
  induction l as [|k l IH]; [unfold whole_sum; simpl; rewrite Rabs_R0; lra|].
  apply add_at_most; [lra|exact IH].
Qed.

(** What is taken for the sum. *)
Definition summed (l : list Z) (s : R) : Prop :=
  s = rnd (whole_sum l) \/ added_up (map (fun k => rnd (IZR k)) l) s.

Lemma rnd_of_whole k : Rabs (rnd (IZR k) - IZR k) <= u * Rabs (IZR k).
Proof.
  apply rnd_error. destruct (Z.eq_dec k 0) as [->|N]; [now left|right]. rewrite <- abs_IZR.
  apply Rle_trans with 1; [|apply IZR_le; lia].
  change 1 with (bpow radix2 0). apply bpow_le. lia.
Qed.

Lemma summed_is_near l s : (1 <= length l)%nat -> INR (length l) * u <= / 1000 -> summed l s ->
  Rabs (s - whole_sum l) <= (INR (length l) + / 1000) * (u * magnitudes l).
Proof.
  intros L F H. assert (U := u_pos). apply le_INR in L. simpl (INR 1) in L. set (n := INR (length l)) in *.
  assert (M : 0 <= magnitudes l) by (apply sumR_nonneg; intros; apply Rabs_pos).
  assert (um : 0 <= u * magnitudes l) by (apply Rmult_le_pos; lra).
  destruct H as [->|H].
  - rewrite whole_sum_is. apply Rle_trans with (1 := rnd_of_whole _). rewrite <- whole_sum_is.
    assert (u * Rabs (whole_sum l) <= u * magnitudes l) by (apply Rmult_le_compat_l;
      [lra|apply whole_sum_at_most]).
    assert (1 * (u * magnitudes l) <= (n + / 1000) * (u * magnitudes l)) by (apply Rmult_le_compat_r; lra).
    lra.
  - assert (S := a_sum_in_any_order_is_near _ _ H). rewrite map_length in S. fold n in S.
    assert (A : Rabs (total (map (fun k => rnd (IZR k)) l) - whole_sum l) <= magnitudes l * u).
    { unfold total, whole_sum. rewrite sumR_map. apply Rle_trans with (1 := difference_of_sums _ _ _).
      unfold magnitudes. rewrite <- sumR_scale.
      apply sumR_le. intros k _. assert (R := rnd_of_whole k). lra. }
    assert (B : magnitude (map (fun k => rnd (IZR k)) l) <= magnitudes l * (1 + u)).
    { unfold magnitude. rewrite sumR_map. unfold magnitudes. rewrite <- sumR_scale. apply sumR_le.
      intros k _. assert (R := rnd_of_whole k).
      replace (rnd (IZR k)) with (IZR k + (rnd (IZR k) - IZR k)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _). lra. }
    assert (C : (n - 1) * u * magnitude (map (fun k => rnd (IZR k)) l) <= (n - 1) * u * (magnitudes l * (1 +
      u))).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact B]. }
    assert (D : n * u * (u * magnitudes l) <= / 1000 * (u * magnitudes l)) by (apply Rmult_le_compat_r; lra).
    assert (0 <= u * (u * magnitudes l)) by (apply Rmult_le_pos; lra). apply Rabs_le_inv in S, A.
    apply Rabs_le. lra.
Qed.

(** ** Weights *)

Definition rounded (rows : list (R * Z)) : Prop := forall r, In r rows -> Rabs (fst r - IZR (snd r)) <= / 2.

Lemma rounded_rows_add_up rows : rounded rows ->
  Rabs (sumR fst rows - whole_sum (map snd rows)) <= INR (length rows) / 2.
Proof.
  intros H. unfold whole_sum. rewrite sumR_map. apply Rle_trans with (1 := difference_of_sums _ _ _).
  apply Rle_trans with (1 := sum_at_most _ (/ 2) rows H). lra.
Qed.

(** The program's bound, and the float of it. *)
Definition e_w (n W : R) : R := rnd (n / 2 + rnd (4 * u * n * W)).

Lemma e_w_is_at_least n W : 1 <= n -> 1 <= W -> is_float (n / 2) -> n / 2 + 3 * u * n * W <= e_w n W.
Proof.
  intros N P F. assert (U := u_pos). assert (nW : n * 1 <= n * W) by (apply Rmult_le_compat_l; lra).
  set (x := n * W) in *.
  replace (4 * u * n * W) with (4 * (u * x)) by (unfold x; ring).
  replace (3 * u * n * W) with (3 * (u * x)) by (unfold x; ring). unfold e_w.
  replace (4 * u * n * W) with (4 * (u * x)) by (unfold x; ring).
  assert (ux : 0 <= u * (u * x) <= / 1000000 * (u * x)) by (split; [repeat apply Rmult_le_pos;
    lra|apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra]).
  assert (un : u * n <= u * x) by (apply Rmult_le_compat_l; lra).
  assert (un0 : 0 <= u * n) by (apply Rmult_le_pos; lra).
  assert (Z : bpow radix2 (-1022) <= 4 * (u * x)).
  { apply Rle_trans with u; [rewrite u_is_a_power; apply bpow_le; lia|].
    assert (u * 1 <= u * x) by (apply Rmult_le_compat_l; lra). lra. }
  assert (E := rnd_error (4 * (u * x)) ltac:(right; rewrite Rabs_right; lra)).
  rewrite (Rabs_right (4 * (u * x))) in E by lra. set (r := rnd (4 * (u * x))) in *.
  apply Rabs_le_inv in E. assert (S := sum_error (n / 2) r F (rnd_is_float _)).
  assert (u * (n / 2 + r) <= u * (n / 2 + (1 + u) * (4 * (u * x)))) by (apply Rmult_le_compat_l; lra).
  assert (u * (u * (u * x)) <= / 1000000 * (u * (u * x))) by (apply Rmult_le_compat_r; lra).
  rewrite (Rabs_right (n / 2 + r)) in S by lra. apply Rabs_le_inv in S. lra.
Qed.

Section Weights.
  Variables (rows : list (R * Z)) (W : R).
  Hypothesis half : rounded rows.
  Hypothesis some : (1 <= length rows)%nat.
  Hypothesis few : INR (length rows) * u <= / 1000.
  Let n := INR (length rows).
  Hypothesis weight_is : magnitudes (map snd rows) <= 1.1 * W.

  Theorem a_sum_of_rounded_weights_is_near s : summed (map snd rows) s ->
    Rabs (sumR fst rows - s) <= n / 2 + 3 * u * n * W.
  Proof.
    intros H. assert (U := u_pos). assert (N := summed_is_near (map snd rows) s). rewrite map_length in N.
    specialize (N some few H). fold n in N.
    assert (R := rounded_rows_add_up rows half). fold n in R. assert (S1 := some). apply le_INR in S1.
    simpl (INR 1) in S1. fold n in S1.
    assert (M : 0 <= magnitudes (map snd rows)) by (apply sumR_nonneg; intros; apply Rabs_pos).
    set (m := magnitudes (map snd rows)) in *.
    assert (A : (n + / 1000) * (u * m) <= (n + / 1000) * (u * (1.1 * W))) by (repeat apply Rmult_le_compat_l;
      lra).
    assert (B : 1 * (u * W) <= n * (u * W)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
    assert (uW : 0 <= u * W) by (apply Rmult_le_pos; lra).
    replace (sumR fst rows - s) with ((sumR fst rows - whole_sum (map snd rows)) + - (s - whole_sum (map snd
      rows))) by ring.
    apply Rle_trans with (n / 2 + (n + / 1000) * (u * m)); [apply add_at_most;
      [exact R|now rewrite Rabs_Ropp]|lra].
  Qed.

  (** The second child has what the first has not: the difference of two sums. *)
  Theorem the_rest_of_rounded_weights_is_near first others S s : rows = first ++ others ->
    (1 <= length first)%nat -> (1 <= length others)%nat ->
    summed (map snd rows) S -> summed (map snd first) s ->
    Rabs (sumR fst others - rnd (S - s)) <= INR (length others) / 2 + 3 * u * n * W.
  Proof.
    intros E L L' HS Hs. assert (U := u_pos). assert (N := summed_is_near (map snd rows) S).
    rewrite map_length in N. specialize (N some few HS). fold n in N.
    assert (Len : n = INR (length first) + INR (length others)) by (unfold n; rewrite E, app_length;
      apply plus_INR).
    assert (P1 := pos_INR (length others)). assert (L1 := le_INR _ _ L). simpl (INR 1) in L1. fold n in few.
    assert (N1 := summed_is_near (map snd first) s). rewrite map_length in N1. specialize (N1 L).
    specialize (N1 ltac:(apply Rle_trans with (2 := few), Rmult_le_compat_r; lra) Hs).
    assert (R := rounded_rows_add_up others ltac:(intros r I; apply half; rewrite E; apply in_or_app;
      now right)).
    assert (Sum : whole_sum (map snd rows) = whole_sum (map snd first) + whole_sum (map snd others)) by
      (unfold whole_sum; rewrite E, map_app; apply sumR_app).
    assert (Mag : magnitudes (map snd rows) = magnitudes (map snd first) + magnitudes (map snd others)) by
      (unfold magnitudes; rewrite E, map_app; apply sumR_app).
    assert (M1 : 0 <= magnitudes (map snd first)) by (apply sumR_nonneg; intros; apply Rabs_pos).
    assert (M2 := whole_sum_at_most (map snd others)).
    assert (FS : is_float S /\ is_float s).
    { split; [destruct HS as [->|HS]|destruct Hs as [->|Hs]]; try apply rnd_is_float;
        now apply added_up_is_float in HS || apply added_up_is_float in Hs. }
    assert (D := sum_error S (- s) (proj1 FS) ltac:(apply generic_format_opp, FS)).
    change (S + - s) with (S - s) in D.
    set (m := magnitudes (map snd rows)) in *. set (m1 := magnitudes (map snd first)) in *.
    set (m2 := magnitudes (map snd others)) in *.
    assert (M3 := Rle_trans _ _ _ (Rabs_pos _) M2). assert (um : 0 <= u * m) by (apply Rmult_le_pos; lra).
    assert (A1 : (INR (length first) + / 1000) * (u * m1) <= (n + / 1000) * (u * m)).
    { apply Rmult_le_compat; [lra|apply Rmult_le_pos; lra|lra|apply Rmult_le_compat_l; lra]. }
    assert (A2 : n * u * m <= / 1000 * m) by (apply Rmult_le_compat_r; lra).
    assert (A3 : u * m <= / 1000000 * m) by (apply Rmult_le_compat_r; lra).
    set (w := whole_sum (map snd others)) in *. apply Rabs_le_inv in N, N1, M2.
    assert (B : Rabs (S - s) <= 1.01 * m) by (apply Rabs_le; lra).
    assert (B2 : u * Rabs (S - s) <= u * (1.01 * m)) by (apply Rmult_le_compat_l; lra).
    assert (C : n * (u * m) <= n * (u * (1.1 * W))) by (repeat apply Rmult_le_compat_l; lra).
    assert (C2 : u * m <= u * (1.1 * W)) by (apply Rmult_le_compat_l; lra).
    assert (G : 1 * (u * W) <= n * (u * W)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
    assert (L2 := le_INR _ _ L'). simpl (INR 1) in L2.
    assert (2 * (u * W) <= n * (u * W)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
    apply Rabs_le_inv in D, R. apply Rabs_le. lra.
  Qed.
End Weights.

(** Of parts of different rows the errors add up to that of all. *)
Theorem errors_of_parts_add_up {A} (n w : A -> R) l : (forall p, In p l -> 0 <= n p /\ 0 <= w p) ->
  sumR (fun p => n p / 2 + 3 * u * n p * w p) l <= sumR n l / 2 + 3 * u * sumR n l * sumR w l.
Proof.
  intros H. assert (U := u_pos).
  assert (G : 0 <= sumR n l /\ 0 <= sumR w l) by (split; apply sumR_nonneg; intros p I; apply (H p I)).
  induction l as [|p l IH]; [unfold sumR; simpl; lra|].
  assert (H' : forall p, In p l -> 0 <= n p /\ 0 <= w p) by (intros q I; apply H; now right).
  destruct (H p (or_introl eq_refl)) as [Np Wp].
  assert (Nl : 0 <= sumR n l) by (apply sumR_nonneg; intros q I; apply (H' q I)).
  assert (Wl : 0 <= sumR w l) by (apply sumR_nonneg; intros q I; apply (H' q I)).
  specialize (IH H' (conj Nl Wl)).
  change (n p / 2 + 3 * u * n p * w p + sumR (fun p => n p / 2 + 3 * u * n p * w p) l <= (n p + sumR n l) / 2
    + 3 * u * (n p + sumR n l) * (w p + sumR w l)).
  assert (0 <= u * (n p * sumR w l)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= u * (sumR n l * w p)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

(** ** Weighted responses

    A row's weight is off by [h], 1/2 or 0; its response [y] is the true one less a constant, which rounds;
    the
    product with the weight rounds twice, is brought to the grid by [c], a power of two, and rounded to a
    whole
    number.  Where numbers are subnormal, that costs less than [u] of a unit. *)

Record row : Type := { w : R; in_units : Z; y : R; centred : R; product : R; on_grid : Z }.

Section Responses.
  Variables (rows : list row) (c h n A V : R).
  Hypothesis scale : 0 < c.
  Hypothesis off_by : 0 <= h <= / 2.
  Hypothesis each : forall r, In r rows ->
    Rabs (w r - IZR (in_units r)) <= h /\ Rabs (centred r - y r) <= u * Rabs (y r) /\
    Rabs (c * product r - c * (IZR (in_units r) * centred r)) <= 2.01 * u * Rabs (c * (IZR (in_units r) *
      centred r)) + u /\
    Rabs (IZR (on_grid r) - c * product r) <= / 2 + u.
  Hypothesis here : (1 <= length rows)%nat /\ INR (length rows) <= n /\ 2 <= n /\ n * u <= / 1000.
  Hypothesis magnitude_is : magnitudes (map on_grid rows) <= 1.01 * A /\ 16 <= A.
  Hypothesis alone : 0 <= V /\ h * sumR (fun r => Rabs (c * centred r)) rows <= 0.51 * V.

  Lemma a_row_is_near r : In r rows ->
    Rabs (c * (w r * y r) - IZR (on_grid r)) <= / 2 + 1.001 * (h * Rabs (c * centred r)) + 3.04 * (u * Rabs
      (IZR (on_grid r))) + 3.6 * u.
  Proof.
    intros I. destruct (each r I) as (Ew & Ey & Ep & Ek). assert (U := u_pos).
    set (k := IZR (in_units r)) in *. set (g := IZR (on_grid r)) in *.
    set (v := centred r) in *. set (q := c * product r) in *. set (z := c * (k * v)) in *. clearbody q.
    assert (Yv : Rabs (y r) <= (1 + 1.1 * u) * Rabs v).
    { replace (y r) with (v + - (v - y r)) by ring. assert (T := Rabs_triang v (- (v - y r))).
      rewrite Rabs_Ropp in T.
      assert (Q := Rabs_pos (y r)). set (a := Rabs (v + - (v - y r))) in *.
      assert (E : Rabs (y r) = a) by (unfold a; f_equal; ring). rewrite E in *.
      assert (B : a * (1 - u) <= Rabs v) by lra. assert (0 <= Rabs v) by apply Rabs_pos.
      assert (C : (1 - u) * (1 + 1.1 * u) >= 1) by (assert (u * u <= / 1000000 * u) by (apply
        Rmult_le_compat_r; lra); lra).
      apply Rmult_le_reg_r with (1 - u); [lra|]. apply Rle_trans with (1 := B).
      rewrite <- (Rmult_1_l (Rabs v)) at 1.
      replace ((1 + 1.1 * u) * Rabs v * (1 - u)) with ((1 - u) * (1 + 1.1 * u) * Rabs v) by ring.
      apply Rmult_le_compat_r; lra. }
    assert (Z0 := Rabs_pos z). assert (G0 := Rabs_pos g).
    assert (uz : 0 <= u * Rabs z <= / 1000000 * Rabs z) by (split;
      [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (Zg : Rabs z <= 1.001 * (Rabs g + 0.51)).
    { assert (T := Rabs_triang (z - q) (q - g)). assert (T2 := Rabs_triang (z - g) g).
      replace (z - q + (q - g)) with (z - g) in T by ring. replace (z - g + g) with z in T2 by ring.
      rewrite (Rabs_minus_sym z q), (Rabs_minus_sym q g) in T. lra. }
    replace (c * (w r * y r) - g) with (c * y r * (w r - k) + (k * c) * (y r - v) + (z - q) + (q - g)) by
      (unfold z; ring).
    assert (P1 : Rabs (c * y r * (w r - k)) <= (1 + 1.1 * u) * Rabs (c * v) * h).
    { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [|exact Ew].
      rewrite !Rabs_mult, (Rabs_right c) by lra.
      replace ((1 + 1.1 * u) * (c * Rabs v)) with (c * ((1 + 1.1 * u) * Rabs v)) by ring.
      apply Rmult_le_compat_l; lra. }
    assert (P2 : Rabs (k * c * (y r - v)) <= 1.001 * (u * Rabs z)).
    { rewrite Rabs_mult, Rabs_minus_sym.
      apply Rle_trans with (Rabs (k * c) * (u * ((1 + 1.1 * u) * Rabs v))).
      - apply Rmult_le_compat_l; [apply Rabs_pos|]. apply Rle_trans with (1 := Ey).
        apply Rmult_le_compat_l; lra.
      - unfold z in *. replace (c * (k * v)) with (k * c * v) in * by ring.
        rewrite (Rabs_mult (k * c) v) in *. set (t := Rabs (k * c)) in *. set (a := Rabs v) in *.
        replace (t * (u * ((1 + 1.1 * u) * a))) with ((1 + 1.1 * u) * (u * (t * a))) by ring.
        apply Rmult_le_compat_r; lra. }
    assert (H0 : 0 <= h * Rabs (c * v)) by (apply Rmult_le_pos; [lra|apply Rabs_pos]).
    assert (P3 : (1 + 1.1 * u) * Rabs (c * v) * h <= 1.001 * (h * Rabs (c * v))).
    { replace ((1 + 1.1 * u) * Rabs (c * v) * h) with ((1 + 1.1 * u) * (h * Rabs (c * v))) by ring.
      apply Rmult_le_compat_r; lra. }
    assert (P4 : u * Rabs z <= u * (1.001 * (Rabs g + 0.51))) by (apply Rmult_le_compat_l; lra).
    apply Rle_trans with (1.001 * (h * Rabs (c * v)) + 1.001 * (u * Rabs z) + (2.01 * u * Rabs z + u) + (/ 2
      + u)).
    - apply add_at_most; [apply add_at_most; [apply add_at_most; [lra|exact P2]|]|];
        now rewrite Rabs_minus_sym.
    - assert (0 <= u * Rabs g) by (apply Rmult_le_pos; lra). lra.
  Qed.

  (** The program's bound, of floats. *)
  Definition e_T : R := rnd (rnd (n / 2 + rnd (4 * u * n * A)) + V).
  Hypothesis floats : is_float (n / 2) /\ is_float V.

  (** A little is to spare, of which scaling takes less. *)
  Theorem a_sum_of_rounded_responses_is_near s :
    Rabs (s - whole_sum (map on_grid rows)) <= 1.002 * INR (length rows) * (u * magnitudes (map on_grid
      rows)) ->
    Rabs (c * sumR (fun r => w r * y r) rows - s) + n * u <= e_T.
  Proof.
    intros H. assert (U := u_pos). destruct here as (L & Ln & Two & Few). destruct magnitude_is as [Mg A16].
    destruct alone as [V0 Va]. destruct floats as [Fn Fv].
    set (m := magnitudes (map on_grid rows)) in *.
    assert (M0 : 0 <= m) by (apply sumR_nonneg; intros; apply Rabs_pos).
    assert (D : Rabs (c * sumR (fun r => w r * y r) rows - whole_sum (map on_grid rows)) <= n / 2 + 1.001 *
      (0.51 * V) + 3.04 * (u * m) + n * (3.6 * u)).
    { rewrite Rmult_comm, <- sumR_scale. unfold whole_sum. rewrite sumR_map.
      apply Rle_trans with (1 := difference_of_sums _ _ _).
      apply Rle_trans with (sumR (fun r => (Rabs (c * centred r) * (1.001 * h) + Rabs (IZR (on_grid r)) *
        (3.04 * u)) + (/ 2 + 3.6 * u)) rows).
      - apply sumR_le. intros r I. assert (R := a_row_is_near r I). rewrite (Rmult_comm (w r * y r)). lra.
      - rewrite sumR_plus, sumR_plus, !sumR_scale. unfold m, magnitudes. rewrite sumR_map.
        set (b := sumR (fun r => Rabs (c * centred r)) rows) in *.
        assert (Q := sum_at_most (fun _ : row => / 2 + 3.6 * u) (/ 2 + 3.6 * u) rows ltac:(intros; lra)).
        cbv beta in Q.
        assert (Q2 : INR (length rows) * (/ 2 + 3.6 * u) <= n * (/ 2 + 3.6 * u)) by (apply Rmult_le_compat_r;
          lra). lra. }
    assert (um : 0 <= u * m <= u * (1.01 * A)) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra).
    assert (N' : 1.002 * INR (length rows) * (u * m) <= 1.002 * n * (u * (1.01 * A))) by (apply
      Rmult_le_compat; [assert (P := pos_INR (length rows))|..]; lra).
    set (r := rnd (n / 2 + rnd (4 * u * n * A))) in *.
    assert (E := e_w_is_at_least n A ltac:(lra) ltac:(lra) Fn).
    assert (R1 : n / 2 + 3 * u * n * A <= r) by exact E. assert (F := sum_error r V (rnd_is_float _) Fv).
    change (rnd (r + V)) with e_T in F.
    assert (nA : 0 <= u * n * A) by (repeat apply Rmult_le_pos; lra).
    rewrite (Rabs_right (r + V)) in F by lra. apply Rabs_le_inv in F.
    assert (Low : (1 - u) * (n / 2 + 3 * u * n * A + V) <= e_T).
    { apply Rle_trans with ((1 - u) * (r + V)); [apply Rmult_le_compat_l; lra|]. lra. }
    apply Rle_trans with (2 := Low).
    replace (c * sumR (fun r => w r * y r) rows - s) with ((c * sumR (fun r => w r * y r) rows - whole_sum
      (map on_grid rows)) + - (s - whole_sum (map on_grid rows))) by ring.
    apply Rle_trans with (n / 2 + 1.001 * (0.51 * V) + 3.04 * (u * m) + n * (3.6 * u) + 1.002 * n * (u *
      (1.01 * A)) + n * u).
    - apply Rplus_le_compat_r, add_at_most; [exact D|]. rewrite Rabs_Ropp. lra.
    - assert (uV : u * V <= / 1000000 * V) by (apply Rmult_le_compat_r; lra).
      assert (uA : 0 <= u * A) by (apply Rmult_le_pos; lra). set (x := u * A) in *.
      replace (u * n * A) with (n * x) in * by (unfold x; ring).
      replace (3 * u * n * A) with (3 * (n * x)) by (unfold x; ring).
      assert (X1 : 2 * x <= n * x) by (apply Rmult_le_compat_r; lra).
      assert (X2 : n * (u * 16) <= n * x) by (apply Rmult_le_compat_l; [lra|unfold x;
        apply Rmult_le_compat_l; lra]).
      assert (X3 : u * (n * x) <= / 1000000 * (n * x)) by (apply Rmult_le_compat_r; lra).
      replace (u * (1.01 * A)) with (1.01 * x) in * by (unfold x; ring). lra.
  Qed.
End Responses.

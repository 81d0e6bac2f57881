(** * RoundedBounds: the float of each bound is at least the bound

    The bounds of 15.5 to 15.7 are computed in float64 too, by a dozen operations on numbers that are not
      negative.
    [low j k x y]: [x] is 0 or at least [2^-j], and [y] is at least [(1 - u)^k] times [x].
      So roundings are counted, from
    below, and what the program takes beyond the bound covers them.  Where an operation overflows,
      the bound is infinite,
    and the node goes by the book. *)
From Coq Require Import ZArith Reals Lra Lia.
From Flocq Require Import Core.
From Dtrees Require Import Entropy Rounding Roundings RoundedCounts.
Open Scope R_scope.

Notation power_of_two := (bpow radix2).

Definition low (j : Z) (k : nat) (x y : R) : Prop :=
  0 <= x /\ (x = 0 \/ power_of_two (- j) <= x) /\ (1 - u) ^ k * x <= y.

Lemma low_exact j x : x = 0 \/ power_of_two (- j) <= x -> low j 0 x x.
Proof.
  intros H. split; [|split; [exact H|simpl; lra]]. destruct H as [->|H]; [lra|].
    assert (P := bpow_gt_0 radix2 (- j)). lra.
Qed.

Lemma low_nonneg j k x y : low j k x y -> 0 <= y.
Proof.
  intros (P & _ & L). assert (Q := power k). apply Rle_trans with (2 := L). apply Rmult_le_pos; lra.
Qed.

Lemma low_more i j k m x y : (i <= j)%Z -> (k <= m)%nat -> low i k x y -> low j m x y.
Proof.
  intros I K (P & F & L). split; [exact P|]. split.
  - destruct F as [F|F]; [now left|right]. apply Rle_trans with (2 := F). apply bpow_le. lia.
  - apply Rle_trans with (2 := L). apply Rmult_le_compat_r; [exact P|].
    replace m with (k + (m - k))%nat by lia. rewrite pow_add. assert (A := power k).
      assert (B := power (m - k)).
    rewrite <- (Rmult_1_r ((1 - u) ^ k)) at 2. apply Rmult_le_compat_l; lra.
Qed.

Lemma low_rnd j k x y : (j <= 1000)%Z -> INR k * u <= / 2 -> low j k x y -> low j (S k) x (rnd y).
Proof.
  intros J K H. assert (N := low_nonneg _ _ _ _ H). destruct H as (P & F & L). split; [exact P|]. split;
    [exact F|].
  assert (U := u_pos). cbn [pow]. rewrite Rmult_assoc. assert (Q := power_is_near k).
  destruct F as [->|F].
  - rewrite !Rmult_0_r. rewrite <- rnd_0. now apply rnd_le.
  - assert (Y : / 2 * power_of_two (- j) <= y).
    { apply Rle_trans with (2 := L). apply Rmult_le_compat; try lra. apply bpow_ge_0. }
    assert (Norm : normal y).
    { right. rewrite Rabs_right by lra. apply Rle_trans with (2 := Y).
      change (/ 2) with (power_of_two (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (E := rnd_error y Norm). rewrite (Rabs_right y) in E by lra. apply Rabs_le_inv in E.
    apply Rle_trans with ((1 - u) * y); [apply Rmult_le_compat_l; lra|lra].
Qed.

Lemma low_plus j k x y a b : low j k x y -> low j k a b -> low j k (x + a) (y + b).
Proof.
  intros (P & F & L) (Q & G & M). split; [lra|]. split; [|rewrite Rmult_plus_distr_l; lra].
  destruct F as [->|F]; [rewrite Rplus_0_l; exact G|right; lra].
Qed.

Lemma low_mult i j k m x y a b : low i k x y -> low j m a b -> low (i + j) (k + m) (x * a) (y * b).
Proof.
  intros (P & F & L) (Q & G & M). split; [now apply Rmult_le_pos|]. split.
  - destruct F as [->|F]; [left; ring|]. destruct G as [->|G]; [left; ring|right].
    replace (- (i + j))%Z with (- i + - j)%Z by lia. rewrite bpow_plus. apply Rmult_le_compat; trivial;
      apply bpow_ge_0.
  - rewrite pow_add. assert (A := power k). assert (B := power m).
    replace ((1 - u) ^ k * (1 - u) ^ m * (x * a)) with ((1 - u) ^ k * x * ((1 - u) ^ m * a)) by ring.
    apply Rmult_le_compat; trivial; apply Rmult_le_pos; lra.
Qed.

(** By a number that is at most [a / (1 - u)^m]. *)
Lemma low_over i j k m x y a b : low i k x y -> 0 < a -> 0 < b -> a <= power_of_two j ->
  (1 - u) ^ m * b <= a ->
  low (i + j) (k + m) (x / a) (y / b).
Proof.
  intros H A B J M. apply low_mult; [exact H|]. assert (Ia := Rinv_0_lt_compat a A). split; [lra|]. split.
  - right. rewrite bpow_opp. now apply Rinv_le_contravar.
  - apply Rmult_le_reg_r with (a * b); [now apply Rmult_lt_0_compat|].
    replace ((1 - u) ^ m * / a * (a * b)) with ((1 - u) ^ m * b) by (field; lra).
    replace (/ b * (a * b)) with a by (field; lra). exact M.
Qed.

Lemma low_sqrt j k x y : (0 <= j)%Z -> low j k x y -> low j k (sqrt x) (sqrt y).
Proof.
  intros J (P & F & L). split; [apply sqrt_pos|]. split.
  - destruct F as [->|F]; [left; apply sqrt_0|right]. set (b := power_of_two (- j)) in *.
    assert (B : 0 < b <= 1) by (split; [apply bpow_gt_0|change 1 with (power_of_two 0); apply bpow_le; lia]).
    apply Rle_trans with (sqrt b); [|now apply sqrt_le_1_alt].
    rewrite <- (sqrt_square b) at 1 by lra. apply sqrt_le_1_alt. rewrite <- (Rmult_1_r b) at 3.
      apply Rmult_le_compat_l; lra.
  - assert (A := power k). set (p := (1 - u) ^ k) in *. apply Rle_trans with (sqrt (p * x));
    [|now apply sqrt_le_1_alt].
    rewrite sqrt_mult_alt by lra. apply Rmult_le_compat_r; [apply sqrt_pos|].
    rewrite <- (sqrt_square p) at 1 by lra. apply sqrt_le_1_alt. rewrite <- (Rmult_1_r p) at 3.
      apply Rmult_le_compat_l; lra.
Qed.

Lemma low_is_enough j k x y : INR k * u <= / 1000 -> low j k x y -> 999 / 1000 * x <= y.
Proof.
  intros K (P & _ & L). assert (Q := power_is_near k). apply Rle_trans with (2 := L).
    apply Rmult_le_compat_r; lra.
Qed.

(** ** Squared error *)

Section SquaredError.
  (** Floats: the node's weight and lightest row; [e] bounds sums of weights and [eT] those of responses,
    whose magnitudes
      add up to [A]; [best] is the largest key, [T] the sum of all responses, [a] the most children. *)
  Variables W l e eT A best T a : R.
  Hypothesis sizes : 1 <= W <= power_of_two 63 /\ 1 <= l <= power_of_two 63.
  Hypothesis not_tiny : (e = 0 \/ / 2 <= e) /\ / 2 <= eT /\ (A = 0 \/ 1 <= A) /\ (best = 0 \/ power_of_two
    (-200) <= best) /\
    (T * T = 0 \/ 1 <= T * T) /\ 2 <= a <= power_of_two 50.

  Definition of_difference : R := rnd (2 * rnd (rnd (W * eT) + rnd (A * e)) + rnd (8 * u * W * A)).
  Definition product_of_weights : R := rnd (l * W) / 2.
  Definition share_of_weight : R := rnd (2 * e / l).
  Definition bound_of_two : R :=
    rnd (rnd (rnd (2 * of_difference * rnd (sqrt (rnd (best / product_of_weights)))) +
      rnd (rnd (of_difference * of_difference) / product_of_weights)) + rnd (best * rnd (share_of_weight + 4
        * u))).
  Definition squared_bound : R := 2 * bound_of_two.

  Let d := 2 * (W * eT + A * e) + 8 * u * W * A.
  Let p := l * W / 2.

  Lemma floor_of j x c : (0 <= j)%Z -> power_of_two (- j) <= c -> x = 0 \/ c <= x ->
    x = 0 \/ power_of_two (- j) <= x.
  Proof. intros _ L [H|H]; [now left|right; lra]. Qed.

  Lemma half : power_of_two (-1) = / 2. Proof. reflexivity. Qed.

  Lemma few k : (k <= 100)%nat -> INR k * u <= / 1000.
  Proof.
    intros L. apply le_INR in L. rewrite (INR_IZR_INZ 100) in L; change (IZR (Z.of_nat 100)) with 100 in L.
      assert (U := u_pos).
    assert (INR k * u <= 100 * u) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Lemma few_half k : (k <= 100)%nat -> INR k * u <= / 2.
  Proof. intros L. assert (H := few k L). lra. Qed.

  Ltac rounded := apply low_rnd; [lia|apply few_half; lia|].

  Lemma low_difference : low 60 4 d of_difference.
  Proof.
    destruct sizes as [[W1 W2] [L1 L2]]. destruct not_tiny as (E & ET & HA & HB & HT & Ha).
    assert (HW : low 0 0 W W) by (apply low_exact; right; change (power_of_two (- 0)) with 1; lra).
    assert (HE : low 1 0 e e) by (apply low_exact; change (power_of_two (- (1))) with (/ 2); exact E).
    assert (HET : low 1 0 eT eT) by (apply low_exact; right; change (power_of_two (- (1))) with (/ 2); lra).
    assert (HAA : low 0 0 A A) by (apply low_exact; change (power_of_two (- 0)) with 1; exact HA).
    assert (HU : low 50 0 (8 * u) (8 * u)).
    { apply low_exact. right. rewrite u_is_a_power. change 8 with (power_of_two 3). rewrite <- bpow_plus.
      apply bpow_le. lia. }
    unfold of_difference, d. rounded. apply low_plus.
    - apply (low_more 2 60 3 3); [lia|lia|].
      apply (low_mult 0 2 0 3 2 2); [apply low_exact; right; change (power_of_two (- 0)) with 1; lra|].
      apply (low_more 1 2 2 3); [lia|lia|]. apply (low_rnd 1 1); [lia|apply few_half; lia|]. apply low_plus.
      + rounded. apply (low_mult 0 1 0 0); assumption.
      + rounded. apply (low_mult 0 1 0 0); assumption.
    - apply (low_more 60 60 1 3); [lia|lia|]. rounded. apply (low_more 50 60 0 0); [lia|lia|].
      apply (low_mult 50 0 0 0); [|exact HAA]. apply (low_mult 50 0 0 0); assumption.
  Qed.

  Lemma the_product : 0 < p /\ p <= power_of_two 126 /\ 0 < product_of_weights /\ (1 - u) ^ 1 *
    product_of_weights <= p.
  Proof.
    destruct sizes as [[W1 W2] [L1 L2]]. assert (U := u_pos).
    assert (P : 1 <= l * W) by (apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]).
    assert (Q : l * W <= power_of_two 126).
    { change 126%Z with (63 + 63)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
    assert (N : normal (l * W)).
    { right. rewrite Rabs_right by lra. apply Rle_trans with 1; [|lra]. change 1 with (power_of_two 0).
      apply bpow_le. lia. }
    assert (B := within_rnd _ N ltac:(lra)). unfold within in B. cbn [pow] in B |- *. rewrite !Rmult_1_r in *.
    assert (PP : 0 < (1 - u) * (l * W)) by (apply Rmult_lt_0_compat; lra).
    unfold p, product_of_weights. set (r := rnd (l * W)) in *. clearbody r.
    split; [lra|]. split; [lra|]. split; lra.
  Qed.

  Lemma low_bound_of_two : low 500 30 (2 * d * sqrt (best / p) + d * d / p + best * (2 * e / l + 4 * u))
    bound_of_two.
  Proof.
    assert (D := low_difference). destruct the_product as (P0 & P1 & Q0 & Q1).
    destruct sizes as [[W1 W2] [L1 L2]]. destruct not_tiny as (E & ET & HA & HB & HT & Ha).
    assert (HBB : low 200 0 best best) by (apply low_exact; exact HB).
    assert (HU : low 51 0 (4 * u) (4 * u)).
    { apply low_exact. right. rewrite u_is_a_power. change 4 with (power_of_two 2). rewrite <- bpow_plus.
      apply bpow_le. lia. }
    assert (Two : low 0 0 2 2) by (apply low_exact; right; change (power_of_two (- 0)) with 1; lra).
    unfold bound_of_two. set (df := of_difference) in *. set (pf := product_of_weights) in *.
      clearbody df pf d p.
    apply (low_more 500 500 27 30); [lia|lia|]. rounded. apply low_plus.
    - apply (low_more 500 500 20 26); [lia|lia|]. rounded. apply low_plus.
      + apply (low_more 500 500 8 19); [lia|lia|]. rounded. apply (low_more 386 500 7 7); [lia|lia|].
        apply (low_mult 60 326 4 3); [apply (low_mult 0 60 0 4); assumption|].
        apply (low_rnd 326 2); [lia|apply few_half; lia|]. apply low_sqrt; [lia|].
        apply (low_rnd 326 1); [lia|apply few_half; lia|]. apply (low_over 200 126 0 1); assumption.
      + apply (low_more 246 500 11 19); [lia|lia|]. rounded.
        apply (low_over 120 126 9 1); trivial. apply (low_rnd 120 8); [lia|apply few_half; lia|].
        apply (low_mult 60 60 4 4); assumption.
    - apply (low_more 264 500 3 26); [lia|lia|]. rounded.
      apply (low_mult 200 64 0 2); [exact HBB|]. apply (low_rnd 64 1); [lia|apply few_half; lia|].
        apply low_plus.
      + unfold share_of_weight. rounded. apply (low_over 1 63 0 0); [|lra|lra|lra|cbn [pow]; lra].
        apply (low_mult 0 1 0 0); [exact Two|]. apply low_exact. change (power_of_two (- (1))) with (/ 2).
          exact E.
      + apply (low_more 51 64 0 1); [lia|lia|exact HU].
  Qed.

  (** 15.5, for two children: that bound times 3/2 is at most the float of the bound,
    also where the lightest row weighs a
      ninth less than [l], which costs another eighth ([a_lighter_row_costs_little]). *)
  Theorem the_bound_of_two_is_enough :
    19 / 10 * (2 * d * sqrt (best / p) + d * d / p + best * (2 * (e / l) + 4 * u)) <= squared_bound.
  Proof.
    assert (H := low_is_enough _ _ _ _ (few 30 ltac:(lia)) low_bound_of_two).
      assert (P := proj1 low_bound_of_two).
    unfold squared_bound. replace (2 * (e / l)) with (2 * e / l) by (unfold Rdiv; ring).
    set (x := 2 * d * sqrt (best / p) + d * d / p + best * (2 * e / l + 4 * u)) in *. lra.
  Qed.

  (** With more children the program adds a second term. *)
  Definition whole_squares : R := rnd (best + rnd (T * T)).
  Definition many_shares : R := rnd (rnd (a * W) / l).
  Definition bound_of_many : R :=
    rnd (bound_of_two + rnd (rnd (rnd (4 * eT * rnd (sqrt (rnd (whole_squares * many_shares)))) +
      rnd (2 * rnd (eT * eT) * many_shares)) + rnd (whole_squares * rnd (2 * share_of_weight + rnd (4 * u *
        (a + 4)))))).
  Let S := best + T * T.
  Let m := a * W / l.

  Lemma low_bound_of_many : low 500 40 (4 * eT * sqrt (S * m) + 2 * (eT * eT) * m + S * (4 * (e / l) + 4 * u
    * (a + 4))) bound_of_many.
  Proof.
    assert (B := low_bound_of_two). destruct sizes as [[W1 W2] [L1 L2]].
      destruct not_tiny as (E & ET & HA & HB & HT & Ha).
    assert (HBB : low 200 0 best best) by (apply low_exact; exact HB).
    assert (HTT : low 0 0 (T * T) (T * T)) by (apply low_exact; change (power_of_two (- 0)) with 1; exact HT).
    assert (HET : low 1 0 eT eT) by (apply low_exact; right; change (power_of_two (- (1))) with (/ 2); lra).
    assert (HW : low 0 0 W W) by (apply low_exact; right; change (power_of_two (- 0)) with 1; lra).
    assert (HAr : low 0 0 a a) by (apply low_exact; right; change (power_of_two (- 0)) with 1; lra).
    assert (HA4 : low 0 0 (a + 4) (a + 4)) by (apply low_exact; right; change (power_of_two (- 0)) with 1;
      lra).
    assert (HE : low 1 0 e e) by (apply low_exact; change (power_of_two (- (1))) with (/ 2); exact E).
    assert (HU : low 51 0 (4 * u) (4 * u)).
    { apply low_exact. right. rewrite u_is_a_power. change 4 with (power_of_two 2). rewrite <- bpow_plus.
      apply bpow_le. lia. }
    assert (Two : low 0 0 2 2) by (apply low_exact; right; change (power_of_two (- 0)) with 1; lra).
    assert (Four : low 0 0 4 4) by (apply low_exact; right; change (power_of_two (- 0)) with 1; lra).
    assert (HS : low 200 2 S whole_squares).
    { unfold S, whole_squares. rounded. apply low_plus; [apply (low_more 200 200 0 1); trivial; lia|].
      apply (low_more 0 200 1 1); [lia|lia|]. rounded. exact HTT. }
    assert (HM : low 63 2 m many_shares).
    { unfold m, many_shares. rounded. apply (low_over 0 63 1 0); [|lra|lra|lra|cbn [pow]; lra].
      rounded. apply (low_mult 0 0 0 0); assumption. }
    assert (HSh : low 64 1 (2 * e / l) share_of_weight).
    { unfold share_of_weight. rounded. apply (low_more 64 64 0 0); [lia|lia|].
      apply (low_over 1 63 0 0); [|lra|lra|lra|cbn [pow]; lra]. apply (low_mult 0 1 0 0); assumption. }
    unfold bound_of_many. set (b := bound_of_two) in *. set (ws := whole_squares) in *.
      set (ms := many_shares) in *.
    set (sh := share_of_weight) in *. clearbody b ws ms sh S m.
    set (x := 4 * eT * sqrt (S * m) + 2 * (eT * eT) * m + S * (4 * (e / l) + 4 * u * (a + 4))).
    assert (H : low 500 30 x (rnd (rnd (rnd (4 * eT * rnd (sqrt (rnd (ws * ms)))) +
      rnd (2 * rnd (eT * eT) * ms)) + rnd (ws * rnd (2 * sh + rnd (4 * u * (a + 4))))))).
    { unfold x. apply (low_more 500 500 21 30); [lia|lia|]. rounded. apply low_plus.
      - apply (low_more 500 500 10 20); [lia|lia|]. rounded. apply low_plus.
        + apply (low_more 500 500 7 9); [lia|lia|]. rounded. apply (low_more 264 500 6 6); [lia|lia|].
          apply (low_mult 1 263 0 6); [apply (low_mult 0 1 0 0); assumption|].
          apply (low_rnd 263 5); [lia|apply few_half; lia|]. apply low_sqrt; [lia|].
          apply (low_rnd 263 4); [lia|apply few_half; lia|]. apply (low_mult 200 63 2 2); assumption.
        + apply (low_more 500 500 4 9); [lia|lia|]. rounded. apply (low_more 65 500 3 3); [lia|lia|].
          apply (low_mult 2 63 1 2); [|assumption]. apply (low_mult 0 2 0 1); [exact Two|].
          apply (low_rnd 2 0); [lia|apply few_half; lia|]. apply (low_mult 1 1 0 0); assumption.
      - apply (low_more 264 500 5 20); [lia|lia|]. rounded. apply (low_mult 200 64 2 2); [assumption|].
        apply (low_rnd 64 1); [lia|apply few_half; lia|]. apply low_plus.
        + replace (4 * (e / l)) with (2 * (2 * e / l)) by (unfold Rdiv; ring). apply (low_mult 0 64 0 1);
          assumption.
        + apply (low_more 51 64 1 1); [lia|lia|]. rounded. apply (low_mult 51 0 0 0); assumption. }
    assert (N := low_nonneg _ _ _ _ B). destruct (low_rnd 500 30 _ _ ltac:(lia) (few_half 30 ltac:(lia)) H)
      as (P & F & L).
    split; [exact P|]. split; [exact F|]. apply Rle_trans with ((1 - u) ^ 31 * x).
    - apply Rmult_le_compat_r; [exact P|]. assert (Q := power 9). assert (Q' := power 31).
      replace 40%nat with (31 + 9)%nat by lia. rewrite pow_add. rewrite <- (Rmult_1_r ((1 - u) ^ 31)) at 2.
      apply Rmult_le_compat_l; lra.
    - apply Rle_trans with (1 := L). apply rnd_le. lra.
  Qed.

  Theorem the_bound_of_many_is_enough :
    27 / 16 * (4 * eT * sqrt (S * m) + 2 * (eT * eT) * m + S * (4 * (e / l) + 4 * u * (a + 4))) <= 2 *
      bound_of_many.
  Proof.
    assert (H := low_is_enough _ _ _ _ (few 40 ltac:(lia)) low_bound_of_many).
      assert (P := proj1 low_bound_of_many).
    set (x := 4 * eT * sqrt (S * m) + 2 * (eT * eT) * m + S * (4 * (e / l) + 4 * u * (a + 4))) in *. lra.
  Qed.
End SquaredError.

(** Bounds grow with what they are of. *)

Lemma rnd_nonneg x : 0 <= x -> 0 <= rnd x.
Proof. intros X. rewrite <- rnd_0. now apply rnd_le. Qed.

Lemma ratio_nonneg x z : 0 <= x -> 0 < z -> 0 <= x / z.
Proof. intros X Z. apply Rmult_le_pos; [exact X|apply Rlt_le, Rinv_0_lt_compat, Z]. Qed.

Lemma the_bound_of_many_is_no_less W l e eT A best T a : 0 < W -> 0 < l -> 0 <= e -> 0 <= eT -> 0 <= best ->
  0 <= a ->
  bound_of_two W l e eT A best <= bound_of_many W l e eT A best T a.
Proof.
  intros HW L E ET M Ha. assert (U := u_pos).
  assert (F : is_float (bound_of_two W l e eT A best)) by apply rnd_is_float.
  rewrite <- (rnd_float _ F) at 1. unfold bound_of_many. apply rnd_le. clear F.
    set (b := bound_of_two W l e eT A best). clearbody b.
  match goal with |- _ <= _ + ?z => assert (0 <= z) end; [|lra].
  apply rnd_nonneg, Rplus_le_le_0_compat; apply rnd_nonneg.
  - assert (Q : 0 <= many_shares W l a) by (apply rnd_nonneg, ratio_nonneg; [apply rnd_nonneg, Rmult_le_pos;
    lra|exact L]).
    apply Rplus_le_le_0_compat; apply rnd_nonneg, Rmult_le_pos; trivial; try lra; [apply rnd_nonneg,
      sqrt_pos|].
    apply Rmult_le_pos; [lra|apply rnd_nonneg, Rle_0_sqr].
  - apply Rmult_le_pos; [apply rnd_nonneg, Rplus_le_le_0_compat; [exact M|apply rnd_nonneg, Rle_0_sqr]|].
    apply rnd_nonneg, Rplus_le_le_0_compat; [|apply rnd_nonneg, Rmult_le_pos; lra].
    apply Rmult_le_pos; [lra|apply rnd_nonneg, ratio_nonneg; lra].
Qed.

Lemma the_bound_of_two_grows d d' p m x : 0 <= d -> d <= d' -> 0 < p ->
  3 / 2 * (2 * d * sqrt (m / p) + d * d / p + x) <= 3 / 2 * (2 * d' * sqrt (m / p) + d' * d' / p + x).
Proof.
  intros D L P. apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_r. apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [apply sqrt_pos|lra].
  - apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, P|]. apply Rmult_le_compat; lra.
Qed.

Lemma the_bound_of_many_grows eT S W l e n a : 0 <= eT -> 0 <= S -> 0 < W -> 0 < l -> 0 <= n -> n <= a ->
  3 / 2 * (4 * eT * sqrt (S * (n * W / l)) + 2 * (eT * eT) * (n * W / l) + S * (4 * (e / l) + 4 * u * (n +
    4))) <=
  3 / 2 * (4 * eT * sqrt (S * (a * W / l)) + 2 * (eT * eT) * (a * W / l) + S * (4 * (e / l) + 4 * u * (a +
    4))).
Proof.
  intros ET HS HW L N A. assert (U := u_pos).
  assert (M : n * W / l <= a * W / l).
  { apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, L|]. apply Rmult_le_compat_r; lra. }
  assert (U4 : u * (n + 4) <= u * (a + 4)) by (apply Rmult_le_compat_l; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat; [apply Rplus_le_compat|].
  - apply Rmult_le_compat_l; [lra|]. apply sqrt_le_1_alt. now apply Rmult_le_compat_l.
  - apply Rmult_le_compat_l; [|exact M]. assert (0 <= eT * eT) by apply Rle_0_sqr. lra.
  - apply Rmult_le_compat_l; [exact HS|]. lra.
Qed.

(** A child may weigh a ninth less than the lightest row, as floats have both ([RoundedNode]). *)
Lemma inverse_costs_little l L : 0 < l -> 0 < L -> L <= 9 / 8 * l -> / l <= 9 / 8 * / L.
Proof.
  intros P Q H. apply Rmult_le_reg_r with (l * L); [now apply Rmult_lt_0_compat|].
  replace (/ l * (l * L)) with L by (field; lra). replace (9 / 8 * / L * (l * L)) with (9 / 8 * l) by
    (field; lra). exact H.
Qed.

Lemma root_costs_little x z : 0 <= z -> x <= 9 / 8 * z -> sqrt x <= 9 / 8 * sqrt z.
Proof.
  intros Z H. rewrite <- (sqrt_square (9 / 8)) by lra. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt.
    lra.
Qed.

Lemma a_lighter_row_costs_little d W m e l L : 0 <= d -> 0 < W -> 0 <= m -> 0 <= e -> 0 < l -> 0 < L ->
  L <= 9 / 8 * l ->
  3 / 2 * (2 * d * sqrt (m / (l * W / 2)) + d * d / (l * W / 2) + m * (2 * (e / l) + 4 * u)) <=
  27 / 16 * (2 * d * sqrt (m / (L * W / 2)) + d * d / (L * W / 2) + m * (2 * (e / L) + 4 * u)).
Proof.
  intros D HW M E P Q H. assert (U := u_pos). assert (I := inverse_costs_little l L P Q H).
  assert (J : / (l * W / 2) <= 9 / 8 * / (L * W / 2)).
  { replace (/ (l * W / 2)) with (/ l * (2 / W)) by (field; lra). replace (/ (L * W / 2)) with (/ L * (2 /
    W)) by (field; lra).
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [|exact I]. apply Rmult_le_pos; [lra|apply Rlt_le,
      Rinv_0_lt_compat, HW]. }
  assert (K : 0 < / (L * W / 2)) by (apply Rinv_0_lt_compat; assert (0 < L * W) by
    (now apply Rmult_lt_0_compat); lra).
  unfold Rdiv in *. set (x := / (l * W * / 2)) in *. set (z := / (L * W * / 2)) in *. clearbody x z.
  assert (A1 : m * x <= 9 / 8 * (m * z)).
  { replace (9 / 8 * (m * z)) with (m * (9 * / 8 * z)) by field. apply Rmult_le_compat_l; lra. }
  assert (A2 := root_costs_little (m * x) (m * z) ltac:(apply Rmult_le_pos; lra) A1).
  assert (A3 : d * sqrt (m * x) <= d * (9 / 8 * sqrt (m * z))) by (now apply Rmult_le_compat_l).
  assert (A4 : d * d * x <= d * d * (9 * / 8 * z)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra).
  assert (A5 : m * e * / l <= m * e * (9 * / 8 * / L)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|];
    lra).
  assert (A6 : 0 <= m * u) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma a_lighter_row_costs_little_of_many eT S W e l L n : 0 <= eT -> 0 <= S -> 0 < W -> 0 <= e -> 0 < l ->
  0 < L -> L <= 9 / 8 * l -> 0 <= n ->
  3 / 2 * (4 * eT * sqrt (S * (n * W / l)) + 2 * (eT * eT) * (n * W / l) + S * (4 * (e / l) + 4 * u * (n +
    4))) <=
  27 / 16 * (4 * eT * sqrt (S * (n * W / L)) + 2 * (eT * eT) * (n * W / L) + S * (4 * (e / L) + 4 * u * (n +
    4))).
Proof.
  intros ET HS HW E P Q H N. assert (U := u_pos). assert (I := inverse_costs_little l L P Q H).
  assert (K : 0 < / L) by (now apply Rinv_0_lt_compat). unfold Rdiv in *. set (x := / l) in *.
    set (z := / L) in *. clearbody x z.
  assert (NW : 0 <= n * W) by (apply Rmult_le_pos; lra).
  assert (A0 : n * W * x <= 9 / 8 * (n * W * z)).
  { replace (9 / 8 * (n * W * z)) with (n * W * (9 * / 8 * z)) by field. apply Rmult_le_compat_l; lra. }
  assert (Z0 : 0 <= n * W * z) by (apply Rmult_le_pos; lra). set (p := n * W * x) in *.
    set (q := n * W * z) in *. clearbody p q.
  assert (A1 : S * p <= 9 / 8 * (S * q)).
  { replace (9 / 8 * (S * q)) with (S * (9 / 8 * q)) by field. apply Rmult_le_compat_l; lra. }
  assert (A2 := root_costs_little (S * p) (S * q) ltac:(apply Rmult_le_pos; lra) A1).
  assert (A3 : eT * sqrt (S * p) <= eT * (9 / 8 * sqrt (S * q))) by (now apply Rmult_le_compat_l).
  assert (A4 : eT * eT * p <= eT * eT * (9 / 8 * q)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra).
  assert (A5 : S * e * x <= S * e * (9 * / 8 * z)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra).
  assert (A6 : 0 <= S * u * (n + 4)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

(** ** Classes *)

(** [terms] is a (2 K + 4), a whole number; [sigma] is 1, or for entropy the float of a logarithm, and 2. *)
Definition bound_of_classes (terms sigma e W : R) : R := rnd (rnd (terms * sigma) * rnd (e + rnd (8 * u *
  W))).

Lemma the_bound_of_classes_loses_little terms sigma s e W : 1 <= terms -> 1 <= s ->
  999 / 1000 * s <= sigma -> 1 <= W ->
  0 <= e -> 9 / 10 * (terms * s * (e + 8 * u * W)) <= bound_of_classes terms sigma e W.
Proof.
  intros T1 S1 Ss W1 E0. assert (U := u_pos).
  assert (Rn : forall x, power_of_two (-900) <= x -> 999 / 1000 * x <= rnd x).
  { intros x X. assert (P := bpow_gt_0 radix2 (-900)).
    assert (N : normal x) by (right; rewrite Rabs_right by lra; apply Rle_trans with (2 := X);
      apply bpow_le; lia).
    assert (R := rnd_error x N). rewrite (Rabs_right x) in R by lra. apply Rabs_le_inv in R.
    assert (u * x <= / 1000000 * x) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Small : power_of_two (-900) <= / 100 * u).
  { rewrite u_is_a_power. apply Rle_trans with (power_of_two (-7 + -53)); [apply bpow_le; lia|].
    rewrite bpow_plus. change (power_of_two (-7)) with (/ 128). assert (P := bpow_gt_0 radix2 (-53)). lra. }
  assert (UW : u <= u * W) by (rewrite <- (Rmult_1_r u) at 1; apply Rmult_le_compat_l; lra).
  assert (R1 := Rn (8 * u * W) ltac:(lra)).
  assert (R2 := Rn (e + rnd (8 * u * W)) ltac:(lra)). set (y := rnd (e + rnd (8 * u * W))) in *.
  assert (Y : 998 / 1000 * (e + 8 * u * W) <= y) by lra.
  assert (TS : 1 * (999 / 1000 * s) <= terms * sigma) by (apply Rmult_le_compat; lra).
  assert (TS' : terms * (999 / 1000 * s) <= terms * sigma) by (apply Rmult_le_compat_l; lra).
  assert (R3 := Rn (terms * sigma) ltac:(lra)). unfold bound_of_classes. fold y.
    set (x := rnd (terms * sigma)) in *.
  assert (X : 998 / 1000 * (terms * s) <= x) by lra.
  assert (X1 : 99 / 100 <= x) by lra. assert (Z : 0 <= e + 8 * u * W) by lra. set (z := e + 8 * u * W) in *.
  assert (XY : 998 / 1000 * (terms * s) * (998 / 1000 * z) <= x * y).
  { assert (1 * s <= terms * s) by (apply Rmult_le_compat_r; lra). apply Rmult_le_compat; lra. }
  assert (Y0 : 7 * u <= y) by (unfold z in *; lra).
  assert (XY0 : / 100 * u <= x * y).
  { apply Rle_trans with (99 / 100 * (7 * u)); [lra|apply Rmult_le_compat; lra]. }
  assert (R4 := Rn (x * y) ltac:(lra)).
  assert (P : 0 <= terms * s * z) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Theorem the_bound_of_classes_is_enough terms sigma s e W : 1 <= terms -> 1 <= s ->
  999 / 1000 * s <= sigma -> 1 <= W ->
  0 <= e -> 2 / 3 * (terms * s * (e + 8 * u * W)) <= bound_of_classes terms sigma e W.
Proof.
  intros T S Ss L E. apply Rle_trans with (2 := the_bound_of_classes_loses_little terms sigma s e W T S Ss L
    E).
  apply Rmult_le_compat_r; [|lra]. assert (U := u_pos).
  assert (0 <= 8 * u * W) by (repeat apply Rmult_le_pos; lra). repeat apply Rmult_le_pos; lra.
Qed.

(** ** Intrinsic values, of [n] rows *)

Definition bound_of_information (n sigma e W : R) : R :=
  rnd (rnd (rnd (3 * e) + rnd (rnd ((32 + 2 * n) * u) * W)) * sigma).

Theorem the_bound_of_information_is_enough n k sigma s e W : 2 <= k <= n -> n * u <= / 1000 -> 1 <= s ->
  (1 - u) ^ 10 * s <= sigma -> 1 <= W -> e = 0 \/ / 2 <= e <= W / 16 ->
  (3 * e + (22 + 2 * k) * u * W) * s <= bound_of_information n sigma e W.
Proof.
  intros K N S1 Ss W1 E. assert (U := u_pos).
  assert (Few : forall k, (k <= 100)%nat -> INR k * u <= / 2) by (intros j L; apply few_half; lia).
  assert (H : low 60 15 ((3 * e + (32 + 2 * n) * u * W) * s) (bound_of_information n sigma e W)).
  { unfold bound_of_information. apply (low_rnd 60 14); [lia|apply Few; lia|].
    apply (low_mult 60 0 4 10); [|split; [lra|split; [right; change (power_of_two (- 0)) with 1;
      lra|exact Ss]]].
    apply (low_rnd 60 3); [lia|apply Few; lia|]. apply low_plus.
    - apply (low_more 1 60 1 3); [lia|lia|]. apply (low_rnd 1 0); [lia|apply Few; lia|]. apply low_exact.
      change (power_of_two (- (1))) with (/ 2). destruct E; [left|right]; lra.
    - apply (low_more 60 60 2 3); [lia|lia|]. apply (low_rnd 60 1); [lia|apply Few; lia|].
      apply (low_mult 60 0 1 0); [|apply low_exact; right; change (power_of_two (- 0)) with 1; lra].
      apply (low_rnd 60 0); [lia|apply Few; lia|]. apply low_exact. right.
      assert (0 <= n * u) by (apply Rmult_le_pos; lra). apply Rle_trans with u; [|lra].
      rewrite u_is_a_power. apply bpow_le. lia. }
  destruct H as (_ & _ & L). apply Rle_trans with (2 := L). assert (Q := power_is_near 15).
  rewrite (INR_IZR_INZ 15) in Q. change (IZR (Z.of_nat 15)) with 15 in Q. set (q := (1 - u) ^ 15) in *.
    clearbody q.
  rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra|].
  assert (E0 : 0 <= e) by (destruct E; lra). assert (UW : 0 <= u * W) by (apply Rmult_le_pos; lra).
  set (z := 3 * e + (32 + 2 * n) * u * W).
  assert (Z : 0 <= z) by (unfold z; assert (0 <= n * (u * W)) by (apply Rmult_le_pos; lra); lra).
  apply Rle_trans with ((1 - 15 * u) * z); [|apply Rmult_le_compat_r; lra]. unfold z.
  assert (KW : k * (u * W) <= n * (u * W)) by (apply Rmult_le_compat_r; lra).
  assert (ue : u * e <= u * (W / 16)) by (apply Rmult_le_compat_l; [lra|destruct E; lra]).
  assert (uu : u * (u * W) <= / 1000000 * (u * W)) by (apply Rmult_le_compat_r; lra).
  assert (nu : n * u * (u * W) <= / 1000 * (u * W)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(** ** An example, and a plausible wrong statement *)

(** Ten rows, each of weight 2^58 units or more, of responses whose magnitudes add up to 2^60. *)
Example the_bound_of_two_is_enough_applies :
  let W := power_of_two 62 in let l := power_of_two 58 in let e := 100000 in let A := power_of_two 60 in
  let d := 2 * (W * e + A * e) + 8 * u * W * A in let p := l * W / 2 in
  19 / 10 * (2 * d * sqrt (1 / p) + d * d / p + 1 * (2 * (e / l) + 4 * u)) <= squared_bound W l e e A 1.
Proof.
  apply (the_bound_of_two_is_enough (power_of_two 62) (power_of_two 58) 100000 100000 (power_of_two 60) 1 1
    2).
  - repeat split; [apply (bpow_le radix2 0)|apply bpow_le|apply (bpow_le radix2 0)|apply bpow_le]; lia.
  - repeat split; try (right; lra); try lra.
    + right. apply (bpow_le radix2 0). lia.
    + right. apply (bpow_le radix2 (-200) 0). lia.
    + apply (bpow_le radix2 1). lia.
Qed.

(** That the float of a bound is at least the bound, with nothing to spare: 1 + u / 2 is rounded down. *)
Example the_float_of_a_bound_may_be_less : rnd (1 + u / 2) < 1 + u / 2.
Proof.
  assert (U := u_pos). assert (N : rnd (1 + u / 2) <= 1); [|lra]. change 1 with (power_of_two 0) at 2.
  apply round_N_le_midp; [typeclasses eauto|apply generic_format_bpow; unfold FLT_exp; lia|].
  rewrite succ_eq_pos by apply bpow_ge_0. rewrite ulp_bpow. change (FLT_exp (-1074) 53 (0 + 1)) with (-52)%Z.
  change (power_of_two 0) with 1. change (power_of_two (-52)) with (/ 4503599627370496). unfold u. lra.
Qed.

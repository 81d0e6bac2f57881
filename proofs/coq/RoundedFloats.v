(** * RoundedFloats: the keys of rounded rows in binary64, where nothing overflows

    Sums of rounded weights and responses are whole numbers of units, at most 2^63,
      and so are the floats of them.
    Hence products are 0 or at least 1, no operation of a key overflows, and the bounds of [RoundedKeys] and
    [RoundedCounts], which speak of real numbers, hold of the keys of [dtrees.vectorized], operation by
      operation. *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeKeys WholeFilter WholeCounts RoundedRows
  RoundedKeys RoundedSums
  RoundedCounts.
Import ListNotations.
Open Scope R_scope.

Notation power_of_two := (bpow radix2).

(** ** Whole numbers, rounded, are whole *)

Lemma rnd_is_whole n : exists m, rnd (IZR n) = IZR m.
Proof.
  destruct (Z_le_gt_dec (Z.abs n) (2 ^ 53)) as [L|G]; [exists n; now apply rnd_whole|].
  assert (M : (54 <= mag radix2 (IZR n))%Z).
  { apply (mag_ge_bpow radix2 (IZR n) 54). rewrite <- abs_IZR. change (power_of_two (54 - 1)) with (IZR (2 ^
    53)). apply IZR_le. lia. }
  unfold rnd, round, F2R. cbn [Fnum Fexp]. set (e := cexp radix2 fexp64 (IZR n)). set (k := ZnearestE _).
  assert (E : (0 <= e)%Z) by (unfold e, cexp, FLT_exp; lia).
  exists (k * 2 ^ e)%Z. rewrite mult_IZR. change 2%Z with (radix_val radix2). now rewrite IZR_Zpower by
    exact E.
Qed.

Lemma whole_is_whole_or_large n : whole_or_large (IZR n).
Proof.
  destruct (Z.eq_dec n 0) as [->|D]; [now left|right]. rewrite <- abs_IZR. apply IZR_le. lia.
Qed.

(** A finite float that is a whole number, of at most [2^k]. *)
Definition whole_below (k : Z) (x : float64) : Prop :=
  is_finite x = true /\ (exists n, B2R x = IZR n) /\ Rabs (B2R x) <= power_of_two k.

Lemma rounded_at_most x k : (0 <= k <= 1000)%Z -> Rabs x <= power_of_two k ->
  Rabs (rnd x) <= power_of_two k /\ Rabs (rnd x) < power_of_two 1024.
Proof.
  intros K L. apply Rabs_le_inv in L. destruct L as [A B]. apply rnd_le in A, B. rewrite rnd_opp in A.
  rewrite (rnd_float (power_of_two k)) in A, B by (apply generic_format_bpow; unfold FLT_exp; lia).
  assert (L : Rabs (rnd x) <= power_of_two k) by (apply Rabs_le; lra). split; [exact L|].
  apply Rle_lt_trans with (1 := L). apply bpow_lt. lia.
Qed.

Lemma times_whole_below j k x y : whole_below j x -> whole_below k y ->
  (0 <= j /\ 0 <= k /\ j + k <= 1000)%Z ->
  B2R (times x y) = rnd (B2R x * B2R y) /\ whole_below (j + k) (times x y).
Proof.
  intros (Fx & (n & En) & Lx) (Fy & (m & Em) & Ly) L.
  assert (B : Rabs (B2R x * B2R y) <= power_of_two (j + k)) by (rewrite bpow_plus; now apply product_at_most).
  destruct (rounded_at_most _ (j + k) ltac:(lia) B) as [R1 R2]. destruct (times_rounds x y Fx Fy R2) as [E F].
  split; [exact E|]. split; [exact F|]. rewrite E. split; [|exact R1]. rewrite En, Em, <- mult_IZR.
    apply rnd_is_whole.
Qed.

Lemma sum_below k x y : Rabs x <= power_of_two k -> Rabs y <= power_of_two k ->
  Rabs (x + y) <= power_of_two (k + 1).
Proof.
  intros A B. rewrite bpow_plus. change (power_of_two 1) with 2.
  apply Rle_trans with (power_of_two k + power_of_two k); [now apply add_at_most|lra].
Qed.

Lemma plus_whole_below k x y : whole_below k x -> whole_below k y -> (0 <= k < 1000)%Z ->
  B2R (plus x y) = rnd (B2R x + B2R y) /\ whole_below (k + 1) (plus x y).
Proof.
  intros (Fx & (n & En) & Lx) (Fy & (m & Em) & Ly) L. assert (B := sum_below k _ _ Lx Ly).
  destruct (rounded_at_most _ (k + 1) ltac:(lia) B) as [R1 R2]. destruct (plus_rounds x y Fx Fy R2) as [E F].
  split; [exact E|]. split; [exact F|]. rewrite E. split; [|exact R1]. rewrite En, Em, <- plus_IZR.
    apply rnd_is_whole.
Qed.

Lemma minus_whole_below k x y : whole_below k x -> whole_below k y -> (0 <= k < 1000)%Z ->
  B2R (minus x y) = rnd (B2R x - B2R y) /\ whole_below (k + 1) (minus x y).
Proof.
  intros (Fx & (n & En) & Lx) (Fy & (m & Em) & Ly) L. rewrite <- Rabs_Ropp in Ly.
    assert (B := sum_below k _ _ Lx Ly).
  destruct (rounded_at_most _ (k + 1) ltac:(lia) B) as [R1 R2]. destruct (minus_rounds x y Fx Fy R2) as [E F].
  split; [exact E|]. split; [exact F|]. rewrite E. split; [|exact R1]. rewrite En, Em, <- minus_IZR.
    apply rnd_is_whole.
Qed.

Lemma whole_below_more j k x : (j <= k)%Z -> whole_below j x -> whole_below k x.
Proof. intros L (F & N & B). repeat split; trivial. apply Rle_trans with (1 := B). now apply bpow_le. Qed.

Lemma over_at_least_one k x y : is_finite x = true -> Rabs (B2R x) <= power_of_two k -> 1 <= B2R y ->
  (0 <= k <= 1000)%Z ->
  B2R (over x y) = rnd (B2R x / B2R y) /\ is_finite (over x y) = true /\ Rabs (B2R (over x y)) <=
    power_of_two k.
Proof.
  intros F L Y K. assert (I : 0 < / B2R y <= 1) by (split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1;
    apply Rinv_le; lra]).
  assert (B : Rabs (B2R x / B2R y) <= power_of_two k).
  { unfold Rdiv. rewrite <- (Rmult_1_r (power_of_two k)). apply product_at_most;
    [exact L|rewrite Rabs_right; lra]. }
  destruct (rounded_at_most _ _ K B) as [R1 R2]. destruct (over_rounds x y F ltac:(lra) R2) as [E G].
    rewrite E. now split.
Qed.

Lemma whole_below_is_whole k x : whole_below k x -> whole_or_large (B2R x).
Proof. intros (_ & (n & ->) & _). apply whole_is_whole_or_large. Qed.

Lemma product_is_whole j k x y : whole_below j x -> whole_below k y -> whole_or_large (B2R x * B2R y).
Proof. intros (_ & (n & ->) & _) (_ & (m & ->) & _). rewrite <- mult_IZR. apply whole_is_whole_or_large. Qed.

Lemma whole_below_63 x : whole_below 63 x -> Rabs (B2R x) <= IZR (2 ^ 63).
Proof. intros (_ & _ & L). exact L. Qed.

(** Integers of 64 bits, turned into floats, and sums of such floats, are such numbers. *)
Lemma floats_of_64_bits n : (Z.abs n <= 2 ^ 62)%Z -> whole_below 63 (of_whole n) /\ B2R (of_whole n) = rnd
  (IZR n).
Proof.
  intros L. assert (H := binary_normalize_correct 53 1024 _ _ mode_NE n 0 false).
  assert (E : F2R (Float radix2 n 0) = IZR n) by (unfold F2R; simpl; ring). rewrite E in H. cbv zeta in H.
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H. fold (rnd (IZR n)) in H.
  destruct (rounded_at_most (IZR n) 62 ltac:(lia)) as [R1 R2].
  { rewrite <- abs_IZR. change (power_of_two 62) with (IZR (2 ^ 62)). now apply IZR_le. }
  rewrite Rlt_bool_true in H by exact R2. destruct H as (Eq & F & _). split; [|exact Eq].
  split; [exact F|]. change (B2R (of_whole n) = rnd (IZR n)) in Eq. rewrite Eq. split; [apply rnd_is_whole|].
  apply Rle_trans with (1 := R1), bpow_le. lia.
Qed.

(** ** Squared error, two children *)

Section TwoChildren.
  Variables W T w v t : float64.                       (* of the node, of its children, and of the first *)
  Hypothesis whole_numbers : whole_below 63 W /\ whole_below 63 T /\ whole_below 63 w /\ whole_below 63 v /\
    whole_below 63 t.
  Hypothesis some : 1 <= B2R w /\ 1 <= B2R v.

  Lemma the_key_does_not_overflow : is_finite (squared_key W T w v t) = true /\
    B2R (squared_key W T w v t) = float_key (B2R W) (B2R w) (B2R v) (B2R t) (B2R T) /\
    whole_or_large (float_difference (B2R W) (B2R w) (B2R t) (B2R T)).
  Proof.
    destruct whole_numbers as (HW & HT & Hw & Hv & Ht). destruct some as [S1 S2].
    destruct (times_whole_below 63 63 W t HW Ht ltac:(lia)) as [E1 H1].
    destruct (times_whole_below 63 63 T w HT Hw ltac:(lia)) as [E2 H2].
    destruct (minus_whole_below 126 (times W t) (times T w) H1 H2 ltac:(lia)) as [E3 H3]. rewrite E1,
      E2 in E3.
    destruct (times_whole_below 127 127 _ _ H3 H3 ltac:(lia)) as [E4 (F4 & _ & L4)].
    destruct (times_whole_below 63 63 w v Hw Hv ltac:(lia)) as [E5 (F5 & _ & L5)].
    assert (P : 1 <= B2R (times w v)).
    { rewrite E5. apply rnd_1. apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]. }
    destruct (over_at_least_one (127 + 127) _ _ F4 L4 P ltac:(lia)) as (E6 & F6 & _). unfold squared_key.
      cbv zeta.
    split; [exact F6|]. split.
    - rewrite E6, E4, E5, E3. reflexivity.
    - unfold float_difference. rewrite <- E3. exact (whole_below_is_whole _ _ H3).
  Qed.

  (** 15.5 for two children, of the program's float: no premise about magnitudes of products is left. *)
  Variables W0 w0 v0 t0 T0 l e eT A m : R.             (* true weights and sums; the lightest row,
    and bounds *)
  Hypothesis lightest : 1 <= l /\ l <= B2R w /\ l <= B2R v.
  Hypothesis parts : Rabs (B2R W - (B2R w + B2R v)) <= e.
  Hypothesis weights : Rabs (W0 - B2R W) <= e /\ Rabs (w0 - B2R w) <= e /\ Rabs (v0 - B2R v) <= e.
  Hypothesis sums : Rabs (t0 - B2R t) <= eT /\ Rabs (T0 - B2R T) <= eT.
  Hypothesis magnitudes : Rabs (B2R t) <= A /\ Rabs (B2R T) <= A.
  Hypothesis light : 8 * e <= l.
  Hypothesis largest : B2R (squared_key W T w v t) <= m.

  Theorem squared_key_in_binary64_is_near :
    let kappa := (W0 * t0 - w0 * T0) * (W0 * t0 - w0 * T0) / (w0 * v0) in
    let d := 2 * B2R W * eT + 2 * A * e + 5 * u * B2R W * A in let p := l * B2R W / 2 in
    is_finite (squared_key W T w v t) = true /\
    Rabs (kappa - B2R (squared_key W T w v t)) <=
      3 / 2 * (2 * d * sqrt (m / p) + d * d / p + m * (2 * (e / l) + 4 * u)).
  Proof.
    intros kappa d p. destruct the_key_does_not_overflow as (F & E & D). split; [exact F|]. rewrite E in *.
    destruct whole_numbers as (HW & HT & Hw & Hv & Ht).
    apply float_key_of_rounded_rows_is_near; trivial.
    - apply Rle_trans with (IZR (2 ^ 63) * IZR (2 ^ 63)); [|rewrite <- mult_IZR; apply IZR_le; vm_compute;
      discriminate].
      assert (B1 := whole_below_63 _ Hw). assert (B2 := whole_below_63 _ Hv). apply Rabs_le_inv in B1, B2.
      apply Rmult_le_compat; lra.
    - split; [exact (product_is_whole _ _ _ _ HW Ht)|exact (product_is_whole _ _ _ _ HT Hw)].
  Qed.
End TwoChildren.

(** ** Sums of floats that are not negative do not overflow *)

Lemma shares_add_up {A} (f : A -> float64) (g : A -> R) l s : adds_up_to (map f l) s ->
  (forall x, In x l -> is_finite (f x) = true /\ 0 <= B2R (f x) <= power_of_two 200 /\ B2R (f x) = g x) ->
  INR (length l) * u <= / 1000 ->
  is_finite s = true /\ added_up (map g l) (B2R s) /\ 0 <= B2R s <= power_of_two 300.
Proof.
  intros S H N. assert (U := u_pos).
  assert (E : reals (map f l) = map g l).
  { unfold reals. rewrite map_map. apply map_ext_in. intros x I. apply (H x I). }
  assert (T : total (reals (map f l)) <= INR (length l) * power_of_two 200).
  { rewrite <- (map_length f l). apply total_at_most. intros y I. apply in_map_iff in I as (x & <- & I).
    apply (H x I). }
  assert (L : INR (length l) <= power_of_two 53).
  { apply Rmult_le_reg_r with u; [lra|]. apply Rle_trans with (1 := N). rewrite u_is_a_power, <- bpow_plus.
    simpl. lra. }
  assert (T' : total (reals (map f l)) <= power_of_two 253).
  { apply Rle_trans with (1 := T). change 253%Z with (53 + 200)%Z. rewrite bpow_plus.
    apply Rmult_le_compat_r; [apply bpow_ge_0|exact L]. }
  destruct (nonnegative_floats_add_up _ _ S) as (F & A' & P).
  - intros y I. apply in_map_iff in I as (x & <- & I). destruct (H x I) as (Fx & Px & _). split;
    [exact Fx|lra].
  - rewrite map_length. lra.
  - apply Rle_trans with (1 := T'), bpow_le. lia.
  - split; [exact F|]. split; [now rewrite <- E|]. split; [exact P|].
    assert (M : magnitude (reals (map f l)) = total (reals (map f l))).
    { unfold magnitude, total, reals. rewrite !sumR_map. apply sumR_ext. intros x I.
      destruct (H x I) as (_ & Px & _).
      apply Rabs_right. lra. }
    assert (D := a_sum_in_any_order_is_near _ _ A'). rewrite M, reals_length, map_length in D.
    assert (M0 := magnitude_nonneg (reals (map f l))). rewrite M in M0. apply Rabs_le_inv in D.
    assert (NT : (INR (length l) - 1) * u * total (reals (map f l)) <= 1 * total (reals (map f l)))
      by (apply Rmult_le_compat_r; lra).
    apply Rle_trans with (2 * power_of_two 253); [lra|]. change 2 with (power_of_two 1).
      rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

(** ** Squared error, many children *)

(** A child, by its true sum and weight, and by the floats of them. *)
Record float_child : Type := { true_sum : R; its_weight : R; float_sum : float64;
  weight_in_floats : float64 }.
Definition child_of (c : float_child) : child :=
  {| sum_of := true_sum c; weight_of := its_weight c; rounded_sum_of := B2R (float_sum c);
     rounded_weight_of := B2R (weight_in_floats c) |}.

Definition share_of_sum (c : float_child) : float64 := over (times (float_sum c) (float_sum c))
  (weight_in_floats c).
(** [np.maximum(x, 0)]. *)
Definition at_least_zero (x : float64) : float64 := if Bltb x (of_whole 0) then of_whole 0 else x.
Definition squared_key_of_many (W T shares : float64) : float64 := at_least_zero (minus (times W shares)
  (times T T)).

Section ManyChildren.
  Variables (cs : list float_child) (W T shares : float64).
  Hypothesis whole_numbers : whole_below 63 W /\ whole_below 63 T /\ forall c, In c cs ->
    whole_below 63 (float_sum c) /\ whole_below 63 (weight_in_floats c).
  Hypothesis added : adds_up_to (map share_of_sum cs) shares.
  Variables W0 T0 l e eT m : R.
  Hypothesis lightest : 1 <= l /\ 0 <= e /\ 0 <= eT /\ 8 * e <= l /\ 2 * l <= B2R W.
  Hypothesis whole : Rabs (W0 - B2R W) <= e /\ Rabs (T0 - B2R T) <= eT.
  Hypothesis several : (2 <= length cs)%nat /\ (INR (length cs) + 2) * u <= / 1000.
  Hypothesis near : forall c, In c cs -> l <= B2R (weight_in_floats c) <= B2R W /\
    Rabs (its_weight c - B2R (weight_in_floats c)) <= e /\ Rabs (true_sum c - B2R (float_sum c)) <= eT.
  Hypothesis sums : Rabs (B2R T - sumR (fun c => B2R (float_sum c)) cs) <= eT.

  Lemma the_key_of_many_does_not_overflow :
    let key := squared_key_of_many W T shares in
    is_finite key = true /\ B2R key = float_key_of_many (B2R W) (B2R T) (B2R shares) /\
    added_up (map (fun c => rnd (rnd (rounded_sum_of c * rounded_sum_of c) / rounded_weight_of c)) (map
      child_of cs)) (B2R shares).
  Proof.
    intros key. destruct whole_numbers as (HW & HT & Hc). destruct lightest as (L & _). assert (U := u_pos).
    destruct (shares_add_up share_of_sum (fun c => rnd (rnd (B2R (float_sum c) * B2R (float_sum c)) / B2R
      (weight_in_floats c)))
      cs shares added) as (F & A & B).
    - intros c I. destruct (Hc c I) as [Hs Hw]. destruct (near c I) as ([Lw _] & _).
      destruct (times_whole_below 63 63 _ _ Hs Hs ltac:(lia)) as [E1 (F1 & _ & L1)].
      destruct (over_at_least_one (63 + 63) _ _ F1 L1 (Rle_trans _ _ _ L Lw) ltac:(lia)) as (E2 & F2 & L2).
      unfold share_of_sum. split; [exact F2|]. rewrite <- E1, <- E2. split; [|reflexivity]. split.
      + rewrite E2, <- rnd_0. apply rnd_le. rewrite E1. apply Rmult_le_pos; [|apply Rlt_le,
        Rinv_0_lt_compat; lra].
        rewrite <- rnd_0. apply rnd_le, Rle_0_sqr.
      + apply Rle_trans with (1 := Rle_abs _). apply Rle_trans with (1 := L2), bpow_le. lia.
    - assert (INR (length cs) * u <= (INR (length cs) + 2) * u) by (apply Rmult_le_compat_r; lra). lra.
    - assert (P : Rabs (B2R W * B2R shares) <= power_of_two 363).
      { change 363%Z with (63 + 300)%Z. rewrite bpow_plus. apply product_at_most;
        [apply HW|rewrite Rabs_right; lra]. }
      destruct (rounded_at_most _ 363 ltac:(lia) P) as [P1 P2]. destruct (times_rounds W shares (proj1 HW) F
        P2) as [E1 F1].
      destruct (times_whole_below 63 63 T T HT HT ltac:(lia)) as [E2 (F2 & _ & L2)].
      assert (Q : Rabs (B2R (times W shares) - B2R (times T T)) <= power_of_two 364).
      { unfold Rminus. apply (sum_below 363); [now rewrite E1|]. rewrite Rabs_Ropp.
        apply Rle_trans with (1 := L2), bpow_le. lia. }
      destruct (rounded_at_most _ 364 ltac:(lia) Q) as [_ Q2]. destruct (minus_rounds _ _ F1 F2 Q2) as [E3
        F3].
      rewrite E1, E2 in E3. set (x := minus (times W shares) (times T T)) in *.
      assert (K : is_finite (at_least_zero x) = true /\ B2R (at_least_zero x) = Rmax (B2R x) 0).
      { unfold at_least_zero. destruct (of_whole_is 0) as [Z0 Fz]; [lia|]. rewrite Bltb_correct by trivial.
        rewrite Z0. destruct (Rlt_bool_spec (B2R x) 0) as [G|G].
        - split; [exact Fz|]. now rewrite Z0, Rmax_right by lra.
        - split; [exact F3|]. now rewrite Rmax_left by lra. }
      destruct K as [K1 K2]. split; [exact K1|]. split.
      + unfold key, squared_key_of_many. fold x. rewrite K2, E3. reflexivity.
      + rewrite map_map. exact A.
  Qed.

  Let kappa := squares_of (map child_of cs) W0 - T0 * T0.
  Hypothesis true_key_nonneg : 0 <= kappa.
  Hypothesis largest : B2R (squared_key_of_many W T shares) <= m.

  Theorem squared_key_of_many_in_binary64_is_near :
    let S := m + B2R T * B2R T in let p := INR (length cs) * B2R W / l in
    is_finite (squared_key_of_many W T shares) = true /\
    Rabs (kappa - B2R (squared_key_of_many W T shares)) <=
      3 / 2 * (4 * eT * sqrt (S * p) + 2 * (eT * eT) * p + S * (4 * (e / l) + 4 * u * (INR (length cs) + 4))).
  Proof.
    intros S p. destruct the_key_of_many_does_not_overflow as (F & E & A). split; [exact F|]. rewrite E in *.
    destruct whole_numbers as (HW & HT & Hc).
    assert (N : forall c, In c (map child_of cs) -> exists d, In d cs /\ c = child_of d)
      by (intros c I; apply in_map_iff in I as (d & <- & I); now exists d).
    assert (H := float_key_of_many_rounded_rows_is_near (map child_of cs) W0 (B2R W) T0 (B2R T) l e eT (B2R
      shares) m).
    unfold many in H. rewrite !map_length in H. apply H; trivial.
    - apply several.
    - intros c I. destruct (N c I) as (d & J & ->). now apply near.
    - rewrite sumR_map. exact sums.
    - split; [|apply several]. assert (B := whole_below_63 _ HW). apply Rabs_le_inv in B.
      apply Rle_trans with (IZR (2 ^ 63)); [lra|apply IZR_le; vm_compute; discriminate].
    - split; [exact (whole_below_is_whole _ _ HT)|]. intros c I. destruct (N c I) as (d & J & ->).
      apply (whole_below_is_whole 63). now apply Hc.
  Qed.
End ManyChildren.

(** ** Gini *)

(** A child, by the true counts of its classes and the floats of them, and its weight. *)
Record float_part : Type := { float_counts : list (R * float64); its_true_weight : R;
  its_float_weight : float64 }.
Definition part_of (p : float_part) : part :=
  {| counts := map (fun x => (fst x, B2R (snd x))) (float_counts p); true_weight := its_true_weight p;
     float_weight := B2R (its_float_weight p) |}.

Lemma whole_counts_are_counts p : (forall x, In x (float_counts p) -> 0 <= fst x /\ whole_below 63 (snd x)) ->
  forall x, In x (counts (part_of p)) -> 0 <= fst x /\ exists n, snd x = IZR n.
Proof.
  intros H x I. apply in_map_iff in I as (y & <- & I). destruct (H y I) as (P & _ & N & _). now split.
Qed.

(** Of two children the key is a quotient; of many, a sum of quotients. *)
Definition sum_of_squares (p : float_part) (f : float64) : Prop :=
  adds_up_to (map (fun x => times (snd x) (snd x)) (float_counts p)) f.
Definition gini_key_is (ps : list float_part) (f : float_part -> float64) (key : float64) : Prop :=
  adds_up_to (map (fun p => over (f p) (its_float_weight p)) ps) key \/
  exists p q, ps = [p; q] /\ key = gini_key (f p) (f q) (its_float_weight p) (its_float_weight q).

Section Gini.
  Variables (ps : list float_part) (f : float_part -> float64) (g : part -> R) (key : float64).
  Hypothesis whole_numbers : forall p, In p ps -> whole_below 63 (its_float_weight p) /\ 1 <= B2R
    (its_float_weight p) /\
    forall x, In x (float_counts p) -> whole_below 63 (snd x).
  Hypothesis few_classes : forall p, In p ps -> INR (length (float_counts p)) * u <= / 1000.
  Hypothesis few_children : INR (length ps) * u <= / 1000.
  Hypothesis added : forall p, In p ps -> sum_of_squares p (f p).
  Hypothesis one_sum : forall p, In p ps -> g (part_of p) = B2R (f p).
  Hypothesis programmed : gini_key_is ps f key.

  Lemma squares_do_not_overflow p : In p ps -> is_finite (f p) = true /\ 0 <= B2R (f p) <= power_of_two 300 /\
    added_up (map (fun x => rnd (snd x * snd x)) (counts (part_of p))) (B2R (f p)).
  Proof.
    intros I. destruct (whole_numbers p I) as (_ & _ & H).
    destruct (shares_add_up (fun x : R * float64 => times (snd x) (snd x)) (fun x => rnd (B2R (snd x) * B2R
      (snd x))) _ _ (added p I))
      as (F & A & B).
    - intros x J. destruct (times_whole_below 63 63 _ _ (H x J) (H x J) ltac:(lia)) as [E (Fx & _ & L)].
      split; [exact Fx|]. split; [|exact E]. split; [rewrite E, <- rnd_0; apply rnd_le, Rle_0_sqr|].
      apply Rle_trans with (1 := Rle_abs _). apply Rle_trans with (1 := L), bpow_le. lia.
    - now apply few_classes.
    - split; [exact F|]. split; [exact B|]. simpl. rewrite map_map. exact A.
  Qed.

  Theorem the_gini_key_does_not_overflow : is_finite key = true /\ is_gini_key (map part_of ps) g (B2R key).
  Proof.
    destruct programmed as [S|(p & q & E & ->)].
    - assert (Big : forall p, In p ps -> is_finite (over (f p) (its_float_weight p)) = true /\
        0 <= B2R (over (f p) (its_float_weight p)) /\
        B2R (over (f p) (its_float_weight p)) = rnd (B2R (f p) / B2R (its_float_weight p)) /\
        B2R (f p) <= power_of_two 179).
      { intros p I. destruct (squares_do_not_overflow p I) as (F & B & A).
        destruct (whole_numbers p I) as (_ & W & H).
        assert (B' : B2R (f p) <= power_of_two 179).
        { assert (M : forall x, In x (map (fun x => rnd (snd x * snd x)) (counts (part_of p))) ->
          0 <= x <= power_of_two 126).
          { simpl. rewrite map_map. intros y J. apply in_map_iff in J as (x & <- & J). cbn [snd].
            assert (L : Rabs (B2R (snd x) * B2R (snd x)) <= power_of_two 126).
            { change 126%Z with (63 + 63)%Z. rewrite bpow_plus. apply product_at_most; apply (H x J). }
            destruct (rounded_at_most _ 126 ltac:(lia) L) as [L1 _]. split; [rewrite <- rnd_0; apply rnd_le,
              Rle_0_sqr|].
            apply Rle_trans with (2 := L1), Rle_abs. }
          assert (D := a_sum_in_any_order_is_near _ _ A). assert (N := few_classes p I). assert (U := u_pos).
          set (t := map (fun x => rnd (snd x * snd x)) (counts (part_of p))) in *.
          assert (Ln : length t = length (float_counts p)) by (unfold t; simpl; now rewrite !map_length).
          assert (T : 0 <= total t <= INR (length t) * power_of_two 126 /\ magnitude t = total t).
          { clear - M. unfold total, magnitude. induction t as [|x t IH]; [simpl; lra|].
            destruct IH as [[A B] C]; [intros y J; apply M; now right|].
              assert (X := M x (or_introl eq_refl)).
            cbn [length]. rewrite S_INR. cbn [sumR fold_right]. unfold sumR in *. rewrite C, Rabs_right by
              lra. lra. }
          destruct T as [T ->] in D. rewrite Ln in *. apply Rabs_le_inv in D.
          assert (N1 : (INR (length (float_counts p)) - 1) * u * total t <= 1 * total t) by
            (apply Rmult_le_compat_r; lra).
          assert (L : INR (length (float_counts p)) <= / 4 * power_of_two 53).
          { apply Rmult_le_reg_r with u; [lra|]. apply Rle_trans with (1 := N).
            rewrite u_is_a_power, Rmult_assoc, <- bpow_plus. simpl. lra. }
          assert (L2 : INR (length (float_counts p)) * power_of_two 126 <= / 4 * power_of_two 53 *
            power_of_two 126)
            by (apply Rmult_le_compat_r; [apply bpow_ge_0|exact L]).
          rewrite Rmult_assoc, <- bpow_plus in L2. change (53 + 126)%Z with 179%Z in L2.
          assert (P := bpow_gt_0 radix2 179). lra. }
        destruct (over_at_least_one 179 (f p) (its_float_weight p) F ltac:(rewrite Rabs_right;
          lra) W ltac:(lia)) as (E & G & _).
        split; [exact G|]. split; [|now split]. rewrite E, <- rnd_0. apply rnd_le.
        apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]. }
      destruct (shares_add_up _ (fun p => rnd (B2R (f p) / B2R (its_float_weight p))) _ _ S) as (F & A & _).
      + intros p I. destruct (Big p I) as (Fp & Pp & Ep & Lp). split; [exact Fp|]. split; [split;
        [exact Pp|]|exact Ep].
        destruct (squares_do_not_overflow p I) as (_ & B & _). destruct (whole_numbers p I) as (_ & W & _).
        destruct (over_at_least_one 179 (f p) (its_float_weight p) (proj1 (squares_do_not_overflow p I))
          ltac:(rewrite Rabs_right; lra) W ltac:(lia)) as (_ & _ & L).
        apply Rle_trans with (1 := Rle_abs _). apply Rle_trans with (1 := L), bpow_le. lia.
      + exact few_children.
      + split; [exact F|]. left. rewrite map_map.
        rewrite (map_ext_in _ (fun p => rnd (B2R (f p) / B2R (its_float_weight p)))); [exact A|].
        intros p I. now rewrite one_sum.
    - assert (Ip : In p ps) by (rewrite E; now left). assert (Iq : In q ps) by (rewrite E; right; now left).
      destruct (squares_do_not_overflow p Ip) as (Fp & Bp & _). destruct (squares_do_not_overflow q Iq) as
        (Fq & Bq & _).
      destruct (whole_numbers p Ip) as (Hp & Wp & _). destruct (whole_numbers q Iq) as (Hq & Wq & _).
      assert (M : forall x y, is_finite x = true -> 0 <= B2R x <= power_of_two 300 -> whole_below 63 y ->
        B2R (times x y) = rnd (B2R x * B2R y) /\ is_finite (times x y) = true /\ Rabs (B2R (times x y)) <=
          power_of_two 363).
      { intros x y Fx Bx Hy. assert (L : Rabs (B2R x * B2R y) <= power_of_two 363).
        { change 363%Z with (300 + 63)%Z. rewrite bpow_plus. apply product_at_most; [rewrite Rabs_right;
          lra|apply Hy]. }
        destruct (rounded_at_most _ 363 ltac:(lia) L) as [L1 L2]. destruct (times_rounds x y Fx (proj1 Hy)
          L2) as [Ex Gx].
        split; [exact Ex|]. split; [exact Gx|]. now rewrite Ex. }
      destruct (M _ _ Fp Bp Hq) as (E1 & F1 & L1). destruct (M _ _ Fq Bq Hp) as (E2 & F2 & L2).
      assert (L3 := sum_below 363 _ _ L1 L2). destruct (rounded_at_most _ 364 ltac:(lia) L3) as [L4 L5].
      destruct (plus_rounds _ _ F1 F2 L5) as [E3 F3]. rewrite <- E3 in L4.
      destruct (times_whole_below 63 63 _ _ Hp Hq ltac:(lia)) as [E4 _].
      assert (P : 1 <= B2R (times (its_float_weight p) (its_float_weight q))).
      { rewrite E4. apply rnd_1. apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]. }
      destruct (over_at_least_one 364 _ _ F3 L4 P ltac:(lia)) as (E5 & F5 & _). unfold gini_key. split;
        [exact F5|].
      right. exists (part_of p), (part_of q). split; [now rewrite E|]. rewrite E5, E3, E1, E2, E4,
        !one_sum by trivial. reflexivity.
  Qed.
End Gini.

(** ** An example, and a plausible wrong statement *)

(** Rounded weights are odd numbers, beyond 2^53: products round, and nothing overflows. *)
Example the_key_does_not_overflow_applies :
  let n := of_whole (2 ^ 61 + 1) in let W := of_whole (2 ^ 62) in
  whole_below 63 n /\ whole_below 63 W /\ is_finite (squared_key W n n n W) = true.
Proof.
  intros n W. split; [apply floats_of_64_bits; lia|]. split; [apply floats_of_64_bits; lia|]. vm_compute.
    reflexivity.
Qed.

(** That no whole numbers overflow: those of 2^300 do. *)
Example large_whole_numbers_overflow :
  let n := of_whole (2 ^ 300) in is_finite (squared_key n (of_whole 0) (of_whole 1) (of_whole 1) n) = false.
Proof. vm_compute. reflexivity. Qed.

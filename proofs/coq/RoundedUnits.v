(** * RoundedUnits: scaling by a power of two and rounding, as programmed,
  put each number within half of its units

    Weights for which no unit is exact are scaled by a power of two, rounded to the nearest whole number,
      and counted: in
    binary64, where what is scaled may be subnormal, or become so.  Responses are scaled,
      centred on some float, multiplied
    by their weights, scaled again and rounded.  So the premises of [RoundedSums] hold of them. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core Mult_error BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeFilter RoundedSums.
Import ListNotations.
Open Scope R_scope.

Notation power_of_two := (bpow radix2).

(** [np.ldexp]; [np.rint], and the whole number that it gives, as [astype] has it. *)
Definition scaled (x : float64) (p : Z) : float64 := Bldexp mode_NE x p.
Definition units (x : float64) (p : Z) : Z := Btrunc (Bnearbyint mode_NE (scaled x p)).

Lemma scaled_rounds x p k : (0 <= k <= 1000)%Z -> is_finite x = true ->
  Rabs (B2R x * power_of_two p) <= power_of_two k ->
  B2R (scaled x p) = rnd (B2R x * power_of_two p) /\ is_finite (scaled x p) = true.
Proof.
  intros K F L. assert (H := Bldexp_correct 53 1024 _ _ mode_NE x p).
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H.
    fold (rnd (B2R x * power_of_two p)) in H.
  rewrite Rlt_bool_true in H.
  - destruct H as (E & G & _). rewrite F in G. now split.
  - apply Rabs_le_inv in L. destruct L as [A B]. apply rnd_le in A, B. rewrite rnd_opp in A.
    rewrite (rnd_float (power_of_two k)) in A, B by (apply generic_format_bpow; unfold FLT_exp; lia).
    apply Rle_lt_trans with (power_of_two k); [apply Rabs_le; lra|apply bpow_lt; lia].
Qed.

Lemma units_are_nearest x p : IZR (units x p) = IZR (ZnearestE (B2R (scaled x p))).
Proof.
  unfold units. rewrite Btrunc_correct by reflexivity. destruct (Bnearbyint_correct 53 1024 _ mode_NE (scaled
    x p)) as (E & _).
  rewrite E. simpl round_mode. rewrite !round_FIX_IZR. now rewrite Ztrunc_IZR.
Qed.

(** What scaling leaves not tiny, it leaves exact. *)
Lemma scaling_is_exact x p : is_float x -> power_of_two (-1000) <= Rabs (x * power_of_two p) ->
  rnd (x * power_of_two p) = x * power_of_two p.
Proof.
  intros F G. apply rnd_float. destruct (Req_dec x 0) as [->|N]; [rewrite Rmult_0_l; apply generic_format_0|].
  apply mult_bpow_exact_FLT; [exact F|]. assert (M := mag_mult_bpow radix2 x p N).
  assert (H := mag_ge_bpow radix2 (x * power_of_two p) (-999) G). lia.
Qed.

Lemma scaling_is_near x p : is_float x -> Rabs (rnd (x * power_of_two p) - x * power_of_two p) <=
  power_of_two (-999).
Proof.
  intros F. destruct (Rle_lt_dec (power_of_two (-1000)) (Rabs (x * power_of_two p))) as [G|L].
  - rewrite scaling_is_exact, Rminus_diag_eq, Rabs_R0 by trivial. apply bpow_ge_0.
  - set (y := x * power_of_two p) in *. apply Rlt_le, Rabs_le_inv in L. destruct L as [A B].
    assert (A' := rnd_le _ _ A). assert (B' := rnd_le _ _ B). rewrite rnd_opp in A'.
    rewrite (rnd_float (power_of_two (-1000))) in A', B' by (apply generic_format_bpow; unfold FLT_exp; lia).
    change (-999)%Z with (-1000 + 1)%Z. rewrite bpow_plus. change (power_of_two 1) with 2. apply Rabs_le. lra.
Qed.

Theorem a_number_is_near_its_units x p : is_finite x = true -> Rabs (B2R x * power_of_two p) <= power_of_two
  62 ->
  Rabs (B2R x * power_of_two p - IZR (units x p)) <= / 2.
Proof.
  intros F L. destruct (scaled_rounds x p 62 ltac:(lia) F L) as [E _]. rewrite units_are_nearest, E.
  destruct (Rle_lt_dec (power_of_two (-2)) (Rabs (B2R x * power_of_two p))) as [G|G].
  - rewrite scaling_is_exact; [apply Znearest_half|apply float64_is_float|].
    apply Rle_trans with (2 := G). apply bpow_le. lia.
  - set (y := B2R x * power_of_two p) in *. apply Rlt_le, Rabs_le_inv in G. destruct G as [A B].
    assert (A' := rnd_le _ _ A). assert (B' := rnd_le _ _ B). rewrite rnd_opp in A'.
    rewrite (rnd_float (power_of_two (-2))) in A', B' by (apply generic_format_bpow; unfold FLT_exp; lia).
    change (power_of_two (-2)) with (/ 4) in *.
    rewrite (Znearest_imp _ (rnd y) 0); [rewrite Rminus_0_r; apply Rabs_le; lra|].
    rewrite Rminus_0_r. apply Rle_lt_trans with (/ 4); [apply Rabs_le|]; lra.
Qed.

Lemma units_are_at_most x p g : (0 <= g <= 62)%Z -> is_finite x = true ->
  Rabs (B2R x * power_of_two p) <= power_of_two g ->
  (Z.abs (units x p) <= 2 ^ g)%Z.
Proof.
  intros G F L. assert (L62 : Rabs (B2R x * power_of_two p) <= power_of_two 62) by
    (apply Rle_trans with (1 := L), bpow_le; lia).
  assert (H := a_number_is_near_its_units x p F L62). apply Rabs_le_inv in H, L.
  assert (Z2 : power_of_two g = IZR (2 ^ g)) by (symmetry; apply (IZR_Zpower radix2); lia). rewrite Z2 in L.
  assert (A : IZR (units x p) < IZR (2 ^ g + 1)) by (rewrite plus_IZR; lra).
  assert (B : IZR (- 2 ^ g - 1) < IZR (units x p)) by (rewrite minus_IZR, opp_IZR; lra).
  apply lt_IZR in A, B. lia.
Qed.

(** The grid: fewer than [2^b] weights, each at most [2^m]; one unit is [2^-p]. *)
Definition weight_rows (p : Z) (weights : list float64) : list (R * Z) :=
  map (fun w => (B2R w * power_of_two p, units w p)) weights.

Theorem weights_are_rounded (weights : list float64) b m : (0 <= b <= 62)%Z ->
  (Z.of_nat (length weights) < 2 ^ b)%Z ->
  (forall w, In w weights -> is_finite w = true /\ 0 < B2R w <= power_of_two m) ->
  let rows := weight_rows (62 - b - m) weights in
  rounded rows /\ (Z.abs (fold_right Z.add 0 (map snd rows)) <= 2 ^ 62)%Z /\ forall r, In r rows ->
    (0 <= snd r)%Z.
Proof.
  intros B L H rows. set (p := (62 - b - m)%Z) in *.
  assert (Fit : forall w, In w weights -> is_finite w = true /\ 0 < B2R w * power_of_two p <= power_of_two
    (62 - b)).
  { intros w I. destruct (H w I) as [F [P Q]]. split; [exact F|].
    assert (Pp := bpow_gt_0 radix2 p). split; [now apply Rmult_lt_0_compat|].
    replace (62 - b)%Z with (m + p)%Z by (unfold p; lia). rewrite bpow_plus. apply Rmult_le_compat_r; lra. }
  assert (Half : forall w, In w weights -> Rabs (B2R w * power_of_two p - IZR (units w p)) <= / 2).
  { intros w I. destruct (Fit w I) as [F [P Q]]. apply a_number_is_near_its_units; [exact F|].
    rewrite Rabs_right by lra. apply Rle_trans with (1 := Q), bpow_le. lia. }
  split; [|split].
  - intros r I. apply in_map_iff in I as (w & <- & I). now apply Half.
  - apply sums_fit_64_bits with b; [exact B| |].
    + unfold rows, weight_rows. now rewrite !map_length.
    + intros k I. unfold rows, weight_rows in I. rewrite map_map in I. apply in_map_iff in I as (w & <- & I).
      cbn [snd].
      destruct (Fit w I) as [F [P Q]]. apply (units_are_at_most w p); [lia|exact F|].
      rewrite Rabs_right by (apply Rle_ge, Rlt_le, P). exact Q.
  - intros r I. apply in_map_iff in I as (w & <- & I). cbn [snd]. destruct (Fit w I) as [_ [P _]].
    specialize (Half w I).
    apply Rabs_le_inv in Half. assert (N : IZR (-1) < IZR (units w p)) by (simpl; lra). apply lt_IZR in N.
      lia.
Qed.

(** ** Responses

    [s] is a response, scaled, [mean] what is taken off it, [k] its weight in units; one unit of the grid is
    [2^(second - grid)]. *)
Definition weighted_row (weight : R) (k : Z) (s mean : float64) (second grid : Z) : row :=
  let v := minus s mean in let q := times v (of_whole k) in
  {| w := weight; in_units := k; y := B2R s - B2R mean; centred := B2R v; product := B2R q;
     on_grid := units (scaled q (- second)) grid |}.

Lemma of_whole_rounds k : (0 <= k <= 2 ^ 62)%Z -> B2R (of_whole k) = rnd (IZR k) /\ is_finite (of_whole k) =
  true.
Proof.
  intros K. assert (H := binary_normalize_correct 53 1024 _ _ mode_NE k 0 false).
  assert (E : F2R (Float radix2 k 0) = IZR k) by (unfold F2R; simpl; ring). rewrite E in H. cbv zeta in H.
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H. fold (rnd (IZR k)) in H.
  rewrite Rlt_bool_true in H; [now split; apply H|]. apply (rounded_is_small (IZR k) 62); [lia|].
  change (power_of_two 62) with (IZR (2 ^ 62)). split; apply IZR_le; lia.
Qed.

Lemma rnd_is_near x : Rabs (rnd x - x) <= u * Rabs x + power_of_two (-1021).
Proof.
  assert (U := u_pos). destruct (Rle_lt_dec (power_of_two (-1022)) (Rabs x)) as [G|L].
  - assert (E := rnd_error x (or_intror G)). assert (0 <= power_of_two (-1021)) by apply bpow_ge_0. lra.
  - assert (P := Rmult_le_pos u (Rabs x) ltac:(lra) (Rabs_pos x)). apply Rlt_le, Rabs_le_inv in L.
    destruct L as [A B].
    assert (A' := rnd_le _ _ A). assert (B' := rnd_le _ _ B). rewrite rnd_opp in A'.
    rewrite (rnd_float (power_of_two (-1022))) in A', B' by (apply generic_format_bpow; unfold FLT_exp; lia).
    change (-1021)%Z with (-1022 + 1)%Z. rewrite bpow_plus. change (power_of_two 1) with 2.
    apply Rle_trans with (power_of_two (-1022) * 2); [apply Rabs_le|]; lra.
Qed.

(** That is what [RoundedSums] asks of [each] row: with [c], the number of units in 1, a power of two. *)
Theorem a_response_is_on_the_grid weight h k s mean second grid : Rabs (weight - IZR k) <= h ->
  (0 <= k <= 2 ^ 62)%Z ->
  is_finite s = true -> is_finite mean = true -> Rabs (B2R s) <= 1 -> Rabs (B2R mean) <= 2 ->
  (0 <= grid <= 62)%Z -> (-900 <= second)%Z ->
  let r := weighted_row weight k s mean second grid in let c := power_of_two (grid - second) in
  Rabs (product r) <= power_of_two second ->
  Rabs (w r - IZR (in_units r)) <= h /\ Rabs (centred r - y r) <= u * Rabs (y r) /\
  Rabs (c * product r - c * (IZR (in_units r) * centred r)) <= 2.01 * u * Rabs (c * (IZR (in_units r) *
    centred r)) + u /\
  Rabs (IZR (on_grid r) - c * product r) <= / 2 + u.
Proof.
  intros Hw Hk Fs Fm Ls Lm Hg H2 r c Lq. assert (U := u_pos). unfold r, weighted_row in *.
    cbn [w in_units y centred product on_grid] in *.
  split; [exact Hw|].
  assert (Small : forall x n, (0 <= n <= 1000)%Z -> Rabs x <= power_of_two n ->
    Rabs (rnd x) <= power_of_two n /\ Rabs (rnd x) < power_of_two 1024).
  { intros x n Hn L. apply Rabs_le_inv in L. destruct L as [A B]. apply rnd_le in A, B. rewrite rnd_opp in A.
    rewrite (rnd_float (power_of_two n)) in A, B by (apply generic_format_bpow; unfold FLT_exp; lia).
    assert (L : Rabs (rnd x) <= power_of_two n) by (apply Rabs_le; lra). split; [exact L|].
    apply Rle_lt_trans with (1 := L). apply bpow_lt. lia. }
  assert (L1 : Rabs (B2R s - B2R mean) <= power_of_two 2).
  { change (power_of_two 2) with 4. apply Rabs_le_inv in Ls, Lm. apply Rabs_le. lra. }
  destruct (Small _ 2%Z ltac:(lia) L1) as [V1 V2]. destruct (minus_rounds s mean Fs Fm V2) as [Ev Fv].
  set (v := minus s mean) in *. split.
  { rewrite Ev. apply (sum_error (B2R s) (- B2R mean)); [apply float64_is_float|apply generic_format_opp,
    float64_is_float]. }
  rewrite <- Ev in V1. destruct (of_whole_rounds k Hk) as [Ek Fk]. destruct (rounded_is_small (IZR k) 62
    ltac:(lia)) as [K1 _].
  { change (power_of_two 62) with (IZR (2 ^ 62)). split; apply IZR_le; lia. }
  assert (L2 : Rabs (B2R v * B2R (of_whole k)) <= power_of_two 64).
  { rewrite Ek, Rabs_mult, (Rabs_right (rnd (IZR k))) by lra. change 64%Z with (2 + 62)%Z. rewrite bpow_plus.
    apply Rmult_le_compat; try lra. apply Rabs_pos. }
  destruct (Small _ 64%Z ltac:(lia) L2) as [_ Q2].
    destruct (times_rounds v (of_whole k) Fv Fk Q2) as [Eq Fq].
  set (q := times v (of_whole k)) in *. assert (C : 0 < c) by apply bpow_gt_0.
  assert (Tiny : c * power_of_two (-1021) <= u).
  { unfold c. rewrite <- bpow_plus. apply Rle_trans with (power_of_two (-59)); [apply bpow_le; lia|].
    rewrite u_is_a_power. change (-59)%Z with (-6 + -53)%Z. rewrite bpow_plus.
      change (power_of_two (-6)) with (/ 64).
    assert (P := bpow_gt_0 radix2 (-53)). lra. }
  split.
  - replace (c * B2R q - c * (IZR k * B2R v)) with (c * (B2R q - IZR k * B2R v)) by ring.
    rewrite !Rabs_mult, (Rabs_right c) by lra. rewrite Eq, Ek. set (x := B2R v) in *.
    assert (R1 := rnd_of_whole k). assert (R2 := rnd_is_near (x * rnd (IZR k))).
    assert (K0 : 0 <= IZR k) by (apply IZR_le; lia). rewrite (Rabs_right (IZR k)) in * by lra.
    rewrite Rabs_mult, (Rabs_right (rnd (IZR k))) in R2 by lra. assert (X0 := Rabs_pos x).
    apply Rle_trans with (c * (2.001 * u * (IZR k * Rabs x) + power_of_two (-1021))).
    + apply Rmult_le_compat_l; [lra|]. set (a := rnd (IZR k)) in *. set (b := IZR k) in *.
      replace (rnd (x * a) - b * x) with ((rnd (x * a) - x * a) + (a - b) * x) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _). rewrite (Rabs_mult (a - b)).
      assert (A : Rabs (a - b) * Rabs x <= u * b * Rabs x) by (apply Rmult_le_compat_r; lra).
      assert (B : Rabs x * a <= 1.0001 * (b * Rabs x)).
      { apply Rabs_le_inv in R1. assert (u * b <= / 1000000 * b) by (apply Rmult_le_compat_r; lra).
        replace (1.0001 * (b * Rabs x)) with (Rabs x * (1.0001 * b)) by ring. apply Rmult_le_compat_l; lra. }
      assert (D : u * (Rabs x * a) <= u * (1.0001 * (b * Rabs x))) by (apply Rmult_le_compat_l; lra).
      assert (0 <= u * (b * Rabs x)) by (repeat apply Rmult_le_pos; lra). lra.
    + assert (0 <= u * (c * (IZR k * Rabs x))) by (repeat apply Rmult_le_pos; lra). lra.
  - assert (Sc : Rabs (B2R q * power_of_two (- second)) <= 1).
    { rewrite Rabs_mult, (Rabs_right (power_of_two _)) by (apply Rle_ge, bpow_ge_0).
      replace 1 with (power_of_two second * power_of_two (- second)) by (rewrite <- bpow_plus,
        Z.add_opp_diag_r; reflexivity).
      apply Rmult_le_compat_r; [apply bpow_ge_0|exact Lq]. }
    destruct (scaled_rounds q (- second) 62 ltac:(lia) Fq) as [E1 F1].
    { apply Rle_trans with (1 := Sc). change 1 with (power_of_two 0). apply bpow_le. lia. }
    assert (N1 := scaling_is_near (B2R q) (- second) (float64_is_float q)). rewrite <- E1 in N1.
    destruct (Small _ 0%Z ltac:(lia) Sc) as [S1 _]. rewrite <- E1 in S1. change (power_of_two 0) with 1 in S1.
    set (z := scaled q (- second)) in *. assert (G0 := bpow_gt_0 radix2 grid).
    assert (Lz : Rabs (B2R z * power_of_two grid) <= power_of_two 62).
    { rewrite Rabs_mult, (Rabs_right (power_of_two grid)) by lra.
      apply Rle_trans with (1 * power_of_two grid); [apply Rmult_le_compat_r; lra|]. rewrite Rmult_1_l.
        apply bpow_le. lia. }
    assert (N2 := a_number_is_near_its_units z grid F1 Lz).
    assert (Ec : c * B2R q = B2R q * power_of_two (- second) * power_of_two grid).
    { unfold c, Z.sub. rewrite bpow_plus. ring. }
    rewrite Ec. set (a := B2R q * power_of_two (- second)) in *.
    replace (IZR (units z grid) - a * power_of_two grid) with
      (- (B2R z * power_of_two grid - IZR (units z grid)) + (B2R z - a) * power_of_two grid) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. apply Rplus_le_compat; [exact N2|].
    rewrite Rabs_mult, (Rabs_right (power_of_two grid)) by lra.
    apply Rle_trans with (power_of_two (-999) * power_of_two grid); [apply Rmult_le_compat_r; lra|].
    rewrite <- bpow_plus, u_is_a_power. apply bpow_le. lia.
Qed.

(** [second] is the exponent of the largest product.  That it is at least -900,
  or nothing is left after centring: where one
    of the scaled responses is at least 1/2, what is left of each is 0, or that of some is not tiny. *)
Lemma large_floats_are_multiples x : is_float x -> / 16 <= Rabs x -> exists n, x = IZR n * power_of_two (-60).
Proof.
  intros F L. assert (M := mag_ge_bpow radix2 x (-3) L). unfold generic_format, F2R in F.
    cbn [Fnum Fexp] in F.
  set (k := Ztrunc (scaled_mantissa radix2 fexp64 x)) in *. set (e := cexp radix2 fexp64 x) in *.
  assert (E : (-60 <= e)%Z) by (unfold e, cexp, FLT_exp; lia).
  exists (k * 2 ^ (e + 60))%Z. rewrite mult_IZR. change 2%Z with (radix_val radix2). rewrite IZR_Zpower by
    lia.
  rewrite Rmult_assoc, <- bpow_plus. replace (e + 60 + -60)%Z with e by lia. exact F.
Qed.

Theorem centred_responses_are_not_tiny (s mean : R) (responses : list R) : is_float s -> is_float mean ->
  / 2 <= Rabs s ->
  (forall t, In t responses -> is_float t) ->
  power_of_two (-60) <= Rabs (s - mean) \/ forall t, In t responses -> t - mean = 0 \/ power_of_two (-60) <=
    Rabs (t - mean).
Proof.
  intros Fs Fm Ls Ft. destruct (Rle_lt_dec (power_of_two (-60)) (Rabs (s - mean))) as [G|L];
    [now left|right]. intros t I.
  assert (T60 : power_of_two (-60) <= / 1000) by (apply Rle_trans with (power_of_two (-10)); [apply bpow_le;
    lia|];
    change (power_of_two (-10)) with (/ 1024); lra).
  assert (Lm : / 4 <= Rabs mean).
  { assert (H := Rabs_triang (s - mean) mean). replace (s - mean + mean) with s in H by ring. lra. }
  destruct (Rle_lt_dec (/ 16) (Rabs t)) as [G|G].
  - destruct (large_floats_are_multiples t (Ft t I) G) as [n ->]. destruct (large_floats_are_multiples mean
    Fm ltac:(lra)) as [m ->].
    replace (IZR n * power_of_two (-60) - IZR m * power_of_two (-60)) with (IZR (n - m) * power_of_two (-60))
      by
      (rewrite minus_IZR; ring).
    destruct (Z.eq_dec n m) as [->|D]; [left; rewrite Z.sub_diag; ring|right].
    rewrite Rabs_mult, (Rabs_right (power_of_two _)) by (apply Rle_ge, bpow_ge_0). rewrite <- abs_IZR.
    rewrite <- (Rmult_1_l (power_of_two _)) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0|]. apply IZR_le.
      lia.
  - right. assert (H := Rabs_triang (mean - t) t). replace (mean - t + t) with mean in H by ring.
    rewrite Rabs_minus_sym in H. lra.
Qed.

(** ** An example, and plausible wrong statements

    Two weights, the floats of 1/10 and 3, on the grid of two rows. *)
Definition tenth : float64 := over (of_whole 1) (of_whole 10).

Example weights_are_rounded_applies : let rows := weight_rows (62 - 2 - 2) [tenth; of_whole 3] in
  rounded rows /\ map snd rows = [28823037615171176; 864691128455135232]%Z.
Proof.
  split; [|vm_compute; reflexivity].
  apply (weights_are_rounded [tenth; of_whole 3] 2 2); [lia|reflexivity|].
    destruct (of_whole_is 3) as [E3 F3]; [lia|].
  intros x [<-|[<-|[]]]; (split; [vm_compute; reflexivity|]); [|rewrite E3; change (power_of_two 2) with 4;
    lra].
  destruct (of_whole_is 1) as [E1 F1]; [lia|]. destruct (of_whole_is 10) as [E10 F10]; [lia|].
  destruct (rounded_is_small (1 / 10) 0 ltac:(lia)) as [_ S]; [change (power_of_two 0) with 1; lra|].
  destruct (over_rounds (of_whole 1) (of_whole 10) F1) as [E _]; rewrite ?E1, ?E10 in *; [lra|exact S|].
  unfold tenth. rewrite E. assert (A := rnd_le (power_of_two (-4)) (1 / 10) ltac:(change (power_of_two (-4))
    with (/ 16); lra)).
  assert (B := rnd_le (1 / 10) (power_of_two 0) ltac:(change (power_of_two 0) with 1; lra)).
  rewrite rnd_float in A by (apply generic_format_bpow; unfold FLT_exp; lia).
  rewrite (rnd_float (power_of_two 0)) in B by (apply generic_format_bpow; unfold FLT_exp; lia).
  change (power_of_two (-4)) with (/ 16) in A. change (power_of_two 0) with 1 in B.
    change (power_of_two 2) with 4. lra.
Qed.

(** That cutting off would do as well, which leaves 3/4 no unit. *)
Example cutting_off_is_not_enough : let x := over (of_whole 3) (of_whole 4) in
  Btrunc (scaled x 0) = 0%Z /\ units x 0 = 1%Z.
Proof. split; vm_compute; reflexivity. Qed.

(** That any rounding to the grid sees every weight: one of less than half a unit counts for nothing. *)
Example a_light_weight_may_be_no_unit : units tenth 0 = 0%Z.
Proof. vm_compute. reflexivity. Qed.

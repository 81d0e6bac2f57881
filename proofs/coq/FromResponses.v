(** * FromResponses: what floats keep by squared error, from the rows on

    Responses, any floats, are scaled by a power of two, so that none exceeds 1;
      their mean, or what NumPy has for it, is taken off;
    they are multiplied by weights in units, scaled again, and rounded to a grid of 64 bits.
      Sums of them are gathered.  Keys and the bound
    are computed, in binary64.  Each question of largest gain, by the definitions, is kept.
      Weights are those of [FromRows], or whole units. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary GrowingRational.
From Flocq Require Import Core Mult_error BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeKeys WholeFilter WholeCounts RoundedRows
  RoundedCounts RoundedSums RoundedFloats Gathered RoundedNode RoundedUnits RoundedBounds RationalKeys
  RoundedFilter ProgrammedLogarithm FloatTerms FromRows FloatBounds SubsetKeys.
Import ListNotations.
Open Scope R_scope.

Lemma rnd_abs x : Rabs (rnd x) = rnd (Rabs x).
Proof.
  destruct (Rle_lt_dec 0 x) as [P|P].
  - rewrite !Rabs_right; trivial; apply Rle_ge; [exact P|now apply rnd_nonneg].
  - rewrite (Rabs_left x P), rnd_opp. apply Rabs_left1. rewrite <- rnd_0. apply rnd_le. lra.
Qed.

Lemma gathered_whole l : gathered l (Whole (fold_right Z.add 0%Z l)).
Proof.
  induction l as [|k l IH]; [constructor|]. change (k :: l) with ([k] ++ l) at 1.
  apply (sum_of_wholes [k] l k); [constructor|exact IH].
Qed.

Lemma magnitudes_are l : magnitudes l = IZR (fold_right Z.add 0%Z (map Z.abs l)).
Proof.
  unfold magnitudes. induction l as [|k l IH]; [reflexivity|]. cbn [map fold_right].
    rewrite plus_IZR, <- IH, abs_IZR.
  reflexivity.
Qed.

(** What [np.frexp] has of the largest magnitude: its exponent, 0 for 0. *)
Definition exponent_of (l : list float64) (e : Z) : Prop :=
  (forall x, In x l -> Rabs (B2R x) <= power_of_two e) /\
  ((exists x, In x l /\ power_of_two (e - 1) <= Rabs (B2R x)) \/ e = 0%Z /\ forall x, In x l -> B2R x = 0).

Section Responses.
  Context {A : Type}.
  (** [h] is by how much a weight in units may be off;
    [b] bits hold the number of rows, of the data if they are more. *)
  Variables (weighs responds : A -> Q) (response : A -> float64) (unit : A ->
    Z) (rows : list A) (d : Q) (one h : R).
  Variables (b first second : Z) (sum_of_scaled alone : float64).

  Definition to_one (r : A) : float64 := scaled (response r) (- first).
  Definition centre : float64 := over sum_of_scaled (of_whole (Z.of_nat (length rows))).
  Definition off_centre (r : A) : float64 := minus (to_one r) centre.
  Definition weighted (r : A) : float64 := times (off_centre r) (of_whole (unit r)).
  Definition response_units (r : A) : Z := units (scaled (weighted r) (- second)) (62 - b).
  Definition node_sum : float64 := of_whole (fold_right Z.add 0%Z (map response_units rows)).
  Definition magnitude : float64 := of_whole (fold_right Z.add 0%Z (map Z.abs (map response_units rows))).
  Definition off_of_responses : float64 := plus (off (length rows) magnitude) (scaled alone (62 - b -
    second)).

  Hypothesis answers : (0 < d)%Q /\ forall r, In r rows ->
    is_finite (response r) = true /\ B2R (response r) = Q2R (d * responds r).
  Hypothesis sizes : (0 <= b <= 50)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z /\ (2 <= length rows)%nat /\
    INR (length rows) * u <= / 1000.
  Hypothesis first_is : exponent_of (map response rows) first.
  Hypothesis mean_is : adds_up_to (map to_one rows) sum_of_scaled.
  Hypothesis second_is : exponent_of (map weighted rows) second.
  Hypothesis weights_are : 0 < one /\ forall r, In r rows ->
    Rabs (one * Q2R (weighs r) - IZR (unit r)) <= h /\ (1 <= unit r <= 2 ^ 62)%Z.
  Hypothesis alone_is : h = 0 /\ alone = of_whole 0 \/
    h = / 2 /\ adds_up_to (map (fun r => Babs (off_centre r)) rows) alone.

  Let n := INR (length rows).

  Lemma n_facts : 2 <= n /\ n * u <= / 1000 /\ n <= power_of_two 50 /\
    B2R (of_whole (Z.of_nat (length rows))) = n /\ is_finite (of_whole (Z.of_nat (length rows))) = true.
  Proof.
    destruct sizes as (B & L & S & F). assert (N := le_INR _ _ S). simpl (INR 2) in N.
    destruct (size_is (length rows) F) as (Z & E & G). repeat split; trivial. unfold n. rewrite INR_IZR_INZ.
    change (power_of_two 50) with (IZR (2 ^ 50)). now apply IZR_le.
  Qed.

  Lemma scaled_response r : In r rows -> is_finite (to_one r) = true /\ Rabs (B2R (to_one r)) <= 1 /\
    Rabs (B2R (to_one r) - Q2R (d * responds r) * power_of_two (- first)) <= power_of_two (-999) /\
    (/ 2 <= Rabs (Q2R (d * responds r) * power_of_two (- first)) -> / 2 <= Rabs (B2R (to_one r))).
  Proof.
    intros I. destruct answers as [_ H]. destruct (H r I) as [F E]. destruct first_is as [L _].
    specialize (L _ (in_map response _ _ I)). unfold to_one.
    assert (S : Rabs (B2R (response r) * power_of_two (- first)) <= 1).
    { rewrite Rabs_mult, (Rabs_right (power_of_two _)) by apply Rle_ge, bpow_ge_0.
      replace 1 with (power_of_two first * power_of_two (- first))
        by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
      apply Rmult_le_compat_r; [apply bpow_ge_0|exact L]. }
    destruct (scaled_rounds (response r) (- first) 0 ltac:(lia) F S) as [Es Fs].
    assert (N := scaling_is_near (B2R (response r)) (- first) (float64_is_float _)). rewrite Es, <- E.
    split; [exact Fs|]. split; [apply (rounded_at_most _ 0 ltac:(lia) S)|]. split; [exact N|]. intros G.
    rewrite scaling_is_exact; [exact G|apply float64_is_float|]. apply Rle_trans with (2 := G).
    apply (bpow_le radix2 (-1000) (-1)). lia.
  Qed.

  Lemma sums_of_small (f : A -> float64) s : adds_up_to (map f rows) s ->
    (forall r, In r rows -> is_finite (f r) = true /\ Rabs (B2R (f r)) <= 4) ->
    is_finite s = true /\
    Rabs (B2R s - sumR (fun r => B2R (f r)) rows) <= / 1000 * sumR (fun r => Rabs (B2R (f r))) rows /\
    sumR (fun r => Rabs (B2R (f r))) rows <= 4 * n.
  Proof.
    intros S H. destruct n_facts as (N2 & Nu & _).
    destruct (floats_add_up 2 _ _ ltac:(lia) S) as (F & Ad & _).
    - intros x I. apply in_map_iff in I as (r & <- & I). now apply H.
    - now rewrite map_length.
    - split; [exact F|]. assert (D := a_sum_in_any_order_is_near _ _ Ad).
      rewrite reals_length, map_length in D.
      unfold total, Rounding.magnitude, reals in D. rewrite map_map, !sumR_map in D. fold n in D.
      set (m := sumR (fun r => Rabs (B2R (f r))) rows) in *.
      assert (M : 0 <= m) by (apply sumR_nonneg; intros; apply Rabs_pos).
      split; [|rewrite Rmult_comm; apply sum_at_most; intros r I; now apply H].
      apply Rle_trans with (1 := D). apply Rmult_le_compat_r; [exact M|]. assert (U := u_pos). lra.
  Qed.

  (** The mean may be any float that such a sum gives. *)
  Lemma centre_is : is_finite centre = true /\ Rabs (B2R centre) <= 2 /\
    ((forall r, In r rows -> B2R (to_one r) = 0) -> B2R centre = 0).
  Proof.
    destruct n_facts as (N2 & Nu & N50 & En & Fn).
    destruct (sums_of_small to_one sum_of_scaled mean_is) as (F & D & _).
    { intros r I. destruct (scaled_response r I) as (Fr & Br & _). split; [exact Fr|lra]. }
    assert (M : sumR (fun r => Rabs (B2R (to_one r))) rows <= n).
    { rewrite <- (Rmult_1_r n). apply sum_at_most. intros r I. now apply scaled_response. }
    set (m := sumR (fun r => Rabs (B2R (to_one r))) rows) in *.
    assert (T : Rabs (sumR (fun r => B2R (to_one r)) rows) <= m).
    { assert (G := total_at_most_magnitude (map (fun r => B2R (to_one r)) rows)).
      unfold total, Rounding.magnitude in G.
      now rewrite !sumR_map in G. }
    assert (B : Rabs (B2R sum_of_scaled) <= 1.01 * m).
    { apply Rabs_le_inv in D, T. apply Rabs_le. lra. }
    assert (Q : Rabs (B2R sum_of_scaled / n) <= power_of_two 1).
    { unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ n)) by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
      change (power_of_two 1) with 2. apply Rmult_le_reg_r with n; [lra|].
        rewrite Rmult_assoc, Rinv_l by lra. lra. }
    destruct (rounded_at_most _ 1 ltac:(lia) Q) as [Q1 Q2].
    destruct (over_rounds sum_of_scaled (of_whole (Z.of_nat (length rows))) F) as [E G]; rewrite ?En in *;
      [lra|exact Q2|].
    unfold centre. split; [exact G|]. rewrite E. split; [exact Q1|]. intros Z.
    assert (m = 0) as M0.
    { unfold m. rewrite (sumR_ext _ (fun _ => 0)) by (intros r I; rewrite (Z r I); apply Rabs_R0). clear.
      induction rows as [|r l IH]; [reflexivity|]. cbn [sumR fold_right]. unfold sumR in IH. rewrite IH.
        ring. }
    rewrite M0, Rmult_0_r in B. assert (B2R sum_of_scaled = 0) as -> by (apply Rabs_le_inv in B; lra).
    unfold Rdiv. now rewrite Rmult_0_l, rnd_0.
  Qed.

  Lemma off_centre_is r : In r rows -> is_finite (off_centre r) = true /\
    B2R (off_centre r) = rnd (B2R (to_one r) - B2R centre) /\ Rabs (B2R (off_centre r)) <= 4.
  Proof.
    intros I. destruct (scaled_response r I) as (Fr & Br & _). destruct centre_is as (Fc & Bc & _).
    assert (L : Rabs (B2R (to_one r) - B2R centre) <= power_of_two 2).
    { change (power_of_two 2) with 4. apply Rabs_le_inv in Br, Bc. apply Rabs_le. lra. }
    destruct (rounded_at_most _ 2 ltac:(lia) L) as [R S]. destruct (minus_rounds _ _ Fr Fc S) as [E F].
    unfold off_centre. rewrite E. now repeat split.
  Qed.

  Lemma weighted_is r : In r rows -> is_finite (weighted r) = true /\
    Rabs (B2R (weighted r)) <= power_of_two 64 /\
    Rabs (B2R (off_centre r)) <= Rabs (B2R (weighted r)) <= rnd (Rabs (B2R (off_centre r)) * power_of_two
      62).
  Proof.
    intros I. destruct (off_centre_is r I) as (Fv & _ & Bv). destruct weights_are as [_ H].
    destruct (H r I) as [_ K]. destruct (of_whole_rounds (unit r) ltac:(lia)) as [Ek Fk].
    assert (K1 : 1 <= rnd (IZR (unit r)) <= power_of_two 62).
    { split; [apply rnd_1, IZR_le; lia|]. apply (rounded_is_small (IZR (unit r)) 62); [lia|].
      change (power_of_two 62) with (IZR (2 ^ 62)). split; apply IZR_le; lia. }
    assert (L : Rabs (B2R (off_centre r) * B2R (of_whole (unit r))) <= power_of_two 64).
    { change 64%Z with (2 + 62)%Z. rewrite bpow_plus. apply product_at_most; [exact Bv|].
      rewrite Ek, Rabs_right; lra. }
    destruct (rounded_at_most _ 64 ltac:(lia) L) as [R S]. destruct (times_rounds _ _ Fv Fk S) as [E F].
    unfold weighted. rewrite E. split; [exact F|]. split; [exact R|]. rewrite rnd_abs, Ek, Rabs_mult.
    rewrite (Rabs_right (rnd (IZR (unit r)))) by lra. set (x := Rabs (B2R (off_centre r))).
    assert (X : 0 <= x) by apply Rabs_pos. split; [|apply rnd_le, Rmult_le_compat_l; lra].
    rewrite <- (rnd_float x) at 1 by apply generic_format_abs, float64_is_float. apply rnd_le.
    rewrite <- (Rmult_1_r x) at 1. apply Rmult_le_compat_l; lra.
  Qed.

  Lemma nothing_left r : In r rows -> B2R (to_one r) = B2R centre -> B2R (weighted r) = 0.
  Proof.
    intros I Z. destruct (off_centre_is r I) as (Fv & Ev & _).
      rewrite Z, Rminus_diag_eq, rnd_0 in Ev by reflexivity.
    destruct weights_are as [_ H]. destruct (H r I) as [_ K].
      destruct (of_whole_rounds (unit r) ltac:(lia)) as [_ Fk].
    unfold weighted. destruct (times_rounds (off_centre r) (of_whole (unit r)) Fv Fk) as [-> _];
      rewrite Ev, Rmult_0_l, rnd_0; [rewrite Rabs_R0; apply bpow_gt_0|reflexivity].
  Qed.

  Lemma left_is_no_less r : In r rows -> power_of_two (-60) <= Rabs (B2R (to_one r) - B2R centre) ->
    power_of_two (-60) <= Rabs (B2R (weighted r)).
  Proof.
    intros I T. apply Rle_trans with (2 := proj1 (proj2 (proj2 (weighted_is r I)))).
      destruct (off_centre_is r I) as (_ & -> & _).
    rewrite rnd_abs, <- (rnd_float (power_of_two (-60))) by (apply generic_format_bpow; unfold FLT_exp; lia).
    now apply rnd_le.
  Qed.

  (** What is left where the centre is taken off is nothing, or not tiny. *)
  Lemma second_facts : (exists r, In r rows /\ power_of_two (second - 1) <= Rabs (B2R (weighted r)) /\
      (-60 <= second <= 65)%Z) \/
    second = 0%Z /\ forall r, In r rows -> B2R (weighted r) = 0 /\ B2R (to_one r) = B2R centre.
  Proof.
    destruct second_is as [L [(x & I & G)|[-> Z]]].
    - apply in_map_iff in I as (r & <- & I). left. exists r. split; [exact I|]. split; [exact G|].
      destruct (weighted_is r I) as (_ & B & _).
        assert (S65 : (second - 1 <= 64)%Z) by (apply (le_bpow radix2); lra).
      split; [|lia]. assert (P := bpow_gt_0 radix2 (second - 1)).
      assert (N : B2R (to_one r) <> B2R centre).
      { intros E. apply (nothing_left r I) in E. rewrite E, Rabs_R0 in G. lra. }
      destruct centre_is as (Fc & _ & Zc). destruct first_is as [_ [(y & J & Gy)|[_ Z]]].
      + apply in_map_iff in J as (s & <- & J). destruct (scaled_response s J) as (Fs & _ & _ & Hs).
        assert (Half : / 2 <= Rabs (B2R (to_one s))).
        { apply Hs. destruct answers as [_ Ha]. rewrite <- (proj2 (Ha s J)).
          rewrite Rabs_mult, (Rabs_right (power_of_two (- first))) by apply Rle_ge, bpow_ge_0.
          replace (/ 2) with (power_of_two (first - 1) * power_of_two (- first)).
          - apply Rmult_le_compat_r; [apply bpow_ge_0|exact Gy].
          - rewrite <- bpow_plus. replace (first - 1 + - first)%Z with (-1)%Z by lia. reflexivity. }
        destruct (centred_responses_are_not_tiny (B2R (to_one s)) (B2R centre) (map (fun r => B2R (to_one
          r)) rows)
          (float64_is_float _) (float64_is_float _) Half) as [T|T].
        * intros t K. apply in_map_iff in K as (q & <- & _). apply float64_is_float.
        * apply (le_bpow radix2). apply Rle_trans with (2 := L _ (in_map weighted _ _ J)).
          now apply left_is_no_less.
        * destruct (T (B2R (to_one r))) as [Z|B60]; [now apply (in_map (fun r => B2R (to_one r)))|lra|].
          apply (le_bpow radix2). apply Rle_trans with (2 := L _ (in_map weighted _ _ I)).
            now apply left_is_no_less.
      + exfalso. assert (Zero : forall s, In s rows -> B2R (to_one s) = 0).
        { intros s J. destruct answers as [_ Ha]. destruct (Ha s J) as [F _].
          assert (E := Z _ (in_map response _ _ J)).
          destruct (scaled_rounds (response s) (- first) 0 ltac:(lia) F) as [Es _];
            rewrite E, Rmult_0_l in *;
            [rewrite Rabs_R0; apply bpow_ge_0|]. unfold to_one. now rewrite Es, rnd_0. }
        apply N. now rewrite (Zero r I), (Zc Zero).
    - right. split; [reflexivity|]. intros r I. assert (E := Z _ (in_map weighted _ _ I)). split; [exact E|].
      destruct (weighted_is r I) as (_ & _ & V & _). rewrite E, Rabs_R0 in V.
        destruct (off_centre_is r I) as (_ & Ev & _).
      assert (D := sum_error (B2R (to_one r)) (- B2R centre) (float64_is_float _) (generic_format_opp _ _ _
        (float64_is_float _))).
      change (B2R (to_one r) + - B2R centre) with (B2R (to_one r) - B2R centre) in D. rewrite <- Ev in D.
      apply nothing in V. rewrite V in D. unfold Rminus at 1 in D. rewrite Rplus_0_l, Rabs_Ropp in D.
        assert (U := u_pos).
      set (x := B2R (to_one r) - B2R centre) in *. assert (P := Rabs_pos x).
      assert (Rabs x <= / 1000000 * Rabs x) by (apply Rle_trans with (1 := D), Rmult_le_compat_r; lra).
      assert (x = 0) by (apply nothing; lra). unfold x in *. lra.
  Qed.

  (** *** Rows on the grid *)

  Definition row_of (r : A) : RoundedSums.row :=
    weighted_row (one * Q2R (weighs r)) (unit r) (to_one r) centre second (62 - b).
  Let c := power_of_two (62 - b - second).

  Lemma row_is_near r : In r rows ->
    Rabs (w (row_of r) - IZR (in_units (row_of r))) <= h /\
    Rabs (centred (row_of r) - y (row_of r)) <= u * Rabs (y (row_of r)) /\
    Rabs (c * product (row_of r) - c * (IZR (in_units (row_of r)) * centred (row_of r))) <=
      2.01 * u * Rabs (c * (IZR (in_units (row_of r)) * centred (row_of r))) + u /\
    Rabs (IZR (on_grid (row_of r)) - c * product (row_of r)) <= / 2 + u.
  Proof.
    intros I. destruct weights_are as [_ H]. destruct (H r I) as [Hh K].
      destruct (scaled_response r I) as (F & B & _).
    destruct centre_is as (Fc & Bc & _). destruct sizes as (Bb & _).
    apply (a_response_is_on_the_grid (one * Q2R (weighs r)) h (unit r) (to_one r) centre second (62 - b));
      trivial; try lia.
    - destruct second_facts as [(s & _ & _ & S)|[S _]]; lia.
    - exact (proj1 second_is _ (in_map weighted _ _ I)).
  Qed.

  Lemma units_fit r : In r rows -> (Z.abs (response_units r) <= 2 ^ (62 - b))%Z.
  Proof.
    intros I. destruct sizes as (Bb & _). destruct (weighted_is r I) as (F & _ & _).
    assert (S : Rabs (B2R (weighted r) * power_of_two (- second)) <= 1).
    { rewrite Rabs_mult, (Rabs_right (power_of_two _)) by apply Rle_ge, bpow_ge_0.
      replace 1 with (power_of_two second * power_of_two (- second))
        by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
      apply Rmult_le_compat_r; [apply bpow_ge_0|]. apply (proj1 second_is). now apply in_map. }
    destruct (scaled_rounds (weighted r) (- second) 0 ltac:(lia) F S) as [E G]. unfold response_units.
    apply units_are_at_most; [lia|exact G|]. rewrite E, Rabs_mult,
      (Rabs_right (power_of_two (62 - b))) by apply Rle_ge, bpow_ge_0.
    rewrite <- (Rmult_1_l (power_of_two (62 - b))) at 2. apply Rmult_le_compat_r; [apply bpow_ge_0|].
    apply (rounded_at_most _ 0 ltac:(lia) S).
  Qed.

  Let M := magnitudes (map response_units rows).

  Lemma magnitude_is : whole_below 63 magnitude /\ B2R magnitude = rnd M /\ 0 <= M <= IZR (2 ^ 62) /\
    (999999 / 1000000) * M <= B2R magnitude /\ M <= 1000001 / 1000000 * B2R magnitude.
  Proof.
    destruct sizes as (Bb & Lb & _). assert (U := u_pos).
    assert (S : (Z.abs (fold_right Z.add 0 (map Z.abs (map response_units rows))) <= 2 ^ 62)%Z).
    { apply sums_fit_64_bits with b; [lia|now rewrite !map_length|]. intros k I.
      apply in_map_iff in I as (j & <- & I).
      apply in_map_iff in I as (r & <- & I). assert (H := units_fit r I). lia. }
    destruct (floats_of_64_bits _ S) as [W E]. unfold M. rewrite magnitudes_are.
    change (of_whole (fold_right Z.add 0%Z (map Z.abs (map response_units rows)))) with magnitude in *.
    assert (P := magnitudes_pos (map response_units rows)). rewrite magnitudes_are in P.
    set (k := fold_right Z.add 0%Z (map Z.abs (map response_units rows))) in *. split; [exact W|].
      split; [exact E|].
    split; [split; [exact P|apply IZR_le; lia]|]. assert (R := rnd_of_whole k). rewrite <- E in R.
    rewrite (Rabs_right (IZR k)) in R by lra. apply Rabs_le_inv in R.
    assert (u * IZR k <= / 2000000 * IZR k).
    { apply Rmult_le_compat_r; [exact P|]. unfold u. lra. }
    split; lra.
  Qed.

  Lemma magnitude_is_large r : In r rows -> power_of_two (second - 1) <= Rabs (B2R (weighted r)) ->
    16 <= B2R magnitude.
  Proof.
    intros I G. destruct (row_is_near r I) as (_ & _ & _ & N). destruct sizes as (Bb & _).
      assert (U := u_pos).
    destruct magnitude_is as (_ & _ & _ & L & _).
    assert (C : 1000 <= Rabs (c * B2R (weighted r))).
    { rewrite Rabs_mult, (Rabs_right c) by apply Rle_ge, bpow_ge_0.
      apply Rle_trans with (c * power_of_two (second - 1)); [|apply Rmult_le_compat_l;
        [apply bpow_ge_0|exact G]].
      unfold c. rewrite <- bpow_plus. apply Rle_trans with (power_of_two 10);
        [change (power_of_two 10) with 1024; lra|].
      apply bpow_le. lia. }
    change (product (row_of r)) with (B2R (weighted r)) in N.
      change (on_grid (row_of r)) with (response_units r) in N.
    assert (K : Rabs (IZR (response_units r)) <= M).
    { unfold M, magnitudes. rewrite sumR_map.
      apply (term_at_most_sum (fun r => Rabs (IZR (response_units r)))); [|exact I].
      intros. apply Rabs_pos. }
    assert (T := Rabs_triang (c * B2R (weighted r) - IZR (response_units r)) (IZR (response_units r))).
    replace (c * B2R (weighted r) - IZR (response_units r) + IZR (response_units r)) with (c * B2R (weighted
      r)) in T by ring.
    rewrite Rabs_minus_sym in N. lra.
  Qed.

  (** *** The bound on sums of them *)

  Lemma alone_facts : let V := scaled alone (62 - b - second) in is_finite V = true /\
    0 <= B2R V <= power_of_two 200 /\ h * sumR (fun r => Rabs (c * B2R (off_centre r))) rows <= 0.51 * B2R V.
  Proof.
    intros V. destruct sizes as (Bb & _). destruct n_facts as (N2 & Nu & N50 & _).
      assert (C0 : 0 < c) by apply bpow_gt_0.
    assert (S : (-60 <= second <= 65)%Z) by (destruct second_facts as [(r & _ & _ & S)|[-> _]]; lia).
    assert (C : c <= power_of_two 122) by (apply bpow_le; lia).
    destruct alone_is as [[-> Ea]|[Eh Added]].
    - destruct (of_whole_is 0) as [E0 F0]; [lia|]. rewrite <- Ea in E0, F0.
      destruct (scaled_rounds alone (62 - b - second) 0 ltac:(lia) F0) as [E F];
        rewrite E0, Rmult_0_l in *; [rewrite Rabs_R0; apply bpow_ge_0|]. fold V in E, F. rewrite E, rnd_0.
      assert (P := bpow_ge_0 radix2 200). repeat split; trivial; lra.
    - destruct (sums_of_small (fun r => Babs (off_centre r)) alone Added) as (F & D & T).
      { intros r I. destruct (off_centre_is r I) as (Fr & _ & Br).
        rewrite is_finite_Babs, B2R_Babs, Rabs_Rabsolu. now split. }
      rewrite (sumR_ext _ (fun r => Rabs (B2R (off_centre r)))) in D by (intros; apply B2R_Babs).
      rewrite (sumR_ext (fun r => Rabs (B2R (Babs (off_centre r)))) (fun r => Rabs (B2R (off_centre r)))) in
        D, T
        by (intros; now rewrite B2R_Babs, Rabs_Rabsolu).
      rewrite (sumR_ext (fun r => Rabs (c * B2R (off_centre r))) (fun r => Rabs (B2R (off_centre r)) * c))
        by (intros; rewrite Rabs_mult, (Rabs_right c) by lra; ring).
      rewrite Eh, sumR_scale. set (m := sumR (fun r => Rabs (B2R (off_centre r))) rows) in *.
      assert (M0 : 0 <= m) by (apply sumR_nonneg; intros; apply Rabs_pos). apply Rabs_le_inv in D.
      assert (L : Rabs (B2R alone * c) <= power_of_two 200).
      { rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra). change 200%Z with (78 + 122)%Z.
        rewrite bpow_plus.
        apply Rmult_le_compat; try lra. apply Rle_trans with (5 * power_of_two 50); [lra|].
        change (power_of_two 78) with (power_of_two (28 + 50)). rewrite bpow_plus.
          apply Rmult_le_compat_r; [apply bpow_ge_0|].
        apply Rle_trans with (power_of_two 3); [change (power_of_two 3) with 8; lra|apply bpow_le; lia]. }
      destruct (scaled_rounds alone (62 - b - second) 200 ltac:(lia) F L) as [E G]. fold V c in E, G.
        split; [exact G|].
      destruct (rounded_at_most _ 200 ltac:(lia) L) as [R _].
      assert (Same : B2R V = B2R alone * c).
      { rewrite E. destruct second_facts as [(r & I & Gr & _)|[_ Z]].
        - apply scaling_is_exact; [apply float64_is_float|]. destruct (weighted_is r I) as (_ & _ & _ & W).
          set (x := Rabs (B2R (off_centre r))) in *.
          assert (X : power_of_two (second - 64) <= x).
          { destruct (Rle_lt_dec (power_of_two (second - 64)) x) as [X|X]; [exact X|exfalso].
            assert (Y : rnd (x * power_of_two 62) <= power_of_two (second - 2)).
            { rewrite <- (rnd_float (power_of_two (second - 2))) by (apply generic_format_bpow;
              unfold FLT_exp; lia).
              apply rnd_le. replace (second - 2)%Z with (second - 64 + 62)%Z by lia. rewrite bpow_plus.
              apply Rmult_le_compat_r; [apply bpow_ge_0|lra]. }
            assert (Q : power_of_two (second - 2) < power_of_two (second - 1)) by (apply bpow_lt; lia).
              lra. }
          assert (Xm : x <= m) by (apply (term_at_most_sum (fun r => Rabs (B2R (off_centre r)))); [intros;
            apply Rabs_pos|exact I]).
          change (power_of_two (62 - b - second)) with c.
            rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
          apply Rle_trans with (/ 2 * power_of_two (second - 64) * c); [|apply Rmult_le_compat_r; lra].
          change (/ 2) with (power_of_two (-1)). unfold c. rewrite <- !bpow_plus. apply bpow_le. lia.
        - assert (m = 0) as Z0.
          { unfold m. rewrite (sumR_ext _ (fun _ => 0 * 0)); [rewrite sumR_scale; ring|].
            intros r I. destruct (weighted_is r I) as (_ & _ & W & _). rewrite (proj1 (Z r I)), Rabs_R0 in W.
            rewrite (nothing _ W), Rabs_R0. ring. }
          rewrite Z0 in D. assert (B2R alone = 0) as -> by lra. now rewrite Rmult_0_l, rnd_0. }
      rewrite <- E in R. rewrite Same in *. assert (0 <= m * c) by (apply Rmult_le_pos; lra).
      assert (999 / 1000 * m * c <= B2R alone * c) by (apply Rmult_le_compat_r; lra).
      split; [split; [lra|]|lra]. apply Rle_trans with (2 := L), Rle_abs.
  Qed.

  Lemma off_is_e_T : is_finite off_of_responses = true /\ 1 <= B2R off_of_responses /\
    B2R off_of_responses = e_T n (B2R magnitude) (B2R (scaled alone (62 - b - second))).
  Proof.
    destruct n_facts as (N2 & Nu & _). destruct magnitude_is as (W & _ & _ & L & _).
      destruct alone_facts as (Fv & Bv & _).
    destruct (off_is (length rows) magnitude Nu W) as (Fo & Eo & Lo). fold n in Eo. assert (U := u_pos).
    assert (S : Rabs (B2R (off (length rows) magnitude) + B2R (scaled alone (62 - b - second))) <=
      power_of_two (200 + 1)).
    { apply sum_below; [apply Rle_trans with (1 := Lo), bpow_le; lia|rewrite Rabs_right; lra]. }
    destruct (rounded_at_most _ (200 + 1) ltac:(lia) S) as [_ R].
      destruct (plus_rounds _ _ Fo Fv R) as [E F].
    assert (One : 1 <= B2R (off (length rows) magnitude)).
    { rewrite Eo. unfold e_w. rewrite <- (rnd_whole 1) by lia. apply rnd_le.
      assert (0 <= rnd (4 * u * n * B2R magnitude)); [|lra]. apply rnd_nonneg.
        destruct magnitude_is as (_ & _ & [M0 _] & _).
      repeat apply Rmult_le_pos; lra. }
    unfold off_of_responses. split; [exact F|]. rewrite E, Eo in *. split; [|reflexivity].
    rewrite <- (rnd_whole 1) by lia. apply rnd_le. lra.
  Qed.

  (** *** Sums *)

  Definition true_sum_of (part : list A) : R :=
    c * sumR (fun r => one * Q2R (weighs r) * (Q2R (d * responds r) * power_of_two (- first) - B2R centre))
      part.

  Lemma scaling_costs_little part : incl part rows -> (length part <= length rows)%nat ->
    Rabs (true_sum_of part - c * sumR (fun r => w r * y r) (map row_of part)) <= n * u.
  Proof.
    intros I L. destruct sizes as (Bb & _). destruct n_facts as (N2 & _). assert (U := u_pos).
    assert (C0 : 0 < c) by apply bpow_gt_0. destruct weights_are as [_ Hw].
    assert (S : (-60 <= second)%Z) by (destruct second_facts as [(r & _ & _ & S)|[-> _]]; lia).
    unfold true_sum_of. rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right c) by lra. rewrite sumR_map.
    apply Rle_trans with (c * (INR (length part) * power_of_two (-900))).
    - apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (1 := difference_of_sums _ _ _).
      apply sum_at_most. intros r J. destruct (scaled_response r (I r J)) as (_ & _ & N & _).
        destruct (Hw r (I r J)) as [Hh K].
      cbn [w y row_of weighted_row].
      replace (one * Q2R (weighs r) * (Q2R (d * responds r) * power_of_two (- first) - B2R centre) -
        one * Q2R (weighs r) * (B2R (to_one r) - B2R centre)) with
        (one * Q2R (weighs r) * (Q2R (d * responds r) * power_of_two (- first) - B2R (to_one r))) by ring.
      rewrite Rabs_minus_sym in N. change (-900)%Z with (99 + -999)%Z. rewrite bpow_plus.
        apply product_at_most; [|exact N].
      assert (h <= 1) by (destruct alone_is as [[-> _]|[-> _]]; lra).
      assert (IZR (unit r) <= power_of_two 62) by (change (power_of_two 62) with (IZR (2 ^ 62));
        apply IZR_le; lia).
      assert (0 <= IZR (unit r)) by (apply IZR_le; lia). assert (power_of_two 62 + 1 <= power_of_two 99).
      { apply Rle_trans with (power_of_two 62 + power_of_two 62);
        [apply Rplus_le_compat_l, (bpow_le radix2 0); lia|].
        apply Rle_trans with (power_of_two (1 + 62)); [rewrite bpow_plus; change (power_of_two 1) with 2;
          lra|].
        apply bpow_le. lia. }
      apply Rabs_le_inv in Hh. apply Rabs_le. lra.
    - apply le_INR in L. fold n in L. assert (C : c * power_of_two (-900) <= u).
      { unfold c. rewrite <- bpow_plus, u_is_a_power. apply bpow_le. lia. }
      assert (P := pos_INR (length part)). apply Rle_trans with (n * (c * power_of_two (-900)));
        [|apply Rmult_le_compat_l; lra].
      replace (c * (INR (length part) * power_of_two (-900))) with (INR (length part) * (c * power_of_two
        (-900))) by ring.
      apply Rmult_le_compat_r; [apply Rmult_le_pos; [lra|apply bpow_ge_0]|exact L].
  Qed.

  Theorem a_sum_of_responses part others t : Permutation (part ++ others) rows -> part <> [] ->
    gathered (map response_units part) (Float t) ->
    whole_below 63 t /\ Rabs (true_sum_of part - B2R t) <= B2R off_of_responses /\
    Rabs (B2R t) <= 1002 / 1000 * B2R magnitude /\
    Rabs (B2R t - whole_sum (map response_units part)) <=
      1.002 * INR (length part) * (u * magnitudes (map response_units part)).
  Proof.
    intros P Np G. destruct n_facts as (N2 & Nu & _). assert (U := u_pos).
      destruct magnitude_is as (_ & _ & [M0 M62] & Ml & Mu).
    assert (I : incl part rows) by (intros r J; apply (Permutation_in _ P), in_or_app; now left).
    assert (Len : (length part <= length rows)%nat) by (rewrite <- (Permutation_length P), app_length; lia).
    assert (Mp : magnitudes (map response_units part) <= M).
    { unfold M, magnitudes. rewrite !sumR_map, <- (sumR_perm _ _ _ P), sumR_app.
      assert (0 <= sumR (fun r => Rabs (IZR (response_units r))) others) by (apply sumR_nonneg; intros;
        apply Rabs_pos). lra. }
    assert (Lp := le_INR _ _ Len). fold n in Lp. assert (P0 := pos_INR (length part)).
    assert (Nup : INR (length part) * u <= / 1000) by (apply Rle_trans with (2 := Nu), Rmult_le_compat_r;
      lra).
    destruct (a_gathered_sum_is_near _ _ G) as [W [_ N]].
    { apply Rle_trans with (1 := Mp). apply Rle_trans with (1 := M62), IZR_le. lia. }
    { now rewrite map_length. }
    rewrite map_length in N. split; [exact W|]. set (mp := magnitudes (map response_units part)) in *.
    assert (Mp0 : 0 <= mp) by apply magnitudes_pos. destruct off_is_e_T as (Fo & One & Eo).
    split; [|split; [|exact N]].
    - assert (D := scaling_costs_little part I Len).
      enough (H : Rabs (c * sumR (fun r => w r * y r) (map row_of part) - B2R t) + n * u <= B2R
        off_of_responses).
      { replace (true_sum_of part - B2R t) with ((true_sum_of part - c * sumR (fun r => w r * y r) (map
        row_of part)) +
          (c * sumR (fun r => w r * y r) (map row_of part) - B2R t)) by ring.
        apply Rle_trans with (1 := Rabs_triang _ _). lra. }
      assert (Eg : map on_grid (map row_of part) = map response_units part) by (rewrite map_map;
        reflexivity).
      destruct second_facts as [(r & J & Gr & S)|[S Z]].
      + rewrite Eo. apply a_sum_of_rounded_responses_is_near with (h := h).
        * apply bpow_gt_0.
        * destruct alone_is as [[-> _]|[-> _]]; lra.
        * intros x X. apply in_map_iff in X as (s & <- & X). now apply row_is_near, I.
        * rewrite map_length. split; [destruct part; [easy|simpl; lia]|now repeat split].
        * rewrite Eg. fold mp. split; [lra|now apply (magnitude_is_large r)].
        * destruct alone_facts as (_ & Bv & Hv). split; [lra|]. apply Rle_trans with (2 := Hv).
          assert (h0 : 0 <= h) by (destruct alone_is as [[-> _]|[-> _]]; lra).
            apply Rmult_le_compat_l; [exact h0|].
          rewrite sumR_map. cbn [centred row_of weighted_row]. rewrite <- (sumR_perm _ _ _ P), sumR_app.
          change (fun r => Rabs (c * B2R (minus (to_one r) centre))) with (fun r => Rabs (c * B2R
            (off_centre r))).
          assert (0 <= sumR (fun r => Rabs (c * B2R (off_centre r))) others) by (apply sumR_nonneg; intros;
            apply Rabs_pos). lra.
        * split; [|apply float64_is_float]. destruct (whole_half_is_float (length rows)) as [H|H];
          [exact H|exfalso].
          fold n in H. assert (2 ^ 53 * u = 1) by (unfold u; simpl; lra).
          assert (2 ^ 53 * u <= n * u) by (apply Rmult_le_compat_r; lra). lra.
        * rewrite Eg, map_length. exact N.
      + assert (K : forall r, In r rows -> response_units r = 0%Z).
        { intros r J. destruct (row_is_near r J) as (_ & _ & _ & H).
          change (product (row_of r)) with (B2R (weighted r)) in H.
          rewrite (proj1 (Z r J)), Rmult_0_r, Rminus_0_r in H.
            change (on_grid (row_of r)) with (response_units r) in H.
          assert (X : IZR (-1) < IZR (response_units r) < IZR 1) by (apply Rabs_le_inv in H; simpl; lra).
          destruct X as [X1 X2]. apply lt_IZR in X1, X2. lia. }
        assert (Sum : sumR (fun r => w r * y r) (map row_of part) = 0).
        { rewrite sumR_map. rewrite (sumR_ext _ (fun _ => 0 * 0)); [rewrite sumR_scale; ring|]. intros r J.
          cbn [w y row_of weighted_row]. rewrite (proj2 (Z r (I r J))). ring. }
        assert (M1 : mp = 0).
        { unfold mp, magnitudes. rewrite sumR_map.
          rewrite (sumR_ext _ (fun _ => 0 * 0)); [rewrite sumR_scale; ring|].
          intros r J. rewrite (K r (I r J)), Rabs_R0. ring. }
        assert (W0 := whole_sum_at_most (map response_units part)). fold mp in W0. rewrite M1 in N, W0.
        rewrite (nothing _ W0), !Rmult_0_r, Rminus_0_r in N.
          rewrite Sum, Rmult_0_r, (nothing _ N), Rminus_0_r, Rabs_R0. lra.
    - assert (A0 := whole_sum_at_most (map response_units part)). fold mp in A0.
      assert (B0 : 1.002 * INR (length part) * (u * mp) <= 1.002 * / 1000 * mp).
      { replace (1.002 * INR (length part) * (u * mp)) with (1.002 * (INR (length part) * u) * mp) by ring.
        apply Rmult_le_compat_r; lra. }
      apply Rabs_le_inv in N, A0. apply Rabs_le. lra.
  Qed.

  (** ** Questions *)

  Context {C : Type}.
  (** [l] is what a child weighs at least; [e] by how much its weight may be off,
    and [off_w] the float that bounds it. *)
  Variables (W lightest off_w : float64) (l e : R) (a : nat).

  Definition weight_of_part (part others : list A) (x : float64) : Prop :=
    gathered (map unit part) (Float x) \/ exists z, gathered (map unit others) (Float z) /\ x = minus W z.

  Hypothesis node : whole_below 63 W /\ Rabs (one * Q2R (sum weighs rows) - B2R W) <= e /\
    1 <= l /\ 8 * e <= l /\ 2 * l <= B2R W.
  Hypothesis lightest_is : is_finite lightest = true /\ 1 <= B2R lightest <= 9 / 8 * l.
  Hypothesis e_is : (e = 0 \/ / 2 <= e) /\ e <= B2R off_w.
  Hypothesis weight_is_near : forall part others x, Permutation (part ++ others) rows -> part <> [] ->
    others <> [] ->
    weight_of_part part others x ->
    whole_below 63 x /\ Rabs (one * Q2R (sum weighs part) - B2R x) <= e /\ l <= B2R x <= B2R W.
  Hypothesis two_weights : forall part others x, Permutation (part ++ others) rows -> part <> [] ->
    others <> [] ->
    gathered (map unit part) (Float x) -> Rabs (B2R W - (B2R x + B2R (minus W x))) <= e.
  Hypothesis arity : (2 <= a)%nat /\ (INR a + 2) * u <= / 1000.

  (** Of a child its weight, and the sum of its responses. *)
  Definition sums_of_part (part : list A) (s : float64 * float64) : Prop :=
    gathered (map unit part) (Float (fst s)) /\ gathered (map response_units part) (Float (snd s)).
  Definition sums_of_question (q : asked A) (ss : list (float64 * float64)) : Prop :=
    match q with
    | Two part _ => exists s, sums_of_part part s /\ ss = [s; (minus W (fst s), minus node_sum (snd s))]
    | Many children => Forall2 sums_of_part children ss
    end.
  Definition squared_key_of (q : asked A) (ss : list (float64 * float64)) (x : float64) : Prop :=
    match q with
    | Two _ _ => exists s t, ss = [s; t] /\ x = squared_key W node_sum (fst s) (fst t) (snd s)
    | Many _ => (3 <= a)%nat /\ exists shares,
        adds_up_to (map (fun s => over (times (snd s) (snd s)) (fst s)) ss) shares /\
        x = squared_key_of_many W node_sum shares
    end.

  Definition moments_in (part : list A) : Moments := moments_of (map (fun r => (weighs r, responds r)) part).

  Variables (asks : C -> asked A) (its_sums : C -> list (float64 * float64)) (key : C ->
    float64) (qs : list C)
    (largest : float64).
  Hypothesis questions : forall q, In q qs -> divided rows a (asks q) /\
    sums_of_question (asks q) (its_sums q) /\
    squared_key_of (asks q) (its_sums q) (key q).

  Definition squared_bound_of_node : float64 :=
    bound_for_squares a W lightest off_w off_of_responses magnitude largest node_sum.

  Let of_one_response := c * (Q2R d * power_of_two (- first)).
  Let of_part (part : list A) (s : float64 * float64) : float_child :=
    {| true_sum := true_sum_of part; its_weight := one * Q2R (sum weighs part); float_sum := snd s;
       weight_in_floats := fst s |}.
  Let in_floats (q : C) : list float_child := map (fun x => of_part (fst x) (snd x)) (combine (children_of
    (asks q)) (its_sums q)).
  Let moments_of_children (q : C) : list Moments := map moments_in (children_of (asks q)).

  Lemma response_is_positive : 0 < Q2R d * power_of_two (- first) /\ 0 < of_one_response.
  Proof.
    destruct answers as [D _]. apply Qlt_Rlt in D. rewrite RMicromega.Q2R_0 in D.
    assert (P : 0 < Q2R d * power_of_two (- first)) by (apply Rmult_lt_0_compat; [exact D|apply bpow_gt_0]).
    split; [exact P|]. apply Rmult_lt_0_compat; [apply bpow_gt_0|exact P].
  Qed.

  Lemma weight_in part : Q2R (weight (moments_in part)) = Q2R (sum weighs part).
  Proof. unfold moments_in. cbn [weight Summaries.moments moment_weight moments_of]. now rewrite sum_map.
    Qed.

  Lemma weighs_more_than_nothing r : In r rows -> 0 < Q2R (weighs r).
  Proof.
    intros I. destruct weights_are as [P H]. destruct (H r I) as [N K].
      assert (h <= / 2) by (destruct alone_is as [[-> _]|[-> _]]; lra).
    assert (1 <= IZR (unit r)) by (apply IZR_le; lia). apply Rabs_le_inv in N.
      apply Rmult_lt_reg_l with one; lra.
  Qed.

  Lemma a_part_weighs part others : Permutation (part ++ others) rows -> part <> [] ->
    (0 < weight (moments_in part))%Q.
  Proof.
    intros P N. apply Rlt_Qlt. rewrite RMicromega.Q2R_0, weight_in, Q2R_sum.
    assert (I : incl part rows) by (intros r J; apply (Permutation_in _ P), in_or_app; now left).
    destruct part as [|r part]; [easy|]. cbn [sumR fold_right].
    assert (Pr := weighs_more_than_nothing r (I r (or_introl eq_refl))).
    assert (0 <= sumR (fun r => Q2R (weighs r)) part)
      by (apply sumR_nonneg; intros s J; apply Rlt_le, weighs_more_than_nothing, I; now right).
    unfold sumR in *. lra.
  Qed.

  Lemma sum_in part : true_sum_of part = of_one_response * one *
    (Q2R (Summaries.total (moments_in part)) - B2R centre / (Q2R d * power_of_two (- first)) * Q2R (weight
      (moments_in part))).
  Proof.
    destruct response_is_positive as [P _]. rewrite weight_in. unfold moments_in, true_sum_of.
      cbn [Summaries.total moments_of].
    rewrite sum_map, !Q2R_sum. unfold of_one_response. set (f := power_of_two (- first)) in *.
    assert (E : sumR (fun r => one * Q2R (weighs r) * (Q2R (d * responds r) * f - B2R centre)) part =
      one * (Q2R d * f * sumR (fun r => Q2R (weighs r * responds r)) part - B2R centre * sumR (fun r => Q2R
        (weighs r)) part)).
    { induction part as [|r part IH]; [simpl; ring|]. cbn [sumR fold_right]. unfold sumR in IH.
      rewrite IH, !Q2R_mult. ring. }
    rewrite E. field. split; [apply Rgt_not_eq, bpow_gt_0|]. intros Z. rewrite Z in P. lra.
  Qed.

  Lemma its_children q : In q qs -> Forall2 (fun part s => exists others,
    Permutation (part ++ others) rows /\
    part <> [] /\ others <> [] /\ weight_of_part part others (fst s)) (children_of (asks q)) (its_sums q).
  Proof.
    intros I. destruct (questions q I) as ((P & N & L) & S & _).
    destruct (asks q) as [part others|children]; cbn [children_of sums_of_question] in *.
    - destruct S as (s & [Sw _] & ->). cbn [concat] in P. rewrite app_nil_r in P.
      assert (N1 := N part (or_introl eq_refl)). assert (N2 := N others (or_intror (or_introl eq_refl))).
      constructor; [|constructor; [|constructor]].
      + exists others. repeat split; trivial. now left.
      + exists part. split; [now rewrite Permutation_app_comm|]. repeat split; trivial. right.
        now exists (fst s).
    - assert (H := a_child_and_others children rows P N (proj1 L)). clear P L I.
      induction S as [|part s children ss [Sw _] F IH]; constructor.
      + destruct (H part (or_introl eq_refl)) as (others & P & No). exists others. split; [exact P|].
        split; [apply N; now left|]. split; [exact No|now left].
      + apply IH; intros x J; [apply N; now right|apply H; now right].
  Qed.

  Lemma node_sum_is : gathered (map response_units rows) (Float node_sum) /\
    Rabs (B2R node_sum) <= B2R magnitude /\
    B2R node_sum = rnd (whole_sum (map response_units rows)).
  Proof.
    destruct magnitude_is as (_ & E & [_ M62] & _).
    assert (S : (Z.abs (fold_right Z.add 0 (map response_units rows)) <= 2 ^ 62)%Z).
    { apply le_IZR. rewrite abs_IZR, <- whole_sum_is. apply Rle_trans with (1 := whole_sum_at_most _).
      exact M62. }
    destruct (floats_of_64_bits _ S) as [_ R]. split; [apply turned_into_float, gathered_whole|].
    fold node_sum in R. rewrite R, E, <- whole_sum_is. split; [|reflexivity]. rewrite rnd_abs.
      apply rnd_le, whole_sum_at_most.
  Qed.

  Lemma whole_sums : whole_below 63 node_sum /\
    Rabs (true_sum_of rows - B2R node_sum) <= B2R off_of_responses.
  Proof.
    destruct (a_sum_of_responses rows [] node_sum) as (H1 & H2 & _);
      [now rewrite app_nil_r| |apply node_sum_is|now split].
    destruct sizes as (_ & _ & S & _). intros E. rewrite E in S. simpl in S. lia.
  Qed.

  Lemma moments_facts q : divided rows a (asks q) -> moments_of_children q <> [] /\
    (forall m, In m (moments_of_children q) -> (0 < weight m)%Q /\ (squares_share m <= squares m)%Q) /\
    same_moments (merge (moments_of_children q)) (moments_in rows).
  Proof.
    intros (P & N & L). split; [|split].
    - intros Z. apply map_eq_nil in Z. rewrite Z in L. simpl in L. lia.
    - intros m J. apply in_map_iff in J as (part & <- & J).
      destruct (a_child_and_others _ rows P N (proj1 L) part J) as (others & Q & _).
      assert (Pm := a_part_weighs part others Q (N part J)). split; [exact Pm|].
      assert (R := Impurity.rss_nonneg (map (fun r => (weighs r, responds r)) part)).
      fold (moments_in part) in R. unfold Impurity.rss, squared_error, mean, square in R. unfold
        squares_share.
      setoid_replace (weight (moments_in part) * (squares (moments_in part) / weight (moments_in part) -
        Summaries.total (moments_in part) / weight (moments_in part) *
        (Summaries.total (moments_in part) / weight (moments_in part))))%Q with
        (squares (moments_in part) - Summaries.total (moments_in part) * Summaries.total (moments_in part) /
          weight (moments_in part))%Q in R by (field; intros Z; rewrite Z in Pm; discriminate).
      apply Qle_minus_iff, R. intros w z I. apply in_map_iff in I as (r & E & I). injection E as <- _.
      apply Qlt_le_weak, Rlt_Qlt. rewrite RMicromega.Q2R_0.
      apply weighs_more_than_nothing, (Permutation_in _ Q), in_or_app. now left.
    - assert (H := moments_of_partition (map (fun r => (weighs r, responds r)) rows)
        (map (map (fun r => (weighs r, responds r))) (children_of (asks q)))).
      rewrite <- concat_map, map_map in H. specialize (H (Permutation_map _ (Permutation_sym P))).
      destruct H as (H1 & H2 & H3). now repeat split; symmetry.
  Qed.

  Lemma one_node q : In q qs -> same_moments (merge (moments_of_children q)) (moments_in rows) /\
    (forall m, In m (moments_of_children q) -> (0 < weight m)%Q) /\ (2 <= length (in_floats q) <= a)%nat /\
    Forall2 (reads_moments one of_one_response (B2R centre / (Q2R d * power_of_two (- first))))
      (moments_of_children q)
      (map child_of (in_floats q)) /\
    sumR its_weight (in_floats q) = one * Q2R (sum weighs rows) /\
      sumR true_sum (in_floats q) = true_sum_of rows.
  Proof.
    intros I. destruct (questions q I) as ((P & N & L) & _). assert (F := its_children q I).
    destruct (paired _ _ _ F) as (E & _ & _). split; [|split; [|split; [|split; [|split]]]].
    - now apply moments_facts, questions.
    - intros m J. now apply (moments_facts q (proj1 (questions q I))).
    - unfold in_floats. rewrite map_length, combine_length, <- (Forall2_length _ _ _ F), Nat.min_id. exact L.
    - unfold moments_of_children, in_floats. clear I P N L E. revert F.
      generalize (its_sums q) (children_of (asks q)). intros ss cs F.
      induction F as [|part s cs ss _ F IH]; [constructor|]. cbn [combine map fst snd].
        constructor; [|exact IH].
      split; [now rewrite weight_in|exact (sum_in part)].
    - unfold in_floats. rewrite sumR_map. rewrite (sumR_ext _ (fun x => Q2R (sum weighs (fst x)) * one)) by
      (intros; simpl; ring).
      rewrite sumR_scale, <- (sumR_map (fun part => Q2R (sum weighs part)) fst), E, <- Q2R_sum,
        <- sum_concat.
      rewrite (Qeq_eqR _ _ (sum_permutation weighs _ _ P)). ring.
    - unfold in_floats. rewrite sumR_map. rewrite (sumR_ext _ (fun x => true_sum_of (fst x))) by reflexivity.
      rewrite <- (sumR_map true_sum_of fst), E. unfold true_sum_of.
      set (f := fun r => one * Q2R (weighs r) * (Q2R (d * responds r) * power_of_two (- first) - B2R
        centre)).
      rewrite (sumR_ext _ (fun part => sumR f part * c)) by (intros; ring). rewrite sumR_scale, Rmult_comm.
        f_equal.
      rewrite <- (sumR_perm f _ _ P), sum_of_lists. reflexivity.
  Qed.

  Lemma floats_are_near q x : In q qs -> In x (in_floats q) ->
    l <= B2R (weight_in_floats x) <= B2R W /\ Rabs (its_weight x - B2R (weight_in_floats x)) <= e /\
    whole_below 63 (weight_in_floats x).
  Proof.
    intros I J. unfold in_floats in J. apply in_map_iff in J as ((part & s) & <- & J).
    destruct (paired _ _ _ (its_children q I)) as (_ & _ & H).
      destruct (H _ J) as (others & P & Np & No & Hw).
    destruct (weight_is_near part others (fst s) P Np No Hw) as (H1 & H2 & H3). split; [exact H3|now split].
  Qed.

  Lemma bounds_are : (e = 0 \/ / 2 <= e) /\ / 2 <= B2R off_of_responses /\
    (B2R magnitude = 0 \/ 1 <= B2R magnitude).
  Proof.
    destruct off_is_e_T as (_ & One & _). split; [apply e_is|]. split; [lra|].
    destruct magnitude_is as (_ & -> & [M0 _] & _). unfold M in *. rewrite magnitudes_are in *.
    set (k := fold_right Z.add 0%Z (map Z.abs (map response_units rows))) in *. apply le_IZR in M0.
    destruct (Z.eq_dec k 0) as [->|D]; [left; apply rnd_0|right]. apply rnd_1, IZR_le. lia.
  Qed.

  Lemma off_covers_sums : 2.1 * (n * (u * M)) <= B2R off_of_responses.
  Proof.
    destruct off_is_e_T as (_ & One & E). destruct n_facts as (N2 & Nu & _). assert (U := u_pos).
    destruct magnitude_is as (_ & EM & [M0 _] & _ & Mu). destruct bounds_are as (_ & _ & [A0|A1]).
    - rewrite A0, Rmult_0_r in Mu. assert (M = 0) as -> by lra. rewrite !Rmult_0_r. lra.
    - destruct (whole_half_is_float (length rows)) as [H|H]; fold n in H.
      + assert (L := e_w_is_at_least n (B2R magnitude) ltac:(lra) A1 H).
        destruct alone_facts as (_ & [V0 _] & _).
        assert (Q : e_w n (B2R magnitude) <= B2R off_of_responses).
        { rewrite E. rewrite <- (rnd_float (e_w n (B2R magnitude))) at 1 by apply rnd_is_float.
          apply rnd_le. fold (e_w n (B2R magnitude)). lra. }
        assert (n * (u * M) <= n * (u * (1000001 / 1000000 * B2R magnitude))) by (repeat apply
          Rmult_le_compat_l; lra).
        assert (0 <= n * (u * B2R magnitude)) by (repeat apply Rmult_le_pos; lra). lra.
      + exfalso. assert (2 ^ 53 * u = 1) by (unfold u; simpl; lra).
        assert (2 ^ 53 * u <= n * u) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Lemma keys_are_programmed q : In q qs ->
    scored_as_two in_floats key W node_sum e (B2R off_of_responses) (B2R magnitude) q \/
    scored_as_many in_floats key W node_sum (B2R off_of_responses) a q.
  Proof.
    intros I. destruct (questions q I) as ((P & N & L) & S & K).
      unfold scored_as_two, scored_as_many, in_floats.
    destruct (asks q) as [part others|children]; cbn [children_of sums_of_question squared_key_of] in *.
    - left. destruct S as (s & [Sw Sr] & Es). destruct K as (s' & t & Es' & Kq). rewrite Es in Es'.
      injection Es' as <- <-.
      cbn [concat] in P. rewrite app_nil_r in P.
      assert (N1 := N part (or_introl eq_refl)). assert (N2 := N others (or_intror (or_introl eq_refl))).
      rewrite Es. cbn [combine map fst snd]. eexists _, _. split; [reflexivity|].
        cbn [weight_in_floats float_sum true_sum of_part fst snd] in *.
      split; [exact Kq|]. split; [now apply (two_weights part others)|].
      destruct (a_sum_of_responses part others (snd s) P N1 Sr) as (H1 & H2 & H3 & _).
        split; [exact H1|now split].
    - right. destruct K as (A3 & shares & Ks & Kq). split; [exact A3|].
      assert (H := a_child_and_others children rows P N (proj1 L)).
      assert (Each : forall x, In x (combine children (its_sums q)) -> exists others,
        Permutation (fst x ++ others) rows /\ fst x <> [] /\
          gathered (map response_units (fst x)) (Float (snd (snd x)))).
      { intros x J. destruct (paired _ _ _ S) as (E1 & _ & E3). destruct (E3 x J) as [_ G].
        assert (Jp : In (fst x) children) by (rewrite <- E1; now apply in_map).
        destruct (H (fst x) Jp) as (others & Q & _). exists others. split; [exact Q|].
          split; [now apply N|exact G]. }
      destruct (paired _ _ _ S) as (E1 & E2 & _). split; [|split].
      + exists shares. split; [|exact Kq]. rewrite map_map. unfold share_of_sum.
        cbn [of_part float_sum weight_in_floats].
        rewrite <- E2, map_map in Ks. exact Ks.
      + intros r J. apply in_map_iff in J as (x & <- & J). destruct (Each x J) as (others & Q & Np & G).
        destruct (a_sum_of_responses (fst x) others (snd (snd x)) Q Np G) as (H1 & H2 & _). now split.
      + rewrite sumR_map. cbn [float_sum of_part]. set (cs := combine children (its_sums q)) in *.
        destruct node_sum_is as (_ & _ & R). destruct n_facts as (N2 & Nu & _). assert (U := u_pos).
        assert (Whole : whole_sum (map response_units rows) = sumR (fun x => whole_sum (map response_units
          (fst x))) cs).
        { rewrite <- (sumR_map (fun part => whole_sum (map response_units part)) fst), E1. unfold whole_sum.
          rewrite sumR_map, <- (sumR_perm _ _ _ P), sum_of_lists. apply sumR_ext. intros part _.
            now rewrite sumR_map. }
        assert (Mags : M = sumR (fun x => magnitudes (map response_units (fst x))) cs).
        { rewrite <- (sumR_map (fun part => magnitudes (map response_units part)) fst), E1.
          unfold M, magnitudes.
          rewrite sumR_map, <- (sumR_perm _ _ _ P), sum_of_lists. apply sumR_ext. intros part _.
            now rewrite sumR_map. }
        assert (D : Rabs (sumR (fun x => B2R (snd (snd x))) cs - whole_sum (map response_units rows)) <=
          1.002 * n * u * M).
        { rewrite Whole. apply Rle_trans with (1 := difference_of_sums _ _ _).
          rewrite Mags, (Rmult_comm (1.002 * n * u)), <- sumR_scale.
          apply sumR_le. intros x J. destruct (Each x J) as (others & Q & Np & G).
          destruct (a_sum_of_responses (fst x) others (snd (snd x)) Q Np G) as (_ & _ & _ & H4).
          apply Rle_trans with (1 := H4). assert (Ln : INR (length (fst x)) <= n).
          { apply le_INR. rewrite <- (Permutation_length Q), app_length. apply Nat.le_add_r. }
          assert (M0 := magnitudes_pos (map response_units (fst x))).
          set (m := magnitudes (map response_units (fst x))) in *. set (k := INR (length (fst x))) in *.
          assert (k * (u * m) <= n * (u * m)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
          change (1.002 * k * (u * m) <= m * (1.002 * n * u)). lra. }
        assert (Dn : Rabs (B2R node_sum - whole_sum (map response_units rows)) <= u * M).
        { rewrite R, whole_sum_is. apply Rle_trans with (1 := rnd_of_whole _). rewrite <- whole_sum_is.
          apply Rmult_le_compat_l; [lra|apply whole_sum_at_most]. }
        assert (Q := off_covers_sums). destruct magnitude_is as (_ & _ & [M0 _] & _).
        assert (uM : 2 * (u * M) <= n * (u * M)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
        replace (1.002 * n * u * M) with (1.002 * (n * (u * M))) in D by ring. apply Rabs_le_inv in D, Dn.
        match goal with |- Rabs (_ - ?z) <= _ => change z with (sumR (fun x => B2R (snd (snd x))) cs) end.
        apply Rabs_le. lra.
  Qed.

  Lemma light_and_whole : (1 <= l /\ 8 * e <= l /\ 2 * l <= B2R W) /\
    (Rabs (one * Q2R (sum weighs rows) - B2R W) <= e /\
      Rabs (true_sum_of rows - B2R node_sum) <= B2R off_of_responses /\ Rabs (B2R node_sum) <= B2R
        magnitude) /\
    0 <= e /\ 0 <= B2R magnitude /\ Rabs (B2R W) <= power_of_two 63.
  Proof.
    destruct node as (HW & EW & L). destruct whole_sums as [_ ET]. destruct node_sum_is as (_ & TA & _).
    split; [exact L|]. split; [now repeat split|]. split; [apply Rle_trans with (2 := EW), Rabs_pos|].
    split; [|apply HW]. destruct bounds_are as (_ & _ & BA). destruct BA; lra.
  Qed.

  Lemma keys_are_zero_or_large q : In q qs ->
    is_finite (key q) = true /\ (B2R (key q) = 0 \/ power_of_two (-200) <= B2R (key q)).
  Proof.
    destruct light_and_whole as (Light & Whole & _).
    exact (key_facts moments_of_children in_floats key qs W node_sum (moments_in rows) one of_one_response
      (B2R centre / (Q2R d * power_of_two (- first))) (one * Q2R (sum weighs rows)) (true_sum_of rows) l e
      (B2R off_of_responses) (B2R magnitude) a Light (conj (proj1 node) (proj1 whole_sums)) Whole bounds_are
        arity
      one_node floats_are_near keys_are_programmed q).
  Qed.

  Definition bound_at (best : R) : R := 2 * (if Nat.eqb a 2
    then bound_of_two (B2R W) (B2R lightest) e (B2R off_of_responses) (B2R magnitude) best
    else bound_of_many (B2R W) (B2R lightest) e (B2R off_of_responses) (B2R magnitude) best (B2R node_sum)
      (INR a)).

  Lemma the_bound_of_the_node : is_finite squared_bound_of_node = true -> 0 <= B2R largest ->
    bound_at (B2R largest) <= B2R squared_bound_of_node.
  Proof.
    intros Fin B0. destruct light_and_whole as (L & _ & e0 & A0 & W63). destruct lightest_is as (Fl & Ll).
    destruct bounds_are as (_ & BeT & _). destruct arity as [A2 Fa]. apply Rabs_le_inv in W63.
    unfold squared_bound_of_node, bound_at in *.
    rewrite the_bound_for_squares_is; [|split; [apply node|]|exact Fin].
    - apply Rmult_le_compat_l; [lra|]. destruct (Nat.eqb a 2);
        [apply the_bound_of_two_grows_with_weights|apply the_bound_of_many_grows_with_weights]; try lra;
          apply e_is.
    - change (power_of_two 63) with 9223372036854775808 in *. split; [lra|]. split; [exact Fl|].
      split; [lra|]. split; [exact A2|]. apply le_IZR.
      rewrite <- INR_IZR_INZ, plus_INR. simpl (INR 4). change (IZR (2 ^ 53)) with 9007199254740992.
      assert (U : 9007199254740992 * u = 1) by (unfold u; lra). assert (Up := u_pos).
        apply Rmult_le_reg_r with u; lra.
  Qed.

  Lemma what_gains_most_is_kept q : is_largest largest (map key qs) -> In q qs ->
    is_finite squared_bound_of_node = true ->
    (forall p, In p qs -> (gain squared_error (moments_of_children p) <= gain squared_error
      (moments_of_children q))%Q) ->
    In q (survivors_by key largest squared_bound_of_node qs).
  Proof.
    intros Top I Fin Best. destruct light_and_whole as (Light & Whole & _).
    destruct (the_largest_is_a_key key qs largest Top (fun q J => proj1 (keys_are_zero_or_large q J))) as
      [(p & J &
      Em) _].
    assert (B0 : 0 <= B2R largest).
    { rewrite Em. destruct (keys_are_zero_or_large p J) as [_ [->|K]]; [lra|].
      apply Rle_trans with (2 := K), bpow_ge_0. }
    apply (the_squared_error_filter_of_rounded_rows moments_of_children in_floats key qs largest
      squared_bound_of_node W node_sum
      (moments_in rows) one of_one_response (B2R centre / (Q2R d * power_of_two (- first))) (one * Q2R (sum
        weighs rows))
      (true_sum_of rows) l (B2R lightest) e (B2R off_of_responses) (B2R magnitude) a);
      [split; [apply weights_are|apply response_is_positive]|exact Light|apply lightest_is|
        exact (conj (proj1 node) (proj1 whole_sums))|exact Whole|exact bounds_are|exact arity|exact one_node|
        exact floats_are_near|exact keys_are_programmed|exact Top|now apply the_bound_of_the_node|exact I|
        exact Best].
  Qed.

  (** *** Beside subsets, whose keys are exact gains *)

  (** The gain of the floats, times [W ^ 2 / 2 ^ exponent]. *)
  Definition gain_in_keys (q : C) : R := Q2R (d * d * gain squared_error (moments_of_children q)) *
    (B2R W * B2R W) / power_of_two (2 * (first + second - (62 - b))).
  Variable candidates : list C.
  Hypothesis computed_or_exact : forall q, In q candidates ->
    In q qs \/ divided rows a (asks q) /\ scored_exactly (of_whole 0) (gain_in_keys q) (key q).
  Hypothesis top : is_largest largest (map key candidates).

  Let one_is := of_one_response * of_one_response.
  Let true_weight := one * Q2R (sum weighs rows).

  Lemma gain_in_keys_is q : gain_in_keys q =
    one_is * (B2R W * B2R W) * Q2R (gain squared_error (moments_of_children q)).
  Proof.
    unfold gain_in_keys, one_is, of_one_response, c. rewrite !Q2R_mult.
    replace (2 * (first + second - (62 - b)))%Z with (- ((62 - b - second) + (62 - b - second) +
      (- first + - first)))%Z by lia.
    rewrite bpow_opp, !bpow_plus. field. repeat split; apply Rgt_not_eq, bpow_gt_0.
  Qed.

  (** No gain is large: responses are at most 1 after the first scaling. *)
  Lemma gain_is_at_most q : divided rows a (asks q) ->
    one_is * Q2R (gain squared_error (moments_of_children q)) <= c * c.
  Proof.
    intros D. destruct (moments_facts q D) as (N & P & M1 & _ & M3). destruct answers as [_ H].
    destruct response_is_positive as [Pd _].
    assert (G := gain_at_most_mean_square (moments_of_children q) N P).
    change (sum weight (moments_of_children q) == weight (moments_in rows))%Q in M1.
    change (sum squares (moments_of_children q) == squares (moments_in rows))%Q in M3. rewrite M1, M3 in G.
    apply Qle_Rle in G. rewrite Q2R_mult, weight_in in G.
    assert (W0 : 0 < Q2R (sum weighs rows)).
    { rewrite <- weight_in. assert (Q := a_part_weighs rows [] ltac:(now rewrite
        app_nil_r)). apply Qlt_Rlt in Q; [rewrite RMicromega.Q2R_0 in Q; exact Q|].
      destruct sizes as (_ & _ & S & _). intros Z. rewrite Z in S. simpl in S. lia. }
    set (f := Q2R d * power_of_two (- first)) in *.
    assert (S : f * f * Q2R (squares (moments_in rows)) <= Q2R (sum weighs rows)).
    { unfold moments_in. cbn [squares moments_of]. rewrite sum_map, !Q2R_sum, Rmult_comm, <- sumR_scale.
      apply sumR_le. intros r I. rewrite Q2R_mult. unfold square. rewrite Q2R_mult.
      assert (Wr := weighs_more_than_nothing r I). destruct (H r I) as [_ E]. rewrite Q2R_mult in E.
      assert (B := proj1 first_is _ (in_map response _ _ I)). rewrite E in B.
      assert (X : Rabs (f * Q2R (responds r)) <= 1).
      { replace (f * Q2R (responds r)) with (Q2R d * Q2R (responds r) * power_of_two (- first))
          by (unfold f; ring).
        rewrite Rabs_mult, (Rabs_right (power_of_two _)) by apply Rle_ge, bpow_ge_0.
        replace 1 with (power_of_two first * power_of_two (- first))
          by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
        apply Rmult_le_compat_r; [apply bpow_ge_0|exact B]. }
      replace (Q2R (weighs r) * (Q2R (responds r) * Q2R (responds r)) * (f * f)) with
        (Q2R (weighs r) * (f * Q2R (responds r) * (f * Q2R (responds r)))) by ring.
      rewrite <- (Rmult_1_r (Q2R (weighs r))) at 2. apply Rmult_le_compat_l; [lra|].
      apply Rle_trans with (1 := Rle_abs _). rewrite Rabs_mult, <- (Rmult_1_r 1).
      apply Rmult_le_compat; trivial; apply Rabs_pos. }
    set (g := Q2R (gain squared_error (moments_of_children q))) in *.
    replace (one_is * g) with (c * c * (f * f * g)) by (unfold one_is, of_one_response, f; ring).
    rewrite <- (Rmult_1_r (c * c)) at 2. apply Rmult_le_compat_l; [apply Rle_0_sqr|].
    apply Rmult_le_reg_l with (Q2R (sum weighs rows)); [exact W0|]. rewrite Rmult_1_r.
    apply Rle_trans with (2 := S).
    replace (Q2R (sum weighs rows) * (f * f * g)) with (f * f * (Q2R (sum weighs rows) * g)) by ring.
    apply Rmult_le_compat_l; [apply Rle_0_sqr|exact G].
  Qed.

  Lemma exact_keys_are q : divided rows a (asks q) -> scored_exactly (of_whole 0) (gain_in_keys q) (key q) ->
    0 <= gain_in_keys q <= power_of_two 600 /\ is_finite (key q) = true /\ 0 <= B2R (key q) /\
    gain_in_keys q <= 1.01 * B2R (key q) + power_of_two (-600).
  Proof.
    intros D (x & K & E). destruct light_and_whole as (L & _ & _ & _ & W63). assert (G0 :=
      gain_is_nonnegative _ _ K).
    assert (Large : gain_in_keys q <= power_of_two 600).
    { rewrite gain_in_keys_is. assert (G := gain_is_at_most q D). destruct sizes as (Bb & _).
      set (g := Q2R (gain squared_error (moments_of_children q))) in *. replace (one_is * (B2R W * B2R W) *
        g) with (B2R W * B2R W * (one_is * g)) by ring.
      apply Rle_trans with (B2R W * B2R W * (c * c)); [apply Rmult_le_compat_l; [apply Rle_0_sqr|exact G]|].
      assert (C1 : c <= power_of_two 122).
      { assert (S : (-60 <= second)%Z) by (destruct second_facts as [(r & _ & _ & S)|[S _]]; lia).
        apply bpow_le. lia. }
      assert (C0 : 0 < c) by apply bpow_gt_0. apply Rabs_le_inv in W63.
      apply Rle_trans with (power_of_two 63 * power_of_two 63 * (power_of_two 122 * power_of_two 122));
        [|rewrite <- !bpow_plus; apply bpow_le; lia].
      apply Rmult_le_compat; try apply Rle_0_sqr; apply Rmult_le_compat; lra. }
    split; [now split|]. destruct (of_whole_is 0) as [E0 F0]; [lia|].
    destruct K as [Fx K]. assert (T := bpow_gt_0 radix2 (-600)). assert (U := u_pos).
    assert (P600 := bpow_le radix2 (-600) 600 ltac:(lia)).
    assert (X : 0 <= B2R x <= power_of_two 600 /\ gain_in_keys q <= 1.01 * B2R x + power_of_two (-600)).
    { destruct K as [[-> ->]|[P ->]]; [lra|]. rewrite Rmin_left by (apply Rmax_lub; lra).
      assert (M0 : power_of_two (-600) <= Rmax (gain_in_keys q) (power_of_two (-600)) <= power_of_two 600)
        by (split; [apply Rmax_r|apply Rmax_lub; lra]).
      set (y := Rmax _ _) in *. assert (Ly : gain_in_keys q <= y) by apply Rmax_l. clearbody y.
      assert (N : normal y) by (right; rewrite Rabs_right by lra; apply Rle_trans with (2 := proj1 M0),
        bpow_le; lia).
      assert (R := rnd_error y N). rewrite (Rabs_right y) in R by lra. apply Rabs_le_inv in R.
      assert (u * y <= / 1000 * y) by (apply Rmult_le_compat_r; lra).
      assert (Hi := rnd_le _ _ (proj2 M0)). rewrite (rnd_float (power_of_two 600)) in Hi
        by (apply power_of_two_is_float; lia). lra. }
    destruct (plus_rounds (of_whole 0) x F0 Fx) as [Ep Fp].
    { rewrite E0, Rplus_0_l, rnd_float by apply float64_is_float. rewrite Rabs_right by lra.
      apply Rle_lt_trans with (power_of_two 600); [lra|apply bpow_lt; lia]. }
    rewrite E, Ep, E0, Rplus_0_l, rnd_float by apply float64_is_float. split; [exact Fp|]. lra.
  Qed.

  Lemma what_gains_most_is_kept_beside_subsets q : In q candidates -> is_finite squared_bound_of_node =
    true ->
    (forall p, In p candidates -> (gain squared_error (moments_of_children p) <= gain squared_error
      (moments_of_children q))%Q) ->
    In q (survivors_by key largest (bound_with_gains squared_bound_of_node largest (of_whole 0)) candidates).
  Proof.
    intros I Fin Best. destruct light_and_whole as (Light & Whole & e0 & A0 & W63).
    destruct lightest_is as (_ & Ll). destruct bounds_are as (Be & BeT & BA). destruct Light as (L1 & L8 &
      L2).
    destruct weights_are as [One _]. destruct response_is_positive as [_ Pr]. assert (U := u_pos).
    assert (Facts : forall p, In p candidates -> is_finite (key p) = true /\ 0 <= B2R (key p)).
    { intros p J. destruct (computed_or_exact p J) as [Q|[D K]]; [|now destruct (exact_keys_are p D K) as (_
      & F & P & _)].
      destruct (keys_are_zero_or_large p Q) as [F [->|K]]; (split; [exact F|]); [lra|].
      apply Rle_trans with (2 := K), bpow_ge_0. }
    destruct (the_largest_is_a_key key candidates largest top (fun p J => proj1 (Facts p J))) as [(t & It &
      Et) Le].
    assert (B0 : 0 <= B2R largest) by (rewrite Et; now apply Facts).
    (* a largest key that is tiny is taken for 0, as all keys that are computed are then *)
    assert (Exists : exists best, (best = 0 \/ power_of_two (-200) <= best) /\ 0 <= best <= B2R largest /\
      B2R largest <= best + power_of_two (-200) /\
      forall p, In p qs -> B2R (key p) <= B2R largest -> B2R (key p) <= best).
    { assert (T := bpow_gt_0 radix2 (-200)). destruct (Rle_lt_dec (power_of_two (-200)) (B2R largest)) as
      [H|H].
      - exists (B2R largest). repeat split; trivial; [now right|lra..].
      - exists 0. repeat split; trivial; [now left|lra..|]. intros p Q K.
        destruct (keys_are_zero_or_large p Q) as [_ [->|X]]; lra. }
    destruct Exists as (best & Bb & Bl & Bt & Computed).
    assert (Node := the_bound_of_the_node Fin B0).
    assert (Grows : bound_at best <= B2R squared_bound_of_node).
    { apply Rle_trans with (2 := Node). unfold bound_at. apply Rmult_le_compat_l; [lra|].
      destruct (Nat.eqb a 2);
        [apply the_bound_of_two_grows_with_keys|apply the_bound_of_many_grows_with_keys; try apply pos_INR];
          lra. }
    assert (W0 : 0 < B2R W) by lra.
    (* what the bound is at least *)
    assert (Least : 19 / 10 * (32 / 9 + best * (2 * (e / B2R lightest))) <= B2R squared_bound_of_node).
    { assert (Ia : 2 <= INR a <= power_of_two 50).
      { destruct arity as [A2 Few]. split; [apply le_INR in A2; simpl (INR 2) in A2; exact A2|].
        apply Rmult_le_reg_r with u; [lra|]. apply Rle_trans with (/ 1000); [lra|].
        rewrite u_is_a_power, <- bpow_plus. change (power_of_two (50 + -53)) with (/ 8). lra. }
      apply Rabs_le_inv in W63.
      assert (Two := the_bound_of_two_is_enough (B2R W) (B2R lightest) e (B2R off_of_responses) (B2R
        magnitude) best
        (B2R node_sum) (INR a) ltac:(repeat split; lra) ltac:(split; [exact Be|]; split; [exact BeT|]; split;
          [exact BA|]; split; [exact Bb|]; split; [apply (square_facts _ (whole_below_is_whole _ _ (proj1
          whole_sums)))|exact Ia])).
      set (dd := 2 * _ + _) in Two. set (p := B2R lightest * B2R W / 2) in *.
      assert (P : 0 < p <= 9 / 32 * (B2R W * B2R W)).
      { assert (B2R lightest * B2R W <= 9 / 16 * B2R W * B2R W) by (apply Rmult_le_compat_r; lra).
        assert (0 < B2R lightest * B2R W) by (apply Rmult_lt_0_compat; lra). unfold p. lra. }
      assert (D : B2R W <= dd).
      { assert (B2R W * / 2 <= B2R W * B2R off_of_responses) by (apply Rmult_le_compat_l; lra).
        assert (0 <= B2R magnitude * e) by (apply Rmult_le_pos; lra).
        assert (0 <= u * B2R W * B2R magnitude) by (repeat apply Rmult_le_pos; lra). unfold dd. lra. }
      assert (DD : 32 / 9 <= dd * dd / p).
      { apply Rmult_le_reg_r with p; [lra|]. replace (dd * dd / p * p) with (dd * dd) by (field; lra).
        assert (B2R W * B2R W <= dd * dd) by (apply Rmult_le_compat; lra). lra. }
      assert (S0 : 0 <= 2 * dd * sqrt (best / p)) by (apply Rmult_le_pos; [lra|apply sqrt_pos]).
      assert (U0 : 0 <= best * (4 * u)) by (apply Rmult_le_pos; lra).
      apply Rle_trans with (2 := Grows). unfold bound_at.
      apply Rle_trans with (squared_bound (B2R W) (B2R lightest) e (B2R off_of_responses) (B2R magnitude)
        best).
      - apply Rle_trans with (2 := Two). apply Rmult_le_compat_l; lra.
      - unfold squared_bound. apply Rmult_le_compat_l; [lra|]. destruct (Nat.eqb a 2); [lra|].
        apply the_bound_of_many_is_no_less; lra. }
    assert (El : 0 <= e / B2R lightest) by (apply ratio_nonneg; lra).
    assert (Be0 : 0 <= best * (2 * (e / B2R lightest))) by (apply Rmult_le_pos; lra).
    assert (WW : 0 < true_weight).
    { unfold true_weight. destruct Whole as (H & _). apply Rabs_le_inv in H. lra. }
    destruct (of_whole_is 0) as [E0 F0]; [lia|].
    apply (gains_are_kept key (fun p => Q2R (gain squared_error (moments_of_children p))) candidates largest
      squared_bound_of_node (of_whole 0) 0 (one_is * (true_weight * true_weight)) (one_is * (B2R W * B2R W)));
      trivial.
    - apply Rmult_lt_0_compat; now apply Rmult_lt_0_compat.
    - rewrite E0, Rabs_R0. split; [exact F0|]. split; [now left|apply bpow_ge_0].
    - lra.
    - intros p J. destruct (computed_or_exact p J) as [Q|[D K]]; [left|right].
      + split; [now apply Facts|]. left. unfold affine. rewrite Rplus_0_l.
        destruct (one_node p Q) as ((M1 & _) & Pm & _ & Rd & _). destruct (questions p Q) as [D _].
        change (sum weight (moments_of_children p) == weight (moments_in rows))%Q in M1.
        assert (V := true_key_is_a_gain one of_one_response (B2R centre / (Q2R d * power_of_two (- first)))
          (moments_of_children p) (map child_of (in_floats p)) One (proj1 (moments_facts p D)) Pm Rd).
        rewrite (Qeq_eqR _ _ M1), weight_in in V. fold true_weight one_is in V. rewrite <- V.
        apply (the_bound_covers moments_of_children in_floats key qs W node_sum (moments_in rows) one
          of_one_response (B2R centre / (Q2R d * power_of_two (- first))) true_weight (true_sum_of rows) l
          (B2R lightest) e (B2R off_of_responses) (B2R magnitude) a) with (best := best); trivial;
          [now split|now repeat split|exact (conj (proj1 node) (proj1 whole_sums))|exact bounds_are|exact
            one_node|
            exact floats_are_near|exact keys_are_programmed|now apply Computed, Le].
      + destruct (exact_keys_are p D K) as ([G0 G1] & _ & _ & G2). unfold exactly_scored.
        rewrite <- gain_in_keys_is.
        split; [exact K|]. split; [exact G1|]. split.
        { right. apply Rle_trans with 1; [apply (bpow_le radix2 (-500) 0); lia|lra]. }
        rewrite E0, Rminus_0_r, Rabs_R0, Rmult_0_r, Rplus_0_l, Rplus_0_r.
        set (g := Q2R (gain squared_error (moments_of_children p))) in *.
        assert (X : gain_in_keys p <= 1.02 * best + power_of_two (-100)).
        { assert (Lp := Le p J). assert (T2 : power_of_two (-600) <= power_of_two (-200)) by (apply bpow_le;
          lia).
          assert (T1 : power_of_two (-200) * power_of_two 2 <= power_of_two (-100))
            by (rewrite <- bpow_plus; apply bpow_le; lia).
          change (power_of_two 2) with 4 in T1. lra. }
        replace ((one_is * (B2R W * B2R W) - one_is * (true_weight * true_weight)) * g) with
          (gain_in_keys p * ((B2R W - true_weight) * (B2R W + true_weight) / (B2R W * B2R W)))
          by (rewrite gain_in_keys_is; fold g; field; lra).
        rewrite Rabs_mult, (Rabs_right (gain_in_keys p)) by lra.
        destruct Whole as (Hw & _). fold true_weight in Hw. rewrite Rabs_minus_sym in Hw.
        assert (Y : Rabs ((B2R W - true_weight) * (B2R W + true_weight) / (B2R W * B2R W)) <= 2.1 * (e / B2R
          W)).
        { unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ _)) by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat,
            Rmult_lt_0_compat; trivial).
          apply Rmult_le_reg_r with (B2R W * B2R W); [now apply Rmult_lt_0_compat|].
          rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, Rmult_lt_0_compat; trivial).
          replace (2.1 * (e * / B2R W) * (B2R W * B2R W)) with (e * (2.1 * B2R W)) by (field; lra).
          apply product_at_most; [exact Hw|]. apply Rabs_le_inv in Hw. apply Rabs_le. lra. }
        assert (Z : e / B2R W <= 9 / 16 * (e / B2R lightest)).
        { replace (9 / 16 * (e / B2R lightest)) with (e * / (16 / 9 * B2R lightest)) by (field; lra).
          apply Rmult_le_compat_l; [exact e0|]. apply Rinv_le_contravar; lra. }
        assert (Small : e / B2R W <= / 16).
        { apply Rmult_le_reg_r with (B2R W); [exact W0|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
          lra. }
        assert (e1 : 0 <= e / B2R W) by (apply ratio_nonneg; lra).
        assert (T := bpow_gt_0 radix2 (-100)).
        assert (T1 : power_of_two (-100) <= 1) by (apply (bpow_le radix2 (-100) 0); lia).
        apply Rle_trans with ((1.02 * best + power_of_two (-100)) * (2.1 * (e / B2R W))).
        { apply Rmult_le_compat; trivial; apply Rabs_pos. }
        assert (best * (e / B2R W) <= best * (9 / 16 * (e / B2R lightest))) by (apply Rmult_le_compat_l; lra).
        assert (power_of_two (-100) * (e / B2R W) <= 1 * / 16) by (apply Rmult_le_compat; lra). lra.
    - intros p J. apply Qle_Rle. now apply Best.
  Qed.
End Responses.

(** What is asked of weights, be they rounded or whole: how near they and sums of them are. *)
Definition weights_are_near {A} (weighs : A -> Q) (unit : A -> Z) rows (one h : R) (W lightest off_w :
  float64)
  (l e : R) : Prop :=
  (0 < one /\ forall r, In r rows ->
    Rabs (one * Q2R (weighs r) - IZR (unit r)) <= h /\ (1 <= unit r <= 2 ^ 62)%Z) /\
  (whole_below 63 W /\ Rabs (one * Q2R (sum weighs rows) - B2R W) <= e /\
    1 <= l /\ 8 * e <= l /\ 2 * l <= B2R W) /\
  (is_finite lightest = true /\ 1 <= B2R lightest <= 9 / 8 * l) /\
  ((e = 0 \/ / 2 <= e) /\ e <= B2R off_w) /\
  (forall part others x, Permutation (part ++ others) rows -> part <> [] -> others <> [] ->
    weight_of_part unit W part others x ->
    whole_below 63 x /\ Rabs (one * Q2R (sum weighs part) - B2R x) <= e /\ l <= B2R x <= B2R W) /\
  (forall part others x, Permutation (part ++ others) rows -> part <> [] -> others <> [] ->
    gathered (map unit part) (Float x) -> Rabs (B2R W - (B2R x + B2R (minus W x))) <= e).

(** ** Weights that are rounded *)

Section RoundedWeights.
  Context {A C : Type}.
  Variables (weighs responds : A -> Q) (in_float response : A ->
    float64) (rows : list A) (d d' : Q) (b m first second : Z).
  Variables (sum_of_scaled alone W lightest : float64) (a : nat).
  Notation unit := (unit_of in_float b m).
  Hypothesis data : weights_in_floats weighs in_float rows d m.
  Hypothesis answers : (0 < d')%Q /\ forall r, In r rows ->
    is_finite (response r) = true /\ B2R (response r) = Q2R (d' * responds r).
  Hypothesis sizes : (0 <= b <= 50)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z /\ (2 <= length rows)%nat /\
    INR (length rows) * u <= / 1000.
  Hypothesis arity : (2 <= a)%nat /\ (INR a + 2) * u <= / 1000.

  Hypothesis first_is : exponent_of (map response rows) first.
  Hypothesis mean_is : adds_up_to (map (to_one response first) rows) sum_of_scaled.
  Hypothesis second_is : exponent_of (map (weighted response unit rows first sum_of_scaled) rows) second.
  Hypothesis alone_is : adds_up_to (map (fun r => Babs (off_centre response rows first sum_of_scaled r))
    rows) alone.
  Hypothesis W_is : gathered (map unit rows) (Float W).
  Hypothesis lightest_is : exists r, In r rows /\ lightest = of_whole (unit r) /\
    forall s, In s rows -> (unit r <= unit s)%Z.

  Lemma rounded_weights_are_near : known (length rows) W lightest = true -> exists l e,
    weights_are_near weighs unit rows (of_one d b m) (/ 2) W lightest (off (length rows) W) l e.
  Proof.
    intros Kn.
    destruct sizes as (B & Lb & Sev & Few). assert (U := u_pos).
    assert (Grid : (0 <= b <= 62)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z) by (split; [lia|exact Lb]).
    assert (Several : (2 <= length rows)%nat /\ INR (length rows) * u <= / 1000) by now split.
    destruct (a_bound weighs in_float rows d b m data Grid Several W lightest W_is lightest_is Kn) as (e &
      Be).
    destruct (node_is_near weighs in_float rows d b m data Grid Several W W_is) as (WW & _ & W0).
    assert (Near := node_weight weighs in_float rows d b m data Grid Several W lightest W_is lightest_is Kn
      e Be).
    assert (Light := two_light weighs in_float rows d b m data Grid Several W lightest W_is lightest_is Kn).
    assert (Child := a_childs_weight weighs in_float rows d b m data Grid Several W lightest W_is
      lightest_is Kn e Be).
    destruct (rounded_on_the_grid weighs in_float rows d b m data Grid Several) as (Half & Mag & _).
    assert (Nine := units_are_positive weighs in_float rows d b m data Grid Several W lightest W_is
      lightest_is Kn).
    destruct (lightest_float weighs in_float rows d b m data Grid Several W lightest lightest_is Kn) as [Fl
      _].
    destruct Be as (B1 & B2 & B3). assert (N2 := le_INR _ _ Sev). simpl (INR 2) in N2.
    assert (unW : 0 <= u * INR (length rows) * B2R W) by (repeat apply Rmult_le_pos; lra).
    exists (8 / 9 * B2R lightest), e. split; [|split; [|split; [|split; [|split; [exact Child|]]]]].
    - split; [exact (of_one_pos weighs in_float rows d b m data)|]. intros r J. split.
      + apply (Half (of_one d b m * Q2R (weighs r), unit r)).
        exact (in_map (fun r => (of_one d b m * Q2R (weighs r), unit r)) _ _ J).
      + split; [specialize (Nine r J); lia|]. apply le_IZR. apply Rle_trans with (2 := Mag).
        apply Rle_trans with (1 := Rle_abs _). unfold magnitudes. rewrite sumR_map.
        apply (term_at_most_sum (fun r => Rabs (IZR (unit r)))); [intros; apply Rabs_pos|exact J].
    - split; [exact WW|]. split; [exact Near|]. repeat split; lra.
    - split; [exact Fl|]. lra.
    - split; [right; lra|exact B3].
    - intros part others x P Np No G. destruct (Child part others x P Np No (or_introl G)) as (Wx & _ & Lx).
      destruct (no_less_than_0 W x WW Wx W0 ltac:(lra)) as [_ ->].
      assert (D := sum_error (B2R W) (- B2R x) (float64_is_float _) (generic_format_opp _ _ _
        (float64_is_float _))).
      change (B2R W + - B2R x) with (B2R W - B2R x) in D. rewrite (Rabs_right (B2R W - B2R x)) in D by lra.
      assert (u * (B2R W - B2R x) <= u * B2R W) by (apply Rmult_le_compat_l; lra).
      assert (2 * (u * B2R W) <= INR (length rows) * (u * B2R W)) by (apply Rmult_le_compat_r;
        [apply Rmult_le_pos|]; lra).
      apply Rabs_le_inv in D. apply Rabs_le. lra.
  Qed.

  Variables (asks : C -> asked A) (its_sums : C -> list (float64 * float64)) (key : C ->
    float64) (qs : list C)
    (largest : float64).
  Hypothesis questions : forall q, In q qs -> divided rows a (asks q) /\
    sums_of_question response unit rows b first second sum_of_scaled W (asks q) (its_sums q) /\
    squared_key_of response unit rows b first second sum_of_scaled W a (asks q) (its_sums q) (key q).

  Definition kept_by_squares : list C :=
    if known (length rows) W lightest then
      survivors_by key largest (squared_bound_of_node response unit rows b first second sum_of_scaled alone
        W lightest
        (off (length rows) W) a largest) qs
    else qs.

  Theorem the_squared_error_filter_from_rows q : is_largest largest (map key qs) -> In q qs ->
    (forall p, In p qs -> (gain squared_error (map (moments_in weighs responds) (children_of (asks p))) <=
      gain squared_error (map (moments_in weighs responds) (children_of (asks q))))%Q) ->
        In q kept_by_squares.
  Proof.
    intros Top I Best. unfold kept_by_squares. destruct (known (length rows) W lightest) eqn:Kn; [|exact I].
    set (bound := squared_bound_of_node _ _ _ _ _ _ _ _ _ _ _ _ _).
    destruct (is_finite bound) eqn:Fin; [|unfold survivors_by, trusted; now rewrite Fin, Bool.andb_false_r].
    destruct (rounded_weights_are_near Kn) as (l & e & H1 & H2 & H3 & H4 & H5 & H6).
    apply (what_gains_most_is_kept weighs responds response unit rows d' (of_one d b m) (/ 2) b first second
      sum_of_scaled alone answers sizes first_is mean_is second_is) with (l := l) (e := e) (asks := asks)
      (its_sums := its_sums); trivial. now right.
  Qed.

  (** Subsets, whose keys are exact gains, beside other questions. *)
  Theorem the_squared_error_filter_from_rows_with_subsets candidates : (forall q, In q candidates -> In q qs
    \/
      divided rows a (asks q) /\ scored_exactly (of_whole 0)
        (gain_in_keys weighs responds d' b first second W asks q) (key q)) ->
    is_largest largest (map key candidates) -> forall q, In q candidates ->
    (forall p, In p candidates -> (gain squared_error (map (moments_in weighs responds) (children_of (asks
      p))) <=
      gain squared_error (map (moments_in weighs responds) (children_of (asks q))))%Q) ->
    In q (if known (length rows) W lightest then
      survivors_by key largest (bound_with_gains (squared_bound_of_node response unit rows b first second
        sum_of_scaled alone W lightest (off (length rows) W) a largest) largest (of_whole 0)) candidates
      else candidates).
  Proof.
    intros Scored Top q I Best. destruct (known (length rows) W lightest) eqn:Kn; [|exact I].
    apply (kept_where_the_bound_is_finite key); [exact I|]. intros Fin.
    destruct (rounded_weights_are_near Kn) as (l & e & H1 & H2 & H3 & H4 & H5 & H6).
    apply (what_gains_most_is_kept_beside_subsets weighs responds response unit rows d' (of_one d b m) (/ 2)
      b first
      second sum_of_scaled alone answers sizes first_is mean_is second_is) with (l := l) (e := e) (qs := qs)
        (asks := asks)
      (its_sums := its_sums); trivial. now right.
  Qed.
End RoundedWeights.

(** ** Weights that are whole, and responses that are not *)

Section WholeWeights.
  Context {A C : Type}.
  (** A weight is [unit] times [of_unit]. *)
  Variables (weighs responds : A -> Q) (unit : A -> Z) (response : A ->
    float64) (rows : list A) (of_unit d' : Q).
  Variables (b first second : Z) (sum_of_scaled W lightest : float64) (a : nat).
  Hypothesis data : weights_in_units weighs unit rows of_unit.
  Hypothesis answers : (0 < d')%Q /\ forall r, In r rows ->
    is_finite (response r) = true /\ B2R (response r) = Q2R (d' * responds r).
  Hypothesis sizes : (0 <= b <= 50)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z /\ (2 <= length rows)%nat.
  Hypothesis arity : (2 <= a)%nat /\ (INR a + 2) * u <= / 1000.

  Hypothesis first_is : exponent_of (map response rows) first.
  Hypothesis mean_is : adds_up_to (map (to_one response first) rows) sum_of_scaled.
  Hypothesis second_is : exponent_of (map (weighted response unit rows first sum_of_scaled) rows) second.
  Hypothesis W_is : gathered (map unit rows) (Float W).
  Hypothesis lightest_is : exists r, In r rows /\ lightest = of_whole (unit r) /\
    forall s, In s rows -> (unit r <= unit s)%Z.

  Lemma a_part_in_units part others x : Permutation (part ++ others) rows ->
    gathered (map unit part) (Float x) ->
    whole_below 63 x /\ B2R x = whole_sum (map unit part) /\
      INR (length part) <= whole_sum (map unit part) /\
    / Q2R of_unit * Q2R (sum weighs part) = B2R x /\
    whole_sum (map unit part) + whole_sum (map unit others) = whole_sum (map unit rows).
  Proof.
    intros P G. destruct data as (O & D & S).
      assert (I : incl part rows) by (intros r J; apply (Permutation_in _ P), in_or_app; now left).
    assert (J : incl others rows) by (intros r J; apply (Permutation_in _ P), in_or_app; now right).
    assert (Add : whole_sum (map unit part) + whole_sum (map unit others) = whole_sum (map unit rows)).
    { unfold whole_sum. rewrite !sumR_map, <- (sumR_perm _ _ _ P). symmetry. apply sumR_app. }
    assert (O0 : 0 <= whole_sum (map unit others)).
    { apply sumR_nonneg. intros k K. apply in_map_iff in K as (r & <- & K). apply IZR_le.
      destruct (D r (J r K)). lia. }
    destruct (gathered_exactly (map unit part) x G) as (W1 & E & L).
    - intros k K. apply in_map_iff in K as (r & <- & K). now apply D, I.
    - lra.
    - rewrite map_length in L. split; [exact W1|]. split; [exact E|]. split; [exact L|].
      split; [|exact Add]. rewrite E.
      apply Qlt_Rlt in O. rewrite RMicromega.Q2R_0 in O. unfold whole_sum. rewrite sumR_map, Q2R_sum.
      rewrite (sumR_ext _ (fun r => IZR (unit r) * Q2R of_unit)).
      + rewrite sumR_scale. field. lra.
      + intros r K. destruct (D r (I r K)) as [Eq _]. rewrite (Qeq_eqR _ _ Eq), Q2R_mult. f_equal.
        unfold Q2R, inject_Z. simpl. field.
  Qed.

  Lemma whole_weights_are_near : ((0 <= b <= 50)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z /\
      (2 <= length rows)%nat /\ INR (length rows) * u <= / 1000) /\
    exists l e, weights_are_near weighs unit rows (/ Q2R of_unit) 0 W lightest (of_whole 0) l e.
  Proof.
    destruct (a_part_in_units rows [] W) as (WW & EW & LW & NW & _); [now rewrite app_nil_r|exact W_is|].
    destruct data as (O & D & S). destruct sizes as (B & Lb & Sev). assert (U := u_pos).
    assert (O' := O). apply Qlt_Rlt in O'. rewrite RMicromega.Q2R_0 in O'.
      change (IZR (2 ^ 26)) with 67108864 in S.
    destruct lightest_is as (r & Ir & El & Least). destruct (D r Ir) as [_ R1].
    assert (Term : forall part s, incl part rows -> In s part -> IZR (unit s) <= whole_sum (map unit part)).
    { intros part s Ip Is. unfold whole_sum. rewrite sumR_map.
      apply (term_at_most_sum (fun s => IZR (unit s))); [|exact Is].
      intros t T. apply IZR_le. destruct (D t (Ip t T)). lia. }
    assert (Rr := Term rows r (incl_refl _) Ir). assert (R26 : (unit r < 2 ^ 26)%Z).
    { apply lt_IZR. change (IZR (2 ^ 26)) with 67108864. lra. }
    destruct (of_whole_is (unit r)) as [Er Fr]; [lia|]. rewrite <- El in Er, Fr.
    assert (Light : forall part others, Permutation (part ++ others) rows -> part <> [] ->
      B2R lightest <= whole_sum (map unit part)).
    { intros [|s part] others P N; [easy|]. assert (Ip : incl (s :: part) rows) by (intros t T;
      apply (Permutation_in _ P), in_or_app; now left).
      apply Rle_trans with (2 := Term _ s Ip (or_introl eq_refl)). rewrite Er. apply IZR_le, Least, Ip.
        now left. }
    assert (N2 := le_INR _ _ Sev). simpl (INR 2) in N2.
    assert (Two : 2 * B2R lightest <= B2R W).
    { rewrite EW. destruct rows as [|s [|t more]]; [easy|simpl in Sev; lia|].
      change (map unit (s :: t :: more)) with ([unit s] ++ map unit (t :: more)).
      assert (A1 := Light [s] (t :: more) (Permutation_refl _) ltac:(easy)).
      assert (A2 := Light (t :: more) [s] (Permutation_app_comm _ _) ltac:(easy)).
      unfold whole_sum in *. rewrite sumR_app. cbn [map] in A1. lra. }
    destruct (of_whole_is 0) as [E0 F0]; [lia|].
      assert (L1 : 1 <= B2R lightest) by (rewrite Er; now apply IZR_le).
    split.
    { split; [exact B|]. split; [exact Lb|]. split; [exact Sev|].
      apply Rle_trans with (67108864 * u); [|unfold u; lra].
      apply Rmult_le_compat_r; lra. }
    exists (B2R lightest), 0. split; [|split; [|split; [|split; [|split]]]].
    - split; [now apply Rinv_0_lt_compat|]. intros s J. destruct (D s J) as [Eq K].
      split; [|split; [exact K|]].
      + rewrite (Qeq_eqR _ _ Eq), Q2R_mult. replace (Q2R (inject_Z (unit s))) with (IZR (unit s)) by (unfold
        Q2R, inject_Z; simpl; field).
        replace (/ Q2R of_unit * (IZR (unit s) * Q2R of_unit) - IZR (unit s)) with 0 by (field; lra).
          rewrite Rabs_R0. lra.
      + apply le_IZR. assert (T := Term rows s (incl_refl _) J).
        apply Rle_trans with (IZR (2 ^ 26)); [|apply IZR_le; lia].
        change (IZR (2 ^ 26)) with 67108864. lra.
    - rewrite NW, Rminus_diag_eq, Rabs_R0 by reflexivity. split; [exact WW|]. repeat split; lra.
    - split; [exact Fr|]. lra.
    - rewrite E0. split; [now left|lra].
    - intros part others x P Np No G. assert (P' : Permutation (others ++ part) rows) by (now rewrite
      Permutation_app_comm).
      assert (Lp := Light part others P Np).
      assert (O0 : 0 <= whole_sum (map unit others)) by (assert (H := Light others part P' No); lra).
      destruct G as [G|(z & G & ->)].
      + destruct (a_part_in_units part others x P G) as (Wx & Ex & _ & Nx & Add).
        rewrite Nx, Rminus_diag_eq, Rabs_R0 by reflexivity. split; [exact Wx|]. lra.
      + destruct (a_part_in_units others part z P' G) as (Wz & Ez & _ & Nz & Add).
        destruct (no_less_than_0 W z WW Wz ltac:(lra) ltac:(lra)) as [Wd Ed].
        assert (Same : B2R W - B2R z = whole_sum (map unit part)) by lra.
        rewrite Same, whole_sum_is, rnd_whole in Ed.
        * rewrite <- whole_sum_is in Ed. split; [exact Wd|]. rewrite Ed. split; [|lra].
          assert (Sq : Q2R (sum weighs part) + Q2R (sum weighs others) = Q2R (sum weighs rows)).
          { rewrite !Q2R_sum, <- (sumR_perm _ _ _ P). symmetry. apply sumR_app. }
          replace (/ Q2R of_unit * Q2R (sum weighs part)) with
            (/ Q2R of_unit * Q2R (sum weighs rows) - / Q2R of_unit * Q2R (sum weighs others)) by (rewrite <-
              Sq; ring).
          rewrite NW, Nz, Same, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
        * apply le_IZR. rewrite abs_IZR, <- whole_sum_is, Rabs_right by lra.
          apply Rle_trans with (IZR (2 ^ 26)); [|apply IZR_le; lia].
          change (IZR (2 ^ 26)) with 67108864. lra.
    - intros part others x P Np No G. destruct (a_part_in_units part others x P G) as (Wx & Ex & _ & _ &
      Add).
      assert (P' : Permutation (others ++ part) rows) by (now rewrite Permutation_app_comm).
      assert (O0 := Light others part P' No). assert (Lp := Light part others P Np).
      destruct (no_less_than_0 W x WW Wx ltac:(lra) ltac:(lra)) as [_ ->].
      assert (Same : B2R W - B2R x = whole_sum (map unit others)) by lra.
        rewrite Same, whole_sum_is, rnd_whole.
      + rewrite <- whole_sum_is. replace (B2R W - (B2R x + whole_sum (map unit others))) with 0 by lra.
        rewrite Rabs_R0. lra.
      + apply le_IZR. rewrite abs_IZR, <- whole_sum_is, Rabs_right by lra.
        apply Rle_trans with (IZR (2 ^ 26)); [|apply IZR_le; lia].
        change (IZR (2 ^ 26)) with 67108864. lra.
  Qed.

  Variables (asks : C -> asked A) (its_sums : C -> list (float64 * float64)) (key : C ->
    float64) (qs : list C)
    (largest : float64).
  Hypothesis questions : forall q, In q qs -> divided rows a (asks q) /\
    sums_of_question response unit rows b first second sum_of_scaled W (asks q) (its_sums q) /\
    squared_key_of response unit rows b first second sum_of_scaled W a (asks q) (its_sums q) (key q).

  Theorem the_squared_error_filter_of_any_responses q : is_largest largest (map key qs) -> In q qs ->
    (forall p, In p qs -> (gain squared_error (map (moments_in weighs responds) (children_of (asks p))) <=
      gain squared_error (map (moments_in weighs responds) (children_of (asks q))))%Q) ->
    In q (survivors_by key largest (squared_bound_of_node response unit rows b first second sum_of_scaled
      (of_whole 0)
      W lightest (of_whole 0) a largest) qs).
  Proof.
    intros Top I Best. set (bound := squared_bound_of_node _ _ _ _ _ _ _ _ _ _ _ _ _).
    destruct (is_finite bound) eqn:Fin; [|unfold survivors_by, trusted; now rewrite Fin, Bool.andb_false_r].
    destruct whole_weights_are_near as (Sizes & l & e & H1 & H2 & H3 & H4 & H5 & H6).
    apply (what_gains_most_is_kept weighs responds response unit rows d' (/ Q2R of_unit) 0 b first second
      sum_of_scaled (of_whole 0) answers Sizes first_is mean_is second_is) with (l := l) (e := e) (asks :=
        asks)
      (its_sums := its_sums); trivial. now left.
  Qed.

  Theorem the_squared_error_filter_of_any_responses_with_subsets candidates : (forall q, In q candidates ->
      In q qs \/ divided rows a (asks q) /\ scored_exactly (of_whole 0)
        (gain_in_keys weighs responds d' b first second W asks q) (key q)) ->
    is_largest largest (map key candidates) -> forall q, In q candidates ->
    (forall p, In p candidates -> (gain squared_error (map (moments_in weighs responds) (children_of (asks
      p))) <=
      gain squared_error (map (moments_in weighs responds) (children_of (asks q))))%Q) ->
    In q (survivors_by key largest (bound_with_gains (squared_bound_of_node response unit rows b first second
      sum_of_scaled (of_whole 0) W lightest (of_whole 0) a largest) largest (of_whole 0)) candidates).
  Proof.
    intros Scored Top q I Best. apply (kept_where_the_bound_is_finite key); [exact I|]. intros Fin.
    destruct whole_weights_are_near as (Sizes & l & e & H1 & H2 & H3 & H4 & H5 & H6).
    apply (what_gains_most_is_kept_beside_subsets weighs responds response unit rows d' (/ Q2R of_unit) 0 b
      first
      second sum_of_scaled (of_whole 0) answers Sizes first_is mean_is second_is) with (l := l) (e := e) (qs
        := qs) (asks := asks)
      (its_sums := its_sums); trivial. now left.
  Qed.
End WholeWeights.

(** ** Examples, and a plausible wrong statement

    The rows of [FromRows], of weights 1/3 and 5/7, with responses 0 and 1.
      Two questions part them, in either order. *)
Definition its_response (r : a_row) : float64 := of_whole (Z.of_nat (snd r)).
Definition two_rows : list a_row := [one_third; five_sevenths].
Definition example_sum : float64 := plus (to_one its_response 1 one_third) (to_one its_response 1
  five_sevenths).
Definition left_of (r : a_row) : float64 := off_centre its_response two_rows 1 example_sum r.
Definition example_alone : float64 := plus (Babs (left_of one_third)) (Babs (left_of five_sevenths)).
Definition example_unit : a_row -> Z := unit_of (fun r => snd (fst r)) 2 4.
Definition example_node_sum : float64 := node_sum its_response example_unit two_rows 2 1 58 example_sum.
Definition sums_of_two (q : bool) : list (float64 * float64) :=
  let s := if q then (of_21 7, of_21 (-7)) else (of_21 15, of_21 15) in
  [s; (minus (of_21 22) (fst s), minus example_node_sum (snd s))].
Definition squares_of_two (q : bool) : float64 :=
  match sums_of_two q with
  | [s; t] => squared_key (of_21 22) example_node_sum (fst s) (fst t) (snd s)
  | _ => of_whole 0
  end.

Definition its_class (r : a_row) : Q := inject_Z (Z.of_nat (snd r)).

Lemma two_rows_are :
  ((0 < 1)%Q /\ forall r, In r two_rows ->
    is_finite (its_response r) = true /\ B2R (its_response r) = Q2R (1 * its_class r)) /\
  exponent_of (map its_response two_rows) 1 /\ adds_up_to (map (to_one its_response 1) two_rows) example_sum
    /\
  exponent_of (map (weighted its_response example_unit two_rows 1 example_sum) two_rows) 58 /\
  adds_up_to (map (fun r => Babs (off_centre its_response two_rows 1 example_sum r)) two_rows) example_alone
    /\
  forall p, In p [true; false] -> divided two_rows 2 (its_question p) /\
    sums_of_question its_response example_unit two_rows 2 1 58 example_sum (of_21 22) (its_question p)
      (sums_of_two p) /\
    squared_key_of its_response example_unit two_rows 2 1 58 example_sum (of_21 22) 2 (its_question p)
      (sums_of_two p)
      (squares_of_two p).
Proof.
  destruct (of_whole_is 0) as [E0 F0]; [lia|]. destruct (of_whole_is 1) as [E1 F1]; [lia|].
  split; [|split; [|split; [|split; [|split]]]].
  - split; [reflexivity|]. intros r [<-|[<-|[]]];
      [change (its_response one_third) with (of_whole 0);
        rewrite E0|change (its_response five_sevenths) with (of_whole 1);
        rewrite E1]; (split; [assumption|unfold Q2R; simpl; lra]).
  - change (exponent_of [of_whole 0; of_whole 1] 1).
    split; [intros x [<-|[<-|[]]]; rewrite ?E0, ?E1, ?Rabs_R0, ?Rabs_R1; change (power_of_two 1) with 2;
    lra|].
    left. exists (of_whole 1). split; [right; now left|]. rewrite E1, Rabs_R1. simpl. lra.
  - exact (two_floats _ _ _ _ (one_float _) (one_float _)).
  - assert (V1 : B2R (weighted its_response example_unit two_rows 1 example_sum one_third) = IZR (- (7 * 2 ^
    50)) * power_of_two 4)
      by (apply (by_value _ true (7 * 2 ^ 50)); vm_compute; reflexivity).
    assert (V2 : B2R (weighted its_response example_unit two_rows 1 example_sum five_sevenths) = IZR (15 * 2
      ^ 49) * power_of_two 5)
      by (apply (by_value _ false (15 * 2 ^ 49)); vm_compute; reflexivity).
    change (power_of_two 4) with 16 in V1. change (power_of_two 5) with 32 in V2.
    change (exponent_of [weighted its_response example_unit two_rows 1 example_sum one_third;
      weighted its_response example_unit two_rows 1 example_sum five_sevenths] 58).
    split; [intros x [<-|[<-|[]]]|left; eexists; split; [right; now left|]]; rewrite ?V1, ?V2;
      change (power_of_two 58) with 288230376151711744;
        change (power_of_two (58 - 1)) with 144115188075855872;
      change (- (7 * 2 ^ 50))%Z with (-7881299347898368)%Z; change (15 * 2 ^ 49)%Z with 8444249301319680%Z.
    + apply Rabs_le. lra.
    + apply Rabs_le. lra.
    + rewrite Rabs_right; lra.
  - exact (two_floats _ _ _ _ (one_float _) (one_float _)).
  - intros p _. split; [|split].
    + apply (proj1 (example_questions p ltac:(destruct p; simpl; auto))).
    + assert (G1 : sums_of_part its_response example_unit two_rows 2 1 58 example_sum [one_third] (of_21 7,
      of_21 (-7))).
      { split; [apply (example_summed [one_third] (sums_of 7 7 0)); right; now left|].
        replace (map _ [one_third]) with [-7 * 2 ^ 56]%Z by (vm_compute; reflexivity).
          apply turned_into_float, of_a_row. }
      assert (G2 : sums_of_part its_response example_unit two_rows 2 1 58 example_sum [five_sevenths] (of_21
        15, of_21 15)).
      { split; [apply (example_summed [five_sevenths] (sums_of 15 0 15)); right; right; now left|].
        replace (map _ [five_sevenths]) with [15 * 2 ^ 56]%Z by (vm_compute; reflexivity).
          apply turned_into_float, of_a_row. }
      destruct p; eexists; (split; [eassumption|reflexivity]).
    + destruct p; eexists _, _; split; reflexivity.
Qed.

Example the_squared_error_filter_from_rows_applies q :
  In q (kept_by_squares (fun r => snd (fst r)) its_response two_rows 2 4 1 58 example_sum example_alone
    (of_21 22) (of_21 7)
    2 squares_of_two [true; false] (squares_of_two true)) /\
  known 2 (of_21 22) (of_21 7) = true /\
  is_finite (squared_bound_of_node its_response example_unit two_rows 2 1 58 example_sum example_alone
    (of_21 22) (of_21 7)
    (off 2 (of_21 22)) 2 (squares_of_two true)) = true.
Proof.
  split; [|split; vm_compute; reflexivity]. destruct example_sizes as (_ & S2 & _ & _).
  destruct two_rows_are as (H1 & H2 & H3 & H4 & H5 & H6).
  apply (the_squared_error_filter_from_rows (fun r => fst (fst r)) its_class
    (fun r => snd (fst r)) its_response two_rows 21 1 2 4 1 58 example_sum example_alone (of_21 22) (of_21
      7) 2 example_data)
    with (asks := its_question) (its_sums := sums_of_two); trivial.
  - split; [lia|]. split; [reflexivity|]. exact S2.
  - split; [lia|]. assert (U := u_pos). simpl. lra.
  - apply (example_summed two_rows (sums_of 22 7 15)). now left.
  - exact example_lightest.
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - destruct q; simpl; auto.
  - intros p _. destruct p, q; vm_compute; discriminate.
Qed.

(** Beside a subset that parts the rows as the threshold does. *)
Definition squares_beside (q : bool) : float64 :=
  if q then squares_of_two true else plus (of_whole 0) (of_binary 105 114).

Example the_squared_error_filter_from_rows_with_subsets_applies q :
  In q (survivors_by squares_beside (squares_of_two true) (bound_with_gains (squared_bound_of_node
    its_response
    example_unit two_rows 2 1 58 example_sum example_alone (of_21 22) (of_21 7) (off 2 (of_21 22)) 2
    (squares_of_two true)) (squares_of_two true) (of_whole 0)) [true; false]).
Proof.
  destruct example_sizes as (_ & S2 & _ & _). destruct two_rows_are as (H1 & H2 & H3 & H4 & H5 & H6).
  change (In q (if known 2 (of_21 22) (of_21 7) then survivors_by squares_beside (squares_beside true)
    (bound_with_gains
    (squared_bound_of_node its_response example_unit two_rows 2 1 58 example_sum example_alone (of_21 22)
      (of_21 7) (off
    2 (of_21 22)) 2 (squares_beside true)) (squares_beside true) (of_whole 0)) [true; false] else [true;
      false])).
  apply (the_squared_error_filter_from_rows_with_subsets (fun r => fst (fst r)) its_class
    (fun r => snd (fst r)) its_response two_rows 21 1 2 4 1 58 example_sum example_alone (of_21 22) (of_21
      7) 2 example_data)
    with (key := squares_beside) (asks := its_question) (its_sums := sums_of_two) (qs := [true]); trivial.
  - split; [lia|]. split; [reflexivity|]. exact S2.
  - split; [lia|]. assert (U := u_pos). simpl. lra.
  - apply (example_summed two_rows (sums_of 22 7 15)). now left.
  - exact example_lightest.
  - intros p [<-|[]]. apply (H6 true). now left.
  - intros p [<-|[<-|[]]]; [left; now left|right]. split; [apply (H6 false); right; now left|].
    exists (of_binary 105 114). split; [|reflexivity].
    assert (E : B2R (of_binary 105 114) = 105 * power_of_two 114).
    { rewrite (by_value _ false (105 * 2 ^ 46) 68) by (vm_compute; reflexivity). simpl. lra. }
    assert (W : B2R (of_21 22) = 22 * power_of_two 56).
    { rewrite (by_value _ false (22 * 2 ^ 48) 8) by (vm_compute; reflexivity). simpl. lra. }
    assert (G : gain_in_keys (fun r : a_row => fst (fst r)) its_class 1 2 1 58 (of_21 22) its_question false =
      105 * power_of_two 114).
    { unfold gain_in_keys. rewrite W, (Qeq_eqR _ (105 # 484)) by (vm_compute; reflexivity).
      change (2 * (1 + 58 - (62 - 2)))%Z with (-2)%Z. change (power_of_two (-2)) with (/ 4). unfold Q2R.
        simpl. lra. }
    refine (a_float_in_keys _ (of_binary 105 114) eq_refl (eq_trans E (eq_sym G)) _). rewrite G. split.
    + apply Rle_trans with (1 * power_of_two 114); [rewrite Rmult_1_l; apply bpow_le; lia|].
      apply Rmult_le_compat_r; [apply bpow_ge_0|lra].
    + apply Rle_trans with (power_of_two 7 * power_of_two 114); [|rewrite <- bpow_plus; apply bpow_le; lia].
      apply Rmult_le_compat_r; [apply bpow_ge_0|]. change (power_of_two 7) with 128. lra.
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - destruct q; simpl; auto.
  - intros p _. destruct p, q; vm_compute; discriminate.
Qed.

(** That an operation of a bound that overflows leaves infinity: it may leave NaN,
  infinity times the root of 0, and of
    that the filter keeps all, too. *)
Example a_bound_may_be_NaN : let one := of_whole 1 in let zero := of_whole 0 in
  let e := bound_for_squares 2 one one zero infinity zero zero zero in
  is_nan e = true /\ survivors_by (fun _ : bool => zero) zero e [true; false] = [true; false].
Proof. split; vm_compute; reflexivity. Qed.

(** Two rows of weights 1 and 2, with responses 0 and 2^30 + 1, whose sums are too large for whole units. *)
Definition unit_of_row (r : bool) : Z := if r then 2%Z else 1%Z.
Definition large_response (r : bool) : Z := if r then (2 ^ 30 + 1)%Z else 0%Z.
Definition in_binary (r : bool) : float64 := of_whole (large_response r).
Definition sum_of_both : float64 := plus (to_one in_binary 31 false) (to_one in_binary 31 true).
Definition sum_of_node : float64 := node_sum in_binary unit_of_row [false; true] 2 31 0 sum_of_both.
Definition sums_of_row (r : bool) : float64 * float64 :=
  if r then (of_whole 2, of_whole (2 ^ 59 + 2 ^ 29)) else (of_whole 1, of_whole (- (2 ^ 58 + 2 ^ 28))).
Definition sums_asked_of (q : bool) : list (float64 * float64) :=
  let s := sums_of_row q in [s; (minus (of_whole 3) (fst s), minus sum_of_node (snd s))].
Definition squares_asked_of (q : bool) : float64 :=
  match sums_asked_of q with
  | [s; t] => squared_key (of_whole 3) sum_of_node (fst s) (fst t) (snd s)
  | _ => of_whole 0
  end.

Definition either (r : bool) : asked bool := Two [r] [negb r].

Lemma two_large_responses_are :
  ((0 < 1)%Q /\ forall r, In r [false; true] ->
    is_finite (in_binary r) = true /\ B2R (in_binary r) = Q2R (1 * inject_Z (large_response r))) /\
  exponent_of (map in_binary [false; true]) 31 /\ adds_up_to (map (to_one in_binary 31) [false; true])
    sum_of_both /\
  exponent_of (map (weighted in_binary unit_of_row [false; true] 31 sum_of_both) [false; true]) 0 /\
  gathered (map unit_of_row [false; true]) (Float (of_whole 3)) /\
  (exists r, In r [false; true] /\ of_whole 1 = of_whole (unit_of_row r) /\
    forall s, In s [false; true] -> (unit_of_row r <= unit_of_row s)%Z) /\
  forall p, In p [true; false] -> divided [false; true] 2 (either p) /\
    sums_of_question in_binary unit_of_row [false; true] 2 31 0 sum_of_both (of_whole 3) (either p)
      (sums_asked_of p) /\
    squared_key_of in_binary unit_of_row [false; true] 2 31 0 sum_of_both (of_whole 3) 2 (either p)
      (sums_asked_of p)
      (squares_asked_of p).
Proof.
  destruct (of_whole_is 0) as [E0 F0]; [lia|]. destruct (of_whole_is (2 ^ 30 + 1)) as [E1 F1]; [lia|].
  change (IZR (2 ^ 30 + 1)) with 1073741825 in E1.
  split; [|split; [|split; [|split; [|split; [|split]]]]].
  - split; [reflexivity|]. intros [|] _; [change (in_binary true) with (of_whole (2 ^ 30 + 1)); rewrite E1|
      change (in_binary false) with (of_whole 0); rewrite E0]; (split; [assumption|unfold Q2R; simpl; lra]).
  - change (exponent_of [of_whole 0; of_whole (2 ^ 30 + 1)] 31).
    split; [intros x [<-|[<-|[]]]|left; eexists; split; [right; now left|]]; rewrite ?E0, ?E1;
      change (power_of_two 31) with 2147483648; change (power_of_two (31 - 1)) with 1073741824;
      try (apply Rabs_le; lra). rewrite Rabs_right; lra.
  - exact (two_floats _ _ _ _ (one_float _) (one_float _)).
  - assert (V1 : B2R (weighted in_binary unit_of_row [false;
    true] 31 sum_of_both false) = IZR (- (2 ^ 52 + 2 ^ 22)) * power_of_two (-54))
      by (apply (by_value _ true (2 ^ 52 + 2 ^ 22)); vm_compute; reflexivity).
    assert (V2 : B2R (weighted in_binary unit_of_row [false;
      true] 31 sum_of_both true) = IZR (2 ^ 52 + 2 ^ 22) * power_of_two (-53))
      by (apply (by_value _ false (2 ^ 52 + 2 ^ 22)); vm_compute; reflexivity).
    change (power_of_two (-54)) with (/ 18014398509481984) in V1.
      change (power_of_two (-53)) with (/ 9007199254740992) in V2.
    change (exponent_of [weighted in_binary unit_of_row [false; true] 31 sum_of_both false;
      weighted in_binary unit_of_row [false; true] 31 sum_of_both true] 0).
    split; [intros x [<-|[<-|[]]]|left; eexists; split; [right; now left|]]; rewrite ?V1, ?V2;
      change (power_of_two 0) with 1; change (power_of_two (0 - 1)) with (/ 2);
      change (- (2 ^ 52 + 2 ^ 22))%Z with (-4503599631564800)%Z;
        change (2 ^ 52 + 2 ^ 22)%Z with 4503599631564800%Z;
      try (apply Rabs_le; lra). rewrite Rabs_right; lra.
  - change (gathered ([1%Z] ++ [2%Z]) (Float (of_whole (1 + 2)))).
    apply turned_into_float, sum_of_wholes; constructor.
  - exists false. split; [now left|]. split; [reflexivity|]. intros [|] _; simpl; lia.
  - intros p _. split; [|split].
    + destruct p; (split; [apply perm_swap || apply Permutation_refl|]);
        (split; [intros part [<-|[<-|[]]]; discriminate|simpl; lia]).
    + exists (sums_of_row p). split; [|reflexivity].
      destruct p; (split; [apply turned_into_float, of_a_row|]); cbn [sums_of_row snd map].
      * replace (response_units in_binary unit_of_row [false;
        true] 2 31 0 sum_of_both true) with (2 ^ 59 + 2 ^ 29)%Z
          by (vm_compute; reflexivity). apply turned_into_float, of_a_row.
      * replace (response_units in_binary unit_of_row [false;
        true] 2 31 0 sum_of_both false) with (- (2 ^ 58 + 2 ^ 28))%Z
          by (vm_compute; reflexivity). apply turned_into_float, of_a_row.
    + eexists _, _. split; reflexivity.
Qed.

Example the_squared_error_filter_of_any_responses_applies q :
  In q (survivors_by squares_asked_of (squares_asked_of true) (squared_bound_of_node in_binary unit_of_row
    [false; true] 2 31 0
    sum_of_both (of_whole 0) (of_whole 3) (of_whole 1) (of_whole 0) 2 (squares_asked_of true)) [true;
      false]).
Proof.
  destruct two_large_responses_are as (H1 & H2 & H3 & H4 & H5 & H6 & H7).
  apply (the_squared_error_filter_of_any_responses (fun r => inject_Z (unit_of_row r)) (fun r => inject_Z
    (large_response r))
    unit_of_row in_binary [false; true] 1 1 2 31 0 sum_of_both (of_whole 3) (of_whole 1) 2)
    with (asks := either) (its_sums := sums_asked_of); trivial.
  - split; [reflexivity|]. split; [intros [|] _; split; reflexivity || (simpl; lia)|].
    unfold whole_sum, sumR. simpl. lra.
  - split; [lia|]. split; [reflexivity|simpl; lia].
  - split; [lia|]. assert (U := u_pos). simpl. lra.
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - destruct q; simpl; auto.
  - intros p _. destruct p, q; vm_compute; discriminate.
Qed.

Definition large_gain : float64 := times (of_binary (2 ^ 30 + 1) 30) (of_binary (2 ^ 30 + 1) 29).
Definition large_squares_beside (q : bool) : float64 := if q then squares_asked_of true else plus (of_whole
  0) large_gain.

Example the_squared_error_filter_of_any_responses_with_subsets_applies q :
  In q (survivors_by large_squares_beside (large_squares_beside true) (bound_with_gains
    (squared_bound_of_node in_binary
    unit_of_row [false; true] 2 31 0 sum_of_both (of_whole 0) (of_whole 3) (of_whole 1) (of_whole 0) 2
    (large_squares_beside true)) (large_squares_beside true) (of_whole 0)) [true; false]).
Proof.
  destruct two_large_responses_are as (H1 & H2 & H3 & H4 & H5 & H6 & H7).
  apply (the_squared_error_filter_of_any_responses_with_subsets (fun r => inject_Z (unit_of_row r)) (fun r
    => inject_Z
    (large_response r))
    unit_of_row in_binary [false; true] 1 1 2 31 0 sum_of_both (of_whole 3) (of_whole 1) 2)
    with (key := large_squares_beside) (asks := either) (its_sums := sums_asked_of) (qs := [true]); trivial.
  - split; [reflexivity|]. split; [intros [|] _; split; reflexivity || (simpl; lia)|].
    unfold whole_sum, sumR. simpl. lra.
  - split; [lia|]. split; [reflexivity|simpl; lia].
  - split; [lia|]. assert (U := u_pos). simpl. lra.
  - intros p [<-|[]]. apply (H7 true). now left.
  - intros p [<-|[<-|[]]]; [left; now left|right]. split; [apply (H7 false); right; now left|].
    exists large_gain. split; [|reflexivity].
    assert (E1 : B2R (of_binary (2 ^ 30 + 1) 30) = 1073741825 * power_of_two 30)
      by (rewrite (by_value _ false (2 ^ 52 + 2 ^ 22) 8) by (vm_compute; reflexivity); simpl; lra).
    assert (E2 : B2R (of_binary (2 ^ 30 + 1) 29) = 1073741825 * power_of_two 29)
      by (rewrite (by_value _ false (2 ^ 52 + 2 ^ 22) 7) by (vm_compute; reflexivity); simpl; lra).
    destruct (of_whole_is 3) as [E3 _]; [lia|].
    assert (G : gain_in_keys (fun r => inject_Z (unit_of_row r)) (fun r => inject_Z (large_response r)) 1 2
      31 0
      (of_whole 3) either false = 1073741825 * power_of_two 30 * (1073741825 * power_of_two 29)).
    { unfold gain_in_keys. rewrite E3, (Qeq_eqR _ (2305843013508661250 # 9)) by (vm_compute; reflexivity).
      change (2 * (31 + 0 - (62 - 2)))%Z with (-58)%Z. change (power_of_two (-58)) with (/
        288230376151711744).
      change (power_of_two 30) with 1073741824. change (power_of_two 29) with 536870912. unfold Q2R. simpl.
        lra. }
    assert (B : power_of_two (-600) <= 1073741825 * power_of_two 30 * (1073741825 * power_of_two 29) <=
      power_of_two 600).
    { change (power_of_two 30) with 1073741824. change (power_of_two 29) with 536870912. split.
      - apply Rle_trans with 1; [apply (bpow_le radix2 (-600) 0); lia|lra].
      - apply Rle_trans with (power_of_two 120); [simpl; lra|apply bpow_le; lia]. }
    destruct (times_rounds (of_binary (2 ^ 30 + 1) 30) (of_binary (2 ^ 30 + 1) 29) eq_refl eq_refl) as [E F].
    + rewrite E1, E2. assert (P := bpow_gt_0 radix2 (-600)).
      apply (rounded_at_most _ 600 ltac:(lia)). rewrite Rabs_right; lra.
    + rewrite E1, E2, <- G in E. refine (what_is_in_keys _ large_gain F E _). rewrite G. exact B.
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - destruct q; simpl; auto.
  - intros p _. destruct p, q; vm_compute; discriminate.
Qed.

(** That what is rounded is all that is to be covered.  Two rows of weight 7/5, which is rounded to a unit,
  and of the
    responses 0 and 1, in units of 1/5: the key is 7 * 7, and that of the gain, 1/4, is the 25 that it is of
      weights 1. *)
Example what_rounds_squares_is_not_enough :
  let key (q : bool) := if q then squared_key (of_whole 2) (of_whole 7) (of_whole 1) (of_whole 1) (of_whole 0)
    else plus (of_whole 0) (of_whole 25) in
  (gain squared_error (map moments_of [[(7 # 5, 0)]; [(7 # 5, 1)]]) * (5 * 5) * (2 * 2) == 25)%Q /\
  survivors_by key (key true) (bound_with_gains (of_whole 0) (key true) (of_whole 0)) [true; false] = [true].
Proof. split; vm_compute; reflexivity. Qed.

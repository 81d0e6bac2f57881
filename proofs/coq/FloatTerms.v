(** * FloatTerms: x log2 x in binary64 of every whole float, beyond 2^26 too

    Counts of rounded weights are whole floats of up to 2^63, which [ProgrammedLogarithm] does not reach.
      Their logarithm, as it is
    programmed, is as near as of smaller ones, the product with it does not overflow,
      and so no key of entropy does. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeKeys WholeFilter WholeCounts FloatLogarithm
  WholeEntropy ProgrammedLogarithm
  RoundedRows RoundedCounts RoundedEntropies RoundedFloats RoundedSums Gathered.
Import ListNotations.
Open Scope R_scope.

Theorem the_logarithm_of_a_whole_float (x : float64) n : is_finite x = true -> B2R x = IZR n -> (1 <= n <= 2
  ^ 70)%Z ->
  exists k e, (IZR n = IZR k * u * bpow radix2 e /\ 7071 / 10000 <= IZR k * u <= 141422 / 100000 /\
    (Z.abs e <= 2 ^ 53)%Z) /\
    is_finite (logarithm x) = true /\ B2R (logarithm x) = float_log2 (IZR k * u) e.
Proof.
  intros Fx Ex X.
  assert (X1 : 1 <= IZR n <= IZR (2 ^ 70)) by (split; apply IZR_le; lia).
  assert (St : is_finite_strict x = true) by (destruct x eqn:E; try discriminate; [simpl in Ex;
    lra|reflexivity]).
  assert (H := Bfrexp_correct 53 1024 _ x St). unfold logarithm. destruct (Bfrexp x) as [half e].
  destruct H as (Ef & Hz). destruct (Hz ltac:(lia)) as [Bz _]. rewrite Ex in Ef.
  assert (Hp : 0 < B2R half) by (apply Rmult_lt_reg_r with (bpow radix2 e); [apply bpow_gt_0|]; lra).
  rewrite Rabs_right in Bz by lra.
  assert (E70 : (1 <= e <= 71)%Z).
  { split.
    - enough (0 < e)%Z by lia. apply (lt_bpow radix2). simpl bpow. apply Rnot_le_lt. intros L.
      assert (B2R half * bpow radix2 e <= B2R half * 1) by (apply Rmult_le_compat_l; lra). lra.
    - enough (e < 72)%Z by lia. apply (lt_bpow radix2). change (bpow radix2 72) with (bpow radix2 (2 + 70)).
      rewrite bpow_plus. change (bpow radix2 70) with (IZR (2 ^ 70)). change (bpow radix2 2) with 4.
      assert (/ 2 * bpow radix2 e <= B2R half * bpow radix2 e) by (apply Rmult_le_compat_r;
        [apply bpow_ge_0|lra]). lra. }
  assert (Fh : is_finite half = true) by (destruct half; try reflexivity; simpl in Hp; lra).
  assert (Kh : exists k, B2R half = IZR k * u).
  { assert (F := float64_is_float half). unfold generic_format, F2R in F. cbn [Fnum Fexp] in F.
    exists (Ztrunc (scaled_mantissa radix2 fexp64 (B2R half))). rewrite u_is_a_power, F at 1. do 2 f_equal.
    assert (M : mag radix2 (B2R half) = 0%Z :> Z) by (apply mag_unique; rewrite Rabs_right by lra; exact Bz).
    unfold cexp, FLT_exp. rewrite M. reflexivity. }
  destruct Kh as [h Kh].
  assert (Hh : holds half (B2R half) 0) by (repeat split; trivial; rewrite Rabs_right by lra; simpl; lra).
  assert (Hr : holds square_root_of_half (6369051672525773 * bpow radix2 (-53)) 0).
  { apply binary_holds; try lia. change (bpow radix2 (-53)) with u. unfold u. rewrite Rabs_right by lra.
    simpl. lra. }
  assert (Hc : holds constant twice_log2_e 2).
  { assert (E : twice_log2_e = 3248660424278399 * bpow radix2 (-50)).
    { unfold twice_log2_e. change (bpow radix2 (-50)) with (/ 1125899906842624). unfold Rdiv. reflexivity. }
    rewrite E. apply binary_holds; try lia. change (bpow radix2 (-50)) with (/ 1125899906842624).
    rewrite Rabs_right by lra. change (bpow radix2 2) with 4. lra. }
  (* from the mantissa on *)
  assert (Go : forall (m : float64) v k d, holds m v 1 -> v = IZR k * u -> 7071 / 10000 <= v <= 141422 /
    100000 ->
    IZR n = v * bpow radix2 d -> (0 <= d <= 71)%Z ->
    exists k e, (IZR n = IZR k * u * bpow radix2 e /\ 7071 / 10000 <= IZR k * u <= 141422 / 100000 /\
      (Z.abs e <= 2 ^ 53)%Z) /\
      is_finite (plus (of_whole d) (times constant (times (over (minus m (of_whole 1)) (plus m (of_whole 1)))
        (plus (of_whole 1) (fold_left (step (times (over (minus m (of_whole 1)) (plus m (of_whole 1)))
          (over (minus m (of_whole 1)) (plus m (of_whole 1))))) odds (of_whole 0)))))) = true /\
      B2R (plus (of_whole d) (times constant (times (over (minus m (of_whole 1)) (plus m (of_whole 1)))
        (plus (of_whole 1) (fold_left (step (times (over (minus m (of_whole 1)) (plus m (of_whole 1)))
          (over (minus m (of_whole 1)) (plus m (of_whole 1))))) odds (of_whole 0)))))) = float_log2 (IZR k
            * u) e).
  { intros m v k d Hm Ev V Xv D. exists k, d. split; [rewrite <- Ev; repeat split; trivial; try apply V;
    lia|].
    assert (H1 := whole_holds 1 0 ltac:(lia) ltac:(lia)).
      assert (H0 := whole_holds 0 0 ltac:(lia) ltac:(lia)).
    assert (Hs1 : holds (minus m (of_whole 1)) (rnd (v - 1)) (-1)).
    { apply (minus_holds _ _ _ _ 1 0); [exact Hm|exact H1|lia|]. change (bpow radix2 (-1)) with (/ 2).
      apply Rabs_le. lra. }
    assert (Hs2 : holds (plus m (of_whole 1)) (rnd (v + 1)) 2).
    { apply (plus_holds _ _ _ _ 1 0); [exact Hm|exact H1|lia|]. change (bpow radix2 2) with 4.
      apply Rabs_le. lra. }
    assert (Lo : 1 <= rnd (v + 1)) by (apply rnd_1; lra).
    assert (Hs : holds (over (minus m (of_whole 1)) (plus m (of_whole 1))) (rnd (rnd (v - 1) / rnd (v +
      1))) (-1)).
    { apply (over_holds _ _ _ _ (-1) 2); [exact Hs1|exact Hs2|lra|lia|]. destruct Hs1 as (_ & _ & B).
      unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ _)) by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
      assert (I : 0 < / rnd (v + 1) <= 1).
      { split; [apply Rinv_0_lt_compat; lra|]. apply Rmult_le_reg_r with (rnd (v + 1)); [lra|].
        rewrite Rinv_l; lra. }
      rewrite <- (Rmult_1_r (bpow radix2 (-1))). apply Rmult_le_compat; try lra. apply Rabs_pos. }
    set (s := over (minus m (of_whole 1)) (plus m (of_whole 1))) in *.
    set (sv := rnd (rnd (v - 1) / rnd (v + 1))) in *.
    assert (Hq := times_holds s s sv sv (-1) (-1) (-2) Hs Hs ltac:(lia) ltac:(lia)).
    assert (Hf := steps_hold _ _ odds Hq ltac:(simpl; intuition lia) _ _ H0).
    set (f := fold_left (step (times s s)) odds (of_whole 0)) in *.
    set (fv := fold_left (float_step (rnd (sv * sv))) odds 0) in *.
    assert (Hg : holds (plus (of_whole 1) f) (rnd (1 + fv)) 1).
    { apply (plus_holds _ _ _ _ 0 0); [exact H1|exact Hf|lia|]. destruct Hf as (_ & _ & B).
      change (bpow radix2 0) with 1 in B. change (bpow radix2 1) with 2. apply Rabs_le_inv in B.
      apply Rabs_le. lra. }
    assert (Hp1 := times_holds _ _ _ _ (-1) 1 0 Hs Hg ltac:(lia) ltac:(lia)).
    assert (Hp2 := times_holds _ _ _ _ 2 0 2 Hc Hp1 ltac:(lia) ltac:(lia)).
    assert (Hd := whole_holds d 7 ltac:(lia) ltac:(lia)).
    assert (He := plus_holds _ _ _ _ 7 2 8 Hd Hp2 ltac:(lia)). destruct Hd as (_ & _ & Bd).
    destruct Hp2 as (_ & _ & Bp). destruct He as (Fin & E & _).
    - apply Rle_trans with (1 := Rabs_triang _ _). change (bpow radix2 7) with 128 in Bd.
      change (bpow radix2 2) with 4 in Bp. change (bpow radix2 8) with 256. lra.
    - split; [exact Fin|]. rewrite E. unfold float_log2. rewrite <- Ev. reflexivity. }
  destruct Hr as (Fr & Er & _). rewrite Bltb_correct, Er by assumption.
  change (bpow radix2 (-53)) with u in *.
  destruct (Rlt_bool_spec (B2R half) (6369051672525773 * u)) as [L|L].
  - assert (Two : rnd (2 * B2R half) = 2 * B2R half).
    { apply rnd_float. rewrite Rmult_comm. apply (Mult_error.mult_bpow_pos_exact_FLT radix2 (-1074) 53 (B2R
      half) 1); [|lia].
      apply float64_is_float. }
    apply (Go (times two half) (2 * B2R half) (2 * h)%Z (e - 1)%Z).
    + rewrite <- Two. apply (times_holds _ _ _ _ 1 0 1 (whole_holds 2 1 ltac:(lia) ltac:(lia)) Hh); lia.
    + rewrite mult_IZR, Kh. ring.
    + unfold u in L. lra.
    + rewrite Ef. replace e with (e - 1 + 1)%Z at 1 by lia. rewrite bpow_plus. change (bpow radix2 1) with 2.
      ring.
    + lia.
  - rewrite Z.sub_0_r. apply (Go half (B2R half) h e); trivial; [| |lia].
    + destruct Hh as (A & B & C). split; [exact A|]. split; [exact B|]. apply Rle_trans with (1 := C).
      apply bpow_le. lia.
    + unfold u in L. lra.
Qed.

(** ** As a function of real numbers, as [RoundedEntropies] takes it *)

Definition log_float (y : R) : R := if Rle_dec y (IZR (2 ^ 70)) then B2R (logarithm (of_whole (Zfloor y)))
  else rnd (log2 y).

Lemma log2_at_least_0 n : (1 <= n)%Z -> 0 <= log2 (IZR n).
Proof. intros N. rewrite <- log2_1. apply log2_le; [lra|now apply IZR_le]. Qed.

Lemma log_float_is_near n : (1 <= n)%Z -> is_float (IZR n) -> is_float (log_float (IZR n)) /\
  Rabs (log_float (IZR n) - log2 (IZR n)) <= 8 * u * log2 (IZR n).
Proof.
  intros N F. assert (L0 := log2_at_least_0 n N). unfold log_float.
    destruct (Rle_dec (IZR n) (IZR (2 ^ 70))) as [L|L].
  - apply le_IZR in L. rewrite Zfloor_IZR. destruct (whole_of_any n ltac:(lia)) as [Fn En].
    rewrite (rnd_float _ F) in En.
    destruct (the_logarithm_of_a_whole_float (of_whole n) n Fn En ltac:(lia)) as (k & e & (E1 & E2 & E3) & _
      & E). rewrite E.
    now apply logarithm_of_a_whole_number_is_near.
  - split; [apply rnd_is_float|]. assert (U := u_pos). assert (B : 1 <= log2 (IZR n)).
    { assert (H2 : log2 2 = 1) by (unfold log2; field; assert (H := ln_2_positive); lra). rewrite <- H2.
      apply log2_le; [lra|].
      apply IZR_le. apply Rnot_le_lt, lt_IZR in L. lia. }
    assert (R := rnd_error (log2 (IZR n))). rewrite (Rabs_right (log2 (IZR n))) in R by lra.
    assert (0 <= u * log2 (IZR n)) by (apply Rmult_le_pos; lra).
      specialize (R ltac:(right; rewrite Rabs_right by lra; apply Rle_trans with 1;
      [change 1 with (bpow radix2 0); apply bpow_le; lia|exact B])). lra.
Qed.

Lemma strict (x : float64) : is_finite x = true -> B2R x <> 0 -> is_finite_strict x = true.
Proof. now destruct x. Qed.

Definition weight_times_logarithm (x : float64) : float64 :=
  times x (logarithm (if Bltb x (of_whole 1) then of_whole 1 else x)).

Theorem weight_times_logarithm_is x : whole_below 63 x -> is_finite (weight_times_logarithm x) = true /\
  B2R (weight_times_logarithm x) = float_phi log_float (B2R x) /\ 0 <= B2R (weight_times_logarithm x) <=
    power_of_two 70.
Proof.
  intros (Fx & (n & En) & Lx). assert (U := u_pos). destruct (of_whole_is 1) as [E1 F1]; [lia|].
  assert (Ln : (Z.abs n <= 2 ^ 63)%Z) by (apply le_IZR; rewrite abs_IZR, <- En; exact Lx).
  assert (Log : forall y k, is_finite y = true -> B2R y = IZR k -> (1 <= k <= 2 ^ 63)%Z ->
    is_finite (logarithm y) = true /\ B2R (logarithm y) = log_float (IZR k) /\
      0 <= B2R (logarithm y) <= 64 /\ (k = 1%Z -> B2R (logarithm y) = 0)).
  { intros y k Fy Ey K. destruct (the_logarithm_of_a_whole_float y k Fy Ey ltac:(lia)) as (h & e & (H1 & H2 &
    H3) & F & E).
    destruct (logarithm_of_a_whole_number_is_near k h e (proj1 K) H1 H2 H3) as [_ N]. rewrite <- E in N.
      split; [exact F|].
    assert (L0 := log2_at_least_0 k (proj1 K)). assert (L63 : log2 (IZR k) <= 63).
    { assert (H : log2 (power_of_two 63) = 63) by (unfold log2; rewrite bpow_exp, ln_exp;
      change (ln (IZR radix2)) with (ln 2); field; assert (Q := ln_2_positive); lra).
      rewrite <- H. apply log2_le; [apply IZR_lt; lia|]. change (power_of_two 63) with (IZR (2 ^ 63)).
        apply IZR_le. lia. }
    assert (u * log2 (IZR k) <= / 1000000 * log2 (IZR k)) by (apply Rmult_le_compat_r; lra).
      apply Rabs_le_inv in N.
    split; [|split; [lra|]].
    - unfold log_float. destruct (Rle_dec (IZR k) (IZR (2 ^ 70))) as [L|L]; [|exfalso; apply L, IZR_le; lia].
      rewrite Zfloor_IZR.
      do 2 f_equal. destruct (whole_of_any k ltac:(lia)) as [Fk Ek].
        assert (Fl : is_float (IZR k)) by (rewrite <- Ey; apply float64_is_float).
      rewrite (rnd_float _ Fl) in Ek. apply B2R_inj; [| |now rewrite Ek].
      + apply strict; [exact Fy|]. rewrite Ey. apply Rgt_not_eq, IZR_lt. lia.
      + apply strict; [exact Fk|]. rewrite Ek. apply Rgt_not_eq, IZR_lt. lia.
    - intros ->. rewrite log2_1 in *. lra. }
  assert (Go : forall y k, is_finite y = true -> B2R y = IZR k -> (1 <= k <= 2 ^ 63)%Z -> IZR k = Rmax (B2R
    x) 1 ->
    is_finite (times x (logarithm y)) = true /\ B2R (times x (logarithm y)) = float_phi log_float (B2R x) /\
      0 <= B2R (times x (logarithm y)) <= power_of_two 70).
  { intros y k Fy Ey K M. destruct (Log y k Fy Ey K) as (F & E & B & One).
    assert (P : 0 <= B2R x * B2R (logarithm y) <= power_of_two 69).
    { destruct (Rle_lt_dec 1 (B2R x)) as [G|G].
      - apply Rabs_le_inv in Lx. split; [apply Rmult_le_pos; lra|]. change 69%Z with (63 + 6)%Z.
        rewrite bpow_plus. change (power_of_two 6) with 64.
        apply Rmult_le_compat; lra.
      - rewrite Rmax_right in M by lra. apply eq_IZR in M. rewrite (One M), Rmult_0_r.
        split; [lra|apply bpow_ge_0]. }
    destruct (rounded_is_small _ 70 ltac:(lia) (conj (proj1 P) (Rle_trans _ _ _ (proj2 P) (bpow_le radix2 69
      70 ltac:(lia))))) as [R S].
    destruct (times_rounds x (logarithm y) Fx F S) as [Et Ft]. split; [exact Ft|]. rewrite Et.
      split; [|exact R].
    unfold float_phi. now rewrite <- M, <- E. }
  unfold weight_times_logarithm. rewrite Bltb_correct, E1 by assumption.
    destruct (Rlt_bool_spec (B2R x) 1) as [L|L].
  - apply (Go (of_whole 1) 1%Z F1 E1); [lia|]. now rewrite Rmax_right by lra.
  - apply (Go x n Fx En); [|now rewrite Rmax_left, En]. rewrite En in L. apply le_IZR in L. lia.
Qed.

(** ** Sums of floats of either sign do not overflow *)
Lemma floats_add_up l s : adds_up_to l s -> (forall x, In x l -> is_finite x = true /\
  Rabs (B2R x) <= power_of_two 310) ->
  INR (length l) * u <= / 1000 -> is_finite s = true /\ added_up (reals l) (B2R s) /\
    Rabs (B2R s) <= power_of_two 410.
Proof.
  assert (U := u_pos). intros A. 
  enough (H : (forall x, In x l -> is_finite x = true /\ Rabs (B2R x) <= power_of_two 310) -> INR (length l)
    * u <= / 1000 ->
    is_finite s = true /\ added_up (reals l) (B2R s) /\ Rabs (B2R s) <= 2 * INR (length l) * power_of_two
      310).
  { intros F N. destruct (H F N) as (H1 & H2 & H3). split; [exact H1|]. split; [exact H2|].
    apply Rle_trans with (1 := H3).
    assert (L : INR (length l) <= power_of_two 53).
    { apply Rmult_le_reg_r with u; [lra|]. apply Rle_trans with (1 := N). rewrite u_is_a_power, <- bpow_plus.
      simpl. lra. }
    change (power_of_two 410) with (power_of_two (1 + 99 + 310)). rewrite !bpow_plus.
      apply Rmult_le_compat_r; [apply bpow_ge_0|].
    change (power_of_two 1) with 2. apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (1 := L), bpow_le.
      lia. }
  induction A as [x|l m s t A IA B IB|l m s P A IA]; intros F N.
  - destruct (F x (or_introl eq_refl)) as [Fx Px]. split; [exact Fx|].
    split; [constructor; apply float64_is_float|]. change (INR (length [x])) with 1.
    assert (Q := bpow_ge_0 radix2 310). lra.
  - rewrite app_length, plus_INR in *. assert (Nl := pos_INR (length l)). assert (Nm := pos_INR (length m)).
    assert (0 <= INR (length l) * u) by (apply Rmult_le_pos; lra).
      assert (0 <= INR (length m) * u) by (apply Rmult_le_pos; lra).
    destruct IA as (Fs & As & Ps); [intros x I; apply F, in_or_app; now left|lra|].
    destruct IB as (Ft & At & Pt); [intros x I; apply F, in_or_app; now right|lra|].
    assert (L : Rabs (B2R s + B2R t) <= power_of_two 410).
    { apply Rle_trans with (1 := Rabs_triang _ _). assert (Big : 2 * (INR (length l) + INR (length m)) <=
      power_of_two 100).
      { apply Rmult_le_reg_r with u; [lra|]. apply Rle_trans with 1; [lra|].
        rewrite u_is_a_power, <- bpow_plus. apply (bpow_le radix2 0). lia. }
      change (power_of_two 410) with (power_of_two (100 + 310)). rewrite bpow_plus.
        assert (Q := bpow_ge_0 radix2 310).
      apply Rle_trans with (2 * (INR (length l) + INR (length m)) * power_of_two 310); [lra|].
        now apply Rmult_le_compat_r. }
    destruct (rounded_at_most _ 410 ltac:(lia) L) as [_ S]. destruct (plus_rounds s t Fs Ft S) as [E G].
      split; [exact G|].
    assert (Added : added_up (reals (l ++ m)) (B2R (plus s t))) by (rewrite reals_app, E; now constructor).
      split; [exact Added|].
    assert (D := a_sum_in_any_order_is_near _ _ Added). rewrite reals_length, app_length, plus_INR in D.
    assert (M : forall k, (forall x, In x k -> is_finite x = true /\ Rabs (B2R x) <= power_of_two 310) -> 0
      <= magnitude (reals k) <= INR (length k) * power_of_two 310).
    { clear. intros k H. split; [apply magnitude_nonneg|]. unfold magnitude, reals. rewrite sumR_map.
      apply sum_at_most. intros x I. now apply H. }
    assert (Mk := M (l ++ m) F). rewrite app_length, plus_INR in Mk.
      assert (T := total_at_most_magnitude (reals (l ++ m))).
    assert ((INR (length l) + INR (length m) - 1) * u * magnitude (reals (l ++ m)) <= 1 * magnitude (reals (l
      ++ m))) by (apply Rmult_le_compat_r; lra).
    assert (Tr := Rabs_triang (B2R (plus s t) - total (reals (l ++ m))) (total (reals (l ++ m)))).
    replace (B2R (plus s t) - total (reals (l ++ m)) + total (reals (l ++ m))) with (B2R (plus s t)) in Tr by
      ring. lra.
  - rewrite <- (Permutation.Permutation_length P) in *.
    destruct IA as (Fs & As & Ps); [intros x I; apply F; now apply (Permutation.Permutation_in _ P)|exact N|].
    split; [exact Fs|]. split; [|exact Ps]. apply (in_another_order (reals l));
      [now apply reals_permuted|exact As].
Qed.

(** * RoundedGains: gains of entropy, of weights that are rounded, are not tiny;
  and a limit is decided where the node's
    weight is rounded

    A term x log2 x of a whole number is 0 or at least 1, so that its float is a multiple of 2^-52;
      and so are sums and differences of such
    floats, rounded in whatever order.  Hence a gain is 0 or at least 2^-52:
      what [Decisions] asks of limits, the gate and the ratio. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core Mult_error.
From Dtrees Require Import Entropy Rounding WholeKeys RoundedRows RoundedCounts RoundedEntropies.
From Dtrees Require Decisions.
Import ListNotations.
Open Scope R_scope.

Notation power_of_two := (bpow radix2).

Definition grained (x : R) : Prop := exists k, x = IZR k * power_of_two (-52).

Lemma grained_plus x y : grained x -> grained y -> grained (x + y).
Proof. intros [j ->] [k ->]. exists (j + k)%Z. rewrite plus_IZR. ring. Qed.

Lemma grained_opp x : grained x -> grained (- x).
Proof. intros [j ->]. exists (- j)%Z. rewrite opp_IZR. ring. Qed.

Lemma grained_rnd x : grained x -> grained (rnd x).
Proof.
  intros [k ->]. destruct (Z_le_gt_dec (Z.abs k) (2 ^ 53)) as [L|G].
  - exists k. apply rnd_float. destruct (Z.eq_dec k 0) as [->|D]; [rewrite Rmult_0_l;
    apply generic_format_0|].
    apply mult_bpow_exact_FLT; [now apply whole_is_float|]. assert (M := mag_ge_bpow radix2 (IZR k) 1).
    simpl (power_of_two (1 - 1)) in M. rewrite <- abs_IZR in M. specialize (M ltac:(apply IZR_le; lia)). lia.
  - assert (M : (54 <= mag radix2 (IZR k))%Z).
    { apply (mag_ge_bpow radix2 (IZR k) 54). rewrite <- abs_IZR.
      change (power_of_two (54 - 1)) with (IZR (2 ^ 53)).
      apply IZR_le. lia. }
    assert (N : IZR k <> 0) by (apply IZR_neq; lia). set (x := IZR k * power_of_two (-52)).
    assert (Mx : mag radix2 x = (mag radix2 (IZR k) + -52)%Z :> Z) by (apply mag_mult_bpow; exact N).
    unfold rnd, round, F2R. cbn [Fnum Fexp]. set (e := cexp radix2 fexp64 x). set (z := ZnearestE _).
    assert (E : (0 <= e + 52)%Z) by (unfold e, cexp, FLT_exp; lia). exists (z * 2 ^ (e + 52))%Z.
    rewrite mult_IZR. change 2%Z with (radix_val radix2).
      rewrite IZR_Zpower, Rmult_assoc, <- bpow_plus by exact E.
    do 2 f_equal. lia.
Qed.

Lemma large_floats_are_grained x : is_float x -> 1 <= Rabs x -> grained x.
Proof. intros F L. now apply (Decisions.large_floats_are_multiples x 0). Qed.

Lemma sums_are_grained l s : added_up l s -> (forall x, In x l -> grained x) -> grained s.
Proof.
  intros Ad. induction Ad as [x Fx|l m s t A IA B IB|l m s P A IA]; intros H.
  - apply H. now left.
  - apply grained_rnd, grained_plus; [apply IA|apply IB]; intros x I; apply H, in_or_app; auto.
  - apply IA. intros x I. apply H. now apply (Permutation.Permutation_in _ P).
Qed.

Lemma what_is_grained_is_sizable x : grained x -> Decisions.sizable x.
Proof.
  intros [k ->]. destruct (Z.eq_dec k 0) as [->|D]; [left; ring|right].
  rewrite Rabs_mult, (Rabs_right (power_of_two _)) by apply Rle_ge, bpow_ge_0. rewrite <- abs_IZR.
  apply Rle_trans with (1 * power_of_two (-52)); [rewrite Rmult_1_l; apply bpow_le; lia|].
  apply Rmult_le_compat_r; [apply bpow_ge_0|]. apply IZR_le. lia.
Qed.

Section Terms.
  Variable log_float : R -> R.
  Hypothesis log_is_near : forall n : Z, (1 <= n)%Z -> is_float (IZR n) -> is_float (log_float (IZR n)) /\
    Rabs (log_float (IZR n) - log2 (IZR n)) <= 8 * u * log2 (IZR n).

  Lemma a_term_is_grained x : is_float x -> (exists n, x = IZR n) -> grained (float_phi log_float x).
  Proof.
    intros F [n ->]. assert (U := u_pos). unfold float_phi. destruct (Z_le_gt_dec n 1) as [L|G].
    - rewrite Rmax_right by (now apply IZR_le).
      destruct (log_is_near 1) as [_ N]; [lia|now apply whole_is_float|].
      assert (Z : log2 1 = 0) by (unfold log2; rewrite ln_1; unfold Rdiv; ring).
      rewrite Z, Rmult_0_r, Rminus_0_r in N. assert (log_float 1 = 0) as -> by (apply Rabs_le_inv in N; lra).
      rewrite Rmult_0_r, rnd_0. exists 0%Z. ring.
    - assert (N2 : 2 <= IZR n) by (apply IZR_le; lia). rewrite Rmax_left by lra.
      destruct (log_is_near n) as [_ N]; [lia|exact F|].
      assert (L1 : 1 <= log2 (IZR n)).
      { assert (H : log2 2 = 1) by (unfold log2; field; assert (Q := ln_2_positive); lra). rewrite <- H.
        apply log2_le; [lra|exact N2]. }
      assert (8 * u * log2 (IZR n) <= / 100 * log2 (IZR n)) by (apply Rmult_le_compat_r; lra).
        apply Rabs_le_inv in N.
      assert (P : 1 <= IZR n * log_float (IZR n)).
      { apply Rle_trans with (2 * / 2); [lra|]. apply Rmult_le_compat; lra. }
      apply large_floats_are_grained; [apply rnd_is_float|]. rewrite Rabs_right; [now apply rnd_1|].
      apply Rle_ge, Rle_trans with 1; [lra|now apply rnd_1].
  Qed.

  Lemma a_key_is_grained ps key : is_entropy_key log_float ps key -> (forall p, In p ps ->
    is_float (float_weight p) /\ (exists n, float_weight p = IZR n) /\
    forall x, In x (counts p) -> is_float (snd x) /\ exists n, snd x = IZR n) -> grained key.
  Proof.
    intros (f & Sums & K) H.
    assert (Sum : forall p, In p ps -> grained (f p)).
    { intros p I. apply (sums_are_grained _ _ (Sums p I)). intros y J. apply in_map_iff in J as (x & <- & J).
      destruct (H p I) as (_ & _ & X). destruct (X x J) as [Fx Wx]. now apply a_term_is_grained. }
    assert (Weight : forall p, In p ps -> grained (float_phi log_float (float_weight p))).
    { intros p I. destruct (H p I) as (Fp & Wp & _). now apply a_term_is_grained. }
    destruct K as [A|(p & q & E & ->)].
    - apply (sums_are_grained _ _ A). intros y J. apply in_map_iff in J as (p & <- & J).
      apply grained_rnd, grained_plus; [now apply Sum|now apply grained_opp, Weight].
    - assert (Ip : In p ps) by (rewrite E; now left). assert (Iq : In q ps) by (rewrite E; right; now left).
      apply grained_rnd, grained_plus; [|apply grained_opp]; apply grained_rnd, grained_plus; auto.
  Qed.
End Terms.

(** ** A limit on the gain, where the node's weight is off

    A limit is brought to the unit of keys by the node's weight [W], which is off by [e] at most,
      and [off] is the float of
    what bounds that.  [limit] is exact but for [W], and [M] with the true weight [W0]. *)
Section Limit.
  Variables gain error least G M limit near W W0 e off : R.
  Hypothesis floats : is_float gain /\ is_float least /\ is_float error.
  Hypothesis near_gain : Rabs (gain - G) <= near.
  Hypothesis error_is : 0 <= near /\ 4 / 3 * near <= error /\ 0 < error.
  Hypothesis weight : Rabs (W0 - W) <= e /\ 0 <= e <= off /\ 1 <= W <= power_of_two 63 /\
    (off = 0 \/ 1 <= off).
  Hypothesis limit_is : Rabs (least - limit) <= u * least /\ M = limit * (W0 / W).
  Hypothesis least_is : least = 0 \/ power_of_two (-600) <= least <= power_of_two 90 * error.

  (** As programmed. *)
  Definition error_with_limit : R := rnd (error + rnd (least * rnd (2 * u + rnd (4 * rnd (off / W))))).

  Lemma least_nonneg : 0 <= least.
  Proof. destruct least_is as [->|[L _]]; [lra|]. apply Rle_trans with (2 := L), bpow_ge_0. Qed.

  Lemma near_share x : x = 0 \/ power_of_two (-900) <= x -> (1 - u) * x <= rnd x <= (1 + u) * x.
  Proof.
    intros [->|L]; [rewrite rnd_0; lra|]. assert (P := bpow_gt_0 radix2 (-900)). apply share; [|lra].
    right. rewrite Rabs_right by lra. apply Rle_trans with (2 := L). apply bpow_le. lia.
  Qed.

  Let s := 1.01 * (off / W).

  Lemma share_of_weight_nonneg : 0 <= off / W.
  Proof.
    destruct weight as (_ & E & HW & _). apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra].
  Qed.

  Lemma the_limit_is_off : Rabs (limit - M) <= s * least.
  Proof.
    destruct weight as (D & E & HW & _). destruct limit_is as [L Em]. rewrite Em. assert (U := u_pos).
      assert (P := least_nonneg).
    assert (Q := share_of_weight_nonneg). replace (limit - limit * (W0 / W)) with (limit * ((W - W0) / W)) by
      (field; lra).
    assert (A : Rabs limit <= 1.01 * least).
    { apply Rabs_le_inv in L. assert (u * least <= / 1000 * least) by (apply Rmult_le_compat_r; lra).
      apply Rabs_le. lra. }
    assert (B : Rabs ((W - W0) / W) <= off / W).
    { unfold Rdiv. assert (I : 0 < / W) by (apply Rinv_0_lt_compat; lra).
      rewrite Rabs_mult, (Rabs_right (/ W)) by lra. rewrite Rabs_minus_sym. apply Rmult_le_compat_r; lra. }
    unfold s. replace (1.01 * (off / W) * least) with (1.01 * least * (off / W)) by ring.
      now apply product_at_most.
  Qed.

  Lemma the_error_covers_it : near + s * least + 2 * u * least <= error_with_limit.
  Proof.
    destruct weight as (_ & E & [W1 W2] & O). destruct error_is as (N0 & NE & E1). assert (U := u_pos).
      assert (P := least_nonneg).
    assert (Q := share_of_weight_nonneg). set (q := off / W) in *.
    assert (Q' : q = 0 \/ power_of_two (-63) <= q).
    { unfold q. destruct O as [->|O]; [left; unfold Rdiv; ring|right]. unfold Rdiv.
      rewrite <- (Rmult_1_l (power_of_two (-63))). change (-63)%Z with (- (63))%Z. rewrite bpow_opp.
      apply Rmult_le_compat; try lra; [apply Rlt_le, Rinv_0_lt_compat, bpow_gt_0|].
        apply Rinv_le_contravar; lra. }
    assert (P63 := bpow_gt_0 radix2 (-63)).
    assert (Small : power_of_two (-900) <= / 4 * power_of_two (-63) /\ power_of_two (-900) <= u).
    { change (/ 4) with (power_of_two (-2)). rewrite <- bpow_plus, u_is_a_power. split; apply bpow_le; lia. }
    assert (uq : 0 <= u * q <= / 1000000 * q) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (A := near_share q ltac:(destruct Q' as [->|Q']; [now left|right; lra])). set (a := rnd q) in *.
    assert (a0 : 0.999 * q <= a <= 1.001 * q) by lra.
    assert (ua : 0 <= u * a <= / 1000000 * a) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (B := near_share (4 * a) ltac:(destruct Q' as [Z|Q']; [left; lra|right; lra])).
      set (b := rnd (4 * a)) in *.
    assert (b0 : 3.99 * q <= b <= 4.01 * q) by lra.
    assert (ub : 0 <= u * b <= / 1000000 * b) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (T := near_share (2 * u + b) ltac:(right; lra)). set (t := rnd (2 * u + b)) in *.
    assert (uu : 0 <= u * u <= / 1000000 * u) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (T1 : 3.98 * q + (2 * u - 2 * (u * u)) <= t <= 4.02 * q + 2.01 * u) by lra.
    assert (LQ : 0 <= least * q) by (apply Rmult_le_pos; lra).
      assert (LU : 0 <= least * u) by (apply Rmult_le_pos; lra).
    assert (V : least * (u * u) <= / 10000 * error).
    { destruct least_is as [->|[_ L]]; [lra|].
      apply Rle_trans with (power_of_two 90 * error * (u * u)); [apply Rmult_le_compat_r; lra|].
      replace (power_of_two 90 * error * (u * u)) with (power_of_two 90 * (u * u) * error) by ring.
      apply Rmult_le_compat_r; [lra|].
      rewrite u_is_a_power, <- !bpow_plus. change (power_of_two (90 + (-53 + -53))) with (/ 65536). lra. }
    assert (M1 : 3.98 * (least * q) + 2 * (least * u) - 2 * (least * (u * u)) <= least * t).
    { apply Rle_trans with (least * (3.98 * q + (2 * u - 2 * (u * u)))); [lra|apply Rmult_le_compat_l; lra]. }
    assert (M2 : least * t <= 4.02 * (least * q) + 2.01 * (least * u)).
    { apply Rle_trans with (least * (4.02 * q + 2.01 * u)); [apply Rmult_le_compat_l; lra|lra]. }
    assert (Tiny : least * t = 0 \/ power_of_two (-900) <= least * t).
    { destruct least_is as [->|[L _]]; [left; ring|right]. change (-900)%Z with (-600 + -300)%Z.
      rewrite bpow_plus.
      assert (P6 := bpow_ge_0 radix2 (-600)). assert (P3 := bpow_ge_0 radix2 (-300)).
      apply Rmult_le_compat; try lra. apply Rle_trans with u; [rewrite u_is_a_power; apply bpow_le;
        lia|lra]. }
    assert (Y := near_share (least * t) Tiny). set (x := least * t) in *. set (z := rnd x) in *.
    assert (uLQ : 0 <= u * (least * q) <= / 1000000 * (least * q)) by (split;
      [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (ux : u * x <= 4.02 * (u * (least * q)) + 2.01 * (least * (u * u))).
    { apply Rle_trans with (u * (4.02 * (least * q) + 2.01 * (least * u))); [apply Rmult_le_compat_l;
      lra|lra]. }
    assert (Z1 : 3.97 * (least * q) + 2 * (least * u) - 5 * (least * (u * u)) <= z <= 4.03 * (least * q) +
      2.02 * (least * u) + 5 * (least * (u * u))) by lra.
    unfold error_with_limit. fold q a b t x z. destruct floats as (_ & _ & Fe).
    assert (S := sum_error error z Fe (rnd_is_float _)).
    assert (uz : u * z <= 4.03 * (u * (least * q)) + 2.02 * (least * (u * u)) + u * (5 * (least * (u * u)))).
    { apply Rle_trans with (u * (4.03 * (least * q) + 2.02 * (least * u) + 5 * (least * (u * u))));
      [apply Rmult_le_compat_l; lra|lra]. }
    assert (u5 : u * (5 * (least * (u * u))) <= / 1000000 * (5 * (least * (u * u)))) by (apply
      Rmult_le_compat_r; [|lra];
      apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    assert (Lu0 : 0 <= least * (u * u)) by (apply Rmult_le_pos; lra).
    assert (z0 : 0 <= z) by (unfold z; rewrite <- rnd_0; apply rnd_le; unfold x; apply Rmult_le_pos; lra).
    rewrite (Rabs_right (error + z)) in S by lra.
      assert (ue : u * error <= / 1000000 * error) by (apply Rmult_le_compat_r; lra).
    apply Rabs_le_inv in S. unfold s. fold q. lra.
  Qed.

  (** So the tests of [Decisions] are right of the limit that is meant. *)
  Theorem what_reaches_a_limit_of_rounded_weight : Decisions.reaches gain error_with_limit least -> M <= G.
  Proof.
    intros R. destruct floats as (Fg & Fl & _). assert (C := the_error_covers_it).
      assert (O := the_limit_is_off).
    assert (H := Decisions.what_reaches_the_limit_has_it gain error_with_limit least (G - s * least) limit
      (near + s * least)
      (conj Fg (conj (rnd_is_float _) Fl))).
    apply Rabs_le_inv in O, near_gain. assert (limit <= G - s * least); [|lra].
    apply H; trivial; [apply Rabs_le; lra|apply limit_is|exact least_nonneg].
  Qed.

  Theorem what_misses_a_limit_of_rounded_weight : Decisions.misses gain error_with_limit least -> G < M.
  Proof.
    intros R. destruct floats as (Fg & Fl & _). assert (C := the_error_covers_it).
      assert (O := the_limit_is_off).
    assert (H := Decisions.what_misses_the_limit_has_it_not gain error_with_limit least (G + s * least) limit
      (near + s * least)
      (conj Fg (conj (rnd_is_float _) Fl))).
    apply Rabs_le_inv in O, near_gain. assert (G + s * least < limit); [|lra].
    apply H; trivial; [apply Rabs_le; lra|apply limit_is].
  Qed.
End Limit.

(** ** An example, and a plausible wrong statement

    Of a node that weighs 17, or 16 as rounded, a gain of about 4 reaches a limit of 2. *)
Lemma rnd_at_most_power x k : (-1000 <= k)%Z -> x <= power_of_two k -> rnd x <= power_of_two k.
Proof. intros K. apply Decisions.rnd_at_most, generic_format_bpow. unfold FLT_exp. lia. Qed.

Example what_reaches_a_limit_of_rounded_weight_applies G : Rabs (4 - G) <= / 2 ->
  Decisions.reaches 4 (error_with_limit 1 2 16 1) 2 /\ 2 * (17 / 16) <= G.
Proof.
  intros N. assert (U := u_pos).
  assert (F : is_float 4 /\ is_float 2 /\ is_float 1) by (repeat split; apply whole_is_float; lia).
  assert (R : Decisions.reaches 4 (error_with_limit 1 2 16 1) 2).
  { assert (A := rnd_at_most_power (1 / 16) (-4) ltac:(lia) ltac:(change (power_of_two (-4)) with (/ 16);
    lra)).
    change (power_of_two (-4)) with (/ 16) in A.
    assert (B := rnd_at_most_power (4 * rnd (1 / 16)) (-2) ltac:(lia) ltac:(change (power_of_two (-2)) with
      (/ 4); lra)).
    change (power_of_two (-2)) with (/ 4) in B.
    assert (C := rnd_at_most_power (2 * u + rnd (4 * rnd (1 / 16))) (-1) ltac:(lia)
      ltac:(change (power_of_two (-1)) with (/ 2); lra)). change (power_of_two (-1)) with (/ 2) in C.
    assert (D := rnd_at_most_power (2 * rnd (2 * u + rnd (4 * rnd (1 / 16)))) 0 ltac:(lia)
      ltac:(change (power_of_two 0) with 1; lra)). change (power_of_two 0) with 1 in D.
    assert (E := rnd_at_most_power (1 + rnd (2 * rnd (2 * u + rnd (4 * rnd (1 / 16))))) 1 ltac:(lia)
      ltac:(change (power_of_two 1) with 2; lra)). change (power_of_two 1) with 2 in E.
    unfold Decisions.reaches, error_with_limit. apply Decisions.rnd_at_least; [apply F|lra]. }
  split; [exact R|].
  apply (what_reaches_a_limit_of_rounded_weight 4 1 2 G (2 * (17 / 16)) 2 (/ 2) 16 17 1 1); trivial.
  - lra.
  - change (power_of_two 63) with 9223372036854775808. rewrite Rabs_right by lra. repeat split; lra.
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. split; [lra|reflexivity].
  - right. change (power_of_two 90) with 1237940039285380274899124224. split; [|lra].
    apply Rle_trans with (power_of_two 0); [apply bpow_le; lia|change (power_of_two 0) with 1; lra].
Qed.

(** That what covers the limit's own rounding covers that of the weight: 33/32 reaches a limit of 1,
  which is 17/16. *)
Example the_weight_of_a_limit_counts : Decisions.reaches (33 / 32) (2 * u) 1 /\ 33 / 32 < 1 * (17 / 16).
Proof.
  split; [|lra]. assert (U := u_pos). unfold Decisions.reaches. apply Decisions.rnd_at_least; [|lra].
  now apply whole_is_float.
Qed.

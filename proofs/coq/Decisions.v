(** * Decisions: limits, the gate and gain ratios, decided by floats where they can be

    Each test of the vectorized code, as it stands there and rounded as it rounds.  Where it says
    yes, or no, that is so; where it says neither, exact numbers decide. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core.
From Dtrees Require Import Entropy Rounding.
Import ListNotations.
Open Scope R_scope.

Lemma rnd_at_least x y : is_float y -> y <= x -> y <= rnd x.
Proof. intros F L. rewrite <- (rnd_float y F). now apply rnd_le. Qed.

Lemma rnd_at_most x y : is_float y -> x <= y -> rnd x <= y.
Proof. intros F L. apply rnd_le in L. now rewrite (rnd_float y F) in L. Qed.

Lemma rnd_positive x : 0 < rnd x -> 0 < x.
Proof. intros P. apply Rnot_le_lt. intros L. apply rnd_le in L. rewrite rnd_0 in L. lra. Qed.

Lemma rnd_sub x y : is_float x -> is_float y -> Rabs (rnd (x - y) - (x - y)) <= u * Rabs (x - y).
Proof. intros X Y. apply sum_error; [exact X|now apply generic_format_opp]. Qed.

(** ** Numbers far from underflow

    A key is 0 or at least 2^-130 (page 15), and so is an error; here more is allowed.  The difference of two
    such
    floats may be small, but not tiny. *)

Definition sizable (x : R) : Prop := x = 0 \/ bpow radix2 (-600) <= Rabs x.

Lemma large_floats_are_multiples x j : (-1000 <= j)%Z -> is_float x -> bpow radix2 j <= Rabs x ->
  exists k, x = IZR k * bpow radix2 (j - 52).
Proof.
  intros J F S. assert (M : (j < mag radix2 x)%Z) by now apply mag_gt_bpow. assert (E := F).
  unfold generic_format in E. set (c := cexp radix2 fexp64 x) in *.
  assert (C : (j - 52 <= c)%Z) by (unfold c, cexp, FLT_exp; lia).
  exists (Ztrunc (scaled_mantissa radix2 fexp64 x) * 2 ^ (c - (j - 52)))%Z. rewrite E at 1. unfold F2R.
  cbn [Fnum Fexp].
  rewrite mult_IZR, (IZR_Zpower radix2) by lia. rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia.
Qed.

Lemma sizable_floats_are_multiples x : is_float x -> sizable x -> exists k, x = IZR k * bpow radix2 (-652).
Proof.
  intros F [->|S]; [exists 0%Z; ring|]. now apply (large_floats_are_multiples x (-600)).
Qed.

Definition not_small (x : R) : Prop := x = 0 \/ bpow radix2 (-652) <= Rabs x.

Lemma rounded_multiple_is_not_small k : not_small (rnd (IZR k * bpow radix2 (-652))).
Proof.
  destruct (Z.eq_dec k 0) as [->|N]; [left; rewrite Rmult_0_l; apply rnd_0|right].
  apply abs_round_ge_generic; try typeclasses eauto; [apply generic_format_bpow; now vm_compute|].
  rewrite Rabs_mult, (Rabs_right (bpow radix2 (-652))), <- abs_IZR by apply Rle_ge, bpow_ge_0.
  rewrite <- (Rmult_1_l (bpow radix2 (-652))) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0|].
  apply IZR_le. lia.
Qed.

Lemma sizable_difference x y : is_float x -> is_float y -> sizable x -> sizable y -> not_small (rnd (x - y)).
Proof.
  intros X Y Sx Sy. destruct (sizable_floats_are_multiples x X Sx) as [k ->].
  destruct (sizable_floats_are_multiples y Y Sy) as [l ->].
  rewrite <- Rmult_minus_distr_r, <- minus_IZR. apply rounded_multiple_is_not_small.
Qed.

Lemma sizable_sum x y : is_float x -> is_float y -> sizable x -> sizable y -> not_small (rnd (x + y)).
Proof.
  intros X Y Sx Sy. destruct (sizable_floats_are_multiples x X Sx) as [k ->].
  destruct (sizable_floats_are_multiples y Y Sy) as [l ->].
  rewrite <- Rmult_plus_distr_r, <- plus_IZR. apply rounded_multiple_is_not_small.
Qed.

(** A quotient by a number that is not huge, and nearly as much of its float. *)
Lemma quotient_is_normal a d c : not_small a -> 0 <= a -> 0 < d <= bpow radix2 301 -> / 2 <= c ->
  normal (a / d) /\ normal (rnd (a / d) * c).
Proof.
  intros A P D C. assert (I : 0 < / d) by (apply Rinv_0_lt_compat; lra). destruct A as [->|A].
  { unfold Rdiv. rewrite Rmult_0_l, rnd_0, Rmult_0_l. split; now left. }
  rewrite Rabs_right in A by lra. assert (Q : bpow radix2 (-953) <= a / d).
  { change (-953)%Z with (-652 + - (301))%Z. rewrite bpow_plus, bpow_opp. unfold Rdiv.
    apply Rmult_le_compat; [apply bpow_ge_0|apply Rlt_le, Rinv_0_lt_compat, bpow_gt_0|exact A|].
    apply Rinv_le; lra. }
  assert (R : bpow radix2 (-953) <= rnd (a / d)) by (apply rnd_at_least; [apply generic_format_bpow;
    now vm_compute|exact Q]).
  assert (B := bpow_gt_0 radix2 (-953)). split; right; rewrite Rabs_right by nra.
  - apply Rle_trans with (2 := Q). apply bpow_le. lia.
  - apply Rle_trans with (bpow radix2 (-953) * / 2); [|apply Rmult_le_compat; lra].
    change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

(** ** A limit on the gain

    [gain] is off from the true gain [G] by [near] at most, and [least] from the limit [M] by a
    rounding; [error] is what the code takes for both. *)

Section Limit.
  Variables gain error least G M near : R.
  Hypothesis floats : is_float gain /\ is_float error /\ is_float least.
  Hypothesis near_gain : Rabs (gain - G) <= near.
  Hypothesis near_limit : Rabs (least - M) <= u * least.
  Hypothesis least_nonneg : 0 <= least.
  Hypothesis error_covers : near + 2 * u * least <= error.

  Definition reaches : Prop := least <= rnd (gain - error).
  Definition misses : Prop := rnd (gain + error) < least.

  Theorem what_reaches_the_limit_has_it : reaches -> M <= G.
  Proof.
    intros R. unfold reaches in R. destruct floats as (Fg & Fe & Fl).
    assert (E := rnd_sub gain error Fg Fe). assert (U := u_pos).
    apply Rabs_le_inv in near_gain, near_limit.
    assert (N : 0 <= near) by lra.
    destruct (Rle_lt_dec least (gain - error)) as [L|L]; [nra|].
    assert (P : 0 <= gain - error).
    { apply Rnot_lt_le. intros H'. assert (H := Rlt_le _ _ H'). apply rnd_le in H. rewrite rnd_0 in H.
      assert (Z : rnd (gain - error) = 0) by lra. rewrite Z, Rabs_minus_sym, Rminus_0_r in E.
      assert (Y : gain - error <> 0) by lra. assert (X := Rabs_pos_lt _ Y). nra. }
    rewrite (Rabs_right (gain - error)) in E by lra. apply Rabs_le_inv in E.
    assert (u * (gain - error) <= u * least) by (apply Rmult_le_compat_l; lra). lra.
  Qed.

  Theorem what_misses_the_limit_has_it_not : misses -> G < M.
  Proof.
    intros R. unfold misses in R. destruct floats as (_ & _ & Fl).
    apply Rabs_le_inv in near_gain, near_limit.
    assert (L : gain + error < least) by (apply Rnot_le_lt; intros L; apply (rnd_at_least _ _ Fl) in L; lra).
    assert (U := u_pos). nra.
  Qed.

  Theorem what_is_surely_positive_is : 0 < rnd (gain - error) -> 0 < G.
  Proof. intros P. apply rnd_positive in P. apply Rabs_le_inv in near_gain. assert (U := u_pos). nra. Qed.

  Theorem what_is_surely_not_positive_is_not : rnd (gain + error) <= 0 -> G <= 0.
  Proof.
    intros P. apply Rabs_le_inv in near_gain. assert (U := u_pos).
    assert (gain + error <= 0); [|nra]. apply Rnot_lt_le. intros L.
    assert (Q : 0 <= rnd (gain + error)) by (rewrite <- rnd_0; apply rnd_le; lra).
    assert (Z : rnd (gain + error) = 0) by lra. destruct floats as (Fg & Fe & _).
    assert (E := sum_error gain error Fg Fe). rewrite Z, (Rabs_right (gain + error)) in E by lra.
    rewrite Rabs_left in E by lra. nra.
  Qed.
End Limit.

(** ** The gate: the average of the gains *)

Section Gate.
  Variables (gains : list (R * R)) (sum : R).    (* gains as floats, and true; the floats' sum *)
  Variables (bound gain error G : R).
  Let n := INR (length gains).
  Let largest := fold_right (fun x m => Rmax (Rabs (fst x)) m) 0 gains.
  Hypothesis here : In (gain, G) gains.
  Hypothesis several : (2 <= length gains)%nat.
  Hypothesis each_is_near : forall g t, In (g, t) gains -> Rabs (g - t) <= bound + u * Rabs g.
  Hypothesis added : added_up (map fst gains) sum.
  Hypothesis few : n * u <= / 1000.

  Definition excess : R := rnd (rnd (gain * n) - sum).
  Definition true_excess : R := G * n - sumR snd gains.

  Lemma largest_is g t : In (g, t) gains -> Rabs g <= largest.
  Proof.
    clear. unfold largest. induction gains as [|x l IH]; [easy|]. simpl. intros [->|I]; [apply Rmax_l|].
    apply Rle_trans with (2 := Rmax_r _ _). now apply IH.
  Qed.

  Lemma largest_nonneg : 0 <= largest.
  Proof.
    clear. unfold largest. induction gains as [|x l IH]; simpl; [lra|].
    apply Rle_trans with (1 := IH), Rmax_r.
  Qed.

  Lemma sums_are_near : Rabs (total (map fst gains) - sumR snd gains) <= n * (bound + u * largest) /\
    magnitude (map fst gains) <= n * largest.
  Proof.
    assert (H : forall g t, In (g, t) gains -> Rabs (g - t) <= bound + u * largest /\ Rabs g <= largest).
    { intros g t I. assert (L := largest_is g t I). split; [|exact L].
      apply Rle_trans with (1 := each_is_near g t I).
      assert (U := u_pos). nra. }
    revert H. unfold n, total, magnitude. generalize largest as m. intros m. clear.
    induction gains as [|(g, t) l IH]; intros H; cbn [map sumR fold_right length fst snd].
    - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. simpl. lra.
    - destruct IH as [A B]; [intros a b I; apply H; now right|].
      destruct (H g t (or_introl eq_refl)) as [C D].
      rewrite S_INR. unfold sumR in *. apply Rabs_le_inv in A, C. split; [apply Rabs_le|]; lra.
  Qed.

  Hypothesis gain_is_sizable : sizable gain.

  Lemma normal_product : normal (gain * n).
  Proof.
    destruct gain_is_sizable as [->|S]; [left; ring|right].
    rewrite Rabs_mult, (Rabs_right n) by apply Rle_ge, pos_INR.
    assert (Two : 2 <= n) by (change 2 with (INR 2); now apply le_INR).
    apply Rle_trans with (bpow radix2 (-600) * 1).
    - rewrite Rmult_1_r. apply bpow_le. lia.
    - apply Rmult_le_compat; try lra. apply bpow_ge_0.
  Qed.

  Lemma excess_is_near : Rabs (excess - true_excess) <= n * (2 * bound + u * (n + 5.01) * largest).
  Proof.
    assert (U := u_pos). assert (Two : 2 <= n) by (change 2 with (INR 2); now apply le_INR).
    assert (S := a_sum_in_any_order_is_near _ _ added). rewrite map_length in S. fold n in S.
    destruct sums_are_near as [A B]. assert (Lg := largest_is gain G here).
    assert (C := each_is_near gain G here).
    assert (D := rnd_error _ normal_product). rewrite Rabs_mult, (Rabs_right n) in D by lra.
    assert (L0 := largest_nonneg).
    assert (E := rnd_sub (rnd (gain * n)) sum (rnd_is_float _) (added_up_is_float _ _ added)).
    fold excess in E.
    assert (M := total_at_most_magnitude (map fst gains)).
    unfold true_excess. set (r := rnd (gain * n)) in *. set (t := total (map fst gains)) in *.
    set (m := magnitude (map fst gains)) in *. set (z := excess) in *. set (T := sumR snd gains) in *.
    clearbody r t m z T n largest. clear each_is_near added here several gains gain_is_sizable.
    set (L := largest) in *. clearbody L. set (g := Rabs gain) in *.
    assert (Gn : Rabs (gain * n - G * n) <= n * (bound + u * L)).
    { replace (gain * n - G * n) with (n * (gain - G)) by ring. rewrite Rabs_mult, (Rabs_right n) by lra.
      apply Rmult_le_compat_l; [lra|]. assert (u * g <= u * L) by (apply Rmult_le_compat_l; lra). lra. }
    assert (Rg : Rabs (gain * n) <= n * L) by (rewrite Rabs_mult, (Rabs_right n) by lra; fold g; nra).
    assert (D' : Rabs (r - gain * n) <= u * (n * L)) by (apply Rle_trans with (1 := D), Rmult_le_compat_l;
      [lra|fold g; nra]).
    assert (S' : Rabs (sum - t) <= n * u * (n * L)).
    { apply Rle_trans with (1 := S). apply Rle_trans with ((n - 1) * u * (n * L)).
      - apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact B].
      - apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_r; lra. }
    assert (NL : 0 <= n * L) by (apply Rmult_le_pos; lra). set (X := n * L) in *.
    assert (S2 : n * u * X <= / 1000 * X) by (apply Rmult_le_compat_r; lra).
    assert (D2 : u * X <= / 1000 * X) by (apply Rmult_le_compat_r; lra).
    assert (E' : Rabs (z - (r - sum)) <= u * (2.01 * X)).
    { apply Rle_trans with (1 := E). apply Rmult_le_compat_l; [lra|]. apply Rabs_le_inv in Rg, D', S', M.
      apply Rabs_le. lra. }
    apply Rabs_le_inv in Gn, D', S', E', A.
    replace (n * (2 * bound + u * (n + 5.01) * L)) with (2 * (n * bound) + (n * u * X + 5.01 * (u * X))) by
      (unfold X; ring).
    replace (n * (bound + u * L)) with (n * bound + u * X) in * by (unfold X; ring). apply Rabs_le. lra.
  Qed.

  Variable off : R.
  Hypothesis bound_nonneg : 0 <= bound.
  Hypothesis error_covers : bound <= error.
  Hypothesis off_covers : 4 * n * (error + u * n * largest) * (1 - / 1000) <= off.

  Lemma excess_is_within_off : Rabs (excess - true_excess) <= off.
  Proof.
    apply Rle_trans with (1 := excess_is_near). apply Rle_trans with (2 := off_covers).
    assert (U := u_pos). assert (Two : 2 <= n) by (change 2 with (INR 2); now apply le_INR).
    assert (L0 := largest_nonneg).
    set (c := 4 - 4 * / 1000). replace (4 * n * (error + u * n * largest) * (1 - / 1000)) with (n * (c *
      error + u * (c * n) * largest)) by (unfold c; ring).
    assert (C : c = 4 - 4 * / 1000) by reflexivity. clearbody c. subst c.
    apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat; [lra|]. apply Rmult_le_compat_r; [exact L0|].
    apply Rmult_le_compat_l; lra.
  Qed.

  Theorem what_surely_passes_the_gate_exceeds_the_average : off < excess -> sumR snd gains / n < G.
  Proof.
    intros H. assert (E := excess_is_within_off). apply Rabs_le_inv in E. unfold true_excess in E.
    assert (Two : 2 <= n) by (change 2 with (INR 2); now apply le_INR).
    apply Rmult_lt_reg_r with n; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.

  Theorem what_surely_fails_the_gate_is_below_the_average : excess < - off -> G < sumR snd gains / n.
  Proof.
    intros H. assert (E := excess_is_within_off). apply Rabs_le_inv in E. unfold true_excess in E.
    assert (Two : 2 <= n) by (change 2 with (INR 2); now apply le_INR).
    apply Rmult_lt_reg_r with n; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.
End Gate.

(** ** The ratio: gain over intrinsic value, both times the weight *)

Section Ratio.
  Variables gain error information off lightest G I : R.
  Hypothesis floats : is_float gain /\ is_float error /\ is_float information /\ is_float off /\
    is_float (lightest / 2).
  Hypothesis near_gain : Rabs (gain - G) <= error.
  Hypothesis near_information : Rabs (information - I) <= off.
  Hypothesis positive : 0 < lightest / 2 <= I.
  Hypothesis gain_nonneg : 0 <= G.

  Definition low : R := rnd (rnd (Rmax (rnd (gain - error)) 0 / rnd (information + off)) * (1 - 8 * u)).
  Definition least : R := Rmax (rnd (information - off)) (lightest / 2).
  Definition high : R := rnd (rnd (Rmax (rnd (gain + error)) 0 / least) * (1 + 8 * u)).

  Hypothesis sizes : sizable gain /\ sizable error /\ information <= bpow radix2 300 /\
    off <= bpow radix2 300 /\ 0 <= off /\
    lightest / 2 <= bpow radix2 300.

  Lemma quotients_are_normal :
    normal (Rmax (rnd (gain - error)) 0 / rnd (information + off)) /\
    normal (rnd (Rmax (rnd (gain - error)) 0 / rnd (information + off)) * (1 - 8 * u)) /\
    normal (Rmax (rnd (gain + error)) 0 / least) /\
    normal (rnd (Rmax (rnd (gain + error)) 0 / least) * (1 + 8 * u)).
  Proof.
    destruct floats as (Fg & Fe & Fi & Fo & Fl). destruct sizes as (Sg & Se & Li & Lo & O & Ll).
    assert (U := u_pos).
    assert (Two : bpow radix2 301 = 2 * bpow radix2 300) by (change 301%Z with (1 + 300)%Z;
      rewrite bpow_plus; reflexivity).
    assert (F301 : is_float (bpow radix2 301)) by (apply generic_format_bpow; now vm_compute).
    assert (Positive : forall x, not_small x -> not_small (Rmax x 0)).
    { intros x N. unfold Rmax. destruct (Rle_dec x 0); [now left|exact N]. }
    assert (D : 0 < rnd (information + off) <= bpow radix2 301).
    { split; [|apply rnd_at_most; [exact F301|lra]]. apply Rabs_le_inv in near_information.
      apply Rlt_le_trans with (lightest / 2); [lra|]. apply rnd_at_least; [exact Fl|lra]. }
    assert (L : 0 < least <= bpow radix2 301).
    { unfold least. split; [apply Rlt_le_trans with (2 := Rmax_r _ _); lra|].
      assert (B := bpow_gt_0 radix2 300).
      apply Rmax_lub; [apply rnd_at_most; [exact F301|lra]|lra]. }
    destruct (quotient_is_normal _ _ (1 - 8 * u) (Positive _ (sizable_difference _ _ Fg Fe Sg Se))
      (Rmax_r _ _) D ltac:(lra)).
    destruct (quotient_is_normal _ _ (1 + 8 * u) (Positive _ (sizable_sum _ _ Fg Fe Sg Se))
      (Rmax_r _ _) L ltac:(lra)).
    now repeat split.
  Qed.

  Lemma shares_of x : normal x -> 0 <= x -> (1 - u) * x <= rnd x <= (1 + u) * x.
  Proof.
    intros N P. assert (E := rnd_error x N). rewrite (Rabs_right x) in E by lra.
    apply Rabs_le_inv in E. lra.
  Qed.

  Theorem the_ratio_is_enclosed : low <= G / I <= high.
  Proof.
    destruct quotients_are_normal as (N1 & N2 & N3 & N4). destruct floats as (Fg & Fe & Fi & Fo & Fl).
    assert (U := u_pos).
    apply Rabs_le_inv in near_gain, near_information. assert (Q : 0 <= G / I).
    { apply Rmult_le_pos; [exact gain_nonneg|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
    assert (Ip : 0 < / I) by (apply Rinv_0_lt_compat; lra). split.
    - unfold low in *. set (a := Rmax (rnd (gain - error)) 0) in *.
      assert (A : 0 <= a <= (1 + u) * G).
      { split; [apply Rmax_r|]. apply Rmax_lub; [|nra]. destruct (Rle_lt_dec (gain - error) 0) as [L|L].
        - apply rnd_le in L. rewrite rnd_0 in L. nra.
        - assert (E := rnd_sub gain error Fg Fe). rewrite (Rabs_right (gain - error)) in E by lra.
          apply Rabs_le_inv in E. nra. }
      assert (D : (1 - u) * I <= rnd (information + off)).
      { assert (E := sum_error information off Fi Fo). rewrite (Rabs_right (information + off)) in E by lra.
        apply Rabs_le_inv in E. nra. }
      set (d := rnd (information + off)) in *. clearbody a d. assert (Dp : 0 < d) by nra.
      assert (B : a / d <= (1 + u) / (1 - u) * (G / I)).
      { replace ((1 + u) / (1 - u) * (G / I)) with ((1 + u) * G * / ((1 - u) * I)) by (field; lra).
        unfold Rdiv. apply Rmult_le_compat; [lra|apply Rlt_le, Rinv_0_lt_compat; lra|lra|].
        apply Rinv_le; [nra|exact D]. }
      assert (P : 0 <= a / d) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
      assert (S := shares_of _ N1 P). set (q := rnd (a / d)) in *. assert (Q0 : 0 <= q * (1 - 8 * u)) by nra.
      assert (S2 := shares_of _ N2 Q0). set (z := a / d) in *. set (r := G / I) in *. clearbody q z r.
      assert (C : (1 + u) / (1 - u) <= 1 + 3 * u) by (apply Rmult_le_reg_r with (1 - u); [lra|];
        unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; nra).
      assert (B2 : z <= (1 + 3 * u) * r) by (apply Rle_trans with (1 := B), Rmult_le_compat_r; lra).
      assert (B3 : q <= (1 + 5 * u) * r) by nra. nra.
    - unfold high in *. set (b := Rmax (rnd (gain + error)) 0) in *.
      assert (A : (1 - u) * G <= b).
      { destruct (Rle_lt_dec (gain + error) 0) as [L|L].
        - assert (G = 0) by lra. apply Rle_trans with (2 := Rmax_r _ _). nra.
        - apply Rle_trans with (2 := Rmax_l _ _). assert (E := sum_error gain error Fg Fe).
          rewrite (Rabs_right (gain + error)) in E by lra. apply Rabs_le_inv in E. nra. }
      assert (B0 : 0 <= b) by apply Rmax_r.
      assert (D : 0 < least <= (1 + u) * I).
      { unfold least. split; [apply Rlt_le_trans with (2 := Rmax_r _ _); lra|]. apply Rmax_lub; [|nra].
        destruct (Rle_lt_dec (information - off) 0) as [L|L].
        - apply rnd_le in L. rewrite rnd_0 in L. nra.
        - assert (E := rnd_sub information off Fi Fo). rewrite (Rabs_right (information - off)) in E by lra.
          apply Rabs_le_inv in E. nra. }
      set (d := least) in *. clearbody b d.
      assert (B : (1 - u) / (1 + u) * (G / I) <= b / d).
      { replace ((1 - u) / (1 + u) * (G / I)) with ((1 - u) * G * / ((1 + u) * I)) by (field; lra).
        unfold Rdiv. apply Rmult_le_compat; [nra|apply Rlt_le, Rinv_0_lt_compat; nra|exact A|].
        apply Rinv_le; lra. }
      assert (P : 0 <= b / d) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
      assert (S := shares_of _ N3 P). set (q := rnd (b / d)) in *. assert (Q0 : 0 <= q * (1 + 8 * u)) by nra.
      assert (S2 := shares_of _ N4 Q0). set (z := b / d) in *. set (r := G / I) in *. clearbody q z r.
      assert (C : 1 - 2 * u <= (1 - u) / (1 + u)) by (apply Rmult_le_reg_r with (1 + u); [lra|];
        unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; nra).
      assert (B2 : (1 - 2 * u) * r <= z) by (apply Rle_trans with (2 := B), Rmult_le_compat_r; lra).
      assert (B3 : (1 - 3 * u) * r <= q) by nra. nra.
  Qed.
End Ratio.

(** ** Contenders

    Of each feature is known that its ratio lies between two numbers, and perhaps that it surely
    may be asked, or surely not. *)

Record feature := { lowest : R; highest : R; sure : bool; barred : bool; ratio : R; may_be_asked : Prop }.

Definition told (f : feature) : Prop :=
  lowest f <= ratio f <= highest f /\ (sure f = true -> may_be_asked f) /\ (barred f = true ->
    ~ may_be_asked f).

Definition bar (fs : list feature) : R :=
  fold_right (fun f m => if sure f then Rmax (lowest f) m else m) 0 fs.

Definition contends (fs : list feature) (f : feature) : Prop := barred f = false /\ bar fs <= highest f.

Definition best (fs : list feature) (f : feature) : Prop :=
  In f fs /\ may_be_asked f /\ forall g, In g fs -> may_be_asked g -> ratio g <= ratio f.

Section Contenders.
  Variable fs : list feature.
  Hypothesis all_told : forall f, In f fs -> told f.
  Hypothesis nonneg : forall f, In f fs -> 0 <= ratio f.

  Lemma bar_is_below x : 0 <= x -> (forall f, In f fs -> sure f = true -> lowest f <= x) -> bar fs <= x.
  Proof.
    clear. unfold bar. intros P. induction fs as [|f l IH]; intros H; simpl; [exact P|].
    destruct (sure f) eqn:E; [apply Rmax_lub; [apply H; simpl; auto|]|]; apply IH; intros g I; apply H;
      now right.
  Qed.

  Theorem every_best_feature_contends f : best fs f -> contends fs f.
  Proof.
    intros (I & M & B). destruct (all_told f I) as ([_ H] & _ & N). split.
    - destruct (barred f); [now destruct (N eq_refl)|reflexivity].
    - apply Rle_trans with (2 := H). apply bar_is_below; [now apply nonneg|]. intros g J S.
      destruct (all_told g J) as ([L _] & Y & _). apply Rle_trans with (1 := L). apply B; auto.
  Qed.

  Theorem a_lone_sure_contender_is_the_best f : In f fs -> sure f = true ->
    (forall g, In g fs -> contends fs g -> g = f) -> (exists g, best fs g) -> best fs f.
  Proof.
    intros I S A (g & B). rewrite <- (A g); [exact B|apply B|]. now apply every_best_feature_contends.
  Qed.

  Theorem where_all_are_barred_none_may_be_asked : (forall f, In f fs -> barred f = true) ->
    forall f, In f fs -> ~ may_be_asked f.
  Proof. intros A f I. apply (all_told f I). now apply A. Qed.
End Contenders.

(** ** Plausible wrong statements

    That a gain reaches the limit where its float reaches the limit's float: the limit may have been rounded
    down. *)
Example reaching_the_float_of_the_limit_is_not_enough :
  let G := 1 in let M := 1 + u in let gain := G in let least := 1 in
  Rabs (least - M) <= u * least /\ least <= gain /\ G < M.
Proof. assert (U := u_pos). cbv zeta. rewrite Rabs_left; lra. Qed.

(** That the feature whose ratio may be largest is the best: it may be another, whose enclosure is
    narrower. *)
Example the_largest_upper_bound_may_mislead :
  let wide := {| lowest := 0; highest := 3; sure := true; barred := false; ratio := 1;
    may_be_asked := True |} in
  let narrow := {| lowest := 2; highest := 2; sure := true; barred := false; ratio := 2;
    may_be_asked := True |} in
  (forall f, In f [wide; narrow] -> told f) /\ best [wide; narrow] narrow /\ highest narrow < highest wide /\
  ~ best [wide; narrow] wide.
Proof.
  intros wide narrow. split; [|split; [|split]].
  - intros f [<-|[<-|[]]]; (split; [simpl; lra|split; [easy|discriminate]]).
  - split; [now right; left|]. split; [exact I|]. intros g [<-|[<-|[]]] _; simpl; lra.
  - simpl. lra.
  - intros (_ & _ & B). specialize (B narrow (or_intror (or_introl eq_refl)) I). simpl in B. lra.
Qed.

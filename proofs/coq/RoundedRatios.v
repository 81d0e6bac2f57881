(** * RoundedRatios: the filter by gain ratio, where terms x log2 x are computed

    Weights are rounded to a grid, or are whole units whose terms are not looked up.
      Keys, and that of no gain, are
    near (page 15, theorem 15.6), and so is the information (15.7); a gain is a multiple of 2^-52, for each
      term is.
    So the premises of [Contenders] hold: every admissible question is kept, and its feature contends. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Entropies Sums Summary GrowingRational.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter WholeCounts ProgrammedLogarithm
  RoundedRows
  RoundedCounts RoundedEntropies RoundedFloats RoundedBounds RationalKeys RationalEntropies RoundedGains
    FloatTerms FloatDecisions SubsetKeys RoundedSubsets Contenders GainsBeside.
From Dtrees Require Decisions.
From Dtrees Require Spec.Growing.
Import ListNotations.
Open Scope R_scope.

(** ** The definitions, in units *)

Lemma sizes_weigh c ds ps : Forall2 (reads c) ds ps ->
  map true_weight ps = map (fun x => c * Q2R x) (Entropies.sizes ds) /\ sumR true_weight ps = c * Q2R
    (weight (Entropies.sizes ds : ClassCounts)).
Proof.
  induction 1 as [|d p ds ps [_ W] F [IH1 IH2]].
  - split; [reflexivity|]. unfold sumR, Q2R. simpl. ring.
  - split; [cbn [sizes map]; now rewrite W, IH1|].
    change (sumR true_weight (p :: ps)) with (true_weight p + sumR true_weight ps). rewrite IH2, W.
    change (Entropies.sizes (d :: ds)) with (weight d :: Entropies.sizes ds).
    assert (S : forall l : list Q, Q2R (weight (l : ClassCounts)) = sumR Q2R l) by (intros l;
      apply (Q2R_sum (fun x => x))).
    rewrite (S (weight d :: Entropies.sizes ds)), (S (Entropies.sizes ds)). cbn [sumR fold_right].
      unfold sumR. ring.
Qed.

Section Definitions.
  Variables (c : R) (ds : list ClassCounts) (ps : list part).
  Hypothesis unit : 0 < c.
  Hypothesis positive : forall d, In d ds -> (0 < weight d)%Q.
  Hypothesis read : Forall2 (reads c) ds ps.
  Hypothesis large : forall p, In p ps -> 1 <= true_weight p.
  Hypothesis several : (2 <= length ps)%nat.

  Lemma all_weigh : (0 < weight (Entropies.sizes ds : ClassCounts))%Q /\ nonneg (Entropies.sizes ds) /\
    1 <= sumR true_weight ps.
  Proof.
    assert (N : nonneg (Entropies.sizes ds)).
    { intros x I. apply in_map_iff in I as (d & <- & I). now apply Qlt_le_weak, positive. }
    assert (S : 1 <= sumR true_weight ps).
    { destruct ps as [|p l]; [simpl in several; lia|]. cbn [sumR fold_right].
      assert (1 <= true_weight p) by (apply large; now left).
      assert (0 <= sumR true_weight l); [|unfold sumR in *; lra].
      apply sumR_nonneg. intros r I. assert (1 <= true_weight r) by (apply large; now right). lra. }
    split; [|now split]. apply Rlt_Qlt. rewrite RMicromega.Q2R_0. destruct (sizes_weigh c ds ps read) as [_
      E].
    apply Rmult_lt_reg_l with c; [exact unit|]. lra.
  Qed.

  Theorem information_in_units :
    true_information ps (sumR true_weight ps) = sumR true_weight ps * intrinsic_value ds.
  Proof.
    destruct all_weigh as (P & N & S). destruct (sizes_weigh c ds ps read) as [E W].
    set (p := {| counts := map (fun r => (true_weight r, float_weight r)) ps; true_weight := sumR
      true_weight ps;
      float_weight := 0 |}).
    assert (H := terms_are_nats c (Entropies.sizes ds) p unit N P). unfold p in H.
      cbn [counts true_weight] in H.
    rewrite sumR_map in H. cbn [fst] in H.
    rewrite <- (Ropp_involutive (true_information _ _)). unfold true_information.
    rewrite Ropp_minus_distr, H; [|split; cbn [counts]; [rewrite map_map; exact E|exact W]| |exact S].
    - rewrite (nats_entropy _ N P), W. unfold intrinsic_value. assert (L := ln_2_positive). field. lra.
    - intros x I. apply in_map_iff in I as (r & <- & I). right. now apply large.
  Qed.

  Theorem information_is_no_less_than w : (forall p, In p ps -> w <= true_weight p) ->
    w <= true_information ps (sumR true_weight ps).
  Proof.
    intros Light. destruct all_weigh as (_ & _ & S1). set (W := sumR true_weight ps) in *.
    assert (Below : forall p, In p ps -> true_weight p <= W).
    { intros p I. apply term_at_most_sum; [|exact I]. intros r J. specialize (large r J). lra. }
    assert (E : true_information ps W = sumR (fun p => true_weight p * (log2 W - log2 (true_weight p))) ps).
    { unfold true_information. rewrite (phi_above W S1). unfold bits. unfold W at 1.
      assert (G : forall l, (forall p, In p l -> 1 <= true_weight p) ->
        sumR true_weight l * log2 W - sumR (fun p => phi (true_weight p)) l =
        sumR (fun p => true_weight p * (log2 W - log2 (true_weight p))) l).
      { induction l as [|p l IH]; intros L; [unfold sumR; simpl; ring|].
        cbn [sumR fold_right]. specialize (IH (fun r J => L r (or_intror J))). unfold sumR in *.
        rewrite <- IH, (phi_above (true_weight p)) by (apply L; now left). unfold bits. ring. }
      now apply G. }
    assert (T : forall p, In p ps -> 0 <= true_weight p * (log2 W - log2 (true_weight p))).
    { intros p I. assert (L := large p I). assert (M := log2_le (true_weight p) W ltac:(lra) (Below p I)).
      apply Rmult_le_pos; lra. }
    assert (Half : exists p, In p ps /\ 2 * true_weight p <= W).
    { unfold W. clear - several large. destruct ps as [|p [|q l]]; [simpl in several; lia..|].
      assert (0 <= sumR true_weight l).
      { apply sumR_nonneg. intros r I. assert (1 <= true_weight r) by (apply large; now right; right). lra. }
      cbn [sumR fold_right]. unfold sumR in *. destruct (Rle_dec (true_weight p) (true_weight q)).
      - exists p. split; [now left|lra].
      - exists q. split; [now right; left|lra]. }
    destruct Half as (p & I & H). apply Rle_trans with (1 := Light p I). rewrite E.
    apply Rle_trans with (true_weight p * (log2 W - log2 (true_weight p))).
    - apply a_light_child_adds_its_weight; [specialize (large p I); lra|exact H].
    - now apply (term_at_most_sum (fun p => true_weight p * (log2 W - log2 (true_weight p)))).
  Qed.
End Definitions.

(** ** The information of a subset: the true weights of the node and of its children are rounded once *)

Definition nearest (w : R) (x : float64) : Prop := is_finite x = true /\ B2R x = rnd w.
Definition weighed_exactly (W : R) (ws : list R) (i : float64) : Prop := exists v w x y z, ws = [v; w] /\
  nearest W x /\ nearest v y /\ nearest w z /\
  i = minus (minus (weight_times_logarithm x) (weight_times_logarithm y)) (weight_times_logarithm z).

Section Exact_weights.
  Variable W : R.                                              (* the node's weight, as floats have it *)
  Hypothesis W_is : 2 <= W <= IZR (2 ^ 63).
  Let sigma := log2 W + 2.

  Lemma a_term_of_a_weight w x : nearest w x -> w = 1 \/ 2 <= w -> w <= 17 / 16 * W ->
    holds (weight_times_logarithm x) (B2R (weight_times_logarithm x)) 80 /\ 0 <= phi w <= sigma * w /\
    Rabs (B2R (weight_times_logarithm x) - phi w) <= 10.2 * (u * (sigma * w)).
  Proof.
    intros [F E] X L. assert (U := u_pos). assert (Sl := the_slope_is_bounded W ltac:(lra)).
    fold sigma in Sl. assert (I := Rinv_0_lt_compat _ ln_2_positive).
    assert (L0 := log2_le 1 (8 / 7 * W) ltac:(lra) ltac:(lra)). rewrite log2_1 in L0.
    assert (S65 : sigma <= 65).
    { unfold sigma. assert (H := log2_le W (bpow radix2 63) ltac:(lra)). rewrite log2_power in H.
      change (bpow radix2 63) with (IZR (2 ^ 63)) in H. lra. }
    assert (R := rnd_error w ltac:(right; rewrite Rabs_right by lra;
      apply Rle_trans with (bpow radix2 0); [apply bpow_le; lia|simpl; lra])).
    rewrite (Rabs_right w) in R by lra. rewrite <- E in R. assert (Rl := R). apply Rabs_le_inv in Rl.
    assert (uw : 0 <= u * w <= / 1000000 * w) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (B64 : B2R x <= bpow radix2 64).
    { change 64%Z with (1 + 63)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
      change (bpow radix2 63) with (IZR (2 ^ 63)). lra. }
    assert (X' : B2R x = 1 \/ 2 <= B2R x).
    { rewrite E. destruct X as [->|X]; [left; apply (rnd_whole 1); lia|right].
      apply Decisions.rnd_at_least; [apply (whole_is_float 2); lia|exact X]. }
    destruct (weight_times_logarithm_is_near x F X' B64) as (Ft & N).
    set (m := 8 / 7 * W) in *. set (t := B2R (weight_times_logarithm x)) in *.
    destruct (phi_at_most (B2R x) m ltac:(unfold m; lra) ltac:(unfold m; lra)) as [P0 P1].
    destruct (phi_at_most w m ltac:(unfold m; lra) ltac:(unfold m; lra)) as [Q0 Q1].
    rewrite Rmax_left in P1, Q1 by lra.
    assert (D := phi_is_near w (B2R x) m ltac:(unfold m; lra) ltac:(right; unfold m; lra) ltac:(unfold m;
      lra)).
    rewrite (Rabs_minus_sym w) in D.
    assert (D' : Rabs (phi w - phi (B2R x)) <= sigma * (u * w)).
    { apply Rle_trans with (1 := D). apply Rmult_le_compat; [lra|apply Rabs_pos|exact Sl|exact R]. }
    assert (P2 : phi (B2R x) <= sigma * (1.001 * w)).
    { apply Rle_trans with (1 := P1). apply Rmult_le_compat; lra. }
    assert (Q2 : phi w <= sigma * w) by (apply Rle_trans with (1 := Q1), Rmult_le_compat_r; lra).
    assert (uP : u * phi (B2R x) <= u * (sigma * (1.001 * w))) by (apply Rmult_le_compat_l; lra).
    assert (Near : Rabs (t - phi w) <= 10.2 * (u * (sigma * w))).
    { apply Rabs_le_inv in N, D'. assert (0 <= u * (sigma * w)) by (repeat apply Rmult_le_pos; lra).
      apply Rabs_le. lra. }
    split; [|split; [split; [exact Q0|exact Q2]|exact Near]].
    split; [exact Ft|]. split; [reflexivity|]. fold t.
    assert (B1 : sigma * w <= 65 * (17 / 16 * IZR (2 ^ 63))) by (apply Rmult_le_compat; lra).
    assert (B2 : u * (sigma * w) <= / 1000000 * (sigma * w)).
    { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|lra]. }
    change 80%Z with (17 + 63)%Z. rewrite bpow_plus. change (bpow radix2 17) with 131072.
    change (bpow radix2 63) with (IZR (2 ^ 63)). apply Rabs_le_inv in Near. apply Rabs_le. lra.
  Qed.

  Theorem information_of_exact_weights W0 ws i : weighed_exactly W0 ws i -> sumR (fun w => w) ws = W0 ->
    (forall w, In w ws -> w = 1 \/ 2 <= w) -> W0 <= 17 / 16 * W ->
    is_finite i = true /\ Rabs (B2R i) <= bpow radix2 200 /\
    Rabs (phi W0 - sumR phi ws - B2R i) <= 26 * (u * W) * sigma.
  Proof.
    intros (v & w & x & y & z & -> & Nx & Ny & Nz & ->) S Each L. assert (U := u_pos).
    cbn [sumR fold_right] in *. rewrite Rplus_0_r in *.
    assert (V := Each v (or_introl eq_refl)). assert (Wd := Each w (or_intror (or_introl eq_refl))).
    destruct (a_term_of_a_weight W0 x Nx ltac:(lra) L) as (Hx & Bx & Ex).
    destruct (a_term_of_a_weight v y Ny V ltac:(lra)) as (Hy & By & Ey).
    destruct (a_term_of_a_weight w z Nz Wd ltac:(lra)) as (Hz & Bz & Ez).
    assert (H1 := minus_holds _ _ _ _ 80 80 81 Hx Hy ltac:(lia) ltac:(apply (difference_below 80);
      [apply Hx|apply Hy])).
    assert (Hz' : holds (weight_times_logarithm z) (B2R (weight_times_logarithm z)) 81).
    { destruct Hz as (F & E & B). split; [exact F|]. split; [exact E|]. apply Rle_trans with (1 := B),
      bpow_le. lia. }
    destruct (minus_holds _ _ _ _ 81 81 82 H1 Hz' ltac:(lia) ltac:(apply (difference_below 81);
      [apply H1|apply Hz'])) as (F2 & E2 & B2).
    split; [exact F2|]. split; [rewrite E2; apply Rle_trans with (1 := B2), bpow_le; lia|]. rewrite E2.
    set (X := B2R (weight_times_logarithm x)) in *. set (Y := B2R (weight_times_logarithm y)) in *.
    set (Z := B2R (weight_times_logarithm z)) in *.
    assert (FX : is_float X /\ is_float Y /\ is_float Z) by (repeat split; apply float64_is_float).
    destruct FX as (FX & FY & FZ).
    assert (S1 := sum_error X (- Y) FX (generic_format_opp _ _ _ FY)).
    assert (S2 := sum_error (rnd (X - Y)) (- Z) (rnd_is_float _) (generic_format_opp _ _ _ FZ)).
    change (X + - Y) with (X - Y) in S1. set (D := rnd (X - Y)) in *. change (D + - Z) with (D - Z) in S2.
    assert (P : 0 <= sigma) by (apply Rmult_le_reg_r with v; lra).
    assert (Sum : sigma * W0 = sigma * v + sigma * w) by (rewrite <- S; ring).
    set (T := sigma * W0) in *. assert (T0 : 0 <= T) by (apply Rmult_le_pos; lra).
    assert (uT : 0 <= u * T <= / 1000000 * T) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (uv : 0 <= u * (sigma * v) <= u * T) by (split; [repeat apply Rmult_le_pos; lra|apply
      Rmult_le_compat_l; lra]).
    assert (uw : u * T = u * (sigma * v) + u * (sigma * w)) by (rewrite Sum; ring).
    apply Rabs_le_inv in Ex, Ey, Ez.
    assert (A1 : u * Rabs (X - Y) <= u * (1.001 * T)) by (apply Rmult_le_compat_l; [lra|apply Rabs_le; lra]).
    apply Rabs_le_inv in S1.
    assert (A2 : u * Rabs (D - Z) <= u * (2.1 * T)) by (apply Rmult_le_compat_l; [lra|apply Rabs_le; lra]).
    apply Rabs_le_inv in S2.
    assert (Le : T <= 17 / 16 * W * sigma) by (unfold T; rewrite Rmult_comm; apply Rmult_le_compat_r; lra).
    assert (u * T <= u * (17 / 16 * W * sigma)) by (apply Rmult_le_compat_l; lra).
    apply Rabs_le. lra.
  Qed.
End Exact_weights.

(** ** The filter *)

(** What is known of a part of the rows, the node itself or a child. *)
Definition near_within (e l W : R) (K : nat) (p : part) : Prop :=
  true_weight p = sumR fst (counts p) /\ sumR (fun x => Rabs (fst x - snd x)) (counts p) <= e /\
  l <= float_weight p <= W /\ Rabs (true_weight p - float_weight p) <= e /\
  (1 <= length (counts p) <= K)%nat.

Section Filter.
  Context {question : Type}.
  Variables (log_float : R -> R) (counted : question -> list ClassCounts) (parts : question -> list part).
  Variables (key information : question -> float64) (node : ClassCounts) (node_part : part).
  Variables (W off lightest base bound information_off largest_key limit sum largest bar : float64).
  Variables (qs : list question) (subsets : bool).
  Variables (fs : list (feature question)) (gate : Growing.gate) (all_pass gainless : bool) (min_gain : R).
  Variables (c W0 l e sigma : R) (K a : nat).
  Notation asked := (is_asked fs).
  Let is_part (p : part) : Prop := p = node_part \/ exists q, In q qs /\ In p (parts q).
  Let W' := B2R W.
  Let gains (q : question) : R := information_gain (counted q).
  Let ratios (q : question) : R := gain_ratio (counted q).

  Hypothesis log_is_near : forall n : Z, (1 <= n)%Z -> is_float (IZR n) -> is_float (log_float (IZR n)) /\
    Rabs (log_float (IZR n) - log2 (IZR n)) <= 8 * u * log2 (IZR n).
  Hypothesis unit : 0 < c.
  Hypothesis light : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= W' <= IZR (2 ^ 63).
  Hypothesis arity : (2 <= a)%nat /\ INR (a * (K + 1)) * u <= / 1000.
  Hypothesis whole : Rabs (W0 - W') <= e /\ exists n, W' = IZR n.
  Hypothesis the_node : nonneg node /\ reads c node node_part /\ true_weight node_part = W0.
  Hypothesis of_one_node : forall q, asked q -> same_counts (merge (counted q)) node /\
    (forall d, In d (counted q) -> nonneg d /\ (0 < weight d)%Q) /\ (2 <= length (parts q) <= a)%nat /\
    Forall2 (reads c) (counted q) (parts q) /\ sumR true_weight (parts q) = W0 /\
    forall p, In p (parts q) -> (true_weight p = 1 \/ 2 <= true_weight p) /\
      B2R lightest / 2 <= true_weight p /\ forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x.
  Hypothesis near : forall p, is_part p -> near_within e l W' K p.
  Hypothesis are_floats : forall p, is_part p -> is_float (float_weight p) /\ (exists n, float_weight p =
    IZR n) /\
    forall x, In x (counts p) -> (fst x = 0 \/ 1 <= fst x) /\ is_float (snd x) /\ exists n, snd x = IZR n.
  (** The keys of some questions are computed; the others are subsets, whose keys are exact gains. *)
  Hypothesis programmed : forall q, In q qs ->
    sumR (fun p => Rabs (true_weight p - float_weight p)) (parts q) <= 2 * e /\
    (is_finite (key q) = true /\ Rabs (B2R (key q)) <= bpow radix2 410 /\
      is_entropy_key log_float (parts q) (B2R (key q))) /\
    is_finite (information q) = true /\ Rabs (B2R (information q)) <= bpow radix2 200 /\
      is_information log_float (parts q) W' (B2R (information q)).
  Hypothesis scored : forall q, asked q -> In q qs \/ subsets = true /\
    scored_exactly base (W' * gains q) (key q) /\
    weighed_exactly W0 (map true_weight (parts q)) (information q).
  Hypothesis largest_key_is : is_largest largest_key (map key (concat (map about fs))).
  Hypothesis base_is : is_finite base = true /\ Rabs (B2R base) <= bpow radix2 410 /\
    is_entropy_key log_float [node_part] (B2R base).
  Hypothesis lightest_is : is_finite lightest = true /\ 1 <= B2R lightest <= bpow radix2 200.
  Hypothesis float_of_the_slope : 999 / 1000 * (log2 W' + 2) <= sigma.
  Hypothesis the_bound : is_finite bound = true /\
    bound_of_classes (INR a * (2 * INR K + 4)) sigma e W' <= B2R bound <= bpow radix2 200.
  Hypothesis the_information_off : is_finite information_off = true /\ B2R information_off <= bpow radix2
    200 /\
    forall q, asked q -> (3 * e + (22 + 2 * INR (length (parts q))) * u * W') * (log2 W' + 2) <= B2R
      information_off.

  Let beside := bound_beside subsets bound largest_key base.
  Let low (q : question) : float64 :=
    ratio_below information_off (float_gain (key q) base) (gain_error beside (key q) base) (information q).
  Let high (q : question) : float64 :=
    ratio_above information_off (float_gain (key q) base) (gain_error beside (key q) base) (information q)
      lightest.
  Let share := limit_share off W.

  Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
  Hypothesis ends : forall f, In f fs -> ends_are beside key low high f.
  Hypothesis gates : gated beside base fs gate all_pass gainless share limit sum largest bar.
  Hypothesis all_pass_means : all_pass = true -> min_gain <= 0 /\ gainless = true.
  Hypothesis weight_is : weight_within off W W0.
  Hypothesis limit_is : limit_within limit (W' * min_gain) /\ B2R limit <= bpow radix2 90 * B2R bound.

  Let B := RoundedCounts.bound W' e K a (log2 W' + 2).
  Let origin := - (W0 * entropy node).

  Lemma sizes_are : 2 <= INR a /\ 1 <= INR K <= bpow radix2 50 /\ 0 <= log2 W' <= 63 /\ 0 < u * W' /\
    W' / 2 <= W0 <= 17 / 16 * W'.
  Proof.
    destruct arity as [A F]. assert (U := u_pos). assert (Hk := near node_part (or_introl eq_refl)).
    destruct Hk as (_ & _ & _ & _ & Hk). assert (K1 : (1 <= K)%nat) by lia.
    assert (Few : INR K * u <= / 1000).
    { apply Rle_trans with (2 := F). apply Rmult_le_compat_r; [lra|]. apply le_INR. nia. }
    apply le_INR in A, K1. simpl (INR 2) in A. simpl (INR 1) in K1.
    split; [exact A|]. split; [split; [exact K1|]|].
    { apply Rmult_le_reg_r with u; [lra|]. rewrite u_is_a_power at 2. rewrite <- bpow_plus.
      change (bpow radix2 (50 + -53)) with (/ 8). lra. }
    split; [split; [rewrite <- log2_1|rewrite <- (log2_power 63)]; apply log2_le; try lra; apply light|].
    split; [apply Rmult_lt_0_compat; lra|]. destruct whole as [N _]. apply Rabs_le_inv in N. lra.
  Qed.

  Lemma bound_is : bpow radix2 (-50) <= 9 / 10 * B <= B2R bound.
  Proof.
    destruct sizes_are as (A & Kn & L & UW & _). assert (U := u_pos). split.
    - unfold B, RoundedCounts.bound. assert (X : 2 * 4 * 2 * (16 * u) <= INR a * (2 * INR K + 4) * (log2 W'
      + 2) * (e + 8
        * u * W')).
      { assert (8 * u * 2 <= 8 * u * W') by (apply Rmult_le_compat_l; lra).
        repeat apply Rmult_le_compat; try lra; repeat apply Rmult_le_pos; lra. }
      apply Rle_trans with (9 / 10 * (2 * 4 * 2 * (16 * u))); [|lra].
      change (bpow radix2 (-50)) with (/ 1125899906842624). unfold u. lra.
    - apply Rle_trans with (2 := proj1 (proj2 the_bound)). unfold B, RoundedCounts.bound.
      apply the_bound_of_classes_loses_little; try lra.
      apply Rle_trans with (2 * (2 * 0 + 4)); [lra|apply Rmult_le_compat; lra].
  Qed.

  (** *** Keys, and that of no gain *)

  Lemma one_part q p : In q qs -> In p (parts q) -> is_part p.
  Proof. intros Q I. right. now exists q. Qed.

  Lemma counts_are_whole p x : is_part p -> In x (counts p) -> 0 <= fst x /\ exists n, snd x = IZR n.
  Proof.
    intros P I. destruct (are_floats p P) as (_ & _ & H). destruct (H x I) as (F & _ & N).
    split; [destruct F; lra|exact N].
  Qed.

  Lemma a_key_of_parts_is_near ps n k : (forall p, In p ps -> is_part p) -> sumR true_weight ps = W0 ->
    (1 <= length ps <= n)%nat -> (n <= a)%nat -> is_entropy_key log_float ps k ->
    Rabs (true_entropy_key ps - k) <= 2 / 3 * RoundedCounts.bound W' e K n (log2 W' + 2) /\ grained k.
  Proof.
    intros P Sw N Na H. split.
    - apply (entropy_key_of_rounded_counts_is_near log_float ps W0 W' l e K n log_is_near light
        (conj Sw (proj1 whole)) (fun p I => near p (P p I)) (fun p x I => counts_are_whole p x (P p I)));
        [|exact N| |exact H].
      + intros p I. destruct (are_floats p (P p I)) as (F & Fw & X). split; [exact F|]. split; [exact Fw|].
        intros x J. now destruct (X x J) as (X1 & X2 & _).
      + apply Rle_trans with (2 := proj2 arity). apply Rmult_le_compat_r; [apply Rlt_le, u_pos|].
        apply le_INR, Nat.mul_le_mono_r, Na.
    - apply (a_key_is_grained log_float log_is_near ps k H). intros p I.
      destruct (are_floats p (P p I)) as (F & Fw & X). split; [exact F|]. split; [exact Fw|].
      intros x J. now destruct (X x J) as (_ & X1 & X2).
  Qed.

  Lemma node_weighs : 0 < Q2R (weight node) /\ W0 = c * Q2R (weight node).
  Proof.
    destruct the_node as (_ & [_ R] & E). rewrite E in R. split; [|exact R].
    apply Rmult_lt_reg_l with c; [exact unit|]. destruct sizes_are as (_ & _ & _ & _ & H). lra.
  Qed.

  Lemma merged_facts q : asked q -> nonneg (merge (counted q)) /\ (0 < weight (merge (counted q)))%Q /\
    (forall d, In d (counted q) -> nonneg d) /\ weight (merge (counted q)) == weight node.
  Proof.
    intros Q. destruct (of_one_node q Q) as (S & D & _). assert (N : forall d, In d (counted q) ->
      nonneg d) by
      (intros d I; now apply D).
    split; [now apply merge_nonneg|]. assert (E : (weight (merge (counted q)) == weight node)%Q) by now
      apply weight_same.
    split; [|now split]. rewrite E. apply Rlt_Qlt. rewrite RMicromega.Q2R_0. apply node_weighs.
  Qed.

  Lemma the_node_is_large : 1 <= true_weight node_part /\
    forall x, In x (counts node_part) -> fst x = 0 \/ 1 <= fst x.
  Proof.
    destruct the_node as (_ & _ & E). destruct sizes_are as (_ & _ & _ & _ & H). rewrite E. split; [lra|].
    intros x I. now apply (are_floats node_part (or_introl eq_refl)).
  Qed.

  Lemma parts_are_large q p : asked q -> In p (parts q) ->
    1 <= true_weight p /\ forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x.
  Proof.
    intros Q I. destruct (of_one_node q Q) as (_ & _ & _ & _ & _ & H). destruct (H p I) as (X & _ & Y).
    split; [lra|exact Y].
  Qed.

  Lemma the_true_base : true_entropy_key [node_part] = origin.
  Proof.
    destruct the_node as (Nn & R & E). destruct node_weighs as [P E0]. unfold origin.
    assert (P' : (0 < weight node)%Q) by (apply Rlt_Qlt; now rewrite RMicromega.Q2R_0).
    rewrite (keys_are_nats c unit [node] [node_part]).
    - cbn [sumR fold_right]. rewrite (nats_entropy node Nn P'), E0. assert (L := ln_2_positive). field. lra.
    - constructor; [exact R|constructor].
    - intros d [<-|[]]. now split.
    - intros p [<-|[]]. exact the_node_is_large.
  Qed.

  Lemma the_true_key q : asked q -> true_entropy_key (parts q) = W0 * gains q + origin.
  Proof.
    intros Q. destruct (of_one_node q Q) as (S & D & N & F & _). destruct the_node as (Nn & R & E).
    rewrite (true_keys_are_information_gains c unit (counted q) (parts q) node node_part), the_true_base, E;
      trivial.
    - fold (gains q). ring.
    - intros Z. rewrite Z in F. apply Sums.Forall2_length in F. simpl in F. lia.
    - intros p I. now apply (parts_are_large q).
    - exact the_node_is_large.
  Qed.

  Lemma base_is_near : Rabs (origin - B2R base) <= 2 / 3 * RoundedCounts.bound W' e K 1 (log2 W' + 2) /\
    2 / 3 * RoundedCounts.bound W' e K 1 (log2 W' + 2) <= / 3 * B /\ grained (B2R base).
  Proof.
    destruct base_is as (_ & _ & H). destruct arity as [A _]. rewrite <- the_true_base.
    destruct (a_key_of_parts_is_near [node_part] 1 (B2R base)) as [N G]; trivial; [| |simpl; lia|lia|].
    - intros p [<-|[]]. now left.
    - destruct the_node as (_ & _ & E). cbn [sumR fold_right]. rewrite E. ring.
    - split; [exact N|]. split; [|exact G]. destruct sizes_are as (A2 & Kn & L & UW & _).
      unfold B, RoundedCounts.bound. simpl (INR 1).
      assert (Z : 0 <= (2 * INR K + 4) * (log2 W' + 2) * (e + 8 * u * W')) by (repeat apply Rmult_le_pos;
        lra).
      assert (2 * ((2 * INR K + 4) * (log2 W' + 2) * (e + 8 * u * W')) <=
        INR a * ((2 * INR K + 4) * (log2 W' + 2) * (e + 8 * u * W'))) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Lemma gains_are q : asked q -> 0 <= gains q <= log2 W' + 2 /\ Rabs origin <= W0 * (log2 W' + 2).
  Proof.
    intros Q. destruct (merged_facts q Q) as (Nm & Pm & Nd & Ew). destruct the_node as (Nn & R & E).
    destruct node_weighs as [P _]. destruct the_node_is_large as [_ Lx].
    destruct sizes_are as (_ & _ & _ & _ & H).
    assert (P' : (0 < weight node)%Q) by (apply Rlt_Qlt; now rewrite RMicromega.Q2R_0).
    destruct (entropy_of_a_node c node node_part W' unit Nn P' R) as [Hd Bd]; [|rewrite E; lra|lra|].
    { intros x I. split; [|now apply Lx]. now apply (counts_are_whole node_part x (or_introl eq_refl)). }
    rewrite the_true_base, E in Bd. split; [|exact Bd]. split; [now apply information_gain_nonneg|].
    apply Rle_trans with (2 := Hd).
    rewrite <- (entropy_same (merge (counted q)) node); trivial; [|now apply of_one_node].
    now apply information_gain_le_entropy.
  Qed.

  (** Every key is finite, and none is tiny. *)
  Lemma keys_hold q : asked q -> holds (key q) (B2R (key q)) 411 /\ Decisions.sizable (B2R (key q)).
  Proof.
    intros Q. destruct (scored q Q) as [I|(_ & S & _)].
    - destruct (programmed q I) as (_ & (F & L & H) & _). split.
      + split; [exact F|]. split; [reflexivity|]. apply Rle_trans with (1 := L), bpow_le. lia.
      + destruct (of_one_node q Q) as (_ & _ & N & _ & Sw & _). apply what_is_grained_is_sizable.
        apply (a_key_of_parts_is_near (parts q) a (B2R (key q))); trivial; [|lia]. intros p J.
        now apply (one_part q).
    - destruct (gains_are q Q) as [[G0 G1] _]. destruct sizes_are as (_ & _ & L & UW & _).
      assert (Wg : 0 <= W' * gains q <= bpow radix2 70).
      { split; [apply Rmult_le_pos; lra|]. change 70%Z with (63 + 7)%Z. rewrite bpow_plus.
        change (bpow radix2 7) with 128. change (bpow radix2 63) with (IZR (2 ^ 63)).
        apply Rmult_le_compat; lra. }
      destruct base_is as (Fb & Lb & _). destruct base_is_near as (_ & _ & Gb).
      apply (a_key_beside_holds base bound (key q) (W' * gains q)); trivial.
      + apply Rle_trans with (1 := proj2 Wg), bpow_le. lia.
      + right. apply Rle_trans with (2 := proj2 bound_is), Rle_trans with (2 := proj1 bound_is), bpow_le. lia.
  Qed.

  Lemma beside_is : is_finite beside = true /\ B2R bound <= B2R beside <= bpow radix2 400.
  Proof.
    destruct bound_is as [B0 B1]. assert (P := bpow_gt_0 radix2 (-50)).
    apply the_bound_beside_is; [apply the_bound|split; [lra|apply the_bound]| |apply base_is|apply base_is].
    destruct (the_largest_is_a_key key _ _ largest_key_is) as [(d & Id & ->) _].
    - intros q I. now apply keys_hold, is_in_all.
    - now apply keys_hold, is_in_all.
  Qed.

  Lemma keys_are q : asked q -> is_finite (key q) = true /\
    Rabs (B2R (key q) - (W0 * gains q + origin)) <= B2R beside.
  Proof.
    intros Q. destruct bound_is as [B0 B1]. assert (P := bpow_gt_0 radix2 (-50)).
    destruct sizes_are as (A2 & Kn & L & UW & _). destruct base_is as (Fb & _). destruct base_is_near as (Nb
      & _ & Gb).
    assert (Computed : forall p, asked p -> In p qs ->
      Rabs (B2R (key p) - (W0 * gains p + origin)) <= B2R bound).
    { intros p Ap I. destruct (programmed p I) as (_ & (_ & _ & H) & _).
      destruct (of_one_node p Ap) as (_ & _ & N & _ & Sw & _). rewrite <- (the_true_key p Ap), Rabs_minus_sym.
      destruct (a_key_of_parts_is_near (parts p) a (B2R (key p)) (fun x => one_part p x I) Sw) as [D _];
        trivial; [lia|]. fold B in D. lra. }
    split; [apply (keys_hold q Q)|]. destruct (scored q Q) as [I|(Su & S & _)].
    - apply Rle_trans with (2 := proj1 (proj2 beside_is)). now apply Computed.
    - destruct beside_is as [F _]. revert F. unfold beside, bound_beside. rewrite Su, Rplus_comm. intros F.
      apply (exact_gains_are_within key gains (concat (map about fs)) largest_key bound base origin W0 W' l e
        (log2 W' + 2) K a); trivial.
      + split; [apply arity|]. lra.
      + apply whole.
      + split; [exact Fb|]. split; [now apply what_is_grained_is_sizable|]. split; [now apply (gains_are q)|].
        exact Nb.
      + fold B. lra.
      + intros p I. apply is_in_all in I. destruct (scored p I) as [J|(_ & S' & _)]; [left|right].
        * split; [apply (keys_hold p I)|]. rewrite Rplus_comm. now apply Computed.
        * split; [exact S'|]. now apply gains_are.
      + now apply is_in_all.
  Qed.

  (** *** Gains, and their errors *)

  Lemma gain_facts (k : float64) x : holds k (B2R k) 411 -> Decisions.sizable (B2R k) ->
    Rabs (B2R k - (x + origin)) <= B2R beside ->
    holds_gain (float_gain k base) /\ holds_error (gain_error beside k base) /\
    Rabs (B2R (float_gain k base) - x) <= B2R beside + / 3 * B + u * Rabs (B2R (float_gain k base)) /\
    4 / 3 * (B2R beside + / 3 * B + u * Rabs (B2R (float_gain k base))) <= B2R (gain_error beside k base) /\
    B2R beside <= B2R (gain_error beside k base).
  Proof.
    destruct base_is as (Fb & Lb & _). destruct base_is_near as (Nb & Nb' & Gb). destruct bound_is as [B1 B2].
    destruct beside_is as (Fe & Be). assert (P := bpow_gt_0 radix2 (-50)).
    apply (a_gain_beside_is base beside origin (/ 3 * B)).
    - repeat (split; [assumption|]). lra.
    - split; [exact Fe|lra].
  Qed.

  Lemma top_facts f : In f fs -> holds (top f) (B2R (top f)) 411 /\ Decisions.sizable (B2R (top f)) /\
    Rabs (B2R (top f) - (W0 * largest_gain gains f + origin)) <= B2R beside.
  Proof.
    intros F. assert (Fin : forall q, In q (about f) -> is_finite (key q) = true) by (intros q I;
      apply keys_are; now
      exists f).
    destruct (ends f F) as (T & _). destruct (the_largest_is_a_key key (about f) (top f) T Fin) as [(d & Id
      & Ed) _].
    destruct (keys_hold d) as [Hd Sd]; [now exists f|]. rewrite <- Ed in Hd, Sd.
    split; [exact Hd|]. split; [exact Sd|]. destruct sizes_are as (_ & _ & _ & _ & W1).
    apply (the_top_is_near gains W0 1 origin (B2R beside) beside key low high fs); trivial; [lra|].
    intros h q Ih I. apply keys_are. now exists h.
  Qed.

  (** *** Ratios *)

  Lemma information_is_near q : asked q -> is_finite (information q) = true /\
    Rabs (B2R (information q)) <= bpow radix2 200 /\
    Rabs (B2R (information q) - true_information (parts q) W0) <= B2R information_off.
  Proof.
    intros Q. destruct the_information_off as (_ & _ & Off). specialize (Off q Q). assert (U := u_pos).
    destruct (of_one_node q Q) as (_ & _ & N & _ & Sw & Each).
    destruct sizes_are as (A2 & K1 & L0 & UW & W1). destruct (scored q Q) as [I|(_ & _ & E)].
    - destruct (programmed q I) as (Err & _ & Fi & Li & Hi). split; [exact Fi|]. split; [exact Li|].
      rewrite Rabs_minus_sym. apply Rle_trans with (2 := Off).
      assert (Part : forall p, In p (parts q) -> is_part p) by (intros p J; now apply (one_part q)).
      apply (information_of_rounded_weights_is_near log_float (parts q) W0 W' l e K a log_is_near light
        (conj Sw (proj1 whole)) (fun p I => near p (Part p I)) (fun p x I => counts_are_whole p x (Part p
          I)));
        [|lia|exact Err|split; [apply float64_is_float|apply whole]| |exact Hi].
      + intros p J. destruct (are_floats p (Part p J)) as (X & Y & Z). split; [exact X|]. split; [exact Y|].
        intros x Jx. now destruct (Z x Jx) as (Z1 & Z2 & _).
      + destruct arity as [A Fw]. apply Rle_trans with (2 := Fw). apply Rmult_le_compat_r; [lra|].
        destruct (near node_part (or_introl eq_refl)) as (_ & _ & _ & _ & Hc).
        rewrite <- (S_INR (length (parts q))). apply le_INR. nia.
    - destruct (information_of_exact_weights W' ltac:(lra) W0 _ _ E) as (F & L & D); [|
        intros w I; apply in_map_iff in I as (p & <- & I); now apply Each|lra|].
      { rewrite sumR_map. exact Sw. }
      split; [exact F|]. split; [exact L|]. rewrite Rabs_minus_sym. apply Rle_trans with (2 := Off).
      rewrite sumR_map in D. apply Rle_trans with (1 := D). apply Rmult_le_compat_r; [lra|].
      assert (2 * (u * W') <= INR (length (parts q)) * (u * W')) by (apply Rmult_le_compat_r;
        [lra|apply (le_INR 2); lia]). lra.
  Qed.

  Lemma a_ratio_is_enclosed q : asked q -> is_finite (low q) = true /\ is_finite (high q) = true /\
    B2R (low q) <= 1 * ratios q <= B2R (high q) /\ 0 <= gains q /\ 0 <= ratios q.
  Proof.
    intros Q. destruct (information_is_near q Q) as (Fi & Li & Ni). destruct (keys_hold q Q) as [Hk Sk].
    destruct (of_one_node q Q) as (S & D & N & F & Sw & Each).
    destruct (keys_are q Q) as [_ Nk]. destruct (gain_facts (key q) (W0 * gains q) Hk Sk Nk) as (Hg & He
      & Ng & Cv & _).
    destruct sizes_are as (A2 & K0 & L0 & UW & W1). assert (U := u_pos).
    destruct (gains_are q Q) as [[Gn _] _].
    assert (Large : forall p, In p (parts q) -> 1 <= true_weight p) by (intros p I;
      now apply (parts_are_large q)).
    destruct lightest_is as (Fl & Bl).
    assert (No_less := information_is_no_less_than c (counted q) (parts q) unit (fun d I => proj2 (D d I)) F
      Large
      (proj1 N) (B2R lightest / 2) (fun p I => proj1 (proj2 (Each p I)))).
    assert (In_units := information_in_units c (counted q) (parts q) unit (fun d I => proj2 (D d I)) F Large
      (proj1 N)).
    rewrite Sw in No_less, In_units. set (I := true_information (parts q) W0) in *.
    destruct the_information_off as (Fo & Lo & Off). specialize (Off q Q).
    assert (O0 : 0 <= B2R information_off).
    { apply Rle_trans with (2 := Off). assert (P := pos_INR (length (parts q))).
      assert (0 <= INR (length (parts q)) * (u * W')) by (apply Rmult_le_pos; lra).
      apply Rmult_le_pos; lra. }
    assert (Ratio : ratios q = W0 * gains q / I).
    { unfold ratios, gain_ratio. fold (gains q). rewrite In_units. field. split; [|lra].
      intros Z. rewrite Z in In_units. lra. }
    destruct (the_ratio_is_enclosed_in_binary64 (float_gain (key q) base) (gain_error beside (key q) base)
      (information q) information_off lightest (W0 * gains q) I Hg He (conj Fi Li) (conj Fo (conj O0 Lo))
      (conj Fl Bl)) as (F1 & F2 & E); trivial.
    - assert (P := Rabs_pos (B2R (float_gain (key q) base))).
      assert (0 <= u * Rabs (B2R (float_gain (key q) base))) by (apply Rmult_le_pos; lra).
      destruct bound_is as [Bd Bd']. destruct beside_is as (_ & Bb & _).
      assert (bpow radix2 (-50) > 0) by apply bpow_gt_0. lra.
    - apply Rmult_le_pos; lra.
    - rewrite Rmult_1_l, Ratio. split; [exact F1|]. split; [exact F2|]. split; [exact E|]. split; [exact Gn|].
      apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
  Qed.

  Theorem the_ratio_filter_of_rounded_weights : tells_rightly gains ratios beside base key fs gate all_pass
    gainless share limit min_gain sum largest bar.
  Proof.
    destruct sizes_are as (_ & _ & _ & _ & W1). destruct bound_is as [B0 B1].
    destruct beside_is as (_ & B2 & _). assert (P50 := bpow_gt_0 radix2 (-50)).
    assert (Facts : forall h, In h fs -> holds_gain (gain_of base h) /\ holds_error (error_of beside base h)
      /\
      Rabs (B2R (gain_of base h) - W0 * largest_gain gains h) <=
        B2R beside + / 3 * B + u * Rabs (B2R (gain_of base h)) /\
      4 / 3 * (B2R beside + / 3 * B + u * Rabs (B2R (gain_of base h))) <= B2R (error_of beside base h) /\
      B2R beside <= B2R (error_of beside base h)).
    { intros h Ih. destruct (top_facts h Ih) as (T1 & T2 & T3). exact (gain_facts (top h) _ T1 T2 T3). }
    apply (what_is_told_is_right gains ratios W0 1 origin (B2R beside) (B2R beside + / 3 * B) beside base key
      low high fs gate all_pass gainless off W limit W0 min_gain sum largest bar); trivial; try lra.
    - intros h p Ih I. apply keys_are. now exists h.
    - intros _ _. apply beside_is.
    - intros h Ih. destruct (Facts h Ih) as (H1 & H2 & H3 & H4 & _). exact (conj H1 (conj H2 (conj H3 H4))).
    - intros h p Ih I. assert (Q : asked p) by now exists h. now destruct (a_ratio_is_enclosed p Q) as (_ &
      _ & _ & H).
    - intros h p Ih I. apply kept_is_about in I. assert (Q : asked p) by now exists h.
      now destruct (a_ratio_is_enclosed p Q) as (H1 & H2 & H3 & _).
    - replace (W0 * min_gain / (W0 / B2R W)) with (W' * min_gain); [apply limit_is|].
      unfold W'. field. fold W'. lra.
    - intros h Ih. apply Rle_trans with (1 := proj2 limit_is). apply Rmult_le_compat_l; [apply bpow_ge_0|].
      apply Rle_trans with (1 := B2). now apply Facts.
  Qed.
End Filter.

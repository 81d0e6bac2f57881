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
    FloatDecisions
  Contenders.
From Dtrees Require Decisions.
From Dtrees Require Spec.Growing.
Import ListNotations.
Open Scope R_scope.

(** ** What is rounded on the grid of gains is off by a share of the result *)

Lemma grained_is_not_tiny x : grained x -> x = 0 \/ bpow radix2 (-52) <= Rabs x.
Proof.
  intros [k ->]. destruct (Z.eq_dec k 0) as [->|N]; [left; ring|right].
  rewrite Rabs_mult, (Rabs_right (bpow radix2 _)) by apply Rle_ge, bpow_ge_0.
  rewrite <- (Rmult_1_l (bpow radix2 (-52))) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0|].
  rewrite <- abs_IZR. apply IZR_le. lia.
Qed.

Lemma grained_abs x : grained x -> grained (Rabs x).
Proof. intros G. unfold Rabs. destruct (Rcase_abs x); [now apply grained_opp|exact G]. Qed.

Lemma a_grained_sum_is_near x : grained x -> Rabs (rnd x - x) <= u * Rabs (rnd x).
Proof.
  intros G. assert (U := u_pos). destruct (grained_is_not_tiny x G) as [->|L].
  - rewrite rnd_0, Rminus_0_r, Rabs_R0. lra.
  - assert (R : bpow radix2 (-52) <= Rabs (rnd x)).
    { apply abs_round_ge_generic; try typeclasses eauto; [apply generic_format_bpow;
      now vm_compute|exact L]. }
    apply Rle_trans with (1 := error_le_half_ulp_round radix2 fexp64 _ x).
    apply Rle_trans with (/ 2 * (Rabs (rnd x) * bpow radix2 (1 - 53))).
    + apply Rmult_le_compat_l; [lra|]. apply ulp_FLT_le. apply Rle_trans with (2 := R). apply bpow_le. lia.
    + change (bpow radix2 (1 - 53)) with (/ 4503599627370496). assert (P := Rabs_pos (rnd x)). unfold u. lra.
Qed.

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

(** ** The filter *)

Section Filter.
  Context {question : Type}.
  Variables (log_float : R -> R) (counted : question -> list ClassCounts) (parts : question -> list part).
  Variables (key information : question -> float64) (node : ClassCounts) (node_part : part).
  Variables (W off lightest base bound information_off limit sum largest bar : float64).
  Variables (fs : list (feature question)) (gate : Growing.gate) (all_pass gainless : bool) (min_gain : R).
  Variables (c W0 l e sigma : R) (K a : nat).
  Let asked (q : question) : Prop := exists f, In f fs /\ In q (about f).
  Let is_part (p : part) : Prop := p = node_part \/ exists q, asked q /\ In p (parts q).
  Let W' := B2R W.

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
    sumR (fun p => Rabs (true_weight p - float_weight p)) (parts q) <= 2 * e.
  Hypothesis near : forall p, is_part p ->
    true_weight p = sumR fst (counts p) /\ sumR (fun x => Rabs (fst x - snd x)) (counts p) <= e /\
    l <= float_weight p <= W' /\ Rabs (true_weight p - float_weight p) <= e /\
    (1 <= length (counts p) <= K)%nat.
  Hypothesis are_floats : forall p, is_part p -> is_float (float_weight p) /\ (exists n, float_weight p =
    IZR n) /\
    forall x, In x (counts p) -> (fst x = 0 \/ 1 <= fst x) /\ is_float (snd x) /\ exists n, snd x = IZR n.
  Hypothesis programmed : forall q, asked q ->
    (is_finite (key q) = true /\ Rabs (B2R (key q)) <= bpow radix2 410 /\
      is_entropy_key log_float (parts q) (B2R (key q))) /\
    is_finite (information q) = true /\ Rabs (B2R (information q)) <= bpow radix2 200 /\
      is_information log_float (parts q) W' (B2R (information q)).
  Hypothesis base_is : is_finite base = true /\ Rabs (B2R base) <= bpow radix2 410 /\
    is_entropy_key log_float [node_part] (B2R base).
  Hypothesis lightest_is : is_finite lightest = true /\ 1 <= B2R lightest <= bpow radix2 200 /\
    forall q p, asked q -> In p (parts q) -> B2R lightest / 2 <= true_weight p.
  Hypothesis float_of_the_slope : 999 / 1000 * (log2 W' + 2) <= sigma.
  Hypothesis the_bound : is_finite bound = true /\
    bound_of_classes (INR a * (2 * INR K + 4)) sigma e W' <= B2R bound <= bpow radix2 200.
  Hypothesis the_information_off : is_finite information_off = true /\ B2R information_off <= bpow radix2
    200 /\
    forall q, asked q -> (3 * e + (22 + 2 * INR (length (parts q))) * u * W') * (log2 W' + 2) <= B2R
      information_off.

  Let gains (q : question) : R := information_gain (counted q).
  Let ratios (q : question) : R := gain_ratio (counted q).
  Let low (q : question) : float64 :=
    ratio_below information_off (float_gain (key q) base) (gain_error bound (key q) base) (information q).
  Let high (q : question) : float64 :=
    ratio_above information_off (float_gain (key q) base) (gain_error bound (key q) base) (information q)
      lightest.
  Let share := limit_share off W.

  Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
  Hypothesis ends : forall f, In f fs -> ends_are bound key low high f.
  Hypothesis gates : gated bound base fs gate all_pass gainless share limit sum largest bar.
  Hypothesis all_pass_means : all_pass = true -> min_gain <= 0 /\ gainless = true.
  Hypothesis weight_is : weight_within off W W0.
  Hypothesis limit_is : limit_within limit (W' * min_gain) /\ B2R limit <= bpow radix2 90 * B2R bound.

  Let B := RoundedCounts.bound W' e K a (log2 W' + 2).
  Let origin := - (W0 * entropy node).

  Lemma sizes_are : 2 <= INR a /\ 0 <= INR K /\ 0 <= log2 W' /\ 0 < u * W' /\ W' / 2 <= W0.
  Proof.
    destruct arity as [A _]. apply le_INR in A. simpl (INR 2) in A. assert (U := u_pos).
    split; [exact A|]. split; [apply pos_INR|]. split; [rewrite <- log2_1; apply log2_le; lra|].
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

  Lemma one_part q p : asked q -> In p (parts q) -> is_part p.
  Proof. intros Q I. right. now exists q. Qed.

  Lemma counts_are_whole p x : is_part p -> In x (counts p) -> 0 <= fst x /\ exists n, snd x = IZR n.
  Proof.
    intros P I. destruct (are_floats p P) as (_ & _ & H). destruct (H x I) as (F & _ & N).
    split; [destruct F; lra|exact N].
  Qed.

  Lemma weight_is_large p : is_part p -> 1 <= true_weight p.
  Proof. intros P. destruct (near p P) as (_ & _ & N & D & _). apply Rabs_le_inv in D. lra. Qed.

  Lemma a_key_of_parts_is_near ps k : (forall p, In p ps -> is_part p) -> sumR true_weight ps = W0 ->
    (1 <= length ps <= a)%nat -> is_entropy_key log_float ps k ->
    Rabs (true_entropy_key ps - k) <= 2 / 3 * B /\ grained k.
  Proof.
    intros P Sw N H. split.
    - apply (entropy_key_of_rounded_counts_is_near log_float ps W0 W' l e K a log_is_near light
        (conj Sw (proj1 whole)) (fun p I => near p (P p I)) (fun p x I => counts_are_whole p x (P p I)));
        [|exact N|apply arity|exact H].
      intros p I. destruct (are_floats p (P p I)) as (F & Fw & X). split; [exact F|]. split; [exact Fw|].
      intros x J. now destruct (X x J) as (X1 & X2 & _).
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

  Lemma large_enough p : is_part p ->
    1 <= true_weight p /\ forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x.
  Proof.
    intros P. split; [now apply weight_is_large|]. intros x J. destruct (are_floats p P) as (_ & _ & H).
    now apply H.
  Qed.

  Lemma the_true_base : true_entropy_key [node_part] = origin.
  Proof.
    destruct the_node as (Nn & R & E). destruct node_weighs as [P E0]. unfold origin.
    assert (P' : (0 < weight node)%Q) by (apply Rlt_Qlt; now rewrite RMicromega.Q2R_0).
    rewrite (keys_are_nats c unit [node] [node_part]).
    - cbn [sumR fold_right]. rewrite (nats_entropy node Nn P'), E0. assert (L := ln_2_positive). field. lra.
    - constructor; [exact R|constructor].
    - intros d [<-|[]]. now split.
    - intros p [<-|[]]. apply large_enough. now left.
  Qed.

  Lemma the_true_key q : asked q -> true_entropy_key (parts q) = W0 * gains q + origin.
  Proof.
    intros Q. destruct (of_one_node q Q) as (S & D & N & F & _). destruct the_node as (Nn & R & E).
    rewrite (true_keys_are_information_gains c unit (counted q) (parts q) node node_part), the_true_base, E;
      trivial.
    - fold (gains q). ring.
    - intros Z. rewrite Z in F. apply Sums.Forall2_length in F. simpl in F. lia.
    - intros p I. apply large_enough. now apply (one_part q).
    - apply large_enough. now left.
  Qed.

  Lemma keys_are q : asked q -> is_finite (key q) = true /\
    Rabs (B2R (key q) - (W0 * gains q + origin)) <= 2 / 3 * B.
  Proof.
    intros Q. destruct (programmed q Q) as ((F & _ & H) & _). split; [exact F|].
    destruct (of_one_node q Q) as (_ & _ & N & _ & Sw & _). rewrite <- (the_true_key q Q), Rabs_minus_sym.
    apply (a_key_of_parts_is_near (parts q)); trivial; [intros p I; now apply (one_part q)|lia].
  Qed.

  Lemma base_is_near : Rabs (B2R base - origin) <= 2 / 3 * B /\ grained (B2R base).
  Proof.
    destruct base_is as (_ & _ & H). rewrite <- the_true_base, Rabs_minus_sym.
    apply (a_key_of_parts_is_near [node_part]); trivial.
    - intros p [<-|[]]. now left.
    - destruct the_node as (_ & _ & E). cbn [sumR fold_right]. rewrite E. ring.
    - destruct arity as [A _]. simpl. lia.
  Qed.

  (** *** Gains, and their errors *)

  Lemma gain_facts (k : float64) x : is_finite k = true -> Rabs (B2R k) <= bpow radix2 410 ->
    grained (B2R k) ->
    Rabs (B2R k - (x + origin)) <= 2 / 3 * B ->
    let gain := float_gain k base in let error := gain_error bound k base in
    holds_gain gain /\ holds_error error /\
    Rabs (B2R gain - x) <= 4 / 3 * B + u * Rabs (B2R gain) /\
    4 / 3 * (4 / 3 * B + u * Rabs (B2R gain)) <= B2R error /\ B2R bound <= B2R error.
  Proof.
    intros Fk Lk Gk Nk gain error. destruct base_is as (Fb & Lb & _). destruct base_is_near as [Nb Gb].
    destruct bound_is as [B1 B2]. assert (P50 := bpow_gt_0 radix2 (-50)). assert (U := u_pos).
    assert (G : grained (B2R k - B2R base)) by (apply grained_plus; [exact Gk|now apply grained_opp]).
    assert (Hk : holds k (B2R k) 410) by now repeat split. assert (Hb : holds base (B2R base) 410) by now
      repeat split.
    assert (Hg := minus_holds _ _ _ _ 410 410 411 Hk Hb ltac:(lia) ltac:(now apply (difference_below 410))).
    fold (float_gain k base) in Hg. fold gain in Hg. destruct Hg as (Fg & Eg & Bg).
    assert (D := a_grained_sum_is_near _ G). rewrite <- Eg in D.
    (* the error *)
    destruct the_bound as (Fe & _ & Le).
    assert (He := twice_holds bound 200 Fe ltac:(lia) ltac:(rewrite Rabs_right; lra)).
    assert (Hak := abs_holds _ _ _ Hk). assert (Hab := abs_holds _ _ _ Hb).
    set (T := Rabs (B2R k) + Rabs (B2R base)) in *.
    assert (T0 : 0 <= T) by (assert (X := Rabs_pos (B2R k)); assert (Y := Rabs_pos (B2R base)); unfold T;
      lra).
    assert (Hs := plus_holds _ _ _ _ 410 410 411 Hak Hab ltac:(lia) ltac:(apply (sum_below 410);
      [apply Hak|apply Hab])).
    fold T in Hs. set (s := rnd T) in *.
    assert (Ht := times_holds _ _ _ _ (-50) 411 411 eight_u_holds Hs ltac:(lia) ltac:(lia)).
    set (t := rnd (8 * u * s)) in *.
    assert (Gs : s = 0 \/ bpow radix2 (-52) <= s).
    { destruct (grained_is_not_tiny T) as [Z|L]; [now apply grained_plus; apply grained_abs|left|right].
      - unfold s. now rewrite Z, rnd_0.
      - rewrite Rabs_right in L by lra. apply Decisions.rnd_at_least; [apply generic_format_bpow;
        now vm_compute|exact L]. }
    assert (P52 := bpow_gt_0 radix2 (-52)).
    assert (T8 : (1 - u) * (8 * u * s) <= t <= (1 + u) * (8 * u * s)).
    { apply near_share. destruct Gs as [->|Gs]; [left; ring|right].
      apply Rle_trans with (u * bpow radix2 (-52)); [rewrite u_is_a_power, <- bpow_plus; apply bpow_le; lia|].
      apply Rle_trans with (u * s); [apply Rmult_le_compat_l; lra|].
      assert (0 <= u * s) by (apply Rmult_le_pos; lra). lra. }
    assert (s0 : 0 <= s) by (destruct Gs; lra). assert (us : 0 <= u * s) by (apply Rmult_le_pos; lra).
    assert (uus : u * (u * s) <= / 1000000 * (u * s)) by (apply Rmult_le_compat_r; lra).
    assert (Hx := plus_holds _ _ _ _ 201 411 412 He Ht ltac:(lia) ltac:(apply (sum_below 411);
      [apply Rle_trans with (1 :=
      proj2 (proj2 He)), bpow_le; lia|apply Ht])).
    fold (gain_error bound k base) in Hx. fold error in Hx. destruct Hx as (Fx & Ex & Bx).
    assert (X2 : B2R bound <= B2R error).
    { rewrite Ex. apply Decisions.rnd_at_least; [apply float64_is_float|lra]. }
    assert (X3 : (1 - u) * (2 * B2R bound + t) <= B2R error).
    { rewrite Ex. apply near_share. right. apply Rle_trans with (bpow radix2 (-50)); [apply bpow_le;
      lia|lra]. }
    assert (ub : u * B2R bound <= / 1000000 * B2R bound) by (apply Rmult_le_compat_r; lra).
    assert (ut : u * t <= / 1000000 * t) by (apply Rmult_le_compat_r; lra).
    assert (Gn : Rabs (B2R gain) <= s).
    { assert (X : Rabs (B2R k - B2R base) <= T).
      { unfold T. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
      apply Rabs_le_inv in X. rewrite Eg. unfold s. apply Rabs_le. rewrite <- rnd_opp. split;
        now apply rnd_le. }
    assert (ug : u * Rabs (B2R gain) <= u * s) by (apply Rmult_le_compat_l; lra).
    split; [split; [split; [exact Fg|rewrite Eg; apply Rle_trans with (1 := Bg), bpow_le; lia]|]|].
    { rewrite Eg. now apply what_is_grained_is_sizable, grained_rnd. }
    split; [split; [split; [exact Fx|rewrite Ex; apply Rle_trans with (1 := Bx), bpow_le; lia]|]|].
    { apply Rle_trans with (2 := X2). apply Rle_trans with (bpow radix2 (-50)); [apply bpow_le; lia|lra]. }
    split; [|split; [lra|exact X2]].
    apply Rabs_le_inv in D, Nk, Nb. apply Rabs_le. lra.
  Qed.

  Lemma top_facts f : In f fs -> is_finite (top f) = true /\ Rabs (B2R (top f)) <= bpow radix2 410 /\
    grained (B2R (top f)) /\ Rabs (B2R (top f) - (W0 * largest_gain gains f + origin)) <= 2 / 3 * B.
  Proof.
    intros F. assert (Fin : forall q, In q (about f) -> is_finite (key q) = true) by (intros q I;
      apply keys_are; now
      exists f).
    destruct (ends f F) as (T & _). destruct (the_largest_is_a_key key (about f) (top f) T Fin) as [(d & Id
      & Ed) _].
    assert (Q : asked d) by now exists f. destruct (programmed d Q) as ((Fd & Ld & H) & _).
    destruct (of_one_node d Q) as (_ & _ & N & _ & Sw & _).
    destruct (a_key_of_parts_is_near (parts d) (B2R (key d)) (fun p I => one_part d p Q I) Sw ltac:(lia) H)
      as [_ G].
    rewrite Ed at 1 2 3. split; [exact Fd|]. split; [exact Ld|]. split; [exact G|].
    destruct sizes_are as (_ & _ & _ & _ & W1).
    apply (the_top_is_near gains W0 1 origin (2 / 3 * B) bound key low high fs); trivial; [lra|].
    intros h q Ih I. apply keys_are. now exists h.
  Qed.

  (** *** Ratios *)

  Lemma a_ratio_is_enclosed q : asked q -> is_finite (low q) = true /\ is_finite (high q) = true /\
    B2R (low q) <= 1 * ratios q <= B2R (high q) /\ 0 <= gains q /\ 0 <= ratios q.
  Proof.
    intros Q. destruct (programmed q Q) as ((Fk & Lk & Hk) & Fi & Li & Hi).
    destruct (of_one_node q Q) as (S & D & N & F & Sw & Err). destruct (merged_facts q Q) as (Nm & Pm & Nd &
      _).
    assert (Part : forall p, In p (parts q) -> is_part p) by (intros p I; now apply (one_part q)).
    destruct (a_key_of_parts_is_near (parts q) (B2R (key q)) Part Sw ltac:(lia) Hk) as [_ Gk].
    destruct (keys_are q Q) as [_ Nk]. destruct (gain_facts (key q) (W0 * gains q) Fk Lk Gk Nk) as (Hg & He
      & Ng & Cv & _).
    destruct sizes_are as (A2 & K0 & L0 & UW & W1). assert (U := u_pos).
    assert (Gn : 0 <= gains q) by now apply information_gain_nonneg.
    assert (Large : forall p, In p (parts q) -> 1 <= true_weight p) by (intros p I;
      now apply weight_is_large, Part).
    destruct lightest_is as (Fl & Bl & Light).
    assert (No_less := information_is_no_less_than c (counted q) (parts q) unit (fun d I => proj2 (D d I)) F
      Large
      (proj1 N) (B2R lightest / 2) (fun p => Light q p Q)).
    assert (In_units := information_in_units c (counted q) (parts q) unit (fun d I => proj2 (D d I)) F Large
      (proj1 N)).
    rewrite Sw in No_less, In_units. set (I := true_information (parts q) W0) in *.
    destruct the_information_off as (Fo & Lo & Off). specialize (Off q Q).
    assert (Few : (INR (length (parts q)) + 1) * u <= / 1000).
    { destruct arity as [A Fw]. apply Rle_trans with (2 := Fw). apply Rmult_le_compat_r; [lra|].
      destruct (near node_part (or_introl eq_refl)) as (_ & _ & _ & _ & Hc).
      rewrite <- (S_INR (length (parts q))). apply le_INR. nia. }
    assert (Ni : Rabs (B2R (information q) - I) <= B2R information_off).
    { rewrite Rabs_minus_sym. apply Rle_trans with (2 := Off).
      apply (information_of_rounded_weights_is_near log_float (parts q) W0 W' l e K a log_is_near light
        (conj Sw (proj1 whole)) (fun p I => near p (Part p I)) (fun p x I => counts_are_whole p x (Part p
          I)));
        [|lia|exact Err|split; [apply float64_is_float|apply whole]|exact Few|exact Hi].
      intros p J. destruct (are_floats p (Part p J)) as (X & Y & Z). split; [exact X|]. split; [exact Y|].
      intros x Jx. now destruct (Z x Jx) as (Z1 & Z2 & _). }
    assert (O0 : 0 <= B2R information_off).
    { apply Rle_trans with (2 := Off). assert (P := pos_INR (length (parts q))).
      assert (0 <= INR (length (parts q)) * (u * W')) by (apply Rmult_le_pos; lra).
      apply Rmult_le_pos; lra. }
    assert (Ratio : ratios q = W0 * gains q / I).
    { unfold ratios, gain_ratio. fold (gains q). rewrite In_units. field. split; [|lra].
      intros Z. rewrite Z in In_units. lra. }
    destruct (the_ratio_is_enclosed_in_binary64 (float_gain (key q) base) (gain_error bound (key q) base)
      (information q) information_off lightest (W0 * gains q) I Hg He (conj Fi Li) (conj Fo (conj O0 Lo))
      (conj Fl Bl)) as (F1 & F2 & E); trivial.
    - assert (P := Rabs_pos (B2R (float_gain (key q) base))).
      assert (0 <= u * Rabs (B2R (float_gain (key q) base))) by (apply Rmult_le_pos; lra).
      destruct bound_is as [Bd _]. assert (bpow radix2 (-50) > 0) by apply bpow_gt_0. lra.
    - apply Rmult_le_pos; lra.
    - rewrite Rmult_1_l, Ratio. split; [exact F1|]. split; [exact F2|]. split; [exact E|]. split; [exact Gn|].
      apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
  Qed.

  Theorem the_ratio_filter_of_rounded_weights f q : admissible gains ratios fs gate gainless min_gain f q ->
    In q (kept_of bound key f) /\
    contends bound base fs gate all_pass gainless share limit sum largest bar f = true.
  Proof.
    destruct sizes_are as (_ & _ & _ & _ & W1). destruct bound_is as [B0 B1].
    assert (P50 := bpow_gt_0 radix2 (-50)).
    assert (Facts : forall h, In h fs -> holds_gain (gain_of base h) /\ holds_error (error_of bound base h) /\
      Rabs (B2R (gain_of base h) - W0 * largest_gain gains h) <= 4 / 3 * B + u * Rabs (B2R (gain_of base h))
        /\
      4 / 3 * (4 / 3 * B + u * Rabs (B2R (gain_of base h))) <= B2R (error_of bound base h) /\
      B2R bound <= B2R (error_of bound base h)).
    { intros h Ih. destruct (top_facts h Ih) as (T1 & T2 & T3 & T4). exact (gain_facts (top h) _ T1 T2 T3
      T4). }
    apply (whatever_is_admissible_contends gains ratios W0 1 origin (2 / 3 * B) (4 / 3 * B) bound base key
      low high fs
      gate all_pass gainless off W limit W0 min_gain sum largest bar); trivial; try lra.
    - intros h p Ih I. apply keys_are. now exists h.
    - intros h Ih. destruct (Facts h Ih) as (H1 & H2 & H3 & H4 & _). exact (conj H1 (conj H2 (conj H3 H4))).
    - intros h p Ih I. assert (Q : asked p) by now exists h. now destruct (a_ratio_is_enclosed p Q) as (_ &
      _ & _ & H).
    - intros h p Ih I. apply kept_is_about in I. assert (Q : asked p) by now exists h.
      now destruct (a_ratio_is_enclosed p Q) as (H1 & H2 & H3 & _).
    - replace (W0 * min_gain / (W0 / B2R W)) with (W' * min_gain); [apply limit_is|].
      unfold W'. field. fold W'. lra.
    - intros h Ih. apply Rle_trans with (1 := proj2 limit_is). apply Rmult_le_compat_l; [apply bpow_ge_0|].
      now apply Facts.
  Qed.
End Filter.

(** * WholeContenders: the filter of C4.5 from rows to contenders, in whole units

    Of each feature the questions near its largest key are kept; gains, their errors, intrinsic values, the
    numbers that enclose the ratio, the gate, limits and what contends are those of [dtrees.vectorized],
      operation
    by operation in binary64.  Every admissible question, by [Spec.Entropies] and the gate, is a kept
      question of
    a contending feature: an instance of [Contenders].  Of NumPy is assumed that it adds each term once, in
      some
    order. *)
From Coq Require Import ZArith QArith Lqa Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys WholeCounts WholeEntropy
  ProgrammedLogarithm FloatDecisions WholeRatios WholeInformation SubsetKeys Contenders GainsBeside.
From Dtrees Require RoundedGains.
From Dtrees Require Spec.Growing.
Import ListNotations.
Open Scope R_scope.

(** Sums of weights are not off, so that a limit is off by its own rounding alone, whatever the node weighs.
  *)
Definition exact_share : float64 := limit_share (of_whole 0) (of_whole 1).

(** ** What is programmed *)

Section Programmed.
  Context {A : Type}.
  Variables (asks : A -> question) (log : float64 -> float64) (heaviest : Z) (K : nat).
  Variables (rows : whole_rows) (a : Q) (lightest : Z) (e base : float64) (key information : A -> float64).
  Variable subset : A -> bool.

  (** The key of a subset is its exact gain. *)
  Definition scored (f : feature A) : Prop :=
    (forall q, In q (about f) -> if subset q
      then scored_exactly base (IZR (weights rows) / B2R (grain log heaviest) * information_gain_in K a (asks
        q))
          (key q) /\
        weighed_in_turn log rows (asks q) (information q)
      else entropy_scores log heaviest K (asks q) (key q) /\
        information_scores log rows (asks q) (information q)) /\
    ends_are e key (fun q => low_of log rows e base (key q) (information q))
      (fun q => high_of log rows e base lightest (key q) (information q)) f.
End Programmed.

Section Contenders.
  Context {A : Type}.
  Variables (asks : A -> question) (log : float64 -> float64) (heaviest : Z) (K : nat).
  Variables (rows : whole_rows) (a : Q) (arity lightest : Z).
  Variables (own base largest_key : float64) (key information : A -> float64).
  Variables (subset : A -> bool) (subsets : bool).
  Variables (fs : list (feature A)) (gate : Growing.gate) (all_pass gainless : bool).
  Variables (limit : float64) (min_gain : R).
  Variables (sum largest bar : float64).
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis log_is_near : near_log2 log heaviest.
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis lighter : (weights rows <= heaviest)%Z.
  Hypothesis unit : (0 < a)%Q.
  Hypothesis few_classes : (Z.of_nat K <= 2 ^ 50)%Z.
  Hypothesis own_is : is_finite own = true /\ B2R (entropy_bound arity K) <= B2R own <= bpow radix2 60.
  Hypothesis base_is : entropy_base log heaviest K rows base.
  Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
  Hypothesis asked_well : forall f q, In f fs -> In q (about f) -> asks_well rows arity (asks q).
  Hypothesis largest_key_is : is_largest largest_key (map key (concat (map about fs))).
  Hypothesis kinds : forall q, is_asked fs q -> subset q = true -> subsets = true.
  Let e := bound_beside subsets own largest_key base.
  Hypothesis scores : forall f, In f fs ->
    scored asks log heaviest K rows a lightest e base key information subset f.
  Hypothesis gates : gated e base fs gate all_pass gainless exact_share limit sum largest bar.

  Let gains (q : A) := information_gain_in K a (asks q).
  Let ratios (q : A) := gain_ratio_in K a (asks q).

  Let g := B2R (grain log heaviest).
  Let c := IZR (weights rows) / g.

  Hypothesis all_pass_means : all_pass = true -> min_gain <= 0 /\ gainless = true.

  Lemma scale_positive f q : In f fs -> In q (about f) -> 0 < c /\ 0 < g.
  Proof.
    intros F I. assert (G := grain_positive log heaviest weights_fit log_is_near). fold g in G.
    assert (B := node_weight heaviest K rows weights_fit whole lighter arity (asks q) (asked_well f q F I)).
    assert (0 < IZR (weights rows)) by (apply IZR_lt; lia). split; [|exact G].
    unfold c, Rdiv. apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat].
  Qed.

  Lemma gain_in_grains f q : In f fs -> In q (about f) ->
    c * gains q = true_gain log heaviest K rows (asks q).
  Proof.
    intros F I. destruct (scale_positive f q F I) as [_ G]. unfold gains.
    assert (B := node_weight heaviest K rows weights_fit whole lighter arity (asks q) (asked_well f q F I)).
    rewrite (information_gain_is log heaviest K rows a weights_fit log_is_near whole unit arity (asks q)
      (asked_well f q F I)).
    unfold c. fold g. assert (1 <= IZR (weights rows)) by (apply IZR_le; lia). field. lra.
  Qed.

  Lemma gains_are_nonneg f q : In f fs -> In q (about f) -> 0 <= c * gains q.
  Proof.
    intros F I. rewrite (gain_in_grains f q F I).
    exact (true_gain_nonneg log heaviest K rows a weights_fit log_is_near whole unit arity (asks q)
      (asked_well f q F I)).
  Qed.

  (** *** The premises of [Contenders] *)

  Let origin := share_of K rows / g.

  Lemma ends_are_those f : In f fs -> ends_are e key (fun q => low_of log rows e base (key q) (information q))
      (fun q => high_of log rows e base lightest (key q) (information q)) f.
  Proof. intros F. apply (scores f F). Qed.

  Lemma some_question f : In f fs -> exists q, In q (about f).
  Proof.
    intros F. destruct (about f) as [|q l] eqn:E; [|exists q; now left].
    now destruct (Contenders.some_question _ _ _ _ _ ends_are_those f F).
  Qed.

  Lemma scales_are f : In f fs -> 0 < c /\ 0 < / g.
  Proof.
    intros F. destruct (some_question f F) as (q & I). destruct (scale_positive f q F I) as [C G].
    split; [exact C|now apply Rinv_0_lt_compat].
  Qed.

  Let near := 2 * (INR K + 1).

  Lemma base_and_bound f : In f fs ->
    (is_finite base = true /\ Rabs (B2R base) <= bpow radix2 410 /\ RoundedGains.grained (B2R base) /\
      Rabs (origin - B2R base) <= near) /\
    1 <= near_key K arity <= B2R own /\ near <= B2R own / 6.
  Proof.
    intros F. destruct (some_question f F) as (q & I). assert (Q := asked_well f q F I).
    destruct (base_in_grains log heaviest K rows arity base whole weights_fit lighter log_is_near base_is
      (asks q) Q)
      as (Fb & _ & Lb & (n & En) & Nb). fold g in Nb. fold origin in Nb.
    split; [|exact (bounds_are K rows own arity few_classes (proj1 (proj2 own_is)) (asks q) Q)].
    split; [exact Fb|]. split; [apply Rle_trans with (1 := Lb), bpow_le; lia|].
    split; [|rewrite Rabs_minus_sym; exact Nb]. exists (n * 2 ^ 52)%Z. rewrite En, mult_IZR, Rmult_assoc.
    change (IZR (2 ^ 52)) with (bpow radix2 52). rewrite <- bpow_plus. simpl. ring.
  Qed.

  Lemma key_or_gain f q : In f fs -> In q (about f) -> if subset q
    then scored_exactly base (c * gains q) (key q) else entropy_scores log heaviest K (asks q) (key q).
  Proof. intros F I. destruct (scores f F) as (S & _). specialize (S q I). now destruct (subset q). Qed.

  (** Every key is finite, and none is tiny. *)
  Lemma keys_hold f q : In f fs -> In q (about f) -> holds (key q) (B2R (key q)) 411 /\
    Decisions.sizable (B2R (key q)).
  Proof.
    intros F I. assert (S := key_or_gain f q F I). assert (Q := asked_well f q F I).
    destruct (base_and_bound f F) as ((Fb & Lb & Gb & _) & [K1 K2] & _). destruct (subset q).
    - apply (a_key_beside_holds base own (key q) (c * gains q)); trivial.
      + destruct (a_gain_in_grains log heaviest K rows arity base whole weights_fit lighter log_is_near
        base_is a
          unit few_classes (asks q) Q) as [G L]. fold g in G. fold c in G. unfold gains. rewrite G.
        apply Rle_trans with (1 := L), bpow_le. lia.
      + right. apply Rle_trans with 1; [apply (bpow_le radix2 (-500) 0); lia|lra].
    - destruct (WholeRatios.key_is_near log heaviest K rows weights_fit log_is_near whole lighter arity (asks
      q)
        (key q) Q S) as [(n & [Fk Ek] & Bn) _].
      destruct (holds_whole _ _ 52 (conj Fk Ek) ltac:(lia) Bn) as (_ & _ & B). rewrite Ek.
      split; [|apply whole_is_sizable]. split; [exact Fk|]. split; [exact Ek|].
      apply Rle_trans with (1 := B), bpow_le. lia.
  Qed.

  Lemma bound_is f : In f fs -> is_finite e = true /\ bpow radix2 (-50) <= B2R e <= bpow radix2 400 /\
    near <= 3 / 8 * B2R e /\ 1 <= B2R own <= B2R e.
  Proof.
    intros F. destruct (base_and_bound f F) as ((Fb & Lb & _) & K1 & K2). destruct own_is as (Fo & _ & Lo).
    assert (H := the_bound_beside_is subsets own largest_key base Fo). fold e in H.
    destruct H as (Fe & E1 & E2); trivial.
    - split; [lra|]. apply Rle_trans with (1 := Lo), bpow_le. lia.
    - destruct (the_largest_is_a_key key _ _ largest_key_is) as [(d & Id & Ed) _].
      + intros q J. apply is_in_all in J as (h & Ih & J). now apply (keys_hold h).
      + rewrite Ed. apply is_in_all in Id as (h & Ih & J). now apply (keys_hold h).
    - assert (B := bpow_le radix2 (-50) 0 ltac:(lia)). simpl (bpow radix2 0) in B.
      split; [exact Fe|]. repeat split; lra.
  Qed.

  Lemma keys_are f q : In f fs -> In q (about f) ->
    is_finite (key q) = true /\ Rabs (B2R (key q) - (c * gains q + origin)) <= B2R e.
  Proof.
    intros F I. split; [apply (keys_hold f q F I)|]. destruct (base_and_bound f F) as ((Fb & Lb & _) & K1 &
      _).
    destruct (bound_is f F) as (Fe & _ & _ & E1).
    assert (Value : forall h p, In h fs -> In p (about h) ->
      c * gains p + origin = entropy_value log heaviest K (asks p)).
    { intros h p Ih J. rewrite (gain_in_grains h p Ih J), true_gain_is. fold g. fold origin. ring. }
    rewrite (Value f q F I). assert (S := key_or_gain f q F I). destruct (subset q) eqn:Su.
    - assert (Some : is_asked fs q) by now exists f. unfold e, bound_beside in Fe |- *.
      rewrite (kinds q Some Su) in *.
      destruct (base_in_grains log heaviest K rows arity base whole weights_fit lighter log_is_near base_is
        (asks q)
        (asked_well f q F I)) as (_ & Sb & _).
      apply (each_is_within key (fun p => entropy_value log heaviest K (asks p)) (concat (map about fs)));
        trivial.
      + split; [exact Fb|]. split; [exact Sb|]. apply Rle_trans with (1 := Lb), bpow_le. lia.
      + lra.
      + intros p J. apply is_in_all in J as (h & Ih & J).
        apply (each_in_grains log heaviest K rows arity base whole weights_fit lighter log_is_near base_is
          asks
          subset key a own unit few_classes (proj1 (proj2 own_is))); [now apply (asked_well h)|].
        exact (key_or_gain h p Ih J).
      + now apply is_in_all.
    - destruct (WholeRatios.key_is_near log heaviest K rows weights_fit log_is_near whole lighter arity (asks
      q)
        (key q) (asked_well f q F I) S) as [_ N]. lra.
  Qed.

  Lemma a_gain_is (k : float64) f x : In f fs -> holds k (B2R k) 411 -> Decisions.sizable (B2R k) ->
    Rabs (B2R k - (x + origin)) <= B2R e ->
    holds_gain (float_gain k base) /\ holds_error (gain_error e k base) /\
    Rabs (B2R (float_gain k base) - x) <= B2R e + near + u * Rabs (B2R (float_gain k base)) /\
    4 / 3 * (B2R e + near + u * Rabs (B2R (float_gain k base))) <= B2R (gain_error e k base) /\
    B2R e <= B2R (gain_error e k base).
  Proof.
    intros F. apply (a_gain_beside_is base e origin near); [apply (base_and_bound f F)|].
    destruct (bound_is f F) as (B1 & B2 & B3 & _). exact (conj B1 (conj B2 B3)).
  Qed.

  Lemma top_facts f : In f fs -> holds (top f) (B2R (top f)) 411 /\ Decisions.sizable (B2R (top f)) /\
    Rabs (B2R (top f) - (c * largest_gain gains f + origin)) <= B2R e.
  Proof.
    intros F. destruct (ends_are_those f F) as (T & _).
    assert (Fin : forall q, In q (about f) -> is_finite (key q) = true) by (intros q I; now apply (keys_are
      f)).
    destruct (the_largest_is_a_key key (about f) (top f) T Fin) as [(d & Id & Ed) _].
    destruct (keys_hold f d F Id) as [Hd Sd]. rewrite <- Ed in Hd, Sd.
    split; [exact Hd|]. split; [exact Sd|].
    now apply (the_top_is_near gains c (/ g) origin (B2R e) e key _ _ fs (scales_are f F) ends_are_those
      keys_are).
  Qed.

  Lemma floats_are f : In f fs -> holds_gain (gain_of base f) /\ holds_error (error_of e base f) /\
    Rabs (B2R (gain_of base f) - c * largest_gain gains f) <=
      B2R e + near + u * Rabs (B2R (gain_of base f)) /\
    4 / 3 * (B2R e + near + u * Rabs (B2R (gain_of base f))) <= B2R (error_of e base f).
  Proof.
    intros F. destruct (top_facts f F) as (T1 & T2 & T3).
    destruct (a_gain_is (top f) f _ F T1 T2 T3) as (H1 & H2 & H3 & H4 & _).
    exact (conj H1 (conj H2 (conj H3 H4))).
  Qed.

  Lemma near_is_nonneg f : In f fs -> 0 <= B2R e + near.
  Proof.
    intros F. destruct (bound_is f F) as (_ & _ & _ & B). assert (P := pos_INR K). unfold near. lra.
  Qed.

  Hypothesis lightest_is : (1 <= lightest)%Z /\ forall r, In r rows -> (lightest <= fst r)%Z.

  Lemma ratio_facts f q : In f fs -> In q (about f) ->
    is_finite (low_of log rows e base (key q) (information q)) = true /\
    is_finite (high_of log rows e base lightest (key q) (information q)) = true /\
    B2R (low_of log rows e base (key q) (information q)) <= / g * ratios q <=
      B2R (high_of log rows e base lightest (key q) (information q)).
  Proof.
    intros F I. destruct (scores f F) as (S & _). specialize (S q I). assert (Q := asked_well f q F I).
    destruct (keys_hold f q F I) as [Hk Sk]. destruct (keys_are f q F I) as [_ Nk].
    destruct (a_gain_is (key q) f _ F Hk Sk Nk) as (Hg & He & Ng & Cv & _).
    unfold ratios. rewrite Rmult_comm. fold (gain_ratio_in K a (asks q) / g).
    apply (the_gain_ratio_is_enclosed log heaviest K rows a weights_fit log_is_near whole lighter unit e base
      arity);
      trivial.
    - rewrite <- (gain_in_grains f q F I). assert (N := near_is_nonneg f F). assert (U := u_pos).
      assert (0 <= u * Rabs (B2R (float_gain (key q) base))) by (apply Rmult_le_pos; [lra|apply Rabs_pos]).
        lra.
    - destruct (subset q); [right|left]; apply S.
  Qed.

  Lemma enclosed_are f q : In f fs -> In q (kept_of e key f) ->
    is_finite (low_of log rows e base (key q) (information q)) = true /\
    is_finite (high_of log rows e base lightest (key q) (information q)) = true /\
    B2R (low_of log rows e base (key q) (information q)) <= / g * ratios q <=
      B2R (high_of log rows e base lightest (key q) (information q)).
  Proof. intros F I. apply (ratio_facts f); [exact F|now apply (kept_is_about e key)]. Qed.

  Lemma nonneg_are f q : In f fs -> In q (about f) -> 0 <= gains q /\ 0 <= ratios q.
  Proof.
    intros F I. assert (Q := asked_well f q F I). destruct (scale_positive f q F I) as [C G].
    assert (N := true_gain_nonneg log heaviest K rows a weights_fit log_is_near whole unit arity (asks q)
      Q). split.
    - apply Rmult_le_reg_l with c; [exact C|]. rewrite Rmult_0_r, (gain_in_grains f q F I). exact N.
    - unfold ratios.
      rewrite (gain_ratio_is log heaviest K rows a weights_fit log_is_near whole unit arity (asks q) Q).
        fold g.
      assert (Least := information_is_at_least K rows whole (asks q) arity Q lightest (proj2 lightest_is)).
      assert (1 <= IZR lightest) by (apply IZR_le; apply lightest_is).
      apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [exact N|]. apply Rlt_le, Rinv_0_lt_compat. lra.
  Qed.

  Lemma weight_is_exact : weight_within (of_whole 0) (of_whole 1) 1.
  Proof.
    destruct (of_whole_is 0) as [E0 F0]; [lia|]. destruct (of_whole_is 1) as [E1 F1]; [lia|].
    unfold weight_within. rewrite E0, E1, Rminus_diag_eq, Rabs_R0 by reflexivity.
    assert (bpow radix2 0 <= bpow radix2 63) by (apply bpow_le; lia). simpl (bpow radix2 0) in *.
    repeat split; trivial; lra.
  Qed.

  Hypothesis limit_is : is_finite limit = true /\ 0 <= B2R limit <= bpow radix2 60 /\ Decisions.sizable (B2R
    limit) /\
    Rabs (B2R limit - c * min_gain) <= u * B2R limit.

  Lemma limit_is_within : limit_within limit (c * min_gain / (1 / B2R (of_whole 1))).
  Proof.
    destruct limit_is as (F & B & S & N). destruct (of_whole_is 1) as [-> _]; [lia|].
    replace (c * min_gain / (1 / 1)) with (c * min_gain) by field.
    split; [exact F|]. split; [|exact N]. destruct S as [->|S]; [now left|right].
    rewrite Rabs_right in S by lra. exact S.
  Qed.

  Lemma limit_is_small f : In f fs -> B2R limit <= bpow radix2 90 * B2R (error_of e base f).
  Proof.
    intros F. destruct limit_is as (_ & B & _). destruct (top_facts f F) as (T1 & T2 & T3).
    destruct (a_gain_is (top f) f _ F T1 T2 T3) as (_ & _ & _ & _ & C). destruct (bound_is f F) as (_ & _ & _
      & O).
    apply Rle_trans with (bpow radix2 90 * 1); [|apply Rmult_le_compat_l; [apply bpow_ge_0|unfold error_of;
      lra]].
    rewrite Rmult_1_r. apply Rle_trans with (1 := proj2 B), bpow_le. lia.
  Qed.

  (** *** What follows *)

  Theorem the_ratio_filter_in_grains : tells_rightly gains ratios e base key fs gate all_pass gainless
    exact_share limit min_gain sum largest bar.
  Proof.
    intros f F. apply (what_is_told_is_right gains ratios c (/ g) origin (B2R e) (B2R e + near) e base key _ _
      fs gate all_pass gainless (of_whole 0) (of_whole 1) limit 1 min_gain sum largest bar (scales_are f F)
      few_features ends_are_those keys_are (Rle_refl _) (fun h H => proj1 (bound_is h H)) floats_are
      (near_is_nonneg f F) nonneg_are enclosed_are gates all_pass_means weight_is_exact limit_is_within
      limit_is_small f F).
  Qed.
End Contenders.

(** ** As programmed

    With the logarithm that is programmed nothing is assumed but the order of NumPy's sums. *)
Corollary the_ratio_filter_as_programmed {A} (asks : A -> question) heaviest K rows a arity lightest own base
    largest_key key information subset subsets fs gate all_pass gainless limit min_gain sum largest bar :
  let e := bound_beside subsets own largest_key base in
  (1 <= heaviest <= 2 ^ 22)%Z -> in_whole_counts K rows -> (weights rows <= heaviest)%Z -> (0 < a)%Q ->
  (Z.of_nat K <= 2 ^ 50)%Z -> (Z.of_nat (length fs) <= 2 ^ 30)%Z ->
  is_finite own = true /\ B2R (entropy_bound arity K) <= B2R own <= bpow radix2 60 ->
  entropy_base logarithm heaviest K rows base ->
  ((1 <= lightest)%Z /\ forall r, In r rows -> (lightest <= fst r)%Z) ->
  (forall f q, In f fs -> In q (about f) -> asks_well rows arity (asks q)) ->
  is_largest largest_key (map key (concat (map about fs))) ->
  (forall q, is_asked fs q -> subset q = true -> subsets = true) ->
  (forall f, In f fs -> scored asks logarithm heaviest K rows a lightest e base key information subset f) ->
  gated e base fs gate all_pass gainless exact_share limit sum largest bar ->
  (all_pass = true -> min_gain <= 0 /\ gainless = true) ->
  (is_finite limit = true /\ 0 <= B2R limit <= bpow radix2 60 /\ Decisions.sizable (B2R limit) /\
    Rabs (B2R limit - IZR (weights rows) / B2R (grain logarithm heaviest) * min_gain) <= u * B2R limit) ->
  tells_rightly (fun q => information_gain_in K a (asks q)) (fun q => gain_ratio_in K a (asks q)) e base key
    fs gate all_pass gainless exact_share limit min_gain sum largest bar.
Proof.
  intros e H U L Au Kb N Eo Ba Li Q Lk Ks S G Ap Lm.
  assert (Near : near_log2 logarithm heaviest) by (apply the_programmed_logarithm_is_near; lia).
  now apply (the_ratio_filter_in_grains asks logarithm heaviest K rows a arity lightest own base largest_key
    key information subset subsets).
Qed.

(** A feature with one question, which is its own candidate. *)
Definition itself (q : question) : question := q.

Section One.
  Variables (log : float64 -> float64) (heaviest : Z) (K : nat) (rows : whole_rows) (a : Q) (lightest : Z).
  Variables (e base : float64) (key information : question -> float64) (subset : question -> bool).

  Definition feature_about : question -> feature question :=
    about_one key (fun q => low_of log rows e base (key q) (information q))
      (fun q => high_of log rows e base lightest (key q) (information q)).

  Lemma one_question_is_scored f q : f = feature_about q ->
    (if subset q
      then scored_exactly base (IZR (weights rows) / B2R (grain log heaviest) * information_gain_in K a q)
        (key q) /\
        weighed_in_turn log rows q (information q)
      else entropy_scores log heaviest K q (key q) /\ information_scores log rows q (information q)) ->
    (at_least (top f) (minus (top f) (times two e)) && at_least (top f) (top f) &&
      at_least (lowest f) (lowest f) && at_least (highest f) (highest f))%bool = true ->
    scored itself log heaviest K rows a lightest e base key information subset f.
  Proof. intros -> S H. split; [now intros p [<-|[]]|now apply ends_of_one]. Qed.
End One.

(** ** An example, and a plausible wrong statement

    The seven rows of [ProgrammedLogarithm], and a feature for each of two cuts: the wide one gains more, the
    narrow one has the larger ratio, but does not pass the gate.  So the wide one is admissible, and contends;
    if the bar were the largest ratio of all features, and not of those that surely pass, it would not. *)

Definition wide_cut : question := As_two [(1, 0); (1, 2); (1, 2)]%Z [(1, 1); (1, 1); (1, 2); (1, 2)]%Z.
Definition narrow_cut : question := As_two [(1, 1)]%Z [(1, 0); (1, 1); (1, 2); (1, 2); (1, 2); (1, 2)]%Z.
Definition some_error : float64 := entropy_bound 3 3.
Definition some_base : float64 := share_in_turn seven_rows.
Definition some_information (q : question) : float64 :=
  minus (x_log_x logarithm (weights seven_rows))
    (match q with
     | As_two l r => plus (x_log_x logarithm (weights l)) (x_log_x logarithm (weights r))
     | As_many parts => in_turn (map (fun part => x_log_x logarithm (weights part)) parts)
     end).
Definition feature_of : question -> feature question :=
  feature_about logarithm seven_rows 1 some_error some_base some_keys some_information.
Definition wide : feature question := feature_of wide_cut.
Definition narrow : feature question := feature_of narrow_cut.
Definition two_features : list (feature question) := [wide; narrow].
Definition some_gains (q : question) : R := information_gain_in 3 1 q.
Definition some_ratios (q : question) : R := gain_ratio_in 3 1 q.
Definition some_sum : float64 := in_turn (map (gain_of some_base) two_features).
Definition some_largest : float64 := Babs (gain_of some_base wide).
Definition some_contends (bar : float64) : feature question -> bool :=
  contends some_error some_base two_features Growing.AtLeast true true exact_share (of_whole 0) some_sum
    some_largest bar.

Lemma two_features_are_scored f : In f two_features ->
  scored itself logarithm 7 3 seven_rows 1 1 some_error some_base some_keys some_information (fun _ => false)
    f.
Proof.
  assert (T : forall part, entropy_sum logarithm 7 3 part (sum_in_turn part)) by
    (intros part; now apply in_turn_adds_up).
  assert (S : forall l r, entropy_scores logarithm 7 3 (As_two l r) (some_keys (As_two l r))).
  { intros l r. exists (sum_in_turn l), (sum_in_turn r). split; [apply T|]. split; [apply T|]. reflexivity. }
  intros [<-|[<-|[]]];
    (eapply one_question_is_scored; [unfold wide, narrow, feature_of; reflexivity|split; [apply
      S|reflexivity]|]);
    vm_compute; reflexivity.
Qed.

Lemma two_features_ask_well f q : In f two_features -> In q (about f) -> asks_well seven_rows 3 (itself q).
Proof.
  assert (A : forall l r, Permutation (l ++ r) seven_rows -> l <> [] -> r <> [] ->
    asks_well seven_rows 3 (As_two l r)).
  { intros l r P L R. split; [split|split; [split|]]; try lia; [|now intros part [<-|[<-|[]]]|apply le_n].
    cbn [parts_of concat]. now rewrite app_nil_r. }
  intros [<-|[<-|[]]] [<-|[]]; (apply A; [|discriminate|discriminate]).
  - apply perm_skip. exact (Permutation_app_comm [(1, 2); (1, 2)]%Z [(1, 1); (1, 1); (1, 2); (1, 2)]%Z).
  - apply perm_swap.
Qed.

Example the_ratio_filter_applies :
  let bar := lowest wide in
  gated some_error some_base two_features Growing.AtLeast true true exact_share (of_whole 0) some_sum
    some_largest bar /\
  admissible some_gains some_ratios two_features Growing.AtLeast true 0 wide wide_cut /\
  In wide_cut (kept_of some_error some_keys wide) /\
  some_contends bar wide = true.
Proof.
  intros bar.
  assert (Sure : sure some_error some_base two_features Growing.AtLeast true true exact_share (of_whole 0)
    some_sum
    some_largest wide = true) by (vm_compute; reflexivity).
  assert (Not : sure some_error some_base two_features Growing.AtLeast true true exact_share (of_whole 0)
    some_sum
    some_largest narrow = false) by (vm_compute; reflexivity).
  assert (Out : out some_error some_base two_features Growing.AtLeast true true exact_share (of_whole 0)
    some_sum
    some_largest narrow = true) by (vm_compute; reflexivity).
  assert (Gated : gated some_error some_base two_features Growing.AtLeast true true exact_share (of_whole 0)
    some_sum
    some_largest bar).
  { split; [apply in_turn_adds_up; discriminate|]. split; right.
    - split; [apply (in_map (fun f => Babs (gain_of some_base f))); apply in_eq|].
      intros k [<-|[<-|[]]]; vm_compute; reflexivity.
    - cbn [map two_features]. rewrite Sure, Not. split; [left; reflexivity|].
      intros k [<-|[<-|[]]]; vm_compute; reflexivity. }
  destruct the_entropy_filter_applies as (U & W & _).
  assert (E : B2R some_error <= bpow radix2 60).
  { destruct (of_whole_is 96) as [Ew Fw]; [lia|]. apply Rle_trans with (B2R (of_whole 96)).
    - assert (B : Bleb some_error (of_whole 96) = true) by (vm_compute; reflexivity).
      rewrite Bleb_correct in B by (exact Fw || (vm_compute; reflexivity)).
      now destruct (Rle_bool_spec (B2R some_error) (B2R (of_whole 96))).
    - rewrite Ew. change (bpow radix2 60) with (IZR (2 ^ 60)). apply IZR_le. lia. }
  assert (Base : entropy_base logarithm 7 3 seven_rows some_base).
  { exists (sum_in_turn seven_rows). split; [apply in_turn_adds_up; discriminate|reflexivity]. }
  assert (Light : (1 <= 1)%Z /\ forall r, In r seven_rows -> (1 <= fst r)%Z).
  { split; [lia|]. intros r I. simpl in I. repeat destruct I as [<-|I]; try easy; simpl; lia. }
  assert (Limit : is_finite (of_whole 0) = true /\ 0 <= B2R (of_whole 0) <= bpow radix2 60 /\
    Decisions.sizable (B2R (of_whole 0)) /\
    Rabs (B2R (of_whole 0) - IZR (weights seven_rows) / B2R (grain logarithm 7) * 0) <= u * B2R (of_whole 0)).
  { destruct (of_whole_is 0) as [-> ->]; [lia|]. assert (P := bpow_gt_0 radix2 60).
    rewrite Rmult_0_r, Rmult_0_r, Rminus_0_r, Rabs_R0. repeat split; try lra. now left. }
  assert (Best : forall q, best_about some_gains (feature_of q) q) by (intros q; split; [left;
    reflexivity|reflexivity]).
  assert (Top : is_largest (some_keys wide_cut) (map some_keys (concat (map about two_features)))).
  { right. split; [left; reflexivity|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity. }
  assert (E0 : is_finite some_error = true /\ B2R (entropy_bound 3 3) <= B2R some_error <= bpow radix2 60).
  { split; [vm_compute; reflexivity|]. split; [apply Rle_refl|exact E]. }
  assert (Right := the_ratio_filter_as_programmed itself 7 3 seven_rows 1 3 1 some_error some_base
    (some_keys wide_cut) some_keys some_information (fun _ => false) false two_features Growing.AtLeast true
    true (of_whole 0) 0 some_sum some_largest bar ltac:(lia) U ltac:(rewrite W; lia) ltac:(reflexivity)
    ltac:(simpl; lia) ltac:(simpl; lia) E0 Base Light two_features_ask_well Top ltac:(easy)
    two_features_are_scored Gated ltac:(intros _; split; [lra|reflexivity]) Limit).
  assert (Adm : admissible some_gains some_ratios two_features Growing.AtLeast true 0 wide wide_cut).
  { split; [left; reflexivity|]. split; [apply Best|].
    destruct (Right wide (or_introl eq_refl)) as (_ & _ & H). destruct (H wide_cut (Best _)) as (_ & May & _).
    split; [exact (May Sure)|].
    intros f p [<-|[<-|[]]] B M.
    - destruct B as [[<-|[]] _]. lra.
    - exfalso. destruct (Right narrow (or_intror (or_introl eq_refl))) as (_ & _ & H').
      destruct (H' p B) as (_ & _ & No & _). exact (No Out M). }
  split; [exact Gated|]. split; [exact Adm|]. exact (whatever_is_admissible_contends _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ Right wide wide_cut Adm).
Qed.

Example the_largest_ratio_of_all_is_no_bar :
  let bar := lowest narrow in
  is_largest bar (map lowest two_features) /\ some_contends bar wide = false.
Proof.
  split; [|vm_compute; reflexivity]. right. split; [right; left; reflexivity|].
  intros k [<-|[<-|[]]]; vm_compute; reflexivity.
Qed.

(** A threshold and a subset of categories, each of its own feature, part two rows alike: of equal ratio,
  both are
    kept, and contend. *)
Definition two_rows : whole_rows := [(1, 0); (1, 1)]%Z.
Definition two_parts (threshold : bool) : question :=
  if threshold then As_two [(1, 0)]%Z [(1, 1)]%Z else As_two [(1, 1)]%Z [(1, 0)]%Z.
Definition sum_of_two (part : whole_rows) : float64 :=
  in_turn (map (fun k => phi logarithm 2 (class_weight k part)) (seq 0 2)).
Definition base_of_two : float64 := minus (sum_of_two two_rows) (phi logarithm 2 2).
Definition two_part_keys (threshold : bool) : float64 :=
  if threshold then minus (plus (sum_of_two [(1, 0)]%Z) (sum_of_two [(1, 1)]%Z))
    (plus (phi logarithm 2 1) (phi logarithm 2 1))
  else plus base_of_two (of_whole (2 ^ 49)).
Definition two_informations (threshold : bool) : float64 :=
  let one := x_log_x logarithm 1 in let whole := x_log_x logarithm 2 in
  if threshold then minus whole (plus one one) else minus (minus whole one) one.
Definition beside_two : float64 := bound_beside true (entropy_bound 2 2) (two_part_keys true) base_of_two.
Definition about_two : bool -> feature bool :=
  about_one two_part_keys (fun q => low_of logarithm two_rows beside_two base_of_two (two_part_keys q)
    (two_informations q))
    (fun q => high_of logarithm two_rows beside_two base_of_two 1 (two_part_keys q) (two_informations q)).

Lemma two_parts_ask_well q : asks_well two_rows 2 (two_parts q).
Proof.
  destruct q; (split; [split|split; [split; [lia|exact I]|apply le_n]]); try (now intros part [<-|[<-|[]]]).
  - apply Permutation_refl.
  - apply perm_swap.
Qed.

Lemma two_are_in_units : in_whole_counts 2 two_rows.
Proof. split; [|reflexivity]. intros r [<-|[<-|[]]]; simpl; lia. Qed.

Lemma phi_of_two : phi_of 0 = 0 /\ phi_of 1 = 0 /\ phi_of 2 = 2.
Proof.
  assert (E := log2_of_2_pow 1). change (2 ^ Z.of_nat 1)%Z with 2%Z in E. simpl INR in E.
  assert (O : log2 1 = 0) by (unfold log2; rewrite ln_1; unfold Rdiv; ring).
  unfold phi_of. rewrite E, O. repeat split; ring.
Qed.

Lemma a_bit_of_two q : information_gain_in 2 1 (two_parts q) = 1 /\ gain_ratio_in 2 1 (two_parts q) = 1.
Proof.
  destruct (two_parts_ask_well q) as (D & _). destruct phi_of_two as (P0 & P1 & P2).
  assert (N : parts_of (two_parts q) <> []) by now destruct q.
  rewrite (information_gain_in_units 2 two_rows 1 two_are_in_units ltac:(reflexivity) _ D N),
    (gain_ratio_in_units 2 two_rows 1 two_are_in_units ltac:(reflexivity) _ D N).
  unfold information_of, share_of, two_rows.
  destruct q; cbn [parts_of two_parts sumR fold_right seq];
    change (weights [(1, 0); (1, 1)]%Z) with 2%Z; change (class_weight 0 [(1, 0); (1, 1)]%Z) with 1%Z;
    change (class_weight 1 [(1, 0); (1, 1)]%Z) with 1%Z; change (weights [(1, 0)]%Z) with 1%Z;
    change (weights [(1, 1)]%Z) with 1%Z; change (class_weight 0 [(1, 0)]%Z) with 1%Z;
    change (class_weight 1 [(1, 0)]%Z) with 0%Z; change (class_weight 0 [(1, 1)]%Z) with 0%Z;
    change (class_weight 1 [(1, 1)]%Z) with 1%Z; rewrite P0, P1, P2; split; field.
Qed.

Example the_ratio_filter_in_grains_with_subsets_applies q :
  let sum := plus (gain_of base_of_two (about_two true)) (gain_of base_of_two (about_two false)) in
  In q (kept_of beside_two two_part_keys (about_two q)) /\
  contends beside_two base_of_two [about_two true; about_two false] Growing.AtLeast true true exact_share
    (of_whole 0)
    sum (Babs (gain_of base_of_two (about_two true))) (of_whole 0) (about_two q) = true.
Proof.
  intros sum. assert (T : forall part, entropy_sum logarithm 2 2 part (sum_of_two part)) by
    (intros part; now apply in_turn_adds_up).
  assert (Grain : IZR 2 / B2R (grain logarithm 2) = IZR (2 ^ 49)).
  { assert (E : grain logarithm 2 = over (of_whole 1) (of_whole (2 ^ 48))) by
      (apply B2SF_inj; vm_compute; reflexivity).
    destruct (one_over_a_power 48) as [V _]; [lia|]. rewrite E, V.
    change (bpow radix2 (Z.opp 48)) with (/ 281474976710656). change (2 ^ 49)%Z with 562949953421312%Z.
      field. }
  eapply whatever_is_admissible_contends; [apply (the_ratio_filter_as_programmed two_parts 2 2 two_rows 1 2 1
    (entropy_bound 2 2) base_of_two (two_part_keys true) two_part_keys two_informations negb true) with
    (min_gain := 0)|].
  - lia.
  - exact two_are_in_units.
  - vm_compute. discriminate.
  - reflexivity.
  - lia.
  - cbn [length]. lia.
  - split; [vm_compute; reflexivity|]. split; [apply Rle_refl|].
    assert (E : entropy_bound 2 2 = of_whole 48) by (apply B2SF_inj; vm_compute; reflexivity).
    destruct (of_whole_is 48) as [V _]; [lia|]. rewrite E, V. apply (IZR_le 48 (2 ^ 60)). lia.
  - exists (sum_of_two two_rows). split; [apply T|reflexivity].
  - split; [lia|]. intros r [<-|[<-|[]]]; simpl; lia.
  - intros f p _ _. apply two_parts_ask_well.
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - reflexivity.
  - assert (S : forall p, scored two_parts logarithm 2 2 two_rows 1 1 beside_two base_of_two two_part_keys
      two_informations negb (about_two p)); [|intros f [<-|[<-|[]]]; [exact (S true)|exact (S false)]].
    intros p. split; [|apply ends_of_one; destruct p; vm_compute; reflexivity]. intros t [<-|[]].
    destruct p; cbn [negb].
    + split; [|reflexivity]. exists (sum_of_two [(1, 0)]%Z), (sum_of_two [(1, 1)]%Z).
      split; [apply T|]. split; [apply T|reflexivity].
    + split; [|reflexivity]. exists (of_whole (2 ^ 49)). split; [|reflexivity].
      destruct (of_whole_is (2 ^ 49)) as [V F']; [lia|]. apply a_float_in_keys; [exact F'| |].
      * rewrite (proj1 (a_bit_of_two false)), Rmult_1_r, V. symmetry. exact Grain.
      * rewrite (proj1 (a_bit_of_two false)), Rmult_1_r. change (weights two_rows) with 2%Z. rewrite Grain.
        change (IZR (2 ^ 49)) with (bpow radix2 49). split; apply bpow_le; lia.
  - refine (two_are_gated beside_two base_of_two exact_share (of_whole 0) (about_two true) (about_two false)
    _).
    vm_cast_no_check (eq_refl true).
  - intros _. split; [lra|reflexivity].
  - destruct (of_whole_is 0) as [-> ->]; [lia|]. assert (P := bpow_gt_0 radix2 60).
    rewrite !Rmult_0_r, Rminus_0_r, Rabs_R0. repeat split; try lra. now left.
  - apply (equals_are_admissible _ _ _ _ _ [true; false]); [destruct q; simpl; auto|
      rewrite (proj1 (a_bit_of_two q)); lra|].
    intros p _. destruct (a_bit_of_two p) as [-> ->]. destruct (a_bit_of_two q) as [-> ->]. now split.
Qed.

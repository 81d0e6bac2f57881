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
  ProgrammedLogarithm FloatDecisions WholeRatios WholeInformation Contenders.
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
  Variables (rows : whole_rows) (lightest : Z) (e base : float64) (key information : A -> float64).

  Definition scored (f : feature A) : Prop :=
    (forall q, In q (about f) -> entropy_scores log heaviest K (asks q) (key q) /\
      information_scores log rows (asks q) (information q)) /\
    ends_are e key (fun q => low_of log rows e base (key q) (information q))
      (fun q => high_of log rows e base lightest (key q) (information q)) f.
End Programmed.

Section Contenders.
  Context {A : Type}.
  Variables (asks : A -> question) (log : float64 -> float64) (heaviest : Z) (K : nat).
  Variables (rows : whole_rows) (a : Q) (arity lightest : Z).
  Variables (e base : float64) (key information : A -> float64).
  Variables (fs : list (feature A)) (gate : Growing.gate) (all_pass gainless : bool).
  Variables (limit : float64) (min_gain : R).
  Variables (sum largest bar : float64).
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis log_is_near : near_log2 log heaviest.
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis lighter : (weights rows <= heaviest)%Z.
  Hypothesis unit : (0 < a)%Q.
  Hypothesis few_classes : (Z.of_nat K <= 2 ^ 50)%Z.
  Hypothesis e_is_finite : is_finite e = true.
  Hypothesis e_covers : B2R (entropy_bound arity K) <= B2R e.
  Hypothesis e_is_not_large : B2R e <= bpow radix2 60.
  Hypothesis base_is : entropy_base log heaviest K rows base.
  Hypothesis lightest_is : (1 <= lightest)%Z /\ forall r, In r rows -> (lightest <= fst r)%Z.
  Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
  Hypothesis asked_well : forall f q, In f fs -> In q (about f) -> asks_well rows arity (asks q).
  Hypothesis scores : forall f, In f fs ->
    scored asks log heaviest K rows lightest e base key information f.
  Hypothesis gates : gated e base fs gate all_pass gainless exact_share limit sum largest bar.

  Let gains (q : A) := information_gain_in K a (asks q).
  Let ratios (q : A) := gain_ratio_in K a (asks q).

  Let g := B2R (grain log heaviest).
  Let c := IZR (weights rows) / g.

  Hypothesis all_pass_means : all_pass = true -> min_gain <= 0 /\ gainless = true.
  Hypothesis limit_is : is_finite limit = true /\ 0 <= B2R limit <= bpow radix2 60 /\ Decisions.sizable (B2R
    limit) /\
    Rabs (B2R limit - c * min_gain) <= u * B2R limit.

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

  Lemma a_key_is_near f q : In f fs -> In q (about f) ->
    (exists n, is_whole (key q) n /\ (Z.abs n <= 2 ^ 52)%Z) /\
    Rabs (B2R (key q) - (c * gains q + origin)) <= near_key K arity.
  Proof.
    intros F I. assert (Q := asked_well f q F I). destruct (scores f F) as (S & _).
    destruct (S q I) as (Sk & _).
    destruct (key_is_near log heaviest K rows weights_fit log_is_near whole lighter arity (asks q) (key q)
      Q Sk) as [W D].
    split; [exact W|]. rewrite (gain_in_grains f q F I), true_gain_is. unfold origin. fold g.
    replace (entropy_value log heaviest K (asks q) - share_of K rows / g + share_of K rows / g) with
      (entropy_value log heaviest K (asks q)) by ring. exact D.
  Qed.

  Lemma keys_are f q : In f fs -> In q (about f) ->
    is_finite (key q) = true /\ Rabs (B2R (key q) - (c * gains q + origin)) <= near_key K arity.
  Proof. intros F I. destruct (a_key_is_near f q F I) as ((n & [X _] & _) & N). now split. Qed.

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

  Lemma bounds_of f : In f fs -> 1 <= near_key K arity <= B2R e /\ 1 <= near_gain K arity <= B2R e / 2.
  Proof.
    intros F. destruct (some_question f F) as (q & I).
    exact (bounds_are K rows e arity few_classes e_covers (asks q) (asked_well f q F I)).
  Qed.

  Lemma top_is_near f : In f fs -> (exists n, is_whole (top f) n /\ (Z.abs n <= 2 ^ 52)%Z) /\
    Rabs (B2R (top f) - (c * largest_gain gains f + origin)) <= near_key K arity.
  Proof.
    intros F. split.
    - destruct (ends_are_those f F) as (T & _).
      assert (Fin : forall q, In q (about f) -> is_finite (key q) = true) by (intros q I;
        now apply (keys_are f)).
      destruct (the_largest_is_a_key key (about f) (top f) T Fin) as [(d & Id & ->) _].
      now apply (a_key_is_near f).
    - now apply (the_top_is_near gains c (/ g) origin (near_key K arity) e key _ _ fs (scales_are f F)
      ends_are_those
        keys_are).
  Qed.

  Lemma floats_are f : In f fs -> holds_gain (gain_of base f) /\ holds_error (error_of e base f) /\
    Rabs (B2R (gain_of base f) - c * largest_gain gains f) <= near_gain K arity + u * Rabs (B2R (gain_of
      base f)) /\
    4 / 3 * (near_gain K arity + u * Rabs (B2R (gain_of base f))) <= B2R (error_of e base f).
  Proof.
    intros F. destruct (top_is_near f F) as [W N]. destruct (some_question f F) as (q & I).
    assert (Q := asked_well f q F I). destruct (bounds_of f F) as (Bk & Bg).
    destruct (gain_is_near log heaviest K rows weights_fit log_is_near whole lighter e base arity e_is_finite
      few_classes e_covers e_is_not_large base_is (asks q) (top f) Q W) as ((n & Wg & Bn) & (Fe & _ & Be) &
        C & E).
    assert (D := difference_is_near log heaviest K rows weights_fit log_is_near whole lighter base arity
      base_is (asks q) _ _ Q N). rewrite <- E in D. fold (gain_of base f) in D, Wg.
        fold (error_of e base f) in Fe, Be, C.
    unfold origin in D. fold g in D.
    replace (c * largest_gain gains f + share_of K rows / g - share_of K rows / g) with
      (c * largest_gain gains f) in D by ring.
    destruct (holds_whole _ _ 53 Wg ltac:(lia) Bn) as (Fg & Eg & Bg'). assert (U := u_pos).
    assert (P := Rabs_pos (B2R (gain_of base f))).
    assert (0 <= u * Rabs (B2R (gain_of base f))) by (apply Rmult_le_pos; lra).
    assert (u * Rabs (B2R (gain_of base f)) <= 1).
    { rewrite Eg. apply Rle_trans with (u * bpow radix2 53); [apply Rmult_le_compat_l; lra|].
      rewrite u_is_a_power, <- bpow_plus. simpl. lra. }
    split; [split; [split; [exact Fg|rewrite Eg; apply Rle_trans with (1 := Bg'), bpow_le; lia]|
      rewrite Eg; apply whole_is_sizable]|].
    split; [split; [split; [exact Fe|apply Rle_trans with (1 := Be), bpow_le; lia]|apply Rle_trans with 1;
      [apply (bpow_le radix2 (-100) 0); lia|lra]]|]. split; lra.
  Qed.

  Lemma ratio_facts f q : In f fs -> In q (about f) ->
    is_finite (low_of log rows e base (key q) (information q)) = true /\
    is_finite (high_of log rows e base lightest (key q) (information q)) = true /\
    B2R (low_of log rows e base (key q) (information q)) <= / g * ratios q <=
      B2R (high_of log rows e base lightest (key q) (information q)).
  Proof.
    intros F I. destruct (scores f F) as (S & _). destruct (S q I) as (Sk & Si).
    assert (Q := asked_well f q F I). unfold ratios. rewrite Rmult_comm. fold (gain_ratio_in K a (asks q) /
      g).
    now apply (the_gain_ratio_is_enclosed log heaviest K rows a weights_fit log_is_near whole lighter unit e
      base arity lightest).
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

  Lemma limit_is_within : limit_within limit (c * min_gain / (1 / B2R (of_whole 1))).
  Proof.
    destruct limit_is as (F & B & S & N). destruct (of_whole_is 1) as [-> _]; [lia|].
    replace (c * min_gain / (1 / 1)) with (c * min_gain) by field.
    split; [exact F|]. split; [|exact N]. destruct S as [->|S]; [now left|right].
    rewrite Rabs_right in S by lra. exact S.
  Qed.

  Lemma limit_is_small f : In f fs -> B2R limit <= bpow radix2 90 * B2R (error_of e base f).
  Proof.
    intros F. destruct limit_is as (_ & B & _). destruct (floats_are f F) as (_ & _ & _ & C).
    assert (H := bounds_of f F). assert (U := u_pos). assert (P := Rabs_pos (B2R (gain_of base f))).
    assert (0 <= u * Rabs (B2R (gain_of base f))) by (apply Rmult_le_pos; lra).
    apply Rle_trans with (bpow radix2 90 * 1); [|apply Rmult_le_compat_l; [apply bpow_ge_0|lra]].
    rewrite Rmult_1_r. apply Rle_trans with (1 := proj2 B), bpow_le. lia.
  Qed.

  Lemma near_is_nonneg f : In f fs -> 0 <= near_gain K arity.
  Proof. intros F. assert (H := bounds_of f F). lra. Qed.

  (** *** What follows *)

  Lemma best_is_kept f q : In f fs -> best_about gains f q -> In q (kept_of e key f).
  Proof.
    intros F. apply (a_best_question_is_kept gains c (/ g) origin (near_key K arity) e key _ _ fs
      (scales_are f F)
      ends_are_those keys_are); [apply (bounds_of f F)|exact F].
  Qed.

  (** What surely passes the gate does, and what surely fails it does not. *)
  Theorem what_surely_passes f : In f fs ->
    (past e base fs gate sum largest f = true ->
      passes_gate gate (largest_gain gains f) (map (largest_gain gains) fs)) /\
    (surely_fails gate (Z.of_nat (length fs)) (gain_of base f) (error_of e base f) sum largest = true ->
      ~ passes_gate gate (largest_gain gains f) (map (largest_gain gains) fs)).
  Proof.
    intros F. exact (what_is_told_of_the_gate gains c (/ g) (near_gain K arity) e base fs gate all_pass
      gainless
      (of_whole 0) (of_whole 1) limit sum largest bar (scales_are f F) few_features floats_are
        (near_is_nonneg f F)
      gates f F).
  Qed.

  Theorem what_is_sure f q : In f fs -> best_about gains f q ->
    (sure e base fs gate all_pass gainless exact_share limit sum largest f = true ->
      may_be_asked gains fs gate gainless min_gain q) /\
    (out e base fs gate all_pass gainless exact_share limit sum largest f = true ->
      ~ may_be_asked gains fs gate gainless min_gain q).
  Proof.
    intros F. now apply (what_is_told_of_a_feature gains ratios c (/ g) (near_gain K arity) e base fs gate
      all_pass
      gainless (of_whole 0) (of_whole 1) limit 1 min_gain sum largest bar (scales_are f F) few_features
        floats_are
      (near_is_nonneg f F) nonneg_are gates all_pass_means weight_is_exact limit_is_within limit_is_small).
  Qed.

  (** Every admissible question is kept, and its feature contends. *)
  Theorem every_admissible_question_contends f q : admissible gains ratios fs gate gainless min_gain f q ->
    In q (kept_of e key f) /\ contends e base fs gate all_pass gainless exact_share limit sum largest bar f
      = true.
  Proof.
    intros Ad. assert (F := proj1 Ad). revert Ad.
    now apply (whatever_is_admissible_contends gains ratios c (/ g) origin (near_key K arity) (near_gain K
      arity) e
      base key _ _ fs gate all_pass gainless (of_whole 0) (of_whole 1) limit 1 min_gain sum largest bar
      (scales_are f F) few_features ends_are_those keys_are (proj2 (proj1 (bounds_of f F))) floats_are
      (near_is_nonneg f F) nonneg_are enclosed_are gates all_pass_means weight_is_exact limit_is_within
        limit_is_small).
  Qed.

  (** Where all are surely out, no question is admissible. *)
  Corollary where_all_are_out_none_is_admissible :
    (forall f, In f fs -> out e base fs gate all_pass gainless exact_share limit sum largest f = true) ->
    forall f q, ~ admissible gains ratios fs gate gainless min_gain f q.
  Proof. intros O f q (F & B & M & _). now apply (what_is_sure f q F B); [apply O|]. Qed.
End Contenders.

(** ** As programmed

    With the logarithm that is programmed nothing is assumed but the order of NumPy's sums. *)
Corollary the_ratio_filter_as_programmed {A} (asks : A -> question) heaviest K rows a arity lightest e base
    key information fs gate all_pass gainless limit min_gain sum largest bar :
  (1 <= heaviest <= 2 ^ 22)%Z -> in_whole_counts K rows -> (weights rows <= heaviest)%Z -> (0 < a)%Q ->
  (Z.of_nat K <= 2 ^ 50)%Z -> (Z.of_nat (length fs) <= 2 ^ 30)%Z ->
  is_finite e = true -> B2R (entropy_bound arity K) <= B2R e <= bpow radix2 60 ->
  entropy_base logarithm heaviest K rows base ->
  ((1 <= lightest)%Z /\ forall r, In r rows -> (lightest <= fst r)%Z) ->
  (forall f q, In f fs -> In q (about f) -> asks_well rows arity (asks q)) ->
  (forall f, In f fs -> scored asks logarithm heaviest K rows lightest e base key information f) ->
  gated e base fs gate all_pass gainless exact_share limit sum largest bar ->
  (all_pass = true -> min_gain <= 0 /\ gainless = true) ->
  (is_finite limit = true /\ 0 <= B2R limit <= bpow radix2 60 /\ Decisions.sizable (B2R limit) /\
    Rabs (B2R limit - IZR (weights rows) / B2R (grain logarithm heaviest) * min_gain) <= u * B2R limit) ->
  forall f q,
  admissible (fun q => information_gain_in K a (asks q)) (fun q => gain_ratio_in K a (asks q)) fs gate
    gainless min_gain
    f q ->
  In q (kept_of e key f) /\ contends e base fs gate all_pass gainless exact_share limit sum largest bar f =
    true.
Proof.
  intros H U L Au Kb N Fe [E1 E2] Ba Li Q S G Ap Lm f q.
  assert (Near : near_log2 logarithm heaviest) by (apply the_programmed_logarithm_is_near; lia).
  now apply (every_admissible_question_contends asks logarithm heaviest K rows a arity lightest e base key
    information).
Qed.

(** A feature with one question, which is its own candidate. *)
Definition itself (q : question) : question := q.

Section One.
  Variables (log : float64 -> float64) (heaviest : Z) (K : nat) (rows : whole_rows) (lightest : Z).
  Variables (e base : float64) (key information : question -> float64).

  Definition feature_about (q : question) : feature question := {| about := [q]; top := key q;
    lowest := low_of log rows e base (key q) (information q);
    highest := high_of log rows e base lightest (key q) (information q) |}.

  Lemma one_question_is_scored f q : f = feature_about q -> entropy_scores log heaviest K q (key q) ->
    information_scores log rows q (information q) ->
    at_least (top f) (minus (top f) (times two e)) = true -> at_least (top f) (top f) = true ->
    at_least (lowest f) (lowest f) = true -> at_least (highest f) (highest f) = true ->
    scored itself log heaviest K rows lightest e base key information f.
  Proof.
    intros -> Sk Si Near A1 A2 A3. unfold scored, ends_are, kept_of, survivors_by.
      cbn [feature_about about top lowest
      highest] in *.
    replace (if trusted (key q) e then filter (fun p => at_least (key p) (minus (key q) (times two e))) [q]
      else [q])
      with [q] by (cbn [filter]; rewrite Near; now destruct (trusted (key q) e)).
    cbn [map]. split; [now intros p [<-|[]]|]. split; [|split]; right; (split; [now left|]); now intros k
      [<-|[]].
  Qed.
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
  scored itself logarithm 7 3 seven_rows 1 some_error some_base some_keys some_information f.
Proof.
  assert (T : forall part, entropy_sum logarithm 7 3 part (sum_in_turn part)) by
    (intros part; now apply in_turn_adds_up).
  assert (S : forall l r, entropy_scores logarithm 7 3 (As_two l r) (some_keys (As_two l r))).
  { intros l r. exists (sum_in_turn l), (sum_in_turn r). split; [apply T|]. split; [apply T|]. reflexivity. }
  intros [<-|[<-|[]]];
    (eapply one_question_is_scored; [unfold wide, narrow, feature_of; reflexivity|apply S|reflexivity|..]);
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
  assert (Near : near_log2 logarithm 7) by (apply the_programmed_logarithm_is_near; lia).
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
  assert (What := what_is_sure itself logarithm 7 3 seven_rows 1 3 1 some_error some_base some_keys
    some_information two_features Growing.AtLeast true true (of_whole 0) 0 some_sum some_largest bar
      ltac:(lia) Near U
    ltac:(rewrite W; lia) ltac:(reflexivity) ltac:(simpl; lia) ltac:(vm_compute; reflexivity)
    ltac:(apply Rle_refl) E Base Light ltac:(simpl; lia) two_features_ask_well two_features_are_scored Gated
      ltac:(intros _; split;
      [lra|reflexivity]) Limit).
  assert (Adm : admissible some_gains some_ratios two_features Growing.AtLeast true 0 wide wide_cut).
  { split; [left; reflexivity|]. split; [apply Best|]. split;
    [exact (proj1 (What wide wide_cut (or_introl eq_refl) (Best _)) Sure)|].
    intros f p [<-|[<-|[]]] B M.
    - destruct B as [[<-|[]] _]. lra.
    - exfalso. exact (proj2 (What narrow p (or_intror (or_introl eq_refl)) B) Out M). }
  split; [exact Gated|]. split; [exact Adm|].
  assert (E0 : B2R (entropy_bound 3 3) <= B2R some_error <= bpow radix2 60) by (split; [apply
    Rle_refl|exact E]).
  exact (the_ratio_filter_as_programmed itself 7 3 seven_rows 1 3 1 some_error some_base some_keys
    some_information two_features Growing.AtLeast true true (of_whole 0) 0 some_sum some_largest bar
      ltac:(lia) U
    ltac:(rewrite W; lia) ltac:(reflexivity) ltac:(simpl; lia) ltac:(simpl; lia) ltac:(vm_compute;
      reflexivity) E0 Base
    Light two_features_ask_well two_features_are_scored Gated ltac:(intros _; split; [lra|reflexivity])
      Limit _ _ Adm).
Qed.

Example the_largest_ratio_of_all_is_no_bar :
  let bar := lowest narrow in
  is_largest bar (map lowest two_features) /\ some_contends bar wide = false.
Proof.
  split; [|vm_compute; reflexivity]. right. split; [right; left; reflexivity|].
  intros k [<-|[<-|[]]]; vm_compute; reflexivity.
Qed.

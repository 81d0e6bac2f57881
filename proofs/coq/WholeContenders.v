(** * WholeContenders: the filter of C4.5 from rows to contenders, in whole units

    Of each feature the questions near its largest key are kept; gains, their errors, intrinsic values, the
    numbers that enclose the ratio, the gate, limits and what contends are those of [dtrees.vectorized],
      operation
    by operation in binary64.  Every admissible question, by [Spec.Entropies] and the gate, is a kept
      question of
    a contending feature.  Of NumPy is assumed that it adds each term once, in some order. *)
From Coq Require Import ZArith QArith Lqa Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys WholeCounts WholeEntropy
  ProgrammedLogarithm WholeRatios WholeInformation WholeGate.
From Dtrees Require Spec.Growing.
Import ListNotations.
Open Scope R_scope.

Definition is_least (m : float64) (keys : list float64) : Prop :=
  (In B754_nan keys /\ m = B754_nan) \/ (In m keys /\ forall k, In k keys -> at_least k m = true).

(** A feature, by its candidates: the largest of their keys, and the least and largest ratio of those kept. *)
Record feature (A : Type) := { about : list A; top : float64; lowest : float64; highest : float64 }.
Arguments about {A}. Arguments top {A}. Arguments lowest {A}. Arguments highest {A}.

(** ** What the definitions say, of features and their questions *)

Section Definitions.
  Context {A : Type}.
  Variables (asks : A -> question) (K : nat) (a : Q) (fs : list (feature A)).
  Variables (gate : Growing.gate) (gainless : bool) (min_gain : R).

  Definition largest_gain (f : feature A) : R :=
    match about f with
    | [] => 0
    | q :: l => fold_right (fun p m => Rmax (information_gain_in K a (asks p)) m)
        (information_gain_in K a (asks q)) l
    end.
  Definition best_about (f : feature A) (q : A) : Prop :=
    In q (about f) /\ information_gain_in K a (asks q) = largest_gain f.

  (** The largest gain of its feature passes the gate, and the limits on the gain. *)
  Definition may_be_asked (q : A) : Prop :=
    passes_gate gate (information_gain_in K a (asks q)) (map largest_gain fs) /\
    suffices gainless min_gain (information_gain_in K a (asks q)).
  Definition admissible (f : feature A) (q : A) : Prop :=
    In f fs /\ best_about f q /\ may_be_asked q /\
    forall f' p, In f' fs -> best_about f' p -> may_be_asked p ->
      gain_ratio_in K a (asks p) <= gain_ratio_in K a (asks q).

  Lemma largest_gain_is f : about f <> [] -> (exists q, best_about f q) /\
    forall p, In p (about f) -> information_gain_in K a (asks p) <= largest_gain f.
  Proof.
    unfold best_about, largest_gain. destruct (about f) as [|q l]; [easy|]. intros _.
    induction l as [|p l IH]; cbn [fold_right].
    - split; [exists q; split; [now left|reflexivity]|]. intros p [<-|[]]. lra.
    - destruct IH as [(b & Ib & Eb) B].
      set (m := fold_right (fun p m => Rmax (information_gain_in K a (asks p)) m)
        (information_gain_in K a (asks q)) l) in *. split.
      + destruct (Rle_dec (information_gain_in K a (asks p)) m) as [L|L].
        * exists b. rewrite Rmax_right by exact L. split; [|exact Eb]. destruct Ib as [<-|Ib]; [now left|now
          right; right].
        * exists p. rewrite Rmax_left by lra. split; [now right; left|reflexivity].
      + intros x [<-|[<-|I]].
        * apply Rle_trans with (2 := Rmax_r _ _). apply B. now left.
        * apply Rmax_l.
        * apply Rle_trans with (2 := Rmax_r _ _). apply B. now right.
  Qed.
End Definitions.

(** ** What is programmed *)

Section Programmed.
  Context {A : Type}.
  Variables (asks : A -> question) (log : float64 -> float64) (heaviest : Z) (K : nat).
  Variables (rows : whole_rows) (lightest : Z) (e base : float64) (key information : A -> float64).
  Variables (fs : list (feature A)) (gate : Growing.gate) (all_pass gainless : bool) (limit : float64).
  Variables (sum largest bar : float64).

  Definition kept_of (f : feature A) : list A := survivors_by key (top f) e (about f).
  Definition scored (f : feature A) : Prop :=
    (forall q, In q (about f) -> entropy_scores log heaviest K (asks q) (key q) /\
      information_scores log rows (asks q) (information q)) /\
    is_largest (top f) (map key (about f)) /\
    is_least (lowest f) (map (fun q => low_of log rows e base (key q) (information q)) (kept_of f)) /\
    is_largest (highest f) (map (fun q => high_of log rows e base lightest (key q) (information q)) (kept_of
      f)).

  Definition gain_of (f : feature A) : float64 := float_gain (top f) base.
  Definition error_of (f : feature A) : float64 := gain_error e (top f) base.
  Definition past (f : feature A) : bool :=
    surely_passes gate (Z.of_nat (length fs)) (gain_of f) (error_of f) sum largest.
  Definition sure (f : feature A) : bool :=
    past f &&
    surely_asked all_pass gainless (gain_of f) (error_of f) limit.
  Definition out (f : feature A) : bool :=
    surely_fails gate (Z.of_nat (length fs)) (gain_of f) (error_of f) sum largest ||
    surely_barred all_pass gainless (gain_of f) (error_of f) limit.
  Definition contends (f : feature A) : bool := negb (out f) && at_least (highest f) bar.

  (** The sum and the largest magnitude of the gains, and the largest of what surely may be had. *)
  Definition gated : Prop :=
    adds_up_to (map gain_of fs) sum /\ is_largest largest (map (fun f => Babs (gain_of f)) fs) /\
    is_largest bar (map (fun f => if sure f then lowest f else of_whole 0) fs).
End Programmed.

(** Comparisons of finite floats. *)
Lemma largest_of_finite m keys : is_largest m keys -> (forall k, In k keys -> is_finite k = true) ->
  In m keys /\ is_finite m = true /\ forall k, In k keys -> B2R k <= B2R (m : float64).
Proof.
  intros [(I & _)|(I & M)] F; [apply F in I; discriminate|]. split; [exact I|]. split; [now apply F|].
  intros k J. apply at_least_is; auto.
Qed.

Lemma least_of_finite m keys : is_least m keys -> (forall k, In k keys -> is_finite k = true) ->
  In m keys /\ is_finite m = true /\ forall k, In k keys -> B2R (m : float64) <= B2R k.
Proof.
  intros [(I & _)|(I & M)] F; [apply F in I; discriminate|]. split; [exact I|]. split; [now apply F|].
  intros k J. apply at_least_is; auto.
Qed.

(** Scaling the gains moves none past the gate. *)
Lemma passes_scaled gate c x gains : 0 < c ->
  passes_gate gate (c * x) (map (fun y => c * y) gains) <-> passes_gate gate x gains.
Proof.
  intros C. assert (E : sumR (fun y => c * x - y) (map (fun y => c * y) gains) = c * sumR (fun y => x - y)
    gains).
  { rewrite !excess_of_gains, map_length, sumR_map. rewrite (sumR_ext _ (fun y => y * c)) by (intros; ring).
    rewrite sumR_scale. ring. }
  destruct gate; unfold passes_gate; rewrite ?E; [easy| |]; split; intros H.
  - apply Rmult_le_reg_l with c; [exact C|]. now rewrite Rmult_0_r.
  - apply Rmult_le_pos; lra.
  - apply Rmult_lt_reg_l with c; [exact C|]. now rewrite Rmult_0_r.
  - apply Rmult_lt_0_compat; lra.
Qed.

Lemma suffices_scaled gainless c limit x : 0 < c ->
  suffices gainless (c * limit) (c * x) <-> suffices gainless limit x.
Proof.
  intros C. unfold suffices. split; intros [L P].
  - split; [now apply Rmult_le_reg_l with c|]. destruct P as [P|P]; [left|now right].
    apply Rmult_lt_reg_l with c; [exact C|]. now rewrite Rmult_0_r.
  - split; [apply Rmult_le_compat_l; lra|]. destruct P as [P|P]; [left; apply Rmult_lt_0_compat; lra|now
    right].
Qed.

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
  Hypothesis gates : gated e base fs gate all_pass gainless limit sum largest bar.

  Let g := B2R (grain log heaviest).
  Let c := IZR (weights rows) / g.

  Hypothesis all_pass_means : all_pass = true -> min_gain <= 0 /\ gainless = true.
  Hypothesis limit_is : is_finite limit = true /\ 0 <= B2R limit <= bpow radix2 60 /\ Decisions.sizable (B2R
    limit) /\
    Rabs (B2R limit - c * min_gain) <= u * B2R limit.

  Lemma some_question f : In f fs -> about f <> [].
  Proof.
    intros F E. destruct (scores f F) as (_ & T & _). rewrite E in T. destruct T as [([] & _)|([] & _)].
  Qed.

  Lemma scale_positive f q : In f fs -> In q (about f) -> 0 < c /\ 0 < g.
  Proof.
    intros F I. assert (G := grain_positive log heaviest weights_fit log_is_near). fold g in G.
    assert (B := node_weight heaviest K rows weights_fit whole lighter arity (asks q) (asked_well f q F I)).
    assert (0 < IZR (weights rows)) by (apply IZR_lt; lia). split; [|exact G].
    unfold c, Rdiv. apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat].
  Qed.

  Lemma gain_in_grains f q : In f fs -> In q (about f) ->
    c * information_gain_in K a (asks q) = true_gain log heaviest K rows (asks q).
  Proof.
    intros F I. destruct (scale_positive f q F I) as [_ G].
    assert (B := node_weight heaviest K rows weights_fit whole lighter arity (asks q) (asked_well f q F I)).
    rewrite (information_gain_is log heaviest K rows a weights_fit log_is_near whole unit arity (asks q)
      (asked_well f q F I)).
    unfold c. fold g. assert (1 <= IZR (weights rows)) by (apply IZR_le; lia). field. lra.
  Qed.

  Lemma gains_are_nonneg f q : In f fs -> In q (about f) -> 0 <= c * information_gain_in K a (asks q).
  Proof.
    intros F I. rewrite (gain_in_grains f q F I).
    exact (true_gain_nonneg log heaviest K rows a weights_fit log_is_near whole unit arity (asks q)
      (asked_well f q F I)).
  Qed.

  Lemma top_is_near f : In f fs -> (exists n, is_whole (top f) n /\ (Z.abs n <= 2 ^ 52)%Z) /\
    Rabs (B2R (top f) - (c * largest_gain asks K a f + share_of K rows / g)) <= near_key K arity.
  Proof.
    intros F. destruct (scores f F) as (S & T & _).
    assert (N : forall q, In q (about f) -> (exists n, is_whole (key q) n /\ (Z.abs n <= 2 ^ 52)%Z) /\
      Rabs (B2R (key q) - (c * information_gain_in K a (asks q) + share_of K rows / g)) <= near_key K arity).
    { intros q I. assert (Q := asked_well f q F I). destruct (S q I) as (Sk & _).
      destruct (key_is_near log heaviest K rows weights_fit log_is_near whole lighter arity (asks q) (key q)
        Q Sk) as [W D].
      split; [exact W|]. rewrite (gain_in_grains f q F I), true_gain_is. fold g.
      replace (entropy_value log heaviest K (asks q) - share_of K rows / g + share_of K rows / g) with
        (entropy_value log heaviest K (asks q)) by ring. exact D. }
    assert (Fin : forall q, In q (about f) -> is_finite (key q) = true).
    { intros q I. destruct (N q I) as ((n & [X _] & _) & _). exact X. }
    destruct (the_largest_is_a_key key (about f) (top f) T Fin) as [(d & Id & Ed) Above].
    rewrite Ed in *. split; [apply (N d Id)|].
    destruct (largest_gain_is asks K a f (some_question f F)) as [(b & Ib & Eb) Most].
    destruct (scale_positive f d F Id) as [C _].
    destruct (N d Id) as [_ Nd]. destruct (N b Ib) as [_ Nb]. assert (Db := Above b Ib). rewrite Eb in Nb.
    assert (Ld := Rmult_le_compat_l c _ _ (Rlt_le _ _ C) (Most d Id)).
    apply Rabs_le_inv in Nd, Nb. apply Rabs_le. lra.
  Qed.

  Lemma gain_facts f : In f fs ->
    (exists n, is_whole (gain_of base f) n /\ (Z.abs n <= 2 ^ 53)%Z) /\
    holds (error_of e base f) (B2R (error_of e base f)) 62 /\
    1 <= near_gain K arity <= 3 / 4 * B2R (error_of e base f) /\
    Rabs (B2R (gain_of base f) - c * largest_gain asks K a f) <= near_gain K arity.
  Proof.
    intros F. destruct (top_is_near f F) as [W N].
    destruct (largest_gain_is asks K a f (some_question f F)) as [(b & Ib & _) _].
    assert (Q := asked_well f b F Ib).
    destruct (gain_is_near log heaviest K rows weights_fit log_is_near whole lighter e base arity e_is_finite
      few_classes e_covers e_is_not_large base_is (asks b) (top f) Q W) as (Wg & He & C & E).
    split; [exact Wg|]. split; [exact He|]. 
    destruct (bounds_are K rows e arity few_classes e_covers (asks b) Q) as [Bk Bg].
    split.
    - split; [apply Bg|]. fold (error_of e base f) in C. apply Rle_trans with (3 / 4 * (2 * B2R e)); [|lra].
      apply Rle_trans with (3 / 2 * near_key K arity); [|lra].
      assert (A0 := arity_is rows arity (asks b) Q). assert (P := pos_INR K). unfold near_gain, near_key.
      assert (0 <= (INR K + 1) * (IZR arity - 2)) by (apply Rmult_le_pos; lra). lra.
    - unfold gain_of. rewrite E.
      assert (D := difference_is_near log heaviest K rows weights_fit log_is_near whole lighter base arity
        base_is (asks b)
        _ _ Q N). fold g in D.
      replace (c * largest_gain asks K a f + share_of K rows / g - share_of K rows / g) with
        (c * largest_gain asks K a f) in D by ring. exact D.
  Qed.

  (** *** The gate and the limits are decided *)

  Lemma past_in_grains f : In f fs -> about f <> [] ->
    (passes_gate gate (largest_gain asks K a f) (map (largest_gain asks K a) fs) <->
     passes_gate gate (c * largest_gain asks K a f) (map (fun y => c * y) (map (largest_gain asks K a) fs))).
  Proof.
    intros F N. destruct (largest_gain_is asks K a f N) as [(b & Ib & _) _].
    now rewrite (passes_scaled gate c _ _ (proj1 (scale_positive f b F Ib))).
  Qed.

  (** What surely passes the gate does, and what surely fails it does not. *)
  Theorem what_surely_passes f : In f fs ->
    (past e base fs gate sum largest f = true ->
      passes_gate gate (largest_gain asks K a f) (map (largest_gain asks K a) fs)) /\
    (surely_fails gate (Z.of_nat (length fs)) (gain_of base f) (error_of e base f) sum largest = true ->
      ~ passes_gate gate (largest_gain asks K a f) (map (largest_gain asks K a) fs)).
  Proof.
    intros F. rewrite (past_in_grains f F (some_question f F)). destruct gates as (Ad & Lg & _).
    destruct (gain_facts f F) as (_ & He & Cover & _).
    set (pairs := map (fun f => (gain_of base f, c * largest_gain asks K a f)) fs).
    assert (Each : forall x t, In (x, t) pairs ->
      (exists n, is_whole x n /\ (Z.abs n <= 2 ^ 53)%Z) /\ Rabs (B2R x - t) <= near_gain K arity).
    { intros x t J. apply in_map_iff in J as (h & J & Ih). injection J as <- <-.
      destruct (gain_facts h Ih) as (X & _ & _ & Y). now split. }
    assert (Len : length pairs = length fs) by apply map_length.
    assert (Ad' : adds_up_to (map fst pairs) sum) by (unfold pairs; rewrite map_map; exact Ad).
    assert (Lg' : is_largest largest (map (fun x => Babs (fst x)) pairs)) by (unfold pairs; rewrite map_map;
      exact Lg).
    assert (Here : In (gain_of base f, c * largest_gain asks K a f) pairs)
      by (apply (in_map (fun f => (gain_of base f, c * largest_gain asks K a f)) _ _ F)).
    destruct (the_gate_is_decided pairs sum largest (gain_of base f) (error_of e base f)
      (c * largest_gain asks K a f) (near_gain K arity) Each Ad' Lg' Here
      ltac:(rewrite Len; exact few_features) He ltac:(lra) gate) as [Gp Gf].
    rewrite Len in Gp, Gf.
    replace (map snd pairs) with (map (fun y => c * y) (map (largest_gain asks K a) fs)) in *
      by (unfold pairs; now rewrite !map_map).
    now split.
  Qed.

  Theorem what_is_sure f q : In f fs -> best_about asks K a f q ->
    (sure e base fs gate all_pass gainless limit sum largest f = true ->
      may_be_asked asks K a fs gate gainless min_gain q) /\
    (out e base fs gate all_pass gainless limit sum largest f = true ->
      ~ may_be_asked asks K a fs gate gainless min_gain q).
  Proof.
    intros F B. unfold may_be_asked. rewrite (proj2 B).
    destruct (gain_facts f F) as ((n & Wn & Bn) & He & Cover & Near).
    destruct (what_surely_passes f F) as [Gp Gf].
    assert (C := proj1 (scale_positive f q F (proj1 B))).
    assert (Hg := holds_whole _ _ 53 Wn ltac:(lia) Bn). destruct Wn as [_ En]. rewrite <- En in Hg.
    assert (Nn : 0 <= c * largest_gain asks K a f).
    { destruct B as [I <-]. now apply (gains_are_nonneg f). }
    assert (Ap : all_pass = true -> c * min_gain <= 0 /\ gainless = true).
    { intros A0. destruct (all_pass_means A0) as [M P]. split; [|exact P].
      assert (X := Rmult_le_compat_l c _ _ (Rlt_le _ _ C) M). lra. }
    destruct (the_limit_is_decided all_pass gainless (gain_of base f) (error_of e base f) limit
      (c * largest_gain asks K a f) (c * min_gain) (near_gain K arity) Hg He Near ltac:(lra) ltac:(lra) Nn Ap
        limit_is) as [La Lb].
    rewrite (suffices_scaled gainless c _ _ C) in La, Lb.
    unfold sure, out. split; intros H.
    - apply andb_prop in H as [H1 H2]. split; auto.
    - intros [P S]. apply Bool.orb_prop in H as [H|H]; [now apply Gf in H|now apply Lb in H].
  Qed.

  (** *** Kept questions, and their ratios *)

  Lemma best_is_kept f q : In f fs -> best_about asks K a f q -> In q (kept_of e key f).
  Proof.
    intros F (I & E). destruct (scores f F) as (S & T & _).
    destruct (largest_gain_is asks K a f (some_question f F)) as [_ Most].
    destruct (scale_positive f q F I) as [C _].
    assert (N : forall p, In p (about f) -> is_finite (key p) = true /\
      Rabs (B2R (key p) - (c * information_gain_in K a (asks p) + share_of K rows / g)) <= B2R e).
    { intros p J. assert (Q := asked_well f p F J). destruct (S p J) as (Sk & _).
      destruct (key_is_near log heaviest K rows weights_fit log_is_near whole lighter arity (asks p) (key p)
        Q Sk) as [(n & [Fin _] & _) D].
      split; [exact Fin|]. rewrite (gain_in_grains f p F J), true_gain_is. fold g.
      replace (entropy_value log heaviest K (asks p) - share_of K rows / g + share_of K rows / g) with
        (entropy_value log heaviest K (asks p)) by ring.
      apply Rle_trans with (1 := D). apply (bounds_are K rows e arity few_classes e_covers (asks p) Q). }
    apply (kept_within key (fun p => c * information_gain_in K a (asks p) + share_of K rows / g)); trivial;
      [intros p J; now apply N|intros p J; now apply N|].
    intros p J. apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|]. rewrite E. now apply Most.
  Qed.

  Lemma kept_is_about f q : In q (kept_of e key f) -> In q (about f).
  Proof.
    unfold kept_of, survivors_by. destruct (trusted (top f) e); [|easy]. intros I. now apply filter_In in I.
  Qed.

  Lemma ratio_facts f q : In f fs -> In q (kept_of e key f) ->
    is_finite (low_of log rows e base (key q) (information q)) = true /\
    is_finite (high_of log rows e base lightest (key q) (information q)) = true /\
    B2R (low_of log rows e base (key q) (information q)) <= gain_ratio_in K a (asks q) / g <=
      B2R (high_of log rows e base lightest (key q) (information q)).
  Proof.
    intros F I. apply kept_is_about in I. destruct (scores f F) as (S & _).
    destruct (S q I) as (Sk & Si). assert (Q := asked_well f q F I).
    now apply (the_gain_ratio_is_enclosed log heaviest K rows a weights_fit log_is_near whole lighter unit e
      base arity
      lightest).
  Qed.

  Lemma ends_enclose f q : In f fs -> In q (kept_of e key f) ->
    is_finite (lowest f) = true /\ is_finite (highest f) = true /\
    B2R (lowest f) <= gain_ratio_in K a (asks q) / g <= B2R (highest f).
  Proof.
    intros F I. destruct (scores f F) as (_ & _ & Lo & Hi).
    destruct (least_of_finite _ _ Lo) as (_ & Fl & L).
    { intros k J. apply in_map_iff in J as (p & <- & J). now apply (ratio_facts f). }
    destruct (largest_of_finite _ _ Hi) as (_ & Fh & H).
    { intros k J. apply in_map_iff in J as (p & <- & J). now apply (ratio_facts f). }
    destruct (ratio_facts f q F I) as (_ & _ & B). split; [exact Fl|]. split; [exact Fh|]. split.
    - apply Rle_trans with (2 := proj1 B). apply L. apply in_map_iff. now exists q.
    - apply Rle_trans with (1 := proj2 B). apply H. apply in_map_iff. now exists q.
  Qed.

  Lemma ratio_nonneg f q : In f fs -> In q (about f) -> 0 <= gain_ratio_in K a (asks q) / g.
  Proof.
    intros F I. assert (Q := asked_well f q F I). destruct (scale_positive f q F I) as [_ G].
    rewrite (gain_ratio_is log heaviest K rows a weights_fit log_is_near whole unit arity (asks q) Q). fold g.
    assert (N := true_gain_nonneg log heaviest K rows a weights_fit log_is_near whole unit arity (asks q) Q).
    assert (Least := information_is_at_least K rows whole (asks q) arity Q lightest (proj2 lightest_is)).
    assert (1 <= IZR lightest) by (apply IZR_le; apply lightest_is).
    replace (g * (true_gain log heaviest K rows (asks q) / information_of rows (asks q)) / g) with
      (true_gain log heaviest K rows (asks q) / information_of rows (asks q)) by (field; lra).
    apply Rmult_le_pos; [exact N|]. apply Rlt_le, Rinv_0_lt_compat. lra.
  Qed.

  (** Every admissible question is kept, and its feature contends. *)
  Theorem every_admissible_question_contends f q : admissible asks K a fs gate gainless min_gain f q ->
    In q (kept_of e key f) /\ contends e base fs gate all_pass gainless limit sum largest bar f = true.
  Proof.
    intros (F & B & M & Best). assert (Kq := best_is_kept f q F B). split; [exact Kq|].
    destruct (what_is_sure f q F B) as [_ No]. unfold contends. apply andb_true_intro. split.
    { destruct (out e base fs gate all_pass gainless limit sum largest f); [now destruct (No
      eq_refl)|reflexivity]. }
    destruct (of_whole_is 0) as [Ez Fz]; [lia|].
    assert (Some_kept : forall h, In h fs -> exists p, best_about asks K a h p /\ In p (kept_of e key h)).
    { intros h Ih. destruct (largest_gain_is asks K a h (some_question h Ih)) as [(p & P) _]. exists p.
      split; [exact P|now apply best_is_kept]. }
    destruct gates as (_ & _ & Bar). destruct (largest_of_finite _ _ Bar) as (Ib & Fb & _).
    { intros k J. apply in_map_iff in J as (h & <- & Ih). destruct (Some_kept h Ih) as (p & _ & Kp).
      destruct (sure e base fs gate all_pass gainless limit sum largest h); [now apply (ends_enclose h
        p)|exact Fz]. }
    destruct (ends_enclose f q F Kq) as (_ & Fh & _ & Hi). unfold at_least.
    rewrite Bleb_correct by assumption. apply Rle_bool_true. apply Rle_trans with (2 := Hi).
    apply in_map_iff in Ib as (h & Eb & Ih). rewrite <- Eb.
    destruct (sure e base fs gate all_pass gainless limit sum largest h) eqn:Su.
    - destruct (Some_kept h Ih) as (p & Bp & Kp). apply Rle_trans with (1 := proj1 (proj2 (proj2
      (ends_enclose h p Ih Kp)))).
      destruct (scale_positive f q F (proj1 B)) as [_ G]. unfold Rdiv. apply Rmult_le_compat_r.
      + now apply Rlt_le, Rinv_0_lt_compat.
      + apply (Best h p Ih Bp). now apply (what_is_sure h p Ih Bp).
    - rewrite Ez. apply (ratio_nonneg f); [exact F|apply B].
  Qed.

  (** Where all are surely out, no question is admissible. *)
  Corollary where_all_are_out_none_is_admissible :
    (forall f, In f fs -> out e base fs gate all_pass gainless limit sum largest f = true) ->
    forall f q, ~ admissible asks K a fs gate gainless min_gain f q.
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
  gated e base fs gate all_pass gainless limit sum largest bar ->
  (all_pass = true -> min_gain <= 0 /\ gainless = true) ->
  (is_finite limit = true /\ 0 <= B2R limit <= bpow radix2 60 /\ Decisions.sizable (B2R limit) /\
    Rabs (B2R limit - IZR (weights rows) / B2R (grain logarithm heaviest) * min_gain) <= u * B2R limit) ->
  forall f q, admissible asks K a fs gate gainless min_gain f q ->
  In q (kept_of e key f) /\ contends e base fs gate all_pass gainless limit sum largest bar f = true.
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
    intros -> Sk Si Near A1 A2 A3. unfold scored, kept_of, survivors_by. cbn [feature_about about top lowest
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
Definition some_sum : float64 := in_turn (map (gain_of some_base) two_features).
Definition some_largest : float64 := Babs (gain_of some_base wide).
Definition some_contends (bar : float64) : feature question -> bool :=
  contends some_error some_base two_features Growing.AtLeast true true (of_whole 0) some_sum some_largest bar.

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
  gated some_error some_base two_features Growing.AtLeast true true (of_whole 0) some_sum some_largest bar /\
  admissible itself 3 1 two_features Growing.AtLeast true 0 wide wide_cut /\
  In wide_cut (kept_of some_error some_keys wide) /\
  some_contends bar wide = true.
Proof.
  intros bar.
  assert (Sure : sure some_error some_base two_features Growing.AtLeast true true (of_whole 0) some_sum
    some_largest wide = true) by (vm_compute; reflexivity).
  assert (Not : sure some_error some_base two_features Growing.AtLeast true true (of_whole 0) some_sum
    some_largest narrow = false) by (vm_compute; reflexivity).
  assert (Out : out some_error some_base two_features Growing.AtLeast true true (of_whole 0) some_sum
    some_largest narrow = true) by (vm_compute; reflexivity).
  assert (Gated : gated some_error some_base two_features Growing.AtLeast true true (of_whole 0) some_sum
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
  assert (Best : forall q, best_about itself 3 1 (feature_of q) q) by (intros q; split; [left;
    reflexivity|reflexivity]).
  assert (What := what_is_sure itself logarithm 7 3 seven_rows 1 3 1 some_error some_base some_keys
    some_information two_features Growing.AtLeast true true (of_whole 0) 0 some_sum some_largest bar
      ltac:(lia) Near U
    ltac:(rewrite W; lia) ltac:(reflexivity) ltac:(simpl; lia) ltac:(vm_compute; reflexivity)
    ltac:(apply Rle_refl) E Base ltac:(simpl; lia) two_features_ask_well two_features_are_scored Gated
      ltac:(intros _; split;
      [lra|reflexivity]) Limit).
  assert (Adm : admissible itself 3 1 two_features Growing.AtLeast true 0 wide wide_cut).
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

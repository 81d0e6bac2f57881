(** * ChosenByRatio: by gain ratio, what is asked as programmed is what the definitions admit

    The filter speaks of questions, and what floats tell of them is right ([Contenders.tells_rightly]).  Here
    rows have features, candidates are the scored splits of [Spec.Growing] over the reals, by entropy, and the
    last steps are those of [dtrees.vectorized.choose]: what is kept, what contends, where nothing is asked,
    what is compared exactly, behind the gate or past it, and what is asked without a comparison.  Of any such
    filter this gives the admissible splits, and the first of them: of whole units whose x log2 x is looked
    up, of those where it is computed, and of rounded weights.  [C45 ch. 2; QUINLAN96 §2] *)
From Coq Require Qcanon.
From Coq Require Import QArith Lqa ZArith Qreals Reals Lra Lia List Bool Permutation.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Spec.Summaries Spec.Entropies Spec.Learning.
From Dtrees Require Import Sums Summary Entropy GrowingRational EqualRanks.
From Dtrees Require Import Filter WholeFilter WholeCounts WholeEntropy ProgrammedLogarithm WholeRatios
  WholeInformation FloatDecisions Contenders GainsBeside WholeContenders.
From Dtrees Require Rounding RoundedRatios FromRows WholeLogarithms RatiosFromRows.
From DtreesForms Require Numbers Spec.Growing GrowingForms.
From DtreesReals Require ExecuteGrowing.
From DtreesReals Require Import Spec.Growing.
From DtreesReals Require Numbers GrowingTheorems Ordering.
From DtreesReals Require Import GrowingEntropy.
Import ListNotations.
Open Scope R_scope.

Notation T := (Q * nat)%type.                  (* the weight of a row, and its class *)
Notation split_of := (@scored ClassCounts).

(** ** What is programmed *)

Definition whole_gate (g : gate) : Dtrees.Spec.Growing.gate :=
  match g with
  | NoGate => Dtrees.Spec.Growing.NoGate
  | AtLeast => Dtrees.Spec.Growing.AtLeast
  | Above => Dtrees.Spec.Growing.Above
  end.

Definition is_about (f : nat) (c : split_of) : bool := Nat.eqb (feature_of (asks c)) f.

(** The best, by definition, of some candidates. *)
Definition exact_optima (l : learner) (cs : list split_of) : list split_of :=
  best_of (filter (fun c => gain_suffices (stopping l) (gain c)) (past_the_gate l cs)).
Definition without_gate (l : learner) : learner :=
  {| styles := styles l; by_ratio := by_ratio l; gated := NoGate; stopping := stopping l |}.

Section Programmed.
  (** The learner, the candidates, whether the weights of the node are trusted, and floats. *)
  Variables (l : learner) (cs : list split_of) (trusted_node : bool).
  Variables (e base : float64) (key : split_of -> float64) (tops lows highs : nat -> float64).
  Variables (alike : split_of -> split_of -> bool) (all_pass : bool) (share limit sum largest bar : float64).

  (** The features that are asked about, in order, each with its floats. *)
  Definition numbers : list nat := filter (fun f => existsb (is_about f) cs) (seq 0 (length (styles l))).
  Definition feature_at (f : nat) : feature split_of :=
    {| about := filter (is_about f) cs; top := tops f; lowest := lows f; highest := highs f |}.
  Definition features : list (feature split_of) := map feature_at numbers.

  Definition out_at (f : nat) : bool :=
    out e base features (whole_gate (gated l)) all_pass (gainless (stopping l)) share limit sum largest
      (feature_at f).
  Definition sure_at (f : nat) : bool :=
    sure e base features (whole_gate (gated l)) all_pass (gainless (stopping l)) share limit sum largest
      (feature_at f).
  Definition past_at (f : nat) : bool :=
    past e base features (whole_gate (gated l)) sum largest (feature_at f).
  Definition contends_at (f : nat) : bool :=
    contends e base features (whole_gate (gated l)) all_pass (gainless (stopping l)) share limit sum
      largest bar
      (feature_at f).

  (** What is kept of each feature, of those that contend, and whether these all surely pass the gate. *)
  Definition known : bool := trusted_node && forallb (fun f => trusted (tops f) e) numbers.
  Definition left_over : list split_of :=
    filter (fun c => at_least (key c) (minus (tops (feature_of (asks c))) (times two e))) cs.
  Definition contending : list split_of := filter (fun c => contends_at (feature_of (asks c))) left_over.
  Definition all_out : bool := forallb out_at numbers.
  Definition passed : bool := forallb (fun f => negb (contends_at f) || past_at f) numbers.

  (** What is compared exactly, and behind which gate: where one is undecided all features count. *)
  Definition compared : list split_of :=
    filter (fun c => contends_at (feature_of (asks c)) || negb passed) left_over.
  Definition compared_by : learner := if passed then without_gate l else l.

  Definition found : list split_of :=
    if known then if all_out then [] else exact_optima compared_by compared else exact_optima l cs.

  (** One contender that surely may be asked, whose questions are alike, is asked without a comparison. *)
  Definition alone (f : nat) : bool :=
    match filter (is_about f) left_over with [] => true | c :: ds => forallb (alike c) ds end.
  Definition certain : bool :=
    Nat.eqb (length (filter contends_at numbers)) 1 &&
    forallb (fun f => negb (contends_at f) || sure_at f && alone f) numbers.
  Definition first_found : option split_of :=
    if known && negb all_out && certain then hd_error contending else hd_error found.
End Programmed.

(** ** Lists *)

Lemma filter_swap {A} (p q : A -> bool) l : filter p (filter q l) = filter q (filter p l).
Proof. rewrite !Ordering.filter_filter. apply filter_ext. intros x. apply andb_comm. Qed.

Lemma best_gain_is_top f cs : best_gain f cs = Ordering.top (map gain (filter (is_about f) cs : list
  split_of)).
Proof. unfold best_gain, is_about. now destruct (map gain _). Qed.

Lemma nth_of_seq {A} (g : nat -> option A) n f : (f < n)%nat -> nth f (map g (seq 0 n)) None = g f.
Proof.
  intros L. rewrite nth_indep with (d' := g 0%nat) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.

Lemma present_of (lg : nat -> R) (some : nat -> bool) g ns :
  (forall f, In f ns -> g f = if some f then Some (lg f) else None) ->
  present (map g ns) = map lg (filter some ns).
Proof.
  induction ns as [|f ns IH]; intros H; [reflexivity|]. cbn [map filter present].
  rewrite (H f (or_introl eq_refl)), IH by (intros g' I; apply H; now right). now destruct (some f).
Qed.

Lemma passes_is g x gains : passes g x gains = true <-> passes_gate (whole_gate g) x gains.
Proof.
  unfold passes, passes_gate. change (DtreesReals.Spec.Sum.sum (fun y => x - y) gains) with
    (sumR (fun y => x - y) gains). destruct g; cbn [whole_gate]; [easy|apply Numbers.Qle_bool_iff|].
  destruct (Numbers.Qle_bool (sumR (fun y => x - y) gains) 0) eqn:E; cbn [negb].
  - apply Numbers.Qle_bool_iff in E. split; [easy|lra].
  - split; [|easy]. intros _. apply Rnot_le_lt. intros L. apply Numbers.Qle_bool_iff in L. congruence.
Qed.

Lemma gain_suffices_is lim x : gain_suffices lim x = true <-> suffices (gainless lim) (min_gain lim) x.
Proof.
  unfold gain_suffices, suffices. rewrite andb_true_iff, orb_true_iff, Numbers.Qle_bool_iff.
  destruct (Numbers.Qle_bool x 0) eqn:E; cbn [negb].
  - apply Numbers.Qle_bool_iff in E. split; intros [L [P|P]]; try easy; [now split; [|right]|lra|now split;
    [|right]].
  - assert (0 < x); [|now split; intros [L P]; split; trivial; left].
    apply Rnot_le_lt. intros L. apply Numbers.Qle_bool_iff in L. congruence.
Qed.

(** ** Candidates *)

Section Candidates.
  Variables (K : nat) (l : learner) (rank : ClassCounts -> option (ClassCounts -> R)) (rows : list (row T)).
  Let cs := scored_splits (counts K) real_weight entropy intrinsic_value rank l rows.

  Lemma part_is_included q part : In part (split q rows) -> incl part rows.
  Proof. intros I r J. apply in_map_iff in I as (c & <- & I). now apply filter_In in J. Qed.

  Lemma candidate_facts c : In c cs -> c = scored_question (counts K) real_weight entropy intrinsic_value l
    rows
    (asks c) /\ GrowingTheorems.divides (asks c) rows /\ (feature_of (asks c) < length (styles l))%nat.
  Proof.
    intros I. destruct (GrowingTheorems.scored_is_candidate _ _ _ _ _ _ _ _ I) as (E & (f & J) & _).
    split; [exact E|]. split; [exact (GrowingTheorems.question_divides _ _ _ _ _ _ _ J)|].
    apply filter_In in I as [I _]. apply in_map_iff in I as (q & E' & I). rewrite <- E'. cbn [asks].
    apply in_flat_map in I as (g & Ig & I). apply in_seq in Ig.
    assert (F : feature_of q = g); [|unfold scored_question; cbn [asks]; lia].
    unfold questions_about in I. destruct (values_at g rows) as [|x [|y vs]]; try easy.
    destruct (nth g (styles l) Each).
    1, 2: apply in_map_iff in I as ((u, v) & <- & _); reflexivity.
    1: destruct I as [<-|[]]; reflexivity.
    all: apply in_map_iff in I as (u & <- & _); reflexivity.
  Qed.

End Candidates.

(** ** Of any filter that tells rightly, what is found is what is admissible *)

Section Found.
  Variables (K : nat) (l : learner).
  Variables (rank : ClassCounts -> option (ClassCounts -> R)) (rows : list (row T)) (trusted_node : bool).
  Variables (e base : float64) (key : split_of -> float64) (tops lows highs : nat -> float64).
  Variables (alike : split_of -> split_of -> bool) (all_pass : bool) (share limit sum largest bar : float64).
  Variables gains ratios : split_of -> R.

  Let cs := scored_splits (counts K) real_weight entropy intrinsic_value rank l rows.
  Let at_feature := feature_at cs tops lows highs.
  Let fs := features l cs tops lows highs.
  Let gate := whole_gate (gated l).
  Let lim := stopping l.
  Let admitted := admissible_splits (counts K) real_weight entropy intrinsic_value rank l rows.
  Let known_node := known l cs trusted_node e tops.
  Let contends_f := contends_at l cs e base tops lows highs all_pass share limit sum largest bar.
  Let near (c : split_of) := at_least (key c) (minus (tops (feature_of (asks c))) (times two e)).

  (** Each admissible split is kept, and its feature contends; what is found is what is admissible, in order;
      and what is asked without a comparison is the first of it. *)
  Definition chosen_rightly : Prop :=
    (trusted_node = true -> forall c, In c admitted ->
      known_node = true /\ In c (left_over cs e key tops) /\ contends_f (feature_of (asks c)) = true) /\
    found l cs trusted_node e base key tops lows highs all_pass share limit sum largest bar = admitted /\
    first_found l cs trusted_node e base key tops lows highs alike all_pass share limit sum largest bar =
      hd_error admitted.

  (** The learner scores by the ratio; at a node whose weights are trusted what floats tell is right. *)
  Hypothesis ratio : by_ratio l = true.
  Hypothesis gain_is : forall c, In c cs -> gain c = gains c.
  Hypothesis score_is : forall c, In c cs -> score c = ratios c.
  Hypothesis alike_are_equal : forall c d, In c cs -> In d cs -> alike c d = true ->
    gains c = gains d /\ ratios c = ratios d.
  Hypothesis right : trusted_node = true -> tells_rightly gains ratios e base key fs gate all_pass
    (gainless lim) share limit (min_gain lim) sum largest bar.

  (** *** Features and their candidates *)

  Lemma about_is f c : In c (about (at_feature f)) <-> In c cs /\ feature_of (asks c) = f.
  Proof. unfold at_feature, feature_at, is_about. cbn [about]. now rewrite filter_In, Nat.eqb_eq. Qed.

  Lemma in_numbers c : In c cs -> In (feature_of (asks c)) (numbers l cs).
  Proof.
    intros I. apply filter_In. destruct (candidate_facts K l rank rows c I) as (_ & _ & L).
    split; [apply in_seq; lia|]. apply existsb_exists. exists c. split; [exact I|]. apply Nat.eqb_refl.
  Qed.

  Lemma at_number f : In f (numbers l cs) -> In (at_feature f) fs.
  Proof. apply (in_map at_feature). Qed.

  Lemma at_some_number h : In h fs -> exists f, In f (numbers l cs) /\ h = at_feature f.
  Proof. intros I. apply in_map_iff in I as (f & <- & I). now exists f. Qed.

  Lemma some_about f : In f (numbers l cs) -> about (at_feature f) <> [].
  Proof.
    intros I E. apply filter_In in I as [_ I]. apply existsb_exists in I as (c & J & F). apply Nat.eqb_eq in
      F.
    assert (H : In c (about (at_feature f))) by now apply about_is. now rewrite E in H.
  Qed.

  Lemma best_gain_of f :
    best_gain f cs = if existsb (is_about f) cs then Some (largest_gain gains (at_feature f)) else None.
  Proof.
    rewrite best_gain_is_top. assert (S := Ordering.top_spec (map gain (filter (is_about f) cs))).
    destruct (Ordering.top _) as [m|].
    - destruct S as [I M]. apply in_map_iff in I as (b & <- & I). apply filter_In in I as [I F].
      assert (X : existsb (is_about f) cs = true) by (apply existsb_exists; now exists b). rewrite X. f_equal.
      apply Nat.eqb_eq in F. assert (N : about (at_feature f) <> []).
      { intros N. assert (J : In b (about (at_feature f))) by now apply about_is. now rewrite N in J. }
      destruct (largest_gain_is gains (at_feature f) N) as [(c & Ic & Ec) Up].
      apply Rle_antisym.
      + rewrite (gain_is b I). apply Up. now apply about_is.
      + rewrite <- Ec. apply about_is in Ic as [Ic Fc]. rewrite <- (gain_is c Ic). apply M, in_map, filter_In.
        split; [exact Ic|]. now apply Nat.eqb_eq.
    - apply map_eq_nil in S. destruct (existsb (is_about f) cs) eqn:X; [|reflexivity].
      apply existsb_exists in X as X'. destruct X' as (c & I & F).
      assert (J : In c (filter (is_about f) cs)) by now apply filter_In. now rewrite S in J.
  Qed.

  Lemma bests_are : present (map (fun f => best_gain f cs) (seq 0 (length (styles l)))) =
    map (largest_gain gains) fs.
  Proof.
    rewrite (present_of (fun f => largest_gain gains (at_feature f)) (fun f => existsb (is_about f) cs))
      by (intros f _; apply best_gain_of).
    unfold fs, features. now rewrite map_map.
  Qed.

  (** *** What may be asked, and what is admissible *)

  Let past_in (l' : learner) (ds : list split_of) (c : split_of) : bool :=
    match nth (feature_of (asks c)) (map (fun f => best_gain f ds) (seq 0 (length (styles l)))) None with
    | Some x => Numbers.Qeq_bool (gain c) x &&
        passes (gated l') x (present (map (fun f => best_gain f ds) (seq 0 (length (styles l)))))
    | None => false
    end.
  Let suffice (c : split_of) : bool := gain_suffices lim (gain c).
  Let askables := filter suffice (filter (past_in l cs) cs).

  Lemma admissible_is : admitted = best_of askables.
  Proof. unfold admitted, admissible_splits, askable. rewrite ratio. reflexivity. Qed.

  Lemma past_is c : In c cs -> past_in l cs c = true <->
    best_about gains (at_feature (feature_of (asks c))) c /\
    passes_gate gate (gains c) (map (largest_gain gains) fs).
  Proof.
    intros I. unfold past_in. rewrite bests_are.
    rewrite (nth_of_seq (fun f => best_gain f cs)) by apply (candidate_facts K l rank rows c I).
    rewrite best_gain_of. assert (N := in_numbers c I). apply filter_In in N as [_ ->].
    cbv iota. rewrite andb_true_iff, Numbers.Qeq_bool_iff, passes_is. fold gate.
    unfold best_about. rewrite (gain_is c I). split.
    - intros [<- P]. split; [split; [now apply about_is|reflexivity]|exact P].
    - intros [[_ E] P]. rewrite E in P. now split.
  Qed.

  Lemma askable_is c : In c askables <-> In c cs /\
    best_about gains (at_feature (feature_of (asks c))) c /\
    may_be_asked gains fs gate (gainless lim) (min_gain lim) c.
  Proof.
    unfold askables. rewrite !filter_In. unfold may_be_asked, suffice. split.
    - intros [[I P] S]. apply (past_is c I) in P as [B P]. split; [exact I|]. split; [exact B|].
      split; [exact P|]. apply gain_suffices_is in S.
      now rewrite (gain_is c I) in S.
    - intros (I & B & P & S). split; [split; [exact I|now apply past_is]|]. apply gain_suffices_is.
      now rewrite (gain_is c I).
  Qed.

  Lemma admissible_in c : In c (best_of askables) ->
    admissible gains ratios fs gate (gainless lim) (min_gain lim) (at_feature (feature_of (asks c))) c.
  Proof.
    intros I. apply GrowingTheorems.best_of_best in I as [I M]. apply askable_is in I as (I & B & P).
    split; [now apply at_number, in_numbers|]. split; [exact B|]. split; [exact P|].
    intros h p J Bp Pp. apply at_some_number in J as (f & J & ->). assert (Ip := proj1 Bp).
    apply about_is in Ip as [Ip Fp].
    assert (Sp : score p <= score c) by (apply M, askable_is; rewrite Fp; now split).
    now rewrite (score_is p Ip),
      (score_is c I) in Sp.
  Qed.

  Section Trusted.
  Hypothesis trusted_is : trusted_node = true.

  (** *** The floats *)

  Lemma the_node_is_known : known_node = true.
  Proof.
    unfold known_node, known. rewrite trusted_is. apply forallb_forall. intros f I.
    apply (right trusted_is (at_feature f) (at_number f I)).
  Qed.

  Lemma a_best_is_near c : In c cs -> best_about gains (at_feature (feature_of (asks c))) c -> near c = true.
  Proof.
    intros I B. destruct (right trusted_is _ (at_number _ (in_numbers c I))) as (Tr & _ & H).
    destruct (H c B) as (J & _). unfold kept_of, survivors_by in J. rewrite Tr in J. now apply filter_In in J.
  Qed.

  Lemma contends_if_admissible c : In c (best_of askables) -> contends_f (feature_of (asks c)) = true.
  Proof.
    intros I. apply admissible_in in I.
    now apply (whatever_is_admissible_contends _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (right trusted_is) _ c).
  Qed.

  Lemma past_passes f : In f (numbers l cs) ->
    past_at l cs e base tops lows highs sum largest f = true ->
    passes_gate gate (largest_gain gains (at_feature f)) (map (largest_gain gains) fs).
  Proof. intros I. apply (right trusted_is (at_feature f) (at_number f I)). Qed.

  Lemma sure_or_out f c : In f (numbers l cs) -> best_about gains (at_feature f) c ->
    (sure_at l cs e base tops lows highs all_pass share limit sum largest f = true ->
      may_be_asked gains fs gate (gainless lim) (min_gain lim) c) /\
    (out_at l cs e base tops lows highs all_pass share limit sum largest f = true ->
      ~ may_be_asked gains fs gate (gainless lim) (min_gain lim) c).
  Proof.
    intros I B. destruct (right trusted_is (at_feature f) (at_number f I)) as (_ & _ & H).
    destruct (H c B) as (_ & S & O & _). now split.
  Qed.

  (** *** What is compared exactly *)

  Let pass := passed l cs e base tops lows highs all_pass share limit sum largest bar.
  Let sent (c : split_of) : bool := contends_f (feature_of (asks c)) || negb pass.
  Let sent_ones := compared l cs e base key tops lows highs all_pass share limit sum largest bar.

  Lemma gains_sent f : (forall c, In c cs -> feature_of (asks c) = f -> sent c = true) ->
    best_gain f sent_ones = best_gain f cs.
  Proof.
    intros H. rewrite !best_gain_is_top. unfold sent_ones, compared, left_over.
    change (fun c : split_of => contends_at l cs e base tops lows highs all_pass share limit sum largest bar
      (feature_of (asks c)) || negb (passed l cs e base tops lows highs all_pass share limit sum largest bar))
        with sent.
    change (fun c : split_of => at_least (key c) (minus (tops (feature_of (asks c))) (times two e))) with
      near.
    rewrite (filter_swap _ sent), (filter_swap _ near), Ordering.filter_filter.
    apply Ordering.top_kept; [reflexivity|]. intros b I Up. apply filter_In in I as [I F].
    apply Nat.eqb_eq in F. rewrite (H b I F), andb_true_r. apply a_best_is_near; [exact I|]. rewrite F.
    split; [now apply about_is|].
    destruct (largest_gain_is gains (at_feature f)) as [(c & Ic & Ec) Most];
      [apply some_about; rewrite <- F; now apply in_numbers|].
    apply Rle_antisym; [apply Most; now apply about_is|]. rewrite <- Ec. apply about_is in Ic as [Ic Fc].
    assert (L : gain c <= gain b) by (apply Up, filter_In; split; [exact Ic|now apply Nat.eqb_eq]).
    now rewrite (gain_is c Ic),
      (gain_is b I) in L.
  Qed.

  Lemma what_is_compared :
    filter suffice (past_the_gate (compared_by l cs e base tops lows highs all_pass share limit sum largest
      bar)
      sent_ones)
      = filter sent askables.
  Proof.
    set (l' := compared_by l cs e base tops lows highs all_pass share limit sum largest bar).
    assert (St : styles l' = styles l) by (unfold l', compared_by; now destruct (passed _ _ _ _ _ _ _ _ _ _
      _ _
      _)).
    unfold past_the_gate. rewrite St.
    change (filter suffice (filter (past_in l' sent_ones) (filter sent (filter near cs))) = filter sent
      askables).
    unfold askables. rewrite !Ordering.filter_filter. apply filter_ext_in. intros c I.
    destruct (sent c) eqn:S; [|now rewrite !andb_false_r]. rewrite !andb_true_r.
    destruct (near c) eqn:N; cbn [andb].
    - f_equal. unfold past_in.
      rewrite !(nth_of_seq (fun f => best_gain f _)) by apply (candidate_facts K l rank rows c I).
      unfold sent in S. destruct (Bool.bool_dec pass true) as [P|P]; [|apply Bool.not_true_is_false in P];
        rewrite P in S.
      + rewrite orb_false_r in S. rewrite gains_sent; [|intros d _ Fd; unfold sent; now rewrite Fd, S].
        rewrite best_gain_of. destruct (existsb _ cs); [|reflexivity].
        assert (G : gated l' = NoGate) by (unfold l', compared_by; fold pass; now rewrite P).
        rewrite G. cbn [passes]. rewrite andb_true_r.
        assert (Pc : past_at l cs e base tops lows highs sum largest (feature_of (asks c)) = true).
        { unfold pass, passed in P. rewrite forallb_forall in P. specialize (P _ (in_numbers c I)).
          fold contends_f in P. now rewrite S in P. }
        apply past_passes in Pc; [|now apply in_numbers]. rewrite bests_are. apply passes_is in Pc.
        now rewrite Pc, andb_true_r.
      + assert (All : forall f, best_gain f sent_ones = best_gain f cs)
          by (intros f; apply gains_sent; intros d _ _; unfold sent; now rewrite P, orb_true_r).
        assert (G : l' = l) by (unfold l', compared_by; fold pass; now rewrite P).
        rewrite G, All. now rewrite (map_ext _ (fun f => best_gain f cs)) by exact All.
    - destruct (past_in l cs c) eqn:P; [|reflexivity]. apply (past_is c I) in P as [B _].
      apply a_best_is_near in B; [congruence|exact I].
  Qed.

  (** *** What follows *)

  Lemma an_admissible_split_is_kept c : In c admitted ->
    known_node = true /\ In c (left_over cs e key tops) /\ contends_f (feature_of (asks c)) = true.
  Proof.
    rewrite admissible_is. intros I. split; [exact the_node_is_known|].
    split; [|now apply contends_if_admissible].
    apply GrowingTheorems.best_of_best in I as [I _]. apply askable_is in I as (I & B & _).
    apply filter_In. split; [exact I|now apply a_best_is_near].
  Qed.

  Lemma what_is_found_is_admissible :
    found l cs trusted_node e base key tops lows highs all_pass share limit sum largest bar = admitted.
  Proof.
    unfold found. fold known_node. rewrite the_node_is_known, admissible_is.
    destruct (all_out l cs e base tops lows highs all_pass share limit sum largest) eqn:O.
    - assert (E : askables = []); [|now rewrite E]. destruct askables as [|c r] eqn:E; [reflexivity|exfalso].
      assert (I : In c askables) by (rewrite E; now left). apply askable_is in I as (I & B & M).
      unfold all_out in O. rewrite forallb_forall in O. assert (F := in_numbers c I).
      exact (proj2 (sure_or_out _ c F B) (O _ F) M).
    - unfold exact_optima. fold sent_ones.
      assert (W := what_is_compared). unfold suffice in W. unfold lim in W.
      assert (St : stopping (compared_by l cs e base tops lows highs all_pass share limit sum largest bar) =
        stopping l)
        by (unfold compared_by; now destruct (passed _ _ _ _ _ _ _ _ _ _ _ _ _)).
      rewrite St, W. apply Ordering.best_of_kept. intros c I S.
      destruct (best_of askables) as [|b r] eqn:E; [apply GrowingTheorems.best_of_some in E; now rewrite E
        in I|].
      assert (Ib : In b (best_of askables)) by (rewrite E; now left).
      apply GrowingTheorems.best_of_best in Ib as [Ib Up]. exists b. split; [exact Ib|].
      destruct (Rlt_le_dec (score c) (score b)) as [L|L]; [exact L|exfalso].
      assert (J : In c (best_of askables)).
      { apply GrowingTheorems.best_of_best. split; [exact I|]. intros d Id. specialize (Up d Id). lra. }
      apply contends_if_admissible in J. unfold sent in S. now rewrite J in S.
  Qed.

  Lemma the_first_that_is_found_is_the_first :
    first_found l cs trusted_node e base key tops lows highs alike all_pass share limit sum largest bar =
      hd_error admitted.
  Proof.
    unfold first_found. rewrite what_is_found_is_admissible. fold known_node. rewrite the_node_is_known.
    destruct (all_out _ _ _ _ _ _ _ _ _ _ _ _); [reflexivity|]. cbn [negb andb].
    destruct (certain _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) eqn:C; [|reflexivity].
    apply andb_prop in C as [One All]. apply Nat.eqb_eq in One. fold contends_f in One, All.
    rewrite forallb_forall in All. f_equal. rewrite admissible_is.
    destruct (filter contends_f (numbers l cs)) as [|f [|? ?]] eqn:Fl; try discriminate.
    assert (If : In f (filter contends_f (numbers l cs))) by (rewrite Fl; now left).
    apply filter_In in If as [If Cf].
    assert (Only : forall g, In g (numbers l cs) -> contends_f g = true -> g = f).
    { intros g Ig Cg. assert (J : In g (filter contends_f (numbers l cs))) by now apply filter_In.
      rewrite Fl in J. destruct J as [->|[]]. reflexivity. }
    specialize (All f If). rewrite Cf in All. cbn [negb orb] in All. apply andb_prop in All as [Sure Alone].
    (* those that are kept of the feature have one gain and one ratio *)
    assert (Same : forall c d, In c cs -> feature_of (asks c) = f -> near c = true ->
      In d cs -> feature_of (asks d) = f -> near d = true ->
      gains c = gains d /\ score c = score d).
    { unfold alone in Alone. destruct (filter (is_about f) (left_over cs e key tops)) as [|c0 ds] eqn:E.
      - intros c d I F N. exfalso. assert (J : In c (filter (is_about f) (left_over cs e key tops))).
        { apply filter_In. split; [now apply filter_In|now apply Nat.eqb_eq]. }
        now rewrite E in J.
      - rewrite forallb_forall in Alone.
        assert (I0 : In c0 cs).
        { assert (J : In c0 (filter (is_about f) (left_over cs e key tops))) by (rewrite E; now left).
          now apply filter_In in J as [J _]; apply filter_In in J as [J _]. }
        assert (To : forall c, In c cs -> feature_of (asks c) = f -> near c = true ->
          gains c0 = gains c /\ score c0 = score c).
        { intros c I F N. assert (J : In c (c0 :: ds)).
          { rewrite <- E. apply filter_In. split; [now apply filter_In|now apply Nat.eqb_eq]. }
          rewrite (score_is c0 I0), (score_is c I). destruct J as [->|J]; [now split|].
          now apply alike_are_equal; [| |apply Alone]. }
        intros c d I F N I' F' N'. destruct (To c I F N) as [<- <-]. now apply To. }
    destruct (largest_gain_is gains (at_feature f) (some_about f If)) as [(b & Bb) _].
    assert (Ib := proj1 Bb). apply about_is in Ib as [Ib Fb].
    assert (Nb : near b = true) by (apply a_best_is_near; [exact Ib|now rewrite Fb]).
    assert (May := proj1 (sure_or_out f b If Bb) Sure).
    assert (Ab : In b askables) by (apply askable_is; now rewrite Fb).
    destruct (best_of askables) as [|d r] eqn:E; [apply GrowingTheorems.best_of_some in E; now rewrite E in
      Ab|].
    assert (Id : In d (best_of askables)) by (rewrite E; now left). assert (Cd := contends_if_admissible d
      Id).
    apply GrowingTheorems.best_of_best in Id as [Id Up]. rewrite <- E.
    rewrite (Ordering.best_of_as_filter askables d Id Up).
    assert (Id' := Id). apply askable_is in Id' as (Id' & Bd & _).
    assert (Fd := Only _ (in_numbers d Id') Cd). assert (Nd := a_best_is_near d Id' Bd).
    unfold contending, left_over, askables. fold contends_f.
    change (fun c : split_of => at_least (key c) (minus (tops (feature_of (asks c))) (times two e))) with
      near.
    rewrite !Ordering.filter_filter. apply filter_ext_in. intros c I. apply eq_true_iff_eq.
    rewrite !andb_true_iff, Numbers.Qle_bool_iff. split.
    - intros [N Cc]. assert (Fc := Only _ (in_numbers c I) Cc).
      destruct (Same c b I Fc N Ib Fb Nb) as [G _]. destruct (Same c d I Fc N Id' Fd Nd) as [_ Sc].
      assert (A : In c askables).
      { apply askable_is. split; [exact I|]. rewrite Fc. split.
        - split; [now apply about_is|]. rewrite G. apply Bb.
        - unfold may_be_asked in *. now rewrite G. }
      unfold askables in A. rewrite !filter_In in A. destruct A as [[_ P] S]. repeat split; trivial. rewrite
        Sc. apply Rle_refl.
    - intros [P [S L]]. assert (A : In c askables) by (unfold askables; rewrite !filter_In; now repeat split).
      assert (J : In c (best_of askables)).
      { apply GrowingTheorems.best_of_best. split; [exact A|]. intros p Ip. specialize (Up p Ip). lra. }
      split; [|now apply contends_if_admissible]. apply askable_is in A as (_ & B & _). now apply
        a_best_is_near.
  Qed.
  End Trusted.

  Theorem the_choice_is_right : chosen_rightly.
  Proof.
    assert (S : trusted_node = true \/ trusted_node = false) by (destruct trusted_node; tauto).
    destruct S as [S|S].
    - split; [intros _; exact (an_admissible_split_is_kept S)|]. split;
      [now apply what_is_found_is_admissible|].
      now apply the_first_that_is_found_is_the_first.
    - assert (B : found l cs trusted_node e base key tops lows highs all_pass share limit sum largest bar =
        admitted) by (unfold found, known; rewrite S, admissible_is; reflexivity).
      split; [rewrite S; discriminate|]. split; [exact B|]. unfold first_found. rewrite B. unfold known.
      now rewrite S.
  Qed.
End Found.

(** ** Gains and ratios are those of the classes' weights in the children, however these are counted *)

Lemma same_gains ds es : Forall2 same_counts ds es ->
  information_gain ds = information_gain es /\ gain_ratio ds = gain_ratio es.
Proof.
  intros F. assert (M : same_counts (merge ds) (merge es)).
  { intros k. rewrite !count_merge. induction F as [|d e ds es E F IH]; [reflexivity|].
    cbn [Dtrees.Spec.Sum.sum fold_right]. unfold Dtrees.Spec.Sum.sum in IH. now rewrite (E k), IH. }
  assert (G : information_gain ds = information_gain es).
  { unfold information_gain, conditional_entropy. rewrite (entropy_same _ _ M). f_equal.
    assert (W := weight_same _ _ M). revert W. generalize (weight (merge ds)) (weight (merge es)). clear M.
    intros v w W. induction F as [|d e ds es E F IH]; [reflexivity|]. cbn [sumR fold_right].
    unfold sumR in IH. rewrite IH, (entropy_same _ _ E). f_equal. f_equal. apply Qeq_eqR.
    now rewrite (weight_same _ _ E), W. }
  split; [exact G|]. unfold gain_ratio, intrinsic_value. rewrite G. f_equal. apply entropy_same.
  unfold Entropies.sizes. clear M G. induction F as [|d e ds es E F IH]; intros k; [reflexivity|].
  destruct k as [|k]; [apply (weight_same _ _ E)|apply IH].
Qed.

Section Gains.
  Variables (K : nat) (l : learner) (rank : ClassCounts -> option (ClassCounts -> R)) (rows : list (row T)).
  Hypothesis ratio : by_ratio l = true.
  Hypothesis labels : GrownTrees.sound (labelled K) rows.

  Let cs := scored_splits (counts K) real_weight entropy intrinsic_value rank l rows.
  Let counted (q : question) : list ClassCounts := map (Growing.summary (counts K)) (split q rows).

  Lemma each_is_labelled part t : incl part rows -> In t (map target part) -> labelled K t.
  Proof. intros I J. apply in_map_iff in J as (r & <- & J). now apply labels, I. Qed.

  Lemma a_summary_weighs part : incl part rows -> part <> [] ->
    nonneg (Growing.summary (counts K) part) /\ (0 < weight (Growing.summary (counts K) part))%Q.
  Proof.
    intros I N. assert (L := fun t => each_is_labelled part t I). unfold Growing.summary. split.
    - apply counts_nonneg. intros t J. apply (L t J).
    - rewrite weight_of_labelled by exact L. apply positive_sum; [now destruct part|]. intros t J.
      now apply L.
  Qed.

  Lemma counted_weigh q d : GrowingTheorems.divides q rows -> In d (counted q) -> nonneg d /\ (0 < weight
    d)%Q.
  Proof.
    intros D I. apply in_map_iff in I as (part & <- & I). apply a_summary_weighs.
    - now apply (part_is_included rows q).
    - now apply (GrowingTheorems.split_parts q rows D).
  Qed.

  Lemma merged_is_whole q : GrowingTheorems.divides q rows ->
    same_counts (merge (counted q)) (Growing.summary (counts K) rows).
  Proof.
    intros D k. unfold counted, Growing.summary. rewrite count_merge, sum_map, count_counts.
    rewrite (counts_of_partition K (map target rows) (map (map target) (split q rows)) k)
      by (rewrite <- concat_map; now apply Permutation_map, Permutation_sym,
        GrowingTheorems.split_shares_out).
    rewrite count_merge, !sum_map. apply Dtrees.Sums.sum_ext. intros part _. apply count_counts.
  Qed.

  Lemma scored_are c : In c cs ->
    gain c = information_gain (counted (asks c)) /\ score c = gain_ratio (counted (asks c)).
  Proof.
    intros I. destruct (candidate_facts K l rank rows c I) as (E & D & _). rewrite E at 1 3.
    assert (M := merged_is_whole _ D). assert (M' := weight_same _ _ M).
    assert (G : gain_of (counts K) real_weight entropy rows (counted (asks c)) =
      information_gain (counted (asks c))).
    { unfold gain_of, Numbers.Qred, information_gain. cbv zeta. rewrite (entropy_same _ _ M). f_equal.
      apply sumR_ext. intros d J. f_equal. unfold real_weight.
      rewrite <- (Qeq_eqR _ _ M'). symmetry. apply Q2R_ratio. rewrite M'.
      apply a_summary_weighs; [easy|]. destruct D as (A2 & _ & D).
      destruct (D 0%nat) as (r & R & _); [lia|]. now destruct rows. }
    unfold scored_question. cbn [gain score]. fold (counted (asks c)). rewrite ratio, G. now split.
  Qed.

  (** Two questions are alike if the first children are, or the first of one is the second of the other. *)
  Lemma alike_are_equal c d p q p' q' : In c cs -> In d cs ->
    counted (asks c) = [p; q] -> counted (asks d) = [p'; q'] -> same_counts p p' \/ same_counts p q' ->
    gain c = gain d /\ score c = score d.
  Proof.
    intros Ic Id Ec Ed S. destruct (scored_are c Ic) as [-> ->]. destruct (scored_are d Id) as [-> ->].
    destruct (candidate_facts K l rank rows c Ic) as (_ & Dc & _).
    destruct (candidate_facts K l rank rows d Id) as (_ & Dd & _).
    assert (Each := fun x => counted_weigh (asks d) x Dd).
    assert (Mc := merged_is_whole _ Dc). assert (Md := merged_is_whole _ Dd). rewrite Ec, Ed in *.
    assert (Add : forall k, (count k p + count k q == count k p' + count k q')%Q).
    { intros k. specialize (Mc k). specialize (Md k). rewrite <- Md, !count_merge in Mc.
      unfold Dtrees.Spec.Sum.sum in Mc. cbn [fold_right] in Mc. Lqa.lra. }
    assert (Same : forall x y, Permutation [x; y] [p'; q'] -> same_counts p x ->
      information_gain [p; q] = information_gain [p'; q'] /\ gain_ratio [p; q] = gain_ratio [p'; q']).
    { intros x y P X. destruct (RatiosFromRows.gains_in_any_order [x; y] [p'; q'] P) as [<- <-];
        [discriminate|intros z Z; now apply Each, (Permutation_in _ P)|].
      apply same_gains. constructor; [exact X|]. constructor; [|constructor]. intros k. specialize (X k).
      specialize (Add k). assert (Sum := sum_permutation (count k) _ _ P).
      unfold Dtrees.Spec.Sum.sum in Sum. cbn [fold_right] in Sum. Lqa.lra. }
    destruct S as [S|S]; [now apply (Same p' q')|now apply (Same q' p'); [apply perm_swap|]].
  Qed.
End Gains.

(** ** Whole units whose x log2 x is looked up: rows and questions in units of weight *)

Definition in_units (a : Q) (t : T) : Z * Z :=
  (Qnum (Qred (fst t / a)), Z.of_nat (snd t)).
Definition rows_in (a : Q) (rows : list (row T)) : whole_rows :=
  map (fun r => in_units a (target r)) rows.
Definition weighs_whole (a : Q) (rows : list (row T)) : Prop :=
  forall r, In r rows -> exists z, (fst (target r) == a * inject_Z z)%Q.

(** A question, by its children's rows: one with a child for each category is scored as many. *)
Definition parted (a : Q) (rows : list (row T)) (q : question) : WholeCounts.question :=
  let ps := map (rows_in a) (split q rows) in
  match q with EachCategory _ _ => As_many ps | _ => As_two (nth 0 ps []) (nth 1 ps []) end.
Definition parted_by (a : Q) (rows : list (row T)) (c : split_of) : WholeCounts.question :=
  parted a rows (asks c).

(** Questions that part the rows into as many of each class: the first children alike, or the one's first
    and the other's second.  A subset is like no other. *)
Definition as_many (K : nat) (p p' : whole_rows) : bool :=
  Z.eqb (weights p) (weights p') &&
  forallb (fun k => Z.eqb (class_weight k p) (class_weight k p')) (seq 0 K).
Definition alike (K : nat) (p q : WholeCounts.question) : bool :=
  match p, q with
  | As_two l _, As_two l' r' => as_many K l l' || as_many K l r'
  | _, _ => false
  end.

Definition alike_in_units K a rows (subset : split_of -> bool) (c d : split_of) : bool :=
  negb (subset c || subset d) && alike K (parted_by a rows c) (parted_by a rows d).

(** The rows of either child. *)
Definition child_rows {A} (i : nat) (q : question) (rows : list (row A)) : list (row A) :=
  filter (fun r => Nat.eqb (child q r) i) rows.

Lemma two_or_each {A} q (rows : list (row A)) : split q rows = [child_rows 0 q rows; child_rows 1 q rows] \/
  exists f cs, q = EachCategory f cs.
Proof. destruct q; [now left..|right; now do 2 eexists]. Qed.

Lemma parts_of_parted a rows q : parts_of (parted a rows q) = map (rows_in a) (split q rows).
Proof. now destruct q. Qed.

Lemma in_units_is a t z : (0 < a)%Q -> (fst t == a * inject_Z z)%Q -> in_units a t = (z, Z.of_nat (snd t)).
Proof.
  intros A E. unfold in_units. f_equal.
  assert (H : Qred (fst t / a) = Qred (inject_Z z)).
  { apply Qred_complete. rewrite E. field. intros Z. rewrite Z in A. discriminate. }
  rewrite H, Qcanon.Qred_identity; [reflexivity|]. apply Z.gcd_1_r.
Qed.

Section Units.
  Variables (K : nat) (a : Q) (l : learner).
  Variables (rank : ClassCounts -> option (ClassCounts -> R)) (rows : list (row T)).
  Hypothesis ratio : by_ratio l = true.
  Hypothesis unit : (0 < a)%Q.
  Hypothesis labels : GrownTrees.sound (labelled K) rows.
  Hypothesis units : weighs_whole a rows.

  Let cs := scored_splits (counts K) real_weight entropy intrinsic_value rank l rows.

  Lemma rows_are_counted : counted K (rows_in a rows).
  Proof.
    intros r I. apply in_map_iff in I as (s & <- & I). destruct (units s I) as (z & E).
    rewrite (in_units_is a _ z unit E). destruct (labels s I) as [P L]. cbn [fst snd]. rewrite Nat2Z.id.
    split; [|exact L]. rewrite E in P. destruct (Z_lt_le_dec 0 z) as [G|G]; [exact G|exfalso].
    rewrite Zle_Qle in G. apply (Qmult_le_compat_r _ _ a) in G; [|now apply Qlt_le_weak].
    change (inject_Z 0) with 0%Q in G. Lqa.lra.
  Qed.

  Lemma counts_are part : incl part rows ->
    same_counts (Growing.summary (counts K) part) (counts_in K a (rows_in a part)).
  Proof.
    intros I k. unfold Growing.summary, counts_in. rewrite count_counts, !count_counts_of.
    destruct (Nat.ltb k K); [|reflexivity]. unfold rows_in, read_classes. rewrite map_map, !sum_map.
    apply Dtrees.Sums.sum_ext. intros r J. destruct (units r (I r J)) as (z & E).
    rewrite (in_units_is a _ z unit E). cbn [fst snd]. rewrite Nat2Z.id. destruct (target r) as [w j].
    cbn [fst snd] in *. now destruct (Nat.eqb k j).
  Qed.

  Lemma parts_are_whole q : GrowingTheorems.divides q rows -> divides_into (rows_in a rows) (parted a rows
    q) /\
    (2 <= length (parts_of (parted a rows q)))%nat.
  Proof.
    intros D. unfold divides_into. rewrite parts_of_parted. split; [split|].
    - unfold rows_in. rewrite <- concat_map. now apply Permutation_map, GrowingTheorems.split_shares_out.
    - intros part I. apply in_map_iff in I as (p & <- & I).
      destruct (GrowingTheorems.split_parts q rows D p I) as [N _]. intros E. now apply map_eq_nil in E.
    - unfold split. rewrite !map_length, seq_length. apply D.
  Qed.

  Lemma gains_are c : In c cs -> gain c = information_gain_in K a (parted_by a rows c) /\
    score c = gain_ratio_in K a (parted_by a rows c).
  Proof.
    intros I. destruct (scored_are K l rank rows ratio labels c I) as [-> ->].
    unfold information_gain_in, gain_ratio_in, parted_by. rewrite parts_of_parted, map_map. apply same_gains.
    assert (H := part_is_included rows (asks c)). induction (split (asks c) rows) as [|part t IH];
      constructor.
    - apply counts_are, H. now left.
    - apply IH. intros p J. apply H. now right.
  Qed.

  (** Whether a child is too small is told by whole numbers: by the fewest units that reach min_leaf. *)
  Lemma a_small_child_is_told m part : incl part rows ->
    Numbers.Qle_bool m (real_weight (Growing.summary (counts K) part)) =
      Z.leb (Zceil (m / Q2R a)) (weights (rows_in a part)).
  Proof.
    intros I. apply eq_true_iff_eq. rewrite Numbers.Qle_bool_iff, Z.leb_le. unfold real_weight.
    rewrite (Qeq_eqR _ _ (weight_same _ _ (counts_are part I))).
    assert (C : counted K (rows_in a part)).
    { intros r J. apply rows_are_counted. apply in_map_iff in J as (s & <- & J).
      exact (in_map (fun r => in_units a (target r)) _ _ (I s J)). }
    rewrite (Qeq_eqR _ _ (part_weight K a _ C)), Q2R_mult, Q2R_Z. assert (A := Q2R_positive a unit).
    set (w := weights (rows_in a part)). split; intros H.
    - apply Zceil_glb. apply Rmult_le_reg_r with (Q2R a); [exact A|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra. lra.
    - apply IZR_le in H. apply Rle_trans with (Q2R a * IZR (Zceil (m / Q2R a))).
      + assert (U := Zceil_ub (m / Q2R a)). apply Rle_trans with (Q2R a * (m / Q2R a)).
        * right. field. lra.
        * apply Rmult_le_compat_l; lra.
      + apply Rmult_le_compat_l; lra.
  Qed.

  Lemma what_is_alike_is_equal subset c d : In c cs -> In d cs -> alike_in_units K a rows subset c d = true ->
    gain c = gain d /\ score c = score d.
  Proof.
    intros Ic Id S. apply andb_prop in S as [_ S]. unfold parted_by, parted in S.
    destruct (two_or_each (asks c) rows) as [Ec|(f & us & Ec)]; [|rewrite Ec in S; discriminate].
    destruct (two_or_each (asks d) rows) as [Ed|(f & us & Ed)];
      [|rewrite Ed in S; now destruct (asks c)].
    assert (Same : forall part part', incl part rows -> incl part' rows ->
      as_many K (rows_in a part) (rows_in a part') = true ->
      same_counts (Growing.summary (counts K) part) (Growing.summary (counts K) part')).
    { intros part part' J J' E k. rewrite (counts_are part J k), (counts_are part' J' k). unfold counts_in.
      rewrite !count_counts_of. destruct (Nat.ltb_spec k K) as [L|L]; [|reflexivity].
      rewrite (counts_read K a _ k L), (counts_read K a _ k L). apply andb_prop in E as [_ E].
      rewrite forallb_forall in E. specialize (E k ltac:(apply in_seq; lia)). apply Z.eqb_eq in E.
      now rewrite E. }
    eapply (alike_are_equal K l rank rows ratio labels c d); trivial; [now rewrite Ec|now rewrite Ed|].
    assert (O : as_many K (rows_in a (child_rows 0 (asks c) rows)) (rows_in a (child_rows 0 (asks d) rows)) ||
      as_many K (rows_in a (child_rows 0 (asks c) rows)) (rows_in a (child_rows 1 (asks d) rows)) = true)
      by (rewrite Ec, Ed in S; destruct (asks c); [..|discriminate]; destruct (asks d); easy || exact S).
    apply orb_prop in O as [O|O]; [left|right]; apply Same; trivial; intros r J; now apply filter_In in J.
  Qed.

  Variables (heaviest arity lightest : Z) (own base largest_key : float64).
  Variables (key information : split_of -> float64) (subset : split_of -> bool) (subsets : bool).
  Variables (tops lows highs : nat -> float64) (all_pass : bool) (limit sum largest bar : float64).

  Let whole := rows_in a rows.
  Let asked := parted_by a rows.
  Let fs := features l cs tops lows highs.
  Let gate := whole_gate (gated l).
  Let lim := stopping l.
  Let e := bound_beside subsets own largest_key base.

  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis lighter : (weights whole <= heaviest)%Z.
  Hypothesis few_classes : (Z.of_nat K <= 2 ^ 50)%Z.
  Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
  Hypothesis arities : forall c, In c cs -> within_arity arity (asked c).
  (** The floats are those of the program, whatever the order of its sums. *)
  Hypothesis own_is : is_finite own = true /\ B2R (entropy_bound arity K) <= B2R own <= bpow radix2 60.
  Hypothesis base_is : entropy_base logarithm heaviest K whole base.
  Hypothesis lightest_is : (1 <= lightest)%Z /\ forall r, In r whole -> (lightest <= fst r)%Z.
  Hypothesis largest_key_is : fs <> [] -> is_largest largest_key (map key (concat (map about fs))).
  Hypothesis kinds : forall c, is_asked fs c -> subset c = true -> subsets = true.
  Hypothesis scores : forall f, In f fs ->
    WholeContenders.scored asked logarithm heaviest K whole a lightest e base key information subset f.
  Hypothesis gates : fs <> [] -> Contenders.gated e base fs gate all_pass (gainless lim) exact_share limit sum
    largest bar.
  Hypothesis all_pass_means : all_pass = true -> min_gain lim <= 0 /\ gainless lim = true.
  Hypothesis limit_is : is_finite limit = true /\ 0 <= B2R limit <= bpow radix2 60 /\
    Decisions.sizable (B2R limit) /\
    Rabs (B2R limit - IZR (weights whole) / B2R (grain logarithm heaviest) * min_gain lim) <= Rounding.u *
      B2R limit.

  Theorem the_choice_by_ratio_in_grains : chosen_rightly K l rank rows true e base key tops lows highs
    (alike_in_units K a rows subset) all_pass exact_share limit sum largest bar.
  Proof.
    assert (U : in_whole_counts K whole).
    { split; [exact rows_are_counted|]. apply Z.le_lt_trans with (1 := lighter).
      apply Z.le_lt_trans with (1 := proj2 weights_fit). reflexivity. }
    apply (the_choice_is_right K l rank rows true e base key tops lows highs) with
      (gains := fun c => information_gain_in K a (asked c)) (ratios := fun c => gain_ratio_in K a (asked c));
      trivial.
    - intros c I. apply (gains_are c I).
    - intros c I. apply (gains_are c I).
    - intros c d Ic Id S. unfold asked. destruct (gains_are c Ic) as [<- <-].
      destruct (gains_are d Id) as [<- <-].
      now apply (what_is_alike_is_equal subset).
    - intros _ h J. assert (Some : fs <> []) by (intros E; change (In h fs) in J; now rewrite E in J).
      revert h J.
      apply (the_ratio_filter_as_programmed asked heaviest K whole a arity lightest own base largest_key key
        information subset subsets); trivial; [|now apply largest_key_is|now apply gates].
      intros h c J I. apply in_map_iff in J as (f & <- & _). apply filter_In in I as [I _].
      destruct (candidate_facts K l rank rows c I) as (_ & D & _).
      destruct (parts_are_whole (asks c) D) as [P L]. split; [exact P|]. split; [now apply arities|exact L].
  Qed.
End Units.

(** ** Weights that are rounded to a grid, and whole units whose x log2 x is computed *)

Definition asked_of (rows : list (row T)) (c : split_of) : FromRows.asked (row T) :=
  let ps := split (asks c) rows in
  match asks c with EachCategory _ _ => FromRows.Many ps | _ => FromRows.Two (nth 0 ps []) (nth 1 ps []) end.

(** Of up to 62 rows those of a child are one integer; questions are alike whose first children have the same
    rows, or the one's first and the other's second.  A subset is like no other. *)
Definition alike_in_rows (rows : list (row T)) (subset : split_of -> bool) (c d : split_of) : bool :=
  let first c r := Nat.eqb (child (asks c) r) 0 in
  Nat.leb (length rows) 62 && negb (subset c || subset d) &&
  match asked_of rows c, asked_of rows d with
  | FromRows.Two _ _, FromRows.Two _ _ => forallb (fun r => eqb (first c r) (first d r)) rows ||
      forallb (fun r => xorb (first c r) (first d r)) rows
  | _, _ => false
  end.

Section Rows.
  Variables (K a : nat) (l : learner).
  Variables (rank : ClassCounts -> option (ClassCounts -> R)) (rows : list (row T)).
  Variables (whole : FromRows.sums) (lightest : float64) (its_sums : split_of -> list FromRows.sums).
  Variables (base largest_key : float64) (key information : split_of -> float64).
  Variables (subset : split_of -> bool) (subsets : bool) (add : split_of -> list float64 -> float64).
  Variables (tops lows highs : nat -> float64) (all_pass : bool) (limit sum largest bar : float64).

  Let cs := scored_splits (counts K) real_weight entropy intrinsic_value rank l rows.
  Let weighs (r : row T) : Q := fst (target r).
  Let in_class (r : row T) : nat := snd (target r).
  Let asked := asked_of rows.
  Let gains := RatiosFromRows.gain_by_definition weighs in_class K asked.
  Let ratios := RatiosFromRows.ratio_by_definition weighs in_class K asked.
  Let fs := features l cs tops lows highs.
  Let gate := whole_gate (gated l).
  Let lim := stopping l.
  Let n := length rows.
  Let W := FromRows.weight_sum whole.
  Let bound (own : float64) := bound_beside subsets own largest_key base.

  (** The learner scores by the ratio; rows have classes; and sizes. *)
  Hypothesis ratio : by_ratio l = true.
  Hypothesis labels : GrownTrees.sound (labelled K) rows.
  Hypothesis several : (2 <= length rows)%nat.
  Hypothesis few : (2 <= a)%nat /\ INR (K + a + 4) * Rounding.u <= / 1000 /\
    (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z.
  Hypothesis few_terms : INR (a * (K + 1)) * Rounding.u <= / 1000.
  Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
  Hypothesis arities : forall c, In c cs -> (arity (asks c) <= a)%nat.
  Hypothesis adds : forall c t, t <> [] -> adds_up_to t (add c t).
  Hypothesis same_sum : FromRows.same_terms_same_sum K add.
  Hypothesis all_pass_means : all_pass = true -> min_gain lim <= 0 /\ gainless lim = true.
  Hypothesis limit_is : limit_within limit (B2R W * min_gain lim).

  (** The floats are those of the program, sums of weights being off by [o] at most, and keys by [own]. *)
  Definition computed (in_float : row T -> float64) (d : Q) (b m : Z) (o own : float64) : Prop :=
    let true_weight := RatiosFromRows.true_weight_of weighs d b m in
    FromRows.summed in_float in_class b m K rows whole /\
    (exists r, In r rows /\ lightest = of_whole (FromRows.unit_of in_float b m r) /\ forall s, In s rows ->
      (FromRows.unit_of in_float b m r <= FromRows.unit_of in_float b m s)%Z) /\
    (forall c, In c cs -> if subset c
      then subsets = true /\ SubsetKeys.scored_exactly base (B2R W * gains c) (key c) /\
        RoundedRatios.weighed_exactly (true_weight rows) (map true_weight (split (asks c) rows))
          (information c)
      else FromRows.sums_are in_float in_class b m K whole (asked c) (its_sums c) /\
        FromRows.entropy_key_of K (add c) (asked c) (its_sums c) (key c) /\
        RatiosFromRows.information_of W (asked c) (its_sums c) (information c)) /\
    RatiosFromRows.base_of K whole base /\
    (forall f, In f fs -> ends_are (bound own) key
      (fun c => RatiosFromRows.low_ratio n o W (bound own) base (key c) (information c))
      (fun c => RatiosFromRows.high_ratio n o W lightest (bound own) base (key c) (information c)) f) /\
    (fs <> [] -> is_largest largest_key (map key (concat (map about fs))) /\
      Contenders.gated (bound own) base fs gate all_pass (gainless lim) (limit_share o W) limit sum largest
        bar).

  Lemma children_are_split c : FromRows.children_of (asked c) = split (asks c) rows.
  Proof. unfold asked, asked_of. now destruct (asks c). Qed.

  Lemma gains_of_rows c : In c cs -> gain c = gains c /\ score c = ratios c.
  Proof.
    intros I. destruct (scored_are K l rank rows ratio labels c I) as [-> ->].
    unfold gains, ratios, RatiosFromRows.gain_by_definition, RatiosFromRows.ratio_by_definition.
    rewrite children_are_split. apply same_gains. induction (split (asks c) rows) as [|part t IH];
      constructor;
      [|exact IH].
    intros k. unfold Growing.summary, FromRows.counts_in. rewrite count_counts.
    rewrite (map_ext (fun r => (weighs r, in_class r)) target); [reflexivity|].
    intros r. unfold weighs, in_class. now destruct (target r).
  Qed.

  Lemma what_has_the_same_rows_is_equal c d : In c cs -> In d cs -> alike_in_rows rows subset c d = true ->
    gain c = gain d /\ score c = score d.
  Proof.
    intros Ic Id S. apply andb_prop in S as [_ S]. unfold asked_of in S.
    destruct (two_or_each (asks c) rows) as [Ec|(f & us & Ec)]; [|rewrite Ec in S; discriminate].
    destruct (two_or_each (asks d) rows) as [Ed|(f & us & Ed)]; [|rewrite Ed in S; now destruct (asks c)].
    destruct (candidate_facts K l rank rows d Id) as (_ & (_ & Two & _) & _).
    assert (A2 : (arity (asks d) = 2)%nat) by (apply (f_equal (@length _)) in Ed; unfold split in Ed;
      now rewrite map_length, seq_length in Ed).
    eapply (alike_are_equal K l rank rows ratio labels c d); trivial; [now rewrite Ec|now rewrite Ed|].
    assert (O : forallb (fun r => eqb (Nat.eqb (child (asks c) r) 0) (Nat.eqb (child (asks d) r) 0)) rows ||
      forallb (fun r => xorb (Nat.eqb (child (asks c) r) 0) (Nat.eqb (child (asks d) r) 0)) rows = true)
      by (destruct (asks c); [..|discriminate]; destruct (asks d); easy || exact S).
    apply orb_prop in O as [O|O]; rewrite forallb_forall in O; [left|right]; unfold child_rows.
    - rewrite (filter_ext_in _ (fun r => Nat.eqb (child (asks d) r) 0)); [easy|].
      intros r J. now apply eqb_prop, O.
    - rewrite (filter_ext_in _ (fun r => Nat.eqb (child (asks d) r) 1)); [easy|].
      intros r J. specialize (O r J). specialize (Two r J). rewrite A2 in Two.
      destruct (Nat.eqb (child (asks c) r) 0), (child (asks d) r) as [|[|i]]; easy || (simpl in Two; lia).
  Qed.
  Lemma chosen_if_told trusted_node o own : (trusted_node = true -> tells_rightly gains ratios (bound own)
    base
      key fs gate all_pass (gainless lim) (limit_share o W) limit (min_gain lim) sum largest bar) ->
    chosen_rightly K l rank rows trusted_node (bound own) base key tops lows highs (alike_in_rows rows subset)
      all_pass (limit_share o W) limit sum largest bar.
  Proof.
    intros H. apply the_choice_is_right with (gains := gains) (ratios := ratios); trivial.
    - intros c I. apply (gains_of_rows c I).
    - intros c I. apply (gains_of_rows c I).
    - intros c d Ic Id S. destruct (gains_of_rows c Ic) as [<- <-]. destruct (gains_of_rows d Id) as [<- <-].
      now apply what_has_the_same_rows_is_equal.
  Qed.

  Lemma is_a_candidate c : is_asked fs c -> In c cs.
  Proof.
    intros (h & J & I). apply in_map_iff in J as (f & <- & _). now apply filter_In in I as [I _].
  Qed.

  Lemma classes_are_few r : In r rows -> (in_class r < K)%nat.
  Proof. intros I. apply (labels r I). Qed.

  Lemma questions_are in_float d b m o own : computed in_float d b m o own -> forall c, is_asked fs c ->
    FromRows.divided rows a (asked c) /\
    (subset c = false -> FromRows.sums_are in_float in_class b m K whole (asked c) (its_sums c)).
  Proof.
    intros (_ & _ & H & _) c J. apply is_a_candidate in J. split; [|intros S; specialize (H c J);
      now rewrite S in H].
    destruct (candidate_facts K l rank rows c J) as (_ & D & _).
    unfold FromRows.divided. rewrite children_are_split.
    split; [now apply GrowingTheorems.split_shares_out|].
    split; [intros part I; now apply (GrowingTheorems.split_parts (asks c) rows D)|].
    unfold split. rewrite map_length, seq_length. split; [apply D|now apply arities].
  Qed.

  Theorem the_choice_by_ratio_from_rows in_float d b m :
    let own := FromRows.bound_for_classes K a (FromRows.slope_of_entropy whole) n W in
    let sound := FromRows.known n W lightest in
    FromRows.weights_in_floats weighs in_float rows d m -> (0 <= b <= 62)%Z /\ (Z.of_nat n < 2 ^ b)%Z ->
    INR n * Rounding.u <= / 1000 -> (sound = true -> computed in_float d b m (FromRows.off n W) own) ->
    B2R limit <= bpow radix2 90 ->
    chosen_rightly K l rank rows sound (bound own) base key tops lows highs (alike_in_rows rows subset)
      all_pass (limit_share (FromRows.off n W) W) limit sum largest bar.
  Proof.
    intros own sound D G N Computed L. apply chosen_if_told. intros S h J. specialize (Computed S).
    assert (Q := questions_are _ _ _ _ _ _ Computed). destruct Computed as (Wh & Li & Ks & Ba & En & Ga).
    destruct Ga as [Lk Ga]; [intros E; now rewrite E in J|]. revert h J.
    apply (RatiosFromRows.the_ratio_filter_from_rows weighs in_float in_class rows d b m K a D G
      (conj several N) classes_are_few few few_terms whole lightest Wh Li asked its_sums key information fs
        gate
      all_pass (gainless lim) (min_gain lim) base largest_key limit sum largest bar subset subsets Q Lk add
        adds
      same_sum); trivial.
    intros c I. specialize (Ks c (is_a_candidate c I)). rewrite children_are_split. now destruct (subset c).
  Qed.

  Theorem the_choice_by_ratio_of_whole_weights unit of_unit :
    let own := WholeLogarithms.bound_of_whole_weights K a whole in
    FromRows.weights_in_units weighs unit rows of_unit ->
    computed (fun r => of_whole (unit r)) (/ of_unit) 26 36 (of_whole 0) own -> B2R limit <= bpow radix2 40 ->
    chosen_rightly K l rank rows true (bound own) base key tops lows highs (alike_in_rows rows subset)
      all_pass (limit_share (of_whole 0) W) limit sum largest bar.
  Proof.
    intros own D Computed L. apply chosen_if_told. intros _ h J.
    assert (Q := questions_are _ _ _ _ _ _ Computed). destruct Computed as (Wh & Li & Ks & Ba & En & Ga).
    destruct Ga as [Lk Ga]; [intros E; now rewrite E in J|]. revert h J.
    apply (RatiosFromRows.the_ratio_filter_of_whole_weights weighs unit in_class rows of_unit K a D several
      classes_are_few few few_terms whole lightest Wh) with (asks := asked) (its_sums := its_sums)
      (information := information) (largest_key := largest_key) (subset := subset) (subsets := subsets)
      (add := add); trivial.
    - destruct Li as (r & I & E & Le).
      assert (U : forall r, In r rows -> FromRows.unit_of (fun r => of_whole (unit r)) 26 36 r = unit r)
        by exact (WholeLogarithms.units_are_the_weights weighs unit rows of_unit K a D several few).
      exists r. split; [exact I|]. rewrite <- (U r I). split; [exact E|]. intros s Is. rewrite <- (U s Is).
      now apply Le.
    - intros c I. specialize (Ks c (is_a_candidate c I)). rewrite children_are_split. now destruct (subset c).
  Qed.
End Rows.

(** ** An example, and a plausible wrong statement

    Eight rows of four classes, two of each, and three features.  The first has a value for each row: it
    gains 2 bits, and its ratio is 2/3.  The second parts two classes from the others: it gains 1 bit, its
    ratio is 1.  The third gains nothing.  The average gain is 1 bit, so that the second passes the gate,
    exactly; floats do not tell it, hence all features are compared, and the second is asked.  If only those
    that contend were compared, whose average is larger, the first would be. *)

Module G := DtreesForms.Spec.Growing.
Module F := DtreesForms.GrowingForms.
Module N := DtreesForms.Numbers.

Definition eight_by_forms : list (G.row T) :=
  map (fun '(x, y, z, k) => G.Build_row _ [N.Fraction x; N.Fraction y; N.Fraction z] (1%Q, k))
    [(0, 0, 0, 0%nat); (1, 0, 1, 0%nat); (2, 0, 0, 1%nat); (3, 0, 1, 1%nat);
     (4, 1, 0, 2%nat); (5, 1, 1, 2%nat); (6, 1, 0, 3%nat); (7, 1, 1, 3%nat)]%Q.
Definition c45_by_forms : G.learner :=
  let zero := N.Fraction 0 in
  G.Build_learner [G.Each; G.Observed; G.Observed] true G.AtLeast
    (G.Build_limits None (N.Fraction 2) zero zero zero zero true).
Definition eight : list (row T) := map ExecuteGrowing.real_row eight_by_forms.
Definition c45 : learner := ExecuteGrowing.learner_over_reals [Each; Observed; Observed] c45_by_forms.
Definition eight_splits : list split_of :=
  scored_splits (counts 4) real_weight entropy intrinsic_value no_real_rank c45 eight.

Definition eight_rows : whole_rows := [(1, 0); (1, 0); (1, 1); (1, 1); (1, 2); (1, 2); (1, 3); (1, 3)]%Z.
Definition each_row : WholeCounts.question := As_many (map (fun r => [r]) eight_rows).
Definition two_classes : WholeCounts.question :=
  As_two [(1, 0); (1, 0); (1, 1); (1, 1)]%Z [(1, 2); (1, 2); (1, 3); (1, 3)]%Z.
Definition every_other : WholeCounts.question :=
  As_two [(1, 0); (1, 1); (1, 2); (1, 3)]%Z [(1, 0); (1, 1); (1, 2); (1, 3)]%Z.

(** The floats, in grains of 2^-45 bits: these are whole, for each logarithm is. *)
Definition eight_error : float64 := entropy_bound 8 4.
Definition eight_base : float64 := of_whole (- 2 ^ 49).
Definition key_at (f : nat) : float64 := of_whole (nth f [0; - 2 ^ 48; - 2 ^ 49] 0)%Z.
Definition information_at (f : nat) : float64 := of_whole (nth f [24; 8; 8] 0)%Z.
Definition of_feature {A} (g : nat -> A) (c : split_of) : A := g (feature_of (asks c)).
Definition low_at (f : nat) : float64 :=
  low_of logarithm eight_rows eight_error eight_base (key_at f) (information_at f).
Definition high_at (f : nat) : float64 :=
  high_of logarithm eight_rows eight_error eight_base 1 (key_at f) (information_at f).
Definition eight_sum : float64 := of_whole (2 ^ 49 + 2 ^ 48).
Definition eight_largest : float64 := of_whole (2 ^ 49).

Lemma same_learners : ExecuteGrowing.same_learner c45_by_forms c45.
Proof. repeat split. repeat constructor. Qed.

Lemma three_splits : exists c0 c1 c2, eight_splits = [c0; c1; c2] /\
  map (fun c => feature_of (asks c)) [c0; c1; c2] = [0; 1; 2]%nat /\
  map (parted_by 1 eight) [c0; c1; c2] = [each_row; two_classes; every_other].
Proof.
  assert (E : eight_splits = map ExecuteGrowing.real_candidate
    (G.scored_splits (counts 4) F.weighed F.entropy F.intrinsic_value G.no_rank c45_by_forms eight_by_forms)).
  { rewrite <- (ExecuteGrowing.candidates_is 4 G.no_rank c45_by_forms c45 same_learners). reflexivity. }
  assert (P : forall q, parted 1 eight (ExecuteGrowing.real_question q) =
    let ps := map (map (fun r : G.row T => in_units 1 (G.target r))) (G.split q eight_by_forms) in
    match q with G.EachCategory _ _ => As_many ps | _ => As_two (nth 0 ps []) (nth 1 ps []) end).
  { intros q. assert (Ps : map (rows_in 1) (split (ExecuteGrowing.real_question q) eight) =
      map (map (fun r : G.row T => in_units 1 (G.target r))) (G.split q eight_by_forms)).
    { unfold eight. rewrite ExecuteGrowing.split_is, map_map. apply map_ext. intros part.
      unfold rows_in. rewrite map_map. now apply map_ext. }
    cbv zeta. rewrite <- Ps. now destruct q. }
  set (ds := G.scored_splits _ _ _ _ _ _ _) in E.
  assert (A : map G.asks ds = [G.EachCategory 0 (map (fun n => N.Fraction (inject_Z (Z.of_nat n))) (seq 0 8));
    G.Threshold 1 (N.Fraction 0); G.Threshold 2 (N.Fraction 0)]) by (vm_compute; reflexivity).
  destruct ds as [|d0 [|d1 [|d2 [|? ?]]]]; try discriminate. injection A as A0 A1 A2.
  exists (ExecuteGrowing.real_candidate d0), (ExecuteGrowing.real_candidate d1),
    (ExecuteGrowing.real_candidate d2).
  split; [exact E|]. unfold parted_by. cbn [map ExecuteGrowing.real_candidate asks]. rewrite A0, A1, A2, !P.
  split; [reflexivity|]. vm_compute. reflexivity.
Qed.

Lemma same_float (x y : float64) : B2SF x = B2SF y -> x = y.
Proof. apply B2SF_inj. Qed.

Lemma in_turn_is l s : l <> [] -> B2SF (in_turn l) = B2SF s -> adds_up_to l s.
Proof. intros N E. apply same_float in E. rewrite <- E. now apply in_turn_adds_up. Qed.

Lemma a_share_is part x :
  B2SF (minus (in_turn (map (fun k => phi logarithm 8 (class_weight k part)) (seq 0 4)))
    (phi logarithm 8 (weights part))) = B2SF x -> entropy_share logarithm 8 4 part x.
Proof.
  intros E. eexists. split; [now apply in_turn_adds_up|]. symmetry. now apply same_float.
Qed.

Lemma two_shares_are l r x :
  let sum_of part := in_turn (map (fun k => phi logarithm 8 (class_weight k part)) (seq 0 4)) in
  B2SF (minus (plus (sum_of l) (sum_of r)) (plus (phi logarithm 8 (weights l)) (phi logarithm 8 (weights
    r)))) =
    B2SF x -> entropy_scores logarithm 8 4 (As_two l r) x.
Proof.
  intros sum_of E. exists (sum_of l), (sum_of r). split; [now apply in_turn_adds_up|].
  split; [now apply in_turn_adds_up|]. symmetry. now apply same_float.
Qed.

Lemma eight_are_scored : entropy_scores logarithm 8 4 each_row (key_at 0) /\
  entropy_scores logarithm 8 4 two_classes (key_at 1) /\ entropy_scores logarithm 8 4 every_other (key_at 2).
Proof.
  split; [|split; apply two_shares_are; vm_compute; reflexivity].
  exists (repeat (of_whole 0) 8). split; [|apply in_turn_is; [discriminate|vm_compute; reflexivity]].
  repeat (constructor; [apply a_share_is; vm_cast_no_check (eq_refl (B2SF (of_whole 0)))|]). constructor.
Qed.

Lemma eight_are_informed : information_scores logarithm eight_rows each_row (information_at 0) /\
  information_scores logarithm eight_rows two_classes (information_at 1) /\
  information_scores logarithm eight_rows every_other (information_at 2).
Proof.
  split; [|split; apply same_float; vm_compute; reflexivity].
  eexists. split; [apply in_turn_adds_up; discriminate|]. apply same_float. vm_compute. reflexivity.
Qed.

Lemma eight_floats : forallb (fun n => let same x := at_least x x in
  same (key_at n) && same (low_at n) && same (high_at n) &&
  at_least (key_at n) (minus (key_at n) (times two eight_error)) && trusted (key_at n) eight_error) [0; 1;
    2]%nat
  = true.
Proof. vm_compute. reflexivity. Qed.

Lemma a_feature_is_kept n : In n [0; 1; 2]%nat ->
  (at_least (key_at n) (key_at n) = true /\ at_least (low_at n) (low_at n) = true /\
    at_least (high_at n) (high_at n) = true) /\
  at_least (key_at n) (minus (key_at n) (times two eight_error)) = true /\ trusted (key_at n) eight_error =
    true.
Proof.
  intros I. assert (V := eight_floats). rewrite forallb_forall in V. specialize (V n I). cbv beta zeta in V.
  rewrite !andb_true_iff in V. tauto.
Qed.

Lemma eight_in_units : rows_in 1 eight = eight_rows.
Proof. reflexivity. Qed.

Section Three.
  Variables c0 c1 c2 : split_of.
  Hypothesis features_are : map (fun c => feature_of (asks c)) [c0; c1; c2] = [0; 1; 2]%nat.
  Hypothesis parts_are : map (parted_by 1 eight) [c0; c1; c2] = [each_row; two_classes; every_other].

  Lemma three_numbers : numbers c45 [c0; c1; c2] = [0; 1; 2]%nat.
  Proof. assert (Fe := features_are). injection Fe as E0 E1 E2. unfold numbers, is_about. simpl. now rewrite
    E0, E1, E2. Qed.

  Lemma three_about n : filter (is_about n) [c0; c1; c2] = nth n [[c0]; [c1]; [c2]] [].
  Proof.
    assert (Fe := features_are). injection Fe as E0 E1 E2. unfold is_about. cbn [filter]. rewrite E0, E1, E2.
    now destruct n as [|[|[|[|n]]]].
  Qed.

  Lemma one_is_scored n c : (n < 3)%nat -> filter (is_about n) [c0; c1; c2] = [c] -> feature_of (asks c) = n
    ->
    entropy_scores logarithm 8 4 (parted_by 1 eight c) (key_at n) ->
    information_scores logarithm eight_rows (parted_by 1 eight c) (information_at n) ->
    WholeContenders.scored (parted_by 1 eight) logarithm 8 4 eight_rows 1 1 eight_error eight_base
      (of_feature key_at) (of_feature information_at) (fun _ => false) (feature_at [c0; c1; c2] key_at low_at
        high_at n).
  Proof.
    intros L A E S I. assert (J : In n [0; 1; 2]%nat) by (destruct n as [|[|[|n]]]; simpl; lia).
    destruct (a_feature_is_kept n J) as ((V1 & V2 & V3) & V4 & V5).
    unfold WholeContenders.scored, ends_are, kept_of, survivors_by, feature_at. cbn [about top lowest
      highest].
    rewrite A, V5. unfold of_feature. cbn [filter]. rewrite E, V4. cbn [map]. rewrite E.
    split; [|split; [|split]].
    - intros q [<-|[]]. rewrite E. now split.
    - right. split; [now left|]. now intros k [<-|[]].
    - right. split; [now left|]. now intros k [<-|[]].
    - right. split; [now left|]. now intros k [<-|[]].
  Qed.

  Lemma three_are_scored f : In f (features c45 [c0; c1; c2] key_at low_at high_at) ->
    WholeContenders.scored (parted_by 1 eight) logarithm 8 4 eight_rows 1 1 eight_error eight_base
      (of_feature key_at) (of_feature information_at) (fun _ => false) f.
  Proof.
    unfold features. rewrite three_numbers. assert (Fe := features_are). injection Fe as E0 E1 E2. assert
      (Pa := parts_are). injection Pa as P0 P1 P2.
    destruct eight_are_scored as (S0 & S1 & S2). destruct eight_are_informed as (I0 & I1 & I2).
    intros [<-|[<-|[<-|[]]]].
    - apply (one_is_scored 0 c0); rewrite ?P0; trivial; [lia|apply (three_about 0)].
    - apply (one_is_scored 1 c1); rewrite ?P1; trivial; [lia|apply (three_about 1)].
    - apply (one_is_scored 2 c2); rewrite ?P2; trivial; [lia|apply (three_about 2)].
  Qed.

  Lemma three_are_gated : Contenders.gated eight_error eight_base
    (features c45 [c0; c1; c2] key_at low_at high_at) Dtrees.Spec.Growing.AtLeast true true exact_share
      (of_whole 0)
    eight_sum eight_largest (low_at 0).
  Proof.
    unfold features. rewrite three_numbers. split; [|split; right].
    - apply in_turn_is; [discriminate|]. vm_compute. reflexivity.
    - split; [left; apply same_float; vm_compute; reflexivity|].
      intros k [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
    - split; [left; apply same_float; vm_compute; reflexivity|].
      intros k [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
  Qed.

  Lemma three_contend :
    let contends := contends_at c45 [c0; c1; c2] eight_error eight_base key_at low_at high_at true
      exact_share (of_whole 0) eight_sum eight_largest (low_at 0) in
    map contends [0; 1; 2]%nat = [true; true; false] /\
    passed c45 [c0; c1; c2] eight_error eight_base key_at low_at high_at true exact_share (of_whole 0)
      eight_sum eight_largest (low_at 0) = false.
  Proof.
    unfold passed, contends_at, past_at, features. rewrite three_numbers. split.
    - vm_cast_no_check (eq_refl [true; true; false]).
    - vm_cast_no_check (eq_refl false).
  Qed.
End Three.

Lemma eight_error_is : is_finite eight_error = true /\
  B2R (entropy_bound 8 4) <= B2R eight_error <= bpow radix2 60.
Proof.
  assert (E : eight_error = of_whole 320) by (apply same_float; vm_compute; reflexivity).
  destruct (of_whole_is 320) as [V Fin]; [lia|]. rewrite E. split; [exact Fin|].
  fold eight_error. rewrite E, V. split; [lra|]. change (bpow radix2 60) with (IZR (2 ^ 60)). apply IZR_le.
    lia.
Qed.

Lemma eight_limit_is : min_gain (stopping c45) = 0 /\ is_finite (of_whole 0) = true /\
  0 <= B2R (of_whole 0) <= bpow radix2 60 /\ Decisions.sizable (B2R (of_whole 0)) /\
  Rabs (B2R (of_whole 0) - IZR (weights (rows_in 1 eight)) / B2R (grain logarithm 8) * min_gain (stopping
    c45))
    <= Rounding.u * B2R (of_whole 0).
Proof.
  assert (Z : min_gain (stopping c45) = 0) by exact Q2R_0. split; [exact Z|]. rewrite Z.
  destruct (of_whole_is 0) as [-> ->]; [lia|]. assert (P := bpow_gt_0 radix2 60).
  rewrite !Rmult_0_r, Rminus_0_r, Rabs_R0. repeat split; try lra. now left.
Qed.

Example the_choice_by_ratio_applies :
  let optima := found c45 eight_splits true eight_error eight_base (of_feature key_at) key_at low_at
    high_at true
    exact_share (of_whole 0) eight_sum eight_largest (low_at 0) in
  optima = admissible_splits (counts 4) real_weight entropy intrinsic_value no_real_rank c45 eight /\
  map (fun c => feature_of (asks c)) optima = [1%nat].
Proof.
  destruct three_splits as (c0 & c1 & c2 & E & Fe & Pa).
  assert (Fs : features c45 eight_splits key_at low_at high_at = features c45 [c0; c1; c2] key_at low_at
    high_at)
    by now rewrite E.
  assert (X : found c45 eight_splits true eight_error eight_base (of_feature key_at) key_at low_at high_at
    true
    exact_share (of_whole 0) eight_sum eight_largest (low_at 0) =
    admissible_splits (counts 4) real_weight entropy intrinsic_value no_real_rank c45 eight).
  { apply (the_choice_by_ratio_in_grains 4 1 c45 no_real_rank eight) with (heaviest := 8%Z) (arity := 8%Z)
      (lightest := 1%Z) (own := eight_error) (largest_key := key_at 0) (information := of_feature
        information_at)
      (subset := fun _ => false) (subsets := false); try (fold eight_splits);
        rewrite ?eight_in_units.
    - reflexivity.
    - reflexivity.
    - intros r I. apply in_map_iff in I as (s & <- & I). cbn in I.
      repeat destruct I as [<-|I]; try easy; split; simpl; (reflexivity || lia).
    - intros r I. exists 1%Z. apply in_map_iff in I as (s & <- & I). cbn in I.
      repeat destruct I as [<-|I]; try easy; reflexivity.
    - lia.
    - simpl. lia.
    - simpl. lia.
    - rewrite Fs. unfold features. rewrite (three_numbers c0 c1 c2 Fe). simpl. lia.
    - rewrite E. injection Pa as P0 P1 P2. intros c [<-|[<-|[<-|[]]]]; rewrite ?P0, ?P1, ?P2; split; simpl;
      lia.
    - exact eight_error_is.
    - eexists. split; [apply in_turn_adds_up; discriminate|]. apply same_float. vm_compute. reflexivity.
    - split; [lia|]. intros r I. simpl in I. repeat destruct I as [<-|I]; try easy; simpl; lia.
    - intros _. rewrite Fs. unfold features. rewrite (three_numbers c0 c1 c2 Fe). cbn [map feature_at about
      concat].
      rewrite !(three_about c0 c1 c2 Fe). assert (Of := Fe). injection Of as E0 E1 E2. unfold of_feature.
      cbn [nth app map]. rewrite E0, E1, E2. right. split; [now left|].
      intros k [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
    - easy.
    - rewrite Fs. exact (three_are_scored c0 c1 c2 Fe Pa).
    - intros _. rewrite Fs. exact (three_are_gated c0 c1 c2 Fe).
    - intros _. split; [rewrite (proj1 eight_limit_is); lra|reflexivity].
    - rewrite <- eight_in_units. apply eight_limit_is. }
  cbv zeta. split; [exact X|]. rewrite X.
  change no_real_rank with (ExecuteGrowing.real_rank G.no_rank). unfold eight.
  rewrite (ExecuteGrowing.admissible_splits_are_the_same 4 G.no_rank c45_by_forms c45 same_learners), map_map.
  rewrite (map_ext _ (fun d => G.feature_of (G.asks d))) by (intros d; apply ExecuteGrowing.feature_is).
  vm_compute. reflexivity.
Qed.

Example comparing_the_contenders_alone_is_not_enough :
  let contenders := contending c45 eight_splits eight_error eight_base (of_feature key_at) key_at low_at
    high_at true exact_share (of_whole 0) eight_sum eight_largest (low_at 0) in
  map (fun c => feature_of (asks c)) (exact_optima c45 contenders) = [0%nat].
Proof.
  destruct three_splits as (c0 & c1 & c2 & E & Fe & Pa). cbv zeta.
  destruct (three_contend c0 c1 c2 Fe) as [C _]. cbv zeta in C. cbn [map] in C.
  assert (C0 := f_equal (fun l => nth 0 l false) C). assert (C1 := f_equal (fun l => nth 1 l false) C).
  assert (C2 := f_equal (fun l => nth 2 l true) C). cbn [nth] in C0, C1, C2.
  assert (L : contending c45 eight_splits eight_error eight_base (of_feature key_at) key_at low_at high_at
    true exact_share (of_whole 0) eight_sum eight_largest (low_at 0) = firstn 2 eight_splits).
  { rewrite E. injection Fe as E0 E1 E2. unfold contending, left_over, of_feature. cbn [filter firstn].
    rewrite E0, E1, E2. assert (V := fun n I => proj1 (proj2 (a_feature_is_kept n I))).
    rewrite !V by (simpl; lia). cbn [filter]. now rewrite E0, E1, E2, C0, C1, C2. }
  rewrite L. change no_real_rank with (ExecuteGrowing.real_rank G.no_rank) in *.
  assert (D : eight_splits = map ExecuteGrowing.real_candidate
    (G.scored_splits (counts 4) F.weighed F.entropy F.intrinsic_value G.no_rank c45_by_forms eight_by_forms)).
  { rewrite <- (ExecuteGrowing.candidates_is 4 G.no_rank c45_by_forms c45 same_learners). reflexivity. }
  rewrite D, firstn_map. unfold exact_optima.
  rewrite (ExecuteGrowing.past_the_gate_is c45_by_forms c45 same_learners), GrowingTheorems.filter_map.
  rewrite (filter_ext _ (fun d => G.gain_suffices (G.stopping c45_by_forms) (G.gain d)))
    by (intros d; apply (ExecuteGrowing.gain_suffices_is c45_by_forms c45 same_learners)).
  rewrite ExecuteGrowing.best_of_is, map_map.
  rewrite (map_ext _ (fun d => G.feature_of (G.asks d))) by (intros d; apply ExecuteGrowing.feature_is).
  vm_compute. reflexivity.
Qed.

(** Two rows of weight 1/3, one of each class.  A threshold parts them, and so does a subset: both are asked
    alike, be their weights rounded to multiples of [j] = 7 * 2^56, or be they one unit each. *)

Definition two_by_forms : list (G.row T) :=
  map (fun '(x, k) => G.Build_row _ [N.Fraction x; N.Fraction x] ((1 # 3)%Q, k)) [(0, 0%nat); (1, 1%nat)]%Q.
Definition with_subsets_by_forms : G.learner :=
  G.Build_learner [G.Observed; G.Subset] true G.AtLeast (G.stopping c45_by_forms).
Definition two_rows : list (row T) := map ExecuteGrowing.real_row two_by_forms.
Definition with_subsets : learner :=
  ExecuteGrowing.learner_over_reals [Observed; Subset] with_subsets_by_forms.
Definition two_splits : list split_of :=
  scored_splits (counts 2) real_weight entropy intrinsic_value no_real_rank with_subsets two_rows.

Lemma same_learners_with_subsets : ExecuteGrowing.same_learner with_subsets_by_forms with_subsets.
Proof. repeat split. repeat constructor. Qed.

Lemma a_threshold_and_a_subset : exists c0 c1, two_splits = [c0; c1] /\
  feature_of (asks c0) = 0%nat /\ feature_of (asks c1) = 1%nat /\
  forall c, In c [c0; c1] -> asked_of two_rows c = FromRows.Two (firstn 1 two_rows) (skipn 1 two_rows).
Proof.
  set (ds := G.scored_splits (counts 2) F.weighed F.entropy F.intrinsic_value G.no_rank with_subsets_by_forms
    two_by_forms).
  assert (E : two_splits = map ExecuteGrowing.real_candidate ds)
    by exact (ExecuteGrowing.candidates_is 2 G.no_rank _ _ same_learners_with_subsets two_by_forms).
  assert (A : map G.asks ds = [G.Threshold 0 (N.Fraction 0); G.OneOf 1 [N.Fraction 0]])
    by (vm_compute; reflexivity).
  destruct ds as [|d0 [|d1 [|? ?]]]; try discriminate. injection A as A0 A1.
  exists (ExecuteGrowing.real_candidate d0), (ExecuteGrowing.real_candidate d1). split; [exact E|].
  assert (P : forall q, G.split q two_by_forms = [firstn 1 two_by_forms; skipn 1 two_by_forms] ->
    split (ExecuteGrowing.real_question q) two_rows = [firstn 1 two_rows; skipn 1 two_rows])
    by (intros q S; unfold two_rows; now rewrite ExecuteGrowing.split_is, S).
  assert (P0 := P (G.Threshold 0 (N.Fraction 0)) ltac:(vm_compute; reflexivity)).
  assert (P1 := P (G.OneOf 1 [N.Fraction 0]) ltac:(vm_compute; reflexivity)).
  unfold asked_of. cbn [ExecuteGrowing.real_candidate asks]. rewrite A0, A1.
  split; [reflexivity|]. split; [reflexivity|].
  intros c [<-|[<-|[]]]; cbn [ExecuteGrowing.real_candidate asks]; [rewrite A0, P0|rewrite A1, P1];
    reflexivity.
Qed.

(** A feature with one question, by what floats say of it. *)
Definition alone_at (key low high : nat -> float64) (f : nat) (c : split_of) : feature split_of :=
  {| about := [c]; top := key f; lowest := low f; highest := high f |}.

Lemma two_alone_are_gated (key low high : nat -> float64) bound base share c0 c1 :
  let gain f := float_gain (key f) base in let sum := plus (gain 0%nat) (gain 1%nat) in
  let largest := Babs (gain 0%nat) in
  (let k0 := key 0%nat in let k1 := key 1%nat in let zero := of_whole 0 in
    let f k : feature split_of := {| about := []; top := k; lowest := zero; highest := zero |} in
    let sure := sure bound base [f k0; f k1] Dtrees.Spec.Growing.AtLeast true true share zero
      (plus (float_gain k0 base) (float_gain k1 base)) (Babs (float_gain k0 base)) in
    negb (sure (f k0)) && negb (sure (f k1)) && at_least (Babs (float_gain k0 base)) (Babs (float_gain k0
      base)) &&
    at_least (Babs (float_gain k0 base)) (Babs (float_gain k1 base)) = true) ->
  Contenders.gated bound base [alone_at key low high 0 c0; alone_at key low high 1 c1]
    Dtrees.Spec.Growing.AtLeast true true share (of_whole 0) sum largest (of_whole 0).
Proof. exact (two_are_gated bound base share (of_whole 0) (alone_at key low high 0 c0) (alone_at key low
  high 1 c1)). Qed.

Section Two.
  Variables (j : Z) (o own : float64).
  Let phi (n : Z) : float64 := FloatTerms.weight_times_logarithm (of_whole n).
  Definition two_whole : FromRows.sums := WholeLogarithms.whole_sums (2 * j) j j.
  Definition two_sums : list FromRows.sums :=
    [WholeLogarithms.whole_sums j j 0; FromRows.left_over two_whole (WholeLogarithms.whole_sums j j 0)].
  Definition two_base : float64 := minus (plus (phi j) (phi j)) (phi (2 * j)).
  Definition two_key (f : nat) : float64 :=
    match f, two_sums with
    | O, [s; t] => minus (plus (FromRows.terms_of 2 in_turn s) (FromRows.terms_of 2 in_turn t))
        (plus (FloatTerms.weight_times_logarithm (FromRows.weight_sum s))
          (FloatTerms.weight_times_logarithm (FromRows.weight_sum t)))
    | _, _ => plus two_base (of_whole (2 * j))
    end.
  Definition two_information (f : nat) : float64 :=
    match f with
    | O => RatiosFromRows.their_information
        (fun s => FloatTerms.weight_times_logarithm (FromRows.weight_sum s)) (phi (2 * j)) two_sums
    | _ => minus (minus (phi (2 * j)) (phi j)) (phi j)
    end.
  Definition two_bound : float64 := bound_beside true own (two_key 0) two_base.
  Definition two_low (f : nat) : float64 :=
    RatiosFromRows.low_ratio 2 o (of_whole (2 * j)) two_bound two_base (two_key f) (two_information f).
  Definition two_high (f : nat) : float64 := RatiosFromRows.high_ratio 2 o (of_whole (2 * j)) (of_whole j)
    two_bound two_base (two_key f) (two_information f).
  Definition two_gain (f : nat) : float64 := float_gain (two_key f) two_base.
  Definition two_sum : float64 := plus (two_gain 0) (two_gain 1).
  Definition two_found (sound : bool) : list split_of :=
    found with_subsets two_splits sound two_bound two_base (of_feature two_key) two_key two_low two_high true
      (limit_share o (of_whole (2 * j))) (of_whole 0) two_sum (Babs (two_gain 0)) (of_whole 0).
  Variables c0 c1 : split_of.
  Hypothesis splits_are : two_splits = [c0; c1].
  Hypothesis about_0 : feature_of (asks c0) = 0%nat.
  Hypothesis about_1 : feature_of (asks c1) = 1%nat.
  Hypothesis asked_are : forall c, In c [c0; c1] ->
    asked_of two_rows c = FromRows.Two (firstn 1 two_rows) (skipn 1 two_rows).

  (** What is evaluated. *)
  Hypothesis ends_hold : forallb (fun f =>
      let k := two_key f in let low := two_low f in let high := two_high f in
      at_least k (minus k (times two two_bound)) && at_least k k && at_least low low && at_least high high &&
      at_least (two_key 0) k) [0; 1]%nat = true.
  Hypothesis gates_hold : Contenders.gated two_bound two_base [alone_at two_key two_low two_high 0 c0;
    alone_at two_key two_low two_high 1 c1]
    Dtrees.Spec.Growing.AtLeast true true (limit_share o (of_whole (2 * j))) (of_whole 0) two_sum
    (Babs (two_gain 0)) (of_whole 0).

  Variables (in_float : row T -> float64) (d : Q) (b m : Z).
  Hypothesis units_are : forall r, In r two_rows -> FromRows.unit_of in_float b m r = j.
  Hypothesis of_one : Q2R d * bpow radix2 (62 - b - m) * Q2R (1 # 3) = IZR j.
  Hypothesis wholes : forall n, n = j \/ n = (2 * j)%Z -> is_finite (of_whole n) = true /\
    B2R (of_whole n) = IZR n.
  Hypothesis in_range : (1 <= j <= 2 ^ 60)%Z.

  Lemma two_are_features : features with_subsets two_splits two_key two_low two_high =
    [alone_at two_key two_low two_high 0 c0; alone_at two_key two_low two_high 1 c1].
  Proof.
    rewrite splits_are. unfold features, numbers, feature_at, is_about.
    change (length (styles with_subsets)) with 2%nat. cbn [seq filter existsb]. rewrite about_0, about_1.
    cbn [Nat.eqb orb map filter]. reflexivity.
  Qed.

  Lemma two_are_summed part s : In (part, s) [(two_rows, two_whole);
    (firstn 1 two_rows, WholeLogarithms.whole_sums j j 0)] ->
    FromRows.summed in_float (fun r => snd (target r)) b m 2 part s.
  Proof.
    assert (N0 : Gathered.gathered [] (Gathered.Float (of_whole 0))) by (apply Gathered.turned_into_float;
      constructor).
    assert (A : Gathered.gathered [j] (Gathered.Float (of_whole j))) by (apply Gathered.turned_into_float;
      constructor).
    assert (S : Gathered.gathered ([j] ++ [j]) (Gathered.Float (of_whole (2 * j)))).
    { apply Gathered.turned_into_float. replace (2 * j)%Z with (j + j)%Z by lia.
      apply Gathered.sum_of_wholes; constructor. }
    assert (U := units_are). unfold two_rows in U |- *. cbn [map two_by_forms] in U |- *.
    assert (U0 := U _ (or_introl eq_refl)). assert (U1 := U _ (or_intror (or_introl eq_refl))).
    intros [E|[E|[]]]; injection E as <- <-; (split; [|intros [|[|k]] L; [..|lia]]); unfold FromRows.members;
      cbn [map filter firstn Nat.eqb snd target ExecuteGrowing.real_row G.target FromRows.weight_sum
        FromRows.class_sum WholeLogarithms.whole_sums two_whole]; rewrite ?U0, ?U1; assumption.
  Qed.

  Lemma two_are_computed : computed 2 with_subsets no_real_rank two_rows two_whole (of_whole j)
    (fun _ => two_sums) two_base (two_key 0) (of_feature two_key) (of_feature two_information)
    (fun c => Nat.eqb (feature_of (asks c)) 1) true (fun _ => in_turn) two_key two_low two_high true
      (of_whole 0)
    two_sum (Babs (two_gain 0)) (of_whole 0) in_float d b m o own.
  Proof.
    destruct (wholes j (or_introl eq_refl)) as [F1 V1]. destruct (wholes _ (or_intror eq_refl)) as [F2 V2].
    unfold computed. fold two_splits. rewrite two_are_features.
    assert (Of : forall c, In c two_splits -> In c [c0; c1]) by now rewrite splits_are.
    assert (Ends := ends_hold). rewrite forallb_forall in Ends.
    split; [apply two_are_summed; now left|]. split; [|split; [|split; [|split]]].
    - assert (I : In (ExecuteGrowing.real_row (hd (G.Build_row _ [] (0%Q, 0%nat)) two_by_forms)) two_rows)
        by now left.
      eexists. split; [exact I|]. rewrite (units_are _ I). split; [reflexivity|]. intros s J.
      rewrite (units_are s J). lia.
    - intros c I. apply Of in I. rewrite (asked_are c I).
      assert (Sp := children_are_split two_rows c). rewrite (asked_are c I) in Sp.
      cbn [FromRows.children_of] in Sp.
      destruct I as [<-|[<-|[]]]; unfold of_feature; rewrite ?about_0, ?about_1; cbn [Nat.eqb].
      + split; [eexists; split; [apply two_are_summed; simpl; auto|reflexivity]|].
        split; eexists _, _; split; reflexivity.
      + rewrite <- Sp. split; [reflexivity|]. split.
        * exists (of_whole (2 * j)). split; [|reflexivity].
          match goal with |- SubsetKeys.in_keys ?g _ => assert (Gn : B2R (of_whole (2 * j)) = g) end.
          { unfold RatiosFromRows.gain_by_definition. rewrite (asked_are c1) by (simpl; auto).
            change (FromRows.weight_sum two_whole) with (of_whole (2 * j)).
            rewrite <- (Rmult_1_r (B2R (of_whole (2 * j)))) at 1. f_equal. symmetry.
            exact (RoundedSubsets.a_bit_is_gained true). }
          apply SubsetKeys.a_float_in_keys; [exact F2|exact Gn|]. rewrite <- Gn, V2. split.
          -- apply Rle_trans with 1; [apply (bpow_le radix2 (-600) 0); lia|]. apply IZR_le. lia.
          -- apply Rle_trans with (bpow radix2 61); [|apply bpow_le; lia]. apply (IZR_le _ (2 ^ 61)). lia.
        * cbn [map]. unfold RatiosFromRows.true_weight_of, FromRows.of_one.
          assert (Sum : forall part n i, (Dtrees.Spec.Sum.sum (fun r : row T => fst (target r)) part ==
            inject_Z n * (1 # 3))%Q -> i = (n * j)%Z -> i = j \/ i = (2 * j)%Z -> RoundedRatios.nearest
              (Q2R d * bpow radix2 (62 - b - m) * Q2R (Dtrees.Spec.Sum.sum (fun r : row T => fst (target
                r)) part))
              (of_whole i)).
          { intros part n i Q E N. destruct (wholes i N) as [F V]. split; [exact F|].
            replace (Q2R d * _ * _) with (B2R (of_whole i)); [symmetry;
              apply Rounding.rnd_float, float64_is_float|].
            rewrite V, E, mult_IZR, (Qeq_eqR _ _ Q), Q2R_mult, Q2R_Z, <- of_one. ring. }
          do 2 eexists. exists (of_whole (2 * j)), (of_whole j), (of_whole j). split; [reflexivity|].
          split; [apply (Sum _ 2%Z); [reflexivity|reflexivity|now right]|].
          split; [apply (Sum _ 1%Z); [reflexivity|lia|now left]|].
          split; [apply (Sum _ 1%Z); [reflexivity|lia|now left]|reflexivity].
    - eexists. split; [|reflexivity]. exact (two_floats [_] [_] _ _ (one_float _) (one_float _)).
    - assert (One : forall i c, feature_of (asks c) = i -> In i [0; 1]%nat -> ends_are two_bound
        (of_feature two_key) (of_feature two_low) (of_feature two_high) (alone_at two_key two_low two_high
          i c)).
      { intros i c <- I. exact (ends_of_one two_bound _ _ _ c (proj1 (andb_prop _ _ (Ends _ I)))). }
      intros f [<-|[<-|[]]].
      + exact (One 0%nat c0 about_0 (or_introl eq_refl)).
      + exact (One 1%nat c1 about_1 (or_intror (or_introl eq_refl))).
    - intros _. split; [|exact gates_hold].
      cbn [map concat about alone_at app]. unfold of_feature. rewrite about_0, about_1.
      right. split; [now left|]. intros k [<-|[<-|[]]]; [exact (proj2 (andb_prop _ _ (Ends 0%nat (or_introl
        eq_refl))))|].
      exact (proj2 (andb_prop _ _ (Ends 1%nat (or_intror (or_introl eq_refl))))).
  Qed.
End Two.

Lemma two_sizes : GrownTrees.sound (labelled 2) two_rows /\
  ((2 <= 2)%nat /\ INR (2 + 2 + 4) * Rounding.u <= / 1000 /\ (Z.of_nat (2 * (2 * 2 + 4)) <= 2 ^ 53)%Z) /\
  INR (2 * (2 + 1)) * Rounding.u <= / 1000 /\ (forall tops lows highs,
    (Z.of_nat (length (features with_subsets two_splits tops lows highs)) <= 2 ^ 30)%Z) /\
  (forall c, In c two_splits -> (arity (asks c) <= 2)%nat) /\ min_gain (stopping with_subsets) = 0 /\
  INR 2 * Rounding.u <= / 1000.
Proof.
  destruct a_threshold_and_a_subset as (c0 & c1 & E & A0 & A1 & As). assert (U := Rounding.u_pos).
  split; [intros r [<-|[<-|[]]]; split; simpl; (reflexivity || lia)|].
  split; [repeat split; try lia; simpl; lra|]. split; [simpl; lra|].
  split; [|split; [|split; [exact Q2R_0|simpl; lra]]].
  - intros tops lows highs. unfold features, numbers. rewrite map_length.
    change (length (styles with_subsets)) with 2%nat. cbn [seq filter].
    destruct (existsb _ _), (existsb _ _); simpl; lia.
  - intros c I. rewrite E in I. assert (S := children_are_split two_rows c). rewrite (As c I) in S.
    apply (f_equal (@length _)) in S. unfold split in S. rewrite map_length, seq_length in S.
    rewrite <- S. apply le_n.
Qed.

(** Both are admissible. *)
Lemma two_are_admissible : map (fun c => feature_of (asks c)) (admissible_splits (counts 2) real_weight
  entropy
  intrinsic_value no_real_rank with_subsets two_rows) = [0; 1]%nat.
Proof.
  change no_real_rank with (ExecuteGrowing.real_rank G.no_rank). unfold two_rows.
  rewrite (ExecuteGrowing.admissible_splits_are_the_same 2 G.no_rank _ _ same_learners_with_subsets), map_map.
  rewrite (map_ext _ (fun d => G.feature_of (G.asks d))) by (intros d; apply ExecuteGrowing.feature_is).
  vm_compute. reflexivity.
Qed.

Example the_choice_by_ratio_from_rows_applies :
  let j := (7 * 2 ^ 56)%Z in let W := of_whole (2 * j) in
  let own := FromRows.bound_for_classes 2 2 (FromRows.slope_of_entropy (two_whole j)) 2 W in
  FromRows.known 2 W (of_whole j) = true /\
  map (fun c => feature_of (asks c)) (two_found j (FromRows.off 2 W) own true) = [0; 1]%nat.
Proof.
  intros j W own. assert (Kn : FromRows.known 2 W (of_whole j) = true) by (vm_compute; reflexivity).
  split; [exact Kn|]. rewrite <- two_are_admissible. f_equal.
  destruct a_threshold_and_a_subset as (c0 & c1 & E & A0 & A1 & As).
  destruct two_sizes as (Lb & S1 & S2 & S3 & Ar & M0 & S4).
  assert (X := the_choice_by_ratio_from_rows 2 2 with_subsets no_real_rank two_rows (two_whole j) (of_whole j)
    (fun _ => two_sums j) (two_base j) (two_key j 0) (of_feature (two_key j)) (of_feature (two_information j))
    (fun c => Nat.eqb (feature_of (asks c)) 1) true (fun _ => in_turn) (two_key j)
    (two_low j (FromRows.off 2 W) own) (two_high j (FromRows.off 2 W) own) true (of_whole 0)
    (two_sum j) (Babs (two_gain j 0)) (of_whole 0) eq_refl Lb (le_n _) S1 S2 (S3 _ _ _) Ar
    (fun _ => in_turn_adds_up) (fun _ => FromRows.two_terms_in_turn true)).
  assert (L0 := RatiosFromRows.no_limit).
  specialize (X ltac:(intros _; rewrite M0; split; [lra|reflexivity]) ltac:(rewrite M0; apply (L0 _ 0%Z))
    (fun _ => of_whole 7) 21%Q 2%Z 4%Z).
  rewrite <- Kn. refine (proj1 (proj2 (X _ _ _ _ _))).
  - destruct (of_whole_is 7) as [E7 F7]; [lia|]. split; [reflexivity|]. change (bpow radix2 4) with 16.
    intros r [<-|[<-|[]]]; rewrite E7; (split; [assumption|]); (split; [lra|]); unfold Q2R; simpl; lra.
  - split; [lia|]. apply Z.ltb_lt. reflexivity.
  - exact S4.
  - intros _. apply (two_are_computed j (FromRows.off 2 W) own c0 c1 E A0 A1 As).
    + vm_cast_no_check (eq_refl true).
    + apply (two_alone_are_gated (two_key j) (two_low j (FromRows.off 2 W) own)
        (two_high j (FromRows.off 2 W) own) (two_bound j own) (two_base j)).
      vm_cast_no_check (eq_refl true).
    + intros r [<-|[<-|[]]]; vm_compute; reflexivity.
    + change (62 - 2 - 4)%Z with 56%Z. change (bpow radix2 56) with (IZR (2 ^ 56)). unfold j.
      rewrite mult_IZR. unfold Q2R. simpl. lra.
    + intros n [-> | ->]; [apply (RoundedSubsets.thirds_are 7)|apply (RoundedSubsets.thirds_are 14)]; auto.
    + vm_compute. split; discriminate.
  - apply (L0 0 90%Z).
Qed.

Example the_choice_by_ratio_of_whole_weights_applies :
  let own := WholeLogarithms.bound_of_whole_weights 2 2 (two_whole 1) in
  map (fun c => feature_of (asks c)) (two_found 1 (of_whole 0) own true) = [0; 1]%nat.
Proof.
  intros own. rewrite <- two_are_admissible. f_equal.
  destruct a_threshold_and_a_subset as (c0 & c1 & E & A0 & A1 & As).
  destruct two_sizes as (Lb & S1 & S2 & S3 & Ar & M0 & S4).
  assert (X := the_choice_by_ratio_of_whole_weights 2 2 with_subsets no_real_rank two_rows (two_whole 1)
    (of_whole 1) (fun _ => two_sums 1) (two_base 1) (two_key 1 0) (of_feature (two_key 1))
    (of_feature (two_information 1)) (fun c => Nat.eqb (feature_of (asks c)) 1) true (fun _ => in_turn)
    (two_key 1) (two_low 1 (of_whole 0) own) (two_high 1 (of_whole 0) own) true (of_whole 0) (two_sum 1)
    (Babs (two_gain 1 0)) (of_whole 0) eq_refl Lb (le_n _) S1 S2 (S3 _ _ _) Ar (fun _ => in_turn_adds_up)
    (fun _ => FromRows.two_terms_in_turn true)).
  assert (L0 := RatiosFromRows.no_limit).
  specialize (X ltac:(intros _; rewrite M0; split; [lra|reflexivity]) ltac:(rewrite M0; apply (L0 _ 0%Z))
    (fun _ => 1%Z) (1 # 3)).
  refine (proj1 (proj2 (X _ _ _))).
  - split; [reflexivity|]. split; [intros r [<-|[<-|[]]]; split; (reflexivity || lia)|].
    unfold RoundedSums.whole_sum. simpl. lra.
  - apply (two_are_computed 1 (of_whole 0) own c0 c1 E A0 A1 As).
    + vm_cast_no_check (eq_refl true).
    + apply (two_alone_are_gated (two_key 1) (two_low 1 (of_whole 0) own) (two_high 1 (of_whole 0) own)
        (two_bound 1 own) (two_base 1)).
      vm_cast_no_check (eq_refl true).
    + intros r [<-|[<-|[]]]; vm_compute; reflexivity.
    + change (62 - 26 - 36)%Z with 0%Z. unfold Q2R. simpl. lra.
    + intros n [-> | ->]; destruct (of_whole_is 1) as [V1 F1], (of_whole_is 2) as [V2 F2]; try lia; now split.
    + lia.
  - apply (L0 0 40%Z).
Qed.

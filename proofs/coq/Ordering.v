(** * Ordering: to ask a few subsets is to ask them all

    A learner that orders a feature's categories asks the subsets that cut this order in two, and grows
    the very tree that it grows when it asks all 2^(k-1) - 1.  For any impurity, where two things hold
    of the order: categories of one rank gain nothing, and a best subset that gains cuts the order.
    [OrderingRational] and [OrderingEntropy] prove both.  [CART84 §4.2.2, §8.8] *)
From Coq Require Import QArith Lqa Lia List Bool Permutation.
From Dtrees Require Import Sums Tree Growing GrowingTheorems.
Import ListNotations.
Open Scope Q_scope.

(** ** Candidates that a better one beats *)

Lemma best_of_as_filter {S} (cs : list (@scored S)) d : In d cs -> (forall e, In e cs ->
  score e <= score d) ->
  best_of cs = filter (fun e => Qle_bool (score d) (score e)) cs.
Proof.
  intros Id Md. destruct cs as [|e l]; [easy|]. unfold best_of. apply filter_ext_in. intros u Iu.
  destruct (largest_spec (score e) (map score (e :: l))) as (At & _ & Up). set (m := largest _ _) in *.
  assert (Um : m <= score d).
  { destruct At as [->|At]; [apply Md; now left|]. apply in_map_iff in At as (v & <- & Iv). now apply Md. }
  assert (Ud : score d <= m) by now apply Up, in_map.
  assert (Uu : score u <= m) by now apply Up, in_map.
  destruct (Qeq_bool_spec (score u) m) as [Eu|Eu], (Qle_bool_spec (score d) (score u)) as [Du|Du]; trivial.
  - destruct Du. rewrite Eu. exact Ud.
  - destruct Eu. apply Qle_antisym; lra.
Qed.

Lemma filter_filter {A} (p q : A -> bool) l : filter p (filter q l) = filter (fun x => q x && p x) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (q x); simpl; now rewrite IH. Qed.

Lemma best_of_kept {S} (keep : @scored S -> bool) cs :
  (forall c, In c cs -> keep c = false -> exists d, In d cs /\ score c < score d) ->
  best_of (filter keep cs) = best_of cs.
Proof.
  intros H. destruct (best_of cs) as [|b r] eqn:E; [now apply best_of_some in E as ->|]. rewrite <- E.
  assert (B : In b (best_of cs)) by (rewrite E; now left). apply best_of_best in B as [I M]. clear E r.
  destruct (keep b) eqn:K.
  - rewrite (best_of_as_filter cs b I M).
    rewrite (best_of_as_filter (filter keep cs) b); [|now apply filter_In|intros e J; apply filter_In in J;
      now apply M].
    rewrite filter_filter. apply filter_ext_in. intros c J. destruct (keep c) eqn:Kc; [reflexivity|].
    destruct (H c J Kc) as (d & Jd & L). specialize (M d Jd).
    destruct (Qle_bool_spec (score b) (score c)); [lra|reflexivity].
  - destruct (H b I K) as (d & J & L). specialize (M d J). lra.
Qed.

Lemma gain_suffices_at lim x y : x == y -> gain_suffices lim x = gain_suffices lim y.
Proof.
  intros E. unfold gain_suffices. f_equal; [|f_equal; f_equal];
    [destruct (Qle_bool_spec (min_gain lim) x), (Qle_bool_spec (min_gain lim) y)|
     destruct (Qle_bool_spec x 0), (Qle_bool_spec y 0)]; reflexivity || lra.
Qed.

(** Gains of candidates are in lowest terms, so the largest of a feature is one number. *)
Definition top (l : list Q) : option Q := match l with [] => None | x :: m => Some (largest x m) end.

Lemma top_spec l : match top l with
  | None => l = []
  | Some m => In m l /\ forall y, In y l -> y <= m
  end.
Proof.
  destruct l as [|x l]; simpl; [reflexivity|]. destruct (largest_spec x l) as (At & L & Up). split.
  - destruct At as [->|At]; auto.
  - intros y [<-|I]; auto.
Qed.

Lemma top_kept {A} (g : A -> Q) (keep : A -> bool) ds : (forall d, In d ds -> reduced (g d)) ->
  (forall b, In b ds -> (forall d, In d ds -> g d <= g b) -> keep b = true) ->
  top (map g (filter keep ds)) = top (map g ds).
Proof.
  intros R K. assert (A1 := top_spec (map g ds)). assert (A2 := top_spec (map g (filter keep ds))).
  destruct (top (map g ds)) as [m|].
  - destruct A1 as [I M]. apply in_map_iff in I as (b & <- & I).
    assert (Kb : keep b = true) by (apply K; [exact I|]; intros d J; now apply M, in_map).
    assert (J : In (g b) (map g (filter keep ds))) by now apply in_map, filter_In.
    destruct (top (map g (filter keep ds))) as [n|]; [|now rewrite A2 in J]. destruct A2 as [I2 M2]. f_equal.
    apply in_map_iff in I2 as (d & <- & I2). apply filter_In in I2 as [I2 _].
    apply reduced_equal; [now apply R|now apply R|]. apply Qle_antisym; [now apply M, in_map|now apply M2].
  - apply map_eq_nil in A1. now subst.
Qed.

(** ** Subsets of values *)

Lemma filter_is_a_sublist p l : In (filter p l) (sublists l).
Proof.
  assert (H : forall l, exists m, sublists l = [] :: m)
    by (intros [|x m]; [now exists []|eexists; reflexivity]).
  induction l as [|x l IH]; simpl; [now left|]. destruct (p x).
  - right. apply in_or_app. left. now apply in_map.
  - destruct (H l) as (m & E). rewrite E in *. destruct IH as [<-|I]; [now left|right]. apply in_or_app.
      now right.
Qed.

Definition two_parts {C} (cats L R : list C) : Prop := L <> [] /\ R <> [] /\ Permutation cats (L ++ R).

Definition inside (cs vs : list Q) : list Q := filter (fun x => existsb (Qeq_bool x) cs) vs.
Definition outside (cs vs : list Q) : list Q := filter (fun x => negb (existsb (Qeq_bool x) cs)) vs.

Lemma two_filters {A} (p : A -> bool) l : Permutation l (filter p l ++ filter (fun x => negb (p x)) l).
Proof.
  induction l as [|x l IH]; simpl; [constructor|]. destruct (p x); simpl; [now constructor|].
  rewrite <- Permutation_middle. now constructor.
Qed.

Section Values.
  Variable vs : list Q.
  Hypothesis values_reduced : Forall reduced vs.
  Hypothesis values_once : NoDup vs.
  Hypothesis two_values : (2 <= length vs)%nat.

  Lemma among x cs : incl cs vs -> In x vs -> existsb (Qeq_bool x) cs = true <-> In x cs.
  Proof.
    intros I J. rewrite Forall_forall in values_reduced. rewrite existsb_exists. split.
    - intros (y & K & E). apply Qeq_bool_iff in E. rewrite (reduced_equal x y); auto.
    - intros K. exists x. split; [exact K|]. apply Qeq_bool_iff, Qeq_refl.
  Qed.

  Lemma subset_of cs : In cs (all_subsets vs) -> incl cs vs /\ In (hd 0 vs) cs /\ (length cs < length vs)%nat.
  Proof.
    intros I. apply filter_In in I as [I L]. apply Nat.ltb_lt in L. apply in_map_iff in I as (s & <- & I).
    apply sublists_included in I. split; [|split; [now left|exact L]].
    destruct vs as [|v us]; [simpl in two_values; lia|]. simpl in *. intros z [<-|J]; [now left|right; auto].
  Qed.

  Lemma subset_is_split cs : In cs (all_subsets vs) -> two_parts vs (inside cs vs) (outside cs vs).
  Proof.
    intros I. destruct (subset_of cs I) as (Inc & H & L). split; [|split; [|apply two_filters]].
    - intros E. apply (in_nil (a := hd 0 vs)). rewrite <- E. apply filter_In.
      assert (J : In (hd 0 vs) vs) by auto. split; [exact J|]. now apply among.
    - intros E. assert (N : incl vs cs).
      { intros x J. apply (among x cs Inc J). destruct (existsb (Qeq_bool x) cs) eqn:X; [reflexivity|].
        exfalso.
        apply (in_nil (a := x)). rewrite <- E. apply filter_In. now rewrite X. }
      assert (K := NoDup_incl_length values_once N). lia.
  Qed.

  (** Each split is that of a subset: of its side that holds the first value. *)
  Lemma split_is_subset L R : two_parts vs L R -> In (hd 0 vs) L ->
    exists cs, In cs (all_subsets vs) /\ Permutation L (inside cs vs) /\ Permutation R (outside cs vs).
  Proof.
    intros (NL & NR & P) H. set (cs := inside L vs).
    assert (IL : incl L vs) by (intros x I; apply (Permutation_in x (Permutation_sym P)), in_or_app;
      now left).
    assert (ND : NoDup (L ++ R)) by now apply (Permutation_NoDup P).
    assert (Dis : forall x, In x L -> ~ In x R).
    { intros x I J. apply in_split in I as (l1 & l2 & ->). rewrite <- app_assoc in ND. simpl in ND.
      apply NoDup_remove_2 in ND. apply ND. apply in_or_app. right. apply in_or_app. now right. }
    assert (Ic : incl cs vs) by (intros x I; now apply filter_In in I).
    assert (Same : forall x, In x vs -> In x cs <-> In x L).
    { intros x I. unfold cs, inside. rewrite filter_In, (among x L IL I). tauto. }
    assert (E : inside cs vs = cs).
    { unfold inside at 1. unfold cs at 2, inside. apply filter_ext_in. intros x I. apply eq_true_iff_eq.
      rewrite (among x cs Ic I), (among x L IL I). now apply Same. }
    assert (PL : Permutation L (inside cs vs)).
    { rewrite E. apply NoDup_Permutation.
      - clear - ND. induction L as [|x L IH]; [constructor|]. simpl in ND. inversion ND; subst.
        constructor; [|now apply IH]. intros I. apply H1. apply in_or_app. now left.
      - unfold cs, inside. now apply NoDup_filter.
      - intros x. split; intros I; [apply Same; auto|apply Same; auto]. }
    exists cs. split; [|split; [exact PL|]].
    - destruct vs as [|v us] eqn:V; [simpl in two_values; lia|]. rewrite <- V in *. simpl in H.
      apply filter_In. split.
      + unfold cs, inside. rewrite V. cbn [filter hd tl]. rewrite V in H. simpl in H.
        assert (Iv : existsb (Qeq_bool v) L = true) by (apply among; [exact IL|rewrite V; now left|exact H]).
        rewrite Iv. apply in_map. apply filter_is_a_sublist.
      + apply Nat.ltb_lt. rewrite <- E, <- (Permutation_length PL), (Permutation_length P), app_length.
        destruct R; [easy|simpl; lia].
    - apply (Permutation_app_inv_l (inside cs vs)). transitivity (L ++ R).
      + apply Permutation_app_tail. now symmetry.
      + transitivity vs; [now symmetry|apply two_filters].
  Qed.
End Values.

Section Ordering.
  Context {T S : Type}.
  Variable summarize : list T -> S.
  Variable weight : S -> Q.
  Variable impurity : S -> Q.
  Variable intrinsic_value : list S -> Q.
  Variable rank : S -> option (S -> Q).
  Variable ok : T -> Prop.
  Notation node := (@node T).
  Notation sound := (@sound T ok).
  Notation summary := (@summary T S summarize).
  Notation scored_question := (scored_question summarize weight impurity intrinsic_value).
  Notation gain_of := (gain_of summarize weight impurity).
  Notation stops := (stops weight impurity).

  (** What the order of a node's categories must be for: a subset gains where two ranks differ, and a best
      subset that gains is an initial run. *)
  Definition subset_gain (f : nat) (rows : list (row T)) (cs : list Q) : Q :=
    gain_of rows (map summary (split (OneOf f cs) rows)).

  Definition best_subsets_are_runs : Prop := forall f rows key, sound rows ->
    rank (summary rows) = Some key ->
    let vs := values_at f rows in
    let rank_of x := key (summary (rows_of f x rows)) in
    (same_rank rank_of vs = false -> exists cs, In cs (all_subsets vs) /\ 0 < subset_gain f rows cs) /\
    (forall cs, In cs (all_subsets vs) -> 0 < subset_gain f rows cs ->
       (forall other, In other (all_subsets vs) -> subset_gain f rows other <= subset_gain f rows cs) ->
       initial_run rank_of vs cs = true).

  Definition more_rows_weigh_more : Prop := forall (b : row T -> bool) rows, sound rows ->
    weight (summary (filter b rows)) <= weight (summary rows).

  Hypothesis equal_ranks : equal_ranks_gain_nothing summarize weight impurity rank ok.
  Hypothesis runs : best_subsets_are_runs.
  Hypothesis weights_add_up : more_rows_weigh_more.

  (** A subset that cuts the order does better than one that does not. *)
  Lemma a_run_beats_the_others f rows key cs : sound rows -> rank (summary rows) = Some key ->
    let vs := values_at f rows in
    let rank_of x := key (summary (rows_of f x rows)) in
    same_rank rank_of vs = false -> In cs (all_subsets vs) -> initial_run rank_of vs cs = false ->
    exists run, In run (all_subsets vs) /\ initial_run rank_of vs run = true /\
      subset_gain f rows cs < subset_gain f rows run.
  Proof.
    intros Ok Rk vs rank_of Sr I N. destruct (runs f rows key Ok Rk) as [Some' Best].
    fold vs in Some', Best. fold rank_of in Some', Best. destruct (Some' Sr) as (some & Is & G).
    assert (Max : exists b, In b (all_subsets vs) /\
      forall other, In other (all_subsets vs) -> subset_gain f rows other <= subset_gain f rows b).
    { clear - I. induction (all_subsets vs) as [|c l IH]; [easy|]. destruct l as [|d l].
      - exists c. split; [now left|]. intros o [<-|[]]. apply Qle_refl.
      - assert (E : exists b, In b (d :: l) /\ forall o, In o (d :: l) ->
          subset_gain f rows o <= subset_gain f rows b).
        { destruct I as [->|I]; [|now apply IH]. clear IH. revert d. induction l as [|e l IH]; intros d.
          - exists d. split; [now left|]. intros o [<-|[]]. apply Qle_refl.
          - destruct (IH e) as (b & J & M).
              destruct (Qlt_le_dec (subset_gain f rows d) (subset_gain f rows b)) as [L|L].
            + exists b. split; [now right|]. intros o [<-|K]; [now apply Qlt_le_weak|now apply M].
            + exists d. split; [now left|]. intros o [<-|K]; [apply Qle_refl|]. specialize (M o K). lra. }
        destruct E as (b & J & M). destruct (Qlt_le_dec (subset_gain f rows c) (subset_gain f rows b))
          as [L|L].
        + exists b. split; [now right|]. intros o [<-|K]; [now apply Qlt_le_weak|now apply M].
        + exists c. split; [now left|]. intros o [<-|K]; [apply Qle_refl|]. specialize (M o K). lra. }
    destruct Max as (b & Ib & M). assert (Gb : 0 < subset_gain f rows b) by (specialize (M some Is); lra).
    exists b. split; [exact Ib|]. split; [now apply Best|].
    destruct (Qlt_le_dec (subset_gain f rows cs) (subset_gain f rows b)) as [L|L]; [exact L|]. exfalso.
    assert (E : initial_run rank_of vs cs = true); [|congruence].
    apply Best; [exact I|lra|]. intros o J. specialize (M o J). lra.
  Qed.

  (** *** Which candidates the order keeps *)

  Definition keeps (l : learner) (rows : list (row T)) (q : question) : bool :=
    match q, rank (summary rows) with
    | OneOf f cs, Some key =>
        let vs := values_at f rows in
        let group x := summary (rows_of f x rows) in
        let rank_of x := key (group x) in
        if same_rank rank_of vs then gain_suffices (stopping l) 0
        else if forallb (fun x => Qle_bool (min_leaf (stopping l)) (weight (group x))) vs
        then initial_run rank_of vs cs
        else true
    | _, _ => true
    end.

  Lemma filter_map_comm {A B} (p : B -> bool) (g : A -> B) l : filter p (map g l) = map g (filter (fun x =>
    p (g x)) l).
  Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (p (g x)); simpl; now rewrite IH. Qed.

  Lemma kept_questions l f rows :
    questions_about summarize weight rank l f rows =
    filter (keeps l rows) (questions_about summarize weight no_rank l f rows).
  Proof.
    assert (All : forall qs, (forall q, In q qs -> match q with OneOf _ _ => False | _ => True end) ->
      filter (keeps l rows) qs = qs).
    { intros qs H. apply filter_all. intros q I. specialize (H q I). now destruct q. }
    unfold questions_about. destruct (values_at f rows) as [|x [|y vs]] eqn:V; [reflexivity|reflexivity|].
    rewrite <- V. destruct (nth f (styles l) Each); symmetry; try apply All.
    - intros q I. apply in_map_iff in I as ((a, b) & <- & _). exact Logic.I.
    - intros q I. apply in_map_iff in I as ((a, b) & <- & _). exact Logic.I.
    - intros q [<-|[]]. exact Logic.I.
    - intros q I. apply in_map_iff in I as (a & <- & _). exact Logic.I.
    - rewrite filter_map_comm. f_equal. unfold subsets. simpl.
      destruct (rank (summary rows)) as [key|]; [|now apply filter_all].
      destruct same_rank; [destruct gain_suffices; [now apply filter_all|now apply filter_none]|].
      destruct forallb; [reflexivity|now apply filter_all].
  Qed.

  Lemma filter_flat_map {A B} (p : B -> bool) (g : A -> list B) l :
    filter p (flat_map g l) = flat_map (fun x => filter p (g x)) l.
  Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite filter_app, IH. Qed.

  Lemma kept_candidates l rows :
    scored_splits summarize weight impurity intrinsic_value rank l rows =
    filter (fun c => keeps l rows (asks c)) (scored_splits summarize weight impurity intrinsic_value no_rank l
      rows).
  Proof.
    unfold scored_splits. rewrite (flat_map_ext _ _ (fun f => kept_questions l f rows)).
    rewrite <- filter_flat_map. set (qs := flat_map _ _).
    rewrite !filter_map_comm. f_equal. rewrite !filter_filter. apply filter_ext. intros q. apply andb_comm.
  Qed.

  Lemma candidate_is_among l f rows q : In f (seq 0 (length (styles l))) ->
    In q (questions_about summarize weight no_rank l f rows) ->
    (forall s, In s (map summary (split q rows)) -> min_leaf (stopping l) <= weight s) ->
    In (scored_question l rows q) (scored_splits summarize weight impurity intrinsic_value no_rank l rows).
  Proof.
    intros If Iq W. apply filter_In. split.
    - apply in_map, in_flat_map. eauto.
    - apply forallb_forall. intros s I. now apply Qle_bool_iff, W.
  Qed.

  (** What is left out gains nothing, and nothing gainless is asked; or it is beaten. *)
  Lemma left_out l rows c : sound rows ->
    In c (scored_splits summarize weight impurity intrinsic_value no_rank l rows) ->
      keeps l rows (asks c) = false ->
    (gain_suffices (stopping l) 0 = false /\ gain c == 0) \/
    exists d, In d (scored_splits summarize weight impurity intrinsic_value no_rank l rows) /\
      keeps l rows (asks d) = true /\ feature_of (asks d) = feature_of (asks c) /\ gain c < gain d.
  Proof.
    intros Ok I K. apply filter_In in I as [I _]. apply in_map_iff in I as (q & <- & I).
    apply in_flat_map in I as (g & Ig & I). cbn [asks scored_question] in *.
    destruct q as [?|?|f cs|?]; try discriminate. unfold keeps in K.
    destruct (rank (summary rows)) as [key|] eqn:Rk; [|discriminate].
    (* the feature is the one that is asked about *)
    assert (J := I). unfold questions_about in J. destruct (values_at g rows) as [|x [|y us]] eqn:V; try easy.
    rewrite <- V in J. destruct (nth g (styles l) Each) eqn:Sg;
      try (apply in_map_iff in J as (p & E & _); try destruct p; discriminate).
    { destruct J as [J|[]]. discriminate. }
    apply in_map_iff in J as (cs' & E & J). injection E as -> ->. unfold subsets in J. simpl in J.
    set (vs := values_at f rows) in *. set (rank_of := fun x => key (summary (rows_of f x rows))) in *.
    destruct (same_rank rank_of vs) eqn:Sr.
    - left. split; [exact K|]. cbn [gain scored_question Growing.scored_question].
      apply (equal_ranks f rows key cs Ok Rk); [exact Sr|].
      now apply (question_divides summarize weight no_rank l f).
    - right. destruct (forallb _ vs) eqn:W; [|discriminate].
      destruct (a_run_beats_the_others f rows key cs Ok Rk Sr J K) as (run & Ir & R & L).
      assert (Q' : In (OneOf f run) (questions_about summarize weight no_rank l f rows)).
      { unfold questions_about. fold vs. rewrite V. rewrite <- V, Sg. apply in_map. exact Ir. }
      exists (scored_question l rows (OneOf f run)). split; [|split; [|split]].
      + apply candidate_is_among with f; trivial. intros s Is. apply in_map_iff in Is as (part & <- & Ip).
        assert (D := question_divides summarize weight no_rank l f rows _ Q').
        destruct (split_parts _ _ D part Ip) as [Ne _].
        apply in_map_iff in Ip as (k & <- & _). set (b := fun r => Nat.eqb (child (OneOf f run) r) k) in *.
        destruct (filter b rows) as [|r rest] eqn:F; [easy|]. rewrite <- F.
        assert (Ir' : In r rows /\ b r = true) by (apply filter_In; rewrite F; now left).
          destruct Ir' as [Ir' Br].
        rewrite forallb_forall in W. assert (Wx := W (value f r) (value_in f rows r Ir')).
          apply Qle_bool_iff in Wx.
        eapply Qle_trans; [exact Wx|].
        assert (Sub : rows_of f (value f r) rows = filter (fun t => Qeq_bool (value f t) (value f r))
          (filter b rows)).
        { unfold rows_of. rewrite filter_filter. apply filter_ext. intros t.
          destruct (Qeq_bool_spec (value f t) (value f r)) as [E|]; [|now rewrite andb_false_r].
          apply reduced_equal in E; try apply value_reduced. unfold b in Br |- *. simpl in Br |- *.
            rewrite E, Br. reflexivity. }
        rewrite Sub. apply weights_add_up. intros t It. apply filter_In in It as [It _]. now apply Ok.
      + cbn [asks Growing.scored_question]. unfold keeps. rewrite Rk. fold vs. fold rank_of. rewrite Sr.
        now rewrite W.
      + reflexivity.
      + exact L.
  Qed.

  (** *** So the admissible splits are those of all subsets *)

  Lemma gains_reduced l rows : Forall reduced
    (map gain (scored_splits summarize weight impurity intrinsic_value no_rank l rows)).
  Proof.
    apply Forall_forall. intros x I. apply in_map_iff in I as (c & <- & I). apply filter_In in I as [I _].
    apply in_map_iff in I as (q & <- & _). cbn [gain Growing.scored_question]. apply Qred_idempotent.
  Qed.

  Theorem few_subsets_are_enough l rows : sound rows -> gate_counts_gainless l ->
    admissible_splits summarize weight impurity intrinsic_value rank l rows =
    admissible_splits summarize weight impurity intrinsic_value no_rank l rows.
  Proof.
    intros Ok G. unfold admissible_splits, askable. rewrite kept_candidates.
    set (cs := scored_splits summarize weight impurity intrinsic_value no_rank l rows).
    set (keep := fun c : scored => keeps l rows (asks c)).
    set (suff := fun c : scored => gain_suffices (stopping l) (gain c)).
    assert (Out := left_out l rows). fold cs in Out.
    assert (More : forall x y, gain_suffices (stopping l) x = true -> x <= y ->
      gain_suffices (stopping l) y = true)
      by (intros x y; apply suffices_more).
    assert (Beaten : forall c, In c cs -> suff c = true -> keep c = false -> exists d, In d cs /\
      keep d = true /\
      suff d = true /\ feature_of (asks d) = feature_of (asks c) /\ gain c < gain d).
    { intros c I Sc K. destruct (Out c Ok I K) as [[Z E]|(d & J & Kd & Fd & L)].
      - unfold suff in Sc. rewrite (gain_suffices_at _ _ _ E) in Sc. congruence.
      - exists d. repeat split; trivial. apply (More (gain c)); [exact Sc|]. now apply Qlt_le_weak. }
    destruct (by_ratio l) eqn:Ra.
    - (* by ratio: the same candidates pass the gate *)
      assert (R := gains_reduced l rows). fold cs in R. rewrite Forall_forall in R.
      assert (Best : forall f (ds : list (@scored S)), best_gain f ds =
        top (map gain (filter (fun c => Nat.eqb (feature_of (asks c)) f) ds)))
        by (intros f ds; unfold best_gain; now destruct (map gain _)).
      assert (Swap : forall f, filter (fun c => Nat.eqb (feature_of (asks c)) f) (filter keep cs) =
        filter keep (filter (fun c => Nat.eqb (feature_of (asks c)) f) cs))
        by (intros f; rewrite !filter_filter; apply filter_ext; intros c; apply andb_comm).
      assert (Top : forall f, (exists c, In c cs /\ feature_of (asks c) = f /\ suff c = true) ->
        best_gain f (filter keep cs) = best_gain f cs).
      { intros f (c & I & F & Sc). rewrite !Best, Swap. apply top_kept.
        - intros d J. apply filter_In in J as [J _]. now apply R, in_map.
        - intros b J M. apply filter_In in J as [J Fb]. destruct (keep b) eqn:Kb; [reflexivity|]. exfalso.
          assert (Cb : gain c <= gain b) by (apply M, filter_In; split; [exact I|]; rewrite F;
            apply Nat.eqb_refl).
          destruct (Beaten b J (More _ _ Sc Cb) Kb) as (d & Jd & _ & _ & Fd & L).
          assert (gain d <= gain b) by (apply M, filter_In; split; [exact Jd|]; now rewrite Fd). lra. }
      assert (Pass : forall x,
        passes (gated l) x (present (map (fun f => best_gain f (filter keep cs)) (seq 0 (length (styles l)))))
          =
        passes (gated l) x (present (map (fun f => best_gain f cs) (seq 0 (length (styles l)))))).
      { intros x. destruct G as [G|[G|G]]; [congruence|now rewrite G|]. do 2 f_equal. apply map_ext. intros f.
        rewrite !Best, Swap. apply top_kept.
        - intros d J. apply filter_In in J as [J _]. now apply R, in_map.
        - intros b J M. apply filter_In in J as [J Fb]. destruct (keep b) eqn:Kb; [reflexivity|]. exfalso.
          destruct (Out b Ok J Kb) as [[Z _]|(d & Jd & _ & Fd & L)]; [congruence|].
          assert (gain d <= gain b) by (apply M, filter_In; split; [exact Jd|]; now rewrite Fd). lra. }
      f_equal. unfold past_the_gate. rewrite !filter_filter. apply filter_ext_in. intros c I.
      destruct (suff c) eqn:Sc; [rewrite !andb_true_r|now rewrite !andb_false_r].
      assert (At : forall g : nat -> option Q, nth (feature_of (asks c)) (map g (seq 0 (length (styles l))))
        None =
        if Nat.ltb (feature_of (asks c)) (length (styles l)) then g (feature_of (asks c)) else None).
      { intros g. destruct (Nat.ltb_spec (feature_of (asks c)) (length (styles l))) as [F|F].
        - rewrite (nth_indep _ None (g 0%nat)), map_nth, seq_nth by (rewrite ?map_length, ?seq_length;
            exact F). reflexivity.
        - apply nth_overflow. now rewrite map_length, seq_length. }
      rewrite !At. clear At. destruct (Nat.ltb _ _); [|now rewrite ?andb_false_r].
      rewrite (Top (feature_of (asks c))) by eauto. destruct (keep c) eqn:Kc; simpl.
      + destruct (best_gain (feature_of (asks c)) cs); [|reflexivity]. now rewrite Pass.
      + destruct (Beaten c I Sc Kc) as (d & J & _ & _ & Fd & L). rewrite Best.
        assert (A := top_spec (map gain (filter (fun e => Nat.eqb (feature_of (asks e)) (feature_of (asks c)))
          cs))).
        destruct (top _) as [m|]; [|reflexivity]. destruct A as [_ M].
        assert (gain d <= m) by (apply M, in_map, filter_In; split; [exact J|]; rewrite Fd;
          apply Nat.eqb_refl).
        destruct (Qeq_bool_spec (gain c) m) as [E|]; [lra|reflexivity].
    - rewrite filter_filter.
        replace (filter (fun x => keep x && suff x) cs) with (filter keep (filter suff cs))
        by (rewrite filter_filter; apply filter_ext; intros c; apply andb_comm).
      assert (Same : forall c, In c cs -> score c = gain c).
      { intros c I. apply scored_is_candidate in I as (-> & _). cbn [score gain Growing.scored_question].
        now rewrite Ra. }
      apply best_of_kept. intros c I K. apply filter_In in I as [I Sc].
      destruct (Beaten c I Sc K) as (d & J & _ & Sd & _ & L). exists d. split; [now apply filter_In|].
      now rewrite !Same.
  Qed.

  (** *** And so is the tree *)

  Theorem ordering_loses_nothing l rows : sound rows -> gate_counts_gainless l ->
    grow summarize weight impurity intrinsic_value rank l rows =
    grow summarize weight impurity intrinsic_value no_rank l rows.
  Proof.
    intros Ok G. rewrite !grow_is_grow_from.
    assert (C : forall level here, sound here ->
      chosen_split summarize weight impurity intrinsic_value rank l level here =
      chosen_split summarize weight impurity intrinsic_value no_rank l level here).
    { intros level here H. unfold chosen_split. now rewrite few_subsets_are_enough. }
    cut (forall n : node, sound (snd n) -> grow_from summarize weight impurity intrinsic_value rank l n =
      grow_from summarize weight impurity intrinsic_value no_rank l n); [intros H; now apply H|].
    apply (grow_from_induction summarize weight impurity intrinsic_value rank l
      (fun n t => sound (snd n) -> t = grow_from summarize weight impurity intrinsic_value no_rank l n)).
    - intros n E H. rewrite growing_ends, <- C, E by exact H. reflexivity.
    - intros n q E _ IH H. rewrite (growing_ends _ _ _ _ no_rank), <- C, E by exact H. f_equal.
      apply map_ext_in. intros part I. apply IH; [exact I|]. intros r J. apply H.
        exact (part_included q _ part I r J).
  Qed.

  (** Every branch asks the first of the best of all its questions, and there are no more of them. *)
  Corollary every_branch_is_optimal_of_all l rows level here q : sound rows -> gate_counts_gainless l ->
    In ((level, here), q) (asked (grow summarize weight impurity intrinsic_value rank l rows)) ->
    stops (stopping l) level (summary here) = false /\
    exists c before after, asks c = q /\
      askable summarize weight impurity intrinsic_value no_rank l here = before ++ c :: after /\
      (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
  Proof.
    intros Ok G. rewrite ordering_loses_nothing by assumption. apply every_branch_is_optimal.
  Qed.
End Ordering.

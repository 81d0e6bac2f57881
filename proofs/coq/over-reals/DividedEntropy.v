(** * DividedEntropy: divided rows by entropy, its gain and its ratio: C4.5 with missing values

    The definitions and theorems of [Divided] and [DividedTheorems] over the reals, with entropy for impurity;
    and what is grown by forms is grown over the reals. [C45 §3.1; ZHOU16 §4.4.2] *)
From Coq Require Import QArith Reals Qreals Lra Lia List Bool Permutation.
From Dtrees Require Import Summary Spec.Entropies Spec.Learning.
From Dtrees Require GrowingRational DividedRational Forms.
From DtreesReals Require Import Numbers Tree Sequence Spec.Growing GrowingTheorems Divided DividedTheorems
  GrownEntropy GrowingEntropy ExecuteGrowing.
From DtreesReals Require Sums.
From DtreesForms Require Numbers Spec.Growing Divided GrowingForms DividedForms.
Import ListNotations.
Open Scope R_scope.

Module D := DtreesForms.Divided.
Module C := DtreesForms.DividedForms.
Import DividedRational(lighter, lighter_positive).

Definition share (some all : list T) : R := Q2R (DividedRational.share some all).

Definition divided_entropy_tree (n : nat) (part_more : bool) (l : learner) (rows : list (gapped T)) :
  grown gapped_node :=
  grow_divided (counts n) real_weight entropy intrinsic_value no_real_rank share lighter part_more l rows.

(** ** The theorems *)

Theorem every_divided_entropy_branch_is_optimal n part_more l rows level some q :
  let askable := divided_askable (counts n) real_weight entropy intrinsic_value no_real_rank share
    part_more l in
  In ((level, some), q) (asked (divided_entropy_tree n part_more l rows)) ->
  exists c before after, asks c = q /\ askable some = before ++ c :: after /\
    (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
Proof.
  intros askable I.
  exact (proj2 (divided_branches_are_optimal (counts n) real_weight entropy intrinsic_value no_real_rank share
    lighter part_more l rows level some q I)).
Qed.

Theorem divided_entropy_trees_ignore_row_order n part_more l rows rows' : Permutation rows rows' ->
  let tree rows := summarized_tree (counts n) (map_tree plain (divided_entropy_tree n part_more l rows)) in
  tree rows = tree rows'.
Proof.
  apply divided_row_order_does_not_matter; [apply GrowingRational.counts_permutation| |].
  - intros r r' s s' P P'. apply Qeq_eqR. now apply DividedRational.share_permutation.
  - intros r r' s s' t. apply DividedRational.lighter_permutation.
Qed.

Theorem nothing_missing_no_entropy_difference n part_more l (rows : list (row T)) :
  sound positive_weight rows ->
  map_tree plain (divided_entropy_tree n part_more l (map gapless rows)) = entropy_tree n l rows.
Proof.
  apply nothing_missing_nothing_divided. intros r N P. unfold share.
  rewrite (Qeq_eqR _ 1%Q (DividedRational.share_of_all r N P)). unfold Q2R. simpl. lra.
Qed.

Lemma entropy_no_division_raises n :
  no_division_raises_risk (counts n) real_weight entropy lighter positive_weight.
Proof.
  intros q rows Ok D. destruct (labels_of_parts lighter q rows D) as (P & E).
  set (owns := map (map target) _) in *.
  set (f := feature_of q) in *. set (here := map label (known f rows)) in *.
  set (others := map label (unknown f rows)) in *.
  assert (W : (0 < Dtrees.Spec.Sum.sum fst here)%Q).
  { apply DividedRational.weight_positive.
    - destruct D as (L & _ & D). destruct (D 0%nat) as (r & I & _); [lia|]. unfold here.
      now destruct (known f rows).
    - intros t I. apply in_map_iff in I as (r & <- & I). apply Ok. now apply filter_In in I. }
  assert (S := DividedRational.counts_shared_out n owns here others P W).
  assert (A := GrowingRational.counts_permutation n _ _ (labels_known_or_not f rows)). fold here others in A.
  rewrite A in S. set (cs := map _ owns) in S.
  assert (Parts : map (fun part => summary (counts n) (map filled part)) (divided lighter q rows) = cs).
  { unfold cs. rewrite <- (map_map (fun own => own ++ map (lighter own here) others) (counts n)), <- E,
    map_map.
    apply map_ext. intros part. unfold summary. now rewrite map_map. }
  assert (Whole : summary (counts n) (map filled rows) = counts n (map label rows))
    by (unfold summary; now rewrite map_map).
  unfold risk_of_rows. rewrite Whole. unfold real_weight. rewrite <- (entropy_same _ _ S),
    <- (Qeq_eqR _ _ (GrowingRational.weight_same _ _ S)).
  rewrite <- (Sums.sum_map entropy_risk (fun part => summary (counts n) (map filled part))), Parts.
  apply (split_raises_no_entropy cs). intros c I. rewrite <- Parts in I.
  apply in_map_iff in I as (part & <- & I). apply GrowingRational.counts_nonneg. intros t J.
  rewrite map_map in J. apply in_map_iff in J as (r & <- & J).
  exact (parts_are_ok lighter positive_weight q rows part lighter_positive Ok D I r J).
Qed.

(** No alpha of such a tree is negative, whatever the score, the gate and the limits. *)
Theorem divided_entropy_alpha_is_never_negative n part_more l rows : all_ok positive_weight rows ->
  forall b, In b (branches (risks (counts n) real_weight entropy
    (map_tree plain (divided_entropy_tree n part_more l rows)))) -> 0 <= alpha_of b.
Proof. apply divided_alpha_is_never_negative; [apply lighter_positive|apply entropy_no_division_raises]. Qed.

(** ** What is grown by forms is grown *)

Definition real_gapped (r : D.gapped T) : gapped T :=
  {| cells := map (option_map real) (D.cells r); label := D.label r |}.
Definition real_gapped_node (here : @D.gapped_node T) : @gapped_node T :=
  (fst here, map real_gapped (snd here)).

Lemma is_known_is f r : is_known f (real_gapped r) = D.is_known f r.
Proof.
  unfold is_known, D.is_known. cbn [real_gapped cells]. rewrite <- real_zero.
  change (Some (real (N.number_of_integer 0))) with (option_map real (Some (N.number_of_integer 0))).
  rewrite map_nth. now destruct (nth f _ _).
Qed.

Lemma known_is f rows : known f (map real_gapped rows) = map real_gapped (D.known f rows).
Proof. unfold known, D.known. rewrite filter_map. f_equal. apply filter_ext. intros r. apply is_known_is. Qed.

Lemma unknown_is f rows : unknown f (map real_gapped rows) = map real_gapped (D.unknown f rows).
Proof.
  unfold unknown, D.unknown. rewrite filter_map. f_equal. apply filter_ext. intros r. now rewrite is_known_is.
Qed.

Lemma filled_is r : filled (real_gapped r) = real_row (D.filled r).
Proof.
  unfold filled, D.filled, real_row. cbn. f_equal. rewrite !map_map. apply map_ext.
  intros [x|]; [reflexivity|].
  symmetry. exact real_zero.
Qed.

Lemma all_filled_is rows : map filled (map real_gapped rows) = map real_row (map D.filled rows).
Proof. rewrite !map_map. apply map_ext, filled_is. Qed.

Lemma labels_are rows : map label (map real_gapped rows) = map D.label rows.
Proof. now rewrite map_map. Qed.

Lemma divided_is q rows :
  divided lighter (real_question q) (map real_gapped rows) = map (map real_gapped) (D.divided lighter q rows).
Proof.
  unfold divided, D.divided. rewrite arity_is, feature_is, known_is, unknown_is,
    (map_map _ (map real_gapped)).
  apply map_ext. intros c. cbv zeta. rewrite filter_map, labels_are, map_app.
  rewrite (filter_ext _ (fun r => Nat.eqb (G.child q (D.filled r)) c))
    by (intros r; now rewrite filled_is, child_is).
  rewrite labels_are, !map_map. reflexivity.
Qed.

Section Growing.
  Variables (n : nat) (part_more : bool).
  Variable l : G.learner.
  Variable l' : learner.
  Hypothesis same : same_learner l l'.
  Implicit Types rows : list (D.gapped T).
  Notation by_forms f := (f (counts n) F.weighed F.entropy F.intrinsic_value G.no_rank C.share part_more l)
    (only parsing).
  Notation over_reals f := (f (counts n) real_weight entropy intrinsic_value no_real_rank share part_more l')
    (only parsing).

  Lemma divided_question_is rows q :
    divided_question (counts n) real_weight entropy intrinsic_value share part_more l' (map real_gapped rows)
      (real_question q) =
    real_candidate (D.divided_question (counts n) F.weighed F.entropy F.intrinsic_value C.share part_more l
      rows q).
  Proof.
    unfold divided_question, D.divided_question, real_candidate, Qred. cbv zeta.
    cbn [G.asks G.score G.gain G.parts]. destruct same as (_ & B & _).
    rewrite feature_is, known_is, unknown_is, !labels_are, all_filled_is, split_is.
    set (here := map D.filled (D.known (G.feature_of q) rows)).
    assert (L : map target (map real_row here) = map G.target here) by now rewrite map_map.
    rewrite (map_map (map real_row)), (map_ext _ (G.summary (counts n))) by apply summary_is.
    rewrite L, gain_of_is, B. set (ps := map (G.summary (counts n)) (G.split q here)).
    destruct (G.by_ratio l); rewrite !N.real_reduced, ?N.real_divided, N.real_times; [|reflexivity].
    cbn [real C.share]. rewrite N.real_reduced, N.real_times. f_equal. f_equal.
    unfold F.intrinsic_value, F.entropy. cbn [real]. symmetry. apply Forms.entropy_forms_are_entropies.
  Qed.

  Lemma divided_splits_is rows : over_reals divided_splits (map real_gapped rows) =
    map real_candidate (by_forms D.divided_splits rows).
  Proof.
    unfold divided_splits, D.divided_splits. destruct same as (_ & _ & _ & L).
    rewrite (as_many_styles l l' same).
    change no_real_rank with (real_rank G.no_rank).
    rewrite (flat_map_ext_map _ (fun f => G.questions_about (counts n) F.weighed G.no_rank l f
      (map D.filled (D.known f rows))) real_question)
      by (intros f; rewrite known_is, all_filled_is; now apply questions_about_is).
    rewrite map_map, (map_ext _ (fun q => real_candidate (D.divided_question (counts n) F.weighed F.entropy
      F.intrinsic_value C.share part_more l rows q))) by (intros q; apply divided_question_is).
    rewrite <- (map_map (D.divided_question (counts n) F.weighed F.entropy F.intrinsic_value C.share
      part_more l
      rows) real_candidate), filter_map.
    f_equal. apply filter_ext. intros c. simpl. apply forallb_ext. intros s. rewrite L.
    cbn [real_limits min_leaf]. change (real_weight s) with (real (F.weighed s)). apply same_le.
  Qed.

  Lemma divided_askable_is rows : over_reals divided_askable (map real_gapped rows) =
    map real_candidate (by_forms D.divided_askable rows).
  Proof.
    unfold divided_askable, D.divided_askable. rewrite divided_splits_is.
    assert (Su := gain_suffices_is l l' same). destruct same as (_ & R & _). rewrite R. cbv zeta.
    destruct (G.by_ratio l); rewrite ?(past_the_gate_is l l' same), filter_map; f_equal; apply filter_ext;
      intros c;
      apply Su.
  Qed.

  Lemma divided_choice_is level rows : over_reals divided_choice level (map real_gapped rows) =
    option_map real_question (by_forms D.divided_choice level rows).
  Proof.
    unfold divided_choice, D.divided_choice. rewrite labels_are, (stops_is l l' same), divided_askable_is,
      best_of_is.
    destruct (G.stops _ _ _ _ _); [reflexivity|]. now destruct (G.best_of _).
  Qed.

  Lemma divided_node_is fuel : forall here,
    divided_node (counts n) real_weight entropy intrinsic_value no_real_rank share lighter part_more l' fuel
      (real_gapped_node here) =
    real_tree real_gapped_node (D.divided_node (counts n) F.weighed F.entropy F.intrinsic_value G.no_rank
      C.share lighter
      part_more l fuel here).
  Proof.
    induction fuel as [|fuel IH]; intros (level, rows); [reflexivity|]. cbn [divided_node D.divided_node].
    unfold real_gapped_node at 1 2. cbn [fst snd]. rewrite divided_choice_is.
    destruct (by_forms D.divided_choice level rows) as [q|]; [|reflexivity]. cbn [option_map real_tree].
    f_equal.
    cbn [real_gapped_node fst snd]. rewrite divided_is, !map_map. apply map_ext. intros part.
    apply (IH (Datatypes.S level, part)).
  Qed.

  Theorem what_is_divided_by_forms_is_divided rows :
    divided_entropy_tree n part_more l' (map real_gapped rows) =
    real_tree real_gapped_node (C.divided_by_forms n part_more l rows).
  Proof.
    unfold divided_entropy_tree, grow_divided, divided_from, C.divided_by_forms, D.grow_divided,
      D.divided_from.
    rewrite <- (divided_node_is _ (0%nat, rows)). cbn [snd]. now rewrite map_length.
  Qed.
End Growing.

(** What the checker accepts. *)
Definition divided_note_of (n : nat) (part_more : bool) (l : learner) (here : @gapped_node T) :
  note_over_reals :=
  note_over (counts n (map label (snd here)))
    (best_of (divided_askable (counts n) real_weight entropy intrinsic_value no_real_rank share part_more l
      (snd here))).

Theorem an_accepted_divided_entropy_tree_holds n v l' : same_learner (C.divides_by v) l' ->
  C.check_divided_entropy_tree n v = true ->
  map_tree (divided_note_of n (C.one_part_more v) l') (divided_entropy_tree n (C.one_part_more v) l'
    (map real_gapped (C.gaps_of_weight (C.rows_with_gaps v)))) = real_tree stated_note (C.divided_notes v).
Proof.
  intros same H. unfold C.check_divided_entropy_tree in H.
  rewrite (what_is_divided_by_forms_is_divided n _ _ _ same). revert H. apply nodes_are. intros here m E.
  apply a_note_is in E. rewrite <- E. unfold divided_note_of. cbn [real_gapped_node snd].
  now rewrite labels_are, (divided_askable_is n _ _ _ same), best_of_is.
Qed.

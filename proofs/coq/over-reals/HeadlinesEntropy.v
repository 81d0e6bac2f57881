(** * HeadlinesEntropy: the headlines that speak of entropy

    As in [Headlines]: each with data to which it applies, and a false neighbour. *)
From Coq Require Import QArith Reals Qreals Lra Lia List.
From Dtrees Require Import Spec.Summaries Spec.Impurities Spec.Entropies Spec.Learning.
From Dtrees Require Summary Entropy.
From DtreesReals Require Import ExecuteGrowing Spec.Growing Spec.GrownTrees.
From DtreesReals Require GrowingTheorems Ordering GrowingEntropy OrderingEntropy.
Import ListNotations.
Open Scope R_scope.

(** ** 2. Every branch of ID3 and C4.5 asks the first of the best of all its questions ([OrderingEntropy])

    Two classes in the order of their shares, or all subsets; the score is the gain, or the ratio of C4.5 past
    its gate. *)
Corollary every_entropy_branch_is_optimal n l rows level here q :
  let real_weight := fun c : ClassCounts => Q2R (weight c) in
  let real_share_rank := fun c : ClassCounts => option_map (fun key d => Q2R (key d)) (share_rank c) in
  sound (labelled n) rows -> gate_counts_gainless l ->
  In ((level, here), q)
    (asked (grow (counts n) real_weight entropy intrinsic_value real_share_rank l rows)) ->
  stops real_weight entropy (stopping l) level (summary (counts n) here) = false /\
  exists c before after, asks c = q /\
    askable (counts n) real_weight entropy intrinsic_value no_rank l here = before ++ c :: after /\
    (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
Proof.
  change (sound (labelled n) rows -> gate_counts_gainless l ->
    In ((level, here), q) (asked (grow (counts n) GrowingEntropy.real_weight entropy intrinsic_value
      GrowingEntropy.real_share_rank l rows)) ->
    stops GrowingEntropy.real_weight entropy (stopping l) level (summary (counts n) here) = false /\
    exists c before after, asks c = q /\
      askable (counts n) GrowingEntropy.real_weight entropy intrinsic_value no_rank l here =
        before ++ c :: after /\
      (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c)).
  intros Ok G. rewrite OrderingEntropy.entropy_ordering_loses_nothing by assumption.
  unfold GrowingEntropy.entropy_tree. apply DtreesReals.GrowingTheorems.every_branch_is_optimal.
Qed.

(** Three categories, which weigh 1, 2 and 3; by forms, in which ID3 computes. *)
Definition subsets_by_forms : G.learner :=
  let zero := N.Fraction 0 in
  G.Build_learner [G.Subset] false G.NoGate (G.Build_limits None zero zero zero zero zero true).
Definition by_subsets : learner := learner_over_reals [Subset] subsets_by_forms.
Definition rows_by_forms : list (G.row (QArith_base.Q * nat)) :=
  map (fun '(x, w, k) => G.Build_row _ [N.Fraction x] (w, k))
    [(0, 1, 0%nat); (1, 2, 1%nat); (2, 3, 0%nat)]%Q.
Definition three_rows : list (row (QArith_base.Q * nat)) := map real_row rows_by_forms.

Lemma subsets_are_the_same : same_learner subsets_by_forms by_subsets.
Proof. repeat split. repeat constructor. Qed.

Lemma three_rows_sound : sound (labelled 2) three_rows.
Proof. intros r [<-|[<-|[<-|[]]]]; split; simpl; (reflexivity || lia). Qed.

Example every_entropy_branch_is_optimal_applies :
  sound (labelled 2) three_rows /\ gate_counts_gainless by_subsets /\
  In ((0%nat, three_rows), OneOf 0 [Q2R 0; Q2R 2])
    (asked (grow (counts 2) (fun c => Q2R (weight c)) entropy intrinsic_value
      (fun c => option_map (fun key d => Q2R (key d)) (share_rank c)) by_subsets three_rows)).
Proof.
  split; [exact three_rows_sound|]. split; [now left|].
  change (In ((0%nat, three_rows), OneOf 0 [Q2R 0; Q2R 2]) (asked (grow (counts 2) GrowingEntropy.real_weight
    entropy intrinsic_value GrowingEntropy.real_share_rank by_subsets three_rows))).
  rewrite OrderingEntropy.entropy_ordering_loses_nothing; [|exact three_rows_sound|now left].
  unfold GrowingEntropy.entropy_tree, grow. unfold three_rows at 2 3. rewrite map_length.
  change (0%nat, map real_row rows_by_forms) with (real_node (0%nat, rows_by_forms)).
  change GrowingEntropy.no_real_rank with (real_rank G.no_rank).
  rewrite (what_is_grown_by_forms_is_grown 2 G.no_rank _ _ subsets_are_the_same).
  match goal with |- In _ (asked (_ _ ?t)) => let grown := eval vm_compute in t in
    replace t with grown by (vm_compute; reflexivity) end.
  now left.
Qed.

(** Not by any order: by weights the best is missed. *)
Example every_entropy_branch_is_not_optimal_by_any_order :
  let real_weight := fun c : ClassCounts => Q2R (weight c) in
  let best_by := fun rank => map asks
    (admissible_splits (counts 2) real_weight entropy intrinsic_value rank by_subsets three_rows) in
  best_by (fun _ => Some real_weight) = [OneOf 0 [Q2R 0; Q2R 1]] /\
  best_by no_rank = [OneOf 0 [Q2R 0; Q2R 2]].
Proof.
  assert (Same : forall rank, map asks (admissible_splits (counts 2) GrowingEntropy.real_weight entropy
    intrinsic_value (real_rank rank) by_subsets three_rows) = map real_question (map G.asks
    (G.admissible_splits (counts 2) F.weighed F.entropy F.intrinsic_value rank subsets_by_forms
      rows_by_forms))).
  { intros rank. unfold three_rows.
    rewrite (admissible_splits_are_the_same 2 rank _ _ subsets_are_the_same), !map_map. reflexivity. }
  intros real_weight best_by.
  split; [exact (Same (fun _ => Some F.weighed))|exact (Same G.no_rank)].
Qed.

(** ** 4. No split raises the entropy ([Entropy]) *)
Corollary information_gain_is_never_negative parts : (forall c, In c parts -> nonneg c) ->
  (0 < weight (merge parts))%Q ->
  0 <= information_gain parts /\ (information_gain parts = 0 <-> same_proportions parts).
Proof.
  intros N P. split; [now apply Entropy.information_gain_nonneg|].
  rewrite <- (Entropy.conditional_entropy_equal_iff_same_proportions parts N P). unfold information_gain.
    split; lra.
Qed.

(** ** 5. A gain ratio lies between 0 and 1 ([Entropy]) *)
Corollary gain_ratio_is_between_0_and_1 parts : (forall c, In c parts -> nonneg c) ->
  (0 < weight (merge parts))%Q ->
  0 < intrinsic_value parts -> 0 <= gain_ratio parts <= 1.
Proof. apply Entropy.gain_ratio_between_0_and_1. Qed.

Definition four_pure_parts : list ClassCounts := [[1; 0; 0; 0]; [0; 1; 0; 0]; [0; 0; 1; 0]; [0; 0; 0; 1]]%Q.

Lemma four_nonneg c : In c four_pure_parts -> nonneg c.
Proof. intros I x J. simpl in I. repeat destruct I as [<-|I]; try easy; simpl in J; intuition subst;
  discriminate. Qed.

Lemma four_even : entropy [1; 1; 1; 1]%Q = 2.
Proof.
  rewrite <- Entropy.log2_4. apply Entropy.entropy_is_log2_classes_iff_even; [|reflexivity|].
  - intros x I. simpl in I. intuition (subst; discriminate).
  - intros [|[|[|[|k]]]] L; simpl in L; [| | | |lia]; unfold proportion, Q2R; simpl; field.
Qed.

Example gain_ratio_is_between_0_and_1_applies :
  (forall c, In c four_pure_parts -> nonneg c) /\ (0 < weight (merge four_pure_parts))%Q /\
  0 < intrinsic_value four_pure_parts.
Proof.
  split; [exact four_nonneg|]. split; [reflexivity|]. unfold intrinsic_value.
  change (0 < entropy [1; 1; 1; 1]%Q). rewrite four_even. lra.
Qed.

Example information_gain_is_never_negative_applies :
  (forall c, In c four_pure_parts -> nonneg c) /\ (0 < weight (merge four_pure_parts))%Q.
Proof. split; [exact four_nonneg|reflexivity]. Qed.

(** Not the gain: of four classes it may be 2 bits. *)
Example a_gain_is_not_between_0_and_1 : information_gain four_pure_parts = 2.
Proof.
  assert (P : forall c, In c four_pure_parts -> (0 < weight c)%Q -> Summary.pure c).
  { intros c I _. simpl in I. repeat destruct I as [<-|I]; try easy;
      [exists 0%nat|exists 1%nat|exists 2%nat|exists 3%nat]; reflexivity. }
  rewrite (proj2 (Entropy.information_gain_is_entropy_iff_parts_pure four_pure_parts four_nonneg
    ltac:(reflexivity)) P).
  change (entropy [1; 1; 1; 1]%Q = 2). exact four_even.
Qed.

(** Not unless the parts' weights are shares of the whole: parts that count alike may have more entropy than
    it. *)
Example parts_that_count_alike_may_have_more_entropy : entropy [1; 0]%Q + entropy [1; 1]%Q = 1.
Proof.
  rewrite Entropy.entropy_of_a_fair_coin.
  assert (Z : entropy [1; 0]%Q = 0); [|lra]. apply Entropy.entropy_zero_iff_pure.
  - intros x J. simpl in J. intuition subst; discriminate.
  - reflexivity.
  - exists 0%nat. reflexivity.
Qed.

(** * HeadlinesEntropy: the headlines that speak of entropy

    As in [Headlines]: each with data to which it applies, and a false neighbour. *)
From Coq Require Import QArith Reals Qreals Lra Lia List.
From Dtrees Require Import Spec.Summaries Spec.Impurities Spec.Entropies Spec.Learning.
From Dtrees Require Summary Entropy.
From DtreesReals Require Import Spec.Growing Spec.GrownTrees.
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

Definition one_row_a_class : list (row (QArith_base.Q * nat)) :=
  [Build_row _ [0] (1%Q, 0%nat); Build_row _ [1] (1%Q, 1%nat)].

Example every_entropy_branch_is_optimal_applies : sound (labelled 2) one_row_a_class.
Proof. intros r [<-|[<-|[]]]; split; simpl; (reflexivity || lia). Qed.

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

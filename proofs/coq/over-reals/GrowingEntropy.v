(** * GrowingEntropy: growing by entropy, its gain and its ratio

    The definitions and theorems of [Growing] and [GrowingTheorems] over the reals, with the
    entropy of [Entropy] for impurity and its intrinsic value: ID3 and C4.5.
    [QUINLAN86; C45 ch. 2; NOTE_D] *)
From Coq Require Import QArith Reals Qreals Lra Lia List Permutation.
From Dtrees Require Import Sums Summary Impurity Entropy GrowingRational.
From DtreesReals Require Sums.
From DtreesReals Require Import Tree Sequence Growing GrowingTheorems GrownEntropy.
Import ListNotations.
Open Scope R_scope.

Definition real_weight (c : ClassCounts) : R := Q2R (weight c).
Definition no_real_rank (_ : ClassCounts) : option (ClassCounts -> R) := None.

Definition entropy_tree (n : nat) (l : learner) (rows : list (row (QArith_base.Q * nat))) : grown node :=
  grow (counts n) real_weight entropy intrinsic_value no_real_rank l rows.

Lemma sumR_same_counts (f : QArith_base.Q -> R) c d : (forall x y, (x == y)%Q -> f x = f y) -> f 0%Q = 0 ->
  same_counts c d -> sumR f c = sumR f d.
Proof.
  intros P Z E. rewrite (sumR_counts f (length c + length d) c Z), (sumR_counts f (length c + length d) d Z) by lia.
  apply sumR_ext. intros k _. apply P, E.
Qed.

Lemma entropy_same c d : same_counts c d -> entropy c = entropy d.
Proof.
  intros E. unfold entropy. f_equal.
  rewrite (sumR_ext _ (fun x => Q2R (x / weight d) * log2 (Q2R (x / weight d)))).
  - apply sumR_same_counts; trivial.
    + intros x y H. assert (K : Q2R (x / weight d) = Q2R (y / weight d)) by (apply Qeq_eqR; now rewrite H).
      now rewrite K.
    + assert (Z : Q2R (0 / weight d) = 0) by (rewrite <- Q2R_0; apply Qeq_eqR; unfold Qdiv; ring).
      rewrite Z. ring.
  - intros x _. assert (K : Q2R (x / weight c) = Q2R (x / weight d)).
    { apply Qeq_eqR. now rewrite (weight_same c d E). }
    cbv zeta. now rewrite K.
Qed.

Lemma entropy_no_part_exceeds n : no_part_exceeds (counts n) real_weight entropy positive_weight.
Proof.
  intros rows parts Ok P. set (cs := map (Growing.summary (counts n)) parts).
  assert (C : same_counts (merge cs) (Growing.summary (counts n) rows)).
  { intros k. unfold cs, Growing.summary. rewrite count_merge, Dtrees.Sums.sum_map, count_counts.
    rewrite (counts_of_partition n (map target rows) (map (map target) parts) k)
      by (rewrite <- concat_map; now apply Permutation_map, Permutation_sym).
    rewrite count_merge, !Dtrees.Sums.sum_map. apply Dtrees.Sums.sum_ext. intros part _. apply count_counts. }
  unfold risk_of_rows, real_weight. rewrite <- (entropy_same _ _ C), <- (Qeq_eqR _ _ (weight_same _ _ C)).
  rewrite <- (Sums.sum_map entropy_risk (Growing.summary (counts n))). apply (split_raises_no_entropy cs).
  intros c I. apply in_map_iff in I as (part & <- & I). apply counts_nonneg. intros p J.
  apply in_map_iff in J as (r & <- & J). apply Ok. apply (Permutation_in r P). apply in_concat. eauto.
Qed.

(** No alpha of a tree grown by entropy is negative, whatever the score, the gate and the limits. *)
Theorem grown_entropy_alpha_is_never_negative n l rows : sound positive_weight rows ->
  forall b, In b (branches (risks (counts n) real_weight entropy (entropy_tree n l rows))) -> 0 <= alpha_of b.
Proof.
  exact (grown_alpha_is_never_negative (counts n) real_weight entropy intrinsic_value no_real_rank positive_weight
    l rows (entropy_no_part_exceeds n)).
Qed.

(** ID3 and C4.5 ask the first of the best questions at every branch: the largest gain, or the
    largest ratio among the features past the gate. *)
Theorem every_entropy_branch_is_optimal n l rows level here q :
  let askable := askable (counts n) real_weight entropy intrinsic_value no_real_rank l in
  In ((level, here), q) (asked (entropy_tree n l rows)) ->
  exists c before after, asks c = q /\ askable here = before ++ c :: after /\
    (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
Proof.
  intros askable I.
  exact (proj2 (every_branch_is_optimal (counts n) real_weight entropy intrinsic_value no_real_rank
    l rows level here q I)).
Qed.

Theorem entropy_trees_ignore_row_order n l rows rows' : Permutation rows rows' ->
  summarized_tree (counts n) (entropy_tree n l rows) = summarized_tree (counts n) (entropy_tree n l rows').
Proof.
  exact (row_order_does_not_matter (counts n) real_weight entropy intrinsic_value no_real_rank
    (counts_permutation n) l rows rows').
Qed.

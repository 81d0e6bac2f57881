(** * GrowingEntropy: growing by entropy, its gain and its ratio

    The definitions and theorems of [Growing] and [GrowingTheorems] over the reals, with the
    entropy of [Entropy] for impurity and its intrinsic value: ID3 and C4.5.
    [QUINLAN86; C45 ch. 2; NOTE_D] *)
From Coq Require Import QArith Reals Qreals Lra Lia List Permutation.
From Dtrees Require Import Sums Summary Impurity Entropy GrowingRational EqualRanks.
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
  intros P Z E. rewrite (sumR_counts f (length c + length d) c Z), (sumR_counts f (length c + length d) d Z)
    by lia.
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
  exact (grown_alpha_is_never_negative (counts n) real_weight entropy intrinsic_value no_real_rank
    positive_weight
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

(** ** Limits on gain only cut, whether all subsets are tried or a few

    The order by shares, as ID3 with subsets has it. *)
Definition real_share_rank (whole : ClassCounts) : option (ClassCounts -> R) :=
  option_map (fun key c => Q2R (key c)) (share_rank whole).

Theorem equal_shares_gain_no_information n :
  equal_ranks_gain_nothing (counts n) real_weight entropy real_share_rank (labelled n).
Proof.
  intros f rows real cs Ok Rk S D. unfold real_share_rank in Rk.
  destruct (share_rank (Growing.summary (counts n) rows)) as [key|] eqn:K; [|discriminate].
    injection Rk as <-.
  destruct (parts_of_equal_groups f cs rows (fun g => Q2R (key (counts n g))) D S) as (g0 & H).
  set (parts := map (Growing.summary (counts n)) (split (OneOf f cs) rows)).
  assert (L : forall t, In t (map target rows) -> labelled n t)
    by (intros t I; apply in_map_iff in I as (r & <- & I); now apply Ok).
  assert (N : forall c, In c parts -> nonneg c).
  { intros c I. apply in_map_iff in I as (part & <- & I). destruct (H part I) as (_ & Inc & _).
    apply counts_nonneg.
    intros t J. apply in_map_iff in J as (r & <- & J). now apply Ok, Inc. }
  assert (C : same_counts (merge parts) (Growing.summary (counts n) rows)).
  { intros k. unfold parts, Growing.summary. rewrite count_merge, Dtrees.Sums.sum_map, count_counts.
    rewrite (counts_of_partition n (map target rows) (map (map target) (split (OneOf f cs) rows)) k)
      by (rewrite <- concat_map; now apply Permutation_map, Permutation_sym, split_shares_out).
    rewrite count_merge, !Dtrees.Sums.sum_map. apply Dtrees.Sums.sum_ext. intros part _. apply count_counts. }
  assert (W : (0 < weight (merge parts))%Q).
  { rewrite (weight_same _ _ C). unfold Growing.summary. rewrite weight_of_labelled by exact L.
    apply positive_sum; [|intros t I; now apply L]. destruct D as (_ & _ & D).
    destruct (D 0%nat) as (r & I & _); [simpl; lia|]. now destruct rows. }
  assert (Same : same_proportions parts).
  { unfold parts, Growing.summary. rewrite <- (map_map (map target) (counts n)).
    apply (equal_shares_same_proportions n (map target rows) _ key (key (counts n g0)) L K). intros a I.
    apply in_map_iff in I as (part & <- & I). destruct (H part I) as (_ & Inc & gs & P & G).
    split; [now apply incl_map|]. exists gs. split; [exact P|]. intros g J. destruct (G g J) as (Ne & I' & E).
    split; [|now apply eqR_Qeq]. rewrite weight_of_labelled by (intros q M; now apply L, I').
    apply positive_sum; [exact Ne|]. intros q M. now apply L, I'. }
  apply (conditional_entropy_equal_iff_same_proportions parts N W) in Same.
  change (entropy (Growing.summary (counts n) rows) - sumR (fun s => real_weight s /
    real_weight (Growing.summary (counts n) rows) * entropy s) parts = 0).
  rewrite <- (entropy_same _ _ C), <- Same. apply Rminus_diag_eq, sumR_ext. intros s _. unfold real_weight.
  rewrite <- (Qeq_eqR _ _ (weight_same _ _ C)). unfold Qdiv. rewrite Q2R_mult, Q2R_inv; [reflexivity|].
  intros Z. rewrite Z in W. discriminate.
Qed.

Theorem entropy_limits_only_cut n l' l rows : sound (labelled n) rows -> by_ratio l = false ->
  alike l' l -> tighter (stopping l') (stopping l) -> min_gain (stopping l) <= min_gain (stopping l') ->
  (gainless (stopping l') = true -> gainless (stopping l) = true) ->
  cut_of (entropy_tree n l' rows) (entropy_tree n l rows) /\
  cut_of (grow (counts n) real_weight entropy intrinsic_value real_share_rank l' rows)
    (grow (counts n) real_weight entropy intrinsic_value real_share_rank l rows).
Proof.
  intros Ok G A T M Z. split.
  - apply (gain_limits_only_cut _ _ _ _ _ (labelled n)); trivial. intros f here key cs _. discriminate.
  - apply (gain_limits_only_cut _ _ _ _ _ (labelled n)); trivial. apply equal_shares_gain_no_information.
Qed.

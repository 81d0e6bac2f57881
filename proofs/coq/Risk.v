(** * Risk: no split raises the risk, so no alpha is negative

    Growing chooses splits that do not raise the training risk (that they never do
    is the chapter on impurities).  Then every alpha is at least 0, and more than 0
    when each split lowers the risk.  On a validation set neither holds.
    [CART84 §3.3; NOTE_D] *)
From Coq Require Import QArith Lqa Lia List Sorted.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence.
Import ListNotations.
Open Scope Q_scope.

Definition no_split_raises_risk (t : tree) : Prop :=
  forall r ts, In (Branch r ts) (branches t) -> sum root_cost ts <= r.

Definition every_split_lowers_risk (t : tree) : Prop :=
  forall r ts, In (Branch r ts) (branches t) -> sum root_cost ts < r.

Lemma lowering_is_not_raising t : every_split_lowers_risk t -> no_split_raises_risk t.
Proof. intros H r ts I. now apply Qlt_le_weak, H. Qed.

Lemma no_split_raises_below t b : no_split_raises_risk t -> In b (branches t) -> no_split_raises_risk b.
Proof. intros H Ib r ts I. eapply H, branches_trans; eauto. Qed.

Lemma no_split_raises_child r ts t : no_split_raises_risk (Branch r ts) -> In t ts -> no_split_raises_risk t.
Proof. intros H It r' us I. eapply H, branches_child; eauto. Qed.

(** Splitting on lowers the risk further, or leaves it. *)
Theorem pruning_never_lowers_risk s t : no_split_raises_risk t -> s <<= t -> risk t <= risk s.
Proof.
  revert s. induction t as [r|r ts IH] using tree_induction; intros s H S.
  - apply leaf_has_one_pruning in S as ->. lra.
  - inversion S as [|? ss ? F]; subst; simpl.
    + apply Qle_trans with (sum root_cost ts); [|apply H; simpl; auto]. apply sum_le. intros t I.
      apply (IH t I (Leaf (root_cost t))); [eapply no_split_raises_child; eauto|apply pruned_here].
    + apply sum_le_two. revert F. apply Forall2_in. intros t I s P.
      apply IH; [exact I|eapply no_split_raises_child; eauto|exact P].
Qed.

Corollary risk_is_at_most_the_roots t : no_split_raises_risk t -> risk t <= root_cost t.
Proof. intros H. exact (pruning_never_lowers_risk _ t H (pruned_here t)). Qed.

Theorem alpha_is_never_negative t : wf t -> no_split_raises_risk t ->
  forall b, In b (branches t) -> 0 <= alpha_of b.
Proof.
  intros W H b I. assert (R := risk_is_at_most_the_roots b (no_split_raises_below t b H I)).
  destruct (branches_are_branches t b I) as (r & ts & ->). simpl root_cost in R.
  apply branch_costs_no_more_up_to_alpha; [eapply branches_wf; eauto|]. unfold cost. lra.
Qed.

Theorem alpha_is_positive t : wf t -> every_split_lowers_risk t ->
  forall b, In b (branches t) -> 0 < alpha_of b.
Proof.
  intros W H b I. destruct (branches_are_branches t b I) as (r & ts & ->).
  assert (L := H r ts I). assert (N := no_split_raises_below _ _ (lowering_is_not_raising t H) I).
  assert (R : risk (Branch r ts) <= sum root_cost ts).
  { apply sum_le. intros t' I'. eapply risk_is_at_most_the_roots, no_split_raises_child; eauto. }
  apply Qnot_le_lt. intros A.
  apply leaf_costs_no_more_from_alpha_on in A; [|eapply branches_wf; eauto]. unfold cost in A. lra.
Qed.

(** ** At alpha 0 *)

Corollary negative_alpha_prunes_nothing a t : wf t -> no_split_raises_risk t -> a < 0 ->
  optimal_subtree a t = t.
Proof.
  intros W H L. apply unpruned_exactly_below_smallest_alpha; [exact W|]. intros b I.
  apply (alpha_is_never_negative t W H) in I. lra.
Qed.

Corollary alpha_zero_keeps_the_whole_tree t : wf t -> every_split_lowers_risk t ->
  optimal_subtree 0 t = t.
Proof.
  intros W H. apply unpruned_exactly_below_smallest_alpha; [exact W|]. now apply alpha_is_positive.
Qed.

(** Splits that gain nothing do go at alpha 0, and the risk stays. *)
Corollary alpha_zero_keeps_the_risk t : no_split_raises_risk t ->
  risk (optimal_subtree 0 t) == risk t.
Proof.
  intros H. apply Qle_antisym.
  - assert (M := no_pruned_subtree_costs_less 0 t t (pruned_reflexive t)). unfold cost in M. lra.
  - apply pruning_never_lowers_risk; [exact H|apply optimal_subtree_is_pruned].
Qed.

(** Pruning leaves no split that raises the risk, so no round has a negative alpha. *)
Lemma no_split_raises_pruned s t : s <<= t -> no_split_raises_risk t -> no_split_raises_risk s.
Proof.
  revert s. induction t as [r|r ts IH] using tree_induction; intros s S H.
  - apply leaf_has_one_pruning in S as ->. exact H.
  - inversion S as [|? ss ? F]; subst; intros r' us I; [easy|].
    apply in_branches in I as [E|(u & Iu & I)].
    + injection E as -> ->. rewrite (pruned_children_roots ss ts F). apply H. simpl. auto.
    + destruct (Forall2_partner _ _ _ F u Iu) as (t & It & P).
      exact (IH t It u P (no_split_raises_child r ts t H It) r' us I).
Qed.

Theorem no_round_has_a_negative_alpha t : wf t -> no_split_raises_risk t ->
  forall a u, In (a, u) (rounds t) -> 0 <= a.
Proof.
  intros W H. assert (R := rounds_are_a_run t W). revert H.
  induction R as [r|t a b u seq M E _ S _ _ IH]; intros H c v; [easy|]. intros [K|I].
  - injection K as <- <-. apply smallest_alpha_some in M as [(d & I & <-) _]. rewrite E.
    now apply (alpha_is_never_negative t W H).
  - apply (IH (pruned_wf u t S W) (no_split_raises_pruned u t S H) c v I).
Qed.

(** * Rooted: the tree between two alphas is the optimal one at their geometric mean

    As cross-validation prunes each fold's tree: at the square root of the product, rational or not.  [CART84
    §3.4.2] *)
From Coq Require Import List.
From DtreesReals Require Import Numbers Sums Tree Pruned Optimal Sequence Between.
Open Scope R_scope.

Theorem a_fold_is_pruned_at_the_geometric_mean a b t : wf t -> 0 <= a -> 0 <= b ->
  tree_between a b t = optimal_subtree (sqrt (a * b)) t.
Proof.
  intros W A B. assert (P : 0 <= a * b) by now apply Rmult_le_pos. apply a_fold_is_pruned_optimally;
    [exact W|apply sqrt_pos|].
  intros d I. assert (D : 0 <= d).
  { assert (S := sequence_increases t W). inversion S as [|? ? _ F]; subst. destruct I as [<-|I];
    [simpl; lra|].
    rewrite Forall_forall in F. apply F in I. simpl in I. lra. }
  split; intros L.
  - rewrite <- (sqrt_square d D). apply sqrt_le_1; [now apply Rmult_le_pos|exact P|exact L].
  - rewrite <- (sqrt_sqrt (a * b) P). now apply Rmult_le_compat.
Qed.

(** * Ties: the other tie rule finds the largest optimum

    Some prune only where that is strictly better and keep a branch that ties.
    What they get is optimal too, and the largest: every optimal pruned subtree
    lies between [optimal_subtree a t] and [largest_optimal_subtree a t].
    [NOTE_C, the post-pruning code] *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Tree Pruned Optimal.
Import ListNotations.
Open Scope Q_scope.

Fixpoint largest_optimal_subtree (a : Q) (t : tree) : tree :=
  match t with
  | Leaf r => Leaf r
  | Branch r ts =>
      let us := map (largest_optimal_subtree a) ts in
      if Qle_bool (sum (cost a) us) (r + a) then Branch r us else Leaf r
  end.

Lemma largest_cases a r ts :
  let kept := sum (fun t => cost a (largest_optimal_subtree a t)) ts in
  (r + a < kept /\ largest_optimal_subtree a (Branch r ts) = Leaf r) \/
  (kept <= r + a /\
   largest_optimal_subtree a (Branch r ts) = Branch r (map (largest_optimal_subtree a) ts)).
Proof.
  simpl. rewrite sum_map. destruct (Qle_bool_spec
    (sum (fun t => cost a (largest_optimal_subtree a t)) ts) (r + a)); auto using Qnot_le_lt.
Qed.

Theorem largest_optimal_subtree_is_optimal a t : optimal a (largest_optimal_subtree a t) t.
Proof.
  split.
  - induction t as [r|r ts IH] using tree_induction; [apply pruned_reflexive|].
    destruct (largest_cases a r ts) as [[_ ->]|[_ ->]]; [now apply pruned_to_leaf|].
    now apply pruned_below, Forall2_map_self.
  - induction t as [r|r ts IH] using tree_induction; intros s S.
    + apply leaf_has_one_pruning in S as ->. apply Qle_refl.
    + inversion S as [|? ss ? F]; subst; simpl root_cost;
        [|apply (Forall2_in _ _ _ _ IH), sum_le_two in F; rewrite (cost_branch a r ss)];
        destruct (largest_cases a r ts) as [[C ->]|[C ->]];
        rewrite ?cost_branch, ?sum_map, ?cost_leaf; lra.
Qed.

Theorem largest_optimal_subtree_is_largest a s t : optimal a s t -> s <<= largest_optimal_subtree a t.
Proof.
  intros [S O]. assert (E := O _ (proj1 (largest_optimal_subtree_is_optimal a t))). clear O. revert s S E.
  induction t as [r|r ts IH] using tree_induction; intros s S E.
  - apply leaf_has_one_pruning in S as ->. apply pruned_reflexive.
  - destruct (largest_cases a r ts) as [[C K]|[C K]]; rewrite K in *;
      (inversion S as [|? ss ? F]; subst; [now apply pruned_to_leaf|]);
      rewrite cost_branch, ?cost_branch, ?sum_map, ?cost_leaf in E;
      assert (G : Forall2 (fun s t => cost a (largest_optimal_subtree a t) <= cost a s) ss ts)
        by (apply (Forall2_in pruned); [intros t _; apply largest_optimal_subtree_is_optimal|exact F]).
    + apply sum_le_two in G. lra.
    + apply (sums_meet_two _ _ _ _ G) in E. apply pruned_below. clear S C K G.
      induction F; simpl; inversion E; subst; constructor; simpl in IH; auto.
Qed.

(** The sample at alpha 2, where both of its splits tie. *)
Example ties_kept_is_not_the_smallest :
  largest_optimal_subtree 2 sample = sample /\
  optimal_subtree 2 sample = Branch 20 [Leaf 8; Leaf 7].
Proof. split; reflexivity. Qed.

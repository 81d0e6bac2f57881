(** * Optimal: the best pruned subtree at a given alpha

    [optimal_subtree a t] visits the children first and makes a branch a leaf
    when the leaf costs no more than the pruned children: a tie collapses.  It is
    the smallest minimiser T(alpha) of the cost R_a over all pruned subtrees, and
    the only one that is smallest.
    [CART84 §3.3; NOTE_B; NOTE_D] *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Tree Pruned.
Import ListNotations.
Open Scope Q_scope.

Example sample_optima :
  optimal_subtree 1 sample = sample /\
  optimal_subtree 2 sample = Branch 20 [Leaf 8; Leaf 7] /\     (* both splits tie: both go *)
  optimal_subtree 5 sample = Leaf 20.
Proof. repeat split. Qed.

(** The two ways a branch can go. *)
Lemma optimal_cases a r ts :
  let kept := sum (fun t => cost a (optimal_subtree a t)) ts in
  (r + a <= kept /\ optimal_subtree a (Branch r ts) = Leaf r) \/
  (kept < r + a /\ optimal_subtree a (Branch r ts) = Branch r (map (optimal_subtree a) ts)).
Proof.
  simpl. rewrite sum_map. destruct (Qle_bool_spec (r + a)
    (sum (fun t => cost a (optimal_subtree a t)) ts)) as [L|G]; auto using Qnot_le_lt.
Qed.

(** ** 1. A pruned subtree, optimal, the smallest optimal, unique as such *)

Theorem optimal_subtree_is_pruned a t : optimal_subtree a t <<= t.
Proof.
  induction t as [r|r ts IH] using tree_induction; [apply pruned_reflexive|].
  destruct (optimal_cases a r ts) as [[_ ->]|[_ ->]]; [now apply pruned_to_leaf|].
  now apply pruned_below, Forall2_map_self.
Qed.

Lemma optimal_subtree_root a t : root_cost (optimal_subtree a t) = root_cost t.
Proof. apply pruned_root, optimal_subtree_is_pruned. Qed.

Lemma optimal_subtree_wf a t : wf t -> wf (optimal_subtree a t).
Proof. apply pruned_wf, optimal_subtree_is_pruned. Qed.

Theorem no_pruned_subtree_costs_less a s t : s <<= t -> cost a (optimal_subtree a t) <= cost a s.
Proof.
  revert s. induction t as [r|r ts IH] using tree_induction; intros s S.
  - apply leaf_has_one_pruning in S as ->. apply Qle_refl.
  - inversion S as [|? ss ? F]; subst; simpl root_cost;
      [|apply (Forall2_in _ _ _ _ IH), sum_le_two in F; rewrite (cost_branch a r ss)];
      destruct (optimal_cases a r ts) as [[C ->]|[C ->]];
      rewrite ?cost_branch, ?sum_map, ?cost_leaf; lra.
Qed.

Theorem optimal_subtree_is_optimal a t : optimal a (optimal_subtree a t) t.
Proof. split; [apply optimal_subtree_is_pruned|intros u; apply no_pruned_subtree_costs_less]. Qed.

Theorem optimal_subtree_is_smallest a s t : optimal a s t -> optimal_subtree a t <<= s.
Proof.
  intros [S O]. assert (E := O _ (optimal_subtree_is_pruned a t)). clear O. revert s S E.
  induction t as [r|r ts IH] using tree_induction; intros s S E.
  - apply leaf_has_one_pruning in S as ->. apply pruned_reflexive.
  - destruct (optimal_cases a r ts) as [[C K]|[C K]]; rewrite K in *.
    + apply pruned_to_leaf. now apply pruned_root in S.
    + rewrite cost_branch, sum_map in E.
      inversion S as [|? ss ? F]; subst; [rewrite cost_leaf in E; simpl root_cost in E; lra|].
      rewrite cost_branch in E. apply sums_meet_two in E.
      * apply pruned_below. clear S C K.
        induction F; simpl; inversion E; subst; constructor; simpl in IH; auto.
      * apply (Forall2_in pruned); auto using no_pruned_subtree_costs_less.
Qed.

Theorem smallest_optimal_is_unique a s t :
  optimal a s t -> (forall u, optimal a u t -> s <<= u) -> s = optimal_subtree a t.
Proof.
  intros O M. apply pruned_antisymmetric.
  - apply M, optimal_subtree_is_optimal.
  - now apply optimal_subtree_is_smallest.
Qed.

(** ** 2. A larger alpha prunes further; what is between prunes to the same tree *)

Theorem optimal_subtrees_are_nested a b t : wf t -> a <= b -> optimal_subtree b t <<= optimal_subtree a t.
Proof.
  intros W L. induction t as [r|r ts IH] using tree_induction; [apply pruned_reflexive|].
  destruct (optimal_cases b r ts) as [[Cb ->]|[Cb Kb]].
  { apply pruned_to_leaf. apply optimal_subtree_root. }
  destruct (optimal_cases a r ts) as [[Ca Ka]|[Ca Ka]].
  - (* The tree kept at b costs less than its root at b, so less at a too. *)
    exfalso. assert (P := optimal_subtree_is_pruned b (Branch r ts)).
    assert (M := no_pruned_subtree_costs_less a _ _ P).
    assert (R := cost_rises a b _ (pruned_wf _ _ P W) L).
    rewrite Ka, cost_leaf in M. rewrite Kb, (cost_branch b), sum_map in R. rewrite Kb in M. lra.
  - rewrite Ka, Kb. apply pruned_below, Forall2_map, Forall2_same.
    intros t I. apply IH; [exact I|now apply (wf_children r ts)].
Qed.

Theorem between_prunes_to_the_same a s t :
  optimal_subtree a t <<= s -> s <<= t -> optimal_subtree a s = optimal_subtree a t.
Proof.
  intros P S. symmetry. apply smallest_optimal_is_unique.
  - split; [exact P|]. intros u U. apply no_pruned_subtree_costs_less.
    now apply pruned_transitive with s.
  - intros u [U O]. apply optimal_subtree_is_smallest. split.
    + now apply pruned_transitive with s.
    + intros v V. apply Qle_trans with (cost a (optimal_subtree a t)); [now apply O|].
      now apply no_pruned_subtree_costs_less.
Qed.

Corollary pruning_composes a b t : wf t -> a <= b ->
  optimal_subtree b (optimal_subtree a t) = optimal_subtree b t.
Proof.
  intros W L. apply between_prunes_to_the_same.
  - now apply optimal_subtrees_are_nested.
  - apply optimal_subtree_is_pruned.
Qed.

Corollary pruning_is_idempotent a t : optimal_subtree a (optimal_subtree a t) = optimal_subtree a t.
Proof.
  apply between_prunes_to_the_same; [apply pruned_reflexive|apply optimal_subtree_is_pruned].
Qed.

(** Equal fractions prune equally. *)
Corollary equal_alphas_prune_equally a b t : wf t -> a == b -> optimal_subtree a t = optimal_subtree b t.
Proof. intros W E. apply pruned_antisymmetric; apply optimal_subtrees_are_nested; auto; lra. Qed.

(** A larger alpha leaves no more leaves and no less risk. *)
Corollary larger_alpha_has_fewer_leaves_and_more_risk a b t : wf t -> 0 <= a -> a <= b ->
  leaves (optimal_subtree b t) <= leaves (optimal_subtree a t) /\
  risk (optimal_subtree a t) <= risk (optimal_subtree b t).
Proof.
  intros W P L. assert (N := optimal_subtrees_are_nested a b t W L).
  apply pruned_leaves in N; [|now apply optimal_subtree_wf].
  assert (M := no_pruned_subtree_costs_less a _ _ (optimal_subtree_is_pruned b t)).
  split; [exact N|]. unfold cost in M. nra.
Qed.

(** A cut is safe at [a] wherever the branch's own optimum is its root: pruning what
    is cut gives the same tree. *)
Theorem cut_what_collapses p a t b : subtree_at p t = Some b ->
  optimal_subtree a b = Leaf (root_cost b) ->
  optimal_subtree a (prune_at p t) = optimal_subtree a t.
Proof.
  revert t. induction p as [|i p IH]; intros [r|r ts] E K; simpl in E; try discriminate.
  - now injection E as <-.
  - injection E as <-. now rewrite K.
  - destruct (nth_error ts i) as [u|] eqn:N; [|discriminate].
    destruct (update_split i (prune_at p) ts u N) as (l & m & -> & U).
    simpl. rewrite U, !map_app. simpl. now rewrite (IH u).
Qed.

(** * Scale: in what unit risk and alpha are counted does not matter

    Risks are counted as [N_t i(t)], as [N_t / N i(t)], or relative to the root's.
    All are Breiman's risk times one positive number for the whole tree; alpha takes
    the same factor, and the trees are the same.  (A factor of each node's own is
    another matter: [NodeNormalised].)  [CART84 §3.3] *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence.
Import ListNotations.
Open Scope Q_scope.

Fixpoint scaled (k : Q) (t : tree) : tree :=
  match t with
  | Leaf r => Leaf (k * r)
  | Branch r ts => Branch (k * r) (map (scaled k) ts)
  end.

Example sample_in_fifths :
  optimal_subtree 2 (scaled 5 sample) = scaled 5 (optimal_subtree (2 / 5) sample) /\
  optimal_subtree 10 (scaled 5 sample) = scaled 5 (optimal_subtree 2 sample).
Proof. split; reflexivity. Qed.

Lemma scaled_leaves k t : leaves (scaled k t) == leaves t.
Proof.
  induction t as [r|r ts IH] using tree_induction; [reflexivity|]. simpl. rewrite sum_map. now apply sum_ext.
Qed.

Lemma scaled_risk k t : risk (scaled k t) == k * risk t.
Proof.
  induction t as [r|r ts IH] using tree_induction; [reflexivity|]. simpl. rewrite sum_map.
  rewrite (sum_ext _ (fun t => risk t * k)); [rewrite sum_scale; ring|].
  intros t I. rewrite IH by exact I. ring.
Qed.

Theorem alpha_scales k t : alpha_of (scaled k t) == k * alpha_of t.
Proof.
  unfold alpha_of. rewrite scaled_leaves, scaled_risk.
  assert (E : root_cost (scaled k t) = k * root_cost t) by now destruct t. rewrite E. unfold Qdiv. ring.
Qed.

Lemma scaled_cost k a t : cost (k * a) (scaled k t) == k * cost a t.
Proof. unfold cost. rewrite scaled_leaves, scaled_risk. ring. Qed.

Theorem optimal_subtree_scales k a t : 0 < k ->
  optimal_subtree (k * a) (scaled k t) = scaled k (optimal_subtree a t).
Proof.
  intros P. induction t as [r|r ts IH] using tree_induction; [reflexivity|].
  change (scaled k (Branch r ts)) with (Branch (k * r) (map (scaled k) ts)).
  assert (E : sum (fun t => cost (k * a) (optimal_subtree (k * a) t)) (map (scaled k) ts) ==
    k * sum (fun t => cost a (optimal_subtree a t)) ts).
  { rewrite sum_map, (sum_ext _ (fun t => cost a (optimal_subtree a t) * k));
      [rewrite sum_scale; ring|]. intros t I. rewrite IH, scaled_cost by exact I. ring. }
  destruct (optimal_cases a r ts) as [[C ->]|[C ->]];
    destruct (optimal_cases (k * a) (k * r) (map (scaled k) ts)) as [[D ->]|[D ->]]; rewrite E in D.
  - reflexivity.
  - nra.
  - nra.
  - simpl. f_equal. rewrite !map_map. now apply map_ext_in.
Qed.

Lemma scaled_wf k t : wf t -> wf (scaled k t).
Proof.
  induction t as [r|r ts IH] using tree_induction; intros W; [constructor|].
  inversion W as [|? ? L C]; subst. constructor; [now rewrite map_length|].
  intros u I. apply in_map_iff in I as (t & <- & I). auto.
Qed.

Theorem sequence_scales k a t : wf t -> 0 < k -> 0 <= a ->
  member_at (scaled k t) (pruning_sequence (scaled k t)) (k * a) =
  scaled k (member_at t (pruning_sequence t) a).
Proof.
  intros W P A. rewrite !sequence_is_optimal_everywhere; auto using scaled_wf, optimal_subtree_scales.
  apply Qmult_le_0_compat; lra.
Qed.

(** * Sequence: weakest links, and every alpha's tree in one list

    [alpha_of t] is the alpha at which keeping a branch and making it a leaf cost
    the same.  A round finds the smallest such alpha in the tree and cuts every
    branch that has it; the rounds end at the root alone.  The list they leave
    holds the optimal subtree of *every* alpha.
    [CART84 §3.3; NOTE_A; NOTE_D] *)
From Coq Require Import QArith Lqa Lia List Sorted.
From Dtrees Require Import Sums Tree Pruned Optimal.
Import ListNotations.
Open Scope Q_scope.

(** ** Sequences *)

Inductive run : tree -> list (Q * tree) -> Prop :=
| run_ends r : run (Leaf r) []
| run_cuts t a b u seq :
    smallest_alpha t = Some b -> a == b ->
    optimal_subtree b t <<= u -> u <<= t -> u <> t ->
    run u seq -> run t ((a, u) :: seq).

Example sample_sequence : pruning_sequence sample =
  [(0, sample); (2, Branch 20 [Leaf 8; Leaf 7]); (5, Leaf 20)].
Proof. reflexivity. Qed.

Example sample_alphas : map (fun b => Qred (alpha_of b)) (branches sample) = [11#4; 2; 2].
Proof. reflexivity. Qed.

(** ** [alpha_of] is the balance point *)

Lemma alpha_balance a r ts : wf (Branch r ts) ->
  cost a (Branch r ts) - (r + a) == (a - alpha_of (Branch r ts)) * (leaves (Branch r ts) - 1)
  /\ 1 <= leaves (Branch r ts) - 1.
Proof.
  intros W. apply two_leaves_at_least in W. unfold alpha_of, cost.
  change (root_cost (Branch r ts)) with r. split; [field|]; lra.
Qed.

Theorem alpha_of_is_the_balance_point a r ts : wf (Branch r ts) ->
  cost a (Branch r ts) == r + a <-> a == alpha_of (Branch r ts).
Proof. intros W. destruct (alpha_balance a r ts W). split; intros; nra. Qed.

(** At and above it the leaf costs no more; at and below it the branch costs no more. *)
Theorem leaf_costs_no_more_from_alpha_on a r ts : wf (Branch r ts) ->
  alpha_of (Branch r ts) <= a <-> r + a <= cost a (Branch r ts).
Proof. intros W. destruct (alpha_balance a r ts W). split; intros; nra. Qed.

Theorem branch_costs_no_more_up_to_alpha a r ts : wf (Branch r ts) ->
  a <= alpha_of (Branch r ts) <-> cost a (Branch r ts) <= r + a.
Proof. intros W. destruct (alpha_balance a r ts W). split; intros; nra. Qed.

(** ** The smallest alpha *)

Lemma smallest_none l : smallest l = None -> l = [].
Proof. destruct l; [reflexivity|]. simpl. now destruct (smallest l). Qed.

Lemma smallest_some l m : smallest l = Some m -> In m l /\ forall x, In x l -> m <= x.
Proof.
  revert m. induction l as [|x l IH]; simpl; intros m; [discriminate|].
  destruct (smallest l) as [k|] eqn:E; injection 1 as <-.
  - destruct (IH k eq_refl) as [I L]. destruct (Qle_bool_spec k x); split; auto;
      intros y [<-|Iy]; try lra; auto. specialize (L y Iy). lra.
  - apply smallest_none in E as ->. split; [auto|]. intros y [<-|[]]. lra.
Qed.

Lemma smallest_alpha_none t : smallest_alpha t = None -> t = Leaf (root_cost t).
Proof. intros E. apply smallest_none in E. now destruct t. Qed.

Lemma smallest_alpha_some t a : smallest_alpha t = Some a ->
  (exists b, In b (branches t) /\ alpha_of b = a) /\ forall b, In b (branches t) -> a <= alpha_of b.
Proof.
  intros E. apply smallest_some in E as [I L]. apply in_map_iff in I as (b & E & I).
  split; [eauto|]. intros c Ic. now apply L, in_map.
Qed.

(** ** Up to its smallest alpha a tree costs no more than its best pruning; below it, it is its own. *)

(** At an alpha that no branch is below, the optimum costs what the tree costs, and a round finds it. *)
Lemma round_at a t : wf t -> (forall b, In b (branches t) -> a <= alpha_of b) ->
  cost a (optimal_subtree a t) == cost a t /\ prune_weakest a t = optimal_subtree a t.
Proof.
  induction t as [r|r ts IH] using tree_induction; intros W H; [now split|].
  assert (K : forall t, In t ts ->
    cost a (optimal_subtree a t) == cost a t /\ prune_weakest a t = optimal_subtree a t).
  { intros t I. apply IH; [exact I|now apply (wf_children r ts)|]. eauto using branches_child. }
  assert (S : sum (fun t => cost a (optimal_subtree a t)) ts == cost a (Branch r ts)).
  { rewrite cost_branch. apply sum_ext. intros t I. now apply K. }
  assert (A : a <= alpha_of (Branch r ts)) by (apply H; simpl; auto).
  apply branch_costs_no_more_up_to_alpha in A; [|exact W].
  assert (B := leaf_costs_no_more_from_alpha_on a r ts W). cbn [prune_weakest].
  destruct (optimal_cases a r ts) as [[C ->]|[C ->]];
    destruct (Qle_bool_spec (alpha_of (Branch r ts)) a) as [L|G].
  - split; [rewrite cost_leaf; lra|reflexivity].
  - rewrite S in C. tauto.
  - apply B in L. lra.
  - split; [now rewrite cost_branch, sum_map|]. f_equal. apply map_ext_in. intros t I. now apply K.
Qed.

Theorem unpruned_exactly_below_smallest_alpha a t : wf t ->
  optimal_subtree a t = t <-> forall b, In b (branches t) -> a < alpha_of b.
Proof.
  intros W. split.
  - induction t as [r|r ts IH] using tree_induction; [easy|]. intros E.
    destruct (optimal_cases a r ts) as [[C K]|[C K]]; rewrite K in E; [discriminate|].
    injection E as E. assert (F := proj1 (map_fixed _ _) E).
    intros b I. apply in_branches in I as [->|(t & I & Ib)].
    + apply Qnot_le_lt. intros L. apply leaf_costs_no_more_from_alpha_on in L; [|exact W].
      rewrite cost_branch, <- E, sum_map in L. lra.
    + apply (IH t); [exact I|now apply (wf_children r ts)|now apply F|exact Ib].
  - intros H. rewrite <- (proj2 (round_at a t W (fun b I => Qlt_le_weak _ _ (H b I)))). clear W.
    induction t as [r|r ts IH] using tree_induction; [reflexivity|]. cbn [prune_weakest].
    destruct (Qle_bool_spec (alpha_of (Branch r ts)) a) as [L|_].
    + assert (a < alpha_of (Branch r ts)) by (apply H; simpl; auto). lra.
    + f_equal. apply map_fixed. eauto using branches_child.
Qed.

Theorem tree_is_optimal_up_to_smallest_alpha a t : wf t ->
  (forall b, In b (branches t) -> a <= alpha_of b) -> optimal a t t.
Proof.
  intros W H. split; [apply pruned_reflexive|]. intros u U.
  rewrite <- (proj1 (round_at a t W H)). now apply no_pruned_subtree_costs_less.
Qed.

Theorem one_round_is_the_optimum a t : wf t -> smallest_alpha t = Some a ->
  prune_weakest a t = optimal_subtree a t.
Proof. intros W M. apply round_at; [exact W|]. apply (smallest_alpha_some t a M). Qed.

(** A round cuts something, and what it leaves is stronger than the round's alpha. *)
Theorem a_round_cuts a t : wf t -> smallest_alpha t = Some a -> optimal_subtree a t <> t.
Proof.
  intros W M E. apply smallest_alpha_some in M as [(b & I & <-) _].
  apply (proj1 (unpruned_exactly_below_smallest_alpha _ t W) E) in I. lra.
Qed.

Theorem next_alpha_is_larger a b t : wf t -> smallest_alpha t = Some a ->
  smallest_alpha (prune_weakest a t) = Some b -> a < b.
Proof.
  intros W M N. rewrite one_round_is_the_optimum in N by assumption.
  apply smallest_alpha_some in N as [(c & I & <-) _]. revert c I.
  apply unpruned_exactly_below_smallest_alpha; [now apply optimal_subtree_wf|].
  apply pruning_is_idempotent.
Qed.

(** ** Runs

    A run cuts weakest links step by step: in each step some of what collapses at
    the smallest alpha, whether all of it, one link, or anything between. *)

(** Whatever the steps, a run tells the optimal subtree of every alpha. *)
Theorem every_run_is_optimal_everywhere t seq : wf t -> run t seq ->
  forall a, member_at t seq a = optimal_subtree a t.
Proof.
  intros W R. induction R as [r|t a b u seq M E P S _ R IH]; intros c; [reflexivity|]. simpl.
  destruct (Qle_bool_spec a c) as [L|G].
  - assert (Wu := pruned_wf u t S W). assert (Lb : b <= c) by lra. rewrite IH by exact Wu.
    rewrite <- (pruning_composes b c u Wu Lb), <- (pruning_composes b c t W Lb).
    f_equal. now apply between_prunes_to_the_same.
  - symmetry. apply unpruned_exactly_below_smallest_alpha; [exact W|]. intros d I.
    apply smallest_alpha_some in M as [_ M]. specialize (M d I). lra.
Qed.

Theorem every_run_ends_at_the_root t seq : run t seq -> last (map snd seq) t = Leaf (root_cost t).
Proof.
  induction 1 as [r|t a b u seq _ _ _ S _ _ IH]; [reflexivity|].
  rewrite <- (pruned_root u t S), <- IH. apply last_cons.
Qed.

Theorem a_run_has_no_more_steps_than_internal_nodes t seq : run t seq ->
  (length seq <= internal_nodes t)%nat.
Proof.
  induction 1 as [r|t a b u seq _ _ _ S N _ IH]; simpl; [lia|].
  assert (H := pruned_fewer_nodes u t S N). lia.
Qed.

(** Each tree of a run is a smaller pruned subtree of the one before. *)
Theorem every_run_is_nested t seq : run t seq ->
  Sorted (fun u v => v <<= u /\ v <> u) (t :: map snd seq).
Proof. induction 1; [repeat constructor|]. constructor; [assumption|constructor; auto]. Qed.

(** ** The rounds are a run: the headline *)

Lemma rounds_are_a_run t : wf t -> run t (rounds t).
Proof.
  unfold rounds. assert (L := le_n (internal_nodes t)). revert L.
  generalize (internal_nodes t) at 2 3 as n. intros n. revert t.
  induction n as [|n IH]; intros t L W; (destruct (smallest_alpha t) as [a|] eqn:M;
    [|apply smallest_alpha_none in M; rewrite M; destruct n || idtac; constructor]).
  - destruct t; [discriminate|]. unfold internal_nodes in L. simpl in L. lia.
  - simpl. rewrite M. assert (E := one_round_is_the_optimum a t W M).
    assert (S := optimal_subtree_is_pruned a t). assert (N := a_round_cuts a t W M).
    assert (F := pruned_fewer_nodes _ _ S N). rewrite E.
    apply run_cuts with a; auto using Qred_correct, pruned_reflexive.
    apply IH; [lia|now apply optimal_subtree_wf].
Qed.

Theorem rounds_are_optimal_everywhere t a : wf t -> member_at t (rounds t) a = optimal_subtree a t.
Proof. intros W. now apply every_run_is_optimal_everywhere, rounds_are_a_run. Qed.

Theorem sequence_is_optimal_everywhere t a : wf t -> 0 <= a ->
  member_at t (pruning_sequence t) a = optimal_subtree a t.
Proof.
  intros W P. unfold pruning_sequence. cbn [member_at]. destruct (Qle_bool_spec 0 a); [|tauto].
  rewrite rounds_are_optimal_everywhere by now apply optimal_subtree_wf. now apply pruning_composes.
Qed.

Corollary sequence_contains_every_optimum t a : wf t -> 0 <= a ->
  In (optimal_subtree a t) (map snd (pruning_sequence t)).
Proof.
  intros W P. rewrite <- sequence_is_optimal_everywhere by assumption. unfold pruning_sequence.
  cbn [member_at map snd]. destruct (Qle_bool_spec 0 a); [|tauto]. generalize (optimal_subtree 0 t).
  intros u. generalize (rounds u). intros seq. revert u.
  induction seq as [|(b, v) seq IH]; intros u; simpl; [auto|]. destruct Qle_bool; [right; apply IH|auto].
Qed.

Lemma rounds_within_increase n t : wf t -> StronglySorted Qlt (map fst (rounds_within n t)).
Proof.
  intros W. apply Sorted_StronglySorted; [intros x y z; apply Qlt_trans|]. revert t W.
  induction n as [|n IH]; intros t W; simpl; [constructor|].
  destruct (smallest_alpha t) as [a|] eqn:M; simpl; constructor.
  - apply IH. rewrite one_round_is_the_optimum by assumption. now apply optimal_subtree_wf.
  - destruct n; simpl; [constructor|]. destruct (smallest_alpha (prune_weakest a t)) as [b|] eqn:N;
      simpl; constructor. rewrite !Qred_correct. now apply (next_alpha_is_larger a b t).
Qed.

Theorem rounds_increase t : wf t -> StronglySorted Qlt (map fst (rounds t)).
Proof. apply rounds_within_increase. Qed.

Theorem sequence_increases t : wf t -> StronglySorted Qlt (map fst (pruning_sequence t)).
Proof.
  intros W. assert (W0 := optimal_subtree_wf 0 t W). simpl. constructor; [now apply rounds_increase|].
  assert (F : forall b, In b (branches (optimal_subtree 0 t)) -> 0 < alpha_of b)
    by (apply unpruned_exactly_below_smallest_alpha; [exact W0|apply pruning_is_idempotent]).
  assert (S := rounds_increase _ W0). unfold rounds in *.
  destruct (internal_nodes (optimal_subtree 0 t)); simpl in *; [constructor|].
  destruct (smallest_alpha (optimal_subtree 0 t)) as [a|] eqn:M; simpl in *; [|constructor].
  apply smallest_alpha_some in M as [(b & I & <-) _]. apply F in I.
  assert (P : 0 < Qred (alpha_of b)) by now rewrite Qred_correct.
  constructor; [exact P|]. inversion S as [|? ? _ G]; subst.
  revert G. apply Forall_impl. intros c. now apply Qlt_trans.
Qed.

Theorem sequence_ends_at_the_root t : wf t ->
  snd (last (pruning_sequence t) (0, t)) = Leaf (root_cost t).
Proof.
  intros W. unfold pruning_sequence. rewrite last_cons, last_map. simpl snd.
  rewrite <- (optimal_subtree_root 0 t).
  now apply every_run_ends_at_the_root, rounds_are_a_run, optimal_subtree_wf.
Qed.

Theorem sequence_has_at_most_one_member_more_than_internal_nodes t : wf t ->
  (length (pruning_sequence t) <= internal_nodes t + 1)%nat.
Proof.
  intros W. assert (L := a_run_has_no_more_steps_than_internal_nodes _ _
    (rounds_are_a_run _ (optimal_subtree_wf 0 t W))).
  assert (P := pruned_internal_nodes _ _ (optimal_subtree_is_pruned 0 t)).
  unfold pruning_sequence. simpl. lia.
Qed.

Theorem sequence_is_nested t : wf t ->
  Sorted (fun u v => v <<= u /\ v <> u) (map snd (pruning_sequence t)).
Proof. intros W. apply every_run_is_nested. now apply rounds_are_a_run, optimal_subtree_wf. Qed.

(** The member with [a_k] is optimal on [[a_k, a_k+1)], and the last one from its alpha on. *)
Lemma member_on_its_interval t seq k a b u : StronglySorted Qlt (map fst seq) ->
  nth_error seq k = Some (b, u) -> b <= a ->
  (forall c v, nth_error seq (S k) = Some (c, v) -> a < c) -> member_at t seq a = u.
Proof.
  revert t k. induction seq as [|(d, w) seq IH]; intros t [|k] S N L M; try discriminate;
    inversion S as [|? ? S' F]; subst; simpl in *.
  - injection N as -> ->. destruct (Qle_bool_spec b a); [|tauto].
    destruct seq as [|(c, v) seq]; [reflexivity|]. specialize (M c v eq_refl). simpl.
    destruct (Qle_bool_spec c a); [lra|reflexivity].
  - rewrite Forall_forall in F. assert (d < b) by exact (F b (in_map fst _ _ (nth_error_In _ _ N))).
    destruct (Qle_bool_spec d a); [|lra]. eapply IH; eauto.
Qed.

Theorem each_member_is_optimal_on_its_interval t k a b u : wf t ->
  nth_error (pruning_sequence t) k = Some (b, u) -> b <= a ->
  (forall c v, nth_error (pruning_sequence t) (S k) = Some (c, v) -> a < c) ->
  u = optimal_subtree a t.
Proof.
  intros W N L M. assert (S := sequence_increases t W).
  rewrite <- sequence_is_optimal_everywhere; [|exact W|].
  - symmetry. eapply member_on_its_interval; eauto.
  - destruct k as [|k]; [injection N as <- _; exact L|]. inversion S as [|? ? _ F]; subst.
    rewrite Forall_forall in F. simpl in N. apply nth_error_In, (in_map fst), F in N.
    simpl in N. lra.
Qed.

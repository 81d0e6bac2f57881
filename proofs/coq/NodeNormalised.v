(** * NodeNormalised: the loss of one of the notes, divided by the node's own size

    [NOTE_D] weighs a branch's leaves by [|D_tj| / |D_t|], their
    share of the branch, where Breiman weighs them by their share of the whole
    data.  So the alpha of a branch is Breiman's divided by the branch's own weight.

    What stays true: each round's smallest alpha is larger than the last round's.
    What fails: the trees are not optimal at their alphas, and a larger alpha can
    keep what a smaller one cuts. *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence.
Import ListNotations.
Open Scope Q_scope.

(** A tree with a weight and a risk, weight times impurity, at every node. *)
Inductive wtree : Type :=
| WLeaf (w r : Q)
| WBranch (w r : Q) (ts : list wtree).

Lemma wtree_induction (P : wtree -> Prop) :
  (forall w r, P (WLeaf w r)) ->
  (forall w r ts, (forall t, In t ts -> P t) -> P (WBranch w r ts)) ->
  forall t, P t.
Proof.
  intros L B. fix IH 1. intros [w r|w r ts]; [apply L|]. apply B.
  induction ts as [|u us]; simpl; [tauto|]. intros t [<-|I]; [apply IH|exact (IHus t I)].
Qed.

Definition weight (t : wtree) : Q := match t with WLeaf w _ => w | WBranch w _ _ => w end.

Fixpoint forget (t : wtree) : tree :=
  match t with WLeaf _ r => Leaf r | WBranch _ r ts => Branch r (map forget ts) end.

Fixpoint wbranches (t : wtree) : list wtree :=
  match t with WLeaf _ _ => [] | WBranch _ _ ts => t :: flat_map wbranches ts end.

Definition node_alpha (t : wtree) : Q := alpha_of (forget t) / weight t.

(** One round: the topmost branches whose alpha is at most [a] become leaves. *)
Fixpoint node_round (a : Q) (t : wtree) : wtree :=
  match t with
  | WLeaf w r => WLeaf w r
  | WBranch w r ts => if Qle_bool (node_alpha t) a then WLeaf w r else WBranch w r (map (node_round a) ts)
  end.

Definition smallest_node_alpha (t : wtree) : option Q := smallest (map node_alpha (wbranches t)).

(** The stack of the note at one alpha: cut where the leaf's loss is no more. *)
Fixpoint node_prune (a : Q) (t : wtree) : wtree :=
  match t with
  | WLeaf w r => WLeaf w r
  | WBranch w r ts =>
      let us := map (node_prune a) ts in
      let kept := forget (WBranch w r us) in
      if Qle_bool (r / w + a) (risk kept / w + a * leaves kept) then WLeaf w r else WBranch w r us
  end.

(** ** The alphas increase *)

(** No child weighs more than its parent, and no node is without weight. *)
Inductive shared : wtree -> Prop :=
| shared_leaf w r : 0 < w -> shared (WLeaf w r)
| shared_branch w r ts : 0 < w -> (forall t, In t ts -> shared t /\ weight t <= w) ->
    shared (WBranch w r ts).

Lemma node_alpha_above a w r ts : wf (forget (WBranch w r ts)) -> 0 < w ->
  node_alpha (WBranch w r ts) <= a <->
  r + a * w <= risk (forget (WBranch w r ts)) + a * w * leaves (forget (WBranch w r ts)).
Proof.
  intros W P. simpl forget in *. unfold node_alpha. simpl.
  rewrite <- (leaf_costs_no_more_from_alpha_on (a * w) r _ W).
  generalize (alpha_of (Branch r (map forget ts))). intros g.
  assert (E : g == g / w * w) by (field; lra). revert E. generalize (g / w). intros h ->.
  split; intros; nra.
Qed.

Lemma node_round_wf a t : wf (forget t) -> wf (forget (node_round a t)).
Proof.
  induction t as [w r|w r ts IH] using wtree_induction; intros W; [exact W|]. cbn [node_round].
  destruct Qle_bool; [constructor|]. inversion W as [|? ? L C]; subst. simpl. rewrite map_map.
  constructor; [now rewrite map_length in *|]. intros u I. apply in_map_iff in I as (t & <- & I).
  apply IH; [exact I|]. apply C, in_map, I.
Qed.

(** Measured by any weight that is no smaller, a round does not raise the cost. *)
Lemma node_round_costs_no_more a b t : 0 <= a -> wf (forget t) -> shared t -> weight t <= b ->
  cost (a * b) (forget (node_round a t)) <= cost (a * b) (forget t).
Proof.
  intros A. induction t as [w r|w r ts IH] using wtree_induction; intros W S L; [apply Qle_refl|].
  inversion S as [|? ? ? P C]; subst. assert (N := node_alpha_above a w r ts W P). cbn [node_round].
  destruct (Qle_bool_spec (node_alpha (WBranch w r ts)) a) as [Le|_].
  - apply N in Le. cbn [forget]. rewrite cost_leaf. unfold cost.
    assert (K : 2 <= leaves (forget (WBranch w r ts))) by exact (two_leaves_at_least _ _ W).
    simpl weight in L. simpl forget in *. set (n := leaves (Branch r (map forget ts))) in *.
    assert (D : 0 <= a * (b - w)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= a * (b - w) * (n - 1)) by (apply Qmult_le_0_compat; lra). lra.
  - simpl. rewrite !cost_branch, !sum_map. apply sum_le. intros t I. destruct (C t I) as [Ct Lt].
    apply IH; [exact I| |exact Ct|simpl in L; lra]. eapply wf_children; [exact W|now apply in_map].
Qed.

Theorem node_normalised_alphas_increase a t : 0 <= a -> wf (forget t) -> shared t ->
  forall b, In b (wbranches (node_round a t)) -> a < node_alpha b.
Proof.
  intros A. induction t as [w r|w r ts IH] using wtree_induction; intros W S b I; [easy|].
  inversion S as [|? ? ? P C]; subst. assert (N := node_alpha_above a w r ts W P).
  assert (Wr := node_round_wf a _ W). cbn [node_round] in *.
  destruct (Qle_bool_spec (node_alpha (WBranch w r ts)) a) as [_|G]; [easy|].
  destruct I as [<-|I].
  - apply Qnot_le_lt. intros L. apply (node_alpha_above _ _ _ _ Wr P) in L. apply G, N.
    eapply Qle_trans; [exact L|]. change (cost (a * w) (forget (WBranch w r (map (node_round a) ts))) <=
      cost (a * w) (forget (WBranch w r ts))).
    simpl. rewrite !cost_branch, !sum_map. apply sum_le. intros t I. destruct (C t I) as [Ct Lt].
    apply node_round_costs_no_more; auto. eapply wf_children; [exact W|now apply in_map].
  - apply in_flat_map in I as (u & I & Ib). apply in_map_iff in I as (t & <- & I).
    apply (IH t I); [|now apply C|exact Ib]. eapply wf_children; [exact W|now apply in_map].
Qed.

(** ** The trees are not optimal, and not nested

    Leaves of two classes with [x] and [y] rows, and the Gini index. *)

Definition leaf (x y : Q) : wtree := WLeaf (x + y) (Qred (x + y - (x * x + y * y) / (x + y))).
Definition branch (x y : Q) (ts : list wtree) : wtree :=
  WBranch (x + y) (Qred (x + y - (x * x + y * y) / (x + y))) ts.

(** Five rows.  The first round cuts the root, at 7/75; the loss of the whole tree
    at that alpha is least with three leaves. *)
Definition five_rows : wtree :=
  branch 2 3 [leaf 0 1; branch 2 2 [leaf 0 1; branch 2 1 [leaf 1 0; leaf 1 1]]].

Example node_normalised_tree_is_not_optimal :
  option_map Qred (smallest_node_alpha five_rows) = Some (7 # 75) /\
  forget (node_round (7 # 75) five_rows) = Leaf (12 # 5) /\
  optimal_subtree ((7 # 75) * weight five_rows) (forget five_rows) =
    forget (branch 2 3 [leaf 0 1; branch 2 2 [leaf 0 1; leaf 2 1]]).
Proof. repeat split. Qed.

(** Five rows again: at alpha 49/400 the root is left, at 1/8 it has its split back. *)
Definition five_rows_nested : wtree :=
  branch 3 2 [leaf 0 1; branch 3 1 [leaf 1 0; branch 2 1 [leaf 1 0; branch 1 1 [leaf 0 1; leaf 1 0]]]].

Example node_normalised_trees_are_not_nested :
  node_prune (49 # 400) five_rows_nested = leaf 3 2 /\
  node_prune (1 # 8) five_rows_nested = branch 3 2 [leaf 0 1; leaf 3 1].
Proof. split; reflexivity. Qed.

(** The same five rows: the rounds are at the root from alpha 3/25 on, and at 1/8, which is larger,
    the stack still keeps the split.  On Breiman's scales the two agree: [sequence_is_optimal_everywhere]. *)
Example node_normalised_stack_is_not_the_rounds :
  node_prune 0 five_rows_nested = five_rows_nested /\
  option_map Qred (smallest_node_alpha five_rows_nested) = Some (3 # 25) /\
  node_round (3 # 25) five_rows_nested = leaf 3 2 /\
  node_prune (1 # 8) five_rows_nested = branch 3 2 [leaf 0 1; leaf 3 1].
Proof. repeat split; vm_compute; reflexivity. Qed.

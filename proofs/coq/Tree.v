(** * Tree: decision trees as cost-complexity pruning sees them

    Pruning asks one number of a node: its risk [R(t)] if it were a leaf.  So a
    tree here carries that rational at every node and nothing else; where the
    risk comes from (Gini, entropy, squared error, errors on a validation set)
    is another chapter's business.  A node may have any number of children, as
    in ID3 and C4.5.  [CART84 §3.2, §3.3; NOTE_D]

    Equality of trees is Coq's [=].  Pruning copies the numbers of the tree it
    is given and never computes a new one, so trees agree to the letter.  Only
    computed numbers (risks, alphas) are compared with [==], equality of
    fractions. *)
From Coq Require Import QArith Lqa Lia List Bool.
From Dtrees Require Import Sums.
From Dtrees Require Export Spec.Trees.
Import ListNotations.
Open Scope Q_scope.

(** ** Trees *)

(** The induction principle for trees whose children stand in a list. *)
Lemma tree_induction (P : tree -> Prop) :
  (forall r, P (Leaf r)) ->
  (forall r ts, (forall t, In t ts -> P t) -> P (Branch r ts)) ->
  forall t, P t.
Proof.
  intros L B. fix IH 1. intros [r|r ts]; [apply L|]. apply B.
  induction ts as [|u us]; simpl; [tauto|]. intros t [<-|I]; [apply IH|exact (IHus t I)].
Qed.

Lemma wf_children r ts : wf (Branch r ts) -> forall t, In t ts -> wf t.
Proof. now inversion 1. Qed.

(** ** Risk, leaves, cost *)

(** The running example, a tree of five leaves: a split of three, and one of two. *)
Definition sample : tree :=
  Branch 20 [Branch 8 [Leaf 1; Leaf 2; Leaf 1]; Branch 7 [Leaf 3; Leaf 2]].

Example sample_numbers :
  Qred (risk sample) = 9 /\ Qred (leaves sample) = 5 /\ Qred (cost 2 sample) = 19 /\
  internal_nodes sample = 3%nat.
Proof. repeat split. Qed.

Lemma cost_leaf a r : cost a (Leaf r) == r + a.
Proof. unfold cost. simpl. ring. Qed.

(** The cost of a branch is the sum of its children's. *)
Lemma cost_branch a r ts : cost a (Branch r ts) == sum (cost a) ts.
Proof.
  unfold cost at 1. simpl. rewrite (sum_ext (cost a) (fun t => risk t + leaves t * a)).
  - rewrite sum_plus, sum_scale. ring.
  - intros t _. unfold cost. ring.
Qed.

Lemma one_leaf_at_least t : wf t -> 1 <= leaves t.
Proof.
  induction t as [r|r ts IH] using tree_induction; simpl; [lra|].
  inversion 1 as [|? ? L W]; subst. destruct ts as [|t [|u ts]]; simpl in *; try lia.
  assert (1 <= leaves t) by auto. assert (1 <= leaves u) by auto.
  assert (0 <= sum leaves ts); [|lra].
  apply sum_nonneg. intros v I. assert (1 <= leaves v) by auto. lra.
Qed.

Lemma two_leaves_at_least r ts : wf (Branch r ts) -> 2 <= leaves (Branch r ts).
Proof.
  inversion 1 as [|? ? L W]; subst. destruct ts as [|t [|u ts]]; simpl in *; try lia.
  assert (1 <= leaves t) by (apply one_leaf_at_least; auto).
  assert (1 <= leaves u) by (apply one_leaf_at_least; auto).
  assert (0 <= sum leaves ts); [|lra].
  apply sum_nonneg. intros v I. assert (1 <= leaves v) by (apply one_leaf_at_least; auto). lra.
Qed.

(** Each leaf pays its share of a rise in alpha, and there is a leaf. *)
Lemma cost_rises a b t : wf t -> a <= b -> cost a t + (b - a) <= cost b t.
Proof. intros W L. apply one_leaf_at_least in W. unfold cost. nra. Qed.

(** ** Branches below branches *)

Lemma branches_child r ts t b : In t ts -> In b (branches t) -> In b (branches (Branch r ts)).
Proof. intros. simpl. right. apply in_flat_map. eauto. Qed.

Lemma in_branches r ts b : In b (branches (Branch r ts)) <->
  b = Branch r ts \/ exists t, In t ts /\ In b (branches t).
Proof. simpl. rewrite in_flat_map. intuition. Qed.

Lemma branches_wf t b : wf t -> In b (branches t) -> wf b.
Proof.
  induction t as [r|r ts IH] using tree_induction; [easy|]. intros W I.
  apply in_branches in I as [->|(u & Iu & Ib)]; [exact W|].
  apply (IH u Iu); [now apply (wf_children r ts)|exact Ib].
Qed.

Lemma branches_are_branches t b : In b (branches t) -> exists r ts, b = Branch r ts.
Proof.
  induction t as [r|r ts IH] using tree_induction; [easy|]. intros I.
  apply in_branches in I as [->|(u & Iu & Ib)]; eauto.
Qed.

Lemma branches_trans t b c : In b (branches t) -> In c (branches b) -> In c (branches t).
Proof.
  induction t as [r|r ts IH] using tree_induction; [easy|]. intros Ib Ic.
  apply in_branches in Ib as [->|(u & Iu & Ib)]; [exact Ic|].
  apply in_branches. eauto.
Qed.

(** ** Paths

    A path leads from the root to a node, a child's number at each step. *)

Example prune_the_second_split :
  prune_at [1%nat] sample = Branch 20 [Branch 8 [Leaf 1; Leaf 2; Leaf 1]; Leaf 7].
Proof. reflexivity. Qed.

(** Updating an element that is there is a substitution; elsewhere it does nothing. *)
Lemma update_split {A} i (f : A -> A) l x : nth_error l i = Some x ->
  exists l1 l2, l = l1 ++ x :: l2 /\ update i f l = l1 ++ f x :: l2.
Proof.
  revert i. induction l as [|y l IH]; intros [|i] E; try discriminate; simpl in *.
  - injection E as ->. now exists [], l.
  - destruct (IH i E) as (l1 & l2 & -> & U). exists (y :: l1), l2. now rewrite U.
Qed.

Lemma nth_error_update {A} i (f : A -> A) l : nth_error (update i f l) i = option_map f (nth_error l i).
Proof. revert i. induction l as [|x l IH]; intros [|i]; simpl; auto. Qed.

Lemma subtree_at_branches p t b : subtree_at p t = Some b ->
  (exists r ts, b = Branch r ts) -> In b (branches t).
Proof.
  revert t. induction p as [|i p IH]; intros [r|r ts] E (r' & ts' & ->); simpl in E; try discriminate.
  - injection E as -> ->. simpl. auto.
  - destruct (nth_error ts i) as [u|] eqn:N; [|discriminate].
    apply nth_error_In in N. apply branches_child with u; eauto.
Qed.

Lemma branches_subtree_at t b : In b (branches t) -> exists p, subtree_at p t = Some b.
Proof.
  induction t as [r|r ts IH] using tree_induction; [easy|]. intros I.
  apply in_branches in I as [->|(u & Iu & Ib)]; [now exists []|].
  destruct (IH u Iu Ib) as [p E]. apply In_nth_error in Iu as [i N].
  exists (i :: p). simpl. now rewrite N.
Qed.

(** * Pruned: one tree is a pruned subtree of another

    To prune is to turn branches into leaves.  [s <<= t] says that [s] is what
    some choice of such cuts leaves of [t], the same root always kept.
    [CART84 §3.2; NOTE_A] *)
From Coq Require Import QArith Lqa Lia List Bool.
From Dtrees Require Import Sums Tree.
From Dtrees Require Export Spec.Trees.
Import ListNotations.
Open Scope Q_scope.

Infix "<<=" := pruned (at level 70).

Lemma pruned_to_leaf r t : root_cost t = r -> Leaf r <<= t.
Proof. intros <-. apply pruned_here. Qed.

Lemma pruned_root s t : s <<= t -> root_cost s = root_cost t.
Proof. now inversion 1. Qed.

Lemma pruned_children_roots ss ts : Forall2 pruned ss ts -> sum root_cost ss = sum root_cost ts.
Proof. induction 1 as [|s t ss ts P]; simpl; [reflexivity|]. apply pruned_root in P. congruence. Qed.

Lemma leaf_has_one_pruning s r : s <<= Leaf r -> s = Leaf r.
Proof. now inversion 1. Qed.

Example sample_prunings :
  Leaf 20 <<= sample /\ Branch 20 [Leaf 8; Leaf 7] <<= sample /\
  ~ Branch 20 [Leaf 8; Leaf 7] <<= Branch 20 [Leaf 8; Branch 6 [Leaf 3; Leaf 2]].
Proof.
  split; [exact (pruned_here sample)|split].
  - apply pruned_below. repeat constructor; exact (pruned_here (Branch _ _)).
  - intros P. inversion P as [|? ? ? F]. subst. inversion F as [|? ? ? ? _ F']. subst.
    inversion F' as [|? ? ? ? Q]. subst. now apply pruned_root in Q.
Qed.

(** ** A partial order *)

Theorem pruned_reflexive t : t <<= t.
Proof.
  induction t as [r|r ts IH] using tree_induction; [apply (pruned_here (Leaf r))|].
  now apply pruned_below, Forall2_same.
Qed.

Theorem pruned_transitive s t u : s <<= t -> t <<= u -> s <<= u.
Proof.
  revert s t. induction u as [r|r us IH] using tree_induction; intros s t S T.
  - apply leaf_has_one_pruning in T as ->. exact S.
  - inversion T as [|? ts ? F]; subst; inversion S as [|? ss ? G]; subst;
      try (now apply pruned_to_leaf).
    apply pruned_below. clear S T. revert ss G.
    induction F; intros ss G; inversion G; subst; constructor; simpl in IH; eauto.
Qed.

Theorem pruned_antisymmetric s t : s <<= t -> t <<= s -> s = t.
Proof.
  revert s. induction t as [r|r ts IH] using tree_induction; intros s S T.
  - now apply leaf_has_one_pruning.
  - inversion S as [|? ss ? F]; subst; [now inversion T|]. f_equal.
    inversion T as [|? ? ? G]; subst. clear S T.
    induction F; [reflexivity|]. inversion G; subst. simpl in IH. f_equal; auto.
Qed.

(** Cutting at a path prunes. *)
Theorem prune_at_is_pruned p t : prune_at p t <<= t.
Proof.
  revert t. induction p as [|i p IH]; intros t; [apply pruned_here|].
  destruct t as [r|r ts]; [apply pruned_reflexive|]. apply pruned_below. revert i.
  induction ts as [|u us IHus]; intros [|i]; constructor; auto using pruned_reflexive.
  apply Forall2_same. auto using pruned_reflexive.
Qed.

(** ** What a pruned subtree inherits *)

Lemma pruned_wf s t : s <<= t -> wf t -> wf s.
Proof.
  revert s. induction t as [r|r ts IH] using tree_induction; intros s S W.
  - apply leaf_has_one_pruning in S as ->. constructor.
  - inversion S as [|? ss ? F]; subst; constructor; inversion W as [|? ? L C]; subst; clear S W.
    + now rewrite (Forall2_length _ _ _ F).
    + intros s I. destruct (Forall2_partner _ _ _ F s I) as (t & It & P). eauto.
Qed.

(** It has no more internal nodes, and fewer unless it is the tree itself. *)
Lemma pruned_internal_nodes s t : s <<= t -> (internal_nodes s <= internal_nodes t)%nat.
Proof.
  unfold internal_nodes. revert s. induction t as [r|r ts IH] using tree_induction; intros s S.
  - now apply leaf_has_one_pruning in S as ->.
  - inversion S as [|? ss ? F]; subst; simpl; [lia|]. apply le_n_S. clear S.
    induction F; simpl in *; [lia|]. rewrite !app_length. apply Nat.add_le_mono; auto.
Qed.

Lemma pruned_fewer_nodes s t : s <<= t -> s <> t -> (internal_nodes s < internal_nodes t)%nat.
Proof.
  intros S N. apply Nat.lt_nge. intros L. apply N. clear N. unfold internal_nodes in L.
  revert s S L. induction t as [r|r ts IH] using tree_induction; intros s S L.
  - now apply leaf_has_one_pruning.
  - inversion S as [|? ss ? F]; subst; simpl in L; [lia|]. f_equal. apply le_S_n in L. clear S.
    induction F as [|s t ss ts P F IHF]; [reflexivity|]. simpl in *. rewrite !app_length in L.
    assert (A := pruned_internal_nodes _ _ P).
    assert (B := pruned_internal_nodes _ _ (pruned_below r _ _ F)).
    unfold internal_nodes in *. simpl in B.
    f_equal; [apply IH; auto; lia|apply IHF; auto; lia].
Qed.

(** In a well-formed tree the leaves too are no more, and fewer unless it is the tree itself. *)
Lemma pruned_leaves s t : wf t -> s <<= t -> leaves s <= leaves t.
Proof.
  revert s. induction t as [r|r ts IH] using tree_induction; intros s W S.
  - apply leaf_has_one_pruning in S as ->. apply Qle_refl.
  - inversion S as [|? ss ? F]; subst; [now apply one_leaf_at_least|]. simpl.
    enough (G : Forall2 (fun x y => leaves x <= leaves y) ss ts)
      by (clear - G; induction G; simpl; lra).
    apply (Forall2_in pruned); [|exact F]. intros t I s. apply IH; [exact I|now apply (wf_children r ts)].
Qed.

Lemma pruned_same_leaves s t : wf t -> s <<= t -> leaves t <= leaves s -> s = t.
Proof.
  revert s. induction t as [r|r ts IH] using tree_induction; intros s W S L.
  - now apply leaf_has_one_pruning.
  - inversion S as [|? ss ? F]; subst; [apply two_leaves_at_least in W; simpl in *; lra|].
    f_equal. simpl in L. assert (C := wf_children r ts W). clear S W.
    induction F as [|s t ss ts P F IHF]; [reflexivity|]. simpl in *.
    assert (leaves s <= leaves t) by (apply pruned_leaves; auto).
    assert (sum leaves ss <= sum leaves ts).
    { clear IHF L. induction F as [|x y ss ts]; simpl; [lra|]. simpl in *.
      assert (leaves x <= leaves y) by (apply pruned_leaves; auto).
      assert (sum leaves ss <= sum leaves ts) by (apply IHF; intuition). lra. }
    f_equal; [apply IH; auto; lra|apply IHF; auto; lra].
Qed.

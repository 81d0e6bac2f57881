(** * Between: the tree of a sequence between two alphas

    Cross-validation prunes each fold's tree at the geometric mean of a member's alpha and the next, a number
    that need not be rational: an alpha is at most that where its square is at most their product.  The copy
    over the reals is told of the square root itself, in [Rooted].  [CART84 §3.4.2] *)
From Coq Require Import QArith Lqa List Sorted.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence.
Import ListNotations.
Open Scope Q_scope.

(** The last member, in order, whose alpha is at most that. *)
Fixpoint last_at (below : Q -> bool) (t : tree) (members : list (Q * tree)) : tree :=
  match members with [] => t | (c, u) :: members => if below c then last_at below u members else t end.

Definition tree_between (a b : Q) (t : tree) : tree :=
  last_at (fun c => Qle_bool (c * c) (a * b)) t (pruning_sequence t).

(** It is optimal there; at a rational [c] for the root, on which side of it each alpha lies is all that
    counts. *)
Theorem a_fold_is_pruned_optimally a b c t : wf t -> 0 <= c ->
  (forall d, In d (map fst (pruning_sequence t)) -> d * d <= a * b <-> d <= c) ->
    tree_between a b t = optimal_subtree c t.
Proof.
  intros W C S. rewrite <- sequence_is_optimal_everywhere by assumption. unfold tree_between. revert S.
    clear W.
  generalize (pruning_sequence t) as l. intros l. revert t. induction l as [|(d, v) l IH]; intros t S;
    [reflexivity|]. cbn [last_at member_at].
  assert (E := S d (or_introl eq_refl)). rewrite (IH v) by (intros e I; apply S; now right).
  destruct (Qle_bool_spec (d * d) (a * b)), (Qle_bool_spec d c); trivial; exfalso;
    [assert (d <= c) by tauto|assert (d * d <= a * b) by tauto]; lra.
Qed.

(** Of the whole data it is the member itself. *)
Theorem the_whole_tree_is_pruned_to_the_member k a b t u v : wf t ->
  nth_error (pruning_sequence t) k = Some (a, u) -> nth_error (pruning_sequence t) (S k) = Some (b, v) ->
    tree_between a b t = u.
Proof.
  intros W A B. assert (I := sequence_increases t W). set (seq := pruning_sequence t) in *.
  assert (Z : forall d, In d (map fst seq) -> 0 <= d).
  { intros d J. inversion I as [|? ? _ F]; subst. destruct J as [<-|J]; [simpl; lra|].
    rewrite Forall_forall in F. apply F in J. simpl in J. lra. }
  assert (L : a < b).
  { clear Z. revert k A B. induction seq as [|(d, w) l IH]; intros [|k] A B; try discriminate;
    inversion I as [|? ? I' F]; subst; simpl in *.
    - injection A as -> ->. destruct l as [|(e, x) l]; [discriminate|]. injection B as -> ->.
        rewrite Forall_forall in F. apply F. now left.
    - exact (IH I' k A B). }
  assert (Ia := in_map fst _ _ (nth_error_In _ _ A)). cbn [fst] in Ia. assert (Pa := Z a Ia).
  assert (O : forall d, In d (map fst seq) -> d <= a \/ b <= d).
  { clear -A B I. revert k A B. induction seq as [|(d, w) l IH]; intros [|k] A B; try discriminate;
    inversion I as [|? ? I' F]; subst; simpl in *.
    - injection A as -> ->. intros d [<-|J]; [left; apply Qle_refl|]. right. destruct l as [|(e, x) l];
        [discriminate|]. injection B as -> ->.
      inversion I' as [|? ? _ G]; subst. simpl in J. destruct J as [<-|J]; [apply Qle_refl|].
        rewrite Forall_forall in G. apply Qlt_le_weak, (G d J).
    - intros e [<-|J]; [|exact (IH I' k A B e J)]. left. rewrite Forall_forall in F. apply Qlt_le_weak, F.
      exact (in_map fst _ _ (nth_error_In _ _ A)). }
  rewrite (a_fold_is_pruned_optimally a b a t W Pa).
  - symmetry. apply (each_member_is_optimal_on_its_interval t k a a u W A (Qle_refl a)). intros c w C.
      fold seq in C. rewrite B in C. now injection C as <- _.
  - fold seq. intros d J. assert (Pd := Z d J). destruct (O d J) as [X|X]; split; intros Y; nra.
Qed.

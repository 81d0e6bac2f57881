(** * Order: in which order the links are cut does not matter

    Two of the notes cut one weakest link a round, Breiman cuts all that tie; and
    one note visits the nodes with a stack, children before parents.  All of them
    arrive at the same trees.  [NOTE_A; NOTE_D] *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence.
Import ListNotations.
Open Scope Q_scope.

(** ** The weakest links, by path *)

Definition numbered {A} (l : list A) : list (nat * A) := combine (seq 0 (length l)) l.

Fixpoint internal_paths (t : tree) : list path :=
  match t with
  | Leaf _ => []
  | Branch _ ts =>
      [] :: flat_map (fun '(i, ps) => map (cons i) ps) (numbered (map internal_paths ts))
  end.

Definition has_alpha (a : Q) (t : tree) (p : path) : bool :=
  match subtree_at p t with Some b => Qeq_bool (alpha_of b) a | None => false end.

Definition weakest_links (t : tree) : list path :=
  match smallest_alpha t with
  | Some a => filter (has_alpha a t) (internal_paths t)
  | None => []
  end.

Example sample_weakest_links : weakest_links sample = [[0%nat]; [1%nat]].
Proof. reflexivity. Qed.

Lemma in_numbered {A} (l : list A) i x : In (i, x) (numbered l) <-> nth_error l i = Some x.
Proof.
  unfold numbered. assert (G : forall k, In (i, x) (combine (seq k (length l)) l) <->
    exists j, (i = k + j)%nat /\ nth_error l j = Some x).
  { revert i. induction l as [|y l IH]; intros i k; simpl.
    - split; [tauto|]. intros ([|j] & _ & E); discriminate.
    - rewrite IH. split.
      + intros [E|(j & -> & E)]; [exists 0%nat; injection E; intros; subst|exists (S j)]; split; auto; lia.
      + intros ([|j] & -> & E); [left; simpl in E; injection E as ->; f_equal; lia|].
        right. exists j. split; [lia|exact E]. }
  rewrite G. split; [now intros (j & -> & E)|]. intros E. now exists i.
Qed.

Theorem internal_paths_are_all p t :
  In p (internal_paths t) <-> exists r ts, subtree_at p t = Some (Branch r ts).
Proof.
  revert p. induction t as [r|r ts IH] using tree_induction; intros p; simpl.
  - split; [tauto|]. intros (r' & ts & E). now destruct p.
  - rewrite in_flat_map. split.
    + intros [<-|((i, ps) & I & J)]; [simpl; eauto|].
      apply in_numbered in I. apply in_map_iff in J as (q & <- & J).
      rewrite nth_error_map in I. simpl. destruct (nth_error ts i) as [u|] eqn:N; [|discriminate].
      injection I as <-. apply (IH u); [eapply nth_error_In; eauto|exact J].
    + intros (r' & us & E). destruct p as [|i p]; [auto|]. right. simpl in E.
      destruct (nth_error ts i) as [u|] eqn:N; [|discriminate].
      exists (i, internal_paths u). split.
      * apply in_numbered. rewrite nth_error_map, N. reflexivity.
      * apply in_map, (IH u); [eapply nth_error_In; eauto|eauto].
Qed.

(** They are exactly the branches whose alpha is the smallest. *)
Theorem weakest_links_are_the_smallest p t : In p (weakest_links t) <->
  exists r ts, subtree_at p t = Some (Branch r ts) /\
  forall b, In b (branches t) -> alpha_of (Branch r ts) <= alpha_of b.
Proof.
  unfold weakest_links. destruct (smallest_alpha t) as [a|] eqn:M.
  - apply smallest_alpha_some in M as [(b & Ib & <-) M]. rewrite filter_In, internal_paths_are_all.
    unfold has_alpha. split.
    + intros [(r & ts & E) H]. rewrite E in H. apply Qeq_bool_iff in H. exists r, ts.
      split; [exact E|]. intros c Ic. rewrite H. now apply M.
    + intros (r & ts & E & L). split; [eauto|]. rewrite E. apply Qeq_bool_iff.
      specialize (L b Ib). assert (I : In (Branch r ts) (branches t)) by eauto using subtree_at_branches.
      specialize (M _ I). lra.
  - apply smallest_alpha_none in M. rewrite M. split; [easy|].
    intros (r & ts & E & _). now destruct p.
Qed.

(** ** All the weakest links, cut one after the other in any order, are a round *)

Definition branch_at (p : path) (t : tree) : Prop := exists r ts, subtree_at p t = Some (Branch r ts).

Lemma no_branch_where_cut p t : ~ branch_at p (prune_at p t).
Proof.
  revert t. induction p as [|i p IH]; intros [r|r ts] (r' & us & E); simpl in E; try discriminate.
  rewrite nth_error_update in E. destruct (nth_error ts i) as [u|]; [|discriminate].
  apply (IH u). now exists r', us.
Qed.

Lemma branch_at_pruned p s t : s <<= t -> branch_at p s -> branch_at p t.
Proof.
  revert s t. induction p as [|i p IH]; intros s t S (r & vs & E).
  - injection E as ->. inversion S as [|? ? ts]; subst. now exists r, ts.
  - inversion S as [|r' ss ts F]; subst; [discriminate|]. unfold branch_at. simpl in *.
    revert i E. clear S. induction F as [|s t ss ts P F IHF]; intros [|i] E; simpl in *;
      try discriminate; eauto.
    apply (IH s t P). now exists r, vs.
Qed.

(** Where [s] has no branch, cutting leaves it a pruned subtree. *)
Lemma cut_keeps_pruned p s t : s <<= t -> ~ branch_at p s -> s <<= prune_at p t.
Proof.
  revert s t. induction p as [|i p IH]; intros s t S N.
  - destruct s as [r|r ss]; [|destruct N; now exists r, ss].
    apply pruned_to_leaf, eq_sym, (pruned_root _ _ S).
  - inversion S as [|r ss ts F]; subst; [now apply pruned_to_leaf; destruct t|]. apply pruned_below.
    unfold branch_at in N. simpl in N. clear S. revert i N.
    induction F as [|s t ss ts P F IHF]; intros [|i] N; simpl in *; constructor; auto.
Qed.

Lemma cuts_in_a_row s ps : (forall p, In p ps -> ~ branch_at p s) -> forall t, s <<= t ->
  let u := fold_left (fun u p => prune_at p u) ps t in
  s <<= u /\ u <<= t /\ forall p, In p ps -> ~ branch_at p u.
Proof.
  induction ps as [|p ps IH]; intros N t S; simpl; [split; [exact S|]; split; [apply pruned_reflexive|easy]|].
  destruct (IH (fun q I => N q (or_intror I)) (prune_at p t)) as (S' & U & N').
  - apply cut_keeps_pruned; [exact S|]. apply N. simpl. auto.
  - split; [exact S'|]. split.
    { apply pruned_transitive with (prune_at p t); [exact U|apply prune_at_is_pruned]. }
    intros q [<-|I]; [|now apply N']. intros B. apply (branch_at_pruned _ _ _ U) in B.
    now apply no_branch_where_cut in B.
Qed.

Lemma a_round_leaves_none a p t r ts : subtree_at p t = Some (Branch r ts) -> alpha_of (Branch r ts) <= a ->
  ~ branch_at p (prune_weakest a t).
Proof.
  intros E L. revert t E. induction p as [|i p IH]; intros [r'|r' us] E (s & vs & K); try discriminate.
  - injection E as -> ->. cbn [prune_weakest] in K.
    destruct (Qle_bool_spec (alpha_of (Branch r ts)) a); [discriminate|tauto].
  - simpl in E. cbn [prune_weakest] in K. destruct Qle_bool; [discriminate|]. simpl in K.
    rewrite nth_error_map in K. destruct (nth_error us i) as [u|]; [|discriminate].
    apply (IH u E). now exists s, vs.
Qed.

Lemma nothing_else_goes a t u : u <<= t ->
  (forall p r ts, subtree_at p t = Some (Branch r ts) -> alpha_of (Branch r ts) <= a -> ~ branch_at p u) ->
  prune_weakest a t <<= u -> prune_weakest a t = u.
Proof.
  intros U N P. apply pruned_antisymmetric; [exact P|]. clear P. revert u U N.
  induction t as [r|r ts IH] using tree_induction; intros u U N; [exact U|]. cbn [prune_weakest].
  destruct (Qle_bool_spec (alpha_of (Branch r ts)) a) as [L|_].
  - specialize (N [] r ts eq_refl L). inversion U; subst; [apply pruned_reflexive|].
    destruct N. now repeat eexists.
  - inversion U as [|? ss ? F]; subst; [now apply pruned_to_leaf|]. apply pruned_below.
    assert (N' : forall i p, match nth_error ts i with Some v => exists r us,
      subtree_at p v = Some (Branch r us) /\ alpha_of (Branch r us) <= a | None => False end ->
      ~ branch_at (i :: p) (Branch r ss)).
    { intros i p H. destruct (nth_error ts i) as [v|] eqn:E; [|easy]. destruct H as (r' & us & K & L).
      apply (N (i :: p) r' us); [simpl; now rewrite E|exact L]. }
    unfold branch_at in N'. simpl in N'. clear N U. induction F as [|s t ss ts P F IHF]; simpl; constructor.
    + apply (IH t (or_introl eq_refl) s P). intros p r' us K L. apply (N' 0%nat p). now exists r', us.
    + apply IHF; [simpl in IH; auto|]. intros i. exact (N' (S i)).
Qed.

Theorem cutting_all_weakest_links_in_any_order_is_a_round a t ps : wf t -> smallest_alpha t = Some a ->
  (forall p, In p ps <-> In p (weakest_links t)) ->
  fold_left (fun u p => prune_at p u) ps t = prune_weakest a t.
Proof.
  intros W M E. destruct (smallest_alpha_some t a M) as [(b & Ib & Eb) Min].
  destruct (cuts_in_a_row (prune_weakest a t) ps) with (t := t) as (S & U & N).
  - intros p I. apply E, weakest_links_are_the_smallest in I as (r & ts & K & L).
    apply (a_round_leaves_none a p t r ts K). rewrite <- Eb. now apply L.
  - rewrite one_round_is_the_optimum by assumption. apply optimal_subtree_is_pruned.
  - symmetry. apply nothing_else_goes; [exact U| |exact S]. intros p r ts K L. apply N, E.
    apply weakest_links_are_the_smallest. exists r, ts. split; [exact K|]. intros c Ic.
    specialize (Min c Ic). lra.
Qed.

(** ** One link at a time, whichever is taken first *)

Lemma prune_at_changes p t r ts : subtree_at p t = Some (Branch r ts) -> prune_at p t <> t.
Proof.
  revert t. induction p as [|i p IH]; intros [r'|r' us] E K; simpl in *; try discriminate.
  injection K as K. destruct (nth_error us i) as [u|] eqn:N; [|discriminate].
  destruct (update_split i (prune_at p) us u N) as (l & m & -> & U). rewrite U in K.
  apply app_inv_head in K. injection K. now apply IH.
Qed.

Lemma one_at_a_time_is_a_run t seq : wf t -> one_at_a_time t seq -> run t seq.
Proof.
  intros W R. induction R as [r|t a p r ts seq M E A R IH]; [constructor|].
  assert (M' := smallest_alpha_some t a M).
  assert (B : In (Branch r ts) (branches t)) by eauto using subtree_at_branches.
  assert (C : optimal_subtree a (Branch r ts) = Leaf r).
  { rewrite <- (proj2 (round_at a (Branch r ts) (branches_wf _ _ W B)
      (fun b H => proj2 M' b (branches_trans _ _ _ B H)))).
    cbn [prune_weakest]. destruct (Qle_bool_spec (alpha_of (Branch r ts)) a) as [_|N]; [reflexivity|lra]. }
  apply run_cuts with a; auto using prune_at_is_pruned, Qeq_refl.
  - rewrite <- (cut_what_collapses p a t _ E C). apply optimal_subtree_is_pruned.
  - eapply prune_at_changes; eauto.
  - apply IH. eapply pruned_wf; eauto using prune_at_is_pruned.
Qed.

Theorem one_link_at_a_time_finds_every_optimum t seq : wf t -> one_at_a_time t seq ->
  forall a, member_at t seq a = optimal_subtree a t.
Proof. intros W R. now apply every_run_is_optimal_everywhere, one_at_a_time_is_a_run. Qed.

(** ** Children before parents, in any order, at one alpha

    A branch is settled when everything in it has been looked at and kept.  The
    stack of [NOTE_D] takes some branch whose children are
    settled and makes it a leaf if that costs no more, until all is settled. *)

Lemma settled_is_optimal a t : settled a t -> optimal_subtree a t = t.
Proof.
  induction t as [r|r ts IH] using tree_induction; [reflexivity|]. intros S.
  assert (K : map (optimal_subtree a) ts = ts).
  { apply map_fixed. intros t I. apply IH; [exact I|]. intros r' us J. eapply S, branches_child; eauto. }
  assert (C := S r ts (or_introl eq_refl)). rewrite cost_branch in C. cbn [optimal_subtree]. rewrite K.
  destruct (Qle_bool_spec (r + a) (sum (cost a) ts)); [lra|reflexivity].
Qed.

Theorem any_bottom_up_order_finds_the_optimum a t u : bottom_up a t u -> u = optimal_subtree a t.
Proof.
  induction 1 as [t S|p t r ts u E S C _ ->]; [symmetry; now apply settled_is_optimal|].
  apply (cut_what_collapses p a t _ E). rewrite cost_branch in C. cbn [optimal_subtree].
  rewrite (proj2 (map_fixed (optimal_subtree a) ts)) by (intros; now apply settled_is_optimal, S).
  destruct (Qle_bool_spec (r + a) (sum (cost a) ts)); [reflexivity|tauto].
Qed.

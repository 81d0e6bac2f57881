(** * CollapsePoints: the breakpoints are the textbook's rounds

    The alphas of the rounds, and the alphas at which the root has breakpoints, are
    both the alphas at which the optimal subtree changes.  So the O(n log n) list
    is the list of rounds, number by number and tree by tree. *)
From Coq Require Import QArith Lqa Lia List Sorted.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence Breakpoints.
Import ListNotations.
Open Scope Q_scope.

(** Numbers in lowest terms can be looked up. *)
Lemma in_or_not b l : Qred b = b -> (forall x, In x l -> Qred x = x) -> In b l \/ ~ In b l.
Proof.
  intros R F. destruct (existsb (Qeq_bool b) l) eqn:E; [left|right].
  - apply existsb_exists in E as (x & I & E). apply Qeq_bool_iff in E.
    now rewrite <- R, (Qred_complete _ _ E), (F x I).
  - intros I. assert (N : existsb (Qeq_bool b) l = true); [|congruence].
    apply existsb_exists. exists b. split; [exact I|]. apply Qeq_bool_iff. reflexivity.
Qed.

Example sample_by_breakpoints : rounds_by_breakpoints sample = rounds sample.
Proof. reflexivity. Qed.

(** ** Where the optimal subtree changes *)

Definition changes_at (t : tree) (b : Q) : Prop :=
  forall c, c < b -> optimal_subtree c t <> optimal_subtree b t.

Lemma member_at_pruned t seq a : Sorted (fun u v => v <<= u /\ v <> u) (t :: map snd seq) ->
  member_at t seq a <<= t.
Proof.
  revert t. induction seq as [|(b, u) seq IH]; intros t S; simpl; [apply pruned_reflexive|].
  destruct Qle_bool; [|apply pruned_reflexive].
  inversion S as [|? ? S' H]; subst. inversion H as [|? ? [P _]]; subst.
  apply pruned_transitive with u; auto.
Qed.

Lemma member_of_its_alpha t seq a u : StronglySorted Qlt (map fst seq) -> In (a, u) seq ->
  member_at t seq a = u.
Proof.
  intros S I. apply In_nth_error in I as [k N]. eapply member_on_its_interval; eauto using Qle_refl.
  intros c v M. clear t. revert k N M. induction seq as [|x seq IH]; intros [|k] N M; try discriminate;
    inversion S as [|? ? S' F]; subst; simpl in *; [|eauto].
  injection N as ->. destruct seq; [discriminate|]. injection M as ->. now inversion F.
Qed.

Lemma members_change t seq b c : StronglySorted Qlt (map fst seq) ->
  Sorted (fun u v => v <<= u /\ v <> u) (t :: map snd seq) ->
  In b (map fst seq) -> c < b -> member_at t seq c <> member_at t seq b.
Proof.
  revert t. induction seq as [|(a, u) seq IH]; intros t S N I L; [easy|].
  inversion S as [|? ? S' F]; subst. inversion N as [|? ? N' H]; subst.
  inversion H as [|? ? [P D]]; subst. rewrite Forall_forall in F.
  assert (B : a <= b) by (destruct I as [<-|I]; [apply Qle_refl|apply Qlt_le_weak, F, I]).
  simpl. destruct (Qle_bool_spec a b); [|tauto].
  destruct (Qle_bool_spec a c) as [Lc|Gc].
  - destruct I as [<-|I]; [simpl in L; lra|]. now apply IH.
  - intros E. apply D, pruned_antisymmetric; [exact P|]. rewrite E. now apply member_at_pruned.
Qed.

Lemma members_stay t seq b : (forall a, In a (map fst seq) -> ~ a == b) ->
  forall d, d < b -> exists c, d <= c < b /\ member_at t seq c = member_at t seq b.
Proof.
  revert t. induction seq as [|(a, u) seq IH]; intros t N d L; simpl.
  - exists d. repeat split; auto using Qle_refl.
  - assert (D : ~ a == b) by (apply N; simpl; auto).
    destruct (Qle_bool_spec a b) as [La|Ga].
    + destruct (IH u (fun x I => N x (or_intror I)) (if Qle_bool a d then d else a)) as (c & [B1 B2] & E).
      * destruct (Qle_bool_spec a d); lra.
      * exists c. destruct (Qle_bool_spec a d); (split; [lra|]); destruct (Qle_bool_spec a c); auto; lra.
    + exists d. split; [auto using Qle_refl|]. destruct (Qle_bool_spec a d); [lra|reflexivity].
Qed.

Lemma rounds_reduced t a : In a (map fst (rounds t)) -> Qred a = a.
Proof.
  unfold rounds. generalize (internal_nodes t) as n. intros n. revert t.
  induction n as [|n IH]; intros t; simpl; [easy|]. destruct (smallest_alpha t) as [b|]; [|easy].
  intros [<-|I]; [apply Qred_idempotent|now apply IH in I].
Qed.

Lemma rounds_are_where_it_changes t b : wf t -> Qred b = b ->
  In b (map fst (rounds t)) <-> changes_at t b.
Proof.
  intros W R. assert (M := fun a => rounds_are_optimal_everywhere t a W). split.
  - intros I c L. rewrite <- !M. apply members_change; auto using rounds_increase.
    apply every_run_is_nested. now apply rounds_are_a_run.
  - intros C. destruct (in_or_not b (map fst (rounds t)) R (rounds_reduced t)) as [I|N]; [exact I|]. exfalso.
    destruct (members_stay t (rounds t) b) with (d := b - 1) as (c & [_ L] & E); [|lra|].
    + intros a I E. apply N. now rewrite <- R, <- (Qred_complete _ _ E), (rounds_reduced t a I).
    + apply (C c L). now rewrite <- !M.
Qed.

Lemma added_falls c b x : c <= b -> 0 < snd x -> added b x <= added c x.
Proof.
  intros L P. unfold added. destruct (Qle_bool_spec (fst x) b), (Qle_bool_spec (fst x) c); lra.
Qed.

Lemma told_alphas_are_where_it_changes t found b : wf t -> tells t found -> Qred b = b ->
  In b (map fst found) <-> changes_at t b.
Proof.
  intros W (_ & P & Red & _ & Lv & _) R. split.
  - intros I c L E. apply in_map_iff in I as ((b', n) & Eb & I). simpl in Eb. subst b'.
    assert (S : sum (added b) found == sum (added c) found).
    { assert (A := Lv b). assert (B := Lv c). rewrite E in B. lra. }
    assert (T := fun x Ix => added_falls c b x (Qlt_le_weak _ _ L) (P x Ix)).
    apply (proj1 (sums_meet _ _ _ T)) with (x := (b, n)) in S; [|exact I].
    rewrite added_below, added_above in S by lra. apply P in I. simpl in I. lra.
  - intros C. destruct (in_or_not b (map fst found) R) as [I|N]; [|exact I|].
    { intros x I. apply in_map_iff in I as (y & <- & I). now apply Red. }
    exfalso.
    assert (D : forall x, In x found -> ~ fst x == b).
    { intros x I E. apply N. rewrite <- R, <- (Qred_complete _ _ E), (Red x I). now apply in_map. }
    assert (G : exists c, c < b /\ forall x, In x found -> fst x <= c \/ b < fst x).
    { clear - D. induction found as [|x l IH]; [exists (b - 1); split; [lra|easy]|].
      destruct IH as (c & L & H); [intros; apply D; simpl; auto|].
      assert (Dx := D x (or_introl eq_refl)). destruct (Qlt_le_dec b (fst x)) as [Lx|Lx].
      - exists c. split; [exact L|]. intros y [<-|I]; auto.
      - destruct (Qlt_le_dec c (fst x)).
        + exists (fst x). split; [lra|]. intros y [<-|I]; [left; lra|]. destruct (H y I); [left|right]; lra.
        + exists c. split; [exact L|]. intros y [<-|I]; auto. }
    destruct G as (c & L & H). apply (C c L). symmetry. apply pruned_same_leaves.
    + now apply optimal_subtree_wf.
    + apply optimal_subtrees_are_nested; [exact W|lra].
    + rewrite !Lv. assert (S : sum (added c) found == sum (added b) found); [|lra].
      apply sum_ext. intros [x n] I. specialize (H _ I). simpl in H. destruct H.
      * rewrite !added_below by lra. reflexivity.
      * rewrite !added_above by lra. reflexivity.
Qed.

Lemma breakpoints_are_where_it_changes t b : wf t -> Qred b = b ->
  In b (map fst (breakpoints t)) <-> changes_at t b.
Proof. intros W. apply told_alphas_are_where_it_changes; [exact W|now apply breakpoints_spec]. Qed.

(** ** The two lists are one *)

Lemma rising_spec l found : falling l -> StronglySorted Qlt found ->
  (forall x y, In x l -> In y found -> fst x <= y) -> (forall x, In x l -> Qred (fst x) = fst x) ->
  (forall y, In y found -> Qred y = y) ->
  StronglySorted Qlt (rising l found) /\
  forall b, In b (rising l found) <-> In b found \/ In b (map fst l).
Proof.
  revert found. induction l as [|(b, n) l IH]; intros found F S L R Rf; simpl; [now split; [|tauto]|].
  inversion F as [|? ? F' Fb]; subst. rewrite Forall_forall in Fb.
  assert (Rb : Qred b = b) by exact (R _ (or_introl eq_refl)).
  assert (R' := fun x I => R x (or_intror I)). destruct found as [|c found].
  - destruct (IH [b] F') as [S' I']; [repeat constructor| |exact R'| |].
    + intros x y I [<-|[]]. exact (Fb x I).
    + intros y [<-|[]]. exact Rb.
    + split; [exact S'|]. intros x. rewrite I'. simpl. intuition.
  - assert (Lb := L _ c (or_introl eq_refl) (or_introl eq_refl)). simpl in Lb.
    destruct (Qeq_bool b c) eqn:E.
    + apply Qeq_bool_iff, Qred_complete in E. rewrite Rb, (Rf c (or_introl eq_refl)) in E. subst c.
      destruct (IH (b :: found) F' S) as [S' I']; [intros; apply L; simpl in *; auto|exact R'|exact Rf|].
      split; [exact S'|]. intros x. rewrite I'. simpl. intuition.
    + assert (D : b < c).
      { destruct (Qlt_le_dec b c) as [D|D]; [exact D|]. enough (Qeq_bool b c = true) by congruence.
        apply Qeq_bool_iff. now apply Qle_antisym. }
      inversion S as [|? ? S1 F1]; subst. destruct (IH (b :: c :: found) F') as [S' I']; [| |exact R'| |].
      * constructor; [exact S|]. constructor; [exact D|]. revert F1. apply Forall_impl. intros x. lra.
      * intros x y I [<-|J]; [exact (Fb x I)|]. apply L; simpl; auto.
      * intros y [<-|J]; auto.
      * split; [exact S'|]. intros x. rewrite I'. simpl. intuition.
Qed.

Theorem rounds_are_the_collapse_points t : wf t -> map fst (rounds t) = collapse_points t.
Proof.
  intros W. destruct (breakpoints_spec t W) as (F & _ & R & _).
  destruct (rising_spec (breakpoints t) [] F) as [S I]; [constructor|easy|exact R|easy|].
  apply sorted_lists_agree; [now apply rounds_increase|exact S|]. intros x.
  unfold collapse_points. rewrite I. split.
  - intros J. right. assert (Rx := rounds_reduced t x J).
    now apply breakpoints_are_where_it_changes, rounds_are_where_it_changes.
  - intros [[]|J]. assert (Rx : Qred x = x) by (apply in_map_iff in J as (y & <- & J); now apply R).
    now apply rounds_are_where_it_changes, breakpoints_are_where_it_changes.
Qed.

(** So do those of any list that tells as much, *)
Lemma told_alphas_are_the_rounds t found : wf t -> tells t found -> rising found [] = map fst (rounds t).
Proof.
  intros W Tl. assert (Tl' := Tl). destruct Tl' as (F & _ & R & _).
  destruct (rising_spec found []) as [S I]; try easy; [constructor|].
  apply sorted_lists_agree; [exact S|now apply rounds_increase|]. intros x. rewrite I. split.
  - intros [[]|J]. assert (Rx : Qred x = x) by (apply in_map_iff in J as (y & <- & J); now apply R).
    apply rounds_are_where_it_changes; trivial. now apply (told_alphas_are_where_it_changes t found).
  - intros J. right. assert (Rx := rounds_reduced t x J).
    apply (told_alphas_are_where_it_changes t found); trivial. now apply rounds_are_where_it_changes.
Qed.

(** as any heap's does: its alphas, each once, rising, are the textbook's rounds. *)
Theorem any_heap_gives_the_rounds t found : wf t -> melded t found -> rising found [] = map fst (rounds t).
Proof. intros W M. now apply told_alphas_are_the_rounds, melded_breakpoints_tell. Qed.

Theorem breakpoints_give_the_rounds t : wf t -> rounds_by_breakpoints t = rounds t.
Proof.
  intros W. unfold rounds_by_breakpoints. rewrite <- rounds_are_the_collapse_points, map_map by exact W.
  rewrite <- (map_id (rounds t)) at 2. apply map_ext_in. intros (a, u) I. simpl. f_equal.
  rewrite breakpoints_prune_to_the_optimum by exact W.
  rewrite <- rounds_are_optimal_everywhere by exact W.
  apply member_of_its_alpha; [now apply rounds_increase|exact I].
Qed.

(** ** Where the minimiser is unique

    "For each alpha one tree minimises the cost" [NOTE_B] holds between
    the collapse points, and at each of them it fails: the member before still ties. *)

Lemma a_round_leaves_two_minimisers n t a : wf t -> In a (map fst (rounds_within n t)) ->
  exists s, optimal a s t /\ s <> optimal_subtree a t.
Proof.
  revert t. induction n as [|n IH]; intros t W; [easy|]. assert (S := rounds_within_increase (S n) t W).
  cbn [rounds_within] in *. destruct (smallest_alpha t) as [b|] eqn:M; [|easy].
  cbn [map fst In] in *. intros [<-|I].
  - exists t. rewrite (equal_alphas_prune_equally _ _ t W (Qred_correct b)). split.
    + apply tree_is_optimal_up_to_smallest_alpha; [exact W|]. intros c I.
      rewrite Qred_correct. now apply (smallest_alpha_some t b M).
    + intros E. now apply (a_round_cuts b t W M).
  - inversion S as [|? ? _ F]; subst. rewrite Forall_forall in F. assert (L := F a I).
    rewrite Qred_correct in L. apply Qlt_le_weak in L.
    rewrite one_round_is_the_optimum in I by assumption.
    destruct (IH _ (optimal_subtree_wf b t W) I) as (s & [P O] & D). exists s.
    rewrite pruning_composes in D by assumption. split; [split|exact D].
    + apply pruned_transitive with (optimal_subtree b t); [exact P|apply optimal_subtree_is_pruned].
    + intros u U. apply Qle_trans with (cost a (optimal_subtree a t));
        [|now apply no_pruned_subtree_costs_less].
      rewrite <- (pruning_composes b a t) by assumption. apply O, optimal_subtree_is_pruned.
Qed.

Theorem another_minimiser_exactly_at_the_collapse_points t a : wf t -> Qred a = a ->
  In a (collapse_points t) <-> exists s, optimal a s t /\ s <> optimal_subtree a t.
Proof.
  intros W R. rewrite <- rounds_are_the_collapse_points by exact W. split.
  - now apply a_round_leaves_two_minimisers.
  - intros (s & [S O] & D). apply rounds_are_where_it_changes; [exact W|exact R|]. intros c L E.
    assert (P := optimal_subtree_is_smallest a s t (conj S O)).
    assert (Lt : leaves (optimal_subtree a t) < leaves s).
    { apply Qnot_le_lt. intros Le. apply D. symmetry.
      apply pruned_same_leaves; [now apply (pruned_wf s t)|exact P|exact Le]. }
    assert (C := no_pruned_subtree_costs_less c s t S). rewrite E in C.
    assert (A := O _ (optimal_subtree_is_pruned a t)). unfold cost in *. nra.
Qed.

(** From the largest collapse point on, nothing but the root is left. *)
Theorem the_root_alone_from_some_alpha_on t : wf t ->
  exists b, forall a, b <= a -> optimal_subtree a t = Leaf (root_cost t).
Proof.
  intros W. destruct t as [r|r ts]; [now exists 0|]. exists (collapse_alpha (Branch r ts)).
  intros a L. now apply branch_collapses_from_its_collapse_alpha_on.
Qed.

(** ** Plausible wrong statements

    That a branch goes where alpha reaches its own in the whole tree: the sample's root has 11/4 there, and
    goes at 5, when the splits below are gone.  That a parent goes no earlier than its children: it takes one
    along whose alpha is larger. *)
Example the_alpha_of_the_whole_tree_is_not_where_a_branch_goes :
  Qred (alpha_of sample) = 11 # 4 /\ optimal_subtree 4 sample = Branch 20 [Leaf 8; Leaf 7] /\
    optimal_subtree 5 sample = Leaf 20.
Proof. now repeat split. Qed.

Example a_parent_may_go_before_its_child_alone_would :
  let child := Branch 8 [Leaf 1; Leaf 1] in
  Qred (alpha_of child) = 6 /\ optimal_subtree 3 (Branch 10 [Leaf 2; child]) = Leaf 10.
Proof. now repeat split. Qed.

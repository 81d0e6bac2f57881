(** * SingleCuts: where links tie and the first is cut alone, the next cut is the next that ties

    Cutting the first of the weakest links leaves all others as they are, but those below it; a
    branch above it keeps an alpha above theirs.  So links that tie are cut from first to last, the
    outermost of them, and then comes a larger alpha.  [NOTE_A; NOTE_D] *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence Order.
Import ListNotations.
Open Scope Q_scope.

Definition links (a : Q) (t : tree) : list path := filter (has_alpha a t) (internal_paths t).

Fixpoint starts_with (p q : path) : bool :=
  match p, q with
  | [], _ => true
  | i :: p, j :: q => Nat.eqb i j && starts_with p q
  | _ :: _, [] => false
  end.

Definition not_below (p q : path) : bool := negb (starts_with p q).

(** The links of the children, from the [k]th on. *)
Fixpoint links_from (a : Q) (k : nat) (ts : list tree) : list path :=
  match ts with [] => [] | t :: ts => map (cons k) (links a t) ++ links_from a (S k) ts end.

Lemma filter_map {A B} (f : A -> B) (g : B -> bool) l : filter g (map f l) = map f (filter (fun x =>
  g (f x)) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (g (f x)); simpl; now rewrite IH. Qed.

Lemma all_kept {A} (g : A -> bool) l : (forall x, In x l -> g x = true) -> filter g l = l.
Proof. induction l as [|x l IH]; intros H; simpl; [reflexivity|]. rewrite H by now left. f_equal. apply IH.
  intros y I. apply H. now right. Qed.

Lemma links_of_a_branch a r ts : links a (Branch r ts) =
  (if Qeq_bool (alpha_of (Branch r ts)) a then [[]] else []) ++ links_from a 0 ts.
Proof.
  unfold links. cbn [internal_paths filter].
    replace (has_alpha a (Branch r ts) []) with (Qeq_bool (alpha_of (Branch r ts)) a) by reflexivity.
  assert (E : forall k us, (forall i, nth_error us i = nth_error ts (k + i)) ->
    filter (has_alpha a (Branch r ts)) (flat_map (fun '(i, ps) =>
      map (cons i) ps) (combine (seq k (length us)) (map internal_paths us))) =
    links_from a k us).
  { intros k us. revert k. induction us as [|u us IH]; intros k N; [reflexivity|]. simpl. rewrite filter_app.
    f_equal.
    - rewrite filter_map. unfold links. f_equal. apply filter_ext. intros q. unfold has_alpha. simpl.
      assert (H := N 0%nat). simpl in H. rewrite Nat.add_0_r in H. now rewrite <- H.
    - apply IH. intros i. assert (H := N (S i)). simpl in H. now rewrite Nat.add_succ_r in H. }
  unfold numbered. rewrite map_length. rewrite (E 0%nat ts) by reflexivity. now destruct Qeq_bool.
Qed.

Lemma links_from_start a k ts q : In q (links_from a k ts) -> exists i p, q = i :: p /\
  (k <= i < k + length ts)%nat.
Proof.
  revert k. induction ts as [|t ts IH]; intros k I; [easy|]. simpl in *. apply in_app_or in I as [I|I].
  - apply in_map_iff in I as (p & <- & _). exists k, p. split; [reflexivity|lia].
  - destruct (IH (S k) I) as (i & p & E & L). exists i, p. split; [exact E|lia].
Qed.

Lemma links_from_app a k ts us : links_from a k (ts ++ us) = links_from a k ts ++ links_from a (k + length ts)
  us.
Proof.
  revert k. induction ts as [|t ts IH]; intros k; simpl; [now rewrite Nat.add_0_r|].
  now rewrite IH, <- app_assoc, Nat.add_succ_r.
Qed.

Lemma update_in_the_middle {A} (f : A -> A) l x m : update (length l) f (l ++ x :: m) = l ++ f x :: m.
Proof. induction l; simpl; [reflexivity|now f_equal]. Qed.

(** A cut at alpha [a] leaves the cost at [a] as it is. *)
Lemma a_cut_keeps_the_cost a p t b : wf t -> subtree_at p t = Some b -> (exists r ts, b = Branch r ts) ->
  alpha_of b == a ->
  cost a (prune_at p t) == cost a t.
Proof.
  revert t. induction p as [|i p IH]; intros t W E (r & ts & B) A.
  - injection E as ->. subst b. simpl prune_at. rewrite cost_leaf. symmetry.
      now apply alpha_of_is_the_balance_point.
  - destruct t as [r'|r' us]; simpl in E; [discriminate|]. destruct (nth_error us i) as [u|] eqn:N;
      [|discriminate].
    destruct (update_split i (prune_at p) us u N) as (l & m & -> & U). simpl prune_at.
      rewrite U, !cost_branch, !sum_app. simpl.
    rewrite (IH u); [reflexivity| |exact E|now exists r, ts|exact A]. apply (wf_children r' (l ++ u :: m) W),
      in_or_app. right. now left.
Qed.

Definition no_smaller (a : Q) (t : tree) : Prop := forall b, In b (branches t) -> a <= alpha_of b.

Lemma in_links a t p : In p (links a t) <-> exists b, subtree_at p t = Some b /\
  (exists r ts, b = Branch r ts) /\ alpha_of b == a.
Proof.
  unfold links. rewrite filter_In, internal_paths_are_all. unfold has_alpha. split.
  - intros [(r & ts & E) H]. rewrite E in H. apply Qeq_bool_iff in H. exists (Branch r ts). eauto.
  - intros (b & E & (r & ts & ->) & A). split; [eauto|]. rewrite E. now apply Qeq_bool_iff.
Qed.

Lemma cutting_the_first a t : wf t -> no_smaller a t -> forall p ps, links a t = p :: ps ->
  links a (prune_at p t) = filter (not_below p) (links a t) /\ no_smaller a (prune_at p t).
Proof.
  induction t as [r|r ts IH] using tree_induction; intros W H p ps L; [discriminate|].
  assert (C : In p (links a (Branch r ts))) by (rewrite L; now left). apply in_links in C as (b & E & B & A).
  rewrite links_of_a_branch in L. destruct (Qeq_bool (alpha_of (Branch r ts)) a) eqn:Q.
  - injection L as <- <-. rewrite links_of_a_branch, Q. simpl. split; [|easy].
    assert (F : forall l : list path, filter (not_below []) l = []) by (induction l; simpl; auto).
      now rewrite F.
  - simpl in L. destruct (links_from_start a 0 ts p) as (i & p' & -> & _); [rewrite L; now left|].
    simpl in E. destruct (nth_error ts i) as [u|] eqn:N; [|discriminate].
    assert (Above : a < alpha_of (Branch r ts)).
    { assert (a <= alpha_of (Branch r ts)) by (apply H; now left). apply Qle_lteq in H0 as [G|G]; [exact G|].
      symmetry in G. apply Qeq_bool_iff in G. congruence. }
    assert (Iu : In u ts) by (eapply nth_error_In; eauto).
    assert (Wu : wf u) by now apply (wf_children r ts).
    assert (Hu : no_smaller a u) by (intros c I; apply H, branches_child with u; trivial).
    destruct (nth_error_split ts i N) as (l & m & -> & Li).
    rewrite links_from_app in L. cbn [links_from] in L. rewrite Li in L. cbn [Nat.add] in L.
    assert (Before : links_from a 0 l = []).
    { destruct (links_from a 0 l) as [|q qs] eqn:F; [reflexivity|]. injection L as -> _.
      destruct (links_from_start a 0 l (i :: p')) as (j & q & Eq & G); [rewrite F; now left|].
        injection Eq as -> ->. lia. }
    rewrite Before in L. simpl in L. assert (First : exists qs, links a u = p' :: qs).
    { destruct (links a u) as [|q qs]; [exfalso|injection L as <- _; now exists qs]. simpl in L.
      destruct (links_from_start a (S i) m (i :: p')) as (j & q & Eq & G); [rewrite L; now left|].
        injection Eq as <- <-. lia. }
    destruct First as (qs & Lu). destruct (IH u Iu Wu Hu p' qs Lu) as [Lk Hk].
    assert (Cut : prune_at (i :: p') (Branch r (l ++ u :: m)) = Branch r (l ++ prune_at p' u :: m)).
    { simpl. now rewrite <- Li, update_in_the_middle. }
    set (t := Branch r (l ++ u :: m)) in *. assert (Sm := prune_at_is_pruned (i :: p') t). rewrite Cut in *.
    set (v := Branch r (l ++ prune_at p' u :: m)) in *.
    assert (Up : a < alpha_of v).
    { assert (Wv : wf v) by (eapply pruned_wf; eauto). apply Qnot_le_lt. intros G.
      apply leaf_costs_no_more_from_alpha_on in G; [|exact Wv]. enough (alpha_of t <= a) by lra.
      apply leaf_costs_no_more_from_alpha_on; [exact W|]. fold v in G. fold t.
      rewrite <- (a_cut_keeps_the_cost a (i :: p') t b W) by (trivial; unfold t; simpl; now rewrite N).
        now rewrite Cut. }
    split.
    + unfold v, t. rewrite !links_of_a_branch. fold v t. rewrite Q.
      replace (Qeq_bool (alpha_of v) a) with false
        by (symmetry; destruct (Qeq_bool (alpha_of v) a) eqn:X; [apply Qeq_bool_iff in X; lra|reflexivity]).
      simpl app. rewrite !links_from_app, Before. cbn [links_from app length]. rewrite Li, Lk, filter_app,
        filter_map. cbn [Nat.add].
      f_equal.
      * f_equal. apply filter_ext. intros q. unfold not_below. simpl. now rewrite Nat.eqb_refl.
      * symmetry. apply all_kept. intros q I.
        destruct (links_from_start a (S i) m q I) as (j & q' & -> & G). unfold not_below. simpl.
        destruct (Nat.eqb_spec i j); [lia|reflexivity].
    + intros c I. apply in_branches in I as [->|(w & Iw & I)]; [now apply Qlt_le_weak|].
      apply in_app_or in Iw as [Iw|[<-|Iw]]; [|now apply Hk|]; apply H, branches_child with w; trivial;
        apply in_or_app; [now left|right; now right].
Qed.

(** After the first of the weakest links, the rest of them, but those below it, are the weakest; where none is
    left, the next alpha is larger. *)
Theorem the_next_cut_is_the_next_that_ties t a p ps : wf t -> smallest_alpha t = Some a ->
  weakest_links t = p :: ps ->
  let rest := filter (not_below p) ps in
  match smallest_alpha (prune_at p t) with
  | Some b => if rest then a < b else b == a /\ weakest_links (prune_at p t) = rest
  | None => rest = []
  end.
Proof.
  intros W M E rest. unfold weakest_links in E. rewrite M in E. change (links a t = p :: ps) in E.
  destruct (smallest_alpha_some t a M) as [_ Min]. destruct (cutting_the_first a t W Min p ps E) as [L H].
  assert (R : links a (prune_at p t) = rest).
  { rewrite L, E. simpl. unfold not_below at 1. replace (starts_with p p) with true; [reflexivity|].
    clear. induction p; simpl; [reflexivity|]. now rewrite Nat.eqb_refl. }
  destruct (smallest_alpha (prune_at p t)) as [b|] eqn:N.
  - destruct (smallest_alpha_some _ _ N) as [(c & Ic & Ec) Mb]. assert (Lb : a <= b) by (rewrite <- Ec;
      now apply H).
    destruct rest as [|q qs] eqn:Er.
    + apply Qle_lteq in Lb as [Lb|F]; [exact Lb|exfalso]. destruct (branches_subtree_at _ c Ic) as (q & Sq).
      assert (I : In q (links a (prune_at p t))); [|now rewrite R in I].
      apply in_links. exists c. split; [exact Sq|]. split; [now apply (branches_are_branches _ c Ic)|].
        now rewrite Ec, F.
    + assert (F : b == a).
      { apply Qle_antisym; [|exact Lb]. assert (I : In q (links a (prune_at p t))) by (rewrite R; now left).
        apply in_links in I as (d & Sd & Bd & <-). apply Mb. eauto using subtree_at_branches. }
      split; [exact F|]. unfold weakest_links. rewrite N, <- R. unfold links. apply filter_ext. intros r.
        unfold has_alpha.
      destruct (subtree_at r (prune_at p t)) as [d|]; [|reflexivity].
      apply Bool.eq_iff_eq_true. rewrite !Qeq_bool_iff. now rewrite F.
  - apply smallest_alpha_none in N. destruct (prune_at p t); [now rewrite <- R|discriminate].
Qed.

(** ** A plausible wrong statement

    That links which tie are all cut, one after the other: one below another is gone with it. *)
Example a_link_below_another_is_gone :
  let t := Branch 2 [Leaf 0; Branch 1 [Leaf 0; Leaf 0]] in
  weakest_links t = [[]; [1%nat]] /\ weakest_links (prune_at [] t) = [].
Proof. repeat split. Qed.

(** * Breakpoints: pruning in O(n log n)

    The least cost of a branch as a function of alpha is
    [F_t(alpha) = min (R(t) + alpha) (sum of the children's F)]: concave, made of
    straight pieces, and [R(t) + alpha] from some alpha on.  So it is known by its
    breakpoints: at [(b, n)] the branch goes, for alpha falling below [b], from some
    leaves to [n] more, and saves [n] times what alpha lies below [b].

    A node merges its children's breakpoints, largest first, takes away those at
    or above the alpha where its own leaf meets the children's sum, and puts that
    alpha on top.  With mergeable heaps this takes O(n log n) where the rounds of
    weakest links take O(n^2).  Here a sorted list stands for the heap.  [CART84 ch. 10] *)
From Coq Require Import QArith Lqa Lia List Sorted Permutation.
From Dtrees Require Import Sums Tree Pruned Optimal.
From Dtrees Require Export Spec.Collapse.
Import ListNotations.
Open Scope Q_scope.

Example sample_breakpoints :
  map (fun '(a, n) => (a, Qred n)) (breakpoints sample) = [(5, 1); (2, 2); (2, 1)].
Proof. reflexivity. Qed.

(** ** What a list of breakpoints saves at an alpha, and how many leaves it adds *)

Definition saved (a : Q) (x : breakpoint) : Q :=
  if Qle_bool a (fst x) then snd x * (fst x - a) else 0.
Definition added (a : Q) (x : breakpoint) : Q := if Qle_bool (fst x) a then 0 else snd x.

Definition falling (l : list breakpoint) : Prop := StronglySorted (fun x y => fst y <= fst x) l.
Definition positive (l : list breakpoint) : Prop := forall x, In x l -> 0 < snd x.

Lemma saved_above a b n : a <= b -> saved a (b, n) == n * (b - a).
Proof. intros L. unfold saved. simpl. destruct (Qle_bool_spec a b); [reflexivity|tauto]. Qed.

Lemma saved_below a b n : b <= a -> saved a (b, n) == 0.
Proof.
  intros L. unfold saved. simpl. destruct (Qle_bool_spec a b) as [M|_]; [|reflexivity].
  setoid_replace b with a by lra. ring.
Qed.

Lemma added_above a b n : a < b -> added a (b, n) == n.
Proof. intros L. unfold added. simpl. destruct (Qle_bool_spec b a); [lra|reflexivity]. Qed.

Lemma added_below a b n : b <= a -> added a (b, n) == 0.
Proof. intros L. unfold added. simpl. destruct (Qle_bool_spec b a); [reflexivity|tauto]. Qed.

Lemma saved_nothing a l : (forall x, In x l -> fst x <= a) -> sum (saved a) l == 0 /\ sum (added a) l == 0.
Proof.
  intros H. rewrite <- (sum_zero l). split; apply sum_ext; intros [b n] I;
    [apply saved_below|apply added_below]; exact (H _ I).
Qed.

Lemma saved_nonneg a l : positive l -> 0 <= sum (saved a) l.
Proof.
  intros P. apply sum_nonneg. intros [b n] I. apply P in I. simpl in I.
  unfold saved. simpl. destruct (Qle_bool_spec a b); [|lra]. apply Qmult_le_0_compat; lra.
Qed.

(** ** Merging *)

Lemma insert_permutation x l : Permutation (insert x l) (x :: l).
Proof.
  induction l as [|y l IH]; simpl; [reflexivity|]. destruct Qle_bool; [reflexivity|].
  rewrite IH. apply perm_swap.
Qed.

Lemma merge_permutation l m : Permutation (merge l m) (l ++ m).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite insert_permutation. now constructor. Qed.

Lemma insert_falling x l : falling l -> falling (insert x l).
Proof.
  induction 1 as [|y l S IH F]; simpl; [repeat constructor|].
  destruct (Qle_bool_spec (fst y) (fst x)) as [L|G].
  - constructor; [now constructor|]. constructor; [exact L|]. revert F. apply Forall_impl. intros z. lra.
  - constructor; [exact IH|]. rewrite (insert_permutation x l). constructor; [lra|exact F].
Qed.

Lemma merge_all_spec ls : (forall l, In l ls -> falling l /\ positive l) ->
  falling (fold_right merge [] ls) /\ positive (fold_right merge [] ls) /\
  forall f, sum f (fold_right merge [] ls) == sum (sum f) ls.
Proof.
  induction ls as [|l ls IH]; simpl; intros H; [now repeat constructor|].
  destruct IH as (S & P & E); [auto|]. repeat split.
  - clear H P E. induction l; simpl; auto using insert_falling.
  - intros x I. apply (Permutation_in _ (merge_permutation _ _)), in_app_or in I as [I|I]; [|auto].
    now apply (H l (or_introl eq_refl)).
  - intros f. now rewrite (sum_permutation _ _ _ (merge_permutation _ _)), sum_app, E.
Qed.

(** ** Settling: where the node's leaf meets its children's sum *)

Lemma settle_spec r l : forall c k, falling l -> positive l -> 1 < k ->
  exists a n m, settle r c k l = (a, n) :: m /\ Qred a = a /\ 0 < n /\
    (forall x, In x m -> In x l /\ fst x < a) /\ falling m /\
    forall x,
      (a <= x -> r + x <= c + k * x - sum (saved x) l) /\
      (x < a -> c + k * x - sum (saved x) l == r + x - n * (a - x) - sum (saved x) m /\
                k + sum (added x) l == 1 + n + sum (added x) m).
Proof.
  induction l as [|(b, d) l IH]; intros c k S P K; cbn [settle].
  - exists (Qred ((r - c) / (k - 1))), (k - 1), []. split; [reflexivity|].
    split; [apply Qred_idempotent|]. split; [lra|]. split; [easy|]. split; [constructor|].
    intros x. rewrite Qred_correct. set (a := (r - c) / (k - 1)).
    assert (E : r - c == a * (k - 1)) by (unfold a; field; lra). simpl. split; [nra|]. intros _; split; lra.
  - inversion S as [|? ? Sl F]; subst. rewrite Forall_forall in F.
    assert (D : 0 < d) by exact (P _ (or_introl eq_refl)).
    assert (Pl : positive l) by (intros x I; apply P; simpl; auto).
    set (a0 := (r - c) / (k - 1)). assert (E : r - c == a0 * (k - 1)) by (unfold a0; field; lra).
    destruct (Qle_bool_spec (Qred a0) b) as [L|G]; [rewrite Qred_correct in L|rewrite Qred_correct in G].
    + destruct (IH (Qred (c - b * d)) (k + d) Sl Pl) as (a & n & m & -> & Ra & N & I & Sm & H); [lra|].
      assert (B : forall x, b <= x -> r + x <= c + k * x /\ sum (saved x) l == 0).
      { intros x Lx. split; [nra|]. apply saved_nothing. intros y Iy. apply F in Iy. simpl in Iy. lra. }
      assert (Lb : a <= b).
      { apply Qnot_lt_le. intros G. destruct (proj2 (H b) G) as [Eb _].
        destruct (B b (Qle_refl b)) as [B1 B2]. rewrite Qred_correct, B2 in Eb.
        assert (0 <= sum (saved b) m) by (apply saved_nonneg; intros x Ix; now apply Pl, I).
        assert (0 < n * (a - b)) by (apply Qmult_lt_0_compat; lra). lra. }
      exists a, n, m. repeat (split; [assumption||reflexivity|]). split.
      { intros x Ix. split; [right|]; now apply I. }
      split; [exact Sm|]. intros x. destruct (H x) as [H1 H2].
      assert (C := Qred_correct (c - b * d)). simpl. split.
      * intros Lx. destruct (Qlt_le_dec b x) as [Gx|Lbx].
        -- destruct (B x (Qlt_le_weak _ _ Gx)) as [B1 ->]. rewrite saved_below by lra. lra.
        -- rewrite saved_above by exact Lbx. specialize (H1 Lx). lra.
      * intros Gx. destruct (H2 Gx) as [H3 H4]. rewrite saved_above, added_above by lra.
        split; lra.
    + exists (Qred a0), (k - 1), ((b, d) :: l). split; [reflexivity|]. split; [apply Qred_idempotent|].
      split; [lra|]. split.
      { intros x Ix. split; [exact Ix|]. rewrite Qred_correct.
        destruct Ix as [<-|Ix]; simpl; [lra|]. apply F in Ix. simpl in Ix. lra. }
      split; [exact S|]. intros x. rewrite Qred_correct. split.
      * intros Lx. destruct (saved_nothing x ((b, d) :: l)) as [-> _]; [|nra].
        intros y [<-|Iy]; simpl; [lra|]. apply F in Iy. simpl in Iy. lra.
      * intros _. split; lra.
Qed.

(** ** The breakpoints tell the least cost, the leaves, and when a branch collapses *)

Lemma count_children ts : (2 <= length ts)%nat -> 1 < sum (fun _ : tree => 1) ts.
Proof.
  destruct ts as [|t [|u ts]]; simpl; intros L; try lia.
  assert (0 <= sum (fun _ : tree => 1) ts) by (apply sum_nonneg; intros; lra). lra.
Qed.

(** A mergeable heap hands out the children's breakpoints largest first, those that tie in any order:
    whatever heap serves, what it leads to is one of these lists. *)
Inductive melded : tree -> list breakpoint -> Prop :=
| melded_leaf r : melded (Leaf r) []
| melded_branch r ts ls l : Forall2 melded ts ls -> falling l -> Permutation l (concat ls) ->
    melded (Branch r ts) (settle r (sum root_cost ts) (sum (fun _ => 1) ts) l).

Definition first_alpha (found : list breakpoint) : Q := match found with (b, _) :: _ => b | [] => 0 end.

Definition tells (t : tree) (found : list breakpoint) : Prop :=
  falling found /\ positive found /\
  (forall x, In x found -> Qred (fst x) = fst x) /\
  (forall a, cost a (optimal_subtree a t) == root_cost t + a - sum (saved a) found) /\
  (forall a, leaves (optimal_subtree a t) == 1 + sum (added a) found) /\
  (branches t <> [] -> found <> [] /\
     forall a, first_alpha found <= a <-> optimal_subtree a t = Leaf (root_cost t)).

Lemma sum_in_step {A B} (R : A -> B -> Prop) (f : A -> Q) (g : B -> Q) l m :
  (forall x y, R x y -> f x == g y) -> Forall2 R l m -> sum f l == sum g m.
Proof. intros H. induction 1 as [|x y l m I F IH]; simpl; [reflexivity|]. now rewrite IH, (H x y I). Qed.

Theorem melded_breakpoints_tell t : wf t -> forall found, melded t found -> tells t found.
Proof.
  induction t as [r|r ts IH] using tree_induction; intros W found M;
    inversion M as [|? ? ls l F S PL]; subst.
  { repeat split; try easy; try constructor; intros a; unfold cost; simpl; lra. }
  assert (T : Forall2 tells ts ls).
  { assert (W' := wf_children r ts W). clear - F IH W'.
    induction F as [|t m ts ls H F IHF]; constructor; simpl in *; auto. }
  assert (Tl : forall k, In k ls -> exists t, tells t k).
  { clear - T. induction T as [|t m ts ls H T IHT]; [easy|]. intros k [<-|I]; eauto. }
  assert (P : positive l).
  { intros x I. apply (Permutation_in _ PL), in_concat in I as (k & Ik & I).
    destruct (Tl k Ik) as (t & Tt). now apply Tt. }
  assert (E : forall f, sum f l == sum (sum f) ls)
    by (intros f; now rewrite (sum_permutation _ _ _ PL), sum_concat).
  assert (K : 1 < sum (fun _ : tree => 1) ts) by (inversion W; now apply count_children).
  destruct (settle_spec r l (sum root_cost ts) _ S P K) as (b & n & m & -> & Rb & N & I & Sm & H).
  assert (Cost : forall a, sum (fun t => cost a (optimal_subtree a t)) ts ==
    sum root_cost ts + sum (fun _ => 1) ts * a - sum (saved a) l).
  { intros a. rewrite E.
    assert (C : sum (fun t => cost a (optimal_subtree a t) + (root_cost t + 1 * a) * -1) ts ==
      sum (fun k => sum (saved a) k * -1) ls).
    { revert T. apply sum_in_step. intros t k Tt. rewrite (proj1 (proj2 (proj2 (proj2 Tt))) a). ring. }
    rewrite sum_plus, !sum_scale, sum_plus, sum_scale in C. lra. }
  assert (Leaves : forall a, sum (fun t => leaves (optimal_subtree a t)) ts ==
    sum (fun _ => 1) ts + sum (added a) l).
  { intros a. rewrite E.
    assert (C : sum (fun t => leaves (optimal_subtree a t) + 1 * -1) ts == sum (sum (added a)) ls).
    { revert T. apply sum_in_step. intros t k Tt. rewrite (proj1 (proj2 (proj2 (proj2 (proj2 Tt)))) a).
      ring. }
    rewrite sum_plus, sum_scale in C. lra. }
  assert (Above : forall a, b <= a -> optimal_subtree a (Branch r ts) = Leaf r).
  { intros a L. destruct (optimal_cases a r ts) as [[_ ->]|[C _]]; [reflexivity|].
    rewrite Cost in C. apply (H a) in L. lra. }
  assert (Pm : positive m) by (intros x Ix; now apply P, I).
  assert (Below : forall a, a < b -> optimal_subtree a (Branch r ts) = Branch r (map (optimal_subtree a) ts)).
  { intros a L. destruct (optimal_cases a r ts) as [[C _]|[_ ->]]; [|reflexivity].
    rewrite Cost in C. destruct (proj2 (H a) L) as [E1 _]. rewrite E1 in C.
    assert (0 < n * (b - a)) by (apply Qmult_lt_0_compat; lra).
    assert (A := saved_nonneg a m Pm). lra. }
  assert (None : forall a, b <= a -> sum (saved a) m == 0 /\ sum (added a) m == 0).
  { intros a L. apply saved_nothing. intros x Ix. apply I in Ix as [_ Ix]. lra. }
  refine (conj _ (conj _ (conj _ (conj _ (conj _ (fun _ => conj _ (fun a => conj _ _))))))).
  - constructor; [exact Sm|]. apply Forall_forall. intros x Ix. apply I in Ix as [_ Ix]. simpl. lra.
  - intros x [<-|Ix]; [exact N|now apply Pm].
  - intros x [<-|Ix]; [exact Rb|]. apply I in Ix as [Ix _].
    apply (Permutation_in _ PL), in_concat in Ix as (k & Ik & Ix). destruct (Tl k Ik) as (t & Tt).
      now apply Tt.
  - intros a. simpl sum. simpl root_cost. destruct (Qlt_le_dec a b) as [L|L].
    + rewrite Below, cost_branch, sum_map, Cost, saved_above by lra.
      destruct (proj2 (H a) L) as [-> _]. ring.
    + rewrite Above, cost_leaf, saved_below by exact L. destruct (None a L) as [-> _]. ring.
  - intros a. simpl sum. destruct (Qlt_le_dec a b) as [L|L].
    + rewrite Below, added_above by exact L. simpl. rewrite sum_map, Leaves.
      destruct (proj2 (H a) L) as [_ ->]. ring.
    + rewrite Above, added_below by exact L. destruct (None a L) as [_ ->]. simpl. ring.
  - easy.
  - simpl. apply Above.
  - intros C. destruct (Qlt_le_dec a b) as [L|L]; [|exact L]. rewrite Below in C by exact L. discriminate.
Qed.

(** The sorted list is such a heap. *)
Lemma merged_permutation ls : Permutation (fold_right merge [] ls) (concat ls).
Proof. induction ls as [|l ls IH]; simpl; [constructor|]. rewrite merge_permutation.
  now apply Permutation_app_head. Qed.

Lemma breakpoints_are_melded t : wf t -> melded t (breakpoints t).
Proof.
  induction t as [r|r ts IH] using tree_induction; intros W; [constructor|].
  assert (W' := wf_children r ts W). cbn [breakpoints]. apply melded_branch with (ls := map breakpoints ts).
  - clear W. induction ts as [|t ts IHts]; simpl; constructor.
    + apply IH; [|apply W']; now left.
    + apply IHts; [intros u I; apply IH|intros u I; apply W']; now right.
  - apply merge_all_spec. intros l I. apply in_map_iff in I as (t & <- & I).
    destruct (melded_breakpoints_tell t (W' t I) _ (IH t I (W' t I))) as (F & P & _). now split.
  - apply merged_permutation.
Qed.

Lemma breakpoints_spec t : wf t -> tells t (breakpoints t).
Proof. intros W. now apply melded_breakpoints_tell, breakpoints_are_melded. Qed.

Theorem least_cost_from_breakpoints a t : wf t ->
  cost a (optimal_subtree a t) == root_cost t + a - sum (saved a) (breakpoints t).
Proof. intros W. now apply breakpoints_spec. Qed.

Theorem leaves_from_breakpoints a t : wf t ->
  leaves (optimal_subtree a t) == 1 + sum (added a) (breakpoints t).
Proof. intros W. now apply breakpoints_spec. Qed.

Theorem branch_collapses_from_its_collapse_alpha_on a r ts : wf (Branch r ts) ->
  collapse_alpha (Branch r ts) <= a <-> optimal_subtree a (Branch r ts) = Leaf r.
Proof. intros W. apply (breakpoints_spec _ W). discriminate. Qed.

(** The fast version is the naive one. *)
Theorem breakpoints_prune_to_the_optimum a t : wf t -> prune_by_breakpoints a t = optimal_subtree a t.
Proof.
  induction t as [r|r ts IH] using tree_induction; intros W; [reflexivity|].
  assert (B := branch_collapses_from_its_collapse_alpha_on a r ts W). cbn [prune_by_breakpoints].
  destruct (Qle_bool_spec (collapse_alpha (Branch r ts)) a) as [L|G]; [symmetry; now apply B|].
  destruct (optimal_cases a r ts) as [[_ C]|[_ ->]]; [tauto|]. f_equal. apply map_ext_in.
  intros t I. apply IH; [exact I|now apply (wf_children r ts)].
Qed.

(** ** Each internal node's collapse point

    In the whole tree a node goes with its first ancestor: its collapse point is
    the least collapse alpha on the way down to it. *)

Definition least (x y : Q) : Q := if Qle_bool x y then x else y.

Fixpoint collapse_point (p : path) (t : tree) : Q :=
  match p, t with
  | i :: p, Branch _ ts =>
      match nth_error ts i with
      | Some u => least (collapse_alpha t) (collapse_point p u)
      | None => collapse_alpha t
      end
  | _, _ => collapse_alpha t
  end.

Lemma below_least a x y : a < least x y <-> a < x /\ a < y.
Proof. unfold least. destruct (Qle_bool_spec x y); lra. Qed.

Theorem node_stands_exactly_below_its_collapse_point a p t r ts : wf t ->
  subtree_at p t = Some (Branch r ts) ->
  (exists us, subtree_at p (optimal_subtree a t) = Some (Branch r us)) <-> a < collapse_point p t.
Proof.
  revert t. induction p as [|i p IH]; intros [r'|r' us] W E; try discriminate;
    assert (B := branch_collapses_from_its_collapse_alpha_on a r' us W).
  - injection E as -> ->. cbn [collapse_point subtree_at].
    destruct (optimal_cases a r ts) as [[_ K]|[_ K]]; rewrite K in *.
    + split; [now intros (vs & V)|]. intros L. assert (Le := proj2 B eq_refl). lra.
    + split; [|eauto]. intros _. apply Qnot_le_lt. intros L. apply B in L. discriminate.
  - simpl in E. cbn [collapse_point]. destruct (nth_error us i) as [u|] eqn:N; [|discriminate].
    rewrite below_least, <- (IH u); [|eapply wf_children; eauto using nth_error_In|exact E].
    destruct (optimal_cases a r' us) as [[_ K]|[_ K]]; rewrite K in *.
    + split; [now intros (vs & V)|]. intros [L _]. assert (Le := proj2 B eq_refl). lra.
    + simpl. rewrite nth_error_map, N. simpl. split; [|tauto]. intros V. split; [|exact V].
      apply Qnot_le_lt. intros L. apply B in L. discriminate.
Qed.

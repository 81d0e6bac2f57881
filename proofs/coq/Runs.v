(** * Runs: one pass in rounded numbers finds the rounds, once its near-ties are settled

    A run knows of each branch its alpha only by a key, less than 7 units off ([Keys]).  A
    branch takes along the branches left below it, largest keys first, whose keys are at least
    its own so far, less 16.  Where those it takes along with a key at most 16 above its own have its very
    alpha, the run is that of exact numbers; and in small enough units it is always so. *)
From Coq Require Import QArith Lqa Lia List Sorted Permutation.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence Breakpoints CollapsePoints Keys.
Import ListNotations.
Open Scope Q_scope.

(** A breakpoint of a run: its alpha, the leaves that it saves, and its key. *)
Definition point : Type := Q * Q * Z.
Definition alpha (x : point) : Q := fst (fst x).
Definition more (x : point) : Q := snd (fst x).
Definition key_of (x : point) : Z := snd x.
Definition saving (x : point) : Q := alpha x * more x.

Section Unit.
  Variable unit : Q.

  Definition keyed (a : Q) (z : Z) : Prop := within 7 (a / unit) (inject_Z z).

  (** [goes r c k l taken top rest]: of the branches [l] left below, those [taken] go along with a branch of
      risk [r]; it collapses at [top], and [rest] is left. *)
  Inductive goes (r : Q) : Q -> Q -> list point -> list point -> point -> list point -> Prop :=
  | goes_alone c k l z : keyed ((r - c) / (k - 1)) z -> (forall y, In y l -> (key_of y < z - 16)%Z) ->
      goes r c k l [] (Qred ((r - c) / (k - 1)), k - 1, z) l
  | goes_with c k x l z taken top rest : keyed ((r - c) / (k - 1)) z -> (z - 16 <= key_of x)%Z ->
      (forall y, In y l -> (key_of y <= key_of x)%Z) ->
      goes r (c - saving x) (k + more x) l taken top rest ->
      goes r c k (x :: l) (x :: taken) top rest.

  (** The near-ties of a branch: those it took along with a key at most 16 above its own. *)
  Definition near_ties_tie (taken : list point) (top : point) : Prop :=
    forall x, In x taken -> (key_of x - key_of top <= 16)%Z -> alpha x == alpha top.

  (** A run over a tree; where [settled], with all near-ties proved to tie. *)
  Inductive run (settled : bool) : tree -> list point -> Prop :=
  | run_leaf r : run settled (Leaf r) []
  | run_branch r ts ls l taken top rest : Forall2 (run settled) ts ls -> Permutation l (concat ls) ->
      goes r (sum root_cost ts) (sum (fun _ => 1) ts) l taken top rest ->
      (settled = true -> near_ties_tie taken top) ->
      run settled (Branch r ts) (top :: rest).

  Hypothesis unit_positive : 0 < unit.

  Lemma in_units a b : a / unit < b / unit <-> a < b.
  Proof.
    unfold Qdiv. assert (P : 0 < / unit) by now apply Qinv_lt_0_compat. split; intros H.
    - apply (Qmult_lt_r _ _ (/ unit)); assumption.
    - now apply Qmult_lt_r.
  Qed.

  Lemma far_keys a b k l : keyed a k -> keyed b l -> (16 < k - l)%Z -> b < a.
  Proof. intros A B L. apply in_units. now apply (keys_far_apart_tell_the_order (a / unit) (b / unit) k l).
    Qed.

  Lemma keyed_equal a b z : a == b -> keyed a z -> keyed b z.
  Proof. intros E [L G]. assert (F : a / unit == b / unit) by now rewrite E. split; lra. Qed.

  Lemma goes_spec r c k l taken top rest : goes r c k l taken top rest -> 1 < k ->
    (forall x, In x l -> 0 < more x) ->
    l = taken ++ rest /\ more top == k - 1 + sum more taken /\
    r - (c - sum saving taken) == alpha top * more top /\ 0 < more top /\ Qred (alpha top) = alpha top /\
    keyed (alpha top) (key_of top) /\ forall y, In y rest -> (key_of y < key_of top - 16)%Z.
  Proof.
    induction 1 as [c k l z K F|c k x l z taken top rest K L S G IH]; intros One P.
    - unfold more, alpha, key_of. cbn [fst snd app sum fold_right]. split; [reflexivity|]. split; [lra|].
      split; [rewrite Qred_correct; field; lra|]. split; [lra|]. split; [apply Qred_idempotent|]. split;
        [|exact F].
      now apply (keyed_equal ((r - c) / (k - 1))); [symmetry; apply Qred_correct|].
    - assert (Px : 0 < more x) by (apply P; now left).
      destruct IH as (-> & N & A & Pn & R & Kt & Rest); [lra|intros y I; apply P; now right|].
      split; [reflexivity|]. cbn [sum fold_right app]. fold (sum more taken) (sum saving taken).
      split; [lra|]. split; [lra|]. now repeat (split; [assumption|]).
  Qed.

  (** ** A settled run tells what the breakpoints tell *)

  Definition saved_by (a : Q) (x : point) : Q := saved a (fst x).
  Definition added_by (a : Q) (x : point) : Q := added a (fst x).

  Definition run_tells (t : tree) (found : list point) : Prop :=
    (forall x, In x found -> 0 < more x /\ Qred (alpha x) = alpha x /\ keyed (alpha x) (key_of x)) /\
    (forall a, cost a (optimal_subtree a t) == root_cost t + a - sum (saved_by a) found) /\
    (forall a, leaves (optimal_subtree a t) == 1 + sum (added_by a) found) /\
    match found with
    | [] => branches t = []
    | top :: rest => (forall y, In y rest -> alpha y < alpha top) /\
        forall a, alpha top <= a <-> optimal_subtree a t = Leaf (root_cost t)
    end.

  Lemma saved_falls a b x : a <= b -> 0 < more x -> saved_by b x <= saved_by a x.
  Proof.
    destruct x as [[c n] z]. unfold more, saved_by, saved. simpl. intros L P.
    destruct (Qle_bool_spec b c), (Qle_bool_spec a c); nra.
  Qed.

  Theorem a_settled_run_tells t : wf t -> forall found, run true t found -> run_tells t found.
  Proof.
    induction t as [r|r ts IH] using tree_induction; intros W found M;
      inversion M as [|? ? ls l taken top rest F PL G T]; subst.
    { split; [easy|]. split; [intros a; unfold cost; simpl; lra|]. split;
      [intros a; simpl; lra|reflexivity]. }
    assert (Ch : Forall2 run_tells ts ls).
    { assert (W' := wf_children r ts W). clear - F IH W'.
      induction F as [|t m ts ls H F IHF]; constructor; simpl in *; auto. }
    assert (Tl : forall k, In k ls -> exists t, run_tells t k).
    { clear - Ch. induction Ch as [|t m ts ls H C IHC]; [easy|]. intros k [<-|I]; eauto. }
    assert (P : forall x, In x l -> 0 < more x /\ Qred (alpha x) = alpha x /\ keyed (alpha x) (key_of x)).
    { intros x I. apply (Permutation_in _ PL), in_concat in I as (k & Ik & I).
      destruct (Tl k Ik) as (t & Tt). now apply Tt. }
    assert (E : forall f, sum f l == sum (sum f) ls)
      by (intros f; now rewrite (sum_permutation _ _ _ PL), sum_concat).
    assert (K : 1 < sum (fun _ : tree => 1) ts) by (inversion W; now apply count_children).
    destruct (goes_spec _ _ _ _ _ _ _ G K (fun x I => proj1 (P x I))) as (El & N & A & Pn & R & Kt & Below).
      subst l.
    set (k := sum (fun _ : tree => 1) ts) in *. set (c := sum root_cost ts) in *. set (x0 := alpha top) in *.
    assert (Rest : forall y, In y rest -> alpha y < x0).
    { intros y I. apply (far_keys x0 (alpha y) (key_of top) (key_of y)); [exact Kt|apply P, in_or_app;
      now right|].
      specialize (Below y I). lia. }
    assert (Taken : forall y, In y taken -> x0 <= alpha y).
    { intros y I. destruct (Z_le_gt_dec (key_of y - key_of top) 16) as [L|L].
      - rewrite (T eq_refl y I L). apply Qle_refl.
      - apply Qlt_le_weak, (far_keys (alpha y) x0 (key_of y) (key_of top));
          [apply P, in_or_app; now left|exact Kt|lia]. }
    assert (Sums : forall a, (x0 <= a -> sum (saved_by a) rest == 0 /\ sum (added_by a) rest == 0) /\
      (a <= x0 -> sum (saved_by a) taken == sum saving taken - a * sum more taken) /\
      (a < x0 -> sum (added_by a) taken == sum more taken)).
    { clear - Rest Taken. intros a. repeat split.
      - rewrite <- (sum_zero rest). apply sum_ext. intros [[b n] z] I. apply saved_below. apply Rest in I.
        unfold alpha in I. simpl in I. lra.
      - rewrite <- (sum_zero rest). apply sum_ext. intros [[b n] z] I. apply added_below. apply Rest in I.
        unfold alpha in I. simpl in I. lra.
      - intros L. assert (H : sum (saved_by a) taken == sum (fun x => saving x + more x * - a) taken).
        { apply sum_ext. intros [[b n] z] I. apply Taken in I. unfold saving, alpha, more, saved_by in *.
          simpl in *.
          rewrite saved_above by lra. ring. }
        rewrite H, sum_plus, sum_scale. ring.
      - intros L. apply sum_ext. intros [[b n] z] I. apply Taken in I. unfold alpha, more, added_by in *.
          simpl in *.
        apply added_above. lra. }
    assert (Cost : forall a, sum (fun t => cost a (optimal_subtree a t)) ts ==
      c + k * a - (sum (saved_by a) taken + sum (saved_by a) rest)).
    { intros a. rewrite <- sum_app, E.
      assert (H : sum (fun t => cost a (optimal_subtree a t) + (root_cost t + 1 * a) * -1) ts ==
        sum (fun k => sum (saved_by a) k * -1) ls).
      { revert Ch. apply sum_in_step. intros t m (_ & Tt & _). rewrite Tt. ring. }
      rewrite sum_plus, !sum_scale, sum_plus, sum_scale in H. unfold c, k. lra. }
    assert (Leaves : forall a, sum (fun t => leaves (optimal_subtree a t)) ts ==
      k + (sum (added_by a) taken + sum (added_by a) rest)).
    { intros a. rewrite <- sum_app, E.
      assert (H : sum (fun t => leaves (optimal_subtree a t) + 1 * -1) ts == sum (sum (added_by a)) ls).
      { revert Ch. apply sum_in_step. intros t m (_ & _ & Tt & _). rewrite Tt. ring. }
      rewrite sum_plus, sum_scale in H. unfold k. lra. }
    assert (Less : forall a b, a <= b -> sum (saved_by b) taken <= sum (saved_by a) taken).
    { intros a b L. apply sum_le. intros x I. apply saved_falls; [exact L|]. apply P, in_or_app. now left. }
    assert (Above : forall a, x0 <= a -> optimal_subtree a (Branch r ts) = Leaf r).
    { intros a L. destruct (optimal_cases a r ts) as [[_ ->]|[C _]]; [reflexivity|].
      rewrite Cost in C. destruct (Sums a) as [S1 _]. destruct (S1 L) as [S1' _].
        destruct (Sums x0) as (_ & S2 & _).
      specialize (S2 (Qle_refl _)). specialize (Less x0 a L).
        assert (0 <= (k - 1) * (a - x0)) by (apply Qmult_le_0_compat; lra). nra. }
    assert (Below' : forall a, a < x0 -> optimal_subtree a (Branch r ts) = Branch r (map (optimal_subtree a)
      ts)).
    { intros a L. destruct (optimal_cases a r ts) as [[C _]|[_ ->]]; [|reflexivity].
      rewrite Cost in C. destruct (Sums a) as (_ & S2 & _). specialize (S2 (Qlt_le_weak _ _ L)).
      assert (0 < more top * (x0 - a)) by (apply Qmult_lt_0_compat; lra).
      assert (0 <= sum (saved_by a) rest).
      { apply sum_nonneg. intros y I. unfold saved_by, saved.
        assert (Py := proj1 (P y (in_or_app _ _ _ (or_intror I)))).
        unfold more in Py. destruct (Qle_bool_spec a (fst (fst y))); [|lra]. apply Qmult_le_0_compat; lra. }
      nra. }
    split; [|split; [|split; [|split]]].
    - intros x [<-|I]; [exact (conj Pn (conj R Kt))|]. apply P, in_or_app. now right.
    - intros a. cbn [sum fold_right root_cost]. fold (sum (saved_by a) rest). unfold saved_by at 1.
        destruct top as [[b n] z].
      unfold alpha, more in *. cbn [fst snd] in *. subst x0. destruct (Qlt_le_dec a b) as [L|L].
      + rewrite Below', cost_branch, sum_map, Cost, saved_above by lra. destruct (Sums a) as (_ & S2 & _).
        specialize (S2 (Qlt_le_weak _ _ L)). nra.
      + rewrite Above, cost_leaf, saved_below by exact L. destruct (Sums a) as [S1 _].
          destruct (S1 L) as [S1' _]. lra.
    - intros a. cbn [sum fold_right]. fold (sum (added_by a) rest). unfold added_by at 1.
        destruct top as [[b n] z].
      unfold alpha, more in *. cbn [fst snd] in *. subst x0. destruct (Qlt_le_dec a b) as [L|L].
      + rewrite Below', added_above by exact L. cbn [leaves]. rewrite sum_map, Leaves.
          destruct (Sums a) as (_ & _ & S3).
        specialize (S3 L). lra.
      + rewrite Above, added_below by exact L. destruct (Sums a) as [S1 _]. destruct (S1 L) as [_ S1']. simpl.
          lra.
    - exact Rest.
    - intros a. split; [apply Above|]. intros C. destruct (Qlt_le_dec a x0) as [L|L]; [|exact L].
      rewrite Below' in C by exact L. discriminate.
  Qed.

  Lemma in_points (x : breakpoint) (found : list point) : In x (map fst found) -> exists y, In y found /\
    fst y = x.
  Proof. intros I. apply in_map_iff in I as (y & E & I). now exists y. Qed.

  Theorem a_settled_run_gives_the_rounds t found : wf t -> run true t found ->
    rising (merge (map fst found) []) [] = map fst (rounds t).
  Proof.
    intros W M. apply told_alphas_are_the_rounds; [exact W|].
    destruct (a_settled_run_tells t W found M) as (P & C & L & T).
    assert (Pm : Permutation (merge (map fst found) []) (map fst found))
      by (rewrite merge_permutation, app_nil_r; reflexivity).
    assert (In_ : forall x, In x (merge (map fst found) []) -> exists y, In y found /\ fst y = x)
      by (intros x I; now apply in_points, (Permutation_in _ Pm)).
    assert (F : falling (merge (map fst found) [])).
    { clear. induction found as [|x l IH]; simpl; [constructor|]. now apply insert_falling. }
    refine (conj F (conj _ (conj _ (conj _ (conj _ (fun H => conj _ (fun a => conj _ _))))))).
    - intros x I. apply In_ in I as (y & I & <-). now apply P.
    - intros x I. apply In_ in I as (y & I & <-). now apply P.
    - intros a. rewrite (sum_permutation _ _ _ Pm), sum_map. apply C.
    - intros a. rewrite (sum_permutation _ _ _ Pm), sum_map. apply L.
    - destruct found as [|x l]; [now rewrite T in H|]. simpl. now destruct (merge (map fst l) []);
        [|simpl; destruct Qle_bool].
    - destruct found as [|x l]; [now rewrite T in H|]. destruct T as [Rest T]. intros Le. apply T.
      apply Qle_trans with (2 := Le). unfold first_alpha.
      destruct (merge (map fst (x :: l)) []) as [|[b n] m] eqn:E.
      + apply Permutation_nil in Pm. discriminate.
      + assert (J : In (fst x) ((b, n) :: m)) by (apply (Permutation_in _ (Permutation_sym Pm)); now left).
        destruct J as [J|J]; [unfold alpha; rewrite <- J; apply Qle_refl|].
        inversion F as [|? ? _ Fa]; subst. rewrite Forall_forall in Fa. now apply Fa in J.
    - destruct found as [|x l]; [now rewrite T in H|]. destruct T as [Rest T]. intros Le. apply T in Le.
      apply Qle_trans with (2 := Le). unfold first_alpha.
      destruct (merge (map fst (x :: l)) []) as [|[b n] m] eqn:E.
      + apply Permutation_nil in Pm. discriminate.
      + assert (J : In (b, n) (map fst (x :: l))) by (apply (Permutation_in _ Pm); now left).
        destruct J as [J|J]; [unfold alpha; rewrite J; apply Qle_refl|].
        apply in_points in J as (y & J & Ey). apply Rest in J. unfold alpha in *. rewrite Ey in J.
          apply Qlt_le_weak, J.
  Qed.

  (** A branch's alpha in a settled run is that from which on it is its root. *)
  Theorem a_settled_alpha_is_the_collapse_alpha t top rest : wf t -> run true t (top :: rest) ->
    alpha top == collapse_alpha t.
  Proof.
    intros W M. destruct t as [r|r ts]; [inversion M|].
    destruct (a_settled_run_tells _ W _ M) as (_ & _ & _ & _ & T).
    assert (B := fun a => branch_collapses_from_its_collapse_alpha_on a r ts W).
    apply Qle_antisym; [apply T, B|apply B, T]; apply Qle_refl.
  Qed.

  (** ** The order of the breakpoints, and their ranks

      Sorted by keys, alpha 0 among them, neighbours at most 16 apart are taken for equal, and proved so. *)

  Fixpoint settled_order (l : list point) : Prop :=
    match l with
    | x :: (y :: _) as m => (key_of x <= key_of y)%Z /\ ((key_of y - key_of x <= 16)%Z ->
      alpha x == alpha y) /\ settled_order m
    | _ => True
    end.

  Fixpoint ranks (n : nat) (l : list point) : list nat :=
    match l with
    | x :: (y :: _) as m => n :: ranks (if (16 <? key_of y - key_of x)%Z then S n else n) m
    | [_] => [n]
    | [] => []
    end.

  Definition in_order (p q : point * nat) : Prop :=
    alpha (fst p) <= alpha (fst q) /\ (snd p <= snd q)%nat /\
      (snd p = snd q <-> alpha (fst p) == alpha (fst q)).

  Theorem ranks_are_the_order_of_alphas l n : (forall x, In x l -> keyed (alpha x) (key_of x)) ->
    settled_order l ->
    StronglySorted in_order (combine l (ranks n l)).
  Proof.
    intros K S. apply Sorted_StronglySorted.
    { intros p q s (A & N & E) (A' & N' & E'). split; [lra|]. split; [lia|]. split; intros H.
      - assert (X : alpha (fst p) == alpha (fst q)) by (apply E; lia).
        assert (Y : alpha (fst q) == alpha (fst s)) by (apply E'; lia). lra.
      - assert (X : snd p = snd q) by (apply E; lra). assert (Y : snd q = snd s) by (apply E'; lra). lia. }
    revert n K S. induction l as [|x [|y l] IH]; intros n K S; [constructor|repeat constructor|].
    destruct S as (L & T & S). set (n' := if (16 <? key_of y - key_of x)%Z then Datatypes.S n else n).
    change (combine (x :: y :: l) (ranks n (x :: y :: l)))
      with ((x, n) :: combine (y :: l) (ranks n' (y :: l))).
    constructor; [apply IH; [intros z I; apply K; now right|exact S]|].
    assert (H : exists m, combine (y :: l) (ranks n' (y :: l)) = (y, n') :: m) by (destruct l; simpl; eauto).
    destruct H as (m & ->). constructor. unfold in_order. simpl. unfold n'.
    destruct (Z.ltb_spec 16 (key_of y - key_of x)) as [G|G].
    - assert (A : alpha x < alpha y) by (apply (far_keys (alpha y) (alpha x) (key_of y) (key_of x));
        [apply K; simpl; auto..|exact G]).
      split; [lra|]. split; [lia|]. split; [lia|lra].
    - specialize (T G). split; [lra|]. split; [lia|]. tauto.
  Qed.
End Unit.

(** ** Settling ends

    A tree's runs, whatever their keys, meet finitely many ratios.  In units so small that different
    ones are 64 units apart, every comparison of keys has the outcome of that of the ratios. *)

Section Orders.
  Context {A : Type}.

  Fixpoint everywhere (x : A) (l : list A) : list (list A) :=
    match l with [] => [[x]] | y :: m => (x :: l) :: map (cons y) (everywhere x m) end.

  Fixpoint orders (l : list A) : list (list A) :=
    match l with [] => [[]] | x :: m => flat_map (everywhere x) (orders m) end.

  Definition splits (l : list A) : list (list A * list A) :=
    map (fun n => (firstn n l, skipn n l)) (seq 0 (S (length l))).

  Lemma in_everywhere x p q : In (p ++ x :: q) (everywhere x (p ++ q)).
  Proof.
    induction p as [|y p IH]; simpl; [destruct q; simpl; auto|]. right. now apply in_map.
  Qed.

  Lemma in_orders l m : Permutation l m -> In m (orders l).
  Proof.
    revert m. induction l as [|x l IH]; intros m P; simpl.
    - apply Permutation_nil in P as ->. now left.
    - assert (I : In x m) by (apply (Permutation_in _ P); now left). apply in_split in I as (p & q & ->).
      apply in_flat_map. exists (p ++ q). split; [|apply in_everywhere].
      apply IH. now apply Permutation_cons_app_inv with x.
  Qed.

  Lemma in_splits p q : In (p, q) (splits (p ++ q)).
  Proof.
    unfold splits. apply in_map_iff. exists (length p). split.
    - now rewrite firstn_app, firstn_all, Nat.sub_diag, skipn_app, skipn_all, Nat.sub_diag, app_nil_r.
    - apply in_seq. rewrite app_length. lia.
  Qed.
End Orders.

Fixpoint top_of (r c k : Q) (taken : list breakpoint) : breakpoint :=
  match taken with
  | [] => (Qred ((r - c) / (k - 1)), k - 1)
  | x :: taken => top_of r (c - fst x * snd x) (k + snd x) taken
  end.

(** What runs may lead to, each a list of alphas with the leaves saved; and all alphas on the way. *)
Fixpoint outcomes (t : tree) : list (list breakpoint) :=
  match t with
  | Leaf _ => [[]]
  | Branch r ts =>
      flat_map (fun ls => flat_map (fun l =>
          map (fun s => top_of r (sum root_cost ts) (sum (fun _ => 1) ts) (fst s) :: snd s) (splits l))
        (orders (concat ls))) (choices (map outcomes ts))
  end.

Fixpoint ratios (t : tree) : list Q :=
  match t with
  | Leaf _ => []
  | Branch _ ts => map fst (concat (outcomes t)) ++ flat_map ratios ts
  end.

Definition spaced (d : Q) (l : list Q) : Prop := forall x y, In x l -> In y l -> x < y -> x + d <= y.

Lemma there_is_a_gap l : exists d, 0 < d /\ spaced d l.
Proof.
  assert (G : forall m : list Q, exists d, 0 < d /\ forall x, In x m -> 0 < x -> d <= x).
  { induction m as [|x m (d & P & H)]; [exists 1; split; [lra|easy]|]. destruct (Qlt_le_dec 0 x) as [Px|N].
    - destruct (Qlt_le_dec d x) as [L|L].
      + exists d. split; [exact P|]. intros y [<-|I] Py; [lra|auto].
      + exists x. split; [exact Px|]. intros y [<-|I] Py; [lra|]. specialize (H y I Py). lra.
    - exists d. split; [exact P|]. intros y [<-|I] Py; [lra|auto]. }
  destruct (G (map (fun p => snd p - fst p) (list_prod l l))) as (d & P & H). exists d. split; [exact P|].
  intros x y Ix Iy L. assert (K : d <= y - x); [|lra]. apply H; [|lra].
  apply in_map_iff. exists (x, y). split; [reflexivity|]. now apply in_prod.
Qed.

Section Ends.
  Variable unit : Q.
  Hypothesis unit_positive : 0 < unit.

  Lemma goes_to_top r c k l taken top rest : goes unit r c k l taken top rest ->
    l = taken ++ rest /\ fst top = top_of r c k (map fst taken).
  Proof. induction 1 as [|c k x l z taken top rest K L S G [-> IH]]; split; trivial. Qed.

  Lemma a_run_is_an_outcome t : forall found settled, run unit settled t found ->
    In (map fst found) (outcomes t).
  Proof.
    induction t as [r|r ts IH] using tree_induction; intros found settled M;
      inversion M as [|? ? ls l taken top rest F P G T]; subst; [now left|]. cbn [outcomes].
    destruct (goes_to_top _ _ _ _ _ _ _ G) as [-> Et]. apply in_flat_map. exists (map (map fst) ls). split.
    - apply in_choices. clear - F IH. induction F as [|t m ts ls H F IHF]; constructor.
      + apply (IH t (or_introl eq_refl) m settled H).
      + apply IHF. intros u I. apply IH. now right.
    - apply in_flat_map. exists (map fst taken ++ map fst rest). split.
      + apply in_orders. rewrite <- concat_map, <- map_app. apply Permutation_map. now apply Permutation_sym.
      + apply in_map_iff. exists (map fst taken, map fst rest). split; [|apply in_splits]. simpl.
          now rewrite Et.
  Qed.

  (** Ratios on the way are outcomes too: of the branch that takes no more. *)
  Lemma ratios_on_the_way r ts ls l taken top rest settled : Forall2 (run unit settled) ts ls ->
    Permutation l (concat ls) -> goes unit r (sum root_cost ts) (sum (fun _ => 1) ts) l taken top rest ->
    (forall p q, taken = p ++ q ->
      In (fst (top_of r (sum root_cost ts) (sum (fun _ => 1) ts) (map fst p))) (ratios (Branch r ts))) /\
    (forall x, In x l -> In (alpha x) (ratios (Branch r ts))).
  Proof.
    intros F P G. destruct (goes_to_top _ _ _ _ _ _ _ G) as [-> _].
    assert (O : forall p q, taken ++ rest = p ++ q ->
      In (top_of r (sum root_cost ts) (sum (fun _ => 1) ts) (map fst p) :: map fst q)
        (outcomes (Branch r ts))).
    { intros p q E. cbn [outcomes]. apply in_flat_map. exists (map (map fst) ls). split.
      - apply in_choices. clear - F. induction F as [|t m ts ls H F IHF]; constructor;
          [now apply a_run_is_an_outcome in H|exact IHF].
      - apply in_flat_map. exists (map fst p ++ map fst q). split.
        + apply in_orders. rewrite <- concat_map, <- map_app. apply Permutation_map, Permutation_sym.
            now rewrite E in P.
        + apply in_map_iff. exists (map fst p, map fst q). split; [reflexivity|apply in_splits]. }
    cbn [ratios]. split.
    - intros p q ->. apply in_or_app. left. apply in_map. apply in_concat.
      eexists. split; [apply (O p (q ++ rest)); now rewrite app_assoc|now left].
    - intros x I. apply in_or_app. left. unfold alpha. apply in_map. apply in_concat.
      eexists. split; [apply (O [] (taken ++ rest)); reflexivity|]. right. now apply in_map.
  Qed.

  Lemma mean_at_most r c k B x : 1 < k -> 0 < more x -> (r - c) / (k - 1) <= B -> alpha x <= B ->
    (r - (c - saving x)) / (k + more x - 1) <= B.
  Proof.
    unfold saving. intros K N L A. assert (E : r - c == (r - c) / (k - 1) * (k - 1)) by (field; lra).
    apply Qle_shift_div_r; [lra|]. set (a := (r - c) / (k - 1)) in *. set (b := alpha x) in *.
      set (n := more x) in *.
    assert (a * (k - 1) <= B * (k - 1)) by (apply Qmult_le_compat_r; lra).
    assert (b * n <= B * n) by (apply Qmult_le_compat_r; lra). lra.
  Qed.

  Lemma top_at_most r c k l taken top rest B : goes unit r c k l taken top rest -> 1 < k ->
    (forall x, In x l -> 0 < more x) -> (r - c) / (k - 1) <= B -> (forall x, In x taken -> alpha x <= B) ->
      alpha top <= B.
  Proof.
    induction 1 as [c k l z K F|c k x l z taken top rest K L S G IH]; intros One P A H.
    - unfold alpha. cbn [fst]. now rewrite Qred_correct.
    - assert (Px : 0 < more x) by (apply P; now left).
      apply IH; [lra|intros y I; apply P; now right| |intros y I; apply H; now right].
      apply mean_at_most; trivial. apply H. now left.
  Qed.

  Variable X : list Q.
  Hypothesis far_apart : spaced (64 * unit) X.

  Lemma larger_key a b k l : In a X -> In b X -> keyed unit a k -> keyed unit b l -> a < b -> (k + 16 < l)%Z.
  Proof.
    intros Ia Ib [A1 A2] [B1 B2] L. assert (S := far_apart a b Ia Ib L).
    assert (D : a / unit + 64 <= b / unit).
    { apply Qle_shift_div_l; [exact unit_positive|].
      assert (E : (a / unit + 64) * unit == a + 64 * unit) by (field; lra). lra. }
    apply Znot_ge_lt. intros G. assert (H : (l <= k + 16)%Z) by lia. rewrite Zle_Qle, inject_Z_plus in H.
    change (inject_Z 16) with 16 in H. lra.
  Qed.

  Lemma taken_are_larger r c k l taken top rest : goes unit r c k l taken top rest -> 1 < k ->
    (forall x, In x l -> 0 < more x /\ keyed unit (alpha x) (key_of x) /\ In (alpha x) X) ->
    (forall p q, taken = p ++ q -> In (fst (top_of r c k (map fst p))) X) ->
    forall x, In x taken -> alpha top <= alpha x.
  Proof.
    induction 1 as [c k l z K F|c k x l z taken top rest K L S G IH]; intros One P T y I; [easy|].
    destruct (P x (or_introl eq_refl)) as (Px & Kx & Xx).
    assert (Here : (r - c) / (k - 1) <= alpha x).
    { apply Qnot_lt_le. intros H. assert (Xa := T [] _ eq_refl). simpl in Xa.
      assert (Lk := larger_key (alpha x) (Qred ((r - c) / (k - 1))) (key_of x) z Xx Xa Kx).
      assert (Ka : keyed unit (Qred ((r - c) / (k - 1))) z) by (apply (keyed_equal unit ((r - c) / (k - 1)));
        [symmetry; apply Qred_correct|exact K]).
      assert (H' : alpha x < Qred ((r - c) / (k - 1))) by (rewrite Qred_correct; exact H).
        specialize (Lk Ka H'). lia. }
    destruct I as [<-|I].
    - apply (top_at_most r (c - saving x) (k + more x) l taken top rest); [exact G|lra|intros y I; apply P;
        now right| |].
      + apply mean_at_most; trivial. apply Qle_refl.
      + intros y I. destruct (goes_to_top _ _ _ _ _ _ _ G) as [-> _].
          assert (J : In y (taken ++ rest)) by (apply in_or_app; now left).
        destruct (P y (or_intror J)) as (_ & Ky & Xy). apply Qnot_lt_le. intros H.
        assert (Lk := larger_key _ _ _ _ Xx Xy Kx Ky H). specialize (S y J). lia.
    - apply IH; [lra|intros w J; apply P; now right| |exact I]. intros p q E. apply (T (x :: p) q). simpl.
        now rewrite E.
  Qed.
End Ends.

Lemma spaced_incl d l m : incl m l -> spaced d l -> spaced d m.
Proof. intros I S x y Ix Iy. apply S; auto. Qed.

Lemma run_facts unit settled t : 0 < unit -> wf t -> forall found, run unit settled t found ->
  forall x, In x found -> 0 < more x /\ keyed unit (alpha x) (key_of x) /\ In (alpha x) (ratios t).
Proof.
  intros U. induction t as [r|r ts IH] using tree_induction; intros W found M;
    inversion M as [|? ? ls l taken top rest F P G T]; subst; [easy|].
  assert (K : 1 < sum (fun _ : tree => 1) ts) by (inversion W; now apply count_children).
  assert (Pl : forall x, In x l -> 0 < more x /\ keyed unit (alpha x) (key_of x)).
  { assert (W' := wf_children r ts W). intros x I. apply (Permutation_in _ P), in_concat in I as (m & Im & I).
    clear - F IH W' Im I. induction F as [|t k ts ls H F IHF]; [easy|]. destruct Im as [<-|Im].
    - destruct (IH t (or_introl eq_refl) (W' t (or_introl eq_refl)) k H x I) as (A & B & _). now split.
    - apply IHF; trivial; intros u J; [apply IH|apply W']; now right. }
  destruct (goes_spec unit r _ _ _ _ _ _ G K (fun x I => proj1 (Pl x I))) as (-> & _ & _ & Pn & _ & Kt & _).
  destruct (ratios_on_the_way unit r ts ls _ taken top rest settled F P G) as [Rt Rl].
  intros x [<-|I].
  - split; [exact Pn|]. split; [exact Kt|]. destruct (goes_to_top _ _ _ _ _ _ _ _ G) as [_ Et].
    unfold alpha. rewrite Et. apply (Rt taken []). now rewrite app_nil_r.
  - assert (J : In x (taken ++ rest)) by (apply in_or_app; now right). destruct (Pl x J). repeat split; auto;
      apply Pl, J.
Qed.

Lemma a_spaced_run_is_settled unit t : 0 < unit -> wf t -> spaced (64 * unit) (ratios t) ->
  forall found, run unit false t found -> run unit true t found.
Proof.
  intros U. induction t as [r|r ts IH] using tree_induction; intros W S found M;
    inversion M as [|? ? ls l taken top rest F P G T]; subst; [constructor|].
  assert (W' := wf_children r ts W). assert (K : 1 < sum (fun _ : tree => 1) ts) by (inversion W;
    now apply count_children).
  assert (F' : Forall2 (run unit true) ts ls).
  { assert (S' : forall t, In t ts -> spaced (64 * unit) (ratios t)).
    { intros t I. apply spaced_incl with (2 := S). intros x Ix. cbn [ratios]. apply in_or_app. right.
      apply in_flat_map. now exists t. }
    clear - F IH W' S'. induction F as [|t m ts ls H F IHF]; constructor; simpl in *; auto. }
  apply run_branch with ls l taken; trivial. intros _ x I L.
  assert (Pl : forall x, In x l -> 0 < more x /\ keyed unit (alpha x) (key_of x) /\
    In (alpha x) (ratios (Branch r ts))).
  { destruct (ratios_on_the_way unit r ts ls l taken top rest false F P G) as [_ Rl]. intros y J.
    assert (J' := J). apply (Permutation_in _ P), in_concat in J as (m & Im & J).
    assert (E : exists t, In t ts /\ run unit false t m).
    { clear - F Im. induction F as [|t k ts ls H F IHF]; [easy|]. destruct Im as [<-|Im];
      [exists t; split; [now left|exact H]|].
      destruct (IHF Im) as (u & Iu & Hu). exists u. split; [now right|exact Hu]. }
    destruct E as (t & It & Ht). destruct (run_facts unit false t U (W' t It) m Ht y J) as (A & B & _).
    split; [exact A|]. split; [exact B|]. now apply Rl. }
  destruct (ratios_on_the_way unit r ts ls l taken top rest false F P G) as [Rt _].
  assert (Larger := taken_are_larger unit U (ratios (Branch r ts)) S r _ _ l taken top rest G K Pl Rt x I).
  apply Qle_lteq in Larger as [Lt|E]; [exfalso|now symmetry].
  destruct (run_facts unit false _ U W _ M top (or_introl eq_refl)) as (_ & Kt & Xt).
  destruct (goes_to_top _ _ _ _ _ _ _ _ G) as [-> _].
    destruct (Pl x (in_or_app _ _ _ (or_introl I))) as (_ & Kx & Xx).
  assert (H := larger_key unit U _ S _ _ _ _ Xt Xx Kt Kx Lt). lia.
Qed.

(** In small enough units every run is settled, and keys at most 16 apart belong to equal alphas, alpha 0
    among them. *)
Theorem settling_ends t : wf t -> exists largest, 0 < largest /\ forall unit, 0 < unit <= largest ->
  forall found, run unit false t found -> run unit true t found /\
    forall x y, In x ((0, 0, 0%Z) :: found) -> In y ((0, 0, 0%Z) :: found) ->
      (Z.abs (key_of x - key_of y) <= 16)%Z -> alpha x == alpha y.
Proof.
  intros W. destruct (there_is_a_gap (0 :: ratios t)) as (d & P & S). exists (d / 64). split;
    [apply Qlt_shift_div_l; lra|].
  intros unit [U L] found M. assert (S' : spaced (64 * unit) (0 :: ratios t)).
  { intros x y Ix Iy Lt. specialize (S x y Ix Iy Lt). assert (E : d / 64 * 64 == d) by (field; lra). lra. }
  split; [apply a_spaced_run_is_settled; trivial; apply spaced_incl with (2 := S'); now right|].
  assert (Facts : forall x, In x ((0, 0, 0%Z) :: found) -> keyed unit (alpha x) (key_of x) /\
    In (alpha x) (0 :: ratios t)).
  { intros x [<-|I].
    - split; [|now left]. unfold keyed, alpha, key_of. cbn [fst snd]. assert (E : 0 / unit == 0) by (field;
        lra).
      split; rewrite E; change (inject_Z 0) with 0; lra.
    - destruct (run_facts unit false t U W found M x I) as (_ & A & B). split; [exact A|now right]. }
  intros x y Ix Iy N. destruct (Facts x Ix) as [Kx Xx]. destruct (Facts y Iy) as [Ky Xy].
  destruct (Q_dec (alpha x) (alpha y)) as [[Lt|Lt]|E]; [exfalso|exfalso|exact E].
  - assert (H := larger_key unit U _ S' _ _ _ _ Xx Xy Kx Ky Lt). lia.
  - assert (H := larger_key unit U _ S' _ _ _ _ Xy Xx Ky Kx Lt). lia.
Qed.

(** ** A plausible wrong statement

    That keys a few units apart may be taken for equal: these alphas are 9 and 10, and the run has one, 19/2.
    *)
Example an_unsettled_run_may_be_wrong :
  let t := Branch 19 [Branch 9 [Leaf 0; Leaf 0]; Leaf 0] in
  run 1 false t [(19 # 2, 2, 9%Z)] /\ map fst (rounds t) = [9; 10].
Proof.
  assert (K : forall a z, within 7 a (inject_Z z) -> keyed 1 a z).
  { intros a z [A B]. assert (E : a / 1 == a) by field. split; lra. }
  split; [|reflexivity].
  apply run_branch with (ls := [[(9, 1, 9%Z)]; []]) (l := [(9, 1, 9%Z)]) (taken := [(9, 1, 9%Z)]).
  - repeat constructor. apply run_branch with (ls := [[]; []]) (l := []) (taken := []).
    + repeat constructor.
    + reflexivity.
    + apply (goes_alone 1 9 0 2 [] 9%Z); [now apply K|easy].
    + easy.
  - reflexivity.
  - apply goes_with with 10%Z; [now apply K|easy|easy|].
    apply (goes_alone 1 19 (sum root_cost [Branch 9 [Leaf 0; Leaf 0]; Leaf 0] - saving (9, 1, 9%Z))
      (sum (fun _ : tree => 1) [Branch 9 [Leaf 0; Leaf 0]; Leaf 0] + more (9, 1, 9%Z)) [] 9%Z);
        [now apply K|easy].
  - easy.
Qed.

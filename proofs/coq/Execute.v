(** * Execute: the mechanised definitions run against another implementation

    A vector is a tree, and what another implementation makes of it: the alphas of
    its pruning sequence, the alpha at which each internal node goes (from which the
    shape of every member can be read), and the shapes of some optimal subtrees.
    [check_vector] is fast: it prunes by breakpoints, once a tree.  What it accepts
    agrees with the definitions: [an_accepted_vector_holds]. *)
From Coq Require Import QArith Lqa Lia List Bool Sorted.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence Enumerate Breakpoints CollapsePoints.
Import ListNotations.
Open Scope Q_scope.

(** ** Shapes and lives *)

Inductive shape : Type := L | B (children : list shape).

Fixpoint shape_of (t : tree) : shape :=
  match t with Leaf _ => L | Branch _ ts => B (map shape_of ts) end.

(** An internal node stands below the alpha [gone], and is no branch from it on: [gone] is the
    alpha of the sequence's first member where it is a leaf or is not there. *)
Inductive life : Type := Bare | Until (gone : Q) (below : list life).

Fixpoint shape_at (a : Q) (l : life) : shape :=
  match l with
  | Bare => L
  | Until gone ls => if Qle_bool gone a then L else B (map (shape_at a) ls)
  end.

Record vector : Type := {
  given : tree;
  alphas : list Q;                    (* of the pruning sequence, 0 first *)
  lives : life;                       (* when each of its nodes goes; 0 for those not in T(0) *)
  optima : list (Q * shape)           (* some alphas, and the shapes of their optimal subtrees *)
}.

(** What a vector claims, by the definitions: the sequence, shape by shape, and the optima. *)
Definition holds (v : vector) : Prop :=
  map (fun '(a, t) => (a, shape_of t)) (pruning_sequence (given v)) =
    map (fun a => (a, shape_at a (lives v))) (alphas v) /\
  forall a s, In (a, s) (optima v) -> shape_of (optimal_subtree a (given v)) = s.

(** ** The checker *)

Fixpoint same_shape (s t : shape) : bool :=
  match s, t with
  | L, L => true
  | B ss, B ts => all_two same_shape ss ts
  | _, _ => false
  end.

Fixpoint same_life (l m : life) : bool :=
  match l, m with
  | Bare, Bare => true
  | Until a ls, Until b ms => Qeq_bool a b && all_two same_life ls ms
  | _, _ => false
  end.

Fixpoint is_wf (t : tree) : bool :=
  match t with Leaf _ => true | Branch _ ts => Nat.leb 2 (length ts) && forallb is_wf ts end.

(** One visit: the breakpoints, and when each branch would collapse alone. *)
Fixpoint visit (t : tree) : list breakpoint * life :=
  match t with
  | Leaf _ => ([], Bare)
  | Branch r ts =>
      let below := map visit ts in
      let found := settle r (sum root_cost ts) (sum (fun _ => 1) ts) (fold_right merge [] (map fst below)) in
      (found, Until (match found with (a, _) :: _ => a | [] => 0 end) (map snd below))
  end.

(** In the whole tree a node goes with the first above it, and not before 0. *)
Fixpoint within (bound : Q) (l : life) : life :=
  match l with
  | Bare => Bare
  | Until a ls => let b := least bound a in Until b (map (within b) ls)
  end.

Definition in_sequence (l : life) : life :=
  match l with Bare => Bare | Until a _ => within a l end.

Fixpoint from_zero (l : life) : life :=
  match l with Bare => Bare | Until a ls => Until (if Qle_bool a 0 then 0 else a) (map from_zero ls) end.

Definition positive_alphas (l : list Q) : list Q := filter (fun a => negb (Qle_bool a 0)) l.

Definition check_vector (v : vector) : bool :=
  let (found, alone) := visit (given v) in
  is_wf (given v) &&
  all_two same_fraction (0 :: positive_alphas (rising found [])) (alphas v) &&
  same_life (from_zero (in_sequence alone)) (lives v) &&
  forallb (fun '(a, s) => same_shape (shape_at a alone) s) (optima v).

(** The same by the definitions as they stand, for small trees. *)
Definition check_by_definition (v : vector) : bool :=
  all_two (fun '(a, t) b => same_fraction a b && same_shape (shape_of t) (shape_at b (lives v)))
    (pruning_sequence (given v)) (alphas v) &&
  forallb (fun '(a, s) => same_shape (shape_of (optimal_subtree a (given v))) s) (optima v).

(** The numbers of the vectors that a check rejects. *)
Definition failures {V} (check : V -> bool) (vs : list V) : list nat :=
  map fst (filter (fun p => negb (check (snd p))) (combine (seq 0 (length vs)) vs)).

(** A vector, and the same with one alpha, one node's life, or one optimum planted wrong. *)
Definition example_vector : vector := {|
  given := sample;
  alphas := [0; 2; 5];
  lives := Until 5 [Until 2 [Bare; Bare; Bare]; Until 2 [Bare; Bare]];
  optima := [(0, B [B [L; L; L]; B [L; L]]); (2, B [L; L]); (7 # 2, B [L; L]); (5, L)] |}.

Example the_example_holds :
  check_vector example_vector = true /\ check_by_definition example_vector = true.
Proof. split; reflexivity. Qed.

Example planted_differences_are_caught :
  let plant alphas lives optima :=
    check_vector {| given := sample; alphas := alphas; lives := lives; optima := optima |} in
  plant [0; 2; 4] (lives example_vector) (optima example_vector) = false /\
  plant (alphas example_vector) (Until 5 [Until 2 [Bare; Bare; Bare]; Until 5 [Bare; Bare]])
    (optima example_vector) = false /\
  plant (alphas example_vector) (lives example_vector) [(5, B [L; L])] = false.
Proof. repeat split. Qed.

(** ** What it accepts holds *)

Lemma shape_induction (P : shape -> Prop) :
  P L -> (forall ss, (forall s, In s ss -> P s) -> P (B ss)) -> forall s, P s.
Proof.
  intros HL HB. fix IH 1. intros [|ss]; [exact HL|]. apply HB.
  induction ss as [|u us]; simpl; [tauto|]. intros s [<-|I]; [apply IH|exact (IHus s I)].
Qed.

Lemma life_induction (P : life -> Prop) :
  P Bare -> (forall a ls, (forall l, In l ls -> P l) -> P (Until a ls)) -> forall l, P l.
Proof.
  intros HB HU. fix IH 1. intros [|a ls]; [exact HB|]. apply HU.
  induction ls as [|u us]; simpl; [tauto|]. intros l [<-|I]; [apply IH|exact (IHus l I)].
Qed.

Lemma all_two_map {A B C} (f : A -> B -> bool) (g : A -> C) (h : B -> C) l : forall m,
  (forall x, In x l -> forall y, f x y = true -> g x = h y) -> all_two f l m = true -> map g l = map h m.
Proof.
  induction l as [|x l IH]; intros [|y m] H E; simpl in *; try discriminate; [reflexivity|].
  apply andb_prop in E as [E1 E2]. f_equal; auto.
Qed.

Lemma same_shape_equal s : forall t, same_shape s t = true -> s = t.
Proof.
  induction s as [|ss IH] using shape_induction; intros [|ts] E; try discriminate; [reflexivity|].
  f_equal. simpl in E. rewrite <- (map_id ss), <- (map_id ts). exact (all_two_map _ _ _ _ _ IH E).
Qed.

Lemma same_life_shapes a l : forall m, same_life l m = true -> shape_at a l = shape_at a m.
Proof.
  induction l as [|b ls IH] using life_induction; intros [|c ms] E; try discriminate; [reflexivity|].
  simpl in *. apply andb_prop in E as [E1 E2]. apply Qeq_bool_iff in E1.
  destruct (Qle_bool_spec b a), (Qle_bool_spec c a); try lra; [reflexivity|].
  f_equal. exact (all_two_map _ _ _ _ _ IH E2).
Qed.

Lemma same_fractions_equal l m : all_two same_fraction l m = true -> l = m.
Proof.
  intros E. rewrite <- (map_id l), <- (map_id m). revert E. apply all_two_map.
  intros x _ y. apply same_fraction_equal.
Qed.

Lemma is_wf_wf t : is_wf t = true -> wf t.
Proof.
  induction t as [r|r ts IH] using tree_induction; simpl; intros E; constructor;
    apply andb_prop in E as [E1 E2].
  - now apply Nat.leb_le.
  - rewrite forallb_forall in E2. auto.
Qed.

Lemma visit_finds_breakpoints t : fst (visit t) = breakpoints t.
Proof.
  induction t as [r|r ts IH] using tree_induction; [reflexivity|]. simpl.
  now rewrite map_map, (map_ext_in _ _ _ IH).
Qed.

Lemma visit_shapes a t : wf t -> shape_at a (snd (visit t)) = shape_of (optimal_subtree a t).
Proof.
  intros W. rewrite <- breakpoints_prune_to_the_optimum by exact W. clear W.
  induction t as [r|r ts IH] using tree_induction; [reflexivity|].
  assert (E := visit_finds_breakpoints (Branch r ts)). cbn [visit fst snd shape_at] in *.
  cbn [prune_by_breakpoints]. unfold collapse_alpha. rewrite E.
  destruct Qle_bool; [reflexivity|]. cbn [shape_of]. f_equal. rewrite !map_map. now apply map_ext_in.
Qed.

Lemma within_shapes a l : forall b, a < b -> shape_at a (within b l) = shape_at a l.
Proof.
  induction l as [|c ls IH] using life_induction; intros b La; [reflexivity|]. simpl.
  unfold least. destruct (Qle_bool_spec b c).
  - destruct (Qle_bool_spec b a), (Qle_bool_spec c a); try lra.
    f_equal. rewrite map_map. apply map_ext_in. auto.
  - destruct (Qle_bool_spec c a); [reflexivity|].
    f_equal. rewrite map_map. apply map_ext_in. intros l I. apply IH; [exact I|lra].
Qed.

Lemma in_sequence_shapes a l : shape_at a (in_sequence l) = shape_at a l.
Proof.
  destruct l as [|b ls]; [reflexivity|]. destruct (Qlt_le_dec a b); [now apply within_shapes|].
  simpl. unfold least. destruct (Qle_bool b b); destruct (Qle_bool_spec b a); tauto.
Qed.

Lemma from_zero_shapes a l : 0 <= a -> shape_at a (from_zero l) = shape_at a l.
Proof.
  intros P. induction l as [|b ls IH] using life_induction; [reflexivity|]. simpl.
  rewrite map_map, (map_ext_in _ _ _ IH).
  destruct (Qle_bool_spec b 0); [|reflexivity].
  destruct (Qle_bool_spec 0 a), (Qle_bool_spec b a); reflexivity || lra.
Qed.

(** The sequence's alphas are 0 and the positive collapse points. *)
Lemma sequence_alphas t : wf t -> map fst (pruning_sequence t) = 0 :: positive_alphas (collapse_points t).
Proof.
  intros W. assert (W0 := optimal_subtree_wf 0 t W). assert (S := sequence_increases t W).
  unfold pruning_sequence in *. simpl in *. f_equal. inversion S as [|? ? S' F]; subst.
  rewrite <- rounds_are_the_collapse_points by exact W. rewrite Forall_forall in F.
  assert (C : forall a, 0 < a -> changes_at (optimal_subtree 0 t) a <-> changes_at t a).
  { intros a P. split; intros C c Lc E.
    - assert (M : 0 <= (if Qle_bool 0 c then c else 0) /\ c <= (if Qle_bool 0 c then c else 0) < a)
        by (destruct (Qle_bool_spec 0 c); lra).
      revert M. generalize (if Qle_bool 0 c then c else 0). intros d (Pd & Ld & Ud).
      apply (C d Ud). rewrite !pruning_composes by (assumption || lra).
      apply pruned_antisymmetric; [rewrite <- E|]; apply optimal_subtrees_are_nested; assumption || lra.
    - destruct (Qlt_le_dec c 0) as [N|N].
      + apply (C 0 P). rewrite <- (pruning_composes 0 a t) by (assumption || lra). rewrite <- E.
        symmetry. apply unpruned_exactly_below_smallest_alpha; [exact W0|]. intros b I.
        assert (0 < alpha_of b); [|lra]. revert b I.
        apply unpruned_exactly_below_smallest_alpha; [exact W0|apply pruning_is_idempotent].
      + apply (C c Lc). rewrite <- (pruning_composes 0 c t), <- (pruning_composes 0 a t); assumption || lra. }
  apply sorted_lists_agree; [exact S'| |].
  - assert (T := rounds_increase t W). unfold positive_alphas.
    induction T as [|x l T IH G]; simpl; [constructor|]. destruct Qle_bool; simpl; [exact IH|].
    constructor; [exact IH|]. rewrite Forall_forall in *. intros y I. now apply filter_In, proj1, G in I.
  - intros x. unfold positive_alphas. rewrite filter_In. split.
    + intros I. assert (P := F x I). assert (R := rounds_reduced _ x I). split.
      * now apply rounds_are_where_it_changes, C, rounds_are_where_it_changes.
      * destruct (Qle_bool_spec x 0); [lra|reflexivity].
    + intros [I P]. assert (R := rounds_reduced _ x I).
      assert (Px : 0 < x) by (destruct (Qle_bool_spec x 0); [discriminate|lra]).
      now apply rounds_are_where_it_changes, C, rounds_are_where_it_changes.
Qed.

Theorem an_accepted_vector_holds v : check_vector v = true -> holds v.
Proof.
  unfold check_vector. assert (E := visit_finds_breakpoints (given v)).
  assert (S := fun a => visit_shapes a (given v)).
  destruct (visit (given v)) as [found alone]. simpl in E, S. subst found. fold (collapse_points (given v)).
  rewrite !andb_true_iff. intros [[[W A] H] O]. apply is_wf_wf in W.
  apply same_fractions_equal in A. rewrite <- sequence_alphas in A by exact W. split.
  - rewrite <- A, map_map. apply map_ext_in. intros (a, u) I. simpl. f_equal.
    assert (P : 0 <= a).
    { assert (G := sequence_increases _ W). inversion G as [|? ? _ F]; subst. rewrite Forall_forall in F.
      destruct I as [K|I]; [injection K as <- _; apply Qle_refl|].
      apply Qlt_le_weak, F. exact (in_map fst _ _ I). }
    rewrite <- (same_life_shapes a _ _ H), from_zero_shapes, in_sequence_shapes, S by assumption.
    f_equal. rewrite <- sequence_is_optimal_everywhere by assumption.
    symmetry. apply member_of_its_alpha; [now apply sequence_increases|exact I].
  - intros a s I. rewrite <- S by exact W. rewrite forallb_forall in O.
    now apply O, same_shape_equal in I.
Qed.

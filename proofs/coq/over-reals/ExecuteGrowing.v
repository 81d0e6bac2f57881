(** * ExecuteGrowing: what is grown by forms is grown over the reals

    [GrowingForms] grows ID3's and C4.5's trees with fractions, sums of logarithms and their quotients.  They
    are the trees of the definitions over the reals, question by question, with the same admissible splits,
    gains and ratios at each node.  [QUINLAN86; C45 ch. 2] *)
From Coq Require Import QArith Reals Qreals Lra Lia List Bool Permutation.
From Dtrees Require Import Spec.Summaries Spec.Entropies Spec.Learning.
From Dtrees Require Enumerate GrowingRational Entropy Forms.
From DtreesReals Require Import Numbers Spec.Growing.
From DtreesReals Require Spec.Sum.
From DtreesReals Require Import GrowingTheorems GrowingEntropy.
From DtreesForms Require Numbers Spec.Sum Spec.Growing GrowingForms.
Import ListNotations.
Open Scope R_scope.

Module N := DtreesForms.Numbers.
Module G := DtreesForms.Spec.Growing.
Module F := DtreesForms.GrowingForms.
Notation T := (QArith_base.Q * nat)%type.
Notation number := N.number.
Notation real := N.real.

(** ** Rows, questions, learners and trees of numbers, read over the reals *)

Definition real_row (r : G.row T) : row T := {| values := map real (G.values r); target := G.target r |}.

Definition real_question (q : G.question) : question :=
  match q with
  | G.Threshold f s => Threshold f (real s)
  | G.Equals f c => Equals f (real c)
  | G.OneOf f cs => OneOf f (map real cs)
  | G.EachCategory f cs => EachCategory f (map real cs)
  end.

Definition same_middle (m : number -> number -> number) (m' : R -> R -> R) : Prop :=
  forall a b, m' (real a) (real b) = real (m a b).

Inductive same_style : G.style -> style -> Prop :=
| same_midpoint m m' : same_middle m m' -> same_style (G.Midpoint m) (Midpoint m')
| same_observed : same_style G.Observed Observed
| same_each : same_style G.Each Each
| same_equal : same_style G.EqualTo EqualTo
| same_subset : same_style G.Subset Subset.

Definition real_gate (g : G.gate) : gate :=
  match g with G.NoGate => NoGate | G.AtLeast => AtLeast | G.Above => Above end.

Definition real_limits (lim : G.limits) : limits := {|
  max_depth := G.max_depth lim; min_split := real (G.min_split lim); min_leaf := real (G.min_leaf lim);
  min_gain := real (G.min_gain lim); min_impurity := real (G.min_impurity lim);
    min_risk := real (G.min_risk lim);
  gainless := G.gainless lim |}.

Definition same_learner (l : G.learner) (l' : learner) : Prop :=
  Forall2 same_style (G.styles l) (styles l') /\ by_ratio l' = G.by_ratio l /\
    gated l' = real_gate (G.gated l) /\
  stopping l' = real_limits (G.stopping l).

(** The learner with these styles for its own. *)
Definition learner_over_reals (ss : list style) (l : G.learner) : learner := {|
  styles := ss; by_ratio := G.by_ratio l; gated := real_gate (G.gated l);
    stopping := real_limits (G.stopping l) |}.

Definition real_rank (rank : ClassCounts -> option (ClassCounts -> number)) (s : ClassCounts) :
  option (ClassCounts -> R) := option_map (fun key c => real (key c)) (rank s).

Definition real_node (here : @G.node T) : @node T := (fst here, map real_row (snd here)).

Fixpoint real_tree {M N} (f : M -> N) (t : G.grown M) : grown N :=
  match t with
  | G.Stop m => Stop (f m)
  | G.Ask m q ts => Ask (f m) (real_question q) (map (real_tree f) ts)
  end.

Definition real_candidate (c : @G.scored ClassCounts) : @scored ClassCounts := {|
  asks := real_question (G.asks c); score := real (G.score c); gain := real (G.gain c); parts := G.parts c |}.

(** ** Comparisons *)

Lemma same_le x y : Qle_bool (real x) (real y) = N.Qle_bool x y.
Proof.
  apply eq_true_iff_eq. rewrite Qle_bool_iff. unfold N.Qle_bool. assert (O := N.the_order_is_right x y).
  destruct (N.order x y); split; intros H; try easy; lra.
Qed.

Lemma same_eq x y : Qeq_bool (real x) (real y) = N.Qeq_bool x y.
Proof.
  apply eq_true_iff_eq. rewrite Qeq_bool_iff. unfold N.Qeq_bool. assert (O := N.the_order_is_right x y).
  destruct (N.order x y); split; intros H; try easy; lra.
Qed.

Lemma real_zero : real (N.number_of_integer 0) = 0.
Proof. exact Entropy.Q2R_0. Qed.

Lemma sum_is {A} (f : A -> number) l : DtreesReals.Spec.Sum.sum (fun x =>
  real (f x)) l = real (DtreesForms.Spec.Sum.sum f l).
Proof.
  unfold DtreesReals.Spec.Sum.sum, DtreesForms.Spec.Sum.sum. induction l as [|x l IH];
    [symmetry; exact real_zero|].
  cbn [fold_right]. now rewrite IH, N.real_plus.
Qed.

Lemma forallb_map {A B} (f : B -> bool) (g : A -> B) l : forallb f (map g l) = forallb (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

Lemma existsb_map {A B} (f : B -> bool) (g : A -> B) l : existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

Lemma forallb_ext {A} (f g : A -> bool) l : (forall x, f x = g x) -> forallb f l = forallb g l.
Proof. intros E. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite E, IH. Qed.

Lemma existsb_ext {A} (f g : A -> bool) l : (forall x, f x = g x) -> existsb f l = existsb g l.
Proof. intros E. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite E, IH. Qed.

Lemma flat_map_ext_map {A B C} (f : A -> list C) (g : A -> list B) (h : B -> C) l :
  (forall x, f x = map h (g x)) -> flat_map f l = map h (flat_map g l).
Proof. intros E. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite map_app, E, IH. Qed.

(** ** Questions *)

Lemma value_is f r : value f (real_row r) = real (G.value f r).
Proof.
  unfold value, G.value, Qred. rewrite N.real_reduced. simpl. rewrite <- real_zero at 1. apply map_nth.
Qed.

Lemma place_is x l : place (real x) (map real l) = G.place x l.
Proof. induction l as [|y l IH]; [reflexivity|]. simpl. now rewrite same_eq, IH. Qed.

Lemma child_is q r : child (real_question q) (real_row r) = G.child q r.
Proof.
  destruct q as [f s|f c|f cs|f cs]; simpl; rewrite value_is.
  - now rewrite same_le.
  - now rewrite same_eq.
  - rewrite existsb_map. now rewrite (existsb_ext _ (N.Qeq_bool (G.value f r))) by (intros x; apply same_eq).
  - apply place_is.
Qed.

Lemma arity_is q : arity (real_question q) = G.arity q.
Proof. destruct q; trivial. simpl. apply map_length. Qed.

Lemma feature_is q : feature_of (real_question q) = G.feature_of q.
Proof. now destruct q. Qed.

Lemma split_is q rows : split (real_question q) (map real_row rows) = map (map real_row) (G.split q rows).
Proof.
  unfold split, G.split. rewrite arity_is, map_map. apply map_ext. intros c. rewrite filter_map. f_equal.
  apply filter_ext. intros r. now rewrite child_is.
Qed.

Lemma insert_is x l : insert (real x) (map real l) = map real (G.insert x l).
Proof.
  induction l as [|y l IH]; [reflexivity|]. simpl. rewrite same_eq, same_le, IH.
  destruct (N.Qeq_bool x y); [reflexivity|]. now destruct (N.Qle_bool x y).
Qed.

Lemma values_at_is f rows : values_at f (map real_row rows) = map real (G.values_at f rows).
Proof.
  unfold values_at, G.values_at. induction rows as [|r rows IH]; [reflexivity|]. simpl.
    now rewrite IH, value_is, insert_is.
Qed.

Lemma neighbours_is l : neighbours (map real l) = map (fun '(a, b) => (real a, real b)) (G.neighbours l).
Proof. induction l as [|x [|y l] IH]; [reflexivity..|]. simpl in *. now rewrite IH. Qed.

Lemma sublists_is l : sublists (map real l) = map (map real) (G.sublists l).
Proof.
  induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH, map_app, !map_map. f_equal. f_equal.
    now destruct (G.sublists l).
Qed.

Lemma all_subsets_is vs : all_subsets (map real vs) = map (map real) (G.all_subsets vs).
Proof.
  unfold all_subsets, G.all_subsets. destruct vs as [|v vs]; [reflexivity|]. cbn [map hd tl].
  rewrite sublists_is, !map_map, (filter_map _ (cons v)), map_map.
  rewrite <- (map_map (map real) (cons (real v))), filter_map. rewrite filter_map, map_map.
  f_equal. apply filter_ext. intros cs. cbn [length]. now rewrite !map_length.
Qed.

Section Growing.
  Variable n : nat.
  Variable rank : ClassCounts -> option (ClassCounts -> number).
  Variable l : G.learner.
  Variable l' : learner.
  Hypothesis same : same_learner l l'.
  Implicit Types rows : list (G.row T).

  Lemma summary_is rows : summary (counts n) (map real_row rows) = G.summary (counts n) rows.
  Proof. unfold summary, G.summary. now rewrite map_map. Qed.

  Lemma rows_of_is f x rows : rows_of f (real x) (map real_row rows) = map real_row (G.rows_of f x rows).
  Proof.
    unfold rows_of, G.rows_of. rewrite filter_map. f_equal. apply filter_ext. intros r.
      now rewrite value_is, same_eq.
  Qed.

  Lemma initial_run_is key key' vs chosen : (forall x, key' (real x) = real (key x)) ->
    initial_run key' (map real vs) (map real chosen) = G.initial_run key vs chosen.
  Proof.
    intros K. unfold initial_run, G.initial_run. cbv zeta. rewrite filter_map.
    rewrite (filter_ext _ (fun x => negb (existsb (N.Qeq_bool x) chosen))).
    2: { intros x. rewrite existsb_map. f_equal. apply existsb_ext. intros y. apply same_eq. }
    f_equal; rewrite forallb_map; apply forallb_ext; intros x; rewrite forallb_map; apply forallb_ext;
      intros y;
      now rewrite !K, same_le.
  Qed.

  Lemma same_rank_is key key' vs : (forall x, key' (real x) = real (key x)) ->
    same_rank key' (map real vs) = G.same_rank key vs.
  Proof.
    intros K. unfold same_rank, G.same_rank. rewrite forallb_map. apply forallb_ext. intros x.
      rewrite forallb_map.
    apply forallb_ext. intros y. now rewrite !K, same_eq.
  Qed.

  Lemma gain_suffices_is x : gain_suffices (stopping l') (real x) = G.gain_suffices (G.stopping l) x.
  Proof.
    destruct same as (_ & _ & _ & ->). unfold gain_suffices, G.gain_suffices.
      cbn [real_limits min_gain gainless].
    now rewrite <- real_zero, !same_le.
  Qed.

  Lemma subsets_is f vs rows : subsets (counts n) real_weight (real_rank rank) l' f (map real vs)
    (map real_row rows) =
    map (map real) (G.subsets (counts n) F.weighed rank l f vs rows).
  Proof.
    unfold subsets, G.subsets, real_rank. rewrite summary_is.
    destruct (rank (G.summary (counts n) rows)) as [key|]; cbn [option_map]; [|apply all_subsets_is].
    assert (K : forall x, real (key (summary (counts n) (rows_of f (real x) (map real_row rows)))) =
      real (key (G.summary (counts n) (G.rows_of f x rows)))) by (intros x;
        now rewrite rows_of_is, summary_is).
    rewrite (same_rank_is (fun x => key (G.summary (counts n) (G.rows_of f x rows)))) by exact K.
    assert (Z := gain_suffices_is (N.number_of_integer 0)). rewrite real_zero in Z. rewrite Z.
    destruct (G.same_rank _ vs); [destruct (G.gain_suffices _ _); [apply all_subsets_is|reflexivity]|].
    rewrite forallb_map, (forallb_ext _ (fun x => N.Qle_bool (G.min_leaf (G.stopping l))
      (F.weighed (G.summary (counts n) (G.rows_of f x rows))))).
    2: { intros x. destruct same as (_ & _ & _ & ->). cbn [real_limits min_leaf].
         now rewrite <- same_le, rows_of_is, summary_is. }
    destruct (forallb _ vs); [|apply all_subsets_is]. rewrite all_subsets_is, filter_map. f_equal.
      apply filter_ext. intros cs.
    now apply initial_run_is.
  Qed.

  Lemma between_is m m' a b : same_middle m m' -> between m' (real a) (real b) = real (G.between m a b).
  Proof.
    intros M. assert (E : m' (real a) (real b) = real (N.reduced (m a b))) by now rewrite N.real_reduced, M.
    unfold between, G.between, Qred. cbv zeta. rewrite E, !same_le. now destruct (N.Qle_bool a _ && _)%bool.
  Qed.

  Lemma style_is f : same_style (nth f (G.styles l) G.Each) (nth f (styles l') Each).
  Proof.
    destruct same as [S _]. revert f. induction S as [|s s' ss ss' H S IH]; intros [|f]; simpl; trivial;
      constructor.
  Qed.

  Lemma questions_about_is f rows : questions_about (counts n) real_weight (real_rank rank) l' f
    (map real_row rows) =
    map real_question (G.questions_about (counts n) F.weighed rank l f rows).
  Proof.
    unfold questions_about, G.questions_about. rewrite values_at_is.
    destruct (G.values_at f rows) as [|x [|y vs]]; [reflexivity..|].
    change (map real (x :: y :: vs)) with (real x :: real y :: map real vs). cbv iota.
    change (real x :: real y :: map real vs) with (map real (x :: y :: vs)). generalize (x :: y :: vs) as ws.
      intros ws.
    destruct (style_is f) as [m m' M| | | |].
    - rewrite neighbours_is, !map_map. apply map_ext. intros (a, b). simpl. now rewrite (between_is m m').
    - rewrite neighbours_is, !map_map. apply map_ext. now intros (a, b).
    - reflexivity.
    - now rewrite !map_map.
    - rewrite subsets_is, !map_map. reflexivity.
  Qed.

  Lemma as_many_styles : length (styles l') = length (G.styles l).
  Proof. destruct same as [S _]. induction S; simpl; congruence. Qed.

  (** ** Scores *)

  Lemma gain_of_is rows ps : gain_of (counts n) real_weight entropy (map real_row rows) ps =
    real (G.gain_of (counts n) F.weighed F.entropy rows ps).
  Proof.
    unfold gain_of, G.gain_of, Qred. cbv zeta. rewrite N.real_reduced, N.real_minus, summary_is, <- sum_is.
    f_equal.
    - symmetry. apply Forms.entropy_forms_are_entropies.
    - unfold DtreesReals.Spec.Sum.sum. induction ps as [|s ps IH]; [reflexivity|]. cbn [fold_right].
        rewrite IH, N.real_times, N.real_divided.
      cbn [real F.weighed F.entropy]. now rewrite Forms.entropy_forms_are_entropies.
  Qed.

  Lemma measured_is rows q : scored_question (counts n) real_weight entropy intrinsic_value l'
    (map real_row rows) (real_question q) =
    real_candidate (G.scored_question (counts n) F.weighed F.entropy F.intrinsic_value l rows q).
  Proof.
    destruct same as (_ & B & _). unfold scored_question, G.scored_question, real_candidate, Qred.
      cbn [G.asks G.score G.gain G.parts].
    rewrite split_is, map_map. rewrite (map_ext _ (G.summary (counts n))) by apply summary_is.
    rewrite gain_of_is, B. destruct (G.by_ratio l); [|reflexivity]. rewrite N.real_reduced, N.real_divided.
      cbn [real F.intrinsic_value F.entropy].
    now rewrite Forms.entropy_forms_are_entropies.
  Qed.

  Lemma candidates_is rows : scored_splits (counts n) real_weight entropy intrinsic_value (real_rank rank) l'
    (map real_row rows) =
    map real_candidate (G.scored_splits (counts n) F.weighed F.entropy F.intrinsic_value rank l rows).
  Proof.
    unfold scored_splits, G.scored_splits. destruct same as (_ & _ & _ & L). rewrite as_many_styles.
    rewrite (flat_map_ext_map _ (fun f => G.questions_about (counts n) F.weighed rank l f rows) real_question)
      by (intros f; apply questions_about_is).
    rewrite map_map, (map_ext _ (fun q =>
      real_candidate (G.scored_question (counts n) F.weighed F.entropy F.intrinsic_value l rows q)))
      by (intros q; apply measured_is).
    rewrite <- (map_map (G.scored_question (counts n) F.weighed F.entropy F.intrinsic_value l rows)
      real_candidate), filter_map.
    f_equal. apply filter_ext. intros c. simpl. apply forallb_ext. intros s. rewrite L.
      cbn [real_limits min_leaf].
    change (real_weight s) with (real (F.weighed s)). apply same_le.
  Qed.

  Lemma largest_is x gs : largest (real x) (map real gs) = real (G.largest x gs).
  Proof.
    unfold largest, G.largest. induction gs as [|y gs IH]; [reflexivity|]. simpl. rewrite IH, same_le.
      now destruct (N.Qle_bool y _).
  Qed.

  Lemma best_gain_is f cs : best_gain f (map real_candidate cs) = option_map real (G.best_gain f cs).
  Proof.
    unfold best_gain, G.best_gain. rewrite filter_map, map_map.
    rewrite (filter_ext _ (fun c => Nat.eqb (G.feature_of (G.asks c)) f)) by (intros c; simpl;
      now rewrite feature_is).
    rewrite (map_ext _ (fun c => real (G.gain c))) by reflexivity.
    rewrite <- (map_map G.gain real). destruct (map G.gain _) as [|x gs]; [reflexivity|]. simpl.
      now rewrite <- largest_is.
  Qed.

  Lemma present_is os : present (map (option_map real) os) = map real (G.present os).
  Proof. induction os as [|[x|] os IH]; simpl; now rewrite ?IH. Qed.

  Lemma passes_is g x gains : passes (real_gate g) (real x) (map real gains) = G.passes g x gains.
  Proof.
    unfold passes, G.passes. cbv zeta.
    assert (E : DtreesReals.Spec.Sum.sum (fun y => real x - y) (map real gains) = real
      (DtreesForms.Spec.Sum.sum (fun y => N.minus x y) gains)).
    { rewrite <- sum_is. unfold DtreesReals.Spec.Sum.sum. induction gains as [|y gains IH]; [reflexivity|].
      cbn [map fold_right].
      now rewrite IH, N.real_minus. }
    rewrite E, <- real_zero. destruct g; cbn [real_gate]; now rewrite ?same_le.
  Qed.

  Lemma past_the_gate_is cs : past_the_gate l' (map real_candidate cs) = map real_candidate
    (G.past_the_gate l cs).
  Proof.
    destruct same as (_ & _ & G' & _). unfold past_the_gate, G.past_the_gate. cbv zeta. rewrite filter_map.
      f_equal. apply filter_ext. intros c.
    rewrite as_many_styles, (map_ext _ (fun f => option_map real (G.best_gain f cs))) by (intros f;
      apply best_gain_is).
    rewrite <- (map_map (fun f => G.best_gain f cs)), present_is, (map_nth (option_map real) _ None), G'.
      simpl. rewrite feature_is.
    destruct (nth _ _ None) as [x|]; [|reflexivity]. simpl. now rewrite same_eq, passes_is.
  Qed.

  Lemma askable_is rows : askable (counts n) real_weight entropy intrinsic_value (real_rank rank) l'
    (map real_row rows) =
    map real_candidate (G.askable (counts n) F.weighed F.entropy F.intrinsic_value rank l rows).
  Proof.
    unfold askable, G.askable. rewrite candidates_is. destruct same as (_ & R & _). rewrite R. cbv zeta.
    destruct (G.by_ratio l); rewrite ?past_the_gate_is, filter_map; f_equal; apply filter_ext; intros c;
      apply gain_suffices_is.
  Qed.

  Lemma best_of_is cs : best_of (map real_candidate cs) = map real_candidate (G.best_of cs).
  Proof.
    destruct cs as [|c cs]; [reflexivity|]. unfold best_of, G.best_of.
    change (map real_candidate (c :: cs)) with (real_candidate c :: map real_candidate cs) at 1. cbv iota.
    rewrite map_map, (map_ext _ (fun d => real (G.score d))) by reflexivity.
      rewrite <- (map_map G.score real). cbn [score real_candidate].
    change (real_candidate c :: map real_candidate cs) with (map real_candidate (c :: cs)).
    rewrite largest_is, filter_map. f_equal. apply filter_ext. intros d. apply same_eq.
  Qed.

  Theorem admissible_splits_are_the_same rows :
    admissible_splits (counts n) real_weight entropy intrinsic_value (real_rank rank) l' (map real_row rows) =
      map real_candidate (G.admissible_splits (counts n) F.weighed F.entropy F.intrinsic_value rank l rows).
  Proof. unfold admissible_splits, G.admissible_splits. rewrite askable_is. apply best_of_is. Qed.

  (** ** The tree *)

  Lemma stops_is level s : stops real_weight entropy (stopping l') level s = G.stops F.weighed F.entropy
    (G.stopping l) level s.
  Proof.
    destruct same as (_ & _ & _ & ->). unfold stops, G.stops. cbv zeta.
      cbn [real_limits max_depth min_split min_impurity min_risk].
    assert (E : entropy s = real (F.entropy s)) by (symmetry; apply Forms.entropy_forms_are_entropies).
    rewrite E. change (real_weight s) with (real (F.weighed s)). rewrite <- N.real_times.
      now rewrite !same_le.
  Qed.

  Lemma chosen_split_is level rows :
    chosen_split (counts n) real_weight entropy intrinsic_value (real_rank rank) l' level (map real_row rows)
      =
      option_map real_question (G.chosen_split (counts n) F.weighed F.entropy F.intrinsic_value rank l level
        rows).
  Proof.
    unfold chosen_split, G.chosen_split. rewrite summary_is, stops_is, admissible_splits_are_the_same.
    destruct (G.stops _ _ _ _ _); [reflexivity|]. now destruct (G.admissible_splits _ _ _ _ _ l rows).
  Qed.

  Theorem what_is_grown_by_forms_is_grown fuel : forall here,
    grow_node (counts n) real_weight entropy intrinsic_value (real_rank rank) l' fuel (real_node here) =
      real_tree real_node (G.grow_node (counts n) F.weighed F.entropy F.intrinsic_value rank l fuel here).
  Proof.
    induction fuel as [|fuel IH]; intros (level, rows); [reflexivity|]. cbn [grow_node G.grow_node].
    unfold real_node at 1 2. cbn [fst snd]. rewrite chosen_split_is.
    destruct (G.chosen_split _ _ _ _ _ l level rows) as [q|]; [|reflexivity]. cbn [option_map real_tree].
      f_equal.
    cbn [real_node fst snd]. rewrite split_is, !map_map. apply map_ext. intros part.
      apply (IH (Datatypes.S level, part)).
  Qed.
End Growing.

(** ** What the checker accepts *)

Definition note_over_reals : Type := ClassCounts * R * list (question * R * R).

(** What the definitions say of a node, and what a vector states of one. *)
Definition note_over (counted : ClassCounts) (found : list (@scored ClassCounts)) : note_over_reals :=
  (counted, entropy counted, map (fun c => (asks c, gain c, score c)) found).

Definition note_of (n : nat) (l : learner) (here : @node T) : note_over_reals :=
  note_over (summary (counts n) (snd here))
    (admissible_splits (counts n) real_weight entropy intrinsic_value no_real_rank l (snd here)).

Definition stated_note (m : F.entropy_note) : note_over_reals :=
  (F.class_weights m, real (F.information m),
   map (fun '(q, g, s) => (real_question q, real g, real s)) (F.best_splits m)).

Lemma equal_is x y : N.Qeq_bool x y = true -> real x = real y.
Proof. intros E. rewrite <- same_eq in E. now apply Qeq_bool_iff in E. Qed.

Lemma all_two_maps {A B C} (f : A -> B -> bool) (g : A -> C) (h : B -> C) xs : forall ys,
  (forall x y, In x xs -> f x y = true -> g x = h y) -> Enumerate.all_two f xs ys = true ->
    map g xs = map h ys.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] H E; try easy. cbn in E. apply andb_prop in E as [E1 E2].
    cbn [map]. f_equal.
  - apply H; [now left|exact E1].
  - apply IH; [|exact E2]. intros u w I. apply H. now right.
Qed.

Lemma same_question_is p q : F.same_question p q = true -> real_question p = real_question q.
Proof.
  assert (L : forall xs ys, Enumerate.all_two N.Qeq_bool xs ys = true -> map real xs = map real ys)
    by (intros xs ys; apply all_two_maps; intros x y _; apply equal_is).
  destruct p, q; try easy; intros E; apply andb_prop in E as [F E]; apply Nat.eqb_eq in F as ->; simpl;
    f_equal;
    (now apply equal_is) || now apply L.
Qed.

Lemma grown_ind {N} (P : G.grown N -> Prop) : (forall n, P (G.Stop n)) ->
  (forall n q ts, (forall t, In t ts -> P t) -> P (G.Ask n q ts)) -> forall t, P t.
Proof.
  intros L B. fix IH 1. intros [n|n q ts]; [apply L|]. apply B.
  induction ts as [|u us]; simpl; [tauto|]. intros t [<-|I]; [apply IH|exact (IHus t I)].
Qed.

Lemma a_note_is counted found m : F.check_note counted found m = true ->
  note_over counted (map real_candidate found) = stated_note m.
Proof.
  unfold F.check_note. rewrite !andb_true_iff. intros ((A & B) & S). apply equal_is in B.
  unfold note_over, stated_note. rewrite <- B. cbn [real F.entropy].
  rewrite Forms.entropy_forms_are_entropies, (GrowingRational.same_fractions _ _ A).
  f_equal. rewrite map_map. revert S. apply all_two_maps. intros c ((q, g), s) _ K.
  unfold F.same_split in K. rewrite !andb_true_iff in K. destruct K as ((K1 & K2) & K3).
  apply same_question_is in K1. apply equal_is in K2, K3. cbn [real_candidate asks gain score].
  now rewrite K1, K2, K3.
Qed.

Lemma nodes_are {M M' : Type} (check : M -> F.entropy_note -> bool) (f : M -> M')
  (say : M' -> note_over_reals) :
  (forall here m, check here m = true -> say (f here) = stated_note m) ->
  forall t m, F.check_nodes check t m = true -> map_tree say (real_tree f t) = real_tree stated_note m.
Proof.
  intros C t. induction t as [here|here q ts IH] using grown_ind; intros [m|m p ms] E; try easy.
  - simpl. now rewrite (C _ _ E).
  - cbn [F.check_nodes] in E. rewrite !andb_true_iff in E. destruct E as ((E & Q) & S).
      cbn [real_tree map_tree].
    rewrite (C _ _ E), (same_question_is _ _ Q). f_equal. rewrite map_map. revert S. apply all_two_maps.
      auto.
Qed.

Theorem an_accepted_entropy_tree_holds n v l' : same_learner (F.learned v) l' ->
  F.check_entropy_tree n v = true ->
  map_tree (note_of n l') (entropy_tree n l' (map real_row (F.of_weight (F.given_rows v)))) = real_tree
    stated_note (F.annotated v).
Proof.
  intros same H. unfold F.check_entropy_tree in H. set (rows := F.of_weight (F.given_rows v)) in *.
  rewrite <- (nodes_are (F.check_node n v) real_node (note_of n l')) with (t :=
    F.grow_by_forms n (F.learned v) rows); [|clear rows H|exact H].
  - f_equal. unfold entropy_tree, grow. rewrite map_length.
    apply (what_is_grown_by_forms_is_grown n G.no_rank (F.learned v) l' same _ (0%nat, rows)).
  - intros here m E. apply a_note_is in E. rewrite <- E. unfold note_of. cbn [real_node snd].
    change no_real_rank with (real_rank G.no_rank).
    now rewrite summary_is, (admissible_splits_are_the_same n G.no_rank (F.learned v) l' same _).
Qed.

(** ** Each learner by forms is one over the reals

    The exact middle is the same over the reals, and so is any other of two fractions, a rounded one too. *)

Lemma exact_middles_are_the_same : same_middle (fun a b => N.divided (N.plus a b) (N.number_of_integer 2))
  (fun a b => (a + b) / 2).
Proof.
  intros a b. rewrite N.real_divided, N.real_plus. f_equal. unfold real, N.number_of_integer, Q2R. simpl.
    field.
Qed.

Lemma lifted_middles_are_the_same m : same_middle (N.lifted m) (N.real_middle m).
Proof. intros a b. apply N.a_lifted_middle_is_real. Qed.

Theorem every_learner_is_one_over_the_reals l :
  (forall m, In (G.Midpoint m) (G.styles l) -> exists m', same_middle m m') -> exists l', same_learner l l'.
Proof.
  intros H. enough (S : exists ss, Forall2 same_style (G.styles l) ss)
    by (destruct S as [ss S]; exists (learner_over_reals ss l); repeat split; exact S).
  induction (G.styles l) as [|s ss IH]; [exists []; constructor|].
  destruct IH as [ss' S]; [intros m I; apply H; now right|].
  assert (E : exists s', same_style s s').
  { destruct s as [m| | | |]; [|eexists; constructor..]. destruct (H m (or_introl eq_refl)) as [m' M].
    eexists. now apply same_midpoint. }
  destruct E as [s' E]. exists (s' :: ss'). now constructor.
Qed.

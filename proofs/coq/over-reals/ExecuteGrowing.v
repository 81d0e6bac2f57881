(** * ExecuteGrowing: what is grown by forms is grown over the reals

    [GrowingForms] grows ID3's and C4.5's trees by integers.  Where it decides, they are the trees of the definitions
    over the reals, question by question, with the same admissible splits, gains and ratios at each node.
    [QUINLAN86; C45 ch. 2] *)
From Coq Require Import QArith Reals Qreals Lra Lia List Bool Permutation Cantor ClassicalDedekindReals.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Entropies Spec.Learning Middles.
From Dtrees Require Enumerate Spec.Growing GrowingRational Entropy Forms GrowingForms.
From DtreesReals Require Import Numbers Spec.Growing.
From DtreesReals Require Spec.Sum.
From DtreesReals Require Import GrowingEntropy.
Import ListNotations.
Open Scope R_scope.

Module G := Dtrees.Spec.Growing.
Module F := Dtrees.GrowingForms.
Notation T := (QArith_base.Q * nat)%type.

(** ** Rows, questions, learners and trees of fractions, read over the reals *)

Definition real_row (r : G.row T) : row T := {| values := map Q2R (G.values r); target := G.target r |}.

Definition real_question (q : G.question) : question :=
  match q with
  | G.Threshold f s => Threshold f (Q2R s)
  | G.Equals f c => Equals f (Q2R c)
  | G.OneOf f cs => OneOf f (map Q2R cs)
  | G.EachCategory f cs => EachCategory f (map Q2R cs)
  end.

(** A middle of two reals is the same of two fractions, in lowest terms as values are. *)
Definition same_middle (m : QArith_base.Q -> QArith_base.Q -> QArith_base.Q) (m' : R -> R -> R) : Prop :=
  forall a b, m' (Q2R a) (Q2R b) = Q2R (m (QArith.Qreduction.Qred a) (QArith.Qreduction.Qred b)).

Inductive same_style : G.style -> style -> Prop :=
| same_midpoint m m' : same_middle m m' -> same_style (G.Midpoint m) (Midpoint m')
| same_observed : same_style G.Observed Observed
| same_each : same_style G.Each Each
| same_equal : same_style G.EqualTo EqualTo
| same_subset : same_style G.Subset Subset.

Definition real_gate (g : G.gate) : gate :=
  match g with G.NoGate => NoGate | G.AtLeast => AtLeast | G.Above => Above end.

Definition real_limits (lim : G.limits) : limits := {|
  max_depth := G.max_depth lim; min_split := Q2R (G.min_split lim); min_leaf := Q2R (G.min_leaf lim);
  min_gain := Q2R (G.min_gain lim); min_impurity := Q2R (G.min_impurity lim); min_risk := Q2R (G.min_risk lim);
  gainless := G.gainless lim |}.

Definition same_learner (l : G.learner) (l' : learner) : Prop :=
  Forall2 same_style (G.styles l) (styles l') /\ by_ratio l' = G.by_ratio l /\ gated l' = real_gate (G.gated l) /\
  stopping l' = real_limits (G.stopping l).

(** The learner with these styles for its own. *)
Definition learner_over_reals (ss : list style) (l : G.learner) : learner := {|
  styles := ss; by_ratio := G.by_ratio l; gated := real_gate (G.gated l); stopping := real_limits (G.stopping l) |}.

Definition real_rank (rank : ClassCounts -> option (ClassCounts -> QArith_base.Q)) (s : ClassCounts) :
  option (ClassCounts -> R) := option_map (fun key c => Q2R (key c)) (rank s).

Definition real_node (here : @G.node T) : @node T := (fst here, map real_row (snd here)).

Fixpoint real_tree {M N} (f : M -> N) (t : G.grown M) : grown N :=
  match t with
  | G.Stop m => Stop (f m)
  | G.Ask m q ts => Ask (f m) (real_question q) (map (real_tree f) ts)
  end.

Definition real_score (c : F.candidate) : R := Forms.real (F.gained c) / Forms.real (F.divisor c).

Definition real_candidate (c : F.candidate) : @scored ClassCounts := {|
  asks := real_question (F.questioned c); score := real_score c; gain := Forms.real (F.gained c); parts := F.children c |}.

(** ** Comparisons *)

Lemma same_le x y : Qle_bool (Q2R x) (Q2R y) = QArith_base.Qle_bool x y.
Proof. apply eq_true_iff_eq. rewrite Qle_bool_iff, QArith_base.Qle_bool_iff. split; [apply Rle_Qle|apply Qle_Rle]. Qed.

Lemma same_eq x y : Qeq_bool (Q2R x) (Q2R y) = QArith_base.Qeq_bool x y.
Proof. apply eq_true_iff_eq. rewrite Qeq_bool_iff, QArith_base.Qeq_bool_iff. split; [apply eqR_Qeq|apply Qeq_eqR]. Qed.

Lemma at_most_is f g : Qle_bool (Forms.real f) (Forms.real g) = Forms.at_most f g.
Proof. apply eq_true_iff_eq. now rewrite Qle_bool_iff, Forms.at_most_is. Qed.

Lemma equal_is f g : Qeq_bool (Forms.real f) (Forms.real g) = Forms.equal f g.
Proof. apply eq_true_iff_eq. now rewrite Qeq_bool_iff, Forms.equal_is. Qed.

Lemma real_nil : Forms.real [] = 0.
Proof. reflexivity. Qed.

Lemma filter_map {A B} (f : B -> bool) (g : A -> B) l : filter f (map g l) = map g (filter (fun x => f (g x)) l).
Proof. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH. now destruct (f (g x)). Qed.

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

Lemma value_is f r : value f (real_row r) = Q2R (G.value f r).
Proof.
  unfold value, G.value, Qred. rewrite (Qeq_eqR _ _ (QArith.Qreduction.Qred_correct _)). simpl.
  rewrite <- Entropy.Q2R_0 at 1. apply map_nth.
Qed.

Lemma place_is x l : place (Q2R x) (map Q2R l) = G.place x l.
Proof. induction l as [|y l IH]; [reflexivity|]. simpl. now rewrite same_eq, IH. Qed.

Lemma child_is q r : child (real_question q) (real_row r) = G.child q r.
Proof.
  destruct q as [f s|f c|f cs|f cs]; simpl; rewrite value_is.
  - now rewrite same_le.
  - now rewrite same_eq.
  - rewrite existsb_map. now rewrite (existsb_ext _ (QArith_base.Qeq_bool (G.value f r))) by (intros x; apply same_eq).
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

Lemma insert_is x l : insert (Q2R x) (map Q2R l) = map Q2R (G.insert x l).
Proof.
  induction l as [|y l IH]; [reflexivity|]. simpl. rewrite same_eq, same_le, IH.
  destruct (QArith_base.Qeq_bool x y); [reflexivity|]. now destruct (QArith_base.Qle_bool x y).
Qed.

Lemma values_at_is f rows : values_at f (map real_row rows) = map Q2R (G.values_at f rows).
Proof.
  unfold values_at, G.values_at. induction rows as [|r rows IH]; [reflexivity|]. simpl. now rewrite IH, value_is, insert_is.
Qed.

Lemma neighbours_is l : neighbours (map Q2R l) = map (fun '(a, b) => (Q2R a, Q2R b)) (G.neighbours l).
Proof. induction l as [|x [|y l] IH]; [reflexivity..|]. simpl in *. now rewrite IH. Qed.

Lemma sublists_is l : sublists (map Q2R l) = map (map Q2R) (G.sublists l).
Proof.
  induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH, map_app, !map_map. f_equal. f_equal. now destruct (G.sublists l).
Qed.

Lemma all_subsets_is vs : all_subsets (map Q2R vs) = map (map Q2R) (G.all_subsets vs).
Proof.
  unfold all_subsets, G.all_subsets. destruct vs as [|v vs]; [reflexivity|]. cbn [map hd tl].
  rewrite sublists_is, !map_map, (filter_map _ (cons v)), map_map.
  rewrite <- (map_map (map Q2R) (cons (Q2R v))), filter_map. rewrite filter_map, map_map.
  f_equal. apply filter_ext. intros cs. cbn [length]. now rewrite !map_length.
Qed.

Section Growing.
  Variable n : nat.
  Variable rank : ClassCounts -> option (ClassCounts -> QArith_base.Q).
  Variable l : G.learner.
  Variable l' : learner.
  Hypothesis same : same_learner l l'.
  Implicit Types rows : list (G.row T).

  Lemma summary_is rows : summary (counts n) (map real_row rows) = G.summary (counts n) rows.
  Proof. unfold summary, G.summary. now rewrite map_map. Qed.

  Lemma rows_of_is f x rows : rows_of f (Q2R x) (map real_row rows) = map real_row (G.rows_of f x rows).
  Proof.
    unfold rows_of, G.rows_of. rewrite filter_map. f_equal. apply filter_ext. intros r. now rewrite value_is, same_eq.
  Qed.

  Lemma initial_run_is key key' vs chosen : (forall x, key' (Q2R x) = Q2R (key x)) ->
    initial_run key' (map Q2R vs) (map Q2R chosen) = G.initial_run key vs chosen.
  Proof.
    intros K. unfold initial_run, G.initial_run. cbv zeta. rewrite filter_map.
    rewrite (filter_ext _ (fun x => negb (existsb (QArith_base.Qeq_bool x) chosen))).
    2: { intros x. rewrite existsb_map. f_equal. apply existsb_ext. intros y. apply same_eq. }
    f_equal; rewrite forallb_map; apply forallb_ext; intros x; rewrite forallb_map; apply forallb_ext; intros y;
      now rewrite !K, same_le.
  Qed.

  Lemma same_rank_is key key' vs : (forall x, key' (Q2R x) = Q2R (key x)) ->
    same_rank key' (map Q2R vs) = G.same_rank key vs.
  Proof.
    intros K. unfold same_rank, G.same_rank. rewrite forallb_map. apply forallb_ext. intros x. rewrite forallb_map.
    apply forallb_ext. intros y. now rewrite !K, same_eq.
  Qed.

  Lemma gain_suffices_is x : gain_suffices (stopping l') (Q2R x) = G.gain_suffices (G.stopping l) x.
  Proof.
    destruct same as (_ & _ & _ & ->). unfold gain_suffices, G.gain_suffices. cbn [real_limits min_gain gainless].
    now rewrite <- Entropy.Q2R_0, !same_le.
  Qed.

  Lemma subsets_is f vs rows : subsets (counts n) real_weight (real_rank rank) l' f (map Q2R vs) (map real_row rows) =
    map (map Q2R) (G.subsets (counts n) weight rank l f vs rows).
  Proof.
    unfold subsets, G.subsets, real_rank. rewrite summary_is.
    destruct (rank (G.summary (counts n) rows)) as [key|]; cbn [option_map]; [|apply all_subsets_is].
    assert (K : forall x, Q2R (key (summary (counts n) (rows_of f (Q2R x) (map real_row rows)))) =
      Q2R (key (G.summary (counts n) (G.rows_of f x rows)))) by (intros x; now rewrite rows_of_is, summary_is).
    rewrite (same_rank_is (fun x => key (G.summary (counts n) (G.rows_of f x rows)))) by exact K.
    assert (Z := gain_suffices_is 0%Q). rewrite Entropy.Q2R_0 in Z. rewrite Z.
    destruct (G.same_rank _ vs); [destruct (G.gain_suffices _ _); [apply all_subsets_is|reflexivity]|].
    rewrite forallb_map, (forallb_ext _ (fun x => QArith_base.Qle_bool (G.min_leaf (G.stopping l))
      (weight (G.summary (counts n) (G.rows_of f x rows))))).
    2: { intros x. destruct same as (_ & _ & _ & ->). unfold real_weight. cbn [real_limits min_leaf].
         now rewrite same_le, rows_of_is, summary_is. }
    destruct (forallb _ vs); [|apply all_subsets_is]. rewrite all_subsets_is, filter_map. f_equal. apply filter_ext. intros cs.
    now apply initial_run_is.
  Qed.

  Lemma values_are_reduced f rows x : In x (G.values_at f rows) -> QArith.Qreduction.Qred x = x.
  Proof.
    assert (I : forall y ws, In x (G.insert y ws) -> x = y \/ In x ws).
    { intros y ws. induction ws as [|z ws IH]; simpl; [intuition|].
      destruct (QArith_base.Qeq_bool y z); [tauto|]. destruct (QArith_base.Qle_bool y z); simpl; intuition. }
    unfold G.values_at. induction rows as [|r rows IH]; [easy|]. cbn [fold_right]. intros J. apply I in J as [->|J]; [|now apply IH].
    apply QArith.Qreduction.Qred_complete, QArith.Qreduction.Qred_correct.
  Qed.

  Lemma neighbours_are_of_the_list ws : forall a b, In (a, b) (G.neighbours ws) -> In a ws /\ In b ws.
  Proof.
    induction ws as [|x [|y ws] IH]; intros a b I; try easy. destruct I as [E|I]; [injection E as -> ->; simpl; tauto|].
    apply IH in I as [A B]. split; now right.
  Qed.

  Lemma between_is m m' a b : same_middle m m' -> QArith.Qreduction.Qred a = a -> QArith.Qreduction.Qred b = b ->
    between m' (Q2R a) (Q2R b) = Q2R (G.between m a b).
  Proof.
    intros M A B. assert (E := M a b). rewrite A, B in E. unfold between, G.between, Qred. cbv zeta. rewrite E. rewrite <- (Qeq_eqR _ _ (QArith.Qreduction.Qred_correct (m a b))), !same_le.
    now destruct (QArith_base.Qle_bool a _ && _)%bool.
  Qed.

  Lemma style_is f : same_style (nth f (G.styles l) G.Each) (nth f (styles l') Each).
  Proof.
    destruct same as [S _]. revert f. induction S as [|s s' ss ss' H S IH]; intros [|f]; simpl; trivial; constructor.
  Qed.

  Lemma questions_about_is f rows : questions_about (counts n) real_weight (real_rank rank) l' f (map real_row rows) =
    map real_question (G.questions_about (counts n) weight rank l f rows).
  Proof.
    unfold questions_about, G.questions_about. rewrite values_at_is.
    assert (D := values_are_reduced f rows). revert D.
    destruct (G.values_at f rows) as [|x [|y vs]]; [reflexivity..|].
    change (map Q2R (x :: y :: vs)) with (Q2R x :: Q2R y :: map Q2R vs). cbv iota.
    change (Q2R x :: Q2R y :: map Q2R vs) with (map Q2R (x :: y :: vs)). generalize (x :: y :: vs) as ws. intros ws D.
    destruct (style_is f) as [m m' M| | | |].
    - rewrite neighbours_is, !map_map. apply map_ext_in. intros (a, b) I. apply neighbours_are_of_the_list in I as [A B].
      simpl. now rewrite (between_is m m') by auto.
    - rewrite neighbours_is, !map_map. apply map_ext. now intros (a, b).
    - reflexivity.
    - now rewrite !map_map.
    - rewrite subsets_is, !map_map. reflexivity.
  Qed.

  Lemma as_many_styles : length (styles l') = length (G.styles l).
  Proof. destruct same as [S _]. induction S; simpl; congruence. Qed.

  (** ** Scores *)

  Lemma share_is x w : Q2R (x / w) = Q2R x / Q2R w.
  Proof.
    destruct (Qeq_dec w 0) as [Z|N]; [|now apply Q2R_div]. unfold QArith_base.Qdiv.
    rewrite Q2R_mult, (Qeq_eqR _ _ Z), Entropy.Q2R_0. unfold Rdiv. rewrite Rinv_0.
    assert (I : (/ w == 0)%Q) by (rewrite Z; reflexivity). now rewrite (Qeq_eqR _ _ I), Entropy.Q2R_0.
  Qed.

  Lemma measured_is rows q : scored_question (counts n) real_weight entropy intrinsic_value l' (map real_row rows) (real_question q) =
    real_candidate (F.measured n l rows q).
  Proof.
    unfold scored_question, real_candidate, F.measured, real_score, Qred. cbn [F.questioned F.gained F.divisor F.children].
    rewrite split_is, map_map. rewrite (map_ext _ (G.summary (counts n))) by apply summary_is.
    set (ps := map (G.summary (counts n)) (G.split q rows)).
    assert (E : gain_of (counts n) real_weight entropy (map real_row rows) ps = Forms.real (Forms.gain_form (G.summary (counts n) rows) ps)).
    { rewrite Forms.real_gain. unfold gain_of, Qred. rewrite summary_is. unfold real_weight. f_equal.
      change (sumR (fun s => Q2R (weight s) / Q2R (weight (G.summary (counts n) rows)) * entropy s) ps =
        sumR (fun s => Q2R (weight s / weight (G.summary (counts n) rows)) * entropy s) ps).
      apply Entropy.sumR_ext. intros s _. now rewrite share_is. }
    rewrite E. destruct same as (_ & -> & _). destruct (G.by_ratio l).
    - now rewrite Forms.entropy_forms_are_entropies.
    - rewrite Forms.real_constant. f_equal. unfold Q2R. simpl. field.
  Qed.

  Lemma candidates_is rows : scored_splits (counts n) real_weight entropy intrinsic_value (real_rank rank) l' (map real_row rows) =
    map real_candidate (F.candidates n rank l rows).
  Proof.
    unfold scored_splits, F.candidates. destruct same as (_ & _ & _ & L). rewrite as_many_styles.
    rewrite (flat_map_ext_map _ (fun f => G.questions_about (counts n) weight rank l f rows) real_question)
      by (intros f; apply questions_about_is).
    rewrite map_map, (map_ext _ (fun q => real_candidate (F.measured n l rows q))) by (intros q; apply measured_is).
    rewrite <- (map_map (F.measured n l rows) real_candidate), filter_map. f_equal. apply filter_ext. intros c. simpl.
    apply forallb_ext. intros s. rewrite L. unfold real_weight. cbn [real_limits min_leaf]. apply same_le.
  Qed.

  Lemma enough_is g : gain_suffices (stopping l') (Forms.real g) = F.enough (G.stopping l) g.
  Proof.
    destruct same as (_ & _ & _ & ->). unfold gain_suffices, F.enough. cbn [real_limits min_gain gainless].
    now rewrite <- Forms.real_constant, <- real_nil, !at_most_is.
  Qed.

  Lemma largest_is x gs : largest (Forms.real x) (map Forms.real gs) = Forms.real (F.largest_form x gs).
  Proof.
    unfold largest, F.largest_form. induction gs as [|y gs IH]; [reflexivity|]. simpl. rewrite IH, at_most_is.
    now destruct (Forms.at_most y _).
  Qed.

  Lemma best_gain_is f cs : best_gain f (map real_candidate cs) = option_map Forms.real (F.best_gain f cs).
  Proof.
    unfold best_gain, F.best_gain. rewrite filter_map, map_map.
    rewrite (filter_ext _ (fun c => Nat.eqb (G.feature_of (F.questioned c)) f)) by (intros c; simpl; now rewrite feature_is).
    rewrite (map_ext _ (fun c => Forms.real (F.gained c))) by reflexivity.
    rewrite <- (map_map F.gained Forms.real). destruct (map F.gained _) as [|x gs]; [reflexivity|]. simpl.
    now rewrite <- largest_is.
  Qed.

  Lemma present_is os : present (map (option_map Forms.real) os) = map Forms.real (F.present os).
  Proof. induction os as [|[x|] os IH]; simpl; now rewrite ?IH. Qed.

  Lemma passes_is g x gains : passes (real_gate g) (Forms.real x) (map Forms.real gains) = F.passes g x gains.
  Proof.
    unfold passes, F.passes. set (e := fold_right (fun y s => Forms.sum_of_forms (Forms.less x y) s) [] gains).
    assert (E : Spec.Sum.sum (fun y => Forms.real x - y) (map Forms.real gains) = Forms.real e).
    { unfold Spec.Sum.sum, e. induction gains as [|y gains IH]; [reflexivity|]. cbn [map fold_right].
      now rewrite IH, Forms.real_sum, Forms.real_less. }
    rewrite E, <- real_nil. destruct g; cbn [real_gate]; now rewrite ?at_most_is.
  Qed.

  Lemma looked_up_is fs f cs : F.looked_up (map (fun f => (f, F.best_gain f cs)) fs) f cs = F.best_gain f cs.
  Proof.
    unfold F.looked_up. destruct (find _ _) as [t|] eqn:E; [|reflexivity]. apply find_some in E as [I E].
    apply in_map_iff in I as (g & <- & _). now apply Nat.eqb_eq in E as <-.
  Qed.

  Lemma past_the_gate_is cs : past_the_gate l' (map real_candidate cs) = map real_candidate (F.past_the_gate l cs).
  Proof.
    destruct same as (_ & _ & G' & _). unfold past_the_gate, F.past_the_gate. cbv zeta. rewrite filter_map. f_equal. apply filter_ext. intros c.
    rewrite as_many_styles, (map_ext _ (fun f => option_map Forms.real (F.best_gain f cs))) by (intros f; apply best_gain_is).
    rewrite <- (map_map (fun f => F.best_gain f cs)), present_is, best_gain_is, G', looked_up_is, map_map. simpl. rewrite feature_is.
    destruct (F.best_gain _ cs) as [x|]; [|reflexivity]. simpl. now rewrite equal_is, passes_is.
  Qed.

  Lemma askable_is rows : askable (counts n) real_weight entropy intrinsic_value (real_rank rank) l' (map real_row rows) =
    map real_candidate (F.askable n rank l rows).
  Proof.
    unfold askable, F.askable. rewrite candidates_is. destruct same as (_ & R & _). rewrite R.
    destruct (G.by_ratio l); rewrite ?past_the_gate_is, filter_map; f_equal; apply filter_ext; intros c; apply enough_is.
  Qed.

  (** ** The best of them, where their scores are in order *)

  Definition divided_by_one (c : F.candidate) : Prop := G.by_ratio l = false -> F.divisor c = Forms.constant 1.

  Lemma candidates_are_divided rows c : In c (F.askable n rank l rows) -> divided_by_one c.
  Proof.
    intros I R. unfold F.askable in I. rewrite R in I. apply filter_In in I as [I _]. unfold F.candidates in I.
    apply filter_In in I as [I _]. apply in_map_iff in I as (q & <- & _). simpl. now rewrite R.
  Qed.

  Lemma order_is x y o : divided_by_one x -> divided_by_one y -> F.order l x y = Some o ->
    match o with
    | Lt => real_score x < real_score y
    | Eq => real_score x = real_score y
    | Gt => real_score y < real_score x
    end.
  Proof.
    unfold F.order, real_score, divided_by_one. destruct (G.by_ratio l).
    - intros _ _. apply Forms.the_order_of_quotients_is_right.
    - intros X Y E. rewrite X, Y, Forms.real_constant by reflexivity. replace (Q2R 1) with 1 by (unfold Q2R; simpl; field).
      assert (S := Forms.the_sign_is_the_sign (Forms.less (F.gained x) (F.gained y))). rewrite Forms.real_less in S.
      injection E as <-. destruct (Forms.sign _); unfold Rdiv; lra.
  Qed.

  Lemma best_of_is cs : (forall c, In c cs -> divided_by_one c) ->
    (forall x y, In x cs -> In y cs -> F.order l x y <> None) ->
    best_of (map real_candidate cs) = map real_candidate (F.best_of l cs).
  Proof.
    intros D O. destruct cs as [|c cs]; [reflexivity|]. unfold best_of, F.best_of.
    change (map real_candidate (c :: cs)) with (real_candidate c :: map real_candidate cs) at 1. cbv iota zeta.
    assert (B : forall ds, (forall d, In d ds -> In d (c :: cs)) -> In (F.best l c ds) (c :: cs) /\
      largest (real_score c) (map real_score ds) = real_score (F.best l c ds)).
    { intros ds. induction ds as [|d ds IH]; intros I; [split; [now left|reflexivity]|].
      destruct IH as [J IH]; [intros x J; apply I; now right|]. assert (Id := I d (or_introl eq_refl)).
      unfold largest, F.best in *. cbn [map fold_right]. fold (F.best l c ds) in *.
      rewrite IH. clear IH. set (m := F.best l c ds) in *. assert (N := O d m Id J).
      destruct (F.order l d m) as [o|] eqn:E; [|easy]. apply order_is in E; [|now apply D..].
      destruct o; (split; [assumption|]); unfold Qle_bool; destruct (Rle_dec (real_score d) (real_score m)); trivial; lra. }
    destruct (B (c :: cs) (fun d I => I)) as [J E]. set (m := F.best l c (c :: cs)) in *.
    rewrite map_map, (map_ext _ real_score) by reflexivity. cbn [score real_candidate]. rewrite E.
    change (real_candidate c :: map real_candidate cs) with (map real_candidate (c :: cs)).
    rewrite filter_map. f_equal. apply filter_ext_in. intros d Id. cbn [score real_candidate].
    assert (N := O d m Id J). destruct (F.order l d m) as [o|] eqn:Eo; [|easy]. apply order_is in Eo; [|now apply D..].
    unfold Qeq_bool. destruct o, (Req_EM_T (real_score d) (real_score m)); trivial; lra.
  Qed.

  Theorem admissible_splits_are_the_same rows : F.decided n rank l rows = true ->
    admissible_splits (counts n) real_weight entropy intrinsic_value (real_rank rank) l' (map real_row rows) =
      map real_candidate (F.admissible_splits n rank l rows).
  Proof.
    intros H. unfold admissible_splits, F.admissible_splits. rewrite askable_is. apply best_of_is.
    - intros c. apply candidates_are_divided.
    - intros x y X Y E. unfold F.decided in H. rewrite forallb_forall in H. specialize (H x X). rewrite forallb_forall in H.
      specialize (H y Y). now rewrite E in H.
  Qed.

  (** ** The tree *)

  Lemma stops_is level s : stops real_weight entropy (stopping l') level s = F.stops (G.stopping l) level s.
  Proof.
    destruct same as (_ & _ & _ & ->). unfold stops, F.stops, real_weight. cbn [real_limits max_depth min_split min_impurity min_risk].
    rewrite <- Forms.entropy_forms_are_entropies, same_le, Rmult_comm, <- Forms.real_times, <- !Forms.real_constant.
    now rewrite !at_most_is.
  Qed.

  Lemma chosen_split_is level rows : F.decided n rank l rows = true ->
    chosen_split (counts n) real_weight entropy intrinsic_value (real_rank rank) l' level (map real_row rows) =
      option_map real_question (F.chosen_split n rank l level rows).
  Proof.
    intros H. unfold chosen_split, F.chosen_split. rewrite summary_is, stops_is, admissible_splits_are_the_same by exact H.
    destruct (F.stops _ _ _); [reflexivity|]. now destruct (F.admissible_splits n rank l rows).
  Qed.

  Theorem what_is_grown_by_forms_is_grown fuel : forall here,
    (forall m, In m (GrowingRational.nodes (F.grow_node n rank l fuel here)) -> F.decided n rank l (snd m) = true) ->
    grow_node (counts n) real_weight entropy intrinsic_value (real_rank rank) l' fuel (real_node here) =
      real_tree real_node (F.grow_node n rank l fuel here).
  Proof.
    induction fuel as [|fuel IH]; intros (level, rows) H; [reflexivity|]. cbn [grow_node F.grow_node] in *.
    assert (D : F.decided n rank l rows = true).
    { apply (H (level, rows)). cbn [fst snd]. destruct (F.chosen_split n rank l level rows); now left. }
    unfold real_node at 1 2. cbn [fst snd]. rewrite chosen_split_is by exact D. cbn [fst snd] in *.
    destruct (F.chosen_split n rank l level rows) as [q|]; [|reflexivity]. cbn [option_map real_tree]. f_equal.
    cbn [real_node fst snd]. rewrite split_is, !map_map. apply map_ext_in. intros part I. apply (IH (Datatypes.S level, part)).
    intros m J. apply H. right. apply in_flat_map. eexists. split; [apply in_map; exact I|exact J].
  Qed.
End Growing.

(** ** What the checker accepts *)

Definition note_over_reals : Type := ClassCounts * R * list (question * R * R).

(** What the definitions say of a node, and what a vector states of one. *)
Definition note_of (n : nat) (l : learner) (here : @node T) : note_over_reals :=
  let s := summary (counts n) (snd here) in
  (s, entropy s, map (fun c => (asks c, gain c, score c))
    (admissible_splits (counts n) real_weight entropy intrinsic_value no_real_rank l (snd here))).

Definition stated_note (m : F.entropy_note) : note_over_reals :=
  (F.class_weights m, Forms.real (F.information m),
   map (fun '(q, g, (above, below)) => (real_question q, Forms.real g, Forms.real above / Forms.real below)) (F.best_splits m)).

Lemma all_two_maps {A B C} (f : A -> B -> bool) (g : A -> C) (h : B -> C) xs : forall ys,
  (forall x y, In x xs -> f x y = true -> g x = h y) -> Enumerate.all_two f xs ys = true -> map g xs = map h ys.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] H E; try easy. cbn in E. apply andb_prop in E as [E1 E2]. cbn [map]. f_equal.
  - apply H; [now left|exact E1].
  - apply IH; [|exact E2]. intros u w I. apply H. now right.
Qed.

Theorem an_accepted_entropy_tree_holds n v l' : same_learner (F.learned v) l' -> F.check_entropy_tree n v = true ->
  map_tree (note_of n l') (entropy_tree n l' (map real_row (of_weight (F.given_rows v)))) = real_tree stated_note (F.annotated v).
Proof.
  intros same H. unfold F.check_entropy_tree, F.tree_by_forms, F.grow_by_forms in H. set (r := G.no_rank) in *.
  set (rows := of_weight (F.given_rows v)) in *.
  assert (N : forall here m, F.check_node n v here m = true ->
    F.decided n r (F.learned v) (snd here) = true /\ note_of n l' (real_node here) = stated_note m).
  { intros here m C. unfold F.check_node in C. rewrite !andb_true_iff in C. destruct C as (((D & A) & B) & S).
    split; [exact D|]. unfold note_of, stated_note. cbn [real_node snd]. change no_real_rank with (real_rank r).
    rewrite summary_is, (admissible_splits_are_the_same n r (F.learned v) l' same _ D).
    apply Forms.equal_is in B. rewrite Forms.entropy_forms_are_entropies in B. rewrite B, (GrowingRational.same_fractions _ _ A).
    f_equal. rewrite map_map. revert S. apply all_two_maps. intros c ((q, g), (above, below)) _ K. unfold F.same_split in K.
    rewrite !andb_true_iff in K. destruct K as ((K1 & K2) & K3). apply GrowingRational.same_question_equal in K1.
    apply Forms.equal_is in K2. destruct (Forms.quotients _ _ _ _) as [[]|] eqn:O; try easy.
    apply Forms.the_order_of_quotients_is_right in O. cbn [real_candidate asks gain score]. unfold real_score. now rewrite O, K1, K2. }
  assert (A : forall t m, F.check_nodes n v t m = true ->
    (forall here, In here (GrowingRational.nodes t) -> F.decided n r (F.learned v) (snd here) = true) /\
    map_tree (note_of n l') (real_tree real_node t) = real_tree stated_note m).
  { intros t. induction t as [here|here q ts IH] using Dtrees.GrowingTheorems.grown_ind; intros [m|m p ms] C; try easy.
    - apply N in C as [D C]. split; [|simpl; now rewrite C]. intros h [<-|[]]. exact D.
    - cbn [F.check_nodes] in C. rewrite !andb_true_iff in C. destruct C as ((C & Q) & S). apply N in C as [D C].
      apply GrowingRational.same_question_equal in Q. subst p. cbn [real_tree map_tree]. split.
      + intros h [<-|I]; [exact D|]. apply in_flat_map in I as (t & It & I).
        assert (X : exists m', F.check_nodes n v t m' = true).
        { clear -S It. revert ms S. induction ts as [|u us IHs]; intros [|w ws] S; try easy. cbn in S. apply andb_prop in S as [S1 S2].
          destruct It as [->|It]; [now exists w|]. exact (IHs It ws S2). }
        destruct X as (m' & X). exact (proj1 (IH t It m' X) h I).
      + rewrite C. f_equal. rewrite map_map. revert S. apply all_two_maps. intros t m' It X. exact (proj2 (IH t It m' X)). }
  destruct (A _ _ H) as [D M]. rewrite <- M. f_equal. unfold entropy_tree, grow. rewrite map_length.
  now apply (what_is_grown_by_forms_is_grown n r (F.learned v) l' same _ (0%nat, rows)).
Qed.

(** ** Each learner of fractions is one of the reals

    The exact middle is the same over the reals.  Any other, a rounded one too, is that of the two fractions that two reals
    are: whether a real number is a fraction, and which, is decided by the axioms of the reals. *)

Lemma exact_middles_are_the_same : same_middle exact_middle (fun a b => (a + b) / 2).
Proof.
  intros a b. unfold exact_middle. rewrite Q2R_div, Q2R_plus by discriminate. rewrite !(Qeq_eqR _ _ (QArith.Qreduction.Qred_correct _)).
  f_equal. unfold Q2R. simpl. field.
Qed.

Definition numbered_fraction (n : nat) : QArith_base.Q :=
  let (k, d) := Cantor.of_nat n in let (a, b) := Cantor.of_nat k in
  Qmake (Z.of_nat a - Z.of_nat b) (Pos.of_succ_nat d).

Lemma every_fraction_has_a_number q : exists n, numbered_fraction n = q.
Proof.
  destruct q as [z p]. exists (Cantor.to_nat (Cantor.to_nat (Z.to_nat z, Z.to_nat (- z)), pred (Pos.to_nat p))).
  unfold numbered_fraction. rewrite !Cantor.cancel_of_to. f_equal; lia.
Qed.

Definition fraction_of (x : R) : option QArith_base.Q :=
  match sig_forall_dec (fun n => Q2R (numbered_fraction n) <> x)
    (fun n => match Req_EM_T (Q2R (numbered_fraction n)) x with left E => right (fun N => N E) | right N => left N end) with
  | inleft (exist _ n _) => Some (QArith.Qreduction.Qred (numbered_fraction n))
  | inright _ => None
  end.

Lemma fraction_of_is q : fraction_of (Q2R q) = Some (QArith.Qreduction.Qred q).
Proof.
  unfold fraction_of. destruct (sig_forall_dec _ _) as [[n N]|N].
  - f_equal. apply QArith.Qreduction.Qred_complete, eqR_Qeq. destruct (Req_EM_T (Q2R (numbered_fraction n)) (Q2R q)); tauto.
  - destruct (every_fraction_has_a_number q) as [n E]. destruct (N n). now rewrite E.
Qed.

Definition real_middle (m : QArith_base.Q -> QArith_base.Q -> QArith_base.Q) (x y : R) : R :=
  match fraction_of x, fraction_of y with Some a, Some b => Q2R (m a b) | _, _ => x end.

Definition real_style (s : G.style) : style :=
  match s with
  | G.Midpoint m => Midpoint (real_middle m)
  | G.Observed => Observed
  | G.Each => Each
  | G.EqualTo => EqualTo
  | G.Subset => Subset
  end.

Definition real_learner (l : G.learner) : learner := learner_over_reals (map real_style (G.styles l)) l.

Theorem every_learner_is_one_over_the_reals l : same_learner l (real_learner l).
Proof.
  repeat split. unfold real_learner, learner_over_reals. cbn [styles]. induction (G.styles l) as [|s ss IH]; [constructor|].
  constructor; [|exact IH]. destruct s; constructor. intros a b. unfold real_middle. now rewrite !fraction_of_is.
Qed.

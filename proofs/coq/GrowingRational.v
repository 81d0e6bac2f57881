(** * GrowingRational: growing by Gini, misclassification and squared error, and executed

    The definitions of [Growing] with the summaries of [Summary] and the impurities of
    [Impurity], every number in lowest terms, so that equal numbers are one.  Vectors of the
    Python specification are checked against them: whole trees, at every node the summary,
    the impurities, and the admissible set with its gains and scores. *)
From Coq Require Import QArith Lqa Lia List Bool Permutation Setoid Morphisms.
From Dtrees Require Import Sums Tree Sequence Growing GrowingTheorems Summary Impurity.
From Dtrees Require Export Spec.Learning Middles.
From Dtrees Require Enumerate.
Import Enumerate(all_two, same_fraction, same_fraction_equal).
Import ListNotations.
Open Scope Q_scope.

(** ** Classes: a row's target is its weight and its class *)

(** ** Numbers: a row's target is its weight and its response *)

(** ** The intrinsic value, where it is rational

    It is an entropy; where each part's share is a power of one half, it is a fraction. *)

Definition halvings (share : Q) : option Z :=
  let s := Qred share in
  let k := Z.log2 (Zpos (Qden s)) in
  if Z.eqb (Qnum s) 1 && Z.eqb (Zpos (Qden s)) (2 ^ k) then Some k else None.

Section Dyadic.
  Context {S : Type} (weight : S -> Q).

  Definition shares (ps : list S) : list Q := map (fun s => weight s / sum weight ps) ps.

  Definition dyadic (ps : list S) : bool :=
    forallb (fun x => match halvings x with Some _ => true | None => false end) (shares ps).

  Definition dyadic_intrinsic_value (ps : list S) : Q :=
    sum (fun x => match halvings x with Some k => x * inject_Z k | None => 0 end) (shares ps).
End Dyadic.

Example three_parts_of_four : dyadic_intrinsic_value (fun x : Q => x) [1; 2; 1] == 3 # 2.
Proof. reflexivity. Qed.

(** ** The theorems, for these impurities

    Weights are positive: the specification leaves rows of weight 0 out ([of_weight], below). *)

Lemma counts_permutation n r r' : Permutation r r' -> counts n r = counts n r'.
Proof.
  intros P. unfold counts, counts_of. rewrite !map_map. apply map_ext. intros k.
  apply Qred_complete. now apply sum_permutation.
Qed.

Lemma reduced_moments_permutation r r' : Permutation r r' -> reduced_moments r = reduced_moments r'.
Proof. intros P. unfold reduced_moments. simpl. f_equal; apply Qred_complete; now apply sum_permutation. Qed.

Theorem class_trees_ignore_row_order n impurity value rank l rows rows' : Permutation rows rows' ->
  summarized_tree (counts n) (grow (counts n) weight impurity value rank l rows) =
  summarized_tree (counts n) (grow (counts n) weight impurity value rank l rows').
Proof. apply row_order_does_not_matter, counts_permutation. Qed.

Theorem number_trees_ignore_row_order impurity value rank l rows rows' : Permutation rows rows' ->
  summarized_tree reduced_moments (grow reduced_moments weight impurity value rank l rows) =
  summarized_tree reduced_moments (grow reduced_moments weight impurity value rank l rows').
Proof. apply row_order_does_not_matter, reduced_moments_permutation. Qed.

(** *** No alpha of a grown tree is negative *)

Lemma count_counts k n r : count k (counts n r) == count k (counts_of n r).
Proof. unfold count, counts. change 0 with (Qred 0) at 1. rewrite map_nth. apply Qred_correct. Qed.

Definition same_counts (c d : ClassCounts) : Prop := forall k, count k c == count k d.

Lemma sum_same_counts (f : Q -> Q) c d : Proper (Qeq ==> Qeq) f -> f 0 == 0 -> same_counts c d ->
  sum f c == sum f d.
Proof.
  intros P Z E. rewrite (sum_counts f (length c + length d) c Z), (sum_counts f (length c + length d) d Z)
    by lia.
  apply sum_ext. intros k _. apply P, E.
Qed.

Lemma weight_same c d : same_counts c d -> weight c == weight d.
Proof. intros E. apply (sum_same_counts (fun x => x)); trivial; [now intros x y H|reflexivity]. Qed.

Lemma gini_same c d : same_counts c d -> gini c == gini d.
Proof.
  intros E. unfold gini. apply Qplus_comp; [reflexivity|]. apply Qopp_comp.
  rewrite (sum_ext _ (fun x => square (x / weight d))) by (intros x _; now rewrite (weight_same c d E)).
  apply (sum_same_counts (fun x => square (x / weight d))); trivial.
  - intros x y H. now rewrite H.
  - unfold square, Qdiv. ring.
Qed.

Lemma misclassification_same c d : same_counts c d -> misclassification c == misclassification d.
Proof.
  intros E. unfold misclassification. rewrite (weight_same c d E).
  assert (L : largest c == largest d); [|now rewrite L].
  destruct (largest_attained c) as [j J], (largest_attained d) as [k K].
  assert (A := count_le_largest j d). assert (B := count_le_largest k c). rewrite <- (E j) in A.
    rewrite (E k) in B. lra.
Qed.

Section Classes.
  Variable n : nat.
  Implicit Types rows : list class_row.

  Lemma counts_nonneg (r : list (Q * nat)) : (forall p, In p r -> positive_weight p) -> nonneg (counts n r).
  Proof.
    intros P x I. apply in_map_iff in I as (y & <- & I). rewrite Qred_correct.
    apply in_map_iff in I as (k & <- & _). apply sum_nonneg. intros (w, j) J. apply P in J.
      unfold positive_weight in J.
    simpl in J. destruct (Nat.eqb k j); lra.
  Qed.

  Lemma parts_counts rows parts : Permutation (concat parts) rows ->
    same_counts (merge (map (summary (counts n)) parts)) (summary (counts n) rows).
  Proof.
    intros P k. unfold summary. rewrite count_merge, sum_map, count_counts.
    rewrite (counts_of_partition n (map target rows) (map (map target) parts) k)
      by (rewrite <- concat_map; now apply Permutation_map, Permutation_sym).
    rewrite count_merge, !sum_map. apply sum_ext. intros part _. apply count_counts.
  Qed.

  Lemma classes_no_part_exceeds impurity :
    (forall parts, (forall c, In c parts -> nonneg c) ->
       sum (fun c => weight c * impurity c) parts <= weight (merge parts) * impurity (merge parts)) ->
    (forall c d, same_counts c d -> impurity c == impurity d) ->
    no_part_exceeds (counts n) weight impurity positive_weight.
  Proof.
    intros H E rows parts Ok P. assert (C := parts_counts rows parts P). unfold risk_of_rows.
    rewrite <- (E _ _ C), <- (weight_same _ _ C),
      <- (sum_map (fun c => weight c * impurity c) (summary (counts n))).
    apply H. intros c I. apply in_map_iff in I as (part & <- & I). apply counts_nonneg. intros p J.
    apply in_map_iff in J as (r & <- & J). apply Ok. apply (Permutation_in r P). apply in_concat. eauto.
  Qed.

  Theorem grown_gini_alpha_is_never_negative value rank l rows : sound positive_weight rows ->
    forall b, In b (branches (risks (counts n) weight gini (grow (counts n) weight gini value rank l rows)))
      ->
    0 <= alpha_of b.
  Proof. apply grown_alpha_is_never_negative, classes_no_part_exceeds; [apply parts_gini_le|apply gini_same].
    Qed.

  Theorem grown_misclassification_alpha_is_never_negative value rank l rows : sound positive_weight rows ->
    forall b, In b (branches (risks (counts n) weight misclassification
      (grow (counts n) weight misclassification value rank l rows))) -> 0 <= alpha_of b.
  Proof.
    apply grown_alpha_is_never_negative, classes_no_part_exceeds;
      [apply parts_misclassification_le|apply misclassification_same].
  Qed.

  (** By gains, and with all subsets asked, no limit but min_leaf does more than cut. *)
  Theorem class_limits_only_cut impurity value l' l rows : sound positive_weight rows -> by_ratio l = false ->
    alike l' l -> tighter (stopping l') (stopping l) -> min_gain (stopping l) <= min_gain (stopping l') ->
    (gainless (stopping l') = true -> gainless (stopping l) = true) ->
    cut_of (grow (counts n) weight impurity value no_rank l' rows) (grow (counts n) weight impurity value
      no_rank l rows).
  Proof. apply gain_limits_only_cut. intros f here key cs _. discriminate. Qed.
End Classes.

Lemma reduced_moments_same r : same_moments (reduced_moments r) (moments_of r).
Proof. repeat split; simpl; apply Qred_correct. Qed.

Theorem grown_squared_error_alpha_is_never_negative value rank l rows : sound (T :=
  Q * Q) positive_weight rows ->
  forall b, In b (branches (risks reduced_moments weight squared_error
    (grow reduced_moments weight squared_error value rank l rows))) -> 0 <= alpha_of b.
Proof.
  apply grown_alpha_is_never_negative. clear. intros rows parts Ok P.
  change (sum (fun p => rss (reduced_moments (map target p))) parts <= rss
    (reduced_moments (map target rows))).
  rewrite (rss_proper _ _ (reduced_moments_same (map target rows))).
  rewrite (sum_ext _ (fun p => rss (moments_of (map target p))))
    by (intros p _; apply rss_proper, reduced_moments_same).
  rewrite <- (sum_map (fun r => rss (moments_of r)) (map target)). apply split_never_raises_rss.
  - intros w y I. apply in_map_iff in I as (r & E & I). apply Ok in I. rewrite E in I.
      unfold positive_weight in I.
    simpl in I. lra.
  - rewrite <- concat_map. now apply Permutation_map, Permutation_sym.
Qed.

(** *** A plausible wrong statement

    That min_leaf, too, only cuts.  Four rows, one of the first class: without a limit the first row
    is parted off; where each child must weigh 2 the cut moves, and the tree is no pruned subtree. *)
Definition four_rows : list class_row :=
  [Build_row _ [0] (1, 0%nat); Build_row _ [1] (1, 1%nat); Build_row _ [2] (1, 1%nat);
    Build_row _ [3] (1, 1%nat)].

Definition first_question (rows : list class_row) (min_leaf : Q) : option question :=
  let lim := {| max_depth := None; min_split := 0; min_leaf := min_leaf; min_gain := 0; min_impurity := 0;
                min_risk := 0; gainless := true |} in
  chosen_split (counts 2) weight gini (dyadic_intrinsic_value weight) share_rank
    {| styles := [Midpoint exact_middle]; by_ratio := false; gated := NoGate; stopping := lim |} 0 rows.

Example min_leaf_moves_the_cut :
  first_question four_rows 0 = Some (Threshold 0 (1 # 2)) /\
    first_question four_rows 2 = Some (Threshold 0 (3 # 2)).
Proof. split; vm_compute; reflexivity. Qed.

(** ** Rows of weight 0

    The specification leaves them out before it grows.  So they are as if they were not there,
    wherever they stand. *)

Lemma of_weight_is_sound {A} (rows : list (row (Q * A))) : sound positive_weight (of_weight rows).
Proof.
  intros r I. apply filter_In in I as [_ E]. unfold positive_weight.
  destruct (Qle_bool_spec (fst (target r)) 0); [discriminate|lra].
Qed.

Theorem weightless_rows_are_no_rows {A S} (summarize : list (Q * A) -> S) weight impurity value rank l rows
  rows' zero :
  (forall r r', Permutation r r' -> summarize r = summarize r') ->
  (forall r, In r zero -> fst (target r) == 0) -> Permutation rows' (zero ++ rows) ->
  summarized_tree summarize (grow summarize weight impurity value rank l (of_weight rows')) =
  summarized_tree summarize (grow summarize weight impurity value rank l (of_weight rows)).
Proof.
  intros H Z P. apply row_order_does_not_matter; [exact H|]. unfold of_weight.
    rewrite (filter_permutation _ _ _ P), filter_app.
  rewrite (filter_none _ zero); [reflexivity|]. intros r I. destruct (Qle_bool_spec (fst (target r)) 0);
    [reflexivity|].
  specialize (Z r I). lra.
Qed.

(** A plausible wrong statement: that growing does not mind them.  Between rows of 0 and 2 a row of
    weight 0 moves the cut. *)
Example a_weightless_row_inside_moves_the_cut :
  let rows := [Build_row _ [0] (1, 0%nat); Build_row _ [1] (0, 0%nat); Build_row _ [2] (1, 1%nat)] in
  first_question rows 0 = Some (Threshold 0 (1 # 2)) /\
    first_question (of_weight rows) 0 = Some (Threshold 0 1).
Proof. split; vm_compute; reflexivity. Qed.

(** ** Vectors *)

(** What is stated of a node: the numbers of its summary, its impurities, and its admissible
    splits, each with its gain and its score. *)
Record note : Type := {
  numbers : list Q;
  impurities : list Q;
  admissible : list (question * Q * Q)
}.

Definition same_question (p q : question) : bool :=
  match p, q with
  | Threshold f x, Threshold g y | Equals f x, Equals g y => Nat.eqb f g && same_fraction x y
  | OneOf f xs, OneOf g ys | EachCategory f xs, EachCategory g ys =>
    Nat.eqb f g && all_two same_fraction xs ys
  | _, _ => false
  end.

Definition same_note (m n : note) : bool :=
  all_two same_fraction (numbers m) (numbers n) &&
  all_two same_fraction (impurities m) (impurities n) &&
  all_two (fun '(p, x, y) '(q, z, w) => same_question p q && same_fraction x z && same_fraction y w)
    (admissible m) (admissible n).

Fixpoint same_tree (s t : grown note) : bool :=
  match s, t with
  | Stop m, Stop n => same_note m n
  | Ask m p ss, Ask n q ts => same_note m n && same_question p q && all_two same_tree ss ts
  | _, _ => false
  end.

(** The measures of a task: what its rows and summaries are, and its impurities. *)
Record task (T S : Type) : Type := {
  summarized : list T -> S;
  weighed : S -> Q;
  listed : S -> list Q;
  measures : list (S -> Q);
  ranks : list (S -> option (S -> Q))        (* of each measure *)
}.
Arguments summarized {T S}. Arguments weighed {T S}. Arguments listed {T S}.
Arguments measures {T S}. Arguments ranks {T S}.

Definition classes_task (n : nat) : task (Q * nat) ClassCounts := {|
  summarized := counts n; weighed := weight; listed := fun c => c;
  measures := [gini; misclassification]; ranks := [share_rank; no_rank] |}.

Definition numbers_task : task (Q * Q) Moments := {|
  summarized := reduced_moments; weighed := weight;
  listed := fun m => [moment_weight m; total m; squares m];
  measures := [squared_error]; ranks := [mean_rank] |}.

Record growing_vector (T : Type) : Type := {
  chosen_measure : nat;
  learned_by : learner;
  data : list (row T);
  stated : grown note
}.
Arguments chosen_measure {T}. Arguments learned_by {T}. Arguments data {T}. Arguments stated {T}.

Section Vectors.
  Context {Y S : Type} (k : task (Q * Y) S).
  Notation T := (Q * Y)%type.

  Let measure (v : growing_vector T) := nth (chosen_measure v) (measures k) (fun _ => 0).
  Let key (v : growing_vector T) := nth (chosen_measure v) (ranks k) no_rank.

  Definition tree_of (v : growing_vector T) : grown (@node T) :=
    grow (summarized k) (weighed k) (measure v) (dyadic_intrinsic_value (weighed k)) (key v) (learned_by v)
      (of_weight (data v)).

  Definition splits_at (v : growing_vector T) (n : @node T) : list scored :=
    admissible_splits (summarized k) (weighed k) (measure v) (dyadic_intrinsic_value (weighed k)) (key v)
      (learned_by v) (snd n).

  Definition note_of (v : growing_vector T) (n : @node T) : note :=
    let s := summary (summarized k) (snd n) in {|
      numbers := listed k s;
      impurities := map (fun m => Qred (m s)) (measures k);
      admissible := map (fun c => (asks c, Growing.gain c, score c)) (splits_at v n) |}.

  Fixpoint nodes {N} (t : grown N) : list N :=
    match t with Stop n => [n] | Ask n _ ts => n :: flat_map nodes ts end.

  (** Where gain ratios are compared, every part's share is a power of one half. *)
  Definition covered (v : growing_vector T) (t : grown (@node T)) : bool :=
    negb (by_ratio (learned_by v)) ||
    forallb (fun n => forallb (fun c => dyadic (weighed k) (parts c))
      (scored_splits (summarized k) (weighed k) (measure v) (dyadic_intrinsic_value (weighed k)) (key v)
        (learned_by v) (snd n))) (nodes t).

  Definition check_growing (v : growing_vector T) : bool :=
    let t := tree_of v in covered v t && same_tree (map_tree (note_of v) t) (stated v).

  (** What it accepts is the tree of the definitions, note by note. *)
  Lemma all_two_equal {A} (f : A -> A -> bool) l : forall m,
    (forall x, In x l -> forall y, f x y = true -> x = y) -> all_two f l m = true -> l = m.
  Proof.
    induction l as [|x l IH]; intros [|y m] H E; simpl in *; try easy.
    apply andb_prop in E as [E1 E2]. f_equal; auto.
  Qed.

  Lemma same_fractions l m : all_two same_fraction l m = true -> l = m.
  Proof. apply all_two_equal. intros x _ y. apply same_fraction_equal. Qed.

  Lemma same_question_equal p q : same_question p q = true -> p = q.
  Proof.
    destruct p, q; simpl; intros E; try easy; apply andb_prop in E as [E1 E2]; apply Nat.eqb_eq in E1; subst;
      f_equal; now (apply same_fraction_equal in E2 || apply same_fractions in E2).
  Qed.

  Lemma same_note_equal m n : same_note m n = true -> m = n.
  Proof.
    destruct m, n. unfold same_note. simpl. rewrite !andb_true_iff. intros [[A B] C].
    apply same_fractions in A, B. subst. f_equal. revert C. apply all_two_equal.
    intros ((p, x), y) _ ((q, z), w) E. rewrite !andb_true_iff in E. destruct E as [[E F] G].
    apply same_question_equal in E. apply same_fraction_equal in F, G. now subst.
  Qed.

  Lemma same_tree_equal s : forall t, same_tree s t = true -> s = t.
  Proof.
    induction s as [m|m p ss IH] using grown_ind; intros [n|n q ts] E; simpl in E; try easy.
    - now apply same_note_equal in E as ->.
    - rewrite !andb_true_iff in E. destruct E as [[A B] C]. apply same_note_equal in A as ->.
      apply same_question_equal in B as ->. f_equal. revert C. now apply all_two_equal.
  Qed.

  Theorem an_accepted_growing_holds v : check_growing v = true ->
    map_tree (note_of v) (tree_of v) = stated v.
  Proof. intros E. apply andb_prop in E as [_ E]. now apply same_tree_equal. Qed.
End Vectors.

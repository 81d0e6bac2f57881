(** * OrderingRational: the ordered subsets of Gini and squared error are enough

    The ordering theorem of [Subsets], brought to grown trees: with numbers, and with two classes by
    Gini, the tree that is grown with few subsets is the tree that is grown with all.
    [CART84 §4.2.2, §8.8] *)
From Coq Require Import QArith Lqa Lia List Bool Permutation.
From Dtrees Require Import Sums Growing GrowingTheorems Summary Impurity Subsets GrowingRational EqualRanks
  Ordering.
Import ListNotations.
Open Scope Q_scope.

(** ** The ordering theorem, of values *)

Section Values.
  Variable vs : list Q.
  Hypothesis values_reduced : Forall reduced vs.
  Hypothesis values_once : NoDup vs.
  Hypothesis two_values : (2 <= length vs)%nat.

  Variables (w x : Q -> Q) (phi : Q -> Q).
  Hypothesis w_positive : positive w vs.
  Hypothesis phi_strictly_concave : strictly_concave phi.

  Lemma a_different_average_gains v : In v vs -> ~ average w x v == group_mean w x vs ->
    exists cs, In cs (all_subsets vs) /\ split_cost w x phi (inside cs vs) (outside cs vs) < group_cost w x
      phi vs.
  Proof.
    intros I D. assert (Cv := strictly_concave_concave _ phi_strictly_concave).
    apply in_split in I as (l1 & l2 & E). set (R := l1 ++ l2).
    assert (P : Permutation vs ([v] ++ R)) by (rewrite E;
      apply Permutation_sym, (Permutation_middle l1 l2 v)).
    assert (Sp : is_split vs [v] R).
    { split; [discriminate|]. split; [|exact P]. intros N. apply Permutation_length in P. rewrite N in P.
      simpl in P.
      lia. }
    assert (Lt : split_cost w x phi [v] R < group_cost w x phi vs).
    { destruct (phi_strictly_concave (group_mean w x vs)) as (s & Tn & St). set (p := group_mean w x vs) in *.
      destruct (is_split_positive w _ _ _ w_positive Sp) as [Pv PR].
      rewrite <- (line_at_mean w x phi s vs w_positive). fold p. rewrite (sum_permutation _ _ _ P), sum_app.
      assert (A := line_gap w x phi p s [v] Pv ltac:(discriminate)).
      assert (B := cost_le_line w x phi p s R Tn PR).
      assert (M : group_mean w x [v] == average w x v).
      { unfold group_mean, average. simpl. assert (0 < w v) by (apply Pv; now left). field. lra. }
      assert (G := St (group_mean w x [v]) ltac:(rewrite M; exact D)).
      assert (W : 0 < sum w [v]) by (simpl; assert (0 < w v) by (apply Pv; now left); lra).
      assert (0 < sum w [v] * (phi p + s * (group_mean w x [v] - p) - phi (group_mean w x [v])))
        by (apply Qmult_lt_0_compat; lra).
      unfold split_cost. lra. }
    assert (Cost : forall L R L' R', Permutation L L' -> Permutation R R' ->
      split_cost w x phi L R == split_cost w x phi L' R').
    { intros A B A' B' PA PB. unfold split_cost. now rewrite (group_cost_permutation w x phi _ _ Cv PA),
        (group_cost_permutation w x phi _ _ Cv PB). }
    assert (Hd : In (hd 0 vs) vs) by (destruct vs; [simpl in two_values; lia|now left]).
    apply (Permutation_in _ P) in Hd. apply in_app_or in Hd as [Hd|Hd].
    - destruct (split_is_subset vs values_reduced values_once two_values [v] R Sp Hd) as (cs & J & PL & PR).
        exists cs. split; [exact J|].
      now rewrite <- (Cost _ _ _ _ PL PR).
    - destruct (split_is_subset vs values_reduced values_once two_values R [v] (is_split_swap _ _ _ Sp) Hd)
        as (cs & J & PL & PR). exists cs. split; [exact J|].
      rewrite <- (Cost _ _ _ _ PL PR). unfold split_cost in *. lra.
  Qed.

  Lemma a_best_gaining_subset_is_separated cs : In cs (all_subsets vs) ->
    split_cost w x phi (inside cs vs) (outside cs vs) < group_cost w x phi vs ->
    (forall other, In other (all_subsets vs) ->
       split_cost w x phi (inside cs vs) (outside cs vs) <= split_cost w x phi (inside other vs)
         (outside other vs)) ->
    separated w x (inside cs vs) (outside cs vs) \/ separated w x (outside cs vs) (inside cs vs).
  Proof.
    intros I G M. assert (Cv := strictly_concave_concave _ phi_strictly_concave).
    apply (every_best_subset_is_contiguous w x phi vs); trivial. split;
      [now apply (subset_is_split vs values_reduced values_once two_values)|]. intros L R Sp.
    assert (Cost : forall L R L' R', Permutation L L' -> Permutation R R' ->
      split_cost w x phi L R == split_cost w x phi L' R').
    { intros A B A' B' PA PB. unfold split_cost. now rewrite (group_cost_permutation w x phi _ _ Cv PA),
        (group_cost_permutation w x phi _ _ Cv PB). }
    assert (Hd : In (hd 0 vs) vs) by (destruct vs; [simpl in two_values; lia|now left]).
    destruct Sp as (NL & NR & P). apply (Permutation_in _ P) in Hd. apply in_app_or in Hd as [Hd|Hd].
    - destruct (split_is_subset vs values_reduced values_once two_values L R (conj NL (conj NR P)) Hd)
        as (other & J & PL & PR).
      rewrite (Cost _ _ _ _ PL PR). now apply M.
    - destruct (split_is_subset vs values_reduced values_once two_values R L
        (is_split_swap _ _ _ (conj NL (conj NR P))) Hd) as (other & J & PL & PR).
      assert (E : split_cost w x phi L R == split_cost w x phi R L) by (unfold split_cost; ring).
      rewrite E, (Cost _ _ _ _ PL PR). now apply M.
  Qed.

  Lemma separated_is_a_run (key : Q -> Q) cs : In cs (all_subsets vs) ->
    (forall v, In v vs -> key v == average w x v) ->
    separated w x (inside cs vs) (outside cs vs) \/ separated w x (outside cs vs) (inside cs vs) ->
    initial_run key vs cs = true.
  Proof.
    intros I K S. destruct (subset_of vs values_reduced values_once two_values cs I) as (Inc & _ & _).
    assert (In' : forall v, In v cs -> In v (inside cs vs))
      by (intros v J; apply filter_In; split; [auto|apply (among vs values_reduced); auto]).
    unfold initial_run. fold (outside cs vs). apply orb_true_iff. destruct S as [S|S]; [left|right];
      apply forallb_forall; intros c J; apply forallb_forall; intros d J'; apply negb_true_iff;
      destruct (Qle_bool_spec (key d) (key c)) as [L|]; trivial; exfalso.
    - specialize (S c d (In' c J) J'). rewrite (K c) in L by auto. apply filter_In in J' as [J' _].
        rewrite (K d) in L by auto. lra.
    - specialize (S c d J (In' d J')). rewrite (K d) in L by auto. apply filter_In in J as [J _].
        rewrite (K c) in L by auto. lra.
  Qed.
End Values.

(** ** Of any impurity that is a strictly concave function of a mean *)

Section Concave.
  Context {T S : Type}.
  Variable summarize : list T -> S.
  Variables weight impurity : S -> Q.
  Variable rank : S -> option (S -> Q).
  Variable ok : T -> Prop.
  Variable phi : Q -> Q.
  Hypothesis phi_strictly_concave : strictly_concave phi.
  Notation summary := (@summary T S summarize).
  Notation subset_gain := (subset_gain summarize weight impurity).

  (** The node's risk, and that of each part, is the parts' cost and what no split changes. *)
  Hypothesis risk_is_cost : forall f rows key, sound ok rows -> rank (summary rows) = Some key ->
    (2 <= length (values_at f rows))%nat ->
    exists (w x base : Q -> Q), positive w (values_at f rows) /\ 0 < weight (summary rows) /\
      (forall v, In v (values_at f rows) -> key (summary (rows_of f v rows)) == average w x v) /\
      forall part us, us <> [] -> incl us (values_at f rows) ->
        Permutation part (concat (map (fun v => rows_of f v rows) us)) ->
        weight (summary part) * impurity (summary part) == sum base us + group_cost w x phi us.

  Theorem concave_impurities_are_ordered : best_subsets_are_runs summarize weight impurity rank ok.
  Proof.
    intros f rows key Ok Rk vs rank_of. destruct (values_at_spec f rows) as (Red & Sorted & _).
    fold vs in Red, Sorted. assert (Once := sorted_nodup _ Sorted).
    assert (Short : (length vs < 2)%nat -> same_rank rank_of vs = true /\ all_subsets vs = []).
    { intros L. destruct vs as [|v [|u us]]; simpl in L; [split; reflexivity|split|lia]; [|reflexivity].
      unfold same_rank. simpl. now rewrite (proj2 (Qeq_bool_iff _ _) (Qeq_refl _)). }
    destruct (Nat.lt_ge_cases (length vs) 2) as [L|Two].
    { destruct (Short L) as [S1 S2]. split; [congruence|]. intros cs I. rewrite S2 in I. destruct I. }
    destruct (risk_is_cost f rows key Ok Rk Two) as (w & x & base & W & P & K & Cost). fold vs in W, K, Cost.
    assert (Whole : weight (summary rows) * impurity (summary rows) == sum base vs + group_cost w x phi vs).
    { apply Cost; [destruct vs; [simpl in Two; lia|discriminate]|easy|].
      assert (G := groups_of_values f (fun _ => true) rows). rewrite filter_all in G by trivial.
      rewrite filter_all in G by trivial. exact G. }
    assert (Gain : forall cs, In cs (all_subsets vs) -> weight (summary rows) * subset_gain f rows cs ==
      group_cost w x phi vs - split_cost w x phi (inside cs vs) (outside cs vs)).
    { intros cs I. destruct (subset_is_split vs Red Once Two cs I) as (NL & NR & Pm).
      assert (A : weight (summary (filter (fun r => Nat.eqb (child (OneOf f cs) r) 0) rows)) *
        impurity (summary (filter (fun r => Nat.eqb (child (OneOf f cs) r) 0) rows)) ==
        sum base (inside cs vs) + group_cost w x phi (inside cs vs)).
      { apply Cost; [exact NL|intros v J; now apply filter_In in J|]. unfold inside, vs.
        rewrite <- groups_of_values.
        erewrite filter_ext; [reflexivity|]. intros r. simpl. now destruct (existsb _ _). }
      assert (B : weight (summary (filter (fun r => Nat.eqb (child (OneOf f cs) r) 1) rows)) *
        impurity (summary (filter (fun r => Nat.eqb (child (OneOf f cs) r) 1) rows)) ==
        sum base (outside cs vs) + group_cost w x phi (outside cs vs)).
      { apply Cost; [exact NR|intros v J; now apply filter_In in J|]. unfold outside, vs.
        rewrite <- (groups_of_values f (fun v => negb (existsb (Qeq_bool v) cs))).
        erewrite filter_ext; [reflexivity|]. intros r. simpl. now destruct (existsb _ _). }
      unfold Ordering.subset_gain, gain_of. rewrite Qred_correct. cbn [split arity seq map sum fold_right].
      set (a := summary (filter _ rows)) in *. set (b := summary (filter (fun r => Nat.eqb _ 1) rows)) in *.
      set (s := summary rows) in *.
      assert (E : weight s * (impurity s - (weight a / weight s * impurity a + (weight b / weight s * impurity
        b + 0))) ==
        weight s * impurity s - (weight a * impurity a + weight b * impurity b)) by (field; lra).
      rewrite E, A, B, Whole, (sum_permutation base _ _ Pm), sum_app. unfold split_cost. ring. }
    assert (Positive : forall cs, In cs (all_subsets vs) ->
      (0 < subset_gain f rows cs <-> split_cost w x phi (inside cs vs) (outside cs vs) < group_cost w x phi
        vs)).
    { intros cs I. specialize (Gain cs I). split; intros H.
      - assert (0 < weight (summary rows) * subset_gain f rows cs) by now apply Qmult_lt_0_compat. lra.
      - apply Qnot_le_lt. intros N. assert (0 <= weight (summary rows) * - subset_gain f rows cs)
          by (apply Qmult_le_0_compat; lra). lra. }
    split.
    - intros Sr. destruct (forallb (fun v => Qeq_bool (average w x v) (group_mean w x vs)) vs) eqn:F.
      + exfalso. assert (E : same_rank rank_of vs = true); [|congruence]. rewrite forallb_forall in F.
        apply forallb_forall. intros u Iu. apply forallb_forall. intros v Iv. apply Qeq_bool_iff.
          unfold rank_of.
        rewrite (K u Iu), (K v Iv). assert (Fu := F u Iu). assert (Fv := F v Iv).
          apply Qeq_bool_iff in Fu, Fv. now rewrite Fu, Fv.
      + apply not_forallb in F as (v & Iv & D).
        destruct (a_different_average_gains vs Red Once Two w x phi W phi_strictly_concave v Iv)
          as (cs & I & G).
        { intros E. apply Qeq_bool_iff in E. congruence. }
        exists cs. split; [exact I|]. now apply Positive.
    - intros cs I G M. apply (separated_is_a_run vs Red Once Two w x); [exact I|exact K|].
      apply (a_best_gaining_subset_is_separated vs Red Once Two w x phi W phi_strictly_concave cs I);
        [now apply Positive|]. intros other J. specialize (M other J). assert (A := Gain cs I).
          assert (B := Gain other J).
      assert (0 <= weight (summary rows) * (subset_gain f rows cs - subset_gain f rows other))
        by (apply Qmult_le_0_compat; lra). lra.
  Qed.
End Concave.

(** ** Numbers, by squared error *)

Lemma target_concat {T} f us (rows part : list (row T)) :
  Permutation part (concat (map (fun v => rows_of f v rows) us)) ->
  Permutation (map target part) (concat (map (fun v => map target (rows_of f v rows)) us)).
Proof. intros P. apply (Permutation_map target) in P. now rewrite concat_map, map_map in P. Qed.

Lemma a_group_has_rows {T} f v (rows : list (row T)) : In v (values_at f rows) ->
  map target (rows_of f v rows) <> [].
Proof.
  intros I. apply values_at_spec in I as (r & I & E). intros N. apply (in_nil (a := target r)). rewrite <- N.
  apply in_map, filter_In. split; [exact I|]. rewrite E. apply Qeq_bool_iff, Qeq_refl.
Qed.

Lemma rows_of_included {T} f v (rows : list (row T)) : incl (rows_of f v rows) rows.
Proof. intros r I. now apply filter_In in I. Qed.

Theorem squared_error_is_ordered : best_subsets_are_runs reduced_moments weight squared_error mean_rank
  positive_weight.
Proof.
  apply (concave_impurities_are_ordered _ _ _ _ _ minus_square minus_square_strictly_concave).
  intros f rows key Ok R Two. injection R as <-.
  set (group := fun v => map target (rows_of f v rows)).
  assert (Pos : forall v, In v (values_at f rows) -> 0 < weight (moments_of (group v))).
  { intros v I. apply positive_sum; [now apply a_group_has_rows|]. intros t J.
    apply in_map_iff in J as (r & <- & J).
    now apply Ok, (rows_of_included f v rows). }
  exists (fun v => weight (moments_of (group v))), (fun v => total (moments_of (group v))),
    (fun v => squares (moments_of (group v))).
  split; [exact Pos|split; [|split]].
  - unfold summary. destruct (reduced_moments_same (map target rows)) as (-> & _ & _).
    apply positive_sum; [|intros t J; apply in_map_iff in J as (r & <- & J); now apply Ok].
    destruct rows; [simpl in Two; lia|discriminate].
  - intros v I. unfold summary. rewrite (mean_proper _ _ (reduced_moments_same _)). reflexivity.
  - intros part us Ne Inc P. apply target_concat in P. unfold summary.
    change (rss (reduced_moments (map target part)) == sum (fun v => squares (moments_of (group v))) us +
      group_cost (fun v => weight (moments_of (group v))) (fun v => total (moments_of (group v))) minus_square
        us).
    rewrite (rss_proper _ _ (reduced_moments_same _)). assert (M := moments_of_partition _ _ P).
    rewrite (rss_proper _ _ M), map_map. fold group. rewrite rss_as_group_cost.
    + unfold group_cost, group_mean. rewrite !sum_map. reflexivity.
    + intros m I. apply in_map_iff in I as (v & <- & I). now apply Pos, Inc.
Qed.

Lemma numbers_weigh_more : more_rows_weigh_more reduced_moments weight positive_weight.
Proof.
  intros b rows Ok. unfold summary.
  destruct (reduced_moments_same (map target (filter b rows))) as (-> & _ & _).
  destruct (reduced_moments_same (map target rows)) as (-> & _ & _). simpl. rewrite !sum_map.
  induction rows as [|r rows IH]; simpl; [lra|].
  assert (0 < fst (target r)) by (apply Ok; now left). assert (sound positive_weight rows) by (intros t I;
    apply Ok; now right).
  specialize (IH H0). destruct (b r); simpl; lra.
Qed.

(** A regression tree is the one grown with all subsets, whatever the limits. *)
Theorem number_ordering_loses_nothing value l rows : sound positive_weight rows -> gate_counts_gainless l ->
  grow reduced_moments weight squared_error value mean_rank l rows =
  grow reduced_moments weight squared_error value no_rank l rows.
Proof.
  apply ordering_loses_nothing;
    [exact equal_means_gain_nothing|exact squared_error_is_ordered|exact numbers_weigh_more].
Qed.

(** ** Two classes, by Gini *)

Lemma sum_of_two (g : Q -> Q) (c : ClassCounts) k j : Proper (Qeq ==> Qeq) g -> g 0 == 0 -> k <> j ->
  (forall i, i <> k -> i <> j -> count i c == 0) -> sum g c == g (count k c) + g (count j c).
Proof.
  intros Pr Z D Zero. rewrite (sum_counts g (length c + k + j + 1) c) by (assumption || lia).
  rewrite <- (sum_indicator k (length c + k + j + 1) (g (count k c))),
    <- (sum_indicator j (length c + k + j + 1) (g (count j c))) by lia.
  rewrite <- sum_plus. apply sum_ext. intros i _.
  destruct (Nat.eqb_spec i k) as [E|K], (Nat.eqb_spec i j) as [F|J]; subst; [easy|ring|ring|].
  rewrite Zero by assumption. rewrite Z. ring.
Qed.

Lemma gini_of_two_among_many (c : ClassCounts) k j : k <> j -> (forall i, i <> k -> i <> j ->
  count i c == 0) ->
  0 < weight c -> gini c == binary_gini (proportion k c).
Proof.
  intros D Z P. assert (W := weight_of_two c k j D Z). unfold gini.
  rewrite (sum_of_two (fun x => square (x / weight c)) c k j); trivial.
  - unfold binary_gini, proportion, square. assert (E : count j c == weight c - count k c) by lra. rewrite E.
      field. lra.
  - intros a b E. now rewrite E.
  - unfold square, Qdiv. ring.
Qed.

Theorem gini_is_ordered n : best_subsets_are_runs (counts n) weight gini share_rank (labelled n).
Proof.
  apply (concave_impurities_are_ordered _ _ _ _ _ binary_gini binary_gini_strictly_concave).
  intros f rows key Ok R Two. destruct (share_rank_of_two _ _ R) as (k & j & D & -> & Z).
  set (group := fun v => map target (rows_of f v rows)).
  assert (L : forall t, In t (map target rows) -> labelled n t)
    by (intros t I; apply in_map_iff in I as (r & <- & I); now apply Ok).
  assert (Lg : forall v t, In t (group v) -> labelled n t).
  { intros v t I. apply in_map_iff in I as (r & <- & I). now apply Ok, (rows_of_included f v rows). }
  assert (Weight : forall r, (forall t, In t r -> labelled n t) -> r <> [] -> 0 < weight (counts n r)).
  { intros r Lr Ne. rewrite weight_of_labelled by exact Lr. apply positive_sum; [exact Ne|]. intros t I.
    now apply Lr. }
  exists (fun v => weight (counts n (group v))), (fun v => count k (counts n (group v))), (fun _ => 0).
  split; [|split; [|split]].
  - intros v I. apply Weight; [apply Lg|now apply a_group_has_rows].
  - apply Weight; [exact L|]. destruct rows; [simpl in Two; lia|discriminate].
  - reflexivity.
  - intros part us Ne Inc P. apply target_concat in P. unfold summary. set (r := map target part) in *.
    assert (Ir : incl r (map target rows)).
    { intros t I. apply (Permutation_in t P), in_concat in I as (g & J & I).
      apply in_map_iff in J as (v & <- & _).
      apply in_map_iff in I as (s & <- & I). now apply in_map, (rows_of_included f v rows). }
    assert (Lr : forall t, In t r -> labelled n t) by (intros t I; now apply L, Ir).
    assert (Nr : r <> []).
    { destruct us as [|v us]; [easy|]. assert (G := a_group_has_rows f v rows ltac:(apply Inc; now left)).
      intros E.
      rewrite E in P. apply Permutation_nil in P. simpl in P. apply app_eq_nil in P as [P _]. contradiction. }
    assert (Zr : forall i, i <> k -> i <> j -> count i (counts n r) == 0)
      by (intros i K J; apply (count_of_none n (map target rows)); auto).
    assert (C : count k (counts n r) == sum (fun v => count k (counts n (group v))) us).
    { rewrite count_counts, (counts_of_partition n r _ k P), count_merge, !sum_map. apply sum_ext. intros v _.
      symmetry. apply count_counts. }
    assert (W : weight (counts n r) == sum (fun v => weight (counts n (group v))) us).
    { rewrite weight_of_labelled, (sum_permutation fst _ _ P), sum_concat, sum_map by exact Lr. apply sum_ext.
      intros v _.
      symmetry. apply weight_of_labelled, Lg. }
    rewrite (gini_of_two_among_many _ k j D Zr (Weight r Lr Nr)), sum_zero.
    unfold group_cost, group_mean, binary_gini, proportion. rewrite W, C. ring.
Qed.

Lemma classes_weigh_more n : more_rows_weigh_more (counts n) weight (labelled n).
Proof.
  intros b rows Ok. unfold summary.
  assert (E : forall part : list class_row, incl part rows ->
    weight (counts n (map target part)) == sum (fun r => fst (target r)) part).
  { intros part I. rewrite weight_of_labelled, sum_map; [reflexivity|]. intros t J.
    apply in_map_iff in J as (r & <- & J). now apply Ok, I. }
  rewrite (E (filter b rows)), (E rows) by (easy || intros r I; now apply filter_In in I). clear E.
  induction rows as [|r rows IH]; simpl; [lra|].
  assert (0 < fst (target r)) by (apply Ok; now left).
  assert (S : sound (labelled n) rows) by (intros t I; apply Ok; now right).
  specialize (IH S). destruct (b r); simpl; lra.
Qed.

(** A tree of classes is the one grown with all subsets: where a node has two classes the order serves, else
    all are asked. *)
Theorem gini_ordering_loses_nothing n value l rows : sound (labelled n) rows -> gate_counts_gainless l ->
  grow (counts n) weight gini value share_rank l rows = grow (counts n) weight gini value no_rank l rows.
Proof.
  apply ordering_loses_nothing;
    [exact (equal_shares_gain_nothing n)|exact (gini_is_ordered n)|exact (classes_weigh_more n)].
Qed.

(** ** Plausible wrong statements

    That any order will do.  By their weights the categories 0, 1, 2 stand in this order, and the root asks
    for {0, 1}, which gains 2/9; {0, 2} gains 4/9. *)
Definition asking (style : style) (gainless : bool) : learner :=
  {| styles := [style]; by_ratio := false; gated := NoGate; stopping :=
     {| max_depth := None; min_split := 0; min_leaf := 0; min_gain := 0; min_impurity := 0; min_risk := 0;
        gainless := gainless |} |}.

Definition three_categories : list class_row :=
  [Build_row _ [0] (1, 0%nat); Build_row _ [1] (2, 1%nat); Build_row _ [2] (3, 0%nat)].

Definition root_gains (rank : ClassCounts -> option (ClassCounts -> Q)) (rows : list class_row) :=
  map (fun c => (asks c, Growing.gain c))
    (admissible_splits (counts 2) weight gini (fun _ => 1) rank (asking Subset true) rows).

Example an_absurd_order_misses_the_best :
  root_gains (fun _ => Some weight) three_categories = [(OneOf 0 [0; 1], 2 # 9)] /\
  root_gains share_rank three_categories = [(OneOf 0 [0; 2], 4 # 9)] /\
  root_gains no_rank three_categories = [(OneOf 0 [0; 2], 4 # 9)].
Proof. repeat split; vm_compute; reflexivity. Qed.

(** That it holds of a gate too where questions that gain nothing are not asked.  The first feature gains
    nothing, by whatever subset: counted or not, it moves the average that the gate asks for. *)
Definition gated_learner (gate : gate) (gainless : bool) : learner :=
  {| styles := [Subset; Each; Subset]; by_ratio := true; gated := gate;
    stopping := stopping (asking Each gainless) |}.

Definition eight_rows : list class_row :=
  map (fun '(a, b, c, k) => Build_row _ [a; b; c] (1, k))
    [(0, 0, 0, 0%nat); (0, 1, 0, 0%nat); (1, 2, 0, 0%nat); (1, 3, 1, 0%nat);
     (0, 0, 0, 1%nat); (0, 1, 1, 1%nat); (1, 4, 1, 1%nat); (1, 5, 1, 1%nat)].

Example a_gate_that_counts_gains_of_nothing_minds_the_order :
  let root gainless rank := chosen_split (counts 2) weight gini (dyadic_intrinsic_value weight) rank
    (gated_learner AtLeast gainless) 0 eight_rows in
  root false share_rank = Some (EachCategory 1 [0; 1; 2; 3; 4; 5]) /\
    root false no_rank = Some (OneOf 2 [0]) /\
  root true share_rank = Some (OneOf 2 [0]).
Proof. repeat split; vm_compute; reflexivity. Qed.

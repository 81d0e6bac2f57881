(** * Headlines: what is proved, each with an example and a false neighbour

    The definitions are those of the folder [Spec].  Each headline stands here in full.  Below it stands data
    to which it applies ([..._applies]: its premises hold there, so it is not vacuous), and a statement much
    like it that is false ([..._not_...]).  The proofs are in the chapters that are named. *)
From Coq Require Import QArith Lqa Lia List Bool Permutation Sorted.
From Dtrees Require Import Spec.Sum Spec.Trees Spec.Collapse Spec.Growing Spec.GrownTrees Spec.Summaries
  Spec.Impurities
  Spec.Learning Middles.
From Dtrees Require Tree Pruned Optimal Sequence Order Enumerate CollapsePoints Risk Impurity Leaf Subsets
  GrowingTheorems GrowingRational EqualRanks Ordering OrderingRational BestFirst.
Import ListNotations.
Open Scope Q_scope.

(** ** The data of the examples *)

Definition no_limits : limits :=
  {| max_depth := None; min_split := 0; min_leaf := 0; min_gain := 0; min_impurity := 0; min_risk := 0;
     gainless := true |}.
Definition cart (styles : list style) (lim : limits) : learner :=
  {| styles := styles; by_ratio := false; gated := NoGate; stopping := lim |}.
Definition by_thresholds := cart [Midpoint exact_middle] no_limits.
Definition by_subsets := cart [Subset] no_limits.

(** Rows of one feature and two classes, each of weight 1. *)
Definition labelled_rows (l : list (Q * nat)) : list class_row :=
  map (fun '(x, k) => Build_row _ [x] (1, k)) l.
Definition five : list class_row := labelled_rows [(0, 0%nat); (1, 1%nat); (2, 1%nat); (3, 0%nat);
  (3, 1%nat)].

(** Growing by Gini, the value of no intrinsic value being 1. *)
Definition grow_gini (l : learner) (rows : list class_row) : grown (@node (Q * nat)) :=
  grow (counts 2) weight gini (fun _ => 1) share_rank l rows.

Lemma five_sound : sound (labelled 2) five.
Proof. intros r I. simpl in I. repeat destruct I as [<-|I]; try easy; split; simpl; (reflexivity || lia). Qed.

Ltac computes := vm_compute; repeat split; try reflexivity; try discriminate.

(** ** 1. Growing ends, and the leaves share out the rows ([GrowingTheorems])

    That it ends says the equation without fuel: a tree is its root's choice with the trees of the parts. *)
Corollary growing_is_its_own_equation {T S} (summarize : list T -> S) weight impurity value rank l n :
  let from := grow_from summarize weight impurity value rank l in
  from n = match chosen_split summarize weight impurity value rank l (fst n) (snd n) with
           | None => Stop n
           | Some q => Ask n q (map (fun part => from (Datatypes.S (fst n), part)) (split q (snd n)))
           end.
Proof. apply GrowingTheorems.growing_ends. Qed.

Example growing_is_its_own_equation_applies : length (ends (grow_gini by_thresholds five)) = 3%nat.
Proof. computes. Qed.

(** Not of any fuel: with too little the tree is cut. *)
Example growing_is_not_so_with_any_fuel :
  grow_node (counts 2) weight gini (fun _ => 1) share_rank by_thresholds 1 (0%nat,
    five) <> grow_gini by_thresholds five.
Proof. computes. Qed.

Corollary leaves_share_out_the_rows {T S} (summarize : list T -> S) weight impurity value rank l rows :
  Permutation (concat (map snd (ends (grow summarize weight impurity value rank l rows)))) rows.
Proof. apply GrowingTheorems.leaves_partition_the_rows. Qed.

Example leaves_share_out_the_rows_applies : map (fun n =>
  length (snd n)) (ends (grow_gini by_thresholds five)) = [1; 2; 2]%nat.
Proof. computes. Qed.

(** Not of any question: one that has no child for a category loses its rows. *)
Example a_question_need_not_share_out_the_rows :
  length (concat (split (EachCategory 0 [0; 1]) five)) = 2%nat /\ length five = 5%nat.
Proof. computes. Qed.

(** ** 2. Every branch asks the first of the best of all its questions ([OrderingRational])

    All: with categories in subsets, all 2^(k-1) - 1 of them, though the learner tries a few.  Numbers by
    squared error, classes by Gini; by entropy see [DtreesReals.OrderingEntropy]. *)
Corollary every_gini_branch_is_optimal n value l rows level here q :
  sound (labelled n) rows -> gate_counts_gainless l ->
  In ((level, here), q) (asked (grow (counts n) weight gini value share_rank l rows)) ->
  stops weight gini (stopping l) level (summary (counts n) here) = false /\
  exists c before after, asks c = q /\
    askable (counts n) weight gini value no_rank l here = before ++ c :: after /\
    (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
Proof.
  intros Ok G. rewrite OrderingRational.gini_ordering_loses_nothing by assumption.
  apply GrowingTheorems.every_branch_is_optimal.
Qed.

Corollary every_number_branch_is_optimal value l rows level here q :
  sound positive_weight rows -> gate_counts_gainless l ->
  In ((level, here), q) (asked (grow reduced_moments weight squared_error value mean_rank l rows)) ->
  stops weight squared_error (stopping l) level (summary reduced_moments here) = false /\
  exists c before after, asks c = q /\
    askable reduced_moments weight squared_error value no_rank l here = before ++ c :: after /\
    (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
Proof.
  intros Ok G. rewrite OrderingRational.number_ordering_loses_nothing by assumption.
  apply GrowingTheorems.every_branch_is_optimal.
Qed.

(** Four categories have seven questions; the order leaves two, and the best is among them. *)
Example every_gini_branch_is_optimal_applies :
  sound (labelled 2) five /\ gate_counts_gainless by_subsets /\
  In ((0%nat, five), OneOf 0 [0; 3]) (asked (grow_gini by_subsets five)) /\
  length (askable (counts 2) weight gini (fun _ => 1) no_rank by_subsets five) = 7%nat /\
  length (askable (counts 2) weight gini (fun _ => 1) share_rank by_subsets five) = 2%nat.
Proof. split; [exact five_sound|]. split; [now left|]. split; [vm_compute; now left|]. computes. Qed.

Example every_number_branch_is_optimal_applies :
  let rows := [Build_row _ [0] (1, 3); Build_row _ [1] (1, 0); Build_row _ [2] (2, 3)] in
  sound positive_weight rows /\
  In ((0%nat, rows), OneOf 0 [0; 2])
    (asked (grow reduced_moments weight squared_error (fun _ => 1) mean_rank by_subsets rows)).
Proof.
  split; [|vm_compute; now left]. intros r I. simpl in I. repeat destruct I as [<-|I]; try easy; reflexivity.
Qed.

(** Not by any order: by weights the best is missed. *)
Example every_branch_is_not_optimal_by_any_order :
  map asks (admissible_splits (counts 2) weight gini (fun _ => 1) (fun _ => Some weight) by_subsets
    OrderingRational.three_categories) = [OneOf 0 [0; 1]] /\
  map asks (admissible_splits (counts 2) weight gini (fun _ => 1) no_rank by_subsets
    OrderingRational.three_categories) = [OneOf 0 [0; 2]].
Proof. computes. Qed.

(** Not the whole tree: the best questions need not make the least tree.  Exclusive or: nothing gains at the
    root. *)
Example the_best_question_need_not_gain :
  let rows := map (fun '(x, y, k) => Build_row _ [x; y] (1, k)) [(0, 0, 0%nat); (0, 1, 1%nat); (1, 0, 1%nat);
    (1, 1, 0%nat)] in
  map Growing.gain (admissible_splits (counts 2) weight gini (fun _ => 1) share_rank
    (cart [Midpoint exact_middle; Midpoint exact_middle] no_limits) rows) = [0; 0].
Proof. computes. Qed.

(** A threshold separates the neighbours between which it lies, whatever the middle is rounded to. *)
Corollary thresholds_separate (middle : Q -> Q -> Q) a b : a < b -> a <= between middle a b /\
  between middle a b < b.
Proof. apply GrowingTheorems.between_separates. Qed.

(** 1 and the next float64: the middle is rounded to 1 (half to even), and between the next two to the upper.
    *)
Example thresholds_separate_applies :
  let ulp := 1 # 4503599627370496 in
  Qred (float_middle 1 (1 + ulp)) = 1 /\ Qred (float_middle (1 + ulp) (1 + 2 * ulp)) = Qred (1 + 2 * ulp) /\
  between float_middle (1 + ulp) (1 + 2 * ulp) == 1 + ulp.
Proof. computes. Qed.

Example a_rounded_middle_need_not_separate :
  let ulp := 1 # 4503599627370496 in ~ float_middle (1 + ulp) (1 + 2 * ulp) < 1 + 2 * ulp.
Proof. computes. Qed.

(** ** 3. Limits only cut ([GrowingTheorems], [EqualRanks]) *)
Corollary limits_only_cut n value l' l rows : sound (labelled n) rows -> by_ratio l = false ->
  alike l' l -> tighter (stopping l') (stopping l) -> min_gain (stopping l) <= min_gain (stopping l') ->
  (gainless (stopping l') = true -> gainless (stopping l) = true) ->
  cut_of (grow (counts n) weight gini value share_rank l' rows) (grow (counts n) weight gini value share_rank
    l rows).
Proof. apply EqualRanks.gini_limits_only_cut. Qed.

Definition one_level : limits :=
  {| max_depth := Some 1%nat; min_split := 2; min_leaf := 0; min_gain := 1 # 100; min_impurity := 0;
    min_risk := 0;
     gainless := false |}.

Example limits_only_cut_applies :
  let l' := cart [Midpoint exact_middle] one_level in
  alike l' by_thresholds /\ tighter (stopping l') (stopping by_thresholds) /\
  length (ends (grow_gini l' five)) = 2%nat /\ length (ends (grow_gini by_thresholds five)) = 3%nat.
Proof. computes. Qed.

(** Not a smallest leaf: it moves the cut. *)
Example a_smallest_leaf_does_not_only_cut :
  GrowingRational.first_question GrowingRational.four_rows 0 = Some (Threshold 0 (1 # 2)) /\
  GrowingRational.first_question GrowingRational.four_rows 2 = Some (Threshold 0 (3 # 2)).
Proof. exact GrowingRational.min_leaf_moves_the_cut. Qed.

(** ** In which order leaves are split does not matter, without a limit on leaves ([BestFirst]) *)
Corollary best_first_is_depth_first {T S} (summarize : list T -> S) weight impurity value rank l rows t :
  grows_to summarize weight impurity value rank l (Stop (0%nat, rows)) t ->
  nothing_left summarize weight impurity value rank l t ->
  t = grow summarize weight impurity value rank l rows.
Proof. apply BestFirst.any_order_of_leaves_grows_the_tree. Qed.

(** The tree itself: its second leaf may be split, and then nothing is left. *)
Example best_first_is_depth_first_applies :
  grows_to (counts 2) weight gini (fun _ => 1) share_rank by_thresholds (Stop (0%nat, five))
    (grow_gini by_thresholds five) /\
  nothing_left (counts 2) weight gini (fun _ => 1) share_rank by_thresholds (grow_gini by_thresholds five).
Proof.
  split.
  - set (t := grow_gini by_thresholds five). vm_compute in t. subst t.
    eapply grown_further; [apply splits_it with (q := Threshold 0 (1 # 2)); vm_compute; reflexivity|].
    eapply grown_further; [|apply grown_already].
    apply (splits_below _ _ _ _ _ _ (0%nat, five) (Threshold 0 (1 # 2)) [_] _ _ []).
    apply (splits_it _ _ _ _ _ _ (1%nat, tl five) (Threshold 0 (5 # 2))). vm_compute. reflexivity.
  - intros n I. vm_compute in I. repeat destruct I as [<-|I]; try easy; vm_compute; reflexivity.
Qed.

(** Not with a limit: of the two leaves of exclusive or, either may be split, and the trees of three leaves
    differ. *)
Definition exclusive_or : list class_row :=
  map (fun '(x, y, k) => Build_row _ [x; y] (1, k)) [(0, 0, 0%nat); (0, 1, 1%nat); (1, 0, 1%nat);
    (1, 1, 0%nat)].
Definition by_two_thresholds := cart [Midpoint exact_middle; Midpoint exact_middle] no_limits.

Example the_order_of_leaves_does_matter_with_a_limit :
  let splits := splits_a_leaf (counts 2) weight gini (fun _ => 1) share_rank by_two_thresholds in
  exists t u v, splits (Stop (0%nat, exclusive_or)) t /\ splits t u /\ splits t v /\ u <> v.
Proof.
  set (low := [Build_row _ [0; 0] (1, 0%nat); Build_row _ [0; 1] (1, 1%nat)] : list class_row).
  set (high := [Build_row _ [1; 0] (1, 1%nat); Build_row _ [1; 1] (1, 0%nat)] : list class_row).
  set (root := (0%nat, exclusive_or)). set (q := Threshold 0 (1 # 2)). set (r := Threshold 1 (1 # 2)).
  set (cut rows := Ask (1%nat, rows) r (map (fun part : list class_row =>
    Stop (2%nat, part)) (split r rows))).
  intros splits. exists (Ask root q [Stop (1%nat, low); Stop (1%nat, high)]), (Ask root q [cut low;
    Stop (1%nat, high)]),
    (Ask root q [Stop (1%nat, low); cut high]). split; [|split; [|split]].
  - refine (splits_it _ _ _ _ _ _ root q _). vm_compute. reflexivity.
  - refine (splits_below _ _ _ _ _ _ root q [] _ _ [Stop (1%nat, high)] (splits_it _ _ _ _ _ _ (1%nat,
      low) r _)).
    vm_compute. reflexivity.
  - refine (splits_below _ _ _ _ _ _ root q [Stop (1%nat, low)] _ _ [] (splits_it _ _ _ _ _ _ (1%nat,
      high) r _)).
    vm_compute. reflexivity.
  - discriminate.
Qed.

(** Neither does the order of the rows, nor do rows of weight 0 ([GrowingRational]) *)
Corollary row_order_does_not_matter n impurity value rank l rows rows' : Permutation rows rows' ->
  summarized_tree (counts n) (grow (counts n) weight impurity value rank l rows) =
  summarized_tree (counts n) (grow (counts n) weight impurity value rank l rows').
Proof. apply GrowingRational.class_trees_ignore_row_order. Qed.

Example row_order_does_not_matter_applies : Permutation five (rev five) /\ five <> rev five.
Proof. split; [apply Permutation_rev|discriminate]. Qed.

(** Not for the tree of rows, whose nodes hold them in their order. *)
Example row_order_does_matter_to_the_lists_of_rows : grow_gini by_thresholds five <> grow_gini by_thresholds
  (rev five).
Proof. computes. Qed.

Corollary weightless_rows_do_not_matter n impurity value rank l rows rows' zero :
  (forall r, In r zero -> fst (target r) == 0) -> Permutation rows' (zero ++ rows) ->
  summarized_tree (counts n) (grow (counts n) weight impurity value rank l (of_weight rows')) =
  summarized_tree (counts n) (grow (counts n) weight impurity value rank l (of_weight rows)).
Proof. apply GrowingRational.weightless_rows_are_no_rows, GrowingRational.counts_permutation. Qed.

Example weightless_rows_do_not_matter_applies :
  let zero := [Build_row _ [7] (0, 1%nat)] in (forall r, In r zero -> fst (target r) == 0) /\
    zero ++ five <> five.
Proof. split; [intros r [<-|[]]; reflexivity|discriminate]. Qed.

Example weightless_rows_do_matter_if_they_are_not_left_out :
  let rows := [Build_row _ [0] (1, 0%nat); Build_row _ [1] (0, 0%nat); Build_row _ [2] (1, 1%nat)] in
  GrowingRational.first_question rows 0 = Some (Threshold 0 (1 # 2)) /\
  GrowingRational.first_question (of_weight rows) 0 = Some (Threshold 0 1).
Proof. exact GrowingRational.a_weightless_row_inside_moves_the_cut. Qed.

(** ** 4. No split makes the parts worse than the whole ([Impurity]; [Entropy] for entropy) *)
Corollary gini_gain_is_never_negative parts : (forall c, In c parts -> nonneg c) ->
  0 < weight (merge parts) ->
  0 <= gain gini parts /\ (gain gini parts == 0 <-> same_proportions parts).
Proof.
  intros N P. split; [now apply Impurity.gini_gain_nonneg|].
  rewrite <- (Impurity.conditional_gini_equal_iff_same_proportions parts N P). unfold gain. split; intros H;
    lra.
Qed.

Example gini_gain_is_never_negative_applies :
  let parts := [[2; 1]; [0; 1]] : list ClassCounts in
  (forall c, In c parts -> nonneg c) /\ 0 < weight (merge parts) /\ gain gini parts == 1 # 6.
Proof. split; [|computes]. intros c I x J. repeat destruct I as [<-|I]; try easy; simpl in J; intuition subst;
  discriminate. Qed.

(** Not unless each part counts by its weight; and misclassification may gain nothing where proportions
    differ. *)
Example parts_that_count_alike_may_not_gain :
  gini [1; 0] + gini [1; 1] == 1 # 2 /\ gini [2; 1] == 4 # 9.
Proof. computes. Qed.

Example misclassification_may_not_gain :
  gain misclassification ([[2; 0]; [1; 1]] : list ClassCounts) == 0 /\ ~ proportion 0 [2;
    0] == proportion 0 [1; 1].
Proof. computes. Qed.

(** ** 7. No alpha of a grown tree is negative ([GrowingRational]) *)
Corollary grown_alpha_is_never_negative n value rank l rows : sound positive_weight rows ->
  forall b, In b (branches (risks (counts n) weight gini (grow (counts n) weight gini value rank l rows))) ->
  0 <= alpha_of b.
Proof. apply GrowingRational.grown_gini_alpha_is_never_negative. Qed.

Example grown_alpha_is_never_negative_applies :
  sound positive_weight five /\ map (fun b => Qred (alpha_of b)) (branches (risks (counts 2) weight gini
    (grow_gini by_thresholds five))) = [7 # 10; 1 # 2].
Proof. split; [|computes]. intros r I. now apply five_sound in I as [P _]. Qed.

(** Not on other rows: where a split raises the errors its alpha is negative. *)
Example a_pruned_tree_may_not_have_a_positive_alpha : alpha_of (Branch 0 [Leaf 1; Leaf 0]) == -1.
Proof. computes. Qed.

(** ** 8. For each alpha there is a smallest pruned subtree of least cost, inside that of a smaller alpha
    ([Optimal]) *)
Corollary the_smallest_optimum a t :
  optimal a (optimal_subtree a t) t /\ (forall s, optimal a s t -> optimal_subtree a t <<= s) /\
  forall s, optimal a s t -> (forall u, optimal a u t -> s <<= u) -> s = optimal_subtree a t.
Proof.
  split; [apply Optimal.optimal_subtree_is_optimal|]. split;
    [intros s; apply Optimal.optimal_subtree_is_smallest|].
  intros s O M. now apply (Optimal.smallest_optimal_is_unique a s t).
Qed.

Definition a_tree : tree := Branch 20 [Branch 8 [Leaf 1; Leaf 2; Leaf 1]; Branch 7 [Leaf 3; Leaf 2]].

Lemma a_tree_is_wf : wf a_tree.
Proof.
  assert (L : forall ts, (2 <= length ts)%nat -> (forall t, In t ts -> exists r, t = Leaf r) -> forall r,
    wf (Branch r ts)).
  { intros ts Len A r. constructor; [exact Len|]. intros t I. destruct (A t I) as (x & ->). constructor. }
  constructor; [simpl; lia|]. intros t I. simpl in I.
  repeat destruct I as [<-|I]; try easy; apply L; simpl; try lia; intros u J; repeat destruct J as [<-|J];
    eauto; easy.
Qed.

Example the_smallest_optimum_applies : optimal_subtree 2 a_tree = Branch 20 [Leaf 8; Leaf 7].
Proof. computes. Qed.

(** Not the only optimum: at alpha 2 the whole tree costs as much. *)
Example the_smallest_optimum_is_not_the_only_one :
  cost 2 a_tree == cost 2 (optimal_subtree 2 a_tree) /\ a_tree <> optimal_subtree 2 a_tree.
Proof. computes. Qed.

Corollary optima_are_nested a b t : wf t -> a <= b -> optimal_subtree b t <<= optimal_subtree a t.
Proof. apply Optimal.optimal_subtrees_are_nested. Qed.

Example optima_are_nested_applies : wf a_tree /\ 2 <= 5 /\ optimal_subtree 5 a_tree = Leaf 20.
Proof. split; [exact a_tree_is_wf|]. computes. Qed.

(** Not of trees with a branch that has no children: their cost falls where alpha rises. *)
Example optima_are_not_nested_without_children :
  optimal_subtree 1 (Branch 0 []) = Branch 0 [] /\ optimal_subtree (-1) (Branch 0 []) = Leaf 0.
Proof. computes. Qed.

(** ** 9. The rounds of weakest links find the optimum of every alpha ([Sequence]) *)
Corollary the_sequence_finds_every_optimum t : wf t ->
  (forall a, 0 <= a -> member_at t (pruning_sequence t) a = optimal_subtree a t) /\
  StronglySorted Qlt (map fst (pruning_sequence t)).
Proof.
  intros W. split; [intros a;
    now apply Sequence.sequence_is_optimal_everywhere|now apply Sequence.sequence_increases].
Qed.

Example the_sequence_finds_every_optimum_applies : wf a_tree /\
  pruning_sequence a_tree = [(0, a_tree); (2, Branch 20 [Leaf 8; Leaf 7]); (5, Leaf 20)].
Proof. split; [exact a_tree_is_wf|]. computes. Qed.

(** Not up to the next alpha, that included; and not below 0. *)
Example a_member_is_not_in_force_at_the_next_alpha : member_at a_tree (pruning_sequence a_tree) 2 <> a_tree.
Proof. computes. Qed.

Example below_0_the_sequence_does_not_tell :
  let t := Branch 1 [Leaf 1; Leaf 1] in
  member_at t (pruning_sequence t) (-2) = t /\ optimal_subtree (-2) t = t /\
    optimal_subtree (-1) t = Leaf 1 /\
  member_at t (pruning_sequence t) (-1) <> optimal_subtree (-1) t.
Proof. computes. Qed.

(** ** 10. Links that tie may be cut one by one, in any order ([Order]) *)
Corollary one_link_at_a_time t seq : wf t -> one_at_a_time t seq ->
  forall a, member_at t seq a = optimal_subtree a t.
Proof. apply Order.one_link_at_a_time_finds_every_optimum. Qed.

Example one_link_at_a_time_applies :
  let u := prune_at [1%nat] a_tree in
  wf a_tree /\ one_at_a_time a_tree [(2, u); (4 # 2, Branch 20 [Leaf 8; Leaf 7]); (5, Leaf 20)].
Proof.
  split; [exact a_tree_is_wf|].
  eapply (cut_one a_tree 2 [1%nat]); [reflexivity|reflexivity|reflexivity|].
  eapply (cut_one (prune_at [1%nat] a_tree) (4 # 2) [0%nat]); [reflexivity|reflexivity|reflexivity|].
  eapply (cut_one (Branch 20 [Leaf 8; Leaf 7]) 5 []); [reflexivity|reflexivity|reflexivity|].
    apply at_the_root.
Qed.

(** Not whatever link is cut: the root first, and every optimum but the last is missed. *)
Example another_link_is_not_as_good : prune_at [] a_tree = Leaf 20 /\ optimal_subtree 2 a_tree <> Leaf 20.
Proof. computes. Qed.

(** ** 11. A bottom-up pass prunes the same tree, in whatever order it comes up ([Order]) *)
Corollary any_bottom_up_order a t u : bottom_up a t u -> u = optimal_subtree a t.
Proof. apply Order.any_bottom_up_order_finds_the_optimum. Qed.

Example any_bottom_up_order_applies : bottom_up 3 (Branch 2 [Leaf 1; Leaf 1]) (Leaf 2).
Proof.
  apply (collapse 3 [] _ 2 [Leaf 1; Leaf 1]); [reflexivity| |vm_compute; discriminate|].
  - intros c I r ts J. repeat destruct I as [<-|I]; try easy; destruct J.
  - apply all_settled. intros r ts [].
Qed.

(** Not from the top down: a branch seems weak where the branches in it gain nothing. *)
Example top_down_is_not_the_same :
  let t := Branch 4 [Branch 1 [Leaf 1; Leaf 0]; Leaf 0] in
  Qred (alpha_of t) = 3 # 2 /\ optimal_subtree 2 t = Branch 4 [Leaf 1; Leaf 0] /\ prune_weakest 2 t = Leaf 4.
Proof. computes. Qed.

(** ** 12. All rounds in one pass ([CollapsePoints]) *)
Corollary breakpoints_give_the_rounds t : wf t -> rounds_by_breakpoints t = rounds t.
Proof. apply CollapsePoints.breakpoints_give_the_rounds. Qed.

Example breakpoints_give_the_rounds_applies : wf a_tree /\ length (rounds_by_breakpoints a_tree) = 2%nat.
Proof. split; [exact a_tree_is_wf|]. computes. Qed.

(** Not the alphas of the branches of the whole tree: the root's there is 11/4, and it goes at 5. *)
Example the_branches_alphas_are_not_the_rounds :
  map (fun b => Qred (alpha_of b)) (branches a_tree) = [11 # 4; 2; 2] /\ map fst (rounds a_tree) = [2; 5].
Proof. computes. Qed.

(** ** 13. Enumeration lists every pruned subtree ([Enumerate]) *)
Corollary enumeration_is_complete s t : In s (all_pruned_subtrees t) <-> s <<= t.
Proof. apply Enumerate.all_pruned_subtrees_are_exactly_the_pruned. Qed.

Example enumeration_is_complete_applies : length (all_pruned_subtrees a_tree) = 5%nat.
Proof. computes. Qed.

(** Not of two pruned subtrees is one always inside the other. *)
Example pruned_subtrees_are_not_ordered :
  ~ prune_at [0%nat] a_tree <<= prune_at [1%nat] a_tree /\ ~ prune_at [1%nat] a_tree <<= prune_at [0%nat]
    a_tree.
Proof.
  split; intros P; apply Enumerate.is_pruned_subtree_decides in P; vm_compute in P; discriminate.
Qed.

(** ** 14. The mean, the majority and the class shares minimise a leaf's losses ([Leaf]) *)
Corollary the_mean_is_best y m : valid m -> 0 < weight m ->
  deviation (mean m) m <= deviation y m /\
  (deviation y m == deviation (mean m) m -> y == mean m).
Proof.
  intros V P. split; [now apply Leaf.mean_minimises_squared_error|]. intros E.
  apply Leaf.mean_is_the_only_minimiser; trivial. rewrite E. apply Qle_refl.
Qed.

Example the_mean_is_best_applies :
  let m := moments_of [(1, 0); (1, 0); (1, 3)] in valid m /\ 0 < weight m /\ mean m == 1.
Proof. split; [|computes]. split; [vm_compute; discriminate|]. intros E. vm_compute in E. discriminate. Qed.

(** Not the median. *)
Example the_median_is_not_best :
  let m := moments_of [(1, 0); (1, 0); (1, 3)] in deviation (mean m) m < deviation 0 m.
Proof. computes. Qed.

(** * DividedRational: divided rows of classes and of numbers, and executed

    A row's target is its weight and its class or response, as in [Spec.Learning]; so a share is one of
    weights, and a lighter row has a smaller weight and the same class.  Vectors of the Python specification
    are checked: whole trees, node by node, with the admissible splits, and the pruning sequence.
    [C45 §3.1; ZHOU16 §4.4.2] *)
From Coq Require Import QArith Lqa Lia List Bool Permutation.
From Dtrees Require Import Sums Tree Sequence Growing GrowingTheorems Summary Impurity Extensions
  GrowingRational EqualRanks Divided DividedTheorems Execute Priors.
Import ListNotations.
Open Scope Q_scope.

Definition share {A} (some all : list (Q * A)) : Q := sum fst some / sum fst all.
Definition lighter {A} (some all : list (Q * A)) (t : Q * A) : Q * A :=
  (Qred (share some all * fst t), snd t).
Definition gaps_of_weight {A} (rows : list (gapped (Q * A))) : list (gapped (Q * A)) :=
  filter (fun r => negb (Qle_bool (fst (label r)) 0)) rows.

(** ** What the leaves share out *)

Section Weights.
  Context {A : Type}.
  Notation T := (Q * A)%type.
  Notation all_ok := (all_ok positive_weight (T := T)).

  Lemma weight_positive (ts : list T) : ts <> [] -> (forall t, In t ts -> positive_weight t) ->
    0 < sum fst ts.
  Proof.
    intros N P. destruct ts as [|t ts]; [easy|]. simpl. assert (A0 := P t (or_introl eq_refl)).
    assert (0 <= sum fst ts) by (apply sum_nonneg; intros u I; apply Qlt_le_weak, P; now right).
    unfold positive_weight in A0. lra.
  Qed.

  Lemma lighter_positive : lighter_is_ok lighter (@positive_weight A).
  Proof.
    intros own some t N Inc P Pt. unfold positive_weight, lighter, share. cbn [fst]. rewrite Qred_correct.
    assert (O := weight_positive own N (fun u I => P u (Inc u I))).
    assert (W : 0 < sum fst some).
    { apply weight_positive; [|exact P]. destruct own as [|u own]; [easy|]. intros E. rewrite E in Inc.
      now destruct (Inc u (or_introl eq_refl)). }
    apply Qmult_lt_0_compat; [|exact Pt]. apply Qlt_shift_div_l; lra.
  Qed.

  Lemma share_of_all (ts : list T) : ts <> [] -> (forall t, In t ts -> positive_weight t) -> share ts ts == 1.
  Proof. intros N P. assert (W := weight_positive ts N P). unfold share. field. lra. Qed.

  Lemma share_permutation (r r' s s' : list T) : Permutation r r' -> Permutation s s' ->
    share r s == share r' s'.
  Proof. intros P R. unfold share. now rewrite (sum_permutation _ _ _ P), (sum_permutation _ _ _ R). Qed.

  Lemma lighter_permutation (r r' s s' : list T) t : Permutation r r' -> Permutation s s' ->
    lighter r s t = lighter r' s' t.
  Proof.
    intros P R. unfold lighter. f_equal. apply Qred_complete. now rewrite (share_permutation r r' s s' P R).
  Qed.

  (** What a row has of anything that its class tells is its weight times that. *)
  Definition of_target (phi : A -> Q) (t : T) : Q := fst t * phi (snd t).

  Lemma one_part phi (own here others : list T) :
    sum (of_target phi) (own ++ map (lighter own here) others) ==
    sum (of_target phi) own + share own here * sum (of_target phi) others.
  Proof.
    rewrite sum_app, sum_map, (Qmult_comm (share own here)), <- sum_scale. apply Qplus_comp; [reflexivity|].
    apply sum_ext. intros t _. unfold of_target, lighter. cbn [fst snd]. rewrite Qred_correct. ring.
  Qed.

  Lemma shared_out phi (owns : list (list T)) here others : Permutation (concat owns) here ->
    0 < sum fst here ->
    sum (fun own => sum (of_target phi) (own ++ map (lighter own here) others)) owns ==
    sum (of_target phi) (here ++ others).
  Proof.
    intros P W. rewrite (sum_ext _ _ _ (fun own _ => one_part phi own here others)), sum_plus, sum_scale,
      sum_app.
    rewrite <- (sum_permutation _ _ _ P), sum_concat. unfold share, Qdiv.
    rewrite sum_scale, <- (sum_concat fst), (sum_permutation fst _ _ P). field. lra.
  Qed.

  Lemma known_weight q rows : all_ok rows -> divides q (map filled (known (feature_of q) rows)) ->
    0 < sum fst (map label (known (feature_of q) rows)).
  Proof.
    intros Ok (L & _ & D). apply weight_positive.
    - destruct (D 0%nat) as (r & I & _); [lia|]. now destruct (known _ rows).
    - intros t I. apply in_map_iff in I as (r & <- & I). apply Ok. now apply filter_In in I.
  Qed.

  Lemma divisions_keep phi : keeps lighter positive_weight (fun r : gapped T => of_target phi (label r)).
  Proof.
    intros q rows Ok D. destruct (labels_of_parts lighter q rows D) as (P & E).
    rewrite <- (sum_map (of_target phi)).
    rewrite <- (sum_permutation _ _ _ (labels_known_or_not (feature_of q) rows)).
    rewrite <- (shared_out phi _ _ _ P (known_weight q rows Ok D)).
    rewrite <- (sum_map (sum (of_target phi))), <- E, sum_map. apply sum_ext. intros part _.
    now rewrite sum_map.
  Qed.
End Weights.

Theorem divided_leaves_share_out {A S} (phi : A -> Q) (summarize : list (Q * A) -> S) weight impurity value
  rank part_more l rows : all_ok positive_weight rows ->
  sum (fun n => sum (fun r => of_target phi (label r)) (snd n))
    (ends (grow_divided summarize weight impurity value rank share lighter part_more l rows)) ==
  sum (fun r => of_target phi (label r)) rows.
Proof. apply leaves_share_out; [apply lighter_positive|apply divisions_keep]. Qed.

(** Class by class, for instance: the leaves' counts add up to the root's. *)
Lemma count_by_class n k (ts : list (Q * nat)) : count k (counts n ts) ==
  if Nat.ltb k n then sum (of_target (fun j => if Nat.eqb k j then 1 else 0)) ts else 0.
Proof.
  rewrite count_counts, count_counts_of. destruct (Nat.ltb k n); [|reflexivity]. apply sum_ext.
  intros (w, j) _. unfold of_target. cbn [fst snd]. destruct (Nat.eqb k j); ring.
Qed.

Lemma counts_shared_out n (owns : list (list (Q * nat))) here others : Permutation (concat owns) here ->
  0 < sum fst here ->
  same_counts (merge (map (fun own => counts n (own ++ map (lighter own here) others)) owns))
    (counts n (here ++ others)).
Proof.
  intros P W k. rewrite count_merge, sum_map, (sum_ext _ _ _ (fun own _ => count_by_class n k _)),
    count_by_class.
  destruct (Nat.ltb k n); [now apply shared_out|apply sum_zero].
Qed.

(** ** Order, gaps, and rows of weight 0 *)

Theorem divided_class_trees_ignore_row_order n impurity value rank part_more l rows rows' :
  Permutation rows rows' ->
  let tree rows := summarized_tree (counts n)
    (map_tree plain (grow_divided (counts n) weight impurity value rank share lighter part_more l rows)) in
  tree rows = tree rows'.
Proof.
  apply divided_row_order_does_not_matter;
    [apply counts_permutation|apply share_permutation|intros *; apply lighter_permutation].
Qed.

Theorem divided_number_trees_ignore_row_order impurity value rank part_more l rows rows' :
  Permutation rows rows' ->
  let tree rows := summarized_tree reduced_moments
    (map_tree plain (grow_divided reduced_moments weight impurity value rank share lighter part_more l
      rows)) in
  tree rows = tree rows'.
Proof.
  apply divided_row_order_does_not_matter;
    [apply reduced_moments_permutation|apply share_permutation|intros *; apply lighter_permutation].
Qed.

Lemma gaps_of_weight_are_ok {A} (rows : list (gapped (Q * A))) : all_ok positive_weight (gaps_of_weight rows).
Proof.
  intros r I. apply filter_In in I as [_ E]. unfold positive_weight.
  destruct (Qle_bool_spec (fst (label r)) 0); [discriminate|lra].
Qed.

Theorem weightless_gaps_are_no_rows {A S} (summarize : list (Q * A) -> S) weight impurity value rank
  part_more l rows rows' zero : (forall r r', Permutation r r' -> summarize r = summarize r') ->
  (forall r, In r zero -> fst (label r) == 0) -> Permutation rows' (zero ++ rows) ->
  let tree rows := summarized_tree summarize (map_tree plain
    (grow_divided summarize weight impurity value rank share lighter part_more l (gaps_of_weight rows))) in
  tree rows' = tree rows.
Proof.
  intros H Z P. apply divided_row_order_does_not_matter;
    [exact H|apply share_permutation|intros *; apply lighter_permutation|].
  unfold gaps_of_weight. rewrite (filter_permutation _ _ _ P), filter_app.
  rewrite (filter_none _ zero); [reflexivity|]. intros r I. destruct (Qle_bool_spec (fst (label r)) 0);
    [reflexivity|]. specialize (Z r I). lra.
Qed.

Theorem nothing_missing_no_difference {A S} (summarize : list (Q * A) -> S) weight impurity value rank
  part_more l (rows : list (row (Q * A))) : sound positive_weight rows ->
  map_tree plain (grow_divided summarize weight impurity value rank share lighter part_more l
    (map gapless rows)) = grow summarize weight impurity value rank l rows.
Proof. apply nothing_missing_nothing_divided, share_of_all. Qed.

(** ** No alpha is negative *)

Section Classes.
  Variable n : nat.
  Implicit Types rows : list (gapped (Q * nat)).
  Notation counted rows := (counts n (map label rows)).

  Lemma divided_counts q rows : all_ok positive_weight rows ->
    divides q (map filled (known (feature_of q) rows)) ->
    same_counts (merge (map (fun part => counted part) (divided lighter q rows))) (counted rows).
  Proof.
    intros Ok D. destruct (labels_of_parts lighter q rows D) as (P & E).
    rewrite <- (map_map (map label) (counts n)), E, map_map.
    rewrite <- (counts_permutation n _ _ (labels_known_or_not (feature_of q) rows)).
    apply counts_shared_out; [exact P|now apply known_weight].
  Qed.

  Lemma divided_counts_nonneg q rows : all_ok positive_weight rows ->
    divides q (map filled (known (feature_of q) rows)) ->
    forall part, In part (divided lighter q rows) -> nonneg (counted part).
  Proof.
    intros Ok D part I. apply counts_nonneg. intros t J. apply in_map_iff in J as (r & <- & J).
    exact (parts_are_ok lighter positive_weight q rows part lighter_positive Ok D I r J).
  Qed.

  Lemma summary_of_filled rows : Growing.summary (counts n) (map filled rows) = counted rows.
  Proof. unfold Growing.summary. now rewrite map_map. Qed.

  Lemma no_division_raises impurity :
    (forall parts, (forall c, In c parts -> nonneg c) ->
       sum (fun c => weight c * impurity c) parts <= weight (merge parts) * impurity (merge parts)) ->
    (forall c d, same_counts c d -> impurity c == impurity d) ->
    no_division_raises_risk (counts n) weight impurity lighter positive_weight.
  Proof.
    intros H E q rows Ok D. assert (C := divided_counts q rows Ok D). unfold risk_of_rows.
    rewrite summary_of_filled, <- (E _ _ C), <- (weight_same _ _ C).
    rewrite (sum_ext _ (fun part => weight (counted part) * impurity (counted part)))
      by (intros part _; now rewrite summary_of_filled).
    rewrite <- (sum_map (fun c => weight c * impurity c) (fun part => counted part)).
    apply H. intros c I. apply in_map_iff in I as (part & <- & I). now apply (divided_counts_nonneg q rows).
  Qed.

  Theorem divided_gini_alpha_is_never_negative value rank part_more l rows : all_ok positive_weight rows ->
    forall b, In b (branches (risks (counts n) weight gini (map_tree plain
      (grow_divided (counts n) weight gini value rank share lighter part_more l rows)))) -> 0 <= alpha_of b.
  Proof.
    apply divided_alpha_is_never_negative;
      [apply lighter_positive|apply no_division_raises; [apply parts_gini_le|apply gini_same]].
  Qed.

  Theorem divided_misclassification_alpha_is_never_negative value rank part_more l rows :
    all_ok positive_weight rows ->
    forall b, In b (branches (risks (counts n) weight misclassification (map_tree plain
      (grow_divided (counts n) weight misclassification value rank share lighter part_more l rows)))) ->
    0 <= alpha_of b.
  Proof.
    apply divided_alpha_is_never_negative; [apply lighter_positive|
      apply no_division_raises; [apply parts_misclassification_le|apply misclassification_same]].
  Qed.

  (** What the rows with their divided ones gain is the share of those that can answer, times the score. *)
  Theorem divided_rows_gain_their_share_of_the_score value part_more l q rows : all_ok (labelled n) rows ->
    divides q (map filled (known (feature_of q) rows)) ->
    gain gini (map (fun part => counted part) (divided lighter q rows)) ==
      share (map label (known (feature_of q) rows)) (map label rows) *
      Growing.gain (divided_question (counts n) weight gini value share part_more l rows q).
  Proof.
    intros Ok D. assert (Pos : all_ok positive_weight rows) by (intros r I; now apply (Ok r)).
    destruct (labels_of_parts lighter q rows D) as [P E]. assert (W := known_weight q rows Pos D).
    assert (A := sum_permutation fst _ _ (labels_known_or_not (feature_of q) rows)). rewrite sum_app in A.
    unfold divided_question. cbn [Growing.gain]. rewrite Qred_correct, (map_map filled).
    change (map (fun r => target (filled r))) with (map (@label (Q * nat))).
    set (rows' := map filled (known (feature_of q) rows)) in *.
    set (here := map label (known (feature_of q) rows)) in *.
    set (others := map label (unknown (feature_of q) rows)) in *.
    set (owns := map (map target) (split q rows')) in *.
    assert (All : forall t, In t (here ++ others) -> labelled n t).
    { intros t I. apply (Permutation_in t (labels_known_or_not (feature_of q) rows)) in I.
      apply in_map_iff in I as (r & <- & I). now apply Ok. }
    assert (Of : forall ts, incl ts (here ++ others) -> weight (counts n ts) == sum fst ts)
      by (intros ts I; apply weight_of_labelled; auto).
    assert (Owns : forall own, In own owns -> incl own here).
    { intros own I t J. apply (Permutation_in t P). apply in_concat. eauto. }
    assert (Parts : map (Growing.summary (counts n)) (split q rows') = map (counts n) owns)
      by (unfold owns; now rewrite map_map).
    assert (S := parts_counts n rows' _ (split_shares_out q _ D)). rewrite Parts in *.
    assert (Whole : Growing.summary (counts n) rows' = counts n here)
      by (unfold Growing.summary, rows', here; now rewrite map_map).
    rewrite Whole in S. assert (N : weight (merge (map (counts n) owns)) == sum fst here).
    { rewrite (weight_same _ _ S). apply Of. now apply incl_appl. }
    assert (G : gain_of (counts n) weight gini rows' (map (counts n) owns) ==
      gain gini (map (counts n) owns)).
    { unfold gain_of, gain, conditional_impurity. rewrite Qred_correct, Whole, (gini_same _ _ S).
      apply Qplus_comp; [reflexivity|]. apply Qopp_comp, sum_ext. intros s _.
      now rewrite (weight_same _ _ S). }
    assert (Nn : forall ts, incl ts (here ++ others) -> nonneg (counts n ts))
      by (intros ts I; apply counts_nonneg; intros t J; exact (proj1 (All t (I t J)))).
    rewrite G, <- (map_map (map label) (counts n)), E, map_map.
    rewrite (divided_rows_lower_gini_by_the_square (counts n others) (map (counts n) owns)).
    - rewrite N, (Of others) by now apply incl_appr. unfold share, square. rewrite <- A. ring.
    - intros c [<-|I]; [apply Nn; now apply incl_appr|]. apply in_app_or in I as [I|I].
      + apply in_map_iff in I as (own & <- & I). apply Nn. now apply incl_appl, Owns.
      + rewrite <- (map_map (fun own => own ++ map (lighter own here) others)), <- E, map_map in I.
        apply in_map_iff in I as (part & <- & I). exact (divided_counts_nonneg q rows Pos D part I).
    - rewrite N. exact W.
    - apply Forall2_map, Forall2_same. intros own I k.
      rewrite !count_by_class, N, (Of own) by now apply incl_appl, Owns.
      destruct (Nat.ltb k n); [|ring]. apply one_part.
  Qed.
End Classes.

Section Moments.
  Implicit Types rows : list (gapped (Q * Q)).
  Notation measured rows := (moments_of (map label rows)).

  Lemma moments_of_targets (ts : list (Q * Q)) : same_moments (moments_of ts)
    {| moment_weight := sum (of_target (fun _ => 1)) ts; total := sum (of_target (fun y => y)) ts;
       squares := sum (of_target square) ts |}.
  Proof. repeat split; apply sum_ext; intros (w, y) _; unfold of_target; cbn; ring. Qed.

  Lemma divided_moments q rows : all_ok positive_weight rows ->
    divides q (map filled (known (feature_of q) rows)) ->
    same_moments (merge (map (fun part => measured part) (divided lighter q rows))) (measured rows).
  Proof.
    intros Ok D. destruct (moments_of_targets (map label rows)) as (A & B & C).
    repeat split; [rewrite A|rewrite B|rewrite C]; cbn;
      rewrite sum_map, sum_map, <- (divisions_keep _ q rows Ok D);
      apply sum_ext; intros part _; rewrite <- (sum_map (of_target _)); apply moments_of_targets.
  Qed.

  Lemma squares_no_division_raises :
    no_division_raises_risk reduced_moments weight squared_error lighter positive_weight.
  Proof.
    intros q rows Ok D.
    assert (E : forall some, risk_of_rows reduced_moments weight squared_error (map filled some) ==
      rss (measured some)).
    { intros some. unfold risk_of_rows, Growing.summary. rewrite map_map.
      exact (rss_proper _ _ (reduced_moments_same (map label some))). }
    rewrite E, <- (rss_proper _ _ (divided_moments q rows Ok D)).
    rewrite (sum_ext _ (fun part => rss (measured part))) by (intros part _; apply E).
    rewrite <- (sum_map rss (fun part => measured part)). apply parts_rss_le. intros m I.
    apply in_map_iff in I as (part & <- & I). apply moments_of_valid. intros w y J.
    apply in_map_iff in J as (r & J & K).
    assert (P := parts_are_ok lighter positive_weight q rows part lighter_positive Ok D I r K).
    rewrite J in P. now apply Qlt_le_weak.
  Qed.

  Theorem divided_squared_error_alpha_is_never_negative value rank part_more l rows :
    all_ok positive_weight rows ->
    forall b, In b (branches (risks reduced_moments weight squared_error (map_tree plain
      (grow_divided reduced_moments weight squared_error value rank share lighter part_more l rows)))) ->
    0 <= alpha_of b.
  Proof. apply divided_alpha_is_never_negative;
    [apply lighter_positive|apply squares_no_division_raises]. Qed.

  Lemma reduced_targets (ts : list (Q * Q)) : same_moments (reduced_moments ts)
    {| moment_weight := sum (of_target (fun _ => 1)) ts; total := sum (of_target (fun y => y)) ts;
       squares := sum (of_target square) ts |}.
  Proof.
    destruct (reduced_moments_same ts) as (A & B & C), (moments_of_targets ts) as (D & E & F).
    repeat split; etransitivity; eassumption.
  Qed.

  Lemma reduced_valid (ts : list (Q * Q)) : (forall t, In t ts -> positive_weight t) ->
    valid (reduced_moments ts).
  Proof.
    intros P. destruct (reduced_moments_same ts) as (A & B & C), (moments_of_valid ts) as [L Z].
    - intros w y I. apply P in I. now apply Qlt_le_weak.
    - split; rewrite A; [exact L|]. intros E. rewrite B, C. now apply Z.
  Qed.

  Theorem divided_squares_gain_their_share_of_the_score value part_more l q rows :
    all_ok positive_weight rows ->
    divides q (map filled (known (feature_of q) rows)) ->
    gain squared_error (map (fun part => reduced_moments (map label part)) (divided lighter q rows)) ==
      share (map label (known (feature_of q) rows)) (map label rows) *
      Growing.gain (divided_question reduced_moments weight squared_error value share part_more l rows q).
  Proof.
    intros Ok D. destruct (labels_of_parts lighter q rows D) as [P E]. assert (W := known_weight q rows Ok D).
    assert (A := sum_permutation fst _ _ (labels_known_or_not (feature_of q) rows)). rewrite sum_app in A.
    unfold divided_question. cbn [Growing.gain]. rewrite Qred_correct, (map_map filled).
    change (map (fun r => target (filled r))) with (map (@label (Q * Q))).
    set (rows' := map filled (known (feature_of q) rows)) in *.
    set (here := map label (known (feature_of q) rows)) in *.
    set (others := map label (unknown (feature_of q) rows)) in *.
    set (owns := map (map target) (split q rows')) in *.
    assert (All : forall t, In t (here ++ others) -> positive_weight t).
    { intros t I. apply (Permutation_in t (labels_known_or_not (feature_of q) rows)) in I.
      apply in_map_iff in I as (r & <- & I). now apply Ok. }
    assert (Owns : forall own, In own owns -> incl own here).
    { intros own I t J. apply (Permutation_in t P). apply in_concat. eauto. }
    assert (Parts : map (Growing.summary reduced_moments) (split q rows') = map reduced_moments owns)
      by (unfold owns; now rewrite map_map).
    assert (Whole : Growing.summary reduced_moments rows' = reduced_moments here)
      by (unfold Growing.summary, rows', here; now rewrite map_map).
    assert (S : same_moments (merge (map reduced_moments owns)) (reduced_moments here)).
    { repeat split; cbn; rewrite sum_map, Qred_correct, <- (sum_permutation _ _ _ P), sum_concat;
        apply sum_ext; intros own _; apply Qred_correct. }
    assert (Of : forall ts, weight (reduced_moments ts) == sum fst ts) by (intros ts; apply Qred_correct).
    assert (N : weight (merge (map reduced_moments owns)) == sum fst here) by (rewrite (proj1 S); apply Of).
    assert (G : gain_of reduced_moments weight squared_error rows' (map reduced_moments owns) ==
      gain squared_error (map reduced_moments owns)).
    { unfold gain_of, gain, conditional_impurity. rewrite Qred_correct, Whole. destruct S as (S1 & S2 & S3).
      apply Qplus_comp; [unfold squared_error, mean; now rewrite S1, S2, S3|]. apply Qopp_comp, sum_ext.
      intros s _. now rewrite S1. }
    rewrite Parts, G, <- (map_map (map label) reduced_moments), E, map_map.
    rewrite (divided_rows_lower_the_square (reduced_moments others) (map reduced_moments owns)).
    - rewrite N, (Of others). unfold share, square. rewrite <- A. ring.
    - intros m I. apply in_map_iff in I as (own & <- & I). apply reduced_valid. intros t J. apply All.
      apply in_or_app. left. now apply (Owns own I).
    - rewrite N. exact W.
    - rewrite Of. apply sum_nonneg. intros t I. apply Qlt_le_weak, All, in_or_app. now right.
    - apply Forall2_map, Forall2_same. intros own I. unfold with_its_share.
      assert (Es : weight (reduced_moments own) / weight (merge (map reduced_moments owns)) == share own here)
        by (rewrite N, Of; reflexivity).
      destruct (reduced_targets (own ++ map (lighter own here) others)) as (X1 & X2 & X3),
        (reduced_targets own) as (Y1 & Y2 & Y3), (reduced_targets others) as (Z1 & Z2 & Z3).
      cbn [weight moments moment_weight total squares] in X1, X2, X3, Y1, Y2, Y3, Z1, Z2, Z3, Es.
      cbn zeta. rewrite Es, X1, X2, X3, Y1, Y2, Y3, Z1, Z2, Z3. repeat split; apply one_part.
  Qed.
End Moments.

(** ** Plausible wrong statements

    Two rows of known value, of two classes, and two more of the second class: each goes to both children. *)
Definition four_with_gaps : list (gapped (Q * nat)) :=
  map (fun '(x, k) => Build_gapped _ [x] (1, k)) [(Some 1, 0%nat); (Some 2, 1%nat); (None, 1%nat);
    (None, 1%nat)].

Definition by_thresholds : learner :=
  {| styles := [Midpoint exact_middle]; by_ratio := false; gated := NoGate;
     stopping := {| max_depth := None; min_split := 0; min_leaf := 0; min_gain := 0; min_impurity := 0;
                    min_risk := 0; gainless := true |} |}.

Definition tree_of_four (impurity : ClassCounts -> Q) : grown gapped_node :=
  grow_divided (counts 2) weight impurity (fun _ => 1) no_rank share lighter true by_thresholds
    four_with_gaps.

(** That the leaves share out the rows: they share out the weight, and have six rows of the four. *)
Example leaves_have_more_rows :
  map (fun n => length (snd n)) (ends (tree_of_four gini)) = [3; 3]%nat /\
  map (fun n => counts 2 (map label (snd n))) (ends (tree_of_four gini)) = [[1; 1]; [0; 2]].
Proof. split; vm_compute; reflexivity. Qed.

(** That a question of positive score lowers the risk: by misclassification the known rows gain a half, the
    score is a quarter, and the children err on one row, as the node does. *)
Example a_positive_score_may_lower_no_risk :
  map (fun c => score c) (divided_splits (counts 2) weight misclassification (fun _ => 1) no_rank share true
    by_thresholds four_with_gaps) = [1 # 4] /\
  map (fun b => Qred (alpha_of b)) (branches (risks (counts 2) weight misclassification
    (map_tree plain (tree_of_four misclassification)))) = [0].
Proof. split; vm_compute; reflexivity. Qed.

(** ** Vectors: a data set with gaps, what is grown from it by gains, and the sequence of that tree *)

Record divided_vector (T : Type) : Type := {
  measured_by : nat;
  grown_by : learner;
  gapped_rows : list (gapped T);
  noted : grown note;
  pruned_to : list (Q * shape)
}.
Arguments measured_by {T}. Arguments grown_by {T}. Arguments gapped_rows {T}. Arguments noted {T}.
  Arguments pruned_to {T}.

Section Vectors.
  Context {Y S : Type} (k : task (Q * Y) S).
  Variable v : divided_vector (Q * Y).
  Let measure := nth (measured_by v) (measures k) (fun _ => 0).

  Definition divided_tree : grown gapped_node :=
    grow_divided (summarized k) (weighed k) measure (fun _ => 1) no_rank share lighter true (grown_by v)
      (gaps_of_weight (gapped_rows v)).

  Definition noted_of (here : gapped_node) : note :=
    let s := summarized k (map label (snd here)) in {|
      numbers := listed k s;
      impurities := map (fun m => Qred (m s)) (measures k);
      admissible := map (fun c => (asks c, Growing.gain c, score c))
        (best_of (divided_askable (summarized k) (weighed k) measure (fun _ => 1) no_rank share true
          (grown_by v) (snd here))) |}.

  Definition sequence_of_divided : list (Q * tree) :=
    pruning_sequence (risks (summarized k) (weighed k) measure (map_tree plain divided_tree)).

  Definition check_divided : bool :=
    negb (by_ratio (grown_by v)) && same_tree (map_tree noted_of divided_tree) (noted v) &&
    same_members sequence_of_divided (pruned_to v).

  Theorem an_accepted_divided_tree_holds : check_divided = true ->
    map_tree noted_of divided_tree = noted v /\
    map (fun '(a, t) => (a, shape_of t)) sequence_of_divided = pruned_to v.
  Proof.
    intros E. apply andb_prop in E as [E M]. apply andb_prop in E as [_ E].
    split; [now apply same_tree_equal|now apply same_members_equal].
  Qed.
End Vectors.

(** * EqualRanks: where all categories rank alike, no subset gains anything

    The ordering theorem of [Subsets] lets a learner try a few subsets only, and none where all
    categories rank alike and nothing gainless is asked.  That loses nothing; so limits on gain
    only cut, whether all subsets are tried or a few.  [CART84 §4.2.2, §8.8] *)
From Coq Require Import QArith Lqa Lia List Bool Permutation.
From Dtrees Require Import Sums Growing GrowingTheorems Summary Impurity GrowingRational.
Import ListNotations.
Open Scope Q_scope.

(** ** Numbers *)

Lemma equal_means_of_groups (gs : list (list (Q * Q))) p :
  (forall g, In g gs -> 0 < sum fst g) -> (forall g, In g gs -> mean (moments_of g) == p) ->
  total (moments_of (concat gs)) == p * weight (moments_of (concat gs)).
Proof.
  intros W M. simpl. rewrite !sum_concat, Qmult_comm, <- sum_scale. apply sum_ext. intros g I.
  rewrite <- (M g I). unfold mean. simpl. field. specialize (W g I). lra.
Qed.

(** ** Classes

    Two classes at the most: a share of the one tells that of the other. *)

Lemma sum_indicator k n w : (k < n)%nat -> sum (fun i => if Nat.eqb i k then w else 0) (seq 0 n) == w.
Proof.
  intros K. replace n with (k + (1 + (n - k - 1)))%nat by lia. rewrite !seq_app, !sum_app. simpl.
  rewrite Nat.eqb_refl, !(sum_ext (fun i => if Nat.eqb i k then w else 0) (fun _ => 0)), !sum_zero; [ring| |];
    intros i I; apply in_seq in I; destruct (Nat.eqb_spec i k); reflexivity || lia.
Qed.

Lemma weight_of_labelled n r : (forall p, In p r -> labelled n p) -> weight (counts n r) == sum fst r.
Proof.
  intros L. change (weight (counts n r)) with (sum (fun x => x) (map Qred (counts_of n r))). rewrite sum_map.
  rewrite (sum_ext _ (fun x => x)) by (intros x _; apply Qred_correct). unfold counts_of.
    rewrite sum_map, sum_swap.
  apply sum_ext. intros (w, j) I. apply L in I as [_ J]. now apply sum_indicator.
Qed.

Lemma equal_shares_of_groups n k gs p : (forall g, In g gs -> (forall q, In q g -> labelled n q) /\
  0 < weight (counts n g)) ->
  (forall g, In g gs -> proportion k (counts n g) == p) ->
  count k (counts n (concat gs)) == p * weight (counts n (concat gs)).
Proof.
  intros W M. rewrite count_counts, (counts_of_partition n (concat gs) gs k (Permutation_refl _)),
    count_merge, sum_map.
  rewrite weight_of_labelled by (intros q I; apply in_concat in I as (g & J & I); now apply (W g)).
  rewrite sum_concat, Qmult_comm, <- sum_scale. apply sum_ext. intros g I. destruct (W g I) as [L P].
  rewrite <- (weight_of_labelled n g L), <- (M g I), <- count_counts. unfold proportion. field. lra.
Qed.

Lemma weight_of_two (c : ClassCounts) k j : k <> j -> (forall i, i <> k -> i <> j -> count i c == 0) ->
  weight c == count k c + count j c.
Proof.
  intros D Z. change (weight c) with (sum (fun x => x) c).
  rewrite (sum_counts (fun x => x) (length c + k + j + 1) c) by (reflexivity || lia).
  rewrite <- (sum_indicator k (length c + k + j + 1) (count k c)),
    <- (sum_indicator j (length c + k + j + 1) (count j c))
    by lia.
  rewrite <- sum_plus. apply sum_ext. intros i _.
  destruct (Nat.eqb_spec i k) as [E|K], (Nat.eqb_spec i j) as [F|J]; subst; [easy|ring|ring|].
  rewrite Z by assumption. ring.
Qed.

Lemma share_rank_of_two whole key : share_rank whole = Some key ->
  exists k j, k <> j /\ key = proportion k /\ forall i, i <> k -> i <> j -> count i whole == 0.
Proof.
  unfold share_rank. set (b := fun k => negb (Qeq_bool (count k whole) 0)).
  assert (N := NoDup_filter b (seq_NoDup (length whole) 0)).
  assert (Z : forall i, ~ In i (filter b (seq 0 (length whole))) -> count i whole == 0).
  { intros i I. destruct (Nat.lt_ge_cases i (length whole)) as [L|G];
    [|unfold count; now rewrite nth_overflow].
    destruct (Qeq_bool (count i whole) 0) eqn:E; [now apply Qeq_bool_iff|]. destruct I.
    apply filter_In. split; [apply in_seq; lia|]. unfold b. now rewrite E. }
  destruct (filter b (seq 0 (length whole))) as [|k [|j [|? ?]]]; intros H; try discriminate;
    injection H as <-.
  - exists k, (Datatypes.S k). split; [lia|]. split; [reflexivity|]. intros i K _. apply Z. simpl. intuition.
  - exists k, j. inversion N as [|? ? K _]; subst. split; [simpl in K; intuition|]. split; [reflexivity|].
    intros i I J. apply Z. simpl. intuition.
Qed.

Lemma count_of_none n rows part i : (forall q, In q rows -> labelled n q) -> incl part rows ->
  count i (counts n rows) == 0 -> count i (counts n part) == 0.
Proof.
  intros L Inc. rewrite !count_counts, !count_counts_of. destruct (Nat.ltb i n); [|reflexivity]. intros Z.
  rewrite (sum_ext _ (fun _ => 0)); [apply sum_zero|]. intros (w, j) I. apply Inc in I.
  refine (proj1 (sum_vanishes _ rows _) Z (w, j) I). intros (u, m) J. apply L in J as [P _]. simpl in P.
  destruct (Nat.eqb i m); lra.
Qed.

(** Groups whose shares are all [p] make up parts of the same proportions. *)
Lemma equal_shares_same_proportions n rows parts key p :
  (forall q, In q rows -> labelled n q) -> share_rank (counts n rows) = Some key ->
  (forall part, In part parts -> incl part rows /\ exists gs, Permutation part (concat gs) /\
     forall g, In g gs -> 0 < weight (counts n g) /\ key (counts n g) == p) ->
  same_proportions (map (counts n) parts).
Proof.
  intros L R H. destruct (share_rank_of_two _ _ R) as (k & j & D & -> & Z).
  assert (Share : forall a, In a parts -> 0 < weight (counts n a) -> forall i,
    proportion i (counts n a) == if Nat.eqb i k then p else if Nat.eqb i j then 1 - p else 0).
  { intros a I Pa i. destruct (H a I) as (Inc & gs & P & G).
    assert (Za : forall i, i <> k -> i <> j -> count i (counts n a) == 0)
      by (intros m K J; apply (count_of_none n rows); auto).
    assert (K : count k (counts n a) == p * weight (counts n a)).
    { rewrite (counts_permutation n _ _ P). apply equal_shares_of_groups; [|intros g J; now apply G].
      intros g J. split; [|now apply G]. intros q Q. apply L, Inc, (Permutation_in q (Permutation_sym P)),
        in_concat.
      eauto. }
    assert (W := weight_of_two (counts n a) k j D Za). unfold proportion.
    destruct (Nat.eqb_spec i k) as [->|Nk]; [rewrite K; field; lra|].
    destruct (Nat.eqb_spec i j) as [->|Nj]; [|rewrite Za by assumption; field; lra].
    setoid_replace (count j (counts n a)) with (weight (counts n a) * (1 - p)) by lra. field. lra. }
  intros c d I J Pc Pd i. apply in_map_iff in I as (a & <- & I). apply in_map_iff in J as (b & <- & J).
  now rewrite (Share a I Pc), (Share b J Pd).
Qed.

(** ** No subset gains anything *)

Lemma positive_sum {A} (h : A -> Q) l : l <> [] -> (forall x, In x l -> 0 < h x) -> 0 < sum h l.
Proof.
  destruct l as [|x l]; [easy|]. intros _ P. simpl. assert (0 < h x) by (apply P; now left).
  assert (0 <= sum h l); [|lra]. apply sum_nonneg. intros y I. apply Qlt_le_weak, P. now right.
Qed.

Theorem equal_means_gain_nothing :
  equal_ranks_gain_nothing reduced_moments weight squared_error mean_rank positive_weight.
Proof.
  intros f rows key cs Ok R S D. injection R as <-.
  destruct (parts_of_equal_groups f cs rows (fun g => mean (reduced_moments g)) D S) as (g0 & H).
  set (p := mean (reduced_moments g0)) in H.
  assert (Pos : forall t, In t (map target rows) -> 0 < fst t)
    by (intros t I; apply in_map_iff in I as (r & <- & I); now apply Ok).
  assert (Whole : same_moments (summary reduced_moments rows)
    (merge (map (summary reduced_moments) (split (OneOf f cs) rows)))).
  { assert (P := Permutation_map target (Permutation_sym (split_shares_out _ rows D))).
    rewrite concat_map in P.
    revert P. generalize (split (OneOf f cs) rows). intros ps P.
    repeat split; unfold summary; simpl; rewrite Qred_correct, (sum_permutation _ _ _ P), sum_concat,
      !sum_map;
      apply sum_ext; intros part _; simpl; now rewrite Qred_correct. }
  assert (Means : forall m, In m (map (summary reduced_moments) (split (OneOf f cs) rows)) -> valid m /\
    mean m == p).
  { intros m I. apply in_map_iff in I as (part & <- & I). destruct (H part I) as (Ne & Inc & gs & P & G).
    unfold summary. split.
    - assert (V := moments_of_valid (map target part)). destruct V as [V0 V1].
      { intros w y J. apply in_map_iff in J as (r & E & J). apply Inc, Ok in J. rewrite E in J.
        unfold positive_weight in J.
        simpl in J. lra. }
      destruct (reduced_moments_same (map target part)) as (A & B & C). split; [now rewrite A|].
        rewrite A, B, C. exact V1.
    - rewrite (mean_proper _ _ (reduced_moments_same _)). unfold mean.
      assert (E : same_moments (moments_of (map target part)) (moments_of (concat gs)))
        by (repeat split; simpl; now apply sum_permutation).
      destruct E as (-> & -> & _).
      rewrite (equal_means_of_groups gs p).
      + field. intros Z. assert (L : 0 < sum fst (concat gs)); [|simpl in Z; lra].
        rewrite <- (sum_permutation _ _ _ P). apply positive_sum; [now destruct part|].
        intros t J. apply Pos. apply in_map_iff in J as (r & <- & J). now apply in_map, Inc.
      + intros g J. destruct (G g J) as (N & I' & _). apply positive_sum; [exact N|]. intros t K.
          now apply Pos, I'.
      + intros g J. rewrite <- (mean_proper _ _ (reduced_moments_same g)). now apply G. }
  assert (W : 0 < weight (summary reduced_moments rows)).
  { unfold summary. simpl. rewrite Qred_correct. apply positive_sum; [|exact Pos].
    destruct D as (_ & _ & D). destruct (D 0%nat) as (r & I & _); [simpl; lia|]. now destruct rows. }
  set (parts := map (summary reduced_moments) (split (OneOf f cs) rows)) in *.
    set (whole := summary reduced_moments rows) in *.
  assert (E : conditional_impurity squared_error parts == squared_error (merge parts)).
  { apply conditional_squared_error_equal_iff_same_means; [now apply Means| |].
    - destruct Whole as (<- & _). exact W.
    - intros m n I J _ _. destruct (Means m I) as [_ ->], (Means n J) as [_ ->]. reflexivity. }
  unfold gain_of. rewrite Qred_correct. fold whole. destruct Whole as (A & B & C).
  unfold conditional_impurity in E.
    rewrite (sum_ext _ (fun s => weight s / weight (merge parts) * squared_error s))
    by (intros s _; now rewrite A).
  rewrite E. unfold squared_error, mean. rewrite A, B, C. ring.
Qed.

(** The parts of a question about two classes whose groups have one share. *)
Lemma parts_of_equal_shares n f cs (rows : list (row (Q * nat))) key : sound (labelled n) rows ->
  share_rank (summary (counts n) rows) = Some key ->
  same_rank (fun x => key (summary (counts n) (rows_of f x rows))) (values_at f rows) = true ->
  divides (OneOf f cs) rows ->
  let parts := map (summary (counts n)) (split (OneOf f cs) rows) in
  (forall c, In c parts -> nonneg c) /\ same_counts (merge parts) (summary (counts n) rows) /\
  0 < weight (summary (counts n) rows) /\ same_proportions parts.
Proof.
  intros Ok R S D. destruct (parts_of_equal_groups f cs rows (fun g => key (counts n g)) D S) as (g0 & H).
  assert (L : forall t, In t (map target rows) -> labelled n t)
    by (intros t I; apply in_map_iff in I as (r & <- & I); now apply Ok).
  split; [|split; [|split]].
  - intros c I. apply in_map_iff in I as (part & <- & I). destruct (H part I) as (_ & Inc & _).
      apply counts_nonneg.
    intros t J. apply in_map_iff in J as (r & <- & J). now apply Ok, Inc.
  - now apply parts_counts, split_shares_out.
  - unfold summary. rewrite weight_of_labelled by exact L. apply positive_sum; [|intros t I; now apply L].
    destruct D as (_ & _ & D). destruct (D 0%nat) as (r & I & _); [simpl; lia|]. now destruct rows.
  - unfold summary. rewrite <- (map_map (map target) (counts n)).
    apply (equal_shares_same_proportions n (map target rows) _ key (key (counts n g0)) L R). intros a I.
    apply in_map_iff in I as (part & <- & I). destruct (H part I) as (_ & Inc & gs & P & G).
    split; [now apply incl_map|]. exists gs. split; [exact P|]. intros g J. destruct (G g J) as (N & I' & E).
    split; [|exact E]. rewrite weight_of_labelled by (intros q K; now apply L, I').
    apply positive_sum; [exact N|]. intros q K. now apply L, I'.
Qed.

Theorem equal_shares_gain_nothing n : equal_ranks_gain_nothing (counts n) weight gini share_rank (labelled n).
Proof.
  intros f rows key cs Ok R S D. destruct (parts_of_equal_shares n f cs rows key Ok R S D)
    as (N & C & W & Same).
  set (parts := map (summary (counts n)) (split (OneOf f cs) rows)) in *.
    set (whole := summary (counts n) rows) in *.
  assert (E := weight_same _ _ C).
  assert (G : conditional_impurity gini parts == gini (merge parts))
    by (apply conditional_gini_equal_iff_same_proportions; [exact N|now rewrite E|exact Same]).
  unfold gain_of. rewrite Qred_correct. fold whole. unfold conditional_impurity in G.
  rewrite (sum_ext _ (fun s => weight s / weight (merge parts) * gini s)) by (intros s _; now rewrite E).
  rewrite G, (gini_same _ _ C). ring.
Qed.

(** ** So limits on gain only cut, where a few subsets are tried *)

Theorem number_limits_only_cut value l' l rows : sound positive_weight rows -> by_ratio l = false ->
  alike l' l -> tighter (stopping l') (stopping l) -> min_gain (stopping l) <= min_gain (stopping l') ->
  (gainless (stopping l') = true -> gainless (stopping l) = true) ->
  cut_of (grow reduced_moments weight squared_error value mean_rank l' rows)
    (grow reduced_moments weight squared_error value mean_rank l rows).
Proof. apply gain_limits_only_cut, equal_means_gain_nothing. Qed.

Theorem gini_limits_only_cut n value l' l rows : sound (labelled n) rows -> by_ratio l = false ->
  alike l' l -> tighter (stopping l') (stopping l) -> min_gain (stopping l) <= min_gain (stopping l') ->
  (gainless (stopping l') = true -> gainless (stopping l) = true) ->
  cut_of (grow (counts n) weight gini value share_rank l' rows) (grow (counts n) weight gini value share_rank
    l rows).
Proof. apply gain_limits_only_cut, equal_shares_gain_nothing. Qed.

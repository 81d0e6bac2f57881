(** * Leaf: the constants that minimise a leaf's loss

    The mean minimises the squared error, the median the absolute one, a majority
    class the errors, and the class proportions the squared loss of probabilities
    (Brier's), whose least value is the node's Gini.  The logarithmic loss is in
    [Entropy].
    [CART84 §2.6, §8.3; NOTE_B] *)
From Coq Require Import QArith Qabs Qminmax Lqa Lia List.
From Dtrees Require Import Sums Summary Impurity.
Import ListNotations.
Open Scope Q_scope.

(** ** The mean

    [parallel_axis] says by how much any other constant is worse. *)

Theorem mean_minimises_squared_error y m : valid m ->
  deviation (mean m) m <= deviation y m.
Proof. intros V. rewrite <- rss_is_deviation by exact V. now apply rss_le_deviation. Qed.

Theorem mean_is_the_only_minimiser y m : valid m -> 0 < weight m ->
  deviation y m <= deviation (mean m) m -> y == mean m.
Proof.
  intros V P L. rewrite parallel_axis, <- rss_is_deviation in L by exact V.
  assert (S := square_nonneg (mean m - y)).
  assert (T : weight m * square (mean m - y) == 0).
  { assert (0 <= weight m * square (mean m - y)) by (apply Qmult_le_0_compat; lra). lra. }
  apply Qmult_integral in T as [T|T]; [lra|]. apply square_zero in T. lra.
Qed.

Corollary mean_of_rows_minimises_squared_error y r : weighted r ->
  sum (fun '(w, z) => w * square (z - mean (moments_of r))) r <=
  sum (fun '(w, z) => w * square (z - y)) r.
Proof.
  intros W. rewrite <- !deviation_of_rows. now apply mean_minimises_squared_error, moments_of_valid.
Qed.

(** ** The median

    Of the weight at most half lies below it, and at most half above. *)

Definition absolute_deviation (y : Q) (r : rows) : Q := sum (fun '(w, z) => w * Qabs (z - y)) r.
Definition weight_below (y : Q) (r : rows) : Q := sum (fun '(w, z) => if Qle_bool y z then 0 else w) r.
Definition weight_above (y : Q) (r : rows) : Q := sum (fun '(w, z) => if Qle_bool z y then 0 else w) r.
Definition median (m : Q) (r : rows) : Prop :=
  2 * weight_below m r <= sum fst r /\ 2 * weight_above m r <= sum fst r.

(** To go up by [d] costs [d] for each row that is not above, and gains at most as much for each that is. *)
Lemma going_up_costs m y r : weighted r -> m <= y ->
  absolute_deviation m r + (y - m) * (sum fst r - 2 * weight_above m r) <= absolute_deviation y r.
Proof.
  intros W L. unfold absolute_deviation, weight_above. induction r as [|[w z] r IH]; [simpl; lra|].
  assert (w0 : 0 <= w) by (apply (W w z); now left).
  assert (IH' := IH (fun v x I => W v x (or_intror I))). clear IH. unfold sum in *. cbn [fold_right fst] in *.
  destruct (Qle_bool_spec z m) as [B|A].
  - rewrite (Qabs_neg (z - m)), (Qabs_neg (z - y)) by lra. lra.
  - rewrite (Qabs_pos (z - m)) by lra.
    assert (H : w * (z - y) <= w * Qabs (z - y)); [|lra].
    rewrite !(Qmult_comm w). apply Qmult_le_compat_r; [apply Qle_Qabs|exact w0].
Qed.

Lemma going_down_costs m y r : weighted r -> y <= m ->
  absolute_deviation m r + (m - y) * (sum fst r - 2 * weight_below m r) <= absolute_deviation y r.
Proof.
  intros W L. unfold absolute_deviation, weight_below. induction r as [|[w z] r IH]; [simpl; lra|].
  assert (w0 : 0 <= w) by (apply (W w z); now left).
  assert (IH' := IH (fun v x I => W v x (or_intror I))). clear IH. unfold sum in *. cbn [fold_right fst] in *.
  destruct (Qle_bool_spec m z) as [A|B].
  - rewrite (Qabs_pos (z - m)), (Qabs_pos (z - y)) by lra. lra.
  - rewrite (Qabs_neg (z - m)) by lra.
    assert (H : w * - (z - y) <= w * Qabs (z - y)); [|lra].
    rewrite !(Qmult_comm w). apply Qmult_le_compat_r; [rewrite <- Qabs_opp; apply Qle_Qabs|exact w0].
Qed.

Theorem the_median_minimises_absolute_deviation m r : weighted r -> median m r ->
  forall y, absolute_deviation m r <= absolute_deviation y r.
Proof.
  intros W [B A] y. destruct (Qlt_le_dec y m) as [L|L].
  - assert (H := going_down_costs m y r W (Qlt_le_weak _ _ L)).
    assert (0 <= (m - y) * (sum fst r - 2 * weight_below m r)) by (apply Qmult_le_0_compat; lra). lra.
  - assert (H := going_up_costs m y r W L).
    assert (0 <= (y - m) * (sum fst r - 2 * weight_above m r)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

(** Of 0, 0 and 3 the median is 0; the mean, 1, is off by more. *)
Example a_median : median 0 [(1, 0); (1, 0); (1, 3)].
Proof. split; vm_compute; discriminate. Qed.

Example the_mean_need_not_minimise_absolute_deviation :
  let r := [(1, 0); (1, 0); (1, 3)] in absolute_deviation 0 r == 3 /\
    absolute_deviation (mean (moments_of r)) r == 4.
Proof. split; reflexivity. Qed.

(** ** The majority *)

Definition errors (k : nat) (c : ClassCounts) : Q := weight c - count k c.

Theorem majority_minimises_errors k c : majority k c <-> forall i, errors k c <= errors i c.
Proof. unfold errors. split; intros M i; specialize (M i); lra. Qed.

Theorem majority_errors k c : nonneg c -> majority k c ->
  errors k c == weight c * misclassification c.
Proof.
  intros N M. rewrite weighted_misclassification by exact N. unfold errors.
  apply majority_iff_largest in M. lra.
Qed.

(** ** The class proportions

    A leaf may predict a probability [q j] for each class [j].  A row of class
    [k] then costs the squared distance from [q] to the indicator of [k]. *)

Definition indicator (j k : nat) : Q := if Nat.eqb j k then 1 else 0.

Definition brier (q : nat -> Q) (c : ClassCounts) : Q :=
  let ks := seq 0 (length c) in
  sum (fun k => count k c * sum (fun j => square (indicator j k - q j)) ks) ks.

Lemma sum_indicator f j l : NoDup l -> In j l -> sum (fun k => f k * indicator j k) l == f j.
Proof.
  intros D I. assert (B := sum_but_one f j l D I).
  assert (S : sum (fun k => (if Nat.eqb j k then 0 else f k) + f k * indicator j k) l == sum f l).
  { apply sum_ext. intros k _. unfold indicator. destruct (Nat.eqb j k); ring. }
  rewrite sum_plus in S. lra.
Qed.

(** Brier's loss is the squared error of the class indicators, as Gini is. *)
Lemma brier_is_deviation q c :
  brier q c == sum (fun j => deviation (q j) (class_moments j c)) (seq 0 (length c)).
Proof.
  unfold brier. set (ks := seq 0 (length c)).
  transitivity (sum (fun k => sum (fun j => count k c * square (indicator j k - q j)) ks) ks).
  { apply sum_ext. intros k _. rewrite Qmult_comm, <- sum_scale. apply sum_ext. intros. ring. }
  rewrite sum_swap. apply sum_ext. intros j I.
  rewrite (sum_ext _ (fun k => count k c * indicator j k * (1 - 2 * q j) + count k c * square (q j))).
  2:{ intros k _. unfold indicator, square. destruct (Nat.eqb j k); ring. }
  assert (W : sum (fun k => count k c) ks == weight c).
  { symmetry. now apply (sum_counts (fun x => x)). }
  rewrite sum_plus, !sum_scale, W, (sum_indicator (fun k => count k c)) by (trivial; apply seq_NoDup).
  unfold deviation. change (weight (class_moments j c)) with (weight c).
  simpl total. simpl squares. ring.
Qed.

Theorem class_proportions_minimise_brier q c : nonneg c ->
  brier (fun k => proportion k c) c <= brier q c.
Proof.
  intros N. rewrite !brier_is_deviation. apply sum_le. intros j _.
  now apply (mean_minimises_squared_error (q j) (class_moments j c)), class_moments_valid.
Qed.

Theorem least_brier_is_gini c : nonneg c ->
  brier (fun k => proportion k c) c == weight c * gini c.
Proof.
  intros N. rewrite brier_is_deviation, gini_is_squared_error_of_indicators.
  apply sum_ext. intros j _. symmetry.
  now apply (rss_is_deviation (class_moments j c)), class_moments_valid.
Qed.

Theorem class_proportions_are_the_only_minimiser q c : nonneg c -> 0 < weight c ->
  brier q c <= brier (fun k => proportion k c) c ->
  forall k, (k < length c)%nat -> q k == proportion k c.
Proof.
  intros N P L k K. assert (V := fun j => class_moments_valid j c N).
  apply (mean_is_the_only_minimiser (q k) (class_moments k c)); [apply V|exact P|].
  assert (M := class_proportions_minimise_brier q c N). rewrite !brier_is_deviation in *.
  apply Qle_lteq. right. symmetry.
  apply (sums_meet (fun j => deviation (mean (class_moments j c)) (class_moments j c))
                   (fun j => deviation (q j) (class_moments j c)) (seq 0 (length c))).
  - intros j _. now apply mean_minimises_squared_error, V.
  - apply Qle_antisym; assumption.
  - apply in_seq. lia.
Qed.

(** ** A plausible wrong statement

    That to draw the label at random, by the class proportions, errs least.  A
    random label errs as often as two draws differ: that is Gini, a second
    reading of it [CART84 §4.3], and never below the majority's error. *)

Definition random_errors (q : nat -> Q) (c : ClassCounts) : Q :=
  sum (fun k => q k * errors k c) (seq 0 (length c)).

Theorem gini_is_random_label_error c : 0 < weight c ->
  random_errors (fun k => proportion k c) c == weight c * gini c.
Proof.
  intros P. rewrite gini_terms by exact P. rewrite Qmult_comm, <- sum_scale.
  rewrite (sum_counts (fun x => x / weight c * (1 - x / weight c) * weight c) (length c))
    by (trivial; field; lra).
  apply sum_ext. intros k _. unfold errors, proportion. field. lra.
Qed.

Theorem misclassification_le_gini c : nonneg c -> 0 < weight c -> misclassification c <= gini c.
Proof.
  intros N P. rewrite gini_terms by exact P. unfold misclassification.
  set (b := 1 - largest c / weight c).
  assert (One := proportions_sum c ltac:(lra)).
  setoid_replace b with (sum (fun x => x / weight c * b) c) by (rewrite sum_scale, One; ring).
  apply sum_le. intros x I.
  assert (0 <= x / weight c) by (apply Qle_shift_div_l; [|specialize (N x I)]; lra).
  destruct (In_nth c x 0 I) as (k & _ & E). assert (L := count_le_largest k c). unfold count in L.
  rewrite E in L.
  assert (x / weight c <= largest c / weight c)
    by (apply Qmult_le_compat_r; [exact L|apply Qlt_le_weak, Qinv_lt_0_compat, P]).
  unfold b. rewrite !(Qmult_comm (x / weight c)). apply Qmult_le_compat_r; lra.
Qed.

Corollary misclassification_at_most_even_classes c : nonneg c -> 0 < weight c ->
  misclassification c <= 1 - 1 / inject_Z (Z.of_nat (length c)).
Proof.
  intros N P. apply Qle_trans with (gini c); [now apply misclassification_le_gini|].
  now apply gini_at_most_even_classes.
Qed.

Example random_label_errs_more : gini [3; 1] == 3#8 /\ misclassification [3; 1] == 1#4.
Proof. split; reflexivity. Qed.

(** The probabilities of the majority alone, 1 and 0, cost more of Brier's loss. *)
Example hard_label_costs_more : brier (fun k => indicator 0 k) [3; 1] == 2 /\
  brier (fun k => proportion k [3; 1]) [3; 1] == 3#2.
Proof. split; reflexivity. Qed.

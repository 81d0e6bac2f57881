(** * Impurity: no split makes the parts worse than the whole

    Gini, misclassification and squared error, exactly, over the rationals; entropy
    is in [Entropy].  An impurity is taken per unit of weight; a split's conditional
    impurity is the parts' mean impurity, weighted by the parts.
    [CART84 §2.4, §4.3, §8.3; NOTE_C; NOTE_D] *)
From Coq Require Import QArith Qminmax Lqa Lia List Permutation.
From Dtrees Require Import Sums Summary.
From Dtrees Require Export Spec.Impurities.
Import ListNotations.
Open Scope Q_scope.

(** ** Conditional impurity and gain, for any summary *)

Section Gain.
  Context {S : Type} `{Summary S} (impurity : S -> Q).
  Implicit Types parts : list S.
  Notation conditional_impurity := (conditional_impurity impurity).
  Notation gain := (gain impurity).

  (** The same on the scale of counts: [R] is weight times impurity. *)
  Lemma conditional_scaled parts : 0 < weight (merge parts) ->
    weight (merge parts) * conditional_impurity parts == sum (fun s => weight s * impurity s) parts.
  Proof.
    intros P. unfold conditional_impurity.
    rewrite Qmult_comm, <- sum_scale. apply sum_ext. intros s _. field. lra.
  Qed.

  Lemma never_exceeds parts : 0 < weight (merge parts) ->
    sum (fun s => weight s * impurity s) parts <= weight (merge parts) * impurity (merge parts) ->
    conditional_impurity parts <= impurity (merge parts).
  Proof.
    intros P L. rewrite <- conditional_scaled in L by exact P.
    now apply Qmult_le_l with (weight (merge parts)).
  Qed.

  Lemma equal_iff parts : 0 < weight (merge parts) ->
    conditional_impurity parts == impurity (merge parts) <->
    sum (fun s => weight s * impurity s) parts == weight (merge parts) * impurity (merge parts).
  Proof.
    intros P. rewrite <- conditional_scaled, Qmult_inj_l by (exact P || lra). reflexivity.
  Qed.

  Theorem gain_nonneg_iff_never_exceeds parts :
    0 <= gain parts <-> conditional_impurity parts <= impurity (merge parts).
  Proof. unfold gain. split; lra. Qed.

  (** Minimising the conditional impurity and maximising the gain choose alike:
      between two splits of one node. [NOTE_D] *)
  Theorem same_argmin parts parts' : impurity (merge parts) == impurity (merge parts') ->
    conditional_impurity parts <= conditional_impurity parts' <-> gain parts' <= gain parts.
  Proof. unfold gain. intros ->. split; lra. Qed.

  (** An identifier leaves no impurity in any part; its gain is the node's own
      impurity, and no other split of the node gains more.
      [NOTE_C; NOTE_D] *)
  Lemma identifier_gain parts : (forall s, In s parts -> weight s * impurity s == 0) ->
    gain parts == impurity (merge parts).
  Proof.
    intros Z. unfold gain, conditional_impurity. rewrite (sum_ext _ (fun _ => 0)), sum_zero; [ring|].
    intros s I. setoid_replace (weight s / weight (merge parts) * impurity s)
      with (weight s * impurity s * / weight (merge parts)) by (unfold Qdiv; ring).
    rewrite (Z s I). ring.
  Qed.

  Theorem identifier_gain_is_maximal parts parts' :
    (forall s, In s parts -> weight s * impurity s == 0) ->
    impurity (merge parts) == impurity (merge parts') ->
    0 < weight (merge parts') ->
    (forall s, In s parts' -> 0 <= weight s * impurity s) ->
    gain parts' <= gain parts.
  Proof.
    intros Z E P N. rewrite (identifier_gain parts Z), E. unfold gain.
    enough (0 <= conditional_impurity parts') by lra.
    apply sum_nonneg. intros s I. setoid_replace (weight s / weight (merge parts') * impurity s)
      with (weight s * impurity s / weight (merge parts')) by (field; lra).
    apply Qle_shift_div_l; [exact P|]. specialize (N s I). lra.
  Qed.
End Gain.

(** ** Squared error

    [squared_error] is the mean squared deviation, [rss] the residual sum of
    squares: both from the moments alone. *)

Definition rss (m : Moments) : Q := weight m * squared_error m.

Lemma deviation_of_rows y r :
  deviation y (moments_of r) == sum (fun '(w, z) => w * square (z - y)) r.
Proof.
  unfold deviation. induction r as [|[w z] r IH]; simpl in *; [ring|].
  rewrite <- IH. unfold square. ring.
Qed.

(** The deviation around [y] is the one around the mean, and the mean's distance to [y]. *)
Theorem parallel_axis y m : valid m ->
  deviation y m == rss m + weight m * square (mean m - y).
Proof.
  intros [N Z]. unfold deviation, rss. destruct (Qeq_dec (weight m) 0) as [E|D].
  - destruct (Z E) as [-> ->]. rewrite E. ring.
  - unfold squared_error, mean, square. field. exact D.
Qed.

Corollary rss_is_deviation m : valid m -> rss m == deviation (mean m) m.
Proof. intros V. rewrite parallel_axis by exact V. unfold square. ring. Qed.

Corollary rss_le_deviation y m : valid m -> rss m <= deviation y m.
Proof.
  intros V. rewrite parallel_axis by exact V.
  assert (0 <= weight m * square (mean m - y)); [|lra].
  apply Qmult_le_0_compat; [apply V|apply square_nonneg].
Qed.

Lemma deviation_merge y parts : deviation y (merge parts) == sum (deviation y) parts.
Proof. unfold deviation. induction parts; simpl in *; lra. Qed.

(** *** Total = within + between *)

Definition between (parts : list Moments) : Q :=
  sum (fun m => weight m * square (mean m - mean (merge parts))) parts.

Theorem total_is_within_plus_between parts : (forall m, In m parts -> valid m) ->
  rss (merge parts) == sum rss parts + between parts.
Proof.
  intros V. rewrite rss_is_deviation, deviation_merge by now apply merge_valid.
  unfold between. rewrite <- sum_plus. apply sum_ext. intros m I. now apply parallel_axis, V.
Qed.

Lemma between_terms parts m : (forall m, In m parts -> valid m) -> In m parts ->
  0 <= weight m * square (mean m - mean (merge parts)).
Proof. intros V I. apply Qmult_le_0_compat; [apply (V m I)|apply square_nonneg]. Qed.

(** All nonempty parts have one mean. *)
Definition same_means (parts : list Moments) : Prop :=
  forall m n, In m parts -> In n parts -> 0 < weight m -> 0 < weight n -> mean m == mean n.

(** Then it is the whole's. *)
Lemma same_means_iff_whole parts : (forall m, In m parts -> valid m) ->
  same_means parts <-> forall m, In m parts -> 0 < weight m -> mean m == mean (merge parts).
Proof.
  intros V. split; intros E m; [|intros n I J P R; now rewrite (E m), (E n)].
  intros I P. unfold mean at 2.
  assert (W : weight m <= weight (merge parts)) by (apply term_le_sum; [intros n J; apply V|]; easy).
  setoid_replace (total (merge parts)) with (weight (merge parts) * mean m); [field; lra|].
  simpl. rewrite <- sum_scale. apply sum_ext. intros n J. rewrite (total_mean n) by auto.
  destruct (V n J) as [N Z]. destruct (Qeq_dec (weight n) 0) as [E0|D].
  - simpl in *. rewrite E0. ring.
  - rewrite (E n m J I); [reflexivity| |exact P]. simpl in *. lra.
Qed.

Lemma parts_rss_le parts : (forall m, In m parts -> valid m) -> sum rss parts <= rss (merge parts).
Proof.
  intros V. rewrite total_is_within_plus_between by exact V.
  assert (0 <= between parts); [|lra]. apply sum_nonneg. intros m I. now apply between_terms.
Qed.

Lemma parts_rss_equal_iff parts : (forall m, In m parts -> valid m) ->
  sum rss parts == rss (merge parts) <-> same_means parts.
Proof.
  intros V. rewrite total_is_within_plus_between, same_means_iff_whole by exact V.
  transitivity (between parts == 0); [split; lra|]. unfold between.
  rewrite sum_vanishes by (intros; now apply between_terms). split; intros E m I.
  - intros P. specialize (E m I). apply Qmult_integral in E as [E|E]; [lra|].
    apply square_zero in E. lra.
  - destruct (Qeq_dec (weight m) 0) as [->|D]; [ring|].
    rewrite (E m I); [unfold square; ring|]. destruct (V m I). lra.
Qed.

Theorem conditional_squared_error_never_exceeds parts :
  (forall m, In m parts -> valid m) -> 0 < weight (merge parts) ->
  conditional_impurity squared_error parts <= squared_error (merge parts).
Proof. intros V P. apply never_exceeds; [exact P|]. now apply parts_rss_le. Qed.

Theorem conditional_squared_error_equal_iff_same_means parts :
  (forall m, In m parts -> valid m) -> 0 < weight (merge parts) ->
  conditional_impurity squared_error parts == squared_error (merge parts) <-> same_means parts.
Proof. intros V P. rewrite equal_iff by exact P. now apply parts_rss_equal_iff. Qed.

(** For rows, dealt out to parts in any way. *)
Global Instance mean_proper : Proper (same_moments ==> Qeq) mean.
Proof. intros m n (W & T & _). unfold mean. now rewrite W, T. Qed.

Global Instance rss_proper : Proper (same_moments ==> Qeq) rss.
Proof.
  intros m n E. assert (M := mean_proper m n E). destruct E as (W & _ & S).
  unfold rss, squared_error. now rewrite W, M, S.
Qed.

Corollary split_never_raises_rss r parts : weighted r -> Permutation r (concat parts) ->
  sum (fun part => rss (moments_of part)) parts <= rss (moments_of r).
Proof.
  intros W P. rewrite (moments_of_partition r parts P), <- (sum_map rss moments_of).
  apply parts_rss_le. intros m I. apply in_map_iff in I as (part & <- & I).
  apply moments_of_valid. intros w y J. apply (W w y).
  apply (Permutation_in _ (Permutation_sym P)), in_concat. eauto.
Qed.

(** The rows' squared error is nonnegative, and zero when they have one response. *)
Theorem rss_nonneg r : weighted r -> 0 <= rss (moments_of r).
Proof.
  intros W. rewrite rss_is_deviation, deviation_of_rows by now apply moments_of_valid.
  apply sum_nonneg. intros [w y] I. apply Qmult_le_0_compat; [now apply (W w y)|apply square_nonneg].
Qed.

Theorem rss_zero_iff_one_response r : weighted r ->
  rss (moments_of r) == 0 <-> forall w y, In (w, y) r -> 0 < w -> y == mean (moments_of r).
Proof.
  intros W. rewrite rss_is_deviation, deviation_of_rows by now apply moments_of_valid.
  rewrite sum_vanishes by
    (intros [w y] I; apply Qmult_le_0_compat; [now apply (W w y)|apply square_nonneg]).
  split; intros H.
  - intros w y I P. specialize (H (w, y) I). apply Qmult_integral in H as [H|H]; [lra|].
    apply square_zero in H. lra.
  - intros [w y] I. destruct (Qlt_le_dec 0 w) as [P|L].
    + rewrite (H w y I P) at 1. unfold square. ring.
    + assert (N := W w y I). setoid_replace w with 0 by lra. ring.
Qed.

(** [Square(D)], of equal weights, is the mean squared deviation times their number. *)
Example rss_of_three : rss (moments_of [(1, 1); (1, 2); (1, 6)]) == 14.
Proof. reflexivity. Qed.

(** ** Gini *)

Example gini_watermelons : gini [8; 9] == 144 # 289.
Proof. reflexivity. Qed.

(** *** Gini is the chance that two draws (with replacement) differ
    [NOTE_C] *)

Definition disagreement (c : ClassCounts) : Q :=
  let ks := seq 0 (length c) in
  sum (fun k => sum (fun j => if Nat.eqb k j then 0 else proportion k c * proportion j c) ks) ks.

Lemma sum_but_one f k l : NoDup l -> In k l ->
  sum (fun j => if Nat.eqb k j then 0 else f j) l + f k == sum f l.
Proof.
  induction 1 as [|j l N D IH]; simpl; [tauto|]. intros [->|I].
  - rewrite Nat.eqb_refl, (sum_ext _ f); [ring|]. intros i I.
    destruct (Nat.eqb_spec k i); [subst; tauto|reflexivity].
  - destruct (Nat.eqb_spec k j); [subst; tauto|]. rewrite <- IH by exact I. ring.
Qed.

Lemma proportions_sum (c : ClassCounts) : ~ weight c == 0 -> sum (fun x => x / weight c) c == 1.
Proof. intros P. unfold Qdiv. rewrite sum_scale. apply Qmult_inv_r, P. Qed.

Theorem gini_is_disagreement c : 0 < weight c -> gini c == disagreement c.
Proof.
  intros P. unfold gini, disagreement. set (ks := seq 0 (length c)).
  assert (One : sum (fun k => proportion k c) ks == 1).
  { transitivity (sum (fun x => x / weight c) c); [|apply proportions_sum; lra].
    symmetry. apply (sum_counts (fun x => x / weight c)); [field; lra|easy]. }
  assert (Sq : sum (fun x => square (x / weight c)) c == sum (fun k => square (proportion k c)) ks).
  { apply (sum_counts (fun x => square (x / weight c))); [unfold square; field; lra|easy]. }
  transitivity (sum (fun k => proportion k c + square (proportion k c) * -1) ks).
  - rewrite sum_plus, sum_scale, Sq, One. ring.
  - apply sum_ext. intros k I. cbv beta.
    rewrite (sum_ext _ (fun j => (if Nat.eqb k j then 0 else proportion j c) * proportion k c))
      by (intros j _; destruct (Nat.eqb k j); ring).
    rewrite sum_scale. assert (B := sum_but_one (fun j => proportion j c) k ks (seq_NoDup _ _) I).
    cbv beta in B. rewrite One in B.
    transitivity ((1 - proportion k c) * proportion k c); [unfold square; ring|].
    apply Qmult_comp; [lra|reflexivity].
Qed.

(** *** Gini is the squared error of the class indicators, added over the classes

    A row of class [k] has response 1 on class [k]'s indicator and 0 on the others'.
    So all that holds of squared error holds of Gini, class by class. *)

Definition class_moments (k : nat) (c : ClassCounts) : Moments :=
  {| moment_weight := weight c; total := count k c; squares := count k c |}.

Lemma class_moments_valid k c : nonneg c -> valid (class_moments k c).
Proof.
  intros N. split; [now apply weight_nonneg|].
  intros E. split; now apply empty_counts.
Qed.

Lemma class_moments_merge k parts :
  same_moments (class_moments k (merge parts)) (merge (map (class_moments k) parts)).
Proof.
  repeat split; cbn [weight merge moments moment_weight total squares class_moments];
    rewrite sum_map; [apply weight_merge| |]; apply count_merge.
Qed.

Lemma weighted_gini_sum (c : ClassCounts) (ks : list nat) :
  (forall f : Q -> Q, f 0 == 0 -> sum f c == sum (fun k => f (count k c)) ks) ->
  weight c * gini c == sum (fun k => rss (class_moments k c)) ks.
Proof.
  intros E. set (w := weight c). set (f x := w * (x / w - square (x / w))).
  transitivity (sum f c); [|apply E; unfold f, square, Qdiv; ring].
  destruct (Qeq_dec w 0) as [Z|D].
  - rewrite Z, (sum_ext f (fun _ => 0)), sum_zero; [ring|]. intros x _. unfold f. rewrite Z. ring.
  - rewrite (sum_ext f (fun x => x / w * w + square (x / w) * - w)) by (intros; unfold f; ring).
    assert (One := proportions_sum c D). fold w in One.
    rewrite sum_plus, !sum_scale, One. unfold gini. fold w. ring.
Qed.

Theorem gini_is_squared_error_of_indicators c :
  weight c * gini c == sum (fun k => rss (class_moments k c)) (seq 0 (length c)).
Proof. apply weighted_gini_sum. intros g Z. now apply sum_counts. Qed.

Section GiniOfParts.
  Variable parts : list ClassCounts.
  Hypothesis N : forall c, In c parts -> nonneg c.

  Let of_class k := map (class_moments k) parts.

  Lemma of_class_valid k m : In m (of_class k) -> valid m.
  Proof. intros I. apply in_map_iff in I as (c & <- & I). now apply class_moments_valid, N. Qed.

  Lemma weighted_gini_whole : weight (merge parts) * gini (merge parts) ==
    sum (fun k => rss (merge (of_class k))) (classes parts).
  Proof.
    rewrite (weighted_gini_sum _ (classes parts)) by (intros g Z; now apply sum_classes_merge).
    apply sum_ext. intros k _. now rewrite class_moments_merge.
  Qed.

  Lemma weighted_gini_parts : sum (fun c => weight c * gini c) parts ==
    sum (fun k => sum rss (of_class k)) (classes parts).
  Proof.
    rewrite (sum_ext _ (fun c => sum (fun k => rss (class_moments k c)) (classes parts))).
    - rewrite sum_swap. apply sum_ext. intros k _. unfold of_class. now rewrite sum_map.
    - intros c I. apply weighted_gini_sum. intros g Z. now apply sum_classes.
  Qed.

  Lemma same_proportions_iff_means :
    same_proportions parts <-> forall k, In k (classes parts) -> same_means (of_class k).
  Proof.
    split.
    - intros E k _ m n I J P R.
      apply in_map_iff in I as (c & <- & I). apply in_map_iff in J as (d & <- & J).
      now apply E.
    - intros E c d I J P R k. destruct (in_dec Nat.eq_dec k (classes parts)) as [K|K].
      + apply (E k K (class_moments k c) (class_moments k d)); trivial; now apply in_map.
      + assert (O : forall e, In e parts -> count k e == 0).
        { intros e Ie. unfold count. rewrite nth_overflow; [reflexivity|].
          apply in_classes_length in Ie. unfold classes in K. rewrite in_seq in K. lia. }
        unfold proportion. rewrite (O c I), (O d J). field. lra.
  Qed.

  (** Without division: each part has its share of each class. *)
  Lemma same_proportions_iff_cross_products : 0 < weight (merge parts) ->
    same_proportions parts <-> forall k, In k (classes parts) -> forall c, In c parts ->
      count k c * weight (merge parts) == weight c * count k (merge parts).
  Proof.
    intros P. rewrite same_proportions_iff_means.
    assert (M : forall k, mean (merge (of_class k)) == proportion k (merge parts)).
    { intros k. symmetry. exact (mean_proper _ _ (class_moments_merge k parts)). }
    split; intros E k K; specialize (E k K).
    - rewrite (same_means_iff_whole _ (of_class_valid k)) in E. intros c I.
      destruct (Qeq_dec (weight c) 0) as [Z|D]; [rewrite Z, empty_counts by auto; ring|].
      assert (Pc : 0 < weight c) by (assert (A := weight_nonneg c (N c I)); lra).
      assert (F := E (class_moments k c) (in_map _ _ _ I) Pc). rewrite M in F.
      change (mean (class_moments k c)) with (proportion k c) in F. unfold proportion in F.
      setoid_replace (count k c) with (count k c / weight c * weight c) by (field; lra).
      rewrite F. field. lra.
    - apply (same_means_iff_whole _ (of_class_valid k)). intros m J Pm. rewrite M.
      apply in_map_iff in J as (c & <- & I). change (mean (class_moments k c)) with (proportion k c).
      change (0 < weight c) in Pm. unfold proportion.
      setoid_replace (count k c) with (count k c * weight (merge parts) / weight (merge parts))
        by (field; lra).
      rewrite (E c I). field. lra.
  Qed.

  Lemma parts_gini_le :
    sum (fun c => weight c * gini c) parts <= weight (merge parts) * gini (merge parts).
  Proof.
    rewrite weighted_gini_whole, weighted_gini_parts.
    apply sum_le. intros k _. apply parts_rss_le, of_class_valid.
  Qed.

  Lemma parts_gini_equal_iff :
    sum (fun c => weight c * gini c) parts == weight (merge parts) * gini (merge parts) <->
    same_proportions parts.
  Proof.
    rewrite weighted_gini_whole, weighted_gini_parts, same_proportions_iff_means.
    rewrite sums_meet by (intros; apply parts_rss_le, of_class_valid).
    split; intros E k I; apply (parts_rss_equal_iff _ (of_class_valid k)); auto.
  Qed.

  Theorem conditional_gini_never_exceeds : 0 < weight (merge parts) ->
    conditional_impurity gini parts <= gini (merge parts).
  Proof. intros P. apply never_exceeds; [exact P|]. apply parts_gini_le. Qed.

  Theorem conditional_gini_equal_iff_same_proportions : 0 < weight (merge parts) ->
    conditional_impurity gini parts == gini (merge parts) <-> same_proportions parts.
  Proof. intros P. rewrite equal_iff by exact P. apply parts_gini_equal_iff. Qed.
End GiniOfParts.

(** *** Its range: 0 for a pure node, 1 - 1/K for K equal classes *)

Lemma sum_one {A} (l : list A) : sum (fun _ => 1) l == inject_Z (Z.of_nat (length l)).
Proof.
  induction l; [reflexivity|]. change (sum _ (a :: l)) with (1 + sum (fun _ => 1) l).
  rewrite IHl. change (length (a :: l)) with (S (length l)).
  rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus. reflexivity.
Qed.

Lemma gini_terms c : 0 < weight c -> gini c == sum (fun x => x / weight c * (1 - x / weight c)) c.
Proof.
  intros P. unfold gini. set (w := weight c) in *.
  assert (One := proportions_sum c). fold w in One.
  rewrite (sum_ext (fun x => x / w * (1 - x / w)) (fun x => x / w + square (x / w) * -1))
    by (intros; unfold square; ring).
  rewrite sum_plus, sum_scale, One by lra. ring.
Qed.

Lemma gini_term_nonneg c x : nonneg c -> 0 < weight c -> In x c ->
  0 <= x / weight c * (1 - x / weight c).
Proof.
  intros N P I.
  assert (x <= weight c) by (apply (term_le_sum (fun x => x)); assumption).
  assert (0 <= x / weight c) by (apply Qle_shift_div_l; [lra|]; specialize (N x I); lra).
  assert (x / weight c <= 1) by (apply Qle_shift_div_r; lra).
  apply Qmult_le_0_compat; lra.
Qed.

Theorem gini_nonneg c : nonneg c -> 0 < weight c -> 0 <= gini c.
Proof.
  intros N P. rewrite gini_terms by exact P. apply sum_nonneg.
  intros x I. now apply gini_term_nonneg.
Qed.

Theorem gini_at_most_even_classes (c : ClassCounts) (K := inject_Z (Z.of_nat (length c))) :
  0 < weight c -> gini c <= 1 - 1 / K /\
  (gini c == 1 - 1 / K <-> forall x, In x c -> x / weight c == 1 / K).
Proof.
  intros P. set (w := weight c) in *.
  assert (KP : 0 < K).
  { destruct c; [exfalso; unfold w in P; simpl in P; lra|].
    unfold K. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. simpl. lia. }
  assert (E : gini c + sum (fun x => square (x / w - 1 / K)) c == 1 - 1 / K).
  { unfold gini. fold w.
    rewrite (sum_ext (fun x => square (x / w - 1 / K))
              (fun x => square (x / w) + (x / w * (-2 / K) + 1 * square (1 / K))))
      by (intros; unfold square; field; lra).
    assert (One := proportions_sum c). fold w in One.
    rewrite !sum_plus, !sum_scale, (sum_one c), One by lra. fold K. unfold square. field. lra. }
  assert (T : forall x, In x c -> 0 <= square (x / w - 1 / K)) by (intros; apply square_nonneg).
  split; [assert (S := sum_nonneg _ _ T); lra|].
  transitivity (sum (fun x => square (x / w - 1 / K)) c == 0); [split; lra|].
  rewrite sum_vanishes by exact T. split; intros H x I; specialize (H x I).
  - apply square_zero in H. lra.
  - rewrite H. unfold square. ring.
Qed.

Lemma some_count_positive c : nonneg c -> 0 < weight c -> exists k, 0 < count k c.
Proof.
  simpl. induction c as [|x c IH]; simpl; intros N P; [lra|].
  destruct (Qlt_le_dec 0 x); [now exists 0%nat|].
  destruct IH as [k ?]; [intros y I; apply N; simpl; auto|lra|now exists (S k)].
Qed.

Theorem gini_zero_iff_pure c : nonneg c -> 0 < weight c -> gini c == 0 <-> pure c.
Proof.
  intros N P. rewrite gini_terms by exact P.
  rewrite sum_vanishes by (intros; now apply gini_term_nonneg). split.
  - intros Z. destruct (some_count_positive c N P) as [k X]. exists k.
    assert (I : In (count k c) c).
    { unfold count in *. destruct (nth_in_or_default k c 0) as [I|E]; [exact I|].
      rewrite E in X. lra. }
    assert (F : count k c == count k c / weight c * weight c) by (field; lra).
    destruct (Qmult_integral _ _ (Z _ I)) as [E|E]; [rewrite E in F; lra|].
    setoid_replace (count k c / weight c) with 1 in F by lra. lra.
  - intros [k E] x I. destruct (In_nth c x 0 I) as (i & _ & <-). fold (count i c).
    destruct (Nat.eq_dec i k) as [->|D]; [rewrite E; field; lra|].
    assert (T := two_counts_le_weight i k c N D). assert (B := count_nonneg i c N).
    setoid_replace (count i c) with 0 by lra. field. lra.
Qed.

(** *** The more even the classes, the more impure: to move weight from a class to a
    smaller one, up to evening them out, does not lower Gini [NOTE_D] *)

Theorem evening_out_raises_gini a x b y d t (c := a ++ x :: b ++ y :: d : ClassCounts)
  (e := a ++ (x - t) :: b ++ (y + t) :: d : ClassCounts) :
  0 < weight c -> 0 <= t -> t <= x - y -> gini c <= gini e.
Proof.
  intros P T L. unfold gini.
  assert (S : forall (g : Q -> Q) u v, sum g (a ++ u :: b ++ v :: d) ==
                sum g a + sum g b + sum g d + (g u + g v))
    by (intros; rewrite sum_app; simpl; rewrite sum_app; simpl; ring).
  assert (E : weight e == weight c) by (unfold c, e; simpl; rewrite !S; ring).
  rewrite (sum_ext (fun z => square (z / weight e)) (fun z => square (z / weight c)))
    by (intros; now rewrite E).
  set (f := fun z => square (z / weight c)). change (1 - sum f c <= 1 - sum f e).
  assert (Sc : sum f c == _) by apply S. assert (Se : sum f e == _) by apply S.
  enough (f (x - t) + f (y + t) <= f x + f y) by lra.
  assert (D : f x + f y - (f (x - t) + f (y + t)) == 2 * (t * (x - y - t)) * square (/ weight c))
    by (unfold f, square; field; lra).
  assert (0 <= 2 * (t * (x - y - t)) * square (/ weight c)); [|lra].
  apply Qmult_le_0_compat; [|apply square_nonneg].
  assert (0 <= t * (x - y - t)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

(** ** Misclassification: the weight outside the largest class *)

Example misclassification_watermelons : misclassification [8; 9] == 8 # 17.
Proof. reflexivity. Qed.

Lemma count_le_largest k c : count k c <= largest c.
Proof.
  revert k. induction c as [|x c IH]; intros [|k]; simpl; try (vm_compute; discriminate).
  - apply Q.le_max_l.
  - apply Qle_trans with (largest c); [apply IH|apply Q.le_max_r].
Qed.

Lemma largest_attained c : exists k, count k c == largest c.
Proof.
  induction c as [|x c [k E]]; [now exists 0%nat|]. simpl.
  destruct (Q.max_spec x (largest c)) as [[_ M]|[_ M]].
  - exists (S k). now rewrite M.
  - exists 0%nat. now rewrite M.
Qed.

Definition majority (k : nat) (c : ClassCounts) : Prop := forall i, count i c <= count k c.

Lemma majority_iff_largest k c : majority k c <-> count k c == largest c.
Proof.
  destruct (largest_attained c) as [j E]. assert (L := count_le_largest k c). split.
  - intros M. specialize (M j). lra.
  - intros M i. rewrite M. apply count_le_largest.
Qed.

Section MisclassificationOfParts.
  Variable parts : list ClassCounts.
  Hypothesis N : forall c, In c parts -> nonneg c.

  Lemma weighted_misclassification c : nonneg c ->
    weight c * misclassification c == weight c - largest c.
  Proof.
    intros Nc. unfold misclassification. destruct (Qeq_dec (weight c) 0) as [E|D]; [|now field].
    destruct (largest_attained c) as [k L]. rewrite <- L, E, empty_counts by assumption. ring.
  Qed.

  Lemma weighted_misclassification_parts :
    sum (fun c => weight c * misclassification c) parts == weight (merge parts) - sum largest parts.
  Proof.
    rewrite (sum_ext _ (fun c => weight c + largest c * -1))
      by (intros c I; rewrite weighted_misclassification by auto; ring).
    rewrite sum_plus, sum_scale, weight_merge. ring.
  Qed.

  Lemma largest_merge_le : largest (merge parts) <= sum largest parts.
  Proof.
    destruct (largest_attained (merge parts)) as [k <-]. rewrite count_merge.
    apply sum_le. intros c _. apply count_le_largest.
  Qed.

  Lemma parts_misclassification_le :
    sum (fun c => weight c * misclassification c) parts <=
    weight (merge parts) * misclassification (merge parts).
  Proof.
    rewrite weighted_misclassification_parts, weighted_misclassification by now apply merge_nonneg.
    assert (L := largest_merge_le). lra.
  Qed.

  (** Equal when one class is a majority everywhere: then the split changes no label. *)
  Lemma parts_misclassification_equal_iff :
    sum (fun c => weight c * misclassification c) parts ==
    weight (merge parts) * misclassification (merge parts) <->
    exists k, forall c, In c parts -> 0 < weight c -> majority k c.
  Proof.
    rewrite weighted_misclassification_parts, weighted_misclassification by now apply merge_nonneg.
    transitivity (exists k, forall c, In c parts -> majority k c).
    - destruct (largest_attained (merge parts)) as [k K]. split.
      + intros E. exists k. assert (S : sum (count k) parts == sum largest parts)
          by (rewrite <- count_merge; lra).
        rewrite sums_meet in S by (intros; apply count_le_largest).
        intros c I. now apply majority_iff_largest, S.
      + intros [j M]. assert (L := largest_merge_le). assert (C := count_le_largest j (merge parts)).
        rewrite count_merge, (sum_ext _ largest) in C
          by (intros c I; apply majority_iff_largest, M, I). lra.
    - split; intros [k M]; exists k; intros c I; auto.
      destruct (Qeq_dec (weight c) 0) as [Z|D].
      + intros i. rewrite !empty_counts by auto. lra.
      + apply M; [exact I|]. assert (W := weight_nonneg c (N c I)). lra.
  Qed.

  Theorem conditional_misclassification_never_exceeds : 0 < weight (merge parts) ->
    conditional_impurity misclassification parts <= misclassification (merge parts).
  Proof. intros P. apply never_exceeds; [exact P|]. apply parts_misclassification_le. Qed.

  Theorem conditional_misclassification_equal_iff_common_majority : 0 < weight (merge parts) ->
    conditional_impurity misclassification parts == misclassification (merge parts) <->
    exists k, forall c, In c parts -> 0 < weight c -> majority k c.
  Proof. intros P. rewrite equal_iff by exact P. apply parts_misclassification_equal_iff. Qed.
End MisclassificationOfParts.

Lemma largest_le_weight c : nonneg c -> largest c <= weight c.
Proof. intros N. destruct (largest_attained c) as [k <-]. now apply count_le_weight. Qed.

Theorem misclassification_nonneg c : nonneg c -> 0 < weight c -> 0 <= misclassification c.
Proof.
  intros N P. assert (L := largest_le_weight c N). unfold misclassification.
  assert (largest c / weight c <= 1) by (apply Qle_shift_div_r; lra). lra.
Qed.

Theorem misclassification_zero_iff_pure c : nonneg c -> 0 < weight c ->
  misclassification c == 0 <-> pure c.
Proof.
  intros N P. assert (W := weighted_misclassification c N). assert (L := largest_le_weight c N). split.
  - intros Z. rewrite Z in W. destruct (largest_attained c) as [k K]. exists k. lra.
  - intros [k K]. assert (M := count_le_largest k c).
    assert (Z : weight c * misclassification c == 0) by lra.
    apply Qmult_integral in Z as [Z|Z]; lra.
Qed.

(** ** A row identifier wins: no split of the node gains more than pure parts do *)

Lemma weighted_zero_of_pure (impurity : ClassCounts -> Q) c :
  (nonneg c -> 0 < weight c -> impurity c == 0 <-> pure c) -> nonneg c ->
  (0 < weight c -> pure c) -> weight c * impurity c == 0.
Proof.
  intros Z N H. destruct (Qlt_le_dec 0 (weight c)) as [P|L].
  - apply Z in N; [|exact P]. rewrite (proj2 N) by auto. ring.
  - assert (W := weight_nonneg c N). setoid_replace (weight c) with 0 by lra. ring.
Qed.

Lemma weighted_nonneg (impurity : ClassCounts -> Q) c :
  (nonneg c -> 0 < weight c -> 0 <= impurity c) -> nonneg c -> 0 <= weight c * impurity c.
Proof.
  intros H N. destruct (Qlt_le_dec 0 (weight c)) as [P|L].
  - apply Qmult_le_0_compat; [lra|auto].
  - assert (W := weight_nonneg c N). setoid_replace (weight c) with 0 by lra. lra.
Qed.

Theorem identifier_gini_gain_is_maximal parts parts' :
  (forall c, In c parts -> nonneg c) -> (forall c, In c parts' -> nonneg c) ->
  gini (merge parts) == gini (merge parts') -> 0 < weight (merge parts') ->
  (forall c, In c parts -> 0 < weight c -> pure c) -> gain gini parts' <= gain gini parts.
Proof.
  intros N N' E P H. apply identifier_gain_is_maximal; trivial; intros c I.
  - apply (weighted_zero_of_pure gini); auto using gini_zero_iff_pure.
  - apply (weighted_nonneg gini); auto using gini_nonneg.
Qed.

Theorem identifier_misclassification_gain_is_maximal parts parts' :
  (forall c, In c parts -> nonneg c) -> (forall c, In c parts' -> nonneg c) ->
  misclassification (merge parts) == misclassification (merge parts') -> 0 < weight (merge parts') ->
  (forall c, In c parts -> 0 < weight c -> pure c) ->
  gain misclassification parts' <= gain misclassification parts.
Proof.
  intros N N' E P H. apply identifier_gain_is_maximal; trivial; intros c I.
  - apply (weighted_zero_of_pure misclassification); auto using misclassification_zero_iff_pure.
  - apply (weighted_nonneg misclassification); auto using misclassification_nonneg.
Qed.

Theorem identifier_squared_error_gain_is_maximal (parts parts' : list rows) :
  (forall r, In r (parts ++ parts') -> weighted r) ->
  let whole ps := merge (map moments_of ps) in
  squared_error (whole parts) == squared_error (whole parts') -> 0 < weight (whole parts') ->
  (forall r, In r parts -> rss (moments_of r) == 0) ->
  gain squared_error (map moments_of parts') <= gain squared_error (map moments_of parts).
Proof.
  intros W whole E P H. apply identifier_gain_is_maximal; trivial;
    intros m I; apply in_map_iff in I as (r & <- & I); [now apply H|].
  apply rss_nonneg, W, in_or_app. now right.
Qed.

(** ** Gain is never negative *)

Theorem gini_gain_nonneg parts : (forall c, In c parts -> nonneg c) -> 0 < weight (merge parts) ->
  0 <= gain gini parts.
Proof. intros. apply gain_nonneg_iff_never_exceeds. now apply conditional_gini_never_exceeds. Qed.

Theorem misclassification_gain_nonneg parts : (forall c, In c parts -> nonneg c) ->
  0 < weight (merge parts) -> 0 <= gain misclassification parts.
Proof.
  intros. apply gain_nonneg_iff_never_exceeds. now apply conditional_misclassification_never_exceeds.
Qed.

Theorem squared_error_gain_nonneg parts : (forall m, In m parts -> valid m) ->
  0 < weight (merge parts) -> 0 <= gain squared_error parts.
Proof.
  intros. apply gain_nonneg_iff_never_exceeds. now apply conditional_squared_error_never_exceeds.
Qed.

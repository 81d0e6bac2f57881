(** * RoundedFilter: what floats keep where weights and responses are rounded to a grid

    Sums of rounded weights and responses are as near to the true ones as [RoundedSums] has them.
      Then keys are near
    ([RoundedFloats]), the float of the bound covers how near ([RoundedBounds]),
      and true keys order questions as gains do,
    for weights and responses that are any rational numbers ([RationalKeys]): so every question of largest
      gain is kept. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary GrowingRational.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeKeys WholeCounts RoundedRows RoundedKeys
  RoundedCounts
  RoundedFloats RoundedBounds RationalKeys.
Import ListNotations.
Open Scope R_scope.

(** ** Classes *)

(** What is programmed: of Gini, sums of squares, each added in some order;
    of misclassification, the largest counts. *)
Definition gini_scored (ps : list float_part) (key : float64) : Prop := exists squares : part -> float64,
  (forall p, In p ps -> sum_of_squares p (squares (part_of p))) /\ gini_key_is ps (fun p => squares (part_of
    p)) key.
Definition largest_float (p : float_part) (x : float64) : Prop :=
  is_finite x = true /\ B2R x = largest_count (counts (part_of p)) snd.
Definition misclassification_scored (ps : list float_part) (key : float64) : Prop := exists most : list
  float64,
  Forall2 largest_float ps most /\ adds_up_to most key.

Lemma paired {A B} (R : A -> B -> Prop) l m : Forall2 R l m ->
  map fst (combine l m) = l /\ map snd (combine l m) = m /\ forall x, In x (combine l m) -> R (fst x) (snd x).
Proof.
  induction 1 as [|x y l m H F (IH1 & IH2 & IH3)]; [easy|]. cbn. rewrite IH1, IH2. repeat split.
    intros z [<-|I]; [exact H|now apply IH3].
Qed.

Section Classes.
  (** Questions, each with the true counts of its children and with the floats of them;
    [c] units are a weight of 1.
      [l] is the lightest row, [e] the bound on sums of weights; at most [a] children, and [K] classes. *)
  Context {question : Type}.
  Variables (counted : question -> list ClassCounts) (in_floats : question -> list float_part).
  Variables (key : question -> float64) (qs : list question) (largest bound : float64).
  Variables (node : ClassCounts) (c W W' l e : R) (K a : nat).

  Hypothesis unit : 0 < c.
  Hypothesis light : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= W' <= IZR (2 ^ 63).
  Hypothesis arity : (2 <= a)%nat.
  Hypothesis few : INR (K + a + 4) * u <= / 1000.
  Hypothesis whole : Rabs (W - W') <= e.
  Hypothesis of_one_node : forall q, In q qs -> same_counts (merge (counted q)) node /\
    (forall d, In d (counted q) -> (0 < weight d)%Q) /\ (1 <= length (in_floats q) <= a)%nat /\
    Forall2 (reads c) (counted q) (map part_of (in_floats q)) /\ sumR its_true_weight (in_floats q) = W.
  Hypothesis near : forall q p, In q qs -> In p (in_floats q) ->
    its_true_weight p = sumR fst (float_counts p) /\
    sumR (fun x => Rabs (fst x - B2R (snd x))) (float_counts p) <= e /\
    l <= B2R (its_float_weight p) <= W' /\ Rabs (its_true_weight p - B2R (its_float_weight p)) <= e /\
    (1 <= length (float_counts p) <= K)%nat.
  Hypothesis whole_numbers : forall q p, In q qs -> In p (in_floats q) ->
    whole_below 63 (its_float_weight p) /\
    forall x, In x (float_counts p) -> 0 <= fst x /\ whole_below 63 (snd x).
  Hypothesis is_the_largest : is_largest largest (map key qs).
  Hypothesis the_bound : bound_of_classes (INR a * (2 * INR K + 4)) 1 e W' <= B2R bound.

  Let parts q := map part_of (in_floats q).

  Lemma part_is_near q p : In q qs -> In p (parts q) ->
    true_weight p = sumR fst (counts p) /\ sumR (fun x => Rabs (fst x - snd x)) (counts p) <= e /\
    l <= float_weight p <= W' /\ Rabs (true_weight p - float_weight p) <= e /\ (1 <= length (counts p) <=
      K)%nat.
  Proof.
    intros I J. apply in_map_iff in J as (r & <- & J). destruct (near q r I J) as (A & B & C & D & E).
    simpl. rewrite !sumR_map, map_length. simpl. now repeat split.
  Qed.

  Lemma part_counts q p x : In q qs -> In p (parts q) -> In x (counts p) -> 0 <= fst x /\ exists n,
    snd x = IZR n.
  Proof.
    intros I J X. apply in_map_iff in J as (r & <- & J). apply (whole_counts_are_counts r); [|exact X].
    intros y Y. now apply (whole_numbers q r I J).
  Qed.

  Lemma whole_weight q : In q qs -> sumR true_weight (parts q) = W /\ Rabs (W - W') <= e.
  Proof. intros I. split; [|exact whole]. unfold parts. rewrite sumR_map. simpl. now apply of_one_node. Qed.

  Lemma part_arity q : In q qs -> (1 <= length (parts q) <= a)%nat.
  Proof. intros I. unfold parts. rewrite map_length. now apply of_one_node. Qed.

  Lemma bound_covers : 2 / 3 * RoundedCounts.bound W' e K a 1 <= B2R bound.
  Proof.
    apply Rle_trans with (2 := the_bound). unfold RoundedCounts.bound.
    destruct light as (L & E & L8 & W2). assert (A := le_INR _ _ arity). simpl (INR 2) in A.
    apply the_bound_of_classes_is_enough; try lra.
    assert (H := pos_INR K). apply Rle_trans with (2 * (2 * 0 + 4)); [lra|apply Rmult_le_compat; lra].
  Qed.

  Lemma same_merge q p : In q qs -> In p qs -> same_counts (merge (counted p)) (merge (counted q)).
  Proof.
    intros I J. destruct (of_one_node q I) as (A & _). destruct (of_one_node p J) as (B & _).
    intros k. now rewrite (A k), (B k).
  Qed.

  Lemma some_parts q : In q qs -> counted q <> [].
  Proof.
    intros I E. destruct (of_one_node q I) as (_ & _ & L & F & _). rewrite E in F.
    apply Forall2_length in F. rewrite map_length in F. simpl in F. lia.
  Qed.

  Lemma all_positive q p : In q qs -> In p qs -> forall d, In d (counted p) \/ In d (counted q) ->
    (0 < weight d)%Q.
  Proof. intros I J d [D|D]; [now apply (of_one_node p J)|now apply (of_one_node q I)]. Qed.

  (** *** Gini *)
  Section Gini.
    Hypothesis programmed : forall q, In q qs -> gini_scored (in_floats q) (key q).

    Lemma gini_key_facts q : In q qs -> is_finite (key q) = true /\
      Rabs (B2R (key q) - sumR true_share (parts q)) <= 2 / 3 * RoundedCounts.bound W' e K a 1.
    Proof.
      clear arity. intros I. destruct light as (L & E & L8 & W2). assert (U := u_pos).
      assert (FewK : forall n, (n <= K + a + 4)%nat -> INR n * u <= / 1000).
      { intros n H. apply le_INR in H. apply Rle_trans with (2 := few). apply Rmult_le_compat_r; lra. }
      destruct (programmed q I) as (squares & added & scored).
      destruct (the_gini_key_does_not_overflow (in_floats q) (fun p => squares (part_of p)) (fun p => B2R
        (squares p)) (key q))
        as [F H].
      - intros p J. destruct (whole_numbers q p I J) as [A B]. destruct (near q p I J) as (_ & _ & C & _).
        split; [exact A|]. split; [lra|]. intros x X. now apply B.
      - intros p J. apply FewK. destruct (near q p I J) as (_ & _ & _ & _ & C). lia.
      - apply FewK. destruct (of_one_node q I) as (_ & _ & C & _). lia.
      - exact added.
      - reflexivity.
      - exact scored.
      - split; [exact F|]. rewrite Rabs_minus_sym.
        apply (gini_key_of_rounded_counts_is_near (parts q) W W' l e K a light (whole_weight q I)
          (fun p => part_is_near q p I) (fun p x => part_counts q p x I) (part_arity q I) few (fun p => B2R
            (squares p))).
        + intros p J. apply in_map_iff in J as (r & <- & J).
          apply (squares_do_not_overflow (in_floats q) (fun p => squares (part_of p))).
          * intros s S. destruct (whole_numbers q s I S) as [A B]. destruct (near q s I S) as (_ & _ & C & _).
            split; [exact A|]. split; [lra|]. intros x X. now apply B.
          * intros s S. apply FewK. destruct (near q s I S) as (_ & _ & _ & _ & C). lia.
          * exact added.
          * exact J.
        + exact H.
    Qed.

    Theorem the_gini_filter_of_rounded_weights q : In q qs ->
      (forall p, In p qs -> (gain gini (counted p) <= gain gini (counted q))%Q) ->
        In q (survivors_by key largest bound qs).
    Proof.
      intros I Best. apply (kept_within key (fun q => sumR true_share (parts q)) qs largest bound
        is_the_largest); trivial.
      - intros p J. now apply gini_key_facts.
      - intros p J. apply Rle_trans with (2 := bound_covers). now apply gini_key_facts.
      - intros p J. apply (gini_gains_order_true_keys c (counted p) (counted q)); auto using same_merge,
        some_parts.
        + now apply all_positive.
        + split; now apply of_one_node.
    Qed.
  End Gini.

  (** *** Misclassification *)
  Section Misclassification.
    Hypothesis programmed : forall q, In q qs -> misclassification_scored (in_floats q) (key q).

    Lemma misclassification_key_facts q : In q qs -> is_finite (key q) = true /\
      Rabs (B2R (key q) - sumR (fun p => largest_count (counts p) fst) (parts q)) <=
        2 / 3 * RoundedCounts.bound W' e K a 1.
    Proof.
      clear arity. intros I. assert (U := u_pos).
      assert (Len : INR (length (in_floats q)) * u <= / 1000).
      { apply Rle_trans with (2 := few). apply Rmult_le_compat_r; [lra|]. apply le_INR.
        destruct (of_one_node q I) as (_ & _ & C & _). lia. }
      destruct (programmed q I) as (most & most_is & added).
        destruct (paired _ _ _ most_is) as (E1 & E2 & most_of).
      rewrite <- E2 in added.
      destruct (shares_add_up snd (fun x : float_part * float64 => largest_count (counts (part_of (fst x)))
        snd) _ _ added) as (F & A & _).
      - intros [p x] J. destruct (most_of _ J) as [Fp Ep]. cbn [fst snd] in *.
        assert (Jp : In p (in_floats q)) by (rewrite <- E1; now apply (in_map fst) in J). clear J.
          rename Jp into J. split; [exact Fp|]. split; [|exact Ep]. rewrite Ep.
        destruct (whole_numbers q p I J) as [_ H]. unfold largest_count. cbn [counts part_of].
        clear - H. induction (float_counts p) as [|x xs IH].
        + cbn [map fold_right]. split; [lra|apply bpow_ge_0].
        + destruct IH as [B1 B2]; [intros y Y; apply H; now right|].
          cbn [map fold_right snd]. split; [apply Rle_trans with (2 := Rmax_r _ _); exact B1|].
          apply Rmax_lub; [|exact B2]. destruct (H x (or_introl eq_refl)) as (_ & _ & _ & B).
          apply Rle_trans with (1 := Rle_abs _). apply Rle_trans with (1 := B), bpow_le. lia.
      - assert (Ln := f_equal (@length _) E1). rewrite map_length in Ln. rewrite Ln. exact Len.
      - split; [exact F|]. rewrite Rabs_minus_sym.
        apply (misclassification_key_of_rounded_counts_is_near (parts q) W W' l e K a light (whole_weight q I)
          (fun p => part_is_near q p I) (fun p x => part_counts q p x I) (part_arity q I) few).
        unfold parts. rewrite map_map. rewrite <- E1, map_map. exact A.
    Qed.

    Theorem the_misclassification_filter_of_rounded_weights q : In q qs ->
      (forall p, In p qs -> (gain misclassification (counted p) <= gain misclassification (counted q))%Q) ->
      In q (survivors_by key largest bound qs).
    Proof.
      intros I Best. apply (kept_within key (fun q => sumR (fun p => largest_count (counts p) fst) (parts q))
        qs largest bound
        is_the_largest); trivial.
      - intros p J. now apply misclassification_key_facts.
      - intros p J. apply Rle_trans with (2 := bound_covers). now apply misclassification_key_facts.
      - intros p J. apply (misclassification_gains_order_true_keys c (counted p) (counted q));
        auto using same_merge, some_parts.
        + now apply all_positive.
        + split; now apply of_one_node.
    Qed.
  End Misclassification.
End Classes.

(** ** Squared error *)

Lemma sums_are_zero_or_large l s c : added_up l s -> is_float c -> 0 <= c -> (forall x, In x l ->
  x = 0 \/ c <= x) -> s = 0 \/ c <= s.
Proof.
  intros A F C. induction A as [x Fx|l1 l2 s t A IA B IB|l1 l2 s P A IA]; intros H.
  - apply H. now left.
  - destruct IA as [->|Ls]; [intros x I; apply H, in_or_app; now left| |];
      (destruct IB as [->|Lt]; [intros x I; apply H, in_or_app; now right| |]);
      [left; rewrite Rplus_0_l; apply rnd_0|right..]; rewrite <- (rnd_float c F); apply rnd_le; lra.
  - apply IA. intros x I. apply H. now apply (Permutation.Permutation_in _ P).
Qed.

Lemma multiples_of_a_power x : is_float x -> x = 0 \/ power_of_two (-66) <= Rabs x -> exists n,
  x = IZR n * power_of_two (-120).
Proof.
  intros F [->|L]; [exists 0%Z; ring|]. assert (M := mag_ge_bpow radix2 x (-65) L). unfold generic_format,
    F2R in F.
  cbn [Fnum Fexp] in F. set (k := Ztrunc (scaled_mantissa radix2 fexp64 x)) in *.
    set (e := cexp radix2 fexp64 x) in *.
  assert (E : (-120 <= e)%Z) by (unfold e, cexp, FLT_exp; lia).
  exists (k * 2 ^ (e + 120))%Z. rewrite mult_IZR. change 2%Z with (radix_val radix2). rewrite IZR_Zpower by
    lia.
  rewrite Rmult_assoc, <- bpow_plus. replace (e + 120 + -120)%Z with e by lia. exact F.
Qed.

Lemma rnd_zero_or_large k x : (-1000 <= k)%Z -> x = 0 \/ power_of_two k <= x ->
  rnd x = 0 \/ power_of_two k <= rnd x.
Proof.
  intros K [->|L]; [left; apply rnd_0|right]. rewrite <- (rnd_float (power_of_two k)); [now apply rnd_le|].
  apply generic_format_bpow. unfold FLT_exp. lia.
Qed.

Lemma quotient_zero_or_large x w : x = 0 \/ 1 <= x -> 1 <= w <= power_of_two 126 ->
  x / w = 0 \/ power_of_two (-126) <= x / w.
Proof.
  intros [->|X] [W1 W2]; [left; unfold Rdiv; ring|right]. unfold Rdiv. rewrite <- (Rmult_1_l (power_of_two
    (-126))).
  assert (I : 0 < power_of_two (-126)) by apply bpow_gt_0. apply Rmult_le_compat; try lra.
  change (-126)%Z with (- (126))%Z. rewrite bpow_opp. apply Rinv_le_contravar; lra.
Qed.

Section SquaredErrorFilter.
  Context {question : Type}.
  Variables (counted : question -> list Moments) (in_floats : question -> list float_child).
  Variables (key : question -> float64) (qs : list question) (largest bound W T : float64).
  Variables (node : Moments) (c b y W0 T0 l L e eT A : R) (a : nat).

  Hypothesis units : 0 < c /\ 0 < b.
  (** [L] is the lightest row as a float, and no child weighs less than [l], a ninth less. *)
  Hypothesis light : 1 <= l /\ 8 * e <= l /\ 2 * l <= B2R W.
  Hypothesis lightest_row : 1 <= L <= 9 / 8 * l.
  Hypothesis whole_numbers : whole_below 63 W /\ whole_below 63 T.
  Hypothesis whole : Rabs (W0 - B2R W) <= e /\ Rabs (T0 - B2R T) <= eT /\ Rabs (B2R T) <= A.
  Hypothesis bounds : (e = 0 \/ / 2 <= e) /\ / 2 <= eT /\ (A = 0 \/ 1 <= A).
  Hypothesis arity : (2 <= a)%nat /\ (INR a + 2) * u <= / 1000.
  Hypothesis of_one_node : forall q, In q qs -> same_moments (merge (counted q)) node /\
    (forall m, In m (counted q) -> (0 < weight m)%Q) /\ (2 <= length (in_floats q) <= a)%nat /\
    Forall2 (reads_moments c b y) (counted q) (map child_of (in_floats q)) /\
    sumR its_weight (in_floats q) = W0 /\ sumR true_sum (in_floats q) = T0.
  Hypothesis near : forall q x, In q qs -> In x (in_floats q) ->
    l <= B2R (weight_in_floats x) <= B2R W /\ Rabs (its_weight x - B2R (weight_in_floats x)) <= e /\
    whole_below 63 (weight_in_floats x).

  (** Of two children the second one's sum is not used. *)
  Definition scored_as_two (q : question) : Prop := exists r s, in_floats q = [r; s] /\
    key q = squared_key W T (weight_in_floats r) (weight_in_floats s) (float_sum r) /\
    Rabs (B2R W - (B2R (weight_in_floats r) + B2R (weight_in_floats s))) <= e /\
    whole_below 63 (float_sum r) /\ Rabs (true_sum r - B2R (float_sum r)) <= eT /\ Rabs (B2R (float_sum r))
      <= 1002 / 1000 * A.
  Definition scored_as_many (q : question) : Prop := (3 <= a)%nat /\ (exists shares,
    adds_up_to (map share_of_sum (in_floats q)) shares /\ key q = squared_key_of_many W T shares) /\
    (forall r, In r (in_floats q) -> whole_below 63 (float_sum r) /\ Rabs (true_sum r - B2R (float_sum r)) <=
      eT) /\
    Rabs (B2R T - sumR (fun r => B2R (float_sum r)) (in_floats q)) <= eT.
  Hypothesis programmed : forall q, In q qs -> scored_as_two q \/ scored_as_many q.

  Let value q := true_key_of_many (map child_of (in_floats q)).

  Lemma e_nonneg : 0 <= e.
  Proof. destruct whole as [H _]. apply Rle_trans with (2 := H), Rabs_pos. Qed.

  Lemma some_children q : In q qs -> counted q <> [].
  Proof.
    intros I E. destruct (of_one_node q I) as (_ & _ & N & F & _). rewrite E in F.
    apply Forall2_length in F. rewrite map_length in F. simpl in F. lia.
  Qed.

  Lemma value_nonneg q : In q qs -> 0 <= value q.
  Proof.
    intros I. destruct (of_one_node q I) as (_ & P & Len & F & _). assert (N := some_children q I).
    destruct (gain_by_squares (counted q) N P) as [W1 G].
    assert (V : forall m, In m (counted q) -> valid m).
    { intros m J. assert (H := P m J). split; [now apply Qlt_le_weak|]. intros Z. rewrite Z in H.
      discriminate. }
    assert (H := Impurity.conditional_squared_error_never_exceeds (counted q) V W1). unfold gain in G.
    set (w := sum weight (counted q)) in *. set (n := (w * sum squares_share (counted q) - sum
      Summaries.total (counted q) * sum Summaries.total (counted q))%Q) in *.
    assert (N0 : (0 <= n)%Q).
    { setoid_replace n with (n / (w * w) * (w * w))%Q by (field; intros Z; rewrite Z in W1; discriminate).
      apply Qmult_le_0_compat; [|apply Qmult_le_0_compat; now apply Qlt_le_weak]. rewrite <- G.
      apply (proj1 (Qle_minus_iff _ _)) in H. exact H. }
    unfold value. rewrite (true_key_reads c b y (counted q)) by (trivial; apply units).
    apply Qle_Rle in N0. unfold n in N0. rewrite Q2R_minus, !Q2R_mult, RMicromega.Q2R_0 in N0. fold w.
    destruct units. repeat apply Rmult_le_pos; lra.
  Qed.

  Lemma squared_key_zero_or_large q : In q qs -> scored_as_two q ->
    is_finite (key q) = true /\ (B2R (key q) = 0 \/ power_of_two (-200) <= B2R (key q)).
  Proof.
    intros I (r & s & E & -> & _ & Ht & _). destruct whole_numbers as [HW HT]. destruct light as (L1 & _).
    assert (Ir : In r (in_floats q)) by (rewrite E; now left). assert (Is : In s (in_floats q)) by
      (rewrite E; right; now left).
    destruct (near q r I Ir) as ([Lr _] & _ & Hr). destruct (near q s I Is) as ([Ls _] & _ & Hs).
    destruct (the_key_does_not_overflow W T (weight_in_floats r) (weight_in_floats s) (float_sum r)) as (F &
      K & D);
      [split; [exact HW|split; [exact HT|split; [exact Hr|split; [exact Hs|exact Ht]]]]|lra|]. split;
        [exact F|]. rewrite K. unfold float_key.
    destruct (times_whole_below 63 63 _ _ Hr Hs ltac:(lia)) as [Ew (_ & _ & Lw)]. rewrite Ew in Lw.
    destruct (square_facts _ D) as (P0 & P1 & _).
    apply (rnd_zero_or_large (-200)); [lia|].
    assert (P2 : rnd (B2R (weight_in_floats r) * B2R (weight_in_floats s)) >= 1).
    { apply Rle_ge, rnd_1. apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]. }
    destruct (quotient_zero_or_large (rnd (float_difference (B2R W) (B2R (weight_in_floats r)) (B2R
      (float_sum r)) (B2R T) *
      float_difference (B2R W) (B2R (weight_in_floats r)) (B2R (float_sum r)) (B2R T)))
      (rnd (B2R (weight_in_floats r) * B2R (weight_in_floats s)))) as [Z|Z].
    - destruct P1 as [Z|Z]; [left; rewrite Z; apply rnd_0|right; now apply rnd_1].
    - apply Rabs_le_inv in Lw. split; [lra|apply Lw].
    - now left.
    - right. apply Rle_trans with (2 := Z), bpow_le. lia.
  Qed.

  Lemma many_facts q : In q qs -> scored_as_many q -> exists shares,
    adds_up_to (map share_of_sum (in_floats q)) shares /\ key q = squared_key_of_many W T shares /\
    is_finite (key q) = true /\ B2R (key q) = float_key_of_many (B2R W) (B2R T) (B2R shares) /\
    (B2R shares = 0 \/ power_of_two (-65) <= B2R shares).
  Proof.
    intros I (_ & (shares & S & K) & Hs & Hsum). exists shares. split; [exact S|]. split; [exact K|].
    destruct whole_numbers as [HW HT]. destruct light as (L1 & L8 & L2). assert (E0 := e_nonneg).
    destruct arity as [A2 Few]. destruct (of_one_node q I) as (_ & _ & [N2 Na] & _). assert (U := u_pos).
    assert (ET := proj1 (proj2 bounds)).
    destruct (the_key_of_many_does_not_overflow (in_floats q) W T shares) with (l := l) (e := e) (eT := eT)
      as (F & E & Ad); trivial.
    - split; [exact HW|]. split; [exact HT|]. intros r J. split; [now apply Hs|now apply (near q r I J)].
    - repeat split; lra.
    - split; [lia|]. apply Rle_trans with (2 := Few). apply Rmult_le_compat_r; [lra|]. apply le_INR in Na.
      lra.
    - intros r J. destruct (near q r I J) as (B1 & B2 & _). split; [exact B1|]. split;
      [exact B2|now apply Hs].
    - rewrite K. split; [exact F|]. split; [exact E|].
      apply (sums_are_zero_or_large _ _ _ Ad); [apply generic_format_bpow; unfold FLT_exp;
        lia|apply bpow_ge_0|].
      intros x X. rewrite map_map in X. apply in_map_iff in X as (r & <- & J). simpl.
      destruct (near q r I J) as ([B1 _] & _ & Hw). destruct (Hs r J) as [Ht _].
      destruct (square_facts _ (whole_below_is_whole _ _ Ht)) as (_ & P1 & _).
      apply (rnd_zero_or_large (-65)); [lia|]. assert (B3 := proj2 (proj2 Hw)). apply Rabs_le_inv in B3.
      set (z := rnd (B2R (float_sum r) * B2R (float_sum r))) in *. set (w := B2R (weight_in_floats r)) in *.
      assert (Z : z = 0 \/ 1 <= z) by (destruct P1 as [Z|Z]; [left; unfold z; rewrite Z; apply rnd_0|right;
        now apply rnd_1]).
      destruct Z as [->|Z]; [left; unfold Rdiv; ring|right]. unfold Rdiv.
        rewrite <- (Rmult_1_l (power_of_two (-65))).
      assert (I0 : 0 < power_of_two (-65)) by apply bpow_gt_0. apply Rmult_le_compat; try lra.
      apply Rle_trans with (power_of_two (- (63))); [apply bpow_le; lia|]. rewrite bpow_opp.
        apply Rinv_le_contravar; lra.
  Qed.

  Lemma key_of_many_zero_or_large q : In q qs -> scored_as_many q ->
    is_finite (key q) = true /\ (B2R (key q) = 0 \/ power_of_two (-200) <= B2R (key q)).
  Proof.
    intros I H. destruct (many_facts q I H) as (shares & _ & _ & F & E & S). split; [exact F|].
    rewrite E. unfold float_key_of_many. destruct whole_numbers as [HW HT]. destruct light as (L1 & _ & L2).
    set (x := rnd (B2R W * B2R shares)). set (z := rnd (B2R T * B2R T)).
    assert (X : x = 0 \/ power_of_two (-66) <= Rabs x).
    { assert (Y : x = 0 \/ power_of_two (-66) <= x).
      { apply (rnd_zero_or_large (-66)); [lia|]. destruct S as [->|S]; [left; ring|right].
        rewrite <- (Rmult_1_l (power_of_two (-66))).
        assert (I0 : 0 < power_of_two (-66)) by apply bpow_gt_0.
        assert (power_of_two (-66) <= power_of_two (-65)) by (apply bpow_le; lia). apply Rmult_le_compat;
          lra. }
      destruct Y as [Y|Y]; [now left|right]. assert (I0 : 0 < power_of_two (-66)) by apply bpow_gt_0.
        rewrite Rabs_right; lra. }
    assert (Z : z = 0 \/ power_of_two (-66) <= Rabs z).
    { destruct (square_facts _ (whole_below_is_whole _ _ HT)) as (_ & P1 & _). unfold z.
      destruct P1 as [P1|P1]; [left; rewrite P1; apply rnd_0|right]. apply rnd_1 in P1.
        rewrite Rabs_right by lra.
      apply Rle_trans with (2 := P1). apply (bpow_le radix2 (-66) 0). lia. }
    destruct (multiples_of_a_power x (rnd_is_float _) X) as [n En]. destruct (multiples_of_a_power z
      (rnd_is_float _) Z) as [k Ek].
    rewrite En, Ek. replace (IZR n * power_of_two (-120) - IZR k * power_of_two (-120)) with (IZR (n - k) *
      power_of_two (-120))
      by (rewrite minus_IZR; ring).
    assert (P := bpow_gt_0 radix2 (-120)). destruct (Z_le_gt_dec (n - k) 0) as [G|G].
    - left. apply Rmax_right. rewrite <- rnd_0. apply rnd_le. apply IZR_le in G.
      replace 0 with (0 * power_of_two (-120)) by ring. apply Rmult_le_compat_r; lra.
    - right. apply Rle_trans with (2 := Rmax_l _ _). apply Rle_trans with (power_of_two (-120));
      [apply bpow_le; lia|].
      rewrite <- (rnd_float (power_of_two (-120))) at 1 by (apply generic_format_bpow; unfold FLT_exp; lia).
        apply rnd_le.
      rewrite <- (Rmult_1_l (power_of_two (-120))) at 1. apply Rmult_le_compat_r; [lra|]. apply IZR_le. lia.
  Qed.

  Lemma key_facts q : In q qs -> is_finite (key q) = true /\ (B2R (key q) = 0 \/ power_of_two (-200) <= B2R
    (key q)).
  Proof.
    intros I. destruct (programmed q I); [now apply squared_key_zero_or_large|now apply
      key_of_many_zero_or_large].
  Qed.

  (** [best] is no less than the key, be it of these questions or of others. *)
  Lemma the_bound_covers best off q : In q qs -> B2R (key q) <= best ->
    best = 0 \/ power_of_two (-200) <= best ->
    2 * (if Nat.eqb a 2 then bound_of_two (B2R W) L e eT A best
      else bound_of_many (B2R W) L e eT A best (B2R T) (INR a)) <= off ->
    Rabs (B2R (key q) - value q) <= off.
  Proof.
    intros I Lm Bm Covers. destruct light as (L1 & L8 & L2). assert (LL := lightest_row).
      destruct whole_numbers as [HW HT]. destruct whole as (EW & ET & AT).
    destruct bounds as (Be & BeT & BA). destruct arity as [A2 Few]. assert (E0 := e_nonneg).
      assert (U := u_pos).
    assert (M0 : 0 <= best) by (assert (P := bpow_gt_0 radix2 (-200)); destruct Bm; lra). rewrite
      Rabs_minus_sym. destruct (of_one_node q I) as (_ & _ & [N2 Na] & _ & Sw &
      St).
    assert (W63 := proj2 (proj2 HW)). apply Rabs_le_inv in W63.
    assert (Sizes : 1 <= B2R W <= power_of_two 63 /\ 1 <= L <= power_of_two 63) by (repeat split; lra).
    assert (TT : B2R T * B2R T = 0 \/ 1 <= B2R T * B2R T) by apply (square_facts _ (whole_below_is_whole _ _
      HT)).
    assert (Ia : 2 <= INR a <= power_of_two 50).
    { split; [apply le_INR in A2; simpl (INR 2) in A2; exact A2|].
      apply Rmult_le_reg_r with u; [lra|]. apply Rle_trans with (/ 1000); [lra|].
      rewrite u_is_a_power, <- bpow_plus. change (power_of_two (50 + -53)) with (/ 8). lra. }
    assert (NT : (e = 0 \/ / 2 <= e) /\ / 2 <= eT /\ (A = 0 \/ 1 <= A) /\ (best = 0 \/ power_of_two
      (-200) <= best) /\
      (B2R T * B2R T = 0 \/ 1 <= B2R T * B2R T) /\ 2 <= INR a <= power_of_two 50) by (now repeat split).
    assert (A0 : 0 <= A) by (destruct BA; lra).
    assert (Two := the_bound_of_two_is_enough (B2R W) L e eT A (best) (B2R T) (INR a) Sizes NT).
    assert (W0p : 0 < B2R W) by (clear - L1 L2; lra). assert (l0 : 0 < l /\ 0 < L) by (clear - L1 LL; lra).
      destruct l0 as [l0 L0].
    assert (eT0 : 0 <= eT) by (clear - BeT; lra).
    assert (More : 2 * bound_of_two (B2R W) L e eT A (best) <= off).
    { apply Rle_trans with (2 := Covers). destruct (Nat.eqb a 2); [apply Rle_refl|].
      apply Rmult_le_compat_l; [clear; lra|].
      apply the_bound_of_many_is_no_less; trivial. apply pos_INR. }
    destruct (programmed q I) as [H|H].
    - destruct H as (r & s & E & K & Pw & Ht & Et & At).
      assert (Ir : In r (in_floats q)) by (rewrite E; now left). assert (Is : In s (in_floats q)) by
        (rewrite E; right; now left).
      destruct (near q r I Ir) as ([Lr _] & Er & Hr). destruct (near q s I Is) as ([Ls _] & Es & Hs).
      assert (Wr := Er). assert (Ws := Es). apply Rabs_le_inv in Wr, Ws.
      rewrite E in Sw, St. cbn [sumR fold_right] in Sw, St. rewrite Rplus_0_r in Sw, St.
      assert (V : value q = (W0 * true_sum r - its_weight r * T0) * (W0 * true_sum r - its_weight r * T0) /
        (its_weight r * its_weight s)).
      { unfold value. rewrite E. cbn [map]. rewrite true_key_of_two by (simpl; clear - Wr Ws Lr Ls L1 L8 E0;
        lra). simpl.
        now rewrite Sw, St. }
      rewrite V. apply Rle_trans with (2 := More). apply Rle_trans with (2 := Two). rewrite K in Lm |- *.
      assert (A1 : A <= 1002 / 1000 * A) by (clear - A0; lra).
      destruct (squared_key_in_binary64_is_near W T (weight_in_floats r) (weight_in_floats s) (float_sum r))
        with (W0 := W0) (w0 := its_weight r) (v0 := its_weight s) (t0 := true_sum r) (T0 := T0) (l := l) (e
          := e) (eT := eT) (A := 1002 / 1000 * A)
          (m := best) as [_ N]; trivial;
        [split; [exact HW|split; [exact HT|split; [exact Hr|split; [exact Hs|exact Ht]]]]|clear - L1 Lr Ls;
          lra|now split|
        now repeat split|now repeat split|split; [exact At|now apply Rle_trans with (2 := A1)]|].
      apply Rle_trans with (1 := N). clear N V More Two.
      set (d5 := 2 * B2R W * eT + 2 * (1002 / 1000 * A) * e + 5 * u * B2R W * (1002 / 1000 * A)).
      set (d8 := 2 * (B2R W * eT + A * e) + 8 * u * B2R W * A). set (p := l * B2R W / 2).
      assert (P : 0 < p) by (unfold p; assert (0 < l * B2R W) by (now apply Rmult_lt_0_compat); clear - H;
        lra).
      assert (WA : 0 <= u * (B2R W * A)) by (clear - U A0 W0p; repeat apply Rmult_le_pos; lra).
      assert (D0 : 0 <= d5 /\ d5 <= 1002 / 1000 * d8 /\ 0 <= d8).
      { assert (0 <= B2R W * eT) by (clear - W0p eT0; apply Rmult_le_pos; lra). assert (0 <= A * e) by
        (now apply Rmult_le_pos).
        unfold d5, d8. clear - WA H H0. repeat split; lra. }
      destruct D0 as (D0 & D1 & D8).
      apply Rle_trans with (1 := the_bound_of_two_grows d5 (1002 / 1000 * d8) p (best) _ D0 D1 P).
      set (x := best * (2 * (e / l) + 4 * u)) in *.
      assert (X0 : 0 <= x).
      { apply Rmult_le_pos; [exact M0|]. assert (0 <= e / l) by (apply Rmult_le_pos;
        [exact E0|now apply Rlt_le, Rinv_0_lt_compat]). clear - H U. lra. }
      assert (S0 : 0 <= d8 * sqrt (best / p)) by (apply Rmult_le_pos; [exact D8|apply sqrt_pos]).
      assert (Q0 : 0 <= d8 * d8 / p) by (apply Rmult_le_pos;
        [now apply Rmult_le_pos|now apply Rlt_le, Rinv_0_lt_compat]).
      assert (Light := a_lighter_row_costs_little d8 (B2R W) (best) e l L D8 W0p M0 E0 l0 L0
        ltac:(clear - LL; lra)).
      fold p x in Light. apply Rle_trans with (19 / 10 * (16 / 27) * (3 / 2 * (2 * d8 * sqrt (best /
        p) + d8 * d8 / p + x))).
      + replace (1002 / 1000 * d8 * (1002 / 1000 * d8) / p) with (1002 / 1000 * (1002 / 1000) * (d8 * d8 /
        p)) by (unfold Rdiv; ring).
        replace (2 * (1002 / 1000 * d8) * sqrt (best / p)) with (1002 / 1000 * (2 * (d8 * sqrt (best / p))))
          by ring.
        replace (2 * d8 * sqrt (best / p)) with (2 * (d8 * sqrt (best / p))) by ring.
        clear - X0 S0 Q0. lra.
      + clear - Light. lra.
    - destruct (many_facts q I H) as (shares & S & K & F & _). destruct H as (A3 & _ & Hs & Hsum).
      assert (Eb : Nat.eqb a 2 = false) by (apply Nat.eqb_neq; lia). rewrite Eb in Covers.
      assert (Many := the_bound_of_many_is_enough (B2R W) L e eT A (best) (B2R T) (INR a) Sizes NT).
      apply Rle_trans with (2 := Covers). apply Rle_trans with (2 := Many). rewrite K in Lm |- *.
      assert (V : value q = squares_of (map child_of (in_floats q)) W0 - T0 * T0).
      { unfold value, true_key_of_many. rewrite !sumR_map. change (fun x => weight_of (child_of x)) with
        its_weight.
        change (fun x => sum_of (child_of x)) with true_sum. now rewrite Sw, St. }
      assert (V0 := value_nonneg q I). rewrite V in V0 |- *.
      assert (Ln := le_INR _ _ Na).
      destruct (squared_key_of_many_in_binary64_is_near (in_floats q) W T shares) with (W0 := W0) (T0 := T0)
        (l := l) (e := e)
        (eT := eT) (m := best) as [_ N]; trivial.
      + split; [exact HW|]. split; [exact HT|]. intros r J. split; [now apply Hs|now apply (near q r I J)].
      + repeat split; lra.
      + now split.
      + split; [exact N2|]. apply Rle_trans with (2 := Few). apply Rmult_le_compat_r; lra.
      + intros r J. destruct (near q r I J) as (B1 & B2 & _). split; [exact B1|]. split;
        [exact B2|now apply Hs].
      + assert (S0 : 0 <= best + B2R T * B2R T) by (clear - M0 TT; destruct TT; lra).
        apply Rle_trans with (1 := N). apply Rle_trans with (1 := the_bound_of_many_grows eT _ (B2R W) l e _
          (INR a) eT0 S0 W0p l0
          (pos_INR _) Ln).
        apply a_lighter_row_costs_little_of_many; trivial; [clear - LL; lra|apply pos_INR].
  Qed.

  Hypothesis is_the_largest : is_largest largest (map key qs).
  Hypothesis the_bound : 2 * (if Nat.eqb a 2 then bound_of_two (B2R W) L e eT A (B2R largest)
    else bound_of_many (B2R W) L e eT A (B2R largest) (B2R T) (INR a)) <= B2R bound.

  Theorem the_squared_error_filter_of_rounded_rows q : In q qs ->
    (forall p, In p qs -> (gain squared_error (counted p) <= gain squared_error (counted q))%Q) ->
    In q (survivors_by key largest bound qs).
  Proof.
    intros I Best. apply (kept_within key value qs largest bound is_the_largest); trivial.
    - intros p J. now apply key_facts.
    - intros p J. destruct (the_largest_is_a_key key qs largest is_the_largest (fun q J => proj1 (key_facts q
        J))) as [(d & Id & Ed) Lm].
      apply (the_bound_covers (B2R largest)); auto. rewrite Ed. now apply key_facts.
    - intros p J. destruct (of_one_node q I) as (Mq & Pq & _ & Fq & _).
      destruct (of_one_node p J) as (Mp & Pp & _ & Fp & _).
      apply (squared_error_gains_order_true_keys c b y (counted p) (counted q)); auto using some_children;
        try apply units.
      + intros m [D|D]; auto.
      + destruct Mp as (A1 & A3 & A4). destruct Mq as (B1 & B2 & B3).
        split; [now rewrite A1, B1|]. split; [now rewrite A3, B2|now rewrite A4, B3].
  Qed.
End SquaredErrorFilter.

(** ** An example, and a plausible wrong statement

    Two rows of weight 1/3, one of each class; 2^40 units are 1/3.  Two questions part them,
      in either order. *)
Definition third : R := power_of_two 40.
Definition of_third : float64 := of_whole (2 ^ 40).
Definition none : float64 := of_whole 0.
Definition first_row : float_part :=
  {| float_counts := [(third, of_third); (0, none)]; its_true_weight := third;
    its_float_weight := of_third |}.
Definition second_row : float_part :=
  {| float_counts := [(0, none); (third, of_third)]; its_true_weight := third;
    its_float_weight := of_third |}.
Definition two_parts (q : bool) : list float_part := if q then [first_row; second_row] else [second_row;
  first_row].
Definition two_counts (q : bool) : list ClassCounts := if q then [[1 # 3; 0]; [0; 1 # 3]]%Q else [[0;
  1 # 3]; [1 # 3; 0]]%Q.
Definition square_of_third : float64 := plus (times of_third of_third) (times none none).
Definition square_of_third' : float64 := plus (times none none) (times of_third of_third).
Definition key_of_two_rows : float64 := gini_key square_of_third square_of_third of_third of_third.

Example the_gini_filter_of_rounded_weights_applies q :
  In q (survivors_by (fun _ => key_of_two_rows) key_of_two_rows (of_whole 17) [true; false]).
Proof.
  assert (T : third = 1099511627776) by reflexivity. assert (U := u_pos).
    destruct (of_whole_is 0) as [E0 F0]; [lia|].
  destruct (of_whole_is (2 ^ 40)) as [E3 F3]; [lia|]. fold of_third in E3, F3. fold none in E0, F0.
  change (IZR (2 ^ 40)) with third in E3.
  assert (W0 : whole_below 63 none).
  { split; [exact F0|]. rewrite E0. split; [now exists 0%Z|]. rewrite Rabs_R0. apply bpow_ge_0. }
  assert (W3 : whole_below 63 of_third).
  { split; [exact F3|]. rewrite E3. split; [now exists (2 ^ 40)%Z|]. rewrite Rabs_right by (rewrite T; lra).
    apply bpow_le. lia. }
  assert (Q3 : 3 * third * Q2R (1 # 3) = third) by (unfold Q2R; simpl; field).
  assert (Q0 : 3 * third * Q2R 0 = 0) by (unfold Q2R; simpl; ring).
  apply (the_gini_filter_of_rounded_weights two_counts two_parts (fun _ => key_of_two_rows) [true;
    false] key_of_two_rows
    (of_whole 17) [1 # 3; 1 # 3]%Q (3 * third) (2 * third) (2 * third) third 1 2 2).
  - rewrite T. lra.
  - change (IZR (2 ^ 63)) with 9223372036854775808. rewrite T. lra.
  - lia.
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat (2 + 2 + 4))) with 8. lra.
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - intros p _. split; [intros [|[|[|k]]]; destruct p; vm_compute; reflexivity|].
    split; [intros d I; destruct p; simpl in I; destruct I as [<-|[<-|[]]]; vm_compute; reflexivity|].
    split; [destruct p; simpl; lia|]. split.
    + assert (R1 : reads (3 * third) [1 # 3; 0]%Q (part_of first_row)).
      { split; [cbn [map counts part_of float_counts first_row fst]; now rewrite Q3, Q0|].
        cbn [true_weight part_of first_row its_true_weight]. rewrite <- Q3 at 1.
        f_equal; apply Qeq_eqR; vm_compute; reflexivity. }
      assert (R2 : reads (3 * third) [0; 1 # 3]%Q (part_of second_row)).
      { split; [cbn [map counts part_of float_counts second_row fst]; now rewrite Q3, Q0|].
        cbn [true_weight part_of second_row its_true_weight]. rewrite <- Q3 at 1.
        f_equal; apply Qeq_eqR; vm_compute; reflexivity. }
      destruct p; cbn [two_counts two_parts map]; repeat apply Forall2_cons; trivial.
    + destruct p; cbn; ring.
  - intros p r _ I. assert (H : r = first_row \/ r = second_row) by (destruct p; simpl in I; intuition auto).
    destruct H as [-> | ->]; cbn [float_counts first_row second_row its_true_weight its_float_weight sumR
      fold_right fst snd length];
      rewrite ?E0, ?E3, !(Rminus_diag_eq _ _ eq_refl), ?Rabs_R0; repeat split; try lia; lra.
  - intros p r _ I. assert (H : r = first_row \/ r = second_row) by (destruct p; simpl in I; intuition auto).
    destruct H as [-> | ->]; cbn [float_counts first_row second_row its_float_weight]; (split; [exact W3|]);
      intros x [<-|[<-|[]]]; cbn [fst snd]; (split; [rewrite ?T; lra|assumption]).
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - destruct (of_whole_is 17) as [E17 _]; [lia|]. rewrite E17. simpl (INR 2). unfold bound_of_classes.
    assert (B : rnd (1 + rnd (8 * u * (2 * third))) <= 1 + / 32).
    { assert (F : is_float (1 + / 32)).
      { replace (1 + / 32) with (IZR 33 * power_of_two (-5)) by (change (power_of_two (-5)) with (/ 32);
        field).
        apply Mult_error.mult_bpow_exact_FLT; [apply whole_is_float; lia|].
        assert (M := mag_ge_bpow radix2 (IZR 33) 6 ltac:(rewrite Rabs_right by lra;
          change (power_of_two (6 - 1)) with 32; lra)). lia. }
      rewrite <- (rnd_float _ F). apply rnd_le. assert (G : rnd (8 * u * (2 * third)) <= power_of_two (-5)).
      { rewrite <- (rnd_float (power_of_two (-5))) by (apply generic_format_bpow; unfold FLT_exp; lia).
        apply rnd_le.
        change (power_of_two (-5)) with (/ 32). rewrite T. unfold u. lra. }
      change (power_of_two (-5)) with (/ 32) in G. lra. }
    replace ((1 + 1) * (2 * (1 + 1) + 4) * 1) with (IZR 16) by ring. rewrite (rnd_whole 16) by lia.
    rewrite <- (rnd_whole 17) by lia. apply rnd_le. lra.
  - intros p _. exists (fun _ => square_of_third). split.
    + intros r I. assert (H : r = first_row \/ r = second_row) by (destruct p; simpl in I; intuition auto).
      destruct H as [-> | ->]; unfold sum_of_squares; cbn [map float_counts first_row second_row snd].
      * change [times of_third of_third; times none none] with ([times of_third of_third] ++ [times none
        none]). repeat constructor.
      * apply (reordered ([times of_third of_third] ++ [times none none])); [constructor|repeat constructor].
    + right. destruct p; [exists first_row, second_row|exists second_row, first_row]; now split.
  - destruct q; [now left|right; now left].
  - intros p _. destruct q, p; vm_compute; discriminate.
Qed.

(** That the largest float alone would do.  Of weights 2^20 + 2/5, twice that and three times that the first
  is rounded down
    and the second up: two questions that gain the same by misclassification have the keys 5 * 2^20 + 2 and 5
      * 2^20 + 1. *)
Example the_largest_float_of_rounded_weights_is_not_enough :
  let a := (1048576 + (2 # 5))%Q in let parts := [[2 * a; 3 * a]; [2 * a; 0]]%Q in
  let key (q : bool) := if q then plus (of_whole (3 * 2 ^ 20 + 1)) (of_whole (2 ^ 21 + 1))
    else plus (of_whole (3 * 2 ^ 20 + 1)) (plus (of_whole (2 ^ 20)) (of_whole (2 ^ 20))) in
  (0 <= gain misclassification parts)%Q /\ survivors_by key (key true) (of_whole 0) [true; false] = [true].
Proof. split; vm_compute; [discriminate|reflexivity]. Qed.

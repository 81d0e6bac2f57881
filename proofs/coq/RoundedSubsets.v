(** * RoundedSubsets: subsets of categories where weights are rounded, by class

    The exact gain of a subset is brought to the unit of keys by the weight of the node as floats have it,
      which is
    off by [e], as is the key of no gain.  The first costs no more than a slope [sigma] times [e], the
      second the
    bound of one child, half the bound of a key of two.  So each question of largest gain is kept, be it a
      subset
    or not, from the rows on. *)
From Coq Require Import ZArith QArith Qminmax Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Spec.Entropies Sums Summary Impurity
  GrowingRational.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeKeys WholeFilter WholeCounts RoundedRows
  RoundedCounts
  RoundedFloats Gathered RoundedUnits RoundedBounds RationalKeys RoundedFilter RoundedEntropies
    RationalEntropies
  ProgrammedLogarithm FloatTerms RoundedGains FromRows FloatBounds SubsetKeys.
Import ListNotations.
Open Scope R_scope.

(** ** Any impurity of classes *)

Section Classes.
  (** [b] is the true key of no gain, [base] its float; [W] the node's weight, [W'] what floats have for it.
     A gain
      is at most [sigma]. *)
  Context {C : Type}.
  Variables (key : C -> float64) (gain : C -> R) (candidates : list C) (largest bound base : float64).
  Variables (b W W' l e sigma : R) (K a : nat).
  Hypothesis light : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= W' <= IZR (2 ^ 63).
  Hypothesis sizes : (2 <= a)%nat /\ 1 <= INR K <= power_of_two 50 /\ 1 <= sigma <= 128.
  Hypothesis whole : Rabs (W - W') <= e.
  Hypothesis base_is : is_finite base = true /\ Decisions.sizable (B2R base) /\ Rabs b <= W * sigma /\
    Rabs (b - B2R base) <= 2 / 3 * RoundedCounts.bound W' e K 1 sigma.
  Hypothesis covers : 2 / 3 * RoundedCounts.bound W' e K a sigma <= B2R bound.
  Hypothesis each : forall q, In q candidates ->
    is_finite (key q) = true /\ Rabs (B2R (key q) - (b + W * gain q)) <= B2R bound \/
    scored_exactly base (W' * gain q) (key q) /\ gain q <= sigma.
  Hypothesis is_the_largest : is_largest largest (map key candidates).

  Lemma each_is_scored : 0 < W /\
    (is_finite base = true /\ of_size (Rabs (B2R base)) /\ Rabs (B2R base) <= power_of_two 600) /\
    0 <= B2R bound /\ forall p, In p candidates ->
    computed key (affine gain b W) bound p \/ exactly_scored key gain bound base b W W' p.
  Proof.
    destruct light as (L1 & E0 & L8 & W2 & W63). destruct sizes as (A2 & (K1 & K50) & S1 & S7).
    destruct base_is as (Fb & Sb & Bb & Nb). assert (U := u_pos). assert (Hw := whole). apply Rabs_le_inv in
      Hw.
    apply le_INR in A2. simpl (INR 2) in A2. unfold RoundedCounts.bound in *. simpl (INR 1) in *.
    change (IZR (2 ^ 63)) with (power_of_two 63) in W63.
    assert (UW : 0 <= u * W' <= / 1000000 * W').
    { split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra]. }
    set (z := e + 8 * u * W') in *.
    assert (Z0 : 0 <= e <= z) by (unfold z; lra). assert (Z1 : 16 * u <= z).
    { assert (u * 2 <= u * W') by (apply Rmult_le_compat_l; lra). unfold z. lra. }
    set (B := (2 * INR K + 4) * sigma * z) in *.
    replace (2 / 3 * (1 * (2 * INR K + 4) * sigma * z)) with (2 / 3 * B) in Nb by (unfold B; ring).
    assert (B1 : 6 * (sigma * z) <= B).
    { unfold B. rewrite Rmult_assoc. apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra. }
    assert (Sz : z <= sigma * z) by (rewrite <- (Rmult_1_l z) at 1; apply Rmult_le_compat_r; lra).
    assert (Covers : 4 / 3 * B <= B2R bound).
    { apply Rle_trans with (2 := covers). replace (INR a * (2 * INR K + 4) * sigma * z) with (INR a * B)
        by (unfold B; ring). assert (2 * B <= INR a * B) by (apply Rmult_le_compat_r; lra). lra. }
    assert (P63 := bpow_gt_0 radix2 63).
    assert (Big : W' * sigma <= power_of_two 70).
    { change 70%Z with (63 + 7)%Z. rewrite bpow_plus. change (power_of_two 7) with 128.
      apply Rmult_le_compat; lra. }
    split; [lra|]. split; [|split; [lra|]].
    - split; [exact Fb|]. split; [destruct Sb as [->|Sb]; [left; apply Rabs_R0|now right]|].
      assert (T := Rabs_triang (B2R base - b) b). replace (B2R base - b + b) with (B2R base) in T by ring.
      rewrite Rabs_minus_sym in Nb.
      assert (Bl : B <= power_of_two 52 * 128 * power_of_two 64).
      { unfold B. apply Rmult_le_compat; [apply Rmult_le_pos; lra|lra| |].
        - apply Rmult_le_compat; try lra. change 52%Z with (2 + 50)%Z. rewrite bpow_plus.
          change (power_of_two 2) with 4. assert (4 <= power_of_two 50) by (apply (bpow_le radix2 2 50);
            lia). lra.
        - change 64%Z with (1 + 63)%Z. rewrite bpow_plus. change (power_of_two 1) with 2. unfold z. lra. }
      assert (Wb : W * sigma <= 2 * (W' * sigma)).
      { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
      change 128 with (power_of_two 7) in Bl. rewrite <- !bpow_plus in Bl.
      assert (power_of_two (52 + 7 + 64) <= power_of_two 598) by (apply bpow_le; lia).
      assert (power_of_two 70 <= power_of_two 598) by (apply bpow_le; lia).
      change 600%Z with (2 + 598)%Z. rewrite bpow_plus. change (power_of_two 2) with 4. lra.
    - intros p J. destruct (each p J) as [[F N]|[S G]]; [left; split; [exact F|now left]|right].
      assert (G0 : 0 <= gain p).
      { destruct S as (x & S & _). apply gain_is_nonnegative in S. apply Rmult_le_reg_l with W'; lra. }
      split; [exact S|]. split; [|split].
      + apply Rle_trans with (W' * sigma); [apply Rmult_le_compat_l; lra|].
        apply Rle_trans with (1 := Big), bpow_le. lia.
      + right. apply Rle_trans with u; [rewrite u_is_a_power; apply bpow_le; lia|lra].
      + rewrite (Rabs_minus_sym (B2R base) b), Rabs_mult, (Rabs_right (gain p)) by lra.
        assert (Rabs (W' - W) * gain p <= e * sigma).
        { apply Rmult_le_compat; try lra; [apply Rabs_pos|]. rewrite Rabs_minus_sym. exact whole. }
        assert (e * sigma <= sigma * z) by (rewrite Rmult_comm; apply Rmult_le_compat_l; lra).
        assert (0 <= u * Rabs (B2R base)) by (apply Rmult_le_pos; [lra|apply Rabs_pos]). lra.
  Qed.

  Theorem exact_gains_are_kept q : In q candidates -> (forall p, In p candidates -> gain p <= gain q) ->
    In q (survivors_by key largest (bound_with_gains bound largest base) candidates).
  Proof.
    destruct each_is_scored as (W0 & Base & E & S).
    now apply (gains_are_kept key gain candidates largest bound base b W W').
  Qed.

  Lemma exact_gains_are_within q : In q candidates -> is_finite (bound_with_gains bound largest base) = true
    ->
    is_finite (key q) = true /\
    Rabs (B2R (key q) - (b + W * gain q)) <= B2R (bound_with_gains bound largest base).
  Proof.
    destruct each_is_scored as (W0 & Base & E & S).
    now apply (gains_are_within key gain candidates largest bound base b W W').
  Qed.
End Classes.

Lemma gain_at_most_1 (impurity : ClassCounts -> Q) parts :
  (forall c, nonneg c -> (0 < weight c)%Q -> (0 <= impurity c <= 1)%Q) -> parts <> [] ->
  (forall c, In c parts -> nonneg c /\ (0 < weight c)%Q) -> (gain impurity parts <= 1)%Q.
Proof.
  intros H N P. assert (Nm : nonneg (merge parts)) by (apply merge_nonneg; intros c I; now apply P).
  assert (Pm : (0 < weight (merge parts))%Q).
  { rewrite weight_merge. destruct parts as [|c l]; [easy|]. cbn [sum fold_right].
    assert (A : (0 < weight c)%Q) by (apply P; now left).
    assert (B : (0 <= sum weight l)%Q) by (apply sum_nonneg; intros d I; apply Qlt_le_weak, P; now right).
    unfold sum in *. Lqa.lra. }
  assert (I1 := H _ Nm Pm). unfold gain, conditional_impurity.
  assert (S : (0 <= sum (fun s => weight s / weight (merge parts) * impurity s) parts)%Q).
  { apply sum_nonneg. intros c I. destruct (P c I) as [Nc Pc]. apply Qmult_le_0_compat; [|now apply H].
    apply Qle_shift_div_l; [exact Pm|]. rewrite Qmult_0_l. now apply Qlt_le_weak. }
  Lqa.lra.
Qed.

Lemma gini_at_most_1 c : nonneg c -> (0 < weight c)%Q -> (0 <= gini c <= 1)%Q.
Proof.
  intros N P. split; [now apply gini_nonneg|]. unfold gini.
  assert (0 <= sum (fun x => square (x / weight c)) c)%Q by (apply sum_nonneg; intros; apply square_nonneg).
  Lqa.lra.
Qed.

Lemma misclassification_at_most_1 c : nonneg c -> (0 < weight c)%Q -> (0 <= misclassification c <= 1)%Q.
Proof.
  intros N P. split; [now apply misclassification_nonneg|]. unfold misclassification.
  assert (0 <= largest c / weight c)%Q; [|Lqa.lra]. apply Qle_shift_div_l; [exact P|]. rewrite Qmult_0_l.
  unfold largest. clear. induction c as [|x c IH]; simpl; [apply Qle_refl|]. now apply Q.max_le_iff; right.
Qed.

(** ** Entropy

    A node is read as a child is: alone, as a question of one child. *)

Lemma entropy_of_a_node c d p W' : 0 < c -> nonneg d -> (0 < weight d)%Q -> reads c d p ->
  (forall x, In x (counts p) -> 0 <= fst x /\ (fst x = 0 \/ 1 <= fst x)) -> 1 <= true_weight p <= 8 / 7 * W'
    ->
  1 <= W' -> entropy d <= log2 W' + 2 /\ Rabs (true_entropy_key [p]) <= true_weight p * (log2 W' + 2).
Proof.
  intros C N P Rp X [W1 W2] W3. assert (L2 := ln_2_positive).
  assert (T := terms_are_nats c d p C N P Rp (fun x I => proj2 (X x I)) W1).
  assert (E : true_entropy_key [p] = sumR (fun x => phi (fst x)) (counts p) - phi (true_weight p))
    by (unfold true_entropy_key; simpl; ring).
  rewrite E, T in *. rewrite (nats_entropy d N P) in *. destruct Rp as [_ Ew]. rewrite <- T in E.
  assert (Eq : - (c / ln 2) * (Q2R (weight d) * ln 2 * entropy d) = - (true_weight p * entropy d))
    by (rewrite Ew; field; lra).
  rewrite Eq in T. assert (H0 := entropy_nonneg d N P).
  assert (S0 : 0 <= sumR (fun x => phi (fst x)) (counts p)).
  { apply sumR_nonneg. intros x I. destruct (X x I) as [X0 [Z|Z]]; [rewrite Z, phi_below; lra|].
    rewrite phi_above by exact Z. apply Rmult_le_pos; [exact X0|]. rewrite <- log2_1. apply log2_le; lra. }
  rewrite (phi_above (true_weight p) W1) in T. unfold bits in T.
  assert (Hl : entropy d <= log2 (true_weight p)).
  { apply Rmult_le_reg_l with (true_weight p); lra. }
  assert (Sl := the_slope_is_bounded W' W3). assert (I2 := Rinv_0_lt_compat _ L2).
  assert (Lg := log2_le (true_weight p) (8 / 7 * W') ltac:(lra) W2). rewrite Eq.
  assert (H : entropy d <= log2 W' + 2) by lra. split; [exact H|].
  rewrite Rabs_Ropp, Rabs_right by (apply Rle_ge, Rmult_le_pos; lra). apply Rmult_le_compat_l; lra.
Qed.

Section Entropy.
  (** As in [RationalEntropies], of some candidates [qs], and of the [node]; [qs] are computed. *)
  Context {question : Type}.
  Variables (log_float : R -> R) (counted : question -> list ClassCounts) (parts : question -> list part).
  Variables (key : question -> float64) (qs candidates : list question) (largest bound base : float64).
  Variables (d : ClassCounts) (node : part) (c W W' l e sigma : R) (K a : nat).
  Hypothesis log_is_near : forall n : Z, (1 <= n)%Z -> is_float (IZR n) -> is_float (log_float (IZR n)) /\
    Rabs (log_float (IZR n) - log2 (IZR n)) <= 8 * u * log2 (IZR n).
  Hypothesis unit : 0 < c.
  Hypothesis light : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= W' <= IZR (2 ^ 63).
  Hypothesis few : INR (a * (K + 1)) * u <= / 1000 /\ (2 <= a)%nat.
  Hypothesis whole : Rabs (W - W') <= e.
  Hypothesis read : read_well counted parts qs d c W W' l e K a.
  Hypothesis node_is_read : read_well (fun _ : Datatypes.unit => [d]) (fun _ => [node]) [tt] d c W W' l e K 1.
  Hypothesis programmed : forall q, In q qs -> is_finite (key q) = true /\ is_entropy_key log_float (parts q)
    (B2R (key q)).
  Hypothesis base_is : is_finite base = true /\ is_entropy_key log_float [node] (B2R base).
  Hypothesis float_of_the_slope : 999 / 1000 * (log2 W' + 2) <= sigma.
  Hypothesis the_bound : bound_of_classes (INR a * (2 * INR K + 4)) sigma e W' <= B2R bound.
  Hypothesis of_the_node : forall q, In q candidates -> counted q <> [] /\
    (forall d, In d (counted q) -> nonneg d /\ (0 < weight d)%Q) /\ same_counts (merge (counted q)) d.
  Hypothesis scored : forall q, In q candidates ->
    In q qs \/ scored_exactly base (W' * information_gain (counted q)) (key q).
  Hypothesis is_the_largest : is_largest largest (map key candidates).

  Lemma exact_information_gains_are_kept q : In q candidates ->
    (forall p, In p candidates -> information_gain (counted p) <= information_gain (counted q)) ->
    In q (survivors_by key largest (bound_with_gains bound largest base) candidates).
  Proof.
    destruct few as [Few A2]. assert (Light := light). destruct light as (L1 & E0 & L8 & W2 & W63).
    assert (U := u_pos).
    destruct node_is_read as (Nq & Nn & Nc & Nf). specialize (Nq tt (or_introl eq_refl)).
    specialize (Nn tt node (or_introl eq_refl) (or_introl eq_refl)).
    specialize (Nf tt node (or_introl eq_refl) (or_introl eq_refl)).
    destruct Nq as (_ & Pd & _ & Rd & Sw). destruct (Pd d (or_introl eq_refl)) as [Nd Wd].
    assert (Rn : reads c d node) by (inversion Rd; assumption).
    cbn [sumR fold_right] in Sw. rewrite Rplus_0_r in Sw. destruct Nn as (_ & _ & Ln & Dn & Lk).
    assert (Dn' := Dn). apply Rabs_le_inv in Dn'. assert (K1 := le_INR _ _ (proj1 Lk)).
    assert (Kk := le_INR _ _ (proj2 Lk)). simpl (INR 1) in K1.
    assert (Few1 : INR (1 * (K + 1)) * u <= / 1000).
    { apply Rle_trans with (2 := Few). apply Rmult_le_compat_r; [lra|]. apply le_INR. nia. }
    assert (Lg : 0 <= log2 W' <= 63).
    { split; [rewrite <- log2_1; apply log2_le; lra|].
      rewrite <- (log2_power 63). apply log2_le; [lra|exact W63]. }
    destruct (entropy_of_a_node c d node W' unit Nd Wd Rn) as [Hd Bd]; [|lra|lra|].
    { intros x X. split; [exact (proj1 (Nc tt node x (or_introl eq_refl) (or_introl eq_refl) X))|now apply
      Nf]. }
    rewrite Sw in Bd. destruct base_is as [Fb Eb].
    apply (exact_gains_are_kept key (fun p => information_gain (counted p)) candidates largest bound base
      (true_entropy_key [node]) W W' l e (log2 W' + 2) K a); trivial; [|split; [exact Fb|]| |].
    - split; [exact A2|]. split; [split; [lra|]|lra]. apply Rmult_le_reg_r with u; [lra|].
      rewrite u_is_a_power at 2. rewrite <- bpow_plus. change (power_of_two (50 + -53)) with (/ 8).
      rewrite Nat.mul_1_l, plus_INR in Few1. simpl (INR 1) in Few1. lra.
    - split; [|split; [exact Bd|]].
      + apply what_is_grained_is_sizable, (a_key_is_grained log_float log_is_near [node] _ Eb).
        intros p [<-|[]]. destruct Nf as (F1 & F2 & F3). split; [exact F1|]. split; [exact F2|]. intros x X.
        split; [now apply F3|exact (proj2 (Nc tt node x (or_introl eq_refl) (or_introl eq_refl) X))].
      + rewrite Rabs_minus_sym.
        apply (entropy_key_is_near log_float (fun _ : Datatypes.unit => [d]) (fun _ => [node]) (fun _ =>
          base) [tt] d c W W' l
          e K 1) with (p := tt); trivial.
        now left.
    - apply (the_bound_of_entropy_covers bound W' l e sigma K a); trivial.
    - intros p J. destruct (of_the_node p J) as (Np & Pp & Mp). destruct (scored p J) as [Q|S]; [left|right].
      + split; [now apply programmed|].
        apply Rle_trans with (2 := the_bound_of_entropy_covers bound W' l e sigma K a Light A2
          float_of_the_slope
          the_bound).
        assert (Rq := read). destruct Rq as (Rq & _). destruct (Rq p Q) as (_ & _ & _ & Fp & _). rewrite <-
          Sw.
        rewrite <- (true_keys_are_information_gains c unit (counted p) (parts p) d node); trivial.
        * apply (entropy_key_is_near log_float counted parts key qs d c W W' l e K a); trivial.
        * intros r R. now apply (large_enough counted parts qs d c W W' l e K a light read p).
        * split; [lra|]. intros x X. now apply Nf.
      + split; [exact S|]. apply Rle_trans with (2 := Hd).
        rewrite <- (entropy_same (merge (counted p)) d); trivial.
        * apply (information_gain_le_entropy (counted p)); [intros x X; now apply Pp|].
          rewrite (weight_same _ _ Mp). exact Wd.
        * apply merge_nonneg. intros x X. now apply Pp.
        * rewrite (weight_same _ _ Mp). exact Wd.
  Qed.
End Entropy.

(** ** From the rows on *)

Section Rows.
  (** As in [FromRows]. *)
  Context {A C : Type}.
  Variables (weighs : A -> Q) (in_float : A -> float64) (in_class : A -> nat) (rows : list A) (d : Q) (b m :
    Z) (K a : nat).
  Hypothesis data : weights_in_floats weighs in_float rows d m.
  Hypothesis grid : (0 <= b <= 62)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z.
  Hypothesis several : (2 <= length rows)%nat /\ INR (length rows) * u <= / 1000.
  Hypothesis classes : forall r, In r rows -> (in_class r < K)%nat.
  Hypothesis few : (2 <= a)%nat /\ INR (K + a + 4) * u <= / 1000 /\ (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z.
  Notation unit := (unit_of in_float b m).
  Notation one := (of_one d b m).
  Variables (whole : sums) (lightest : float64).
  Hypothesis whole_is : summed in_float in_class b m K rows whole.
  Hypothesis lightest_is : exists r, In r rows /\ lightest = of_whole (unit r) /\ forall s,
    In s rows -> (unit r <= unit s)%Z.
  Variables (asks : C -> asked A) (its_sums : C -> list sums) (key : C -> float64) (qs : list C) (largest
    bound slope : float64).
  Hypothesis questions : forall q, In q qs -> divided rows a (asks q) /\
    sums_are in_float in_class b m K whole (asks q) (its_sums q).
  Hypothesis the_bound : bound = bound_for_classes K a slope (length rows) (weight_sum whole).
  Let in_floats (q : C) : list float_part := floats_of weighs in_class d b m K (asks q) (its_sums q).
  Let counts_of_children (q : C) : list ClassCounts := map (counts_in weighs in_class K) (children_of (asks
    q)).

  (** Some candidates are [qs], whose keys are computed; the others are subsets, whose keys are exact gains.
    *)
  Variables (candidates : list C) (base : float64).
  Hypothesis is_the_largest : is_largest largest (map key candidates).
  Definition scored_by (gain : list ClassCounts -> R) (q : C) : Prop := In q qs \/ divided rows a (asks q) /\
    scored_exactly base (B2R (weight_sum whole) * gain (counts_of_children q)) (key q).
  Definition kept_beside_subsets : list C :=
    kept_by_floats rows whole lightest key candidates largest (bound_with_gains bound largest base).

  Let node : float_part := with_floats weighs in_class d b m K rows whole.
  Let W := one * Q2R (sum weighs rows).

  Lemma all_rows : Permutation (rows ++ []) rows.
  Proof. now rewrite app_nil_r. Qed.

  Lemma some_rows : rows <> [].
  Proof. intros E. destruct several as [S _]. rewrite E in S. simpl in S. lia. Qed.

  Lemma part_counts part others : Permutation (part ++ others) rows -> part <> [] ->
    nonneg (counts_in weighs in_class K part) /\ (0 < weight (counts_in weighs in_class K part))%Q.
  Proof.
    intros P N. split.
    - rewrite counts_are. intros x X. apply in_map_iff in X as (k & <- & _). apply sum_nonneg. intros r R.
      destruct (Nat.eqb k (in_class r)); [|apply Qle_refl]. apply Rle_Qle. rewrite RMicromega.Q2R_0.
      apply Rlt_le, (weighs_pos weighs in_float rows d m data), (Permutation_in _ P), in_or_app. now left.
    - apply Rlt_Qlt. rewrite RMicromega.Q2R_0.
      rewrite (counts_weigh weighs in_float in_class rows d b m K data classes part others P).
      apply (some_weight weighs in_float rows d m data part others P N).
  Qed.

  Lemma children_facts q : divided rows a (asks q) -> counts_of_children q <> [] /\
    (forall c, In c (counts_of_children q) -> nonneg c /\ (0 < weight c)%Q) /\
    same_counts (merge (counts_of_children q)) (counts_in weighs in_class K rows).
  Proof.
    intros (P & N & L). split; [|split].
    - intros Z. apply map_eq_nil in Z. rewrite Z in L. simpl in L. lia.
    - intros c J. apply in_map_iff in J as (part & <- & J).
      destruct (a_child_and_others _ rows P N (proj1 L) part J) as (others & Q & _).
      exact (part_counts part others Q (N part J)).
    - intros k. unfold counts_of_children, counts_in.
      rewrite <- (map_map (map (fun r => (weighs r, in_class r))) (counts_of K)).
      symmetry. apply counts_of_partition. rewrite <- concat_map. apply Permutation_map. now symmetry.
  Qed.

  Lemma node_reads : reads one (counts_in weighs in_class K rows) (part_of node).
  Proof.
    split; [|change (one * Q2R (sum weighs rows) = one * Q2R (weight (counts_in weighs in_class K rows)));
      now rewrite (counts_weigh weighs in_float in_class rows d b m K data classes rows [] all_rows)].
    rewrite counts_are. cbn. now rewrite !map_map.
  Qed.

  (** What is known of a node that is trusted: of the node itself, as of a child. *)
  Lemma node_is_near e : known (length rows) (weight_sum whole) lightest = true ->
    bounds rows (weight_sum whole) lightest e ->
    (its_true_weight node = sumR fst (float_counts node) /\
      sumR (fun x => Rabs (fst x - B2R (snd x))) (float_counts node) <= e /\
      8 / 9 * B2R lightest <= B2R (its_float_weight node) <= B2R (weight_sum whole) /\
      Rabs (its_true_weight node - B2R (its_float_weight node)) <= e /\
      (1 <= length (float_counts node) <= K)%nat) /\
    whole_below 63 (its_float_weight node) /\
    forall x, In x (float_counts node) -> 0 <= fst x /\ whole_below 63 (snd x).
  Proof.
    intros Kn Be. assert (Dn := several_classes weighs in_float in_class rows d b m K a data grid several
      classes few
      whole lightest whole_is lightest_is).
    destruct (counts_facts weighs in_float in_class rows d b m K a data grid several classes few whole
      lightest
      whole_is lightest_is rows [] whole e all_rows (or_introl whole_is) Kn Be) as (H1 & H2 & H3).
    assert (Tl := two_light weighs in_float rows d b m data grid several (weight_sum whole) lightest
      (proj1 whole_is) lightest_is Kn).
    destruct (FromRows.node_is_near weighs in_float rows d b m data grid several (weight_sum whole)
      (proj1 whole_is)) as (WW & _ & W0).
    split; [|split; [exact WW|exact H3]]. split; [exact H1|]. split; [exact H2|]. split; [split; [|apply
      Rle_refl]|].
    - cbn [its_float_weight node with_floats]. lra.
    - split; [|cbn; rewrite map_length, seq_length; lia].
      apply (node_weight weighs in_float rows d b m data grid several (weight_sum whole) lightest
        (proj1 whole_is) lightest_is Kn e Be).
  Qed.

  Lemma node_counts_are_whole k : In k (seq 0 K) -> whole_below 63 (class_sum whole k).
  Proof.
    intros I. apply in_seq in I.
    apply (a_class_sum weighs in_float in_class rows d b m K data grid several rows [] whole k); [exact
      all_rows|
      exact whole_is|lia].
  Qed.

  Lemma node_is_a_question e : known (length rows) (weight_sum whole) lightest = true ->
    bounds rows (weight_sum whole) lightest e -> forall q : Datatypes.unit, In q [tt] ->
    same_counts (merge [counts_in weighs in_class K rows]) (counts_in weighs in_class K rows) /\
    (forall c, In c [counts_in weighs in_class K rows] -> (0 < weight c)%Q) /\ (1 <= length [node] <= 1)%nat
      /\
    Forall2 (reads one) [counts_in weighs in_class K rows] (map part_of [node]) /\
    sumR its_true_weight [node] = W.
  Proof.
    intros Kn Be q _. split; [|split; [|split; [|split]]].
    - intros k. symmetry. apply (counts_of_partition K (map (fun r => (weighs r, in_class r)) rows)
        [map (fun r => (weighs r, in_class r)) rows] k). cbn. now rewrite app_nil_r.
    - intros c [<-|[]]. exact (proj2 (part_counts rows [] all_rows some_rows)).
    - simpl. lia.
    - constructor; [exact node_reads|constructor].
    - cbn. unfold W. ring.
  Qed.

  Lemma sizes_are e l : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= B2R (weight_sum whole) <= IZR (2 ^
    63) ->
    (2 <= a)%nat /\ 1 <= INR K <= power_of_two 50 /\ INR (K + 1 + 4) * u <= / 1000 /\
    0 <= log2 (B2R (weight_sum whole)) <= 63.
  Proof.
    intros L. destruct few as (A2 & F & _). assert (U := u_pos).
    assert (K1 := several_classes weighs in_float in_class rows d b m K a data grid several classes few
      whole lightest whole_is lightest_is).
    assert (Le : INR (K + 1 + 4) * u <= / 1000).
    { apply Rle_trans with (2 := F). apply Rmult_le_compat_r; [lra|apply le_INR; lia]. }
    split; [exact A2|]. split; [|split; [exact Le|]].
    - split; [change 1 with (INR 1); apply le_INR; exact K1|]. apply Rmult_le_reg_r with u; [lra|].
      rewrite u_is_a_power at 2. rewrite <- bpow_plus. change (power_of_two (50 + -53)) with (/ 8).
      rewrite !plus_INR in Le. simpl (INR 1) in Le. simpl (INR 4) in Le. lra.
    - split; [rewrite <- log2_1; apply log2_le; lra|].
      rewrite <- (log2_power 63). apply log2_le; [lra|]. apply L.
  Qed.

  (** Where the bound is finite, at a node that is trusted. *)
  Lemma beside_subsets gain sigma b0 :
    (known (length rows) (weight_sum whole) lightest = true -> is_finite bound = true -> exists e l,
      (1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= B2R (weight_sum whole) <= IZR (2 ^ 63)) /\
      1 <= sigma <= 128 /\ Rabs (W - B2R (weight_sum whole)) <= e /\
      (is_finite base = true /\ Decisions.sizable (B2R base) /\ Rabs b0 <= W * sigma /\
        Rabs (b0 - B2R base) <= 2 / 3 * RoundedCounts.bound (B2R (weight_sum whole)) e K 1 sigma) /\
      2 / 3 * RoundedCounts.bound (B2R (weight_sum whole)) e K a sigma <= B2R bound /\
      (forall q, In q qs -> is_finite (key q) = true /\ Rabs (B2R (key q) - (b0 + W * gain
        (counts_of_children q))) <=
        2 / 3 * RoundedCounts.bound (B2R (weight_sum whole)) e K a sigma) /\
      forall q, divided rows a (asks q) -> gain (counts_of_children q) <= sigma) ->
    (forall q, In q candidates -> scored_by gain q) ->
    forall q, In q candidates ->
    (forall p, In p candidates -> gain (counts_of_children p) <= gain (counts_of_children q)) ->
    In q kept_beside_subsets.
  Proof.
    intros H Scored q I Best. unfold kept_beside_subsets, kept_by_floats.
    destruct (known (length rows) (weight_sum whole) lightest) eqn:Kn; [|exact I].
    apply kept_where_the_bound_is_finite; [exact I|]. intros Fin.
    destruct (H eq_refl Fin) as (e & l & Li & Sg & Wn & Base & Covers & Computed & Most).
    destruct (sizes_are e l Li) as (A2 & K1 & _).
    apply (exact_gains_are_kept key (fun p => gain (counts_of_children p)) candidates largest bound base b0 W
      (B2R (weight_sum whole)) l e sigma K a); trivial; [now repeat split|].
    intros p J. destruct (Scored p J) as [Q|[D S]]; [left|right].
    - destruct (Computed p Q) as [F N]. split; [exact F|]. exact (Rle_trans _ _ _ N Covers).
    - split; [exact S|now apply Most].
  Qed.

  Lemma rational_gain_at_most_1 (impurity : ClassCounts -> Q) q :
    (forall c, nonneg c -> (0 < weight c)%Q -> (0 <= impurity c <= 1)%Q) -> divided rows a (asks q) ->
    Q2R (gain impurity (counts_of_children q)) <= 1.
  Proof.
    intros H D. destruct (children_facts q D) as (N & P & _). rewrite <- RMicromega.Q2R_1.
    now apply Qle_Rle, gain_at_most_1.
  Qed.

  Lemma a_share_is_at_most (impurity share : ClassCounts -> Q) :
    (forall c, nonneg c -> (0 < weight c)%Q -> (0 <= impurity c <= 1)%Q) ->
    (forall c : ClassCounts, (0 < weight c)%Q -> (weight c * impurity c == weight c - share c)%Q) ->
    Rabs (one * Q2R (share (counts_in weighs in_class K rows))) <= W * 1.
  Proof.
    intros H S. destruct (part_counts rows [] all_rows some_rows) as [N P]. specialize (H _ N P). specialize
      (S _ P).
    assert (P1 := of_one_pos weighs in_float rows d b m data).
    assert (E := counts_weigh weighs in_float in_class rows d b m K data classes rows [] all_rows).
    set (c := counts_in weighs in_class K rows) in *.
    assert (B : (0 <= share c <= weight c)%Q).
    { setoid_replace (share c) with (weight c * (1 - impurity c))%Q by Lqa.lra. split.
      - apply Qmult_le_0_compat; Lqa.lra.
      - setoid_replace (weight c) with (weight c * 1)%Q at 2 by ring. apply Qmult_le_l; Lqa.lra. }
    destruct B as [B1 B2]. apply Qle_Rle in B1, B2. rewrite RMicromega.Q2R_0 in B1. unfold W.
    rewrite Rmult_1_r, Rabs_right by (apply Rle_ge, Rmult_le_pos; lra). apply Rmult_le_compat_l; lra.
  Qed.

  Lemma the_bound_covers_all e s sigma : 0 <= e -> 2 <= B2R (weight_sum whole) -> 1 <= s ->
    999 / 1000 * s <= sigma ->
    bound_of_classes (INR a * (2 * INR K + 4)) sigma e (B2R (weight_sum whole)) <= B2R bound ->
    2 / 3 * RoundedCounts.bound (B2R (weight_sum whole)) e K a s <= B2R bound.
  Proof.
    intros E W2 S Sg B. apply Rle_trans with (2 := B). unfold RoundedCounts.bound.
    apply the_bound_of_classes_is_enough; trivial; [|lra]. assert (H := pos_INR K).
    assert (A2 := le_INR _ _ (proj1 few)). simpl (INR 2) in A2.
    apply Rle_trans with (2 * (2 * 0 + 4)); [lra|apply Rmult_le_compat; lra].
  Qed.

  (** *** Gini *)
  Section Gini.
    Variable add : C -> list float64 -> float64.
    Hypothesis adds : forall q l, l <> [] -> adds_up_to l (add q l).
    Hypothesis keys : forall q, In q qs -> gini_key_of K (add q) (asks q) (its_sums q) (key q).
    (** The squares of all counts are added up once more. *)
    Variable f : float64.
    Hypothesis base_is : adds_up_to (map (fun k => times (class_sum whole k) (class_sum whole k)) (seq 0 K))
      f /\
      base = over f (weight_sum whole).

    Theorem the_gini_filter_from_rows_with_subsets : slope = of_whole 1 ->
      (forall q, In q candidates -> scored_by (fun parts => Q2R (gain gini parts)) q) ->
      forall q, In q candidates ->
      (forall p, In p candidates -> (gain gini (counts_of_children p) <= gain gini (counts_of_children
        q))%Q) ->
      In q kept_beside_subsets.
    Proof.
      intros S Scored q I Best. apply (beside_subsets (fun parts => Q2R (gain gini parts)) 1 (true_share
        (part_of
        node))); trivial; [|intros p J; now apply Qle_Rle, Best]. intros Kn Fin.
      destruct (premises weighs in_float in_class rows d b m K a data grid several classes few whole
        lightest whole_is
        lightest_is asks its_sums qs bound slope questions the_bound Kn) as (e & l & Li & Wn & Nr & Wh & Bd
          & El & Be).
      destruct (sizes_are e l Li) as (A2 & _ & Few1 & _). destruct few as (_ & Fewa & _).
      destruct (of_whole_is 1) as [E1 _]; [lia|]. rewrite S, E1 in Bd. specialize (Bd ltac:(lra) Fin).
      destruct (node_is_near e Kn Be) as (Nn & Ww & Wc). rewrite <- El in Nn. assert (Wk :=
        node_counts_are_whole).
      assert (P1 := of_one_pos weighs in_float rows d b m data). destruct base_is as [Added Eb].
      exists e, l. split; [exact Li|]. split; [lra|]. split; [exact Wn|]. split; [|split; [|split]].
      - destruct (gini_key_facts (fun _ : Datatypes.unit => [counts_in weighs in_class K rows]) (fun _ =>
        [node])
          (fun _ => base) [tt] (counts_in weighs in_class K rows) one W (B2R (weight_sum whole)) l e K 1)
            with (q := tt)
          as [Fb Nb]; trivial.
        + exact (node_is_a_question e Kn Be).
        + intros _ p _ [<-|[]]. exact Nn.
        + intros _ p _ [<-|[]]. now split.
        + intros _ _. exists (fun _ => f). split.
          * intros p [<-|[]]. unfold sum_of_squares. cbn. rewrite map_map. exact Added.
          * left. cbn. rewrite Eb. constructor.
        + now left.
        + cbn [map sumR fold_right] in Nb. rewrite Rplus_0_r, Rabs_minus_sym in Nb. split; [exact Fb|].
          split; [|split;
            [|exact Nb]].
          * rewrite Eb in Fb |- *. assert (W1 : 1 <= B2R (weight_sum whole)) by lra.
            destruct (finite_over f (weight_sum whole) Fb (proj1 Ww) ltac:(lra)) as [Ff ->].
            destruct (shares_add_up (fun k => times (class_sum whole k) (class_sum whole k))
              (fun k => rnd (B2R (class_sum whole k) * B2R (class_sum whole k))) (seq 0 K) f Added) as (_ &
                Af & _).
            { intros k J. specialize (Wk k J). destruct (times_whole_below 63 63 _ _ Wk Wk ltac:(lia)) as
              [Ex (Fx & _ & L)]. split; [exact Fx|].
              split; [|exact Ex]. split; [rewrite Ex; apply rnd_nonneg, Rle_0_sqr|].
              apply Rle_trans with (1 := Rle_abs _). apply Rle_trans with (1 := L), bpow_le. lia. }
            { rewrite seq_length. apply Rle_trans with (2 := Few1). apply Rmult_le_compat_r; [apply Rlt_le,
              u_pos|].
              apply le_INR. lia. }
            assert (Zf : B2R f = 0 \/ 1 <= B2R f).
            { apply (sums_are_zero_or_large _ _ _ Af); [apply (power_of_two_is_float 0); lia|lra|].
              intros x J. apply in_map_iff in J as (k & <- & J).
              destruct (square_facts _ (whole_below_is_whole _ _ (Wk k J))) as (_ & [Z|Z] & _);
                [left; rewrite Z; apply rnd_0|right; now apply rnd_1]. }
            assert (L63 := proj2 (proj2 Ww)). apply Rabs_le_inv in L63. cbn [its_float_weight node
              with_floats] in L63.
            assert (P126 := bpow_le radix2 63 126 ltac:(lia)).
            destruct (rnd_zero_or_large (-126) (B2R f / B2R (weight_sum whole)) ltac:(lia)) as [Z|Z];
              [apply quotient_zero_or_large; [exact Zf|lra]|now left|right].
            apply Rle_trans with (2 := Rle_abs _). apply Rle_trans with (2 := Z), bpow_le. lia.
          * rewrite (true_share_reads one (counts_in weighs in_class K rows)); [|exact P1| |exact node_reads].
            -- now apply (a_share_is_at_most gini gini_share gini_at_most_1 gini_by_shares).
            -- exact (proj2 (part_counts rows [] all_rows some_rows)).
      - now apply (the_bound_covers_all e 1 1); [lra..|].
      - intros p J. destruct (questions p J) as [D _]. destruct (children_facts p D) as (Np & Pp & Mp).
        rewrite <- (true_keys_are_gains gini gini_share true_share one _ (map part_of (in_floats p))
          (counts_in weighs in_class K rows) (part_of node) gini_same gini_by_shares); trivial.
        + apply (gini_key_facts counts_of_children in_floats key qs (counts_in weighs in_class K rows) one W
            (B2R (weight_sum whole)) l e K a); trivial.
          * exact (one_node weighs in_float in_class rows d b m K a data grid several classes few whole asks
            its_sums qs
              questions).
          * intros r R. now apply (gini_is_scored weighs in_float in_class rows d b m K a data grid several
            classes few
              whole lightest whole_is lightest_is asks its_sums key qs bound slope questions the_bound add
                adds keys).
        + intros c p' Pc R. now apply true_share_reads.
        + intros c J'. now apply Pp.
        + now apply (one_node weighs in_float in_class rows d b m K a data grid several classes few whole
          asks its_sums qs
            questions).
        + exact node_reads.
      - intros p D. apply rational_gain_at_most_1; [exact gini_at_most_1|exact D].
    Qed.
  End Gini.

  (** *** Misclassification *)
  Section Misclassification.
    Hypothesis keys : forall q, In q qs -> misclassification_key_of K (its_sums q) (key q).
    Hypothesis base_is : is_largest base (map (class_sum whole) (seq 0 K)).

    Theorem the_misclassification_filter_from_rows_with_subsets : slope = of_whole 1 ->
      (forall q, In q candidates -> scored_by (fun parts => Q2R (gain misclassification parts)) q) ->
      forall q, In q candidates ->
      (forall p, In p candidates -> (gain misclassification (counts_of_children p) <=
        gain misclassification (counts_of_children q))%Q) ->
      In q kept_beside_subsets.
    Proof.
      intros S Scored q I Best. set (value := fun p : part => largest_count (counts p) fst).
      apply (beside_subsets (fun parts => Q2R (gain misclassification parts)) 1 (value (part_of node)));
        trivial;
        [|intros p J; now apply Qle_Rle, Best]. intros Kn Fin.
      destruct (premises weighs in_float in_class rows d b m K a data grid several classes few whole
        lightest whole_is
        lightest_is asks its_sums qs bound slope questions the_bound Kn) as (e & l & Li & Wn & Nr & Wh & Bd
          & El & Be).
      destruct (sizes_are e l Li) as (A2 & _ & Few1 & _). destruct few as (_ & Fewa & _).
      destruct (of_whole_is 1) as [E1 _]; [lia|]. rewrite S, E1 in Bd. specialize (Bd ltac:(lra) Fin).
      destruct (node_is_near e Kn Be) as (Nn & Ww & Wc). rewrite <- El in Nn.
      assert (P1 := of_one_pos weighs in_float rows d b m data).
      assert (Top : largest_float node base).
      { destruct Nn as (N1 & N2 & [N3 _] & N4 & _). apply Rabs_le_inv in N4.
        apply (the_top_is_the_largest_count node base e); [intros x X; now apply Wc|exact N2|lra|].
        cbn. rewrite map_map. exact base_is. }
      exists e, l. split; [exact Li|]. split; [lra|]. split; [exact Wn|]. split; [|split; [|split]].
      - destruct (misclassification_key_facts (fun _ : Datatypes.unit => [counts_in weighs in_class K rows])
          (fun _ => [node]) (fun _ => base) [tt] (counts_in weighs in_class K rows) one W (B2R (weight_sum
            whole)) l e K
          1) with (q := tt) as [Fb Nb]; trivial.
        + exact (node_is_a_question e Kn Be).
        + intros _ p _ [<-|[]]. exact Nn.
        + intros _ p _ [<-|[]]. now split.
        + intros _ _. exists [base]. split; [constructor; [exact Top|constructor]|constructor].
        + now left.
        + cbn [map sumR fold_right] in Nb. rewrite Rplus_0_r, Rabs_minus_sym in Nb. split; [exact Fb|].
          split; [|split; [|exact Nb]].
          * destruct base_is as [[N _]|[B _]];
              apply in_map_iff in N || apply in_map_iff in B; [destruct N as (k & Ek & Ik)|destruct B as (k
                & Ek & Ik)].
            -- destruct (node_counts_are_whole k Ik) as (F & _). now rewrite Ek in F.
            -- destruct (node_counts_are_whole k Ik) as (_ & (n & En) & _). rewrite <- Ek, En.
               destruct (Z.eq_dec n 0) as [->|D]; [now left|right].
               destruct (a_whole_number_of_size n) as [Z|Z]; [|exact Z]. apply Rabs_no_R0 in Z; [easy|now
                 apply IZR_neq].
          * unfold value. rewrite (largest_count_reads one (counts_in weighs in_class K rows)); [|exact
            P1|exact node_reads].
            now apply (a_share_is_at_most misclassification Impurities.largest misclassification_at_most_1
              misclassification_by_shares).
      - now apply (the_bound_covers_all e 1 1); [lra..|].
      - intros p J. destruct (questions p J) as [D _]. destruct (children_facts p D) as (Np & Pp & Mp).
        rewrite <- (true_keys_are_gains misclassification Impurities.largest value one _ (map part_of
          (in_floats p))
          (counts_in weighs in_class K rows) (part_of node) misclassification_same
            misclassification_by_shares);
          trivial.
        + apply (misclassification_key_facts counts_of_children in_floats key qs (counts_in weighs in_class
          K rows) one W
            (B2R (weight_sum whole)) l e K a); trivial.
          * exact (one_node weighs in_float in_class rows d b m K a data grid several classes few whole asks
            its_sums qs
              questions).
          * intros r R. now apply (misclassification_is_scored weighs in_float in_class rows d b m K a data
            grid several
              classes few whole lightest whole_is lightest_is asks its_sums key qs bound slope questions
                the_bound keys).
        + intros c p' Pc R. now apply largest_count_reads.
        + intros c J'. now apply Pp.
        + now apply (one_node weighs in_float in_class rows d b m K a data grid several classes few whole
          asks its_sums qs
            questions).
        + exact node_reads.
      - intros p D. apply rational_gain_at_most_1; [exact misclassification_at_most_1|exact D].
    Qed.
  End Misclassification.

  (** *** Entropy *)
  Section Entropy.
    Variable add : C -> list float64 -> float64.
    Hypothesis adds : forall q l, l <> [] -> adds_up_to l (add q l).
    Hypothesis same_sum : same_terms_same_sum K add.
    Hypothesis few_terms : INR (a * (K + 1)) * u <= / 1000.
    Hypothesis keys : forall q, In q qs -> entropy_key_of K (add q) (asks q) (its_sums q) (key q).
    (** The terms of all counts are added up once more. *)
    Variable f : float64.
    Hypothesis base_is : adds_up_to (map (fun k => weight_times_logarithm (class_sum whole k)) (seq 0 K)) f /\
      base = minus f (weight_times_logarithm (weight_sum whole)).

    Lemma base_of_entropy_is : is_finite base = true /\ is_entropy_key log_float [part_of node] (B2R base).
    Proof.
      destruct base_is as [Ad ->].
      destruct (FromRows.node_is_near weighs in_float rows d b m data grid several (weight_sum whole) (proj1
        whole_is)) as (WW & _).
      destruct (the_share_of_a_node K whole f node_counts_are_whole WW) as (Af & F1 & E1 & _); [|exact Ad|].
      { apply Rle_trans with (2 := proj1 (proj2 few)).
        apply Rmult_le_compat_r; [assert (U := u_pos); lra|]. apply le_INR. lia. }
      split; [exact F1|]. exists (fun _ => B2R f). split.
      - intros p [<-|[]]. cbn. rewrite !map_map. exact Af.
      - left. cbn. rewrite E1. apply one_term. apply rnd_is_float.
    Qed.

    Theorem the_entropy_filter_from_rows_with_subsets : slope = slope_of_entropy whole ->
      (forall q, In q candidates -> scored_by information_gain q) ->
      forall q, In q candidates ->
      (forall p, In p candidates -> information_gain (counts_of_children p) <= information_gain
        (counts_of_children
        q)) ->
      In q kept_beside_subsets.
    Proof.
      intros S Scored q I Best. unfold kept_beside_subsets, kept_by_floats.
      destruct (known (length rows) (weight_sum whole) lightest) eqn:Kn; [|exact I].
      apply kept_where_the_bound_is_finite; [exact I|]. intros Fin.
      destruct (children_are_read weighs in_float in_class rows d b m K a data grid several classes few
        whole lightest
        whole_is lightest_is asks its_sums qs bound slope questions the_bound Kn) as (e & l & Rd & Li & Wn &
          Bd & El & Be).
      destruct (node_is_near e Kn Be) as (Nn & Ww & Wc). rewrite <- El in Nn.
      assert (Sl : 0 <= B2R slope /\ 999 / 1000 * (log2 (B2R (weight_sum whole)) + 2) <= B2R slope).
      { rewrite S. now destruct (the_slope weighs in_float in_class rows d b m K a data grid several few whole
        whole_is) as (S0 & S1 & _); [lra|]. }
      specialize (Bd (proj1 Sl) Fin). assert (P1 := of_one_pos weighs in_float rows d b m data).
      apply (exact_information_gains_are_kept log_float counts_of_children (fun q => map part_of (in_floats
        q)) key qs
        candidates largest bound base (counts_in weighs in_class K rows) (part_of node) one W (B2R
          (weight_sum whole)) l e
        (B2R slope) K a); trivial.
      - exact log_float_is_near.
      - split; [exact few_terms|apply few].
      - destruct Nn as (H1 & H2 & H3 & H4 & H5).
        assert (Q := node_is_a_question e Kn Be tt (or_introl eq_refl)). destruct Q as (Q1 & Q2 & Q3 & Q4 &
          Q5).
        split; [|split; [|split]].
        + intros _ _. split; [exact Q1|]. split; [|split; [exact Q3|split; [exact Q4|exact Q5]]].
          intros c [<-|[]]. exact (part_counts rows [] all_rows some_rows).
        + intros _ p _ [<-|[]]. cbn [true_weight float_weight counts part_of].
          rewrite !sumR_map, map_length. cbn [fst snd]. now repeat split.
        + intros _ p x _ [<-|[]]. now apply (whole_counts_are_counts node).
        + intros _ p _ [<-|[]]. split; [apply float64_is_float|]. split; [apply Ww|]. intros x X. cbn in X.
          rewrite map_map in X. apply in_map_iff in X as (k & <- & X). cbn [fst snd]. split; [|apply
            float64_is_float].
          apply (at_least_a_unit weighs in_float in_class rows d b m K data grid several whole lightest
            whole_is
            lightest_is rows [] k Kn all_rows).
      - intros p J. destruct (entropy_is_scored weighs in_float in_class rows d b m K a data grid several
        classes few whole
          lightest whole_is lightest_is asks its_sums key qs bound slope questions the_bound add adds
            same_sum few_terms
          keys p J) as (F & _ & E). now split.
      - exact base_of_entropy_is.
      - apply Sl.
      - intros p J. apply children_facts. destruct (Scored p J) as [Q|[D _]]; [now apply questions|exact D].
      - intros p J. destruct (Scored p J) as [Q|[_ H]]; [now left|now right].
    Qed.
  End Entropy.
End Rows.

(** ** Examples, and a plausible wrong statement

    Two rows of weight 1/3, one of each class.  A threshold parts them, and so does a subset. *)
Definition other_third : a_row := ((1 # 3)%Q, of_whole 7, 1%nat).
Definition asked_of_thirds (q : bool) : asked a_row :=
  if q then Two [one_third] [other_third] else Two [other_third] [one_third].
Definition sums_of_thirds (_ : bool) : list sums := [sums_of 7 7 0; left_over (sums_of 14 7 7) (sums_of 7 7
  0)].

Lemma a_bit_is_gained q : information_gain (map (counts_in (fun r : a_row => fst (fst r)) snd 2) (children_of
  (asked_of_thirds q))) = 1.
Proof.
  destruct q; unfold information_gain, conditional_entropy, entropy, sumR; cbn; assert (L := ln_2_positive);
  repeat match goal with |- context [Q2R ?q] => let v := eval vm_compute in (Qred q) in
    progress (rewrite (Qeq_eqR q v) by (vm_compute; reflexivity)) end;
  rewrite RMicromega.Q2R_0, RMicromega.Q2R_1, log2_1; replace (Q2R (1 # 2)) with (/ 2) by (unfold Q2R;
    simpl; field);
  unfold log2 at 1 2; rewrite ln_Rinv by lra; field; lra.
Qed.

Section Example.
  Let weighs (r : a_row) := fst (fst r).
  Let in_float (r : a_row) := snd (fst r).
  Let rows := [one_third; other_third].
  Let lightest := of_21 7.

  Lemma thirds_data : (0 < 21)%Q /\ forall r, In r rows -> is_finite (in_float r) = true /\
    0 < B2R (in_float r) <= power_of_two 4 /\ B2R (in_float r) = Q2R (21 * weighs r).
  Proof.
    destruct (of_whole_is 7) as [E7 F7]; [lia|]. split; [reflexivity|]. change (power_of_two 4) with 16.
    intros r [<-|[<-|[]]]; unfold in_float, weighs, one_third, other_third; cbn [fst snd]; rewrite E7;
      (split; [assumption|]); (split; [lra|]); unfold Q2R; simpl; lra.
  Qed.

  Lemma thirds_units r : In r rows -> unit_of in_float 2 4 r = (7 * 2 ^ 56)%Z.
  Proof. intros [<-|[<-|[]]]; vm_compute; reflexivity. Qed.

  Lemma thirds_sizes : ((0 <= 2 <= 62)%Z /\ (Z.of_nat (length rows) < 2 ^ 2)%Z) /\
    ((2 <= length rows)%nat /\ INR (length rows) * u <= / 1000) /\
    (forall r, In r rows -> (snd r < 2)%nat) /\
    ((2 <= 2)%nat /\ INR (2 + 2 + 4) * u <= / 1000 /\ (Z.of_nat (2 * (2 * 2 + 4)) <= 2 ^ 53)%Z) /\
      INR (2 * (2 + 1)) * u <= / 1000.
  Proof.
    assert (U := u_pos). repeat split; try lia; try (simpl; lia || lra). intros r [<-|[<-|[]]]; simpl; lia.
  Qed.

  Lemma thirds_summed part s : In (part, s) [(rows, sums_of 14 7 7); ([one_third], sums_of 7 7 0)] ->
    summed in_float snd 2 4 2 part s.
  Proof.
    assert (N : gathered [] (Float (of_21 0))) by (apply turned_into_float; constructor).
    assert (A : gathered [7 * 2 ^ 56]%Z (Float (of_21 7))) by (apply turned_into_float; constructor).
    assert (S : gathered ([7 * 2 ^ 56] ++ [7 * 2 ^ 56])%Z (Float (of_21 14))).
    { apply turned_into_float. change (14 * 2 ^ 56)%Z with (7 * 2 ^ 56 + 7 * 2 ^ 56)%Z.
      apply sum_of_wholes; constructor. }
    assert (E1 := thirds_units one_third (or_introl eq_refl)).
    assert (E2 := thirds_units other_third (or_intror (or_introl eq_refl))).
    intros [E|[E|[]]]; injection E as <- <-; (split; [|intros [|[|k]] L; [..|lia]]); unfold rows, members;
      cbn [map filter Nat.eqb snd one_third other_third weight_sum class_sum sums_of]; rewrite ?E1, ?E2;
        assumption.
  Qed.

  Lemma thirds_lightest : exists r, In r rows /\ lightest = of_whole (unit_of in_float 2 4 r) /\
    forall s, In s rows -> (unit_of in_float 2 4 r <= unit_of in_float 2 4 s)%Z.
  Proof.
    exists one_third. split; [now left|]. rewrite (thirds_units one_third (or_introl eq_refl)).
    split; [reflexivity|]. intros s I. rewrite (thirds_units s I). lia.
  Qed.

  Lemma thirds_divided q : divided rows 2 (asked_of_thirds q).
  Proof.
    destruct q; (split; [apply Permutation_refl || apply perm_swap|split; [intros part [<-|[<-|[]]];
      discriminate|simpl; lia]]).
  Qed.

  Lemma thirds_questions q : In q [true] -> divided rows 2 (asked_of_thirds q) /\
    sums_are in_float snd 2 4 2 (sums_of 14 7 7) (asked_of_thirds q) (sums_of_thirds q).
  Proof.
    intros [<-|[]]. split; [apply thirds_divided|]. eexists. split; [apply thirds_summed; simpl;
      auto|reflexivity].
  Qed.

  Lemma thirds_are n : n = 7%Z \/ n = 14%Z -> is_finite (of_21 n) = true /\ B2R (of_21 n) = IZR (n * 2 ^ 56).
  Proof.
    intros [-> | ->]; (split; [reflexivity|]).
    - rewrite (by_value (of_21 7) false (7 * 2 ^ 50) 6); [|vm_compute; reflexivity].
      change (power_of_two 6) with 64. simpl. lra.
    - rewrite (by_value (of_21 14) false (7 * 2 ^ 50) 7); [|vm_compute; reflexivity].
      change (power_of_two 7) with 128. simpl. lra.
  Qed.

  (** The whole of 14 units, or half of it, is what is gained. *)
  Lemma a_gain_of_thirds g n : g = IZR (n * 2 ^ 56) -> n = 7%Z \/ n = 14%Z -> in_keys g (of_21 n).
  Proof.
    intros -> N. destruct (thirds_are n N) as [F E]. apply a_float_in_keys; trivial. split.
    - apply Rle_trans with 1; [apply (bpow_le radix2 (-600) 0); lia|]. apply IZR_le. destruct N as [-> |
      ->]; lia.
    - apply Rle_trans with (power_of_two 62); [|apply bpow_le; lia]. change (power_of_two 62) with (IZR (2 ^
      62)).
      apply IZR_le. destruct N as [-> | ->]; lia.
  Qed.

  Lemma weight_of_thirds : B2R (of_21 14) = IZR (14 * 2 ^ 56).
  Proof. apply thirds_are. now right. Qed.

  Let bound_of (slope : float64) := bound_for_classes 2 2 slope 2 (of_21 14).
  Definition base_of_gini : float64 := over (squares_of 2 in_turn (sums_of 14 7 7)) (of_21 14).
  Definition gini_of_thirds (q : bool) : float64 :=
    if q then gini_key (squares_of 2 in_turn (sums_of 7 7 0)) (squares_of 2 in_turn (left_over (sums_of 14 7
      7) (sums_of
      7 7 0))) (of_21 7) (minus (of_21 14) (of_21 7))
    else plus base_of_gini (of_21 7).

  Example the_gini_filter_from_rows_with_subsets_applies q :
    In q (kept_beside_subsets rows (sums_of 14 7 7) lightest gini_of_thirds (gini_of_thirds true) (bound_of
      (of_whole 1))
      [true; false] base_of_gini) /\ known 2 (of_21 14) lightest = true.
  Proof.
    split; [|vm_compute; reflexivity]. destruct thirds_sizes as (S1 & S2 & S3 & S4 & _).
    apply (the_gini_filter_from_rows_with_subsets weighs in_float snd rows 21 2 4 2 2 thirds_data S1 S2 S3
      S4) with
      (asks := asked_of_thirds) (its_sums := sums_of_thirds) (qs := [true]) (slope := of_whole 1) (add :=
        fun _ => in_turn)
      (f := squares_of 2 in_turn (sums_of 14 7 7)); trivial.
    - apply thirds_summed. now left.
    - exact thirds_lightest.
    - exact thirds_questions.
    - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
    - intros _. exact in_turn_adds_up.
    - intros p [<-|[]]. eexists _, _. split; reflexivity.
    - split; [now apply in_turn_adds_up|reflexivity].
    - intros p [<-|[<-|[]]]; [left; now left|right]. split; [apply thirds_divided|]. exists (of_21 7).
      split; [|reflexivity]. apply a_gain_of_thirds; [|now left].
      cbn [weight_sum sums_of]. rewrite weight_of_thirds. rewrite (Qeq_eqR _ (1 # 2)) by (vm_compute;
        reflexivity).
      unfold Q2R. simpl. lra.
    - destruct q; simpl; auto.
    - intros p _. destruct p, q; vm_compute; discriminate.
  Qed.

  Definition misclassification_of_thirds (q : bool) : float64 :=
    if q then plus (of_21 7) (minus (of_21 7) (of_21 0)) else plus (of_21 7) (of_21 7).

  Example the_misclassification_filter_from_rows_with_subsets_applies q :
    In q (kept_beside_subsets rows (sums_of 14 7 7) lightest misclassification_of_thirds
      (misclassification_of_thirds true)
      (bound_of (of_whole 1)) [true; false] (of_21 7)).
  Proof.
    destruct thirds_sizes as (S1 & S2 & S3 & S4 & _).
    apply (the_misclassification_filter_from_rows_with_subsets weighs in_float snd rows 21 2 4 2 2
      thirds_data S1 S2 S3
      S4) with (asks := asked_of_thirds) (its_sums := sums_of_thirds) (qs := [true]) (slope := of_whole 1);
        trivial.
    - apply thirds_summed. now left.
    - exact thirds_lightest.
    - exact thirds_questions.
    - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
    - intros p [<-|[]]. exists [of_21 7; minus (of_21 7) (of_21 0)]. split.
      + constructor; [|constructor; [|constructor]]; right;
        cbn [map seq sums_of_thirds left_over class_sum sums_of].
        * split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
        * split; [right; now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
      + exact (two_floats _ _ _ _ (one_float (of_21 7)) (one_float (minus (of_21 7) (of_21 0)))).
    - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
    - intros p [<-|[<-|[]]]; [left; now left|right]. split; [apply thirds_divided|]. exists (of_21 7).
      split; [|reflexivity]. apply a_gain_of_thirds; [|now left].
      cbn [weight_sum sums_of]. rewrite weight_of_thirds. rewrite (Qeq_eqR _ (1 # 2)) by (vm_compute;
        reflexivity).
      unfold Q2R. simpl. lra.
    - destruct q; simpl; auto.
    - intros p _. destruct p, q; vm_compute; discriminate.
  Qed.

  Definition base_of_entropy : float64 :=
    minus (terms_of 2 in_turn (sums_of 14 7 7)) (weight_times_logarithm (of_21 14)).
  Definition entropy_of_thirds (q : bool) : float64 :=
    if q then let s := sums_of 7 7 0 in let t := left_over (sums_of 14 7 7) s in
      minus (plus (terms_of 2 in_turn s) (terms_of 2 in_turn t)) (plus (weight_times_logarithm (weight_sum s))
        (weight_times_logarithm (weight_sum t)))
    else plus base_of_entropy (of_21 14).

  Example the_entropy_filter_from_rows_with_subsets_applies q :
    In q (kept_beside_subsets rows (sums_of 14 7 7) lightest entropy_of_thirds (entropy_of_thirds true)
      (bound_of (slope_of_entropy (sums_of 14 7 7))) [true; false] base_of_entropy) /\
    entropy_of_thirds true = of_whole 0 /\ entropy_of_thirds false = of_whole 0.
  Proof.
    split; [|now split; vm_compute]. destruct thirds_sizes as (S1 & S2 & S3 & S4 & S5).
    apply (the_entropy_filter_from_rows_with_subsets weighs in_float snd rows 21 2 4 2 2 thirds_data S1 S2
      S3 S4) with
      (asks := asked_of_thirds) (its_sums := sums_of_thirds) (qs := [true]) (slope := slope_of_entropy
        (sums_of 14 7 7))
      (add := fun _ => in_turn) (f := terms_of 2 in_turn (sums_of 14 7 7)); trivial.
    - apply thirds_summed. now left.
    - exact thirds_lightest.
    - exact thirds_questions.
    - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
    - intros _. exact in_turn_adds_up.
    - exact two_terms_in_turn.
    - intros p [<-|[]]. eexists _, _. split; reflexivity.
    - split; [now apply in_turn_adds_up|reflexivity].
    - intros p [<-|[<-|[]]]; [left; now left|right]. split; [apply thirds_divided|]. exists (of_21 14).
      split; [|reflexivity]. apply a_gain_of_thirds; [|now right].
      cbn [weight_sum sums_of]. rewrite weight_of_thirds, a_bit_is_gained. ring.
    - destruct q; simpl; auto.
    - intros p _. rewrite !a_bit_is_gained. apply Rle_refl.
  Qed.
End Example.

(** That what is rounded is all that is to be covered.  Of weights 2^20 + 2/5, twice that and three times
  that the first
    is rounded down and the second up: a threshold and a subset that part the node alike have the keys 5 *
      2^20 + 2 and
    5 * 2^20 + 2 + 3/7. *)
Example what_is_rounded_is_not_enough :
  let a := (1048576 + (2 # 5))%Q in let parts := [[2 * a; 3 * a]; [2 * a; 0]]%Q in
  let base := of_whole (2 ^ 22 + 2) in
  let key (q : bool) := if q then plus (of_whole (3 * 2 ^ 20 + 1)) (of_whole (2 ^ 21 + 1))
    else plus base (over (of_whole (7 * 2 ^ 20 + 3)) (of_whole 7)) in
  (gain misclassification parts == 1 # 7)%Q /\
  survivors_by key (key false) (bound_with_gains (of_whole 0) (key false) base) [true; false] = [false].
Proof. split; vm_compute; reflexivity. Qed.

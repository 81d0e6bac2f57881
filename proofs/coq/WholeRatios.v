(** * WholeRatios: from rows of classes to gains and gain ratios in binary64, in whole units

    Gains are differences of keys, which are whole numbers of grains; so each is 0 or at least one grain, and
    nothing underflows.  Intrinsic values are computed from x log2 x, which is not rounded to grains here.
    Each operation is that of [dtrees.vectorized], in binary64.  Of the logarithm is assumed that it is off
    by at most 8 units of rounding. *)
From Coq Require Import ZArith QArith Lqa Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys WholeCounts WholeEntropy
  ProgrammedLogarithm RoundedRows Decisions FloatDecisions.
Import ListNotations.
Open Scope R_scope.

(** ** What is programmed *)

Section Programmed.
  Variables (log : float64 -> float64) (heaviest : Z) (K : nat) (rows : whole_rows).

  (** The key of the node itself, and W times the intrinsic value. *)
  Definition entropy_base : float64 -> Prop := entropy_share log heaviest K rows.
  Definition information_scores (q : question) (information : float64) : Prop :=
    let whole := x_log_x log (weights rows) in
    match q with
    | As_two l r => information = minus whole (plus (x_log_x log (weights l)) (x_log_x log (weights r)))
    | As_many parts => exists s, adds_up_to (map (fun part => x_log_x log (weights part)) parts) s /\
        information = minus whole s
    end.
  (** Of a subset, one term is taken off after the other. *)
  Definition weighed_in_turn (q : question) (information : float64) : Prop :=
    match q with
    | As_two l r =>
        information = minus (minus (x_log_x log (weights rows)) (x_log_x log (weights l))) (x_log_x log
          (weights r))
    | As_many _ => False
    end.
  Definition information_off : float64 :=
    information_error log (Z.of_nat (length rows)) (of_whole 0) (of_whole (weights rows)).
End Programmed.

(** ** The definitions, in units *)

Definition information_of (rows : whole_rows) (q : question) : R :=
  phi_of (weights rows) - sumR (fun part => phi_of (weights part)) (parts_of q).
Definition intrinsic_value_in (K : nat) (a : Q) (q : question) : R :=
  intrinsic_value (map (counts_in K a) (parts_of q)).
Definition gain_ratio_in (K : nat) (a : Q) (q : question) : R := gain_ratio (map (counts_in K a) (parts_of
  q)).

Section Definitions.
  Variables (K : nat) (rows : whole_rows) (a : Q).
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis unit : (0 < a)%Q.

  Lemma part_weight p : counted K p -> (weight (counts_in K a p) == a * inject_Z (weights p))%Q.
  Proof.
    intros C. unfold counts_in, counts_of. exact (weight_in_units K a p _ C (counts_read K a p)).
  Qed.

  Lemma information_gain_in_units q : divides_into rows q -> parts_of q <> [] ->
    information_gain_in K a q = (sumR (share_of K) (parts_of q) - share_of K rows) / IZR (weights rows).
  Proof.
    intros D N. unfold information_gain_in, information_gain.
    rewrite (conditional_entropy_in_units K rows a whole unit q D N).
    assert (P := node_is_positive K rows whole q D N). assert (L := ln_2_positive).
    destruct (merged K rows a q D N) as (h & E & R). assert (C := all_counted K rows whole).
    assert (Wm := weight_in_units K a rows h C R). assert (Ap := Q2R_positive a unit).
    apply IZR_lt in P as Pr.
    assert (Pos : (0 < weight (map h (seq 0 K) : ClassCounts))%Q).
    { rewrite Wm. apply Qmult_lt_0_compat; [exact unit|now apply inject_positive]. }
    assert (Nn : nonneg (map h (seq 0 K))).
    { intros x J. apply in_map_iff in J as (k & <- & J). apply in_seq in J. rewrite (R k) by lia.
      apply Qmult_le_0_compat; [Lqa.lra|]. change 0%Q with (inject_Z 0). rewrite <- Zle_Qle.
      now apply (class_weight_nonneg K). }
    assert (S := nats_entropy _ Nn Pos). rewrite (nats_in_units K a rows h unit P C R) in S.
    rewrite (Qeq_eqR _ _ Wm), Q2R_mult, Q2R_Z in S. rewrite E.
    assert (H : entropy (map h (seq 0 K)) = - (share_of K rows / IZR (weights rows))).
    { apply Rmult_eq_reg_l with (Q2R a * IZR (weights rows) * ln 2).
      - rewrite <- S. field. lra.
      - apply Rmult_integral_contrapositive_currified; [apply Rmult_integral_contrapositive_currified|];
        lra. }
    rewrite H. field. lra.
  Qed.

  Lemma intrinsic_value_in_units q : divides_into rows q -> parts_of q <> [] ->
    intrinsic_value_in K a q = information_of rows q / IZR (weights rows).
  Proof.
    intros D N. unfold intrinsic_value_in, intrinsic_value, entropy, Entropies.sizes.
    assert (P := node_is_positive K rows whole q D N). apply IZR_lt in P as Pr.
    assert (L := ln_2_positive). assert (Ap := Q2R_positive a unit).
    assert (Pf := fun p => part_facts K rows whole q p D).
    set (c := map weight (map (counts_in K a) (parts_of q))).
    assert (Wc : (weight (c : ClassCounts) == a * inject_Z (weights rows))%Q).
    { change (weight (c : ClassCounts)) with (sum (fun x : Q => x) c). unfold c. rewrite !sum_map.
      rewrite <- (weights_add_up rows q D), inject_sumZ, Qmult_comm, <- sum_scale.
      apply sum_ext. intros p I. rewrite (part_weight p (proj1 (Pf p I))). ring. }
    assert (Pos : (0 < weight (c : ClassCounts))%Q).
    { rewrite Wc. apply Qmult_lt_0_compat; [exact unit|now apply inject_positive]. }
    assert (E0 : forall f, sumR f c = sumR (fun p => f (weight (counts_in K a p))) (parts_of q))
      by (intros f; unfold c; now rewrite !sumR_map).
    rewrite E0. unfold information_of.
    rewrite (sumR_ext _ (fun p => (phi_of (weights p) - IZR (weights p) * log2 (IZR (weights rows))) *
      / IZR (weights rows))).
    - rewrite sumR_scale.
      assert (E : forall l, sumR (fun p => phi_of (weights p) - IZR (weights p) * log2 (IZR (weights rows))) l
        = sumR (fun p => phi_of (weights p)) l - IZR (sumZ weights l) * log2 (IZR (weights rows))).
      { induction l as [|p l IH]; [simpl; ring|]. rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right].
        unfold sumR in IH. rewrite IH. ring. }
      rewrite E, (weights_add_up rows q D).
      change (phi_of (weights rows)) with (IZR (weights rows) * log2 (IZR (weights rows))). field. lra.
    - intros p I. cbv zeta. rewrite Q2R_ratio by exact Pos. rewrite (Qeq_eqR _ _ Wc).
      rewrite (Qeq_eqR _ _ (part_weight p (proj1 (Pf p I)))), !Q2R_mult, !Q2R_Z.
      assert (Pp := IZR_lt _ _ (proj1 (proj2 (Pf p I)))).
      replace (Q2R a * IZR (weights p) / (Q2R a * IZR (weights rows))) with
        (IZR (weights p) * / IZR (weights rows)) by (field; lra).
      unfold phi_of, log2. rewrite ln_mult, ln_Rinv by (trivial; now apply Rinv_0_lt_compat). field. lra.
  Qed.

  (** The gain ratio is the gain over the information, both times the weight. *)
  Lemma gain_ratio_in_units q : divides_into rows q -> parts_of q <> [] ->
    gain_ratio_in K a q = (sumR (share_of K) (parts_of q) - share_of K rows) / information_of rows q.
  Proof.
    intros D N. unfold gain_ratio_in, gain_ratio. fold (information_gain_in K a q).
    fold (intrinsic_value_in K a q).
    rewrite (information_gain_in_units q D N), (intrinsic_value_in_units q D N).
    assert (P := IZR_lt _ _ (node_is_positive K rows whole q D N)).
    destruct (Req_dec (information_of rows q) 0) as [->|Z].
    - unfold Rdiv. rewrite Rmult_0_l, Rinv_0. ring.
    - field. lra.
  Qed.
End Definitions.

(** ** One question *)

Lemma light_part ps : (2 <= length ps)%nat -> (forall p, In p ps -> (0 < weights p)%Z) ->
  exists p, In p ps /\ (2 * weights p <= sumZ weights ps)%Z.
Proof.
  destruct ps as [|p [|q l]]; [simpl; lia|simpl; lia|]. intros _ H. rewrite !sumZ_cons.
  assert (0 <= sumZ weights l)%Z by (apply sumZ_nonneg; intros x I; apply Z.lt_le_incl, H; now right; right).
  destruct (Z_le_gt_dec (weights p) (weights q)).
  - exists p. split; [now left|lia].
  - exists q. split; [now right; left|lia].
Qed.

Section Question.
  Variables (log : float64 -> float64) (heaviest : Z) (K : nat) (rows : whole_rows) (a : Q).
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis log_is_near : near_log2 log heaviest.
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis lighter : (weights rows <= heaviest)%Z.
  Hypothesis unit : (0 < a)%Q.

  Let g := B2R (grain log heaviest).
  Let W := weights rows.

  Variables (e base : float64) (arity : Z).
  Hypothesis few_classes : (Z.of_nat K <= 2 ^ 50)%Z.
  Hypothesis e_covers : B2R (entropy_bound arity K) <= B2R e.
  Hypothesis base_is : entropy_base log heaviest K rows base.

  (** The gain in grains, times the weight. *)
  Definition true_gain (q : question) : R := (sumR (share_of K) (parts_of q) - share_of K rows) / g.
  Definition near_key : R := 2 * (INR K + 1) * IZR arity.

  (** A question with two children or more, and its floats. *)
  Definition asks_well (q : question) : Prop :=
    divides_into rows q /\ within_arity arity q /\ (2 <= length (parts_of q))%nat.

  Lemma parts_present q : asks_well q -> parts_of q <> [].
  Proof. intros (_ & _ & L) E. rewrite E in L. simpl in L. lia. Qed.

  Lemma node_weight q : asks_well q -> (1 <= W <= 2 ^ 22)%Z.
  Proof.
    intros Q. assert (P := node_is_positive K rows whole q (proj1 Q) (parts_present q Q)). unfold W. lia.
  Qed.

  Lemma gain_ratio_is q : asks_well q -> gain_ratio_in K a q = g * (true_gain q / information_of rows q).
  Proof.
    intros Q. rewrite (gain_ratio_in_units K rows a whole unit q (proj1 Q) (parts_present q Q)).
    assert (G := grain_positive log heaviest weights_fit log_is_near). unfold true_gain, Rdiv. fold g in G.
    rewrite <- Rmult_assoc. f_equal. field. lra.
  Qed.

  Lemma information_gain_is q : asks_well q -> information_gain_in K a q = g / IZR W * true_gain q.
  Proof.
    intros Q. rewrite (information_gain_in_units K rows a whole unit q (proj1 Q) (parts_present q Q)).
    assert (G := grain_positive log heaviest weights_fit log_is_near). fold g in G.
    assert (P := IZR_lt _ _ (node_is_positive K rows whole q (proj1 Q) (parts_present q Q))). fold W in P.
    unfold true_gain, W in *. field. lra.
  Qed.

  Lemma true_gain_nonneg q : asks_well q -> 0 <= true_gain q.
  Proof.
    intros Q. assert (G := grain_positive log heaviest weights_fit log_is_near). fold g in G.
    assert (P := node_is_positive K rows whole q (proj1 Q) (parts_present q Q)).
    assert (Pr := IZR_lt _ _ P). fold W in Pr.
    assert (N : 0 <= information_gain_in K a q).
    { destruct (merged K rows a q (proj1 Q) (parts_present q Q)) as (h & E & R).
      apply information_gain_nonneg.
      - intros c I x J. apply in_map_iff in I as (p & <- & I). unfold counts_in, counts_of in J.
        apply in_map_iff in J as (k & <- & J). apply in_seq in J. rewrite (counts_read K a p k) by lia.
        apply Qmult_le_0_compat; [Lqa.lra|]. change 0%Q with (inject_Z 0). rewrite <- Zle_Qle.
        apply (class_weight_nonneg K). apply (part_facts K rows whole q p (proj1 Q) I).
      - rewrite E, (weight_in_units K a rows h (proj1 whole) R).
        apply Qmult_lt_0_compat; [exact unit|now apply inject_positive]. }
    rewrite (information_gain_is q Q) in N. unfold Rdiv in N.
    assert (C : 0 < g * / IZR W) by (apply Rmult_lt_0_compat; [exact G|now apply Rinv_0_lt_compat]). nra.
  Qed.

  (** *** The gain and its error *)

  Lemma key_is_near q key : asks_well q -> entropy_scores log heaviest K q key ->
    (exists n, is_whole key n /\ (Z.abs n <= 2 ^ 52)%Z) /\ Rabs (B2R key - entropy_value log heaviest K q)
      <= near_key.
  Proof.
    intros (D & A & L) S.
    destruct (entropy_score_is_whole log heaviest weights_fit log_is_near K rows whole lighter q key D S) as
      [N E].
    split; [exact N|]. apply Rle_trans with (1 := E). unfold near_key. apply Rmult_le_compat_l.
    - assert (P := pos_INR K). lra.
    - rewrite INR_IZR_INZ. apply IZR_le. destruct A as [B A]. destruct q as [l r|ps]; [simpl; lia|apply A].
  Qed.

  Lemma base_is_near q : asks_well q ->
    (exists n, is_whole base n /\ (Z.abs n <= 2 ^ 52)%Z) /\ Rabs (B2R base - share_of K rows / g) <= 2 *
      (INR K + 1).
  Proof.
    intros Q. assert (P := node_is_positive K rows whole q (proj1 Q) (parts_present q Q)).
    destruct base_is as (f & Sf & E).
    destruct (part_entries log heaviest weights_fit log_is_near K rows lighter rows f (proj1 whole)
      ltac:(lia) Sf) as (Wf & Wp & N & Af & Ap).
    assert (S := slope_bounds log heaviest weights_fit log_is_near).
    assert (W51 : IZR (weights rows) * slope log heaviest <= IZR (2 ^ 51)).
    { apply Rle_trans with (2 := proj2 S). apply Rmult_le_compat_r; [apply S|]. now apply IZR_le. }
    assert (B : (Z.abs (entries log heaviest K rows - entry log heaviest (weights rows)) <= 2 ^ 52)%Z).
    { apply le_IZR. rewrite abs_IZR, minus_IZR. change (2 ^ 52)%Z with (2 ^ 51 + 2 ^ 51)%Z. rewrite plus_IZR.
      apply Rabs_le_inv in Af, Ap. apply Rabs_le. lra. }
    assert (X := whole_difference_rounds _ _ _ _ Wf Wp ltac:(lia)). rewrite <- E in X.
    split; [eexists; split; [exact X|exact B]|]. destruct X as [_ ->]. exact N.
  Qed.

  Lemma arity_is q : asks_well q -> 2 <= IZR arity.
  Proof. intros (_ & A & _). apply IZR_le. apply A. Qed.

  Lemma bounds_are q : asks_well q -> 1 <= near_key <= B2R e /\ 2 * (INR K + 1) <= B2R e / 6.
  Proof.
    intros Q. assert (A := arity_is q Q). assert (Ab : (2 <= arity <= 2 ^ 50)%Z) by apply Q.
    assert (E := entropy_bound_is_enough arity K Ab few_classes).
    assert (P := pos_INR K). unfold near_key.
    assert (X : 1 * 2 <= (INR K + 1) * IZR arity) by (apply Rmult_le_compat; lra).
    assert (Y : INR K + 1 <= (INR K + 1) * IZR arity / 2) by nra. lra.
  Qed.

  Lemma true_gain_is q : true_gain q = entropy_value log heaviest K q - share_of K rows / g.
  Proof.
    unfold true_gain, entropy_value. fold g. unfold Rdiv. rewrite sumR_scale. ring.
  Qed.
End Question.

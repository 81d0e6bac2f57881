(** * WholeLogarithms: entropy in whole units, where x log2 x is not looked up

    Where all rows weigh more than 2^22 units the terms x log2 x are computed in binary64, as of weights
      that are
    rounded to a grid; but weights are whole units, which add up to less than 2^26, so that their sums are
      exact.
    The bound is that of [FromRows] with nothing for what sums are off by, and no node goes by the book.  Each
    question of largest information gain is kept. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Spec.Entropies Sums Summary
  GrowingRational.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter WholeCounts RoundedRows RoundedSums
  RoundedFloats Gathered RoundedCounts RoundedUnits RoundedBounds RoundedFilter RoundedEntropies
    RationalEntropies ProgrammedLogarithm FloatTerms.
From Dtrees Require Import FromRows SubsetKeys RoundedSubsets.
Import ListNotations.
Open Scope R_scope.

Section Whole.
  Context {A C : Type}.
  (** A weight is [of_unit] times [unit]; floats are the units. *)
  Variables (weighs : A -> Q) (unit : A -> Z) (in_class : A -> nat) (rows : list A) (of_unit : Q) (K a : nat).
  Let in_float (r : A) : float64 := of_whole (unit r).
  Hypothesis data : weights_in_units weighs unit rows of_unit.
  Hypothesis several : (2 <= length rows)%nat.
  Hypothesis classes : forall r, In r rows -> (in_class r < K)%nat.
  Hypothesis few : (2 <= a)%nat /\ INR (K + a + 4) * u <= / 1000 /\ (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z.

  Lemma each_unit r : In r rows -> IZR (unit r) <= whole_sum (map unit rows).
  Proof.
    intros I. destruct data as (_ & D & _). unfold whole_sum. rewrite sumR_map.
    apply (term_at_most_sum (fun s => IZR (unit s))); [|exact I]. intros s J. apply IZR_le.
      destruct (D s J). lia.
  Qed.

  Lemma units_as_data : weights_in_floats weighs in_float rows (/ of_unit) 36.
  Proof.
    destruct data as (O & D & S). split; [now apply Qinv_lt_0_compat|]. intros r I. destruct (D r I) as [E P].
    assert (L := each_unit r I). assert (L26 : (unit r < 2 ^ 26)%Z) by (apply lt_IZR; lra).
    destruct (of_whole_is (unit r)) as [Er Fr]; [lia|]. unfold in_float. rewrite Er. split; [exact Fr|].
      split.
    - split; [apply IZR_lt; lia|]. change (power_of_two 36) with (IZR (2 ^ 36)). apply IZR_le. lia.
    - rewrite <- WholeEntropy.Q2R_Z. apply Qeq_eqR. rewrite E. field. intros Z. rewrite Z in O. discriminate.
  Qed.

  Lemma few_rows : INR (length rows) <= whole_sum (map unit rows) /\
    ((0 <= 26 <= 62)%Z /\ (Z.of_nat (length rows) < 2 ^ 26)%Z) /\
    ((2 <= length rows)%nat /\ INR (length rows) * u <= / 1000).
  Proof.
    destruct data as (_ & D & S). assert (L : INR (length rows) <= whole_sum (map unit rows)).
    { clear - D. unfold whole_sum. rewrite sumR_map. induction rows as [|r l IH]; [simpl; lra|].
      change (sumR (fun x => IZR (unit x)) (r :: l)) with (IZR (unit r) + sumR (fun x => IZR (unit x)) l).
      cbn [length]. rewrite S_INR. destruct (D r (or_introl eq_refl)) as [_ P]. apply IZR_le in P.
      assert (H := IH (fun s J => D s (or_intror J))). lra. }
    split; [exact L|]. split; [split; [lia|]|split; [exact several|]].
    - apply lt_IZR. rewrite <- INR_IZR_INZ. lra.
    - change (IZR (2 ^ 26)) with 67108864 in S. unfold u. lra.
  Qed.

  Notation data' := units_as_data.
  Notation grid' := (proj1 (proj2 few_rows)).
  Notation several' := (proj2 (proj2 few_rows)).
  Notation one := (of_one (/ of_unit) 26 36).

  Lemma one_is r : In r rows -> one * Q2R (weighs r) = IZR (unit r).
  Proof.
    intros I. destruct (proj2 data' r I) as (_ & _ & E). destruct data as (_ & D & _).
    unfold of_one. change (62 - 26 - 36)%Z with 0%Z. change (power_of_two 0) with 1.
      rewrite Rmult_1_r, <- Q2R_mult, <- E.
    unfold in_float. apply of_whole_is. assert (L := each_unit r I). destruct data as (_ & _ & S).
      destruct (D r I).
    assert (unit r < 2 ^ 26)%Z by (apply lt_IZR; lra). lia.
  Qed.

  (** Rounded to the grid of [FromRows], floats are the units. *)
  Lemma units_are_the_weights r : In r rows -> unit_of in_float 26 36 r = unit r.
  Proof.
    intros I. assert (R := proj1 (rounded_on_the_grid weighs in_float rows _ 26 36 data' grid' several')).
    specialize (R (one * Q2R (weighs r), unit_of in_float 26 36 r)
      ltac:(now apply (in_map (fun r => (one * Q2R (weighs r), unit_of in_float 26 36 r))))).
    cbn [fst snd] in R. rewrite (one_is r I), <- minus_IZR in R.
    assert (X : IZR (-1) < IZR (unit r - unit_of in_float 26 36 r) < IZR 1) by (apply Rabs_le_inv in R;
      simpl; lra).
    destruct X as [X1 X2]. apply lt_IZR in X1, X2. lia.
  Qed.

  Lemma sum_of_units part : incl part rows -> whole_sum (map (unit_of in_float 26 36) part) = one * Q2R
    (sum weighs part).
  Proof.
    intros I. unfold whole_sum. rewrite sumR_map, Q2R_sum, Rmult_comm, <- sumR_scale. apply sumR_ext.
      intros r J.
    rewrite (units_are_the_weights r (I r J)), <- (one_is r (I r J)). ring.
  Qed.

  Lemma parts_add_up part others : Permutation (part ++ others) rows -> incl part rows /\ incl others rows /\
    0 <= whole_sum (map unit part) /\ whole_sum (map unit part) + whole_sum (map unit others) = whole_sum
      (map unit rows).
  Proof.
    intros P. destruct data as (_ & D & _). assert (I : incl part rows /\ incl others rows).
    { split; intros r J; apply (Permutation_in _ P), in_or_app; auto. }
    split; [apply I|]. split; [apply I|]. split.
    - unfold whole_sum. rewrite sumR_map. apply sumR_nonneg. intros r J. apply IZR_le.
      destruct (D r (proj1 I r J)). lia.
    - unfold whole_sum. rewrite !sumR_map, <- sumR_app. now apply sumR_perm.
  Qed.

  Lemma an_exact_sum part others x : Permutation (part ++ others) rows ->
    gathered (map (unit_of in_float 26 36) part) (Float x) ->
    whole_below 63 x /\ B2R x = one * Q2R (sum weighs part) /\ 0 <= B2R x.
  Proof.
    intros P G. destruct (parts_add_up part others P) as (I & J & S0 & S).
      assert (P' : Permutation (others ++ part) rows)
      by (now rewrite Permutation_app_comm). destruct (parts_add_up others part P') as (_ & _ & O0 & _).
    destruct data as (_ & D & L).
    assert (E : map (unit_of in_float 26 36) part = map unit part) by (apply map_ext_in; intros r R;
      now apply units_are_the_weights, I).
    destruct (gathered_exactly _ x G) as (W & Ex & _).
    - intros k Q. rewrite E in Q. apply in_map_iff in Q as (r & <- & Q). now apply D, I.
    - rewrite E. lra.
    - split; [exact W|]. split; [now rewrite Ex, sum_of_units|]. rewrite Ex, E. exact S0.
  Qed.

  Variables (whole : sums).
  Hypothesis whole_is : summed in_float in_class 26 36 K rows whole.

  (** Of a child all sums are exact, be they gathered or what the other child leaves. *)
  Lemma what_is_left all out part rest x y : Permutation (all ++ rest) rows -> Permutation (out ++ part)
    all ->
    gathered (map (unit_of in_float 26 36) all) (Float x) -> gathered (map (unit_of in_float 26 36) out)
      (Float y) ->
    B2R (minus x y) = one * Q2R (sum weighs part).
  Proof.
    intros P Q Gx Gy. destruct (an_exact_sum all rest x P Gx) as (Wx & Ex & X0).
    assert (Po : Permutation (out ++ (part ++ rest)) rows).
    { rewrite app_assoc. apply perm_trans with (2 := P). now apply Permutation_app_tail. }
    assert (Pp : Permutation (part ++ (out ++ rest)) rows).
    { apply perm_trans with (2 := Po). rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
    destruct (an_exact_sum out _ y Po Gy) as (Wy & Ey & Y0).
    destruct (no_less_than_0 x y Wx Wy X0 Y0) as [_ E]. rewrite E, Ex, Ey.
    assert (S : Q2R (sum weighs all) = Q2R (sum weighs out) + Q2R (sum weighs part)).
    { rewrite !Q2R_sum, <- sumR_app. symmetry. now apply sumR_perm. }
    rewrite S. replace (one * (Q2R (sum weighs out) + Q2R (sum weighs part)) - one * Q2R (sum weighs out))
      with
      (one * Q2R (sum weighs part)) by ring.
    destruct (parts_add_up part _ Pp) as (I & J & S0 & S1).
    assert (P' : Permutation ((out ++ rest) ++ part) rows) by (now rewrite Permutation_app_comm).
    destruct (parts_add_up _ part P') as (_ & _ & O0 & _). destruct data as (_ & D & L).
    rewrite <- (sum_of_units part I). replace (map (unit_of in_float 26 36) part) with (map unit part) by
      (apply map_ext_in; intros r R; now rewrite units_are_the_weights by apply I, R).
    assert (X : whole_sum (map unit part) < IZR (2 ^ 26)) by (apply Rle_lt_trans with (2 := L);
      rewrite <- S1; lra).
    rewrite whole_sum_is in S0, X |- *. apply le_IZR in S0. apply lt_IZR in X. apply rnd_whole. lia.
  Qed.

  Lemma members_weigh k part : one * Q2R (sum weighs (members in_class k part)) = one * Q2R (weight_in
    weighs in_class k part).
  Proof. now rewrite <- (both_weigh weighs in_float), class_weighs. Qed.

  Lemma a_child_is_exact part others s : Permutation (part ++ others) rows ->
    of_child in_float in_class 26 36 K whole part others s ->
    B2R (weight_sum s) = one * Q2R (sum weighs part) /\
    forall k, (k < K)%nat -> B2R (class_sum s k) = one * Q2R (weight_in weighs in_class k part).
  Proof.
    intros P [[G H]|(t & [G H] & ->)].
    - split; [now apply (an_exact_sum part others)|]. intros k L. rewrite <- members_weigh.
      destruct (members_permuted in_class rows part others k P) as (rest & R).
        now apply (an_exact_sum _ rest), H.
    - destruct whole_is as [Gw Hw]. assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
      assert (P' : Permutation (others ++ part) rows) by (now rewrite Permutation_app_comm). split.
      + now apply (what_is_left rows others part []).
      + intros k L. rewrite <- members_weigh. destruct (members_permuted in_class rows rows [] k P0) as
        (rest & R).
        apply (what_is_left (members in_class k rows) (members in_class k others) _ rest); trivial.
        * unfold members. rewrite <- filter_app. now apply filter_permuted.
        * now apply Hw.
        * now apply H.
  Qed.

  Lemma some_lightest : exists r, In r rows /\ forall s, In s rows -> (unit_of in_float 26 36 r <= unit_of
    in_float 26 36 s)%Z.
  Proof.
    destruct rows as [|r l]; [simpl in several; lia|]. clear. revert r. induction l as [|s l IH]; intros r.
    - exists r. split; [now left|]. intros s [->|[]]. lia.
    - destruct (IH s) as (t & I & T). destruct (Z_le_gt_dec (unit_of in_float 26 36 r) (unit_of in_float 26
      36 t)) as [L|G].
      + exists r. split; [now left|]. intros x [->|J]; [lia|]. specialize (T x J). lia.
      + exists t. split; [now right|]. intros x [->|J]; [lia|]. now apply T.
  Qed.

  Lemma the_node_is_exact : whole_below 63 (weight_sum whole) /\ B2R (weight_sum whole) = one * Q2R (sum
    weighs rows) /\
    1 + 0 <= 1 /\ 0 <= 0 /\ 8 * 0 <= 1 /\ 2 * 1 <= B2R (weight_sum whole) <= IZR (2 ^ 63).
  Proof.
    destruct (an_exact_sum rows [] (weight_sum whole) ltac:(now rewrite app_nil_r) (proj1 whole_is)) as (WW
      & EW & W0).
    assert (N2 := le_INR _ _ several). simpl (INR 2) in N2. split; [exact WW|]. split; [exact EW|].
    repeat split; try lra.
    - rewrite EW, <- sum_of_units by apply incl_refl.
      replace (map (unit_of in_float 26 36) rows) with (map unit rows) by
        (apply map_ext_in; intros s J; now rewrite units_are_the_weights). destruct few_rows as (L & _). lra.
    - destruct WW as (_ & _ & L). apply Rle_trans with (1 := Rle_abs _). exact L.
  Qed.

  Lemma weight_0_or_1 l : incl l rows -> one * Q2R (sum weighs l) = 0 /\ l = [] \/ 1 <= one * Q2R (sum
    weighs l).
  Proof.
    intros I. assert (H : forall s, In s l -> 1 <= one * Q2R (weighs s)).
    { intros s J. rewrite (one_is s (I s J)). apply IZR_le. now apply data, I. }
    rewrite Q2R_sum. destruct l as [|s l]; [left; simpl; split; [ring|reflexivity]|right].
    assert (Hs := H s (or_introl eq_refl)). cbn [sumR fold_right]. fold (sumR (fun x => Q2R (weighs x)) l).
    assert (0 <= one * sumR (fun x => Q2R (weighs x)) l); [|unfold sumR in *; lra].
    rewrite Rmult_comm, <- sumR_scale. apply sumR_nonneg. intros x J. assert (Hx := H x (or_intror J)). lra.
  Qed.

  (** So a part reads its rows without error, be it a child or the node itself. *)
  Lemma an_exact_part part others s : Permutation (part ++ others) rows -> part <> [] ->
    of_child in_float in_class 26 36 K whole part others s ->
    let p := part_of (with_floats weighs in_class (/ of_unit) 26 36 K part s) in
    (true_weight p = sumR fst (counts p) /\ sumR (fun x => Rabs (fst x - snd x)) (counts p) <= 0 /\
      1 <= float_weight p <= B2R (weight_sum whole) /\ Rabs (true_weight p - float_weight p) <= 0 /\
      (1 <= length (counts p) <= K)%nat) /\
    (forall x, In x (counts p) -> 0 <= fst x /\ exists n, snd x = IZR n) /\
    is_float (float_weight p) /\ (exists n, float_weight p = IZR n) /\
    forall x, In x (counts p) -> (fst x = 0 \/ 1 <= fst x) /\ is_float (snd x).
  Proof.
    intros P Np Ch p. destruct (a_child_is_exact part others s P Ch) as [Ew Ek].
    destruct (parts_add_up part others P) as (Ip & Io & _).
    destruct (child_is_whole weighs in_float in_class rows _ 26 36 K data' grid' several' whole whole_is
      part others s P
      Ch) as [(_ & Ww & _) Wk].
    assert (Members : forall k, one * Q2R (weight_in weighs in_class k part) = 0 \/
      1 <= one * Q2R (weight_in weighs in_class k part)).
    { intros k. rewrite <- members_weigh. destruct (weight_0_or_1 (members in_class k part)) as [[Z _]|Z];
        [|now left|now right]. intros t T. apply filter_In in T as [T _]. now apply Ip. }
    assert (Cl : forall r, In r part -> (in_class r < K)%nat) by (intros t T; now apply classes, Ip).
    destruct the_node_is_exact as (_ & EW & _). unfold p.
    cbn [true_weight float_weight counts part_of with_floats its_true_weight its_float_weight float_counts].
    rewrite !map_map, !sumR_map, !map_length, seq_length. cbn [fst snd].
    split; [|split; [|split; [apply float64_is_float|split; [exact Ww|]]]].
    - split; [symmetry; now apply (classes_weigh weighs in_float)|]. split; [|split; [|split]].
      + rewrite (sumR_ext _ (fun _ => 0)); [clear; induction (seq 0 K); simpl; lra|]. intros k L.
        apply in_seq in L. rewrite Ek by lia. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. reflexivity.
      + rewrite Ew, EW. split.
        * destruct (weight_0_or_1 part Ip) as [[_ Z]|Z]; [now apply Np in Z|exact Z].
        * assert (S : Q2R (sum weighs rows) = Q2R (sum weighs part) + Q2R (sum weighs others)) by
            (rewrite !Q2R_sum, <- sumR_app; symmetry; now apply sumR_perm).
          rewrite S. destruct (weight_0_or_1 others Io) as [[Z _]|Z]; lra.
      + rewrite Ew, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
      + destruct part as [|r part]; [easy|]. specialize (Cl r (or_introl eq_refl)). lia.
    - intros x X. apply in_map_iff in X as (k & <- & L). cbn [fst snd]. apply in_seq in L.
      split; [destruct (Members k) as [->|Z]; lra|]. now apply Wk.
    - intros x X. apply in_map_iff in X as (k & <- & L). cbn [fst snd]. split; [apply Members|apply
      float64_is_float].
  Qed.

  (** Candidates, each with its question and the sums of its children; the rest is as in [FromRows]. *)
  Variables (asks : C -> asked A) (its_sums : C -> list sums) (key : C -> float64) (qs : list C) (largest :
    float64).
  Hypothesis questions : forall q, In q qs -> divided rows a (asks q) /\
    sums_are in_float in_class 26 36 K whole (asks q) (its_sums q).
  Variable add : C -> list float64 -> float64.
  Hypothesis adds : forall q l, l <> [] -> adds_up_to l (add q l).
  Hypothesis same_sum : same_terms_same_sum K add.
  Hypothesis few_terms : INR (a * (K + 1)) * u <= / 1000.
  Hypothesis keys : forall q, In q qs -> entropy_key_of K (add q) (asks q) (its_sums q) (key q).

  Let counts_of_children (q : C) : list ClassCounts := map (FromRows.counts_in weighs in_class K)
    (children_of (asks q)).
  Let parts (q : C) : list float_part := floats_of weighs in_class (/ of_unit) 26 36 K (asks q) (its_sums q).
  Definition bound_of_whole_weights : float64 := bound_within K a (slope_of_entropy whole) (of_whole 0)
    (weight_sum whole).

  Lemma children_are_read_exactly : read_well counts_of_children (fun q => map part_of (parts q)) qs
    (FromRows.counts_in weighs in_class K rows) one (B2R (weight_sum whole)) (B2R (weight_sum whole)) 1 0 K a.
  Proof.
    assert (Part : forall q p, In q qs -> In p (map part_of (parts q)) -> exists part others s,
      p = part_of (with_floats weighs in_class (/ of_unit) 26 36 K part s) /\ Permutation (part ++ others)
        rows /\
      part <> [] /\ of_child in_float in_class 26 36 K whole part others s).
    { intros q p I J. apply in_map_iff in J as (x & <- & J).
      destruct (a_float_part weighs in_float in_class rows _ 26 36 K a grid' several' few whole asks
        its_sums qs
        questions q x I J) as (part & others & s & -> & P & N & _ & Ch). now exists part, others, s. }
    split; [|split; [|split]].
    - intros p J. destruct (one_node weighs in_float in_class rows _ 26 36 K a data' grid' several' classes
      few whole asks
        its_sums qs questions p J) as (H1 & H2 & H3 & H4 & H5). split; [exact H1|]. split.
      + intros c Jc. split; [|now apply H2].
        exact (nonneg_counts weighs in_float in_class rows _ 26 36 K a data' grid' several' few whole asks
          its_sums qs questions p c J Jc).
      + split; [now rewrite map_length|]. split; [exact H4|]. rewrite sumR_map.
        rewrite (proj1 (proj2 the_node_is_exact)). exact H5.
    - intros q p I J. destruct (Part q p I J) as (part & others & s & -> & P & N & Ch).
      now apply (an_exact_part part others s).
    - intros q p x I J. destruct (Part q p I J) as (part & others & s & -> & P & N & Ch).
      now apply (an_exact_part part others s).
    - intros q p I J. destruct (Part q p I J) as (part & others & s & -> & P & N & Ch).
      now apply (an_exact_part part others s).
  Qed.

  Lemma keys_are_computed q : In q qs -> is_finite (key q) = true /\
    is_entropy_key log_float (map part_of (parts q)) (B2R (key q)).
  Proof.
    intros I. destruct some_lightest as (r & Ir & Least).
    assert (Light : exists r0, In r0 rows /\ of_whole (unit_of in_float 26 36 r) = of_whole (unit_of
      in_float 26 36 r0) /\
      forall s, In s rows -> (unit_of in_float 26 36 r0 <= unit_of in_float 26 36 s)%Z) by (now exists r).
    destruct (entropy_is_scored weighs in_float in_class rows _ 26 36 K a data' grid'
      several' classes few whole _
        whole_is Light asks its_sums key qs _ (slope_of_entropy whole) questions eq_refl add adds same_sum
          few_terms keys q I)
        as (F & _ & E). now split.
  Qed.

  Lemma the_bound_is_enough : is_finite bound_of_whole_weights = true ->
    999 / 1000 * (log2 (B2R (weight_sum whole)) + 2) <= B2R (slope_of_entropy whole) /\
    bound_of_classes (INR a * (2 * INR K + 4)) (B2R (slope_of_entropy whole)) 0 (B2R (weight_sum whole)) <=
      B2R bound_of_whole_weights.
  Proof.
    intros Fin. destruct the_node_is_exact as (WW & _ & _ & _ & _ & W2 & _). destruct (of_whole_is 0) as [E0
      F0]; [lia|].
    destruct (the_slope weighs in_float in_class rows _ 26 36 K a data' grid' several' few whole whole_is
      ltac:(lra)) as (S0 & S1 & _). split; [exact S1|]. rewrite <- E0 at 1. unfold bound_of_whole_weights.
    apply bound_within_is; trivial; [apply few|rewrite E0; lra].
  Qed.

  Theorem the_entropy_filter_of_whole_weights q : is_largest largest (map key qs) -> In q qs ->
    (forall p, In p qs -> information_gain (counts_of_children p) <= information_gain (counts_of_children
      q)) ->
    In q (survivors_by key largest bound_of_whole_weights qs).
  Proof.
    intros Top I Best. destruct (is_finite bound_of_whole_weights) eqn:Fin;
      [|unfold survivors_by, trusted; rewrite Fin, Bool.andb_false_r; exact I].
    destruct the_node_is_exact as (_ & _ & Li). destruct (the_bound_is_enough Fin) as [Sl Bd].
    apply (the_entropy_filter_of_rounded_weights log_float counts_of_children (fun q => map part_of (parts
      q)) key qs largest
      bound_of_whole_weights (FromRows.counts_in weighs in_class K rows) one (B2R (weight_sum whole)) (B2R
        (weight_sum whole)) 1 0
      (B2R (slope_of_entropy whole)) K a); auto.
    - exact log_float_is_near.
    - apply (of_one_pos weighs in_float rows _ 26 36 data').
    - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
    - exact children_are_read_exactly.
    - exact keys_are_computed.
    - apply few.
  Qed.

  (** Subsets, whose keys are exact gains, beside other questions. *)
  Variables (candidates : list C) (f : float64).
  Hypothesis base_is : adds_up_to (map (fun k => weight_times_logarithm (class_sum whole k)) (seq 0 K)) f.
  Definition base_of_whole_weights : float64 := minus f (weight_times_logarithm (weight_sum whole)).

  Theorem the_entropy_filter_of_whole_weights_with_subsets : (forall q, In q candidates -> In q qs \/
      divided rows a (asks q) /\ scored_exactly base_of_whole_weights
        (B2R (weight_sum whole) * information_gain (counts_of_children q)) (key q)) ->
    is_largest largest (map key candidates) -> forall q, In q candidates ->
    (forall p, In p candidates -> information_gain (counts_of_children p) <= information_gain
      (counts_of_children
      q)) ->
    In q (survivors_by key largest (bound_with_gains bound_of_whole_weights largest base_of_whole_weights)
      candidates).
  Proof.
    intros Scored Top q I Best. apply (kept_where_the_bound_is_finite key); [exact I|]. intros Fin.
    destruct the_node_is_exact as (WW & EW & Li). destruct (the_bound_is_enough Fin) as [Sl Bd].
    assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
    assert (N0 : rows <> []) by (intros Z; rewrite Z in several; simpl in several; lia).
    destruct (an_exact_part rows [] whole P0 N0 (or_introl whole_is)) as (Nn & Nc & Nf).
    assert (P1 := of_one_pos weighs in_float rows _ 26 36 data').
    set (node := with_floats weighs in_class (/ of_unit) 26 36 K rows whole) in *.
    apply (exact_information_gains_are_kept log_float counts_of_children (fun q => map part_of (parts q))
      key qs candidates
      largest bound_of_whole_weights base_of_whole_weights (FromRows.counts_in weighs in_class K rows)
        (part_of node) one
      (B2R (weight_sum whole)) (B2R (weight_sum whole)) 1 0 (B2R (slope_of_entropy whole)) K a); trivial.
    - exact log_float_is_near.
    - split; [exact few_terms|apply few].
    - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
    - exact children_are_read_exactly.
    - split; [|split; [|split]].
      + intros _ _. split; [|split; [|split; [simpl; lia|split]]].
        * intros k. symmetry. apply (counts_of_partition K (map (fun r => (weighs r, in_class r)) rows)
            [map (fun r => (weighs r, in_class r)) rows] k). cbn. now rewrite app_nil_r.
        * intros c [<-|[]].
          exact (part_counts weighs in_float in_class rows _ 26 36 K data' classes rows [] P0 N0).
        * constructor; [|constructor]. exact (node_reads weighs in_float in_class rows _ 26 36 K data'
          classes whole).
        * cbn [sumR fold_right]. rewrite Rplus_0_r, EW. reflexivity.
      + intros _ p _ [<-|[]]. exact Nn.
      + intros _ p x _ [<-|[]]. apply Nc.
      + intros _ p _ [<-|[]]. exact Nf.
    - exact keys_are_computed.
    - assert (Ws : forall k, In k (seq 0 K) -> whole_below 63 (class_sum whole k)).
      { intros k L. apply in_seq in L.
        apply (a_class_sum weighs in_float in_class rows _ 26 36 K data' grid' several' rows [] whole k);
          [exact P0|
          exact whole_is|lia]. }
      destruct (the_share_of_a_node K whole f Ws WW) as (Af & F1 & E1 & _); [|exact base_is|].
      { apply Rle_trans with (2 := proj1 (proj2 few)).
        apply Rmult_le_compat_r; [assert (U := u_pos); lra|]. apply le_INR. lia. }
      split; [exact F1|]. exists (fun _ => B2R f). split.
      + intros p [<-|[]]. cbn. rewrite !map_map. exact Af.
      + left. cbn. unfold base_of_whole_weights. rewrite E1. apply one_term. apply rnd_is_float.
    - intros p J. apply (children_facts weighs in_float in_class rows _ 26 36 K a data' several' classes few
      asks).
      destruct (Scored p J) as [Q|[D _]]; [now apply questions|exact D].
    - intros p J. destruct (Scored p J) as [Q|[_ H]]; [now left|now right].
  Qed.
End Whole.

(** ** An example, and a plausible wrong statement

    The rows of [FromRows], whose units are 7 and 15. *)
Definition its_unit (r : a_row) : Z := if Nat.eqb (snd r) 0 then 7%Z else 15%Z.
Definition whole_sums (n first second : Z) : sums := {| weight_sum := of_whole n;
  class_sum k := match k with 0%nat => of_whole first | _ => of_whole second end |}.
Definition whole_sums_asked (q : bool) : list sums :=
  let s := if q then whole_sums 7 7 0 else whole_sums 15 0 15 in [s; left_over (whole_sums 22 7 15) s].
Definition entropy_of_wholes (q : bool) : float64 :=
  match whole_sums_asked q with
  | [s; t] => minus (plus (terms_of 2 in_turn s) (terms_of 2 in_turn t))
      (plus (weight_times_logarithm (weight_sum s)) (weight_times_logarithm (weight_sum t)))
  | _ => of_whole 0
  end.

Lemma whole_example_data : (0 < 1 # 21)%Q /\ (forall r, In r [one_third; five_sevenths] ->
    (fst (fst r) == inject_Z (its_unit r) * (1 # 21))%Q /\ (1 <= its_unit r)%Z) /\
  whole_sum (map its_unit [one_third; five_sevenths]) < IZR (2 ^ 26).
Proof.
  split; [reflexivity|]. split; [|change (IZR (2 ^ 26)) with 67108864; unfold whole_sum, its_unit; simpl;
    lra].
  intros r [<-|[<-|[]]]; (split; [reflexivity|vm_compute; discriminate]).
Qed.

Lemma whole_example_summed part s : In (part, s) [([one_third; five_sevenths], whole_sums 22 7 15);
    ([one_third], whole_sums 7 7 0); ([five_sevenths], whole_sums 15 0 15)] ->
  summed (fun r => of_whole (its_unit r)) snd 26 36 2 part s.
Proof.
  set (rows := [one_third; five_sevenths]). set (in_float := fun r => of_whole (its_unit r)).
  assert (Units : forall r, In r rows -> unit_of in_float 26 36 r = its_unit r) by (intros r [<-|[<-|[]]];
    vm_compute; reflexivity).
  assert (U1 := Units one_third (or_introl eq_refl)).
    assert (U2 := Units five_sevenths (or_intror (or_introl eq_refl))).
  assert (N : gathered [] (Float (of_whole 0))) by (apply turned_into_float; constructor).
  assert (A : gathered [7]%Z (Float (of_whole 7))) by (apply turned_into_float; constructor).
  assert (B : gathered [15]%Z (Float (of_whole 15))) by (apply turned_into_float; constructor).
  assert (S : gathered ([7] ++ [15])%Z (Float (of_whole 22))).
  { apply turned_into_float. change 22%Z with (7 + 15)%Z. apply sum_of_wholes; constructor. }
  cbn in U1, U2. intros [E|[E|[E|[]]]]; injection E as <- <-; (split; [|intros [|[|k]] L; [..|lia]]);
    unfold rows, members; cbn [map filter Nat.eqb snd one_third five_sevenths weight_sum class_sum
      whole_sums];
    rewrite ?U1, ?U2; assumption.
Qed.

Example the_entropy_filter_of_whole_weights_applies : In true (survivors_by entropy_of_wholes
  (entropy_of_wholes true)
  (bound_of_whole_weights 2 2 (whole_sums 22 7 15)) [true]).
Proof.
  destruct example_sizes as (_ & S2 & S3 & S4).
  apply (the_entropy_filter_of_whole_weights (fun r => fst (fst r)) its_unit snd [one_third;
    five_sevenths] (1 # 21) 2 2) with
    (whole := whole_sums 22 7 15) (asks := its_question) (its_sums := whole_sums_asked) (add := fun _ =>
      in_turn); trivial.
  - exact whole_example_data.
  - intros r [<-|[<-|[]]]; simpl; lia.
  - apply whole_example_summed. now left.
  - intros q [<-|[]]. split; [exact (proj1 (example_questions true (or_introl eq_refl)))|]. eexists.
    split; [apply whole_example_summed; simpl; auto|reflexivity].
  - intros _. exact in_turn_adds_up.
  - exact two_terms_in_turn.
  - intros q [<-|[]]. eexists _, _. split; reflexivity.
  - right. split; [now left|]. intros k [<-|[]]; vm_compute; reflexivity.
  - now left.
  - intros p [<-|[]]. apply Rle_refl.
Qed.

(** That terms of whole weights are added without error, as those of the table are: the order matters. *)
Example terms_of_whole_weights_are_rounded :
  let term n := weight_times_logarithm (of_whole n) in
  Beqb (plus (plus (term 3%Z) (term 5%Z)) (term 7%Z)) (plus (term 3%Z) (plus (term 5%Z) (term 7%Z))) = false.
Proof. vm_compute. reflexivity. Qed.

(** Beside a subset: two rows of 7 units each, one of each class, which both part. *)
Definition wholes_of_thirds (_ : bool) : list sums := [whole_sums 7 7 0; left_over (whole_sums 14 7 7)
  (whole_sums 7 7 0)].
Definition terms_of_thirds : float64 := terms_of 2 in_turn (whole_sums 14 7 7).
Definition entropy_of_whole_thirds (q : bool) : float64 :=
  if q then let s := whole_sums 7 7 0 in let t := left_over (whole_sums 14 7 7) s in
    minus (plus (terms_of 2 in_turn s) (terms_of 2 in_turn t)) (plus (weight_times_logarithm (weight_sum s))
      (weight_times_logarithm (weight_sum t)))
  else plus (base_of_whole_weights (whole_sums 14 7 7) terms_of_thirds) (of_whole 14).

Example the_entropy_filter_of_whole_weights_with_subsets_applies q : In q (survivors_by
  entropy_of_whole_thirds
  (entropy_of_whole_thirds true) (bound_with_gains (bound_of_whole_weights 2 2 (whole_sums 14 7 7))
    (entropy_of_whole_thirds
    true) (base_of_whole_weights (whole_sums 14 7 7) terms_of_thirds)) [true; false]).
Proof.
  set (rows := [one_third; other_third]). set (in_float := fun _ : a_row => of_whole 7).
  assert (Units : forall r, In r rows -> unit_of in_float 26 36 r = 7%Z) by (intros r [<-|[<-|[]]];
    vm_compute; reflexivity).
  assert (U1 := Units one_third (or_introl eq_refl)). assert (U2 := Units other_third (or_intror (or_introl
    eq_refl))).
  assert (Summed : forall part s, In (part, s) [(rows, whole_sums 14 7 7); ([one_third], whole_sums 7 7 0)] ->
    summed in_float snd 26 36 2 part s).
  { assert (N : gathered [] (Float (of_whole 0))) by (apply turned_into_float; constructor).
    assert (A : gathered [7]%Z (Float (of_whole 7))) by (apply turned_into_float; constructor).
    assert (S : gathered ([7] ++ [7])%Z (Float (of_whole 14))).
    { apply turned_into_float. change 14%Z with (7 + 7)%Z. apply sum_of_wholes; constructor. }
    intros part s [E|[E|[]]]; injection E as <- <-; (split; [|intros [|[|k]] L; [..|lia]]);
      unfold rows, members; cbn [map filter Nat.eqb snd one_third other_third weight_sum class_sum
        whole_sums];
      rewrite ?U1, ?U2; assumption. }
  destruct thirds_sizes as (_ & _ & S3 & S4 & S5). destruct (of_whole_is 14) as [E14 F14]; [lia|].
  apply (the_entropy_filter_of_whole_weights_with_subsets (fun r => fst (fst r)) (fun _ => 7%Z) snd rows (1
    # 21) 2 2) with
    (whole := whole_sums 14 7 7) (asks := asked_of_thirds) (its_sums := wholes_of_thirds) (qs := [true])
    (add := fun _ => in_turn); trivial.
  - split; [reflexivity|]. split; [|change (IZR (2 ^ 26)) with 67108864; unfold rows, whole_sum; simpl; lra].
    intros r [<-|[<-|[]]]; (split; [reflexivity|lia]).
  - apply Summed. now left.
  - intros p [<-|[]]. split; [exact (thirds_divided true)|]. eexists. split; [apply Summed; simpl;
    auto|reflexivity].
  - intros _. exact in_turn_adds_up.
  - exact two_terms_in_turn.
  - intros p [<-|[]]. eexists _, _. split; reflexivity.
  - now apply in_turn_adds_up.
  - intros p [<-|[<-|[]]]; [left; now left|right]. split; [exact (thirds_divided false)|]. exists (of_whole
    14).
    split; [|reflexivity]. change (weight_sum (whole_sums 14 7 7)) with (of_whole 14). rewrite
      a_bit_is_gained, E14.
    apply a_float_in_keys; [exact F14|lra|]. split.
    + apply Rle_trans with 1; [apply (bpow_le radix2 (-600) 0); lia|lra].
    + apply Rle_trans with (power_of_two 4); [simpl; lra|apply bpow_le; lia].
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - destruct q; simpl; auto.
  - intros p _. rewrite !a_bit_is_gained. apply Rle_refl.
Qed.

(** That beside exact sums what is rounded of gains is all that is to be covered: the key of no gain is a
  difference of
    terms.  A question that parts the node in two like halves gains nothing, be it a threshold or a subset. *)
Example exact_sums_are_not_enough :
  let term n := weight_times_logarithm (of_whole n) in let base := minus (plus (term 306%Z) (term 2%Z))
    (term 308%Z) in
  let key (q : bool) := if q then minus (plus (plus (term 153%Z) (term 1%Z)) (plus (term 153%Z) (term 1%Z)))
    (plus (term 154%Z) (term 154%Z))
    else plus base (of_whole 0) in
  information_gain [[153; 1]; [153; 1]]%Q = 0 /\
  survivors_by key (key true) (bound_with_gains (of_whole 0) (key true) base) [true; false] = [true].
Proof.
  split; [|vm_compute; reflexivity]. unfold information_gain, conditional_entropy, entropy, sumR. cbn.
  repeat match goal with |- context [Q2R ?q] => let v := eval vm_compute in (Qred q) in
    progress (rewrite (Qeq_eqR q v) by (vm_compute; reflexivity)) end.
  replace (Q2R (1 # 2)) with (/ 2) by (unfold Q2R; simpl; field). field.
Qed.

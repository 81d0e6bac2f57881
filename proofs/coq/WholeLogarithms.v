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
From Dtrees Require Import FromRows.
Import ListNotations.
Open Scope R_scope.

Section Whole.
  Context {A C : Type}.
  (** A weight is [of_unit] times [unit]; floats are the units. *)
  Variables (weighs : A -> Q) (unit : A -> Z) (in_class : A -> nat) (rows : list A) (of_unit : Q) (K a : nat).
  Let in_float (r : A) : float64 := of_whole (unit r).
  Hypothesis data : (0 < of_unit)%Q /\ (forall r, In r rows ->
    (weighs r == inject_Z (unit r) * of_unit)%Q /\ (1 <= unit r)%Z) /\
    whole_sum (map unit rows) < IZR (2 ^ 26).
  Hypothesis several : (2 <= length rows)%nat.
  Hypothesis classes : forall r, In r rows -> (in_class r < K)%nat.
  Hypothesis few : (2 <= a)%nat /\ INR (K + a + 4) * u <= / 1000 /\ (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z.

  Lemma each_unit r : In r rows -> IZR (unit r) <= whole_sum (map unit rows).
  Proof.
    intros I. destruct data as (_ & D & _). unfold whole_sum. rewrite sumR_map.
    apply (term_at_most_sum (fun s => IZR (unit s))); [|exact I]. intros s J. apply IZR_le.
      destruct (D s J). lia.
  Qed.

  Lemma units_as_data : (0 < / of_unit)%Q /\ forall r, In r rows ->
    is_finite (in_float r) = true /\ 0 < B2R (in_float r) <= power_of_two 36 /\
    B2R (in_float r) = Q2R (/ of_unit * weighs r).
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

  (** Candidates, each with its question and the sums of its children; the rest is as in [FromRows]. *)
  Variables (asks : C -> asked A) (its_sums : C -> list sums) (key : C -> float64) (qs : list C) (largest :
    float64).
  Hypothesis questions : forall q, In q qs -> divided rows a (asks q) /\
    sums_are in_float in_class 26 36 K whole (asks q) (its_sums q).
  Hypothesis is_the_largest : is_largest largest (map key qs).
  Variable add : C -> list float64 -> float64.
  Hypothesis adds : forall q l, l <> [] -> adds_up_to l (add q l).
  Hypothesis same_sum : forall q l k, length l = K -> length k = K ->
    (forall x, In x l \/ In x k -> is_finite x = true /\ 0 <= B2R x <= power_of_two 70) -> reals l = reals
      k ->
    B2R (add q l) = B2R (add q k).
  Hypothesis few_terms : INR (a * (K + 1)) * u <= / 1000.
  Hypothesis keys : forall q, In q qs -> entropy_key_of K (add q) (asks q) (its_sums q) (key q).

  Let counts_of_children (q : C) : list ClassCounts := map (FromRows.counts_in weighs in_class K)
    (children_of (asks q)).
  Let parts (q : C) : list float_part := floats_of weighs in_class (/ of_unit) 26 36 K (asks q) (its_sums q).
  Definition bound_of_whole_weights : float64 := bound_within K a (slope_of_entropy whole) (of_whole 0)
    (weight_sum whole).

  Theorem the_entropy_filter_of_whole_weights q : In q qs ->
    (forall p, In p qs -> information_gain (counts_of_children p) <= information_gain (counts_of_children
      q)) ->
    In q (survivors_by key largest bound_of_whole_weights qs).
  Proof.
    intros I Best. destruct (is_finite bound_of_whole_weights) eqn:Fin;
      [|unfold survivors_by, trusted; rewrite Fin, Bool.andb_false_r; exact I].
    assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
    destruct some_lightest as (r & Ir & Least).
    assert (Light : exists r0, In r0 rows /\ of_whole (unit_of in_float 26 36 r) = of_whole (unit_of
      in_float 26 36 r0) /\
      forall s, In s rows -> (unit_of in_float 26 36 r0 <= unit_of in_float 26 36 s)%Z) by (now exists r).
    destruct (an_exact_sum rows [] (weight_sum whole) P0 (proj1 whole_is)) as (WW & EW & W0).
    assert (N2 := le_INR _ _ several). simpl (INR 2) in N2. assert (W2 : 2 <= B2R (weight_sum whole)).
    { rewrite EW, <- sum_of_units by apply incl_refl.
      replace (map (unit_of in_float 26 36) rows) with (map unit rows) by
        (apply map_ext_in; intros s J; now rewrite units_are_the_weights). destruct few_rows as (L & _).
          lra. }
    assert (W63 : B2R (weight_sum whole) <= IZR (2 ^ 63)).
    { destruct WW as (_ & _ & L). apply Rle_trans with (1 := Rle_abs _). exact L. }
    assert (Sl := the_slope weighs in_float in_class rows _ 26 36 K a data' grid' several' few whole
      whole_is W2).
    destruct (of_whole_is 0) as [E0 F0]; [lia|].
    assert (One := fun p J => one_node weighs in_float in_class rows _ 26 36 K a data' grid' several'
      classes few whole asks
      its_sums qs questions p J).
    assert (Part := fun p x J Jx => a_float_part weighs in_float in_class rows _ 26 36 K a data' grid'
      several' few whole asks
      its_sums qs questions p x J Jx).
    assert (Wh := fun p x J Jx => floats_are_whole weighs in_float in_class rows _ 26 36 K a data' grid'
      several' few whole
      whole_is asks its_sums qs questions p x J Jx).
    assert (Weights : forall part others, Permutation (part ++ others) rows -> forall r, In r part -> 1 <=
      one * Q2R (weighs r)).
    { intros part others P s J. assert (Is : In s rows) by (apply (Permutation_in _ P), in_or_app; now left).
      rewrite (one_is s Is). destruct data as (_ & D & _). apply IZR_le. now apply D. }
    assert (Least1 : forall l, (forall r, In r l -> 1 <= one * Q2R (weighs r)) -> one * Q2R (sum weighs l)
      = 0 /\ l = [] \/
      1 <= one * Q2R (sum weighs l)).
    { intros l H. rewrite Q2R_sum. destruct l as [|s l]; [left; simpl; split; [ring|reflexivity]|right].
      assert (Hs := H s (or_introl eq_refl)). cbn [sumR fold_right]. fold (sumR (fun x => Q2R (weighs x)) l).
      assert (0 <= one * sumR (fun x => Q2R (weighs x)) l); [|unfold sumR in *; lra].
      rewrite Rmult_comm, <- sumR_scale. apply sumR_nonneg. intros x J. assert (Hx := H x (or_intror J)).
        lra. }
    assert (Exact : forall p x, In p qs -> In x (parts p) -> exists part others s, x = with_floats weighs
      in_class (/ of_unit) 26 36 K part s /\
      Permutation (part ++ others) rows /\ part <> [] /\ B2R (weight_sum s) = one * Q2R (sum weighs part) /\
      (forall k, (k < K)%nat -> B2R (class_sum s k) = one * Q2R (weight_in weighs in_class k part)) /\
      forall k, one * Q2R (weight_in weighs in_class k part) = 0 \/ 1 <= one * Q2R (weight_in weighs
        in_class k part)).
    { intros p x J Jx. destruct (Part p x J Jx) as (part & others & s & E & P & Np & _ & Ch).
      exists part, others, s.
      destruct (a_child_is_exact part others s P Ch) as [H1 H2]. repeat (split; [assumption|]). intros k.
      rewrite <- members_weigh. destruct (Least1 (members in_class k part)) as [[Z _]|Z];
        [|now left|now right].
      intros t T. apply filter_In in T as [T _]. now apply (Weights part others). }
    apply (the_entropy_filter_of_rounded_weights log_float counts_of_children (fun q => map part_of (parts
      q)) key qs largest
      bound_of_whole_weights (FromRows.counts_in weighs in_class K rows) one (B2R (weight_sum whole)) (B2R
        (weight_sum whole)) 1 0
      (B2R (slope_of_entropy whole)) K a); auto.
    - exact log_float_is_near.
    - apply (of_one_pos weighs in_float rows _ 26 36 data').
    - lra.
    - split; [apply few|exact few_terms].
    - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
    - intros p J. destruct (One p J) as (H1 & H2 & H3 & H4 & H5). split; [exact H1|]. split.
      + intros c Jc. split; [|now apply H2].
        exact (nonneg_counts weighs in_float in_class rows _ 26 36 K a data' grid' several' few whole asks
          its_sums qs questions p c J Jc).
      + split; [now rewrite map_length|]. split; [exact H4|]. rewrite sumR_map. rewrite EW. exact H5.
    - intros p y J Jy. apply in_map_iff in Jy as (x & <- & Jx).
      destruct (Exact p x J Jx) as (part & others & s & -> & P & Np & Ew & Ek & _).
      assert (Cl : forall r, In r part -> (in_class r < K)%nat) by (intros t T;
        apply classes, (Permutation_in _ P), in_or_app; now left).
      cbn [true_weight float_weight counts part_of with_floats its_true_weight its_float_weight float_counts].
      rewrite !map_map, !sumR_map, !map_length. cbn [fst snd].
      split; [symmetry; now apply (classes_weigh weighs in_float)|]. split; [|split; [|split]].
      + rewrite (sumR_ext _ (fun _ => 0)); [clear; induction (seq 0 K); simpl; lra|]. intros k L.
        apply in_seq in L.
        rewrite Ek by lia. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. reflexivity.
      + rewrite Ew. split.
        * destruct (Least1 part (Weights part others P)) as [[_ Z]|Z]; [now apply Np in Z|exact Z].
        * rewrite EW. destruct (Least1 others) as [[Z _]|Z].
          { apply (Weights others part). now rewrite Permutation_app_comm. }
          all: assert (S : Q2R (sum weighs rows) = Q2R (sum weighs part) + Q2R (sum weighs others)) by
            (rewrite !Q2R_sum, <- sumR_app; symmetry; now apply sumR_perm); rewrite S; lra.
      + rewrite Ew, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
      + rewrite seq_length. assert (Hk := several_classes weighs in_float in_class rows _ 26 36 K a data'
        grid' several' classes few
          whole _ whole_is Light). lia.
    - intros p y z J Jy Z. apply in_map_iff in Jy as (x & <- & Jx).
      destruct (Exact p x J Jx) as (part & others & s & E & P & _ & _ & _ & H).
      destruct (Wh p x J Jx) as [_ Hw]. rewrite E in *. cbn in Z. rewrite map_map in Z.
        apply in_map_iff in Z as (k & <- & L). cbn [fst snd].
      split; [destruct (H k) as [->|X]; lra|].
      destruct (Hw (one * Q2R (weight_in weighs in_class k part), class_sum s k)) as (_ & W & _); [|exact W].
      cbn. now apply (in_map (fun k => (one * Q2R (weight_in weighs in_class k part), class_sum s k))).
    - intros p y J Jy. apply in_map_iff in Jy as (x & <- & Jx). destruct (Wh p x J Jx) as [(_ & Ww & _) _].
      split; [apply float64_is_float|]. split; [exact Ww|].
        destruct (Exact p x J Jx) as (part & others & s & -> & P & _ & _ & _ & H).
      intros z Z. cbn in Z. rewrite map_map in Z. apply in_map_iff in Z as (k & <- & L). cbn [fst snd].
      split; [apply H|apply float64_is_float].
    - intros p J. destruct (entropy_is_scored weighs in_float in_class rows _ 26 36 K a data' grid'
      several' classes few whole _
        whole_is Light asks its_sums key qs _ (slope_of_entropy whole) questions eq_refl add adds same_sum
          few_terms keys p J)
        as (F & _ & E). now split.
    - apply Sl.
    - rewrite <- E0 at 1. unfold bound_of_whole_weights.
      apply bound_within_is; trivial; [apply few|apply Sl|rewrite E0; lra].
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

Example the_entropy_filter_of_whole_weights_applies : In true (survivors_by entropy_of_wholes
  (entropy_of_wholes true)
  (bound_of_whole_weights 2 2 (whole_sums 22 7 15)) [true]).
Proof.
  set (rows := [one_third; five_sevenths]). set (in_float := fun r => of_whole (its_unit r)).
  assert (Units : forall r, In r rows -> unit_of in_float 26 36 r = its_unit r) by (intros r [<-|[<-|[]]];
    vm_compute; reflexivity).
  assert (U1 := Units one_third (or_introl eq_refl)).
    assert (U2 := Units five_sevenths (or_intror (or_introl eq_refl))).
  assert (Summed : forall part s, In (part, s) [(rows, whole_sums 22 7 15); ([one_third], whole_sums 7 7 0);
    ([five_sevenths], whole_sums 15 0 15)] -> summed in_float snd 26 36 2 part s).
  { assert (N : gathered [] (Float (of_whole 0))) by (apply turned_into_float; constructor).
    assert (A : gathered [7]%Z (Float (of_whole 7))) by (apply turned_into_float; constructor).
    assert (B : gathered [15]%Z (Float (of_whole 15))) by (apply turned_into_float; constructor).
    assert (S : gathered ([7] ++ [15])%Z (Float (of_whole 22))).
    { apply turned_into_float. change 22%Z with (7 + 15)%Z. apply sum_of_wholes; constructor. }
    cbn in U1, U2. intros part s [E|[E|[E|[]]]]; injection E as <- <-; (split; [|intros [|[|k]] L; [..|lia]]);
      unfold rows, members; cbn [map filter Nat.eqb snd one_third five_sevenths weight_sum class_sum
        whole_sums];
      rewrite ?U1, ?U2; assumption. }
  destruct example_sizes as (_ & S2 & S3 & S4).
  apply (the_entropy_filter_of_whole_weights (fun r => fst (fst r)) its_unit snd rows (1 # 21) 2 2) with
    (whole := whole_sums 22 7 15) (asks := its_question) (its_sums := whole_sums_asked) (add := fun _ =>
      in_turn); trivial.
  - split; [reflexivity|]. split; [|change (IZR (2 ^ 26)) with 67108864; unfold rows, whole_sum, its_unit;
    simpl; lra]. intros r [<-|[<-|[]]]; (split; [reflexivity|vm_compute; discriminate]).
  - intros r [<-|[<-|[]]]; simpl; lia.
  - apply Summed. now left.
  - intros q [<-|[]]. split; [exact (proj1 (example_questions true (or_introl eq_refl)))|]. eexists.
    split; [apply Summed; simpl; auto|reflexivity].
  - right. split; [now left|]. intros k [<-|[]]; vm_compute; reflexivity.
  - intros _. exact in_turn_adds_up.
  - exact two_terms_in_turn.
  - intros q [<-|[]]. eexists _, _. split; reflexivity.
  - now left.
  - intros p [<-|[]]. apply Rle_refl.
Qed.

(** That terms of whole weights are added without error, as those of the table are: the order matters. *)
Example terms_of_whole_weights_are_rounded :
  let term n := weight_times_logarithm (of_whole n) in
  Beqb (plus (plus (term 3%Z) (term 5%Z)) (term 7%Z)) (plus (term 3%Z) (plus (term 5%Z) (term 7%Z))) = false.
Proof. vm_compute. reflexivity. Qed.

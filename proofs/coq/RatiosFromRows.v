(** * RatiosFromRows: the filter by gain ratio, from the rows on, where terms x log2 x are computed

    Rows have weights, which are rounded as in [FromRows], or whole units as in [WholeLogarithms].
      Keys, that of no
    gain, information, errors, ratios, the gate, limits and what contends are computed in binary64.
      Every admissible
    question, by [Spec.Entropies] and the gate, is kept, and its feature contends. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Entropies Sums Summary GrowingRational.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter WholeCounts ProgrammedLogarithm
  RoundedRows
  RoundedCounts RoundedSums RoundedEntropies RoundedFloats Gathered RoundedNode RoundedBounds RationalKeys
    RoundedFilter
  RationalEntropies FloatTerms FloatDecisions SubsetKeys RoundedSubsets Contenders GainsBeside RoundedRatios
    FromRows
  WholeLogarithms.
From Dtrees Require Spec.Growing.
Import ListNotations.
Open Scope R_scope.

(** ** What is programmed *)

Notation phi_of := weight_times_logarithm.

(** W times the intrinsic value, by the children's weights. *)
Definition information_of {A} (W : float64) (q : asked A) (ss : list sums) (information : float64) : Prop :=
  let phi s := phi_of (weight_sum s) in
  match q with
  | Two _ _ => exists s t, ss = [s; t] /\ information = minus (phi_of W) (plus (phi s) (phi t))
  | Many _ => exists x, adds_up_to (map phi ss) x /\ information = minus (phi_of W) x
  end.

(** The key of no gain. *)
Definition base_of (K : nat) (whole : sums) (base : float64) : Prop := exists f,
  adds_up_to (map (fun k => phi_of (class_sum whole k)) (seq 0 K)) f /\ base = minus f (phi_of (weight_sum
    whole)).

(** ** What is computed does not overflow *)

Lemma phi_holds x : whole_below 63 x -> holds (phi_of x) (float_phi log_float (B2R x)) 70.
Proof.
  intros W. destruct (weight_times_logarithm_is x W) as (F & E & B). rewrite E in B.
  split; [exact F|]. split; [exact E|]. rewrite Rabs_right; lra.
Qed.

Lemma information_is {A} W (q : asked A) ss (ps : list float_part) i : map its_float_weight ps = map
  weight_sum ss ->
  whole_below 63 W -> (forall p, In p ps -> whole_below 63 (its_float_weight p)) ->
    INR (length ps) * u <= / 1000 ->
  information_of W q ss i -> is_finite i = true /\ Rabs (B2R i) <= power_of_two 200 /\
  is_information log_float (map part_of ps) (B2R W) (B2R i).
Proof.
  intros E WW Wp N H.
  assert (Sum : exists x, adds_up_to (map (fun s => phi_of (weight_sum s)) ss) x /\ i = minus (phi_of W) x).
  { destruct q; [|exact H]. destruct H as (s & t & -> & ->). eexists. split; [|reflexivity].
    exact (two_floats [_] [_] _ _ (one_float _) (one_float _)). }
  destruct Sum as (x & Ad & ->).
  rewrite <- (map_map weight_sum), <- E, map_map in Ad. rewrite <- (map_length (fun p => phi_of
    (its_float_weight p))) in N.
  destruct (floats_add_up 70 _ x ltac:(lia) Ad) as (Fx & Ax & Bx); [|exact N|].
  { intros y I. apply in_map_iff in I as (p & <- & I). destruct (phi_holds _ (Wp p I)) as (F & Ey & B).
    rewrite Ey.
    now split. }
  assert (Hx : holds x (B2R x) 130) by now repeat split.
  destruct (minus_holds _ _ _ _ 70 130 131 (phi_holds W WW) Hx ltac:(lia) ltac:(apply (difference_below
    130); [apply
    Rle_trans with (1 := proj2 (proj2 (phi_holds W WW))), bpow_le; lia|exact Bx])) as (Fi & Ei & Bi).
  split; [exact Fi|]. rewrite Ei. split; [apply Rle_trans with (1 := Bi), bpow_le; lia|].
  exists (B2R x). split; [|reflexivity]. unfold reals in Ax. rewrite map_map in Ax |- *.
  rewrite (map_ext_in _ (fun p => B2R (phi_of (its_float_weight p)))); [exact Ax|].
  intros p I. destruct (phi_holds _ (Wp p I)) as (_ & -> & _). reflexivity.
Qed.

Lemma base_is_key K whole base (p : float_part) : base_of K whole base -> (1 <= K)%nat ->
  INR K * u <= / 1000 ->
  whole_below 63 (weight_sum whole) -> (forall k, (k < K)%nat -> whole_below 63 (class_sum whole k)) ->
  its_float_weight p = weight_sum whole -> map snd (float_counts p) = map (class_sum whole) (seq 0 K) ->
  is_finite base = true /\ Rabs (B2R base) <= power_of_two 410 /\
  is_entropy_key log_float [part_of p] (B2R base).
Proof.
  intros (f & Ad & ->) K1 N WW Wk Ew Ek.
  destruct (floats_add_up 70 _ f ltac:(lia) Ad) as (Ff & Af & Bf).
  { intros y I. apply in_map_iff in I as (k & <- & I). apply in_seq in I.
    destruct (phi_holds _ (Wk k ltac:(lia))) as (F & E & B). rewrite E. now split. }
  { now rewrite map_length, seq_length. }
  assert (Hf : holds f (B2R f) 130) by now repeat split.
  destruct (minus_holds _ _ _ _ 130 70 131 Hf (phi_holds _ WW) ltac:(lia) ltac:(apply (difference_below
    130); [exact
    Bf|apply Rle_trans with (1 := proj2 (proj2 (phi_holds _ WW))), bpow_le; lia])) as (Fb & Eb & Bb).
  split; [exact Fb|]. rewrite Eb. split; [apply Rle_trans with (1 := Bb), bpow_le; lia|].
  exists (fun _ => B2R f). split.
  - intros r [<-|[]]. cbn [counts part_of]. rewrite map_map. cbn [snd].
    assert (Em : map (fun x : R * float64 => float_phi log_float (B2R (snd x))) (float_counts p) =
      map (fun k => float_phi log_float (B2R (class_sum whole k))) (seq 0 K)).
    { rewrite <- (map_map (class_sum whole) (fun x => float_phi log_float (B2R x))), <- Ek, map_map.
      reflexivity. }
    refine (eq_ind_r (fun l => added_up l _) _ Em). unfold reals in Af.
    rewrite map_map in Af. rewrite (map_ext_in _ (fun k => B2R (phi_of (class_sum whole k)))); [exact Af|].
    intros k I. apply in_seq in I. destruct (phi_holds _ (Wk k ltac:(lia))) as (_ & -> & _). reflexivity.
  - left. cbn [map float_weight part_of]. rewrite Ew. apply one_term, rnd_is_float.
Qed.

Lemma bound_holds K a slope o W : (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z -> is_finite slope = true ->
  0 <= B2R slope <= power_of_two 7 -> is_finite o = true -> Rabs (B2R o) <= power_of_two 66 ->
    whole_below 63 W ->
  is_finite (bound_within K a slope o W) = true /\ B2R (bound_within K a slope o W) <= power_of_two 200.
Proof.
  intros T Fs Bs Fo Bo (FW & _ & LW).
  assert (Hs : holds slope (B2R slope) 7) by (repeat split; trivial; rewrite Rabs_right; lra).
  assert (H1 := times_holds _ _ _ _ 53 7 60 (whole_holds (Z.of_nat (a * (2 * K + 4))) 53 ltac:(lia)
    ltac:(lia))
    Hs ltac:(lia) ltac:(lia)).
  assert (HW : holds W (B2R W) 63) by now repeat split. assert (Ho : holds o (B2R o) 66) by now repeat split.
  assert (H2 := times_holds _ _ _ _ (-50) 63 13 eight_u_holds HW ltac:(lia) ltac:(lia)).
  assert (H3 := plus_holds _ _ _ _ 66 13 67 Ho H2 ltac:(lia) ltac:(apply (sum_below 66);
    [exact Bo|apply Rle_trans with
    (1 := proj2 (proj2 H2)), bpow_le; lia])).
  destruct (times_holds _ _ _ _ 60 67 127 H1 H3 ltac:(lia) ltac:(lia)) as (F & E & B).
  split; [exact F|]. unfold bound_within. rewrite E. apply Rle_trans with (1 := Rle_abs _).
  apply Rle_trans with (1 := B), bpow_le. lia.
Qed.

(** What covers information does, of [k] children. *)
Lemma information_off_is n k (o W : float64) e : INR n * u <= / 1000 -> 2 <= k <= INR n ->
  is_finite o = true ->
  e <= B2R o <= power_of_two 66 -> whole_below 63 W -> 1 <= B2R W -> e = 0 \/ / 2 <= e <= B2R W / 16 ->
  let slope := plus (logarithm W) two in is_finite slope = true -> 0 <= B2R slope <= power_of_two 7 ->
  (1 - u) ^ 10 * (log2 (B2R W) + 2) <= B2R slope -> 0 <= log2 (B2R W) ->
  let off := information_error logarithm (Z.of_nat n) o W in
  is_finite off = true /\ B2R off <= power_of_two 200 /\
  (3 * e + (22 + 2 * k) * u * B2R W) * (log2 (B2R W) + 2) <= B2R off.
Proof.
  intros N Kn Fo Bo (FW & _ & LW) W1 E0 slope Fs Bs Sl L0 off. assert (U := u_pos).
  assert (L50 : (Z.of_nat n <= 2 ^ 50)%Z).
  { apply le_IZR. rewrite <- INR_IZR_INZ. change (IZR (2 ^ 50)) with 1125899906842624. unfold u in N. lra. }
  set (m := (32 + 2 * Z.of_nat n)%Z). assert (Em : IZR m = 32 + 2 * INR n) by (unfold m;
    rewrite plus_IZR, mult_IZR,
    INR_IZR_INZ; reflexivity).
  assert (Hm := whole_holds m 52 ltac:(lia) ltac:(unfold m; lia)).
  assert (H1 := times_holds _ _ _ _ 52 (-53) (-1) Hm unit_holds ltac:(lia) ltac:(lia)).
  assert (HW : holds W (B2R W) 63) by now repeat split.
  assert (H2 := times_holds _ _ _ _ (-1) 63 62 H1 HW ltac:(lia) ltac:(lia)).
  assert (E1 : 0 <= e) by (destruct E0; lra).
  assert (Ho : holds o (B2R o) 66) by (repeat split; trivial; rewrite Rabs_right; lra).
  assert (H3 := times_holds _ _ _ _ 2 66 68 (whole_holds 3 2 ltac:(lia) ltac:(lia)) Ho ltac:(lia) ltac:(lia)).
  assert (H4 := plus_holds _ _ _ _ 68 62 69 H3 H2 ltac:(lia) ltac:(apply (sum_below 68);
    [apply H3|apply Rle_trans with
    (1 := proj2 (proj2 H2)), bpow_le; lia])).
  assert (Hs : holds slope (B2R slope) 7) by (repeat split; trivial; rewrite Rabs_right; lra).
  destruct (times_holds _ _ _ _ 69 7 76 H4 Hs ltac:(lia) ltac:(lia)) as (F & E & B).
  assert (Eo := E : B2R off = _).
  split; [exact F|]. split; [rewrite Eo; apply Rle_trans with (1 := Rle_abs _), Rle_trans with (1 := B),
    bpow_le; lia|].
  apply Rle_trans with (1 := the_bound_of_information_is_enough (INR n) k (B2R slope) (log2 (B2R W) + 2) e
    (B2R W) Kn N
    ltac:(lra) Sl W1 E0).
  rewrite Eo, Em. unfold bound_of_information. apply rnd_le. apply Rmult_le_compat_r; [lra|].
  apply rnd_le. apply Rplus_le_compat_r. apply rnd_le. lra.
Qed.

(** The numbers that enclose a ratio, of a node of [n] rows, whose sums of weights are off by [o] at most. *)
Section Ends.
  Variables (n : nat) (o W lightest bound base : float64).
  Let information_off := information_error logarithm (Z.of_nat n) o W.
  Definition low_ratio (key information : float64) : float64 :=
    ratio_below information_off (float_gain key base) (gain_error bound key base) information.
  Definition high_ratio (key information : float64) : float64 :=
    ratio_above information_off (float_gain key base) (gain_error bound key base) information lightest.
End Ends.

Lemma near_floats e l W K (p : float_part) : near_within e l W K (part_of p) <->
  its_true_weight p = sumR fst (float_counts p) /\
  sumR (fun x => Rabs (fst x - B2R (snd x))) (float_counts p) <= e /\
  l <= B2R (its_float_weight p) <= W /\ Rabs (its_true_weight p - B2R (its_float_weight p)) <= e /\
  (1 <= length (float_counts p) <= K)%nat.
Proof.
  unfold near_within. cbn [true_weight float_weight counts part_of]. now rewrite !sumR_map, map_length.
Qed.

Lemma children_are_few {A} (children : list (list A)) rows : Permutation (concat children) rows ->
  (forall part, In part children -> part <> []) -> (length children <= length rows)%nat.
Proof.
  intros P N. rewrite <- (Permutation_length P). clear P.
  induction children as [|p l IH]; [simpl; lia|]. cbn [concat length]. rewrite app_length.
  assert (1 <= length p)%nat by (destruct p; [now destruct (N [] (or_introl eq_refl))|simpl; lia]).
  assert (Rest := IH (fun x J => N x (or_intror J))). lia.
Qed.

(** ** Rows, whatever their sums of weights are off by *)

Section Rows.
  Context {A C : Type}.
  Variables (weighs : A -> Q) (in_float : A -> float64) (in_class : A -> nat) (rows : list A) (d : Q) (b m :
    Z)
    (K a : nat).
  Hypothesis data : weights_in_floats weighs in_float rows d m.
  Hypothesis grid : (0 <= b <= 62)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z.
  Hypothesis several : (2 <= length rows)%nat /\ INR (length rows) * u <= / 1000.
  Hypothesis classes : forall r, In r rows -> (in_class r < K)%nat.
  Hypothesis few : (2 <= a)%nat /\ INR (K + a + 4) * u <= / 1000 /\ (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z.
  Hypothesis few_terms : INR (a * (K + 1)) * u <= / 1000.

  Notation one := (of_one d b m).
  Notation unit := (unit_of in_float b m).

  (** The node's sums; each candidate's question, the sums of its children, its key and information;
    features. *)
  Variables (whole : sums) (lightest : float64).
  Hypothesis whole_is : summed in_float in_class b m K rows whole.
  Hypothesis lightest_is : exists r, In r rows /\ lightest = of_whole (unit r) /\ forall s,
    In s rows -> (unit r <= unit s)%Z.
  Variables (asks : C -> asked A) (its_sums : C -> list sums) (key information : C -> float64).
  Variables (fs : list (feature C)) (gate : Growing.gate) (all_pass gainless : bool) (min_gain : R).
  Variables (base largest_key limit sum largest bar : float64).
  Variables (subset : C -> bool) (subsets : bool).
  Hypothesis questions : forall q, is_asked fs q -> divided rows a (asks q) /\
    (subset q = false -> sums_are in_float in_class b m K whole (asks q) (its_sums q)).
  Hypothesis largest_key_is : is_largest largest_key (map key (concat (map about fs))).
  Variable add : C -> list float64 -> float64.
  Hypothesis adds : forall q l, l <> [] -> adds_up_to l (add q l).
  Hypothesis same_sum : same_terms_same_sum K add.
  Definition gain_by_definition (q : C) : R :=
    information_gain (map (counts_in weighs in_class K) (children_of (asks q))).
  Definition ratio_by_definition (q : C) : R :=
    gain_ratio (map (counts_in weighs in_class K) (children_of (asks q))).
  Definition true_weight_of (part : list A) : R := one * Q2R (Spec.Sum.sum weighs part).

  (** The key of a subset is its exact gain; its information, that of exact weights. *)
  Hypothesis keys : forall q, is_asked fs q -> if subset q
    then subsets = true /\ scored_exactly base (B2R (weight_sum whole) * gain_by_definition q) (key q) /\
      weighed_exactly (true_weight_of rows) (map true_weight_of (children_of (asks q))) (information q)
    else entropy_key_of K (add q) (asks q) (its_sums q) (key q) /\
      information_of (weight_sum whole) (asks q) (its_sums q) (information q).
  Hypothesis base_is : base_of K whole base.

  Let n := length rows.
  Let W := weight_sum whole.
  Let W0 := true_weight_of rows.
  Let qs := filter (fun q => negb (subset q)) (concat (map about fs)).

  Lemma is_computed q : In q qs <-> is_asked fs q /\ subset q = false.
  Proof. unfold qs. now rewrite filter_In, is_in_all, Bool.negb_true_iff. Qed.

  Lemma questions' q : In q qs -> divided rows a (asks q) /\
    sums_are in_float in_class b m K whole (asks q) (its_sums q).
  Proof. intros I. apply is_computed in I as [Q S]. destruct (questions q Q) as [D H]. split; [exact D|now
    apply H]. Qed.

  Let in_floats (q : C) := floats_of weighs in_class d b m K (asks q) (its_sums q).

  Definition the_node : float_part := with_floats weighs in_class d b m K rows whole.

  (** *** Sums of weights are off by [e], of which the program has [o] *)

  Section Off.
    Variables (o : float64) (e l : R).
    Let own := bound_within K a (slope_of_entropy whole) o W.
    Let bound := bound_beside subsets own largest_key base.
    Let low (q : C) := low_ratio n o W bound base (key q) (information q).
    Let high (q : C) := high_ratio n o W lightest bound base (key q) (information q).

    Hypothesis light : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= B2R W <= IZR (2 ^ 63).
    Hypothesis off_is : is_finite o = true /\ e <= B2R o <= power_of_two 66 /\ (B2R o = 0 \/ 1 <= B2R o) /\
      (e = 0 \/ / 2 <= e).
    Hypothesis whole_near : near_within e l (B2R W) K (part_of the_node).
    Hypothesis parts_near : forall q p, In q qs -> In p (in_floats q) -> near_within e l (B2R W) K (part_of
      p).
    Hypothesis parts_weigh : forall part others, Permutation (part ++ others) rows -> part <> [] ->
      (true_weight_of part = 1 \/ 2 <= true_weight_of part) /\ B2R lightest / 2 <= true_weight_of part.
    Hypothesis weights_near : forall q, In q qs ->
      sumR (fun p => Rabs (its_true_weight p - B2R (its_float_weight p))) (in_floats q) <= 2 * e.
    Hypothesis lightest_holds : is_finite lightest = true /\ 1 <= B2R lightest <= power_of_two 200.

    Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
    Hypothesis ends : forall f, In f fs -> ends_are bound key low high f.
    Hypothesis gates : gated bound base fs gate all_pass gainless (limit_share o W) limit sum largest bar.
    Hypothesis all_pass_means : all_pass = true -> min_gain <= 0 /\ gainless = true.
    Hypothesis limit_is : limit_within limit (B2R W * min_gain) /\ B2R limit <= power_of_two 90 * B2R own.

    Notation classes_of := (several_classes weighs in_float in_class rows d b m K a data grid several
      classes few whole
      lightest whole_is lightest_is).

    Lemma whole_facts : whole_below 63 W /\ 0 <= B2R W /\ (forall k, (k < K)%nat ->
      whole_below 63 (class_sum whole k)) /\
      2 <= B2R W.
    Proof.
      assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
      destruct (node_is_near weighs in_float rows d b m data grid several W (proj1 whole_is)) as (WW & _ &
        W0').
      split; [exact WW|]. split; [exact W0'|]. split; [|lra]. intros k L.
      apply (a_class_sum weighs in_float in_class rows d b m K data grid several rows [] whole k P0 whole_is
        L).
    Qed.

    Lemma slope_is : is_finite (slope_of_entropy whole) = true /\
      0 <= B2R (slope_of_entropy whole) <= power_of_two 7 /\
      999 / 1000 * (log2 (B2R W) + 2) <= B2R (slope_of_entropy whole) /\
      (1 - u) ^ 10 * (log2 (B2R W) + 2) <= B2R (slope_of_entropy whole).
    Proof.
      destruct (the_slope weighs in_float in_class rows d b m K a data grid several few whole whole_is) as
        (S1 & S2 & S3 &
        S4 & S5); [apply whole_facts|]. now repeat split.
    Qed.

    Lemma bound_is : is_finite own = true /\
      bound_of_classes (INR a * (2 * INR K + 4)) (B2R (slope_of_entropy whole)) e (B2R W) <= B2R own <=
        power_of_two 200.
    Proof.
      destruct slope_is as (Fs & Bs & _). destruct whole_facts as (WW & _). destruct off_is as (Fo & Bo & _).
      destruct (bound_holds K a (slope_of_entropy whole) o W) as [F B]; trivial; try apply few.
      { rewrite Rabs_right; lra. }
      split; [exact F|]. split; [|exact B]. apply bound_within_is; trivial; try apply few; lra.
    Qed.

    Lemma the_bound_covers : 14 * (e + 8 * u * B2R W) <= B2R own.
    Proof.
      destruct slope_is as (_ & _ & Sl & _). destruct whole_facts as (_ & _ & _ & W2). assert (U := u_pos).
      assert (Lg : 0 <= log2 (B2R W)) by (rewrite <- log2_1; apply log2_le; lra).
      assert (A2 := le_INR _ _ (proj1 few)). simpl (INR 2) in A2. assert (K0 := pos_INR K).
      assert (T : 2 * (2 * 0 + 4) <= INR a * (2 * INR K + 4)) by (apply Rmult_le_compat; lra).
      assert (0 <= 8 * u * B2R W) by (repeat apply Rmult_le_pos; lra).
      apply Rle_trans with (2 := proj1 (proj2 bound_is)).
      apply Rle_trans with (2 := the_bound_of_classes_loses_little (INR a * (2 * INR K + 4))
        (B2R (slope_of_entropy whole)) (log2 (B2R W) + 2) e (B2R W) ltac:(lra) ltac:(lra) Sl ltac:(lra)
          ltac:(lra)).
      assert (2 * (2 * 0 + 4) * 2 * (e + 8 * u * B2R W) <=
        INR a * (2 * INR K + 4) * (log2 (B2R W) + 2) * (e + 8 * u * B2R W)); [|lra].
      repeat apply Rmult_le_compat; lra.
    Qed.

    Lemma length_of_parts q : In q qs -> (2 <= length (in_floats q) <= a)%nat /\
      INR (length (in_floats q)) <= INR n /\ map its_float_weight (in_floats q) = map weight_sum (its_sums q).
    Proof.
      intros I. destruct (questions' q I) as ((P & N & L) & _).
      assert (F := children_are in_float in_class rows b m K a grid several few whole asks
        its_sums qs
        questions' q I).
      assert (E : length (in_floats q) = length (children_of (asks q))).
      { unfold in_floats, floats_of. now rewrite map_length, combine_length, <- (Forall2_length _ _ _ F),
        Nat.min_id. }
      rewrite E. split; [lia|]. split.
      - now apply le_INR, (children_are_few _ rows).
      - unfold in_floats, floats_of. rewrite map_map. cbn [with_floats its_float_weight].
        destruct (paired _ _ _ F) as (_ & Es & _). now rewrite <- Es at 2; rewrite map_map.
    Qed.

    (** A part of the rows, by its true weight and counts; subsets have no others. *)
    Definition true_part (part : list A) : RoundedCounts.part :=
      part_of (with_floats weighs in_class d b m K part whole).
    Definition parts (q : C) : list RoundedCounts.part :=
      if subset q then map true_part (children_of (asks q)) else map part_of (in_floats q).

    Lemma a_true_part part others s : Permutation (part ++ others) rows -> part <> [] ->
      let p := part_of (with_floats weighs in_class d b m K part s) in
      (true_weight p = 1 \/ 2 <= true_weight p) /\ B2R lightest / 2 <= true_weight p /\
      forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x.
    Proof.
      intros P N p. destruct (parts_weigh part others P N) as [H1 H2]. split; [exact H1|]. split; [exact H2|].
      intros x X. cbn in X. rewrite map_map in X. apply in_map_iff in X as (k & <- & _). cbn [fst].
      rewrite <- (class_weighs weighs in_float in_class d b m), (both_weigh weighs in_float d b m).
      destruct (members_permuted in_class rows part others k P) as (rest & P').
      destruct (members in_class k part) as [|r t] eqn:E; [left; unfold Spec.Sum.sum, Q2R; simpl; ring|right].
      rewrite <- E in *. destruct (parts_weigh _ _ P') as [H _]; [now rewrite E|].
      unfold true_weight_of in H. lra.
    Qed.

    Lemma parts_of_one_node q : is_asked fs q ->
      same_counts (merge (map (counts_in weighs in_class K) (children_of (asks q)))) (counts_in weighs
        in_class
        K rows) /\
      (forall c, In c (map (counts_in weighs in_class K) (children_of (asks q))) -> nonneg c /\
        (0 < weight c)%Q) /\ (2 <= length (parts q) <= a)%nat /\ INR (length (parts q)) <= INR n /\
      Forall2 (reads one) (map (counts_in weighs in_class K) (children_of (asks q))) (parts q) /\
      sumR true_weight (parts q) = W0 /\ forall p, In p (parts q) ->
        (true_weight p = 1 \/ 2 <= true_weight p) /\ B2R lightest / 2 <= true_weight p /\
        forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x.
    Proof.
      intros Q. destruct (questions q Q) as [D _].
      destruct (children_facts weighs in_float in_class rows d b m K a data several classes few asks q D) as
        (_ &
        H1 & H2).
      split; [exact H2|]. split; [exact H1|]. unfold parts. destruct (subset q) eqn:Su.
      - destruct D as (P & N & L). rewrite map_length. split; [exact L|].
        assert (Of : forall part, In part (children_of (asks q)) -> exists others,
          Permutation (part ++ others) rows).
        { intros part I. destruct (a_child_and_others _ rows P N (proj1 L) part I) as (others & X & _).
          now exists others. }
        split; [now apply le_INR, (children_are_few _ rows)|]. split; [|split].
        + clear - Of data classes. induction (children_of (asks q)) as [|part t IH]; [constructor|].
          cbn [map]. constructor; [|apply IH; intros x I; apply Of; now right].
          destruct (Of part (or_introl eq_refl)) as (others & P). split.
          * rewrite counts_are. cbn. now rewrite !map_map.
          * change (one * Q2R (Spec.Sum.sum weighs part) = one * Q2R (weight (counts_in weighs in_class K
            part))).
            now rewrite (counts_weigh weighs in_float in_class rows d b m K data classes part others P).
        + rewrite sumR_map. unfold W0, true_weight_of.
          rewrite <- (Qeq_eqR _ _ (sum_permutation weighs _ _ P)). clear.
          induction (children_of (asks q)) as [|part t IH]; [unfold Spec.Sum.sum, Q2R; simpl; ring|].
          cbn [concat]. rewrite Q2R_sum, sumR_app, Rmult_plus_distr_l, <- !Q2R_sum, <- IH. reflexivity.
        + intros p I. apply in_map_iff in I as (part & <- & I). destruct (Of part I) as (others & X).
          apply (a_true_part part others); [exact X|now apply N].
      - assert (I : In q qs) by now apply is_computed. destruct (length_of_parts q I) as (L1 & L2 & _).
        destruct (one_node weighs in_float in_class rows d b m K a data grid several classes few whole asks
          its_sums qs questions' q I) as (_ & _ & _ & H4 & H5).
        rewrite map_length. split; [exact L1|]. split; [exact L2|]. split; [exact H4|].
        split; [rewrite sumR_map; exact H5|]. intros p J. apply in_map_iff in J as (x & <- & J).
        destruct (a_float_part weighs in_float in_class rows d b m K a grid several few whole asks
          its_sums qs questions' q x I J) as (part & others & s & -> & P & N & _).
        now apply (a_true_part part others).
    Qed.

    Theorem the_ratio_filter_of_rows : tells_rightly gain_by_definition ratio_by_definition bound base key fs
      gate all_pass gainless (limit_share o W) limit min_gain sum largest bar.
    Proof.
      assert (U := u_pos). destruct whole_facts as (WW & W0' & Wk & W2). assert (WW' := WW).
        destruct WW' as (FW & NW & LW).
      destruct slope_is as (Fs & Bs & Sl & Sl10). destruct bound_is as (Fb & Bb).
        destruct off_is as (Fo & Bo & Oo & E0).
      assert (Hk := classes_of).
      assert (Lg : 0 <= log2 (B2R W)) by (rewrite <- log2_1; apply log2_le; lra).
      assert (One := of_one_pos weighs in_float rows d b m data).
      assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
      assert (N0 : rows <> []) by (intros Z; rewrite Z in several; simpl in several; lia).
      assert (Wp : 0 < W0) by (destruct (parts_weigh rows [] P0 N0); unfold W0; lra).
      destruct (a_true_part rows [] whole P0 N0) as (_ & _ & Xn).
      assert (Off : forall q, is_asked fs q -> let off := information_error logarithm (Z.of_nat n) o W in
        is_finite off = true /\ B2R off <= power_of_two 200 /\
        (3 * e + (22 + 2 * INR (length (parts q))) * u * B2R W) * (log2 (B2R W) + 2) <= B2R off).
      { intros q' Q. destruct (parts_of_one_node q' Q) as (_ & _ & L2 & Ln & _).
        assert (L : 2 <= INR (length (parts q'))) by (apply (le_INR 2); apply L2).
        assert (E : e = 0 \/ / 2 <= e <= B2R W / 16) by (destruct E0 as [->|E0]; [now left|right; lra]).
        apply (information_off_is n _ o W e (proj2 several) (conj L Ln) Fo Bo WW ltac:(lra) E Fs Bs Sl10
          Lg). }
      intros f F. assert (Some : exists q, is_asked fs q).
      { destruct (about f) as [|q t] eqn:E; [now destruct (some_question _ _ _ _ _ ends f F)|].
        exists q, f. rewrite E. split; [exact F|now left]. }
      destruct Some as (q & Some). revert f F.
      assert (Computed : forall p x, In p qs -> In x (parts p) -> exists y, x = part_of y /\ In y (in_floats
        p)).
      { intros p x I J. apply is_computed in I as [_ S]. unfold parts in J. rewrite S in J.
        apply in_map_iff in J as (y & <- & J). now exists y. }
      assert (As_parts : forall p, In p qs -> parts p = map part_of (in_floats p)).
      { intros p I. apply is_computed in I as [_ S]. unfold parts. now rewrite S. }
      apply (the_ratio_filter_of_rounded_weights log_float (fun q => map (counts_in weighs in_class K)
        (children_of (asks q)))
        parts key information (counts_in weighs in_class K rows) (part_of the_node)
        W o lightest base own (information_error logarithm (Z.of_nat n) o W) largest_key limit sum largest
          bar qs
        subsets fs gate all_pass gainless
        min_gain one W0 l e (B2R (slope_of_entropy whole)) K a); trivial.
      - exact log_float_is_near.
      - split; [apply few|exact few_terms].
      - split; [apply whole_near|exact NW].
      - split; [exact (proj1 (part_counts weighs in_float in_class rows d b m K data classes rows [] P0
        N0))|].
        split; [exact (node_reads weighs in_float in_class rows d b m K data classes whole)|reflexivity].
      - intros p Q. destruct (parts_of_one_node p Q) as (H1 & H2 & H3 & _ & H). exact (conj H1 (conj H2 (conj
        H3 H))).
      - intros p [->|(q' & Q & I)].
        + exact whole_near.
        + destruct (Computed q' p Q I) as (x & -> & J). now apply (parts_near q').
      - intros p [->|(q' & Q & I)].
        + split; [apply float64_is_float|]. split; [exact NW|]. intros x X. split; [now apply Xn|].
          cbn in X. rewrite map_map in X. apply in_map_iff in X as (k & <- & X). apply in_seq in X. cbn [snd].
          split; [apply float64_is_float|]. apply (Wk k). lia.
        + assert (Q' := Q). apply is_computed in Q' as [Q' _].
          destruct (parts_of_one_node q' Q') as (_ & _ & _ & _ & _ & _ & H). destruct (H p I) as (_ & _ & Hp).
          destruct (Computed q' p Q I) as (x & -> & J).
          destruct (floats_are_whole weighs in_float in_class rows d b m K a data grid several few whole
            whole_is asks its_sums qs questions' q' x Q J) as [(_ & Nx & _) Hx].
          split; [apply float64_is_float|]. split; [exact Nx|]. intros y Y. split; [now apply Hp|].
          apply in_map_iff in Y as (z & <- & Y). split; [apply float64_is_float|]. now apply Hx.
      - intros p Q. assert (Q' := Q). apply is_computed in Q' as [Qa S]. rewrite (As_parts p Q).
        assert (Kp := keys p Qa). rewrite S in Kp. destruct Kp as [Kp Ip].
        split; [rewrite sumR_map; now apply weights_near|]. split.
        + apply (entropy_is_scored weighs in_float in_class rows d b m K a data grid several classes few
          whole lightest
            whole_is lightest_is asks its_sums key qs _ (slope_of_entropy whole) questions' eq_refl add adds
              same_sum few_terms); [|exact Q]. intros x X. apply is_computed in X as [X Sx].
          assert (Kx := keys x X). rewrite Sx in Kx. apply Kx.
        + destruct (length_of_parts p Q) as (L2 & Ln & Es).
          apply (information_is W (asks p) (its_sums p) (in_floats p) (information p) Es WW); trivial.
          * intros x I. now apply (floats_are_whole weighs in_float in_class rows d b m K a data grid several
              few whole whole_is asks its_sums qs questions' p x).
          * apply Rle_trans with (2 := proj2 several). apply Rmult_le_compat_r; [lra|exact Ln].
      - intros p Q. assert (Kp := keys p Q). destruct (subset p) eqn:S; [right|left; now apply is_computed].
        destruct Kp as (K1 & K2 & K3). split; [exact K1|]. split; [exact K2|]. unfold parts. rewrite S,
          map_map.
        exact K3.
      - apply (base_is_key K whole base the_node base_is Hk); trivial.
        + apply Rle_trans with (2 := proj1 (proj2 few)). apply Rmult_le_compat_r; [lra|]. apply le_INR. lia.
        + cbn. now rewrite map_map.
      - split; [exact Fb|exact Bb].
      - destruct (Off q Some) as (F & B & _). split; [exact F|]. split; [exact B|]. intros p Q. now apply Off.
      - split; [exact Fo|]. split; [exact FW|]. split; [exact Wp|]. split; [apply Rle_trans with e;
        [apply whole_near|lra]|].
        split; [split; [lra|]|].
        + apply Rle_trans with (1 := Rle_abs _). exact LW.
        + destruct Oo as [Oo|Oo]; [now left|right]. split; [exact Oo|]. apply Rle_trans with (power_of_two
          66); [lra|].
          apply bpow_le. lia.
    Qed.
  End Off.

  (** *** Weights are rounded to a grid, and the node is trusted *)

  Let own := bound_for_classes K a (slope_of_entropy whole) n W.
  Let bound := bound_beside subsets own largest_key base.
  Let low (q : C) := low_ratio n (off n W) W bound base (key q) (information q).
  Let high (q : C) := high_ratio n (off n W) W lightest bound base (key q) (information q).

  Lemma weights_of_children_are_near e : known n W lightest = true -> bounds rows W lightest e ->
    forall q, In q qs ->
    (forall p, In p (in_floats q) -> Rabs (its_true_weight p - B2R (its_float_weight p)) <= e) ->
    sumR (fun p => Rabs (its_true_weight p - B2R (its_float_weight p))) (in_floats q) <= 2 * e.
  Proof.
    intros Kn Be q Q Each. assert (e0 : 0 <= e).
    { destruct Be as (B1 & _). assert (U := u_pos).
      destruct (node_is_near weighs in_float rows d b m data grid several W (proj1 whole_is)) as (_ & _ &
        W0').
      assert (P := pos_INR (length rows)). assert (0 <= 3 * u * INR (length rows) * B2R W) by (repeat apply
        Rmult_le_pos;
        lra). lra. }
    destruct (questions' q Q) as ((P & N & L) & S). unfold in_floats, floats_of in *.
    destruct (asks q) as [first second|children] eqn:E; cbn [children_of sums_are] in *.
    - destruct S as (s & S & Es). rewrite Es in *. cbn [combine map fst snd sumR fold_right] in *.
      assert (H1 := Each _ (or_introl eq_refl)). assert (H2 := Each _ (or_intror (or_introl eq_refl))). lra.
    - apply Rle_trans with e; [|lra]. rewrite sumR_map. cbn [with_floats its_true_weight its_float_weight].
      set (pairs := combine children (its_sums q)) in *. destruct (paired _ _ _ S) as (Ef & _ & Sum).
        fold pairs in Ef, Sum.
      assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
      rewrite (sumR_ext _ (fun x => Rabs (sumR fst (in_both weighs in_float d b m (fst x)) - B2R (weight_sum
        (snd x)))))
        by (intros x _; now rewrite both_weigh).
      replace (sumR _ pairs) with (sumR (fun c : list (R * Z) * R => Rabs (sumR fst (fst c) - snd c))
        (map (fun x => (in_both weighs in_float d b m (fst x), B2R (weight_sum (snd x)))) pairs)) by now
          rewrite sumR_map.
      apply (counts_are_near (in_both weighs in_float d b m rows) (B2R W) e) with
        (part := in_both weighs in_float d b m rows) (others := []).
      + apply (rounded_on_the_grid weighs in_float rows d b m data grid several).
      + now apply (both_positive weighs in_float rows d b m data grid several W lightest (proj1 whole_is)
        lightest_is).
      + exact (both_several weighs in_float rows d b m several).
      + apply (node_is_near weighs in_float rows d b m data grid several W (proj1 whole_is)).
      + exact (both_enough weighs in_float rows d b m W lightest e Be).
      + now rewrite app_nil_r.
      + rewrite map_map. cbn [fst]. rewrite <- (map_map fst (in_both weighs in_float d b m)), Ef.
        unfold in_both. rewrite <- concat_map. now apply Permutation_map.
      + intros c I. apply in_map_iff in I as (x & <- & I). cbn [fst snd]. destruct (Sum x I) as [G _].
        assert (J : In (fst x) children) by (rewrite <- Ef; now apply in_map).
        destruct (a_child_and_others children rows P N (proj1 L) (fst x) J) as (others & Px & _).
        now apply (a_sum weighs in_float rows d b m data grid several (fst x) others).
  Qed.

  Theorem the_ratio_filter_from_rows : known n W lightest = true -> (Z.of_nat (length fs) <= 2 ^ 30)%Z ->
    (forall f, In f fs -> ends_are bound key low high f) ->
    gated bound base fs gate all_pass gainless (limit_share (off n W) W) limit sum largest bar ->
    (all_pass = true -> min_gain <= 0 /\ gainless = true) ->
    limit_within limit (B2R W * min_gain) -> B2R limit <= power_of_two 90 ->
    tells_rightly gain_by_definition ratio_by_definition bound base key fs gate all_pass gainless
      (limit_share (off n W) W) limit min_gain sum largest bar.
  Proof.
    intros Kn Ff Ends Gates Ap Lw Ls. assert (U := u_pos).
    destruct (a_bound weighs in_float rows d b m data grid several W lightest (proj1 whole_is) lightest_is
      Kn) as (e & Be).
    destruct (premises_within weighs in_float in_class rows d b m K a data grid several classes few whole
      lightest whole_is
      lightest_is asks its_sums qs own (slope_of_entropy whole) questions' eq_refl e Kn Be) as (Li & Wn &
        Nr & Wh & _).
    destruct (node_is_near weighs in_float rows d b m data grid several W (proj1 whole_is)) as (WW & Nw &
      W0').
    destruct (off_is n W (proj2 several) WW) as (Fo & Eo & Bo).
    destruct (sizes weighs in_float rows d b m data grid several W (proj1 whole_is)) as [N2 E1'].
    assert (E1 : 1 <= B2R (off n W)) by (rewrite Eo; exact E1'). assert (Be' := Be).
      destruct Be' as (B1 & B2 & B3).
    assert (e1 : 1 <= e).
    { assert (0 <= u * INR (length rows) * B2R W) by (repeat apply Rmult_le_pos; lra). lra. }
    destruct (lightest_float weighs in_float rows d b m data grid several W lightest lightest_is Kn) as [Fl
      Ll].
    assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
    assert (Off : is_finite (off n W) = true /\ e <= B2R (off n W) <= power_of_two 66 /\
      (B2R (off n W) = 0 \/ 1 <= B2R (off n W)) /\ (e = 0 \/ / 2 <= e)).
    { split; [exact Fo|]. split; [split; [exact B3|apply Rle_trans with (1 := Rle_abs _); exact Bo]|].
      split; right; lra. }
    apply the_ratio_filter_of_rows with (e := e) (l := 8 / 9 * B2R lightest); trivial.
    - apply near_floats. apply (RoundedSubsets.node_is_near weighs in_float in_class rows d b m K a data grid
        several classes few whole lightest whole_is lightest_is e Kn Be).
    - intros p x Q I. apply near_floats. exact (Nr p x Q I).
    - intros part others P N. assert (I : incl part rows).
      { intros r J. apply (Permutation_in _ P), in_or_app. now left. }
      assert (Each : forall r, In r part -> 8 <= one * Q2R (weighs r) /\ B2R lightest / 2 <= one * Q2R
        (weighs r)).
      { intros r J. apply I in J.
        assert (Un := units_are_positive weighs in_float rows d b m data grid several W lightest (proj1
          whole_is)
          lightest_is Kn r J).
        assert (Rr := proj1 (rounded_on_the_grid weighs in_float rows d b m data grid several)).
        specialize (Rr (one * Q2R (weighs r), unit r) ltac:(now apply (in_map (fun r => (one * Q2R (weighs
          r), unit r))))).
        assert (Lr := Ll r J). apply IZR_le in Un. cbn [fst snd] in Rr. apply Rabs_le_inv in Rr.
        assert (R := rnd_error (IZR (unit r)) ltac:(right; rewrite Rabs_right by lra;
          apply Rle_trans with (power_of_two 0); [apply bpow_le; lia|simpl; lra])).
        rewrite (Rabs_right (IZR (unit r))) in R by lra. apply Rabs_le_inv in R.
        assert (u * IZR (unit r) <= / 1000000 * IZR (unit r)) by (apply Rmult_le_compat_r; lra). lra. }
      destruct part as [|r t]; [easy|]. unfold true_weight_of. rewrite Q2R_sum. cbn [sumR fold_right].
      fold (sumR (fun x => Q2R (weighs x)) t). rewrite Rmult_plus_distr_l.
      destruct (Each r (or_introl eq_refl)) as [E8 El]. assert (One := of_one_pos weighs in_float rows d b m
        data).
      assert (0 <= one * sumR (fun x => Q2R (weighs x)) t).
      { apply Rmult_le_pos; [lra|]. apply sumR_nonneg. intros x J.
        now apply Rlt_le, (weighs_pos weighs in_float rows d m data), I; right. }
      split; [right|]; lra.
    - intros p Q. apply (weights_of_children_are_near e Kn Be p Q). intros x I. now apply (Nr p x Q I).
    - split; [exact Fl|]. split; [lra|]. apply Rle_trans with (IZR (2 ^ 63)); [fold W in Li; lra|].
      apply (bpow_le radix2 63 200). lia.
    - split; [exact Lw|]. assert (Bb := the_bound_covers (off n W) e (8 / 9 * B2R lightest) Li Off).
      assert (0 <= 8 * u * B2R W) by (repeat apply Rmult_le_pos; lra).
      apply Rle_trans with (power_of_two 90 * 1); [lra|]. apply Rmult_le_compat_l; [apply bpow_ge_0|].
        fold own in Bb. lra.
  Qed.
End Rows.

(** ** Whole units, where x log2 x is not looked up

    Sums of weights are exact, and no node goes by the book. *)
Section Whole.
  Context {A C : Type}.
  Variables (weighs : A -> Q) (unit : A -> Z) (in_class : A -> nat) (rows : list A) (of_unit : Q) (K a : nat).
  Let in_float (r : A) : float64 := of_whole (unit r).
  Hypothesis data : weights_in_units weighs unit rows of_unit.
  Hypothesis several : (2 <= length rows)%nat.
  Hypothesis classes : forall r, In r rows -> (in_class r < K)%nat.
  Hypothesis few : (2 <= a)%nat /\ INR (K + a + 4) * u <= / 1000 /\ (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z.
  Hypothesis few_terms : INR (a * (K + 1)) * u <= / 1000.

  Variables (whole : sums) (lightest : float64).
  Hypothesis whole_is : summed in_float in_class 26 36 K rows whole.
  Hypothesis lightest_is : exists r, In r rows /\ lightest = of_whole (unit r) /\ forall s,
    In s rows -> (unit r <= unit s)%Z.
  Variables (asks : C -> asked A) (its_sums : C -> list sums) (key information : C -> float64).
  Variables (fs : list (feature C)) (gate : Growing.gate) (all_pass gainless : bool) (min_gain : R).
  Variables (base largest_key limit sum largest bar : float64).
  Variables (subset : C -> bool) (subsets : bool).
  Hypothesis questions : forall q, is_asked fs q -> divided rows a (asks q) /\
    (subset q = false -> sums_are in_float in_class 26 36 K whole (asks q) (its_sums q)).
  Hypothesis largest_key_is : is_largest largest_key (map key (concat (map about fs))).
  Variable add : C -> list float64 -> float64.
  Hypothesis adds : forall q l, l <> [] -> adds_up_to l (add q l).
  Hypothesis same_sum : same_terms_same_sum K add.
  Let gains := gain_by_definition weighs in_class K asks.
  Let true_weight (part : list A) := true_weight_of weighs (/ of_unit) 26 36 part.
  Hypothesis keys : forall q, is_asked fs q -> if subset q
    then subsets = true /\ scored_exactly base (B2R (weight_sum whole) * gains q) (key q) /\
      weighed_exactly (true_weight rows) (map true_weight (children_of (asks q))) (information q)
    else entropy_key_of K (add q) (asks q) (its_sums q) (key q) /\
      information_of (weight_sum whole) (asks q) (its_sums q) (information q).
  Hypothesis base_is : base_of K whole base.

  Let n := length rows.
  Let W := weight_sum whole.
  Let ratios := ratio_by_definition weighs in_class K asks.
  Let bound := bound_beside subsets (bound_of_whole_weights K a whole) largest_key base.
  Let low (q : C) := low_ratio n (of_whole 0) W bound base (key q) (information q).
  Let high (q : C) := high_ratio n (of_whole 0) W lightest bound base (key q) (information q).

  Notation data' := (units_as_data weighs unit rows of_unit K a data several few).
  Notation grid' := (proj1 (proj2 (few_rows weighs unit rows of_unit K a data several few))).
  Notation several' := (proj2 (proj2 (few_rows weighs unit rows of_unit K a data several few))).
  Notation one := (of_one (/ of_unit) 26 36).

  Lemma lightest_unit : exists r, In r rows /\ lightest = of_whole (unit_of in_float 26 36 r) /\
    forall s, In s rows -> (unit_of in_float 26 36 r <= unit_of in_float 26 36 s)%Z.
  Proof.
    destruct lightest_is as (r & I & E & L).
    assert (H : forall r, In r rows -> unit_of in_float 26 36 r = unit r)
      by exact (units_are_the_weights weighs unit rows of_unit K a data several few).
    exists r. split; [exact I|]. rewrite (H r I). split; [exact E|]. intros s J. rewrite (H s J). now apply L.
  Qed.

  (** Some rows weigh nothing, if they are none, or a unit. *)
  Lemma at_least_a_row part : incl part rows -> part = [] \/
    (1 <= one * Q2R (Spec.Sum.sum weighs part) /\ B2R lightest <= one * Q2R (Spec.Sum.sum weighs part)).
  Proof.
    intros I. destruct part as [|r l]; [now left|right]. destruct data as (_ & D & _).
    assert (H := one_is weighs unit rows of_unit K a data several few).
    assert (Ir : In r rows) by (apply I; now left).
    assert (Pr : (1 <= unit r)%Z) by now apply D.
    destruct lightest_is as (s & Is & -> & L). specialize (L r Ir).
    assert (U26 := each_unit weighs unit rows of_unit K a data several few s Is).
      destruct data as (_ & _ & S26).
    assert (L26 : (unit s < 2 ^ 26)%Z) by (apply lt_IZR; lra). assert (Ps : (1 <= unit s)%Z) by now apply D.
    destruct (of_whole_is (unit s)) as [-> _]; [lia|].
    rewrite Q2R_sum. cbn [sumR fold_right]. fold (sumR (fun x => Q2R (weighs x)) l).
      rewrite Rmult_plus_distr_l, (H r Ir).
    assert (0 <= one * sumR (fun x => Q2R (weighs x)) l).
    { rewrite Rmult_comm, <- sumR_scale. apply sumR_nonneg. intros x J. rewrite Rmult_comm.
      assert (Ix : In x rows) by (apply I; now right). rewrite (H x Ix). apply IZR_le. destruct (D x Ix).
        lia. }
    apply IZR_le in Pr, L. lra.
  Qed.

  Theorem the_ratio_filter_of_whole_weights : (Z.of_nat (length fs) <= 2 ^ 30)%Z ->
    (forall f, In f fs -> ends_are bound key low high f) ->
    gated bound base fs gate all_pass gainless (limit_share (of_whole 0) W) limit sum largest bar ->
    (all_pass = true -> min_gain <= 0 /\ gainless = true) ->
    limit_within limit (B2R W * min_gain) -> B2R limit <= power_of_two 40 ->
    tells_rightly gains ratios bound base key fs gate all_pass gainless (limit_share (of_whole 0) W) limit
      min_gain sum largest bar.
  Proof.
    intros Ff Ends Gates Ap Lw Ls. assert (U := u_pos). destruct (of_whole_is 0) as [E0 F0]; [lia|].
    assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
    assert (N0 : rows <> []) by (intros Z; rewrite Z in several; simpl in several; lia).
    destruct (the_node_is_exact weighs unit in_class rows of_unit K a data several few whole whole_is) as (WW
      & EW &
      Li).
    assert (Off : is_finite (of_whole 0) = true /\ 0 <= B2R (of_whole 0) <= power_of_two 66 /\
      (B2R (of_whole 0) = 0 \/ 1 <= B2R (of_whole 0)) /\ (0 = 0 \/ / 2 <= 0)).
    { rewrite E0. assert (H := bpow_ge_0 radix2 66). repeat split; trivial; try lra; now left. }
    assert (Part := an_exact_part weighs unit in_class rows of_unit K a data several classes few whole
      whole_is).
    assert (Of : forall p x, In p (filter (fun q => negb (subset q)) (concat (map about fs))) ->
      In x (floats_of weighs in_class (/ of_unit) 26 36 K (asks p) (its_sums p)) ->
      near_within 0 1 (B2R W) K (part_of x)).
    { intros p x Q I.
      destruct (a_float_part weighs in_float in_class rows (/ of_unit) 26 36 K a grid' several' few
        whole asks its_sums _ (questions' in_float in_class rows 26 36 K a whole asks its_sums fs subset
          questions) p x
        Q I) as (part & others & s & -> & P & Np & _ & Ch). exact (proj1 (Part part others s P Np Ch)). }
    apply (the_ratio_filter_of_rows weighs in_float in_class rows (/ of_unit) 26 36 K a data' grid'
      several' classes
      few few_terms whole lightest whole_is lightest_unit asks its_sums key information fs gate all_pass
        gainless min_gain
      base largest_key limit sum largest bar subset subsets questions largest_key_is add adds same_sum keys
        base_is
      (of_whole 0) 0 1 Li Off); trivial.
    - exact (proj1 (Part rows [] whole P0 N0 (or_introl whole_is))).
    - intros part others P N. assert (I : incl part rows).
      { intros r J. apply (Permutation_in _ P), in_or_app. now left. }
      destruct (at_least_a_row part I) as [Z|[Z1 Z2]]; [easy|]. unfold true_weight_of. split; [|lra].
      assert (E := sum_of_units weighs unit rows of_unit K a data several few part I). rewrite whole_sum_is
        in E.
      revert Z1. rewrite <- E. clear E. generalize (fold_right Z.add 0%Z (map (unit_of (fun r => of_whole
        (unit r)) 26 36) part)).
      intros w Z1. apply le_IZR in Z1.
      destruct (Z.eq_dec w 1) as [->|D]; [now left|right; apply IZR_le; lia].
    - intros p Q. rewrite Rmult_0_r. rewrite <- (Rmult_0_r (INR (length (floats_of weighs in_class (/
      of_unit) 26 36 K
        (asks p) (its_sums p))))). apply sum_at_most. intros x I. destruct (Of p x Q I) as (_ & _ & _ & H &
          _).
      exact H.
    - destruct lightest_is as (r & I & -> & _). assert (U26 := each_unit weighs unit rows of_unit K a data
      several few r I).
      destruct data as (_ & D & S26). destruct (D r I) as [_ P1]. assert (L26 : (unit r < 2 ^ 26)%Z) by
        (apply lt_IZR; lra).
      destruct (of_whole_is (unit r)) as [-> Fr]; [lia|]. split; [exact Fr|]. split; [now apply IZR_le|].
      apply Rle_trans with (IZR (2 ^ 26)); [apply IZR_le; lia|apply (bpow_le radix2 26 200); lia].
    - split; [exact Lw|].
      assert (Bb := the_bound_covers weighs in_float in_class rows (/ of_unit) 26 36 K a data' grid'
        several' few whole
        whole_is (of_whole 0) 0 1 Li Off).
      apply Rle_trans with (power_of_two 90 * power_of_two (-50)); [rewrite <- bpow_plus; exact Ls|].
      apply Rmult_le_compat_l; [apply bpow_ge_0|]. apply Rle_trans with (2 := Bb).
      assert (8 * u * 2 <= 8 * u * B2R W) by (apply Rmult_le_compat_l; fold W in Li; lra).
      apply Rle_trans with (14 * (0 + 8 * u * 2)); [|fold W; lra].
      change (power_of_two (-50)) with (/ 1125899906842624). unfold u. lra.
  Qed.
End Whole.

(** ** Examples, and plausible wrong statements *)

(** Gains and ratios do not depend on the order of children. *)
Lemma gains_in_any_order ds es : Permutation ds es -> ds <> [] -> (forall d, In d ds -> nonneg d /\
  (0 < weight d)%Q) ->
  information_gain ds = information_gain es /\ gain_ratio ds = gain_ratio es.
Proof.
  intros P N H. assert (L := ln_2_positive).
  assert (Ne : forall d, In d es -> nonneg d) by (intros d I; now apply H, (Permutation_in _
    (Permutation_sym P))).
  assert (Nd : forall d, In d ds -> nonneg d) by (intros d I; now apply H).
  assert (S : same_counts (merge ds) (merge es)) by (intros k; rewrite !count_merge;
    now apply sum_permutation).
  assert (W := Qeq_eqR _ _ (weight_same _ _ S)).
  assert (Pd : (0 < weight (merge ds))%Q).
  { destruct ds as [|d l]; [easy|]. rewrite weight_merge. cbn [Spec.Sum.sum fold_right].
    destruct (H d (or_introl eq_refl)) as [_ Q].
    assert (R : (0 <= Spec.Sum.sum weight l)%Q) by (apply sum_nonneg; intros x X; apply Qlt_le_weak, H;
      now right).
    unfold Spec.Sum.sum in R. apply Qlt_le_trans with (weight d + 0)%Q; [now rewrite Qplus_0_r|].
    now apply Qplus_le_compat; [apply Qle_refl|]. }
  assert (Pe : (0 < weight (merge es))%Q) by now rewrite <- (weight_same _ _ S).
  assert (Wp := Q2R_positive _ Pe).
  assert (C : conditional_entropy ds = conditional_entropy es).
  { assert (E := nats_of_parts ds Nd Pd). rewrite (sumR_perm nats _ _ P), (nats_of_parts es Ne Pe), W in E.
    apply Rmult_eq_reg_l in E; [now symmetry|]. apply Rgt_not_eq. apply Rmult_lt_0_compat; lra. }
  assert (G : information_gain ds = information_gain es).
  { unfold information_gain. rewrite C. f_equal. apply entropy_same; trivial; now apply merge_nonneg. }
  split; [exact G|]. unfold gain_ratio. rewrite G. f_equal. unfold intrinsic_value.
  assert (Ps : Permutation (Entropies.sizes ds) (Entropies.sizes es)) by now apply Permutation_map.
  assert (Ws : (weight (Entropies.sizes ds : ClassCounts) == weight (Entropies.sizes es : ClassCounts))%Q)
    by exact (sum_permutation (fun x => x) _ _ Ps).
  assert (Vd : forall cs, (forall d, In d cs -> (0 < weight d)%Q) -> nonneg (Entropies.sizes cs)).
  { intros cs Q x I. apply in_map_iff in I as (d & <- & I). now apply Qlt_le_weak, Q. }
  assert (Qe : (0 < weight (Entropies.sizes es : ClassCounts))%Q).
  { assert (E : (weight (Entropies.sizes es : ClassCounts) == weight (merge es))%Q).
    { rewrite weight_merge, <- (sum_map (fun x => x) weight es). reflexivity. }
    now rewrite E. }
  assert (Vs : nonneg (Entropies.sizes ds)) by (apply Vd; intros d I; now apply H).
  assert (Ve : nonneg (Entropies.sizes es)) by (apply Vd; intros d I; now apply H, (Permutation_in _
    (Permutation_sym P))).
  assert (E := nats_entropy _ Ve Qe). assert (E' := nats_entropy (Entropies.sizes ds) Vs ltac:(now rewrite
    Ws)).
  unfold nats in E, E'. rewrite (Qeq_eqR _ _ Ws), (sumR_perm _ _ _ Ps) in E'. rewrite E' in E.
  assert (Q := Q2R_positive _ Qe). apply Rmult_eq_reg_l in E; [exact E|]. apply Rgt_not_eq.
  apply Rmult_lt_0_compat; lra.
Qed.

(** Features with one question each. *)
Definition feature_about (n : nat) (o W lightest bound base : float64) (key information : bool -> float64) :
  bool -> feature bool :=
  about_one key (fun q => low_ratio n o W bound base (key q) (information q))
    (fun q => high_ratio n o W lightest bound base (key q) (information q)).

Lemma no_limit w k : limit_within (of_whole 0) (w * 0) /\ B2R (of_whole 0) <= power_of_two k.
Proof.
  destruct (of_whole_is 0) as [E F]; [lia|]. rewrite Rmult_0_r, E. split; [|apply bpow_ge_0].
  split; [exact F|]. rewrite E. split; [now left|]. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
Qed.

(** Rows of weights 1/3 and 5/7, of two classes, and a feature that parts them, with the floats of
  [FromRows]. *)
Lemma parted_gains : 0 <= information_gain (map (counts_in (fun r : a_row => fst (fst r)) snd 2)
  (children_of (its_question true))).
Proof.
  apply information_gain_nonneg; [|reflexivity].
  intros d [<-|[<-|[]]] x [<-|[<-|[]]]; discriminate.
Qed.

Definition their_information (phi : sums -> float64) (whole : float64) (ss : list sums) : float64 :=
  match ss with [s; t] => minus whole (plus (phi s) (phi t)) | _ => of_whole 0 end.
Definition information_of_rows (q : bool) : float64 :=
  their_information (fun s => phi_of (weight_sum s)) (phi_of (of_21 22)) (sums_asked q).
Definition base_of_rows : float64 := minus (plus (phi_of (of_21 7)) (phi_of (of_21 15))) (phi_of (of_21 22)).
Definition bound_of_rows : float64 := bound_beside false
  (bound_for_classes 2 2 (slope_of_entropy (sums_of 22 7 15)) 2 (of_21 22)) (entropy_of_rows true)
    base_of_rows.

Example the_ratio_filter_from_rows_applies :
  let W := of_21 22 in let o := off 2 W in
  let f := feature_about 2 o W (of_21 7) bound_of_rows base_of_rows entropy_of_rows information_of_rows true
    in
  In true (kept_of bound_of_rows entropy_of_rows f) /\
  contends bound_of_rows base_of_rows [f] Growing.AtLeast true true (limit_share o W) (of_whole 0) (gain_of
    base_of_rows f)
    (Babs (gain_of base_of_rows f)) (lowest f) f = true.
Proof.
  intros W o f. destruct example_sizes as (S1 & S2 & S3 & S4).
  eapply whatever_is_admissible_contends; [apply (the_ratio_filter_from_rows (fun r => fst (fst r)) (fun r
    => snd (fst r)) snd [one_third;
    five_sevenths] 21 2 4 2 2
    example_data S1 S2) with (whole := sums_of 22 7 15) (asks := its_question) (its_sums := sums_asked)
    (information := information_of_rows) (subset := fun _ => false) (add := fun _ => in_turn) (min_gain := 0)
    (lightest := of_21 7)|].
  - intros r [<-|[<-|[]]]; simpl; lia.
  - exact S3.
  - exact S4.
  - apply example_summed. now left.
  - exact example_lightest.
  - intros q _. destruct (example_questions q) as [D S]; [destruct q; simpl; auto|now split].
  - right. split; [now left|]. intros k [<-|[]]. vm_cast_no_check (eq_refl true).
  - intros _. exact in_turn_adds_up.
  - exact two_terms_in_turn.
  - intros q _. destruct q; (split; eexists _, _; split; reflexivity).
  - eexists. split; [|reflexivity]. exact (two_floats _ _ _ _ (one_float _) (one_float _)).
  - vm_cast_no_check (eq_refl true).
  - discriminate.
  - intros h [<-|[]]. refine (ends_of_one _ _ _ _ _ _). vm_cast_no_check (eq_refl true).
  - apply the_only_one_is_gated. vm_cast_no_check (eq_refl true).
  - intros _. split; [lra|reflexivity].
  - exact (proj1 (no_limit _ 0)).
  - exact (proj2 (no_limit 0 _)).
  - apply (equals_are_admissible _ _ _ _ _ [true]);
      [now left|exact parted_gains|now intros p [<-|[]]].
Qed.

(** The same rows in whole units, as in [WholeLogarithms]. *)
Example the_ratio_filter_of_whole_weights_applies :
  let W := of_whole 22 in
  let base := minus (plus (phi_of (of_whole 7)) (phi_of (of_whole 15))) (phi_of W) in
  let bound := bound_beside false (bound_of_whole_weights 2 2 (whole_sums 22 7 15)) (entropy_of_wholes true)
    base in
  let information q := their_information (fun s => phi_of (weight_sum s)) (phi_of W) (whole_sums_asked q) in
  let f := feature_about 2 (of_whole 0) W (of_whole 7) bound base entropy_of_wholes information true in
  In true (kept_of bound entropy_of_wholes f) /\
  contends bound base [f] Growing.AtLeast true true (limit_share (of_whole 0) W) (of_whole 0) (gain_of base f)
    (Babs (gain_of base f)) (lowest f) f = true.
Proof.
  intros W base bound information f. destruct example_sizes as (_ & _ & S3 & S4).
  eapply whatever_is_admissible_contends; [apply (the_ratio_filter_of_whole_weights (fun r => fst (fst r))
    its_unit snd [one_third;
    five_sevenths] (1 # 21) 2 2)
    with (whole := whole_sums 22 7 15) (asks := its_question) (its_sums := whole_sums_asked) (information :=
      information)
    (subset := fun _ => false) (add := fun _ => in_turn) (min_gain := 0) (lightest := of_whole 7)|].
  - exact whole_example_data.
  - apply le_n.
  - intros r [<-|[<-|[]]]; simpl; lia.
  - exact S3.
  - exact S4.
  - apply whole_example_summed. now left.
  - exists one_third. split; [now left|]. split; [reflexivity|]. intros r [<-|[<-|[]]]; vm_compute;
    discriminate.
  - intros q (h & [<-|[]] & [<-|[]]). split; [exact (proj1 (example_questions true (or_introl eq_refl)))|].
    intros _. eexists.
    split; [apply whole_example_summed; simpl; auto|reflexivity].
  - right. split; [now left|]. intros k [<-|[]]. vm_cast_no_check (eq_refl true).
  - intros _. exact in_turn_adds_up.
  - exact two_terms_in_turn.
  - intros q _. destruct q; (split; eexists _, _; split; reflexivity).
  - eexists. split; [|reflexivity]. exact (two_floats _ _ _ _ (one_float _) (one_float _)).
  - discriminate.
  - intros h [<-|[]]. refine (ends_of_one _ _ _ _ _ _).
    vm_cast_no_check (eq_refl true).
  - apply the_only_one_is_gated. vm_cast_no_check (eq_refl true).
  - intros _. split; [lra|reflexivity].
  - exact (proj1 (no_limit _ 0)).
  - exact (proj2 (no_limit 0 _)).
  - apply (equals_are_admissible _ _ _ _ _
    [true]);
      [now left|exact parted_gains|now intros p [<-|[]]].
Qed.

(** A threshold and a subset of categories, each of its own feature, part two rows of weight 1/3 alike: of
  equal
  ratio, both are kept, and contend. *)
Example the_ratio_filter_with_subsets_applies q :
  let W := of_21 14 in let o := off 2 W in let base := base_of_entropy in
  let bound := bound_beside true (bound_for_classes 2 2 (slope_of_entropy (sums_of 14 7 7)) 2 W)
    (entropy_of_thirds true) base in
  let information (q : bool) := if q
    then their_information (fun s => phi_of (weight_sum s)) (phi_of W) (sums_of_thirds q)
    else minus (minus (phi_of W) (phi_of (of_21 7))) (phi_of (of_21 7)) in
  let f := feature_about 2 o W (of_21 7) bound base entropy_of_thirds information in
  let sum := plus (gain_of base (f true)) (gain_of base (f false)) in
  In q (kept_of bound entropy_of_thirds (f q)) /\
  contends bound base [f true; f false] Growing.AtLeast true true (limit_share o W) (of_whole 0) sum
    (Babs (gain_of base (f true))) (of_whole 0) (f q) = true.
Proof.
  intros W o base bound information f sum. destruct thirds_sizes as (S1 & S2 & S3 & S4 & S5).
  assert (Of : forall q, In q [true; false]) by (intros []; simpl; auto).
  assert (Weight : forall n part, n = 7%Z \/ n = 14%Z ->
    (Spec.Sum.sum (fun r : a_row => fst (fst r)) part == inject_Z n * (1 # 21))%Q ->
    nearest (true_weight_of (fun r : a_row => fst (fst r)) 21 2 4 part) (of_21 n)).
  { intros n part N E. destruct (thirds_are n N) as [F V]. split; [exact F|].
    replace (true_weight_of _ _ _ _ _) with (B2R (of_21 n)); [now rewrite rnd_float by apply
      float64_is_float|].
    rewrite V, mult_IZR. unfold true_weight_of, of_one. rewrite (Qeq_eqR _ _ E), Q2R_mult.
    change (62 - 2 - 4)%Z with 56%Z. change (power_of_two 56) with (IZR (2 ^ 56)). unfold Q2R. simpl. lra. }
  eapply whatever_is_admissible_contends; [apply (the_ratio_filter_from_rows (fun r => fst (fst r)) (fun r
    => snd (fst r)) snd [one_third; other_third]
    21 2 4 2 2 thirds_data S1 S2) with (whole := sums_of 14 7 7) (asks := asked_of_thirds)
    (its_sums := sums_of_thirds) (information := information) (subset := negb) (add := fun _ => in_turn)
    (min_gain := 0) (lightest := of_21 7)|].
  - exact S3.
  - exact S4.
  - exact S5.
  - apply thirds_summed. now left.
  - exact thirds_lightest.
  - intros p _. split; [apply thirds_divided|]. destruct p; [|discriminate]. intros _. now apply
    thirds_questions; left.
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_cast_no_check (eq_refl true).
  - intros _. exact in_turn_adds_up.
  - exact two_terms_in_turn.
  - intros p _. destruct p; cbn [negb]; [split; eexists _, _; split; reflexivity|]. split; [reflexivity|].
    split.
    + exists (of_21 14). split; [|reflexivity]. apply a_gain_of_thirds; [|now right].
      unfold gain_by_definition. cbn [weight_sum sums_of]. rewrite weight_of_thirds, a_bit_is_gained. ring.
    + do 2 eexists. exists (of_21 14), (of_21 7), (of_21 7). split; [reflexivity|].
      split; [apply (Weight 14%Z); [now right|reflexivity]|].
      split; [|split; [|reflexivity]]; (apply (Weight 7%Z); [now left|reflexivity]).
  - eexists. split; [|reflexivity]. exact (two_floats _ _ _ _ (one_float _) (one_float _)).
  - vm_cast_no_check (eq_refl true).
  - discriminate.
  - intros h [<-|[<-|[]]]; refine (ends_of_one _ _ _ _ _ _);
      vm_cast_no_check (eq_refl true).
  - apply two_are_gated. vm_cast_no_check (eq_refl true).
  - intros _. split; [lra|reflexivity].
  - exact (proj1 (no_limit _ 0)).
  - exact (proj2 (no_limit 0 _)).
  - unfold ratio_by_definition.
    apply (equals_are_admissible _ _ _ _ _ [true; false]);
      [apply Of|unfold gain_by_definition; rewrite a_bit_is_gained; lra|].
    intros p _. unfold gain_by_definition. rewrite !a_bit_is_gained. split; [reflexivity|].
    destruct (Bool.bool_dec p q) as [->|D]; [reflexivity|]. apply gains_in_any_order; [|now destruct p|].
    + destruct p, q; try easy; apply perm_swap.
    + destruct p; intros d [<-|[<-|[]]]; (split; [intros x [<-|[<-|[]]]; discriminate|reflexivity]).
Qed.

(** That the largest ratio of floats is the largest ratio: two questions part three rows, of weights 1/3,
  5/7 and 8/7,
    with a child each, in either order.  They have one ratio, and two floats of it: of rounded weights, and
      of whole
    units. *)
Definition three_apart : list ClassCounts := [[1 # 3; 0]; [0; 5 # 7]; [0; 8 # 7]]%Q.
Definition ratio_of_three (float : Z -> float64) (first second third : Z) : float64 :=
  let phi n := phi_of (float n) in
  over (minus (of_whole 0) (minus (plus (phi 7%Z) (phi 39%Z)) (phi 46%Z)))
    (minus (phi 46%Z) (plus (plus (phi first) (phi second)) (phi third))).

Example the_largest_float_ratio_is_not_enough :
  let rounded n := of_whole (n * 2 ^ 55) in
  gain_ratio three_apart = gain_ratio (rev three_apart) /\
  Bltb (ratio_of_three rounded 24 15 7) (ratio_of_three rounded 7 15 24) = true /\
  Bltb (ratio_of_three of_whole 24 15 7) (ratio_of_three of_whole 7 15 24) = true.
Proof.
  split; [|split; vm_compute; reflexivity].
  apply gains_in_any_order; [apply Permutation_rev|discriminate|].
  intros d [<-|[<-|[<-|[]]]]; (split; [|reflexivity]); intros x [<-|[<-|[]]]; discriminate.
Qed.

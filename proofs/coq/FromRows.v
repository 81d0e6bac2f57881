(** * FromRows: what floats keep of a node whose weights are rounded, from the rows on

    Rows have weights, of which [dtrees.vectorized] has floats, times one number (1,
      or what makes fractions whole).  Floats are scaled by
    a power of two and rounded to 64 bits; sums of them are gathered, of integers and of floats,
      or are what one child leaves of the
    node's; a node is trusted where 9 times the bound on its sums is no more than its lightest row,
      else it goes by the book.  Then keys
    and the bound are computed, in binary64.  Each question of largest gain, by the definitions, is kept.
      Premises are that the floats
    are finite and positive, how many rows, classes and children there may be,
      and of NumPy that it adds each row, and each term, once,
    in some order. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Spec.Entropies Sums Summary
  GrowingRational.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeKeys WholeFilter WholeCounts WholeGini
  RoundedRows RoundedCounts RoundedSums
  RoundedFloats Gathered RoundedNode RoundedUnits RoundedBounds RationalKeys RoundedFilter RoundedEntropies
    RationalEntropies
  FloatLogarithm ProgrammedLogarithm FloatTerms RoundedGains.
From Dtrees Require Decisions FloatDecisions.
Import ListNotations.
Open Scope R_scope.

(** A question, by the rows of its children: two have a key of their own. *)
Inductive asked (A : Type) : Type := Two (first second : list A) | Many (children : list (list A)).
Arguments Two {A}. Arguments Many {A}.
Definition children_of {A} (q : asked A) : list (list A) := match q with Two first second => [first;
  second] | Many children => children end.

Lemma a_child_and_others {A} (children : list (list A)) rows : Permutation (concat children) rows ->
  (forall part, In part children -> part <> []) -> (2 <= length children)%nat ->
  forall part, In part children -> exists others, Permutation (part ++ others) rows /\ others <> [].
Proof.
  intros P N L part J. destruct (in_split part children J) as (l1 & l2 & E). exists (concat (l1 ++ l2)).
    split.
  - apply perm_trans with (2 := P). rewrite E, !concat_app. cbn [concat]. rewrite !app_assoc.
    apply Permutation_app_tail, Permutation_app_comm.
  - intros Z. rewrite E in L. rewrite app_length in L. cbn [length] in L.
    destruct (l1 ++ l2) as [|x l] eqn:El; [apply (f_equal (@length _)) in El; rewrite app_length in El;
      simpl in El; lia|].
    cbn [concat] in Z. apply app_eq_nil in Z as [Z _]. assert (Ix : In x children).
    { rewrite E. assert (Jx : In x (l1 ++ l2)) by (rewrite El; now left).
      apply in_app_or in Jx as [Jx|Jx]; apply in_or_app; [now left|right; now right]. }
    now apply (N x).
Qed.

(** Of whole numbers that add up to less than 2^26 nothing is rounded. *)
Lemma gathered_exactly l x : gathered l (Float x) -> (forall k, In k l -> (1 <= k)%Z) ->
  whole_sum l < IZR (2 ^ 26) ->
  whole_below 63 x /\ B2R x = whole_sum l /\ INR (length l) <= whole_sum l.
Proof.
  intros G P S. assert (U := u_pos). change (IZR (2 ^ 26)) with 67108864 in S.
  assert (E : magnitudes l = whole_sum l).
  { unfold magnitudes, whole_sum. apply sumR_ext. intros k I. apply Rabs_right, Rle_ge, IZR_le.
    specialize (P k I). lia. }
  assert (L : INR (length l) <= whole_sum l).
  { clear - P. induction l as [|k l IH]; [unfold whole_sum; simpl; lra|]. cbn [length]. rewrite S_INR.
    change (whole_sum (k :: l)) with (IZR k + whole_sum l).
      assert (1 <= IZR k) by (apply IZR_le, P; now left).
    specialize (IH (fun j J => P j (or_intror J))). lra. }
  assert (L0 := pos_INR (length l)).
  assert (Fu : u * 67108864 <= / 1000) by (unfold u; lra).
  assert (F : INR (length l) * u <= / 1000) by (apply Rle_trans with (2 := Fu); rewrite Rmult_comm;
    apply Rmult_le_compat_l; lra).
  destruct (a_gathered_sum_is_near l x G) as [W [_ N]].
  { rewrite E. apply Rle_trans with 67108864; [lra|]. apply (IZR_le (2 ^ 26)). lia. }
  { exact F. }
  split; [exact W|]. split; [|exact L]. destruct W as (_ & (j & Ej) & _). rewrite E, Ej, whole_sum_is in *.
  set (k := fold_right Z.add 0%Z l) in *. rewrite <- minus_IZR in N.
  assert (B : 1.002 * INR (length l) * (u * IZR k) < 1).
  { apply Rle_lt_trans with (1.002 * 67108864 * (u * 67108864)); [|unfold u; lra].
    apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]. }
  assert (X : IZR (-1) < IZR (j - k) < IZR 1) by (apply Rabs_le_inv in N; simpl; lra).
  destruct X as [X1 X2]. apply lt_IZR in X1, X2. f_equal. lia.
Qed.

(** What is computed of a node of [n] rows beside its sums: the bound on them, and whether it is trusted. *)
Definition off (n : nat) (W : float64) : float64 :=
  let size := of_whole (Z.of_nat n) in plus (over size two) (times (times four_u size) W).
Definition known (n : nat) (W lightest : float64) : bool := at_least lightest (times (of_whole 9) (off n W)).

Lemma power_of_two_is_float k : (-1000 <= k)%Z -> is_float (power_of_two k).
Proof. intros K. apply generic_format_bpow. unfold FLT_exp. lia. Qed.

Lemma size_is n : INR n * u <= / 1000 -> (Z.of_nat n <= 2 ^ 50)%Z /\ B2R (of_whole (Z.of_nat n)) = INR n /\
  is_finite (of_whole (Z.of_nat n)) = true.
Proof.
  intros F. assert (L : (Z.of_nat n <= 2 ^ 50)%Z).
  { apply le_IZR. rewrite <- INR_IZR_INZ. apply Rmult_le_reg_r with u; [apply u_pos|].
    apply Rle_trans with (1 := F).
    change (IZR (2 ^ 50)) with 1125899906842624. unfold u. lra. }
  split; [exact L|]. destruct (of_whole_is (Z.of_nat n)) as [E G]; [lia|]. now rewrite E, <- INR_IZR_INZ.
Qed.

Lemma off_is n W : INR n * u <= / 1000 -> whole_below 63 W ->
  is_finite (off n W) = true /\ B2R (off n W) = e_w (INR n) (B2R W) /\ Rabs (B2R (off n W)) <= power_of_two
    66.
Proof.
  intros F (FW & _ & LW). assert (U := u_pos). destruct (size_is n F) as (L & En & Fn).
    destruct (of_whole_is 2) as [E2 F2]; [lia|].
  fold two in E2, F2. destruct four_u_is as [E4 F4]. assert (N0 := pos_INR n).
  assert (N50 : INR n <= power_of_two 50) by (rewrite INR_IZR_INZ; apply IZR_le; exact L).
  assert (Half : rnd (INR n / 2) = INR n / 2).
  { apply rnd_float. destruct (whole_half_is_float n) as [H|H]; [exact H|].
    change (power_of_two 50) with 1125899906842624 in N50. simpl in H. lra. }
  assert (Four : rnd (4 * u * INR n) = 4 * u * INR n).
  { apply rnd_float. rewrite Rmult_comm. change (4 * u) with (power_of_two (-51)) || replace (4 * u) with
    (power_of_two (-51)) by (simpl; unfold u; lra).
    destruct (Nat.eq_dec n 0) as [->|D]; [simpl; rewrite Rmult_0_l; apply generic_format_0|].
      rewrite INR_IZR_INZ.
    apply Mult_error.mult_bpow_exact_FLT; [apply whole_is_float; lia|].
    assert (M := mag_ge_bpow radix2 (IZR (Z.of_nat n)) 1). simpl (power_of_two (1 - 1)) in M.
    rewrite Rabs_right in M by (apply Rle_ge, IZR_le; lia). specialize (M ltac:(apply IZR_le; lia)). lia. }
  unfold off. destruct (over_rounds (of_whole (Z.of_nat n)) two Fn) as [E5 F5]; rewrite ?En, ?E2, ?Half in *;
    try lra.
  { rewrite Rabs_right by lra. apply Rle_lt_trans with (power_of_two 50); [lra|now apply bpow_lt]. }
  destruct (times_rounds four_u (of_whole (Z.of_nat n)) F4 Fn) as [E6 F6]; rewrite ?En, ?E4, ?Four in *.
  { rewrite Rabs_right by (assert (0 <= u * INR n) by (apply Rmult_le_pos; lra); lra).
    apply Rle_lt_trans with (power_of_two 50); [|now apply bpow_lt].
    assert (u * INR n <= / 1000000 * INR n) by (apply Rmult_le_compat_r; lra). lra. }
  assert (L7 : Rabs (4 * u * INR n * B2R W) <= power_of_two 63).
  { rewrite Rabs_mult, <- (Rmult_1_l (power_of_two 63)).
    apply Rmult_le_compat; try apply Rabs_pos; [|exact LW].
    rewrite Rabs_right by (assert (0 <= u * INR n) by (apply Rmult_le_pos; lra); lra). lra. }
  destruct (rounded_at_most _ 63 ltac:(lia) L7) as [R7 S7].
  destruct (times_rounds (times four_u (of_whole (Z.of_nat n))) W F6 FW) as [E7 F7]; rewrite ?E6 in *;
    [exact S7|].
  assert (L8 : Rabs (INR n / 2 + rnd (4 * u * INR n * B2R W)) <= power_of_two (63 + 1)).
  { apply sum_below; [|exact R7]. rewrite Rabs_right by lra.
    apply Rle_trans with (power_of_two 50); [lra|apply bpow_le; lia]. }
  destruct (rounded_at_most _ (63 + 1) ltac:(lia) L8) as [R8 S8].
  destruct (plus_rounds _ _ F5 F7) as [E8 F8]; rewrite ?E5, ?E7 in *; [exact S8|].
  split; [exact F8|]. rewrite E8. split; [reflexivity|]. apply Rle_trans with (1 := R8), bpow_le. lia.
Qed.

Lemma no_less_than_0 x y : whole_below 63 x -> whole_below 63 y -> 0 <= B2R x -> 0 <= B2R y ->
  whole_below 63 (minus x y) /\ B2R (minus x y) = rnd (B2R x - B2R y).
Proof.
  intros (Fx & (i & Ei) & Lx) (Fy & (j & Ej) & Ly) X Y.
  assert (L : Rabs (B2R x - B2R y) <= power_of_two 63) by (apply Rabs_le_inv in Lx, Ly; apply Rabs_le; lra).
  destruct (rounded_at_most _ 63 ltac:(lia) L) as [R S]. destruct (minus_rounds x y Fx Fy S) as [E F].
    split; [|exact E].
  split; [exact F|]. rewrite E. split; [|exact R]. rewrite Ei, Ej, <- minus_IZR. apply rnd_is_whole.
Qed.

(** ** Weights *)

(** Of lists of pairs that are one list, made of the same places, the second of each are the same. *)
Lemma second_of_pairs {P A B : Type} (f f' : P -> A) (g g' : P -> B) l k :
  map (fun k => (f k, g k)) l = map (fun k => (f' k, g' k)) l -> In k l -> g k = g' k.
Proof.
  induction l as [|j l IH]; [easy|]. cbn [map].
  intros Q [->|J]; [now injection Q|apply IH; [now injection Q|exact J]].
Qed.

(** Weights are finite, positive float64 of at most [2^m], all [d] times as large. *)
Definition weights_in_floats {A} (weighs : A -> Q) (in_float : A -> float64) (rows : list A) (d : Q) (m : Z) :
  Prop :=
  (0 < d)%Q /\ forall r, In r rows ->
    is_finite (in_float r) = true /\ 0 < B2R (in_float r) <= power_of_two m /\
      B2R (in_float r) = Q2R (d * weighs r).

(** Weights are positive whole numbers of units, [of_unit] each, and add up to less than [2^26] units. *)
Definition weights_in_units {A} (weighs : A -> Q) (unit : A -> Z) (rows : list A) (of_unit : Q) : Prop :=
  (0 < of_unit)%Q /\ (forall r, In r rows ->
    (weighs r == inject_Z (unit r) * of_unit)%Q /\ (1 <= unit r)%Z) /\
    whole_sum (map unit rows) < IZR (2 ^ 26).

(** For one candidate [add] adds the same [K] terms to the same sum. *)
Definition same_terms_same_sum {C} (K : nat) (add : C -> list float64 -> float64) : Prop :=
  forall q l k, length l = K -> length k = K ->
    (forall x, In x l \/ In x k -> is_finite x = true /\ 0 <= B2R x <= power_of_two 70) ->
      reals l = reals k -> B2R (add q l) = B2R (add q k).

Section Weights.
  Context {A : Type}.
  (** [b] bits hold the number of rows, of the data if they are more; no float is larger than [2^m]. *)
  Variables (weighs : A -> Q) (in_float : A -> float64) (rows : list A) (d : Q) (b m : Z).
  Hypothesis data : weights_in_floats weighs in_float rows d m.
  Hypothesis grid : (0 <= b <= 62)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z.
  Hypothesis several : (2 <= length rows)%nat /\ INR (length rows) * u <= / 1000.

  Definition unit_of (r : A) : Z := units (in_float r) (62 - b - m).
  Definition of_one : R := Q2R d * power_of_two (62 - b - m).
    (* so many units are a weight of 1 *)
  Definition in_both (part : list A) : list (R * Z) := map (fun r => (of_one * Q2R (weighs r),
    unit_of r)) part.

  Lemma d_pos : 0 < Q2R d.
  Proof. destruct data as [D _]. apply Qlt_Rlt in D. rewrite RMicromega.Q2R_0 in D. exact D. Qed.

  Lemma of_one_pos : 0 < of_one.
  Proof. apply Rmult_lt_0_compat; [exact d_pos|apply bpow_gt_0]. Qed.

  Lemma weighs_pos r : In r rows -> 0 < Q2R (weighs r).
  Proof.
    intros I. destruct data as [_ H]. destruct (H r I) as (_ & [P _] & E). rewrite E, Q2R_mult in P.
    apply Rmult_lt_reg_l with (Q2R d); [exact d_pos|]. lra.
  Qed.

  Lemma both_of part : map snd (in_both part) = map unit_of part.
  Proof. unfold in_both. now rewrite map_map. Qed.

  Lemma both_weigh part : sumR fst (in_both part) = of_one * Q2R (sum weighs part).
  Proof. unfold in_both. rewrite sumR_map, Q2R_sum, Rmult_comm, <- sumR_scale. apply sumR_ext. intros r _.
    simpl. ring. Qed.

  Lemma rounded_on_the_grid : rounded (in_both rows) /\ magnitudes (map unit_of rows) <= IZR (2 ^ 62) /\
    forall r, In r rows -> (0 <= unit_of r)%Z.
  Proof.
    destruct grid as [B L]. destruct data as [_ H].
    assert (E : in_both rows = weight_rows (62 - b - m) (map in_float rows)).
    { unfold in_both, weight_rows. rewrite map_map. apply map_ext_in. intros r I. unfold unit_of, of_one.
      f_equal.
      destruct (H r I) as (_ & _ & E). rewrite E, Q2R_mult. ring. }
    destruct (weights_are_rounded (map in_float rows) b m B) as (R & S & P).
    - now rewrite map_length.
    - intros w I. apply in_map_iff in I as (r & <- & I). destruct (H r I) as (F & Q & _). now split.
    - rewrite <- E in R, S, P. split; [exact R|].
      assert (P' : forall r, In r rows -> (0 <= unit_of r)%Z).
      { intros r I. apply (P (of_one * Q2R (weighs r), unit_of r)).
        now apply (in_map (fun r => (of_one * Q2R (weighs r), unit_of r))). }
      split; [|exact P']. rewrite both_of in S. replace (magnitudes (map unit_of rows)) with (whole_sum (map
        unit_of rows)).
      + rewrite whole_sum_is. apply IZR_le. lia.
      + unfold whole_sum, magnitudes. rewrite !sumR_map. apply sumR_ext. intros r I.
        rewrite Rabs_right; [reflexivity|].
        now apply Rle_ge, IZR_le, P'.
  Qed.

  (** Of some of the rows, each once. *)
  Lemma fits_too part others : Permutation (part ++ others) rows ->
    magnitudes (map unit_of part) <= IZR (2 ^ 62 + 2 ^ 60) /\ INR (length part) * u <= / 1000 /\
      incl part rows.
  Proof.
    intros P. destruct rounded_on_the_grid as (_ & M & _). destruct several as [_ F]. assert (U := u_pos).
      split; [|split].
    - unfold magnitudes in M. rewrite sumR_map, <- (sumR_perm _ _ _ P), sumR_app in M. unfold magnitudes.
      rewrite sumR_map.
      assert (0 <= sumR (fun r => Rabs (IZR (unit_of r))) others) by (apply sumR_nonneg; intros;
        apply Rabs_pos).
      assert (IZR (2 ^ 62) <= IZR (2 ^ 62 + 2 ^ 60)) by (apply IZR_le; lia). lra.
    - apply Rle_trans with (2 := F). apply Rmult_le_compat_r; [lra|]. apply le_INR.
      rewrite <- (Permutation_length P), app_length. lia.
    - intros r I. apply (Permutation_in _ P), in_or_app. now left.
  Qed.

  Lemma a_sum part others x : Permutation (part ++ others) rows -> gathered (map unit_of part) (Float x) ->
    whole_below 63 x /\ near_sum (map snd (in_both part)) (B2R x) /\ 0 <= B2R x.
  Proof.
    intros P G. destruct (fits_too part others P) as (M & F & I).
    destruct (a_gathered_sum_is_near _ _ G M ltac:(now rewrite map_length)) as [W N]. rewrite both_of.
      split; [exact W|]. split; [exact N|].
    destruct N as [_ N]. rewrite map_length in N. destruct rounded_on_the_grid as (_ & _ & Pos).
    assert (E : magnitudes (map unit_of part) = whole_sum (map unit_of part)).
    { unfold whole_sum, magnitudes. rewrite !sumR_map. apply sumR_ext. intros r J.
      apply Rabs_right, Rle_ge, IZR_le, Pos, I, J. }
    assert (M0 := magnitudes_pos (map unit_of part)). rewrite E in *.
      set (s := whole_sum (map unit_of part)) in *.
    assert (1.002 * INR (length part) * (u * s) <= / 100 * s).
    { replace (1.002 * INR (length part) * (u * s)) with (1.002 * (INR (length part) * u) * s) by ring.
      apply Rmult_le_compat_r; lra. }
    apply Rabs_le_inv in N. lra.
  Qed.

  Variables W lightest : float64.
  Hypothesis W_is : gathered (map unit_of rows) (Float W).
  Hypothesis lightest_is : exists r, In r rows /\ lightest = of_whole (unit_of r) /\ forall s,
    In s rows -> (unit_of r <= unit_of s)%Z.
  Hypothesis is_known : known (length rows) W lightest = true.

  (** So there is a bound [e], no more than the program's, for which the premises of [RoundedNode] hold. *)
  Definition bounds (e : R) : Prop := INR (length rows) / 2 + 3 * u * INR (length rows) * B2R W <= e /\
    9 * e <= B2R lightest /\ e <= B2R (off (length rows) W).

  Lemma node_is_near : whole_below 63 W /\ near_sum (map snd (in_both rows)) (B2R W) /\ 0 <= B2R W.
  Proof. apply (a_sum rows []); [now rewrite app_nil_r|exact W_is]. Qed.

  Lemma lightest_float : is_finite lightest = true /\ forall r, In r rows -> B2R lightest <= rnd (IZR
    (unit_of r)).
  Proof.
    destruct lightest_is as (r & I & -> & L). destruct rounded_on_the_grid as (_ & M & Pos).
    destruct (whole_of_any (unit_of r)) as [F E].
    - assert (IZR (unit_of r) <= IZR (2 ^ 62)).
      { apply Rle_trans with (2 := M). apply Rle_trans with (1 := Rle_abs _). unfold magnitudes.
        rewrite sumR_map.
        apply (term_at_most_sum (fun r => Rabs (IZR (unit_of r)))); [intros; apply Rabs_pos|exact I]. }
      apply le_IZR in H. specialize (Pos r I). lia.
    - split; [exact F|]. intros s J. rewrite E. now apply rnd_le, IZR_le, L.
  Qed.

  Lemma known_in_reals : rnd (9 * e_w (INR (length rows)) (B2R W)) <= B2R lightest.
  Proof.
    destruct several as [_ F]. destruct node_is_near as [WW _].
      destruct (off_is (length rows) W F WW) as (Fo & Eo & Lo).
    destruct (of_whole_is 9) as [E9 F9]; [lia|]. destruct lightest_float as [Fl _].
    assert (L : Rabs (9 * B2R (off (length rows) W)) <= power_of_two 70).
    { rewrite Rabs_mult, (Rabs_right 9) by lra. change 70%Z with (4 + 66)%Z. rewrite bpow_plus.
      change (power_of_two 4) with 16.
      apply Rmult_le_compat; try lra. apply Rabs_pos. }
    destruct (rounded_at_most _ 70 ltac:(lia) L) as [_ S].
      destruct (times_rounds (of_whole 9) (off (length rows) W) F9 Fo) as [E G]; rewrite E9 in *; [exact S|].
    unfold known, at_least in is_known. rewrite Bleb_correct in is_known by assumption.
      rewrite E, Eo in is_known.
    destruct (Rle_bool_spec (rnd (9 * e_w (INR (length rows)) (B2R W))) (B2R lightest));
      [assumption|discriminate].
  Qed.

  Lemma sizes : 2 <= INR (length rows) /\ 1 <= e_w (INR (length rows)) (B2R W).
  Proof.
    destruct several as [S _]. assert (N := le_INR _ _ S). simpl (INR 2) in N. split; [exact N|].
    destruct node_is_near as (_ & _ & W0). assert (U := u_pos). unfold e_w.
      rewrite <- (rnd_float 1) at 1 by (apply (power_of_two_is_float 0); lia).
    apply rnd_le. assert (0 <= rnd (4 * u * INR (length rows) * B2R W)); [|lra]. rewrite <- rnd_0.
      apply rnd_le.
    repeat apply Rmult_le_pos; lra.
  Qed.

  Lemma units_are_positive r : In r rows -> (9 <= unit_of r)%Z.
  Proof.
    intros I. destruct lightest_float as [_ L]. specialize (L r I). assert (K := known_in_reals).
      destruct sizes as [_ E].
    assert (Nine : 9 <= rnd (9 * e_w (INR (length rows)) (B2R W))) by (rewrite <- (rnd_whole 9) at 1 by lia;
      apply rnd_le; lra).
    destruct (Z_le_gt_dec 9 (unit_of r)) as [G|G]; [exact G|exfalso].
      assert (H : rnd (IZR (unit_of r)) <= rnd 8) by (apply rnd_le, IZR_le; lia).
    rewrite (rnd_whole 8) in H by lia. lra.
  Qed.

  Lemma both_positive r : In r (in_both rows) -> 0 < fst r /\ (0 < snd r)%Z.
  Proof.
    intros I. apply in_map_iff in I as (s & <- & I). cbn [fst snd]. split.
    - apply Rmult_lt_0_compat; [exact of_one_pos|now apply weighs_pos].
    - assert (H := units_are_positive s I). lia.
  Qed.

  Lemma a_bound : exists e, bounds e.
  Proof.
    destruct several as [S F]. destruct node_is_near as (WW & [_ N] & W0). rewrite both_of, map_length in N.
    assert (U := u_pos). destruct (the_test_is_enough (length rows) (B2R W) (B2R lightest) S F) as (e & E1 &
      E2 & E3).
    - destruct sizes as [N2 _]. assert (M : 18 <= whole_sum (map unit_of rows)).
      { assert (L : 9 * INR (length rows) <= whole_sum (map unit_of rows)); [|lra].
        unfold whole_sum. rewrite sumR_map. assert (P := units_are_positive). clear - P.
          induction rows as [|r l IH]; [simpl; lra|].
        cbn [length sumR fold_right]. rewrite S_INR.
          assert (H9 : 9 <= IZR (unit_of r)) by (apply IZR_le, P; now left).
        assert (H := IH (fun s I => P s (or_intror I))). unfold sumR in H. lra. }
      assert (E : magnitudes (map unit_of rows) = whole_sum (map unit_of rows)).
      { unfold whole_sum, magnitudes. rewrite !sumR_map. apply sumR_ext. intros r J.
        apply Rabs_right, Rle_ge, IZR_le.
        assert (H := units_are_positive r J). lia. }
      rewrite E in N. set (s := whole_sum (map unit_of rows)) in *.
      assert (1.002 * INR (length rows) * (u * s) <= / 100 * s).
      { replace (1.002 * INR (length rows) * (u * s)) with (1.002 * (INR (length rows) * u) * s) by ring.
        apply Rmult_le_compat_r; lra. }
      apply Rabs_le_inv in N. lra.
    - exact known_in_reals.
    - exists e. split; [exact E1|]. split; [exact E2|].
      destruct (off_is (length rows) W F WW) as (_ & Eo & _). now rewrite Eo.
  Qed.

  Lemma two_light : 2 * (8 / 9 * B2R lightest) <= B2R W.
  Proof.
    destruct several as [S F]. destruct node_is_near as (WW & [_ N] & W0). rewrite both_of, map_length in N.
      assert (U := u_pos).
    destruct sizes as [N2 _]. destruct lightest_float as [_ Lt].
    assert (L : INR (length rows) * ((1 - u) * B2R lightest) <= whole_sum (map unit_of rows)).
    { unfold whole_sum. rewrite sumR_map. assert (P := units_are_positive). clear - P Lt U.
      induction rows as [|r l IH]; [simpl; lra|].
      cbn [length sumR fold_right]. rewrite S_INR. assert (H9 : 9 <= IZR (unit_of r)) by (apply IZR_le, P;
        now left).
      assert (H := IH (fun s I => Lt s (or_intror I)) (fun s I => P s (or_intror I))). unfold sumR in H.
      assert (R := rnd_of_whole (unit_of r)). rewrite (Rabs_right (IZR (unit_of r))) in R by lra.
        apply Rabs_le_inv in R.
      assert (Lr := Lt r (or_introl eq_refl)). assert ((1 - u) * B2R lightest <= (1 - u) * ((1 + u) * IZR
        (unit_of r))) by (apply Rmult_le_compat_l; lra).
      assert (0 <= u * (u * IZR (unit_of r))) by (repeat apply Rmult_le_pos; lra). lra. }
    assert (E : magnitudes (map unit_of rows) = whole_sum (map unit_of rows)).
    { unfold whole_sum, magnitudes. rewrite !sumR_map. apply sumR_ext. intros r J.
      apply Rabs_right, Rle_ge, IZR_le.
      assert (H := units_are_positive r J). lia. }
    assert (M0 := magnitudes_pos (map unit_of rows)). rewrite E in *.
      set (s := whole_sum (map unit_of rows)) in *.
    assert (1.002 * INR (length rows) * (u * s) <= / 100 * s).
    { replace (1.002 * INR (length rows) * (u * s)) with (1.002 * (INR (length rows) * u) * s) by ring.
      apply Rmult_le_compat_r; lra. }
    destruct (Rle_lt_dec 0 (B2R lightest)) as [P|P]; [|lra].
    assert (2 * ((1 - u) * B2R lightest) <= INR (length rows) * ((1 - u) * B2R lightest)) by (apply
      Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
    assert (u * B2R lightest <= / 1000000 * B2R lightest) by (apply Rmult_le_compat_r; lra).
      apply Rabs_le_inv in N. lra.
  Qed.

  Variable e : R.
  Hypothesis e_bounds : bounds e.

  Lemma both_several : (2 <= length (in_both rows))%nat /\ INR (length (in_both rows)) * u <= / 1000.
  Proof. unfold in_both. rewrite map_length. exact several. Qed.

  Lemma both_lightest r : In r (in_both rows) -> B2R lightest <= rnd (IZR (snd r)).
  Proof. intros I. apply in_map_iff in I as (s & <- & I). now apply lightest_float. Qed.

  Lemma both_enough : INR (length (in_both rows)) / 2 + 3 * u * INR (length (in_both rows)) * B2R W <= e.
  Proof. unfold in_both. rewrite map_length. apply e_bounds. Qed.

  Lemma both_light : 9 * e <= B2R lightest.
  Proof. apply e_bounds. Qed.

  Lemma both_permuted part others : Permutation (part ++ others) rows -> Permutation (in_both part ++ in_both
    others) (in_both rows).
  Proof. intros P. unfold in_both. rewrite <- map_app. now apply Permutation_map. Qed.

  Lemma node_weight : Rabs (of_one * Q2R (sum weighs rows) - B2R W) <= e.
  Proof.
    rewrite <- both_weigh. apply (the_nodes_weight_is_near (in_both rows) (B2R W) e);
      auto using both_several, both_positive, both_enough.
    - apply rounded_on_the_grid.
    - apply node_is_near.
  Qed.

  (** The weight of a child: gathered, or what the other one leaves. *)
  Definition weight_is (part others : list A) (w : float64) : Prop :=
    gathered (map unit_of part) (Float w) \/ exists v, gathered (map unit_of others) (Float v) /\
      w = minus W v.

  Lemma a_childs_weight part others w : Permutation (part ++ others) rows -> part <> [] -> others <> [] ->
    weight_is part others w ->
    whole_below 63 w /\ Rabs (of_one * Q2R (sum weighs part) - B2R w) <= e /\
      8 / 9 * B2R lightest <= B2R w <= B2R W.
  Proof.
    intros P Np No H. assert (P' : Permutation (others ++ part) rows) by (now rewrite Permutation_app_comm).
    destruct node_is_near as (WW & NW & W0).
    assert (G : whole_below 63 w /\ weighed (B2R W) (in_both part) (in_both others) (B2R w)).
    { destruct H as [G|(v & G & ->)].
      - destruct (a_sum part others w P G) as (A1 & A2 & _). split; [exact A1|now left].
      - destruct (a_sum others part v P' G) as (A1 & A2 & A3).
        destruct (no_less_than_0 W v WW A1 W0 A3) as [B1 B2]. split; [exact B1|].
        right. exists (B2R v). now split. }
    destruct G as [B G]. split; [exact B|]. rewrite <- both_weigh.
    apply (a_child_is_near (in_both rows) (B2R W) (B2R lightest) e) with (others := in_both others);
      auto using both_several, both_positive, both_enough, both_lightest, both_light, both_permuted.
    - apply rounded_on_the_grid.
    - intros E. now apply map_eq_nil in E.
    - intros E. now apply map_eq_nil in E.
  Qed.
End Weights.

(** ** The float of a bound, where nothing overflows *)

Lemma finite_times x y : is_finite (times x y) = true -> is_finite x = true /\ is_finite y = true /\
  B2R (times x y) = rnd (B2R x * B2R y).
Proof.
  intros F. assert (Fx : is_finite x = true /\ is_finite y = true) by (destruct x, y; simpl in *; auto;
    discriminate).
  destruct Fx as [Fx Fy]. repeat split; trivial. assert (H := Bmult_correct 53 1024 _ _ mode_NE x y).
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H. fold (rnd (B2R x * B2R y)) in H.
  destruct (Rlt_bool_spec (Rabs (rnd (B2R x * B2R y))) (power_of_two 1024)) as [L|L]; [apply H|exfalso].
  apply overflows_to in H. unfold times in F. rewrite H in F. discriminate.
Qed.

Lemma finite_plus x y : is_finite (plus x y) = true -> is_finite x = true -> is_finite y = true -> B2R (plus
  x y) = rnd (B2R x + B2R y).
Proof.
  intros F Fx Fy. assert (H := Bplus_correct 53 1024 _ _ mode_NE x y Fx Fy).
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H. fold (rnd (B2R x + B2R y)) in H.
  destruct (Rlt_bool_spec (Rabs (rnd (B2R x + B2R y))) (power_of_two 1024)) as [L|L]; [apply H|exfalso].
  destruct H as [H _]. apply overflows_to in H. unfold plus in F. rewrite H in F. discriminate.
Qed.

Lemma finite_terms x y : is_finite (plus x y) = true -> is_finite x = true /\ is_finite y = true /\
  B2R (plus x y) = rnd (B2R x + B2R y).
Proof.
  intros F. assert (H : is_finite x = true /\ is_finite y = true).
  { destruct x as [| [|] | |], y as [| [|] | |]; simpl in *; auto; discriminate. }
  destruct H as [Fx Fy]. repeat split; trivial. now apply finite_plus.
Qed.

Definition bound_within (K a : nat) (slope off W : float64) : float64 :=
  times (times (of_whole (Z.of_nat (a * (2 * K + 4)))) slope) (plus off (times eight_u W)).
Definition bound_for_classes (K a : nat) (slope : float64) (n : nat) (W : float64) : float64 :=
  bound_within K a slope (off n W) W.

Lemma eight_u_is : B2R eight_u = 8 * u /\ is_finite eight_u = true.
Proof.
  destruct (one_over_a_power 50) as [E F]; [lia|]. split; [|exact F]. unfold eight_u. rewrite E.
  change (power_of_two (Z.opp 50)) with (/ 1125899906842624). unfold u. lra.
Qed.

(** Where it is finite, it is that of [RoundedBounds], for a smaller bound on sums too. *)
Lemma bound_within_is K a slope o W e : is_finite o = true -> whole_below 63 W ->
  (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z ->
  0 <= B2R slope -> 0 <= e <= B2R o -> is_finite (bound_within K a slope o W) = true ->
  bound_of_classes (INR a * (2 * INR K + 4)) (B2R slope) e (B2R W) <= B2R (bound_within K a slope o W).
Proof.
  intros Fo WW T S E Fin. unfold bound_within in *. destruct (finite_times _ _ Fin) as (F1 & F2 & E1).
    rewrite E1.
  destruct (finite_times _ _ F1) as (_ & _ & E2).
  assert (F3 : is_finite (times eight_u W) = true).
  { destruct eight_u_is as [E8 F8]. destruct WW as (FW & _ & LW). apply times_rounds; trivial. rewrite E8.
    assert (U := u_pos). apply (rounded_at_most _ 63 ltac:(lia)).
      rewrite Rabs_mult, <- (Rmult_1_l (power_of_two 63)).
    apply Rmult_le_compat; try apply Rabs_pos; [rewrite Rabs_right; lra|exact LW]. }
  destruct (finite_times _ _ F3) as (_ & _ & E3). rewrite (proj1 eight_u_is) in E3.
    assert (E4 := finite_plus _ _ F2 Fo F3).
  rewrite E2, E4, E3. assert (Z0 : (0 <= Z.of_nat (a * (2 * K + 4)))%Z) by lia.
    destruct (of_whole_is (Z.of_nat (a * (2 * K + 4)))) as [E5 _]; [lia|].
  assert (Et : B2R (of_whole (Z.of_nat (a * (2 * K + 4)))) = INR a * (2 * INR K + 4)).
  { rewrite E5, <- INR_IZR_INZ, mult_INR, plus_INR, mult_INR. simpl (INR 2). simpl (INR 4). ring. }
  rewrite Et. unfold bound_of_classes. apply rnd_le. apply Rmult_le_compat_l.
  - rewrite <- rnd_0. apply rnd_le. apply Rmult_le_pos; [|exact S]. rewrite <- Et, E5. now apply IZR_le.
  - apply rnd_le, Rplus_le_compat_r, E.
Qed.

(** ** Classes *)

(** Of a node or child: its weight, and the weight of each class. *)
Record sums : Type := { weight_sum : float64; class_sum : nat -> float64 }.

Lemma filter_permuted {A} (f : A -> bool) l m : Permutation l m -> Permutation (filter f l) (filter f m).
Proof.
  induction 1 as [|x l m P IH|x y l|l m n P IH Q IQ]; simpl; auto.
  - destruct (f x); auto.
  - destruct (f x), (f y); auto. apply perm_swap.
  - now apply perm_trans with (filter f m).
Qed.

Lemma filter_and_rest {A} (f : A -> bool) l : Permutation (filter f l ++ filter (fun x => negb (f x)) l) l.
Proof. induction l as [|x l IH]; simpl; [auto|]. destruct (f x); simpl; [now constructor|].
  now apply Permutation_sym, Permutation_cons_app, Permutation_sym. Qed.

(** What is one for equal parts is a function of the part. *)
Lemma part_dec (x y : part) : {x = y} + {x <> y}.
Proof. repeat decide equality; apply Req_EM_T. Qed.

Lemma a_function {B D} (h : B -> part) (f : B -> D) (none : D) l : (forall x y,
  In x l -> In y l -> h x = h y -> f x = f y) ->
  exists g, forall x, In x l -> g (h x) = f x.
Proof.
  induction l as [|x l IH]; intros H; [now exists (fun _ => none)|].
    destruct IH as [g G]; [intros y z J L; apply H; now right|].
  exists (fun p => if part_dec p (h x) then f x else g p).
    intros y [<-|J]; [now destruct (part_dec (h x) (h x))|].
  destruct (part_dec (h y) (h x)) as [E|E]; [apply H; [now left|now right|now symmetry]|now apply G].
Qed.

(** The key of no gain by entropy: the node's own share. *)
Lemma the_share_of_a_node K (s : sums) f : (forall k, In k (seq 0 K) -> whole_below 63 (class_sum s k)) ->
  whole_below 63 (weight_sum s) -> INR K * u <= / 1000 ->
  adds_up_to (map (fun k => weight_times_logarithm (class_sum s k)) (seq 0 K)) f ->
  let base := minus f (weight_times_logarithm (weight_sum s)) in
  added_up (map (fun k => float_phi log_float (B2R (class_sum s k))) (seq 0 K)) (B2R f) /\
  is_finite base = true /\ B2R base = rnd (B2R f - float_phi log_float (B2R (weight_sum s))) /\
  Rabs (B2R base) <= power_of_two 301.
Proof.
  intros Ws WW Few Ad base.
  destruct (shares_add_up (fun k => weight_times_logarithm (class_sum s k)) (fun k => float_phi log_float
    (B2R (class_sum s k))) (seq 0 K) f Ad) as (Ff & Af & Bf).
  { intros k L. destruct (weight_times_logarithm_is _ (Ws k L)) as (F1 & E1 & [B1 B2]).
    split; [exact F1|]. split; [|exact E1]. split; [exact B1|]. apply Rle_trans with (1 := B2), bpow_le.
      lia. }
  { now rewrite seq_length. }
  destruct (weight_times_logarithm_is _ WW) as (Fw & Ew & [Bw1 Bw2]).
  assert (L1 : Rabs (B2R f - B2R (weight_times_logarithm (weight_sum s))) <= power_of_two (300 + 1)).
  { unfold Rminus. apply sum_below; [rewrite Rabs_right; lra|]. rewrite Rabs_Ropp, Rabs_right by lra.
    apply Rle_trans with (1 := Bw2), bpow_le. lia. }
  destruct (rounded_at_most _ (300 + 1) ltac:(lia) L1) as [M1 S1].
    destruct (minus_rounds _ _ Ff Fw S1) as [E1 F1].
  split; [exact Af|]. split; [exact F1|]. unfold base. rewrite E1, <- Ew. now split.
Qed.

Section Members.
  Context {A : Type}.
  Variables (in_class : A -> nat) (K : nat).
  Definition members (k : nat) (part : list A) : list A := filter (fun r => Nat.eqb k (in_class r)) part.

  Lemma members_are_all part : (forall r, In r part -> (in_class r < K)%nat) ->
    Permutation (concat (map (fun k => members k part) (seq 0 K))) part.
  Proof.
    intros H. induction part as [|r part IH].
    - clear. induction (seq 0 K) as [|k l IH]; [constructor|exact IH].
    - destruct (in_split (in_class r) (seq 0 K)) as (l1 & l2 & E); [apply in_seq;
      specialize (H r (or_introl eq_refl)); lia|].
      specialize (IH (fun s I => H s (or_intror I))). assert (D := seq_NoDup K 0). rewrite E in *.
      apply NoDup_remove_2 in D. rewrite !map_app, !concat_app in *. cbn [map concat] in *.
      assert (Same : forall l, ~ In (in_class r) l -> map (fun k => members k (r :: part)) l = map (fun k =>
        members k part) l).
      { intros l N. apply map_ext_in. intros k I. unfold members. cbn [filter].
        destruct (Nat.eqb_spec k (in_class r)) as [->|]; [easy|reflexivity]. }
      rewrite !Same by (intros I; apply D, in_or_app; auto). unfold members at 2. cbn [filter].
        rewrite Nat.eqb_refl.
      change (filter (fun s => Nat.eqb (in_class r) (in_class s)) part) with (members (in_class r) part).
        cbn [app].
      apply Permutation_sym, Permutation_cons_app, Permutation_sym. exact IH.
  Qed.
End Members.

Section Classes.
  Context {A : Type}.
  Variables (weighs : A -> Q) (in_float : A -> float64) (in_class : A -> nat) (rows : list A) (d : Q) (b m :
    Z) (K a : nat).
  Hypothesis data : weights_in_floats weighs in_float rows d m.
  Hypothesis grid : (0 <= b <= 62)%Z /\ (Z.of_nat (length rows) < 2 ^ b)%Z.
  Hypothesis several : (2 <= length rows)%nat /\ INR (length rows) * u <= / 1000.
  Hypothesis classes : forall r, In r rows -> (in_class r < K)%nat.
  Hypothesis few : (2 <= a)%nat /\ INR (K + a + 4) * u <= / 1000 /\ (Z.of_nat (a * (2 * K + 4)) <= 2 ^ 53)%Z.

  Notation unit := (unit_of in_float b m).
  Notation one := (of_one d b m).
  Notation both := (in_both weighs in_float d b m).
  Notation members := (members in_class).

  Definition weight_in (k : nat) (part : list A) : Q := sum (fun r => if Nat.eqb k (in_class r) then weighs r
    else 0%Q) part.
  Definition counts_in (part : list A) : ClassCounts := counts_of K (map (fun r => (weighs r,
    in_class r)) part).

  (** Sums are gathered, or what another child leaves of the node's. *)
  Definition summed (part : list A) (s : sums) : Prop :=
    gathered (map unit part) (Float (weight_sum s)) /\
    forall k, (k < K)%nat -> gathered (map unit (members k part)) (Float (class_sum s k)).
  Definition left_over (whole s : sums) : sums :=
    {| weight_sum := minus (weight_sum whole) (weight_sum s);
      class_sum k := minus (class_sum whole k) (class_sum s k) |}.
  Definition sums_are (whole : sums) (q : asked A) (ss : list sums) : Prop :=
    match q with
    | Two first _ => exists s, summed first s /\ ss = [s; left_over whole s]
    | Many children => Forall2 summed children ss
    end.
  Definition divided (q : asked A) : Prop :=
    Permutation (concat (children_of q)) rows /\ (forall part, In part (children_of q) -> part <> []) /\
      (2 <= length (children_of q) <= a)%nat.

  Definition with_floats (part : list A) (s : sums) : float_part :=
    {| float_counts := map (fun k => (one * Q2R (weight_in k part), class_sum s k)) (seq 0 K);
       its_true_weight := one * Q2R (sum weighs part); its_float_weight := weight_sum s |}.
  Definition floats_of (q : asked A) (ss : list sums) : list float_part :=
    map (fun x => with_floats (fst x) (snd x)) (combine (children_of q) ss).

  Lemma counts_are part : counts_in part = map (fun k => weight_in k part) (seq 0 K).
  Proof. unfold counts_in, counts_of. apply map_ext. intros k. now rewrite sum_map. Qed.

  Lemma class_weighs k part : sumR fst (both (members k part)) = one * Q2R (weight_in k part).
  Proof.
    unfold weight_in. induction part as [|r part IH]; [unfold Q2R; simpl; lra|].
      cbn [FromRows.members filter sum fold_right] in *.
    change (fold_right (fun x s => (if Nat.eqb k (in_class x) then weighs x else 0) + s)%Q 0%Q part) with
      (sum (fun r => if Nat.eqb k (in_class r) then weighs r else 0)%Q part). rewrite Q2R_plus.
    unfold FromRows.members in *. cbn [filter]. destruct (Nat.eqb k (in_class r)).
    - cbn [in_both map sumR fold_right fst]. unfold sumR, in_both in IH. unfold sumR. rewrite IH. ring.
    - rewrite IH, RMicromega.Q2R_0. ring.
  Qed.

  Lemma both_members part : (forall r, In r part -> (in_class r < K)%nat) ->
    Permutation (concat (map (fun k => both (members k part)) (seq 0 K))) (both part).
  Proof.
    intros H. rewrite <- (map_map (fun k => members k part) both). unfold in_both at 1. rewrite <- concat_map.
    apply Permutation_map. now apply members_are_all.
  Qed.

  Lemma sum_of_lists {B : Type} (f : B -> R) ls : sumR f (concat ls) = sumR (sumR f) ls.
  Proof. induction ls as [|l ls IH]; [reflexivity|]. cbn [concat]. rewrite sumR_app, IH. reflexivity. Qed.

  Lemma classes_weigh part : (forall r, In r part -> (in_class r < K)%nat) ->
    sumR (fun k => one * Q2R (weight_in k part)) (seq 0 K) = one * Q2R (sum weighs part).
  Proof.
    intros H. rewrite <- (both_weigh weighs in_float), <- (sumR_perm _ _ _ (both_members part H)),
      sum_of_lists, sumR_map.
    apply sumR_ext. intros k _. now rewrite class_weighs.
  Qed.

  (** *** A child's floats are what [RoundedFilter] asks for *)

  Variables (whole : sums) (lightest : float64).
  Hypothesis whole_is : summed rows whole.
  Hypothesis lightest_is : exists r, In r rows /\ lightest = of_whole (unit r) /\ forall s,
    In s rows -> (unit r <= unit s)%Z.

  Definition of_child (part others : list A) (s : sums) : Prop :=
    summed part s \/ exists t, summed others t /\ s = left_over whole t.

  Lemma members_permuted part others k : Permutation (part ++ others) rows ->
    exists rest, Permutation (members k part ++ rest) rows.
  Proof.
    intros P. exists (filter (fun r => negb (Nat.eqb k (in_class r))) part ++ others). rewrite app_assoc.
    apply perm_trans with (2 := P). apply Permutation_app_tail, filter_and_rest.
  Qed.

  Lemma a_class_sum part others s k : Permutation (part ++ others) rows -> summed part s -> (k < K)%nat ->
    whole_below 63 (class_sum s k) /\ near_sum (map snd (both (members k part))) (B2R (class_sum s k)) /\
      0 <= B2R (class_sum s k).
  Proof.
    intros P [_ H] L. destruct (members_permuted part others k P) as (rest & Q).
    apply (a_sum weighs in_float rows d b m data grid several (members k part) rest); [exact Q|now apply H].
  Qed.

  Lemma classes_of_child part others : Permutation (part ++ others) rows -> forall r,
    In r part -> (in_class r < K)%nat.
  Proof. intros P r I. apply classes, (Permutation_in _ P), in_or_app. now left. Qed.

  Lemma counts_facts part others s e : Permutation (part ++ others) rows -> of_child part others s ->
    known (length rows) (weight_sum whole) lightest = true -> bounds rows (weight_sum whole) lightest e ->
    let p := with_floats part s in
    its_true_weight p = sumR fst (float_counts p) /\ sumR (fun x => Rabs (fst x - B2R (snd x))) (float_counts
      p) <= e /\
    forall x, In x (float_counts p) -> 0 <= fst x /\ whole_below 63 (snd x).
  Proof.
    intros P C Kn Be p. assert (P' : Permutation (others ++ part) rows) by (now rewrite
      Permutation_app_comm).
    assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
    assert (In_part := classes_of_child part others P).
    split; [|split].
    - unfold p, with_floats. cbn [float_counts its_true_weight]. rewrite sumR_map. cbn [fst]. symmetry.
      now apply classes_weigh.
    - unfold p, with_floats. cbn [float_counts]. rewrite sumR_map. cbn [fst snd].
      assert (Hn := node_is_near weighs in_float rows d b m data grid several (weight_sum whole) (proj1
        whole_is)). destruct Hn as (_ & Hn & _).
      assert (Rr := proj1 (rounded_on_the_grid weighs in_float rows d b m data grid several)).
      assert (Pos := both_positive weighs in_float rows d b m data grid several (weight_sum whole) lightest
        (proj1 whole_is) lightest_is Kn).
      assert (Sev := both_several weighs in_float rows d b m several).
      assert (Enough := both_enough weighs in_float rows d b m (weight_sum whole) lightest e Be).
      destruct C as [S|(t & S & ->)].
      + rewrite (sumR_ext _ (fun k => Rabs (sumR fst (both (members k part)) - B2R (class_sum s k)))) by
        (intros k _; now rewrite class_weighs).
        replace (sumR _ (seq 0 K)) with (sumR (fun c : list (R * Z) * R => Rabs (sumR fst (fst c) - snd c))
          (map (fun k => (both (members k part), B2R (class_sum s k))) (seq 0 K))) by now rewrite sumR_map.
        apply (counts_are_near (both rows) (B2R (weight_sum whole)) e Rr Pos Sev Hn Enough _ (both part)
          (both others)).
        * unfold in_both. rewrite <- map_app. now apply Permutation_map.
        * rewrite map_map. cbn [fst]. now apply both_members.
        * intros c I. apply in_map_iff in I as (k & <- & I). apply in_seq in I. cbn [fst snd].
          apply (a_class_sum part others); trivial. lia.
      + rewrite (sumR_ext _ (fun k => Rabs (sumR fst (both (members k part)) - rnd (B2R (class_sum whole k) -
        B2R (class_sum t k))))).
        2:{ intros k I. apply in_seq in I. rewrite class_weighs. cbn [class_sum left_over].
            destruct (a_class_sum rows [] whole k P0 whole_is ltac:(lia)) as (A1 & _ & A3).
            destruct (a_class_sum others part t k P' S ltac:(lia)) as (A4 & _ & A6).
            destruct (no_less_than_0 _ _ A1 A4 A3 A6) as [_ E]. now rewrite E. }
        replace (sumR _ (seq 0 K)) with (sumR (fun c : (list (R * Z) * list (R * Z)) * (R * R) => Rabs (sumR
          fst (snd (fst c)) - rnd (fst (snd c) - snd (snd c))))
          (map (fun k => ((both (members k others), both (members k part)), (B2R (class_sum whole k),
            B2R (class_sum t k)))) (seq 0 K))) by now rewrite sumR_map.
        apply (counts_that_are_left_are_near (both rows) (B2R (weight_sum whole)) e Rr Pos Sev Hn Enough).
        * rewrite map_map. cbn [fst snd]. apply perm_trans with (both (others ++ part));
          [|now apply Permutation_map].
          rewrite (map_ext _ (fun k => both (members k (others ++ part)))) by (intros k;
            unfold in_both, FromRows.members; now rewrite filter_app, map_app).
          apply both_members. intros r I. now apply classes, (Permutation_in _ P').
        * intros c I. apply in_map_iff in I as (k & <- & I). apply in_seq in I. cbn [fst snd].
          split; [|apply (a_class_sum others part); trivial; lia].
          destruct (a_class_sum rows [] whole k P0 whole_is ltac:(lia)) as (_ & [F N] & _). split; [exact F|].
          assert (Q : Permutation (both (members k rows)) (both (members k others) ++ both (members k part))).
          { unfold in_both, FromRows.members. rewrite <- map_app, <- filter_app.
            apply Permutation_map, filter_permuted. now symmetry. }
          rewrite <- (Permutation_length (Permutation_map snd Q)). unfold whole_sum, magnitudes in *.
          rewrite <- !(sumR_perm _ _ _ (Permutation_map snd Q)). exact N.
    - intros x I. apply in_map_iff in I as (k & <- & I). apply in_seq in I. cbn [fst snd]. split.
      + apply Rmult_le_pos; [apply Rlt_le, (of_one_pos weighs in_float rows d b m data)|].
        rewrite <- RMicromega.Q2R_0. apply Qle_Rle, sum_nonneg. intros r J.
          destruct (Nat.eqb k (in_class r)); [|apply Qle_refl].
        apply Rle_Qle. rewrite RMicromega.Q2R_0. apply Rlt_le, (weighs_pos weighs in_float rows d m data),
          (Permutation_in _ P), in_or_app. now left.
      + destruct C as [S|(t & S & ->)]; [apply (a_class_sum part others); trivial; lia|].
        cbn [class_sum left_over].
        destruct (a_class_sum rows [] whole k P0 whole_is ltac:(lia)) as (A1 & _ & A3).
        destruct (a_class_sum others part t k P' S ltac:(lia)) as (A4 & _ & A6). now apply no_less_than_0.
  Qed.

  Lemma child_facts part others s e : Permutation (part ++ others) rows -> part <> [] -> others <> [] ->
    of_child part others s ->
    known (length rows) (weight_sum whole) lightest = true -> bounds rows (weight_sum whole) lightest e ->
    let p := with_floats part s in
    its_true_weight p = sumR fst (float_counts p) /\ sumR (fun x => Rabs (fst x - B2R (snd x))) (float_counts
      p) <= e /\
    8 / 9 * B2R lightest <= B2R (its_float_weight p) <= B2R (weight_sum whole) /\
      Rabs (its_true_weight p - B2R (its_float_weight p)) <= e /\
    whole_below 63 (its_float_weight p) /\ forall x, In x (float_counts p) -> 0 <= fst x /\
      whole_below 63 (snd x).
  Proof.
    intros P Np No C Kn Be p. destruct (counts_facts part others s e P C Kn Be) as (H1 & H2 & H3).
    destruct (a_childs_weight weighs in_float rows d b m data grid several (weight_sum whole) lightest (proj1
      whole_is) lightest_is Kn e Be
      part others (weight_sum s) P Np No) as (B1 & B2 & B3).
    { destruct C as [[G _]|(t & [G _] & ->)]; [now left|right; exists (weight_sum t); now split]. }
    exact (conj H1 (conj H2 (conj B3 (conj B2 (conj B1 H3))))).
  Qed.

  (** *** The premises of the filter *)

  Lemma several_classes : (1 <= K)%nat.
  Proof. destruct rows as [|r l]; [destruct several; simpl in *; lia|].
    assert (H := classes r (or_introl eq_refl)). lia. Qed.

  Lemma some_weight part others : Permutation (part ++ others) rows -> part <> [] -> 0 < Q2R (sum weighs
    part).
  Proof.
    intros P N. rewrite Q2R_sum. assert (I : incl part rows) by (intros r J;
      apply (Permutation_in _ P), in_or_app; now left).
    assert (W := weighs_pos weighs in_float rows d m data). destruct part as [|r part]; [easy|].
      cbn [sumR fold_right].
    assert (0 < Q2R (weighs r)) by (apply W, I; now left).
    assert (0 <= sumR (fun r => Q2R (weighs r)) part) by (apply sumR_nonneg; intros s J; apply Rlt_le, W, I;
      now right).
    unfold sumR in *. lra.
  Qed.

  Lemma counts_weigh part others : Permutation (part ++ others) rows -> Q2R (weight (counts_in part)) = Q2R
    (sum weighs part).
  Proof.
    intros P. apply Rmult_eq_reg_l with one; [|apply Rgt_not_eq, (of_one_pos weighs in_float rows d b m
      data)].
    rewrite <- (classes_weigh part (classes_of_child part others P)). rewrite counts_are.
      cbn [weight class_counts].
    rewrite sum_map, Q2R_sum, Rmult_comm, <- sumR_scale. apply sumR_ext. intros k _. ring.
  Qed.

  Context {C : Type}.
  (** Candidates, each with its question and the sums of its children. *)
  Variables (asks : C -> asked A) (its_sums : C -> list sums) (key : C -> float64) (qs : list C) (largest
    bound slope : float64).
  Hypothesis questions : forall q, In q qs -> divided (asks q) /\ sums_are whole (asks q) (its_sums q).
  Hypothesis is_the_largest : is_largest largest (map key qs).
  Definition kept_by_floats : list C :=
    if known (length rows) (weight_sum whole) lightest then survivors_by key largest bound qs else qs.
  Let in_floats (q : C) : list float_part := floats_of (asks q) (its_sums q).
  Let counts_of_children (q : C) : list ClassCounts := map counts_in (children_of (asks q)).

  Lemma children_are q : In q qs -> Forall2 (fun part s => exists others,
    Permutation (part ++ others) rows /\ part <> [] /\ others <> [] /\
    of_child part others s) (children_of (asks q)) (its_sums q).
  Proof.
    intros I. destruct (questions q I) as ((P & N & L) & S).
      destruct (asks q) as [first second|children]; cbn [children_of sums_are] in *.
    - destruct S as (s & S & ->). cbn [concat] in P. rewrite app_nil_r in P.
      assert (N1 := N first (or_introl eq_refl)).
      assert (N2 := N second (or_intror (or_introl eq_refl))). constructor; [|constructor; [|constructor]].
      + exists second. split; [exact P|]. split; [exact N1|]. split; [exact N2|now left].
      + exists first. split; [now rewrite Permutation_app_comm|]. split; [exact N2|]. split; [exact N1|].
        right. now exists s.
    - assert (H := a_child_and_others children rows P N (proj1 L)). clear P L I.
      induction S as [|part s children ss S F IH]; constructor.
      + destruct (H part (or_introl eq_refl)) as (others & P & No). exists others. split; [exact P|].
        split; [apply N; now left|]. split; [exact No|now left].
      + apply IH; intros x J; [apply N; now right|apply H; now right].
  Qed.

  Lemma a_float_part q x : In q qs -> In x (in_floats q) -> exists part others s, x = with_floats part s /\
    Permutation (part ++ others) rows /\ part <> [] /\ others <> [] /\ of_child part others s.
  Proof.
    intros I J. unfold in_floats, floats_of in J. apply in_map_iff in J as ((part & s) & <- & J).
    destruct (paired _ _ _ (children_are q I)) as (_ & _ & H). destruct (H _ J) as (others & H').
      now exists part, others, s.
  Qed.

  Lemma one_node q : In q qs -> same_counts (merge (counts_of_children q)) (counts_in rows) /\
    (forall c, In c (counts_of_children q) -> (0 < weight c)%Q) /\ (1 <= length (in_floats q) <= a)%nat /\
    Forall2 (reads one) (counts_of_children q) (map part_of (in_floats q)) /\
      sumR its_true_weight (in_floats q) = one * Q2R (sum weighs rows).
  Proof.
    intros I. destruct (questions q I) as ((P & N & L) & _). assert (F := children_are q I).
      split; [|split; [|split; [|split]]].
    - intros k. unfold counts_of_children, counts_in.
      rewrite <- (map_map (map (fun r => (weighs r, in_class r))) (counts_of K)).
      symmetry. apply counts_of_partition. rewrite <- concat_map. apply Permutation_map. now symmetry.
    - intros c J. apply in_map_iff in J as (part & <- & J).
      apply (Forall2_partner _ _ _ F) in J as (s & _ & others & Q & Np & _).
      apply Rlt_Qlt. rewrite RMicromega.Q2R_0, (counts_weigh part others Q).
        now apply (some_weight part others).
    - unfold in_floats, floats_of. rewrite map_length, combine_length, <- (Forall2_length _ _ _ F),
      Nat.min_id. lia.
    - unfold counts_of_children, in_floats, floats_of. clear I P N L. revert F.
      generalize (its_sums q) (children_of (asks q)). intros ss cs F.
      induction F as [|part s cs ss (others & Q & _) F IH]; [constructor|]. cbn [combine map fst snd].
        constructor; [|exact IH].
      split; [|cbn [true_weight part_of its_true_weight with_floats];
        now rewrite (counts_weigh part others Q)].
      rewrite counts_are. cbn [counts part_of float_counts with_floats]. now rewrite !map_map.
    - unfold in_floats, floats_of. destruct (paired _ _ _ F) as (E & _). rewrite sumR_map.
      rewrite (sumR_ext _ (fun x => one * Q2R (sum weighs (fst x)))) by reflexivity.
      rewrite <- (sumR_map (fun part => one * Q2R (sum weighs part)) fst), E.
      rewrite (sumR_ext _ (fun part => sumR fst (both part))) by (intros part _; now rewrite both_weigh).
      rewrite <- (sumR_map (sumR fst) both), <- sum_of_lists. unfold in_both. rewrite <- concat_map.
      fold (both (concat (children_of (asks q)))). rewrite both_weigh. f_equal.
      apply Qeq_eqR, sum_permutation, P.
  Qed.

  Lemma child_is_whole part others s : Permutation (part ++ others) rows -> of_child part others s ->
    whole_below 63 (weight_sum s) /\ forall k, (k < K)%nat -> whole_below 63 (class_sum s k).
  Proof.
    intros P Ch. assert (P' : Permutation (others ++ part) rows) by (now rewrite Permutation_app_comm).
    assert (P0 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
    assert (Weight : forall p o t, Permutation (p ++ o) rows -> summed p t ->
      whole_below 63 (weight_sum t) /\ 0 <= B2R (weight_sum t)).
    { intros p o t Q [G _]. destruct (a_sum weighs in_float rows d b m data grid several p o _ Q G) as (A1
      & _ & A3).
      now split. }
    destruct Ch as [S|(t & S & ->)].
    - split; [now apply (Weight part others)|]. intros k L. now apply (a_class_sum part others).
    - destruct (Weight rows [] whole P0 whole_is) as [W1 W2]. destruct (Weight others part t P' S) as [W3 W4].
      split; [now apply no_less_than_0|]. intros k L.
        destruct (a_class_sum rows [] whole k P0 whole_is L) as (A1 & _ & A3).
      destruct (a_class_sum others part t k P' S L) as (A4 & _ & A6). now apply no_less_than_0.
  Qed.

  Lemma floats_are_whole q p : In q qs -> In p (in_floats q) -> whole_below 63 (its_float_weight p) /\
    forall x, In x (float_counts p) -> whole_below 63 (snd x).
  Proof.
    intros I J. destruct (a_float_part q p I J) as (part & others & s & -> & P & _ & _ & Ch).
    destruct (child_is_whole part others s P Ch) as [Ww Wk]. split; [exact Ww|]. intros x X.
    apply in_map_iff in X as (k & <- & X). apply in_seq in X. apply Wk. lia.
  Qed.

  Hypothesis the_bound : bound = bound_for_classes K a slope (length rows) (weight_sum whole).

  (** The filter's premises, of a node that is trusted, and a finite bound. *)
  Definition within (e l : R) : Prop :=
    (1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= B2R (weight_sum whole) <= IZR (2 ^ 63)) /\
    Rabs (one * Q2R (sum weighs rows) - B2R (weight_sum whole)) <= e /\
    (forall q p, In q qs -> In p (in_floats q) ->
      its_true_weight p = sumR fst (float_counts p) /\ sumR (fun x => Rabs (fst x - B2R (snd x)))
        (float_counts p) <= e /\
      l <= B2R (its_float_weight p) <= B2R (weight_sum whole) /\ Rabs (its_true_weight p - B2R
        (its_float_weight p)) <= e /\
      (1 <= length (float_counts p) <= K)%nat) /\
    (forall q p, In q qs -> In p (in_floats q) -> whole_below 63 (its_float_weight p) /\
      forall x, In x (float_counts p) -> 0 <= fst x /\ whole_below 63 (snd x)) /\
    (0 <= B2R slope -> is_finite bound = true -> bound_of_classes (INR a * (2 * INR K + 4)) (B2R slope) e
      (B2R (weight_sum whole)) <= B2R bound) /\
    l = 8 / 9 * B2R lightest /\ bounds rows (weight_sum whole) lightest e.

  Lemma premises_within e : known (length rows) (weight_sum whole) lightest = true ->
    bounds rows (weight_sum whole) lightest e -> within e (8 / 9 * B2R lightest).
  Proof.
    intros Kn Be.
    assert (Hn := node_is_near weighs in_float rows d b m data grid several (weight_sum whole) (proj1
      whole_is)). destruct Hn as (WW & _ & W0).
    assert (Hs := sizes weighs in_float rows d b m data grid several (weight_sum whole) (proj1 whole_is)).
      destruct Hs as [N2 _].
    assert (Be' := Be). destruct Be' as (B1 & B2 & B3).
    assert (U := u_pos). assert (e1 : 1 <= e).
    { assert (0 <= u * INR (length rows) * B2R (weight_sum whole)) by (repeat apply Rmult_le_pos; lra). lra. }
    assert (Two_light := two_light weighs in_float rows d b m data grid several (weight_sum whole) lightest
      (proj1 whole_is) lightest_is Kn).
    split; [assert (L63 := whole_below_63 _ WW); apply Rabs_le_inv in L63; repeat split; try lra|].
    split; [apply (node_weight weighs in_float rows d b m data grid several (weight_sum whole) lightest
      (proj1 whole_is) lightest_is Kn e Be)|].
    split; [|split; [|split; [|now split]]].
    - intros q p I J. destruct (a_float_part q p I J) as (part & others & s & -> & P & Np & No & Ch).
      destruct (child_facts part others s e P Np No Ch Kn Be) as (F1 & F2 & F3 & F4 & F5 & F6).
        split; [exact F1|]. split; [exact F2|].
      split; [exact F3|]. split; [exact F4|]. cbn. rewrite map_length, seq_length.
        split; [exact several_classes|lia].
    - intros q p I J. destruct (a_float_part q p I J) as (part & others & s & -> & P & Np & No & Ch).
      destruct (child_facts part others s e P Np No Ch Kn Be) as (F1 & F2 & F3 & F4 & F5 & F6). now split.
    - intros S Fin. rewrite the_bound in *. apply bound_within_is; trivial; [|apply few|lra].
      now apply off_is; [apply several|].
  Qed.

  Lemma premises : known (length rows) (weight_sum whole) lightest = true -> exists e l, within e l.
  Proof.
    intros Kn. destruct (a_bound weighs in_float rows d b m data grid several (weight_sum whole) lightest
      (proj1 whole_is) lightest_is Kn) as (e & Be).
    exists e, (8 / 9 * B2R lightest). exact (premises_within e Kn Be).
  Qed.

  (** Of a bound that is infinite, or NaN, all are kept. *)
  Lemma all_are_kept q : In q qs -> (known (length rows) (weight_sum whole) lightest = true -> is_finite
    bound = true -> In q (survivors_by key largest bound qs)) ->
    In q kept_by_floats.
  Proof.
    intros I H. unfold kept_by_floats. destruct (known _ _ _); [|exact I].
      destruct (is_finite bound) eqn:F; [now apply H|].
    unfold survivors_by, trusted. rewrite F, Bool.andb_false_r. exact I.
  Qed.

  (** *** Gini

      NumPy adds the squares of a child's counts by [add], each once, in an order of its own;
        shares of children, each once in any order. *)
  Section Gini.
    Variable add : C -> list float64 -> float64.
    Hypothesis adds : forall q l, l <> [] -> adds_up_to l (add q l).

    Definition squares_of (sum : list float64 -> float64) (s : sums) : float64 :=
      sum (map (fun k => times (class_sum s k) (class_sum s k)) (seq 0 K)).
    Definition gini_key_of (sum : list float64 -> float64) (q : asked A) (ss : list sums) (x : float64) :
      Prop :=
      let f := squares_of sum in
      match q with
      | Two _ _ => exists s t, ss = [s; t] /\ x = gini_key (f s) (f t) (weight_sum s) (weight_sum t)
      | Many _ => adds_up_to (map (fun s => over (f s) (weight_sum s)) ss) x
      end.
    Hypothesis keys : forall q, In q qs -> gini_key_of (add q) (asks q) (its_sums q) (key q).

    Lemma squares_by_value x y : whole_below 63 x -> whole_below 63 y -> B2R x = B2R y -> times x x = times y
      y.
    Proof.
      intros X Y E. destruct (times_whole_below 63 63 x x X X ltac:(lia)) as [Ex (Fx & _ & _)].
      destruct (times_whole_below 63 63 y y Y Y ltac:(lia)) as [Ey (Fy & _ & _)].
        apply B2R_Bsign_inj; trivial; [now rewrite Ex, Ey, E|].
      assert (S : forall z : float64, is_finite z = true -> is_finite (times z z) = true -> Bsign (times z z)
        = false).
      { intros z Fz Ft. assert (H := Bmult_correct 53 1024 _ _ mode_NE z z).
        change (SpecFloat.fexp 53 1024) with fexp64 in H.
        destruct (Rlt_bool _ _); [destruct H as (_ & _ & H); unfold times in *;
          rewrite H, Bool.xorb_nilpotent; [reflexivity|now destruct (Bmult mode_NE z z)]|].
        apply overflows_to in H. unfold times in Ft. rewrite H in Ft. discriminate. }
      rewrite !S; trivial; [apply Y|apply X].
    Qed.

    Lemma gini_is_scored q : known (length rows) (weight_sum whole) lightest = true -> In q qs -> gini_scored
      (in_floats q) (key q).
    Proof.
      intros Kn I. destruct (premises Kn) as (e & l & _ & _ & _ & Wh & _).
        set (pairs := combine (children_of (asks q)) (its_sums q)).
      destruct (paired _ _ _ (children_are q I)) as (_ & Es & _). fold pairs in Es.
      assert (Of : forall x, In x pairs -> forall k, In k (seq 0 K) -> whole_below 63 (class_sum (snd x) k)).
      { intros x J k L. assert (Jp : In (with_floats (fst x) (snd x)) (in_floats q)) by (apply in_map_iff;
        now exists x).
        apply (Wh q _ I Jp) with (x := (one * Q2R (weight_in k (fst x)), class_sum (snd x) k)). cbn.
        now apply (in_map (fun k => (one * Q2R (weight_in k (fst x)), class_sum (snd x) k))). }
      destruct (a_function (fun x => part_of (with_floats (fst x) (snd x))) (fun x => squares_of (add q) (snd
        x))
        (of_whole 0) pairs) as [g G].
      { intros x y Jx Jy E. unfold squares_of. f_equal. apply (f_equal counts) in E. cbn in E.
        rewrite !map_map in E. cbn [fst snd] in E.
        apply map_ext_in. intros k L. apply squares_by_value; auto.
        exact (second_of_pairs _ _ (fun k => B2R (class_sum (snd x) k))
          (fun k => B2R (class_sum (snd y) k)) _ k E L). }
      exists g. split.
      - intros p J. apply in_map_iff in J as (x & <- & J). rewrite (G x J).
        unfold sum_of_squares, squares_of. cbn. rewrite map_map. cbn [snd].
        apply adds. assert (H := several_classes). destruct K; [lia|easy].
      - specialize (keys q I). unfold gini_key_of, gini_key_is in *.
        destruct (asks q) as [first second|children] eqn:Eq.
        + right. destruct keys as (s & t & E & ->). unfold in_floats, floats_of in *. rewrite Eq, E in *.
          cbn [children_of combine map fst snd] in *.
          exists (with_floats first s), (with_floats second t). split; [reflexivity|].
          assert (G1 := G (first, s) ltac:(unfold pairs; rewrite E; now left)).
            assert (G2 := G (second, t) ltac:(unfold pairs; rewrite E; right; now left)).
          cbn [fst snd] in G1, G2. rewrite G1, G2. reflexivity.
        + left. unfold in_floats, floats_of. rewrite Eq. fold pairs. rewrite map_map.
          rewrite (map_ext_in _ (fun x => over (squares_of (add q) (snd x)) (weight_sum (snd x)))) by (intros
            x J;
            now rewrite (G x J)).
          rewrite <- (map_map snd (fun s => over (squares_of (add q) s) (weight_sum s))). unfold pairs in *.
            rewrite Es. exact keys.
    Qed.

    Theorem the_gini_filter_from_rows q : slope = of_whole 1 -> In q qs ->
      (forall p, In p qs -> (gain gini (counts_of_children p) <= gain gini (counts_of_children q))%Q) -> In q
        kept_by_floats.
    Proof.
      intros S I Best. apply all_are_kept; [exact I|]. intros Kn Fin.
        destruct (premises Kn) as (e & l & Li & Wn & Nr & Wh & Bd & _).
      destruct (of_whole_is 1) as [E1 _]; [lia|]. rewrite S, E1 in Bd. specialize (Bd ltac:(lra) Fin).
      apply (the_gini_filter_of_rounded_weights counts_of_children in_floats key qs largest bound (counts_in
        rows) one
        (one * Q2R (sum weighs rows)) (B2R (weight_sum whole)) l e K a); auto.
      - apply (of_one_pos weighs in_float rows d b m data).
      - apply few.
      - apply few.
      - exact one_node.
      - intros p J. now apply gini_is_scored.
    Qed.
  End Gini.

  (** *** Misclassification: the largest counts, added up in any order *)
  Section Misclassification.
    Definition misclassification_key_of (ss : list sums) (x : float64) : Prop := exists tops : list float64,
      Forall2 (fun s top => is_largest top (map (class_sum s) (seq 0 K))) ss tops /\ adds_up_to tops x.
    Hypothesis keys : forall q, In q qs -> misclassification_key_of (its_sums q) (key q).

    Lemma the_top_is_the_largest_count (p : float_part) top e : (forall x,
      In x (float_counts p) -> is_finite (snd x) = true) ->
      sumR (fun x => Rabs (fst x - B2R (snd x))) (float_counts p) <= e -> e < sumR fst (float_counts p) ->
      is_largest top (map snd (float_counts p)) -> largest_float p top.
    Proof.
      intros F Near Large Top. set (l := float_counts p) in *.
      destruct Top as [[N _]|[I M]]; [exfalso; apply in_map_iff in N as (x & E & N); specialize (F x N);
        rewrite E in F; discriminate|].
      apply in_map_iff in I as (x & <- & I). split; [now apply F|].
      assert (Le : forall y, In y l -> B2R (snd y) <= B2R (snd x)).
      { intros y J. specialize (M (snd y) (in_map snd _ _ J)). unfold at_least in M.
        rewrite Bleb_correct in M by auto.
        destruct (Rle_bool_spec (B2R (snd y)) (B2R (snd x))); [assumption|discriminate]. }
      assert (Pos : 0 <= B2R (snd x)).
      { destruct (Rle_lt_dec 0 (B2R (snd x))) as [P|P]; [exact P|exfalso].
        assert (sumR fst l <= sumR (fun x => Rabs (fst x - B2R (snd x))) l); [|lra].
        apply sumR_le. intros y J. specialize (Le y J). assert (A1 := Rle_abs (fst y - B2R (snd y))).
          cbv beta in *. unfold float64 in *. lra. }
      unfold largest_count. cbn [counts part_of]. fold l. apply Rle_antisym.
      - clear - I. induction l as [|y l IH]; [easy|]. cbn [map fold_right snd].
        destruct I as [->|I]; [apply Rmax_l|].
        apply Rle_trans with (2 := Rmax_r _ _). now apply IH.
      - clear - Le Pos. induction l as [|y l IH]; [exact Pos|]. cbn [map fold_right snd].
        apply Rmax_lub; [apply Le; now left|].
        apply IH. intros z J. apply Le. now right.
    Qed.

    Lemma misclassification_is_scored q : known (length rows) (weight_sum whole) lightest = true -> In q qs ->
      misclassification_scored (in_floats q) (key q).
    Proof.
      intros Kn J. destruct (premises Kn) as (e & l & Li & Wn & Nr & Wh & _).
      destruct (keys q J) as (tops & F & Sum). exists tops. split; [|exact Sum]. clear Sum.
      unfold in_floats, floats_of. assert (Fc := children_are q J). assert (Wp := fun x => Wh q x J).
        assert (Np := fun x => Nr q x J).
      unfold in_floats, floats_of in Wp, Np. revert F Fc Wp Np.
        generalize (its_sums q) (children_of (asks q)). intros ss cs F. revert cs.
      induction F as [|s top ss tops L F IH]; intros cs Fc Wp Np;
        inversion Fc as [|c s' cs' ss' Hc Fc' E2 E3]; subst; [constructor|].
      cbn [combine map fst snd]. constructor.
      - destruct (Wp (with_floats c s) (or_introl eq_refl)) as [_ H].
        destruct (Np (with_floats c s) (or_introl eq_refl)) as (N1 & N2 & [N3 _] & N4 & _).
        apply Rabs_le_inv in N4. apply (the_top_is_the_largest_count _ _ e); [intros x Jx;
          now apply H|exact N2|lra|].
        cbn [float_counts with_floats]. rewrite map_map. exact L.
      - apply IH; [exact Fc'| |]; intros x Jx; [apply Wp|apply Np]; now right.
    Qed.

    Theorem the_misclassification_filter_from_rows q : slope = of_whole 1 -> In q qs ->
      (forall p, In p qs -> (gain misclassification (counts_of_children p) <= gain misclassification
        (counts_of_children q))%Q) ->
      In q kept_by_floats.
    Proof.
      intros S I Best. apply all_are_kept; [exact I|]. intros Kn Fin.
        destruct (premises Kn) as (e & l & Li & Wn & Nr & Wh & Bd & _).
      destruct (of_whole_is 1) as [E1 _]; [lia|]. rewrite S, E1 in Bd. specialize (Bd ltac:(lra) Fin).
      apply (the_misclassification_filter_of_rounded_weights counts_of_children in_floats key qs largest
        bound (counts_in rows) one
        (one * Q2R (sum weighs rows)) (B2R (weight_sum whole)) l e K a); auto.
      - apply (of_one_pos weighs in_float rows d b m data).
      - apply few.
      - apply few.
      - exact one_node.
      - intros p J. now apply misclassification_is_scored.
    Qed.
  End Misclassification.

  (** *** Entropy, where the terms x log2 x are computed in binary64

      NumPy adds the terms of a child's counts by [add], each once, in an order of its own;
        the same numbers give the same sum. *)
  Section Entropy.
    Variable add : C -> list float64 -> float64.
    Hypothesis adds : forall q l, l <> [] -> adds_up_to l (add q l).
    Hypothesis same_sum : same_terms_same_sum K add.
    Hypothesis few_terms : INR (a * (K + 1)) * u <= / 1000.

    Definition terms_of (sum : list float64 -> float64) (s : sums) : float64 :=
      sum (map (fun k => weight_times_logarithm (class_sum s k)) (seq 0 K)).
    Definition entropy_key_of (sum : list float64 -> float64) (q : asked A) (ss : list sums) (x : float64) :
      Prop :=
      let f := terms_of sum in let phi s := weight_times_logarithm (weight_sum s) in
      match q with
      | Two _ _ => exists s t, ss = [s; t] /\ x = minus (plus (f s) (f t)) (plus (phi s) (phi t))
      | Many _ => adds_up_to (map (fun s => minus (f s) (phi s)) ss) x
      end.
    Definition slope_of_entropy : float64 := plus (logarithm (weight_sum whole)) two.
    Hypothesis keys : forall q, In q qs -> entropy_key_of (add q) (asks q) (its_sums q) (key q).

    Lemma at_least_a_unit part others k : known (length rows) (weight_sum whole) lightest = true ->
      Permutation (part ++ others) rows ->
      one * Q2R (weight_in k part) = 0 \/ 1 <= one * Q2R (weight_in k part).
    Proof.
      intros Kn P. rewrite <- class_weighs. assert (I : incl (members k part) rows).
      { intros r J. apply filter_In in J as [J _]. apply (Permutation_in _ P), in_or_app. now left. }
      destruct (members k part) as [|r l]; [now left|right].
      assert (H : forall s, In s rows -> 8 <= one * Q2R (weighs s)).
      { intros s J. assert (Un := units_are_positive weighs in_float rows d b m data grid several (weight_sum
        whole) lightest (proj1 whole_is) lightest_is Kn s J).
        assert (Rr := proj1 (rounded_on_the_grid weighs in_float rows d b m data grid several)).
        specialize (Rr (one * Q2R (weighs s), unit s) ltac:(now apply (in_map (fun r => (one * Q2R (weighs
          r), unit r))))).
        cbn [fst snd] in Rr. apply IZR_le in Un. apply Rabs_le_inv in Rr. lra. }
      assert (Hr := H r (I r (or_introl eq_refl))).
        change (both (r :: l)) with ((one * Q2R (weighs r), unit r) :: both l). cbn [sumR fold_right fst].
      assert (0 <= sumR fst (both l)); [|unfold sumR in *; lra]. apply sumR_nonneg. intros x J.
        apply in_map_iff in J as (s & <- & J). cbn [fst].
      assert (Hs := H s (I s (or_intror J))). lra.
    Qed.

    Lemma a_sum_of_terms q part s : In q qs -> In
      (with_floats part s) (in_floats q) ->
      is_finite (terms_of (add q) s) = true /\ Rabs (B2R (terms_of (add q) s)) <= power_of_two 300 /\
      added_up (map (fun x => float_phi log_float (snd x)) (counts (part_of (with_floats part s)))) (B2R
        (terms_of (add q) s)).
    Proof.
      intros I J. destruct (floats_are_whole q _ I J) as [_ H].
      assert (Ws : forall k, In k (seq 0 K) -> whole_below 63 (class_sum s k)).
      { intros k L. apply (H (one * Q2R (weight_in k part), class_sum s k)). cbn.
        now apply (in_map (fun k => (one * Q2R (weight_in k part), class_sum s k))). }
      destruct (shares_add_up (fun k => weight_times_logarithm (class_sum s k)) (fun k => float_phi log_float
        (B2R (class_sum s k))) (seq 0 K) (terms_of (add q) s)) as (F & Ad & B).
      - apply adds. assert (Hk := several_classes). destruct K; [lia|easy].
      - intros k L. destruct (weight_times_logarithm_is _ (Ws k L)) as (F1 & E1 & [B1 B2]).
        split; [exact F1|]. split; [|exact E1]. split; [exact B1|].
        apply Rle_trans with (1 := B2), bpow_le. lia.
      - rewrite seq_length. apply Rle_trans with (2 := proj1 (proj2 few)).
        apply Rmult_le_compat_r; [assert (U := u_pos); lra|]. apply le_INR. lia.
      - split; [exact F|]. split; [rewrite Rabs_right by lra; apply B|]. cbn. rewrite !map_map. cbn [snd].
        exact Ad.
    Qed.

    Lemma entropy_is_scored q : In q qs ->
      is_finite (key q) = true /\ Rabs (B2R (key q)) <= power_of_two 410 /\
      is_entropy_key log_float (map part_of (in_floats q)) (B2R (key q)).
    Proof.
      intros I. assert (Wh := fun p J => floats_are_whole q p I J).
        set (pairs := combine (children_of (asks q)) (its_sums q)).
      destruct (paired _ _ _ (children_are q I)) as (_ & Es & _). fold pairs in Es.
      assert (In_pairs : forall x, In x pairs -> In (with_floats (fst x) (snd x)) (in_floats q)) by (intros x
        J; apply in_map_iff; now exists x).
      assert (Of : forall x, In x pairs -> forall k, In k (seq 0 K) -> whole_below 63 (class_sum (snd x) k)).
      { intros x J k L. apply (Wh _ (In_pairs x J)) with (x := (one * Q2R (weight_in k (fst x)),
        class_sum (snd x) k)). cbn.
        now apply (in_map (fun k => (one * Q2R (weight_in k (fst x)), class_sum (snd x) k))). }
      assert (Term : forall x, In x pairs -> is_finite (weight_times_logarithm (weight_sum (snd x))) = true /\
        B2R (weight_times_logarithm (weight_sum (snd x))) = float_phi log_float (B2R (weight_sum (snd x))) /\
        Rabs (B2R (weight_times_logarithm (weight_sum (snd x)))) <= power_of_two 299).
      { intros x J. destruct (weight_times_logarithm_is _ (proj1 (Wh _ (In_pairs x J)))) as (F1 & E1 &
        [B1 B2]). split; [exact F1|]. split; [exact E1|].
        cbn [its_float_weight with_floats] in *. rewrite Rabs_right by lra.
          apply Rle_trans with (1 := B2), bpow_le. lia. }
      destruct (a_function (fun x => part_of (with_floats (fst x) (snd x))) (fun x => B2R (terms_of (add q)
        (snd x)))
        0 pairs) as [g G].
      { intros x y Jx Jy E. apply same_sum; try (now rewrite map_length, seq_length).
        { intros z [Z|Z]; apply in_map_iff in Z as (k & <- & L);
          [destruct (weight_times_logarithm_is _ (Of x Jx k L)) as (F & _ & B)|
            destruct (weight_times_logarithm_is _ (Of y Jy k L)) as (F & _ & B)]; now split. }
        apply (f_equal counts) in E. cbn in E. rewrite !map_map in E. cbn [fst snd] in E.
        unfold reals. rewrite !map_map. apply map_ext_in. intros k L.
        destruct (weight_times_logarithm_is _ (Of x Jx k L)) as (_ & -> & _).
          destruct (weight_times_logarithm_is _ (Of y Jy k L)) as (_ & -> & _). f_equal.
        exact (second_of_pairs _ _ (fun k => B2R (class_sum (snd x) k))
          (fun k => B2R (class_sum (snd y) k)) _ k E L). }
      assert (Added : forall p, In p (map part_of (in_floats q)) -> added_up (map (fun x => float_phi
        log_float (snd x)) (counts p)) (g p)).
      { intros p J. unfold in_floats, floats_of in J. rewrite map_map in J.
        apply in_map_iff in J as (x & <- & J). rewrite (G x J).
        now apply (a_sum_of_terms q (fst x) (snd x) I), In_pairs. }
      assert (Share : forall x, In x pairs -> is_finite (minus (terms_of (add q) (snd x))
        (weight_times_logarithm
        (weight_sum (snd x)))) = true /\
        B2R (minus (terms_of (add q) (snd x)) (weight_times_logarithm (weight_sum (snd x)))) = rnd (B2R
          (terms_of (add q)
          (snd x)) - float_phi log_float (B2R (weight_sum (snd x)))) /\
        Rabs (B2R (minus (terms_of (add q) (snd x)) (weight_times_logarithm (weight_sum (snd x))))) <=
          power_of_two
          301).
      { intros x J. destruct (Term x J) as (F1 & E1 & B1).
        destruct (a_sum_of_terms q (fst x) (snd x) I (In_pairs x J)) as (F2 & B2 & _).
        assert (L : Rabs (B2R (terms_of (add q) (snd x)) - B2R (weight_times_logarithm (weight_sum (snd x))))
          <=
          power_of_two 301).
        { change (power_of_two 301) with (power_of_two (300 + 1)). unfold Rminus.
          apply sum_below; [exact B2|]. rewrite Rabs_Ropp.
          apply Rle_trans with (1 := B1), bpow_le. lia. }
        destruct (rounded_at_most _ 301 ltac:(lia) L) as [L1 L2].
          destruct (minus_rounds _ _ F2 F1 L2) as [E F]. split; [exact F|]. rewrite E, <- E1. now split. }
      specialize (keys q I). unfold entropy_key_of, is_entropy_key in *.
        destruct (asks q) as [first second|children] eqn:Eq.
      - destruct keys as (s & t & E & ->). assert (Pr : pairs = [(first, s); (second, t)]) by (unfold pairs;
        now rewrite E).
        destruct (Term (first, s)) as (F1 & E1 & B1); [rewrite Pr; now left|].
          destruct (Term (second, t)) as (F2 & E2 & B2); [rewrite Pr; right; now left|].
        destruct (a_sum_of_terms q first s I) as (F3 & B3 & _); [apply (In_pairs (first, s)); rewrite Pr;
          now left|].
        destruct (a_sum_of_terms q second t I) as (F4 & B4 & _); [apply (In_pairs (second, t));
          rewrite Pr; right; now left|]. cbn [fst snd] in *.
        assert (L1 := sum_below 300 _ _ B3 B4). destruct (rounded_at_most _ (300 + 1) ltac:(lia) L1) as [M1
          S1]. destruct (plus_rounds _ _ F3 F4 S1) as [E5 F5].
        assert (L2 := sum_below 299 _ _ B1 B2). destruct (rounded_at_most _ (299 + 1) ltac:(lia) L2) as [M2
          S2]. destruct (plus_rounds _ _ F1 F2 S2) as [E6 F6].
        assert (L3 : Rabs (B2R (plus (terms_of (add q) s) (terms_of (add q) t)) - B2R (plus
          (weight_times_logarithm
          (weight_sum s)) (weight_times_logarithm (weight_sum t)))) <= power_of_two (301 + 1)).
        { unfold Rminus. apply sum_below; [now rewrite E5|]. rewrite Rabs_Ropp, E6.
          apply Rle_trans with (1 := M2), bpow_le. lia. }
        destruct (rounded_at_most _ (301 + 1) ltac:(lia) L3) as [M3 S3].
          destruct (minus_rounds _ _ F5 F6 S3) as [E7 F7]. split; [exact F7|].
          split; [rewrite E7; apply Rle_trans with (1 := M3), bpow_le; lia|].
        exists g. split; [exact Added|]. right. exists (part_of (with_floats first s)),
          (part_of (with_floats second t)).
        unfold in_floats, floats_of. rewrite Eq. fold pairs. rewrite Pr. split; [reflexivity|].
        assert (G1 := G (first, s) ltac:(rewrite Pr; now left)).
          assert (G2 := G (second, t) ltac:(rewrite Pr; right; now left)). cbn [fst snd] in G1, G2.
        rewrite G1, G2, E7, E5, E6, E1, E2. reflexivity.
      - rewrite <- Es, map_map in keys. destruct (floats_add_up 301 _ _ ltac:(lia) keys) as (F & Ad & Bk).
        + intros y J. apply in_map_iff in J as (x & <- & J). destruct (Share x J) as (F1 & _ & B1).
          now split.
        + rewrite map_length. unfold pairs. rewrite combine_length.
          destruct (questions q I) as ((_ & _ & L) & _). rewrite Eq in L. cbn [children_of] in L.
          apply Rle_trans with (2 := proj1 (proj2 few)). apply Rmult_le_compat_r; [apply Rlt_le, u_pos|].
            apply le_INR. cbn [children_of]. lia.
        + split; [exact F|]. split; [apply Rle_trans with (1 := Bk), bpow_le; lia|]. exists g. split;
          [exact Added|]. left.
          unfold in_floats, floats_of. rewrite Eq.
          fold pairs. rewrite !map_map.
          unfold reals in Ad. rewrite map_map in Ad.
            rewrite (map_ext_in _ (fun x => B2R (minus (terms_of (add q) (snd x)) (weight_times_logarithm
              (weight_sum
            (snd x)))))); [exact Ad|].
          intros x J. destruct (Share x J) as (_ & -> & _). now rewrite (G x J).
    Qed.

    (** No gain is tiny, which is what [Decisions] asks of it;
      [f] is of the node, so that the gain is that over no question. *)
    Theorem the_gains_from_rows q f : known (length rows) (weight_sum whole) lightest = true -> In q qs ->
      adds_up_to (map (fun k => weight_times_logarithm (class_sum whole k)) (seq 0 K)) f ->
      let gain := minus (key q) (minus f (weight_times_logarithm (weight_sum whole))) in
      is_finite gain = true /\ Decisions.sizable (B2R gain).
    Proof.
      intros Kn I Ad gain. destruct (premises Kn) as (e & l & _ & _ & _ & Wh & _).
      destruct (entropy_is_scored q I) as (Fk & Bk & Ek).
      assert (Gk : grained (B2R (key q))).
      { apply (a_key_is_grained log_float log_float_is_near _ _ Ek). intros p J.
        apply in_map_iff in J as (x & <- & J).
        destruct (Wh q x I J) as [(_ & Wx & _) H]. cbn [float_weight counts part_of].
          split; [apply float64_is_float|].
        split; [exact Wx|]. intros y Y. apply in_map_iff in Y as (z & <- & Y). cbn [snd].
        destruct (H z Y) as [_ (_ & Wz & _)]. split; [apply float64_is_float|exact Wz]. }
      assert (Ws : forall k, In k (seq 0 K) -> whole_below 63 (class_sum whole k)).
      { intros k L. apply in_seq in L. apply (a_class_sum rows [] whole k);
        [now rewrite app_nil_r|exact whole_is|lia]. }
      destruct (node_is_near weighs in_float rows d b m data grid several (weight_sum whole) (proj1
        whole_is)) as (WW & _).
      destruct (the_share_of_a_node K whole f Ws WW) as (Af & F1 & E1 & M1); [|exact Ad|].
      { apply Rle_trans with (2 := proj1 (proj2 few)).
        apply Rmult_le_compat_r; [assert (U := u_pos); lra|]. apply le_INR. lia. }
      assert (L2 : Rabs (B2R (key q) - B2R (minus f (weight_times_logarithm (weight_sum whole)))) <=
        power_of_two (410 + 1)).
      { unfold Rminus. apply sum_below; [exact Bk|]. rewrite Rabs_Ropp.
        apply Rle_trans with (1 := M1), bpow_le. lia. }
      destruct (rounded_at_most _ (410 + 1) ltac:(lia) L2) as [_ S2].
        destruct (minus_rounds _ _ Fk F1 S2) as [E2 F2].
      unfold gain. split; [exact F2|]. rewrite E2, E1.
        apply what_is_grained_is_sizable, grained_rnd, grained_plus;
        [exact Gk|]. apply grained_opp, grained_rnd, grained_plus.
      - apply (sums_are_grained _ _ Af). intros y J. apply in_map_iff in J as (k & <- & J).
        apply (a_term_is_grained log_float log_float_is_near); [apply float64_is_float|apply (Ws k J)].
      - apply grained_opp, (a_term_is_grained log_float log_float_is_near); [apply float64_is_float|apply WW].
    Qed.

    Lemma nonneg_counts p c : In p qs -> In c (counts_of_children p) -> nonneg c.
    Proof.
      intros I J. apply in_map_iff in J as (part & <- & J).
        apply (Forall2_partner _ _ _ (children_are p I)) in J as (s & _ & others & P & _).
      rewrite counts_are. intros x X. apply in_map_iff in X as (k & <- & _). apply sum_nonneg. intros r R.
        destruct (Nat.eqb k (in_class r)); [|apply Qle_refl].
      apply Rle_Qle. rewrite RMicromega.Q2R_0. apply Rlt_le, (weighs_pos weighs in_float rows d m data),
        (Permutation_in _ P), in_or_app. now left.
    Qed.

    Lemma the_slope : 2 <= B2R (weight_sum whole) ->
      0 <= B2R slope_of_entropy /\ 999 / 1000 * (log2 (B2R (weight_sum whole)) + 2) <= B2R slope_of_entropy /\
      is_finite slope_of_entropy = true /\ B2R slope_of_entropy <= power_of_two 7 /\
      (1 - u) ^ 10 * (log2 (B2R (weight_sum whole)) + 2) <= B2R slope_of_entropy.
    Proof.
      intros W2. assert (Hn := node_is_near weighs in_float rows d b m data grid several (weight_sum whole)
        (proj1 whole_is)).
      destruct Hn as ((FW & (n & En) & LW) & _). assert (U := u_pos).
        destruct (of_whole_is 2) as [E2 F2]; [lia|]. fold two in E2, F2.
      assert (N : (1 <= n <= 2 ^ 63)%Z).
      { split; [apply le_IZR; rewrite <- En; lra|]. apply le_IZR. rewrite <- En.
        apply Rle_trans with (1 := Rle_abs _). exact LW. }
      destruct (the_logarithm_of_a_whole_float _ n FW En ltac:(lia)) as (h & e & (H1 & H2 & H3) & F & E).
      destruct (logarithm_of_a_whole_number_is_near n h e (proj1 N) H1 H2 H3) as [_ Nr]. rewrite <- E in Nr.
        rewrite En.
      assert (L0 := log2_at_least_0 n (proj1 N)). assert (L63 : log2 (IZR n) <= 63).
      { rewrite <- (log2_power 63). apply log2_le; [apply IZR_lt; lia|]. change (power_of_two 63) with (IZR
        (2 ^ 63)).
          apply IZR_le. lia. }
      assert (u * log2 (IZR n) <= / 1000000 * log2 (IZR n)) by (apply Rmult_le_compat_r; lra).
        apply Rabs_le_inv in Nr.
      set (lg := B2R (logarithm (weight_sum whole))) in *.
      assert (L : Rabs (lg + 2) <= power_of_two 7) by (change (power_of_two 7) with 128;
        rewrite Rabs_right by lra; lra).
      destruct (rounded_at_most _ 7 ltac:(lia) L) as [S7 Sm]. unfold slope_of_entropy.
        destruct (plus_rounds (logarithm (weight_sum whole)) two F F2) as [Ep Fp]; [now rewrite E2|].
      rewrite Ep, E2. fold lg. assert (R := rnd_error (lg + 2)). rewrite (Rabs_right (lg + 2)) in R by lra.
      specialize (R ltac:(right; rewrite Rabs_right by lra; apply Rle_trans with 1;
        [change 1 with (bpow radix2 0); apply bpow_le; lia|lra])).
      assert (u * (lg + 2) <= / 1000000 * (lg + 2)) by (apply Rmult_le_compat_r; lra).
        assert (uL : u * (log2 (IZR n) + 2) <= / 1000000 * (log2 (IZR n) + 2)) by (apply Rmult_le_compat_r;
          lra).
        assert (ul : u * (lg + 2) <= u * ((1 + 8 * u) * log2 (IZR n) + 2)) by (apply Rmult_le_compat_l; lra).
        assert (P10 : (1 - u) ^ 10 <= 1 - 9.1 * u) by (unfold u; lra).
        assert (P10L : (1 - u) ^ 10 * (log2 (IZR n) + 2) <= (1 - 9.1 * u) * (log2 (IZR n) + 2)) by
          (apply Rmult_le_compat_r; lra).
        assert (uuL : u * (u * log2 (IZR n)) <= / 1000000 * (u * log2 (IZR n))) by (apply Rmult_le_compat_r;
          [apply
          Rmult_le_pos|]; lra).
        assert (B7 := Rle_trans _ _ _ (Rle_abs _) S7).
        apply Rabs_le_inv in R. repeat split; trivial; lra.
    Qed.

    (** Nor is an error: it is at least 1. *)
    Theorem the_errors_from_rows q base : slope = slope_of_entropy -> 2 <= B2R (weight_sum whole) ->
      is_finite (FloatDecisions.gain_error bound (key q) base) = true ->
      1 <= B2R (FloatDecisions.gain_error bound (key q) base).
    Proof.
      intros S W2 Fin. unfold FloatDecisions.gain_error in *. destruct (finite_terms _ _ Fin) as (F1 & F2 &
        ->).
      destruct (finite_times _ _ F1) as (_ & Fb & E1). destruct (finite_times _ _ F2) as (_ & F3 & E2).
      destruct (finite_terms _ _ F3) as (_ & _ & E3). destruct (of_whole_is 2) as [T2 _]; [lia|].
        fold two in T2.
      destruct the_slope as (S0 & S1 & _); [exact W2|]. rewrite <- S in S0, S1. assert (U := u_pos).
      assert (Hn := node_is_near weighs in_float rows d b m data grid several (weight_sum whole) (proj1
        whole_is)).
      destruct Hn as (WW & _ & W0).
      destruct (off_is (length rows) (weight_sum whole) (proj2 several) WW) as (_ & Eo & _).
      destruct (sizes weighs in_float rows d b m data grid several (weight_sum whole) (proj1 whole_is)) as [_
        E].
      rewrite <- Eo in E.
      assert (B : 1 <= B2R bound).
      { rewrite the_bound in Fb |- *. unfold bound_for_classes, bound_within in *.
        destruct (finite_times _ _ Fb) as (G1 & G2 & ->).
        destruct (finite_times _ _ G1) as (_ & _ & ->). destruct (finite_terms _ _ G2) as (_ & G3 & ->).
        destruct (finite_times _ _ G3) as (_ & _ & ->). rewrite (proj1 eight_u_is).
        destruct (of_whole_is (Z.of_nat (a * (2 * K + 4)))) as [Et _]; [destruct few as (_ & _ & L); lia|].
          rewrite Et.
        assert (T8 : 8 <= IZR (Z.of_nat (a * (2 * K + 4)))).
        { apply IZR_le. destruct few as (A2 & _). nia. }
        assert (L0 : 0 <= log2 (B2R (weight_sum whole))).
        { rewrite <- log2_1. apply log2_le; lra. }
        assert (X : 1 <= rnd (IZR (Z.of_nat (a * (2 * K + 4))) * B2R slope)).
        { apply rnd_1. apply Rle_trans with (8 * 1); [lra|apply Rmult_le_compat; lra]. }
        assert (Y : 1 <= rnd (B2R (off (length rows) (weight_sum whole)) + rnd (8 * u * B2R (weight_sum
          whole)))).
        { apply rnd_1. assert (0 <= rnd (8 * u * B2R (weight_sum whole))); [|lra]. apply rnd_nonneg.
          repeat apply Rmult_le_pos; lra. }
        apply rnd_1. apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]. }
      assert (X1 : 1 <= B2R (times two bound)) by (rewrite E1, T2; apply rnd_1; lra).
      assert (X2 : 0 <= B2R (times eight_u (plus (Babs (key q)) (Babs base)))).
      { rewrite E2, E3, (proj1 eight_u_is), !B2R_Babs. apply rnd_nonneg, Rmult_le_pos; [lra|].
        apply rnd_nonneg, Rplus_le_le_0_compat; apply Rabs_pos. }
      apply rnd_1. lra.
    Qed.

    (** What [RationalEntropies] asks for. *)
    Lemma children_are_read : known (length rows) (weight_sum whole) lightest = true -> exists e l,
      read_well counts_of_children (fun q => map part_of (in_floats q)) qs (counts_in rows) one
        (one * Q2R (sum weighs rows)) (B2R (weight_sum whole)) l e K a /\
      (1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= B2R (weight_sum whole) <= IZR (2 ^ 63)) /\
      Rabs (one * Q2R (sum weighs rows) - B2R (weight_sum whole)) <= e /\
      (0 <= B2R slope -> is_finite bound = true -> bound_of_classes (INR a * (2 * INR K + 4)) (B2R slope) e
        (B2R (weight_sum whole)) <= B2R bound) /\
      l = 8 / 9 * B2R lightest /\ bounds rows (weight_sum whole) lightest e.
    Proof.
      intros Kn. destruct (premises Kn) as (e & l & Li & Wn & Nr & Wh & Bd). exists e, l.
      split; [|exact (conj Li (conj Wn Bd))]. split; [|split; [|split]].
      - intros p J. destruct (one_node p J) as (N1 & N2 & N3 & N4 & N5). split; [exact N1|].
        split; [|split; [now rewrite map_length|split; [exact N4|rewrite sumR_map; exact N5]]].
        intros c Jc. split; [|now apply N2]. now apply (nonneg_counts p).
      - intros p r J Jr. apply in_map_iff in Jr as (x & <- & Jx).
        destruct (Nr p x J Jx) as (H1 & H2 & H3 & H4 & H5).
        cbn [true_weight float_weight counts part_of]. rewrite !sumR_map, map_length. cbn [fst snd].
          now repeat split.
      - intros p r y J Jr. apply in_map_iff in Jr as (x & <- & Jx). apply (whole_counts_are_counts x).
        intros z Z. now apply (Wh p x J Jx).
      - intros p r J Jr. apply in_map_iff in Jr as (x & <- & Jx). destruct (Wh p x J Jx) as [(_ & Wx & _) _].
        split; [apply float64_is_float|]. split; [exact Wx|].
        destruct (a_float_part p x J Jx) as (part & others & s & -> & P & _). intros y Y. cbn in Y.
          rewrite map_map in Y. apply in_map_iff in Y as (k & <- & Y). cbn [fst snd].
        split; [now apply (at_least_a_unit part others)|apply float64_is_float].
    Qed.

    Theorem the_entropy_filter_from_rows q : slope = slope_of_entropy -> In q qs ->
      (forall p, In p qs -> information_gain (counts_of_children p) <= information_gain (counts_of_children
        q)) -> In q kept_by_floats.
    Proof.
      intros S I Best. apply all_are_kept; [exact I|]. intros Kn Fin.
        destruct (children_are_read Kn) as (e & l & Rd & Li & Wn & Bd & _).
      assert (Hn := node_is_near weighs in_float rows d b m data grid several (weight_sum whole) (proj1
        whole_is)). destruct Hn as (WW & _ & W0).
      assert (Sl : 0 <= B2R slope /\ 999 / 1000 * (log2 (B2R (weight_sum whole)) + 2) <= B2R slope).
      { rewrite S. now destruct the_slope as (S0 & S1 & _); [lra|]. }
      specialize (Bd (proj1 Sl) Fin).
      apply (the_entropy_filter_of_rounded_weights log_float counts_of_children (fun q => map part_of
        (in_floats q)) key qs largest bound (counts_in rows) one
        (one * Q2R (sum weighs rows)) (B2R (weight_sum whole)) l e (B2R slope) K a); auto.
      - exact log_float_is_near.
      - apply (of_one_pos weighs in_float rows d b m data).
      - intros p J. destruct (entropy_is_scored p J) as (F & _ & E). now split.
      - apply few.
      - apply Sl.
    Qed.
  End Entropy.
End Classes.

(** ** Examples, and a plausible wrong statement

    Rows of weights 1/3 and 5/7, of two classes; their floats are 7 and 15.
      Two questions part them, in either order. *)
Definition a_row : Type := Q * float64 * nat.
Definition one_third : a_row := ((1 # 3)%Q, of_whole 7, 0%nat).
Definition five_sevenths : a_row := ((5 # 7)%Q, of_whole 15, 1%nat).
Definition of_21 (n : Z) : float64 := of_whole (n * 2 ^ 56).
Definition sums_of (n first second : Z) : sums := {| weight_sum := of_21 n;
  class_sum k := match k with 0%nat => of_21 first | _ => of_21 second end |}.
Definition its_question (q : bool) : asked a_row := if q then Two [one_third] [five_sevenths] else Two
  [five_sevenths] [one_third].
Definition sums_asked (q : bool) : list sums :=
  let s := if q then sums_of 7 7 0 else sums_of 15 0 15 in [s; left_over (sums_of 22 7 15) s].
Definition gini_of_rows (q : bool) : float64 :=
  match sums_asked q with
  | [s; t] => gini_key (squares_of 2 in_turn s) (squares_of 2 in_turn t) (weight_sum s) (weight_sum t)
  | _ => of_whole 0
  end.
Definition entropy_of_rows (q : bool) : float64 :=
  match sums_asked q with
  | [s; t] => minus (plus (terms_of 2 in_turn s) (terms_of 2 in_turn t)) (plus (weight_times_logarithm
    (weight_sum s)) (weight_times_logarithm (weight_sum t)))
  | _ => of_whole 0
  end.

Lemma by_value (x : float64) s k e : B2SF x = SpecFloat.S754_finite s k e ->
  B2R x = IZR (cond_Zopp s (Zpos k)) * power_of_two e.
Proof. intros E. rewrite <- SF2R_B2SF, E. reflexivity. Qed.

Section Example.
  Let weighs (r : a_row) := fst (fst r).
  Let in_float (r : a_row) := snd (fst r).
  Let rows := [one_third; five_sevenths].
  Let lightest := of_21 7.

  Lemma example_data : (0 < 21)%Q /\ forall r, In r rows -> is_finite (in_float r) = true /\
    0 < B2R (in_float r) <= power_of_two 4 /\
    B2R (in_float r) = Q2R (21 * weighs r).
  Proof.
    destruct (of_whole_is 7) as [E7 F7]; [lia|]. destruct (of_whole_is 15) as [E15 F15]; [lia|].
      split; [reflexivity|].
    change (power_of_two 4) with 16. intros r [<-|[<-|[]]];
      unfold in_float, weighs, one_third, five_sevenths; cbn [fst snd]; rewrite ?E7, ?E15;
      (split; [assumption|]); (split; [lra|]); unfold Q2R; simpl; lra.
  Qed.

  Lemma example_units r : In r rows -> unit_of in_float 2 4 r = (if Nat.eqb (snd r) 0 then 7 * 2 ^ 56 else 15
    * 2 ^ 56)%Z.
  Proof. intros [<-|[<-|[]]]; vm_compute; reflexivity. Qed.

  Lemma example_sizes : ((0 <= 2 <= 62)%Z /\ (Z.of_nat (length rows) < 2 ^ 2)%Z) /\
    ((2 <= length rows)%nat /\ INR (length rows) * u <= / 1000) /\
    ((2 <= 2)%nat /\ INR (2 + 2 + 4) * u <= / 1000 /\ (Z.of_nat (2 * (2 * 2 + 4)) <= 2 ^ 53)%Z) /\
      INR (2 * (2 + 1)) * u <= / 1000.
  Proof. assert (U := u_pos). repeat split; try lia; simpl; lia || lra. Qed.

  Lemma example_summed part s : In (part, s) [(rows, sums_of 22 7 15); ([one_third], sums_of 7 7 0);
    ([five_sevenths], sums_of 15 0 15)] ->
    summed in_float snd 2 4 2 part s.
  Proof.
    assert (N : gathered [] (Float (of_21 0))) by (apply turned_into_float; constructor).
    assert (A : gathered [7 * 2 ^ 56]%Z (Float (of_21 7))) by (apply turned_into_float; constructor).
    assert (B : gathered [15 * 2 ^ 56]%Z (Float (of_21 15))) by (apply turned_into_float; constructor).
    assert (S : gathered ([7 * 2 ^ 56] ++ [15 * 2 ^ 56])%Z (Float (of_21 22))).
    { apply turned_into_float. change (22 * 2 ^ 56)%Z with (7 * 2 ^ 56 + 15 * 2 ^ 56)%Z.
      apply sum_of_wholes; constructor. }
    assert (E1 := example_units one_third (or_introl eq_refl)).
      assert (E2 := example_units five_sevenths (or_intror (or_introl eq_refl))).
    cbn [snd one_third five_sevenths Nat.eqb] in E1, E2.
    intros [E|[E|[E|[]]]]; injection E as <- <-; (split; [|intros [|[|k]] L; [..|lia]]); unfold rows, members;
      cbn [map filter Nat.eqb snd one_third five_sevenths weight_sum class_sum sums_of]; rewrite ?E1, ?E2;
        assumption.
  Qed.

  Lemma example_lightest : exists r, In r rows /\ lightest = of_whole (unit_of in_float 2 4 r) /\
    forall s, In s rows -> (unit_of in_float 2 4 r <= unit_of in_float 2 4 s)%Z.
  Proof.
    exists one_third. split; [now left|]. rewrite (example_units one_third (or_introl eq_refl)).
      split; [reflexivity|].
    intros s I. rewrite (example_units s I). destruct (Nat.eqb (snd s) 0); simpl; lia.
  Qed.

  Lemma example_questions q : In q [true; false] -> divided rows 2 (its_question q) /\
    sums_are in_float snd 2 4 2 (sums_of 22 7 15) (its_question q) (sums_asked q).
  Proof.
    intros _. split.
    - destruct q; (split; [apply Permutation_refl || apply perm_swap|split; [intros part [<-|[<-|[]]];
      discriminate|simpl; lia]]).
    - destruct q; eexists; (split; [apply example_summed; simpl; auto|reflexivity]).
  Qed.

  Let bound_of (slope : float64) := bound_for_classes 2 2 slope 2 (of_21 22).

  Example the_gini_filter_from_rows_applies q :
    In q (kept_by_floats rows (sums_of 22 7 15) lightest gini_of_rows [true;
      false] (gini_of_rows true) (bound_of (of_whole 1))) /\
    known 2 (of_21 22) lightest = true.
  Proof.
    split; [|vm_compute; reflexivity]. destruct example_sizes as (S1 & S2 & S3 & _).
    apply (the_gini_filter_from_rows weighs in_float snd rows 21 2 4 2 2 example_data S1 S2) with
      (asks := its_question) (its_sums := sums_asked) (slope := of_whole 1) (add := fun _ => in_turn);
        trivial.
    - intros r [<-|[<-|[]]]; simpl; lia.
    - apply example_summed. now left.
    - exact example_lightest.
    - exact example_questions.
    - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
    - intros _. exact in_turn_adds_up.
    - intros p _. destruct p; eexists _, _; (split; [reflexivity|reflexivity]).
    - destruct q; simpl; auto.
    - intros p _. destruct p, q; vm_compute; discriminate.
  Qed.

  Example the_misclassification_filter_from_rows_applies : let key (_ : bool) := plus (of_21 7) (minus (of_21
    15) (of_21 0)) in
    In true (kept_by_floats rows (sums_of 22 7 15) lightest key [true] (key true) (bound_of (of_whole 1))).
  Proof.
    intros key. destruct example_sizes as (S1 & S2 & S3 & _).
    apply (the_misclassification_filter_from_rows weighs in_float snd rows 21 2 4 2 2 example_data S1 S2) with
      (asks := its_question) (its_sums := sums_asked) (slope := of_whole 1); trivial.
    - intros r [<-|[<-|[]]]; simpl; lia.
    - apply example_summed. now left.
    - exact example_lightest.
    - intros q [<-|[]]. apply example_questions. now left.
    - right. split; [now left|]. intros k [<-|[]]; vm_compute; reflexivity.
    - intros q [<-|[]]. exists [of_21 7; minus (of_21 15) (of_21 0)]. split.
      + constructor; [|constructor; [|constructor]]; right;
        cbn [map seq sums_asked left_over class_sum sums_of].
        * split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
        * split; [right; now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
      + exact (two_floats _ _ _ _ (one_float (of_21 7)) (one_float (minus (of_21 15) (of_21 0)))).
    - now left.
    - intros p [<-|[]]. apply Qle_refl.
  Qed.

  Lemma two_terms_in_turn (q : bool) l k : length l = 2%nat -> length k = 2%nat ->
    (forall x : float64, In x l \/ In x k -> is_finite x = true /\ 0 <= B2R x <= power_of_two 70) ->
    reals l = reals k -> B2R (in_turn l) = B2R (in_turn k).
  Proof.
    destruct l as [|x [|x' [|]]], k as [|y [|y' [|]]]; intros L1 L2 F E; try discriminate.
      injection E as Ex Ex'.
    unfold in_turn. cbn [hd tl fold_left].
    assert (P : forall z z', is_finite z = true /\ 0 <= B2R z <= power_of_two 70 -> is_finite z' = true /\
      0 <= B2R z' <= power_of_two 70 ->
      B2R (plus z z') = rnd (B2R z + B2R z')).
    { intros z z' [Fz Bz] [Fz' Bz']. apply plus_rounds; trivial.
      apply (rounded_at_most _ (70 + 1) ltac:(lia)). apply sum_below; rewrite Rabs_right; lra. }
    rewrite !P by (apply F; simpl; auto). now rewrite Ex, Ex'.
  Qed.

  Example the_entropy_filter_from_rows_applies :
    In true (kept_by_floats rows (sums_of 22 7 15) lightest entropy_of_rows [true] (entropy_of_rows true)
      (bound_of (slope_of_entropy (sums_of 22 7 15)))).
  Proof.
    destruct example_sizes as (S1 & S2 & S3 & S4).
    apply (the_entropy_filter_from_rows weighs in_float snd rows 21 2 4 2 2 example_data S1 S2) with
      (asks := its_question) (its_sums := sums_asked) (slope := slope_of_entropy (sums_of 22 7 15)) (add :=
        fun _ => in_turn); trivial.
    - intros r [<-|[<-|[]]]; simpl; lia.
    - apply example_summed. now left.
    - exact example_lightest.
    - intros q [<-|[]]. apply example_questions. now left.
    - right. split; [now left|]. intros k [<-|[]]; vm_compute; reflexivity.
    - intros _. exact in_turn_adds_up.
    - exact two_terms_in_turn.
    - intros q [<-|[]]. eexists _, _. split; reflexivity.
    - now left.
    - intros p [<-|[]]. apply Rle_refl.
  Qed.

  Example the_gains_from_rows_applies :
    let f := plus (weight_times_logarithm (of_21 7)) (weight_times_logarithm (of_21 15)) in
    let base := minus f (weight_times_logarithm (of_21 22)) in let gain := minus (entropy_of_rows true) base
      in
    (is_finite gain = true /\ Decisions.sizable (B2R gain)) /\
    is_finite (FloatDecisions.gain_error (bound_of (slope_of_entropy (sums_of 22 7 15))) (entropy_of_rows
      true)
      base) = true.
  Proof.
    destruct example_sizes as (S1 & S2 & S3 & S4). split; [|vm_compute; reflexivity].
    apply (the_gains_from_rows weighs in_float snd rows 21 2 4 2 2 example_data S1 S2) with
      (whole := sums_of 22 7 15) (lightest := lightest) (asks := its_question) (its_sums := sums_asked) (qs
        := [true])
      (key := entropy_of_rows) (slope := slope_of_entropy (sums_of 22 7 15)) (add := fun _ => in_turn) (q :=
        true)
      (bound := bound_of (slope_of_entropy (sums_of 22 7 15))); trivial.
    - intros r [<-|[<-|[]]]; simpl; lia.
    - apply example_summed. now left.
    - exact example_lightest.
    - intros q [<-|[]]. apply example_questions. now left.
    - intros _. exact in_turn_adds_up.
    - exact two_terms_in_turn.
    - intros q [<-|[]]. eexists _, _. split; reflexivity.
    - now left.
    - exact (two_floats _ _ _ _ (one_float _) (one_float _)).
  Qed.
End Example.

(** That a node may be trusted whatever its rows weigh: beside a weight of 1 one of 2^-70 has no unit,
    its node does not pass the test,
    and the key of the question that parts it off is NaN. *)
Example a_row_without_a_unit : let tiny := of_binary 1 (-70) in let W := of_whole (2 ^ 59) in
  units tiny (62 - 2 - 1) = 0%Z /\ known 2 W (of_whole 0) = false /\ is_nan (gini_key (of_whole 0) (times W
    W) (of_whole 0) W) = true.
Proof. repeat split; vm_compute; reflexivity. Qed.

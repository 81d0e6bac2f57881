(** * WholeSquares: the filter by squared error, in whole units, of any number of children

    As [WholeFilter], which is of two children, and [WholeGini]: what the children of one question add is
      added
    in whatever order.  Gini of two classes is this, of an indicator. *)
From Coq Require Import ZArith QArith Lqa Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys WholeCounts WholeGini.
Import ListNotations.
Open Scope R_scope.

(** The gain of the definitions, one weight being [a] and one response [b]. *)
Definition squared_error_gain_in (a b : Q) (q : question) : Q :=
  gain squared_error (map (fun part => moments_of (read_units a b part)) (parts_of q)).

(** What is programmed. *)
Definition or_0 (x : float64) : float64 := if Bltb x (of_whole 0) then of_whole 0 else x.
Definition squared_share (part : whole_rows) : float64 :=
  over (times (of_whole (responses part)) (of_whole (responses part))) (of_whole (weights part)).
Definition squared_scores (rows : whole_rows) (q : question) (key : float64) : Prop :=
  match q with
  | As_two l r => key = key_of rows (l, r)
  | As_many parts => exists s, adds_up_to (map squared_share parts) s /\
      key = or_0 (minus (times (of_whole (weights rows)) s)
        (times (of_whole (responses rows)) (of_whole (responses rows))))
  end.
Definition squared_bound (arity : Z) (rows : whole_rows) (m : float64) : float64 :=
  if Z.ltb 2 arity then
    times (times four_u (of_whole (arity + 4)))
      (plus m (times (of_whole (responses rows)) (of_whole (responses rows))))
  else bound rows m.

Definition of_parts (q : question) : list (Z * Z) := map (fun p => (responses p, weights p)) (parts_of q).
Definition whole_value (rows : whole_rows) (q : question) : R :=      (* W times the sum of T^2 / w *)
  IZR (weights rows) * exact_sum (squares (of_parts q)).

(** ** Shares are added in whatever order *)

Lemma float_share x p w : is_whole x p -> (0 <= p <= 2 ^ 52)%Z -> (0 < w < 2 ^ 26)%Z ->
  is_finite (over x (of_whole w)) = true /\ B2R (over x (of_whole w)) = rnd (IZR p / IZR w) /\
  0 <= B2R (over x (of_whole w)) <= bpow radix2 52.
Proof.
  intros [F E] P V. destruct (of_whole_is w) as [Ew Fw]; [lia|].
  assert (Wp : 1 <= IZR w) by (apply IZR_le; lia).
  assert (Q : 0 <= IZR p / IZR w <= bpow radix2 52).
  { assert (0 < / IZR w) by (apply Rinv_0_lt_compat; lra).
    assert (I1 : / IZR w <= 1) by (rewrite <- Rinv_1; apply Rinv_le; lra).
    assert (B : 0 <= IZR p <= bpow radix2 52).
    { change (bpow radix2 52) with (IZR (2 ^ 52)). split; apply IZR_le; lia. }
    unfold Rdiv. split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (bpow radix2 52)).
    apply Rmult_le_compat; lra. }
  destruct (rounded_is_small _ 52 ltac:(lia) Q) as [R1 R2].
  destruct (over_rounds x (of_whole w) F) as [Eq Fin]; rewrite ?E, ?Ew in *; [lra|exact R2|].
  rewrite Eq. now repeat split.
Qed.

Lemma shares_add_up {A} (f : A -> float64) (pair : A -> Z * Z) l s :
  (forall x, In x l -> is_finite (f x) = true /\ B2R (f x) = rnd (IZR (fst (pair x)) / IZR (snd (pair x))) /\
    0 <= B2R (f x) <= bpow radix2 52) ->
  (Z.of_nat (length l) <= 2 ^ 26)%Z -> adds_up_to (map f l) s ->
  is_finite s = true /\ added_up (floats (map pair l)) (B2R s).
Proof.
  intros H L S. assert (E : reals (map f l) = floats (map pair l)).
  { unfold reals, floats. rewrite !map_map. apply map_ext_in. intros x I. now apply H. }
  assert (N : INR (length (map f l)) <= IZR (2 ^ 26)) by (rewrite map_length, INR_IZR_INZ; now apply IZR_le).
  destruct (nonnegative_floats_add_up _ _ S) as (F & A' & _).
  - intros x I. apply in_map_iff in I as (y & <- & I). destruct (H y I) as (F & _ & B & _). now split.
  - apply Rle_trans with (IZR (2 ^ 26) * u); [apply Rmult_le_compat_r; [assert (U := u_pos); lra|exact N]|].
    unfold u. change (2 ^ 26)%Z with 67108864%Z. lra.
  - apply Rle_trans with (INR (length (map f l)) * bpow radix2 52).
    + apply total_at_most. intros x I. apply in_map_iff in I as (y & <- & I). now apply H.
    + apply Rle_trans with (bpow radix2 26 * bpow radix2 52).
      * apply Rmult_le_compat_r; [apply bpow_ge_0|exact N].
      * rewrite <- bpow_plus. apply bpow_le. lia.
  - rewrite E in A'. now split.
Qed.

Section Squares.
  Variable rows : whole_rows.
  Hypothesis whole : in_whole_units rows.

  Let W := weights rows.
  Let T := responses rows.

  (** *** Parts *)

  Lemma responses_add_up q : divides_into rows q -> sumZ responses (parts_of q) = T.
  Proof. intros [P _]. unfold T, responses. now rewrite <- (sums_permuted _ _ _ P), sums_concat. Qed.

  Lemma squared_add_up q : divides_into rows q -> sumZ squared (parts_of q) = squared rows.
  Proof. intros [P _]. unfold squared. now rewrite <- (sums_permuted _ _ _ P), sums_concat. Qed.

  Lemma each_part q p : divides_into rows q -> In p (parts_of q) ->
    (0 < weights p <= W)%Z /\ (Z.abs (responses p) < 2 ^ 26)%Z.
  Proof.
    intros [P N] I. destruct whole as (Pos & _ & Lt).
    assert (In_rows : forall r, In r p -> In r rows).
    { intros r J. apply (Permutation_in _ P). apply in_concat. now exists p. }
    assert (Pp : forall p, In p (parts_of q) -> forall r, In r p -> (0 < fst r)%Z).
    { intros p' I' r J. apply Pos, (Permutation_in _ P). apply in_concat. now exists p'. }
    assert (Part : forall f, (forall p r, In p (parts_of q) -> In r p -> (0 <= f r)%Z) -> (sums f p <= sums
      f rows)%Z).
    { intros f H. rewrite <- (sums_permuted _ _ _ P), sums_concat. clear - I H.
      induction (parts_of q) as [|x l IH]; [easy|]. rewrite sumZ_cons.
      assert (0 <= sums f x)%Z by (apply sums_nonneg; intros r J; apply (H x); [now left|exact J]).
      assert (0 <= sumZ (sums f) l)%Z by (apply sumZ_nonneg; intros y J; apply sums_nonneg; intros r Jr;
        apply (H y); [now right|exact Jr]).
      destruct I as [->|I]; [lia|]. assert (sums f p <= sumZ (sums f) l)%Z; [|lia].
      apply IH; [exact I|]. intros y r J. apply H. now right. }
    split; [split|].
    - apply weights_positive; [now apply N|]. now apply Pp.
    - apply Part. intros p' r J Jr. apply Z.lt_le_incl. now apply (Pp p').
    - assert (A := sums_abs (fun r => fst r * snd r)%Z p).
      assert (B := Part (fun r => Z.abs (fst r * snd r)) ltac:(intros; lia)).
      unfold responses. cbv beta in A. lia.
  Qed.

  Lemma node_bounds q : divides_into rows q -> parts_of q <> [] -> (1 <= W < 2 ^ 26)%Z /\ (Z.abs T < 2 ^
    26)%Z.
  Proof.
    intros D N. destruct (parts_of q) as [|p l] eqn:E; [easy|].
    destruct (each_part q p D) as [B _]; [rewrite E; now left|]. destruct whole as (_ & Lw & Lt). split.
    - unfold W in *. lia.
    - unfold T, responses. assert (A := sums_abs (fun r => fst r * snd r)%Z rows). cbv beta in A. lia.
  Qed.

  Lemma of_parts_facts q : divides_into rows q ->
    (forall t w, In (t, w) (of_parts q) -> (0 < w)%Z /\ (w <= W)%Z /\ (Z.abs t < 2 ^ 26)%Z) /\
    weight_of (of_parts q) = W /\ total_of (of_parts q) = T /\ length (of_parts q) = length (parts_of q).
  Proof.
    intros D. split; [|split; [|split]].
    - intros t w I. apply in_map_iff in I as (p & E & I). injection E as <- <-.
      destruct (each_part q p D I). lia.
    - unfold W. rewrite <- (weights_add_up rows q D). unfold of_parts, weight_of.
      induction (parts_of q) as [|p l IH]; [reflexivity|]. cbn [map fold_right snd]. now rewrite IH.
    - rewrite <- (responses_add_up q D). unfold of_parts, total_of.
      induction (parts_of q) as [|p l IH]; [reflexivity|]. cbn [map fold_right fst]. now rewrite IH.
    - apply map_length.
  Qed.

  (** *** The gain of the definitions, in units *)

  Lemma squared_gain_in_units a b q : (0 < a)%Q -> divides_into rows q -> parts_of q <> [] ->
    (squared_error_gain_in a b q == b * b / inject_Z W *
      (sum (fun p => inject_Z (responses p * responses p) / inject_Z (weights p)) (parts_of q) -
        inject_Z (T * T) / inject_Z W))%Q.
  Proof.
    intros A D N. destruct (node_bounds q D N) as [Wb _].
    assert (V : (0 < inject_Z W)%Q) by (apply inject_positive; lia).
    unfold squared_error_gain_in, gain, conditional_impurity.
    set (parts := map (fun part => moments_of (read_units a b part)) (parts_of q)).
    assert (Wm : (weight (merge parts) == a * inject_Z W)%Q).
    { unfold W. rewrite <- (weights_add_up rows q D), inject_sumZ, Qmult_comm, <- sum_scale. unfold parts.
      simpl.
      rewrite sum_map. apply sum_ext. intros p _. destruct (moments_in_units a b p) as (E & _). rewrite E.
        ring. }
    assert (Tm : (Summaries.total (merge parts) == a * b * inject_Z T)%Q).
    { rewrite <- (responses_add_up q D), inject_sumZ, Qmult_comm, <- sum_scale. unfold parts. simpl.
      rewrite sum_map. apply sum_ext. intros p _. destruct (moments_in_units a b p) as (_ & E & _).
        rewrite E. ring. }
    assert (Sm : (Summaries.squares (merge parts) == a * b * b * inject_Z (squared rows))%Q).
    { rewrite <- (squared_add_up q D), inject_sumZ, Qmult_comm, <- sum_scale. unfold parts. simpl.
      rewrite sum_map. apply sum_ext. intros p _. destruct (moments_in_units a b p) as (_ & _ & E).
        rewrite E. ring. }
    assert (Parts : (sum (fun s => weight s / weight (merge parts) * squared_error s) parts ==
      b * b / inject_Z W * (inject_Z (squared rows) -
        sum (fun p => inject_Z (responses p * responses p) / inject_Z (weights p)) (parts_of q)))%Q).
    { rewrite <- (squared_add_up q D), inject_sumZ.
      setoid_replace (sum (fun s => weight s / weight (merge parts) * squared_error s) parts)%Q with
        (sum (fun p => (inject_Z (squared p) + (inject_Z (responses p * responses p) / inject_Z (weights
          p)) * - (1))
          * (b * b / inject_Z W)) (parts_of q))%Q.
      - rewrite sum_scale, sum_plus, sum_scale. ring.
      - unfold parts at 2. rewrite sum_map. apply sum_ext. intros p I.
        destruct (each_part q p D I) as [[P _] _].
        destruct (moments_in_units a b p) as (E1 & E2 & E3). unfold squared_error, mean, square.
        apply inject_positive in P. rewrite Wm. cbn [weight moments]. rewrite E1, E2, E3, inject_Z_mult.
          field.
        repeat split; Lqa.lra. }
    rewrite Parts. unfold squared_error, mean, square. rewrite Wm, Tm, Sm, inject_Z_mult. field.
    split; Lqa.lra.
  Qed.

  Lemma squared_gains_order a b q p : (0 < a)%Q -> (0 < b)%Q -> divides_into rows q -> divides_into rows p ->
    parts_of q <> [] -> parts_of p <> [] -> (squared_error_gain_in a b p <= squared_error_gain_in a b q)%Q ->
    whole_value rows p <= whole_value rows q.
  Proof.
    intros A B Dq Dp Nq Np L. rewrite (squared_gain_in_units a b q A Dq Nq),
      (squared_gain_in_units a b p A Dp Np) in L.
    destruct (node_bounds q Dq Nq) as [Wb _]. assert (V : (0 < inject_Z W)%Q) by (apply inject_positive; lia).
    apply Qmult_le_l in L; [|apply Qlt_shift_div_l; [exact V|rewrite Qmult_0_l; now apply Qmult_lt_0_compat]].
    unfold whole_value. apply Rmult_le_compat_l; [apply IZR_le; fold W; lia|].
    assert (E : forall q, divides_into rows q -> exact_sum (squares (of_parts q)) =
      Q2R (sum (fun p => inject_Z (responses p * responses p) / inject_Z (weights p))%Q (parts_of q))).
    { intros t D. rewrite Q2R_sum. unfold exact_sum, squares, of_parts. rewrite !sumR_map. apply sumR_ext.
      intros x I. destruct (each_part t x D I) as [[P _] _]. cbn [fst snd].
      rewrite Q2R_ratio by now apply inject_positive. f_equal; unfold Q2R, inject_Z; simpl; field. }
    rewrite !E by assumption. apply Qle_Rle. Lqa.lra.
  Qed.

  (** *** Keys *)

  Lemma value_facts q : divides_into rows q -> parts_of q <> [] ->
    IZR T * IZR T <= whole_value rows q <= IZR (2 ^ 104) /\
    (whole_value rows q = 0 \/ / IZR (2 ^ 26) <= whole_value rows q).
  Proof.
    intros D N. destruct (of_parts_facts q D) as (P & Ew & Et & Ln). destruct (node_bounds q D N) as [Wb Tb].
    assert (C := squares_divided (of_parts q) (fun t w I => proj1 (P t w I))). rewrite Ew, Et in C.
    unfold whole_value. fold W. assert (W1 : 1 <= IZR W <= IZR (2 ^ 26)) by (split; apply IZR_le; lia).
    assert (Each : forall c, In c (squares (of_parts q)) ->
      (fst c = 0%Z \/ / IZR (2 ^ 26) <= IZR (fst c) / IZR (snd c)) /\ 0 <= IZR (fst c) / IZR (snd c) <= IZR
        (2 ^ 52)).
    { intros c I. apply in_map_iff in I as ((t, w) & <- & I). cbn [fst snd].
      destruct (P t w I) as (W0 & Ww & Tt).
      assert (F := product_fits t t Tt Tt). assert (Q0 := Z.square_nonneg t).
      assert (V : 1 <= IZR w <= IZR (2 ^ 26)) by (split; apply IZR_le; lia).
      assert (I0 : 0 < / IZR w) by (apply Rinv_0_lt_compat; lra).
      assert (I1 : / IZR w <= 1) by (rewrite <- Rinv_1; apply Rinv_le; lra).
      assert (B : 0 <= IZR (t * t) <= IZR (2 ^ 52)) by (split; apply IZR_le; lia). unfold Rdiv. split.
      - destruct (Z.eq_dec (t * t) 0) as [Z|Z]; [now left|right].
        apply Rle_trans with (1 * / IZR w); [rewrite Rmult_1_l; apply Rinv_le; lra|].
        apply Rmult_le_compat_r; [lra|]. apply IZR_le. lia.
      - split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (IZR (2 ^ 52))).
        apply Rmult_le_compat; lra. }
    assert (Len : (Z.of_nat (length (squares (of_parts q))) <= 2 ^ 26)%Z).
    { unfold squares. rewrite map_length, Ln. apply Z.le_trans with W; [|lia].
      unfold W. rewrite <- (weights_add_up rows q D).
      assert (H := fun p I => proj1 (proj1 (each_part q p D I))). clear - H.
      induction (parts_of q) as [|p l IH]; [reflexivity|]. rewrite sumZ_cons. cbn [length].
      assert (0 < weights p)%Z by (apply H; now left).
      assert (Z.of_nat (length l) <= sumZ weights l)%Z by (apply IH; intros x I; apply H; now right). lia. }
    assert (Up : exact_sum (squares (of_parts q)) <= INR (length (squares (of_parts q))) * IZR (2 ^ 52)).
    { unfold exact_sum. clear Len C. induction (squares (of_parts q)) as [|c l IH]; [simpl; lra|].
      cbn [sumR fold_right length]. rewrite S_INR. destruct (Each c (or_introl eq_refl)) as [_ B].
      assert (H := IH (fun x I => Each x (or_intror I))). unfold sumR in H. lra. }
    assert (Low : exact_sum (squares (of_parts q)) = 0 \/ / IZR (2 ^ 26) <= exact_sum (squares (of_parts q))).
    { unfold exact_sum. clear Len C Up. induction (squares (of_parts q)) as [|c l IH]; [now left|].
      cbn [sumR fold_right]. destruct (Each c (or_introl eq_refl)) as [[Z|Z] B];
        assert (H := IH (fun x I => Each x (or_intror I))); unfold sumR in H.
      - rewrite Z in *. unfold Rdiv in *. rewrite Rmult_0_l in *. lra.
      - right. assert (0 < / IZR (2 ^ 26)) by (apply Rinv_0_lt_compat, IZR_lt; lia). lra. }
    set (S := exact_sum (squares (of_parts q))) in *.
    assert (S0 : 0 <= S) by (assert (0 < / IZR (2 ^ 26)) by (apply Rinv_0_lt_compat, IZR_lt; lia); lra).
    assert (Up' : S <= IZR (2 ^ 78)).
    { apply Rle_trans with (1 := Up). change (2 ^ 78)%Z with (2 ^ 26 * 2 ^ 52)%Z.
      rewrite mult_IZR, INR_IZR_INZ.
      apply Rmult_le_compat_r; [apply IZR_le; lia|]. now apply IZR_le. }
    split; [split; [exact C|]|].
    - change (2 ^ 104)%Z with (2 ^ 26 * 2 ^ 78)%Z. rewrite mult_IZR. apply Rmult_le_compat; lra.
    - destruct Low as [-> |L]; [left; ring|right]. rewrite <- (Rmult_1_l (/ IZR (2 ^ 26))).
      assert (0 < / IZR (2 ^ 26)) by (apply Rinv_0_lt_compat, IZR_lt; lia). apply Rmult_le_compat; lra.
  Qed.

  Lemma pair_divides l r : divides_into rows (As_two l r) -> divides rows (l, r).
  Proof.
    intros [P N]. cbn [parts_of concat] in P. rewrite app_nil_r in P. split; [exact P|].
    split; apply N; [now left|now right; left].
  Qed.

  Lemma squared_score_is_near q key : divides_into rows q -> parts_of q <> [] -> squared_scores rows q key ->
    is_finite key = true /\ 0 <= B2R key /\
    Rabs (B2R key - (whole_value rows q - IZR T * IZR T)) <=
      (2 * INR (length (parts_of q)) + 3) * u * whole_value rows q.
  Proof.
    intros D N S. assert (U := u_pos). destruct (value_facts q D N) as [B _].
    destruct (node_bounds q D N) as [Wb Tb]. assert (T0 : 0 <= IZR T * IZR T) by apply Rle_0_sqr.
    destruct q as [l r|ps]; cbn [squared_scores] in S.
    - assert (Dp := pair_divides l r D). destruct (key_facts rows whole (l, r) Dp) as (F & E & _ & P).
      rewrite <- S in *. split; [exact F|].
      assert (V : true_key_of rows (l, r) = whole_value rows (As_two l r) - IZR T * IZR T).
      { destruct (each_part _ l D (or_introl eq_refl)) as [[L _] _].
        destruct (each_part _ r D (or_intror (or_introl eq_refl))) as [[R _] _].
        assert (Ws := weights_add_up rows _ D). assert (Ts := responses_add_up _ D).
        cbn [parts_of sumZ fold_right] in Ws, Ts. rewrite Z.add_0_r in Ws, Ts.
        unfold true_key_of, numerator, whole_value, exact_sum, squares, of_parts.
          cbn [parts_of map sumR fold_right fst snd].
        fold T. rewrite <- Ts. rewrite <- Ws. apply IZR_lt in L, R.
        rewrite !minus_IZR, !mult_IZR, !plus_IZR. field. lra. }
      rewrite V in *. set (x := whole_value rows (As_two l r)) in *. set (t := IZR T * IZR T) in *.
      assert (Ux : u * (x - t) <= u * x) by (apply Rmult_le_compat_l; lra).
      assert (Uy : 0 <= u * (x - t) <= / 1000000 * (x - t)) by (split; [apply Rmult_le_pos; lra|
        apply Rmult_le_compat_r; lra]).
      split; [apply Rabs_le_inv in E; lra|]. apply Rle_trans with (1 := E). cbn [parts_of length].
        rewrite !S_INR.
      simpl INR. lra.
    - destruct S as (s & A & Ek). destruct (of_parts_facts _ D) as (P & Ew & Et & Ln). cbn [parts_of] in *.
      assert (Shares : forall p, In p ps -> is_finite (squared_share p) = true /\
        B2R (squared_share p) = rnd (IZR (fst (responses p * responses p, weights p)%Z) /
          IZR (snd (responses p * responses p, weights p)%Z)) /\ 0 <= B2R (squared_share p) <= bpow radix2
            52).
      { intros p I. destruct (each_part _ p D I) as [[L Lw] R]. destruct (times_whole _ _ R R) as [E F].
        assert (Fit := product_fits _ _ R R). assert (Q0 := Z.square_nonneg (responses p)).
        apply (float_share _ (responses p * responses p) (weights p)); [now split|lia|lia]. }
      assert (Few : (Z.of_nat (length ps) <= 2 ^ 26)%Z).
      { apply Z.le_trans with W; [|lia]. unfold W. rewrite <- (weights_add_up rows _ D). cbn [parts_of].
        assert (H := fun p I => proj1 (proj1 (each_part _ p D I))). cbn [parts_of] in H. clear - H.
        induction ps as [|p l IH]; [reflexivity|]. rewrite sumZ_cons. cbn [length].
        assert (0 < weights p)%Z by (apply H; now left).
        assert (Z.of_nat (length l) <= sumZ weights l)%Z by (apply IH; intros x I; apply H; now right). lia. }
      destruct (shares_add_up squared_share (fun p => (responses p * responses p,
        weights p)%Z) ps s Shares Few A)
        as [Fs As].
      assert (Eq : map (fun p => (responses p * responses p,
        weights p)%Z) ps = squares (of_parts (As_many ps))).
      { unfold squares, of_parts. now rewrite map_map. }
      rewrite Eq in As. assert (One : (1 <= length (of_parts (As_many ps)))%nat).
      { rewrite Ln. destruct ps; [easy|simpl; lia]. }
      assert (Near := squared_key_of_many_is_nearer (of_parts (As_many ps)) (B2R s) One
        (fun t w I => proj1 (P t w I)) ltac:(rewrite Ew; lia) ltac:(rewrite Et; lia) As).
      cbv zeta in Near. rewrite Ew, Et, Ln in Near. change (IZR W * exact_sum (squares (of_parts (As_many
        ps)))) with
        (whole_value rows (As_many ps)) in Near. set (x := whole_value rows (As_many ps)) in *.
      replace (x - IZR T * IZR T + IZR T * IZR T) with x in Near by ring.
      (* nothing overflows *)
      assert (Sb : 0 <= B2R s <= bpow radix2 106).
      { assert (Wh : forall p w, In (p, w) (squares (of_parts (As_many ps))) -> (0 <= p /\ 0 < w < 2 ^ 26)%Z).
        { intros p w I. apply in_map_iff in I as ((t, v) & E & I). injection E as <- <-.
          destruct (P t v I) as (V0 & V1 & _).
          cbn [fst snd] in *. split; [apply Z.square_nonneg|lia]. }
        assert (Es := a_sum_of_shares_is_near _ Wh _ As). assert (S0 := exact_sum_nonneg _ Wh).
        assert (Sx : exact_sum (squares (of_parts (As_many ps))) <= x).
        { unfold x, whole_value. fold W. rewrite <- (Rmult_1_l (exact_sum _)) at 1.
          apply Rmult_le_compat_r; [exact S0|].
          apply IZR_le. lia. }
        assert (Nu : INR (length (squares (of_parts (As_many ps)))) * u <= / 1000).
        { unfold squares. rewrite map_length, Ln, INR_IZR_INZ. apply Rle_trans with (IZR (2 ^ 26) * u).
          - apply Rmult_le_compat_r; [lra|]. now apply IZR_le.
          - unfold u. change (2 ^ 26)%Z with 67108864%Z. lra. }
        assert (0 <= INR (length (squares (of_parts (As_many ps)))) * u)
          by (apply Rmult_le_pos; [apply pos_INR|lra]).
        set (n := INR (length (squares (of_parts (As_many ps)))) * u) in *.
        set (S := exact_sum (squares (of_parts (As_many ps)))) in *.
        replace (2 * INR (length (squares (of_parts (As_many ps)))) * u * S) with (2 * (n * S)) in Es by
          (unfold n; ring).
        assert (n * S <= / 1000 * S) by (apply Rmult_le_compat_r; lra).
        assert (X80 : 2 * x <= bpow radix2 106).
        { change (bpow radix2 106) with (IZR (4 * 2 ^ 104)). rewrite mult_IZR. lra. }
        apply Rabs_le_inv in Es. lra. }
      destruct (of_whole_is W) as [Ew' Fw]; [lia|].
      assert (Wx : 0 <= IZR W * B2R s <= bpow radix2 140).
      { split; [apply Rmult_le_pos; [apply IZR_le; lia|lra]|].
        apply Rle_trans with (bpow radix2 26 * bpow radix2 106); [|rewrite <- bpow_plus; apply bpow_le; lia].
        apply Rmult_le_compat; try lra; [apply IZR_le; lia|]. change (bpow radix2 26) with (IZR (2 ^ 26)).
        apply IZR_le. lia. }
      destruct (rounded_is_small _ 140 ltac:(lia) Wx) as [R1 R2].
      destruct (times_rounds (of_whole W) s Fw Fs) as [E1 F1]; rewrite Ew' in *; [exact R2|].
      destruct (times_whole T T Tb Tb) as [E2 F2]. assert (Ft := product_fits T T Tb Tb).
      assert (Et2 : rnd (IZR T * IZR T) = IZR T * IZR T).
      { rewrite <- mult_IZR. apply rnd_whole. lia. }
      assert (Tl : IZR T * IZR T <= bpow radix2 140).
      { rewrite <- mult_IZR. apply Rle_trans with (bpow radix2 52); [|apply bpow_le; lia].
        change (bpow radix2 52) with (IZR (2 ^ 52)). apply IZR_le. lia. }
      set (d := rnd (IZR W * B2R s) - IZR T * IZR T).
      assert (Small : Rabs (rnd d) < bpow radix2 1024).
      { assert (Fl : rnd (bpow radix2 140) = bpow radix2 140)
          by (apply rnd_float, generic_format_bpow; unfold FLT_exp; lia).
        assert (H1 := rnd_le (- bpow radix2 140) d ltac:(unfold d; lra)).
        assert (H2 := rnd_le d (bpow radix2 140) ltac:(unfold d; lra)). rewrite rnd_opp, Fl in H1.
          rewrite Fl in H2.
        apply Rle_lt_trans with (bpow radix2 140); [apply Rabs_le; lra|apply bpow_lt; lia]. }
      destruct (minus_rounds _ _ F1 F2) as [E3 F3]; rewrite E1, E2, mult_IZR in *; [exact Small|].
      fold d in E3. set (y := minus (times (of_whole W) s) (times (of_whole T) (of_whole T))) in *.
      assert (K : is_finite key = true /\ B2R key = squared_key_of_many W T (B2R s)).
      { unfold squared_key_of_many. rewrite Et2. fold d. rewrite Ek. fold W T. fold y. unfold or_0.
        destruct (of_whole_is 0) as [E0 F0]; [lia|]. rewrite Bltb_correct, E0, E3 by assumption. unfold Rmax.
        destruct (Rlt_bool_spec (rnd d) 0), (Rle_dec (rnd d) 0); try lra; (split; [assumption|lra]). }
      destruct K as [Fk K]. split; [exact Fk|]. rewrite K. split; [|exact Near].
      unfold squared_key_of_many. apply Rmax_r.
  Qed.

  (** *** The filter *)

  Variables (a b : Q) (qs : list question) (key : question -> float64) (m : float64) (arity : Z).
  Hypothesis unit : (0 < a)%Q.
  Hypothesis response_unit : (0 < b)%Q.
  Hypothesis questions : forall q, In q qs -> divides_into rows q /\ within_arity arity q.
  Hypothesis scores : forall q, In q qs -> squared_scores rows q (key q).
  Hypothesis largest : is_largest m (map key qs).

  Lemma squared_scored_have_parts q : In q qs -> parts_of q <> [].
  Proof.
    intros I. assert (S := scores q I). destruct q as [l r|ps]; [easy|]. destruct S as (s & A & _). intros E.
    cbn [parts_of] in E. rewrite E in A. apply adds_up_nonempty in A. simpl in A. lia.
  Qed.

  Lemma near_scores q : In q qs -> is_finite (key q) = true /\ 0 <= B2R (key q) /\
    Rabs (B2R (key q) - (whole_value rows q - IZR T * IZR T)) <=
      (2 * INR (length (parts_of q)) + 3) * u * whole_value rows q.
  Proof.
    intros I. destruct (questions q I) as [D _].
    now apply (squared_score_is_near q (key q) D (squared_scored_have_parts q I) (scores q I)).
  Qed.

  Lemma few_parts q : In q qs -> INR (length (parts_of q)) * u <= / 1000.
  Proof.
    intros I. destruct (questions q I) as [D _]. destruct (node_bounds q D (squared_scored_have_parts q I))
      as [Wb _].
    rewrite INR_IZR_INZ. apply Rle_trans with (IZR (2 ^ 26) * u).
    - apply Rmult_le_compat_r; [assert (U := u_pos); lra|]. apply IZR_le. apply Z.le_trans with W; [|lia].
      unfold W. rewrite <- (weights_add_up rows q D).
        assert (H := fun p J => proj1 (proj1 (each_part q p D J))).
      clear - H. induction (parts_of q) as [|p l IH]; [reflexivity|]. rewrite sumZ_cons. cbn [length].
      assert (0 < weights p)%Z by (apply H; now left).
      assert (Z.of_nat (length l) <= sumZ weights l)%Z by (apply IH; intros x J; apply H; now right). lia.
    - unfold u. change (2 ^ 26)%Z with 67108864%Z. lra.
  Qed.

  (** The largest key bounds all true ones, but for a thousandth. *)
  Lemma values_below q : In q qs -> 0 <= whole_value rows q <= 1.01 * (B2R m + IZR T * IZR T).
  Proof.
    intros I. destruct (near_scores q I) as (_ & _ & N). assert (L := few_parts q I). assert (U := u_pos).
    assert (Fin : forall q, In q qs -> is_finite (key q) = true) by (intros p J; now apply near_scores).
    destruct (the_largest_is_a_key key qs m largest Fin) as [_ Lm]. specialize (Lm q I).
    destruct (questions q I) as [D _]. destruct (value_facts q D (squared_scored_have_parts q I)) as [[V0
      _] _].
    assert (T0 : 0 <= IZR T * IZR T) by apply Rle_0_sqr. set (x := whole_value rows q) in *.
    set (n := INR (length (parts_of q))) in *. apply Rabs_le_inv in N.
    assert (E : (2 * n + 3) * u * x <= 0.003 * x) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Lemma squared_bound_is_enough q : In q qs -> (2 < arity)%Z ->
    (2 * INR (length (parts_of q)) + 3) * u * whole_value rows q <= B2R (squared_bound arity rows m).
  Proof.
    intros I A. assert (U := u_pos). assert (X := values_below q I). destruct (questions q I) as [D Ar].
    destruct (node_bounds q D (squared_scored_have_parts q I)) as [Wb Tb].
    assert (Fin : forall q, In q qs -> is_finite (key q) = true) by (intros p J; now apply near_scores).
    destruct (the_largest_is_a_key key qs m largest Fin) as [(t & It & Et) _].
    (* the largest key is 0, or not small *)
    assert (M : is_finite m = true /\ 0 <= B2R m <= IZR (2 ^ 105) /\
      (B2R m + IZR T * IZR T = 0 \/ / IZR (2 ^ 27) <= B2R m + IZR T * IZR T)).
    { rewrite Et. destruct (near_scores t It) as (Ft & Pt & Nt). assert (Lt := few_parts t It).
      destruct (questions t It) as [Dt _]. destruct (value_facts t Dt (squared_scored_have_parts t It)) as
        [Bt Lo].
      split; [exact Ft|]. assert (T0 : 0 <= IZR T * IZR T) by apply Rle_0_sqr.
        set (x := whole_value rows t) in *.
      set (n := INR (length (parts_of t))) in *. apply Rabs_le_inv in Nt.
      assert (E : (2 * n + 3) * u * x <= 0.003 * x) by (apply Rmult_le_compat_r; lra).
      replace (IZR (2 ^ 105)) with (2 * IZR (2 ^ 104)) by (rewrite <- mult_IZR; reflexivity).
      replace (/ IZR (2 ^ 27)) with (/ 2 * / IZR (2 ^ 26)) by (rewrite <- Rinv_mult, <- mult_IZR;
        reflexivity).
      assert (0 < / IZR (2 ^ 26)) by (apply Rinv_0_lt_compat, IZR_lt; lia). split; [lra|].
      destruct Lo as [Z|Lo]; [left; rewrite Z in *; lra|right; lra]. }
    destruct M as (Fm & Bm & Lo). unfold squared_bound. destruct (Z.ltb_spec 2 arity); [|lia]. fold T.
    destruct four_u_is as [E4 F4]. assert (Ab : (2 <= arity <= 2 ^ 50)%Z) by apply Ar.
    destruct (of_whole_is (arity + 4)) as [Ea Fa]; [lia|].
    assert (A8 : 7 <= IZR (arity + 4) <= IZR (2 ^ 51)) by (split; apply IZR_le; lia).
    set (c := 4 * u * IZR (arity + 4)). assert (C : 28 * u <= c <= 1).
    { unfold c. change (IZR (2 ^ 51)) with 2251799813685248 in A8. unfold u. split; lra. }
    assert (Nc : normal c).
    { right. rewrite Rabs_right by lra. apply Rle_trans with (bpow radix2 (-53)); [apply bpow_le; lia|].
      rewrite <- u_is_a_power. lra. }
    destruct (rounded_is_small c 1) as [_ R1]; [lia|change (bpow radix2 1) with 2; lra|].
    destruct (times_rounds four_u (of_whole (arity + 4)) F4 Fa) as [E1 F1]; rewrite E4, Ea in *; [exact R1|].
    fold c in E1. assert (S1 := share c Nc ltac:(lra)).
    destruct (times_whole T T Tb Tb) as [E2 F2]. assert (Ft := product_fits T T Tb Tb).
      rewrite mult_IZR in E2.
    assert (T0 : 0 <= IZR T * IZR T) by apply Rle_0_sqr.
    assert (Tl : IZR T * IZR T <= IZR (2 ^ 52)) by (rewrite <- mult_IZR; apply IZR_le; lia).
    set (y := B2R m + IZR T * IZR T) in *.
    assert (Y : 0 <= y <= bpow radix2 106).
    { change (bpow radix2 106) with (IZR (2 * 2 ^ 105)). rewrite mult_IZR.
      assert (IZR (2 ^ 52) <= IZR (2 ^ 105)) by (apply IZR_le; lia). unfold y. lra. }
    destruct (rounded_is_small y 106 ltac:(lia) Y) as [R2 R3].
    destruct (plus_rounds m _ Fm F2) as [E3 F3]; rewrite E2 in *; [exact R3|]. fold y in E3.
    assert (S3 : (1 - u) * y <= rnd y <= (1 + u) * y).
    { apply share; [|lra]. destruct Lo as [-> |Lo]; [now left|right]. rewrite Rabs_right by lra.
      apply Rle_trans with (2 := Lo). change (/ IZR (2 ^ 27)) with (bpow radix2 (-27)). apply bpow_le. lia. }
    assert (Uc : u * c <= / 1000000 * c) by (apply Rmult_le_compat_r; lra).
    assert (Uy : 0 <= u * y <= / 1000000 * y) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r;
      lra]).
    set (k := times four_u (of_whole (arity + 4))) in *.
    assert (Z : 0.99 * (c * y) <= rnd c * rnd y <= 2 * bpow radix2 106).
    { split.
      - replace (0.99 * (c * y)) with (0.99 * c * y) by ring.
        apply Rle_trans with ((999 / 1000) * c * ((999 / 1000) * y)); [|apply Rmult_le_compat; lra].
        replace ((999 / 1000) * c * ((999 / 1000) * y)) with ((998001 / 1000000) * (c * y)) by field.
        assert (0 <= c * y) by (apply Rmult_le_pos; lra). lra.
      - apply Rmult_le_compat; lra. }
    assert (Cy : 0 <= c * y) by (apply Rmult_le_pos; lra).
    destruct (rounded_is_small (rnd c * rnd y) 107) as [_ R4]; [lia| |].
    { change (bpow radix2 107) with (bpow radix2 (1 + 106)). rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra. }
    destruct (times_rounds k (plus m (times (of_whole T) (of_whole T))) F1 F3) as [E5 _]; rewrite E1, E3 in *;
      [exact R4|]. rewrite E5.
    assert (S5 : (1 - u) * (rnd c * rnd y) <= rnd (rnd c * rnd y) <= (1 + u) * (rnd c * rnd y)).
    { apply share; [|lra]. destruct Lo as [Z0|Lo].
      - left. rewrite Z0, rnd_0. ring.
      - right. rewrite Rabs_right by lra. apply Rle_trans with (0.99 * (c * y)); [|lra].
        apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (-27)); [rewrite <- bpow_plus; apply bpow_le;
          lia|].
        apply Rle_trans with (0.99 * (28 * u) * y).
        + change (bpow radix2 (-27)) with (/ IZR (2 ^ 27)). rewrite <- u_is_a_power.
          assert (0 < / IZR (2 ^ 27)) by (apply Rinv_0_lt_compat, IZR_lt; lia). apply Rmult_le_compat; lra.
        + replace (0.99 * (c * y)) with (0.99 * c * y) by ring. apply Rmult_le_compat_r; lra. }
    set (p := rnd c * rnd y) in *. assert (Up : u * p <= / 1000000 * p) by (apply Rmult_le_compat_r; lra).
    assert (Last : (98 / 100) * (c * y) <= rnd p) by lra. apply Rle_trans with (2 := Last).
    (* parts are at most as many as the arity says *)
    assert (Len : INR (length (parts_of q)) <= IZR (arity + 4) - 4).
    { rewrite plus_IZR. replace (IZR arity + 4 - 4) with (IZR arity) by ring. rewrite INR_IZR_INZ.
      apply IZR_le.
      destruct Ar as [_ Ar]. destruct q as [l r|ps]; [simpl; lia|apply Ar]. }
    set (n := INR (length (parts_of q))) in *. assert (N0 : 0 <= n) by apply pos_INR.
    apply Rle_trans with ((2 * n + 3) * u * ((101 / 100) * y)).
    - apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. apply X.
    - unfold c. replace ((98 / 100) * (4 * u * IZR (arity + 4) * y)) with ((392 / 100) * IZR (arity + 4) *
      (u * y)) by field.
      replace ((2 * n + 3) * u * ((101 / 100) * y)) with ((101 / 100) * (2 * n + 3) * (u * y)) by field.
      apply Rmult_le_compat_r; lra.
  Qed.

  Theorem the_squared_error_filter_of_any_children e : B2R (squared_bound arity rows m) <= B2R e ->
    forall q, In q qs ->
    (forall p, In p qs -> (squared_error_gain_in a b p <= squared_error_gain_in a b q)%Q) ->
    In q (survivors_by key m e qs).
  Proof.
    intros E q I Best. destruct (Z.ltb_spec 2 arity) as [A|A].
    - apply (kept_within key (fun p => whole_value rows p - IZR T * IZR T) qs m e largest); trivial.
      + intros p J. now apply near_scores.
      + intros p J. apply Rle_trans with (2 := E). apply Rle_trans with (2 := squared_bound_is_enough p J A).
        now apply near_scores.
      + intros p J. apply Rplus_le_compat_r. destruct (questions q I) as [Dq _].
        destruct (questions p J) as [Dp _].
        apply (squared_gains_order a b q p unit response_unit Dq Dp); auto using squared_scored_have_parts.
    - set (pair := fun q => match q with As_two l r => (l, r) | As_many _ => ([], []) end : children).
      assert (Two : forall p, In p qs -> exists l r, p = As_two l r).
      { intros p J. destruct (questions p J) as [_ [_ Ar]]. destruct p as [l r|ps]; [now exists l, r|lia]. }
      assert (Keys : map (key_of rows) (map pair qs) = map key qs).
      { rewrite map_map. apply map_ext_in. intros p J. assert (S := scores p J).
        destruct (Two p J) as (l & r & ->).
        symmetry. exact S. }
      assert (Bound : squared_bound arity rows m = bound rows m).
      { unfold squared_bound. destruct (Z.ltb_spec 2 arity); [lia|reflexivity]. }
      rewrite Bound in E.
      assert (Div : forall p, In p (map pair qs) -> divides rows p).
      { intros p J. apply in_map_iff in J as (x & <- & J). destruct (questions x J) as [D _].
        destruct (Two x J) as (l & r & ->). now apply pair_divides. }
      assert (S : In (pair q) (survivors rows m e (map pair qs))).
      { apply (the_filter_in_whole_units rows whole (map pair qs) m Div ltac:(now rewrite Keys) a b e unit
        response_unit E).
        - now apply in_map.
        - intros p J. apply in_map_iff in J as (x & <- & J). specialize (Best x J).
          destruct (Two x J) as (l & r & ->). destruct (Two q I) as (l' & r' & ->). exact Best. }
      unfold survivors, survivors_by in *. destruct (trusted m e); [|exact I]. apply filter_In in S as [_ S].
      apply filter_In. split; [exact I|]. assert (K := scores q I). destruct (Two q I) as (l & r & ->).
      cbn [squared_scores] in K. rewrite K. exact S.
  Qed.
End Squares.

(** ** Gini of two classes, whose keys are those of an indicator's squared error, of any number of children *)

Lemma two_classes_in_units rows q : in_whole_units rows -> of_two_classes rows -> divides_into rows q ->
  in_whole_counts 2 rows /\ forall p, In p (rows :: parts_of q) ->
    squares_of 2 p = (weights p * weights p - 2 * (weights p * responses p) + 2 * (responses p * responses
      p))%Z.
Proof.
  intros (Pos & L & _) C [P N]. split.
  - split; [|exact L]. intros r I. split; [now apply Pos|]. destruct (C r I) as [-> | ->]; simpl; lia.
  - intros p I. assert (Cp : of_two_classes p).
    { destruct I as [<-|I]; [exact C|]. intros r J. apply C, (Permutation_in _ P), in_concat. now exists p. }
    assert (C1 : class_weight 1 p = responses p /\ class_weight 0 p = (weights p - responses p)%Z).
    { clear - Cp. unfold class_weight, responses, weights. induction p as [|r l IH]; [now split|].
      rewrite !sums_cons. destruct IH as [A B]; [intros x I; apply Cp; now right|]. rewrite A, B.
        unfold of_class.
      destruct (Cp r (or_introl eq_refl)) as [-> | ->]; simpl; lia. }
    destruct C1 as [C1 C0]. unfold squares_of. cbn [seq sumZ fold_right]. rewrite C0, C1. ring.
Qed.

Lemma gini_gain_is_twice_the_squared a rows q : (0 < a)%Q -> in_whole_units rows -> of_two_classes rows ->
  divides_into rows q -> parts_of q <> [] -> (gain_in gini 2 a q == 2 * squared_error_gain_in a 1 q)%Q.
Proof.
  intros A U C D N. destruct (two_classes_in_units rows q U C D) as [Uc Sq].
  rewrite (gain_in_units 2 rows Uc gini a (fun p => inject_Z (squares_of 2 p) / inject_Z (weights p))%Q A
    (fun part h P Cp R => gini_in_units 2 a part h A P Cp R) q D N).
  rewrite (squared_gain_in_units rows U a 1 q A D N). destruct (node_bounds rows U q D N) as [[W1 _] _].
  assert (V : (0 < inject_Z (weights rows))%Q) by (apply inject_positive; lia).
  assert (E : forall p, (0 < weights p)%Z -> In p (rows :: parts_of q) ->
    (inject_Z (squares_of 2 p) / inject_Z (weights p) == inject_Z (weights p) + inject_Z (responses p) * -
      (2) +
      inject_Z (responses p * responses p) / inject_Z (weights p) * 2)%Q).
  { intros p P I. rewrite (Sq p I). apply inject_positive in P. unfold Z.sub.
    rewrite !inject_Z_plus, inject_Z_opp, !inject_Z_mult. change (inject_Z 2) with 2%Q. field. Lqa.lra. }
  rewrite (E rows) by (try (now left); lia).
  rewrite (sum_ext _ (fun p => (inject_Z (weights p) + inject_Z (responses p) * - (2)) +
    inject_Z (responses p * responses p) / inject_Z (weights p) * 2)%Q).
  - rewrite !sum_plus, !sum_scale, <- !inject_sumZ, (weights_add_up rows q D), (responses_add_up rows q D).
    field. Lqa.lra.
  - intros p I. destruct (each_part rows U q p D I) as [[P _] _]. apply E; [exact P|now right].
Qed.

Corollary the_gini_filter_of_two_classes rows qs key m e a arity : in_whole_units rows -> of_two_classes
  rows ->
  (0 < a)%Q -> (forall q, In q qs -> divides_into rows q /\ within_arity arity q) ->
  (forall q, In q qs -> squared_scores rows q (key q)) -> is_largest m (map key qs) ->
  B2R (squared_bound arity rows m) <= B2R e ->
  forall q, In q qs -> (forall p, In p qs -> (gain_in gini 2 a p <= gain_in gini 2 a q)%Q) ->
  In q (survivors_by key m e qs).
Proof.
  intros U C A Q S M E q I Best.
  apply (the_squared_error_filter_of_any_children rows U a 1 qs key m arity A ltac:(reflexivity) Q S M e E
    q I).
  intros p J. specialize (Best p J). destruct (Q q I) as [Dq _]. destruct (Q p J) as [Dp _].
  rewrite (gini_gain_is_twice_the_squared a rows p A U C Dp (squared_scored_have_parts rows qs key S p J)),
    (gini_gain_is_twice_the_squared a rows q A U C Dq (squared_scored_have_parts rows qs key S q I)) in Best.
  Lqa.lra.
Qed.

(** ** An example, and a plausible wrong statement

    One question, scored as two children and as many: 1/3 and 0.375, because of the large mean.
      The bound of two
    children, 8 units of rounding of the largest key, is not one of many. *)

Definition high (n : Z) : Z * Z := (1, 3786186 + n)%Z.
Definition first_part : whole_rows := [high 1; high 1; high 0].
Definition second_part : whole_rows := [high 1; high 1; high 0; high 0].
Definition high_rows : whole_rows := first_part ++ second_part.
Definition twice_one : list question := [As_two first_part second_part; As_many [first_part; second_part]].
Definition high_keys (q : question) : float64 :=
  match q with
  | As_two l r => key_of high_rows (l, r)
  | As_many parts => or_0 (minus (times (of_whole (weights high_rows))
      (plus (squared_share (nth 0 parts [])) (squared_share (nth 1 parts []))))
      (times (of_whole (responses high_rows)) (of_whole (responses high_rows))))
  end.

Example the_squared_error_filter_applies :
  let m := high_keys (As_many [first_part; second_part]) in
  in_whole_units high_rows /\
  (forall q, In q twice_one -> divides_into high_rows q /\ within_arity 3 q) /\
  (forall q, In q twice_one -> squared_scores high_rows q (high_keys q)) /\
  is_largest m (map high_keys twice_one) /\
  survivors_by high_keys m (squared_bound 3 high_rows m) twice_one = twice_one.
Proof.
  intros m. split; [|split; [|split; [|split]]].
  - split; [|now split; vm_compute]. intros r I. simpl in I. repeat destruct I as [<-|I]; easy.
  - intros q [<-|[<-|[]]]; (split; [split; [apply Permutation_refl|]|]);
      try (intros p [<-|[<-|[]]]; easy); split; simpl; lia.
  - intros q [<-|[<-|[]]]; [reflexivity|]. cbn [squared_scores].
    exists (plus (squared_share first_part) (squared_share second_part)). split; [|reflexivity].
    change (map squared_share [first_part; second_part]) with
      ([squared_share first_part] ++ [squared_share second_part]). repeat constructor.
  - right. split; [now right; left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - vm_compute. reflexivity.
Qed.

Example the_bound_of_two_children_is_not_one_of_many :
  let m := high_keys (As_many [first_part; second_part]) in
  survivors_by high_keys m (bound high_rows m) twice_one = [As_many [first_part; second_part]].
Proof. vm_compute. reflexivity. Qed.

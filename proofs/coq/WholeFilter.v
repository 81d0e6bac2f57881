(** * WholeFilter: from rows to what the filter keeps, in whole units

    Rows have whole weights and responses, of which a node has fewer than 2^26 in all; questions have two
    children.
    Of the rows the sums are whole, hence exact in whatever order they are added; keys and bound are those of
    [dtrees.vectorized], operation by operation in binary64.  Nothing more is assumed: what is kept holds
    every
    question of largest gain, the gain being that of [Spec.Impurities]. *)
From Coq Require Import ZArith QArith Lqa Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Rounding Filter WholeKeys.
Import ListNotations.
Open Scope R_scope.

Definition whole_rows : Type := list (Z * Z).                              (* weights and responses *)
Definition sums (f : Z * Z -> Z) (rows : whole_rows) : Z := fold_right (fun r s => f r + s)%Z 0%Z rows.
Definition weights : whole_rows -> Z := sums fst.
Definition responses : whole_rows -> Z := sums (fun r => fst r * snd r)%Z.
Definition squared : whole_rows -> Z := sums (fun r => fst r * (snd r * snd r))%Z.

Definition in_whole_units (rows : whole_rows) : Prop :=
  (forall r, In r rows -> (0 < fst r)%Z) /\ (weights rows < 2 ^ 26)%Z /\
  (sums (fun r => Z.abs (fst r * snd r)) rows < 2 ^ 26)%Z.

(** A question, by the rows of its two children. *)
Definition children : Type := whole_rows * whole_rows.
Definition divides (rows : whole_rows) (q : children) : Prop :=
  Permutation (fst q ++ snd q) rows /\ fst q <> [] /\ snd q <> [].

(** The gain of the definitions, one weight being [a] and one response [b]. *)
Definition read_units (a b : Q) (rows : whole_rows) : list (Q * Q) :=
  map (fun r => (a * inject_Z (fst r), b * inject_Z (snd r))%Q) rows.
Definition squared_error_gain (a b : Q) (q : children) : Q :=
  gain squared_error [moments_of (read_units a b (fst q)); moments_of (read_units a b (snd q))].

(** What is programmed. *)
Definition key_of (rows : whole_rows) (q : children) : float64 :=
  squared_key (of_whole (weights rows)) (of_whole (responses rows)) (of_whole (weights (fst q)))
    (of_whole (weights (snd q))) (of_whole (responses (fst q))).
Definition eight_u : float64 := over (of_whole 1) (of_whole (2 ^ 50)).
Definition bound (rows : whole_rows) (m : float64) : float64 :=
  let square := times (of_whole (weights rows)) (of_whole (weights rows)) in
  if Bltb (times m (times square square)) (of_whole (2 ^ 55)) then of_whole 0 else times eight_u m.
Definition survivors (rows : whole_rows) (m e : float64) (qs : list children) : list children :=
  if trusted m e then filter (fun q => at_least (key_of rows q) (minus m (times two e))) qs else qs.

(** ** What rounds to a number that is far from the largest *)

Lemma rounded_is_small x k : (0 <= k <= 1023)%Z -> 0 <= x <= bpow radix2 k ->
  0 <= rnd x <= bpow radix2 k /\ Rabs (rnd x) < bpow radix2 1024.
Proof.
  intros K [P X]. apply rnd_le in P, X. rewrite rnd_0 in P. rewrite (rnd_float (bpow radix2 k)) in X.
  - split; [lra|]. rewrite Rabs_right by lra. apply Rle_lt_trans with (1 := X). apply bpow_lt. lia.
  - apply generic_format_bpow. unfold FLT_exp. lia.
Qed.

(** ** Sums of whole numbers *)

Lemma sums_cons f x l : sums f (x :: l) = (f x + sums f l)%Z.
Proof. reflexivity. Qed.

Lemma sums_app f l r : sums f (l ++ r) = (sums f l + sums f r)%Z.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [app]. rewrite !sums_cons, IH. ring. Qed.

Lemma sums_permuted f l r : Permutation l r -> sums f l = sums f r.
Proof. induction 1; rewrite ?sums_cons; lia. Qed.

Lemma sums_below f g l : (forall r, In r l -> (f r <= g r)%Z) -> (sums f l <= sums g l)%Z.
Proof.
  intros H. induction l as [|x l IH]; [reflexivity|]. rewrite !sums_cons.
  assert (f x <= g x)%Z by (apply H; now left).
  assert (sums f l <= sums g l)%Z by (apply IH; intros r I; apply H; now right). lia.
Qed.

Lemma sums_opp f l : sums (fun r => - f r)%Z l = (- sums f l)%Z.
Proof. induction l as [|x l IH]; [reflexivity|]. rewrite !sums_cons, IH. lia. Qed.

Lemma sums_abs f l : (Z.abs (sums f l) <= sums (fun r => Z.abs (f r)) l)%Z.
Proof.
  assert (A : (sums f l <= sums (fun r => Z.abs (f r)) l)%Z) by (apply sums_below; intros; lia).
  assert (B : (sums (fun r => - f r) l <= sums (fun r => Z.abs (f r)) l)%Z) by (apply sums_below; intros;
    lia).
  rewrite sums_opp in B. lia.
Qed.

Lemma sums_nonneg f l : (forall r, In r l -> (0 <= f r)%Z) -> (0 <= sums f l)%Z.
Proof.
  intros H. induction l as [|x l IH]; [reflexivity|]. rewrite sums_cons.
  assert (0 <= f x)%Z by (apply H; now left).
  assert (0 <= sums f l)%Z by (apply IH; intros r I; apply H; now right). lia.
Qed.

Lemma weights_positive l : l <> [] -> (forall r, In r l -> (0 < fst r)%Z) -> (0 < weights l)%Z.
Proof.
  destruct l as [|x l]; [easy|]. intros _ H. assert (0 < fst x)%Z by (apply H; now left). unfold weights.
  rewrite sums_cons.
  assert (0 <= sums fst l)%Z; [|lia]. apply sums_nonneg. intros r I. apply Z.lt_le_incl, H. now right.
Qed.

(** ** The constants of the bound *)

Lemma one_over_a_power n : (0 <= n <= 53)%Z ->
  B2R (over (of_whole 1) (of_whole (2 ^ n))) = bpow radix2 (- n) /\
  is_finite (over (of_whole 1) (of_whole (2 ^ n))) = true.
Proof.
  intros N. assert (P : (0 < 2 ^ n <= 2 ^ 53)%Z) by (split; [|apply Z.pow_le_mono_r]; lia).
  destruct (of_whole_is 1) as [E1 F1]; [lia|]. destruct (of_whole_is (2 ^ n)) as [E2 F2]; [lia|].
  assert (X : IZR 1 / IZR (2 ^ n) = bpow radix2 (- n)).
  { rewrite bpow_opp, <- (IZR_Zpower radix2) by lia. unfold Rdiv. now rewrite Rmult_1_l. }
  assert (Fl : is_float (bpow radix2 (- n))) by (apply generic_format_bpow; unfold FLT_exp; lia).
  destruct (over_rounds (of_whole 1) (of_whole (2 ^ n)) F1) as [E F];
    rewrite ?E1, ?E2, ?X, ?(rnd_float _ Fl) in *.
  - apply IZR_neq. lia.
  - rewrite Rabs_right by (apply Rle_ge, bpow_ge_0). apply bpow_lt. lia.
  - now split.
Qed.

Lemma eight_u_is : B2R eight_u = 8 * u /\ is_finite eight_u = true.
Proof.
  destruct (one_over_a_power 50) as [E F]; [lia|]. split; [|exact F]. unfold eight_u. rewrite E.
  change (bpow radix2 (Z.opp 50)) with (/ 1125899906842624). unfold u. lra.
Qed.

Lemma power_55 : B2R (of_whole (2 ^ 55)) = IZR (2 ^ 55) /\ is_finite (of_whole (2 ^ 55)) = true.
Proof.
  assert (H := binary_normalize_correct 53 1024 _ _ mode_NE (2 ^ 55) 0 false).
  assert (E : F2R (Float radix2 (2 ^ 55) 0) = bpow radix2 55) by (unfold F2R; simpl; ring).
  assert (R : rnd (bpow radix2 55) = bpow radix2 55) by (apply rnd_float, generic_format_bpow;
    now vm_compute).
  rewrite E in H. cbv zeta in H. change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H.
  unfold rnd in R. rewrite R in H.
  rewrite Rlt_bool_true in H; [now split; apply H|]. rewrite Rabs_right by (apply Rle_ge, bpow_ge_0).
  now apply bpow_lt.
Qed.

Lemma few_keys_are_told V (x : float64) : (1 <= V < 2 ^ 26)%Z -> is_finite x = true ->
  0 <= B2R x <= IZR (2 ^ 107) ->
  Bltb (times x (times (times (of_whole V) (of_whole V)) (times (of_whole V) (of_whole V))))
    (of_whole (2 ^ 55)) = true ->
  B2R x * (IZR V * IZR V * (IZR V * IZR V)) <= IZR (2 ^ 55) * (1 + / 1000).
Proof.
  intros LV Fx Bx Y.
  destruct (times_whole V V) as [E1 F1]; [lia|lia|].
  assert (S1 : 1 <= IZR (V * V) <= IZR (2 ^ 52)) by (split; apply IZR_le; nia).
  set (s := times (of_whole V) (of_whole V)) in *.
  rewrite mult_IZR in E1, S1. set (X := IZR V * IZR V) in *.
  assert (XX : 1 <= X * X <= bpow radix2 104).
  { split; [rewrite <- (Rmult_1_l 1); apply Rmult_le_compat; lra|].
    change (bpow radix2 104) with (IZR (2 ^ 52 * 2 ^ 52)).
    rewrite mult_IZR. apply Rmult_le_compat; lra. }
  destruct (rounded_is_small (X * X) 104) as [R1 R2]; [lia|lra|].
  destruct (times_rounds s s F1 F1) as [E2 F2]; rewrite E1 in *; [exact R2|]. set (ss := times s s) in *.
  clearbody ss.
  assert (Sh := share (X * X) (at_least_one_normal _ (proj1 XX)) ltac:(lra)). set (r := rnd (X * X)) in *.
  clearbody r.
  assert (MR : 0 <= B2R x * r <= bpow radix2 211).
  { split; [apply Rmult_le_pos; lra|]. change (bpow radix2 211) with (IZR (2 ^ 107 * 2 ^ 104)).
    rewrite mult_IZR.
    apply Rmult_le_compat; try lra. change (IZR (2 ^ 104)) with (bpow radix2 104). lra. }
  destruct (rounded_is_small (B2R x * r) 211) as [_ R3]; [lia|exact MR|].
  destruct (times_rounds x ss Fx F2) as [E3 F3]; rewrite E2 in *; [exact R3|].
  destruct power_55 as [E4 F4]. rewrite Bltb_correct, E3, E4 in Y by assumption.
  assert (L : B2R x * r < IZR (2 ^ 55)).
  { apply Rnot_le_lt. intros H.
    destruct (Rlt_bool_spec (rnd (B2R x * r)) (IZR (2 ^ 55))) as [G|G]; [|discriminate].
    apply rnd_le in H. change (IZR (2 ^ 55)) with (bpow radix2 55) in *.
    rewrite (rnd_float (bpow radix2 55)) in H by (apply generic_format_bpow; now vm_compute). lra. }
  assert (U := u_pos). assert (M : B2R x * ((1 - u) * (X * X)) <= B2R x * r) by (apply Rmult_le_compat_l;
    lra).
  assert (P : 0 <= B2R x * (X * X)) by (apply Rmult_le_pos; lra).
  assert (Q : u * (B2R x * (X * X)) <= / 1000000 * (B2R x * (X * X))) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

Section Node.
  Variable rows : whole_rows.
  Hypothesis whole : in_whole_units rows.

  Let W := weights rows.
  Let T := responses rows.

  Lemma sizes q : divides rows q ->
    (0 < weights (fst q) /\ 0 < weights (snd q) /\ W = weights (fst q) + weights (snd q) /\ W < 2 ^ 26)%Z /\
    (T = responses (fst q) + responses (snd q) /\ Z.abs (responses (fst q)) < 2 ^ 26 /\ Z.abs T < 2 ^ 26)%Z.
  Proof.
    destruct q as [l r]. intros (P & L & R). simpl in *. destruct whole as (Pos & LW & LT).
    assert (PosI : forall x, In x (l ++ r) -> (0 < fst x)%Z) by (intros x I; apply Pos;
      now apply (Permutation_in _ P)).
    unfold W, T, weights, responses. rewrite <- !(sums_permuted _ _ _ P), !sums_app.
    unfold weights in LW. rewrite <- (sums_permuted _ _ _ P), sums_app in LW.
    rewrite <- (sums_permuted _ _ _ P), sums_app in LT.
    assert (A := weights_positive l L ltac:(intros x I; apply PosI, in_or_app; now left)).
    assert (B := weights_positive r R ltac:(intros x I; apply PosI, in_or_app; now right)).
    unfold weights in A, B.
    assert (C := sums_abs (fun x => fst x * snd x)%Z l). assert (D := sums_abs (fun x => fst x * snd x)%Z r).
    set (tl := sums (fun x => fst x * snd x)%Z l) in *. set (tr := sums (fun x => fst x * snd x)%Z r) in *.
    cbv beta in C, D. set (al := sums (fun x => Z.abs (fst x * snd x)) l) in *.
    set (ar := sums (fun x => Z.abs (fst x * snd x)) r) in *. lia.
  Qed.

  Definition numerator (q : children) : Z := (W * responses (fst q) - T * weights (fst q))%Z.
  Definition true_key_of (q : children) : R :=
    IZR (numerator q) * IZR (numerator q) / (IZR (weights (fst q)) * IZR (weights (snd q))).

  (** *** The gain of the definitions orders questions as their true keys do *)

  Lemma moments_in_units a b l :
    (moment_weight (moments_of (read_units a b l)) == a * inject_Z (weights l) /\
     Summaries.total (moments_of (read_units a b l)) == a * b * inject_Z (responses l) /\
     Summaries.squares (moments_of (read_units a b l)) == a * b * b * inject_Z (squared l))%Q.
  Proof.
    unfold weights, responses, squared. simpl.
    induction l as [|x l (A & B & C)]; simpl; [repeat split; ring|].
    rewrite A, B, C, !inject_Z_plus, !inject_Z_mult. unfold square. repeat split; ring.
  Qed.

  Lemma gain_in_units a b q : (0 < a)%Q -> divides rows q ->
    (squared_error_gain a b q == b * b / (inject_Z W * inject_Z W) *
      (inject_Z (numerator q * numerator q) / inject_Z (weights (fst q) * weights (snd q))))%Q.
  Proof.
    intros A D. destruct (sizes q D) as ((w0 & v0 & EW & _) & ET & _). unfold numerator. rewrite EW, ET.
    clear EW ET.
    destruct (moments_in_units a b (fst q)) as (L1 & L2 & L3).
    destruct (moments_in_units a b (snd q)) as (R1 & R2 & R3).
    unfold squared_error_gain. set (l := moments_of (read_units a b (fst q))) in *.
    set (r := moments_of (read_units a b (snd q))) in *.
    unfold gain, conditional_impurity, squared_error, mean, square, sum, merge, moments, Summaries.weight.
    cbn [fold_right moment_weight Summaries.total Summaries.squares]. unfold sum. cbn [fold_right].
    clearbody l r.
    rewrite L1, L2, L3, R1, R2, R3. unfold Z.sub.
    rewrite !inject_Z_mult, !inject_Z_plus, !inject_Z_opp, !inject_Z_mult, !inject_Z_plus.
    rewrite Zlt_Qlt in w0, v0. change (inject_Z 0) with 0%Q in w0, v0.
    set (w := inject_Z (weights (fst q))) in *. set (v := inject_Z (weights (snd q))) in *. clearbody w v.
    assert (aw : (0 < a * w)%Q) by now apply Qmult_lt_0_compat.
    assert (av : (0 < a * v)%Q) by now apply Qmult_lt_0_compat.
    field. repeat split; Lqa.lra.
  Qed.

  Lemma denominator_positive q : divides rows q -> (0 < weights (fst q) * weights (snd q))%Z.
  Proof. intros D. destruct (sizes q D) as ((A & B & _) & _). now apply Z.mul_pos_pos. Qed.

  Lemma gains_order_true_keys a b q p : (0 < a)%Q -> (0 < b)%Q -> divides rows q -> divides rows p ->
    (squared_error_gain a b p <= squared_error_gain a b q)%Q -> true_key_of p <= true_key_of q.
  Proof.
    intros A B Dq Dp L. rewrite (gain_in_units a b q A Dq), (gain_in_units a b p A Dp) in L.
    assert (Pq := denominator_positive q Dq). assert (Pp := denominator_positive p Dp).
    destruct (sizes q Dq) as ((w0 & v0 & EW & _) & _). unfold true_key_of. rewrite <- !mult_IZR.
    set (n := (numerator q * numerator q)%Z) in *. set (n' := (numerator p * numerator p)%Z) in *.
    set (d := (weights (fst q) * weights (snd q))%Z) in *.
    set (d' := (weights (fst p) * weights (snd p))%Z) in *.
    assert (PW : (0 < inject_Z W)%Q) by (change 0%Q with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
    assert (C : (0 < b * b / (inject_Z W * inject_Z W))%Q) by (apply Qlt_shift_div_l;
      [now apply Qmult_lt_0_compat|rewrite Qmult_0_l; now apply Qmult_lt_0_compat]).
    apply Qmult_le_l in L; [|exact C]. clear C PW EW.
    assert (H : (n' * d <= n * d')%Z).
    { rewrite Zle_Qle, !inject_Z_mult. rewrite Zlt_Qlt in Pq, Pp. change (inject_Z 0) with 0%Q in Pq, Pp.
      setoid_replace (inject_Z n' * inject_Z d)%Q with (inject_Z n' / inject_Z d' * (inject_Z d' * inject_Z
        d))%Q by (field; Lqa.lra).
      setoid_replace (inject_Z n * inject_Z d')%Q with (inject_Z n / inject_Z d * (inject_Z d' * inject_Z
        d))%Q by (field; Lqa.lra).
      apply Qmult_le_compat_r; [exact L|]. apply Qlt_le_weak. now apply Qmult_lt_0_compat. }
    apply IZR_le in H. rewrite !mult_IZR in H. apply IZR_lt in Pq, Pp.
    apply Rmult_le_reg_r with (IZR d' * IZR d); [now apply Rmult_lt_0_compat|].
    replace (IZR n' / IZR d' * (IZR d' * IZR d)) with (IZR n' * IZR d) by (field; lra).
    replace (IZR n / IZR d * (IZR d' * IZR d)) with (IZR n * IZR d') by (field; lra). exact H.
  Qed.

  (** *** The float keys *)

  Lemma key_facts q : divides rows q ->
    is_finite (key_of rows q) = true /\
      Rabs (B2R (key_of rows q) - true_key_of q) <= 4 * u * true_key_of q /\
    (true_key_of q = 0 \/ / IZR (2 ^ 52) <= true_key_of q) /\ 0 <= true_key_of q <= IZR (2 ^ 106).
  Proof.
    intros D. destruct (sizes q D) as (A & ET & B). assert (P := denominator_positive q D).
    destruct (squared_key_is_near W T _ _ (responses (fst q)) A (conj (proj1 B) (proj2 B))) as (F & _ & N).
    split; [exact F|]. split; [exact N|]. unfold true_key_of. rewrite <- !mult_IZR.
    assert (M := product_fits (weights (fst q)) (weights (snd q)) ltac:(lia) ltac:(lia)).
    assert (B1 := product_fits W (responses (fst q)) ltac:(lia) ltac:(lia)).
    assert (B2 := product_fits T (weights (fst q)) ltac:(lia) ltac:(lia)).
    assert (Dl : (Z.abs (numerator q) <= 2 ^ 53)%Z) by (unfold numerator; clear - B1 B2; lia).
    assert (Nl : (0 <= numerator q * numerator q <= 2 ^ 106)%Z).
    { split; [apply Z.square_nonneg|]. rewrite <- Z.abs_square. change (2 ^ 106)%Z with (2 ^ 53 * 2 ^ 53)%Z.
      apply Z.mul_le_mono_nonneg; lia. }
    set (n := (numerator q * numerator q)%Z) in *. set (d := (weights (fst q) * weights (snd q))%Z) in *.
    clearbody n d.
    assert (Dd : 1 <= IZR d <= IZR (2 ^ 52)) by (split; apply IZR_le; lia).
    assert (I : 0 < / IZR d) by (apply Rinv_0_lt_compat; lra).
    assert (I1 : / IZR d <= 1) by (rewrite <- Rinv_1; apply Rinv_le; lra).
    assert (N0 : 0 <= IZR n <= IZR (2 ^ 106)) by (split; apply IZR_le; lia). unfold Rdiv. split; [|split].
    - destruct (Z.eq_dec n 0) as [->|Z]; [left; ring|right]. apply Rle_trans with (1 * / IZR d).
      + rewrite Rmult_1_l. apply Rinv_le; lra.
      + apply Rmult_le_compat_r; [lra|]. apply IZR_le. lia.
    - apply Rmult_le_pos; lra.
    - rewrite <- (Rmult_1_r (IZR (2 ^ 106))). apply Rmult_le_compat; lra.
  Qed.

  Variables (qs : list children) (m : float64).
  Hypothesis questions : forall q, In q qs -> divides rows q.
  Hypothesis largest : is_largest m (map (key_of rows) qs).

  Lemma largest_facts : is_finite m = true /\ 0 <= B2R m <= IZR (2 ^ 107) /\
    (B2R m = 0 \/ / IZR (2 ^ 53) <= B2R m) /\
    forall q, In q qs -> B2R (key_of rows q) <= B2R m.
  Proof.
    assert (Fin : forall q, In q qs -> is_finite (key_of rows q) = true) by (intros q I;
      now apply key_facts, questions).
    destruct largest as [(I & _)|(I & M)].
    - apply in_map_iff in I as (q & E & I). apply Fin in I. now rewrite E in I.
    - apply in_map_iff in I as (d & E & I). rewrite <- E in *.
      destruct (key_facts d (questions d I)) as (F & N & S & B).
      apply Rabs_le_inv in N. assert (U := u_pos). set (x := B2R (key_of rows d)) in *.
      set (k := true_key_of d) in *.
      assert (Uk : 0 <= u * k <= / 1000000 * k) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r];
        lra).
      change (2 ^ 107)%Z with (2 * 2 ^ 106)%Z. change (2 ^ 53)%Z with (2 * 2 ^ 52)%Z.
      rewrite !mult_IZR, Rinv_mult.
      assert (0 < / IZR (2 ^ 52)) by (apply Rinv_0_lt_compat, IZR_lt; lia).
      split; [exact F|]. split; [lra|]. split; [lra|]. intros q J. assert (L := M _ (in_map _ _ _ J)).
      unfold at_least in L. rewrite Bleb_correct in L by auto.
      now apply Rle_bool_true_iff in L || (destruct (Rle_bool_spec (B2R (key_of rows q))
        (B2R (key_of rows d))); [assumption|discriminate]).
  Qed.

  (** *** The bound, as programmed: 0 where equal keys are equal floats *)

  Definition told : bool :=
    let square := times (of_whole W) (of_whole W) in Bltb (times m (times square square))
      (of_whole (2 ^ 55)).

  Lemma told_keys_are_few : (exists q, In q qs) -> told = true ->
    B2R m * (IZR W * IZR W * (IZR W * IZR W)) <= IZR (2 ^ 55) * (1 + / 1000).
  Proof.
    intros (q & Iq) Y. destruct (sizes q (questions q Iq)) as ((w0 & v0 & EW & LW) & _).
    destruct largest_facts as (Fm & Bm & _). apply few_keys_are_told; trivial. lia.
  Qed.

  Lemma bound_covers q : In q qs -> told = false ->
    Rabs (B2R (key_of rows q) - true_key_of q) <= B2R (bound rows m) /\
    is_finite (bound rows m) = true.
  Proof.
    intros I Y. unfold bound. unfold told in Y. cbv zeta in *. fold W. rewrite Y.
    destruct largest_facts as (Fm & Bm & Sm & Lm). destruct (key_facts q (questions q I)) as (_ & N & _ & B).
    specialize (Lm q I). destruct eight_u_is as [Eu Fu]. assert (U := u_pos).
    assert (Em : B2R eight_u * B2R m = 8 * u * B2R m) by now rewrite Eu.
    assert (Um : 0 <= 8 * u * B2R m <= IZR (2 ^ 107)).
    { split; [repeat apply Rmult_le_pos; lra|]. apply Rle_trans with (2 := proj2 Bm).
      apply Rle_trans with (1 * B2R m); [apply Rmult_le_compat_r|]; lra. }
    destruct (times_rounds eight_u m Fu Fm) as [E F]; rewrite Em in *.
    { apply (rounded_is_small _ 107); [lia|exact Um]. }
    split; [|exact F]. rewrite E.
    assert (Nm : normal (8 * u * B2R m)).
    { destruct Sm as [-> |S]; [left; ring|right]. rewrite Rabs_right by lra.
      apply Rle_trans with (8 * u * / IZR (2 ^ 53)); [|apply Rmult_le_compat_l; lra].
      replace (8 * u) with (bpow radix2 (-50)) by (change (bpow radix2 (-50)) with (/ 1125899906842624);
        unfold u; lra).
      change (/ IZR (2 ^ 53)) with (bpow radix2 (-53)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (R := share _ Nm ltac:(lra)). apply Rabs_le_inv in N.
    set (k := true_key_of q) in *. set (x := B2R m) in *. set (r := rnd (8 * u * x)) in *. clearbody k x r.
    assert (Uk : 0 <= u * k <= / 1000000 * k) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    assert (Ux : 0 <= u * x) by (apply Rmult_le_pos; lra).
    assert (Uu : u * (u * x) <= / 1000000 * (u * x)) by (apply Rmult_le_compat_r; lra).
    assert (Kx : u * k <= u * (1.001 * x)) by (apply Rmult_le_compat_l; lra).
    apply Rabs_le. lra.
  Qed.

  (** *** The filter *)

  Definition scored (value : children -> R) (q : children) : candidate := {| key := key_of rows q;
    true_key := value q |}.

  Lemma kept_are_survivors value e q : In q qs -> In (scored value q) (kept m e (map (scored value) qs)) ->
    In q (survivors rows m e qs).
  Proof.
    intros I K. unfold kept, survivors in *. destruct (trusted m e); [|exact I].
    apply filter_In in K as [_ K].
    apply filter_In. now split.
  Qed.

  Lemma keys_are_keys value : map key (map (scored value) qs) = map (key_of rows) qs.
  Proof. rewrite map_map. now apply map_ext. Qed.

  Lemma filter_by value e : (forall q, In q qs -> Rabs (B2R (key_of rows q) - value q) <= B2R e) ->
    forall q, In q qs -> (forall p, In p qs -> value p <= value q) -> In q (survivors rows m e qs).
  Proof.
    intros N q I B. apply (kept_are_survivors value); [exact I|]. apply the_filter_keeps_every_optimum.
    - now rewrite keys_are_keys.
    - intros c J. apply in_map_iff in J as (p & <- & J). simpl.
      destruct (key_facts p (questions p J)) as (F & _).
      intros E. rewrite E in F. discriminate.
    - intros c J _. apply in_map_iff in J as (p & <- & J). now apply N.
    - now apply in_map.
    - intros c J. apply in_map_iff in J as (p & <- & J). now apply B.
  Qed.

  Theorem the_filter_in_whole_units (a b : Q) e : (0 < a)%Q -> (0 < b)%Q -> B2R (bound rows m) <= B2R e ->
    forall q, In q qs -> (forall p, In p qs -> (squared_error_gain a b p <= squared_error_gain a b q)%Q) ->
    In q (survivors rows m e qs).
  Proof.
    intros A B E q I Best.
    assert (True_best : forall p, In p qs -> true_key_of p <= true_key_of q)
      by (intros p J; apply (gains_order_true_keys a b); auto).
    destruct told eqn:Y.
    - assert (L := told_keys_are_few (ex_intro _ q I) Y). destruct largest_facts as (_ & _ & _ & Lm).
      assert (E0 : 0 <= B2R e).
      { unfold bound in E. unfold told in Y. cbv zeta in *. fold W in E. rewrite Y in E.
        destruct (of_whole_is 0) as [Z _]; [lia|]. lra. }
      apply (filter_by (fun p => B2R (key_of rows p))); [intros p J;
        rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; exact E0|exact I|].
      intros p J. apply Rnot_lt_le. intros H. destruct (sizes q (questions q I)) as (Sq & _ & Tq & T0).
      destruct (sizes p (questions p J)) as (Sp & _ & Tp & _).
      assert (V0 : 0 <= IZR W * IZR W * (IZR W * IZR W)) by (rewrite <- !mult_IZR; apply IZR_le; nia).
      assert (Few : forall x, x <= B2R m ->
        x * (IZR W * IZR W * (IZR W * IZR W)) <= IZR (2 ^ 55) * (1 + / 1000))
        by (intros x X; apply Rle_trans with (2 := L); now apply Rmult_le_compat_r).
      destruct (squared_floats_compare_as_keys W T _ _ _ _ _ _ Sq Sp Tq Tp T0 (Few _ (Lm q I))
        (Few _ (Lm p J))) as [[C _] _].
      specialize (C H). specialize (True_best p J). unfold true_key_of, numerator in True_best. lra.
    - apply (filter_by true_key_of); [|exact I|exact True_best].
      intros p J. apply Rle_trans with (2 := E). now apply bound_covers.
  Qed.
End Node.

(** ** Gini of two classes, whose keys are those of an indicator's squared error

    The response of a row is 1 where it is of the second class, else 0. *)

Definition read_classes (a : Q) (rows : whole_rows) : list (Q * nat) :=
  map (fun r => (a * inject_Z (fst r), Z.to_nat (snd r))%Q) rows.
Definition gini_gain (a : Q) (q : children) : Q :=
  gain gini [counts_of 2 (read_classes a (fst q)); counts_of 2 (read_classes a (snd q))].

Definition of_two_classes (rows : whole_rows) : Prop := forall r, In r rows -> snd r = 0%Z \/ snd r = 1%Z.

Lemma classes_in_units a l : of_two_classes l -> exists c d, counts_of 2 (read_classes a l) = [c; d] /\
  (c == a * inject_Z (weights l) - a * inject_Z (responses l) /\ d == a * inject_Z (responses l))%Q.
Proof.
  intros H. unfold counts_of. simpl seq. cbn [map]. do 2 eexists. split; [reflexivity|].
  unfold weights, responses.
  induction l as [|r l IH]; [simpl; split; ring|]. destruct IH as [A B]; [intros x I; apply H; now right|].
  rewrite !sums_cons, !inject_Z_plus, inject_Z_mult. unfold read_classes, sum in *.
  cbn [map fold_right] in *. rewrite A, B.
  destruct (H r (or_introl eq_refl)) as [-> | ->]; simpl; split; ring.
Qed.

Lemma gini_of_two c d x y : (c == x - y -> d == y -> 0 < x -> gini [c;
  d] == 2 * (y / x - y / x * (y / x)))%Q.
Proof.
  intros C D X. unfold gini, square, sum, class_counts, Summaries.weight, sum. cbn [fold_right].
  rewrite C, D. field. Lqa.lra.
Qed.

Lemma gini_gain_is_twice_the_gain a rows q : (0 < a)%Q -> in_whole_units rows -> of_two_classes rows ->
  divides rows q ->
  (gini_gain a q == 2 * squared_error_gain a 1 q)%Q.
Proof.
  intros A U C D. destruct (sizes rows U q D) as ((w0 & v0 & _) & _).
  assert (Two : of_two_classes (fst q) /\ of_two_classes (snd q)).
  { destruct D as (P & _). split; intros r I; apply C; apply (Permutation_in _ P); apply in_or_app; auto. }
  destruct (classes_in_units a _ (proj1 Two)) as (c & d & E & Ec & Ed).
  destruct (classes_in_units a _ (proj2 Two)) as (c' & d' & E' & Ec' & Ed').
  assert (Sq : forall l, of_two_classes l -> squared l = responses l).
  { intros l H. unfold squared, responses. induction l as [|r l IH]; [reflexivity|].
    rewrite !sums_cons, IH by (intros x I; apply H; now right).
    destruct (H r (or_introl eq_refl)) as [-> | ->]; ring. }
  destruct (moments_in_units a 1 (fst q)) as (L1 & L2 & L3).
  destruct (moments_in_units a 1 (snd q)) as (R1 & R2 & R3).
  rewrite Sq in L3, R3 by apply Two. unfold gini_gain, squared_error_gain. rewrite E, E'. clear E E'.
  set (l := moments_of (read_units a 1 (fst q))) in *. set (r := moments_of (read_units a 1 (snd q))) in *.
  set (x := (a * inject_Z (weights (fst q)))%Q) in *. set (x' := (a * inject_Z (weights (snd q)))%Q) in *.
  set (y := (a * inject_Z (responses (fst q)))%Q) in *.
  set (y' := (a * inject_Z (responses (snd q)))%Q) in *.
  assert (X : (0 < x)%Q) by (apply Qmult_lt_0_compat; [exact A|]; change 0%Q with (inject_Z 0);
    now rewrite <- Zlt_Qlt).
  assert (X' : (0 < x')%Q) by (apply Qmult_lt_0_compat; [exact A|]; change 0%Q with (inject_Z 0);
    now rewrite <- Zlt_Qlt).
  assert (L2' : (Summaries.total l == y)%Q) by (rewrite L2; unfold y; ring).
  assert (L3' : (Summaries.squares l == y)%Q) by (rewrite L3; unfold y; ring).
  assert (R2' : (Summaries.total r == y')%Q) by (rewrite R2; unfold y'; ring).
  assert (R3' : (Summaries.squares r == y')%Q) by (rewrite R3; unfold y'; ring).
  clearbody l r x x' y y'. clear - L1 L2' L3' R1 R2' R3' X X' Ec Ed Ec' Ed'.
  unfold gain, conditional_impurity, squared_error, mean, square, sum, merge, moments, class_counts,
    Summaries.weight, classes, count.
  simpl list_max. cbn [map seq nth fold_right moment_weight Summaries.total Summaries.squares]. unfold sum.
  cbn [map seq nth fold_right moment_weight Summaries.total Summaries.squares].
  rewrite (gini_of_two _ _ x y Ec Ed X), (gini_of_two _ _ x' y' Ec' Ed' X').
  rewrite (gini_of_two (c + (c' + 0)) (d + (d' + 0)) (x + x') (y + y')) by
    (rewrite ?Ec, ?Ed, ?Ec', ?Ed'; (ring || Lqa.lra)).
  rewrite L1, L2', L3', R1, R2', R3', Ec, Ed, Ec', Ed'.
  setoid_replace (x - y + (y + 0))%Q with x by ring. setoid_replace (x' - y' + (y' + 0))%Q with x' by ring.
  setoid_replace (x - y + (x' - y' + 0) + (y + (y' + 0) + 0))%Q with (x + x')%Q by ring.
  setoid_replace (x + (x' + 0))%Q with (x + x')%Q by ring.
  setoid_replace (y + (y' + 0))%Q with (y + y')%Q by ring.
  ring.
Qed.

Corollary the_gini_filter_in_whole_units rows qs m e a : in_whole_units rows -> of_two_classes rows ->
  (forall q, In q qs -> divides rows q) -> is_largest m (map (key_of rows) qs) ->
  (0 < a)%Q -> B2R (bound rows m) <= B2R e ->
  forall q, In q qs -> (forall p, In p qs -> (gini_gain a p <= gini_gain a q)%Q) ->
    In q (survivors rows m e qs).
Proof.
  intros U C D L A E q I B. apply (the_filter_in_whole_units rows U qs m D L a 1 e A ltac:(Lqa.lra) E q I).
  intros p J.
  specialize (B p J). rewrite (gini_gain_is_twice_the_gain a rows p A U C (D p J)),
    (gini_gain_is_twice_the_gain a rows q A U C (D q I)) in B.
  Lqa.lra.
Qed.

(** ** An example, and a plausible wrong statement

    Two questions of ten rows gain the same, and their floats differ: the bound keeps both, the largest float
    alone
    does not. *)

Definition ten_rows : whole_rows :=
  let j := 6700001%Z in [(1, 3 * j); (1, 2 * j); (1, 0); (1, 0); (1, 0); (1, -5 * j); (1, 0); (1, 0);
    (1, 0); (1, 0)]%Z.
Definition cut (n : nat) : children := (firstn n ten_rows, skipn n ten_rows).

Example the_filter_in_whole_units_applies :
  let m := key_of ten_rows (cut 5) in
  in_whole_units ten_rows /\ (forall q, In q [cut 1; cut 5] -> divides ten_rows q) /\
  is_largest m (map (key_of ten_rows) [cut 1; cut 5]) /\
  survivors ten_rows m (bound ten_rows m) [cut 1; cut 5] = [cut 1; cut 5].
Proof.
  intros m. split; [|split; [|split]].
  - split; [|now vm_compute]. intros r I. simpl in I. repeat destruct I as [<-|I]; now simpl.
  - intros q [<-|[<-|[]]]; (split; [apply Permutation_refl|now split]).
  - right. split; [now right; left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - vm_compute. reflexivity.
Qed.

Example the_largest_float_is_not_enough :
  (squared_error_gain 1 1 (cut 1) == squared_error_gain 1 1 (cut 5))%Q /\
  survivors ten_rows (key_of ten_rows (cut 5)) (of_whole 0) [cut 1; cut 5] = [cut 5].
Proof. split; vm_compute; reflexivity. Qed.

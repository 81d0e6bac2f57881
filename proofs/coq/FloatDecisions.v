(** * FloatDecisions: the decisions of the ratio filter in binary64

    Gains and errors are floats that are not huge; a gain is 0 or not tiny, and so is an error: so nothing
    over- or underflows, and the theorems of [Decisions] hold of each operation in binary64: of the two
      numbers that
    enclose a ratio, of the gate, and of limits on the gain.  That is so of whole numbers of grains, and of
      what is
    computed from weights that are rounded. *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter WholeCounts ProgrammedLogarithm
  RoundedFloats Decisions.
From Dtrees Require RoundedGains.
From Dtrees Require Spec.Growing.
Import ListNotations.
Open Scope R_scope.

(** ** What is programmed: gains, and what encloses a ratio *)

Definition larger (x y : float64) : float64 := if Bleb y x then x else y.     (* of two finite floats *)
Definition unit_of_rounding : float64 := of_binary 1 (-53).

Definition float_gain (key base : float64) : float64 := minus key base.
Definition gain_error (e key base : float64) : float64 :=
  plus (times two e) (times eight_u (plus (Babs key) (Babs base))).

(** Of [n] rows, which weigh [W]; sums of weights are off by [off]. *)
Definition information_error (log : float64 -> float64) (n : Z) (off W : float64) : float64 :=
  let rounding := times (times (of_whole (32 + 2 * n)) unit_of_rounding) W in
  times (plus (times (of_whole 3) off) rounding) (plus (log W) two).

Definition ratio_below (off gain error information : float64) : float64 :=
  times (over (larger (minus gain error) (of_whole 0)) (plus information off)) (minus (of_whole 1) eight_u).
Definition ratio_above (off gain error information lightest : float64) : float64 :=
  times (over (larger (plus gain error) (of_whole 0)) (larger (minus information off) (over lightest two)))
    (plus (of_whole 1) eight_u).

(** ** Floats *)

Lemma larger_holds x y v w j k l : holds x v j -> holds y w k -> (j <= l)%Z -> (k <= l)%Z ->
  holds (larger x y) (Rmax v w) l.
Proof.
  intros (Fx & <- & Bx) (Fy & <- & By) J L. unfold larger. rewrite Bleb_correct by assumption.
  assert (A := bpow_le radix2 j l J). assert (B := bpow_le radix2 k l L).
  destruct (Rle_bool_spec (B2R y) (B2R x)) as [G|G].
  - rewrite Rmax_left by exact G. repeat split; trivial. lra.
  - rewrite Rmax_right by lra. repeat split; trivial. lra.
Qed.

Lemma holds_float x v k : holds x v k -> is_float v.
Proof. intros (_ & <- & _). apply float64_is_float. Qed.

Lemma holds_whole x n k : is_whole x n -> (0 <= k)%Z -> (Z.abs n <= 2 ^ k)%Z -> holds x (IZR n) k.
Proof.
  intros [F E] K N. repeat split; trivial. rewrite <- abs_IZR, <- (IZR_Zpower radix2) by exact K.
  now apply IZR_le.
Qed.

Lemma abs_holds x v k : holds x v k -> holds (Babs x) (Rabs v) k.
Proof.
  intros (F & <- & B). repeat split; [now rewrite is_finite_Babs|apply B2R_Babs|]. now rewrite Rabs_Rabsolu.
Qed.

Lemma eight_u_holds : holds eight_u (8 * u) (-50).
Proof.
  destruct eight_u_is as [E F]. repeat split; trivial. assert (U := u_pos).
  rewrite Rabs_right by lra. change (bpow radix2 (-50)) with (/ 1125899906842624). unfold u. lra.
Qed.

Lemma unit_holds : holds unit_of_rounding u (-53).
Proof.
  replace u with (1 * bpow radix2 (-53)) by (rewrite u_is_a_power; ring).
  apply binary_holds; try lia. rewrite Rmult_1_l, Rabs_right by (apply Rle_ge, bpow_ge_0). lra.
Qed.

Lemma one_and_eight_u_hold :
  holds (plus (of_whole 1) eight_u) (1 + 8 * u) 1 /\ holds (minus (of_whole 1) eight_u) (1 - 8 * u) 0.
Proof.
  assert (One := whole_holds 1 0 ltac:(lia) ltac:(lia)). assert (U := u_pos).
  assert (P : is_float (1 + 8 * u)).
  { replace (1 + 8 * u) with (IZR (2 ^ 50 + 1) * bpow radix2 (-50)).
    - destruct (binary_holds (2 ^ 50 + 1) (-50) 1) as (_ & E & _); try lia.
      + change (bpow radix2 (-50)) with (/ 1125899906842624). rewrite Rabs_right; [simpl; lra|].
        change (IZR (2 ^ 50 + 1)) with 1125899906842625. lra.
      + rewrite <- E. apply float64_is_float.
    - change (bpow radix2 (-50)) with (/ 1125899906842624). change (IZR (2 ^ 50 + 1)) with 1125899906842625.
      unfold u. lra. }
  assert (M : is_float (1 - 8 * u)).
  { replace (1 - 8 * u) with (IZR (2 ^ 50 - 1) * bpow radix2 (-50)).
    - destruct (binary_holds (2 ^ 50 - 1) (-50) 1) as (_ & E & _); try lia.
      + change (bpow radix2 (-50)) with (/ 1125899906842624). rewrite Rabs_right; [simpl; lra|].
        change (IZR (2 ^ 50 - 1)) with 1125899906842623. lra.
      + rewrite <- E. apply float64_is_float.
    - change (bpow radix2 (-50)) with (/ 1125899906842624). change (IZR (2 ^ 50 - 1)) with 1125899906842623.
      unfold u. lra. }
  split.
  - rewrite <- (rnd_float _ P). apply (plus_holds _ _ _ _ 0 (-50) 1 One eight_u_holds); [lia|].
    rewrite Rabs_right by lra. simpl. lra.
  - rewrite <- (rnd_float _ M). apply (minus_holds _ _ _ _ 0 (-50) 0 One eight_u_holds); [lia|].
    rewrite Rabs_right by lra. simpl. lra.
Qed.

Lemma zero_holds : holds (of_whole 0) 0 (-100).
Proof.
  destruct (of_whole_is 0) as [E F]; [lia|]. repeat split; trivial. rewrite Rabs_R0. apply bpow_ge_0.
Qed.

Lemma twice_holds e k : is_finite e = true -> (0 <= k <= 900)%Z -> Rabs (B2R e) <= bpow radix2 k ->
  holds (times two e) (2 * B2R e) (k + 1).
Proof.
  intros F K B. assert (E : rnd (2 * B2R e) = 2 * B2R e).
  { apply rnd_float. rewrite Rmult_comm.
    apply (Mult_error.mult_bpow_pos_exact_FLT radix2 (-1074) 53 (B2R e) 1); [apply float64_is_float|lia]. }
  rewrite <- E. apply (times_holds _ _ _ _ 1 k); [apply (whole_holds 2 1); lia| |lia|lia]. now repeat split.
Qed.

Lemma rnd_nonneg x : 0 <= x -> 0 <= rnd x.
Proof. intros P. apply rnd_le in P. now rewrite rnd_0 in P. Qed.

Lemma one_is_sizable x : 1 <= Rabs x -> sizable x.
Proof.
  intros X. right. apply Rle_trans with (2 := X). change 1 with (bpow radix2 0). apply bpow_le. lia.
Qed.

Lemma whole_is_sizable n : sizable (IZR n).
Proof.
  destruct (Z.eq_dec n 0) as [->|N]; [now left|]. apply one_is_sizable. rewrite <- abs_IZR. apply IZR_le. lia.
Qed.

Lemma difference_below k x y : Rabs x <= bpow radix2 k -> Rabs y <= bpow radix2 k ->
  Rabs (x - y) <= bpow radix2
  (k + 1).
Proof. intros X Y. apply sum_below; [exact X|now rewrite Rabs_Ropp]. Qed.

Lemma half_is_float x : is_float x -> 1 <= x -> is_float (x / 2).
Proof.
  intros F X. change (x / 2) with (x * bpow radix2 (-1)). apply Mult_error.mult_bpow_exact_FLT; [exact F|].
  assert (M := mag_ge_bpow radix2 x 1). simpl (bpow radix2 (1 - 1)) in M. rewrite Rabs_right in M by lra.
  specialize (M X). lia.
Qed.

(** A float that is not huge; a gain, which is 0 or not tiny; and what it is off by, which is not tiny. *)
Definition moderate (x : float64) : Prop := is_finite x = true /\ Rabs (B2R x) <= bpow radix2 500.
Definition holds_gain (x : float64) : Prop := moderate x /\ sizable (B2R x).
Definition holds_error (x : float64) : Prop := moderate x /\ bpow radix2 (-100) <= B2R x.

Lemma moderate_holds x : moderate x -> holds x (B2R x) 500.
Proof. intros [F B]. now repeat split. Qed.

(** ** The ratio *)

Section Ratio.
  Variables (gain error information off lightest : float64) (G I : R).
  Hypothesis gain_is : holds_gain gain.
  Hypothesis error_is : holds_error error.
  Hypothesis information_is : is_finite information = true /\ Rabs (B2R information) <= bpow radix2 200.
  Hypothesis off_is : is_finite off = true /\ 0 <= B2R off <= bpow radix2 200.
  Hypothesis lightest_is : is_finite lightest = true /\ 1 <= B2R lightest <= bpow radix2 200.
  Hypothesis near_gain : Rabs (B2R gain - G) <= B2R error.
  Hypothesis near_information : Rabs (B2R information - I) <= B2R off.
  Hypothesis no_less : B2R lightest / 2 <= I.
  Hypothesis gain_nonneg : 0 <= G.

  Theorem the_ratio_is_enclosed_in_binary64 :
    is_finite (ratio_below off gain error information) = true /\
    is_finite (ratio_above off gain error information lightest) = true /\
    B2R (ratio_below off gain error information) <= G / I <= B2R (ratio_above off gain error information
      lightest).
  Proof.
    destruct gain_is as [Mg Sg]. destruct error_is as [Me E1]. destruct information_is as [Fi Bi].
    destruct off_is as (Fo & O0 & Bo). destruct lightest_is as (Fl & L1 & Bl). assert (U := u_pos).
    assert (Hg := moderate_holds gain Mg). assert (He := moderate_holds error Me).
    assert (Hi : holds information (B2R information) 200) by now repeat split.
    assert (Ho : holds off (B2R off) 200) by (repeat split; trivial; rewrite Rabs_right; lra).
    assert (H1 := minus_holds _ _ _ _ 500 500 501 Hg He ltac:(lia) ltac:(apply (difference_below 500);
      [apply Mg|apply Me])).
    assert (H2 := plus_holds _ _ _ _ 500 500 501 Hg He ltac:(lia) ltac:(apply (sum_below 500);
      [apply Mg|apply Me])).
    assert (H3 := larger_holds _ _ _ _ 501 (-100) 501 H1 zero_holds ltac:(lia) ltac:(lia)).
    assert (H4 := larger_holds _ _ _ _ 501 (-100) 501 H2 zero_holds ltac:(lia) ltac:(lia)).
    assert (Bo' : Rabs (B2R off) <= bpow radix2 200) by (rewrite Rabs_right; lra).
    assert (H5 := plus_holds _ _ _  _ 200 200 201 Hi Ho ltac:(lia) ltac:(now apply (sum_below 200))).
    assert (H6 := minus_holds _ _ _  _ 200 200 201 Hi Ho ltac:(lia) ltac:(now apply (difference_below 200))).
    assert (Fh := half_is_float _ (float64_is_float lightest) L1).
    assert (Bh : Rabs (B2R lightest / 2) <= bpow radix2 200) by (rewrite Rabs_right; lra).
    assert (Hl : holds lightest (B2R lightest) 200) by (repeat split; trivial; rewrite Rabs_right; lra).
    assert (H7 : holds (over lightest two) (B2R lightest / 2) 200).
    { rewrite <- (rnd_float _ Fh). apply (over_holds _ _ _ _ 200 1); try lra; try lia;
        [exact Hl|apply (whole_holds 2 1); lia]. }
    assert (H8 := larger_holds _ _ _ _ 201 200 201 H6 H7 ltac:(lia) ltac:(lia)).
    destruct one_and_eight_u_hold as [Hp Hm].
    assert (Den : / 2 <= rnd (B2R information + B2R off)).
    { apply Rle_trans with (B2R lightest / 2); [lra|]. apply rnd_at_least; [exact Fh|].
      apply Rabs_le_inv in near_information. lra. }
    assert (Least : / 2 <= Rmax (rnd (B2R information - B2R off)) (B2R lightest / 2)).
    { apply Rle_trans with (2 := Rmax_r _ _). lra. }
    assert (Over : forall v w, Rabs v <= bpow radix2 501 -> / 2 <= w -> Rabs (v / w) <= bpow radix2 502).
    { intros v w V D. unfold Rdiv. rewrite Rabs_mult. change 502%Z with (501 + 1)%Z.
      rewrite bpow_plus. apply Rmult_le_compat; try apply Rabs_pos; [exact V|].
      rewrite Rabs_right by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
      change (bpow radix2 1) with 2. rewrite <- (Rinv_inv 2). apply Rinv_le; lra. }
    assert (V3 := H3). destruct V3 as (_ & _ & V3). assert (V4 := H4). destruct V4 as (_ & _ & V4).
    assert (H9 := over_holds _ _ _ _ 501 201 502 H3 H5 ltac:(lra) ltac:(lia) (Over _ _ V3 Den)).
    assert (H10 := over_holds _ _ _ _ 501 201 502 H4 H8 ltac:(lra) ltac:(lia) (Over _ _ V4 Least)).
    assert (H11 := times_holds _ _ _ _ 502 0 502 H9 Hm ltac:(lia) ltac:(lia)).
    assert (H12 := times_holds _ _ _ _ 502 1 503 H10 Hp ltac:(lia) ltac:(lia)).
    destruct H11 as (F11 & E11 & _). destruct H12 as (F12 & E12 & _).
    split; [exact F11|]. split; [exact F12|]. unfold ratio_below, ratio_above. rewrite E11, E12.
    assert (Big : bpow radix2 200 <= bpow radix2 300) by (apply bpow_le; lia). assert (A := Rle_abs (B2R
      information)).
    apply (the_ratio_is_enclosed (B2R gain) (B2R error) (B2R information) (B2R off) (B2R lightest) G I);
      trivial.
    - repeat split; try apply float64_is_float. exact Fh.
    - lra.
    - split; [exact Sg|]. assert (P := bpow_gt_0 radix2 (-100)).
      split; [right; rewrite Rabs_right by lra; apply Rle_trans with (2 := E1), bpow_le; lia|].
        repeat split; lra.
  Qed.
End Ratio.

(** ** The gate *)

Definition gate_excess (count : Z) (gain sum : float64) : float64 := minus (times gain (of_whole count)) sum.
Definition gate_off (count : Z) (error top : float64) : float64 :=
  times (of_whole (4 * count)) (plus error (times (times unit_of_rounding (of_whole count)) top)).

(** Of so many features, one surely passes the gate, or surely does not. *)
Definition surely_passes (gate : Growing.gate) (count : Z) (gain error sum top : float64) : bool :=
  let alone := Z.eqb count 1 in
  let off := if alone then of_whole 0 else gate_off count error top in
  match gate with
  | Growing.NoGate => true
  | Growing.AtLeast => alone || Bltb off (gate_excess count gain sum)
  | Growing.Above => Bltb off (gate_excess count gain sum)
  end.
Definition surely_fails (gate : Growing.gate) (count : Z) (gain error sum top : float64) : bool :=
  let alone := Z.eqb count 1 in
  let off := if alone then of_whole 0 else gate_off count error top in
  match gate with
  | Growing.NoGate => false
  | Growing.AtLeast => negb alone && (Bltb (gate_excess count gain sum) (Bopp off) || alone)
  | Growing.Above => Bltb (gate_excess count gain sum) (Bopp off) || alone
  end.

(** What the definitions say, of real numbers: [Spec.Growing.passes]. *)
Definition passes_gate (gate : Growing.gate) (x : R) (gains : list R) : Prop :=
  match gate with
  | Growing.NoGate => True
  | Growing.AtLeast => 0 <= sumR (fun y => x - y) gains
  | Growing.Above => 0 < sumR (fun y => x - y) gains
  end.

Lemma excess_of_gains x gains : sumR (fun y => x - y) gains = INR (length gains) * x - sumR (fun y => y)
  gains.
Proof.
  induction gains as [|y l IH]; [simpl; ring|]. cbn [sumR fold_right length]. rewrite S_INR.
  unfold sumR in IH. rewrite IH. ring.
Qed.

Lemma bltb_is x y : is_finite x = true -> is_finite y = true -> Bltb x y = true -> B2R (x : float64) < B2R
  (y : float64).
Proof.
  intros X Y L. rewrite Bltb_correct in L by assumption.
  destruct (Rlt_bool_spec (B2R x) (B2R y)); [assumption|discriminate].
Qed.

Lemma at_least_is x y : is_finite x = true -> is_finite y = true -> at_least x y = true -> B2R (y : float64)
  <= B2R (x : float64).
Proof.
  intros X Y L. unfold at_least in L. rewrite Bleb_correct in L by assumption.
  destruct (Rle_bool_spec (B2R y) (B2R x)); [assumption|discriminate].
Qed.

Section Gate.
  Variables (gains : list (float64 * R)) (sum top gain error : float64) (G near : R).
  Hypothesis each : forall x t, In (x, t) gains ->
    holds_gain x /\ Rabs (B2R x - t) <= near + u * Rabs (B2R x).
  Hypothesis added : adds_up_to (map fst gains) sum.
  Hypothesis top_is : is_largest top (map (fun x => Babs (fst x)) gains).
  Hypothesis here : In (gain, G) gains.
  Hypothesis few : (Z.of_nat (length gains) <= 2 ^ 30)%Z.
  Hypothesis error_is : holds_error error.
  Hypothesis error_covers : 0 <= near <= B2R error.

  Let n := Z.of_nat (length gains).
  Let pairs := map (fun x => (B2R (fst x), snd x)) gains.

  Lemma count_is : (1 <= n <= 2 ^ 30)%Z /\ 1 <= IZR n <= 1073741824 /\ INR (length gains) = IZR n.
  Proof.
    assert (P : (1 <= length gains)%nat) by (destruct gains; [easy|simpl; lia]).
    assert (Z : (1 <= n <= 2 ^ 30)%Z) by (unfold n; lia).
    split; [exact Z|]. split; [split; apply IZR_le; lia|apply INR_IZR_INZ].
  Qed.

  Lemma gains_are_moderate x : In x (map fst gains) -> holds_gain x.
  Proof. intros I. apply in_map_iff in I as ((y & t) & <- & I). now destruct (each y t I). Qed.

  Lemma sum_is : is_finite sum = true /\ added_up (map fst pairs) (B2R sum) /\ Rabs (B2R sum) <= bpow radix2
    560.
  Proof.
    destruct count_is as (_ & C & E). assert (U := u_pos).
    destruct (floats_add_up 500 (map fst gains) sum ltac:(lia) added) as (F & A & B).
    - intros x I. apply (gains_are_moderate x I).
    - rewrite map_length, E. apply Rle_trans with (1073741824 * u); [apply Rmult_le_compat_r; lra|].
      unfold u. lra.
    - split; [exact F|]. split; [|exact B]. unfold pairs, reals in *. rewrite map_map in *. exact A.
  Qed.

  Lemma gain_holds : holds gain (B2R gain) 500 /\ sizable (B2R gain).
  Proof. destruct (each gain G here) as [[M S] _]. split; [now apply moderate_holds|exact S]. Qed.

  Lemma excess_holds : holds (gate_excess n gain sum) (rnd (rnd (B2R gain * IZR n) - B2R sum)) 561.
  Proof.
    destruct count_is as (C & _ & _). destruct gain_holds as (Hg & _). destruct sum_is as (Fs & _ & Bs).
    assert (H := times_holds _ _ _ _ 500 30 560 Hg (whole_holds n 30 ltac:(lia) ltac:(lia)) ltac:(lia)
      ltac:(lia)).
    assert (B := H). destruct B as (_ & _ & B).
    apply (minus_holds _ _ _ _ 560 560 561 H); [now repeat split|lia|now apply (difference_below 560)].
  Qed.

  Lemma top_holds : holds top (B2R top) 500 /\ sizable (B2R top) /\ 0 <= B2R top /\
    fold_right (fun (x : R * R) m => Rmax (Rabs (fst x)) m) 0 pairs <= B2R top.
  Proof.
    assert (Abs : forall x, In x gains -> is_finite (Babs (fst x)) = true /\ B2R (Babs (fst x)) = Rabs (B2R
      (fst x))).
    { intros x I. rewrite is_finite_Babs, B2R_Babs. split; [|reflexivity]. now apply gains_are_moderate,
      in_map. }
    assert (Fin : forall k, In k (map (fun x => Babs (fst x)) gains) -> is_finite k = true).
    { intros k I. apply in_map_iff in I as (x & <- & I). now apply Abs. }
    destruct top_is as [(I & _)|(I & M)]; [apply Fin in I; discriminate|].
    assert (Ft := Fin top I). apply in_map_iff in I as ((x & t) & E & I). cbn [fst] in E.
    destruct (each x t I) as [[[_ B] S] _].
    assert (V : B2R top = Rabs (B2R x)) by (rewrite <- B2R_Babs; exact (f_equal B2R (eq_sym E))).
    assert (T0 : 0 <= B2R top) by (rewrite V; apply Rabs_pos).
    split; [repeat split; trivial; rewrite V, Rabs_Rabsolu; exact B|]. split.
    { rewrite V. destruct S as [->|S]; [left; apply Rabs_R0|right; now rewrite Rabs_Rabsolu]. }
    split; [exact T0|].
    assert (Mx : forall x, In x gains -> Rabs (B2R (fst x)) <= B2R top).
    { intros y J. destruct (Abs y J) as [Fy Vy]. rewrite <- Vy. apply at_least_is; trivial.
      apply M. apply in_map_iff. now exists y. }
    unfold pairs. revert T0 Mx. clear. intros T0. induction gains as [|x l IH]; intros Mx; [exact T0|].
    cbn [map fold_right fst]. apply Rmax_lub; [apply Mx; now left|]. apply IH. intros y J. apply Mx. now
      right.
  Qed.

  Lemma off_holds : exists v, holds (gate_off n error top) v 600 /\
    4 * IZR n * (B2R error + u * IZR n * B2R top) * (1 - / 1000) <= v.
  Proof.
    destruct count_is as (C & Cr & _). destruct top_holds as (Ht & T & T0 & _). assert (U := u_pos).
    destruct error_is as [Me E1]. assert (He := moderate_holds error Me).
    assert (Ex : rnd (u * IZR n) = u * IZR n /\ Rabs (u * IZR n) <= bpow radix2 (-23)).
    { assert (B : Rabs (IZR n * bpow radix2 (-53)) <= bpow radix2 (-23)).
      { rewrite <- u_is_a_power, Rabs_right by nra. change (bpow radix2 (-23)) with (/ 8388608).
        apply Rle_trans with (1073741824 * u); [apply Rmult_le_compat_r; lra|unfold u; lra]. }
      destruct (binary_holds n (-53) (-23) ltac:(lia) ltac:(lia) ltac:(lia) B) as (_ & E & B').
      rewrite Rmult_comm, u_is_a_power. split; [|exact B'].
      rewrite <- E. apply rnd_float, float64_is_float. }
    assert (H1 := times_holds _ _ _ _ (-53) 30 (-23) unit_holds (whole_holds n 30 ltac:(lia) ltac:(lia))
      ltac:(lia) ltac:(lia)). rewrite (proj1 Ex) in H1.
    assert (H2 := times_holds _ _ _ _ (-23) 500 500 H1 Ht ltac:(lia) ltac:(lia)).
    set (y := rnd (u * IZR n * B2R top)) in *.
    assert (Un : u <= u * IZR n) by (rewrite <- (Rmult_1_r u) at 1; apply Rmult_le_compat_l; lra).
    assert (Y : (1 - u) * (u * IZR n * B2R top) <= y).
    { unfold y. apply share; [|apply Rmult_le_pos; lra]. destruct T as [->|T]; [left; ring|right].
      rewrite Rabs_right in T by lra. rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
      apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (-600)).
      - rewrite <- bpow_plus. apply bpow_le. lia.
      - rewrite <- u_is_a_power. apply Rmult_le_compat; try lra. apply bpow_ge_0. }
    assert (YT : 0 <= u * IZR n * B2R top) by (apply Rmult_le_pos; lra).
    assert (Y0 : 0 <= y) by (assert (u * (u * IZR n * B2R top) <= 1 * (u * IZR n * B2R top)) by
      (apply Rmult_le_compat_r; lra); lra).
    assert (B2 := H2). destruct B2 as (_ & _ & B2).
    assert (H3 := plus_holds _ _ _ _ 500 500 501 He H2 ltac:(lia) ltac:(apply (sum_below 500);
      [apply Me|exact B2])).
    set (z := rnd (B2R error + y)) in *. assert (T100 := bpow_gt_0 radix2 (-100)).
    assert (Normal : forall x, bpow radix2 (-100) <= x -> normal x).
    { intros x X. right. rewrite Rabs_right by lra. apply Rle_trans with (2 := X), bpow_le. lia. }
    assert (Z : (1 - u) * (B2R error + y) <= z /\ bpow radix2 (-100) <= z).
    { split; [apply share; [apply Normal; lra|lra]|].
      apply rnd_at_least; [apply generic_format_bpow; now vm_compute|lra]. }
    assert (H4 := times_holds _ _ _ _ 32 501 600 (whole_holds (4 * n) 32 ltac:(lia) ltac:(lia)) H3 ltac:(lia)
      ltac:(lia)).
    eexists. split; [exact H4|]. rewrite mult_IZR.
    assert (P : bpow radix2 (-100) <= 4 * IZR n * z).
    { apply Rle_trans with (4 * 1 * bpow radix2 (-100)); [lra|]; apply Rmult_le_compat; lra. }
    apply Rle_trans with ((1 - u) * (4 * IZR n * z)); [|apply share; [now apply Normal|lra]].
    replace ((1 - u) * (4 * IZR n * z)) with (4 * IZR n * ((1 - u) * z)) by ring.
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    set (s := u * IZR n * B2R top) in *. clearbody s y z. clear - U Z Y YT Y0 E1 T100.
    assert (A : (1 - 4 * u) * (B2R error + s) <= (1 - u) * z).
    { assert ((1 - u) * ((1 - u) * (B2R error + y)) <= (1 - u) * z) by (apply Rmult_le_compat_l; lra).
      assert ((1 - u) * ((1 - u) * (B2R error + (1 - u) * s)) <= (1 - u) * ((1 - u) * (B2R error + y)))
        by (repeat (apply Rmult_le_compat_l; [lra|]); lra).
      assert (X : (1 - 4 * u) * (B2R error + s) <= (1 - u) * ((1 - u) * ((1 - u) * (B2R error + s)))).
      { replace ((1 - u) * ((1 - u) * ((1 - u) * (B2R error + s)))) with
          ((1 - u) * (1 - u) * (1 - u) * (B2R error + s)) by ring. apply Rmult_le_compat_r; [lra|]. nra. }
      assert ((1 - u) * ((1 - u) * ((1 - u) * (B2R error + s))) <= (1 - u) * ((1 - u) * (B2R error + (1 - u)
        * s)))
        by (repeat (apply Rmult_le_compat_l; [lra|]); nra).
      lra. }
    apply Rle_trans with (2 := A). rewrite Rmult_comm. apply Rmult_le_compat_r; [lra|]. lra.
  Qed.

  Lemma pairs_sum : sumR snd pairs = sumR snd gains /\ length pairs = length gains.
  Proof. unfold pairs. now rewrite sumR_map, map_length. Qed.

  Lemma gate_in_reals : (2 <= length gains)%nat -> forall v : R,
    4 * IZR n * (B2R error + u * IZR n * B2R top) * (1 - / 1000) <= v ->
    (v < rnd (rnd (B2R gain * IZR n) - B2R sum) -> sumR snd gains < IZR n * G) /\
    (rnd (rnd (B2R gain * IZR n) - B2R sum) < - v -> IZR n * G < sumR snd gains).
  Proof.
    intros Two v V. destruct count_is as (_ & Cr & En). destruct pairs_sum as [Sp Lp].
    destruct gain_holds as [_ Sz]. destruct sum_is as (_ & As & _). destruct top_holds as (_ & _ & _ & Tp).
    assert (U := u_pos).
    assert (I : In (B2R gain, G) pairs) by (apply (in_map (fun x : float64 * R => (B2R (fst x), snd x)) _ _
      here)).
    assert (Ev : forall x t, In (x, t) pairs -> Rabs (x - t) <= near + u * Rabs x).
    { intros x t J. apply in_map_iff in J as ((y & s) & J & K). injection J as <- <-. now apply each. }
    assert (Fw : INR (length pairs) * u <= / 1000).
    { rewrite Lp, En. apply Rle_trans with (1073741824 * u); [apply Rmult_le_compat_r; lra|]. unfold u. lra. }
    assert (Oc : 4 * INR (length pairs) * (B2R error + u * INR (length pairs) *
      fold_right (fun (x : R * R) m => Rmax (Rabs (fst x)) m) 0 pairs) * (1 - / 1000) <= v).
    { rewrite Lp, En. apply Rle_trans with (2 := V). apply Rmult_le_compat_r; [lra|].
      apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_l, Rmult_le_compat_l; [|exact Tp].
      apply Rmult_le_pos; lra. }
    assert (T2 : (2 <= length pairs)%nat) by (now rewrite Lp).
    assert (A := what_surely_passes_the_gate_exceeds_the_average pairs (B2R sum) near (B2R gain) (B2R error)
      G I T2 Ev
      As Fw Sz v ltac:(lra) ltac:(lra) Oc).
    assert (B := what_surely_fails_the_gate_is_below_the_average pairs (B2R sum) near (B2R gain) (B2R error)
      G I T2 Ev
      As Fw Sz v ltac:(lra) ltac:(lra) Oc).
    unfold excess in A, B. rewrite Lp, Sp, En in A, B. split; intros H.
    - specialize (A H). apply Rmult_lt_compat_r with (r := IZR n) in A; [|lra].
      unfold Rdiv in A. rewrite Rmult_assoc, Rinv_l in A by lra. lra.
    - specialize (B H). apply Rmult_lt_compat_r with (r := IZR n) in B; [|lra].
      unfold Rdiv in B. rewrite Rmult_assoc, Rinv_l in B by lra. lra.
  Qed.

  Lemma alone_is : n = 1%Z -> gains = [(gain, G)] /\ B2R (gate_excess n gain sum) = 0.
  Proof.
    intros One. assert (E : gains = [(gain, G)]).
    { assert (L : length gains = 1%nat) by (unfold n in One; lia).
      destruct gains as [|x [|y l]]; try discriminate. destruct here as [->|[]]. reflexivity. }
    split; [exact E|]. destruct excess_holds as (_ & -> & _). rewrite One, Rmult_1_r.
    destruct sum_is as (_ & A & _). assert (D := a_sum_in_any_order_is_near _ _ A).
    unfold pairs in D. rewrite E in D. unfold total in D. simpl in D.
    rewrite (rnd_float (B2R gain)) by apply float64_is_float.
    replace (B2R gain - B2R sum) with 0; [apply rnd_0|].
    replace ((1 - 1) * u * magnitude [B2R gain]) with 0 in D by ring.
    assert (P := Rabs_pos (B2R sum - (B2R gain + 0))).
    assert (Z : Rabs (B2R sum - (B2R gain + 0)) = 0) by lra.
    apply Rabs_eq_R0 in Z || (destruct (Req_dec (B2R sum - (B2R gain + 0)) 0) as [Q|Q];
      [|apply Rabs_no_R0 in Q; lra]). lra.
  Qed.

  Theorem the_gate_is_decided gate :
    (surely_passes gate n gain error sum top = true -> passes_gate gate G (map snd gains)) /\
    (surely_fails gate n gain error sum top = true -> ~ passes_gate gate G (map snd gains)).
  Proof.
    assert (Ps : passes_gate Growing.AtLeast G (map snd gains) <-> sumR snd gains <= IZR n * G).
    { unfold passes_gate. rewrite excess_of_gains, map_length, sumR_map. destruct count_is as (_ & _ & ->).
      unfold sumR. split; lra. }
    assert (Pa : passes_gate Growing.Above G (map snd gains) <-> sumR snd gains < IZR n * G).
    { unfold passes_gate. rewrite excess_of_gains, map_length, sumR_map. destruct count_is as (_ & _ & ->).
      unfold sumR. split; lra. }
    destruct excess_holds as (Fx & Ex & _). unfold surely_passes, surely_fails.
    destruct (Z.eqb_spec n 1) as [One|Many].
    - destruct (alone_is One) as [Eg E0]. destruct (of_whole_is 0) as [Ez Fz]; [lia|].
      assert (S : sumR snd gains = IZR n * G) by (rewrite Eg, One; simpl; ring).
      destruct gate; cbn [orb negb andb]; (split; intros H); try easy.
      + apply Ps. lra.
      + apply bltb_is in H; trivial. lra.
      + intros X. apply Pa in X. lra.
    - destruct off_holds as (v & (Fv & Ev & _) & V).
      assert (Two : (2 <= length gains)%nat) by (destruct count_is as (C & _); unfold n in *; lia).
      destruct (gate_in_reals Two v V) as [A B].
      assert (Fo : is_finite (Bopp (gate_off n error top)) = true) by now rewrite is_finite_Bopp.
      assert (Up : Bltb (gate_off n error top) (gate_excess n gain sum) = true -> sumR snd gains < IZR n * G).
      { intros H. apply bltb_is in H; trivial. apply A. rewrite <- Ex, <- Ev. exact H. }
      assert (Down : Bltb (gate_excess n gain sum) (Bopp (gate_off n error top)) = true -> IZR n * G < sumR
        snd gains).
      { intros H. apply bltb_is in H; trivial. rewrite B2R_Bopp in H. apply B. rewrite <- Ex, <- Ev. exact
        H. }
      destruct gate; cbn [orb negb andb]; (split; intros H); try easy.
      + apply Ps. apply Rlt_le. now apply Up.
      + rewrite Bool.orb_false_r in H. apply Down in H. intros X. apply Ps in X. lra.
      + apply Pa. now apply Up.
      + rewrite Bool.orb_false_r in H. apply Down in H. intros X. apply Pa in X. lra.
  Qed.
End Gate.

(** ** Limits: the least gain, and whether a question may be asked that gains nothing

    [least] is the limit in keys, which the node's weight brings there, and [share] covers the roundings of
      both.
    Where all questions pass, nothing is compared. *)

Definition limit_share (off W : float64) : float64 :=
  plus (times two unit_of_rounding) (times (of_whole 4) (over off W)).
Definition error_with_limit (share error least : float64) : float64 := plus error (times least share).
Definition surely_asked (all_pass gainless : bool) (share gain error least : float64) : bool :=
  let low := minus gain (error_with_limit share error least) in
  all_pass || (at_least low least && (gainless || Bltb (of_whole 0) low)).
Definition surely_barred (all_pass gainless : bool) (share gain error least : float64) : bool :=
  let high := plus gain (error_with_limit share error least) in
  negb all_pass && (Bltb high least || (negb gainless && at_least (of_whole 0) high)).

Definition suffices (gainless : bool) (limit x : R) : Prop := limit <= x /\ (0 < x \/ gainless = true).

(** The node weighs [W0], and [W] in floats. *)
Definition weight_within (off W : float64) (W0 : R) : Prop :=
  is_finite off = true /\ is_finite W = true /\ 0 < W0 /\ Rabs (W0 - B2R W) <= B2R off /\
    1 <= B2R W <= bpow radix2 63 /\
  (B2R off = 0 \/ 1 <= B2R off <= bpow radix2 100).

(** The float of a limit. *)
Definition limit_within (least : float64) (limit : R) : Prop :=
  is_finite least = true /\ (B2R least = 0 \/ bpow radix2 (-600) <= B2R least) /\
  Rabs (B2R least - limit) <= u * B2R least.

Section Limits.
  Variables (all_pass gainless : bool) (gain error least off W : float64) (W0 G limit near : R).
  Hypothesis gain_is : moderate gain.
  Hypothesis error_is : holds_error error.
  Hypothesis near_is : Rabs (B2R gain - G) <= near.
  Hypothesis near_covered : 0 <= near /\ 4 / 3 * near <= B2R error.
  Hypothesis nonneg : 0 <= G.
  Hypothesis all_pass_means : all_pass = true -> limit <= 0 /\ gainless = true.
  Hypothesis weight_is : weight_within off W W0.
  Hypothesis limit_is : limit_within least limit.
  Hypothesis not_large : B2R least <= bpow radix2 90 * B2R error.

  Let M := limit * (W0 / B2R W).

  Lemma share_holds : holds (limit_share off W) (rnd (2 * u + rnd (4 * rnd (B2R off / B2R W)))) 104.
  Proof.
    destruct weight_is as (Fo & Fw & _ & _ & Bw & Bo). assert (U := u_pos). assert (B100 := bpow_gt_0 radix2
      100).
    assert (O : 0 <= B2R off <= bpow radix2 100) by (destruct Bo; lra).
    assert (H1 := twice_holds unit_of_rounding 0 (proj1 unit_holds) ltac:(lia)
      ltac:(apply Rle_trans with (bpow radix2 (-53)); [|apply bpow_le; lia]; destruct unit_holds as (_ & ->
        & B);
      exact B)). destruct unit_holds as (_ & Eu & _). rewrite Eu in H1.
    assert (B : Rabs (B2R off / B2R W) <= bpow radix2 100).
    { rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
      apply Rle_trans with (B2R off * / 1); [apply Rmult_le_compat_l; [lra|apply Rinv_le_contravar;
        lra]|lra]. }
    assert (H2 : holds (over off W) (rnd (B2R off / B2R W)) 100).
    { apply (over_holds _ _ _ _ 100 63); [repeat split|repeat split| |lia|exact B]; trivial;
        rewrite ?Rabs_right; lra. }
    assert (H3 := times_holds _ _ _ _ 3 100 103 (whole_holds 4 3 ltac:(lia) ltac:(lia)) H2 ltac:(lia)
      ltac:(lia)).
    apply (plus_holds _ _ _ _ 1 103 104 H1 H3); [lia|]. apply (sum_below 103); [|apply H3].
    apply Rle_trans with (1 := proj2 (proj2 H1)), bpow_le. lia.
  Qed.

  Let E := error_with_limit (limit_share off W) error least.

  Lemma least_is : 0 <= B2R least /\ holds least (B2R least) 590.
  Proof.
    destruct limit_is as (F & L & _). assert (P := bpow_gt_0 radix2 90). assert (Q := bpow_gt_0 radix2
      (-600)).
    assert (L0 : 0 <= B2R least) by (destruct L; lra). split; [exact L0|]. repeat split; trivial.
    rewrite Rabs_right by lra. apply Rle_trans with (1 := not_large). change 590%Z with (90 + 500)%Z.
    rewrite bpow_plus. apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (1 := Rle_abs _). apply error_is.
  Qed.

  Lemma error_with_limit_is : holds E (RoundedGains.error_with_limit (B2R error) (B2R least) (B2R W) (B2R
    off)) 701.
  Proof.
    destruct least_is as [_ Hl]. destruct error_is as [Me _].
    assert (H := times_holds _ _ _ _ 590 104 694 Hl share_holds ltac:(lia) ltac:(lia)).
    apply (plus_holds _ _ _ _ 500 694 701 (moderate_holds error Me) H); [lia|].
    apply (sum_below 700); [apply Rle_trans with (1 := proj2 Me), bpow_le; lia|].
      apply Rle_trans with (1 := proj2 (proj2 H)), bpow_le. lia.
  Qed.

  Theorem the_limit_is_decided : let share := limit_share off W in
    (surely_asked all_pass gainless share gain error least = true -> suffices gainless (limit * (W0 / B2R
      W)) G) /\
    (surely_barred all_pass gainless share gain error least = true -> ~ suffices gainless (limit * (W0 / B2R
      W)) G).
  Proof.
    cbv zeta. destruct error_with_limit_is as (Fe & Ee & Be). destruct least_is as [L0 [Fl _]].
    destruct limit_is as (_ & Bl & Nl). destruct weight_is as (Fo & Fw & W0p & Nw & Bw & Bo).
    assert (Fs : is_float (B2R gain) /\ is_float (B2R least) /\ is_float (B2R error))
      by (repeat split; apply float64_is_float).
    assert (Er : 0 <= near /\ 4 / 3 * near <= B2R error /\ 0 < B2R error)
      by (assert (P := bpow_gt_0 radix2 (-100)); destruct error_is; lra).
    assert (Bl' : B2R least = 0 \/ bpow radix2 (-600) <= B2R least <= bpow radix2 90 * B2R error)
      by (destruct Bl; [now left|right; lra]).
    assert (Wt : Rabs (W0 - B2R W) <= B2R off /\ 0 <= B2R off <= B2R off /\ 1 <= B2R W <= bpow radix2 63 /\
      (B2R off = 0 \/ 1 <= B2R off)) by (repeat split; trivial; destruct Bo; lra).
    assert (Lm : Rabs (B2R least - limit) <= u * B2R least /\ M = limit * (W0 / B2R W)) by (split;
      [exact Nl|reflexivity]).
    assert (Cover := RoundedGains.the_error_covers_it (B2R gain) (B2R error) (B2R least) M limit near (B2R
      W) W0
      (B2R off) (B2R off) Fs Er Wt Lm Bl').
    assert (Sn := RoundedGains.share_of_weight_nonneg (B2R W) W0 (B2R off) (B2R off) Wt).
    assert (Cover2 : near + 2 * u * B2R least <= B2R E).
    { rewrite Ee. assert (0 <= 1.01 * (B2R off / B2R W) * B2R least) by (apply Rmult_le_pos; lra). lra. }
    destruct gain_is as [Fg Bg].
    destruct (minus_holds _ _ _ _ 500 701 702 (moderate_holds gain gain_is) error_with_limit_is ltac:(lia)
      ltac:(apply (difference_below 701); [apply Rle_trans with (1 := Bg), bpow_le;
        lia|exact Be])) as (Fw1 & Ew & _).
    destruct (plus_holds _ _ _ _ 500 701 702 (moderate_holds gain gain_is) error_with_limit_is ltac:(lia)
      ltac:(apply (sum_below 701); [apply Rle_trans with (1 := Bg), bpow_le; lia|exact Be])) as (Fh & Eh & _).
    destruct (of_whole_is 0) as [Ez Fz]; [lia|].
    unfold surely_asked, surely_barred, suffices. cbv zeta. fold M. fold E in Fw1, Ew, Fh, Eh |- *. split;
      intros H.
    - apply Bool.orb_prop in H as [H|H].
      + destruct (all_pass_means H) as [L P]. split; [|now right].
        assert (Q : 0 <= W0 / B2R W) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
        assert (0 <= - limit * (W0 / B2R W)) by (apply Rmult_le_pos; lra). lra.
      + apply andb_prop in H as [R S]. apply at_least_is in R; trivial. split.
        * apply (RoundedGains.what_reaches_a_limit_of_rounded_weight (B2R gain) (B2R error) (B2R least) G M
            limit near (B2R W) W0 (B2R off) (B2R off) Fs near_is Er Wt Lm Bl').
          unfold reaches. now rewrite <- Ew.
        * apply Bool.orb_prop in S as [S|S]; [now right|left]. apply bltb_is in S; trivial. rewrite Ez in S.
          apply (what_is_surely_positive_is _ _ _ _ _ near_is L0 Cover2). rewrite Ee, <- Ew. exact S.
    - apply andb_prop in H as [_ H]. apply Bool.orb_prop in H as [H|H]; intros [L P].
      + apply bltb_is in H; trivial. rewrite Eh in H.
        assert (X := RoundedGains.what_misses_a_limit_of_rounded_weight (B2R gain) (B2R error) (B2R least) G M
          limit near (B2R W) W0 (B2R off) (B2R off) Fs near_is Er Wt Lm Bl' H). lra.
      + apply andb_prop in H as [H1 H2]. apply at_least_is in H2; trivial. rewrite Ez, Eh, <- Ee in H2.
        assert (F3 : is_float (B2R gain) /\ is_float (B2R E) /\ is_float (B2R least))
          by (repeat split; apply float64_is_float).
        assert (X := what_is_surely_not_positive_is_not _ _ _ _ _ F3 near_is L0 Cover2 H2).
        destruct P as [P|P]; [lra|]. now rewrite P in H1.
  Qed.
End Limits.

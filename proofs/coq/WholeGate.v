(** * WholeGate: the gate and limits on the gain, decided in binary64, in whole units

    Gains are whole numbers of grains in binary64, and errors at least one grain: so nothing underflows, and
      the
    theorems of [Decisions] hold without premises on sizes. *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter WholeCounts ProgrammedLogarithm
  Decisions
  WholeRatios WholeInformation.
From Dtrees Require Spec.Growing.
Import ListNotations.
Open Scope R_scope.

(** ** What is programmed *)

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
    (exists n, is_whole x n /\ (Z.abs n <= 2 ^ 53)%Z) /\ Rabs (B2R x - t) <= near.
  Hypothesis added : adds_up_to (map fst gains) sum.
  Hypothesis top_is : is_largest top (map (fun x => Babs (fst x)) gains).
  Hypothesis here : In (gain, G) gains.
  Hypothesis few : (Z.of_nat (length gains) <= 2 ^ 30)%Z.
  Hypothesis error_holds : holds error (B2R error) 62.
  Hypothesis error_covers : 1 <= near <= B2R error.

  Let n := Z.of_nat (length gains).
  Let pairs := map (fun x => (B2R (fst x), snd x)) gains.

  Lemma count_is : (1 <= n <= 2 ^ 30)%Z /\ 1 <= IZR n <= 1073741824 /\ INR (length gains) = IZR n.
  Proof.
    assert (P : (1 <= length gains)%nat) by (destruct gains; [easy|simpl; lia]).
    assert (Z : (1 <= n <= 2 ^ 30)%Z) by (unfold n; lia).
    split; [exact Z|]. split; [split; apply IZR_le; lia|apply INR_IZR_INZ].
  Qed.

  Lemma gains_are_small x : In x (map fst gains) -> is_finite x = true /\ Rabs (B2R x) <= bpow radix2 53.
  Proof.
    intros I. apply in_map_iff in I as ((y & t) & <- & I). destruct (each y t I) as ((m & Wm & Bm) & _).
    destruct (holds_whole _ _ 53 Wm ltac:(lia) Bm) as (F & E & B). simpl. split; [exact F|]. now rewrite E.
  Qed.

  Lemma sum_is : is_finite sum = true /\ added_up (map fst pairs) (B2R sum) /\ Rabs (B2R sum) <= bpow radix2
    91.
  Proof.
    destruct count_is as (_ & C & E). assert (U := u_pos).
    destruct (floats_add_up (map fst gains) sum added) as (F & A & B).
    - intros x I. destruct (gains_are_small x I) as [X Y]. split; [exact X|]. apply Rle_trans with (1 := Y).
      apply bpow_le. lia.
    - rewrite map_length, E. apply Rle_trans with (1073741824 * u); [apply Rmult_le_compat_r; lra|].
      unfold u. lra.
    - split; [exact F|]. split.
      + unfold pairs, reals in *. rewrite map_map in *. exact A.
      + apply Rle_trans with (1 := B). rewrite map_length, E.
        change (bpow radix2 91) with (bpow radix2 (31 + 60)). rewrite bpow_plus.
        change (bpow radix2 31) with 2147483648. apply Rmult_le_compat_r; [apply bpow_ge_0|lra].
  Qed.

  Lemma gain_holds : exists k, is_whole gain k /\ holds gain (B2R gain) 53.
  Proof.
    destruct (each gain G here) as ((k & Wk & Bk) & _). exists k. split; [exact Wk|].
    assert (H := holds_whole _ _ 53 Wk ltac:(lia) Bk). destruct Wk as [_ E]. now rewrite E.
  Qed.

  Lemma excess_holds : holds (gate_excess n gain sum) (rnd (rnd (B2R gain * IZR n) - B2R sum)) 92.
  Proof.
    destruct count_is as (C & _ & _). destruct gain_holds as (_ & _ & Hg). destruct sum_is as (Fs & _ & Bs).
    assert (H := times_holds _ _ _ _ 53 30 83 Hg (whole_holds n 30 ltac:(lia) ltac:(lia)) ltac:(lia)
      ltac:(lia)).
    assert (B := H). destruct B as (_ & _ & B).
    apply (minus_holds _ _ _ _ 83 91 92 H); [now repeat split|lia|].
    apply Rle_trans with (bpow radix2 91 + bpow radix2 91).
    - unfold Rminus. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. apply Rplus_le_compat;
      [|exact Bs].
      apply Rle_trans with (1 := B). apply bpow_le. lia.
    - change (bpow radix2 92) with (bpow radix2 (1 + 91)). rewrite bpow_plus. change (bpow radix2 1) with 2.
      lra.
  Qed.

  Lemma top_holds : holds top (B2R top) 53 /\ (B2R top = 0 \/ 1 <= B2R top) /\
    fold_right (fun (x : R * R) m => Rmax (Rabs (fst x)) m) 0 pairs <= B2R top.
  Proof.
    assert (Abs : forall x, In x gains -> is_finite (Babs (fst x)) = true /\ B2R (Babs (fst x)) = Rabs (B2R
      (fst x))).
    { intros x I. rewrite is_finite_Babs, B2R_Babs. split; [|reflexivity]. now apply gains_are_small,
      in_map. }
    destruct top_is as [(I & _)|(I & M)].
    - apply in_map_iff in I as (x & E & I). destruct (Abs x I) as [F _].
      assert (X : true = is_finite (B754_nan : float64)) by (rewrite <- F; exact (f_equal is_finite E)).
      discriminate.
    - apply in_map_iff in I as ((x & t) & E & I). destruct (Abs _ I) as [F V].
      cbn [fst] in *.
      assert (V' : B2R top = Rabs (B2R x)) by (rewrite <- V; exact (f_equal B2R (eq_sym E))).
      clear V. rename V' into V.
      destruct (each x t I) as ((m & Wm & Bm) & _).
      assert (H := abs_holds _ _ _ (holds_whole _ _ 53 Wm ltac:(lia) Bm)). destruct Wm as [_ Em].
      rewrite Em in V. rewrite <- V in H.
      assert (H' := eq_ind _ (fun y => holds y (B2R top) 53) H _ E). cbv beta in H'. split; [exact H'|].
        split.
      + rewrite V, <- abs_IZR. destruct (Z.eq_dec (Z.abs m) 0) as [->|N]; [now left|right]. apply IZR_le. lia.
      + unfold pairs. assert (T0 : 0 <= B2R top) by (rewrite V; apply Rabs_pos).
        assert (Mx : forall x, In x gains -> Rabs (B2R (fst x)) <= B2R top).
        { intros y J. destruct (Abs y J) as [Fy Vy]. rewrite <- Vy. apply at_least_is; trivial; [apply H'|].
          apply M. apply in_map_iff. now exists y. }
        revert T0 Mx. clear. intros T0. induction gains as [|x l IH]; intros Mx; [exact T0|].
        cbn [map fold_right fst]. apply Rmax_lub; [apply Mx; now left|]. apply IH. intros y J. apply Mx. now
          right.
  Qed.

  Lemma off_holds : exists v, holds (gate_off n error top) v 95 /\
    4 * IZR n * (B2R error + u * IZR n * B2R top) * (1 - / 1000) <= v.
  Proof.
    destruct count_is as (C & Cr & _). destruct top_holds as (Ht & T & _). assert (U := u_pos).
    assert (Ex : rnd (u * IZR n) = u * IZR n /\ Rabs (u * IZR n) <= bpow radix2 (-23)).
    { assert (B : Rabs (IZR n * bpow radix2 (-53)) <= bpow radix2 (-23)).
      { rewrite <- u_is_a_power, Rabs_right by nra. change (bpow radix2 (-23)) with (/ 8388608).
        apply Rle_trans with (1073741824 * u); [apply Rmult_le_compat_r; lra|unfold u; lra]. }
      destruct (binary_holds n (-53) (-23) ltac:(lia) ltac:(lia) ltac:(lia) B) as (_ & E & B').
      rewrite Rmult_comm, u_is_a_power. split; [|exact B'].
      rewrite <- E. apply rnd_float, float64_is_float. }
    assert (H1 := times_holds _ _ _ _ (-53) 30 (-23) unit_holds (whole_holds n 30 ltac:(lia) ltac:(lia))
      ltac:(lia) ltac:(lia)). rewrite (proj1 Ex) in H1.
    assert (H2 := times_holds _ _ _ _ (-23) 53 30 H1 Ht ltac:(lia) ltac:(lia)).
    set (y := rnd (u * IZR n * B2R top)) in *.
    assert (T0 : 0 <= B2R top) by (destruct T as [->|T]; lra).
    assert (Un : u <= u * IZR n) by (rewrite <- (Rmult_1_r u) at 1; apply Rmult_le_compat_l; lra).
    assert (Y : (1 - u) * (u * IZR n * B2R top) <= y).
    { unfold y. apply share; [|apply Rmult_le_pos; lra]. destruct T as [->|T]; [left; ring|right].
      rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
      apply Rle_trans with (bpow radix2 (-53)); [apply bpow_le; lia|]. rewrite <- u_is_a_power.
      rewrite <- (Rmult_1_r u) at 1. apply Rmult_le_compat; lra. }
    assert (YT : 0 <= u * IZR n * B2R top) by (apply Rmult_le_pos; lra).
    assert (Y0 : 0 <= y) by (assert (u * (u * IZR n * B2R top) <= 1 * (u * IZR n * B2R top)) by
      (apply Rmult_le_compat_r; lra); lra).
    assert (B2 := H2). destruct B2 as (_ & _ & B2). assert (Be := error_holds). destruct Be as (_ & _ & Be).
    assert (B30 : bpow radix2 30 = 1073741824) by reflexivity. rewrite B30 in B2.
    assert (B62 : bpow radix2 62 = 4611686018427387904) by reflexivity. rewrite B62 in Be.
    assert (B63 : bpow radix2 63 = 9223372036854775808) by reflexivity.
    rewrite Rabs_right in B2, Be by lra.
    assert (H3 := plus_holds _ _ _ _ 62 30 63 error_holds H2 ltac:(lia) ltac:(rewrite B63, Rabs_right; lra)).
    set (z := rnd (B2R error + y)) in *. assert (Z : (1 - u) * (B2R error + y) <= z /\ 1 <= z).
    { assert (O : 1 <= B2R error + y) by lra. split; [|now apply rnd_1].
      apply share; [now apply at_least_one_normal|lra]. }
    assert (H4 := times_holds _ _ _ _ 32 63 95 (whole_holds (4 * n) 32 ltac:(lia) ltac:(lia)) H3 ltac:(lia)
      ltac:(lia)).
    eexists. split; [exact H4|]. rewrite mult_IZR.
    assert (P : 1 <= 4 * IZR n * z) by (apply Rle_trans with (4 * 1 * 1); [lra|]; apply Rmult_le_compat; lra).
    apply Rle_trans with ((1 - u) * (4 * IZR n * z)); [|apply share; [now apply at_least_one_normal|lra]].
    replace ((1 - u) * (4 * IZR n * z)) with (4 * IZR n * ((1 - u) * z)) by ring.
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    set (s := u * IZR n * B2R top) in *. clearbody s y z. clear - U Z Y YT Y0 error_covers.
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
    destruct gain_holds as (k & [_ Ek] & _). destruct sum_is as (_ & As & _). destruct top_holds as (_ & _ &
      Tp).
    assert (U := u_pos).
    assert (I : In (B2R gain, G) pairs) by (apply (in_map (fun x : float64 * R => (B2R (fst x), snd x)) _ _
      here)).
    assert (Ev : forall x t, In (x, t) pairs -> Rabs (x - t) <= near + u * Rabs x).
    { intros x t J. apply in_map_iff in J as ((y & s) & J & K). injection J as <- <-.
      destruct (each y s K) as [_ N]. assert (P := Rabs_pos (B2R y)). simpl.
      assert (0 <= u * Rabs (B2R y)) by (apply Rmult_le_pos; lra). lra. }
    assert (Fw : INR (length pairs) * u <= / 1000).
    { rewrite Lp, En. apply Rle_trans with (1073741824 * u); [apply Rmult_le_compat_r; lra|]. unfold u. lra. }
    assert (Sz : sizable (B2R gain)) by (rewrite Ek; apply whole_is_sizable).
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

    [least] is the limit in grains.  Where all questions pass, nothing is compared. *)

Definition error_with_limit (error least : float64) : float64 :=
  plus error (times least (times two unit_of_rounding)).
Definition surely_asked (all_pass gainless : bool) (gain error least : float64) : bool :=
  let low := minus gain (error_with_limit error least) in
  all_pass || (at_least low least && (gainless || Bltb (of_whole 0) low)).
Definition surely_barred (all_pass gainless : bool) (gain error least : float64) : bool :=
  let high := plus gain (error_with_limit error least) in
  negb all_pass && (Bltb high least || (negb gainless && at_least (of_whole 0) high)).

Definition suffices (gainless : bool) (limit x : R) : Prop := limit <= x /\ (0 < x \/ gainless = true).

Section Limits.
  Variables (all_pass gainless : bool) (gain error least : float64) (G M near : R).
  Hypothesis gain_is : holds gain (B2R gain) 53.
  Hypothesis error_is : holds error (B2R error) 62.
  Hypothesis near_is : Rabs (B2R gain - G) <= near.
  Hypothesis near_covered : 0 <= near <= 3 / 4 * B2R error.
  Hypothesis error_is_large : 1 <= B2R error.
  Hypothesis nonneg : 0 <= G.
  Hypothesis all_pass_means : all_pass = true -> M <= 0 /\ gainless = true.
  Hypothesis least_is : is_finite least = true /\ 0 <= B2R least <= bpow radix2 60 /\ sizable (B2R least) /\
    Rabs (B2R least - M) <= u * B2R least.

  Lemma error_with_limit_is : holds (error_with_limit error least) (B2R (error_with_limit error least)) 63 /\
    near + 2 * u * B2R least <= B2R (error_with_limit error least).
  Proof.
    destruct least_is as (Fl & Bl & Sl & _). assert (U := u_pos). destruct unit_holds as (Fu & Eu & Bu).
    assert (H1 := twice_holds unit_of_rounding 0 Fu ltac:(lia)
      ltac:(rewrite Eu; apply Rle_trans with (1 := Bu); apply bpow_le; lia)). rewrite Eu in H1.
    assert (H1' : holds (times two unit_of_rounding) (2 * u) (-52)).
    { destruct H1 as (F & E & _). repeat split; trivial. rewrite Rabs_right by lra.
      change (bpow radix2 (-52)) with (/ 4503599627370496). unfold u. lra. }
    assert (Hl : holds least (B2R least) 60) by (repeat split; trivial; rewrite Rabs_right; lra).
    assert (H2 := times_holds _ _ _ _ 60 (-52) 8 Hl H1' ltac:(lia) ltac:(lia)).
    assert (P : 0 <= B2R least * (2 * u)) by (apply Rmult_le_pos; lra).
    assert (X : (1 - u) * (B2R least * (2 * u)) <= rnd (B2R least * (2 * u))).
    { apply share; [|exact P]. destruct Sl as [->|Sl]; [left; ring|right]. rewrite Rabs_mult.
      replace (Rabs (2 * u)) with (bpow radix2 (-52)).
      - apply Rle_trans with (bpow radix2 (-600) * bpow radix2 (-52)).
        + rewrite <- bpow_plus. apply bpow_le. lia.
        + apply Rmult_le_compat_r; [apply bpow_ge_0|exact Sl].
      - rewrite Rabs_right by lra. change (bpow radix2 (-52)) with (/ 4503599627370496). unfold u. lra. }
    set (x := rnd (B2R least * (2 * u))) in *. assert (X0 : 0 <= x) by (apply rnd_nonneg; exact P).
    assert (B2 := H2). destruct B2 as (_ & _ & B2). change (bpow radix2 8) with 256 in B2.
    assert (Be := error_is). destruct Be as (_ & _ & Be).
    assert (B62 : bpow radix2 62 = 4611686018427387904) by reflexivity. rewrite B62 in Be.
    assert (B63 : bpow radix2 63 = 9223372036854775808) by reflexivity.
    rewrite Rabs_right in B2, Be by lra.
    assert (H3 := plus_holds _ _ _ _ 62 8 63 error_is H2 ltac:(lia) ltac:(rewrite B63, Rabs_right; lra)).
    fold (error_with_limit error least) in H3. assert (E := H3). destruct E as (_ & E & _).
    rewrite <- E in H3. split; [exact H3|]. rewrite E.
    assert (S := proj1 (share (B2R error + x) (at_least_one_normal (B2R error + x) ltac:(lra)) ltac:(lra))).
    apply Rle_trans with (2 := S).
    assert (L60 : B2R least * (2 * u) <= 512).
    { apply Rle_trans with (bpow radix2 60 * (2 * u)); [apply Rmult_le_compat_r; lra|].
      change (bpow radix2 60) with 1152921504606846976. unfold u. lra. }
    assert (u * x <= u * 256) by (apply Rmult_le_compat_l; lra).
    assert (u * (B2R least * (2 * u)) <= u * 512) by (apply Rmult_le_compat_l; lra).
    assert (u * B2R error <= / 1000000 * B2R error) by (apply Rmult_le_compat_r; lra).
    unfold u in *. lra.
  Qed.

  Let low := minus gain (error_with_limit error least).
  Let high := plus gain (error_with_limit error least).

  Lemma ends_hold : (is_finite low = true /\ B2R low = rnd (B2R gain - B2R (error_with_limit error least))) /\
    (is_finite high = true /\ B2R high = rnd (B2R gain + B2R (error_with_limit error least))).
  Proof.
    destruct error_with_limit_is as [He _]. assert (Be := He). destruct Be as (_ & _ & Be).
    assert (Bg := gain_is). destruct Bg as (_ & _ & Bg).
    assert (B53 : bpow radix2 53 = 9007199254740992) by reflexivity. rewrite B53 in Bg.
    assert (B63 : bpow radix2 63 = 9223372036854775808) by reflexivity. rewrite B63 in Be.
    assert (B64 : bpow radix2 64 = 18446744073709551616) by reflexivity.
    apply Rabs_le_inv in Be, Bg.
    destruct (minus_holds _ _ _ _ 53 63 64 gain_is He ltac:(lia) ltac:(rewrite B64; apply Rabs_le; lra)) as
      (A & B & _).
    destruct (plus_holds _ _ _ _ 53 63 64 gain_is He ltac:(lia) ltac:(rewrite B64; apply Rabs_le; lra)) as
      (C & D & _).
    now repeat split.
  Qed.

  Theorem the_limit_is_decided :
    (surely_asked all_pass gainless gain error least = true -> suffices gainless M G) /\
    (surely_barred all_pass gainless gain error least = true -> ~ suffices gainless M G).
  Proof.
    destruct least_is as (Fl & Bl & _ & Nl). destruct error_with_limit_is as [_ Cover].
    destruct ends_hold as [[Fw Ew] [Fh Eh]]. unfold surely_asked, surely_barred, suffices. fold low high.
    assert (Fs : is_float (B2R gain) /\ is_float (B2R (error_with_limit error least)) /\ is_float (B2R least))
      by (repeat split; apply float64_is_float).
    destruct (of_whole_is 0) as [Ez Fz]; [lia|]. split; intros H.
    - apply Bool.orb_prop in H as [H|H].
      + destruct (all_pass_means H) as [L P]. split; [lra|now right].
      + apply andb_prop in H as [R S]. apply at_least_is in R; trivial. split.
        * apply (what_reaches_the_limit_has_it _ _ _ _ _ _ Fs near_is Nl (proj1 Bl) Cover). unfold reaches.
          now rewrite <- Ew.
        * apply Bool.orb_prop in S as [S|S]; [now right|left]. apply bltb_is in S; trivial. rewrite Ez, Ew
          in S.
          exact (what_is_surely_positive_is _ _ _ _ _ near_is (proj1 Bl) Cover S).
    - apply andb_prop in H as [_ H]. apply Bool.orb_prop in H as [H|H]; intros [L P].
      + apply bltb_is in H; trivial. rewrite Eh in H.
        assert (X := what_misses_the_limit_has_it_not _ _ _ _ _ _ Fs near_is Nl Cover H). lra.
      + apply andb_prop in H as [H1 H2]. apply at_least_is in H2; trivial. rewrite Ez, Eh in H2.
        assert (X := what_is_surely_not_positive_is_not _ _ _ _ _ Fs near_is (proj1 Bl) Cover H2).
        destruct P as [P|P]; [lra|]. now rewrite P in H1.
  Qed.
End Limits.

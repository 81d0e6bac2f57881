(** * ProgrammedLogarithm: the logarithm of [dtrees.vectorized], operation by operation in binary64

    Of whole floats up to 2^70 nothing overflows,
    and the result is that of [FloatLogarithm.float_log2]: off by at most 8 units of rounding. *)
From Coq Require Import ZArith QArith Reals Lra Lia List Permutation.
From Flocq Require Import Core BinarySingleNaN.
From Flocq Require Mult_error.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter FloatLogarithm WholeCounts
  WholeEntropy.
Import ListNotations.
Open Scope R_scope.

Definition of_binary (m e : Z) : float64 := binary_normalize 53 1024 _ _ mode_NE m e false.
  (* m times 2^e *)
Definition square_root_of_half : float64 := of_binary 6369051672525773 (-53).
Definition constant : float64 := of_binary 3248660424278399 (-50).
Definition step (q h : float64) (odd : Z) : float64 :=
  times (plus h (over (of_whole 1) (of_whole odd))) q.

Definition logarithm (x : float64) : float64 :=
  let (half, e) := Bfrexp x in
  let low := Bltb half square_root_of_half in
  let m := if low then times two half else half in
  let s := over (minus m (of_whole 1)) (plus m (of_whole 1)) in
  let h := fold_left (step (times s s)) odds (of_whole 0) in
  plus (of_whole (e - if low then 1 else 0)) (times constant (times s (plus (of_whole 1) h))).

(** ** A float, the number that it holds, and a power of two that it does not exceed *)

Definition holds (x : float64) (v : R) (k : Z) : Prop :=
  is_finite x = true /\ B2R x = v /\ Rabs v <= bpow radix2 k.

Lemma rounds_within v k : (-100 <= k <= 1000)%Z -> Rabs v <= bpow radix2 k ->
  Rabs (rnd v) <= bpow radix2 k /\ Rabs (rnd v) < bpow radix2 1024.
Proof.
  intros K V. assert (F : rnd (bpow radix2 k) = bpow radix2 k)
    by (apply rnd_float, generic_format_bpow; unfold FLT_exp; lia).
  apply Rabs_le_inv in V. assert (A := rnd_le _ _ (proj1 V)). assert (B := rnd_le _ _ (proj2 V)).
  rewrite rnd_opp, F in A. rewrite F in B.
  assert (C : Rabs (rnd v) <= bpow radix2 k) by (apply Rabs_le; lra). split; [exact C|].
  apply Rle_lt_trans with (1 := C). apply bpow_lt. lia.
Qed.

Lemma plus_holds x y v w j k l : holds x v j -> holds y w k -> (-100 <= l <= 1000)%Z ->
  Rabs (v + w) <= bpow radix2 l -> holds (plus x y) (rnd (v + w)) l.
Proof.
  intros (Fx & <- & _) (Fy & <- & _) L B. destruct (rounds_within _ l L B) as [C S].
  destruct (plus_rounds x y Fx Fy S) as [E F]. now repeat split.
Qed.

Lemma minus_holds x y v w j k l : holds x v j -> holds y w k -> (-100 <= l <= 1000)%Z ->
  Rabs (v - w) <= bpow radix2 l -> holds (minus x y) (rnd (v - w)) l.
Proof.
  intros (Fx & <- & _) (Fy & <- & _) L B. destruct (rounds_within _ l L B) as [C S].
  destruct (minus_rounds x y Fx Fy S) as [E F]. now repeat split.
Qed.

Lemma times_holds x y v w j k l : holds x v j -> holds y w k -> (-100 <= l <= 1000)%Z ->
  (j + k <= l)%Z -> holds (times x y) (rnd (v * w)) l.
Proof.
  intros (Fx & <- & Bx) (Fy & <- & By) L JK.
  assert (B : Rabs (B2R x * B2R y) <= bpow radix2 l).
  { rewrite Rabs_mult. apply Rle_trans with (bpow radix2 j * bpow radix2 k).
    - apply Rmult_le_compat; trivial; apply Rabs_pos.
    - rewrite <- bpow_plus. now apply bpow_le. }
  destruct (rounds_within _ l L B) as [C S]. destruct (times_rounds x y Fx Fy S) as [E F]. now repeat split.
Qed.

Lemma over_holds x y v w j k l : holds x v j -> holds y w k -> w <> 0 -> (-100 <= l <= 1000)%Z ->
  Rabs (v / w) <= bpow radix2 l -> holds (over x y) (rnd (v / w)) l.
Proof.
  intros (Fx & <- & _) (Fy & <- & _) N L B. destruct (rounds_within _ l L B) as [C S].
  destruct (over_rounds x y Fx N S) as [E F]. now repeat split.
Qed.

Lemma whole_holds n k : (0 <= k <= 53)%Z -> (Z.abs n <= 2 ^ k)%Z -> holds (of_whole n) (IZR n) k.
Proof.
  intros K N. assert (P : (2 ^ k <= 2 ^ 53)%Z) by (apply Z.pow_le_mono_r; lia).
  destruct (of_whole_is n) as [E F]; [lia|]. split; [exact F|]. split; [exact E|].
  rewrite <- abs_IZR, <- (IZR_Zpower radix2) by lia. now apply IZR_le.
Qed.

Lemma binary_holds m e k : (Z.abs m <= 2 ^ 53)%Z -> (-100 <= e <= 0)%Z -> (-100 <= k <= 1000)%Z ->
  Rabs (IZR m * bpow radix2 e) <= bpow radix2 k -> holds (of_binary m e) (IZR m * bpow radix2 e) k.
Proof.
  intros M E K B. assert (H := binary_normalize_correct 53 1024 _ _ mode_NE m e false). cbv zeta in H.
  assert (X : F2R (Float radix2 m e) = IZR m * bpow radix2 e) by reflexivity. rewrite X in H.
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H.
  fold (rnd (IZR m * bpow radix2 e)) in H. destruct (rounds_within _ k K B) as [_ S].
  rewrite Rlt_bool_true in H by exact S. destruct H as (H & F & _). split; [exact F|]. split; [|exact B].
  unfold of_binary. rewrite H. apply rnd_float.
  destruct (Z.eq_dec (Z.abs m) (2 ^ 53)) as [Eq|N].
  - replace (IZR m * bpow radix2 e) with (IZR (Z.sgn m) * bpow radix2 (53 + e)).
    + apply generic_format_FLT. exists (Float radix2 (Z.sgn m) (53 + e)); [reflexivity| |cbn [Fexp]; lia].
      cbn [Fnum]. change (radix_val radix2) with 2%Z. lia.
    + rewrite bpow_plus, <- Rmult_assoc. f_equal. rewrite <- (IZR_Zpower radix2) by lia. rewrite <- mult_IZR.
      f_equal. change (Zpower radix2 53) with (2 ^ 53)%Z. lia.
  - apply generic_format_FLT. exists (Float radix2 m e); [reflexivity| |cbn [Fexp]; lia].
    cbn [Fnum]. change (radix_val radix2) with 2%Z. lia.
Qed.

(** Floats that are not large add up, in whatever order, without overflow. *)
Lemma floats_add_up k l s : (0 <= k <= 900)%Z -> adds_up_to l s ->
  (forall x, In x l -> is_finite x = true /\ Rabs (B2R x) <= bpow radix2 k) -> INR (length l) * u <= / 1000 ->
  is_finite s = true /\ added_up (reals l) (B2R s) /\ Rabs (B2R s) <= bpow radix2 (k + 60).
Proof.
  intros K. assert (U := u_pos). assert (Bk := bpow_ge_0 radix2 k).
  assert (Near : forall l (s : float64), (forall x : float64, In x l -> is_finite x = true /\ Rabs (B2R x) <=
    bpow radix2 k) -> added_up (reals l) (B2R s) -> INR (length l) * u <= / 1000 ->
      Rabs (B2R s) <= bpow radix2
    (k + 60)).
  { intros m t H A N. assert (D := a_sum_in_any_order_is_near _ _ A). rewrite reals_length in D.
    assert (M : 0 <= magnitude (reals m) <= INR (length m) * bpow radix2 k).
    { split; [apply magnitude_nonneg|]. unfold magnitude, reals. rewrite sumR_map. clear - H Bk.
      induction m as [|x m IH]; [simpl; lra|]. cbn [length sumR fold_right]. rewrite S_INR.
      destruct (H x (or_introl eq_refl)) as [_ X]. specialize (IH (fun y I => H y (or_intror I))).
      unfold sumR in IH. lra. }
    assert (T := total_at_most_magnitude (reals m)).
    assert (X : (INR (length m) - 1) * u * magnitude (reals m) <= 1 * magnitude (reals m))
      by (apply Rmult_le_compat_r; lra).
    apply Rle_trans with (2 * (INR (length m) * bpow radix2 k)); [apply Rabs_le_inv in D, T;
      apply Rabs_le; lra|].
    rewrite Z.add_comm, bpow_plus, <- Rmult_assoc. apply Rmult_le_compat_r; [exact Bk|].
    apply Rmult_le_reg_r with u; [lra|]. rewrite u_is_a_power at 2. rewrite <- bpow_plus.
    change (bpow radix2 (60 + -53)) with 128. lra. }
  induction 1 as [x|l m s t A IA B IB|l m s P A IA]; intros F N.
  - destruct (F x (or_introl eq_refl)) as [Fx Bx]. split; [exact Fx|].
    split; [constructor; apply float64_is_float|]. apply Rle_trans with (1 := Bx). apply bpow_le. lia.
  - assert (L := N). rewrite app_length, plus_INR in L.
    assert (Nl := pos_INR (length l)). assert (Nm := pos_INR (length m)).
    assert (Ul : 0 <= INR (length l) * u) by (apply Rmult_le_pos; lra).
    assert (Um : 0 <= INR (length m) * u) by (apply Rmult_le_pos; lra).
    destruct IA as (Fs & As & Bs); [intros x I; apply F, in_or_app; now left|lra|].
    destruct IB as (Ft & At & Bt); [intros x I; apply F, in_or_app; now right|lra|].
    assert (S : Rabs (B2R s + B2R t) <= bpow radix2 (k + 61)).
    { apply Rle_trans with (1 := Rabs_triang _ _). replace (k + 61)%Z with (1 + (k + 60))%Z by lia.
      rewrite (bpow_plus radix2 1 _). change (bpow radix2 1) with 2. lra. }
    destruct (rounds_within _ (k + 61) ltac:(lia) S) as [_ R].
    destruct (plus_rounds s t Fs Ft R) as [E Fin]. split; [exact Fin|].
    assert (Ad : added_up (reals (l ++ m)) (B2R (plus s t))) by (rewrite reals_app, E; now constructor).
    split; [exact Ad|]. now apply (Near (l ++ m)).
  - rewrite <- (Permutation_length P) in N.
    destruct IA as (Fs & As & Bs); [intros x I; apply F; now apply (Permutation_in _ P)|exact N|].
    split; [exact Fs|]. split; [|exact Bs].
    apply (in_another_order (reals l)); [now apply reals_permuted|exact As].
Qed.

(** ** The series *)

Lemma steps_hold q v l : holds q v (-2) -> (forall o, In o l -> (3 <= o <= 23)%Z) ->
  forall h w, holds h w 0 -> holds (fold_left (step q) l h) (fold_left (float_step v) l w) 0.
Proof.
  intros Q. induction l as [|o l IH]; intros O h w H; [exact H|]. cbn [fold_left]. apply IH.
  - intros p I. apply O. now right.
  - specialize (O o (or_introl eq_refl)). unfold step, float_step.
    assert (Oz : 3 <= IZR o <= 23) by (split; apply IZR_le; lia).
    assert (I : 0 < / IZR o <= 1).
    { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le; lra. }
    assert (R : holds (over (of_whole 1) (of_whole o)) (rnd (/ IZR o)) 0).
    { replace (/ IZR o) with (1 / IZR o) by (unfold Rdiv; ring).
      apply (over_holds _ _ _ _ 0 5 0 (whole_holds 1 0 ltac:(lia) ltac:(lia)) (whole_holds o 5 ltac:(lia)
        ltac:(lia)));
        [lra|lia|]. unfold Rdiv. rewrite Rmult_1_l, Rabs_right by lra. simpl. lra. }
    apply (times_holds _ _ _ _ 1 (-2) 0); [|exact Q|lia|lia].
    apply (plus_holds _ _ _ _ 0 0 1 H R); [lia|]. destruct H as (_ & _ & Bh). destruct R as (_ & _ & Br).
    change (bpow radix2 0) with 1 in *. change (bpow radix2 1) with 2.
      apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

(** Of every whole float up to 2^70, as counts of rounded weights are. *)
Lemma the_logarithm_of_a_float (x : float64) : is_finite x = true -> 1 <= B2R x <= IZR (2 ^ 70) ->
  exists k e, (B2R x = IZR k * u * bpow radix2 e /\ 7071 / 10000 <= IZR k * u <= 141422 / 100000 /\
    (Z.abs e <= 2 ^ 53)%Z) /\
    is_finite (logarithm x) = true /\ B2R (logarithm x) = float_log2 (IZR k * u) e.
Proof.
  intros Fx X1.
  assert (St : is_finite_strict x = true) by (destruct x eqn:E; try discriminate; [simpl in X1;
    lra|reflexivity]).
  assert (H := Bfrexp_correct 53 1024 _ x St). unfold logarithm. destruct (Bfrexp x) as [half e].
  destruct H as (Ef & Hz). destruct (Hz ltac:(lia)) as [Bz _].
  assert (Hp : 0 < B2R half) by (apply Rmult_lt_reg_r with (bpow radix2 e); [apply bpow_gt_0|]; lra).
  rewrite Rabs_right in Bz by lra.
  assert (E70 : (1 <= e <= 71)%Z).
  { split.
    - enough (0 < e)%Z by lia. apply (lt_bpow radix2). simpl bpow. apply Rnot_le_lt. intros L.
      assert (B2R half * bpow radix2 e <= B2R half * 1) by (apply Rmult_le_compat_l; lra). lra.
    - enough (e < 72)%Z by lia. apply (lt_bpow radix2). change (bpow radix2 72) with (bpow radix2 (2 + 70)).
      rewrite bpow_plus. change (bpow radix2 70) with (IZR (2 ^ 70)). change (bpow radix2 2) with 4.
      assert (/ 2 * bpow radix2 e <= B2R half * bpow radix2 e) by (apply Rmult_le_compat_r;
        [apply bpow_ge_0|lra]). lra. }
  assert (Fh : is_finite half = true) by (destruct half; try reflexivity; simpl in Hp; lra).
  assert (Kh : exists k, B2R half = IZR k * u).
  { assert (F := float64_is_float half). unfold generic_format, F2R in F. cbn [Fnum Fexp] in F.
    exists (Ztrunc (scaled_mantissa radix2 fexp64 (B2R half))). rewrite u_is_a_power, F at 1. do 2 f_equal.
    assert (M : mag radix2 (B2R half) = 0%Z :> Z) by (apply mag_unique; rewrite Rabs_right by lra; exact Bz).
    unfold cexp, FLT_exp. rewrite M. reflexivity. }
  destruct Kh as [h Kh].
  assert (Hh : holds half (B2R half) 0) by (repeat split; trivial; rewrite Rabs_right by lra; simpl; lra).
  assert (Hr : holds square_root_of_half (6369051672525773 * bpow radix2 (-53)) 0).
  { apply binary_holds; try lia. change (bpow radix2 (-53)) with u. unfold u. rewrite Rabs_right by lra.
    simpl. lra. }
  assert (Hc : holds constant twice_log2_e 2).
  { assert (E : twice_log2_e = 3248660424278399 * bpow radix2 (-50)).
    { unfold twice_log2_e. change (bpow radix2 (-50)) with (/ 1125899906842624). unfold Rdiv. reflexivity. }
    rewrite E. apply binary_holds; try lia. change (bpow radix2 (-50)) with (/ 1125899906842624).
    rewrite Rabs_right by lra. change (bpow radix2 2) with 4. lra. }
  (* from the mantissa on *)
  assert (Go : forall (m : float64) v k d, holds m v 1 -> v = IZR k * u -> 7071 / 10000 <= v <= 141422 /
    100000 ->
    B2R x = v * bpow radix2 d -> (0 <= d <= 71)%Z ->
    exists k e, (B2R x = IZR k * u * bpow radix2 e /\ 7071 / 10000 <= IZR k * u <= 141422 / 100000 /\
      (Z.abs e <= 2 ^ 53)%Z) /\
      is_finite (plus (of_whole d) (times constant (times (over (minus m (of_whole 1)) (plus m (of_whole 1)))
        (plus (of_whole 1) (fold_left (step (times (over (minus m (of_whole 1)) (plus m (of_whole 1)))
          (over (minus m (of_whole 1)) (plus m (of_whole 1))))) odds (of_whole 0)))))) = true /\
      B2R (plus (of_whole d) (times constant (times (over (minus m (of_whole 1)) (plus m (of_whole 1)))
        (plus (of_whole 1) (fold_left (step (times (over (minus m (of_whole 1)) (plus m (of_whole 1)))
          (over (minus m (of_whole 1)) (plus m (of_whole 1))))) odds (of_whole 0)))))) = float_log2 (IZR k
            * u) e).
  { intros m v k d Hm Ev V Xv D. exists k, d. split; [rewrite <- Ev; repeat split; trivial; try apply V;
    lia|].
    assert (H1 := whole_holds 1 0 ltac:(lia) ltac:(lia)).
      assert (H0 := whole_holds 0 0 ltac:(lia) ltac:(lia)).
    assert (Hs1 : holds (minus m (of_whole 1)) (rnd (v - 1)) (-1)).
    { apply (minus_holds _ _ _ _ 1 0); [exact Hm|exact H1|lia|]. change (bpow radix2 (-1)) with (/ 2).
      apply Rabs_le. lra. }
    assert (Hs2 : holds (plus m (of_whole 1)) (rnd (v + 1)) 2).
    { apply (plus_holds _ _ _ _ 1 0); [exact Hm|exact H1|lia|]. change (bpow radix2 2) with 4.
      apply Rabs_le. lra. }
    assert (Lo : 1 <= rnd (v + 1)) by (apply rnd_1; lra).
    assert (Hs : holds (over (minus m (of_whole 1)) (plus m (of_whole 1))) (rnd (rnd (v - 1) / rnd (v +
      1))) (-1)).
    { apply (over_holds _ _ _ _ (-1) 2); [exact Hs1|exact Hs2|lra|lia|]. destruct Hs1 as (_ & _ & B).
      unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ _)) by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
      assert (I : 0 < / rnd (v + 1) <= 1).
      { split; [apply Rinv_0_lt_compat; lra|]. apply Rmult_le_reg_r with (rnd (v + 1)); [lra|].
        rewrite Rinv_l; lra. }
      rewrite <- (Rmult_1_r (bpow radix2 (-1))). apply Rmult_le_compat; try lra. apply Rabs_pos. }
    set (s := over (minus m (of_whole 1)) (plus m (of_whole 1))) in *.
    set (sv := rnd (rnd (v - 1) / rnd (v + 1))) in *.
    assert (Hq := times_holds s s sv sv (-1) (-1) (-2) Hs Hs ltac:(lia) ltac:(lia)).
    assert (Hf := steps_hold _ _ odds Hq ltac:(simpl; intuition lia) _ _ H0).
    set (f := fold_left (step (times s s)) odds (of_whole 0)) in *.
    set (fv := fold_left (float_step (rnd (sv * sv))) odds 0) in *.
    assert (Hg : holds (plus (of_whole 1) f) (rnd (1 + fv)) 1).
    { apply (plus_holds _ _ _ _ 0 0); [exact H1|exact Hf|lia|]. destruct Hf as (_ & _ & B).
      change (bpow radix2 0) with 1 in B. change (bpow radix2 1) with 2. apply Rabs_le_inv in B.
      apply Rabs_le. lra. }
    assert (Hp1 := times_holds _ _ _ _ (-1) 1 0 Hs Hg ltac:(lia) ltac:(lia)).
    assert (Hp2 := times_holds _ _ _ _ 2 0 2 Hc Hp1 ltac:(lia) ltac:(lia)).
    assert (Hd := whole_holds d 7 ltac:(lia) ltac:(lia)).
    assert (He := plus_holds _ _ _ _ 7 2 8 Hd Hp2 ltac:(lia)). destruct Hd as (_ & _ & Bd).
    destruct Hp2 as (_ & _ & Bp). destruct He as (Fin & E & _).
    - apply Rle_trans with (1 := Rabs_triang _ _). change (bpow radix2 7) with 128 in Bd.
      change (bpow radix2 2) with 4 in Bp. change (bpow radix2 8) with 256. lra.
    - split; [exact Fin|]. rewrite E. unfold float_log2. rewrite <- Ev. reflexivity. }
  destruct Hr as (Fr & Er & _). rewrite Bltb_correct, Er by assumption.
  change (bpow radix2 (-53)) with u in *.
  destruct (Rlt_bool_spec (B2R half) (6369051672525773 * u)) as [L|L].
  - assert (Two : rnd (2 * B2R half) = 2 * B2R half).
    { apply rnd_float. rewrite Rmult_comm. apply (Mult_error.mult_bpow_pos_exact_FLT radix2 (-1074) 53 (B2R
      half) 1); [|lia].
      apply float64_is_float. }
    apply (Go (times two half) (2 * B2R half) (2 * h)%Z (e - 1)%Z).
    + rewrite <- Two. apply (times_holds _ _ _ _ 1 0 1 (whole_holds 2 1 ltac:(lia) ltac:(lia)) Hh); lia.
    + rewrite mult_IZR, Kh. ring.
    + unfold u in L. lra.
    + rewrite Ef. replace e with (e - 1 + 1)%Z at 1 by lia. rewrite bpow_plus. change (bpow radix2 1) with 2.
      ring.
    + lia.
  - rewrite Z.sub_0_r. apply (Go half (B2R half) h e); trivial; [| |lia].
    + destruct Hh as (A & B & C). split; [exact A|]. split; [exact B|]. apply Rle_trans with (1 := C).
      apply bpow_le. lia.
    + unfold u in L. lra.
Qed.

Corollary the_logarithm_of_a_whole_float (x : float64) n : is_finite x = true -> B2R x = IZR n ->
  (1 <= n <= 2 ^ 70)%Z ->
  exists k e, (IZR n = IZR k * u * bpow radix2 e /\ 7071 / 10000 <= IZR k * u <= 141422 / 100000 /\
    (Z.abs e <= 2 ^ 53)%Z) /\
    is_finite (logarithm x) = true /\ B2R (logarithm x) = float_log2 (IZR k * u) e.
Proof. intros F E N. rewrite <- E. apply the_logarithm_of_a_float; [exact F|]. rewrite E. split; apply
  IZR_le; lia. Qed.

Corollary the_logarithm_in_binary64 x : (1 <= x < 2 ^ 26)%Z ->
  exists k e, (IZR x = IZR k * u * bpow radix2 e /\ 7071 / 10000 <= IZR k * u <= 141422 / 100000 /\
    (Z.abs e <= 2 ^ 53)%Z) /\
    is_finite (logarithm (of_whole x)) = true /\ B2R (logarithm (of_whole x)) = float_log2 (IZR k * u) e.
Proof.
  intros X. destruct (of_whole_is x) as [Ex Fx]; [lia|].
  apply the_logarithm_of_a_whole_float; trivial. lia.
Qed.

(** So it is as near as the filter by entropy asks for. *)
Theorem the_programmed_logarithm_is_near heaviest : (heaviest < 2 ^ 26)%Z -> near_log2 logarithm heaviest.
Proof.
  intros H x X. destruct (the_logarithm_in_binary64 x ltac:(lia)) as (k & e & (A & B & C) & F & E).
  split; [exact F|]. rewrite E. now apply logarithm_of_a_whole_number_is_near.
Qed.

(** ** The filter by entropy, as programmed

    Nothing is assumed but that NumPy adds each term once, in some order. *)
Corollary the_entropy_filter_as_programmed heaviest K rows a qs key m e arity :
  (1 <= heaviest <= 2 ^ 22)%Z -> in_whole_counts K rows -> (weights rows <= heaviest)%Z ->
  (Z.of_nat K <= 2 ^ 50)%Z -> (0 < a)%Q ->
  (forall q, In q qs -> divides_into rows q /\ within_arity arity q) ->
  (forall q, In q qs -> entropy_scores logarithm heaviest K q (key q)) -> is_largest m (map key qs) ->
  B2R (entropy_bound arity K) <= B2R e ->
  forall q, In q qs -> (forall p, In p qs -> information_gain_in K a p <= information_gain_in K a q) ->
  In q (survivors_by key m e qs).
Proof.
  intros H. apply the_entropy_filter_in_grains; [exact H|]. apply the_programmed_logarithm_is_near. lia.
Qed.

(** ** An example, and a plausible wrong statement

    Seven rows of three classes, and three questions of one gain, of which one is scored as many children.
      The
    floats differ: the bound keeps all three, the largest float alone does not. *)

Definition seven_rows : whole_rows := [(1, 0); (1, 1); (1, 1); (1, 2); (1, 2); (1, 2); (1, 2)]%Z.
Definition cut_one : list whole_rows := [[(1, 2)]; [(1, 0); (1, 1); (1, 1); (1, 2); (1, 2); (1, 2)]]%Z.
Definition as_two (parts : list whole_rows) : question := As_two (nth 0 parts []) (nth 1 parts []).
Definition cut_three : question := As_two [(1, 1); (1, 2); (1, 2)]%Z [(1, 0); (1, 1); (1, 2); (1, 2)]%Z.
Definition some_questions : list question := [as_two cut_one; cut_three; As_many cut_one].

Definition in_turn (l : list float64) : float64 := fold_left plus (tl l) (hd (of_whole 0) l).
Definition sum_in_turn (part : whole_rows) : float64 :=
  in_turn (map (fun k => phi logarithm 7 (class_weight k part)) (seq 0 3)).
Definition share_in_turn (part : whole_rows) : float64 := minus (sum_in_turn part) (phi logarithm 7
  (weights part)).
Definition some_keys (q : question) : float64 :=
  match q with
  | As_two l r => minus (plus (sum_in_turn l) (sum_in_turn r))
      (plus (phi logarithm 7 (weights l)) (phi logarithm 7 (weights r)))
  | As_many parts => in_turn (map share_in_turn parts)
  end.

Lemma in_turn_adds_up l : l <> [] -> adds_up_to l (in_turn l).
Proof.
  destruct l as [|x l]; [easy|]. intros _. unfold in_turn. cbn [tl hd].
  assert (G : forall l done s, adds_up_to done s -> adds_up_to (done ++ l) (fold_left plus l s)).
  { clear. induction l as [|x l IH]; intros done s A; [now rewrite app_nil_r|]. cbn [fold_left].
    replace (done ++ x :: l) with ((done ++ [x]) ++ l) by now rewrite <- app_assoc.
    apply IH. constructor; [exact A|constructor]. }
  apply (G l [x] x). constructor.
Qed.

Example the_entropy_filter_applies :
  let m := some_keys cut_three in
  in_whole_counts 3 seven_rows /\ weights seven_rows = 7%Z /\
  (forall q, In q some_questions -> divides_into seven_rows q /\ within_arity 3 q) /\
  (forall q, In q some_questions -> entropy_scores logarithm 7 3 q (some_keys q)) /\
  is_largest m (map some_keys some_questions) /\
  survivors_by some_keys m (entropy_bound 3 3) some_questions = some_questions.
Proof.
  intros m. split; [|split; [reflexivity|split; [|split; [|split]]]].
  - split; [|now vm_compute]. intros r I. simpl in I. repeat destruct I as [<-|I]; try easy; simpl; lia.
  - assert (P : Permutation ((1, 2) :: [(1, 0); (1, 1); (1, 1); (1, 2); (1, 2); (1, 2)])%Z seven_rows).
    { apply (Permutation_middle [(1, 0); (1, 1); (1, 1)]%Z [(1, 2); (1, 2); (1, 2)]%Z (1, 2)%Z). }
    assert (P' : Permutation ([(1, 1); (1, 2); (1, 2)] ++ [(1, 0); (1, 1); (1, 2); (1, 2)])%Z seven_rows).
    { simpl. unfold seven_rows. apply Permutation_sym, (Permutation_cons_app [_; _;
      _]), (Permutation_cons_app []).
      apply (Permutation_cons_app [_; _]). reflexivity. }
    intros q I. simpl in I. destruct I as [<-|[<-|[<-|[]]]]; (split; [split|]); try exact P; try exact P';
      try (intros part J; simpl in J; repeat destruct J as [<-|J]; easy); split; simpl; lia.
  - intros q I. assert (T : forall part, entropy_sum logarithm 7 3 part (sum_in_turn part)) by
      (intros part; now apply in_turn_adds_up). simpl in I. destruct I as [<-|[<-|[<-|[]]]].
    + exists (sum_in_turn (nth 0 cut_one [])), (sum_in_turn (nth 1 cut_one [])). now repeat split.
    + eexists _, _. split; [apply T|]. split; [apply T|]. reflexivity.
    + exists (map share_in_turn cut_one). split; [|now apply in_turn_adds_up].
      repeat constructor; eexists; (split; [apply T|reflexivity]).
  - right. split; [now right; left|]. intros k [<-|[<-|[<-|[]]]];
      vm_cast_no_check (eq_refl true).
  - vm_cast_no_check (eq_refl some_questions).
Qed.

Example the_largest_entropy_float_is_not_enough :
  information_gain_in 3 1 (as_two cut_one) = information_gain_in 3 1 cut_three /\
  survivors_by some_keys (some_keys cut_three) (of_whole 0) some_questions = [cut_three].
Proof.
  destruct the_entropy_filter_applies as (U & _ & D & _). split; [|vm_cast_no_check (eq_refl [cut_three])].
  destruct (D (as_two cut_one)) as [D1 _]; [now left|]. destruct (D cut_three) as [D2 _]; [now right; left|].
  unfold information_gain_in, information_gain.
  rewrite (entropies_of_the_node 3 seven_rows 1 U _ _ D1 D2) by easy.
  rewrite (conditional_entropy_in_units 3 seven_rows 1 U ltac:(reflexivity) _ D1) by easy.
  rewrite (conditional_entropy_in_units 3 seven_rows 1 U ltac:(reflexivity) _ D2) by easy.
  do 3 f_equal. assert (L := ln_2_positive).
  assert (L1 : phi_of 1 = 0) by (unfold phi_of, log2; rewrite ln_1; unfold Rdiv; ring).
  assert (L2 : phi_of 2 = 2) by (unfold phi_of, log2; field; lra).
  assert (L4 : phi_of 4 = 8).
  { unfold phi_of, log2. replace (IZR 4) with (2 * 2) by lra. rewrite ln_mult by lra. field. lra. }
  assert (L6 : phi_of 6 = 6 + 2 * phi_of 3).
  { unfold phi_of, log2. replace (IZR 6) with (2 * 3) by lra. rewrite ln_mult by lra. field. lra. }
  assert (L0 : phi_of 0 = 0) by (unfold phi_of; ring).
  assert (S : forall part a b c w, map (fun k => class_weight k part) (seq 0 3) = [a; b;
    c] -> weights part = w ->
    share_of 3 part = phi_of a + (phi_of b + (phi_of c + 0)) - phi_of w).
  { intros part a b c w E <-. unfold share_of. f_equal.
    change (sumR (fun k => phi_of (class_weight k part)) (seq 0 3)) with
      (sumR phi_of (map (fun k => class_weight k part) (seq 0 3))). now rewrite E. }
  unfold as_two, cut_one, cut_three. cbn [parts_of nth sumR fold_right].
  rewrite (S [(1, 2)]%Z 0 0 1 1)%Z, (S [(1, 0); (1, 1); (1, 1); (1, 2); (1, 2); (1, 2)]%Z 1 2 3 6)%Z,
    (S [(1, 1); (1, 2); (1, 2)]%Z 0 1 2 3)%Z, (S [(1, 0); (1, 1); (1, 2); (1, 2)]%Z 1 1 2 4)%Z by reflexivity.
  rewrite L0, L1, L2, L4, L6. lra.
Qed.

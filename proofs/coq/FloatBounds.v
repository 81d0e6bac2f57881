(** * FloatBounds: the bound of the squared error as it is computed, in binary64

    [RoundedBounds] has what is programmed in numbers that are rounded and never overflow.
      Here each operation is one of binary64: where the
    result is finite, nothing overflowed on the way, for only finite numbers are divided by;
      and it is that of [RoundedBounds].
    Where it is not finite the node goes by the book. *)
From Coq Require Import ZArith Reals Lra Lia.
From Flocq Require Import Core Mult_error BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter WholeKeys WholeFilter WholeCounts WholeGini
  RoundedRows RoundedFloats
  RoundedBounds FromRows.
Open Scope R_scope.

Definition root (x : float64) : float64 := Bsqrt mode_NE x.
Definition four : float64 := of_whole 4.

Definition bound_of_two_children (W l e eT A best : float64) : float64 :=
  let d := plus (times two (plus (times W eT) (times A e))) (times (times eight_u W) A) in
  let p := over (times l W) two in
  plus (plus (times (times two d) (root (over best p))) (over (times d d) p))
    (times best (plus (over (times two e) l) four_u)).
Definition more_for_many (a : nat) (W l e eT best T : float64) : float64 :=
  let squares := plus best (times T T) in let shares := over (times (of_whole (Z.of_nat a)) W) l in
  plus (plus (times (times four eT) (root (times squares shares))) (times (times two (times eT eT)) shares))
    (times squares (plus (times two (over (times two e) l)) (times four_u (of_whole (Z.of_nat (a + 4)))))).
Definition bound_for_squares (a : nat) (W l e eT A best T : float64) : float64 :=
  times two (if Nat.eqb a 2 then bound_of_two_children W l e eT A best
    else plus (bound_of_two_children W l e eT A best) (more_for_many a W l e eT best T)).

Lemma finite_over x y : is_finite (over x y) = true -> is_finite y = true -> B2R y <> 0 ->
  is_finite x = true /\ B2R (over x y) = rnd (B2R x / B2R y).
Proof.
  intros F Fy N. assert (Fx : is_finite x = true) by (destruct x, y; simpl in *; auto; discriminate).
  split; [exact Fx|]. assert (H := Bdiv_correct 53 1024 _ _ mode_NE x y N).
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H. fold (rnd (B2R x / B2R y)) in H.
  destruct (Rlt_bool_spec (Rabs (rnd (B2R x / B2R y))) (power_of_two 1024)) as [L|L]; [apply H|exfalso].
  apply overflows_to in H. unfold over in F. rewrite H in F. discriminate.
Qed.

Lemma finite_root x : is_finite (root x) = true -> is_finite x = true /\ B2R (root x) = rnd (sqrt (B2R x)).
Proof.
  intros F. destruct (Bsqrt_correct 53 1024 _ _ mode_NE x) as (E & G & _). split; [|exact E].
  unfold root in F. rewrite G in F. destruct x as [| | |[|]]; trivial; discriminate.
Qed.

Lemma rnd_times_power x k : (0 <= k)%Z -> is_float x -> rnd (power_of_two k * x) = power_of_two k * x.
Proof. intros K F. rewrite Rmult_comm. now apply rnd_float, mult_bpow_pos_exact_FLT. Qed.

Lemma rnd_twice x : is_float x -> rnd (2 * x) = 2 * x.
Proof. apply (rnd_times_power x 1). lia. Qed.

(** What is at least 1 stays a float where it is made smaller, a little. *)
Lemma rnd_smaller x k : is_float x -> 1 <= x -> (-900 <= k)%Z ->
  rnd (x * power_of_two k) = x * power_of_two k.
Proof.
  intros F X K. apply rnd_float, mult_bpow_exact_FLT; [exact F|].
  assert (M := mag_ge_bpow radix2 x 1). simpl (power_of_two (1 - 1)) in M. rewrite Rabs_right in M by lra.
  specialize (M X). lia.
Qed.

Lemma constants : B2R two = 2 /\ is_finite two = true /\ B2R four = 4 /\ is_finite four = true.
Proof. destruct (of_whole_is 2) as [E F]; [lia|]. destruct (of_whole_is 4) as [G H]; [lia|].
  now repeat split. Qed.

Section Bound.
  Variables (a : nat) (W l e eT A best T : float64).
  Hypothesis sizes : is_finite W = true /\ 1 <= B2R W <= power_of_two 63 /\ is_finite l = true /\
    1 <= B2R l <= power_of_two 63 /\ (2 <= a)%nat /\ (Z.of_nat (a + 4) <= 2 ^ 53)%Z.

  Lemma the_product_is : is_finite (over (times l W) two) = true /\
    B2R (over (times l W) two) = product_of_weights (B2R W) (B2R l) /\ B2R (over (times l W) two) <> 0.
  Proof.
    destruct sizes as (FW & [W1 W2] & Fl & [L1 L2] & _). destruct constants as (E2 & F2 & _ & _).
    assert (P : Rabs (B2R l * B2R W) <= power_of_two 126).
    { change 126%Z with (63 + 63)%Z. rewrite bpow_plus. apply product_at_most; rewrite Rabs_right; lra. }
    destruct (rounded_at_most _ 126 ltac:(lia) P) as [Q1 Q2]. destruct (times_rounds l W Fl FW Q2) as [E F].
    assert (R1 : 1 <= rnd (B2R l * B2R W)).
    { apply rnd_1. apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]. }
    assert (H : rnd (rnd (B2R l * B2R W) / 2) = rnd (B2R l * B2R W) / 2).
    { change (rnd (B2R l * B2R W) / 2) with (rnd (B2R l * B2R W) * power_of_two (-1)).
      apply rnd_smaller; [apply rnd_is_float|exact R1|lia]. }
    rewrite Rabs_right in Q1 by lra.
    destruct (over_rounds (times l W) two F) as [G K]; rewrite ?E, ?E2, ?H; [lra| |].
    - rewrite Rabs_right by lra. apply Rle_lt_trans with (power_of_two 126); [lra|now apply bpow_lt].
    - rewrite E, E2, H in G. split; [exact K|]. rewrite G. split; [reflexivity|]. lra.
  Qed.

  Lemma twice_finite x : is_finite (times two x) = true -> is_finite x = true /\
    B2R (times two x) = 2 * B2R x.
  Proof.
    intros F. destruct (finite_times _ _ F) as (_ & G & E). split; [exact G|].
      destruct constants as (E2 & _).
    rewrite E, E2. apply rnd_twice, float64_is_float.
  Qed.

  Lemma bound_of_two_children_is : is_finite (bound_of_two_children W l e eT A best) = true ->
    is_finite e = true /\
    B2R (bound_of_two_children W l e eT A best) = bound_of_two (B2R W) (B2R l) (B2R e) (B2R eT) (B2R A) (B2R
      best).
  Proof.
    destruct sizes as (FW & [W1 W2] & Fl & [L1 L2] & _). destruct eight_u_is as [E8 F8].
      destruct four_u_is as [E4 F4].
    destruct the_product_is as (Fp & Ep & Np). intros F. unfold bound_of_two_children in *. cbv zeta in *.
    set (p := over (times l W) two) in *.
    set (d := plus (times two (plus (times W eT) (times A e))) (times (times eight_u W) A)) in *.
    destruct (finite_terms _ _ F) as (F1 & F2 & ->). destruct (finite_terms _ _ F1) as (F3 & F4' & ->).
    destruct (finite_times _ _ F3) as (F5 & F6 & ->). destruct (finite_root _ F6) as [F7 ->].
    destruct (finite_over _ _ F7 Fp Np) as [_ ->]. destruct (finite_over _ _ F4' Fp Np) as [F8' ->].
    destruct (finite_times _ _ F8') as (Fd & _ & ->). destruct (twice_finite _ F5) as [_ ->].
    destruct (finite_times _ _ F2) as (_ & F9 & ->). destruct (finite_terms _ _ F9) as (F10 & _ & ->).
    destruct (finite_over _ _ F10 Fl ltac:(lra)) as [F11 ->]. destruct (twice_finite _ F11) as [Fe ->].
    assert (Ed : B2R d = of_difference (B2R W) (B2R e) (B2R eT) (B2R A)).
    { unfold d in *. destruct (finite_terms _ _ Fd) as (G1 & G2 & ->).
      destruct (twice_finite _ G1) as [G3 ->].
      destruct (finite_terms _ _ G3) as (G4 & G5 & ->). destruct (finite_times _ _ G4) as (_ & _ & ->).
      destruct (finite_times _ _ G5) as (_ & _ & ->). destruct (finite_times _ _ G2) as (G6 & _ & ->).
      destruct (finite_times _ _ G6) as (_ & _ & ->). rewrite E8.
      assert (R8 : rnd (8 * u * B2R W) = 8 * u * B2R W).
      { replace (8 * u * B2R W) with (B2R W * power_of_two (-50))
          by (change (power_of_two (-50)) with (/ 1125899906842624); unfold u; lra).
        apply rnd_smaller; [apply float64_is_float|lra|lia]. }
      now rewrite R8. }
    split; [exact Fe|]. now rewrite Ed, Ep, E4.
  Qed.

  Theorem the_bound_for_squares_is : is_finite (bound_for_squares a W l e eT A best T) = true ->
    B2R (bound_for_squares a W l e eT A best T) =
    2 * (if Nat.eqb a 2 then bound_of_two (B2R W) (B2R l) (B2R e) (B2R eT) (B2R A) (B2R best)
      else bound_of_many (B2R W) (B2R l) (B2R e) (B2R eT) (B2R A) (B2R best) (B2R T) (INR a)).
  Proof.
    unfold bound_for_squares. intros F. destruct (twice_finite _ F) as [G ->]. f_equal.
    destruct (Nat.eqb a 2); [now apply bound_of_two_children_is|].
    destruct (finite_terms _ _ G) as (F1 & F2 & ->). destruct (bound_of_two_children_is F1) as [Fe ->].
    destruct sizes as (FW & [W1 W2] & Fl & [L1 L2] & _ & S). destruct four_u_is as [E4 F4].
    destruct constants as (_ & _ & E4' & F4''). unfold bound_of_many. do 2 f_equal.
    destruct (of_whole_is (Z.of_nat a)) as [Ea Fa]; [lia|].
      destruct (of_whole_is (Z.of_nat (a + 4))) as [Eb Fb]; [lia|].
    rewrite <- INR_IZR_INZ in Ea, Eb. rewrite plus_INR in Eb. simpl (INR 4) in Eb.
    unfold more_for_many in *. cbv zeta in *. set (squares := plus best (times T T)) in *.
    set (shares := over (times (of_whole (Z.of_nat a)) W) l) in *.
    destruct (finite_terms _ _ F2) as (G1 & G2 & ->). destruct (finite_terms _ _ G1) as (G3 & G4 & ->).
    destruct (finite_times _ _ G3) as (G5 & G6 & ->). destruct (finite_times _ _ G5) as (_ & _ & ->).
    destruct (finite_root _ G6) as [G7 ->]. destruct (finite_times _ _ G7) as (Gs & Gm & ->).
    destruct (finite_times _ _ G4) as (G8 & _ & ->). destruct (twice_finite _ G8) as [G9 ->].
    destruct (finite_times _ _ G9) as (_ & _ & ->). destruct (finite_times _ _ G2) as (_ & G10 & ->).
    destruct (finite_terms _ _ G10) as (G11 & G12 & ->). destruct (twice_finite _ G11) as [G13 ->].
    destruct (finite_over _ _ G13 Fl ltac:(lra)) as [G14 ->]. destruct (twice_finite _ G14) as [_ ->].
    destruct (finite_times _ _ G12) as (_ & _ & ->).
    assert (Es : B2R squares = whole_squares (B2R best) (B2R T)).
    { unfold squares in *. destruct (finite_terms _ _ Gs) as (_ & H & ->).
      destruct (finite_times _ _ H) as (_ & _ & ->).
      reflexivity. }
    assert (Em : B2R shares = many_shares (B2R W) (B2R l) (INR a)).
    { unfold shares in *. destruct (finite_over _ _ Gm Fl ltac:(lra)) as [H ->].
      destruct (finite_times _ _ H) as (_ & _ & ->). now rewrite Ea. }
    assert (R4 := rnd_times_power (B2R eT) 2 ltac:(lia) (float64_is_float _)).
      change (power_of_two 2) with 4 in R4.
    rewrite Es, Em, E4, Eb, E4', R4. replace (1 + 1 + 1 + 1) with 4 by ring. reflexivity.
  Qed.
End Bound.

(** A smaller bound on the sums of weights gives no larger one. *)
Lemma the_bound_of_two_grows_with_weights W l e e' eT A best : 0 < W -> 0 < l -> e <= e' -> 0 <= e ->
  0 <= eT ->
  0 <= A -> 0 <= best -> bound_of_two W l e eT A best <= bound_of_two W l e' eT A best.
Proof.
  intros HW L E E0 ET HA B. assert (U := u_pos). unfold bound_of_two.
  assert (D : 0 <= of_difference W e eT A <= of_difference W e' eT A).
  { unfold of_difference. split.
    - apply rnd_nonneg, Rplus_le_le_0_compat; [|apply rnd_nonneg; repeat apply Rmult_le_pos; lra].
      apply Rmult_le_pos; [lra|]. apply rnd_nonneg, Rplus_le_le_0_compat; apply rnd_nonneg, Rmult_le_pos;
        lra.
    - apply rnd_le, Rplus_le_compat_r, Rmult_le_compat_l; [lra|]. apply rnd_le, Rplus_le_compat_l, rnd_le.
      now apply Rmult_le_compat_l. }
  assert (S : share_of_weight l e <= share_of_weight l e').
  { apply rnd_le. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, L|lra]. }
  assert (P : 0 <= / product_of_weights W l).
  { destruct (Req_dec (product_of_weights W l) 0) as [->|N]; [rewrite Rinv_0; lra|].
    apply Rlt_le, Rinv_0_lt_compat. assert (0 <= product_of_weights W l); [|lra]. unfold product_of_weights.
    apply Rmult_le_pos; [apply rnd_nonneg, Rmult_le_pos|]; lra. }
  set (d := of_difference W e eT A) in *. set (d' := of_difference W e' eT A) in *. clearbody d d'.
  apply rnd_le, Rplus_le_compat; apply rnd_le.
  - apply Rplus_le_compat; apply rnd_le.
    + apply Rmult_le_compat_r; [apply rnd_nonneg, sqrt_pos|lra].
    + apply Rmult_le_compat_r; [exact P|]. apply rnd_le. apply Rmult_le_compat; lra.
  - apply Rmult_le_compat_l; [exact B|]. apply rnd_le. lra.
Qed.

(** Nor does a smaller largest key. *)
Lemma the_bound_of_two_grows_with_keys W l e eT A best best' : 0 < W -> 0 < l -> 0 <= e -> 0 <= eT -> 0 <= A
  ->
  best <= best' -> bound_of_two W l e eT A best <= bound_of_two W l e eT A best'.
Proof.
  intros HW L E ET HA B. assert (U := u_pos). unfold bound_of_two.
  assert (P : 0 <= / product_of_weights W l).
  { destruct (Req_dec (product_of_weights W l) 0) as [->|N]; [rewrite Rinv_0; lra|].
    apply Rlt_le, Rinv_0_lt_compat. assert (0 <= product_of_weights W l); [|lra]. unfold product_of_weights.
    apply Rmult_le_pos; [apply rnd_nonneg, Rmult_le_pos|]; lra. }
  assert (D : 0 <= of_difference W e eT A).
  { unfold of_difference. apply rnd_nonneg, Rplus_le_le_0_compat; [|apply rnd_nonneg; repeat apply
      Rmult_le_pos; lra].
    apply Rmult_le_pos; [lra|]. apply rnd_nonneg, Rplus_le_le_0_compat; apply rnd_nonneg, Rmult_le_pos; lra. }
  apply rnd_le, Rplus_le_compat.
  - apply rnd_le, Rplus_le_compat_r, rnd_le, Rmult_le_compat_l; [lra|].
    apply rnd_le, sqrt_le_1_alt, rnd_le. now apply Rmult_le_compat_r.
  - apply rnd_le, Rmult_le_compat_r; [|exact B]. apply rnd_nonneg, Rplus_le_le_0_compat; [|lra].
    apply rnd_nonneg, ratio_nonneg; lra.
Qed.

Lemma the_bound_of_many_grows_with_keys W l e eT A best best' T a : 0 < W -> 0 < l -> 0 <= e -> 0 <= eT ->
  0 <= A -> 0 <= a -> best <= best' -> bound_of_many W l e eT A best T a <= bound_of_many W l e eT A best' T
    a.
Proof.
  intros HW L E ET HA Ha B. assert (U := u_pos). unfold bound_of_many. apply rnd_le, Rplus_le_compat.
  - now apply the_bound_of_two_grows_with_keys.
  - assert (S : whole_squares best T <= whole_squares best' T) by (apply rnd_le, Rplus_le_compat_r, B).
    apply rnd_le, Rplus_le_compat.
    + apply rnd_le, Rplus_le_compat_r, rnd_le, Rmult_le_compat_l; [lra|].
      apply rnd_le, sqrt_le_1_alt, rnd_le, Rmult_le_compat_r; [|exact S].
      apply rnd_nonneg, ratio_nonneg; [apply rnd_nonneg, Rmult_le_pos; lra|exact L].
    + apply rnd_le, Rmult_le_compat_r; [|exact S]. apply rnd_nonneg, Rplus_le_le_0_compat.
      * apply Rmult_le_pos; [lra|]. apply rnd_nonneg, ratio_nonneg; lra.
      * apply rnd_nonneg. repeat apply Rmult_le_pos; lra.
Qed.

Lemma the_bound_of_many_grows_with_weights W l e e' eT A best T a : 0 < W -> 0 < l -> e <= e' ->
  0 <= e -> 0 <= eT ->
  0 <= A -> 0 <= best -> bound_of_many W l e eT A best T a <= bound_of_many W l e' eT A best T a.
Proof.
  intros HW L E E0 ET HA B. unfold bound_of_many. apply rnd_le, Rplus_le_compat.
  - now apply the_bound_of_two_grows_with_weights.
  - apply rnd_le, Rplus_le_compat_l, rnd_le. apply Rmult_le_compat_l.
    + apply rnd_nonneg, Rplus_le_le_0_compat; [exact B|apply rnd_nonneg, Rle_0_sqr].
    + apply rnd_le, Rplus_le_compat_r, Rmult_le_compat_l; [lra|]. apply rnd_le.
      apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, L|lra].
Qed.

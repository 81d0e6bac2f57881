(** * IntegerLogarithm: logarithms in integers, as [dtrees.numbers.logarithms] computes them, and sums of
    them

    [2^p] times a number is an integer but for what is cut off.  All that is cut off makes a logarithm of at
    most 2 smaller, so that the error is counted in units of [2^-p]. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core.
From Dtrees Require Import Entropy AtanhSeries.
Import ListNotations.
Open Scope R_scope.

Lemma quotient_is_cut_off a b : (0 < b)%Z -> 0 <= IZR a / IZR b - IZR (a / b) < 1.
Proof.
  intros B. assert (P := IZR_lt _ _ B). assert (H := Z.mod_pos_bound a b B).
  assert (E := Z_div_mod_eq_full a b).
  assert (R : IZR a / IZR b - IZR (a / b) = IZR (a mod b) / IZR b).
  { rewrite E at 1. rewrite plus_IZR, mult_IZR. field. lra. }
  rewrite R. assert (I : 0 < / IZR b) by now apply Rinv_0_lt_compat. destruct H as [H1 H2].
  apply IZR_le in H1. apply IZR_lt in H2.
  split; [apply Rmult_le_pos; lra|]. apply Rmult_lt_reg_r with (IZR b); [exact P|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(** ** The series *)

Section Series.
  Variables (p above below : Z).
  Hypothesis bits : (0 <= p)%Z.
  Hypothesis at_most_a_third : (0 <= 3 * above <= below /\ 0 < below)%Z.

  Definition scaled : Z := above * 2 ^ p / below.
  Definition square : Z := scaled * scaled / 2 ^ p.

  (** A power is the one before times the square of the quotient, where that is short, or what the square is
      cut off to. *)
  Definition next (power : Z) : Z :=
    if (below <? 2 ^ 256)%Z then power * (above * above) / (below * below) else power * square / 2 ^ p.

  (** The power and the total after some rounds. *)
  Fixpoint rounds (i : nat) : Z * Z :=
    match i with
    | O => (scaled, scaled)
    | S i => let (power, total) := rounds i in let power := next power in (power,
      total + power / (2 * Z.of_nat i + 3))%Z
    end.

  Let one : R := IZR (2 ^ p).
  Let s : R := IZR above / IZR below.

  Lemma one_positive : 1 <= one.
  Proof. apply IZR_le. assert (H := Z.pow_pos_nonneg 2 p). lia. Qed.

  Lemma s_is : 0 <= s <= / 3 /\ 0 <= s * one - IZR scaled < 1.
  Proof.
    destruct at_most_a_third as [[A B] P]. split.
    - apply IZR_le in A, B. apply IZR_lt in P. rewrite mult_IZR in A, B.
      assert (E : s * IZR below = IZR above) by (unfold s; field; lra).
      split; apply Rmult_le_reg_r with (IZR below); lra.
    - assert (H := quotient_is_cut_off (above * 2 ^ p) below P). rewrite mult_IZR in H. fold one scaled in H.
      replace (IZR above * one / IZR below) with (s * one) in H by (unfold s, Rdiv; ring). exact H.
  Qed.

  Lemma s_square : 0 <= s * s <= / 9.
  Proof.
    destruct s_is as [S _]. split; [apply Rle_0_sqr|].
    apply Rle_trans with (/ 3 * / 3); [apply Rmult_le_compat|]; lra.
  Qed.

  Lemma s_power i : 0 <= s ^ (2 * i + 1) <= / 3.
  Proof.
    assert (V := s_square). destruct s_is as [S _]. induction i as [|i IH]; [simpl; lra|].
    replace (2 * Datatypes.S i + 1)%nat with (2 + (2 * i + 1))%nat by lia.
    rewrite pow_add. simpl (s ^ 2). rewrite Rmult_1_r. set (x := s ^ (2 * i + 1)) in *.
    split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (1 * x); [apply Rmult_le_compat_r; lra|lra].
  Qed.

  Lemma scaled_nonneg : (0 <= scaled)%Z.
  Proof. apply Z.div_pos; [apply Z.mul_nonneg_nonneg; [lia|apply Z.pow_nonneg; lia]|lia]. Qed.

  Lemma next_nonneg k : (0 <= k -> 0 <= next k)%Z.
  Proof.
    intros K. unfold next. destruct (below <? 2 ^ 256)%Z.
    - apply Z.div_pos; [apply Z.mul_nonneg_nonneg; [exact K|apply Z.square_nonneg]|apply Z.mul_pos_pos; lia].
    - apply Z.div_pos; [apply Z.mul_nonneg_nonneg; [exact K|]|apply Z.pow_pos_nonneg; lia].
      apply Z.div_pos; [apply Z.square_nonneg|apply Z.pow_pos_nonneg; lia].
  Qed.

  (** A power loses, beside what the one before had lost, a rounding and what the square lost. *)
  Lemma next_is_near k : (0 <= k)%Z -> IZR k <= / 3 * one ->
    0 <= IZR k * (s * s) - IZR (next k) <= 5 / 9 + 1.
  Proof.
    intros K L. assert (O := one_positive). destruct s_is as [S C]. assert (K' := IZR_le _ _ K).
    assert (P := proj2 at_most_a_third). unfold next. destruct (below <? 2 ^ 256)%Z.
    - assert (H := quotient_is_cut_off (k * (above * above)) (below * below) ltac:(apply Z.mul_pos_pos;
        lia)). rewrite !mult_IZR in H. apply IZR_lt in P.
      replace (IZR k * (IZR above * IZR above) / (IZR below * IZR below)) with (IZR k * (s * s)) in H by
        (unfold s; field; lra). lra.
    - assert (H := quotient_is_cut_off (k * square) (2 ^ p) ltac:(apply Z.pow_pos_nonneg; lia)).
      fold one in H. rewrite mult_IZR in H.
      assert (Q := quotient_is_cut_off (scaled * scaled) (2 ^ p) ltac:(apply Z.pow_pos_nonneg; lia)).
      fold one square in Q. rewrite mult_IZR in Q.
      assert (Sc := IZR_le _ _ scaled_nonneg). set (a := IZR scaled) in *. set (b := IZR square) in *.
      set (c := IZR k) in *.
      assert (I : 0 < / one) by (apply Rinv_0_lt_compat; lra).
      assert (One : one * / one = 1) by (field; lra).
      assert (Lo : a * a / one <= s * s * one).
      { apply Rle_trans with (s * one * (s * one) / one); [|apply Req_le; field; lra]. unfold Rdiv.
        apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat; lra. }
      assert (Hi : s * s * one - 2 / 3 <= a * a / one).
      { assert (X : (s * one - 1) * (s * one) <= a * (s * one)) by (apply Rmult_le_compat_r;
          [apply Rmult_le_pos|]; lra).
        assert (Y : a * (s * one - 1) <= a * a) by (apply Rmult_le_compat_l; lra).
        apply Rmult_le_reg_r with one; [lra|]. replace (a * a / one * one) with (a * a) by (field; lra).
        assert (Z1 : a <= s * one) by lra.
        assert (Z2 : s * one <= / 3 * one) by (apply Rmult_le_compat_r; lra). lra. }
      assert (D : 0 <= s * s * one - b <= 5 / 3) by lra.
      assert (E : c * (s * s) - c * b / one = c * / one * (s * s * one - b)) by (unfold Rdiv; field; lra).
      assert (F : 0 <= c * / one <= / 3) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_reg_r with one;
        [lra|]; rewrite Rmult_assoc, (Rmult_comm (/ one)), One; lra]).
      assert (G : 0 <= c * / one * (s * s * one - b) <= / 3 * (5 / 3)) by (split; [apply Rmult_le_pos;
        lra|apply Rmult_le_compat; lra]). lra.
  Qed.

  (** A power is at most 7/4 units too small. *)
  Lemma power_is_near i : 0 <= s ^ (2 * i + 1) * one - IZR (fst (rounds i)) <= 7 / 4 /\
    (0 <= fst (rounds i))%Z.
  Proof.
    assert (O := one_positive). destruct s_is as [S C]. assert (V := s_square). induction i as [|i IH].
    - cbn [rounds fst]. simpl (2 * 0 + 1)%nat. rewrite pow_1. split; [lra|exact scaled_nonneg].
    - cbn [rounds]. destruct (rounds i) as [power total]. cbn [fst] in *. destruct IH as [IH P].
      assert (Sp := s_power i).
      replace (2 * Datatypes.S i + 1)%nat with (2 + (2 * i + 1))%nat by lia. rewrite pow_add. simpl (s ^ 2).
      rewrite Rmult_1_r.
      split; [|now apply next_nonneg]. set (x := s ^ (2 * i + 1)) in *.
      assert (X : x * one <= / 3 * one) by (apply Rmult_le_compat_r; lra).
      assert (N := next_is_near power P ltac:(lra)). set (v := s * s) in *.
      assert (D : 0 <= (x * one - IZR power) * v <= 7 / 4 * / 9) by (split; [apply Rmult_le_pos;
        lra|apply Rmult_le_compat; lra]). lra.
  Qed.

  (** A total is at most 1 unit too small, and 19/12 more a round. *)
  Lemma total_is_near i : 0 <= series (S i) s * one - IZR (snd (rounds i)) <= 1 + 19 / 12 * INR i.
  Proof.
    assert (O := one_positive). destruct s_is as [S C]. induction i as [|i IH].
    - cbn [rounds snd series]. simpl (2 * 0 + 1)%nat. rewrite pow_1. simpl (INR 0).
      replace (0 + s / (2 * 0 + 1)) with s by field. lra.
    - rewrite S_INR. assert (P := power_is_near (Datatypes.S i)). cbn [rounds] in *.
      destruct (rounds i) as [power total]. cbn [fst snd] in *.
      destruct P as [P _]. rewrite plus_IZR.
      assert (H := quotient_is_cut_off (next power) (2 * Z.of_nat i + 3) ltac:(lia)).
      rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ in H. assert (N := pos_INR i).
      change (series (Datatypes.S (Datatypes.S i)) s) with (series (Datatypes.S i) s + s ^ (2 * Datatypes.S i
        + 1) / (2 * INR (Datatypes.S i) + 1)). rewrite S_INR.
      set (x := s ^ (2 * Datatypes.S i + 1)) in *. set (n := 2 * INR i + 3) in *.
      replace (2 * (INR i + 1) + 1) with n by (unfold n; ring).
      assert (n3 : 3 <= n) by (unfold n; lra).
      assert (I : 0 < / n <= / 3) by (split; [apply Rinv_0_lt_compat|apply Rinv_le_contravar]; lra).
      assert (D : 0 <= (x * one - IZR (next power)) * / n <= 7 / 4 * / 3) by (split; [apply Rmult_le_pos;
        lra|apply Rmult_le_compat; lra]).
      unfold Rdiv in *. lra.
  Qed.

  Lemma power_times_two k : 0 <= s ^ (2 * k + 1) * 2 ^ k <= / 3.
  Proof.
    assert (V := s_square). destruct s_is as [S _]. induction k as [|k IH]; [simpl; lra|].
    replace (2 * Datatypes.S k + 1)%nat with (2 + (2 * k + 1))%nat by lia.
    rewrite pow_add. simpl (s ^ 2). simpl (2 ^ Datatypes.S k). set (x := s ^ (2 * k + 1)) in *.
    set (y := 2 ^ k) in *.
    replace (s * (s * 1) * x * (2 * y)) with (2 * (s * s) * (x * y)) by ring.
    split; [apply Rmult_le_pos; lra|].
    apply Rle_trans with (1 * (x * y)); [apply Rmult_le_compat_r; lra|lra].
  Qed.

  Lemma one_is : one = 2 ^ Z.to_nat p.
  Proof. unfold one. rewrite <- (Z2Nat.id p) at 1 by exact bits. symmetry. apply pow_IZR. Qed.

  (** The program stops once a power is 0, and that comes: from there on nothing is added. *)
  Theorem the_powers_end : fst (rounds (Z.to_nat p)) = 0%Z.
  Proof.
    destruct (power_is_near (Z.to_nat p)) as [[H _] N]. assert (L : IZR (fst (rounds (Z.to_nat p))) < 1).
    { apply Rle_lt_trans with (s ^ (2 * Z.to_nat p + 1) * one); [lra|]. rewrite one_is.
      destruct (power_times_two (Z.to_nat p)). lra. }
    apply lt_IZR in L. lia.
  Qed.

  Lemma nothing_is_added i : fst (rounds i) = 0%Z -> rounds (S i) = rounds i.
  Proof.
    cbn [rounds]. destruct (rounds i) as [power total]. cbn [fst]. intros ->.
    assert (P := proj2 at_most_a_third).
    assert (Z0 : next 0 = 0%Z) by (unfold next; rewrite !Z.mul_0_l; destruct (below <? 2 ^ 256)%Z;
      apply Z.div_0_l; [|apply Z.pow_nonzero]; lia).
    rewrite Z0, Z.div_0_l by lia. f_equal. lia.
  Qed.

  Definition atanh_scaled : Z := snd (rounds (Z.to_nat p)).

  Theorem the_series_in_integers_is_near : 0 <= atanh2 s * one - 2 * IZR atanh_scaled <= 4 * IZR p + 3.
  Proof.
    assert (O := one_positive). destruct s_is as [S _]. assert (V := s_square).
    assert (H := total_is_near (Z.to_nat p)). fold atanh_scaled in H.
    assert (Ip := pos_INR (Z.to_nat p)). rewrite INR_IZR_INZ, Z2Nat.id in H, Ip by exact bits.
    destruct (series_from_below (Datatypes.S (Z.to_nat p)) s ltac:(lra)) as [A B].
    assert (C : 2 * s ^ (2 * Datatypes.S (Z.to_nat p) + 1) / (1 - s * s) * one <= 1).
    { assert (I : 0 < / (1 - s * s) <= 9 / 8).
      { split; [apply Rinv_0_lt_compat; lra|]. replace (9 / 8) with (/ (8 / 9)) by field.
        apply Rinv_le_contravar; lra. }
      assert (G := power_times_two (Datatypes.S (Z.to_nat p))). simpl (2 ^ Datatypes.S (Z.to_nat p)) in G.
      rewrite <- one_is in G.
      set (x := s ^ (2 * Datatypes.S (Z.to_nat p) + 1)) in *.
      replace (2 * x / (1 - s * s) * one) with (x * (2 * one) * / (1 - s * s)) by (unfold Rdiv; ring).
      apply Rle_trans with (/ 3 * (9 / 8)); [apply Rmult_le_compat; lra|lra]. }
    assert (A' : 0 <= (atanh2 s - 2 * series (Datatypes.S (Z.to_nat p)) s) * one) by (apply Rmult_le_pos;
      lra).
    assert (B' : (atanh2 s - 2 * series (Datatypes.S (Z.to_nat p)) s) * one <= 2 * s ^ (2 * Datatypes.S
      (Z.to_nat p) + 1) / (1 - s * s) * one) by (apply Rmult_le_compat_r; lra).
    lra.
  Qed.
End Series.

(** ** Logarithms *)

Lemma atanh2_is s : -1 < s < 1 -> atanh2 s = ln ((1 + s) / (1 - s)).
Proof.
  intros S. unfold atanh2, Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra). ring.
Qed.

(** Twice the series of a quotient: the logarithm of [c / d]. *)
Definition log_of (p c d : Z) : Z := 2 * atanh_scaled p (c - d) (c + d).

Theorem log_of_is_near p c d : (0 <= p)%Z -> (0 < d <= c)%Z -> (c <= 2 * d)%Z ->
  0 <= ln (IZR c / IZR d) * IZR (2 ^ p) - IZR (log_of p c d) <= 4 * IZR p + 3.
Proof.
  intros P D C. assert (N := the_series_in_integers_is_near p (c - d) (c + d) P ltac:(lia)).
  assert (D1 : 0 < IZR d) by (apply IZR_lt; lia). assert (D2 : IZR d <= IZR c) by (apply IZR_le; lia).
  rewrite minus_IZR, plus_IZR in N.
  assert (L : ln (IZR c / IZR d) = atanh2 ((IZR c - IZR d) / (IZR c + IZR d))).
  { assert (I : 0 < / (IZR c + IZR d)) by (apply Rinv_0_lt_compat; lra). rewrite atanh2_is.
    - f_equal. field. split; lra.
    - split; apply Rmult_lt_reg_r with (IZR c + IZR d); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l;
        lra. }
  unfold log_of. rewrite mult_IZR, L. lra.
Qed.

(** As programmed: the power of two below, a head of six bits of the mantissa, and a series for what is left;
    where more than
    256 bits are computed, a head of 64 bits between the two. *)
Definition guard : Z := 32.

Definition log_of_head (q steps head : Z) : Z :=
  if (steps =? 6)%Z then log_of q head (2 ^ 6) else
  let shorter := (head / 2 ^ (steps - 6))%Z in (log_of q shorter (2 ^ 6) + log_of q head (shorter * 2 ^
    (steps - 6)))%Z.

Definition scaled_log2 (number bits : Z) : Z :=
  let q := (bits + guard)%Z in
  let e := Z.log2 number in
  if (number =? 2 ^ e)%Z then (e * 2 ^ bits)%Z else
  let steps := if (256 <? q)%Z then 64%Z else 6%Z in
  let mantissa := (number * 2 ^ q / 2 ^ e)%Z in
  let head := (mantissa / 2 ^ (q - steps))%Z in
  let near := (head * 2 ^ (q - steps))%Z in
  (e * 2 ^ bits + (log_of_head q steps head + log_of q mantissa near) * 2 ^ bits / log_of_head q 6 (2 * 2 ^
    6))%Z.

Lemma log_of_cut q c k : (0 <= q -> 0 <= k -> 64 * 2 ^ k <= c ->
  0 < c / 2 ^ k /\ c / 2 ^ k * 2 ^ k <= c <= 2 * (c / 2 ^ k * 2 ^ k))%Z.
Proof.
  intros Q K C. assert (P := Z.pow_pos_nonneg 2 k ltac:(lia) K). assert (D := Z.mul_div_le c (2 ^ k) P).
  assert (D2 := Z.mul_succ_div_gt c (2 ^ k) P).
  assert (H : (64 <= c / 2 ^ k)%Z) by (apply Z.div_le_lower_bound; lia).
  assert (64 * 2 ^ k <= c / 2 ^ k * 2 ^ k)%Z by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** Two steps: the logarithm of what is cut off, and of what is left. *)
Lemma ln_in_steps c a k one : (0 <= k)%Z -> (0 < a)%Z -> (0 < c)%Z -> (one = 64 * 2 ^ k)%Z ->
  ln (IZR a / 64) + ln (IZR c / IZR (a * 2 ^ k)) = ln (IZR c / IZR one).
Proof.
  intros K A C ->. assert (P := IZR_lt _ _ (Z.pow_pos_nonneg 2 k ltac:(lia) K)). apply IZR_lt in A, C.
  rewrite !mult_IZR. rewrite <- ln_mult.
  - f_equal. field. split; lra.
  - apply Rmult_lt_0_compat; lra.
  - apply Rmult_lt_0_compat; [lra|]. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
Qed.

Lemma log_of_head_is_near q steps head : (0 <= q)%Z -> (steps = 6 \/ steps = 64)%Z ->
  (2 ^ steps <= head <= 2 * 2 ^ steps)%Z ->
  0 <= ln (IZR head / IZR (2 ^ steps)) * IZR (2 ^ q) - IZR (log_of_head q steps head) <= 2 * (4 * IZR q + 3).
Proof.
  intros Q S H. unfold log_of_head. assert (Q' := IZR_le _ _ Q). assert (Q0 : 0 <= 4 * IZR q + 3) by lra.
  destruct S as [-> | ->].
  - assert (L := log_of_is_near q head (2 ^ 6) Q ltac:(lia) ltac:(lia)). change (6 =? 6)%Z with true.
    cbv iota. lra.
  - change (64 =? 6)%Z with false. cbv iota zeta. change (64 - 6)%Z with 58%Z.
    destruct (log_of_cut q head 58 Q ltac:(lia) ltac:(lia)) as (A & B & C).
    set (a := (head / 2 ^ 58)%Z) in *. assert (A1 : (64 <= a)%Z) by (apply Z.div_le_lower_bound; lia).
    assert (A2 : (a <= 128)%Z) by (apply Z.div_le_upper_bound; lia).
    assert (L1 := log_of_is_near q a (2 ^ 6) Q ltac:(lia) ltac:(lia)).
    assert (L2 := log_of_is_near q head (a * 2 ^ 58) Q ltac:(lia) ltac:(lia)).
    rewrite plus_IZR, <- (ln_in_steps head a 58 (2 ^ 64)) by (try reflexivity; lia).
    change (IZR (2 ^ 6)) with 64 in L1. lra.
Qed.

(** Two numbers that are a little too small, divided. *)
Lemma quotient_of_near a b x y d : 0 <= a <= b -> 0 <= a - x <= d -> 0 <= b - y <= d -> 0 < y ->
  Rabs (a / b - x / y) <= d / y.
Proof.
  intros A X Y P. assert (B : 0 < b) by lra.
  replace (a / b - x / y) with (((a - x) - a / b * (b - y)) / y) by (field; lra).
  assert (I : 0 < / y) by now apply Rinv_0_lt_compat. assert (J : 0 < / b) by now apply Rinv_0_lt_compat.
  unfold Rdiv at 1 3. rewrite Rabs_mult, (Rabs_right (/ y)) by lra.
  apply Rmult_le_compat_r; [lra|]. assert (Q : 0 <= a / b <= 1).
  { split; [apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with b; [exact B|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Z1 : 0 <= a / b * (b - y)) by (apply Rmult_le_pos; lra).
  assert (Z2 : a / b * (b - y) <= 1 * (b - y)) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le. lra.
Qed.

Theorem scaled_log2_is_near number bits : (1 <= number)%Z -> (0 <= bits <= 2 ^ 26)%Z ->
  Rabs (IZR (2 ^ bits) * log2 (IZR number) - IZR (scaled_log2 number bits)) < 2.
Proof.
  intros N B. unfold scaled_log2. set (q := (bits + guard)%Z).
  assert (Q : (32 <= q <= 2 ^ 26 + 32)%Z) by (unfold q, guard; lia).
  set (e := Z.log2 number). assert (E0 := Z.log2_nonneg number). fold e in E0. assert (Two := ln_2_bounds).
  assert (Power : ln (IZR (2 ^ e)) = IZR e * ln 2).
  { rewrite <- (Z2Nat.id e) by exact E0. rewrite <- pow_IZR, ln_pow by lra. now rewrite <- INR_IZR_INZ. }
  destruct (Z.eqb_spec number (2 ^ e)) as [Ex|_].
  { replace (log2 (IZR number)) with (IZR e) by (rewrite Ex; unfold log2; rewrite Power; field; lra).
    rewrite mult_IZR, (Rmult_comm (IZR e)), Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  set (steps := if (256 <? q)%Z then 64%Z else 6%Z).
  assert (Steps : (steps = 6 \/ steps = 64)%Z /\ (steps <= q)%Z) by (unfold steps;
    destruct (Z.ltb_spec 256 q); lia). destruct Steps as [Steps Sq].
  set (mantissa := (number * 2 ^ q / 2 ^ e)%Z). set (k := (q - steps)%Z). set (head := (mantissa / 2 ^ k)%Z).
  assert (Le := Z.log2_spec number ltac:(lia)). fold e in Le. rewrite Z.pow_succ_r in Le by exact E0.
  assert (Pe := Z.pow_pos_nonneg 2 e ltac:(lia) E0).
  assert (Pq := Z.pow_pos_nonneg 2 q ltac:(lia) ltac:(lia)).
  assert (Ps := Z.pow_pos_nonneg 2 k ltac:(lia) ltac:(lia)). assert (Split : (2 ^ q = 2 ^ steps * 2 ^ k)%Z).
  { rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (M1 : (2 ^ q <= mantissa)%Z) by (apply Z.div_le_lower_bound;
    [exact Pe|apply Z.mul_le_mono_nonneg_r; lia]).
  assert (M2 : (mantissa < 2 * 2 ^ q)%Z).
  { apply Z.div_lt_upper_bound; [exact Pe|].
    assert (number * 2 ^ q < 2 * 2 ^ e * 2 ^ q)%Z by (apply Z.mul_lt_mono_pos_r; lia). lia. }
  assert (S64 : (64 <= 2 ^ steps)%Z) by (destruct Steps as [-> | ->]; lia).
  assert (H1 : (2 ^ steps <= head)%Z) by (apply Z.div_le_lower_bound; lia).
  assert (H2 : (head < 2 * 2 ^ steps)%Z) by (apply Z.div_lt_upper_bound; lia).
  assert (Large : (64 * 2 ^ k <= mantissa)%Z) by (apply Z.le_trans with (2 ^ steps * 2 ^ k)%Z;
    [apply Z.mul_le_mono_nonneg_r|]; lia).
  destruct (log_of_cut q mantissa k ltac:(lia) ltac:(lia) Large) as (Hp & Nm). fold head in Hp, Nm.
  assert (L1 := log_of_head_is_near q steps head ltac:(lia) Steps ltac:(lia)).
  assert (L2 := log_of_is_near q mantissa (head * 2 ^ k) ltac:(lia) ltac:(lia) ltac:(lia)).
  assert (L3 := log_of_head_is_near q 6 (2 * 2 ^ 6) ltac:(lia) ltac:(lia) ltac:(lia)).
  set (x1 := log_of_head q steps head) in *. set (x2 := log_of q mantissa (head * 2 ^ k)) in *.
  set (y := log_of_head q 6 (2 * 2 ^ 6)) in *.
  set (one := IZR (2 ^ q)) in *. assert (One : 0 < one) by now apply IZR_lt.
  replace (IZR (2 * 2 ^ 6) / IZR (2 ^ 6)) with 2 in L3 by (change (2 * 2 ^ 6)%Z with 128%Z;
    change (2 ^ 6)%Z with 64%Z; field).
  (** The mantissa's logarithm, cut off. *)
  set (mu := IZR number / IZR (2 ^ e)). assert (C := quotient_is_cut_off (number * 2 ^ q) (2 ^ e) Pe).
  fold mantissa in C. rewrite mult_IZR in C. fold one in C.
  replace (IZR number * one / IZR (2 ^ e)) with (mu * one) in C by (unfold mu, Rdiv; ring).
  assert (Mu : 1 <= mu < 2).
  { assert (G := IZR_lt _ _ Pe). destruct Le as [Le1 Le2]. apply IZR_le in Le1. apply IZR_lt in Le2.
    rewrite mult_IZR in Le2. unfold mu.
    split; [apply Rmult_le_reg_r with (IZR (2 ^ e))|apply Rmult_lt_reg_r with (IZR (2 ^ e))]; try exact G;
      unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Rm := IZR_le _ _ M1). fold one in Rm. set (m := IZR mantissa) in *.
  assert (Lm : ln (IZR head / IZR (2 ^ steps)) + ln (m / IZR (head * 2 ^ k)) = ln (m / one)).
  { assert (Hr : 0 < IZR head) by (apply IZR_lt; lia).
    assert (Sr : 0 < IZR (2 ^ steps)) by (apply IZR_lt; lia). apply IZR_lt in Ps.
    unfold one. rewrite Split, !mult_IZR, <- ln_mult.
    - f_equal. field. repeat split; lra.
    - apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat].
    - apply Rmult_lt_0_compat; [lra|]. now apply Rinv_0_lt_compat, Rmult_lt_0_compat. }
  assert (Cut : 0 <= (ln mu - ln (m / one)) * one <= 1).
  { assert (Em : m / one * one = m) by (field; lra). set (z := m / one) in *.
    assert (Z1 : 1 <= z) by (apply Rmult_le_reg_r with one; lra).
    assert (Zm : z <= mu) by (apply Rmult_le_reg_r with one; lra). assert (G : 0 <= ln mu - ln z <= mu - z).
    { split; [destruct (Req_dec z mu) as [->|D];
        [lra|assert (G := ln_increasing z mu ltac:(lra) ltac:(lra)); lra]|].
      assert (X := exp_ineq1_le (ln (mu / z))). assert (I : 0 < / z) by (apply Rinv_0_lt_compat; lra).
      rewrite exp_ln in X by (apply Rmult_lt_0_compat; lra).
      unfold Rdiv in X. rewrite ln_mult, ln_Rinv in X by lra. assert (Y : mu * / z - 1 <= mu - z); [|lra].
      apply Rmult_le_reg_r with z; [lra|]. replace ((mu * / z - 1) * z) with (mu - z) by (field; lra).
      assert (0 <= (mu - z) * (z - 1)) by (apply Rmult_le_pos; lra). lra. }
    split; [apply Rmult_le_pos; lra|].
    apply Rle_trans with ((mu - z) * one); [apply Rmult_le_compat_r; lra|lra]. }
  assert (Num : 0 <= ln mu * one - IZR (x1 + x2) <= 12 * IZR q + 10) by (rewrite plus_IZR, <- Lm in *; lra).
  assert (Lmu : 0 <= ln mu <= ln 2).
  { split; [rewrite <- ln_1|]; [destruct (Req_dec 1 mu) as [<-|D]; [lra|apply Rlt_le, ln_increasing;
      lra]|apply Rlt_le, ln_increasing; lra]. }
  assert (Qr : 32 <= IZR q <= IZR (2 ^ 26 + 32)) by (split; apply IZR_le; lia).
  change (2 ^ 26 + 32)%Z with 67108896%Z in Qr.
  assert (Big : one = IZR (2 ^ bits) * 4294967296).
  { unfold one, q, guard. rewrite Z.pow_add_r by lia. rewrite mult_IZR. reflexivity. }
  assert (Pb : 1 <= IZR (2 ^ bits)) by (apply IZR_le; assert (H := Z.pow_pos_nonneg 2 bits); lia).
  assert (Y0 : / 2 * one <= IZR y).
  { assert (A : 693 / 1000 * one <= ln 2 * one) by (apply Rmult_le_compat_r; lra). lra. }
  assert (K := quotient_of_near (ln mu * one) (ln 2 * one) (IZR (x1 + x2)) (IZR y)
    (12 * IZR q + 10) ltac:(split; [apply Rmult_le_pos|apply Rmult_le_compat_r];
    lra) Num ltac:(lra) ltac:(lra)).
  replace (ln mu * one / (ln 2 * one)) with (log2 mu) in K by (unfold log2; field; lra).
  assert (Small : (12 * IZR q + 10) / IZR y * IZR (2 ^ bits) < 1).
  { apply Rmult_lt_reg_r with (IZR y); [lra|].
    replace ((12 * IZR q + 10) / IZR y * IZR (2 ^ bits) * IZR y) with ((12 * IZR q + 10) * IZR (2 ^ bits)) by
      (field; lra).
    apply Rle_lt_trans with (2000000000 * IZR (2 ^ bits)); [apply Rmult_le_compat_r; lra|lra]. }
  assert (Last := quotient_is_cut_off ((x1 + x2) * 2 ^ bits) y ltac:(apply lt_IZR; lra)).
  rewrite mult_IZR in Last.
  assert (Log : log2 (IZR number) = IZR e + log2 mu).
  { assert (G := IZR_lt _ _ Pe). assert (X : IZR number = IZR (2 ^ e) * mu) by (unfold mu; field; lra).
    unfold log2. rewrite X, ln_mult by lra.
    rewrite Power. field. lra. }
  rewrite plus_IZR, mult_IZR, Log. set (v := IZR (2 ^ bits)) in *.
  set (z := IZR ((x1 + x2) * 2 ^ bits / y)) in *. set (r := IZR (x1 + x2)) in *.
  replace (r * v / IZR y) with (r / IZR y * v) in Last by (field; lra).
  assert (Kv : Rabs ((log2 mu - r / IZR y) * v) < 1).
  { rewrite Rabs_mult, (Rabs_right v) by lra. apply Rle_lt_trans with (2 := Small).
    apply Rmult_le_compat_r; lra. }
  apply Rabs_def2 in Kv. apply Rabs_def1; lra.
Qed.

(** ** Sums *)

(** Parts are a factor [above / below], an integer and how far off it is. *)
Record scaled_part : Type := { above : Z; below : Z; integer : Z; error : Z; meant : R }.
Definition added (l : list scaled_part) : Z :=
  fold_right (fun x s => (above x * integer x / below x + s)%Z) 0%Z l.
Definition off (l : list scaled_part) : Z :=
  fold_right (fun x s => (- (- (Z.abs (above x) * error x) / below x) + (if 1 <? below x then 1 else 0) +
    s)%Z) 0%Z l.

Theorem added_integers_are_near l :
  (forall x, In x l -> (0 < below x)%Z /\ Rabs (meant x - IZR (integer x)) <= IZR (error x)) ->
  Rabs (sumR (fun x => IZR (above x) / IZR (below x) * meant x) l - IZR (added l)) <= IZR (off l).
Proof.
  induction l as [|x l IH]; intros H; [unfold sumR; simpl; rewrite Rminus_0_r, Rabs_R0; lra|].
  assert (I := IH (fun y J => H y (or_intror J))). destruct (H x (or_introl eq_refl)) as [B M].
  change (sumR (fun x => IZR (above x) / IZR (below x) * meant x)
    (x :: l)) with (IZR (above x) / IZR (below x) * meant x + sumR (fun x => IZR (above x) / IZR (below x) *
    meant x) l).
  unfold added, off in *. cbn [fold_right]. rewrite !plus_IZR. set (s := sumR _ l) in *.
  set (a := fold_right _ 0%Z l) in I |- *. set (o := fold_right _ 0%Z l) in I |- *. clearbody s a o.
  assert (Q := quotient_is_cut_off (above x * integer x) (below x) B).
  assert (Q2 := quotient_is_cut_off (- (Z.abs (above x) * error x)) (below x) B).
  rewrite opp_IZR in *. rewrite !mult_IZR, ?abs_IZR in *. assert (Pb := IZR_lt _ _ B).
  assert (Ib : 0 < / IZR (below x)) by now apply Rinv_0_lt_compat.
  assert (D : Rabs (IZR (above x) / IZR (below x) * (meant x - IZR (integer x))) <= Rabs (IZR (above x)) *
    IZR (error x) * / IZR (below x)).
  { unfold Rdiv. rewrite !Rabs_mult, (Rabs_right (/ _)) by lra.
    replace (Rabs (IZR (above x)) * IZR (error x) * / IZR (below x)) with (Rabs (IZR (above x)) * / IZR
      (below x) * IZR (error x)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply Rabs_pos|lra]|exact M]. }
  assert (F : Rabs (IZR (above x) * IZR (integer x) / IZR (below x) - IZR (above x * integer x / below x)) <=
    IZR (if (1 <? below x)%Z then 1 else 0)).
  { destruct (Z.ltb_spec 1 (below x)); [rewrite Rabs_right; lra|]. assert (E : below x = 1%Z) by lia.
    rewrite E, Z.div_1_r, mult_IZR. unfold Rdiv.
    rewrite Rinv_1, Rmult_1_r, Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  unfold Rdiv in *. rewrite Ropp_mult_distr_l_reverse in Q2. apply Rabs_le_inv in I, D, F. apply Rabs_le.
  lra.
Qed.

(** The last bits of an integer are cut off. *)
Theorem shortened_integers_are_near x k e s : (0 <= s)%Z -> Rabs (x - IZR k) <= IZR e ->
  Rabs (x / IZR (2 ^ s) - IZR (k / 2 ^ s)) <= IZR (e / 2 ^ s + 2).
Proof.
  intros S H. assert (P := Z.pow_pos_nonneg 2 s ltac:(lia) S).
  assert (Q1 := quotient_is_cut_off k (2 ^ s) P). assert (Q2 := quotient_is_cut_off e (2 ^ s) P).
  rewrite plus_IZR. apply IZR_lt in P. assert (I : 0 < / IZR (2 ^ s)) by now apply Rinv_0_lt_compat.
  apply Rabs_le_inv in H.
  assert (A : (- IZR e) * / IZR (2 ^ s) <= (x - IZR k) * / IZR (2 ^ s) <= IZR e * / IZR (2 ^ s)) by (split;
    apply Rmult_le_compat_r; lra).
  unfold Rdiv in *. apply Rabs_le. lra.
Qed.

Theorem an_answer_of_integers_is_right x p k e : (0 <= p)%Z -> Rabs (IZR (2 ^ p) * x - IZR k) <= IZR e ->
  (e < Z.abs k)%Z ->
  ((0 < k)%Z -> 0 < x) /\ ((k < 0)%Z -> x < 0).
Proof.
  intros P H L. assert (O := IZR_lt _ _ (Z.pow_pos_nonneg 2 p ltac:(lia) P)). apply Rabs_le_inv in H.
  split; intros K; (apply Rmult_lt_reg_l with (IZR (2 ^ p)); [exact O|]); rewrite Rmult_0_r.
  - assert (G : (e < k)%Z) by lia. apply IZR_lt in G. lra.
  - assert (G : (e < - k)%Z) by lia. apply IZR_lt in G. rewrite opp_IZR in G. lra.
Qed.

(** ** A plausible wrong statement

    That a sum of exact parts is exact: a third of 10 is cut off to 3, and 1 is counted for it. *)
Example a_sum_of_exact_parts_may_be_off :
  let x := {| above := 1; below := 3; integer := 10; error := 0; meant := 10 |} in
  added [x] = 3%Z /\ off [x] = 1%Z /\ IZR (above x) / IZR (below x) * meant x <> IZR (added [x]).
Proof.
  cbv zeta. split; [reflexivity|]. split; [reflexivity|]. change (added _) with 3%Z.
  cbn [above below meant]. lra.
Qed.

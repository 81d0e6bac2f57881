(** * FloatLogarithm: the logarithm to base two in float64, and its error

    log2(m 2^e) = e + 2 / ln 2 * atanh s, s = (m - 1) / (m + 1), by eleven terms of the series behind the
    first.
    Each operation rounds as IEEE 754 says.  For whole numbers the result is off by less than 8 units of
    rounding, which is what the bounds of entropy's keys take it to be. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core.
From Dtrees Require Import Entropy Rounding WholeKeys SummedKeys AtanhSeries.
Import ListNotations.
Open Scope R_scope.

(** ** The constant *)

(** What [2 / math.log(2)] is in float64. *)
Definition twice_log2_e : R := 3248660424278399 / 1125899906842624.

Lemma constant_is_near : Rabs (twice_log2_e * (ln 2 / 2) - 1) <= u.
Proof. assert (H := ln_2_bounds). unfold twice_log2_e, u. apply Rabs_le. lra. Qed.

(** ** The operations *)

(** The series from its last term on, as it is programmed; and exactly. *)
Definition odds : list Z := [23; 21; 19; 17; 15; 13; 11; 9; 7; 5; 3]%Z.
Definition float_step (q h : R) (odd : Z) : R := rnd (rnd (h + rnd (/ IZR odd)) * q).
Definition exact_step (q h : R) (odd : Z) : R := (h + / IZR odd) * q.

(** log2 of [m 2^e]. *)
Definition float_log2 (m : R) (e : Z) : R :=
  let s := rnd (rnd (m - 1) / rnd (m + 1)) in
  rnd (IZR e + rnd (twice_log2_e * rnd (s * rnd (1 + fold_left (float_step (rnd (s * s))) odds 0)))).

Lemma factor x : normal x -> exists d, Rabs (d - 1) <= u /\ rnd x = x * d.
Proof.
  intros N. assert (E := rnd_error x N). destruct (Req_dec x 0) as [->|X].
  - exists 1. rewrite rnd_0, Rminus_diag_eq, Rabs_R0 by reflexivity. assert (U := u_pos). split; lra.
  - exists (rnd x / x). split; [|field; exact X].
    replace (rnd x / x - 1) with ((rnd x - x) * / x) by (field; exact X).
    rewrite Rabs_mult, Rabs_inv. assert (P := Rabs_pos_lt x X).
    apply Rmult_le_reg_r with (Rabs x); [exact P|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact E.
Qed.

Lemma times_near_1 x X y a b M : Rabs (x - X) <= a -> Rabs (y - 1) <= b -> Rabs X <= M ->
  Rabs (x * y - X) <= a + b * (M + a).
Proof.
  intros A B C. replace (x * y - X) with ((x - X) + (y - 1) * x) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _).
  apply Rplus_le_compat; [exact A|]. rewrite Rabs_mult.
  apply Rmult_le_compat; try apply Rabs_pos; [exact B|].
  replace x with (X + (x - X)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

Lemma from_a_power x : u * u * / 1000 <= Rabs x -> normal x.
Proof.
  intros H. right. apply Rle_trans with (2 := H).
  apply Rle_trans with (bpow radix2 (-120)); [apply bpow_le; lia|].
  change (bpow radix2 (-120)) with (/ 1329227995784915872903807060280344576). unfold u. lra.
Qed.

Lemma not_small x : / 1000 <= x -> normal x.
Proof.
  intros X. apply from_a_power. assert (U := u_pos).
  assert (V : u * u <= u * 1) by (apply Rmult_le_compat_l; lra).
  rewrite Rabs_right; lra.
Qed.

Lemma a_step_is_near q q' h h' odd : 0 <= q <= 0.02945 -> Rabs (q' - q) <= 5.1 * u * q ->
  (q' = 0 \/ u * u / 20 <= q') ->
  0 <= h <= 0.0105 -> Rabs (h' - h) <= 0.09 * u -> (3 <= odd <= 23)%Z ->
  0 <= exact_step q h odd <= 0.0105 /\ Rabs (float_step q' h' odd - exact_step q h odd) <= 0.09 * u.
Proof.
  intros Q Q' Qn H H' O. unfold float_step, exact_step. assert (U := u_pos).
  assert (Oz : 3 <= IZR odd <= 23) by (split; apply IZR_le; lia).
  assert (C : / 23 <= / IZR odd <= / 3) by (split; apply Rinv_le_contravar; lra). set (c := / IZR odd) in *.
  clearbody c.
  assert (Ec := rnd_error c ltac:(apply not_small; lra)). rewrite (Rabs_right c) in Ec by lra.
  assert (Uc : u * c <= u * / 3) by (apply Rmult_le_compat_l; lra).
  set (c' := rnd c) in *. clearbody c'. apply Rabs_le_inv in Ec, H', Q'.
  assert (Ex := rnd_error (h' + c') ltac:(apply not_small; lra)).
  rewrite (Rabs_right (h' + c')) in Ex by lra.
  assert (Ux : u * (h' + c') <= u * 0.35) by (apply Rmult_le_compat_l; lra).
  assert (Uq : 0 <= u * q <= / 1000000 * q /\ u * q <= u * 0.02945).
  { split; [split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra]|apply Rmult_le_compat_l; lra]. }
  set (x := rnd (h' + c')) in *. clearbody x. apply Rabs_le_inv in Ex.
  assert (X : Rabs (x - (h + c)) <= 0.775 * u) by (apply Rabs_le; lra).
  assert (Xb : / 24 <= x <= 0.35) by (apply Rabs_le_inv in X; lra).
  assert (Hc : 0 <= h + c <= 0.3439) by lra.
  assert (P : Rabs (x * q' - (h + c) * q) <= 0.0748 * u).
  { replace (x * q' - (h + c) * q) with ((x - (h + c)) * q' + (h + c) * (q' - q)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_mult, (Rabs_right (h + c)) by lra.
    assert (q'b : 0 <= q' <= 0.0295) by lra. rewrite (Rabs_right q') by lra.
    assert (A1 : Rabs (x - (h + c)) * q' <= 0.775 * u * 0.0295) by (apply Rmult_le_compat; try lra;
      apply Rabs_pos).
    assert (A2 : Rabs (q' - q) <= 5.1 * u * 0.02945) by (apply Rabs_le; lra).
    assert (A3 : (h + c) * Rabs (q' - q) <= 0.3439 * (5.1 * u * 0.02945)) by (apply Rmult_le_compat;
      try lra; apply Rabs_pos). lra. }
  assert (N : normal (x * q')).
  { destruct Qn as [->|Qn]; [left; ring|]. assert (UU : 0 <= u * u) by apply Rle_0_sqr.
    assert (V : / 24 * (u * u / 20) <= x * q') by (apply Rmult_le_compat; lra). apply from_a_power.
    rewrite Rabs_right; lra. }
  assert (Ey := rnd_error _ N). assert (Z : 0 <= (h + c) * q <= 0.3439 * 0.02945).
  { split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra]. } split; [lra|].
  apply Rabs_le_inv in P. assert (Yb : Rabs (x * q') <= 0.0102) by (apply Rabs_le; lra).
  assert (Ez : u * Rabs (x * q') <= u * 0.0102) by (apply Rmult_le_compat_l; lra). apply Rabs_le_inv in Ey.
  apply Rabs_le. lra.
Qed.

Lemma the_steps_are_near q q' : 0 <= q <= 0.02945 -> Rabs (q' - q) <= 5.1 * u * q ->
  (q' = 0 \/ u * u / 20 <= q') ->
  0 <= fold_left (exact_step q) odds 0 <= 0.0105 /\
    Rabs (fold_left (float_step q') odds 0 - fold_left (exact_step q) odds 0) <= 0.09 * u.
Proof.
  intros Q Q' Qn. assert (U := u_pos).
  assert (F : forall o, In o odds -> (3 <= o <= 23)%Z) by (simpl; intuition lia).
  assert (G : forall l h h', (forall o, In o l -> (3 <= o <= 23)%Z) -> 0 <= h <= 0.0105 ->
    Rabs (h' - h) <= 0.09 * u ->
    0 <= fold_left (exact_step q) l h <= 0.0105 /\
      Rabs (fold_left (float_step q') l h' - fold_left (exact_step q) l h) <= 0.09 * u).
  { induction l as [|o l IH]; intros h h' Fl H H'; [now split|]. simpl.
    destruct (a_step_is_near q q' h h' o Q Q' Qn H H' (Fl o (or_introl eq_refl))) as [A B].
    apply IH; trivial. intros p I. apply Fl. now right. }
  apply G; [exact F|lra|]. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
Qed.

Lemma the_steps_are_the_series s : s * (1 + fold_left (exact_step (s * s)) odds 0) = series 12 s.
Proof. unfold odds, exact_step. cbn [fold_left series INR pow Nat.mul Nat.add]. field. Qed.

Lemma log_by_atanh m : 0 < m -> ln m = atanh2 ((m - 1) / (m + 1)).
Proof.
  intros P. unfold atanh2. replace (1 + (m - 1) / (m + 1)) with (2 * m * / (m + 1)) by (field; lra).
  replace (1 - (m - 1) / (m + 1)) with (2 * / (m + 1)) by (field; lra).
  assert (0 < / (m + 1)) by (apply Rinv_0_lt_compat; lra).
  rewrite !ln_mult by (try apply Rmult_lt_0_compat; lra). ring.
Qed.

Section Logarithm.
  Variables (k e : Z).
  Let m := IZR k * u.
  Hypothesis mantissa : 7071 / 10000 <= m <= 141422 / 100000.

  Let sigma := (m - 1) / (m + 1).

  Lemma k_bounds : (0 < k < 2 ^ 54)%Z.
  Proof.
    unfold m, u in mantissa. split; apply lt_IZR.
    - lra.
    - change (IZR (2 ^ 54)) with 18014398509481984. lra.
  Qed.

  Lemma m_less_1_is_exact : rnd (m - 1) = m - 1.
  Proof.
    apply rnd_float. apply generic_format_FLT. exists (Float radix2 (k - 2 ^ 53) (-53)).
    - unfold F2R, m. cbn [Fnum Fexp]. rewrite minus_IZR, <- u_is_a_power.
      change (IZR (2 ^ 53)) with 9007199254740992. unfold u. field.
    - cbn [Fnum]. assert (K := k_bounds). change (radix_val radix2) with 2%Z. lia.
    - cbn [Fexp]. lia.
  Qed.

  Lemma m_less_1_is_0_or_large : m - 1 = 0 \/ u <= Rabs (m - 1).
  Proof.
    assert (E : m - 1 = IZR (k - 2 ^ 53) * u).
    { unfold m. rewrite minus_IZR. change (IZR (2 ^ 53)) with 9007199254740992. unfold u. field. }
    rewrite E. destruct (Z.eq_dec (k - 2 ^ 53) 0) as [->|N]; [left; ring|right]. assert (U := u_pos).
    rewrite Rabs_mult, (Rabs_right u) by lra. rewrite <- abs_IZR.
    assert (1 <= IZR (Z.abs (k - 2 ^ 53))) by (apply IZR_le; lia).
    apply Rle_trans with (1 * u); [lra|apply Rmult_le_compat_r; lra].
  Qed.

  Lemma sigma_bounds : Rabs sigma <= 1716 / 10000.
  Proof.
    assert (E : sigma * (m + 1) = m - 1) by (unfold sigma; field; lra).
    apply Rabs_le. split; apply Rmult_le_reg_r with (m + 1); lra.
  Qed.

  Definition fraction_part : R :=
    let s := rnd (rnd (m - 1) / rnd (m + 1)) in
    rnd (twice_log2_e * rnd (s * rnd (1 + fold_left (float_step (rnd (s * s))) odds 0))).

  Lemma fraction_part_is_near : Rabs (fraction_part - ln m / ln 2) <= 3.2 * u /\
    Rabs (ln m / ln 2) <= 0.501 /\
    (m = 1 -> fraction_part = 0).
  Proof.
    unfold fraction_part. rewrite m_less_1_is_exact. assert (U := u_pos).
    assert (UU : 0 <= u * u <= u * / 1000000) by (split; [apply Rle_0_sqr|apply Rmult_le_compat_l; lra]).
    assert (S := sigma_bounds).
    destruct (factor (m + 1)) as (d1 & D1 & ->); [apply not_small; lra|].
    assert (M1 : (m - 1) / ((m + 1) * d1) = sigma / d1).
    { unfold sigma. apply Rabs_le_inv in D1. field. split; lra. }
    rewrite M1. assert (D1' := D1). apply Rabs_le_inv in D1'.
    assert (Big : m - 1 = 0 \/ u / 3 <= Rabs (sigma / d1)).
    { destruct m_less_1_is_0_or_large as [->|L]; [now left|right]. rewrite <- M1. unfold Rdiv.
      rewrite Rabs_mult.
      assert (P : 2 <= 3 * / ((m + 1) * d1) * 2) by (assert (H : / 3 <= / ((m + 1) * d1)) by (apply
        Rinv_le_contravar; nra); lra).
      rewrite (Rabs_right (/ _)) by lra.
      assert (L' : u * / 3 <= Rabs (m - 1) * / ((m + 1) * d1)) by (apply Rmult_le_compat; lra). lra. }
    assert (N1 : normal (sigma / d1)).
    { destruct Big as [Z|L]; [left; unfold sigma; rewrite Z; unfold Rdiv; ring|apply from_a_power; lra]. }
    destruct (factor _ N1) as (d2 & D2 & ->). apply Rabs_le_inv in D2.
    set (a := d2 / d1). assert (A : Rabs (a - 1) <= 2.01 * u).
    { unfold a. assert (I : 0 < / d1) by (apply Rinv_0_lt_compat; lra).
      assert (E : d2 / d1 - 1 = (d2 - d1) * / d1) by (field; lra).
      rewrite E, Rabs_mult, (Rabs_right (/ d1)) by lra.
      assert (B : Rabs (d2 - d1) <= 2 * u) by (apply Rabs_le; lra).
      assert (J : / d1 <= 1.001) by (apply Rmult_le_reg_r with d1; [lra|]; rewrite Rinv_l; lra).
      apply Rle_trans with (2 * u * 1.001); [|lra]. apply Rmult_le_compat; try lra. apply Rabs_pos. }
    replace (sigma / d1 * d2) with (sigma * a) by (unfold a; field; lra). assert (A' := A).
    apply Rabs_le_inv in A'.
    assert (Sa : sigma * a = 0 \/ u / 4 <= Rabs (sigma * a)).
    { destruct Big as [Z|L]; [left; unfold sigma; rewrite Z; unfold Rdiv; ring|right].
      replace (sigma * a) with (sigma / d1 * d2) by (unfold a; field; lra).
      rewrite Rabs_mult, (Rabs_right d2) by lra.
      assert (L' : u / 3 * (3 / 4) <= Rabs (sigma / d1) * d2) by (apply Rmult_le_compat; lra). lra. }
    assert (N2 : normal (sigma * a * (sigma * a))).
    { destruct Sa as [->|L]; [left; ring|]. apply from_a_power. rewrite Rabs_mult.
      assert (u / 4 * (u / 4) <= Rabs (sigma * a) * Rabs (sigma * a)) by (apply Rmult_le_compat; lra). lra. }
    destruct (factor _ N2) as (d3 & D3 & E3). apply Rabs_le_inv in D3.
    set (q := sigma * sigma). set (q' := rnd (sigma * a * (sigma * a))) in *.
    assert (Q : 0 <= q <= 0.02945).
    { unfold q. split; [apply Rle_0_sqr|]. replace (sigma * sigma) with (Rabs sigma * Rabs sigma).
      - apply Rle_trans with (1716 / 10000 * (1716 / 10000)); [|lra].
        apply Rmult_le_compat; trivial; apply Rabs_pos.
      - rewrite <- Rabs_mult. apply Rabs_right, Rle_ge, Rle_0_sqr. }
    assert (Qq : Rabs (q' - q) <= 5.1 * u * q).
    { rewrite E3. replace (sigma * a * (sigma * a) * d3 - q) with (q * (a * a * d3 - 1)) by (unfold q; ring).
      rewrite Rabs_mult, (Rabs_right q) by lra. rewrite Rmult_comm. apply Rmult_le_compat_r; [lra|].
      apply Rabs_le.
      assert (A2 := times_near_1 a 1 a _ _ 1 A A ltac:(rewrite Rabs_right; lra)).
      assert (A3 := times_near_1 (a * a) 1 d3 (4.03 * u) u 1 ltac:(lra) ltac:(apply Rabs_le;
        lra) ltac:(rewrite Rabs_right; lra)).
      apply Rabs_le_inv in A3. lra. }
    assert (Qn : q' = 0 \/ u * u / 20 <= q').
    { rewrite E3. destruct Sa as [->|L]; [left; ring|right].
      assert (u / 4 * (u / 4) <= Rabs (sigma * a) * Rabs (sigma * a)) by (apply Rmult_le_compat; lra).
      rewrite <- Rabs_mult, Rabs_right in H by (apply Rle_ge, Rle_0_sqr).
      assert (u * u / 16 * (8 / 10) <= sigma * a * (sigma * a) * d3) by (apply Rmult_le_compat; lra). lra. }
    destruct (the_steps_are_near q q' Q Qq Qn) as [H H'].
    set (h := fold_left (exact_step q) odds 0) in *. set (h' := fold_left (float_step q') odds 0) in *.
    assert (Hs : sigma * (1 + h) = series 12 sigma) by apply the_steps_are_the_series.
    clearbody h h' q'. apply Rabs_le_inv in H'.
    assert (Eg := rnd_error (1 + h') ltac:(apply not_small; lra)).
    rewrite (Rabs_right (1 + h')) in Eg by lra.
    assert (Ug : u * (1 + h') <= u * 1.0106) by (apply Rmult_le_compat_l; lra).
    set (g := rnd (1 + h')) in *. clearbody g. apply Rabs_le_inv in Eg.
    assert (G : Rabs (g - (1 + h)) <= 1.11 * u) by (apply Rabs_le; lra). assert (G' := G).
    apply Rabs_le_inv in G'.
    assert (N4 : normal (sigma * a * g)).
    { destruct Sa as [->|L]; [left; ring|]. apply from_a_power. rewrite Rabs_mult, (Rabs_right g) by lra.
      assert (u / 4 * (1 / 2) <= Rabs (sigma * a) * g) by (apply Rmult_le_compat; lra). lra. }
    destruct (factor _ N4) as (d4 & D4 & ->).
    assert (N5 : normal (twice_log2_e * (sigma * a * g * d4))).
    { destruct Sa as [->|L]; [left; ring|]. apply from_a_power. apply Rabs_le_inv in D4.
      assert (C1 : 1 <= twice_log2_e) by (unfold twice_log2_e; lra).
      rewrite !Rabs_mult, <- Rabs_mult, (Rabs_right twice_log2_e), (Rabs_right g), (Rabs_right d4) by lra.
      assert (u / 4 * (1 / 2) <= Rabs (sigma * a) * g) by (apply Rmult_le_compat; lra).
      assert (u / 4 * (1 / 2) * (1 / 2) <= Rabs (sigma * a) * g * d4) by (apply Rmult_le_compat; lra).
      assert (1 * (u / 4 * (1 / 2) * (1 / 2)) <= twice_log2_e * (Rabs (sigma * a) * g * d4)) by (apply
        Rmult_le_compat; lra). lra. }
    destruct (factor _ N5) as (d5 & D5 & ->).
    set (kappa := twice_log2_e * (ln 2 / 2)). assert (K : Rabs (kappa - 1) <= u) by apply constant_is_near.
    assert (X : Rabs (1 + h) <= 1.0105) by (rewrite Rabs_right; lra).
    set (w := g * a * d4 * d5 * kappa). assert (W : Rabs (w - (1 + h)) <= 6.3 * u).
    { assert (W1 := times_near_1 g (1 + h) a _ _ _ G A X).
      assert (W2 := times_near_1 (g * a) (1 + h) d4 (3.15 * u) u _ ltac:(lra) D4 X).
      assert (W3 := times_near_1 (g * a * d4) (1 + h) d5 (4.17 * u) u _ ltac:(lra) D5 X).
      assert (W4 := times_near_1 (g * a * d4 * d5) (1 + h) kappa (5.19 * u) u _ ltac:(lra) K X).
      fold w in W4. lra. }
    assert (L2 := ln_2_bounds).
    assert (P : twice_log2_e * (sigma * a * g * d4) * d5 = 2 * (sigma * w) / ln 2) by (unfold w, kappa;
      field; lra).
    rewrite P, (log_by_atanh m) by lra. fold sigma.
    assert (T := the_series_is_near 12 sigma ltac:(lra)). rewrite <- Hs in T.
    assert (T' : 2 * Rabs sigma ^ (2 * 12 + 1) / (1 - sigma * sigma) <= u / 100).
    { fold q. assert (Pw : Rabs sigma ^ (2 * 12 + 1) <= (1716 / 10000) ^ 25) by (apply pow_incr; split;
        [apply Rabs_pos|exact S]).
      assert (V : (1716 / 10000) ^ 25 <= u / 1000).
      { unfold u. replace ((1716 / 10000) ^ 25) with (IZR (1716 ^ 25) / IZR (10000 ^ 25)).
        - apply Rmult_le_reg_r with (IZR (10000 ^ 25)); [apply IZR_lt; lia|].
          replace (IZR (1716 ^ 25) / IZR (10000 ^ 25) * IZR (10000 ^ 25)) with (IZR (1716 ^ 25)) by (field;
            apply IZR_neq; lia).
          apply Rmult_le_reg_r with 9007199254740992000; [lra|].
          replace (/ 9007199254740992 / 1000 * IZR (10000 ^ 25) * 9007199254740992000) with (IZR (10000 ^
            25)) by field.
          rewrite <- mult_IZR. apply IZR_le. vm_compute. discriminate.
        - unfold Rdiv. rewrite Rpow_mult_distr, pow_inv, !pow_IZR. reflexivity. }
      assert (I : / (1 - q) <= 1.1) by (apply Rmult_le_reg_r with (1 - q); [lra|]; rewrite Rinv_l; lra).
      assert (I0 : 0 < / (1 - q)) by (apply Rinv_0_lt_compat; lra). unfold Rdiv.
      apply Rle_trans with (2 * (u / 1000) * 1.1); [|lra]. apply Rmult_le_compat; try lra.
      apply Rmult_le_pos; [lra|]. apply pow_le, Rabs_pos. }
    assert (T2 : Rabs (atanh2 sigma - 2 * (sigma * (1 + h))) <= u / 100) by lra. clear T T'.
    assert (D : Rabs (2 * (sigma * w) - 2 * (sigma * (1 + h))) <= 2.17 * u).
    { replace (2 * (sigma * w) - 2 * (sigma * (1 + h))) with (2 * (sigma * (w - (1 + h)))) by ring.
      rewrite !Rabs_mult, (Rabs_right 2) by lra.
      assert (Rabs sigma * Rabs (w - (1 + h)) <= 1716 / 10000 * (6.3 * u)) by (apply Rmult_le_compat;
        trivial; apply Rabs_pos). lra. }
    assert (I : 0 < / ln 2 <= 1.4427) by (split; [apply Rinv_0_lt_compat;
      lra|apply Rmult_le_reg_r with (ln 2); [lra|rewrite Rinv_l; lra]]).
    assert (B : Rabs (2 * (sigma * (1 + h))) <= 0.34683).
    { rewrite !Rabs_mult, (Rabs_right 2) by lra.
      assert (Rabs sigma * Rabs (1 + h) <= 1716 / 10000 * 1.0105) by (apply Rmult_le_compat; trivial;
        apply Rabs_pos). lra. }
    assert (E : Rabs (2 * (sigma * w) - atanh2 sigma) <= 2.19 * u).
    { apply Rabs_le_inv in D, T2. apply Rabs_le. lra. }
    split; [|split].
    - replace (2 * (sigma * w) / ln 2 - atanh2 sigma / ln 2) with ((2 * (sigma * w) - atanh2 sigma) * / ln 2)
        by (field; lra).
      rewrite Rabs_mult, (Rabs_right (/ ln 2)) by lra. apply Rle_trans with (2.19 * u * 1.4427); [|lra].
      apply Rmult_le_compat; try lra. apply Rabs_pos.
    - unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ ln 2)) by lra.
      assert (F : Rabs (atanh2 sigma) <= 0.3469) by (apply Rabs_le_inv in T2, B; apply Rabs_le; lra).
      apply Rle_trans with (0.3469 * 1.4427); [|lra]. apply Rmult_le_compat; try lra. apply Rabs_pos.
    - intros One. assert (Z : sigma = 0) by (unfold sigma; rewrite One; unfold Rdiv; ring). rewrite Z.
      unfold Rdiv. ring.
  Qed.

  (** Off by less than 8 units of rounding, where the exponent is not 0 or the number is 1. *)
  Theorem logarithm_is_near : (e <> 0%Z \/ m = 1) -> (Z.abs e <= 2 ^ 53)%Z ->
    Rabs (float_log2 m e - (IZR e + ln m / ln 2)) <= 8 * u * Rabs (IZR e + ln m / ln 2).
  Proof.
    intros C F. destruct fraction_part_is_near as (A & B & Z). assert (U := u_pos).
    change (float_log2 m e) with (rnd (IZR e + fraction_part)).
    assert (Fl : is_float fraction_part) by apply rnd_is_float.
    assert (Fe : is_float (IZR e)) by now apply whole_is_float.
    destruct (Z.eq_dec e 0) as [E0|E0].
    - destruct C as [C|C]; [easy|]. rewrite (Z C), C, ln_1, E0. unfold Rdiv.
      rewrite Rmult_0_l, !Rplus_0_r, rnd_0, Rminus_0_r, Rabs_R0. lra.
    - assert (S := sum_error _ _ Fe Fl). set (p := fraction_part) in *. set (x := ln m / ln 2) in *.
      set (L := IZR e + x).
      assert (One : 1 <= Rabs (IZR e)) by (rewrite <- abs_IZR; apply IZR_le; lia).
      assert (Low : 0.499 <= Rabs L).
      { assert (T := Rabs_triang_inv (IZR e) (- x)). rewrite Rabs_Ropp in T. unfold L.
        replace (IZR e + x) with (IZR e - - x) by ring. lra. }
      assert (Up : Rabs (IZR e + p) <= Rabs L + 3.2 * u).
      { replace (IZR e + p) with (L + (p - x)) by (unfold L; ring).
        apply Rle_trans with (1 := Rabs_triang _ _). lra. }
      replace (rnd (IZR e + p) - L) with ((rnd (IZR e + p) - (IZR e + p)) + (p - x)) by (unfold L; ring).
      apply Rle_trans with (1 := Rabs_triang _ _).
      assert (u * Rabs (IZR e + p) <= u * (Rabs L + 3.2 * u)) by (apply Rmult_le_compat_l; lra). nra.
  Qed.
End Logarithm.

(** So of every number that is 1, or at least 2. *)
Lemma logarithm_of_a_number_is_near x k e : x = 1 \/ 2 <= x -> x = IZR k * u * bpow radix2 e ->
  7071 / 10000 <= IZR k * u <= 141422 / 100000 -> (Z.abs e <= 2 ^ 53)%Z ->
  is_float (float_log2 (IZR k * u) e) /\ Rabs (float_log2 (IZR k * u) e - log2 x) <= 8 * u * log2 x.
Proof.
  intros X E M F. split; [apply rnd_is_float|]. assert (L2 := ln_2_positive).
  assert (C : e <> 0%Z \/ IZR k * u = 1).
  { destruct (Z.eq_dec e 0) as [->|N]; [right|now left]. simpl bpow in E. lra. }
  assert (Ln : log2 x = IZR e + ln (IZR k * u) / ln 2).
  { unfold log2. rewrite E, ln_mult by (try apply bpow_gt_0; lra).
    assert (B : ln (bpow radix2 e) = IZR e * ln 2).
    { rewrite bpow_exp, ln_exp. reflexivity. }
    rewrite B. field. lra. }
  assert (P : 0 <= log2 x).
  { unfold log2. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; lra]. rewrite <- ln_1.
    destruct X as [->|X]; [lra|apply Rlt_le, ln_increasing; lra]. }
  assert (H := logarithm_is_near k e M C F). rewrite <- Ln in H.
  now rewrite (Rabs_right (log2 _)) in H by lra.
Qed.

(** What [x_log2_x_is_less_than_2_grains_off] asks for. *)
Corollary logarithm_of_a_whole_number_is_near x k e : (1 <= x)%Z -> IZR x = IZR k * u * bpow radix2 e ->
  7071 / 10000 <= IZR k * u <= 141422 / 100000 -> (Z.abs e <= 2 ^ 53)%Z ->
  is_float (float_log2 (IZR k * u) e) /\
    Rabs (float_log2 (IZR k * u) e - log2 (IZR x)) <= 8 * u * log2 (IZR x).
Proof.
  intros X. apply logarithm_of_a_number_is_near.
  destruct (Z.eq_dec x 1) as [->|N]; [now left|right; apply IZR_le; lia].
Qed.

Corollary x_log2_x_as_programmed_is_less_than_2_grains_off x k e grain : (1 <= x < 2 ^ 26)%Z ->
  IZR x = IZR k * u * bpow radix2 e ->
  7071 / 10000 <= IZR k * u <= 141422 / 100000 -> (Z.abs e <= 2 ^ 53)%Z -> 0 < grain ->
  IZR x * log2 (IZR x) <= IZR (2 ^ 50) * grain ->
  Rabs (IZR (grains grain (float_log2 (IZR k * u) e) x) - IZR x * log2 (IZR x) / grain) < 2.
Proof.
  intros X E M F P L. destruct (logarithm_of_a_whole_number_is_near x k e (proj1 X) E M F) as [A B].
  now apply x_log2_x_is_less_than_2_grains_off.
Qed.

(** * Decimals: sums of logarithms in decimal arithmetic, and what encloses them

    With [D] digits each operation gives the decimal nearest to its result, the logarithm too: that is
    assumed of Python's [decimal].  The error that is computed beside a sum is then at least
    what the sum is off, so that its sign is found, and an enclosure encloses. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core Relative.
From Dtrees Require Import Entropy Logarithms.
Import ListNotations.
Open Scope R_scope.

Definition ten : radix := Build_radix 10 eq_refl.

Section Digits.
  Variable D : Z.
  Hypothesis digits : (1 < D)%Z.

  Definition nearest (x : R) : R := round ten (FLX_exp D) ZnearestE x.
  Definition half_digit : R := / 2 * bpow ten (1 - D).

  Lemma digits_positive : Prec_gt_0 D.
  Proof. unfold Prec_gt_0. lia. Qed.

  Lemma nearest_error x : Rabs (nearest x - x) <= half_digit * Rabs x.
  Proof.
    unfold half_digit. replace (1 - D)%Z with (- D + 1)%Z by ring. unfold nearest.
    apply (relative_error_N_FLX ten D digits_positive).
  Qed.

  Lemma half_digit_is_small : 0 < half_digit <= / 20.
  Proof.
    unfold half_digit. assert (P := bpow_gt_0 ten (1 - D)).
    assert (L : bpow ten (1 - D) <= bpow ten (-1)) by (apply bpow_le; lia).
    change (bpow ten (-1)) with (/ 10) in L. lra.
  Qed.

  (** Each logarithm and each product is rounded, and the terms are added one by one. *)
  Definition rounded_term (t : Z * Z) : R := nearest (IZR (snd t) * nearest (ln (IZR (fst t)))).
  Definition added (f : R -> R) (l : list R) : R := fold_left (fun s x => nearest (s + f x)) l 0.
  Definition decimal_sum (l : terms) : R := added (fun x => x) (map rounded_term l).
  Definition decimal_magnitude (l : terms) : R := added Rabs (map rounded_term l).
  Definition decimal_error (l : terms) : R :=
    nearest (nearest (decimal_magnitude l * INR (length l + 2)) * bpow ten (1 - D)).

  Definition term_value (t : Z * Z) : R := IZR (snd t) * ln (IZR (fst t)).
  Definition magnitude (l : terms) : R := sumR (fun t => Rabs (term_value t)) l.

  Let v := half_digit.

  Lemma grows n : 1 <= (1 + v) ^ n.
  Proof. assert (V := half_digit_is_small). apply pow_R1_Rle. unfold v. lra. Qed.

  Lemma adding_is_near (f : R -> R) (l : list R) s : Rabs (fold_left (fun s x =>
    nearest (s + f x)) l s - (s + sumR f l)) <=
    ((1 + v) ^ length l - 1) * (Rabs s + sumR (fun x => Rabs (f x)) l).
  Proof.
    assert (V := half_digit_is_small). fold v in V. revert s. induction l as [|x l IH]; intros s.
    - simpl. rewrite Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
    - cbn [fold_left length]. rewrite <- tech_pow_Rmult. assert (H := IH (nearest (s + f x))).
      change (sumR f (x :: l)) with (f x + sumR f l).
      change (sumR (fun x => Rabs (f x)) (x :: l)) with (Rabs (f x) + sumR (fun x => Rabs (f x)) l).
      assert (E := nearest_error (s + f x)). fold v in E. assert (T := Rabs_triang s (f x)).
      assert (N := Rabs_triang (nearest (s + f x) - (s + f x)) (s + f x)).
      replace (nearest (s + f x) - (s + f x) + (s + f x)) with (nearest (s + f x)) in N by ring.
      assert (P := grows (length l)). set (g := (1 + v) ^ length l) in *. clearbody g.
      set (y := nearest (s + f x)) in *. set (S := sumR (fun x => Rabs (f x)) l) in *.
      assert (S0 : 0 <= S) by (apply sumR_nonneg; intros; apply Rabs_pos). clearbody S.
      set (z := fold_left _ l y) in *. clearbody z. set (w := Rabs (s + f x)) in *.
      replace (z - (s + (f x + sumR f l))) with ((z - (y + sumR f l)) + (y - (s + f x))) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _).
      apply Rle_trans with ((g - 1) * ((1 + v) * w + S) + v * w).
      + apply Rplus_le_compat; [|exact E]. apply Rle_trans with (1 := H). apply Rmult_le_compat_l; lra.
      + replace ((g - 1) * ((1 + v) * w + S) + v * w) with (((1 + v) * g - 1) * w + (g - 1) * S) by ring.
        assert (G : g <= (1 + v) * g) by nra. assert (W : w <= Rabs s + Rabs (f x)) by exact T.
        assert (A : ((1 + v) * g - 1) * w <= ((1 + v) * g - 1) * (Rabs s + Rabs (f x)))
          by (apply Rmult_le_compat_l; lra).
        assert (B : (g - 1) * S <= ((1 + v) * g - 1) * S) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Lemma term_is_near t : Rabs (rounded_term t - term_value t) <= ((1 + v) ^ 2 - 1) * Rabs (term_value t).
  Proof.
    unfold rounded_term, term_value. set (x := ln (IZR (fst t))). set (c := IZR (snd t)).
    assert (V := half_digit_is_small). assert (A := nearest_error x).
      assert (B := nearest_error (c * nearest x)).
    fold v in A, B, V. assert (C : Rabs (c * nearest x - c * x) <= v * Rabs (c * x)).
    { replace (c * nearest x - c * x) with (c * (nearest x - x)) by ring. rewrite !Rabs_mult.
      replace (v * (Rabs c * Rabs x)) with (Rabs c * (v * Rabs x)) by ring. apply Rmult_le_compat_l;
        [apply Rabs_pos|exact A]. }
    assert (N := Rabs_triang (c * nearest x - c * x) (c * x)).
    replace (c * nearest x - c * x + c * x) with (c * nearest x) in N by ring.
    assert (T := Rabs_triang (nearest (c * nearest x) - c * nearest x) (c * nearest x - c * x)).
    replace (nearest (c * nearest x) - c * nearest x + (c * nearest x - c * x))
      with (nearest (c * nearest x) - c * x) in T by ring.
    set (m := Rabs (c * x)) in *. set (k := Rabs (c * nearest x)) in *.
    assert (K : v * k <= v * ((1 + v) * m)) by (apply Rmult_le_compat_l; lra). simpl. lra.
  Qed.

  Lemma sum_is_bounded l : Rabs (sumR rounded_term l - value l) <= ((1 + v) ^ 2 - 1) * magnitude l /\
    (1 - ((1 + v) ^ 2 - 1)) * magnitude l <= sumR (fun t => Rabs (rounded_term t)) l <= (1 + v) ^ 2 *
      magnitude l.
  Proof.
    unfold value, magnitude. induction l as [|(b, c) l (IH & LB & UB)]; [simpl; rewrite Rminus_0_r, Rabs_R0;
      lra|].
    assert (T := term_is_near (b, c)). set (h := (1 + v) ^ 2) in *. clearbody h.
    change (sumR rounded_term ((b, c) :: l)) with (rounded_term (b, c) + sumR rounded_term l).
    change (sumR (fun '(b, c) => IZR c * ln (IZR b)) ((b, c) :: l)) with (term_value (b,
      c) + sumR (fun '(b, c) => IZR c * ln (IZR b)) l).
    change (sumR (fun t => Rabs (term_value t)) ((b, c) :: l)) with (Rabs (term_value (b, c)) + sumR (fun t =>
      Rabs (term_value t)) l).
    change (sumR (fun t => Rabs (rounded_term t)) ((b, c) :: l))
      with (Rabs (rounded_term (b, c)) + sumR (fun t => Rabs (rounded_term t)) l).
    assert (A := Rabs_triang_inv (rounded_term (b, c)) (term_value (b, c))).
    assert (B := Rabs_triang_inv (term_value (b, c)) (rounded_term (b, c))).
      rewrite (Rabs_minus_sym (term_value _)) in B.
    split; [|lra].
    set (x := rounded_term (b, c)) in *. set (y := term_value (b, c)) in *.
    match goal with |- Rabs (x + ?s - (y + ?t)) <= _ => replace (x + s - (y + t)) with ((x - y) + (s - t))
      by ring end.
    apply Rle_trans with (1 := Rabs_triang _ _). lra.
  Qed.

  Variable l : terms.
  Hypothesis not_too_many : INR (length l + 2) * half_digit <= / 100.

  Let N := INR (length l + 2).
  Let A := magnitude l.

  Lemma roundings_add_up n : INR n * v <= / 100 -> (1 + v) ^ n - 1 <= 102 / 100 * (INR n * v).
  Proof.
    assert (V := half_digit_is_small). fold v in V. induction n as [|n IH]; [simpl; lra|].
    rewrite S_INR, <- tech_pow_Rmult. intros H. assert (P := pos_INR n). assert (IH' := IH ltac:(lra)).
    set (g := (1 + v) ^ n) in *. clearbody g. set (m := INR n) in *. clearbody m.
    assert (v * (g - 1) <= v * (2 / 100)) by (apply Rmult_le_compat_l; lra). lra.
  Qed.

  (** What the sum is off is at most the error that is computed; and that is small, with so many digits. *)
  Theorem decimal_error_bounds : Rabs (decimal_sum l - value l) <= decimal_error l <= 3 * N * half_digit * A.
  Proof.
    assert (V := half_digit_is_small). fold v in V. assert (G := roundings_add_up _ not_too_many).
    destruct (sum_is_bounded l) as (S & LB & UB). fold A in S, LB, UB.
    assert (A0 : 0 <= A) by (apply sumR_nonneg; intros; apply Rabs_pos).
    assert (P := pos_INR (length l)). unfold N in *. rewrite plus_INR in *. change (INR 2) with 2 in *.
    assert (E := adding_is_near (fun x => x) (map rounded_term l) 0).
    assert (F := adding_is_near Rabs (map rounded_term l) 0).
    rewrite !Rabs_R0, !Rplus_0_l, map_length, !sumR_map in E, F.
    rewrite (sumR_ext (fun x => Rabs (Rabs (rounded_term x))) (fun x => Rabs (rounded_term x))) in F
      by (intros; apply Rabs_Rabsolu).
    change (Rabs (decimal_sum l - sumR rounded_term l) <= ((1 + v) ^ length l - 1) * sumR (fun t =>
      Rabs (rounded_term t)) l) in E.
    fold (added Rabs (map rounded_term l)) in F.
    fold (decimal_magnitude l) in F.
    rewrite pow_add in G. assert (H := grows (length l)). assert (H2 : 1 <= (1 + v) ^ 2 <= 1 + / 20 * 3).
    { split; [apply grows|]. simpl. nra. }
    set (g := (1 + v) ^ length l) in *. set (h := (1 + v) ^ 2) in *. set (n := INR (length l)) in *.
    set (B := sumR (fun t => Rabs (rounded_term t)) l) in *. fold v in not_too_many |- *.
      set (w := (n + 2) * v) in *.
    assert (W0 : 0 < w) by (unfold w; apply Rmult_lt_0_compat; lra).
    assert (Gh : 0 <= (g - 1) * h) by (apply Rmult_le_pos; lra).
      assert (Hg' : 0 <= g * (h - 1)) by (apply Rmult_le_pos; lra).
    assert (Hh : h - 1 <= 102 / 100 * w) by lra. assert (Hg : g - 1 <= 102 / 100 * w) by lra.
    assert (Total : Rabs (decimal_sum l - value l) <= 102 / 100 * w * A).
    { replace (decimal_sum l - value l) with ((decimal_sum l - sumR rounded_term l) + (sumR rounded_term l -
      value l)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _).
      assert (K : (g - 1) * B <= (g - 1) * (h * A)) by (apply Rmult_le_compat_l; lra).
      assert (M : (g * h - 1) * A <= 102 / 100 * w * A) by (apply Rmult_le_compat_r; lra). lra. }
    assert (B0 : 0 <= B) by (apply sumR_nonneg; intros; apply Rabs_pos).
    apply Rabs_le_inv in F. set (m := decimal_magnitude l) in *.
    assert (Bl : 98 / 100 * A <= B) by nra. assert (Bu : B <= 102 / 100 * A) by nra.
    assert (Gb : (g - 1) * B <= 11 / 1000 * B) by (apply Rmult_le_compat_r; lra).
    assert (Ml : 96 / 100 * A <= m) by lra. assert (Mu : m <= 104 / 100 * A) by lra.
    unfold decimal_error. rewrite plus_INR. change (INR 2) with 2. fold n m.
    assert (Near : forall x, 0 <= x -> (1 - v) * x <= nearest x <= (1 + v) * x).
    { intros x X. assert (Q := nearest_error x). rewrite (Rabs_right x) in Q by lra. apply Rabs_le_inv in Q.
      fold v in Q. lra. }
    assert (V2 : v <= / 200) by (unfold w in *; nra).
    assert (X0 : 0 <= m * (n + 2)) by (apply Rmult_le_pos; lra).
    assert (X := Near _ X0). set (x := nearest (m * (n + 2))) in *. clearbody x.
    replace (bpow ten (1 - D)) with (2 * v) by (unfold v, half_digit; field).
    assert (Y0 : 0 <= x * (2 * v)) by (apply Rmult_le_pos; nra).
    assert (Y := Near _ Y0). set (y := nearest (x * (2 * v))) in *. clearbody y.
    assert (Z1 : (1 - v) * (2 * m * w) <= x * (2 * v)) by (unfold w; nra).
    assert (Z2 : x * (2 * v) <= (1 + v) * (2 * m * w)) by (unfold w; nra).
    assert (mw : 96 / 100 * (A * w) <= m * w <= 104 / 100 * (A * w)) by (split; nra).
    assert (Aw : 0 <= A * w) by (apply Rmult_le_pos; lra).
    clear - Total Y Z1 Z2 mw V V2 Aw. replace (3 * (n + 2) * v * A) with (3 * (A * w)) by (unfold w; ring).
    set (q := x * (2 * v)) in *. set (p := m * w) in *. replace (2 * m * w) with (2 * p) in * by (unfold p;
      ring).
    assert (P0 : 0 <= p) by lra. clearbody p q. set (a := A * w) in *.
      replace (102 / 100 * w * A) with (102 / 100 * a) in Total by (unfold a; ring).
    clearbody a. assert (Q1 : 199 / 200 * (2 * p) <= q) by nra. assert (Q2 : q <= 201 / 200 * (2 * p)) by nra.
    assert (199 / 200 * q <= y <= 201 / 200 * q) by nra. lra.
  Qed.

  (** So an answer is right, where the sum is more than twice its error away from 0. *)
  Corollary a_decimal_answer_is_right : 2 * decimal_error l < Rabs (decimal_sum l) ->
    (0 < decimal_sum l -> 0 < value l) /\ (decimal_sum l < 0 -> value l < 0).
  Proof. apply an_answer_is_right, decimal_error_bounds. Qed.

  (** ** The enclosure of a sum of logarithms to base two *)

  Lemma ln_2_is_near : Rabs (nearest (ln 2) - ln 2) < 2 * nearest (ln 2) * bpow ten (- D).
  Proof.
    assert (Lo : 62 / 100 <= ln 2).
    { set (y := 845 / 1000). assert (H := exp_ineq1_le (ln y)). rewrite exp_ln in H by (unfold y; lra).
      assert (E : ln (y * y * (y * y)) = 4 * ln y) by (rewrite !ln_mult by (unfold y;
        try apply Rmult_lt_0_compat; lra); ring).
      assert (G : ln (/ 2) < ln (y * y * (y * y))) by (apply ln_increasing; unfold y; lra).
      rewrite ln_Rinv, E in G by lra.
      assert (Y : y = 845 / 1000) by reflexivity. clearbody y. lra. }
    assert (Hi : ln 2 < 1).
    { apply exp_lt_inv. rewrite exp_ln by lra. assert (H := exp_ineq1 1). lra. }
    assert (E : Rabs (nearest (ln 2) - ln 2) <= / 2 * ulp ten (FLX_exp D) (ln 2)).
    { apply error_le_half_ulp, FLX_exp_valid. apply digits_positive. }
    rewrite ulp_neq_0 in E by lra. unfold cexp, FLX_exp in E.
    assert (M : mag ten (ln 2) = 0%Z :> Z).
    { apply mag_unique. rewrite Rabs_right by lra. change (bpow ten (0 - 1)) with (/ 10).
      change (bpow ten 0) with 1. lra. }
    rewrite M, Z.sub_0_l in E. assert (P := bpow_gt_0 ten (- D)).
    assert (S : bpow ten (- D) <= / 100) by (change (/ 100) with (bpow ten (-2)); apply bpow_le; lia).
    apply Rle_lt_trans with (1 := E). apply Rabs_le_inv in E. nra.
  Qed.

  Definition least (x y z w : R) : R := Rmin (Rmin x y) (Rmin z w).
  Definition most (x y z w : R) : R := Rmax (Rmax x y) (Rmax z w).

  Lemma quotients_enclose lo hi a b x d : lo <= x <= hi -> 0 < a <= d -> d <= b ->
    least (lo / a) (lo / b) (hi / a) (hi / b) <= x / d <= most (lo / a) (lo / b) (hi / a) (hi / b).
  Proof.
    intros [L H] [P Q] B. assert (Id : / b <= / d <= / a) by (split; apply Rinv_le_contravar; lra).
    assert (Ib : 0 < / b) by (apply Rinv_0_lt_compat; lra). unfold least, most, Rmin, Rmax, Rdiv.
    set (i := / a) in *. set (j := / b) in *. set (k := / d) in *. clearbody i j k. split.
    - assert (H1 : lo * i <= x * k \/ lo * j <= x * k) by (destruct (Rle_lt_dec 0 lo); [right|left]; nra).
      repeat destruct Rle_dec; lra.
    - assert (H1 : x * k <= hi * i \/ x * k <= hi * j) by (destruct (Rle_lt_dec 0 hi); [left|right]; nra).
      repeat destruct Rle_dec; lra.
  Qed.

  Theorem an_enclosure_encloses denominator : 0 < denominator ->
    let two := nearest (ln 2) in let slack := 2 * two * bpow ten (- D) in
    let low := decimal_sum l - decimal_error l in let high := decimal_sum l + decimal_error l in
    let a := (two - slack) * denominator in let b := (two + slack) * denominator in
    least (low / a) (low / b) (high / a) (high / b) <= value l / ln 2 / denominator <=
      most (low / a) (low / b) (high / a) (high / b).
  Proof.
    intros P two slack low high a b. assert (E := proj1 decimal_error_bounds). apply Rabs_le_inv in E.
    assert (T := ln_2_is_near). fold two slack in T. apply Rabs_def2 in T. assert (L := ln_2_positive).
    assert (S : bpow ten (- D) <= / 100) by (change (/ 100) with (bpow ten (-2)); apply bpow_le; lia).
    assert (Bp := bpow_gt_0 ten (- D)). assert (T0 : 0 < two) by (unfold slack in T; nra).
    replace (value l / ln 2 / denominator) with (value l / (ln 2 * denominator)) by (field; lra).
    apply quotients_enclose; [unfold low, high; lra| |].
    - unfold a. assert (0 < two - slack) by (unfold slack; nra). split; [now apply Rmult_lt_0_compat|].
      apply Rmult_le_compat_r; lra.
    - unfold b. apply Rmult_le_compat_r; lra.
  Qed.
End Digits.

(** ** The search ends: at 30, 60, 120, ... digits *)

Definition attempt (k : nat) : Z := 30 * 2 ^ Z.of_nat k.

Theorem decimals_find_the_sign l : (Z.of_nat (length l) <= 10 ^ 20)%Z -> value l <> 0 ->
  exists k, 2 * decimal_error (attempt k) l < Rabs (decimal_sum (attempt k) l).
Proof.
  intros N V. assert (Few : forall k, INR (length l + 2) * half_digit (attempt k) <= / 100 * / 2 ^ k).
  { intros k. unfold half_digit. assert (P : 0 < bpow ten (1 - attempt k)) by apply bpow_gt_0.
    assert (B : bpow ten (1 - attempt k) <= bpow ten (-26) * bpow ten (- Z.of_nat k)).
    { rewrite <- bpow_plus. apply bpow_le. unfold attempt.
      assert (H : (Z.of_nat k < 2 ^ Z.of_nat k)%Z) by (apply Z.pow_gt_lin_r; lia). lia. }
    assert (C : bpow ten (- Z.of_nat k) <= / 2 ^ k).
    { rewrite bpow_opp. apply Rinv_le_contravar; [apply pow_lt; lra|]. rewrite <- IZR_Zpower by lia.
      rewrite <- (Z2Nat.id (Z.of_nat k)), <- pow_IZR, Nat2Z.id by lia. apply pow_incr. simpl. lra. }
    assert (D : INR (length l + 2) <= IZR (2 * 10 ^ 20)) by (rewrite INR_IZR_INZ; apply IZR_le; lia).
    assert (I : 0 < / 2 ^ k) by (apply Rinv_0_lt_compat, pow_lt; lra). assert (Pn := pos_INR (length l + 2)).
    change (bpow ten (-26)) with (/ IZR (10 ^ 26)) in B.
    apply Rle_trans with (INR (length l + 2) * (/ 2 * (/ IZR (10 ^ 26) * / 2 ^ k))).
    - apply Rmult_le_compat_l; [exact Pn|]. assert (0 < / IZR (10 ^ 26)) by (apply Rinv_0_lt_compat, IZR_lt;
        lia). nra.
    - replace (INR (length l + 2) * (/ 2 * (/ IZR (10 ^ 26) * / 2 ^ k)))
        with (INR (length l + 2) * (/ 2 * / IZR (10 ^ 26)) * / 2 ^ k) by ring.
      apply Rmult_le_compat_r; [lra|]. apply Rle_trans with (IZR (2 * 10 ^ 20) * (/ 2 * / IZR (10 ^ 26))).
      + apply Rmult_le_compat_r; [|exact D]. assert (0 < / IZR (10 ^ 26)) by (apply Rinv_0_lt_compat, IZR_lt;
          lia). lra.
      + change (2 * 10 ^ 20)%Z with 200000000000000000000%Z.
          change (10 ^ 26)%Z with 100000000000000000000000000%Z. lra. }
  assert (Small : forall k, INR (length l + 2) * half_digit (attempt k) <= / 100).
  { intros k. apply Rle_trans with (1 := Few k). assert (1 <= 2 ^ k) by (apply pow_R1_Rle; lra).
    assert (/ 2 ^ k <= / 1) by (apply Rinv_le_contravar; lra). rewrite Rinv_1 in *. lra. }
  assert (Digits : forall k, (1 < attempt k)%Z).
  { intros k. unfold attempt. assert (0 < 2 ^ Z.of_nat k)%Z by (apply Z.pow_pos_nonneg; lia). lia. }
  apply (the_search_ends (value l) (fun k => decimal_sum (attempt k) l) (fun k =>
    decimal_error (attempt k) l) V).
  - intros k. now apply decimal_error_bounds.
  - intros eps E. assert (M0 : 0 <= magnitude l) by (apply sumR_nonneg; intros; apply Rabs_pos).
    destruct (cv_pow_half (3 * / 100 * magnitude l) eps E) as (K & H). exists K. intros k L.
      specialize (H k L).
    unfold R_dist in *. rewrite Rminus_0_r in *.
    destruct (decimal_error_bounds (attempt k) (Digits k) l (Small k)) as [Lo Up].
    assert (Z0 := Rabs_pos (decimal_sum (attempt k) l - value l)). rewrite Rabs_right by lra.
    apply Rle_lt_trans with (1 := Up). apply Rle_lt_trans with (2 := H).
    apply Rle_trans with (2 := Rle_abs _). unfold Rdiv.
    replace (3 * INR (length l + 2) * half_digit (attempt k) * magnitude l) with
      (3 * magnitude l * (INR (length l + 2) * half_digit (attempt k))) by ring.
    replace (3 * / 100 * magnitude l * / 2 ^ k) with (3 * magnitude l * (/ 100 * / 2 ^ k)) by ring.
    apply Rmult_le_compat_l; [lra|exact (Few k)].
Qed.

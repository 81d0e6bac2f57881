(** * WholeEntropy: from rows of classes to what the filter keeps, in whole units, by entropy

    x log2 x is looked up in a table, whose entries are rounded to whole grains, a grain being a power of two;
    so sums of them are exact in whatever order they are added.  Table, keys and bound are those of
    [dtrees.vectorized], operation by operation in binary64.  Of the logarithm is assumed that it is off by at
    most 8 units of rounding, which is proved of the one that is programmed.
      What is kept holds every question
    of largest information gain, which is that of [Spec.Entropies]. *)
From Coq Require Import ZArith QArith Lqa Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary.
From Flocq Require Import Core Mult_error BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys WholeCounts.
Import ListNotations.
Open Scope R_scope.

(** ** The table, as programmed: the heaviest weight is that of all rows *)

Section Table.
  Variables (log : float64 -> float64) (heaviest : Z).

  Definition x_log_x (x : Z) : float64 := times (of_whole x) (log (of_whole (Z.max x 1))).
  Definition exponent (x : float64) : Z := if Beqb x (of_whole 0) then 0%Z else snd (Bfrexp x).
  Definition grain : float64 := Bldexp mode_NE (of_whole 1) (exponent (x_log_x heaviest) - 50).
  Definition phi (x : Z) : float64 := Bnearbyint mode_NE (over (x_log_x x) grain).
End Table.

Definition near_log2 (log : float64 -> float64) (heaviest : Z) : Prop :=
  forall x, (1 <= x <= heaviest)%Z -> is_finite (log (of_whole x)) = true /\
    Rabs (B2R (log (of_whole x)) - log2 (IZR x)) <= 8 * u * log2 (IZR x).

(** x log2 x, exactly. *)
Definition phi_of (x : Z) : R := IZR x * log2 (IZR x).

Lemma log2_le x y : 1 <= x <= y -> 0 <= log2 x <= log2 y.
Proof.
  intros [X Y]. assert (L := ln_2_positive). unfold log2, Rdiv.
  assert (I : 0 < / ln 2) by now apply Rinv_0_lt_compat.
  assert (A : ln x <= ln y) by (destruct Y as [Y|Y]; [apply Rlt_le, ln_increasing; lra|subst; lra]).
  assert (B : 0 <= ln x) by (rewrite <- ln_1; destruct X as [X|X]; [apply Rlt_le, ln_increasing; lra|subst;
    lra]).
  split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra].
Qed.

Lemma log2_of_2_pow n : log2 (IZR (2 ^ Z.of_nat n)) = INR n.
Proof.
  assert (L := ln_2_positive). unfold log2. rewrite <- pow_IZR, ln_pow by lra. field. lra.
Qed.

Lemma log2_is_0_or_large x : (1 <= x)%Z -> log2 (IZR x) = 0 \/ 1 <= log2 (IZR x).
Proof.
  intros X. destruct (Z.eq_dec x 1) as [->|N].
  - left. unfold log2. rewrite ln_1. unfold Rdiv. ring.
  - right. assert (H := log2_of_2_pow 1). change (2 ^ Z.of_nat 1)%Z with 2%Z in H. simpl INR in H.
    rewrite <- H.
    apply log2_le. split; [lra|]. apply IZR_le. lia.
Qed.

Section Grains.
  Variables (log : float64 -> float64) (heaviest : Z).
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis log_is_near : near_log2 log heaviest.

  Let g := B2R (grain log heaviest).

  Lemma log2_below_22 x : (1 <= x <= heaviest)%Z -> 0 <= log2 (IZR x) <= 22.
  Proof.
    intros X. assert (E := log2_of_2_pow 22). simpl INR in E. replace 22 with (log2 (IZR (2 ^ Z.of_nat 22)))
      by (rewrite E; lra).
    apply log2_le. split; apply IZR_le; lia.
  Qed.

  Lemma product_is_near x : (1 <= x <= heaviest)%Z ->
    is_finite (x_log_x log x) = true /\ B2R (x_log_x log x) = rnd (IZR x * B2R (log (of_whole x))) /\
    (1 - 10 * u) * phi_of x <= B2R (x_log_x log x) <= (1 + 10 * u) * phi_of x.
  Proof.
    intros X. destruct (log_is_near x X) as [F N]. unfold x_log_x. rewrite Z.max_l by lia.
    destruct (of_whole_is x) as [Ex Fx]; [lia|]. assert (U := u_pos). assert (L := log2_below_22 x X).
    assert (X1 : 1 <= IZR x <= IZR (2 ^ 22)) by (split; apply IZR_le; lia).
    set (l := B2R (log (of_whole x))) in *. assert (Fl : is_float l) by apply float64_is_float.
    apply Rabs_le_inv in N. unfold phi_of. set (t := log2 (IZR x)) in *. clearbody t.
    assert (Ut : 0 <= u * t <= / 1000000 * t) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r;
      lra]).
    assert (Lb : 0 <= l <= 23) by lra.
    assert (P : 0 <= IZR x * l <= bpow radix2 27).
    { split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (IZR (2 ^ 22) * 32); [apply Rmult_le_compat;
      lra|].
      change (bpow radix2 27) with (IZR (2 ^ 27)). rewrite <- mult_IZR. apply IZR_le. lia. }
    destruct (rounded_is_small _ 27 ltac:(lia) P) as [_ S].
    destruct (times_rounds (of_whole x) (log (of_whole x)) Fx F) as [E Fin]; rewrite Ex in *; [exact S|].
    change (rnd (IZR x * B2R (log (of_whole x)))) with (rnd (IZR x * l)) in E.
    rewrite E. split; [exact Fin|]. split; [reflexivity|].
    assert (R := whole_times_float x l Fl). rewrite (Rabs_right (IZR x * l)) in R by lra.
      apply Rabs_le_inv in R.
    assert (A : (1 - 8 * u) * (IZR x * t) <= IZR x * l <= (1 + 8 * u) * (IZR x * t)).
    { replace ((1 - 8 * u) * (IZR x * t)) with (IZR x * (t - 8 * u * t)) by ring.
      replace ((1 + 8 * u) * (IZR x * t)) with (IZR x * (t + 8 * u * t)) by ring.
      split; apply Rmult_le_compat_l; lra. }
    assert (Q : 0 <= IZR x * t) by (apply Rmult_le_pos; lra). set (p := IZR x * t) in *.
      set (q := IZR x * l) in *.
    clearbody p q. assert (0 <= u * p) by (apply Rmult_le_pos; lra).
    assert (u * q <= u * (1.001 * p)) by (apply Rmult_le_compat_l; [lra|]; assert (u * p <= / 1000000 * p)
      by (apply Rmult_le_compat_r; lra); lra). lra.
  Qed.

  (** A grain is a power of two, of which the heaviest x log2 x has at most 2^50, but for rounding. *)
  Lemma grain_facts : is_finite (grain log heaviest) = true /\
    (exists e, (-50 <= e <= 0)%Z /\ g = bpow radix2 e) /\
    phi_of heaviest <= IZR (2 ^ 50) * (1 + / 1000) * g.
  Proof.
    assert (U := u_pos). destruct (product_is_near heaviest ltac:(lia)) as (F & _ & N).
    assert (L := log2_below_22 heaviest ltac:(lia)).
    assert (H1 : 1 <= IZR heaviest <= IZR (2 ^ 22)) by (split; apply IZR_le; lia).
    assert (P0 : 0 <= phi_of heaviest <= IZR (2 ^ 22) * 22).
    { unfold phi_of. split; [apply Rmult_le_pos|apply Rmult_le_compat]; lra. }
    change (IZR (2 ^ 22) * 22) with (4194304 * 22) in P0.
    set (v := x_log_x log heaviest) in *. set (p := phi_of heaviest) in *.
    assert (Up : 0 <= u * p <= / 1000000 * p) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r;
      lra]).
    destruct (of_whole_is 1) as [E1 F1]; [lia|]. destruct (of_whole_is 0) as [E0 F0]; [lia|].
    assert (Power : forall e, (-50 <= e <= 0)%Z -> is_finite (Bldexp mode_NE (of_whole 1) e) = true /\
      B2R (Bldexp mode_NE (of_whole 1) e) = bpow radix2 e).
    { intros e B. assert (H := Bldexp_correct 53 1024 _ _ mode_NE (of_whole 1) e). rewrite E1, Rmult_1_l in H.
      change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H.
        fold (rnd (bpow radix2 e)) in H.
      rewrite (rnd_float (bpow radix2 e)) in H by (apply generic_format_bpow; unfold FLT_exp; lia).
      rewrite Rlt_bool_true in H.
      - destruct H as (H & Fin & _). split; [now rewrite Fin|exact H].
      - rewrite Rabs_right by (apply Rle_ge, bpow_ge_0). apply bpow_lt. lia. }
    assert (Go : forall e, (0 <= e <= 50)%Z -> B2R v <= bpow radix2 e -> exponent v = e ->
      is_finite (grain log heaviest) = true /\ (exists e, (-50 <= e <= 0)%Z /\ g = bpow radix2 e) /\
      p <= IZR (2 ^ 50) * (1 + / 1000) * g).
    { intros e B V E. destruct (Power (e - 50)%Z ltac:(lia)) as [A C]. unfold g, grain. fold v. rewrite E.
      split; [exact A|]. split; [exists (e - 50)%Z; split; [lia|exact C]|]. rewrite C.
      replace (bpow radix2 e) with (IZR (2 ^ 50) * bpow radix2 (e - 50)) in V; [lra|].
      change (IZR (2 ^ 50)) with (bpow radix2 50). rewrite <- bpow_plus. f_equal. lia. }
    unfold exponent in Go. rewrite Beqb_correct, E0 in Go by assumption.
    destruct (Req_bool_spec (B2R v) 0) as [Z|Z]; [apply (Go 0%Z); [lia|rewrite Z;
      apply bpow_ge_0|reflexivity]|].
    assert (Vp : 0 < B2R v) by lra.
    assert (St : is_finite_strict v = true) by (destruct v; try discriminate; [now destruct Z|reflexivity]).
    assert (H := Bfrexp_correct 53 1024 _ v St). destruct (Bfrexp v) as [z e]. destruct H as [_ H].
    destruct (H ltac:(lia)) as [_ E]. cbn [snd] in Go. apply (Go e); [|rewrite E|reflexivity].
    - split.
      + assert (One : 2 <= p).
        { unfold p, phi_of. destruct (Z.eq_dec heaviest 1) as [O|O].
          - exfalso. unfold p, phi_of in N. rewrite O in N.
            destruct (log2_is_0_or_large 1) as [L0|L1]; [lia| |].
            + rewrite L0 in N. lra.
            + unfold log2 in L1. rewrite ln_1 in L1. unfold Rdiv in L1. lra.
          - destruct (log2_is_0_or_large heaviest) as [L0|L1]; [lia| |].
            + exfalso. unfold p, phi_of in N. rewrite L0 in N. lra.
            + assert (2 <= IZR heaviest) by (apply IZR_le; lia).
              apply Rle_trans with (2 * 1); [lra|]. apply Rmult_le_compat; lra. }
        rewrite E. apply mag_ge_bpow. simpl bpow. rewrite Rabs_right by lra. lra.
      + rewrite E. apply (mag_le_bpow radix2 (B2R v) 50 Z). rewrite Rabs_right by lra.
        change (bpow radix2 50) with 1125899906842624. lra.
    - apply Rlt_le. apply Rle_lt_trans with (1 := Rle_abs _). apply bpow_mag_gt.
  Qed.

  Lemma grain_positive : 0 < g.
  Proof. destruct grain_facts as (_ & (e & _ & E) & _). rewrite E. apply bpow_gt_0. Qed.

  (** *** The entries of the table are whole, and less than 2 grains off *)

  Definition entry (x : Z) : Z := if Z.eqb x 0 then 0%Z else grains g (B2R (log (of_whole x))) x.
  Definition slope : R := log2 (IZR heaviest) / g + 2.

  Lemma slope_bounds : 0 <= slope /\ IZR heaviest * slope <= IZR (2 ^ 51).
  Proof.
    assert (G := grain_positive). destruct grain_facts as (_ & _ & P).
      assert (L := log2_below_22 heaviest ltac:(lia)).
    assert (I : 0 < / g) by now apply Rinv_0_lt_compat. unfold slope. split.
    - unfold Rdiv. assert (0 <= log2 (IZR heaviest) * / g) by (apply Rmult_le_pos; lra). lra.
    - replace (IZR heaviest * (log2 (IZR heaviest) / g + 2)) with (phi_of heaviest * / g + 2 * IZR heaviest)
        by (unfold phi_of; field; lra).
      assert (phi_of heaviest * / g <= IZR (2 ^ 50) * (1 + / 1000)).
      { apply Rmult_le_reg_r with g; [exact G|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      assert (IZR heaviest <= IZR (2 ^ 22)) by (apply IZR_le; lia).
      change (IZR (2 ^ 51)) with 2251799813685248. change (IZR (2 ^ 50)) with 1125899906842624 in *.
      change (IZR (2 ^ 22)) with 4194304 in *. lra.
  Qed.

  Lemma entries_are_near x : (0 <= x <= heaviest)%Z ->
    is_whole (phi log heaviest x) (entry x) /\ Rabs (IZR (entry x) - phi_of x / g) <= 2 /\
    Rabs (IZR (entry x)) <= IZR x * slope.
  Proof.
    intros X. assert (G := grain_positive). destruct grain_facts as (Fg & (e & Be & Eg) & Fit).
    assert (I : 0 < / g) by now apply Rinv_0_lt_compat.
    assert (Scaled : forall y : float64, is_finite y = true -> 0 <= B2R y <= bpow radix2 27 ->
      is_finite (over y (grain log heaviest)) = true /\ B2R (over y (grain log heaviest)) = B2R y / g).
    { intros y Fy By.
      assert (E : B2R y / g = B2R y * bpow radix2 (- e)) by (rewrite Eg, bpow_opp; reflexivity).
      assert (Ex : rnd (B2R y / g) = B2R y / g).
      { apply rnd_float. rewrite E. apply (mult_bpow_pos_exact_FLT radix2 (-1074) 53 (B2R y) (- e)); [|lia].
        apply float64_is_float. }
      destruct (over_rounds y (grain log heaviest) Fy) as [E2 F2].
      - change (g <> 0). lra.
      - change (Rabs (rnd (B2R y / g)) < bpow radix2 1024). rewrite Ex, E.
        rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [lra|apply bpow_ge_0]).
        apply Rle_lt_trans with (bpow radix2 27 * bpow radix2 50).
        + apply Rmult_le_compat; try lra; [apply bpow_ge_0|apply bpow_le; lia].
        + rewrite <- bpow_plus. now apply bpow_lt.
      - split; [exact F2|]. rewrite E2. exact Ex. }
    assert (Nearby : forall y : float64, is_finite y = true -> is_whole (Bnearbyint mode_NE y) (ZnearestE
      (B2R y))).
    { intros y Fy. destruct (Bnearbyint_correct 53 1024 _ mode_NE y) as (E & F & _). split; [now rewrite F|].
      rewrite E. simpl round_mode. apply round_FIX_IZR. }
    unfold entry. destruct (Z.eqb_spec x 0) as [->|N0].
    - assert (Z0 : is_finite (x_log_x log 0) = true /\ B2R (x_log_x log 0) = 0).
      { unfold x_log_x. change (Z.max 0 1) with 1%Z. destruct (log_is_near 1%Z ltac:(lia)) as [F _].
        destruct (of_whole_is 0) as [E0 F0]; [lia|].
        destruct (times_rounds (of_whole 0) (log (of_whole 1)) F0 F) as [E Fin];
          rewrite E0, Rmult_0_l, rnd_0 in *.
        - rewrite Rabs_R0. apply bpow_gt_0.
        - now split. }
      destruct Z0 as [F0 E0]. destruct (Scaled _ F0) as [F1 E1]; [rewrite E0; split; [lra|apply bpow_ge_0]|].
      assert (W := Nearby _ F1). rewrite E1, E0 in W. unfold phi_of. unfold Rdiv in *. rewrite Rmult_0_l in W.
      rewrite (Zrnd_IZR ZnearestE 0%Z) in W. rewrite !Rmult_0_l, Rminus_0_r, Rabs_R0. split; [exact W|lra].
    - destruct (product_is_near x ltac:(lia)) as (F & E & N). assert (U := u_pos).
      assert (L := log2_below_22 x ltac:(lia)). assert (Lh := log2_le (IZR x) (IZR heaviest)).
      assert (X1 : 1 <= IZR x <= IZR heaviest) by (split; apply IZR_le; lia). specialize (Lh X1).
      assert (Hh : IZR heaviest <= IZR (2 ^ 22)) by (apply IZR_le; lia).
      assert (P : 0 <= phi_of x <= phi_of heaviest).
      { unfold phi_of. split; [apply Rmult_le_pos|apply Rmult_le_compat]; lra. }
      assert (P27 : phi_of x <= 4194304 * 22).
      { unfold phi_of. apply Rmult_le_compat; try lra. }
      assert (Up : 0 <= u * phi_of x <= / 1000000 * phi_of x) by (split; [apply Rmult_le_pos; lra|
        apply Rmult_le_compat_r; lra]).
      destruct (Scaled _ F) as [F1 E1]; [change (bpow radix2 27) with 134217728; lra|].
      assert (W := Nearby _ F1). rewrite E1, E in W. fold (grains g (B2R (log (of_whole x))) x) in W.
      destruct (log_is_near x ltac:(lia)) as [_ Nl].
      assert (D := phi_is_less_than_2_grains_off (phi_of x) g (B2R (log (of_whole x))) (log2 (IZR x)) x
        ltac:(lia)
        (float64_is_float _) (log2_is_0_or_large x ltac:(lia)) Nl eq_refl G).
      assert (Fx : phi_of x <= IZR (2 ^ 50) * (1 + / 100) * g).
      { apply Rle_trans with (1 := proj2 P). apply Rle_trans with (1 := Fit). apply Rmult_le_compat_r; [lra|].
        change (IZR (2 ^ 50)) with 1125899906842624. lra. }
      specialize (D Fx). apply Rlt_le in D. split; [exact W|]. split; [exact D|].
      apply Rabs_le_inv in D. assert (Q : phi_of x / g <= IZR x * (log2 (IZR heaviest) / g)).
      { unfold phi_of, Rdiv. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
        apply Rmult_le_compat_r; lra. }
      assert (Q0 : 0 <= phi_of x / g) by (apply Rmult_le_pos; lra).
      unfold slope. apply Rabs_le. lra.
  Qed.

  (** *** Keys *)

  Definition entropy_sum (K : nat) (part : whole_rows) : float64 -> Prop :=
    adds_up_to (map (fun k => phi log heaviest (class_weight k part)) (seq 0 K)).
  Definition entropy_share (K : nat) (part : whole_rows) (share : float64) : Prop :=
    exists f, entropy_sum K part f /\ share = minus f (phi log heaviest (weights part)).
  Definition entropy_scores (K : nat) (q : question) (key : float64) : Prop :=
    match q with
    | As_two l r => exists f g, entropy_sum K l f /\ entropy_sum K r g /\
        key = minus (plus f g) (plus (phi log heaviest (weights l)) (phi log heaviest (weights r)))
    | As_many parts => exists shares, Forall2 (entropy_share K) parts shares /\ adds_up_to shares key
    end.

  Definition share_of (K : nat) (part : whole_rows) : R :=
    sumR (fun k => phi_of (class_weight k part)) (seq 0 K) - phi_of (weights part).
  Definition entropy_value (K : nat) (q : question) : R := sumR (fun part => share_of K part / g) (parts_of
    q).

  (** What the floats hold, in grains. *)
  Definition entries (K : nat) (part : whole_rows) : Z := sumZ (fun k => entry (class_weight k part)) (seq
    0 K).

  Section Questions.
    Variables (K : nat) (rows : whole_rows).
    Hypothesis whole : in_whole_counts K rows.
    Hypothesis lighter : (weights rows <= heaviest)%Z.

    Lemma part_entries part f : counted K part -> (0 < weights part <= weights rows)%Z -> entropy_sum K
      part f ->
      is_whole f (entries K part) /\ is_whole (phi log heaviest (weights part)) (entry (weights part)) /\
      Rabs (IZR (entries K part - entry (weights part)) - share_of K part / g) <= 2 * (INR K + 1) /\
      Rabs (IZR (entries K part)) <= IZR (weights part) * slope /\
      Rabs (IZR (entry (weights part))) <= IZR (weights part) * slope.
    Proof.
      intros C B S. assert (G := grain_positive). destruct slope_bounds as [S0 S1].
      assert (Cw : forall k, In k (seq 0 K) -> (0 <= class_weight k part <= heaviest)%Z).
      { intros k I. assert (P := class_weight_nonneg K k part C). split; [exact P|].
        apply Z.le_trans with (weights part); [|lia]. rewrite <- (classes_add_up K part C). clear - I C.
        induction (seq 0 K) as [|j l IH]; [easy|]. rewrite sumZ_cons.
        assert (0 <= class_weight j part)%Z by now apply (class_weight_nonneg K).
        assert (0 <= sumZ (fun k => class_weight k part) l)%Z by (apply sumZ_nonneg; intros i _;
          now apply (class_weight_nonneg K)).
        destruct I as [->|I]; [lia|]. specialize (IH I). lia. }
      assert (Abs : sumR (fun k => Rabs (IZR (entry (class_weight k part)))) (seq 0 K) <= IZR (weights
        part) * slope).
      { rewrite <- (classes_add_up K part C). clear S. induction (seq 0 K) as [|k l IH]; [simpl; lra|].
        rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right].
        destruct (entries_are_near (class_weight k part)) as (_ & _ & E); [apply Cw; now left|].
        assert (H := IH (fun j I => Cw j (or_intror I))). unfold sumR in H. lra. }
      assert (W51 : IZR (weights part) * slope <= IZR (2 ^ 51)).
      { apply Rle_trans with (2 := S1). apply Rmult_le_compat_r; [exact S0|]. apply IZR_le. lia. }
      assert (ToZ : IZR (sumZ Z.abs (map (fun k => entry (class_weight k part)) (seq 0 K))) =
        sumR (fun k => Rabs (IZR (entry (class_weight k part)))) (seq 0 K)).
      { rewrite sumZ_map. clear. induction (seq 0 K) as [|k l IH]; [reflexivity|].
        rewrite sumZ_cons, plus_IZR, IH.
        cbn [sumR fold_right]. now rewrite abs_IZR. }
      destruct (entries_are_near (weights part)) as (Wp & Np & Ap); [lia|]. split; [|split; [exact Wp|]].
      - assert (W : is_whole f (sumZ (fun n => n) (map (fun k => entry (class_weight k part)) (seq 0 K)))).
        { apply (whole_floats_add_up _ _ S).
          - apply Forall2_map. apply Forall2_same. intros k I. now apply entries_are_near, Cw.
          - apply le_IZR. rewrite ToZ. apply Rle_trans with (1 := Abs). apply Rle_trans with (1 := W51).
            apply IZR_le. lia. }
        rewrite sumZ_map in W. exact W.
      - split; [|split; [|exact Ap]].
        + assert (N : Rabs (IZR (entries K part) - sumR (fun k => phi_of (class_weight k part) / g) (seq 0
          K)) <=
            2 * INR K).
          { unfold entries. rewrite <- (seq_length K 0) at 3. clear - Cw weights_fit log_is_near.
            induction (seq 0 K) as [|k l IH]; [simpl; rewrite Rminus_0_r, Rabs_R0; lra|].
            rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right length]. rewrite S_INR.
            destruct (entries_are_near (class_weight k part)) as (_ & E & _); [apply Cw; now left|].
            assert (H := IH (fun j I => Cw j (or_intror I))). unfold sumR in H. apply Rabs_le_inv in E, H.
            apply Rabs_le. lra. }
          assert (D : share_of K part / g = sumR (fun k => phi_of (class_weight k part) / g) (seq 0 K) -
            phi_of (weights part) / g).
          { unfold share_of, Rdiv. rewrite Rmult_minus_distr_r. f_equal. now rewrite <- sumR_scale. }
          rewrite D, minus_IZR. apply Rabs_le_inv in N, Np. apply Rabs_le. lra.
        + apply Rle_trans with (2 := Abs). unfold entries. clear. induction (seq 0 K) as [|k l IH].
          * simpl. rewrite Rabs_R0. lra.
          * rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right]. apply Rle_trans with (1 := Rabs_triang _ _).
            unfold sumR in IH. lra.
    Qed.

    Lemma entropy_score_is_whole q key : divides_into rows q -> entropy_scores K q key ->
      (exists n, is_whole key n /\ (Z.abs n <= 2 ^ 52)%Z) /\
      Rabs (B2R key - entropy_value K q) <= 2 * (INR K + 1) * INR (length (parts_of q)).
    Proof.
      intros D S. destruct slope_bounds as [S0 S1].
      assert (Pf := fun p => part_facts K rows whole q p D).
      assert (W51 : IZR (weights rows) * slope <= IZR (2 ^ 51)).
      { apply Rle_trans with (2 := S1). apply Rmult_le_compat_r; [exact S0|]. apply IZR_le. exact lighter. }
      assert (Near : forall ps, (forall p, In p ps -> exists f, entropy_sum K p f) -> incl ps (parts_of q) ->
        Rabs (IZR (sumZ (fun p => entries K p - entry (weights p))%Z ps) - sumR (fun p => share_of K p / g)
          ps) <=
          2 * (INR K + 1) * INR (length ps)).
      { induction ps as [|p l IH]; intros F I; [simpl; rewrite Rminus_0_r, Rabs_R0; lra|].
        rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right length]. rewrite S_INR.
        destruct (F p (or_introl eq_refl)) as [f Sf]. destruct (Pf p (I p (or_introl eq_refl))) as [C B].
        destruct (part_entries p f C B Sf) as (_ & _ & E & _).
        assert (H := IH (fun x J => F x (or_intror J)) (fun x J => I x (or_intror J))). unfold sumR in H.
        apply Rabs_le_inv in E, H. apply Rabs_le. lra. }
      assert (Small : forall ps, (forall p, In p ps -> exists f, entropy_sum K p f) -> incl ps (parts_of q) ->
        Rabs (IZR (sumZ (fun p => entries K p - entry (weights p))%Z ps)) <=
          2 * (IZR (sumZ weights ps) * slope)).
      { induction ps as [|p l IH]; intros F I; [simpl; rewrite Rabs_R0; lra|].
        rewrite !sumZ_cons, !plus_IZR, minus_IZR.
        destruct (F p (or_introl eq_refl)) as [f Sf]. destruct (Pf p (I p (or_introl eq_refl))) as [C B].
        destruct (part_entries p f C B Sf) as (_ & _ & _ & Af & Ap).
        assert (H := IH (fun x J => F x (or_intror J)) (fun x J => I x (or_intror J))).
        apply Rabs_le_inv in Af, Ap, H. apply Rabs_le. lra. }
      assert (Go : (forall p, In p (parts_of q) -> exists f, entropy_sum K p f) ->
        is_whole key (sumZ (fun p => entries K p - entry (weights p))%Z (parts_of q)) ->
        (exists n, is_whole key n /\ (Z.abs n <= 2 ^ 52)%Z) /\
        Rabs (B2R key - entropy_value K q) <= 2 * (INR K + 1) * INR (length (parts_of q))).
      { intros F Wk. destruct (Wk) as [_ E]. split; [|rewrite E; apply Near; [exact F|apply incl_refl]].
        eexists. split; [exact Wk|]. apply le_IZR. rewrite abs_IZR.
        apply Rle_trans with (1 := Small _ F (incl_refl _)). rewrite (weights_add_up rows q D).
        change (2 ^ 52)%Z with (2 * 2 ^ 51)%Z. rewrite mult_IZR. lra. }
      destruct q as [l r|ps]; cbn [entropy_scores parts_of] in *.
      - destruct S as (f & g' & Sf & Sg & Ek).
        destruct (Pf l (or_introl eq_refl)) as [Cl Bl].
          destruct (Pf r (or_intror (or_introl eq_refl))) as [Cr Br].
        destruct (part_entries l f Cl Bl Sf) as (Wf & Wl & _ & Af & Al).
        destruct (part_entries r g' Cr Br Sg) as (Wg & Wr & _ & Ag & Ar).
        apply Go.
        + intros p [<-|[<-|[]]]; [now exists f|now exists g'].
        + assert (Ws := weights_add_up rows _ D). cbn [parts_of sumZ fold_right] in Ws.
          assert (T : IZR (weights l) * slope + IZR (weights r) * slope <= IZR (2 ^ 51)).
          { rewrite <- Rmult_plus_distr_r, <- plus_IZR. replace (weights l + weights r)%Z with (weights
            rows) by lia.
            exact W51. }
          assert (ToZ : forall a b, Rabs (IZR a) <= IZR (weights l) * slope -> Rabs (IZR b) <= IZR (weights
            r) * slope ->
            (Z.abs (a + b) <= 2 ^ 51)%Z).
          { intros a b A B. apply le_IZR. rewrite abs_IZR, plus_IZR.
            apply Rle_trans with (1 := Rabs_triang _ _). lra. }
          assert (T1 := ToZ _ _ Af Ag). assert (T2 := ToZ _ _ Al Ar). cbn [sumZ fold_right].
          replace (entries K l - entry (weights l) + (entries K r - entry (weights r) + 0))%Z with
            (entries K l + entries K r - (entry (weights l) + entry (weights r)))%Z by ring.
          rewrite Ek. apply whole_difference_rounds; [apply whole_sum_rounds|apply whole_sum_rounds|];
            trivial; lia.
      - destruct S as (shares & Sh & A).
        assert (Fs : forall p, In p ps -> exists f, entropy_sum K p f).
        { intros p I. apply (Forall2_partner _ _ _ Sh) in I as (s & _ & f & Sf & _). now exists f. }
        apply Go; [exact Fs|].
        assert (W : is_whole key (sumZ (fun n => n) (map (fun p => entries K p - entry (weights p))%Z ps))).
        { apply (whole_floats_add_up _ _ A).
          - assert (Pf' : forall p, In p ps -> counted K p /\ (0 < weights p <= weights rows)%Z) by exact Pf.
            clear - Sh Pf' lighter weights_fit log_is_near.
              induction Sh as [|p s ps shares H Sh IH]; constructor.
            + destruct H as (f & Sf & ->). destruct (Pf' p (or_introl eq_refl)) as [C B].
              destruct (part_entries p f C B Sf) as (Wf & Wp & _ & Af & Ap).
              apply whole_difference_rounds; trivial. destruct slope_bounds as [S0 S1].
              assert (W51 : IZR (weights p) * slope <= IZR (2 ^ 51)).
              { apply Rle_trans with (2 := S1). apply Rmult_le_compat_r; [exact S0|]. apply IZR_le. lia. }
              apply le_IZR. rewrite abs_IZR, minus_IZR. replace (IZR (2 ^ 53)) with (2 * 2 * IZR (2 ^ 51))
                by (rewrite <- !mult_IZR; reflexivity).
              assert (0 <= IZR (2 ^ 51)) by (apply IZR_le; lia). apply Rabs_le_inv in Af, Ap.
                apply Rabs_le. lra.
            + apply IH. intros x I. apply Pf'. now right.
          - apply le_IZR. rewrite sumZ_map. replace (IZR (2 ^ 53)) with (2 * 2 * IZR (2 ^ 51)) by (rewrite
            <- !mult_IZR; reflexivity).
            apply Rle_trans with (2 * (IZR (weights rows) * slope));
              [|assert (0 <= IZR (2 ^ 51)) by (apply IZR_le; lia);
              lra].
            assert (Ws := weights_add_up rows _ D). cbn [parts_of] in Ws. rewrite <- Ws.
              clear - Pf Fs whole lighter weights_fit log_is_near.
            induction ps as [|p l IH]; [simpl; lra|]. rewrite !sumZ_cons, !plus_IZR, abs_IZR, minus_IZR.
            destruct (Fs p (or_introl eq_refl)) as [f Sf]. destruct (Pf p (or_introl eq_refl)) as [C B].
            destruct (part_entries p f C B Sf) as (_ & _ & _ & Af & Ap).
            assert (H := IH (fun x J => Pf x (or_intror J)) (fun x J => Fs x (or_intror J))).
            assert (Rabs (IZR (entries K p) - IZR (entry (weights p))) <= 2 * (IZR (weights p) * slope))
              by (apply Rabs_le_inv in Af, Ap; apply Rabs_le; lra). lra. }
        rewrite sumZ_map in W. exact W.
    Qed.

    Lemma entropy_score_is_near q key : divides_into rows q -> entropy_scores K q key ->
      is_finite key = true /\ Rabs (B2R key - entropy_value K q) <= 2 * (INR K + 1) * INR (length (parts_of
        q)).
    Proof.
      intros D S. destruct (entropy_score_is_whole q key D S) as [(n & [F _] & _) N]. now split.
    Qed.
  End Questions.
End Grains.

(** ** The information gain of the definitions, in units *)

Definition information_gain_in (K : nat) (a : Q) (q : question) : R :=
  information_gain (map (counts_in K a) (parts_of q)).

Lemma Q2R_Z n : Q2R (inject_Z n) = IZR n.
Proof. unfold Q2R, inject_Z. simpl. field. Qed.

Lemma surprise_in_units b w n : 0 < b -> 0 < w -> (0 <= n)%Z ->
  surprise (b * w) (b * IZR n) = b * ln 2 * (IZR n * log2 w - phi_of n).
Proof.
  intros B W N. assert (L := ln_2_positive). unfold surprise, phi_of, log2.
  destruct (Z.eq_dec n 0) as [->|D]; [unfold Rdiv; ring|]. assert (0 < IZR n) by (apply IZR_lt; lia).
  rewrite !ln_mult by assumption. field. lra.
Qed.

Lemma nats_in_units K a part h : (0 < a)%Q -> (0 < weights part)%Z -> counted K part -> reads K a part h ->
  nats (map h (seq 0 K)) = - (Q2R a * ln 2 * share_of K part).
Proof.
  intros A P C R. assert (W := weight_in_units K a part h C R). apply Q2R_positive in A. unfold nats.
  rewrite (Qeq_eqR _ _ W), Q2R_mult, Q2R_Z, sumR_map.
  rewrite (sumR_ext _ (fun k => (IZR (class_weight k part) * log2 (IZR (weights part)) - phi_of
    (class_weight k part))
    * (Q2R a * ln 2))).
  - rewrite sumR_scale. unfold share_of.
    assert (E : forall l, sumR (fun k => IZR (class_weight k part) * log2 (IZR (weights part)) -
        phi_of (class_weight k part)) l =
      IZR (sumZ (fun k => class_weight k part) l) * log2 (IZR (weights part)) -
        sumR (fun k => phi_of (class_weight k part)) l).
    { induction l as [|k l IH]; [simpl; ring|]. rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right].
      unfold sumR in IH. rewrite IH. ring. }
    rewrite E, (classes_add_up K part C).
    change (phi_of (weights part)) with (IZR (weights part) * log2 (IZR (weights part))). ring.
  - intros k I. apply in_seq in I. rewrite (Qeq_eqR _ _ (R k ltac:(lia))), Q2R_mult, Q2R_Z.
    rewrite surprise_in_units; trivial; [ring|now apply IZR_lt|now apply (class_weight_nonneg K)].
Qed.

Section Gains.
  Variables (K : nat) (rows : whole_rows) (a : Q).
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis unit : (0 < a)%Q.

  Lemma conditional_entropy_in_units q : divides_into rows q -> parts_of q <> [] ->
    conditional_entropy (map (counts_in K a) (parts_of q)) = - (sumR (share_of K) (parts_of q) / IZR
      (weights rows)).
  Proof.
    intros D N. assert (P := node_is_positive K rows whole q D N). assert (L := ln_2_positive).
    destruct (merged K rows a q D N) as (h & E & R). assert (C := all_counted K rows whole).
    assert (Wm := weight_in_units K a rows h C R). rewrite <- E in Wm.
    assert (Ap := Q2R_positive a unit). apply IZR_lt in P as Pr.
    assert (Pos : (0 < weight (merge (map (counts_in K a) (parts_of q))))%Q).
    { rewrite Wm. apply Qmult_lt_0_compat; [exact unit|now apply inject_positive]. }
    assert (Nn : forall c, In c (map (counts_in K a) (parts_of q)) -> nonneg c).
    { intros c I x J. apply in_map_iff in I as (p & <- & I). unfold counts_in, counts_of in J.
      apply in_map_iff in J as (k & <- & J). apply in_seq in J. rewrite (counts_read K a p k) by lia.
      apply Qmult_le_0_compat; [Lqa.lra|]. change 0%Q with (inject_Z 0). rewrite <- Zle_Qle.
      apply (class_weight_nonneg K). apply (part_facts K rows whole q p D I). }
    assert (S := nats_of_parts _ Nn Pos). rewrite (Qeq_eqR _ _ Wm), Q2R_mult, Q2R_Z, sumR_map in S.
    rewrite (sumR_ext _ (fun p => share_of K p * - (Q2R a * ln 2))), sumR_scale in S.
    - set (s := sumR (share_of K) (parts_of q)) in *.
      set (c := conditional_entropy _) in *. apply Rmult_eq_reg_l with (Q2R a * IZR (weights rows) * ln 2).
      + rewrite <- S. field. lra.
      + apply Rmult_integral_contrapositive_currified; [apply Rmult_integral_contrapositive_currified|]; lra.
    - intros p I. destruct (part_facts K rows whole q p D I) as [Cp Bp]. unfold counts_in, counts_of.
      rewrite (nats_in_units K a p _ unit (proj1 Bp) Cp (counts_read K a p)). ring.
  Qed.

  Lemma entropies_of_the_node q p : divides_into rows q -> divides_into rows p -> parts_of q <> [] ->
    parts_of p <> [] ->
    entropy (merge (map (counts_in K a) (parts_of q))) = entropy (merge (map (counts_in K a) (parts_of p))).
  Proof.
    intros Dq Dp Nq Np. destruct (merged K rows a q Dq Nq) as (h & -> & R).
    destruct (merged K rows a p Dp Np) as (h' & -> & R'). assert (C := all_counted K rows whole).
      unfold entropy.
    rewrite !sumR_map. f_equal. apply sumR_ext. intros k I. apply in_seq in I.
    assert (E : (h k / weight (map h (seq 0 K) : ClassCounts) == h' k / weight (map h' (seq 0 K) :
      ClassCounts))%Q).
    { rewrite (weight_in_units K a rows h C R), (weight_in_units K a rows h' C R'), (R k), (R' k) by lia.
      reflexivity. }
    now rewrite (Qeq_eqR _ _ E).
  Qed.

  Lemma information_gains_order_shares q p : divides_into rows q -> divides_into rows p -> parts_of q <> [] ->
    parts_of p <> [] -> information_gain_in K a p <= information_gain_in K a q ->
    sumR (share_of K) (parts_of p) <= sumR (share_of K) (parts_of q).
  Proof.
    intros Dq Dp Nq Np L. unfold information_gain_in in L.
    apply (same_argmin_entropy _ _ (entropies_of_the_node q p Dq Dp Nq Np)) in L.
    rewrite (conditional_entropy_in_units q Dq Nq), (conditional_entropy_in_units p Dp Np) in L.
    assert (P := IZR_lt _ _ (node_is_positive K rows whole q Dq Nq)). apply Ropp_le_cancel in L.
    apply Rmult_le_reg_r with (/ IZR (weights rows)); [now apply Rinv_0_lt_compat|exact L].
  Qed.
End Gains.

(** ** The filter *)

Definition entropy_bound (arity : Z) (K : nat) : float64 :=
  times (times (of_whole 8) (of_whole arity)) (of_whole (Z.of_nat K + 1)).

Lemma entropy_bound_is_enough arity K : (2 <= arity <= 2 ^ 50)%Z -> (Z.of_nat K <= 2 ^ 50)%Z ->
  7 * (INR K + 1) * IZR arity <= B2R (entropy_bound arity K).
Proof.
  intros A Kb. assert (U := u_pos). unfold entropy_bound.
  destruct (of_whole_is 8) as [E8 F8]; [lia|]. destruct (of_whole_is arity) as [Ea Fa]; [lia|].
  destruct (of_whole_is (Z.of_nat K + 1)) as [Ek Fk]; [lia|].
  destruct (times_rounds (of_whole 8) (of_whole arity) F8 Fa) as [E1 F1]; rewrite E8, Ea, <- mult_IZR in *;
    [apply small_whole; lia|]. rewrite rnd_whole in E1 by lia.
  assert (P : 1 <= IZR (8 * arity * (Z.of_nat K + 1)) <= bpow radix2 104).
  { change (bpow radix2 104) with (IZR (2 ^ 104)). split; apply IZR_le; [nia|].
    apply Z.le_trans with (2 ^ 53 * 2 ^ 51)%Z; [|lia]. apply Z.mul_le_mono_nonneg; lia. }
  destruct (rounded_is_small _ 104 ltac:(lia) (conj (Rle_trans _ _ _ Rle_0_1 (proj1 P)) (proj2 P))) as [_ S].
  destruct (times_rounds (times (of_whole 8) (of_whole arity)) (of_whole (Z.of_nat K + 1)) F1 Fk) as [E2 _];
    rewrite E1, Ek, <- mult_IZR in *; [exact S|]. rewrite E2.
  assert (N := share _ (at_least_one_normal _ (proj1 P)) ltac:(lra)).
  rewrite INR_IZR_INZ. assert (X : IZR (8 * arity * (Z.of_nat K + 1)) = 8 * ((IZR (Z.of_nat K) + 1) * IZR
    arity)).
  { rewrite !mult_IZR, plus_IZR. ring. }
  rewrite X in *. set (y := (IZR (Z.of_nat K) + 1) * IZR arity) in *.
  assert (u * y <= / 1000000 * y) by (apply Rmult_le_compat_r; lra). unfold y in *. lra.
Qed.

Lemma scored_entropies_have_parts log heaviest K q key : entropy_scores log heaviest K q key -> parts_of q
  <> [].
Proof.
  destruct q as [l r|parts]; [easy|]. intros (shares & F & A) E. cbn [parts_of] in E. rewrite E in F.
  inversion F. subst. apply adds_up_nonempty in A. simpl in A. lia.
Qed.

Theorem the_entropy_filter_in_grains log heaviest K rows a qs key m e arity :
  (1 <= heaviest <= 2 ^ 22)%Z -> near_log2 log heaviest ->
  in_whole_counts K rows -> (weights rows <= heaviest)%Z -> (Z.of_nat K <= 2 ^ 50)%Z -> (0 < a)%Q ->
  (forall q, In q qs -> divides_into rows q /\ within_arity arity q) ->
  (forall q, In q qs -> entropy_scores log heaviest K q (key q)) -> is_largest m (map key qs) ->
  B2R (entropy_bound arity K) <= B2R e ->
  forall q, In q qs -> (forall p, In p qs -> information_gain_in K a p <= information_gain_in K a q) ->
  In q (survivors_by key m e qs).
Proof.
  intros H Log U L Kb A Q S M E q I Best.
  assert (Near : forall p, In p qs -> is_finite (key p) = true /\
    Rabs (B2R (key p) - entropy_value log heaviest K p) <= 2 * (INR K + 1) * INR (length (parts_of p))).
  { intros p J. apply (entropy_score_is_near log heaviest H Log K rows U L); [now apply Q|now apply S]. }
  apply (kept_within key (entropy_value log heaviest K) qs m e M); trivial; [intros p J; now apply Near| |].
  - intros p J. destruct (Q p J) as [D Ar]. apply Rle_trans with (1 := proj2 (Near p J)).
    apply Rle_trans with (2 := E). assert (Ab : (2 <= arity <= 2 ^ 50)%Z) by apply Ar.
    apply Rle_trans with (2 := entropy_bound_is_enough arity K Ab Kb). assert (P := pos_INR K).
    apply Rmult_le_compat; [lra|apply pos_INR|lra|].
    rewrite INR_IZR_INZ. apply IZR_le. destruct Ar as [_ Ar]. destruct p as [l r|ps]; [simpl; lia|apply Ar].
  - intros p J. assert (G := grain_positive log heaviest H Log). unfold entropy_value.
    destruct (Q q I) as [Dq _]. destruct (Q p J) as [Dp _].
    assert (O := information_gains_order_shares K rows a U A q p Dq Dp (scored_entropies_have_parts _ _ _ _
      _ (S q I))
      (scored_entropies_have_parts _ _ _ _ _ (S p J)) (Best p J)).
    unfold Rdiv. rewrite !sumR_scale. apply Rmult_le_compat_r; [|exact O].
    apply Rlt_le, Rinv_0_lt_compat, G.
Qed.

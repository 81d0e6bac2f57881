(** * WholeGini: from rows of classes to what the filter keeps, in whole units, by Gini and misclassification

    Sums of weights and of squared counts are whole, hence exact in whatever order they are added; keys and
    bounds are those of [dtrees.vectorized], operation by operation in binary64, and what the children of one
    question add is added in whatever order.  Nothing more is assumed: what is kept holds every question of
    largest gain, the gain being that of [Spec.Impurities]. *)
From Coq Require Import ZArith QArith Lqa Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys WholeCounts.
Import ListNotations.
Open Scope R_scope.

(** ** Gini *)

Definition gini_share (K : nat) (part : whole_rows) : float64 :=
  over (of_whole (squares_of K part)) (of_whole (weights part)).

Definition gini_scores (K : nat) (q : question) (key : float64) : Prop :=
  match q with
  | As_two l r => key = gini_key (of_whole (squares_of K l)) (of_whole (squares_of K r))
      (of_whole (weights l)) (of_whole (weights r))
  | As_many parts => adds_up_to (map (gini_share K) parts) key
  end.

Definition four_u : float64 := over (of_whole 1) (of_whole (2 ^ 51)).

Definition gini_bound (arity : Z) (rows : whole_rows) (m : float64) : float64 :=
  let W := of_whole (weights rows) in
  let square := times W W in
  if Bltb (times m (times square square)) (of_whole (2 ^ 55)) && Z.eqb arity 2 then of_whole 0
  else times (times four_u (of_whole (arity + 6))) W.

(** The sum of f / w, in proportion to which the gain is but for what is one for all questions. *)
Definition gini_value (K : nat) (q : question) : R :=
  exact_sum (map (fun part => (squares_of K part, weights part)) (parts_of q)).

Lemma four_u_is : B2R four_u = 4 * u /\ is_finite four_u = true.
Proof.
  destruct (one_over_a_power 51) as [E F]; [lia|]. split; [|exact F]. unfold four_u. rewrite E.
  change (bpow radix2 (Z.opp 51)) with (/ 2251799813685248). unfold u. lra.
Qed.

Lemma scored_have_parts K q key : gini_scores K q key -> parts_of q <> [].
Proof.
  destruct q as [l r|parts]; [easy|]. intros S E. cbn [gini_scores parts_of] in *. rewrite E in S.
  apply adds_up_nonempty in S. simpl in S. lia.
Qed.

Section Gini.
  Variables (K : nat) (rows : whole_rows).
  Hypothesis whole : in_whole_counts K rows.

  Let W := weights rows.

  Lemma node_fits q : divides_into rows q -> parts_of q <> [] -> (1 <= W < 2 ^ 26)%Z.
  Proof.
    intros D N. assert (P := node_is_positive K rows whole q D N). unfold W. split; [lia|apply whole].
  Qed.

  Lemma parts_fit q : divides_into rows q -> (Z.of_nat (length (parts_of q)) <= W)%Z.
  Proof.
    intros D. unfold W. rewrite <- (weights_add_up rows q D).
    assert (P : forall p, In p (parts_of q) -> (0 < weights p)%Z) by (intros p I;
      apply (part_facts K rows whole q p D I)).
    induction (parts_of q) as [|p l IH]; [reflexivity|]. rewrite sumZ_cons. cbn [length].
    assert (0 < weights p)%Z by (apply P; now left).
    assert (Z.of_nat (length l) <= sumZ weights l)%Z by (apply IH; intros x I; apply P; now right). lia.
  Qed.

  Lemma shares_are_whole q : divides_into rows q ->
    forall f w, In (f, w) (map (fun part => (squares_of K part, weights part)) (parts_of q)) ->
    (0 <= f <= w * w /\ 0 < w < 2 ^ 26)%Z.
  Proof.
    intros D f w I. apply in_map_iff in I as (p & E & I). injection E as <- <-.
    destruct (part_facts K rows whole q p D I) as [C B]. assert (S := squares_fit K p C).
    destruct whole as [_ L]. lia.
  Qed.

  Lemma weights_of_shares q : divides_into rows q ->
    sumR (fun c => IZR (snd c)) (map (fun part => (squares_of K part, weights part)) (parts_of q)) = IZR W.
  Proof.
    intros D. rewrite sumR_map. unfold W. rewrite <- (weights_add_up rows q D). cbn [snd].
    induction (parts_of q) as [|p l IH]; [reflexivity|]. rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right].
    f_equal. exact IH.
  Qed.

  Lemma value_of_two l r : divides_into rows (As_two l r) ->
    gini_value K (As_two l r) = IZR (squares_of K l * weights r + squares_of K r * weights l) /
      (IZR (weights l) * IZR (weights r)).
  Proof.
    intros D. unfold gini_value, exact_sum. cbn [parts_of map sumR fold_right fst snd].
    destruct (part_facts K rows whole _ l D (or_introl eq_refl)) as [_ [L _]].
    destruct (part_facts K rows whole _ r D (or_intror (or_introl eq_refl))) as [_ [R _]].
    apply IZR_lt in L, R. rewrite plus_IZR, !mult_IZR. field. split; lra.
  Qed.

  Lemma two_facts l r : divides_into rows (As_two l r) ->
    (0 < weights l /\ 0 < weights r /\ weights l + weights r < 2 ^ 26 /\ W = weights l + weights r)%Z /\
    (0 <= squares_of K l <= weights l * weights l /\ 0 <= squares_of K r <= weights r * weights r)%Z.
  Proof.
    intros D. destruct (part_facts K rows whole _ l D (or_introl eq_refl)) as [Cl Bl].
    destruct (part_facts K rows whole _ r D (or_intror (or_introl eq_refl))) as [Cr Br].
    assert (Sl := squares_fit K l Cl). assert (Sr := squares_fit K r Cr).
    assert (E := weights_add_up rows _ D). cbn [parts_of sumZ fold_right] in E. destruct whole as [_ L].
    unfold W. repeat split; lia.
  Qed.

  Lemma gini_score_is_near q k : divides_into rows q -> parts_of q <> [] -> gini_scores K q k ->
    is_finite k = true /\ 0 <= gini_value K q <= IZR W /\
    Rabs (B2R k - gini_value K q) <=
      match q with As_two _ _ => 8 * u * gini_value K q | As_many ps => 2 * INR (length ps) * u * IZR W end.
  Proof.
    intros D N S. assert (Fit := node_fits q D N). assert (Wh := shares_are_whole q D).
      destruct q as [l r|ps].
    - destruct (two_facts l r D) as [A B]. rewrite (value_of_two l r D). cbn [gini_scores] in S. rewrite S.
      destruct (gini_key_is_near _ _ _ _ (conj (proj1 A) (conj (proj1 (proj2 A)) (proj1 (proj2 (proj2
        A))))) B)
        as (F & E & P & _). rewrite <- (proj2 (proj2 (proj2 A))) in P. now repeat split.
    - cbn [parts_of gini_scores] in *.
      assert (Each : forall x, In x (map (gini_share K) ps) -> is_finite x = true /\ 0 <= B2R x <= bpow
        radix2 52).
      { intros x I. apply in_map_iff in I as (p & <- & I).
        destruct (Wh (squares_of K p) (weights p)) as [F L].
        { now apply (in_map (fun part => (squares_of K part, weights part))). }
        destruct (of_whole_is (squares_of K p)) as [Ef Ff]; [nia|].
        destruct (of_whole_is (weights p)) as [Ew Fw]; [lia|].
        assert (Wp : 1 <= IZR (weights p)) by (apply IZR_le; lia).
        assert (Q : 0 <= IZR (squares_of K p) / IZR (weights p) <= bpow radix2 52).
        { assert (0 < / IZR (weights p)) by (apply Rinv_0_lt_compat; lra).
          assert (I1 : / IZR (weights p) <= 1) by (rewrite <- Rinv_1; apply Rinv_le; lra).
          assert (B : 0 <= IZR (squares_of K p) <= bpow radix2 52).
          { change (bpow radix2 52) with (IZR (2 ^ 52)). split; apply IZR_le; nia. }
          unfold Rdiv. split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (bpow radix2 52)).
          apply Rmult_le_compat; lra. }
        destruct (rounded_is_small _ 52 ltac:(lia) Q) as [R1 R2]. unfold gini_share.
        destruct (over_rounds (of_whole (squares_of K p)) (of_whole (weights p)) Ff) as [E Fin];
          rewrite ?Ef, ?Ew in *; [lra|exact R2|]. rewrite E. now split. }
      assert (Floats : reals (map (gini_share K) ps) = floats (map (fun part => (squares_of K part,
        weights part)) ps)).
      { unfold floats, reals. rewrite !map_map. apply map_ext_in. intros p I. cbn [fst snd].
        destruct (Wh (squares_of K p) (weights p)) as [F L].
        { now apply (in_map (fun part => (squares_of K part, weights part))). }
        destruct (of_whole_is (squares_of K p)) as [Ef Ff]; [nia|].
        destruct (of_whole_is (weights p)) as [Ew Fw]; [lia|].
        destruct (Each (gini_share K p) (in_map _ _ _ I)) as [Fin _]. unfold gini_share in *.
        destruct (over_rounds (of_whole (squares_of K p)) (of_whole (weights p)) Ff) as [E _];
          rewrite ?Ef, ?Ew in *; [apply IZR_neq; lia| |exact E].
        assert (H := Bdiv_correct 53 1024 _ _ mode_NE (of_whole (squares_of K p)) (of_whole (weights p))
          ltac:(rewrite Ew; apply IZR_neq; lia)). rewrite Ef, Ew in H.
        destruct (Rlt_bool_spec (Rabs (rnd (IZR (squares_of K p) / IZR (weights p)))) (bpow radix2 1024))
          as [G|G];
          [exact G|exfalso].
        change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H.
        unfold rnd in G. rewrite Rlt_bool_false in H by exact G.
        apply (overflows_to (xorb (Bsign (of_whole (squares_of K p))) (Bsign (of_whole (weights p))))) in H.
        unfold over in Fin. rewrite H in Fin. discriminate. }
      assert (Ln := parts_fit _ D). cbn [parts_of] in Ln.
      assert (Few : INR (length (map (gini_share K) ps)) * u <= 1).
      { rewrite map_length, INR_IZR_INZ. apply Rle_trans with (IZR (2 ^ 26) * u).
        - apply Rmult_le_compat_r; [assert (U := u_pos); lra|]. apply IZR_le. lia.
        - unfold u. change (2 ^ 26)%Z with 67108864%Z. lra. }
      destruct (nonnegative_floats_add_up _ _ S) as (F & A & _); [intros x I;
        destruct (Each x I) as [? [? _]];
        now split|exact Few| |].
      { apply Rle_trans with (INR (length (map (gini_share K) ps)) * bpow radix2 52).
        - apply total_at_most. intros x I. apply (Each x I).
        - rewrite map_length, INR_IZR_INZ. apply Rle_trans with (bpow radix2 26 * bpow radix2 52).
          + apply Rmult_le_compat_r; [apply bpow_ge_0|]. change (bpow radix2 26) with (IZR (2 ^ 26)).
            apply IZR_le. lia.
          + rewrite <- bpow_plus. apply bpow_le. lia. }
      rewrite Floats in A. destruct (gini_key_of_many_is_near _ _ Wh A) as [E L].
      assert (Wt := weights_of_shares _ D). cbn [parts_of] in Wt. rewrite Wt in E, L. rewrite map_length in E.
      split; [exact F|]. split; [split; [|exact L]|exact E].
      apply exact_sum_nonneg. intros f w I. destruct (Wh f w I). lia.
  Qed.
  (** *** The bound, as programmed *)

  Variables (a : Q) (qs : list question) (key : question -> float64) (m : float64) (arity : Z).
  Hypothesis unit : (0 < a)%Q.
  Hypothesis questions : forall q, In q qs -> divides_into rows q /\ within_arity arity q.
  Hypothesis scores : forall q, In q qs -> gini_scores K q (key q).
  Hypothesis largest : is_largest m (map key qs).

  Let told : bool := Bltb (times m (times (times (of_whole W) (of_whole W)) (times (of_whole W) (of_whole
    W))))
    (of_whole (2 ^ 55)) && Z.eqb arity 2.

  Lemma bound_is_enough : (2 <= arity <= 2 ^ 50)%Z -> (1 <= W < 2 ^ 26)%Z -> told = false ->
    2 * u * IZR (arity + 6) * IZR W <= B2R (gini_bound arity rows m).
  Proof.
    intros A Wb T. unfold gini_bound. fold W. cbv zeta. unfold told in T. rewrite T. assert (U := u_pos).
    destruct four_u_is as [E4 F4]. destruct (of_whole_is (arity + 6)) as [Ea Fa]; [lia|].
    destruct (of_whole_is W) as [Ew Fw]; [lia|].
    assert (A8 : 8 <= IZR (arity + 6) <= IZR (2 ^ 51)) by (split; apply IZR_le; lia).
    assert (W1 : 1 <= IZR W <= IZR (2 ^ 26)) by (split; apply IZR_le; lia).
    set (x := 4 * u * IZR (arity + 6)). assert (X : 32 * u <= x <= 1).
    { unfold x. change (IZR (2 ^ 51)) with 2251799813685248 in A8. unfold u. split; lra. }
    assert (N : forall y, 31 * u <= y -> normal y).
    { intros y Y. right. rewrite Rabs_right by lra. apply Rle_trans with (bpow radix2 (-53));
        [apply bpow_le; lia|]. rewrite <- u_is_a_power. lra. }
    destruct (rounded_is_small x 1) as [_ R1]; [lia|change (bpow radix2 1) with 2; lra|].
    destruct (times_rounds four_u (of_whole (arity + 6)) F4 Fa) as [E1 F1]; rewrite E4, Ea in *; [exact R1|].
    fold x in E1. assert (S1 := share x (N x ltac:(lra)) ltac:(lra)). set (y := rnd x) in *.
    assert (Ux : u * x <= / 1000000 * x) by (apply Rmult_le_compat_r; lra).
    set (c := times four_u (of_whole (arity + 6))) in *. clearbody c y.
    assert (B : 0.99 * x * IZR W <= y * IZR W <= 2 * IZR (2 ^ 26)) by (split; [apply Rmult_le_compat_r|
      apply Rmult_le_compat]; lra).
    assert (Y : 31 * u <= y * IZR W).
    { apply Rle_trans with (31 * u * 1); [lra|]. apply Rmult_le_compat; lra. }
    destruct (rounded_is_small (y * IZR W) 27) as [_ R2];
      [lia|change (bpow radix2 27) with (2 * IZR (2 ^ 26));
      lra|].
    destruct (times_rounds c (of_whole W) F1 Fw) as [E2 F2]; rewrite E1, Ew in *; [exact R2|]. rewrite E2.
    assert (S2 := share _ (N _ Y) ltac:(lra)). set (z := y * IZR W) in *.
    assert (Uz : u * z <= / 1000000 * z) by (apply Rmult_le_compat_r; lra).
    replace (2 * u * IZR (arity + 6) * IZR W) with (/ 2 * (x * IZR W)) by (unfold x; field).
    assert (0 <= x * IZR W) by (apply Rmult_le_pos; lra). lra.
  Qed.

  (** *** Where equal keys are equal floats *)

  Lemma told_floats_compare p q : In p qs -> In q qs -> told = true -> gini_value K p <= gini_value K q ->
    B2R (key p) <= B2R (key q).
  Proof.
    intros Ip Iq T V. unfold told in T. apply andb_prop in T as [T A]. apply Z.eqb_eq in A.
    destruct (questions p Ip) as [Dp Rp]. destruct (questions q Iq) as [Dq Rq].
    destruct p as [l r|ps]; [|destruct Rp; lia]. destruct q as [l' r'|ps]; [|destruct Rq; lia].
    assert (Sp := scores _ Ip). assert (Sq := scores _ Iq). cbn [gini_scores] in Sp, Sq.
    destruct (two_facts l r Dp) as [A1 B1]. destruct (two_facts l' r' Dq) as [A2 B2].
    assert (Wb := node_fits _ Dp ltac:(easy)).
    assert (Fin : forall q, In q qs -> is_finite (key q) = true).
    { intros q I. destruct (questions q I) as [D _].
      assert (N := some_part rows q D ltac:(unfold W in Wb; lia)).
      now apply (gini_score_is_near q (key q) D N (scores q I)). }
    destruct (the_largest_is_a_key key qs m largest Fin) as [(t & It & Et) Lm].
    destruct (questions t It) as [Dt _]. assert (Nt := some_part rows t Dt ltac:(unfold W in Wb; lia)).
    destruct (gini_score_is_near t (key t) Dt Nt (scores t It)) as (Ft & Vt & Ht). rewrite <- Et in *.
    destruct t as [x y|ts]; [|destruct (questions _ It) as [_ [_ R]]; lia]. assert (U := u_pos).
    assert (Mb : 0 <= B2R m <= IZR (2 ^ 107)).
    { apply Rabs_le_inv in Ht. set (v := gini_value K (As_two x y)) in *.
      assert (0 <= u * v <= / 1000000 * v) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
      assert (IZR W <= IZR (2 ^ 26)) by (apply IZR_le; lia).
      assert (2 * IZR (2 ^ 26) <= IZR (2 ^ 107)) by (rewrite <- mult_IZR; apply IZR_le; lia). lra. }
    assert (Few := few_keys_are_told W m Wb Ft Mb T).
    set (S := IZR W * IZR W * (IZR W * IZR W)) in *.
    assert (S0 : 0 <= S) by (unfold S; rewrite <- !mult_IZR; apply IZR_le; nia).
    assert (Small : forall l r, In (As_two l r) qs -> gini_value K (As_two l r) * S <= limit).
    { intros x' y' I. destruct (questions _ I) as [D _].
      destruct (gini_score_is_near _ _ D ltac:(easy) (scores _ I)) as (_ & V0 & H). specialize (Lm _ I).
      apply Rabs_le_inv in H. set (v := gini_value K (As_two x' y')) in *.
      assert (G : (1 - 8 * u) * (v * S) <= B2R m * S) by (rewrite <- Rmult_assoc; apply Rmult_le_compat_r;
        lra).
      assert (0 <= v * S) by (apply Rmult_le_pos; lra).
      assert (u * (v * S) <= / 1000000 * (v * S)) by (apply Rmult_le_compat_r; lra).
      unfold limit. change (2 ^ 55)%Z with 36028797018963968%Z in *. lra. }
    assert (L1 := Small l r Ip). assert (L2 := Small l' r' Iq).
    rewrite (value_of_two l r Dp) in L1, V. rewrite (value_of_two l' r' Dq) in L2, V.
    destruct A1 as (a1 & a2 & a3 & a4). destruct A2 as (c1 & c2 & c3 & c4).
    destruct (gini_key_is_near _ _ _ _ (conj a1 (conj a2 a3)) B1) as (_ & _ & _ & E1).
    destruct (gini_key_is_near _ _ _ _ (conj c1 (conj c2 c3)) B2) as (_ & _ & _ & E2).
    rewrite <- a4 in E1. rewrite <- c4 in E2. specialize (E1 L1). specialize (E2 L2).
    rewrite Sp, Sq, E1, E2. apply rnd_le.
    assert (Whole : forall f w g v, (0 < w)%Z -> (0 < v)%Z -> (W = w + v)%Z -> (0 <= f)%Z -> (0 <= g)%Z ->
      IZR (f * v + g * w) / (IZR w * IZR v) * S <= limit -> rnd (IZR (f * v + g * w)) = IZR (f * v + g * w)).
    { clear - Wb. intros f w g v W1 V1 EW F0 G0 L.
      assert (Q : fraction_of W (IZR (f * v + g * w) / (IZR w * IZR v)) (f * v + g * w) (w * v)).
      { split; [|split; [now rewrite mult_IZR|exact L]]. split; [nia|]. split; [nia|]. rewrite EW.
        apply quarter_square. }
      apply (numerator_is_exact W ltac:(lia) _ _ _ Q). }
    rewrite (Whole (squares_of K l) (weights l) (squares_of K r) (weights r)) by (trivial; lia).
    rewrite (Whole (squares_of K l') (weights l') (squares_of K r') (weights r')) by (trivial; lia).
    exact V.
  Qed.

  Lemma gini_gains_order_values q p : In q qs -> In p qs -> parts_of q <> [] ->
    (gain_in gini K a p <= gain_in gini K a q)%Q -> gini_value K p <= gini_value K q.
  Proof.
    intros Iq Ip N L. destruct (questions q Iq) as [Dq _]. destruct (questions p Ip) as [Dp _].
    assert (H := gains_order_shares K rows whole gini a
      (fun part => inject_Z (squares_of K part) / inject_Z (weights part))%Q unit
      (fun part h P C R => gini_in_units K a part h unit P C R) q p Dq Dp N L).
    assert (E : forall q, divides_into rows q ->
      sumR (fun part => Q2R (inject_Z (squares_of K part) / inject_Z (weights part))) (parts_of q) =
        gini_value K q).
    { intros t D. unfold gini_value, exact_sum. rewrite sumR_map. apply sumR_ext. intros part I.
      cbn [fst snd].
      destruct (part_facts K rows whole t part D I) as [_ [P _]].
      rewrite Q2R_ratio by now apply inject_positive. f_equal; unfold Q2R, inject_Z; simpl; field. }
    now rewrite !E in H.
  Qed.

  Theorem the_gini_filter_of_any_classes e : B2R (gini_bound arity rows m) <= B2R e ->
    forall q, In q qs -> (forall p, In p qs -> (gain_in gini K a p <= gain_in gini K a q)%Q) ->
    In q (survivors_by key m e qs).
  Proof.
    intros E q I Best. assert (Wb : (1 <= W < 2 ^ 26)%Z).
    { destruct (questions q I) as [D _]. apply (node_fits q D), (scored_have_parts K q (key q)). auto. }
    assert (Near : forall p, In p qs -> divides_into rows p /\ parts_of p <> [] /\ within_arity arity p /\
      is_finite (key p) = true).
    { intros p J. destruct (questions p J) as [D A].
      assert (N := some_part rows p D ltac:(unfold W in Wb; lia)).
      repeat split; trivial; try apply D; try apply A.
        now apply (gini_score_is_near p (key p) D N (scores p J)). }
    assert (Values : forall p, In p qs -> gini_value K p <= gini_value K q).
    { intros p J. apply gini_gains_order_values; auto. now apply Near. }
    destruct told eqn:T.
    - apply (kept_within key (fun p => B2R (key p)) qs m e largest); trivial.
      + intros p J. now apply Near.
      + intros p J. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
        unfold gini_bound in E. unfold told in T. fold W in E. cbv zeta in E. rewrite T in E.
        destruct (of_whole_is 0) as [Z _]; [lia|]. lra.
      + intros p J. apply told_floats_compare; auto.
    - apply (kept_within key (gini_value K) qs m e largest); trivial; [intros p J; now apply Near|].
      intros p J. destruct (Near p J) as (D & N & A & _).
      destruct (gini_score_is_near p (key p) D N (scores p J)) as (_ & V & H).
      assert (B := bound_is_enough (proj1 A) Wb T). apply Rle_trans with (1 := H).
        apply Rle_trans with (2 := E).
      apply Rle_trans with (2 := B). assert (U := u_pos). assert (W1 : 0 <= IZR W) by (apply IZR_le; lia).
      assert (A6 : 8 <= IZR (arity + 6)) by (apply IZR_le; destruct A; lia).
      assert (UW : 0 <= u * IZR W) by (apply Rmult_le_pos; lra). destruct p as [l r|ps].
      + assert (8 * (u * IZR W) <= IZR (arity + 6) * (u * IZR W)) by (apply Rmult_le_compat_r; lra).
        assert (u * gini_value K (As_two l r) <= u * IZR W) by (apply Rmult_le_compat_l; lra). lra.
      + assert (Ln : INR (length ps) <= IZR (arity + 6)).
        { rewrite INR_IZR_INZ. apply IZR_le. destruct A as [_ [_ A]]. lia. }
        assert (INR (length ps) * (u * IZR W) <= IZR (arity + 6) * (u * IZR W)) by (apply
          Rmult_le_compat_r; lra).
        lra.
  Qed.
End Gini.

(** ** Misclassification, whose keys are whole numbers and exact *)

Definition misclassification_scores (K : nat) (q : question) (key : float64) : Prop :=
  match q with
  | As_two l r => key = plus (of_whole (largest_of K l)) (of_whole (largest_of K r))
  | As_many parts => adds_up_to (map (fun part => of_whole (largest_of K part)) parts) key
  end.

Section Misclassification.
  Variables (K : nat) (rows : whole_rows) (a : Q) (qs : list question) (key : question -> float64) (m :
    float64).
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis unit : (0 < a)%Q.
  Hypothesis questions : forall q, In q qs -> divides_into rows q.
  Hypothesis scores : forall q, In q qs -> misclassification_scores K q (key q).
  Hypothesis largest : is_largest m (map key qs).

  Lemma misclassification_keys_are_exact q : In q qs -> parts_of q <> [] /\ is_finite (key q) = true /\
    B2R (key q) = IZR (sumZ (largest_of K) (parts_of q)).
  Proof.
    intros I. assert (D := questions q I). assert (S := scores q I).
    assert (P : forall p, In p (parts_of q) -> (0 <= largest_of K p <= weights p)%Z /\ (0 < weights p)%Z).
    { intros p J. destruct (part_facts K rows whole q p D J) as [C B]. assert (H := largest_fits K p C).
      lia. }
    assert (Sm : (sumZ (fun p => Z.abs (largest_of K p)) (parts_of q) <= weights rows)%Z).
    { rewrite <- (weights_add_up rows q D). apply sumZ_le. intros p J. specialize (P p J). lia. }
    assert (Fit : forall p, In p (parts_of q) -> (weights p <= weights rows)%Z)
      by (intros p J; apply (part_facts K rows whole q p D J)).
    destruct whole as [_ Lw].
    assert (Go : forall ps, parts_of q = ps -> adds_up_to (map (fun part => of_whole (largest_of K part))
      ps) (key q) ->
      parts_of q <> [] /\ is_finite (key q) = true /\ B2R (key q) = IZR (sumZ (largest_of K) (parts_of q))).
    { intros ps E A. rewrite E in *. split.
      - intros Z. rewrite Z in A. apply adds_up_nonempty in A. simpl in A. lia.
      - assert (W : is_whole (key q) (sumZ (fun n => n) (map (largest_of K) ps))).
        { apply (whole_floats_add_up _ _ A).
          - apply of_whole_are_whole. intros p J. specialize (P p J). specialize (Fit p J). lia.
          - rewrite sumZ_map. lia. }
        rewrite sumZ_map in W. exact W. }
    destruct q as [l r|ps]; cbn [misclassification_scores] in S; [|now apply (Go ps)].
    apply (Go [l; r]); [reflexivity|]. rewrite S.
    change (map (fun part => of_whole (largest_of K part)) [l; r]) with
      ([of_whole (largest_of K l)] ++ [of_whole (largest_of K r)]). repeat constructor.
  Qed.

  Theorem the_misclassification_filter_of_any_classes e : 0 <= B2R e ->
    forall q, In q qs ->
    (forall p, In p qs -> (gain_in misclassification K a p <= gain_in misclassification K a q)%Q) ->
    In q (survivors_by key m e qs).
  Proof.
    intros E q I Best. apply (kept_within key (fun p => B2R (key p)) qs m e largest); trivial.
    - intros p J. now apply misclassification_keys_are_exact.
    - intros p J. now rewrite Rminus_diag_eq, Rabs_R0.
    - intros p J. destruct (misclassification_keys_are_exact q I) as (N & _ & ->).
      destruct (misclassification_keys_are_exact p J) as (_ & _ & ->).
      assert (H := gains_order_shares K rows whole misclassification a (fun part => inject_Z (largest_of K
        part)) unit
        (fun part h P C R => misclassification_in_units K a part h unit P C R) q p (questions q I)
          (questions p J) N
        (Best p J)).
      rewrite <- !Q2R_sum, <- !(Qeq_eqR _ _ (inject_sumZ _ _)) in H.
      assert (Z : forall n, Q2R (inject_Z n) = IZR n) by (intros n; unfold Q2R, inject_Z; simpl; field).
      now rewrite !Z in H.
  Qed.
End Misclassification.

(** ** An example, and a plausible wrong statement

    Four rows of three classes, and three questions that gain the same,
      of which one is scored as many children.
    The floats differ: the bound keeps all three, the largest float alone does not. *)

Definition unit_weight : Z := 10598232%Z.
Definition four_rows : whole_rows := [(unit_weight, 0); (unit_weight, 1); (unit_weight, 2);
  (unit_weight, 2)]%Z.
Definition row (n : nat) : Z * Z := nth n four_rows (0, 0)%Z.
Definition three_questions : list question :=
  [As_two [row 2] [row 0; row 1; row 3]; As_two [row 1; row 2] [row 0; row 3];
   As_many [[row 2]; [row 0; row 1; row 3]]].
Definition three_keys (q : question) : float64 :=
  match q with
  | As_two l r => gini_key (of_whole (squares_of 3 l)) (of_whole (squares_of 3 r)) (of_whole (weights l))
      (of_whole (weights r))
  | As_many parts => plus (gini_share 3 (nth 0 parts [])) (gini_share 3 (nth 1 parts []))
  end.

Example the_gini_filter_applies :
  let m := three_keys (As_two [row 2] [row 0; row 1; row 3]) in
  in_whole_counts 3 four_rows /\
  (forall q, In q three_questions -> divides_into four_rows q /\ within_arity 3 q) /\
  (forall q, In q three_questions -> gini_scores 3 q (three_keys q)) /\
  is_largest m (map three_keys three_questions) /\
  survivors_by three_keys m (gini_bound 3 four_rows m) three_questions = three_questions.
Proof.
  intros m. split; [|split; [|split; [|split]]].
  - split; [|now vm_compute]. intros r I. simpl in I. repeat destruct I as [<-|I]; try easy; simpl;
      unfold unit_weight; lia.
  - intros q I. assert (P : Permutation [row 2; row 0; row 1; row 3] four_rows).
    { apply (perm_trans (l' := [row 0; row 2; row 1; row 3])); [constructor|]. constructor. constructor. }
    assert (P' : Permutation [row 1; row 2; row 0; row 3] four_rows).
    { apply (perm_trans (l' := [row 1; row 0; row 2; row 3])); constructor; constructor. }
    simpl in I. destruct I as [<-|[<-|[<-|[]]]]; (split; [split|]); try assumption;
      try (intros part J; simpl in J; repeat destruct J as [<-|J]; easy); split; simpl; lia.
  - intros q I. simpl in I. destruct I as [<-|[<-|[<-|[]]]]; [reflexivity|reflexivity|].
    change (adds_up_to ([gini_share 3 [row 2]] ++ [gini_share 3 [row 0; row 1; row 3]])
      (plus (gini_share 3 [row 2]) (gini_share 3 [row 0; row 1; row 3]))). repeat constructor.
  - right. split; [now left|]. intros k [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
  - vm_compute. reflexivity.
Qed.

Example the_largest_gini_float_is_not_enough :
  let m := three_keys (As_two [row 2] [row 0; row 1; row 3]) in
  (gain_in gini 3 1 (As_two [row 2] [row 0; row 1; row 3]) ==
    gain_in gini 3 1 (As_two [row 1; row 2] [row 0; row 3]))%Q /\
  survivors_by three_keys m (of_whole 0) three_questions =
    [As_two [row 2] [row 0; row 1; row 3]; As_many [[row 2]; [row 0; row 1; row 3]]].
Proof. split; vm_compute; reflexivity. Qed.

(** * WholeInformation: intrinsic values and gain ratios in binary64, in whole units

    W times the intrinsic value is computed from x log2 x, which is not looked up and not rounded to grains.
    Two numbers that are computed from it, the gain and their errors enclose the gain ratio. *)
From Coq Require Import ZArith QArith Lqa Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys WholeCounts WholeEntropy
  ProgrammedLogarithm RoundedRows Decisions FloatDecisions WholeRatios.
Import ListNotations.
Open Scope R_scope.

(** Errors of a difference, of which one number is off by a share, and the other is a sum of such. *)
Lemma information_is_near_from x y F P s d n : 0 <= P <= F -> 2 <= n -> n * u <= / 1000 ->
  Rabs (x - F) <= 10 * u * F -> Rabs (y - P) <= 10 * u * P -> Rabs (s - y) <= (n - 1) * u * y ->
  Rabs (d - (x - s)) <= u * Rabs (x - s) -> Rabs (d - (F - P)) <= (20 + 2 * n) * u * F.
Proof.
  intros PF N Nu X Y S D. assert (U := u_pos). apply Rabs_le_inv in X, Y, S.
  assert (UF : 0 <= u * F <= / 1000000 * F) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r;
    lra]).
  assert (UP : 0 <= u * P <= u * F) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]).
  assert (Ny : (n - 1) * u * y <= (n - 1) * (u * (1.001 * F))).
  { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  assert (NF : 0 <= n * u * F <= / 1000 * F) by (split; [apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]|
    apply Rmult_le_compat_r; lra]).
  assert (M : Rabs (x - s) <= 1.1 * F).
  { replace ((n - 1) * (u * (1.001 * F))) with (1.001 * (n * u * F) - 1.001 * (u * F)) in Ny by ring.
    apply Rabs_le. lra. }
  assert (D' : Rabs (d - (x - s)) <= u * (1.1 * F)).
  { apply Rle_trans with (1 := D). apply Rmult_le_compat_l; lra. }
  apply Rabs_le_inv in D'.
  replace ((n - 1) * (u * (1.001 * F))) with (1.001 * (n * u * F) - 1.001 * (u * F)) in Ny by ring.
  replace ((20 + 2 * n) * u * F) with (20 * (u * F) + 2 * (n * u * F)) by ring.
  assert (2 * (u * F) <= n * u * F) by (rewrite Rmult_assoc; apply Rmult_le_compat_r; lra).
  apply Rabs_le. lra.
Qed.

Section Information.
  Variables (log : float64 -> float64) (heaviest : Z) (K : nat) (rows : whole_rows).
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis log_is_near : near_log2 log heaviest.
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis lighter : (weights rows <= heaviest)%Z.

  Let W := weights rows.

  Variables (q : question) (arity : Z).
  Hypothesis well : asks_well rows arity q.

  Lemma splits : divides_into rows q /\ (2 <= length (parts_of q))%nat /\ parts_of q <> [].
  Proof.
    destruct well as (D & _ & L). split; [exact D|]. split; [exact L|]. intros E. rewrite E in L. simpl in
      L. lia.
  Qed.

  Lemma weight_is : (1 <= W <= heaviest)%Z.
  Proof.
    destruct splits as (D & _ & N). assert (P := node_is_positive K rows whole q D N). unfold W. lia.
  Qed.

  Lemma part_is p : In p (parts_of q) -> (1 <= weights p <= W)%Z.
  Proof. intros I. destruct (part_facts K rows whole q p (proj1 splits) I) as [_ B]. unfold W. lia. Qed.

  Lemma log_of_part p : In p (parts_of q) -> 0 <= log2 (IZR (weights p)) <= log2 (IZR W).
  Proof. intros I. apply log2_le. assert (B := part_is p I). split; apply IZR_le; lia. Qed.

  Lemma fewer_parts : (length (parts_of q) <= length rows)%nat /\ (Z.of_nat (length rows) <= W)%Z.
  Proof.
    destruct splits as ((P & N) & _ & _). split.
    - rewrite <- (Permutation_length P). clear - N. induction (parts_of q) as [|p l IH]; [simpl; lia|].
      cbn [concat length]. rewrite app_length.
      assert (1 <= length p)%nat by (destruct p; [now destruct (N [] (or_introl eq_refl))|simpl; lia]).
      assert (Rest := IH (fun x I => N x (or_intror I))). lia.
    - unfold W, weights. destruct whole as [C _]. clear - C. induction rows as [|r l IH]; [simpl; lia|].
      rewrite sums_cons. cbn [length]. destruct (C r (or_introl eq_refl)) as [B _].
      assert (Rest := IH (fun x I => C x (or_intror I))). lia.
  Qed.

  (** *** What the intrinsic value is at least *)

  Lemma information_by_part :
    information_of rows q = sumR (fun p => IZR (weights p) * (log2 (IZR W) - log2 (IZR (weights p))))
      (parts_of q).
  Proof.
    unfold information_of. fold W. unfold phi_of at 1. unfold W at 1.
    rewrite <- (weights_add_up rows q (proj1 splits)).
    induction (parts_of q) as [|p l IH]; [simpl; ring|]. rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right].
    unfold sumR in IH. rewrite <- IH. unfold phi_of at 1. ring.
  Qed.

  Theorem information_is_at_least lightest : (forall r, In r rows -> (lightest <= fst r)%Z) ->
    IZR lightest <= information_of rows q.
  Proof.
    intros Light. destruct splits as (D & L & N).
    destruct (light_part (parts_of q) L) as (p & I & H).
    { intros x J. assert (B := part_is x J). lia. }
    rewrite (weights_add_up rows q D) in H. fold W in H.
    apply Rle_trans with (IZR (weights p)).
    - apply IZR_le. destruct D as [P Ne]. destruct p as [|r p]; [now destruct (Ne [] I)|].
      assert (J : In r rows) by (apply (Permutation_in _ P), in_concat; exists (r :: p); split; [exact I|now
        left]).
      assert (Lr := Light r J). unfold weights. rewrite sums_cons.
      assert (0 <= sums fst p)%Z; [|lia]. apply sums_nonneg. intros x Jx. destruct whole as [C _].
      apply Z.lt_le_incl, C, (Permutation_in _ P), in_concat. exists (r :: p). split; [exact I|now right].
    - assert (B := part_is p I). assert (T : forall x, In x (parts_of q) ->
        0 <= IZR (weights x) * (log2 (IZR W) - log2 (IZR (weights x)))).
      { intros x J. assert (X := log_of_part x J). assert (Bx := part_is x J).
        assert (1 <= IZR (weights x)) by (apply IZR_le; lia). apply Rmult_le_pos; lra. }
      apply Rle_trans with (IZR (weights p) * (log2 (IZR W) - log2 (IZR (weights p)))).
      + apply a_light_child_adds_its_weight; [apply IZR_lt; lia|]. rewrite <- (mult_IZR 2). now apply IZR_le.
      + rewrite information_by_part. clear - I T. induction (parts_of q) as [|x l IH]; [easy|].
        cbn [sumR fold_right]. assert (X := T x (or_introl eq_refl)).
        assert (Y := sumR_nonneg _ l (fun y J => T y (or_intror J))). unfold sumR in *.
        destruct I as [->|I]; [lra|]. specialize (IH I (fun y J => T y (or_intror J))). lra.
  Qed.

  (** *** How far off its float is *)

  Lemma phis_of_parts : 0 <= sumR (fun p => phi_of (weights p)) (parts_of q) <= phi_of W.
  Proof.
    split.
    - apply sumR_nonneg. intros p I. assert (B := part_is p I). assert (L := log_of_part p I).
      assert (1 <= IZR (weights p)) by (apply IZR_le; lia). unfold phi_of. apply Rmult_le_pos; lra.
    - unfold phi_of at 2. unfold W at 1. rewrite <- (weights_add_up rows q (proj1 splits)).
      assert (H : forall p, In p (parts_of q) -> phi_of (weights p) <= IZR (weights p) * log2 (IZR W)).
      { intros p I. assert (B := part_is p I). unfold phi_of. apply Rmult_le_compat_l; [apply IZR_le; lia|].
        now apply log_of_part. }
      revert H. generalize (log2 (IZR W)). intros lw H. induction (parts_of q) as [|p l IH]; [simpl; lra|].
      rewrite sumZ_cons, plus_IZR. cbn [sumR fold_right]. assert (X := H p (or_introl eq_refl)).
      assert (Y := IH (fun x I => H x (or_intror I))). unfold sumR in Y. lra.
  Qed.

  Lemma log_22 : 0 <= log2 (IZR W) <= 22.
  Proof. apply (log2_below_22 heaviest weights_fit). exact weight_is. Qed.

  Lemma phi_of_W : 0 <= phi_of W <= bpow radix2 27.
  Proof.
    assert (B := weight_is). assert (L := log_22). unfold phi_of.
    assert (X : 1 <= IZR W <= 4194304) by (split; apply IZR_le; lia). change (bpow radix2 27) with 134217728.
    split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (4194304 * 22); [apply Rmult_le_compat; lra|lra].
  Qed.

  Lemma terms_are_near ps : incl ps (parts_of q) ->
    let xs := map (fun part => x_log_x log (weights part)) ps in
    (forall x, In x xs -> is_finite x = true /\ Rabs (B2R x) <= bpow radix2 60) /\
    Rabs (total (reals xs) - sumR (fun p => phi_of (weights p)) ps) <= 10 * u * sumR (fun p => phi_of
      (weights p)) ps /\
    magnitude (reals xs) = total (reals xs).
  Proof.
    intros I. induction ps as [|p l IH]; intros xs.
    - unfold total, magnitude. simpl. rewrite Rminus_0_r, Rabs_R0. split; [easy|]. split; [lra|reflexivity].
    - destruct IH as (A & B & C); [intros x J; apply I; now right|].
      assert (Ip : In p (parts_of q)) by (apply I; now left). assert (Bp := part_is p Ip). assert (Bw :=
        weight_is).
      destruct (product_is_near log heaviest weights_fit log_is_near (weights p) ltac:(lia)) as (F & _ & N).
      assert (U := u_pos). assert (Lp := log_of_part p Ip). assert (L22 := log_22).
      assert (X : 1 <= IZR (weights p) <= 4194304) by (split; apply IZR_le; lia).
      assert (Ph : 0 <= phi_of (weights p) <= 4194304 * 22)
        by (unfold phi_of; split; [apply Rmult_le_pos|apply Rmult_le_compat]; lra).
      assert (Up : 0 <= u * phi_of (weights p) <= / 1000000 * phi_of (weights p))
        by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra]).
      split; [|split].
      + intros x [<-|J]; [|now apply A]. split; [exact F|]. rewrite Rabs_right by lra.
        change (bpow radix2 60) with 1152921504606846976. lra.
      + unfold xs, total, reals in *. cbn [map sumR fold_right]. unfold sumR in B.
        apply Rabs_le_inv in B. apply Rabs_le. lra.
      + unfold xs, total, magnitude, reals in *. cbn [map sumR fold_right]. unfold sumR in C. rewrite C.
        rewrite Rabs_right by lra. reflexivity.
  Qed.

  Let n := Z.of_nat (length rows).

  Lemma information_in_turn_is_near information : weighed_in_turn log rows q information ->
    is_finite information = true /\ Rabs (B2R information) <= bpow radix2 30 /\
    Rabs (B2R information - information_of rows q) <= 24 * u * phi_of W.
  Proof.
    destruct weight_is as [W1 W2]. assert (Each := part_is). assert (Pp := phis_of_parts). assert (Ph :=
      phi_of_W).
    assert (U := u_pos). unfold information_of, weighed_in_turn. fold W. destruct q as [l r|]; [intros
      ->|easy].
    cbn [parts_of sumR fold_right] in *. rewrite Rplus_0_r in *.
    assert (L := Each l (or_introl eq_refl)). assert (R := Each r (or_intror (or_introl eq_refl))).
    destruct (product_is_near log heaviest weights_fit log_is_near W ltac:(lia)) as (Fx & _ & Nx).
    destruct (product_is_near log heaviest weights_fit log_is_near (weights l) ltac:(lia)) as (Fy & _ & Ny).
    destruct (product_is_near log heaviest weights_fit log_is_near (weights r) ltac:(lia)) as (Fz & _ & Nz).
    assert (Pl : 0 <= phi_of (weights l) /\ 0 <= phi_of (weights r)).
    { unfold phi_of. assert (Gl := log2_le 1 (IZR (weights l)) ltac:(split; [lra|apply IZR_le; lia])).
      assert (Gr := log2_le 1 (IZR (weights r)) ltac:(split; [lra|apply IZR_le; lia])).
      split; apply Rmult_le_pos; try lra; apply IZR_le; lia. }
    set (F := phi_of W) in *. set (P := phi_of (weights l)) in *. set (Q := phi_of (weights r)) in *.
    set (x := B2R (x_log_x log W)) in *. set (y := B2R (x_log_x log (weights l))) in *.
    set (z := B2R (x_log_x log (weights r))) in *. change (bpow radix2 27) with 134217728 in Ph.
    assert (Share : forall t, 0 <= t -> 0 <= u * t <= / 1000000 * t).
    { intros t T. split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra]. }
    assert (UF := Share F (proj1 Ph)). assert (UP := Share P (proj1 Pl)). assert (UQ := Share Q (proj2 Pl)).
    assert (UPQ : u * (P + Q) <= u * F) by (apply Rmult_le_compat_l; lra).
    assert (B30 : bpow radix2 30 = 1073741824) by reflexivity.
    assert (X1 : Rabs (x - y) <= 1.01 * F) by (apply Rabs_le; lra).
    assert (S1 := rnd_sub x y (float64_is_float _) (float64_is_float _)).
    destruct (rounds_within (x - y) 30 ltac:(lia) ltac:(lra)) as [R1 R2].
    destruct (minus_rounds _ _ Fx Fy R2) as [E1 F1]. fold x y in E1.
    assert (D1 : u * Rabs (x - y) <= u * (1.01 * F)) by (apply Rmult_le_compat_l; lra).
    set (d := rnd (x - y)) in *. assert (Fd : is_float d) by (unfold d; apply rnd_is_float).
    assert (X2 : Rabs (d - z) <= 1.02 * F) by (apply Rabs_le_inv in S1; apply Rabs_le; lra).
    assert (S2 := rnd_sub d z Fd (float64_is_float _)).
    destruct (rounds_within (d - z) 30 ltac:(lia) ltac:(lra)) as [R3 R4]. fold d in E1. rewrite <- E1 in R4.
    destruct (minus_rounds _ _ F1 Fz R4) as [E2 F2]. rewrite E1 in E2. fold z in E2. rewrite E2.
    split; [exact F2|]. split; [exact R3|].
    assert (D2 : u * Rabs (d - z) <= u * (1.02 * F)) by (apply Rmult_le_compat_l; lra).
    apply Rabs_le_inv in S1, S2. apply Rabs_le. lra.
  Qed.

  Theorem information_is_near information :
    information_scores log rows q information \/ weighed_in_turn log rows q information ->
    is_finite information = true /\ Rabs (B2R information) <= bpow radix2 30 /\
    Rabs (B2R information - information_of rows q) <= (20 + 2 * IZR n) * u * phi_of W.
  Proof.
    intros [S|S].
    2: { destruct (information_in_turn_is_near information S) as (F & B & N). split; [exact F|]. split;
      [exact B|].
      apply Rle_trans with (1 := N). assert (U := u_pos). assert (P := phi_of_W). destruct splits as (_ & L2
        & _).
      apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_r; [lra|].
      assert (2 <= IZR n) by (unfold n; apply IZR_le; destruct fewer_parts; lia). lra. }
    assert (Sum : exists s, adds_up_to (map (fun part => x_log_x log (weights part)) (parts_of q)) s /\
      information = minus (x_log_x log W) s).
    { destruct q as [l r|parts]; [|exact S]. eexists. split; [|exact S]. cbn [parts_of map].
      apply (two_floats [x_log_x log (weights l)] [x_log_x log (weights r)]); constructor. }
    destruct Sum as (s & A & ->). assert (U := u_pos). assert (Bw := weight_is).
    destruct fewer_parts as [Fp Fr]. destruct splits as (_ & L2 & _).
    assert (Nb : 2 <= IZR n <= 4194304) by (unfold n; split; apply IZR_le; lia).
    assert (Na : INR (length (parts_of q)) <= IZR n) by (unfold n; rewrite INR_IZR_INZ; apply IZR_le; lia).
    destruct (terms_are_near (parts_of q) (incl_refl _)) as (Fin & Near & Mag).
    set (xs := map (fun part => x_log_x log (weights part)) (parts_of q)) in *.
    assert (Lx : length xs = length (parts_of q)) by apply map_length.
    assert (Nu : IZR n * u <= / 1000).
    { apply Rle_trans with (4194304 * u); [apply Rmult_le_compat_r; lra|]. unfold u. lra. }
    assert (Lu : INR (length xs) * u <= / 1000).
    { rewrite Lx. apply Rle_trans with (2 := Nu). apply Rmult_le_compat_r; lra. }
    destruct (floats_add_up 60 xs s ltac:(lia) A Fin Lu) as (Fs & As & _).
    assert (Es := a_sum_in_any_order_is_near _ _ As). rewrite reals_length, Lx, Mag in Es.
    assert (Ph := phi_of_W). assert (Pp := phis_of_parts).
    destruct (product_is_near log heaviest weights_fit log_is_near W ltac:(lia)) as (Fw & _ & Nw).
    set (F := phi_of W) in *. set (P := sumR (fun p => phi_of (weights p)) (parts_of q)) in *.
    set (x := B2R (x_log_x log W)) in *. set (y := total (reals xs)) in *.
    change (bpow radix2 27) with 134217728 in Ph.
    assert (UF : 0 <= u * F <= / 1000000 * F) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r;
      lra]).
    assert (UP : 0 <= u * P <= / 1000000 * P) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r;
      lra]).
    assert (Y0 : 0 <= y) by (apply Rabs_le_inv in Near; lra).
    assert (Es' : Rabs (B2R s - y) <= (IZR n - 1) * u * y).
    { apply Rle_trans with (1 := Es). apply Rmult_le_compat_r; [exact Y0|]. apply Rmult_le_compat_r; lra. }
    assert (Ey : (IZR n - 1) * u * y <= / 1000 * y) by (apply Rmult_le_compat_r; lra).
    assert (Xs : Rabs (x - B2R s) <= bpow radix2 30).
    { apply Rabs_le_inv in Near, Es'. change (bpow radix2 30) with 1073741824. apply Rabs_le. lra. }
    destruct (rounds_within _ 30 ltac:(lia) Xs) as [R1 R2].
    destruct (minus_rounds (x_log_x log W) s Fw Fs R2) as [Em Fm]. split; [exact Fm|]. rewrite Em.
    split; [exact R1|]. unfold information_of. fold W. fold F P.
    apply (information_is_near_from x y F P (B2R s) _ (IZR n)); trivial; try lra.
    - apply Rabs_le. lra.
    - now apply rnd_sub; apply float64_is_float.
  Qed.

  (** *** The error as programmed covers this *)

  Lemma error_is : exists v, holds (information_off log rows) v 0 /\
    (20 + 2 * IZR n) * u * phi_of W <= v.
  Proof.
    assert (U := u_pos). assert (Bw := weight_is). destruct fewer_parts as [_ Fr]. destruct splits as (_ &
      L2 & _).
    assert (Fp := proj1 fewer_parts).
    assert (Nb : 2 <= IZR n <= 4194304) by (unfold n; split; apply IZR_le; lia).
    assert (Wb : 1 <= IZR W <= 4194304) by (split; apply IZR_le; lia). assert (L22 := log_22).
    set (N := (32 + 2 * n)%Z). assert (Nz : (36 <= N <= 2 ^ 24)%Z) by (unfold N, n; lia).
    assert (Small : forall m k, (Z.abs m <= 2 ^ k)%Z -> (0 <= k <= 53)%Z ->
      Rabs (IZR m * u) <= bpow radix2 (k - 53) /\ rnd (IZR m * u) = IZR m * u).
    { intros m k M Kb. assert (P : (2 ^ k <= 2 ^ 53)%Z) by (apply Z.pow_le_mono_r; lia).
      assert (B : Rabs (IZR m * u) <= bpow radix2 (k - 53)).
      { rewrite Rabs_mult, (Rabs_right u) by lra. unfold Z.sub. rewrite bpow_plus, u_is_a_power.
        change (- (53))%Z with (-53)%Z. apply Rmult_le_compat_r; [apply bpow_ge_0|].
        rewrite <- abs_IZR, <- (IZR_Zpower radix2) by lia. now apply IZR_le. }
      split; [exact B|]. rewrite u_is_a_power in *.
      destruct (binary_holds m (-53) (k - 53) ltac:(lia) ltac:(lia) ltac:(lia) B) as (_ & E & _).
      rewrite <- E. apply rnd_float, float64_is_float. }
    destruct (Small N 24%Z ltac:(lia) ltac:(lia)) as [S1 R1].
    destruct (Small (N * W)%Z 46%Z ltac:(nia) ltac:(lia)) as [S2 R2].
    assert (H1 := times_holds _ _ _ _ 24 (-53) (-29) (whole_holds N 24 ltac:(lia) ltac:(lia)) unit_holds
      ltac:(lia) ltac:(lia)). rewrite R1 in H1.
    assert (H2 := times_holds _ _ _ _ (-29) 22 (-7) H1 (whole_holds W 22 ltac:(lia) ltac:(lia))
      ltac:(lia) ltac:(lia)).
    replace (IZR N * u * IZR W) with (IZR (N * W) * u) in H2 by (rewrite mult_IZR; ring). rewrite R2 in H2.
    assert (B2 := H2). destruct B2 as (_ & _ & B2).
    assert (H0 := times_holds _ _ _ _ 2 (-100) (-98) (whole_holds 3 2 ltac:(lia) ltac:(lia)) zero_holds
      ltac:(lia) ltac:(lia)). rewrite Rmult_0_r, rnd_0 in H0.
    assert (H3 := plus_holds _ _ _ _ (-98) (-7) (-7) H0 H2 ltac:(lia) ltac:(rewrite Rplus_0_l;
      exact B2)).
    rewrite Rplus_0_l, R2 in H3.
    destruct (log_is_near W ltac:(lia)) as [Fl Nl]. set (l := B2R (log (of_whole W))) in *.
    apply Rabs_le_inv in Nl. set (t := log2 (IZR W)) in *.
    assert (Ut : 0 <= u * t <= / 1000000 * t) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r;
      lra]).
    assert (Hl : holds (log (of_whole W)) l 5).
    { split; [exact Fl|]. split; [reflexivity|]. change (bpow radix2 5) with 32. rewrite Rabs_right; lra. }
    assert (H4 := plus_holds _ _ _ _ 5 1 5 Hl (whole_holds 2 1 ltac:(lia) ltac:(lia)) ltac:(lia)
      ltac:(change (bpow radix2 5) with 32; rewrite Rabs_right; lra)). fold two in H4.
    assert (H5 := times_holds _ _ _ _ (-7) 5 0 H3 H4 ltac:(lia) ltac:(lia)).
    eexists. split; [exact H5|]. fold N.
    assert (E4 : (1 - u) * (l + 2) <= rnd (l + 2)).
    { assert (X : normal (l + 2)) by (apply at_least_one_normal; lra). assert (S := share _ X ltac:(lra)).
      lra. }
    set (z := rnd (l + 2)) in *. assert (Z2 : (1 - 10 * u) * (t + 2) <= z).
    { assert (0 <= u * (u * t)) by (apply Rmult_le_pos; lra).
      assert (A : (1 - u) * ((1 - 8 * u) * t + 2) <= (1 - u) * (l + 2)) by (apply Rmult_le_compat_l; lra).
        nra. }
    assert (NW : IZR (N * W) * u = IZR N * (u * IZR W)) by (rewrite mult_IZR; ring).
    assert (NR : IZR N = 32 + 2 * IZR n) by (unfold N; rewrite plus_IZR, mult_IZR; reflexivity).
    assert (Nn : normal (IZR (N * W) * u * z)).
    { right. assert (1 <= IZR (N * W)) by (apply IZR_le; nia).
      assert (1 <= z) by (assert (u * t <= / 1000000 * t) by lra; lra).
      assert (1 * u * 1 <= IZR (N * W) * u * z).
      { apply Rmult_le_compat; try lra. apply Rmult_le_compat_r; lra. }
      rewrite Rabs_right by (apply Rle_ge, Rle_trans with (1 * u * 1); lra).
      apply Rle_trans with (bpow radix2 (-53)); [apply bpow_le; lia|]. rewrite <- u_is_a_power. lra. }
    assert (P0 : 0 <= IZR (N * W) * u) by (apply Rmult_le_pos; [apply IZR_le; nia|lra]).
    assert (Z0 : 0 <= z) by lra.
    assert (S5 := share _ Nn (Rmult_le_pos _ _ P0 Z0)). apply Rle_trans with (2 := proj1 S5).
    rewrite NW, NR. unfold phi_of. fold t. set (w := u * IZR W) in *.
    assert (W0 : 0 <= w) by (apply Rmult_le_pos; lra).
    replace ((20 + 2 * IZR n) * u * (IZR W * t)) with (w * ((20 + 2 * IZR n) * t)) by (unfold w; ring).
    replace ((1 - u) * ((32 + 2 * IZR n) * w * z)) with (w * ((32 + 2 * IZR n) * ((1 - u) * z))) by ring.
    apply Rmult_le_compat_l; [exact W0|].
    assert (Zz : (1 - 11 * u) * t <= (1 - u) * z) by nra.
    assert (T : (20 + 2 * IZR n) * t <= (32 + 2 * IZR n) * ((1 - 11 * u) * t)).
    { assert (0 <= IZR n * t) by (apply Rmult_le_pos; lra).
      assert (X : 0 <= t * (12 - 11 * u * (32 + 2 * IZR n))); [|lra].
      apply Rmult_le_pos; [lra|]. assert (u * (32 + 2 * IZR n) <= u * 8388640) by (apply Rmult_le_compat_l;
        lra).
      unfold u in *. lra. }
    apply Rle_trans with (1 := T). apply Rmult_le_compat_l; [lra|exact Zz].
  Qed.
End Information.

(** ** The gain ratio *)

Section Ratio.
  Variables (log : float64 -> float64) (heaviest : Z) (K : nat) (rows : whole_rows) (a : Q).
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis log_is_near : near_log2 log heaviest.
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis lighter : (weights rows <= heaviest)%Z.
  Hypothesis unit : (0 < a)%Q.

  Let g := B2R (grain log heaviest).

  Variables (e base : float64) (arity lightest : Z).
  Hypothesis lightest_is : (1 <= lightest)%Z /\ forall r, In r rows -> (lightest <= fst r)%Z.

  (** The numbers that enclose the ratio, as programmed; the ratio in grains. *)
  Definition low_of (key information : float64) : float64 :=
    ratio_below (information_off log rows) (float_gain key base) (gain_error e key base) information.
  Definition high_of (key information : float64) : float64 :=
    ratio_above (information_off log rows) (float_gain key base) (gain_error e key base) information (of_whole
      lightest).

  Theorem the_gain_ratio_is_enclosed q key information : asks_well rows arity q ->
    holds_gain (float_gain key base) -> holds_error (gain_error e key base) ->
    Rabs (B2R (float_gain key base) - true_gain log heaviest K rows q) <= B2R (gain_error e key base) ->
    information_scores log rows q information \/ weighed_in_turn log rows q information ->
    is_finite (low_of key information) = true /\ is_finite (high_of key information) = true /\
    B2R (low_of key information) <= gain_ratio_in K a q / g <= B2R (high_of key information).
  Proof.
    intros Q Hg He Ng I. assert (U := u_pos). assert (Bw := weight_is heaviest K rows whole lighter q arity
      Q).
    destruct (information_is_near log heaviest K rows weights_fit log_is_near whole lighter q arity Q
      information I)
      as (Fi & Bi & Ni).
    destruct (error_is log heaviest K rows weights_fit log_is_near whole lighter q arity Q) as (off & Ho &
      Co).
    assert (Ai := information_is_at_least K rows whole q arity Q lightest (proj2 lightest_is)).
    assert (Gn := true_gain_nonneg log heaviest K rows a weights_fit log_is_near whole unit arity q Q).
    assert (Gg := grain_positive log heaviest weights_fit log_is_near). fold g in Gg.
    rewrite (gain_ratio_is log heaviest K rows a weights_fit log_is_near whole unit arity q Q). fold g.
    set (G := true_gain log heaviest K rows q) in *.
    assert (L1 : 1 <= IZR lightest) by (apply IZR_le; lia).
    assert (Wr : 1 <= IZR (weights rows)) by (apply IZR_le; lia).
    replace (g * (G / information_of rows q) / g) with (G / information_of rows q) by (unfold Rdiv; field;
      lra).
    assert (Lw : (lightest <= weights rows)%Z).
    { destruct rows as [|r l]; [simpl in Bw; lia|].
      assert (Lr := proj2 lightest_is r (or_introl eq_refl)). unfold weights. rewrite sums_cons.
      assert (0 <= sums fst l)%Z; [|lia]. apply sums_nonneg. intros x J. apply Z.lt_le_incl.
      apply (proj1 whole). now right. }
    assert (L22 : IZR lightest <= 4194304) by (apply IZR_le; lia).
    (* floats *)
    destruct Ho as (Fo & Eo & Bo).
    destruct (of_whole_is lightest) as [El Fl]; [lia|].
    assert (O0 : 0 <= off).
    { apply Rle_trans with (2 := Co). destruct (phi_of_W heaviest K rows weights_fit whole lighter q arity
      Q) as [P0 _].
      assert (0 <= IZR (Z.of_nat (length rows))) by (apply IZR_le; lia).
      apply Rmult_le_pos; [apply Rmult_le_pos; lra|exact P0]. }
    assert (B200 : 4194304 <= bpow radix2 200) by (apply Rle_trans with (bpow radix2 22); [simpl; lra|apply
      bpow_le; lia]).
    apply the_ratio_is_enclosed_in_binary64; trivial.
    - split; [exact Fi|]. apply Rle_trans with (1 := Bi), bpow_le. lia.
    - rewrite Eo. split; [exact Fo|]. split; [exact O0|]. apply Rle_trans with (1 := Rle_abs off).
      apply Rle_trans with (1 := Bo), bpow_le. lia.
    - rewrite El. split; [exact Fl|]. lra.
    - rewrite Eo. apply Rle_trans with (1 := Ni). exact Co.
    - rewrite El. lra.
  Qed.
End Ratio.

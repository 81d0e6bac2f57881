(** * SubsetKeys: subsets of categories, whose keys are exact gains, rounded to floats

    The gain of a subset is exact; it is brought to the unit of the node's keys, rounded to the nearest
    float, and added to the float of the key of no gain.  To the bound on the keys of other candidates
    the program adds 16 u of the largest key and of that of no gain.  Then each candidate of largest
    gain is kept, be it a subset or not. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Spec.Entropies Sums Summary Impurity.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import FromRows RoundedFloats.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys WholeCounts WholeGini
  WholeEntropy ProgrammedLogarithm FloatDecisions WholeRatios.
Import ListNotations.
Open Scope R_scope.

(** ** What is programmed *)

(** A gain [g], in the unit of the keys, is 0 or brought to between 2^-600 and 2^600, then rounded. *)
Definition in_keys (g : R) (x : float64) : Prop := is_finite x = true /\
  (g = 0 /\ B2R x = 0 \/ 0 < g /\ B2R x = rnd (Rmin (Rmax g (power_of_two (-600))) (power_of_two 600))).
Definition sixteen_u : float64 := over (of_whole 1) (of_whole (2 ^ 49)).
Definition bound_with_gains (e m base : float64) : float64 :=
  plus e (times sixteen_u (plus (larger m (of_whole 0)) (Babs base))).

(** ** A gain in keys, and the bound *)

Lemma sixteen_u_is : B2R sixteen_u = 16 * u /\ is_finite sixteen_u = true.
Proof.
  destruct (one_over_a_power 49) as [E F]; [lia|]. split; [|exact F]. unfold sixteen_u. rewrite E.
  change (power_of_two (Z.opp 49)) with (/ 562949953421312). unfold u. lra.
Qed.

Definition of_size (x : R) : Prop := x = 0 \/ power_of_two (-600) <= x.

Lemma size_is_normal x c : of_size x -> u <= c <= 1 -> normal (c * x).
Proof.
  intros [->|X] [C _]; [left; ring|right]. assert (P := bpow_gt_0 radix2 (-600)). assert (U := u_pos).
  rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
  apply Rle_trans with (u * power_of_two (-600)); [|apply Rmult_le_compat; lra].
  rewrite u_is_a_power, <- bpow_plus. apply bpow_le. lia.
Qed.

(** Of a gain that is less than 2^-600 the float is that, which a bound that is not tiny covers. *)
Definition made_of (e g x : R) : Prop := 0 <= g /\ 0 <= x /\ of_size x /\
  (Rabs (x - g) <= u * g \/ g < power_of_two (-600) /\ x = power_of_two (-600) /\ power_of_two (-500) <= e).

Lemma a_gain_in_keys e g x : in_keys g x -> g <= power_of_two 600 -> of_size g \/ power_of_two (-500) <= e ->
  made_of e g (B2R x) /\ B2R x <= power_of_two 600.
Proof.
  intros (_ & H) G S. assert (P := bpow_gt_0 radix2 (-600)).
    assert (L := bpow_lt radix2 (-600) 600 ltac:(lia)).
  assert (U := u_pos). unfold made_of. destruct H as [[-> ->]|[Pg ->]].
  - split; [|lra]. split; [lra|]. split; [lra|]. split; [now left|]. left.
    rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
    lra.
  - rewrite Rmin_left by (apply Rmax_lub; lra). destruct (Rle_lt_dec (power_of_two (-600)) g) as [A|A].
    + rewrite Rmax_left by exact A. assert (N := size_is_normal g 1 (or_intror A) ltac:(lra)).
      rewrite Rmult_1_l in N.
      assert (E := rnd_error g N). rewrite (Rabs_right g) in E by lra. apply rnd_le in G, A.
      rewrite rnd_float in A by (apply power_of_two_is_float; lia).
      rewrite (rnd_float (power_of_two 600)) in G by (apply power_of_two_is_float; lia).
      split; [|exact G]. split; [lra|]. split; [lra|]. split; [now right|now left].
    + destruct S as [[Z|S]|S]; [lra|lra|].
      rewrite Rmax_right, (rnd_float (power_of_two (-600))) by (try apply power_of_two_is_float; lra || lia).
      split; [|lra]. split; [lra|]. split; [lra|]. split; [right; lra|]. right. lra.
Qed.

Lemma what_is_in_keys g (x : float64) : is_finite x = true -> B2R x = rnd g ->
  power_of_two (-600) <= g <= power_of_two 600 -> in_keys g x.
Proof.
  intros F E [L1 L2]. assert (P := bpow_gt_0 radix2 (-600)). split; [exact F|]. right. split; [lra|].
  now rewrite Rmax_left, Rmin_left by lra.
Qed.

Lemma a_float_in_keys g (x : float64) : is_finite x = true -> B2R x = g ->
  power_of_two (-600) <= g <= power_of_two 600 -> in_keys g x.
Proof.
  intros F E. apply what_is_in_keys; [exact F|]. rewrite <- E. symmetry. apply rnd_float, float64_is_float.
Qed.

(** *** In numbers that are rounded *)

Definition bound_in_reals (e M b : R) : R := rnd (e + rnd (16 * u * rnd (M + Rabs b))).

Section Reals.
  Variables e M b : R.
  Hypothesis floats : is_float e /\ is_float M /\ is_float b.
  Hypothesis nonnegative : 0 <= e /\ 0 <= M.

  Lemma the_bound_is_no_less : e <= bound_in_reals e M b.
  Proof.
    destruct floats as (Fe & _). assert (B := Rabs_pos b). assert (U := u_pos).
    rewrite <- (rnd_float e Fe) at 1. apply rnd_le.
    assert (0 <= rnd (16 * u * rnd (M + Rabs b))); [|lra]. rewrite <- rnd_0. apply rnd_le.
    apply Rmult_le_pos; [lra|]. rewrite <- rnd_0. apply rnd_le. lra.
  Qed.

  Lemma the_bound_is_more : of_size (M + Rabs b) -> 0.99 * e + 15 * (u * (M + Rabs b)) <= bound_in_reals e
    M b.
  Proof.
    intros S. destruct floats as (Fe & FM & Fb). assert (B := Rabs_pos b). assert (U := u_pos).
    assert (E1 := sum_error M (Rabs b) FM (generic_format_abs _ _ _ Fb)). unfold bound_in_reals.
    set (s := M + Rabs b) in *. assert (S0 : 0 <= s) by (unfold s; lra).
    rewrite (Rabs_right s) in E1 by lra. apply Rabs_le_inv in E1.
    assert (N : normal (16 * u * rnd s)).
    { destruct S as [Z|S]; [left; rewrite Z, rnd_0; ring|right].
      assert (P := bpow_gt_0 radix2 (-600)). assert (u * s <= / 1000000 * s) by (apply Rmult_le_compat_r;
        lra).
      rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
      apply Rle_trans with (u * power_of_two (-600)).
      - rewrite u_is_a_power, <- bpow_plus. apply bpow_le. lia.
      - rewrite (Rmult_comm 16), Rmult_assoc. apply Rmult_le_compat_l; lra. }
    assert (E2 := rnd_error _ N). assert (Us : u * s <= / 1000000 * s) by (apply Rmult_le_compat_r; lra).
    assert (Us0 : 0 <= u * s) by (apply Rmult_le_pos; lra).
    assert (Q : 0 <= 16 * u * rnd s) by (apply Rmult_le_pos; lra).
      rewrite (Rabs_right (16 * u * rnd s)) in E2 by lra.
    apply Rabs_le_inv in E2.
    assert (R1 : 15.9 * (u * s) <= 16 * u * rnd s).
    { replace (15.9 * (u * s)) with (16 * u * (15.9 / 16 * s)) by field. apply Rmult_le_compat_l; lra. }
    assert (R2 : u * (16 * u * rnd s) <= / 1000000 * (16 * u * rnd s)) by (apply Rmult_le_compat_r; lra).
    assert (E3 := sum_error e (rnd (16 * u * rnd s)) Fe (rnd_is_float _)).
    set (t := rnd (16 * u * rnd s)) in *. rewrite (Rabs_right (e + t)) in E3 by lra. apply Rabs_le_inv in E3.
    assert (u * (e + t) <= / 1000000 * (e + t)) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  (** A key that is off by a share of [u], and one that is made of a gain. *)
  Lemma a_near_key k v : of_size k -> k <= M -> Rabs (k - v) <= 9 * u * k -> Rabs (k - v) <= bound_in_reals
    e M b.
  Proof.
    intros K L N. assert (B := Rabs_pos b). assert (U := u_pos). assert (P := bpow_gt_0 radix2 (-600)).
    destruct K as [->|K]; [rewrite Rmult_0_r in N; assert (H := the_bound_is_no_less); lra|].
    assert (S : of_size (M + Rabs b)) by (right; lra). assert (H := the_bound_is_more S).
      destruct nonnegative as [E0 _].
    assert (u * k <= u * (M + Rabs b)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= u * (M + Rabs b)) by (apply Rmult_le_pos; lra). lra.
  Qed.

  Lemma a_key_of_a_gain g x v : is_float x -> of_size (Rabs b) -> made_of e g x -> rnd (b + x) <= M ->
    Rabs (b + g - v) <= 3 / 4 * e + 2 * u * Rabs b -> Rabs (rnd (b + x) - v) <= bound_in_reals e M b.
  Proof.
    intros Fx Sb (G0 & X0 & Sx & H) L N. destruct floats as (Fe & FM & Fb). assert (B := Rabs_pos b).
      assert (U := u_pos).
    assert (T := bpow_gt_0 radix2 (-600)). assert (E := sum_error b x Fb Fx).
    assert (Lb : b <= rnd (b + x)) by (rewrite <- (rnd_float b Fb) at 1; apply rnd_le; lra).
    assert (H0 : g <= 1.001 * x + 2 * power_of_two (-600)).
    { destruct H as [H|(H & _)]; [|lra]. apply Rabs_le_inv in H.
      assert (u * g <= / 1000000 * g) by (apply Rmult_le_compat_r; lra). lra. }
    assert (C : b = 0 /\ x = 0 \/ of_size (M + Rabs b)).
    { destruct Sb as [Sb|Sb]; [|right; right; lra].
      assert (B0 : b = 0) by (destruct (Req_dec b 0) as [|D]; [assumption|apply Rabs_no_R0 in D; lra]).
      destruct Sx as [Sx|Sx]; [now left|right; right]. rewrite B0, Rplus_0_l, (rnd_float x Fx) in L. lra. }
    destruct C as [[B0 Zx]|S].
    - apply Rle_trans with (2 := the_bound_is_no_less). rewrite B0, Zx in *.
      rewrite Rplus_0_l, rnd_0, Rabs_R0 in *.
      destruct H as [H|(_ & H & _)]; [|lra]. apply Rabs_le_inv in H.
      assert (u * g <= / 1000000 * g) by (apply Rmult_le_compat_r; lra). replace g with 0 in N by lra. lra.
    - apply Rle_trans with (2 := the_bound_is_more S). set (k := rnd (b + x)) in *.
      set (s := M + Rabs b) in *.
      assert (Ab := Rle_abs b). assert (Ab' := Rle_abs (- b)). rewrite Rabs_Ropp in Ab'.
      assert (S0 : 0 <= s) by (unfold s; lra). assert (K : Rabs k <= s) by (apply Rabs_le; unfold s; lra).
      assert (Y : Rabs (b + x) <= 1.001 * s).
      { assert (T1 := Rabs_triang (b + x - k) k). replace (b + x - k + k) with (b + x) in T1 by ring.
        rewrite Rabs_minus_sym in E.
        assert (u * Rabs (b + x) <= / 1000000 * Rabs (b + x)) by (apply Rmult_le_compat_r;
          [apply Rabs_pos|lra]). lra. }
      assert (X : x <= 2.001 * s) by (apply Rabs_le_inv in Y; unfold s in *; lra).
      assert (Ub : u * Rabs b <= u * s) by (apply Rmult_le_compat_l; unfold s; lra).
      assert (Uy : u * Rabs (b + x) <= u * (1.001 * s)) by (apply Rmult_le_compat_l; lra).
      assert (D : Rabs (x - g) <= 2.1 * (u * s) + / 100 * e).
      { destruct H as [H|(H1 & H2 & H3)].
        - apply Rle_trans with (1 := H). assert (H1 := H). apply Rabs_le_inv in H1.
          assert (u * g <= / 1000000 * g) by (apply Rmult_le_compat_r; lra).
          assert (u * g <= u * (2.1 * s)) by (apply Rmult_le_compat_l; lra). lra.
        - assert (Tiny : power_of_two (-600) <= power_of_two (-7 + -500)) by (apply bpow_le; lia).
          rewrite bpow_plus in Tiny. change (power_of_two (-7)) with (/ 128) in Tiny.
          assert (0 < power_of_two (-500)) by apply bpow_gt_0.
          assert (0 <= u * s) by (apply Rmult_le_pos; unfold s; lra). rewrite H2. apply Rabs_le. lra. }
      apply Rabs_le_inv in E, D, N. apply Rabs_le. lra.
  Qed.
End Reals.

(** ** What is kept, of subsets and others *)

Lemma positive_part m : is_finite m = true -> is_finite (larger m (of_whole 0)) = true /\
  B2R (larger m (of_whole 0)) = Rmax (B2R m) 0.
Proof.
  intros F. destruct (of_whole_is 0) as [E0 F0]; [lia|]. unfold larger.
    rewrite Bleb_correct, E0 by assumption.
  destruct (Rle_bool_spec 0 (B2R m)) as [L|L]; [rewrite Rmax_left by exact L|rewrite Rmax_right by lra];
    now split.
Qed.

Lemma the_bound_with_gains_is e m base : is_finite m = true -> is_finite (bound_with_gains e m base) = true ->
  is_finite e = true /\
  B2R (bound_with_gains e m base) = bound_in_reals (B2R e) (B2R (larger m (of_whole 0))) (B2R base).
Proof.
  intros Fm F. unfold bound_with_gains in *. destruct (finite_terms _ _ F) as (Fe & F1 & ->).
    split; [exact Fe|].
  destruct (finite_times _ _ F1) as (_ & F2 & ->). destruct (finite_terms _ _ F2) as (_ & _ & ->).
  destruct sixteen_u_is as [-> _]. now rewrite B2R_Babs.
Qed.

(** Of a bound that is infinite, or NaN, all are kept. *)
Lemma kept_where_the_bound_is_finite {A} (key : A -> float64) qs m e base q : In q qs ->
  (is_finite e = true -> In q (survivors_by key m (bound_with_gains e m base) qs)) ->
  In q (survivors_by key m (bound_with_gains e m base) qs).
Proof.
  intros I H. destruct (is_finite e) eqn:F; [now apply H|]. unfold survivors_by, trusted.
  destruct (is_finite (bound_with_gains e m base)) eqn:B; [|now rewrite Bool.andb_false_r].
  destruct (finite_terms _ _ B) as (Fe & _). now rewrite Fe in F.
Qed.

Section Kept.
  Context {A : Type}.
  Variables (key : A -> float64) (value : A -> R) (qs : list A) (m e base : float64).
  Hypothesis base_of_size : is_finite base = true /\ of_size (Rabs (B2R base)) /\ Rabs (B2R base) <=
    power_of_two 600.
  Hypothesis e_nonnegative : 0 <= B2R e.
  Hypothesis largest : is_largest m (map key qs).

  (** A key that is computed is within the bound, or off by a share of itself; one of a gain [g] is off by
      how far that and the key of no gain are off, and by what is rounded. *)
  Definition computed (q : A) : Prop := is_finite (key q) = true /\
    (Rabs (B2R (key q) - value q) <= B2R e \/
     of_size (B2R (key q)) /\ Rabs (B2R (key q) - value q) <= 9 * u * B2R (key q)).
  Definition of_a_gain (q : A) : Prop := exists g x, in_keys g x /\ key q = plus base x /\
    g <= power_of_two 600 /\ (of_size g \/ power_of_two (-500) <= B2R e) /\
    Rabs (B2R base + g - value q) <= 3 / 4 * B2R e + 2 * u * Rabs (B2R base).
  Hypothesis each : forall q, In q qs -> computed q \/ of_a_gain q.

  Lemma key_of_a_gain g x : in_keys g x -> g <= power_of_two 600 -> of_size g \/ power_of_two (-500) <= B2R
    e ->
    is_finite (plus base x) = true /\ B2R (plus base x) = rnd (B2R base + B2R x).
  Proof.
    intros H G S. destruct base_of_size as (Fb & _ & Lb).
    destruct (a_gain_in_keys (B2R e) g x H G S) as [(_ & X & _) Lx]. destruct H as [Fx _].
    assert (L : Rabs (B2R base + B2R x) <= power_of_two (1 + 600)).
    { rewrite bpow_plus. change (power_of_two 1) with 2. assert (T := Rabs_triang (B2R base) (B2R x)).
      rewrite (Rabs_right (B2R x)) in T by lra. lra. }
    destruct (rounded_at_most _ (1 + 600) ltac:(lia) L) as [_ S1].
      destruct (plus_rounds base x Fb Fx S1) as [E F].
    now split.
  Qed.

  Lemma each_is_finite q : In q qs -> is_finite (key q) = true.
  Proof.
    intros I. destruct (each q I) as [[F _]|(g & x & H & -> & G & S & _)]; [exact F|].
      now apply (key_of_a_gain g).
  Qed.

  Lemma each_is_within q : In q qs -> is_finite (bound_with_gains e m base) = true ->
    Rabs (B2R (key q) - value q) <= B2R (bound_with_gains e m base).
  Proof.
    intros J Fb. destruct (the_largest_is_a_key key qs m largest each_is_finite) as [(d & Id & Ed) Le].
    assert (Fm : is_finite m = true) by (rewrite Ed; now apply each_is_finite).
    destruct (the_bound_with_gains_is e m base Fm Fb) as [Fe Eb]. destruct (positive_part m Fm) as [_ EM].
    set (M := B2R (larger m (of_whole 0))) in *.
    assert (Fl : is_float (B2R e) /\ is_float M /\ is_float (B2R base)) by (repeat split;
      apply float64_is_float).
    assert (M0 : 0 <= B2R e /\ 0 <= M) by (rewrite EM; split; [exact e_nonnegative|apply Rmax_r]).
    assert (LM : B2R m <= M) by (rewrite EM; apply Rmax_l). rewrite Eb. specialize (Le q J).
    destruct (each q J) as [[_ [N|[S N]]]|(g & x & H & E & G & S & N)].
    - apply Rle_trans with (1 := N). now apply the_bound_is_no_less.
    - apply a_near_key; trivial. lra.
    - destruct (key_of_a_gain g x H G S) as [_ Ex]. rewrite E, Ex in *. destruct base_of_size as (_ & Sb & _).
      apply (a_key_of_a_gain _ _ _ Fl M0 g); trivial; [apply float64_is_float|now apply a_gain_in_keys|lra].
  Qed.

  Theorem subsets_are_kept : forall q, In q qs -> (forall p, In p qs -> value p <= value q) ->
    In q (survivors_by key m (bound_with_gains e m base) qs).
  Proof.
    intros q I Best. destruct (trusted m (bound_with_gains e m base)) eqn:T; [|unfold survivors_by;
      now rewrite T].
    apply andb_prop in T as [_ Fb].
    apply (kept_within key value qs m _ largest each_is_finite); trivial. intros p J. now apply
      each_is_within.
  Qed.
End Kept.

(** ** In whole units, from the rows on *)

(** The key of a subset: of the float of the key of no gain, and of a gain in the unit of the keys. *)
Definition scored_exactly (base : float64) (gain : R) (key : float64) : Prop :=
  exists x, in_keys gain x /\ key = plus base x.

Lemma gain_is_nonnegative g x : in_keys g x -> 0 <= g.
Proof. intros [_ [[-> _]|[P _]]]; lra. Qed.

Lemma a_fraction_of_size n d : (0 < d <= 2 ^ 100)%Z -> 0 <= IZR n / IZR d -> of_size (IZR n / IZR d).
Proof.
  intros [D L] P. apply IZR_lt in D as D'. apply IZR_le in L.
    assert (I : 0 < / IZR d) by now apply Rinv_0_lt_compat.
  destruct (Z.eq_dec n 0) as [->|N]; [left; unfold Rdiv; ring|right].
  assert (N0 : 0 <= IZR n) by (apply Rmult_le_reg_r with (/ IZR d); [exact I|lra]).
  assert (N1 : 1 <= IZR n) by (apply le_IZR in N0; apply IZR_le; lia).
  apply Rle_trans with (power_of_two (Z.opp 100)); [apply bpow_le; lia|]. rewrite bpow_opp.
  change (power_of_two 100) with (IZR (2 ^ 100)). apply Rle_trans with (1 * / IZR d).
  - rewrite Rmult_1_l. apply Rinv_le; lra.
  - apply Rmult_le_compat_r; lra.
Qed.

Lemma a_share_off k v : v = 0 \/ power_of_two (-500) <= v -> Rabs (k - v) <= 8 * u * v ->
  of_size k /\ Rabs (k - v) <= 9 * u * k.
Proof.
  intros S N. assert (U := u_pos). assert (H := N). apply Rabs_le_inv in H. destruct S as [-> |S].
  - rewrite Rmult_0_r in *. assert (k = 0) by lra. subst k. split; [now left|]. rewrite Rmult_0_r. exact N.
  - assert (P := bpow_gt_0 radix2 (-500)). assert (u * v <= / 1000000 * v) by (apply Rmult_le_compat_r; lra).
    assert (u * (0.99 * v) <= u * k) by (apply Rmult_le_compat_l; lra). split; [right|lra].
    apply Rle_trans with (power_of_two (-501)); [apply bpow_le; lia|].
    change (-500)%Z with (1 + -501)%Z in S. rewrite bpow_plus in S. change (power_of_two 1) with 2 in S.
    assert (0 < power_of_two (-501)) by apply bpow_gt_0. lra.
Qed.

Lemma a_whole_number_of_size n : of_size (Rabs (IZR n)).
Proof.
  destruct (Z.eq_dec n 0) as [->|N]; [left; now rewrite Rabs_R0|right]. rewrite <- abs_IZR.
  apply Rle_trans with (power_of_two 0); [apply bpow_le; lia|]. change (power_of_two 0) with (IZR 1).
    apply IZR_le. lia.
Qed.

(** Where the true key is [b], that of no gain, and the gain times [scale], of which the program has
  [scale'], all
    that is to be known is how near [b] and [scale] are. *)
Section Scaled.
  Context {A : Type}.
  Variables (key : A -> float64) (gain : A -> R) (qs : list A) (m e base : float64) (b scale scale' : R).
  Hypothesis scale_positive : 0 < scale.
  Hypothesis base_of_size : is_finite base = true /\ of_size (Rabs (B2R base)) /\ Rabs (B2R base) <=
    power_of_two 600.
  Hypothesis e_nonnegative : 0 <= B2R e.
  Hypothesis largest : is_largest m (map key qs).
  Definition affine (q : A) : R := b + scale * gain q.
  Definition exactly_scored (q : A) : Prop := scored_exactly base (scale' * gain q) (key q) /\
    scale' * gain q <= power_of_two 600 /\ (of_size (scale' * gain q) \/ power_of_two (-500) <= B2R e) /\
    Rabs (B2R base - b) + Rabs ((scale' - scale) * gain q) <= 3 / 4 * B2R e + 2 * u * Rabs (B2R base).
  Hypothesis each : forall q, In q qs -> computed key affine e q \/ exactly_scored q.

  Lemma each_is_scored p : In p qs -> computed key affine e p \/ of_a_gain key affine e base p.
  Proof.
    intros J. destruct (each p J) as [H|((x & H & E) & L & S & N)]; [now left|right].
    exists (scale' * gain p), x. repeat (split; [assumption|]). unfold affine.
    replace (B2R base + scale' * gain p - (b + scale * gain p)) with
      (B2R base - b + (scale' - scale) * gain p) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). exact N.
  Qed.

  Theorem gains_are_kept : forall q, In q qs -> (forall p, In p qs -> gain p <= gain q) ->
    In q (survivors_by key m (bound_with_gains e m base) qs).
  Proof.
    intros q I Best. apply (subsets_are_kept key affine); trivial; [exact each_is_scored|].
    intros p J. apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|now apply Best].
  Qed.

  Lemma gains_are_within q : In q qs -> is_finite (bound_with_gains e m base) = true ->
    is_finite (key q) = true /\ Rabs (B2R (key q) - affine q) <= B2R (bound_with_gains e m base).
  Proof.
    intros I F. split; [apply (each_is_finite key affine qs e base); trivial; exact each_is_scored|].
    apply (each_is_within key affine qs); trivial. exact each_is_scored.
  Qed.
End Scaled.

(** *** Squared error, and Gini of two classes *)

Section Squares.
  Variables (rows : whole_rows) (qs : list children) (subset : children -> bool) (key : children -> float64).
  Variables (m e : float64) (a b : Q).
  Hypothesis whole : in_whole_units rows.
  Hypothesis units : (0 < a)%Q /\ (0 < b)%Q.
  Hypothesis questions : forall q, In q qs -> divides rows q.
  Hypothesis scores : forall q, In q qs -> if subset q
    then scored_exactly (of_whole 0) (Q2R (inject_Z (weights rows) * inject_Z (weights rows) / (b * b) *
      squared_error_gain a b q)) (key q)
    else key q = key_of rows q.
  Hypothesis largest : is_largest m (map key qs).

  Theorem the_squared_error_filter_with_subsets : 0 <= B2R e ->
    forall q, In q qs -> (forall p, In p qs -> (squared_error_gain a b p <= squared_error_gain a b q)%Q) ->
    In q (survivors_by key m (bound_with_gains e m (of_whole 0)) qs).
  Proof.
    intros E q I Best. destruct units as [A B]. destruct (of_whole_is 0) as [E0 F0]; [lia|].
    apply (subsets_are_kept key (true_key_of rows)); trivial.
    - rewrite E0, Rabs_R0. split; [exact F0|]. split; [now left|apply bpow_ge_0].
    - intros p J. assert (D := questions p J). assert (S := scores p J).
      destruct (key_facts rows whole p D) as (F & N & T & K0 & K1).
      assert (Big : IZR (2 ^ 106) <= power_of_two 600) by (change (IZR (2 ^ 106)) with (power_of_two 106);
        apply bpow_le; lia).
      assert (Sized : true_key_of rows p = 0 \/ power_of_two (-500) <= true_key_of rows p).
      { destruct T as [T|T]; [now left|right]. apply Rle_trans with (2 := T).
        change (/ IZR (2 ^ 52)) with (power_of_two (-52)).
        apply bpow_le. lia. }
      assert (Of_size : of_size (true_key_of rows p)).
      { destruct Sized as [Z|Z]; [now left|right]. apply Rle_trans with (2 := Z). apply bpow_le. lia. }
      destruct (subset p); [right|left].
      + destruct S as (x & H & Ek).
        assert (G : Q2R (inject_Z (weights rows) * inject_Z (weights rows) / (b * b) * squared_error_gain a
          b p) =
          true_key_of rows p).
        { destruct (WholeFilter.sizes rows whole p D) as ((w0 & v0 & EW & _) & _).
          assert (PW := inject_positive (weights rows) ltac:(lia)).
            assert (Pd := denominator_positive rows whole p D).
          rewrite (Qeq_eqR _ (inject_Z (numerator rows p * numerator rows p) /
            inject_Z (weights (fst p) * weights (snd p)))%Q).
          - apply inject_positive in Pd. rewrite Q2R_ratio by exact Pd. rewrite !Q2R_Z, !mult_IZR.
            reflexivity.
          - rewrite (WholeFilter.gain_in_units rows whole a b p A D). apply inject_positive in Pd. field.
            repeat split; Lqa.lra. }
        rewrite G in H. exists (true_key_of rows p), x. split; [exact H|]. split; [exact Ek|]. split; [lra|].
        split; [now left|]. rewrite E0, Rplus_0_l, Rminus_diag_eq, !Rabs_R0 by reflexivity. lra.
      + unfold computed. rewrite S. split; [exact F|right]. apply a_share_off; [exact Sized|].
        assert (U := u_pos). assert (0 <= u * true_key_of rows p) by (apply Rmult_le_pos; lra). lra.
    - intros p J. apply (gains_order_true_keys rows whole a b); auto.
  Qed.
End Squares.

Corollary the_gini_filter_of_two_classes_with_subsets rows qs (subset : children -> bool) key m e a :
  in_whole_units rows -> of_two_classes rows ->
  (forall q, In q qs -> divides rows q) -> (0 < a)%Q ->
  (forall q, In q qs -> if subset q
    then scored_exactly (of_whole 0) (Q2R (inject_Z (weights rows) * inject_Z (weights rows) / inject_Z 2 *
      gini_gain a q)) (key q)
    else key q = key_of rows q) ->
  is_largest m (map key qs) -> 0 <= B2R e ->
  forall q, In q qs -> (forall p, In p qs -> (gini_gain a p <= gini_gain a q)%Q) ->
  In q (survivors_by key m (bound_with_gains e m (of_whole 0)) qs).
Proof.
  intros U C D A S M E q I Best.
  apply (the_squared_error_filter_with_subsets rows qs subset key m e a 1 U); trivial; [split; Lqa.lra| |].
  - intros p J. specialize (S p J). destruct (subset p); [|exact S]. destruct S as (x & H & K). exists x.
    split; [|exact K].
    erewrite Qeq_eqR; [exact H|]. rewrite (gini_gain_is_twice_the_gain a rows p A U C (D p J)). field.
  - intros p J. specialize (Best p J). rewrite (gini_gain_is_twice_the_gain a rows p A U C (D p J)),
      (gini_gain_is_twice_the_gain a rows q A U C (D q I)) in Best. Lqa.lra.
Qed.

(** *** Gini and misclassification of any classes, and entropy *)

Section Grains.
  Variables (log : float64 -> float64) (heaviest : Z) (K : nat) (rows : whole_rows) (arity : Z) (base :
    float64).
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis lighter : (weights rows <= heaviest)%Z.
  Hypothesis log_is_near : near_log2 log heaviest.
  Hypothesis base_is : entropy_base log heaviest K rows base.
  Let g := B2R (grain log heaviest).

  (** The terms of a part of a node add up to no more than that of its weight. *)
  Lemma share_is_not_positive part : counted K part -> (0 < weights part)%Z -> share_of K part <= 0.
  Proof.
    intros C P. assert (L := ln_2_positive).
    assert (N : 0 <= nats (map (fun k => 1 * inject_Z (class_weight k part))%Q (seq 0 K))).
    { apply nats_nonneg. intros x J. apply in_map_iff in J as (k & <- & _). rewrite Qmult_1_l.
      change 0%Q with (inject_Z 0). rewrite <- Zle_Qle. now apply (class_weight_nonneg K). }
    rewrite (nats_in_units K 1 part _ ltac:(reflexivity) P C) in N by (intros k _; reflexivity).
    replace (Q2R 1) with 1 in N by (unfold Q2R; simpl; field).
    assert (ln 2 * share_of K part <= ln 2 * 0) by lra. now apply Rmult_le_reg_l in H.
  Qed.

  Lemma base_in_grains q : asks_well rows arity q ->
    is_finite base = true /\ of_size (Rabs (B2R base)) /\ Rabs (B2R base) <= power_of_two 52 /\
    (exists n, B2R base = IZR n) /\ Rabs (B2R base - share_of K rows / g) <= 2 * (INR K + 1).
  Proof.
    intros Q. destruct (base_is_near log heaviest K rows weights_fit log_is_near whole lighter base arity
      base_is
      q Q) as [(n & [Fb Eb] & Nn) Nb].
    split; [exact Fb|]. rewrite Eb in *. split; [apply a_whole_number_of_size|]. split; [|split; [now exists
      n|
      exact Nb]].
    change (power_of_two 52) with (IZR (2 ^ 52)). rewrite <- abs_IZR. now apply IZR_le.
  Qed.

  Context {A : Type}.
  Variables (asks : A -> question) (subset : A -> bool) (key : A -> float64) (a : Q) (e : float64).
  Hypothesis unit : (0 < a)%Q.
  Hypothesis few_classes : (Z.of_nat K <= 2 ^ 50)%Z.
  Hypothesis e_covers : B2R (entropy_bound arity K) <= B2R e.

  Lemma a_gain_in_grains q : asks_well rows arity q ->
    IZR (weights rows) / g * information_gain_in K a q = true_gain log heaviest K rows q /\
    true_gain log heaviest K rows q <= power_of_two 54.
  Proof.
    intros Q. assert (G := grain_positive log heaviest weights_fit log_is_near). fold g in G.
    assert (D := proj1 Q). assert (N := parts_present K rows arity q Q).
    assert (Wp := IZR_lt _ _ (node_is_positive K rows whole q D N)). split.
    - rewrite (information_gain_is log heaviest K rows a weights_fit log_is_near whole unit arity q Q). fold
      g.
      field. lra.
    - destruct (base_in_grains q Q) as (_ & _ & Lb & _ & Nb). unfold true_gain. fold g.
      assert (Sp : sumR (share_of K) (parts_of q) <= 0).
      { assert (Each : forall part, In part (parts_of q) -> share_of K part <= 0).
        { intros part Ip. destruct (part_facts K rows whole q part D Ip) as [C [P _]].
          now apply share_is_not_positive. }
        clear - Each. induction (parts_of q) as [|y t IH]; [simpl; lra|].
        change (sumR (share_of K) (y :: t)) with (share_of K y + sumR (share_of K) t).
        assert (share_of K y <= 0) by (apply Each; now left).
        assert (sumR (share_of K) t <= 0) by (apply IH; intros z Iz; apply Each; now right). lra. }
      apply Rle_trans with (- (share_of K rows / g)).
      { unfold Rdiv. rewrite Ropp_mult_distr_l.
        apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, G|lra]. }
      assert (Kb : INR K <= IZR (2 ^ 50)) by (rewrite INR_IZR_INZ; now apply IZR_le).
      apply Rabs_le_inv in Lb, Nb. change (power_of_two 54) with 18014398509481984.
      change (power_of_two 52) with 4503599627370496 in Lb.
      change (2 ^ 50)%Z with 1125899906842624%Z in Kb. lra.
  Qed.

  (** The key of a question is as near as programmed, or made of its gain. *)
  Lemma each_in_grains q : asks_well rows arity (asks q) ->
    (if subset q
      then scored_exactly base (IZR (weights rows) / g * information_gain_in K a (asks q)) (key q)
      else entropy_scores log heaviest K (asks q) (key q)) ->
    computed key (fun q => entropy_value log heaviest K (asks q)) e q \/
    of_a_gain key (fun q => entropy_value log heaviest K (asks q)) e base q.
  Proof.
    intros Q S. destruct (bounds_are K rows e arity few_classes e_covers (asks q) Q) as [[K1 Ke] _].
    assert (A2 := arity_is rows arity (asks q) Q). assert (Kn := pos_INR K). unfold near_key in K1, Ke.
    assert (Ka : 2 * (INR K + 1) * 2 <= 2 * (INR K + 1) * IZR arity) by (apply Rmult_le_compat_l; lra).
    destruct (subset q); [right|left].
    - destruct S as (x & H & Ek). destruct (a_gain_in_grains (asks q) Q) as [Gt L]. rewrite Gt in H.
      destruct (base_in_grains (asks q) Q) as (_ & _ & _ & _ & Nb).
      eexists _, x. split; [exact H|]. split; [exact Ek|]. split; [|split].
      + apply Rle_trans with (1 := L), bpow_le. lia.
      + right. apply Rle_trans with 1; [apply (bpow_le radix2 (-500) 0); lia|lra].
      + rewrite true_gain_is. fold g.
        replace (_ + _ - _) with (B2R base - share_of K rows / g) by ring. apply Rle_trans with (1 := Nb).
        assert (U := u_pos). assert (0 <= u * Rabs (B2R base)) by (apply Rmult_le_pos; [lra|apply Rabs_pos]).
          lra.
    - destruct (WholeRatios.key_is_near log heaviest K rows weights_fit log_is_near whole lighter arity (asks
      q)
        (key q) Q S) as [(k & [Fk _] & _) Nk].
      split; [exact Fk|left]. exact (Rle_trans _ _ _ Nk Ke).
  Qed.
End Grains.

Definition with_two_children (rows : whole_rows) (q : question) : Prop :=
  divides_into rows q /\ exists l r, q = As_two l r.

Lemma two_children_within rows q : with_two_children rows q -> divides_into rows q /\ within_arity 2 q /\
  parts_of q <> [] /\ (2 <= length (parts_of q))%nat.
Proof. intros (D & l & r & ->). repeat split; try apply D; simpl; lia || easy. Qed.

Section Classes.
  Variables (K : nat) (rows : whole_rows) (a : Q) (qs : list question) (subset : question -> bool).
  Variables (key : question -> float64) (m e : float64).
  Hypothesis whole : in_whole_counts K rows.
  Hypothesis unit : (0 < a)%Q.
  Hypothesis questions : forall q, In q qs -> with_two_children rows q.
  Hypothesis largest : is_largest m (map key qs).

  Lemma gini_base : (1 <= weights rows < 2 ^ 26)%Z -> let b := B2R (gini_share K rows) in
    is_finite (gini_share K rows) = true /\ of_size (Rabs b) /\ Rabs b <= power_of_two 600 /\
    Rabs (b - IZR (squares_of K rows) / IZR (weights rows)) <= 2 * u * Rabs b.
  Proof.
    intros W. assert (S := squares_fit K rows (proj1 whole)). assert (U := u_pos).
    assert (S52 : (0 <= squares_of K rows <= 2 ^ 52)%Z) by (change (2 ^ 52)%Z with (2 ^ 26 * 2 ^ 26)%Z; nia).
    destruct (of_whole_is (squares_of K rows)) as [Es Fs]; [lia|].
      destruct (of_whole_is (weights rows)) as [Ew Fw]; [lia|].
    assert (W1 : 1 <= IZR (weights rows) <= IZR (2 ^ 26)) by (split; apply IZR_le; lia).
    assert (I0 : / IZR (2 ^ 26) <= / IZR (weights rows)) by (apply Rinv_le; lra).
    assert (I1 : / IZR (weights rows) <= 1) by (rewrite <- Rinv_1; apply Rinv_le; lra).
    assert (I2 : 0 < / IZR (2 ^ 26)) by (apply Rinv_0_lt_compat, IZR_lt; lia).
    set (f := IZR (squares_of K rows)) in *. assert (F0 : 0 <= f <= power_of_two 52).
    { change (power_of_two 52) with (IZR (2 ^ 52)). split; apply IZR_le; lia. }
    assert (Q : 0 <= f / IZR (weights rows) <= power_of_two 52).
    { unfold Rdiv. split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (power_of_two 52)).
      apply Rmult_le_compat; lra. }
    destruct (rounded_is_small _ 52 ltac:(lia) Q) as [R1 R2]. unfold gini_share. cbv zeta.
    destruct (over_rounds (of_whole (squares_of K rows)) (of_whole (weights rows)) Fs) as [E Fin];
      rewrite ?Es, ?Ew in *; [lra|exact R2|]. split; [exact Fin|].
    change (B2R (over (of_whole (squares_of K rows)) (of_whole (weights rows))) = rnd (f / IZR (weights
      rows))) in E.
    rewrite E, (Rabs_right (rnd _)) by lra.
    assert (Sized : f / IZR (weights rows) = 0 \/ power_of_two (-26) <= f / IZR (weights rows)).
    { destruct (Z.eq_dec (squares_of K rows) 0) as [Z|Z]; [left; unfold f; rewrite Z; unfold Rdiv;
      ring|right].
      change (power_of_two (-26)) with (/ IZR (2 ^ 26)). assert (F1 : 1 <= f) by (apply IZR_le; lia).
      rewrite <- (Rmult_1_l (/ IZR (2 ^ 26))). apply Rmult_le_compat; lra. }
    set (v := f / IZR (weights rows)) in *. split; [|split].
    - destruct Sized as [->|Z]; [left; apply rnd_0|right]. apply rnd_le in Z.
      rewrite (rnd_float (power_of_two (-26))) in Z by (apply power_of_two_is_float; lia).
      apply Rle_trans with (2 := Z). apply bpow_le. lia.
    - apply Rle_trans with (power_of_two 52); [lra|apply bpow_le; lia].
    - assert (N : normal v).
      { destruct Sized as [Z|Z]; [now left|right]. rewrite Rabs_right by lra.
        apply Rle_trans with (2 := Z). apply bpow_le. lia. }
      assert (H := rnd_error v N). rewrite (Rabs_right v) in H by lra. apply Rle_trans with (1 := H).
        apply Rabs_le_inv in H.
      assert (u * v <= / 1000000 * v) by (apply Rmult_le_compat_r; lra).
      assert (u * v <= u * (2 * rnd v)) by (apply Rmult_le_compat_l; lra). lra.
  Qed.

  Theorem the_gini_filter_with_subsets : 0 <= B2R e ->
    (forall q, In q qs -> if subset q
      then scored_exactly (gini_share K rows) (Q2R (inject_Z (weights rows) * gain_in gini K a q)) (key q)
      else gini_scores K q (key q)) ->
    forall q, In q qs -> (forall p, In p qs -> (gain_in gini K a p <= gain_in gini K a q)%Q) ->
    In q (survivors_by key m (bound_with_gains e m (gini_share K rows)) qs).
  Proof.
    intros E scores q I Best. assert (U := u_pos).
    assert (Two : forall p, In p qs -> divides_into rows p /\ within_arity 2 p) by
      (intros p J; destruct (two_children_within rows p (questions p J)) as (D & W & _); now split).
    apply (subsets_are_kept key (gini_value K)); trivial.
    - destruct (two_children_within rows q (questions q I)) as (D & _ & N & _).
      destruct (gini_base (node_fits K rows whole q D N)) as (F & S & L & _). now repeat split.
    - intros p J. destruct (two_children_within rows p (questions p J)) as (D & _ & N & _).
      assert (Fit := node_fits K rows whole p D N). destruct (gini_base Fit) as (_ & _ & _ & Near).
        cbv zeta in Near.
      assert (S := scores p J). destruct (questions p J) as [_ (l & r & P)].
      assert (V := value_of_two K rows whole l r ltac:(now rewrite <- P)).
      destruct (two_facts K rows whole l r ltac:(now rewrite <- P)) as [(Wl & Wr & _ & EW) (Sl & Sr)].
      set (n := (squares_of K l * weights r + squares_of K r * weights l)%Z) in V.
      assert (Pl : 0 < IZR (weights l)) by now apply IZR_lt.
        assert (Pr : 0 < IZR (weights r)) by now apply IZR_lt.
      assert (PW : 0 < IZR (weights rows)) by (apply IZR_lt; lia).
      destruct (subset p); [right|left].
      + destruct S as (x & H & Ek).
        assert (G : Q2R (inject_Z (weights rows) * gain_in gini K a p) =
          gini_value K p - IZR (squares_of K rows) / IZR (weights rows)).
        { assert (Gu := WholeCounts.gain_in_units K rows whole gini a
            (fun part => inject_Z (squares_of K part) / inject_Z (weights part))%Q unit
            (fun part h P C R => gini_in_units K a part h unit P C R) p D N).
          assert (Iw := inject_positive (weights rows) ltac:(lia)).
          rewrite (Qeq_eqR _ (sum (fun part => inject_Z (squares_of K part) / inject_Z (weights part))
            (parts_of p) -
            inject_Z (squares_of K rows) / inject_Z (weights rows))%Q) by (rewrite Gu; field; Lqa.lra).
          rewrite Q2R_minus, Q2R_sum, (Q2R_ratio _ (inject_Z (weights rows))) by exact Iw. rewrite !Q2R_Z.
          f_equal. unfold gini_value, exact_sum. rewrite sumR_map. apply sumR_ext. intros part Ip.
            cbn [fst snd].
          destruct (part_facts K rows whole p part D Ip) as [_ [Pp _]].
          rewrite Q2R_ratio by now apply inject_positive. now rewrite !Q2R_Z. }
        rewrite G in H. eexists _, x. split; [exact H|]. split; [exact Ek|].
          assert (G0 := gain_is_nonnegative _ _ H).
        assert (F : gini_value K p - IZR (squares_of K rows) / IZR (weights rows) =
          IZR (n * weights rows - squares_of K rows * (weights l * weights r)) / IZR (weights l * weights r
            * weights rows)).
        { rewrite P, V, minus_IZR, !mult_IZR. field. lra. }
        assert (Vl : gini_value K p <= power_of_two 600).
        { rewrite P, V. unfold Rdiv. apply Rle_trans with (IZR n * 1).
          - apply Rmult_le_compat_l; [apply IZR_le; unfold n; nia|]. rewrite <- Rinv_1. apply Rinv_le; [lra|].
            rewrite <- mult_IZR. apply IZR_le. nia.
          - rewrite Rmult_1_r. apply Rle_trans with (IZR (2 ^ 100)).
            + apply IZR_le. unfold n. apply Z.le_trans with ((2 ^ 26 * 2 ^ 26) * 2 ^ 26 + (2 ^ 26 * 2 ^ 26)
              * 2 ^ 26)%Z; [|lia].
              apply Z.add_le_mono; apply Z.mul_le_mono_nonneg; nia.
            + change (IZR (2 ^ 100)) with (power_of_two 100). apply bpow_le. lia. }
        assert (B0 : 0 <= IZR (squares_of K rows) / IZR (weights rows)).
        { apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat, PW]. apply IZR_le. apply squares_fit, whole. }
        split; [lra|]. split.
        * left. rewrite F in *. apply a_fraction_of_size; [|exact G0]. split; [nia|].
          change (2 ^ 100)%Z with (2 ^ 26 * 2 ^ 26 * 2 ^ 48)%Z. apply Z.mul_le_mono_nonneg; [nia| |lia|lia].
          apply Z.mul_le_mono_nonneg; lia.
        * replace (B2R (gini_share K rows) + (gini_value K p - IZR (squares_of K rows) / IZR (weights
          rows)) - gini_value K p)
            with (B2R (gini_share K rows) - IZR (squares_of K rows) / IZR (weights rows)) by ring. lra.
      + destruct (gini_score_is_near K rows whole p (key p) D N S) as (F & [V0 _] & H).
        split; [exact F|right].
        rewrite P in H, V0 |- *. apply a_share_off; [|rewrite <- P in *; exact H]. rewrite V in *.
        assert (D2 : (0 < weights l * weights r <= 2 ^ 100)%Z) by (split; nia).
        rewrite <- mult_IZR in *. destruct (Z.eq_dec n 0) as [->|Z]; [left; unfold Rdiv; ring|right].
        assert (n1 : 1 <= IZR n) by (apply IZR_le; unfold n in *; nia).
        apply Rle_trans with (power_of_two (Z.opp 100)); [apply bpow_le; lia|]. rewrite bpow_opp.
        change (power_of_two 100) with (IZR (2 ^ 100)). rewrite <- (Rmult_1_l (/ IZR (2 ^ 100))).
        apply Rmult_le_compat; [lra|apply Rlt_le, Rinv_0_lt_compat, IZR_lt; lia|exact n1|].
        apply Rinv_le; [now apply IZR_lt|apply IZR_le; lia].
    - intros p J. apply (gini_gains_order_values K rows whole a qs 2 unit Two); auto.
      now apply (two_children_within rows q (questions q I)).
  Qed.

  Theorem the_misclassification_filter_with_subsets : 0 <= B2R e ->
    (forall q, In q qs -> if subset q
      then scored_exactly (of_whole (largest_of K rows)) (Q2R (inject_Z (weights rows) * gain_in
        misclassification K a q)) (key q)
      else misclassification_scores K q (key q)) ->
    forall q, In q qs ->
    (forall p, In p qs -> (gain_in misclassification K a p <= gain_in misclassification K a q)%Q) ->
    In q (survivors_by key m (bound_with_gains e m (of_whole (largest_of K rows))) qs).
  Proof.
    intros E scores q I Best. set (value := fun p => IZR (sumZ (largest_of K) (parts_of p))).
    assert (Fit : forall p, In p qs -> (0 <= largest_of K rows <= weights rows)%Z /\ (1 <= weights rows < 2
      ^ 26)%Z /\
      (0 <= sumZ (largest_of K) (parts_of p) <= weights rows)%Z).
    { intros p J. destruct (two_children_within rows p (questions p J)) as (D & _ & N & _).
      split; [apply largest_fits, whole|]. split; [now apply (node_fits K rows whole p)|].
      assert (H : forall part, In part (parts_of p) -> (0 <= largest_of K part <= weights part)%Z).
      { intros part Ip. apply largest_fits. now apply (part_facts K rows whole p part D). }
      split; [apply sumZ_nonneg; intros part Ip; now apply H|]. rewrite <- (weights_add_up rows p D).
      apply sumZ_le. intros part Ip. now apply H. }
    assert (Base : B2R (of_whole (largest_of K rows)) = IZR (largest_of K rows) /\
      is_finite (of_whole (largest_of K rows)) = true) by (destruct (Fit q I); apply of_whole_is; lia).
    destruct Base as [Eb Fb]. apply (subsets_are_kept key value); trivial.
    - rewrite Eb. split; [exact Fb|]. split; [apply a_whole_number_of_size|].
      destruct (Fit q I) as (A1 & A2 & _).
      apply Rle_trans with (power_of_two 26); [|apply bpow_le; lia].
        change (power_of_two 26) with (IZR (2 ^ 26)).
      rewrite <- abs_IZR. apply IZR_le. lia.
    - intros p J. destruct (two_children_within rows p (questions p J)) as (D & _ & N & _).
      assert (S := scores p J).
      destruct (subset p) eqn:Sp; [right|left].
      + destruct S as (x & H & Ek). destruct (Fit p J) as (A1 & A2 & A3).
        assert (G : Q2R (inject_Z (weights rows) * gain_in misclassification K a p) =
          IZR (sumZ (largest_of K) (parts_of p) - largest_of K rows)).
        { assert (Gu := WholeCounts.gain_in_units K rows whole misclassification a
            (fun part => inject_Z (largest_of K part)) unit
            (fun part h P C R => misclassification_in_units K a part h unit P C R) p D N).
          assert (Iw := inject_positive (weights rows) ltac:(lia)). rewrite <- Q2R_Z. apply Qeq_eqR.
          unfold Z.sub. rewrite Gu, inject_Z_plus, inject_Z_opp, inject_sumZ. field. Lqa.lra. }
        rewrite G in H. eexists _, x. split; [exact H|]. split; [exact Ek|].
          assert (G0 := gain_is_nonnegative _ _ H).
        split; [|split].
        * apply Rle_trans with (IZR (2 ^ 26)); [apply IZR_le; lia|].
          change (IZR (2 ^ 26)) with (power_of_two 26).
          apply bpow_le. lia.
        * left. assert (W := a_whole_number_of_size (sumZ (largest_of K) (parts_of p) - largest_of K rows)).
          now rewrite Rabs_right in W by lra.
        * rewrite Eb, minus_IZR. unfold value.
          replace (_ + _ - _) with 0 by ring. rewrite Rabs_R0. assert (U := u_pos).
          assert (0 <= u * Rabs (IZR (largest_of K rows))) by (apply Rmult_le_pos; [lra|apply Rabs_pos]). lra.
      + destruct (misclassification_keys_are_exact K rows [p] key whole) with (q := p) as (_ & F & Ev).
        * intros t [<-|[]]. exact D.
        * intros t [<-|[]]. exact S.
        * now left.
        * split; [exact F|left]. rewrite Ev. unfold value. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
          exact E.
    - intros p J. destruct (two_children_within rows q (questions q I)) as (D & _ & N & _).
      destruct (two_children_within rows p (questions p J)) as (D' & _).
      assert (H := gains_order_shares K rows whole misclassification a (fun part => inject_Z (largest_of K
        part)) unit
        (fun part h P C R => misclassification_in_units K a part h unit P C R) q p D D' N (Best p J)).
      rewrite <- !Q2R_sum, <- !(Qeq_eqR _ _ (inject_sumZ _ _)) in H. now rewrite !Q2R_Z in H.
  Qed.

  Variables (log : float64 -> float64) (heaviest : Z) (base : float64).
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z /\ (weights rows <= heaviest)%Z.
  Hypothesis log_is_near : near_log2 log heaviest.
  Hypothesis few_classes : (Z.of_nat K <= 2 ^ 50)%Z.
  Hypothesis base_is : entropy_base log heaviest K rows base.

  Theorem the_entropy_filter_with_subsets : B2R (entropy_bound 2 K) <= B2R e ->
    (forall q, In q qs -> if subset q
      then scored_exactly base (IZR (weights rows) / B2R (grain log heaviest) * information_gain_in K a q)
        (key q)
      else entropy_scores log heaviest K q (key q)) ->
    forall q, In q qs -> (forall p, In p qs -> information_gain_in K a p <= information_gain_in K a q) ->
    In q (survivors_by key m (bound_with_gains e m base) qs).
  Proof.
    intros E scores q I Best. destruct weights_fit as [Wf Wl].
    assert (Well : forall p, In p qs -> asks_well rows 2 p).
    { intros p J. destruct (two_children_within rows p (questions p J)) as (D & W & _ & L).
      exact (conj D (conj W L)). }
    destruct (bounds_are K rows e 2 few_classes E q (Well q I)) as [Ke _].
    assert (G := grain_positive log heaviest Wf log_is_near). set (g := B2R (grain log heaviest)) in *.
    destruct (base_in_grains log heaviest K rows 2 base whole Wf Wl log_is_near base_is q (Well q I)) as (Fb
      & Sb &
      Lb & _).
    apply (subsets_are_kept key (entropy_value log heaviest K)); trivial.
    - split; [exact Fb|]. split; [exact Sb|]. apply Rle_trans with (1 := Lb), bpow_le. lia.
    - lra.
    - intros p J. exact (each_in_grains log heaviest K rows 2 base whole Wf Wl log_is_near base_is (fun q =>
      q)
        subset key a e unit few_classes E p (Well p J) (scores p J)).
    - intros p J. destruct (two_children_within rows q (questions q I)) as (D & _ & N & _).
      destruct (two_children_within rows p (questions p J)) as (D' & _ & N' & _).
      assert (O := information_gains_order_shares K rows a whole unit q p D D' N N' (Best p J)).
      unfold entropy_value. fold g. unfold Rdiv. rewrite !sumR_scale. apply Rmult_le_compat_r; [|exact O].
      apply Rlt_le, Rinv_0_lt_compat, G.
  Qed.
End Classes.

(** ** An example, and a plausible wrong statement

    Six rows of three classes; a subset of categories parts them as a threshold does.
      Its key is the next float
    below the other: both are kept, though equal keys of thresholds would be equal floats here. *)

Definition six_rows : whole_rows := [(1, 0); (1, 0); (1, 1); (1, 1); (1, 2); (1, 2)]%Z.
Definition a_threshold : question := As_two [(1, 0); (1, 0); (1, 1)]%Z [(1, 1); (1, 2); (1, 2)]%Z.
Definition a_subset : question := As_two [(1, 1); (1, 2); (1, 2)]%Z [(1, 0); (1, 0); (1, 1)]%Z.
Definition is_a_subset (q : question) : bool := match q with As_two ((1, 1) :: _)%Z _ => true | _ => false
  end.
Definition two_keys (q : question) : float64 :=
  if is_a_subset q then plus (gini_share 3 six_rows) (over (of_whole 4) (of_whole 3))
  else gini_key (of_whole 5) (of_whole 5) (of_whole 3) (of_whole 3).

Example the_gini_filter_with_subsets_applies :
  let m := two_keys a_threshold in let qs := [a_threshold; a_subset] in
  in_whole_counts 3 six_rows /\ (forall q, In q qs -> with_two_children six_rows q) /\
  (forall q, In q qs -> if is_a_subset q
    then scored_exactly (gini_share 3 six_rows) (Q2R (inject_Z (weights six_rows) * gain_in gini 3 1 q))
      (two_keys q)
    else gini_scores 3 q (two_keys q)) /\
  is_largest m (map two_keys qs) /\ gini_bound 2 six_rows m = of_whole 0 /\
  survivors_by two_keys m (bound_with_gains (gini_bound 2 six_rows m) m (gini_share 3 six_rows)) qs = qs.
Proof.
  intros m qs. split; [|split; [|split; [|split; [|split]]]].
  - split; [|now vm_compute]. intros r I. simpl in I. repeat destruct I as [<-|I]; try easy; simpl; lia.
  - assert (P : Permutation ([(1, 1); (1, 2); (1, 2)] ++ [(1, 0); (1, 0); (1, 1)])%Z six_rows)
      by apply (Permutation_app_comm [(1, 1); (1, 2); (1, 2)]%Z [(1, 0); (1, 0); (1, 1)]%Z).
    intros q I. simpl in I. destruct I as [<-|[<-|[]]]; (split; [split|]);
      try (intros part J; simpl in J; repeat destruct J as [<-|J]; easy); try (now do 2 eexists);
        [reflexivity|exact P].
  - intros q I. simpl in I. destruct I as [<-|[<-|[]]]; [reflexivity|]. cbn [is_a_subset a_subset].
    exists (over (of_whole 4) (of_whole 3)). split; [|reflexivity]. split; [reflexivity|]. right.
    rewrite (Qeq_eqR _ (4 # 3)) by (vm_compute; reflexivity).
      replace (Q2R (4 # 3)) with (4 / 3) by (unfold Q2R; simpl; field).
    split; [lra|]. assert (L : power_of_two (-600) <= power_of_two 0) by (apply bpow_le; lia).
    assert (G : power_of_two 1 <= power_of_two 600) by (apply bpow_le; lia).
    change (power_of_two 0) with 1 in L. change (power_of_two 1) with 2 in G.
    rewrite Rmax_left, Rmin_left by lra. destruct (of_whole_is 4) as [E4 F4]; [lia|].
      destruct (of_whole_is 3) as [E3 F3]; [lia|].
    destruct (over_rounds (of_whole 4) (of_whole 3) F4) as [E _]; rewrite ?E4, ?E3 in *; [lra| |exact E].
    destruct (rounded_is_small (4 / 3) 1) as [_ S]; [lia|change (power_of_two 1) with 2; lra|exact S].
  - right. split; [now left|]. intros k [<-|[<-|[]]]; vm_compute; reflexivity.
  - vm_compute. reflexivity.
  - vm_compute. reflexivity.
Qed.

(** That the bound on the other keys would do: then the subset is struck out, which gains as much. *)
Example the_bound_on_computed_keys_is_not_enough :
  (gain_in gini 3 1 a_subset == gain_in gini 3 1 a_threshold)%Q /\
  survivors_by two_keys (two_keys a_threshold) (gini_bound 2 six_rows (two_keys a_threshold)) [a_threshold;
    a_subset] =
    [a_threshold].
Proof. split; vm_compute; reflexivity. Qed.

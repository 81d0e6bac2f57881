(** * GainsBeside: gains by ratio beside subsets of categories, whose keys are exact gains, rounded to floats

    Keys of thresholds and the like are multiples of 2^-52, and so is that of no gain; the key of a subset is
    that of no gain and an exact gain, rounded.  Each gain that is computed from a key is 0 or not tiny, and
    off by what the error beside it covers. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core BinarySingleNaN.
From Flocq Require Plus_error.
From Dtrees Require Import Rounding Filter WholeKeys WholeFilter ProgrammedLogarithm RoundedFloats
  RoundedGains
  FloatDecisions SubsetKeys Contenders.
From Dtrees Require Decisions.
Import ListNotations.
Open Scope R_scope.

(** ** Differences of two floats *)

Lemma grained_is_not_tiny x : grained x -> x = 0 \/ bpow radix2 (-52) <= Rabs x.
Proof.
  intros [k ->]. destruct (Z.eq_dec k 0) as [->|N]; [left; ring|right].
  rewrite Rabs_mult, (Rabs_right (bpow radix2 _)) by apply Rle_ge, bpow_ge_0.
  rewrite <- (Rmult_1_l (bpow radix2 (-52))) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0|].
  rewrite <- abs_IZR. apply IZR_le. lia.
Qed.

Lemma a_difference_is_near x y : is_float x -> is_float y ->
  Rabs (rnd (x - y) - (x - y)) <= u * Rabs (rnd (x - y)).
Proof.
  intros X Y. assert (U := u_pos). destruct (Rle_lt_dec (Rabs (x - y)) (bpow radix2 (-1021))) as [L|L].
  - rewrite rnd_float, Rminus_diag_eq, Rabs_R0 by (reflexivity ||
      (apply (Plus_error.FLT_format_plus_small radix2 (-1074) 53 x (- y)); trivial; now apply
        generic_format_opp)).
    apply Rmult_le_pos; [lra|apply Rabs_pos].
  - assert (R : bpow radix2 (-1021) <= Rabs (rnd (x - y))).
    { apply abs_round_ge_generic; try typeclasses eauto; [apply generic_format_bpow; now vm_compute|lra]. }
    apply Rle_trans with (1 := error_le_half_ulp_round radix2 fexp64 _ (x - y)).
    apply Rle_trans with (/ 2 * (Rabs (rnd (x - y)) * bpow radix2 (1 - 53))).
    + apply Rmult_le_compat_l; [lra|]. apply ulp_FLT_le. apply Rle_trans with (2 := R). apply bpow_le. lia.
    + change (bpow radix2 (1 - 53)) with (/ 4503599627370496). assert (P := Rabs_pos (rnd (x - y))).
      unfold u. lra.
Qed.

(** A key may be that of a subset, and near that of no gain. *)
Lemma a_gain_is_sizable k b : is_float k -> Decisions.sizable k -> grained b -> Decisions.sizable (rnd (k -
  b)).
Proof.
  intros F S G.
  assert (Large : forall j, (-600 <= j <= 900)%Z -> bpow radix2 j <= Rabs (k - b) ->
    Decisions.sizable (rnd (k - b))).
  { intros j J L. right. apply Rle_trans with (bpow radix2 j); [apply bpow_le; lia|].
    apply abs_round_ge_generic; try typeclasses eauto; [|exact L].
    apply generic_format_bpow. unfold FLT_exp. lia. }
  destruct (grained_is_not_tiny b G) as [->|B]; [now rewrite Rminus_0_r, rnd_float by exact F|].
  destruct (Rle_lt_dec (bpow radix2 (-53)) (Rabs k)) as [L|L].
  - destruct (Decisions.large_floats_are_multiples k (-53) ltac:(lia) F L) as [n E]. destruct G as [j Ej].
    assert (D : k - b = IZR (n - j * 2 ^ 53) * bpow radix2 (-105)).
    { rewrite E, Ej, minus_IZR, mult_IZR. change (-52)%Z with (53 + -105)%Z. rewrite bpow_plus.
      change (bpow radix2 53) with (IZR (2 ^ 53)). change (-53 - 52)%Z with (-105)%Z. ring. }
    destruct (Z.eq_dec (n - j * 2 ^ 53) 0) as [Z|N]; [left; rewrite D, Z, Rmult_0_l; apply rnd_0|].
    apply (Large (-105)%Z); [lia|].
    rewrite D, Rabs_mult, (Rabs_right (bpow radix2 _)) by apply Rle_ge, bpow_ge_0.
    rewrite <- (Rmult_1_l (bpow radix2 (-105))) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0|].
    rewrite <- abs_IZR. apply IZR_le. lia.
  - apply (Large (-53)%Z); [lia|]. change (-52)%Z with (1 + -53)%Z in B. rewrite bpow_plus in B.
    change (bpow radix2 1) with 2 in B. assert (T := Rabs_triang_inv b k). rewrite Rabs_minus_sym in T. lra.
Qed.

(** ** The bound on keys, and what is computed from a key *)

Definition is_asked {C} (fs : list (feature C)) (q : C) : Prop := exists f, In f fs /\ In q (about f).

Lemma is_in_all {C} (fs : list (feature C)) q : In q (concat (map about fs)) <-> is_asked fs q.
Proof.
  unfold is_asked. rewrite in_concat. split.
  - intros (l & I & J). apply in_map_iff in I as (f & <- & I). now exists f.
  - intros (f & I & J). exists (about f). split; [now apply in_map|exact J].
Qed.

(** The bound on keys, with what the keys of subsets round where there are any. *)
Definition bound_beside (subsets : bool) (bound largest base : float64) : float64 :=
  if subsets then bound_with_gains bound largest base else bound.

(** The key of a subset is not tiny. *)
Lemma a_key_beside_holds (base e k : float64) g : is_finite base = true -> Rabs (B2R base) <= bpow radix2 410
  ->
  grained (B2R base) -> g <= bpow radix2 400 -> of_size g \/ bpow radix2 (-500) <= B2R e ->
  scored_exactly base g k -> holds k (B2R k) 411 /\ Decisions.sizable (B2R k).
Proof.
  intros Fb Lb Gb G S (x & X & ->). assert (U := u_pos).
  destruct (a_gain_in_keys (B2R e) g x X) as [(G0 & X0 & Sx & D) _]; trivial.
  { apply Rle_trans with (1 := G), bpow_le. lia. }
  assert (Hx : holds x (B2R x) 410).
  { split; [apply X|]. split; [reflexivity|]. rewrite Rabs_right by lra.
    destruct D as [D|(_ & -> & _)]; [|apply bpow_le; lia].
    apply Rabs_le_inv in D. assert (u * g <= 1 * g) by (apply Rmult_le_compat_r; lra).
    apply Rle_trans with (bpow radix2 (1 + 400)); [|apply bpow_le; lia]. rewrite bpow_plus.
    change (bpow radix2 1) with 2. lra. }
  destruct (plus_holds base x (B2R base) (B2R x) 410 410 411 ltac:(now repeat split) Hx ltac:(lia)
    ltac:(apply (sum_below 410); [exact Lb|apply Hx])) as (Fk & Ek & Lk).
  split; [split; [exact Fk|split; [reflexivity|now rewrite Ek]]|]. rewrite Ek.
  replace (B2R base + B2R x) with (B2R x - - B2R base) by ring.
  apply a_gain_is_sizable; [apply float64_is_float| |now apply grained_opp].
  destruct Sx as [->|Sx]; [now left|right]. now rewrite Rabs_right by lra.
Qed.

Lemma the_bound_beside_is subsets (bound m base : float64) : is_finite bound = true -> 0 <= B2R bound <= bpow
  radix2 200 ->
  holds m (B2R m) 411 -> is_finite base = true -> Rabs (B2R base) <= bpow radix2 410 ->
  is_finite (bound_beside subsets bound m base) = true /\
  B2R bound <= B2R (bound_beside subsets bound m base) <= bpow radix2 400.
Proof.
  intros Fe [E0 Le] (Fm & _ & Lm) Fb Lb. unfold bound_beside. destruct subsets.
  - destruct (positive_part m Fm) as [FM EM].
    assert (HM : holds (larger m (of_whole 0)) (B2R (larger m (of_whole 0))) 411).
    { split; [exact FM|]. split; [reflexivity|]. rewrite EM.
      rewrite Rabs_right by apply Rle_ge, Rmax_r. apply Rmax_lub; [|apply bpow_ge_0].
      apply Rle_trans with (1 := Rle_abs _), Lm. }
    assert (Hb : holds (Babs base) (Rabs (B2R base)) 411).
    { apply abs_holds. split; [exact Fb|]. split; [reflexivity|].
      apply Rle_trans with (1 := Lb), bpow_le. lia. }
    assert (H1 := plus_holds _ _ _ _ 411 411 412 HM Hb ltac:(lia) ltac:(apply (sum_below 411);
      [apply HM|apply Hb])).
    assert (Hu : holds sixteen_u (16 * u) (-49)).
    { destruct sixteen_u_is as [E F]. assert (U := u_pos). split; [exact F|]. split; [exact E|].
      change (bpow radix2 (-49)) with (/ 562949953421312). rewrite Rabs_right; unfold u in *; lra. }
    assert (H2 := times_holds _ _ _ _ (-49) 412 363 Hu H1 ltac:(lia) ltac:(lia)).
    assert (He : holds bound (B2R bound) 363).
    { split; [exact Fe|]. split; [reflexivity|]. rewrite Rabs_right by lra.
      apply Rle_trans with (1 := Le), bpow_le. lia. }
    destruct (plus_holds _ _ _ _ 363 363 364 He H2 ltac:(lia) ltac:(apply (sum_below 363);
      [apply He|apply H2])) as (F & E & L).
    change (is_finite (bound_with_gains bound m base) = true) in F. split; [exact F|]. split.
    + destruct (the_bound_with_gains_is bound m base Fm F) as [_ ->].
      apply the_bound_is_no_less; [repeat split; apply float64_is_float|]. rewrite EM.
      split; [exact E0|apply Rmax_r].
    + change (B2R (bound_with_gains bound m base) = rnd (B2R bound + rnd (16 * u *
        rnd (B2R (larger m (of_whole 0)) + Rabs (B2R base))))) in E. rewrite E.
      apply Rle_trans with (1 := Rle_abs _), Rle_trans with (1 := L), bpow_le. lia.
  - split; [exact Fe|]. split; [apply Rle_refl|]. apply Rle_trans with (1 := Le), bpow_le. lia.
Qed.

Section Gain.
  Variables (base beside : float64) (origin near : R).
  Hypothesis base_is : is_finite base = true /\ Rabs (B2R base) <= bpow radix2 410 /\ grained (B2R base) /\
    Rabs (origin - B2R base) <= near.
  Hypothesis beside_is : is_finite beside = true /\ bpow radix2 (-50) <= B2R beside <= bpow radix2 400 /\
    near <= 3 / 8 * B2R beside.

  Theorem a_gain_beside_is (k : float64) x : holds k (B2R k) 411 -> Decisions.sizable (B2R k) ->
    Rabs (B2R k - (x + origin)) <= B2R beside ->
    let gain := float_gain k base in let error := gain_error beside k base in
    holds_gain gain /\ holds_error error /\
    Rabs (B2R gain - x) <= B2R beside + near + u * Rabs (B2R gain) /\
    4 / 3 * (B2R beside + near + u * Rabs (B2R gain)) <= B2R error /\ B2R beside <= B2R error.
  Proof.
    intros Hk Sk Nk gain error.
    destruct base_is as (Fb & Lb & Gb & Nb). destruct beside_is as (Fe & [Be Le] & Nb').
    assert (P50 := bpow_gt_0 radix2 (-50)). assert (U := u_pos).
    assert (Hb : holds base (B2R base) 411).
    { split; [exact Fb|]. split; [reflexivity|]. apply Rle_trans with (1 := Lb), bpow_le. lia. }
    assert (Hg := minus_holds _ _ _ _ 411 411 412 Hk Hb ltac:(lia) ltac:(apply (difference_below 411);
      [apply Hk|apply Hb])).
    fold (float_gain k base) in Hg. fold gain in Hg. destruct Hg as (Fg & Eg & Bg).
    assert (D := a_difference_is_near _ _ (float64_is_float k) (float64_is_float base)). rewrite <- Eg in D.
    (* the error *)
    assert (He := twice_holds beside 400 Fe ltac:(lia) ltac:(rewrite Rabs_right; lra)).
    assert (Hak := abs_holds _ _ _ Hk). assert (Hab := abs_holds _ _ _ Hb).
    set (T := Rabs (B2R k) + Rabs (B2R base)) in *.
    assert (Ak := Rabs_pos (B2R k)). assert (Ab := Rabs_pos (B2R base)).
    assert (Hs := plus_holds _ _ _ _ 411 411 412 Hak Hab ltac:(lia) ltac:(apply (sum_below 411);
      [apply Hak|apply Hab])).
    fold T in Hs. set (s := rnd T) in *.
    assert (Ht := times_holds _ _ _ _ (-50) 412 411 eight_u_holds Hs ltac:(lia) ltac:(lia)).
    set (t := rnd (8 * u * s)) in *.
    assert (Gs : s = 0 \/ bpow radix2 (-600) <= s).
    { assert (Z : T = 0 \/ bpow radix2 (-600) <= T).
      { unfold T. destruct Sk as [->|Sk]; [|right; lra].
        destruct (what_is_grained_is_sizable _ Gb) as [->|Sb]; [left|right]; rewrite Rabs_R0; lra. }
      destruct Z as [Z|Z]; [left; unfold s; now rewrite Z, rnd_0|right].
      apply Decisions.rnd_at_least; [apply generic_format_bpow; now vm_compute|exact Z]. }
    assert (P600 := bpow_gt_0 radix2 (-600)).
    assert (T8 : (1 - u) * (8 * u * s) <= t <= (1 + u) * (8 * u * s)).
    { apply near_share. destruct Gs as [->|Gs]; [left; ring|right].
      apply Rle_trans with (u * bpow radix2 (-600)); [rewrite u_is_a_power, <- bpow_plus; apply bpow_le;
        lia|].
      apply Rle_trans with (u * s); [apply Rmult_le_compat_l; lra|].
      assert (0 <= u * s) by (apply Rmult_le_pos; lra). lra. }
    assert (s0 : 0 <= s) by (destruct Gs; lra). assert (us : 0 <= u * s) by (apply Rmult_le_pos; lra).
    assert (uus : u * (u * s) <= / 1000000 * (u * s)) by (apply Rmult_le_compat_r; lra).
    assert (Hx := plus_holds _ _ _ _ 401 411 412 He Ht ltac:(lia) ltac:(apply (sum_below 411);
      [apply Rle_trans with (1 := proj2 (proj2 He)), bpow_le; lia|apply Ht])).
    fold (gain_error beside k base) in Hx. fold error in Hx. destruct Hx as (Fx & Ex & Bx).
    assert (X2 : B2R beside <= B2R error).
    { rewrite Ex. apply Decisions.rnd_at_least; [apply float64_is_float|lra]. }
    assert (X3 : (1 - u) * (2 * B2R beside + t) <= B2R error).
    { rewrite Ex. apply near_share. right. apply Rle_trans with (bpow radix2 (-50)); [apply bpow_le;
      lia|lra]. }
    assert (ub : u * B2R beside <= / 1000000 * B2R beside) by (apply Rmult_le_compat_r; lra).
    assert (ut : u * t <= / 1000000 * t) by (apply Rmult_le_compat_r; lra).
    assert (Gn : Rabs (B2R gain) <= s).
    { assert (X : Rabs (B2R k - B2R base) <= T).
      { unfold T. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
      apply Rabs_le_inv in X. rewrite Eg. unfold s. apply Rabs_le. rewrite <- rnd_opp. split;
        now apply rnd_le. }
    assert (ug : u * Rabs (B2R gain) <= u * s) by (apply Rmult_le_compat_l; lra).
    split; [split; [split; [exact Fg|rewrite Eg; apply Rle_trans with (1 := Bg), bpow_le; lia]|]|].
    { rewrite Eg. apply a_gain_is_sizable; [apply float64_is_float|exact Sk|exact Gb]. }
    split; [split; [split; [exact Fx|rewrite Ex; apply Rle_trans with (1 := Bx), bpow_le; lia]|]|].
    { apply Rle_trans with (2 := X2). apply Rle_trans with (bpow radix2 (-50)); [apply bpow_le; lia|lra]. }
    split; [|split; [lra|exact X2]].
    apply Rabs_le_inv in D, Nk, Nb. apply Rabs_le. lra.
  Qed.
End Gain.

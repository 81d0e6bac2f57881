(** * WholeKeys: how far off the keys of whole weights and responses are

    Weights, counts and responses are whole numbers of units here, of which a node has fewer than
    2^26.  So products of two are exact, and sums of two products; only what follows rounds. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter.
Import ListNotations.
Open Scope R_scope.

(** ** Quotients of whole numbers are in the normal range *)

Lemma small_power : bpow radix2 (-1022) <= / IZR (2 ^ 60).
Proof. change (/ IZR (2 ^ 60)) with (bpow radix2 (-60)). apply bpow_le. lia. Qed.

Lemma quotient_normal x q : 1 <= x -> 1 <= q <= IZR (2 ^ 60) -> normal (x / q).
Proof.
  intros X [Q1 Q2]. right. apply Rle_trans with (1 := small_power).
  assert (0 < / q) by (apply Rinv_0_lt_compat; lra). unfold Rdiv.
  rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
  apply Rle_trans with (1 * / q); [rewrite Rmult_1_l; apply Rinv_le; lra|]. apply Rmult_le_compat_r; lra.
Qed.

Lemma at_least_one_normal x : 1 <= x -> normal x.
Proof. intros X. replace x with (x / 1) by field. apply quotient_normal; lra. Qed.

Lemma rnd_1 x : 1 <= x -> 1 <= rnd x.
Proof. intros X. rewrite <- (rnd_whole 1) by lia. now apply rnd_le. Qed.

Lemma share x : normal x -> 0 <= x -> (1 - u) * x <= rnd x <= (1 + u) * x.
Proof.
  intros N P. assert (E := rnd_error x N). rewrite (Rabs_right x) in E by lra. apply Rabs_le_inv in E. lra.
Qed.

Lemma two_shares p q s : 0 <= p -> (1 - u) * p <= q <= (1 + u) * p -> (1 - u) * q <= s <= (1 + u) * q ->
  (1 - 3 * u) * p <= s <= (1 + 3 * u) * p.
Proof.
  assert (U := u_pos). clear -U. intros P Q S.
  assert (0 <= u * (u * p)) by (repeat apply Rmult_le_pos; lra). nra.
Qed.

(** The float of [p / q], where [p] was rounded before. *)
Lemma rounded_quotient (p q : R) : (p = 0 \/ 1 <= p) -> 1 <= q <= IZR (2 ^ 60) ->
  Rabs (rnd (rnd p / q) - p / q) <= 4 * u * (p / q).
Proof.
  intros P Q. assert (U := u_pos). assert (I : 0 < / q) by (apply Rinv_0_lt_compat; lra).
  destruct P as [->|P].
  - unfold Rdiv. rewrite rnd_0, Rmult_0_l, rnd_0, Rminus_0_r, Rabs_R0. lra.
  - assert (H := share p (at_least_one_normal p P) ltac:(lra)).
    assert (R1 := rnd_1 p P). assert (N := quotient_normal (rnd p) q R1 Q).
    assert (X : 0 <= rnd p / q) by (apply Rmult_le_pos; lra). assert (G := share _ N X).
    unfold Rdiv in *. set (i := / q) in *. clearbody i. set (r := rnd p) in *. clearbody r.
    set (k := rnd (r * i)) in *. clearbody k.
    assert (A : (1 - u) * (p * i) <= r * i <= (1 + u) * (p * i)) by nra.
    assert (Pi : 0 <= p * i) by nra. set (a := p * i) in *. set (b := r * i) in *. clearbody a b.
    apply Rabs_le. split; nra.
Qed.

(** ** Squared error, and Gini of two classes *)

Definition squared_key (W T w v t : float64) : float64 :=
  let d := minus (times W t) (times T w) in over (times d d) (times w v).

Lemma small_whole n : (Z.abs n <= 2 ^ 53)%Z -> Rabs (rnd (IZR n)) < bpow radix2 1024.
Proof.
  intros L. rewrite rnd_whole, <- abs_IZR by exact L.
  apply Rle_lt_trans with (bpow radix2 53); [|now apply bpow_lt].
  change (bpow radix2 53) with (IZR (2 ^ 53)). now apply IZR_le.
Qed.

Lemma product_fits a b : (Z.abs a < 2 ^ 26)%Z -> (Z.abs b < 2 ^ 26)%Z -> (Z.abs (a * b) <= 2 ^ 52 - 1)%Z.
Proof.
  intros A B. rewrite Z.abs_mul. assert (Z.abs a * Z.abs b <= (2 ^ 26 - 1) * (2 ^ 26 - 1))%Z; [|lia].
  apply Z.mul_le_mono_nonneg; lia.
Qed.

Lemma times_whole a b : (Z.abs a < 2 ^ 26)%Z -> (Z.abs b < 2 ^ 26)%Z ->
  B2R (times (of_whole a) (of_whole b)) = IZR (a * b) /\ is_finite (times (of_whole a) (of_whole b)) = true.
Proof.
  intros A B. assert (F := product_fits a b A B). destruct (of_whole_is a) as [Ea Fa]; [lia|].
  destruct (of_whole_is b) as [Eb Fb]; [lia|].
  destruct (times_rounds _ _ Fa Fb) as [E Fin]; rewrite Ea, Eb, <- mult_IZR in *.
  - apply small_whole. lia.
  - rewrite E, rnd_whole by lia. now split.
Qed.

Section TwoChildren.
  Variables W T w v t : Z.           (* the node's weight and sum; the children's weights, the first's sum *)
  Hypothesis weights : (0 < w /\ 0 < v /\ W = w + v /\ W < 2 ^ 26)%Z.
  Hypothesis responses : (Z.abs t < 2 ^ 26 /\ Z.abs T < 2 ^ 26)%Z.

  Definition difference : Z := (W * t - T * w)%Z.

  Theorem squared_key_is_near :
    let k := squared_key (of_whole W) (of_whole T) (of_whole w) (of_whole v) (of_whole t) in
    let kappa := IZR difference * IZR difference / (IZR w * IZR v) in
    is_finite k = true /\ B2R k = rnd (rnd (IZR difference * IZR difference) / (IZR w * IZR v)) /\
    Rabs (B2R k - kappa) <= 4 * u * kappa.
  Proof.
    intros k kappa. unfold k, squared_key.
    destruct (times_whole W t) as [E1 F1]; try lia. destruct (times_whole T w) as [E2 F2]; try lia.
    destruct (times_whole w v) as [E3 F3]; try lia.
    assert (B1 := product_fits W t ltac:(lia) ltac:(lia)).
    assert (B2 := product_fits T w ltac:(lia) ltac:(lia)).
    assert (B3 := product_fits w v ltac:(lia) ltac:(lia)).
    destruct (minus_rounds _ _ F1 F2) as [E4 F4]; rewrite E1, E2, <- minus_IZR in *.
    { apply small_whole. lia. }
    rewrite rnd_whole in E4 by lia. fold difference in E4.
    set (d := minus (times (of_whole W) (of_whole t)) (times (of_whole T) (of_whole w))) in *. clearbody d.
    set (D := difference) in *. assert (Db : (Z.abs D <= 2 ^ 53 - 2)%Z) by (unfold D, difference; lia).
    assert (DD : 0 <= IZR D * IZR D <= bpow radix2 106).
    { rewrite <- mult_IZR. split; [apply IZR_le; nia|]. change (bpow radix2 106) with (IZR (2 ^ 106)).
      apply IZR_le. rewrite <- Z.abs_square. apply Z.le_trans with ((2 ^ 53) * (2 ^ 53))%Z; [|lia].
      apply Z.mul_le_mono_nonneg; lia. }
    assert (Rd : rnd (IZR D * IZR D) <= bpow radix2 106).
    { rewrite <- (rnd_float (bpow radix2 106)); [now apply rnd_le|]. apply generic_format_bpow.
      now vm_compute. }
    assert (R0 : 0 <= rnd (IZR D * IZR D)) by (rewrite <- rnd_0; now apply rnd_le).
    destruct (times_rounds d d F4 F4) as [E5 F5]; rewrite E4 in *.
    { rewrite Rabs_right by lra. apply Rle_lt_trans with (1 := Rd). now apply bpow_lt. }
    assert (Wv : 1 <= IZR (w * v) <= IZR (2 ^ 60)).
    { split; apply IZR_le; [nia|lia]. }
    assert (Iv : / IZR (w * v) <= 1) by (rewrite <- Rinv_1; apply Rinv_le; lra).
    assert (Ip : 0 < / IZR (w * v)) by (apply Rinv_0_lt_compat; lra).
    destruct (over_rounds (times d d) (times (of_whole w) (of_whole v)) F5) as [E6 F6];
      rewrite ?E3, ?E5 in *.
    { lra. }
    { assert (Q : 0 <= rnd (IZR D * IZR D) / IZR (w * v) <= bpow radix2 106).
      { unfold Rdiv. split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (bpow radix2 106)).
        apply Rmult_le_compat; lra. }
      assert (L : rnd (rnd (IZR D * IZR D) / IZR (w * v)) <= bpow radix2 106).
      { rewrite <- (rnd_float (bpow radix2 106)); [now apply rnd_le|]. apply generic_format_bpow.
        now vm_compute. }
      rewrite Rabs_right by (apply Rle_ge; rewrite <- rnd_0; now apply rnd_le).
      apply Rle_lt_trans with (1 := L). now apply bpow_lt. }
    split; [exact F6|]. rewrite mult_IZR in *. split; [exact E6|]. rewrite E6. unfold kappa.
    apply rounded_quotient; [|exact Wv].
    destruct (Z.eq_dec D 0) as [->|N]; [left; ring|right]. rewrite <- mult_IZR. apply IZR_le. nia.
  Qed.
End TwoChildren.

(** ** Equal keys are equal floats

    Where keys times W^4 stay below 2^55 (with room for the rounding of that test), the numerator
    is exact, the float is the nearest to the key, and different keys are too far apart to
    have one float. *)

Lemma quarter_square w v : (4 * (w * v) <= (w + v) * (w + v))%Z.
Proof. assert (0 <= (w - v) * (w - v))%Z by apply Z.square_nonneg. lia. Qed.

Section Told.
  Variable W : Z.
  Hypothesis two_rows : (2 <= W < 2 ^ 26)%Z.

  Definition limit : R := IZR (2 ^ 55) * (1 + / 100).

  (** A key as a fraction whose denominator is a product of two children's weights. *)
  Definition fraction_of (kappa : R) (p q : Z) : Prop :=
    (0 <= p /\ 0 < q /\ 4 * q <= W * W)%Z /\ kappa = IZR p / IZR q /\
      kappa * (IZR W * IZR W * (IZR W * IZR W)) <= limit.

  Lemma numerator_is_small kappa p q : fraction_of kappa p q -> (p * (W * W) <= 2 ^ 54 - 1)%Z.
  Proof.
    intros ((P & Q & L) & -> & H). assert (G : (p * (W * W) < 2 ^ 54)%Z); [|lia]. apply lt_IZR.
    assert (Q' := IZR_lt _ _ Q). assert (L' := IZR_le _ _ L). assert (P' := IZR_le _ _ P).
    rewrite !mult_IZR in *. set (S := IZR W * IZR W) in *. set (x := IZR q) in *. set (y := IZR p) in *.
    assert (S4 : 4 <= S) by (unfold S; rewrite <- mult_IZR; apply IZR_le; nia).
    assert (E : y * S * (S / x) <= limit) by (replace (y * S * (S / x)) with (y / x * (S * S)) by (field;
      lra); exact H).
    assert (X : 4 <= S / x) by (apply Rmult_le_reg_r with x; [exact Q'|]; unfold Rdiv;
      rewrite Rmult_assoc, Rinv_l; lra).
    assert (Y : y * S * 4 <= y * S * (S / x)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra).
    unfold limit in *. change (2 ^ 55)%Z with 36028797018963968%Z in *.
    change (2 ^ 54)%Z with 18014398509481984%Z. lra.
  Qed.

  Lemma numerator_fits p V : (0 <= p -> 2 <= V -> p * (V * V) <= 2 ^ 54 - 1 -> p <= 2 ^ 53)%Z.
  Proof.
    intros P L N. assert (p * 4 <= p * (V * V))%Z; [|lia].
    apply Z.mul_le_mono_nonneg_l; [exact P|]. apply (Z.mul_le_mono_nonneg 2 V 2 V); lia.
  Qed.

  Lemma numerator_is_exact kappa p q : fraction_of kappa p q -> rnd (IZR p) = IZR p.
  Proof.
    intros F. assert (N := numerator_is_small kappa p q F). destruct F as ((P & _) & _).
    assert (L := numerator_fits p W P (proj1 two_rows) N). apply rnd_whole. clear - P L. lia.
  Qed.

  Lemma denominator_fits q : (0 < q)%Z -> (4 * q <= W * W)%Z -> 1 <= IZR q <= IZR (2 ^ 60).
  Proof. intros Q L. split; apply IZR_le; [lia|]. nia. Qed.

  Lemma different_fractions_are_apart k p q l r s : fraction_of k p q -> fraction_of l r s -> k < l ->
    16 <= (l - k) * (IZR W * IZR W * (IZR W * IZR W)).
  Proof.
    intros ((P & Q & L) & -> & _) ((R' & S & M) & -> & _) Lt.
    assert (Q' := IZR_lt _ _ Q). assert (S' := IZR_lt _ _ S).
    assert (N : 1 <= IZR r * IZR q - IZR p * IZR s).
    { rewrite <- !mult_IZR, <- minus_IZR. apply IZR_le. enough (p * s < r * q)%Z by lia. apply lt_IZR.
      rewrite !mult_IZR.
      apply Rmult_lt_compat_r with (r := IZR q * IZR s) in Lt; [|now apply Rmult_lt_0_compat].
      replace (IZR p / IZR q * (IZR q * IZR s)) with (IZR p * IZR s) in Lt by (field; lra).
      replace (IZR r / IZR s * (IZR q * IZR s)) with (IZR r * IZR q) in Lt by (field; lra). exact Lt. }
    assert (L' := IZR_le _ _ L). assert (M' := IZR_le _ _ M). rewrite !mult_IZR in *.
    replace (IZR r / IZR s - IZR p / IZR q) with ((IZR r * IZR q - IZR p * IZR s) * / (IZR q * IZR s)) by
      (field; lra).
    set (n := IZR r * IZR q - IZR p * IZR s) in *. set (V := IZR W * IZR W) in *. set (x := IZR q) in *.
    set (y := IZR s) in *.
    assert (X : 0 < x * y) by now apply Rmult_lt_0_compat. clearbody n V x y.
    assert (B : 16 * (x * y) <= V * V).
    { replace (16 * (x * y)) with (4 * x * (4 * y)) by ring. apply Rmult_le_compat; lra. }
    apply Rmult_le_reg_r with (x * y); [exact X|].
    replace (n * / (x * y) * (V * V) * (x * y)) with (n * (V * V)) by (field; lra).
    assert (V0 : 0 <= V * V) by (apply Rle_trans with (2 := B); lra).
    assert (1 * (V * V) <= n * (V * V)) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  Theorem floats_compare_as_keys k p q l r s : fraction_of k p q -> fraction_of l r s ->
    (rnd (rnd (IZR p) / IZR q) < rnd (rnd (IZR r) / IZR s) <-> k < l) /\
    (rnd (rnd (IZR p) / IZR q) = rnd (rnd (IZR r) / IZR s) <-> k = l).
  Proof.
    assert (Key : forall k p q l r s, fraction_of k p q -> fraction_of l r s -> k < l -> rnd k < rnd l).
    { clear k p q l r s. intros k p q l r s F G L.
      assert (A := different_fractions_are_apart _ _ _ _ _ _ F G L).
      assert (Norm : forall k p q, fraction_of k p q -> normal k /\ 0 <= k).
      { clear - two_rows. intros k p q ((P & Q & M) & -> & _). assert (D := denominator_fits q Q M).
        assert (0 < / IZR q) by (apply Rinv_0_lt_compat; lra). split.
        - destruct (Z.eq_dec p 0) as [->|N]; [left; unfold Rdiv; ring|]. apply quotient_normal; [|exact D].
          apply IZR_le. lia.
        - apply Rmult_le_pos; [now apply IZR_le|lra]. }
      destruct (Norm _ _ _ F) as [Nk Pk]. destruct (Norm _ _ _ G) as [Nl Pl].
      destruct F as (_ & _ & Lk). destruct G as (_ & _ & Ll).
      assert (Ek := rnd_error k Nk). assert (El := rnd_error l Nl).
      rewrite (Rabs_right k) in Ek by lra. rewrite (Rabs_right l) in El by lra.
      apply Rabs_le_inv in Ek, El.
      set (V := IZR W * IZR W * (IZR W * IZR W)) in *.
      assert (PV : 0 < V).
      { assert (0 < IZR W) by (apply IZR_lt; lia). unfold V. repeat apply Rmult_lt_0_compat; assumption. }
      assert (U : u * limit <= 4.1).
      { unfold u, limit. change (2 ^ 55)%Z with 36028797018963968%Z. lra. }
      assert (Uk : u * (k * V) <= 4.1) by (apply Rle_trans with (2 := U), Rmult_le_compat_l;
        [assert (P := u_pos)|]; lra).
      assert (Ul : u * (l * V) <= 4.1) by (apply Rle_trans with (2 := U), Rmult_le_compat_l;
        [assert (P := u_pos)|]; lra).
      apply Rmult_lt_reg_r with V; [exact PV|].
      assert (Hk : rnd k * V <= k * V + u * (k * V)) by nra.
      assert (Hl : l * V - u * (l * V) <= rnd l * V) by nra.
      assert (Hd : (l - k) * V = l * V - k * V) by ring. lra. }
    intros F G. rewrite (numerator_is_exact _ _ _ F), (numerator_is_exact _ _ _ G).
    assert (Ek : k = IZR p / IZR q) by apply F. assert (El : l = IZR r / IZR s) by apply G.
    rewrite <- Ek, <- El.
    assert (A := Key _ _ _ _ _ _ F G). assert (B := Key _ _ _ _ _ _ G F).
    destruct (Rtotal_order k l) as [L|[E|L]].
    - specialize (A L). lra.
    - rewrite E. lra.
    - specialize (B L). lra.
  Qed.
End Told.

(** Two questions of one node: their floats compare as their keys do. *)
Theorem squared_floats_compare_as_keys W T w v t w' v' t' :
  (0 < w /\ 0 < v /\ W = w + v /\ W < 2 ^ 26)%Z -> (0 < w' /\ 0 < v' /\ W = w' + v' /\ W < 2 ^ 26)%Z ->
  (Z.abs t < 2 ^ 26)%Z -> (Z.abs t' < 2 ^ 26)%Z -> (Z.abs T < 2 ^ 26)%Z ->
  let V := IZR W * IZR W * (IZR W * IZR W) in
  let k := squared_key (of_whole W) (of_whole T) (of_whole w) (of_whole v) (of_whole t) in
  let k' := squared_key (of_whole W) (of_whole T) (of_whole w') (of_whole v') (of_whole t') in
  let kappa := IZR (W * t - T * w) * IZR (W * t - T * w) / (IZR w * IZR v) in
  let kappa' := IZR (W * t' - T * w') * IZR (W * t' - T * w') / (IZR w' * IZR v') in
  B2R k * V <= IZR (2 ^ 55) * (1 + / 1000) -> B2R k' * V <= IZR (2 ^ 55) * (1 + / 1000) ->
  (B2R k < B2R k' <-> kappa < kappa') /\ (B2R k = B2R k' <-> kappa = kappa').
Proof.
  intros A A' Bt Bt' BT V k k' kappa kappa' L L'.
  destruct (squared_key_is_near W T w v t A (conj Bt BT)) as (_ & E & N).
  destruct (squared_key_is_near W T w' v' t' A' (conj Bt' BT)) as (_ & E' & N').
  fold k in E, N. fold k' in E', N'. unfold difference in *. fold kappa in N. fold kappa' in N'.
  rewrite E, E'.
  assert (Within : forall w v t (x : R), (0 < w /\ 0 < v /\ W = w + v /\ W < 2 ^ 26)%Z ->
    x * V <= IZR (2 ^ 55) * (1 + / 1000) ->
    Rabs (x - IZR (W * t - T * w) * IZR (W * t - T * w) / (IZR w * IZR v)) <=
      4 * u * (IZR (W * t - T * w) * IZR (W * t - T * w) / (IZR w * IZR v)) ->
    fraction_of W (IZR (W * t - T * w) * IZR (W * t - T * w) / (IZR w * IZR v))
      ((W * t - T * w) * (W * t - T * w)) (w * v)).
  { clear. intros w v t x (P & Q & S & _) L N. apply Rabs_le_inv in N. split; [|split].
    - split; [apply Z.square_nonneg|]. split; [nia|]. subst W. apply quarter_square.
    - now rewrite !mult_IZR.
    - fold V. set (y := IZR (W * t - T * w) * IZR (W * t - T * w) / (IZR w * IZR v)) in *.
      assert (PV : 0 <= V) by (unfold V; rewrite <- !mult_IZR; apply IZR_le; nia).
      assert (H : (1 - 4 * u) * (y * V) <= x * V) by nra. unfold u, limit in *.
      change (2 ^ 55)%Z with 36028797018963968%Z in *. lra. }
  assert (two_rows : (2 <= W < 2 ^ 26)%Z) by lia.
  rewrite <- !mult_IZR with (m := v), <- !mult_IZR with (m := v').
  rewrite <- (mult_IZR (W * t - T * w)), <- (mult_IZR (W * t' - T * w')).
  refine (floats_compare_as_keys W two_rows _ _ _ _ _ _ (Within w v t _ A L N) (Within w' v' t' _ A' L' N')).
Qed.

(** ** Gini of more classes *)

Definition gini_key (f g w v : float64) : float64 := over (plus (times f v) (times g w)) (times w v).

Section GiniOfTwoChildren.
  Variables f g w v : Z.      (* the sums of the squares of the children's counts, and their weights *)
  Hypothesis weights : (0 < w /\ 0 < v /\ w + v < 2 ^ 26)%Z.
  Hypothesis counts : (0 <= f <= w * w /\ 0 <= g <= v * v)%Z.

  Let kappa := IZR (f * v + g * w) / (IZR w * IZR v).

  Theorem gini_key_is_near :
    let k := gini_key (of_whole f) (of_whole g) (of_whole w) (of_whole v) in
    is_finite k = true /\ Rabs (B2R k - kappa) <= 8 * u * kappa /\ 0 <= kappa <= IZR (w + v) /\
    (kappa * (IZR (w + v) * IZR (w + v) * (IZR (w + v) * IZR (w + v))) <= limit ->
      B2R k = rnd (rnd (IZR (f * v + g * w)) / (IZR w * IZR v))).
  Proof.
    intros k. unfold k, gini_key.
    assert (Sw := product_fits w w ltac:(lia) ltac:(lia)).
    assert (Sv := product_fits v v ltac:(lia) ltac:(lia)).
    assert (Pf : (0 <= f * v <= 2 ^ 78)%Z) by (split; [nia|];
      apply (Z.mul_le_mono_nonneg f (2 ^ 52) v (2 ^ 26)); lia).
    assert (Pg : (0 <= g * w <= 2 ^ 78)%Z) by (split; [nia|];
      apply (Z.mul_le_mono_nonneg g (2 ^ 52) w (2 ^ 26)); lia).
    destruct (of_whole_is f) as [Ef Ff]; [lia|]. destruct (of_whole_is g) as [Eg Fg]; [lia|].
    destruct (of_whole_is w) as [Ew Fw]; [lia|]. destruct (of_whole_is v) as [Ev Fv]; [lia|].
    destruct (times_whole w v) as [E3 F3]; try lia.
    assert (Big : forall x, 0 <= x <= bpow radix2 106 -> 0 <= rnd x <= bpow radix2 106).
    { intros x [X1 X2]. split; [rewrite <- rnd_0; now apply rnd_le|].
      rewrite <- (rnd_float (bpow radix2 106)); [now apply rnd_le|]. apply generic_format_bpow.
      now vm_compute. }
    assert (Small : forall x, 0 <= x <= bpow radix2 106 -> Rabs (rnd x) < bpow radix2 1024).
    { intros x X. destruct (Big x X). rewrite Rabs_right by lra.
      apply Rle_lt_trans with (bpow radix2 106); [assumption|now apply bpow_lt]. }
    assert (P1 : 0 <= IZR (f * v) <= IZR (2 ^ 78)) by (split; apply IZR_le; lia).
    assert (P2 : 0 <= IZR (g * w) <= IZR (2 ^ 78)) by (split; apply IZR_le; lia).
    assert (B106 : IZR (2 ^ 78) * 4 <= bpow radix2 106).
    { change (bpow radix2 106) with (IZR (2 ^ 106)). rewrite <- mult_IZR. apply IZR_le. lia. }
    assert (Whole_share : forall n, (0 <= n)%Z -> (1 - u) * IZR n <= rnd (IZR n) <= (1 + u) * IZR n).
    { intros n N. apply share; [|now apply IZR_le]. destruct (Z.eq_dec n 0) as [->|Z]; [now left|].
      apply at_least_one_normal, IZR_le. lia. }
    assert (U := u_pos).
    assert (S1 := Whole_share (f * v)%Z ltac:(lia)). assert (S2 := Whole_share (g * w)%Z ltac:(lia)).
    destruct (times_rounds _ _ Ff Fv) as [E1 F1]; [rewrite Ef, Ev, <- mult_IZR; apply Small; lra|].
    destruct (times_rounds _ _ Fg Fw) as [E2 F2]; [rewrite Eg, Ew, <- mult_IZR; apply Small; lra|].
    rewrite Ef, Ev, <- mult_IZR in E1. rewrite Eg, Ew, <- mult_IZR in E2.
    set (a := rnd (IZR (f * v))) in *. set (b := rnd (IZR (g * w))) in *.
    assert (Pa : 0 <= a) by nra. assert (Pb : 0 <= b) by nra.
    assert (Sab : a + b <= IZR (2 ^ 78) * 4) by nra.
    destruct (plus_rounds _ _ F1 F2) as [E4 F4]; rewrite E1, E2 in *; [apply Small; lra|].
    set (top := plus (times (of_whole f) (of_whole v)) (times (of_whole g) (of_whole w))) in *.
    clearbody top.
    assert (Fa : is_float a) by apply rnd_is_float. assert (Fb : is_float b) by apply rnd_is_float.
    assert (S4 := sum_error a b Fa Fb). rewrite (Rabs_right (a + b)) in S4 by lra. apply Rabs_le_inv in S4.
    assert (Bt := Big (a + b) ltac:(lra)).
    set (p := IZR (f * v + g * w)) in *.
    assert (Ep : p = IZR (f * v) + IZR (g * w)) by (unfold p; apply plus_IZR).
    set (y := rnd (a + b)) in *.
    assert (Pp : 0 <= p) by (apply IZR_le; lia).
    assert (Y : (1 - 3 * u) * p <= y <= (1 + 3 * u) * p) by (apply (two_shares p (a + b));
      [exact Pp|rewrite Ep; lra|lra]).
    assert (Bw := product_fits w v ltac:(lia) ltac:(lia)).
    assert (Wv : 1 <= IZR (w * v) <= IZR (2 ^ 60)) by (split; apply IZR_le; [nia|lia]).
    assert (Iv : / IZR (w * v) <= 1) by (rewrite <- Rinv_1; apply Rinv_le; lra).
    assert (Ip : 0 < / IZR (w * v)) by (apply Rinv_0_lt_compat; lra).
    assert (Ny : normal (y / IZR (w * v)) /\ 0 <= y / IZR (w * v)).
    { split; [|apply Rmult_le_pos; lra]. destruct (Z.eq_dec (f * v + g * w) 0) as [Z|Z].
      - left. assert (p = 0) by (unfold p; now rewrite Z). replace y with 0 by nra. unfold Rdiv. ring.
      - apply quotient_normal; [|exact Wv]. unfold y. apply rnd_1.
        assert (D : (1 <= f * v \/ 1 <= g * w)%Z) by (clear - Z Pf Pg; lia).
        destruct D as [D|D]; apply IZR_le, rnd_1 in D; fold a in D; fold b in D; lra. }
    destruct Ny as [Ny Py].
    destruct (over_rounds top (times (of_whole w) (of_whole v)) F4) as [E6 F6]; rewrite ?E3, ?E4 in *.
    { lra. }
    { apply Small. split; [exact Py|]. unfold Rdiv. rewrite <- (Rmult_1_r (bpow radix2 106)).
      apply Rmult_le_compat; lra. }
    split; [exact F6|]. unfold kappa. rewrite <- mult_IZR. fold p. rewrite E6.
    assert (K : 0 <= p / IZR (w * v)) by (apply Rmult_le_pos; lra).
    split; [|split; [split; [exact K|]|]].
    - assert (G := share _ Ny Py). unfold Rdiv in *. set (i := / IZR (w * v)) in *.
      assert (A : (1 - 3 * u) * (p * i) <= y * i <= (1 + 3 * u) * (p * i)) by nra.
      set (q := p * i) in *. set (z := y * i) in *. clearbody q z. apply Rabs_le. split; nra.
    - apply Rmult_le_reg_r with (IZR (w * v)); [lra|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      unfold p. rewrite <- mult_IZR. apply IZR_le. nia.
    - intros H.
      assert (Q : fraction_of (w + v) (p / IZR (w * v)) (f * v + g * w) (w * v)).
      { split; [|split; [reflexivity|exact H]]. split; [nia|]. split; [nia|apply quarter_square]. }
      assert (N := numerator_is_small (w + v) ltac:(lia) _ _ _ Q).
      assert (Bp : (f * v + g * w <= 2 ^ 53)%Z).
      { apply (numerator_fits _ (w + v)); [apply Z.add_nonneg_nonneg; [apply Pf|apply Pg]|clear - weights;
          lia|exact N]. }
      assert (Ea : a = IZR (f * v)) by (apply rnd_whole; clear - Pf Pg Bp; lia).
      assert (Eb : b = IZR (g * w)) by (apply rnd_whole; clear - Pf Pg Bp; lia).
      unfold y. rewrite Ea, Eb, <- Ep. reflexivity.
  Qed.
End GiniOfTwoChildren.

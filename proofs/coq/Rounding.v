(** * Rounding: operations of float64, and sums in whatever order they are added

    [rnd] rounds a real number to the nearest float64, ties to even, as IEEE 754 says; numbers
    below the normal range are rounded to subnormal ones, and there is no largest.  That nothing
    exceeds the largest is shown where the operations of binary64 are meant ([Filter]). *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core Plus_error Relative.
From Dtrees Require Import Entropy.
Import ListNotations.
Open Scope R_scope.

Notation fexp64 := (FLT_exp (-1074) 53).
Notation is_float := (generic_format radix2 fexp64).
Definition rnd (x : R) : R := round radix2 fexp64 ZnearestE x.

Definition u : R := / 9007199254740992.               (* 2^-53 *)

Lemma u_is_a_power : u = bpow radix2 (-53).
Proof. reflexivity. Qed.

Lemma u_pos : 0 < u < / 1000000.
Proof. unfold u. lra. Qed.

#[export] Instance precision : Prec_gt_0 53.
Proof. reflexivity. Qed.

Lemma rnd_is_float x : is_float (rnd x).
Proof. apply generic_format_round; typeclasses eauto. Qed.

Lemma rnd_float x : is_float x -> rnd x = x.
Proof. apply round_generic. typeclasses eauto. Qed.

Lemma rnd_le x y : x <= y -> rnd x <= rnd y.
Proof. apply round_le; typeclasses eauto. Qed.

Lemma rnd_opp x : rnd (- x) = - rnd x.
Proof. apply round_NE_opp. Qed.

Lemma rnd_0 : rnd 0 = 0.
Proof. apply round_0. typeclasses eauto. Qed.

Lemma whole_is_float n : (Z.abs n <= 2 ^ 53)%Z -> is_float (IZR n).
Proof.
  intros L. destruct (Z.eq_dec (Z.abs n) (2 ^ 53)) as [E|E].
  - replace (IZR n) with (IZR (Z.sgn n) * bpow radix2 53).
    + apply generic_format_FLT. exists (Float radix2 (Z.sgn n) 53); simpl; try lia. reflexivity.
    + rewrite <- IZR_Zpower by lia. rewrite <- mult_IZR. f_equal. simpl. lia.
  - apply generic_format_FLT. exists (Float radix2 n 0); simpl; try lia. unfold F2R. simpl. ring.
Qed.

Lemma rnd_whole n : (Z.abs n <= 2 ^ 53)%Z -> rnd (IZR n) = IZR n.
Proof. intros L. now apply rnd_float, whole_is_float. Qed.

(** A result in the normal range, or 0, is off by a share of [u]. *)
Definition normal (x : R) : Prop := x = 0 \/ bpow radix2 (-1022) <= Rabs x.

Lemma rnd_error x : normal x -> Rabs (rnd x - x) <= u * Rabs x.
Proof.
  intros [->|N]; [rewrite rnd_0, Rminus_0_r, Rabs_R0; lra|].
  replace u with (/ 2 * bpow radix2 (- (53) + 1)); [now apply relative_error_N_FLT|].
  rewrite u_is_a_power. change (- (53) + 1)%Z with (-53 + 1)%Z.
  rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
Qed.

(** So is any sum of two floats, and it is no further off than either of them. *)
Lemma sum_error x y : is_float x -> is_float y -> Rabs (rnd (x + y) - (x + y)) <= u * Rabs (x + y).
Proof.
  intros X Y. destruct (FLT_plus_error_N_ex radix2 (-1074) 53 (fun z => negb (Z.even z)) x y X Y)
    as (eps & B & E). unfold rnd. rewrite E.
  replace ((x + y) * (1 + eps) - (x + y)) with (eps * (x + y)) by ring. rewrite Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos|]. apply Rle_trans with (1 := B).
  replace (u_ro radix2 53) with u.
  - assert (P := u_pos). apply Rmult_le_reg_r with (1 + u); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. nra.
  - unfold u_ro. rewrite u_is_a_power. change (- (53) + 1)%Z with (-53 + 1)%Z.
    rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
Qed.

Lemma sum_no_further_off x y : is_float x -> Rabs (rnd (x + y) - (x + y)) <= Rabs y.
Proof.
  intros X. destruct (round_N_pt radix2 fexp64 (fun z => negb (Z.even z)) (x + y)) as [_ N].
  specialize (N x X). unfold rnd. replace (x - (x + y)) with (- y) in N by ring. now rewrite Rabs_Ropp in N.
Qed.

Lemma sumR_app {A} (f : A -> R) l m : sumR f (l ++ m) = sumR f l + sumR f m.
Proof. induction l; simpl; lra. Qed.

(** ** Sums in whatever order

    NumPy adds in pairs, in blocks, or one by one: whatever it does, each addition is one of
    float64, and each term is added once. *)
Inductive added_up : list R -> R -> Prop :=
| one_term x : is_float x -> added_up [x] x
| two_sums l m s t : added_up l s -> added_up m t -> added_up (l ++ m) (rnd (s + t))
| in_another_order l m s : Permutation l m -> added_up l s -> added_up m s.

Definition total (l : list R) : R := sumR (fun x => x) l.
Definition magnitude (l : list R) : R := sumR Rabs l.

Lemma added_up_is_float l s : added_up l s -> is_float s.
Proof. induction 1; auto using rnd_is_float. Qed.

Lemma added_up_nonempty l s : added_up l s -> (1 <= length l)%nat.
Proof.
  induction 1 as [x|l m s t A IA B IB|l m s P A IA]; simpl; [lia|rewrite app_length; lia|].
  now rewrite <- (Permutation_length P).
Qed.

Lemma sumR_perm {A} (f : A -> R) l m : Permutation l m -> sumR f l = sumR f m.
Proof. induction 1; simpl; lra. Qed.

Lemma magnitude_nonneg l : 0 <= magnitude l.
Proof. unfold magnitude. induction l as [|x l IH]; simpl; [lra|]. assert (H := Rabs_pos x). lra. Qed.

Lemma total_at_most_magnitude l : Rabs (total l) <= magnitude l.
Proof.
  unfold total, magnitude. induction l as [|x l IH]; simpl; [rewrite Rabs_R0; lra|].
  assert (H := Rabs_triang x (sumR (fun x => x) l)). lra.
Qed.

(** Of [n] terms a sum is off by [n - 1] times [u] of their magnitudes, whatever the order; also where
    terms are subnormal, and for any [n].  [JEANNEROD13] *)
Theorem a_sum_in_any_order_is_near l s : added_up l s ->
  Rabs (s - total l) <= (INR (length l) - 1) * u * magnitude l.
Proof.
  induction 1 as [x|l m s t A IA B IB|l m s P A IA].
  - unfold total. simpl. rewrite Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - assert (U := u_pos). assert (Fs := added_up_is_float _ _ A). assert (Ft := added_up_is_float _ _ B).
    assert (Nl := le_INR _ _ (added_up_nonempty _ _ A)). assert (Nm := le_INR _ _ (added_up_nonempty _ _ B)).
    rewrite app_length, plus_INR. change (INR 1) with 1 in *.
    assert (Tt : total (l ++ m) = total l + total m) by (unfold total; apply sumR_app).
    assert (Mm : magnitude (l ++ m) = magnitude l + magnitude m) by (unfold magnitude; apply sumR_app).
    rewrite Tt, Mm. clear Tt Mm.
    assert (Ml := magnitude_nonneg l). assert (Mm := magnitude_nonneg m).
    assert (Tl := total_at_most_magnitude l). assert (Tm := total_at_most_magnitude m).
    set (n1 := INR (length l)) in *. set (n2 := INR (length m)) in *.
    set (S1 := magnitude l) in *. set (S2 := magnitude m) in *. clearbody n1 n2 S1 S2.
    assert (As : Rabs s <= S1 + (n1 - 1) * u * S1).
    { assert (H := Rabs_triang (s - total l) (total l)).
      replace (s - total l + total l) with s in H by ring. lra. }
    assert (At : Rabs t <= S2 + (n2 - 1) * u * S2).
    { assert (H := Rabs_triang (t - total m) (total m)).
      replace (t - total m + total m) with t in H by ring. lra. }
    assert (D : Rabs (rnd (s + t) - (s + t)) <= u * (n2 * S1 + n1 * S2)).
    { destruct (Rle_lt_dec S2 (u * S1)) as [L|G]; [|destruct (Rle_lt_dec S1 (u * S2)) as [L'|G']].
      - assert (E := sum_no_further_off s t Fs).
        assert (X : (n2 - 1) * u * S2 <= (n2 - 1) * u * S1) by (apply Rmult_le_compat_l; nra).
        assert (Y : 0 <= u * (n1 * S2)) by (repeat apply Rmult_le_pos; lra). nra.
      - assert (E := sum_no_further_off t s Ft). rewrite (Rplus_comm t s) in E.
        assert (X : (n1 - 1) * u * S1 <= (n1 - 1) * u * S2) by (apply Rmult_le_compat_l; nra).
        assert (Y : 0 <= u * (n2 * S1)) by (repeat apply Rmult_le_pos; lra). nra.
      - assert (E := sum_error s t Fs Ft). assert (T := Rabs_triang s t).
        assert (X : (n1 - 1) * (u * S1) <= (n1 - 1) * S2) by (apply Rmult_le_compat_l; lra).
        assert (Y : (n2 - 1) * (u * S2) <= (n2 - 1) * S1) by (apply Rmult_le_compat_l; lra).
        apply Rle_trans with (1 := E). apply Rmult_le_compat_l; lra. }
    replace (rnd (s + t) - (total l + total m)) with
      ((rnd (s + t) - (s + t)) + ((s - total l) + (t - total m))) by ring.
    assert (H1 := Rabs_triang (rnd (s + t) - (s + t)) ((s - total l) + (t - total m))).
    assert (H2 := Rabs_triang (s - total l) (t - total m)). nra.
  - unfold total, magnitude in *.
    now rewrite <- (sumR_perm _ _ _ P), <- (sumR_perm _ _ _ P), <- (Permutation_length P).
Qed.

(** Whole numbers whose magnitudes add up to 2^53 at most are added without error. *)
Theorem sums_of_whole_numbers_are_exact (l : list Z) s :
  (fold_right (fun x y => Z.abs x + y) 0 l <= 2 ^ 53)%Z -> added_up (map IZR l) s ->
  s = IZR (fold_right Z.add 0%Z l).
Proof.
  intros L A. remember (map IZR l) as m eqn:E. revert l L E.
  assert (Part : forall l1 l2, (fold_right (fun x y => Z.abs x + y) 0 (l1 ++ l2) =
    fold_right (fun x y => Z.abs x + y) 0 l1 + fold_right (fun x y => Z.abs x + y) 0 l2)%Z).
  { intros l1 l2. induction l1; simpl in *; lia. }
  assert (Pos : forall l, (0 <= fold_right (fun x y => Z.abs x + y) 0 l)%Z) by (induction l; simpl; lia).
  assert (Sum : forall l1 l2, (fold_right Z.add 0 (l1 ++ l2) = fold_right Z.add 0 l1 + fold_right Z.add 0
    l2)%Z).
  { intros l1 l2. induction l1; simpl in *; lia. }
  assert (Abs : forall l, (Z.abs (fold_right Z.add 0 l) <= fold_right (fun x y => Z.abs x + y) 0 l)%Z)
    by (induction l; simpl in *; lia).
  induction A as [x F|l m s t A IA B IB|l m s P A IA]; intros k L E.
  - destruct k as [|z [|]]; try discriminate. injection E as ->. simpl. now rewrite Z.add_0_r.
  - symmetry in E. apply map_eq_app in E as (k1 & k2 & -> & <- & <-). rewrite Part in L.
    assert (P1 := Pos k1). assert (P2 := Pos k2). assert (B1 := Abs k1). assert (B2 := Abs k2).
    rewrite (IA k1), (IB k2) by (trivial; lia). rewrite <- plus_IZR, Sum. apply rnd_whole. lia.
  - subst m. apply Permutation_map_inv in P as (k' & -> & P).
    rewrite (IA k'); trivial.
    + f_equal. clear - P. induction P; simpl; lia.
    + clear - L P. replace (fold_right (fun x y => Z.abs x + y) 0 k')%Z with
        (fold_right (fun x y => Z.abs x + y) 0 k)%Z; [exact L|]. clear L. induction P; simpl; lia.
Qed.

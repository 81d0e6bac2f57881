(** * Gathered: sums of rows' whole numbers as the program takes them, of integers and of floats

    NumPy adds integers of 64 bits without rounding, and floats with it, each row once, in whatever order;
      integers are turned into
    floats, which rounds, and floats that are whole into integers.
      A sum may be made of all of these: the weights of a run are added
    as floats, turned into integers, and added to those of the runs before it.
      However it is made, no integer overflows, and the sum
    of [n] rows is off by a share of [1.002 n u] of their magnitudes. *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Roundings Filter RoundedRows RoundedCounts RoundedSums
  RoundedFloats.
Import ListNotations.
Open Scope R_scope.

Inductive number : Type := Whole (n : Z) | Float (x : float64).
Definition value (s : number) : R := match s with Whole n => IZR n | Float x => B2R x end.

Inductive gathered : list Z -> number -> Prop :=
| of_no_row : gathered [] (Whole 0)
| of_a_row k : gathered [k] (Whole k)
| turned_into_float l n : gathered l (Whole n) -> gathered l (Float (of_whole n))
| turned_into_whole l x : gathered l (Float x) -> gathered l (Whole (Btrunc x))
| sum_of_wholes l m j k : gathered l (Whole j) -> gathered m (Whole k) -> gathered (l ++ m) (Whole (j + k))
| sum_of_floats l m x y : gathered l (Float x) -> gathered m (Float y) -> gathered (l ++ m) (Float (plus x y))
| gathered_otherwise l m s : Permutation l m -> gathered l s -> gathered m s.

(** What the theorems on nodes take of a sum. *)
Definition near_sum (l : list Z) (s : R) : Prop :=
  is_float s /\ Rabs (s - whole_sum l) <= 1.002 * INR (length l) * (u * magnitudes l).

Lemma nothing x : Rabs x <= 0 -> x = 0.
Proof. intros H. apply Rabs_le_inv in H. lra. Qed.

(** ** How far [n] roundings lead *)

Definition growth (n : nat) : R := (1 + u) ^ n - 1.

Lemma growth_bounds n : 0 <= growth n /\ growth n <= growth (S n).
Proof.
  assert (U := u_pos). unfold growth. induction n as [|n IH]; cbn [pow] in *; [lra|].
  set (p := (1 + u) ^ n) in *. assert (0 <= u * p) by (apply Rmult_le_pos; lra).
  assert (0 <= u * (u * p)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma growth_le n m : (n <= m)%nat -> growth n <= growth m.
Proof. induction 1 as [|m _ IH]; [lra|]. apply Rle_trans with (1 := IH), growth_bounds. Qed.

Lemma growth_is_at_most n : INR n * u <= / 1000 -> growth n <= 1.002 * INR n * u.
Proof.
  intros F. assert (U := u_pos). assert (P := power_is_near n). unfold growth.
  assert (Q : (1 + u) ^ n * (1 - u) ^ n <= 1).
  { rewrite <- Rpow_mult_distr. apply Rle_trans with (1 ^ n); [|rewrite pow1; lra]. apply pow_incr.
    assert (0 <= u * u) by (apply Rmult_le_pos; lra).
      assert (u * u <= / 1000000 * u) by (apply Rmult_le_compat_r; lra). lra. }
  assert (G := proj1 (growth_bounds n)). unfold growth in G. set (g := (1 + u) ^ n) in *.
    set (s := INR n * u) in *.
  assert (S0 : 0 <= s) by (apply Rmult_le_pos; [apply pos_INR|lra]).
  assert (A : g * (1 - s) <= 1) by (apply Rle_trans with (2 := Q), Rmult_le_compat_l; lra).
  assert (B : s * s <= / 1000 * s) by (apply Rmult_le_compat_r; lra).
  replace (1.002 * INR n * u) with (1.002 * s) by (unfold s; ring).
  apply Rmult_le_reg_r with (1 - s); [lra|]. lra.
Qed.

Lemma magnitudes_app l m : magnitudes (l ++ m) = magnitudes l + magnitudes m.
Proof. apply sumR_app. Qed.

Lemma magnitudes_pos l : 0 <= magnitudes l.
Proof. apply sumR_nonneg. intros. apply Rabs_pos. Qed.

Lemma whole_of_any n : (Z.abs n <= 2 ^ 70)%Z -> is_finite (of_whole n) = true /\
  B2R (of_whole n) = rnd (IZR n).
Proof.
  intros L. assert (H := binary_normalize_correct 53 1024 _ _ mode_NE n 0 false).
  assert (E : F2R (Defs.Float radix2 n 0) = IZR n) by (unfold F2R; simpl; ring). rewrite E in H.
    cbv zeta in H.
  change (SpecFloat.fexp 53 1024) with fexp64 in H. simpl round_mode in H. fold (rnd (IZR n)) in H.
  destruct (rounded_at_most (IZR n) 70 ltac:(lia)) as [_ R].
  { rewrite <- abs_IZR. change (power_of_two 70) with (IZR (2 ^ 70)). now apply IZR_le. }
  rewrite Rlt_bool_true in H by exact R. now split; apply H.
Qed.

Lemma truncated x n : B2R (x : float64) = IZR n -> Btrunc x = n.
Proof.
  intros E. apply eq_IZR. rewrite Btrunc_correct by reflexivity. rewrite E, round_FIX_IZR.
    now rewrite Ztrunc_IZR.
Qed.

(** ** A sum is near *)

(** A float is off by as many roundings as there are rows, what is not rounded by one less. *)
Definition off_by (l : list Z) (s : R) : Prop :=
  (is_float s /\ Rabs (s - whole_sum l) <= growth (length l) * magnitudes l) \/
  Rabs (s - whole_sum l) <= growth (Nat.pred (length l)) * magnitudes l.

Lemma off_by_at_most l s : off_by l s -> Rabs (s - whole_sum l) <= growth (length l) * magnitudes l.
Proof.
  intros [[_ H]|H]; [exact H|]. apply Rle_trans with (1 := H), Rmult_le_compat_r; [apply magnitudes_pos|].
  apply growth_le. lia.
Qed.

Lemma rounding_keeps l n : off_by l (IZR n) -> off_by l (rnd (IZR n)).
Proof.
  intros H. destruct H as [[F H]|H]; [rewrite rnd_float by exact F; left; now split|].
  left. split; [apply rnd_is_float|]. assert (U := u_pos). destruct l as [|k l].
  { unfold magnitudes, whole_sum in *. cbn [sumR map fold_right length] in *.
    rewrite Rmult_0_r, Rminus_0_r in *.
    assert (Z : IZR n = 0) by now apply nothing. rewrite Z, rnd_0, Rabs_R0. lra. }
  cbn [length Nat.pred] in *. set (g := growth (length l)) in *. set (M := magnitudes (k :: l)) in *.
    set (s := whole_sum (k :: l)) in *.
  assert (R := rnd_of_whole n). assert (A := whole_sum_at_most (k :: l)). fold M s in A.
  assert (G : growth (S (length l)) = g + u * (1 + g)) by (unfold g, growth; cbn [pow]; ring). rewrite G.
  assert (I : Rabs (IZR n) <= M + g * M).
  { replace (IZR n) with (s + (IZR n - s)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (uI : u * Rabs (IZR n) <= u * (M + g * M)) by (apply Rmult_le_compat_l; lra).
  replace (rnd (IZR n) - s) with ((IZR n - s) + (rnd (IZR n) - IZR n)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

Lemma sums_keep l m s t : off_by l s -> off_by m t -> off_by (l ++ m) (s + t).
Proof.
  intros A B. assert (Ws : whole_sum (l ++ m) = whole_sum l + whole_sum m) by apply sumR_app.
  destruct l as [|k l]; [|destruct m as [|j m]].
  - apply off_by_at_most in A. unfold magnitudes, whole_sum in A. cbn [sumR map fold_right] in A.
    rewrite Rmult_0_r, Rminus_0_r in A.
    assert (Z : s = 0) by now apply nothing. now rewrite Z, Rplus_0_l.
  - apply off_by_at_most in B. unfold magnitudes, whole_sum in B. cbn [sumR map fold_right] in B.
    rewrite Rmult_0_r, Rminus_0_r in B.
    assert (Z : t = 0) by now apply nothing. now rewrite Z, Rplus_0_r, app_nil_r.
  - apply off_by_at_most in A, B. right. rewrite Ws, magnitudes_app.
    replace (s + t - (whole_sum (k :: l) + whole_sum (j :: m))) with ((s - whole_sum (k :: l)) + (t -
      whole_sum (j :: m))) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
    + apply Rle_trans with (1 := A), Rmult_le_compat_r; [apply magnitudes_pos|]. apply growth_le.
      rewrite app_length. simpl. lia.
    + apply Rle_trans with (1 := B), Rmult_le_compat_r; [apply magnitudes_pos|]. apply growth_le.
      rewrite app_length. simpl. lia.
Qed.

Definition kept_whole (s : number) : Prop :=
  match s with Whole n => (Z.abs n <= 2 ^ 63 - 1)%Z | Float x => whole_below 63 x end.

Lemma fits l n : magnitudes l <= IZR (2 ^ 62 + 2 ^ 60) -> INR (length l) * u <= / 1000 -> off_by l (IZR n) ->
  (Z.abs n <= 2 ^ 63 - 1)%Z.
Proof.
  intros M F H. apply off_by_at_most in H. assert (G := growth_is_at_most (length l) F).
    assert (A := whole_sum_at_most l).
  assert (P := magnitudes_pos l). assert (B : growth (length l) * magnitudes l <= 0.01 * magnitudes l) by
    (apply Rmult_le_compat_r; lra).
  assert (T := Rabs_triang (IZR n - whole_sum l) (whole_sum l)).
    replace (IZR n - whole_sum l + whole_sum l) with (IZR n) in T by ring.
  apply le_IZR. rewrite abs_IZR. change (IZR (2 ^ 62 + 2 ^ 60)) with 5764607523034234880 in M.
  change (IZR (2 ^ 63 - 1)) with 9223372036854775807. lra.
Qed.

Lemma gathered_facts l s : gathered l s -> magnitudes l <= IZR (2 ^ 62 + 2 ^ 60) -> INR (length l) * u <= /
  1000 ->
  off_by l (value s) /\ kept_whole s.
Proof.
  assert (U := u_pos). intros G. induction G as [|k|l n G IH|l x G IH|l m j k G IG H IH|l m x y G IG H IH|l m
    s P G IG]; intros M F.
  - split; [right|simpl; lia]. unfold magnitudes, whole_sum. simpl. rewrite Rminus_0_r, Rabs_R0. lra.
  - assert (E : whole_sum [k] = IZR k /\ magnitudes [k] = Rabs (IZR k)) by (unfold magnitudes, whole_sum;
    cbn; split; ring).
    split; [right; cbn [value]; rewrite (proj1 E), Rminus_diag_eq, Rabs_R0 by reflexivity; unfold growth;
      simpl; lra|].
    cbn [kept_whole]. apply le_IZR. rewrite abs_IZR. rewrite (proj2 E) in M.
      apply Rle_trans with (1 := M), IZR_le. lia.
  - destruct (IH M F) as [O K]. cbn [value kept_whole] in *. destruct (whole_of_any n ltac:(lia)) as [Fn En].
    rewrite En.
    split; [now apply rounding_keeps|]. split; [exact Fn|]. rewrite En. split; [apply rnd_is_whole|].
    apply (rounded_at_most (IZR n) 63 ltac:(lia)). rewrite <- abs_IZR.
      change (power_of_two 63) with (IZR (2 ^ 63)). apply IZR_le. lia.
  - destruct (IH M F) as [O K]. cbn [value kept_whole] in *. destruct K as (Fx & (n & En) & L).
    rewrite (truncated x n En). rewrite En in O. split; [exact O|]. now apply (fits l).
  - rewrite app_length, plus_INR in F. rewrite magnitudes_app in M. assert (Pl := magnitudes_pos l).
    assert (Pm := magnitudes_pos m).
    assert (Nl := pos_INR (length l)). assert (Nm := pos_INR (length m)).
    assert (ul : 0 <= INR (length l) * u) by (apply Rmult_le_pos; lra).
      assert (um : 0 <= INR (length m) * u) by (apply Rmult_le_pos; lra).
    destruct IG as [Ol _]; [lra|lra|]. destruct IH as [Om _]; [lra|lra|]. cbn [value] in *.
    assert (O := sums_keep _ _ _ _ Ol Om). rewrite <- plus_IZR in O. split; [exact O|].
    apply (fits (l ++ m)); [now rewrite magnitudes_app|rewrite app_length, plus_INR; lra|exact O].
  - rewrite app_length, plus_INR in F. rewrite magnitudes_app in M. assert (Pl := magnitudes_pos l).
    assert (Pm := magnitudes_pos m).
    assert (Nl := pos_INR (length l)). assert (Nm := pos_INR (length m)).
    assert (ul : 0 <= INR (length l) * u) by (apply Rmult_le_pos; lra).
      assert (um : 0 <= INR (length m) * u) by (apply Rmult_le_pos; lra).
    destruct IG as [Ol (Fx & (i & Ei) & Li)]; [lra|lra|].
      destruct IH as [Om (Fy & (j & Ej) & Lj)]; [lra|lra|]. cbn [value] in *.
    assert (O := sums_keep _ _ _ _ Ol Om). rewrite Ei, Ej, <- plus_IZR in O.
    assert (B := fits (l ++ m) (i + j) ltac:(rewrite magnitudes_app; lra) ltac:(rewrite app_length, plus_INR;
      lra) O).
    destruct (rounded_at_most (IZR (i + j)) 63 ltac:(lia)) as [R1 R2].
    { rewrite <- abs_IZR. change (power_of_two 63) with (IZR (2 ^ 63)). apply IZR_le. lia. }
    destruct (plus_rounds x y Fx Fy) as [E Fin]; [now rewrite Ei, Ej, <- plus_IZR|].
      rewrite Ei, Ej, <- plus_IZR in E. cbn [kept_whole].
    rewrite E. split; [now apply rounding_keeps|]. split; [exact Fin|]. rewrite E.
      split; [apply rnd_is_whole|exact R1].
  - assert (Eq : magnitudes l = magnitudes m /\ length l = length m /\ whole_sum l = whole_sum m).
    { split; [now apply sumR_perm|]. split; [now apply Permutation_length|now apply sumR_perm]. }
    destruct Eq as (E1 & E2 & E3). rewrite <- E1 in M. rewrite <- E2 in F. destruct (IG M F) as [O K].
      split; [|exact K].
    unfold off_by in *. now rewrite <- E1, <- E2, <- E3.
Qed.

Theorem a_gathered_sum_is_near l x : gathered l (Float x) -> magnitudes l <= IZR (2 ^ 62 + 2 ^ 60) -> INR
  (length l) * u <= / 1000 ->
  whole_below 63 x /\ near_sum l (B2R x).
Proof.
  intros G M F. destruct (gathered_facts l (Float x) G M F) as [O K]. split; [exact K|].
    split; [apply float64_is_float|].
  apply Rle_trans with (1 := off_by_at_most _ _ O). assert (H := growth_is_at_most (length l) F).
    assert (P := magnitudes_pos l).
  rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra.
Qed.

(** So no integer of 64 bits wraps around. *)
Theorem a_gathered_integer_fits l n : gathered l (Whole n) -> magnitudes l <= IZR (2 ^ 62 + 2 ^ 60) -> INR
  (length l) * u <= / 1000 ->
  (- 2 ^ 63 <= n < 2 ^ 63)%Z.
Proof. intros G M F. destruct (gathered_facts l (Whole n) G M F) as [_ K]. simpl in K. lia. Qed.

(** ** An example, and a plausible wrong statement

    Rows of 2^53, 1 and 1 units: the first two added as floats, turned into an integer,
      the third added to it, and all turned into a float. *)
Definition three_rows : list Z := [2 ^ 53; 1; 1]%Z.
Definition added_in_part : float64 :=
  of_whole (Btrunc (plus (of_whole (2 ^ 53)) (of_whole 1)) + 1).

Example a_gathered_sum_is_near_applies : gathered three_rows (Float added_in_part) /\
  near_sum three_rows (B2R added_in_part).
Proof.
  assert (G : gathered three_rows (Float added_in_part)).
  { apply turned_into_float. change three_rows with ([2 ^ 53; 1] ++ [1])%Z.
    apply sum_of_wholes; [|constructor].
    apply turned_into_whole. change [2 ^ 53; 1]%Z with ([2 ^ 53] ++ [1])%Z.
      apply sum_of_floats; apply turned_into_float; constructor. }
  split; [exact G|]. apply a_gathered_sum_is_near; [exact G| |].
  - unfold magnitudes, three_rows. cbn [sumR map fold_right].
    rewrite !Rabs_right by (apply Rle_ge, IZR_le; lia).
    rewrite Rplus_0_r, <- !plus_IZR. apply IZR_le. lia.
  - unfold u. simpl. lra.
Qed.

(** That integers turned into floats are exact, so that such a sum is off by nothing: here it is off by 2. *)
Example a_gathered_sum_may_be_off : (Btrunc added_in_part = 2 ^ 53)%Z /\ fold_right Z.add 0%Z three_rows = (2
  ^ 53 + 2)%Z.
Proof. split; vm_compute; reflexivity. Qed.

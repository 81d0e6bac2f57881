(** * Keys: pruning in whole numbers of a small unit

    An alpha is a saving divided by the leaves saved.  With each risk rounded to a whole
    number of units, less than 2 of them off, and the quotient rounded down, the key is less
    than 7 units off, however large the branch.  So keys more than 16 apart have different
    alphas, and alphas with small denominators whose keys are at most 17 apart are equal. *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums.
Import ListNotations.
Open Scope Q_scope.

Definition within (e x y : Q) : Prop := x - e < y /\ y < x + e.

(** The leaves of a branch, each with its rounded risk and its risk, in units. *)
Definition rounded_sum (ls : list (Z * Q)) : Z := fold_right (fun l s => (fst l + s)%Z) 0%Z ls.

Definition unit_alpha (R : Q) (ls : list (Z * Q)) : Q :=
  (R - sum snd ls) / inject_Z (Z.of_nat (length ls) - 1).

Definition key (r : Z) (ls : list (Z * Q)) : Z := ((r - rounded_sum ls) / (Z.of_nat (length ls) - 1))%Z.

Lemma sums_are_near ls : (forall x X, In (x, X) ls -> within 2 X (inject_Z x)) -> ls <> [] ->
  within (2 * inject_Z (Z.of_nat (length ls))) (sum snd ls) (inject_Z (rounded_sum ls)).
Proof.
  induction ls as [|(x, X) ls IH]; intros H N; [easy|].
  destruct (H x X (or_introl eq_refl)) as [A B].
  cbn [length rounded_sum fold_right fst]. fold (rounded_sum ls).
  rewrite Nat2Z.inj_succ, <- Z.add_1_l. simpl sum. unfold within. rewrite !inject_Z_plus.
  change (inject_Z 1) with 1. destruct ls as [|y ls].
  - simpl. change (inject_Z 0) with 0. split; lra.
  - destruct IH as [C D]; [intros z Z I; apply H; now right|easy|]. split; lra.
Qed.

Theorem a_key_is_less_than_7_off r R ls : (2 <= length ls)%nat -> within 2 R (inject_Z r) ->
  (forall x X, In (x, X) ls -> within 2 X (inject_Z x)) ->
  within 7 (unit_alpha R ls) (inject_Z (key r ls)).
Proof.
  intros L [A B] H. destruct (sums_are_near ls H) as [C D]; [intros ->; simpl in L; lia|].
  unfold unit_alpha, key. set (k := (Z.of_nat (length ls) - 1)%Z). assert (K : (1 <= k)%Z) by lia.
  replace (Z.of_nat (length ls)) with (k + 1)%Z in C, D by lia. rewrite inject_Z_plus in C, D.
  change (inject_Z 1) with 1 in C, D. set (n := (r - rounded_sum ls)%Z).
  assert (P : 1 <= inject_Z k) by (change 1 with (inject_Z 1); now rewrite <- Zle_Qle).
  assert (En : inject_Z n == inject_Z r - inject_Z (rounded_sum ls))
    by (unfold n, Z.sub; rewrite inject_Z_plus, inject_Z_opp; ring).
  assert (Lo : inject_Z k * inject_Z (n / k) <= inject_Z n).
  { rewrite <- inject_Z_mult, <- Zle_Qle. apply Z.mul_div_le. lia. }
  assert (Hi : inject_Z n < inject_Z k * (inject_Z (n / k) + 1)).
  { change 1 with (inject_Z 1). rewrite <- inject_Z_plus, <- inject_Z_mult, <- Zlt_Qlt, Z.add_1_r.
    apply Z.mul_succ_div_gt. lia. }
  set (a := (R - sum snd ls) / inject_Z k). set (q := inject_Z (n / k)) in *. set (kk := inject_Z k) in *.
  assert (Ea : R - sum snd ls == kk * a) by (unfold a; field; lra).
  split; apply (Qmult_lt_l _ _ kk); lra.
Qed.

(** ** What keys tell *)

Section TwoBranches.
  Variables (a b : Q) (k l : Z).
  Hypothesis key_of_a : within 7 a (inject_Z k).
  Hypothesis key_of_b : within 7 b (inject_Z l).

  Lemma key_difference : inject_Z (k - l) == inject_Z k - inject_Z l.
  Proof. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp. ring. Qed.

  Theorem keys_far_apart_tell_the_order : (16 < k - l)%Z -> b < a.
  Proof.
    intros H. rewrite Zlt_Qlt, key_difference in H. change (inject_Z 16) with 16 in H.
    destruct key_of_a, key_of_b. lra.
  Qed.

  Theorem close_keys_have_close_alphas : (Z.abs (k - l) <= 17)%Z -> within 32 a b.
  Proof.
    intros H. assert (A : (k - l <= 17)%Z) by lia. assert (B : (-17 <= k - l)%Z) by lia.
    rewrite Zle_Qle, key_difference in A, B. change (inject_Z 17) with 17 in A.
    change (inject_Z (-17)) with (-17) in B. destruct key_of_a, key_of_b. split; lra.
  Qed.

  Theorem equal_alphas_have_close_keys : a == b -> (Z.abs (k - l) < 14)%Z.
  Proof.
    intros E. assert (A : inject_Z (k - l) < inject_Z 14).
    { rewrite key_difference. change (inject_Z 14) with 14. destruct key_of_a, key_of_b. lra. }
    assert (B : inject_Z (-14) < inject_Z (k - l)).
    { rewrite key_difference. change (inject_Z (-14)) with (-14). destruct key_of_a, key_of_b. lra. }
    rewrite <- Zlt_Qlt in A, B. lia.
  Qed.
End TwoBranches.

(** Fractions closer than their denominators allow are equal. [e] and [u] scale the alphas to units. *)
Theorem small_denominators_prove_ties m n c d (u : Q) : (0 < c)%Z -> (0 < d)%Z ->
  let a := inject_Z m / inject_Z c in let b := inject_Z n / inject_Z d in
  within (32 * u) a b -> 32 * u * inject_Z (c * d) <= 1 -> a == b.
Proof.
  intros C D a b [A B] U. assert (Pc : 0 < inject_Z c) by (change 0 with (inject_Z 0);
    now rewrite <- Zlt_Qlt).
  assert (Pd : 0 < inject_Z d) by (change 0 with (inject_Z 0); now rewrite <- Zlt_Qlt).
  rewrite inject_Z_mult in U. set (M := inject_Z c * inject_Z d) in *.
  assert (P : 0 < M) by now apply Qmult_lt_0_compat.
  assert (E : (a - b) * M == inject_Z (m * d - n * c)).
  { unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp, !inject_Z_mult. unfold a, b, M. field. lra. }
  assert (Z0 : (m * d - n * c = 0)%Z).
  { assert (H : inject_Z (m * d - n * c) < inject_Z 1).
    { rewrite <- E. apply Qlt_le_trans with (32 * u * M); [apply Qmult_lt_r; [exact P|lra]|exact U]. }
    assert (G : inject_Z (-1) < inject_Z (m * d - n * c)).
    { rewrite <- E. change (inject_Z (-1)) with (-(1)). assert (K : - (32 * u) * M < (a - b) * M)
        by (apply Qmult_lt_r; [exact P|lra]). lra. }
    rewrite <- Zlt_Qlt in H, G. lia. }
  rewrite Z0 in E. apply Qmult_integral in E as [E|E]; lra.
Qed.

(** ** The denominators of an alpha

    [multiple_of e d x]: [x] is a multiple of one part in [2^e d].  The risks of a branch and of its leaves
    being such, so is its alpha. *)
Definition multiple_of (e d : Z) (x : Q) : Prop := exists m, x * inject_Z (2 ^ e) * inject_Z d == inject_Z m.

Definition product (l : list Z) : Z := fold_right Z.mul 1%Z l.

Lemma sums_are_multiples e (ls : list (Q * Z)) : (forall x d, In (x, d) ls -> multiple_of e d x) ->
  multiple_of e (product (map snd ls)) (sum fst ls).
Proof.
  induction ls as [|(x, d) ls IH]; intros H; simpl.
  - exists 0%Z. change (inject_Z 0) with 0. ring.
  - destruct (H x d (or_introl eq_refl)) as (m & E). destruct IH as (n & F); [intros y c I; apply H;
      now right|].
    exists (m * product (map snd ls) + n * d)%Z. rewrite inject_Z_plus, !inject_Z_mult, <- E, <- F. ring.
Qed.

Theorem alphas_have_small_denominators e d r (ls : list (Q * Z)) : (2 <= length ls)%nat ->
  multiple_of e d r ->
  (forall x c, In (x, c) ls -> multiple_of e c x) ->
  multiple_of e ((Z.of_nat (length ls) - 1) * (d * product (map snd ls)))
    ((r - sum fst ls) / inject_Z (Z.of_nat (length ls) - 1)).
Proof.
  intros L (m & E) H. destruct (sums_are_multiples e ls H) as (n & F).
    exists (m * product (map snd ls) - n * d)%Z.
  assert (K : inject_Z 0 < inject_Z (Z.of_nat (length ls) - 1)) by (rewrite <- Zlt_Qlt; lia).
    change (inject_Z 0) with 0 in K.
  replace (m * product (map snd ls) - n * d)%Z with (m * product (map snd ls) + - (n * d))%Z by ring.
  rewrite inject_Z_plus, inject_Z_opp, !inject_Z_mult, <- E, <- F. field. lra.
Qed.

(** So keys close together tie where the bits of both denominators leave room in the unit. *)
Theorem bits_of_denominators_prove_ties e c d (p q : Z) (a b unit : Q) : (0 <= e)%Z -> (0 <= p)%Z ->
  (0 <= q)%Z ->
  (0 < c <= 2 ^ p)%Z -> (0 < d <= 2 ^ q)%Z -> multiple_of e c a -> multiple_of e d b ->
  0 < unit -> inject_Z (2 ^ (e + p + q + 5)) * unit <= 1 -> within 32 (a / unit) (b / unit) -> a == b.
Proof.
  intros E P Q C D (m & A) (n & B) U L [N1 N2]. set (two := inject_Z (2 ^ e)) in *.
  assert (T : 0 < two) by (unfold two; change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; apply Z.pow_pos_nonneg;
    lia).
  assert (Pc : 0 < inject_Z c) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
  assert (Pd : 0 < inject_Z d) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
  assert (Ea : inject_Z m / inject_Z c == a * two) by (rewrite <- A; field; lra).
  assert (Eb : inject_Z n / inject_Z d == b * two) by (rewrite <- B; field; lra).
  assert (W : within (32 * (unit * two)) (inject_Z m / inject_Z c) (inject_Z n / inject_Z d)).
  { assert (X : a / unit * (unit * two) == a * two) by (field; lra).
    assert (Y : b / unit * (unit * two) == b * two) by (field; lra).
    assert (V : 0 < unit * two) by now apply Qmult_lt_0_compat.
      apply (proj2 (Qmult_lt_r _ _ (unit * two) V)) in N1, N2.
    split; lra. }
  apply (small_denominators_prove_ties m n c d (unit * two)) in W; [|lia|lia|].
  - rewrite Ea, Eb in W. assert (Z0 : (a - b) * two == 0) by lra. apply Qmult_integral in Z0 as [Z0|Z0]; lra.
  - assert (F : inject_Z (2 ^ (e + p + q + 5)) == two * inject_Z (2 ^ p * 2 ^ q) * 32).
    { unfold two. rewrite !Z.pow_add_r, !inject_Z_mult by lia. change (inject_Z (2 ^ 5)) with 32. ring. }
    rewrite F in L. assert (M : inject_Z (c * d) <= inject_Z (2 ^ p * 2 ^ q)) by (rewrite <- Zle_Qle;
      apply Z.mul_le_mono_nonneg; lia).
    assert (V : 0 <= unit * two) by (apply Qmult_le_0_compat; lra).
    assert (H : inject_Z (c * d) * (unit * two) <= inject_Z (2 ^ p * 2 ^ q) * (unit * two))
      by now apply Qmult_le_compat_r. lra.
Qed.

(** ** A plausible wrong statement

    That equal alphas have equal keys: the same risks, 1 and twice 0, rounded in two ways. *)
Example equal_alphas_may_have_unequal_keys :
  let exact := [(0%Z, 0); (0%Z, 0)] in let apart := [((-1)%Z, 0); ((-1)%Z, 0)] in
  unit_alpha 1 exact == unit_alpha 1 apart /\ key 1 exact = 1%Z /\ key 2 apart = 4%Z.
Proof. repeat split. Qed.

(** That the leaves of the whole tree tell a branch's denominators: of a branch of risk 10, over a leaf of 0
    and a branch of 4/3 that went before it, all leaves have risk 0, and its alpha is 26/3. *)
Example deeper_leaves_do_not_tell_denominators :
  (10 - sum fst [(0, 1%Z); (4 # 3, 3%Z)]) / inject_Z 1 == 26 # 3 /\ ~ multiple_of 0 1 (26 # 3).
Proof. split; [reflexivity|]. intros (m & E). unfold Qeq in E. simpl in E. lia. Qed.

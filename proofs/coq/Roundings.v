(** * Roundings: numbers that are equal but for some roundings

    [within k x y]: each is at least [(1 - u)^k] times the other.  So the roundings of products, quotients
    and
    sums of nonnegative numbers are counted, not estimated one by one. *)
From Coq Require Import Reals Lra Lia List.
From Flocq Require Import Core.
From Dtrees Require Import Entropy Rounding.
Import ListNotations.
Open Scope R_scope.

Definition within (k : nat) (x y : R) : Prop := (1 - u) ^ k * x <= y /\ (1 - u) ^ k * y <= x.

Lemma power k : 0 < (1 - u) ^ k <= 1.
Proof.
  assert (U := u_pos). induction k as [|k IH]; cbn [pow]; [lra|]. set (p := (1 - u) ^ k) in *. clearbody p.
  assert (0 < (1 - u) * p) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= u * p) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma power_is_near k : 1 - INR k * u <= (1 - u) ^ k.
Proof.
  assert (U := u_pos). induction k as [|k IH]; [simpl; lra|]. rewrite S_INR. cbn [pow].
  assert (P := power k). set (p := (1 - u) ^ k) in *. clearbody p.
  assert (u * p <= u * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma within_sym k x y : within k x y -> within k y x.
Proof. intros [A B]. now split. Qed.

Lemma within_refl x : within 0 x x.
Proof. split; simpl; lra. Qed.

Lemma within_nonneg k x y : 0 <= x -> within k x y -> 0 <= y.
Proof.
  intros X [A _]. assert (P := power k). assert (0 <= (1 - u) ^ k * x) by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma within_more k m x y : (k <= m)%nat -> 0 <= x -> within k x y -> within m x y.
Proof.
  intros L X W. assert (Y := within_nonneg k x y X W). destruct W as [A B].
  replace m with ((m - k) + k)%nat by lia.
  assert (P := power (m - k)). assert (Pk := power k). unfold within. rewrite !pow_add, !Rmult_assoc.
  set (p := (1 - u) ^ (m - k)) in *. set (a := (1 - u) ^ k * x) in *. set (b := (1 - u) ^ k * y) in *.
  assert (0 <= a) by (apply Rmult_le_pos; lra). assert (0 <= b) by (apply Rmult_le_pos; lra).
  clearbody p a b.
  assert (p * a <= 1 * a) by (apply Rmult_le_compat_r; lra).
  assert (p * b <= 1 * b) by (apply Rmult_le_compat_r; lra). split; lra.
Qed.

Lemma within_trans k m x y z : within k x y -> within m y z -> within (k + m) x z.
Proof.
  intros [A B] [C D]. assert (P := power k). assert (Q := power m). unfold within. rewrite !pow_add. split.
  - apply Rle_trans with (2 := C). rewrite (Rmult_comm (_ ^ k)), Rmult_assoc. apply Rmult_le_compat_l; lra.
  - apply Rle_trans with (2 := B). rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
Qed.

Lemma within_plus k x y a b : within k x y -> within k a b -> within k (x + a) (y + b).
Proof. intros [A B] [C D]. unfold within. rewrite !Rmult_plus_distr_l. lra. Qed.

Lemma within_mult k m x y a b : 0 <= x -> 0 <= a -> within k x y -> within m a b -> within (k + m)
  (x * a) (y * b).
Proof.
  intros X A W V. assert (Y := within_nonneg _ _ _ X W). assert (B := within_nonneg _ _ _ A V).
  destruct W as [W1 W2]. destruct V as [V1 V2]. assert (P := power k). assert (Q := power m). unfold within.
  rewrite !pow_add.
  replace ((1 - u) ^ k * (1 - u) ^ m * (x * a)) with ((1 - u) ^ k * x * ((1 - u) ^ m * a)) by ring.
  replace ((1 - u) ^ k * (1 - u) ^ m * (y * b)) with ((1 - u) ^ k * y * ((1 - u) ^ m * b)) by ring.
  split; apply Rmult_le_compat; trivial; apply Rmult_le_pos; lra.
Qed.

Lemma within_positive k x y : 0 < x -> within k x y -> 0 < y.
Proof. intros X [A _]. apply Rlt_le_trans with (2 := A). apply Rmult_lt_0_compat; [apply power|exact X]. Qed.

Lemma within_inverse k x y : 0 < x -> within k x y -> within k (/ x) (/ y).
Proof.
  intros X W. assert (Y := within_positive _ _ _ X W). destruct W as [A B]. assert (P := power k).
  set (p := (1 - u) ^ k) in *.
  assert (Ix := Rinv_0_lt_compat x X). assert (Iy := Rinv_0_lt_compat y Y). unfold within. fold p.
  clearbody p. split.
  - apply Rmult_le_reg_r with (x * y); [now apply Rmult_lt_0_compat|].
    replace (p * / x * (x * y)) with (p * y) by (field; lra).
    replace (/ y * (x * y)) with x by (field; lra). exact B.
  - apply Rmult_le_reg_r with (x * y); [now apply Rmult_lt_0_compat|].
    replace (p * / y * (x * y)) with (p * x) by (field; lra).
    replace (/ x * (x * y)) with y by (field; lra). exact A.
Qed.

Lemma within_over k m x y a b : 0 <= x -> 0 < a -> within k x y -> within m a b -> within (k + m) (x / a)
  (y / b).
Proof.
  intros X A W V. apply within_mult; trivial;
  [now apply Rlt_le, Rinv_0_lt_compat|now apply within_inverse].
Qed.

(** What is rounded once, and a sum in whatever order. *)

Lemma a_share_is_within x y : 0 <= x -> Rabs (y - x) <= u * x -> within 1 x y.
Proof.
  intros X H. assert (U := u_pos). apply Rabs_le_inv in H. assert (0 <= u * x) by (apply Rmult_le_pos; lra).
  assert (0 <= u * (u * x)) by (apply Rmult_le_pos; lra). unfold within. simpl. rewrite !Rmult_1_r.
  assert ((1 - u) * y <= (1 - u) * (x + u * x)) by (apply Rmult_le_compat_l; lra). split; lra.
Qed.

Lemma within_rnd x : normal x -> 0 <= x -> within 1 x (rnd x).
Proof.
  intros N X. apply a_share_is_within; [exact X|]. assert (E := rnd_error x N).
  rewrite (Rabs_right x) in E; lra.
Qed.

Lemma within_sum x y : is_float x -> is_float y -> 0 <= x + y -> within 1 (x + y) (rnd (x + y)).
Proof.
  intros X Y P. apply a_share_is_within; [exact P|]. assert (E := sum_error x y X Y).
  rewrite (Rabs_right (x + y)) in E; lra.
Qed.

Lemma added_up_is_within l s : added_up l s -> (forall x, In x l -> 0 <= x) -> 0 <= total l /\
  within (length l - 1) (total l) s.
Proof.
  unfold total. induction 1 as [x F|l m s t A IA B IB|l m s P A IA]; intros N.
  - simpl. assert (0 <= x) by (apply N; now left). rewrite Rplus_0_r. split; [exact H|apply within_refl].
  - destruct IA as [Pl Wl]; [intros x I; apply N, in_or_app; now left|].
    destruct IB as [Pm Wm]; [intros x I; apply N, in_or_app; now right|].
    assert (Nl := added_up_nonempty _ _ A). assert (Nm := added_up_nonempty _ _ B).
    rewrite sumR_app, app_length. split; [lra|].
    apply (within_more _ (length l + length m - 2)) in Wl; [|lia|exact Pl].
    apply (within_more _ (length l + length m - 2)) in Wm; [|lia|exact Pm].
    assert (W := within_plus _ _ _ _ _ Wl Wm).
    assert (R := within_sum s t (added_up_is_float _ _ A)
      (added_up_is_float _ _ B) ltac:(apply (within_nonneg _ _ _ (Rplus_le_le_0_compat _ _ Pl Pm) W))).
    assert (T := within_trans _ _ _ _ _ W R).
    replace (length l + length m - 2 + 1)%nat with (length l + length m - 1)%nat in T by lia. exact T.
  - rewrite <- (sumR_perm _ _ _ P), <- (Permutation.Permutation_length P). apply IA. intros x I. apply N.
    now apply (Permutation.Permutation_in _ P).
Qed.

Lemma added_terms_are_within {A} (f g : A -> R) l s k : added_up (map g l) s -> (forall x, In x l ->
  0 <= f x /\ within k (f x) (g x)) ->
  within (k + (length l - 1)) (sumR f l) s.
Proof.
  intros S H. destruct (added_up_is_within _ _ S) as [_ W].
  - intros y I. apply in_map_iff in I as (x & <- & I). destruct (H x I). now apply (within_nonneg k (f x)).
  - rewrite map_length in W. apply within_trans with (2 := W). unfold total. rewrite sumR_map. clear - H.
    induction l as [|x l IH]; [simpl; split; lra|].
    change (within k (f x + sumR f l) (g x + sumR (fun x => g x) l)).
    apply within_plus; [apply H; now left|]. apply IH. intros y I. apply H. now right.
Qed.

(** Few roundings cost that many times [u]. *)
Lemma within_is_near k x y : 0 <= x -> INR k * u <= / 1000 -> within k x y ->
  Rabs (y - x) <= 1.002 * (INR k * u) * x.
Proof.
  intros X S W. assert (Y := within_nonneg _ _ _ X W). destruct W as [A B]. assert (P := power_is_near k).
  assert (P0 := power k).
  assert (K : 0 <= INR k * u) by (apply Rmult_le_pos; [apply pos_INR|assert (U := u_pos); lra]).
  set (p := (1 - u) ^ k) in *. set (e := INR k * u) in *. clearbody p e.
  assert ((1 - e) * x <= p * x) by (apply Rmult_le_compat_r; lra).
  assert ((1 - e) * y <= p * y) by (apply Rmult_le_compat_r; lra).
  assert (Ex : 0 <= e * x) by (apply Rmult_le_pos; lra).
  assert (Ey : e * y <= / 1000 * y) by (apply Rmult_le_compat_r; lra). assert (Z : y <= 1.002 * x) by lra.
  assert (e * y <= e * (1.002 * x)) by (apply Rmult_le_compat_l; lra). apply Rabs_le. lra.
Qed.

(** What is 0, or not tiny, may be rounded once more. *)
Definition not_tiny (x : R) : Prop := x = 0 \/ / IZR (2 ^ 127) <= x.

Lemma tiny_positive : 0 < / IZR (2 ^ 127) <= 1.
Proof.
  assert (H := Rinv_le_contravar 1 (IZR (2 ^ 127)) ltac:(lra) ltac:(apply IZR_le; lia)).
  rewrite Rinv_1 in H. split; [apply Rinv_0_lt_compat, IZR_lt; lia|exact H].
Qed.

Lemma within_then k x y : 0 <= x -> not_tiny x -> INR k * u <= / 1000 -> within k x y ->
  within (S k) x (rnd y).
Proof.
  intros P N K W. replace (S k) with (k + 1)%nat by lia. apply within_trans with (1 := W).
  assert (T := tiny_positive).
  apply within_rnd; [|exact (within_nonneg _ _ _ P W)]. destruct W as [A B]. assert (Q := power k).
  assert (Qn := power_is_near k).
  destruct N as [->|N].
  - left. rewrite Rmult_0_r in A. apply Rle_antisym; [|exact A].
    apply Rmult_le_reg_l with ((1 - u) ^ k); lra.
  - right. assert (/ 2 * x <= (1 - u) ^ k * x) by (apply Rmult_le_compat_r; lra). rewrite Rabs_right by lra.
    apply Rle_trans with (bpow radix2 (-128)); [apply bpow_le; lia|].
    replace (bpow radix2 (-128)) with (/ 2 * / IZR (2 ^ 127)); [lra|].
    rewrite <- Rinv_mult, <- mult_IZR. reflexivity.
Qed.

Lemma large_is_not_tiny x : x = 0 \/ 1 <= x -> not_tiny x.
Proof. assert (T := tiny_positive). intros [->|X]; [now left|right; lra]. Qed.

Lemma quotient_not_tiny x q : x = 0 \/ 1 <= x -> 1 <= q <= IZR (2 ^ 127) -> 0 <= x / q /\ not_tiny (x / q).
Proof.
  intros X [Q1 Q2]. assert (I : 0 < / q) by (apply Rinv_0_lt_compat; lra). destruct X as [->|X].
  - unfold Rdiv. rewrite Rmult_0_l. split; [lra|now left].
  - split; [apply Rmult_le_pos; lra|right]. unfold Rdiv. rewrite <- (Rmult_1_l (/ IZR _)).
    assert (T := tiny_positive).
    apply Rmult_le_compat; [lra|lra|exact X|apply Rinv_le_contravar; lra].
Qed.

Lemma product_not_tiny x c : 0 <= x -> not_tiny x -> 1 <= c -> not_tiny (c * x).
Proof.
  intros P [->|X] C; [left; ring|right]. assert (1 * x <= c * x) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(** So of numbers that are 0 or at least some other, and of their sum. *)
Lemma sum_zero_or {A} (f : A -> R) c l : 0 <= c -> (forall x, In x l -> f x = 0 \/ c <= f x) ->
  sumR f l = 0 \/ c <= sumR f l.
Proof.
  intros C. induction l as [|x l IH]; intros H; [now left|]. change (sumR f (x :: l)) with (f x + sumR f l).
  destruct (H x (or_introl eq_refl)) as [E|E]; destruct IH as [I|I]; try (intros y J; apply H; now right);
    [left|right..]; lra.
Qed.

Definition whole_or_large (x : R) : Prop := x = 0 \/ 1 <= Rabs x.

Lemma square_facts x : whole_or_large x -> 0 <= x * x /\ (x * x = 0 \/ 1 <= x * x) /\ within 1 (x * x)
  (rnd (x * x)).
Proof.
  intros X. assert (P : 0 <= x * x) by apply Rle_0_sqr. assert (L : x * x = 0 \/ 1 <= x * x).
  { destruct X as [->|X]; [left; ring|right]. rewrite <- (Rabs_right (x * x)), Rabs_mult by now apply Rle_ge.
    apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]. }
  split; [exact P|]. split; [exact L|].
  apply (within_then 0); [exact P|now apply large_is_not_tiny|simpl; lra|apply within_refl].
Qed.

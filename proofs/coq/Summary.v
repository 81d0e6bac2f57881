(** * Summary: what a node keeps of its rows

    A node forgets its rows and keeps sums.  For classes: the weight of each
    class ([ClassCounts]).  For numbers: the weight, the weighted total and the
    weighted squares ([Moments]).  Case weights are rational, so everything
    here is exact and runs.  [CART84 §2.4, §8.3; NOTE_D] *)
From Coq Require Import QArith Lqa Lia List Permutation.
From Dtrees Require Import Sums.
From Dtrees Require Export Spec.Summaries.
Import ListNotations.
Open Scope Q_scope.

(** ** Summaries

    Whatever a node keeps, it has a weight, and the parts of a split merge into
    the node that was split. *)

(** ** Class counts

    One nonnegative weight a class; every part lists the classes in the same
    order.  A list that ends early has weight 0 for the rest. *)

Example merge_two : merge [[1; 2]; [3; 0; 1#2]] = [4; 2; 1#2].
Proof. reflexivity. Qed.

(** A node is pure when one class has all its weight. *)
Definition pure (c : ClassCounts) : Prop := exists k, count k c == weight c.

(** *** A sum over a list of counts is a sum over the classes *)

Lemma sum_counts (f : Q -> Q) K c : f 0 == 0 -> (length c <= K)%nat ->
  sum f c == sum (fun k => f (count k c)) (seq 0 K).
Proof.
  intros Z. revert c. induction K as [|K IH]; intros [|x c] L; simpl in *; try lia; try reflexivity.
  - rewrite (sum_ext _ (fun _ => 0)), sum_zero, Z; [lra|].
    intros [|k] _; exact Z.
  - rewrite IH by lia. apply Qplus_comp; [reflexivity|].
    rewrite <- seq_shift, sum_map. reflexivity.
Qed.

Lemma count_nonneg k c : nonneg c -> 0 <= count k c.
Proof.
  intros N. unfold count. destruct (Nat.lt_ge_cases k (length c)).
  - now apply N, nth_In.
  - now rewrite nth_overflow.
Qed.

Lemma weight_nonneg (c : ClassCounts) : nonneg c -> 0 <= weight c.
Proof. intros N. apply sum_nonneg, N. Qed.

Lemma in_classes_length parts c : In c parts -> (length c <= list_max (map (@length Q) parts))%nat.
Proof.
  intros I. apply (Forall_forall (fun k => (k <= _)%nat) (map (@length Q) parts));
    [now apply list_max_le|now apply in_map].
Qed.

(** The class list of a split serves each of its parts, and the whole. *)
Lemma sum_classes (f : Q -> Q) parts c : f 0 == 0 -> In c parts ->
  sum f c == sum (fun k => f (count k c)) (classes parts).
Proof. intros Z I. apply sum_counts; [exact Z|now apply in_classes_length]. Qed.

Lemma sum_classes_merge (f : Q -> Q) (parts : list ClassCounts) : f 0 == 0 ->
  sum f (merge parts) == sum (fun k => f (count k (merge parts))) (classes parts).
Proof.
  intros Z. apply sum_counts; [exact Z|]. simpl. unfold classes. now rewrite map_length, seq_length.
Qed.

Lemma count_merge k (parts : list ClassCounts) : count k (merge parts) == sum (count k) parts.
Proof.
  unfold count at 1. simpl. set (f := fun j => sum (count j) parts).
  destruct (Nat.lt_ge_cases k (list_max (map (@length Q) parts))) as [L|G].
  - rewrite (nth_indep _ 0 (f 0%nat)) by (unfold classes; now rewrite map_length, seq_length).
    rewrite map_nth. unfold classes. rewrite seq_nth by exact L. reflexivity.
  - rewrite nth_overflow by (unfold classes; now rewrite map_length, seq_length).
    rewrite (sum_ext _ (fun _ => 0)), sum_zero; [reflexivity|].
    intros c I. unfold count. apply in_classes_length in I. rewrite nth_overflow; [reflexivity|lia].
Qed.

Lemma weight_merge (parts : list ClassCounts) : weight (merge parts) == sum weight parts.
Proof.
  change (weight (merge parts)) with (sum (fun x => x) (merge parts)).
  rewrite (sum_classes_merge (fun x => x)) by reflexivity.
  rewrite (sum_ext _ _ _ (fun k _ => count_merge k parts)), sum_swap.
  apply sum_ext. intros c I. symmetry. now apply (sum_classes (fun x => x)).
Qed.

Lemma merge_nonneg (parts : list ClassCounts) : (forall c, In c parts -> nonneg c) -> nonneg (merge parts).
Proof.
  intros N x I. apply in_map_iff in I as (k & <- & _). apply sum_nonneg.
  intros c I. now apply count_nonneg, N.
Qed.

(** *** From labelled rows [(w, k)]: weight [w], class [k], of [n] classes *)

Example counts_of_four : counts_of 2 [(1, 0%nat); (1#2, 1%nat); (0, 0%nat); (1, 1%nat)] = [1; 3#2].
Proof. reflexivity. Qed.

Lemma count_counts_of k n r :
  count k (counts_of n r) ==
  if Nat.ltb k n then sum (fun '(w, j) => if Nat.eqb k j then w else 0) r else 0.
Proof.
  unfold count, counts_of. set (f := fun k => sum _ r).
  destruct (Nat.ltb_spec k n) as [L|G].
  - rewrite (nth_indep _ 0 (f 0%nat)) by now rewrite map_length, seq_length.
    rewrite map_nth, seq_nth by exact L. reflexivity.
  - rewrite nth_overflow by now rewrite map_length, seq_length. reflexivity.
Qed.

(** However the rows are dealt out to parts, the counts merge to the whole's. *)
Theorem counts_of_partition n r parts k : Permutation r (concat parts) ->
  count k (counts_of n r) == count k (merge (map (counts_of n) parts)).
Proof.
  intros P. rewrite count_merge, sum_map.
  rewrite (sum_ext _ _ _ (fun part _ => count_counts_of k n part)), count_counts_of.
  destruct (Nat.ltb k n); [|now rewrite sum_zero].
  now rewrite (sum_permutation _ _ _ P), sum_concat.
Qed.

(** No two classes weigh more than the node. *)
Lemma count_le_weight k c : nonneg c -> count k c <= weight c.
Proof.
  intros N. unfold count. destruct (Nat.lt_ge_cases k (length c)).
  - apply (term_le_sum (fun x => x)); [exact N|now apply nth_In].
  - rewrite nth_overflow by assumption. now apply weight_nonneg.
Qed.

Lemma two_counts_le_weight i k c : nonneg c -> i <> k -> count i c + count k c <= weight c.
Proof.
  revert i k. induction c as [|x c IH]; intros i k N D.
  - destruct i, k; vm_compute; discriminate.
  - assert (Nc : nonneg c) by (intros y I; apply N; simpl; auto).
    assert (0 <= x) by (apply N; simpl; auto).
    destruct i as [|i], k as [|k]; [congruence| | |].
    + assert (C := count_le_weight k c Nc). unfold count in *. simpl in *. lra.
    + assert (C := count_le_weight i c Nc). unfold count in *. simpl in *. lra.
    + specialize (IH i k Nc ltac:(congruence)). unfold count in *. simpl in *. lra.
Qed.

Lemma empty_counts k c : nonneg c -> weight c == 0 -> count k c == 0.
Proof.
  intros N E. assert (A := count_le_weight k c N). assert (B := count_nonneg k c N). lra.
Qed.

(** ** Moments *)

(** *** From weighted rows [(w, y)] *)

Definition rows := list (Q * Q).
Definition weighted (r : rows) : Prop := forall w y, In (w, y) r -> 0 <= w.

(** Equality of summaries, number by number. *)
Definition same_moments (m n : Moments) : Prop :=
  weight m == weight n /\ total m == total n /\ squares m == squares n.

Example moments_of_three : same_moments (moments_of [(1, 2); (1#2, 4); (0, 7)])
  {| moment_weight := 3#2; total := 4; squares := 12 |}.
Proof. repeat split. Qed.

Theorem moments_of_valid r : weighted r -> valid (moments_of r).
Proof.
  intros W. assert (N : forall p, In p r -> 0 <= fst p) by (intros [w y]; apply W).
  split; [now apply sum_nonneg|]. intros E.
  assert (Z : forall p, In p r -> fst p == 0) by now apply sum_vanishes.
  simpl. split; rewrite (sum_ext _ (fun _ => 0)); try apply sum_zero;
    intros [w y] I; apply Z in I; simpl in I; rewrite I; ring.
Qed.

(** However the rows are dealt out to parts, the moments merge to the whole's. *)
Theorem moments_of_partition r parts : Permutation r (concat parts) ->
  same_moments (moments_of r) (merge (map moments_of parts)).
Proof.
  intros P. repeat split; simpl; rewrite (sum_permutation _ _ _ P), sum_concat, sum_map; reflexivity.
Qed.

(** A row of weight 0 is as if it were not there, and an integer weight as if the row
    stood there that often. *)
Theorem row_of_weight_zero_is_absent y r : same_moments (moments_of ((0, y) :: r)) (moments_of r).
Proof. repeat split; simpl; ring. Qed.

Theorem weight_is_repetition n y r :
  same_moments (moments_of ((inject_Z (Z.of_nat n), y) :: r)) (moments_of (repeat (1, y) n ++ r)).
Proof.
  induction n as [|n IH]; [apply row_of_weight_zero_is_absent|].
  destruct IH as (A & B & C).
  assert (E : inject_Z (Z.of_nat (S n)) == 1 + inject_Z (Z.of_nat n))
    by (rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus; reflexivity).
  set (k := inject_Z (Z.of_nat (S n))) in *. clearbody k. simpl in *.
  repeat split; simpl; [rewrite <- A|rewrite <- B|rewrite <- C]; rewrite E; ring.
Qed.

Theorem merge_valid parts : (forall m, In m parts -> valid m) -> valid (merge parts).
Proof.
  intros V. split; [apply sum_nonneg; intros m I; apply V, I|]. intros E.
  assert (Z : forall m, In m parts -> weight m == 0).
  { apply sum_vanishes; [intros m I; apply V, I|exact E]. }
  simpl. split; rewrite (sum_ext _ (fun _ => 0)); try apply sum_zero;
    intros m I; apply (V m I), Z, I.
Qed.

Lemma total_mean m : valid m -> total m == weight m * mean m.
Proof.
  intros [N Z]. unfold mean. destruct (Qeq_dec (weight m) 0) as [E|D]; [|now field].
  rewrite E. destruct (Z E) as [-> _]. ring.
Qed.

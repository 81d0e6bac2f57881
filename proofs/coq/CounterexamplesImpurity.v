(** * CounterexamplesImpurity: what the notes or a reader might believe, and small data that says no

    Each statement is an [Example] that computes.  Beside each wrong statement stands
    the right one, by the name of its theorem. *)
From Coq Require Import QArith Lqa Lia List Bool.
From Dtrees Require Import Sums Summary Impurity.
Import ListNotations.
Open Scope Q_scope.

(** ** Square(D|i,x), weighted twice

    [NOTE_D] multiplies each part's sum of squares by the part's
    size once more.  The sum of the two parts, [NOTE_B] and CART's,
    is the one that [parts_rss_le] speaks of.  The responses stand in the order of
    the feature; the n-th threshold has n rows below it. *)

Definition unit_rows (ys : list Q) : rows := map (fun y => (1, y)) ys.
Definition Square (ys : list Q) : Q := rss (moments_of (unit_rows ys)).
Definition size (ys : list Q) : Q := inject_Z (Z.of_nat (length ys)).

Definition summed (n : nat) (ys : list Q) : Q := Square (firstn n ys) + Square (skipn n ys).
Definition weighted_twice (n : nat) (ys : list Q) : Q :=
  size (firstn n ys) * Square (firstn n ys) + size (skipn n ys) * Square (skipn n ys).

(** It can exceed the parent's, at every threshold. *)
Example weighted_twice_exceeds_parent : let ys := [0; 1; 0] in
  Square ys == 2#3 /\ weighted_twice 1 ys == 1 /\ weighted_twice 2 ys == 1.
Proof. vm_compute. repeat split. Qed.

(** It picks another threshold: the one that the sum likes least. *)
Example weighted_twice_picks_another : let ys := [0; 1; 2; 0] in
  (summed 1 ys == 2 /\ summed 2 ys == 5#2 /\ summed 3 ys == 2) /\
  (weighted_twice 1 ys == 6 /\ weighted_twice 2 ys == 5 /\ weighted_twice 3 ys == 6).
Proof. vm_compute. repeat split. Qed.

(** Four rows are the fewest: with three, one part is a single row, and the other's
    weight is 2 at either threshold. *)
Theorem weighted_twice_agrees_on_three a b c :
  weighted_twice 1 [a; b; c] == 2 * summed 1 [a; b; c] /\
  weighted_twice 2 [a; b; c] == 2 * summed 2 [a; b; c].
Proof.
  unfold weighted_twice, summed, Square, rss, squared_error, mean, size, square.
  simpl. unfold square. split; field.
Qed.

(** ** Square(D) = var(y)(N-1)

    True of the variance with the divisor N-1 alone, and of no single row. *)

Definition population_variance (ys : list Q) : Q := Square ys / size ys.
Definition sample_variance (ys : list Q) : Q := Square ys / (size ys - 1).

Theorem square_is_sample_variance_times_rows_less_one ys : (1 < length ys)%nat ->
  Square ys == sample_variance ys * (size ys - 1).
Proof.
  intros L. unfold sample_variance, size. field. intros E.
  assert (1 < inject_Z (Z.of_nat (length ys))); [|lra].
  change 1 with (inject_Z 1). rewrite <- Zlt_Qlt. lia.
Qed.

Theorem square_is_population_variance_times_rows ys : Square ys == population_variance ys * size ys.
Proof.
  destruct ys as [|y ys]; [reflexivity|]. unfold population_variance, size. field. intros E.
  assert (0 < inject_Z (Z.of_nat (length (y :: ys)))); [|lra].
  change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. simpl. lia.
Qed.

Example population_variance_times_rows_less_one_differs : let ys := [0; 2] in
  Square ys == 2 /\ population_variance ys * (size ys - 1) == 1 /\
    sample_variance ys * (size ys - 1) == 2.
Proof. vm_compute. repeat split. Qed.

(** ** Parts as impure as each other

    Equality of conditional and parent impurity asks for the same proportions, the
    same means, a common majority; that the parts are equally impure is not enough. *)

Example equal_gini_in_parts_yet_gain :
  gini [1; 0] == gini [0; 1] /\ gain gini [[1; 0]; [0; 1]] == 1#2.
Proof. vm_compute. repeat split. Qed.

Example equal_squared_error_in_parts_yet_gain :
  let one y := moments_of [(1, y)] in
  squared_error (one 0) == squared_error (one 2) /\ gain squared_error [one 0; one 2] == 1.
Proof. vm_compute. repeat split. Qed.

(** ** Misclassification is blind where Gini sees

    One majority in both parts: no error is saved, though the proportions differ.
    Three rows are the fewest. [CART84 §4.3; ESL2 §9.2.3] *)

Example misclassification_gains_nothing_where_gini_gains :
  let parts := [[1; 0]; [1; 1]] in
  gain misclassification parts == 0 /\ gain gini parts == 1#9.
Proof. vm_compute. repeat split. Qed.

(** No two classes and two rows do it: all splits, by enumeration. *)
Definition nodes (n : nat) : list ClassCounts :=
  map (fun k => [inject_Z (Z.of_nat k); inject_Z (Z.of_nat (n - k))]) (seq 0 (S n)).

Example two_rows_are_too_few :
  forallb (fun parts => Qeq_bool (gain gini parts) 0 || negb (Qeq_bool (gain misclassification parts) 0))
    (flat_map (fun c => map (fun d => [c; d]) (nodes 1)) (nodes 1)) = true.
Proof. reflexivity. Qed.

(** ** Parts not weighted

    [NOTE_E] adds the leaves' impurities without their weights; the
    sum can exceed the parent's impurity, so that a tree seems worse than its root. *)

Example unweighted_sum_exceeds_parent : let parts := [[1; 0]; [1; 1]] in
  gini (merge parts) == 4#9 /\ sum gini parts == 1#2.
Proof. vm_compute. repeat split. Qed.

(** ** Stopping where nothing is gained

    Exclusive or: neither feature gains at the root, for classes or for numbers, and
    both levels together leave nothing. [NOTE_B; CART84 §3.1] *)

Record row := { first : bool; second : bool; label : bool }.

Definition xor_rows : list row :=
  map (fun '(a, b) => {| first := a; second := b; label := xorb a b |})
      [(false, false); (false, true); (true, false); (true, true)].

Definition class_counts_of (d : list row) : ClassCounts :=
  [sum (fun r => if label r then 0 else 1) d; sum (fun r => if label r then 1 else 0) d].

Definition responses_of (d : list row) : Moments :=
  moments_of (map (fun r => (1, if label r then 1 else 0)) d).

Definition parts (question : row -> bool) (d : list row) : list (list row) :=
  [filter (fun r => negb (question r)) d; filter question d].

Example xor_gains_nothing_at_the_root :
  gain gini (map class_counts_of (parts first xor_rows)) == 0 /\
  gain gini (map class_counts_of (parts second xor_rows)) == 0 /\
  gain squared_error (map responses_of (parts first xor_rows)) == 0 /\
  gain squared_error (map responses_of (parts second xor_rows)) == 0.
Proof. vm_compute. repeat split. Qed.

Definition below : list (list row) := parts first xor_rows.

Example xor_gains_all_below :
  map (fun d => Qred (gini (class_counts_of d))) below = [1#2; 1#2] /\
  map (fun d => Qred (gain gini (map class_counts_of (parts second d)))) below = [1#2; 1#2] /\
  map (fun d => Qred (gain squared_error (map responses_of (parts second d)))) below = [1#4; 1#4] /\
  map (fun d => Qred (gini (class_counts_of d))) (flat_map (parts second) below) = [0; 0; 0; 0].
Proof. vm_compute. repeat split. Qed.

(** * Priors: rows weighed by them, and whole trees grown and pruned, executed

    Priors are weights: where each row of class [k] counts [pi_k N / N_k] times as much, the shares of the
    classes are the priors.  A vector states the tree that grows from rows so weighed, node by node, and its
    pruning sequence. [CART84 §2.4, §4.4] *)
From Coq Require Import QArith Lqa Lia List Bool.
From Dtrees Require Import Sums Tree Sequence Growing GrowingTheorems Summary GrowingRational Enumerate
  Execute.
Import ListNotations.
Open Scope Q_scope.

(** The priors of the classes that have rows, which share what there is. *)
Definition present (pi : list Q) (whole : ClassCounts) (k : nat) : Q :=
  if Qeq_bool (count k whole) 0 then 0 else nth k pi 0.

Definition share (n : nat) (pi : list Q) (whole : ClassCounts) (k : nat) : Q :=
  present pi whole k / sum (present pi whole) (seq 0 n).

Definition under_priors (n : nat) (pi : list Q) (rows : list class_row) : list class_row :=
  let whole := counts n (map target rows) in
  let factor k := share n pi whole k * weight whole / count k whole in
  map (fun r => let '(w, k) := target r in {| values := values r; target := (Qred (w * factor k), k) |}) rows.

(** Rows of two classes, one of the first and two of the second, under even priors: the first weighs as much
    as both. *)
Example even_priors :
  let rows := [Build_row _ [0] (1, 0%nat); Build_row _ [1] (1, 1%nat); Build_row _ [2] (1, 1%nat)] in
  map target (under_priors 2 [1; 1] rows) = [(3 # 2, 0%nat); (3 # 4, 1%nat); (3 # 4, 1%nat)].
Proof. reflexivity. Qed.

Section Shares.
  Variables (n : nat) (pi : list Q) (rows : list class_row).
  Let whole := counts n (map target rows).

  Theorem shares_are_the_priors k : (k < n)%nat ->
    count k (counts n (map target (under_priors n pi rows))) == share n pi whole k * weight whole.
  Proof.
    intros K. set (c := share n pi whole k * weight whole / count k whole).
    assert (E : count k (counts n (map target (under_priors n pi rows))) == count k whole * c).
    { unfold whole at 1. rewrite !count_counts, !count_counts_of. destruct (Nat.ltb_spec k n); [|lia].
      unfold under_priors. fold whole. rewrite map_map, !sum_map, <- sum_scale. apply sum_ext. intros r _.
      destruct (target r) as [w j]. cbn [target]. destruct (Nat.eqb_spec k j) as [<-|_];
        [rewrite Qred_correct; unfold c; ring|ring]. }
    rewrite E. unfold c. destruct (Qeq_dec (count k whole) 0) as [Z|N]; [|field; exact N].
    rewrite Z at 1. unfold share, present. apply Qeq_bool_iff in Z. rewrite Z. unfold Qdiv. ring.
  Qed.

  Theorem the_weight_is_kept : ~ sum (present pi whole) (seq 0 n) == 0 ->
    weight (counts n (map target (under_priors n pi rows))) == weight whole.
  Proof.
    intros N. change (sum (fun x => x) (counts n (map target (under_priors n pi rows))) == weight whole).
    rewrite (sum_counts (fun x => x) n) by (try reflexivity; unfold counts, counts_of;
      now rewrite !map_length, seq_length).
    rewrite (sum_ext _ (fun k => present pi whole k * (weight whole / sum (present pi whole) (seq 0 n)))).
    - rewrite sum_scale. field. exact N.
    - intros k I. apply in_seq in I. rewrite shares_are_the_priors by lia. unfold share. field. exact N.
  Qed.
End Shares.

(** A plausible wrong statement: that each node keeps its weight, as the whole does. *)
Example a_node_need_not_keep_its_weight :
  let rows := [Build_row _ [0] (1, 0%nat); Build_row _ [1] (1, 1%nat); Build_row _ [2] (1, 1%nat)] in
  map (fun part => Qred (weight (summary (counts 2) part))) (split (Threshold 0 (1 # 2)) (under_priors 2 [1;
    1] rows)) =
    [3 # 2; 3 # 2].
Proof. reflexivity. Qed.

(** ** Vectors: a data set, its priors, or none, what is grown from it, and the sequence of that tree *)

Record whole_vector (T : Type) : Type := {
  priors : list Q;
  grown_first : growing_vector T;
  members : list (Q * shape)
}.
Arguments priors {T}. Arguments grown_first {T}. Arguments members {T}.

Section Check.
  Context {Y S : Type} (k : task (Q * Y) S) (weigh : list Q -> list (row (Q * Y)) -> list (row (Q * Y))).
  Variable v : whole_vector (Q * Y).

  Definition weighed_vector : growing_vector (Q * Y) :=
    let g := grown_first v in
    {| chosen_measure := chosen_measure g; learned_by := learned_by g;
       data := match priors v with [] => data g | pi => weigh pi (data g) end; stated := stated g |}.

  Definition sequence_of_it : list (Q * tree) :=
    let measure := nth (chosen_measure (grown_first v)) (measures k) (fun _ => 0) in
    pruning_sequence (risks (summarized k) (weighed k) measure (tree_of k weighed_vector)).

  Definition check_whole : bool :=
    check_growing k weighed_vector &&
    all_two (fun '(a, t) '(b, s) => same_fraction a b && same_shape (shape_of t) s) sequence_of_it
      (members v).

  Theorem an_accepted_whole_tree_holds : check_whole = true ->
    map_tree (note_of k weighed_vector) (tree_of k weighed_vector) = stated (grown_first v) /\
    map (fun '(a, t) => (a, shape_of t)) sequence_of_it = members v.
  Proof.
    intros E. apply andb_prop in E as [G M]. split; [exact (an_accepted_growing_holds k weighed_vector G)|].
    rewrite <- (map_id (members v)). revert M. apply all_two_map. intros (a, t) _ (b, s) H.
    apply andb_prop in H as [A B]. apply same_fraction_equal in A as ->.
      now apply same_shape_equal in B as ->.
  Qed.
End Check.

Definition check_classes (n : nat) : whole_vector (Q * nat) -> bool :=
  check_whole (classes_task n) (under_priors n).
Definition check_numbers : whole_vector (Q * Q) -> bool := check_whole numbers_task (fun _ rows => rows).

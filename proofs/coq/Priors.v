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

Definition by_prior (n : nat) (pi : list Q) (whole : ClassCounts) (t : Q * nat) : Q * nat :=
  let '(w, k) := t in (Qred (w * (share n pi whole k * weight whole / count k whole)), k).

Definition altered_row {T T'} (alter : T -> T') (r : row T) : row T' :=
  {| values := values r; target := alter (target r) |}.

Definition under_priors (n : nat) (pi : list Q) (rows : list class_row) : list class_row :=
  map (altered_row (by_prior n pi (counts n (map target rows)))) rows.

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
      cbn [target altered_row]. destruct (target r) as [w j]. cbn [by_prior].
      destruct (Nat.eqb_spec k j) as [<-|_]; [rewrite Qred_correct; unfold c; ring|ring]. }
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

(** ** Priors in growing

    Rows are told apart by their values alone.  So to change what else they have is to change the summary: the
    trees ask the same, node by node, *)
Section Altered.
  Context {T T' S : Type} (alter : T -> T') (summarize : list T' -> S) (weight impurity : S -> Q).
  Context (intrinsic_value : list S -> Q) (rank : S -> option (S -> Q)) (l : learner).
  Notation altered_row := (altered_row alter).
  Variable altered : list T -> S.
  Hypothesis altered_is : forall ts, summarize (map alter ts) = altered ts.

  Lemma split_altered q rows : split q (map altered_row rows) = map (map altered_row) (split q rows).
  Proof.
    unfold split. rewrite map_map. apply map_ext. intros c.
    induction rows as [|r rows IH]; [reflexivity|]. simpl.
    rewrite IH. change (child q (altered_row r)) with (child q r). now destruct (Nat.eqb (child q r) c).
  Qed.

  Lemma summary_altered rows : summary summarize (map altered_row rows) = summary altered rows.
  Proof. unfold summary. rewrite <- altered_is. now rewrite !map_map. Qed.

  Lemma values_altered f rows : values_at f (map altered_row rows) = values_at f rows.
  Proof. induction rows as [|r rows IH]; [reflexivity|]. unfold values_at in *. simpl. now rewrite IH. Qed.

  Lemma rows_of_altered f x rows : rows_of f x (map altered_row rows) = map altered_row (rows_of f x rows).
  Proof.
    unfold rows_of. induction rows as [|r rows IH]; [reflexivity|]. simpl. rewrite IH.
    change (value f (altered_row r)) with (value f r). now destruct (Qeq_bool (value f r) x).
  Qed.

  Lemma subsets_altered f vs rows :
    subsets summarize weight rank l f vs (map altered_row rows) = subsets altered weight rank l f vs rows.
  Proof.
    apply subsets_same; [apply summary_altered|]. intros x. now rewrite rows_of_altered, summary_altered.
  Qed.

  Lemma choice_altered level rows :
    chosen_split summarize weight impurity intrinsic_value rank l level (map altered_row rows) =
    chosen_split altered weight impurity intrinsic_value rank l level rows.
  Proof.
    unfold chosen_split, admissible_splits, askable, scored_splits. rewrite summary_altered.
    rewrite (flat_map_ext _ (fun f => questions_about altered weight rank l f rows)).
    - rewrite (map_ext _ (scored_question altered weight impurity intrinsic_value l rows)); [reflexivity|].
      intros q. unfold scored_question, gain_of. rewrite summary_altered, split_altered, map_map.
      now rewrite (map_ext _ _ summary_altered).
    - intros f. unfold questions_about. rewrite values_altered.
    destruct (values_at f rows) as [|x [|y vs]]; trivial.
      destruct (nth f (styles l) Each); trivial. now rewrite subsets_altered.
  Qed.

  Theorem altered_rows_grow_the_altered_tree rows :
    grow summarize weight impurity intrinsic_value rank l (map altered_row rows) =
    map_tree (fun n => (fst n, map altered_row (snd n)))
      (grow altered weight impurity intrinsic_value rank l rows).
  Proof.
    unfold grow. rewrite map_length. change (map altered_row rows) with (map altered_row (snd (0%nat, rows))).
    change 0%nat with (fst (0%nat, rows)) at 1. generalize (0%nat, rows). generalize (length rows).
    clear rows.
    induction n as [|fuel IH]; intros (level, rows); [reflexivity|]. cbn [grow_node fst snd].
    rewrite choice_altered. destruct chosen_split as [q|]; [|reflexivity]. cbn [map_tree fst snd]. f_equal.
    rewrite split_altered, !map_map. apply map_ext. intros part. exact (IH (Datatypes.S level, part)).
  Qed.
End Altered.

(** so the tree that grows of weighed rows is the one that grows of the rows as they are, where a node counts
    [N p(k, t) = pi_k N N_k(t) / N_k] of each class. *)
Definition counts_under_priors (n : nat) (pi : list Q) (whole : ClassCounts) (ts : list (Q * nat)) :
  ClassCounts :=
  map (fun k => Qred (share n pi whole k * weight whole / count k whole * count k (counts n ts))) (seq 0 n).

Theorem the_tree_under_priors n pi impurity value rank l rows :
  let whole := counts n (map target rows) in
  grow (counts n) weight impurity value rank l (under_priors n pi rows) =
  map_tree (fun here => (fst here, map (altered_row (by_prior n pi whole)) (snd here)))
    (grow (counts_under_priors n pi whole) weight impurity value rank l rows).
Proof.
  intros whole. apply altered_rows_grow_the_altered_tree. intros ts. unfold counts at 1, counts_of.
  rewrite map_map. apply map_ext_in. intros k I. apply in_seq in I. apply Qred_complete.
  rewrite count_counts, count_counts_of, sum_map. destruct (Nat.ltb_spec k n); [|lia].
  rewrite Qmult_comm, <- sum_scale. apply sum_ext. intros (w, j) _. cbn [by_prior].
  destruct (Nat.eqb_spec k j) as [<-|_]; [rewrite Qred_correct|]; ring.
Qed.

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

Definition same_members (found : list (Q * tree)) (stated : list (Q * shape)) : bool :=
  all_two (fun '(a, t) '(b, s) => same_fraction a b && same_shape (shape_of t) s) found stated.

Lemma same_members_equal found stated : same_members found stated = true ->
  map (fun '(a, t) => (a, shape_of t)) found = stated.
Proof.
  intros E. rewrite <- (map_id stated). revert E. apply all_two_map. intros (a, t) _ (b, s) H.
  apply andb_prop in H as [A B]. apply same_fraction_equal in A as ->. now apply same_shape_equal in B as ->.
Qed.

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

  Definition check_whole : bool := check_growing k weighed_vector && same_members sequence_of_it (members v).

  Theorem an_accepted_whole_tree_holds : check_whole = true ->
    map_tree (note_of k weighed_vector) (tree_of k weighed_vector) = stated (grown_first v) /\
    map (fun '(a, t) => (a, shape_of t)) sequence_of_it = members v.
  Proof.
    intros E. apply andb_prop in E as [G M].
    split; [exact (an_accepted_growing_holds k weighed_vector G)|now apply same_members_equal].
  Qed.
End Check.

Definition check_classes (n : nat) : whole_vector (Q * nat) -> bool :=
  check_whole (classes_task n) (under_priors n).
Definition check_numbers : whole_vector (Q * Q) -> bool := check_whole numbers_task (fun _ rows => rows).

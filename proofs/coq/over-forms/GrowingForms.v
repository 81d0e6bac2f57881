(** * GrowingForms: ID3 and C4.5 as they are executed

    The definitions of growing over fractions, sums of logarithms and their quotients, with entropy for
    impurity; and what a vector states of a tree.  That these are the trees over the reals is
    [ExecuteGrowing]. [QUINLAN86; C45 ch. 2; NOTE_D] *)
From Coq Require Import ZArith QArith List Bool.
From Dtrees Require Import Spec.Summaries Spec.Learning Enumerate Forms.
From Dtrees Require Spec.Entropies Middles.
From DtreesForms Require Import Numbers Spec.Growing.
Import ListNotations.
Open Scope number_scope.

Notation T := (QArith_base.Q * nat)%type.                  (* the weight of a row, and its class *)

Definition weighed (c : ClassCounts) : number := Fraction (weight c).
Definition entropy (c : ClassCounts) : number := Sum (entropy_form c).
Definition intrinsic_value (parts : list ClassCounts) : number := entropy (Entropies.sizes parts).
Definition middle : number -> number -> number := lifted Middles.middle.

Definition of_weight (rows : list (row T)) : list (row T) :=
  filter (fun r => negb (QArith_base.Qle_bool (fst (target r)) 0)) rows.

Definition grow_by_forms (n : nat) (l : learner) (rows : list (row T)) : grown (@node T) :=
  grow (counts n) weighed entropy intrinsic_value no_rank l rows.

(** ** Vectors

    What is stated of a node: its counts, its entropy, and its admissible splits, each with its gain and its
    score. *)
Record entropy_note : Type := {
  class_weights : ClassCounts;
  information : number;
  best_splits : list (question * number * number)
}.

Record entropy_tree_vector : Type := {
  learned : learner;
  given_rows : list (row T);
  annotated : grown entropy_note
}.

Definition same_question (p q : question) : bool :=
  match p, q with
  | Threshold f x, Threshold g y | Equals f x, Equals g y => Nat.eqb f g && Qeq_bool x y
  | OneOf f xs, OneOf g ys | EachCategory f xs, EachCategory g ys => Nat.eqb f g && all_two Qeq_bool xs ys
  | _, _ => false
  end.

Definition same_split {S} (c : @scored S) (stated : question * number * number) : bool :=
  let '(q, g, s) := stated in same_question (asks c) q && Qeq_bool (gain c) g && Qeq_bool (score c) s.

Section Nodes.
  Context {N : Type} (check_node : N -> entropy_note -> bool).
  Fixpoint check_nodes (t : grown N) (stated : grown entropy_note) : bool :=
    match t, stated with
    | Stop here, Stop m => check_node here m
    | Ask here q ts, Ask m p ms => check_node here m && same_question q p && all_two check_nodes ts ms
    | _, _ => false
    end.
End Nodes.

Definition check_note {S} (counted : ClassCounts) (found : list (@scored S)) (stated : entropy_note) : bool :=
  all_two same_fraction counted (class_weights stated) && Qeq_bool (entropy counted) (information stated) &&
  all_two same_split found (best_splits stated).

Section Check.
  Variable n : nat.
  Variable v : entropy_tree_vector.

  Definition check_node (here : @node T) : entropy_note -> bool :=
    check_note (summary (counts n) (snd here))
      (admissible_splits (counts n) weighed entropy intrinsic_value no_rank (learned v) (snd here)).

  Definition check_entropy_tree : bool :=
    check_nodes check_node (grow_by_forms n (learned v) (of_weight (given_rows v))) (annotated v).
End Check.

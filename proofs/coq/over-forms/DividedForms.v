(** * DividedForms: C4.5 with divided rows as it is executed

    The definitions of [Divided] over fractions, sums of logarithms and their quotients, with entropy for
    impurity; shares of weights are fractions.  That these are the trees over the reals is
    [DividedEntropy]. [C45 §3.1; ZHOU16 §4.4.2] *)
From Coq Require Import ZArith QArith List Bool.
From Dtrees Require Import Spec.Summaries Spec.Learning.
From Dtrees Require DividedRational.
From DtreesForms Require Import Numbers Spec.Growing Divided GrowingForms.
Import ListNotations.
Open Scope number_scope.

Definition share (some all : list T) : number := Fraction (DividedRational.share some all).

Definition gaps_of_weight (rows : list (gapped T)) : list (gapped T) :=
  filter (fun r => negb (QArith_base.Qle_bool (fst (label r)) 0)) rows.

Definition divided_by_forms (n : nat) (part_more : bool) (l : learner) (rows : list (gapped T)) :
  grown (@gapped_node T) :=
  grow_divided (counts n) weighed entropy intrinsic_value no_rank share DividedRational.lighter part_more
    l rows.

(** ** Vectors *)

Record divided_entropy_vector : Type := {
  one_part_more : bool;
  divides_by : learner;
  rows_with_gaps : list (gapped T);
  divided_notes : grown entropy_note
}.

Section Check.
  Variable n : nat.
  Variable v : divided_entropy_vector.

  Definition check_divided_node (here : @gapped_node T) : entropy_note -> bool :=
    check_note (counts n (map label (snd here)))
      (best_of (divided_askable (counts n) weighed entropy intrinsic_value no_rank share (one_part_more v)
        (divides_by v) (snd here))).

  Definition check_divided_entropy_tree : bool :=
    check_nodes check_divided_node
      (divided_by_forms n (one_part_more v) (divides_by v) (gaps_of_weight (rows_with_gaps v)))
        (divided_notes v).
End Check.

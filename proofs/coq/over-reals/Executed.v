(** * Executed: what is executed computes what is defined

    As in [Headlines], each with data to which it applies and a false neighbour.  They speak of programs, so
    beside the definitions of [Spec] they mention those of [Logarithms], [Numbers], [GrowingForms] and
    [ExecuteGrowing]. *)
From Coq Require Import QArith Reals Lra Lia List.
From Dtrees Require Import Middles.
From Dtrees Require Forms Logarithms.
From DtreesReals Require Import Spec.Growing Spec.GrownTrees.
From DtreesReals Require GrowingEntropy ExecuteGrowing.
From DtreesForms Require Numbers Spec.Growing GrowingForms.
Import ListNotations.
Module Numbers := DtreesForms.Numbers.
Module ByForms := DtreesForms.Spec.Growing.
Open Scope R_scope.

(** ** ID3 and C4.5 as they are executed grow the trees of the definitions ([ExecuteGrowing])

    They compute with fractions, sums of logarithms and their quotients ([DtreesForms.Numbers]). *)
Corollary trees_by_forms_are_the_trees n l l' rows : ExecuteGrowing.same_learner l l' ->
  GrowingEntropy.entropy_tree n l' (map ExecuteGrowing.real_row rows) =
    ExecuteGrowing.real_tree ExecuteGrowing.real_node (GrowingForms.grow_by_forms n l rows).
Proof.
  intros S. unfold GrowingEntropy.entropy_tree, grow. rewrite map_length.
  apply (ExecuteGrowing.what_is_grown_by_forms_is_grown n ByForms.no_rank l l' S _ (0%nat, rows)).
Qed.

(** C4.5 of three rows of two features: the one ratio is 1, the other less. *)
Definition c45_by_forms : ByForms.learner :=
  let zero := Numbers.Fraction 0 in
  ByForms.Build_learner [ByForms.Midpoint (Numbers.lifted exact_middle); ByForms.Each] true ByForms.AtLeast
    (ByForms.Build_limits None (Numbers.Fraction 2) zero zero zero zero true).
Definition c45_of_reals : learner :=
  ExecuteGrowing.learner_over_reals [Midpoint (Numbers.real_middle exact_middle); Each] c45_by_forms.
Definition three_rows : list (ByForms.row (QArith_base.Q * nat)) :=
  map (fun '(x, y, k) => ByForms.Build_row _ [Numbers.Fraction x; Numbers.Fraction y] (1%Q, k))
    [(0, 0, 0%nat); (1, 1, 1%nat); (2, 0, 1%nat)]%Q.

Example trees_by_forms_are_the_trees_applies :
  ExecuteGrowing.same_learner c45_by_forms c45_of_reals /\
  map snd (ByForms.asked (GrowingForms.grow_by_forms 2 c45_by_forms three_rows)) =
    [ByForms.Threshold 0 (Numbers.Fraction (1 # 2))].
Proof.
  split; [|vm_compute; reflexivity]. repeat split. repeat constructor.
    apply ExecuteGrowing.lifted_middles_are_the_same.
Qed.

(** Not that all of them are computed: the order of [log2 (2^60 + 1)] and 60, each divided by 1, is not found.
    *)
Example an_order_may_not_be_found :
  Numbers.found (Numbers.Ratio [(1152921504606846977%Z, 1%Q)] (Forms.constant 1))
    (Numbers.Ratio (Forms.constant 60) (Forms.constant 1)) = None.
Proof. vm_compute. reflexivity. Qed.

(** ** The sign of a sum of logarithms is that of a comparison of two integers ([Logarithms]) *)
Corollary a_sign_is_a_comparison_of_integers l : Logarithms.bases_above_one l ->
  (0 < Logarithms.value l <-> (Logarithms.powers (-1) l < Logarithms.powers 1 l)%Z) /\
  (Logarithms.value l = 0 <-> Logarithms.powers 1 l = Logarithms.powers (-1) l).
Proof. apply Logarithms.sign_is_a_comparison_of_integers. Qed.

Example a_sign_is_a_comparison_of_integers_applies : Logarithms.bases_above_one [(2, 3); (3, -2)]%Z.
Proof. intros b c [E|[E|[]]]; injection E as <- <-; lia. Qed.

(** Not that equal numbers have equal terms: the bases must be coprime. *)
Example equal_sums_are_not_of_equal_terms : Logarithms.value [(4, 1); (2, -2)]%Z = 0.
Proof. exact Logarithms.different_bases_are_not_enough. Qed.

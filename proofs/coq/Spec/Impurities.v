(** * Impurities: Gini, misclassification and squared error, each per unit of weight, and the gain of a split

    [CART84 §2.4, §4.3, §8.3; NOTE_C; NOTE_D] *)
From Coq Require Import QArith Qminmax Lqa List.
From Dtrees Require Import Spec.Sum Spec.Summaries.
Import ListNotations.
Open Scope Q_scope.

Definition gini (c : ClassCounts) : Q := 1 - sum (fun x => square (x / weight c)) c.
Definition largest (c : ClassCounts) : Q := fold_right Qmax 0 c.
Definition misclassification (c : ClassCounts) : Q := 1 - largest c / weight c.
Definition squared_error (m : Moments) : Q := squares m / weight m - square (mean m).

(** The weighted sum of squared distances to [y]. *)
Definition deviation (y : Q) (m : Moments) : Q := squares m - 2 * y * total m + square y * weight m.

Definition conditional_impurity {S} `{Summary S} (impurity : S -> Q) (parts : list S) : Q :=
  sum (fun s => weight s / weight (merge parts) * impurity s) parts.
Definition gain {S} `{Summary S} (impurity : S -> Q) (parts : list S) : Q :=
  impurity (merge parts) - conditional_impurity impurity parts.

(** All nonempty parts have the same class proportions. *)
Definition same_proportions (parts : list ClassCounts) : Prop :=
  forall c d, In c parts -> In d parts -> 0 < weight c -> 0 < weight d ->
  forall k, proportion k c == proportion k d.

(** The definitions of Spec as an OCaml program.  Numbers stay Coq's own: no arithmetic is replaced. *)
From Coq Require Import QArith List Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Dtrees Require Import Spec.Sum Spec.Trees Spec.Growing Spec.GrownTrees Spec.Summaries Spec.Impurities Spec.Learning Middles.
Import ListNotations.

Definition class_tree (classes : nat) (gini_not_misclassification : bool) (l : learner) (rows : list class_row) :
  grown ClassCounts :=
  let impurity := if gini_not_misclassification then gini else misclassification in
  let rank := if gini_not_misclassification then share_rank else no_rank in
  map_tree (fun n => summary (counts classes) (snd n))
    (grow (counts classes) weight impurity (fun _ => 1%Q) rank l (of_weight rows)).

Definition number_tree (l : learner) (rows : list (row (Q * Q))) : grown Moments :=
  map_tree (fun n => summary reduced_moments (snd n))
    (grow reduced_moments weight squared_error (fun _ => 1%Q) mean_rank l (of_weight rows)).

Definition class_risk (gini_not_misclassification : bool) (c : ClassCounts) : Q :=
  Qred (weight c * (if gini_not_misclassification then gini c else misclassification c)).

Definition number_risk (m : Moments) : Q := Qred (weight m * squared_error m).

Definition moments_listed (m : Moments) : list Q := [moment_weight m; total m; squares m].
Definition moments_read (w t s : Q) : Moments := {| moment_weight := w; total := t; squares := s |}.

Extraction "model.ml" class_tree number_tree class_risk number_risk moments_listed moments_read pruning_sequence
  optimal_subtree middle.

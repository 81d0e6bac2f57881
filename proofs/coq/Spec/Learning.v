(** * Learning: classes and numbers

    A row of class [k] and weight [w] has the target [(w, k)].  [CART84 §2.4, §8.3, §4.2.2] *)
From Coq Require Import QArith Lqa List Bool.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Growing.
Import ListNotations.
Open Scope Q_scope.

Definition class_row : Type := row (Q * nat).
Definition counts (n : nat) (rows : list (Q * nat)) : ClassCounts := map Qred (counts_of n rows).

(** With two classes or fewer at the node, categories are ordered by their share of the first. *)
Definition share_rank (whole : ClassCounts) : option (ClassCounts -> Q) :=
  match filter (fun k => negb (Qeq_bool (count k whole) 0)) (seq 0 (length whole)) with
  | [] => None
  | [k] | [k; _] => Some (proportion k)
  | _ => None
  end.

Definition reduced_moments (rows : list (Q * Q)) : Moments :=
  let m := moments_of rows in
  {| moment_weight := Qred (moment_weight m); total := Qred (total m); squares := Qred (squares m) |}.
Definition mean_rank (_ : Moments) : option (Moments -> Q) := Some mean.

Definition positive_weight {A} (p : Q * A) : Prop := 0 < fst p.
Definition of_weight {A} (rows : list (row (Q * A))) : list (row (Q * A)) :=
  filter (fun r => negb (Qle_bool (fst (target r)) 0)) rows.
Definition labelled (n : nat) (p : Q * nat) : Prop := 0 < fst p /\ (snd p < n)%nat.

(** * Sum: sums, squares, and one element of each list in every way *)
From Coq Require Import QArith Lqa List.
Import ListNotations.
Open Scope Q_scope.

Definition sum {A} (f : A -> Q) (l : list A) : Q := fold_right (fun x s => f x + s) 0 l.
Definition square (x : Q) : Q := x * x.

Fixpoint choices {A} (ls : list (list A)) : list (list A) :=
  match ls with
  | [] => [[]]
  | l :: ls => flat_map (fun x => map (cons x) (choices ls)) l
  end.

(** * Summaries: what a node keeps of its rows

    For classes the weight of each class, for numbers the weight, the weighted total and the weighted squares.
    [CART84 §2.4, §8.3; NOTE_D] *)
From Coq Require Import QArith Lqa List.
From Dtrees Require Import Spec.Sum.
Import ListNotations.
Open Scope Q_scope.

Class Summary (S : Type) := { weight : S -> Q; merge : list S -> S }.

Definition ClassCounts := list Q.
Definition nonneg (c : ClassCounts) : Prop := forall x, In x c -> 0 <= x.
Definition count (k : nat) (c : ClassCounts) : Q := nth k c 0.
Definition classes (parts : list ClassCounts) : list nat := seq 0 (list_max (map (@length Q) parts)).

Global Instance class_counts : Summary ClassCounts := {
  weight c := sum (fun x => x) c;
  merge parts := map (fun k => sum (count k) parts) (classes parts) }.

Definition proportion (k : nat) (c : ClassCounts) : Q := count k c / weight c.
Definition counts_of (n : nat) (r : list (Q * nat)) : ClassCounts :=
  map (fun k => sum (fun '(w, j) => if Nat.eqb k j then w else 0) r) (seq 0 n).

Record Moments := { moment_weight : Q; total : Q; squares : Q }.

Global Instance moments : Summary Moments := {
  weight := moment_weight;
  merge parts := {| moment_weight := sum moment_weight parts;
                    total := sum total parts; squares := sum squares parts |} }.

Definition mean (m : Moments) : Q := total m / weight m.
(** What moments of rows satisfy: no weight, no total. *)
Definition valid (m : Moments) : Prop :=
  0 <= weight m /\ (weight m == 0 -> total m == 0 /\ squares m == 0).

Definition moments_of (r : list (Q * Q)) : Moments :=
  {| moment_weight := sum fst r;
     total := sum (fun '(w, y) => w * y) r;
     squares := sum (fun '(w, y) => w * square y) r |}.

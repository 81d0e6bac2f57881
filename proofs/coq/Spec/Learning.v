(** * Learning: classes and numbers

    What the rows of either task are, how they are summarized, and the order of categories in which the subsets are
    looked for.  A row of class [k] and weight [w] has the target [(w, k)].  [CART84 §2.4, §8.3, §4.2.2] *)
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

Definition number_row : Type := row (Q * Q).

Definition reduced_moments (rows : list (Q * Q)) : Moments :=
  let m := moments_of rows in
  {| moment_weight := Qred (moment_weight m); total := Qred (total m); squares := Qred (squares m) |}.

Definition mean_rank (_ : Moments) : option (Moments -> Q) := Some mean.
Definition positive_weight {A} (p : Q * A) : Prop := 0 < fst p.

Definition of_weight {A} (rows : list (row (Q * A))) : list (row (Q * A)) :=
  filter (fun r => negb (Qle_bool (fst (target r)) 0)) rows.

Definition labelled (n : nat) (p : Q * nat) : Prop := 0 < fst p /\ (snd p < n)%nat.

(** ** Where a threshold lies: the exact middle, or the nearest float64

    [float_middle] rounds the exact middle to 53 bits, half to even, and keeps the exponent within binary64's. *)

Definition exact_middle (a b : Q) : Q := (a + b) / 2.

(** The whole number nearest to [n / d], half to even. *)
Definition nearest (n d : Z) : Z :=
  let q := (n / d)%Z in
  match Z.compare (2 * (n mod d)) d with
  | Lt => q
  | Gt => (q + 1)%Z
  | Eq => if Z.even q then q else (q + 1)%Z
  end.

(** The largest [e] with [2 ^ e <= n / d], for [n] and [d] above 0. *)
Definition binary_order (n d : Z) : Z :=
  let e := (Z.log2 n - Z.log2 d)%Z in
  if Z.leb (d * 2 ^ Z.max e 0) (n * 2 ^ Z.max (- e) 0) then e else (e - 1)%Z.

Definition float64 (x : Q) : Q :=
  let n := Z.abs (Qnum x) in
  let d := Zpos (Qden x) in
  if Z.eqb n 0 then 0 else
  let e := Z.max (binary_order n d - 52) (-1074) in
  let m := nearest (n * 2 ^ Z.max (- e) 0) (d * 2 ^ Z.max e 0) in
  inject_Z (Z.sgn (Qnum x) * m) * (if Z.leb 0 e then inject_Z (2 ^ e) else / inject_Z (2 ^ (- e))).

Definition float_middle (a b : Q) : Q := float64 (exact_middle a b).

(** Between two float64 the middle is rounded, between other numbers it is exact. *)
Definition is_float64 (x : Q) : bool :=
  Qeq_bool (float64 x) x && (Qeq_bool x 0 || Z.ltb (binary_order (Z.abs (Qnum x)) (Zpos (Qden x))) 1024).
Definition middle (a b : Q) : Q := if is_float64 a && is_float64 b then float_middle a b else exact_middle a b.

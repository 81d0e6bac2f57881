(** * Middles: where a threshold lies, in the exact middle or at the nearest float64

    [float_middle] rounds the exact middle to 53 bits, half to even, and keeps the exponent within binary64's.
     Both are executed; that any middle serves is [GrowingTheorems.between_separates]. *)
From Coq Require Import QArith Bool.
Open Scope Q_scope.

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
Definition middle (a b : Q) : Q := if is_float64 a && is_float64 b then float_middle a b else exact_middle a
  b.

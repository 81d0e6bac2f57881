(** * ExecuteFloats: the keys and the filter of [dtrees.vectorized], bit by bit

    A vector is what NumPy computes: a key of two children, a logarithm, a bound, the largest of some
    keys, or which keys the filter keeps; NaN, infinities, overflow and subnormal numbers among them. *)
From Coq Require Import ZArith List Bool.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Rounding Filter WholeKeys WholeFilter WholeGini WholeSquares WholeEntropy
  ProgrammedLogarithm.
Import ListNotations.
Open Scope Z_scope.

Inductive number : Type := Nan | Infinite (negative : bool) | Finite (m e : Z).       (* m times 2^e *)

Definition read (x : number) : float64 :=
  match x with
  | Nan => B754_nan
  | Infinite s => B754_infinity s
  | Finite m e => binary_normalize 53 1024 _ _ mode_NE m e false
  end.

Definition same (x y : float64) : bool := (is_nan x && is_nan y) || Beqb x y.

Definition is_largest_of (m : float64) (keys : list float64) : bool :=
  if existsb is_nan keys then is_nan m else existsb (same m) keys && forallb (at_least m) keys.

Inductive float_vector : Type :=
| Squared (W T w v t : number) (key : number)
| Gini (f g w v : number) (key : number)
| Logarithm (x log : number)
| Bound (W : Z) (largest e : number)
| Squared_bound (arity W T : Z) (largest e : number)
| Gini_bound (arity W : Z) (largest e : number)
| Entry (heaviest x : Z) (grains : number)
| Entropy_bound (arity classes : Z) (e : number)
| Kept (keys : list number) (largest bound : number) (near : list bool).

Definition check_float (x : float_vector) : bool :=
  match x with
  | Squared W T w v t key => same (squared_key (read W) (read T) (read w) (read v) (read t)) (read key)
  | Gini f g w v key => same (gini_key (read f) (read g) (read w) (read v)) (read key)
  | Logarithm x log => same (logarithm (read x)) (read log)
  | Bound W largest e => same (bound [(W, 0)] (read largest)) (read e)
  | Squared_bound arity W T largest e =>
      same (squared_bound arity [(W - 1, 0); (1, T)] (read largest)) (read e)
  | Gini_bound arity W largest e => same (gini_bound arity [(W, 0)] (read largest)) (read e)
  | Entry heaviest x grains => same (phi logarithm heaviest x) (read grains)
  | Entropy_bound arity classes e => same (entropy_bound arity (Z.to_nat classes)) (read e)
  | Kept keys largest bound near =>
      is_largest_of (read largest) (map read keys) &&
      (if list_eq_dec bool_dec near
            (map (fun k => at_least k (minus (read largest)
              (times two (read bound))) && negb (same k nothing)) (map read keys))
       then true else false)
  end.

(** * Numbers: sums of logarithms under the names of the fractions

    [Spec/Growing], read with this dictionary, computes ID3 and C4.5: the same text over numbers whose comparisons are
    certain ([Dtrees.SignedLogarithms]), or [Unknown]. *)
From Coq Require Export ZArith List Bool.
From Dtrees Require Export SignedLogarithms.
Declare Scope L_scope.
Delimit Scope L_scope with L.
Bind Scope L_scope with num.
Open Scope L_scope.

Notation Q := num.
Notation "0" := zero : L_scope.
Notation "x + y" := (add x y) : L_scope.
Notation "x - y" := (minus x y) : L_scope.
Notation "x * y" := (times x y) : L_scope.
Notation "x / y" := (over x y) : L_scope.
Notation Qle_bool := at_most.
Notation Qeq_bool := same.
Definition Qred (x : num) : num := x.

(** Vectors as a generator writes them: what a Python sequence says, checked here.
    [make execute] compiles every file in this folder. *)
From Coq Require Import QArith List.
From Dtrees Require Import Tree Execute.
Import ListNotations.
Open Scope Q_scope.

(** Each is: the tree; the alphas of its pruning sequence; at which alpha of the sequence
    each internal node goes; and some alphas with the shapes of their optimal subtrees. *)
Definition vectors : list vector := [
  Build_vector (Leaf 3) [0] Bare [((-1 # 2), L); (4, L)];
  Build_vector (Branch 2 [Leaf 1; Leaf 1]) [0] (Until 0 [Bare; Bare]) [((-1 # 2), B [L; L]); (0, L)];
  Build_vector (Branch (25 # 4) [Branch 3 [Leaf 1; Leaf 1]; Leaf (1 # 2)]) [0; 1; 11 # 4]
    (Until (11 # 4) [Until 1 [Bare; Bare]; Bare]) [(1 # 2, B [B [L; L]; L]); (2, B [L; L])]].

Example all_hold : failures check_vector vectors = [].
Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.

Example all_hold_by_definition : failures check_by_definition vectors = [].
Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.

(** A difference planted in the second is found there. *)
Example the_planted_difference_is_found :
  failures check_vector [
    Build_vector (Leaf 3) [0] Bare [];
    Build_vector (Branch 2 [Leaf 1; Leaf 1]) [0] (Until 1 [Bare; Bare]) []] = [1%nat].
Proof. vm_cast_no_check (@eq_refl (list nat) [1%nat]). Qed.

(** * Trees: cost-complexity pruning

    A node carries its risk [R(t)], what it would cost if it were a leaf.
    [CART84 §3.2, §3.3; NOTE_A; NOTE_B; NOTE_D] *)
From Coq Require Import QArith Lqa List Bool.
From Dtrees Require Import Spec.Sum.
Import ListNotations.
Open Scope Q_scope.

Inductive tree : Type :=
| Leaf (r : Q)
| Branch (r : Q) (ts : list tree).

(** A branch has two children or more. *)
Inductive wf : tree -> Prop :=
| wf_leaf r : wf (Leaf r)
| wf_branch r ts : (2 <= length ts)%nat -> (forall t, In t ts -> wf t) -> wf (Branch r ts).

Definition root_cost (t : tree) : Q :=                          (* R(t) *)
  match t with Leaf r => r | Branch r _ => r end.
Fixpoint risk (t : tree) : Q :=                                 (* R(T_t) *)
  match t with Leaf r => r | Branch _ ts => sum risk ts end.
Fixpoint leaves (t : tree) : Q :=                               (* |T_t| *)
  match t with Leaf _ => 1 | Branch _ ts => sum leaves ts end.
Definition cost (a : Q) (t : tree) : Q := risk t + a * leaves t.  (* R_a(T_t) *)

(** The internal nodes, each with what hangs below, itself first. *)
Fixpoint branches (t : tree) : list tree :=
  match t with Leaf _ => [] | Branch _ ts => t :: flat_map branches ts end.
Definition internal_nodes (t : tree) : nat := length (branches t).

Definition path := list nat.
Fixpoint update {A} (i : nat) (f : A -> A) (l : list A) : list A :=
  match l, i with
  | [], _ => []
  | x :: l, O => f x :: l
  | x :: l, S i => x :: update i f l
  end.
Fixpoint subtree_at (p : path) (t : tree) : option tree :=
  match p, t with
  | [], _ => Some t
  | _ :: _, Leaf _ => None
  | i :: p, Branch _ ts => match nth_error ts i with Some u => subtree_at p u | None => None end
  end.
Fixpoint prune_at (p : path) (t : tree) : tree :=
  match p, t with
  | [], _ => Leaf (root_cost t)
  | _ :: _, Leaf r => Leaf r
  | i :: p, Branch r ts => Branch r (update i (prune_at p) ts)
  end.

(** ** Pruned subtrees, and the best of them at an alpha *)
Inductive pruned : tree -> tree -> Prop :=
| pruned_here t : pruned (Leaf (root_cost t)) t
| pruned_below r ss ts : Forall2 pruned ss ts -> pruned (Branch r ss) (Branch r ts).
Infix "<<=" := pruned (at level 70).

Definition optimal (a : Q) (s t : tree) : Prop :=
  s <<= t /\ forall u, u <<= t -> cost a s <= cost a u.
Fixpoint optimal_subtree (a : Q) (t : tree) : tree :=
  match t with
  | Leaf r => Leaf r
  | Branch r ts =>
      let us := map (optimal_subtree a) ts in
      if Qle_bool (r + a) (sum (cost a) us) then Leaf r else Branch r us
  end.

Fixpoint all_pruned_subtrees (t : tree) : list tree :=
  match t with
  | Leaf r => [Leaf r]
  | Branch r ts => Leaf r :: map (Branch r) (choices (map all_pruned_subtrees ts))
  end.

(** ** Weakest links *)
Definition alpha_of (t : tree) : Q := (root_cost t - risk t) / (leaves t - 1).

Fixpoint smallest (l : list Q) : option Q :=
  match l with
  | [] => None
  | x :: l => match smallest l with
              | Some m => Some (if Qle_bool m x then m else x)
              | None => Some x
              end
  end.
Definition smallest_alpha (t : tree) : option Q := smallest (map alpha_of (branches t)).

(** One round: the topmost branches whose alpha is at most [a] become leaves. *)
Fixpoint prune_weakest (a : Q) (t : tree) : tree :=
  match t with
  | Leaf r => Leaf r
  | Branch r ts => if Qle_bool (alpha_of t) a then Leaf r else Branch r (map (prune_weakest a) ts)
  end.
Fixpoint rounds_within (n : nat) (t : tree) : list (Q * tree) :=
  match n, smallest_alpha t with
  | S n, Some a => let u := prune_weakest a t in (Qred a, u) :: rounds_within n u
  | _, _ => []
  end.
Definition rounds (t : tree) : list (Q * tree) := rounds_within (internal_nodes t) t.

(** The sequence starts at T(0), as Breiman's does: a split that gains nothing goes at alpha 0. *)
Definition pruning_sequence (t : tree) : list (Q * tree) :=
  let t0 := optimal_subtree 0 t in (0, t0) :: rounds t0.

(** The tree in force at [a]: [t] until the first alpha, then the last member reached. *)
Fixpoint member_at (t : tree) (seq : list (Q * tree)) (a : Q) : tree :=
  match seq with
  | [] => t
  | (b, u) :: seq => if Qle_bool b a then member_at u seq a else t
  end.

Inductive one_at_a_time : tree -> list (Q * tree) -> Prop :=
| at_the_root r : one_at_a_time (Leaf r) []
| cut_one t a p r ts seq : smallest_alpha t = Some a ->
    subtree_at p t = Some (Branch r ts) -> alpha_of (Branch r ts) == a ->
    one_at_a_time (prune_at p t) seq -> one_at_a_time t ((a, prune_at p t) :: seq).

Definition settled (a : Q) (t : tree) : Prop :=
  forall r ts, In (Branch r ts) (branches t) -> cost a (Branch r ts) < r + a.
Inductive bottom_up (a : Q) : tree -> tree -> Prop :=
| all_settled t : settled a t -> bottom_up a t t
| collapse p t r ts u : subtree_at p t = Some (Branch r ts) ->
    (forall c, In c ts -> settled a c) -> r + a <= cost a (Branch r ts) ->
    bottom_up a (prune_at p t) u -> bottom_up a t u.

(** * Trees: cost-complexity pruning

    A node carries its risk [R(t)], what it would cost if it were a leaf.  Pruned subtrees, their cost at an alpha,
    the smallest optimum, weakest links and their rounds.  [CART84 §3.2, §3.3; NOTE_A; NOTE_B; NOTE_D] *)
From Coq Require Import QArith Lqa List Bool.
From Dtrees Require Import Spec.Sum.
Import ListNotations.
Open Scope Q_scope.

Inductive tree : Type :=
| Leaf (r : Q)
| Branch (r : Q) (ts : list tree).

(** A branch has two children or more.  (With one child, [alpha_of] would divide
    by zero; with none, a branch would have no leaf.) *)
Inductive wf : tree -> Prop :=
| wf_leaf r : wf (Leaf r)
| wf_branch r ts : (2 <= length ts)%nat -> (forall t, In t ts -> wf t) -> wf (Branch r ts).

Definition root_cost (t : tree) : Q :=                          (* R(t) *)
  match t with Leaf r => r | Branch r _ => r end.

Fixpoint risk (t : tree) : Q :=                                 (* R(T_t) *)
  match t with Leaf r => r | Branch _ ts => sum risk ts end.

(** The number of leaves, among the rationals because alpha multiplies it. *)
Fixpoint leaves (t : tree) : Q :=                               (* |T_t| *)
  match t with Leaf _ => 1 | Branch _ ts => sum leaves ts end.

Definition cost (a : Q) (t : tree) : Q := risk t + a * leaves t.  (* R_a(T_t) *)

(** The branches of a tree, itself first: the internal nodes, each with what hangs below. *)
Fixpoint branches (t : tree) : list tree :=
  match t with Leaf _ => [] | Branch _ ts => t :: flat_map branches ts end.

Definition internal_nodes (t : tree) : nat := length (branches t).
Definition path := list nat.

(** The list with [f] applied to its element at [i]. *)
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

(** The subtree at the path becomes a leaf. *)
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

(** A round cuts an internal node at least, so there are no more rounds than those. *)
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

Inductive run : tree -> list (Q * tree) -> Prop :=
| run_ends r : run (Leaf r) []
| run_cuts t a b u seq :
    smallest_alpha t = Some b -> a == b ->
    optimal_subtree b t <<= u -> u <<= t -> u <> t ->
    run u seq -> run t ((a, u) :: seq).

Definition numbered {A} (l : list A) : list (nat * A) := combine (seq 0 (length l)) l.

Fixpoint internal_paths (t : tree) : list path :=
  match t with
  | Leaf _ => []
  | Branch _ ts =>
      [] :: flat_map (fun '(i, ps) => map (cons i) ps) (numbered (map internal_paths ts))
  end.

Definition has_alpha (a : Q) (t : tree) (p : path) : bool :=
  match subtree_at p t with Some b => Qeq_bool (alpha_of b) a | None => false end.

Definition weakest_links (t : tree) : list path :=
  match smallest_alpha t with
  | Some a => filter (has_alpha a t) (internal_paths t)
  | None => []
  end.

Inductive one_at_a_time : tree -> list (Q * tree) -> Prop :=
| at_the_root r : one_at_a_time (Leaf r) []
| cut_one t a p seq : smallest_alpha t = Some a -> In p (weakest_links t) ->
    one_at_a_time (prune_at p t) seq -> one_at_a_time t ((a, prune_at p t) :: seq).

Definition settled (a : Q) (t : tree) : Prop :=
  forall r ts, In (Branch r ts) (branches t) -> cost a (Branch r ts) < r + a.

Inductive bottom_up (a : Q) : tree -> tree -> Prop :=
| all_settled t : settled a t -> bottom_up a t t
| collapse p t r ts u : subtree_at p t = Some (Branch r ts) ->
    (forall c, In c ts -> settled a c) -> r + a <= cost a (Branch r ts) ->
    bottom_up a (prune_at p t) u -> bottom_up a t u.

Fixpoint reduced_error_prune (t : tree) : tree :=
  match t with
  | Leaf r => Leaf r
  | Branch r ts =>
      let us := map reduced_error_prune ts in
      if Qle_bool r (sum risk us) then Leaf r else Branch r us
  end.

Definition no_split_raises_risk (t : tree) : Prop :=
  forall r ts, In (Branch r ts) (branches t) -> sum root_cost ts <= r.

Fixpoint scaled (k : Q) (t : tree) : tree :=
  match t with
  | Leaf r => Leaf (k * r)
  | Branch r ts => Branch (k * r) (map (scaled k) ts)
  end.

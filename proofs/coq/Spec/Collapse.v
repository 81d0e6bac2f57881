(** * Collapse: all rounds in one pass, by breakpoints

    At the breakpoint [(b, n)] a branch goes, for alpha falling below [b], from some leaves to [n] more.
    [CART84 ch. 10] *)
From Coq Require Import QArith Lqa List.
From Dtrees Require Import Spec.Sum Spec.Trees.
Import ListNotations.
Open Scope Q_scope.

Notation breakpoint := (Q * Q)%type.             (* an alpha, and how many leaves appear below it *)
Fixpoint insert (x : breakpoint) (l : list breakpoint) : list breakpoint :=
  match l with
  | [] => [x]
  | y :: m => if Qle_bool (fst y) (fst x) then x :: l else y :: insert x m
  end.
Definition merge (l m : list breakpoint) : list breakpoint := fold_right insert m l.

(** [c + k alpha] is the children's sum above every breakpoint of [l]: where it
    meets [r + alpha] is the node's own alpha, unless a breakpoint lies above. *)
Fixpoint settle (r c k : Q) (l : list breakpoint) : list breakpoint :=
  let a := Qred ((r - c) / (k - 1)) in
  match l with
  | [] => [(a, k - 1)]
  | (b, n) :: m => if Qle_bool a b then settle r (Qred (c - b * n)) (k + n) m else (a, k - 1) :: l
  end.

Fixpoint breakpoints (t : tree) : list breakpoint :=
  match t with
  | Leaf _ => []
  | Branch r ts =>
      settle r (sum root_cost ts) (sum (fun _ => 1) ts) (fold_right merge [] (map breakpoints ts))
  end.

Definition collapse_alpha (t : tree) : Q := match breakpoints t with (a, _) :: _ => a | [] => 0 end.

Fixpoint prune_by_breakpoints (a : Q) (t : tree) : tree :=
  match t with
  | Leaf r => Leaf r
  | Branch r ts =>
      if Qle_bool (collapse_alpha t) a then Leaf r else Branch r (map (prune_by_breakpoints a) ts)
  end.

(** The alphas, each once, rising. *)
Fixpoint rising (l : list breakpoint) (found : list Q) : list Q :=
  match l with
  | [] => found
  | (b, _) :: l =>
      rising l (match found with
                | c :: _ => if Qeq_bool b c then found else b :: found
                | [] => [b]
                end)
  end.
Definition collapse_points (t : tree) : list Q := rising (breakpoints t) [].
Definition rounds_by_breakpoints (t : tree) : list (Q * tree) :=
  map (fun a => (a, prune_by_breakpoints a t)) (collapse_points t).

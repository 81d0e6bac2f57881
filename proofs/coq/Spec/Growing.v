(** * Growing: the specification's growing, as it stands

    Rows are told apart by their features alone; what else a row has (target, weight) only a summary
    sees.  How rows are summarized, and the impurity of a summary, are arguments.
    [CART84 §2.4; C45 ch. 2; NOTE_D] *)
From Coq Require Import QArith Lqa List Bool.
From Dtrees Require Import Spec.Sum.
Import ListNotations.
Open Scope Q_scope.

(** ** Rows and questions

    Features are known by their number, categories by their place among the feature's. *)
Record row (T : Type) : Type := { values : list Q; target : T }.
Arguments values {T}. Arguments target {T}.
Definition value {T} (f : nat) (r : row T) : Q := Qred (nth f (values r) 0).

Inductive question : Type :=
| Threshold (feature : nat) (threshold : Q)
| Equals (feature : nat) (category : Q)
| OneOf (feature : nat) (categories : list Q)
| EachCategory (feature : nat) (categories : list Q).

Fixpoint place (x : Q) (l : list Q) : nat :=
  match l with [] => O | y :: l => if Qeq_bool x y then O else S (place x l) end.

Definition child {T} (q : question) (r : row T) : nat :=
  match q with
  | Threshold f s => if Qle_bool (value f r) s then 0 else 1
  | Equals f c => if Qeq_bool (value f r) c then 0 else 1
  | OneOf f cs => if existsb (Qeq_bool (value f r)) cs then 0 else 1
  | EachCategory f cs => place (value f r) cs
  end.

Definition arity (q : question) : nat := match q with EachCategory _ cs => length cs | _ => 2 end.
Definition feature_of (q : question) : nat :=
  match q with Threshold f _ => f | Equals f _ => f | OneOf f _ => f | EachCategory f _ => f end.
Definition split {T} (q : question) (rows : list (row T)) : list (list (row T)) :=
  map (fun c => filter (fun r => Nat.eqb (child q r) c) rows) (seq 0 (arity q)).

(** ** Trees, each node of which holds something: its rows, its summary, its risk *)
Inductive grown (N : Type) : Type :=
| Stop (n : N)
| Ask (n : N) (q : question) (children : list (grown N)).
Arguments Stop {N}. Arguments Ask {N}.

Definition content {N} (t : grown N) : N := match t with Stop n => n | Ask n _ _ => n end.
Fixpoint map_tree {M N} (f : M -> N) (t : grown M) : grown N :=
  match t with Stop n => Stop (f n) | Ask n q ts => Ask (f n) q (map (map_tree f) ts) end.
Fixpoint ends {N} (t : grown N) : list N :=
  match t with Stop n => [n] | Ask _ _ ts => flat_map ends ts end.
Fixpoint asked {N} (t : grown N) : list (N * question) :=
  match t with Stop _ => [] | Ask n q ts => (n, q) :: flat_map asked ts end.

(** ** The values of a feature, ascending, each once *)
Fixpoint insert (x : Q) (l : list Q) : list Q :=
  match l with
  | [] => [x]
  | y :: l' => if Qeq_bool x y then l else if Qle_bool x y then x :: l else y :: insert x l'
  end.
Definition values_at {T} (f : nat) (rows : list (row T)) : list Q :=
  fold_right (fun r => insert (value f r)) [] rows.

Fixpoint neighbours (l : list Q) : list (Q * Q) :=
  match l with x :: (y :: _) as l' => (x, y) :: neighbours l' | _ => [] end.

(** A threshold between neighbours: the middle, or the smaller where the middle is rounded out of [a, b). *)
Definition between (middle : Q -> Q -> Q) (a b : Q) : Q :=
  let m := Qred (middle a b) in if Qle_bool a m && negb (Qle_bool b m) then m else a.

Fixpoint sublists (l : list Q) : list (list Q) :=
  match l with
  | [] => [[]]
  | x :: l => [] :: map (cons x) (sublists l) ++ tl (sublists l)
  end.
(** Every way to part the values in two: the part that holds the first, in the order of the dictionary. *)
Definition all_subsets (vs : list Q) : list (list Q) :=
  filter (fun cs => Nat.ltb (length cs) (length vs)) (map (cons (hd 0 vs)) (sublists (tl vs))).

(** ** Learners *)
Inductive style :=
| Midpoint (middle : Q -> Q -> Q)            (* the exact middle, or a rounded one *)
| Observed | Each | EqualTo | Subset.
Inductive gate := NoGate | AtLeast | Above.

Record limits : Type := {
  max_depth : option nat;
  min_split : Q; min_leaf : Q; min_gain : Q; min_impurity : Q; min_risk : Q;
  gainless : bool }.                         (* may a question be asked that gains nothing? *)

Record learner : Type := {
  styles : list style;                       (* of each feature *)
  by_ratio : bool; gated : gate; stopping : limits }.

Definition gain_suffices (lim : limits) (g : Q) : bool :=
  Qle_bool (min_gain lim) g && (negb (Qle_bool g 0) || gainless lim).

(** The key by which no categories are ordered: all subsets are asked. *)
Definition no_rank {S} (_ : S) : option (S -> Q) := None.

Section Growing.
  Context {T S : Type}.
  Variable summarize : list T -> S.
  Variables (weight impurity : S -> Q) (intrinsic_value : list S -> Q).
  Variable rank : S -> option (S -> Q).        (* by which categories are ordered at a node, if they are *)

  Definition summary (rows : list (row T)) : S := summarize (map target rows).

  (** *** Candidates *)
  Definition rows_of (f : nat) (x : Q) (rows : list (row T)) : list (row T) :=
    filter (fun r => Qeq_bool (value f r) x) rows.

  (** A subset that cuts the categories' order by rank in two, or the rest of one. *)
  Definition initial_run (key : Q -> Q) (vs chosen : list Q) : bool :=
    let others := filter (fun x => negb (existsb (Qeq_bool x) chosen)) vs in
    let all_below low high :=
      forallb (fun x => forallb (fun y => negb (Qle_bool (key y) (key x))) high) low in
    all_below chosen others || all_below others chosen.
  Definition same_rank (key : Q -> Q) (vs : list Q) : bool :=
    forallb (fun x => forallb (fun y => Qeq_bool (key x) (key y)) vs) vs.

  Definition subsets (l : learner) (f : nat) (vs : list Q) (rows : list (row T)) : list (list Q) :=
    match rank (summary rows) with
    | None => all_subsets vs
    | Some key =>
        let group x := summary (rows_of f x rows) in
        let rank_of x := key (group x) in
        if same_rank rank_of vs then if gain_suffices (stopping l) 0 then all_subsets vs else []
        else if forallb (fun x => Qle_bool (min_leaf (stopping l)) (weight (group x))) vs
        then filter (initial_run rank_of vs) (all_subsets vs)
        else all_subsets vs
    end.

  Definition questions_about (l : learner) (f : nat) (rows : list (row T)) : list question :=
    match values_at f rows with
    | [] | [_] => []
    | vs =>
        match nth f (styles l) Each with
        | Each => [EachCategory f vs]
        | Midpoint middle => map (fun '(a, b) => Threshold f (between middle a b)) (neighbours vs)
        | Observed => map (fun '(a, _) => Threshold f a) (neighbours vs)
        | EqualTo => map (Equals f) vs
        | Subset => map (OneOf f) (subsets l f vs rows)
        end
    end.

  (** *** Scores *)
  Record scored : Type := { asks : question; score : Q; gain : Q; parts : list S }.
  Definition gain_of (rows : list (row T)) (ps : list S) : Q :=
    let whole := summary rows in
    Qred (impurity whole - sum (fun s => weight s / weight whole * impurity s) ps).

  Definition scored_question (l : learner) (rows : list (row T)) (q : question) : scored :=
    let ps := map summary (split q rows) in
    let g := gain_of rows ps in
    {| asks := q; score := if by_ratio l then Qred (g / intrinsic_value ps) else g; gain := g; parts := ps |}.

  Definition scored_splits (l : learner) (rows : list (row T)) : list scored :=
    filter (fun c => forallb (fun s => Qle_bool (min_leaf (stopping l)) (weight s)) (parts c))
      (map (scored_question l rows)
        (flat_map (fun f => questions_about l f rows) (seq 0 (length (styles l))))).

  (** *** The gate, and the admissible set *)
  Definition largest (x : Q) (l : list Q) : Q := fold_right (fun y m => if Qle_bool y m then m else y) x l.
  Definition best_gain (f : nat) (cs : list scored) : option Q :=
    match map gain (filter (fun c => Nat.eqb (feature_of (asks c)) f) cs) with
    | [] => None
    | x :: l => Some (largest x l)
    end.
  Fixpoint present (l : list (option Q)) : list Q :=
    match l with [] => [] | Some x :: l => x :: present l | None :: l => present l end.

  Definition passes (g : gate) (x : Q) (gains : list Q) : bool :=
    let excess := sum (fun y => x - y) gains in
    match g with
    | NoGate => true
    | AtLeast => Qle_bool 0 excess
    | Above => negb (Qle_bool excess 0)
    end.

  (** Each feature's questions of largest gain, for the features whose gain passes the gate. *)
  Definition past_the_gate (l : learner) (cs : list scored) : list scored :=
    let bests := map (fun f => best_gain f cs) (seq 0 (length (styles l))) in
    filter (fun c => match nth (feature_of (asks c)) bests None with
                     | Some x => Qeq_bool (gain c) x && passes (gated l) x (present bests)
                     | None => false
                     end) cs.

  Definition askable (l : learner) (rows : list (row T)) : list scored :=
    let cs := scored_splits l rows in
    filter (fun c => gain_suffices (stopping l) (gain c)) (if by_ratio l then past_the_gate l cs else cs).

  Definition best_of (cs : list scored) : list scored :=
    match cs with
    | [] => []
    | c :: _ => filter (fun d => Qeq_bool (score d) (largest (score c) (map score cs))) cs
    end.
  (** Every optimal split of the rows, the canonical one first. *)
  Definition admissible_splits (l : learner) (rows : list (row T)) : list scored := best_of (askable l rows).

  (** *** The tree *)
  Definition stops (lim : limits) (level : nat) (s : S) : bool :=
    let inside := impurity s in
    match max_depth lim with Some d => Nat.leb d level | None => false end
    || negb (Qle_bool (min_split lim) (weight s))
    || Qle_bool inside (min_impurity lim)
    || negb (Qle_bool (min_risk lim) (inside * weight s)).

  Definition chosen_split (l : learner) (level : nat) (rows : list (row T)) : option question :=
    if stops (stopping l) level (summary rows) then None
    else match admissible_splits l rows with [] => None | c :: _ => Some (asks c) end.

  Definition node : Type := nat * list (row T).             (* its level and its rows *)

  (** Each part of a split is smaller than the whole, so the rows are fuel enough. *)
  Fixpoint grow_node (l : learner) (fuel : nat) (n : node) : grown node :=
    match fuel with
    | O => Stop n
    | Datatypes.S fuel =>
        match chosen_split l (fst n) (snd n) with
        | None => Stop n
        | Some q =>
            Ask n q (map (fun part => grow_node l fuel (Datatypes.S (fst n), part)) (split q (snd n)))
        end
    end.
  Definition grow (l : learner) (rows : list (row T)) : grown node := grow_node l (length rows) (0%nat, rows).
End Growing.

(** * GrowingForms: ID3 and C4.5 with the order of forms, and executed

    The definitions of [Spec.Growing] for classes, where gains are forms and their order is found by integers.  Where
    two gain ratios are in no order that was found, a node is not decided, and its vector is refused.  That these are
    the trees of the definitions over the reals is [ExecuteGrowing].  [QUINLAN86; C45 ch. 2; NOTE_D] *)
From Coq Require Import ZArith QArith List Bool.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Growing Spec.Learning Enumerate GrowingRational Forms.
Import ListNotations.
Open Scope Q_scope.

(** A question, its gain, what the gain is divided by, and what the children count. *)
Record candidate : Type := { questioned : question; gained : form; divisor : form; children : list ClassCounts }.

Definition enough (lim : limits) (g : form) : bool :=
  at_most (constant (min_gain lim)) g && (negb (at_most g []) || gainless lim).

Definition largest_form (x : form) (l : list form) : form := fold_right (fun y m => if at_most y m then m else y) x l.

Definition best_gain (f : nat) (cs : list candidate) : option form :=
  match map gained (filter (fun c => Nat.eqb (feature_of (questioned c)) f) cs) with
  | [] => None
  | x :: l => Some (largest_form x l)
  end.

Fixpoint present (l : list (option form)) : list form :=
  match l with [] => [] | Some x :: l => x :: present l | None :: l => present l end.

Definition passes (g : gate) (x : form) (gains : list form) : bool :=
  let excess := fold_right (fun y s => sum_of_forms (less x y) s) [] gains in
  match g with
  | NoGate => true
  | AtLeast => at_most [] excess
  | Above => negb (at_most excess [])
  end.

(** The best gains of the features are found once. *)
Definition looked_up (found : list (nat * option form)) (f : nat) (cs : list candidate) : option form :=
  match find (fun t => Nat.eqb (fst t) f) found with Some t => snd t | None => best_gain f cs end.

Definition past_the_gate (l : learner) (cs : list candidate) : list candidate :=
  let found := map (fun f => (f, best_gain f cs)) (seq 0 (length (styles l))) in
  let gains := present (map snd found) in
  filter (fun c => match looked_up found (feature_of (questioned c)) cs with
                   | Some x => equal (gained c) x && passes (gated l) x gains
                   | None => false
                   end) cs.

(** The order of the scores. *)
Definition order (l : learner) (x y : candidate) : option comparison :=
  if by_ratio l then quotients (gained x) (divisor x) (gained y) (divisor y) else Some (sign (less (gained x) (gained y))).

Definition best (l : learner) (c : candidate) (cs : list candidate) : candidate :=
  fold_right (fun y m => match order l y m with Some Gt => y | _ => m end) c cs.

Definition best_of (l : learner) (cs : list candidate) : list candidate :=
  match cs with
  | [] => []
  | c :: _ => let m := best l c cs in filter (fun d => match order l d m with Some Eq => true | _ => false end) cs
  end.

Definition stops (lim : limits) (level : nat) (s : ClassCounts) : bool :=
  let inside := entropy_form s in
  match max_depth lim with Some d => Nat.leb d level | None => false end
  || negb (Qle_bool (min_split lim) (weight s))
  || at_most inside (constant (min_impurity lim))
  || negb (at_most (constant (min_risk lim)) (times (weight s) inside)).

Section Growing.
  Variable n : nat.                                      (* of classes *)
  Variable rank : ClassCounts -> option (ClassCounts -> Q).

  Definition measured (l : learner) (rows : list class_row) (q : question) : candidate :=
    let ps := map (summary (counts n)) (split q rows) in
    {| questioned := q; gained := gain_form (summary (counts n) rows) ps;
       divisor := if by_ratio l then entropy_form (Entropies.sizes ps) else constant 1; children := ps |}.

  Definition candidates (l : learner) (rows : list class_row) : list candidate :=
    filter (fun c => forallb (fun s => Qle_bool (min_leaf (stopping l)) (weight s)) (children c))
      (map (measured l rows)
        (flat_map (fun f => questions_about (counts n) weight rank l f rows) (seq 0 (length (styles l))))).

  Definition askable (l : learner) (rows : list class_row) : list candidate :=
    let cs := candidates l rows in
    filter (fun c => enough (stopping l) (gained c)) (if by_ratio l then past_the_gate l cs else cs).

  Definition admissible_splits (l : learner) (rows : list class_row) : list candidate := best_of l (askable l rows).

  Definition chosen_split (l : learner) (level : nat) (rows : list class_row) : option question :=
    if stops (stopping l) level (summary (counts n) rows) then None
    else match admissible_splits l rows with [] => None | c :: _ => Some (questioned c) end.

  Fixpoint grow_node (l : learner) (fuel : nat) (here : @node (Q * nat)) : grown node :=
    match fuel with
    | O => Stop here
    | Datatypes.S fuel =>
        match chosen_split l (fst here) (snd here) with
        | None => Stop here
        | Some q =>
            Ask here q (map (fun part => grow_node l fuel (Datatypes.S (fst here), part)) (split q (snd here)))
        end
    end.

  Definition grow_by_forms (l : learner) (rows : list class_row) : grown node := grow_node l (length rows) (0%nat, rows).

  (** All scores of a node are in order. *)
  Definition decided (l : learner) (rows : list class_row) : bool :=
    let cs := askable l rows in
    forallb (fun x => forallb (fun y => match order l x y with Some _ => true | None => false end) cs) cs.
End Growing.

(** ** Vectors

    What is stated of a node: its counts, its entropy, and its admissible splits, each with its gain and its score as a
    quotient. *)
Record entropy_note : Type := {
  class_weights : list Q;
  information : form;
  best_splits : list (question * form * (form * form))
}.

Record entropy_tree_vector : Type := {
  learned : learner;
  given_rows : list class_row;
  annotated : grown entropy_note
}.

Definition same_split (c : candidate) (s : question * form * (form * form)) : bool :=
  let '(q, g, (above, below)) := s in
  same_question (questioned c) q && equal (gained c) g &&
  match quotients (gained c) (divisor c) above below with Some Eq => true | _ => false end.

Section Check.
  Variable n : nat.
  Variable v : entropy_tree_vector.

  Definition tree_by_forms : grown (@node (Q * nat)) := grow_by_forms n no_rank (learned v) (of_weight (given_rows v)).

  Definition check_node (here : @node (Q * nat)) (stated : entropy_note) : bool :=
    let s := summary (counts n) (snd here) in
    decided n no_rank (learned v) (snd here) &&
    all_two same_fraction s (class_weights stated) && equal (entropy_form s) (information stated) &&
    all_two same_split (admissible_splits n no_rank (learned v) (snd here)) (best_splits stated).

  Fixpoint check_nodes (t : grown (@node (Q * nat))) (stated : grown entropy_note) : bool :=
    match t, stated with
    | Stop here, Stop m => check_node here m
    | Ask here q ts, Ask m p ms => check_node here m && same_question q p && all_two check_nodes ts ms
    | _, _ => false
    end.

  Definition check_entropy_tree : bool := check_nodes tree_by_forms (annotated v).
End Check.

(** * Divided: growing where values are missing, with rows divided among the children

    As [Growing], but that rows may miss values.  A question is scored on the rows that can answer it, times
    their share of the weight; each other row goes to every child, with the child's share of its weight.  What
    a share is, and a row that is lighter by one, are arguments. [C45 §3.1; ZHOU16 §4.4.2] *)
From Coq Require Import QArith Lqa List Bool.
From Dtrees Require Import Spec.Sum Spec.Growing.
Import ListNotations.
Open Scope Q_scope.

(** ** Rows that may miss values *)

Record gapped (T : Type) : Type := { cells : list (option Q); label : T }.
Arguments cells {T}. Arguments label {T}.

Definition is_known {T} (f : nat) (r : gapped T) : bool :=
  match nth f (cells r) (Some 0) with Some _ => true | None => false end.
Definition known {T} (f : nat) (rows : list (gapped T)) : list (gapped T) := filter (is_known f) rows.
Definition unknown {T} (f : nat) (rows : list (gapped T)) : list (gapped T) :=
  filter (fun r => negb (is_known f r)) rows.

(** A row without gaps, and a row with 0 in each gap, for questions about what is known. *)
Definition gapless {T} (r : row T) : gapped T := {| cells := map Some (values r); label := target r |}.
Definition filled {T} (r : gapped T) : row T :=
  {| values := map (fun x => match x with Some x => x | None => 0 end) (cells r); target := label r |}.

Section Divided.
  Context {T S : Type}.
  Variable summarize : list T -> S.
  Variables (weight impurity : S -> Q) (intrinsic_value : list S -> Q).
  Variable rank : S -> option (S -> Q).
  Variable share : list T -> list T -> Q.          (* of the weight of the second, what the first have *)
  Variable lighter : list T -> list T -> T -> T.   (* a row with that share of its weight *)
  Variable part_more : bool.                       (* are the other rows a part of the intrinsic value? *)
  Implicit Types rows : list (gapped T).

  (** Each child of a candidate has rows of its own, so no share is 0. *)
  Definition divided (q : question) rows : list (list (gapped T)) :=
    let here := known (feature_of q) rows in
    map (fun c =>
        let own := filter (fun r => Nat.eqb (child q (filled r)) c) here in
        let divide r :=
          {| cells := cells r; label := lighter (map label own) (map label here) (label r) |} in
        own ++ map divide (unknown (feature_of q) rows))
      (seq 0 (arity q)).

  (** ** Scores *)
  Definition divided_question (l : learner) rows (q : question) : scored :=
    let here := map filled (known (feature_of q) rows) in
    let others := map label (unknown (feature_of q) rows) in
    let ps := map (summary summarize) (split q here) in
    let g := Qred (share (map target here) (map label rows) * gain_of summarize weight impurity here ps) in
    let all := match others with [] => ps | _ => if part_more then ps ++ [summarize others] else ps end in
    {| asks := q; score := if by_ratio l then Qred (g / intrinsic_value all) else g; gain := g;
      parts := ps |}.

  Definition divided_splits (l : learner) rows : list scored :=
    filter (fun c => forallb (fun s => Qle_bool (min_leaf (stopping l)) (weight s)) (parts c))
      (map (divided_question l rows)
        (flat_map (fun f => questions_about summarize weight rank l f (map filled (known f rows)))
          (seq 0 (length (styles l))))).

  Definition divided_askable (l : learner) rows : list scored :=
    let cs := divided_splits l rows in
    filter (fun c => gain_suffices (stopping l) (gain c)) (if by_ratio l then past_the_gate l cs else cs).

  (** ** The tree *)
  Definition divided_choice (l : learner) (level : nat) rows : option question :=
    if stops weight impurity (stopping l) level (summarize (map label rows)) then None
    else match best_of (divided_askable l rows) with [] => None | c :: _ => Some (asks c) end.

  Definition gapped_node : Type := nat * list (gapped T).
  Definition plain (n : gapped_node) : node := (fst n, map filled (snd n)).

  (** Each part lacks a row of another part, so the rows are fuel enough. *)
  Fixpoint divided_node (l : learner) (fuel : nat) (n : gapped_node) : grown gapped_node :=
    match fuel with
    | O => Stop n
    | Datatypes.S fuel =>
        match divided_choice l (fst n) (snd n) with
        | None => Stop n
        | Some q =>
            Ask n q (map (fun part => divided_node l fuel (Datatypes.S (fst n), part)) (divided q (snd n)))
        end
    end.
  Definition divided_from (l : learner) (n : gapped_node) : grown gapped_node :=
    divided_node l (length (snd n)) n.
  Definition grow_divided (l : learner) rows : grown gapped_node := divided_from l (0%nat, rows).
End Divided.

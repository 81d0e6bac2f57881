(** * GrownTrees: what the theorems say of grown trees

    Trees cut short, tighter limits, summaries in place of rows, and the tree that pruning sees.
    [CART84 §2.4, §3.3] *)
From Coq Require Import QArith Lqa List Bool.
From Dtrees Require Import Spec.Sum Spec.Growing Spec.Trees.
Import ListNotations.
Open Scope Q_scope.

Inductive cut_of {N} : grown N -> grown N -> Prop :=
| cut_here t : cut_of (Stop (content t)) t
| cut_below n q ss ts : Forall2 cut_of ss ts -> cut_of (Ask n q ss) (Ask n q ts).

(** Learners that differ in their limits alone, and not in min_leaf. *)
Definition alike (l' l : learner) : Prop :=
  styles l' = styles l /\ by_ratio l' = by_ratio l /\ gated l' = gated l /\
  min_leaf (stopping l') = min_leaf (stopping l).

Definition tighter (lim' lim : limits) : Prop :=
  match max_depth lim, max_depth lim' with
  | Some d, Some d' => (d' <= d)%nat
  | Some _, None => False
  | None, _ => True
  end /\
  min_split lim <= min_split lim' /\ min_impurity lim <= min_impurity lim' /\ min_risk lim <= min_risk lim'.

(** Behind a gate questions that gain nothing count in the average, so they may be asked. *)
Definition gate_counts_gainless (l : learner) : Prop :=
  by_ratio l = false \/ gated l = NoGate \/ gain_suffices (stopping l) 0 = true.

Section GrownTrees.
  Context {T S : Type}.
  Variable summarize : list T -> S.
  Variables (weight impurity : S -> Q) (intrinsic_value : list S -> Q).
  Variable rank : S -> option (S -> Q).
  Notation node := (@node T).
  Notation summary := (@summary T S summarize).
  Notation chosen_split := (chosen_split summarize weight impurity intrinsic_value rank).
  Notation grow_node := (grow_node summarize weight impurity intrinsic_value rank).
  Definition grow_from (l : learner) (n : node) : grown node := grow_node l (length (snd n)) n.
  Definition summarized_tree (t : grown node) : grown (nat * S) :=
    map_tree (fun n => (fst n, summary (snd n))) t.

  (** One leaf is split by its own question; and so on, whichever leaf is next. *)
  Inductive splits_a_leaf (l : learner) : grown node -> grown node -> Prop :=
  | splits_it n q : chosen_split l (fst n) (snd n) = Some q ->
      splits_a_leaf l (Stop n)
        (Ask n q (map (fun part => Stop (Datatypes.S (fst n), part)) (split q (snd n))))
  | splits_below n q before t u after : splits_a_leaf l t u ->
      splits_a_leaf l (Ask n q (before ++ t :: after)) (Ask n q (before ++ u :: after)).

  Inductive grows_to (l : learner) : grown node -> grown node -> Prop :=
  | grown_already t : grows_to l t t
  | grown_further t u v : splits_a_leaf l t u -> grows_to l u v -> grows_to l t v.
  Definition nothing_left (l : learner) (t : grown node) : Prop :=
    forall n, In n (ends t) -> chosen_split l (fst n) (snd n) = None.

  Variable ok : T -> Prop.
  Definition sound (rows : list (row T)) : Prop := forall r, In r rows -> ok (target r).

  Definition risk_of_rows (rows : list (row T)) : Q := weight (summary rows) * impurity (summary rows).
  Fixpoint risks (t : grown node) : tree :=
    match t with
    | Stop n => Leaf (risk_of_rows (snd n))
    | Ask n _ ts => Branch (risk_of_rows (snd n)) (map risks ts)
    end.
End GrownTrees.

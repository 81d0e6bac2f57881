(** * ExecutePruning: what else Python says of pruning, executed

    [Execute] checks the sequence and the optima.  Here are the weakest links and their
    order, cutting one at a time, enumeration, and the node scale: by the definitions as they
    stand, on small trees; the one pass in integers, on rounded risks; and the bits of
    denominators. *)
From Coq Require Import QArith List Bool.
From Coq Require Import Lia ZArith.
From Dtrees Require Import Tree Sequence Order Enumerate Breakpoints NodeNormalised Keys Pass Heaps Execute.
From Dtrees Require Counterexamples.
Import ListNotations.
Open Scope Q_scope.

(** A step of a sequence: its alpha, and the shape of its tree. *)
Definition step : Type := Q * shape.

Definition one_at_a_time_steps (t : tree) : list step :=
  (0, shape_of t) ::
  map (fun '(a, u) => (Qred a, shape_of u)) (Counterexamples.cut_first_link (internal_nodes t) t).

Fixpoint node_rounds (n : nat) (t : wtree) : list (Q * wtree) :=
  match n, smallest_node_alpha t with
  | S n, Some a => (a, node_round a t) :: node_rounds n (node_round a t)
  | _, _ => []
  end.

Definition node_steps (t : wtree) : list step :=
  let start := node_prune 0 t in
  (0, shape_of (forget start)) ::
  map (fun '(a, u) => (Qred a, shape_of (forget u))) (node_rounds (length (wbranches start)) start).

Record pruning_vector : Type := {
  weighed : wtree;
  weakest : option Q * list path;     (* the smallest alpha, and the links that have it *)
  one_by_one : list step;
  node_scaled : list step;
  node_optima : list step;            (* some alphas, and what the node scale leaves there *)
  how_many : nat;                     (* pruned subtrees *)
  listed : list shape                 (* in their order *)
}.

Definition same_step (s t : step) : bool := same_fraction (fst s) (fst t) && same_shape (snd s) (snd t).

Definition same_alpha (x y : option Q) : bool :=
  match x, y with
  | Some a, Some b => same_fraction (Qred a) b
  | None, None => true
  | _, _ => false
  end.

Definition check_pruning (v : pruning_vector) : bool :=
  let t := forget (weighed v) in
  same_alpha (smallest_alpha t) (fst (weakest v)) &&
  all_two (all_two Nat.eqb) (weakest_links t) (snd (weakest v)) &&
  all_two same_step (one_at_a_time_steps t) (one_by_one v) &&
  all_two same_step (node_steps (weighed v)) (node_scaled v) &&
  forallb (fun '(a, s) => same_shape (shape_of (forget (node_prune a (weighed v)))) s) (node_optima v) &&
  Nat.eqb (number_of_pruned_subtrees t) (how_many v) &&
  all_two same_shape (map shape_of (all_pruned_subtrees t)) (listed v).

(** The pass: a tree of rounded risks, and of each branch, children first, its key and its leaves. *)
Record pass_vector : Type := { risks_in_units : ztree; spots : list (Z * Z) }.

Definition check_pass (v : pass_vector) : bool :=
  all_two (fun x y => Z.eqb (units_a_leaf x) (fst y) && Z.eqb (snd x) (snd y))
    (snd (one_pass (risks_in_units v))) (spots v).

(** The bits of denominators: of each branch, children first, [b] such that its alpha is a multiple of
    [1 / (2 ^ twos d)] for some [d] of at most [2 ^ b]. *)
Record bits_vector : Type := { with_risks : tree; twos : Z; bits : list Z }.

Fixpoint collapse_alphas (t : tree) : list Q :=
  match t with Leaf _ => [] | Branch _ ts => flat_map collapse_alphas ts ++ [collapse_alpha t] end.

Definition has_bits (e : Z) (a : Q) (b : Z) : bool :=
  let d := Zpos (Qden (Qred a)) in Z.leb (d / Z.gcd d (2 ^ e)) (2 ^ b).

Definition check_bits (v : bits_vector) : bool := all_two (has_bits (twos v)) (collapse_alphas (with_risks v))
  (bits v).

(** What it accepts is what [Keys.bits_of_denominators_prove_ties] asks for. *)
Lemma accepted_bits_hold e a b : (0 <= e)%Z -> has_bits e a b = true ->
  exists d, (0 < d <= 2 ^ b)%Z /\ multiple_of e d a.
Proof.
  unfold has_bits. rewrite Z.leb_le. set (r := Qred a). set (g := Z.gcd (Zpos (Qden r)) (2 ^ e)). intros E L.
  destruct (Z.gcd_divide_l (Zpos (Qden r)) (2 ^ e)) as (d & D).
    destruct (Z.gcd_divide_r (Zpos (Qden r)) (2 ^ e)) as (k & K).
  fold g in D, K. assert (G : (0 <= g)%Z) by apply Z.gcd_nonneg. assert (P := Pos2Z.is_pos (Qden r)).
  assert (Gp : (0 < g)%Z) by (destruct (Z.eq_dec g 0) as [Z0|N]; [rewrite D, Z0 in P; lia|lia]).
    assert (Dd : (Zpos (Qden r) / g = d)%Z) by (rewrite D; apply Z.div_mul; lia).
  rewrite Dd in L. exists d. split; [nia|]. exists (Qnum r * k)%Z.
  rewrite <- (Qred_correct a). fold r. rewrite K. destruct r as [n m]. simpl in D |- *. unfold Qeq. simpl.
  rewrite !Pos.mul_1_r. rewrite Z.mul_1_r, D. ring.
Qed.

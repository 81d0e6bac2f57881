(** * Monotone: bounds that are handed down make a tree monotone

    A node predicts its own value, cut to its bounds.  Below a question about a constrained number both
    children are bounded by the middle of their own values, cut to the bounds: one side from above, the other
    from below.  Then predictions keep the direction, whatever the values are and whichever questions are
    asked, and so does every pruned subtree.  [AUGUSTE20 basic method] *)
From Coq Require Import QArith Qminmax Lqa Lia List Bool.
Open Scope Q_scope.

Inductive direction := Free | Rising | Falling.

(** A node has its own value; a question, the number of a column and a cut.  The first child has what is at
    most the cut. *)
Inductive mtree : Type :=
| MLeaf (v : Q)
| MAsk (v : Q) (column : nat) (cut : Q) (below above : mtree).

Definition own (t : mtree) : Q := match t with MLeaf v => v | MAsk v _ _ _ _ => v end.

Definition nearest (low high v : Q) : Q := Qmin (Qmax v low) high.

Definition middle (low high : Q) (s t : mtree) : Q :=
  (nearest low high (own s) + nearest low high (own t)) / 2.

Fixpoint predict (signs : nat -> direction) (low high : Q) (t : mtree) (row : nat -> Q) : Q :=
  match t with
  | MLeaf v => nearest low high v
  | MAsk _ j cut below above =>
      let m := middle low high below above in
      let first := Qle_bool (row j) cut in
      match signs j with
      | Free => if first then predict signs low high below row else predict signs low high above row
      | Rising => if first then predict signs low m below row else predict signs m high above row
      | Falling => if first then predict signs m high below row else predict signs low m above row
      end
  end.

Lemma nearest_is_within low high v : low <= high -> low <= nearest low high v <= high.
Proof.
  intros H. unfold nearest. split; [|apply Q.le_min_r].
  apply Q.min_glb; [apply Q.le_max_r|exact H].
Qed.

(** The middle lies within the bounds, so that bounds never cross. *)
Theorem the_middle_is_within low high s t : low <= high -> low <= middle low high s t <= high.
Proof.
  intros H. unfold middle.
  pose proof (nearest_is_within low high (own s) H). pose proof (nearest_is_within low high (own t) H).
  split; [apply Qle_shift_div_l|apply Qle_shift_div_r]; lra.
Qed.

(** All that is predicted below a node lies within its bounds. *)
Theorem predictions_are_within signs t : forall low high row, low <= high ->
  low <= predict signs low high t row <= high.
Proof.
  induction t as [v|v j cut s IHs t IHt]; intros low high row H; cbn -[middle].
  - now apply nearest_is_within.
  - destruct (the_middle_is_within low high s t H) as [L U].
    destruct (signs j), (Qle_bool (row j) cut);
      (now apply IHs) || (now apply IHt)
      || (destruct (IHs low (middle low high s t) row L); lra)
      || (destruct (IHt low (middle low high s t) row L); lra)
      || (destruct (IHs (middle low high s t) high row U); lra)
      || (destruct (IHt (middle low high s t) high row U); lra).
Qed.

Definition raised (j : nat) (x : Q) (row : nat -> Q) : nat -> Q :=
  fun i => if Nat.eqb i j then x else row i.

Lemma raised_there j x row : raised j x row j = x.
Proof. unfold raised. now rewrite Nat.eqb_refl. Qed.

Lemma raised_elsewhere j x row i : i <> j -> raised j x row i = row i.
Proof. unfold raised. intros N. apply Nat.eqb_neq in N. now rewrite N. Qed.

Lemma at_most_is_lost x y cut : x <= y -> Qle_bool x cut = false -> Qle_bool y cut = false.
Proof.
  intros H F. apply not_true_is_false. intros T. apply Qle_bool_iff in T.
  assert (X : Qle_bool x cut = true) by (apply Qle_bool_iff; lra). congruence.
Qed.

(** Where a rising number alone rises, what is predicted never falls. *)
Theorem predictions_never_fall signs t j : signs j = Rising ->
  forall low high row x y, low <= high -> x <= y ->
  predict signs low high t (raised j x row) <= predict signs low high t (raised j y row).
Proof.
  intros S. induction t as [v|v i cut s IHs t IHt]; intros low high row x y H XY; cbn -[middle].
  - lra.
  - destruct (the_middle_is_within low high s t H) as [L U].
    destruct (PeanoNat.Nat.eq_dec i j) as [->|N].
    + rewrite S, !raised_there. destruct (Qle_bool x cut) eqn:X.
      * destruct (Qle_bool y cut); [now apply IHs|].
        destruct (predictions_are_within signs s low (middle low high s t) (raised j x row) L).
        destruct (predictions_are_within signs t (middle low high s t) high (raised j y row) U). lra.
      * rewrite (at_most_is_lost x y cut XY X). now apply IHt.
    + rewrite !(raised_elsewhere j _ row i N).
      destruct (signs i), (Qle_bool (row i) cut); (now apply IHs) || (now apply IHt).
Qed.

(** And where a falling one rises, it never rises. *)
Theorem predictions_never_rise signs t j : signs j = Falling ->
  forall low high row x y, low <= high -> x <= y ->
  predict signs low high t (raised j y row) <= predict signs low high t (raised j x row).
Proof.
  intros S. induction t as [v|v i cut s IHs t IHt]; intros low high row x y H XY; cbn -[middle].
  - lra.
  - destruct (the_middle_is_within low high s t H) as [L U].
    destruct (PeanoNat.Nat.eq_dec i j) as [->|N].
    + rewrite S, !raised_there. destruct (Qle_bool x cut) eqn:X.
      * destruct (Qle_bool y cut); [now apply IHs|].
        destruct (predictions_are_within signs s (middle low high s t) high (raised j x row) U).
        destruct (predictions_are_within signs t low (middle low high s t) (raised j y row) L). lra.
      * rewrite (at_most_is_lost x y cut XY X). now apply IHt.
    + rewrite !(raised_elsewhere j _ row i N).
      destruct (signs i), (Qle_bool (row i) cut); (now apply IHs) || (now apply IHt).
Qed.

(** A plausible neighbour is wrong: that each question has its children's own values in order is not enough.
    Beside x the values are 0 and 1/2, in order; below the second z leads to -1. *)
Fixpoint uncut (t : mtree) (row : nat -> Q) : Q :=
  match t with
  | MLeaf v => v
  | MAsk _ j cut s t => if Qle_bool (row j) cut then uncut s row else uncut t row
  end.

Definition in_order : mtree := MAsk 0 0 0 (MLeaf 0) (MAsk (1 # 2) 1 0 (MLeaf (-1 # 1)) (MLeaf 2)).

Theorem order_alone_is_not_enough :
  own (MLeaf 0) <= own (MAsk (1 # 2) 1 0 (MLeaf (-1 # 1)) (MLeaf 2)) /\
  uncut in_order (raised 0 1 (fun _ => 0)) < uncut in_order (raised 0 0 (fun _ => 0)).
Proof. split; vm_compute; [discriminate|reflexivity]. Qed.

(** * BestFirst: in which order leaves are split does not matter

    Some programs split first the leaf that gains most, others go down branch by branch.  Whichever leaf is
    split next, by its own chosen question: once no leaf has one left, the tree is the same; and on the way to
    it, where a limit on leaves stops, it is that tree cut short.  [CART84 §2.4] *)
From Coq Require Import QArith Lqa Lia List Bool.
From Dtrees Require Import Sums Tree Growing GrowingTheorems.
Import ListNotations.
Open Scope Q_scope.

Section BestFirst.
  Context {T S : Type}.
  Variable summarize : list T -> S.
  Variable weight : S -> Q.
  Variable impurity : S -> Q.
  Variable intrinsic_value : list S -> Q.
  Variable rank : S -> option (S -> Q).
  Variable l : learner.
  Notation node := (@node T).
  Notation chosen_split := (chosen_split summarize weight impurity intrinsic_value rank l).
  Notation grow_from := (grow_from summarize weight impurity intrinsic_value rank l).
  Notation splits_a_leaf := (splits_a_leaf summarize weight impurity intrinsic_value rank l).
  Notation grows_to := (grows_to summarize weight impurity intrinsic_value rank l).
  Notation nothing_left := (nothing_left summarize weight impurity intrinsic_value rank l).

  (** Each leaf grown to its end. *)
  Fixpoint finished (t : grown node) : grown node :=
    match t with Stop n => grow_from n | Ask n q ts => Ask n q (map finished ts) end.

  Lemma a_split_leaf_finishes_alike t u : splits_a_leaf t u -> finished t = finished u.
  Proof.
    induction 1 as [n q E|n q before t u after H IH].
    - simpl. rewrite growing_ends, E, map_map. reflexivity.
    - simpl. now rewrite !map_app, !map_cons, IH.
  Qed.

  Lemma finished_is_grown t : nothing_left t -> finished t = t.
  Proof.
    induction t as [n|n q ts IH] using grown_ind; intros N.
    - simpl. now rewrite growing_ends, (N n (or_introl eq_refl)).
    - simpl. f_equal. rewrite <- (map_id ts) at 2. apply map_ext_in. intros t I. apply IH; [exact I|].
      intros m J. apply N. simpl. apply in_flat_map. eauto.
  Qed.

  Lemma cut_from_finished t : cut_of t (finished t).
  Proof.
    induction t as [n|n q ts IH] using grown_ind; simpl.
    - replace n with (content (grow_from n)) at 1; [constructor|]. rewrite growing_ends.
        now destruct (chosen_split _ _).
    - constructor. induction ts as [|t ts IHt]; simpl; constructor; [apply IH; now left|].
      apply IHt. intros u I. apply IH. now right.
  Qed.

  Lemma grows_to_finishes_alike t u : grows_to t u -> finished t = finished u.
  Proof. induction 1 as [t|t u v H _ IH]; [reflexivity|]. rewrite <- IH.
    now apply a_split_leaf_finishes_alike. Qed.

  Theorem any_order_of_leaves_grows_the_tree rows t : grows_to (Stop (0%nat, rows)) t -> nothing_left t ->
    t = grow summarize weight impurity intrinsic_value rank l rows.
  Proof.
    intros G N. rewrite <- (finished_is_grown t N), <- (grows_to_finishes_alike _ _ G). reflexivity.
  Qed.

  (** Stopped earlier, it is the tree cut short. *)
  Theorem on_the_way_the_tree_is_cut_short rows t : grows_to (Stop (0%nat, rows)) t ->
    cut_of t (grow summarize weight impurity intrinsic_value rank l rows).
  Proof.
    intros G. replace (grow _ _ _ _ _ l rows) with (finished t); [apply cut_from_finished|].
    rewrite <- (grows_to_finishes_alike _ _ G). reflexivity.
  Qed.

  (** And it ends: each step splits one leaf of the finished tree's branches. *)
  Lemma a_step_asks_once_more t u : splits_a_leaf t u -> length (asked u) = Datatypes.S (length (asked t)).
  Proof.
    induction 1 as [n q E|n q before t u after H IH]; simpl.
    - f_equal. induction (split q (snd n)) as [|p ps IHp]; [reflexivity|exact IHp].
    - rewrite !flat_map_app. simpl. rewrite !app_length, IH. lia.
  Qed.

  Lemma asked_at_most_finished t : (length (asked t) <= length (asked (finished t)))%nat.
  Proof.
    induction t as [n|n q ts IH] using grown_ind; simpl; [lia|]. apply le_n_S.
    induction ts as [|t ts IHt]; simpl; [lia|]. rewrite !app_length.
    assert (A := IH t (or_introl eq_refl)). assert (B := IHt (fun u I => IH u (or_intror I))). lia.
  Qed.

  Theorem splitting_leaves_ends t u : splits_a_leaf t u ->
    (length (asked (finished u)) - length (asked u) < length (asked (finished t)) - length (asked t))%nat.
  Proof.
    intros H. assert (A := a_step_asks_once_more t u H). assert (B := asked_at_most_finished u).
    rewrite (a_split_leaf_finishes_alike t u H) in *. lia.
  Qed.
End BestFirst.

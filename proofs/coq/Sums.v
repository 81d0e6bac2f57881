(** * Sums: sums of fractions over a list, shared by every chapter *)
From Coq Require Import QArith Lqa Lia List Permutation Sorted.
From Dtrees Require Export Spec.Sum.
Import ListNotations.
Open Scope Q_scope.

Lemma square_nonneg x : 0 <= square x.
Proof.
  unfold square. destruct (Qlt_le_dec x 0); [|now apply Qmult_le_0_compat].
  setoid_replace (x * x) with (- x * - x) by ring. apply Qmult_le_0_compat; lra.
Qed.

Lemma square_zero x : square x == 0 -> x == 0.
Proof. intros E. destruct (Qmult_integral _ _ E); assumption. Qed.

Global Instance square_proper : Proper (Qeq ==> Qeq) square.
Proof. intros x y E. unfold square. now rewrite E. Qed.

Section Sums.
  Context {A : Type}.
  Implicit Types (f g : A -> Q) (l : list A).

  Lemma sum_ext f g l : (forall x, In x l -> f x == g x) -> sum f l == sum g l.
  Proof.
    induction l; simpl; intros H; [reflexivity|].
    rewrite IHl by auto. rewrite (H a) by auto. reflexivity.
  Qed.

  Lemma sum_le f g l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
  Proof. induction l; simpl; intros H; [lra|]. apply Qplus_le_compat; auto. Qed.

  Lemma sum_zero l : sum (fun _ => 0) l == 0.
  Proof. induction l; simpl; lra. Qed.

  Lemma sum_nonneg f l : (forall x, In x l -> 0 <= f x) -> 0 <= sum f l.
  Proof. intros H. rewrite <- (sum_zero l). now apply sum_le. Qed.

  Lemma sum_plus f g l : sum (fun x => f x + g x) l == sum f l + sum g l.
  Proof. induction l; simpl; lra. Qed.

  Lemma sum_scale f k l : sum (fun x => f x * k) l == sum f l * k.
  Proof. induction l; simpl; lra. Qed.

  Lemma sum_app f l m : sum f (l ++ m) == sum f l + sum f m.
  Proof. induction l; simpl; lra. Qed.

  Lemma sum_permutation f l m : Permutation l m -> sum f l == sum f m.
  Proof. induction 1; simpl; lra. Qed.

  (** A sum of nonnegative terms is at least each of them, and vanishes only with all. *)
  Lemma term_le_sum f l x : (forall y, In y l -> 0 <= f y) -> In x l -> f x <= sum f l.
  Proof.
    induction l as [|y l IH]; simpl; intros H []; subst.
    - assert (0 <= sum f l) by (apply sum_nonneg; auto). lra.
    - assert (0 <= f y) by auto. assert (f x <= sum f l) by auto. lra.
  Qed.

  Lemma sum_vanishes f l : (forall x, In x l -> 0 <= f x) ->
    sum f l == 0 <-> forall x, In x l -> f x == 0.
  Proof.
    intros H. split; intros E.
    - intros x I. assert (f x <= sum f l) by now apply term_le_sum.
      specialize (H x I). lra.
    - rewrite (sum_ext _ (fun _ => 0)) by exact E. apply sum_zero.
  Qed.

  (** Termwise at most, and equal in sum: then equal in each term. *)
  Lemma sums_meet f g l : (forall x, In x l -> f x <= g x) ->
    sum f l == sum g l <-> forall x, In x l -> f x == g x.
  Proof.
    intros H. split; [|apply sum_ext]. intros E.
    assert (V : forall x, In x l -> g x + f x * -1 == 0).
    { apply sum_vanishes; [intros x I; specialize (H x I); lra|].
      rewrite sum_plus, sum_scale. lra. }
    intros x I. specialize (V x I). lra.
  Qed.
End Sums.

Lemma sum_map {A B} (f : B -> Q) (g : A -> B) l : sum f (map g l) = sum (fun x => f (g x)) l.
Proof. induction l; simpl; congruence. Qed.

Lemma sum_swap {A B} (f : A -> B -> Q) l m :
  sum (fun x => sum (f x) m) l == sum (fun y => sum (fun x => f x y) l) m.
Proof.
  induction l as [|x l IH]; simpl; [now rewrite sum_zero|]. now rewrite IH, <- sum_plus.
Qed.

Lemma sum_concat {A} (f : A -> Q) ls : sum f (concat ls) == sum (sum f) ls.
Proof. induction ls; simpl; [reflexivity|]. now rewrite sum_app, IHls. Qed.

(** Sums over two lists in step. *)
Lemma sum_le_two {A B} (f : A -> Q) (g : B -> Q) l m :
  Forall2 (fun x y => g y <= f x) l m -> sum g m <= sum f l.
Proof. induction 1; simpl; lra. Qed.

Lemma sums_meet_two {A B} (f : A -> Q) (g : B -> Q) l m :
  Forall2 (fun x y => g y <= f x) l m -> sum f l <= sum g m -> Forall2 (fun x y => f x <= g y) l m.
Proof.
  induction 1 as [|x y l m L F IH]; simpl; intros E; [constructor|].
  assert (sum g m <= sum f l) by now apply sum_le_two.
  constructor; [|apply IH]; lra.
Qed.

(** ** Lists in step *)

Lemma Forall2_same {A} (R : A -> A -> Prop) l : (forall x, In x l -> R x x) -> Forall2 R l l.
Proof. induction l; constructor; simpl in *; auto. Qed.

Lemma Forall2_length {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> length l = length m.
Proof. induction 1; simpl; auto. Qed.

Lemma Forall2_in {A B} (R S : A -> B -> Prop) l m :
  (forall y, In y m -> forall x, R x y -> S x y) -> Forall2 R l m -> Forall2 S l m.
Proof. induction 2; constructor; simpl in *; auto. Qed.

Lemma Forall2_partner {A B} (R : A -> B -> Prop) l m :
  Forall2 R l m -> forall x, In x l -> exists y, In y m /\ R x y.
Proof.
  induction 1 as [|x y l m H F IH]; simpl; [tauto|]. intros z [<-|I]; [eauto|].
  destruct (IH z I) as (w & ? & ?). eauto.
Qed.

Lemma Forall2_map {A B C D} (R : B -> D -> Prop) (f : A -> B) (g : C -> D) l m :
  Forall2 (fun x y => R (f x) (g y)) l m -> Forall2 R (map f l) (map g m).
Proof. induction 1; simpl; constructor; auto. Qed.

Lemma Forall2_map_self {A B} (R : B -> A -> Prop) (f : A -> B) l :
  (forall x, In x l -> R (f x) x) -> Forall2 R (map f l) l.
Proof. induction l; simpl; constructor; auto. Qed.

Lemma map_fixed {A} (f : A -> A) l : map f l = l <-> forall x, In x l -> f x = x.
Proof.
  induction l as [|y l IH]; simpl; [easy|]. split.
  - intros E x [<-|I]; injection E; intros; [assumption|]. now apply IH.
  - intros H. f_equal; [|apply IH]; auto.
Qed.

Lemma last_cons {A} (x : A) l d : last (x :: l) d = last l x.
Proof.
  revert x d. induction l as [|y l IH]; intros x d; [reflexivity|].
  change (last (y :: l) d = last (y :: l) x). now rewrite !IH.
Qed.

Lemma last_map {A B} (f : A -> B) l d : f (last l d) = last (map f l) (f d).
Proof.
  revert d. induction l as [|x l IH]; intros d; [reflexivity|]. simpl map. rewrite !last_cons. apply IH.
Qed.

(** Ascending lists of the same elements are equal. *)
Lemma sorted_lists_agree l : forall m, StronglySorted Qlt l -> StronglySorted Qlt m ->
  (forall x, In x l <-> In x m) -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m] S T H; try reflexivity.
  - now destruct (proj2 (H y) (or_introl eq_refl)).
  - now destruct (proj1 (H x) (or_introl eq_refl)).
  - inversion S as [|? ? S' F]; inversion T as [|? ? T' G]; subst. rewrite Forall_forall in F, G.
    assert (E : x = y).
    { destruct (proj1 (H x) (or_introl eq_refl)) as [E|I]; [now subst|].
      destruct (proj2 (H y) (or_introl eq_refl)) as [E|J]; [now subst|].
      apply G in I. apply F in J. lra. }
    subst y. f_equal. apply IH; auto. intros z. specialize (H z). simpl in H. split; intros I.
    + destruct (proj1 H (or_intror I)) as [<-|J]; [|exact J]. apply F in I. lra.
    + destruct (proj2 H (or_intror I)) as [<-|J]; [|exact J]. apply G in I. lra.
Qed.

(** Every fraction is at most another or not, and the test says which. *)
Lemma Qle_bool_spec x y : reflect (x <= y) (Qle_bool x y).
Proof. apply iff_reflect. symmetry. apply Qle_bool_iff. Qed.

(** A reduced fraction is its own reduction. *)
Lemma Qred_idempotent x : Qred (Qred x) = Qred x.
Proof. apply Qred_complete, Qred_correct. Qed.

(** ** One element of each list, in every way *)

Lemma in_choices {A} (ls : list (list A)) : forall xs,
  In xs (choices ls) <-> Forall2 (fun x l => In x l) xs ls.
Proof.
  induction ls as [|l ls IH]; intros xs; simpl.
  - split; [intros [<-|[]]; constructor|inversion 1; auto].
  - rewrite in_flat_map. split.
    + intros (x & I & J). apply in_map_iff in J as (ys & <- & J). constructor; [exact I|now apply IH].
    + inversion 1 as [|x ? ys ? I F]; subst. exists x. split; [exact I|]. now apply in_map, IH.
Qed.

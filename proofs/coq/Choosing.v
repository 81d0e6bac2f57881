(** * Choosing: the member of a pruning sequence that cross-validation chooses

    Rows are held out fold by fold; each fold's tree is pruned between a member's alpha and the next
    ([Between]); the weighted losses of all rows give each member its error and the square of that mean's
    standard error; and the smallest tree is chosen among those of least error, or among those within one
    standard error of it. [CART84 §3.4.2, §3.4.3, §8.5; ESL2 §7.10] *)
From Coq Require Import QArith Qminmax Lqa Lia List Bool Permutation.
From Dtrees Require Import Sums Summary Impurity.
Import ListNotations.
Open Scope Q_scope.

(** ** Folds *)

Section Folds.
  Context {R : Type} (fold : R -> nat).

  Definition held_out (k : nat) (rows : list R) : list R := filter (fun r => Nat.eqb (fold r) k) rows.
  Definition trained_on (k : nat) (rows : list R) : list R :=
    filter (fun r => negb (Nat.eqb (fold r) k)) rows.

  (** Every row is tried once, by a tree that was grown without it. *)
  Theorem every_row_is_tried_once folds rows : NoDup folds -> (forall r, In r rows -> In (fold r) folds) ->
    Permutation (flat_map (fun k => held_out k rows) folds) rows /\
    forall k r, In r (held_out k rows) -> ~ In r (trained_on k rows).
  Proof.
    intros D I. split.
    - induction rows as [|r rows IH]; [induction folds as [|k folds IHf]; [constructor|]|].
      + inversion D; subst. apply IHf; [assumption|easy].
      + specialize (IH (fun s J => I s (or_intror J))).
          apply Permutation_trans with (2 := Permutation_cons eq_refl IH).
        specialize (I r (or_introl eq_refl)). clear IH. induction D as [|k folds N D IHf]; [easy|].
          cbn [flat_map].
        unfold held_out at 1. cbn [filter]. destruct (Nat.eqb_spec (fold r) k) as [E|E].
        * cbn [app]. constructor. apply Permutation_app_head.
          assert (S : forall j, In j folds -> held_out j (r :: rows) = held_out j rows).
          { intros j J. unfold held_out. cbn [filter]. destruct (Nat.eqb_spec (fold r) j) as [F|_];
            [|reflexivity]. congruence. }
          clear -S. induction folds as [|j folds IH]; [constructor|]. cbn [flat_map]. rewrite S by now left.
          apply Permutation_app_head, IH. intros i J. apply S. now right.
        * destruct I as [I|I]; [now destruct E|]. specialize (IHf I). fold (held_out k rows).
          apply Permutation_trans with (1 := Permutation_app_head _ IHf), Permutation_sym, Permutation_middle.
    - intros k r J K. apply filter_In in J as [_ J]. apply filter_In in K as [_ K]. now rewrite J in K.
  Qed.
End Folds.

(** ** The error of a member, and its standard error squared: of weighted losses *)

Definition error (losses : list (Q * Q)) : Q := mean (moments_of losses).
Definition squared_standard_error (losses : list (Q * Q)) : Q :=
  squared_error (moments_of losses) / weight (moments_of losses).

Theorem squared_standard_error_nonneg losses : weighted losses -> 0 < weight (moments_of losses) ->
  0 <= squared_standard_error losses.
Proof.
  intros W P. assert (H := rss_nonneg losses W). unfold rss in H. unfold squared_standard_error.
  set (w := weight (moments_of losses)) in *. set (e := squared_error (moments_of losses)) in *.
  apply Qle_shift_div_l; [exact P|]. destruct (Qlt_le_dec e 0); [|lra]. assert (w * e < 0) by nra. lra.
Qed.

(** ** The choice: each member's error and squared standard error, from the largest tree to the root *)

Fixpoint last_where {A} (p : A -> bool) (l : list A) : option nat :=
  match l with
  | [] => None
  | x :: l => match last_where p l with Some k => Some (S k) | None => if p x then Some O else None end
  end.

Notation member := (Q * Q)%type.
Definition least (ms : list member) : Q := match ms with [] => 0 | m :: ms => fold_right (fun n x =>
  Qmin (fst n) x) (fst m) ms end.
Definition best (ms : list member) : option nat := last_where (fun m => Qeq_bool (fst m) (least ms)) ms.
Definition one_standard_error (ms : list member) : option nat :=
  match best ms with
  | None => None
  | Some k => let b := nth k ms (0, 0) in
      last_where (fun m => let excess := fst m - fst b in Qle_bool (excess * excess) (snd b)) ms
  end.

Lemma last_where_is {A} (p : A -> bool) (d : A) l : match last_where p l with
  | Some k => (k < length l)%nat /\ p (nth k l d) = true /\ forall j, (k < j < length l)%nat ->
    p (nth j l d) = false
  | None => forall x, In x l -> p x = false
  end.
Proof.
  induction l as [|x l IH]; [easy|]. cbn [last_where length]. destruct (last_where p l) as [k|].
  - destruct IH as (K & P & N). split; [lia|]. split; [exact P|]. intros [|j] J; [lia|]. apply N. lia.
  - destruct (p x) eqn:E.
    + split; [lia|]. split; [exact E|]. intros [|j] J; [lia|]. cbn [nth]. apply IH, nth_In. lia.
    + intros y [<-|I]; [exact E|now apply IH].
Qed.

Lemma least_is ms : ms <> [] -> (exists m, In m ms /\ fst m == least ms) /\ forall m, In m ms ->
  least ms <= fst m.
Proof.
  destruct ms as [|m ms]; [easy|]. intros _. unfold least. induction ms as [|n ms [(x & I & E) L]].
  - split; [exists m; split; [now left|reflexivity]|]. intros n [<-|[]]. apply Qle_refl.
  - cbn [fold_right]. set (y := fold_right _ (fst m) ms) in *.
      destruct (Q.min_spec (fst n) y) as [[A B]|[A B]]; split.
    + exists n. split; [now right; left|]. now rewrite B.
    + intros z J. rewrite B. destruct J as [<-|[<-|J]]; [|lra|]; (apply Qle_trans with y;
        [lra|apply L; simpl; tauto]).
    + exists x. split; [destruct I as [->|I]; [now left|now right; right]|]. now rewrite B.
    + intros z J. rewrite B. destruct J as [<-|[<-|J]]; [apply L; now left|exact A|apply L; now right].
Qed.

Notation error_of ms k := (fst (nth k ms (0, 0))).

(** Some member is chosen; none errs less, and each smaller tree errs more. *)
Theorem the_best_is_the_smallest_of_least_error ms : ms <> [] -> exists k, best ms = Some k /\
  (k < length ms)%nat /\
  (forall j, (j < length ms)%nat -> error_of ms k <= error_of ms j) /\
  (forall j, (k < j < length ms)%nat -> error_of ms k < error_of ms j).
Proof.
  intros N. destruct (least_is ms N) as [(m & I & E) L].
    assert (H := last_where_is (fun m => Qeq_bool (fst m) (least ms)) (0, 0) ms).
  unfold best. cbv beta in H. destruct (last_where (fun m => Qeq_bool (fst m) (least ms)) ms) as [k|].
  - destruct H as (K & P & A). apply Qeq_bool_eq in P. exists k. split; [reflexivity|]. split; [exact K|].
      split.
    + intros j J. rewrite P. now apply L, nth_In.
    + intros j J. specialize (A j J). assert (G := L (nth j ms (0, 0)) (nth_In ms (0, 0) (proj2 J))).
      apply Qle_lteq in G as [G|G]; [now rewrite P|]. symmetry in G. apply Qeq_bool_iff in G. congruence.
  - specialize (H m I). apply Qeq_bool_iff in E. congruence.
Qed.

(** By one standard error a tree no larger than the best is chosen: its error is within, and that of each
    smaller tree is not. *)
Theorem one_standard_error_is_the_smallest_within ms k : best ms = Some k -> (k < length ms)%nat ->
  0 <= snd (nth k ms (0, 0)) -> exists j, one_standard_error ms = Some j /\ (k <= j < length ms)%nat /\
  let excess i := error_of ms i - error_of ms k in
  excess j * excess j <= snd (nth k ms (0, 0)) /\
  forall i, (j < i < length ms)%nat -> snd (nth k ms (0, 0)) < excess i * excess i.
Proof.
  intros B K S. unfold one_standard_error. rewrite B. cbv zeta. set (b := nth k ms (0, 0)) in *.
  set (p := fun m : member => Qle_bool ((fst m - fst b) * (fst m - fst b)) (snd b)).
    assert (H := last_where_is p (0, 0) ms).
  assert (Pk : p b = true) by (unfold p; apply Qle_bool_iff; assert (Z : fst b - fst b == 0) by ring;
    rewrite Z; lra).
  destruct (last_where p ms) as [j|].
  - destruct H as (J & P & A). exists j. split; [reflexivity|]. split; [|split].
    + split; [|exact J]. destruct (Nat.le_gt_cases k j) as [L|L]; [exact L|]. specialize (A k ltac:(lia)).
        fold b in A. congruence.
    + now apply Qle_bool_iff in P.
    + intros i I. specialize (A i I). apply Qnot_le_lt. intros L. apply Qle_bool_iff in L. unfold p in A.
        congruence.
  - assert (I : In b ms) by now apply nth_In. now rewrite (H b I) in Pk.
Qed.

(** Three members: the errors 1/4, 1/4 and 3/10; the root is within a standard error of 1/10, and not of
    1/100. *)
Example a_choice :
  let ms s := [(1 # 4, s); (1 # 4, s); (3 # 10, s)] in
  best (ms (1 # 100)) = Some 1%nat /\ one_standard_error (ms (1 # 100)) = Some 2%nat /\
  one_standard_error (ms (1 # 10000)) = Some 1%nat.
Proof. repeat split; vm_compute; reflexivity. Qed.

(** Plausible, and wrong: that errors rise with alpha from the best on, so that the first tree too bad is the
    end. *)
Example errors_need_not_rise :
  let ms := [(1 # 4, 1 # 100); (1 # 2, 1 # 100); (3 # 10, 1 # 100)] in
  best ms = Some 0%nat /\ one_standard_error ms = Some 2%nat /\ ~ error_of ms 1 - error_of ms 0 <= 1 # 10.
Proof. repeat split; vm_compute; try reflexivity. intros H. now apply H. Qed.

(** ** Vectors: each member's weighted losses, row by row, with its error and squared standard error; and the
    choices *)

Record choice_vector : Type := { tried : list (list (Q * Q) * Q * Q); chosen : nat; chosen_within : nat }.

Definition errors_of (v : choice_vector) : list member :=
  map (fun '(losses, _, _) => (Qred (error losses), Qred (squared_standard_error losses))) (tried v).

Definition is_place (found : option nat) (k : nat) : bool := match found with Some j => Nat.eqb j k | None =>
  false end.

Definition check_choice (v : choice_vector) : bool :=
  forallb (fun '(losses, e, s) => Qeq_bool (error losses) e && Qeq_bool (squared_standard_error losses) s)
    (tried v) &&
  is_place (best (errors_of v)) (chosen v) && is_place (one_standard_error (errors_of v)) (chosen_within v).

Theorem an_accepted_choice_holds v : check_choice v = true ->
  (forall losses e s, In (losses, e, s) (tried v) -> error losses == e /\ squared_standard_error losses == s)
    /\
  best (errors_of v) = Some (chosen v) /\ one_standard_error (errors_of v) = Some (chosen_within v).
Proof.
  assert (P : forall o k, is_place o k = true -> o = Some k) by (intros [j|] k E;
    [now apply Nat.eqb_eq in E as ->|easy]).
  unfold check_choice. rewrite !andb_true_iff. intros ((A & B) & C). repeat split; try now apply P.
  all: rewrite forallb_forall in A; specialize (A _ H); apply andb_prop in A as [E S]; now apply Qeq_bool_eq.
Qed.

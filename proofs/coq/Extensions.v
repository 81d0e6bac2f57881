(** * Extensions: altered priors, twoing, and rows divided among the children

    What variants of CART and C4.5 rest on: priors and costs of classes are weights of their
    rows; for two classes twoing is half the gain by Gini; and a row of which a child gets a share
    each is a row still. *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Summary Impurity.
Import ListNotations.
Open Scope Q_scope.

(** ** Altered priors  [CART84 §4.4]

    [f k] is what a row of class [k] counts: its prior over the weight of its class, or the cost of
    taking it for another. *)

Fixpoint altered (f : list Q) (c : ClassCounts) : ClassCounts :=
  match f, c with x :: f, y :: c => x * y :: altered f c | _, _ => [] end.

Lemma count_altered f c k : count k (altered f c) == nth k f 0 * count k c.
Proof.
  unfold count. revert c k. induction f as [|x f IH]; intros [|y c] [|k]; simpl; try ring; apply IH.
Qed.

Lemma altered_nonneg f c : (forall x, In x f -> 0 <= x) -> nonneg c -> nonneg (altered f c).
Proof.
  revert c. induction f as [|x f IH]; intros [|y c] F N z I; simpl in I; try easy.
  destruct I as [<-|I]; [apply Qmult_le_0_compat; [apply F|apply N]; now left|].
  apply (IH c) in I; trivial; intros w J; [apply F|apply N]; now right.
Qed.

(** Altering the whole is altering the parts; *)
Theorem altered_parts_make_the_altered_whole f parts k :
  count k (merge (map (altered f) parts)) == count k (altered f (merge parts)).
Proof.
  rewrite count_merge, sum_map, count_altered, count_merge, (sum_ext _ (fun c => count k c * nth k f 0))
    by (intros c _; rewrite count_altered; ring).
  rewrite sum_scale. ring.
Qed.

(** so no split makes altered parts worse than the altered whole. *)
Theorem altered_gini_gain_nonneg f parts : (forall x, In x f -> 0 <= x) -> (forall c, In c parts ->
  nonneg c) ->
  0 < weight (merge (map (altered f) parts)) -> 0 <= gain gini (map (altered f) parts).
Proof.
  intros F N P. apply gini_gain_nonneg; [|exact P]. intros c I. apply in_map_iff in I as (d & <- & I).
  apply altered_nonneg; auto.
Qed.

(** What it costs to predict class [j], if taking a row of class [k] for another costs [f k]. *)
Definition cost_of_class (f : list Q) (j : nat) (c : ClassCounts) : Q :=
  sum (fun k => if Nat.eqb k j then 0 else nth k f 0 * count k c) (seq 0 (length f)).

Lemma cost_is_altered_error f j c : (j < length f)%nat ->
  cost_of_class f j c == weight (altered f c) - count j (altered f c).
Proof.
  intros J. assert (L : (length (altered f c) <= length f)%nat).
  { clear. revert c. induction f as [|x f IH]; intros [|y c]; simpl; try lia. specialize (IH c). lia. }
  change (weight (altered f c)) with (sum (fun x => x) (altered f c)).
  rewrite (sum_counts (fun x => x) (length f)) by (reflexivity || exact L). unfold cost_of_class.
  assert (H : forall n a, (a <= j < a + n)%nat -> sum (fun k =>
    if Nat.eqb k j then 0 else nth k f 0 * count k c) (seq a n) ==
    sum (fun k => count k (altered f c)) (seq a n) - count j (altered f c)).
  { assert (Away : forall n a, (j < a \/ a + n <= j)%nat -> sum (fun k =>
    if Nat.eqb k j then 0 else nth k f 0 * count k c) (seq a n) ==
      sum (fun k => count k (altered f c)) (seq a n)).
    { intros n a O. apply sum_ext. intros k I. apply in_seq in I. destruct (Nat.eqb_spec k j); [lia|].
      now rewrite count_altered. }
    induction n as [|n IH]; intros a B; [lia|]. simpl. destruct (Nat.eqb_spec a j) as [->|D].
    - rewrite Away by lia. ring.
    - rewrite IH by lia. rewrite (count_altered f c a). ring. }
  apply (H (length f) 0%nat). lia.
Qed.

(** The class of least cost is the majority of the altered counts. *)
Theorem least_cost_is_the_altered_majority f j c : (j < length f)%nat ->
  (forall x, In x f -> 0 <= x) -> nonneg c ->
  majority j (altered f c) <-> forall i, (i < length f)%nat -> cost_of_class f j c <= cost_of_class f i c.
Proof.
  intros J F N. split; intros M i.
  - intros I. rewrite !cost_is_altered_error by assumption. specialize (M i). lra.
  - destruct (Nat.lt_ge_cases i (length f)) as [L|L].
    + specialize (M i L). rewrite !cost_is_altered_error in M by assumption. lra.
    + rewrite (count_altered f c i), nth_overflow by exact L.
      assert (P := count_nonneg j _ (altered_nonneg f c F N)). lra.
Qed.

(** ** Twoing of two classes  [CART84 §4.3] *)

Definition distance (x y : Q) : Q := if Qlt_le_dec x y then y - x else x - y.

Definition twoing (l r : ClassCounts) : Q :=
  let n := weight l + weight r in
  weight l / n * (weight r / n) / 4 * square (sum (fun k => distance (proportion k l) (proportion k r))
    (classes [l; r])).

Theorem twoing_of_two_classes_is_half_the_gini_gain a b c d : 0 < a + b -> 0 < c + d ->
  gain gini [[a; b]; [c; d]] == 2 * twoing [a; b] [c; d].
Proof.
  intros L R. assert (S : square (distance (proportion 0 [a; b]) (proportion 0 [c;
    d]) + (distance (proportion 1 [a; b]) (proportion 1 [c; d]) + 0)) ==
    4 * square (a / (a + b) - c / (c + d))).
  { set (x := a / (a + b)). set (y := c / (c + d)).
    assert (X0 : proportion 0 [a; b] == x) by (unfold proportion, count, x; simpl; field; lra).
    assert (X1 : proportion 1 [a; b] == 1 - x) by (unfold proportion, count, x; simpl; field; lra).
    assert (Y0 : proportion 0 [c; d] == y) by (unfold proportion, count, y; simpl; field; lra).
    assert (Y1 : proportion 1 [c; d] == 1 - y) by (unfold proportion, count, y; simpl; field; lra).
    unfold distance. destruct Qlt_le_dec as [A|A], Qlt_le_dec as [B|B]; rewrite X0, Y0 in *;
      rewrite X1, Y1 in *;
      unfold square; try ring; setoid_replace y with x by lra; ring. }
  unfold twoing. change (classes [[a; b]; [c; d]]) with [0; 1]%nat. cbn [sum fold_right] in *. rewrite S.
  unfold gain, conditional_impurity, gini, square. simpl. unfold count. simpl. field. repeat split; lra.
Qed.

(** Of three classes it is not. *)
Example twoing_of_three_classes_is_something_else :
  gain gini [[1; 0; 0]; [0; 1; 1]] == 1 # 3 /\ 2 * twoing [1; 0; 0] [0; 1; 1] == 4 # 9.
Proof. split; reflexivity. Qed.

(** ** Divided rows  [C45 ch. 3]

    A row whose answer is not known goes to each child with a share of its weight. *)

Fixpoint add_row (k : nat) (w : Q) (c : ClassCounts) : ClassCounts :=
  match k, c with
  | O, [] => [w]
  | O, x :: c => x + w :: c
  | S k, [] => 0 :: add_row k w []
  | S k, x :: c => x :: add_row k w c
  end.

Lemma count_add_row j k w c : count j (add_row k w c) == count j c + (if Nat.eqb j k then w else 0).
Proof.
  unfold count. revert j c. induction k as [|k IH]; intros [|j] [|x c]; simpl; try lra.
  - destruct j; lra.
  - rewrite IH. destruct j; simpl; lra.
  - apply IH.
Qed.

Lemma add_row_nonneg k w c : 0 <= w -> nonneg c -> nonneg (add_row k w c).
Proof.
  intros W. revert c. induction k as [|k IH]; intros [|x c] N y I; simpl in I.
  - now destruct I as [<-|[]].
  - destruct I as [<-|I]; [assert (0 <= x) by (apply N; now left); lra|apply N; now right].
  - destruct I as [<-|I]; [lra|]. now apply (IH []) in I.
  - destruct I as [<-|I]; [apply N; now left|]. apply (IH c) in I; trivial. intros z J. apply N. now right.
Qed.

Definition divided (k : nat) (w : Q) (shares : list Q) (parts : list ClassCounts) : list ClassCounts :=
  map (fun p => add_row k (fst p * w) (snd p)) (combine shares parts).

Theorem a_divided_row_is_a_row j k w shares parts : length shares = length parts -> sum (fun s =>
  s) shares == 1 ->
  count j (merge (divided k w shares parts)) == count j (add_row k w (merge parts)).
Proof.
  intros L S. rewrite count_add_row, !count_merge. unfold divided. rewrite sum_map.
  rewrite (sum_ext _ (fun p => count j (snd p) + fst p * (if Nat.eqb j k then w else 0)))
    by (intros p _; rewrite count_add_row; destruct Nat.eqb; ring).
  rewrite sum_plus, sum_scale, <- (sum_map (count j) snd), <- (sum_map (fun s => s) fst).
  assert (E : map fst (combine shares parts) = shares /\ map snd (combine shares parts) = parts).
  { clear S. revert parts L. induction shares as [|s l IH]; intros [|c parts] L; try discriminate; [easy|].
    injection L as L. destruct (IH parts L) as [A B]. simpl. now rewrite A, B. }
  destruct E as [-> ->]. rewrite S. ring.
Qed.

(** So no split makes the parts worse, divided rows among them. *)
Theorem divided_rows_gain_nonneg k w shares parts : 0 <= w -> (forall s, In s shares -> 0 <= s) ->
  (forall c, In c parts -> nonneg c) -> 0 < weight (merge (divided k w shares parts)) ->
  0 <= gain gini (divided k w shares parts).
Proof.
  intros W S N P. apply gini_gain_nonneg; [|exact P]. intros c I. unfold divided in I.
  apply in_map_iff in I as ((s, d) & <- & I). apply in_combine_l in I as I1. apply in_combine_r in I as I2.
  apply add_row_nonneg; [apply Qmult_le_0_compat; auto|now apply N].
Qed.

(** That the score of divided rows, the share of known rows times their gain, is what the impurity falls by,
    is wrong: rows 0 and 1 are known and parted, two more of class 1 are divided; the score is 1/2 times 1/2,
    and Gini falls by 1/8. *)
Example divided_rows_gain_less_than_their_score :
  let parts := divided 1 2 [1 # 2; 1 # 2] [[1; 0]; [0; 1]] in
  gain gini parts == 1 # 8 /\ (1 # 2) * gain gini [[1; 0]; [0; 1]] == 1 # 4.
Proof. split; reflexivity. Qed.

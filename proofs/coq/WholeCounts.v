(** * WholeCounts: rows of classes in whole units, their questions, gains and sums

    Rows have whole weights, of which a node has fewer than 2^26 in all, and classes, of which there may be
    any number; questions have two children or more.
    Here are their counts, the gains of the definitions in terms of these,
      and sums of floats in whatever order.
    [WholeGini] and [WholeEntropy] go on to what the filter keeps. *)
From Coq Require Import ZArith QArith Qminmax Lqa Qreals Reals Lra Lia List Permutation.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys WholeFilter SummedKeys.
Import ListNotations.
Open Scope R_scope.

(** ** Rows, questions and their gains *)

Definition of_class (k : nat) (r : Z * Z) : Z := if Nat.eqb k (Z.to_nat (snd r)) then fst r else 0%Z.
Definition class_weight (k : nat) : whole_rows -> Z := sums (of_class k).

(** Positive weights, and classes below [K]. *)
Definition counted (K : nat) (rows : whole_rows) : Prop :=
  forall r, In r rows -> (0 < fst r)%Z /\ (Z.to_nat (snd r) < K)%nat.
Definition in_whole_counts (K : nat) (rows : whole_rows) : Prop :=
  counted K rows /\ (weights rows < 2 ^ 26)%Z.

(** A question, by the rows of its children.  Two children have a key of their own; a question with a child
    for each category is scored as many children, also where it has two. *)
Inductive question : Type :=
| As_two (first second : whole_rows)
| As_many (parts : list whole_rows).

Definition parts_of (q : question) : list whole_rows :=
  match q with As_two l r => [l; r] | As_many parts => parts end.

Definition divides_into (rows : whole_rows) (q : question) : Prop :=
  Permutation (concat (parts_of q)) rows /\ forall part, In part (parts_of q) -> part <> [].

(** The gain of the definitions, one weight being [a]. *)
Definition counts_in (K : nat) (a : Q) (rows : whole_rows) : ClassCounts := counts_of K (read_classes a rows).
Definition gain_in (impurity : ClassCounts -> Q) (K : nat) (a : Q) (q : question) : Q :=
  gain impurity (map (counts_in K a) (parts_of q)).

(** What is kept, as programmed. *)
Definition survivors_by {A} (key : A -> float64) (m e : float64) (qs : list A) : list A :=
  if trusted m e then filter (fun q => at_least (key q) (minus m (times two e))) qs else qs.

(** Floats are added, each once, in some order. *)
Inductive adds_up_to : list float64 -> float64 -> Prop :=
| one_float x : adds_up_to [x] x
| two_floats l m s t : adds_up_to l s -> adds_up_to m t -> adds_up_to (l ++ m) (plus s t)
| reordered l m s : Permutation l m -> adds_up_to l s -> adds_up_to m s.

(** At most [arity] children, and at least three where a question is scored as many. *)
Definition within_arity (arity : Z) (q : question) : Prop :=
  (2 <= arity <= 2 ^ 50)%Z /\
  match q with As_two _ _ => True | As_many parts => (3 <= arity /\ Z.of_nat (length parts) <= arity)%Z end.

(** ** Sums of whole numbers *)

Definition sumZ {A} (f : A -> Z) (l : list A) : Z := fold_right (fun x s => f x + s)%Z 0%Z l.

Lemma sumZ_cons {A} (f : A -> Z) x l : sumZ f (x :: l) = (f x + sumZ f l)%Z.
Proof. reflexivity. Qed.

Lemma sumZ_nonneg {A} (f : A -> Z) l : (forall x, In x l -> (0 <= f x)%Z) -> (0 <= sumZ f l)%Z.
Proof.
  intros H. induction l as [|x l IH]; [reflexivity|]. rewrite sumZ_cons.
  assert (0 <= f x)%Z by (apply H; now left).
  assert (0 <= sumZ f l)%Z by (apply IH; intros r I; apply H; now right). lia.
Qed.

Lemma sumZ_zero {A} (f : A -> Z) l : (forall x, In x l -> f x = 0%Z) -> sumZ f l = 0%Z.
Proof.
  intros H. induction l as [|x l IH]; [reflexivity|]. rewrite sumZ_cons, (H x) by now left.
  apply IH. intros y I. apply H. now right.
Qed.

Lemma sumZ_plus {A} (f g : A -> Z) l : sumZ (fun x => f x + g x)%Z l = (sumZ f l + sumZ g l)%Z.
Proof. induction l as [|x l IH]; [reflexivity|]. rewrite !sumZ_cons, IH. lia. Qed.

Lemma squares_below {A} (f : A -> Z) l : (forall x, In x l -> (0 <= f x)%Z) ->
  (0 <= sumZ (fun x => f x * f x)%Z l <= sumZ f l * sumZ f l)%Z.
Proof.
  intros H. assert (P := sumZ_nonneg f l H).
  induction l as [|x l IH]; [simpl; lia|]. rewrite !sumZ_cons in *.
  assert (X : (0 <= f x)%Z) by (apply H; now left).
  assert (Hl : forall y, In y l -> (0 <= f y)%Z) by (intros y I; apply H; now right).
  assert (Pl := sumZ_nonneg f l Hl). specialize (IH Hl Pl). nia.
Qed.

Lemma sumZ_of_one (j K : nat) w : (j < K)%nat -> sumZ (fun k => if Nat.eqb k j then w else 0%Z) (seq 0 K) = w.
Proof.
  intros L. assert (G : forall n s, (s <= j < s + n)%nat ->
    sumZ (fun k => if Nat.eqb k j then w else 0%Z) (seq s n) = w); [|apply G; lia].
  induction n as [|n IH]; intros s B; [lia|]. cbn [seq]. rewrite sumZ_cons.
  destruct (Nat.eqb_spec s j) as [->|D].
  - rewrite sumZ_zero; [lia|]. intros k I. apply in_seq in I. destruct (Nat.eqb_spec k j); [lia|reflexivity].
  - rewrite IH by lia. reflexivity.
Qed.

Lemma inject_sums f l : (inject_Z (sums f l) == sum (fun r => inject_Z (f r)) l)%Q.
Proof. induction l as [|x l IH]; [reflexivity|]. rewrite sums_cons, inject_Z_plus, IH. reflexivity. Qed.

Lemma inject_sumZ {A} (f : A -> Z) l : (inject_Z (sumZ f l) == sum (fun x => inject_Z (f x)) l)%Q.
Proof. induction l as [|x l IH]; [reflexivity|]. rewrite sumZ_cons, inject_Z_plus, IH. reflexivity. Qed.

Lemma sums_concat f ls : sums f (concat ls) = sumZ (sums f) ls.
Proof. induction ls as [|l ls IH]; [reflexivity|]. cbn [concat]. now rewrite sums_app, IH. Qed.

(** ** Counts *)

Definition squares_of (K : nat) (rows : whole_rows) : Z :=
  sumZ (fun k => class_weight k rows * class_weight k rows)%Z (seq 0 K).
Definition largest_of (K : nat) (rows : whole_rows) : Z :=
  fold_right (fun k s => Z.max (class_weight k rows) s) 0%Z (seq 0 K).

Lemma class_weight_nonneg K k rows : counted K rows -> (0 <= class_weight k rows)%Z.
Proof.
  intros H. apply sums_nonneg. intros r I. destruct (H r I) as [P _]. unfold of_class.
  destruct (Nat.eqb k (Z.to_nat (snd r))); lia.
Qed.

Lemma classes_add_up K rows : counted K rows -> sumZ (fun k => class_weight k rows) (seq 0 K) = weights rows.
Proof.
  unfold class_weight, weights. induction rows as [|r l IH]; intros H.
  - apply sumZ_zero. reflexivity.
  - rewrite sums_cons, <- IH by (intros x I; apply H; now right).
    destruct (H r (or_introl eq_refl)) as [_ C].
    rewrite <- (sumZ_of_one (Z.to_nat (snd r)) K (fst r) C), <- sumZ_plus. reflexivity.
Qed.

Lemma squares_fit K rows : counted K rows -> (0 <= squares_of K rows <= weights rows * weights rows)%Z.
Proof.
  intros H. rewrite <- (classes_add_up K rows H). apply squares_below. intros k _.
  now apply (class_weight_nonneg K).
Qed.

Lemma largest_fits K rows : counted K rows -> (0 <= largest_of K rows <= weights rows)%Z.
Proof.
  intros H. rewrite <- (classes_add_up K rows H). unfold largest_of.
  induction (seq 0 K) as [|k l IH]; [simpl; lia|]. cbn [fold_right]. rewrite sumZ_cons.
  assert (P := class_weight_nonneg K k rows H).
  assert (0 <= sumZ (fun k => class_weight k rows) l)%Z by (apply sumZ_nonneg; intros j _;
    now apply (class_weight_nonneg K)). lia.
Qed.

(** Counts as the definitions read them: [h k] of class [k]. *)
Definition reads (K : nat) (a : Q) (rows : whole_rows) (h : nat -> Q) : Prop :=
  forall k, (k < K)%nat -> (h k == a * inject_Z (class_weight k rows))%Q.

Lemma counts_read K a rows : reads K a rows (fun k => sum (fun '(w, j) => if Nat.eqb k j then w else 0%Q)
  (read_classes a rows)).
Proof.
  intros k _. unfold class_weight. induction rows as [|r l IH]; [simpl; ring|].
  rewrite sums_cons, inject_Z_plus. unfold read_classes in *. cbn [map]. unfold sum in *. cbn [fold_right].
  rewrite IH. unfold of_class. destruct (Nat.eqb k (Z.to_nat (snd r))); [ring|].
  change (inject_Z 0) with 0%Q. ring.
Qed.

Lemma weight_in_units K a rows h : counted K rows -> reads K a rows h ->
  (weight (map h (seq 0 K) : ClassCounts) == a * inject_Z (weights rows))%Q.
Proof.
  intros C R. change (weight (map h (seq 0 K) : ClassCounts)) with (sum (fun x => x) (map h (seq 0 K))).
  rewrite sum_map, <- (classes_add_up K rows C), inject_sumZ, Qmult_comm, <- sum_scale. apply sum_ext.
  intros k I. apply in_seq in I. rewrite (R k) by lia. ring.
Qed.

Lemma inject_positive z : (0 < z)%Z -> (0 < inject_Z z)%Q.
Proof. intros P. change 0%Q with (inject_Z 0). now rewrite <- Zlt_Qlt. Qed.

Lemma gini_in_units K a rows h : (0 < a)%Q -> (0 < weights rows)%Z -> counted K rows -> reads K a rows h ->
  (gini (map h (seq 0 K)) == 1 - inject_Z (squares_of K rows) / inject_Z (weights rows)
    / inject_Z (weights rows))%Q.
Proof.
  intros A P C R. assert (W := weight_in_units K a rows h C R). apply inject_positive in P. unfold gini.
  set (w := weight (map h (seq 0 K) : ClassCounts)) in *. clearbody w.
    set (v := inject_Z (weights rows)) in *. clearbody v.
  rewrite sum_map, (sum_ext _ (fun k => inject_Z (class_weight k rows * class_weight k rows) * (/ v / v))%Q).
  - rewrite sum_scale. unfold squares_of. rewrite inject_sumZ. unfold Qdiv. ring.
  - intros k I. apply in_seq in I. unfold square. rewrite (R k), W, inject_Z_mult by lia. field.
    split; Lqa.lra.
Qed.

Lemma largest_in_units K a rows h : (0 < a)%Q -> reads K a rows h ->
  (largest (map h (seq 0 K)) == a * inject_Z (largest_of K rows))%Q.
Proof.
  intros A R. unfold largest, largest_of.
  assert (H : forall k, In k (seq 0 K) -> (h k == a * inject_Z (class_weight k rows))%Q)
    by (intros k I; apply in_seq in I; apply R; lia).
  induction (seq 0 K) as [|k l IH]; [simpl; ring|]. cbn [map fold_right].
  rewrite (H k), IH by (try (intros; apply H); now (left + right)).
  destruct (Z.max_spec (class_weight k rows) (fold_right (fun k s => Z.max (class_weight k rows) s) 0%Z l))
    as [[L ->]|[L ->]].
  - apply Q.max_r. apply Z.lt_le_incl in L. rewrite Zle_Qle in L. rewrite !(Qmult_comm a).
    apply Qmult_le_compat_r; [exact L|Lqa.lra].
  - apply Q.max_l. rewrite Zle_Qle in L. rewrite !(Qmult_comm a). apply Qmult_le_compat_r; [exact L|Lqa.lra].
Qed.

Lemma misclassification_in_units K a rows h : (0 < a)%Q -> (0 < weights rows)%Z -> counted K rows ->
  reads K a rows h ->
  (misclassification (map h (seq 0 K)) == 1 - inject_Z (largest_of K rows) / inject_Z (weights rows))%Q.
Proof.
  intros A P C R. unfold misclassification. rewrite (weight_in_units K a rows h C R),
    (largest_in_units K a rows h A R). apply inject_positive in P. field. split; Lqa.lra.
Qed.

(** ** The parts of a question *)

Section Parts.
  Variables (K : nat) (rows : whole_rows).
  Hypothesis whole : in_whole_counts K rows.

  Lemma all_counted : counted K rows.
  Proof. exact (proj1 whole). Qed.

  Lemma part_facts q part : divides_into rows q -> In part (parts_of q) ->
    counted K part /\ (0 < weights part <= weights rows)%Z.
  Proof.
    intros [P N] I. assert (C : counted K part).
    { intros r J. apply all_counted. apply (Permutation_in _ P). apply in_concat. now exists part. }
    split; [exact C|]. split.
    - apply weights_positive; [now apply N|]. intros r J. now apply C.
    - unfold weights. rewrite <- (sums_permuted _ _ _ P), sums_concat.
      assert (G : forall p, In p (parts_of q) -> (0 <= sums fst p)%Z).
      { intros p J. apply sums_nonneg. intros r R. apply Z.lt_le_incl, all_counted.
        apply (Permutation_in _ P).
        apply in_concat. now exists p. }
      clear - I G. induction (parts_of q) as [|p l IH]; [easy|]. rewrite sumZ_cons.
      assert (0 <= sums fst p)%Z by (apply G; now left).
      assert (0 <= sumZ (sums fst) l)%Z by (apply sumZ_nonneg; intros x J; apply G; now right).
      destruct I as [->|I]; [lia|]. assert (sums fst part <= sumZ (sums fst) l)%Z; [|lia].
      apply IH; [exact I|]. intros x J. apply G. now right.
  Qed.

  Lemma weights_add_up q : divides_into rows q -> sumZ weights (parts_of q) = weights rows.
  Proof. intros [P _]. unfold weights. now rewrite <- (sums_permuted _ _ _ P), sums_concat. Qed.

  Lemma class_weights_add_up k q : divides_into rows q -> sumZ (class_weight k) (parts_of q) = class_weight
    k rows.
  Proof. intros [P _]. unfold class_weight. now rewrite <- (sums_permuted _ _ _ P), sums_concat. Qed.

  Lemma some_part q : divides_into rows q -> (0 < weights rows)%Z -> parts_of q <> [].
  Proof. intros D P E. assert (H := weights_add_up q D). rewrite E in H. simpl in H. lia. Qed.

  Lemma node_is_positive q : divides_into rows q -> parts_of q <> [] -> (0 < weights rows)%Z.
  Proof.
    intros D N. destruct (parts_of q) as [|p l] eqn:E; [easy|].
    destruct (part_facts q p D) as [_ B]; [rewrite E; now left|]. lia.
  Qed.

  (** *** The gain of the definitions, in units *)

  Lemma merged a q : divides_into rows q -> parts_of q <> [] ->
    exists h, merge (map (counts_in K a) (parts_of q)) = map h (seq 0 K) /\ reads K a rows h.
  Proof.
    intros D N. exists (fun k => sum (count k) (map (counts_in K a) (parts_of q))). split.
    - assert (E : classes (map (counts_in K a) (parts_of q)) = seq 0 K).
      { unfold classes. f_equal. rewrite map_map.
        destruct (parts_of q) as [|p l]; [easy|]. clear.
        assert (Ln : forall p, length (counts_in K a p) = K)
          by (intros; unfold counts_in, counts_of; now rewrite map_length, seq_length).
        cbn [map list_max fold_right]. rewrite Ln. induction l as [|x l IH]; cbn [map fold_right]; [lia|].
        rewrite Ln. lia. }
      change (merge (map (counts_in K a) (parts_of q))) with
        (map (fun k => sum (count k) (map (counts_in K a) (parts_of q))) (classes (map (counts_in K a)
          (parts_of q)))).
      now rewrite E.
    - intros k L. rewrite sum_map, <- (class_weights_add_up k q D), inject_sumZ, Qmult_comm, <- sum_scale.
      apply sum_ext. intros p I. unfold counts_in. rewrite count_counts_of. apply Nat.ltb_lt in L as L'.
        rewrite L'.
      rewrite (counts_read K a p k L). ring.
  Qed.

  Variables (impurity : ClassCounts -> Q) (a : Q) (share : whole_rows -> Q).
  Hypothesis unit : (0 < a)%Q.
  Hypothesis impurity_in_units : forall part h, (0 < weights part)%Z -> counted K part -> reads K a part h ->
    (impurity (map h (seq 0 K)) == 1 - share part / inject_Z (weights part))%Q.

  Lemma gain_in_units q : divides_into rows q -> parts_of q <> [] ->
    (gain_in impurity K a q == (sum share (parts_of q) - share rows) / inject_Z (weights rows))%Q.
  Proof.
    intros D N. assert (P := node_is_positive q D N). destruct (merged a q D N) as (h & E & R).
    unfold gain_in, gain, conditional_impurity. rewrite E, (impurity_in_units rows h P all_counted R).
    assert (Wm := weight_in_units K a rows h all_counted R).
    rewrite sum_map. apply inject_positive in P. set (v := inject_Z (weights rows)) in *.
    rewrite (sum_ext _ (fun p => (inject_Z (weights p) + share p * - (1)) * / v)%Q).
    - rewrite sum_scale, sum_plus, sum_scale, <- inject_sumZ, (weights_add_up q D). fold v. field. Lqa.lra.
    - intros p I. destruct (part_facts q p D I) as [C B]. assert (Rp := counts_read K a p).
      unfold counts_in, counts_of. rewrite (impurity_in_units p _ (proj1 B) C Rp).
      rewrite (weight_in_units K a p _ C Rp), Wm. assert (Bp := inject_positive _ (proj1 B)).
      field. repeat split; Lqa.lra.
  Qed.

  Lemma gains_order_shares q p : divides_into rows q -> divides_into rows p -> parts_of q <> [] ->
    (gain_in impurity K a p <= gain_in impurity K a q)%Q ->
    sumR (fun part => Q2R (share part)) (parts_of p) <= sumR (fun part => Q2R (share part)) (parts_of q).
  Proof.
    intros Dq Dp N L. assert (P := node_is_positive q Dq N). assert (Np := some_part p Dp P).
    rewrite (gain_in_units q Dq N), (gain_in_units p Dp Np) in L. rewrite <- !Q2R_sum. apply Qle_Rle.
    apply inject_positive in P. unfold Qdiv in L.
    apply Qmult_le_r in L; [Lqa.lra|]. now apply Qinv_lt_0_compat.
  Qed.
End Parts.

(** ** Sums of floats that neither overflow nor are negative *)

Lemma adds_up_nonempty l s : adds_up_to l s -> (1 <= length l)%nat.
Proof.
  induction 1 as [x|l m s t A IA B IB|l m s P A IA]; simpl; [lia|rewrite app_length; lia|].
  now rewrite <- (Permutation_length P).
Qed.

Definition reals (l : list float64) : list R := map (fun x : float64 => B2R x) l.

Lemma reals_app l m : reals (l ++ m) = reals l ++ reals m.
Proof. apply map_app. Qed.

Lemma reals_length l : length (reals l) = length l.
Proof. apply map_length. Qed.

Lemma reals_permuted l m : Permutation l m -> Permutation (reals l) (reals m).
Proof. apply Permutation_map. Qed.

Lemma total_at_most l b : (forall x, In x l -> B2R x <= b) -> total (reals l) <= INR (length l) * b.
Proof.
  unfold total, reals. induction l as [|x l IH]; intros H; [simpl; lra|]. cbn [length map]. rewrite S_INR.
  assert (Hx := H x (or_introl eq_refl)). specialize (IH (fun y I => H y (or_intror I))).
  unfold sumR in *. cbn [fold_right]. lra.
Qed.

Lemma nonnegative_floats_add_up l s : adds_up_to l s ->
  (forall x, In x l -> is_finite x = true /\ 0 <= B2R x) -> INR (length l) * u <= 1 ->
  total (reals l) <= bpow radix2 1000 ->
  is_finite s = true /\ added_up (reals l) (B2R s) /\ 0 <= B2R s.
Proof.
  assert (U := u_pos). assert (Nonneg : forall l, (forall x, In x l -> is_finite x = true /\ 0 <= B2R x) ->
    0 <= total (reals l) /\ magnitude (reals l) = total (reals l)).
  { clear l. unfold total, magnitude, reals. induction l as [|x l IH]; intros H; simpl; [lra|].
    destruct (H x (or_introl eq_refl)) as [_ X]. destruct IH as [A B]; [intros y I; apply H; now right|].
    rewrite B, (Rabs_right (B2R x)) by lra. split; lra. }
  induction 1 as [x|l m s t A IA B IB|l m s P A IA]; intros F N T.
  - destruct (F x (or_introl eq_refl)) as [Fx Px]. repeat split; trivial. constructor. apply float64_is_float.
  - rewrite reals_app in *. rewrite app_length, plus_INR in N.
    assert (Tt : total (reals l ++ reals m) = total (reals l) + total (reals m)) by apply sumR_app.
    rewrite Tt in T. clear Tt.
    assert (Fl : forall x, In x l -> is_finite x = true /\ 0 <= B2R x) by (intros x I; apply F, in_or_app;
      now left).
    assert (Fm : forall x, In x m -> is_finite x = true /\ 0 <= B2R x) by (intros x I; apply F, in_or_app;
      now right).
    destruct (Nonneg l Fl) as [Pl Ml]. destruct (Nonneg m Fm) as [Pm Mm].
    assert (Nl := pos_INR (length l)). assert (Nm := pos_INR (length m)).
    assert (Ul : 0 <= INR (length l) * u) by (apply Rmult_le_pos; lra).
    assert (Um : 0 <= INR (length m) * u) by (apply Rmult_le_pos; lra).
    destruct IA as (Fs & As & Ps); [exact Fl|lra|lra|]. destruct IB as (Ft & At & Pt); [exact Fm|lra|lra|].
    assert (Es := a_sum_in_any_order_is_near _ _ As). assert (Et := a_sum_in_any_order_is_near _ _ At).
    rewrite reals_length, Ml in Es. rewrite reals_length, Mm in Et. apply Rabs_le_inv in Es, Et.
    set (x := total (reals l)) in *. set (y := total (reals m)) in *.
    assert (Xs : B2R s <= 2 * x) by (assert ((INR (length l) - 1) * u * x <= 1 * x) by
      (apply Rmult_le_compat_r; lra); lra).
    assert (Yt : B2R t <= 2 * y) by (assert ((INR (length m) - 1) * u * y <= 1 * y) by
      (apply Rmult_le_compat_r; lra); lra).
    destruct (rounded_is_small (B2R s + B2R t) 1001) as [R1 R2]; [lia|split; [lra|]|].
    { change (bpow radix2 1001) with (bpow radix2 (1000 + 1)). rewrite bpow_plus.
      change (bpow radix2 1) with 2.
      lra. }
    destruct (plus_rounds s t Fs Ft R2) as [E Fin]. rewrite E. split; [exact Fin|].
      split; [now constructor|apply R1].
  - assert (Fl : forall x, In x l -> is_finite x = true /\ 0 <= B2R x) by (intros x I; apply F;
      now apply (Permutation_in _ P)).
    assert (Tl : total (reals l) <= bpow radix2 1000).
    { unfold total in *. rewrite (sumR_perm _ _ _ (reals_permuted _ _ P)). exact T. }
    destruct IA as (Fs & As & Ps); [exact Fl|now rewrite (Permutation_length P)|exact Tl|].
    split; [exact Fs|]. split; [|exact Ps].
    apply (in_another_order (reals l)); [now apply reals_permuted|exact As].
Qed.

(** Whole numbers are added without error, in whatever order. *)
Definition is_whole (x : float64) (n : Z) : Prop := is_finite x = true /\ B2R x = IZR n.

Lemma sumZ_app {A} (f : A -> Z) l m : sumZ f (l ++ m) = (sumZ f l + sumZ f m)%Z.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [app]. rewrite !sumZ_cons, IH. lia. Qed.

Lemma sumZ_permuted {A} (f : A -> Z) l m : Permutation l m -> sumZ f l = sumZ f m.
Proof. induction 1; rewrite ?sumZ_cons; lia. Qed.

Lemma sumZ_abs l : (Z.abs (sumZ (fun n => n) l) <= sumZ Z.abs l)%Z.
Proof. induction l as [|x l IH]; [simpl; lia|]. rewrite !sumZ_cons. lia. Qed.

Lemma sumZ_map {A B} (f : B -> Z) (g : A -> B) l : sumZ f (map g l) = sumZ (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [map]. now rewrite !sumZ_cons, IH. Qed.

Lemma whole_sum_rounds x y m n : is_whole x m -> is_whole y n -> (Z.abs (m + n) <= 2 ^ 53)%Z ->
  is_whole (plus x y) (m + n).
Proof.
  intros [Fx Ex] [Fy Ey] L. destruct (plus_rounds x y Fx Fy) as [E F].
  - rewrite Ex, Ey, <- plus_IZR. now apply small_whole.
  - split; [exact F|]. rewrite E, Ex, Ey, <- plus_IZR. now apply rnd_whole.
Qed.

Lemma whole_difference_rounds x y m n : is_whole x m -> is_whole y n -> (Z.abs (m - n) <= 2 ^ 53)%Z ->
  is_whole (minus x y) (m - n).
Proof.
  intros [Fx Ex] [Fy Ey] L. destruct (minus_rounds x y Fx Fy) as [E F].
  - rewrite Ex, Ey, <- minus_IZR. now apply small_whole.
  - split; [exact F|]. rewrite E, Ex, Ey, <- minus_IZR. now apply rnd_whole.
Qed.

Lemma whole_floats_add_up l s : adds_up_to l s -> forall ns, Forall2 is_whole l ns ->
  (sumZ Z.abs ns <= 2 ^ 53)%Z -> is_whole s (sumZ (fun n => n) ns).
Proof.
  induction 1 as [x|l m s t A IA B IB|l m s P A IA]; intros ns W L.
  - inversion W as [|? n ? ns' X N]. subst. inversion N. subst. simpl. now rewrite Z.add_0_r.
  - apply Forall2_app_inv_l in W as (n1 & n2 & W1 & W2 & ->). rewrite !sumZ_app in *.
    assert (P : forall ns, (0 <= sumZ Z.abs ns)%Z) by (intros; apply sumZ_nonneg; intros; lia).
    assert (P1 := P n1). assert (P2 := P n2). assert (L1 := sumZ_abs n1). assert (L2 := sumZ_abs n2).
    apply whole_sum_rounds; [apply IA|apply IB|]; trivial; lia.
  - apply Permutation_sym in P. destruct (Permutation_Forall2 P W) as (n2 & P2 & W2).
    rewrite !(sumZ_permuted _ _ _ P2) in *. now apply IA.
Qed.

Lemma of_whole_are_whole {A} (f : A -> Z) l : (forall x, In x l -> (Z.abs (f x) <= 2 ^ 53)%Z) ->
  Forall2 is_whole (map (fun x => of_whole (f x)) l) (map f l).
Proof.
  induction l as [|x l IH]; intros H; constructor.
  - destruct (of_whole_is (f x)) as [E F]; [apply H; now left|now split].
  - apply IH. intros y I. apply H. now right.
Qed.

Lemma sumZ_le {A} (f g : A -> Z) l : (forall x, In x l -> (f x <= g x)%Z) -> (sumZ f l <= sumZ g l)%Z.
Proof.
  intros H. induction l as [|x l IH]; [reflexivity|]. rewrite !sumZ_cons.
  assert (f x <= g x)%Z by (apply H; now left).
  assert (sumZ f l <= sumZ g l)%Z by (apply IH; intros y I; apply H; now right). lia.
Qed.

(** ** What is kept *)

Section Kept.
  Context {A : Type}.
  Variables (key : A -> float64) (value : A -> R) (qs : list A) (m e : float64).
  Hypothesis largest : is_largest m (map key qs).
  Hypothesis finite : forall q, In q qs -> is_finite (key q) = true.

  Lemma the_largest_is_a_key : (exists q, In q qs /\ m = key q) /\ forall q, In q qs -> B2R (key q) <= B2R m.
  Proof.
    destruct largest as [(I & _)|(I & M)].
    - apply in_map_iff in I as (q & E & I). apply finite in I. now rewrite E in I.
    - apply in_map_iff in I as (d & E & I). split; [exists d; now split|]. intros q J.
      assert (L := M _ (in_map _ _ _ J)). unfold at_least in L. rewrite <- E in *.
      rewrite Bleb_correct in L by auto. destruct (Rle_bool_spec (B2R (key q)) (B2R (key d)));
        [assumption|discriminate].
  Qed.

  Lemma kept_within : (forall q, In q qs -> Rabs (B2R (key q) - value q) <= B2R e) ->
    forall q, In q qs -> (forall p, In p qs -> value p <= value q) -> In q (survivors_by key m e qs).
  Proof.
    intros N q I B. set (scored := fun q => {| Filter.key := key q; true_key := value q |}).
    assert (K : In (scored q) (kept m e (map scored qs))).
    { apply the_filter_keeps_every_optimum.
      - rewrite map_map. exact largest.
      - intros c J. apply in_map_iff in J as (p & <- & J). simpl. intros E. assert (F := finite p J).
        rewrite E in F. discriminate.
      - intros c J _. apply in_map_iff in J as (p & <- & J). now apply N.
      - now apply in_map.
      - intros c J. apply in_map_iff in J as (p & <- & J). now apply B. }
    unfold kept, survivors_by in *. destruct (trusted m e); [|exact I].
    apply filter_In in K as [_ K]. apply filter_In. now split.
  Qed.
End Kept.

(** * ExecuteEntropy: entropies as Python states them, sums of logarithms, checked by integers; and logarithms
    in integers

    A vector is class counts, and the terms of their entropy in bits: of each a base and a
    numerator, over one denominator.  [Logarithms] turns the equation into one of two integers. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List Bool.
From Dtrees Require Import Sums Summary Entropy Logarithms IntegerLogarithm.
Import ListNotations.
Open Scope Z_scope.

Record entropy_vector : Type := { counts : list Z; denominator : Z; stated : list (Z * Z) }.

Definition sum_of (l : list Z) : Z := fold_right Z.add 0 l.

(** Denominator times weight times the entropy, less what is stated of it. *)
Definition difference (v : entropy_vector) : terms :=
  let n := sum_of (counts v) in
  (n, denominator v * n) :: map (fun k => (k, - denominator v * k)) (counts v) ++
  map (fun t => (fst t, - n * snd t)) (stated v).

Definition told (t : Z * Z) : bool := 1 <? fst t.

Definition check_entropy (v : entropy_vector) : bool :=
  let l := filter told (difference v) in
  forallb (Z.leb 0) (counts v) && (0 <? sum_of (counts v)) && (0 <? denominator v) && forallb told (stated v)
    &&
  (powers 1 l =? powers (-1) l).

(** A number, so many bits, and the integer that Python has for its logarithm. *)
Definition check_logarithm (v : Z * Z * Z) : bool := let '(number, bits, found) :=
  v in scaled_log2 number bits =? found.

(** Parts, each a factor's numerator and denominator, an integer and its error; their sum, and its error. *)
Definition part_of (x : Z * Z * Z * Z) : scaled_part :=
  let '(a, b, k, e) := x in {| above := a; below := b; integer := k; error := e; meant := 0%R |}.
Definition check_sum (v : list (Z * Z * Z * Z) * (Z * Z)) : bool :=
  (added (map part_of (fst v)) =? fst (snd v)) && (off (map part_of (fst v)) =? snd (snd v)).

Open Scope R_scope.

Lemma value_cons b c l : value ((b, c) :: l) = IZR c * ln (IZR b) + value l.
Proof. reflexivity. Qed.

Lemma value_app l m : value (l ++ m) = value l + value m.
Proof. unfold value, sumR. induction l as [|x l IH]; cbn [app fold_right]; [ring|]. rewrite IH. ring. Qed.

(** Bases of at most 1 add nothing, for the logarithm of 1 is 0, and a count of 0 counts 0. *)
Lemma value_told l : (forall b c, In (b, c) l -> (1 <= b \/ c = 0)%Z) -> value (filter told l) = value l.
Proof.
  induction l as [|(b, c) l IH]; intros H; [reflexivity|].
  assert (E := IH (fun x y I => H x y (or_intror I))). rewrite value_cons, <- E.
  change (filter told ((b, c) :: l)) with (if (1 <? b)%Z then (b, c) :: filter told l else filter told l).
  destruct (Z.ltb_spec 1 b) as [L|L]; [apply value_cons|].
  destruct (H b c (or_introl eq_refl)) as [B|B]; [replace b with 1%Z by lia; rewrite ln_1|rewrite B]; ring.
Qed.

Lemma Q2R_whole n : Q2R (inject_Z n) = IZR n.
Proof. unfold Q2R. simpl. field. Qed.

Lemma weight_whole l : (weight (map inject_Z l : ClassCounts) == inject_Z (sum_of l))%Q.
Proof.
  change (sum (fun x => x) (map inject_Z l) == inject_Z (sum_of l))%Q. unfold sum_of.
  induction l as [|x l IH]; [reflexivity|]. cbn [map fold_right sum]. rewrite inject_Z_plus, <- IH.
    reflexivity.
Qed.

Theorem an_accepted_entropy_holds v : check_entropy v = true ->
  entropy (map inject_Z (counts v)) = sumR (fun t => IZR (snd t) / IZR (denominator v) * log2 (IZR (fst t)))
    (stated v).
Proof.
  unfold check_entropy. rewrite !andb_true_iff. intros ((((C & N) & D) & T) & E).
  rewrite forallb_forall in C, T. apply Z.ltb_lt in N, D. apply Z.eqb_eq in E.
  set (n := sum_of (counts v)) in *. set (d := denominator v) in *.
  assert (V : value (difference v) = 0).
  { rewrite <- value_told.
    - apply sign_is_a_comparison_of_integers; [|exact E]. intros b c I. apply filter_In in I as [_ I].
        now apply Z.ltb_lt in I.
    - intros b c I. unfold difference in I. destruct I as [I|I]; [injection I as <- <-; left; unfold n in N;
        lia|].
      apply in_app_or in I as [I|I]; apply in_map_iff in I as (x & Ex & I); injection Ex as <- <-.
      + apply C, Z.leb_le in I. destruct (Z.eq_dec x 0) as [->|X]; [right; ring|left; lia].
      + apply T, Z.ltb_lt in I. left. lia. }
  unfold difference in V. fold n d in V. rewrite value_cons, value_app in V.
  assert (W : Q2R (weight (map inject_Z (counts v) : ClassCounts)) = IZR n).
  { rewrite <- Q2R_whole. apply Qeq_eqR, weight_whole. }
  assert (Nn : nonneg (map inject_Z (counts v))).
  { intros x I. apply in_map_iff in I as (z & <- & I). apply C, Z.leb_le in I. now rewrite (Zle_Qle 0) in I. }
  assert (Wp : (0 < weight (map inject_Z (counts v) : ClassCounts))%Q).
  { rewrite weight_whole. now rewrite (Zlt_Qlt 0) in N. }
  assert (H := nats_entropy _ Nn Wp). rewrite W in H.
  assert (A : IZR (d * n) * ln (IZR n) + value (map (fun k => (k, (- d * k)%Z)) (counts v)) = IZR d * nats
    (map inject_Z (counts v))).
  { unfold nats, surprise. rewrite W, mult_IZR, Rmult_assoc. unfold n.
    generalize (ln (IZR (sum_of (counts v)))) as x. intros x.
    rewrite sumR_map. rewrite (sumR_ext _ (fun k => IZR k * x + IZR k * ln (IZR k) * -1))
      by (intros k _; rewrite Q2R_whole; ring).
    unfold value, sum_of, sumR. clear. induction (counts v) as [|k l IH]; cbn [map fold_right]; [ring|].
    rewrite plus_IZR, mult_IZR, opp_IZR. lra. }
  assert (B : value (map (fun t => (fst t, (- n * snd t)%Z)) (stated v)) =
    - (IZR n * (IZR d * ln 2)) * sumR (fun t => IZR (snd t) / IZR d * log2 (IZR (fst t))) (stated v)).
  { assert (L2 := ln_2_positive). assert (Dp := IZR_lt _ _ D). rewrite Rmult_comm, <- sumR_scale.
    unfold value. rewrite sumR_map.
    apply sumR_ext. intros (b, k) _. cbn [fst snd]. rewrite mult_IZR, opp_IZR. unfold log2. field. lra. }
  rewrite <- Rplus_assoc, A, H, B in V. assert (L2 := ln_2_positive). assert (Dp := IZR_lt _ _ D).
    assert (Np := IZR_lt _ _ N).
  set (S := sumR _ (stated v)) in *. set (e := entropy _) in *.
  apply Rmult_eq_reg_l with (IZR n * (IZR d * ln 2)); [lra|].
  apply Rgt_not_eq. repeat apply Rmult_lt_0_compat; assumption.
Qed.

(** Three rows to one: 2 - 3/4 log2 3 bits.  With another number it is refused. *)
Example three_to_one :
  check_entropy {| counts := [3; 1; 0]; denominator := 4; stated := [(2, 8); (3, -3)] |}%Z = true /\
  check_entropy {| counts := [3; 1; 0]; denominator := 4; stated := [(2, 8); (3, -2)] |}%Z = false.
Proof. split; reflexivity. Qed.

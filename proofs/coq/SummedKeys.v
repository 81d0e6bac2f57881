(** * SummedKeys: keys that are sums over many children, and entropies in grains

    Whatever the order in which the terms are added.  Weights and sums are whole numbers, as in
    [WholeKeys]; so is an entropy's x log2 x, rounded to grains. *)
From Coq Require Import ZArith Reals Lra Lia List.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeKeys.
Import ListNotations.
Open Scope R_scope.

Lemma whole_times_float n x : is_float x -> Rabs (rnd (IZR n * x) - IZR n * x) <= u * Rabs (IZR n * x).
Proof.
  intros F. destruct (Rle_lt_dec (bpow radix2 (-1022)) (Rabs (IZR n * x))) as [L|G]; [now apply rnd_error;
    right|].
  rewrite rnd_float; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply Rmult_le_pos;
    [assert (U := u_pos); lra|apply Rabs_pos]|].
  apply FLT_format_generic in F as [f E M L]; [|exact precision]. destruct f as [m e].
  cbn [Fnum Fexp] in M, L.
  assert (X : IZR n * x = F2R (Float radix2 (n * m * 2 ^ (e + 1074)) (-1074))).
  { rewrite E. unfold F2R. cbn [Fnum Fexp]. rewrite !mult_IZR. change 2%Z with (radix_val radix2).
    rewrite IZR_Zpower by lia.
    rewrite !Rmult_assoc, <- bpow_plus. do 3 f_equal. lia. }
  rewrite X in *. apply generic_format_FLT.
  exists (Float radix2 (n * m * 2 ^ (e + 1074)) (-1074)); [reflexivity| |cbn [Fexp]; lia].
  cbn [Fnum]. apply lt_IZR. rewrite abs_IZR. rewrite <- F2R_Zabs in G. unfold F2R in G. cbn [Fnum Fexp] in G.
  apply Rmult_lt_reg_r with (bpow radix2 (-1074)); [apply bpow_gt_0|]. rewrite <- abs_IZR.
  apply Rlt_le_trans with (1 := G). rewrite (IZR_Zpower radix2 53) by lia. rewrite <- bpow_plus.
  apply bpow_le. lia.
Qed.

(** ** A sum of rounded shares *)

Section Shares.
  Variable shares : list (Z * Z).              (* numerators, and weights *)
  Hypothesis whole : forall p q, In (p, q) shares -> (0 <= p /\ 0 < q < 2 ^ 26)%Z.

  Definition exact_sum : R := sumR (fun s => IZR (fst s) / IZR (snd s)) shares.
  Definition floats : list R := map (fun s => rnd (IZR (fst s) / IZR (snd s))) shares.

  Lemma share_facts p q : In (p, q) shares -> normal (IZR p / IZR q) /\ 0 <= IZR p / IZR q.
  Proof.
    intros I. destruct (whole p q I) as [P [Q1 Q2]].
    assert (Q : 1 <= IZR q <= IZR (2 ^ 60)) by (split; apply IZR_le; lia).
    assert (0 < / IZR q) by (apply Rinv_0_lt_compat; lra). split.
    - destruct (Z.eq_dec p 0) as [->|N]; [left; unfold Rdiv; ring|].
      apply quotient_normal; [apply IZR_le; lia|exact Q].
    - apply Rmult_le_pos; [now apply IZR_le|lra].
  Qed.

  Lemma exact_sum_nonneg : 0 <= exact_sum.
  Proof. apply sumR_nonneg. intros (p, q) I. now apply share_facts. Qed.

  Lemma floats_near : Rabs (total floats - exact_sum) <= u * exact_sum /\ magnitude floats = total floats.
  Proof.
    assert (H := share_facts). unfold exact_sum, total, magnitude, floats. revert H. clear whole.
    induction shares as [|(p, q) l IH]; intros H; simpl; [rewrite Rminus_0_r, Rabs_R0; lra|].
    destruct IH as [E M]; [intros a b I; apply H; now right|]. destruct (H p q (or_introl eq_refl)) as [N P].
    assert (G := rnd_error _ N). rewrite (Rabs_right (IZR p / IZR q)) in G by lra. assert (U := u_pos).
    rewrite M. split.
    - apply Rabs_le_inv in G, E. apply Rabs_le. split; lra.
    - f_equal. apply Rabs_right. rewrite <- rnd_0. now apply Rle_ge, rnd_le.
  Qed.

  Theorem a_sum_of_shares_is_near s : added_up floats s ->
    Rabs (s - exact_sum) <= 2 * INR (length shares) * u * exact_sum.
  Proof.
    intros A. assert (S := a_sum_in_any_order_is_near _ _ A). assert (Ln := added_up_nonempty _ _ A).
    unfold floats at 2 in S. rewrite map_length in S. unfold floats in Ln. rewrite map_length in Ln.
    apply le_INR in Ln. simpl (INR 1) in Ln. destruct floats_near as [E M]. rewrite M in S.
    assert (K := exact_sum_nonneg). assert (U := u_pos). set (n := INR (length shares)) in *.
    set (K0 := exact_sum) in *. set (t := total floats) in *. clearbody n K0 t.
    apply Rabs_le_inv in E.
    assert (B : (n - 1) * u * t <= (n - 1) * u * (2 * K0)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos;
      lra|nra]).
    assert (C : (n - 1) * u * t <= (n - 1) * u * ((1 + u) * K0)) by (apply Rmult_le_compat_l;
      [apply Rmult_le_pos; lra|lra]).
    assert (D : 0 <= (n - 1) * (u * K0) * (1 - u)) by (repeat apply Rmult_le_pos; lra).
    apply Rabs_le_inv in S. apply Rabs_le. split; nra.
  Qed.
End Shares.

(** ** Gini: the sum of f / w *)

Theorem gini_key_of_many_is_near children s : (forall f w, In (f, w) children -> 0 <= f <= w * w /\
  0 < w < 2 ^ 26)%Z ->
  added_up (floats children) s ->
  Rabs (s - exact_sum children) <= 2 * INR (length children) * u * sumR (fun c => IZR (snd c)) children /\
  exact_sum children <= sumR (fun c => IZR (snd c)) children.
Proof.
  intros H A. assert (L : exact_sum children <= sumR (fun c => IZR (snd c)) children).
  { apply sumR_le. intros (f, w) I. destruct (H f w I) as [F [P _]]. simpl. apply IZR_lt in P.
    apply Rmult_le_reg_r with (IZR w); [exact P|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    rewrite <- mult_IZR. now apply IZR_le. }
  split; [|exact L]. assert (N :=
    a_sum_of_shares_is_near children (fun f w I => conj (proj1 (proj1 (H f w I))) (proj2 (H f w I))) s A).
  apply Rle_trans with (1 := N). assert (U := u_pos). apply Rmult_le_compat_l; [|exact L].
  apply Rmult_le_pos; [apply Rmult_le_pos; [lra|apply pos_INR]|lra].
Qed.

(** ** Squared error: W times the sum of T^2 / w, less T^2 *)

Definition weight_of (l : list (Z * Z)) : Z := fold_right (fun c s => snd c + s)%Z 0%Z l.
Definition total_of (l : list (Z * Z)) : Z := fold_right (fun c s => fst c + s)%Z 0%Z l.
Definition squares (l : list (Z * Z)) : list (Z * Z) := map (fun c => (fst c * fst c, snd c)%Z) l.

(** The square of a sum, divided, is at most the sum of the squares, divided. *)
Lemma squares_divided l : (forall t w, In (t, w) l -> 0 < w)%Z ->
  IZR (total_of l) * IZR (total_of l) <= IZR (weight_of l) * exact_sum (squares l).
Proof.
  unfold exact_sum. induction l as [|(t, w) l IH]; intros P; simpl; [lra|].
  assert (Pw := P t w (or_introl eq_refl)). apply IZR_lt in Pw. rewrite !plus_IZR, mult_IZR.
  assert (P' : forall a b, In (a, b) l -> (0 < b)%Z) by (intros a b I; apply (P a b); now right).
  specialize (IH P').
  assert (W0 : (0 <= weight_of l)%Z).
  { clear IH P. induction l as [|(a, b) l IHl]; simpl; [lia|].
    assert (0 < b)%Z by (apply (P' a b); now left).
    assert (0 <= weight_of l)%Z by (apply IHl; intros c d I; apply (P' c d); now right). lia. }
  assert (S0 : 0 <= exact_sum (squares l)).
  { apply sumR_nonneg. intros (a, b) I. unfold squares in I. apply in_map_iff in I as ((c, d) & E & I).
    injection E as <- <-.
    assert (D := IZR_lt _ _ (P' c d I)). simpl. rewrite mult_IZR. apply Rmult_le_pos; [nra|].
    apply Rlt_le, Rinv_0_lt_compat, D. }
  unfold exact_sum in S0. apply IZR_le in W0.
  set (S := sumR _ (squares l)) in *. set (T := IZR (total_of l)) in *. set (V := IZR (weight_of l)) in *.
  set (x := IZR t) in *. set (y := IZR w) in *. clearbody S T V x y. clear P P'.
  replace ((y + V) * (x * x / y + S)) with (x * x + (V * (x * x) / y + y * S) + V * S) by (field; lra).
  enough (2 * (x * T) <= V * (x * x) / y + y * S) by lra.
  apply Rmult_le_reg_r with y; [exact Pw|].
  replace ((V * (x * x) / y + y * S) * y) with (V * (x * x) + y * y * S) by (field; lra).
  destruct W0 as [W0|<-].
  - apply Rmult_le_reg_r with V; [exact W0|].
    assert (Q : 0 <= (V * x - y * T) * (V * x - y * T)) by apply Rle_0_sqr.
    assert (R : y * y * (T * T) <= y * y * (V * S)) by (apply Rmult_le_compat_l; [nra|exact IH]). nra.
  - assert (T = 0) by nra. subst T. assert (0 <= y * y * S) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Definition squared_key_of_many (W T : Z) (s : R) : R := Rmax (rnd (rnd (IZR W * s) - rnd (IZR T * IZR T))) 0.

Lemma squared_key_of_many_is_nearer children s : (1 <= length children)%nat ->
  (forall t w, In (t, w) children -> 0 < w)%Z ->
  (weight_of children < 2 ^ 26)%Z -> (Z.abs (total_of children) < 2 ^ 26)%Z ->
  added_up (floats (squares children)) s ->
  let W := weight_of children in let T := total_of children in
  let kappa := IZR W * exact_sum (squares children) - IZR T * IZR T in
  Rabs (squared_key_of_many W T s - kappa) <=
    (2 * INR (length children) + 3) * u * (kappa + IZR T * IZR T).
Proof.
  intros Two P LW LT A W T kappa.
  assert (Each : forall t w, In (t, w) children -> (w <= W)%Z).
  { unfold W. clear - P. induction children as [|(a, b) l IH]; simpl; [easy|]. intros t w [E|I].
    - injection E as -> ->. enough (0 <= weight_of l)%Z by lia.
      assert (Pl : forall a b, In (a, b) l -> (0 < b)%Z) by (intros c d I; apply (P c d); now right).
      clear - Pl. induction l as [|(c, d) l IH]; simpl; [lia|].
      assert (0 < d)%Z by (apply (Pl c d); now left).
      assert (0 <= weight_of l)%Z by (apply IH; intros x y I; apply (Pl x y); now right). lia.
    - assert (0 < b)%Z by (apply (P a b); now left). assert (w <= weight_of l)%Z; [|lia].
      apply (IH (fun c d J => P c d (or_intror J)) t w I). }
  assert (Wh : forall p q, In (p, q) (squares children) -> (0 <= p /\ 0 < q < 2 ^ 26)%Z).
  { intros p q I. unfold squares in I. apply in_map_iff in I as ((t, w) & E & I). injection E as <- <-.
    simpl.
    assert (0 < w)%Z by now apply (P t). assert (w <= W)%Z by now apply (Each t). fold W in LW.
    split; [apply Z.square_nonneg|lia]. }
  assert (N := a_sum_of_shares_is_near _ Wh s A). unfold squares at 2 in N. rewrite map_length in N.
  assert (C := squares_divided children P). assert (K := exact_sum_nonneg _ Wh).
  assert (F := added_up_is_float _ _ A).
  fold W T in C. set (S := exact_sum (squares children)) in *. set (n := INR (length children)) in *.
  assert (Nu : n * u <= / 1000).
  { apply Rle_trans with (IZR (2 ^ 26) * u); [|unfold u; change (2 ^ 26)%Z with 67108864%Z; lra].
    apply Rmult_le_compat_r; [assert (U := u_pos); lra|]. unfold n. rewrite INR_IZR_INZ. apply IZR_le.
    enough (Z.of_nat (length children) <= weight_of children)%Z by lia. clear - P.
    induction children as [|(a, b) l IH]; simpl length; simpl weight_of; [lia|].
    assert (0 < b)%Z by (apply (P a b); now left).
    assert (Z.of_nat (length l) <= weight_of l)%Z; [|lia]. apply IH. intros c d I. apply (P c d). now right.
    }
  assert (N0 : 0 <= n) by apply pos_INR. clearbody n.
  assert (W1 : 1 <= IZR W).
  { apply IZR_le. destruct children as [|(t, w) l]; [simpl in Two; lia|].
    assert (0 < w)%Z by (apply (P t); now left). assert (w <= W)%Z by (apply (Each t); now left). lia. }
  assert (Tx : rnd (IZR T * IZR T) = IZR T * IZR T).
  { rewrite <- mult_IZR. apply rnd_whole. assert (H := product_fits T T LT LT). lia. }
  assert (Tq : 0 <= IZR T * IZR T) by apply Rle_0_sqr.
  assert (R1 := whole_times_float W s F).
  assert (R2 := sum_error (rnd (IZR W * s)) (- (IZR T * IZR T)) (rnd_is_float _)).
  unfold squared_key_of_many, kappa. rewrite Tx. unfold Rminus in R2 at 1. clearbody S.
  assert (Ft : is_float (- (IZR T * IZR T))) by (rewrite <- Tx; apply generic_format_opp, rnd_is_float).
  specialize (R2 Ft). set (q := IZR T * IZR T) in *. set (V := IZR W) in *. assert (U := u_pos).
  set (y := rnd (V * s)) in *. change (rnd (y + - q)) with (rnd (y - q)) in R2. set (z := rnd (y - q)) in *.
  clearbody q V y z. clear - N0 Nu N C K W1 Tq R1 R2 U.
  assert (S0 : 0 <= s) by (apply Rabs_le_inv in N; nra). set (X := V * S) in *.
  assert (Vs : Rabs (V * s - X) <= 2 * n * u * X).
  { unfold X. replace (V * s - V * S) with (V * (s - S)) by ring. rewrite Rabs_mult, Rabs_right by lra.
    replace (2 * n * u * (V * S)) with (V * (2 * n * u * S)) by ring. apply Rmult_le_compat_l; lra. }
  assert (X0 : 0 <= X) by (unfold X; apply Rmult_le_pos; lra).
  assert (V0 : 0 <= V * s) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_right (V * s)) in R1 by lra. clearbody X. set (v := V * s) in *. clearbody v.
  clear N K S0 W1.
  assert (E1 : 2 * n * u * X <= X * / 500) by nra. apply Rabs_le_inv in Vs, R1.
  assert (Y : Rabs (y - X) <= (2 * n + 1.01) * u * X) by (apply Rabs_le; split; nra).
  assert (E2 : (2 * n + 1.01) * u * X <= X * / 250) by nra. apply Rabs_le_inv in Y.
  assert (D : Rabs (y - q) <= 1.01 * X) by (apply Rabs_le; lra).
  assert (Z : Rabs (z - (X - q)) <= (2 * n + 2.02) * u * X).
  { assert (R3 : u * Rabs (y - q) <= u * (1.01 * X)) by (apply Rmult_le_compat_l; lra).
    change (y + - q) with (y - q) in R2. apply Rabs_le_inv in R2. apply Rabs_le. lra. }
  assert (F : (2 * n + 2.02) * u * X <= (2 * n + 3) * u * X)
    by (assert (0 <= u * X) by (apply Rmult_le_pos; lra); lra).
  replace (X - q + q) with X by ring. apply Rle_trans with (2 := F). apply Rle_trans with (2 := Z).
  unfold Rmax. destruct (Rle_dec z 0) as [L|G]; [|lra].
  rewrite (Rabs_left1 (0 - (X - q))), (Rabs_left1 (z - (X - q))); lra.
Qed.

Theorem squared_key_of_many_is_near children s : (2 <= length children)%nat ->
  (forall t w, In (t, w) children -> 0 < w)%Z ->
  (weight_of children < 2 ^ 26)%Z -> (Z.abs (total_of children) < 2 ^ 26)%Z ->
  added_up (floats (squares children)) s ->
  let W := weight_of children in let T := total_of children in
  let kappa := IZR W * exact_sum (squares children) - IZR T * IZR T in
  Rabs (squared_key_of_many W T s - kappa) <=
    4 * u * (INR (length children) + 4) * (kappa + IZR T * IZR T).
Proof.
  intros Two P LW LT A W T kappa.
  apply Rle_trans with (1 := squared_key_of_many_is_nearer children s ltac:(lia) P LW LT A). fold W T kappa.
  assert (U := u_pos). assert (N := pos_INR (length children)).
  assert (X : 0 <= kappa + IZR T * IZR T).
  { unfold kappa. assert (C := squares_divided children P). fold W T in C.
    assert (0 <= IZR T * IZR T) by apply Rle_0_sqr. lra. }
  apply Rmult_le_compat_r; [exact X|]. nra.
Qed.

(** ** Grains: entropies *)

Section Grains.
  Variables (phi grain : R) (log_float log : R) (x : Z).
  Hypothesis weight : (1 <= x < 2 ^ 26)%Z.
  Hypothesis log_float_is_float : is_float log_float.
  Hypothesis log_is_0_or_large : log = 0 \/ 1 <= log.                 (* log2 x, of whole x *)
  Hypothesis log_float_is_near : Rabs (log_float - log) <= 8 * u * log.
  Hypothesis phi_is : phi = IZR x * log.
  Hypothesis grain_pos : 0 < grain.
  Hypothesis phi_fits : phi <= IZR (2 ^ 50) * (1 + / 100) * grain.
    (* the float of phi is below 2^50 grains *)

  Definition grains : Z := ZnearestE (rnd (IZR x * log_float) / grain).

  Lemma phi_is_less_than_2_grains_off : Rabs (IZR grains - phi / grain) < 2.
  Proof.
    unfold grains. assert (U := u_pos). assert (X : 1 <= IZR x) by (apply IZR_le; lia).
    assert (R := whole_times_float x log_float log_float_is_float).
    assert (Lo : 0 <= log) by (destruct log_is_0_or_large as [-> |]; lra).
    apply Rabs_le_inv in log_float_is_near.
    assert (Lf : 0 <= log_float) by nra. set (p := IZR x * log_float) in *.
    assert (P : (1 - 8 * u) * phi <= p <= (1 + 8 * u) * phi) by (rewrite phi_is; unfold p; split; nra).
    assert (P0 : 0 <= p) by (unfold p; apply Rmult_le_pos; lra). rewrite (Rabs_right p) in R by lra.
    assert (Ph : 0 <= phi) by (rewrite phi_is; apply Rmult_le_pos; lra).
    set (r := rnd p) in *. apply Rabs_le_inv in R. clearbody p.
    clear log_float_is_near phi_is log_is_0_or_large.
    assert (A : Rabs (r - phi) <= 9.01 * u * phi) by (apply Rabs_le; split; nra).
    assert (I : 0 < / grain) by now apply Rinv_0_lt_compat.
    assert (B : Rabs (r / grain - phi / grain) <= 9.2 * / 8).
    { replace (r / grain - phi / grain) with ((r - phi) * / grain) by (unfold Rdiv; ring).
      rewrite Rabs_mult, (Rabs_right (/ grain)) by lra. apply Rmult_le_reg_r with grain; [exact grain_pos|].
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. apply Rle_trans with (1 := A).
      unfold u in *. change (2 ^ 50)%Z with 1125899906842624%Z in phi_fits. lra. }
    assert (C := Znearest_half (fun z => negb (Z.even z)) (r / grain)). apply Rabs_le_inv in B, C.
    apply Rabs_def1; lra.
  Qed.
End Grains.

(** So [x log2 x], looked up in a table, is less than 2 grains off. *)
Theorem x_log2_x_is_less_than_2_grains_off x log_float grain : (1 <= x < 2 ^ 26)%Z -> is_float log_float ->
  Rabs (log_float - log2 (IZR x)) <= 8 * u * log2 (IZR x) -> 0 < grain ->
  IZR x * log2 (IZR x) <= IZR (2 ^ 50) * grain ->
  Rabs (IZR (grains grain log_float x) - IZR x * log2 (IZR x) / grain) < 2.
Proof.
  intros X F N P L. apply (phi_is_less_than_2_grains_off _ grain log_float (log2 (IZR x)) x); auto;
    [|assert (0 <= IZR (2 ^ 50) * grain) by (apply Rmult_le_pos; [apply IZR_le; lia|lra]); lra].
  unfold log2. destruct (Z.eq_dec x 1) as [->|D]; [left; rewrite ln_1; unfold Rdiv; ring|right].
  assert (L2 := ln_2_positive). apply Rmult_le_reg_r with (ln 2); [exact L2|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_l, Rmult_1_r by lra.
  destruct (Z.eq_dec x 2) as [->|D']; [lra|]. apply Rlt_le, ln_increasing; [lra|]. apply IZR_lt. lia.
Qed.

(** A key adds and takes away terms, each less than 2 grains off: one or more of them are less than 2 grains
    a term off. *)
Theorem terms_in_grains_add_up (terms : list (Z * R)) : terms <> [] ->
  (forall n x, In (n, x) terms -> Rabs (IZR n - x) < 2) ->
  Rabs (IZR (fold_right (fun t s => fst t + s)%Z 0%Z terms) - sumR snd terms) < 2 * INR (length terms).
Proof.
  induction terms as [|(n, x) l IH]; intros N H; [easy|]. cbn [fold_right fst length].
  rewrite plus_IZR, S_INR.
  change (sumR snd ((n, x) :: l)) with (x + sumR snd l).
  assert (A := H n x (or_introl eq_refl)). apply Rabs_def2 in A. destruct l as [|y l].
  - simpl. apply Rabs_def1; lra.
  - assert (B : Rabs (IZR (fold_right (fun t s => fst t + s)%Z 0%Z (y :: l)) - sumR snd (y :: l)) < 2 * INR
      (length (y :: l)))
      by (apply IH; [easy|intros m z I; apply H; now right]).
    apply Rabs_def2 in B. apply Rabs_def1; lra.
Qed.

(** ** A plausible wrong statement

    That the key of many children is as near as that of two, by a share of itself: three children of weight
    10 with a
    sum of 1 each gain nothing, and their float key is not 0. *)
Example the_key_of_many_is_not_off_by_a_share_of_itself :
  let tenth := over (of_whole 1) (of_whole 10) in let s := plus (plus tenth tenth) tenth in
  (30 * (1 / 10 + 1 / 10 + 1 / 10) - 3 * 3 = 0)%R /\
  Bltb (of_whole 0) (minus (times (of_whole 30) s) (times (of_whole 3) (of_whole 3))) = true.
Proof. split; [field|vm_compute; reflexivity]. Qed.

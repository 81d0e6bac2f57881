(** * RoundedCounts: the float keys of class counts where weights were rounded to a grid

    True numbers come first, floats second: a child has its counts, which are off by [e] in all, its weight
    and what the float weight is.  Each key is as near to the true one as two thirds of what
    [dtrees.vectorized] filters by, for any number of children and in whatever order terms are added. *)
From Coq Require Import Reals Lra Lia List.
From Flocq Require Import Core.
From Dtrees Require Import Entropy Rounding Roundings RoundedRows.
Import ListNotations.
Open Scope R_scope.

Record part : Type := { counts : list (R * R); true_weight : R; float_weight : R }.

Lemma term_at_most_sum {A} (f : A -> R) l x : (forall y, In y l -> 0 <= f y) -> In x l -> f x <= sumR f l.
Proof.
  induction l as [|y l IH]; [easy|]. intros P I. change (sumR f (y :: l)) with (f y + sumR f l).
  assert (Py := P y (or_introl eq_refl)). assert (R := sumR_nonneg f l (fun z J => P z (or_intror J))).
  destruct I as [->|I]; [lra|]. assert (H := IH (fun z J => P z (or_intror J)) I). lra.
Qed.

Lemma sum_at_most {A} (f : A -> R) c l : (forall x, In x l -> f x <= c) -> sumR f l <= INR (length l) * c.
Proof.
  induction l as [|x l IH]; intros H; [simpl; lra|]. cbn [length]. rewrite S_INR.
  change (sumR f (x :: l)) with (f x + sumR f l).
  assert (A1 := H x (or_introl eq_refl)). assert (A2 := IH (fun y I => H y (or_intror I))). lra.
Qed.

Lemma squares_at_most {A} (f : A ->
  R) l : 0 <= sumR (fun x => f x * f x) l <= sumR (fun x => Rabs (f x)) l * sumR (fun x => Rabs (f x)) l.
Proof.
  assert (P : 0 <= sumR (fun x => Rabs (f x)) l) by (apply sumR_nonneg; intros; apply Rabs_pos).
  induction l as [|x l IH]; [simpl; lra|]. cbn [sumR fold_right] in *.
  fold (sumR (fun x => f x * f x) l) (sumR (fun x => Rabs (f x)) l) in *.
  assert (P' : 0 <= sumR (fun x => Rabs (f x)) l) by (apply sumR_nonneg; intros; apply Rabs_pos).
  specialize (IH P').
  assert (E : f x * f x = Rabs (f x) * Rabs (f x)) by (rewrite <- Rabs_mult; symmetry;
    apply Rabs_right, Rle_ge, Rle_0_sqr).
  rewrite E. assert (Q := Rabs_pos (f x)). set (a := Rabs (f x)) in *. set (t := sumR _ l) in *.
  set (q := sumR (fun x => f x * f x) l) in *.
  assert (0 <= a * t) by (apply Rmult_le_pos; lra). assert (0 <= a * a) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma difference_of_sums {A} (f g : A ->
  R) l : Rabs (sumR f l - sumR g l) <= sumR (fun x => Rabs (f x - g x)) l.
Proof.
  induction l as [|x l IH]; [simpl; rewrite Rminus_0_r, Rabs_R0; lra|]. cbn [sumR fold_right] in *.
  fold (sumR f l) (sumR g l) (sumR (fun x => Rabs (f x - g x)) l) in *.
  replace (f x + sumR f l - (g x + sumR g l)) with ((f x - g x) + (sumR f l - sumR g l)) by ring.
  apply add_at_most; [lra|exact IH].
Qed.

Section Counts.
  Variables (parts : list part) (W W' l e : R) (K A : nat).
  Hypothesis light : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= W' <= IZR (2 ^ 63).
  Hypothesis whole : sumR true_weight parts = W /\ Rabs (W - W') <= e.
  Hypothesis near : forall p, In p parts ->
    true_weight p = sumR fst (counts p) /\ sumR (fun x => Rabs (fst x - snd x)) (counts p) <= e /\
    l <= float_weight p <= W' /\ Rabs (true_weight p - float_weight p) <= e /\
      (1 <= length (counts p) <= K)%nat.
  Hypothesis are_counts : forall p x, In p parts -> In x (counts p) -> 0 <= fst x /\ exists n, snd x = IZR n.
  Hypothesis arity : (1 <= length parts <= A)%nat.
  Hypothesis few : INR (K + A + 4) * u <= / 1000.

  (** What the program takes for its error, with [sigma] = 1. *)
  Definition bound (sigma : R) : R := INR A * (2 * INR K + 4) * sigma * (e + 8 * u * W').

  Lemma weights_are_near p : In p parts ->
    7 * e <= true_weight p <= 9 / 8 * float_weight p /\ float_weight p <= 8 / 7 * true_weight p /\
    sumR (fun x => Rabs (snd x)) (counts p) <= true_weight p + e.
  Proof.
    intros I. destruct (near p I) as (T & E & F & D & _). apply Rabs_le_inv in D. split; [lra|].
    split; [lra|].
    rewrite T. apply Rle_trans with (sumR fst (counts p) + sumR (fun x => Rabs (fst x - snd x)) (counts p));
      [|lra].
    rewrite <- sumR_plus. apply sumR_le. intros x J. destruct (are_counts p x I J) as [P _].
    unfold Rabs. destruct (Rcase_abs (snd x)), (Rcase_abs (fst x - snd x)); lra.
  Qed.

  Lemma weights_add_up : 0 <= sumR float_weight parts <= 9 / 7 * W'.
  Proof.
    destruct whole as [S D]. apply Rabs_le_inv in D.
    split; [apply sumR_nonneg; intros p I; destruct (near p I) as (_ & _ & F & _); lra|].
    apply Rle_trans with (sumR (fun p => true_weight p * (8 / 7)) parts).
    - apply sumR_le. intros p I. destruct (weights_are_near p I). lra.
    - rewrite sumR_scale, S. lra.
  Qed.

  Lemma the_bound_is_large : 4 * INR (length parts) * e + 2.02 * (INR (K + A + 4) * u) * W' <= 2 / 3 * bound
    1.
  Proof.
    assert (U := u_pos). unfold bound. rewrite !plus_INR. simpl (INR 4). destruct arity as [A1 A2].
    assert (A3 : 1 <= INR A) by (change 1 with (INR 1); apply le_INR; lia). apply le_INR in A2.
    assert (K1 : 1 <= INR K).
    { destruct parts as [|p ps]; [simpl in A1; lia|].
      destruct (near p (or_introl eq_refl)) as (_ & _ & _ & _ & L). change 1 with (INR 1). apply le_INR.
      lia. }
    assert (P : INR (length parts) * e <= INR A * e) by (apply Rmult_le_compat_r; lra).
    assert (U0 : 0 <= u * W') by (apply Rmult_le_pos; lra). set (x := u * W') in *. set (a := INR A) in *.
    set (k := INR K) in *.
    assert (P2 : 0 <= (k - 1) * (a * e)) by (repeat apply Rmult_le_pos; lra).
    assert (P3 : 0 <= (k - 1) * (a - 1) * x) by (repeat apply Rmult_le_pos; lra).
    assert (P4 : 0 <= (a - 1) * x) by (apply Rmult_le_pos; lra).
    assert (P5 : 0 <= (k - 1) * x) by (apply Rmult_le_pos; lra).
    replace (2.02 * ((k + a + (1 + 1 + 1 + 1)) * u) * W') with (2.02 * (k + a + 4) * x) by (unfold x; ring).
    replace (a * (2 * k + 4) * 1 * (e + 8 * u * W')) with (a * (2 * k + 4) * e + 8 * (a * (2 * k + 4) * x))
      by (unfold x; ring). lra.
  Qed.

  (** ** Gini *)

  Definition true_share (p : part) : R := sumR (fun x => fst x * fst x) (counts p) / true_weight p.
  Definition share_of_floats (p : part) : R := sumR (fun x => snd x * snd x) (counts p) / float_weight p.

  Lemma shares_are_near p : In p parts -> Rabs (true_share p - share_of_floats p) <= 4 * e /\
    0 <= share_of_floats p <= 25 / 16 * float_weight p.
  Proof.
    intros I. destruct (near p I) as (T & E & F & D & _). destruct (weights_are_near p I) as (Wt & Wf & Ab).
    destruct light as (L & E0 & Le & _).
    unfold true_share, share_of_floats. destruct (squares_at_most snd (counts p)) as [Q0 Q].
    assert (Dq : Rabs (sumR (fun x => fst x * fst x) (counts p) - sumR (fun x => snd x * snd x)
      (counts p)) <= (2 * true_weight p + e) * e).
    { apply Rle_trans with (1 := difference_of_sums _ _ _).
      apply Rle_trans with (sumR (fun x => Rabs (fst x - snd x) * (2 * true_weight p + e)) (counts p)).
      - apply sumR_le. intros x J.
        replace (fst x * fst x - snd x * snd x) with ((fst x - snd x) * (fst x + snd x)) by ring.
        rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|].
        assert (M := term_at_most_sum fst (counts p) x (fun y J' => proj1 (are_counts p y I J')) J).
        assert (N := term_at_most_sum (fun x => Rabs (fst x - snd x))
          (counts p) x (fun y _ => Rabs_pos _) J). cbv beta in N.
        destruct (are_counts p x I J) as [P _]. rewrite T. apply Rle_trans with (2 := Rle_refl _).
        apply Rabs_le.
        assert (N' : Rabs (fst x - snd x) <= e) by lra. apply Rabs_le_inv in N'. lra.
      - rewrite sumR_scale, Rmult_comm. apply Rmult_le_compat_l; lra. }
    set (w := true_weight p) in *. set (v := float_weight p) in *.
    set (q := sumR (fun x => fst x * fst x) (counts p)) in *.
    set (q' := sumR (fun x => snd x * snd x) (counts p)) in *.
    set (b := sumR (fun x => Rabs (snd x)) (counts p)) in *. clearbody w v q q'.
    assert (B0 : 0 <= b) by (apply sumR_nonneg; intros; apply Rabs_pos). clearbody b.
    assert (w0 : 0 < w) by lra. assert (v0 : 0 < v) by lra.
    assert (Bv : b <= 5 / 4 * v) by (apply Rabs_le_inv in D; lra). assert (Bw : b <= 8 / 7 * w) by lra.
    assert (Q1 : q' <= 25 / 16 * (v * v)) by (apply Rle_trans with (1 := Q);
      apply Rle_trans with (5 / 4 * v * (5 / 4 * v)); [apply Rmult_le_compat; lra|lra]).
    assert (Q2 : q' <= 10 / 7 * (w * v)) by (apply Rle_trans with (1 := Q);
      apply Rle_trans with (8 / 7 * w * (5 / 4 * v)); [apply Rmult_le_compat; lra|lra]).
    assert (wv : 0 < w * v) by now apply Rmult_lt_0_compat. split.
    - replace (q / w - q' / v) with (((q - q') * v + q' * (v - w)) / (w * v)) by (field; lra).
      unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ _)) by (apply Rgt_ge, Rinv_0_lt_compat, wv).
      apply Rmult_le_reg_r with (w * v); [exact wv|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      apply Rle_trans with ((2 * w + e) * e * v + 10 / 7 * (w * v) * e).
      + apply add_at_most; apply product_at_most; trivial; try (rewrite Rabs_right; lra).
        rewrite Rabs_minus_sym. exact D.
      + assert (0 <= e * v * (w / 7 - e)) by (repeat apply Rmult_le_pos; lra).
        assert (0 <= e * (w * v)) by (apply Rmult_le_pos; lra). lra.
    - split; [apply Rmult_le_pos; [exact Q0|now apply Rlt_le, Rinv_0_lt_compat]|].
      apply Rmult_le_reg_r with v; [exact v0|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.

  Variable f : part -> R.                              (* the float of a child's sum of squares *)
  Hypothesis added : forall p, In p parts -> added_up (map (fun x => rnd (snd x * snd x)) (counts p)) (f p).

  Lemma sums_of_squares p : In p parts -> let q := sumR (fun x => snd x * snd x) (counts p) in
    0 <= q /\ (q = 0 \/ 1 <= q) /\ within K q (f p).
  Proof.
    intros I q. destruct (near p I) as (_ & _ & _ & _ & L).
    assert (H : forall x, In x (counts p) -> 0 <= snd x * snd x /\
      (snd x * snd x = 0 \/ 1 <= snd x * snd x) /\ within 1 (snd x * snd x) (rnd (snd x * snd x))).
    { intros x J. apply square_facts. destruct (are_counts p x I J) as (_ & n & ->).
      destruct (Z.eq_dec n 0) as [->|D]; [now left|right].
      rewrite <- abs_IZR. apply IZR_le. lia. }
    assert (P : 0 <= q) by (apply sumR_nonneg; intros x J; apply (H x J)). split; [exact P|].
    split; [apply sum_zero_or; [lra|intros x J; apply (H x J)]|].
    apply (within_more (1 + (length (counts p) - 1))); [lia|exact P|].
    apply added_terms_are_within with (2 := fun x J => conj (proj1 (H x J)) (proj2 (proj2 (H x J)))).
    now apply added.
  Qed.

  (** Two children, or any number, as programmed. *)
  Definition is_gini_key (key : R) : Prop :=
    added_up (map (fun p => rnd (f p / float_weight p)) parts) key \/
    exists p q, parts = [p; q] /\
      key = rnd (rnd (rnd (f p * float_weight q) + rnd (f q * float_weight p)) / rnd (float_weight p *
        float_weight q)).

  Lemma few_too k : (k <= K + A + 4)%nat -> INR k * u <= / 1000.
  Proof.
    intros L. apply le_INR in L. apply Rle_trans with (2 := few).
    apply Rmult_le_compat_r; [assert (U := u_pos)|]; lra.
  Qed.

  Lemma gini_key_is_within key : is_gini_key key -> within (K + A + 4) (sumR share_of_floats parts) key.
  Proof.
    destruct light as (L & E0 & Le & Lw & Ub).
    assert (S0 : 0 <= sumR share_of_floats parts) by (apply sumR_nonneg; intros p I;
      apply (shares_are_near p I)).
    assert (Ar := arity). assert (W1 : forall p, In p parts ->
      1 <= float_weight p <= W') by (intros p I; destruct (near p I) as (_ & _ & F & _); lra).
    intros [H|(p & q & E & ->)].
    - apply (within_more ((K + 1) + (length parts - 1))); [lia|exact S0|].
      apply added_terms_are_within with (1 := H). intros p I.
      destruct (sums_of_squares p I) as (P & Z & R). specialize (W1 p I).
      split; [apply (shares_are_near p I)|].
      destruct (quotient_not_tiny _ (float_weight p) Z) as [Q N]; [split; [apply W1|];
        apply Rle_trans with W'; [apply W1|]; apply Rle_trans with (1 := Ub), IZR_le; lia|].
      replace (K + 1)%nat with (S (K + 0)) by lia. apply within_then; [exact Q|exact N|apply few_too; lia|].
      apply within_over; [exact P|lra|exact R|apply within_refl].
    - rewrite E in W1, Ar. simpl length in Ar. assert (Wp := W1 p (or_introl eq_refl)).
      assert (Wq := W1 q (or_intror (or_introl eq_refl))).
      assert (Ip : In p parts) by (rewrite E; now left).
      assert (Iq : In q parts) by (rewrite E; right; now left).
      destruct (sums_of_squares p Ip) as (Pp & Zp & Rp). destruct (sums_of_squares q Iq) as (Pq & Zq & Rq).
      assert (Sh : sumR share_of_floats parts = (sumR (fun x => snd x * snd x) (counts p) * float_weight q +
        sumR (fun x => snd x * snd x) (counts q) * float_weight p) / (float_weight p * float_weight q)).
      { rewrite E. unfold share_of_floats. simpl. field. lra. }
      rewrite Sh in *. set (a := sumR _ (counts p)) in *. set (b := sumR _ (counts q)) in *.
      set (v := float_weight p) in *. set (w := float_weight q) in *.
      assert (H : forall x y c, 0 <= x -> (x = 0 \/ 1 <= x) -> 1 <= c -> within K x y -> 0 <= x * c /\
        (x * c = 0 \/ 1 <= x * c) /\ within (S (K + 0)) (x * c) (rnd (y * c))).
      { intros x y c Px Zx Pc Rx. assert (Pxc : 0 <= x * c) by (apply Rmult_le_pos; lra).
        assert (Zxc : x * c = 0 \/ 1 <= x * c).
        { destruct Zx as [->|Zx]; [left; ring|right].
          apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]. }
        split; [exact Pxc|]. split; [exact Zxc|].
        apply within_then; [exact Pxc|now apply large_is_not_tiny|apply few_too; lia|].
        apply within_mult; trivial; [lra|apply within_refl]. }
      destruct (H a (f p) w Pp Zp ltac:(lra) Rp) as (P1 & Z1 & R1).
      destruct (H b (f q) v Pq Zq ltac:(lra) Rq) as (P2 & Z2 & R2).
      assert (R3 := within_plus _ _ _ _ _ R1 R2). assert (P3 : 0 <= a * w + b * v) by lra.
      assert (Z3 : a * w + b * v = 0 \/ 1 <= a * w + b * v) by (destruct Z1, Z2; [left|right..]; lra).
      assert (R4 := within_trans _ 1 _ _ _ R3 (within_sum _ _ (rnd_is_float _) (rnd_is_float _)
        (within_nonneg _ _ _ P3 R3))).
      assert (VW : 1 <= v * w <= IZR (2 ^ 127)).
      { split; [apply Rle_trans with (1 * 1); [lra|apply Rmult_le_compat; lra]|].
        apply Rle_trans with (IZR (2 ^ 63) * IZR (2 ^ 63)); [apply Rmult_le_compat; lra|].
        rewrite <- mult_IZR. apply IZR_le. lia. }
      assert (R5 : within 1 (v * w) (rnd (v * w))) by (apply (within_then 0); [lra|apply large_is_not_tiny;
        lra|simpl; lra|apply within_refl]).
      destruct (quotient_not_tiny _ _ Z3 VW) as [Q N].
      assert (R6 := within_over _ _ _ _ (v * w) _ P3 ltac:(lra) R4 R5).
      apply (within_more (S (S (K + 0) + 1 + 1))); [lia|exact Q|].
      apply within_then; [exact Q|exact N|apply few_too; lia|exact R6].
  Qed.

  Theorem gini_key_of_rounded_counts_is_near key : is_gini_key key ->
    Rabs (sumR true_share parts - key) <= 2 / 3 * bound 1.
  Proof.
    intros H. assert (R := gini_key_is_within key H). destruct weights_add_up as [_ Wu]. assert (U := u_pos).
    assert (S0 : 0 <= sumR share_of_floats parts <= 2.01 * W').
    { split; [apply sumR_nonneg; intros p I; apply (shares_are_near p I)|].
      apply Rle_trans with (sumR (fun p => float_weight p * (25 / 16)) parts).
      - apply sumR_le. intros p I. destruct (shares_are_near p I). lra.
      - rewrite sumR_scale. lra. }
    assert (N := within_is_near _ _ _ (proj1 S0) few R). set (k := INR (K + A + 4) * u) in *.
    assert (K0 : 0 <= k) by (apply Rmult_le_pos; [apply pos_INR|lra]).
    assert (D : Rabs (sumR true_share parts - sumR share_of_floats parts) <= INR (length parts) * (4 * e)).
    { apply Rle_trans with (1 := difference_of_sums _ _ _). apply sum_at_most. intros p I.
      apply (shares_are_near p I). }
    assert (B := the_bound_is_large). fold k in B.
    replace (sumR true_share parts - key) with ((sumR true_share parts - sumR share_of_floats parts) + - (key
      - sumR share_of_floats parts)) by ring.
    apply Rle_trans with (INR (length parts) * (4 * e) + 2.02 * k * W'); [|lra].
    apply add_at_most; [exact D|]. rewrite Rabs_Ropp.
    apply Rle_trans with (1 := N).
    apply Rle_trans with (1.002 * k * (2.01 * W')); [apply Rmult_le_compat_l; lra|].
    assert (0 <= k * W') by (apply Rmult_le_pos; lra). lra.
  Qed.

  (** ** Misclassification *)

  Theorem misclassification_key_of_rounded_counts_is_near key : added_up (map (fun p => largest_count (counts
    p) snd) parts) key ->
    Rabs (sumR (fun p => largest_count (counts p) fst) parts - key) <= 2 / 3 * bound 1.
  Proof.
    intros H. assert (U := u_pos). destruct weights_add_up as [_ Wu].
    destruct light as (L & E0 & _ & Lw & _).
    assert (P : forall p, In p parts ->
      Rabs (largest_count (counts p) fst - largest_count (counts p) snd) <= e /\
      0 <= largest_count (counts p) snd <= 5 / 4 * float_weight p).
    { intros p I. destruct (near p I) as (_ & E & F & D & _).
      destruct (weights_are_near p I) as (_ & _ & Ab).
      split; [now apply misclassification_of_rounded_counts_is_near|].
      assert (M : forall c : list (R * R), 0 <= largest_count c snd <= sumR (fun x => Rabs (snd x)) c).
      { unfold largest_count. induction c as [|x c IH]; [simpl; lra|]. cbn [fold_right].
        change (sumR (fun x => Rabs (snd x)) (x :: c)) with (Rabs (snd x) + sumR (fun x => Rabs (snd x)) c).
        assert (Q := Rabs_pos (snd x)). assert (Q2 := Rle_abs (snd x)).
        split; [apply Rle_trans with (2 := Rmax_r _ _); lra|apply Rmax_lub; lra]. }
      destruct (M (counts p)). apply Rabs_le_inv in D. lra. }
    destruct (added_up_is_within _ _ H) as [S0 R]; [intros y J; apply in_map_iff in J as (p & <- & J);
      now apply P|].
    rewrite map_length in R. unfold total in S0, R. rewrite sumR_map in S0, R.
    set (s := sumR (fun p => largest_count (counts p) snd) parts) in *.
    apply (within_more _ (K + A + 4)) in R; [|lia|exact S0]. assert (N := within_is_near _ _ _ S0 few R).
    assert (S1 : s <= 2.01 * W').
    { apply Rle_trans with (sumR (fun p => float_weight p * (5 / 4)) parts); [apply sumR_le; intros p I;
        destruct (P p I); lra|]. rewrite sumR_scale. lra. }
    assert (D : Rabs (sumR (fun p => largest_count (counts p) fst) parts - s) <= INR (length parts) * e).
    { apply Rle_trans with (1 := difference_of_sums _ _ _). apply sum_at_most. intros p I. apply (P p I). }
    set (k := INR (K + A + 4) * u) in *. assert (K0 : 0 <= k) by (apply Rmult_le_pos; [apply pos_INR|lra]).
    assert (B := the_bound_is_large). fold k in B.
    replace (sumR (fun p => largest_count (counts p) fst) parts - key) with ((sumR (fun p => largest_count
      (counts p) fst) parts - s) + - (key - s)) by ring.
    apply Rle_trans with (INR (length parts) * e + 2.02 * k * W').
    - apply add_at_most; [exact D|]. rewrite Rabs_Ropp. apply Rle_trans with (1 := N).
      apply Rle_trans with (1.002 * k * (2.01 * W')); [apply Rmult_le_compat_l; lra|].
      assert (0 <= k * W') by (apply Rmult_le_pos; lra). lra.
    - assert (0 <= INR (length parts) * e) by (apply Rmult_le_pos; [apply pos_INR|lra]). lra.
  Qed.
End Counts.

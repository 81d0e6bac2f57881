(** * RoundedEntropies: float entropies and intrinsic values where weights were rounded to a grid

    Both are sums of terms [x log2 x], added or taken away in some order; counts that should be 0 may be
    some units off, and the term of what is below 1 is taken to be 0. *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core.
From Dtrees Require Import Entropy Rounding Roundings RoundedRows RoundedCounts.
Import ListNotations.
Open Scope R_scope.

Definition phi (x : R) : R := x * log2 (Rmax x 1).

Lemma log2_le x y : 0 < x -> x <= y -> log2 x <= log2 y.
Proof.
  intros P L. unfold log2. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, ln_2_positive|].
  destruct (Req_dec x y) as [->|D]; [lra|apply Rlt_le, ln_increasing; lra].
Qed.

Lemma log2_1 : log2 1 = 0.
Proof. unfold log2. rewrite ln_1. unfold Rdiv. ring. Qed.

Lemma log2_power k : log2 (bpow radix2 k) = IZR k.
Proof.
  unfold log2. rewrite bpow_exp, ln_exp. change (ln (IZR radix2)) with (ln 2). assert (L := ln_2_positive).
  field. lra.
Qed.

Lemma phi_below x : x <= 1 -> phi x = 0.
Proof. intros L. unfold phi. rewrite Rmax_right by exact L. rewrite log2_1. ring. Qed.

Lemma phi_above x : 1 <= x -> phi x = bits x.
Proof. intros L. unfold phi. now rewrite Rmax_left. Qed.

Lemma phi_at_most x m : 1 <= m -> x <= m -> 0 <= phi x <= log2 m * Rmax x 0.
Proof.
  intros M L. assert (Lm := log2_le 1 m ltac:(lra) M). rewrite log2_1 in Lm. assert (P := Rmax_r x 0).
  destruct (Rle_lt_dec x 1) as [B|B]; [rewrite phi_below by exact B; split; [lra|now apply Rmult_le_pos]|].
  assert (Lx := log2_le 1 x ltac:(lra) ltac:(lra)). rewrite log2_1 in Lx.
  assert (Lxm := log2_le x m ltac:(lra) L).
  rewrite phi_above by lra. unfold bits. rewrite Rmax_left by lra. rewrite (Rmult_comm (log2 m)).
  split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra].
Qed.

(** A true count is 0 or at least 1; what is taken for it, anything. *)
Lemma phi_is_near x y m : 1 <= m -> x = 0 \/ 1 <= x <= m -> y <= m ->
  Rabs (phi x - phi y) <= (log2 m + / ln 2) * Rabs (x - y).
Proof.
  intros M X Y. assert (I : 0 < / ln 2) by apply Rinv_0_lt_compat, ln_2_positive.
  assert (Lm := log2_le 1 m ltac:(lra) M). rewrite log2_1 in Lm.
  assert (B1 : bits 1 = 0) by (unfold bits; rewrite log2_1; ring). destruct X as [->|X].
  - rewrite (phi_below 0) by lra. unfold Rminus. rewrite !Rplus_0_l, !Rabs_Ropp.
    destruct (phi_at_most y m M Y) as [P Q].
    rewrite Rabs_right by lra. apply Rle_trans with (1 := Q).
    apply Rmult_le_compat; [exact Lm|apply Rmax_r|lra|]. apply Rmax_lub; [apply Rle_abs|apply Rabs_pos].
  - rewrite (phi_above x) by lra. destruct (Rle_lt_dec 1 y) as [B|B].
    + rewrite phi_above by exact B. destruct (Rle_lt_dec x y) as [L|L].
      * assert (H := bits_rise x y m ltac:(lra) Y).
        rewrite (Rabs_left1 (bits x - bits y)), (Rabs_left1 (x - y)); lra.
      * assert (H := bits_rise y x m ltac:(lra) ltac:(lra)).
        rewrite (Rabs_right (bits x - bits y)), (Rabs_right (x - y)); lra.
    + rewrite (phi_below y) by lra. assert (H := bits_rise 1 x m ltac:(lra) ltac:(lra)). rewrite B1 in H.
      rewrite (Rabs_right (bits x - 0)), (Rabs_right (x - y)) by lra.
      assert ((log2 m + / ln 2) * (x - 1) <= (log2 m + / ln 2) * (x - y)) by (apply Rmult_le_compat_l; lra).
      lra.
Qed.

(** A number times what is taken for its logarithm. *)
Lemma product_is_near x h : 2 <= x -> Rabs (h - log2 x) <= 8 * u * log2 x ->
  Rabs (rnd (x * h) - bits x) <= 9.1 * u * bits x.
Proof.
  intros N H. assert (U := u_pos). assert (Lg := log2_le 2 x ltac:(lra) N).
  assert (L2 := log2_power 1). change (bpow radix2 1) with 2 in L2. unfold bits.
  set (g := log2 x) in *. clearbody g.
  assert (ug : 0 <= u * g <= / 1000000 * g) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r];
    lra). apply Rabs_le_inv in H.
  assert (Xh : x * ((1 - 8 * u) * g) <= x * h <= x * ((1 + 8 * u) * g)) by (split;
    apply Rmult_le_compat_l; lra).
  assert (Pg : 1 * 1 <= x * g) by (apply Rmult_le_compat; lra). set (p := x * g) in *.
  set (q := x * h) in *.
  assert (Q : (1 - 8 * u) * p <= q <= (1 + 8 * u) * p) by (unfold p; lra). clearbody p q.
  assert (up : 0 <= u * p <= / 1000000 * p) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r];
    lra).
  assert (E := rnd_error q ltac:(right; rewrite Rabs_right by lra;
    apply Rle_trans with (bpow radix2 (-1)); [apply bpow_le; lia|simpl; lra])).
  rewrite (Rabs_right q) in E by lra.
  assert (u * q <= u * (1.0001 * p)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E. apply Rabs_le. lra.
Qed.

(** ** Terms added and taken away *)

Section Terms.
  Variables (log_float : R -> R) (m : R).
  Hypothesis m_large : 1 <= m.
  Hypothesis log_is_near : forall n : Z, (1 <= n)%Z -> is_float (IZR n) -> is_float (log_float (IZR n)) /\
    Rabs (log_float (IZR n) - log2 (IZR n)) <= 8 * u * log2 (IZR n).

  Definition float_phi (y : R) : R := rnd (y * log_float (Rmax y 1)).

  Lemma float_phi_is_near n : is_float (IZR n) ->
    Rabs (float_phi (IZR n) - phi (IZR n)) <= 9.1 * u * phi (IZR n).
  Proof.
    intros F. unfold float_phi, phi. assert (U := u_pos). destruct (Z_le_gt_dec n 1) as [L|G].
    - rewrite Rmax_right by now apply IZR_le.
      destruct (log_is_near 1 ltac:(lia) ltac:(apply whole_is_float; lia)) as [_ H].
      rewrite log2_1, Rmult_0_r, Rminus_0_r in H.
      assert (E : log_float 1 = 0) by (apply Rabs_le_inv in H; lra).
      rewrite E, log2_1, !Rmult_0_r, rnd_0, Rminus_0_r, Rabs_R0. lra.
    - assert (N : 2 <= IZR n) by (apply IZR_le; lia). rewrite Rmax_left by lra.
      apply product_is_near; [exact N|now apply log_is_near; [lia|]].
  Qed.

  Record term : Type := { sign : R; true_of : R; float_of : R }.
  Variable terms : list term.
  Hypothesis are_terms : forall t, In t terms -> (sign t = 1 \/ sign t = -1) /\
    (true_of t = 0 \/ 1 <= true_of t <= m) /\
    float_of t <= m /\ is_float (float_of t) /\ exists n, float_of t = IZR n.
  Hypothesis few : INR (length terms) * u <= / 1000.

  Definition float_term (t : term) : R := sign t * float_phi (float_of t).
  Let off := sumR (fun t => Rabs (true_of t - float_of t)) terms.
  Let size := sumR (fun t => phi (float_of t)) terms.

  Lemma terms_are_near s : added_up (map float_term terms) s ->
    Rabs (sumR (fun t => sign t * phi (true_of t)) terms - s) <= (log2 m + / ln 2) * off + (8.2 + INR (length
      terms)) * u * size.
  Proof.
    intros A. assert (U := u_pos). assert (S := a_sum_in_any_order_is_near _ _ A). rewrite map_length in S.
    assert (H : forall t, In t terms -> 0 <= phi (float_of t) /\
      Rabs (float_term t - sign t * phi (float_of t)) <= phi (float_of t) * (9.1 * u) /\
      Rabs (float_term t) <= phi (float_of t) * (1 + 9.1 * u) /\
      Rabs (sign t * phi (true_of t) - sign t * phi (float_of t)) <= Rabs (true_of t - float_of t) * (log2 m
        + / ln 2)).
    { intros t I. destruct (are_terms t I) as (Sg & X & Y & F & n & E).
      assert (N := float_phi_is_near n ltac:(now rewrite <- E)). rewrite <- E in N.
      destruct (phi_at_most _ m m_large Y) as [P _]. assert (D := phi_is_near _ _ m m_large X Y).
      unfold float_term.
      set (a := phi (float_of t)) in *. set (b := float_phi (float_of t)) in *.
      set (c := phi (true_of t)) in *. clearbody a b c.
      rewrite <- !Rmult_minus_distr_l, !Rabs_mult.
      assert (G : Rabs (sign t) = 1) by (destruct Sg as [-> | ->]; [apply Rabs_R1|rewrite Rabs_left; lra]).
      rewrite G, !Rmult_1_l. split; [exact P|]. split; [lra|]. split; [|lra]. apply Rabs_le_inv in N.
      apply Rabs_le. lra. }
    assert (Z : 0 <= size) by (apply sumR_nonneg; intros t I; apply (H t I)).
    assert (S1 : magnitude (map float_term terms) <= size * (1 + 9.1 * u)).
    { unfold magnitude. rewrite sumR_map. unfold size. rewrite <- sumR_scale. apply sumR_le. intros t I.
      apply (H t I). }
    assert (S2 : Rabs (total (map float_term terms) - sumR (fun t => sign t * phi (float_of t)) terms) <=
      size * (9.1 * u)).
    { unfold total. rewrite sumR_map. apply Rle_trans with (1 := difference_of_sums _ _ _). unfold size.
      rewrite <- sumR_scale. apply sumR_le. intros t I. apply (H t I). }
    assert (S3 : Rabs (sumR (fun t => sign t * phi (true_of t)) terms - sumR (fun t => sign t * phi (float_of
      t)) terms) <= off * (log2 m + / ln 2)).
    { apply Rle_trans with (1 := difference_of_sums _ _ _). unfold off. rewrite <- sumR_scale.
      apply sumR_le. intros t I. apply (H t I). }
    assert (L := le_INR _ _ (added_up_nonempty _ _ A)). rewrite map_length in L. simpl (INR 1) in L.
    set (n := INR (length terms)) in *.
    assert (S4 : Rabs (s - total (map float_term terms)) <= (n - 1) * u * (size * (1 + 9.1 * u))).
    { apply Rle_trans with (1 := S). apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact S1]. }
    assert (uz : 0 <= u * size) by (apply Rmult_le_pos; lra).
    assert (S5 : n * u * (u * size) <= / 1000 * (u * size)) by (apply Rmult_le_compat_r; lra).
    assert (S6 : 0 <= u * (u * size)) by (apply Rmult_le_pos; lra).
    apply Rabs_le_inv in S2, S3, S4. apply Rabs_le. lra.
  Qed.
End Terms.

(** Sums of sums, and differences of sums, are sums in some order. *)

Lemma added_up_opp l s : added_up l s -> added_up (map Ropp l) (- s).
Proof.
  induction 1 as [x F|l m s t A IA B IB|l m s P A IA]; cbn [map].
  - apply one_term. now apply generic_format_opp.
  - rewrite map_app, <- rnd_opp, Ropp_plus_distr. now apply two_sums.
  - apply in_another_order with (map Ropp l); [now apply Permutation_map|exact IA].
Qed.

Lemma added_up_minus l m s t : added_up l s -> added_up m t -> added_up (l ++ map Ropp m) (rnd (s - t)).
Proof. intros A B. apply (two_sums l (map Ropp m) s (- t)); [exact A|now apply added_up_opp]. Qed.

Lemma added_up_flat {A} (g : A -> list R) (f : A -> R) l s : (forall x, In x l -> added_up (g x) (f x)) ->
  added_up (map f l) s -> added_up (flat_map g l) s.
Proof.
  intros H S. remember (map f l) as k eqn:E. revert l H E.
  induction S as [x F|a b s t S IS T IT|a b s P S IS]; intros l H E.
  - destruct l as [|y [|]]; try discriminate. injection E as ->. cbn [flat_map]. rewrite app_nil_r. apply H.
    now left.
  - symmetry in E. apply map_eq_app in E as (l1 & l2 & -> & <- & <-). rewrite flat_map_app.
    apply two_sums; [apply IS|apply IT]; trivial; intros y I; apply H, in_or_app; [now left|now right].
  - subst b. apply Permutation_map_inv in P as (l' & -> & P).
    apply in_another_order with (flat_map g l'); [now apply Permutation_flat_map, Permutation_sym|].
    apply IS; trivial.
    intros y I. apply H. now apply (Permutation_in _ (Permutation_sym P)).
Qed.

Lemma sumR_flat_map {A B} (f : B -> R) (g : A ->
  list B) l : sumR f (flat_map g l) = sumR (fun x => sumR f (g x)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [flat_map]. rewrite sumR_app, IH. reflexivity. Qed.

(** ** Entropy and intrinsic value *)

Section Node.
  Variables (log_float : R -> R) (parts : list part) (W W' l e : R) (K A : nat).
  Hypothesis log_is_near : forall n : Z, (1 <= n)%Z -> is_float (IZR n) -> is_float (log_float (IZR n)) /\
    Rabs (log_float (IZR n) - log2 (IZR n)) <= 8 * u * log2 (IZR n).
  Hypothesis light : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= W' <= IZR (2 ^ 63).
  Hypothesis whole : sumR true_weight parts = W /\ Rabs (W - W') <= e.
  Hypothesis near : forall p, In p parts ->
    true_weight p = sumR fst (counts p) /\ sumR (fun x => Rabs (fst x - snd x)) (counts p) <= e /\
    l <= float_weight p <= W' /\ Rabs (true_weight p - float_weight p) <= e /\
      (1 <= length (counts p) <= K)%nat.
  Hypothesis are_counts : forall p x, In p parts -> In x (counts p) -> 0 <= fst x /\ exists n, snd x = IZR n.
  Hypothesis are_floats : forall p, In p parts -> is_float (float_weight p) /\ (exists n,
    float_weight p = IZR n) /\
    forall x, In x (counts p) -> (fst x = 0 \/ 1 <= fst x) /\ is_float (snd x).
  Hypothesis arity : (1 <= length parts <= A)%nat.
  Hypothesis few : INR (A * (K + 1)) * u <= / 1000.

  Let m := 8 / 7 * W'.
  Let sigma := log2 W' + 2.
  Notation phi_hat := (float_phi log_float).

  Definition terms_of (p : part) : list term :=
    map (fun x => {| sign := 1; true_of := fst x; float_of := snd x |}) (counts p) ++
    [{| sign := -1; true_of := true_weight p; float_of := float_weight p |}].

  Lemma sum_of_terms (g : term -> R) p : sumR g (terms_of p) =
    sumR (fun x => g {| sign := 1; true_of := fst x; float_of := snd x |}) (counts p) + g {| sign := -1;
      true_of := true_weight p; float_of := float_weight p |}.
  Proof. unfold terms_of. rewrite sumR_app, sumR_map. unfold sumR at 2. cbn [fold_right]. ring. Qed.

  Definition true_entropy_key : R := sumR (fun p => sumR (fun x => phi (fst x))
    (counts p) - phi (true_weight p)) parts.

  (** As programmed: a child's terms are added up, its weight's is taken away, and the children are added up;
      or, of
      two children, both sums are added, and both weights' terms taken away. *)
  Definition is_entropy_key (key : R) : Prop := exists f : part -> R,
    (forall p, In p parts -> added_up (map (fun x => phi_hat (snd x)) (counts p)) (f p)) /\
    (added_up (map (fun p => rnd (f p - phi_hat (float_weight p))) parts) key \/
     exists p q, parts = [p; q] /\ key = rnd (rnd (f p + f q) - rnd (phi_hat (float_weight p) + phi_hat
       (float_weight q)))).

  Lemma m_large : 1 <= m.
  Proof. unfold m. lra. Qed.

  Lemma slopes : 0 <= log2 m /\ log2 m + / ln 2 <= sigma /\ 0 < / ln 2.
  Proof.
    assert (H := the_slope_is_bounded W' ltac:(lra)).
    assert (I : 0 < / ln 2) by apply Rinv_0_lt_compat, ln_2_positive.
    split; [|split; [exact H|exact I]]. rewrite <- log2_1. apply log2_le; [lra|exact m_large].
  Qed.

  Lemma float_terms p : map (float_term log_float) (terms_of p) = map (fun x => phi_hat (snd x))
    (counts p) ++ map Ropp [phi_hat (float_weight p)].
  Proof.
    unfold terms_of. rewrite map_app, map_map. cbn [map]. unfold float_term at 2. cbn [sign float_of].
    f_equal; [apply map_ext; intros x; unfold float_term; cbn [sign float_of]; ring|f_equal; ring].
  Qed.

  Lemma added_as_terms key : is_entropy_key key -> added_up (map (float_term log_float)
    (flat_map terms_of parts)) key.
  Proof.
    intros (f & F & H). assert (One : forall y, is_float (phi_hat y)) by (intros y; apply rnd_is_float).
    rewrite flat_map_concat_map, concat_map, map_map, <- flat_map_concat_map.
    destruct H as [H|(p & q & E & ->)].
    - apply added_up_flat with (2 := H). intros p I. rewrite float_terms.
      apply added_up_minus; [now apply F|now apply one_term].
    - rewrite E in *. cbn [flat_map]. rewrite app_nil_r, !float_terms.
      assert (Fp := F p (or_introl eq_refl)). assert (Fq := F q (or_intror (or_introl eq_refl))).
      assert (S := added_up_minus _ _ _ _ (two_sums _ _ _ _ Fp Fq)
        (two_sums _ _ _ _ (one_term _ (One (float_weight p))) (one_term _ (One (float_weight q))))).
      apply in_another_order with (2 := S). rewrite map_app, <- !app_assoc. apply Permutation_app_head.
      rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
  Qed.

  Lemma terms_are p t : In p parts -> In t (terms_of p) -> (sign t = 1 \/ sign t = -1) /\
    (true_of t = 0 \/ 1 <= true_of t <= m) /\
    float_of t <= m /\ is_float (float_of t) /\ exists n, float_of t = IZR n.
  Proof.
    intros I J. destruct (near p I) as (T & E & F & D & _). destruct (are_floats p I) as (Ff & Fn & Fc).
    destruct (weights_are_near parts W' l e K light near are_counts p I) as (Wt & Wf & Ab).
    apply Rabs_le_inv in D.
    assert (Wm : true_weight p + e <= m) by (unfold m; lra). apply in_app_or in J as [J|[<-|[]]].
    - apply in_map_iff in J as (x & <- & J). cbn [sign true_of float_of]. destruct (Fc x J) as [X Xf].
      destruct (are_counts p x I J) as [_ N].
      assert (M := term_at_most_sum fst (counts p) x (fun y J' => proj1 (are_counts p y I J')) J).
      assert (Q := term_at_most_sum (fun x => Rabs (snd x)) (counts p) x (fun y _ => Rabs_pos _) J).
      cbv beta in Q. assert (Q' := Rle_abs (snd x)).
      split; [now left|]. split; [destruct X; [now left|right; lra]|]. split; [lra|now split].
    - cbn [sign true_of float_of]. split; [now right|]. split; [right; lra|].
      split; [unfold m; lra|now split].
  Qed.

  Theorem entropy_key_of_rounded_counts_is_near key : is_entropy_key key ->
    Rabs (true_entropy_key - key) <= 2 / 3 * bound W' e K A sigma.
  Proof.
    intros H. apply added_as_terms in H. assert (U := u_pos). destruct slopes as (L0 & Ls & Li).
    assert (Ar := arity).
    assert (Wu := proj2 (weights_add_up parts W W' l e K light whole near are_counts)).
    assert (Len : (length (flat_map terms_of parts) <= A * (K + 1))%nat).
    { apply Nat.le_trans with (length parts * (K + 1))%nat; [|apply Nat.mul_le_mono_r; lia]. clear - near.
      induction parts as [|p ps IH]; [simpl; lia|].
      cbn [flat_map]. rewrite app_length. destruct (near p (or_introl eq_refl)) as (_ & _ & _ & _ & Lk).
      unfold terms_of at 1. rewrite app_length, map_length. cbn [length].
      assert (G := IH (fun q J => near q (or_intror J))). lia. }
    assert (Len' := le_INR _ _ Len). set (n := INR (length (flat_map terms_of parts))) in *.
    assert (T := terms_are_near log_float m m_large log_is_near (flat_map terms_of parts)).
    specialize (T ltac:(intros t J; apply in_flat_map in J as (p & I & J); now apply (terms_are p))).
    specialize (T ltac:(fold n; apply Rle_trans with (2 := few); apply Rmult_le_compat_r; lra) key H).
    fold n in T.
    rewrite !sumR_flat_map in T.
    replace (sumR (fun p => sumR (fun t => sign t * phi (true_of t))
      (terms_of p)) parts) with true_entropy_key in T.
    2: { unfold true_entropy_key. apply sumR_ext. intros p I. rewrite sum_of_terms. cbn [sign true_of].
         rewrite (sumR_ext (fun x => 1 * phi (fst x)) (fun x => phi (fst x))) by (intros; ring). ring. }
    set (off := sumR (fun p => sumR (fun t => Rabs (true_of t - float_of t)) (terms_of p)) parts) in *.
    set (size := sumR _ parts) in T.
    assert (O : off <= INR A * (2 * e)).
    { apply Rle_trans with (INR (length parts) * (2 * e)).
      - apply sum_at_most. intros p I. destruct (near p I) as (_ & E & _ & D & _). rewrite sum_of_terms.
        cbn [true_of float_of]. lra.
      - apply Rmult_le_compat_r; [lra|]. apply le_INR. lia. }
    assert (Z : 0 <= size <= sigma * (2.9 * W')).
    { split; [apply sumR_nonneg; intros p I; apply sumR_nonneg; intros t J;
        destruct (terms_are p t I J) as (_ & _ & Y & _); apply (phi_at_most _ m m_large Y)|].
      apply Rle_trans with (sumR (fun p => float_weight p * (9 / 4 * log2 m)) parts).
      - apply sumR_le. intros p I. destruct (near p I) as (_ & _ & F & D & _). apply Rabs_le_inv in D.
        destruct (weights_are_near parts W' l e K light near are_counts p I) as (_ & _ & Ab).
        apply Rle_trans with (sumR (fun t => Rabs (float_of t) * log2 m) (terms_of p)).
        + apply sumR_le. intros t J. destruct (terms_are p t I J) as (_ & _ & Y & _).
          destruct (phi_at_most _ m m_large Y) as [_ Q].
          apply Rle_trans with (1 := Q). rewrite Rmult_comm. apply Rmult_le_compat_r; [exact L0|].
          apply Rmax_lub; [apply Rle_abs|apply Rabs_pos].
        + rewrite sumR_scale. replace (float_weight p * (9 / 4 * log2 m)) with (9 / 4 * float_weight p * log2
            m) by ring. apply Rmult_le_compat_r; [exact L0|].
          rewrite sum_of_terms. cbn [float_of]. rewrite (Rabs_right (float_weight p)) by lra. lra.
      - rewrite sumR_scale. apply Rle_trans with (9 / 7 * W' * (9 / 4 * log2 m)); [apply Rmult_le_compat_r;
          lra|].
        assert (W' * log2 m <= W' * sigma) by (apply Rmult_le_compat_l; lra).
        assert (0 <= W' * log2 m) by (apply Rmult_le_pos; lra). lra. }
    apply Rle_trans with (1 := T). clearbody off size. unfold bound.
    assert (B1 : (log2 m + / ln 2) * off <= sigma * (INR A * (2 * e))).
    { apply Rle_trans with ((log2 m + / ln 2) * (INR A * (2 * e))); [apply Rmult_le_compat_l; lra|].
      apply Rmult_le_compat_r; [|exact Ls].
      apply Rmult_le_pos; [apply pos_INR|lra]. }
    rewrite mult_INR, plus_INR in Len'. simpl (INR 1) in Len'. assert (A1 : 1 <= INR A) by (change 1 with
      (INR 1); apply le_INR; lia).
    assert (K1 : 1 <= INR K).
    { destruct parts as [|p ps]; [simpl in Ar; lia|].
      destruct (near p (or_introl eq_refl)) as (_ & _ & _ & _ & Lk). change 1 with (INR 1). apply le_INR.
      lia. }
    set (a := INR A) in *. set (k := INR K) in *. assert (n0 : 0 <= n) by apply pos_INR.
    assert (B2 : (8.2 + n) * u * size <= (8.2 + a * (k + 1)) * u * (sigma * (2.9 * W'))).
    { apply Rmult_le_compat; [apply Rmult_le_pos; lra|lra|apply Rmult_le_compat_r; lra|lra]. }
    assert (s0 : 0 <= sigma) by lra.
    assert (X : 0 <= sigma * (u * W')) by (apply Rmult_le_pos; [exact s0|apply Rmult_le_pos; lra]).
    set (x := sigma * (u * W')) in *. assert (Y : 0 <= sigma * (a * e)) by (repeat apply Rmult_le_pos; lra).
    assert (P1 : 0 <= (k - 1) * (sigma * (a * e))) by (apply Rmult_le_pos; lra).
    assert (P2 : 0 <= (k - 1) * (a - 1) * x) by (repeat apply Rmult_le_pos; lra).
    assert (P3 : 0 <= (k - 1) * x) by (apply Rmult_le_pos; lra).
    assert (P4 : 0 <= (a - 1) * x) by (apply Rmult_le_pos; lra).
    replace ((8.2 + a * (k + 1)) * u * (sigma * (2.9 * W'))) with (2.9 * (8.2 + a * (k + 1)) * x) in B2 by
      (unfold x; ring).
    replace (a * (2 * k + 4) * sigma * (e + 8 * u * W')) with ((2 * k + 4) * (sigma * (a * e)) + 8 * (a * (2
      * k + 4)) * x) by (unfold x; ring). lra.
  Qed.

  (** The children's weights are about different rows, so that their errors add up to [e], or to twice as much
      where the second of two is what the first leaves. *)
  Hypothesis weights_in_all : sumR (fun p => Rabs (true_weight p - float_weight p)) parts <= 2 * e.
  Hypothesis whole_weight : is_float W' /\ exists n, W' = IZR n.
  Hypothesis few_children : (INR (length parts) + 1) * u <= / 1000.

  Definition true_information : R := phi W - sumR (fun p => phi (true_weight p)) parts.
  Definition is_information (i : R) : Prop := exists s,
    added_up (map (fun p => phi_hat (float_weight p)) parts) s /\ i = rnd (phi_hat W' - s).

  Theorem information_of_rounded_weights_is_near i : is_information i ->
    Rabs (true_information - i) <= (3 * e + (22 + 2 * INR (length parts)) * u * W') * sigma.
  Proof.
    intros (s & S & ->). assert (U := u_pos). destruct slopes as (L0 & Ls & Li). destruct whole as [Sw Dw].
    destruct whole_weight as [Fw Nw]. assert (Dw' := Dw). apply Rabs_le_inv in Dw'.
    set (terms := {| sign := 1; true_of := W; float_of := W' |} :: map (fun p => {| sign := -1;
      true_of := true_weight p; float_of := float_weight p |}) parts).
    assert (Ad : added_up (map (float_term log_float) terms) (rnd (phi_hat W' - s))).
    { assert (H := added_up_minus _ _ _ _ (one_term _ (rnd_is_float _ : is_float (phi_hat W'))) S).
      rewrite map_map in H. unfold terms. cbn [map app] in *. rewrite map_map.
      unfold float_term. cbn [sign float_of]. rewrite Rmult_1_l. erewrite map_ext; [exact H|]. intros p.
      simpl. ring. }
    assert (Ln : length terms = Datatypes.S (length parts)) by (unfold terms; simpl; now rewrite map_length).
    assert (T := terms_are_near log_float m m_large log_is_near terms).
    specialize (T ltac:(intros t [<-|J]; [cbn [sign true_of float_of]; split; [now left|]; split; [right;
      unfold m; lra|]; split; [unfold m; lra|now split]|
      apply in_map_iff in J as (p & <- & I); apply (terms_are p); [exact I|apply in_or_app; right;
        now left]])).
    rewrite Ln, S_INR in T. specialize (T few_children _ Ad). unfold terms in T.
    cbn [sumR fold_right sign true_of float_of] in T.
    fold (sumR (fun t => sign t * phi (true_of t)) (map (fun p => {| sign := -1; true_of := true_weight p;
      float_of := float_weight p |}) parts)) in T.
    fold (sumR (fun t => Rabs (true_of t - float_of t)) (map (fun p => {| sign := -1;
      true_of := true_weight p; float_of := float_weight p |}) parts)) in T.
    fold (sumR (fun t => phi (float_of t)) (map (fun p => {| sign := -1; true_of := true_weight p;
      float_of := float_weight p |}) parts)) in T.
    rewrite !sumR_map in T. cbn [sign true_of float_of] in T.
    rewrite (sumR_ext (fun p => -1 * phi (true_weight p))
      (fun p => phi (true_weight p) * -1)) in T by (intros; ring). rewrite sumR_scale in T.
    replace (1 * phi W + sumR (fun p => phi (true_weight p)) parts * -1) with true_information in T by
      (unfold true_information; ring).
    apply Rle_trans with (1 := T). set (n := INR (length parts)) in *.
    assert (N1 : 1 <= n) by (change 1 with (INR 1); apply le_INR; lia).
    assert (Wc : sumR float_weight parts <= W' + 3 * e).
    { assert (D := difference_of_sums true_weight float_weight parts). rewrite Sw in D.
      assert (D2 := Rle_trans _ _ _ D weights_in_all). apply Rabs_le_inv in D2. lra. }
    assert (Nl : n * l <= W' + 3 * e).
    { apply Rle_trans with (2 := Wc). replace (n * l) with (- (n * - l)) by ring.
      assert (H : sumR (fun p => float_weight p * -1) parts <= n * - l).
      { apply sum_at_most. intros p I. destruct (near p I) as (_ & _ & F & _). lra.
        } rewrite sumR_scale in H. lra. }
    assert (Ne : n * (8 * e) <= n * l) by (apply Rmult_le_compat_l; lra).
    assert (Z : 0 <= phi W' + sumR (fun p => phi (float_weight p)) parts <= (2 * W' + 3 * e) * log2 m).
    { destruct (phi_at_most W' m m_large ltac:(unfold m; lra)) as [P Q]. rewrite Rmax_left in Q by lra.
      assert (H : forall p, In p parts -> 0 <= phi (float_weight p) <= float_weight p * log2 m).
      { intros p I. destruct (near p I) as (_ & _ & F & _).
        assert (G := phi_at_most (float_weight p) m m_large ltac:(unfold m; lra)).
        rewrite Rmax_left in G by lra. lra. }
      assert (S0 : 0 <= sumR (fun p => phi (float_weight p)) parts) by (apply sumR_nonneg; intros p I;
        now apply H).
      assert (S1 : sumR (fun p => phi (float_weight p)) parts <= sumR float_weight parts * log2 m) by
        (rewrite <- sumR_scale; apply sumR_le; intros p I; now apply H).
      assert (S2 : sumR float_weight parts * log2 m <= (W' + 3 * e) * log2 m) by (apply Rmult_le_compat_r;
        lra). lra. }
    set (z := phi W' + _) in *. set (o := Rabs (W - W') + _). assert (O : 0 <= o <= 3 * e).
    { unfold o. assert (0 <= sumR (fun p => Rabs (true_weight p - float_weight p)) parts) by (apply
        sumR_nonneg; intros; apply Rabs_pos). assert (P := Rabs_pos (W - W')). lra. }
    clearbody z o. assert (B1 : (log2 m + / ln 2) * o <= sigma * (3 * e)) by (apply Rmult_le_compat; lra).
    assert (B2 : (8.2 + (n + 1)) * u * z <= (9.2 + n) * u * ((2 * W' + 3 * e) * sigma)).
    { apply Rmult_le_compat; [apply Rmult_le_pos; lra|lra|apply Rmult_le_compat_r; lra|].
      apply Rle_trans with (1 := proj2 Z). apply Rmult_le_compat_l; lra. }
    replace ((9.2 + n) * u * ((2 * W' + 3 * e) * sigma)) with (sigma * (u * (18.4 * W' + 27.6 * e + 2 * (n *
      W') + 3 * (n * e)))) in B2 by lra.
    assert (B3 : sigma * (u * (18.4 * W' + 27.6 * e + 2 * (n * W') + 3 * (n * e))) <= sigma * (u * (22 * W' +
      2 * (n * W')))) by (repeat apply Rmult_le_compat_l; lra).
    replace ((3 * e + (22 + 2 * n) * u * W') * sigma) with (sigma * (3 * e) + sigma * (u * (22 * W' + 2 * (n
      * W')))) by ring. lra.
  Qed.
End Node.

(** * RoundedNode: the sums of a node's rounded rows are as near as the filter takes them to be

    Rows have true weights, and weights in whole units, within 1/2;
      the node's is a float [W], and [e] the float of the
    bound on the sums.  Where the lightest row weighs at least [9 e], the premises of [RoundedFilter] about
      weights and counts
    hold: of children whose rows are added up, and of those that have what another one leaves. *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core Mult_error BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter RoundedRows RoundedCounts RoundedSums Gathered.
Import ListNotations.
Open Scope R_scope.

Lemma whole_half_is_float n : is_float (INR n / 2) \/ 2 ^ 53 < INR n.
Proof.
  destruct (Z_le_gt_dec (Z.of_nat n) (2 ^ 53)) as [L|G].
  - left. rewrite INR_IZR_INZ. change (IZR (Z.of_nat n) / 2) with (IZR (Z.of_nat n) * bpow radix2 (-1)).
    destruct (Nat.eq_dec n 0) as [->|N]; [rewrite Rmult_0_l; apply generic_format_0|].
    apply mult_bpow_exact_FLT; [apply whole_is_float; lia|].
    assert (M := mag_ge_bpow radix2 (IZR (Z.of_nat n)) 1). simpl (bpow radix2 (1 - 1)) in M.
    rewrite Rabs_right in M by (apply Rle_ge, IZR_le; lia). specialize (M ltac:(apply IZR_le; lia)). lia.
  - right. rewrite INR_IZR_INZ. replace (2 ^ 53) with (IZR (2 ^ 53)) by (simpl; lra). apply IZR_lt. lia.
Qed.

Lemma sums_of_concat {A} (f : A -> list (R * Z)) cs :
  sumR (fun c => INR (length (f c))) cs = INR (length (concat (map f cs))) /\
  sumR (fun c => magnitudes (map snd (f c)) * (10 / 11)) cs = magnitudes (map snd (concat (map f cs))) * (10
    / 11).
Proof.
  induction cs as [|c cs [IH1 IH2]]; [unfold magnitudes, sumR; simpl; split; ring|]. cbn [map concat].
  rewrite app_length, plus_INR, map_app. split.
  - change (INR (length (f c)) + sumR (fun c => INR (length (f c))) cs = INR (length (f c)) + INR (length
    (concat (map f cs)))).
    now rewrite IH1.
  - change (magnitudes (map snd (f c)) * (10 / 11) + sumR (fun c => magnitudes (map snd (f c)) * (10 / 11))
    cs =
      magnitudes (map snd (f c) ++ map snd (concat (map f cs))) * (10 / 11)).
    rewrite IH2. unfold magnitudes. rewrite sumR_app. ring.
Qed.

(** The program's test is of floats: where [9 off] rounds to no more than [l],
    there is a bound of which 9 times is no more. *)
Lemma the_test_is_enough k W l : (2 <= k)%nat -> INR k * u <= / 1000 -> 4 <= W -> rnd (9 * e_w (INR k) W) <=
  l ->
  exists e, INR k / 2 + 3 * u * INR k * W <= e /\ 9 * e <= l /\ e <= e_w (INR k) W.
Proof.
  intros K F W4 T. assert (U := u_pos). apply le_INR in K. simpl (INR 2) in K. set (n := INR k) in *.
  assert (Fn : is_float (n / 2)).
  { destruct (whole_half_is_float k) as [H|H]; [exact H|exfalso]. fold n in H.
    assert (2 ^ 53 * u = 1) by (unfold u; simpl; lra).
    assert (2 ^ 53 * u <= n * u) by (apply Rmult_le_compat_r; lra). lra. }
  assert (E := e_w_is_at_least n W ltac:(lra) ltac:(lra) Fn).
  exists (Rmin (e_w n W) (l / 9)). split; [|split; [assert (H := Rmin_r (e_w n W) (l / 9));
    lra|apply Rmin_l]].
  apply Rmin_glb; [exact E|].
  assert (un : 0 < u * n <= / 1000) by (split; [apply Rmult_lt_0_compat|]; lra).
  assert (unW : 4 * (u * n) <= u * n * W) by (rewrite (Rmult_comm 4); apply Rmult_le_compat_l; lra).
  set (x := u * n * W) in *.
  replace (3 * u * n * W) with (3 * x) in * by (unfold x; ring).
  (* the float of e has a little to spare *)
  assert (A : n / 2 + 3.8 * x <= e_w n W).
  { unfold e_w. replace (4 * u * n * W) with (4 * x) by (unfold x; ring).
    assert (P : bpow radix2 (-1022) <= 4 * x).
    { apply Rle_trans with u; [rewrite u_is_a_power; apply bpow_le; lia|].
      assert (u * 1 <= u * n) by (apply Rmult_le_compat_l; lra). lra. }
    assert (R := rnd_error (4 * x) ltac:(right; rewrite Rabs_right; lra)).
      rewrite (Rabs_right (4 * x)) in R by lra.
    assert (ux : 0 <= u * x <= / 1000000 * x) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
    set (r := rnd (4 * x)) in *. apply Rabs_le_inv in R.
      assert (S := sum_error (n / 2) r Fn (rnd_is_float _)).
    rewrite (Rabs_right (n / 2 + r)) in S by lra. assert (u * (n / 2 + r) <= u * (n / 2 + 4.1 * x)) by (apply
      Rmult_le_compat_l; lra).
    apply Rabs_le_inv in S. lra. }
  set (e := e_w n W) in *. assert (e0 : 1 <= 9 * e) by lra.
  assert (R := rnd_error (9 * e)). rewrite (Rabs_right (9 * e)) in R by lra.
    apply Rabs_le_inv in R; [|right; rewrite Rabs_right by lra].
  - assert (B : (1 - u) * (n / 2 + 3.8 * x) <= (1 - u) * e) by (apply Rmult_le_compat_l; lra).
    assert (0 <= u * x <= / 1000000 * x) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra). lra.
  - apply Rle_trans with 1; [change 1 with (bpow radix2 0); apply bpow_le; lia|lra].
Qed.

Section Node.
  Variables (rows : list (R * Z)) (W l e : R).
  Let n := INR (length rows).
  Let l' := 8 / 9 * l.

  Hypothesis half : rounded rows.
  Hypothesis positive : forall r, In r rows -> 0 < fst r /\ (0 < snd r)%Z.
  Hypothesis several : (2 <= length rows)%nat /\ n * u <= / 1000.
  Hypothesis W_is : near_sum (map snd rows) W.
  Hypothesis lightest : forall r, In r rows -> l <= rnd (IZR (snd r)).
  Hypothesis e_is_enough : n / 2 + 3 * u * n * W <= e.
  Hypothesis light : 9 * e <= l.

  Lemma magnitude_of r : In r rows -> Rabs (IZR (snd r)) = IZR (snd r).
  Proof. intros I. apply Rabs_right, Rle_ge, IZR_le. destruct (positive r I). lia. Qed.

  Lemma magnitudes_are_sums part : incl part rows -> magnitudes (map snd part) = whole_sum (map snd part).
  Proof.
    intros H. unfold magnitudes, whole_sum. rewrite !sumR_map. apply sumR_ext. intros r I.
      now apply magnitude_of, H.
  Qed.

  Lemma whole_sum_pos part : incl part rows -> 0 <= whole_sum (map snd part).
  Proof. intros H. rewrite <- (magnitudes_are_sums part H). apply magnitudes_pos. Qed.

  Lemma node_facts : 2 <= n /\ magnitudes (map snd rows) <= 1.01 * W /\ 1 <= W.
  Proof.
    destruct several as [S N]. assert (N2 := le_INR _ _ S). simpl (INR 2) in N2. fold n in N2.
      assert (U := u_pos).
    destruct W_is as [_ H]. rewrite map_length, magnitudes_are_sums in * by apply incl_refl. fold n in H.
    assert (M : n <= whole_sum (map snd rows)).
    { unfold n, whole_sum. rewrite sumR_map. clear - positive. induction rows as [|r rs IH]; [simpl; lra|].
      cbn [length]. rewrite S_INR. cbn [sumR fold_right]. destruct (positive r (or_introl eq_refl)) as [_ P].
      assert (1 <= IZR (snd r)) by (apply IZR_le; lia).
      assert (G := IH (fun x I => positive x (or_intror I))). unfold sumR in G. lra. }
    set (m := whole_sum (map snd rows)) in *. apply Rabs_le_inv in H.
    assert (A : 1.002 * n * (u * m) <= / 400 * m).
    { replace (1.002 * n * (u * m)) with (1.002 * (n * u) * m) by ring. apply Rmult_le_compat_r; lra. }
    repeat split; lra.
  Qed.

  Lemma some_of part others : Permutation (part ++ others) rows -> INR (length part) + INR (length others) =
    n /\
    incl part rows /\ incl others rows /\ magnitudes (map snd part) + magnitudes (map snd others) =
      magnitudes (map snd rows).
  Proof.
    intros P. split; [unfold n; rewrite <- (Permutation_length P), app_length; symmetry; apply plus_INR|].
    split; [intros x I; apply (Permutation_in _ P), in_or_app; now left|].
    split; [intros x I; apply (Permutation_in _ P), in_or_app; now right|].
    unfold magnitudes. rewrite !sumR_map, <- (sumR_perm _ _ _ P). symmetry. apply sumR_app.
  Qed.

  (** ** The node, and some of its rows: added up, or what the others leave *)

  Theorem a_part_is_near part s : incl part rows -> near_sum (map snd part) s ->
    Rabs (sumR fst part - s) <= INR (length part) / 2 + 3 * u * INR (length part) * (magnitudes (map snd
      part) * (10 / 11)).
  Proof.
    intros I [_ S]. assert (U := u_pos). rewrite map_length in S.
      assert (H := rounded_rows_add_up part (fun r R => half r (I r R))).
    set (M := magnitudes (map snd part)) in *. set (N := INR (length part)) in *.
    assert (P : 0 <= N * (u * M)) by (repeat apply Rmult_le_pos; try apply pos_INR; try apply magnitudes_pos;
      lra).
    apply Rabs_le_inv in S, H. replace (3 * u * N * (M * (10 / 11))) with (30 / 11 * (N * (u * M))) by field.
      apply Rabs_le. lra.
  Qed.

  (** Of no more rows than all, that is within [e]. *)
  Lemma within_e a m : 0 <= a <= n -> 0 <= m <= magnitudes (map snd rows) -> a / 2 + 3 * u * a * (m * (10 /
    11)) <= e.
  Proof.
    intros A M. assert (U := u_pos). destruct node_facts as (N & MW & W1).
      apply Rle_trans with (2 := e_is_enough).
    apply Rplus_le_compat; [lra|]. rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|].
      apply Rmult_le_compat_l; [lra|].
    apply Rmult_le_compat; lra.
  Qed.

  Theorem the_nodes_weight_is_near : Rabs (sumR fst rows - W) <= e.
  Proof.
    apply Rle_trans with (1 := a_part_is_near rows W (incl_refl _) W_is).
      apply within_e; fold n; split; try lra.
    - apply pos_INR.
    - apply magnitudes_pos.
  Qed.

  (** What is left of some rows where a part of them is taken away. *)
  Theorem the_rest_is_near part others S s : incl (part ++ others) rows -> INR (length (part ++ others)) * u
    <= / 1000 ->
    near_sum (map snd (part ++ others)) S -> near_sum (map snd part) s ->
    Rabs (sumR fst others - rnd (S - s)) <=
      INR (length others) / 2 + 3 * u * INR (length (part ++ others)) * (magnitudes (map snd (part ++
        others)) * (10 / 11)).
  Proof.
    intros I F [FS HS] [Fs Hs]. assert (U := u_pos). destruct part as [|r part].
    { assert (s = 0) as ->.
      { unfold magnitudes, whole_sum in Hs. cbn in Hs. rewrite Rminus_0_r, !Rmult_0_r in Hs.
        now apply nothing. }
      cbn [app] in *. rewrite Rminus_0_r, rnd_float by exact FS. now apply a_part_is_near. }
    assert (R := rounded_rows_add_up others ltac:(intros x J; apply half, I, in_or_app; now right)).
    assert (D := sum_error S (- s) FS ltac:(now apply generic_format_opp)).
      change (S + - s) with (S - s) in D.
    rewrite map_length in HS, Hs. rewrite map_app in *.
    assert (Sum : whole_sum (map snd (r :: part) ++ map snd others) = whole_sum (map snd (r :: part)) +
      whole_sum (map snd others)) by apply sumR_app.
    assert (M2 := whole_sum_at_most (map snd others)). assert (M1 := magnitudes_pos (map snd (r :: part))).
      rewrite Sum in HS.
    rewrite magnitudes_app in *. rewrite app_length, plus_INR in *.
      assert (N1 : 1 <= INR (length (r :: part))) by (change 1 with (INR 1); apply le_INR; simpl; lia).
    set (m1 := magnitudes (map snd (r :: part))) in *. set (m2 := magnitudes (map snd others)) in *.
    set (a := INR (length (r :: part))) in *. set (x := whole_sum (map snd (r :: part))) in *.
      set (z := whole_sum (map snd others)) in *.
    assert (Z2 : length others = 0%nat /\ m2 = 0 \/ 1 <= INR (length others)).
    { unfold m2. destruct others; [now left|right]. change 1 with (INR 1). apply le_INR. simpl. lia. }
    assert (M3 := Rle_trans _ _ _ (Rabs_pos _) M2).
    set (b := INR (length others)) in *. assert (B0 : 0 <= b) by apply pos_INR. set (m := m1 + m2) in *.
      set (N := a + b) in *.
    assert (um : 0 <= u * m) by (apply Rmult_le_pos; unfold m; lra).
    assert (A1 : 1.002 * a * (u * m1) <= 1.002 * a * (u * m)) by (repeat apply Rmult_le_compat_l; unfold m;
      lra).
    assert (Nm : N * (u * m) <= / 1000 * m).
    { replace (N * (u * m)) with (N * u * m) by ring. apply Rmult_le_compat_r; [unfold m|]; lra. }
    assert (Aa : 0 <= a * (u * m) /\ 0 <= b * (u * m)) by (split; apply Rmult_le_pos; lra).
    replace (N * (u * m)) with (a * (u * m) + b * (u * m)) in Nm by (unfold N; ring).
    apply Rabs_le_inv in HS, Hs, M2.
    replace (1.002 * N * (u * m)) with (1.002 * (a * (u * m)) + 1.002 * (b * (u * m))) in HS by (unfold N;
      ring).
    replace (1.002 * a * (u * m)) with (1.002 * (a * (u * m))) in A1 by ring.
      replace (1.002 * a * (u * m1)) with (1.002 * (a * (u * m1))) in * by ring.
    replace (3 * u * N * (m * (10 / 11))) with (30 / 11 * (a * (u * m)) + 30 / 11 * (b * (u * m))) by (unfold
      N; field).
    assert (D1 : Rabs (S - s - z) <= 2.004 * (a * (u * m)) + 1.002 * (b * (u * m))) by (apply Rabs_le; lra).
    assert (D2 := Rabs_triang (S - s - z) z). replace (S - s - z + z) with (S - s) in D2 by ring.
    assert (Az : Rabs z <= m2) by (apply Rabs_le; lra).
    assert (D3 : u * Rabs (S - s) <= u * m2 + / 100000 * (a * (u * m) + b * (u * m))).
    { apply Rle_trans with (u * (m2 + (2.004 * (a * (u * m)) + 1.002 * (b * (u * m)))));
      [apply Rmult_le_compat_l; lra|].
      assert (u * (a * (u * m)) <= / 1000000 * (a * (u * m))) by (apply Rmult_le_compat_r; lra).
      assert (u * (b * (u * m)) <= / 1000000 * (b * (u * m))) by (apply Rmult_le_compat_r; lra). lra. }
    assert (D4 : u * m2 <= b * (u * m)).
    { destruct Z2 as [[_ E]|B1]; [rewrite E, Rmult_0_r; apply Aa|].
      assert (u * m2 <= u * m) by (apply Rmult_le_compat_l; unfold m; lra).
      assert (1 * (u * m) <= b * (u * m)) by (apply Rmult_le_compat_r; lra). lra. }
    apply Rabs_le_inv in D, R, D1. apply Rabs_le. lra.
  Qed.

  (** ** The classes of a child, and what is left of each *)

  (** Of parts of different rows the errors add up to no more than [e]. *)
  Lemma errors_within_e {A} (f : A -> list (R * Z)) (error : A -> R) cs : incl (concat (map f cs)) rows ->
    (length (concat (map f cs)) <= length rows)%nat -> magnitudes (map snd (concat (map f cs))) <= magnitudes
      (map snd rows) ->
    (forall c, In c cs -> incl (f c) rows -> INR (length (f c)) * u <= / 1000 ->
      error c <= INR (length (f c)) / 2 + 3 * u * INR (length (f c)) * (magnitudes (map snd (f c)) * (10 /
        11))) ->
    sumR error cs <= e.
  Proof.
    intros I L M H. assert (U := u_pos). destruct several as [_ F]. apply le_INR in L. fold n in L.
    set (g := fun c => INR (length (f c))). set (m := fun c => magnitudes (map snd (f c)) * (10 / 11)).
    destruct (sums_of_concat f cs) as [Tg Tm]. fold g m in Tg, Tm.
    apply Rle_trans with (sumR (fun c => g c / 2 + 3 * u * g c * m c) cs).
    - apply sumR_le. intros c J. apply H; [exact J| |].
      + intros r R. apply I, in_concat. exists (f c). split; [now apply in_map|exact R].
      + assert (Le : g c <= sumR g cs) by (apply (term_at_most_sum g); [intros; apply pos_INR|exact J]).
        rewrite Tg in Le. unfold g in Le.
        apply Rle_trans with (n * u); [apply Rmult_le_compat_r; lra|exact F].
    - assert (Pos : forall c, In c cs -> 0 <= g c /\ 0 <= m c).
      { intros c _. split; [apply pos_INR|]. apply Rmult_le_pos; [apply magnitudes_pos|lra]. }
      apply Rle_trans with (1 := errors_of_parts_add_up g m cs Pos). rewrite Tg, Tm.
        apply within_e; split; trivial; [apply pos_INR|apply magnitudes_pos].
  Qed.

  (** So the errors of a child's classes do; with all rows in one class, that of its weight. *)
  Theorem counts_are_near (classes : list (list (R * Z) * R)) part others : Permutation (part ++ others) rows
    ->
    Permutation (concat (map fst classes)) part -> (forall c, In c classes -> near_sum (map snd (fst c)) (snd
      c)) ->
    sumR (fun c => Rabs (sumR fst (fst c) - snd c)) classes <= e.
  Proof.
    intros P Q H. destruct (some_of part others P) as (Len & I & _ & Mag).
      assert (O := magnitudes_pos (map snd others)).
    apply (errors_within_e fst).
    - intros r R. apply I. now apply (Permutation_in _ Q).
    - rewrite (Permutation_length Q), <- (Permutation_length P), app_length. lia.
    - assert (E : magnitudes (map snd (concat (map fst classes))) = magnitudes (map snd part)).
      { unfold magnitudes. rewrite !sumR_map. now apply sumR_perm. }
      lra.
    - intros c J Ic _. apply a_part_is_near; [exact Ic|now apply H].
  Qed.

  (** The same of what is left of each class. *)
  Theorem counts_that_are_left_are_near (classes : list ((list (R * Z) * list (R * Z)) * (R * R))) :
    Permutation (concat (map (fun c => fst (fst c) ++ snd (fst c)) classes)) rows ->
    (forall c, In c classes -> near_sum (map snd (fst (fst c) ++ snd (fst c))) (fst (snd c)) /\
      near_sum (map snd (fst (fst c))) (snd (snd c))) ->
    sumR (fun c => Rabs (sumR fst (snd (fst c)) - rnd (fst (snd c) - snd (snd c)))) classes <= e.
  Proof.
    intros Q H. apply (errors_within_e (fun c : (list (R * Z) * list (R * Z)) * (R * R) => fst (fst c) ++ snd
      (fst c))).
    - intros r R. now apply (Permutation_in _ Q).
    - now rewrite (Permutation_length Q).
    - unfold magnitudes. rewrite !sumR_map, (sumR_perm _ _ _ Q). lra.
    - intros c J Ic F. destruct (H c J) as [HS Hs].
      apply Rle_trans with (1 := the_rest_is_near _ _ _ _ Ic F HS Hs).
      apply Rplus_le_compat_r. rewrite app_length, plus_INR. assert (P := pos_INR (length (fst (fst c)))).
        lra.
  Qed.

  (** ** A child: its rows added up, or what the others leave of the node's weight *)

  Definition weighed (part others : list (R * Z)) (s : R) : Prop :=
    near_sum (map snd part) s \/ exists s', near_sum (map snd others) s' /\ s = rnd (W - s').

  Lemma a_child_is_near_its_units part others s : Permutation (part ++ others) rows -> others <> [] ->
    weighed part others s -> Rabs (s - whole_sum (map snd part)) <= 2.6 * (u * n * W).
  Proof.
    intros P No H. assert (U := u_pos). destruct node_facts as (N & M & W1).
      destruct (some_of part others P) as (Len & I & J & Mag).
    destruct W_is as [FW GW]. rewrite map_length in GW. fold n in GW.
      rewrite !magnitudes_are_sums in * by auto using incl_refl.
    assert (A0 := whole_sum_pos part I). assert (B0 := whole_sum_pos others J).
    set (x := whole_sum (map snd part)) in *. set (z := whole_sum (map snd others)) in *.
      set (t := whole_sum (map snd rows)) in *.
    assert (Pp := pos_INR (length part)). assert (Po := pos_INR (length others)).
    assert (Main : forall k a, 0 <= k <= n -> 0 <= a <= t -> 1.002 * k * (u * a) <= 1.002 * n * (u * (1.01 *
      W))).
    { intros k a K A. apply Rmult_le_compat; [lra|apply Rmult_le_pos; lra|lra|apply Rmult_le_compat_l; lra]. }
    assert (nW : 2 * (u * W) <= n * (u * W)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact N]).
    replace (1.002 * n * (u * (1.01 * W))) with (1.002 * 1.01 * (n * (u * W))) in Main by ring.
    replace (u * n * W) with (n * (u * W)) by ring. set (q := n * (u * W)) in *.
    assert (q0 : 0 <= q) by (unfold q; repeat apply Rmult_le_pos; lra).
    destruct H as [[_ G]|(s' & [Fs G] & ->)]; rewrite map_length in G.
    - rewrite magnitudes_are_sums in G by exact I. fold x in G. apply Rle_trans with (1 := G).
      assert (B := Main (INR (length part)) x ltac:(lra) ltac:(lra)). lra.
    - rewrite magnitudes_are_sums in G by exact J. fold z in G. fold t in GW.
      assert (B1 := Main n t ltac:(lra) ltac:(lra)).
        assert (B2 := Main (INR (length others)) z ltac:(lra) ltac:(lra)).
      assert (D := sum_error W (- s') FW ltac:(now apply generic_format_opp)).
        change (W + - s') with (W - s') in D.
      apply Rabs_le_inv in G, GW.
      assert (Nq : q <= / 1000 * W).
      { unfold q. replace (n * (u * W)) with (n * u * W) by ring.
        apply Rmult_le_compat_r; [lra|apply several]. }
      assert (Y : Rabs (W - s') <= 1.02 * W) by (apply Rabs_le; lra).
      assert (Y2 : u * Rabs (W - s') <= u * (1.02 * W)) by (apply Rmult_le_compat_l; lra).
      apply Rabs_le_inv in D. apply Rabs_le. lra.
  Qed.

  Theorem a_child_is_near part others s : Permutation (part ++ others) rows -> part <> [] -> others <> [] ->
    weighed part others s -> Rabs (sumR fst part - s) <= e /\ l' <= s <= W.
  Proof.
    intros P Np No H. assert (U := u_pos). destruct node_facts as (N & M & W1). assert (E := e_is_enough).
    assert (P' : Permutation (others ++ part) rows) by (now rewrite Permutation_app_comm).
    destruct (some_of part others P) as (Len & I & J & Mag).
    assert (K := a_child_is_near_its_units part others s P No H). destruct several as [S F].
    assert (Pp := pos_INR (length part)). assert (Po := pos_INR (length others)). split.
    - destruct H as [H|(s' & H & ->)].
      + apply Rle_trans with (1 := a_part_is_near part s I H). assert (M0 := magnitudes_pos (map snd others)).
        assert (M1 := magnitudes_pos (map snd part)). apply within_e; lra.
      + assert (Eq : INR (length (others ++ part)) = n) by (unfold n; now rewrite (Permutation_length P')).
        assert (Ms : magnitudes (map snd (others ++ part)) = magnitudes (map snd rows)).
        { unfold magnitudes. rewrite !sumR_map. now apply sumR_perm. }
        assert (HS : near_sum (map snd (others ++ part)) W).
        { destruct W_is as [FW GW]. split; [exact FW|]. rewrite map_length, Eq, Ms. rewrite map_length in GW.
          fold n in GW.
          unfold whole_sum in *. rewrite !sumR_map, (sumR_perm _ _ _ P') in *. exact GW. }
        apply Rle_trans with (1 := the_rest_is_near others part W s' (fun r => Permutation_in r P')
          ltac:(rewrite Eq; exact F) HS H).
        rewrite Eq, Ms. apply Rle_trans with (n / 2 + 3 * u * n * (magnitudes (map snd rows) * (10 / 11)));
          [lra|].
        apply within_e; [lra|split; [apply magnitudes_pos|lra]].
    - assert (At_least : forall k, incl k rows -> k <> [] -> (1 - u) * l <= whole_sum (map snd k)).
      { intros [|r k] Ik Nk; [easy|]. assert (R := lightest r (Ik r (or_introl eq_refl))).
        assert (Z := rnd_of_whole (snd r)). rewrite (magnitude_of r (Ik r (or_introl eq_refl))) in Z.
          apply Rabs_le_inv in Z.
        assert (0 <= whole_sum (map snd k)) by (apply whole_sum_pos; intros x X; apply Ik; now right).
        change (whole_sum (map snd (r :: k))) with (IZR (snd r) + whole_sum (map snd k)).
        destruct (positive r (Ik r (or_introl eq_refl))) as [_ Pr].
          assert (0 < IZR (snd r)) by (now apply IZR_lt).
        assert ((1 - u) * l <= (1 - u) * ((1 + u) * IZR (snd r))) by (apply Rmult_le_compat_l; lra).
        assert (0 <= u * (u * IZR (snd r))) by (repeat apply Rmult_le_pos; lra). lra. }
      assert (A1 := At_least part I Np). assert (A2 := At_least others J No).
      destruct W_is as [_ GW]. rewrite map_length in GW. fold n in GW.
        rewrite !magnitudes_are_sums in * by auto using incl_refl.
      assert (T0 := whole_sum_pos rows (incl_refl _)).
      set (x := whole_sum (map snd part)) in *. set (z := whole_sum (map snd others)) in *.
        set (t := whole_sum (map snd rows)) in *.
      assert (uW : 0 <= u * W) by (apply Rmult_le_pos; lra).
      assert (nW : 2 * (u * W) <= n * (u * W)) by (now apply Rmult_le_compat_r).
      assert (GW' : 1.002 * n * (u * t) <= 1.002 * n * (u * (1.01 * W))) by (repeat apply Rmult_le_compat_l;
        lra).
      replace (1.002 * n * (u * (1.01 * W))) with (1.002 * 1.01 * (n * (u * W))) in GW' by ring.
      replace (u * n * W) with (n * (u * W)) in K by ring.
        replace (3 * u * n * W) with (3 * (n * (u * W))) in E by ring.
      set (q := n * (u * W)) in *. apply Rabs_le_inv in K, GW. assert (L := light).
      assert (l0 : 0 < l) by lra.
      assert (uL : u * l <= 0.52 * (u * W)).
      { replace (0.52 * (u * W)) with (u * (0.52 * W)) by ring. apply Rmult_le_compat_l; [lra|].
        assert (u * l <= / 1000000 * l) by (apply Rmult_le_compat_r; lra). lra. }
      unfold l'. lra.
  Qed.
End Node.

(** ** An example, and a plausible wrong statement

    Two rows of 2^50 units, each a child, the second of which has what the first leaves. *)
Example a_child_is_near_applies : let k := (2 ^ 50)%Z in let row := (IZR k, k) in
  Rabs (IZR k - rnd (IZR (k + k) - IZR k)) <= e_w 2 (IZR (k + k)) /\
  8 / 9 * IZR k <= rnd (IZR (k + k) - IZR k) <= IZR (k + k).
Proof.
  intros k row. assert (U := u_pos).
  assert (K : rnd (IZR k) = IZR k) by (apply rnd_whole; vm_compute; discriminate).
  assert (KK : rnd (IZR (k + k)) = IZR (k + k)) by (apply rnd_whole; vm_compute; discriminate).
  assert (V : IZR k = 1125899906842624 /\ IZR (k + k) = 2251799813685248) by (split; reflexivity).
  assert (S1 : whole_sum [k] = IZR k) by (unfold whole_sum, sumR; simpl; ring).
  assert (S2 : whole_sum [k; k] = IZR (k + k)) by (rewrite plus_IZR; unfold whole_sum, sumR; simpl; ring).
  replace (IZR k) with (sumR fst [row]) at 1 by (unfold sumR, row; cbn [fold_right fst]; ring).
  assert (Exact : forall j x, rnd (IZR x) = IZR x -> whole_sum j = IZR x -> near_sum j (IZR x)).
  { intros j x F S. split; [rewrite <- F; apply rnd_is_float|].
    rewrite S, Rminus_diag_eq, Rabs_R0 by reflexivity.
    apply Rmult_le_pos; (apply Rmult_le_pos; [lra|]); [apply pos_INR|apply magnitudes_pos]. }
  assert (Two : INR (length [row; row]) = 2) by (simpl; ring).
  assert (E : e_w 2 (IZR (k + k)) = IZR 3).
  { unfold e_w. replace (4 * u * 2 * IZR (k + k)) with (IZR 2) by (rewrite (proj2 V); unfold u; lra).
    rewrite (rnd_whole 2) by lia.
    replace (2 / 2 + IZR 2) with (IZR 3) by lra. now apply rnd_whole. }
  apply (a_child_is_near [row; row] (IZR (k + k)) (IZR k)) with (others := [row]);
    rewrite ?Two, ?E, ?(proj1 V), ?(proj2 V); try discriminate.
  - intros r [<-|[<-|[]]]; unfold row; cbn [fst snd]; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra.
  - intros r [<-|[<-|[]]]; unfold row; cbn [fst snd]; rewrite (proj1 V); split; try lra; reflexivity.
  - split; [simpl; lia|lra].
  - rewrite <- (proj2 V). now apply Exact.
  - intros r [<-|[<-|[]]]; unfold row; cbn [snd]; rewrite K, (proj1 V); apply Rle_refl.
  - unfold u. lra.
  - lra.
  - apply Permutation_refl.
  - right. exists (IZR k). split; [now apply Exact|now rewrite <- (proj1 V), <- (proj2 V)].
Qed.

(** That what is left weighs no less than the lightest row, where this is 8 times the bound: a row of 8292
  units and one of
    2^60 leave 8192, and the bound is 1025.  Hence the 9, and the ninth that [l'] is less. *)
Example the_rest_may_weigh_less_than_the_lightest_row :
  let light := of_whole 8292 in let heavy := of_whole (2 ^ 60) in
  let rest := minus (of_whole (2 ^ 60 + 8292)) heavy in
  Bltb rest light = true /\ e_w 2 (IZR (2 ^ 60)) = IZR 1025 /\ (8 * 1025 <= 8292)%Z.
Proof.
  split; [vm_compute; reflexivity|]. split; [|lia]. unfold e_w.
  replace (4 * u * 2 * IZR (2 ^ 60)) with (IZR 1024) by (change (IZR (2 ^ 60)) with 1152921504606846976;
    unfold u; lra).
  rewrite (rnd_whole 1024) by lia. replace (2 / 2 + IZR 1024) with (IZR 1025) by lra. now apply rnd_whole.
Qed.

(** * RoundedNode: the sums of a node's rounded rows are as near as the filter takes them to be

    Rows have true weights, and weights in whole units, within 1/2; the node's is a float [W],
      and [e] the float of the
    bound on the sums.  Where the lightest row weighs at least [9 e], the premises of [RoundedFilter] about
      weights and counts
    hold: of children whose rows are added up, and of those that have what another one leaves. *)
From Coq Require Import ZArith Reals Lra Lia List Permutation.
From Flocq Require Import Core Mult_error BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter RoundedRows RoundedCounts RoundedSums.
Import ListNotations.
Open Scope R_scope.

(** Of no rows the sum is 0. *)
Definition summed_or_none (l : list Z) (s : R) : Prop := (l = [] /\ s = 0) \/ (l <> [] /\ summed l s).

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

Section Node.
  Variables (rows : list (R * Z)) (W l : R).
  Let n := INR (length rows).
  Let e := e_w n W.
  Let l' := 8 / 9 * l.

  Hypothesis half : rounded rows.
  Hypothesis positive : forall r, In r rows -> 0 < fst r /\ (0 < snd r)%Z.
  Hypothesis several : (2 <= length rows)%nat /\ n * u <= / 1000.
  Hypothesis W_is : summed (map snd rows) W.
  Hypothesis lightest : forall r, In r rows -> l <= rnd (IZR (snd r)).
  Hypothesis light : 9 * e <= l.

  Lemma magnitude_of r : In r rows -> Rabs (IZR (snd r)) = IZR (snd r).
  Proof. intros I. apply Rabs_right, Rle_ge, IZR_le. destruct (positive r I). lia. Qed.

  Lemma magnitudes_are_sums part : incl part rows -> magnitudes (map snd part) = whole_sum (map snd part).
  Proof.
    intros H. unfold magnitudes, whole_sum. rewrite !sumR_map. apply sumR_ext. intros r I.
      now apply magnitude_of, H.
  Qed.

  Lemma node_facts : 2 <= n /\ magnitudes (map snd rows) <= 1.01 * W /\ 1 <= W.
  Proof.
    destruct several as [S N]. assert (N2 := le_INR _ _ S). simpl (INR 2) in N2. fold n in N2.
      assert (U := u_pos).
    assert (H := summed_is_near (map snd rows) W). rewrite map_length in H. fold n in H.
    specialize (H ltac:(lia) N W_is). rewrite magnitudes_are_sums in * by apply incl_refl.
      apply Rabs_le_inv in H.
    set (m := whole_sum (map snd rows)) in *.
    assert (M : n <= m).
    { unfold m, n, whole_sum. rewrite sumR_map. clear - positive. induction rows as [|r rs IH]; [simpl; lra|].
      cbn [length]. rewrite S_INR. cbn [sumR fold_right]. destruct (positive r (or_introl eq_refl)) as [_ P].
      assert (1 <= IZR (snd r)) by (apply IZR_le; lia).
      assert (G := IH (fun x I => positive x (or_intror I))). unfold sumR in G. lra. }
    assert (A : (n + / 1000) * (u * m) <= / 500 * m).
    { replace ((n + / 1000) * (u * m)) with ((n * u + / 1000 * u) * m) by ring. apply Rmult_le_compat_r;
      lra. }
    repeat split; lra.
  Qed.

  Lemma e_is_enough : n / 2 + 3 * u * n * W <= e.
  Proof.
    destruct node_facts as (N & _ & W1). apply e_w_is_at_least; try lra.
    destruct (whole_half_is_float (length rows)) as [F|G]; [exact F|exfalso].
    destruct several as [_ B]. fold n in G. assert (2 ^ 53 * u = 1) by (unfold u; simpl; lra).
    assert (U := u_pos). assert (2 ^ 53 * u <= n * u) by (apply Rmult_le_compat_r; lra). lra.
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

  Lemma magnitudes_nonneg (k : list Z) : 0 <= magnitudes k.
  Proof. apply sumR_nonneg. intros. apply Rabs_pos. Qed.

  (** ** The node *)

  Theorem the_nodes_weight_is_near : Rabs (sumR fst rows - W) <= e.
  Proof.
    destruct node_facts as (N & M & W1). apply Rle_trans with (2 := e_is_enough).
    apply a_sum_of_rounded_weights_is_near; try apply several; trivial; [destruct several; lia|lra].
  Qed.

  (** ** A class, or child, of some rows: added up, or what the others leave *)

  (** What is added up of some rows. *)
  Theorem a_part_is_near part s : incl part rows -> INR (length part) * u <= / 1000 ->
    summed_or_none (map snd part) s ->
    Rabs (sumR fst part - s) <= INR (length part) / 2 + 3 * u * INR (length part) * (magnitudes (map snd
      part) * (10 / 11)).
  Proof.
    intros I F [[E ->]|[E S]].
    - apply map_eq_nil in E. subst part. unfold sumR, magnitudes. simpl. rewrite Rminus_0_r, Rabs_R0. lra.
    - apply (a_sum_of_rounded_weights_is_near part); trivial.
      + intros r H. now apply half, I.
      + destruct part; [now elim E|simpl; lia].
      + fold (magnitudes (map snd part)). lra.
  Qed.

  (** What is left of some rows where a part of them is taken away. *)
  Theorem the_rest_is_near part others S s : incl (part ++ others) rows ->
    INR (length (part ++ others)) * u <= / 1000 ->
    summed_or_none (map snd (part ++ others)) S -> summed_or_none (map snd part) s ->
    Rabs (sumR fst others - rnd (S - s)) <=
      INR (length others) / 2 + 3 * u * INR (length (part ++ others)) * (magnitudes (map snd (part ++
        others)) * (10 / 11)).
  Proof.
    intros I F HS Hs. assert (U := u_pos). assert (M0 := magnitudes_nonneg (map snd (part ++ others))).
    destruct part as [|r part].
    { destruct Hs as [[_ ->]|[E _]]; [|now elim E]. cbn [app] in *. rewrite Rminus_0_r.
      assert (Fl : is_float S).
      { destruct HS as [[_ ->]|[_ [->|A]]]; [apply generic_format_0|apply rnd_is_float|now apply
        added_up_is_float in A]. }
      rewrite rnd_float by exact Fl. now apply a_part_is_near. }
    destruct HS as [[E _]|[_ HS]]; [discriminate|]. destruct Hs as [[E _]|[_ Hs]]; [discriminate|].
    destruct others as [|r' others].
    - rewrite app_nil_r in *. change (sumR fst (@nil (R * Z))) with 0. change (INR (length (@nil (R * Z))))
      with 0.
      set (m := magnitudes (map snd (r :: part))) in *. set (N := INR (length (r :: part))) in *.
      assert (N1 : 1 <= N) by (unfold N; change 1 with (INR 1); apply le_INR; simpl; lia).
      assert (A := summed_is_near (map snd (r :: part)) S). assert (B := summed_is_near (map snd (r :: part))
        s).
      rewrite map_length in A, B. fold m N in A, B. specialize (A ltac:(simpl; lia) F HS).
        specialize (B ltac:(simpl; lia) F Hs).
      assert (FS : is_float S /\ is_float s).
      { split; [destruct HS as [->|HS]|destruct Hs as [->|Hs]]; try apply rnd_is_float;
          now apply added_up_is_float in HS || apply added_up_is_float in Hs. }
      assert (D := sum_error S (- s) (proj1 FS) ltac:(apply generic_format_opp, FS)).
      change (S + - s) with (S - s) in D. set (t := whole_sum (map snd (r :: part))) in *.
      assert (um : 0 <= u * m) by (apply Rmult_le_pos; lra).
      assert (Z : Rabs (S - s) <= 2 * ((N + / 1000) * (u * m))) by (apply Rabs_le_inv in A, B;
        apply Rabs_le; lra).
      assert (Y : u * Rabs (S - s) <= / 1000000 * Rabs (S - s)) by (apply Rmult_le_compat_r;
        [apply Rabs_pos|lra]).
      assert (Nm : 1 * (u * m) <= N * (u * m)) by (apply Rmult_le_compat_r; lra).
      apply Rabs_le_inv in D. assert (Z' := Rabs_le_inv _ _ Z).
      replace (3 * u * N * (m * (10 / 11))) with (30 / 11 * (N * (u * m))) by field. apply Rabs_le. lra.
    - assert (H := the_rest_of_rounded_weights_is_near ((r :: part) ++ r' :: others) (magnitudes (map snd ((r
      :: part) ++ r' :: others)) * (10 / 11))
        (fun x J => half x (I x J)) ltac:(simpl; lia) F ltac:(lra) (r :: part) (r' :: others) S s eq_refl
        ltac:(simpl; lia) ltac:(simpl; lia) HS Hs). exact H.
  Qed.

  (** So the errors of a child's classes add up to no more than [e]; with all rows in one class,
    that of its weight. *)
  Theorem counts_are_near (classes : list (list (R * Z) * R)) part others : Permutation (part ++ others) rows
    ->
    Permutation (concat (map fst classes)) part ->
    (forall c, In c classes -> summed_or_none (map snd (fst c)) (snd c)) ->
    sumR (fun c => Rabs (sumR fst (fst c) - snd c)) classes <= e.
  Proof.
    intros P Q H. assert (U := u_pos). destruct node_facts as (N & M & W1). destruct several as [S F].
    destruct (some_of part others P) as (Len & I & _ & Mag).
    set (g := fun c : list (R * Z) * R => INR (length (fst c))). set (m := fun c : list (R * Z) * R =>
      magnitudes (map snd (fst c)) * (10 / 11)).
    assert (Tot : sumR g classes = INR (length part) /\ sumR m classes = magnitudes (map snd part) * (10 /
      11)).
    { destruct (sums_of_concat fst classes) as [A B]. unfold g, m. rewrite A, B, (Permutation_length Q).
      split; [reflexivity|].
      unfold magnitudes. rewrite !sumR_map. now rewrite (sumR_perm _ _ _ Q). }
    destruct Tot as [T1 T2]. assert (O := magnitudes_nonneg (map snd others)).
      assert (P0 := pos_INR (length others)).
    assert (Pm := magnitudes_nonneg (map snd part)). assert (Pp := pos_INR (length part)).
    apply Rle_trans with (sumR (fun c => g c / 2 + 3 * u * g c * m c) classes).
    - apply sumR_le. intros c J. assert (In_part : incl (fst c) part).
      { intros r R. apply (Permutation_in _ Q). apply in_concat. exists (fst c). split;
        [now apply in_map|exact R]. }
      apply a_part_is_near; [intros r R; now apply I, In_part| |now apply H].
      assert (Le : g c <= sumR g classes) by (apply (term_at_most_sum g); [intros; apply pos_INR|exact J]).
      unfold g at 1 in Le. rewrite T1 in Le. apply Rle_trans with (n * u); [apply Rmult_le_compat_r;
        lra|exact F].
    - assert (Pos : forall c, In c classes -> 0 <= g c /\ 0 <= m c).
      { intros c _. split; [apply pos_INR|]. unfold m. apply Rmult_le_pos; [apply magnitudes_nonneg|lra]. }
      apply Rle_trans with (1 := errors_of_parts_add_up g m classes Pos). rewrite T1, T2.
      apply Rle_trans with (2 := e_is_enough). apply Rplus_le_compat; [lra|].
      rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|].
        apply Rmult_le_compat; lra.
  Qed.

  (** The same of what is left of each class. *)
  Theorem counts_that_are_left_are_near (classes : list ((list (R * Z) * list (R * Z)) * (R * R))) others :
    Permutation (concat (map (fun c => fst (fst c) ++ snd (fst c)) classes)) rows ->
    Permutation (concat (map (fun c => snd (fst c)) classes)) others ->
    (forall c, In c classes -> summed_or_none (map snd (fst (fst c) ++ snd (fst c))) (fst (snd c)) /\
      summed_or_none (map snd (fst (fst c))) (snd (snd c))) ->
    sumR (fun c => Rabs (sumR fst (snd (fst c)) - rnd (fst (snd c) - snd (snd c)))) classes <= e.
  Proof.
    intros Q Qo H. assert (U := u_pos). destruct node_facts as (N & M & W1). destruct several as [S F].
    set (g := fun c : (list (R * Z) * list (R * Z)) * (R * R) => INR (length (fst (fst c) ++ snd (fst c)))).
    set (m := fun c : (list (R * Z) * list (R * Z)) * (R * R) => magnitudes (map snd (fst (fst c) ++ snd (fst
      c))) * (10 / 11)).
    assert (Tot : sumR g classes = n /\ sumR m classes = magnitudes (map snd rows) * (10 / 11)).
    { destruct (sums_of_concat (fun c : (list (R * Z) * list (R * Z)) * (R * R) => fst (fst c) ++ snd (fst
      c)) classes) as [A B].
      unfold g, m, n. rewrite A, B, (Permutation_length Q). split; [reflexivity|].
      unfold magnitudes. rewrite !sumR_map. now rewrite (sumR_perm _ _ _ Q). }
    destruct Tot as [T1 T2]. assert (Pm := magnitudes_nonneg (map snd rows)).
    apply Rle_trans with (sumR (fun c => g c / 2 + 3 * u * g c * m c) classes).
    - apply sumR_le. intros c J. destruct (H c J) as [HS Hs].
      assert (In_rows : incl (fst (fst c) ++ snd (fst c)) rows).
      { intros r R. apply (Permutation_in _ Q). apply in_concat. exists (fst (fst c) ++ snd (fst c)). split;
        [|exact R].
        now apply (in_map (fun c => fst (fst c) ++ snd (fst c))). }
      assert (Le : g c <= sumR g classes) by (apply (term_at_most_sum g); [intros; apply pos_INR|exact J]).
        rewrite T1 in Le.
      assert (B : g c * u <= / 1000) by (apply Rle_trans with (n * u); [apply Rmult_le_compat_r;
        lra|exact F]).
      apply Rle_trans with (1 := the_rest_is_near _ _ _ _ In_rows B HS Hs). apply Rplus_le_compat_r.
      unfold g. rewrite app_length, plus_INR. assert (P := pos_INR (length (fst (fst c)))). lra.
    - assert (Pos : forall c, In c classes -> 0 <= g c /\ 0 <= m c).
      { intros c _. split; [apply pos_INR|]. unfold m. apply Rmult_le_pos; [apply magnitudes_nonneg|lra]. }
      apply Rle_trans with (1 := errors_of_parts_add_up g m classes Pos). rewrite T1, T2.
      apply Rle_trans with (2 := e_is_enough). apply Rplus_le_compat; [lra|].
      rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|].
        apply Rmult_le_compat; lra.
  Qed.

  (** ** A child: its rows added up, or what the others leave of the node's weight *)

  Definition weighed (part others : list (R * Z)) (s : R) : Prop :=
    summed (map snd part) s \/ exists s', summed (map snd others) s' /\ s = rnd (W - s').

  Lemma summed_part part others s : Permutation (part ++ others) rows -> part <> [] ->
    summed (map snd part) s ->
    is_float s /\ Rabs (s - whole_sum (map snd part)) <= (INR (length part) + / 1000) * (u * whole_sum (map
      snd part)).
  Proof.
    intros P N H. assert (U := u_pos). destruct (some_of part others P) as (Len & I & _).
    assert (P0 := pos_INR (length others)). destruct several as [_ F].
    split.
    - destruct H as [->|H]; [apply rnd_is_float|now apply added_up_is_float in H].
    - assert (G := summed_is_near (map snd part) s). rewrite map_length, (magnitudes_are_sums part I) in G.
      apply G; trivial; [destruct part; [easy|simpl; lia]|].
      apply Rle_trans with (n * u); [apply Rmult_le_compat_r; lra|exact F].
  Qed.

  Lemma a_child_is_near_its_units part others s : Permutation (part ++ others) rows -> part <> [] ->
    others <> [] ->
    weighed part others s -> Rabs (s - whole_sum (map snd part)) <= 2.6 * (u * n * W).
  Proof.
    intros P Np No H. assert (U := u_pos). destruct node_facts as (N & M & W1).
      destruct (some_of part others P) as (Len & I & J & Mag).
    rewrite (magnitudes_are_sums part I), (magnitudes_are_sums others J),
      (magnitudes_are_sums rows (incl_refl _)) in Mag.
    rewrite (magnitudes_are_sums rows (incl_refl _)) in M.
    assert (A0 : 0 <= whole_sum (map snd part)) by (rewrite <- (magnitudes_are_sums part I);
      apply magnitudes_nonneg).
    assert (B0 : 0 <= whole_sum (map snd others)) by (rewrite <- (magnitudes_are_sums others J);
      apply magnitudes_nonneg).
    set (x := whole_sum (map snd part)) in *. set (z := whole_sum (map snd others)) in *.
      set (t := whole_sum (map snd rows)) in *.
    assert (Pp := pos_INR (length part)). assert (Po := pos_INR (length others)).
    assert (Main : forall k a, 0 <= k <= n -> 0 <= a <= t -> (k + / 1000) * (u * a) <= 1.001 * n * (u * (1.01
      * W))).
    { intros k a K A. apply Rmult_le_compat; [lra|apply Rmult_le_pos; lra|lra|apply Rmult_le_compat_l; lra]. }
    assert (nW : 2 * (u * W) <= n * (u * W)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact N]).
    replace (1.001 * n * (u * (1.01 * W))) with (1.001 * 1.01 * (n * (u * W))) in Main by ring.
    replace (u * n * W) with (n * (u * W)) by ring. set (q := n * (u * W)) in *.
    destruct H as [H|(s' & H & ->)].
    - destruct (summed_part part others s P Np H) as [_ G]. fold x in G. apply Rle_trans with (1 := G).
      assert (B := Main (INR (length part)) x ltac:(lra) ltac:(lra)). assert (0 <= q) by (unfold q;
        repeat apply Rmult_le_pos; lra). lra.
    - assert (P' : Permutation (others ++ part) rows) by (now rewrite Permutation_app_comm).
      destruct (summed_part others part s' P' No H) as [Fs G]. fold z in G.
      assert (P2 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
      destruct (summed_part rows [] W P2) as [FW GW]; [intros E; destruct several as [S _]; rewrite E in S;
        simpl in S; lia|exact W_is|].
      fold t n in GW. assert (B1 := Main n t ltac:(lra) ltac:(lra)). assert (B2 := Main (INR (length others))
        z ltac:(lra) ltac:(lra)).
      assert (D := sum_error W (- s') FW ltac:(now apply generic_format_opp)).
        change (W + - s') with (W - s') in D.
      apply Rabs_le_inv in G, GW.
      assert (Nq : q <= / 1000 * W).
      { unfold q. replace (n * (u * W)) with (n * u * W) by ring. apply Rmult_le_compat_r;
        [lra|apply several]. }
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
    assert (K := a_child_is_near_its_units part others s P Np No H). destruct several as [S F]. split.
    - destruct H as [H|(s' & H & ->)].
      + apply Rle_trans with (INR (length part) / 2 + 3 * u * INR (length part) * (magnitudes (map snd part)
        * (10 / 11))).
        * apply a_part_is_near; [exact I| |right; split; [intros Z; apply map_eq_nil in Z;
          contradiction|exact H]].
          assert (P0 := pos_INR (length others)). apply Rle_trans with (n * u); [apply Rmult_le_compat_r;
            lra|exact F].
        * apply Rle_trans with (2 := E). assert (P0 := pos_INR (length others)).
          assert (P1 := pos_INR (length part)).
          assert (M0 := magnitudes_nonneg (map snd others)). assert (M1 := magnitudes_nonneg (map snd part)).
          apply Rplus_le_compat; [lra|]. rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|].
            apply Rmult_le_compat_l; [lra|].
          apply Rmult_le_compat; lra.
      + assert (Eq : INR (length (others ++ part)) = n) by (unfold n; now rewrite (Permutation_length P')).
        assert (Ms : magnitudes (map snd (others ++ part)) = magnitudes (map snd rows)).
        { unfold magnitudes. rewrite !sumR_map. now apply sumR_perm. }
        assert (HS : summed (map snd (others ++ part)) W).
        { destruct W_is as [->|A]; [left|right].
          - f_equal. unfold whole_sum. rewrite !sumR_map. symmetry. now apply sumR_perm.
          - apply (in_another_order (map (fun k => rnd (IZR k)) (map snd rows))); [|exact A].
            apply Permutation_map, Permutation_map. now symmetry. }
        apply Rle_trans with (INR (length part) / 2 + 3 * u * INR (length (others ++ part)) * (magnitudes
          (map snd (others ++ part)) * (10 / 11))).
        * apply the_rest_is_near.
          -- intros r R. now apply (Permutation_in _ P').
          -- rewrite Eq. exact F.
          -- right. split; [|exact HS]. intros Z. apply map_eq_nil, app_eq_nil in Z. now destruct Z.
          -- right. split; [intros Z; apply map_eq_nil in Z; contradiction|exact H].
        * rewrite Eq, Ms. apply Rle_trans with (2 := E). assert (P0 := pos_INR (length others)).
          apply Rplus_le_compat; [lra|]. rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|].
            apply Rmult_le_compat_l; [lra|].
          apply Rmult_le_compat_l; lra.
    - assert (At_least : forall k, incl k rows -> k <> [] -> (1 - u) * l <= whole_sum (map snd k)).
      { intros [|r k] Ik Nk; [easy|]. assert (R := lightest r (Ik r (or_introl eq_refl))).
        assert (Z := rnd_of_whole (snd r)). rewrite (magnitude_of r (Ik r (or_introl eq_refl))) in Z.
          apply Rabs_le_inv in Z.
        assert (0 <= whole_sum (map snd k)).
        { rewrite <- (magnitudes_are_sums k); [apply magnitudes_nonneg|intros x X; apply Ik; now right]. }
        change (whole_sum (map snd (r :: k))) with (IZR (snd r) + whole_sum (map snd k)).
        destruct (positive r (Ik r (or_introl eq_refl))) as [_ Pr]. assert (0 < IZR (snd r)) by
          (now apply IZR_lt).
        assert ((1 - u) * l <= (1 - u) * ((1 + u) * IZR (snd r))) by (apply Rmult_le_compat_l; lra).
        assert (0 <= u * (u * IZR (snd r))) by (repeat apply Rmult_le_pos; lra). lra. }
      assert (A1 := At_least part I Np). assert (A2 := At_least others J No).
      rewrite (magnitudes_are_sums part I), (magnitudes_are_sums others J),
        (magnitudes_are_sums rows (incl_refl _)) in Mag.
      rewrite (magnitudes_are_sums rows (incl_refl _)) in M.
      assert (P2 : Permutation (rows ++ []) rows) by now rewrite app_nil_r.
      destruct (summed_part rows [] W P2) as [_ GW]; [intros Z; rewrite Z in S; simpl in S;
        lia|exact W_is|]. fold n in GW.
      set (x := whole_sum (map snd part)) in *. set (z := whole_sum (map snd others)) in *.
        set (t := whole_sum (map snd rows)) in *.
      assert (T0 : 0 <= t).
      { unfold t. rewrite <- (magnitudes_are_sums rows (incl_refl _)). apply magnitudes_nonneg. }
      assert (uW : 0 <= u * W) by (apply Rmult_le_pos; lra).
      assert (nW : 2 * (u * W) <= n * (u * W)) by (now apply Rmult_le_compat_r).
      assert (GW' : (n + / 1000) * (u * t) <= 1.001 * n * (u * (1.01 * W))).
      { apply Rmult_le_compat; [lra|apply Rmult_le_pos; lra|lra|apply Rmult_le_compat_l; lra]. }
      replace (1.001 * n * (u * (1.01 * W))) with (1.001 * 1.01 * (n * (u * W))) in GW' by ring.
      replace (u * n * W) with (n * (u * W)) in K by ring. replace (3 * u * n * W) with (3 * (n * (u * W)))
        in E by ring.
      set (q := n * (u * W)) in *. apply Rabs_le_inv in K, GW. assert (L := light). fold e in L.
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
  replace 2 with (INR (length [row; row])) by (simpl; ring).
  apply (a_child_is_near [row; row] (IZR (k + k)) (IZR k)) with (others := [row]); try discriminate.
  - intros r [<-|[<-|[]]]; unfold row; cbn [fst snd]; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra.
  - intros r [<-|[<-|[]]]; unfold row; cbn [fst snd]; rewrite (proj1 V); split; try lra; reflexivity.
  - split; [simpl; lia|]. replace (INR (length [row; row])) with 2 by (simpl; ring). lra.
  - left. cbn [map snd row]. now rewrite S2, KK.
  - intros r [<-|[<-|[]]]; unfold row; cbn [snd]; rewrite K; apply Rle_refl.
  - replace (INR (length [row; row])) with 2 by (simpl; ring). rewrite (proj1 V). unfold e_w.
    replace (4 * u * 2 * IZR (k + k)) with (IZR 2) by (rewrite (proj2 V); unfold u; lra).
      rewrite (rnd_whole 2) by lia.
    replace (2 / 2 + IZR 2) with (IZR 3) by lra. rewrite (rnd_whole 3) by lia. lra.
  - apply Permutation_refl.
  - right. exists (IZR k). split; [|reflexivity]. left. cbn [map snd row]. now rewrite S1, K.
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

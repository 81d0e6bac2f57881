(** * RefiningEntropy: evening out and parting further, by entropy

    Moving weight from a larger class towards a smaller one raises entropy strictly.  The cells of
    class and part together have the entropy of the parts and the conditional entropy, the chain
    rule; and parting further lowers neither gain nor intrinsic value.
    [QUINLAN86 §7; NOTE_C; NOTE_D; NOTE_E] *)
From Coq Require Import QArith Reals Qreals Lra Lia List.
From Coq Require Lqa.
From Dtrees Require Import Sums Summary Impurity Entropy Refining.
Import ListNotations.
Open Scope R_scope.

(** ** Evening out *)

Section EveningOut.
  Variables (a b d : list Q) (x y t : Q).
  Let c : ClassCounts := a ++ x :: b ++ y :: d.
  Let e : ClassCounts := a ++ (x - t)%Q :: b ++ (y + t)%Q :: d.
  Hypothesis moved : (0 < t /\ t < x - y)%Q.

  (** [p ln p] lies strictly above its tangents. *)
  Lemma above_tangent u p : 0 <= u -> 0 < p -> u <> p -> surprise 1 u < u * - ln p - u + p.
  Proof.
    intros U Pp D. destruct (surprise_below_tangent 1 u p) as [[L|E] I]; trivial; try lra.
  Qed.

  Lemma two_tangents u v s : 0 <= v -> 0 < s -> s < u - v -> v + s <= u - s ->
    surprise 1 u + surprise 1 v < surprise 1 (u - s) + surprise 1 (v + s).
  Proof.
    intros V Sp L M. assert (A := above_tangent u (u - s)). assert (B := above_tangent v (v + s)).
    assert (E : forall z, 0 < z -> surprise 1 z = z * - ln z) by (intros; unfold surprise; rewrite ln_1;
      ring).
    rewrite (E (u - s)), (E (v + s)) by lra.
    assert (G : ln (v + s) <= ln (u - s)).
    { destruct M as [M| ->]; [apply Rlt_le, ln_increasing; lra|lra]. }
    assert (H : 0 <= s * (ln (u - s) - ln (v + s))) by (apply Rmult_le_pos; lra). lra.
  Qed.

  Lemma evened_surprise u v s : 0 <= v -> 0 < s -> s < u - v ->
    surprise 1 u + surprise 1 v < surprise 1 (u - s) + surprise 1 (v + s).
  Proof.
    intros V Sp L. destruct (Rle_dec (v + s) (u - s)) as [M|M]; [now apply two_tangents|].
    assert (T := two_tangents u v (u - v - s)).
    replace (u - (u - v - s)) with (v + s) in T by ring. replace (v + (u - v - s)) with (u - s) in T by ring.
      lra.
  Qed.

  Lemma nats_from_one k : nats k = sumR (fun z => Q2R z) k * ln (Q2R (weight k)) + sumR (fun z =>
    surprise 1 (Q2R z)) k.
  Proof.
    unfold nats. rewrite <- sumR_scale, <- sumR_plus. apply sumR_ext. intros z _. unfold surprise.
      rewrite ln_1. ring.
  Qed.

  Theorem evening_out_raises_entropy_strictly : nonneg c -> (0 < weight c)%Q -> entropy c < entropy e.
  Proof.
    intros N P. destruct moved as [T L]. assert (W := moving_keeps_weight a b d x y t). fold c e in W.
    assert (Iy : In y c) by (unfold c; apply in_or_app; right; right; apply in_or_app; right; now left).
    assert (Ne : nonneg e).
    { intros z I. apply in_app_or in I as [I|[<-|I]]; [apply N; unfold c; apply in_or_app; now left| |].
      - specialize (N y Iy). Lqa.lra.
      - apply in_app_or in I as [I|[<-|I]].
        + apply N. unfold c. apply in_or_app. right. right. apply in_or_app. now left.
        + specialize (N y Iy). Lqa.lra.
        + apply N. unfold c. apply in_or_app. right. right. apply in_or_app. right. now right. }
    assert (Pe : (0 < weight e)%Q) by now rewrite W.
    assert (K := scale_positive c P). apply (Rmult_lt_reg_l _ _ _ K).
    rewrite <- (nats_entropy c N P).
    replace (Q2R (weight c)) with (Q2R (weight e)) by now apply Qeq_eqR.
    rewrite <- (nats_entropy e Ne Pe), !nats_from_one.
    assert (Sum : forall (g : Q -> R) u v, sumR g (a ++ u :: b ++ v :: d) =
      sumR g a + sumR g b + sumR g d + (g u + g v)).
    { intros g u v. assert (App : forall l m : list Q, sumR g (l ++ m) = sumR g l + sumR g m)
        by (intros l m; induction l as [|z l IH]; simpl; [ring|rewrite IH; ring]).
      rewrite App. simpl. rewrite App. simpl. ring. }
    rewrite (Qeq_eqR _ _ W). unfold c at 1 3, e at 1 2. rewrite !Sum, Q2R_minus, Q2R_plus.
    assert (Hy : 0 <= Q2R y) by (apply Q2R_nonneg, N, Iy). assert (Ht := Q2R_positive t T).
    assert (Hl : Q2R t < Q2R x - Q2R y) by (rewrite <- Q2R_minus; now apply Qlt_Rlt).
    assert (H := evened_surprise _ _ _ Hy Ht Hl).
    replace (Q2R x - Q2R t + (Q2R y + Q2R t)) with (Q2R x + Q2R y) by ring. lra.
  Qed.
End EveningOut.

(** ** The chain rule, and entropy *)

(** The cells of class and part together. *)
Definition cells (parts : list ClassCounts) : ClassCounts := concat parts.

Lemma sumR_concat {A} (f : A -> R) ls : sumR f (concat ls) = sumR (sumR f) ls.
Proof.
  induction ls as [|l ls IH]; simpl; [reflexivity|]. rewrite <- IH.
  induction l as [|x l IHl]; simpl; [ring|]. rewrite IHl. ring.
Qed.

Lemma weight_of_cells parts : (weight (cells parts) == weight (merge parts))%Q.
Proof. rewrite weight_merge. unfold cells. simpl. apply sum_concat. Qed.

Lemma cells_nonneg parts : (forall c, In c parts -> nonneg c) -> nonneg (cells parts).
Proof. intros N q I. apply in_concat in I as (c & J & I). now apply (N c). Qed.

Theorem entropy_of_cells parts : (forall c, In c parts -> nonneg c) -> (0 < weight (merge parts))%Q ->
  entropy (cells parts) = intrinsic_value parts + conditional_entropy parts.
Proof.
  intros N P. assert (K := scale_positive (merge parts) P).
  apply (Rmult_eq_reg_l (Q2R (weight (merge parts)) * ln 2)); [|lra]. rewrite (scaled_chain parts N P).
  assert (Pc : (0 < weight (cells parts))%Q) by now rewrite weight_of_cells.
  rewrite <- (Qeq_eqR _ _ (weight_of_cells parts)), <- (nats_entropy _ (cells_nonneg parts N) Pc).
  unfold nats. rewrite (Qeq_eqR _ _ (weight_of_cells parts)). unfold cells. rewrite sumR_concat, sumR_swap.
  apply sumR_ext. intros c I. apply (sumR_counts (fun q => surprise (Q2R (weight (merge parts))) (Q2R q))).
  - rewrite Q2R_0. apply surprise_0.
  - now apply in_classes_length.
Qed.

(** So the gain is the same with class and part exchanged: H(D) + IV - H of the cells. *)
Corollary gain_is_mutual parts : (forall c, In c parts -> nonneg c) -> (0 < weight (merge parts))%Q ->
  information_gain parts = entropy (merge parts) + intrinsic_value parts - entropy (cells parts).
Proof. intros N P. rewrite entropy_of_cells by assumption. unfold information_gain. ring. Qed.

Lemma entropy_of_same_sizes (l m : list Q) : Forall2 Qeq l m -> entropy l = entropy m.
Proof.
  intros F. unfold entropy. f_equal.
  assert (W : (weight (l : ClassCounts) == weight (m : ClassCounts))%Q).
  { simpl. induction F as [|x y l m E F IH]; simpl; [reflexivity|]. now rewrite E, IH. }
  revert W. generalize (weight (l : ClassCounts)) (weight (m : ClassCounts)). intros u v W.
  induction F as [|x y l m E F IH]; simpl; [reflexivity|]. rewrite IH.
  assert (Q1 : Q2R (x / u) = Q2R (y / v)) by (apply Qeq_eqR; now rewrite E, W). now rewrite Q1.
Qed.

(** A question's parts, parted further, have no smaller intrinsic value. *)
Theorem refining_never_lowers_intrinsic_value groups :
  (forall c, In c (concat groups) -> nonneg c) -> (0 < weight (merge (concat groups)))%Q ->
  intrinsic_value (map merge groups) <= intrinsic_value (concat groups).
Proof.
  intros N P. set (parts := map (map weight) groups : list ClassCounts).
  assert (Np : forall c, In c parts -> nonneg c).
  { intros c I q J. apply in_map_iff in I as (g & <- & I). apply in_map_iff in J as (d & <- & J).
    apply weight_nonneg, N, in_concat. eauto. }
  assert (Pp : (0 < weight (merge parts))%Q).
  { assert (A := weight_merge parts). assert (B := weight_merge (concat groups)).
    assert (C : (sum weight parts == sum weight (concat groups))%Q); [|Lqa.lra].
    unfold parts. rewrite sum_concat, sum_map. apply sum_ext. intros g _. simpl. now rewrite sum_map. }
  assert (E : intrinsic_value (concat groups) = entropy (cells parts)).
  { unfold intrinsic_value, sizes, cells, parts. now rewrite concat_map. }
  rewrite E, entropy_of_cells by assumption.
  replace (intrinsic_value (map merge groups)) with (intrinsic_value parts).
  - assert (C := conditional_entropy_nonneg parts Np Pp). lra.
  - unfold intrinsic_value, sizes. apply entropy_of_same_sizes. unfold parts. rewrite !map_map.
    clear. induction groups as [|g gs IH]; cbn [map]; constructor; [|exact IH].
    etransitivity; [|symmetry; apply weight_merge]. simpl. now rewrite sum_map.
Qed.

(** And no smaller gain. *)
Theorem refining_never_loses_information groups :
  (forall c, In c (concat groups) -> nonneg c) -> (forall g, In g groups -> (0 < weight (merge g))%Q) ->
  sumR (fun c => Q2R (weight c) * entropy c) (concat groups) <=
  sumR (fun c => Q2R (weight c) * entropy c) (map merge groups).
Proof.
  intros N P. rewrite sumR_concat, sumR_map. apply sumR_le. intros g I.
  assert (Ng : forall c, In c g -> nonneg c) by (intros c J; apply N, in_concat; eauto).
  assert (L := conditional_entropy_never_exceeds g Ng (P g I)). assert (W := Q2R_positive _ (P g I)).
  apply (Rmult_le_compat_l (Q2R (weight (merge g)))) in L; [|lra]. eapply Rle_trans; [|exact L].
  right. unfold conditional_entropy. rewrite Rmult_comm, <- sumR_scale. apply sumR_ext. intros c _.
  rewrite Q2R_ratio by exact (P g I). field. lra.
Qed.

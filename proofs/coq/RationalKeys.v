(** * RationalKeys: true keys order questions as gains do, for weights and responses that are any rational
  numbers

    Keys are computed in units, of which one weight is a multiple by [c], not a whole one;
      and of responses from which
    some number was taken, in units of which one is a multiple by [b].  None of that changes the order: the
      gain of the
    definitions, for weights like 1/3 and 5/7, is larger where the true key is. *)
From Coq Require Import QArith Qminmax Lqa Qreals Reals Lra List.
From Dtrees Require Import Spec.Sum Spec.Summaries Spec.Impurities Sums Summary Impurity GrowingRational.
From Dtrees Require Import Entropy RoundedRows RoundedCounts.
Import ListNotations.
Open Scope Q_scope.

(** ** Classes *)

Section Shares.
  Variables impurity share : ClassCounts -> Q.
  Hypothesis same : forall c d, same_counts c d -> impurity c == impurity d.
  Hypothesis shares : forall c : ClassCounts, 0 < weight c -> weight c * impurity c == weight c - share c.

  Lemma conditional_by_shares (parts : list ClassCounts) : (forall c, In c parts -> 0 < weight c) ->
    0 < sum weight parts ->
    conditional_impurity impurity parts == 1 - sum share parts * / sum weight parts.
  Proof.
    intros P W. unfold conditional_impurity.
    rewrite (sum_ext _ (fun c => (weight c + share c * - (1)) * / sum weight parts)).
    - rewrite sum_scale, sum_plus, sum_scale. field. Lqa.lra.
    - intros c I. rewrite weight_merge. assert (S := shares c (P c I)).
      setoid_replace (weight c / sum weight parts * impurity c) with (weight c * impurity c * / sum weight
        parts) by (field; Lqa.lra).
      rewrite S. field. Lqa.lra.
  Qed.

  (** What is gained is what the shares of parts add up to, less the node's share. *)
  Lemma gains_are_shares (parts : list ClassCounts) : parts <> [] -> (forall c, In c parts -> 0 < weight c) ->
    0 < weight (merge parts) /\
    sum share parts == share (merge parts) + weight (merge parts) * gain impurity parts.
  Proof.
    intros N P. assert (W : 0 < sum weight parts).
    { destruct parts as [|c l]; [easy|]. cbn [sum fold_right]. assert (0 < weight c) by (apply P; now left).
      assert (0 <= sum weight l) by (apply sum_nonneg; intros d I; apply Qlt_le_weak, P; now right).
      unfold sum in *. Lqa.lra. }
    assert (W' : 0 < weight (merge parts)) by now rewrite weight_merge. split; [exact W'|].
    assert (S := shares (merge parts) W'). unfold gain. rewrite (conditional_by_shares parts P W).
    rewrite weight_merge in *.
    setoid_replace (share (merge parts)) with (sum weight parts - sum weight parts * impurity (merge parts))
      by (rewrite S; ring).
    field. Lqa.lra.
  Qed.

  Lemma shares_are_same c d : same_counts c d -> 0 < weight c -> share c == share d.
  Proof.
    intros M P. assert (W := weight_same _ _ M). assert (Sc := shares c P).
    assert (Sd := shares d ltac:(now rewrite <- W)). rewrite (same _ _ M), W in Sc. Lqa.lra.
  Qed.

  Theorem gains_order_shares (p q : list ClassCounts) : same_counts (merge p) (merge q) -> p <> [] ->
    q <> [] ->
    (forall c, In c p \/ In c q -> 0 < weight c) ->
    gain impurity p <= gain impurity q -> sum share p <= sum share q.
  Proof.
    intros M Np Nq P G. destruct (gains_are_shares p Np (fun c I => P c (or_introl I))) as [Wp ->].
    destruct (gains_are_shares q Nq (fun c I => P c (or_intror I))) as [_ ->].
    rewrite (shares_are_same _ _ M Wp). rewrite (weight_same _ _ M) in *.
    apply Qplus_le_compat; [apply Qle_refl|]. apply (Qmult_le_l _ _ _ Wp). exact G.
  Qed.
End Shares.

Definition gini_share (c : ClassCounts) : Q := sum square c / weight c.

Lemma gini_by_shares (c : ClassCounts) : 0 < weight c -> weight c * gini c == weight c - gini_share c.
Proof.
  intros P. unfold gini, gini_share.
  rewrite (sum_ext _ (fun x => square x * (/ weight c * / weight c))); [rewrite sum_scale; field; Lqa.lra|].
  intros x _. unfold square. field. Lqa.lra.
Qed.

Lemma misclassification_by_shares (c : ClassCounts) : 0 < weight c ->
  weight c * misclassification c == weight c - largest c.
Proof. intros P. unfold misclassification. field. Lqa.lra. Qed.

(** What a part of [RoundedCounts] has for true: the counts in units, of which [c] are 1. *)
Open Scope R_scope.

Definition reads (c : R) (d : ClassCounts) (p : part) : Prop :=
  map fst (counts p) = map (fun x => c * Q2R x) d /\ true_weight p = c * Q2R (weight d).

Lemma sum_of_firsts (f : R -> R) (l : list (R * R)) : sumR (fun x => f (fst x)) l = sumR f (map fst l).
Proof. now rewrite sumR_map. Qed.

Lemma true_share_reads c d p : 0 < c -> (0 < weight d)%Q -> reads c d p ->
  true_share p = c * Q2R (gini_share d).
Proof.
  intros C P [E W]. unfold true_share, gini_share. rewrite (sum_of_firsts (fun x => x * x)), E, W, sumR_map.
  rewrite Q2R_ratio, Q2R_sum by exact P. apply Qlt_Rlt in P. rewrite RMicromega.Q2R_0 in P.
  rewrite (sumR_ext _ (fun x => Q2R (square x) * (c * c))); [rewrite sumR_scale; field; lra|].
  intros x _. unfold square. rewrite Q2R_mult. ring.
Qed.

Lemma largest_count_reads c d p : 0 < c -> reads c d p -> largest_count (counts p) fst = c * Q2R (largest d).
Proof.
  intros C [E _]. unfold largest_count, largest.
  assert (M : forall l : list (R * R), fold_right (fun x s => Rmax (fst x) s) 0 l = fold_right Rmax 0 (map
    fst l)).
  { induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite IH. }
  rewrite M, E. clear - C. induction d as [|x d IH]; [unfold Q2R; simpl; lra|]. cbn [map fold_right].
    rewrite IH.
  destruct (Q.max_spec x (fold_right Qmax 0%Q d)) as [[L ->]|[L ->]].
  - apply Qlt_le_weak, Qle_Rle in L. apply Rmax_right. apply Rmult_le_compat_l; lra.
  - apply Qle_Rle in L. apply Rmax_left. apply Rmult_le_compat_l; lra.
Qed.

Lemma values_read (value : part -> R) (share : ClassCounts -> Q) c ds ps : (forall d p, In d ds ->
  reads c d p -> value p = c * Q2R (share d)) ->
  Forall2 (reads c) ds ps -> sumR value ps = c * Q2R (sum share ds).
Proof.
  intros H F. induction F as [|d p ds ps R F IH]; [unfold Q2R; simpl; lra|].
  change (sum share (d :: ds)) with (share d + sum share ds)%Q. change (sumR value (p :: ps)) with (value p +
    sumR value ps).
  rewrite Q2R_plus, (H d p (or_introl eq_refl) R), IH by (intros d' p' I; apply H; now right). ring.
Qed.

(** So a true key is the node's own, and the gain times the node's weight. *)
Lemma true_keys_are_gains (impurity share : ClassCounts -> Q) (value : part -> R) c ds ps d p :
  (forall c d, same_counts c d -> (impurity c == impurity d)%Q) ->
  (forall c : ClassCounts, (0 < weight c)%Q -> (weight c * impurity c == weight c - share c)%Q) ->
  (forall d p, (0 < weight d)%Q -> reads c d p -> value p = c * Q2R (share d)) ->
  ds <> [] -> (forall e, In e ds -> (0 < weight e)%Q) -> same_counts (merge ds) d ->
  Forall2 (reads c) ds ps -> reads c d p ->
  sumR value ps = value p + true_weight p * Q2R (gain impurity ds).
Proof.
  intros Same Shares Value N P M F Rp. destruct (gains_are_shares impurity share Shares ds N P) as [W G].
  rewrite (values_read value share c ds ps) by (trivial; intros; auto).
  rewrite (Value d p) by (trivial; now rewrite <- (weight_same _ _ M)). destruct Rp as [_ ->].
  rewrite (Qeq_eqR _ _ G), Q2R_plus, Q2R_mult, (Qeq_eqR _ _ (weight_same _ _ M)),
    (Qeq_eqR _ _ (shares_are_same impurity share Same Shares _ _ M W)). ring.
Qed.

Section TrueKeys.
  Variables (c : R) (ds es : list ClassCounts) (ps qs : list part).
  Hypothesis unit : 0 < c.
  Hypothesis one_node : same_counts (merge ds) (merge es).
  Hypothesis some : ds <> [] /\ es <> [].
  Hypothesis positive : forall d, In d ds \/ In d es -> (0 < weight d)%Q.
  Hypothesis read : Forall2 (reads c) ds ps /\ Forall2 (reads c) es qs.

  Theorem gini_gains_order_true_keys : (gain gini ds <= gain gini es)%Q ->
    sumR true_share ps <= sumR true_share qs.
  Proof.
    intros G. apply (gains_order_shares gini gini_share gini_same gini_by_shares) in G; try apply some;
      trivial.
    apply Qle_Rle in G. destruct read as [Rp Rq].
    rewrite (values_read true_share gini_share c ds ps), (values_read true_share gini_share c es qs); trivial;
      [apply Rmult_le_compat_l; lra|intros d p I; apply true_share_reads; auto..].
  Qed.

  Theorem misclassification_gains_order_true_keys : (gain misclassification ds <= gain misclassification
    es)%Q ->
    sumR (fun p => largest_count (counts p) fst) ps <= sumR (fun p => largest_count (counts p) fst) qs.
  Proof.
    intros G. apply (gains_order_shares misclassification largest misclassification_same
      misclassification_by_shares) in G;
      try apply some; trivial.
    apply Qle_Rle in G. destruct read as [Rp Rq].
    rewrite (values_read _ largest c ds ps), (values_read _ largest c es qs); trivial;
      [apply Rmult_le_compat_l; lra|intros d p I; apply largest_count_reads; auto..].
  Qed.
End TrueKeys.

(** ** Squared error *)

Open Scope Q_scope.

Definition squares_share (m : Moments) : Q := total m * total m / weight m.

Lemma gain_by_squares (ms : list Moments) : ms <> [] -> (forall m, In m ms -> 0 < weight m) ->
  let W := sum weight ms in let T := sum total ms in
  0 < W /\ gain squared_error ms == (W * sum squares_share ms - T * T) / (W * W).
Proof.
  intros N P W T.
  assert (Pos : 0 < W).
  { unfold W. clear T W. destruct ms as [|m ms]; [easy|]. cbn [sum fold_right].
    assert (0 < weight m) by (apply P; now left).
    assert (0 <= sum weight ms) by (apply sum_nonneg; intros d I; apply Qlt_le_weak, P; now right).
    unfold sum in *. Lqa.lra. }
  split; [exact Pos|]. unfold gain, conditional_impurity.
  rewrite (sum_ext _ (fun m => (squares m + squares_share m * - (1)) * / W)).
  - rewrite sum_scale, sum_plus, sum_scale. unfold squared_error, mean, square.
    change (weight (merge ms)) with W. change (total (merge ms)) with T.
      change (squares (merge ms)) with (sum squares ms).
    field. Lqa.lra.
  - intros m I. change (weight (merge ms)) with W. assert (H := P m I). unfold squared_error, squares_share,
    mean, square.
    field. split; Lqa.lra.
Qed.

(** It is no more than the mean square of the responses. *)
Lemma gain_at_most_mean_square (ms : list Moments) : ms <> [] -> (forall m, In m ms -> 0 < weight m /\
  squares_share m <= squares m) -> sum weight ms * gain squared_error ms <= sum squares ms.
Proof.
  intros N P. destruct (gain_by_squares ms N (fun m I => proj1 (P m I))) as [W ->].
  assert (S : sum squares_share ms <= sum squares ms) by (apply sum_le; intros m I; now apply P).
  set (T := sum total ms) in *. set (w := sum weight ms) in *.
  assert (Q : 0 <= T * T / w).
  { apply Qle_shift_div_l; [exact W|]. rewrite Qmult_0_l. apply square_nonneg. }
  setoid_replace (w * ((w * sum squares_share ms - T * T) / (w * w))) with (sum squares_share ms - T * T / w)
    by (field; Lqa.lra).
  Lqa.lra.
Qed.

Open Scope R_scope.

(** A child's true weight and sum in units: [c] is a weight of 1, [b c] a response of 1,
  and [y] was taken from each. *)
Definition reads_moments (c b y : R) (m : Moments) (child : child) : Prop :=
  weight_of child = c * Q2R (weight m) /\ sum_of child = b * c * (Q2R (total m) - y * Q2R (weight m)).

Definition true_key_of_many (children : list child) : R :=
  squares_of children (sumR weight_of children) - sumR sum_of children * sumR sum_of children.

Lemma true_key_reads c b y ms children : 0 < c -> (forall m, In m ms -> (0 < weight m)%Q) ->
  Forall2 (reads_moments c b y) ms children ->
  true_key_of_many children = b * b * (c * c) *
    (Q2R (sum weight ms) * Q2R (sum squares_share ms) - Q2R (sum total ms) * Q2R (sum total ms)).
Proof.
  intros C P F.
  assert (S : sumR weight_of children = c * Q2R (sum weight ms) /\
    sumR sum_of children = b * c * (Q2R (sum total ms) - y * Q2R (sum weight ms)) /\
    forall W, squares_of children W = W * (b * b * c) *
      (Q2R (sum squares_share ms) - 2 * y * Q2R (sum total ms) + y * y * Q2R (sum weight ms))).
  { induction F as [|m k ms children [Rw Rs] F IH].
    - unfold squares_of. cbn. split; [|split]; intros; unfold Q2R; simpl; lra.
    - destruct IH as (A & B & D); [intros n I; apply P; now right|].
      change (sum weight (m :: ms)) with (weight m + sum weight ms)%Q. change (sum total (m :: ms)) with
        (total m + sum total ms)%Q.
      change (sum squares_share (m :: ms)) with (squares_share m + sum squares_share ms)%Q. rewrite !Q2R_plus.
      assert (Pm := P m (or_introl eq_refl)). unfold squares_of in *. cbn [sumR fold_right].
      unfold sumR in A, B, D. rewrite A, B, Rw, Rs. split; [ring|]. split; [ring|]. intros W. rewrite D.
      unfold squares_share. rewrite Q2R_ratio, Q2R_mult by exact Pm. apply Qlt_Rlt in Pm.
        rewrite RMicromega.Q2R_0 in Pm.
      field. lra. }
  destruct S as (A & B & D). unfold true_key_of_many. rewrite D, A, B. ring.
Qed.

Lemma true_key_is_a_gain c b y (ms : list Moments) children : 0 < c -> ms <> [] ->
  (forall m, In m ms -> (0 < weight m)%Q) -> Forall2 (reads_moments c b y) ms children ->
  true_key_of_many children =
    b * b * (c * Q2R (sum weight ms) * (c * Q2R (sum weight ms))) * Q2R (gain squared_error ms).
Proof.
  intros C N P F. destruct (gain_by_squares ms N P) as [W G]. rewrite (true_key_reads c b y ms) by trivial.
  rewrite (Qeq_eqR _ _ G), Q2R_ratio, Q2R_minus, !Q2R_mult by now apply Qmult_lt_0_compat.
  apply Qlt_Rlt in W. rewrite RMicromega.Q2R_0 in W. field. lra.
Qed.

Theorem squared_error_gains_order_true_keys c b y (ms ns : list Moments) ps qs : 0 < c -> 0 < b ->
  ms <> [] -> ns <> [] ->
  (forall m, In m ms \/ In m ns -> (0 < weight m)%Q) -> same_moments (merge ms) (merge ns) ->
  Forall2 (reads_moments c b y) ms ps -> Forall2 (reads_moments c b y) ns qs ->
  (gain squared_error ms <= gain squared_error ns)%Q -> true_key_of_many ps <= true_key_of_many qs.
Proof.
  intros C B Nm Nn P (W & _) Fm Fn G. change (sum weight ms == sum weight ns)%Q in W.
  apply Qle_Rle in G. rewrite (true_key_is_a_gain c b y ms ps), (true_key_is_a_gain c b y ns qs) by auto.
  rewrite (Qeq_eqR _ _ W). apply Rmult_le_compat_l; [|exact G].
  apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rle_0_sqr].
Qed.

(** Of two children that is the key of 15.5. *)
Lemma true_key_of_two x y : weight_of x <> 0 -> weight_of y <> 0 ->
  let W := weight_of x + weight_of y in let T := sum_of x + sum_of y in
  true_key_of_many [x; y] = (W * sum_of x - weight_of x * T) * (W * sum_of x - weight_of x * T) / (weight_of
    x * weight_of y).
Proof. intros X Y W T. unfold true_key_of_many, squares_of, W, T. cbn. field. now split. Qed.

(** ** An example, and a plausible wrong statement

    Rows of weights 1/3 and 5/7, of two classes. *)
Example gini_gains_order_true_keys_applies :
  let ds := [[1 # 3; 0]; [0; 5 # 7]]%Q in let es := [[1 # 3; 5 # 7]]%Q in
  same_counts (merge ds) (merge es) /\ (gain gini es <= gain gini ds)%Q /\ (sum gini_share es <= sum
    gini_share ds)%Q.
Proof.
  intros ds es. assert (M : same_counts (merge es) (merge ds)) by (intros [|[|[|k]]]; vm_compute;
    reflexivity).
  split; [intros k; symmetry; apply M|]. assert (G : (gain gini es <= gain gini ds)%Q) by (vm_compute;
    discriminate).
  split; [exact G|]. apply (gains_order_shares gini gini_share gini_same gini_by_shares es ds M);
    [discriminate|discriminate| |exact G].
  intros c [[<-|[]]|[<-|[<-|[]]]]; vm_compute; reflexivity.
Qed.

(** That keys of different nodes compare as gains do: the same rows three times have a larger key,
  and no larger gain. *)
Example keys_of_different_nodes_do_not_compare :
  let ds := [[1 # 3; 0]; [0; 5 # 7]]%Q in let es := [[1; 0]; [0; 15 # 7]]%Q in
  (gain gini es <= gain gini ds)%Q /\ (sum gini_share ds < sum gini_share es)%Q.
Proof. split; vm_compute; [discriminate|reflexivity]. Qed.

(** * Refining: evening out and parting further

    To move weight from a larger class towards a smaller one raises Gini strictly; and to part
    the parts of a split further never loses gain, for any impurity that no split raises.
    Entropy is in [RefiningEntropy].  [QUINLAN86 §7; NOTE_C; NOTE_D] *)
From Coq Require Import QArith Qminmax Lqa Lia List Permutation.
From Dtrees Require Import Sums Summary Impurity.
Import ListNotations.
Open Scope Q_scope.

(** ** Evening out *)

Section EveningOut.
  Variables (a b d : list Q) (x y t : Q).
  Let c : ClassCounts := a ++ x :: b ++ y :: d.
  Let e : ClassCounts := a ++ (x - t) :: b ++ (y + t) :: d.
  Hypothesis moved : 0 < t /\ t < x - y.

  Lemma moving_keeps_weight : weight e == weight c.
  Proof. unfold c, e. simpl. rewrite !sum_app. simpl. rewrite !sum_app. simpl. lra. Qed.

  Theorem evening_out_raises_misclassification : 0 < weight c -> misclassification c <= misclassification e.
  Proof.
    intros P. destruct moved as [T L]. unfold misclassification. rewrite moving_keeps_weight.
    assert (In_c : forall z l, In z l -> z <= largest l).
    { intros z l. induction l as [|u l IH]; intros []; simpl; [subst; apply Q.le_max_l|].
      apply Qle_trans with (largest l); [now apply IH|apply Q.le_max_r]. }
    assert (Bound : forall l, (forall z, In z l -> z <= largest c) -> largest l <= largest c).
    { induction l as [|u l IH]; intros H; simpl.
      - clear. induction c as [|u l IH]; simpl; [apply Qle_refl|]. apply Qle_trans with (1 := IH).
          apply Q.le_max_r.
      - apply Q.max_lub; [apply H; now left|]. apply IH. intros z I. apply H. now right. }
    assert (X : x <= largest c) by (apply In_c, in_or_app; right; now left).
    assert (G : largest e <= largest c).
    { apply Bound. intros z I. apply in_app_or in I as [I|[<-|I]]; [apply In_c, in_or_app; now left|lra|].
      apply in_app_or in I as [I|[<-|I]]; [apply In_c, in_or_app; right; right; apply in_or_app;
        now left|lra|].
      apply In_c, in_or_app; right; right; apply in_or_app; right; now right. }
    assert (D : largest e / weight c <= largest c / weight c) by (apply Qmult_le_compat_r; [exact G|];
      apply Qlt_le_weak, Qinv_lt_0_compat, P).
    lra.
  Qed.

  Theorem evening_out_raises_gini_strictly : 0 < weight c -> gini c < gini e.
  Proof.
    intros P. destruct moved as [T L].
    assert (G := evening_out_raises_gini a x b y d t P (Qlt_le_weak _ _ T) (Qlt_le_weak _ _ L)).
    fold c e in G. apply Qle_lteq in G as [G|E]; [exact G|]. exfalso.
    unfold gini in E. assert (S : forall (g : Q -> Q) u v, sum g (a ++ u :: b ++ v :: d) ==
                sum g a + sum g b + sum g d + (g u + g v))
      by (intros; rewrite sum_app; simpl; rewrite sum_app; simpl; ring).
    set (w := weight c) in *.
    rewrite (sum_ext (fun z => square (z / weight e)) (fun z => square (z / w))) in E
      by (intros; rewrite moving_keeps_weight; reflexivity).
    set (f := fun z => square (z / w)) in E.
    assert (Sc : sum f c == _) by apply S. assert (Se : sum f e == _) by apply S.
    assert (D : f x + f y - (f (x - t) + f (y + t)) == 2 * (t * (x - y - t)) * square (/ w))
      by (unfold f, square; field; lra).
    assert (Z : 2 * (t * (x - y - t)) * square (/ w) == 0) by lra.
    assert (I : 0 < / w) by now apply Qinv_lt_0_compat.
    assert (K : 0 < t * (x - y - t)) by (apply Qmult_lt_0_compat; lra).
    assert (J : 0 < square (/ w)) by (unfold square; now apply Qmult_lt_0_compat).
    assert (H : 0 < 2 * (t * (x - y - t)) * square (/ w)) by (apply Qmult_lt_0_compat; lra). lra.
  Qed.

End EveningOut.

(** ** Parting further

    [groups] part the rows into groups, and each group into parts: a question, and one that refines it. *)

Section Refining.
  Context {S : Type} `{Summary S} (impurity : S -> Q) (sound : S -> Prop).
  Hypothesis no_split_raises : forall parts, (forall s, In s parts -> sound s) ->
    sum (fun s => weight s * impurity s) parts <= weight (merge parts) * impurity (merge parts).

  Lemma refining_lowers_weighted_impurity groups : (forall s, In s (concat groups) -> sound s) ->
    sum (fun s => weight s * impurity s) (concat groups) <=
    sum (fun s => weight s * impurity s) (map merge groups).
  Proof.
    intros C. rewrite sum_concat, sum_map. apply sum_le. intros parts I. apply no_split_raises.
    intros s J. apply C, in_concat. eauto.
  Qed.

  (** Both questions are asked of one node, so that the whole is the same. *)
  Theorem refining_never_loses groups : (forall s, In s (concat groups) -> sound s) ->
    let coarse := map merge groups in let fine := concat groups in
    0 < weight (merge fine) -> weight (merge fine) == weight (merge coarse) ->
    impurity (merge fine) == impurity (merge coarse) ->
    gain impurity coarse <= gain impurity fine.
  Proof.
    intros C coarse fine P W I. unfold gain. rewrite I.
    enough (conditional_impurity impurity fine <= conditional_impurity impurity coarse) by lra.
    apply (Qmult_le_l _ _ (weight (merge fine)) P). rewrite (conditional_scaled impurity fine) by exact P.
    rewrite W at 1. rewrite (conditional_scaled impurity coarse) by (rewrite <- W; exact P).
    now apply refining_lowers_weighted_impurity.
  Qed.
End Refining.

Corollary refining_never_loses_gini groups : (forall c : ClassCounts, In c (concat groups) -> nonneg c) ->
  let coarse := map merge groups in let fine := concat groups in
  (0 < weight (merge fine) -> weight (merge fine) == weight (merge coarse) ->
  gini (merge fine) == gini (merge coarse) -> gain gini coarse <= gain gini fine)%Q.
Proof. exact (refining_never_loses gini nonneg parts_gini_le groups). Qed.

Corollary refining_never_loses_misclassification groups : (forall c : ClassCounts, In c (concat groups) ->
  nonneg c) ->
  let coarse := map merge groups in let fine := concat groups in
  (0 < weight (merge fine) -> weight (merge fine) == weight (merge coarse) ->
  misclassification (merge fine) == misclassification (merge coarse) ->
  gain misclassification coarse <= gain misclassification fine)%Q.
Proof. exact (refining_never_loses misclassification nonneg parts_misclassification_le groups). Qed.

Corollary refining_never_loses_squared_error groups : (forall m : Moments, In m (concat groups) -> valid m) ->
  let coarse := map merge groups in let fine := concat groups in
  (0 < weight (merge fine) -> weight (merge fine) == weight (merge coarse) ->
  squared_error (merge fine) == squared_error (merge coarse) ->
  gain squared_error coarse <= gain squared_error fine)%Q.
Proof. exact (refining_never_loses squared_error valid parts_rss_le groups). Qed.

(** * GrownEntropy: the risk of a node is its weight times its entropy

    As [Grown] for Gini, over the reals: no split of a grown tree raises the risk,
    so no alpha is negative, also where risks are entropies.
    [NOTE_D; NOTE_E] *)
From Coq Require Import QArith Reals Qreals Lra List.
From Dtrees Require Import Sums Summary Impurity Grown Entropy.
From DtreesReals Require Sums Tree Sequence Risk.
From DtreesReals Require Import Tree Sequence Risk.
Import ListNotations.
Open Scope R_scope.

Definition entropy_risk (c : ClassCounts) : R := Q2R (weight c) * entropy c.

Fixpoint with_entropy (t : grown ClassCounts) : tree :=
  match t with
  | Unsplit c => Leaf (entropy_risk c)
  | Split parts => Branch (entropy_risk (merge (map summary parts))) (map with_entropy parts)
  end.

Lemma split_raises_no_entropy parts : (forall c, In c parts -> nonneg c) ->
  sumR entropy_risk parts <= entropy_risk (merge parts).
Proof.
  intros N. unfold entropy_risk at 2. destruct (Qlt_le_dec 0 (weight (merge parts))) as [P|Z].
  - assert (E := conditional_entropy_never_exceeds parts N P). assert (W := Q2R_positive _ P).
    apply (Rmult_le_compat_l (Q2R (weight (merge parts)))) in E; [|lra].
    eapply Rle_trans; [|exact E]. right. unfold conditional_entropy.
    rewrite Rmult_comm, <- sumR_scale. apply sumR_ext. intros c _.
    unfold entropy_risk, Qdiv. rewrite Q2R_mult, Q2R_inv by (intros E0; rewrite E0 in P; discriminate).
    field. lra.
  - assert (W : (weight (merge parts) == 0)%Q)
      by (apply Qle_antisym; [exact Z|]; now apply weight_nonneg, merge_nonneg).
    rewrite (Qeq_eqR _ _ W), Q2R_0, Rmult_0_l. right. rewrite <- (sumR_zero parts). apply sumR_ext.
    intros c I. unfold entropy_risk.
    assert (Wc : (weight c == 0)%Q).
    { rewrite weight_merge in W. apply (proj1 (Dtrees.Sums.sum_vanishes weight parts
        (fun d J => weight_nonneg d (N d J)))) with (x := c) in W; assumption. }
    rewrite (Qeq_eqR _ _ Wc), Q2R_0. ring.
Qed.

Lemma root_cost_is_entropy_risk t : root_cost (with_entropy t) = entropy_risk (summary t).
Proof. now destruct t. Qed.

Theorem entropy_splits_raise_no_risk t : counted t -> no_split_raises_risk (with_entropy t).
Proof.
  induction t as [c|parts IH] using grown_induction; intros C r ts I; [easy|].
  assert (Cp : forall t, In t parts -> counted t).
  { intros t It c Ic. apply C, in_flat_map. eauto. }
  apply in_branches in I as [E|(u & Iu & I)].
  - injection E as -> ->. rewrite DtreesReals.Sums.sum_map.
    eapply Rle_trans; [|apply split_raises_no_entropy].
    + rewrite sumR_map. right. apply DtreesReals.Sums.sum_ext. intros t _. apply root_cost_is_entropy_risk.
    + intros c Ic. apply in_map_iff in Ic as (t & <- & It).
      apply (summary_sound nonneg merge_nonneg). now apply Cp.
  - apply in_map_iff in Iu as (t & <- & It). exact (IH t It (Cp t It) r ts I).
Qed.

Corollary entropy_alpha_is_never_negative t : wf (with_entropy t) -> counted t ->
  forall b, In b (branches (with_entropy t)) -> 0 <= alpha_of b.
Proof. intros W C. now apply alpha_is_never_negative, entropy_splits_raise_no_risk. Qed.

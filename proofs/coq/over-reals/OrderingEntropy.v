(** * OrderingEntropy: the ordered subsets of entropy are enough

    With two classes the tree that is grown by the gain of entropy with few subsets is the tree that is
    grown with all.  [CART84 §4.2.2] *)
From Coq Require Import QArith Reals Qreals Lra Lia List Permutation.
From Dtrees Require Import Sums Summary Impurity Subsets Entropy SubsetsEntropy GrowingRational EqualRanks.
From DtreesReals Require Sums.
From DtreesReals Require Import Growing GrowingTheorems Ordering GrowingEntropy.
Import ListNotations.
Open Scope R_scope.

(** ** Counts of two classes among many *)

Lemma nats_of_two (c : ClassCounts) k j : k <> j -> (forall i, i <> k -> i <> j -> (count i c == 0)%Q) ->
  nats c = surprise (Q2R (weight c)) (Q2R (count j c)) + surprise (Q2R (weight c)) (Q2R (count k c)).
Proof.
  intros D Z. unfold nats. set (W := Q2R (weight c)).
  rewrite (sumR_counts (fun x => surprise W (Q2R x)) (length c + k + j + 1) c)
    by (lia || (rewrite Q2R_0; apply surprise_0)).
  assert (One : forall i (y : R) m, (i < m)%nat -> sumR (fun h => if Nat.eqb h i then y else 0) (seq 0 m) =
    y).
  { intros i y m L. replace m with (i + (1 + (m - i - 1)))%nat by lia. rewrite !seq_app. unfold sumR.
    rewrite !fold_right_app. simpl. rewrite Nat.eqb_refl.
    assert (Zero : forall a l, (forall h, In h l -> h <> i) ->
      fold_right (fun x s => (if Nat.eqb x i then y else 0) + s) a l = a).
    { intros a l. induction l as [|h l IH]; intros N; [reflexivity|]. simpl.
      rewrite IH by (intros g I; apply N; now right). destruct (Nat.eqb_spec h i);
        [now destruct (N h (or_introl eq_refl))|lra]. }
    rewrite !Zero; [lra| |]; intros h I; apply in_seq in I; lia. }
  rewrite <- (One j (surprise W (Q2R (count j c))) (length c + k + j + 1)%nat),
    <- (One k (surprise W (Q2R (count k c))) (length c + k + j + 1)%nat), <- sumR_plus by lia.
  apply sumR_ext. intros i _. destruct (Nat.eqb_spec i j) as [Ej|Nj], (Nat.eqb_spec i k) as [Ek|Nk]; subst;
    try easy; try lra.
  rewrite (Qeq_eqR _ _ (Z i Nk Nj)), Q2R_0, surprise_0. lra.
Qed.

Lemma nats_same c d : same_counts c d -> nats c = nats d.
Proof.
  intros E. unfold nats. rewrite <- (Qeq_eqR _ _ (weight_same _ _ E)).
  apply (sumR_same_counts (fun x => surprise (Q2R (weight c)) (Q2R x)));
    [|rewrite Q2R_0; apply surprise_0|exact E].
  intros x y H. now rewrite (Qeq_eqR _ _ H).
Qed.

Lemma nats_of_permuted L L' : Permutation L L' -> nats (merge (L : list ClassCounts)) = nats (merge L').
Proof. intros P. apply nats_same. intros k. rewrite !count_merge. now apply Dtrees.Sums.sum_permutation. Qed.

Section Node.
  Variables (n f k j : nat) (rows : list (row (QArith_base.Q * nat))).
  Hypothesis rows_sound : sound (labelled n) rows.
  Hypothesis different : k <> j.
  Hypothesis two_classes : forall i, i <> k -> i <> j -> (count i (Growing.summary (counts n) rows) == 0)%Q.
  Let vs := values_at f rows.
  Hypothesis two_values : (2 <= length vs)%nat.

  Let group (v : R) : list (QArith_base.Q * nat) := map target (rows_of f v rows).
  Let pair (v : R) : ClassCounts := [count j (counts n (group v)); count k (counts n (group v))].

  Lemma group_included v : incl (group v) (map target rows).
  Proof. intros t I. apply in_map_iff in I as (r & <- & I). apply in_map. now apply filter_In in I. Qed.

  Lemma all_labelled t : In t (map target rows) -> labelled n t.
  Proof. intros I. apply in_map_iff in I as (r & <- & I). now apply rows_sound. Qed.

  Lemma counts_positive r : incl r (map target rows) -> r <> [] -> nonneg (counts n r) /\
    (0 < weight (counts n r))%Q.
  Proof.
    intros I D. split.
    - apply counts_nonneg. intros p J. now apply all_labelled, I.
    - rewrite weight_of_labelled by (intros p J; now apply all_labelled, I). apply positive_sum; [exact D|].
      intros p J. now apply all_labelled, I.
  Qed.

  Lemma no_other_class r : incl r (map target rows) -> forall i, i <> k -> i <> j ->
    (count i (counts n r) == 0)%Q.
  Proof. intros I i K J. apply (count_of_none n (map target rows));
    [exact all_labelled|exact I|now apply two_classes]. Qed.

  Lemma group_some v : In v vs -> group v <> [].
  Proof.
    intros I. apply values_at_spec in I as (r & I & E). intros N. apply (in_nil (a := target r)).
      rewrite <- N.
    apply in_map, filter_In. split; [exact I|]. rewrite E. now apply Numbers.Qeq_bool_iff.
  Qed.

  Lemma pair_weight v : (weight (pair v) == weight (counts n (group v)))%Q.
  Proof.
    rewrite (weight_of_two (counts n (group v)) k j different (no_other_class _ (group_included v))).
    unfold pair. simpl. ring.
  Qed.

  Lemma pair_binary v : In v vs -> binary (pair v) /\ (0 < weight (pair v))%Q.
  Proof.
    intros I. destruct (counts_positive _ (group_included v) (group_some v I)) as [N P]. split; [split|].
    - intros x [<-|[<-|[]]]; now apply count_nonneg.
    - simpl. lia.
    - rewrite pair_weight. exact P.
  Qed.

  (** A part's weight times its entropy is that of its groups' pairs. *)
  Lemma part_nats part us : us <> [] -> incl us vs ->
    Permutation part (concat (map (fun v => rows_of f v rows) us)) ->
    nats (Growing.summary (counts n) part) = nats (merge (map pair us)) /\
    nonneg (Growing.summary (counts n) part) /\ (0 < weight (Growing.summary (counts n) part))%Q.
  Proof.
    intros D I P. unfold Growing.summary. set (r := map target part).
    assert (Pr : Permutation r (concat (map group us))).
    { unfold r. rewrite (Permutation_map target P), concat_map, map_map. reflexivity. }
    assert (Ir : incl r (map target rows)).
    { intros t J. apply (Permutation_in t Pr), in_concat in J as (g & K & J).
      apply in_map_iff in K as (v & <- & _).
      now apply (group_included v). }
    assert (Dr : r <> []).
    { destruct us as [|v us]; [easy|]. assert (G := group_some v ltac:(apply I; now left)). intros E.
      rewrite E in Pr.
      apply Permutation_nil in Pr. simpl in Pr. now apply app_eq_nil in Pr as [Pr _]. }
    destruct (counts_positive r Ir Dr) as [N W]. split; [|now split].
    assert (Count : forall i, (count i (counts n r) == Dtrees.Spec.Sum.sum (fun v =>
      count i (counts n (group v))) us)%Q).
    { intros i. rewrite count_counts, (counts_of_partition n r _ i Pr), count_merge, !Dtrees.Sums.sum_map.
      apply Dtrees.Sums.sum_ext. intros v _. symmetry. apply count_counts. }
    assert (Ck : (count k (counts n r) == count 1 (merge (map pair us)))%Q)
      by (rewrite Count, count_merge, Dtrees.Sums.sum_map; reflexivity).
    assert (Cj : (count j (counts n r) == count 0 (merge (map pair us)))%Q)
      by (rewrite Count, count_merge, Dtrees.Sums.sum_map; reflexivity).
    assert (Zero : forall i, i <> 1%nat -> i <> 0%nat -> (count i (merge (map pair us)) == 0)%Q).
    { intros i A B. rewrite count_merge, Dtrees.Sums.sum_map. rewrite (Dtrees.Sums.sum_ext _ (fun _ => 0%Q)).
      - apply Dtrees.Sums.sum_zero.
      - intros v _. unfold pair, count. destruct i as [|[|i]]; [easy|easy|]. destruct i; reflexivity. }
    rewrite (nats_of_two _ k j different (no_other_class r Ir)),
      (nats_of_two (merge (map pair us)) 1 0 ltac:(lia) Zero).
    assert (E : (weight (counts n r) == weight (merge (map pair us)))%Q).
    { rewrite (weight_of_two _ k j different (no_other_class r Ir)), Ck, Cj.
      symmetry. now apply weight_of_two. }
    rewrite (Qeq_eqR _ _ Ck), (Qeq_eqR _ _ Cj), (Qeq_eqR _ _ E). reflexivity.
  Qed.

  Let bits (us : list R) : R := nats (merge (map pair us)).
  Let cost (L Rt : list R) : R := bits L + bits Rt.
  Let scale := Q2R (weight (Growing.summary (counts n) rows)) * ln 2.
  Notation gain_by := (subset_gain (counts n) real_weight entropy f rows).

  Lemma values_facts : Forall reduced vs /\ NoDup vs.
  Proof. destruct (values_at_spec f rows) as (R & S & _). split; [exact R|now apply sorted_nodup]. Qed.

  Lemma whole_nats : nats (Growing.summary (counts n) rows) = bits vs /\ 0 < scale /\
    nonneg (Growing.summary (counts n) rows) /\ (0 < weight (Growing.summary (counts n) rows))%Q.
  Proof.
    assert (G := groups_of_values f (fun _ => true) rows). rewrite filter_all in G by trivial.
    rewrite filter_all in G by trivial.
    destruct (part_nats rows vs) as (E & N & P); [|easy|exact G|].
    { intros E. rewrite E in two_values. simpl in two_values. lia. }
    split; [exact E|]. split; [now apply scale_positive|now split].
  Qed.

  Definition made_of (part : list (row (QArith_base.Q * nat))) (us : list R) : Prop :=
    Permutation part (concat (map (fun v => rows_of f v rows) us)).

  Lemma parts_of_subset cs : In cs (all_subsets vs) ->
    exists pa pb, split (OneOf f cs) rows = [pa; pb] /\ made_of pa (inside cs vs) /\
      made_of pb (outside cs vs) /\
      let a := Growing.summary (counts n) pa in let b := Growing.summary (counts n) pb in
      nats a = bits (inside cs vs) /\ nats b = bits (outside cs vs) /\
      nonneg a /\ (0 < weight a)%Q /\ nonneg b /\ (0 < weight b)%Q.
  Proof.
    intros I. destruct values_facts as [Red Once].
    destruct (subset_is_split vs Red Once two_values cs I) as (NL & NR & _).
    set (pa := filter (fun r => Nat.eqb (child (OneOf f cs) r) 0) rows).
    set (pb := filter (fun r => Nat.eqb (child (OneOf f cs) r) 1) rows).
    assert (Ma : made_of pa (inside cs vs)).
    { unfold made_of, inside, vs, pa. rewrite <- groups_of_values.
      erewrite filter_ext; [reflexivity|]. intros r. simpl. now destruct (existsb _ _). }
    assert (Mb : made_of pb (outside cs vs)).
    { unfold made_of, outside, vs, pb.
      rewrite <- (groups_of_values f (fun v => negb (existsb (Numbers.Qeq_bool v) cs))).
      erewrite filter_ext; [reflexivity|]. intros r. simpl. now destruct (existsb _ _). }
    exists pa, pb. split; [reflexivity|]. split; [exact Ma|]. split; [exact Mb|].
    destruct (part_nats pa (inside cs vs)) as (A & A1 & A2);
      [exact NL|intros v J; now apply filter_In in J|exact Ma|].
    destruct (part_nats pb (outside cs vs)) as (B & B1 & B2);
      [exact NR|intros v J; now apply filter_In in J|exact Mb|].
    repeat split; assumption.
  Qed.

  Lemma gain_is_cost cs : In cs (all_subsets vs) ->
    scale * gain_by cs = bits vs - cost (inside cs vs) (outside cs vs).
  Proof.
    intros I. destruct (parts_of_subset cs I) as (pa & pb & E & _ & _ & A & B & Na & Pa & Nb & Pb).
    set (a := Growing.summary (counts n) pa) in *. set (b := Growing.summary (counts n) pb) in *.
    destruct whole_nats as (Wn & _ & N & P).
    unfold subset_gain, gain_of. rewrite E. cbn [map]. fold a b. unfold cost. rewrite <- A, <- B, <- Wn.
    rewrite (nats_entropy a), (nats_entropy b), (nats_entropy (Growing.summary (counts n) rows))
      by assumption.
    unfold scale. cbn [Spec.Sum.sum fold_right]. unfold real_weight.
    assert (Wp := Q2R_positive _ P). revert Wp. generalize (Q2R (weight (Growing.summary (counts n) rows))).
      intros W Wp.
    generalize (entropy (Growing.summary (counts n) rows)), (Q2R (weight a)), (Q2R (weight b)), (entropy a),
      (entropy b).
    intros. unfold DtreesReals.Spec.Sum.sum, Numbers.Qred. cbn [fold_right]. field. lra.
  Qed.

  Lemma bits_permuted us us' : Permutation us us' -> bits us = bits us'.
  Proof. intros P. unfold bits. now apply nats_of_permuted, Permutation_map. Qed.

  (** Every split of the pairs is that of a subset. *)
  Lemma pairs_split L Rt : is_split (map pair vs) L Rt ->
    exists cs, In cs (all_subsets vs) /\ nats_of_split L Rt = cost (inside cs vs) (outside cs vs).
  Proof.
    intros (NL & NR & P). apply Permutation_sym, Permutation_map_inv in P as (us & E & P').
    destruct values_facts as [Red Once]. apply Permutation_sym in P'. symmetry in E.
      apply map_eq_app in E as (u1 & u2 & -> & <- & <-).
    assert (Sp : two_parts vs u1 u2).
    { split; [|split]; [intros ->; now apply NL|intros ->; now apply NR|now symmetry]. }
    assert (Hd : In (hd 0 vs) vs) by (destruct vs; [simpl in two_values; lia|now left]).
    apply (Permutation_in _ (Permutation_sym P')) in Hd. apply in_app_or in Hd as [Hd|Hd].
    - destruct (split_is_subset vs Red Once two_values u1 u2 Sp Hd) as (cs & J & PL & PR). exists cs.
      split; [exact J|]. unfold cost. rewrite <- (bits_permuted _ _ PL), <- (bits_permuted _ _ PR).
        reflexivity.
    - assert (Sp' : two_parts vs u2 u1).
      { destruct Sp as (A & B & C). split; [|split]; trivial. now rewrite Permutation_app_comm. }
      destruct (split_is_subset vs Red Once two_values u2 u1 Sp' Hd) as (cs & J & PL & PR). exists cs.
      split; [exact J|]. unfold cost. rewrite <- (bits_permuted _ _ PL), <- (bits_permuted _ _ PR).
      unfold nats_of_split, bits. lra.
  Qed.

  Lemma average_is_share v : In v vs ->
    Q2R (proportion k (counts n (group v))) = Q2R (average weight (count 1) (pair v)).
  Proof.
    intros I. apply Qeq_eqR. unfold average, proportion. now rewrite pair_weight.
  Qed.

  Lemma runs_of_separation cs : In cs (all_subsets vs) ->
    separated weight (count 1) (map pair (inside cs vs)) (map pair (outside cs vs)) \/
    separated weight (count 1) (map pair (outside cs vs)) (map pair (inside cs vs)) ->
    initial_run (fun v => Q2R (proportion k (counts n (group v)))) vs cs = true.
  Proof.
    intros I Sep. destruct values_facts as [Red Once].
    destruct (subset_of vs Red Once two_values cs I) as (Inc & _ & _).
    assert (In' : forall v, In v cs -> In v (inside cs vs))
      by (intros v J; apply filter_In; split; [auto|apply (among vs Red); auto]).
    assert (Out : forall v, In v (outside cs vs) -> In v vs) by (intros v J; now apply filter_In in J).
    assert (Less : forall c d, In c vs -> In d vs ->
      (average weight (count 1) (pair c) < average weight (count 1) (pair d))%Q ->
      negb (Numbers.Qle_bool (Q2R (proportion k (counts n (group d))))
        (Q2R (proportion k (counts n (group c))))) = true).
    { intros c d Jc Jd L. apply Qlt_Rlt in L. rewrite <- !average_is_share in L by assumption.
      unfold Numbers.Qle_bool. destruct (Rle_dec _ _); [lra|reflexivity]. }
    unfold initial_run. apply Bool.orb_true_iff. destruct Sep as [Sep|Sep]; [left|right];
      apply forallb_forall; intros c J; apply forallb_forall; intros d J'.
    - apply Less; auto. apply Sep; apply in_map; auto.
    - apply Less; auto. apply Sep; apply in_map; auto.
  Qed.

  Lemma a_best_gaining_subset_is_a_run cs : In cs (all_subsets vs) -> 0 < gain_by cs ->
    (forall other, In other (all_subsets vs) -> gain_by other <= gain_by cs) ->
    initial_run (fun v => Q2R (proportion k (counts n (group v)))) vs cs = true.
  Proof.
    intros I G M. destruct values_facts as [Red Once]. destruct whole_nats as (_ & Sc & _).
    destruct (subset_is_split vs Red Once two_values cs I) as (NL & NR & Pm).
    assert (Sp : is_split (map pair vs) (map pair (inside cs vs)) (map pair (outside cs vs))).
    { split; [|split].
      - intros E. now apply map_eq_nil in E.
      - intros E. now apply map_eq_nil in E.
      - rewrite <- map_app. now apply Permutation_map. }
    assert (Sep := gaining_best_separated (map pair vs)
      (fun c J => ltac:(apply in_map_iff in J as (v & <- & J); now apply pair_binary))
      (fun c J => ltac:(apply in_map_iff in J as (v & <- & J); now apply pair_binary))
      (map pair (inside cs vs)) (map pair (outside cs vs))).
    assert (Gc := gain_is_cost cs I).
    destruct Sep as [Sep|Sep].
    { split; [exact Sp|]. split.
      - intros L R' H. destruct (pairs_split L R' H) as (other & J & ->).
        change (cost (inside cs vs) (outside cs vs) <= cost (inside other vs) (outside other vs)).
        assert (Go := gain_is_cost other J). specialize (M other J).
        apply (Rmult_le_compat_l scale) in M; lra.
      - change (cost (inside cs vs) (outside cs vs) < bits vs).
        apply (Rmult_lt_compat_l scale) in G; [lra|exact Sc]. }
    - assert (H : In cs (all_subsets vs)) by exact I. apply (runs_of_separation cs H). now left.
    - assert (H : In cs (all_subsets vs)) by exact I. apply (runs_of_separation cs H). now right.
  Qed.

  (** Where two shares differ, the category of the one against the rest gains. *)
  Lemma different_shares_gain :
    same_rank (fun v => Q2R (proportion k (counts n (group v)))) vs = false ->
    exists cs, In cs (all_subsets vs) /\ 0 < gain_by cs.
  Proof.
    intros Sr. destruct values_facts as [Red Once]. destruct whole_nats as (Wn & Sc & Nw & Pw).
    set (share := proportion k (Growing.summary (counts n) rows)).
    destruct (forallb (fun v => Numbers.Qeq_bool (Q2R (proportion k (counts n (group v)))) (Q2R share)) vs)
      eqn:F.
    { exfalso. enough (same_rank (fun v => Q2R (proportion k (counts n (group v)))) vs = true) by congruence.
      rewrite forallb_forall in F. apply forallb_forall. intros u Iu. apply forallb_forall. intros v Iv.
      apply Numbers.Qeq_bool_iff. assert (Fu := F u Iu). assert (Fv := F v Iv).
      apply Numbers.Qeq_bool_iff in Fu, Fv. now rewrite Fu, Fv. }
    apply not_forallb in F as (v & Iv & D).
    assert (Dv : ~ (proportion k (counts n (group v)) == share)%Q).
    { intros E. apply Qeq_eqR in E. apply Numbers.Qeq_bool_iff in E. congruence. }
    (* the subset that parts v from the rest *)
    assert (Sub : exists cs, In cs (all_subsets vs) /\
      (Permutation [v] (inside cs vs) \/ Permutation [v] (outside cs vs))).
    { apply in_split in Iv as (l1 & l2 & E).
      assert (P : Permutation vs ([v] ++ (l1 ++ l2))) by (rewrite E;
        apply Permutation_sym, (Permutation_middle l1 l2 v)).
      assert (Ne : l1 ++ l2 <> []).
      { intros N. apply Permutation_length in P. rewrite N in P. simpl in P. lia. }
      assert (Hd : In (hd 0 vs) vs) by (destruct vs; [simpl in two_values; lia|now left]).
      apply (Permutation_in _ P) in Hd. apply in_app_or in Hd as [Hd|Hd].
      - destruct (split_is_subset vs Red Once two_values [v] (l1 ++ l2)) as (cs & J & PL & _);
          [split; [discriminate|now split]|exact Hd|]. exists cs. auto.
      - destruct (split_is_subset vs Red Once two_values (l1 ++ l2) [v]) as (cs & J & _ & PR);
          [split; [exact Ne|split; [discriminate|]]|exact Hd|].
        + now rewrite Permutation_app_comm.
        + exists cs. auto. }
    destruct Sub as (cs & I & Side). exists cs. split; [exact I|].
    destruct (parts_of_subset cs I) as (pa & pb & Es & Ma & Mb & _ & _ & Na & Pa & Nb & Pb).
    set (a := Growing.summary (counts n) pa) in *. set (b := Growing.summary (counts n) pb) in *.
    assert (E : map (Growing.summary (counts n)) (split (OneOf f cs) rows) = [a; b]) by now rewrite Es.
    assert (Div : divides (OneOf f cs) rows).
    { set (l := {| styles := repeat Subset (Datatypes.S f); by_ratio := false; gated := NoGate; stopping :=
        {| max_depth := None; min_split := 0; min_leaf := 0; min_gain := 0; min_impurity := 0; min_risk := 0;
           gainless := true |} |}).
      apply (question_divides (counts n) real_weight no_rank l f). unfold questions_about.
      assert (Sf : nth f (styles l) Each = Subset).
      { unfold l. cbn [styles]. rewrite (nth_indep _ Each Subset) by (rewrite repeat_length; lia).
        apply nth_repeat. }
      rewrite Sf. fold vs. destruct vs as [|x [|y us]]; [simpl in two_values; lia|simpl in two_values; lia|].
      apply in_map. exact I. }
    assert (Parts : same_counts (merge [a; b]) (Growing.summary (counts n) rows)).
    { rewrite <- E. intros i. unfold Growing.summary. rewrite count_merge, Dtrees.Sums.sum_map, count_counts.
      assert (P := Permutation_map target (Permutation_sym (split_shares_out _ rows Div))).
        rewrite concat_map in P.
      rewrite (counts_of_partition n _ _ i P), count_merge, !Dtrees.Sums.sum_map.
      apply Dtrees.Sums.sum_ext. intros part _. apply count_counts. }
    assert (Nab : forall c, In c [a; b] -> nonneg c) by (intros c [<-|[<-|[]]]; assumption).
    assert (Pab : (0 < weight (merge [a; b]))%Q) by now rewrite (weight_same _ _ Parts).
    assert (Ig : gain_by cs = information_gain [a; b]).
    { unfold subset_gain, gain_of, Numbers.Qred, information_gain, conditional_entropy. rewrite E.
      rewrite (entropy_same _ _ Parts). f_equal. unfold DtreesReals.Spec.Sum.sum, sumR. cbn [fold_right].
      unfold real_weight. rewrite !Q2R_ratio, <- !(Qeq_eqR _ _ (weight_same _ _ Parts)) by exact Pab.
        reflexivity. }
    rewrite Ig. destruct (information_gain_nonneg [a; b] Nab Pab) as [Gt|Eq]; [exact Gt|]. exfalso.
    assert (Same : same_proportions [a; b]).
    { apply (conditional_entropy_equal_iff_same_proportions [a; b] Nab Pab). unfold information_gain in Eq.
      lra. }
    assert (Sab := Same a b (or_introl eq_refl) (or_intror (or_introl eq_refl)) Pa Pb k).
    assert (Ck : (count k a + count k b == count k (Growing.summary (counts n) rows))%Q).
    { rewrite <- (Parts k), count_merge. unfold Dtrees.Spec.Sum.sum. simpl. ring. }
    assert (Wk : (weight a + weight b == weight (Growing.summary (counts n) rows))%Q).
    { rewrite <- (weight_same _ _ Parts), weight_merge. unfold Dtrees.Spec.Sum.sum. simpl. ring. }
    assert (Whole : (proportion k a == share /\ proportion k b == share)%Q).
    { unfold share, proportion in *. rewrite <- Ck, <- Wk.
      assert (Ca : (count k a == count k a / weight a * weight a)%Q) by (field; intros Z; rewrite Z in Pa;
        discriminate).
      assert (Cb : (count k b == count k a / weight a * weight b)%Q).
      { rewrite Sab. field. intros Z; rewrite Z in Pb; discriminate. }
      assert (Nz : ~ (weight a + weight b == 0)%Q) by (intros Z; rewrite <- Wk, Z in Pw; discriminate).
      split; [|rewrite <- Sab]; rewrite Cb, Ca at 1; field; split; trivial; intros Z; rewrite Z in Pa;
        discriminate. }
    assert (Own : forall part us, made_of part us -> Permutation [v] us ->
      (proportion k (Growing.summary (counts n) part) == proportion k (counts n (group v)))%Q).
    { intros part us M P. apply Permutation_length_1_inv in P as ->. unfold made_of in M. simpl in M.
      rewrite app_nil_r in M. unfold Growing.summary, group.
        now rewrite (counts_permutation n _ _ (Permutation_map target M)). }
    apply Dv. destruct Side as [P|P]; [rewrite <- (Own pa _ Ma P)|rewrite <- (Own pb _ Mb P)]; apply Whole.
  Qed.
End Node.

(** ** The tree *)

Theorem entropy_is_ordered n : best_subsets_are_runs (counts n) real_weight entropy real_share_rank
  (labelled n).
Proof.
  intros f rows key Ok Rk vs rank_of. unfold real_share_rank in Rk.
  destruct (share_rank (Growing.summary (counts n) rows)) as [share|] eqn:K; [|discriminate].
    injection Rk as <-.
  destruct (share_rank_of_two _ _ K) as (k & j & D & -> & Z).
  destruct (Nat.lt_ge_cases (length vs) 2) as [L|Two].
  { assert (Short : same_rank rank_of vs = true /\ all_subsets vs = []).
    { destruct vs as [|v [|u us]]; simpl in L; [split; reflexivity|split|lia]; [|reflexivity].
      unfold same_rank. simpl. rewrite (proj2 (Numbers.Qeq_bool_iff _ _) eq_refl). reflexivity. }
    destruct Short as [S1 S2]. split; [congruence|]. intros cs I. rewrite S2 in I. destruct I. }
  split.
  - exact (different_shares_gain n f k j rows Ok D Z Two).
  - exact (a_best_gaining_subset_is_a_run n f k j rows Ok D Z Two).
Qed.

Lemma real_classes_weigh_more n : more_rows_weigh_more (counts n) real_weight (labelled n).
Proof.
  intros b rows Ok. apply Qle_Rle. unfold Growing.summary.
  assert (E : forall part : list (row (QArith_base.Q * nat)), incl part rows ->
    (weight (counts n (map target part)) == Dtrees.Spec.Sum.sum (fun r => fst (target r)) part)%Q).
  { intros part I. rewrite weight_of_labelled, Dtrees.Sums.sum_map; [reflexivity|]. intros t J.
    apply in_map_iff in J as (r & <- & J). now apply Ok, I. }
  rewrite (E (filter b rows)), (E rows) by (easy || intros r I; now apply filter_In in I). clear E.
  induction rows as [|r rows IH]; simpl; [apply QArith_base.Qle_refl|].
  assert (P : (0 < fst (target r))%Q) by (apply Ok; now left).
  assert (S : sound (labelled n) rows) by (intros t I; apply Ok; now right).
  specialize (IH S). destruct (b r); simpl.
  - apply QArith_base.Qplus_le_compat; [apply QArith_base.Qle_refl|exact IH].
  - eapply QArith_base.Qle_trans; [exact IH|]. rewrite <- (QArith_base.Qplus_0_l (Dtrees.Spec.Sum.sum _ rows))
      at 1.
    apply QArith_base.Qplus_le_compat; [now apply QArith_base.Qlt_le_weak|apply QArith_base.Qle_refl].
Qed.

Theorem entropy_ordering_loses_nothing n l rows : sound (labelled n) rows -> gate_counts_gainless l ->
  grow (counts n) real_weight entropy intrinsic_value real_share_rank l rows = entropy_tree n l rows.
Proof.
  exact (ordering_loses_nothing (counts n) real_weight entropy intrinsic_value real_share_rank (labelled n)
    (equal_shares_gain_no_information n) (entropy_is_ordered n) (real_classes_weigh_more n) l rows).
Qed.

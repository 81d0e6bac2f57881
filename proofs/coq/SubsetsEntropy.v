(** * SubsetsEntropy: the ordering theorem for entropy

    Two classes, categories in the order of class 1's proportion: some split of
    least conditional entropy is a beginning and an end.  As in [Subsets], each side
    charges every category by a line; but entropy has no tangent at a pure group, so
    a line within [eps] stands in, and [eps] goes to 0.  [CART84 §4.2.2, §9.4] *)
From Coq Require Import QArith Reals Qreals Lra Lia List Permutation.
From Dtrees Require Import Sums Summary Impurity Subsets Entropy.
Import ListNotations.
Open Scope R_scope.

Lemma sumR_permutation {A} (f : A -> R) l m : Permutation l m -> sumR f l = sumR f m.
Proof. induction 1; simpl; lra. Qed.

Lemma sumR_app {A} (f : A -> R) l m : sumR f (l ++ m) = sumR f l + sumR f m.
Proof. induction l; simpl; lra. Qed.

(** What a category costs where class 1 has the probability [p]. *)
Definition charge (p : R) (c : ClassCounts) : R :=
  Q2R (count 0 c) * - ln (1 - p) + Q2R (count 1 c) * - ln p.

Lemma charge_merge p L : charge p (merge L) = sumR (charge p) L.
Proof.
  unfold charge. rewrite sumR_plus, !sumR_scale, <- (Q2R_sum (count 0)), <- (Q2R_sum (count 1)).
  now rewrite (Qeq_eqR _ _ (count_merge 0 L)), (Qeq_eqR _ _ (count_merge 1 L)).
Qed.

Section Group.
  Variable c : ClassCounts.
  Hypothesis B : binary c.
  Hypothesis P : (0 < weight c)%Q.

  Let a := Q2R (count 0 c).
  Let b := Q2R (count 1 c).

  Lemma a_nonneg : 0 <= a.
  Proof. apply Q2R_nonneg, count_nonneg, B. Qed.

  Lemma b_nonneg : 0 <= b.
  Proof. apply Q2R_nonneg, count_nonneg, B. Qed.

  Lemma two_classes_weight : Q2R (weight c) = a + b.
  Proof.
    clear P. unfold a, b. rewrite <- Q2R_plus. apply Qeq_eqR. destruct B as [_ L]. unfold count.
    destruct c as [|x [|y [|]]]; simpl in *; try lia; ring.
  Qed.

  Lemma nats_two : nats c = surprise (a + b) a + surprise (a + b) b.
  Proof.
    unfold nats. rewrite two_classes_weight. unfold a, b, count. destruct B as [_ L].
    destruct c as [|x [|y [|]]]; simpl in *; try lia; rewrite ?Q2R_0, ?surprise_0; ring.
  Qed.

  Lemma nats_le_charge p : 0 < p < 1 -> nats c <= charge p c.
  Proof.
    intros [p0 p1]. rewrite nats_two. unfold charge. fold a b.
    assert (W : 0 < a + b) by (rewrite <- two_classes_weight; now apply Q2R_positive).
    destruct (surprise_below_tangent (a + b) a (1 - p) W a_nonneg) as [Ta _]; [lra|].
    destruct (surprise_below_tangent (a + b) b p W b_nonneg) as [Tb _]; [lra|]. lra.
  Qed.

  (** A group of both classes is touched at its own proportion, and nowhere else. *)
  Lemma charge_touches : 0 < a -> 0 < b -> charge (b / (a + b)) c = nats c.
  Proof.
    intros A0 B0. rewrite nats_two. unfold charge, surprise. fold a b.
    replace (1 - b / (a + b)) with (a / (a + b)) by (field; lra). unfold Rdiv.
    rewrite !ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra). ring.
  Qed.

  Lemma nats_lt_charge p : 0 < p < 1 -> b <> (a + b) * p -> nats c < charge p c.
  Proof.
    intros [p0 p1] D. rewrite nats_two. unfold charge. fold a b.
    assert (W : 0 < a + b) by (rewrite <- two_classes_weight; now apply Q2R_positive).
    destruct (surprise_below_tangent (a + b) a (1 - p) W a_nonneg) as [Ta _]; [lra|].
    destruct (surprise_below_tangent (a + b) b p W b_nonneg) as [[Tb|Tb] E]; [lra|lra|].
    now apply E in Tb.
  Qed.

  Lemma charge_positive p : 0 < p < 1 -> 0 < charge p c.
  Proof.
    intros [p0 p1]. unfold charge. fold a b.
    assert (W : 0 < a + b) by (rewrite <- two_classes_weight; now apply Q2R_positive).
    assert (A0 := a_nonneg). assert (B0 := b_nonneg).
    assert (L0 : ln p < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (L1 : ln (1 - p) < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (0 <= a * - ln (1 - p)) by (apply Rmult_le_pos; lra).
    assert (0 <= b * - ln p) by (apply Rmult_le_pos; lra).
    destruct (Req_dec a 0) as [Z|D].
    - assert (0 < b * - ln p) by (apply Rmult_lt_0_compat; lra). lra.
    - assert (0 < a * - ln (1 - p)) by (apply Rmult_lt_0_compat; lra). lra.
  Qed.

  Lemma nats_absent k : (k < 2)%nat -> (count k c == 0)%Q -> nats c = 0.
  Proof.
    intros K Z. apply Qeq_eqR in Z. rewrite Q2R_0 in Z. rewrite nats_two.
    destruct k as [|[|k]]; [fold a in Z|fold b in Z|lia]; rewrite Z, surprise_0; unfold surprise;
      [rewrite !Rplus_0_l|rewrite !Rplus_0_r]; ring.
  Qed.

  (** Some line is as near as one likes, to a pure group too. *)
  Lemma charge_near eps : 0 < eps -> exists p, 0 < p < 1 /\ charge p c <= nats c + eps.
  Proof.
    intros E. assert (W : 0 < a + b) by (rewrite <- two_classes_weight; now apply Q2R_positive).
    assert (A0 := a_nonneg). assert (B0 := b_nonneg).
    assert (T : forall d, 0 < d -> 0 < exp (- (eps / d)) < 1).
    { intros d D. split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing.
      assert (0 < eps / d) by now apply Rdiv_lt_0_compat. lra. }
    destruct (Req_dec b 0) as [Zb|Db]; [|destruct (Req_dec a 0) as [Za|Da]].
    - assert (Ta := T a ltac:(lra)). exists (1 - exp (- (eps / a))). split; [lra|].
      rewrite (nats_absent 1) by (lia || (apply eqR_Qeq; fold b; now rewrite Q2R_0)).
      unfold charge. fold a b. rewrite Zb.
      replace (1 - (1 - exp (- (eps / a)))) with (exp (- (eps / a))) by ring. rewrite ln_exp.
      replace (a * - - (eps / a)) with eps by (field; lra). lra.
    - assert (Tb := T b ltac:(lra)). exists (exp (- (eps / b))). split; [lra|].
      rewrite (nats_absent 0) by (lia || (apply eqR_Qeq; fold a; now rewrite Q2R_0)).
      unfold charge. fold a b. rewrite Za, ln_exp.
      replace (b * - - (eps / b)) with eps by (field; lra). lra.
    - exists (b / (a + b)). split; [|rewrite charge_touches; lra].
      split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_lt_reg_r (a + b)); [exact W|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.
End Group.

(** ** The categories *)

Definition nats_of_split (left right : list ClassCounts) : R := nats (merge left) + nats (merge right).

Section Split.
  Variable cats : list ClassCounts.
  Hypothesis B : forall c, In c cats -> binary c.
  Hypothesis W : positive weight cats.
  Hypothesis O : in_order weight (count 1) cats.

  Let subset (L : list ClassCounts) := forall c, In c L -> In c cats.

  Lemma merge_positive L : subset L -> L <> [] -> binary (merge L) /\ (0 < weight (merge L))%Q.
  Proof.
    intros S D. split; [apply merge_binary; auto|].
    rewrite weight_merge. apply positive_weight; [intros c I; auto|exact D].
  Qed.

  Lemma group_le_charge p L : 0 < p < 1 -> subset L -> nats (merge L) <= sumR (charge p) L.
  Proof.
    intros p01 S. destruct L as [|c L]; [simpl; unfold nats; simpl; lra|].
    rewrite <- charge_merge. destruct (merge_positive (c :: L) S); [discriminate|].
    now apply nats_le_charge.
  Qed.

  Lemma sides_subset L R : is_split cats L R -> subset L /\ subset R.
  Proof. intros (_ & _ & P). split; intros c I; rewrite P; apply in_or_app; auto. Qed.

  (** Two charges cross once, as class 1's proportion grows. *)
  Lemma charges_cross p q c d : 0 < p < 1 -> 0 < q < 1 -> p <= q ->
    In c cats -> In d cats -> (average weight (count 1) c <= average weight (count 1) d)%Q ->
    charge p d <= charge q d -> charge p c <= charge q c.
  Proof.
    intros Hp Hq L Ic Id A H.
    assert (Pc := Q2R_positive _ (W c Ic)). assert (Pd := Q2R_positive _ (W d Id)).
    apply Qle_Rle in A. unfold average in A. rewrite !Q2R_ratio in A by auto.
    rewrite (two_classes_weight c (B c Ic)) in Pc, A.
    rewrite (two_classes_weight d (B d Id)) in Pd, A. unfold charge in *.
    set (a := Q2R (count 0 c)) in *. set (b := Q2R (count 1 c)) in *.
    set (a' := Q2R (count 0 d)) in *. set (b' := Q2R (count 1 d)) in *.
    assert (X : b * a' <= b' * a).
    { apply (Rmult_le_compat_r ((a + b) * (a' + b'))) in A; [|apply Rlt_le, Rmult_lt_0_compat; lra].
      replace (b / (a + b) * ((a + b) * (a' + b'))) with (b * (a' + b')) in A by (field; lra).
      replace (b' / (a' + b') * ((a + b) * (a' + b'))) with (b' * (a + b)) in A by (field; lra). lra. }
    assert (Lp : forall x y, 0 < x -> x <= y -> ln x <= ln y).
    { intros x y X0 [Y| ->]; [apply Rlt_le, ln_increasing|]; lra. }
    assert (U : ln p <= ln q) by (apply Lp; lra).
    assert (V : ln (1 - q) <= ln (1 - p)) by (apply Lp; lra).
    set (u := ln (1 - p) - ln (1 - q)). set (v := ln q - ln p).
    (* the difference of the charges is  b v - a u  *)
    assert (G : b' * v - a' * u <= 0) by (unfold u, v; lra).
    enough (b * v - a * u <= 0) by (unfold u, v in *; lra).
    apply (Rmult_le_reg_r (a' + b')); [exact Pd|].
    assert (M : b * a' * (u + v) <= b' * a * (u + v))
      by (apply Rmult_le_compat_r; [unfold u, v; lra|exact X]).
    assert (K : (b' * v - a' * u) * (a + b) <= 0 * (a + b))
      by (apply Rmult_le_compat_r; [lra|exact G]). lra.
  Qed.

  Definition contiguous_nats n : R := nats_of_split (firstn n cats) (skipn n cats).

  Lemma nats_nil : nats (merge []) = 0.
  Proof. reflexivity. Qed.

  (** No split, within eps of any split. *)
  Lemma split_near_whole L R eps : is_split cats L R -> 0 < eps ->
    nats_of_split L R <= nats (merge cats) + eps.
  Proof.
    intros H E. destruct (sides_subset L R H) as [SL SR]. destruct H as (NL & _ & P).
    assert (D : cats <> []) by (intros Z; rewrite Z in P; apply Permutation_nil, app_eq_nil in P; tauto).
    destruct (merge_positive cats (fun c I => I) D) as [Bc Wc].
    destruct (charge_near _ Bc Wc eps E) as (p & p01 & C).
    rewrite charge_merge, (sumR_permutation _ _ _ P), sumR_app in C. unfold nats_of_split.
    assert (A1 := group_le_charge p L p01 SL). assert (A2 := group_le_charge p R p01 SR). lra.
  Qed.

  Lemma sumR_filter (f g : ClassCounts -> R) (b : ClassCounts -> bool) L :
    sumR f (filter b L) + sumR g (filter (fun c => negb (b c)) L) =
    sumR (fun c => if b c then f c else g c) L.
  Proof. induction L as [|c L IH]; simpl; [ring|]. destruct (b c); simpl; lra. Qed.

  Lemma contiguous_near L R eps : is_split cats L R -> 0 < eps ->
    exists n, (0 < n < length cats)%nat /\ contiguous_nats n <= nats_of_split L R + eps.
  Proof.
    intros H E. assert (E3 : 0 < eps / 3) by lra. destruct (sides_subset L R H) as [SL SR].
    assert (Len : (2 <= length cats)%nat).
    { destruct H as (A & A' & P). rewrite (Permutation_length P), app_length.
      destruct L, R; try congruence; simpl; lia. }
    destruct (merge_positive L SL) as [BL WL]; [apply H|].
    destruct (merge_positive R SR) as [BR WR]; [apply H|].
    destruct (charge_near _ BL WL _ E3) as (p & p01 & Cp), (charge_near _ BR WR _ E3) as (q & q01 & Cq).
    rewrite charge_merge in Cp, Cq.
    assert (K : forall L R p q, is_split cats L R -> 0 < p < 1 -> 0 < q < 1 -> p <= q ->
      sumR (charge p) L + sumR (charge q) R <= nats_of_split L R + (eps / 3 + eps / 3) ->
      exists n, (0 < n < length cats)%nat /\ contiguous_nats n <= nats_of_split L R + eps).
    { clear - B W O Len E E3 subset. intros L R p q H p01 q01 Lpq C.
      set (b c := if Rle_lt_dec (charge p c) (charge q c) then true else false).
      assert (M : forall c, (if b c then charge p c else charge q c) <= charge p c /\
                            (if b c then charge p c else charge q c) <= charge q c).
      { intros c. unfold b. destruct (Rle_lt_dec (charge p c) (charge q c)); lra. }
      assert (F : nats_of_split (filter b cats) (filter (fun c => negb (b c)) cats) <=
                  nats_of_split L R + (eps / 3 + eps / 3)).
      { eapply Rle_trans; [|exact C]. unfold nats_of_split. eapply Rle_trans.
        - apply Rplus_le_compat; [apply (group_le_charge p)|apply (group_le_charge q)];
            trivial; intros c I; now apply filter_In in I.
        - destruct H as (_ & _ & P). rewrite sumR_filter, (sumR_permutation _ _ _ P), sumR_app.
          apply Rplus_le_compat; apply sumR_le; intros c _; apply M. }
      destruct (filter_initial weight (count 1) b cats O) as [EL ER].
      { intros c d Ic Id A. unfold b.
        destruct (Rle_lt_dec (charge p d) (charge q d)) as [D|D]; [|discriminate].
        destruct (Rle_lt_dec (charge p c) (charge q c)) as [G|G]; [trivial|].
        assert (X := charges_cross p q c d p01 q01 Lpq Ic Id A D). lra. }
      set (n := length (filter b cats)) in *. rewrite EL, ER in F. clearbody n.
      assert (One := split_near_whole _ _ _ (prefix_is_split 1 cats ltac:(lia)) E3).
      fold (contiguous_nats 1) in One.
      destruct n as [|n]; [|destruct (Nat.lt_ge_cases (S n) (length cats))].
      - exists 1%nat. split; [lia|]. unfold nats_of_split in F at 1. simpl firstn in F. simpl skipn in F.
        rewrite nats_nil in F. lra.
      - exists (S n). split; [lia|]. unfold contiguous_nats. lra.
      - exists 1%nat. split; [lia|]. unfold nats_of_split in F at 1.
        rewrite firstn_all2, skipn_all2, nats_nil in F by assumption. lra. }
    destruct (Rle_lt_dec p q) as [Lpq|Lpq].
    - apply (K L R p q); trivial. unfold nats_of_split. lra.
    - destruct (K R L q p) as (n & I & Le); trivial;
        [now apply is_split_swap|lra|unfold nats_of_split; lra|].
      exists n. split; [exact I|]. unfold nats_of_split in *. lra.
  Qed.

  Lemma least_real (f : nat -> R) n : (0 < n)%nat ->
    exists k, (k < n)%nat /\ forall j, (j < n)%nat -> f k <= f j.
  Proof.
    induction n as [|[|n] IH]; intros P; [lia| |].
    - exists 0%nat. split; [lia|]. intros [|j] J; [lra|lia].
    - destruct IH as (k & K & M); [lia|]. destruct (Rle_lt_dec (f k) (f (S n))) as [L|L];
        [exists k|exists (S n)]; (split; [lia|]); intros j J;
        destruct (Nat.eq_dec j (S n)) as [->|D]; try lra; specialize (M j ltac:(lia)); lra.
  Qed.

  Lemma some_contiguous_has_least_nats : (2 <= length cats)%nat ->
    exists n, (0 < n < length cats)%nat /\
    forall L R, is_split cats L R -> contiguous_nats n <= nats_of_split L R.
  Proof.
    intros Len.
    destruct (least_real (fun k => contiguous_nats (S k)) (length cats - 1)) as (k & K & M); [lia|].
    exists (S k). split; [lia|]. intros L R H. apply le_epsilon. intros eps E.
    destruct (contiguous_near L R eps H E) as (n & I & N).
    specialize (M (n - 1)%nat ltac:(lia)). replace (S (n - 1)) with n in M by lia. lra.
  Qed.
End Split.

(** On the scale of counts, in bits. *)
Definition entropy_of_split (left right : list ClassCounts) : R :=
  Q2R (weight (merge left)) * entropy (merge left) + Q2R (weight (merge right)) * entropy (merge right).

Lemma nats_of_split_entropy cats left right :
  (forall c, In c cats -> binary c) -> positive weight cats -> is_split cats left right ->
  nats_of_split left right = ln 2 * entropy_of_split left right.
Proof.
  intros B W H. destruct (sides_subset cats left right H) as [SL SR].
  destruct (merge_positive cats B W left SL) as [[NL _] PL]; [apply H|].
  destruct (merge_positive cats B W right SR) as [[NR _] PR]; [apply H|].
  unfold nats_of_split, entropy_of_split. rewrite !nats_entropy by assumption. ring.
Qed.

Theorem some_best_entropy_subset_is_contiguous cats :
  (forall c, In c cats -> binary c) -> positive weight cats ->
  in_order weight (count 1) cats -> (2 <= length cats)%nat ->
  exists n, (0 < n < length cats)%nat /\
    is_split cats (firstn n cats) (skipn n cats) /\
    forall L R, is_split cats L R ->
      entropy_of_split (firstn n cats) (skipn n cats) <= entropy_of_split L R.
Proof.
  intros B W O Len. destruct (some_contiguous_has_least_nats cats B W O Len) as (n & I & M).
  exists n. split; [exact I|]. split; [now apply prefix_is_split|]. intros L R H.
  apply (scaled_le (ln 2)); [apply ln_2_positive|].
  rewrite <- !(nats_of_split_entropy cats) by (trivial; now apply prefix_is_split). now apply M.
Qed.

(** ** Every best split that gains is of that kind *)

Section Best.
  Variable cats : list ClassCounts.
  Hypothesis B : forall c, In c cats -> binary c.
  Hypothesis W : positive weight cats.

  Definition gaining_best L R : Prop :=
    is_split cats L R /\ (forall L' R', is_split cats L' R' -> nats_of_split L R <= nats_of_split L' R') /\
    nats_of_split L R < nats (merge cats).

  Lemma gaining_best_swap L R : gaining_best L R -> gaining_best R L.
  Proof.
    unfold gaining_best, nats_of_split. intros (H & M & G). split; [now apply is_split_swap|].
    split; [intros L' R' H'; specialize (M L' R' H')|]; lra.
  Qed.

  Lemma count_merge_cons k c L : (count k (merge (c :: L)) == count k c + count k (merge L))%Q.
  Proof. now rewrite !count_merge. Qed.

  Lemma absent_in_each k L : (forall c, In c L -> In c cats) -> (count k (merge L) == 0)%Q ->
    forall c, In c L -> (count k c == 0)%Q.
  Proof.
    intros S. rewrite count_merge. apply sum_vanishes. intros c I. now apply count_nonneg, B, S.
  Qed.

  (** A group without class [k] takes every category without it. *)
  Lemma pure_side_takes_all L R k : gaining_best L R -> (k < 2)%nat -> (count k (merge L) == 0)%Q ->
    forall d, In d R -> (0 < count k d)%Q.
  Proof.
    intros (H & Best & Gain) K Z d I. destruct (Qlt_le_dec 0 (count k d)) as [|Le]; [assumption|exfalso].
    destruct (sides_subset cats L R H) as [SL SR]. assert (H' := H). destruct H' as (NL & NR & P).
    destruct (merge_positive cats B W L SL NL) as [BL WL], (merge_positive cats B W R SR NR) as [BR WR].
    assert (Zd : (count k d == 0)%Q) by (apply Qle_antisym; [exact Le|apply count_nonneg, B, SR, I]).
    assert (NatsL : nats (merge L) = 0) by (apply (nats_absent _ BL WL k); assumption).
    assert (KR : ~ (count k (merge R) == 0)%Q).
    { intros ZR. assert (D : cats <> []).
      { intros E. rewrite E in P. apply Permutation_nil, app_eq_nil in P. tauto. }
      destruct (merge_positive cats B W cats (fun c J => J) D) as [Bc Wc].
      assert (A1 := nats_nonneg _ (proj1 BL)). assert (A2 := nats_nonneg _ (proj1 BR)).
      unfold nats_of_split in Gain. rewrite (nats_absent _ Bc Wc k) in Gain; [lra|exact K|].
      rewrite count_merge, (sum_permutation _ _ _ P), sum_app, <- !count_merge, Z, ZR. reflexivity. }
    apply in_split in I as (R1 & R2 & ER). set (R' := R1 ++ R2).
    assert (PR : Permutation R (d :: R')) by (subst R; symmetry; apply Permutation_middle).
    assert (Bd : In d cats) by (apply SR; rewrite PR; simpl; auto).
    assert (Cd : forall j, (count j (merge R) == count j d + count j (merge R'))%Q).
    { intros j. rewrite !count_merge, (sum_permutation _ _ _ PR). reflexivity. }
    assert (SR' : forall c, In c R' -> In c cats) by (intros c J; apply SR; rewrite PR; simpl; auto).
    assert (NR' : R' <> []).
    { intros E. apply KR. rewrite (Cd k), Zd, E, count_merge. reflexivity. }
    assert (Wd := two_classes_weight d (B d Bd)). assert (Pd := Q2R_positive _ (W d Bd)).
    assert (Q0 : forall j, 0 <= Q2R (count j (merge R')))
      by (intros j; apply Q2R_nonneg, count_nonneg; apply merge_nonneg; intros c J; apply B, SR', J).
    assert (Qd : forall j, 0 <= Q2R (count j d)) by (intros j; apply Q2R_nonneg, count_nonneg, B, Bd).
    assert (Cr : forall j, Q2R (count j (merge R)) = Q2R (count j d) + Q2R (count j (merge R')))
      by (intros j; rewrite <- Q2R_plus; apply Qeq_eqR, Cd).
    assert (Kp : 0 < Q2R (count k (merge R'))).
    { destruct (Q0 k) as [L0|E]; [exact L0|]. exfalso. apply KR, eqR_Qeq.
      rewrite Cr, (Qeq_eqR _ _ Zd), <- E, Q2R_0. ring. }
    apply Qeq_eqR in Zd. rewrite Q2R_0 in Zd.
    assert (Mixed : 0 < Q2R (count 0 (merge R)) /\ 0 < Q2R (count 1 (merge R))).
    { rewrite !Cr. assert (A0 := Q0 0%nat). assert (A1 := Q0 1%nat).
      assert (D0 := Qd 0%nat). assert (D1 := Qd 1%nat). destruct k as [|[|k]]; [lra|lra|lia]. }
    destruct Mixed as [R0 R1p]. assert (T := charge_touches _ BR WR R0 R1p).
    set (q := _ / _) in T. assert (q01 : 0 < q < 1).
    { unfold q. split; [apply Rdiv_lt_0_compat; lra|].
      apply (Rmult_lt_reg_r (Q2R (count 0 (merge R)) + Q2R (count 1 (merge R)))); [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (Pos := charge_positive d (B d Bd) (W d Bd) q q01).
    assert (Rest := group_le_charge cats B W q R' q01 SR').
    rewrite charge_merge, (sumR_permutation _ _ _ PR) in T.
    change (sumR (charge q) (d :: R')) with (charge q d + sumR (charge q) R') in T.
    assert (Sp : is_split cats (d :: L) R').
    { split; [discriminate|split; [exact NR'|]]. rewrite P, PR. simpl. now rewrite <- Permutation_middle. }
    specialize (Best _ _ Sp). unfold nats_of_split in Best.
    assert (SdL : forall c, In c (d :: L) -> In c cats) by (intros c [<-|J]; auto).
    destruct (merge_positive cats B W (d :: L) SdL) as [BdL WdL]; [discriminate|].
    rewrite (nats_absent _ BdL WdL k) in Best; [lra|exact K|].
    rewrite count_merge_cons, Z. apply eqR_Qeq. rewrite Q2R_plus, Q2R_0. lra.
  Qed.

  Lemma pure_side_separated L R k : gaining_best L R -> (k < 2)%nat -> (count k (merge L) == 0)%Q ->
    separated weight (count 1) L R \/ separated weight (count 1) R L.
  Proof.
    intros H K Z. assert (All := pure_side_takes_all L R k H K Z).
    destruct H as (H & _). destruct (sides_subset cats L R H) as [SL SR].
    assert (Each := absent_in_each k L SL Z).
    assert (Av : forall c, In c cats -> (count 0 c + count 1 c == weight c)%Q).
    { intros c I. apply eqR_Qeq. rewrite Q2R_plus. symmetry. now apply two_classes_weight, B. }
    destruct k as [|[|k]]; [right; intros d c J I|left; intros c d I J|lia];
      specialize (All d J); specialize (Each c I); unfold average;
      assert (Wc := W c (SL c I)); assert (Wd := W d (SR d J)).
    - assert (Ec := Av c (SL c I)). rewrite Each, Qplus_0_l in Ec. rewrite Ec.
      unfold Qdiv at 2. rewrite Qmult_inv_r by (intros E; rewrite E in Wc; discriminate).
      apply Qlt_shift_div_r; [exact Wd|]. rewrite Qmult_1_l, <- (Av d (SR d J)).
      rewrite <- (Qplus_0_l (count 1 d)) at 1. now apply Qplus_lt_l.
    - rewrite Each. unfold Qdiv at 1. rewrite Qmult_0_l.
      apply Qlt_shift_div_l; [exact Wd|]. now rewrite Qmult_0_l.
  Qed.
  (** Between groups of both classes, each category is nearer to its own. *)
  Definition at_proportion (p : R) (c : ClassCounts) : Prop :=
    0 < p < 1 /\ Q2R (count 1 c) = (Q2R (count 0 c) + Q2R (count 1 c)) * p.

  Lemma touches_at_proportion c p : binary c -> (0 < weight c)%Q -> at_proportion p c ->
    charge p c = nats c.
  Proof.
    intros Bc Wc [p01 E]. assert (Pw := Q2R_positive _ Wc). rewrite two_classes_weight in Pw by exact Bc.
    set (w := Q2R (count 0 c) + Q2R (count 1 c)) in *.
    assert (P1 : 0 < Q2R (count 1 c)) by (rewrite E; apply Rmult_lt_0_compat; lra).
    assert (P0 : 0 < Q2R (count 0 c)).
    { replace (Q2R (count 0 c)) with (w * (1 - p)); [apply Rmult_lt_0_compat; lra|unfold w in *; lra]. }
    rewrite <- (charge_touches c Bc Wc P0 P1). fold w. f_equal. rewrite E. field. lra.
  Qed.

  Lemma below_elsewhere c p q : binary c -> (0 < weight c)%Q -> at_proportion p c ->
    0 < q < 1 -> p <> q -> nats c < charge q c.
  Proof.
    intros Bc Wc [p01 E] q01 D. apply nats_lt_charge; trivial. intros F. apply D.
    assert (Pw := Q2R_positive _ Wc). rewrite two_classes_weight in Pw by exact Bc.
    rewrite E in F at 1. apply Rmult_eq_reg_l in F; lra.
  Qed.

  Lemma each_nearer_to_its_own L R p q : gaining_best L R ->
    at_proportion p (merge L) -> at_proportion q (merge R) -> p <> q ->
    forall c, In c L -> charge p c < charge q c.
  Proof.
    intros (H & Best & _) AL AR D c I. apply Rnot_le_lt. intros Le.
    destruct (sides_subset cats L R H) as [SL SR]. destruct H as (NL & NR & P).
    destruct (merge_positive cats B W L SL NL) as [BL WL], (merge_positive cats B W R SR NR) as [BR WR].
    assert (TL := touches_at_proportion _ p BL WL AL). assert (TR := touches_at_proportion _ q BR WR AR).
    assert (Ic := SL c I). apply in_split in I as (L1 & L2 & EL). set (L' := L1 ++ L2).
    assert (PL : Permutation L (c :: L')) by (subst L; symmetry; apply Permutation_middle).
    assert (SL' : forall d, In d L' -> In d cats) by (intros d J; apply SL; rewrite PL; simpl; auto).
    rewrite charge_merge, (sumR_permutation _ _ _ PL) in TL.
    change (sumR (charge p) (c :: L')) with (charge p c + sumR (charge p) L') in TL.
    destruct L' as [|d L''] eqn:EL'.
    - assert (Lt := below_elsewhere _ p q BL WL AL (proj1 AR) D).
      rewrite charge_merge, (sumR_permutation _ _ _ PL) in Lt. simpl in TL, Lt. simpl. lra.
    - rewrite <- EL' in *. assert (SR' : forall e, In e (c :: R) -> In e cats) by (intros e [<-|J]; auto).
      assert (Sp : is_split cats L' (c :: R)).
      { split; [rewrite EL'; discriminate|split; [discriminate|]].
        rewrite P, PL. simpl. now rewrite <- Permutation_middle. }
      specialize (Best _ _ Sp). unfold nats_of_split in Best.
      assert (A := group_le_charge cats B W p L' (proj1 AL) SL').
      destruct (merge_positive cats B W (c :: R) SR') as [BcR WcR]; [discriminate|].
      assert (New : charge q (merge (c :: R)) = charge q c + nats (merge R))
        by (rewrite charge_merge, <- TR, charge_merge; reflexivity).
      assert (C : forall k, Q2R (count k (merge (c :: R))) = Q2R (count k c) + Q2R (count k (merge R)))
        by (intros k; rewrite <- Q2R_plus; apply Qeq_eqR, count_merge_cons).
      destruct (Req_dec (Q2R (count 1 (merge (c :: R))))
        ((Q2R (count 0 (merge (c :: R))) + Q2R (count 1 (merge (c :: R)))) * q)) as [E|E].
      + assert (Ac : at_proportion q c) by (split; [apply AR|]; rewrite !C in E; destruct AR as [_ F]; lra).
        assert (Tc := touches_at_proportion c q (B c Ic) (W c Ic) Ac).
        assert (Lt := below_elsewhere c q p (B c Ic) (W c Ic) Ac (proj1 AL) (not_eq_sym D)).
        assert (G := nats_le_charge _ BcR WcR q (proj1 AR)). lra.
      + assert (G := nats_lt_charge _ BcR WcR q (proj1 AR) E). lra.
  Qed.

  Lemma group_proportion c : binary c -> ~ (count 0 c == 0)%Q -> ~ (count 1 c == 0)%Q ->
    exists p, at_proportion p c.
  Proof.
    intros [N _] D0 D1. assert (P : forall k, ~ (count k c == 0)%Q -> 0 < Q2R (count k c)).
    { intros k D. destruct (Q2R_nonneg _ (count_nonneg k c N)) as [L|E]; [exact L|].
      destruct D. apply eqR_Qeq. now rewrite Q2R_0. }
    assert (P0 := P _ D0). assert (P1 := P _ D1).
    exists (Q2R (count 1 c) / (Q2R (count 0 c) + Q2R (count 1 c))). split; [split|field; lra].
    - apply Rdiv_lt_0_compat; lra.
    - apply (Rmult_lt_reg_r (Q2R (count 0 c) + Q2R (count 1 c))); [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.

  Lemma gaining_best_separated L R : gaining_best L R ->
    separated weight (count 1) L R \/ separated weight (count 1) R L.
  Proof.
    intros H. assert (H' := gaining_best_swap L R H). assert (G := proj2 (proj2 H)). assert (Sp := proj1 H).
    destruct (sides_subset cats L R Sp) as [SL SR]. destruct Sp as (NL & NR & P).
    destruct (merge_positive cats B W L SL NL) as [BL WL], (merge_positive cats B W R SR NR) as [BR WR].
    destruct (Qeq_dec (count 0 (merge L)) 0) as [Z|L0]; [now apply pure_side_separated with 0%nat; auto|].
    destruct (Qeq_dec (count 1 (merge L)) 0) as [Z|L1]; [now apply pure_side_separated with 1%nat; auto|].
    destruct (Qeq_dec (count 0 (merge R)) 0) as [Z|R0];
      [destruct (pure_side_separated R L 0 H'); auto|].
    destruct (Qeq_dec (count 1 (merge R)) 0) as [Z|R1];
      [destruct (pure_side_separated R L 1 H'); auto|].
    destruct (group_proportion _ BL L0 L1) as [p AL], (group_proportion _ BR R0 R1) as [q AR].
    assert (D : p <> q).
    { intros E. rewrite <- E in AR.
      assert (TL := touches_at_proportion _ p BL WL AL). assert (TR := touches_at_proportion _ p BR WR AR).
      assert (A := group_le_charge cats B W p cats (proj1 AL) (fun c I => I)).
      rewrite (sumR_permutation _ _ _ P), sumR_app, <- !charge_merge in A.
      unfold nats_of_split in G. lra. }
    assert (InL := each_nearer_to_its_own L R p q H AL AR D).
    assert (InR := each_nearer_to_its_own R L q p H' AR AL (not_eq_sym D)).
    destruct (Rle_lt_dec p q) as [Le|Lt]; [left; intros c d I J|right; intros d c J I];
      apply Qnot_le_lt; intros A; specialize (InL c I); specialize (InR d J).
    - assert (X := charges_cross cats B W p q d c (proj1 AL) (proj1 AR) Le (SR d J) (SL c I) A). lra.
    - assert (Ge : q <= p) by lra.
      assert (X := charges_cross cats B W q p c d (proj1 AR) (proj1 AL) Ge (SL c I) (SR d J) A). lra.
  Qed.
End Best.

Theorem every_best_entropy_subset_is_contiguous cats L R :
  (forall c, In c cats -> binary c) -> positive weight cats -> is_split cats L R ->
  (forall L' R', is_split cats L' R' -> entropy_of_split L R <= entropy_of_split L' R') ->
  entropy_of_split L R < Q2R (weight (merge cats)) * entropy (merge cats) ->
  separated weight (count 1) L R \/ separated weight (count 1) R L.
Proof.
  intros B W H Best Gain. apply (gaining_best_separated cats B W).
  split; [exact H|]. assert (L2 := ln_2_positive). split.
  - intros L' R' H'. rewrite !(nats_of_split_entropy cats) by assumption.
    apply scaled_le; [exact L2|]. now apply Best.
  - assert (D : cats <> []).
    { intros E. destruct H as (N & _ & P). rewrite E in P. apply Permutation_nil, app_eq_nil in P. tauto. }
    destruct (merge_positive cats B W cats (fun c I => I) D) as [[N _] P].
    rewrite (nats_of_split_entropy cats), nats_entropy by assumption.
    apply (Rmult_lt_compat_l (ln 2)) in Gain; [lra|exact L2].
Qed.

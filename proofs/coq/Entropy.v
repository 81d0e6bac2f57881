(** * Entropy: what ID3 and C4.5 weigh their questions by

    The only chapter over the real numbers: logarithms need them.  Class weights
    stay rational, the summaries of [Summary].  Everything rests on one inequality,
    [ln z <= z - 1], with equality at 1 alone: a tangent, as everywhere.
    [QUINLAN86; C45 §2.2; ESL2 §9.2.3; NOTE_D] *)
From Coq Require Import QArith Reals Qreals Lra Lia List.
From Dtrees Require Import Sums Summary Impurity.
From Dtrees Require Export Spec.Entropies.
Import ListNotations.
Open Scope R_scope.

(** ** Sums of real numbers *)

Section RealSums.
  Context {A : Type}.
  Implicit Types (f g : A -> R) (l : list A).

  Lemma sumR_ext f g l : (forall x, In x l -> f x = g x) -> sumR f l = sumR g l.
  Proof. induction l; simpl; intros H; [reflexivity|]. rewrite IHl, (H a) by auto. reflexivity. Qed.

  Lemma sumR_zero l : sumR (fun _ => 0) l = 0.
  Proof. induction l; simpl; lra. Qed.

  Lemma sumR_le f g l : (forall x, In x l -> f x <= g x) -> sumR f l <= sumR g l.
  Proof. induction l; simpl; intros H; [lra|]. apply Rplus_le_compat; auto. Qed.

  Lemma sumR_nonneg f l : (forall x, In x l -> 0 <= f x) -> 0 <= sumR f l.
  Proof. intros H. rewrite <- (sumR_zero l). now apply sumR_le. Qed.

  Lemma sumR_plus f g l : sumR (fun x => f x + g x) l = sumR f l + sumR g l.
  Proof. induction l; simpl; lra. Qed.

  Lemma sumR_scale f k l : sumR (fun x => f x * k) l = sumR f l * k.
  Proof. induction l; simpl; lra. Qed.

  (** Termwise at most, and equal in sum: then equal in each term. *)
  Lemma sumsR_meet f g l : (forall x, In x l -> f x <= g x) ->
    sumR f l = sumR g l <-> forall x, In x l -> f x = g x.
  Proof.
    intros H. split; [|apply sumR_ext]. induction l as [|y l IH]; simpl in *; [tauto|].
    intros E. assert (f y <= g y) by auto. assert (sumR f l <= sumR g l) by (apply sumR_le; auto).
    intros x [<-|I]; [lra|]. apply IH; auto. lra.
  Qed.
End RealSums.

Lemma sumR_map {A B} (f : B -> R) (g : A -> B) l : sumR f (map g l) = sumR (fun x => f (g x)) l.
Proof. induction l; simpl; congruence. Qed.

Lemma sumR_swap {A B} (f : A -> B -> R) l m :
  sumR (fun x => sumR (f x) m) l = sumR (fun y => sumR (fun x => f x y) l) m.
Proof. induction l as [|x l IH]; simpl; [now rewrite sumR_zero|]. now rewrite IH, <- sumR_plus. Qed.

Lemma Q2R_0 : Q2R 0 = 0.
Proof. unfold Q2R. simpl. lra. Qed.

Lemma Q2R_sum {A} (f : A -> Q) l : Q2R (sum f l) = sumR (fun x => Q2R (f x)) l.
Proof. induction l; simpl; [apply Q2R_0|]. now rewrite Q2R_plus, IHl. Qed.

Lemma sumR_counts (f : Q -> R) K (c : ClassCounts) : f 0%Q = 0 -> (length c <= K)%nat ->
  sumR f c = sumR (fun k => f (count k c)) (seq 0 K).
Proof.
  intros Z. revert c. induction K as [|K IH]; intros [|x c] L; simpl in *; try lia; trivial.
  - change (f (count 0 [])) with (f 0%Q). rewrite Z, (sumR_ext _ (fun _ => 0)), sumR_zero; [lra|].
    intros [|k] _; exact Z.
  - rewrite IH by lia. rewrite <- seq_shift, sumR_map. reflexivity.
Qed.

(** ** The tangent of the logarithm *)

Lemma ln_below_tangent z : 0 < z -> ln z <= z - 1 /\ (ln z = z - 1 -> z = 1).
Proof.
  intros P. assert (E := exp_ln z P). destruct (Req_dec (ln z) 0) as [Z|D].
  - rewrite Z, exp_0 in E. lra.
  - assert (L := exp_ineq1 _ D). lra.
Qed.

(** [x] of the weight [w] fall on a class: what the class adds to [w] times the entropy,
    in natural logarithms.  In Coq [ln 0 = 0], so no weight adds nothing. *)
Definition surprise (w x : R) : R := x * (ln w - ln x).

Lemma surprise_0 w : surprise w 0 = 0.
Proof. unfold surprise. ring. Qed.

(** Charging [-ln p] for the class, whatever its proportion, never costs less. *)
Lemma surprise_below_tangent w x p : 0 < w -> 0 <= x -> 0 < p ->
  surprise w x <= x * - ln p - x + w * p /\
  (surprise w x = x * - ln p - x + w * p <-> x = w * p).
Proof.
  intros W X P. assert (WP : 0 < w * p) by (apply Rmult_lt_0_compat; lra).
  unfold surprise. destruct (Req_dec x 0) as [->|D]; [lra|].
  assert (X' : 0 < x) by lra.
  destruct (ln_below_tangent (w * p / x)) as [L E]; [now apply Rdiv_lt_0_compat|].
  unfold Rdiv in L, E. rewrite !ln_mult, ln_Rinv in L, E by (trivial; now apply Rinv_0_lt_compat).
  assert (F : x * (w * p * / x - 1) = w * p - x) by (field; lra).
  split; [apply (Rmult_le_compat_l x) in L; lra|]. split; intros H.
  - assert (G : w * p * / x = 1); [apply E|].
    + apply (Rmult_eq_reg_l x); [|lra]. rewrite F. lra.
    + apply (f_equal (Rmult x)) in G. field_simplify in G; lra.
  - rewrite H at 3. rewrite H at 2. rewrite ln_mult by lra. rewrite <- H. ring.
Qed.

Lemma surprise_nonneg w x : 0 <= x <= w -> 0 <= surprise w x.
Proof.
  intros [A B]. unfold surprise. destruct (Req_dec x 0) as [->|D]; [lra|].
  assert (ln x <= ln w) by (destruct B as [B| ->]; [apply Rlt_le, ln_increasing|]; lra).
  apply Rmult_le_pos; lra.
Qed.

Lemma surprise_zero w x : 0 <= x <= w -> surprise w x = 0 -> x = 0 \/ x = w.
Proof.
  intros [A B] E. unfold surprise in E. destruct (Req_dec x 0) as [->|D]; [auto|right].
  apply Rmult_integral in E as [E|E]; [tauto|]. apply ln_inv; lra.
Qed.

(** ** The log-sum inequality

    Of the weights [w], the [x] fall on one class.  Merging adds surprise, unless
    the class has one proportion throughout. *)

Lemma log_sum {A} (w x : A -> R) l :
  (forall a, In a l -> 0 <= x a /\ (0 < w a \/ w a = 0 /\ x a = 0)) -> 0 < sumR w l ->
  sumR (fun a => surprise (w a) (x a)) l <= surprise (sumR w l) (sumR x l) /\
  (sumR (fun a => surprise (w a) (x a)) l = surprise (sumR w l) (sumR x l) <->
   forall a, In a l -> x a * sumR w l = w a * sumR x l).
Proof.
  intros H P. set (W := sumR w l) in *. set (X := sumR x l).
  assert (XP : 0 <= X) by (apply sumR_nonneg; intros a I; apply (H a I)).
  destruct (Req_dec X 0) as [E|D].
  - assert (Z : forall a, In a l -> x a = 0).
    { intros a I. symmetry. revert a I. apply (sumsR_meet (fun _ => 0) x).
      - intros a I. apply (H a I).
      - rewrite sumR_zero. now symmetry. }
    rewrite (sumR_ext _ (fun _ => 0)), sumR_zero, E, surprise_0
      by (intros a I; rewrite (Z a I); apply surprise_0).
    split; [lra|]. split; [|reflexivity]. intros _ a I. rewrite (Z a I). ring.
  - set (p := X / W). assert (Pp : 0 < p) by (apply Rdiv_lt_0_compat; lra).
    set (line a := x a * - ln p - x a + w a * p).
    assert (T : forall a, In a l -> surprise (w a) (x a) <= line a /\
                (surprise (w a) (x a) = line a <-> x a * W = w a * X)).
    { intros a I. destruct (H a I) as [Xa [Wa|[Wa Xz]]].
      - destruct (surprise_below_tangent (w a) (x a) p Wa Xa Pp) as [L E].
        split; [exact L|]. unfold line. rewrite E. unfold p. split; intros F.
        + rewrite F. field. lra.
        + apply (Rmult_eq_reg_r W); [|lra]. rewrite F. field. lra.
      - unfold line. rewrite Wa, Xz, surprise_0. split; [lra|split; intros; ring]. }
    assert (S : sumR line l = surprise W X).
    { unfold line. rewrite (sumR_ext _ (fun a => x a * (- ln p - 1) + w a * p)) by (intros; ring).
      rewrite sumR_plus, !sumR_scale. fold W X. unfold surprise, p, Rdiv.
      rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra). field. lra. }
    rewrite <- S, sumsR_meet by apply T. split; [apply sumR_le, T|].
    split; intros E a I; now apply (T a I), E.
Qed.

(** ** Entropy *)

(** Weight times entropy, in natural logarithms. *)
Definition nats (c : ClassCounts) : R := sumR (fun x => surprise (Q2R (weight c)) (Q2R x)) c.

Lemma ln_2_positive : 0 < ln 2.
Proof. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma Q2R_positive q : (0 < q)%Q -> 0 < Q2R q.
Proof. intros P. rewrite <- Q2R_0. now apply Qlt_Rlt. Qed.

Lemma Q2R_nonneg q : (0 <= q)%Q -> 0 <= Q2R q.
Proof. intros P. rewrite <- Q2R_0. now apply Qle_Rle. Qed.

Lemma Q2R_ratio x w : (0 < w)%Q -> Q2R (x / w) = Q2R x / Q2R w.
Proof. intros P. apply Q2R_div. intros E. rewrite E in P. discriminate. Qed.

Lemma nats_entropy c : nonneg c -> (0 < weight c)%Q ->
  nats c = Q2R (weight c) * ln 2 * entropy c.
Proof.
  intros N P. assert (L2 := ln_2_positive). assert (W := Q2R_positive _ P).
  unfold nats, entropy. rewrite Ropp_mult_distr_r_reverse, Ropp_mult_distr_l, Rmult_comm, <- sumR_scale.
  apply sumR_ext. intros x I. cbv zeta. rewrite Q2R_ratio by exact P. unfold surprise, log2.
  assert (X := Q2R_nonneg x (N x I)). destruct (Req_dec (Q2R x) 0) as [->|D]; [unfold Rdiv; ring|].
  unfold Rdiv at 3. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra). field. lra.
Qed.

Lemma counts_below c k : nonneg c -> 0 <= Q2R (count k c) <= Q2R (weight c).
Proof.
  intros N. split; [apply Q2R_nonneg, count_nonneg, N|apply Qle_Rle, count_le_weight, N].
Qed.

Lemma counts_in c x : nonneg c -> In x c -> 0 <= Q2R x <= Q2R (weight c).
Proof.
  intros N I. destruct (In_nth c x 0%Q I) as (k & _ & <-). now apply counts_below.
Qed.

Lemma nats_nonneg c : nonneg c -> 0 <= nats c.
Proof. intros N. apply sumR_nonneg. intros x I. now apply surprise_nonneg, counts_in. Qed.

Lemma nats_zero_iff_pure c : nonneg c -> (0 < weight c)%Q -> nats c = 0 <-> pure c.
Proof.
  intros N P. unfold nats. rewrite <- (sumR_zero c). split.
  - intros E. symmetry in E. rewrite sumsR_meet in E by (intros; now apply surprise_nonneg, counts_in).
    destruct (some_count_positive c N P) as [k X]. exists k. apply eqR_Qeq.
    assert (I : In (count k c) c).
    { unfold count in *. destruct (nth_in_or_default k c 0%Q) as [I|D]; [exact I|].
      rewrite D in X. discriminate. }
    specialize (E _ I). symmetry in E.
    apply surprise_zero in E as [E|E]; [apply Q2R_positive in X; lra|exact E|now apply counts_below].
  - intros [k E]. apply sumR_ext. intros x I. destruct (In_nth c x 0%Q I) as (i & _ & <-).
    fold (count i c).
    destruct (Nat.eq_dec i k) as [->|D].
    + rewrite <- (Qeq_eqR _ _ E). unfold surprise. ring.
    + assert (Z : Q2R (count i c) = 0); [|rewrite Z; apply surprise_0].
      assert (T := Qle_Rle _ _ (two_counts_le_weight i k c N D)).
      rewrite Q2R_plus, (Qeq_eqR _ _ E) in T. assert (B := counts_below c i N). lra.
Qed.

(** Positive scaling, once and for all. *)
Lemma scaled_le k a b : 0 < k -> k * a <= k * b <-> a <= b.
Proof. intros P. split; intros H; [now apply Rmult_le_reg_l in H|apply Rmult_le_compat_l; lra]. Qed.

Lemma scaled_eq k a b : 0 < k -> k * a = k * b <-> a = b.
Proof. intros P. split; intros H; [apply Rmult_eq_reg_l in H; lra|now subst]. Qed.

Lemma scale_positive (c : ClassCounts) : (0 < weight c)%Q -> 0 < Q2R (weight c) * ln 2.
Proof. intros P. apply Rmult_lt_0_compat; [now apply Q2R_positive|apply ln_2_positive]. Qed.

Theorem entropy_nonneg c : nonneg c -> (0 < weight c)%Q -> 0 <= entropy c.
Proof.
  intros N P. apply (scaled_le _ _ _ (scale_positive c P)).
  rewrite <- nats_entropy, Rmult_0_r by assumption. now apply nats_nonneg.
Qed.

Theorem entropy_zero_iff_pure c : nonneg c -> (0 < weight c)%Q -> entropy c = 0 <-> pure c.
Proof.
  intros N P. rewrite <- nats_zero_iff_pure, nats_entropy by assumption.
  rewrite <- (Rmult_0_r (Q2R (weight c) * ln 2)) at 2.
  now rewrite scaled_eq by now apply scale_positive.
Qed.

(** ** Conditional entropy, gain, intrinsic value *)

Section Parts.
  Variable parts : list ClassCounts.
  Hypothesis N : forall c, In c parts -> nonneg c.
  Hypothesis P : (0 < weight (merge parts))%Q.

  Let whole := merge parts.
  Let W := Q2R (weight whole).
  Let X k := Q2R (count k whole).
  Let w (c : ClassCounts) := Q2R (weight c).
  Let x k (c : ClassCounts) := Q2R (count k c).
  Let scale := scale_positive whole P.

  Lemma whole_nonneg : nonneg whole.
  Proof. now apply merge_nonneg. Qed.

  Lemma W_sum : W = sumR w parts.
  Proof. unfold W, whole. rewrite (Qeq_eqR _ _ (weight_merge parts)). apply Q2R_sum. Qed.

  Lemma X_sum k : X k = sumR (x k) parts.
  Proof. unfold X, whole. rewrite (Qeq_eqR _ _ (count_merge k parts)). apply Q2R_sum. Qed.

  Lemma nats_of_part c : In c parts ->
    nats c = sumR (fun k => surprise (w c) (x k c)) (classes parts).
  Proof.
    intros I. apply (sumR_counts (fun q => surprise (w c) (Q2R q))).
    - rewrite Q2R_0. apply surprise_0.
    - now apply in_classes_length.
  Qed.

  Lemma nats_of_whole : nats whole = sumR (fun k => surprise W (X k)) (classes parts).
  Proof.
    apply (sumR_counts (fun q => surprise W (Q2R q))).
    - rewrite Q2R_0. apply surprise_0.
    - unfold whole. simpl. rewrite map_length. unfold classes. now rewrite seq_length.
  Qed.

  Lemma empty_part c : In c parts -> (weight c == 0)%Q -> nats c = 0.
  Proof.
    intros I E. unfold nats. rewrite <- (sumR_zero c). apply sumR_ext. intros q J.
    assert (B := counts_in c q (N c I) J). rewrite (Qeq_eqR _ _ E), Q2R_0 in *.
    replace (Q2R q) with 0 by lra. apply surprise_0.
  Qed.

  Lemma part_weight c : In c parts -> (0 < weight c)%Q \/ (weight c == 0)%Q.
  Proof.
    intros I. destruct (Qlt_le_dec 0 (weight c)); [auto|right].
    apply Qle_antisym; [assumption|now apply weight_nonneg, N].
  Qed.

  Lemma nats_of_parts : sumR nats parts = W * ln 2 * conditional_entropy parts.
  Proof.
    unfold conditional_entropy. rewrite Rmult_comm, <- sumR_scale. apply sumR_ext. intros c I.
    rewrite Q2R_ratio by exact P. fold whole. fold W. assert (Wp : 0 < W) by now apply Q2R_positive.
    destruct (part_weight c I) as [Pc|E].
    - rewrite nats_entropy by auto. field. lra.
    - rewrite empty_part, (Qeq_eqR _ _ E), Q2R_0 by assumption. unfold Rdiv. ring.
  Qed.

  Lemma part_of_class k c : In c parts -> 0 <= x k c /\ (0 < w c \/ w c = 0 /\ x k c = 0).
  Proof.
    intros I. assert (B := counts_below c k (N c I)). unfold w, x.
    destruct (part_weight c I) as [Pc|E]; [apply Q2R_positive in Pc; lra|].
    rewrite (Qeq_eqR _ _ E), Q2R_0 in *. lra.
  Qed.

  Lemma nats_of_parts_by_class :
    sumR nats parts = sumR (fun k => sumR (fun c => surprise (w c) (x k c)) parts) (classes parts).
  Proof. rewrite (sumR_ext _ _ _ nats_of_part). apply sumR_swap. Qed.

  Lemma class_log_sum k :
    sumR (fun c => surprise (w c) (x k c)) parts <= surprise W (X k) /\
    (sumR (fun c => surprise (w c) (x k c)) parts = surprise W (X k) <->
     forall c, In c parts -> x k c * W = w c * X k).
  Proof.
    rewrite W_sum, X_sum. apply log_sum; [apply part_of_class|].
    rewrite <- W_sum. now apply Q2R_positive.
  Qed.

  Theorem conditional_entropy_never_exceeds : conditional_entropy parts <= entropy whole.
  Proof.
    apply (scaled_le _ _ _ scale). rewrite <- nats_entropy by (trivial; apply whole_nonneg).
    fold W. rewrite <- nats_of_parts, nats_of_parts_by_class, nats_of_whole.
    apply sumR_le. intros k _. apply class_log_sum.
  Qed.

  Theorem information_gain_nonneg : 0 <= information_gain parts.
  Proof. unfold information_gain. assert (H := conditional_entropy_never_exceeds). fold whole. lra. Qed.

  (** Equal exactly when Gini's are: all nonempty parts have the same class proportions. *)
  Lemma proportion_as_whole k c : In c parts ->
    x k c * W = w c * X k <-> (count k c * weight whole == weight c * count k whole)%Q.
  Proof.
    intros I. unfold x, w, X, W. rewrite <- !Q2R_mult. split; [apply eqR_Qeq|apply Qeq_eqR].
  Qed.

  Theorem conditional_entropy_equal_iff_same_proportions :
    conditional_entropy parts = entropy whole <-> same_proportions parts.
  Proof.
    rewrite <- (scaled_eq _ _ _ scale), <- nats_entropy by (trivial; apply whole_nonneg).
    fold W. rewrite <- nats_of_parts, nats_of_parts_by_class, nats_of_whole.
    rewrite sumsR_meet by (intros; apply class_log_sum).
    rewrite same_proportions_iff_cross_products by assumption. split; intros E k K.
    - intros c I. apply proportion_as_whole; [exact I|]. now apply class_log_sum; [apply E|].
    - apply class_log_sum. intros c I. apply proportion_as_whole; auto.
  Qed.

  (** *** Gain is at most the entropy, and is all of it when every part is pure *)

  Lemma parts_nats_nonneg c : In c parts -> 0 <= nats c.
  Proof. intros I. now apply nats_nonneg, N. Qed.

  Theorem conditional_entropy_nonneg : 0 <= conditional_entropy parts.
  Proof.
    apply (scaled_le _ _ _ scale). fold W. rewrite <- nats_of_parts, Rmult_0_r.
    apply sumR_nonneg, parts_nats_nonneg.
  Qed.

  Theorem conditional_entropy_zero_iff_parts_pure :
    conditional_entropy parts = 0 <-> forall c, In c parts -> (0 < weight c)%Q -> pure c.
  Proof.
    rewrite <- (scaled_eq _ _ _ scale), Rmult_0_r. fold W.
    rewrite <- nats_of_parts, <- (sumR_zero parts).
    split.
    - intros E c I Pc. symmetry in E. rewrite sumsR_meet in E by apply parts_nats_nonneg.
      apply nats_zero_iff_pure; auto. symmetry. now apply E.
    - intros H. apply sumR_ext. intros c I. destruct (part_weight c I) as [Pc|Z].
      + apply nats_zero_iff_pure; auto.
      + now apply empty_part.
  Qed.

  Theorem information_gain_le_entropy : information_gain parts <= entropy whole.
  Proof. unfold information_gain. assert (H := conditional_entropy_nonneg). fold whole. lra. Qed.

  Theorem information_gain_is_entropy_iff_parts_pure :
    information_gain parts = entropy whole <-> forall c, In c parts -> (0 < weight c)%Q -> pure c.
  Proof.
    rewrite <- conditional_entropy_zero_iff_parts_pure. unfold information_gain. fold whole. split; lra.
  Qed.

  (** *** Intrinsic value *)

  Lemma weight_of_sizes : (weight (sizes parts) == weight whole)%Q.
  Proof. unfold whole. rewrite weight_merge. simpl. unfold sizes. now rewrite sum_map. Qed.

  Lemma sizes_positive : (0 < weight (sizes parts))%Q.
  Proof. now rewrite weight_of_sizes. Qed.

  Lemma sizes_nonneg : nonneg (sizes parts).
  Proof. intros q I. apply in_map_iff in I as (c & <- & I). now apply weight_nonneg, N. Qed.

  Theorem intrinsic_value_nonneg : 0 <= intrinsic_value parts.
  Proof. apply entropy_nonneg; [apply sizes_nonneg|apply sizes_positive]. Qed.

  Theorem intrinsic_value_zero_iff_one_part_holds_all :
    intrinsic_value parts = 0 <-> exists c, In c parts /\ (weight c == weight whole)%Q.
  Proof.
    unfold intrinsic_value. rewrite entropy_zero_iff_pure
      by (apply sizes_nonneg || apply sizes_positive).
    unfold pure. split.
    - intros [k E]. rewrite weight_of_sizes in E. unfold count, sizes in E.
      destruct (Nat.lt_ge_cases k (length parts)) as [L|G].
      + exists (nth k parts []). split; [now apply nth_In|]. now rewrite <- E, <- (map_nth weight).
      + rewrite nth_overflow in E by now rewrite map_length. destruct (Qlt_not_eq _ _ P E).
    - intros (c & I & E). destruct (In_nth parts c [] I) as (k & L & <-). exists k.
      rewrite weight_of_sizes, <- E. unfold count, sizes. now rewrite <- (map_nth weight).
  Qed.

  (** *** Gain is at most the intrinsic value

      Both sides of the chain rule are the entropy of class and part together. *)

  Lemma part_is_its_classes c : In c parts -> w c = sumR (fun k => x k c) (classes parts).
  Proof.
    intros I. unfold w, x. rewrite <- (Q2R_sum (fun k => count k c)). apply Qeq_eqR.
    now apply (sum_classes (fun q => q)).
  Qed.

  Lemma chain_rule :
    nats (sizes parts) + sumR nats parts =
    sumR (fun k => sumR (fun c => surprise W (x k c)) parts) (classes parts).
  Proof.
    rewrite <- sumR_swap. unfold nats at 1, sizes at 2.
    rewrite (Qeq_eqR _ _ weight_of_sizes), sumR_map, <- sumR_plus. apply sumR_ext. intros c I.
    rewrite nats_of_part by exact I. fold W (w c). unfold surprise at 1.
    rewrite part_is_its_classes at 1 by exact I. rewrite <- sumR_scale, <- sumR_plus.
    apply sumR_ext. intros k _. unfold surprise. ring.
  Qed.

  Lemma part_of_class_le k c : In c parts -> x k c <= X k.
  Proof.
    intros I. apply Qle_Rle. unfold whole. rewrite count_merge.
    apply (term_le_sum (count k)); [intros d J; now apply count_nonneg, N|exact I].
  Qed.

  Lemma class_spread k c : In c parts ->
    x k c * (ln W - ln (X k)) <= surprise W (x k c) /\
    (x k c * (ln W - ln (X k)) = surprise W (x k c) <-> (0 < x k c -> x k c = X k)).
  Proof.
    intros I. assert (L := part_of_class_le k c I). destruct (part_of_class k c I) as [[Xp|Z] _].
    - unfold surprise. destruct L as [L|E]; [|rewrite <- E; split; [lra|tauto]].
      assert (M := ln_increasing _ _ Xp L). assert (G := Rmult_lt_compat_l _ _ _ Xp M).
      split; [lra|]. split; [lra|]. intros H. specialize (H Xp). lra.
    - rewrite <- Z, surprise_0. split; [lra|]. split; [lra|intros; ring].
  Qed.

  Lemma nats_of_whole_spread :
    nats whole = sumR (fun k => sumR (fun c => x k c * (ln W - ln (X k))) parts) (classes parts).
  Proof.
    rewrite nats_of_whole. apply sumR_ext. intros k _. rewrite sumR_scale, <- X_sum. reflexivity.
  Qed.

  Lemma scaled_chain : W * ln 2 * (intrinsic_value parts + conditional_entropy parts) =
    sumR (fun k => sumR (fun c => surprise W (x k c)) parts) (classes parts).
  Proof.
    rewrite <- chain_rule, nats_of_parts.
    rewrite nats_entropy, (Qeq_eqR _ _ weight_of_sizes) by (apply sizes_nonneg || apply sizes_positive).
    fold W. unfold intrinsic_value. ring.
  Qed.

  Theorem information_gain_le_intrinsic_value : information_gain parts <= intrinsic_value parts.
  Proof.
    enough (entropy whole <= intrinsic_value parts + conditional_entropy parts)
      by (unfold information_gain; fold whole; lra).
    apply (scaled_le _ _ _ scale). rewrite <- nats_entropy by (trivial; apply whole_nonneg).
    fold W. rewrite scaled_chain, nats_of_whole_spread.
    apply sumR_le. intros k _. apply sumR_le. intros c I. now apply class_spread.
  Qed.

  (** Equal exactly when no class stands in two parts. *)
  Theorem information_gain_is_intrinsic_value_iff_classes_undivided :
    information_gain parts = intrinsic_value parts <->
    forall k c, In k (classes parts) -> In c parts ->
      (0 < count k c)%Q -> (count k c == count k whole)%Q.
  Proof.
    transitivity (entropy whole = intrinsic_value parts + conditional_entropy parts);
      [unfold information_gain; fold whole; split; lra|].
    rewrite <- (scaled_eq _ _ _ scale), <- nats_entropy by (trivial; apply whole_nonneg).
    fold W. rewrite scaled_chain, nats_of_whole_spread.
    rewrite sumsR_meet by (intros; apply sumR_le; intros; now apply class_spread).
    split.
    - intros E k c K I Pc. specialize (E k K). cbv beta in E.
      rewrite sumsR_meet in E by (intros; now apply class_spread).
      apply eqR_Qeq, (class_spread k c I); [now apply E|now apply Q2R_positive].
    - intros H k K. apply sumR_ext. intros c I. apply class_spread; [exact I|]. intros Xp.
      apply Qeq_eqR, H; trivial. apply Rlt_Qlt. now rewrite Q2R_0.
  Qed.

  Theorem gain_ratio_between_0_and_1 : 0 < intrinsic_value parts -> 0 <= gain_ratio parts <= 1.
  Proof.
    intros V. assert (G := information_gain_nonneg). assert (L := information_gain_le_intrinsic_value).
    unfold gain_ratio. split.
    - apply Rmult_le_pos; [exact G|]. now apply Rlt_le, Rinv_0_lt_compat.
    - apply (Rmult_le_reg_r (intrinsic_value parts)); [exact V|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l; lra.
  Qed.

  (** Where the ratio has no value, there is nothing to gain either. *)
  Theorem no_intrinsic_value_no_gain : intrinsic_value parts = 0 -> information_gain parts = 0.
  Proof.
    intros Z. assert (G := information_gain_nonneg).
    assert (L := information_gain_le_intrinsic_value). lra.
  Qed.
End Parts.

(** A row identifier's parts are pure: no other split of the node gains more.
    [NOTE_C; NOTE_D] *)
Theorem identifier_information_gain_is_maximal parts parts' :
  (forall c, In c parts -> nonneg c) -> (0 < weight (merge parts))%Q ->
  (forall c, In c parts' -> nonneg c) -> (0 < weight (merge parts'))%Q ->
  entropy (merge parts) = entropy (merge parts') ->
  (forall c, In c parts -> (0 < weight c)%Q -> pure c) ->
  information_gain parts' <= information_gain parts.
Proof.
  intros N P N' P' E H. apply information_gain_is_entropy_iff_parts_pure in H; trivial.
  rewrite H, E. now apply information_gain_le_entropy.
Qed.

Theorem same_argmin_entropy parts parts' : entropy (merge parts) = entropy (merge parts') ->
  conditional_entropy parts <= conditional_entropy parts' <->
  information_gain parts' <= information_gain parts.
Proof. unfold information_gain. intros ->. split; lra. Qed.

(** ** The logarithmic loss of a leaf's probabilities (Gibbs' inequality)

    A row of class [k] costs [- log2 (q k)].  The class proportions cost least,
    and what they cost is the entropy. [NOTE_B; ESL2 §9.2.3] *)

Definition log_loss (q : nat -> R) (c : ClassCounts) : R :=
  sumR (fun k => Q2R (count k c) * - log2 (q k)) (seq 0 (length c)).

(** Probabilities; a class that is there is not given probability 0. *)
Definition probabilities (q : nat -> R) (c : ClassCounts) : Prop :=
  (forall k, 0 <= q k) /\ sumR q (seq 0 (length c)) = 1 /\
  (forall k, (0 < count k c)%Q -> 0 < q k).

Lemma weight_by_class (c : ClassCounts) :
  Q2R (weight c) = sumR (fun k => Q2R (count k c)) (seq 0 (length c)).
Proof.
  rewrite <- (Q2R_sum (fun k => count k c)). apply Qeq_eqR. now apply (sum_counts (fun y => y)).
Qed.

Section Gibbs.
  Variables (q : nat -> R) (c : ClassCounts).
  Hypothesis N : nonneg c.
  Hypothesis P : (0 < weight c)%Q.
  Hypothesis Pr : probabilities q c.

  Let W := Q2R (weight c).
  Let x k := Q2R (count k c).
  Let ks := seq 0 (length c).
  Let line k := x k * - ln (q k) - x k + W * q k.

  Lemma nats_by_class : nats c = sumR (fun k => surprise W (x k)) ks.
  Proof. apply (sumR_counts (fun y => surprise W (Q2R y))); [rewrite Q2R_0; apply surprise_0|easy]. Qed.

  Lemma log_loss_lines : sumR line ks = ln 2 * log_loss q c.
  Proof.
    destruct Pr as (_ & One & _). unfold line.
    rewrite (sumR_ext _ (fun k => x k * - log2 (q k) * ln 2 + (x k * -1 + q k * W)))
      by (intros k _; unfold log2; field; assert (L := ln_2_positive); lra).
    rewrite !sumR_plus, !sumR_scale. fold ks in One. rewrite One.
    rewrite <- (weight_by_class c : W = sumR x ks).
    change (log_loss q c) with (sumR (fun k => x k * - log2 (q k)) ks). ring.
  Qed.

  Lemma surprise_le_line k :
    surprise W (x k) <= line k /\ (surprise W (x k) = line k <-> x k = W * q k).
  Proof.
    destruct Pr as (Q0 & _ & Q1). assert (B := proj1 (counts_below c k N)).
    destruct (Req_dec (q k) 0) as [Z|D].
    - assert (E : x k = 0).
      { unfold x in *. destruct (Qlt_le_dec 0 (count k c)) as [L|L]; [specialize (Q1 k L); lra|].
        apply Qle_Rle in L. rewrite Q2R_0 in L. lra. }
      unfold line. rewrite E, Z, surprise_0. split; [lra|split; intros; ring].
    - apply surprise_below_tangent; [now apply Q2R_positive|exact B|]. specialize (Q0 k). lra.
  Qed.

  Theorem entropy_le_log_loss : Q2R (weight c) * entropy c <= log_loss q c.
  Proof.
    apply (scaled_le (ln 2)); [apply ln_2_positive|].
    rewrite <- log_loss_lines, <- Rmult_assoc, (Rmult_comm (ln 2)), <- nats_entropy by assumption.
    rewrite nats_by_class. apply sumR_le. intros k _. apply surprise_le_line.
  Qed.

  Theorem log_loss_is_entropy_iff_class_proportions :
    log_loss q c = Q2R (weight c) * entropy c <->
    forall k, (k < length c)%nat -> q k = Q2R (proportion k c).
  Proof.
    assert (Wp := Q2R_positive _ P). fold W in Wp.
    rewrite <- (scaled_eq (ln 2)), <- log_loss_lines by apply ln_2_positive.
    rewrite <- Rmult_assoc, (Rmult_comm (ln 2)), <- nats_entropy, nats_by_class by assumption.
    transitivity (sumR (fun k => surprise W (x k)) ks = sumR line ks); [split; easy|].
    rewrite sumsR_meet by (intros; apply surprise_le_line). unfold ks.
    assert (R : forall k, x k = W * q k <-> q k = Q2R (proportion k c)).
    { intros k. unfold proportion. rewrite Q2R_ratio by exact P. fold (x k) W.
      split; intros E; [rewrite E; field; lra|rewrite E; field; lra]. }
    split.
    - intros E k L. apply R, surprise_le_line, E, in_seq. lia.
    - intros E k I. apply surprise_le_line, R, E. apply in_seq in I. lia.
  Qed.
End Gibbs.

Lemma class_proportions_are_probabilities c : nonneg c -> (0 < weight c)%Q ->
  probabilities (fun k => Q2R (proportion k c)) c.
Proof.
  intros N P. assert (Wp := Q2R_positive _ P). split; [|split].
  - intros k. apply Q2R_nonneg. unfold proportion. apply Qle_shift_div_l; [exact P|].
    rewrite Qmult_0_l. now apply count_nonneg.
  - rewrite <- (Q2R_sum (fun k => proportion k c)), <- RMicromega.Q2R_1. apply Qeq_eqR.
    rewrite <- (proportions_sum c) by (intros E; rewrite E in P; discriminate).
    symmetry. apply (sum_counts (fun y => y / weight c)%Q); [apply Qmult_0_l|easy].
  - intros k L. unfold proportion. rewrite Q2R_ratio by exact P.
    apply Rdiv_lt_0_compat; [now apply Q2R_positive|exact Wp].
Qed.

Theorem least_log_loss_is_entropy c : nonneg c -> (0 < weight c)%Q ->
  log_loss (fun k => Q2R (proportion k c)) c = Q2R (weight c) * entropy c.
Proof.
  intros N P. apply log_loss_is_entropy_iff_class_proportions; trivial.
  now apply class_proportions_are_probabilities.
Qed.

Theorem class_proportions_minimise_log_loss q c : nonneg c -> (0 < weight c)%Q ->
  probabilities q c -> log_loss (fun k => Q2R (proportion k c)) c <= log_loss q c.
Proof.
  intros N P Pr. rewrite least_log_loss_is_entropy by assumption. now apply entropy_le_log_loss.
Qed.

(** ** Entropy is at most log2 K, reached by K classes of one weight *)

Lemma sumR_const {A} k (l : list A) : sumR (fun _ => k) l = INR (length l) * k.
Proof. induction l; [simpl; ring|]. simpl sumR. rewrite IHl. simpl length. rewrite S_INR. ring. Qed.

Section Uniform.
  Variable c : ClassCounts.
  Hypothesis N : nonneg c.
  Hypothesis P : (0 < weight c)%Q.

  Let K := INR (length c).
  Let uniform (_ : nat) := / K.

  Lemma classes_positive : 0 < K.
  Proof.
    unfold K. apply lt_0_INR. destruct c; simpl in *; [discriminate|lia].
  Qed.

  Lemma uniform_probabilities : probabilities uniform c.
  Proof.
    assert (Kp := classes_positive). assert (0 < / K) by now apply Rinv_0_lt_compat.
    split; [intros; unfold uniform; lra|split; [|trivial]].
    unfold uniform. rewrite sumR_const, seq_length. fold K. field. lra.
  Qed.

  Lemma uniform_log_loss : log_loss uniform c = Q2R (weight c) * log2 K.
  Proof.
    assert (Kp := classes_positive). assert (L := ln_2_positive).
    unfold log_loss, uniform, log2. rewrite sumR_scale, ln_Rinv by exact Kp.
    rewrite weight_by_class. field. lra.
  Qed.

  Theorem entropy_le_log2_classes : entropy c <= log2 (INR (length c)).
  Proof.
    apply (scaled_le (Q2R (weight c))); [now apply Q2R_positive|]. fold K.
    rewrite <- uniform_log_loss. apply entropy_le_log_loss; trivial. apply uniform_probabilities.
  Qed.

  Theorem entropy_is_log2_classes_iff_even :
    entropy c = log2 (INR (length c)) <->
    forall k, (k < length c)%nat -> Q2R (proportion k c) = / INR (length c).
  Proof.
    rewrite <- (scaled_eq (Q2R (weight c))) by now apply Q2R_positive. fold K.
    rewrite <- uniform_log_loss. split.
    - intros E k L. symmetry.
      apply (log_loss_is_entropy_iff_class_proportions uniform c N P uniform_probabilities);
        [now symmetry|exact L].
    - intros E. symmetry.
      apply (log_loss_is_entropy_iff_class_proportions uniform c N P uniform_probabilities).
      intros k L. symmetry. now apply E.
  Qed.
End Uniform.

(** ** The gate of C4.5

    Some feature gains at least the average; that some feature gains more, as the
    notes ask, is wrong when all gain alike.  [C45 §2.2; NOTE_C;
    NOTE_D] *)

Definition average_gain (gains : list R) : R := sumR (fun g => g) gains / INR (length gains).

Lemma largest_gain gains : gains <> [] -> exists g, In g gains /\ forall h, In h gains -> h <= g.
Proof.
  induction gains as [|g [|h l] IH]; intros D; [congruence| |].
  - exists g. split; [now left|]. intros h [->|[]]. lra.
  - destruct IH as (m & I & M); [discriminate|]. destruct (Rle_lt_dec g m) as [L|L].
    + exists m. split; [now right|]. intros k [<-|J]; [exact L|now apply M].
    + exists g. split; [now left|]. intros k [<-|J]; [lra|]. specialize (M k J). lra.
Qed.

Theorem some_gain_reaches_the_average gains : gains <> [] ->
  exists g, In g gains /\ average_gain gains <= g.
Proof.
  intros D. destruct (largest_gain gains D) as (g & I & M). exists g. split; [exact I|].
  assert (P : 0 < INR (length gains)) by (apply lt_0_INR; destruct gains; simpl; [congruence|lia]).
  assert (L := sumR_le (fun h => h) (fun _ => g) gains M). rewrite sumR_const in L.
  apply (Rmult_le_reg_l (INR (length gains))); [exact P|]. unfold average_gain.
  replace (INR (length gains) * _) with (sumR (fun h => h) gains) by (field; lra). exact L.
Qed.

Example no_gain_need_exceed_the_average : forall g, In g [1; 1] -> ~ average_gain [1; 1] < g.
Proof. intros g I. unfold average_gain. simpl in *. destruct I as [<-|[<-|[]]]; lra. Qed.

(** ** Small entropies *)

Example entropy_of_a_fair_coin : entropy [1; 1]%Q = 1.
Proof.
  transitivity (log2 (INR 2)); [|unfold log2; simpl; replace (1 + 1) with 2 by ring; field;
    assert (L := ln_2_positive); lra].
  apply entropy_is_log2_classes_iff_even; [|reflexivity|].
  - intros x [<-|[<-|[]]]; discriminate.
  - intros [|[|k]] L; simpl in L; [| |lia]; unfold proportion, Q2R; simpl; field.
Qed.

(** Parts of one entropy need not have the whole's: two pure parts, one bit gained. *)
Example equal_entropy_in_parts_yet_gain :
  let parts := [[1; 0]; [0; 1]]%Q in
  entropy [1; 0]%Q = 0 /\ entropy [0; 1]%Q = 0 /\ information_gain parts = 1.
Proof.
  assert (N : forall c, In c [[1; 0]; [0; 1]]%Q -> nonneg c)
    by (intros c [<-|[<-|[]]] x [<-|[<-|[]]]; discriminate).
  split; [|split].
  - apply entropy_zero_iff_pure; [apply N; simpl; auto|reflexivity|now exists 0%nat].
  - apply entropy_zero_iff_pure; [apply N; simpl; auto|reflexivity|now exists 1%nat].
  - rewrite <- entropy_of_a_fair_coin. apply information_gain_is_entropy_iff_parts_pure;
      [exact N|reflexivity|].
    intros c [<-|[<-|[]]] _; [now exists 0%nat|now exists 1%nat].
Qed.

(** ** Two slips in the notes

    [NOTE_C] asks C4.5 for the smallest gain ratio.  Two pure
    parts have ratio 1; a row identifier of the same four rows has ratio 1/2, and
    the smallest would pick it. *)

Lemma log2_4 : log2 (INR 4) = 2.
Proof.
  unfold log2. simpl. replace (1 + 1 + 1 + 1) with (2 * 2) by ring.
  rewrite ln_mult by lra. field. assert (L := ln_2_positive). lra.
Qed.

Example smallest_gain_ratio_picks_the_identifier :
  gain_ratio [[2; 0]; [0; 2]]%Q = 1 /\
  gain_ratio [[1; 0]; [1; 0]; [0; 1]; [0; 1]]%Q = 1 / 2.
Proof.
  assert (E1 : entropy [2; 2]%Q = 1).
  { transitivity (log2 (INR 2)); [|unfold log2; simpl; replace (1 + 1) with 2 by ring; field;
      assert (L := ln_2_positive); lra].
    apply entropy_is_log2_classes_iff_even; [|reflexivity|].
    - intros x [<-|[<-|[]]]; discriminate.
    - intros [|[|k]] L; simpl in L; [| |lia]; unfold proportion, Q2R; simpl; field. }
  assert (E2 : entropy [1; 1; 1; 1]%Q = 2).
  { rewrite <- log2_4. apply entropy_is_log2_classes_iff_even; [|reflexivity|].
    - intros x I. simpl in I. intuition (subst; discriminate).
    - intros [|[|[|[|k]]]] L; simpl in L; [| | | |lia]; unfold proportion, Q2R; simpl; field. }
  assert (G1 : information_gain [[2; 0]; [0; 2]]%Q = entropy [2; 2]%Q).
  { apply information_gain_is_entropy_iff_parts_pure; [|reflexivity|].
    - intros c [<-|[<-|[]]] x [<-|[<-|[]]]; discriminate.
    - intros c [<-|[<-|[]]] _; [now exists 0%nat|now exists 1%nat]. }
  assert (G2 : information_gain [[1; 0]; [1; 0]; [0; 1]; [0; 1]]%Q = entropy [2; 2]%Q).
  { apply information_gain_is_entropy_iff_parts_pure; [|reflexivity|].
    - intros c [<-|[<-|[<-|[<-|[]]]]] x [<-|[<-|[]]]; discriminate.
    - intros c [<-|[<-|[<-|[<-|[]]]]] _; (now exists 0%nat) || (now exists 1%nat). }
  unfold gain_ratio. rewrite G1, G2, E1. unfold intrinsic_value.
  change (sizes [[2; 0]; [0; 2]]%Q) with [2; 2]%Q.
  change (sizes [[1; 0]; [1; 0]; [0; 1]; [0; 1]]%Q) with [1; 1; 1; 1]%Q.
  rewrite E1, E2. split; field.
Qed.

(** [NOTE_B] writes the cross-entropy without its minus sign: what it
    defines is never positive, and to make it small would make the node impure. *)

Definition cross_entropy_as_noted (c : ClassCounts) : R :=
  sumR (fun x => let p := Q2R (x / weight c) in p * ln p) c.

Theorem cross_entropy_as_noted_is_minus_entropy c : cross_entropy_as_noted c = - (ln 2 * entropy c).
Proof.
  assert (L := ln_2_positive). unfold cross_entropy_as_noted, entropy, log2.
  rewrite Ropp_mult_distr_r, Ropp_involutive, Rmult_comm, <- sumR_scale.
  apply sumR_ext. intros x _. cbv zeta. field. lra.
Qed.

(** * RationalEntropies: true keys of entropy order questions as information gains do,
  for any rational weights

    A weight of 1 is [c] units, a real number.  Each count is 0 or at least one unit: then the key,
      a sum of terms
    [x log2 x], is the conditional entropy of the definitions but for a factor that is negative. *)
From Coq Require Import QArith Qreals Reals Lra Lia List.
From Dtrees Require Import Spec.Summaries Spec.Entropies Summary GrowingRational.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Entropy Rounding Filter WholeCounts RoundedRows RoundedCounts RoundedEntropies
  RoundedFloats RoundedBounds
  RationalKeys RoundedFilter.
Import ListNotations.
Open Scope R_scope.

Lemma nats_same c d : same_counts c d -> nats c = nats d.
Proof.
  intros S. assert (W := Qeq_eqR _ _ (weight_same _ _ S)). unfold nats. rewrite W.
  assert (Z : surprise (Q2R (weight d)) (Q2R 0) = 0) by (rewrite Q2R_0; apply surprise_0).
  set (K := Nat.max (length c) (length d)).
  rewrite (sumR_counts (fun q => surprise (Q2R (weight d)) (Q2R q)) K c),
    (sumR_counts (fun q => surprise (Q2R (weight d)) (Q2R q)) K d);
    trivial; [|unfold K; lia|unfold K; lia].
  apply sumR_ext. intros k _. now rewrite (Qeq_eqR _ _ (S k)).
Qed.

Lemma entropy_same c d : nonneg c -> nonneg d -> (0 < weight c)%Q -> same_counts c d -> entropy c = entropy d.
Proof.
  intros Nc Nd P S. assert (P' : (0 < weight d)%Q) by (now rewrite <- (weight_same _ _ S)).
  assert (H := nats_same c d S). rewrite (nats_entropy c), (nats_entropy d) in H by trivial.
  rewrite (Qeq_eqR _ _ (weight_same _ _ S)) in H. assert (W := Q2R_positive _ P').
    assert (L := ln_2_positive).
  apply Rmult_eq_reg_l in H; [exact H|]. apply Rgt_not_eq. now apply Rmult_lt_0_compat.
Qed.

(** A child's terms. *)
Lemma terms_are_nats c d p : 0 < c -> nonneg d -> (0 < weight d)%Q -> reads c d p ->
  (forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x) -> 1 <= true_weight p ->
  sumR (fun x => phi (fst x)) (counts p) - phi (true_weight p) = - (c / ln 2) * nats d.
Proof.
  intros C N P [E W] Large Lw. assert (L := ln_2_positive). assert (Wd := Q2R_positive _ P).
  rewrite (sum_of_firsts phi), E, sumR_map. rewrite W in *. rewrite phi_above by exact Lw.
  assert (T : forall x, In x d -> phi (c * Q2R x) = Q2R x * (c * (ln c + ln (Q2R (weight d))) / ln 2) +
    surprise (Q2R (weight d)) (Q2R x) * - (c / ln 2)).
  { intros x I. assert (X := Q2R_nonneg x (N x I)).
    assert (H : c * Q2R x = 0 \/ 1 <= c * Q2R x).
    { assert (J : In (c * Q2R x) (map fst (counts p))) by (rewrite E; now apply (in_map (fun x => c * Q2R
      x))).
      apply in_map_iff in J as (y & Ey & J). rewrite <- Ey. now apply Large. }
    unfold surprise. destruct (Req_dec (Q2R x) 0) as [Z|Z].
    - rewrite Z, Rmult_0_r, phi_below by lra. ring.
    - assert (0 < Q2R x) by lra. destruct H as [H|H]; [apply Rmult_integral in H; lra|].
      rewrite phi_above by exact H. unfold bits, log2. rewrite ln_mult by lra. field. lra. }
  rewrite (sumR_ext _ _ _ T), sumR_plus, !sumR_scale. fold (nats d).
  assert (Sw : sumR Q2R d = Q2R (weight d)) by (symmetry; apply (Q2R_sum (fun x => x))). rewrite Sw.
  unfold bits, log2. rewrite ln_mult by lra. field. lra.
Qed.

Section TrueKeys.
  Variables (c : R) (ds es : list ClassCounts) (ps qs : list part).
  Hypothesis unit : 0 < c.
  Hypothesis one_node : same_counts (merge ds) (merge es).
  Hypothesis some : ds <> [] /\ es <> [].
  Hypothesis counts_are : forall d, In d ds \/ In d es -> nonneg d /\ (0 < weight d)%Q.
  Hypothesis read : Forall2 (reads c) ds ps /\ Forall2 (reads c) es qs.
  Hypothesis no_less_than_a_unit : forall p, In p ps \/ In p qs -> 1 <= true_weight p /\
    forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x.

  Lemma keys_are_nats ks ts : Forall2 (reads c) ks ts -> (forall d, In d ks ->
    nonneg d /\ (0 < weight d)%Q) ->
    (forall p, In p ts -> 1 <= true_weight p /\ forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x) ->
    true_entropy_key ts = - (c / ln 2) * sumR nats ks.
  Proof.
    unfold true_entropy_key. induction 1 as [|d p ks ts R F IH]; intros N L; [unfold sumR; simpl; ring|].
    change (sumR nats (d :: ks)) with (nats d + sumR nats ks). destruct (N d (or_introl eq_refl)) as [Nd Pd].
    destruct (L p (or_introl eq_refl)) as [Lw Lx]. cbn [sumR fold_right]. fold (sumR nats ks).
    rewrite (terms_are_nats c d p unit Nd Pd R Lx Lw).
    unfold sumR at 1 in IH. rewrite IH by (intros; (apply N || apply L); now right). ring.
  Qed.

  (** The key is the node's own, and the information gain times the node's weight. *)
  Lemma true_keys_are_information_gains ks ts d p : ks <> [] -> (forall e, In e ks ->
    nonneg e /\ (0 < weight e)%Q) -> same_counts (merge ks) d -> nonneg d ->
    (forall p, In p ts -> 1 <= true_weight p /\ forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x) ->
    1 <= true_weight p /\ (forall x, In x (counts p) -> fst x = 0 \/ 1 <= fst x) ->
    Forall2 (reads c) ks ts -> reads c d p ->
    true_entropy_key ts = true_entropy_key [p] + true_weight p * information_gain ks.
  Proof.
    clear - unit. intros N P M Nd Lt Lp F Rp. assert (L2 := ln_2_positive).
    assert (Nm : nonneg (merge ks) /\ (0 < weight (merge ks))%Q).
    { split; [apply merge_nonneg; intros x X; now apply P|]. rewrite weight_merge.
      destruct ks as [|k ks]; [easy|]. cbn [Spec.Sum.sum fold_right].
      destruct (P k (or_introl eq_refl)) as [_ Pk].
      assert (Q : (0 <= Spec.Sum.sum weight ks)%Q).
      { apply Sums.sum_nonneg. intros x X. apply Qlt_le_weak, P. now right. }
      unfold Spec.Sum.sum in Q.
      apply Qlt_le_trans with (weight k + 0)%Q; [now rewrite Qplus_0_r|]. now apply Qplus_le_compat;
        [apply Qle_refl|]. }
    destruct Nm as [Nm Pm]. assert (Pd : (0 < weight d)%Q) by now rewrite <- (weight_same _ _ M).
    rewrite (keys_are_nats ks ts F P Lt), (keys_are_nats [d] [p] (Forall2_cons _ _ Rp (Forall2_nil _)));
      [|now intros e [<-|[]]|now intros r [<-|[]]].
    rewrite (nats_of_parts ks) by (trivial; intros e I; now apply P).
    change (sumR nats [d]) with (nats d + 0). rewrite Rplus_0_r, (nats_entropy d Nd Pd).
    unfold information_gain. rewrite (entropy_same _ _ Nm Nd Pm M), (Qeq_eqR _ _ (weight_same _ _ M)).
    destruct Rp as [_ ->]. field. lra.
  Qed.

  Theorem information_gains_order_true_keys : information_gain ds <= information_gain es ->
    true_entropy_key ps <= true_entropy_key qs.
  Proof.
    intros G. destruct read as [Rp Rq]. assert (L2 := ln_2_positive).
    rewrite (keys_are_nats ds ps Rp), (keys_are_nats es qs Rq) by auto.
    assert (N : forall k, (forall d, In d k -> In d ds \/ In d es) -> k <> [] ->
      nonneg (merge k) /\ (0 < weight (merge k))%Q).
    { intros [|d k] I E; [easy|]. split; [apply merge_nonneg; intros x X; apply (counts_are x), I, X|].
      rewrite weight_merge. cbn [Spec.Sum.sum fold_right]. destruct (counts_are d (I d (or_introl eq_refl)))
        as [_ P].
      assert (Q : (0 <= Spec.Sum.sum weight k)%Q).
      { apply Sums.sum_nonneg. intros x X. apply Qlt_le_weak, (counts_are x), I. now right. }
      unfold Spec.Sum.sum in Q.
      apply Qlt_le_trans with (weight d + 0)%Q; [now rewrite Qplus_0_r|]. now apply Qplus_le_compat;
        [apply Qle_refl|]. }
    destruct (N ds ltac:(auto) (proj1 some)) as [Nd Pd]. destruct (N es ltac:(auto) (proj2 some)) as [Ne Pe].
    rewrite (nats_of_parts ds), (nats_of_parts es) by (trivial; intros d I; apply (counts_are d); auto).
    unfold information_gain in G. rewrite (entropy_same _ _ Nd Ne Pd one_node) in G.
    rewrite (Qeq_eqR _ _ (weight_same _ _ one_node)). assert (W := Q2R_positive _ Pe).
    set (w := Q2R (weight (merge es))) in *. assert (H : conditional_entropy es <= conditional_entropy ds) by
      lra.
    assert (A : w * ln 2 * conditional_entropy es <= w * ln 2 * conditional_entropy ds).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact H]. }
    assert (C : 0 <= c / ln 2) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, L2]).
    apply Ropp_le_cancel. rewrite <- !Ropp_mult_distr_l, !Ropp_involutive. now apply Rmult_le_compat_l.
  Qed.
End TrueKeys.

(** What is asked of a node's questions: each has the true counts of its children, and parts that read them.
  *)
Definition read_well {question} (counted : question -> list ClassCounts) (parts : question -> list part)
  (qs : list question) (node : ClassCounts) (c W W' l e : R) (K a : nat) : Prop :=
  (forall q, In q qs -> same_counts (merge (counted q)) node /\
    (forall d, In d (counted q) -> nonneg d /\ (0 < weight d)%Q) /\ (1 <= length (parts q) <= a)%nat /\
    Forall2 (reads c) (counted q) (parts q) /\ sumR true_weight (parts q) = W) /\
  (forall q p, In q qs -> In p (parts q) ->
    true_weight p = sumR fst (counts p) /\ sumR (fun x => Rabs (fst x - snd x)) (counts p) <= e /\
    l <= float_weight p <= W' /\ Rabs (true_weight p - float_weight p) <= e /\
    (1 <= length (counts p) <= K)%nat) /\
  (forall q p x, In q qs -> In p (parts q) -> In x (counts p) -> 0 <= fst x /\ exists n, snd x = IZR n) /\
  (forall q p, In q qs -> In p (parts q) -> is_float (float_weight p) /\
    (exists n, float_weight p = IZR n) /\ forall x, In x (counts p) -> (fst x = 0 \/ 1 <= fst x) /\ is_float
      (snd x)).

(** So where keys do not overflow, what is kept holds every question of largest gain;
  [sigma] is the float of a logarithm and 2. *)
Section Filter.
  Context {question : Type}.
  Variables (log_float : R -> R) (counted : question -> list ClassCounts) (parts : question -> list part).
  Variables (key : question -> float64) (qs : list question) (largest bound : float64).
  Variables (node : ClassCounts) (c W W' l e sigma : R) (K a : nat).
  Hypothesis log_is_near : forall n : Z, (1 <= n)%Z -> is_float (IZR n) -> is_float (log_float (IZR n)) /\
    Rabs (log_float (IZR n) - log2 (IZR n)) <= 8 * u * log2 (IZR n).
  Hypothesis unit : 0 < c.
  Hypothesis light : 1 + e <= l /\ 0 <= e /\ 8 * e <= l /\ 2 * l <= W' <= IZR (2 ^ 63).
  Hypothesis few : INR (a * (K + 1)) * u <= / 1000.
  Hypothesis whole : Rabs (W - W') <= e.
  Hypothesis read : read_well counted parts qs node c W W' l e K a.
  Hypothesis programmed : forall q, In q qs -> is_finite (key q) = true /\ is_entropy_key log_float (parts q)
    (B2R (key q)).

  Lemma large_enough p r : In p qs -> In r (parts p) -> 1 <= true_weight r /\
    forall x, In x (counts r) -> fst x = 0 \/ 1 <= fst x.
  Proof.
    intros J H. destruct read as (_ & near & _ & are_floats).
    destruct (near p r J H) as (_ & _ & B1 & B2 & _). apply Rabs_le_inv in B2. split; [lra|].
    intros x X. now apply (are_floats p r J H).
  Qed.

  Lemma entropy_key_is_near p : In p qs ->
    Rabs (B2R (key p) - true_entropy_key (parts p)) <= 2 / 3 * RoundedCounts.bound W' e K a (log2 W' + 2).
  Proof.
    intros J. rewrite Rabs_minus_sym. destruct read as (of_one_node & near & are_counts & are_floats).
    destruct (of_one_node p J) as (_ & _ & N & _ & Sw).
    apply (entropy_key_of_rounded_counts_is_near log_float (parts p) W W' l e K a log_is_near light (conj
      Sw whole)
        (fun r => near p r J) (fun r x => are_counts p r x J) (fun r => are_floats p r J) N few).
    now apply programmed.
  Qed.

  Lemma the_bound_of_entropy_covers : (2 <= a)%nat -> 999 / 1000 * (log2 W' + 2) <= sigma ->
    bound_of_classes (INR a * (2 * INR K + 4)) sigma e W' <= B2R bound ->
    2 / 3 * RoundedCounts.bound W' e K a (log2 W' + 2) <= B2R bound.
  Proof.
    intros A2 S B. apply Rle_trans with (2 := B). destruct light as (L & E & L8 & W2).
    unfold RoundedCounts.bound. assert (Lg := log2_le 1 W' ltac:(lra) ltac:(lra)). rewrite log2_1 in Lg.
    apply the_bound_of_classes_is_enough; try lra. apply le_INR in A2. simpl (INR 2) in A2.
    assert (H := pos_INR K). apply Rle_trans with (2 * (2 * 0 + 4)); [lra|apply Rmult_le_compat; lra].
  Qed.

  Hypothesis is_the_largest : is_largest largest (map key qs).
  Hypothesis arity : (2 <= a)%nat.
  Hypothesis float_of_the_slope : 999 / 1000 * (log2 W' + 2) <= sigma.
  Hypothesis the_bound : bound_of_classes (INR a * (2 * INR K + 4)) sigma e W' <= B2R bound.

  Theorem the_entropy_filter_of_rounded_weights q : In q qs ->
    (forall p, In p qs -> information_gain (counted p) <= information_gain (counted q)) ->
      In q (survivors_by key largest bound qs).
  Proof.
    intros I Best. destruct read as (of_one_node & _).
    assert (Some : forall p, In p qs -> counted p <> []).
    { intros p J Z. destruct (of_one_node p J) as (_ & _ & N & F & _). rewrite Z in F.
      apply Sums.Forall2_length in F.
      simpl in F. lia. }
    apply (kept_within key (fun q => true_entropy_key (parts q)) qs largest bound is_the_largest); trivial.
    - intros p J. now apply programmed.
    - intros p J. apply Rle_trans with (1 := entropy_key_is_near p J). now apply the_bound_of_entropy_covers.
    - intros p J. destruct (of_one_node p J) as (Mp & Cp & _ & Fp & _).
      destruct (of_one_node q I) as (Mq & Cq & _ & Fq & _).
      apply (information_gains_order_true_keys c (counted p) (counted q)); auto.
      + intros k. now rewrite (Mp k), (Mq k).
      + intros d [D|D]; [now apply Cp|now apply Cq].
      + intros r [D|D]; [now apply (large_enough p)|now apply (large_enough q)].
  Qed.
End Filter.

(** ** An example, and a plausible wrong statement

    Rows of weights 1/3 and 5/7: to part them gains more than not to, so that its key is larger. *)
Definition unit_21 : R := 21.
Definition child_of_one (k : nat) (x : R) : part :=
  {| counts := if Nat.eqb k 0 then [(x, x); (0, 0)] else [(0, 0); (x, x)]; true_weight := x;
    float_weight := x |}.

Example information_gains_order_true_keys_applies :
  let apart := [child_of_one 0 7; child_of_one 1 15] in
  let together := [{| counts := [(7, 7); (15, 15)]; true_weight := 22; float_weight := 22 |}] in
  information_gain [[1 # 3; 5 # 7]]%Q <= information_gain [[1 # 3; 0]; [0; 5 # 7]]%Q ->
  true_entropy_key together <= true_entropy_key apart.
Proof.
  intros apart together. apply (information_gains_order_true_keys unit_21); [unfold unit_21; lra|..].
  - intros [|[|[|k]]]; vm_compute; reflexivity.
  - split; discriminate.
  - assert (P : forall x : Q, In x [1 # 3; 0; 5 # 7]%Q -> (0 <= x)%Q).
    { intros x [<-|[<-|[<-|[]]]]; discriminate. }
    intros d [[<-|[]]|[<-|[<-|[]]]]; (split; [|vm_compute; reflexivity]); intros x [<-|[<-|[]]]; apply P;
      simpl; auto.
  - split; repeat apply Forall2_cons; try apply Forall2_nil; split; unfold unit_21, Q2R; cbn;
    repeat f_equal; field.
  - intros p [[<-|[]]|[<-|[<-|[]]]]; cbn; (split; [lra|]); intros x [<-|[<-|[]]]; cbn; ((left;
    lra) || (right; lra)).
Qed.

(** That counts may be parts of a unit, where the term of x is taken to be 0: a half has -1/2. *)
Example a_part_of_a_unit_has_no_term : phi (/ 2) = 0 /\ bits (/ 2) = - / 2.
Proof.
  split; [apply phi_below; lra|]. assert (L := ln_2_positive). unfold bits, log2. rewrite ln_Rinv by lra.
    field. lra.
Qed.

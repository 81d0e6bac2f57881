(** * Subsets: Breiman's ordering theorem

    A categorical feature with k categories has 2^(k-1) - 1 questions "is it one
    of these?".  With two classes, or a numeric response, one need not try them
    all: order the categories by their mean response (the proportion of class 1)
    and only the k-1 splits into a beginning and an end can win.
    [CART84 §4.2.2, §8.8, §9.4]

    The proof is the one of nearest centres.  Each side of a split has a tangent
    to the impurity at its mean.  Give every category to the side whose tangent is
    lower at its mean: nothing is lost, and two lines cross but once. *)
From Coq Require Import QArith Qminmax Lqa Lia List Permutation Sorted.
From Dtrees Require Import Sums Summary Impurity.
Import ListNotations.
Open Scope Q_scope.

(** ** Concave impurities of the mean *)

Definition tangent (phi : Q -> Q) (p s : Q) : Prop := forall q, phi q <= phi p + s * (q - p).

Definition concave (phi : Q -> Q) : Prop := forall p, exists s, tangent phi p s.

(** Strictly: the tangent touches at one point only. *)
Definition strictly_concave (phi : Q -> Q) : Prop :=
  forall p, exists s, tangent phi p s /\ forall q, ~ q == p -> phi q < phi p + s * (q - p).

Lemma strictly_concave_concave phi : strictly_concave phi -> concave phi.
Proof. intros C p. destruct (C p) as (s & T & _). eauto. Qed.

Lemma concave_proper phi : concave phi -> Proper (Qeq ==> Qeq) phi.
Proof.
  intros C p q E. destruct (C p) as [s T], (C q) as [t U]. specialize (T q). specialize (U p).
  assert (s * (q - p) == 0) by (rewrite E; ring). assert (t * (p - q) == 0) by (rewrite E; ring). lra.
Qed.

(** Squared error, up to the squares, which no split changes; two-class Gini; and
    two-class misclassification. *)
Definition minus_square (y : Q) : Q := - square y.
Definition binary_gini (p : Q) : Q := 2 * p * (1 - p).
Definition binary_misclassification (p : Q) : Q := Qmin p (1 - p).

Lemma square_positive x : ~ x == 0 -> 0 < square x.
Proof.
  intros D. destruct (Qle_lt_or_eq _ _ (square_nonneg x)) as [L|E]; [exact L|].
  destruct D. now apply square_zero.
Qed.

Theorem minus_square_strictly_concave : strictly_concave minus_square.
Proof.
  intros p. exists (-2 * p).
  assert (E : forall q, minus_square p + -2 * p * (q - p) - minus_square q == square (q - p))
    by (intros; unfold minus_square, square; ring).
  split; intros q.
  - assert (S := square_nonneg (q - p)). rewrite <- E in S. lra.
  - intros D. assert (S : 0 < square (q - p)) by (apply square_positive; lra).
    rewrite <- E in S. lra.
Qed.

Theorem binary_gini_strictly_concave : strictly_concave binary_gini.
Proof.
  intros p. exists (2 - 4 * p).
  assert (E : forall q, binary_gini p + (2 - 4 * p) * (q - p) - binary_gini q == 2 * square (q - p))
    by (intros; unfold binary_gini, square; ring).
  split; intros q.
  - assert (S := square_nonneg (q - p)). specialize (E q). lra.
  - intros D. assert (S : 0 < square (q - p)) by (apply square_positive; lra).
    specialize (E q). lra.
Qed.

Theorem binary_misclassification_concave : concave binary_misclassification.
Proof.
  intros p. unfold tangent, binary_misclassification.
  destruct (Q.min_spec p (1 - p)) as [[L E]|[L E]]; [exists 1|exists (-1)];
    intros q; destruct (Q.min_spec q (1 - q)) as [[M F]|[M F]]; rewrite E, F; lra.
Qed.

(** ** Splitting the categories in two

    A category has a positive weight [w] and a total [x] of responses.  What a
    category is does not matter. *)

Definition is_split {C} (cats L R : list C) : Prop :=
  L <> [] /\ R <> [] /\ Permutation cats (L ++ R).

Lemma is_split_swap {C} (cats L R : list C) : is_split cats L R -> is_split cats R L.
Proof. intros (? & ? & P). split; [|split]; trivial. now rewrite Permutation_app_comm in P. Qed.

Definition best_split {C} (cost : list C -> list C -> Q) cats L R : Prop :=
  is_split cats L R /\ forall L' R', is_split cats L' R' -> cost L R <= cost L' R'.

(** Costs that differ by a constant have the same best splits. *)
Lemma best_split_shift {C} (f g : list C -> list C -> Q) k cats :
  (forall L R, is_split cats L R -> f L R == k + g L R) ->
  forall L R, best_split f cats L R <-> best_split g cats L R.
Proof.
  intros E L R. split; intros [H B]; split; trivial; intros L' R' H'; specialize (B L' R' H');
    assert (E1 := E L R H); assert (E2 := E L' R' H'); lra.
Qed.

Section Categories.
  Context {C : Type} (w x : C -> Q) (phi : Q -> Q).
  Implicit Types L R cats : list C.

  Definition average (c : C) : Q := x c / w c.
  Definition group_mean L : Q := sum x L / sum w L.

  (** The cost of a group, on the scale of counts, and of a split in two groups. *)
  Definition group_cost L : Q := sum w L * phi (group_mean L).
  Definition split_cost L R : Q := group_cost L + group_cost R.

  Definition positive L : Prop := forall c, In c L -> 0 < w c.

  Lemma is_split_positive cats L R : positive cats -> is_split cats L R -> positive L /\ positive R.
  Proof.
    intros W (_ & _ & P). split; intros c I; apply W; rewrite P; apply in_or_app; auto.
  Qed.

  Lemma positive_weight L : positive L -> L <> [] -> 0 < sum w L.
  Proof.
    destruct L as [|c L]; [congruence|]. intros W _. simpl.
    assert (0 < w c) by (apply W; simpl; auto).
    assert (0 <= sum w L) by (apply sum_nonneg; intros d I; apply Qlt_le_weak, W; simpl; auto). lra.
  Qed.

  (** *** The tangent at [p], as each category sees it *)

  Definition line (p s : Q) (c : C) : Q := w c * phi p + s * (x c - p * w c).

  Lemma sum_line p s L : sum (line p s) L == sum w L * phi p + s * (sum x L - p * sum w L).
  Proof. unfold line. induction L; simpl in *; [ring|]. rewrite IHL. ring. Qed.

  Lemma group_cost_nil : group_cost [] == 0.
  Proof. unfold group_cost. simpl. ring. Qed.

  Lemma line_at_mean s L : positive L -> sum (line (group_mean L) s) L == group_cost L.
  Proof.
    intros W. destruct L as [|c L]; [rewrite group_cost_nil; reflexivity|].
    assert (P := positive_weight _ W ltac:(discriminate)). rewrite sum_line.
    unfold group_cost, group_mean. field. lra.
  Qed.

  (** How far the tangent is above: the cost at the mean, subtracted. *)
  Lemma line_gap p s L : positive L -> L <> [] ->
    sum (line p s) L - group_cost L ==
    sum w L * (phi p + s * (group_mean L - p) - phi (group_mean L)).
  Proof.
    intros W D. assert (P := positive_weight L W D).
    rewrite sum_line. unfold group_cost, group_mean. set (f := phi _). field. lra.
  Qed.

  Lemma cost_le_line p s L : tangent phi p s -> positive L -> group_cost L <= sum (line p s) L.
  Proof.
    intros T W. destruct L as [|c L]; [rewrite group_cost_nil; simpl; lra|].
    assert (G := line_gap p s (c :: L) W ltac:(discriminate)).
    assert (P := positive_weight _ W ltac:(discriminate)). specialize (T (group_mean (c :: L))).
    assert (0 <= sum w (c :: L) * (phi p + s * (group_mean (c :: L) - p) - phi (group_mean (c :: L))))
      by (apply Qmult_le_0_compat; lra). lra.
  Qed.

  (** Two lines cross once: their difference is affine in the average. *)
  Lemma lines_cross p s q t c : 0 < w c ->
    line p s c - line q t c == w c * (phi p - s * p - phi q + t * q + (s - t) * average c).
  Proof. intros P. unfold line, average. field. lra. Qed.

  Definition lower p s q t (c : C) : bool := Qle_bool (line p s c) (line q t c).

  Lemma lower_initial p s q t c d : t <= s -> 0 < w c -> 0 < w d -> average c <= average d ->
    lower p s q t d = true -> lower p s q t c = true.
  Proof.
    unfold lower. rewrite !Qle_bool_iff. intros S Pc Pd A H.
    assert (Ec := lines_cross p s q t c Pc). assert (Ed := lines_cross p s q t d Pd).
    set (k := phi p - s * p - phi q + t * q) in *.
    assert (M : (s - t) * average c <= (s - t) * average d)
      by (rewrite !(Qmult_comm (s - t)); apply Qmult_le_compat_r; lra).
    assert (N : k + (s - t) * average d <= 0).
    { apply Qnot_lt_le. intros G.
      assert (0 < w d * (k + (s - t) * average d)) by now apply Qmult_lt_0_compat. lra. }
    assert (0 <= w c * - (k + (s - t) * average c)) by (apply Qmult_le_0_compat; lra). lra.
  Qed.

  (** *** Giving each category to the lower line loses nothing *)

  Lemma sum_filter (f g : C -> Q) (b : C -> bool) L :
    sum f (filter b L) + sum g (filter (fun c => negb (b c)) L) ==
    sum (fun c => if b c then f c else g c) L.
  Proof. induction L as [|c L IH]; simpl; [ring|]. destruct (b c); simpl; lra. Qed.

  Lemma filter_positive b L : positive L -> positive (filter b L).
  Proof. intros W c I. apply filter_In in I. now apply W. Qed.

  Lemma lower_line_no_worse cats L R s t : positive cats -> is_split cats L R ->
    tangent phi (group_mean L) s -> tangent phi (group_mean R) t ->
    let b := lower (group_mean L) s (group_mean R) t in
    split_cost (filter b cats) (filter (fun c => negb (b c)) cats) <= split_cost L R.
  Proof.
    intros W H S T b. destruct (is_split_positive _ _ _ W H) as [WL WR]. destruct H as (_ & _ & P).
    unfold split_cost. rewrite <- (line_at_mean s L), <- (line_at_mean t R) by assumption.
    eapply Qle_trans.
    - apply Qplus_le_compat; [apply (cost_le_line _ s _ S)|apply (cost_le_line _ t _ T)];
        now apply filter_positive.
    - rewrite sum_filter, (sum_permutation _ _ _ P), sum_app. unfold b, lower.
      apply Qplus_le_compat; apply sum_le; intros c _;
        destruct (Qle_bool_spec (line (group_mean L) s c) (line (group_mean R) t c)); lra.
  Qed.

  (** *** In order of their averages, those categories are a beginning *)

  Definition in_order cats : Prop := StronglySorted (fun c d => average c <= average d) cats.

  Lemma filter_initial (b : C -> bool) cats : in_order cats ->
    (forall c d, In c cats -> In d cats -> average c <= average d -> b d = true -> b c = true) ->
    let n := length (filter b cats) in
    filter b cats = firstn n cats /\ filter (fun c => negb (b c)) cats = skipn n cats.
  Proof.
    intros O M. induction O as [|c cats O IH F]; [easy|].
    destruct IH as [A B]; [intros d e I J; apply M; simpl; auto|].
    simpl. destruct (b c) eqn:E; simpl; [now rewrite <- A, <- B|].
    assert (Z : filter b cats = []).
    { rewrite Forall_forall in F. destruct (filter b cats) as [|d l] eqn:G; [easy|].
      assert (I : In d (filter b cats)) by (rewrite G; simpl; auto). apply filter_In in I as [I D].
      now rewrite (M c d) in E by (simpl; auto). }
    rewrite Z in *. simpl in *. now rewrite B.
  Qed.

  Definition contiguous_cost cats n : Q := split_cost (firstn n cats) (skipn n cats).

  Lemma prefix_is_split n cats : (0 < n < length cats)%nat ->
    is_split cats (firstn n cats) (skipn n cats).
  Proof.
    intros I. split; [|split; [|now rewrite firstn_skipn]]; intros E; apply (f_equal (@length C)) in E;
      [rewrite firstn_length in E|rewrite skipn_length in E]; simpl in E; lia.
  Qed.

  (** A split never costs more than no split. *)
  Lemma group_cost_permutation L R : concave phi -> Permutation L R -> group_cost L == group_cost R.
  Proof.
    intros Cv P. assert (Pr := concave_proper phi Cv). unfold group_cost, group_mean.
    now rewrite !(sum_permutation _ _ _ P).
  Qed.

  Lemma split_cost_le_whole cats L R : concave phi -> positive cats -> is_split cats L R ->
    split_cost L R <= group_cost cats.
  Proof.
    intros Cv W H. destruct (is_split_positive _ _ _ W H) as [WL WR]. destruct H as (_ & _ & P).
    destruct (Cv (group_mean cats)) as [s T]. rewrite <- (line_at_mean s cats W).
    rewrite (sum_permutation _ _ _ P), sum_app.
    apply Qplus_le_compat; now apply cost_le_line.
  Qed.

  Lemma contiguous_no_worse cats L R : concave phi -> positive cats -> in_order cats ->
    is_split cats L R ->
    exists n, (0 < n < length cats)%nat /\ contiguous_cost cats n <= split_cost L R.
  Proof.
    intros Cv W O H.
    assert (Len : (2 <= length cats)%nat).
    { destruct H as (A & B & P). rewrite (Permutation_length P), app_length.
      destruct L, R; try congruence; simpl; lia. }
    destruct (Cv (group_mean L)) as [s TL], (Cv (group_mean R)) as [t TR].
    assert (K : forall L R s t, is_split cats L R -> tangent phi (group_mean L) s ->
      tangent phi (group_mean R) t -> t <= s ->
      exists n, (0 < n < length cats)%nat /\ contiguous_cost cats n <= split_cost L R).
    { clear - Cv W O Len. intros L R s t H TL TR G.
      assert (A := lower_line_no_worse cats L R s t W H TL TR). cbv zeta in A.
      set (b := lower _ _ _ _) in A.
      destruct (filter_initial b cats O) as [E F].
      { intros c d Ic Id. apply lower_initial; auto. }
      set (n := length (filter b cats)) in *. rewrite E, F in A. clearbody n.
      (* a side may be empty: then nothing was gained, and any split is as good *)
      assert (One : contiguous_cost cats 1 <= group_cost cats)
        by (apply split_cost_le_whole; trivial; apply prefix_is_split; lia).
      destruct n as [|n]; [|destruct (Nat.lt_ge_cases (S n) (length cats))].
      - exists 1%nat. split; [lia|]. unfold split_cost in A at 1. simpl in A.
        rewrite group_cost_nil in A. lra.
      - exists (S n). split; [lia|exact A].
      - exists 1%nat. split; [lia|]. unfold split_cost in A at 1.
        rewrite firstn_all2, skipn_all2, group_cost_nil in A by assumption. lra. }
    destruct (Qlt_le_dec s t) as [G|G]; [|now apply (K L R s t)].
    destruct (K R L t s) as (n & I & N); trivial; [now apply is_split_swap|lra|].
    exists n. split; [exact I|]. unfold split_cost in *. lra.
  Qed.

  Lemma least_of (f : nat -> Q) n : (0 < n)%nat ->
    exists k, (k < n)%nat /\ forall j, (j < n)%nat -> f k <= f j.
  Proof.
    induction n as [|[|n] IH]; intros P; [lia| |].
    - exists 0%nat. split; [lia|]. intros [|j] J; [lra|lia].
    - destruct IH as (k & K & M); [lia|]. destruct (Qlt_le_dec (f (S n)) (f k)) as [L|L].
      + exists (S n). split; [lia|]. intros j J. destruct (Nat.eq_dec j (S n)) as [->|D]; [lra|].
        specialize (M j ltac:(lia)). lra.
      + exists k. split; [lia|]. intros j J. destruct (Nat.eq_dec j (S n)) as [->|D]; [exact L|].
        apply M. lia.
  Qed.

  (** ** Some best split is a beginning and an end *)

  Theorem some_best_subset_is_contiguous cats : concave phi -> positive cats -> in_order cats ->
    (2 <= length cats)%nat ->
    exists n, (0 < n < length cats)%nat /\ best_split split_cost cats (firstn n cats) (skipn n cats).
  Proof.
    intros Cv W O Len.
    destruct (least_of (fun k => contiguous_cost cats (S k)) (length cats - 1)) as (k & K & M); [lia|].
    exists (S k). split; [lia|]. split; [apply prefix_is_split; lia|]. intros L R H.
    destruct (contiguous_no_worse cats L R Cv W O H) as (n & I & N).
    specialize (M (n - 1)%nat ltac:(lia)). replace (S (n - 1)) with n in M by lia.
    exact (Qle_trans _ _ _ M N).
  Qed.

  (** ** With a strictly concave impurity, every best split that gains is

      Categories of one average are then never divided either. *)

  Definition separated L R : Prop := forall c d, In c L -> In d R -> average c < average d.

  Lemma misplaced_category_can_move cats L R s t c : positive cats -> is_split cats L R ->
    concave phi -> ~ group_mean L == group_mean R ->
    (forall q, ~ q == group_mean L -> phi q < phi (group_mean L) + s * (q - group_mean L)) ->
    tangent phi (group_mean L) s ->
    (forall q, ~ q == group_mean R -> phi q < phi (group_mean R) + t * (q - group_mean R)) ->
    tangent phi (group_mean R) t ->
    In c L -> line (group_mean R) t c <= line (group_mean L) s c ->
    exists L' R', is_split cats L' R' /\ split_cost L' R' < split_cost L R.
  Proof.
    intros W H Cv D S S' T T' I Le.
    destruct (is_split_positive _ _ _ W H) as [WL WR]. destruct H as (_ & NR & P).
    assert (Pr := concave_proper phi Cv).
    assert (Pc : 0 < w c) by now apply WL.
    set (a := group_mean L) in *. set (b := group_mean R) in *.
    assert (Lc : forall p s, line p s c == w c * (phi p + s * (average c - p)))
      by (intros; unfold line, average; field; lra).
    apply in_split in I as (L1 & L2 & EL).
    assert (PL : Permutation L (c :: L1 ++ L2)) by (subst L; symmetry; apply Permutation_middle).
    set (L' := L1 ++ L2) in *.
    assert (WL' : positive L') by (intros d J; apply WL; rewrite PL; simpl; auto).
    assert (WR' : positive (c :: R)) by (intros d [<-|J]; auto).
    assert (Old : split_cost L R == line a s c + sum (line a s) L' + sum (line b t) R).
    { unfold split_cost. rewrite <- (line_at_mean s L), <- (line_at_mean t R) by assumption.
      fold a b. rewrite (sum_permutation _ _ _ PL). simpl. ring. }
    assert (New : group_cost L' <= sum (line a s) L') by now apply cost_le_line.
    exists L', (c :: R). split; [split; [|split; [discriminate|]]|].
    - intros E. apply D. rewrite E in PL.
      assert (Ea : a == average c).
      { unfold a, group_mean, average. rewrite !(sum_permutation _ _ _ PL). simpl. field. lra. }
      destruct (Qeq_dec (average c) b) as [Eb|Nb]; [now rewrite Ea|].
      specialize (T _ Nb). rewrite !Lc in Le. apply Qmult_le_l in Le; [|exact Pc].
      rewrite <- Ea in *. setoid_replace (a - a) with 0 in Le by ring. lra.
    - rewrite P, PL. simpl. now rewrite <- Permutation_middle.
    - rewrite Old. unfold split_cost.
      destruct (Qeq_dec (average c) b) as [Eb|Nb].
      + assert (NewR : group_cost (c :: R) <= sum (line b t) (c :: R)) by now apply cost_le_line.
        simpl in NewR. assert (Lt : line b t c < line a s c); [|lra].
        rewrite !Lc. apply Qmult_lt_l; [exact Pc|]. rewrite Eb.
        specialize (S b ltac:(intros E; apply D; now rewrite E)).
        setoid_replace (b - b) with 0 by ring. lra.
      + assert (G := line_gap b t (c :: R) WR' ltac:(discriminate)).
        assert (Pw := positive_weight _ WR' ltac:(discriminate)).
        assert (PR := positive_weight R WR NR).
        assert (Q : ~ group_mean (c :: R) == b).
        { intros E. apply Nb. unfold group_mean in E. simpl in E.
          assert (F : x c + sum x R == b * (w c + sum w R)) by (rewrite <- E; field; lra).
          assert (F' : sum x R == b * sum w R) by (unfold b, group_mean; field; lra).
          unfold average. setoid_replace (x c) with (b * w c) by lra. field. lra. }
        specialize (T _ Q).
        assert (0 < sum w (c :: R) * (phi b + t * (group_mean (c :: R) - b) - phi (group_mean (c :: R))))
          by (apply Qmult_lt_0_compat; lra).
        simpl in *. lra.
  Qed.

  Theorem every_best_subset_is_contiguous cats L R : strictly_concave phi -> positive cats ->
    best_split split_cost cats L R -> split_cost L R < group_cost cats ->
    separated L R \/ separated R L.
  Proof.
    intros SC W [H Best] Gain. assert (Cv := strictly_concave_concave phi SC).
    assert (Pr := concave_proper phi Cv).
    destruct (is_split_positive _ _ _ W H) as [WL WR].
    destruct (SC (group_mean L)) as (s & S' & S), (SC (group_mean R)) as (t & T' & T).
    assert (D : ~ group_mean L == group_mean R).
    { intros E. destruct H as (NL & NR & P).
      assert (PL := positive_weight L WL NL). assert (PR := positive_weight R WR NR).
      rewrite (group_cost_permutation _ _ Cv P) in Gain. unfold split_cost, group_cost in Gain.
      assert (M : group_mean (L ++ R) == group_mean R).
      { unfold group_mean at 1. rewrite !sum_app.
        assert (A : sum x L == group_mean R * sum w L) by (rewrite <- E; unfold group_mean; field; lra).
        assert (B : sum x R == group_mean R * sum w R) by (unfold group_mean; field; lra).
        rewrite A, B. field. lra. }
      rewrite M, E, sum_app in Gain. lra. }
    assert (InL : forall c, In c L -> line (group_mean L) s c < line (group_mean R) t c).
    { intros c I. apply Qnot_le_lt. intros Le.
      destruct (misplaced_category_can_move cats L R s t c) as (L' & R' & H' & Lt); trivial.
      specialize (Best L' R' H'). lra. }
    assert (InR : forall c, In c R -> line (group_mean R) t c < line (group_mean L) s c).
    { intros c I. apply Qnot_le_lt. intros Le.
      destruct (misplaced_category_can_move cats R L t s c) as (L' & R' & H' & Lt);
        try exact (is_split_swap _ _ _ H); trivial; [intros E; now apply D|].
      specialize (Best L' R' H'). unfold split_cost in *. lra. }
    set (k := phi (group_mean L) - s * group_mean L - phi (group_mean R) + t * group_mean R).
    assert (Lk : forall c, In c L -> k + (s - t) * average c < 0).
    { intros c I. assert (E := lines_cross (group_mean L) s (group_mean R) t c (WL c I)). fold k in E.
      specialize (InL c I). specialize (WL c I). apply Qnot_le_lt. intros N.
      assert (0 <= w c * (k + (s - t) * average c)) by (apply Qmult_le_0_compat; lra). lra. }
    assert (Rk : forall d, In d R -> 0 < k + (s - t) * average d).
    { intros d I. assert (E := lines_cross (group_mean L) s (group_mean R) t d (WR d I)). fold k in E.
      specialize (InR d I). specialize (WR d I). apply Qnot_le_lt. intros N.
      assert (0 <= w d * - (k + (s - t) * average d)) by (apply Qmult_le_0_compat; lra). lra. }
    destruct (Qlt_le_dec s t) as [G|G]; [right; intros d c J I|left; intros c d I J];
      specialize (Lk c I); specialize (Rk d J); apply Qnot_le_lt; intros N.
    - assert ((t - s) * average c <= (t - s) * average d)
        by (rewrite !(Qmult_comm (t - s)); apply Qmult_le_compat_r; lra). lra.
    - assert ((s - t) * average d <= (s - t) * average c)
        by (rewrite !(Qmult_comm (s - t)); apply Qmult_le_compat_r; lra). lra.
  Qed.
End Categories.

(** ** Numbers: squared error, categories in the order of their mean response *)

Section Numbers.
  Implicit Types cats L R : list Moments.

  Definition rss_of_split L R : Q := rss (merge L) + rss (merge R).

  Lemma rss_as_group_cost L : positive weight L ->
    rss (merge L) == sum squares L + group_cost weight total minus_square L.
  Proof.
    intros W. destruct L as [|m L]; [reflexivity|].
    assert (P := positive_weight weight _ W ltac:(discriminate)).
    unfold rss, squared_error, mean, group_cost, group_mean, minus_square, square.
    change (weight (merge (m :: L))) with (sum weight (m :: L)).
    change (squares (merge (m :: L))) with (sum squares (m :: L)).
    change (total (merge (m :: L))) with (sum total (m :: L)). field. lra.
  Qed.

  Lemma rss_of_split_shift cats L R : positive weight cats -> is_split cats L R ->
    rss_of_split L R == sum squares cats + split_cost weight total minus_square L R.
  Proof.
    intros W H. destruct (is_split_positive _ _ _ _ W H). destruct H as (_ & _ & P).
    unfold rss_of_split, split_cost. rewrite !rss_as_group_cost by assumption.
    rewrite (sum_permutation _ _ _ P), sum_app. ring.
  Qed.

  Theorem some_best_rss_subset_is_contiguous cats : positive weight cats ->
    in_order weight total cats -> (2 <= length cats)%nat ->
    exists n, (0 < n < length cats)%nat /\ best_split rss_of_split cats (firstn n cats) (skipn n cats).
  Proof.
    intros W O Len.
    destruct (some_best_subset_is_contiguous weight total minus_square cats) as (n & I & B); trivial.
    - apply strictly_concave_concave, minus_square_strictly_concave.
    - exists n. split; [exact I|]. eapply best_split_shift; [|exact B].
      intros L R. now apply rss_of_split_shift.
  Qed.

  Theorem every_best_rss_subset_is_contiguous cats L R : positive weight cats ->
    best_split rss_of_split cats L R -> rss_of_split L R < rss (merge cats) ->
    separated weight total L R \/ separated weight total R L.
  Proof.
    intros W B G. apply (every_best_subset_is_contiguous weight total minus_square cats); trivial.
    - apply minus_square_strictly_concave.
    - eapply best_split_shift; [|exact B]. intros L' R' H. rewrite rss_of_split_shift by eassumption.
      instantiate (1 := - sum squares cats). ring.
    - rewrite rss_as_group_cost in G by exact W.
      rewrite (rss_of_split_shift cats) in G by (trivial; apply B). lra.
  Qed.
End Numbers.

(** ** Two classes: Gini and misclassification, in the order of class 1's proportion *)

Section TwoClasses.
  Implicit Types cats L R : list ClassCounts.

  Definition binary (c : ClassCounts) : Prop := nonneg c /\ (length c <= 2)%nat.

  Lemma merge_binary L : (forall c, In c L -> binary c) -> binary (merge L).
  Proof.
    intros B. split; [apply merge_nonneg; intros c I; apply (B c I)|].
    simpl. rewrite map_length. unfold classes. rewrite seq_length. apply list_max_le, Forall_forall.
    intros k I. apply in_map_iff in I as (c & <- & I). apply (B c I).
  Qed.

  Lemma gini_of_two c : binary c -> 0 < weight c -> gini c == binary_gini (proportion 1 c).
  Proof.
    intros [_ Len] P. unfold gini, proportion, binary_gini, square, count.
    destruct c as [|a [|b [|]]]; simpl in *; try lia; try lra; field; lra.
  Qed.

  Lemma misclassification_of_two c : binary c -> 0 < weight c ->
    misclassification c == binary_misclassification (proportion 1 c).
  Proof.
    intros [N Len] P. unfold binary_misclassification.
    assert (A : misclassification c == proportion 1 c /\ proportion 1 c <= proportion 0 c \/
                misclassification c == proportion 0 c /\ proportion 0 c <= proportion 1 c).
    { unfold misclassification, proportion.
      assert (E : count 0 c + count 1 c == weight c)
        by (unfold count; destruct c as [|a [|b [|]]]; simpl in *; try lia; lra).
      assert (M : forall p q, p <= q -> p / weight c <= q / weight c)
        by (intros; apply Qmult_le_compat_r; [assumption|apply Qlt_le_weak, Qinv_lt_0_compat, P]).
      destruct (largest_attained c) as [k K]. assert (Lg := count_le_largest).
      assert (K' : largest c == count 0 c \/ largest c == count 1 c).
      { destruct k as [|[|k]]; [left; lra|right; lra|]. left. rewrite <- K.
        assert (Z : count (S (S k)) c == 0) by (unfold count; rewrite nth_overflow by lia; reflexivity).
        assert (N0 := count_nonneg 0 c N). specialize (Lg 0%nat c). rewrite <- K in Lg. lra. }
      assert (L0 := Lg 0%nat c). assert (L1 := Lg 1%nat c).
      destruct K' as [F|F]; [left|right]; (split; [|apply M; lra]); rewrite F;
        setoid_replace (weight c) with (count 0 c + count 1 c) by lra; field; lra. }
    assert (One : proportion 0 c + proportion 1 c == 1).
    { unfold proportion, count. destruct c as [|a [|b [|]]]; simpl in *; try lia; try lra; field; lra. }
    destruct A as [[-> L]|[-> L]];
      destruct (Q.min_spec (proportion 1 c) (1 - proportion 1 c)) as [[? ->]|[? ->]]; lra.
  Qed.

  Variables (impurity : ClassCounts -> Q) (phi : Q -> Q).
  Hypothesis agree : forall c, binary c -> 0 < weight c -> impurity c == phi (proportion 1 c).
  Hypothesis phi_concave : concave phi.

  Definition cost_of_node (c : ClassCounts) : Q := weight c * impurity c.
  Definition cost_of_split L R : Q := cost_of_node (merge L) + cost_of_node (merge R).

  Let binary_and_positive cats := (forall c, In c cats -> binary c) /\ positive weight cats.

  Lemma cost_as_group_cost L : binary_and_positive L -> L <> [] ->
    cost_of_node (merge L) == group_cost weight (count 1) phi L.
  Proof.
    intros [B W] D. assert (P := positive_weight weight L W D).
    assert (Pr := concave_proper phi phi_concave). unfold cost_of_node, group_cost, group_mean.
    rewrite agree by (now apply merge_binary || now rewrite weight_merge). unfold proportion.
    now rewrite !weight_merge, count_merge.
  Qed.

  Lemma cost_of_split_shift cats L R : binary_and_positive cats -> is_split cats L R ->
    cost_of_split L R == 0 + split_cost weight (count 1) phi L R.
  Proof.
    intros [B W] H. destruct (is_split_positive _ _ _ _ W H). destruct H as (NL & NR & P).
    unfold cost_of_split, split_cost. rewrite !cost_as_group_cost; trivial; try ring;
      split; trivial; intros c I; apply B; rewrite P; apply in_or_app; auto.
  Qed.

  Theorem some_best_binary_subset_is_contiguous cats : binary_and_positive cats ->
    in_order weight (count 1) cats -> (2 <= length cats)%nat ->
    exists n, (0 < n < length cats)%nat /\ best_split cost_of_split cats (firstn n cats) (skipn n cats).
  Proof.
    intros W O Len.
    destruct (some_best_subset_is_contiguous weight (count 1) phi cats) as (n & I & B); trivial;
      [apply W|].
    exists n. split; [exact I|]. eapply best_split_shift; [|exact B].
    intros L R. now apply cost_of_split_shift.
  Qed.

  Theorem every_best_binary_subset_is_contiguous cats L R : strictly_concave phi ->
    binary_and_positive cats -> best_split cost_of_split cats L R ->
    cost_of_split L R < cost_of_node (merge cats) ->
    separated weight (count 1) L R \/ separated weight (count 1) R L.
  Proof.
    intros SC W B G. apply (every_best_subset_is_contiguous weight (count 1) phi cats); trivial;
      [apply W| |].
    - eapply best_split_shift; [|exact B]. intros L' R' H. rewrite (cost_of_split_shift cats) by trivial.
      instantiate (1 := 0). ring.
    - rewrite (cost_of_split_shift cats) in G by (trivial; apply B).
      rewrite cost_as_group_cost in G; trivial; [lra|].
      destruct B as [(NL & _ & P) _]. intros ->. apply Permutation_nil, app_eq_nil in P. tauto.
  Qed.
End TwoClasses.

Corollary some_best_gini_subset_is_contiguous cats :
  (forall c, In c cats -> binary c) -> positive weight cats ->
  in_order weight (count 1) cats -> (2 <= length cats)%nat ->
  exists n, (0 < n < length cats)%nat /\
            best_split (cost_of_split gini) cats (firstn n cats) (skipn n cats).
Proof.
  intros. apply (some_best_binary_subset_is_contiguous gini binary_gini); auto.
  - apply gini_of_two.
  - apply strictly_concave_concave, binary_gini_strictly_concave.
Qed.

Corollary every_best_gini_subset_is_contiguous cats L R :
  (forall c, In c cats -> binary c) -> positive weight cats ->
  best_split (cost_of_split gini) cats L R ->
  cost_of_split gini L R < weight (merge cats) * gini (merge cats) ->
  separated weight (count 1) L R \/ separated weight (count 1) R L.
Proof.
  intros. apply (every_best_binary_subset_is_contiguous gini binary_gini gini_of_two) with cats; auto;
    try apply strictly_concave_concave; apply binary_gini_strictly_concave.
Qed.

Corollary some_best_misclassification_subset_is_contiguous cats :
  (forall c, In c cats -> binary c) -> positive weight cats ->
  in_order weight (count 1) cats -> (2 <= length cats)%nat ->
  exists n, (0 < n < length cats)%nat /\
            best_split (cost_of_split misclassification) cats (firstn n cats) (skipn n cats).
Proof.
  intros. apply (some_best_binary_subset_is_contiguous misclassification binary_misclassification); auto.
  - apply misclassification_of_two.
  - apply binary_misclassification_concave.
Qed.

(** ** Two plausible wrong statements

    That one class's proportion orders the categories of three classes too: here
    the order is a, b, c by class 1, but a and c belong together. *)

Example three_classes_have_no_such_order :
  let a := [0; 0; 1] in let b := [2; 1; 0] in let c := [0; 1; 1] in
  in_order weight (count 1) [a; b; c] /\
  cost_of_split gini [a] [b; c] == 16#5 /\ cost_of_split gini [a; b] [c] == 7#2 /\
  cost_of_split gini [a; c] [b] == 8#3.
Proof. split; [repeat constructor; vm_compute; discriminate|repeat split]. Qed.

(** That the questions "is it this one category?" find the best subset.
    [NOTE_D] asks only those; here each leaves an impure part. *)
Example one_against_the_rest_misses :
  let a := [1; 0] in let b := [0; 1] in
  cost_of_split gini [a; a] [b; b] == 0 /\
  cost_of_split gini [a] [a; b; b] == 4#3 /\ cost_of_split gini [b] [a; a; b] == 4#3.
Proof. repeat split. Qed.

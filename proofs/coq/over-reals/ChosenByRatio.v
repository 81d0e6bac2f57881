(** * ChosenByRatio: by gain ratio, what is asked as programmed is what the definitions admit

    [WholeContenders] speaks of parts of rows.  Here rows have features, candidates are the scored splits of
    [Spec.Growing] over the reals, by entropy, and the last steps are those of [dtrees.vectorized.choose]:
    what is kept, what contends, where nothing is asked, what is compared exactly, behind the gate or past it,
    and what is asked without a comparison.  In whole units this gives the admissible splits, and the first
    of them.  [C45 ch. 2; QUINLAN96 §2] *)
From Coq Require Qcanon.
From Coq Require Import QArith Lqa ZArith Qreals Reals Lra Lia List Bool Permutation.
From Flocq Require Import Core BinarySingleNaN.
From Dtrees Require Import Spec.Summaries Spec.Entropies Spec.Learning.
From Dtrees Require Import Sums Summary Entropy GrowingRational EqualRanks.
From Dtrees Require Import Filter WholeFilter WholeCounts WholeEntropy ProgrammedLogarithm WholeRatios
  WholeInformation FloatDecisions
  Contenders GainsBeside WholeContenders.
From DtreesForms Require Numbers Spec.Growing GrowingForms.
From DtreesReals Require ExecuteGrowing.
From DtreesReals Require Import Spec.Growing.
From DtreesReals Require Numbers GrowingTheorems Ordering.
From DtreesReals Require Import GrowingEntropy.
Import ListNotations.
Open Scope R_scope.

Notation T := (Q * nat)%type.                  (* the weight of a row, and its class *)
Notation split_of := (@scored ClassCounts).

(** ** Rows and questions in units of weight *)

Definition in_units (a : Q) (t : T) : Z * Z :=
  (Qnum (Qred (fst t / a)), Z.of_nat (snd t)).
Definition rows_in (a : Q) (rows : list (row T)) : whole_rows :=
  map (fun r => in_units a (target r)) rows.
Definition weighs_whole (a : Q) (rows : list (row T)) : Prop :=
  forall r, In r rows -> exists z, (fst (target r) == a * inject_Z z)%Q.

(** A question, by its children's rows: one with a child for each category is scored as many. *)
Definition parted (a : Q) (rows : list (row T)) (q : question) : WholeCounts.question :=
  let ps := map (rows_in a) (split q rows) in
  match q with EachCategory _ _ => As_many ps | _ => As_two (nth 0 ps []) (nth 1 ps []) end.
Definition parted_by (a : Q) (rows : list (row T)) (c : split_of) : WholeCounts.question :=
  parted a rows (asks c).

(** ** What is programmed *)

Definition whole_gate (g : gate) : Dtrees.Spec.Growing.gate :=
  match g with
  | NoGate => Dtrees.Spec.Growing.NoGate
  | AtLeast => Dtrees.Spec.Growing.AtLeast
  | Above => Dtrees.Spec.Growing.Above
  end.

(** Questions that part the rows into as many of each class: the first children alike, or the one's first
    and the other's second. *)
Definition as_many (K : nat) (p p' : whole_rows) : bool :=
  Z.eqb (weights p) (weights p') &&
  forallb (fun k => Z.eqb (class_weight k p) (class_weight k p')) (seq 0 K).
Definition alike (K : nat) (p q : WholeCounts.question) : bool :=
  match p, q with
  | As_two l _, As_two l' r' => as_many K l l' || as_many K l r'
  | _, _ => false
  end.

Definition is_about (f : nat) (c : split_of) : bool := Nat.eqb (feature_of (asks c)) f.

(** The best, by definition, of some candidates. *)
Definition exact_optima (l : learner) (cs : list split_of) : list split_of :=
  best_of (filter (fun c => gain_suffices (stopping l) (gain c)) (past_the_gate l cs)).
Definition without_gate (l : learner) : learner :=
  {| styles := styles l; by_ratio := by_ratio l; gated := NoGate; stopping := stopping l |}.

Section Programmed.
  Variables (K : nat) (a : Q) (l : learner) (rows : list (row T)) (cs : list split_of).
  Variables (e base : float64) (key : split_of -> float64) (tops lows highs : nat -> float64).
  Variables (subset : split_of -> bool) (all_pass : bool) (limit sum largest bar : float64).

  (** The features that are asked about, in order, each with its floats. *)
  Definition numbers : list nat := filter (fun f => existsb (is_about f) cs) (seq 0 (length (styles l))).
  Definition feature_at (f : nat) : feature split_of :=
    {| about := filter (is_about f) cs; top := tops f; lowest := lows f; highest := highs f |}.
  Definition features : list (feature split_of) := map feature_at numbers.

  Definition out_at (f : nat) : bool :=
    out e base features (whole_gate (gated l)) all_pass (gainless (stopping l)) exact_share limit sum largest
      (feature_at f).
  Definition sure_at (f : nat) : bool :=
    sure e base features (whole_gate (gated l)) all_pass (gainless (stopping l)) exact_share limit sum largest
      (feature_at f).
  Definition past_at (f : nat) : bool :=
    past e base features (whole_gate (gated l)) sum largest (feature_at f).
  Definition contends_at (f : nat) : bool :=
    contends e base features (whole_gate (gated l)) all_pass (gainless (stopping l)) exact_share limit sum
      largest bar
      (feature_at f).

  (** What is kept of each feature, of those that contend, and whether these all surely pass the gate. *)
  Definition known : bool := forallb (fun f => trusted (tops f) e) numbers.
  Definition left_over : list split_of :=
    filter (fun c => at_least (key c) (minus (tops (feature_of (asks c))) (times two e))) cs.
  Definition contending : list split_of := filter (fun c => contends_at (feature_of (asks c))) left_over.
  Definition all_out : bool := forallb out_at numbers.
  Definition passed : bool := forallb (fun f => negb (contends_at f) || past_at f) numbers.

  (** What is compared exactly, and behind which gate: where one is undecided all features count. *)
  Definition compared : list split_of :=
    filter (fun c => contends_at (feature_of (asks c)) || negb passed) left_over.
  Definition compared_by : learner := if passed then without_gate l else l.

  Definition found : list split_of :=
    if known then if all_out then [] else exact_optima compared_by compared else exact_optima l cs.

  (** One contender that surely may be asked, whose questions are alike, is asked without a comparison; a
    subset
      is like no other. *)
  Definition alone (f : nat) : bool :=
    match filter (is_about f) left_over with
    | [] => true
    | c :: ds => forallb (fun d => negb (subset c || subset d) && alike K (parted_by a rows c) (parted_by a
      rows d)) ds
    end.
  Definition certain : bool :=
    Nat.eqb (length (filter contends_at numbers)) 1 &&
    forallb (fun f => negb (contends_at f) || sure_at f && alone f) numbers.
  Definition first_found : option split_of :=
    if known && negb all_out && certain then hd_error contending else hd_error found.
End Programmed.

(** ** Lists *)

Lemma filter_swap {A} (p q : A -> bool) l : filter p (filter q l) = filter q (filter p l).
Proof. rewrite !Ordering.filter_filter. apply filter_ext. intros x. apply andb_comm. Qed.

Lemma best_gain_is_top f cs : best_gain f cs = Ordering.top (map gain (filter (is_about f) cs : list
  split_of)).
Proof. unfold best_gain, is_about. now destruct (map gain _). Qed.

Lemma nth_of_seq {A} (g : nat -> option A) n f : (f < n)%nat -> nth f (map g (seq 0 n)) None = g f.
Proof.
  intros L. rewrite nth_indep with (d' := g 0%nat) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.

Lemma present_of (lg : nat -> R) (some : nat -> bool) g ns :
  (forall f, In f ns -> g f = if some f then Some (lg f) else None) ->
  present (map g ns) = map lg (filter some ns).
Proof.
  induction ns as [|f ns IH]; intros H; [reflexivity|]. cbn [map filter present].
  rewrite (H f (or_introl eq_refl)), IH by (intros g' I; apply H; now right). now destruct (some f).
Qed.

Lemma passes_is g x gains : passes g x gains = true <-> passes_gate (whole_gate g) x gains.
Proof.
  unfold passes, passes_gate. change (DtreesReals.Spec.Sum.sum (fun y => x - y) gains) with
    (sumR (fun y => x - y) gains). destruct g; cbn [whole_gate]; [easy|apply Numbers.Qle_bool_iff|].
  destruct (Numbers.Qle_bool (sumR (fun y => x - y) gains) 0) eqn:E; cbn [negb].
  - apply Numbers.Qle_bool_iff in E. split; [easy|lra].
  - split; [|easy]. intros _. apply Rnot_le_lt. intros L. apply Numbers.Qle_bool_iff in L. congruence.
Qed.

Lemma gain_suffices_is lim x : gain_suffices lim x = true <-> suffices (gainless lim) (min_gain lim) x.
Proof.
  unfold gain_suffices, suffices. rewrite andb_true_iff, orb_true_iff, Numbers.Qle_bool_iff.
  destruct (Numbers.Qle_bool x 0) eqn:E; cbn [negb].
  - apply Numbers.Qle_bool_iff in E. split; intros [L [P|P]]; try easy; [now split; [|right]|lra|now split;
    [|right]].
  - assert (0 < x); [|now split; intros [L P]; split; trivial; left].
    apply Rnot_le_lt. intros L. apply Numbers.Qle_bool_iff in L. congruence.
Qed.

(** ** The gains and ratios of the definitions are those in units *)

Lemma parts_of_parted a rows q : parts_of (parted a rows q) = map (rows_in a) (split q rows).
Proof. now destruct q. Qed.

Lemma in_units_is a t z : (0 < a)%Q -> (fst t == a * inject_Z z)%Q -> in_units a t = (z, Z.of_nat (snd t)).
Proof.
  intros A E. unfold in_units. f_equal.
  assert (H : Qred (fst t / a) = Qred (inject_Z z)).
  { apply Qred_complete. rewrite E. field. intros Z. rewrite Z in A. discriminate. }
  rewrite H, Qcanon.Qred_identity; [reflexivity|]. apply Z.gcd_1_r.
Qed.

Section Units.
  Variables (K : nat) (a : Q) (l : learner).
  Variables (rank : ClassCounts -> option (ClassCounts -> R)) (rows : list (row T)).
  Hypothesis unit : (0 < a)%Q.
  Hypothesis labels : GrownTrees.sound (labelled K) rows.
  Hypothesis units : weighs_whole a rows.

  Let cs := scored_splits (counts K) real_weight entropy intrinsic_value rank l rows.

  Lemma rows_are_counted : counted K (rows_in a rows).
  Proof.
    intros r I. apply in_map_iff in I as (s & <- & I). destruct (units s I) as (z & E).
    rewrite (in_units_is a _ z unit E). destruct (labels s I) as [P L]. cbn [fst snd]. rewrite Nat2Z.id.
    split; [|exact L]. rewrite E in P. destruct (Z_lt_le_dec 0 z) as [G|G]; [exact G|exfalso].
    rewrite Zle_Qle in G. apply (Qmult_le_compat_r _ _ a) in G; [|now apply Qlt_le_weak].
    change (inject_Z 0) with 0%Q in G. Lqa.lra.
  Qed.

  Lemma counts_are part : incl part rows ->
    same_counts (Growing.summary (counts K) part) (counts_in K a (rows_in a part)).
  Proof.
    intros I k. unfold Growing.summary, counts_in. rewrite count_counts, !count_counts_of.
    destruct (Nat.ltb k K); [|reflexivity]. unfold rows_in, read_classes. rewrite map_map, !sum_map.
    apply Dtrees.Sums.sum_ext. intros r J. destruct (units r (I r J)) as (z & E).
    rewrite (in_units_is a _ z unit E). cbn [fst snd]. rewrite Nat2Z.id. destruct (target r) as [w j].
    cbn [fst snd] in *. now destruct (Nat.eqb k j).
  Qed.

  Lemma part_is_included q part : In part (split q rows) -> incl part rows.
  Proof. intros I r J. apply in_map_iff in I as (c & <- & I). now apply filter_In in J. Qed.

  Lemma candidate_facts c : In c cs -> c = scored_question (counts K) real_weight entropy intrinsic_value l
    rows
    (asks c) /\ GrowingTheorems.divides (asks c) rows /\ (feature_of (asks c) < length (styles l))%nat.
  Proof.
    intros I. destruct (GrowingTheorems.scored_is_candidate _ _ _ _ _ _ _ _ I) as (E & (f & J) & _).
    split; [exact E|]. split; [exact (GrowingTheorems.question_divides _ _ _ _ _ _ _ J)|].
    apply filter_In in I as [I _]. apply in_map_iff in I as (q & E' & I). rewrite <- E'. cbn [asks].
    apply in_flat_map in I as (g & Ig & I). apply in_seq in Ig.
    assert (F : feature_of q = g); [|unfold scored_question; cbn [asks]; lia].
    unfold questions_about in I. destruct (values_at g rows) as [|x [|y vs]]; try easy.
    destruct (nth g (styles l) Each).
    1, 2: apply in_map_iff in I as ((u, v) & <- & _); reflexivity.
    1: destruct I as [<-|[]]; reflexivity.
    all: apply in_map_iff in I as (u & <- & _); reflexivity.
  Qed.

  Lemma parts_are_whole q : GrowingTheorems.divides q rows -> divides_into (rows_in a rows) (parted a rows
    q) /\
    (2 <= length (parts_of (parted a rows q)))%nat.
  Proof.
    intros D. unfold divides_into. rewrite parts_of_parted. split; [split|].
    - unfold rows_in. rewrite <- concat_map. now apply Permutation_map, GrowingTheorems.split_shares_out.
    - intros part I. apply in_map_iff in I as (p & <- & I).
      destruct (GrowingTheorems.split_parts q rows D p I) as [N _]. intros E. now apply map_eq_nil in E.
    - unfold split. rewrite !map_length, seq_length. apply D.
  Qed.

  Lemma gains_are q : GrowingTheorems.divides q rows ->
    gain (scored_question (counts K) real_weight entropy intrinsic_value l rows q) =
      information_gain_in K a (parted a rows q).
  Proof.
    intros D. unfold scored_question, information_gain_in, information_gain, conditional_entropy.
    cbn [gain]. rewrite parts_of_parted, map_map.
    set (ps := map (Growing.summary (counts K)) (split q rows)).
    set (us := map (fun part => counts_in K a (rows_in a part)) (split q rows)).
    assert (M : same_counts (merge us) (Growing.summary (counts K) rows)).
    { intros k. unfold us, Growing.summary. rewrite count_merge, sum_map, count_counts.
      rewrite (counts_of_partition K (map target rows) (map (map target) (split q rows)) k)
        by (rewrite <- concat_map; now apply Permutation_map, Permutation_sym,
          GrowingTheorems.split_shares_out).
      rewrite count_merge, !sum_map. apply Dtrees.Sums.sum_ext. intros part I.
      rewrite <- (counts_are part (part_is_included q part I) k). apply count_counts. }
    unfold gain_of, Numbers.Qred. cbv zeta. rewrite (entropy_same _ _ M). f_equal.
    change (sumR (fun s => real_weight s / real_weight (Growing.summary (counts K) rows) * entropy s) ps =
      sumR (fun c => Q2R (weight c / weight (merge us)) * entropy c) us).
    unfold ps, us. rewrite !sumR_map. apply sumR_ext. intros part I.
    assert (C := counts_are part (part_is_included q part I)). rewrite (entropy_same _ _ C). f_equal.
    unfold real_weight. rewrite (Qeq_eqR _ _ (weight_same _ _ C)), <- (Qeq_eqR _ _ (weight_same _ _ M)).
    assert (W : (0 < weight (merge us))%Q).
    { rewrite (weight_same _ _ M). unfold Growing.summary.
      assert (Lb : forall t, In t (map target rows) -> labelled K t)
        by (intros t J; apply in_map_iff in J as (r & <- & J); now apply labels).
      rewrite weight_of_labelled by exact Lb. apply positive_sum; [|intros t J; now apply Lb].
      destruct D as (A2 & _ & D). destruct (D 0%nat) as (r & J & _); [lia|]. now destruct rows. }
    now rewrite Q2R_ratio by exact W.
  Qed.

  Lemma ratios_are q : GrowingTheorems.divides q rows -> by_ratio l = true ->
    score (scored_question (counts K) real_weight entropy intrinsic_value l rows q) =
      gain_ratio_in K a (parted a rows q).
  Proof.
    intros D B. assert (G := gains_are q D). unfold gain_ratio_in, gain_ratio.
    fold (information_gain_in K a (parted a rows q)). rewrite <- G. unfold scored_question.
    cbn [gain score]. rewrite B. unfold Numbers.Qred. f_equal. unfold intrinsic_value. apply entropy_same.
    unfold Entropies.sizes. rewrite parts_of_parted, !map_map. intros k. unfold count.
    assert (H := part_is_included q). revert k. induction (split q rows) as [|part l' IH]; intros k;
      [reflexivity|].
    cbn [map]. destruct k as [|k]; cbn [nth].
    - apply weight_same, counts_are, H. now left.
    - apply IH. intros p I. apply H. now right.
  Qed.

  Lemma gain_is c : In c cs -> gain c = information_gain_in K a (parted_by a rows c).
  Proof. intros I. destruct (candidate_facts c I) as (E & D & _). rewrite E at 1. now apply gains_are. Qed.

  Lemma score_is c : by_ratio l = true -> In c cs -> score c = gain_ratio_in K a (parted_by a rows c).
  Proof. intros B I. destruct (candidate_facts c I) as (E & D & _). rewrite E at 1. now apply ratios_are. Qed.

  (** Whether a child is too small is told by whole numbers: by the fewest units that reach min_leaf. *)
  Lemma a_small_child_is_told m part : incl part rows ->
    Numbers.Qle_bool m (real_weight (Growing.summary (counts K) part)) =
      Z.leb (Zceil (m / Q2R a)) (weights (rows_in a part)).
  Proof.
    intros I. apply eq_true_iff_eq. rewrite Numbers.Qle_bool_iff, Z.leb_le. unfold real_weight.
    rewrite (Qeq_eqR _ _ (weight_same _ _ (counts_are part I))).
    assert (C : counted K (rows_in a part)).
    { intros r J. apply rows_are_counted. apply in_map_iff in J as (s & <- & J).
      exact (in_map (fun r => in_units a (target r)) _ _ (I s J)). }
    rewrite (Qeq_eqR _ _ (part_weight K a _ C)), Q2R_mult, Q2R_Z. assert (A := Q2R_positive a unit).
    set (w := weights (rows_in a part)). split; intros H.
    - apply Zceil_glb. apply Rmult_le_reg_r with (Q2R a); [exact A|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra. lra.
    - apply IZR_le in H. apply Rle_trans with (Q2R a * IZR (Zceil (m / Q2R a))).
      + assert (U := Zceil_ub (m / Q2R a)). apply Rle_trans with (Q2R a * (m / Q2R a)).
        * right. field. lra.
        * apply Rmult_le_compat_l; lra.
      + apply Rmult_le_compat_l; lra.
  Qed.

  (** Questions that part the rows into as many of each class have one gain and one ratio. *)
  Lemma alike_are_equal p q : (weights (rows_in a rows) < 2 ^ 26)%Z ->
    GrowingTheorems.divides p rows -> GrowingTheorems.divides q rows ->
    alike K (parted a rows p) (parted a rows q) = true ->
    information_gain_in K a (parted a rows p) = information_gain_in K a (parted a rows q) /\
    gain_ratio_in K a (parted a rows p) = gain_ratio_in K a (parted a rows q).
  Proof.
    intros Fit Dp Dq S. destruct (parts_are_whole p Dp) as [Ip _]. destruct (parts_are_whole q Dq) as [Iq _].
    set (P := parted a rows p) in *. set (Q := parted a rows q) in *. clearbody P Q.
    assert (U : in_whole_counts K (rows_in a rows)) by (split; [apply rows_are_counted|exact Fit]).
    destruct P as [l1 r1|]; [|discriminate]. destruct Q as [l2 r2|]; [|discriminate].
    assert (Some : forall x y : whole_rows, parts_of (As_two x y) <> []) by discriminate.
    rewrite !(information_gain_in_units K _ a U unit), !(gain_ratio_in_units K _ a U unit) by trivial.
    assert (Sh : forall x y, (forall k, In k (seq 0 K) -> class_weight k x = class_weight k y) ->
      weights x = weights y -> share_of K x = share_of K y).
    { intros x y C W. unfold share_of. rewrite W. f_equal. apply sumR_ext. intros k J. now rewrite (C k J). }
    assert (Wp := weights_add_up _ _ Ip). assert (Wq := weights_add_up _ _ Iq).
    assert (Cp := fun k => class_weights_add_up _ k _ Ip). assert (Cq := fun k => class_weights_add_up _ k _
      Iq).
    unfold sumZ in *. cbn [parts_of fold_right] in *. unfold information_of. cbn [parts_of sumR fold_right].
    cbn [alike] in S. apply orb_prop in S.
    assert (Same : forall x y, as_many K x y = true -> weights x = weights y /\
      forall k, In k (seq 0 K) -> class_weight k x = class_weight k y).
    { intros x y E. apply andb_prop in E as [E1 E2]. apply Z.eqb_eq in E1. split; [exact E1|]. intros k J.
      rewrite forallb_forall in E2. now apply Z.eqb_eq, E2. }
    destruct S as [S|S]; apply Same in S as [W C].
    - assert (W' : weights r1 = weights r2) by lia.
      assert (C' : forall k, In k (seq 0 K) -> class_weight k r1 = class_weight k r2)
        by (intros k J; specialize (Cp k); specialize (Cq k); specialize (C k J); lia).
      rewrite (Sh _ _ C W), (Sh _ _ C' W'), W, W'. now split.
    - assert (W' : weights r1 = weights l2) by lia.
      assert (C' : forall k, In k (seq 0 K) -> class_weight k r1 = class_weight k l2)
        by (intros k J; specialize (Cp k); specialize (Cq k); specialize (C k J); lia).
      rewrite (Sh _ _ C W), (Sh _ _ C' W'), W, W'. split; unfold Rdiv; [ring|]. f_equal; [ring|f_equal; ring].
  Qed.
End Units.

(** ** What is found is what is admissible *)

Lemma finite_is_trusted (m e : float64) : is_finite m = true -> is_finite e = true -> trusted m e = true.
Proof. intros M E. unfold trusted. rewrite E, andb_true_r. now destruct m as [s|s| |[] n x B]. Qed.

Section Found.
  Variables (K : nat) (a : Q) (l : learner).
  Variables (rank : ClassCounts -> option (ClassCounts -> R)) (rows : list (row T)).
  Variables (heaviest arity lightest : Z) (own base largest_key : float64) (key information : split_of ->
    float64).
  Variables (subset : split_of -> bool) (subsets : bool).
  Variables (tops lows highs : nat -> float64) (all_pass : bool) (limit sum largest bar : float64).

  Let cs := scored_splits (counts K) real_weight entropy intrinsic_value rank l rows.
  Let whole := rows_in a rows.
  Let asked := parted_by a rows.
  Let gains (c : split_of) := information_gain_in K a (asked c).
  Let ratios (c : split_of) := gain_ratio_in K a (asked c).
  Let at_feature := feature_at cs tops lows highs.
  Let fs := features l cs tops lows highs.
  Let gate := whole_gate (gated l).
  Let lim := stopping l.
  Let e := bound_beside subsets own largest_key base.

  (** The learner scores by the ratio; rows have classes, and weights that are whole units. *)
  Hypothesis ratio : by_ratio l = true.
  Hypothesis unit : (0 < a)%Q.
  Hypothesis labels : GrownTrees.sound (labelled K) rows.
  Hypothesis units : weighs_whole a rows.
  Hypothesis weights_fit : (1 <= heaviest <= 2 ^ 22)%Z.
  Hypothesis lighter : (weights whole <= heaviest)%Z.
  Hypothesis few_classes : (Z.of_nat K <= 2 ^ 50)%Z.
  Hypothesis few_features : (Z.of_nat (length fs) <= 2 ^ 30)%Z.
  Hypothesis arities : forall c, In c cs -> within_arity arity (asked c).
  (** The floats are those of the program, whatever the order of its sums. *)
  Hypothesis own_is : is_finite own = true /\ B2R (entropy_bound arity K) <= B2R own <= bpow radix2 60.
  Hypothesis base_is : entropy_base logarithm heaviest K whole base.
  Hypothesis lightest_is : (1 <= lightest)%Z /\ forall r, In r whole -> (lightest <= fst r)%Z.
  Hypothesis largest_key_is : fs <> [] -> is_largest largest_key (map key (concat (map about fs))).
  Hypothesis kinds : forall c, is_asked fs c -> subset c = true -> subsets = true.
  Hypothesis scores : forall f, In f fs ->
    WholeContenders.scored asked logarithm heaviest K whole a lightest e base key information subset f.
  Hypothesis gates : fs <> [] -> Contenders.gated e base fs gate all_pass (gainless lim) exact_share limit sum
    largest bar.
  Hypothesis all_pass_means : all_pass = true -> min_gain lim <= 0 /\ gainless lim = true.
  Hypothesis limit_is : is_finite limit = true /\ 0 <= B2R limit <= bpow radix2 60 /\
    Decisions.sizable (B2R limit) /\
    Rabs (B2R limit - IZR (weights whole) / B2R (grain logarithm heaviest) * min_gain lim) <= Rounding.u *
      B2R limit.

  Let contends_f := contends_at l cs e base tops lows highs all_pass limit sum largest bar.
  Let near (c : split_of) := at_least (key c) (minus (tops (feature_of (asks c))) (times two e)).

  (** *** Features and their candidates *)

  Lemma about_is f c : In c (about (at_feature f)) <-> In c cs /\ feature_of (asks c) = f.
  Proof. unfold at_feature, feature_at, is_about. cbn [about]. now rewrite filter_In, Nat.eqb_eq. Qed.

  Lemma in_numbers c : In c cs -> In (feature_of (asks c)) (numbers l cs).
  Proof.
    intros I. apply filter_In. destruct (candidate_facts K l rank rows c I) as (_ & _ & L).
    split; [apply in_seq; lia|]. apply existsb_exists. exists c. split; [exact I|]. apply Nat.eqb_refl.
  Qed.

  Lemma at_number f : In f (numbers l cs) -> In (at_feature f) fs.
  Proof. apply (in_map at_feature). Qed.

  Lemma at_some_number h : In h fs -> exists f, In f (numbers l cs) /\ h = at_feature f.
  Proof. intros I. apply in_map_iff in I as (f & <- & I). now exists f. Qed.

  Lemma some_about f : In f (numbers l cs) -> about (at_feature f) <> [].
  Proof.
    intros I E. apply filter_In in I as [_ I]. apply existsb_exists in I as (c & J & F). apply Nat.eqb_eq in
      F.
    assert (H : In c (about (at_feature f))) by now apply about_is. now rewrite E in H.
  Qed.

  Lemma best_gain_of f :
    best_gain f cs = if existsb (is_about f) cs then Some (largest_gain gains (at_feature f)) else None.
  Proof.
    rewrite best_gain_is_top. assert (S := Ordering.top_spec (map gain (filter (is_about f) cs))).
    destruct (Ordering.top _) as [m|].
    - destruct S as [I M]. apply in_map_iff in I as (b & <- & I). apply filter_In in I as [I F].
      assert (X : existsb (is_about f) cs = true) by (apply existsb_exists; now exists b). rewrite X. f_equal.
      apply Nat.eqb_eq in F. assert (N : about (at_feature f) <> []).
      { intros N. assert (J : In b (about (at_feature f))) by now apply about_is. now rewrite N in J. }
      destruct (largest_gain_is gains (at_feature f) N) as [(c & Ic & Ec) Up].
      apply Rle_antisym.
      + rewrite (gain_is K a l rank rows unit labels units b I). apply Up. now apply about_is.
      + rewrite <- Ec. apply about_is in Ic as [Ic Fc]. unfold gains.
        change (information_gain_in K a (asked c)) with (information_gain_in K a (parted_by a rows c)).
        rewrite <- (gain_is K a l rank rows unit labels units c Ic). apply M, in_map, filter_In.
        split; [exact Ic|]. now apply Nat.eqb_eq.
    - apply map_eq_nil in S. destruct (existsb (is_about f) cs) eqn:X; [|reflexivity].
      apply existsb_exists in X as X'. destruct X' as (c & I & F).
      assert (J : In c (filter (is_about f) cs)) by now apply filter_In. now rewrite S in J.
  Qed.

  Lemma bests_are : present (map (fun f => best_gain f cs) (seq 0 (length (styles l)))) =
    map (largest_gain gains) fs.
  Proof.
    rewrite (present_of (fun f => largest_gain gains (at_feature f)) (fun f => existsb (is_about f) cs))
      by (intros f _; apply best_gain_of).
    unfold fs, features. now rewrite map_map.
  Qed.

  (** *** What may be asked, and what is admissible *)

  Let past_in (l' : learner) (ds : list split_of) (c : split_of) : bool :=
    match nth (feature_of (asks c)) (map (fun f => best_gain f ds) (seq 0 (length (styles l)))) None with
    | Some x => Numbers.Qeq_bool (gain c) x &&
        passes (gated l') x (present (map (fun f => best_gain f ds) (seq 0 (length (styles l)))))
    | None => false
    end.
  Let suffice (c : split_of) : bool := gain_suffices lim (gain c).
  Let askables := filter suffice (filter (past_in l cs) cs).

  Lemma admissible_is : admissible_splits (counts K) real_weight entropy intrinsic_value rank l rows =
    best_of askables.
  Proof. unfold admissible_splits, askable. rewrite ratio. reflexivity. Qed.

  Lemma past_is c : In c cs -> past_in l cs c = true <->
    best_about gains (at_feature (feature_of (asks c))) c /\
    passes_gate gate (gains c) (map (largest_gain gains) fs).
  Proof.
    intros I. unfold past_in. rewrite bests_are.
    rewrite (nth_of_seq (fun f => best_gain f cs)) by apply (candidate_facts K l rank rows c I).
    rewrite best_gain_of. assert (N := in_numbers c I). apply filter_In in N as [_ ->].
    cbv iota. rewrite andb_true_iff, Numbers.Qeq_bool_iff, passes_is. fold gate.
    assert (G : gain c = gains c) by apply (gain_is K a l rank rows unit labels
      units c I).
    unfold best_about. rewrite G. split.
    - intros [<- P]. split; [split; [now apply about_is|reflexivity]|exact P].
    - intros [[_ E] P]. rewrite E in P. now split.
  Qed.

  Lemma askable_is c : In c askables <-> In c cs /\
    best_about gains (at_feature (feature_of (asks c))) c /\
    may_be_asked gains fs gate (gainless lim) (min_gain lim) c.
  Proof.
    unfold askables. rewrite !filter_In. unfold may_be_asked, suffice. split.
    - intros [[I P] S]. apply (past_is c I) in P as [B P]. split; [exact I|]. split; [exact B|].
      split; [exact P|]. apply gain_suffices_is in S.
      now rewrite (gain_is K a l rank rows unit labels units c I) in S.
    - intros (I & B & P & S). split; [split; [exact I|now apply past_is]|]. apply gain_suffices_is.
      now rewrite (gain_is K a l rank rows unit labels units c I).
  Qed.

  Lemma admissible_in c : In c (best_of askables) ->
    admissible gains ratios fs gate (gainless lim) (min_gain lim) (at_feature (feature_of (asks c))) c.
  Proof.
    intros I. apply GrowingTheorems.best_of_best in I as [I M]. apply askable_is in I as (I & B & P).
    split; [now apply at_number, in_numbers|]. split; [exact B|]. split; [exact P|].
    intros h p J Bp Pp. apply at_some_number in J as (f & J & ->). assert (Ip := proj1 Bp).
    apply about_is in Ip as [Ip Fp].
    assert (Sp : score p <= score c) by (apply M, askable_is; rewrite Fp; now split).
    now rewrite (score_is K a l rank rows unit labels units p ratio Ip),
      (score_is K a l rank rows unit labels units c ratio I) in Sp.
  Qed.

  (** *** The floats *)

  Let wholes : in_whole_counts K whole.
  Proof.
    split; [now apply rows_are_counted|]. apply Z.le_lt_trans with (1 := lighter).
    apply Z.le_lt_trans with (1 := proj2 weights_fit). reflexivity.
  Qed.

  Let log_is_near : near_log2 logarithm heaviest.
  Proof. apply the_programmed_logarithm_is_near. lia. Qed.

  Lemma asks_are_well h c : In h fs -> In c (about h) -> asks_well whole arity (asked c).
  Proof.
    intros J I. apply at_some_number in J as (f & _ & ->). apply about_is in I as [I _].
    destruct (candidate_facts K l rank rows c I) as (_ & D & _).
    destruct (parts_are_whole a rows (asks c) D) as [P L]. split; [exact P|]. split; [now apply
      arities|exact L].
  Qed.

  Lemma a_top_is_trusted f : In f (numbers l cs) -> trusted (tops f) e = true.
  Proof.
    intros I. assert (J := at_number f I). assert (Some : fs <> []) by (intros E; now rewrite E in J).
    apply finite_is_trusted.
    - apply (top_facts asked logarithm heaviest K whole a arity lightest own base largest_key key information
      subset subsets fs weights_fit log_is_near wholes lighter unit few_classes own_is base_is asks_are_well
        (largest_key_is Some) kinds scores (at_feature f) J).
    - apply (bound_is asked logarithm heaviest K whole a arity lightest own base largest_key key information
      subset subsets fs weights_fit log_is_near wholes lighter unit few_classes own_is base_is asks_are_well
        (largest_key_is Some) scores (at_feature f) J).
  Qed.

  Lemma kept_is_near f c : In f (numbers l cs) -> In c (kept_of e key (at_feature f)) <->
    In c cs /\ feature_of (asks c) = f /\ near c = true.
  Proof.
    intros I. unfold kept_of, survivors_by. change (top (at_feature f)) with (tops f).
    rewrite (a_top_is_trusted f I), filter_In, about_is. unfold near. split.
    - intros [[J F] H]. rewrite F. now split.
    - intros (J & F & H). rewrite F in H. now split.
  Qed.

  Lemma a_best_is_near c : In c cs -> best_about gains (at_feature (feature_of (asks c))) c -> near c =
    true.
  Proof.
    intros I B. apply (kept_is_near (feature_of (asks c))); [now apply in_numbers|].
    assert (J := at_number _ (in_numbers c I)). assert (Some : fs <> []) by (intros E; now rewrite E in J).
    now apply (best_is_kept asked logarithm heaviest K whole a arity lightest own base largest_key key
      information
      subset subsets fs weights_fit log_is_near wholes lighter unit few_classes own_is base_is
      asks_are_well (largest_key_is Some) kinds scores).
  Qed.

  Lemma contends_if_admissible c : In c (best_of askables) -> contends_f (feature_of (asks c)) = true.
  Proof.
    intros I. assert (J : In c cs) by (apply GrowingTheorems.best_of_best in I as [I _]; now apply
      askable_is in I).
    assert (Some : fs <> []) by (intros E; apply in_numbers, at_number in J; now rewrite E in J).
    apply admissible_in in I.
    now apply (the_ratio_filter_as_programmed asked heaviest K whole a arity lightest own base largest_key
      key information
      subset subsets fs gate all_pass (gainless lim) limit (min_gain lim) sum largest bar weights_fit wholes
        lighter unit
      few_classes few_features own_is base_is lightest_is asks_are_well (largest_key_is Some) kinds scores
        (gates Some)
      all_pass_means limit_is (at_feature (feature_of (asks c))) c).
  Qed.

  Lemma past_passes f : In f (numbers l cs) ->
    past_at l cs e base tops lows highs sum largest f = true ->
    passes_gate gate (largest_gain gains (at_feature f)) (map (largest_gain gains) fs).
  Proof.
    intros I P. assert (Some : fs <> []) by (intros E; apply at_number in I; now rewrite E in I).
    apply (what_surely_passes asked logarithm heaviest K whole a arity lightest own base largest_key key
      information
      subset subsets fs gate all_pass (gainless lim) limit sum largest bar weights_fit log_is_near wholes
      lighter unit few_classes own_is base_is few_features asks_are_well (largest_key_is Some) kinds scores
        (gates Some)
      (at_feature f) (at_number f I)).
    exact P.
  Qed.

  Lemma sure_or_out f c : In f (numbers l cs) -> best_about gains (at_feature f) c ->
    (sure_at l cs e base tops lows highs all_pass limit sum largest f = true ->
      may_be_asked gains fs gate (gainless lim) (min_gain lim) c) /\
    (out_at l cs e base tops lows highs all_pass limit sum largest f = true ->
      ~ may_be_asked gains fs gate (gainless lim) (min_gain lim) c).
  Proof.
    intros I B. assert (Some : fs <> []) by (intros E; apply at_number in I; now rewrite E in I).
    exact (what_is_sure asked logarithm heaviest K whole a arity lightest own base largest_key key information
      subset subsets fs gate all_pass (gainless lim) limit (min_gain lim) sum largest bar weights_fit
        log_is_near
      wholes lighter unit few_classes own_is base_is few_features asks_are_well (largest_key_is Some) kinds
        scores
      (gates Some) all_pass_means lightest_is limit_is (at_feature f) c (at_number f I) B).
  Qed.

  Lemma no_node_goes_by_the_book : known l cs e tops = true.
  Proof. apply forallb_forall. exact a_top_is_trusted. Qed.

  (** *** What is compared exactly *)

  Let pass := passed l cs e base tops lows highs all_pass limit sum largest bar.
  Let sent (c : split_of) : bool := contends_f (feature_of (asks c)) || negb pass.
  Let sent_ones := compared l cs e base key tops lows highs all_pass limit sum largest bar.

  Lemma gains_sent f : (forall c, In c cs -> feature_of (asks c) = f -> sent c = true) ->
    best_gain f sent_ones = best_gain f cs.
  Proof.
    intros H. rewrite !best_gain_is_top. unfold sent_ones, compared, left_over.
    change (fun c : split_of => contends_at l cs e base tops lows highs all_pass limit sum largest bar
      (feature_of (asks c)) || negb (passed l cs e base tops lows highs all_pass limit sum largest bar))
        with sent.
    change (fun c : split_of => at_least (key c) (minus (tops (feature_of (asks c))) (times two e))) with
      near.
    rewrite (filter_swap _ sent), (filter_swap _ near), Ordering.filter_filter.
    apply Ordering.top_kept; [reflexivity|]. intros b I Up. apply filter_In in I as [I F].
    apply Nat.eqb_eq in F. rewrite (H b I F), andb_true_r. apply a_best_is_near; [exact I|]. rewrite F.
    split; [now apply about_is|].
    destruct (largest_gain_is gains (at_feature f)) as [(c & Ic & Ec) Most];
      [apply some_about; rewrite <- F; now apply in_numbers|].
    apply Rle_antisym; [apply Most; now apply about_is|]. rewrite <- Ec. apply about_is in Ic as [Ic Fc].
    assert (L : gain c <= gain b) by (apply Up, filter_In; split; [exact Ic|now apply Nat.eqb_eq]).
    now rewrite (gain_is K a l rank rows unit labels units c Ic),
      (gain_is K a l rank rows unit labels units b I) in L.
  Qed.

  Lemma what_is_compared :
    filter suffice (past_the_gate (compared_by l cs e base tops lows highs all_pass limit sum largest bar)
      sent_ones)
      = filter sent askables.
  Proof.
    set (l' := compared_by l cs e base tops lows highs all_pass limit sum largest bar).
    assert (St : styles l' = styles l) by (unfold l', compared_by; now destruct (passed _ _ _ _ _ _ _ _ _ _
      _ _)).
    unfold past_the_gate. rewrite St.
    change (filter suffice (filter (past_in l' sent_ones) (filter sent (filter near cs))) = filter sent
      askables).
    unfold askables. rewrite !Ordering.filter_filter. apply filter_ext_in. intros c I.
    destruct (sent c) eqn:S; [|now rewrite !andb_false_r]. rewrite !andb_true_r.
    destruct (near c) eqn:N; cbn [andb].
    - f_equal. unfold past_in.
      rewrite !(nth_of_seq (fun f => best_gain f _)) by apply (candidate_facts K l rank rows c I).
      unfold sent in S. destruct (Bool.bool_dec pass true) as [P|P]; [|apply Bool.not_true_is_false in P];
        rewrite P in S.
      + rewrite orb_false_r in S. rewrite gains_sent; [|intros d _ Fd; unfold sent; now rewrite Fd, S].
        rewrite best_gain_of. destruct (existsb _ cs); [|reflexivity].
        assert (G : gated l' = NoGate) by (unfold l', compared_by; fold pass; now rewrite P).
        rewrite G. cbn [passes]. rewrite andb_true_r.
        assert (Pc : past_at l cs e base tops lows highs sum largest (feature_of (asks c)) = true).
        { unfold pass, passed in P. rewrite forallb_forall in P. specialize (P _ (in_numbers c I)).
          fold contends_f in P. now rewrite S in P. }
        apply past_passes in Pc; [|now apply in_numbers]. rewrite bests_are. apply passes_is in Pc.
        now rewrite Pc, andb_true_r.
      + assert (All : forall f, best_gain f sent_ones = best_gain f cs)
          by (intros f; apply gains_sent; intros d _ _; unfold sent; now rewrite P, orb_true_r).
        assert (G : l' = l) by (unfold l', compared_by; fold pass; now rewrite P).
        rewrite G, All. now rewrite (map_ext _ (fun f => best_gain f cs)) by exact All.
    - destruct (past_in l cs c) eqn:P; [|reflexivity]. apply (past_is c I) in P as [B _].
      apply a_best_is_near in B; [congruence|exact I].
  Qed.

  (** *** The theorems *)

  (** Every admissible split is among the candidates that floats keep, and its feature contends. *)
  Theorem every_admissible_split_is_kept c :
    In c (admissible_splits (counts K) real_weight entropy intrinsic_value rank l rows) ->
    known l cs e tops = true /\ In c (left_over cs e key tops) /\
    contends_at l cs e base tops lows highs all_pass limit sum largest bar (feature_of (asks c)) = true.
  Proof.
    rewrite admissible_is. intros I. split; [exact no_node_goes_by_the_book|].
    split; [|now apply contends_if_admissible].
    apply GrowingTheorems.best_of_best in I as [I _]. apply askable_is in I as (I & B & _).
    apply filter_In. split; [exact I|now apply a_best_is_near].
  Qed.

  (** What the last steps find is what is admissible: all splits, in order. *)
  Theorem what_is_found_is_admissible :
    found l cs e base key tops lows highs all_pass limit sum largest bar =
      admissible_splits (counts K) real_weight entropy intrinsic_value rank l rows.
  Proof.
    unfold found. rewrite no_node_goes_by_the_book, admissible_is.
    destruct (all_out l cs e base tops lows highs all_pass limit sum largest) eqn:O.
    - assert (E : askables = []); [|now rewrite E]. destruct askables as [|c r] eqn:E; [reflexivity|exfalso].
      assert (I : In c askables) by (rewrite E; now left). apply askable_is in I as (I & B & M).
      unfold all_out in O. rewrite forallb_forall in O. assert (F := in_numbers c I).
      exact (proj2 (sure_or_out _ c F B) (O _ F) M).
    - unfold exact_optima. fold sent_ones.
      assert (W := what_is_compared). unfold suffice in W. unfold lim in W.
      assert (St : stopping (compared_by l cs e base tops lows highs all_pass limit sum largest bar) =
        stopping l)
        by (unfold compared_by; now destruct (passed _ _ _ _ _ _ _ _ _ _ _ _)).
      rewrite St, W. apply Ordering.best_of_kept. intros c I S.
      destruct (best_of askables) as [|b r] eqn:E; [apply GrowingTheorems.best_of_some in E; now rewrite E
        in I|].
      assert (Ib : In b (best_of askables)) by (rewrite E; now left).
      apply GrowingTheorems.best_of_best in Ib as [Ib Up]. exists b. split; [exact Ib|].
      destruct (Rlt_le_dec (score c) (score b)) as [L|L]; [exact L|exfalso].
      assert (J : In c (best_of askables)).
      { apply GrowingTheorems.best_of_best. split; [exact I|]. intros d Id. specialize (Up d Id). lra. }
      apply contends_if_admissible in J. unfold sent in S. now rewrite J in S.
  Qed.

  (** What is asked without a comparison is the first of them. *)
  Theorem the_first_that_is_found_is_the_first :
    first_found K a l rows cs e base key tops lows highs subset all_pass limit sum largest bar =
      hd_error (admissible_splits (counts K) real_weight entropy intrinsic_value rank l rows).
  Proof.
    unfold first_found. rewrite what_is_found_is_admissible, no_node_goes_by_the_book.
    destruct (all_out _ _ _ _ _ _ _ _ _ _ _); [reflexivity|]. cbn [negb andb].
    destruct (certain _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) eqn:C; [|reflexivity].
    apply andb_prop in C as [One All]. apply Nat.eqb_eq in One. fold contends_f in One, All.
    rewrite forallb_forall in All. f_equal. rewrite admissible_is.
    destruct (filter contends_f (numbers l cs)) as [|f [|? ?]] eqn:Fl; try discriminate.
    assert (If : In f (filter contends_f (numbers l cs))) by (rewrite Fl; now left).
    apply filter_In in If as [If Cf].
    assert (Only : forall g, In g (numbers l cs) -> contends_f g = true -> g = f).
    { intros g Ig Cg. assert (J : In g (filter contends_f (numbers l cs))) by now apply filter_In.
      rewrite Fl in J. destruct J as [->|[]]. reflexivity. }
    specialize (All f If). rewrite Cf in All. cbn [negb orb] in All. apply andb_prop in All as [Sure Alone].
    (* those that are kept of the feature have one gain and one ratio *)
    assert (Same : forall c d, In c cs -> feature_of (asks c) = f -> near c = true ->
      In d cs -> feature_of (asks d) = f -> near d = true ->
      gains c = gains d /\ score c = score d).
    { unfold alone in Alone. destruct (filter (is_about f) (left_over cs e key tops)) as [|c0 ds] eqn:E.
      - intros c d I F N. exfalso. assert (J : In c (filter (is_about f) (left_over cs e key tops))).
        { apply filter_In. split; [now apply filter_In|now apply Nat.eqb_eq]. }
        now rewrite E in J.
      - rewrite forallb_forall in Alone.
        assert (I0 : In c0 cs).
        { assert (J : In c0 (filter (is_about f) (left_over cs e key tops))) by (rewrite E; now left).
          now apply filter_In in J as [J _]; apply filter_In in J as [J _]. }
        assert (To : forall c, In c cs -> feature_of (asks c) = f -> near c = true ->
          gains c0 = gains c /\ score c0 = score c).
        { intros c I F N. assert (J : In c (c0 :: ds)).
          { rewrite <- E. apply filter_In. split; [now apply filter_In|now apply Nat.eqb_eq]. }
          rewrite (score_is K a l rank rows unit labels units c0 ratio I0),
            (score_is K a l rank rows unit labels units c ratio I).
          destruct J as [->|J]; [now split|].
          apply (alike_are_equal K a rows unit labels units (asks c0) (asks c)); [apply wholes| | |].
          - apply (candidate_facts K l rank rows c0 I0).
          - apply (candidate_facts K l rank rows c I).
          - now apply Alone, andb_prop in J as [_ J]. }
        intros c d I F N I' F' N'. destruct (To c I F N) as [<- <-]. now apply To. }
    destruct (largest_gain_is gains (at_feature f) (some_about f If)) as [(b & Bb) _].
    assert (Ib := proj1 Bb). apply about_is in Ib as [Ib Fb].
    assert (Nb : near b = true) by (apply a_best_is_near; [exact Ib|now rewrite Fb]).
    assert (May := proj1 (sure_or_out f b If Bb) Sure).
    assert (Ab : In b askables) by (apply askable_is; now rewrite Fb).
    destruct (best_of askables) as [|d r] eqn:E; [apply GrowingTheorems.best_of_some in E; now rewrite E in
      Ab|].
    assert (Id : In d (best_of askables)) by (rewrite E; now left). assert (Cd := contends_if_admissible d
      Id).
    apply GrowingTheorems.best_of_best in Id as [Id Up]. rewrite <- E.
    rewrite (Ordering.best_of_as_filter askables d Id Up).
    assert (Id' := Id). apply askable_is in Id' as (Id' & Bd & _).
    assert (Fd := Only _ (in_numbers d Id') Cd). assert (Nd := a_best_is_near d Id' Bd).
    unfold contending, left_over, askables. fold contends_f.
    change (fun c : split_of => at_least (key c) (minus (tops (feature_of (asks c))) (times two e))) with
      near.
    rewrite !Ordering.filter_filter. apply filter_ext_in. intros c I. apply eq_true_iff_eq.
    rewrite !andb_true_iff, Numbers.Qle_bool_iff. split.
    - intros [N Cc]. assert (Fc := Only _ (in_numbers c I) Cc).
      destruct (Same c b I Fc N Ib Fb Nb) as [G _]. destruct (Same c d I Fc N Id' Fd Nd) as [_ Sc].
      assert (A : In c askables).
      { apply askable_is. split; [exact I|]. rewrite Fc. split.
        - split; [now apply about_is|]. rewrite G. apply Bb.
        - unfold may_be_asked in *. now rewrite G. }
      unfold askables in A. rewrite !filter_In in A. destruct A as [[_ P] S]. repeat split; trivial. rewrite
        Sc. apply Rle_refl.
    - intros [P [S L]]. assert (A : In c askables) by (unfold askables; rewrite !filter_In; now repeat split).
      assert (J : In c (best_of askables)).
      { apply GrowingTheorems.best_of_best. split; [exact A|]. intros p Ip. specialize (Up p Ip). lra. }
      split; [|now apply contends_if_admissible]. apply askable_is in A as (_ & B & _). now apply
        a_best_is_near.
  Qed.
End Found.

(** ** An example, and a plausible wrong statement

    Eight rows of four classes, two of each, and three features.  The first has a value for each row: it
    gains 2 bits, and its ratio is 2/3.  The second parts two classes from the others: it gains 1 bit, its
    ratio is 1.  The third gains nothing.  The average gain is 1 bit, so that the second passes the gate,
    exactly; floats do not tell it, hence all features are compared, and the second is asked.  If only those
    that contend were compared, whose average is larger, the first would be. *)

Module G := DtreesForms.Spec.Growing.
Module F := DtreesForms.GrowingForms.
Module N := DtreesForms.Numbers.

Definition eight_by_forms : list (G.row T) :=
  map (fun '(x, y, z, k) => G.Build_row _ [N.Fraction x; N.Fraction y; N.Fraction z] (1%Q, k))
    [(0, 0, 0, 0%nat); (1, 0, 1, 0%nat); (2, 0, 0, 1%nat); (3, 0, 1, 1%nat);
     (4, 1, 0, 2%nat); (5, 1, 1, 2%nat); (6, 1, 0, 3%nat); (7, 1, 1, 3%nat)]%Q.
Definition c45_by_forms : G.learner :=
  let zero := N.Fraction 0 in
  G.Build_learner [G.Each; G.Observed; G.Observed] true G.AtLeast
    (G.Build_limits None (N.Fraction 2) zero zero zero zero true).
Definition eight : list (row T) := map ExecuteGrowing.real_row eight_by_forms.
Definition c45 : learner := ExecuteGrowing.learner_over_reals [Each; Observed; Observed] c45_by_forms.
Definition eight_splits : list split_of :=
  scored_splits (counts 4) real_weight entropy intrinsic_value no_real_rank c45 eight.

Definition eight_rows : whole_rows := [(1, 0); (1, 0); (1, 1); (1, 1); (1, 2); (1, 2); (1, 3); (1, 3)]%Z.
Definition each_row : WholeCounts.question := As_many (map (fun r => [r]) eight_rows).
Definition two_classes : WholeCounts.question :=
  As_two [(1, 0); (1, 0); (1, 1); (1, 1)]%Z [(1, 2); (1, 2); (1, 3); (1, 3)]%Z.
Definition every_other : WholeCounts.question :=
  As_two [(1, 0); (1, 1); (1, 2); (1, 3)]%Z [(1, 0); (1, 1); (1, 2); (1, 3)]%Z.

(** The floats, in grains of 2^-45 bits: these are whole, for each logarithm is. *)
Definition eight_error : float64 := entropy_bound 8 4.
Definition eight_base : float64 := of_whole (- 2 ^ 49).
Definition key_at (f : nat) : float64 := of_whole (nth f [0; - 2 ^ 48; - 2 ^ 49] 0)%Z.
Definition information_at (f : nat) : float64 := of_whole (nth f [24; 8; 8] 0)%Z.
Definition of_feature {A} (g : nat -> A) (c : split_of) : A := g (feature_of (asks c)).
Definition low_at (f : nat) : float64 :=
  low_of logarithm eight_rows eight_error eight_base (key_at f) (information_at f).
Definition high_at (f : nat) : float64 :=
  high_of logarithm eight_rows eight_error eight_base 1 (key_at f) (information_at f).
Definition eight_sum : float64 := of_whole (2 ^ 49 + 2 ^ 48).
Definition eight_largest : float64 := of_whole (2 ^ 49).

Lemma same_learners : ExecuteGrowing.same_learner c45_by_forms c45.
Proof. repeat split. repeat constructor. Qed.

Lemma three_splits : exists c0 c1 c2, eight_splits = [c0; c1; c2] /\
  map (fun c => feature_of (asks c)) [c0; c1; c2] = [0; 1; 2]%nat /\
  map (parted_by 1 eight) [c0; c1; c2] = [each_row; two_classes; every_other].
Proof.
  assert (E : eight_splits = map ExecuteGrowing.real_candidate
    (G.scored_splits (counts 4) F.weighed F.entropy F.intrinsic_value G.no_rank c45_by_forms eight_by_forms)).
  { rewrite <- (ExecuteGrowing.candidates_is 4 G.no_rank c45_by_forms c45 same_learners). reflexivity. }
  assert (P : forall q, parted 1 eight (ExecuteGrowing.real_question q) =
    let ps := map (map (fun r : G.row T => in_units 1 (G.target r))) (G.split q eight_by_forms) in
    match q with G.EachCategory _ _ => As_many ps | _ => As_two (nth 0 ps []) (nth 1 ps []) end).
  { intros q. assert (Ps : map (rows_in 1) (split (ExecuteGrowing.real_question q) eight) =
      map (map (fun r : G.row T => in_units 1 (G.target r))) (G.split q eight_by_forms)).
    { unfold eight. rewrite ExecuteGrowing.split_is, map_map. apply map_ext. intros part.
      unfold rows_in. rewrite map_map. now apply map_ext. }
    cbv zeta. rewrite <- Ps. now destruct q. }
  set (ds := G.scored_splits _ _ _ _ _ _ _) in E.
  assert (A : map G.asks ds = [G.EachCategory 0 (map (fun n => N.Fraction (inject_Z (Z.of_nat n))) (seq 0 8));
    G.Threshold 1 (N.Fraction 0); G.Threshold 2 (N.Fraction 0)]) by (vm_compute; reflexivity).
  destruct ds as [|d0 [|d1 [|d2 [|? ?]]]]; try discriminate. injection A as A0 A1 A2.
  exists (ExecuteGrowing.real_candidate d0), (ExecuteGrowing.real_candidate d1),
    (ExecuteGrowing.real_candidate d2).
  split; [exact E|]. unfold parted_by. cbn [map ExecuteGrowing.real_candidate asks]. rewrite A0, A1, A2, !P.
  split; [reflexivity|]. vm_compute. reflexivity.
Qed.

Lemma same_float (x y : float64) : B2SF x = B2SF y -> x = y.
Proof. apply B2SF_inj. Qed.

Lemma in_turn_is l s : l <> [] -> B2SF (in_turn l) = B2SF s -> adds_up_to l s.
Proof. intros N E. apply same_float in E. rewrite <- E. now apply in_turn_adds_up. Qed.

Lemma a_share_is part x :
  B2SF (minus (in_turn (map (fun k => phi logarithm 8 (class_weight k part)) (seq 0 4)))
    (phi logarithm 8 (weights part))) = B2SF x -> entropy_share logarithm 8 4 part x.
Proof.
  intros E. eexists. split; [now apply in_turn_adds_up|]. symmetry. now apply same_float.
Qed.

Lemma two_shares_are l r x :
  let sum_of part := in_turn (map (fun k => phi logarithm 8 (class_weight k part)) (seq 0 4)) in
  B2SF (minus (plus (sum_of l) (sum_of r)) (plus (phi logarithm 8 (weights l)) (phi logarithm 8 (weights
    r)))) =
    B2SF x -> entropy_scores logarithm 8 4 (As_two l r) x.
Proof.
  intros sum_of E. exists (sum_of l), (sum_of r). split; [now apply in_turn_adds_up|].
  split; [now apply in_turn_adds_up|]. symmetry. now apply same_float.
Qed.

Lemma eight_are_scored : entropy_scores logarithm 8 4 each_row (key_at 0) /\
  entropy_scores logarithm 8 4 two_classes (key_at 1) /\ entropy_scores logarithm 8 4 every_other (key_at 2).
Proof.
  split; [|split; apply two_shares_are; vm_compute; reflexivity].
  exists (repeat (of_whole 0) 8). split; [|apply in_turn_is; [discriminate|vm_compute; reflexivity]].
  repeat (constructor; [apply a_share_is; vm_cast_no_check (eq_refl (B2SF (of_whole 0)))|]). constructor.
Qed.

Lemma eight_are_informed : information_scores logarithm eight_rows each_row (information_at 0) /\
  information_scores logarithm eight_rows two_classes (information_at 1) /\
  information_scores logarithm eight_rows every_other (information_at 2).
Proof.
  split; [|split; apply same_float; vm_compute; reflexivity].
  eexists. split; [apply in_turn_adds_up; discriminate|]. apply same_float. vm_compute. reflexivity.
Qed.

Lemma eight_floats : forallb (fun n => let same x := at_least x x in
  same (key_at n) && same (low_at n) && same (high_at n) &&
  at_least (key_at n) (minus (key_at n) (times two eight_error)) && trusted (key_at n) eight_error) [0; 1;
    2]%nat
  = true.
Proof. vm_compute. reflexivity. Qed.

Lemma a_feature_is_kept n : In n [0; 1; 2]%nat ->
  (at_least (key_at n) (key_at n) = true /\ at_least (low_at n) (low_at n) = true /\
    at_least (high_at n) (high_at n) = true) /\
  at_least (key_at n) (minus (key_at n) (times two eight_error)) = true /\ trusted (key_at n) eight_error =
    true.
Proof.
  intros I. assert (V := eight_floats). rewrite forallb_forall in V. specialize (V n I). cbv beta zeta in V.
  rewrite !andb_true_iff in V. tauto.
Qed.

Lemma eight_in_units : rows_in 1 eight = eight_rows.
Proof. reflexivity. Qed.

Section Three.
  Variables c0 c1 c2 : split_of.
  Hypothesis features_are : map (fun c => feature_of (asks c)) [c0; c1; c2] = [0; 1; 2]%nat.
  Hypothesis parts_are : map (parted_by 1 eight) [c0; c1; c2] = [each_row; two_classes; every_other].

  Lemma three_numbers : numbers c45 [c0; c1; c2] = [0; 1; 2]%nat.
  Proof. assert (Fe := features_are). injection Fe as E0 E1 E2. unfold numbers, is_about. simpl. now rewrite
    E0, E1, E2. Qed.

  Lemma three_about n : filter (is_about n) [c0; c1; c2] = nth n [[c0]; [c1]; [c2]] [].
  Proof.
    assert (Fe := features_are). injection Fe as E0 E1 E2. unfold is_about. cbn [filter]. rewrite E0, E1, E2.
    now destruct n as [|[|[|[|n]]]].
  Qed.

  Lemma one_is_scored n c : (n < 3)%nat -> filter (is_about n) [c0; c1; c2] = [c] -> feature_of (asks c) = n
    ->
    entropy_scores logarithm 8 4 (parted_by 1 eight c) (key_at n) ->
    information_scores logarithm eight_rows (parted_by 1 eight c) (information_at n) ->
    WholeContenders.scored (parted_by 1 eight) logarithm 8 4 eight_rows 1 1 eight_error eight_base
      (of_feature key_at) (of_feature information_at) (fun _ => false) (feature_at [c0; c1; c2] key_at low_at
        high_at n).
  Proof.
    intros L A E S I. assert (J : In n [0; 1; 2]%nat) by (destruct n as [|[|[|n]]]; simpl; lia).
    destruct (a_feature_is_kept n J) as ((V1 & V2 & V3) & V4 & V5).
    unfold WholeContenders.scored, ends_are, kept_of, survivors_by, feature_at. cbn [about top lowest
      highest].
    rewrite A, V5. unfold of_feature. cbn [filter]. rewrite E, V4. cbn [map]. rewrite E.
    split; [|split; [|split]].
    - intros q [<-|[]]. rewrite E. now split.
    - right. split; [now left|]. now intros k [<-|[]].
    - right. split; [now left|]. now intros k [<-|[]].
    - right. split; [now left|]. now intros k [<-|[]].
  Qed.

  Lemma three_are_scored f : In f (features c45 [c0; c1; c2] key_at low_at high_at) ->
    WholeContenders.scored (parted_by 1 eight) logarithm 8 4 eight_rows 1 1 eight_error eight_base
      (of_feature key_at) (of_feature information_at) (fun _ => false) f.
  Proof.
    unfold features. rewrite three_numbers. assert (Fe := features_are). injection Fe as E0 E1 E2. assert
      (Pa := parts_are). injection Pa as P0 P1 P2.
    destruct eight_are_scored as (S0 & S1 & S2). destruct eight_are_informed as (I0 & I1 & I2).
    intros [<-|[<-|[<-|[]]]].
    - apply (one_is_scored 0 c0); rewrite ?P0; trivial; [lia|apply (three_about 0)].
    - apply (one_is_scored 1 c1); rewrite ?P1; trivial; [lia|apply (three_about 1)].
    - apply (one_is_scored 2 c2); rewrite ?P2; trivial; [lia|apply (three_about 2)].
  Qed.

  Lemma three_are_gated : Contenders.gated eight_error eight_base
    (features c45 [c0; c1; c2] key_at low_at high_at) Dtrees.Spec.Growing.AtLeast true true exact_share
      (of_whole 0)
    eight_sum eight_largest (low_at 0).
  Proof.
    unfold features. rewrite three_numbers. split; [|split; right].
    - apply in_turn_is; [discriminate|]. vm_compute. reflexivity.
    - split; [left; apply same_float; vm_compute; reflexivity|].
      intros k [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
    - split; [left; apply same_float; vm_compute; reflexivity|].
      intros k [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
  Qed.

  Lemma three_contend :
    let contends := contends_at c45 [c0; c1; c2] eight_error eight_base key_at low_at high_at true (of_whole
      0)
      eight_sum eight_largest (low_at 0) in
    map contends [0; 1; 2]%nat = [true; true; false] /\
    passed c45 [c0; c1; c2] eight_error eight_base key_at low_at high_at true (of_whole 0) eight_sum
      eight_largest
      (low_at 0) = false.
  Proof.
    unfold passed, contends_at, past_at, features. rewrite three_numbers. split.
    - vm_cast_no_check (eq_refl [true; true; false]).
    - vm_cast_no_check (eq_refl false).
  Qed.
End Three.

Lemma eight_error_is : is_finite eight_error = true /\
  B2R (entropy_bound 8 4) <= B2R eight_error <= bpow radix2 60.
Proof.
  assert (E : eight_error = of_whole 320) by (apply same_float; vm_compute; reflexivity).
  destruct (of_whole_is 320) as [V Fin]; [lia|]. rewrite E. split; [exact Fin|].
  fold eight_error. rewrite E, V. split; [lra|]. change (bpow radix2 60) with (IZR (2 ^ 60)). apply IZR_le.
    lia.
Qed.

Lemma eight_limit_is : min_gain (stopping c45) = 0 /\ is_finite (of_whole 0) = true /\
  0 <= B2R (of_whole 0) <= bpow radix2 60 /\ Decisions.sizable (B2R (of_whole 0)) /\
  Rabs (B2R (of_whole 0) - IZR (weights (rows_in 1 eight)) / B2R (grain logarithm 8) * min_gain (stopping
    c45))
    <= Rounding.u * B2R (of_whole 0).
Proof.
  assert (Z : min_gain (stopping c45) = 0) by exact Q2R_0. split; [exact Z|]. rewrite Z.
  destruct (of_whole_is 0) as [-> ->]; [lia|]. assert (P := bpow_gt_0 radix2 60).
  rewrite !Rmult_0_r, Rminus_0_r, Rabs_R0. repeat split; try lra. now left.
Qed.

Example the_choice_by_ratio_applies :
  let optima := found c45 eight_splits eight_error eight_base (of_feature key_at) key_at low_at high_at true
    (of_whole 0) eight_sum eight_largest (low_at 0) in
  optima = admissible_splits (counts 4) real_weight entropy intrinsic_value no_real_rank c45 eight /\
  map (fun c => feature_of (asks c)) optima = [1%nat].
Proof.
  destruct three_splits as (c0 & c1 & c2 & E & Fe & Pa).
  assert (Fs : features c45 eight_splits key_at low_at high_at = features c45 [c0; c1; c2] key_at low_at
    high_at)
    by now rewrite E.
  assert (X : found c45 eight_splits eight_error eight_base (of_feature key_at) key_at low_at high_at true
    (of_whole 0) eight_sum eight_largest (low_at 0) =
    admissible_splits (counts 4) real_weight entropy intrinsic_value no_real_rank c45 eight).
  { apply (what_is_found_is_admissible 4 1 c45 no_real_rank eight 8 8 1 eight_error eight_base (key_at 0)
      (of_feature key_at) (of_feature information_at) (fun _ => false) false); try (fold eight_splits);
        rewrite ?eight_in_units.
    - reflexivity.
    - reflexivity.
    - intros r I. apply in_map_iff in I as (s & <- & I). cbn in I.
      repeat destruct I as [<-|I]; try easy; split; simpl; (reflexivity || lia).
    - intros r I. exists 1%Z. apply in_map_iff in I as (s & <- & I). cbn in I.
      repeat destruct I as [<-|I]; try easy; reflexivity.
    - lia.
    - simpl. lia.
    - simpl. lia.
    - rewrite Fs. unfold features. rewrite (three_numbers c0 c1 c2 Fe). simpl. lia.
    - rewrite E. injection Pa as P0 P1 P2. intros c [<-|[<-|[<-|[]]]]; rewrite ?P0, ?P1, ?P2; split; simpl;
      lia.
    - exact eight_error_is.
    - eexists. split; [apply in_turn_adds_up; discriminate|]. apply same_float. vm_compute. reflexivity.
    - split; [lia|]. intros r I. simpl in I. repeat destruct I as [<-|I]; try easy; simpl; lia.
    - intros _. rewrite Fs. unfold features. rewrite (three_numbers c0 c1 c2 Fe). cbn [map feature_at about
      concat].
      rewrite !(three_about c0 c1 c2 Fe). assert (Of := Fe). injection Of as E0 E1 E2. unfold of_feature.
      cbn [nth app map]. rewrite E0, E1, E2. right. split; [now left|].
      intros k [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
    - easy.
    - rewrite Fs. exact (three_are_scored c0 c1 c2 Fe Pa).
    - intros _. rewrite Fs. exact (three_are_gated c0 c1 c2 Fe).
    - intros _. split; [rewrite (proj1 eight_limit_is); lra|reflexivity].
    - rewrite <- eight_in_units. apply eight_limit_is. }
  cbv zeta. split; [exact X|]. rewrite X.
  change no_real_rank with (ExecuteGrowing.real_rank G.no_rank). unfold eight.
  rewrite (ExecuteGrowing.admissible_splits_are_the_same 4 G.no_rank c45_by_forms c45 same_learners), map_map.
  rewrite (map_ext _ (fun d => G.feature_of (G.asks d))) by (intros d; apply ExecuteGrowing.feature_is).
  vm_compute. reflexivity.
Qed.

Example comparing_the_contenders_alone_is_not_enough :
  let contenders := contending c45 eight_splits eight_error eight_base (of_feature key_at) key_at low_at
    high_at true
    (of_whole 0) eight_sum eight_largest (low_at 0) in
  map (fun c => feature_of (asks c)) (exact_optima c45 contenders) = [0%nat].
Proof.
  destruct three_splits as (c0 & c1 & c2 & E & Fe & Pa). cbv zeta.
  destruct (three_contend c0 c1 c2 Fe) as [C _]. cbv zeta in C. cbn [map] in C.
  assert (C0 := f_equal (fun l => nth 0 l false) C). assert (C1 := f_equal (fun l => nth 1 l false) C).
  assert (C2 := f_equal (fun l => nth 2 l true) C). cbn [nth] in C0, C1, C2.
  assert (L : contending c45 eight_splits eight_error eight_base (of_feature key_at) key_at low_at high_at
    true
    (of_whole 0) eight_sum eight_largest (low_at 0) = firstn 2 eight_splits).
  { rewrite E. injection Fe as E0 E1 E2. unfold contending, left_over, of_feature. cbn [filter firstn].
    rewrite E0, E1, E2. assert (V := fun n I => proj1 (proj2 (a_feature_is_kept n I))).
    rewrite !V by (simpl; lia). cbn [filter]. now rewrite E0, E1, E2, C0, C1, C2. }
  rewrite L. change no_real_rank with (ExecuteGrowing.real_rank G.no_rank) in *.
  assert (D : eight_splits = map ExecuteGrowing.real_candidate
    (G.scored_splits (counts 4) F.weighed F.entropy F.intrinsic_value G.no_rank c45_by_forms eight_by_forms)).
  { rewrite <- (ExecuteGrowing.candidates_is 4 G.no_rank c45_by_forms c45 same_learners). reflexivity. }
  rewrite D, firstn_map. unfold exact_optima.
  rewrite (ExecuteGrowing.past_the_gate_is c45_by_forms c45 same_learners), GrowingTheorems.filter_map.
  rewrite (filter_ext _ (fun d => G.gain_suffices (G.stopping c45_by_forms) (G.gain d)))
    by (intros d; apply (ExecuteGrowing.gain_suffices_is c45_by_forms c45 same_learners)).
  rewrite ExecuteGrowing.best_of_is, map_map.
  rewrite (map_ext _ (fun d => G.feature_of (G.asks d))) by (intros d; apply ExecuteGrowing.feature_is).
  vm_compute. reflexivity.
Qed.

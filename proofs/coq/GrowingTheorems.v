(** * GrowingTheorems: what is true of every grown tree

    Growing ends; the leaves share out the rows; every branch asks an optimal question, the
    first of them; limits on depth, size, impurity and gain only cut; the order of the rows
    does not matter; and where no split raises the risk, no alpha is negative.  All of it for
    any impurity: the copy over the reals serves entropy and gain ratios.
    [CART84 §2.4, §3.3; QUINLAN86; C45 ch. 2] *)
From Coq Require Import QArith Lqa Lia List Bool Permutation Sorted.
From Dtrees Require Import Sums Tree Sequence Risk Growing.
From Dtrees Require Export Spec.GrownTrees.
Import ListNotations.
Open Scope Q_scope.

(** A question parts the rows: each row has a child, and each child has a row. *)
Definition divides {T} (q : question) (rows : list (row T)) : Prop :=
  (2 <= arity q)%nat /\ (forall r, In r rows -> (child q r < arity q)%nat) /\
  forall c, (c < arity q)%nat -> exists r, In r rows /\ child q r = c.

Lemma Qeq_bool_spec x y : reflect (x == y) (Qeq_bool x y).
Proof. apply iff_reflect. symmetry. apply Qeq_bool_iff. Qed.

Lemma grown_ind {N} (P : grown N -> Prop) :
  (forall n, P (Stop n)) ->
  (forall n q ts, (forall t, In t ts -> P t) -> P (Ask n q ts)) ->
  forall t, P t.
Proof.
  intros L B. fix IH 1. intros [n|n q ts]; [apply L|]. apply B.
  induction ts as [|u us]; simpl; [tauto|]. intros t [<-|I]; [apply IH|exact (IHus t I)].
Qed.

(** ** The values of a feature *)

Definition reduced (x : Q) : Prop := Qred x = x.

Lemma value_reduced {T} f (r : row T) : reduced (value f r).
Proof. apply Qred_idempotent. Qed.

Lemma reduced_equal x y : reduced x -> reduced y -> x == y -> x = y.
Proof. unfold reduced. intros <- <- E. apply Qred_complete. now rewrite !Qred_correct in E. Qed.

Lemma in_insert x l : reduced x -> Forall reduced l -> forall z, In z (insert x l) <-> z = x \/ In z l.
Proof.
  intros R F z. induction F as [|y l Ry F IH]; simpl; [intuition congruence|].
  destruct (Qeq_bool_spec x y) as [E|_]; [apply reduced_equal in E; trivial; subst; simpl; intuition|].
  destruct (Qle_bool x y); simpl; [intuition congruence|]. rewrite IH. tauto.
Qed.

Lemma insert_reduced x l : reduced x -> Forall reduced l -> Forall reduced (insert x l).
Proof.
  intros R F. apply Forall_forall. intros z I. apply in_insert in I as [->|I]; trivial.
  rewrite Forall_forall in F. auto.
Qed.

Lemma insert_sorted x l : reduced x -> Forall reduced l -> StronglySorted Qlt l ->
  StronglySorted Qlt (insert x l).
Proof.
  intros R F S. induction S as [|y l S IH Fy]; simpl; [repeat constructor|].
  inversion F as [|? ? Ry Fl]; subst.
  destruct (Qeq_bool_spec x y) as [E|E]; [now constructor|]. destruct (Qle_bool_spec x y) as [L|L].
  - assert (x < y) by (destruct (Qlt_le_dec x y); [assumption|destruct E; now apply Qle_antisym]).
    constructor; [now constructor|]. constructor; [assumption|].
    revert Fy. apply Forall_impl. intros z. lra.
  - constructor; [auto|]. apply Forall_forall. intros z I. rewrite Forall_forall in Fy.
    apply in_insert in I as [->|I]; auto. now apply Qnot_le_lt.
Qed.

Section ValuesAt.
  Context {T : Type} (f : nat).
  Implicit Types rows : list (row T).

  Lemma values_at_spec rows : Forall reduced (values_at f rows) /\ StronglySorted Qlt (values_at f rows) /\
    forall x, In x (values_at f rows) <-> exists r, In r rows /\ value f r = x.
  Proof.
    induction rows as [|r rows (F & S & I)]; simpl.
    - repeat split; try constructor; [easy|now intros (r & [] & _)].
    - assert (R := value_reduced f r).
      repeat split; [now apply insert_reduced|now apply insert_sorted| |]; rewrite in_insert, I by assumption.
      + intros [->|(s & Is & E)]; [exists r|exists s]; auto.
      + intros (s & [<-|Is] & E); [now left|right; eauto].
  Qed.

  Lemma value_in rows r : In r rows -> In (value f r) (values_at f rows).
  Proof. intros I. apply values_at_spec. eauto. Qed.

  Lemma values_at_permutation rows rows' : Permutation rows rows' -> values_at f rows = values_at f rows'.
  Proof.
    intros P. destruct (values_at_spec rows) as (_ & S & I), (values_at_spec rows') as (_ & S' & I').
    apply sorted_lists_agree; trivial. intros x. rewrite I, I'.
    split; intros (r & J & E); exists r; split; trivial; revert J; apply Permutation_in; [|symmetry]; exact P.
  Qed.
End ValuesAt.

Lemma place_in x l : reduced x -> Forall reduced l -> In x l -> (place x l < length l)%nat.
Proof.
  intros R F I. induction F as [|y l Ry F IH]; [easy|]. simpl.
  destruct (Qeq_bool_spec x y) as [E|E]; [lia|]. destruct I as [->|I]; [now destruct E|].
  specialize (IH I). lia.
Qed.

Lemma place_of_nth l c : StronglySorted Qlt l -> (c < length l)%nat -> place (nth c l 0) l = c.
Proof.
  intros S. revert c. induction S as [|y l S IH F]; intros c L; simpl in *; [lia|].
  destruct c as [|c]; [now rewrite (proj2 (Qeq_bool_iff y y))|].
  rewrite Forall_forall in F. assert (I : In (nth c l 0) l) by (apply nth_In; lia). apply F in I.
  destruct (Qeq_bool_spec (nth c l 0) y) as [E|_]; [lra|]. f_equal. apply IH. lia.
Qed.

Lemma in_neighbours a b l : StronglySorted Qlt l -> In (a, b) (neighbours l) -> In a l /\ In b l /\ a < b.
Proof.
  induction 1 as [|x l S IH F]; [easy|]. destruct l as [|y l]; [easy|]. intros [E|I].
  - injection E as -> ->. simpl. inversion F; subst. auto.
  - destruct (IH I) as (? & ? & ?). simpl in *. tauto.
Qed.

(** Whatever the middle is rounded to, a threshold separates the neighbours between which it lies. *)
Theorem between_separates middle a b : a < b -> a <= between middle a b /\ between middle a b < b.
Proof.
  intros L. unfold between. set (m := Qred _).
  destruct (Qle_bool_spec a m) as [A|A]; [|split; [apply Qle_refl|exact L]].
  destruct (Qle_bool_spec b m) as [B|B]; simpl; [split; [apply Qle_refl|exact L]|]. split; lra.
Qed.

Lemma sorted_nodup l : StronglySorted Qlt l -> NoDup l.
Proof.
  induction 1 as [|x l S IH F]; constructor; [|exact IH]. intros I. rewrite Forall_forall in F.
  specialize (F x I). lra.
Qed.

Lemma in_tl {A} (x : A) l : In x (tl l) -> In x l.
Proof. destruct l; simpl; auto. Qed.

Lemma sublists_included s l : In s (sublists l) -> incl s l.
Proof.
  revert s. induction l as [|x l IH]; simpl; intros s [<-|I] y J; try easy.
  apply in_app_or in I as [I|I].
  - apply in_map_iff in I as (u & <- & I). destruct J as [->|J]; [now left|right; now apply (IH u)].
  - right. apply in_tl in I. now apply (IH s).
Qed.

(** ** The parts of a split *)

Lemma sorted_by_number {A} (f : A -> nat) n (l : list A) :
  Permutation (concat (map (fun c => filter (fun r => Nat.eqb (f r) c) l) (seq 0 n)))
    (filter (fun r => Nat.ltb (f r) n) l).
Proof.
  induction n as [|n IH].
  - simpl. induction l; auto.
  - rewrite seq_S, map_app, concat_app. simpl. rewrite app_nil_r, IH. clear IH.
    induction l as [|r l IH]; [constructor|]. simpl.
    destruct (Nat.ltb_spec (f r) n), (Nat.eqb_spec (f r) n), (Nat.ltb_spec (f r) (Datatypes.S n)); try lia;
      simpl.
    + now constructor.
    + rewrite <- Permutation_middle. now constructor.
    + exact IH.
Qed.

Lemma filter_all {A} (b : A -> bool) l : (forall x, In x l -> b x = true) -> filter b l = l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|].
  rewrite (H x), IH; simpl; auto.
Qed.

Lemma not_forallb {A} (b : A -> bool) l : forallb b l = false -> exists x, In x l /\ b x = false.
Proof.
  induction l as [|x l IH]; simpl; [easy|]. destruct (b x) eqn:E; [|eauto]. intros F.
  destruct (IH F) as (y & I & Y). eauto.
Qed.

Lemma filter_none {A} (b : A -> bool) l : (forall x, In x l -> b x = false) -> filter b l = [].
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|].
  rewrite (H x), IH; simpl; auto.
Qed.

Lemma filter_shorter {A} (b : A -> bool) l : (length (filter b l) <= length l)%nat.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (b x); simpl; lia. Qed.

Lemma filter_map {A B} (b : B -> bool) (g : A -> B) l :
  filter b (map g l) = map g (filter (fun x => b (g x)) l).
Proof. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH. now destruct (b (g x)). Qed.

Lemma filter_permutation {A} (b : A -> bool) l m : Permutation l m -> Permutation (filter b l) (filter b m).
Proof.
  induction 1; simpl; [constructor| | |now transitivity (filter b l')].
  - destruct (b x); auto.
  - destruct (b x), (b y); auto; constructor.
Qed.

Lemma split_shares_out {T} q (rows : list (row T)) : divides q rows ->
  Permutation (concat (split q rows)) rows.
Proof.
  intros (_ & C & _). unfold split. rewrite sorted_by_number, filter_all; [reflexivity|].
  intros r I. apply Nat.ltb_lt, C, I.
Qed.

Lemma split_parts {T} q (rows : list (row T)) : divides q rows ->
  forall part, In part (split q rows) -> part <> [] /\ (length part < length rows)%nat.
Proof.
  intros (A & C & H) part I. apply in_map_iff in I as (c & <- & I). apply in_seq in I.
  assert (E : exists r, In r rows /\ child q r = c) by (apply H; lia).
  assert (D : exists r, In r rows /\ child q r <> c).
  { destruct (H (if Nat.eqb c 0 then 1 else 0)%nat) as (r & Ir & Er); [destruct (Nat.eqb c 0); lia|].
    exists r. split; [exact Ir|]. destruct (Nat.eqb_spec c 0); lia. }
  split.
  - destruct E as (r & Ir & Er). intros N. apply (in_nil (a := r)). rewrite <- N.
    apply filter_In. now rewrite Er, Nat.eqb_refl.
  - destruct D as (r & Ir & Er). apply in_split in Ir as (l1 & l2 & ->).
    rewrite filter_app. simpl. destruct (Nat.eqb_spec (child q r) c); [easy|].
    rewrite !app_length. simpl. set (b := fun r => Nat.eqb (child q r) c).
    assert (F1 := filter_shorter b l1). assert (F2 := filter_shorter b l2). lia.
Qed.

Lemma split_permutation {T} q (rows rows' : list (row T)) : Permutation rows rows' ->
  Forall2 (@Permutation (row T)) (split q rows) (split q rows').
Proof. intros P. unfold split. induction (seq 0 (arity q)); constructor;
  [now apply filter_permutation|assumption]. Qed.

(** The rows of some values are those of each of them. *)
Lemma groups_of_values {T} f (P : Q -> bool) (rows : list (row T)) :
  Permutation (filter (fun r => P (value f r)) rows)
    (concat (map (fun x => rows_of f x rows) (filter P (values_at f rows)))).
Proof.
  destruct (values_at_spec f rows) as (F & S & V). apply sorted_nodup in S.
  assert (I : forall r, In r rows -> In (value f r) (values_at f rows)) by (intros r J; now apply value_in).
  clear V. revert F S I. generalize (values_at f rows). intros vs. revert rows.
  induction vs as [|x vs IH]; intros rows F N I.
  { destruct rows as [|r rows]; [constructor|]. destruct (I r). now left. }
  inversion F as [|? ? Rx F']; inversion N as [|? ? Nx N']; subst.
  set (b := fun r : row T => Qeq_bool (value f r) x). set (others := filter (fun r => negb (b r)) rows).
  assert (B : forall r, b r = true -> value f r = x).
  { intros r E. apply Qeq_bool_iff in E. apply reduced_equal; [apply value_reduced|exact Rx|exact E]. }
  assert (Sub : forall r, In r others -> In (value f r) vs).
  { intros r J. apply filter_In in J as [J E]. destruct (I r J) as [X|K]; [|exact K].
    unfold b in E. rewrite <- X, (proj2 (Qeq_bool_iff _ _) (Qeq_refl _)) in E. discriminate. }
  assert (Same : forall y, In y vs -> rows_of f y others = rows_of f y rows).
  { intros y J. assert (Ny : forall r, b r = true -> Qeq_bool (value f r) y = false).
    { intros r E. destruct (Qeq_bool_spec (value f r) y) as [Y|_]; [|reflexivity]. exfalso. apply Nx.
      rewrite <- (B r E), (reduced_equal (value f r) y); trivial; [apply value_reduced|].
        rewrite Forall_forall in F'. auto. }
    unfold rows_of, others. clear - Ny. induction rows as [|r rows IH]; [reflexivity|]. simpl.
    destruct (b r) eqn:E; simpl; [now rewrite (Ny r E)|]. rewrite IH. reflexivity. }
  assert (Two : Permutation (filter (fun r => P (value f r)) rows)
    ((if P x then rows_of f x rows else []) ++ filter (fun r => P (value f r)) others)).
  { clear Sub Same I IH. unfold rows_of, others. induction rows as [|r rows IHr]; [now destruct (P x)|].
    simpl. fold (b r). destruct (b r) eqn:E; simpl.
    - rewrite (B r E). destruct (P x); [now constructor|exact IHr].
    - destruct (P (value f r)); [rewrite <- Permutation_middle; now constructor|exact IHr]. }
  etransitivity; [exact Two|]. simpl. rewrite (IH others F' N' Sub).
  rewrite (map_ext_in _ (fun y => rows_of f y rows)) by (intros y J; apply filter_In in J as [J _];
    now apply Same).
  now destruct (P x).
Qed.

(** A subset's parts are groups of values. *)
Lemma subset_splits_groups {T} f cs (rows : list (row T)) part : In part (split (OneOf f cs) rows) ->
  exists vs, incl vs (values_at f rows) /\ Permutation part (concat (map (fun x => rows_of f x rows) vs)).
Proof.
  intros [<-|[<-|[]]]; [exists (filter (fun x => existsb (Qeq_bool x) cs) (values_at f rows))|
    exists (filter (fun x => negb (existsb (Qeq_bool x) cs)) (values_at f rows))];
    (split; [intros x I; now apply filter_In in I|]; rewrite <- groups_of_values;
     erewrite filter_ext; [reflexivity|]; intros r; simpl; now destruct (existsb _ _)).
Qed.

Lemma same_rank_equal (key : Q -> Q) vs x y : same_rank key vs = true -> In x vs -> In y vs -> key x == key y.
Proof.
  unfold same_rank. rewrite forallb_forall. intros S I J. specialize (S x I). rewrite forallb_forall in S.
  now apply Qeq_bool_iff, S.
Qed.

(** Where all values' groups rank alike, the parts of a subset question are made of groups of one rank. *)
Lemma parts_of_equal_groups {T} f cs (rows : list (row T)) (key : list T -> Q) : divides (OneOf f cs) rows ->
  same_rank (fun x => key (map target (rows_of f x rows))) (values_at f rows) = true ->
  exists g0, forall part, In part (split (OneOf f cs) rows) -> part <> [] /\ incl part rows /\
    exists gs, Permutation (map target part) (concat gs) /\
      forall g, In g gs -> g <> [] /\ incl g (map target rows) /\ key g == key g0.
Proof.
  intros D S. destruct (values_at f rows) as [|x vs] eqn:V.
  { destruct D as (_ & _ & D). destruct (D 0%nat) as (r & I & _); [simpl; lia|].
    apply (value_in f) in I. now rewrite V in I. }
  exists (map target (rows_of f x rows)). intros part I.
  split; [now apply (split_parts _ rows D)|].
  split; [intros r J; apply in_map_iff in I as (c & <- & _); now apply filter_In in J|].
  destruct (subset_splits_groups f cs rows part I) as (us & Inc & P). rewrite V in Inc.
  exists (map (fun y => map target (rows_of f y rows)) us). split.
  - rewrite (Permutation_map target P), concat_map, map_map. reflexivity.
  - intros g J. apply in_map_iff in J as (y & <- & J). apply Inc in J.
    assert (K : exists r, In r rows /\ value f r = y) by (apply values_at_spec; now rewrite V).
    destruct K as (r & K & E). split; [|split].
    + intros N. apply (in_nil (a := target r)). rewrite <- N. apply in_map, filter_In. split; [exact K|].
      rewrite E. apply Qeq_bool_iff, Qeq_refl.
    + intros t M. apply in_map_iff in M as (s & <- & M). apply filter_In in M as [M _]. now apply in_map.
    + apply (same_rank_equal _ _ y x S); [exact J|now left].
Qed.

(** ** The largest of a list *)

Lemma largest_spec x l : (largest x l = x \/ In (largest x l) l) /\ x <= largest x l /\
  forall y, In y l -> y <= largest x l.
Proof.
  induction l as [|y l (E & L & A)]; simpl; [split; [now left|split; [apply Qle_refl|easy]]|].
  fold (largest x l). destruct (Qle_bool_spec y (largest x l)) as [M|M].
  - split; [tauto|]. split; [exact L|]. intros z [<-|I]; auto.
  - split; [tauto|]. split; [lra|]. intros z [<-|I]; [apply Qle_refl|]. apply A in I. lra.
Qed.

Lemma best_of_best {S} (cs : list (@scored S)) c : In c (best_of cs) <-> In c cs /\ forall d, In d cs ->
  score d <= score c.
Proof.
  destruct cs as [|e cs]; [easy|]. unfold best_of. rewrite filter_In.
  destruct (largest_spec (score e) (map score (e :: cs))) as (E & L & A).
  set (m := largest _ _) in *. destruct (Qeq_bool_spec (score c) m) as [M|M].
  - split; [intros [I _]|tauto]. split; [exact I|]. intros d J. rewrite M. now apply A, in_map.
  - split; [easy|]. intros [I B]. destruct M. apply Qle_antisym; [now apply A, in_map|].
    destruct E as [->|E]; [apply B; now left|]. apply in_map_iff in E as (d & <- & J). now apply B.
Qed.

Lemma best_of_some {S} (cs : list (@scored S)) : best_of cs = [] -> cs = [].
Proof.
  destruct cs as [|e cs]; [reflexivity|]. intros N. exfalso.
  destruct (largest_spec (score e) (map score (e :: cs))) as ([E|E] & L & A);
    [assert (I : In e (e :: cs)) by now left|apply in_map_iff in E as (d & E & I)].
  - apply (in_nil (a := e)). rewrite <- N. apply best_of_best. split; [exact I|].
    intros d J. rewrite <- E. now apply A, in_map.
  - apply (in_nil (a := d)). rewrite <- N. apply best_of_best. split; [exact I|].
    intros c J. rewrite E. now apply A, in_map.
Qed.

Lemma filter_first {A} (b : A -> bool) l x m : filter b l = x :: m ->
  exists before after, l = before ++ x :: after /\ (forall y, In y before -> b y = false).
Proof.
  induction l as [|y l IH]; simpl; [easy|]. destruct (b y) eqn:E; intros F.
  - injection F as -> F. exists [], l. split; [reflexivity|easy].
  - destruct (IH F) as (before & after & -> & N). exists (y :: before), after.
    split; [reflexivity|]. intros z [<-|I]; auto.
Qed.

(** The first of the best: it is better than those before, and as good as those after. *)
Lemma best_of_first {S} (cs : list (@scored S)) c rest : best_of cs = c :: rest ->
  exists before after, cs = before ++ c :: after /\
    (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
Proof.
  intros E. assert (B : forall d, In d cs -> score d <= score c).
  { apply best_of_best. rewrite E. now left. }
  destruct cs as [|e cs]; [easy|]. unfold best_of in E.
    destruct (filter_first _ _ _ _ E) as (before & after & Eq & N).
  exists before, after. split; [exact Eq|]. split; intros d I.
  - assert (J : In d (e :: cs)) by (rewrite Eq; apply in_or_app; now left).
    destruct (Qlt_le_dec (score d) (score c)) as [L|L]; [exact L|]. exfalso.
    assert (K : In c (filter (fun d => Qeq_bool (score d) (largest (score e) (map score (e :: cs))))
      (e :: cs)))
      by (rewrite E; now left).
    apply filter_In in K as [_ K]. specialize (N d I). cbv beta in N, K.
    apply Qeq_bool_iff in K.
    assert (F : score d == largest (score e) (map score (e :: cs))) by (rewrite <- K; apply Qle_antisym;
      auto).
    apply Qeq_bool_iff in F. congruence.
  - apply B. rewrite Eq. apply in_or_app. right. now right.
Qed.

(** ** Growing *)

Lemma forallb_same {A} (b c : A -> bool) l : (forall x, b x = c x) -> forallb b l = forallb c l.
Proof. intros E. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite E, IH. Qed.

Lemma filter_same {A} (b c : A -> bool) l : (forall x, b x = c x) -> filter b l = filter c l.
Proof. intros E. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite E, IH. Qed.

(** Subsets are asked alike of two nodes whose summaries are the same, of all rows and of each category's. *)
Lemma subsets_same {T T' S} (s : list T -> S) (s' : list T' -> S) weight rank l f vs rows rows' :
  summary s rows = summary s' rows' ->
  (forall x, summary s (rows_of f x rows) = summary s' (rows_of f x rows')) ->
  subsets s weight rank l f vs rows = subsets s' weight rank l f vs rows'.
Proof.
  intros W G. unfold subsets. rewrite W. destruct (rank _) as [key|]; [|reflexivity].
  assert (K : forall x, key (summary s (rows_of f x rows)) = key (summary s' (rows_of f x rows')))
    by (intros x; now rewrite G).
  unfold same_rank. rewrite (forallb_same _ _ _ (fun x => forallb_same _ _ _ (fun y =>
    f_equal2 Qeq_bool (K x) (K y)))).
  rewrite (forallb_same _ _ _ (fun x => f_equal (Qle_bool _) (f_equal weight (G x)))).
  destruct forallb; [reflexivity|]. destruct forallb; [|reflexivity].
  apply filter_same. intros cs. unfold initial_run.
  f_equal; apply forallb_same; intros x; apply forallb_same; intros y; now rewrite !G.
Qed.

Section Theorems.
  Context {T S : Type}.
  Variable summarize : list T -> S.
  Variable weight : S -> Q.
  Variable impurity : S -> Q.
  Variable intrinsic_value : list S -> Q.
  Variable rank : S -> option (S -> Q).
  Notation node := (@node T).
  Notation grow_node := (grow_node summarize weight impurity intrinsic_value rank).
  Notation grow := (grow summarize weight impurity intrinsic_value rank).
  Notation chosen_split := (chosen_split summarize weight impurity intrinsic_value rank).
  Notation admissible_splits := (admissible_splits summarize weight impurity intrinsic_value rank).
  Notation askable := (askable summarize weight impurity intrinsic_value rank).
  Notation scored_splits := (scored_splits summarize weight impurity intrinsic_value rank).
  Notation scored_question := (scored_question summarize weight impurity intrinsic_value).
  Notation questions_about := (questions_about summarize weight rank).
  Notation subsets := (subsets summarize weight rank).
  Notation summary := (@summary T S summarize).
  Notation stops := (stops weight impurity).
  Notation grow_from := (grow_from summarize weight impurity intrinsic_value rank).
  Notation summarized_tree := (summarized_tree summarize).
  Notation risk_of_rows := (risk_of_rows summarize weight impurity).
  Notation risks := (risks summarize weight impurity).

  (** *** Every candidate parts the rows *)

  Lemma subset_parts l f x y vs rows cs : In cs (subsets l f (x :: y :: vs) rows) ->
    incl cs (x :: y :: vs) /\ In x cs /\ (length cs < length (x :: y :: vs))%nat.
  Proof.
    intros I. unfold Growing.subsets in I.
    assert (J : In cs (all_subsets (x :: y :: vs))).
    { destruct (rank _); [|exact I]. destruct same_rank; [destruct gain_suffices; [exact I|easy]|].
      destruct (forallb _ _); [now apply filter_In in I|exact I]. }
    apply filter_In in J as [J L]. apply Nat.ltb_lt in L. split; [|split; [|exact L]];
      apply in_map_iff in J as (s & <- & J); simpl hd in *; simpl tl in *; [|now left].
    intros z [<-|K]; [now left|right]. now apply (sublists_included s).
  Qed.

  Lemma question_divides l f rows q : In q (questions_about l f rows) -> divides q rows.
  Proof.
    unfold Growing.questions_about. destruct (values_at_spec f rows) as (F & S' & V).
    assert (W := fun r => @value_in T f rows r).
    destruct (values_at f rows) as [|x [|y vs]] eqn:E; try easy. rewrite <- E in *.
    assert (Two : (2 <= length (values_at f rows))%nat) by (rewrite E; simpl; lia).
    rewrite Forall_forall in F. intros I. destruct (nth f (styles l) Each).
    - apply in_map_iff in I as ((a, b) & <- & I). apply in_neighbours in I as (Ia & Ib & L); [|exact S'].
      assert (M := between_separates middle a b L). set (s := between middle a b) in *.
      apply V in Ia as (ra & Ja & <-). apply V in Ib as (rb & Jb & <-).
      split; [simpl; lia|]. split; [intros r _; simpl; destruct (Qle_bool _ _); lia|].
      intros [|[|c]] C; simpl in C; try lia; [exists ra|exists rb]; split; trivial; simpl;
        destruct (Qle_bool_spec (value f ra) s), (Qle_bool_spec (value f rb) s); reflexivity || lra.
    - apply in_map_iff in I as ((a, b) & <- & I). apply in_neighbours in I as (Ia & Ib & L); [|exact S'].
      apply V in Ia as (ra & Ja & <-). apply V in Ib as (rb & Jb & <-).
      split; [simpl; lia|]. split; [intros r _; simpl; destruct (Qle_bool _ _); lia|].
      intros [|[|c]] C; simpl in C; try lia; [exists ra|exists rb]; split; trivial; simpl.
      + destruct (Qle_bool_spec (value f ra) (value f ra)) as [_|N]; [reflexivity|lra].
      + destruct (Qle_bool_spec (value f rb) (value f ra)); [lra|reflexivity].
    - destruct I as [<-|[]]. split; [exact Two|]. split.
      + intros r I. simpl. apply place_in; [apply value_reduced|now apply Forall_forall|now apply W].
      + intros c C. simpl in C. assert (J : In (nth c (values_at f rows) 0) (values_at f rows))
          by now apply nth_In.
        apply V in J as (r & J & Er). exists r. split; [exact J|]. simpl. rewrite Er. now apply place_of_nth.
    - apply in_map_iff in I as (v & <- & I).
      assert (O : exists w, In w (values_at f rows) /\ ~ w == v).
      { rewrite E in *. inversion S' as [|? ? _ G]; subst. inversion G as [|? ? Lxy _]; subst.
        destruct (Qeq_bool_spec x v) as [Ex|Nx]; [|exists x; simpl; auto].
        exists y. split; [simpl; auto|]. rewrite <- Ex. lra. }
      destruct O as (w & Iw & Nw). apply V in I as (r & Jr & <-). apply V in Iw as (u & Ju & <-).
      split; [simpl; lia|]. split; [intros t _; simpl; destruct (Qeq_bool _ _); lia|].
      intros [|[|c]] C; simpl in C; try lia; [exists r|exists u]; split; trivial; simpl.
      + now rewrite (proj2 (Qeq_bool_iff _ _) (Qeq_refl _)).
      + destruct (Qeq_bool_spec (value f u) (value f r)); easy.
    - apply in_map_iff in I as (cs & <- & I). rewrite E in I. apply subset_parts in I as (Inc & Ix & L).
      rewrite <- E in Inc, L.
      assert (O : exists w, In w (values_at f rows) /\ existsb (Qeq_bool w) cs = false).
      { destruct (forallb (fun w => existsb (Qeq_bool w) cs) (values_at f rows)) eqn:A;
        [|now apply not_forallb].
        exfalso. rewrite forallb_forall in A.
        assert (N := NoDup_incl_length (l' := cs) (sorted_nodup _ S')). lapply N; [lia|].
        intros w Iw. assert (X := A w Iw). apply existsb_exists in X as (z & Iz & Ez).
        apply Qeq_bool_iff in Ez. rewrite (reduced_equal w z); auto. }
      destruct O as (w & Iw & Nw). assert (Ix' : In x (values_at f rows)) by (rewrite E; now left).
      apply V in Ix' as (r & Jr & Er). apply V in Iw as (u & Ju & <-).
      split; [simpl; lia|]. split; [intros t _; simpl; destruct (existsb (Qeq_bool (value f t)) cs); lia|].
      intros [|[|c]] C; simpl in C; try lia; [exists r|exists u]; split; trivial; simpl; [|now rewrite Nw].
      replace (existsb _ _) with true; [reflexivity|]. symmetry. apply existsb_exists. exists x.
      split; [exact Ix|]. rewrite Er. now apply Qeq_bool_iff.
  Qed.

  Lemma gate_keeps_candidates l (cs : list (@scored S)) c : In c (past_the_gate l cs) -> In c cs.
  Proof. intros I. now apply filter_In in I. Qed.

  Lemma askable_is_scored l rows c : In c (askable l rows) -> In c (scored_splits l rows).
  Proof.
    intros I. apply filter_In in I as [I _]. destruct (by_ratio l);
      [now apply gate_keeps_candidates in I|exact I].
  Qed.

  Lemma scored_is_candidate l rows c : In c (scored_splits l rows) ->
    c = scored_question l rows (asks c) /\ (exists f, In (asks c) (questions_about l f rows)) /\
    forall s, In s (parts c) -> min_leaf (stopping l) <= weight s.
  Proof.
    intros I. apply filter_In in I as [I M]. apply in_map_iff in I as (q & <- & I).
    split; [reflexivity|]. split.
    - apply in_flat_map in I as (f & _ & I). eauto.
    - intros s J. rewrite forallb_forall in M. now apply Qle_bool_iff, M.
  Qed.

  (** The chosen split is the first of the best. *)
  Lemma chosen_is_first_best l level rows q : chosen_split l level rows = Some q ->
    stops (stopping l) level (summary rows) = false /\
    exists c before after, asks c = q /\ askable l rows = before ++ c :: after /\
      (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
  Proof.
    unfold Growing.chosen_split. destruct (stops (stopping l) level (summary rows)); [easy|].
      destruct (admissible_splits l rows) as [|c rest] eqn:E; [easy|].
    intros H. injection H as <-. split; [reflexivity|]. apply best_of_first in E as (b & a & E & ? & ?).
      eauto 10.
  Qed.

  Lemma chosen_divides l level rows q : chosen_split l level rows = Some q -> divides q rows.
  Proof.
    intros H. apply chosen_is_first_best in H as (_ & c & b & a & <- & E & _).
    assert (I : In c (askable l rows)) by (rewrite E; apply in_or_app; right; now left).
    apply askable_is_scored, scored_is_candidate in I as (_ & (f & I) & _).
    now apply question_divides in I.
  Qed.

  (** *** Growing ends

      More fuel than rows changes nothing; so a tree is its root's choice, and the trees of the parts. *)

  Lemma no_rows_no_choice l level q : chosen_split l level [] <> Some q.
  Proof. intros C. apply chosen_divides in C as (A & _ & H). destruct (H 0%nat) as (r & [] & _); lia. Qed.

  Lemma enough_fuel l fuel : forall more n, (length (snd n) <= fuel)%nat -> (length (snd n) <= more)%nat ->
    grow_node l fuel n = grow_node l more n.
  Proof.
    induction fuel as [|fuel IH]; intros [|more] (level, rows) L M; simpl in *; trivial.
    1, 2: (destruct rows; simpl in *; [|lia]; destruct (chosen_split l level []) eqn:C; [|reflexivity];
      now apply no_rows_no_choice in C).
    destruct (chosen_split l level rows) as [q|] eqn:C; [|reflexivity]. f_equal. apply map_ext_in.
    intros part I. apply chosen_divides in C. destruct (split_parts q rows C part I) as [_ S'].
    apply IH; simpl; lia.
  Qed.

  Theorem growing_ends l n : grow_from l n =
    match chosen_split l (fst n) (snd n) with
    | None => Stop n
    | Some q => Ask n q (map (fun part => grow_from l (Datatypes.S (fst n), part)) (split q (snd n)))
    end.
  Proof.
    unfold grow_from at 1. rewrite (enough_fuel l _ (Datatypes.S (length (snd n)))) by lia. simpl.
    destruct (chosen_split l (fst n) (snd n)) as [q|] eqn:C; [|reflexivity]. f_equal. apply map_ext_in.
    intros part I. apply chosen_divides in C. destruct (split_parts q (snd n) C part I) as [_ S'].
    apply enough_fuel; simpl; lia.
  Qed.

  (** What holds of a node with its choice, and goes over to the parts, holds of the whole tree. *)
  Lemma grow_from_induction l (P : node -> grown node -> Prop) :
    (forall n, chosen_split l (fst n) (snd n) = None -> P n (Stop n)) ->
    (forall n q, chosen_split l (fst n) (snd n) = Some q -> divides q (snd n) ->
       (forall part, In part (split q (snd n)) ->
          P (Datatypes.S (fst n), part) (grow_from l (Datatypes.S (fst n), part))) ->
       P n (Ask n q (map (fun part => grow_from l (Datatypes.S (fst n), part)) (split q (snd n))))) ->
    forall n, P n (grow_from l n).
  Proof.
    intros Leaf Branch n. remember (length (snd n)) as k eqn:K. revert n K.
    induction k as [k IH] using lt_wf_ind. intros n K. rewrite growing_ends.
    destruct (chosen_split l (fst n) (snd n)) as [q|] eqn:C; [|now apply Leaf].
    assert (D := chosen_divides l _ _ q C). apply Branch; trivial.
    intros part I. destruct (split_parts q (snd n) D part I) as [_ S']. apply (IH (length part));
      [lia|reflexivity].
  Qed.

  Lemma grow_is_grow_from l rows : grow l rows = grow_from l (0%nat, rows).
  Proof. reflexivity. Qed.

  (** *** The leaves share out the rows *)

  Theorem leaves_partition_the_rows l rows : Permutation (concat (map snd (ends (grow l rows)))) rows.
  Proof.
    rewrite grow_is_grow_from. change rows with (snd (0%nat, rows)) at 2. generalize (0%nat, rows).
    apply (grow_from_induction l (fun n t => Permutation (concat (map snd (ends t))) (snd n))).
    - intros n _. simpl. now rewrite app_nil_r.
    - intros n q _ D IH. etransitivity; [|exact (split_shares_out q (snd n) D)]. simpl. clear D.
      induction (split q (snd n)) as [|part parts IHp]; simpl; [constructor|].
      rewrite map_app, concat_app. apply Permutation_app; [apply IH; now left|].
      apply IHp. intros p I. apply IH. now right.
  Qed.

  (** *** Every branch asks an optimal question, the first of them; every leaf has its reason *)

  Lemma asked_in l n m q : In (m, q) (asked (grow_from l n)) -> chosen_split l (fst m) (snd m) = Some q.
  Proof.
    revert n. apply (grow_from_induction l (fun _ t => In (m, q) (asked t) ->
      chosen_split l (fst m) (snd m) = Some q)).
    - intros n _ [].
    - intros n p C _ IH [E|I]; [now injection E as -> ->|].
      apply in_flat_map in I as (t & It & I). apply in_map_iff in It as (part & <- & It). now apply (IH part).
  Qed.

  Theorem every_branch_is_optimal l rows level here q : In ((level, here), q) (asked (grow l rows)) ->
    stops (stopping l) level (summary here) = false /\
    exists c before after, asks c = q /\ askable l here = before ++ c :: after /\
      (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
  Proof. rewrite grow_is_grow_from. intros I. apply asked_in in I. now apply chosen_is_first_best. Qed.

  Theorem every_leaf_has_its_reason l rows level here : In (level, here) (ends (grow l rows)) ->
    stops (stopping l) level (summary here) = true \/ askable l here = [].
  Proof.
    rewrite grow_is_grow_from. generalize (0%nat, rows).
    apply (grow_from_induction l (fun _ t => In (level, here) (ends t) ->
      stops (stopping l) level (summary here) = true \/ askable l here = [])).
    - intros (k, rs) C [E|[]]. injection E as -> ->. unfold Growing.chosen_split in C. simpl in C.
      destruct stops; [now left|right]. apply best_of_some.
      destruct (admissible_splits l here) eqn:E; [exact E|easy].
    - intros n p _ _ IH I. apply in_flat_map in I as (t & It & I). apply in_map_iff in It as (part & <- & It).
      now apply (IH part).
  Qed.

  Theorem children_weigh_min_leaf l rows level here q : In ((level, here), q) (asked (grow l rows)) ->
    forall part, In part (split q here) -> part <> [] /\ min_leaf (stopping l) <= weight (summary part).
  Proof.
    rewrite grow_is_grow_from. intros I part J. apply asked_in in I. simpl in I. split.
    - apply (split_parts q here); [now apply chosen_divides in I|exact J].
    - apply chosen_is_first_best in I as (_ & c & b & a & <- & E & _).
      assert (I : In c (askable l here)) by (rewrite E; apply in_or_app; right; now left).
      apply askable_is_scored, scored_is_candidate in I as (E' & _ & M). apply M. rewrite E'. simpl.
      now apply in_map.
  Qed.

  (** *** The order of the rows does not matter *)

  Section RowOrder.
    Hypothesis summarize_permutation : forall r r', Permutation r r' -> summarize r = summarize r'.

    Lemma summary_permutation rows rows' : Permutation rows rows' -> summary rows = summary rows'.
    Proof. intros P. apply summarize_permutation. now apply Permutation_map. Qed.

    Lemma subsets_permutation l f vs rows rows' : Permutation rows rows' ->
      subsets l f vs rows = subsets l f vs rows'.
    Proof.
      intros P. apply subsets_same; [now apply summary_permutation|].
      intros x. now apply summary_permutation, filter_permutation.
    Qed.

    Lemma questions_permutation l f rows rows' : Permutation rows rows' ->
      questions_about l f rows = questions_about l f rows'.
    Proof.
      intros P. unfold Growing.questions_about. rewrite (values_at_permutation f _ _ P).
      destruct (values_at f rows') as [|x [|y vs]]; trivial. destruct (nth f (styles l) Each); trivial.
      now rewrite (subsets_permutation l f _ _ _ P).
    Qed.

    Lemma scored_permutation l rows rows' : Permutation rows rows' ->
      scored_splits l rows = scored_splits l rows'.
    Proof.
      intros P. unfold Growing.scored_splits.
      assert (Sq : forall q, scored_question l rows q = scored_question l rows' q).
      { intros q. unfold Growing.scored_question.
        assert (E : map summary (split q rows) = map summary (split q rows')).
        { assert (F := split_permutation q _ _ P). induction F as [|? ? ? ? H F IH]; simpl; [reflexivity|].
          now rewrite IH, (summary_permutation _ _ H). }
        rewrite E. unfold Growing.gain_of. now rewrite (summary_permutation _ _ P). }
      now rewrite (flat_map_ext _ _ (fun f => questions_permutation l f _ _ P)), (map_ext _ _ Sq).
    Qed.

    Lemma chosen_permutation l level rows rows' : Permutation rows rows' ->
      chosen_split l level rows = chosen_split l level rows'.
    Proof.
      intros P. unfold Growing.chosen_split, Growing.admissible_splits, Growing.askable.
      now rewrite (summary_permutation _ _ P), (scored_permutation l _ _ P).
    Qed.

    Theorem row_order_does_not_matter l rows rows' : Permutation rows rows' ->
      summarized_tree (grow l rows) = summarized_tree (grow l rows').
    Proof.
      intros P. rewrite !grow_is_grow_from.
      cut (forall n rows', Permutation (snd n) rows' ->
        summarized_tree (grow_from l n) = summarized_tree (grow_from l (fst n, rows')));
        [intros H; exact (H (0%nat, rows) rows' P)|]. clear rows rows' P.
      apply (grow_from_induction l (fun n t => forall rows', Permutation (snd n) rows' ->
        summarized_tree t = summarized_tree (grow_from l (fst n, rows')))).
      - intros n C rows' P. rewrite growing_ends. simpl. rewrite <- (chosen_permutation l _ _ _ P), C.
        unfold summarized_tree. simpl. now rewrite (summary_permutation _ _ P).
      - intros n q C _ IH rows' P. rewrite growing_ends. simpl. rewrite <- (chosen_permutation l _ _ _ P), C.
        unfold summarized_tree. simpl. rewrite (summary_permutation _ _ P). f_equal. rewrite !map_map.
        assert (F := split_permutation q _ _ P).
        induction F as [|part part' parts parts' H F IHF]; simpl; [reflexivity|]. f_equal.
        + now apply (IH part); [left|].
        + apply IHF. intros p I. apply IH. now right.
    Qed.
  End RowOrder.

  (** *** Limits on depth, size, impurity and gain only cut *)

  Lemma part_included q (rows part : list (row T)) : In part (split q rows) -> incl part rows.
  Proof. intros I r J. apply in_map_iff in I as (c & <- & _). now apply filter_In in J. Qed.

  Lemma fewer_choices_only_cut l' l rows :
    (forall level here q, incl here rows ->
       chosen_split l' level here = Some q -> chosen_split l level here = Some q) ->
    cut_of (grow l' rows) (grow l rows).
  Proof.
    intros H. rewrite !grow_is_grow_from.
    cut (forall n, incl (snd n) rows -> cut_of (grow_from l' n) (grow_from l n)); [intros A; apply A; easy|].
    apply (grow_from_induction l' (fun n t => incl (snd n) rows -> cut_of t (grow_from l n))).
    - intros n _ _. replace n with (content (grow_from l n)) at 1; [constructor|].
      rewrite growing_ends. now destruct (chosen_split l (fst n) (snd n)).
    - intros n q C _ IH Inc. rewrite (growing_ends l), (H _ _ _ Inc C). constructor.
      assert (K := fun part I => incl_tran (part_included q (snd n) part I) Inc).
      induction (split q (snd n)) as [|part parts IHp]; simpl; constructor.
      + apply IH; [now left|]. apply K. now left.
      + apply IHp; [intros p I; apply IH|intros p I; apply K]; now right.
  Qed.

  Lemma tighter_stops lim' lim level s : tighter lim' lim -> stops lim level s = true ->
    stops lim' level s = true.
  Proof.
    intros (D & A & B & C). unfold Growing.stops. rewrite !orb_true_iff, !negb_true_iff.
    intros [[[H|H]|H]|H].
    - left. left. left. destruct (max_depth lim), (max_depth lim'); try easy.
      apply Nat.leb_le in H. apply Nat.leb_le. lia.
    - left. left. right. destruct (Qle_bool_spec (min_split lim) (weight s)); [easy|].
      destruct (Qle_bool_spec (min_split lim') (weight s)); [lra|reflexivity].
    - left. right. apply Qle_bool_iff in H. apply Qle_bool_iff. lra.
    - right. destruct (Qle_bool_spec (min_risk lim) (impurity s * weight s)); [easy|].
      destruct (Qle_bool_spec (min_risk lim') (impurity s * weight s)); [lra|reflexivity].
  Qed.

  Theorem size_limits_only_cut l' l rows : alike l' l -> tighter (stopping l') (stopping l) ->
    min_gain (stopping l') = min_gain (stopping l) -> gainless (stopping l') = gainless (stopping l) ->
    cut_of (grow l' rows) (grow l rows).
  Proof.
    intros (St & Ra & Ga & Le) H G Z. apply fewer_choices_only_cut. intros level here q _.
    unfold Growing.chosen_split. destruct (stops (stopping l) level (summary here)) eqn:E;
      [now rewrite (tighter_stops _ _ _ _ H E)|]. destruct (stops (stopping l') level (summary here));
        [easy|].
    assert (Gs : forall x, gain_suffices (stopping l') x = gain_suffices (stopping l) x)
      by (intros x; unfold gain_suffices; now rewrite G, Z).
    replace (admissible_splits l' here) with (admissible_splits l here); [trivial|].
    unfold Growing.admissible_splits, Growing.askable.
    replace (scored_splits l' here) with (scored_splits l here).
    - rewrite Ra. unfold past_the_gate. rewrite St, Ga. f_equal. symmetry. now apply filter_same.
    - unfold Growing.scored_splits, Growing.scored_question. rewrite Ra, Le, St. f_equal. f_equal.
      apply flat_map_ext. intros f. unfold Growing.questions_about. rewrite St.
      destruct (values_at f here) as [|x [|y vs]]; trivial. destruct (nth f (styles l) Each); trivial.
      f_equal. unfold Growing.subsets. now rewrite Gs, Le.
  Qed.

  (** Rows that are as rows should be: of positive weight, and whatever else a summary asks. *)
  Variable ok : T -> Prop.
  Notation sound := (@sound T ok).

  (** With gains for scores, min_gain and zero_gain only cut as well.  Subsets whose categories all
      rank alike are left out where nothing gainless is asked: they must gain nothing. *)
  Definition equal_ranks_gain_nothing : Prop := forall f rows key cs, sound rows ->
    rank (summary rows) = Some key ->
    same_rank (fun x => key (summary (rows_of f x rows))) (values_at f rows) = true ->
    divides (OneOf f cs) rows ->
    gain_of summarize weight impurity rows (map summary (split (OneOf f cs) rows)) == 0.

  Definition no_part_exceeds : Prop := forall (rows : list (row T)) parts, sound rows ->
    Permutation (concat parts) rows -> sum risk_of_rows parts <= risk_of_rows rows.

  Lemma suffices_more lim x y : gain_suffices lim x = true -> x <= y -> gain_suffices lim y = true.
  Proof.
    unfold gain_suffices. rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff, !Qle_bool_iff.
    intros [A B] L. split; [lra|]. destruct B as [B|B]; [left|now right].
    destruct (Qle_bool_spec x 0); [easy|]. destruct (Qle_bool_spec y 0); [lra|reflexivity].
  Qed.

  Lemma best_among_sufficient lim' lim (cs : list (@scored S)) :
    (forall c, In c cs -> score c = gain c) ->
    (forall x, gain_suffices lim' x = true -> gain_suffices lim x = true) ->
    filter (fun c => gain_suffices lim' (gain c)) cs <> [] ->
    best_of (filter (fun c => gain_suffices lim' (gain c)) cs) = best_of (filter (fun c =>
      gain_suffices lim (gain c)) cs).
  Proof.
    intros G I N. set (b' := fun c : scored => gain_suffices lim' (gain c)) in *.
    set (b := fun c : scored => gain_suffices lim (gain c)).
    destruct (best_of (filter b' cs)) as [|c' r'] eqn:E'; [now apply best_of_some in E'|].
    assert (C' : In c' (best_of (filter b' cs))) by (rewrite E'; now left).
    destruct (best_of (filter b cs)) as [|c r] eqn:E.
    { apply best_of_some in E. apply best_of_best in C' as [C' _]. apply filter_In in C' as [C' B'].
      exfalso. apply (in_nil (a := c')). rewrite <- E. apply filter_In. split; [exact C'|]. now apply I. }
    rewrite <- E', <- E. assert (C : In c (best_of (filter b cs))) by (rewrite E; now left).
    apply best_of_best in C as [C M]. apply best_of_best in C' as [C' M'].
    apply filter_In in C as [C B]. apply filter_In in C' as [C' B'].
    assert (L : score c' <= score c) by (apply M, filter_In; split; [exact C'|]; now apply I).
    assert (Bc : b' c = true) by (apply (suffices_more lim' (gain c')); [exact B'|]; rewrite <- !G; trivial).
    assert (L' : score c <= score c') by (apply M', filter_In; auto).
    assert (Same : forall (l : list (@scored S)) d, In d l -> (forall e, In e l -> score e <= score d) ->
      best_of l = filter (fun e => Qle_bool (score d) (score e)) l).
    { intros l d Id Md. destruct l as [|e l]; [easy|]. unfold best_of. apply filter_ext_in. intros u Iu.
      destruct (largest_spec (score e) (map score (e :: l))) as (At & _ & Up). set (m := largest _ _) in *.
      assert (Um : m <= score d).
      { destruct At as [->|At]; [apply Md; now left|]. apply in_map_iff in At as (v & <- & Iv).
        now apply Md. }
      assert (Ud : score d <= m) by now apply Up, in_map.
      assert (Uu : score u <= m) by now apply Up, in_map.
      destruct (Qeq_bool_spec (score u) m) as [Eu|Eu], (Qle_bool_spec (score d) (score u)) as [Du|Du];
        trivial.
      - destruct Du. rewrite Eu. exact Ud.
      - destruct Eu. apply Qle_antisym; lra. }
    rewrite (Same _ c'), (Same _ c); [|now apply filter_In|exact M|now apply filter_In|exact M'].
    assert (Two : forall (p q : @scored S -> bool) l, filter p (filter q l) = filter (fun x => q x && p x) l).
    { intros p q l. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (q x); simpl; [|exact IH].
      destruct (p x); now rewrite IH. }
    rewrite !Two. apply filter_ext_in. intros d Id.
    destruct (Qle_bool_spec (score c') (score d)) as [A|A], (Qle_bool_spec (score c) (score d)) as [D|D];
      rewrite ?andb_false_r, ?andb_true_r; trivial; try (exfalso; lra).
    assert (Bd : b' d = true) by (apply (suffices_more lim' (gain c')); [exact B'|]; rewrite <- !G; trivial).
    rewrite Bd. symmetry. now apply I.
  Qed.

  Theorem gain_limits_only_cut l' l rows : equal_ranks_gain_nothing -> sound rows -> by_ratio l = false ->
    alike l' l -> tighter (stopping l') (stopping l) ->
    min_gain (stopping l) <= min_gain (stopping l') -> (gainless (stopping l') = true ->
      gainless (stopping l) = true) ->
    cut_of (grow l' rows) (grow l rows).
  Proof.
    intros None' Ok Nr (St & Ra & Ga & Le) H G Z. apply fewer_choices_only_cut. intros level here q Inc.
    assert (More : forall x, gain_suffices (stopping l') x = true -> gain_suffices (stopping l) x = true).
    { intros x. unfold gain_suffices. rewrite !andb_true_iff, !orb_true_iff, !Qle_bool_iff.
      intros [A [B|B]]; split; try (lra || tauto). }
    unfold Growing.chosen_split. destruct (stops (stopping l) level (summary here)) eqn:E;
      [now rewrite (tighter_stops _ _ _ _ H E)|]. destruct (stops (stopping l') level (summary here));
        [easy|].
    unfold Growing.admissible_splits, Growing.askable. rewrite Ra, Nr.
    set (b' := fun c : scored => gain_suffices (stopping l') (gain c)).
    set (b := fun c : scored => gain_suffices (stopping l) (gain c)).
    (* both learners score the same candidates, but for subsets that gain nothing *)
    assert (Same : filter b' (scored_splits l' here) = filter b' (scored_splits l here)).
    { unfold Growing.scored_splits. rewrite St, Le.
      assert (Sq : forall q, scored_question l' here q = scored_question l here q)
        by (intros p; unfold Growing.scored_question; now rewrite Ra).
      rewrite (map_ext _ _ Sq). set (kept := fun c : scored => forallb _ (parts c)).
      induction (seq 0 (length (styles l))) as [|f fs IH]; [reflexivity|]. simpl.
      rewrite !map_app, !filter_app, IH. f_equal. clear IH.
      destruct (gain_suffices (stopping l') 0) eqn:Z'; [assert (Z0 := More 0 Z')|].
      - replace (questions_about l f here) with (questions_about l' f here); [reflexivity|].
        unfold Growing.questions_about. rewrite St. destruct (values_at f here) as [|x [|y vs]]; trivial.
        destruct (nth f (styles l) Each); trivial. unfold Growing.subsets. now rewrite Z', Z0, Le.
      - unfold Growing.questions_about. rewrite St. destruct (values_at f here) as [|x [|y vs]] eqn:V;
          trivial.
        destruct (nth f (styles l) Each) eqn:Sf; trivial.
        unfold Growing.subsets. rewrite Z', Le. destruct (rank (summary here)) as [key|] eqn:Rk;
          [|reflexivity].
        destruct same_rank eqn:Sr; [|reflexivity]. destruct (gain_suffices (stopping l) 0) eqn:Z0;
          [|reflexivity].
        symmetry. apply filter_none. intros c I. apply filter_In in I as [I _].
        apply in_map_iff in I as (p & <- & I). assert (I' := I). apply in_map_iff in I as (cs & <- & I).
        unfold b', Growing.scored_question. simpl gain.
        destruct (gain_suffices (stopping l') (gain_of summarize weight impurity here _)) eqn:Gs;
          [|reflexivity].
        apply (fun A => suffices_more _ _ 0 A) in Gs; [congruence|]. apply Qle_lteq. right.
        apply (None' f here key cs (fun r I => Ok r (Inc r I)) Rk); [now rewrite V|].
          apply (question_divides l f).
        unfold Growing.questions_about. rewrite V, Sf. unfold Growing.subsets. rewrite Rk, Sr, Z0. exact I'. }
    assert (Ns : forall c, In c (scored_splits l here) -> score c = gain c).
    { intros c I. apply scored_is_candidate in I as (-> & _). simpl. now rewrite Nr. }
    rewrite Same. intros Q'. rewrite <- (best_among_sufficient (stopping l') (stopping l)); trivial.
    intros Em. fold b' in Em. rewrite Em in Q'. discriminate.
  Qed.

  (** *** No alpha is negative *)

  Theorem grown_trees_raise_no_risk l rows : no_part_exceeds -> sound rows ->
    no_split_raises_risk (risks (grow l rows)).
  Proof.
    intros H Ok. rewrite grow_is_grow_from.
    assert (R : forall n, root_cost (risks (grow_from l n)) = risk_of_rows (snd n))
      by (intros n; rewrite growing_ends; now destruct chosen_split).
    cut (forall n, incl (snd n) rows -> no_split_raises_risk (risks (grow_from l n)));
      [intros A; apply A; easy|].
    apply (grow_from_induction l (fun n t => incl (snd n) rows -> no_split_raises_risk (risks t))); [easy|].
    intros n q C D IH Inc r ts I. simpl risks in I. apply in_branches in I as [I|(u & Iu & I)].
    - injection I as -> ->. rewrite !map_map, sum_map. rewrite (sum_ext _ risk_of_rows) by (intros p _;
        now rewrite R).
      apply H; [intros s J; now apply Ok, Inc|now apply split_shares_out].
    - rewrite map_map in Iu. apply in_map_iff in Iu as (part & <- & Ip).
      exact (IH part Ip (incl_tran (part_included q _ part Ip) Inc) r ts I).
  Qed.

  Theorem grown_trees_are_well_formed l rows : wf (risks (grow l rows)).
  Proof.
    rewrite grow_is_grow_from. generalize (0%nat, rows).
    apply (grow_from_induction l (fun _ t => wf (risks t))); [constructor|].
    intros n q C D IH. simpl. constructor.
    - rewrite !map_length. unfold split. rewrite map_length, seq_length. apply D.
    - intros u I. rewrite map_map in I. apply in_map_iff in I as (part & <- & Ip). now apply IH.
  Qed.

  Corollary grown_alpha_is_never_negative l rows : no_part_exceeds -> sound rows ->
    forall b, In b (branches (risks (grow l rows))) -> 0 <= alpha_of b.
  Proof.
    intros H Ok. apply alpha_is_never_negative;
      [apply grown_trees_are_well_formed|now apply grown_trees_raise_no_risk].
  Qed.
End Theorems.

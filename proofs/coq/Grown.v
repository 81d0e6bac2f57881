(** * Grown: from summaries to risks

    A grown tree keeps at its leaves the summaries of their rows, and every node's
    summary is its parts' merged.  With an impurity each node has a risk, weight
    times impurity.  What [Impurity] proves of one split then holds at each, which
    is the assumption of [Risk]: no alpha is negative, and each is positive when
    every split changes the proportions or the means. [CART84 §3.3, Proposition 3.8] *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Tree Sequence Risk Summary Impurity.
Import ListNotations.
Open Scope Q_scope.

Inductive grown (S : Type) : Type :=
| Unsplit (s : S)
| Split (parts : list (grown S)).
Arguments Unsplit {S}. Arguments Split {S}.

Lemma grown_induction {S} (P : grown S -> Prop) :
  (forall s, P (Unsplit s)) ->
  (forall parts, (forall t, In t parts -> P t) -> P (Split parts)) ->
  forall t, P t.
Proof.
  intros U B. fix IH 1. intros [s|parts]; [apply U|]. apply B.
  induction parts as [|u us]; simpl; [tauto|]. intros t [<-|I]; [apply IH|exact (IHus t I)].
Qed.

Section Grown.
  Context {S : Type} `{Summary S}.

  Fixpoint summary (t : grown S) : S :=
    match t with Unsplit s => s | Split parts => merge (map summary parts) end.

  Fixpoint leaf_summaries (t : grown S) : list S :=
    match t with Unsplit s => [s] | Split parts => flat_map leaf_summaries parts end.

  (** The splits of a tree, each as its parts' summaries. *)
  Fixpoint splits (t : grown S) : list (list S) :=
    match t with Unsplit _ => [] | Split parts => map summary parts :: flat_map splits parts end.

  (** What holds of the leaves' summaries, and is kept by merging, holds of all parts. *)
  Variable sound : S -> Prop.
  Hypothesis merge_sound : forall parts, (forall s, In s parts -> sound s) -> sound (merge parts).

  Lemma summary_sound t : (forall s, In s (leaf_summaries t) -> sound s) -> sound (summary t).
  Proof.
    induction t as [s|parts IH] using grown_induction; simpl; intros L; [apply L; auto|].
    apply merge_sound. intros s I. apply in_map_iff in I as (t & <- & It). apply IH; [exact It|].
    intros s I. apply L, in_flat_map. eauto.
  Qed.

  Lemma splits_sound t : (forall s, In s (leaf_summaries t) -> sound s) ->
    forall parts, In parts (splits t) -> forall s, In s parts -> sound s.
  Proof.
    induction t as [s|ts IH] using grown_induction; simpl; [tauto|]. intros L parts [<-|I] s Is.
    - apply in_map_iff in Is as (t & <- & It). apply summary_sound.
      intros s I. apply L, in_flat_map. eauto.
    - apply in_flat_map in I as (t & It & I). apply (IH t It) with parts; trivial.
      intros u Iu. apply L, in_flat_map. eauto.
  Qed.

  Definition node_risk (impurity : S -> Q) (s : S) : Q := weight s * impurity s.

  Fixpoint with_risk (impurity : S -> Q) (t : grown S) : tree :=
    match t with
    | Unsplit s => Leaf (node_risk impurity s)
    | Split parts =>
        Branch (node_risk impurity (merge (map summary parts))) (map (with_risk impurity) parts)
    end.

  Variable impurity : S -> Q.

  Lemma root_cost_is_node_risk t : root_cost (with_risk impurity t) = node_risk impurity (summary t).
  Proof. now destruct t. Qed.

  (** The branches of the risk tree are the splits of the grown one. *)
  Lemma branch_is_split t r ts : In (Branch r ts) (branches (with_risk impurity t)) ->
    exists parts, In parts (splits t) /\
      r = node_risk impurity (merge parts) /\ sum root_cost ts == sum (node_risk impurity) parts.
  Proof.
    induction t as [s|parts IH] using grown_induction; [easy|].
    cbn [with_risk]. rewrite in_branches. intros [E|(u & Iu & Ib)].
    - injection E as -> ->. exists (map summary parts). split; [now left|split; [easy|]].
      rewrite !sum_map. apply sum_ext. intros t _. now rewrite root_cost_is_node_risk.
    - apply in_map_iff in Iu as (t & <- & It). destruct (IH t It Ib) as (ps & Ip & E).
      exists ps. split; [|exact E]. right. apply in_flat_map. eauto.
  Qed.

  Hypothesis split_raises_nothing : forall parts, (forall s, In s parts -> sound s) ->
    sum (node_risk impurity) parts <= node_risk impurity (merge parts).

  Theorem grown_splits_raise_no_risk t : (forall s, In s (leaf_summaries t) -> sound s) ->
    no_split_raises_risk (with_risk impurity t).
  Proof.
    intros L r ts I. apply branch_is_split in I as (parts & Ip & -> & ->).
    apply split_raises_nothing. now apply (splits_sound t).
  Qed.

  Theorem grown_splits_lower_risk t : (forall s, In s (leaf_summaries t) -> sound s) ->
    (forall parts, In parts (splits t) ->
       ~ sum (node_risk impurity) parts == node_risk impurity (merge parts)) ->
    every_split_lowers_risk (with_risk impurity t).
  Proof.
    intros L D r ts I. apply branch_is_split in I as (parts & Ip & -> & ->).
    assert (N := split_raises_nothing parts (splits_sound t L parts Ip)).
    apply Qle_lteq in N as [N|E]; [exact N|]. now destruct (D parts Ip).
  Qed.
End Grown.

(** ** No alpha is negative *)

Definition counted (t : grown ClassCounts) : Prop := forall c, In c (leaf_summaries t) -> nonneg c.
Definition measured (t : grown Moments) : Prop := forall m, In m (leaf_summaries t) -> valid m.

Theorem gini_splits_raise_no_risk t : counted t -> no_split_raises_risk (with_risk gini t).
Proof. apply (grown_splits_raise_no_risk nonneg merge_nonneg gini parts_gini_le). Qed.

Theorem misclassification_splits_raise_no_risk t : counted t ->
  no_split_raises_risk (with_risk misclassification t).
Proof.
  apply (grown_splits_raise_no_risk nonneg merge_nonneg misclassification parts_misclassification_le).
Qed.

Theorem squared_error_splits_raise_no_risk t : measured t ->
  no_split_raises_risk (with_risk squared_error t).
Proof. apply (grown_splits_raise_no_risk valid merge_valid squared_error parts_rss_le). Qed.

(** ** Every alpha is positive, where each split tells *)

Theorem gini_splits_lower_risk t : counted t ->
  (forall parts, In parts (splits t) -> ~ same_proportions parts) ->
  every_split_lowers_risk (with_risk gini t).
Proof.
  intros C D. apply (grown_splits_lower_risk nonneg merge_nonneg gini parts_gini_le); trivial.
  intros parts I E. apply (D parts I), parts_gini_equal_iff; trivial.
  now apply (splits_sound nonneg merge_nonneg t).
Qed.

Theorem misclassification_splits_lower_risk t : counted t ->
  (forall parts, In parts (splits t) ->
     ~ exists k, forall c, In c parts -> 0 < weight c -> majority k c) ->
  every_split_lowers_risk (with_risk misclassification t).
Proof.
  intros C D.
  apply (grown_splits_lower_risk nonneg merge_nonneg misclassification parts_misclassification_le);
    trivial.
  intros parts I E. apply (D parts I), parts_misclassification_equal_iff; trivial.
  now apply (splits_sound nonneg merge_nonneg t).
Qed.

Theorem squared_error_splits_lower_risk t : measured t ->
  (forall parts, In parts (splits t) -> ~ same_means parts) ->
  every_split_lowers_risk (with_risk squared_error t).
Proof.
  intros C D. apply (grown_splits_lower_risk valid merge_valid squared_error parts_rss_le); trivial.
  intros parts I E. apply (D parts I), parts_rss_equal_iff; trivial.
  now apply (splits_sound valid merge_valid t).
Qed.

Corollary gini_alpha_is_never_negative t : wf (with_risk gini t) -> counted t ->
  forall b, In b (branches (with_risk gini t)) -> 0 <= alpha_of b.
Proof. intros W C. now apply alpha_is_never_negative, gini_splits_raise_no_risk. Qed.

(** The exclusive or: its first split gains nothing, yet its alpha is positive, for what
    stands below saves 2 (on the scale of counts) with three more leaves. *)
Example xor_alphas :
  let leaf a b := Unsplit [a; b] in
  let t := with_risk gini (Split [Split [leaf 1 0; leaf 0 1]; Split [leaf 0 1; leaf 1 0]]) in
  map (fun b => Qred (alpha_of b)) (branches t) = [2#3; 1; 1].
Proof. vm_compute. reflexivity. Qed.

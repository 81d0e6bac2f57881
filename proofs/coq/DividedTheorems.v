(** * DividedTheorems: what is true of every tree grown with divided rows

    Growing ends; every branch asks the first of the best questions; the leaves share out what the rows have;
    limits only cut; the order of the rows does not matter; without missing values the tree is that of
    [Growing]; and where no division raises the risk, no alpha is negative.  All of it for any impurity: the
    copy over the reals serves C4.5. [C45 §3.1; ZHOU16 §4.4.2] *)
From Coq Require Import QArith Lqa Lia List Bool Permutation.
From Dtrees Require Import Sums Tree Sequence Risk Growing GrowingTheorems Divided.
Import ListNotations.
Open Scope Q_scope.

Section Theorems.
  Context {T S : Type}.
  Variable summarize : list T -> S.
  Variables (weight impurity : S -> Q) (intrinsic_value : list S -> Q).
  Variable rank : S -> option (S -> Q).
  Variable share : list T -> list T -> Q.
  Variable lighter : list T -> list T -> T -> T.
  Variable part_more : bool.
  Implicit Types rows : list (gapped T).
  Notation divided := (divided lighter).
  Notation divided_question := (divided_question summarize weight impurity intrinsic_value share part_more).
  Notation divided_splits := (divided_splits summarize weight impurity intrinsic_value rank share part_more).
  Notation divided_askable :=
    (divided_askable summarize weight impurity intrinsic_value rank share part_more).
  Notation divided_choice := (divided_choice summarize weight impurity intrinsic_value rank share part_more).
  Notation divided_node :=
    (divided_node summarize weight impurity intrinsic_value rank share lighter part_more).
  Notation divided_from :=
    (divided_from summarize weight impurity intrinsic_value rank share lighter part_more).
  Notation grow_divided :=
    (grow_divided summarize weight impurity intrinsic_value rank share lighter part_more).
  Notation stops := (stops weight impurity).
  Notation whole rows := (summarize (map label rows)).
  Notation here q rows := (known (feature_of q) rows).

  (** The part of a child: its own rows, and every row that cannot answer, lighter. *)
  Lemma in_divided q rows part : In part (divided q rows) -> exists b,
    let own := filter b (here q rows) in
    In (map filled own) (split q (map filled (here q rows))) /\
    part = own ++ map (fun r => {| cells := cells r;
      label := lighter (map label own) (map label (here q rows)) (label r) |}) (unknown (feature_of q) rows).
  Proof.
    intros I. apply in_map_iff in I as (c & <- & I). eexists. split; [|reflexivity].
    apply in_map_iff. exists c. split; [|exact I]. apply filter_map.
  Qed.

  (** What the parts' rows have but their values: those that can answer are shared out, the others divided. *)
  Lemma labels_of_parts q rows : divides q (map filled (here q rows)) ->
    let some := map label (here q rows) in
    let owns := map (map target) (split q (map filled (here q rows))) in
    Permutation (concat owns) some /\
    map (map label) (divided q rows) =
      map (fun own => own ++ map (lighter own some) (map label (unknown (feature_of q) rows))) owns.
  Proof.
    intros D some owns. split.
    - unfold owns. rewrite <- concat_map, (Permutation_map target (split_shares_out q _ D)).
      now rewrite map_map.
    - unfold owns, Divided.divided, split. rewrite !map_map. apply map_ext. intros c.
      rewrite map_app, !filter_map, !map_map. reflexivity.
  Qed.

  Lemma labels_known_or_not f rows :
    Permutation (map label (known f rows) ++ map label (unknown f rows)) (map label rows).
  Proof.
    rewrite <- map_app. apply Permutation_map. unfold known, unknown.
    induction rows as [|r rows IH]; [constructor|]. simpl. destruct (is_known f r); simpl; [now constructor|].
    rewrite <- Permutation_middle. now constructor.
  Qed.

  (** ** Every candidate divides the rows that can answer it *)

  Lemma divided_candidate l rows c : In c (divided_splits l rows) ->
    c = divided_question l rows (asks c) /\ divides (asks c) (map filled (here (asks c) rows)) /\
    forall s, In s (parts c) -> min_leaf (stopping l) <= weight s.
  Proof.
    intros I. apply filter_In in I as [I M]. apply in_map_iff in I as (q & <- & I).
    apply in_flat_map in I as (f & _ & I). cbn [asks Divided.divided_question].
    assert (E : feature_of q = f).
    { unfold questions_about in I. destruct (values_at f _) as [|x [|y vs]]; try easy.
      destruct (nth f (styles l) Each); [| |now destruct I as [<-|[]]| |];
        apply in_map_iff in I as (z & <- & _); try reflexivity; now destruct z. }
    rewrite E. split; [reflexivity|]. split.
    - eapply question_divides. exact I.
    - intros s J. rewrite forallb_forall in M. now apply Qle_bool_iff, M.
  Qed.

  Lemma askable_is_candidate l rows c : In c (divided_askable l rows) -> In c (divided_splits l rows).
  Proof.
    intros I. apply filter_In in I as [I _]. destruct (by_ratio l);
      [now apply gate_keeps_candidates in I|exact I].
  Qed.

  Lemma choice_is_first_best l level rows q : divided_choice l level rows = Some q ->
    stops (stopping l) level (whole rows) = false /\
    exists c before after, asks c = q /\ divided_askable l rows = before ++ c :: after /\
      (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
  Proof.
    unfold Divided.divided_choice. destruct (stops (stopping l) level _); [easy|].
    destruct (best_of _) as [|c rest] eqn:E; [easy|]. intros H. injection H as <-. split; [reflexivity|].
    apply best_of_first in E as (b & a & E & ? & ?). eauto 10.
  Qed.

  Lemma choice_is_candidate l level rows q : divided_choice l level rows = Some q ->
    exists c, asks c = q /\ In c (divided_splits l rows).
  Proof.
    intros H. apply choice_is_first_best in H as (_ & c & b & a & <- & E & _). exists c.
    split; [reflexivity|]. apply askable_is_candidate. rewrite E. apply in_or_app. right. now left.
  Qed.

  Lemma choice_divides l level rows q : divided_choice l level rows = Some q ->
    divides q (map filled (here q rows)).
  Proof. intros H. apply choice_is_candidate in H as (c & <- & I). now apply divided_candidate in I. Qed.

  (** ** Growing ends *)

  Lemma parts_are_shorter q rows part : divides q (map filled (here q rows)) -> In part (divided q rows) ->
    (length part < length rows)%nat.
  Proof.
    intros D I. apply in_divided in I as (b & I & ->). assert (P := split_parts q _ D _ I).
    rewrite !map_length in P. assert (L := Permutation_length (labels_known_or_not (feature_of q) rows)).
    rewrite app_length, !map_length in *. lia.
  Qed.

  Lemma enough_rows l fuel : forall more n, (length (snd n) <= fuel)%nat -> (length (snd n) <= more)%nat ->
    divided_node l fuel n = divided_node l more n.
  Proof.
    induction fuel as [|fuel IH]; intros [|more] (level, rows) L M; simpl in *; trivial.
    1, 2: (destruct rows; simpl in *; [|lia]; destruct (divided_choice l level []) eqn:C; [|reflexivity];
      apply choice_divides in C as (A & _ & H); destruct (H 0%nat) as (r & [] & _); lia).
    destruct (divided_choice l level rows) as [q|] eqn:C; [|reflexivity]. f_equal. apply map_ext_in.
    intros part I. apply choice_divides in C. assert (P := parts_are_shorter q rows part C I).
    apply IH; simpl; lia.
  Qed.

  Theorem divided_growing_ends l n : divided_from l n =
    match divided_choice l (fst n) (snd n) with
    | None => Stop n
    | Some q => Ask n q (map (fun part => divided_from l (Datatypes.S (fst n), part)) (divided q (snd n)))
    end.
  Proof.
    unfold Divided.divided_from at 1.
    rewrite (enough_rows l _ (Datatypes.S (length (snd n)))) by lia. simpl.
    destruct (divided_choice l (fst n) (snd n)) as [q|] eqn:C; [|reflexivity]. f_equal. apply map_ext_in.
    intros part I. apply choice_divides in C. assert (P := parts_are_shorter q _ part C I).
    apply enough_rows; simpl; lia.
  Qed.

  (** What holds of a node with its choice, and goes over to the parts, holds of the whole tree. *)
  Lemma divided_induction l (P : gapped_node -> grown gapped_node -> Prop) :
    (forall n, divided_choice l (fst n) (snd n) = None -> P n (Stop n)) ->
    (forall n q, divided_choice l (fst n) (snd n) = Some q ->
       (forall part, In part (divided q (snd n)) ->
          P (Datatypes.S (fst n), part) (divided_from l (Datatypes.S (fst n), part))) ->
       P n (Ask n q (map (fun part => divided_from l (Datatypes.S (fst n), part)) (divided q (snd n))))) ->
    forall n, P n (divided_from l n).
  Proof.
    intros Leaf Branch n. remember (length (snd n)) as k eqn:K. revert n K.
    induction k as [k IH] using lt_wf_ind. intros n K. rewrite divided_growing_ends.
    destruct (divided_choice l (fst n) (snd n)) as [q|] eqn:C; [|now apply Leaf].
    apply Branch; trivial. intros part I. apply choice_divides in C.
    assert (L := parts_are_shorter q _ part C I). apply (IH (length part)); [lia|reflexivity].
  Qed.

  (** ** Every branch asks the first of the best questions; every leaf has its reason *)

  Lemma divided_asked l n m q : In (m, q) (asked (divided_from l n)) ->
    divided_choice l (fst m) (snd m) = Some q.
  Proof.
    revert n. apply (divided_induction l (fun _ t => In (m, q) (asked t) ->
      divided_choice l (fst m) (snd m) = Some q)).
    - intros n _ [].
    - intros n p C IH [E|I]; [now injection E as -> ->|].
      apply in_flat_map in I as (t & It & I). apply in_map_iff in It as (part & <- & It). now apply (IH part).
  Qed.

  Theorem divided_branches_are_optimal l rows level some q :
    In ((level, some), q) (asked (grow_divided l rows)) ->
    stops (stopping l) level (whole some) = false /\
    exists c before after, asks c = q /\ divided_askable l some = before ++ c :: after /\
      (forall d, In d before -> score d < score c) /\ (forall d, In d after -> score d <= score c).
  Proof. intros I. apply divided_asked in I. now apply choice_is_first_best. Qed.

  Theorem divided_leaves_have_their_reason l rows level some :
    In (level, some) (ends (grow_divided l rows)) ->
    stops (stopping l) level (whole some) = true \/ divided_askable l some = [].
  Proof.
    unfold Divided.grow_divided. generalize (0%nat, rows).
    apply (divided_induction l (fun _ t => In (level, some) (ends t) ->
      stops (stopping l) level (whole some) = true \/ divided_askable l some = [])).
    - intros (k, rs) C [E|[]]. injection E as -> ->. unfold Divided.divided_choice in C. simpl in C.
      destruct stops; [now left|right]. apply best_of_some. now destruct (best_of _).
    - intros n p _ IH I. apply in_flat_map in I as (t & It & I). apply in_map_iff in It as (part & <- & It).
      now apply (IH part).
  Qed.

  (** Of every branch the rows that can answer go to all children, and weigh min_leaf in each. *)
  Theorem divided_children_know_min_leaf l rows level some q :
    In ((level, some), q) (asked (grow_divided l rows)) ->
    forall own, In own (split q (map filled (here q some))) ->
    own <> [] /\ min_leaf (stopping l) <= weight (summary summarize own).
  Proof.
    intros I own J. apply divided_asked in I. split.
    - apply (split_parts q (map filled (here q some))); [exact (choice_divides l _ _ q I)|exact J].
    - apply choice_is_candidate in I as (c & <- & I). apply divided_candidate in I as (E & _ & M).
      apply M. rewrite E. cbn [parts Divided.divided_question]. rewrite E in J. now apply in_map.
  Qed.

  (** ** Rows as they should be, and what each division keeps

      [ok] is positive weight, and whatever else a summary asks of a row. *)
  Variable ok : T -> Prop.
  Definition all_ok rows : Prop := forall r, In r rows -> ok (label r).
  Definition lighter_is_ok : Prop := forall own some t, own <> [] -> incl own some ->
    (forall u, In u some -> ok u) -> ok t -> ok (lighter own some t).

  Lemma parts_are_ok q rows part : lighter_is_ok -> all_ok rows -> divides q (map filled (here q rows)) ->
    In part (divided q rows) -> all_ok part.
  Proof.
    intros H Ok D I. apply in_divided in I as (b & I & ->). intros r J.
    assert (Known : forall s, In s (here q rows) -> ok (label s))
      by (intros s K; apply Ok; now apply filter_In in K).
    apply in_app_or in J as [J|J].
    - apply Known. now apply filter_In in J.
    - apply in_map_iff in J as (s & <- & J). cbn [label]. apply H.
      + destruct (split_parts q _ D _ I) as [N _]. intros E. apply map_eq_nil in E. apply N. now rewrite E.
      + apply incl_map. intros x K. now apply filter_In in K.
      + intros u K. apply in_map_iff in K as (x & <- & K). now apply Known.
      + apply Ok. now apply filter_In in J.
  Qed.

  (** What each division keeps in sum, the leaves have in sum. *)
  Definition keeps (of : gapped T -> Q) : Prop := forall q rows, all_ok rows ->
    divides q (map filled (here q rows)) -> sum (sum of) (divided q rows) == sum of rows.

  Theorem leaves_share_out of l rows : lighter_is_ok -> keeps of -> all_ok rows ->
    sum (fun n => sum of (snd n)) (ends (grow_divided l rows)) == sum of rows.
  Proof.
    intros H K Ok. unfold Divided.grow_divided. change rows with (snd (0%nat, rows)) at 2.
    change rows with (snd (0%nat, rows)) in Ok. revert Ok. generalize (0%nat, rows).
    apply (divided_induction l (fun n t => all_ok (snd n) ->
      sum (fun n => sum of (snd n)) (ends t) == sum of (snd n))).
    - intros n _ _. simpl. lra.
    - intros n q C IH Ok. assert (D := choice_divides l _ _ q C). cbn [ends].
      rewrite <- (K q (snd n) Ok D).
      assert (P := fun part => parts_are_ok q (snd n) part H Ok D).
      induction (divided q (snd n)) as [|part parts IHp]; [reflexivity|]. cbn [map flat_map].
      rewrite sum_app, (IH part) by (now left || (apply P; now left)). cbn [snd].
      change (sum (sum of) (part :: parts)) with (sum of part + sum (sum of) parts).
      rewrite <- IHp; [reflexivity|intros p I; apply IH|intros p I; apply P]; now right.
  Qed.

  (** ** The order of the rows does not matter *)

  Section RowOrder.
    Hypothesis summarize_permutation : forall r r', Permutation r r' -> summarize r = summarize r'.
    Hypothesis share_permutation : forall r r' s s', Permutation r r' -> Permutation s s' ->
      share r s == share r' s'.
    Hypothesis lighter_permutation : forall r r' s s' t, Permutation r r' -> Permutation s s' ->
      lighter r s t = lighter r' s' t.

    Lemma divided_permutation q rows rows' : Permutation rows rows' ->
      Forall2 (@Permutation (gapped T)) (divided q rows) (divided q rows').
    Proof.
      intros P. unfold Divided.divided. induction (seq 0 (arity q)) as [|c cs IH]; constructor; trivial.
      assert (K := filter_permutation (is_known (feature_of q)) _ _ P). fold (here q rows) in K.
      fold (here q rows') in K. set (b := fun r : gapped T => Nat.eqb (child q (filled r)) c).
      assert (O := filter_permutation b _ _ K). apply Permutation_app; [exact O|].
      erewrite map_ext; [apply Permutation_map, filter_permutation; exact P|]. intros r. cbv beta. f_equal.
      now apply lighter_permutation; apply Permutation_map.
    Qed.

    Lemma known_permutation f rows rows' : Permutation rows rows' ->
      Permutation (map filled (known f rows)) (map filled (known f rows')).
    Proof. intros P. now apply Permutation_map, filter_permutation. Qed.

    Lemma divided_question_permutation l q rows rows' : Permutation rows rows' ->
      divided_question l rows q = divided_question l rows' q.
    Proof.
      intros P. unfold Divided.divided_question. cbv zeta.
      assert (K := known_permutation (feature_of q) _ _ P).
      assert (E : map (summary summarize) (split q (map filled (here q rows))) =
        map (summary summarize) (split q (map filled (here q rows')))).
      { assert (F := split_permutation q _ _ K). induction F as [|? ? ? ? H F IH]; simpl; [reflexivity|].
        now rewrite IH, (summary_permutation summarize summarize_permutation _ _ H). }
      rewrite E. set (ps := map (summary summarize) (split q (map filled (here q rows')))).
      assert (U : Permutation (map label (unknown (feature_of q) rows))
        (map label (unknown (feature_of q) rows')))
        by now apply Permutation_map, filter_permutation.
      assert (G : Qred (share (map target (map filled (here q rows))) (map label rows) *
          gain_of summarize weight impurity (map filled (here q rows)) ps) =
        Qred (share (map target (map filled (here q rows'))) (map label rows') *
          gain_of summarize weight impurity (map filled (here q rows')) ps)).
      { apply Qred_complete. unfold gain_of.
        rewrite (summary_permutation summarize summarize_permutation _ _ K).
        rewrite (share_permutation _ (map target (map filled (here q rows'))) _ (map label rows'));
          [reflexivity|now apply Permutation_map|now apply Permutation_map]. }
      rewrite G, (summarize_permutation _ _ U).
      destruct (map label (unknown (feature_of q) rows)) as [|x xs] eqn:V.
      - apply Permutation_nil in U. now rewrite U.
      - destruct (map label (unknown (feature_of q) rows')) as [|y ys]; [|reflexivity].
        apply Permutation_sym, Permutation_nil_cons in U. destruct U.
    Qed.

    Lemma choice_permutation l level rows rows' : Permutation rows rows' ->
      divided_choice l level rows = divided_choice l level rows'.
    Proof.
      intros P. unfold Divided.divided_choice, Divided.divided_askable, Divided.divided_splits.
      rewrite (summarize_permutation _ _ (Permutation_map label P)).
      rewrite (flat_map_ext _ _ (fun f => questions_permutation summarize weight rank summarize_permutation
        l f _ _ (known_permutation f _ _ P))).
      now rewrite (map_ext _ _ (fun q => divided_question_permutation l q _ _ P)).
    Qed.

    Theorem divided_row_order_does_not_matter l rows rows' : Permutation rows rows' ->
      summarized_tree summarize (map_tree plain (grow_divided l rows)) =
      summarized_tree summarize (map_tree plain (grow_divided l rows')).
    Proof.
      intros P. unfold Divided.grow_divided.
      cut (forall n rows', Permutation (snd n) rows' ->
        summarized_tree summarize (map_tree plain (divided_from l n)) =
        summarized_tree summarize (map_tree plain (divided_from l (fst n, rows'))));
        [intros H; exact (H (0%nat, rows) rows' P)|]. clear rows rows' P.
      assert (Same : forall (n : gapped_node) rows', Permutation (snd n) rows' ->
        (fst n, summary summarize (map filled (snd n))) = (fst n, summary summarize (map filled rows'))).
      { intros n rows' P. f_equal. apply (summary_permutation summarize summarize_permutation).
        now apply Permutation_map. }
      apply (divided_induction l (fun n t => forall rows', Permutation (snd n) rows' ->
        summarized_tree summarize (map_tree plain t) =
        summarized_tree summarize (map_tree plain (divided_from l (fst n, rows'))))).
      - intros n C rows' P. rewrite divided_growing_ends. simpl. rewrite <- (choice_permutation l _ _ _ P), C.
        unfold summarized_tree. simpl. now rewrite (Same n rows' P).
      - intros n q C IH rows' P. rewrite divided_growing_ends. simpl.
        rewrite <- (choice_permutation l _ _ _ P), C.
        unfold summarized_tree. simpl. rewrite (Same n rows' P). f_equal. rewrite !map_map.
        assert (F := divided_permutation q _ _ P).
        induction F as [|part part' parts parts' H F IHF]; simpl; [reflexivity|]. f_equal.
        + now apply (IH part); [left|].
        + apply IHF. intros p I. apply IH. now right.
    Qed.
  End RowOrder.

  (** ** Without missing values nothing is divided *)

  Lemma filled_gapless (rows : list (row T)) : map filled (map gapless rows) = rows.
  Proof.
    rewrite map_map. rewrite <- (map_id rows) at 2. apply map_ext. intros (vs, t). unfold filled. cbn.
    now rewrite map_map, map_id.
  Qed.

  Lemma gapless_known f (r : row T) : is_known f (gapless r) = true.
  Proof.
    unfold is_known. cbn [cells gapless]. change (Some 0) with (Some (A := Q) 0). now rewrite map_nth.
  Qed.

  Lemma all_known f (rows : list (row T)) : known f (map gapless rows) = map gapless rows.
  Proof. apply filter_all. intros r I. apply in_map_iff in I as (s & <- & _). apply gapless_known. Qed.

  Lemma none_unknown f (rows : list (row T)) : unknown f (map gapless rows) = [].
  Proof.
    apply filter_none. intros r I. apply in_map_iff in I as (s & <- & _). now rewrite gapless_known.
  Qed.

  Lemma nothing_divided q (rows : list (row T)) : divided q (map gapless rows) =
    map (map gapless) (split q rows).
  Proof.
    unfold Divided.divided, split. rewrite all_known, none_unknown, (map_map _ (map gapless)). apply map_ext.
    intros c. cbv zeta.
    cbn [map]. rewrite app_nil_r, filter_map. f_equal. apply filter_ext. intros r.
    assert (E := filled_gapless [r]). cbn [map] in E. injection E as E. now rewrite E.
  Qed.

  Section Gapless.
    Hypothesis all_share : forall r : list T, r <> [] -> (forall t, In t r -> ok t) -> share r r == 1.
    Notation sound := (@sound T ok).

    Lemma gapless_choice l level (rows : list (row T)) : sound rows ->
      divided_choice l level (map gapless rows) =
      chosen_split summarize weight impurity intrinsic_value rank l level rows.
    Proof.
      intros Ok. unfold Divided.divided_choice, chosen_split, admissible_splits, askable,
        Divided.divided_askable.
      assert (L : map label (map gapless rows) = map target rows) by (rewrite map_map; reflexivity).
      rewrite L. fold (summary summarize rows). destruct stops; [reflexivity|].
      replace (divided_splits l (map gapless rows)) with
        (scored_splits summarize weight impurity intrinsic_value rank l rows); [reflexivity|].
      unfold scored_splits, Divided.divided_splits. f_equal.
      rewrite (flat_map_ext (fun f => questions_about summarize weight rank l f (map filled (known f
        (map gapless rows)))) (fun f => questions_about summarize weight rank l f rows))
        by (intros f; now rewrite all_known, filled_gapless).
      apply map_ext_in. intros q I. unfold scored_question, Divided.divided_question. cbv zeta.
      rewrite all_known, filled_gapless, none_unknown, L. cbn [map].
      assert (N : map target rows <> []).
      { destruct rows as [|r rows]; [|discriminate]. apply in_flat_map in I as (f & _ & []). }
      assert (E : Qred (share (map target rows) (map target rows) * gain_of summarize weight impurity rows
        (map (summary summarize) (split q rows))) =
        gain_of summarize weight impurity rows (map (summary summarize) (split q rows))).
      { unfold gain_of at 2. apply Qred_complete. rewrite all_share; [|exact N|].
        - unfold gain_of. rewrite Qred_correct. lra.
        - intros t J. apply in_map_iff in J as (r & <- & J). now apply Ok. }
      now rewrite E.
    Qed.

    Theorem nothing_missing_nothing_divided l (rows : list (row T)) : sound rows ->
      map_tree plain (grow_divided l (map gapless rows)) =
      grow summarize weight impurity intrinsic_value rank l rows.
    Proof.
      intros Ok. rewrite grow_is_grow_from. unfold Divided.grow_divided.
      change (map gapless rows) with (map gapless (snd (0%nat, rows))).
      change 0%nat with (fst (0%nat, rows)) at 1. change rows with (snd (0%nat, rows)) in Ok. revert Ok.
      generalize (0%nat, rows). clear rows.
      apply (grow_from_induction summarize weight impurity intrinsic_value rank l (fun n t => sound (snd n) ->
        map_tree plain (divided_from l (fst n, map gapless (snd n))) = t)).
      - intros n C Ok. rewrite divided_growing_ends. cbn [fst snd]. rewrite (gapless_choice l _ _ Ok), C.
        cbn [map_tree]. unfold plain. cbn [fst snd]. rewrite filled_gapless. now destruct n.
      - intros n q C D IH Ok. rewrite divided_growing_ends. cbn [fst snd].
        rewrite (gapless_choice l _ _ Ok), C. cbn [map_tree]. unfold plain at 1. cbn [fst snd].
        rewrite filled_gapless, nothing_divided, !map_map. rewrite <- surjective_pairing. f_equal.
        apply map_ext_in. intros part I. apply (IH part I). intros r J. apply Ok.
        now apply (part_included q (snd n) part I).
    Qed.
  End Gapless.

  (** ** Limits only cut *)

  Lemma fewer_divided_choices_only_cut l' l rows :
    (forall level some q, divided_choice l' level some = Some q -> divided_choice l level some = Some q) ->
    cut_of (grow_divided l' rows) (grow_divided l rows).
  Proof.
    intros H. unfold Divided.grow_divided. generalize (0%nat, rows).
    apply (divided_induction l' (fun n t => cut_of t (divided_from l n))).
    - intros n _. replace n with (content (divided_from l n)) at 1; [constructor|].
      rewrite divided_growing_ends. now destruct (divided_choice l (fst n) (snd n)).
    - intros n q C IH. rewrite (divided_growing_ends l), (H _ _ _ C). constructor.
      induction (divided q (snd n)) as [|part parts IHp]; simpl; constructor.
      + apply IH. now left.
      + apply IHp. intros p I. apply IH. now right.
  Qed.

  (** Where all subsets of categories are asked, and gains are scores. *)
  Theorem divided_limits_only_cut l' l rows : (forall s, rank s = None) -> by_ratio l = false ->
    alike l' l -> tighter (stopping l') (stopping l) -> min_gain (stopping l) <= min_gain (stopping l') ->
    (gainless (stopping l') = true -> gainless (stopping l) = true) ->
    cut_of (grow_divided l' rows) (grow_divided l rows).
  Proof.
    intros All Nr (St & Ra & Ga & Le) H G Z. apply fewer_divided_choices_only_cut. intros level some q.
    unfold Divided.divided_choice.
    destruct (stops (stopping l) level (whole some)) eqn:E;
      [now rewrite (tighter_stops weight impurity _ _ _ _ H E)|].
    destruct (stops (stopping l') level (whole some)); [easy|].
    unfold Divided.divided_askable. rewrite Ra, Nr.
    assert (Same : divided_splits l' some = divided_splits l some).
    { unfold Divided.divided_splits, Divided.divided_question. rewrite St, Ra, Le. f_equal. f_equal.
      apply flat_map_ext. intros f. unfold questions_about, subsets. rewrite St. now rewrite !All. }
    rewrite Same. intros C. rewrite <- (best_among_sufficient (stopping l') (stopping l)); trivial.
    - intros c I. apply divided_candidate in I as (-> & _). cbn [score gain Divided.divided_question].
      now rewrite Nr.
    - intros x. unfold gain_suffices. rewrite !andb_true_iff, !orb_true_iff, !Qle_bool_iff.
      intros [A [B|B]]; split; try (lra || tauto).
    - intros N. rewrite N in C. discriminate.
  Qed.

  (** ** No alpha is negative, where no division raises the risk *)

  Notation risk_of_rows := (risk_of_rows summarize weight impurity).
  Notation risks := (risks summarize weight impurity).

  Definition no_division_raises_risk : Prop := forall q rows, all_ok rows ->
    divides q (map filled (here q rows)) ->
    sum (fun part => risk_of_rows (map filled part)) (divided q rows) <= risk_of_rows (map filled rows).

  Theorem divided_trees_are_well_formed l rows : wf (risks (map_tree plain (grow_divided l rows))).
  Proof.
    unfold Divided.grow_divided. generalize (0%nat, rows).
    apply (divided_induction l (fun _ t => wf (risks (map_tree plain t)))); [constructor|].
    intros n q C IH. destruct (choice_divides l _ _ q C) as [A _]. simpl. constructor.
    - rewrite !map_length. unfold Divided.divided. now rewrite map_length, seq_length.
    - intros u I. rewrite !map_map in I. apply in_map_iff in I as (part & <- & I). now apply IH.
  Qed.

  Theorem divided_trees_raise_no_risk l rows : lighter_is_ok -> no_division_raises_risk -> all_ok rows ->
    no_split_raises_risk (risks (map_tree plain (grow_divided l rows))).
  Proof.
    intros Li H Ok. unfold Divided.grow_divided. change rows with (snd (0%nat, rows)) in Ok. revert Ok.
    generalize (0%nat, rows).
    assert (R : forall n, root_cost (risks (map_tree plain (divided_from l n))) =
      risk_of_rows (map filled (snd n))).
    { intros n. rewrite divided_growing_ends. now destruct (divided_choice l (fst n) (snd n)). }
    apply (divided_induction l (fun n t => all_ok (snd n) ->
      no_split_raises_risk (risks (map_tree plain t))));
      [easy|].
    intros n q C IH Ok r ts I. assert (D := choice_divides l _ _ q C). simpl in I.
    apply in_branches in I as [I|(u & Iu & I)].
    - injection I as -> ->. rewrite !map_map, sum_map.
      rewrite (sum_ext _ (fun part => risk_of_rows (map filled part))) by (intros p _; now rewrite R).
      now apply H.
    - rewrite !map_map in Iu. apply in_map_iff in Iu as (part & <- & Ip).
      exact (IH part Ip (parts_are_ok q _ part Li Ok D Ip) r ts I).
  Qed.

  Corollary divided_alpha_is_never_negative l rows : lighter_is_ok -> no_division_raises_risk ->
    all_ok rows ->
    forall b, In b (branches (risks (map_tree plain (grow_divided l rows)))) -> 0 <= alpha_of b.
  Proof.
    intros Li H Ok. apply alpha_is_never_negative;
      [apply divided_trees_are_well_formed|now apply divided_trees_raise_no_risk].
  Qed.
End Theorems.

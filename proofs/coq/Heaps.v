(** * Heaps: the pass with pairing heaps, as a program

    A heap hands out the largest of the keys in it.  So the program, which runs here as Python's does,
    makes one of the passes of [Pass]. *)
From Coq Require Import QArith Lqa Lia List Permutation.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence Breakpoints CollapsePoints Keys Runs Pass.
Import ListNotations.
Open Scope Q_scope.

(** ** Pairing heaps *)

Inductive heap : Type := Heap (x : spot) (below : list heap).

Lemma heap_induction (P : heap -> Prop) : (forall x below, (forall h, In h below -> P h) ->
  P (Heap x below)) -> forall h, P h.
Proof.
  intros H. fix IH 1. intros [x below]. apply H.
  induction below as [|u us]; simpl; [tauto|]. intros h [<-|I]; [apply IH|exact (IHus h I)].
Qed.

Definition top_of (h : heap) : spot := let (x, _) := h in x.
Fixpoint elements (h : heap) : list spot := let (x, below) := h in x :: flat_map elements below.
Definition held (h : option heap) : list spot := match h with Some h => elements h | None => [] end.

Inductive ordered : heap -> Prop :=
| ordered_so x below : (forall h, In h below -> ordered h /\ (units_a_leaf (top_of h) <= units_a_leaf x)%Z) ->
  ordered (Heap x below).

Definition all_ordered (h : option heap) : Prop := match h with Some h => ordered h | None => True end.

Theorem a_heap_hands_out_the_largest h : ordered h -> forall y, In y (elements h) ->
  (units_a_leaf y <= units_a_leaf (top_of h))%Z.
Proof.
  induction h as [x below IH] using heap_induction. intros O y [<-|I]; [reflexivity|]. inversion O as [? ? B];
    subst.
  simpl in I. apply in_flat_map in I as (h & Ih & I). destruct (B h Ih) as [Oh L].
    specialize (IH h Ih Oh y I). simpl in *. lia.
Qed.

Definition merge (g h : heap) : heap :=
  let (x, xs) := g in let (y, ys) := h in
  if (units_a_leaf x <? units_a_leaf y)%Z then Heap y (g :: ys) else Heap x (h :: xs).

Fixpoint merge_in_pairs (hs : list heap) : option heap :=
  match hs with
  | g :: h :: hs => match merge_in_pairs hs with Some rest => Some (merge (merge g h) rest) | None =>
    Some (merge g h) end
  | [h] => Some h
  | [] => None
  end.

Definition merge_all (hs : list heap) : option heap :=
  fold_right (fun h rest => match rest with Some rest => Some (merge h rest) | None => Some h end) None hs.

Lemma merge_holds g h : Permutation (elements (merge g h)) (elements g ++ elements h).
Proof.
  destruct g as [x xs], h as [y ys]. unfold merge. destruct (Z.ltb_spec (units_a_leaf x) (units_a_leaf y));
    simpl.
  - rewrite <- Permutation_middle. apply perm_swap.
  - apply perm_skip. rewrite (Permutation_app_comm (flat_map elements xs)). reflexivity.
Qed.

Lemma merge_ordered g h : ordered g -> ordered h -> ordered (merge g h).
Proof.
  destruct g as [x xs], h as [y ys]. intros G H. unfold merge.
  destruct (Z.ltb_spec (units_a_leaf x) (units_a_leaf y)); constructor; intros k [<-|I];
    try (split; [assumption|simpl; lia]).
  - inversion H as [? ? B]; subst. now apply B.
  - inversion G as [? ? B]; subst. now apply B.
Qed.

Lemma two_at_a_time {A} (P : list A -> Prop) : P [] -> (forall x, P [x]) ->
  (forall x y l, P l -> P (x :: y :: l)) -> forall l, P l.
Proof. intros N O T. fix IH 1. intros [|x [|y l]]; [exact N|apply O|apply T, IH]. Qed.

Lemma merge_in_pairs_holds hs : (forall h, In h hs -> ordered h) ->
  Permutation (held (merge_in_pairs hs)) (flat_map elements hs) /\ all_ordered (merge_in_pairs hs).
Proof.
  induction hs as [|h|g h hs IH] using two_at_a_time; intros O; simpl.
  - split; [reflexivity|exact I].
  - rewrite app_nil_r. split; [reflexivity|]. apply O. now left.
  - assert (M : ordered (merge g h)) by (apply merge_ordered; apply O; simpl; auto).
    destruct IH as [P Q]; [intros k I; apply O; simpl; auto|]. destruct (merge_in_pairs hs) as [rest|];
      simpl in *.
    + split; [|now apply merge_ordered]. rewrite !merge_holds, <- app_assoc. now rewrite P.
    + split; [|exact M]. now rewrite merge_holds, <- P, app_nil_r.
Qed.

Lemma merge_all_holds hs : (forall h, In h hs -> ordered h) ->
  Permutation (held (merge_all hs)) (flat_map elements hs) /\ all_ordered (merge_all hs).
Proof.
  induction hs as [|h hs IH]; intros O; simpl; [split; [reflexivity|exact I]|].
  destruct IH as [P Q]; [intros k I; apply O; simpl; auto|].
  assert (Oh : ordered h) by (apply O; now left). destruct (merge_all hs) as [rest|]; simpl in *.
  - split; [now rewrite merge_holds, P|now apply merge_ordered].
  - split; [|exact Oh]. now rewrite <- P, app_nil_r.
Qed.

(** ** The pass *)

Fixpoint take (fuel : nat) (s n : Z) (h : option heap) : spot * option heap :=
  match fuel, h with
  | S fuel, Some (Heap x below) =>
      if (s / n - 16 <=? units_a_leaf x)%Z then take fuel (s + fst x) (n + snd x) (merge_in_pairs below)
        else ((s, n), h)
  | _, _ => ((s, n), h)
  end.

Lemma take_takes fuel : forall s n h, all_ordered h -> (length (held h) <= fuel)%nat ->
  let (top, rest) := take fuel s n h in
  exists taken, takes s n (taken ++ held rest) taken top (held rest) /\
    Permutation (taken ++ held rest) (held h) /\
    all_ordered rest /\ forall y, In y (held rest) -> (units_a_leaf y < units_a_leaf top - 16)%Z.
Proof.
  assert (Done : forall s n h, all_ordered h -> (forall y, In y (held h) -> (units_a_leaf y < s / n - 16)%Z)
    ->
    exists taken, takes s n (taken ++ held h) taken (s, n) (held h) /\
      Permutation (taken ++ held h) (held h) /\
      all_ordered h /\ forall y, In y (held h) -> (units_a_leaf y < units_a_leaf (s, n) - 16)%Z).
  { intros s n h O K. exists []. repeat split; trivial. now constructor. }
  induction fuel as [|fuel IH]; intros s n h O L; simpl.
  - apply Done; [exact O|]. destruct (held h); [easy|simpl in L; lia].
  - destruct h as [[x below]|]; [|now apply Done].
    destruct (Z.leb_spec (s / n - 16) (units_a_leaf x)) as [K|K].
    + simpl in O. assert (Top := a_heap_hands_out_the_largest _ O). inversion O as [? ? B]; subst.
      destruct (merge_in_pairs_holds below) as [P Q]; [intros h I; now apply B|].
      specialize (IH (s + fst x)%Z (n + snd x)%Z (merge_in_pairs below) Q).
      destruct (take fuel _ _ _) as [top rest]. destruct IH as (taken & T & Pt & Or & Kr).
      { apply Permutation_length in P. rewrite P. simpl in L. lia. }
      exists (x :: taken). split; [|split; [|split; [exact Or|exact Kr]]].
      * simpl. apply takes_one; [exact K| |exact T]. intros y I. apply (Top y). right.
        apply (Permutation_in _ P), (Permutation_in _ Pt), I.
      * simpl. apply perm_skip. now rewrite Pt, P.
    + apply Done; [exact O|]. intros y I. assert (H := a_heap_hands_out_the_largest _ O y I). simpl in H. lia.
Qed.

(** Trees of rounded risks; of each branch, children first, what it saves and how many leaves. *)
Inductive ztree : Type := ZLeaf (z : Z) | ZBranch (z : Z) (ts : list ztree).
Definition root_units (t : ztree) : Z := match t with ZLeaf z => z | ZBranch z _ => z end.

Fixpoint one_pass (t : ztree) : option heap * list spot :=
  match t with
  | ZLeaf _ => (None, [])
  | ZBranch z ts =>
      let parts := map one_pass ts in
      let opens := flat_map (fun part => match fst part with Some h => [h] | None => [] end) parts in
      let merged := merge_all opens in
      let (top, rest) := take (length (held merged)) (z - sumZ (map root_units ts)) (Z.of_nat (length ts) - 1)
        merged in
      (Some (Heap top (match rest with Some h => [h] | None => [] end)), flat_map snd parts ++ [top])
  end.

Section Unit.
  Variable unit : Q.

  Inductive rounds_to : tree -> ztree -> Prop :=
  | leaf_rounds r z : rounded unit (z, r) -> rounds_to (Leaf r) (ZLeaf z)
  | branch_rounds r z ts zs : rounded unit (z, r) -> Forall2 rounds_to ts zs ->
    rounds_to (Branch r ts) (ZBranch z zs).

  Lemma one_pass_is_ordered t z : rounds_to t z -> wf t ->
    all_ordered (fst (one_pass z)) /\ pass unit t (root_units z) (held (fst (one_pass z))).
  Proof.
    revert z. induction t as [r|r ts IH] using tree_induction; intros z R W;
      inversion R as [? z' Rz|? z' ? zs Rz F]; subst.
    { simpl. split; [exact I|now constructor]. }
    cbn [one_pass root_units]. set (opens := flat_map _ (map one_pass zs)).
    assert (Parts : (forall h, In h opens -> ordered h) /\ exists below,
      Forall2 (fun t b => pass unit t (fst b) (snd b)) ts below /\ map fst below = map root_units zs /\
      Permutation (flat_map elements opens) (concat (map snd below))).
    { unfold opens. assert (W' := wf_children r ts W). clear - IH W' F.
      induction F as [|t z ts zs Rt F IHF]; [split; [easy|]; exists []; repeat split; constructor|].
      destruct IHF as (O & below & P & E & Q); [intros u I; apply IH; now right|intros u I; apply W';
        now right|].
      destruct (IH t (or_introl eq_refl) z Rt (W' t (or_introl eq_refl))) as [Ot Pt].
      simpl. split; [intros h I; apply in_app_or in I as [I|I]; [|now apply O]; destruct (fst (one_pass z));
        [destruct I as [<-|[]]; exact Ot|easy]|].
      exists ((root_units z, held (fst (one_pass z))) :: below). simpl. split; [now constructor|]. split;
        [now rewrite E|].
      rewrite flat_map_app. apply Permutation_app; [|exact Q].
      destruct (fst (one_pass z)); simpl; [now rewrite app_nil_r|reflexivity]. }
    destruct Parts as (O & below & P & E & Q). destruct (merge_all_holds opens O) as [Pm Om].
    assert (Len : length zs = length ts) by (symmetry; now apply Forall2_length in F).
    assert (T := take_takes (length (held (merge_all opens))) (z' - sumZ (map root_units zs))
      (Z.of_nat (length zs) - 1)
      (merge_all opens) Om (le_n _)).
    destruct (take _ _ _ _) as [top rest]. destruct T as (taken & T & Pt & Or & Kr). simpl. split.
    - constructor. intros h I. destruct rest as [rest|]; [|easy]. destruct I as [<-|[]]. split; [exact Or|].
      assert (H := Kr (top_of rest)). simpl in H.
        assert (J : In (top_of rest) (elements rest)) by (destruct rest; now left).
      specialize (H J). lia.
    - replace (flat_map elements match rest with Some h => [h] | None => [] end) with (held rest)
        by (destruct rest; simpl; [now rewrite app_nil_r|reflexivity]).
      apply pass_branch with below (taken ++ held rest) taken; trivial.
      + now rewrite Pt, Pm.
      + now rewrite E, <- Len.
  Qed.

  (** What the program's heap holds at the end are the keys and the leaves of a run. *)
  Theorem the_program_is_a_run t z : 0 < unit -> wf t -> rounds_to t z ->
    exists points, run unit false t points /\ Forall2 matches points (held (fst (one_pass z))).
  Proof. intros U W R. apply the_pass_is_a_run with (root_units z); trivial. now apply one_pass_is_ordered.
    Qed.
End Unit.

(** * Enumerate: brute force is right

    The list of all pruned subtrees holds exactly the pruned subtrees, each once,
    and their number has a product formula.  So a test that compares with the best
    of the list compares with the definition.  Reduced-error pruning is the same
    theorem once more, at alpha 0 with errors on a validation set for risks.
    [CART84 §3.3; NOTE_C] *)
From Coq Require Import QArith Lqa Lia List Bool.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence.
Import ListNotations.
Open Scope Q_scope.

Definition product (l : list nat) : nat := fold_right Nat.mul 1%nat l.

(** One for the root alone, and the children's choices multiplied. *)
Fixpoint number_of_pruned_subtrees (t : tree) : nat :=
  match t with
  | Leaf _ => 1
  | Branch _ ts => 1 + product (map number_of_pruned_subtrees ts)
  end.

Example sample_has_five : length (all_pruned_subtrees sample) = 5%nat.
Proof. reflexivity. Qed.

(** Complete binary trees: 1, 2, 5, 26, 677, ...; a chain of splits: one more each. *)
Fixpoint complete (depth : nat) : tree :=
  match depth with O => Leaf 0 | S d => Branch 0 [complete d; complete d] end.
Fixpoint chain (depth : nat) : tree :=
  match depth with O => Leaf 0 | S d => Branch 0 [Leaf 0; chain d] end.

Example complete_numbers :
  map number_of_pruned_subtrees (map complete [0; 1; 2; 3; 4]%nat) = [1; 2; 5; 26; 677]%nat.
Proof. reflexivity. Qed.

Theorem a_chain_has_one_more_each_split d : number_of_pruned_subtrees (chain d) = S d.
Proof. induction d as [|d IH]; [reflexivity|]. simpl in *. rewrite IH. lia. Qed.

(** ** The list is the relation *)

Theorem all_pruned_subtrees_are_exactly_the_pruned s t : In s (all_pruned_subtrees t) <-> s <<= t.
Proof.
  revert s. induction t as [r|r ts IH] using tree_induction; intros s; simpl.
  - split; [intros [<-|[]]; apply pruned_reflexive|]. intros S. apply leaf_has_one_pruning in S. auto.
  - split.
    + intros [<-|I]; [now apply pruned_to_leaf|]. apply in_map_iff in I as (ss & <- & I).
      apply pruned_below. apply in_choices in I. revert ss I.
      induction ts; intros ss I; inversion I; subst; constructor; simpl in IH; auto. now apply IH; auto.
    + inversion 1 as [|? ss ? F]; subst; [auto|]. right. apply in_map, in_choices. clear H.
      induction F; simpl; constructor; simpl in IH; auto. now apply IH; auto.
Qed.

(** So the best of the list is the best of all. *)
Corollary brute_force_finds_the_optimal a s t : optimal a s t <->
  In s (all_pruned_subtrees t) /\ forall u, In u (all_pruned_subtrees t) -> cost a s <= cost a u.
Proof.
  unfold optimal. rewrite all_pruned_subtrees_are_exactly_the_pruned.
  split; intros [S O]; (split; [exact S|]); intros u U; apply O;
    now apply all_pruned_subtrees_are_exactly_the_pruned.
Qed.

(** ** Their number *)

Lemma length_choices {A} (ls : list (list A)) : length (choices ls) = product (map (@length A) ls).
Proof.
  induction ls as [|l ls IH]; [reflexivity|]. simpl.
  induction l as [|x l IHl]; [reflexivity|]. simpl. rewrite app_length, map_length, IH, IHl. lia.
Qed.

Theorem number_of_pruned_subtrees_is_their_number t :
  length (all_pruned_subtrees t) = number_of_pruned_subtrees t.
Proof.
  induction t as [r|r ts IH] using tree_induction; [reflexivity|]. simpl.
  rewrite map_length, length_choices, map_map, (map_ext_in _ _ _ IH). reflexivity.
Qed.

Lemma NoDup_append {A} (l m : list A) : NoDup l -> NoDup m ->
  (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l N D IH]; simpl; intros M H; [exact M|]. constructor; [|auto].
  rewrite in_app_iff. intros [I|I]; [tauto|]. apply (H x); auto.
Qed.

Lemma NoDup_map_injective {A B} (f : A -> B) l :
  (forall x y, f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros F. induction 1 as [|x l N D IH]; simpl; constructor; [|exact IH].
  rewrite in_map_iff. intros (y & E & I). apply F in E as ->. tauto.
Qed.

Lemma NoDup_choices {A} (ls : list (list A)) : (forall l, In l ls -> NoDup l) -> NoDup (choices ls).
Proof.
  induction ls as [|l ls IH]; simpl; intros H; [repeat constructor; easy|].
  assert (D : NoDup l) by auto. induction D as [|x l N D IHl]; simpl; [constructor|].
  apply NoDup_append.
  - apply NoDup_map_injective; [congruence|auto].
  - apply IHl. intros m [<-|I]; auto.
  - intros xs I J. apply in_map_iff in I as (ys & <- & _). apply in_flat_map in J as (y & Iy & J).
    apply in_map_iff in J as (zs & E & _). injection E as -> _. tauto.
Qed.

Theorem each_pruned_subtree_is_listed_once t : NoDup (all_pruned_subtrees t).
Proof.
  induction t as [r|r ts IH] using tree_induction; simpl.
  - repeat constructor. easy.
  - constructor; [rewrite in_map_iff; now intros (? & ? & _)|].
    apply NoDup_map_injective; [congruence|]. apply NoDup_choices.
    intros l I. apply in_map_iff in I as (t & <- & I). auto.
Qed.

(** ** The relation as a program *)

Definition same_fraction (x y : Q) : bool := Z.eqb (Qnum x) (Qnum y) && Pos.eqb (Qden x) (Qden y).

Definition all_two {A B} (f : A -> B -> bool) : list A -> list B -> bool :=
  fix go l m :=
    match l, m with
    | [], [] => true
    | x :: l, y :: m => f x y && go l m
    | _, _ => false
    end.

Fixpoint is_pruned_subtree (s t : tree) : bool :=
  match s, t with
  | Leaf r, _ => same_fraction r (root_cost t)
  | Branch r ss, Branch r' ts => same_fraction r r' && all_two is_pruned_subtree ss ts
  | Branch _ _, Leaf _ => false
  end.

Lemma same_fraction_equal x y : same_fraction x y = true <-> x = y.
Proof.
  destruct x as [p q], y as [p' q']. unfold same_fraction. simpl.
  rewrite andb_true_iff, Z.eqb_eq, Pos.eqb_eq. split; [now intros [-> ->]|]. now injection 1.
Qed.

Theorem is_pruned_subtree_decides s t : is_pruned_subtree s t = true <-> s <<= t.
Proof.
  revert s. induction t as [r'|r' ts IH] using tree_induction; intros [r|r ss]; simpl;
    rewrite ?andb_true_iff, ?same_fraction_equal.
  - split; [intros ->; apply pruned_reflexive|exact (pruned_root (Leaf r) (Leaf r'))].
  - split; [discriminate|]. intros S. now apply leaf_has_one_pruning in S.
  - split; [intros ->; apply pruned_to_leaf; reflexivity|exact (pruned_root (Leaf r) (Branch r' ts))].
  - split.
    + intros [<- E]. apply pruned_below. revert ts IH E.
      induction ss; intros [|t ts] IH E; try discriminate; constructor; simpl in *;
        apply andb_prop in E as [E1 E2]; [now apply IH; auto|auto].
    + inversion 1 as [|? ? ? F]; subst. split; [reflexivity|]. clear H.
      induction F; simpl in *; [reflexivity|]. apply andb_true_intro. split; [apply IH; auto|auto].
Qed.

(** ** Reduced-error pruning

    The risks are errors on a validation set.  Children first, a branch becomes a
    leaf when that makes no more errors. *)

Fixpoint reduced_error_prune (t : tree) : tree :=
  match t with
  | Leaf r => Leaf r
  | Branch r ts =>
      let us := map reduced_error_prune ts in
      if Qle_bool r (sum risk us) then Leaf r else Branch r us
  end.

Theorem reduced_error_is_alpha_zero t : reduced_error_prune t = optimal_subtree 0 t.
Proof.
  induction t as [r|r ts IH] using tree_induction; [reflexivity|]. simpl.
  rewrite (map_ext_in _ _ _ IH).
  assert (E : sum (cost 0) (map (optimal_subtree 0) ts) == sum risk (map (optimal_subtree 0) ts)).
  { apply sum_ext. intros t _. unfold cost. ring. }
  destruct (Qle_bool_spec r (sum risk (map (optimal_subtree 0) ts)));
    destruct (Qle_bool_spec (r + 0) (sum (cost 0) (map (optimal_subtree 0) ts))); auto; lra.
Qed.

Corollary reduced_error_makes_fewest_errors s t : s <<= t -> risk (reduced_error_prune t) <= risk s.
Proof.
  intros S. rewrite reduced_error_is_alpha_zero.
  assert (M := no_pruned_subtree_costs_less 0 s t S). unfold cost in M. lra.
Qed.

Corollary reduced_error_is_smallest s t : s <<= t ->
  (forall u, u <<= t -> risk s <= risk u) -> reduced_error_prune t <<= s.
Proof.
  intros S M. rewrite reduced_error_is_alpha_zero. apply optimal_subtree_is_smallest.
  split; [exact S|]. intros u U. specialize (M u U). unfold cost. lra.
Qed.

(** ** A plausible wrong statement

    That of two pruned subtrees one is a pruned subtree of the other. *)
Example pruned_subtrees_need_not_be_comparable :
  is_pruned_subtree (prune_at [0%nat] sample) (prune_at [1%nat] sample) = false /\
  is_pruned_subtree (prune_at [1%nat] sample) (prune_at [0%nat] sample) = false.
Proof. now split. Qed.

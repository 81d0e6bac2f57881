(** * Counterexamples: what the notes leave out, or get wrong

    Each claim that fails has a small tree here on which Coq computes that it does,
    with the right statement beside it by name.  (The loss normalised inside the
    branch has a chapter of its own, [NodeNormalised].) *)
From Coq Require Import QArith Lqa Lia List.
From Dtrees Require Import Sums Tree Pruned Optimal Sequence Order Risk Enumerate Ties.
Import ListNotations.
Open Scope Q_scope.

(** The smallest tree with a split, and a split that gains nothing. *)
Definition stump : tree := Branch 1 [Leaf 0; Leaf 0].
Definition gainless : tree := Branch 2 [Leaf 1; Leaf 1].

(** ** Which tree is optimal *)

(** "For each alpha one tree minimises the cost" [NOTE_B].  At a tie two do;
    one is the smallest: [smallest_optimal_is_unique].  Between the collapse points it
    holds: [another_minimiser_exactly_at_the_collapse_points]. *)
Theorem the_minimiser_is_not_unique : optimal 1 stump stump /\ optimal 1 (Leaf 1) stump.
Proof.
  split; [apply (largest_optimal_subtree_is_optimal 1 stump)|apply (optimal_subtree_is_optimal 1 stump)].
Qed.

(** Without collapsing ties, the optimum found is not the smallest: [optimal_subtree_is_smallest]. *)
Theorem keeping_ties_is_not_the_smallest :
  ~ forall a s t, optimal a s t -> largest_optimal_subtree a t <<= s.
Proof.
  intros H. assert (S := H 1 _ _ (proj2 the_minimiser_is_not_unique)).
  apply leaf_has_one_pruning in S. discriminate.
Qed.

(** "Cut where [alpha <= (R(t) - R(T_t)) / (|T_t| - 1)]" [NOTE_D]: the inequality
    is the wrong way round.  At alpha 0 it holds here, and the split stays:
    [leaf_costs_no_more_from_alpha_on]. *)
Example cutting_below_alpha_is_wrong : Qle_bool 0 (alpha_of stump) = true /\ optimal_subtree 0 stump = stump.
Proof. split; reflexivity. Qed.

(** "The larger alpha, the more branches" (a slip of [NOTE_A]):
    [optimal_subtrees_are_nested] has it the other way. *)
Example more_alpha_does_not_mean_more_branches :
  optimal_subtree 0 stump = stump /\ optimal_subtree 2 stump = Leaf 1.
Proof. split; reflexivity. Qed.

(** "With alpha 0 nothing is pruned" [NOTE_B]: a split that gains nothing goes,
    and the first interval [[0, alpha_1)] would be empty.  [alpha_zero_keeps_the_whole_tree]
    needs every split to lower the risk. *)
Example alpha_zero_prunes_a_gainless_split :
  optimal_subtree 0 gainless = Leaf 2 /\ smallest_alpha gainless = Some (0 # 1) /\
  pruning_sequence gainless = [(0, Leaf 2)].
Proof. repeat split. Qed.

(** On validation errors a split can raise the risk, and alpha is negative:
    [alpha_is_never_negative] needs [no_split_raises_risk]. *)
Example a_split_that_raises_risk_has_negative_alpha : alpha_of (Branch 0 [Leaf 1; Leaf 0]) == -1.
Proof. reflexivity. Qed.

(** ** The sequence *)

(** "At most as many optimal trees as internal nodes" [NOTE_D]: one more,
    [sequence_has_at_most_one_member_more_than_internal_nodes]. *)
Example one_member_more_than_internal_nodes :
  length (pruning_sequence stump) = 2%nat /\ internal_nodes stump = 1%nat.
Proof. split; reflexivity. Qed.

(** "Until three nodes are left" [NOTE_A, step 6]: then the root alone never
    comes, though it is optimal from its alpha on: [sequence_ends_at_the_root]. *)
Definition has_three_nodes (t : tree) : bool :=
  match t with Branch _ [Leaf _; Leaf _] => true | _ => false end.

Fixpoint rounds_to_three_nodes (n : nat) (t : tree) : list (Q * tree) :=
  match n, smallest_alpha t with
  | S n, Some a =>
      if has_three_nodes t then []
      else let u := prune_weakest a t in (Qred a, u) :: rounds_to_three_nodes n u
  | _, _ => []
  end.

Example stopping_at_three_nodes_loses_the_root :
  member_at stump (rounds_to_three_nodes 9 stump) 1 = stump /\ optimal_subtree 1 stump = Leaf 1.
Proof. split; reflexivity. Qed.

(** "Taking the smallest alpha makes sure that one node is cut a round" [NOTE_A]:
    here two tie.  Cut one at a time, as there and in [NOTE_D], they give
    the same alpha twice and an interval [[1, 1)] that is empty: the alphas increase
    strictly only when all that tie go together, [next_alpha_is_larger]. *)
Definition twins : tree := Branch 4 [stump; stump].

Fixpoint cut_first_link (n : nat) (t : tree) : list (Q * tree) :=
  match n, smallest_alpha t, weakest_links t with
  | S n, Some a, p :: _ => (Qred a, prune_at p t) :: cut_first_link n (prune_at p t)
  | _, _, _ => []
  end.

Example one_link_a_round_repeats_an_alpha :
  weakest_links twins = [[0%nat]; [1%nat]] /\
  cut_first_link 9 twins = [(1, Branch 4 [Leaf 1; stump]); (1, Branch 4 [Leaf 1; Leaf 1]); (2, Leaf 4)] /\
  rounds twins = [(1, Branch 4 [Leaf 1; Leaf 1]); (2, Leaf 4)].
Proof. repeat split. Qed.

(** "Merge first where the residual sum of squares gains least" [NOTE_B], not
    divided by the leaves saved: the split of 7/4 goes before the branch of 3, whose alpha
    is 3/2, and the optimum of alpha 3/2 never comes.  [one_round_is_the_optimum]. *)
Definition lopsided : tree :=
  Branch 10 [Branch 3 [Leaf 0; Branch 2 [Leaf 0; Leaf 0]]; Branch (7 # 4) [Leaf 0; Leaf 0]].

Definition increase (t : tree) : Q := root_cost t - risk t.
Fixpoint prune_least_increase (a : Q) (t : tree) : tree :=
  match t with
  | Leaf r => Leaf r
  | Branch r ts => if Qle_bool (increase t) a then Leaf r else Branch r (map (prune_least_increase a) ts)
  end.
Fixpoint merge_least (n : nat) (t : tree) : list tree :=
  match n, smallest (map increase (branches t)) with
  | S n, Some a => t :: merge_least n (prune_least_increase a t)
  | _, _ => [t]
  end.

Example least_increase_misses_an_optimum :
  optimal_subtree (3 # 2) lopsided = Branch 10 [Leaf 3; Branch (7 # 4) [Leaf 0; Leaf 0]] /\
  merge_least 9 lopsided =
    [lopsided; Branch 10 [Branch 3 [Leaf 0; Branch 2 [Leaf 0; Leaf 0]]; Leaf (7 # 4)];
     Branch 10 [Branch 3 [Leaf 0; Leaf 2]; Leaf (7 # 4)]; Branch 10 [Leaf 3; Leaf (7 # 4)]; Leaf 10].
Proof. split; reflexivity. Qed.

(** ** Growing *)

(** "Stop where a split gains nothing" is short-sighted [NOTE_B]: the split at the
    root gains nothing, and the two below it all. *)
Definition short_sighted (t : tree) : tree :=
  match t with
  | Leaf r => Leaf r
  | Branch r ts => if Qle_bool r (sum root_cost ts) then Leaf r else t
  end.
Definition exclusive_or : tree := Branch 2 [stump; stump].

Example stopping_early_misses_the_gain_below :
  short_sighted exclusive_or = Leaf 2 /\ risk exclusive_or == 0 /\
  optimal_subtree 0 exclusive_or = exclusive_or.
Proof. repeat split. Qed.

(** ** Why a branch has two children or more *)

Example a_branch_without_children_breaks_nestedness :
  optimal_subtree (-2) (Branch 1 []) = Leaf 1 /\ optimal_subtree 0 (Branch 1 []) = Branch 1 [].
Proof. split; reflexivity. Qed.

Example an_only_child_has_no_balance_point :
  ~ exists a, cost a (Branch 1 [Leaf 0]) == 1 + a.
Proof. intros [a E]. unfold cost in E. simpl in E. lra. Qed.

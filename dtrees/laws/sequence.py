"""Laws of the pruning sequence: its alphas, members, ties and scales; of all pruned subtrees; of pruning grown trees.

They hold for the same risks and scales as the laws of `dtrees.laws.pruning`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from dtrees.laws.definitions import candidates, cheapest, critical_alpha, ending, member_at, nodes, samples, unit
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.predicting import is_optimal_prediction
from dtrees.numbers.exact import Exact
from dtrees.pruning.pruned_subtrees import all_pruned_subtrees, is_pruned_subtree, prune_at
from dtrees.trees.paths import branch_paths
from dtrees.trees.split import rows_of
from dtrees.trees.tree import Leaf, Tree, branches, leaves

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System

TOGETHER: Final = "weakest links that tie are cut together"

# --- the sequence -----------------------------------------------------------------------------------------------


@law("costed_trees", "CART84 theorem 3.10; LIHANG2 §5.5.2; NOTE_D CART", presumes=(TOGETHER,))
def alpha_monotone(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """The alphas of the pruning sequence begin with 0 and strictly increase.

    0 = alpha_0 < alpha_1 < alpha_2 < ...
    """
    alphas = [member.alpha for member in system.pruning_sequence(tree, **system.risk_options(impurity, scale))]
    require(not alphas[0] and all(low < high for low, high in pairwise(alphas)), "0 < alpha_1 < ...", alphas)


@law("grown_trees", "NOTE_D CART", presumes=(TOGETHER,))
def alpha_monotone_where_nodes_shrink(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """In a tree grown from data the alphas increase on the node scale too, because no child outweighs its parent.

    g'(t) (|T'_t| - 1) N(t) = g(t) (|T_t| - 1) N(t) - alpha sum_i (|T_ti| - 1) N(t_i) > alpha (|T'_t| - 1) N(t)
    """
    alphas = [member.alpha for member in system.pruning_sequence(tree, **system.risk_options(impurity, scale))]
    require(all(low < high for low, high in pairwise(alphas)), "increasing alphas", alphas)


@law("costed_trees", "CART84 theorem 3.10; LIHANG2 §5.5.2; NOTE_D CART")
def optimal_on_interval(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Each member is the smallest tree of least cost from its alpha to the next one's, and of least cost there too.

    T_k = T(alpha) for alpha in [alpha_k, alpha_k+1), against every pruned subtree at both ends and between
    """
    sequence = system.pruning_sequence(tree, **system.risk_options(impurity, scale))
    every, one = candidates(tree, impurity), unit(scale, impurity, tree, tree)
    for member, until in zip(sequence, [*(later.alpha for later in sequence[1:]), None], strict=True):
        inside = [member.alpha + 1, member.alpha * 5 + 3] if until is None else [(member.alpha + until) / 2]
        for alpha in (member.alpha, *inside):
            require_equal((alpha, member.tree), (alpha, cheapest(every, alpha * one)[0].tree))
        if until is not None:
            best = [candidate.tree for candidate in cheapest(every, until * one)]
            require(member.tree in best, f"a minimiser at {until}, one of {best}", member.tree)


@law("costed_trees", "CART84 theorem 3.10; NOTE_A; NOTE_D CART")
def members_are_nested(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Each member of the sequence is a proper pruned subtree of the one before, and all are of the tree.

    T ≽ T_0 > T_1 > ... > root
    """
    trees = [member.tree for member in system.pruning_sequence(tree, **system.risk_options(impurity, scale))]
    require(is_pruned_subtree(trees[0], tree), f"a pruned subtree of {tree}", trees[0])
    for larger, smaller in pairwise(trees):
        proper = is_pruned_subtree(smaller, larger) and len(leaves(smaller)) < len(leaves(larger))
        require(proper, f"a proper pruned subtree of {larger}", smaller)


@law("scaled_trees", "CART84 §3.3; LIHANG2 algorithm 5.7; NOTE_A 3; NOTE_D CART")
def sequence_ends_at_the_root(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """The last member is the root alone: to stop at three nodes would lose the tree that is optimal at large alphas."""
    require_equal(system.pruning_sequence(tree, **system.risk_options(impurity, scale))[-1].tree, Leaf(tree.summary))


@law("scaled_trees", "CART84 §3.3; NOTE_D CART")
def members_are_few(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """A sequence has at most one member more than the tree has branches (note D counts one too few)."""
    most = len(branches(tree)) + 1
    for ties in ("together", "one_at_a_time"):
        sequence = system.pruning_sequence(tree, ties=ties, **system.risk_options(impurity, scale))
        require(len(sequence) <= most, f"at most {most} members", len(sequence))


@law("costed_alphas", "CART84 theorem 3.10; ESL2 §9.2.2; NOTE_B 9.2.2")
def weakest_link_finds_all(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The sequence contains T(alpha) for every alpha >= 0: the last member whose alpha is not larger."""
    options = system.risk_options(impurity, scale)
    sequence = system.pruning_sequence(tree, **options)
    for tried in [abs(alpha), *samples(sequence)]:
        require_equal((tried, member_at(sequence, tried)), (tried, system.optimal_subtree(tree, tried, **options)))


@law("costed_trees", "CART84 theorem 3.10; NOTE_D CART")
def intervals_share_out_all_alphas(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """The intervals of the members are [alpha_k, alpha_k+1), in order from 0 without a gap, the last without end."""
    sequence = system.pruning_sequence(tree, **system.risk_options(impurity, scale))
    found = system.intervals(sequence)
    require_equal([start for start, _ in found], [member.alpha for member in sequence])
    require_equal([end for _, end in found], [*(member.alpha for member in sequence[1:]), None])
    require_equal(found[0][0], Exact(0))


@law("costed_alphas", "CART84 §3.3; NOTE_D CART")
def cost_envelope_is_concave(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The least cost is a continuous, concave, increasing function of alpha: lines of slope |T_k| that meet at alpha_k.

    R_alpha(T(alpha)) = min over T' of R(T') + alpha |T'|
    """
    options = system.risk_options(impurity, scale)
    sequence = system.pruning_sequence(tree, **options)
    for left, right in pairwise(sequence):
        require_equal(system.cost(right.tree, right.alpha, **options), system.cost(left.tree, right.alpha, **options))
        require(len(leaves(left.tree)) > len(leaves(right.tree)), "falling slopes", (left, right))
    every, one = candidates(tree, impurity), unit(scale, impurity, tree, tree)
    points = sorted({abs(Exact(alpha)), *samples(sequence)})
    values = [system.cost(member_at(sequence, point), point, **options) for point in points]
    require_equal(values, [cheapest(every, point * one)[0].cost(point * one) / one for point in points])
    require(all(low < high for low, high in pairwise(values)), "increasing costs", values)


@law("scaled_trees", "CART84 def. 3.1")
def unchanged_parts_are_shared(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Subtrees without a cut are shared, not copied: every member has the very objects of the tree; on any scale."""
    whole = nodes(tree)
    for member in system.pruning_sequence(tree, **system.risk_options(impurity, scale)):
        for path, node in nodes(member.tree).items():
            if node == whole[path]:
                require(node is whole[path], f"the object at {path} itself", node)


# --- ties and scales --------------------------------------------------------------------------------------------


@law("costed_trees", "NOTE_A; NOTE_D CART; CART84 §3.3")
def one_link_a_round(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """With ``one_at_a_time`` each round cuts exactly one weakest link; alphas never decrease, and ties repeat them.

    So the least alpha alone does not ensure one cut a round (note A): where links tie, one of them must be chosen.
    """
    options = system.risk_options(impurity, scale)
    sequence = system.pruning_sequence(tree, ties="one_at_a_time", **options)
    require_equal(sequence[0].tree, tree)
    for before, after in pairwise(sequence):
        least = min(critical_alpha(impurity, scale, before.tree, path) for path in branch_paths(before.tree))
        weakest = [p for p in branch_paths(before.tree) if critical_alpha(impurity, scale, before.tree, p) == least]
        require_equal(after.alpha, least)
        require(after.tree in [prune_at(before.tree, path) for path in weakest], f"one cut of {weakest}", after.tree)
    alphas = [member.alpha for member in sequence[1:]]
    require(all(low <= high for low, high in pairwise(alphas)), "alphas that never decrease", alphas)


@law("costed_trees", "CART84 §3.3; NOTE_A; NOTE_D CART", presumes=(TOGETHER,))
def ties_end_with_the_same_trees(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Cutting tied links one at a time ends, at each alpha, with the tree that cutting them together gives."""
    options = system.risk_options(impurity, scale)
    single = system.pruning_sequence(tree, ties="one_at_a_time", **options)
    last = {max(member.alpha, Exact(0)): member.tree for member in single}
    together = system.pruning_sequence(tree, ties="together", **options)
    require_equal([(member.alpha, member.tree) for member in together], sorted(last.items(), key=lambda item: item[0]))


@law("scaled_alphas", "CART84 §3.2; LIHANG2 eq. 5.11; NOTE_D ID3")
def scales_convert_round_trip(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """An alpha converted to another scale and back is the same number, and g(t) converts to g(t) on that scale."""
    measure = system.impurity(impurity)
    for path in nodes(tree):
        there = system.convert_alpha(alpha, tree, path, source="count", target=scale, impurity=measure)
        require_equal(there * unit(scale, impurity, tree, nodes(tree)[path]), Exact(alpha))
        back = system.convert_alpha(there, tree, path, source=scale, target="count", impurity=measure)
        require_equal(back, Exact(alpha))
    for path in branch_paths(tree):
        counted = system.alpha_of(tree, path, impurity=measure, scale="count")
        converted = system.convert_alpha(counted, tree, path, source="count", target=scale, impurity=measure)
        require_equal(system.alpha_of(tree, path, impurity=measure, scale=scale), converted)


@law("costed_alphas", "CART84 §3.2; LIHANG2 §5.5.2; ESL2 §9.2.2")
def scales_prune_the_same_trees(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The scales count, proportion and root give the same trees, at alphas that convert into each other."""
    one = unit(scale, impurity, tree, tree)
    counted = system.risk_options(impurity, "count")
    scaled = system.risk_options(impurity, scale)
    require_equal(system.optimal_subtree(tree, alpha, **scaled), system.optimal_subtree(tree, alpha * one, **counted))
    require_equal(
        [(member.alpha * one, member.tree) for member in system.pruning_sequence(tree, **scaled)],
        [(member.alpha, member.tree) for member in system.pruning_sequence(tree, **counted)],
    )


# --- all pruned subtrees ----------------------------------------------------------------------------------------


@law("any_trees", "CART84 def. 3.1")
def pruned_subtrees_are_all_there_are(system: System, tree: Tree) -> None:
    """All pruned subtrees are listed, once each: a leaf has 1, a branch 1 + the product of its children's numbers."""
    found, expected = list(system.all_pruned_subtrees(tree)), set(all_pruned_subtrees(tree))
    require_equal((len(found), set(found)), (len(expected), expected))
    require_equal(system.count_pruned_subtrees(tree), len(expected))
    require(all(is_pruned_subtree(small, tree) for small in found), "pruned subtrees", found)


# --- trees that an implementation grew itself: the same laws of pruning and predicting hold ----------------------


def require_predictions(system: System, tree: Tree, data: Dataset) -> None:
    """Raise `LawBroken` unless *tree* predicts for each row of *data* what is optimal at the node where it ends."""
    predicted = system.predict(tree, data, unseen="stop").tolist()
    for row, one in zip(rows_of(data.features), predicted, strict=True):
        path, node = ending(tree, row)
        require(is_optimal_prediction(node.summary, one), f"an optimal prediction at {path}", one)


@law("any_trials", "CART84 §3.3; NOTE_D CART")
def own_trees_have_the_alphas_of_any(system: System, data: Dataset, learner: Learner) -> None:
    """The alpha of each branch of a tree that the system grew is g(t).

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1)
    """
    tree, impurity = system.grow(data, learner), learner.impurity_for(data).__name__
    options = system.risk_options(impurity, "count")
    for path in branch_paths(tree):
        require_equal(system.alpha_of(tree, path, **options), critical_alpha(impurity, "count", tree, path))


@law("any_trials", "CART84 theorem 3.7; NOTE_D CART")
def own_trees_are_pruned_as_any(system: System, data: Dataset, learner: Learner) -> None:
    """A tree that the system grew is pruned to the smallest tree of least cost, and predicts by the leaves left."""
    tree, impurity = system.grow(data, learner), learner.impurity_for(data).__name__
    every = candidates(tree, impurity)
    found = sorted({critical_alpha(impurity, "count", tree, path) for path in branch_paths(tree)})
    between = [(low + high) / 2 for low, high in pairwise(found)]
    for alpha in sorted([*found, *between, *(alpha * 2 + 1 for alpha in found[-1:])]):
        smaller = system.optimal_subtree(tree, alpha, **system.risk_options(impurity, "count"))
        require_equal((alpha, smaller), (alpha, cheapest(every, alpha)[0].tree))
        require_predictions(system, smaller, data)


@law("any_trials", "CART84 theorem 3.10; NOTE_D CART")
def own_trees_have_the_sequence_of_any(system: System, data: Dataset, learner: Learner) -> None:
    """The pruning sequence of a tree that the system grew has the smallest trees of least cost, the root last."""
    tree, impurity = system.grow(data, learner), learner.impurity_for(data).__name__
    every = candidates(tree, impurity)
    sequence = system.pruning_sequence(tree, **system.risk_options(impurity, "count"))
    for member in sequence:
        require_equal((member.alpha, member.tree), (member.alpha, cheapest(every, member.alpha)[0].tree))
        require_predictions(system, member.tree, data)
    require_equal(len(leaves(sequence[-1].tree)), 1)


@law("any_trials", "CART84 def. 3.1")
def own_trees_are_cut_as_any(system: System, data: Dataset, learner: Learner) -> None:
    """A tree that the system grew, cut at a node, has a leaf there that predicts by all the rows that reach it."""
    tree = system.grow(data, learner)
    for path in branch_paths(tree):
        smaller = system.prune_at(tree, path)
        require_equal(nodes(smaller)[path].summary, nodes(tree)[path].summary)
        require_equal(len(leaves(smaller)), len(leaves(tree)) - len(leaves(nodes(tree)[path])) + 1)
        require_predictions(system, smaller, data)

"""Laws of cost-complexity pruning, each checked against the definition: every pruned subtree, costed one by one.

They hold for any risks at all, whether a split lowers the risk or not, unless a law says otherwise; and for the scales
whose unit is one for the whole tree (count, proportion, root).  Those that hold on the node scale too say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtrees.growing.impurity import IMPURITIES
from dtrees.laws.definitions import Candidate, candidates, cheapest, critical_alpha, nodes, risk, risk_of_leaves, unit
from dtrees.laws.law import law, require, require_equal
from dtrees.numbers.exact import Exact
from dtrees.pruning.cost_complexity import prune_with_stack
from dtrees.pruning.pruned_subtrees import is_pruned_subtree, prune_at
from dtrees.trees.paths import branch_paths
from dtrees.trees.tree import Leaf, Tree, leaves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.laws.system import System
    from dtrees.trees.paths import Path

# --- the parts: cost, alpha, links ------------------------------------------------------------------------------


@law("scaled_alphas", "CART84 def. 3.5; ESL2 eq. 9.16; LIHANG2 eq. 5.11-5.14; NOTE_A; NOTE_B 9.2.2")
def cost_follows_its_definition(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The cost of a tree is its leaves' risk plus alpha for each leaf (leaves, not nodes), on any scale.

    R_alpha(T) = R(T) + alpha |T|
    """
    expected = risk_of_leaves(impurity, tree) / unit(scale, impurity, tree, tree) + Exact(alpha) * len(leaves(tree))
    require_equal(system.cost(tree, alpha, **system.risk_options(impurity, scale)), expected)


@law("scaled_trees", "CART84 §3.3; NOTE_A (4), (5); NOTE_D CART")
def crossover_alpha(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """A branch and the leaf in its place cost the same at exactly one alpha, g(t): below it the branch costs less.

    R(T_t) + alpha |T_t| = R(t) + alpha  iff  alpha = (R(t) - R(T_t)) / (|T_t| - 1), on any scale
    """
    for path in branch_paths(tree):
        branch = nodes(tree)[path]
        alpha = system.alpha_of(tree, path, **system.risk_options(impurity, scale))
        here = alpha * unit(scale, impurity, tree, branch)
        many = Candidate(branch, risk_of_leaves(impurity, branch), len(leaves(branch)))
        one = Candidate(branch, risk(impurity, branch.summary), 1)
        signs = [(many.cost(here + step) - one.cost(here + step)).sign() for step in (-1, 0, 1)]
        require(signs == [-1, 0, 1], critical_alpha(impurity, scale, tree, path), alpha)


@law("scaled_trees", "CART84 §3.3; LIHANG2 algorithm 5.7; NOTE_A; NOTE_D CART")
def weakest_links_are_all_of_them(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """The weakest links are all the branches of least g(t), wherever they are, on any scale."""
    expected = {path: critical_alpha(impurity, scale, tree, path) for path in branch_paths(tree)}
    least = min(expected.values())
    alpha, found = system.weakest_links(tree, **system.risk_options(impurity, scale))
    require_equal(alpha, least)
    require_equal(sorted(found), sorted(path for path, alpha in expected.items() if alpha == least))


@law("tree_nodes", "CART84 def. 3.1; NOTE_A")
def cutting_makes_one_leaf(system: System, tree: Tree, path: Path) -> None:
    """Cutting at a node makes a leaf of it, with the same summary; every other part is the very same object.

    T - T_t
    """
    smaller = system.prune_at(tree, path)
    require_equal(smaller, prune_at(tree, path))
    kept = nodes(smaller)
    for place, node in nodes(tree).items():
        if place in kept and place != path[: len(place)]:
            require(kept[place] is node, f"the object at {place} itself", kept[place])


@law("scaled_trees", "CART84 prop. 3.8; NOTE_D CART")
def alpha_is_nonnegative(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """g(t) is at least 0 exactly where the branch does not raise the risk; so it is in every tree grown from data.

    R(t) >= R(T_t)  iff  g(t) >= 0, on any scale
    """
    for path in branch_paths(tree):
        branch = nodes(tree)[path]
        rises = risk(impurity, branch.summary) < risk_of_leaves(impurity, branch)
        alpha = system.alpha_of(tree, path, **system.risk_options(impurity, scale))
        require((alpha < 0) == rises, "below 0" if rises else "at least 0", alpha)


# --- T(alpha) ---------------------------------------------------------------------------------------------------


@law("costed_alphas", "CART84 theorem 3.7; ESL2 §9.2.2; NOTE_B 9.2.2; LIHANG2 §5.5.2")
def smallest_minimiser(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """T(alpha) minimises the cost among all pruned subtrees, and is a pruned subtree of every other that does.

    So it exists and is unique, although the minimiser is not: at a tie, alpha = g(t), there are several.
    """
    best = cheapest(candidates(tree, impurity), alpha * unit(scale, impurity, tree, tree))
    found = system.optimal_subtree(tree, alpha, **system.risk_options(impurity, scale))
    require_equal(found, best[0].tree)
    for other in best:
        require(is_pruned_subtree(found, other.tree), "a pruned subtree of each minimiser", other.tree)


@law("costed_alphas", "CART84 §3.3; NOTE_A; NOTE_B 9.2.2; NOTE_D CART")
def alpha_zero_and_infinity(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """A large alpha leaves the root alone; alpha 0 keeps the whole tree only if each smaller one has more risk.

    T(alpha) = root for alpha >= R(root);  T(0) = T  iff  R(T') > R(T) for every T' < T
    """
    large = Exact(risk(impurity, tree.summary)) / unit(scale, impurity, tree, tree) + abs(alpha)
    require_equal(system.optimal_subtree(tree, large, **system.risk_options(impurity, scale)), Leaf(tree.summary))
    every = candidates(tree, impurity)
    needed = all(other.risk > risk_of_leaves(impurity, tree) for other in every if other.leaves < len(leaves(tree)))
    kept = system.optimal_subtree(tree, 0, **system.risk_options(impurity, scale))
    require((kept == tree) == needed, "the whole tree" if needed else "a smaller tree", kept)


@law("two_alphas", "CART84 theorem 3.7; NOTE_A; NOTE_D CART")
def nested(system: System, tree: Tree, impurity: str, scale: str, low: Any, high: Any) -> None:
    """The optimal subtree at a larger alpha is a pruned subtree of the one at a smaller alpha.

    T(b) ≼ T(a) for a <= b
    """
    larger, smaller = (
        system.optimal_subtree(tree, alpha, **system.risk_options(impurity, scale)) for alpha in (low, high)
    )
    require(is_pruned_subtree(smaller, larger), f"a pruned subtree of {larger}", smaller)


@law("two_alphas", "CART84 §3.3; NOTE_D CART")
def pruning_composes(system: System, tree: Tree, impurity: str, scale: str, low: Any, high: Any) -> None:
    """Pruning at a smaller alpha first, then at a larger one, gives the same as pruning at the larger one at once.

    T(b) of T(a) = T(b) for a <= b
    """
    options = system.risk_options(impurity, scale)
    left = system.optimal_subtree(tree, low, **options)
    require_equal(system.optimal_subtree(left, high, **options), system.optimal_subtree(tree, high, **options))
    require_equal(system.optimal_subtree(left, low, **options), left)


# --- bottom-up passes -------------------------------------------------------------------------------------------


@law("ordered_alphas", "CART84 §10.2; LIHANG2 algorithm 5.4; NOTE_D ID3")
def stack_order_free(system: System, tree: Tree, impurity: str, scale: str, alpha: Any, order: Sequence[int]) -> None:
    """Pruning bottom-up gives the same tree in every order that visits children before their parent, on any scale.

    cut t where R(t) + alpha <= R(T_t) + alpha |T_t|, which is where g(t) <= alpha
    """
    smaller, left = tree, [*branch_paths(tree)]
    for turn in order:
        ready = [path for path in left if not any(other[: len(path)] == path for other in left if other != path)]
        if ready:
            path = ready[turn % len(ready)]
            left.remove(path)
            smaller = prune_at(smaller, path) if critical_alpha(impurity, scale, smaller, path) <= alpha else smaller
    require_equal(system.optimal_subtree(tree, alpha, **system.risk_options(impurity, scale)), smaller)


@law("grown_node_alphas", "NOTE_D ID3")
def stack_algorithm(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The stack algorithm of note D gives the optimal subtree on the node scale, with losses as means over a branch.

    C_0(t) = sum_j |D_tj|/|D_t| H(D_tj) + alpha |T_t|,  C_1(t) = H(D_t) + alpha
    """
    expected = prune_with_stack(tree, alpha, impurity=IMPURITIES[impurity])
    require_equal(system.optimal_subtree(tree, alpha, **system.risk_options(impurity, scale)), expected)

"""Laws of cost-complexity pruning, each checked against the definition: every pruned subtree, costed one by one.

They hold for any risks at all, whether a split lowers the risk or not, unless a law says otherwise; and for the scales
whose unit is one for the whole tree (count, proportion, root).  Those that hold on the node scale too say so.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.exact import Exact, Rational
from dtrees.impurity import Moments, Summary
from dtrees.laws import naive
from dtrees.laws.law import law, require, require_equal
from dtrees.tree import Branch, Leaf, Path, Tree, branches, fold, is_pruned_subtree, leaves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.laws.system import System

SHARED_UNITS: Final = ("count", "proportion", "root")
"""The scales on which all nodes of a tree measure alpha in one unit."""

TOGETHER: Final = "weakest links that tie are cut together"

# --- the definitions read literally -----------------------------------------------------------------------------


def risk(impurity: str, summary: Summary) -> Exact:
    """Return R(t) = N(t) i(t)."""
    if isinstance(summary, Moments):
        return Exact(summary.squares - Fraction(summary.total) ** 2 / summary.weight)
    return naive.CLASS_IMPURITIES[impurity]([Fraction(count) for count in summary.counts]) * summary.weight


def risk_of_leaves(impurity: str, tree: Tree) -> Exact:
    """Return R(T), the sum of R(t) over the leaves."""
    return sum((risk(impurity, leaf.summary) for leaf in leaves(tree)), start=Exact(0))


def nodes(tree: Tree) -> dict[Path, Tree]:
    """Return every node by its path, parents first."""
    found: dict[Path, Tree] = {}
    waiting: list[tuple[Path, Tree]] = [((), tree)]
    while waiting:
        path, node = waiting.pop()
        found[path] = node
        if isinstance(node, Branch):
            waiting += [((*path, child), below) for child, below in reversed(list(enumerate(node.children)))]
    return found


def links(tree: Tree) -> list[Path]:
    """Return the paths of the branches, parents first."""
    return [path for path, node in nodes(tree).items() if isinstance(node, Branch)]


def cut(tree: Tree, path: Path) -> Tree:
    """Return the tree with a leaf at *path*."""
    if not path:
        return Leaf(tree.summary)
    if isinstance(tree, Leaf):
        return tree
    children = [cut(child, path[1:]) if place == path[0] else child for place, child in enumerate(tree.children)]
    return Branch(tree.summary, tree.question, tuple(children))


def unit(scale: str, impurity: str, root: Tree, node: Tree) -> Rational | Exact:
    """Return what the scale measures alpha in at *node*, in units of the count scale."""
    units: dict[str, Rational | Exact] = {
        "count": 1,
        "proportion": root.summary.weight,
        "root": risk(impurity, root.summary),
        "node": node.summary.weight,
    }
    return units[scale]


def critical_alpha(impurity: str, scale: str, tree: Tree, path: Path = ()) -> Exact:
    """Return g(t) = (R(t) - R(T_t)) / (|T_t| - 1) in the unit of *scale*."""
    node = nodes(tree)[path]
    saved = risk(impurity, node.summary) - risk_of_leaves(impurity, node)
    return saved / (len(leaves(node)) - 1) / unit(scale, impurity, tree, node)


@attrs.frozen
class Candidate:
    """A pruned subtree with R(T) on the count scale and |T|."""

    tree: Tree
    risk: Exact
    leaves: int

    def cost(self, alpha: Any) -> Exact:
        """Return R(T) + alpha |T|."""
        return self.risk + Exact(alpha) * self.leaves


def candidates(tree: Tree, impurity: str) -> list[Candidate]:
    """Return every pruned subtree: a leaf, or the branch over every choice of its children's pruned subtrees."""

    def leaf(node: Tree) -> list[Candidate]:
        return [Candidate(Leaf(node.summary), risk(impurity, node.summary), 1)]

    def branch(node: Branch, parts: tuple[list[Candidate], ...]) -> list[Candidate]:
        return leaf(node) + [
            Candidate(
                Branch(node.summary, node.question, tuple(part.tree for part in chosen)),
                sum((part.risk for part in chosen), start=Exact(0)),
                sum(part.leaves for part in chosen),
            )
            for chosen in product(*parts)
        ]

    return fold(tree, leaf, branch)


def cheapest(among: Sequence[Candidate], alpha: Any) -> list[Candidate]:
    """Return all that minimise R_alpha, the fewest leaves first; *alpha* in units of the count scale."""
    costs = [candidate.cost(alpha) for candidate in among]
    least = min(costs)
    best = [candidate for candidate, cost in zip(among, costs, strict=True) if cost == least]
    return sorted(best, key=lambda candidate: candidate.leaves)


def by(system: System, impurity: str, scale: str) -> dict[str, Any]:
    """Return the keywords that choose the risk."""
    return {"impurity": system.impurity(impurity), "scale": scale}


def member_at(sequence: Sequence[Any], alpha: Any) -> Tree:
    """Return the tree of the last member whose alpha is at most *alpha*."""
    found: Tree = [member.tree for member in sequence if member.alpha <= alpha][-1]
    return found


def samples(sequence: Sequence[Any]) -> list[Exact]:
    """Return every member's alpha, one between each two neighbours, and two beyond the last."""
    alphas = [Exact(member.alpha) for member in sequence]
    return [*alphas, *((low + high) / 2 for low, high in pairwise(alphas)), alphas[-1] + 1, alphas[-1] * 3 + 7]


# --- the parts: cost, alpha, links ------------------------------------------------------------------------------


@law("scaled_alphas")
def cost_follows_its_definition(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The cost is the leaves' risk and alpha for each of the leaves (leaves, not nodes), on any scale.

    R_alpha(T) = R(T) + alpha |T|
    [CART84 def. 3.5; ESL2 eq. 9.16; LIHANG2 eq. 5.11-5.14; 000_907ba323aa175968.txt; 001_79f3fa437de779e3.txt 9.2.2]
    """
    expected = risk_of_leaves(impurity, tree) / unit(scale, impurity, tree, tree) + Exact(alpha) * len(leaves(tree))
    require_equal(system.cost(tree, alpha, **by(system, impurity, scale)), expected)


@law("scaled_trees")
def crossover_alpha(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """A branch and the leaf in its place cost the same at exactly one alpha, g(t): below it the branch costs less.

    R(T_t) + alpha |T_t| = R(t) + alpha  iff  alpha = (R(t) - R(T_t)) / (|T_t| - 1), on any scale
    [CART84 §3.3; 000_907ba323aa175968.txt (4), (5); 003_1474d60552728db3.txt CART]
    """
    for path in links(tree):
        branch = nodes(tree)[path]
        alpha = system.alpha_of(tree, path, **by(system, impurity, scale))
        here = alpha * unit(scale, impurity, tree, branch)
        many = Candidate(branch, risk_of_leaves(impurity, branch), len(leaves(branch)))
        one = Candidate(branch, risk(impurity, branch.summary), 1)
        signs = [(many.cost(here + step) - one.cost(here + step)).sign() for step in (-1, 0, 1)]
        require(signs == [-1, 0, 1], critical_alpha(impurity, scale, tree, path), alpha)


@law("scaled_trees")
def weakest_links_are_all_of_them(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """The weakest links are all the branches of least g(t), wherever they are, with that g(t); on any scale.

    [CART84 §3.3; LIHANG2 algorithm 5.7; 000_907ba323aa175968.txt; 003_1474d60552728db3.txt CART]
    """
    expected = {path: critical_alpha(impurity, scale, tree, path) for path in links(tree)}
    least = min(expected.values())
    alpha, found = system.weakest_links(tree, **by(system, impurity, scale))
    require_equal(alpha, least)
    require_equal(sorted(found), sorted(path for path, alpha in expected.items() if alpha == least))


@law("tree_nodes")
def cutting_makes_one_leaf(system: System, tree: Tree, path: Path) -> None:
    """Cutting at a node makes a leaf of it, with the same summary; every other part is the very same object.

    T - T_t      [CART84 def. 3.1; 000_907ba323aa175968.txt]
    """
    smaller = system.prune_at(tree, path)
    require_equal(smaller, cut(tree, path))
    kept = nodes(smaller)
    for place, node in nodes(tree).items():
        if place in kept and place != path[: len(place)]:
            require(kept[place] is node, f"the object at {place} itself", kept[place])


@law("scaled_trees")
def alpha_is_nonnegative(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Where no split below a node raises the risk, alpha is at least 0; so it is in every tree grown from data.

    R(t) >= R(T_t)  iff  g(t) >= 0, on any scale      [CART84 prop. 3.8; 003_1474d60552728db3.txt CART]
    """
    for path in links(tree):
        branch = nodes(tree)[path]
        rises = risk(impurity, branch.summary) < risk_of_leaves(impurity, branch)
        alpha = system.alpha_of(tree, path, **by(system, impurity, scale))
        require((alpha < 0) == rises, "below 0" if rises else "at least 0", alpha)


@law("grown_trees")
def data_give_no_negative_alpha(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """In a tree whose nodes sum up their rows, no split raises the risk: every g(t) >= 0, on any scale.

    [CART84 prop. 2.14; 003_1474d60552728db3.txt CART; 004_e1b6bc24678204b3.txt]
    """
    for path in links(tree):
        alpha = system.alpha_of(tree, path, **by(system, impurity, scale))
        require(alpha >= 0, "at least 0", alpha)


# --- T(alpha) ---------------------------------------------------------------------------------------------------


@law("costed_alphas")
def smallest_minimiser(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """T(alpha) minimises the cost among all pruned subtrees, and is a pruned subtree of every other that does.

    So it exists and is unique, although the minimiser is not: at a tie, alpha = g(t), there are several.
    [CART84 theorem 3.7; ESL2 §9.2.2; 001_79f3fa437de779e3.txt 9.2.2; LIHANG2 §5.5.2]
    """
    best = cheapest(candidates(tree, impurity), alpha * unit(scale, impurity, tree, tree))
    found = system.optimal_subtree(tree, alpha, **by(system, impurity, scale))
    require_equal(found, best[0].tree)
    for other in best:
        require(is_pruned_subtree(found, other.tree), "a pruned subtree of each minimiser", other.tree)


@law("costed_alphas")
def alpha_zero_and_infinity(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """A large alpha leaves the root alone; alpha 0 keeps the whole tree only where each other one has more risk.

    T(alpha) = root for alpha >= R(root);  T(0) = T  iff  R(T') > R(T) for every T' < T
    [CART84 §3.3; 000_907ba323aa175968.txt; 001_79f3fa437de779e3.txt 9.2.2; 003_1474d60552728db3.txt CART]
    """
    large = Exact(risk(impurity, tree.summary)) / unit(scale, impurity, tree, tree) + abs(alpha)
    require_equal(system.optimal_subtree(tree, large, **by(system, impurity, scale)), Leaf(tree.summary))
    every = candidates(tree, impurity)
    whole = next(candidate for candidate in every if candidate.leaves == len(leaves(tree)))
    needed = all(other.risk > whole.risk for other in every if other is not whole)
    kept = system.optimal_subtree(tree, 0, **by(system, impurity, scale))
    require((kept == tree) == needed, "the whole tree" if needed else "a smaller tree", kept)


@law("two_alphas")
def nested(system: System, tree: Tree, impurity: str, scale: str, low: Any, high: Any) -> None:
    """A larger alpha gives no node that a smaller one cut.

    T(b) ≼ T(a) for a <= b      [CART84 theorem 3.7; 000_907ba323aa175968.txt; 003_1474d60552728db3.txt CART]
    """
    larger, smaller = (system.optimal_subtree(tree, alpha, **by(system, impurity, scale)) for alpha in (low, high))
    require(is_pruned_subtree(smaller, larger), f"a pruned subtree of {larger}", smaller)


@law("two_alphas")
def pruning_composes(system: System, tree: Tree, impurity: str, scale: str, low: Any, high: Any) -> None:
    """Pruning what a smaller alpha left is as pruning the tree; pruning twice at one alpha is as once.

    T(b) of T(a) = T(b) for a <= b      [CART84 §3.3; 003_1474d60552728db3.txt CART]
    """
    options = by(system, impurity, scale)
    left = system.optimal_subtree(tree, low, **options)
    require_equal(system.optimal_subtree(left, high, **options), system.optimal_subtree(tree, high, **options))
    require_equal(system.optimal_subtree(left, low, **options), left)


# --- bottom-up passes -------------------------------------------------------------------------------------------


def cut_where_cheaper(tree: Tree, path: Path, impurity: str, scale: str, alpha: Any, root: Tree) -> Tree:
    """Return the tree with a leaf at *path* where that costs no more than the branch there."""
    branch = nodes(tree)[path]
    one, many = risk(impurity, branch.summary), risk_of_leaves(impurity, branch)
    measure = unit(scale, impurity, root, branch)
    if one / measure + Exact(alpha) <= many / measure + Exact(alpha) * len(leaves(branch)):
        return cut(tree, path)
    return tree


@law("ordered_alphas")
def stack_order_free(system: System, tree: Tree, impurity: str, scale: str, alpha: Any, order: Sequence[int]) -> None:
    """Every order that looks at the children before their parent prunes the same tree, on any scale.

    cut t where R(t) + alpha <= R(T_t) + alpha |T_t|      [CART84 §10.2; LIHANG2 algorithm 5.4;
    003_1474d60552728db3.txt ID3]
    """
    smaller, left = tree, links(tree)
    for turn in order:
        if not left:
            break
        ready = [path for path in left if not any(other[: len(path)] == path for other in left if other != path)]
        chosen = ready[turn % len(ready)]
        left.remove(chosen)
        smaller = cut_where_cheaper(smaller, chosen, impurity, scale, alpha, tree)
    require_equal(system.optimal_subtree(tree, alpha, **by(system, impurity, scale)), smaller)


@law("scaled_alphas")
def stack_algorithm(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The stack algorithm of note D, word for word, prunes the same tree; the note's own loss is the node scale's.

    C_0(t) = sum_j |D_tj|/|D_t| H(D_tj) + alpha |T_t|,  C_1(t) = H(D_t) + alpha      [003_1474d60552728db3.txt ID3]
    """
    smaller = tree
    checked: set[Path] = set()
    stack: list[Path] = [()] if isinstance(tree, Branch) else []  # steps 1 and 2
    while stack:  # step 5
        top = nodes(smaller)[stack[-1]]
        sons = [(*stack[-1], child) for child in range(len(top.children) if isinstance(top, Branch) else 0)]
        unchecked = [son for son in sons if isinstance(nodes(smaller)[son], Branch) and son not in checked]  # step 3
        if unchecked:
            stack += unchecked  # step 4-2
            continue
        path = stack.pop()  # step 4-1
        smaller = cut_where_cheaper(smaller, path, impurity, scale, alpha, tree)
        checked.add(path)
    require_equal(system.optimal_subtree(tree, alpha, **by(system, impurity, scale)), smaller)


@law("counted_alphas")
def li_hang_pruning(system: System, tree: Tree, impurity: str, alpha: Any) -> None:
    """Comparing the whole tree's loss before and after retracting, from the leaves up, prunes the same tree.

    C(T) = sum_t N_t H_t(T), C_alpha(T) = C(T) + alpha |T|: retract where C_alpha(T_A) <= C_alpha(T_B); the count scale
    [LIHANG2 eq. 5.11-5.14, algorithm 5.4]
    """
    smaller = tree
    for path in reversed(links(tree)):
        retracted = cut(smaller, path)
        before, after = (Candidate(t, risk_of_leaves(impurity, t), len(leaves(t))) for t in (smaller, retracted))
        if after.cost(alpha) <= before.cost(alpha):
            smaller = retracted
    require_equal(system.optimal_subtree(tree, alpha, **by(system, impurity, "count")), smaller)


# --- the sequence -----------------------------------------------------------------------------------------------


@law("costed_trees", presumes=(TOGETHER,))
def alpha_monotone(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Each round's alpha is larger than the last one's, and the first is 0.

    0 = alpha_0 < alpha_1 < alpha_2 < ...      [CART84 theorem 3.10; LIHANG2 §5.5.2; 003_1474d60552728db3.txt CART]
    """
    alphas = [member.alpha for member in system.pruning_sequence(tree, **by(system, impurity, scale))]
    require(not alphas[0] and all(low < high for low, high in pairwise(alphas)), "0 < alpha_1 < ...", alphas)


@law("grown_trees", presumes=(TOGETHER,))
def alpha_monotone_where_nodes_shrink(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """In a tree from data alphas increase on the node scale too, because no child outweighs its parent.

    g'(t) (|T'_t| - 1) N(t) = g(t) (|T_t| - 1) N(t) - alpha sum_i (|T_ti| - 1) N(t_i) > alpha (|T'_t| - 1) N(t)
    [003_1474d60552728db3.txt CART]
    """
    alphas = [member.alpha for member in system.pruning_sequence(tree, **by(system, impurity, scale))]
    require(all(low < high for low, high in pairwise(alphas)), "increasing alphas", alphas)


@law("costed_trees")
def optimal_on_interval(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Each member is the smallest minimiser from its alpha on, and still a minimiser at the next one's.

    T_k = T(alpha) for alpha in [alpha_k, alpha_k+1), against every pruned subtree at both ends and between
    [CART84 theorem 3.10; LIHANG2 §5.5.2; 003_1474d60552728db3.txt CART]
    """
    sequence = system.pruning_sequence(tree, **by(system, impurity, scale))
    every, one = candidates(tree, impurity), unit(scale, impurity, tree, tree)
    for member, until in zip(sequence, [*(later.alpha for later in sequence[1:]), None], strict=True):
        inside = [member.alpha + 1, member.alpha * 5 + 3] if until is None else [(member.alpha + until) / 2]
        for alpha in (member.alpha, *inside):
            require_equal((alpha, member.tree), (alpha, cheapest(every, alpha * one)[0].tree))
        if until is not None:
            best = [candidate.tree for candidate in cheapest(every, until * one)]
            require(member.tree in best, f"a minimiser at {until}, one of {best}", member.tree)


@law("costed_trees")
def members_are_nested(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Each member is a proper pruned subtree of the one before, and all are pruned subtrees of the tree.

    T ≽ T_0 > T_1 > ... > root      [CART84 theorem 3.10; 000_907ba323aa175968.txt; 003_1474d60552728db3.txt CART]
    """
    trees = [member.tree for member in system.pruning_sequence(tree, **by(system, impurity, scale))]
    require(is_pruned_subtree(trees[0], tree), f"a pruned subtree of {tree}", trees[0])
    for larger, smaller in pairwise(trees):
        proper = is_pruned_subtree(smaller, larger) and len(leaves(smaller)) < len(leaves(larger))
        require(proper, f"a proper pruned subtree of {larger}", smaller)


@law("scaled_trees")
def sequence_ends_at_the_root(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """The last member is the root alone: stopping at three nodes would lose the tree that is optimal from there on.

    [CART84 §3.3; LIHANG2 algorithm 5.7; 000_907ba323aa175968.txt 3; 003_1474d60552728db3.txt CART]
    """
    require_equal(system.pruning_sequence(tree, **by(system, impurity, scale))[-1].tree, Leaf(tree.summary))


@law("scaled_trees")
def members_are_few(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """A sequence has at most one member more than the tree has branches (note D counts one too few).

    [CART84 §3.3; 003_1474d60552728db3.txt CART]
    """
    most = len(branches(tree)) + 1
    for ties in ("together", "one_at_a_time"):
        sequence = system.pruning_sequence(tree, ties=ties, **by(system, impurity, scale))
        require(len(sequence) <= most, f"at most {most} members", len(sequence))


@law("costed_alphas")
def weakest_link_finds_all(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The sequence contains T(alpha) for every alpha >= 0: the last member whose alpha is not larger.

    [CART84 theorem 3.10; ESL2 §9.2.2; 001_79f3fa437de779e3.txt 9.2.2]
    """
    options = by(system, impurity, scale)
    sequence = system.pruning_sequence(tree, **options)
    for tried in [abs(alpha), *samples(sequence)]:
        require_equal((tried, member_at(sequence, tried)), (tried, system.optimal_subtree(tree, tried, **options)))


@law("costed_trees")
def intervals_share_out_all_alphas(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """The intervals are [alpha_k, alpha_k+1) in order, from 0 without a gap, the last one without end.

    [CART84 theorem 3.10; 003_1474d60552728db3.txt CART]
    """
    sequence = system.pruning_sequence(tree, **by(system, impurity, scale))
    found = system.intervals(sequence)
    require_equal([start for start, _ in found], [member.alpha for member in sequence])
    require_equal([end for _, end in found], [*(member.alpha for member in sequence[1:]), None])
    require_equal(found[0][0], Exact(0))


@law("costed_alphas")
def cost_envelope_is_concave(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The least cost is a continuous, concave, increasing function of alpha: lines of slope |T_k| that meet at alpha_k.

    R_alpha(T(alpha)) = min over T' of R(T') + alpha |T'|      [CART84 §3.3; 003_1474d60552728db3.txt CART]
    """
    options = by(system, impurity, scale)
    sequence = system.pruning_sequence(tree, **options)
    for left, right in pairwise(sequence):
        require_equal(system.cost(right.tree, right.alpha, **options), system.cost(left.tree, right.alpha, **options))
        require(len(leaves(left.tree)) > len(leaves(right.tree)), "falling slopes", (left, right))
    every, one = candidates(tree, impurity), unit(scale, impurity, tree, tree)
    points = sorted({abs(Exact(alpha)), *samples(sequence)})
    values = [system.cost(member_at(sequence, point), point, **options) for point in points]
    require_equal(values, [cheapest(every, point * one)[0].cost(point * one) / one for point in points])
    require(all(low < high for low, high in pairwise(values)), "increasing costs", values)


@law("scaled_trees")
def unchanged_parts_are_shared(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """A part of a member that no cut touched is the very object that it was in the tree, leaves too; on any scale.

    [CART84 def. 3.1]
    """
    whole = nodes(tree)
    for member in system.pruning_sequence(tree, **by(system, impurity, scale)):
        for path, node in nodes(member.tree).items():
            if node == whole[path]:
                require(node is whole[path], f"the object at {path} itself", node)


# --- ties and scales --------------------------------------------------------------------------------------------


@law("costed_trees")
def one_link_a_round(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """Cutting one of the weakest links a round cuts exactly one; alphas never decrease, and tied rounds repeat them.

    So a smallest alpha does not ensure that one node is cut a round (note A): where links tie, choosing one of them
    does.      [000_907ba323aa175968.txt; 003_1474d60552728db3.txt CART; CART84 §3.3]
    """
    options = by(system, impurity, scale)
    sequence = system.pruning_sequence(tree, ties="one_at_a_time", **options)
    require_equal(sequence[0].tree, tree)
    for before, after in pairwise(sequence):
        least = min(critical_alpha(impurity, scale, before.tree, path) for path in links(before.tree))
        weakest = [p for p in links(before.tree) if critical_alpha(impurity, scale, before.tree, p) == least]
        require_equal(after.alpha, least)
        require(after.tree in [cut(before.tree, path) for path in weakest], f"one cut of {weakest}", after.tree)
    alphas = [member.alpha for member in sequence[1:]]
    require(all(low <= high for low, high in pairwise(alphas)), "alphas that never decrease", alphas)


@law("costed_trees", presumes=(TOGETHER,))
def ties_end_with_the_same_trees(system: System, tree: Tree, impurity: str, scale: str) -> None:
    """The last of the rounds that repeat an alpha, cut one at a time, is the member that cuts them together.

    [CART84 §3.3; 000_907ba323aa175968.txt; 003_1474d60552728db3.txt CART]
    """
    options = by(system, impurity, scale)
    single = system.pruning_sequence(tree, ties="one_at_a_time", **options)
    last = {max(member.alpha, Exact(0)): member.tree for member in single}
    together = system.pruning_sequence(tree, ties="together", **options)
    require_equal([(member.alpha, member.tree) for member in together], sorted(last.items(), key=lambda item: item[0]))


@law("scaled_alphas")
def scales_convert_round_trip(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """An alpha converted to another scale and back is the same number; g(t) converts to that scale's g(t).

    [CART84 §3.2; LIHANG2 eq. 5.11; 003_1474d60552728db3.txt ID3]
    """
    measure = system.impurity(impurity)
    for path in nodes(tree):
        there = system.convert_alpha(alpha, tree, path, source="count", target=scale, impurity=measure)
        require_equal(there * unit(scale, impurity, tree, nodes(tree)[path]), Exact(alpha))
        back = system.convert_alpha(there, tree, path, source=scale, target="count", impurity=measure)
        require_equal(back, Exact(alpha))
    for path in links(tree):
        counted = system.alpha_of(tree, path, impurity=measure, scale="count")
        converted = system.convert_alpha(counted, tree, path, source="count", target=scale, impurity=measure)
        require_equal(system.alpha_of(tree, path, impurity=measure, scale=scale), converted)


@law("costed_alphas")
def scales_prune_the_same_trees(system: System, tree: Tree, impurity: str, scale: str, alpha: Any) -> None:
    """The scales count, proportion and root give the same trees, at alphas that convert into each other.

    [CART84 §3.2; LIHANG2 §5.5.2; ESL2 §9.2.2]
    """
    one = unit(scale, impurity, tree, tree)
    counted = by(system, impurity, "count")
    scaled = by(system, impurity, scale)
    require_equal(system.optimal_subtree(tree, alpha, **scaled), system.optimal_subtree(tree, alpha * one, **counted))
    require_equal(
        [(member.alpha * one, member.tree) for member in system.pruning_sequence(tree, **scaled)],
        [(member.alpha, member.tree) for member in system.pruning_sequence(tree, **counted)],
    )


# --- all pruned subtrees ----------------------------------------------------------------------------------------


@law("any_trees")
def pruned_subtrees_are_all_there_are(system: System, tree: Tree) -> None:
    """The pruned subtrees are listed once each, and are 1 for a leaf, 1 + the product of the children's for a branch.

    [CART84 def. 3.1]
    """
    expected = {candidate.tree for candidate in candidates(tree, "gini")}
    found = list(system.all_pruned_subtrees(tree))
    require_equal(len(found), len(expected))
    require_equal(set(found), expected)
    require_equal(system.count_pruned_subtrees(tree), len(expected))
    require(all(is_pruned_subtree(small, tree) for small in found), "pruned subtrees", found)

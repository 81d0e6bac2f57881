"""Cost-complexity pruning: the risk R, the weakest links, and the sequence of optimal pruned subtrees.

R_alpha(T) = R(T) + alpha |T|, where R(T) sums R(t) over the leaves and |T| counts them.  The scale says what R(t) is,
and so what alpha means; each is R(t) = N(t) i(t) over a unit of its own:

    count       1            R(t) = N(t) i(t): errors, or the residual sum of squares   [LIHANG2 eq. 5.11; ESL2 §9.2.2]
    proportion  N(root)      R(t) = N(t)/N i(t), what CART84 §3.2 and scikit-learn call R(t)
    root        R(root)      alpha as a share of the root's risk, rpart's CP
    node        N(t)         alpha normalised inside the branch at t [NOTE_D]: its unit changes from
                             node to node, so that T(alpha) need be neither optimal nor nested

A tie collapses: where a branch and the leaf in its place cost the same, the leaf is taken.  On the root scale an
entropy's alpha is a `Quotient` of two sums of logarithms; everywhere else alphas are `Exact`.
"""

from __future__ import annotations

import math
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import attrs

from dtrees.errors import InvalidData, require_choice
from dtrees.exact import Exact, Rational
from dtrees.impurity import Impurity, Moments, Summary, require_fit, usual_impurity
from dtrees.quotient import divide
from dtrees.tree import (
    Branch,
    Leaf,
    Path,
    Sprout,
    Steps,
    Tree,
    as_leaf,
    fold,
    leaves,
    path_of,
    replace_at,
    subtree_at,
    unfold,
    with_children,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Scale: TypeAlias = Literal["count", "proportion", "root", "node"]
Ties: TypeAlias = Literal["together", "one_at_a_time"]
Risk: TypeAlias = "Callable[[Summary], Exact]"


@attrs.frozen
class Pruned:
    """A member of a pruning sequence: the tree that is optimal from *alpha* up to the next member's alpha.

    >>> from dtrees.impurity import ClassCounts
    >>> Pruned(Exact(0), Leaf(ClassCounts((3, 1)))).alpha
    Exact('0')
    """

    alpha: Exact
    tree: Tree


def prune_at(tree: Tree, path: Path) -> Tree:
    """Return the tree with the node at *path* as a leaf; raises `InvalidData` where there is no such node.

    T - T_t      [CART84 def. 3.1]

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> from dtrees.grow import grow
    >>> len(leaves(prune_at(grow(datasets.load("loan"), cart()), (0,))))
    2
    """
    return replace_at(tree, path, as_leaf(subtree_at(tree, path)))


def risk_of_node(summary: Summary, *, impurity: Impurity | None = None) -> Exact:
    """Return R(t) = N(t) i(t), on the count scale.

    >>> from dtrees.impurity import ClassCounts, misclassification
    >>> risk_of_node(ClassCounts((3, 1)), impurity=misclassification)
    Exact('1')
    """
    return (impurity or usual_impurity(summary))(summary) * summary.weight


def cost(tree: Tree, alpha: Exact | Rational, *, impurity: Impurity | None = None, scale: Scale = "count") -> Exact:
    """Return R_alpha(T) = R(T) + alpha |T|, in the unit that *scale* takes at the root.

    R_alpha(T) = R(T) + alpha |T|      [CART84 def. 3.5; ESL2 eq. 9.16; LIHANG2 eq. 5.14; NOTE_A]

    *impurity* is by default the one CART takes (`gini`, `squared_error`); give the one to prune by.

    >>> from dtrees.impurity import ClassCounts
    >>> cost(Leaf(ClassCounts((3, 1))), 2)
    Exact('7/2')
    """
    risk = risk_by(tree, impurity)
    ends = leaves(tree)
    risk_of_tree = sum((risk(leaf.summary) for leaf in ends), start=Exact(0))
    unit = unit_of_risk(scale, tree, tree, risk)
    total: Exact = divide(risk_of_tree, unit) + alpha * len(ends)
    return total


def alpha_of(tree: Tree, path: Path = (), *, impurity: Impurity | None = None, scale: Scale = "count") -> Exact:
    """Return g(t), the risk each leaf of the branch at *path* saves: cut there when alpha reaches it.

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1)      [CART84 §3.3; NOTE_A; NOTE_D]

    It is the one alpha at which the branch and the leaf in its place cost the same.  *impurity* as for `cost`.
    Raises `InvalidData` where *path* is a leaf, a branch of one leaf or no node, and on the root scale where the root
    is pure.

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> from dtrees.grow import grow
    >>> str(alpha_of(grow(datasets.load("loan"), cart()), (0,)))
    '4'
    """
    risk = risk_by(tree, impurity)
    branch = subtree_at(tree, path)
    if isinstance(branch, Leaf):
        message = f"the node at {tuple(path)} is a leaf: only a branch has an alpha"
        raise InvalidData(message)
    return _alphas(branch, risk, scale, tree)[id(branch)]


def weakest_links(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count"
) -> tuple[Exact, tuple[Path, ...]]:
    """Return the smallest g(t) of all branches, and the paths of every branch that has it, parents first.

    min over t of g(t)      [CART84 §3.3; LIHANG2 algorithm 5.7]

    *impurity* and *scale* as for `alpha_of`.  Raises `InvalidData` for a lone root, which has no link.

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> from dtrees.grow import grow
    >>> alpha, links = weakest_links(grow(datasets.load("loan"), cart()))
    >>> str(alpha), links
    ('18/5', ((),))
    """
    if isinstance(tree, Leaf):
        message = "a lone root has no link to cut"
        raise InvalidData(message)
    alphas = _alphas(tree, risk_by(tree, impurity), scale, tree)
    smallest = min(alphas.values())
    return smallest, tuple(_links(tree, alphas, smallest))


def optimal_subtree(tree: Tree, alpha: Any, *, impurity: Impurity | None = None, scale: Scale = "count") -> Tree:
    """Return T(alpha), the smallest pruned subtree that minimises R_alpha, by one pass from the leaves up.

    A branch whose children are already optimal becomes a leaf when its g(t) <= alpha.  Except on the node scale this
    is the unique smallest minimiser [CART84 theorem 3.7]; on the node scale it is what note D's stack algorithm
    gives.  *alpha* is anything that an `Exact` compares with.      [CART84 §3.3, §10.2; LIHANG2 algorithm 5.4]

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> from dtrees.grow import grow
    >>> tree = grow(datasets.load("loan"), cart())
    >>> [len(leaves(optimal_subtree(tree, alpha))) for alpha in (0, 3, 4)]
    [3, 3, 1]
    """
    return _optimal_subtree(tree, alpha, risk_by(tree, impurity), scale)


def pruning_sequence(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count", ties: Ties = "together"
) -> tuple[Pruned, ...]:
    """Return the trees that are optimal for some alpha >= 0, from T(0) down to the root alone, by the book's rounds.

    alpha_{k+1} = min over t of g(t) in T_k;  T_{k+1} = T_k with the weakest links cut      [CART84 §3.3;
    LIHANG2 §5.5.2]

    ``together`` (Breiman) cuts all links that share the smallest g(t) in one round: alpha increases strictly, and T_k
    minimises R_alpha exactly for alpha in [alpha_k, alpha_k+1).  ``one_at_a_time`` (notes A and D) starts from the
    tree itself and cuts the first of the weakest links alone: tied rounds repeat an alpha, and only the last of them
    is T(alpha).  On the node scale the alphas fall only where a child outweighs its parent, but the trees need not be
    optimal.  Unchanged parts are shared between the trees.

    *impurity* and *scale* as for `alpha_of`.

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> from dtrees.grow import grow
    >>> sequence = pruning_sequence(grow(datasets.load("loan"), cart()))
    >>> [(str(member.alpha), len(leaves(member.tree))) for member in sequence]
    [('0', 3), ('18/5', 1)]
    """
    require_choice("ties", ties, Ties)
    risk = risk_by(tree, impurity)
    start = tree if ties == "one_at_a_time" else _optimal_subtree(tree, Exact(0), risk, scale)
    members = [Pruned(Exact(0), start)]
    while isinstance(members[-1].tree, Branch):
        last = members[-1].tree
        alphas = _alphas(last, risk, scale, last)
        smallest = min(alphas.values())
        if ties == "together":
            smaller = _without_links(last, alphas, smallest)
        else:
            smaller = prune_at(last, next(_links(last, alphas, smallest)))
        members.append(Pruned(smallest, smaller))
    return tuple(members)


def intervals(sequence: Sequence[Pruned]) -> tuple[tuple[Exact, Exact | None], ...]:
    """Return for each member the alphas for which it is optimal: from its own up to, not including, the next one's.

    [alpha_k, alpha_k+1), the last without end (None)      [CART84 theorem 3.10]

    >>> from dtrees.impurity import ClassCounts
    >>> intervals(pruning_sequence(Leaf(ClassCounts((3, 1)))))
    ((Exact('0'), None),)
    """
    ends = [*(member.alpha for member in sequence[1:]), None]
    return tuple((member.alpha, end) for member, end in zip(sequence, ends, strict=True))


def convert_alpha(
    alpha: Exact | Rational,
    tree: Tree,
    path: Path = (),
    *,
    source: Scale,
    target: Scale,
    impurity: Impurity | None = None,
) -> Exact:
    """Return *alpha*, given on the *source* scale for the node at *path*, on the *target* scale.

    alpha * unit(source) / unit(target), the units as in the module's table.

    >>> from dtrees.impurity import ClassCounts
    >>> convert_alpha(2, Leaf(ClassCounts((3, 1))), source="count", target="proportion")
    Exact('1/2')
    """
    risk = risk_by(tree, impurity)
    node = subtree_at(tree, path)
    converted: Exact = divide(
        alpha * Exact(unit_of_risk(source, tree, node, risk)), unit_of_risk(target, tree, node, risk)
    )
    return converted


def all_pruned_subtrees(tree: Tree) -> Iterator[Tree]:
    """Yield every pruned subtree, lazily, from the root alone to the tree itself.

    {T' : T' ≼ T}; `count_pruned_subtrees` of them      [CART84 def. 3.1]

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> from dtrees.grow import grow
    >>> [len(leaves(small)) for small in all_pruned_subtrees(grow(datasets.load("loan"), cart()))]
    [1, 2, 3]
    """
    decisions: list[bool] = []
    while True:
        made: list[bool] = []  # for each branch met, parents first: is it kept?

        def grow_node(node: Tree, made: list[bool] = made, decisions: list[bool] = decisions) -> Leaf | Sprout[Tree]:
            if isinstance(node, Leaf):
                return node
            made.append(len(made) < len(decisions) and decisions[len(made)])
            return Sprout(node.summary, node.question, node.children) if made[-1] else Leaf(node.summary)

        yield unfold(tree, grow_node)
        while made and made[-1]:
            made.pop()
        if not made:
            return
        decisions = [*made[:-1], True]


def count_pruned_subtrees(tree: Tree) -> int:
    """Return the number of pruned subtrees: 1 for a leaf, 1 + the product of the children's for a branch.

    >>> from dtrees.impurity import ClassCounts
    >>> count_pruned_subtrees(Leaf(ClassCounts((3, 1))))
    1
    """
    return fold(tree, lambda _: 1, lambda _, counts: 1 + math.prod(counts))


# --- one pass over the tree -------------------------------------------------------------------------------------


@attrs.frozen
class _Below:
    """What a pass knows of the subtree below a node: R(T_t) and |T_t|."""

    risk: Exact
    leaves: int


def risk_by(tree: Tree, impurity: Impurity | None) -> Risk:
    """Return R(t) as a function of a node's summary, each summary measured once; *impurity* as for `cost`.

    >>> from dtrees.impurity import ClassCounts
    >>> counts = ClassCounts((3, 1))
    >>> risk_by(Leaf(counts), None)(counts)
    Exact('3/2')
    """
    measure = impurity or usual_impurity(tree.summary)
    require_fit(measure, numbers=isinstance(tree.summary, Moments))
    return cache(partial(risk_of_node, impurity=measure))


def unit_of_risk(scale: Scale, root: Tree, node: Tree, risk: Risk) -> Rational | Exact:
    """Return what the count scale's R(t) is divided by at *node* of the tree at *root*.

    >>> from dtrees.impurity import ClassCounts
    >>> leaf = Leaf(ClassCounts((3, 1)))
    >>> unit_of_risk("proportion", leaf, leaf, risk_by(leaf, None))
    4
    """
    require_choice("scale", scale, Scale)
    match scale:
        case "count":
            return 1
        case "proportion":
            return root.summary.weight
        case "node":
            return node.summary.weight
        case "root":
            whole = risk(root.summary)
            if not whole:
                message = "the root's risk is 0, so no alpha can be a share of it: choose another scale"
                raise InvalidData(message)
            return whole


def _alphas(tree: Tree, risk: Risk, scale: Scale, root: Tree) -> dict[int, Exact]:
    """Return g(t) of every branch of *tree*, part of the tree at *root*, by the branch's identity."""
    alphas: dict[int, Exact] = {}

    def branch(node: Branch, parts: tuple[_Below, ...]) -> _Below:
        below = _below(parts)
        alphas[id(node)] = _alpha(scale, root, node, below, risk)
        return below

    fold(tree, lambda leaf: _Below(risk(leaf.summary), 1), branch)
    return alphas


def _alpha(scale: Scale, root: Tree, node: Branch, below: _Below, risk: Risk) -> Exact:
    if below.leaves == 1:
        message = f"the branch that asks {node.question} has one leaf, and so no alpha: give it two children or more"
        raise InvalidData(message)
    saved = (risk(node.summary) - below.risk) / (below.leaves - 1)
    alpha: Exact = divide(saved, unit_of_risk(scale, root, node, risk))
    return alpha


def _below(parts: Sequence[_Below]) -> _Below:
    return _Below(sum((part.risk for part in parts), start=Exact(0)), sum(part.leaves for part in parts))


def _optimal_subtree(tree: Tree, alpha: Any, risk: Risk, scale: Scale) -> Tree:
    def leaf(node: Tree) -> tuple[Tree, _Below]:
        return as_leaf(node), _Below(risk(node.summary), 1)

    def branch(node: Branch, parts: tuple[tuple[Tree, _Below], ...]) -> tuple[Tree, _Below]:
        below = _below([part for _, part in parts])
        if _alpha(scale, tree, node, below, risk) <= alpha:
            return leaf(node)
        return with_children(node, tuple(child for child, _ in parts)), below

    return fold(tree, leaf, branch)[0]


def _without_links(tree: Tree, alphas: dict[int, Exact], alpha: Exact) -> Tree:
    """Return the tree with every branch whose alpha it is as a leaf."""

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        return as_leaf(node) if alphas[id(node)] == alpha else with_children(node, children)

    return fold(tree, as_leaf, branch)


def _links(tree: Tree, alphas: dict[int, Exact], alpha: Exact) -> Iterator[Path]:
    """Yield the paths of the branches whose alpha it is, parents first."""
    waiting: list[tuple[Tree, Steps]] = [(tree, None)]
    while waiting:
        node, steps = waiting.pop()
        if isinstance(node, Branch):
            if alphas[id(node)] == alpha:
                yield path_of(steps)
            waiting.extend((node.children[child], (steps, child)) for child in range(len(node.children) - 1, -1, -1))

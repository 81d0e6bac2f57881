"""Cost-complexity pruning: the smallest optimal subtree for an alpha, and the sequence of them all.

R_alpha(T) = R(T) + alpha |T|, where R(T) sums R(t) over the leaves and |T| counts them.  What R(t) is, and so what
alpha means, is the scale's to say (`scales`).  A tie collapses: where a branch and the leaf in its place cost
the same, the leaf is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import attrs

from dtrees.arguments import admit, as_annotated, checked, choice, each_in_sequence, instance
from dtrees.errors import InvalidData
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import divide
from dtrees.pruning.pruned_subtrees import prune_at
from dtrees.pruning.risk import Risk, risk_by
from dtrees.pruning.scales import Alpha, Price, Scale, unit_of_risk
from dtrees.pruning.weakest_link import Below, Link, critical_alpha, links_below, on_scale, sum_below, weakest_paths
from dtrees.trees.traversal import as_leaf, fold, leaves, recur, with_children
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.growing.impurity import Impurity

Ties: TypeAlias = Literal["together", "one_at_a_time"]

admit("Ties", choice(Ties))


@attrs.frozen
class Pruned:
    """A member of a pruning sequence: the tree that is optimal from *alpha* up to the next member's alpha.

    >>> from dtrees.trees.tree import Leaf
    >>> from dtrees.trees.summary import ClassCounts
    >>> Pruned(Exact(0), Leaf(ClassCounts((3, 1)))).alpha
    Exact('0')
    """

    alpha: Exact = attrs.field(validator=as_annotated)
    tree: Tree = attrs.field(validator=as_annotated)


def members_of(name: str, value: Any) -> Any:
    """Take a pruning sequence, which has a member at least."""
    members = each_in_sequence(instance(Pruned, "a member of what pruning_sequence returns"))(name, value)
    if not len(members):
        message = "the sequence is empty: give what pruning_sequence returns"
        raise InvalidData(message)
    return members


admit("Sequence[Pruned]", members_of)


@checked
def cost(tree: Tree, alpha: Price, *, impurity: Impurity | None = None, scale: Scale = "count") -> Exact:
    """Return R_alpha(T) = R(T) + alpha |T|, in the unit that *scale* takes at the root.

    R_alpha(T) = R(T) + alpha |T|      [CART84 def. 3.5; ESL2 eq. 9.16; LIHANG2 eq. 5.14; NOTE_A]

    *impurity* is by default the one CART takes (`gini`, `squared_error`); give the one to prune by.

    >>> from dtrees.trees.tree import Leaf
    >>> from dtrees.trees.summary import ClassCounts
    >>> cost(Leaf(ClassCounts((3, 1))), 2)
    Exact('7/2')
    """
    risk = risk_by(tree, impurity)
    ends = leaves(tree)
    risk_of_tree = sum((risk(leaf.summary) for leaf in ends), start=Exact(0))
    unit = unit_of_risk(scale, tree, tree, risk)
    total: Exact = divide(risk_of_tree, unit) + alpha * len(ends)
    return total


@checked
def optimal_subtree(tree: Tree, alpha: Alpha, *, impurity: Impurity | None = None, scale: Scale = "count") -> Tree:
    """Return T(alpha), the smallest pruned subtree that minimises R_alpha, by one pass from the leaves up.

    A branch whose children are already optimal becomes a leaf when its g(t) <= alpha.  Except on the node scale this
    is the unique smallest minimiser [CART84 theorem 3.7]; on the node scale it is what note D's stack algorithm
    gives (`prune_with_stack`).      [CART84 §3.3, §10.2; LIHANG2 algorithm 5.4]

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> tree = grow(datasets.load("loan"), cart())
    >>> [len(leaves(optimal_subtree(tree, alpha))) for alpha in (0, 3, 4)]
    [3, 3, 1]
    """
    return _optimal_subtree(tree, alpha, risk_by(tree, impurity), scale)


@checked
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

    *impurity* is by default the one CART takes (`gini`, `squared_error`).

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> sequence = pruning_sequence(grow(datasets.load("loan"), cart()))
    >>> [(str(member.alpha), len(leaves(member.tree))) for member in sequence]
    [('0', 3), ('18/5', 1)]
    """
    risk = risk_by(tree, impurity)
    start = tree if ties == "one_at_a_time" else _optimal_subtree(tree, Exact(0), risk, scale)
    members = [Pruned(Exact(0), start)]
    links: dict[Branch, Link] = {}
    while isinstance(members[-1].tree, Branch):
        last = members[-1].tree
        smallest = links_below(last, risk, scale, links)[last].smallest
        if ties == "together":
            smaller = _without_weakest(last, links, smallest)
        else:
            smaller = prune_at(last, next(weakest_paths(last, links)))
        members.append(Pruned(on_scale(smallest, scale, tree, risk), smaller))
    return tuple(members)


@checked
def intervals(sequence: Sequence[Pruned]) -> tuple[tuple[Exact, Exact | None], ...]:
    """Return for each member the alphas for which it is optimal: from its own up to, not including, the next one's.

    [alpha_k, alpha_k+1), the last without end (None)      [CART84 theorem 3.10]

    >>> from dtrees.trees.tree import Leaf
    >>> from dtrees.trees.summary import ClassCounts
    >>> intervals(pruning_sequence(Leaf(ClassCounts((3, 1)))))
    ((Exact('0'), None),)
    """
    ends = [*(member.alpha for member in sequence[1:]), None]
    return tuple((member.alpha, end) for member, end in zip(sequence, ends, strict=True))


def _optimal_subtree(tree: Tree, alpha: Alpha, risk: Risk, scale: Scale) -> Tree:
    def leaf(node: Tree) -> tuple[Tree, Below]:
        return as_leaf(node), Below(risk(node.summary), 1)

    def branch(node: Branch, parts: tuple[tuple[Tree, Below], ...]) -> tuple[Tree, Below]:
        below = sum_below([part for _, part in parts])
        if critical_alpha(scale, tree, node, below, risk) <= alpha:
            return leaf(node)
        return with_children(node, tuple(child for child, _ in parts)), below

    return fold(tree, leaf, branch)[0]


def _without_weakest(tree: Tree, links: dict[Branch, Link], smallest: Exact) -> Tree:
    """Return the tree with every branch whose g(t) is the *smallest* of all as a leaf."""

    def expand(node: Tree) -> tuple[Tree, tuple[Tree, ...]]:
        if isinstance(node, Leaf) or links[node].smallest > smallest:
            return node, ()
        return (as_leaf(node), ()) if links[node].alpha == smallest else (node, node.children)

    def combine(node: Tree, children: tuple[Tree, ...]) -> Tree:
        return with_children(node, children) if isinstance(node, Branch) and children else node

    return recur(tree, expand, combine)

"""The alpha g(t) at which a branch and the leaf in its place cost the same, and the links where it is smallest."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

import attrs

from dtrees.arguments import checked
from dtrees.errors import InvalidData
from dtrees.numbers.quotient import divide
from dtrees.pruning.risk import Risk, risk_by
from dtrees.pruning.scales import Scale, unit_of_risk
from dtrees.trees.paths import Path, Steps, path_of, subtree_at
from dtrees.trees.traversal import recur
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.growing.impurity import Impurity
    from dtrees.numbers.exact import Exact


@attrs.frozen
class Below:
    """What a pass knows of the subtree below a node: R(T_t) and |T_t|."""

    risk: Exact
    leaves: int


@attrs.frozen
class Link:
    """A branch t as a link: what is below it, its g(t), and the smallest g of it and of the branches below it."""

    below: Below
    alpha: Exact
    smallest: Exact


@checked
def alpha_of(tree: Tree, path: Path = (), *, impurity: Impurity | None = None, scale: Scale = "count") -> Exact:
    """Return g(t), the risk each leaf of the branch at *path* saves: cut there when alpha reaches it.

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1)      [CART84 §3.3; NOTE_A; NOTE_D]

    It is the one alpha at which the branch and the leaf in its place cost the same.  *impurity* is by default the one
    CART takes (`gini`, `squared_error`); give the one to prune by.  Raises `InvalidData` where *path* is a leaf, a
    branch of one leaf or no node, and on the root scale where the root is pure.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> str(alpha_of(grow(datasets.load("loan"), cart()), (0,)))
    '4'
    """
    risk = risk_by(tree, impurity)
    branch = subtree_at(tree, path)
    if isinstance(branch, Leaf):
        message = f"the node at {tuple(path)} is a leaf: only a branch has an alpha"
        raise InvalidData(message)
    return on_scale(links_below(branch, risk, scale)[branch].alpha, scale, tree, risk)


@checked
def weakest_links(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count"
) -> tuple[Exact, tuple[Path, ...]]:
    """Return the smallest g(t) of all branches, and the paths of every branch that has it, parents first.

    min over t of g(t)      [CART84 §3.3; LIHANG2 algorithm 5.7]

    *impurity* is by default the one CART takes (`gini`, `squared_error`).  Raises `InvalidData` for a lone root, which
    has no link.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> alpha, links = weakest_links(grow(datasets.load("loan"), cart()))
    >>> str(alpha), links
    ('18/5', ((),))
    """
    if isinstance(tree, Leaf):
        message = "a lone root has no link to cut"
        raise InvalidData(message)
    risk = risk_by(tree, impurity)
    links = links_below(tree, risk, scale)
    return on_scale(links[tree].smallest, scale, tree, risk), tuple(weakest_paths(tree, links))


def links_below(tree: Tree, risk: Risk, scale: Scale, links: dict[Branch, Link] | None = None) -> dict[Branch, Link]:
    """Return every branch of *tree* as a link, its g(t) on the count scale, unless *scale* is that of the node.

    The units of other scales are the same for all branches.  *links* are those of rounds before, which stay.
    """
    links = {} if links is None else links
    unit: Scale = "node" if scale == "node" else "count"

    def expand(node: Tree) -> tuple[Tree, tuple[Tree, ...]]:
        return node, node.children if isinstance(node, Branch) and node not in links else ()

    def combine(node: Tree, parts: tuple[Below, ...]) -> Below:
        if isinstance(node, Leaf):
            return Below(risk(node.summary), 1)
        if node not in links:
            below = sum_below(parts)
            alpha = critical_alpha(unit, node, node, below, risk)
            smallest = [links[child].smallest for child in node.children if isinstance(child, Branch)]
            links[node] = Link(below, alpha, min([alpha, *smallest]))
        return links[node].below

    recur(tree, expand, combine)
    return links


def on_scale(alpha: Exact, scale: Scale, root: Tree, risk: Risk) -> Exact:
    """Return what `links_below` states of a branch of the tree at *root* as *scale* states it."""
    stated: Exact = alpha if scale == "node" else divide(alpha, unit_of_risk(scale, root, root, risk))
    return stated


def critical_alpha(scale: Scale, root: Tree, node: Branch, below: Below, risk: Risk) -> Exact:
    """Return g(t) of the branch *node* of the tree at *root*."""
    if below.leaves == 1:
        message = f"the branch that asks {node.question} has one leaf, and so no alpha: give it two children or more"
        raise InvalidData(message)
    saved = (risk(node.summary) - below.risk) / (below.leaves - 1)
    alpha: Exact = divide(saved, unit_of_risk(scale, root, node, risk))
    return alpha


def sum_below(parts: Sequence[Below]) -> Below:
    """Return what is below a branch, of what is below its children."""
    return Below(reduce(add, [part.risk for part in parts]), sum([part.leaves for part in parts]))


def weakest_paths(tree: Branch, links: dict[Branch, Link]) -> Iterator[Path]:
    """Yield the paths of the branches whose g(t) is the smallest of all, parents first."""
    waiting: list[tuple[Tree, Steps]] = [(tree, None)]
    while waiting:
        node, steps = waiting.pop()
        if isinstance(node, Branch) and links[node].smallest == links[tree].smallest:
            if links[node].alpha == links[tree].smallest:
                yield path_of(steps)
            waiting.extend((node.children[child], (steps, child)) for child in range(len(node.children) - 1, -1, -1))

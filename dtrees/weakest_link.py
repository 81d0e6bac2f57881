"""The alpha g(t) at which a branch and the leaf in its place cost the same, and the links where it is smallest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dtrees.arguments import checked
from dtrees.errors import InvalidData
from dtrees.exact import Exact
from dtrees.path import Path, Steps, path_of, subtree_at
from dtrees.quotient import divide
from dtrees.risk import Risk, risk_by
from dtrees.scales import Scale, unit_of_risk
from dtrees.traversal import fold
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.impurity import Impurity


@attrs.frozen
class Below:
    """What a pass knows of the subtree below a node: R(T_t) and |T_t|."""

    risk: Exact
    leaves: int


@checked
def alpha_of(tree: Tree, path: Path = (), *, impurity: Impurity | None = None, scale: Scale = "count") -> Exact:
    """Return g(t), the risk each leaf of the branch at *path* saves: cut there when alpha reaches it.

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1)      [CART84 §3.3; NOTE_A; NOTE_D]

    It is the one alpha at which the branch and the leaf in its place cost the same.  *impurity* is by default the one
    CART takes (`gini`, `squared_error`); give the one to prune by.  Raises `InvalidData` where *path* is a leaf, a
    branch of one leaf or no node, and on the root scale where the root is pure.

    >>> from dtrees import datasets
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.growing import grow
    >>> str(alpha_of(grow(datasets.load("loan"), cart()), (0,)))
    '4'
    """
    risk = risk_by(tree, impurity)
    branch = subtree_at(tree, path)
    if isinstance(branch, Leaf):
        message = f"the node at {tuple(path)} is a leaf: only a branch has an alpha"
        raise InvalidData(message)
    return alphas_below(branch, risk, scale, tree)[branch]


@checked
def weakest_links(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count"
) -> tuple[Exact, tuple[Path, ...]]:
    """Return the smallest g(t) of all branches, and the paths of every branch that has it, parents first.

    min over t of g(t)      [CART84 §3.3; LIHANG2 algorithm 5.7]

    *impurity* and *scale* as for `alpha_of`.  Raises `InvalidData` for a lone root, which has no link.

    >>> from dtrees import datasets
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.growing import grow
    >>> alpha, links = weakest_links(grow(datasets.load("loan"), cart()))
    >>> str(alpha), links
    ('18/5', ((),))
    """
    if isinstance(tree, Leaf):
        message = "a lone root has no link to cut"
        raise InvalidData(message)
    alphas = alphas_below(tree, risk_by(tree, impurity), scale, tree)
    smallest = min(alphas.values())
    return smallest, tuple(links_at(tree, alphas, smallest))


def alphas_below(
    tree: Tree, risk: Risk, scale: Scale, root: Tree, known: dict[Branch, tuple[Below, Exact]] | None = None
) -> dict[Branch, Exact]:
    """Return g(t) of every branch of *tree*, which is part of the tree at *root*: equal branches have one g(t).

    *known* holds what was found in rounds before, where the root had the same summary, and takes up what is found here.
    """
    alphas: dict[Branch, Exact] = {}
    known = {} if known is None else known

    def branch(node: Branch, parts: tuple[Below, ...]) -> Below:
        if node not in known:
            below = sum_below(parts)
            known[node] = below, critical_alpha(scale, root, node, below, risk)
        below, alphas[node] = known[node]
        return below

    fold(tree, lambda leaf: Below(risk(leaf.summary), 1), branch)
    return alphas


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
    return Below(sum((part.risk for part in parts), start=Exact(0)), sum(part.leaves for part in parts))


def links_at(tree: Tree, alphas: dict[Branch, Exact], alpha: Exact) -> Iterator[Path]:
    """Yield the paths of the branches whose alpha it is, parents first."""
    waiting: list[tuple[Tree, Steps]] = [(tree, None)]
    while waiting:
        node, steps = waiting.pop()
        if isinstance(node, Branch):
            if alphas[node] == alpha:
                yield path_of(steps)
            waiting.extend((node.children[child], (steps, child)) for child in range(len(node.children) - 1, -1, -1))

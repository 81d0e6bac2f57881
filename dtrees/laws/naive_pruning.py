"""Pruning by its definitions, read literally: every pruned subtree, costed one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.laws import naive
from dtrees.numbers.exact import Exact, Rational
from dtrees.trees.summary import Moments, Summary
from dtrees.trees.traversal import fold, leaves
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.trees.paths import Path

SHARED_UNITS: Final = ("count", "proportion", "root")
"""The scales on which all nodes of a tree measure alpha in one unit."""


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


def member_at(sequence: Sequence[Any], alpha: Any) -> Tree:
    """Return the tree of the last member whose alpha is at most *alpha*."""
    found: Tree = [member.tree for member in sequence if member.alpha <= alpha][-1]
    return found


def samples(sequence: Sequence[Any]) -> list[Exact]:
    """Return every member's alpha, one between each two neighbours, and two beyond the last."""
    alphas = [Exact(member.alpha) for member in sequence]
    return [*alphas, *((low + high) / 2 for low, high in pairwise(alphas)), alphas[-1] + 1, alphas[-1] * 3 + 7]

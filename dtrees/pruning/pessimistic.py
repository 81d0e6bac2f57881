"""Pessimistic pruning: a grown tree pruned by its training errors alone, each leaf charged half an error.

A branch becomes a leaf where the leaf's errors are within one standard error of the branch's.  Each branch is judged as
it was grown, whatever is pruned below it: that is what going down from the root gives.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs

from dtrees.arguments import checked
from dtrees.pruning.risk import errors_of
from dtrees.trees.traversal import as_leaf, fold, with_children

if TYPE_CHECKING:
    from dtrees.numbers.exact import Rational
    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Branch, Leaf, Tree

HALF: Final = Fraction(1, 2)
"""What a leaf is charged beside its errors: the correction for continuity of a binomial variable."""


@attrs.frozen
class Charged:
    """What a subtree has become, with the errors and the leaves that it was grown with."""

    tree: Tree
    errors: Rational
    leaves: int


@checked
def pessimistic_prune(tree: Tree) -> Tree:
    """Return the tree with each branch, from the root down, as a leaf where that is within one standard error.

    e(t) + 1/2 <= e(T_t) + |T_t|/2 + SE      [QUINLAN87 §2.3; MINGERS89; ESPOSITO97]

    e(t) is the weight of the rows that the leaf gets wrong, e(T_t) that of all the leaves of the branch, and SE the
    standard error of the branch's charge (`is_within_one_standard_error`).

    Raises `InvalidData` for a tree that predicts numbers.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.trees.traversal import leaves
    >>> tree = grow(datasets.load("iris"), cart())
    >>> len(leaves(tree)), len(leaves(pessimistic_prune(tree)))
    (9, 4)
    """

    def leaf(node: Leaf) -> Charged:
        return Charged(node, errors_of(node.summary), 1)

    def branch(node: Branch, parts: tuple[Charged, ...]) -> Charged:
        errors, leaves = sum(part.errors for part in parts), sum(part.leaves for part in parts)
        if is_within_one_standard_error(node.summary, errors + HALF * leaves):
            return Charged(as_leaf(node), errors, leaves)
        return Charged(with_children(node, tuple(part.tree for part in parts)), errors, leaves)

    return fold(tree, leaf, branch).tree


def is_within_one_standard_error(summary: Summary, charged: Rational) -> bool:
    """Return whether a leaf of this summary errs as little as a branch that is *charged* so many errors, or nearly.

    e + 1/2 <= e' + SE,   SE^2 = e' (N - e') / N      [QUINLAN87 §2.3]

    >>> from dtrees.trees.summary import ClassCounts
    >>> is_within_one_standard_error(ClassCounts((6, 2)), 1), is_within_one_standard_error(ClassCounts((6, 2)), 2)
    (False, True)
    """
    excess = errors_of(summary) + HALF - charged
    return excess <= 0 or excess * excess * summary.weight <= charged * (summary.weight - charged)

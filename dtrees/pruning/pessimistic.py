"""Pessimistic pruning: a grown tree pruned by its training errors alone, each leaf charged half an error.

A branch becomes a leaf where the leaf's errors are within one standard error of the branch's.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from dtrees.arguments import checked
from dtrees.pruning.risk import errors_of
from dtrees.trees.recursion import recursive
from dtrees.trees.traversal import leaves
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from dtrees.numbers.exact import Rational
    from dtrees.trees.summary import Summary

HALF: Final = Fraction(1, 2)
"""What a leaf is charged beside its errors: the correction for continuity of a binomial variable."""


@checked
@recursive
def pessimistic_prune(tree: Tree) -> Tree:
    """Return the tree with each branch made a leaf, from the root down, if its errors are within one standard error.

    e(t) + 1/2 <= e(T_t) + |T_t|/2 + SE      [QUINLAN87 §2.3; MINGERS89; ESPOSITO97]

    e(t) is the weight of the rows that the leaf gets wrong, e(T_t) that of all the leaves of the branch, and SE the
    standard error of the branch's charge (`is_within_one_standard_error`).

    Raises `InvalidData` for a tree that predicts numbers.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> tree = grow(datasets.load("iris"), cart())
    >>> len(leaves(tree)), len(leaves(pessimistic_prune(tree)))
    (9, 4)
    """
    charged = sum([errors_of(leaf.summary) + HALF for leaf in leaves(tree)])
    if isinstance(tree, Leaf) or is_within_one_standard_error(tree.summary, charged):
        return Leaf(tree.summary)
    return Branch(tree.summary, tree.question, [pessimistic_prune(child) for child in tree.children])


def is_within_one_standard_error(summary: Summary, charged: Rational) -> bool:
    """Return whether a leaf of this summary errs as little as a branch that is *charged* so many errors, or nearly.

    e + 1/2 <= e' + SE,   SE^2 = e' (N - e') / N      [QUINLAN87 §2.3]

    >>> from dtrees.trees.summary import ClassCounts
    >>> is_within_one_standard_error(ClassCounts((6, 2)), 1), is_within_one_standard_error(ClassCounts((6, 2)), 2)
    (False, True)
    """
    excess = errors_of(summary) + HALF - charged
    return excess <= 0 or excess**2 * summary.weight <= charged * (summary.weight - charged)

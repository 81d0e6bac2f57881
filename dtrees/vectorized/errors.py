"""Pruning by held-out or training errors, from the leaves up, a level of the tree at a time.

The comparisons are the specification's: of integers where losses are counted, else of floats that enclose both sides,
and of exact numbers where the floats do not decide.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import DtreesError
from dtrees.growing.costs import CostTable
from dtrees.numbers.exact import rational
from dtrees.numbers.roots import RootSum
from dtrees.pruning import error_based, minimum_error, pessimistic, reduced_error
from dtrees.pruning.reduced_error import ValidationTies
from dtrees.pruning.risk import class_counts, errors_of
from dtrees.pruning.upper_limit import CONFIDENCE, Confidence, Limit, RowCount, upper_limit
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Tree
from dtrees.vectorized.held_out import ends_of, losses_at_nodes
from dtrees.vectorized.layout import layout_of, with_leaves
from dtrees.vectorized.spans import Nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


BITS: Final = 16
"""Limits are enclosed by 2**-16 before sums of them are compared: narrower bounds cost more than they decide."""

SMALLEST: Final = 2.0**-1000
"""Below it floats lose digits."""


@checked
def reduced_error_prune(
    tree: Tree, validation: Dataset, *, ties: ValidationTies = "prune", costs: CostTable | None = None
) -> Tree:
    """Return the result of `dtrees.reduced_error_prune`, computed level by level, for trees of any depth.

    Where missing values divide rows, that function is called.

    >>> from dtrees import grow
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.id3 import id3
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> tree = grow(training, id3())
    >>> reduced_error_prune(tree, validation) == reduced_error.reduced_error_prune(tree, validation)
    True
    """
    ends, found = ends_of(tree, validation), None
    if ends is not None:
        nodes = Nodes.of(tree)
        everywhere = np.ones(len(nodes), dtype=bool)
        found = losses_at_nodes(tree, nodes, validation, ends, costs, (everywhere, everywhere), squares=False)
    if found is None:
        return reduced_error.reduced_error_prune(tree, validation, ties=ties, costs=costs)
    ((stopping, best, _),) = found
    leaf = nodes.arity == 0
    for branches in nodes.branches_upwards():
        kept = stopping[branches] + nodes.over_children(best, branches)
        leaf[branches] = best[branches] <= kept if ties == "prune" else best[branches] < kept
        best[branches] = np.where(leaf[branches], best[branches], kept)
    return with_leaves(tree, leaf)


@checked
def pessimistic_prune(tree: Tree) -> Tree:
    """Return the result of `dtrees.pessimistic_prune`, computed level by level.

    >>> from dtrees import grow
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> tree = grow(datasets.load("iris"), cart())
    >>> pessimistic_prune(tree) == pessimistic.pessimistic_prune(tree)
    True
    """
    if not isinstance(tree.summary, ClassCounts):
        return pessimistic.pessimistic_prune(tree)
    layout, nodes = layout_of(tree), Nodes.of(tree)
    weights = [rational(summary.weight) for summary in layout.summaries]
    errors = [rational(errors_of(summary)) for summary in layout.summaries]
    unit = math.lcm(*(number.denominator for number in [*weights, *errors]))
    n, e = (np.array([int(number * unit) for number in of], dtype=object)[layout.alike] for of in (weights, errors))
    charged = np.where(nodes.arity == 0, 2 * e + unit, 0)  # twice: an error and a half of each leaf
    for branches in nodes.branches_upwards():
        charged[branches] = nodes.over_children(charged, branches)
    excess = 2 * e + unit - charged
    within = (excess <= 0) | (excess * excess * n <= unit * charged * (2 * n - charged))
    return with_leaves(tree, (nodes.arity == 0) | within.astype(bool))


@checked
def minimum_error_prune(tree: Tree, *, m: RowCount | None = None) -> Tree:
    """Return the result of `dtrees.minimum_error_prune`, computed level by level.

    >>> from dtrees import grow
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> tree = grow(datasets.load("iris"), cart())
    >>> minimum_error_prune(tree, m=2) == minimum_error.minimum_error_prune(tree, m=2)
    True
    """
    if not isinstance(tree.summary, ClassCounts):
        return minimum_error.minimum_error_prune(tree, m=m)
    root = class_counts(tree.summary)
    added = [Fraction(1)] * len(root.counts) if m is None else [Fraction(m) * share for share in root.proportions]
    exact = [minimum_error.expected_errors(summary, added) for summary in layout_of(tree).summaries]
    return _pruned(tree, exact, exact, lambda places: sum([exact[place] for place in places], start=Fraction(0)))


@checked
def error_based_prune(
    tree: Tree, training: Dataset | None = None, *, confidence: Confidence = CONFIDENCE, limit: Limit = "binomial"
) -> Tree:
    """Return the result of `dtrees.error_based_prune`, level by level; with *training* rows, to raise, by calling it.

    >>> from dtrees import grow
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> tree = grow(datasets.load("iris"), cart())
    >>> error_based_prune(tree) == error_based.error_based_prune(tree)
    True
    """
    try:
        exact = (
            []
            if training is not None
            else [
                summary.weight * upper_limit(errors_of(summary), summary.weight, confidence=confidence, limit=limit)
                for summary in layout_of(tree).summaries
            ]
        )
    except DtreesError:  # which the specification words, as it comes to it
        exact = []
    if not exact:
        return error_based.error_based_prune(tree, training, confidence=confidence, limit=limit)
    bounds = [value.bounds(BITS) for value in exact]
    low, high = ([ends[which] for ends in bounds] for which in (0, 1))
    margin = error_based.MARGIN[limit]
    return _pruned(tree, low, high, lambda places: sum([exact[place] for place in places], start=RootSum()), margin)


def _pruned(
    tree: Tree,
    low: Sequence[Fraction],
    high: Sequence[Fraction],
    exactly: Callable[[list[int]], Any],
    margin: Any = 0,
) -> Tree:
    """Return *tree* with each branch as a leaf where the leaf errs at most *margin* more than the leaves below.

    *low* and *high* enclose what each summary errs; *exactly* returns the sum of such errors of the summaries at some
    places.  Floats hold shares of the largest error, so that they do not overflow, and only the smallest lose digits.
    """
    layout, nodes = layout_of(tree), Nodes.of(tree)
    largest: Fraction = max(high)
    largest = largest or Fraction(1)
    least, most = (np.array([float(value / largest) for value in ends])[layout.alike] for ends in (low, high))
    allowed = float(min(Fraction(margin) / largest, Fraction(2**900)))
    room = (4 + len(nodes.starts) * int(nodes.arity.max(initial=0))) * 2.0**-52  # of as many sums as are on a way
    leaf = nodes.arity == 0
    for branches in nodes.branches_upwards():
        low_below, high_below = (nodes.over_children(values, branches) for values in (least, most))
        off = (high_below + most[branches] + allowed) * room + SMALLEST
        leaf[branches] = most[branches] <= low_below + allowed - off
        may_be = ~leaf[branches] & (least[branches] <= high_below + allowed + off)
        for branch in branches[may_be].tolist():
            below = exactly([int(layout.alike[node]) for node in _leaves_below(branch, nodes, leaf)])
            leaf[branch] = exactly([int(layout.alike[branch])]) <= below + margin
        least[branches] = np.where(leaf[branches], least[branches], low_below)
        most[branches] = np.where(leaf[branches], most[branches], high_below)
    return with_leaves(tree, leaf)


def _leaves_below(branch: int, nodes: Nodes, leaf: NDArray[np.bool_]) -> list[int]:
    """Return the leaves below a *branch*, of which *leaf* says where they are."""
    found, waiting = list[int](), [branch]
    while waiting:
        node = waiting.pop()
        first = int(nodes.first[node])
        for child in range(first, first + int(nodes.arity[node])):
            (found if leaf[child] else waiting).append(child)
    return found

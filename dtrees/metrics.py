"""Measures that choose between trees: accuracy, error, the area under the ROC curve, costs, squared error."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

from dtrees.errors import InvalidData
from dtrees.exact import Exact, Rational, rational
from dtrees.losses import mean_loss, rows_with_endings, weighted_mean
from dtrees.summary import ClassCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dtrees.data import Category, Dataset
    from dtrees.tree import Tree


@attrs.frozen
class Measure:
    """A name, a function from a tree and rows to an `Exact`, and whether larger is better."""

    name: str
    of: Callable[[Tree, Dataset], Exact]
    larger_is_better: bool = False


def accuracy(tree: Tree, data: Dataset) -> Exact:
    """Return the share of the rows' weight whose class is predicted rightly: 1 - the error rate."""
    return 1 - mean_loss(tree, data)


def auc(tree: Tree, data: Dataset) -> Exact:
    """Return the area under the ROC curve of the first class's share, for two classes, tied pairs counting half.

    P(share of a row of the first class > share of a row of the second) + P(equal) / 2

    Raises `InvalidData` where there are not two classes, or the rows are all of one.
    """
    if not isinstance(tree.summary, ClassCounts) or len(tree.summary.classes) != 2:  # noqa: PLR2004
        message = "the area under the curve is for two classes: choose accuracy, or squared error for numbers"
        raise InvalidData(message)
    first = tree.summary.classes[0]
    at_share: dict[Fraction, list[Rational]] = {}
    weights = list(map(rational, data.weights.tolist()))
    for row, node, actual in rows_with_endings(tree, data):
        share = node.summary.proportions[0]  # type: ignore[union-attr]  # the root's summary is of classes
        at_share.setdefault(share, [0, 0])[0 if actual == first else 1] += weights[row]
    won, seconds = Fraction(0), Fraction(0)
    for _, (ours, theirs) in sorted(at_share.items()):
        won += ours * (seconds + Fraction(theirs, 2))
        seconds += theirs
    pairs = seconds * sum(ours for ours, _ in at_share.values())
    if not pairs:
        message = "the rows are all of one class: the area under the curve needs both"
        raise InvalidData(message)
    return Exact(won / pairs)


def misclassification_cost(costs: Mapping[tuple[Category, Category], Rational | float]) -> Measure:
    """Return the measure that charges ``costs[actual, predicted]`` for each wrong prediction, per unit of weight.

    sum_i w_i cost(actual_i, predicted_i) / sum_i w_i      [CART84 §1.4, §4.4]

    >>> from dtrees.constructors import classification_data
    >>> from dtrees.tree import Leaf
    >>> rows = classification_data({"x": [0, 0]}, ["well", "ill"])
    >>> str(misclassification_cost({("ill", "well"): 10}).of(Leaf(ClassCounts((1, 3), ("ill", "well"))), rows))
    '5'
    """

    def of(tree: Tree, data: Dataset) -> Exact:
        charges: list[Rational] = [0] * len(data)
        for row, node, actual in rows_with_endings(tree, data):
            if actual != node.summary.prediction:
                pair = (actual, node.summary.prediction)
                if pair not in costs:
                    message = f"no cost is given for rows of class {pair[0]!r} predicted as {pair[1]!r}: add it"
                    raise InvalidData(message)
                charges[row] = rational(costs[pair])
        return weighted_mean(charges, data)

    return Measure("cost", of)


ACCURACY = Measure("accuracy", accuracy, larger_is_better=True)
ERROR = Measure("error", mean_loss)
AUC = Measure("auc", auc, larger_is_better=True)
SQUARED_ERROR = Measure("squared error", mean_loss)

"""How good a tree is on rows: its losses, exactly, and the measures that choose between trees."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.data import Category, Classes, Dataset
from dtrees.errors import InvalidData
from dtrees.exact import Exact, Rational, rational
from dtrees.impurity import ClassCounts
from dtrees.predict import endings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from dtrees.tree import Tree


@attrs.frozen
class Measure:
    """A name, a function from a tree and rows to an `Exact`, and whether larger is better."""

    name: str
    of: Callable[[Tree, Dataset], Exact]
    larger_is_better: bool = False


def row_losses(tree: Tree, data: Dataset) -> list[Rational]:
    """Return each row's loss: 1 or 0 as its class is predicted wrong or right, or its squared error, exactly.

    [y != majority], or (y - mean)^2      [CART84 §3.4, §8.2]

    >>> from dtrees.reading import regression_data
    >>> from dtrees.impurity import Moments
    >>> from dtrees.tree import Leaf
    >>> row_losses(Leaf(Moments.of([1, 2])), regression_data({"x": [0, 0]}, [1, 2.5]))
    [Fraction(1, 4), 1]
    """
    losses: list[Rational] = [0] * len(data)
    for row, node, actual in _rows_with_endings(tree, data):
        if isinstance(node.summary, ClassCounts):
            losses[row] = int(actual != node.summary.majority)
        else:
            losses[row] = rational((rational(actual) - node.summary.mean) ** 2)
    return losses


def mean_loss(tree: Tree, data: Dataset) -> Exact:
    """Return the weighted mean of the rows' losses: the error rate, or the mean squared error.

    sum_i w_i loss_i / sum_i w_i      [CART84 §3.4; ESL2 §9.2; NOTE_D]
    """
    return weighted_mean(row_losses(tree, data), data)


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
    for row, node, actual in _rows_with_endings(tree, data):
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

    >>> from dtrees.reading import classification_data
    >>> from dtrees.tree import Leaf
    >>> rows = classification_data({"x": [0, 0]}, ["well", "ill"])
    >>> str(misclassification_cost({("ill", "well"): 10}).of(Leaf(ClassCounts((1, 3), ("ill", "well"))), rows))
    '5'
    """

    def of(tree: Tree, data: Dataset) -> Exact:
        charges: list[Rational] = [0] * len(data)
        for row, node, actual in _rows_with_endings(tree, data):
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


def _rows_with_endings(tree: Tree, data: Dataset) -> Iterator[tuple[int, Tree, Any]]:
    """Yield each row with the node where it ends and its class or response."""
    match data.target:
        case Classes(labels, codes):
            actual: list[Any] = [labels[code] for code in codes]
        case responses:
            actual = responses.values.tolist()
    if isinstance(data.target, Classes) != isinstance(tree.summary, ClassCounts):
        message = "the tree and the rows have targets of different kinds: give classes or numbers in both"
        raise InvalidData(message)
    for rows, node, _ in endings(tree, data.features):
        for row in rows.tolist():
            yield row, node, actual[row]


def weighted_mean(values: Sequence[Rational], data: Dataset) -> Exact:
    """Return the mean of one value a row, each row counting as much as it weighs; raises `InvalidData` for no rows."""
    if not len(data):
        message = "there are no rows to measure on: give at least one"
        raise InvalidData(message)
    weights = list(map(rational, data.weights.tolist()))
    return Exact(sum(w * value for w, value in zip(weights, values, strict=True))) / sum(weights)

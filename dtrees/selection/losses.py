"""What a tree's prediction of a row costs, and the mean of that over rows, exactly."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from dtrees.arguments import checked
from dtrees.data.dataset import Classes, Dataset
from dtrees.errors import InvalidData
from dtrees.growing.costs import CostTable, as_costs
from dtrees.numbers.exact import Exact, Rational, rational
from dtrees.predicting.predict import decision, summaries
from dtrees.trees.summary import ClassCounts, Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.trees.tree import Tree


@checked
def row_losses(tree: Tree, data: Dataset, *, costs: CostTable | None = None) -> list[Rational]:
    """Return each row's loss: 1 or 0 as its class is predicted wrong or right, or its squared error, exactly.

    [y != majority], or (y - mean)^2, or with *costs* C(the class of least expected cost | y)  [CART84 §3.4, §4.4, §8.2]

    >>> from dtrees.data.constructors import regression_data
    >>> from dtrees.trees.summary import Moments
    >>> from dtrees.trees.tree import Leaf
    >>> row_losses(Leaf(Moments.of([1, 2])), regression_data({"x": [0, 0]}, [1, 2.5]))
    [Fraction(1, 4), 1]
    """
    losses: list[Rational] = [0] * len(data)
    label = cache(partial(decision, costs=costs))  # rows that end together have one
    for row, summary, actual in rows_with_summaries(tree, data):
        if costs is not None:
            losses[row] = as_costs(costs).between(actual, label(summary))
        elif isinstance(summary, ClassCounts):
            losses[row] = int(actual != summary.majority)
        else:
            losses[row] = rational((rational(actual) - summary.mean) ** 2)
    return losses


@checked
def mean_loss(tree: Tree, data: Dataset, *, costs: CostTable | None = None) -> Exact:
    """Return the weighted mean of the `row_losses`: the error rate, the mean squared error, or the mean cost.

    sum_i w_i loss_i / sum_i w_i      [CART84 §3.4; ESL2 §9.2; NOTE_D]
    """
    return weighted_mean(row_losses(tree, data, costs=costs), data)


def weighted_mean(values: Sequence[Rational], data: Dataset) -> Exact:
    """Return the mean of one value a row, each row counting as much as it weighs; raises `InvalidData` for no rows."""
    if not len(data):
        message = "there are no rows to measure on: give at least one"
        raise InvalidData(message)
    weights = list(map(rational, data.weights.tolist()))
    return Exact(sum(w * value for w, value in zip(weights, values, strict=True))) / sum(weights)


def rows_with_summaries(tree: Tree, data: Dataset) -> Iterator[tuple[int, Summary, Any]]:
    """Yield each row with the summary that predicts for it and its class or response."""
    match data.target:
        case Classes(labels, codes):
            actual: list[Any] = [labels[code] for code in codes]
        case responses:
            actual = responses.values.tolist()
    if isinstance(data.target, Classes) != isinstance(tree.summary, ClassCounts):
        message = "the tree and the rows have targets of different kinds: give classes or numbers in both"
        raise InvalidData(message)
    for rows, summary in summaries(tree, data.features):
        for row in rows.tolist():
            yield row, summary, actual[row]

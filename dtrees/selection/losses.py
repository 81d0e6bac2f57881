"""The loss of a tree's prediction for a row, and the exact mean of the losses over rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtrees.arguments import checked
from dtrees.data.dataset import Classes, Dataset
from dtrees.errors import InvalidData
from dtrees.growing.costs import CostTable, as_costs, decision
from dtrees.numbers.exact import Exact, Rational, rational
from dtrees.predicting.predict import summaries
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Tree

if TYPE_CHECKING:
    from dtrees.trees.summary import Summary


@checked
def mean_loss(tree: Tree, data: Dataset, *, costs: CostTable | None = None) -> Exact:
    """Return the weighted mean of the `row_losses`: the error rate, the mean squared error, or the mean cost.

    sum_i w_i loss_i / sum_i w_i      [CART84 §3.4; ESL2 §9.2; NOTE_D]
    """
    if not len(data):
        message = "there are no rows to measure on: give at least one"
        raise InvalidData(message)
    weights = data.row_weights
    pairs = zip(weights, row_losses(tree, data, costs=costs), strict=True)
    return Exact(sum([w * loss for w, loss in pairs])) / sum(weights)


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
    summaries: list[Any] = predicting_summaries(tree, data)
    pairs = list(zip(data.target, summaries, strict=True))
    if costs is not None:
        return [as_costs(costs).between(actual, decision(summary, costs)) for actual, summary in pairs]
    if isinstance(tree.summary, ClassCounts):
        return [int(actual != summary.majority) for actual, summary in pairs]
    return [rational((actual - summary.mean) ** 2) for actual, summary in pairs]


def predicting_summaries(tree: Tree, data: Dataset) -> list[Summary]:
    """Return for each row the summary that predicts it; raises `InvalidData` where tree and rows differ in target."""
    if isinstance(data.target, Classes) != isinstance(tree.summary, ClassCounts):
        message = "the tree and the rows have targets of different kinds: give classes or numbers in both"
        raise InvalidData(message)
    return summaries(tree, data.features)

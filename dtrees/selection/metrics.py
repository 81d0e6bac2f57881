"""The loss of a tree on rows, and the measures that choose between trees: accuracy, error, the area under the curve."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import attrs

from dtrees.arguments import checked, fields_as_annotated
from dtrees.data.dataset import Classes, Dataset
from dtrees.errors import InvalidData
from dtrees.growing.costs import CostTable, as_costs, decision
from dtrees.numbers.exact import Exact, Rational
from dtrees.predicting.predict import summaries
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Tree


@attrs.frozen(field_transformer=fields_as_annotated)
class Metric:
    """A name, a function from a tree and rows to an `Exact`, and whether larger is better."""

    GIVE = "a measure, such as ACCURACY or ERROR"

    name: str
    of: Callable[[Tree, Dataset], Exact]
    larger_is_better: bool = False


@checked
def mean_loss(tree: Tree, data: Dataset, *, costs: CostTable | None = None) -> Exact:
    """Return the weighted mean of the `row_losses`: the error rate, mean squared or absolute error, deviance or cost.

    sum_i w_i loss_i / sum_i w_i      [CART84 §3.4; ESL2 §9.2; NOTE_D]
    """
    if not len(data):
        raise InvalidData("there are no rows to measure on: give at least one")
    pairs = zip(data.row_weights, row_losses(tree, data, costs=costs), strict=True)
    return Exact(sum([w * loss for w, loss in pairs])) / sum(data.row_weights)


@checked
def row_losses(tree: Tree, data: Dataset, *, costs: CostTable | None = None) -> list[Any]:
    """Return each row's loss: 1 or 0 as its class is predicted wrong or right, or its squared error, exactly.

    [y != majority], or (y - mean)^2, or with *costs* C(the class of least expected cost | y)  [CART84 §3.4, §4.4, §8.2]

    >>> row_losses(dt.Leaf(dt.Moments.of([1, 2])), dt.regression_data({"x": [0, 0]}, [1, 2.5]))
    [Fraction(1, 4), 1]
    """
    pairs = list(zip(data.target, predicting_summaries(tree, data), strict=True))
    if costs is not None:
        return [as_costs(costs).between(y, decision(summary, costs)) for y, summary in pairs]
    return [summary.loss(y) for y, summary in pairs]


def predicting_summaries(tree: Tree, data: Dataset) -> list[Any]:
    """Return for each row the summary that predicts it; raises `InvalidData` where tree and rows differ in target."""
    if isinstance(data.target, Classes) != isinstance(tree.summary, ClassCounts):
        raise InvalidData("the tree and the rows have targets of different kinds: give classes or numbers in both")
    return summaries(tree, data.features)


@checked
def accuracy(tree: Tree, data: Dataset) -> Exact:
    """Return the share of the rows' weight whose class is predicted rightly: 1 - the error rate."""
    return 1 - mean_loss(tree, data)


@checked
def auc(tree: Tree, data: Dataset) -> Exact:
    """Return the area under the `roc_curve` of the first class's share, tied pairs counting half.

    P(share of a row of the first class > share of a row of the second) + P(equal) / 2      [NOTE_D step 6]
    """
    corners = pairwise(roc_curve(tree, data))
    return Exact(sum((right - left) * (low + high) / 2 for (left, low), (right, high) in corners))


@checked
def roc_curve(tree: Tree, data: Dataset) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the corners of the ROC curve of the first class's share, from (0, 0) to (1, 1).

    (false positive rate, true positive rate): the shares of the second and of the first class's weight in the rows
    whose node gives the first class at least p, for each p that occurs, the largest first.      [NOTE_D step 6]

    >>> rows, leaf = dt.classification_data({"x": [0, 0]}, ["well", "ill"]), dt.ClassCounts((1, 3), ("ill", "well"))
    >>> [(str(false), str(true)) for false, true in roc_curve(dt.Leaf(leaf), rows)]
    [('0', '0'), ('1', '1')]
    """
    if not isinstance(tree.summary, ClassCounts) or len(tree.summary.classes) != 2:  # noqa: PLR2004
        raise InvalidData("the ROC curve is for two classes: choose accuracy, or squared error for numbers")
    at_share: dict[Fraction, list[Rational]] = {}
    for weight, summary, actual in zip(data.row_weights, predicting_summaries(tree, data), data.target, strict=True):
        at_share.setdefault(summary.proportions[0], [0, 0])[actual != tree.summary.classes[0]] += weight
    firsts, seconds = (Fraction(sum(weights[place] for weights in at_share.values())) for place in (0, 1))
    if not firsts or not seconds:
        raise InvalidData("the rows are all of one class: the ROC curve needs both")
    corners = [(Fraction(0), Fraction(0))]
    for _, (ours, theirs) in sorted(at_share.items(), reverse=True):
        corners.append((corners[-1][0] + theirs / seconds, corners[-1][1] + ours / firsts))
    return tuple(corners)


@checked
def misclassification_cost(costs: CostTable) -> Metric:
    """Return the measure that charges the *costs* of mistakes, labels being those of least expected cost.

    sum_i w_i C(label_i | y_i) / sum_i w_i      [CART84 §1.4, §4.4]

    >>> rows, leaf = dt.classification_data({"x": [0, 0]}, ["well", "ill"]), dt.ClassCounts((1, 3), ("ill", "well"))
    >>> str(misclassification_cost({("ill", "well"): 10, ("well", "ill"): 1}).of(dt.Leaf(leaf), rows))
    '1/2'
    """
    return Metric("cost", partial(mean_loss, costs=costs))


ACCURACY = Metric("accuracy", accuracy, larger_is_better=True)
ERROR = Metric("error", mean_loss)
AUC = Metric("auc", auc, larger_is_better=True)

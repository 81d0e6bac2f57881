"""The losses of trees on rows, read literally: what pruning on validation rows and cross-validation compare."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dtrees.data.dataset import Responses
from dtrees.data.plain import as_mappings, columns_of, targets_of
from dtrees.errors import Unsupported
from dtrees.laws.definitions import candidates, ending, weights_of
from dtrees.trees.summary import ClassCounts, Summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.costs import Costs
    from dtrees.laws.system import Grants
    from dtrees.trees.tree import Tree


def costs_of_labels(summary: ClassCounts, costs: Costs) -> list[Fraction]:
    """Return for each class what all rows of a node cost if it is predicted."""
    rows = list(zip(summary.classes, summary.counts, strict=True))
    return [sum((Fraction(n) * costs.between(j, i) for j, n in rows), start=Fraction(0)) for i in summary.classes]


def loss_of(summary: Summary, actual: Any, grants: Grants, costs: Costs | None = None) -> Fraction:
    """Return 1 or 0 as *actual* is not or is the class that a leaf predicts; or the squared error of the mean.

    With *costs*, what it costs to predict the first class that costs least at the leaf.  Raises `Unsupported` where a
    leaf may predict any of several classes and *actual* is one of them.
    """
    if costs is not None and isinstance(summary, ClassCounts):
        charges = costs_of_labels(summary, costs)
        return Fraction(costs.between(actual, summary.classes[charges.index(min(charges))]))
    if not isinstance(summary, ClassCounts):
        return (Fraction(actual) - summary.mean) ** 2
    predicted = grants.predicted(summary)
    if len(predicted) > 1 and actual in predicted:
        message = "a leaf's tie, which may go to any of its classes"
        raise Unsupported(message)
    return Fraction(actual not in predicted)


def losses_of(tree: Tree, data: Dataset, grants: Grants, costs: Costs | None = None) -> list[Fraction]:
    """Return each row's loss at the node where it ends; a category never seen ends at the node that asks."""
    ends = [ending(tree, row)[1].summary for row in as_mappings(columns_of(data))]
    pairs = zip(ends, targets_of(data), strict=True)
    return [loss_of(summary, actual, grants, costs) for summary, actual in pairs]


def weighted_losses(tree: Tree, data: Dataset, grants: Grants, costs: Costs | None = None) -> list[Fraction]:
    """Return each row's loss times its weight."""
    losses = losses_of(tree, data, grants, costs)
    return [w * loss for w, loss in zip(weights_of(data), losses, strict=True)]


def rounding_of(losses: Sequence[Any], data: Dataset, grants: Grants, *, divided: bool = False) -> Any:
    """Return how far a float sum of *losses* of the rows may be from the exact one.

    What is lost about a response is as far off as the mean that is predicted: within rounding of the response's square.
    """
    pairs = zip(weights_of(data), targets_of(data), strict=True)
    squares = [w * Fraction(y) ** 2 for w, y in pairs] if isinstance(data.target, Responses) else []
    return grants.rounding([*losses, *squares], divided=divided)


def loss_on(tree: Tree, data: Dataset, grants: Grants) -> Fraction:
    """Return the weighted sum of the rows' losses."""
    return sum(weighted_losses(tree, data, grants), start=Fraction(0))


def mean(values: Iterable[Fraction], rows: Dataset) -> Fraction:
    """Return the mean of a value for each row, by the rows' weights."""
    weights = weights_of(rows)
    return sum((w * value for w, value in zip(weights, values, strict=True)), start=Fraction(0)) / sum(weights)


def is_cut(before: Fraction, after: Fraction, ties: str, rounding: Fraction) -> bool:
    """Return whether a leaf in place of a branch loses less, or as much where ties are pruned.

    Raises `Unsupported` where rounding decides.
    """
    if rounding and abs(after - before) <= rounding:
        message = "two losses that rounding decides"
        raise Unsupported(message)
    return after < before or (after == before and ties == "prune")


def pruned_subtrees(tree: Tree) -> list[Tree]:
    """Return every pruned subtree."""
    return [candidate.tree for candidate in candidates(tree, "gini")]

"""The losses of all members of a pruning sequence on held-out rows, from one pass of the rows, without the members."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import attrs
import numpy as np

from dtrees.data.dataset import Classes, Dataset, Responses
from dtrees.errors import InvalidData
from dtrees.growing.costs import as_costs, decision
from dtrees.numbers.exact import rational
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.vectorized.layout import layout_of
from dtrees.vectorized.prediction import compiled_of
from dtrees.vectorized.units import multiples

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.scaled import IntArray
    from dtrees.growing.costs import CostTable
    from dtrees.trees.tree import Tree
    from dtrees.vectorized.spans import Nodes, Spans


@attrs.frozen
class Losses:
    """The weighted sum of losses, or of squared losses, for each tree of the sequence: *totals* times one *unit*."""

    totals: list[int]
    unit: Fraction


AtNodes: TypeAlias = "tuple[NDArray[Any], NDArray[Any], Fraction]"
"""The losses at each node of the rows that end there, those of all rows that reach it, and the unit of both."""


def losses_of_members(
    tree: Tree, spans: Spans, held_out: Dataset, costs: CostTable | None, *, squares: bool
) -> tuple[Losses, ...] | None:
    """Return the losses of each member of a sequence on the *held_out* rows, and the squared ones if *squares*.

    None where the specification must decide: rows divided by missing values, targets of two kinds, unknown labels.
    """
    ends = ends_of(tree, held_out)
    if ends is None:
        return None
    meant = spans.stands, np.minimum(spans.gone, spans.until) > 0
    found = losses_at_nodes(tree, spans.nodes, held_out, ends, costs, meant, squares=squares)
    return None if found is None else tuple(Losses(spans.totals(own, passing), unit) for own, passing, unit in found)


def ends_of(tree: Tree, held_out: Dataset) -> IntArray | None:
    """Return the node where each row ends, or None if the specification must decide."""
    same_kind = type(tree.summary) is {Classes: ClassCounts, Responses: Moments}.get(type(held_out.target))
    if not same_kind or not len(held_out) or not held_out.features or not held_out.weights.any():
        return None
    return compiled_of(tree).ends(held_out, "stop", "refuse")


def losses_at_nodes(
    tree: Tree,
    nodes: Nodes,
    held_out: Dataset,
    ends: IntArray,
    costs: CostTable | None,
    meant: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    *,
    squares: bool,
) -> list[AtNodes] | None:
    """Return the losses of the *held_out* rows at each node, were it a leaf, and the squared losses if *squares*.

    *ends* has each row's last node.  *meant* marks the nodes where the losses of all rows are needed, and those where
    the losses of the rows that end there are.
    """
    weights, exponent, divisor = multiples(held_out.weights)
    unit = Fraction(2) ** exponent / divisor
    if not isinstance(held_out.target, Classes):
        if costs is not None:
            return None
        return _squared_errors(tree, nodes, held_out, ends, (weights, unit), meant, squares=squares)
    labels, codes = held_out.target.labels, held_out.target.codes
    terms = np.zeros((len(ends), len(labels) + 1), weights.dtype)
    terms[np.arange(len(ends)), codes] = weights
    own, passing = nodes.of_rows(ends, terms)
    layout = layout_of(tree)
    if costs is None:  # a class that the held-out rows do not have has the last column, which is empty
        place = {label: code for code, label in enumerate(labels)}
        summaries = cast("list[ClassCounts]", layout.summaries)
        columns = np.array([place.get(label, len(labels)) for label in summaries[0].classes])
        majorities = np.array([summary.counts for summary in summaries], dtype=object).argmax(axis=1)
        right = columns[majorities][layout.alike]
        at = np.arange(len(nodes))
        errors = own.sum(axis=1) - own[at, right], passing.sum(axis=1) - passing[at, right], unit
        return [errors, errors] if squares else [errors]
    table, decided = as_costs(costs), [decision(summary, costs) for summary in layout.summaries]
    try:
        prices = {label: [rational(table.between(actual, label)) for actual in labels] for label in set(decided)}
    except InvalidData:  # which the specification may raise only if a row meets it
        return None
    scale = math.lcm(*(price.denominator for row in prices.values() for price in row))
    rows = [[int(price * scale) for price in prices[label]] for label in decided]
    whole, found = np.array(rows, dtype=object)[layout.alike], list[AtNodes]()
    for power in (1, 2) if squares else (1,):
        charged = [(counts[:, :-1] * whole**power).sum(axis=1) for counts in (own, passing)]
        found.append((charged[0], charged[1], unit / scale**power))
    return found


def _squared_errors(
    tree: Tree,
    nodes: Nodes,
    held_out: Dataset,
    ends: IntArray,
    weighed: tuple[NDArray[Any], Fraction],
    meant: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    *,
    squares: bool,
) -> list[AtNodes]:
    """Return sum w (y - mean)^2, and sum w (y - mean)^4, by power sums of y, which are integers.

    The mean of a node is p / q, so that what is lost there is an integer over q^2, or q^4: all over one denominator.
    """
    responses, grain, divisor = multiples(held_out.target.numbers)  # type: ignore[union-attr]  # of numbers
    scale = Fraction(2) ** -grain * divisor
    (weights, unit), y = weighed, responses.astype(object)
    w = weights.astype(object)
    own, passing = nodes.of_rows(ends, np.stack([w * y**power for power in range(5 if squares else 3)], axis=1))
    layout = layout_of(tree)
    asked = [np.flatnonzero(here & (sums[:, 0] != 0)) for here, sums in zip(meant, (passing, own), strict=True)]
    means = {
        node: Fraction(summary.total) / Fraction(summary.weight) * scale
        for node in np.union1d(*asked).tolist()
        for summary in [layout.summaries[layout.alike[node]]]
    }
    common = math.lcm(*{mean.denominator for mean in means.values()})
    found: list[list[NDArray[Any]]] = []
    for sums, here in ((own, asked[1]), (passing, asked[0])):
        two, four = np.zeros((2, len(nodes)), dtype=object)
        for node, (n, s, s2, *more) in zip(here.tolist(), sums[here].tolist(), strict=True):
            p, q = means[node].numerator, means[node].denominator
            factor = (common // q) ** 2
            two[node] = (q * (q * s2 - 2 * p * s) + p * p * n) * factor
            if squares:
                s3, s4 = more
                fourth = q * (q * (q * (q * s4 - 4 * p * s3) + 6 * p * p * s2) - 4 * p**3 * s) + p**4 * n
                four[node] = fourth * factor * factor
        found.append([two, four])
    (own_two, own_four), (passing_two, passing_four) = found
    second, fourth_unit = unit / (scale * common) ** 2, unit / (scale * common) ** 4
    seconds, fourths = (own_two, passing_two, second), (own_four, passing_four, fourth_unit)
    return [seconds, fourths] if squares else [seconds]

"""The squared error of responses in float64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.vectorized.measures.level import Level
from dtrees.vectorized.measures.rounding import WHOLE
from dtrees.vectorized.units import U, grid_of, in_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.measures.measure import Arrays
    from dtrees.vectorized.segments import Segments
    from dtrees.vectorized.units import Units


def squared_error_keys(units: Units, responses: FloatArray) -> SquaredError:
    """Return the squared error of *responses* as a measure, exact where they and their weights are whole units."""
    whole = in_units(responses, WHOLE)
    if whole is not None and units.exact:
        responses_in_units, exponent = whole
        channel = responses_in_units if units.weights is None else responses_in_units * units.weights
        if np.abs(channel).sum() < WHOLE:
            return SquaredError(units, channel.astype(np.int32), 2 * exponent, exact=True)
    return SquaredError(units, responses, 0, exact=False)


@attrs.frozen(eq=False)
class SquaredError:
    """The squared error of responses, and the Gini index of two classes as a squared error of an indicator.

    key = D^2 / (w_l w_r), D = W T_l - w_l T, T the weighted sum of responses; 2^exponent key is W^2 times the gain.
    """

    units: Units
    channel: NDArray[Any]
    exponent: int
    exact: bool
    indicator: bool = False
    """Whether the channel is 1 for rows of the second class and 0 for others, times their weights."""

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return the `Level` of the nodes; inexact responses are centred on each node's mean and rounded to a grid."""
        weighed, none = self.units.of(rows, nodes), np.zeros(len(nodes))
        if self.exact:
            totals, exponent = nodes.sums(self.channel.take(rows))[None], np.full(len(nodes), self.exponent)
            return Level(rows, nodes, weighed, totals.astype(np.float64), 2, exponent, self.channel, none, none)
        values, first = _scaled_to_one(self.channel.take(rows), nodes)
        values -= nodes.spread(nodes.sums(values) / nodes.sizes)
        alone = np.zeros(len(nodes)) if self.units.exact else nodes.sums(np.abs(values))
        if weighed.rows is not None:
            values *= weighed.rows[rows]
        values, second = _scaled_to_one(values, nodes)
        grid = grid_of(len(self.channel))
        channel = np.zeros(len(self.channel), dtype=np.int64)
        channel[rows] = here = np.rint(np.ldexp(values, grid)).astype(np.int64)
        totals = nodes.sums(here)[None].astype(np.float64)
        magnitude = nodes.sums(np.abs(here)).astype(np.float64)
        off = nodes.sizes / 2 + 4 * U * nodes.sizes * magnitude + np.ldexp(alone, grid - second)
        return Level(rows, nodes, weighed, totals, 2, 2 * (first + second - grid), channel, magnitude, off)

    def sums_by_cell(self, level: Level, rows: Places, cells: Places, size: int) -> tuple[IntArray, IntArray]:
        """Return the weight and the sum of the responses of each cell, to which *cells* assign the *rows*."""
        values, weights = level.values.take(rows), level.weighed.rows
        if self.indicator and weights is None:
            of_class = np.multiply(values, size, dtype=np.int64) + cells
            counts = np.bincount(of_class.ravel(), None, 2 * size).reshape(2, size)
            return counts[0] + counts[1], counts[1:]
        weight = np.bincount(cells.ravel(), None if weights is None else np.tile(weights[rows], len(cells)), size)
        sums = np.bincount(cells.ravel(), np.tile(values, len(cells)), size)
        return weight.astype(np.int64), sums[None].astype(np.int64)

    def sums_by_run(self, level: Level, rows: Places, runs: Segments) -> tuple[IntArray, IntArray]:
        """Return the weight and the sum of the responses of each run."""
        weights = level.weighed.rows
        weight = runs.sizes if weights is None else runs.sums(weights.take(rows))
        return weight, runs.sums(level.values.take(rows))[None]

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the running sums of the responses along the rows of each group."""
        return groups.running(level.values.take(rows), alike=True)[None]

    def folded(self, left: FloatArray, totals: FloatArray) -> Arrays:  # noqa: ARG002 (other measures need them)
        """Return T_l, the total of the responses in the first child."""
        return tuple(left)

    def running_folded(self, level: Level, rows: Places) -> Arrays:
        """Return T_l, the total of the responses in the first child, for a threshold after each of the rows."""
        return tuple(self.running(level, rows, level.nodes))

    def weighed(self, one: FloatArray, other: FloatArray, whole: FloatArray, totals: FloatArray) -> Arrays:
        """Return W, w_l T and w_l w_r, from which, with T_l, the key is computed."""
        return whole, totals[0] * one, one * other

    def key(self, folded: Arrays, weighed: Arrays) -> FloatArray:
        """Return the key D^2 / (w_l w_r) with D = W T_l - w_l T; at one node it is in proportion to the gain."""
        whole, expected, product = weighed
        difference: FloatArray = whole * folded[0]
        difference -= expected
        difference *= difference
        difference /= product
        return difference

    def key_of_many(
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: IntArray
    ) -> FloatArray:
        """Return the key W sum_c T_c^2 / w_c - T^2 of a question with children c."""
        squares: FloatArray = children.sums(sums[0].astype(np.float64) ** 2 / weight)
        return np.asarray(np.maximum(level.weight[node] * squares - level.totals[0, node] ** 2, 0.0))

    def base(self, level: Level) -> FloatArray:
        """Return 0, the key of a split that gains nothing."""
        return np.zeros_like(level.weight)

    def bound(self, best: FloatArray, level: Level, arity: int) -> FloatArray:
        """Return a bound on the rounding error of the keys of each node."""
        weight = level.weight
        if self.exact:
            if arity > 2:  # noqa: PLR2004 (two children)
                return np.asarray(4 * U * (arity + 4) * (best + level.totals[0] ** 2))
            square = weight * weight
            told_apart = best * (square * square) < 2.0**55
            return np.where(told_apart, 0.0, 8 * U * best)
        off, of_weight, lightest = level.off, level.weighed.off, level.weighed.lightest
        of_difference = 2 * (weight * off + level.magnitude * of_weight) + 8 * U * weight * level.magnitude
        product, share = lightest * weight / 2, 2 * of_weight / lightest
        bound: FloatArray = 2 * of_difference * np.sqrt(best / product) + of_difference**2 / product
        bound += best * (share + 4 * U)
        if arity > 2:  # noqa: PLR2004 (two children)
            whole, many = best + level.totals[0] ** 2, arity * weight / lightest
            bound += 4 * off * np.sqrt(whole * many) + 2 * off**2 * many + whole * (2 * share + 4 * U * (arity + 4))
        return 2 * bound


def _scaled_to_one(values: FloatArray, nodes: Segments) -> tuple[FloatArray, IntArray]:
    """Return the values over a power of two, node by node, so that each is below 1 in magnitude; and the exponents."""
    exponents = np.frexp(nodes.maxima(np.abs(values)))[1].astype(np.int64)
    return np.ldexp(values, -nodes.spread(exponents)), exponents

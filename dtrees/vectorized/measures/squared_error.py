"""The squared error of responses in float64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.vectorized.measures.level import Level, weight_and_lightest
from dtrees.vectorized.measures.rounding import WHOLE, U, summing_errors
from dtrees.vectorized.units import grid_of, in_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data import FloatArray, IntArray
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.segments import Segments
    from dtrees.vectorized.units import Units


def squared_error(units: Units, responses: FloatArray) -> SquaredError:
    """Return the squared error of *responses*, exact where they and their weights are whole units."""
    whole = in_units(responses, WHOLE)
    if whole is not None and units.exact:
        responses_in_units, exponent = whole
        channel = responses_in_units if units.weights is None else responses_in_units * units.weights
        if np.abs(channel).sum() < WHOLE:
            with np.errstate(over="ignore", under="ignore"):
                return SquaredError(units, channel.astype(np.int32), float(np.ldexp(1.0, 2 * exponent)), exact=True)
    return SquaredError(units, responses, 1.0, exact=False)


@attrs.frozen(eq=False)
class SquaredError:
    """The squared error; also the Gini index of two classes, twice the squared error of the indicator of one.

    key = D^2 / (w_l w_r), D = W T_l - w_l T, where T sums the channel: it is W^2 times the decrease.
    """

    units: Units
    channel: NDArray[Any]
    unit: float
    exact: bool

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return what the nodes hold; inexact responses are centred node by node, and rounded to a grid."""
        weights = self.units.weights
        weight, lightest = weight_and_lightest(weights, rows, nodes)
        if self.exact:
            totals = nodes.sums(self.channel[rows])[None].astype(np.float64)
            return Level(rows, nodes, weight, totals, self.channel, weight, lightest, self.unit / weight**2)
        values, first = _scaled_to_one(self.channel[rows], nodes)
        values -= nodes.spread(nodes.sums(values) / nodes.sizes)
        if weights is not None:
            values *= weights[rows]
        values, second = _scaled_to_one(values, nodes)
        grid = grid_of(len(self.channel))
        channel = np.zeros(len(self.channel), dtype=np.int64)
        channel[rows] = here = np.rint(np.ldexp(values, grid)).astype(np.int64)
        totals = nodes.sums(here)[None].astype(np.float64)
        magnitude = nodes.sums(np.abs(here)).astype(np.float64)
        with np.errstate(over="ignore", under="ignore"):
            scale = np.ldexp(1.0 / weight**2, 2 * (first + second - grid))
        return Level(rows, nodes, weight, totals, channel, magnitude, lightest, scale)

    def sums_by_cell(self, level: Level, rows: Places, cells: IntArray, size: int) -> FloatArray:
        """Return the sums of the channel over each cell."""
        values = np.tile(level.values[rows], len(cells))
        return np.bincount(cells.ravel(), values, size)[None].astype(np.int64)

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the channel's running sums."""
        return groups.running(level.values[rows])[None]

    def folded(self, left: FloatArray, totals: FloatArray) -> FloatArray:  # noqa: ARG002 (other measures need them)
        """Return T_l."""
        return left

    def running_folded(self, level: Level, rows: Places) -> FloatArray:
        """Return T_l."""
        return self.running(level, rows, level.nodes)

    def weighed(self, weight: FloatArray, whole: FloatArray, totals: FloatArray) -> tuple[FloatArray, ...]:
        """Return W, w_l T and w_l w_r."""
        return whole, totals[0] * weight, weight * (whole - weight)

    def key(self, folded: FloatArray, weighed: tuple[FloatArray, ...]) -> FloatArray:
        """Return D^2 / (w_l w_r)."""
        whole, expected, product = weighed
        difference: FloatArray = whole * folded[0]
        difference -= expected
        difference *= difference
        difference /= product
        return difference

    def key_of_many(
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: IntArray
    ) -> FloatArray:
        """Return W sum_c T_c^2 / w_c - T^2."""
        squares: FloatArray = children.sums(sums[0].astype(np.float64) ** 2 / weight)
        return np.asarray(np.maximum(level.weight[node] * squares - level.totals[0, node] ** 2, 0.0))

    def base(self, level: Level) -> FloatArray:
        """Return 0."""
        return np.zeros_like(level.weight)

    def bound(self, best: FloatArray, level: Level, arity: int) -> FloatArray:
        """Return the bound."""
        weight = level.weight
        if self.exact:
            if arity > 2:  # noqa: PLR2004 (two children)
                return np.asarray(4 * U * (arity + 4) * (best + level.totals[0] ** 2))
            told_apart = best * weight**4 < 2.0**55
            return np.where(told_apart, 0.0, 8 * U * best)
        of_sum, of_weight = summing_errors(level, self.units)
        of_difference = 2 * (weight * of_sum + level.magnitude * of_weight) + 4 * U * weight * level.magnitude
        product = level.lightest * weight / 2
        share = 2 * of_weight / level.lightest + 4 * U
        bound: FloatArray = 2 * (
            2 * of_difference * np.sqrt(best / product) + of_difference**2 / product + best * share
        )
        if arity > 2:  # noqa: PLR2004 (two children)
            bound = arity * (bound + 8 * level.magnitude * (weight * of_sum / level.lightest + level.magnitude * share))
        return np.where(8 * of_weight > level.lightest, np.inf, bound)


def _scaled_to_one(values: FloatArray, nodes: Segments) -> tuple[FloatArray, IntArray]:
    """Return the values over a power of two, node by node, so that each is below 1 in magnitude; and the exponents."""
    exponents = np.frexp(nodes.maxima(np.abs(values)))[1].astype(np.int64)
    return np.ldexp(values, -nodes.spread(exponents)), exponents

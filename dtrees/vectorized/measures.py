"""The scores in float64, each with a bound on its error (`proofs/15-float-filter.md`): they filter the candidates.

A node's *key* ranks its candidates as their gains do: gain = (key - base) * scale, where all candidates of the node
share base and scale.  Weights are counted in units of a power of two; where all are whole units, and few enough that
every sum of them is exact in float64, the measure is `exact`, and only the last operations of a key round.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

import attrs
import numpy as np

from dtrees.data import Classes
from dtrees.impurity import Impurity, gini, misclassification
from dtrees.vectorized.segments import Segments
from dtrees.vectorized.units import grid_of, in_units, units_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data import Dataset, FloatArray, IntArray
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.units import Units

U: Final = 2.0**-53
"""An operation of float64 is off by at most U times its result."""

WHOLE: Final = 2.0**26
"""Whole numbers whose sums stay below this have products, and sums of two products, that are exact in float64."""

LARGEST_TABLE: Final = 2**22
"""Up to this weight x log2 x is looked up."""

LOGARITHM: Final = 8.0
"""numpy's log2 is off by less than so many units in its last place."""

NO_VALUES: Final = np.zeros(0)

Index: TypeAlias = "int | slice | IntArray"


@attrs.define(eq=False, slots=False)
class Level:
    """What the nodes of a level hold.

    rows       the rows of each node, one node after the other, and nodes, the segments that they are
    weight     W(t) in units;  totals, the channels' sums over each node (channel, node)
    values     the rows' channel where it changes from level to level (responses centred on their node's mean), or none
    magnitude  the sum of the values' magnitudes over each node;  lightest, the weight of each node's lightest row
    scale      what a node's own units are worth in the gain
    """

    rows: IntArray
    nodes: Segments
    weight: FloatArray
    totals: FloatArray
    values: NDArray[Any]
    magnitude: FloatArray
    lightest: FloatArray
    scale: FloatArray

    @cached_property
    def whole(self) -> FloatArray:
        """The weight of each row's node."""
        return self.nodes.spread(self.weight)

    @cached_property
    def channels(self) -> FloatArray:
        """The channels' sums over each row's node (channel, row)."""
        return self.nodes.spread(self.totals)

    def rows_of(self, node: int) -> IntArray:
        """Return the rows of one node."""
        return self.rows[self.nodes.starts[node] : self.nodes.ends[node]]


class Measure(Protocol):
    """An impurity in float64."""

    @property
    def exact(self) -> bool:
        """Whether sums of rows are exact."""

    @property
    def units(self) -> Units:
        """The rows' weights."""

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return what the nodes hold."""

    def sums_by_cell(self, level: Level, rows: IntArray, cells: IntArray, size: int) -> FloatArray:
        """Return the channels' sums (channel, cell) over each cell, where row ``rows[i]`` is in ``cells[:, i]``."""

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the channels' running sums (channel, ..., place) within each group of rows."""

    def folded(self, left: FloatArray, totals: FloatArray) -> FloatArray:
        """Return what the key needs of the channels' sums over the first child, and of the node's totals."""

    def running_folded(self, level: Level, rows: Places) -> FloatArray:
        """Return `folded` of `running` over the level's nodes, by fewer operations."""

    def weighed(self, weight: FloatArray, whole: FloatArray, totals: FloatArray) -> tuple[FloatArray, ...]:
        """Return what the key needs of the first child's weight, the node's, and the channels' sums over the node."""

    def key(self, folded: FloatArray, weighed: tuple[FloatArray, ...]) -> FloatArray:
        """Return the keys of two children."""

    def key_of_many(
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: Index
    ) -> FloatArray:
        """Return the keys of candidates with a child each of the *children*, given their weights and channels' sums."""

    def base(self, level: Level) -> FloatArray:
        """Return the key of no gain."""

    def bound(self, best: FloatArray, level: Level, arity: int) -> FloatArray:
        """Return how far a key of a node may be off, its largest being *best*, with *arity* children at most.

        0 says that equal keys are equal floats and different ones different.
        """


@attrs.frozen(eq=False)
class Deviations:
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
        weight, lightest = _weight_and_lightest(weights, rows, nodes)
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

    def sums_by_cell(self, level: Level, rows: IntArray, cells: IntArray, size: int) -> FloatArray:
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
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: Index
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


@attrs.frozen(eq=False)
class Counts:
    """An impurity of class counts by f(counts) = sum_k phi(N_k), or by their maximum.

    Gini: phi(x) = x^2, key = f_l / w_l + f_r / w_r.  Entropy: phi(x) = x log2 x, rounded to whole grains so that
    sums of it are exact, key = f_l + f_r - phi(w_l) - phi(w_r).  Misclassification: key = max_l + max_r.
    """

    units: Units
    codes: IntArray
    classes: int
    kind: Literal["gini", "entropy", "misclassification"]
    exact: bool
    grain: float = 0.0
    table: FloatArray = attrs.field(factory=lambda: np.zeros(0))

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return what the nodes hold: the channels' totals are the class counts."""
        weights = self.units.weights
        here = None if weights is None else weights[rows]
        weight, lightest = _weight_and_lightest(weights, rows, nodes)
        cells = nodes.owner * self.classes + self.codes[rows]
        totals = np.bincount(cells, here, len(nodes) * self.classes).reshape(-1, self.classes).T.astype(np.float64)
        scale = 1 / weight if self.kind != "entropy" or not self.exact else self.grain / weight
        return Level(rows, nodes, weight, np.ascontiguousarray(totals), NO_VALUES, weight, lightest, scale)

    def sums_by_cell(self, level: Level, rows: IntArray, cells: IntArray, size: int) -> FloatArray:  # noqa: ARG002
        """Return the class counts of each cell."""
        weights = None if self.units.weights is None else np.tile(self.units.weights[rows], len(cells))
        counts = np.bincount((cells * self.classes + self.codes[rows]).ravel(), weights, size * self.classes)
        return counts.reshape(-1, self.classes).T.astype(np.int64)

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:  # noqa: ARG002
        """Return the running class counts."""
        codes = self.codes[rows]
        weights = np.int32(1) if self.units.weights is None else self.units.weights[rows]
        return np.stack([groups.running((codes == k) * weights) for k in range(self.classes)])

    def folded(self, left: FloatArray, totals: FloatArray) -> FloatArray:
        """Return f_l and f_r."""
        if not self.exact:
            left = left.astype(np.float64)
        return np.stack([self._f(left), self._f(totals - left)])

    def running_folded(self, level: Level, rows: Places) -> FloatArray:
        """Return the running f_l and f_r, by what each row adds to the one and takes from the other.

        A row of class k turns phi(l_k) into phi(l_k + 1), where l_k rows of its class stand before it.  Where rows
        weigh otherwise, and where classes are few, they are counted.
        """
        few = self.classes <= 3  # noqa: PLR2004 (counting is faster then)
        if not self.exact or self.units.weights is not None or few or self.kind == "misclassification":
            return self.folded(self.running(level, rows, level.nodes), level.channels[:, None])
        by_class = np.argsort(self.codes[rows].astype(np.uint16), axis=-1, kind="stable")
        alike = Segments(level.totals.astype(np.int64).ravel())  # the rows of a class, node by node
        before = np.arange(rows.shape[-1]) - alike.spread(alike.starts)
        after = alike.spread(alike.sizes) - before
        gained = self._phi(before + 1.0) - self._phi(before.astype(np.float64))
        lost = self._phi(after.astype(np.float64)) - self._phi(after - 1.0)
        steps = np.empty((2, *rows.shape), dtype=np.int64)  # phi is whole, and integers add up sooner
        np.put_along_axis(steps, by_class[None], np.stack([gained, -lost])[:, None].astype(np.int64), axis=-1)
        folded = level.nodes.running(steps).astype(np.float64)
        folded[1] += level.nodes.spread(self._f(level.totals))
        return folded

    def weighed(self, weight: FloatArray, whole: FloatArray, totals: FloatArray) -> tuple[FloatArray, ...]:  # noqa: ARG002
        """Return the children's weights and their product, or what the key subtracts for them."""
        other = whole - weight
        match self.kind:
            case "gini":
                return weight, other, weight * other
            case "entropy":
                return (self._phi(weight) + self._phi(other),)
            case "misclassification":
                return ()

    def key(self, folded: FloatArray, weighed: tuple[FloatArray, ...]) -> FloatArray:
        """Return the key of two children."""
        first, second = folded
        match self.kind:
            case "gini":
                weight, other, product = weighed
                return np.asarray((first * other + second * weight) / product)
            case "entropy":
                return np.asarray(first + second - weighed[0])
            case "misclassification":
                return np.asarray(first + second, dtype=np.float64)

    def key_of_many(
        self,
        children: Segments,
        weight: FloatArray,
        sums: FloatArray,
        level: Level,  # noqa: ARG002 (other measures need it)
        node: Index,  # noqa: ARG002 (other measures need it)
    ) -> FloatArray:
        """Return the key, summed over the children."""
        return children.sums(self._share(weight, self._f(sums.astype(np.float64))))

    def base(self, level: Level) -> FloatArray:
        """Return the key of the undivided node."""
        return self._share(level.weight, self._f(level.totals))

    def bound(self, best: FloatArray, level: Level, arity: int) -> FloatArray:
        """Return the bound."""
        if self.exact:
            return self._bound_of_whole(best, level.weight, arity)
        weight, terms = level.weight, arity * (2 * self.classes + 4)
        _, of_weight = summing_errors(level, self.units)
        off = of_weight + LOGARITHM * U * weight
        steep = np.log2(weight) + 2 if self.kind == "entropy" else 1.0
        return np.where(8 * of_weight > level.lightest, np.inf, terms * steep * off)

    def _bound_of_whole(self, best: FloatArray, weight: FloatArray, arity: int) -> FloatArray:
        match self.kind:
            case "misclassification":
                return np.zeros_like(weight)
            case "gini":
                told_apart = (best * weight**4 < 2.0**55) & (arity == 2)  # noqa: PLR2004 (two children)
                return np.where(told_apart, 0.0, 4 * U * (arity + 6) * weight)
            case "entropy":
                return np.full_like(weight, LOGARITHM * arity * (self.classes + 1))

    def _phi(self, counts: FloatArray) -> FloatArray:
        match self.kind:
            case "gini":
                return counts * counts
            case "entropy" if len(self.table):
                return self.table[counts.astype(np.int64)]
            case "entropy":
                return weight_times_logarithm(counts)
            case "misclassification":
                return counts

    def _f(self, counts: FloatArray) -> FloatArray:
        """Return f of the counts (class, ...)."""
        if self.kind == "misclassification":
            return np.asarray(counts.max(axis=0))
        total = self._phi(counts[0])
        for count in counts[1:]:
            total = total + self._phi(count)
        return total

    def _share(self, weight: FloatArray, f: FloatArray) -> FloatArray:
        """Return what a child adds to a key."""
        match self.kind:
            case "gini":
                return f / weight
            case "entropy":
                return f - self._phi(weight)
            case "misclassification":
                return f


def measure_of(data: Dataset, impurity: Impurity) -> Measure:
    """Return *impurity*, one of the specification's four, in float64 for the target of *data*."""
    units = units_of(data.weights, WHOLE)
    if not isinstance(data.target, Classes):
        return _squared_error(data.target.values, units)
    codes, classes, exact = data.target.codes, len(data.target.labels), units.exact
    if impurity is gini and classes == 2 and exact:  # noqa: PLR2004 (two classes)
        indicator = np.asarray(codes == 1, dtype=np.int32)
        return Deviations(units, indicator if units.weights is None else indicator * units.weights, 2.0, exact=True)
    if impurity is gini:
        return Counts(units, codes, classes, "gini", exact=exact)
    if impurity is misclassification:
        return Counts(units, codes, classes, "misclassification", exact=exact)
    heaviest = len(codes) if units.weights is None else units.weights.sum()
    if not exact or heaviest > LARGEST_TABLE:
        return Counts(units, codes, classes, "entropy", exact=False)
    exact_values = weight_times_logarithm(np.arange(heaviest + 1))
    grain = 2.0 ** (np.frexp(exact_values[-1])[1] - 50)
    return Counts(units, codes, classes, "entropy", exact=True, grain=grain, table=np.rint(exact_values / grain))


def _squared_error(responses: FloatArray, units: Units) -> Deviations:
    whole = in_units(responses, WHOLE)
    if whole is not None and units.exact:
        responses_in_units, exponent = whole
        channel = responses_in_units if units.weights is None else responses_in_units * units.weights
        if np.abs(channel).sum() < WHOLE:
            with np.errstate(over="ignore", under="ignore"):
                return Deviations(units, channel.astype(np.int32), float(np.ldexp(1.0, 2 * exponent)), exact=True)
    return Deviations(units, responses, 1.0, exact=False)


def weight_times_logarithm(weights: FloatArray) -> FloatArray:
    """Return x log2 x of whole numbers, 0 at 0.

    >>> weight_times_logarithm(np.array([0.0, 1.0, 4.0]))
    array([0., 0., 8.])
    """
    return np.asarray(weights * np.log2(np.maximum(weights, 1.0)))


def summing_errors(level: Level, units: Units) -> tuple[FloatArray, FloatArray]:
    """Return how far a sum of channels, and one of weights, over rows of a node can be off, in units."""
    rows = level.nodes.sizes
    of_weight = np.zeros(len(rows)) if units.exact else rows / 2 + 4 * U * rows * level.weight
    return rows / 2 + 4 * U * rows * level.magnitude, of_weight


def _weight_and_lightest(
    weights: NDArray[Any] | None, rows: IntArray, nodes: Segments
) -> tuple[FloatArray, FloatArray]:
    """Return the weight of each node, and of its lightest row, at least a unit."""
    if weights is None:
        return nodes.sizes.astype(np.float64), np.ones(len(nodes))
    here = weights[rows]
    return nodes.sums(here).astype(np.float64), np.maximum(nodes.minima(here), 1).astype(np.float64)


def _scaled_to_one(values: FloatArray, nodes: Segments) -> tuple[FloatArray, IntArray]:
    """Return the values over a power of two, node by node, so that each is below 1 in magnitude; and the exponents."""
    exponents = np.frexp(nodes.maxima(np.abs(values)))[1].astype(np.int64)
    return np.ldexp(values, -nodes.spread(exponents)), exponents

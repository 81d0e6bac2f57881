"""The scores in float64, each with a bound on its error (`proofs/15-float-filter.md`): they filter the candidates.

A node's *key* ranks its candidates as their gains do: gain = (key - base) * scale, where all candidates of the node
share base and scale.  Weights are counted in units of a power of two; where all are whole units, and few enough that
every sum of them is exact in float64, the measure is `exact`, and only the last operations of a key round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

import attrs
import numpy as np

from dtrees.data import Classes
from dtrees.impurity import Impurity, gini, misclassification
from dtrees.vectorized.segments import Segments
from dtrees.vectorized.units import in_units, units_of

if TYPE_CHECKING:
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


@attrs.frozen(eq=False)
class Level:
    """What the nodes of a level hold.

    rows       the rows of each node, one node after the other, and nodes, the segments that they are
    weight     W(t) in units;  totals, the channels' sums over each node (channel, node)
    values     the rows' channel where it changes from level to level (responses centred on their node's mean), or empty
    magnitude  the sum of the magnitudes of all that is summed, 0 where sums are exact;  lightest, the least row weight
    scale      what a node's own units are worth in the gain
    """

    rows: IntArray
    nodes: Segments
    weight: FloatArray
    totals: FloatArray
    values: FloatArray
    magnitude: float
    lightest: float
    scale: FloatArray

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

    def sums_by_cell(self, level: Level, rows: Places, cells: IntArray, size: int) -> FloatArray:
        """Return the channels' sums (channel, cell) over the rows of each cell."""

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the channels' running sums (channel, ..., place) within each group of rows."""

    def folded(self, left: FloatArray, totals: FloatArray) -> FloatArray:
        """Return what the key needs of the channels' sums over the first child, and of the node's totals."""

    def running_folded(self, level: Level, rows: Places, groups: Segments, totals: FloatArray) -> FloatArray:
        """Return `folded` of `running`, by fewer operations."""

    def key(self, weight: FloatArray, folded: FloatArray, whole: FloatArray, totals: FloatArray) -> FloatArray:
        """Return the keys of two children, from the first's weight and the node's."""

    def key_of_many(
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: Index
    ) -> FloatArray:
        """Return the keys of candidates with a child each of the *children*, given their weights and channels' sums."""

    def base(self, level: Level) -> FloatArray:
        """Return the key of no gain."""

    def bound(self, best: FloatArray, level: Level, length: int, arity: int) -> FloatArray:
        """Return how far a key of a node may be off, its largest being *best*.

        Sums run over *length* rows at most, and a candidate has *arity* children at most.  0 says that equal keys are
        equal floats and different ones different.
        """


@attrs.frozen(eq=False)
class Deviations:
    """The squared error; also the Gini index of two classes, twice the squared error of the indicator of one.

    key = D^2 / (w_l w_r), D = W T_l - w_l T, where T sums the channel: it is W^2 times the decrease.
    """

    units: Units
    channel: FloatArray
    unit: float
    exact: bool

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return what the nodes hold; inexact responses are centred, and scaled to 1, node by node."""
        weights = self.units.weights
        weight = nodes.sizes.astype(np.float64) if weights is None else nodes.sums(weights[rows])
        if self.exact:
            totals = nodes.sums(self.channel[rows])[None]
            return Level(rows, nodes, weight, totals, self.channel, 0.0, 1.0, self.unit / weight**2)
        values, first = _scaled_to_one(self.channel[rows], nodes)
        values, second = _scaled_to_one(values - nodes.spread(nodes.sums(values) / nodes.sizes), nodes)
        if weights is not None:
            values = values * weights[rows]
        channel = np.zeros_like(self.channel)
        channel[rows] = values
        lightest = 1.0 if weights is None else float(weights[rows].min())
        with np.errstate(over="ignore", under="ignore"):
            scale = np.ldexp(1.0 / weight**2, 2 * (first + second))
        totals = nodes.sums(values)[None]
        return Level(rows, nodes, weight, totals, channel, float(np.abs(values).sum()), lightest, scale)

    def sums_by_cell(self, level: Level, rows: Places, cells: IntArray, size: int) -> FloatArray:
        """Return the sums of the channel over each cell."""
        return np.asarray(np.bincount(cells, level.values[rows], size)[None], dtype=np.float64)

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the channel's running sums."""
        return groups.running(level.values[rows])[None]

    def folded(self, left: FloatArray, totals: FloatArray) -> FloatArray:  # noqa: ARG002 (other measures need them)
        """Return T_l."""
        return left

    def running_folded(
        self,
        level: Level,
        rows: Places,
        groups: Segments,
        totals: FloatArray,  # noqa: ARG002 (other measures need them)
    ) -> FloatArray:
        """Return T_l."""
        return self.running(level, rows, groups)

    def key(self, weight: FloatArray, folded: FloatArray, whole: FloatArray, totals: FloatArray) -> FloatArray:
        """Return D^2 / (w_l w_r)."""
        difference: FloatArray = whole * folded[0]
        difference -= totals[0] * weight
        difference *= difference
        difference /= weight * (whole - weight)
        return difference

    def key_of_many(
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: Index
    ) -> FloatArray:
        """Return W sum_c T_c^2 / w_c - T^2."""
        squares: FloatArray = children.sums(sums[0] ** 2 / weight)
        return np.asarray(np.maximum(level.weight[node] * squares - level.totals[0, node] ** 2, 0.0))

    def base(self, level: Level) -> FloatArray:
        """Return 0."""
        return np.zeros_like(level.weight)

    def bound(self, best: FloatArray, level: Level, length: int, arity: int) -> FloatArray:
        """Return the bound."""
        weight = level.weight
        if self.exact:
            if arity > 2:  # noqa: PLR2004 (two children)
                return np.asarray(4 * U * (arity + 4) * (best + level.totals[0] ** 2))
            told_apart = best * weight**4 < 2.0**55
            return np.where(told_apart, 0.0, 8 * U * best)
        of_sum, of_weight = summing_errors(level, self.units, length)
        if 8 * of_weight > level.lightest:
            return np.full_like(weight, np.inf)
        of_difference = 4 * weight * (of_sum + of_weight)
        product = level.lightest * weight / 2
        relative = 16 * U + 4 * of_weight / level.lightest
        bound: FloatArray = of_difference * (2 * np.sqrt(best / product) + of_difference / product) + relative * best
        if arity > 2:  # noqa: PLR2004 (two children)
            bound = arity * (bound + 4 * weight * (of_sum + (U + of_weight) * weight))
        return bound


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
        cells = nodes.owner * self.classes + self.codes[rows]
        totals = np.bincount(cells, here, len(nodes) * self.classes).reshape(-1, self.classes).T.astype(np.float64)
        weight = totals.sum(axis=0)
        magnitude = 0.0 if self.exact else float(weight.sum())
        lightest = 1.0 if here is None else float(here.min())
        scale = 1 / weight if self.kind != "entropy" or not self.exact else self.grain / weight
        return Level(rows, nodes, weight, np.ascontiguousarray(totals), NO_VALUES, magnitude, lightest, scale)

    def sums_by_cell(self, level: Level, rows: Places, cells: IntArray, size: int) -> FloatArray:  # noqa: ARG002
        """Return the class counts of each cell."""
        weights = None if self.units.weights is None else self.units.weights[rows]
        counts = np.bincount(cells * self.classes + self.codes[rows], weights, size * self.classes)
        return counts.reshape(-1, self.classes).T.astype(np.float64)

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:  # noqa: ARG002
        """Return the running class counts."""
        codes = self.codes[rows]
        weights = 1.0 if self.units.weights is None else self.units.weights[rows]
        return np.stack([groups.running((codes == k) * weights) for k in range(self.classes)])

    def folded(self, left: FloatArray, totals: FloatArray) -> FloatArray:
        """Return f_l and f_r."""
        return np.stack([self._f(left), self._f(totals - left)])

    def running_folded(self, level: Level, rows: Places, groups: Segments, totals: FloatArray) -> FloatArray:
        """Return the running f_l and f_r, by what each row adds to the one and takes from the other.

        A row of class k and weight w turns phi(l_k) into phi(l_k + w), where l_k sums the rows of its class before it.
        """
        if not self.exact or self.classes <= 3 or self.kind == "misclassification":  # noqa: PLR2004 (few are counted faster)
            return self.folded(self.running(level, rows, groups), totals)
        by_class = np.argsort(self.codes[rows].astype(np.uint16), axis=-1, kind="stable")
        steps = Segments(level.totals.astype(np.int64).ravel())  # the rows of a class, node by node
        before = np.arange(rows.shape[-1]) - steps.spread(steps.starts)
        after = steps.spread(steps.sizes) - before
        gained = self._phi(before + 1.0) - self._phi(before.astype(np.float64))
        lost = self._phi(after.astype(np.float64)) - self._phi(after - 1.0)
        left, right = np.empty(rows.shape), np.empty(rows.shape)
        np.put_along_axis(left, by_class, np.broadcast_to(gained, rows.shape), axis=-1)
        np.put_along_axis(right, by_class, np.broadcast_to(lost, rows.shape), axis=-1)
        whole = groups.spread(self._f(level.totals))
        return np.stack([groups.running(left), whole - groups.running(right)])

    def key(self, weight: FloatArray, folded: FloatArray, whole: FloatArray, totals: FloatArray) -> FloatArray:  # noqa: ARG002
        """Return the key of two children."""
        first, second = folded
        other = whole - weight
        match self.kind:
            case "gini":
                return np.asarray((first * other + second * weight) / (weight * other))
            case "entropy":
                return np.asarray(first + second - (self._phi(weight) + self._phi(other)))
            case "misclassification":
                return np.asarray(first + second)

    def key_of_many(
        self,
        children: Segments,
        weight: FloatArray,
        sums: FloatArray,
        level: Level,  # noqa: ARG002 (other measures need it)
        node: Index,  # noqa: ARG002 (other measures need it)
    ) -> FloatArray:
        """Return the key, summed over the children."""
        return children.sums(self._share(weight, self._f(sums)))

    def base(self, level: Level) -> FloatArray:
        """Return the key of the undivided node."""
        return self._share(level.weight, self._f(level.totals))

    def bound(self, best: FloatArray, level: Level, length: int, arity: int) -> FloatArray:
        """Return the bound."""
        if self.exact:
            return self._bound_of_whole(best, level.weight, arity)
        weight, terms = level.weight, arity * (2 * self.classes + 4)
        _, of_weight = summing_errors(level, self.units, length)
        if 8 * of_weight > level.lightest:
            return np.full_like(weight, np.inf)
        match self.kind:
            case "misclassification":
                return np.full_like(weight, terms * of_weight)
            case "gini":
                return np.asarray(terms * (of_weight + 4 * U * weight))
            case "entropy":
                steep = np.log2(weight + 2) - np.log2(of_weight) + 4
                return np.asarray(terms * steep * (of_weight + LOGARITHM * U * weight))

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
        indicator = np.asarray(codes == 1, dtype=np.float64)
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
        multiples, exponent = whole
        channel = multiples if units.weights is None else multiples * units.weights
        if np.abs(channel).sum() < WHOLE:
            with np.errstate(over="ignore", under="ignore"):
                return Deviations(units, channel, float(np.ldexp(1.0, 2 * exponent)), exact=True)
    return Deviations(units, responses, 1.0, exact=False)


def weight_times_logarithm(weights: FloatArray) -> FloatArray:
    """Return x log2 x, 0 at 0.

    >>> weight_times_logarithm(np.array([0.0, 1.0, 4.0]))
    array([0., 0., 8.])
    """
    positive = np.maximum(weights, np.finfo(np.float64).tiny)
    return np.asarray(weights * np.log2(positive))


def summing_errors(level: Level, units: Units, length: int) -> tuple[float, float]:
    """Return how far a sum of channels, and a sum of weights, over part of a run of *length* rows can be off."""
    steps = 4 * U * (length + 4)
    return steps * level.magnitude, 0.0 if units.weights is None or units.exact else steps * float(level.weight.sum())


def _scaled_to_one(values: FloatArray, nodes: Segments) -> tuple[FloatArray, IntArray]:
    """Return the values over a power of two, node by node, so that each is below 1 in magnitude; and the exponents."""
    exponents = np.frexp(nodes.maxima(np.abs(values)))[1].astype(np.int64)
    return np.ldexp(values, -nodes.spread(exponents)), exponents

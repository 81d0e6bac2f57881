"""Questions with two children, such as thresholds: each is scored from the sums over its first child."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from dtrees.vectorized.candidates.candidate import LARGEST_SET, NOTHING, Candidates
from dtrees.vectorized.candidates.counted import Counted, Runs
from dtrees.vectorized.measures.rounding import weight_times_logarithm

if TYPE_CHECKING:
    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Arrays
    from dtrees.vectorized.segments import Segments


@attrs.frozen(eq=False)
class Cuts:
    """Candidate questions with two children, grouped by column and node.

    smaller, the smaller child's weight (the first's where there is no min_leaf);  totals, the sums over the node;
    weighed, the measure's terms that depend on the weights, not on the first child's sums
    """

    groups: Segments
    smaller: FloatArray
    totals: FloatArray
    weighed: tuple[FloatArray, ...]


@attrs.frozen(eq=False)
class Kept:
    """The float scores (keys) of all candidates of a level, kept so that near-ties can be found again.

    Each of *groups* holds the candidates of one *column* at one *node*.
    """

    keys: FloatArray
    groups: Segments
    node: IntArray
    column: IntArray
    places: Places

    def near(self, least: FloatArray, columns: Counted) -> Near:
        """Return the candidates of *columns* whose key is at least *least*, which has a number for each node.

        The candidates of a node come in the order of features and places.
        """
        at = (self.keys >= self.groups.spread(least.take(self.node))).nonzero()[0]
        group = self.groups.owner.take(at)
        feature = columns.numbers.take(self.column.take(group))
        return self.node.take(group), feature, *self.places.take(at + NEIGHBOURS, mode="clip")


NEIGHBOURS: Final = np.array([[0], [1]])
"""A place, and the next one."""

Near: TypeAlias = tuple[NDArray[Any], ...]
"""The nodes, features, places and places above of candidates."""


class Binary(Counted):
    """Columns whose candidate questions have two children, one candidate for each run of equal values.

    thinned  whether keys are kept only from `least_kept` of their column and node on
    """

    thinned = False

    @abstractmethod
    def first(self, groups: Segments, of_runs: NDArray[Any]) -> NDArray[Any]:
        """Return the total over the first child of each run's question, given the totals of the runs in *groups*."""

    @abstractmethod
    def idle(self, groups: Segments) -> IntArray:
        """Return the runs that make no candidate, because the second child of their question would be empty."""

    def best_of_runs(self, level: Level, runs: Runs, column: IntArray, node: IntArray) -> FloatArray:
        """Return the largest key in each group of *runs*.

        Group i holds the runs of column ``column[i]`` at node ``node[i]``.
        """
        keys = self.keys(level, self.first_children(runs), column, node)
        self.kept.append(Kept(keys, runs.groups, node, column, runs.places))
        return runs.groups.maxima(keys)

    def least_kept(self, best: FloatArray, level: Level) -> FloatArray:
        """Return from where on keys are kept: floats are off by less than a thousandth of the gain of the largest."""
        base = self.measure.base(level)
        gain = best - base
        return np.asarray(base + gain * (1 - np.copysign(2.0**-10, gain)))

    def first_children(self, runs: Runs) -> Runs:
        """Return *runs* with each weight and sum replaced by that of the first child of the run's question."""
        return Runs(runs.groups, runs.places, self.first(runs.groups, runs.weight), self.first(runs.groups, runs.sums))

    def keys(self, level: Level, first: Runs, column: IntArray, node: IntArray) -> FloatArray:  # noqa: ARG002 (thresholds need it)
        """Return the key of each candidate, given the weights and sums of its first child.

        Group i holds the candidates of column ``column[i]`` at node ``node[i]``.
        """
        cuts = self.cuts_at(level, node, first.groups, first.weight)
        return self.keys_of_cuts(level, cuts, self.measure.folded(first.sums, cuts.totals))

    def cuts(self, groups: Segments, weight: FloatArray, whole: FloatArray, totals: FloatArray) -> Cuts:
        """Return the candidates whose first children have the weights *weight*, of nodes of weight *whole*."""
        other = np.asarray(whole - weight, dtype=np.float64)
        other[..., self.idle(groups)] = 1  # they are no candidates, and nothing is divided by 0
        smaller = np.minimum(weight, other) if self.min_leaf else weight
        return Cuts(groups, smaller, totals, self.measure.weighed(weight, other, whole, totals))

    def cuts_at(self, level: Level, node: IntArray, groups: Segments, weight: FloatArray) -> Cuts:
        """Return the candidates of several columns, where group i of *groups* is at node ``node[i]``."""
        return self.cuts(groups, weight, groups.spread(level.weight[node]), groups.spread(level.totals[:, node]))

    def keys_of_cuts(self, level: Level, cuts: Cuts, folded: Arrays) -> FloatArray:
        """Return the key of each candidate with two children: `NOTHING` where none is, or a child is too small."""
        keys = self.measure.key(folded, cuts.weighed)
        self.bar_small(level, keys, cuts.smaller)
        keys[..., self.idle(cuts.groups)] = NOTHING
        return keys

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each pair ``column[i]``, ``node[i]`` whose key is at least ``least[i]``."""
        at, pairs = level.nodes.places(node)
        columns = pairs.spread(column)
        rows = self.rows_at(level, columns, at)
        first = self.first_children_of(level, rows, self.places_of(columns, rows), pairs)
        groups = first.groups
        keys = self.keys(level, first, column, node)
        owner = node[groups.owner]
        chosen = np.flatnonzero((keys > NOTHING) & (keys >= groups.spread(least)))
        if self.measure.exact:
            left_sums = np.concatenate([first.weight[None], first.sums])
        else:
            left_sums = self.first(groups, self._sets(level, rows, columns, pairs))[None]
        weight, owner, information = first.weight[chosen], owner[chosen], np.zeros(len(chosen))
        if self.by_ratio:
            whole = level.weight[owner]
            information = weight_times_logarithm(whole)
            information -= weight_times_logarithm(weight) + weight_times_logarithm(whole - weight)
        return Candidates(
            owner,
            self.numbers[column][groups.owner[chosen]],
            first.places[chosen],
            np.append(first.places, -1)[chosen + 1],
            keys[chosen],
            information,
            left_sums[:, chosen],
        )

    def rows_at(self, level: Level, columns: IntArray, at: IntArray) -> Places:  # noqa: ARG002 (columns in order need them)
        """Return the rows of a level at the places *at*; for sorted *columns* in the order of their values."""
        return level.rows[at]

    def first_children_of(self, level: Level, rows: Places, places: Places, pairs: Segments) -> Runs:
        """Return the runs of *rows* by their values' *places*, with the weight and sums of each first child."""
        return self.first_children(self.runs(level, rows, places[None], pairs))

    def _sets(self, level: Level, rows: Places, columns: IntArray, pairs: Segments) -> NDArray[np.int64]:
        """Return the rows of each run as a set, bit i of an integer being row i of the node; 0 in a large node."""
        place = np.arange(len(level.rows)) - level.nodes.spread(level.nodes.starts)
        small = level.nodes.spread(level.nodes.sizes) <= LARGEST_SET
        bits = np.zeros(self.columns.places.shape[1], dtype=np.int64)
        bits[level.rows] = np.where(small, np.left_shift(np.int64(1), np.minimum(place, LARGEST_SET)), 0)
        runs = pairs.owner * self.width + self.places_of(columns, rows)
        _, run = np.unique(runs, return_inverse=True)
        sets = np.zeros(run.max() + 1, dtype=np.int64)
        np.add.at(sets, run, bits[rows])
        return sets

"""Thresholds: the first child of a run's question is the run and all before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.vectorized.candidates.binary import NEIGHBOURS, Binary, Cuts
from dtrees.vectorized.candidates.candidate import NOTHING
from dtrees.vectorized.candidates.counted import Runs
from dtrees.vectorized.segments import Segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.candidates.binary import Near
    from dtrees.vectorized.candidates.counted import Counted
    from dtrees.vectorized.candidates.kind import Parting
    from dtrees.vectorized.columns import Columns, Places
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure


MANY: Final = 1 << 18
"""Where columns hold more rows in all, the keys that cannot be the largest are dropped, which takes some calls."""


@attrs.frozen(eq=False)
class KeptRows:
    """The keys of a level's threshold candidates (column, row), as if each row ended a run.

    numbers, the column of each line;  rows, its rows, sorted by value in each of the *nodes*
    flat, where not all keys are kept, the places (line, row) of those that are
    """

    keys: FloatArray
    flat: Places | None
    nodes: Segments
    numbers: IntArray
    rows: Places

    def near(self, least: FloatArray, columns: Counted) -> Near:
        """Return the candidates whose key is at least *least* of their node, as `Kept.near` does."""
        if self.flat is None:
            flat = (self.keys >= self.nodes.spread(least)).ravel().nonzero()[0]
        else:
            least_of_kept = least.take(self.nodes.owner.take(self.flat % self.rows.shape[1]))
            flat = self.flat.take((self.keys >= least_of_kept).nonzero()[0])
        line, at = np.divmod(flat, self.rows.shape[1])
        feature = self.numbers.take(line)
        rows = self.rows.ravel().take(flat + NEIGHBOURS, mode="clip")
        return self.nodes.owner.take(at), feature, *columns.columns.places_of(feature, rows)


class Thresholds(Binary):
    """Columns with threshold questions and so few values that rows are counted by value; *reach* as in `Column`."""

    def __init__(self, columns: Columns, numbers: Sequence[int], measure: Measure, min_leaf: float) -> None:
        super().__init__(columns, numbers, measure, min_leaf)
        self.reach = _stacked([columns[number].reach for number in numbers], self.width)

    def first(self, groups: Segments, of_runs: NDArray[Any]) -> NDArray[Any]:
        """Return the cumulative totals: the first child holds a run and all runs before it."""
        return groups.running(of_runs)

    def idle(self, groups: Segments) -> IntArray:
        """Return the last run of each group, above which there is no value."""
        return groups.ends - 1

    def keys(self, level: Level, first: Runs, column: IntArray, node: IntArray) -> FloatArray:
        """Return the keys of candidates, `NOTHING` also where no threshold fits between two values."""
        keys = super().keys(level, first, column, node)
        if self.reach is not None:
            _bar_close(keys, self.reach, column[first.groups.owner], first.places)
        return keys


class OrderedThresholds(Thresholds):
    """Columns with threshold questions, kept sorted.

    orders   the rows of each node, sorted by each column's values (column, place)
    """

    def __init__(self, columns: Columns, numbers: Sequence[int], measure: Measure, min_leaf: float) -> None:
        super().__init__(columns, numbers, measure, min_leaf)
        self.distinct = columns[numbers[0]].distinct
        self.orders: Places = np.stack([columns.take_order(number) for number in numbers])

    def part(self, parting: Parting) -> None:
        """Move the rows to the next level: first children before second ones, each in the order of their parents."""
        self.kept.clear()
        parted = np.empty((len(self.numbers), np.count_nonzero(parting.child >= 0)), dtype=np.int32)
        for block in self.blocks(self.orders.shape[1]):
            orders = self.orders[block].ravel()
            children = parting.child.take(orders)
            chosen = [orders.take((children == place).nonzero()[0]) for place in range(parting.arity)]
            parts = [of_child.reshape(block.stop - block.start, -1) for of_child in chosen]
            np.concatenate(parts, axis=1, out=parted[block])
        self.orders = parted

    def best_by_block(self, level: Level, blocks: Sequence[slice]) -> list[FloatArray]:
        """Return the largest key of each column at each node (column, node), block by block."""
        alike, self.thinned = None, self.orders.size > MANY
        if level.weighed.rows is None:
            alike = self.cuts(level.nodes, level.nodes.ranks, level.whole, level.channels)
        return [self._best_of_rows(level, self.orders[block], self.lines[block], alike) for block in blocks]

    def _best_of_rows(self, level: Level, rows: Places, columns: IntArray, alike: Cuts | None) -> FloatArray:
        """Return the largest keys of columns whose *rows* are scored one by one, as if each ended a run."""
        nodes = level.nodes
        cuts = alike or self.cuts(nodes, self._running_weight(level, rows, nodes), level.whole, level.channels)
        keys = self.keys_of_cuts(level, cuts, self.measure.running_folded(level, rows))
        if not self.distinct or self.reach is not None:
            of_rows = self.places_of(columns[:, None], rows)
            flat = of_rows.ravel()  # a line's last key is NOTHING already, whatever the next line begins with
            np.putmask(keys.reshape(-1)[:-1], flat[1:] == flat[:-1], NOTHING)
            if self.reach is not None:
                _bar_close(keys, self.reach, columns[:, None], of_rows)
        best = nodes.maxima(keys)
        at: Places | None = None
        if self.thinned:
            at = (keys >= nodes.spread(self.least_kept(best, level))).ravel().nonzero()[0]
            keys = keys.ravel().take(at)
        self.kept.append(KeptRows(keys, at, nodes, self.numbers[columns], rows))
        return best

    def rows_at(self, level: Level, columns: IntArray, at: IntArray) -> Places:  # noqa: ARG002 (counted columns need it)
        """Return the row at place ``at[i]`` of the level as sorted by column ``columns[i]``."""
        return np.asarray(self.orders[columns, at])

    def first_children_of(self, level: Level, rows: Places, places: Places, pairs: Segments) -> Runs:
        """Return the runs of *rows* by their values' *places*, with the weight and sums of each first child."""
        last = _last_of_runs(places, pairs)
        ends = np.flatnonzero(last)
        weight, sums = self._running_weight(level, rows[None], pairs), self.measure.running(level, rows[None], pairs)
        return Runs(Segments(pairs.sums(last)), places[ends], weight[..., ends].ravel(), sums[:, 0, ends])

    def _running_weight(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        weights = level.weighed.rows
        return groups.ranks if weights is None else groups.running(weights.take(rows), alike=True)


def _last_of_runs(places: Places, groups: Segments) -> NDArray[np.bool_]:
    """Return which of the *places* differ from the next in their group."""
    last = np.empty(places.shape, dtype=bool)
    np.not_equal(places[..., 1:], places[..., :-1], out=last[..., :-1])
    last[..., groups.ends - 1] = True
    return last


def _stacked(reaches: Sequence[Places | None], width: int) -> Places | None:
    """Return the reach of each place of each column, or None where all reach the next."""
    if all(reach is None for reach in reaches):
        return None
    stacked = np.tile(np.arange(1, width + 1), (len(reaches), 1))
    for column, reach in enumerate(reaches):
        if reach is not None:
            stacked[column, : len(reach)] = reach
    return stacked


def _bar_close(keys: FloatArray, reach: Places, columns: IntArray, places: Places) -> None:
    """Exclude thresholds between values that cannot be separated, the *places* being those of the runs, in order."""
    keys[..., :-1][places[..., 1:] < reach[columns, places][..., :-1]] = NOTHING

"""Thresholds of sparse columns: the rows of the commonest value are never visited, but computed by subtraction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtrees.vectorized.candidates.candidate import NOTHING
from dtrees.vectorized.candidates.counted import Runs
from dtrees.vectorized.candidates.thresholds import Thresholds
from dtrees.vectorized.segments import Segments, stretches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.candidates.kind import Parting
    from dtrees.vectorized.columns import Columns
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure


class SparseThresholds(Thresholds):
    """Columns with threshold questions, kept sorted without the rows of each column's commonest value.

    A place of the i-th column is numbered i * width + place.

    rows    the other rows: node by node, each column's in sorted order;  values, the numbers of their places
    common  the number of each column's commonest place
    """

    def __init__(self, columns: Columns, numbers: Sequence[int], measure: Measure, min_leaf: float) -> None:
        super().__init__(columns, numbers, measure, min_leaf)
        first = np.arange(len(numbers)) * self.width
        self.common = first + np.array([columns[number].common for number in numbers])
        rows = [columns.sparse_order(number) for number in numbers]
        column = np.repeat(self.lines, [len(of_column) for of_column in rows])
        self.rows = np.concatenate(rows)
        self.values = first.take(column) + self.places_of(column, self.rows)

    def part(self, parting: Parting) -> None:
        """Move the rows to the next level: first children before second ones, each in the order of their parents."""
        children = parting.child.take(self.rows)
        at = np.concatenate([(children == place).nonzero()[0] for place in range(parting.arity)])
        self.rows, self.values = self.rows.take(at), self.values.take(at)

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""
        self.kept.clear()
        best = np.full((len(self.numbers), len(level.nodes)), NOTHING)
        if len(self.rows):
            runs, column, node = self._all_runs(level)
            best[column, node] = self.best_of_runs(level, runs, column, node)
        return best

    def _all_runs(self, level: Level) -> tuple[Runs, IntArray, IntArray]:
        """Return the runs of each column and node where some value is not the commonest: theirs, and its own."""
        columns, size = len(self.numbers), len(self.numbers) * self.width
        node_of_row = np.empty(self.columns.places.shape[1], dtype=np.int64)
        node_of_row[level.rows] = level.nodes.owner
        cells = node_of_row.take(self.rows) * size + self.values
        runs = stretches(cells)
        filled = cells.take(runs.starts)
        weight, sums = self.measure.sums_by_run(level, self.rows, runs)
        groups = stretches(filled // self.width)
        node, column = np.divmod(filled.take(groups.starts) // self.width, columns)
        left, left_sums = level.weight[node] - groups.sums(weight), level.totals[:, node] - groups.sums(sums)
        there = left.nonzero()[0]
        common = node[there] * size + self.common[column[there]]
        cells = np.concatenate([filled, common])
        order = cells.argsort(kind="stable")  # which merges two ascending lists
        weight = np.concatenate([weight, left.take(there)]).take(order)
        sums = np.concatenate([sums, left_sums.take(there, axis=1)], axis=1).take(order, axis=1)
        places = cells.take(order) % self.width
        return Runs(Segments(groups.sizes + (left > 0)), places, weight, sums), column, node

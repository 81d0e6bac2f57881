"""Questions with a child for each category, or for each value, at the node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtrees.vectorized.candidates.candidate import NOTHING, Candidates
from dtrees.vectorized.candidates.counted import Counted, Runs
from dtrees.vectorized.measures.rounding import weight_times_logarithm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.trees.questions import Question
    from dtrees.vectorized.columns import Columns
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure


class Multiway(Counted):
    """Columns whose questions have a child for each category: one candidate for each column and node."""

    def __init__(self, columns: Columns, numbers: Sequence[int], measure: Measure, min_leaf: float) -> None:
        super().__init__(columns, numbers, measure, min_leaf)
        self.arity = max(self.width, 3)  # scored as many children, also where two

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:
        """Return the question with a child for each category, or value, that occurs at the node."""
        column = self.columns[feature]
        return column.question(place, above, np.unique(column.places[level.rows_of(node)]))

    def best_of_runs(self, level: Level, runs: Runs, column: IntArray, node: IntArray) -> FloatArray:  # noqa: ARG002 (thresholds need it)
        """Return the key of each group of *runs*, `NOTHING` where there is one run only."""
        keys = self.measure.key_of_many(runs.groups, runs.weight, runs.sums, level, node)
        self.bar_small(level, keys, runs.groups.minima(runs.weight))
        keys[runs.groups.sizes == 1] = NOTHING
        return keys

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:  # noqa: ARG002 (one candidate is the best)
        """Return the candidate of each pair ``column[i]``, ``node[i]``, where there is one."""
        at, pairs = level.nodes.places(node)
        rows = level.rows[at]
        runs = self.runs(level, rows, self.places_of(pairs.spread(column), rows)[None], pairs)
        keys = self.best_of_runs(level, runs, column, node)
        information = weight_times_logarithm(level.weight[node])
        information -= runs.groups.sums(weight_times_logarithm(runs.weight))
        none = np.full(len(node), -1)
        sums = 1 + len(level.totals)
        left_sums = np.zeros((sums, len(node))) if self.measure.exact else np.zeros((1, len(node)), np.int64)
        found = Candidates(node, self.numbers[column], none, none, keys, information, left_sums)
        return found.at(np.flatnonzero(keys > NOTHING))

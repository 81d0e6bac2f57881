"""Questions about a set of categories: the specification's own candidates, whose gains are exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from dtrees.growing.best_split import scored
from dtrees.vectorized.candidates.candidate import NOTHING, Candidates
from dtrees.vectorized.candidates.ordered_subsets import contending
from dtrees.vectorized.measures.rounding import weight_times_logarithm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.growing.best_split import ScoredSplit
    from dtrees.growing.learner import Learner
    from dtrees.trees.questions import Question
    from dtrees.vectorized.candidates.kind import Parting
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure


class Subsets:
    """Categorical columns split by subsets: each node's candidates are the specification's own, scored exactly."""

    arity = 2
    keys_are_the_measures = False

    def __init__(self, numbers: Sequence[int], data: Dataset, learner: Learner, measure: Measure) -> None:
        self.numbers = np.array(numbers)
        self.learner, self.measure = learner, measure
        self.alone = {number: attrs.evolve(data, features=(data.features[number],)) for number in numbers}
        self.scored: dict[tuple[int, int], list[ScoredSplit]] = {}

    def part(self, parting: Parting) -> None:  # noqa: ARG002 (rows are read from the level)
        """Forget the candidates of the last level; those of the next are still to be scored."""
        self.scored.clear()

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), computed from the exact gain."""
        best = np.full((len(self.numbers), len(level.nodes)), NOTHING)
        for node in range(len(level.nodes)):
            for column, number in enumerate(self.numbers.tolist()):
                divisions = contending(self.alone[number].take(level.rows_of(node)), self.learner)
                self.scored[node, number] = [scored(division, self.learner) for division in divisions]
                best[column, node] = max(self._keys(level, node, number), default=NOTHING)
        return best

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each pair ``column[i]``, ``node[i]`` whose key is at least ``least[i]``."""
        rows = []
        for number, owner, smallest in zip(self.numbers[column].tolist(), node.tolist(), least.tolist(), strict=True):
            for place, key in enumerate(self._keys(level, owner, number)):
                if key < smallest:
                    continue
                parts = [part.weight / self.measure.units.unit for part in self.scored[owner, number][place].parts]
                weights = np.array([float(part) for part in (sum(parts), *parts)])
                rows.append((owner, number, place, key, *weight_times_logarithm(weights)))
        owners, numbers, places, keys, whole, first, second = np.array(rows).T
        left_sums = np.tile(
            -1 - np.arange(len(rows)), (1 + self.measure.exact * len(level.totals), 1)
        )  # equal to nothing
        owners, numbers, places = (array.astype(np.int64) for array in (owners, numbers, places))
        return Candidates(owners, numbers, places, places, keys, whole - first - second, left_sums)

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:  # noqa: ARG002
        """Return the question of a candidate, given its *node*, *feature* and *place*, the number of its subset."""
        return self.scored[node, feature][place].question

    def _keys(self, level: Level, node: int, number: int) -> list[float]:
        base = float(self.measure.base(level)[node])
        return [base + level.in_keys(scored.gain, node) for scored in self.scored[node, number]]

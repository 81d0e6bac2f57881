"""Columns whose rows are counted by value, all nodes of a level at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.vectorized.candidates.candidate import NOTHING, UNKNOWN
from dtrees.vectorized.segments import Segments
from dtrees.vectorized.units import U

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data import FloatArray, IntArray
    from dtrees.questions import Question
    from dtrees.vectorized.candidates.candidate import Candidates
    from dtrees.vectorized.columns import Columns, Places
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure

BLOCK: Final = 1 << 15
"""So many places of columns times rows are scored in one go, at least one column: what they touch fits a cache."""

SPARSE: Final = 64
"""Up to so many times as many cells as rows are looked up in a table; others are sorted."""


@attrs.frozen(eq=False)
class Runs:
    """The runs of groups, a group being a column at a node; each run's value, weight and channels' sums."""

    groups: Segments
    places: Places
    weight: NDArray[Any]
    sums: NDArray[Any]


class Counted(ABC):
    """Columns that are asked alike, and counted.

    columns  of the data, and the numbers of those that are asked;  width, the most values of one of these
    by_ratio  whether candidates are asked for their information;  kept, the keys of the level where they are of use
    """

    arity = 2
    by_ratio = False
    keys_are_the_measures = True

    def __init__(self, columns: Columns, numbers: Sequence[int], measure: Measure, min_leaf: float) -> None:
        self.columns, self.numbers = columns, np.array(numbers)
        self.measure, self.min_leaf = measure, min_leaf
        self.width = max(len(columns[number].values) for number in numbers)
        self.kept: list[Any] = []

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:  # noqa: ARG002 (questions of many children need them)
        """Return the question that a candidate asks."""
        return self.columns[feature].question(place, above)

    def part(self, child: Places, arity: int) -> None:  # noqa: B027 (counting reads the rows from the level)
        """Go to the next level: there is nothing to do."""

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""
        self.kept.clear()
        return np.concatenate(self.best_by_block(level, self.blocks(len(level.rows))))

    def blocks(self, rows: int) -> list[IntArray]:
        """Return the columns in blocks of which so many rows are looked at in one go."""
        columns, at_once = np.arange(len(self.numbers)), max(1, BLOCK // rows)
        return [columns[start : start + at_once] for start in range(0, len(columns), at_once)]

    def best_by_block(self, level: Level, blocks: Sequence[IntArray]) -> list[FloatArray]:
        """Return the largest keys of each block of columns (column, node)."""
        found = []
        for columns in blocks:
            runs = self.runs(level, level.rows, self.places_of(columns[:, None], level.rows), level.nodes)
            column, node = np.repeat(columns, len(level.nodes)), np.tile(np.arange(len(level.nodes)), len(columns))
            found.append(self.best_of_runs(level, runs, column, node).reshape(len(columns), -1))
        return found

    @abstractmethod
    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each *column* at the *node* beside it whose keys are at least the node's *least*."""

    @abstractmethod
    def best_of_runs(self, level: Level, runs: Runs, column: IntArray, node: IntArray) -> FloatArray:
        """Return the largest key of each group of *runs*, which is of the *column* at the *node* beside it."""

    def places_of(self, columns: IntArray, rows: Places) -> Places:
        """Return the places of *rows* in the *columns* beside them."""
        return self.columns.places_of(self.numbers.take(columns), rows)

    def runs(self, level: Level, rows: Places, places: Places, groups: Segments) -> Runs:
        """Return the runs of the *rows*, which stand by *groups*, in each of several columns' *places*."""
        count = len(places) * len(groups)
        first = np.arange(0, count, len(groups))[:, None] * self.width
        cells = places + groups.spread(np.arange(len(groups)) * self.width)
        cells += first
        filled, cells = _renumbered(cells, count * self.width)
        weight, sums = self.measure.sums_by_cell(level, rows, cells, len(filled))
        runs = Segments(np.bincount(filled // self.width, minlength=count))
        return Runs(runs, filled % self.width, weight, sums)

    def bar_small(self, level: Level, keys: FloatArray, smallest: FloatArray) -> None:
        """Bar candidates with a child below min_leaf; where rounding hides whether it is, the key is `UNKNOWN`."""
        if self.min_leaf:
            slack = 0.0 if self.measure.units.exact else level.weighed.off.max() + 2 * U * self.min_leaf
            keys[..., smallest < self.min_leaf - slack] = NOTHING
            if slack:
                keys[..., abs(smallest - self.min_leaf) <= slack] = UNKNOWN


def _renumbered(cells: IntArray, size: int) -> tuple[IntArray, Places]:
    """Return which cells of so many there are, and for each its place among them."""
    if size > SPARSE * cells.size:
        found = np.unique(cells, return_inverse=True)
        return found[0], found[1].reshape(cells.shape)
    present = np.zeros(size, dtype=bool)
    present[cells] = True
    filled = np.flatnonzero(present)
    number = np.empty(size, dtype=np.int32)
    number[filled] = np.arange(len(filled))
    return filled, number.take(cells)

"""Columns whose rows are counted by value, all nodes of a level at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final, cast

import attrs
import numpy as np

from dtrees.vectorized.bulk import fits_a_table, renumbered
from dtrees.vectorized.candidates.candidate import NOTHING, UNKNOWN
from dtrees.vectorized.segments import Segments
from dtrees.vectorized.units import U

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.trees.questions import Question
    from dtrees.vectorized.candidates.candidate import Candidates
    from dtrees.vectorized.candidates.kind import Parting
    from dtrees.vectorized.columns import Columns, Places
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure

BLOCK: Final = 1 << 15
"""Columns are scored in blocks of at most so many cells (columns times rows, at least one column), to fit a cache."""

WORTH: Final = 4096
"""Only smaller children are counted, and subtracted from the parents, where this saves more than so many cells."""


@attrs.frozen(eq=False)
class Runs:
    """The runs of groups, a group being a column at a node: each run's value (a place), weight and channels' sums."""

    groups: Segments
    places: Places
    weight: NDArray[Any]
    sums: NDArray[Any]


class Counted(ABC):
    """Columns whose candidate questions are scored by counting rows per value; all nodes of a level at once.

    columns   all columns of the data;  numbers, of those scored here;  lines, 0, 1, ... for each of these
    width     the largest number of distinct values in one of them
    by_ratio  whether the score is the gain ratio;  kept, the keys of the level, if they are needed again
    last      the runs of the last level, if counts are to be subtracted from them;  nodes, its nodes
    parting   the division of the last level's nodes into children
    """

    arity = 2
    by_ratio = False
    keys_are_the_measures = True

    def __init__(self, columns: Columns, numbers: Sequence[int], measure: Measure, min_leaf: float) -> None:
        self.columns, self.numbers, self.lines = columns, np.array(numbers), np.arange(len(numbers))
        self.measure, self.min_leaf = measure, min_leaf
        self.width = max(len(columns[number].values) for number in numbers)
        self.kept: list[Any] = []
        self.last: Runs | None = None

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:  # noqa: ARG002 (questions of many children need them)
        """Return the question of a candidate, given its *feature*, the *place* of its value and the one *above*."""
        return self.columns[feature].question(place, above)

    def part(self, parting: Parting) -> None:
        """Move the columns on to the next level, whose nodes *parting* describes."""
        self.parting = parting

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""
        self.kept.clear()
        found = self.best_by_block(level, self.blocks(len(level.rows)))
        return found[0] if len(found) == 1 else np.concatenate(found)

    def blocks(self, rows: int) -> list[slice]:
        """Return slices of the columns, each of so many columns as are scored together for this number of *rows*."""
        at_once = max(1, BLOCK // rows)
        return [slice(start, min(start + at_once, len(self.numbers))) for start in range(0, len(self.numbers), at_once)]

    def best_by_block(self, level: Level, blocks: Sequence[slice]) -> list[FloatArray]:
        """Return, for each block of columns, the largest key of each column at each node (column, node)."""
        smaller, found, made = self._smaller(len(level.rows)), [], []
        for block in blocks if smaller is None else [slice(None)]:
            columns = self.lines[block]
            if smaller is None:
                runs = self.runs(level, level.rows, self.places_of(columns[:, None], level.rows), level.nodes)
            else:
                runs = self._runs_by_difference(level, smaller)
            made.append(runs)
            column, node = np.repeat(columns, len(level.nodes)), np.tile(np.arange(len(level.nodes)), len(columns))
            found.append(self.best_of_runs(level, runs, column, node).reshape(len(columns), -1))
        few = 4 * sum(len(runs.places) for runs in made) + WORTH < len(level.rows) * len(self.numbers)
        few &= fits_a_table(len(level.nodes) * self.width, len(level.rows))
        self.last, self.nodes = _joined(made) if few and self.measure.exact else None, level.nodes
        return found

    def _smaller(self, rows: int) -> NDArray[np.bool_] | None:
        """Return which children are the smaller of two, or None where to count them, and subtract, does not pay."""
        if self.last is None or self.parting.arity != 2:  # noqa: PLR2004 (two children)
            return None
        parents, sizes = self.parting.parents, self.parting.nodes.sizes
        by_size, largest = sizes.argsort(), np.empty(len(self.nodes), dtype=np.int64)
        largest[parents[by_size]] = by_size
        smaller = largest[parents] != np.arange(len(parents))
        worth = (rows - 2 * sizes[smaller].sum()) * len(self.numbers) > WORTH
        kept = np.bincount(parents, sizes)[parents] == self.nodes.sizes[parents]  # no answer fits some rows else
        return smaller if worth and smaller.any() and kept.all() else None

    def _runs_by_difference(self, level: Level, smaller: NDArray[np.bool_]) -> Runs:
        """Return the runs of all columns: the *smaller* children are counted, the others hold what these leave.

        Sums being exact, so are their differences.
        """
        parting, last, columns = self.parting, cast("Runs", self.last), np.arange(len(self.numbers))[:, None]
        parents = len(self.nodes)
        number = np.empty(len(last.groups) * self.width, dtype=np.int32)
        number[last.groups.owner * self.width + last.places] = np.arange(len(last.places))
        at, part = parting.nodes.places(smaller.nonzero()[0])
        rows = parting.rows.take(at)
        cells = part.spread(parting.parents[smaller] * self.width) + columns * (parents * self.width)
        cells += self.places_of(columns, rows)
        counted = self.measure.sums_by_cell(level, rows, number.take(cells), len(last.places))
        weight, sums = (
            np.concatenate([of_parents - of_smaller, of_smaller], axis=-1)
            for of_parents, of_smaller in zip((last.weight, last.sums), counted, strict=True)
        )
        at, groups = last.groups.places((columns * parents + parting.parents[parting.going]).ravel())
        places = last.places.take(at)
        at += groups.spread(np.tile(smaller[parting.going] * len(last.places), len(columns)))
        there = weight.take(at).nonzero()[0]
        at, sizes = at.take(there), np.diff(there.searchsorted(groups.ends), prepend=0)
        return Runs(Segments(sizes), places.take(there), weight.take(at), sums.take(at, axis=-1))

    @abstractmethod
    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each pair ``column[i]``, ``node[i]`` whose key is at least ``least[i]``."""

    @abstractmethod
    def best_of_runs(self, level: Level, runs: Runs, column: IntArray, node: IntArray) -> FloatArray:
        """Return the largest key of each group of *runs*; group i is of column ``column[i]`` at node ``node[i]``."""

    def places_of(self, columns: IntArray, rows: Places) -> Places:
        """Return the place of each row's value in the column given beside it (arrays that broadcast together)."""
        return self.columns.places_of(self.numbers.take(columns), rows)

    def runs(self, level: Level, rows: Places, places: Places, groups: Segments) -> Runs:
        """Return the runs of *rows*, which *groups* divide, by the *places* of their values (column, row)."""
        count = len(places) * len(groups)
        first = np.arange(0, count, len(groups))[:, None] * self.width
        cells = places + groups.spread(np.arange(len(groups)) * self.width)
        cells += first
        filled, cells = renumbered(cells, count * self.width)
        weight, sums = self.measure.sums_by_cell(level, rows, cells, len(filled))
        runs = Segments(np.bincount(filled // self.width, minlength=count))
        return Runs(runs, filled % self.width, weight, sums)

    def bar_small(self, level: Level, keys: FloatArray, smallest: FloatArray) -> None:
        """Exclude candidates with a child below min_leaf; where rounding hides whether it is, set the key `UNKNOWN`."""
        if self.min_leaf:
            slack = 0.0 if self.measure.units.exact else level.weighed.off.max() + 2 * U * self.min_leaf
            short = self.min_leaf - smallest
            keys[..., short > slack] = NOTHING
            if slack:
                keys[..., abs(short) <= slack] = UNKNOWN


def _joined(parts: Sequence[Runs]) -> Runs:
    """Return the runs of blocks of columns, one after the other."""
    if len(parts) == 1:
        return parts[0]
    sizes = np.concatenate([part.groups.sizes for part in parts])
    places, weight = (np.concatenate([getattr(part, name) for part in parts]) for name in ("places", "weight"))
    return Runs(Segments(sizes), places, weight, np.concatenate([part.sums for part in parts], axis=1))

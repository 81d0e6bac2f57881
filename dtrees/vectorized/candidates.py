"""The candidate questions of all nodes of a level, with their keys.

Columns of one kind are scored together.  The rows of a node that share a value make a *run*: the runs of a numeric
column are found in its order, those of a column of few values, or of categories, by counting.  All candidates are
sums over runs: thresholds take them cumulatively, equalities one by one, `EachCategory` all at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import attrs
import numpy as np

from dtrees.score import scored_splits
from dtrees.vectorized.measures import summing_errors, weight_times_logarithm
from dtrees.vectorized.segments import Segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from dtrees.data import Dataset, FloatArray, IntArray
    from dtrees.learner import Learner
    from dtrees.score import ScoredSplit
    from dtrees.split import Question
    from dtrees.vectorized.columns import Column, Places
    from dtrees.vectorized.measures import Level, Measure

BLOCK: Final = 1 << 17
"""So many places of columns times rows are scored in one go, at least one column: it bounds the memory."""

LARGEST_SET: Final = 62
"""A set of rows of a node of so many rows or fewer is an integer, one bit a row."""

NOTHING: Final = -np.inf
"""The key where there is no candidate."""


@attrs.frozen(eq=False)
class Candidates:
    """Candidates of several nodes, each one place of every array.

    node, feature  whose candidate it is;  place, the value asked about (thresholds: the largest on the left), or -1
    above          the next larger value at the node, or -1;  key, as in `dtrees.vectorized.measures`
    information    W(t) times the intrinsic value
    left           what settles that two candidates are equal: the first child's weight and channels' sums where these
                   are exact, else the set of its rows, as an integer
    """

    node: IntArray
    feature: IntArray
    place: IntArray
    above: IntArray
    key: FloatArray
    information: FloatArray
    left: NDArray[Any]

    def asked(self, chosen: Iterable[int]) -> list[tuple[int, int, int]]:
        """Return feature, place and the place above of the candidates at *chosen*."""
        return [(int(self.feature[at]), int(self.place[at]), int(self.above[at])) for at in chosen]

    def at(self, chosen: IntArray) -> Candidates:
        """Return the candidates at *chosen*, in that order."""
        return Candidates(*(array[..., chosen] for array in attrs.astuple(self, recurse=False)))


def joined(parts: Sequence[Candidates]) -> Candidates:
    """Return the candidates of several parts in canonical order: by node, feature, then threshold or category."""
    columns = zip(*(attrs.astuple(part, recurse=False) for part in parts), strict=True)
    together = Candidates(*(np.concatenate(column, axis=-1) for column in columns))
    return together.at(np.lexsort((together.place, together.feature, together.node)))


@attrs.frozen(eq=False)
class _Runs:
    """The runs of groups, a group being a column at a node; each run's weight and channels' sums."""

    groups: Segments
    places: IntArray
    weight: FloatArray
    sums: FloatArray


class Kind(Protocol):
    """Columns that are scored together.

    numbers  their places among the data's features;  arity, the most children of a question about them
    keys_are_the_measures  whether equal keys are equal floats where the measure's bound says so
    """

    numbers: IntArray
    arity: int
    keys_are_the_measures: bool

    def part(self, child: Places, arity: int) -> None:
        """Go to the next level: row i goes to child ``child[i]`` of its node, or is done with (-1)."""

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""

    def candidates(self, level: Level, column: IntArray, node: IntArray) -> Candidates:
        """Return all candidates of each *column* at the *node* beside it."""

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:
        """Return the question that a candidate asks."""


class Columns:
    """Columns kept in order and asked for thresholds, or counted and asked alike.

    places   (column, row);  orders, the rows of each node in the order of each column (column, place), or None
    """

    keys_are_the_measures = True

    def __init__(self, columns: Sequence[Column], numbers: Sequence[int], measure: Measure, min_leaf: float) -> None:
        self.columns = dict(zip(numbers, columns, strict=True))
        self.numbers = np.array(numbers)
        self.measure, self.min_leaf = measure, min_leaf
        self.style = columns[0].style
        self.places: Places = np.stack([column.places for column in columns])
        self.width = max(len(column.values) for column in columns)
        self.arity = self.width if self.style == "each" else 2
        self.distinct = columns[0].distinct
        orders = [column.order for column in columns if column.order is not None]
        self.orders: Places | None = np.stack(orders) if orders else None

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:
        """Return the question that a candidate asks."""
        column = self.columns[feature]
        present = np.unique(column.places[level.rows_of(node)]) if self.style == "each" else ()
        return column.question(place, above, present)

    def part(self, child: Places, arity: int) -> None:
        """Go to the next level: first children stand before second ones, in the order of their parents."""
        if self.orders is not None:
            children = child[self.orders]
            parts = [self.orders[children == place].reshape(len(self.numbers), -1) for place in range(arity)]
            self.orders = np.concatenate(parts, axis=1)

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""
        at_once = max(1, BLOCK // len(level.rows))
        columns = np.arange(len(self.numbers))
        blocks = [columns[start : start + at_once] for start in range(0, len(columns), at_once)]
        return np.concatenate([self._best_of_block(level, block) for block in blocks])

    def _best_of_block(self, level: Level, columns: IntArray) -> FloatArray:
        nodes = level.nodes
        if self.orders is None:
            rows: Places = np.broadcast_to(level.rows, (len(columns), len(level.rows)))
            runs = self._counted(level, rows, columns[:, None], nodes)
            node = np.tile(np.arange(len(nodes)), len(columns))
            if self.style == "each":
                best = self._keys_of_many(level, runs, node)
            else:
                weight, left = self._left(runs)
                totals = runs.groups.spread(level.totals[:, node])
                keys = self._keys(level, runs.groups, node, weight, self.measure.folded(left, totals))
                best = runs.groups.maxima(keys)
            return best.reshape(len(columns), -1)
        rows = self.orders[columns]
        weight = self._running_weight(rows, nodes)
        totals = nodes.spread(level.totals)[:, None]
        folded = self.measure.running_folded(level, rows, nodes, totals)
        if self.distinct:
            return nodes.maxima(self._keys(level, nodes, slice(None), weight, folded))
        last = self._last_of_runs(rows, columns[:, None], nodes)
        ends = np.flatnonzero(last)
        groups = Segments(np.add.reduceat(last, nodes.starts, axis=1, dtype=np.int64).ravel())
        node = np.tile(np.arange(len(nodes)), len(columns))
        weight = np.broadcast_to(weight, rows.shape).ravel()[ends]
        keys = self._keys(level, groups, node, weight, folded.reshape(len(folded), -1)[:, ends])
        return groups.maxima(keys).reshape(len(columns), -1)

    def candidates(self, level: Level, column: IntArray, node: IntArray) -> Candidates:
        """Return all candidates of each *column* at the *node* beside it."""
        at, pairs = level.nodes.places(node)
        columns = pairs.spread(column)
        if self.orders is None:
            rows = level.rows[at]
            runs = self._counted(level, rows[None], columns[None], pairs)
            if self.style == "each":
                return self._candidates_of_many(level, runs, column, node)
            weight, left = self._left(runs)
        else:
            rows = self.orders[columns, at]
            last = self._last_of_runs(rows[None], columns[None], pairs)[0]
            ends = np.flatnonzero(last)
            weight = self._running_weight(rows, pairs)[ends]
            left = self.measure.running(level, rows, pairs)[:, ends]
            runs = _Runs(Segments(pairs.sums(last)), self.places[columns, rows][ends], weight, left)
        groups = runs.groups
        totals = groups.spread(level.totals[:, node])
        keys = self._keys(level, groups, node, weight, self.measure.folded(left, totals))
        whole = groups.spread(level.weight[node])
        inside = weight_times_logarithm(weight) + weight_times_logarithm(whole - weight)
        information = weight_times_logarithm(whole) - inside
        if self.measure.exact:
            told = np.concatenate([weight[None], left])
        else:
            sets = self._sets(level, rows, columns, pairs)
            told = (sets if self.style == "equals" else groups.running(sets))[None]
        above = np.append(runs.places[1:], -1)
        owner = node[groups.owner]
        found = Candidates(owner, self.numbers[column][groups.owner], runs.places, above, keys, information, told)
        return found.at(np.flatnonzero(keys > NOTHING))

    def _candidates_of_many(self, level: Level, runs: _Runs, column: IntArray, node: IntArray) -> Candidates:
        keys = self._keys_of_many(level, runs, node)
        none = np.full(len(node), -1)
        whole = level.weight[node]
        information = weight_times_logarithm(whole) - runs.groups.sums(weight_times_logarithm(runs.weight))
        told = (
            np.zeros((1 + len(level.totals), len(node))) if self.measure.exact else np.zeros((1, len(node)), np.int64)
        )
        found = Candidates(node, self.numbers[column], none, none, keys, information, told)
        return found.at(np.flatnonzero(keys > NOTHING))

    def _running_weight(self, rows: Places, groups: Segments) -> FloatArray:
        weights = self.measure.units.weights
        return groups.running(np.ones(rows.shape[-1]) if weights is None else weights[rows])

    def _last_of_runs(self, rows: Places, columns: IntArray, groups: Segments) -> NDArray[np.bool_]:
        places = self.places[columns, rows]
        last = np.empty(places.shape, dtype=bool)
        np.not_equal(places[:, 1:], places[:, :-1], out=last[:, :-1])
        last[:, groups.ends - 1] = True
        return last

    def _counted(self, level: Level, rows: Places, columns: IntArray, groups: Segments) -> _Runs:
        """Return the runs of the rows (block, place), which are *columns*' and stand by *groups*."""
        count = len(rows) * len(groups)
        group = np.arange(len(rows))[:, None] * len(groups) + groups.owner
        cells = (group * self.width + self.places[columns, rows]).ravel()
        if count * self.width <= 4 * len(cells):
            filled = np.flatnonzero(np.bincount(cells, minlength=count * self.width))
            place_of = np.zeros(count * self.width, dtype=np.int64)
            place_of[filled] = np.arange(len(filled))
            cells = place_of[cells]
        else:
            filled, cells = np.unique(cells, return_inverse=True)
        weights = self.measure.units.weights
        flat = rows.ravel()
        weight = np.bincount(cells, None if weights is None else weights[flat], len(filled)).astype(np.float64)
        sums = self.measure.sums_by_cell(level, flat, cells, len(filled))
        runs = Segments(np.bincount(filled // self.width, minlength=count))
        return _Runs(runs, filled % self.width, weight, sums)

    def _left(self, runs: _Runs) -> tuple[FloatArray, FloatArray]:
        """Return the weight and the channels' sums of the first child of each run's candidate."""
        if self.style == "equals":
            return runs.weight, runs.sums
        return runs.groups.running(runs.weight), runs.groups.running(runs.sums)

    def _keys(
        self, level: Level, groups: Segments, node: IntArray | slice, weight: FloatArray, folded: FloatArray
    ) -> FloatArray:
        """Return the keys of two children, `NOTHING` where a run's question is no candidate."""
        whole, totals = groups.spread(level.weight[node]), groups.spread(level.totals[:, node])
        if folded.ndim > totals.ndim:
            totals = totals[:, None]
        other = whole - weight
        with np.errstate(divide="ignore", invalid="ignore"):
            keys = np.nan_to_num(self.measure.key(weight, folded, whole, totals), copy=False)
        self._bar_small(level, keys, np.minimum(weight, other))
        if self.style == "equals":
            keys[groups.starts[groups.sizes == 1]] = NOTHING
        else:
            keys[..., groups.ends - 1] = NOTHING
        return keys

    def _keys_of_many(self, level: Level, runs: _Runs, node: IntArray) -> FloatArray:
        keys = self.measure.key_of_many(runs.groups, runs.weight, runs.sums, level, node)
        self._bar_small(level, keys, runs.groups.minima(runs.weight))
        keys[runs.groups.sizes == 1] = NOTHING
        return keys

    def _bar_small(self, level: Level, keys: FloatArray, smallest: FloatArray) -> None:
        """Bar candidates with a child below min_leaf; where rounding hides whether it is, the key becomes infinite."""
        if self.min_leaf:
            slack = summing_errors(level, self.measure.units, len(level.rows) * len(self.numbers))[1]
            keys[..., smallest < self.min_leaf - slack] = NOTHING
            if slack:
                keys[..., abs(smallest - self.min_leaf) <= slack] = np.inf

    def _sets(self, level: Level, rows: Places, columns: IntArray, pairs: Segments) -> NDArray[np.int64]:
        """Return the rows of each run as a set, bit i of an integer being row i of the node; 0 in a large node."""
        place = np.arange(len(level.rows)) - level.nodes.spread(level.nodes.starts)
        small = level.nodes.spread(level.nodes.sizes) <= LARGEST_SET
        bits = np.zeros(len(self.places[0]), dtype=np.int64)
        bits[level.rows] = np.where(small, np.left_shift(np.int64(1), np.minimum(place, LARGEST_SET)), 0)
        runs = pairs.owner * self.width + self.places[columns, rows]
        _, run = np.unique(runs, return_inverse=True)
        sets = np.zeros(run.max() + 1, dtype=np.int64)
        np.add.at(sets, run, bits[rows])
        return sets


class Subsets:
    """Categorical columns asked for subsets: each node's candidates are the specification's own, scored exactly."""

    arity = 2
    keys_are_the_measures = False

    def __init__(self, numbers: Sequence[int], data: Dataset, learner: Learner, measure: Measure) -> None:
        self.numbers = np.array(numbers)
        self.learner, self.measure = learner, measure
        self.alone = {number: attrs.evolve(data, features=(data.features[number],)) for number in numbers}
        self.scored: dict[tuple[int, int], tuple[ScoredSplit, ...]] = {}

    def part(self, child: Places, arity: int) -> None:  # noqa: ARG002 (rows are read from the level)
        """Go to the next level: its candidates are still to be scored."""
        self.scored.clear()

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node, made of its exact gain."""
        best = np.full((len(self.numbers), len(level.nodes)), NOTHING)
        for node in range(len(level.nodes)):
            for column, number in enumerate(self.numbers.tolist()):
                self.scored[node, number] = scored_splits(self.alone[number].take(level.rows_of(node)), self.learner)
                best[column, node] = max(self._keys(level, node, number), default=NOTHING)
        return best

    def candidates(self, level: Level, column: IntArray, node: IntArray) -> Candidates:
        """Return all candidates of each *column* at the *node* beside it."""
        rows = []
        for number, owner in zip(self.numbers[column].tolist(), node.tolist(), strict=True):
            for place, key in enumerate(self._keys(level, owner, number)):
                parts = [part.weight / self.measure.units.unit for part in self.scored[owner, number][place].parts]
                weights = np.array([float(part) for part in (sum(parts), *parts)])
                rows.append((owner, number, place, key, *weight_times_logarithm(weights)))
        owners, numbers, places, keys, whole, first, second = np.array(rows).T
        told = np.full((1 + len(level.totals), len(rows)), np.nan)  # equal to nothing
        if not self.measure.exact:
            told = -1 - np.arange(len(rows)) - len(rows) * numbers[None].astype(np.int64)
        owners, numbers, places = (array.astype(np.int64) for array in (owners, numbers, places))
        return Candidates(owners, numbers, places, places, keys, whole - first - second, told)

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:  # noqa: ARG002
        """Return the question that a candidate asks."""
        return self.scored[node, feature][place].question

    def _keys(self, level: Level, node: int, number: int) -> list[float]:
        base, scale = self.measure.base(level)[node], level.scale[node]
        return [float(base + float(scored.gain) / scale) for scored in self.scored[node, number]]

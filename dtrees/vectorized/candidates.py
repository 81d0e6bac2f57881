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
    place: Places
    above: Places
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
    places: Places
    weight: NDArray[Any]
    sums: NDArray[Any]


@attrs.frozen(eq=False)
class _Cuts:
    """Candidates of two children, by groups.

    smaller, the smaller child's weight where it matters;  totals, the node's channels' sums;  weighed, what the measure
    makes of the weights
    """

    groups: Segments
    smaller: FloatArray
    totals: FloatArray
    weighed: tuple[FloatArray, ...]


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


class Kind(Protocol):
    """Columns that are scored together.

    numbers  their places among the data's features;  arity, the most children their keys are made for
    keys_are_the_measures  whether equal keys are equal floats where the measure's bound says so
    """

    numbers: IntArray
    arity: int
    keys_are_the_measures: bool

    def part(self, child: Places, arity: int) -> None:
        """Go to the next level: row i goes to child ``child[i]`` of its node, or is done with (-1)."""

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each *column* at the *node* beside it whose keys are at least the node's *least*."""

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
        self.arity = max(self.width, 3) if self.style == "each" else 2  # scored as many children, also where two
        self.distinct = columns[0].distinct
        self.reach = _stacked([column.reach for column in columns], self.width)
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
            orders = self.orders.ravel()
            children = child[orders]
            parts = [orders.compress(children == place).reshape(len(self.numbers), -1) for place in range(arity)]
            self.orders = np.concatenate(parts, axis=1)

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""
        at_once = max(1, BLOCK // len(level.rows))
        columns = np.arange(len(self.numbers))
        blocks = [columns[start : start + at_once] for start in range(0, len(columns), at_once)]
        if self.orders is None:
            return np.concatenate([self._best_counted(level, block) for block in blocks])
        if not self.distinct:
            return np.concatenate([self._best_of_runs(level, self.orders[block], block) for block in blocks])
        alike = None
        if self.measure.units.weights is None:
            alike = self._cuts(level.nodes, level.nodes.ranks, level.whole, level.channels)
        return np.concatenate([self._best_of_rows(level, self.orders[block], block, alike) for block in blocks])

    def _best_counted(self, level: Level, columns: IntArray) -> FloatArray:
        """Return the largest keys of columns whose rows are counted."""
        places = self._places(columns[:, None], level.rows)
        runs = self._counted(level, level.rows, places, level.nodes)
        node = np.tile(np.arange(len(level.nodes)), len(places))
        if self.style == "each":
            best = self._keys_of_many(level, runs, node)
        else:
            weight, left = self._left(runs)
            cuts = self._cuts_at(level, node, runs.groups, weight)
            keys = self._keys(level, cuts, self.measure.folded(left, cuts.totals))
            if self.reach is not None:
                self._bar_close(keys, self.reach, np.repeat(columns, len(level.nodes))[runs.groups.owner], runs.places)
            best = runs.groups.maxima(keys)
        return best.reshape(len(places), -1)

    def _best_of_rows(self, level: Level, rows: Places, columns: IntArray, alike: _Cuts | None) -> FloatArray:
        """Return the largest keys of columns without equal values: each of *rows* ends a run."""
        nodes = level.nodes
        cuts = alike or self._cuts(nodes, self._running_weight(rows, nodes), level.whole, level.channels)
        keys = self._keys(level, cuts, self.measure.running_folded(level, rows))
        if self.reach is not None:
            self._bar_close(keys, self.reach, columns[:, None], self._places(columns[:, None], rows))
        return nodes.maxima(keys)

    def _best_of_runs(self, level: Level, rows: Places, columns: IntArray) -> FloatArray:
        """Return the largest keys of columns with equal values."""
        nodes = level.nodes
        places = self._places(columns[:, None], rows)
        last = _last_of_runs(places, nodes)
        ends = np.flatnonzero(last)
        groups = Segments(np.add.reduceat(last, nodes.starts, axis=1, dtype=np.int64).ravel())
        node = np.tile(np.arange(len(nodes)), len(rows))
        weight = np.broadcast_to(self._running_weight(rows, nodes), rows.shape).ravel()[ends]
        cuts = self._cuts_at(level, node, groups, weight)
        folded = self.measure.running_folded(level, rows)
        keys = self._keys(level, cuts, folded.reshape(len(folded), -1)[:, ends])
        if self.reach is not None:
            self._bar_close(keys, self.reach, np.repeat(columns, len(nodes))[groups.owner], places.ravel()[ends])
        return groups.maxima(keys).reshape(len(rows), -1)

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each *column* at the *node* beside it whose keys are at least the node's *least*."""
        at, pairs = level.nodes.places(node)
        columns = pairs.spread(column)
        if self.orders is None:
            rows = level.rows[at]
            runs = self._counted(level, rows, self._places(columns, rows)[None], pairs)
            if self.style == "each":
                return self._candidates_of_many(level, runs, column, node)
            weight, left = self._left(runs)
        else:
            rows = self.orders[columns, at]
            places = self._places(columns, rows)
            last = _last_of_runs(places, pairs)
            ends = np.flatnonzero(last)
            weight = self._running_weight(rows, pairs)[ends]
            left = self.measure.running(level, rows, pairs)[:, ends]
            runs = _Runs(Segments(pairs.sums(last)), places[ends], weight, left)
        groups = runs.groups
        owner = node[groups.owner]
        cuts = self._cuts_at(level, node, groups, weight)
        keys = self._keys(level, cuts, self.measure.folded(left, cuts.totals))
        if self.reach is not None:
            self._bar_close(keys, self.reach, column[groups.owner], runs.places)
        chosen = np.flatnonzero((keys > NOTHING) & (keys >= least[owner]))
        if self.measure.exact:
            told = np.concatenate([weight[None], left])
        else:
            sets = self._sets(level, rows, columns, pairs)
            told = (sets if self.style == "equals" else groups.running(sets))[None]
        weight, whole, owner = weight[chosen], level.weight[owner[chosen]], owner[chosen]
        inside = weight_times_logarithm(weight) + weight_times_logarithm(whole - weight)
        return Candidates(
            owner,
            self.numbers[column][groups.owner[chosen]],
            runs.places[chosen],
            np.append(runs.places, -1)[chosen + 1],
            keys[chosen],
            weight_times_logarithm(whole) - inside,
            told[:, chosen],
        )

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

    def _places(self, columns: IntArray, rows: Places) -> Places:
        """Return the places of *rows* in the *columns* beside them."""
        return np.asarray(self.places.ravel()[columns * self.places.shape[1] + rows])

    def _running_weight(self, rows: Places, groups: Segments) -> FloatArray:
        weights = self.measure.units.weights
        return groups.ranks if weights is None else groups.running(weights[rows])

    def _counted(self, level: Level, rows: IntArray, places: Places, groups: Segments) -> _Runs:
        """Return the runs of the *rows*, which stand by *groups*, in each of several columns' *places*."""
        count = len(places) * len(groups)
        first = np.arange(0, count, len(groups))[:, None] * self.width
        cells = (places + groups.owner * self.width + first).ravel()
        if count * self.width <= 4 * len(cells):
            present = np.zeros(count * self.width, dtype=bool)
            present[cells] = True
            filled = np.flatnonzero(present)
            cells = (np.cumsum(present) - 1)[cells]
        else:
            filled, cells = np.unique(cells, return_inverse=True)
        weights = self.measure.units.weights
        weight = np.bincount(cells, None if weights is None else np.tile(weights[rows], len(places)), len(filled))
        sums = self.measure.sums_by_cell(level, rows, cells.reshape(places.shape), len(filled))
        runs = Segments(np.bincount(filled // self.width, minlength=count))
        return _Runs(runs, filled % self.width, weight.astype(np.int64), sums)

    def _left(self, runs: _Runs) -> tuple[FloatArray, FloatArray]:
        """Return the weight and the channels' sums of the first child of each run's candidate."""
        if self.style == "equals":
            return runs.weight, runs.sums
        return runs.groups.running(runs.weight), runs.groups.running(runs.sums)

    def _cuts(self, groups: Segments, weight: FloatArray, whole: FloatArray, totals: FloatArray) -> _Cuts:
        """Return the candidates whose first children weigh *weight*."""
        smaller = np.minimum(weight, whole - weight) if self.min_leaf else weight
        return _Cuts(groups, smaller, totals, self.measure.weighed(weight, whole, totals))

    def _cuts_at(self, level: Level, node: IntArray, groups: Segments, weight: FloatArray) -> _Cuts:
        """Return the candidates of several columns, each of the *groups* being at the *node* beside it."""
        return self._cuts(groups, weight, groups.spread(level.weight[node]), groups.spread(level.totals[:, node]))

    def _keys(self, level: Level, cuts: _Cuts, folded: FloatArray) -> FloatArray:
        """Return the keys of two children, `NOTHING` where a run's question is no candidate."""
        with np.errstate(divide="ignore", invalid="ignore"):
            keys = self.measure.key(folded, cuts.weighed)
        if not self.measure.exact:
            np.nan_to_num(keys, copy=False)
        self._bar_small(level, keys, cuts.smaller)
        if self.style == "equals":
            keys[cuts.groups.starts[cuts.groups.sizes == 1]] = NOTHING
        else:
            keys[..., cuts.groups.ends - 1] = NOTHING
        return keys

    def _keys_of_many(self, level: Level, runs: _Runs, node: IntArray) -> FloatArray:
        keys = self.measure.key_of_many(runs.groups, runs.weight, runs.sums, level, node)
        self._bar_small(level, keys, runs.groups.minima(runs.weight))
        keys[runs.groups.sizes == 1] = NOTHING
        return keys

    def _bar_small(self, level: Level, keys: FloatArray, smallest: FloatArray) -> None:
        """Bar candidates with a child below min_leaf; where rounding hides whether it is, the key becomes infinite."""
        if self.min_leaf:
            slack = summing_errors(level, self.measure.units)[1].max()
            keys[..., smallest < self.min_leaf - slack] = NOTHING
            if slack:
                keys[..., abs(smallest - self.min_leaf) <= slack] = np.inf

    def _bar_close(self, keys: FloatArray, reach: Places, columns: IntArray, places: Places) -> None:
        """Bar thresholds between values that cannot be parted, the *places* being those of the runs, in order."""
        if self.style != "equals":
            keys[..., :-1][places[..., 1:] < reach[columns, places][..., :-1]] = NOTHING

    def _sets(self, level: Level, rows: Places, columns: IntArray, pairs: Segments) -> NDArray[np.int64]:
        """Return the rows of each run as a set, bit i of an integer being row i of the node; 0 in a large node."""
        place = np.arange(len(level.rows)) - level.nodes.spread(level.nodes.starts)
        small = level.nodes.spread(level.nodes.sizes) <= LARGEST_SET
        bits = np.zeros(self.places.shape[1], dtype=np.int64)
        bits[level.rows] = np.where(small, np.left_shift(np.int64(1), np.minimum(place, LARGEST_SET)), 0)
        runs = pairs.owner * self.width + self._places(columns, rows)
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

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each *column* at the *node* beside it whose keys are at least the node's *least*."""
        rows = []
        for number, owner in zip(self.numbers[column].tolist(), node.tolist(), strict=True):
            for place, key in enumerate(self._keys(level, owner, number)):
                if key < least[owner]:
                    continue
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

"""Predicting with arrays: a tree is compiled once, and all rows go down it together, level by level.

Some cases are left to the specification: user-defined questions, columns of another kind than the question's,
missing values, and the policy that sends unseen categories to a random child.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import finalize

import numpy as np

from dtrees.arguments import checked
from dtrees.data.arrays import array_of
from dtrees.data.constructors import Columns, MissingValues
from dtrees.data.dataset import Numeric, find_feature
from dtrees.data.scaled import MACHINE, FloatArray, Scaled
from dtrees.errors import Impossible, InvalidData
from dtrees.growing.costs import CostTable, decision
from dtrees.predicting import predict as prediction
from dtrees.predicting.predict import Unseen
from dtrees.trees.paths import Path
from dtrees.trees.questions import EachCategory, Equals, OneOf, Threshold
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Branch, Tree
from dtrees.vectorized.answers import answers_of_column
from dtrees.vectorized.bulk import numbered
from dtrees.vectorized.layout import in_levels, layout_of
from dtrees.vectorized.units import with_usual_errors
from dtrees.vectorized.ways import require_short_ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data.dataset import Feature
    from dtrees.data.scaled import IntArray
    from dtrees.numbers.exact import Rational
    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Branch

BLOCK: Final = 1 << 15
"""The number of rows that go down the tree together, so that their values fit a cache."""

PATIENCE: Final = 4
"""Rows that have ended are dropped every so many levels."""

NONE: Final = -1
"""The node has no question about categories."""


@checked
@with_usual_errors
def predict(
    tree: Tree,
    data: Columns,
    *,
    unseen: Unseen = "stop",
    seed: int | None = None,
    costs: CostTable | None = None,
    missing: MissingValues = "refuse",
) -> np.ndarray:
    """Return the result of `dtrees.predict`, sooner.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.id3 import id3
    >>> tree = grow(datasets.load("loan"), id3())
    >>> predict(tree, {"owns_house": ["no", "no"], "has_job": ["yes", "no"]}).tolist()
    ['yes', 'no']
    """
    compiled = compiled_of(tree)
    ends = compiled.ends(data, unseen, missing)
    if ends is None:
        return prediction.predict(tree, data, unseen=unseen, seed=seed, costs=costs, missing=missing)
    if costs is not None:
        present, place = _present(ends)
        return np.array([decision(compiled.summaries[node], costs) for node in present]).take(place)
    words, code_of_node = compiled.predictions
    codes = code_of_node.take(ends)
    present, place = _present(codes)
    return array_of([words[code] for code in present]).take(place, axis=0)


@checked
@with_usual_errors
def predict_proba(
    tree: Tree,
    data: Columns,
    *,
    unseen: Unseen = "stop",
    seed: int | None = None,
    missing: MissingValues = "refuse",
) -> FloatArray:
    """Return the result of `dtrees.predict_proba`, sooner.

    >>> from dtrees.trees.summary import ClassCounts
    >>> from dtrees.trees.tree import Leaf
    >>> predict_proba(Leaf(ClassCounts((3, 1))), {"x": [7]}).tolist()
    [[0.75, 0.25]]
    """
    compiled = compiled_of(tree)
    ends = compiled.ends(data, unseen, missing)
    if ends is None or not all(isinstance(summary, ClassCounts) for summary in compiled.summaries):
        return prediction.predict_proba(tree, data, unseen=unseen, seed=seed, missing=missing)
    present, place = _present(ends)
    shares = np.empty((len(present), len(tree.summary.counts)))  # type: ignore[union-attr]  # of classes
    for row, node in enumerate(present):
        shares[row] = [float(share) for share in compiled.summaries[node].proportions]  # type: ignore[union-attr]
    return shares.take(place, axis=0)


@checked
@with_usual_errors
def apply(
    tree: Tree,
    data: Columns,
    *,
    unseen: Unseen = "stop",
    seed: int | None = None,
    missing: MissingValues = "refuse",
) -> tuple[Path, ...]:
    """Return the result of `dtrees.apply`, sooner.

    >>> from dtrees.trees.summary import ClassCounts
    >>> from dtrees.trees.tree import Leaf
    >>> apply(Leaf(ClassCounts((3, 1))), {"x": [7, 8]})
    ((), ())
    """
    compiled = compiled_of(tree)
    ends = compiled.ends(data, unseen, missing)
    if ends is None:
        return prediction.apply(tree, data, unseen=unseen, seed=seed, missing=missing)
    present, place = _present(ends)
    paths, length = [], 0
    for node in present:
        paths.append(compiled.path(node))
        length += len(paths[-1])
        require_short_ways(length, len(ends))
    return tuple(map(paths.__getitem__, place.tolist()))


def _present(numbers: IntArray) -> tuple[list[int], IntArray]:
    """Return the distinct *numbers*, ascending, and the index of each number among them."""
    occurs = np.bincount(numbers) > 0
    return np.flatnonzero(occurs).tolist(), (np.cumsum(occurs) - 1).take(numbers)


_COMPILED: Final[dict[int, Compiled]] = {}


def compiled_of(tree: Tree) -> Compiled:
    """Return *tree* as arrays, computed once and kept as long as the tree lives."""
    if id(tree) not in _COMPILED:
        _COMPILED[id(tree)] = Compiled(tree)
        finalize(tree, _COMPILED.pop, id(tree))
    return _COMPILED[id(tree)]


class Compiled:
    """A tree as arrays with one entry for each node, numbered breadth first, so that siblings are adjacent.

    first     the number of its first child; for a leaf its own
    column    its entry in *columns*, which are pairs of a feature and of whether the question is a threshold
    cut       its threshold as a float64, infinite where there is none;  equal, whether it asks for equality instead
    question  the index of its question among the *questions* about categories, or `NONE`
    """

    def __init__(self, tree: Tree) -> None:
        layout, nodes = layout_of(tree), in_levels(tree)
        self.layout, size = layout, len(nodes)
        branches = layout.arity.nonzero()[0]
        self.first = np.arange(size)
        self.first[branches] = (1 + layout.arity.cumsum() - layout.arity)[branches]
        asked: list[Any] = [cast("Branch", nodes[branch]).question for branch in branches.tolist()]
        cuts = np.array([type(question) is Threshold for question in asked], dtype=bool)
        of_branch, self.columns = numbered([(question.feature, type(question) is Threshold) for question in asked])
        self.column, self.question = np.zeros(size, np.int64), np.full(size, NONE)
        self.column[branches] = of_branch
        self.cutting = branches[cuts]
        self.thresholds = np.empty(len(self.cutting), dtype=object)
        self.thresholds[:] = [question.threshold for question in asked if type(question) is Threshold]
        self.cut = np.full(size, np.inf)
        self.cut[self.cutting] = [_float_below(threshold) for threshold in self.thresholds.tolist()]
        of_others, self.questions = numbered([question for question in asked if type(question) is not Threshold])
        self.question[branches[~cuts]] = of_others
        self.known = set(map(type, self.questions)) <= {Equals, OneOf, EachCategory}
        self.equal = np.array([type(question) is Equals for question in self.questions] + [False])[self.question]

    @cached_property
    def summaries(self) -> list[Summary]:
        """The summary of each node."""
        return [self.layout.summaries[place] for place in self.layout.alike.tolist()]

    @cached_property
    def predictions(self) -> tuple[list[Any], IntArray]:
        """The distinct predictions, and for each node the index of its prediction."""
        codes, distinct = numbered([summary.prediction for summary in self.layout.summaries])
        return distinct, codes[self.layout.alike]

    @cached_property
    def parent(self) -> IntArray:
        """The parent of each node; the root's is the root."""
        branches = np.flatnonzero(self.first != np.arange(len(self.first)))
        return np.append(0, np.repeat(branches, np.diff(self.first[branches], append=len(self.first))))

    def path(self, node: int) -> Path:
        """Return the path to a node."""
        steps = []
        while node:
            parent = int(self.parent[node])
            steps.append(node - int(self.first[parent]))
            node = parent
        return tuple(reversed(steps))

    def ends(self, data: Columns, unseen: Unseen, missing: MissingValues) -> IntArray | None:
        """Return the node where each row ends, or None if the specification must decide."""
        names = dict.fromkeys(name for name, _ in self.columns)
        features = prediction.columns_for(data, names, missing)
        if not self.known or unseen not in ("stop", "largest"):
            return None
        columns, distinct, all_cuts = [], {}, self.cut
        for number, (name, cuts) in enumerate(self.columns):
            feature = find_feature(features, name)
            if feature.missing.any():
                return None
            if not cuts:
                values, distinct[name] = _coded(feature)
            elif not isinstance(feature, Numeric):
                return None
            elif not isinstance(feature.numbers, Scaled):
                values = feature.numbers
            else:
                asking = self.column[self.cutting] == number
                all_cuts = all_cuts.copy()
                values, all_cuts[self.cutting[asking]] = _below(feature.numbers, self.thresholds[asking].tolist())
            columns.append(values)
        try:
            answers = [answers_of_column(asked, distinct[asked.feature]) for asked in self.questions]
        except InvalidData:  # which the specification raises only if a row comes there
            return None
        equals = [np.append(np.flatnonzero(given == 0), NONE)[0] for given in answers]
        cut = np.where(self.equal, np.array([*equals, NONE])[self.question], all_cuts)
        ends = np.zeros(len(features[0]), dtype=np.int64)
        for start in range(0, len(ends) if columns else 0, BLOCK):
            block = np.stack([values[start : start + BLOCK] for values in columns], axis=1, dtype=np.float64)
            ends[start : start + BLOCK] = self._down(block, cut, answers, unseen)
        return ends

    def _down(self, values: FloatArray, cut: FloatArray, answers: Sequence[IntArray], unseen: Unseen) -> IntArray:
        """Return where rows end whose *values* are given (row, column); codes have *answers*, question by question."""
        some_equal, tabled = self.equal.any(), np.where(self.equal, NONE, self.question)
        some_tabled = tabled.max() > NONE
        answer = np.concatenate([np.zeros(0, dtype=np.int64), *answers])
        starts = np.cumsum([0, *map(len, answers)])
        rows, begin = np.arange(len(values)), np.arange(0, values.size, values.shape[1])
        values = values.ravel()
        ends, node = np.zeros_like(rows), np.zeros_like(rows)
        for level in count(1):
            value = values.take(begin + self.column.take(node))
            limit = cut.take(node)
            elsewhere = value > limit
            if some_equal:
                elsewhere |= (value < limit) & self.equal.take(node)
            child = self.first.take(node) + elsewhere
            if some_tabled:
                asked = tabled.take(node)
                at = np.flatnonzero(asked != NONE)
                given = answer.take(starts.take(asked.take(at)) + value.take(at).astype(np.int64))
                child[at] += given
                lost = at[given < 0]
                child[lost] = node[lost] if unseen == "stop" else [self._largest(each) for each in node[lost].tolist()]
            if level % PATIENCE == 0:
                on = np.flatnonzero(child != node)
                ends[rows] = child
                rows, begin, child = rows.take(on), begin.take(on), child.take(on)
                if not len(rows):
                    return ends
            node = child
        raise Impossible

    def _largest(self, node: int) -> int:
        """Return the heaviest child, the first among equals."""
        children = 1 + np.flatnonzero(self.parent[1:] == node)
        weights = [self.summaries[child].weight for child in children.tolist()]
        return int(children[weights.index(max(weights))])


def _float_below(threshold: float | Rational) -> float:
    """Return the largest float64 that is at most *threshold*."""
    try:
        nearest = float(threshold)
    except OverflowError:
        return math.copysign(math.inf, threshold)
    return nearest if nearest <= threshold else math.nextafter(nearest, -math.inf)


def _below(numbers: Scaled, thresholds: Sequence[float | Rational]) -> tuple[IntArray, IntArray]:
    """Return numbers that are at most the cuts beside them exactly where *numbers* are at most the *thresholds*.

    They count how many of the different thresholds a number exceeds.
    """
    limits: list[Any] = [
        limit if abs(limit) == math.inf else math.floor(Fraction(limit) * numbers.unit) for limit in thresholds
    ]
    if numbers.wholes.dtype != object:
        limits = [int(max(-MACHINE, min(limit, MACHINE))) for limit in limits]
    different = np.array(sorted(set(limits)), dtype=numbers.wholes.dtype)
    place = {limit: number for number, limit in enumerate(different.tolist())}
    return np.searchsorted(different, numbers.wholes), np.array([place[limit] for limit in limits])


def _coded(feature: Feature) -> tuple[NDArray[Any], Feature]:
    """Return a code for each row, and the feature of one row a code."""
    if isinstance(feature, Numeric):
        distinct, codes = np.unique(feature.values, return_inverse=True)
        return codes, Numeric(feature.name, distinct)
    return feature.codes, type(feature)(feature.name, feature.categories, np.arange(len(feature.categories)))

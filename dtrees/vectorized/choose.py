"""Choosing the split of each node of a level: float scores exclude most candidates, and near-ties are decided exactly.

Where the error bound separates one candidate from all others, it is the optimal one. Where several remain, they may be
equal for a plain reason (the same partition by several features, or the same class counts): then the first in canonical
order is chosen. Everything else is decided by `dtrees.vectorized.exactly`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import attrs
import numpy as np

from dtrees.data.dataset import Dataset
from dtrees.vectorized.candidates.binary import Binary
from dtrees.vectorized.candidates.candidate import LARGEST_SET, NOTHING, UNKNOWN, joined
from dtrees.vectorized.choice import LEAF, Choice
from dtrees.vectorized.exactly import exact_optima, optima_by_the_book
from dtrees.vectorized.measures.rounding import LOGARITHM, logarithm
from dtrees.vectorized.segments import stretches
from dtrees.vectorized.units import U

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.growing.learner import Learner, Stopping
    from dtrees.trees.questions import Question
    from dtrees.vectorized.candidates.binary import Near
    from dtrees.vectorized.candidates.candidate import Candidates
    from dtrees.vectorized.candidates.kind import QuestionKind
    from dtrees.vectorized.columns import Columns, Separable
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure
    from dtrees.vectorized.segments import Segments

UNDECIDED: Final = -2

NONE: Final = np.zeros(0, dtype=np.int64)


@attrs.frozen(eq=False)
class Task:
    """The input of growing: the data and their columns, the learner, and the impurity in float64.

    *parts* returns whether a threshold can be put between two neighbouring values.
    """

    data: Dataset
    columns: Columns
    learner: Learner
    measure: Measure
    parts: Separable = np.less


def choose(level: Level, kinds: Sequence[QuestionKind], task: Task) -> Choice:
    """Return the canonical optimal question of each node of *level*, the one that `dtrees.best_split` returns."""
    choice, found = Choice.of_leaves(len(level.nodes)), optima(level, kinds, task, every=False)
    for node, feature, place, above in found.known:
        choice.note(
            node[::-1], feature[::-1], place[::-1], above[::-1]
        )  # so that the first of a node is the last noted
    for owner, questions in found.settled.items():
        if questions:
            choice.ask(owner, questions[0], task.columns)
    return choice


@attrs.frozen
class Optima:
    """The optimal questions of some nodes.

    *known* holds those found by floats, as arrays in canonical order within a node; *settled* the others, by node.
    """

    known: list[Near] = attrs.field(factory=list)
    settled: dict[int, tuple[Question, ...]] = attrs.field(factory=dict)


def optima(level: Level, kinds: Sequence[QuestionKind], task: Task, *, every: bool = True) -> Optima:
    """Return the optimal questions of each node of *level*, those that `dtrees.admissible_splits` returns.

    Unless *every*, it is enough that the canonical one of each node is among them.
    """
    by_ratio = task.learner.score == "gain_ratio"
    best = _best_keys(kinds, level)
    largest = np.maximum.reduce(best)
    bound = _bound(np.where(largest < UNKNOWN, np.maximum(largest, 0.0), 0.0), level, kinds, task)
    known = level.weighed.known & (largest < UNKNOWN) & (bound < np.inf)
    found = Optima()
    for unknown in (~known).nonzero()[0].tolist():
        found.settled[unknown] = optima_by_the_book(task.data.take(level.rows_of(unknown)), task.learner, task.parts)
    rest = known & (largest > NOTHING)
    if not by_ratio and _gains_let_all_pass(task.learner.stopping):
        least = np.where(rest, largest - 2 * bound, UNKNOWN)
        equal = (bound == 0) | (level.nodes.sizes == 2)  # noqa: PLR2004 (two rows part in one way)
        found.known.append(_surely_best(level, kinds, best, least, equal, every=every))
        rest[found.known[0][0]] = False
    if not np.count_nonzero(rest):
        return found
    near = (best > NOTHING if by_ratio else _near(best, largest, bound, every=every)) & rest
    parts = []
    for kind in kinds:
        column, node = np.nonzero(near[kind.numbers])
        if len(node):
            least = best[kind.numbers[column], node] if by_ratio else largest[node]
            parts.append(kind.candidates(level, column, node, least - 2 * bound[node]))
    left = joined(parts)
    nodes = stretches(left.node)
    status, contends, passed = (_by_ratio if by_ratio else _by_gain)(left, nodes, level, bound, task)
    if not every:
        noted = np.flatnonzero((status >= 0) & task.columns.by_place[left.feature[np.maximum(status, 0)]])
        picks = status[noted]
        found.known.append((left.node[picks], left.feature[picks], left.place[picks], left.above[picks]))
        status[noted] = LEAF
    by_number = {number: kind for kind in kinds for number in kind.numbers.tolist()}
    open_nodes = np.flatnonzero(status != LEAF)
    columns = (left.node[nodes.starts], nodes.starts, nodes.ends, status, passed)
    for owner, start, end, pick, past in zip(*(column[open_nodes].tolist() for column in columns), strict=True):
        decided = pick >= 0 and not (every and by_ratio)
        sought = [pick] if decided and not every else (start + np.flatnonzero(contends[start:end])).tolist()
        questions = tuple(by_number[asked[0]].question(level, owner, *asked) for asked in left.asked(sought))
        rows = level.rows_of(owner)
        if not decided:
            learner = attrs.evolve(task.learner, gate="none") if past else task.learner
            questions = exact_optima(questions, task.data, rows, learner)
        found.settled[owner] = questions
    return found


def questions_of(
    levels: Sequence[tuple[IntArray, Optima]], columns: Columns
) -> Iterator[tuple[int, Iterable[Question]]]:
    """Yield optimal questions of the nodes of several levels, with the node's number; a node may come several times.

    The *known* ones become objects all at once, and come one by one.
    """
    known = [(numbers[node], *asked) for numbers, found in levels for node, *asked in found.known]
    if known:
        node, feature, place, above = map(np.concatenate, zip(*known, strict=True))
        questions = Choice(feature, place, above, {}).questions(columns).tolist()
        yield from zip(node.tolist(), zip(questions, strict=True), strict=True)
    for numbers, found in levels:
        yield from ((int(numbers[node]), questions) for node, questions in found.settled.items())


def _best_keys(kinds: Sequence[QuestionKind], level: Level) -> FloatArray:
    """Return the largest key of each column at each node (column, node), `NOTHING` if there is no candidate."""
    found = [kind.best_keys(level) for kind in kinds]
    if len(found) == 1:
        return found[0]
    best = np.concatenate(found)
    return best.take(np.concatenate([kind.numbers for kind in kinds]).argsort(), axis=0)


def _surely_best(
    level: Level,
    kinds: Sequence[QuestionKind],
    best: FloatArray,
    least: FloatArray,
    equal: NDArray[np.bool_],
    *,
    every: bool,
) -> Near:
    """Return the candidates of at least *least* that are alone at their nodes, or *equal*; by node if *every*."""
    simple = [kind for kind in kinds if isinstance(kind, Binary)]
    near = [kept.near(least, kind) for kind in simple for kept in kind.kept] or [(NONE, NONE, NONE, NONE)]
    node, feature, place, above = near[0] if len(near) == 1 else map(np.concatenate, zip(*near, strict=True))
    sure = least < UNKNOWN
    sure &= equal | (np.bincount(node, minlength=len(least)) == 1)
    for kind in kinds:
        if not isinstance(kind, Binary):
            sure &= np.all(best[kind.numbers] < least, axis=0)
        elif kind.thinned:  # and all that are near are kept
            largest = best[kind.numbers]
            sure &= np.all((largest < least) | (kind.least_kept(largest, level) <= least), axis=0)
    chosen = sure.take(node).nonzero()[0]
    if every or len(kinds) > 1:
        chosen = chosen.take((node * len(best) + feature).take(chosen).argsort(kind="stable"))
    return node.take(chosen), feature.take(chosen), place.take(chosen), above.take(chosen)


def _bound(largest: FloatArray, level: Level, kinds: Sequence[QuestionKind], task: Task) -> FloatArray:
    bound = task.measure.bound(largest, level, max(kind.arity for kind in kinds))
    if all(kind.keys_are_the_measures for kind in kinds):
        return bound
    return bound + 16 * U * (largest + np.abs(task.measure.base(level)))


def _near(best: FloatArray, largest: FloatArray, bound: FloatArray, *, every: bool) -> NDArray[np.bool_]:
    """Return which columns may hold an optimum, the first alone where equal keys are equal floats, unless *every*."""
    near = within_bound(best, largest, bound)
    first = np.arange(len(best))[:, None] == np.argmax(near, axis=0)
    return np.asarray(near & ((bound > 0) | first | every))


def within_bound(best: FloatArray, largest: FloatArray, bound: FloatArray) -> NDArray[np.bool_]:
    """Return, for each key in *best*, whether it may be the largest of its node, given the error *bound*.

    No key is NaN; *largest* and *bound* are finite.

    >>> within_bound(np.array([[1.0], [2.0], [NOTHING]]), np.array([2.5]), np.array([0.25])).ravel()
    array([False,  True, False])
    """
    return np.asarray((best >= largest - 2 * bound) & (best > NOTHING))


Decision: TypeAlias = "tuple[IntArray, NDArray[np.bool_], NDArray[np.bool_]]"
"""Each node's optimum as a place among the candidates, or `LEAF`, or `UNDECIDED`; which candidates may be optimal; and
at which nodes all these surely pass the gate."""


def _by_gain(left: Candidates, nodes: Segments, level: Level, bound: FloatArray, task: Task) -> Decision:
    """Decide by the gain, *left* being the candidates whose keys may be largest."""
    owner = left.node[nodes.starts]
    equal = nodes.minima(_alike(left, nodes, level, task)) | (bound[owner] == 0)
    gain, error = _gains(left.key[nodes.starts], bound[owner], owner, level, task)
    asked, barred = _may_be_asked(gain, error, owner, level, task)
    status = np.where(barred, LEAF, np.where(equal & asked, nodes.starts, UNDECIDED))
    return status, np.ones(len(left.node), dtype=bool), asked


def _alike(left: Candidates, groups: Segments, level: Level, task: Task) -> NDArray[np.bool_]:
    """Return which candidates part their rows as the first of their group does, or into as many of each class."""
    first = groups.spread(groups.starts)
    left_sums, asked = left.left, left.left[:, first]
    if task.measure.exact:
        whole = np.concatenate([level.weight[None], level.totals])[:, left.node]
        same: NDArray[np.bool_] = np.all(left_sums == asked, axis=0) | np.all(left_sums == whole - asked, axis=0)
    else:
        size = level.nodes.sizes[left.node]
        whole = np.left_shift(np.int64(1), np.minimum(size, LARGEST_SET)) - 1
        same = ((left_sums[0] == asked[0]) | (left_sums[0] == whole - asked[0])) & (size <= LARGEST_SET)
    same &= left.place >= 0
    same[groups.starts] = True
    return same


def _gains(
    key: FloatArray, bound: FloatArray, node: IntArray, level: Level, task: Task
) -> tuple[FloatArray, FloatArray]:
    """Return the gains that keys stand for, as differences of keys, and how far off they may be."""
    base = task.measure.base(level)[node]
    return key - base, 2 * bound + 8 * U * (np.abs(key) + np.abs(base))


def _gains_let_all_pass(rule: Stopping) -> bool:
    return not rule.min_gain and rule.zero_gain == "split"


def _may_be_asked(
    gain: FloatArray, error: FloatArray, node: IntArray, level: Level, task: Task
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where the gain surely lets a question be asked, and where it surely bars it."""
    rule = task.learner.stopping
    if _gains_let_all_pass(rule):
        return np.ones(len(gain), dtype=bool), np.zeros(len(gain), dtype=bool)
    least = np.array([level.in_keys(rule.min_gain, each) for each in node.tolist()])
    error = error + least * (2 * U + 4 * (level.weighed.off / level.weight)[node])
    positive = np.asarray(rule.zero_gain == "split")
    asked = (gain - error >= least) & (positive | (gain - error > 0))
    barred = (gain + error < least) | (~positive & (gain + error <= 0))
    return asked, barred


def _by_ratio(left: Candidates, nodes: Segments, level: Level, bound: FloatArray, task: Task) -> Decision:  # noqa: ARG001 (the gain needs it)
    """Decide by the gain ratio, *left* being the candidates whose keys may be the largest of their features.

    Each feature's ratio lies between the least and the largest that these may have; the gate bars some features.
    """
    features = stretches(left.node * len(task.data.features) + left.feature)
    node = left.node[features.starts]
    low, high = (
        of(ratio)
        for of, ratio in zip((features.minima, features.maxima), _ratios(left, level, bound, task), strict=True)
    )
    gain, error = _gains(features.maxima(left.key), bound[node], node, level, task)
    by_node = stretches(node)
    passes, fails = _gate(gain, error, by_node, task)
    asked, barred = _may_be_asked(gain, error, node, level, task)
    sure, out = passes & asked, fails | barred
    contends = ~out & (high >= by_node.spread(by_node.maxima(np.where(sure, low, 0.0))))
    alone = features.minima(_alike(left, features, level, task))
    certain = (by_node.sums(contends) == 1) & by_node.minima(~contends | (sure & alone))
    place = np.full(len(by_node), UNDECIDED)
    place[by_node.owner[contends]] = features.starts[contends]
    passed = by_node.minima(~contends | passes)
    status = np.where(by_node.minima(out), LEAF, np.where(certain, place, UNDECIDED))
    return status, features.spread(contends | ~by_node.spread(passed)), passed


def _ratios(left: Candidates, level: Level, bound: FloatArray, task: Task) -> tuple[FloatArray, FloatArray]:
    """Return numbers that enclose the gain ratio of each candidate, in keys over the weight of the node."""
    gain, error = _gains(left.key, bound[left.node], left.node, level, task)
    weighed = level.weighed
    rounding = (4 * LOGARITHM + 2 * level.nodes.sizes) * U * weighed.total
    off = (3 * weighed.off + rounding) * (logarithm(weighed.total) + 2)
    least = np.maximum(left.information - off[left.node], weighed.lightest[left.node] / 2)
    low = np.maximum(gain - error, 0.0) / (left.information + off[left.node])
    return low * (1 - 8 * U), np.maximum(gain + error, 0.0) / least * (1 + 8 * U)


def _gate(
    gain: FloatArray, error: FloatArray, nodes: Segments, task: Task
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which features surely pass the learner's gate, and which surely do not."""
    if task.learner.gate == "none":
        return np.ones(len(gain), dtype=bool), np.zeros(len(gain), dtype=bool)
    count = nodes.spread(nodes.sizes)
    excess = gain * count - nodes.spread(nodes.sums(gain))
    off = np.where(count > 1, 4 * count * (error + U * count * nodes.spread(nodes.maxima(np.abs(gain)))), 0.0)
    alone = (count == 1) & (task.learner.gate == "at_least")
    return alone | (excess > off), ~alone & ((excess < -off) | (count == 1))

"""The split of each node of a level: the float keys filter the candidates, and what they leave undecided is settled.

Where the bound on the keys tells one candidate from all others, it is the optimal one.  Where several are left, they
may be equal for a plain reason (one partition made by several features, or one set of counts): then the canonical one
is the first.  What is still undecided goes, exactly, to `dtrees.optimal_splits.optimal_among`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import attrs
import numpy as np

from dtrees.candidates import Division
from dtrees.data import Dataset
from dtrees.optimal_splits import optimal_among, scored_division, scored_splits
from dtrees.questions import Threshold
from dtrees.summary import summarize, summarize_groups
from dtrees.vectorized.candidates.candidate import LARGEST_SET, NOTHING, joined
from dtrees.vectorized.measures.rounding import LOGARITHM, U
from dtrees.vectorized.segments import Segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data import FloatArray, IntArray, Numeric
    from dtrees.learner import Learner
    from dtrees.questions import Question
    from dtrees.vectorized.candidates.candidate import Candidates
    from dtrees.vectorized.candidates.kind import Kind
    from dtrees.vectorized.columns import Parts
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure

LEAF: Final = -1
UNDECIDED: Final = -2


@attrs.frozen(eq=False)
class Task:
    """What is grown: the data, the learner, the impurity in float64; *parts* as in `dtrees.vectorized.columns`."""

    data: Dataset
    learner: Learner
    measure: Measure
    parts: Parts = np.less


def choose(level: Level, kinds: Sequence[Kind], task: Task) -> list[Question | None]:
    """Return the canonical optimal question of each node of *level*, as `dtrees.best_split` does of one."""
    return [next(iter(found), None) for found in optima(level, kinds, task, every=False)]


def optima(level: Level, kinds: Sequence[Kind], task: Task, *, every: bool) -> list[tuple[Question, ...]]:
    """Return the optimal questions of each node of *level*, as `dtrees.admissible_splits` does of one.

    Where *every* is false the canonical one, which is the first, may be all that is sought.
    """
    by_ratio = task.learner.score == "gain_ratio"
    best = np.full((len(task.data.features), len(level.nodes)), NOTHING)
    for kind in kinds:
        best[kind.numbers] = kind.best_keys(level)
    largest = best.max(axis=0)
    bound = _bound(largest, level, kinds, task)
    near = best > NOTHING if by_ratio else _near(best, largest, bound, every=every)
    found: list[tuple[Question, ...]] = [()] * len(level.nodes)
    for unknown in np.flatnonzero(largest == np.inf).tolist():
        found[unknown] = optima_by_the_book(task.data.take(level.rows_of(unknown)), task.learner, task.parts)
        near[:, unknown] = False
    with np.errstate(invalid="ignore"):  # an infinite key is dealt with already
        least = np.full_like(largest, NOTHING) if by_ratio else largest - 2 * bound
    parts = []
    for kind in kinds:
        column, node = np.nonzero(near[kind.numbers])
        if len(node):
            parts.append(kind.candidates(level, column, node, least))
    if not parts:
        return found
    left = joined(parts)
    nodes = stretches(left.node)
    status = (_by_ratio if by_ratio else _by_gain)(left, nodes, level, bound, task)
    by_number = {number: kind for kind in kinds for number in kind.numbers.tolist()}
    owners = left.node[nodes.starts].tolist()
    for owner, start, end, pick in zip(
        owners, nodes.starts.tolist(), nodes.ends.tolist(), status.tolist(), strict=True
    ):
        if pick == LEAF:
            continue
        decided = pick >= 0 and not (every and by_ratio)
        sought = range(start, end) if every or not decided else (pick,)
        questions = tuple(by_number[asked[0]].question(level, owner, *asked) for asked in left.asked(sought))
        found[owner] = questions if decided else settled(questions, level.rows_of(owner), task)
    return found


def optima_by_the_book(data: Dataset, learner: Learner, parts: Parts) -> tuple[Question, ...]:
    """Return the optimal questions of *data* as one node, all of them scored exactly.

    >>> from dtrees import datasets
    >>> from dtrees.learners.cart import cart
    >>> [question.feature for question in optima_by_the_book(datasets.load("iris"), cart(), np.less)]
    ['petal_length', 'petal_width']
    """
    offered = [split for split in scored_splits(data, learner) if can_be_asked(split.question, data, parts)]
    return tuple(split.question for split in optimal_among(offered, learner))


def can_be_asked(question: Question, data: Dataset, parts: Parts) -> bool:
    """Return whether *question*, a candidate of *data*, is about categories or lies between values that can be parted.

    >>> from dtrees import datasets
    >>> can_be_asked(Threshold("petal_width", 0.8), datasets.load("iris"), lambda below, above: above > below + 1)
    False
    """
    if not isinstance(question, Threshold):
        return True
    values = cast("Numeric", data.feature(question.feature)).values
    inside = values <= question.threshold
    return bool(parts(values[inside].max(), values[~inside].min()))


def stretches(values: IntArray) -> Segments:
    """Return the segments of equal neighbours.

    >>> stretches(np.array([4, 4, 7])).sizes
    array([2, 1])
    """
    changes = np.flatnonzero(values[1:] != values[:-1]) + 1
    return Segments(np.diff(np.unique(np.concatenate([[0], changes, [len(values)]]))))


def _bound(largest: FloatArray, level: Level, kinds: Sequence[Kind], task: Task) -> FloatArray:
    arity = max(kind.arity for kind in kinds)
    key = np.where(np.isfinite(largest), np.maximum(largest, 0.0), 0.0)
    bound = task.measure.bound(key, level, arity)
    if all(kind.keys_are_the_measures for kind in kinds):
        return bound
    return bound + 16 * U * (key + np.abs(task.measure.base(level)))


def _near(best: FloatArray, largest: FloatArray, bound: FloatArray, *, every: bool) -> NDArray[np.bool_]:
    """Return which columns may hold an optimum, the first alone where equal keys are equal floats, unless *every*."""
    with np.errstate(invalid="ignore"):  # where nothing is known, or there is nothing
        near: NDArray[np.bool_] = (best >= largest - 2 * bound) & (best > NOTHING)
    first = np.arange(len(best))[:, None] == np.argmax(near, axis=0)
    return np.asarray(near & ((bound > 0) | first | every))


def _by_gain(left: Candidates, nodes: Segments, level: Level, bound: FloatArray, task: Task) -> IntArray:
    """Return the place of each node's optimum among *left*, `LEAF`, or `UNDECIDED`."""
    owner = left.node[nodes.starts]
    equal = nodes.minima(_alike(left, nodes, level, task)) | (bound[owner] == 0)
    asked, barred = _may_be_asked(left.key[nodes.starts], bound[owner], owner, level, task)
    return np.where(barred, LEAF, np.where(equal & asked, nodes.starts, UNDECIDED))


def _alike(left: Candidates, groups: Segments, level: Level, task: Task) -> NDArray[np.bool_]:
    """Return which candidates part their rows as the first of their group does, or into as many of each class."""
    first = groups.spread(groups.starts)
    told, asked = left.left, left.left[:, first]
    if task.measure.exact:
        whole = np.concatenate([level.weight[None], level.totals])[:, left.node]
        same: NDArray[np.bool_] = np.all(told == asked, axis=0) | np.all(told == whole - asked, axis=0)
    else:
        size = level.nodes.sizes[left.node]
        whole = np.left_shift(np.int64(1), np.minimum(size, LARGEST_SET)) - 1
        same = ((told[0] == asked[0]) | (told[0] == whole - asked[0])) & (size <= LARGEST_SET)
    same &= left.place >= 0
    same[groups.starts] = True
    return same


def _may_be_asked(
    key: FloatArray, bound: FloatArray, node: IntArray, level: Level, task: Task
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where the gain surely lets a question be asked, and where it surely bars it."""
    rule = task.learner.stopping
    if not rule.min_gain and rule.zero_gain == "split":
        return np.ones(len(key), dtype=bool), np.zeros(len(key), dtype=bool)
    gain, error = _gains(key, bound, node, level, task)
    least = float(rule.min_gain)
    error = error + 2 * U * least
    positive = np.asarray(rule.zero_gain == "split")
    asked = (gain - error >= least) & (positive | (gain - error > 0))
    barred = (gain + error < least) | (~positive & (gain + error <= 0))
    return asked, barred


def _gains(
    key: FloatArray, bound: FloatArray, node: IntArray, level: Level, task: Task
) -> tuple[FloatArray, FloatArray]:
    """Return the gains that keys stand for, and how far off they may be."""
    base, scale = task.measure.base(level)[node], level.scale[node]
    known = (scale > np.finfo(np.float64).tiny) & np.isfinite(scale)
    with np.errstate(over="ignore", invalid="ignore"):
        error = (2 * bound + 8 * U * (np.abs(key) + np.abs(base))) * scale
        return (key - base) * scale, np.where(known, error, np.inf)


def _by_ratio(left: Candidates, nodes: Segments, level: Level, bound: FloatArray, task: Task) -> IntArray:
    """Return what `_by_gain` does, by the gain ratio: each feature's largest gain, the gate, then the largest ratio."""
    if not task.measure.units.exact:
        return np.full(len(nodes), UNDECIDED)
    features = stretches(left.node * len(task.data.features) + left.feature)
    node = left.node[features.starts]
    key, unique = _largest_of_feature(left, features, level, bound, task)
    gain, error = _gains(key, bound[node], node, level, task)
    information = left.information[features.starts] / level.weight[node]
    off = 4 * LOGARITHM * U * np.log2(level.weight[node] + 1)
    ratio = gain / information
    slack = (error + np.abs(ratio) * off) / np.maximum(information - off, U)

    by_node = stretches(node)
    passes, fails = _gate(gain, error, by_node, task)
    asked, barred = _may_be_asked(key, bound[node], node, level, task)
    out = fails | barred
    lowest = by_node.maxima(np.where(out, NOTHING, ratio - slack))
    contends = ~out & (ratio + slack >= by_node.spread(lowest))
    certain = by_node.sums(contends) == 1
    certain &= by_node.minima(unique) & by_node.minima(~contends | (passes & asked))
    found = np.where(by_node.minima(out), LEAF, UNDECIDED)
    place = np.full(len(by_node), -1)
    place[by_node.owner[contends]] = features.starts[contends]
    return np.where(certain, place, found)


def _largest_of_feature(
    left: Candidates, features: Segments, level: Level, bound: FloatArray, task: Task
) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Return each feature's largest key, and whether its first candidate surely has it, alone or with its like."""
    largest = features.maxima(left.key)
    near = left.key >= features.spread(largest) - 2 * bound[left.node]
    first = features.starts
    return largest, near[first] & features.minima(~near | _alike(left, features, level, task))


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


def settled(questions: Sequence[Question], rows: IntArray, task: Task) -> tuple[Question, ...]:
    """Return the optima among *questions*, in canonical order, of the *rows*, exactly."""
    here = Dataset((), task.data.target, task.data.weights).take(rows)
    impurity = task.learner.impurity_for(task.data)
    inside = impurity(summarize(here))
    scored = []
    for question in questions:
        answers = question.answers(task.data.feature(question.feature).take(rows))
        division = Division(question, summarize_groups(here, answers, question.arity))
        scored.append(scored_division(division, inside, impurity, task.learner))
    return tuple(best.question for best in optimal_among(scored, task.learner))

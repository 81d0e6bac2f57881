"""Rows beside the training set of which every right tree says the same: what a class predicts of them is asked too."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from dtrees.data.dataset import Numeric
from dtrees.growing.best_split import scored_splits
from dtrees.growing.grow import stops
from dtrees.laws.plain import columns_of
from dtrees.oracle.finding import Finding
from dtrees.oracle.rounding import SINGLE, rounding_bound
from dtrees.trees.questions import Threshold
from dtrees.trees.split import split
from dtrees.trees.summary import ClassCounts, Summary, summarize

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.growing.learner import Learner
    from dtrees.trees.questions import Question

Row: TypeAlias = "Mapping[str, Any]"
"""A row's value of each column, by name."""

CLEARLY: Final = Fraction(999, 1000)
"""A question is clearly the best where each other one gains less than this share of its gain: no rounding hides it."""

MOST_ROWS: Final = 64


def elsewhere(
    data: Dataset, learner: Learner, predict: Callable[[Mapping[str, Sequence[Any]]], Sequence[Any]]
) -> Finding | None:
    """Return the finding that *predict* says of a row what no right tree says, or None.

    The rows are other combinations of the values of *data*, and values beyond them.  A row counts only if at each node
    on its way one question is clearly the best, and its value is among those of the rows there, or does not lie between
    the two that the threshold parts.
    """
    columns = columns_of(data)
    reach = [_reach(one) for one in data.features]
    if learner.score != "gain" or not all(reach):
        return None
    known = list(zip(*columns.values(), strict=True))
    others = _combined(reach)
    named = [dict(zip(data.feature_names, row, strict=True)) for row in (*known, *others)]
    ends = list(zip(named, determined(named, data, learner), strict=True))
    if _wrong(ends[: len(known)], data, predict):
        return None  # which the judge of its training rows says
    return _wrong(ends[len(known) :], data, predict)


def _reach(feature: Feature) -> list[Any]:
    """Return the values of a column, and of numbers one beyond on either side; none where it is read in its own way."""
    if isinstance(feature, Numeric):
        values = np.unique(feature.values)
        alike = len(np.unique(values.astype(np.float32))) < len(values)  # what reads float32 sees other data
        return [] if alike else [values[0] - 1, *values.tolist(), values[-1] + 1]
    return sorted({*feature}) if all(isinstance(one, str) for one in feature.categories) else []


def _combined(reach: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Return every combination of a value a column, or as many as are asked, drawn."""
    if np.prod([len(values) for values in reach]) <= MOST_ROWS:
        return list(product(*reach))
    chance = np.random.default_rng(0)
    return [tuple(values[chance.integers(len(values))] for values in reach) for _ in range(MOST_ROWS)]


def _wrong(
    ends: Sequence[tuple[Row, Summary | None]], data: Dataset, predict: Callable[..., Sequence[Any]]
) -> Finding | None:
    """Return the finding about the first row that has an end and is predicted otherwise."""
    asked = [(row, node) for row, node in ends if node]
    if not asked:
        return None
    said = predict({name: [row[name] for row, _ in asked] for name in data.feature_names})
    for (row, node), got in zip(asked, said, strict=True):
        if not _is_right(got, node, data):
            right = node.majority if isinstance(node, ClassCounts) else f"{node.mean} = {float(node.mean):.17g}"
            shown = ", ".join(f"{name} = {value}" for name, value in row.items())
            return Finding(kind="predict another row", expected=f"{shown}: {right}", got=str(got))
    return None


def determined(rows: Sequence[Row], data: Dataset, learner: Learner) -> list[Summary | None]:
    """Return for each row the summary of the leaf where every right tree sends it, or None where they may differ."""
    if not rows:
        return []
    node = summarize(data)
    ranked = [] if stops(node, learner) else sorted(scored_splits(data, learner), key=lambda one: one.gain)
    if not ranked:
        is_tied = isinstance(node, ClassCounts) and node.counts.count(max(node.counts)) > 1
        return [None if is_tied else node] * len(rows)
    *others, best = ranked
    clear = best.gain > 0 and all(other.gain < best.gain * CLEARLY for other in others)
    if not clear or not learner.stopping.admits(best.gain):
        return [None] * len(rows)
    sides = _sides(rows, best.question, data)
    below = [
        iter(determined([row for row, on in zip(rows, sides, strict=True) if on == side], part, learner.below(node)))
        for side, part in enumerate(split(data, best.question))
    ]
    return [None if side is None else next(below[side]) for side in sides]


def _sides(rows: Sequence[Row], question: Question, data: Dataset) -> list[int | None]:
    """Return the child of each row, or None between values that a threshold parts, or of a category not at the node."""
    feature, values = data.feature(question.feature), [row[question.feature] for row in rows]
    if not isinstance(question, Threshold) or not isinstance(feature, Numeric):
        here = {*feature}
        return [question.answer(row) if value in here else None for row, value in zip(rows, values, strict=True)]
    low = feature.values[feature.values <= question.threshold].max()
    high = feature.values[feature.values > question.threshold].min()
    return [None if low < value < high else int(value >= high) for value in values]


def _is_right(got: Any, node: Summary, data: Dataset) -> bool:
    if isinstance(node, ClassCounts):
        return bool(got == node.majority)
    largest = Fraction(max(map(abs, data.target.values.tolist())))  # type: ignore[union-attr]  # numbers
    near = rounding_bound(len(data), largest) * SINGLE
    return bool(np.isfinite(got) and abs(Fraction(got) - node.mean) <= near)

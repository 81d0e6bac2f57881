"""Rows beside the training set of which every right tree says the same: what a program without a tree says of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.data.dataset import Numeric
from dtrees.growing.best_split import scored_splits
from dtrees.growing.grow import stops
from dtrees.laws.plain import columns_of
from dtrees.trees.questions import Threshold
from dtrees.trees.split import split
from dtrees.trees.summary import ClassCounts, Summary, summarize

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.growing.learner import Learner
    from dtrees.oracle.conventions import Conventions
    from dtrees.trees.questions import Question

Row: TypeAlias = "Mapping[str, Any]"
"""A row's value of each column, by name."""

CLEARLY: Final = Fraction(999, 1000)
"""A question is clearly the best where each other one gains less than this share of its gain: no rounding hides it."""

MOST_ROWS: Final = 256
"""At most so many rows are asked about."""

MOST_TRAINING_ROWS: Final = 20
"""Of more rows, finding where every right tree sends another takes too long."""

NEAR: Final = 0.001
"""Two numbers less apart than this share of the larger have none between of which rounding would not hide the side."""


def elsewhere(data: Dataset, learner: Learner, conventions: Conventions) -> tuple[Dataset, list[Summary]]:
    """Return rows beside *data* of which every right tree says the same, with the summary of the leaf where each ends.

    They combine the values of *data*, values beyond them and, where a threshold lies by a known rule, values on either
    side of the middle of two.  A row is determined if at each node on its way one question is clearly the best, and it
    is known where its value goes.  There are none where the data have more than `MOST_TRAINING_ROWS`.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.oracle.conventions import EXACT
    >>> rows, ends = elsewhere(classification_data({"x": [1, 3]}, ["a", "b"]), cart(), EXACT)
    >>> [(float(x), end.majority) for x, end in zip(rows.feature("x"), ends)]
    [(0.0, 'a'), (1.0, 'a'), (1.998046875, 'a'), (2.001953125, 'b'), (3.0, 'b'), (4.0, 'b')]
    """
    seen, learner = conventions.seen(data), conventions.learner(learner, data)
    place = "between" if conventions.cut == "between" else learner.questions.numbers
    is_placed = place == "midpoint" or (place == "observed" and conventions.comparison == "<=")
    reach = [_reach(one, is_placed=is_placed) for one in data.features]
    limits = conventions.smallest_gap, conventions.smallest_gain, conventions.pure_up_to
    is_usual = learner.score == "gain" and conventions.categories == "asked" and not (conventions.risk or any(limits))
    if len(data) > MOST_TRAINING_ROWS or not (reach and all(reach) and is_usual and data.weights.all()):
        return data.take([]), []
    known = list(zip(*columns_of(data).values(), strict=True))
    combined = zip(*_combined(reach, known), strict=True)
    columns = tuple(_column(one, values) for one, values in zip(data.features, combined, strict=True))
    first = np.zeros(len(columns[0]), dtype=int)
    rows = attrs.evolve(data.take(first), features=columns)
    read = columns_of(conventions.seen(rows))
    named = [dict(zip(read, row, strict=True)) for row in zip(*read.values(), strict=True)]
    ends = determined(named, seen, learner, is_placed=is_placed)
    return rows.take([row for row, end in enumerate(ends) if end]), [end for end in ends if end]


def _reach(feature: Feature, *, is_placed: bool) -> list[Any]:
    """Return the values of a column, and of numbers one beyond on either side, and some between if *is_placed*.

    There are none where the column may be read in another way.
    """
    if isinstance(feature, Numeric):
        values = np.unique(feature.values)
        if len(np.unique(values.astype(np.float32))) < len(values):
            return []  # what reads float32 sees other data
        low, high = values[:-1], values[1:]
        far = high - low > NEAR * np.maximum(-low, high)
        steps = [(low + (high - low) * share)[far] for share in (511 / 1024, 513 / 1024)] if is_placed else []
        return [*np.unique(np.concatenate([[values[0] - 1, values[-1] + 1], values, *steps]))]
    return sorted({*feature}) if all(isinstance(one, str) for one in feature.categories) else []


def _column(feature: Feature, values: Sequence[Any]) -> Feature:
    """Return the column with other *values*, of categories such as it has."""
    if isinstance(feature, Numeric):
        return Numeric(feature.name, np.array(values, dtype=float))
    known = [*feature]
    return feature.take(np.array([known.index(value) for value in values], dtype=int))


def _combined(reach: list[list[Any]], known: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return every combination of a value a column, or as many as are asked, drawn.

    Of those every second is one of the *known* rows but for a column: it comes to the lowest questions.
    """
    if np.prod([len(values) for values in reach]) <= MOST_ROWS:
        return list(product(*reach))
    chance = np.random.default_rng(0)
    drawn = []
    for number in range(MOST_ROWS):
        row = tuple(values[chance.integers(len(values))] for values in reach)
        if number % 2:
            other, place = known[int(chance.integers(len(known)))], int(chance.integers(len(reach)))
            row = (*other[:place], row[place], *other[place + 1 :])
        drawn.append(row)
    return drawn


def determined(
    rows: Sequence[Row], data: Dataset, learner: Learner, *, is_placed: bool = False
) -> list[Summary | None]:
    """Return for each row the summary of the leaf where every right tree sends it, or None where they may differ.

    Where a threshold *is_placed* by a known rule, that is also told of values between those that it parts.
    """
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
    sides, below = _sides(rows, best.question, data, is_placed=is_placed), []
    for side, part in enumerate(split(data, best.question)):
        here = [row for row, on in zip(rows, sides, strict=True) if on == side]
        below.append(iter(determined(here, part, learner.below(node), is_placed=is_placed)))
    return [None if side is None else next(below[side]) for side in sides]


def _sides(rows: Sequence[Row], question: Question, data: Dataset, *, is_placed: bool) -> list[int | None]:
    """Return the child of each row, or None where right trees may differ, or of a category not at the node."""
    feature, values = data.feature(question.feature), [row[question.feature] for row in rows]
    if not isinstance(question, Threshold) or not isinstance(feature, Numeric):
        here = {*feature}
        return [question.answer(row) if value in here else None for row, value in zip(rows, values, strict=True)]
    low = feature.values[feature.values <= question.threshold].max()
    high = feature.values[feature.values > question.threshold].min()
    near = (high - low) / 2048 if is_placed else high - low
    unclear = [low < value < high and abs(value - question.threshold) < near for value in values]
    return [None if doubt else int(value > question.threshold) for doubt, value in zip(unclear, values, strict=True)]

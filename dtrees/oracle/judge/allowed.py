"""Judging where a question sends rows with a missing value: by its direction, or by its surrogates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import attrs
import numpy as np

from dtrees.growing.missing.surrogates import association, by_side, with_surrogates
from dtrees.oracle.rounding import rounding_bound
from dtrees.trees.split import route, rows_of
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.oracle.conventions import Conventions
    from dtrees.trees.missing_answers import Surrogate, WithMissing, WithSurrogates
    from dtrees.trees.summary import ClassCounts


def right_child(asked: WithMissing, rows: Dataset, conventions: Conventions) -> int:
    """Return the child to which *asked* should send rows of a missing value, at a node whose *rows* lack no value."""
    parts = route(rows, asked.question)
    match conventions.direction:
        case "any":
            return asked.child
        case "larger":
            return max(range(len(parts)), key=lambda child: (summarize(parts[child]).weight, -child))
        case "more_rows":
            return max(range(len(parts)), key=lambda child: (len(parts[child]), child))


def wrong_surrogates(
    asked: WithSurrogates, rows: Dataset, learner: Learner, conventions: Conventions
) -> tuple[str, str] | None:
    """Return the right surrogates and the stated ones of *asked* as two texts for a finding; None if those are right.

    *rows* are the node's.  Where ties may go any way, equal surrogates may stand in any order, and either of two
    equally heavy children may count as the larger.

    >>> from dtrees import Threshold, cart, classification_data
    >>> from dtrees.trees.missing_answers import WithSurrogates
    >>> from dtrees.oracle.conventions import EXACT
    >>> rows = classification_data({"x": [1, 2, 2], "y": [1, 2, 2]}, ["a", "b", "b"])
    >>> wrong_surrogates(WithSurrogates(Threshold("x", 1.5), [], 1), rows, cart(missing="surrogate"), EXACT)
    ('y of 1, else child 1', 'none, else child 1')
    """
    question = asked.question
    every = attrs.evolve(learner, missing=attrs.evolve(learner.missing, most_surrogates=None))
    right = with_surrogates(rows, question, every)
    sided = by_side(rows, question)
    whole = cast("ClassCounts", summarize(sided))
    best = {one.feature: one.association for one in right.surrogates}
    ranked = [one.association for one in right.surrogates][: learner.missing.most_surrogates]
    measured = [_measured(one, sided, whole, learner) for one in asked.surrogates]
    names = [one.feature for one in asked.surrogates]
    bound = 0 if conventions.arithmetic == "exact" else rounding_bound(len(rows), 1) * whole.weight
    tied = conventions.ties != "canonical"
    if (
        measured == ranked
        and measured == [best.get(name) for name in names]
        and len(set(names)) == len(names)
        and (tied or names == list(best)[: len(names)])
        and all(abs(one.association - got) <= bound for one, got in zip(asked.surrogates, measured, strict=True))
        and (asked.otherwise == right.otherwise or (tied and whole.counts[0] == whole.counts[1]))
    ):
        return None
    expected = right.surrogates[: learner.missing.most_surrogates]
    return _show(expected, ranked, right.otherwise), _show(asked.surrogates, measured, asked.otherwise)


def _measured(surrogate: Surrogate, sided: Dataset, whole: ClassCounts, learner: Learner) -> Fraction:
    """Return the association of *surrogate* with the sides of the rows."""
    answers = np.array([surrogate.answer(row) for row in rows_of([sided.feature(surrogate.feature)])])
    parts: list[Any] = [summarize(sided.take(np.flatnonzero(answers == child))) for child in (0, 1)]
    return association(parts, whole, learner.missing.agreement)


def _show(surrogates: Sequence[Surrogate], measured: Sequence[Fraction], otherwise: int | None) -> str:
    stated = [f"{one.feature} of {got}" for one, got in zip(surrogates, measured, strict=True)]
    return f"{', '.join(stated) or 'none'}, else {'the node' if otherwise is None else f'child {otherwise}'}"

"""The rows that an exported model is asked about: at each threshold, at each leaf, and of other categories."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING, Any, Final

from dtrees.laws.predicting import UNSEEN, around
from dtrees.oracle.exported.model import nearest
from dtrees.trees.missing_answers import IsMissing, WithMissing, plain_questions
from dtrees.trees.questions import Equals, Threshold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.oracle.exported.model import Model, Row
    from dtrees.trees.questions import Question

EXTREMES: Final = (0.0, 5e-324, -5e-324, 1e-40, -1e-40, 1e30, -1e30, 1.7e308, -1.7e308)
"""Numbers that are asked where they come to a leaf: in float32 some are 0, some subnormal, some too large."""


def rows_of(model: Model) -> Iterator[Row]:
    """Yield rows that end in a leaf: at each node one of each value `near` its question, and four at each leaf.

    Those of a leaf have, of the numbers that come there, any, the least, the largest, and that nearest to 0.
    """
    picks: list[Callable[[list[float]], float]] = [min, max, partial(min, key=abs)]
    waiting = [(model.nodes[0], values_of(model))]
    for node, here in waiting:
        base, question = {name: some[0] for name, some in here.items()}, node.question
        if question is None:
            numbers = {name: [one for one in some if isinstance(one, float)] for name, some in here.items()}
            tried = [
                base,
                *({**base, **{name: pick(some) for name, some in numbers.items() if some}} for pick in picks),
            ]
        else:
            name = question.feature
            tried = [{**base, name: value} for value in near(question) if is_read(value, model)]
            for child, place in enumerate(node.children):
                fits = [value for value in here[name] if model.child(question, value) == child]
                waiting += [(model.nodes[place], {**here, name: fits})] if fits else []
        yield from (row for row in tried if model.way(row)[-1].question is None)


def values_of(model: Model) -> dict[str, list[Any]]:
    """Return for each feature of the tree the values that are tried, those apart from all thresholds first."""
    asked: dict[str, list[Question]] = {}
    for node in model.nodes:
        if node.question:
            asked.setdefault(node.question.feature, []).append(node.question)
    found = {}
    for name, questions in asked.items():
        plain = [plain_questions(one)[0] for one in questions]
        cuts = sorted({nearest(one.threshold) for one in plain if isinstance(one, Threshold)})
        apart = [low / 2 + high / 2 for low, high in pairwise(cuts)]
        ends = [cut + sign * max(1.0, abs(cut)) for sign, cut in zip((-1, 1), cuts[:1] + cuts[-1:], strict=False)]
        beside = [value for one in questions for value in near(one)]
        tried = [*apart, *ends, *beside, *EXTREMES] if cuts else beside if {*beside} > {None} else [0.0, None]
        found[name] = [value for value in dict.fromkeys(tried) if is_read(value, model)]
    return found


def near(question: Question) -> list[Any]:
    """Return the values beside a threshold, or the categories and another one; and None where the question sends that.

    The threshold itself is left out if no float64 is that number: a program may hold the nearest one.

    >>> near(Equals("sky", "sun")), near(WithMissing(Equals("sky", 3), 1))
    (['sun', 'never seen'], [3, 4, None])
    """
    asked: Any = plain_questions(question)[0]
    missing = [None] if isinstance(question, IsMissing | WithMissing) else []
    if isinstance(asked, Threshold):
        cut = nearest(asked.threshold)
        whole = [float(floor(cut)), float(ceil(cut))] if isfinite(cut) else []
        beside = [value for value in (*around(cut), *whole) if value != cut or value == asked.threshold]
        return [*beside, *missing]
    if isinstance(asked, IsMissing):
        return [*missing]
    named: list[Any] = [asked.category] if isinstance(asked, Equals) else [*asked.categories]
    others = (
        [UNSEEN] if isinstance(named[0], str) else [True, False] if isinstance(named[0], bool) else [max(named) + 1]
    )
    return [*dict.fromkeys([*named, *others]), *missing]


def is_read(value: Any, model: Model) -> bool:
    """Return whether the program is given *value*; it is not given numbers beyond its range."""
    if not isinstance(value, float) or value == 0:
        return True
    largest = model.conventions.largest
    return isfinite(model.value(value)) and 1 / largest <= abs(value) <= largest

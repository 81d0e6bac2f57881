"""A category of its own: a missing value is one more category, the last, and all goes on as without missing values.

1. The question: a child for each category has one more; equality and subsets have one more category to ask for.
   A number has no place for it among its neighbours, so that a threshold has a third child.
2. The score: as ever, on all rows.
3. Where no value was missing when the node grew, the rows that come later go to its larger child.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from dtrees.data.dataset import Categorical
from dtrees.growing.candidates import Division, divisions
from dtrees.growing.missing.fractional import divisions_of_known, known_and_unknown
from dtrees.trees.missing_answers import IsMissing, WithMissing
from dtrees.trees.questions import Equals, OneOf
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.growing.learner import Learner


def divisions_with_category(data: Dataset, feature: Feature, learner: Learner) -> Iterator[Division]:
    """Yield the divisions by *feature*, of which values are missing, as if missing were one more category.

    >>> import dtrees as dt
    >>> data = dt.classification_data({"sky": ["sun", "rain", None]}, ["a", "b", "b"], missing="keep")
    >>> [division.question.arity for division in divisions_with_category(data, data.features[0], dt.c45())]
    [3]
    """
    if isinstance(feature, Categorical) and learner.questions.categories != "each":
        yield from _of_recoded(data, feature, learner)
        return
    of_known: list[Any] = list(divisions_of_known(data, feature, learner))
    for known in of_known:
        yield Division(WithMissing(known.question, known.question.arity), (*known.parts, known.unknown))
    if not of_known:
        yield from missing_or_known(data, feature)


def missing_or_known(data: Dataset, feature: Feature) -> Iterator[Division]:
    """Yield the division by whether the value is missing, where it is for some rows and not for others."""
    known, unknown = known_and_unknown(data, feature)
    if len(unknown) and len(known):
        yield Division(IsMissing(feature.name), (summarize(unknown), summarize(known)))


def _of_recoded(data: Dataset, feature: Categorical, learner: Learner) -> Iterator[Division]:
    """Yield the binary divisions of the rows with a text in place of the missing values, as questions without it."""
    text = "?".join(map(str, (*feature.categories, "")))  # longer than any category
    names = (*feature.categories, text)
    recoded = Categorical(feature.name, names, [names.index(text if value is None else value) for value in feature])
    present = {value for value in feature if value is not None}
    for division in divisions(attrs.evolve(data, features=(recoded,)), recoded, learner.questions):
        question, parts = division.question, division.parts
        asked = (question.category,) if isinstance(question, Equals) else question.categories  # type: ignore[attr-defined]  # of OneOf
        known = [category for category in asked if category != text]
        if not known:
            yield Division(IsMissing(feature.name), parts)
        elif len(known) < len(asked):
            yield Division(WithMissing(OneOf(feature.name, known), 0), parts)
        elif len(known) == len(present) and isinstance(question, OneOf):
            yield Division(IsMissing(feature.name), parts[::-1])
        else:
            yield Division(WithMissing(question, 1), parts)

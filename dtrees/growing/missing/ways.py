"""The questions that each way of `Missing` can ask at a node, and where they send rows with a missing value later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dtrees.errors import InvalidLearner
from dtrees.growing.candidates import Division, divisions
from dtrees.growing.missing.either_side import divisions_with_sides
from dtrees.growing.missing.fractional import divisions_of_known, known_and_unknown
from dtrees.growing.missing.own_category import divisions_with_category
from dtrees.growing.missing.surrogates import with_surrogates
from dtrees.trees.missing_answers import IsMissing, WithMissing
from dtrees.trees.split import split
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.growing.gain_ratio import AnySplit
    from dtrees.growing.learner import Learner
    from dtrees.trees.questions import Question


def candidates_of(data: Dataset, feature: Feature, learner: Learner) -> Iterable[Division]:
    """Return the divisions by *feature* that may be optimal; raises `InvalidLearner` if missing values are refused."""
    if None not in feature:
        return divisions(data, feature, learner.questions)
    match learner.missing.way:
        case "fractional" | "surrogate":
            return divisions_of_known(data, feature, learner)
        case "either_side":
            return divisions_with_sides(data, feature, learner)
        case "category":
            return divisions_with_category(data, feature, learner)
        case "refuse":
            message = (
                f"column {feature.name!r} holds missing values: remove their rows, fill them, or give the learner "
                "missing='fractional', 'either_side', 'category' or 'surrogate'"
            )
            raise InvalidLearner(message)


def divided_by(data: Dataset, question: Question, learner: Learner) -> Division:
    """Return the division of *data* by *question* as *learner* scores it."""
    known, unknown = known_and_unknown(data, data.feature(question.feature))
    if learner.missing.way not in {"fractional", "surrogate"} or not len(unknown):
        return Division(question, tuple(map(summarize, split(data, question))))
    return Division(question, tuple(map(summarize, split(known, question))), summarize(unknown))


def directed(data: Dataset, best: AnySplit, learner: Learner) -> AnySplit:
    """Return the split *best* with a question that also says where rows with a missing value go.

    Under ``fractional`` it says nothing, and the rows are divided.
    """
    match learner.missing.way:
        case "surrogate":
            return attrs.evolve(best, question=with_surrogates(data, best.question, learner))
        case "either_side" | "category" if not isinstance(best.question, WithMissing | IsMissing):
            weights = [part.weight for part in best.parts]
            return attrs.evolve(best, question=WithMissing(best.question, weights.index(max(weights))))
        case _:
            return best

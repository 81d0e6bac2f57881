"""The questions that each way of `Missing` can ask at a node, and where they send rows with a missing value later.

fractional   A question is scored on the rows of known value, times their share of the weight; the others may be one
             more part of the intrinsic value, and go to every child (`dtrees.trees.missing_answers.divided`).
either_side  Each question on the rows of known value is scored with the others at each of its children in turn; then
             whether the value is missing at all.  So do scikit-learn, XGBoost and LightGBM.
category     A child for each category has one more; equality and subsets have one more category to ask for.  An order
             has no place for it between neighbours, so that a threshold, or a cut of categories, has a third child.
surrogate    As fractional; where the other rows go, `surrogates` says.

By ``either_side`` and ``category``, where no value was missing when the node grew, later rows go to its larger child.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from dtrees.data.dataset import Categorical, Dataset, Feature
from dtrees.errors import InvalidLearner
from dtrees.growing.candidates import Division, divisions, subsets
from dtrees.growing.gain_ratio import AnySplit
from dtrees.growing.learner import Learner
from dtrees.growing.missing.surrogates import known_and_unknown, with_surrogates
from dtrees.trees.missing_answers import IsMissing, WithMissing
from dtrees.trees.questions import Equals, OneOf, Question
from dtrees.trees.split import split
from dtrees.trees.summary import summarize, summarize_groups, total


def candidates_of(data: Dataset, feature: Feature, learner: Learner) -> Iterable[Division]:
    """Return the divisions by *feature* that may be optimal; raises `InvalidLearner` if missing values are refused."""
    if None not in feature:
        return divisions(data, feature, learner.questions)
    style = learner.questions.categories if type(feature) is Categorical else None  # of what has no order
    match learner.missing.way:
        case "fractional" | "surrogate":
            return _of_known(data, feature, learner)
        case "either_side" if style != "subset":
            return _with_sides(data, feature, learner)
        case "category" if style in {None, "each"}:
            return _with_child(data, feature, learner)
        case "either_side" | "category":  # subsets with these rows at either side are those with one category more
            return _of_one_category_more(data, feature, learner)
        case "refuse":
            raise InvalidLearner(
                f"column {feature.name!r} holds missing values: remove their rows, fill them, or give the learner "
                "missing='fractional', 'either_side', 'category' or 'surrogate'"
            )


def _of_known(data: Dataset, feature: Feature, learner: Learner) -> Iterator[Any]:
    """Yield the divisions by *feature* of the rows where it is known, with the summary of the others."""
    known, unknown = known_and_unknown(data, feature)
    if len(known):
        for division in divisions(known, known.feature(feature.name), learner.questions):
            yield attrs.evolve(division, unknown=summarize(unknown))


def _with_sides(data: Dataset, feature: Feature, learner: Learner) -> Iterator[Division]:
    for known in _of_known(data, feature, learner):
        for child in range(known.question.arity):
            parts = list(known.parts)
            parts[child] += known.unknown
            yield Division(WithMissing(known.question, child), tuple(parts))
    yield from _missing_or_known(data, feature)


def _missing_or_known(data: Dataset, feature: Feature) -> Iterator[Division]:
    """Yield the division by whether the value is missing, where it is for some rows and not for others."""
    known, unknown = known_and_unknown(data, feature)
    if len(unknown) and len(known):
        yield Division(IsMissing(feature.name), (summarize(unknown), summarize(known)))


def _with_child(data: Dataset, feature: Feature, learner: Learner) -> Iterator[Division]:
    of_known = list(_of_known(data, feature, learner))
    for known in of_known:
        yield Division(WithMissing(known.question, known.question.arity), (*known.parts, known.unknown))
    if not of_known:
        yield from _missing_or_known(data, feature)


def _of_one_category_more(data: Dataset, feature: Any, learner: Learner) -> Iterator[Division]:
    """Yield the binary divisions where None, the missing value, is the last of the categories at the node."""
    groups, name = summarize_groups(data, feature), feature.name
    present = [category for category in (*feature.categories, None) if category in groups]
    equals = learner.questions.categories == "equals"
    asked = [(one,) for one in present] if equals else subsets(name, present)
    for chosen in asked if len(present) > 1 else ():
        left: Any = total([groups[one] for one in chosen])
        right = total(groups.values()) - left
        known = [one for one in chosen if one is not None]
        if not known:
            yield Division(IsMissing(name), (left, right))
        elif len(known) == len(present) - 1 and not equals:
            yield Division(IsMissing(name), (right, left))
        else:
            plain = Equals(name, known[0]) if equals else OneOf(name, known)
            yield Division(WithMissing(plain, 0 if None in chosen else 1), (left, right))


def divided_by(data: Dataset, question: Question, learner: Learner) -> Division:
    """Return the division of *data* by *question* as *learner* scores it."""
    known, unknown = known_and_unknown(data, data.feature(question.feature))
    if learner.missing.way not in {"fractional", "surrogate"} or not len(unknown):
        return Division(question, tuple(map(summarize, split(data, question))))
    return Division(question, tuple(map(summarize, split(known, question))), summarize(unknown))


def directed(data: Dataset, best: AnySplit, learner: Learner) -> AnySplit:
    """Return the split *best* with a question that also says where rows with a missing value go, if not to all."""
    match learner.missing.way:
        case "surrogate":
            return attrs.evolve(best, question=with_surrogates(data, best.question, learner))
        case "either_side" | "category" if not isinstance(best.question, WithMissing | IsMissing):
            weights = [part.weight for part in best.parts]
            return attrs.evolve(best, question=WithMissing(best.question, weights.index(max(weights))))
        case _:
            return best

"""Whether a question is of a kind that a learner asks, and sends missing values its way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from dtrees.data.dataset import Categorical, Numeric, Ordinal
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.questions import MISSING, Threshold
from dtrees.trees.split import answers_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.trees.questions import Question


def is_of_kind(question: Question, here: Dataset, learner: Learner) -> bool:
    """Return whether *question* is of a kind that *learner* asks, such as a subset, and sends missing values its way.

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.trees.questions import EachCategory
    >>> data = classification_data({"sky": ["sun", "rain", "fog"]}, ["a", "b", "b"])
    >>> is_of_kind(EachCategory("sky", ["fog", "rain", "sun"]), data, cart())
    False
    """
    column, way = here.feature(question.feature), learner.missing.way
    kind = learner.questions.numbers if isinstance(column, Numeric) else learner.questions.categories
    one_more = type(column) is Categorical and (kind, way) in ONE_CATEGORY_MORE
    known = ~column.missing | one_more
    values = (column.values if isinstance(column, Numeric) else column.codes)[known]
    answers = np.array(answers_of(question, here.features))
    sides = answers[known]
    if not known.all() and len(np.unique(sides)) == 1:  # it asks whether the value is missing
        asks = way == "either_side" or (way == "category" and len(np.unique(values)) == 1)
        return asks and MISSING not in answers
    if column.missing.any() and not _goes_its_way(answers, known, way):
        return False
    if isinstance(column, Ordinal) and kind != "each":
        return sides_of_cut(question, column) is not None
    sizes = [len(np.unique(values[sides == side])) for side in np.unique(sides)]
    match kind:
        case "each":
            return max(sizes) == 1
        case "equals" | "subset":  # one category, or some, and the rest
            return len(sizes) == 2 and (kind == "subset" or min(sizes) == 1)  # noqa: PLR2004 (children)
        case _:
            return isinstance(plain_questions(question)[0], Threshold)


ONE_CATEGORY_MORE: Final = {("equals", "category"), ("subset", "category"), ("subset", "either_side")}
"""The kinds of question, and the ways of `Missing`, by which a missing value is one more category."""


def _goes_its_way(answers: NDArray[np.int64], known: NDArray[np.bool_], way: str) -> bool:
    """Return whether rows of a missing value go to all children, with some known ones, or to a child of their own."""
    divides = way not in {"either_side", "category"}
    if divides or MISSING in answers:
        return divides and MISSING in answers
    return bool(known.all()) or (answers[~known][0] in answers[known]) == (way == "either_side")


def sides_of_cut(question: Question, column: Ordinal) -> tuple[int, int] | None:
    """Return the last code below the cut that *question* makes of ordered categories and the first above, or None.

    >>> column = Ordinal("size", ["low", "mid", "high"], [0, 1, 2])
    >>> from dtrees.trees.questions import Equals
    >>> sides_of_cut(Equals("size", "high"), column), sides_of_cut(Equals("size", "mid"), column)
    ((1, 2), None)
    """
    plain, known = plain_questions(question)[0], column.take(np.flatnonzero(~column.missing))
    answers = np.array(answers_of(plain, [known]), dtype=np.int64)
    one, two = (known.codes[answers == child] for child in (0, 1))
    if plain.arity != 2 or not len(one) or not len(two):  # noqa: PLR2004 (a binary question's children)
        return None
    low, high = (one, two) if one.max() < two.min() else (two, one)
    return (int(low.max()), int(high.min())) if low.max() < high.min() else None

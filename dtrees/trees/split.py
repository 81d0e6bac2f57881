"""The parts that a question splits data into: the rows of each answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData
from dtrees.trees.missing_answers import divided, plain_questions
from dtrees.trees.questions import MISSING, UNSEEN, Asks, Question, column_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Feature
    from dtrees.trees.summary import Summary


@checked
def split(data: Dataset, question: Question) -> tuple[Dataset, ...]:
    """Return the parts that *question* splits *data* into, one a child, in child order.

    D_i = {rows of D with answer i}      [LIHANG2 §5.2; ZHOU16 §4.2]

    A row whose value is missing is in the part that the question names for it, or it stays at the node and is in none,
    else it is in each, its weight times the part's share of the known weight (`divided`).  Raises `InvalidData` where a
    row has a category without a child, where no value is known to share by, and where the column is missing.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.trees.questions import Threshold
    >>> data = classification_data({"x": [1, 2, 3, None]}, ["a", "b", "b", "b"], missing="keep")
    >>> [part.weights.tolist() for part in split(data, Threshold("x", 1.5))]
    [[1, Fraction(1, 3)], [1, 1, Fraction(2, 3)]]
    """
    answers = answers_of(question, data.features)
    if UNSEEN in answers:
        message = (
            f"row {answers.index(UNSEEN)}: its {question.feature!r} is none of {getattr(question, 'categories', ())}"
        )
        raise InvalidData(message)
    return parts_of(data, answers, question.arity)


def parts_of(data: Dataset, answers: Sequence[int], children: int) -> tuple[Dataset, ...]:
    """Return the rows of each child.

    A row without a child is left out, a row with a missing value is divided.
    """
    parts = [data.take([row for row, answer in enumerate(answers) if answer == child]) for child in range(children)]
    return divided(data, answers, [sum(part.row_weights) for part in parts]) if MISSING in answers else tuple(parts)


def answers_of(question: Asks, features: Sequence[Feature]) -> list[int]:
    """Return the answer of each row; raises `InvalidData` for a missing column, and for one of the wrong kind."""
    columns = [column_for(plain, features) for plain in plain_questions(question)]
    return [question.answer(row) for row in rows_of(columns)]


def rows_of(features: Sequence[Feature]) -> list[dict[str, Any]]:
    """Return each row as a mapping from the name of a feature to its value, None where it is missing.

    >>> from dtrees.data.dataset import Categorical, Numeric
    >>> rows_of([Numeric("x", [1, None]), Categorical("sky", ["rain", "sun"], [1, 0])])
    [{'x': 1.0, 'sky': 'sun'}, {'x': None, 'sky': 'rain'}]
    """
    names = [feature.name for feature in features]
    return [dict(zip(names, values, strict=True)) for values in zip(*features, strict=True)]


def route(data: Dataset, question: Asks, children: Sequence[Summary] = ()) -> tuple[Dataset, ...]:
    """Return the rows that go to each child, leaving out those of a category that has none.

    Rows of a missing value, where the question does not say which child they go to, are divided by the weights of the
    *children*, by default of the rows themselves whose value is known.
    """
    answers = answers_of(question, data.features)
    if children and MISSING in answers:
        return divided(data, answers, [child.weight for child in children])
    return parts_of(data, answers, question.arity)

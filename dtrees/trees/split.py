"""The parts that a question splits data into: the rows of each answer."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset, Feature
from dtrees.errors import InvalidData
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.questions import MISSING, UNSEEN, Asks, Question, column_for
from dtrees.trees.summary import Summary


@checked
def split(data: Dataset, question: Question) -> tuple[Dataset, ...]:
    """Return the parts that *question* splits *data* into, one a child, in child order.

    D_i = {rows of D with answer i}      [LIHANG2 §5.2; ZHOU16 §4.2]

    A row whose value is missing is in the part that the question names for it, or it stays at the node and is in none,
    else it is in each (`route`).  Raises `InvalidData` where a row has a category without a child, where no value is
    known to share by, and where the column is missing.

    >>> data = dt.classification_data({"x": [1, 2, 3, None]}, ["a", "b", "b", "b"], missing="keep")
    >>> [part.weights.tolist() for part in split(data, dt.Threshold("x", 1.5))]
    [[1, Fraction(1, 3)], [1, 1, Fraction(2, 3)]]
    """
    answers = answers_of(question, data.features)
    if UNSEEN in answers:
        row, known = answers.index(UNSEEN), getattr(question, "categories", ())
        raise InvalidData(f"row {row}: its {question.feature!r} is none of {known}")
    return route(data, question)


def route(data: Dataset, question: Asks, children: Sequence[Summary] = ()) -> tuple[Dataset, ...]:
    """Return the rows that go to each child, without those of a category that has none.

    A row of answer `MISSING` is divided among all children of positive weight:

    w_i = N_i / sum_j N_j w      [C45 §3.1; ZHOU16 §4.4.2]

    The N_i are the weights of the *children*, by default of the rows whose answer is known; they cannot all be 0.
    """
    answers = answers_of(question, data.features)
    places = [[row for row, answer in enumerate(answers) if answer == child] for child in range(question.arity)]
    if MISSING not in answers:
        return tuple([data.take(rows) for rows in places])
    old = data.row_weights
    weights = [child.weight for child in children] or [sum([old[row] for row in rows]) for rows in places]
    if not any(weights):
        raise InvalidData("no row's value is known, by which the rows could be divided: ask about another feature")
    parts = []
    for child, weight in enumerate(weights):
        shares = [Fraction(weight) / sum(weights) if answer == MISSING else answer == child for answer in answers]
        rows = [row for row, share in enumerate(shares) if share]
        parts.append(attrs.evolve(data.take(rows), weights=[old[row] * shares[row] for row in rows]))
    return tuple(parts)


def answers_of(question: Asks, features: Sequence[Feature]) -> list[int]:
    """Return the answer of each row; raises `InvalidData` for a missing column, and for one of the wrong kind."""
    columns = [column_for(plain, features) for plain in plain_questions(question)]
    return [question.answer(row) for row in rows_of(columns)]


def rows_of(features: Sequence[Feature]) -> list[dict[str, Any]]:
    """Return each row as a mapping from the name of a feature to its value, None where it is missing.

    >>> rows_of([dt.Numeric("x", [1, None]), dt.Categorical("sky", ["rain", "sun"], [1, 0])])
    [{'x': 1.0, 'sky': 'sun'}, {'x': None, 'sky': 'rain'}]
    """
    names = [feature.name for feature in features]
    return [dict(zip(names, values, strict=True)) for values in zip(*features, strict=True)]

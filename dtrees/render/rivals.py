"""The other optimal questions at a node, besides its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtrees.growing.best_split import admissible_splits
from dtrees.trees.split import answers_of

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.trees.questions import Asks


def rivals(question: Asks, rows: Dataset, learner: Learner) -> tuple[bool, tuple[Asks, ...]]:
    """Return whether *question* is optimal for the *rows*, and the other questions that are optimal.

    Questions that split the rows alike count once, as x = a and x = b do where these are the only categories.

    >>> from decimal import Decimal
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.trees.questions import Threshold
    >>> rivals(Threshold("petal_length", Decimal("2.45")), datasets.load("iris"), cart())
    (True, (Threshold(feature='petal_width', threshold=Decimal('0.8')),))
    """
    optimal = [found.question for found in admissible_splits(rows, learner)]
    others = {partition_of(rows, other): other for other in reversed(optimal)}
    others.pop(partition_of(rows, question), None)
    return question in optimal, tuple(reversed(others.values()))


def partition_of(rows: Dataset, question: Asks) -> tuple[str, frozenset[tuple[int, ...]]]:
    """Return the question's feature and its partition of the rows, whichever child gets which part.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.trees.questions import Equals
    >>> rows = classification_data({"sky": ["sun", "rain"]}, ["a", "b"])
    >>> partition_of(rows, Equals("sky", "sun")) == partition_of(rows, Equals("sky", "rain"))
    True
    """
    answers = np.array(answers_of(question, rows.features))
    parts = (np.flatnonzero(answers == child).tolist() for child in range(question.arity))
    return question.feature, frozenset(map(tuple, parts))

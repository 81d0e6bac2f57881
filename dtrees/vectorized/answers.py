"""The answers of a whole column to a question, as an array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.data.dataset import Numeric
from dtrees.trees.questions import MISSING, UNSEEN, Equals, OneOf, Threshold, column_for

if TYPE_CHECKING:
    from dtrees.data.dataset import Feature
    from dtrees.data.scaled import IntArray


def answers_of_column(question: Any, feature: Feature) -> IntArray:
    """Return each row's child by a `Plain` question: `UNSEEN` for a category that has none, `MISSING` for no value.

    Raises `InvalidData` where the question asks for numbers and the column holds text, or the other way.

    >>> answers_of_column(Threshold("x", 1.5), Numeric("x", [1, 2, None]))
    array([ 0,  1, -2])
    """
    column_for(question, [feature])
    missing = feature.missing
    if missing.any():
        found, known = np.full(len(feature), MISSING), np.flatnonzero(~missing)
        if len(known):
            found[known] = answers_of_column(question, feature.take(known))
        return found
    if isinstance(question, Threshold):
        return np.asarray(feature.values > question.threshold, dtype=np.int64)  # type: ignore[union-attr]  # of numbers
    numbers = _numbers_among(feature, (question.category,) if isinstance(question, Equals) else question.categories)
    return (numbers == UNSEEN).astype(np.int64) if isinstance(question, Equals | OneOf) else numbers


def _numbers_among(feature: Feature, categories: tuple[Any, ...]) -> IntArray:
    """Return for each row the number of its value among *categories*, or `UNSEEN`."""
    if isinstance(feature, Numeric):
        values, codes = np.unique(feature.values, return_inverse=True)
    else:
        values, codes = np.array(feature.categories, dtype=object), feature.codes
    number = {category: k for k, category in enumerate(categories)}
    return np.array([number.get(value, UNSEEN) for value in values.tolist()], dtype=np.int64)[codes]

"""Every question that parts the rows of a node, whatever its score and whatever the limits."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.candidates import LARGEST_ENUMERATION, midpoint
from dtrees.data import Numeric
from dtrees.questions import EachCategory, Equals, OneOf, Threshold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.candidates import Questions
    from dtrees.data import Dataset, Feature
    from dtrees.questions import Question


def any_questions(data: Dataset, asked: Questions) -> Iterator[Question]:
    """Yield every question of the kinds *asked* that parts the rows of *data*.

    Of subsets of more than `LARGEST_ENUMERATION` categories none.

    >>> from dtrees.constructors import classification_data
    >>> from dtrees.candidates import Questions
    >>> list(any_questions(classification_data({"x": list("pqp")}, list("aab")), Questions("midpoint", "equals")))
    [Equals(feature='x', category='p'), Equals(feature='x', category='q')]
    """
    for feature in data.features:
        values = _values_of(feature)
        style = asked.numbers if isinstance(feature, Numeric) else asked.categories
        if len(values) == 1:
            continue
        match style:
            case "each":
                yield EachCategory(feature.name, values)
            case "midpoint" | "observed":
                for low, high in pairwise(values):
                    yield Threshold(feature.name, low if style == "observed" else midpoint(low, high))
            case "equals":
                yield from (Equals(feature.name, value) for value in values)
            case "subset" if len(values) <= LARGEST_ENUMERATION:
                first, *others = values
                chosen = (some for size in range(len(others)) for some in combinations(others, size))
                yield from (OneOf(feature.name, (first, *some)) for some in chosen)


def _values_of(feature: Feature) -> list[Any]:
    """Return the values that occur, ascending."""
    if isinstance(feature, Numeric):
        return list(np.unique(feature.values).tolist())
    return [feature.categories[code] for code in np.unique(feature.codes)]

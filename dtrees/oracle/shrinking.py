"""Smaller counterexamples: the same deviation with fewer rows, then fewer columns, then small whole numbers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.data.dataset import Numeric, Responses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.data.dataset import Dataset

SECONDS: Final = 10.0
"""How long a counterexample is made smaller at most."""

TRIES: Final = 150
"""How many smaller data are tried at most."""


def smallest(data: Dataset, deviates: Callable[[Dataset], bool], seconds: float = SECONDS) -> Dataset:
    """Return the smallest data found that still deviates, *data* themselves where nothing smaller does.

    >>> from dtrees.data.constructors import regression_data
    >>> found = smallest(regression_data({"x": [7, 9, 5], "y": [1, 2, 3]}, [0, 4, 4]), lambda rows: len(rows) > 1)
    >>> len(found), found.feature_names, found.features[0].values.tolist()
    (2, ('y',), [0.0, 1.0])
    """
    end, tries, smaller = time.monotonic() + seconds, 0, True
    while smaller:
        smaller = False
        for candidate in _smaller(data):
            tries += 1
            if time.monotonic() > end or tries > TRIES:
                return data
            if deviates(candidate):
                data, smaller = candidate, True
                break
    return data


def _smaller(data: Dataset) -> Iterator[Dataset]:
    """Yield data that are a step smaller."""
    rows = np.arange(len(data))
    half = len(rows) // 2
    yield from (data.take(some) for some in (rows[half:], rows[:half]) if half)
    yield from (data.take(np.delete(rows, row)) for row in rows.tolist() if len(rows) > 1)
    for place in range(len(data.features) if len(data.features) > 1 else 0):
        yield attrs.evolve(data, features=(*data.features[:place], *data.features[place + 1 :]))
    if np.any(data.weights != 1):
        yield attrs.evolve(data, weights=np.ones(len(data)))
    for place, feature in enumerate(data.features):
        ranked = _ranked(feature) if isinstance(feature, Numeric) and not feature.missing.any() else feature
        if ranked != feature:
            yield attrs.evolve(data, features=(*data.features[:place], ranked, *data.features[place + 1 :]))
    if isinstance(data.target, Responses) and (ranks := _ranked(data.target)) != data.target:
        yield attrs.evolve(data, target=ranks)


def _ranked(values: Any) -> Any:
    """Return a column or target with its numbers as 0, 1, 2, ... in their order."""
    return attrs.evolve(values, values=np.unique(values.values, return_inverse=True)[1].astype(float))

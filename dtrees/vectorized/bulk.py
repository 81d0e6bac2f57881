"""Many values at once, without a call in Python for each."""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from dtrees.data import IntArray


def made(kind: type, how_many: int, **fields: Iterable[Any]) -> list[Any]:
    """Return so many values of a class with slots, given the values of its fields, which are not checked.

    >>> from dtrees.questions import Threshold
    >>> made(Threshold, 2, feature=["x", "x"], threshold=[0.5, 1.5])
    [Threshold(feature='x', threshold=0.5), Threshold(feature='x', threshold=1.5)]
    """
    objects: list[Any] = list(map(object.__new__, [kind] * how_many))
    for name, values in fields.items():
        put(kind, objects, name, values)
    return objects


def put(kind: type, objects: Iterable[Any], name: str, values: Iterable[Any]) -> None:
    """Give each of the *objects* of a class with slots, which may be frozen, its value of the field called *name*."""
    deque(map(getattr(kind, name).__set__, objects, values), maxlen=0)


def numbered(keys: Sequence[Hashable]) -> tuple[IntArray, list[Any]]:
    """Return each key's place among the distinct ones, and these.

    >>> numbered("abca")
    (array([0, 1, 2, 0]), ['a', 'b', 'c'])
    """
    place = defaultdict[Any, int](count().__next__)
    return np.array(list(map(place.__getitem__, keys))), list(place)

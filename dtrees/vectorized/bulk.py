"""Many values at once, without a call in Python for each."""

from __future__ import annotations

import gc
from collections import defaultdict, deque
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from dtrees.data.dataset import IntArray

SPARSE: Final = 64
"""Up to so many times as many cells as rows are looked up in a table; others are sorted."""


def made(kind: type, how_many: int, **fields: Iterable[Any]) -> list[Any]:
    """Return so many values of a class with slots, given the values of its fields, which are not checked.

    >>> from dtrees.trees.questions import Threshold
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


def fits_a_table(cells: int, rows: int) -> bool:
    """Return whether so many *cells*, some of which *rows* fill, are looked up in a table."""
    return cells <= SPARSE * rows


def renumbered(cells: IntArray, size: int) -> tuple[IntArray, NDArray[np.integer[Any]]]:
    """Return which cells of so many there are, and for each its place among them.

    >>> renumbered(np.array([7, 2, 7]), 9)
    (array([2, 7]), array([1, 0, 1], dtype=int32))
    """
    if not fits_a_table(size, cells.size):
        found = np.unique(cells, return_inverse=True)
        return found[0], found[1].reshape(cells.shape)
    present = np.zeros(size, dtype=bool)
    present[cells] = True
    filled = present.nonzero()[0]
    number = np.empty(size, dtype=np.int32)
    number[filled] = np.arange(len(filled))
    return filled, number.take(cells)


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Keep Python's search for cycles from walking what is grown, which has none, again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if not gc.get_freeze_count():  # then what is new joins the oldest, and is not walked for being young
                gc.freeze()
                gc.unfreeze()
            gc.enable()

"""Making and changing many objects at once, without a Python call for each."""

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

    from dtrees.data.scaled import IntArray

SPARSE: Final = 64
"""Cells are looked up in a table if there are at most so many times as many cells as rows; else they are sorted."""


def made(kind: type, how_many: int, **fields: Iterable[Any]) -> list[Any]:
    """Return *how_many* objects of the class *kind*, which has slots, from the values of each field, unchecked.

    >>> from dtrees.trees.questions import Threshold
    >>> made(Threshold, 2, feature=["x", "x"], threshold=[0.5, 1.5])
    [Threshold(feature='x', threshold=0.5), Threshold(feature='x', threshold=1.5)]
    """
    objects: list[Any] = list(map(object.__new__, [kind] * how_many))
    for name, values in fields.items():
        put(kind, objects, name, values)
    return objects


def put(kind: type, objects: Iterable[Any], name: str, values: Iterable[Any]) -> None:
    """Set the field *name* of each of the *objects*, whose class has slots and may be frozen."""
    deque(map(getattr(kind, name).__set__, objects, values), maxlen=0)


def numbered(keys: Sequence[Hashable]) -> tuple[IntArray, list[Any]]:
    """Return for each key its index among the distinct keys, and the distinct keys.

    >>> numbered("abca")
    (array([0, 1, 2, 0]), ['a', 'b', 'c'])
    """
    place = defaultdict[Any, int](count().__next__)
    return np.array(list(map(place.__getitem__, keys))), list(place)


def fits_a_table(cells: int, rows: int) -> bool:
    """Return whether *cells* possible values of *rows* numbers are few enough for a table with an entry for each."""
    return cells <= SPARSE * rows


def renumbered(cells: IntArray, size: int) -> tuple[IntArray, NDArray[np.integer[Any]]]:
    """Return the distinct *cells*, ascending, and the index of each cell among them; all are below *size*.

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
    """Switch Python's garbage collector off during a ``with`` block that makes many objects without cycles."""
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

"""Lists as arrays, and an order drawn from a seed, for the chapters: NumPy stands in this room."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray
"""An array of labels or numbers."""


def array_of(values: Iterable[Any], columns: int | None = None) -> Array:
    """Return labels or numbers as an array of one axis, or tuples, or rows of so many *columns*, as one of two.

    >>> array_of(["yes", "no"]).tolist(), array_of([], columns=2).shape
    (['yes', 'no'], (0, 2))
    """
    rows = list(values)
    mixed = len({type(one) for row in rows if isinstance(row, tuple) for one in row}) > 1
    array = np.array(rows, dtype=object if mixed else None)
    return array if columns is None else array.reshape(-1, columns)


def shuffled(length: int, seed: int) -> list[int]:
    """Return the numbers from 0 up to *length* in an order drawn from *seed*.

    >>> sorted(shuffled(3, seed=0))
    [0, 1, 2]
    """
    drawn: list[int] = np.random.default_rng(seed).permutation(length).tolist()
    return drawn

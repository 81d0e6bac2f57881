"""What leaves the chapters as an array, and what is drawn at random: the chapters themselves need no NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray
"""An array of labels or numbers."""

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.data.dataset import FloatArray, IntArray


def array_of(values: Iterable[Any]) -> Array:
    """Return labels or numbers as an array of one axis.

    >>> array_of(["yes", "no"]).tolist()
    ['yes', 'no']
    """
    return np.array(list(values))


def integers(values: Iterable[int]) -> IntArray:
    """Return whole numbers as an array of int64.

    >>> integers(range(3)).tolist()
    [0, 1, 2]
    """
    return np.array(list(values), dtype=np.int64)


def table_of(rows: Sequence[Sequence[float]], columns: int) -> FloatArray:
    """Return rows of so many floats as an array of shape (rows, columns).

    >>> table_of([], 2).shape
    (0, 2)
    """
    return np.array(rows, dtype=np.float64).reshape(len(rows), columns)


def shuffled(length: int, seed: int) -> list[int]:
    """Return the numbers from 0 up to *length* in an order drawn from *seed*.

    >>> sorted(shuffled(3, seed=0))
    [0, 1, 2]
    """
    drawn: list[int] = np.random.default_rng(seed).permutation(length).tolist()
    return drawn

"""Data as plain lists, for programs that know nothing of these classes; and lists as arrays, for the chapters."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset

Array: TypeAlias = np.ndarray
"""An array of labels or numbers."""


@checked
def columns_of(data: Dataset) -> dict[str, list[Any]]:
    """Return the values of each column of *data* by name, as plain lists; None is a missing value.

    >>> from dtrees.data.constructors import regression_data
    >>> columns_of(regression_data({"x": [1, 2], "sky": ["sun", "rain"]}, [0, 5]))
    {'x': [1.0, 2.0], 'sky': ['sun', 'rain']}
    """
    return {feature.name: list(feature) for feature in data.features}


@checked
def targets_of(data: Dataset) -> list[Any]:
    """Return the class or the response of each row of *data*.

    >>> from dtrees.data.constructors import regression_data
    >>> targets_of(regression_data({"x": [1, 2]}, [0, 5]))
    [0.0, 5.0]
    """
    target: Any = data.target
    return list(target) if hasattr(target, "labels") else list(target.values.tolist())


def array_of(values: Iterable[Any], columns: int | None = None) -> Array:
    """Return labels or numbers as an array of one axis, or rows of so many *columns* as one of two.

    >>> array_of(["yes", "no"]).tolist(), array_of([], columns=2).shape
    (['yes', 'no'], (0, 2))
    """
    array = np.array(list(values))
    return array if columns is None else array.reshape(-1, columns)


def shuffled(length: int, seed: int) -> list[int]:
    """Return the numbers from 0 up to *length* in an order drawn from *seed*.

    >>> sorted(shuffled(3, seed=0))
    [0, 1, 2]
    """
    drawn: list[int] = np.random.default_rng(seed).permutation(length).tolist()
    return drawn

"""The data as arrays: each feature's distinct values in order, and each row's place among them.

Sorting happens here, once; below the root an order is only parted, never made again.
"""

from __future__ import annotations

from array import array
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from dtrees.candidates import midpoint
from dtrees.data import Numeric, nearest_floats
from dtrees.errors import Unsupported
from dtrees.questions import EachCategory, Equals, Threshold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dtrees.candidates import Questions
    from dtrees.data import Dataset, Feature, NumberArray
    from dtrees.questions import Question

Separable: TypeAlias = "Callable[[Any, Any], Any]"
"""Whether a threshold can be put between values below and above: numbers, or arrays of them."""

Places: TypeAlias = NDArray[np.integer[Any]]
"""Rows, or places among a feature's values: four bytes each where there are p of them to a row."""

FEW: Final = 48
"""A feature of at most so many distinct values is counted, value by value; others are kept in order."""


@attrs.frozen(eq=False)
class Column:
    """A feature as places: row i holds ``values[places[i]]``, and *order* lists the rows by place where it is kept.

    Where *reach* is not None, only a value at the place ``reach[i]`` or beyond can be parted from that at place i.
    """

    feature: Feature
    style: str
    values: Sequence[Any]
    places: Places
    order: Places | None
    reach: Places | None

    @property
    def distinct(self) -> bool:
        """Whether no two rows share a value."""
        return len(self.values) == len(self.places)

    @property
    def kind(self) -> tuple[object, ...]:
        """What columns that are scored together share: counted ones of many values have about as many."""
        if self.order is not None:
            return self.style, self.distinct
        return self.style, max(FEW, len(self.values)).bit_length()

    def question(self, place: int, above: int, present: Iterable[int]) -> Question:
        """Return the question about the value at *place*, the next being *above*, or about all that are *present*."""
        name = self.feature.name
        match self.style:
            case "each":
                return EachCategory(name, [self.values[code] for code in present])
            case "equals":
                return Equals(name, self.values[place])
            case "observed":
                return Threshold(name, self.values[place])
            case _:
                return Threshold(name, midpoint(self.values[place], self.values[above]))


def columns_of(data: Dataset, questions: Questions, parts: Separable) -> tuple[Column, ...]:
    """Return the features of *data* as columns; *parts* says between which values a threshold can be put."""
    return tuple(_column(feature, questions, parts) for feature in data.features)


def _column(feature: Feature, questions: Questions, parts: Separable) -> Column:
    if not isinstance(feature, Numeric):
        return Column(feature, questions.categories, feature.categories, feature.codes.astype(np.int32), None, None)
    keys = _keys(feature.values)
    order = np.argsort(keys, kind="stable").astype(np.int32)
    ascending = keys[order]
    first = np.concatenate([[True], ascending[1:] != ascending[:-1]])
    places = np.empty(len(order), dtype=np.int32)
    places[order] = np.cumsum(first) - 1
    values = feature.values[order[first]]
    kept = questions.numbers != "each" and len(values) > FEW
    floats = values.dtype == np.float64
    numbers = array("d", values.tobytes()) if floats else values.tolist()  # floats take eight bytes till asked for
    return Column(feature, questions.numbers, numbers, places, order if kept else None, _reach(values, parts))


def _keys(values: NumberArray) -> NDArray[Any]:
    """Return machine numbers that stand in the order of *values*: floats where these tell all of them apart."""
    if values.dtype == np.float64:
        return values
    with suppress(Unsupported):
        floats = nearest_floats(values)
        _, first, places = np.unique(floats, return_index=True, return_inverse=True)
        if np.all(values[first[places]] == values):
            return floats
    return np.unique(values, return_inverse=True)[1]


def _reach(values: NumberArray, parts: Separable) -> Places | None:
    """Return for each of the ascending *values* the place of the first that a threshold can part from it.

    None where that is always the next one.
    """
    following = np.arange(1, len(values) + 1)
    if np.all(parts(values[:-1], values[1:])):
        return None
    low, high = following.copy(), np.full(len(values), len(values))
    while np.any(low < high):
        middle = (low + high) // 2
        parted = parts(values, values[np.minimum(middle, len(values) - 1)])
        low, high = np.where(parted, low, np.minimum(middle + 1, high)), np.where(parted, middle, high)
    return low

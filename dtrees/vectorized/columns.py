"""The data as arrays: the sorted distinct values of each feature, and the place of each row's value among them.

Sorting happens here, once; below the root an order is only divided, never computed again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from dtrees.data.dataset import Numeric, Ordinal
from dtrees.data.scaled import Scaled, nearest_floats
from dtrees.errors import Unsupported, no_such_column
from dtrees.growing.candidates import midpoint
from dtrees.numbers.exact import rational
from dtrees.trees.questions import EachCategory, Equals, OneOf, Threshold
from dtrees.vectorized.bulk import made, renumbered
from dtrees.vectorized.segments import stretches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.data.scaled import FloatArray, IntArray, NumberArray, Numbers
    from dtrees.growing.candidates import Questions
    from dtrees.numbers.exact import Rational
    from dtrees.trees.questions import Question

Separable: TypeAlias = "Callable[[Any, Any], Any]"
"""A function of two values, or of arrays, below and above: whether a threshold can be put between them."""

Places: TypeAlias = NDArray[np.integer[Any]]
"""Rows, or places among a feature's values; arrays with a number for each feature and row take four bytes each."""

FEW: Final = 48
"""The rows of a feature of at most so many distinct values are counted by value; others are kept sorted."""

LARGE: Final = 1 << 15
"""Data of more cells (columns times rows) are searched for sparse columns, which cost some calls of their own."""

SMALL: Final = 1 << 14
"""Columns to be counted that have at most so many cells are kept sorted like the others: one kind fewer to score."""


@attrs.frozen(eq=False)
class Column:
    """A feature as places: row i holds ``values[places[i]]``, and its rows are kept in order, or counted by value.

    The style ``order`` is that of cuts along an order of categories; the others are those of `Questions`.
    Where it is *sparse*, half of its rows or more hold the value at the place *common*, and the data are large.
    Where *reach* is not None, a threshold can separate the value at place i only from those at ``reach[i]`` or beyond.
    """

    feature: Feature
    style: str
    values: Sequence[Any]
    places: Places
    in_order: bool
    reach: Places | None
    common: int = -1

    @property
    def sparse(self) -> bool:
        """Whether the rows of one frequent value are left out of the sorted rows."""
        return self.common >= 0

    @property
    def distinct(self) -> bool:
        """Whether all rows have different values."""
        return len(self.values) == len(self.places)

    @property
    def kind(self) -> tuple[object, ...]:
        """A key: columns of equal keys are scored together, in one array.

        The style of their questions is part of it; and how their rows are sorted, or about how many values they have.
        """
        if self.in_order:
            return self.style, self.distinct, self.sparse
        if self.style in {"equals", "subset"}:
            return (self.style,)
        return self.style, max(FEW, len(self.values)).bit_length()

    def question(self, place: int, above: int, present: Iterable[int] = ()) -> Question:
        """Return the question about the value at *place*, the next one being at *above*, or about all *present*."""
        name = self.feature.name
        match self.style:
            case "each":
                return EachCategory(name, [self.values[code] for code in present])
            case "equals":
                return Equals(name, self.values[place])
            case "order":
                return OneOf(name, self.values[: (place + above) // 2 + 1])
            case _:
                return Threshold(name, self._cut(place, above))

    def _cut(self, place: int, above: int) -> float | Rational:
        return self.values[place] if self.style == "observed" else midpoint(self.values[place], self.values[above])

    def below(self, threshold: float | Rational) -> int:
        """Return the place of the largest value that is at most *threshold*, or -1 if there is none."""
        return bisect_right(self.values, threshold) - 1


@attrs.frozen(eq=False, slots=False)
class Columns:
    """The features of the data as columns.

    places  the place of each row's value among the distinct values of each column (column, row)
    sorted  by column number, rows sorted by value, where that is known already, until `take_order` takes them
    """

    columns: tuple[Column, ...]
    places: Places
    sorted: dict[int, Places]

    def __getitem__(self, number: int) -> Column:
        return self.columns[number]

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    def number(self, name: str) -> int:
        """Return the number of the feature called *name*, or raise `InvalidData`."""
        if name not in self._numbers:
            raise no_such_column(name, self._numbers)
        return self._numbers[name]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {column.feature.name: number for number, column in enumerate(self.columns)}

    @cached_property
    def equal(self) -> NDArray[np.bool_]:
        """Whether a question about a place of each column means equality, not a cut above that place."""
        cut = [isinstance(column.feature, Numeric) or column.style == "order" for column in self.columns]
        return ~np.array(cut, dtype=bool)

    @cached_property
    def by_place(self) -> NDArray[np.bool_]:
        """Whether each column's questions are cuts or equalities, which the place of a value identifies."""
        return np.array([column.style not in {"each", "subset"} for column in self.columns])

    def places_of(self, numbers: IntArray, rows: Places) -> Places:
        """Return the place of each row's value in the column whose number stands beside it in *numbers*."""
        return np.asarray(self.places.ravel().take(numbers * self.places.shape[1] + rows))

    def take_order(self, number: int) -> Places:
        """Return the rows sorted by value in the column *number*, and forget them here: a second call sorts again."""
        if number in self.sorted:
            return self.sorted.pop(number)
        return self._in_order(number, np.arange(self.places.shape[1], dtype=np.int32))

    def sparse_order(self, number: int) -> Places:
        """Return the rows sorted by value in the sparse column *number*, without those of its commonest value."""
        others = (self.places[number] != self[number].common).nonzero()[0]
        return self._in_order(number, others.astype(np.int32))

    def _in_order(self, number: int, rows: Places) -> Places:
        """Return *rows* by place in a column; of not too many values they are sorted by their bytes."""
        places = self.places[number].take(rows)
        few = len(self[number].values) <= 1 << 16
        order: IntArray = (places.astype(np.uint16) if few else places).argsort(kind="stable")
        return rows.take(order)

    def questions(self, numbers: IntArray, places: Places, above: Places) -> NDArray[np.object_]:
        """Return the cut or equality of each column ``numbers[i]`` about the value at ``places[i]``."""
        found, cuts = np.full(len(numbers), None, dtype=object), np.full(len(numbers), np.nan)
        highest = cuts.copy()
        for number in np.unique(numbers).tolist():
            column, at = self[number], (numbers == number).nonzero()[0]
            values = column.values
            if isinstance(values, Distinct) and not isinstance(values.numbers, Scaled):
                cuts[at] = values.numbers[values.rows[places[at]]]
                highest[at] = values.numbers[values.rows[places[at] if column.style == "observed" else above[at]]]
            elif column.style == "equals":
                categories = map(column.values.__getitem__, places[at].tolist())
                found[at] = made(Equals, len(at), feature=repeat(column.feature.name), category=categories)
            else:
                found[at] = list(map(column.question, places[at].tolist(), above[at].tolist()))
        floats = np.isfinite(cuts)
        names = [column.feature.name for column in self.columns]
        named = map(names.__getitem__, numbers[floats].tolist())
        cuts = _midpoints(cuts[floats], highest[floats])
        found[floats] = made(Threshold, len(cuts), feature=named, threshold=cuts.tolist())
        return found


def columns_of(data: Dataset, questions: Questions, parts: Separable) -> Columns:
    """Return the features of *data* as columns; *parts* returns whether a threshold can be put between two values."""
    places = np.empty((len(data.features), len(data)), dtype=np.int32)
    orders: dict[int, Places | None] = {}
    columns, style = list[Column](), questions.numbers
    for number, (feature, of_rows) in enumerate(zip(data.features, places, strict=True)):
        if isinstance(feature, Numeric):
            numbers = feature.numbers
            rows, orders[number] = _ranked(numbers.wholes if isinstance(numbers, Scaled) else numbers, of_rows)
            in_order, reach = len(rows) > FEW and style != "each", _reach(numbers, rows, parts)
            common = _commonest(of_rows) if in_order and places.size > LARGE else -1
            columns.append(Column(feature, style, Distinct(numbers, rows), of_rows, in_order, reach, common))
        else:
            of_rows[:] = feature.codes
            along = isinstance(feature, Ordinal) and questions.categories != "each"
            as_asked = "order" if along else questions.categories
            columns.append(Column(feature, as_asked, feature.categories, of_rows, in_order=False, reach=None))
    few = [number for number in orders if not columns[number].in_order]
    if style != "each" and 0 < len(few) < len(orders) and len(few) * len(data) <= SMALL:
        for number in few:
            columns[number] = attrs.evolve(columns[number], in_order=True)
    dense = [number for number, column in enumerate(columns) if column.in_order and not column.sparse]
    kept = {number: order for number in dense if (order := orders[number]) is not None}
    return Columns(tuple(columns), places, kept)


def _commonest(places: Places) -> int:
    """Return the place that half of the rows or more hold, or -1."""
    counts = np.bincount(places)
    common = int(counts.argmax())
    return common if 2 * counts[common] >= len(places) else -1


def _midpoints(below: FloatArray, above: FloatArray) -> FloatArray:
    """Return `dtrees.growing.candidates.midpoint` of neighbours."""
    with np.errstate(over="ignore"):
        whole = below + above
    middle = np.where(np.isfinite(whole), whole / 2, below / 2 + above / 2)
    return np.where(middle == above, below, middle)


class Distinct(Sequence[Any]):
    """The distinct *numbers* of a column, ascending, each read when it is asked for in one of the *rows* that hold it.

    >>> Distinct(np.array([2.5, 0.5, 2.5]), np.array([1, 0]))[1]
    2.5
    """

    def __init__(self, numbers: Numbers, rows: Places) -> None:
        self.numbers, self.rows = numbers, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: Any) -> Any:
        row = self.rows[place]
        if isinstance(self.numbers, Scaled):
            return rational(Fraction(int(self.numbers.wholes[row]), self.numbers.unit))
        return float(self.numbers[row])


def _ranked(values: NumberArray, places: Places) -> tuple[Places, Places | None]:
    """Return a row of each distinct value, ascending, and the rows in order where this was found; fill in the *places*.

    Small integers are counted; where most are zero, only the others are sorted.
    """
    keys = _keys(values)
    if keys.dtype == np.int16:
        least = int(keys.min())
        filled, places[:] = renumbered(keys.astype(np.int64) - least, int(keys.max()) - least + 1)
        rows = np.empty(len(filled), dtype=np.int32)
        rows[places] = np.arange(len(places))
        return rows, None
    if 2 * np.count_nonzero(keys) > len(keys):
        order = keys.argsort()
        runs = stretches(keys.take(order))
        places[order] = runs.owner
        order = order.astype(np.int32)
        return order[runs.starts], order
    others = keys.nonzero()[0]
    others = others.take(keys.take(others).argsort())
    runs = stretches(keys.take(others))
    first = others[runs.starts]
    zero = keys.take(first).searchsorted(0)
    places[:] = zero
    places[others] = runs.owner + (runs.owner >= zero)
    return np.concatenate([first[:zero], [(keys == 0).argmax()], first[zero:]]), None


def _keys(values: NumberArray) -> NDArray[Any]:
    """Return machine numbers that stand in the order of *values*: floats where these tell all of them apart."""
    if values.dtype != object:
        if values.dtype == np.float64 and not values[0].is_integer():
            return values
        with np.errstate(invalid="ignore"):
            small = values.astype(np.int16)  # which are sorted by their bytes
        return small if (small == values).all() else values
    with suppress(Unsupported):
        floats = nearest_floats(values)
        _, first, places = np.unique(floats, return_index=True, return_inverse=True)
        if np.all(values[first[places]] == values):
            return floats
    return np.unique(values, return_inverse=True)[1]


def _reach(numbers: Numbers, rows: Places, parts: Separable) -> Places | None:
    """Return for each of the ascending numbers of *rows* the place of the first that a threshold can part from it.

    None where that is always the next one.
    """
    if parts is np.less:
        return None
    held = numbers.take(rows.astype(np.int64))
    values = held.values if isinstance(held, Scaled) else held
    if np.all(parts(values[:-1], values[1:])):
        return None
    low, high = np.arange(1, len(values) + 1), np.full(len(values), len(values))
    while np.any(low < high):
        middle = (low + high) // 2
        parted = parts(values, values[np.minimum(middle, len(values) - 1)])
        low, high = np.where(parted, low, np.minimum(middle + 1, high)), np.where(parted, middle, high)
    return low

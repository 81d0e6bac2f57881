"""Data as a value: named features, a target and case weights, all frozen, checked once at the door.

A feature is `Numeric` (exact numbers), `Categorical` (codes into a tuple of categories) or `Ordinal` (these in order),
with values that may be missing; the target is `Classes` or `Responses`.  Arrays inside are read-only copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Final, Self, TypeAlias

import attrs
import numpy as np

from dtrees.arguments import checked, fields_as_annotated, taken
from dtrees.data.scaled import (
    BoolArray,
    IntArray,
    NumberArray,
    Numbers,
    Scaled,
    content_of,
    exact_number,
    exact_numbers,
    frozen,
    known_numbers,
    missing_among,
    number_array,
    numbers_repr,
    one_a_row,
)
from dtrees.errors import InvalidData, Shown, abbreviated, no_such_column, refused
from dtrees.numbers.exact import Rational, rational
from dtrees.numbers.rationals import exact_repr

MISSING_CODE: Final = -1
"""The code of a missing category."""


def category(name: str, value: Any) -> Category:
    """Take text, a truth value or a finite number as a category or class."""
    if isinstance(value, np.generic) and not isinstance(value, np.datetime64 | np.timedelta64):
        value = value.item()
    if isinstance(value, str | int):
        return value
    try:
        return exact_number(rational(value))
    except InvalidData as error:
        raise refused(value, name, "text, a truth value or a finite number") from error


def categories_of(name: str, values: Any) -> Any:
    """Take an iterable of categories, as a tuple; a text is one of letters."""
    return taken(tuple[Category, ...], name, list(values) if isinstance(values, str) else values)


Category: TypeAlias = Annotated[str | int | float | Fraction, category]
"""A category or a class label: text, a truth value or a number."""

Labels: TypeAlias = Annotated[Sequence[Category], categories_of]
"""Categories or class labels in an order."""


class _Categories(tuple[Category, ...]):
    """Categories that were checked when they were first given."""

    __slots__ = ()

    def __repr__(self) -> str:
        return exact_repr(self)


def category_tuple(values: Iterable[Category]) -> tuple[Category, ...]:
    """Return *values* as a tuple of categories; raises `InvalidData` for one that is none, or stands twice."""
    if isinstance(values, _Categories):
        return values
    different = _Categories(categories_of("categories", values))
    if len(set(different)) < len(different):
        raise InvalidData(f"categories={abbreviated(values)}: one of them stands twice, give each once")
    return different


def row_positions(name: str, rows: Any) -> IntArray:
    """Take positions, of rows or among categories, as a new array."""
    try:
        chosen = np.asarray(one_a_row(rows))
    except ValueError:  # of lists of different lengths
        chosen = np.empty((0, 0))
    if chosen.ndim != 1 or (len(chosen) and chosen.dtype.kind not in "iu"):
        raise refused(rows, name, "positions from 0, one integer each: np.flatnonzero makes them of a mask")
    return chosen.astype(np.int64)


def _codes(values: Any) -> IntArray:
    return frozen(row_positions("codes", values))


Rows: TypeAlias = Annotated[Sequence[int] | IntArray, row_positions]
"""Positions of rows, from 0."""


_fields: Final[Any] = partial(attrs.astuple, recurse=False)


class _Value:
    """Pickle and copy through the constructor, so that restored arrays are read-only again."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        return type(self), _fields(self)


class _Column(_Value):
    """A feature or a target; its array is its last field."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(_fields(self)[-1])

    @checked
    def take(self, rows: Rows) -> Self:
        """Return the column at *rows* only, with all its categories or labels; *rows* are positions from 0."""
        *names, held = _fields(self)
        places = np.asarray(rows)
        outside = places[(places < 0) | (places >= len(held))]
        if len(outside):
            raise InvalidData(f"there is no row {outside[0]}: positions go from 0 to {len(held) - 1}")
        return type(self)(*names, held.take(places))  # type: ignore[call-arg]  # the subclasses have these fields


class _OfNumbers(_Column):
    """A column of exact numbers."""

    __slots__ = ()
    numbers: Numbers

    @property
    def values(self) -> NumberArray:
        """The numbers as an array: of float64, else of Python's integers and fractions."""
        return self.numbers.values if isinstance(self.numbers, Scaled) else self.numbers

    @property
    def missing(self) -> BoolArray:
        """Whether each row's number is missing."""
        return missing_among(self.numbers)

    def __repr__(self) -> str:
        named = "".join(f"name={name!r}, " for name in _fields(self)[:-1])
        return f"{type(self).__name__}({named}values={numbers_repr(self.values)})"


class _OfCodes(_Column):
    """A column of categories or labels: its last field holds their positions among the names, the field before it."""

    __slots__ = ()

    def __attrs_post_init__(self) -> None:
        *_, names, codes = _fields(self)
        least = MISSING_CODE if isinstance(self, Categorical) else 0
        if len(codes) and not least <= codes.min() <= codes.max() < len(names):
            raise InvalidData(f"codes go from {codes.min()} to {codes.max()}, but there are {len(names)} names")

    def __iter__(self) -> Iterator[Any]:
        *_, names, codes = _fields(self)
        return map([*names, None].__getitem__, codes.tolist())  # the code of a missing one, -1, is that of the last


@attrs.frozen(repr=False, field_transformer=fields_as_annotated)
class Numeric(_OfNumbers):
    """A feature of finite numbers, None or NaN where one is missing.

    >>> len(Numeric("x", [1, 2.5])), Numeric("x", [1, None]).missing
    (2, array([False,  True]))
    """

    name: str
    numbers: Numbers = attrs.field(converter=exact_numbers, alias="values", eq=content_of)

    def __iter__(self) -> Iterator[Any]:
        for value in self.values.tolist():
            yield None if value is None or value != value else value  # noqa: PLR0124 (as NaN alone does)


@attrs.frozen(field_transformer=fields_as_annotated)
class Categorical(_OfCodes):
    """A feature of categories: row i holds ``categories[codes[i]]``, or none that is known where the code is -1.

    >>> sky = Categorical("sky", ["rain", "sun"], [1, 0, -1])
    >>> sky.categories, sky.missing
    (('rain', 'sun'), array([False, False,  True]))
    """

    name: str
    categories: tuple[Category, ...] = attrs.field(converter=category_tuple)
    codes: IntArray = attrs.field(converter=_codes, eq=content_of)

    @property
    def missing(self) -> BoolArray:
        """Whether each row's category is missing."""
        return np.equal(self.codes, MISSING_CODE)


@attrs.frozen(field_transformer=fields_as_annotated)
class Ordinal(Categorical):
    """A feature of all categories that there may be, in order, the lowest first: binary questions cut along it.

    >>> sizes = Ordinal("size", ["small", "medium", "large"], [0, 1, 2, 1])
    >>> dt.grow(dt.classification_data({"size": sizes}, ["no", "yes", "no", "yes"]), dt.cart(max_depth=1)).question
    OneOf(feature='size', categories=('small',))
    """


@attrs.frozen
class Classes(_OfCodes):
    """A target of class labels, in the order that settles ties of the majority: row i is of ``labels[codes[i]]``.

    >>> Classes(["no", "yes"], [1, 1, 0]).labels
    ('no', 'yes')
    """

    GIVE = "Classes or Responses"

    labels: tuple[Category, ...] = attrs.field(converter=category_tuple)
    codes: IntArray = attrs.field(converter=_codes, eq=content_of)


@attrs.frozen(repr=False)
class Responses(_OfNumbers):
    """A target of finite numbers.

    >>> Responses([0.5, 2]).values.tolist()
    [0.5, 2.0]
    """

    GIVE = Classes.GIVE

    numbers: Numbers = attrs.field(converter=known_numbers, alias="values", eq=content_of)

    def __attrs_post_init__(self) -> None:
        if isinstance(self.numbers, np.ndarray) and np.isinf(self.numbers).any():
            raise InvalidData("a response is infinite: give finite numbers")

    def __iter__(self) -> Iterator[Any]:
        return map(rational, self.values.tolist())


Feature: TypeAlias = Numeric | Categorical
Target: TypeAlias = Classes | Responses


def _features(features: Iterable[Feature]) -> Any:
    return taken(tuple[Feature, ...], "features", features)


@attrs.frozen(field_transformer=fields_as_annotated)
class Dataset(_Value, Shown):
    """Rows of features with a target and a weight each; `classification_data` and others make them.

    >>> data = dt.classification_data({"x": [1, 2, 2]}, ["no", "yes", "yes"], weights=[1, 0.5, 0])
    >>> len(data), data.feature_names, data.target.labels
    (2, ('x',), ('no', 'yes'))
    """

    GIVE = "a data set, such as classification_data or read_csv returns"

    features: tuple[Feature, ...] = attrs.field(converter=_features)
    target: Target
    weights: NumberArray = attrs.field(converter=number_array, eq=content_of, repr=numbers_repr)

    def __attrs_post_init__(self) -> None:
        rows = len(self.weights)
        for name, column in [*((repr(one.name), one) for one in self.features), ("the target", self.target)]:
            if len(column) != rows:
                raise InvalidData(f"{name} has {len(column)} rows where there are {rows} weights: give one value a row")
        if len(set(self.feature_names)) < len(self.features):
            raise InvalidData(f"two of the columns {abbreviated(self.feature_names)} have one name: give each its own")
        if not np.all((self.weights >= 0) & (self.weights < np.inf)):  # 0 leaves a row in its place
            raise InvalidData("a weight is below 0 or infinite: leave the row out, or give what it counts")

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def row_weights(self) -> list[Rational]:
        """The weight of each row as an integer or fraction."""
        return [rational(weight) for weight in self.weights.tolist()]

    @property
    def present(self) -> Dataset:
        """The rows of a weight above 0: the others are as if they were not there."""
        return self if self.weights.all() else self.take(np.flatnonzero(self.weights))

    @property
    def holds_missing(self) -> bool:
        """Whether a value of a feature is missing."""
        return any(feature.missing.any() for feature in self.features)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The features' names, in the order that settles ties between splits."""
        return tuple(feature.name for feature in self.features)

    def feature(self, name: str) -> Feature:
        """Return the feature called *name*, or raise `InvalidData` that lists the names there are."""
        return find_feature(self.features, name)

    @checked
    def take(self, rows: Rows) -> Dataset:
        """Return the data at *rows* (positions from 0), in that order; raises `InvalidData` for any other rows."""
        features = tuple([feature.take(rows) for feature in self.features])
        return Dataset(features, self.target.take(rows), self.weights.take(rows))

    def drop(self, *names: str) -> Dataset:
        """Return the data without the features called *names*, or raise `InvalidData` where there is none of a name."""
        dropped = {self.feature(name).name for name in names}
        return attrs.evolve(self, features=tuple(feature for feature in self.features if feature.name not in dropped))


def find_feature(features: Iterable[Feature], name: object) -> Feature:
    """Return the feature called *name*, or raise `InvalidData` that lists the names there are."""
    features = tuple(features)
    for feature in features:
        if isinstance(name, str) and feature.name == name:
            return feature
    raise no_such_column(name, [feature.name for feature in features])

"""Data as a value: named features, a target and case weights, all frozen, checked once at the door.

A feature is `Numeric` (finite numbers) or `Categorical` (codes into a sorted tuple of categories), with values that may
be missing; the target is `Classes` or `Responses`.  Arrays inside are read-only copies; the caller's input is never
changed.

Numbers are exact: an array of them is of float64 where that holds each one exactly, and otherwise of Python's integers
and fractions.  A column of decimals is kept as integers (`scaled`), and makes these when it is asked for `values`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Self, TypeAlias, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from dtrees.arguments import as_annotated, checked, each, instance
from dtrees.data.missing_values import missing_in
from dtrees.data.scaled import Numbers, Scaled, frozen, in_one_form
from dtrees.data.shown import Shown
from dtrees.errors import InvalidData, Unsupported, abbreviated, refused
from dtrees.numbers.exact import Rational, rational
from dtrees.numbers.rationals import rational_repr

if TYPE_CHECKING:
    from collections.abc import Iterator

FloatArray: TypeAlias = NDArray[np.float64]
NumberArray: TypeAlias = NDArray[Any]
"""Exact numbers: float64 where each is one, else Python's integers and fractions."""

MISSING_CODE: Final = -1
"""The code of a missing category."""

IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]


def number_array(values: Any) -> NumberArray:
    """Return *values* as a read-only array of exact numbers; raises `InvalidData` for one that is none.

    >>> from decimal import Decimal
    >>> number_array([1, Decimal("0.5")]), number_array([Decimal("0.1")])
    (array([1. , 0.5]), array([Fraction(1, 10)], dtype=object))
    """
    values = one_a_row(values)
    array = _floats_if_exact(values)
    if array is None:
        array = np.empty(len(values), dtype=object)
        array[:] = [rational(value) for value in values]
    return frozen(array)


def _numbers(values: Any) -> Numbers:
    """Return *values* as exact numbers in the form that equal ones have: what attrs converts responses by."""
    if isinstance(values, Scaled) and not values.missing.any():
        return values
    array = number_array(values.values() if isinstance(values, Scaled) else values)
    return array if array.dtype == np.float64 else in_one_form(array.tolist())


def _numbers_or_missing(values: Any) -> Numbers:
    """Return *values* as exact numbers; a missing one is NaN among floats, else None."""
    if isinstance(values, Scaled):
        return values
    values = one_a_row(values)
    floats = _floats_if_exact(values)
    if floats is not None:  # and so none is missing
        return frozen(floats)
    missing = missing_in(values)
    known = number_array([value for value, absent in zip(values, missing, strict=True) if not absent])
    array = np.full(len(values), np.nan if known.dtype == np.float64 else None, dtype=known.dtype)
    array[~missing] = known
    return frozen(array) if known.dtype == np.float64 else in_one_form(array.tolist())


def one_a_row(values: Any, name: str = "the column") -> Any:
    """Return *values*, an iterator's as a list; raises `InvalidData` where they are no sequence, or some are masked."""
    nested = len(getattr(values, "shape", (1,))) != 1 or (
        isinstance(values, list | tuple) and not {list, tuple, np.ndarray}.isdisjoint(map(type, values))
    )
    if nested or isinstance(values, str | bytes | Mapping | AbstractSet) or not isinstance(values, Iterable):
        message = f"{name} is not a sequence of values, one a row"
        raise InvalidData(message)
    if np.ma.is_masked(values):
        keep = ", or say missing='keep'" if name.startswith("column ") else ""
        message = f"there are masked values in {name}: remove their rows or fill them{keep}"
        raise InvalidData(message)
    return values if isinstance(values, Sized) else list(values)


def _floats_if_exact(values: Any) -> FloatArray | None:
    """Return *values* as float64, or None where one of them has no exact float64."""
    try:
        floats = np.array(values, dtype=np.float64) + 0.0  # adding zero turns -0.0 into 0.0, which equals it
        if isinstance(values, np.ndarray) and values.dtype in (np.float64, np.float32):
            return None if np.isnan(floats).any() else floats  # infinite is what a float32 program sees of 1e300
        return floats if floats.tolist() == list(values) else None
    except (OverflowError, TypeError, ValueError):  # the last of pandas' NA, which equals nothing and is not unequal
        return None


def exact_number(value: Any) -> float | Rational:
    """Return *value* as a float where one is exactly that number, else as an integer or fraction.

    >>> exact_number(Fraction(1, 2)), exact_number(Fraction(1, 10))
    (0.5, Fraction(1, 10))
    """
    if isinstance(value, float):
        return float(value)
    exact = rational(value)
    try:
        return float(exact) if float(exact) == exact else exact
    except OverflowError:
        return exact


def nearest_floats(numbers: Numbers) -> FloatArray:
    """Return the float64 nearest to each of the *numbers*; raises `Unsupported` for one beyond the range of float64.

    >>> from decimal import Decimal
    >>> nearest_floats(number_array([Decimal("0.1")]))
    array([0.1])
    """
    try:
        return numbers.nearest() if isinstance(numbers, Scaled) else numbers.astype(np.float64, copy=False)
    except OverflowError as error:
        message = "a number is beyond the range of float64: rescale the column"
        raise Unsupported(message) from error


def whole_numbers(values: Numbers) -> tuple[tuple[int, ...], int]:
    """Return *values*, all of them times their common denominator, and the denominator: of floats a power of two.

    >>> whole_numbers(np.array([0.5, 3.0]))
    ((1, 6), 2)
    """
    if isinstance(values, Scaled):
        wholes, denominator = values.whole_numbers()
        return tuple(wholes.tolist()), denominator
    if values.dtype == np.float64 and not (values % 1).any():
        return tuple(map(int, values.tolist())), 1
    ratios = [value.as_integer_ratio() for value in values.tolist()]
    denominator = math.lcm(*{below for _, below in ratios})
    return tuple([above * (denominator // below) for above, below in ratios]), denominator


def _codes(values: Any) -> IntArray:
    array = np.array(one_a_row(values))
    if len(array) and array.dtype.kind not in "iu":
        message = "codes are positions among the categories or labels, from 0: give integers"
        raise InvalidData(message)
    return frozen(array.astype(np.int64))


def _places(instance: Any, field: Any, codes: IntArray) -> None:
    """Refuse codes beyond the categories or labels: a validator."""
    names = instance.labels if isinstance(instance, Classes) else instance.categories
    least = 0 if isinstance(instance, Classes) else MISSING_CODE
    if len(codes) and not least <= codes.min() <= codes.max() < len(names):
        message = f"{field.name} go from {codes.min()} to {codes.max()}, but there are {len(names)} names for them"
        raise InvalidData(message)


def _finite(_: object, __: object, numbers: Numbers) -> None:
    """Refuse infinite numbers: a validator."""
    if isinstance(numbers, np.ndarray) and not np.all(np.abs(numbers) < np.inf):
        message = "a response is infinite: give finite numbers"
        raise InvalidData(message)


def numbers_repr(values: NumberArray) -> str:
    """Return what `repr` of exact numbers is, of numbers of any length.

    >>> numbers_repr(np.array([1.0, 0.5])), len(numbers_repr(number_array([10**5000])))
    ('array([1. , 0.5])', 5030)
    """
    with np.printoptions(formatter={"object": _number_repr}):
        return repr(values)


def _number_repr(value: Any) -> str:
    try:
        return "None" if value is None else rational_repr(value)
    except Unsupported:
        return f"<a number of {value.numerator.bit_length() if value else 0:,} bits>"


def _content(array: Numbers) -> tuple[tuple[int, ...], object]:
    """Return what arrays are compared and hashed by."""
    if isinstance(array, Scaled):
        return (array.places,), (_content(array.wholes), array.missing.tobytes())
    return array.shape, tuple(array) if array.dtype == object else array.tobytes()


def category(name: str, value: Any) -> Category:
    """Take text, a truth value or a finite number as a category or class.

    >>> category("class", np.str_("yes"))
    'yes'
    """
    if isinstance(value, np.generic) and not isinstance(value, np.datetime64 | np.timedelta64):
        value = value.item()
    if isinstance(value, str | int):
        return value
    try:
        return exact_number(rational(value))
    except InvalidData as error:
        raise refused(value, name, "text, a truth value or a finite number") from error


def categories_of(name: str, values: Any) -> tuple[Category, ...]:
    """Take an iterable of categories, as a tuple; a text is one of letters."""
    return cast("tuple[Category, ...]", each(category, name, list(values) if isinstance(values, str) else values))


Category: TypeAlias = Annotated[str | int | float | Fraction, category]
"""A category or a class label: text, a truth value or a number."""

Labels: TypeAlias = Annotated[Sequence[Category], categories_of]
"""Categories or class labels in an order."""


class _Categories(tuple[Category, ...]):
    """Categories that were checked when they were first given."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"({', '.join(map(category_repr, self))}{',' * (len(self) == 1)})"


def category_repr(value: Category) -> str:
    """Return what `repr` of a category is, of whole numbers and fractions of any length.

    >>> category_repr("a"), category_repr(Fraction(1, 3)), category_repr(True)
    ("'a'", 'Fraction(1, 3)', 'True')
    """
    return rational_repr(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else repr(value)


def category_tuple(values: Iterable[Category]) -> tuple[Category, ...]:
    """Return *values*, categories or class labels, as a tuple: what attrs converts them by.

    Raises `InvalidData` where one is no `category`, or stands twice.
    """
    if isinstance(values, _Categories):
        return values
    different = _Categories(categories_of("categories", values))
    if len(set(different)) < len(different):
        message = f"categories={abbreviated(values)}: one of them stands twice, give each once"
        raise InvalidData(message)
    return different


class _Value:
    """Pickle and copy through the constructor, so that restored arrays are read-only again."""

    __slots__ = ()
    __attrs_attrs__: ClassVar[tuple[Any, ...]]  # the fields, as attrs makes it

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        values = attrs.astuple(cast("Any", self), recurse=False)
        return type(self), values


def row_positions(name: str, rows: Any) -> IntArray:
    """Take positions of rows, from 0, as an array.

    >>> row_positions("rows", [2, 0])
    array([2, 0])
    """
    try:
        chosen = np.asarray(one_a_row(rows))
    except ValueError:  # of lists of different lengths
        chosen = np.empty((0, 0))
    if chosen.ndim != 1 or (len(chosen) and chosen.dtype.kind not in "iu"):
        raise refused(rows, name, "positions from 0, one integer each: np.flatnonzero makes them of a mask")
    return chosen.astype(np.int64)


Rows: TypeAlias = Annotated[Sequence[int] | IntArray, row_positions]
"""Positions of rows, from 0."""


def _values_of(numbers: Numbers) -> NumberArray:
    return frozen(numbers.values()) if isinstance(numbers, Scaled) else numbers


class _Column(_Value):
    """A feature or a target; its array is its last field."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(getattr(self, self.__attrs_attrs__[-1].name))

    @checked
    def take(self, rows: Rows) -> Self:
        """Return the column at *rows* only, with all its categories or labels; *rows* are positions from 0."""
        *names, held = [getattr(self, attribute.name) for attribute in self.__attrs_attrs__]
        places = np.asarray(rows)
        outside = places[(places < 0) | (places >= len(held))]
        if len(outside):
            message = f"there is no row {outside[0]}: positions go from 0 to {len(held) - 1}"
            raise InvalidData(message)
        return type(self)(*names, held.take(places))  # type: ignore[call-arg]  # the subclasses have these fields


@attrs.frozen
class Numeric(_Column):
    """A feature of finite numbers, None or NaN where one is missing.

    >>> len(Numeric("x", [1, 2.5])), Numeric("x", [1, None]).missing
    (2, array([False,  True]))
    """

    __match_args__ = ("name", "values")

    name: str = attrs.field(validator=as_annotated)
    numbers: Numbers = attrs.field(converter=_numbers_or_missing, alias="values", eq=_content)

    @cached_property
    def values(self) -> NumberArray:
        """The numbers as an array: of float64, else of Python's integers and fractions."""
        return _values_of(self.numbers)

    def __iter__(self) -> Iterator[Any]:
        for value in self.values.tolist():
            yield None if value is None or value != value else value  # noqa: PLR0124 (as NaN alone does)

    @property
    def missing(self) -> BoolArray:
        """Whether each row's number is missing."""
        if isinstance(self.numbers, Scaled):
            return self.numbers.missing
        if self.numbers.dtype == np.float64:
            return np.isnan(self.numbers)
        return np.array([value is None for value in self.numbers.tolist()], dtype=bool)

    def __repr__(self) -> str:
        return f"Numeric(name={self.name!r}, values={numbers_repr(self.values)})"


@attrs.frozen
class Categorical(_Column):
    """A feature of categories: row i holds ``categories[codes[i]]``, or none that is known where the code is -1.

    >>> sky = Categorical("sky", ["rain", "sun"], [1, 0, -1])
    >>> sky.categories, sky.missing
    (('rain', 'sun'), array([False, False,  True]))
    """

    name: str = attrs.field(validator=as_annotated)
    categories: tuple[Category, ...] = attrs.field(converter=category_tuple)
    codes: IntArray = attrs.field(converter=_codes, eq=_content, validator=_places)

    def __iter__(self) -> Iterator[Any]:
        for code in self.codes.tolist():
            yield None if code == MISSING_CODE else self.categories[code]

    @property
    def missing(self) -> BoolArray:
        """Whether each row's category is missing."""
        return np.equal(self.codes, MISSING_CODE)


@attrs.frozen
class Classes(_Column):
    """A target of class labels, in the order that settles ties of the majority: row i is of ``labels[codes[i]]``.

    >>> Classes(["no", "yes"], [1, 1, 0]).labels
    ('no', 'yes')
    """

    GIVE = "Classes or Responses"

    labels: tuple[Category, ...] = attrs.field(converter=category_tuple)
    codes: IntArray = attrs.field(converter=_codes, eq=_content, validator=_places)

    def __iter__(self) -> Iterator[Any]:
        for code in self.codes.tolist():
            yield self.labels[code]


@attrs.frozen
class Responses(_Column):
    """A target of finite numbers.

    >>> Responses([0.5, 2]).values.tolist()
    [0.5, 2.0]
    """

    GIVE = Classes.GIVE

    __match_args__ = ("values",)

    numbers: Numbers = attrs.field(converter=_numbers, alias="values", eq=_content, validator=_finite)

    @cached_property
    def values(self) -> NumberArray:
        """The numbers as an array: of float64, else of Python's integers and fractions."""
        return _values_of(self.numbers)

    def __iter__(self) -> Iterator[Any]:
        for value in self.values.tolist():
            yield rational(value)

    def __repr__(self) -> str:
        return f"Responses(values={numbers_repr(self.values)})"


Feature: TypeAlias = Numeric | Categorical
Target: TypeAlias = Classes | Responses


def _features(features: Iterable[Feature]) -> tuple[Feature, ...]:
    taken = each(partial(instance, (Numeric, Categorical), give="a Numeric or Categorical"), "features", features)
    return cast("tuple[Feature, ...]", taken)


@attrs.frozen
class Dataset(_Value, Shown):
    """Rows of features with a target and a weight each; `classification_data` and others make them.

    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 2]}, ["no", "yes", "yes"], weights=[1, 0.5, 0])
    >>> len(data), data.feature_names, data.target.labels
    (2, ('x',), ('no', 'yes'))
    """

    GIVE = "a data set, such as classification_data or read_csv returns"

    features: tuple[Feature, ...] = attrs.field(converter=_features)
    target: Target = attrs.field(validator=as_annotated)
    weights: NumberArray = attrs.field(converter=number_array, eq=_content, repr=numbers_repr)

    def __attrs_post_init__(self) -> None:
        rows = len(self.weights)
        for name, column in [*((repr(one.name), one) for one in self.features), ("the target", self.target)]:
            if len(column) != rows:
                message = f"{name} has {len(column)} rows where there are {rows} weights: give one value a row"
                raise InvalidData(message)
        if len(set(self.feature_names)) < len(self.features):
            message = f"two of the columns {abbreviated(self.feature_names)} have one name: give each its own"
            raise InvalidData(message)
        if not np.all((self.weights >= 0) & (self.weights < np.inf)):  # 0 leaves a row in its place
            message = "a weight is below 0 or infinite: leave the row out, or give what it counts"
            raise InvalidData(message)

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def row_weights(self) -> list[Rational]:
        """The weight of each row as an integer or fraction."""
        return [rational(weight) for weight in self.weights.tolist()]

    @cached_property
    def whole_weights(self) -> tuple[tuple[int, ...], int]:
        """The weights as `whole_numbers`, and the denominator."""
        return whole_numbers(self.weights)

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


def as_float64(data: Dataset) -> Dataset:
    """Return *data* as a program that reads float64 sees them; raises `Unsupported` for numbers out of its range.

    >>> from decimal import Decimal
    >>> from dtrees.data.constructors import regression_data
    >>> data = regression_data({"x": [1, 2]}, [Decimal("0.1"), 2])
    >>> as_float64(data).target.values, data.target.values
    (array([0.1, 2. ]), array([Fraction(1, 10), 2], dtype=object))
    """
    features = tuple(
        Numeric(feature.name, nearest_floats(feature.numbers)) if isinstance(feature, Numeric) else feature
        for feature in data.features
    )
    target = Responses(nearest_floats(data.target.numbers)) if isinstance(data.target, Responses) else data.target
    return Dataset(features, target, nearest_floats(data.weights))


def find_feature(features: Iterable[Feature], name: object) -> Feature:
    """Return the feature called *name*, or raise `InvalidData` that lists the names there are."""
    features = tuple(features)
    for feature in features:
        if isinstance(name, str) and feature.name == name:
            return feature
    raise no_such_column(name, [feature.name for feature in features])


def no_such_column(name: object, names: Iterable[str]) -> InvalidData:
    """Return the complaint that *name* is not among the *names* of the columns."""
    return InvalidData(f"there is no column {abbreviated(name)}; there are {', '.join(map(repr, names))}")

"""Columns of exact numbers: whatever is given becomes float64, or integers over one denominator, so that 0.1 is 1/10.

Equal columns have one form, however they were given: float64 if that holds each number exactly, else `Scaled`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sized
from collections.abc import Set as AbstractSet
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from dtrees.errors import InvalidData, Unsupported
from dtrees.numbers.exact import Rational, rational
from dtrees.numbers.rationals import exact_repr

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]
NumberArray: TypeAlias = NDArray[Any]
"""Exact numbers: float64 where each is one, else Python's integers and fractions."""

WHOLE_FLOATS: Final = 2**53
"""Integers up to this one have a float64 each."""

MACHINE: Final = 2**62
"""Integers below this one, and sums of two of them, are kept in 64 bits; others are Python's."""


@attrs.frozen(eq=False)
class Scaled:
    """The numbers ``wholes[i] / unit`` in lowest terms, some of them missing; make one with `scaled`.

    >>> scaled(np.array([1, 10]), 10).values
    array([Fraction(1, 10), 1], dtype=object)
    """

    wholes: NDArray[Any]
    """64-bit integers where all are below `MACHINE`, else Python's; 0 where one is missing."""
    unit: int
    missing: BoolArray

    def __len__(self) -> int:
        return len(self.wholes)

    def take(self, rows: IntArray) -> Numbers:
        """Return the numbers at *rows*, in the one form that holds them."""
        return scaled(self.wholes.take(rows), self.unit, self.missing.take(rows))

    @cached_property
    def values(self) -> NumberArray:
        """The numbers as Python integers and fractions, None for a missing one."""
        array = np.array([rational(Fraction(whole, self.unit)) for whole in self.wholes.tolist()], dtype=object)
        array[self.missing] = None
        return frozen(array)


Numbers: TypeAlias = FloatArray | Scaled
"""A column of exact numbers: float64, NaN where one is missing, or `Scaled`."""


def scaled(wholes: NDArray[Any], unit: int, missing: BoolArray | None = None) -> Numbers:
    """Return the column of numbers ``wholes / unit``: float64 if that is exact, else `Scaled`.

    *wholes* are integers, of 64 bits or Python's, and 0 where the number is missing.

    >>> scaled(np.array([25, 50]), 100), scaled(np.array([10, 20]), 100).unit
    (array([0.25, 0.5 ]), 10)
    """
    missing = np.zeros(len(wholes), dtype=bool) if missing is None else missing
    shared = int(np.gcd.reduce(wholes, initial=0))
    common = math.gcd(shared, unit)
    wholes, unit = (wholes // common if shared and common > 1 else wholes), unit // common
    if wholes.dtype == object and all(-MACHINE < whole < MACHINE for whole in wholes.tolist()):
        wholes = wholes.astype(np.int64)
    floats = None
    if unit & (unit - 1) == 0:  # a power of two
        if wholes.dtype == object or unit > MACHINE:
            floats = _floats_if_exact([Fraction(whole, unit) for whole in wholes.tolist()])
        elif np.array_equal((wholes / unit * unit).astype(np.int64), wholes):
            floats = wholes / unit
    if floats is None:
        return Scaled(frozen(wholes), unit, frozen(missing))
    floats[missing] = np.nan
    return frozen(floats)


def exact_numbers(values: Any) -> Numbers:
    """Return a column of exact numbers, of which None, NaN and nulls are missing; raises `InvalidData` for others.

    >>> exact_numbers([1, None, 0.5]), exact_numbers([Fraction(1, 10), 1]).wholes
    (array([1. , nan, 0.5]), array([ 1, 10]))
    """
    if isinstance(values, Scaled):
        return values
    array = machine_array(values)
    if array is not None and array.dtype.kind == "f":
        return frozen(array.astype(np.float64) + 0.0)  # which turns -0.0 into 0.0
    if array is not None:
        wide = len(array) and not -MACHINE < int(array.min()) <= int(array.max()) < MACHINE
        return scaled(array.astype(object if wide else np.int64), 1)
    items = list(one_a_row(values))
    if (floats := _floats_if_exact(items)) is not None:
        return frozen(floats)
    missing = [is_missing(item) for item in items]
    ratios = [(0 if absent else rational(item)).as_integer_ratio() for item, absent in zip(items, missing, strict=True)]
    unit = math.lcm(*{below for _, below in ratios})
    wholes = np.array([above * (unit // below) for above, below in ratios], dtype=object)
    return scaled(wholes, unit, np.array(missing, dtype=bool))


def is_missing(item: Any) -> bool:
    """Return whether *item*, a value of a column, is None, NaN, NaT, the null of a data frame or a masked item.

    >>> is_missing(None), is_missing(float("nan")), is_missing("NA")
    (True, True, False)
    """
    if isinstance(item, float | np.datetime64 | np.timedelta64):
        return bool(item != item)  # noqa: PLR0124 (as NaN and NaT alone do)
    null = item is None or item is np.ma.masked or type(item).__name__ in {"NAType", "NaTType"}  # those of pandas
    return null or (isinstance(item, Decimal) and item.is_nan())


def missing_among(numbers: Numbers) -> BoolArray:
    """Return whether each of the *numbers* is missing."""
    return numbers.missing if isinstance(numbers, Scaled) else np.isnan(numbers)


def machine_array(values: Any) -> NDArray[Any] | None:
    """Return the buffer of a column of machine numbers of which none is null, or None for any other column."""
    match type(values).__module__.partition(".")[0]:
        case "polars":
            known = hasattr(values, "dtype") and not values.null_count()
        case "pyarrow":
            known = not values.null_count
        case _:  # pandas' own types have masks
            known = isinstance(getattr(values, "dtype", None), np.dtype) and not isinstance(values, np.ma.MaskedArray)
    array = np.asarray(values if known else None)
    return array if array.ndim == 1 and array.dtype.kind in "fiu" and array.dtype.itemsize <= 8 else None  # noqa: PLR2004


def in_order(values: Any) -> bool:
    """Return whether *values* stand one after another: no text, mapping or set, and no array of two axes."""
    one_axis = len(getattr(values, "shape", (1,))) == 1
    return one_axis and isinstance(values, Iterable) and not isinstance(values, str | bytes | Mapping | AbstractSet)


def one_a_row(values: Any, name: str = "the column") -> Any:
    """Return *values*, an iterator's as a list; raises `InvalidData` where they are no sequence, or some are masked."""
    nested = isinstance(values, list | tuple) and not {list, tuple, np.ndarray}.isdisjoint(map(type, values))
    if nested or not in_order(values):
        raise InvalidData(f"{name} is not a sequence of values, one a row")
    if np.ma.is_masked(values):
        keep = ", or say missing='keep'" if name.startswith("column ") else ""
        raise InvalidData(f"there are masked values in {name}: remove their rows or fill them{keep}")
    return values if isinstance(values, Sized) else list(values)


def known_numbers(values: Any) -> Numbers:
    """Return a column of exact numbers; raises `InvalidData` where one is missing."""
    numbers = exact_numbers(values)
    if missing_among(numbers).any():
        raise InvalidData("a number is missing: give one for each row")
    return numbers


def number_array(values: Any) -> NumberArray:
    """Return *values* as a read-only array of exact numbers; raises `InvalidData` for one that is none."""
    numbers = known_numbers(values)
    return numbers.values if isinstance(numbers, Scaled) else numbers


def _floats_if_exact(values: list[Any]) -> FloatArray | None:
    """Return numbers as float64, NaN where one is missing, or None where one of them has no exact float64."""
    try:
        floats = np.array(values, dtype=np.float64) + 0.0
        exact = all(near == value or is_missing(value) for near, value in zip(floats.tolist(), values, strict=True))
    except (OverflowError, TypeError, ValueError):  # of what is no number, or a column of columns
        return None
    return floats if exact else None


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


def nearest_floats(numbers: Numbers | NumberArray) -> FloatArray:
    """Return the float64 nearest to each of the *numbers*; raises `Unsupported` for one beyond the range of float64.

    >>> nearest_floats(exact_numbers([Fraction(1, 10)]))
    array([0.1])
    """
    try:
        if not isinstance(numbers, Scaled):
            return numbers.astype(np.float64, copy=False)
        wholes, unit = numbers.wholes, numbers.unit
        if wholes.dtype == object or max(unit, int(np.abs(wholes).max(initial=0))) > WHOLE_FLOATS:
            wholes = wholes.astype(object)  # which Python divides
        floats = (wholes / unit).astype(np.float64)  # of two floats, the quotient is rounded once
    except OverflowError as error:
        raise Unsupported("a number is beyond the range of float64: rescale the column") from error
    floats[numbers.missing] = np.nan
    return floats


def numbers_repr(values: NumberArray) -> str:
    """Return what `repr` of exact numbers is, of numbers of any length.

    >>> numbers_repr(np.array([1.0, 0.5])), len(numbers_repr(number_array([10**5000])))
    ('array([1. , 0.5])', 5030)
    """
    with np.printoptions(formatter={"object": exact_repr}):
        return repr(values)


def content_of(column: Numbers) -> object:
    """Return the value by which columns are compared and hashed."""
    if isinstance(column, Scaled):
        return column.unit, tuple(column.wholes.tolist()), column.missing.tobytes()
    return tuple(column) if column.dtype == object else column.tobytes()


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view of *array* that cannot be made writable again."""
    array.setflags(write=False)
    return array.view()

"""Columns of decimals as integers divided by one power of ten, so that 0.1 is exactly one tenth.

A column of given numbers has one form: float64 if that holds each exactly, else `Scaled` with as few decimal places as
possible, else an array of Python integers and fractions.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.numbers.exact import Rational, rational

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MOST_PLACES: Final = 40
"""Numbers of more decimal places are kept as fractions."""

WHOLE_FLOATS: Final = 2**53
"""Integers up to this one have a float64 each."""

MACHINE: Final = 2**62
"""Integers below this one, and sums of two of them, are kept in 64 bits; others are Python's."""

FLOAT_TENS: Final = 22
"""10**22 is the largest power of ten that is a float64."""

FIVES: Final = 26
"""5**26 is the largest power of five below 2**62."""


@attrs.frozen(eq=False)
class Scaled:
    """The numbers ``wholes[i] / 10**places``, some of them missing; make one with `scaled`.

    >>> column = scaled(np.array([1, 10]), 1)
    >>> column.values().tolist(), column.nearest().tolist()
    ([Fraction(1, 10), 1], [0.1, 1.0])
    """

    wholes: NDArray[Any]
    """64-bit integers where all are below `MACHINE`, else Python's; 0 where one is missing."""
    places: int
    missing: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.wholes)

    @property
    def is_machine(self) -> bool:
        """Whether the integers are 64-bit integers, not Python's."""
        return self.wholes.dtype != object

    def take(self, rows: NDArray[np.int64]) -> Numbers:
        """Return the numbers at *rows*, in the simplest form that holds them."""
        return scaled(self.wholes.take(rows), self.places, self.missing.take(rows))

    def values(self) -> NDArray[Any]:
        """Return the numbers as Python integers and fractions, None for a missing one."""
        distinct, place = np.unique(self.wholes, return_inverse=True)
        unit = 10**self.places
        array = np.empty(len(distinct), dtype=object)
        array[:] = [rational(Fraction(whole, unit)) for whole in distinct.tolist()]
        array = array.take(place)
        array[self.missing] = None
        return array

    def nearest(self) -> NDArray[np.float64]:
        """Return the float64 nearest to each number, NaN for a missing one; raises `OverflowError` beyond its range.

        >>> scaled(np.array([1, 2**60 + 1]), 1).nearest()
        array([1.0000000e-01, 1.1529215e+17])
        """
        if self.is_machine and self.places <= FLOAT_TENS:
            floats = nearest_quotients(self.wholes, np.array([self.places]))
        else:
            unit = 10**self.places
            floats = np.array([whole / unit for whole in self.wholes.tolist()], dtype=np.float64)
        floats[self.missing] = np.nan
        return floats

    def whole_numbers(self) -> tuple[NDArray[Any], int]:
        """Return integers and one denominator, in lowest terms; no number may be missing."""
        common = math.gcd(common_divisor(self.wholes), 10**self.places)
        return self.wholes // common, 10**self.places // common

    def at_most(self, threshold: float | Rational) -> int:
        """Return the largest integer w with ``w / 10**places`` at most *threshold*, which must be finite."""
        above, below = threshold.as_integer_ratio()
        largest: int = above * 10**self.places // below
        return largest


Numbers: TypeAlias = "NDArray[Any] | Scaled"
"""A column of exact numbers: float64, NaN where one is missing, or `Scaled`, or Python's with None."""


def scaled(wholes: NDArray[Any], places: int, missing: NDArray[np.bool_] | None = None) -> Numbers:
    """Return the column of numbers ``wholes / 10**places``: float64 if that is exact, else `Scaled`.

    *wholes* are integers, of 64 bits or Python's, and 0 where the number is missing. Equal columns get equal forms.

    >>> scaled(np.array([25, 50]), 2), scaled(np.array([10, 20]), 2).places
    (array([0.25, 0.5 ]), 1)
    """
    if missing is None:
        missing = np.zeros(len(wholes), dtype=bool)
    if wholes.dtype == object and all(-MACHINE < whole < MACHINE for whole in wholes.tolist()):
        wholes = wholes.astype(np.int64)
    floats = _as_floats(wholes, places)
    if floats is not None:
        floats[missing] = np.nan
        return frozen(floats)
    common = common_divisor(wholes)
    while places and common % 10 == 0:
        common, wholes, places = common // 10, wholes // 10, places - 1
    found = Scaled(frozen(wholes), places, frozen(missing))
    return found if places <= MOST_PLACES else frozen(found.values())


def in_one_form(values: Sequence[Any]) -> Numbers:
    """Return a column of integers, fractions and None, not all of them float64, in the form that `scaled` gives.

    >>> in_one_form([1, Fraction(1, 10)]).wholes.tolist(), in_one_form([Fraction(1, 3), None]).tolist()
    ([10, 1], [Fraction(1, 3), None])
    """
    known = [value for value in values if value is not None]
    denominator = math.lcm(*{value.denominator for value in known})
    twos = (denominator & -denominator).bit_length() - 1
    fives = next((count for count in range(MOST_PLACES + 1) if 5**count == denominator >> twos), None)
    if fives is None or twos > MOST_PLACES:
        array = np.empty(len(values), dtype=object)
        array[:] = values
        return frozen(array)
    places, unit = max(twos, fives), 10 ** max(twos, fives)
    wholes = np.empty(len(values), dtype=object)
    wholes[:] = [0 if value is None else value.numerator * (unit // value.denominator) for value in values]
    return scaled(wholes, places, np.array([value is None for value in values], dtype=bool))


def _as_floats(wholes: NDArray[Any], places: int) -> NDArray[np.float64] | None:
    """Return ``wholes / 10**places`` as float64, or None if one is not exact."""
    if wholes.dtype != object:
        if places > FIVES:
            return None if wholes.any() else np.zeros(len(wholes))
        if places and (wholes[:64] % 5**places).any():  # most columns say so soon
            return None
        multiples, rest = np.divmod(wholes, 5**places) if places else (wholes, 0)
        floats = multiples.astype(np.float64)
        exact = not np.any(rest) and np.array_equal(floats.astype(np.int64), multiples)
        return floats / 2.0**places if exact else None
    unit, whole_list = 5**places, wholes.tolist()
    if any(whole % unit for whole in whole_list):
        return None
    try:
        array = np.array([float(whole // unit) for whole in whole_list])
    except OverflowError:
        return None
    return array / 2.0**places if array.tolist() == [whole // unit for whole in whole_list] else None


def nearest_quotients(wholes: NDArray[np.int64], places: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the float64 nearest to each ``wholes / 10**places``; *places* is at most `FLOAT_TENS`.

    A division of two float64 rounds to the nearest.  A larger integer is one float64 and a rest: the quotient of the
    first is corrected by what it leaves, with an error below 2**-50 of the distance of two floats.  Where the sum is
    nearly midway between two, or a power of two, Python divides the integers, which rounds to the nearest too.

    >>> nearest_quotients(np.array([1, 123456789012345678]), np.array([1, 17])).tolist()
    [0.1, 1.2345678901234567]
    """
    tens: NDArray[np.float64] = (10.0 ** np.arange(FLOAT_TENS + 1, dtype=np.float64))[places]
    large = wholes.astype(np.float64)
    quotients: NDArray[np.float64] = large / tens
    if np.abs(large).max(initial=0) <= WHOLE_FLOATS:
        return quotients
    product, error = _product(quotients, tens)
    correction = ((large - product) - error + (wholes - large.astype(np.int64))) / tens
    nearest = quotients + correction
    rest = np.abs((quotients - nearest) + correction)
    gap = np.spacing(np.abs(nearest))
    doubtful = (np.abs(rest - gap / 2) <= gap * 2.0**-40) | (np.frexp(nearest)[0] % 0.5 == 0)
    rows = doubtful.nonzero()[0]
    below = np.broadcast_to(places, wholes.shape)[rows].tolist()
    nearest[rows] = [whole / 10**power for whole, power in zip(wholes[rows].tolist(), below, strict=True)]
    return nearest


def _product(one: NDArray[np.float64], two: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the rounded product and its rounding error, by Dekker's method; their sum is exact."""
    halves = []
    for values in (one, two):
        scaled_up = values * (2.0**27 + 1)
        high = scaled_up - (scaled_up - values)
        halves.append((high, values - high))
    (a, b), (c, d) = halves
    product = one * two
    return product, ((a * c - product) + a * d + b * c) + b * d


def common_divisor(wholes: NDArray[Any]) -> int:
    """Return the greatest common divisor of integers, 0 if all are zero."""
    return int(np.gcd.reduce(wholes)) if wholes.dtype != object else math.gcd(*wholes.tolist())


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view of *array* that cannot be made writable again."""
    array.setflags(write=False)
    return array.view()

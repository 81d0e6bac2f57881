"""Numbers by decimals: as many digits as are asked for, and what they decide of a number: its order, float and text."""

from __future__ import annotations

import math
import operator
from contextlib import suppress
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar

from dtrees.errors import TooLarge, Undecided

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from dtrees.numbers.coprime import Coefficients

T = TypeVar("T")

ATTEMPTS: Final = tuple(30 << k for k in range(7))
"""The numbers of digits that are tried, 30, 60, ..., 1920: twice as many take eight times as long."""

BITS_A_DIGIT: Final = 1000
"""Powers of integers are compared instead where they have at most this many bits for each digit of the next attempt."""


def agreement(ends: Callable[[int], Iterable[T]]) -> T:
    """Return what both *ends* of an enclosure are, at the first number of digits where they are equal."""
    for digits in ATTEMPTS:
        with suppress(Undecided):  # of a divisor that so few digits do not tell from zero
            low, high = ends(digits)
            if low == high:
                return low
    message = f"{ATTEMPTS[-1]:,} digits do not tell two numbers apart: give numbers of fewer digits"
    raise TooLarge(message)


def _comparison(holds: Callable[[float, float], bool]) -> Callable[[Any, object], bool]:
    """Return the method that compares as *holds* does; NaN has no order, and is equal to nothing."""

    def compare(self: Any, other: object) -> Any:
        if isinstance(other, float) and (math.isinf(other) or (math.isnan(other) and holds is operator.eq)):
            return holds(0, other)
        number = self._taken(other)
        return NotImplemented if number is None else holds(self.compare(number), 0)

    return compare


class Ordered:
    """A number that rational bounds enclose, the more narrowly the more digits: so it is rounded and written.

    A subclass has `bounds`, ``compare``, ``+`` and ``*``, and ``TAKES`` numbers of other classes as its own.
    """

    __slots__ = ()
    TAKES: ClassVar[tuple[type, ...]] = (int, float, Fraction)

    def _taken(self, other: object) -> Self | None:
        """Return *other* as a number of this class, or None where it is not one."""
        return other if isinstance(other, type(self)) else type(self)(other) if isinstance(other, self.TAKES) else None  # type: ignore[call-arg]  # as subclasses do

    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return rationals that enclose the number."""
        raise NotImplementedError

    def __add__(self, other: Any) -> Self:
        raise NotImplementedError

    def __mul__(self, factor: Any) -> Self:
        raise NotImplementedError

    def __neg__(self) -> Self:
        return self.__mul__(-1)

    def __radd__(self, other: Any) -> Self:
        return self.__add__(other)

    def __sub__(self, other: Any) -> Self:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Self:
        return self.__neg__().__add__(other)

    def __rmul__(self, factor: Any) -> Self:
        return self.__mul__(factor)

    __eq__ = _comparison(operator.eq)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)

    def __hash__(self) -> int:
        """Refuse: equal numbers need not be written alike."""
        message = f"unhashable type: {type(self).__name__!r}"
        raise TypeError(message)

    def __float__(self) -> float:
        """Return the nearest float64, ties to even."""
        try:
            return agreement(lambda digits: map(float, self.bounds(digits))) + 0.0  # which -0.0 becomes
        except TooLarge:
            raise
        except OverflowError as error:
            message = f"{error}: rescale the data, for a float is asked for"
            raise TooLarge(message) from error

    def __format__(self, spec: str) -> str:
        """Return the number as *spec* asks, rounded once (``.3f``); as `str` or float where it states no precision."""
        if "." not in spec:
            return format(float(self), spec) if spec else str(self)

        def ends(digits: int) -> Iterator[str]:
            for end, rounding in zip(self.bounds(digits), (ROUND_FLOOR, ROUND_CEILING), strict=True):
                above, below = Decimal(end.numerator), Decimal(end.denominator)
                yield format(_context(digits, rounding).divide(above, below), spec)

        return agreement(ends)


def enclosure(terms: Coefficients, digits: int) -> tuple[Fraction, Fraction]:
    """Return rationals that enclose a sum of logarithms, some 10**-digits apart relative to its largest term.

    >>> low, high = enclosure({3: 1}, 9)
    >>> low < 1.5849625007 < high, high - low < 1e-6
    (True, True)
    """
    if set(terms) <= {2}:  # log2(2) is 1
        value = Fraction(terms.get(2, 0))
        return value, value
    whole, denominator = _whole(terms)
    total, error = map(Fraction, _evaluated(whole, digits))
    two = Fraction(_natural_logarithm(2, digits))
    slack = 2 * two / 10**digits
    ends = [end / (unit * denominator) for end in (total - error, total + error) for unit in (two - slack, two + slack)]
    return min(ends), max(ends)


def sign_over_coprime_bases(terms: Coefficients) -> int:
    """Return the sign of a sum over coprime bases, which is zero only where it is empty.

    >>> sign_over_coprime_bases({3: 5, 2: -8}), sign_over_coprime_bases({})
    (-1, 0)
    """
    if not terms:
        return 0
    whole, _ = _whole(terms)
    bits = sum(abs(coefficient) * base.bit_length() for base, coefficient in whole.items())

    def signs(digits: int) -> tuple[int, int]:
        total, error = _evaluated(whole, digits)
        if abs(total) <= 2 * error and bits <= BITS_A_DIGIT * digits:
            above = math.prod(base**coefficient for base, coefficient in whole.items() if coefficient > 0)
            below = math.prod(base**-coefficient for base, coefficient in whole.items() if coefficient < 0)
            total, error = Decimal(1 if above > below else -1), Decimal(0)
        return 1 if total >= -2 * error else -1, 1 if total > 2 * error else -1

    return agreement(signs)


def _whole(terms: Coefficients) -> tuple[dict[int, int], int]:
    """Return the coefficients as integers over one denominator."""
    denominator = math.lcm(*(coefficient.denominator for coefficient in terms.values()))
    return {base: int(coefficient * denominator) for base, coefficient in terms.items()}, denominator


def _evaluated(whole: Mapping[int, int], digits: int) -> tuple[Decimal, Decimal]:
    """Return the sum of coefficient * ln(base), and how far off it is at the most.

    Each logarithm and product is rounded once and the sum of k terms k times, so the error is below
    (k + 2) 10**(1 - digits) times the sum of the terms' magnitudes.
    """
    with localcontext(_context(digits)):
        values = [coefficient * _natural_logarithm(base, digits) for base, coefficient in whole.items()]
        magnitude = sum(map(abs, values), start=Decimal(0))
        return sum(values, start=Decimal(0)), magnitude * (len(values) + 2) * Decimal(10) ** (1 - digits)


@lru_cache(maxsize=1 << 14)
def _natural_logarithm(base: int, digits: int) -> Decimal:
    with localcontext(_context(digits)):
        return Decimal(base).ln()


def _context(digits: int, rounding: str = ROUND_HALF_EVEN) -> Context:
    """Return the decimal arithmetic of as many digits, in which nothing overflows."""
    return Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)

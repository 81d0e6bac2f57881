"""Exact numbers: sums of rational multiples of logarithms to base two.

Every quantity that dtrees derives from data is an `Exact`.  Gini, misclassification and squared error are
rational; an entropy in bits is a rational combination of log2 of integers.  Since log2(2) = 1, a rational is the
multiple of log2(2), and one form serves both::

    q_1 log2(b_1) + ... + q_k log2(b_k)        rationals q_i != 0;  integers b_i > 1, pairwise coprime

Logarithms of pairwise coprime integers are linearly independent over the rationals (unique factorisation), so a
number is zero exactly when no term is left.  The form is sought only where it is needed: for text, and where a float
with a bound on its error does not tell the order.
"""

from __future__ import annotations

import math
import numbers
import operator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from dtrees.arguments import checked
from dtrees.errors import InvalidData, TooLarge, ZeroDivisor, abbreviated, refused
from dtrees.numbers.decimals import FIRST_DIGITS, MOST_DIGITS_TRIED, agreement, context, enclosure
from dtrees.numbers.numerals import read_terms, written
from dtrees.numbers.sums import TINY, Sum, U, logarithm, nearest, rational_sum, unreduced, weighted_mean, weighted_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Rational: TypeAlias = int | Fraction

MOST_DIGITS: Final = 4000
"""A decimal may have so many digits before or after its point."""

MOST_BITS_ASKED: Final = 2**16
"""So many bits of a logarithm take a second."""

LONG: Final = 2**1024
"""A computed rational with a longer denominator is brought to lowest terms only where these are asked for."""


OUTERMOST: Final = 10
"""The depth of a sum of one part: more than that of a gain, the deepest of such parts."""


def rational(value: Rational | float) -> Rational:
    """Return *value* as a Python integer where it is one, else as a fraction in lowest terms.

    >>> rational(3.0), rational(0.5)
    (3, Fraction(1, 2))
    """
    if isinstance(value, int):
        return int(value)
    if type(value) is Fraction:
        return value.numerator if value.denominator == 1 else value
    numerator, denominator = _as_ratio(value)
    return numerator if denominator == 1 else Fraction(numerator, denominator)


def over(numerator: int, denominator: int) -> Rational:
    """Return a quotient as a Python integer where it is one, else as a fraction in lowest terms.

    >>> over(6, 3), over(1, 2)
    (2, Fraction(1, 2))
    """
    return numerator if denominator == 1 else rational(Fraction(numerator, denominator))


def _as_ratio(value: Any) -> tuple[int, int]:
    """Return the numerator and the denominator of any number, in Python's integers: numpy's would overflow."""
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) > MOST_DIGITS:
        message = f"{abbreviated(value)} has more than {MOST_DIGITS} digits: rescale it"
        raise InvalidData(message)
    try:
        if isinstance(value, numbers.Rational):  # which numpy's durations are, but no integers
            return operator.index(value.numerator), operator.index(value.denominator)
        numerator, denominator = value.as_integer_ratio()
    except (AttributeError, TypeError, ValueError, OverflowError) as error:
        message = f"{abbreviated(value)} is not a number that can be held exactly: give a finite value"
        raise InvalidData(message) from error
    return numerator, denominator


def _comparison(holds: Callable[[float, float], bool]) -> Callable[[Exact, object], bool]:
    """Return the method of `Exact` that compares as *holds* does; NaN has no order, and is equal to nothing."""

    def compare(self: Exact, other: object) -> Any:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        if isinstance(other, float) and (math.isinf(other) or (math.isnan(other) and holds is operator.eq)):
            return holds(0, other)
        return holds(self.compare(other if isinstance(other, Exact) else Exact(other)), 0)

    return compare


def in_integers(values: Sequence[Rational]) -> tuple[tuple[int, ...], int]:
    """Return *values* multiplied by their common denominator, as integers, and that denominator.

    >>> in_integers([Fraction(1, 2), 3, Fraction(2, 3)])
    ((3, 18, 4), 6)
    """
    if set(map(type, values)) == {int}:
        return tuple(values), 1  # type: ignore[arg-type]  # integers all of them
    denominator = math.lcm(*{value.denominator for value in values})
    return tuple([value.numerator * (denominator // value.denominator) for value in values]), denominator


class Exact:
    """An exact real number: a rational plus rational multiples of logarithms to base two.

    Made from an integer, a fraction, a float (taken as the rational that it is) or the text that `str` prints;
    `Exact.log2` makes logarithms.  Numbers add, subtract, scale by rationals, and are totally ordered: the sign of
    a difference is read off floats with a bound on their error, and where they do not tell it is zero where no term
    is left, or else found by correctly rounded logarithms at 30, 60, 120, ... digits until it is certain.

    Raises `InvalidData` for a text that is not a number, NaN and infinities.

    >>> Exact(3) / 7
    Exact('3/7')
    >>> 2 - Exact.log2(3) * Fraction(3, 4)
    Exact('2 - 3/4*log2(3)')
    >>> Exact.log2(12) - Exact.log2(3) == 2
    True
    """

    __slots__ = ("_denominator", "_numerator", "_sum")

    _numerator: int
    _denominator: int
    _sum: Sum | None
    """The number, where it is not known to be rational, or is one with a `LONG` denominator."""

    def __new__(cls, value: Exact | Rational | float | str = 0) -> Exact:  # noqa: D102, PYI034 (the class says it)
        if isinstance(value, Exact):
            return value
        if isinstance(value, str):
            return _total(read_terms(value))
        number = rational(value)
        return _made(number.numerator, number.denominator)

    @classmethod
    def log2(cls, value: Rational) -> Exact:
        """Return the logarithm to base two of a positive rational.

        >>> Exact.log2(Fraction(9, 8))
        Exact('-3 + 2*log2(3)')
        """
        value = rational(value)
        if value <= 0:
            message = f"log2({abbreviated(value)}) does not exist: give a positive rational"
            raise InvalidData(message)
        above, below = int(value.numerator), int(value.denominator)
        if above.bit_count() == below.bit_count() == 1:
            return cls(above.bit_length() - below.bit_length())
        return summed(logarithm(above).plus(logarithm(below), -1) if below > 1 else logarithm(above))

    # --- arithmetic -------------------------------------------------------------------------------------------

    def __add__(self, other: Exact | Rational | float, sign: int = 1) -> Exact:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        other = other if isinstance(other, Exact) else Exact(other)
        if self._sum is None and other._sum is None:
            above = self._numerator * other._denominator + sign * other._numerator * self._denominator
            return ratio(above, self._denominator * other._denominator)
        return summed(self._as_sum().plus(other._as_sum(), sign))

    __radd__ = __add__

    def __neg__(self) -> Exact:
        return self._scaled(-1, 1)

    def __sub__(self, other: Exact | Rational | float) -> Exact:
        return self.__add__(other, -1)

    def __rsub__(self, other: Rational | float) -> Exact:
        return -self + other

    def __mul__(self, other: Exact | Rational | float) -> Exact:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        if isinstance(other, Exact) and not other.is_rational:
            return other * self.as_fraction()
        factor = other if isinstance(other, int | Fraction) else Exact(other).as_fraction()
        return self._scaled(factor.numerator, factor.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Exact | Rational | float) -> Exact:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        divisor = other if isinstance(other, int) else Exact(other).as_fraction()
        if not divisor:
            message = f"{self} cannot be divided by zero"
            raise ZeroDivisor(message)
        sign = 1 if divisor > 0 else -1
        return self._scaled(sign * divisor.denominator, sign * divisor.numerator)

    def _scaled(self, numerator: int, denominator: int) -> Exact:
        if self._sum is None or not numerator:
            return ratio(self._numerator * numerator, self._denominator * denominator)
        if numerator == denominator:
            return self
        factor = numerator if denominator == 1 else Fraction(numerator, denominator)
        return summed(weighted_sum([(factor, self._sum)]))

    def _as_sum(self) -> Sum:
        return self._sum or rational_sum(self._fraction())

    def _fraction(self) -> Rational:
        return self._numerator if self._denominator == 1 else Fraction(self._numerator, self._denominator)

    def __abs__(self) -> Exact:
        return -self if self.sign() < 0 else self

    def __bool__(self) -> bool:
        return self.sign() != 0

    # --- order ------------------------------------------------------------------------------------------------

    @property
    def terms(self) -> tuple[tuple[int, Rational], ...]:
        """Pairs (base, coefficient) by ascending base, the bases coprime: none exactly where the number is zero."""
        return tuple(sorted(self._as_sum().terms.items()))

    @property
    def is_rational(self) -> bool:
        """Whether no logarithm is left, which decides it: logarithms of odd coprimes are independent of 1."""
        return self._sum is None or self._sum.terms.keys() <= {2}

    def as_fraction(self) -> Fraction:
        """Return the rational number that this is, or raise `InvalidData` where a logarithm is left.

        >>> Exact(0.375).as_fraction()
        Fraction(3, 8)
        """
        if self._sum is None:
            return Fraction(self._numerator, self._denominator)
        if not self.is_rational:
            message = f"{self} is not rational: keep it as Exact, or compare quotients with Quotient"
            raise InvalidData(message)
        return Fraction(self._sum.terms.get(2, 0))

    def estimate(self) -> tuple[float, float]:
        """Return the number as a float, and a bound on its error; the bound may be infinite or NaN.

        >>> near, error = Exact.log2(3).estimate()
        >>> near, error < 1e-13
        (1.584962500721156, True)
        """
        if self._sum is None:
            near = nearest(self._numerator, self._denominator)
            return near, abs(near) * U + TINY
        return self._sum.middle, 2 * self._sum.error

    @property
    def size(self) -> int:
        """The largest number of bits that a base has, of those that the number was made of."""
        return 0 if self._sum is None else self._sum.size

    @checked
    def scaled(self, bits: int) -> tuple[int, int]:
        """Return 2**bits times the number as an integer, and how far off this is at the most.

        >>> middle, error = Exact.log2(3).scaled(20)
        >>> middle, error <= 2
        (1661953, True)
        """
        if bits > MOST_BITS_ASKED:
            raise refused(bits, "bits", f"at most {MOST_BITS_ASKED:,} bits", TooLarge)
        return self._as_sum().scaled(bits)

    @checked
    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return rationals that enclose the number.

        They are some 10**-digits apart, relative to the largest of the logarithms that it was made of.
        """
        if not 0 < digits <= MOST_DIGITS_TRIED:
            raise refused(
                digits, "digits", f"from 1 to {MOST_DIGITS_TRIED:,} digits", TooLarge if digits else InvalidData
            )
        number = self._as_sum()
        return enclosure(number.coefficients if digits <= FIRST_DIGITS else number.terms, digits)

    def sign(self) -> int:
        """Return the sign of the number: -1, 0 or 1.

        >>> (Exact.log2(3) - Fraction(19, 12)).sign()
        1
        """
        if self._sum is not None:
            return self._sum.sign()
        return (self._numerator > 0) - (self._numerator < 0)

    def compare(self, other: Exact) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than *other*."""
        if self is other:
            return 0
        if not isinstance(other, Exact):
            raise refused(other, "other", "an Exact")
        if self._sum is None and other._sum is None:
            difference = self._numerator * other._denominator - other._numerator * self._denominator
            return (difference > 0) - (difference < 0)
        return self._as_sum().compare(other._as_sum())

    __eq__ = _comparison(operator.eq)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)

    def __hash__(self) -> int:
        if self.is_rational:
            return hash(self.as_fraction())
        try:
            return hash(float(self))
        except OverflowError:
            return hash(self.sign())

    # --- leaving the exact world ------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Callable[..., Exact], tuple[object, ...]]:
        return _total, (tuple(self._as_sum().coefficients.items()),)

    def __float__(self) -> float:
        """Return the nearest float64, ties to even."""
        try:
            if self._sum is None:
                return self._numerator / self._denominator
            low, high = agreement(lambda digits: map(float, self.bounds(digits)))
        except OverflowError as error:
            message = f"{error}: rescale the data, for a float is asked for"
            raise TooLarge(message) from error
        return low if self.sign() < 0 else high

    def __format__(self, spec: str) -> str:
        """Return the number as *spec* asks, rounded once (``.3f``); as `str` or float where it states no precision."""
        if "." not in spec:
            return format(float(self), spec) if spec else str(self)

        def ends(digits: int) -> Iterator[str]:
            for end, rounding in zip(self.bounds(digits), (ROUND_FLOOR, ROUND_CEILING), strict=True):
                above, below = Decimal(end.numerator), Decimal(end.denominator)
                yield format(context(digits, rounding).divide(above, below), spec)

        return agreement(ends)[0]

    def __str__(self) -> str:
        return written(self.terms)

    def __repr__(self) -> str:
        return f"Exact('{self}')"


def number(name: str, value: Any) -> Any:
    """Check an argument that is a number, and return it as an `Exact` or a rational."""
    try:
        return value if isinstance(value, Exact) else rational(value)
    except InvalidData as error:
        raise refused(value, name, "a finite number") from error


_NUMBERS = (Exact, int, float, Fraction)
"""What an `Exact` computes and compares with."""


def _made(numerator: int, denominator: int, not_known_rational: Sum | None = None) -> Exact:
    number = object.__new__(Exact)
    number._numerator, number._denominator, number._sum = numerator, denominator, not_known_rational
    return number


def ratio(numerator: int, denominator: int) -> Exact:
    """Return a quotient of integers, the one below positive.

    >>> ratio(6, 4)
    Exact('3/2')
    """
    if denominator > LONG:
        return summed(unreduced(numerator, denominator))
    common = math.gcd(numerator, denominator)
    return _made(numerator // common, denominator // common)


def summed(number: Sum) -> Exact:
    """Return the number that a sum is.

    >>> summed(logarithm(3))
    Exact('log2(3)')
    """
    return _made(0, 1, number)


def sum_of_products(terms: Iterable[tuple[Rational, Exact]]) -> Exact:
    """Return the sum of weight * number over pairs of them.

    >>> sum_of_products([(2, Exact.log2(3)), (Fraction(1, 2), Exact(5))])
    Exact('5/2 + 2*log2(3)')
    """
    whole, parts = Exact(0), list[tuple[Rational, Sum]]()
    for weight, number in terms:
        if number._sum is None:  # noqa: SLF001 (of this module)
            whole += number * weight
        elif weight:
            parts.append((weight, number._sum))  # noqa: SLF001 (of this module)
    if not parts:
        return whole
    rest = whole._sum or (whole._numerator and rational_sum(whole.as_fraction()))  # noqa: SLF001 (of this module)
    return summed(weighted_sum([*parts, (1, rest)] if rest else parts))


def mean_by_weight(weighed: Sequence[tuple[int, Exact]]) -> Exact:
    """Return the mean of numbers by their weights, positive integers, over pairs of weight and number.

    >>> mean_by_weight([(1, Exact.log2(3)), (3, Exact(5))])
    Exact('15/4 + 1/4*log2(3)')
    """
    sums = [(weight, number._sum) for weight, number in weighed if number._sum is not None]  # noqa: SLF001 (of this module)
    if len(sums) < len(weighed):
        return sum_of_products(weighed) / sum([weight for weight, _ in weighed])
    return summed(weighted_mean(sums))


def near(middle: float, error: float, size: int, exactly: Callable[..., Exact], *given: object) -> Exact:
    """Return ``exactly(*given)``, made only where *middle*, which is *error* off at the most, does not tell its order.

    >>> near(0.5, 0.1, 1, Exact, 0.6) < 1
    True
    """
    off = error + abs(middle) * U + TINY
    return summed(Sum(middle, off, size, OUTERMOST, partial(_one_part, exactly, *given)))


def _one_part(exactly: Callable[..., Exact], *given: object) -> tuple[tuple[int, Sum]]:
    return ((1, exactly(*given)._as_sum()),)  # noqa: SLF001 (of this module)


def _total(terms: Iterable[tuple[int, Rational]]) -> Exact:
    """Return the sum of coefficient * log2(base)."""
    return sum_of_products((coefficient, Exact.log2(base)) for base, coefficient in terms)

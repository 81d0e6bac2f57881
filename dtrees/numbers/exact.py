"""Exact numbers: sums of rational multiples of logarithms to base two.

Gini, misclassification and squared error are rational; an entropy in bits is a rational combination of log2 of
integers.  Since log2(2) = 1, a rational is the multiple of log2(2), and one form serves both::

    q_1 log2(b_1) + ... + q_k log2(b_k)        rationals q_i != 0;  integers b_i > 1, pairwise coprime

Logarithms of pairwise coprime integers are linearly independent over the rationals (unique factorisation), so a
number is zero exactly when no term is left.  So is log2(e): of the powers of e, e^0 alone is algebraic [BAKER75 §1.4].
"""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Final, TypeAlias

from dtrees.arguments import checked
from dtrees.errors import InvalidData, TooLarge, ZeroDivisor, abbreviated, refused
from dtrees.numbers.coprime import E
from dtrees.numbers.decimals import ATTEMPTS, Ordered
from dtrees.numbers.logarithms import GUARD, scaled_sum
from dtrees.numbers.rationals import MOST_DIGITS, read_terms, written
from dtrees.numbers.sums import Sum, logarithm, rational_sum, weighted_sum

Rational: TypeAlias = int | Fraction


class Exact(Ordered):
    """An exact real number: a rational plus rational multiples of logarithms to base two.

    Made from an integer, a fraction, a float (taken as the rational that it is) or the text that `str` prints;
    `Exact.log2` makes logarithms.  Numbers add, subtract and scale by rationals.  The sign of a difference is read off
    floats with a bound on their error; where they do not tell, it is zero if no term is left, else it is found by
    logarithms of 128, 256, 512, ... bits.  Raises `InvalidData` for other texts, NaN and infinities.

    >>> Exact(3) / 7
    Exact('3/7')
    >>> 2 - Exact.log2(3) * Fraction(3, 4)
    Exact('2 - 3/4*log2(3)')
    >>> Exact.log2(12) - Exact.log2(3) == 2
    True
    """

    __slots__ = ("_value",)

    _value: Rational | Sum
    """The number: a sum where it is not known to be rational."""

    def __new__(cls, value: Exact | Rational | float | str = 0) -> Exact:  # noqa: D102, PYI034 (the class says it)
        if isinstance(value, str):
            return _total(read_terms(value))
        return value if isinstance(value, Exact) else summed(rational(value))

    @classmethod
    def log2(cls, value: Rational) -> Exact:
        """Return the logarithm to base two of a positive rational.

        >>> Exact.log2(Fraction(9, 8))
        Exact('-3 + 2*log2(3)')
        """
        value = rational(value)
        if value <= 0:
            raise InvalidData(f"log2({abbreviated(value)}) does not exist: give a positive rational")
        above, below = value.numerator, value.denominator
        if above.bit_count() == below.bit_count() == 1:
            return cls(above.bit_length() - below.bit_length())
        return summed(weighted_sum([(1, logarithm(above)), (-1, logarithm(below))]))

    def __add__(self, other: Exact | Rational | float) -> Exact:
        if (number := self._taken(other)) is None:
            return NotImplemented
        if isinstance(self._value, Sum) or isinstance(number._value, Sum):
            return summed(weighted_sum([(1, self.as_sum()), (1, number.as_sum())]))
        return summed(self._value + number._value)

    def __mul__(self, other: Exact | Rational | float) -> Exact:
        if (number := self._taken(other)) is None:
            return NotImplemented
        if not number.is_rational:
            return number * self.as_fraction()
        factor = number.as_fraction()
        return summed(weighted_sum([(factor, self._value)]) if isinstance(self._value, Sum) else self._value * factor)

    def __truediv__(self, other: Exact | Rational | float) -> Exact:
        if (number := self._taken(other)) is None:
            return NotImplemented
        divisor = number.as_fraction()
        if not divisor:
            raise ZeroDivisor(f"{self} cannot be divided by zero")
        return self * (1 / divisor)

    def as_sum(self) -> Sum:
        """Return the number as a sum of logarithms, over the bases that it was made of."""
        return self._value if isinstance(self._value, Sum) else rational_sum(self._value)

    def __bool__(self) -> bool:
        return self.sign() != 0

    @property
    def terms(self) -> tuple[tuple[int, Rational], ...]:
        """Pairs (base, coefficient) by ascending base, the bases coprime: none exactly where the number is zero."""
        return tuple(sorted(self.as_sum().terms.items()))

    @property
    def is_rational(self) -> bool:
        """Whether no logarithm is left, which decides it: logarithms of odd coprimes are independent of 1."""
        return not isinstance(self._value, Sum) or self._value.terms.keys() <= {2}

    def as_fraction(self) -> Fraction:
        """Return the rational number that this is, or raise `InvalidData` where a logarithm is left.

        >>> Exact(0.375).as_fraction()
        Fraction(3, 8)
        """
        if not self.is_rational:
            raise InvalidData(f"{self} is not rational: keep it as Exact, or compare quotients with Quotient")
        return Fraction(self._value.terms.get(2, 0) if isinstance(self._value, Sum) else self._value)

    def estimate(self) -> tuple[float, float]:
        """Return the number as a float, and a bound on its error; the bound may be infinite or NaN.

        >>> near, error = Exact.log2(3).estimate()
        >>> near, error < 1e-13
        (1.584962500721156, True)
        """
        near = self.as_sum()
        return near.middle, 2 * near.error

    @checked
    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return rationals that enclose the number, less than 10**-digits apart relative to the largest of its terms.

        >>> low, high = Exact.log2(3).bounds(9)
        >>> f"{float(low):.9f} {float(high):.9f}", 0 < high - low < 1e-9
        ('1.584962501 1.584962501', True)
        """
        if not 0 < digits <= ATTEMPTS[-1]:
            give, error = f"from 1 to {ATTEMPTS[-1]:,} digits", TooLarge if digits else InvalidData
            raise refused(digits, "digits", give, error)
        terms = self.as_sum().terms
        if terms.keys() <= {2}:  # log2(2) is 1
            return Fraction(terms.get(2, 0)), Fraction(terms.get(2, 0))
        sizes = [factor.numerator.bit_length() - factor.denominator.bit_length() for factor in terms.values()]
        bits = 4 * digits + GUARD - min(0, max(sizes))
        middle, off = scaled_sum(terms, bits)
        return Fraction(middle - off, 1 << bits), Fraction(middle + off, 1 << bits)

    def sign(self) -> int:
        """Return the sign of the number: -1, 0 or 1.

        >>> (Exact.log2(3) - Fraction(19, 12)).sign()
        1
        """
        return self._value.sign() if isinstance(self._value, Sum) else (self._value > 0) - (self._value < 0)

    def compare(self, other: Exact) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than *other*."""
        if not isinstance(other, Exact):
            raise refused(other, "other", "an Exact")
        if isinstance(self._value, Sum) or isinstance(other._value, Sum):
            return weighted_sum([(1, self.as_sum()), (-1, other.as_sum())]).sign()
        return (self._value > other._value) - (self._value < other._value)

    def __hash__(self) -> int:
        if self.is_rational:
            return hash(self.as_fraction())
        try:
            return hash(float(self))
        except OverflowError:
            return hash(self.sign())

    def __reduce__(self) -> tuple[Callable[..., Exact], tuple[object, ...]]:
        return _total, (tuple(self.as_sum().coefficients.items()),)

    def __str__(self) -> str:
        return written(self.terms)

    def __repr__(self) -> str:
        return f"Exact('{self}')"


def rational(value: Any) -> Rational:
    """Return *value* as a Python integer where it is one, else as a fraction in lowest terms.

    >>> rational(3.0), rational(0.5)
    (3, Fraction(1, 2))
    """
    if isinstance(value, int | Fraction):
        return value if value.denominator > 1 else int(value)
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) > MOST_DIGITS:
        raise InvalidData(f"{abbreviated(value)} has more than {MOST_DIGITS} digits: rescale it")
    try:
        if isinstance(value, numbers.Rational):  # which numpy's durations are, but no integers; its integers overflow
            return rational(Fraction(operator.index(value.numerator), operator.index(value.denominator)))
        return rational(Fraction(*value.as_integer_ratio()))
    except (AttributeError, TypeError, ValueError, OverflowError) as error:
        raise InvalidData(f"{abbreviated(value)} is no number that can be exact: give a finite value") from error


def number(name: str, value: Any) -> Any:
    """Check an argument that is a number, and return it as an `Exact` or a rational."""
    try:
        return value if isinstance(value, Exact) else rational(value)
    except InvalidData as error:
        raise refused(value, name, "a finite number") from error


Number: TypeAlias = Annotated[Rational | float, number]
"""A number that can be exact: also a float, as the rational that it is."""


def summed(value: Rational | Sum) -> Exact:
    """Return the `Exact` that is equal to a rational in lowest terms, or to a sum."""
    made = object.__new__(Exact)
    made._value = value
    return made


LOG2_E: Final = summed(logarithm(E))
"""log2(e) = 1 / ln 2, which brings a number of nats to bits."""


def _total(terms: Iterable[tuple[int, Rational]]) -> Exact:
    """Return the sum of coefficient * log2(base)."""
    logarithms = [(LOG2_E if base == E else Exact.log2(base), coefficient) for base, coefficient in terms]
    return sum([one * coefficient for one, coefficient in logarithms], start=Exact(0))

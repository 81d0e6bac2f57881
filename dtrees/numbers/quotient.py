"""Quotients of exact numbers, such as gain ratios, and geometric means of them: compared exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from fractions import Fraction
from typing import Any, TypeVar

import attrs

from dtrees.arguments import checked
from dtrees.errors import Undecided, Unsupported, ZeroDivisor
from dtrees.numbers.coprime import over_coprime_bases
from dtrees.numbers.decimals import ATTEMPTS, Ordered
from dtrees.numbers.exact import Exact, Rational
from dtrees.numbers.sums import TINY, U

T = TypeVar("T")


@attrs.frozen(init=False, eq=False, repr=False, str=False)
class Quotient(Ordered):
    """One `Exact` over another that is not zero, such as a gain ratio; totally ordered.

    The order of a/b and c/d is read off floats with a bound on their error.  Where they do not tell it, the two are
    equal where ad - cb, a polynomial of degree two in the logarithms, vanishes identically; otherwise both are
    enclosed at 30, 60, 120, ... digits until the enclosures are apart, or `Undecided` is raised at `MAX_DIGITS`.

    Quotients scale by rationals, and add where one is rational or their denominators are rational multiples of each
    other, else raise `Unsupported`.  A zero denominator raises `ZeroDivisionError`.

    >>> Quotient(Exact.log2(9), Exact.log2(3)) == 2
    True
    >>> Quotient(Exact.log2(3), Exact.log2(5)) < Quotient(Exact.log2(5), Exact.log2(7))
    True
    """

    TAKES = (Exact, *Ordered.TAKES)
    MAX_DIGITS = ATTEMPTS[-1]
    GIVE = "a Quotient"

    numerator: Exact
    denominator: Exact
    """A positive number."""

    def __init__(self, numerator: Exact | Rational | float, denominator: Exact | Rational | float = 1) -> None:
        above, below = Exact(numerator), Exact(denominator)
        sign = below.sign()
        if not sign:
            raise ZeroDivisor(f"{above} cannot be divided by zero")
        self.__attrs_init__(*((above, below) if sign > 0 else (-above, -below)))

    @property
    def is_rational(self) -> bool:
        """Whether the quotient is a rational number."""
        return _proportion(self.numerator, self.denominator) is not None

    def as_fraction(self) -> Fraction:
        """Return the quotient as a rational number; raises `InvalidData` if it is irrational."""
        ratio = _proportion(self.numerator, self.denominator)
        return (self.numerator / self.denominator).as_fraction() if ratio is None else ratio

    def estimate(self) -> tuple[float, float]:
        """Return the quotient as a float, and a bound on its error; the bound may be infinite or NaN.

        |a/b - x/y| <= (|a - x| + |x/y| |b - y|) / (y - |b - y|)
        """
        (above, above_off), (below, below_off) = self.numerator.estimate(), self.denominator.estimate()
        if not below > 2 * below_off:
            return 0.0, math.inf
        middle = above / below
        return middle, 2 * (above_off + abs(middle) * below_off) / (below - below_off) + abs(middle) * U + TINY

    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return rationals that enclose the quotient, or raise `Undecided` if the denominator may be zero."""
        ratio = _proportion(self.numerator, self.denominator)
        if ratio is not None:
            return ratio, ratio
        low, high = self.denominator.bounds(digits)
        if low <= 0:
            raise Undecided(f"{digits} digits do not tell {self.denominator} from zero")
        ends = [end / unit for end in self.numerator.bounds(digits) for unit in (low, high)]
        return min(ends), max(ends)

    @checked
    def compare(self, other: Quotient, *, digits: int = MAX_DIGITS) -> int:
        """Return -1, 0 or 1 if the quotient is less than, equal to or greater than *other*.

        Raises `Undecided` where *digits* decimal digits do not settle the order.
        """
        (mine, my_error), (theirs, their_error) = self.estimate(), other.estimate()
        if abs(mine - theirs) > 2 * (my_error + their_error):
            return 1 if mine > theirs else -1
        if not _cross_product(self, other):
            return 0
        for attempt in (*[fewer for fewer in ATTEMPTS if fewer < digits], digits):
            with suppress(Undecided):  # of a denominator that so few digits do not tell from zero
                ours, others = self.bounds(attempt), other.bounds(attempt)
                if ours[1] < others[0] or ours[0] > others[1]:
                    return 1 if ours[0] > others[1] else -1
        raise Undecided(f"{digits} digits do not order {self} and {other}: compare with more digits")

    def __bool__(self) -> bool:
        return bool(self.numerator)

    def __add__(self, other: Quotient | Exact | Rational) -> Quotient:
        if not isinstance(other, Quotient):
            return Quotient(self.numerator + self.denominator * other, self.denominator)
        if self.is_rational or other.is_rational:
            rational, other = (self, other) if self.is_rational else (other, self)
            return other + rational.as_fraction()
        shared = _shared(self.denominator, other.denominator)
        return Quotient(self.numerator + other.numerator * shared, self.denominator)

    def __mul__(self, factor: Exact | Rational) -> Quotient:
        if Exact(factor).is_rational:
            return Quotient(self.numerator * factor, self.denominator)
        return Quotient(self.numerator * _shared(Exact(factor), self.denominator))

    def __truediv__(self, other: Rational) -> Quotient:
        return Quotient(self.numerator / other, self.denominator)

    def __hash__(self) -> int:
        return hash(self.as_fraction()) if self.is_rational else hash(float(self))

    def __str__(self) -> str:
        return str(self.as_fraction()) if self.is_rational else f"({self.numerator}) / ({self.denominator})"

    def __repr__(self) -> str:
        return f"Quotient({self.numerator!r}, {self.denominator!r})"


@attrs.frozen(order=False)
class GeometricMean:
    """The square root of the product of two nonnegative numbers, where cross-validation tries an alpha.

    An `Exact` g >= 0 is compared with sqrt(a b) as g/a with b/g, two quotients; of a `Quotient` it is `Unsupported`.

    >>> Exact(2) <= GeometricMean(Exact(1), Exact(4)), Exact(3) <= GeometricMean(Exact(2), Exact(4))
    (True, False)
    """

    one: Exact
    two: Exact

    def __ge__(self, other: Exact) -> bool:
        if any(isinstance(each, Quotient) for each in (self.one, self.two, other)):
            raise Unsupported("entropy's alphas on the root scale are not for folds: cross-validate by proportion")
        if other <= 0 or not self.one or not self.two:
            return other <= 0
        return Quotient(other, self.one) <= Quotient(self.two, other)

    def __float__(self) -> float:
        return math.sqrt(self.one) * math.sqrt(self.two)


def divide(number: Exact | Quotient, divisor: Exact | Rational) -> Exact:
    """Return number / divisor, as an `Exact` where it is one, else as a `Quotient`.

    >>> divide(Exact.log2(9), Exact.log2(3)), divide(Exact.log2(9), Exact.log2(5)).is_rational
    (Exact('2'), False)
    """
    quotient = number / Exact(divisor).as_fraction() if isinstance(number, Quotient) else Quotient(number, divisor)
    if quotient.denominator.is_rational:
        return quotient.numerator / quotient.denominator
    return Exact(quotient.as_fraction()) if quotient.is_rational else quotient  # type: ignore[return-value]


def of_largest(items: Iterable[T], measure: Callable[[T], Any]) -> tuple[T, ...]:
    """Return the *items* whose *measure*, an `Exact` or a `Quotient`, is the largest, in the order given.

    >>> of_largest([3, -5, 5, 1], lambda item: Exact(abs(item)))
    (-5, 5)
    """
    measured = [(item, measure(item)) for item in items]
    largest = max([value for _, value in measured], default=None)
    return tuple([item for item, value in measured if value == largest])


def _shared(one: Exact, two: Exact) -> Fraction:
    """Return the rational one / two; raises `Unsupported` where it is none, for then logarithms would multiply."""
    ratio = _proportion(one, two)
    if ratio is None:
        raise Unsupported(f"({one}) / ({two}) is not rational: only quotients over one denominator add exactly")
    return ratio


def _proportion(above: Exact, below: Exact) -> Fraction | None:
    """Return the rational r with above = r * below, or None where there is none."""
    left, right = over_coprime_bases(dict(above.terms), dict(below.terms))
    base, coefficient = next(iter(right.items()))
    ratio = Fraction(left.get(base, 0)) / coefficient
    return ratio if left == {base: ratio * right[base] for base in right if ratio} else None


def _cross_product(one: Quotient, two: Quotient) -> bool:
    """Return whether a/b and c/d differ formally: whether ad - cb, in products of logarithms, has a nonzero term."""
    numbers = (one.numerator, one.denominator, two.numerator, two.denominator)
    a, b, c, d = over_coprime_bases(*(dict(number.terms) for number in numbers))
    product: dict[tuple[int, int], Rational] = {}
    for first, second, sign in ((a, d, 1), (c, b, -1)):
        for p, x in first.items():
            for q, y in second.items():
                pair = (min(p, q), max(p, q))
                product[pair] = product.get(pair, 0) + sign * x * y
    return any(product.values())

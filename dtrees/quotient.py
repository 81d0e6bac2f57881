"""Quotients of exact numbers, such as gain ratios, and geometric means of them: compared exactly."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import total_ordering
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.coprime import coprime_basis, rewrite, surely_prime
from dtrees.errors import Undecided, Unsupported
from dtrees.exact import FIRST_DIGITS, Exact, Rational

if TYPE_CHECKING:
    from collections.abc import Iterator


@total_ordering
@attrs.frozen(init=False, eq=False, order=False, repr=False)
class Quotient:
    """One `Exact` over another that is not zero, such as a gain ratio; totally ordered.

    a/b and c/d are equal where ad - cb, a polynomial of degree two in the logarithms, vanishes identically;
    otherwise both are enclosed at 30, 60, 120, ... digits until the enclosures part.

    Quotients scale by rationals, and add where their denominators are rational multiples of each other.

    Raises `ZeroDivisionError` for a zero denominator, and `Unsupported` for a sum over two denominators; comparing
    raises `Undecided` where `MAX_DIGITS` digits do not part two quotients whose polynomials differ (no such pair is
    known).

    >>> Quotient(Exact.log2(9), Exact.log2(3)) == 2
    True
    >>> Quotient(Exact.log2(3), Exact.log2(5)) < Quotient(Exact.log2(5), Exact.log2(7))
    True
    """

    numerator: Exact
    denominator: Exact

    MAX_DIGITS = 7680

    def __init__(self, numerator: Exact | Rational, denominator: Exact | Rational = 1) -> None:
        above, below = Exact(numerator), Exact(denominator)
        if not below:
            message = f"{above} cannot be divided by zero"
            raise ZeroDivisionError(message)
        if below.sign() < 0:
            above, below = -above, -below
        ratio = _proportion(above, below)
        if ratio is None:
            self.__attrs_init__(above, below)
        else:
            self.__attrs_init__(Exact(ratio), Exact(1))

    @property
    def is_rational(self) -> bool:
        """Whether the numerator is a rational multiple of the denominator."""
        return self.numerator.is_rational and self.denominator == 1

    def as_fraction(self) -> Fraction:
        """Return the rational number that this is, or raise `InvalidData` where it is none."""
        return (self.numerator / self.denominator).as_fraction()

    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return rationals that enclose the quotient, or raise `Undecided` if the denominator may be zero."""
        low, high = self.denominator.bounds(digits)
        if low <= 0:
            message = f"{digits} digits do not tell {self.denominator} from zero"
            raise Undecided(message)
        ends = [end / unit for end in self.numerator.bounds(digits) for unit in (low, high)]
        return min(ends), max(ends)

    def compare(self, other: Quotient, *, digits: int = MAX_DIGITS) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than *other*.

        Raises `Undecided` where *digits* decimal digits do not settle the order.
        """
        if not _cross_product(self, other):
            return 0
        for attempt in _attempts(digits):
            try:
                mine, theirs = self.bounds(attempt), other.bounds(attempt)
            except Undecided:
                continue
            if mine[1] < theirs[0]:
                return -1
            if mine[0] > theirs[1]:
                return 1
        message = f"{digits} digits do not order {self} and {other}: compare with more digits"
        raise Undecided(message)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, float) and not math.isfinite(other):
            return False
        if isinstance(other, Exact | int | float | Fraction):
            other = Quotient(Exact(other))
        if not isinstance(other, Quotient):
            return NotImplemented
        return self.compare(other) == 0

    def __lt__(self, other: Quotient | Exact | Rational | float) -> bool:
        if isinstance(other, float) and math.isinf(other):
            return other > 0
        if isinstance(other, Exact | int | float | Fraction):
            other = Quotient(Exact(other))
        if not isinstance(other, Quotient):
            return NotImplemented
        return self.compare(other) < 0

    def __bool__(self) -> bool:
        return bool(self.numerator)

    def __neg__(self) -> Quotient:
        return Quotient(-self.numerator, self.denominator)

    def __add__(self, other: Quotient | Exact | Rational) -> Quotient:
        if isinstance(other, Quotient):
            shared = _shared(self.denominator, other.denominator)
            return Quotient(self.numerator + other.numerator * shared, self.denominator)
        return Quotient(self.numerator + self.denominator * other, self.denominator)

    __radd__ = __add__

    def __sub__(self, other: Quotient | Exact | Rational) -> Quotient:
        return self + (-other)

    def __rsub__(self, other: Exact | Rational) -> Quotient:
        return -self + other

    def __mul__(self, other: Exact | Rational) -> Quotient:
        if Exact(other).is_rational:
            return Quotient(self.numerator * other, self.denominator)
        return Quotient(self.numerator * _shared(Exact(other), self.denominator))

    __rmul__ = __mul__

    def __truediv__(self, other: Rational) -> Quotient:
        return Quotient(self.numerator / other, self.denominator)

    def __hash__(self) -> int:
        return hash(self.numerator) if self.is_rational else hash(float(self))

    def __float__(self) -> float:
        """Return the nearest float64: an irrational quotient is never midway between two floats."""
        digits = FIRST_DIGITS
        while True:
            try:
                low, high = map(float, self.bounds(digits))
            except Undecided:
                low, high = 0.0, 1.0
            if low == high:
                return low
            digits *= 2

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __str__(self) -> str:
        return str(self.numerator) if self.is_rational else f"({self.numerator}) / ({self.denominator})"

    def __repr__(self) -> str:
        return f"Quotient({self.numerator!r}, {self.denominator!r})"


@attrs.frozen(order=False)
class GeometricMean:
    """The square root of the product of two nonnegative numbers, where cross-validation tries an alpha.

    An `Exact` g >= 0 is compared with sqrt(a b) as g/a with b/g, two quotients, and so exactly.

    >>> Exact(2) <= GeometricMean(Exact(1), Exact(4)), Exact(3) <= GeometricMean(Exact(2), Exact(4))
    (True, False)
    """

    one: Exact
    two: Exact

    def __ge__(self, other: Exact) -> bool:
        if other <= 0 or not self.one or not self.two:
            return other <= 0
        return Quotient(other, self.one) <= Quotient(self.two, other)

    def __float__(self) -> float:
        return math.sqrt(self.one) * math.sqrt(self.two)


def divide(number: Exact | Quotient, divisor: Exact | Rational) -> Any:
    """Return number / divisor: an `Exact`, or where logarithms stay below a `Quotient`, which compares like one.

    >>> divide(Exact.log2(9), Exact.log2(3)), divide(Exact.log2(9), Exact.log2(5)).is_rational
    (Exact('2'), False)
    """
    if isinstance(number, Quotient) and number.denominator.is_rational:
        number = number.numerator / number.denominator
    if isinstance(number, Quotient) or isinstance(divisor, int | Fraction) or divisor.is_rational:
        return number / Exact(divisor).as_fraction()
    quotient = Quotient(number, divisor)
    return quotient.numerator if quotient.is_rational else quotient


def _shared(one: Exact, two: Exact) -> Fraction:
    """Return the rational one / two; raises `Unsupported` where it is none, for then logarithms would multiply."""
    ratio = _proportion(one, two)
    if ratio is None:
        message = f"({one}) / ({two}) is not rational: only quotients over one denominator add and cancel exactly"
        raise Unsupported(message)
    return ratio


def _attempts(digits: int) -> Iterator[int]:
    """Yield 30, 60, 120, ... below *digits*, and last *digits* themselves."""
    attempt = FIRST_DIGITS
    while attempt < digits:
        yield attempt
        attempt *= 2
    yield digits


def _over_one_basis(numbers: tuple[Exact, ...]) -> tuple[dict[int, int], ...]:
    """Return each number's coefficients over bases that are coprime across all of them."""
    bases = {base for number in numbers for base, _ in number.terms}
    basis = bases if surely_prime(bases) else coprime_basis(bases)
    return tuple(rewrite(number.terms, basis) for number in numbers)


def _proportion(above: Exact, below: Exact) -> Fraction | None:
    """Return the rational r with above = r * below, or None where there is none."""
    left, right = _over_one_basis((above, below))
    base = next(iter(right))
    ratio = Fraction(left.get(base, 0), right[base])
    if any(left.get(base, 0) != ratio * right.get(base, 0) for base in left.keys() | right.keys()):
        return None
    return ratio * below.denominator / above.denominator


def _cross_product(one: Quotient, two: Quotient) -> dict[tuple[int, int], int]:
    """Return the nonzero coefficients of ad - cb over pairs of logarithms, for a/b and c/d."""
    numbers = (one.numerator, one.denominator, two.numerator, two.denominator)
    a, b, c, d = _over_one_basis(numbers)
    left = one.denominator.denominator * two.numerator.denominator
    right = one.numerator.denominator * two.denominator.denominator
    product: dict[tuple[int, int], int] = {}
    for first, second, factor in ((a, d, left), (c, b, -right)):
        for p, x in first.items():
            for q, y in second.items():
                pair = (min(p, q), max(p, q))
                product[pair] = product.get(pair, 0) + x * y * factor
    return {pair: coefficient for pair, coefficient in product.items() if coefficient}

"""Quotients of exact numbers, such as gain ratios, and geometric means of them: compared exactly."""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from functools import cached_property
from itertools import compress, takewhile
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from dtrees.arguments import checked
from dtrees.errors import Undecided, Unsupported, ZeroDivisor
from dtrees.numbers.coprime import over_coprime_bases
from dtrees.numbers.decimals import agreement, attempts
from dtrees.numbers.exact import Exact, Rational
from dtrees.numbers.sums import MOST_BITS, TINY, U, first_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

FIRST_BITS: Final = 256
"""Bits of the first attempt to part quotients of numbers with bases of more than half as many."""


def _comparison(holds: Callable[[float, float], bool]) -> Callable[[Quotient, object], bool]:
    """Return the method of `Quotient` that compares as *holds* does."""

    def compare(self: Quotient, other: object) -> Any:
        if isinstance(other, float) and (math.isinf(other) or (math.isnan(other) and holds is operator.eq)):
            return holds(0, other)
        if isinstance(other, Exact | int | float | Fraction):
            other = Quotient(Exact(other))
        return holds(self.compare(other), 0) if isinstance(other, Quotient) else NotImplemented

    return compare


@attrs.frozen(init=False, eq=False, repr=False, slots=False)
class Quotient:
    """One `Exact` over another that is not zero, such as a gain ratio; totally ordered.

    The order of a/b and c/d is read off floats with a bound on their error.  Where they do not tell it, the two are
    equal where ad - cb, a polynomial of degree two in the logarithms, vanishes identically; otherwise both are
    enclosed at 30, 60, 120, ... digits until the enclosures part.

    Quotients scale by rationals, and add where their denominators are rational multiples of each other.

    Raises `ZeroDivisionError` for a zero denominator, and `Unsupported` for a sum over two denominators; comparing
    raises `Undecided` where `MAX_DIGITS` digits do not part two quotients whose polynomials differ (no such pair is
    known).

    >>> Quotient(Exact.log2(9), Exact.log2(3)) == 2
    True
    >>> Quotient(Exact.log2(3), Exact.log2(5)) < Quotient(Exact.log2(5), Exact.log2(7))
    True
    """

    GIVE = "a Quotient"

    _above: Exact
    _below: Exact

    MAX_DIGITS = 7680

    def __init__(self, numerator: Exact | Rational, denominator: Exact | Rational = 1) -> None:
        above, below = Exact(numerator), Exact(denominator)
        sign = below.sign()
        if not sign:
            message = f"{above} cannot be divided by zero"
            raise ZeroDivisor(message)
        if sign < 0:
            above, below = -above, -below
        self.__attrs_init__(above, below)

    @property
    def numerator(self) -> Exact:
        """The numerator; for a rational quotient, the whole value."""
        return self._above if self._ratio is None else Exact(self._ratio)

    @property
    def denominator(self) -> Exact:
        """The denominator, which is positive; 1 for a rational quotient."""
        return self._below if self._ratio is None else Exact(1)

    @property
    def is_rational(self) -> bool:
        """Whether the quotient is a rational number."""
        return self._ratio is not None

    @cached_property
    def _ratio(self) -> Fraction | None:
        return _proportion(self._above, self._below)

    def as_fraction(self) -> Fraction:
        """Return the quotient as a rational number; raises `InvalidData` if it is irrational."""
        return (self.numerator / self.denominator).as_fraction()

    def estimate(self) -> tuple[float, float]:
        """Return the quotient as a float, and a bound on its error; the bound may be infinite or NaN.

        |a/b - x/y| <= (|a - x| + |x/y| |b - y|) / (y - |b - y|)
        """
        (above, above_off), (below, below_off) = self._above.estimate(), self._below.estimate()
        if not below > 2 * below_off:
            return 0.0, math.inf
        middle = above / below
        return middle, 2 * (above_off + abs(middle) * below_off) / (below - below_off) + abs(middle) * U + TINY

    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return rationals that enclose the quotient, or raise `Undecided` if the denominator may be zero."""
        low, high = self._below.bounds(digits)
        if low <= 0:
            message = f"{digits} digits do not tell {self._below} from zero"
            raise Undecided(message)
        ends = [end / unit for end in self._above.bounds(digits) for unit in (low, high)]
        return min(ends), max(ends)

    @checked
    def compare(self, other: Quotient, *, digits: int = MAX_DIGITS) -> int:
        """Return -1, 0 or 1 if the quotient is less than, equal to or greater than *other*.

        Raises `Undecided` where *digits* decimal digits do not settle the order.
        """
        (mine, my_error), (theirs, their_error) = self.estimate(), other.estimate()
        if abs(mine - theirs) > 2 * (my_error + their_error):
            return 1 if mine > theirs else -1
        if order := self._order_by_integers(other):
            return order
        same = self._above == other._above and self._below == other._below
        if same or not _cross_product(self, other):
            return 0
        for attempt in _attempts(digits):
            try:
                ours, others = self.bounds(attempt), other.bounds(attempt)
            except Undecided:
                continue
            if ours[1] < others[0]:
                return -1
            if ours[0] > others[1]:
                return 1
        message = f"{digits} digits do not order {self} and {other}: compare with more digits"
        raise Undecided(message)

    def _order_by_integers(self, other: Quotient) -> int:
        """Return the sign of ad - cb where the bases are long and integers tell it, and else 0.

        |ad - a'd'| <= |a'| |d - d'| + |d'| |a - a'| + |a - a'| |d - d'|
        """
        factors = (self._above, other._below), (other._above, self._below)
        most = min(MOST_BITS, 4 * max(number.size for pair in factors for number in pair))
        bits = FIRST_BITS
        while bits <= most:
            left, right = ((one.scaled(bits), two.scaled(bits)) for one, two in factors)
            difference = left[0][0] * left[1][0] - right[0][0] * right[1][0]
            off = sum(abs(a) * d_off + abs(d) * a_off + a_off * d_off for (a, a_off), (d, d_off) in (left, right))
            if abs(difference) > off:
                return 1 if difference > 0 else -1
            bits *= 2
        return 0

    __eq__ = _comparison(operator.eq)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)

    def __bool__(self) -> bool:
        return bool(self._above)

    def __neg__(self) -> Quotient:
        return Quotient(-self._above, self._below)

    def __add__(self, other: Quotient | Exact | Rational) -> Quotient:
        if isinstance(other, Quotient):
            shared = _shared(self.denominator, other.denominator)
            return Quotient(self.numerator + other.numerator * shared, self.denominator)
        return Quotient(self._above + self._below * other, self._below)

    __radd__ = __add__

    def __sub__(self, other: Quotient | Exact | Rational) -> Quotient:
        return self + (-other)

    def __rsub__(self, other: Exact | Rational) -> Quotient:
        return -self + other

    def __mul__(self, other: Exact | Rational) -> Quotient:
        if Exact(other).is_rational:
            return Quotient(self._above * other, self._below)
        return Quotient(self.numerator * _shared(Exact(other), self.denominator))

    __rmul__ = __mul__

    def __truediv__(self, other: Rational) -> Quotient:
        return Quotient(self._above / other, self._below)

    def __hash__(self) -> int:
        return hash(self.numerator) if self.is_rational else hash(float(self))

    def __float__(self) -> float:
        """Return the nearest float64: an irrational quotient is never midway between two floats."""
        if self.is_rational:
            return float(self.numerator)

        def ends(digits: int) -> tuple[float, float]:
            try:
                low, high = self.bounds(digits)
            except Undecided:
                return 0.0, 1.0
            return float(low), float(high)

        return agreement(ends)[0]

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
    if isinstance(divisor, int | Fraction):
        return number / divisor
    if isinstance(number, Quotient) or divisor.is_rational:
        return number / divisor.as_fraction()
    quotient = Quotient(number, divisor)
    return quotient.numerator if quotient.is_rational else quotient


def of_largest(items: Iterable[T], measure: Callable[[T], Any]) -> tuple[T, ...]:
    """Return the *items* whose *measure*, an `Exact` or a `Quotient`, is the largest, in the order given.

    >>> of_largest([3, -5, 5, 1], lambda item: Exact(abs(item)))
    (-5, 5)
    """
    largest: list[T] = []
    for item in _largest_by_integers(_near_largest(items, measure), measure):
        order = measure(item).compare(measure(largest[0])) if largest else 0
        if order > 0:
            largest.clear()
        if order >= 0:
            largest.append(item)
    return tuple(largest)


def _near_largest(items: Iterable[T], measure: Callable[[T], Any]) -> list[T]:
    """Return those of *items* that floats do not tell to have a smaller *measure* than another."""
    offered = [(item, *measure(item).estimate()) for item in items]
    least = max((near - error for _, near, error in offered if error < math.inf), default=-math.inf)
    return [item for item, near, error in offered if not near + error < least]


def _largest_by_integers(items: list[T], measure: Callable[[T], Any]) -> list[T]:
    """Return those of *items* that integers of ever more bits do not tell to be smaller: all at once.

    One after the other, those that are near each other, but not the largest, would be told apart to the last bit.
    """
    numbers = [number for number in map(measure, items) if isinstance(number, Exact)]
    most = min(MOST_BITS, 2 * max((number.size for number in numbers), default=0))
    bits = first_bits(max((number.estimate()[1] for number in numbers), default=0))
    while bits <= most and 1 < len(items) == len(numbers):
        scaled = [number.scaled(bits) for number in numbers]
        least = max(middle - error for middle, error in scaled)
        kept = [middle + error >= least for middle, error in scaled]
        items, numbers = list(compress(items, kept)), list(compress(numbers, kept))
        bits *= 4
    return items


def _shared(one: Exact, two: Exact) -> Fraction:
    """Return the rational one / two; raises `Unsupported` where it is none, for then logarithms would multiply."""
    ratio = _proportion(one, two)
    if ratio is None:
        message = f"({one}) / ({two}) is not rational: only quotients over one denominator add and cancel exactly"
        raise Unsupported(message)
    return ratio


def _attempts(digits: int) -> Iterator[int]:
    """Yield 30, 60, 120, ... below *digits*, and last *digits* themselves."""
    yield from takewhile(lambda attempt: attempt < digits, attempts())
    yield digits


def _proportion(above: Exact, below: Exact) -> Fraction | None:
    """Return the rational r with above = r * below, or None where there is none."""
    left, right = over_coprime_bases(dict(above.terms), dict(below.terms))
    base, coefficient = next(iter(right.items()))
    ratio = Fraction(left.get(base, 0)) / coefficient
    return ratio if left == {base: ratio * right[base] for base in right if ratio} else None


def _cross_product(one: Quotient, two: Quotient) -> bool:
    """Return whether ad - cb, for a/b and c/d, has a coefficient that is not zero at some pair of logarithms."""
    numbers = (one.numerator, one.denominator, two.numerator, two.denominator)
    a, b, c, d = over_coprime_bases(*(dict(number.terms) for number in numbers))
    product: dict[tuple[int, int], Rational] = {}
    for first, second, sign in ((a, d, 1), (c, b, -1)):
        for p, x in first.items():
            for q, y in second.items():
                pair = (min(p, q), max(p, q))
                product[pair] = product.get(pair, 0) + sign * x * y
    return any(product.values())

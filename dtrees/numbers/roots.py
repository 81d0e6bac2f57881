"""Roots, which need not be fractions: bounds as near as asked, sums of roots, and the order of two sums.

A root between 0 and 1 is known by the side of it on which any rational lies; halving an interval encloses it.  Equal
roots cancel from a sum; what is left is told from 0 by ever narrower bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from statistics import NormalDist
from typing import Final

import attrs

from dtrees.errors import Undecided
from dtrees.numbers.decimals import Ordered
from dtrees.numbers.exact import Exact, Rational, rational

BITS: Final = tuple(8 << k for k in range(8))
"""Roots are enclosed to 2**-8 first, then to 2**-16, ..., 2**-1024: numbers that differ by less are not told apart."""


class Root:
    """A number between 0 and 1, whose subclasses are frozen values."""

    def side(self, x: Fraction) -> int:
        """Return the sign of x - root, for x between 0 and 1."""
        raise NotImplementedError


@attrs.frozen
class PowerRoot(Root):
    """The root value**(1/degree) of a fraction between 0 and 1; the degree may be a fraction above 0.

    >>> [PowerRoot(Fraction(1, 2), degree).side(Fraction(7, 10)) for degree in (2, Fraction(3, 2))]
    [-1, 1]
    """

    value: Fraction
    degree: Rational

    def side(self, x: Fraction) -> int:
        """Return the sign of x - root, which is that of degree * log2(x) - log2(value)."""
        return (self.degree * Exact.log2(x) - Exact.log2(self.value)).sign()

    def __str__(self) -> str:
        return f"({self.value})^({1 / Fraction(self.degree)})"


@lru_cache(maxsize=1 << 16)
def enclosure(root: Root, bits: int) -> tuple[Fraction, Fraction]:
    """Return fractions some 2**-bits apart that enclose the root: equal ones where it is found to be one of them.

    >>> low, high = enclosure(PowerRoot(Fraction(1, 2), 2), 16)
    >>> f"{float(low):.4f} {float(high):.4f}"
    '0.7071 0.7071'
    """
    low, high = enclosure(root, bits // 2) if bits > BITS[0] else (Fraction(0), Fraction(1))
    while (high - low) * 2**bits > 1:
        middle = (low + high) / 2
        side = root.side(middle)
        low, high = (middle if side <= 0 else low), (middle if side >= 0 else high)
    return low, high


def _nonzero(terms: Mapping[Root, Rational]) -> Mapping[Root, Rational]:
    return {root: coefficient for root, coefficient in terms.items() if coefficient}


@attrs.frozen(eq=False, repr=False, str=False)
class RootSum(Ordered):
    """A rational plus rational multiples of roots: a number that can be ordered, rounded and written with decimals.

    Raises `Undecided` where two sums of different roots differ by less than `BITS` tell, or not at all.

    >>> half = power_root(Fraction(1, 2), 2)
    >>> half + half - 1, f"{half:.3f}", half < Fraction(7, 10)
    (RootSum('-1 + 2*(1/2)^(1/2)'), '0.707', False)
    """

    constant: Rational = attrs.field(default=0, converter=rational)
    terms: Mapping[Root, Rational] = attrs.field(factory=dict, converter=_nonzero)

    def __add__(self, other: RootSum | Rational | float) -> RootSum:
        more = other if isinstance(other, RootSum) else RootSum(other)
        roots = {**self.terms, **more.terms}
        terms = {root: self.terms.get(root, 0) + more.terms.get(root, 0) for root in roots}
        return RootSum(self.constant + more.constant, terms)

    def __mul__(self, factor: Rational) -> RootSum:
        return RootSum(self.constant * factor, {root: factor * coefficient for root, coefficient in self.terms.items()})

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return fractions that enclose the number, each root to 2**-bits.

        >>> RootSum(Fraction(1, 3)).bounds(16)
        (Fraction(1, 3), Fraction(1, 3))
        """
        low = high = Fraction(self.constant)
        for root, coefficient in self.terms.items():
            ends = sorted(coefficient * end for end in enclosure(root, bits))
            low, high = low + ends[0], high + ends[1]
        return low, high

    def sign(self) -> int:
        """Return -1, 0 or 1; raises `Undecided` where the bounds do not tell.

        >>> (power_root(Fraction(1, 2), 2) - Fraction(7, 10)).sign()
        1
        """
        for bits in BITS:
            low, high = self.bounds(bits)
            if low > 0 or high < 0 or low == high:
                return (low > 0) - (high < 0)
        raise Undecided(f"bounds 2**-{BITS[-1]} apart do not decide {self}: compare with another number")

    def compare(self, other: RootSum) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than *other*."""
        return (self - other).sign()

    def __str__(self) -> str:
        parts = [str(self.constant)] if self.constant or not self.terms else []
        return " + ".join([*parts, *(f"{coefficient}*{root}" for root, coefficient in self.terms.items())])

    def __repr__(self) -> str:
        return f"RootSum('{self}')"


def power_root(value: Rational, degree: Rational) -> RootSum:
    """Return the root of a degree above 0 of a number from 0 to 1: equal roots are alike, as are those of one value.

    value**(1/degree) = b**n b**f, where b is no power of a fraction, n is whole and 0 <= f < 1

    Of different f the b**f are linearly independent of each other and of 1, so that sums of roots of one value are told
    from 0.  A root that is too near to 0 to be, with n above the most `BITS`, is left whole.

    >>> power_root(Fraction(1, 4), 2), power_root(Fraction(1, 4), 6), power_root(Fraction(1, 4), Fraction(3, 2))
    (RootSum('1/2'), RootSum('1*(1/2)^(1/3)'), RootSum('1/2*(1/2)^(1/3)'))
    """
    if value in (0, 1):
        return RootSum(value)
    base, power = _base(Fraction(value))
    whole, part = divmod(power / Fraction(degree), 1)
    if whole > BITS[-1]:
        return RootSum(0, {PowerRoot(base, rational(degree / Fraction(power))): 1})
    return RootSum(base**whole) if not part else RootSum(0, {PowerRoot(base, rational(1 / part)): base**whole})


@lru_cache(maxsize=1 << 12)
def _base(value: Fraction) -> tuple[Fraction, int]:
    """Return the base and the exponent of a fraction that is a power: the exponent is the largest."""
    for power in range(2, value.denominator.bit_length()):
        above, below = _whole_root(value.numerator, power), _whole_root(value.denominator, power)
        if above and below:
            base, further = _base(Fraction(above, below))
            return base, power * further
    return value, 1


def _whole_root(number: int, degree: int) -> int | None:
    """Return the integer whose power is *number*, or None where there is none."""
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**degree < number else (low, middle)
    return low if low**degree == number else None


def square_root(value: Rational) -> RootSum:
    """Return the square root of a number from 0 to 1, however many digits it has.

    >>> square_root(Fraction(4, 9)), square_root(Fraction(1, 8))
    (RootSum('2/3'), RootSum('1*(1/8)^(1/2)'))
    """
    square = Fraction(value)
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return RootSum(root) if root**2 == square else RootSum(0, {PowerRoot(square, 2): 1})


def normal_deviation(chance: Fraction) -> Fraction:
    """Return z with P(Z > z) = *chance* for a standard normal variable Z; z is a float64.

    >>> float(normal_deviation(Fraction(1, 4)))
    0.6744897501960817
    """
    return Fraction(NormalDist().inv_cdf(float(1 - chance)))

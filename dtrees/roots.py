"""Roots, which need not be fractions: bounds as near as asked, sums of roots, and the order of two sums.

A root between 0 and 1 is known by the side of it on which any rational lies; halving an interval encloses it.  Equal
roots cancel from a sum; what is left is told from 0 by ever narrower bounds.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from dtrees.errors import Undecided
from dtrees.exact import Exact, Rational, rational

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FIRST_BITS: Final = 8
"""Roots are enclosed to 2**-8 first, and then to twice as many bits each time."""

MOST_BITS: Final = 1024
"""Numbers that differ by less than some 2**-1024 are not told apart."""

End = TypeVar("End")


class Root(ABC):
    """A number between 0 and 1, whose subclasses are frozen values."""

    @abstractmethod
    def side(self, x: Fraction) -> int:
        """Return the sign of x - root, for x between 0 and 1."""


@attrs.frozen
class PowerRoot(Root):
    """The root value**(1/degree) of a fraction between 0 and 1.

    >>> PowerRoot(Fraction(1, 2), 2).side(Fraction(7, 10))
    -1
    """

    value: Fraction
    degree: int

    def side(self, x: Fraction) -> int:
        """Return the sign of x - root."""
        power = x**self.degree
        return (power > self.value) - (power < self.value)

    def __str__(self) -> str:
        return f"({self.value})^(1/{self.degree})"


def _whole_root(number: int, degree: int) -> int | None:
    """Return the integer whose power is *number*, or None where there is none."""
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**degree < number else (low, middle)
    return low if low**degree == number else None


@lru_cache(maxsize=1 << 16)
def enclosure(root: Root, bits: int) -> tuple[Fraction, Fraction]:
    """Return fractions some 2**-bits apart that enclose the root: equal ones where it is found to be one of them.

    >>> low, high = enclosure(PowerRoot(Fraction(1, 2), 2), 16)
    >>> f"{float(low):.4f} {float(high):.4f}"
    '0.7071 0.7071'
    """
    low, high = enclosure(root, bits // 2) if bits > FIRST_BITS else (Fraction(0), Fraction(1))
    while (high - low) * 2**bits > 1:
        middle = (low + high) / 2
        side = root.side(middle)
        low, high = (middle if side <= 0 else low), (middle if side >= 0 else high)
    return low, high


def _comparison(holds: Callable[[int, int], bool]) -> Callable[[RootSum, object], bool]:
    def compare(self: RootSum, other: object) -> Any:
        return (
            holds((self - other).sign(), 0) if isinstance(other, RootSum | int | float | Fraction) else NotImplemented
        )

    return compare


def _terms(terms: Mapping[Root, Rational]) -> Mapping[Root, Rational]:
    return {root: coefficient for root, coefficient in terms.items() if coefficient}


@attrs.frozen(eq=False, repr=False)
class RootSum:
    """A rational plus rational multiples of roots: a number that can be ordered, rounded and written with decimals.

    Raises `Undecided` where two sums of different roots differ by less than `MOST_BITS` tell, or not at all.

    >>> half = power_root(Fraction(1, 2), 2)
    >>> half + half - 1, f"{half:.3f}", half < Fraction(7, 10)
    (RootSum('-1 + 2*(1/2)^(1/2)'), '0.707', False)
    """

    constant: Rational = attrs.field(default=0, converter=rational)
    terms: Mapping[Root, Rational] = attrs.field(factory=dict, converter=_terms)

    def __add__(self, other: RootSum | Rational | float, sign: int = 1) -> RootSum:
        if not isinstance(other, RootSum):
            return RootSum(self.constant + sign * rational(other), self.terms)
        terms = dict(self.terms)
        for root, coefficient in other.terms.items():
            terms[root] = terms.get(root, 0) + sign * coefficient
        return RootSum(self.constant + sign * other.constant, terms)

    __radd__ = __add__

    def __sub__(self, other: RootSum | Rational | float) -> RootSum:
        return self.__add__(other, -1)

    def __mul__(self, factor: Rational) -> RootSum:
        return RootSum(self.constant * factor, {root: factor * coefficient for root, coefficient in self.terms.items()})

    __rmul__ = __mul__

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
        return self._agreed(lambda end: (end > 0) - (end < 0))

    def _agreed(self, measure: Callable[[Fraction], End]) -> End:
        """Return what *measure* makes of the number: of both its bounds, once they are near enough."""
        bits = FIRST_BITS
        while bits <= MOST_BITS:
            low, high = map(measure, self.bounds(bits))
            if low == high:
                return low
            bits *= 2
        message = f"bounds 2**-{MOST_BITS} apart do not decide {self}: compare with another number"
        raise Undecided(message)

    __eq__ = _comparison(operator.eq)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)
    __hash__ = None  # type: ignore[assignment]  # equal numbers need not be written alike

    def __float__(self) -> float:
        return self._agreed(float)

    def __format__(self, spec: str) -> str:
        return self._agreed(lambda end: format(Exact(end), spec)) if spec else str(self)

    def __str__(self) -> str:
        parts = [str(self.constant)] if self.constant or not self.terms else []
        return " + ".join([*parts, *(f"{coefficient}*{root}" for root, coefficient in self.terms.items())])

    def __repr__(self) -> str:
        return f"RootSum('{self}')"


def power_root(value: Rational, degree: int) -> RootSum:
    """Return the root of that degree of a number from 0 to 1, over the least degree that will do.

    value**(1/degree)

    >>> power_root(Fraction(1, 4), 2), power_root(Fraction(1, 4), 6)
    (RootSum('1/2'), RootSum('1*(1/2)^(1/3)'))
    """
    root = Fraction(value)
    for power in range(2, root.denominator.bit_length()):
        while degree % power == 0:
            above, below = (_whole_root(number, power) for number in root.as_integer_ratio())
            if above is None or below is None:
                break
            root, degree = Fraction(above, below), degree // power
    return RootSum(root) if degree == 1 or root in (0, 1) else RootSum(0, {PowerRoot(root, degree): 1})

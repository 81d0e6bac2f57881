"""The order, float and decimal text of a number that rational bounds of any precision enclose."""

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any, ClassVar, Final, Self, TypeVar

from dtrees.errors import TooLarge, Undecided, too_large

T = TypeVar("T")

ATTEMPTS: Final = tuple(30 << k for k in range(7))
"""The numbers of digits that are tried, 30, 60, ..., 1920: twice as many take eight times as long."""


def agreement(ends: Callable[[int], Iterable[T]]) -> T:
    """Return the value that both *ends* of an enclosure give, at the first number of digits where they agree."""
    for digits in ATTEMPTS:
        with suppress(Undecided):  # of a divisor that so few digits do not tell from zero
            low, high = ends(digits)
            if low == high:
                return low
    raise TooLarge(f"{ATTEMPTS[-1]:,} digits do not tell two numbers apart: give numbers of fewer digits")


def _comparison(holds: Callable[[float, float], bool]) -> Callable[[Any, object], bool]:
    """Return the method that compares as *holds* does; NaN has no order, and is equal to nothing."""

    def compare(self: Any, other: object) -> Any:
        if isinstance(other, float) and (math.isinf(other) or (math.isnan(other) and holds is operator.eq)):
            return holds(0, other)
        number = self._taken(other)
        return NotImplemented if number is None else holds(0 if number is self else self.compare(number), 0)

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

    def __abs__(self) -> Self:
        return -self if self < 0 else self

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
        raise TypeError(f"unhashable type: {type(self).__name__!r}")

    def __float__(self) -> float:
        """Return the nearest float64, ties to even."""
        try:
            return agreement(lambda digits: map(float, self.bounds(digits))) + 0.0  # which -0.0 becomes
        except OverflowError as error:
            raise too_large(error) from error

    def __format__(self, spec: str) -> str:
        """Return the number as *spec* asks, rounded once (``.3f``); as `str` or float where it states no precision."""
        if "." not in spec:
            return format(float(self), spec) if spec else str(self)

        def ends(digits: int) -> Iterator[str]:
            for end, rounding in zip(self.bounds(digits), (ROUND_FLOOR, ROUND_CEILING), strict=True):
                above, below = Decimal(end.numerator), Decimal(end.denominator)
                context = Context(digits, rounding, MIN_EMIN, MAX_EMAX)
                yield format(context.divide(above, below), spec)

        return agreement(ends)

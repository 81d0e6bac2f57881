"""Sums of logarithms in decimals: rational numbers that enclose them, as narrow as asked, and so their signs."""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from dtrees.errors import TooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from dtrees.numbers.coprime import Coefficients

T = TypeVar("T")

FIRST_DIGITS: Final = 30
"""Decimal digits of the first attempt to part two numbers; each further attempt doubles them."""

BITS_A_DIGIT: Final = 1000
"""Powers of integers are compared instead where they have at most this many bits for each digit of the next attempt."""


MOST_DIGITS_TRIED: Final = 2000
"""Two numbers that so many digits do not part are not parted: twice as many digits take eight times as long."""


def attempts() -> Iterator[int]:
    """Yield the numbers of digits to try: 30, 60, 120, ...; raises `TooLarge` after the last."""
    digits = FIRST_DIGITS
    while digits <= MOST_DIGITS_TRIED:
        yield digits
        digits *= 2
    message = f"{MOST_DIGITS_TRIED:,} digits do not tell two numbers apart: give numbers of fewer digits"
    raise TooLarge(message)


def agreement(ends: Callable[[int], Iterable[T]]) -> tuple[T, T]:
    """Return the two *ends* of an enclosure at the first number of digits where they are equal."""
    return next((low, high) for low, high in map(ends, attempts()) if low == high)


def enclosure(terms: Coefficients, digits: int) -> tuple[Fraction, Fraction]:
    """Return rationals that enclose the sum, some 10**-digits apart relative to its largest term.

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
    for digits in attempts():
        total, error = _evaluated(whole, digits)
        if abs(total) > 2 * error:
            return 1 if total > 0 else -1
        if bits <= BITS_A_DIGIT * digits:
            break
    above = math.prod(base**coefficient for base, coefficient in whole.items() if coefficient > 0)
    below = math.prod(base**-coefficient for base, coefficient in whole.items() if coefficient < 0)
    return 1 if above > below else -1


def _whole(terms: Coefficients) -> tuple[dict[int, int], int]:
    """Return the coefficients as integers over one denominator."""
    denominator = math.lcm(*(coefficient.denominator for coefficient in terms.values()))
    return {base: int(coefficient * denominator) for base, coefficient in terms.items()}, denominator


def _evaluated(whole: Mapping[int, int], digits: int) -> tuple[Decimal, Decimal]:
    """Return the sum of coefficient * ln(base), and how far off it is at the most.

    Each logarithm and product is rounded once and the sum of k terms k times, so the error is below
    (k + 2) 10**(1 - digits) times the sum of the terms' magnitudes.
    """
    with localcontext(context(digits)):
        values = [coefficient * _natural_logarithm(base, digits) for base, coefficient in whole.items()]
        magnitude = sum(map(abs, values), start=Decimal(0))
        return sum(values, start=Decimal(0)), magnitude * (len(values) + 2) * Decimal(10) ** (1 - digits)


@lru_cache(maxsize=1 << 14)
def _natural_logarithm(base: int, digits: int) -> Decimal:
    with localcontext(context(digits)):
        return Decimal(base).ln()


def context(digits: int, rounding: str = ROUND_HALF_EVEN) -> Context:
    """Return the decimal arithmetic of as many digits, in which nothing overflows."""
    return Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)

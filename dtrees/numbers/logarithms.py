"""Logarithms to base two in integers: 2**bits times the logarithm, with a bound on the error that holds for any bits.

A logarithm is that of the power of two below, of the nearest of 64 steps, and a short series for what is left.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from dtrees.errors import TooLarge
from dtrees.numbers.coprime import Coefficients, E

BITS: Final = tuple(128 << k for k in range(7))
"""The bits that are tried to find a sign, 128, 256, ..., 8192: what these do not tell apart is not told apart."""

POWERS: Final = 256
"""Powers of integers are compared before logarithms of more bits than the powers have, divided by this."""

GUARD: Final = 32
"""So many more bits are computed than asked for."""

STEPS: Final = 6
"""The mantissa's first bits after its leading one, whose logarithm is computed once."""

LONG_STEPS: Final = 64
"""More first bits, which many long numbers share: a second step, where it saves more than it takes."""


@lru_cache(maxsize=1 << 14)
def scaled_log2(number: int, bits: int) -> int:
    """Return an integer less than 2 off from 2**bits * log2(number): theorem 14.5 of the proofs.

    log2(2^e m) = e + (ln h + 2 atanh((m - h) / (m + h))) / ln 2, where h is m < 2 cut off, and ln h is found so too.

    >>> scaled_log2(3, 10) / 2**10, scaled_log2(2**20000 + 1, 64) >> 64
    (1.5849609375, 20000)
    """
    exponent, precision = number.bit_length() - 1, bits + GUARD
    if number == E:  # 1 / ln 2
        return (1 << bits + precision) // _log_of_head(2 << STEPS, STEPS, precision)
    if number == 1 << exponent:
        return exponent << bits
    steps = LONG_STEPS if precision > 4 * LONG_STEPS else STEPS
    mantissa = number << precision >> exponent
    head = mantissa >> precision - steps
    near = head << precision - steps
    numerator = _log_of_head(head, steps, precision) + 2 * _atanh(mantissa - near, mantissa + near, precision)
    return (exponent << bits) + (numerator << bits) // _log_of_head(2 << STEPS, STEPS, precision)


@lru_cache(maxsize=1 << 12)
def _log_of_head(head: int, steps: int, precision: int) -> int:
    """Return 2**precision * ln(head / 2**steps)."""
    if steps == STEPS:
        one = 1 << STEPS
        return 2 * _atanh(head - one, head + one, precision)
    shorter = head >> steps - STEPS
    near = shorter << steps - STEPS
    return _log_of_head(shorter, STEPS, precision) + 2 * _atanh(head - near, head + near, precision)


def _atanh(above: int, below: int, precision: int) -> int:
    """Return 2**precision * atanh(s) for s = above / below, where 0 <= s <= 1/3: s + s**3 / 3 + s**5 / 5 + ..."""
    total = power = (above << precision) // below
    if below.bit_length() > 4 * LONG_STEPS:  # so long a quotient is cut off, and not divided by again
        square, below_square, shift = power * power >> precision, 1, precision
    else:
        square, below_square, shift = above * above, below * below, 0
    odd = 1
    while power:
        power, odd = (power * square >> shift) // below_square, odd + 2
        total += power // odd
    return total


def scaled_sum(terms: Coefficients, bits: int) -> tuple[int, int]:
    """Return 2**bits times a sum of logarithms as an integer, and how far off this is at the most.

    >>> scaled_sum({3: 1, 2: -1}, 10)
    (599, 4)
    """
    return added_up((coefficient, scaled_log2(base, bits), 2) for base, coefficient in terms.items())


def added_up(parts: Iterable[tuple[int | Fraction, int, int]]) -> tuple[int, int]:
    """Return the sum of factor * integer over triples of factor, integer and its error, and the error of the sum."""
    total = off = 0
    for factor, integer, error in parts:
        above, below = factor.numerator, factor.denominator
        total += above * integer // below
        off += -(-abs(above) * error // below) + (below > 1)
    return total, off


def sign_over_coprime_bases(terms: Coefficients) -> int:
    """Return the sign of a sum over coprime bases, which is zero only where it is empty.

    >>> sign_over_coprime_bases({3: 5, 2: -8}), sign_over_coprime_bases({})
    (-1, 0)
    """
    if not terms:
        return 0
    denominator = math.lcm(*(factor.denominator for factor in terms.values()))
    whole = {base: int(factor * denominator) for base, factor in terms.items()}
    size = sum(abs(factor) * base.bit_length() for base, factor in whole.items())
    if sign := sign_by_integers(whole, BITS[-1] if E in whole else max(BITS[0], size // POWERS)):
        return sign
    if E in whole or size > POWERS * BITS[-1]:
        raise TooLarge(f"{BITS[-1]:,} bits do not tell two numbers apart: give numbers of fewer digits")
    above = math.prod(base**factor for base, factor in whole.items() if factor > 0)
    below = math.prod(base**-factor for base, factor in whole.items() if factor < 0)
    return 1 if above > below else -1


def sign_by_integers(terms: Coefficients, most: int) -> int:
    """Return the sign of a sum of logarithms, found in integers of at most *most* bits, or 0 if these do not tell."""
    for bits in [bits for bits in BITS if bits <= most]:
        middle, error = scaled_sum(terms, bits)
        if abs(middle) > error:
            return 1 if middle > 0 else -1
    return 0

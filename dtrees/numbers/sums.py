"""Sums of logarithms as they were written down, with a float near each: most signs are read off the float.

A sum is added up from others, each times a rational; nothing is multiplied out before it is asked for.  Where the
float does not tell the sign, the sum is brought to coprime bases, over which it is zero only where no term is left, and
evaluated in integers.  This is a floating-point filter, as computational geometry has it [SHEWCHUK97].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

import attrs

from dtrees.numbers.coprime import Coefficients, E, over_coprime_bases
from dtrees.numbers.logarithms import sign_by_integers, sign_over_coprime_bases

Parts: TypeAlias = "Sequence[tuple[int | Fraction, Sum]]"
"""Pairs of a weight and a part of a sum."""

U: Final = 2.0**-50
"""Eight roundings of float64, 2**-53 each: more than a weight, its product and an addition, or log2, are off by."""

TINY: Final = 2.0**-1000
"""More than what underflow takes from one operation."""


@attrs.define(eq=False)
class Sum:
    """A sum of weighted parts, each a sum itself, or of logarithms; and a float *middle* near it.

    The float is *error* off at the most, but for the roundings of the error itself, which twice the error makes up
    for: theorem 14.3 of the proofs.  An error that is infinite or not a number claims nothing.  *depth* is larger than
    that of each part.
    """

    middle: float
    error: float
    depth: int = 0
    parts: Parts = ()
    """There are none where the sum is multiplied out."""
    _coefficients: Coefficients | None = None

    @property
    def coefficients(self) -> Coefficients:
        """What each logarithm is multiplied by, over the bases that it was made of; some may be zero."""
        if self._coefficients is None:
            self._coefficients, self.parts = self._multiplied_out(), ()
        return self._coefficients

    def _multiplied_out(self) -> Coefficients:
        """Return the coefficients by one pass over all parts, a part after everything that it is part of."""
        parts_of: dict[Sum, Parts] = {}  # as they are now: another thread may multiply them out
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node not in parts_of:
                parts_of[node] = node.parts
                waiting += [part for _, part in parts_of[node]]
        shares: dict[Sum, int | Fraction] = {node: int(node is self) for node in parts_of}
        totals: dict[int, int | Fraction] = {}
        for node in sorted(parts_of, key=lambda node: -node.depth):
            for factor, part in parts_of[node]:
                shares[part] += shares[node] * factor
            known = {} if parts_of[node] else node._coefficients or {}  # noqa: SLF001 (of this class)
            for base, coefficient in known.items():
                totals[base] = totals.get(base, 0) + shares[node] * coefficient
        return totals

    @property
    def terms(self) -> Coefficients:
        """The coefficients over coprime bases, none of them zero: no term is left exactly where the sum is zero."""
        return over_coprime_bases(self.coefficients)[0]

    def sign(self) -> int:
        """Return -1, 0 or 1."""
        if abs(self.middle) > 2 * self.error:
            return 1 if self.middle > 0 else -1
        longest = max([base.bit_length() for base in self.coefficients], default=0)
        return sign_by_integers(self.coefficients, 2 * longest) or sign_over_coprime_bases(self.terms)


def weighted_sum(parts: Parts) -> Sum:
    """Return the sum of weight * part over pairs of them: theorem 14.3.

    >>> weighted_sum([(2, logarithm(3)), (-1, logarithm(9))]).sign()
    0
    """
    middle, error, magnitude, depth = 0.0, TINY, 0.0, 0
    for weight, part in parts:
        near = nearest(weight.numerator, weight.denominator)
        product = near * part.middle
        middle += product
        magnitude += abs(product)
        if abs(near) > TINY:
            error += abs(near) * part.error
        else:  # a weight near the smallest of all floats may have lost its digits, but not more than TINY
            error += 2 * TINY * (abs(part.middle) + 2 * part.error)
        depth = max(depth, part.depth)
    return Sum(middle, error + magnitude * len(parts) * U, 1 + depth, parts)


def rational_sum(value: int | Fraction) -> Sum:
    """Return a rational as a sum: the multiple of log2(2) that it is."""
    near = nearest(value.numerator, value.denominator)
    return Sum(near, abs(near) * U + TINY, coefficients={2: value})


@lru_cache(maxsize=1 << 16)
def logarithm(number: int) -> Sum:
    """Return log2 of an integer of at least 1, or of `E`."""
    if number == E:
        return Sum(math.log2(math.e), 2 * U, coefficients={E: 1})
    twos = (number & -number).bit_length() - 1
    odd = number >> twos
    near = twos + math.log2(odd)
    return Sum(near, near * U + TINY, coefficients={2: twos, odd: 1} if odd > 1 else {2: twos})


def nearest(numerator: int, denominator: int) -> float:
    """Return the float nearest to a quotient, or infinity where it is larger than all floats.

    >>> nearest(1, 4), nearest(10**400, 10**401), nearest(10**400, 1)
    (0.25, 0.1, inf)
    """
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf

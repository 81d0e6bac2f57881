"""Sums of logarithms as they were written down, with a float near each: most signs are read off the float.

A sum is added up from others, each times a rational; nothing is multiplied out before it is asked for.  Where the
float does not tell the sign, integers of more and more bits are asked, each part keeping its own; and last the sum is
brought to coprime bases, over which it is zero only where no term is left, and evaluated in decimals.  This is a
floating-point filter, as computational geometry has it [SHEWCHUK97].
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, TypeAlias

from dtrees.numbers.coprime import over_coprime_bases
from dtrees.numbers.decimals import sign_over_coprime_bases
from dtrees.numbers.logarithms import added_up, scaled_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.numbers.coprime import Coefficients

Parts: TypeAlias = "Sequence[tuple[int | Fraction, Sum]]"
"""Pairs of a weight and a part of a sum."""

U: Final = 2.0**-50
"""Eight roundings of float64, 2**-53 each: more than a weight, its product and an addition, or log2, are off by."""

TINY: Final = 2.0**-1000
"""More than what underflow takes from one operation."""


MOST_BITS: Final = 8192
"""Where so many bits do not tell the sign, a sum is brought to coprime bases, however large these are."""


class Sum:
    """A sum of weighted parts, each a sum itself, or of logarithms; and a float *middle* near it.

    The float is *error* off at the most, but for the roundings of the error itself, which twice the error makes up
    for: theorem 14.3 of the proofs.  An error that is infinite or not a number claims nothing.  *size* is the largest
    number of bits that a base has.
    """

    __slots__ = ("_parts", "_scaled", "_terms", "depth", "error", "known", "middle", "size")

    def __init__(
        self,
        middle: float,
        error: float,
        size: int = 0,
        depth: int = 0,
        parts: Parts | Callable[[], Parts] = (),
        coefficients: Coefficients | None = None,
    ) -> None:
        self.middle, self.error, self.size, self.depth = middle, error, size, depth
        self._parts, self.known = parts, coefficients
        self._terms: Coefficients | None = None
        self._scaled = (0, 0, 0)  # bits, and the integer and its error of so many bits

    def plus(self, other: Sum, sign: int = 1) -> Sum:
        """Return the sum of both, or with *sign* -1 their difference: a `weighted_sum`, made sooner."""
        middle = self.middle + sign * other.middle
        size, depth = max(other.size, self.size), 1 + max(other.depth, self.depth)
        return Sum(middle, self.error + other.error + abs(middle) * U + TINY, size, depth, ((1, self), (sign, other)))

    def compare(self, other: Sum) -> int:
        """Return the sign of the difference, made only where the two floats are too near to tell it."""
        middle = self.middle - other.middle
        if abs(middle) > 2 * (self.error + other.error + abs(middle) * U + TINY):
            return 1 if middle > 0 else -1
        return self.plus(other, -1).sign()

    @property
    def parts(self) -> Parts:
        """The parts and their weights, made here where the sum was given a function that makes them."""
        if callable(self._parts):
            self._parts = self._parts()
        return self._parts

    @property
    def coefficients(self) -> Coefficients:
        """What each logarithm is multiplied by, over the bases that it was made of; some may be zero."""
        if self.known is None:
            self.known = self._multiplied_out()
            self._parts = ()
        return self.known

    def _multiplied_out(self) -> Coefficients:
        """Return the coefficients by one pass over all parts, a part after everything that it is part of."""
        totals: dict[int, int | Fraction] = {}
        shares: dict[Sum, int | Fraction] = {self: 1}
        waiting = [(-self.depth, id(self), self)]
        while waiting:
            node = heappop(waiting)[2]
            share, parts = shares.pop(node), node.parts  # the parts first: a thread may just have multiplied them out
            if not share:
                continue
            if node.known is not None:
                for base, coefficient in node.known.items():
                    totals[base] = totals.get(base, 0) + share * coefficient
                continue
            for factor, part in parts:
                if part not in shares:
                    heappush(waiting, (-part.depth, id(part), part))
                shares[part] = shares.get(part, 0) + share * factor
        return totals

    @property
    def terms(self) -> Coefficients:
        """The coefficients over coprime bases, none of them zero: no term is left exactly where the sum is zero."""
        if self._terms is None:
            (self._terms,) = over_coprime_bases(self.coefficients)
        return self._terms

    def sign(self) -> int:
        """Return -1, 0 or 1."""
        if abs(self.middle) > 2 * self.error:
            return 1 if self.middle > 0 else -1
        for bits in self._attempts():
            middle, error = self.scaled(bits)
            if abs(middle) > error:
                return 1 if middle > 0 else -1
        return sign_over_coprime_bases(self.terms)

    def _attempts(self) -> Iterator[int]:
        """Yield the `first_bits`, and twice as many till twice those of the bases."""
        bits = first_bits(self.error)
        yield bits
        while bits < min(2 * self.size, MOST_BITS):
            bits *= 2
            yield bits

    def scaled(self, bits: int) -> tuple[int, int]:
        """Return 2**bits times the sum as an integer, and how far off this is at the most."""
        waiting = [self]
        while waiting:
            node = waiting[-1]
            parts = node.parts  # before what is known: a thread may just have multiplied them out
            if node.known is None and (behind := [part for _, part in parts if part._scaled[0] < bits]):  # noqa: SLF001 (of this class)
                waiting += behind
                continue
            waiting.pop()
            if node._scaled[0] < bits:  # noqa: SLF001 (of this class)
                node._scaled = bits, *node._added_up(parts, bits)  # noqa: SLF001 (of this class)
        return self._shortened(bits)

    def _added_up(self, parts: Parts, bits: int) -> tuple[int, int]:
        if self.known is not None:
            return scaled_sum(self.known, bits)
        return added_up((factor, *part._shortened(bits)) for factor, part in parts)  # noqa: SLF001 (of this class)

    def _shortened(self, bits: int) -> tuple[int, int]:
        """Return what is known of so many bits, or of more."""
        known, middle, error = self._scaled
        surplus = known - bits
        return (middle >> surplus, (error >> surplus) + 2) if surplus else (middle, error)


def first_bits(error: float) -> int:
    """Return some 64 bits more than those of a float that is so far off.

    >>> first_bits(2.0**-52), first_bits(2.0**-130)
    (128, 256)
    """
    return max(64, 64 * (1 - math.frexp(error)[1] // 64))


def weighted_sum(parts: Parts) -> Sum:
    """Return the sum of weight * part over pairs of them, no weight being 0.

    >>> weighted_sum([(2, logarithm(3)), (-1, logarithm(9))]).sign()
    0
    """
    return _sum_near([(nearest(weight.numerator, weight.denominator), part) for weight, part in parts], parts)


def weighted_mean(weighed: Sequence[tuple[int, Sum]]) -> Sum:
    """Return the mean of numbers by their weights, positive integers, over pairs of weight and number.

    >>> weighted_mean([(1, logarithm(2)), (3, logarithm(4))]).coefficients
    {2: Fraction(7, 4)}
    """
    whole = sum([weight for weight, _ in weighed])
    near = [(weight / whole, number) for weight, number in weighed]
    return _sum_near(near, lambda: [(Fraction(weight, whole), number) for weight, number in weighed])


def _sum_near(near: Sequence[tuple[float, Sum]], parts: Parts | Callable[[], Parts]) -> Sum:
    """Return the sum of *parts*, whose weights are *near*: theorem 14.3."""
    middle, error, magnitude, size, depth = 0.0, TINY, 0.0, 0, 0
    for weight, part in near:
        share, product = abs(weight), weight * part.middle
        middle += product
        magnitude += abs(product)
        if share > TINY:
            error += share * part.error
        else:  # a weight near the smallest of all floats may have lost its digits, but not more than TINY
            error += 2 * TINY * (abs(part.middle) + 2 * part.error)
        size, depth = max(size, part.size), max(depth, part.depth)
    return Sum(middle, error + magnitude * len(near) * U, size, 1 + depth, parts)


def rational_sum(value: int | Fraction) -> Sum:
    """Return a rational as a sum: the multiple of log2(2) that it is.

    >>> rational_sum(3).middle
    3.0
    """
    near = nearest(value.numerator, value.denominator)
    return Sum(near, abs(near) * U + TINY, coefficients={2: value})


def unreduced(numerator: int, denominator: int) -> Sum:
    """Return a rational as a sum that is brought to lowest terms only where its coefficients are asked for.

    >>> unreduced(6, 4).middle, unreduced(6, 4).coefficients
    (1.5, {2: Fraction(3, 2)})
    """
    near = nearest(numerator, denominator)
    parts = ((Fraction(1, denominator), Sum(0.0, math.inf, coefficients={2: numerator})),)
    return Sum(near, abs(near) * U + TINY, denominator.bit_length(), 1, parts)


@lru_cache(maxsize=1 << 16)
def logarithm(number: int) -> Sum:
    """Return log2 of an integer of at least 1.

    >>> logarithm(12).coefficients
    {2: 2, 3: 1}
    """
    twos = (number & -number).bit_length() - 1
    odd = number >> twos
    near = twos + math.log2(odd)
    terms = {2: twos, odd: 1} if odd > 1 else {2: twos}
    return Sum(near, near * U + TINY, odd.bit_length(), coefficients=terms)


def nearest(numerator: int, denominator: int) -> float:
    """Return the float nearest to a quotient, or infinity where it is larger than all floats.

    >>> nearest(1, 4), nearest(10**400, 10**401), nearest(10**400, 1)
    (0.25, 0.1, inf)
    """
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf

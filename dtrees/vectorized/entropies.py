"""The exact entropy with a float whose error is small relative to the entropy, however small that is.

As a sum of logarithms, log2 N - 1/N sum_k N_k log2 N_k is a small difference of large terms where one class weighs
nearly all, and floats lose it.  As sum_k p_k log2 (1 / p_k) all terms are positive, and none is lost.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from dtrees.numbers.exact import Exact, summed
from dtrees.numbers.sums import TINY, Sum, U, logarithm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.growing.candidates import Division
    from dtrees.numbers.exact import Rational
    from dtrees.trees.summary import ClassCounts

FAINT: Final = 2.0**-990
"""More than p log2 (1 / p) for a share p below `TINY`."""

MANY: Final = 2.0**64
"""More than twice the classes that there can be."""


def entropy(summary: ClassCounts) -> Exact:
    """Return the result of `dtrees.entropy`, with a float bound that makes comparisons quicker.

    >>> from dtrees.trees.summary import ClassCounts
    >>> entropy(ClassCounts((3, 1)))
    Exact('2 - 3/4*log2(3)')
    """
    return entropy_of_integers(tuple(sorted(in_integers([count for count in summary.counts if count]))))


def in_integers(values: Sequence[Rational]) -> tuple[int, ...]:
    """Return *values* multiplied by their common denominator, as integers.

    >>> in_integers([Fraction(1, 2), 3, Fraction(2, 3)])
    (3, 18, 4)
    """
    if set(map(type, values)) == {int}:
        return tuple(values)  # type: ignore[arg-type]  # integers all of them
    denominator = math.lcm(*{value.denominator for value in values})
    return tuple([value.numerator * (denominator // value.denominator) for value in values])


@lru_cache(maxsize=1 << 13)
def entropy_of_integers(counts: tuple[int, ...]) -> Exact:
    """Return the entropy in bits of positive class counts: log2 N - 1/N sum_k N_k log2 N_k.

    >>> entropy_of_integers((1, 3)), f"{entropy_of_integers((1, 10**300)):.6g}"
    (Exact('2 - 3/4*log2(3)'), '9.98021e-298')
    """
    if len(counts) == 1:
        return Exact(0)
    if not (counts[0] | counts[-1]) & 1:  # twos that all may share change no share, and make long numbers
        every = reduce(or_, counts)
        counts = tuple([count // (every & -every) for count in counts])
    whole = sum(counts)
    near = math.fsum([information(count, whole) for count in counts])
    products = [(whole, logarithm(whole)), *((-count, logarithm(count)) for count in counts if count > 1)]
    parts = [(Fraction(1, whole), Sum(0.0, math.inf, 1, products))]
    return summed(Sum(near, near * 3 * U + len(counts) * FAINT, 2, parts))


def information(count: int, whole: int) -> float:
    """Return the float near p log2 (1 / p) for p = count / whole, or 0 where p is below `TINY`: theorem 14.4.

    >>> information(1, 4), f"{information(10**300, 10**300 + 1):.6g}"
    (0.5, '1.4427e-300')
    """
    share = count / whole
    if share <= TINY:
        return 0.0
    if 2 * count <= whole:
        return share * -math.log2(share)
    return share * -math.log1p(-((whole - count) / whole)) / math.log(2)


def of_least_entropy(divisions: Sequence[Division]) -> Sequence[Division]:
    """Return the *divisions* but for those whose conditional entropy a float shows to be larger than another's.

    sum_i N_i / N H(D_i): no term is negative, and each is off by little of itself, or by `FAINT`: theorem 14.4.
    """
    if any(division.unknown for division in divisions):  # whose gains are shares of different wholes
        return divisions
    near = [conditional(division.parts) for division in divisions]
    most = min(near, default=0.0) * (1 + 32 * U) + MANY * FAINT
    return [division for division, each in zip(divisions, near, strict=True) if each <= most]


def conditional(parts: Sequence[Any]) -> float:
    """Return the float near the mean entropy of the *parts*, weighed by their integer weights.

    >>> from dtrees.trees.summary import ClassCounts
    >>> conditional([ClassCounts((1, 1)), ClassCounts((2, 0))])
    0.5
    """
    weights = [part.weight for part in parts]
    whole = sum(weights)
    return math.fsum(
        [
            information(count, weight) * (weight / whole)
            for part, weight in zip(parts, weights, strict=True)
            for count in part.counts
            if count
        ]
    )

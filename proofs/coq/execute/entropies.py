"""Class counts, and their entropies as sums of logarithms; logarithms in integers, and sums of them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import terms

import dtrees as dt
from dtrees.numbers.logarithms import added_up, scaled_log2

if TYPE_CHECKING:
    import random


def random_vector(chance: random.Random, *, wrong: bool = False) -> str:
    """Return some counts with the terms of their entropy; *wrong*, with one numerator one too large."""
    counts = [chance.randrange(chance.choice([2, 3, 5])) for _ in range(chance.randrange(1, 5))]
    counts[0] += 1
    stated = dt.entropy(dt.ClassCounts(counts)).terms
    denominator = math.lcm(1, *(coefficient.denominator for _, coefficient in stated))
    pairs = [(base, int(coefficient * denominator)) for base, coefficient in stated]
    if wrong:
        pairs = [*pairs, (2, 1)]
    return terms.applied(
        "Build_entropy_vector",
        terms.listed(map(str, counts)),
        str(denominator),
        terms.listed(f"({base}, {numerator})" for base, numerator in pairs),
    )


def logarithm_vector(chance: random.Random, *, wrong: bool = False) -> str:
    """Return a number, some bits, and the integer that is its logarithm of so many bits."""
    bits = chance.randrange(225, 260) if chance.random() < 0.1 else chance.randrange(65)  # noqa: PLR2004 (some long ones)
    number = chance.randrange(1, 2 ** chance.randrange(1, 80))
    return f"({number}, {bits}, {scaled_log2(number, bits) + wrong})"


def sum_vector(chance: random.Random, *, wrong: bool = False) -> str:
    """Return factors with integers and their errors, and what they add up to."""
    factors = [Fraction(chance.randrange(-50, 50), chance.randrange(1, 9)) for _ in range(chance.randrange(1, 5))]
    parts = [(factor, chance.randrange(-(10**6), 10**6), chance.randrange(9)) for factor in factors]
    total, off = added_up(parts)
    stated = [f"({factor.numerator}, {factor.denominator}, {integer}, {error})" for factor, integer, error in parts]
    return f"({terms.listed(stated)}, ({total}, {off + wrong}))"

"""Class counts, and their entropies as sums of logarithms."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import terms

import dtrees as dt

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

"""Keys, logarithms, bounds and filters as `dtrees.vectorized` computes them, of what a node may hold and of others.

Half of the keys are of whole units, as theirs are for which the bounds are proved; the other half, and half of the
filters, are of NaN, infinities, subnormal numbers and what overflows.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, cast

import numpy as np
import terms

from dtrees.vectorized.choose import within_bound
from dtrees.vectorized.measures.entropy import entropy_keys
from dtrees.vectorized.measures.gini import Gini
from dtrees.vectorized.measures.rounding import logarithm
from dtrees.vectorized.measures.squared_error import SquaredError
from dtrees.vectorized.units import units_of

if TYPE_CHECKING:
    import random

    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.measures.measure import Measure

UNITS: Final = units_of(np.ones(2), 4.0)
MEASURES: Final[dict[str, Measure]] = {
    "Squared": SquaredError(UNITS, np.zeros(2), 0, exact=True),
    "Gini": Gini(UNITS, np.zeros(2, dtype=np.int64), 3),
}
STRANGE: Final = (math.nan, math.inf, -math.inf, 5e-324, -1e-310, 1e308, -1.7e308, 0.0, 1e-200)
"""What overflows, underflows, or is no number."""


def number(value: float) -> str:
    """Return a float64 as Coq reads it."""
    if math.isnan(value):
        return "Nan"
    if math.isinf(value):
        return f"(Infinite {str(value < 0).lower()})"
    above, below = value.as_integer_ratio()
    return f"(Finite ({above}) ({1 - below.bit_length()}))"


def key_vector(chance: random.Random, *, wrong: bool = False) -> str:
    """Return a key of two children."""
    first, second = (chance.randrange(1, 2 ** chance.randrange(1, 26)) for _ in range(2))
    if chance.random() < 0.5:  # noqa: PLR2004 (the one measure or the other)
        name, whole, bound = "Squared", first + second, 2 ** chance.randrange(2, 26)
        numbers = [whole, chance.randrange(-bound, bound), first, second, chance.randrange(-bound, bound)]
    else:
        name, numbers = "Gini", [chance.randrange(first**2 + 1), chance.randrange(second**2 + 1), first, second]
    given = [float(value) for value in numbers]
    if chance.random() < 0.5:  # noqa: PLR2004 (half of the vectors)
        given[chance.randrange(len(given))] = chance.choice(STRANGE)
    measure, arrays = MEASURES[name], [np.array([value]) for value in given]
    with np.errstate(all="ignore"):
        if name == "Squared":
            whole_, total, one, other, sums = arrays
            key = measure.key((sums,), measure.weighed(one, other, whole_, total[None]))
        else:
            above, beside, one, other = arrays
            key = measure.key((above, beside), measure.weighed(one, other, one + other, above[None]))
    found = float(np.nextafter(key[0], np.inf)) if wrong else float(key[0])
    return terms.applied(name, *map(number, given), number(found))


def logarithm_vector(chance: random.Random, *, wrong: bool = False) -> str:
    """Return the logarithm of a whole number."""
    value = float(chance.randrange(1, 2 ** chance.randrange(1, 54)))
    found = float(logarithm(np.array([value]))[0])
    return terms.applied("Logarithm", number(value), number(float(np.nextafter(found, np.inf)) if wrong else found))


def entropy_vector(chance: random.Random, *, wrong: bool = False) -> str:
    """Return an entry of the table of x log2 x, in grains, or the bound of keys that are made of them."""
    heaviest, classes, arity = (
        chance.randrange(1, 2 ** chance.randrange(1, 11)),
        chance.randrange(3, 50),
        chance.randrange(2, 99),
    )
    measure = entropy_keys(units_of(np.ones(heaviest), 2.0**26), np.zeros(heaviest, dtype=np.int64), classes)
    if chance.random() < 0.75:  # noqa: PLR2004 (most of the vectors)
        x = chance.randrange(heaviest + 1)
        entry = float(measure.phi(np.array([x]))[0]) + wrong
        return terms.applied("Entry", f"({heaviest})", f"({x})", number(entry))
    level = cast("Level", SimpleNamespace(weight=np.ones(1)))
    bound = float(measure.bound(np.ones(1), level, arity)[0]) + wrong
    return terms.applied("Entropy_bound", f"({arity})", f"({classes})", number(bound))


def bound_vector(chance: random.Random, *, wrong: bool = False) -> str:
    """Return the bound of a node of whole units by the squared error, or by Gini of more classes.

    Its largest key is often near where the bound is 0.
    """
    weight = chance.randrange(2, 2 ** chance.randrange(2, 26))
    largest = chance.choice([2.0**55 / float(weight) ** 4, chance.random() * 2.0 ** chance.randrange(-20, 106), 0.0])
    largest = float(np.nextafter(largest, chance.choice([0.0, largest, np.inf])))
    total, many = chance.randrange(-(2**26), 2**26), chance.randrange(3, 100)
    level = cast("Level", SimpleNamespace(weight=np.array([float(weight)]), totals=np.array([[float(total)]])))
    name, arity = chance.choice([("Squared", 2), ("Squared", many), ("Gini", 2), ("Gini", many)])
    found = float(MEASURES[name].bound(np.array([largest]), level, arity)[0]) + wrong
    if name == "Squared":
        given = [f"({weight})"] if arity == 2 else [f"({arity})", f"({weight})", f"({total})"]  # noqa: PLR2004 (two children)
        return terms.applied("Bound" if len(given) == 1 else "Squared_bound", *given, number(largest), number(found))
    return terms.applied("Gini_bound", f"({arity})", f"({weight})", number(largest), number(found))


def filter_vector(chance: random.Random, *, wrong: bool = False) -> str:
    """Return which of some keys the filter keeps."""
    keys = [float(chance.randrange(20)) / chance.choice([1, 3]) for _ in range(chance.randrange(1, 6))]
    bound = chance.choice([0.0, 0.5, 1 / 3, 1e-16])
    if chance.random() < 0.5:  # noqa: PLR2004 (half of the vectors)
        keys[chance.randrange(len(keys))] = chance.choice(STRANGE)
        bound = chance.choice([bound, *STRANGE])
    best = np.array(keys)[:, None]
    with np.errstate(all="ignore"):
        largest = best.max(axis=0)
        kept = within_bound(best, largest, np.array([bound]))[:, 0].tolist()
    kept[0] ^= wrong
    return terms.applied(
        "Kept",
        terms.listed(map(number, keys)),
        number(float(largest[0])),
        number(bound),
        terms.listed(str(one).lower() for one in kept),
    )

"""What `proofs/15-float-filter.md` assumes of NumPy, on the one installed: each term is added once, in float64."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from dtrees.vectorized.segments import Segments
from dtrees.vectorized.units import U

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.data.scaled import FloatArray

SUMS: Final[dict[str, Callable[[FloatArray], float]]] = {
    "reduceat": lambda terms: float(Segments(np.array([len(terms)])).sums(terms)[0]),
    "reduceat of many": lambda terms: float(Segments(np.full(9, len(terms))).sums(np.tile(terms, (2, 9)))[1, 4]),
    "bincount": lambda terms: float(np.bincount(np.zeros(len(terms), dtype=np.int64), terms)[0]),
    "sum": lambda terms: float(terms.sum()),
    "reduce": lambda terms: float(np.add.reduce(np.tile(terms[:, None], 9))[4]),
    "einsum": lambda terms: float(
        np.einsum("k...,k...->...", np.tile(terms[:, None], 9), np.ones((len(terms), 9)), dtype=np.float64)[4]
    ),
}
"""The ways in which `dtrees.vectorized` adds floats."""


def generator(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 (nothing secret)


def uneven(chance: random.Random, size: int) -> FloatArray:
    """Return terms of both signs and many magnitudes, whose sums all round, some of them subnormal."""
    scale = chance.choice([0, -1020])
    return np.array([math.ldexp(chance.uniform(-1, 1), scale + chance.randrange(-60, 60)) for _ in range(size)])


def in_every_order(terms: tuple[float, ...]) -> set[float]:
    """Return the sums that adding pairs of floats, in whatever order, may give."""
    if len(terms) == 1:
        return set(terms)
    found = set[float]()
    for size in range(1, len(terms) // 2 + 1):
        for chosen in combinations(range(len(terms)), size):
            one = tuple(terms[place] for place in chosen)
            other = tuple(term for place, term in enumerate(terms) if place not in chosen)
            found |= {a + b for a in in_every_order(one) for b in in_every_order(other)}
    return found


@pytest.mark.parametrize("name", SUMS)
def test_a_sum_is_one_of_those_that_adding_in_some_order_gives(name: str) -> None:
    chance = generator(1)
    for size in [2, 3, 4, 4, 4, 5, 5]:
        terms = uneven(chance, size)
        assert SUMS[name](terms) in in_every_order(tuple(terms.tolist()))


@pytest.mark.parametrize("name", SUMS)
def test_a_sum_of_n_terms_is_off_by_n_less_1_roundings_of_their_magnitudes(name: str) -> None:
    """The bound that `Rounding.a_sum_in_any_order_is_near` proves."""
    chance = generator(2)
    for size in [7, 8, 9, 15, 16, 17, 127, 128, 129, 1000]:
        terms = uneven(chance, size)
        exact, magnitude = (sum(map(Fraction, given.tolist())) for given in (terms, np.abs(terms)))
        assert abs(Fraction(SUMS[name](terms)) - exact) <= (size - 1) * Fraction(U) * magnitude


def test_equal_columns_of_one_array_have_equal_sums() -> None:
    """The classes of all children of a candidate are added in one order; arrays of another shape may have another."""
    chance = generator(4)
    for size, width in [(3, 2), (8, 2), (9, 3), (130, 7), (9, 1001)]:
        terms = uneven(chance, size)[:, None]
        assert len(set(np.add.reduce(np.tile(terms, width)).tolist())) == 1
    apart = [uneven(chance, 130)[:, None] for _ in range(20)]
    assert any(np.add.reduce(terms)[0] != np.add.reduce(np.tile(terms, 2))[0] for terms in apart)


@pytest.mark.parametrize("name", SUMS)
def test_whole_numbers_add_up_exactly_while_their_magnitudes_do(name: str) -> None:
    chance = generator(3)
    for size in [5, 130, 1000]:
        terms = [chance.randrange(-(2**53) // size, 2**53 // size) for _ in range(size)]
        assert SUMS[name](np.array(terms, dtype=np.float64)) == sum(terms)


def test_a_maximum_is_nan_where_a_term_is() -> None:
    """So that a node with such a key goes by the book."""
    for place in range(20):
        terms = np.arange(20.0)
        terms[place] = np.nan
        assert np.isnan([Segments(np.array([20])).maxima(terms)[0], terms.max(), terms[:, None].max(axis=0)[0]]).all()


def test_halves_are_rounded_to_even() -> None:
    assert np.rint([-1.5, -0.5, 0.5, 1.5, 2.5]).tolist() == [-2, 0, 0, 2, 2]

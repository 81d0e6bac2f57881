"""Roots: enclosed, added, ordered and rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dtrees as dt
from dtrees.numbers.roots import BITS, PowerRoot, RootSum, enclosure, power_root

HALF = Fraction(1, 2)


@pytest.mark.parametrize("bits", [16, 32, 64, 256])
def test_the_bounds_enclose_the_root_as_near_as_asked(bits: int) -> None:
    low, high = enclosure(PowerRoot(HALF, 3), bits)
    assert low**3 < HALF < high**3
    assert high - low == Fraction(1, 2**bits)


def test_a_root_of_any_degree_is_enclosed() -> None:
    """10^20 / 3 and its inverse: the roots are too near to 1 and to 0 for floats."""
    large = Fraction(10**20, 3)
    near, tiny = power_root(HALF, large), power_root(HALF, 1 / large)
    assert 1 - Fraction(3, 10**20) < near < 1 - Fraction(2, 10**20)
    assert Fraction(0) <= tiny.bounds(64)[0] < tiny.bounds(64)[1] <= Fraction(1, 2**64)


def test_a_root_that_is_a_dyadic_fraction_is_found() -> None:
    assert enclosure(PowerRoot(Fraction(1, 64), 3), 16) == (Fraction(1, 4), Fraction(1, 4))


@pytest.mark.parametrize(
    ("value", "degree", "expected"),
    [
        (Fraction(4, 9), 2, RootSum(Fraction(2, 3))),
        (Fraction(1, 4), 6, RootSum(0, {PowerRoot(HALF, 3): 1})),
        (Fraction(8, 27), 6, RootSum(0, {PowerRoot(Fraction(2, 3), 2): 1})),
        (Fraction(8, 27), 2, RootSum(0, {PowerRoot(Fraction(2, 3), 2): Fraction(2, 3)})),
        (Fraction(1, 4), Fraction(6, 5), RootSum(0, {PowerRoot(HALF, Fraction(3, 2)): HALF})),
        (Fraction(1, 4), Fraction(2, 3), RootSum(Fraction(1, 8))),
        (Fraction(0), 5, RootSum(0)),
        (Fraction(1), 5, RootSum(1)),
    ],
)
def test_powers_are_taken_out_so_that_equal_roots_are_alike(value: Fraction, degree: int, expected: RootSum) -> None:
    found = power_root(value, degree)
    assert (found.constant, found.terms) == (expected.constant, expected.terms)


def test_equal_roots_cancel() -> None:
    root = power_root(HALF, 2)
    assert (root + root - 2 * root).terms == {}
    assert root + 1 == 1 + root
    assert power_root(Fraction(1, 4), 4) == root


def test_sums_are_ordered_also_where_floats_do_not_tell() -> None:
    root = power_root(HALF, 2)
    near = Fraction(*float(root).as_integer_ratio())
    assert root != near
    assert (root < near) == (Fraction(1, 2) < near**2)
    tiny = Fraction(1, 2**200)
    assert root - tiny < root < root + tiny


def test_a_number_is_rounded_once() -> None:
    root = power_root(HALF, 2)
    assert (f"{root:.20f}", float(root)) == ("0.70710678118654752440", 0.5**0.5)
    assert f"{RootSum(Fraction(1, 8)):.2f}" == f"{dt.Exact(Fraction(1, 8)):.2f}"


def test_what_bounds_do_not_tell_is_undecided() -> None:
    """Two roots of which one is the double of the other are not known to be."""
    root, half = power_root(Fraction(2, 3), 2), power_root(Fraction(1, 6), 2)
    assert root < 2 * half + Fraction(1, 2 ** (BITS[-1] - 8))
    with pytest.raises(dt.Undecided, match="do not decide"):
        assert root == 2 * half


def test_a_number_is_no_text() -> None:
    assert RootSum(1) != "1"
    assert RootSum(1) == 1.0
    with pytest.raises(TypeError, match="unhashable"):
        hash(RootSum(1))

"""The upper limit of an error rate: the book's numbers, and those of the program behind them."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import dtrees as dt
from dtrees.pruning.upper_limit import DEVIATIONS, BinomialRoot, table_deviation


def chance(errors: int, rows: int, rate: Fraction) -> Fraction:
    """Return the chance of at most so many errors, term by term."""
    return sum((comb(rows, k) * rate**k * (1 - rate) ** (rows - k) for k in range(errors + 1)), start=Fraction(0))


@pytest.mark.parametrize(
    ("errors", "rows", "printed"), [(0, 6, "0.206"), (0, 9, "0.143"), (0, 1, "0.750"), (0, 151, "0.009")]
)
def test_limits_that_the_book_prints(errors: int, rows: int, printed: str) -> None:
    """[C45 §4.2]: of leaves without errors the program computes the root itself."""
    assert f"{dt.upper_limit(errors, rows):.3f}" == f"{dt.upper_limit(errors, rows, limit='c45'):.3f}" == printed


def test_the_limit_of_one_error_in_sixteen_rows_is_printed_as_the_program_computes_it() -> None:
    """[C45 §4.2] prints .157, the normal limit by the table's deviation; by that of 1/4 itself, .6745, it is .1547."""
    exact, program = dt.upper_limit(1, 16), dt.upper_limit(1, 16, limit="c45")
    assert (f"{exact:.4f}", f"{program:.4f}") == ("0.1596", "0.1567")
    assert table_deviation(Fraction(1, 4)) == Fraction("0.6925")


@pytest.mark.parametrize(
    ("errors", "rows", "printed"), [(1, 168, "2.610"), (11, 123, "13.9"), (0, 3, "1.1"), (1, 4, "2.2"), (0, 2, "1.0")]
)
def test_errors_that_the_book_predicts_of_leaves_of_the_voting_tree(errors: int, rows: int, printed: str) -> None:
    places = len(printed.partition(".")[2])
    assert f"{rows * dt.upper_limit(errors, rows, limit='c45'):.{places}f}" == printed


@pytest.mark.parametrize("confidence", [Fraction(1, 100), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])
def test_so_few_errors_have_that_chance_at_the_limit(confidence: Fraction) -> None:
    for rows in range(1, 9):
        for errors in range(rows):
            low, high = dt.upper_limit(errors, rows, confidence=confidence).bounds(32)
            assert chance(errors, rows, low) >= confidence >= chance(errors, rows, high)


def test_the_side_is_that_of_the_sum_term_by_term() -> None:
    for errors, rows in ((3, 40), (20, 50), (49, 100)):
        root = BinomialRoot(errors, rows, Fraction(1, 4))
        for k in range(33):
            likely = chance(errors, rows, Fraction(k, 32))
            assert root.side(Fraction(k, 32)) == (likely < Fraction(1, 4)) - (likely > Fraction(1, 4))


def test_the_chance_is_compared_with_the_confidence_exactly() -> None:
    """At CF = 1/2 the limit of one error in three is one half, and not a fraction beside it."""
    root = BinomialRoot(1, 3, Fraction(1, 2))
    assert [root.side(Fraction(1, 2) + Fraction(k, 2**100)) for k in (-1, 0, 1)] == [-1, 0, 1]
    assert dt.upper_limit(1, 3, confidence=Fraction(1, 2)) == Fraction(1, 2)


def test_where_all_are_wrong_the_limit_is_one() -> None:
    assert dt.upper_limit(0, 0) == dt.upper_limit(3, 3) == dt.upper_limit(3, 3, limit="c45") == 1


def test_the_table_is_read_by_straight_lines() -> None:
    for known, deviation in list(DEVIATIONS.items())[1:]:
        if known != "1.00":
            assert table_deviation(Fraction(known)) == Fraction(deviation)
    assert table_deviation(Fraction(3, 10)) == (Fraction("0.84") + Fraction("0.25")) / 2


def test_too_many_rows_are_out_of_reach() -> None:
    with pytest.raises(dt.Unsupported, match="give at most 100,000"):
        dt.upper_limit(1, 10**20)


@pytest.mark.parametrize(
    ("errors", "rows", "options", "complaint"),
    [
        (2, 1, {}, "errors=2: give at most the 1 rows"),
        (1, Fraction(1, 3), {}, "errors=1: give at most the 1/3 rows"),
        (-1, 1, {}, "errors=-1: give a number of at least 0"),
        (0, "1", {}, "rows='1': give a finite number"),
        (0, 1, {"confidence": 0}, "confidence=0: give a number above 0 and below 1"),
        (0, 1, {"confidence": 1}, "confidence=1: give"),
        (0, 1, {"limit": "normal"}, "limit='normal': give 'binomial' or 'c45' or 'j48'"),
    ],
)
def test_what_is_no_limit_is_refused(
    errors: int, rows: int | Fraction, options: dict[str, object], complaint: str
) -> None:
    with pytest.raises(dt.InvalidData) as refusal:
        dt.upper_limit(errors, rows, **options)  # type: ignore[arg-type]
    assert complaint in str(refusal.value)

"""Summaries of nodes and their impurities, against the definitions written out with fractions."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtrees import (
    ClassCounts,
    DtreesError,
    Exact,
    InvalidData,
    Moments,
    classification_data,
    entropy,
    gini,
    misclassification,
    regression_data,
    squared_error,
    summarize,
)

count_lists = st.lists(st.integers(0, 30) | st.fractions(0, 30, max_denominator=8), min_size=1, max_size=5).filter(any)
response_lists = st.lists(st.floats(-1e9, 1e9) | st.integers(-5, 5).map(float), min_size=1, max_size=8)


# --- the four impurities ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "gini_index", "bits", "error"),
    [
        ((9, 6), "12/25", "-2/5 - 3/5*log2(3) + log2(5)", "2/5"),
        ((9, 5), "45/98", "1 - 9/7*log2(3) - 5/14*log2(5) + log2(7)", "5/14"),
        ((3, 1), "3/8", "2 - 3/4*log2(3)", "1/4"),
        ((1, 1), "1/2", "1", "1/2"),
        ((1, 1, 1), "2/3", "log2(3)", "2/3"),
        ((2, 1, 1), "5/8", "3/2", "1/2"),
        ((4, 0), "0", "0", "0"),
        ((0, 0, 7), "0", "0", "0"),
        ((400, 400), "1/2", "1", "1/2"),
        ((0.5, 0.5), "1/2", "1", "1/2"),
    ],
)
def test_worked_values(counts: tuple[float, ...], gini_index: str, bits: str, error: str) -> None:
    """Each impurity of small counts, by hand."""
    summary = ClassCounts(counts)
    assert gini(summary) == Exact(gini_index)
    assert entropy(summary) == Exact(bits)
    assert misclassification(summary) == Exact(error)


@given(count_lists)
def test_impurities_of_classes_are_their_definitions(counts: list[Fraction]) -> None:
    """Gini 1 - sum p^2, entropy - sum p log2 p with 0 log2 0 = 0, misclassification 1 - max p."""
    shares = [Fraction(count) / sum(counts) for count in counts]
    summary = ClassCounts(counts)
    assert gini(summary) == 1 - sum(p * p for p in shares)
    assert entropy(summary) == -sum((Exact.log2(p) * p for p in shares if p), start=Exact(0))
    assert misclassification(summary) == 1 - max(shares)


@given(response_lists)
def test_squared_error_is_its_definition(responses: list[float]) -> None:
    """The mean squared deviation from the mean, of the rationals that the floats are."""
    exact = [Fraction(y) for y in responses]
    mean = sum(exact) / len(exact)
    assert squared_error(Moments.of(responses)) == sum((y - mean) ** 2 for y in exact) / len(exact)


@given(count_lists)
def test_impurities_lie_between_zero_and_their_largest_value(counts: list[Fraction]) -> None:
    """0 exactly for one class; at most 1 - 1/K and log2 K, reached exactly by equal counts."""
    summary = ClassCounts(counts)
    pure = sum(1 for count in counts if count) == 1
    equal = len(set(counts)) == 1
    ends = {gini: Exact(1) - Fraction(1, len(counts)), entropy: Exact.log2(len(counts))}
    ends[misclassification] = ends[gini]
    for impurity, largest in ends.items():
        value = impurity(summary)
        assert 0 <= value <= largest
        assert (value == 0) == pure
        assert (value == largest) == equal


@given(count_lists, st.fractions(min_value=Fraction(1, 10), max_value=10))
def test_impurities_depend_on_proportions_alone(counts: list[Fraction], factor: Fraction) -> None:
    """Scaling all weights, permuting the classes and adding an empty class change nothing."""
    for impurity in (gini, entropy, misclassification):
        value = impurity(ClassCounts(counts))
        assert impurity(ClassCounts([count * factor for count in counts])) == value
        assert impurity(ClassCounts(counts[::-1])) == value
        assert impurity(ClassCounts([*counts, 0])) == value


def test_squared_error_does_not_cancel() -> None:
    """Responses 1e8 and 1e8 + 1 have the squared error 1/4, of which the float formula loses all digits."""
    large = [1e8, 1e8 + 1]
    assert squared_error(Moments.of(large)) == Fraction(1, 4)
    assert sum(y * y for y in large) / 2 - (sum(large) / 2) ** 2 != 0.25


def test_squared_error_of_floats_is_not_that_of_decimals() -> None:
    """(0.3 - 0.1)^2 / 4 with the binary values, which is not 1/100."""
    value = squared_error(Moments.of([0.1, 0.3]))
    assert value == (Fraction(0.3) - Fraction(0.1)) ** 2 / 4
    assert value != Fraction(1, 100)


def test_extreme_responses_do_not_overflow() -> None:
    """The squared error of -1e308 and 1e308 is about 1e616, exactly the square."""
    assert squared_error(Moments.of([-1e308, 1e308])) == int(1e308) ** 2
    assert squared_error(Moments.of([0.0, 5e-324])) == Fraction(1, 2**2150)


@pytest.mark.parametrize("impurity", [gini, entropy, misclassification])
def test_a_node_without_rows_has_no_impurity(impurity: Any) -> None:
    """The message says to leave empty parts out."""
    with pytest.raises(InvalidData, match="a node without rows has neither shares nor a mean: leave it out"):
        impurity(ClassCounts((0, 0)))


def test_no_responses_have_no_squared_error() -> None:
    """Likewise for numbers."""
    with pytest.raises(InvalidData, match="a node without rows has neither shares nor a mean"):
        squared_error(Moments(0, 0, 0))


# --- class counts -----------------------------------------------------------------------------------------------


def test_class_counts_know_their_weight_shares_and_majority() -> None:
    """N, p_k and the class of the largest weight, which a leaf predicts."""
    counts = ClassCounts((2, 5, 1), ("a", "b", "c"))
    assert counts.weight == 8
    assert counts.proportions == (Fraction(1, 4), Fraction(5, 8), Fraction(1, 8))
    assert counts.majority == counts.prediction == "b"


def test_the_majoritys_tie_goes_to_the_class_first_in_class_order() -> None:
    """Not to the smallest label, nor to the last."""
    assert ClassCounts((1, 3, 3), ("a", "z", "b")).majority == "z"
    assert ClassCounts((1, 3, 3), ("a", "b", "z")).majority == "b"


def test_classes_are_numbered_where_they_have_no_names() -> None:
    """0, 1, 2, ..."""
    assert ClassCounts((1, 2, 3)) == ClassCounts((1, 2, 3), (0, 1, 2))


def test_counts_are_integers_where_they_are_whole() -> None:
    """A float is the rational that it is; 3.0 and Fraction(6, 2) are the integer 3."""
    counts = ClassCounts((3.0, Fraction(6, 2), 0.5, True))
    assert repr(counts.counts) == "(3, 3, Fraction(1, 2), 1)"
    assert ClassCounts((3.0,)) == ClassCounts((3,))
    assert hash(ClassCounts((3.0,))) == hash(ClassCounts((3,)))


def test_numpy_counts_do_not_overflow() -> None:
    """np.bincount's int64 counts become Python integers, whose sums and squares are exact."""
    counts = ClassCounts(np.array([2**62, 2**62]))
    assert {type(count) for count in counts.counts} == {int}
    assert counts.weight == 2**63
    assert gini(counts) == Fraction(1, 2)


def test_counts_add_and_subtract() -> None:
    """A node's counts are the sum of its children's."""
    whole, part = ClassCounts((3, 4), ("a", "b")), ClassCounts((1, 2.5), ("a", "b"))
    assert whole + part == ClassCounts((4, 6.5), ("a", "b"))
    assert whole - part == ClassCounts((2, 1.5), ("a", "b"))
    assert whole + part - part == whole


@pytest.mark.parametrize("other", [ClassCounts((1, 2), ("x", "y")), ClassCounts((1, 2, 3)), ClassCounts((1,), ("a",))])
def test_counts_of_different_classes_do_not_add(other: ClassCounts) -> None:
    """Neither other names nor another number of classes are taken for the first's."""
    counts = ClassCounts((1, 2), ("a", "b"))
    with pytest.raises(InvalidData):
        counts + other
    with pytest.raises(InvalidData):
        other + counts


def test_negative_counts_are_refused() -> None:
    """Also where a subtraction gives one."""
    with pytest.raises(InvalidData, match=r"hold a negative one: give weights of at least 0"):
        ClassCounts((1, -1))
    with pytest.raises(InvalidData, match="negative"):
        ClassCounts((1, 1)) - ClassCounts((0, 2))


def test_counts_and_classes_must_be_as_many() -> None:
    """The message gives both numbers."""
    with pytest.raises(InvalidData, match=r"2 counts stand for 3 classes: give one each"):
        ClassCounts((1, 2), ("a", "b", "c"))


@pytest.mark.parametrize("count", [math.nan, math.inf])
def test_counts_that_are_not_finite_are_refused(count: float) -> None:
    """The error is one of dtrees' own."""
    with pytest.raises(DtreesError):
        ClassCounts((count, 1))
    with pytest.raises(DtreesError):
        Moments(1, count, 1)


# --- moments ----------------------------------------------------------------------------------------------------


def test_moments_know_their_mean() -> None:
    """Exact as a fraction, and the nearest float as prediction."""
    moments = Moments.of([1, 2, 2])
    assert moments == Moments(3, 5, 9)
    assert moments.mean == Fraction(5, 3)
    assert moments.prediction == 5 / 3


def test_the_mean_is_rounded_once() -> None:
    """The nearest float to the exact mean of 1, 1e100 and -1e100 is 1/3, where a float sum gives 0."""
    values = [1.0, 1e100, -1e100]
    assert Moments.of(values).prediction == 1 / 3
    assert sum(values) / 3 == 0.0


def test_moments_add_and_subtract() -> None:
    """The moments of all rows are the sum of the parts'."""
    assert Moments.of([1, 2]) + Moments.of([4.5]) == Moments.of([1, 2, 4.5])
    assert Moments.of([1, 2, 4.5]) - Moments.of([2]) == Moments.of([1, 4.5])


# --- summarize --------------------------------------------------------------------------------------------------


def test_the_summary_of_data_is_weighted() -> None:
    """Class weights in class order; weight, total and squares of responses."""
    classes = classification_data({"x": [1, 2, 3]}, ["b", "a", "b"], weights=[1, 0.25, 2])
    assert summarize(classes) == ClassCounts((0.25, 3), ("a", "b"))
    numbers = regression_data({"x": [1, 2]}, [3, 0.5], weights=[2, 4])
    assert summarize(numbers) == Moments(6, 8, 19)


def test_integer_weights_count_as_repeated_rows() -> None:
    """A row of weight 3 is three rows."""
    once = classification_data({"x": [1, 2]}, ["a", "b"], weights=[3, 1])
    assert summarize(once) == summarize(classification_data({"x": [1, 1, 1, 2]}, ["a", "a", "a", "b"]))


def test_summaries_are_values() -> None:
    """Frozen, hashable, equal after pickle and copies."""
    for summary in (ClassCounts((1, 0.1), ("a", "b")), Moments.of([0.1, 7])):
        again = pickle.loads(pickle.dumps(summary))  # noqa: S301
        assert again == copy.deepcopy(summary) == copy.copy(summary) == summary
        assert hash(again) == hash(summary)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(summary, attrs.fields(type(summary))[0].name, 0)

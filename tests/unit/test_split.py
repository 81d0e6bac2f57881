"""Questions, the parts they split data into, and the candidate questions of a feature."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dtrees import (
    Categorical,
    ClassCounts,
    Classes,
    Dataset,
    EachCategory,
    Equals,
    Exact,
    InvalidData,
    Moments,
    Numeric,
    OneOf,
    Questions,
    Threshold,
    Unsupported,
    admissible_splits,
    cart,
    classification_data,
    entropy,
    gini,
    grow,
    leaves,
    misclassification,
    regression_data,
    split,
    squared_error,
    vectorized,
)
from dtrees.growing.candidates import MOST_CATEGORIES, divisions, midpoint
from dtrees.trees.split import answers_of
from dtrees.vectorized.answers import answers_of_column

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dtrees.trees.questions import Question

finite = st.floats(allow_nan=False, allow_infinity=False)


def columns() -> Dataset:
    """Return four rows with a number, a text and a truth value."""
    return classification_data(
        {"x": [1, 2, 3, 2], "sky": ["sun", "rain", "fog", "sun"], "wind": [True, False, True, True]},
        ["a", "b", "b", "a"],
    )


def asked(data: Dataset, name: str, **questions: Any) -> list[Question]:
    """Return the candidate questions about the feature called *name*."""
    return [division.question for division in divisions(data, data.feature(name), Questions(**questions))]


# --- questions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (Threshold("x", 2), [0, 0, 1, 0]),
        (Threshold("x", 1.999), [0, 1, 1, 1]),
        (Threshold("x", 3), [0, 0, 0, 0]),
        (Equals("x", 2), [1, 0, 1, 0]),
        (OneOf("x", (1, 3)), [0, 1, 0, 1]),
        (EachCategory("x", (3, 2, 1)), [2, 1, 0, 1]),
        (Equals("sky", "sun"), [0, 1, 1, 0]),
        (Equals("sky", "snow"), [1, 1, 1, 1]),
        (OneOf("sky", ("fog", "sun")), [0, 1, 0, 0]),
        (EachCategory("sky", ("sun", "fog")), [0, -1, 1, 0]),
        (Equals("wind", category=True), [0, 1, 0, 0]),
        (EachCategory("wind", (True, False)), [0, 1, 0, 0]),
        (Equals("wind", 0), [1, 0, 1, 1]),
    ],
)
def test_a_question_answers_each_row_with_a_child(question: Question, answers: list[int]) -> None:
    """Child 0 takes yes (value <= threshold, equal, among), child 1 no; a category with no child answers -1."""
    assert answers_of(question, columns().features) == answers
    assert answers_of_column(question, columns().feature(question.feature)).tolist() == answers


@given(st.lists(finite, min_size=1, max_size=8), finite)
def test_a_threshold_sends_its_own_value_to_the_first_child(values: list[float], threshold: float) -> None:
    """value <= threshold is child 0, also for the threshold itself and its float neighbours."""
    values = [*values, threshold, math.nextafter(threshold, math.inf), math.nextafter(threshold, -math.inf)]
    values = [value for value in values if math.isfinite(value)]
    answers = answers_of(Threshold("x", threshold), [Numeric("x", np.array(values))])
    assert answers == [0 if value <= threshold else 1 for value in values]


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        (Threshold("x", 0.126), ["x <= 0.126", "x > 0.126"]),
        (Equals("sky", "sun"), ["sky = sun", "sky != sun"]),
        (OneOf("sky", ("fog", "sun")), ["sky in {fog, sun}", "sky not in {fog, sun}"]),
        (EachCategory("sky", ("fog", "sun", "rain")), ["sky = fog", "sky = sun", "sky = rain"]),
    ],
)
def test_each_answer_reads_as_a_condition(question: Question, conditions: list[str]) -> None:
    """One condition a child."""
    assert [question.describe(child) for child in range(question.arity)] == conditions


def test_questions_are_values() -> None:
    """Equal, hashable, frozen, categories held in a tuple; thresholds are floats."""
    listed: Any = ["b", "a"]
    assert OneOf("x", listed) == OneOf("x", ("b", "a"))
    assert EachCategory("x", listed).categories == ("b", "a")
    assert hash(Threshold("x", 1)) == hash(Threshold("x", 1.0))
    assert repr(Threshold("x", 1)) == "Threshold(feature='x', threshold=1.0)"
    assert len({Equals("x", "a"), Equals("x", "a"), Equals("x", "b"), Equals("y", "a"), OneOf("x", ("a",))}) == 4
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Threshold("x", 1).threshold = 2  # type: ignore[misc]  # the assignment that must fail


def test_a_threshold_on_categories_is_refused() -> None:
    """The message names the column and the question."""
    with pytest.raises(InvalidData, match=r"column 'sky' holds categories, but Threshold\(.*\) asks for numbers"):
        split(columns(), Threshold("sky", 1))


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (Equals("sky", 1), r"column 'sky' holds text, but the question asks for numbers or truth values: \(1,\)"),
        (OneOf("x", ("a", "b")), r"column 'x' holds numbers or truth values, but the question asks for text"),
        (EachCategory("wind", ("True", "False")), r"column 'wind' holds numbers or truth values, .* asks for text"),
    ],
)
def test_a_question_about_another_kind_of_value_is_refused(question: Question, message: str) -> None:
    """Text against numbers and the other way about, rather than no row ever matching."""
    with pytest.raises(InvalidData, match=message):
        split(columns(), question)


# --- split ------------------------------------------------------------------------------------------------------


def test_split_gives_one_part_a_child_in_child_order() -> None:
    """Rows keep their order, weights and categories."""
    data = attrs.evolve(columns(), weights=np.array([1.0, 2.0, 0.5, 4.0]))
    yes, no = split(data, Equals("sky", "sun"))
    assert yes == data.take([0, 3])
    assert no == data.take([1, 2])
    assert split(data, EachCategory("sky", ("rain", "sun", "fog"))) == (
        data.take([1]),
        data.take([0, 3]),
        data.take([2]),
    )


def test_a_part_may_be_empty() -> None:
    """A question that all rows answer alike leaves the other part without rows."""
    low, high = split(columns(), Threshold("x", 100))
    assert low == columns()
    assert len(high) == 0


def test_split_refuses_a_row_without_a_child_and_an_unknown_column() -> None:
    """The messages give the row, the categories and the columns."""
    with pytest.raises(InvalidData, match=r"row 1: its 'sky' is none of \('sun', 'fog'\)"):
        split(columns(), EachCategory("sky", ("sun", "fog")))
    with pytest.raises(InvalidData, match=r"there is no column 'Sky'; there are 'x', 'sky', 'wind'"):
        split(columns(), Equals("Sky", "sun"))


# --- midpoints --------------------------------------------------------------------------------------------------


@given(finite, finite)
@example(5e-324, 1e-323)
@example(-5e-324, 0.0)
@example(-5e-324, 5e-324)
@example(1.7e308, sys.float_info.max)
@example(-sys.float_info.max, sys.float_info.max)
@example(math.nextafter(1.0, 0), 1.0)
@example(-1.0, math.nextafter(-1.0, 0))
@example(math.nextafter(sys.float_info.max, 0), sys.float_info.max)
def test_a_midpoint_separates_and_is_the_nearest_float(one: float, two: float) -> None:
    """below <= s < above always; s is the float nearest to the exact middle, unless that is above itself."""
    below, above = sorted((one, two))
    if below == above:
        return
    middle = midpoint(below, above)
    assert below <= middle < above
    nearest = float((Fraction(below) + Fraction(above)) / 2)
    assert middle == (below if nearest == above else nearest)


@pytest.mark.parametrize(
    ("below", "above", "middle"),
    [
        (1.0, math.nextafter(1.0, 2), 1.0),
        (math.nextafter(1.0, 0), 1.0, math.nextafter(1.0, 0)),
        (0.0, 5e-324, 0.0),
        (-5e-324, 0.0, -5e-324),
        (5e-324, 1e-323, 5e-324),
        (1e308, 1.5e308, 1.25e308),
        (-1.5e308, -1e308, -1.25e308),
        (0.1, 0.2, 0.15000000000000002),
        (1.0, math.inf, 1.0),
        (-math.inf, 1.0, -math.inf),
    ],
)
def test_midpoints_of_neighbours_subnormals_and_giants(below: float, above: float, middle: float) -> None:
    """Where the middle rounds to the upper neighbour it is the lower one; where the sum overflows it is finite.

    A program that rounds to float32 sees infinite numbers; such a middle is the lower neighbour, or minus infinite.
    """
    assert midpoint(below, above) == middle


@pytest.mark.parametrize("style", ["midpoint", "observed"])
@pytest.mark.parametrize("start", [0.0, 5e-324, 1.0, -1.0, 1e308, math.nextafter(sys.float_info.max, 0)])
def test_a_grown_threshold_separates_neighbouring_floats(start: float, style: Any) -> None:
    """No part is empty: a tree grown on two adjacent floats has two pure leaves."""
    data = classification_data({"x": [start, math.nextafter(start, math.inf)]}, ["a", "b"])
    assert [leaf.summary for leaf in leaves(grow(data, cart(numbers=style)))] == [
        ClassCounts((1, 0), ("a", "b")),
        ClassCounts((0, 1), ("a", "b")),
    ]


# --- candidate questions ----------------------------------------------------------------------------------------


def test_numbers_give_a_threshold_between_neighbouring_values() -> None:
    """k values give k - 1 thresholds, ascending, at midpoints or at the lower value; or one question of k children."""
    data = classification_data({"x": [4, 1, 2, 2]}, ["a", "b", "b", "a"])
    assert asked(data, "x") == [Threshold("x", 1.5), Threshold("x", 3)]
    assert asked(data, "x", numbers="observed") == [Threshold("x", 1), Threshold("x", 2)]
    assert asked(data, "x", numbers="each") == [EachCategory("x", (1, 2, 4))]


def test_categories_give_equalities_subsets_or_one_question() -> None:
    """k categories give k equalities, 2^(k-1) - 1 subsets, the first category on the yes side, or one question."""
    data = classification_data({"c": list("dbca")}, ["p", "q", "r", "p"])
    assert asked(data, "c") == [EachCategory("c", ("a", "b", "c", "d"))]
    assert asked(data, "c", categories="equals") == [Equals("c", name) for name in "abcd"]
    assert asked(data, "c", categories="subset") == [
        OneOf("c", tuple(subset)) for subset in ("a", "ab", "abc", "abd", "ac", "acd", "ad")
    ]


def test_every_value_is_a_candidate_cut() -> None:
    """21 distinct values with the step after the second: all 20 cuts are tried, and the second is found."""
    data = classification_data({"x": range(21)}, ["a"] * 2 + ["b"] * 19)
    assert len(asked(data, "x")) == 20
    assert [best.question for best in admissible_splits(data, cart())] == [Threshold("x", 1.5)]


@pytest.mark.parametrize("numbers", ["midpoint", "observed", "each"])
@pytest.mark.parametrize("categories", ["each", "equals", "subset"])
def test_a_constant_column_has_no_question(numbers: str, categories: str) -> None:
    """Nor has one that is constant at the node, though it was not at the root."""
    data = classification_data({"x": [7, 7, 8], "c": ["u", "u", "v"]}, ["a", "b", "a"]).take([0, 1])
    for name in ("x", "c"):
        assert asked(data, name, numbers=numbers, categories=categories) == []


def test_only_categories_at_the_node_are_asked_about() -> None:
    """A category of the root that no row of the node has gets no child and no question."""
    node = columns().take([0, 2])
    assert asked(node, "sky") == [EachCategory("sky", ("fog", "sun"))]
    assert asked(node, "sky", categories="equals") == [Equals("sky", "fog"), Equals("sky", "sun")]


def test_parts_are_the_summaries_of_the_split() -> None:
    """Each candidate carries what `split` and `summarize` give, for every style and both kinds of target."""
    classes = attrs.evolve(columns(), weights=np.array([1.0, 0.1, 2.0, 3.5]))
    numbers = regression_data({"x": [1, 2, 3, 2], "sky": ["s", "r", "f", "s"]}, [0.1, 5, 2, 7], weights=[1, 2, 0.5, 1])
    for data in (classes, numbers):
        for questions in (Questions(), Questions(numbers="observed", categories="equals"), Questions("each", "subset")):
            for feature in data.features:
                for division in divisions(data, feature, questions):
                    expected = tuple(_summary_by_hand(part) for part in split(data, division.question))
                    assert division.parts == expected


def _summary_by_hand(data: Dataset) -> ClassCounts | Moments:
    weights = [Fraction(weight) for weight in data.weights.tolist()]
    if isinstance(data.target, Classes):
        codes = data.target.codes.tolist()
        counts = [
            sum((w for w, c in zip(weights, codes, strict=True) if c == code), start=Fraction(0))
            for code in range(len(data.target.labels))
        ]
        return ClassCounts(counts, data.target.labels)
    rows = list(zip(weights, map(Fraction, data.target.values.tolist()), strict=True))
    return Moments(sum(weights), sum(w * y for w, y in rows), sum(w * y * y for w, y in rows))


@pytest.mark.parametrize("options", [{"numbers": "bogus"}, {"categories": "bogus"}])
def test_an_unknown_style_of_question_is_refused(options: dict[str, str]) -> None:
    """As an InvalidLearner that says which styles there are, from `Questions` and from `cart`."""
    unchecked: Any = options
    for make in (Questions, cart):
        with pytest.raises(Exception, match="bogus") as caught:
            make(**unchecked)
        assert type(caught.value).__name__ == "InvalidLearner"


# --- subsets: the ordering theorem against full enumeration -----------------------------------------------------

groups_of_two_classes = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any), min_size=2, max_size=6)
groups_of_numbers = st.lists(st.lists(st.integers(-2, 2), min_size=1, max_size=2), min_size=2, max_size=6)


def two_class_data(groups: list[tuple[int, int]]) -> Dataset:
    """Return data of one column whose i-th category has these counts of classes."""
    rows = [
        (f"c{place}", label)
        for place, pair in enumerate(groups)
        for label, count in zip("ab", pair, strict=True)
        for _ in range(count)
    ]
    return classification_data({"c": [name for name, _ in rows]}, [label for _, label in rows], classes=["a", "b"])


def every_subset(categories: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Yield each proper subset with the first category in it."""
    first, *others = categories
    for size in range(len(others)):
        for chosen in combinations(others, size):
            yield (first, *chosen)


def best_subsets_by_enumeration(data: Dataset, impurity: Any) -> set[tuple[str, ...]]:
    """Return the subsets of least conditional impurity, each part summed by hand."""
    feature = data.features[0]
    assert isinstance(feature, Categorical)
    risks: dict[tuple[str, ...], Exact] = {}
    for subset in every_subset(tuple(map(str, feature.categories))):
        inside = np.isin(np.array(feature.categories)[feature.codes], subset)
        parts = [_summary_by_hand(data.take(np.flatnonzero(side))) for side in (inside, ~inside)]
        risks[subset] = sum((impurity(part) * part.weight for part in parts), start=Exact(0))
    least = min(risks.values())
    return {subset for subset, risk in risks.items() if risk == least}


@pytest.mark.parametrize("impurity", [gini, entropy])
@given(groups=groups_of_two_classes)
@example(groups=[(1, 1), (1, 1), (2, 2)])
@example(groups=[(1, 0), (0, 1), (2, 0), (1, 1)])
@example(groups=[(1, 2), (2, 4), (3, 1), (3, 1)])
@example(groups=[(2, 0), (3, 0)])
def test_the_ordering_theorem_gives_every_best_subset_of_two_classes(
    impurity: Any, groups: list[tuple[int, int]]
) -> None:
    """For Gini and entropy, ties included: the admissible subsets are exactly those of full enumeration."""
    data = two_class_data(groups)
    found = admissible_splits(data, cart(impurity=impurity, categories="subset"))
    subsets = [split_.question.categories for split_ in found if isinstance(split_.question, OneOf)]
    assert len(subsets) == len(found) == len(set(subsets))
    assert set(subsets) == best_subsets_by_enumeration(data, impurity)
    assert subsets == sorted(subsets)


@given(groups_of_numbers)
@example([[1], [1], [1]])
@example([[0, 2], [1], [1, 1], [3]])
def test_the_ordering_theorem_gives_every_best_subset_of_numbers(groups: list[list[int]]) -> None:
    """For squared error, ties included: the admissible subsets are exactly those of full enumeration."""
    rows = [(f"c{place}", response) for place, group in enumerate(groups) for response in group]
    data = regression_data({"c": [name for name, _ in rows]}, [response for _, response in rows])
    found = admissible_splits(data, cart(categories="subset"))
    subsets = [split_.question.categories for split_ in found if isinstance(split_.question, OneOf)]
    assert len(subsets) == len(found) == len(set(subsets))
    assert set(subsets) == best_subsets_by_enumeration(data, squared_error)


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3).filter(any), min_size=2, max_size=5))
def test_three_classes_and_misclassification_try_every_subset(groups: list[tuple[int, int, int]]) -> None:
    """Where the theorem is silent the admissible subsets are still exactly those of full enumeration."""
    rows = [
        (f"c{place}", label)
        for place, counts in enumerate(groups)
        for label, count in zip("abc", counts, strict=True)
        for _ in range(count)
    ]
    data = classification_data({"c": [name for name, _ in rows]}, [label for _, label in rows], classes=["a", "b", "c"])
    for impurity in (gini, misclassification):
        found = admissible_splits(data, cart(impurity=impurity, categories="subset"))
        subsets = {split_.question.categories for split_ in found if isinstance(split_.question, OneOf)}
        assert subsets == best_subsets_by_enumeration(data, impurity)


def test_the_order_of_shares_does_not_serve_misclassification() -> None:
    """A plausible wrong statement: by error rate, some best subsets are no initial runs of the order of the shares."""
    data = two_class_data([(3, 1), (2, 1), (5, 1)])
    shares = {"c0": Fraction(3, 4), "c1": Fraction(2, 3), "c2": Fraction(5, 6)}
    ordered = sorted(shares, key=lambda name: shares[name])
    runs = [set(ordered[:cut]) for cut in range(1, 3)]
    best = best_subsets_by_enumeration(data, misclassification)
    assert any(set(subset) not in runs and set(shares) - set(subset) not in runs for subset in best)


def test_many_categories_are_ordered_where_the_theorem_holds() -> None:
    """40 categories of two classes give at most 39 candidates, and the two classes part cleanly."""
    data = two_class_data([(1, 0) if place % 2 else (0, 1) for place in range(40)])
    tree = vectorized.grow(data, cart(categories="subset"))
    assert len(leaves(tree)) == 2
    assert tree.question.categories == tuple(  # type: ignore[union-attr]
        sorted(f"c{place}" for place in range(40) if place % 2 == 0)
    )


def three_class_data(categories: int) -> Dataset:
    """Return one row a category, of three classes in turn."""
    names = [f"c{place:02}" for place in range(categories)]
    return classification_data({"c": names}, ["abc"[place % 3] for place in range(categories)])


def test_too_many_subsets_are_unsupported_above_the_stated_size() -> None:
    """12 categories of three classes are enumerated (2^11 - 1 subsets); 13 raise, naming column, size and way out."""
    assert MOST_CATEGORIES == 12
    assert len(asked(three_class_data(12), "c", categories="subset")) == 2**11 - 1
    message = r"column 'c' has 13 categories here, too many .*at most 12\): ask categories='equals', merge"
    with pytest.raises(Unsupported, match=message) as caught:
        grow(three_class_data(13), cart(categories="subset"))
    assert isinstance(caught.value, NotImplementedError)


def test_many_categories_of_equal_share_do_not_stop_growing() -> None:
    """13 categories with equal shares of two classes: each subset gains nothing, so `zero_gain="stop"` is a leaf."""
    data = two_class_data([(1, 1)] * 13)
    assert len(leaves(vectorized.grow(data, cart(categories="subset", zero_gain="stop")))) == 1

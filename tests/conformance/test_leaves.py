"""Answers without a tree: which are right, what is said of those that are not, and what is refused."""

from __future__ import annotations

from itertools import product
from math import nextafter
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

import dtrees as dt
from dtrees.errors import InvalidData, Undecided
from dtrees.oracle import EXACT, Conventions, judge_leaves
from dtrees.oracle.leaves.search import memoised

if TYPE_CHECKING:
    from collections.abc import Generator

LINE: Final = dt.classification_data({"x": [1, 2, 3, 4]}, list("abbb"))
EITHER: Final = dt.classification_data({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, list("abba"))
"""An exclusive or: both questions are optimal at the root."""

PARITY: Final = [list(row) for row in product((0, 1), repeat=5)]
STEPS: Final = dt.regression_data({"x": [1, 2, 3]}, [0.1, 0.2, 0.7])


def parity_data() -> dt.Dataset:
    return dt.classification_data(PARITY, ["odd" if sum(row) % 2 else "even" for row in PARITY])


def test_names_of_leaves_do_not_matter() -> None:
    for leaves in ([0, 1, 1, 1], np.array([5, 3, 3, 3]), ["left", *["right"] * 3], [(0,), (1, 1), (1, 1), (1, 1)]):
        verdict = judge_leaves({"leaves": leaves}, LINE, dt.cart())
        assert (verdict.judged, verdict.canonical, verdict.deviations) == (4, 4, ())
        assert verdict.tree == dt.grow(LINE, dt.cart())


def test_either_of_two_optimal_questions_is_admissible() -> None:
    stump = dt.cart(max_depth=1)
    first, other = (judge_leaves({"leaves": leaves}, EITHER, stump) for leaves in ([0, 0, 1, 1], [0, 1, 0, 1]))
    assert (first.judged, first.canonical, first.deviations) == (other.judged, other.canonical, other.deviations)
    assert (first.judged, first.deviations) == (4, ())


def test_a_wrong_split_below_is_named_with_its_rows() -> None:
    data = dt.classification_data({"x": [1, 2, 3, 4, 5, 6]}, list("aabcbb"))
    learner = dt.cart(max_depth=2)
    assert not judge_leaves({"leaves": [0, 0, 1, 1, 2, 2]}, data, learner).deviations
    verdict = judge_leaves({"leaves": [0, 0, 1, 2, 2, 2]}, data, learner)
    assert [(each.kind, each.path, each.regret) for each in verdict.deviations] == [("split", None, "")]
    assert "rows 2, 3, 4, 5, together at [1] in every right tree" in verdict.deviations[0].expected
    assert verdict.end is not None
    assert verdict.end.path == (1,)
    assert verdict.end.rows == (2, 3, 4, 5)


def test_the_way_ends_where_several_questions_fit_and_none_goes_on() -> None:
    verdict = judge_leaves({"leaves": [0, 1, 1, 1]}, EITHER, dt.cart())
    assert verdict.end is not None
    assert verdict.end.path == ()
    assert "which each of these parts" in verdict.end.got
    further = judge_leaves({"leaves": [0, 1, 2, 2]}, EITHER, dt.cart())
    assert [each.kind for each in further.deviations] == ["early leaf"]
    assert str(further.end).startswith("at path [1], rows [2, 3]: expected Threshold(feature='y', threshold=0.5)")


def test_leaves_that_no_tree_makes_deviate_where_the_admissible_way_ends() -> None:
    verdict = judge_leaves({"leaves": [0, 1, 0, 1]}, LINE, dt.cart())
    [deviation] = verdict.deviations
    assert (deviation.kind, deviation.path, verdict.tree) == ("split", None, None)
    assert deviation.expected.startswith("Threshold(feature='x', threshold=1.5) of rows 0, 1, 2, 3")
    assert (verdict.judged, verdict.deviating) == (4, 4)


def test_a_budget_that_does_not_suffice_leaves_the_verdict_undecided() -> None:
    data = parity_data()
    leaves = list(range(len(data)))
    with pytest.raises(Undecided, match="20 sets of rows were looked at"):
        judge_leaves({"leaves": leaves}, data, dt.cart(), budget=20)
    assert not judge_leaves({"leaves": leaves}, data, dt.cart(), budget=64).deviations


def test_countless_tied_trees_are_judged_by_their_sets_of_rows() -> None:
    data = parity_data()  # 3^5 sets of rows; the trees are more than 10^6
    wrong = [0, 0, *range(2, len(data))]
    verdict = judge_leaves({"leaves": wrong}, data, dt.cart(), budget=4 * 3**5)
    assert [each.kind for each in verdict.deviations] == ["early leaf"]


@pytest.mark.parametrize(
    ("predicted", "kinds"),
    [
        ({"predictions": [0.1, 0.2, 0.7]}, []),
        ({"predictions": [nextafter(0.1, 1), 0.2, 0.7]}, []),
        ({"predictions": [0.1, 0.2, 0.7 + 1e-9]}, ["prediction"]),
        ({"predictions": [0.15, 0.15, 0.7]}, ["early leaf"]),
    ],
)
def test_means_are_right_within_rounding(predicted: Any, kinds: list[str]) -> None:
    assert [each.kind for each in judge_leaves(predicted, STEPS, dt.cart()).deviations] == kinds


def test_means_in_float32_are_right_within_its_rounding() -> None:
    told = {"predictions": np.array([0.1, 0.2, 0.7], dtype=np.float32)}
    assert judge_leaves(told, STEPS, dt.cart()).deviations
    single = Conventions(response_precision="float32", stated_precision="float32")
    assert not judge_leaves(told, STEPS, dt.cart(), conventions=single).deviations


def test_leaves_may_share_what_they_predict() -> None:
    data = dt.classification_data({"x": [1, 2, 3, 4, 5]}, list("abcba"))
    assert not judge_leaves({"predictions": "abcba"}, data, dt.cart()).deviations
    shares = np.eye(3)[[0, 1, 2, 1, 0]]
    assert not judge_leaves({"shares": shares}, data, dt.cart()).deviations
    shares[2] = 0.5, 0, 0.5
    assert judge_leaves({"shares": shares}, data, dt.cart()).deviations


def test_a_tie_of_the_majority_goes_where_the_conventions_let_it() -> None:
    data = dt.classification_data({"x": [1, 1]}, list("ab"))
    rules: list[tuple[Any, str]] = [("first", "a"), ("last", "b"), ("any", "ab")]
    for majority, right in rules:
        judged = {
            label: judge_leaves(
                {"predictions": [label] * 2}, data, dt.cart(), conventions=Conventions(majority=majority)
            )
            for label in "ab"
        }
        assert {label for label, verdict in judged.items() if not verdict.deviations} == set(right)


def test_what_the_conventions_do_not_part_may_share_a_leaf() -> None:
    data = dt.classification_data({"x": [0.0, 1e-9, 1]}, list("abb"))
    together, apart = {"leaves": [0, 0, 1]}, {"leaves": [0, 1, 1]}
    for conventions, right in ((EXACT, apart), (Conventions(smallest_gap=1e-7), together)):
        fits = [
            each for each in (together, apart) if not judge_leaves(each, data, dt.cart(), conventions=conventions).end
        ]
        assert fits == [right]


def test_multiway_and_subset_questions_are_found() -> None:
    data = dt.classification_data({"x": list("pqrs")}, list("abab"))
    cases = [
        (dt.id3(), [0, 1, 2, 3]),
        (dt.cart(categories="subset"), [0, 1, 0, 1]),
        (dt.cart(max_depth=1), [0, 1, 1, 1]),
    ]
    for learner, leaves in cases:
        assert not judge_leaves({"leaves": leaves}, data, learner).deviations
        for other, _ in cases:
            assert other == learner or judge_leaves({"leaves": leaves}, data, other).deviations


def test_weights_count() -> None:
    stump = dt.cart(max_depth=1)
    for weights, right in (([2, 1, 1], [0, 1, 1]), ([1, 1, 2], [0, 0, 1])):
        data = dt.classification_data({"x": [1, 2, 3]}, list("aba"), weights=weights)
        fits = [each for each in ([0, 1, 1], [0, 0, 1]) if not judge_leaves({"leaves": each}, data, stump).deviations]
        assert fits == [right]


def test_depth_costs_no_recursion() -> None:
    def countdown(number: int) -> Generator[int, int | None, int]:
        below = (yield number - 1) if number else -1
        return number if below is None else below + 1

    assert memoised(50_000, countdown, {}, 50_001) == 50_000


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({}, "has one of leaves, shares, predictions; this one has none"),
        ({"leaves": [0], "predictions": ["a"]}, "this one has leaves, predictions"),
        ({"leaves": [0, 1]}, "leaves: 2 values for 4 rows"),
        ({"leaves": 7}, "leaves: 7 is no sequence"),
        ({"leaves": [0, {}, 1, 1]}, "leaves: row 1: {}: unhashable"),
        ({"shares": [[1.0]] * 4}, "shares: row 0: .*each of the 2 classes"),
        ({"shares": [[0.5, float("nan")]] * 4}, "shares: row 0: .*nan is no finite float64"),
    ],
)
def test_an_unusable_answer_is_refused(answer: Any, message: str) -> None:
    with pytest.raises(InvalidData, match=message):
        judge_leaves(answer, LINE, dt.cart())


def test_a_mean_that_is_no_number_is_refused() -> None:
    with pytest.raises(InvalidData, match="predictions: row 2: 'x': 'x' is no finite float64"):
        judge_leaves({"predictions": [0, 1, "x"]}, STEPS, dt.cart())

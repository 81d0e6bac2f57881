"""Floats strike out no threshold that may be optimal, and nearly all that are not."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
import pytest
from vectorized.adversarial import case

import dtrees as dt
from dtrees import near_optimal
from dtrees.optimal_splits import optimal_among

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.learner import Learner

ENTROPY = dt.cart(impurity=dt.entropy)

TIES = {
    "Gini": (dt.classification_data({"x": range(6)}, list("aaaaaa")), dt.cart(), [0.5, 1.5, 2.5, 3.5, 4.5]),
    "entropy": (dt.classification_data({"x": range(5)}, list("aabca")), ENTROPY, [1.5, 2.5]),
    "gain ratio": (dt.classification_data({"x": range(5)}, list("aabca")), dt.c45(), [1.5, 2.5]),
    "numbers": (dt.regression_data({"x": range(4)}, [1, 2, 1, 2]), dt.cart(), [0.5, 2.5]),
}
"""Data of which the floats alone would miss a tie, as the second test shows, and the optimal thresholds."""


def thresholds(data: Dataset, learner: Learner) -> list[object]:
    return [found.question.threshold for found in dt.admissible_splits(data, learner)]  # type: ignore[union-attr]


@pytest.mark.parametrize(("data", "learner", "optimal"), TIES.values(), ids=TIES)
def test_all_that_tie_are_kept(data: Dataset, learner: Learner, optimal: list[float]) -> None:
    assert thresholds(data, learner) == optimal


@pytest.mark.parametrize(("data", "learner", "optimal"), TIES.values(), ids=TIES)
def test_without_the_bound_on_the_error_some_would_be_lost(
    data: Dataset, learner: Learner, optimal: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near_optimal, "U", 0.0)
    assert thresholds(data, learner) != optimal


def test_where_floats_mislead_nothing_is_lost() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing overflows, and no NaN comes up, whatever the weights are
        for number in range(100):
            data, learner = case(number)
            assert dt.admissible_splits(data, learner) == optimal_among(dt.scored_splits(data, learner), learner)


@pytest.mark.parametrize("learner", [dt.cart(), ENTROPY, dt.c45()], ids=["Gini", "entropy", "gain ratio"])
@pytest.mark.parametrize("target", ["classes", "numbers"])
def test_few_thresholds_are_left_of_many(learner: Learner, target: str) -> None:
    random = np.random.default_rng(0)
    columns, weights = {"x": random.normal(size=300)}, random.random(300)
    if target == "numbers":
        data, learner = dt.regression_data(columns, random.normal(size=300), weights=weights), dt.cart()
    else:
        data = dt.classification_data(columns, random.integers(0, 3, 300), weights=weights)
    assert len([*near_optimal.near_optimal(data, data.features[0], learner)]) == 1


def test_a_limit_on_the_weight_of_leaves_is_met_exactly() -> None:
    data = dt.classification_data({"x": range(5)}, list("abbbb"), weights=[0.1, 0.2, 0.3, 0.4, 0.5])
    limit = dt.Exact(0.1) + 0.2
    assert thresholds(data, dt.cart(min_leaf=limit.as_fraction())) == [1.5]
    assert thresholds(data, dt.cart(min_leaf=0.3)) == [1.5]  # 0.1 + 0.2 is a little more
    assert thresholds(data, dt.cart(min_leaf=0.1 + 0.2)) == [2.5]  # and its float a little more than that


def test_a_table_that_is_too_large_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_optimal, "LARGEST_TABLE", 9)
    for rows, left in ((3, 1), (4, 3)):
        data = dt.classification_data({"x": range(rows)}, list("aabc"[:rows]))
        assert len([*near_optimal.near_optimal(data, data.features[0], dt.cart())]) == left

"""Boosting by default options: XGBoost, LightGBM and HistGradientBoosting, their first trees and later ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest
from peers.asking import class_of, each_of, needs
from sklearn.datasets import load_diabetes

import dtrees as dt
from dtrees.oracle import Boosted, Verdict, judge_boosting
from dtrees.peers.shared.booster_data import TIMES

BOOSTERS = each_of("xgboost", "lightgbm", "hist-gradient-boosting")


ROWS = {"xgboost": 40, "lightgbm": 160, "hist-gradient-boosting": 160}
"""So many rows of ordinary data: leaves have one row at least in XGBoost, and 20 in the others."""


def diabetes(rows: int) -> dt.Dataset:
    measured, progression = load_diabetes(return_X_y=True)
    return dt.regression_data(measured[:rows, 2:5], progression[:rows])


def judged(name: str, data: dt.Dataset, changed: Any = None, **options: Any) -> Verdict:
    """Return the verdict on the trees that a program boosts with *options*, judged as with some fields *changed*."""
    booster = class_of(name)()
    boosted = booster.boost(data, **options)
    return judge_boosting(attrs.evolve(boosted, **(changed or {})), conventions=booster.conventions)


def right(name: str, data: dt.Dataset, **options: Any) -> int:
    """Return how many answers are judged, all of them right."""
    found = judged(name, data, **options)
    assert found.deviations == ()
    assert found.canonical + found.admissible == found.judged
    return found.judged


# --- right ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOSTERS)
def test_three_default_trees_are_right(name: str) -> None:
    """Of ordinary data: questions, values, and the start; the second and third trees see what is left."""
    assert right(name, diabetes(ROWS[name])) > 40


OTHERS: dict[str, list[dict[str, Any]]] = {
    "xgboost": [
        {"reg_lambda": 0}, {"reg_lambda": 10, "reg_alpha": 50}, {"gamma": 5_000}, {"min_child_weight": 12},
        {"max_bin": 16}, {"max_depth": 2, "eta": 1}, {"max_delta_step": 20},
    ],
    "lightgbm": [
        {"lambda_l2": 10}, {"lambda_l2": 1, "lambda_l1": 300}, {"min_data_in_leaf": 40}, {"max_bin": 16},
        {"learning_rate": 1}, {"num_leaves": 3}, {"max_delta_step": 20, "lambda_l1": 300},
    ],
    "hist-gradient-boosting": [
        {"l2_regularization": 10}, {"min_samples_leaf": 40}, {"max_bins": 16}, {"learning_rate": 1},
        {"max_leaf_nodes": 3}, {"max_depth": 2},
    ],
}  # fmt: skip


@pytest.mark.parametrize("place", range(7))
@pytest.mark.parametrize("name", BOOSTERS)
def test_other_options_are_judged_by_their_own_names(name: str, place: int) -> None:
    for options in OTHERS[name][place : place + 1]:
        assert right(name, diabetes(min(ROWS[name], 120)), **options) > 8


@pytest.mark.parametrize("name", BOOSTERS)
def test_columns_of_more_values_than_bins_are_judged_by_its_bins(name: str) -> None:
    """400 values, of which XGBoost cuts at 256 at most, the others at 255."""
    x = np.random.default_rng(0).normal(size=400)
    data = dt.regression_data({"x": x}, np.sin(3 * x).round(3))
    booster = class_of(name)()
    boosted = booster.boost(data, rounds=1)
    assert len(set(boosted.data.features[0])) <= 256
    assert judge_boosting(boosted, conventions=booster.conventions).deviations == ()
    wrong = judge_boosting(attrs.evolve(boosted, data=data), conventions=booster.conventions).deviations
    assert {"split", "early leaf"} & {one.kind for one in wrong}


@needs("xgboost")
def test_weights_are_hessians() -> None:
    weights = np.random.default_rng(0).choice([0.25, 1.0, 3.0], 100)
    data = attrs.evolve(diabetes(100), weights=weights)
    assert right("xgboost", data, min_child_weight=10) > 20


@pytest.mark.parametrize("name", each_of("lightgbm", "hist-gradient-boosting"))
def test_limits_of_weighted_rows_count_rows(name: str) -> None:
    """Three default trees; that LightGBM guesses the number of rows (L1) makes no difference here."""
    booster, weights = class_of(name)(), np.random.default_rng(0).integers(1, 4, 100).astype(float)
    measured, progression = load_diabetes(return_X_y=True)
    data = dt.regression_data((50 * measured[:100, 2:4]).round(), progression[:100])
    boosted, how = booster.boost(data, weights=weights), attrs.evolve(booster.conventions, limits="rows")
    found = judge_boosting(boosted, conventions=how)
    assert found.deviations == ()
    assert found.canonical + found.admissible == found.judged == 25
    unweighted = attrs.evolve(boosted, data=attrs.evolve(boosted.data, weights=np.ones(100)))
    assert judge_boosting(unweighted, conventions=how).deviations
    assert judge_boosting(boosted, conventions=booster.conventions).deviations


class Uncharged(dt.RegularisedSquaredError):
    """Does not charge alpha for the size of the value, but takes it from the total: X12."""

    def __call__(self, summary: dt.Moments) -> dt.Exact:
        w = self.value(summary)
        explained = w * (2 * Fraction(summary.total) - w * (summary.weight + Fraction(self.reg_lambda)))
        return (dt.Exact(summary.squares) - explained) / summary.weight


@needs("xgboost")
def test_xgboost_leaves_alpha_out_of_the_gain_where_values_are_bounded() -> None:
    """It is X12: a bound beyond all values makes another tree, in which each question is the best by another gain."""
    data, options = diabetes(40), {"reg_alpha": 100, "max_delta_step": 10_000}
    assert {one.kind for one in judged("xgboost", data, **options).deviations} >= {"late leaf"}
    learner = class_of("xgboost")().boost(data, rounds=1, **options).learner
    assert (
        judged("xgboost", data, {"learner": attrs.evolve(learner, impurity=Uncharged(1, 100))}, **options).deviations
        == ()
    )


@needs("lightgbm")
def test_bundles_of_sparse_columns_are_judged() -> None:
    """Twelve columns of which each row has one that is not 0: LightGBM makes one bundle of them."""
    chance = np.random.default_rng(0)
    rows = np.zeros((240, 12))
    rows[np.arange(240), chance.integers(0, 12, 240)] = chance.integers(1, 4, 240)
    data = dt.regression_data(rows, rows @ np.arange(12.0) + chance.integers(0, 3, 240))
    assert right("lightgbm", data) > 20


# --- wrong ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOSTERS)
def test_another_regularisation_rate_start_or_limit_deviates(name: str) -> None:
    """Each alone: of the trees, and of their values."""
    booster, data = class_of(name)(), diabetes(min(ROWS[name], 120))
    boosted = booster.boost(data)
    learner = boosted.learner
    stopping = attrs.evolve(learner.stopping, min_leaf=learner.stopping.min_leaf + 15)
    other: list[tuple[set[str], dict[str, Any]]] = [
        ({"value"}, {"learner": attrs.evolve(learner, impurity=dt.RegularisedSquaredError(7))}),
        ({"start"}, {"start": boosted.start + 0.1}),
        ({"limit", "late leaf"}, {"learner": attrs.evolve(learner, stopping=stopping)}),
    ]
    for kinds, changed in other:
        assert kinds & {one.kind for one in judged(name, data, changed).deviations}
    assert {one.kind for one in judged(name, data, {"rate": 0.2}).deviations} == {"value"}


def planted(first: tuple[float, float], then: tuple[float, float], cut: float = 1.5) -> list[str]:
    """Return the deviations of two trees of these values, the second with this cut, of the responses 1, 5 and 5."""
    data = dt.regression_data({"x": [1, 2, 3]}, [1, 5, 5], weights=[2, 1, 1])
    trees = [
        {"feature": "x", "threshold": where, "children": [{"value": value} for value in each]}
        for where, each in ((1.5, first), (cut, then))
    ]
    learner = dt.regularised_cart(reg_lambda=2, max_depth=1)
    boosted = Boosted(trees=tuple(trees), data=data, learner=learner, start=3)
    return [str(one).split(", got")[0] for one in judge_boosting(boosted).deviations]


def test_a_tree_is_judged_by_the_values_of_the_one_before() -> None:
    """Of -2, -2, 2, 2 the values are -1 and 1; of -1, -1, 1, 1 they are -1/2 and 1/2."""
    assert planted((-1, 1), (-0.5, 0.5)) == []
    assert planted((-1, 1), (-1, 1)) == [
        "value at path [0]: expected tree 2: -1/2 = -0.5", "value at path [1]: expected tree 2: 1/2 = 0.5",
    ]  # fmt: skip
    assert planted((-1, 1.5), (-0.5, 0.25)) == ["value at path [1]: expected tree 1: 1 = 1"]


def test_a_wrong_question_of_a_later_tree_deviates() -> None:
    found = planted((-1, 1), (-0.2, 1 / 3), cut=2.5)
    assert found[0].startswith("split at path []: expected tree 2: Threshold(feature='x', threshold=1.5)")


def test_classes_are_not_judged() -> None:
    data = dt.classification_data({"x": [1, 2]}, ["a", "b"])
    with pytest.raises(dt.InvalidData, match="the target is classes"):
        judge_boosting(Boosted(trees=(), data=data, learner=dt.cart(), start=0))


# --- in a campaign --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOSTERS)
def test_it_is_a_check_of_every_case(name: str) -> None:
    """Each of few rows stands so often that leaves of 20 rows are found."""
    data = dt.regression_data({"x": [1, 2, 3]}, [0.5, 0.5, 9])
    booster = class_of(name)()
    found = dt.oracle.examine.verify(booster, data, booster.learners["squared_error"])["boosting"]
    assert found.judged >= 1 + 3 * 5
    assert found.deviations == ()
    assert TIMES == 20


@pytest.mark.parametrize("name", BOOSTERS)
def test_categories_are_not_boosted(name: str) -> None:
    with pytest.raises(dt.Unsupported, match="categories"):
        class_of(name)().boost(dt.regression_data({"c": ["p", "q"]}, [0, 1]))

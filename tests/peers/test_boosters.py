"""XGBoost and LightGBM: what the judge sees of a planted tree, and the data that each, the real one, grows right."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from peers.asking import class_of, each_of, needs
from sizes import larger_in_a_campaign

from dtrees import Dataset, classification_data, misclassification, regression_data
from dtrees.errors import Unsupported
from dtrees.growing.cart import cart
from dtrees.oracle.cases import Case
from dtrees.oracle.examine import examine
from dtrees.peers.shared.booster_data import categorical
from dtrees.peers.shared.boosters import LEARNERS, Node

BOOSTERS = each_of("xgboost", "lightgbm")


def kinds(data: Dataset, name: str, nodes: list[Node] | None = None, **options: Any) -> list[str]:
    """Return the kinds of deviations of the one tree that the booster grows, or that is planted for it."""
    booster = class_of(name)(**options)
    if nodes is not None:
        booster.nodes = lambda *_: nodes
    case = Case(name="asked", data=data, learner=LEARNERS["squared_error"])
    [growth] = [one for one in examine(booster, case, booster.conventions) if one.check == "growth"]
    return [each.kind for each in growth.deviations]


def random_data(name: str, seed: int, cases: int) -> list[Any]:
    return [class_of(name).random_case(seed, number).data for number in range(cases)]


@pytest.mark.parametrize("name", BOOSTERS)
def test_the_judge_sees_a_wrong_question_a_wrong_leaf_and_a_wrong_mean(name: str) -> None:
    data = regression_data({"x": [1, 2, 3]}, [0, 0, 9])
    leaf = Node(-1, 0.0, (), 3.0)
    wrong = {
        "split": [Node(0, 1.5, (1, 2), 3.0), attrs.evolve(leaf, value=0.0), attrs.evolve(leaf, value=4.5)],
        "early leaf": [leaf],
        "value": [attrs.evolve(leaf, value=2.9)],
    }
    for kind, nodes in wrong.items():
        assert kind in kinds(data, name, nodes)


@pytest.mark.parametrize("name", BOOSTERS)
def test_a_cut_may_lie_anywhere_between_its_neighbours(name: str) -> None:
    data = regression_data({"x": [1, 2]}, [0, 9])
    leaves = [Node(-1, 0.0, (), 0.0), Node(-1, 0.0, (), 9.0)]
    found = [kinds(data, name, [Node(0, cut, (1, 2), 4.5), *leaves]) for cut in (1.1, 1.25, 1.99, 2.5)]
    assert found[:3] == [[], [], []]
    assert "split" in found[3]


@pytest.mark.parametrize("name", BOOSTERS)
def test_what_is_no_sum_of_squares_is_refused(name: str) -> None:
    data = classification_data({"x": [0, 1]}, ["a", "b"])
    with pytest.raises(Unsupported, match="impurity=misclassification is not among"):
        class_of(name)().grow(data, cart(impurity=misclassification))
    with pytest.raises(Unsupported, match="more than two classes"):
        class_of(name)().grow(classification_data({"x": [0, 1, 2]}, ["a", "b", "c"]), cart())


@needs("xgboost")
@pytest.mark.parametrize("options", [{}, {"tree_method": "hist", "max_bin": 4096}], ids=["exact", "hist"])
@larger_in_a_campaign("cases", 60, 150)
def test_xgboost_grows_small_integers_right(options: dict[str, Any], cases: int) -> None:
    """Responses below 6 and weights of 1 to 3: no gain is within float32's rounding of another."""
    for data in random_data("xgboost", 2, cases):
        if data.holds_missing and categorical(data):
            continue  # whether a category is missing is not asked
        whole = attrs.evolve(data.target, values=(data.target.values / max(data.target.values.max(), 1) * 5).round())
        assert kinds(attrs.evolve(data, target=whole), "xgboost", **options) == []


@needs("lightgbm")
@larger_in_a_campaign("cases", 60, 150)
def test_of_one_column_and_equal_weights_lightgbm_only_splits_too_far(cases: int) -> None:
    """One column never gains nothing above a node where it gains; equal weights are counted right."""
    for data in random_data("lightgbm", 4, cases):
        assert {*kinds(regression_data({"x": range(len(data))}, data.target.values.round(1)), "lightgbm")} <= {
            "late leaf"
        }

"""The judge of both boosters, and the data that each, the real one, grows right."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from peers.asking import each_of, needs

from dtrees import Dataset, classification_data, regression_data
from dtrees.errors import InvalidData
from dtrees.oracle.peers.boosters.booster import Booster, Node, judge_booster, random_case
from dtrees.oracle.peers.peer import PEERS

if TYPE_CHECKING:
    from collections.abc import Iterator

BOOSTERS = each_of("xgboost", "lightgbm")


def booster(name: str) -> Booster:
    made: Booster = import_module(PEERS[name]).BOOSTER
    return made


def kinds(data: Dataset, name: str, nodes: list[Node] | None = None) -> list[str]:
    """Return the kinds of deviations of the tree that the booster grows, or that is planted for it."""
    asked = booster(name)
    if nodes is not None:
        asked = attrs.evolve(asked, grow=lambda _: nodes)
    return [each.kind for verdict in judge_booster(data, asked).values() for each in verdict.deviations]


def random_data(seed: int) -> Iterator[Any]:
    return (random_case(seed, number).data for number in range(150))


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
    found = [kinds(data, name, [Node(0, cut, (1, 2), 4.5), *leaves]) for cut in (1.0, 1.25, 1.99, 2.0)]
    assert found[:3] == [[], [], []]
    assert "split" in found[3]


@pytest.mark.parametrize("name", BOOSTERS)
def test_classes_are_refused(name: str) -> None:
    with pytest.raises(InvalidData, match="numeric columns and responses"):
        kinds(classification_data({"x": [0, 1]}, ["a", "b"]), name)


@needs("xgboost")
def test_xgboost_grows_small_integers_right() -> None:
    """Responses below 6 and weights of 1 to 3: no gain is within float32's rounding of another."""
    for data in random_data(seed=2):
        whole = attrs.evolve(data.target, values=(data.target.values / max(data.target.values.max(), 1) * 5).round())
        assert kinds(attrs.evolve(data, target=whole), "xgboost") == []


@needs("lightgbm")
def test_of_one_column_and_equal_weights_lightgbm_only_splits_too_far() -> None:
    """One column never gains nothing above a node where it gains; equal weights are counted right."""
    for data in random_data(seed=4):
        assert {*kinds(regression_data({"x": range(len(data))}, data.target.values.round(1)), "lightgbm")} <= {
            "late leaf"
        }

"""LightGBM, the real one, judged: small random data, and what it alone does."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

import pytest

from dtrees import regression_data
from dtrees.oracle.peers.boosters.booster import Peer, judge_booster, random_data

pytestmark = pytest.mark.skipif(find_spec("lightgbm") is None, reason="needs LightGBM: pip install 'dtrees[lightgbm]'")


def peer(**options: Any) -> Peer:
    made: Peer = importlib.import_module("dtrees.oracle.peers.boosters.lightgbm").peer(**options)
    return made


def test_every_deviation_of_small_random_data_is_explained() -> None:
    found = [
        each for name, data in random_data(150, seed=3).items() for each in judge_booster(name, data, peer()).found
    ]
    assert {each.part for each in found} == {"growth"}
    assert {each.why for each in found if each.kind != "error"} <= {
        "neighbours in one bin",
        "defect: a column that gained nothing above is not tried",
        "defect: gains not centred",
        "defect: weights are not repeated rows",
    }


def test_one_column_of_small_integers_is_grown_without_deviation() -> None:
    """One column never gains nothing above a node where it gains; equal weights are counted right."""
    for name, data in random_data(150, seed=4).items():
        first = regression_data({"x": range(len(data))}, data.target.values.round(1))  # type: ignore[union-attr]
        kinds = {each.kind for each in judge_booster(name, first, peer()).found}
        assert kinds <= {"late leaf"}


def test_repeated_rows_are_grown_where_weights_fail() -> None:
    """What weights 3 and 1 cannot, rows that stand so often can."""
    repeated = regression_data({"x": [1, 1, 1, 2]}, [0, 0, 0, 1])
    assert judge_booster("repeated", repeated, peer()).found == ()

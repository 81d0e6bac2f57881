"""XGBoost, the real one, judged: small random data, and what it alone does."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

import attrs
import pytest

from dtrees import datasets, regression_data
from dtrees.oracle.peers.boosters.booster import Peer, judge_booster, random_data

pytestmark = pytest.mark.skipif(find_spec("xgboost") is None, reason="needs XGBoost: pip install 'dtrees[xgboost]'")


def peer(**options: Any) -> Peer:
    made: Peer = importlib.import_module("dtrees.oracle.peers.boosters.xgboost").peer(**options)
    return made


def test_the_books_tables_are_grown_without_deviation() -> None:
    for table in ("regression", "regression_boosting"):
        judged = judge_booster(table, datasets.load(table), peer())
        assert judged.found == ()
        assert judged.counts["growth"] > 5


def test_small_integers_are_grown_without_deviation() -> None:
    """Responses below 10 and weights of 1 to 3: no gain is within float32's rounding of another."""
    for name, data in random_data(150, seed=2).items():
        whole = attrs.evolve(data.target, values=(data.target.values / max(data.target.values.max(), 1) * 5).round())  # type: ignore[union-attr]
        judged = judge_booster(name, attrs.evolve(data, target=whole), peer())
        assert judged.found == ()


def test_every_deviation_of_small_random_data_is_explained() -> None:
    found = [
        each for name, data in random_data(150, seed=3).items() for each in judge_booster(name, data, peer()).found
    ]
    assert {each.part for each in found} == {"growth"}
    assert all(each.why.startswith("defect: ") for each in found)


def test_a_slightly_larger_gain_is_taken() -> None:
    for responses in ([0, 0.002], [2895, 2896]):
        assert judge_booster("larger", regression_data({"x": [1, 2]}, responses), peer()).found == ()

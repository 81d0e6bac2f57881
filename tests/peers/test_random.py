"""Small random data: every way in which a real peer deviates on them is explained."""

from __future__ import annotations

from typing import Final

import pytest
from peers.asking import needs

from dtrees.oracle.findings import together
from dtrees.oracle.peers.peer import find_peer

CASES: Final = {"scikit-learn": 300, "rpart": 200, "j48": 30, "xgboost": 150, "lightgbm": 150}
"""So many of each peer."""

WHERE: Final = {
    "scikit-learn": {"growth", "path", "fits"},
    "rpart": {"growth", "cptable", "prune", "xval"},
    "j48": {"growth", "binary", "minimum", "description length", "reduced error"},
    "xgboost": {"growth"},
    "lightgbm": {"growth", "answer"},
}
"""The parts in which it deviates, weights being those of the random data."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in CASES])
def test_every_deviation_is_explained_and_in_the_parts_that_are_known_to_deviate(name: str) -> None:
    peer = find_peer(name)
    found = together(peer.judge([peer.random(7, number) for number in range(CASES[name])]))
    assert {example.part for example in found.counterexamples} == WHERE[name]
    assert {example.why.partition(":")[0] for example in found.counterexamples} <= {"defect", "convention"}

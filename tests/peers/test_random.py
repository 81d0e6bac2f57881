"""Small random data: every way in which a real peer deviates on them is explained."""

from __future__ import annotations

from typing import Final

import pytest
from peers.asking import examined, needs

from dtrees.oracle.adapters import Adapter

CASES: Final = {"scikit-learn": 150, "rpart": 60, "j48": 9, "xgboost": 100, "lightgbm": 100, "ranger": 20}
"""So many of each peer."""

WHERE: Final = {
    "scikit-learn": {"path", "pruned"},
    "rpart": {"cross-validation"},
    "j48": {"growth", "growth with -R"},
    "xgboost": {"growth"},
    "lightgbm": {"growth"},
    "ranger": {"growth"},
}
"""The checks by which it surely deviates."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in CASES])
def test_every_deviation_is_explained_and_the_checks_that_are_known_to_deviate_do(name: str) -> None:
    adapter = Adapter(name)
    with adapter.opened() as peer:
        cases = [adapter.random_case(7, number, peer) for number in range(CASES[name])]
    found = examined(name, cases)
    findings = [finding for each in found for finding in each.findings]
    assert WHERE[name] <= {finding.check for finding in findings}
    assert [str(finding) for finding in findings if not finding.why.startswith(("defect: ", "convention: "))] == []

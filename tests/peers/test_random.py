"""Small random data: every way in which a real peer deviates on them is explained."""

from __future__ import annotations

import pytest
from peers.asking import EACH, TRIALS, examined

from dtrees.oracle.adapters import Adapter


@pytest.mark.parametrize("name", EACH)
def test_every_deviation_is_explained_and_the_checks_that_are_known_to_deviate_do(name: str) -> None:
    adapter = Adapter(name)
    with adapter.opened() as peer:
        cases = [adapter.random_case(7, number, peer) for number in range(TRIALS[name].cases)]
    found = examined(name, cases)
    findings = [finding for each in found for finding in each.findings]
    assert TRIALS[name].checks <= {finding.check for finding in findings}
    assert [str(finding) for finding in findings if not finding.why.startswith(("defect: ", "convention: "))] == []

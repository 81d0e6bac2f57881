"""Each mistake as people make them is found by the default run, and named where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from innocence.planted_human import ESTIMATOR, MISTAKES, SOURCE, object_of

from dtrees.oracle.campaign import Campaign
from dtrees.oracle.campaign.judging import judge_cases, judge_conventions
from dtrees.oracle.campaign.plan import adapter_of, cases_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.oracle.finding import Finding

RANDOM = 60
"""So many random cases are judged until one deviates: fewer than by default."""


def findings(name: str) -> Iterator[Finding]:
    """Yield what is found of tables and random cases, as it comes."""
    place, is_estimator = [*MISTAKES].index(name), MISTAKES[name].one["way"] == ESTIMATOR["way"]
    way = "estimator: innocence.planted_human:estimator" if is_estimator else "innocence.planted_human:object"
    peer = f"{way}_{place}"
    campaign = Campaign(peer=peer, cases=RANDOM, tables=True)
    if is_estimator:
        for record in judge_conventions(campaign, adapter_of(campaign).unexplained):
            yield from record.findings
    else:
        adapter_of(campaign).assume(object_of(name).conventions)
    for case in cases_of(campaign, len(adapter_of(campaign).tables)):
        for record in judge_cases(campaign, [case]):
            yield from record.findings


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found_and_named(name: str) -> None:
    found = next((one for one in findings(name) if one.kind != "unexplained" or "expected" in one.got), None)
    assert found, "not found"
    said = found.got if found.kind == "unexplained" else found.kind
    assert any(kind in said for kind in MISTAKES[name].named), found


def test_each_mistake_is_in_the_text() -> None:
    assert len(MISTAKES) >= 60
    inside = [name for name, planted in MISTAKES.items() if planted.old in SOURCE]
    assert {name for name in MISTAKES if MISTAKES[name].one["way"] != "estimator"} <= {*inside}

"""Right implementations of every choice that authors make, in which every pair of choices occurs: none is accused.

Hundreds more, with laws and more cases, are a campaign: ``cd tests && python -m innocence.matrix.judge 0 500``.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from campaign.here import judge_here
from innocence.matrix.judge import accusations, peer_of
from innocence.matrix.members import FURTHER, FURTHER_FROM, OPTIONS, member, members, pairs_of, text_of

MEMBERS = 60
CASES = 10
MULTIWAY_REGRESSION = 74
LOWER_BY_MISCLASSIFICATION = 64
FURTHER_ONES = [
    MULTIWAY_REGRESSION, LOWER_BY_MISCLASSIFICATION, *range(FURTHER_FROM, FURTHER_FROM + len(FURTHER))
]  # fmt: skip


@pytest.mark.parametrize("place", [*range(MEMBERS), *FURTHER_ONES], ids=lambda place: text_of(member(place))[:60])
def test_a_right_implementation_is_acquitted(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))  # where a program of ours finds its module
    judge_here(monkeypatch)
    assert accusations(peer_of(place), cases=CASES, laws=0, tables=False) == []


def test_nearly_every_pair_of_choices_occurs() -> None:
    possible = set(chain.from_iterable(map(pairs_of, members(400))))
    assert len(set(chain.from_iterable(map(pairs_of, members(MEMBERS)))) & possible) >= len(possible) - 2
    assert all({one[name] for one in members(MEMBERS)} == {*values} for name, values in OPTIONS.items())

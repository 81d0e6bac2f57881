"""The laws have teeth for an ordinary float implementation too: it obeys them, and each bug planted in it is caught."""

import pytest
from quality.plain.adapter import plain
from quality.planted_plain import PLANTED, planted

from dtrees.oracle.laws import conformance


@pytest.mark.parametrize("law", sorted({law for _, _, law in PLANTED.values()}))
def test_the_plain_implementation_is_not_blamed(law: str) -> None:
    [found] = conformance(plain(), laws=[law], examples=20).results
    assert (found.outcome, found.judged) == ("holds", 20)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bug_is_caught(name: str) -> None:
    law = PLANTED[name][2]
    assert conformance(planted(name), laws=[law], examples=400, shrink=False).named("broken") == (law,)

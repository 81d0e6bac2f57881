"""The laws have teeth for an ordinary float implementation too: it obeys them, and each bug planted in it is caught."""

import pytest
from quality.plain.adapter import plain
from quality.planted_plain import IN_CASES, PLANTED, planted

import dtrees as dt
from dtrees.laws import LAWS
from dtrees.oracle import system_of
from dtrees.oracle.adapters import USUAL_CASES, Adapter
from dtrees.oracle.examine import examine
from dtrees.oracle.laws import conformance


@pytest.mark.parametrize("law", sorted({law for _, _, law in PLANTED.values()}))
def test_the_plain_implementation_is_not_blamed(law: str) -> None:
    [found] = conformance(plain(), laws=[law], examples=20).results
    assert (found.outcome, found.judged) == ("holds", 20)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bug_is_caught(name: str) -> None:
    law = PLANTED[name][2]
    assert conformance(planted(name), laws=[law], examples=400, shrink=False).named("broken") == (law,)


@pytest.mark.parametrize("name", IN_CASES)
def test_a_planted_bug_is_caught_by_a_random_case_of_the_default_run(name: str) -> None:
    *_, number = IN_CASES[name]
    right, wrong = plain(), planted(name)
    case = Adapter("quality.plain.adapter:plain").random_case(0, number, right)
    found = [[verdict.deviations for verdict in examine(one, case, one.conventions)] for one in (right, wrong)]
    assert [any(deviations) for deviations in found] == [False, True]
    assert number < USUAL_CASES


def test_a_mean_that_rounds_loses_what_rounding_makes_of_it() -> None:
    """In float64 two rows of .75 that weigh .1 each have a mean of .7500000000000001."""
    law = "cross_validation_is_the_literal_one"
    data = dt.regression_data({"x": ["p", "p"]}, [0.75, 0.75], weights=[0.1, 0.1])
    LAWS[law].function(system_of(plain(), law=law), data, dt.cart(), [1, 2], "squared_error", "count")

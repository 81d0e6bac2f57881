"""Python objects as a new user gives them: functions that make one, limited ones, and ones that depend on hashes."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest
from campaign import objects
from campaign.here import judge_here
from click.testing import CliRunner
from quality.plain.adapter import plain
from quality.planted_plain import planted
from sklearn.tree import DecisionTreeClassifier

import dtrees as dt
from dtrees.cli.verify import verify_command
from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle import Supported, columns_of
from dtrees.oracle.adapters import ESTIMATOR, Adapter
from dtrees.oracle.campaign import Campaign, run_campaign
from dtrees.oracle.campaign.judging import judge_cases, judge_functions
from dtrees.oracle.campaign.plan import adapter_of
from dtrees.oracle.cases import Case
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.examine import examine
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.implementation import limited, limiting
from dtrees.oracle.record import MOST_HANGS, Granted
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.terminal import print_campaign

if TYPE_CHECKING:
    from dtrees.oracle.record import Record

OBJECTS: Final = "campaign.objects"


def validating(bug: str) -> Any:
    """Return a function that makes the plain implementation with a bug planted in it."""
    return partial(planted, bug)


unfilled = validating("losses_are_never_computed")
arithmetic = validating("arithmetic_for_geometric_means")
lower = validating("lower_end_for_geometric_means")

VALIDATED = ("table 20", "table 41")
"""Cases of the default run of which the alphas of folds lie between the means of two alphas."""


def records_of(name: str, *cases: str, conventions: Conventions | None = None) -> list[Record]:
    return judge_cases(Campaign(peer=f"{OBJECTS}:{name}", cases=10), cases, conventions)


def test_an_implementation_of_categories_alone_that_always_stops_is_judged() -> None:
    records = records_of("Categories", "random 0", "random 1", "random 2")
    assert all(record.checks["growth"]["judged"] and not record.deviates for record in records)


def test_what_is_refused_says_why_nothing_was_judged() -> None:
    [record] = records_of("Refusing", "random 0", conventions=EXACT)
    assert (record.checks, record.note) == ({}, "it is Tuesday")


def test_functions_that_were_never_judged_fail_the_verdict_and_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dtrees.oracle.adapters._answers_alike", lambda *_: True)
    campaign = Campaign(peer=f"{OBJECTS}:Measuring", cases=10, laws=2)
    adapter = adapter_of(campaign)
    records = judge_cases(campaign, ["random 0"])
    [record] = judge_functions(records, adapter.functions, adapter.untaken)
    assert [(one.kind, one.got) for one in record.findings] == [
        ("gini never judged", "none: no table or random data ask for it: give --laws 20"),
        ("pruning_sequence never judged", "none: it prunes on Mondays"),
    ]
    assert "functions: gini never judged" in to_junit(campaign, [*records, record])
    records += judge_cases(campaign, ["law gini_is_disagreement"])
    [record] = judge_functions(records, adapter.functions, adapter.untaken)
    assert [one.kind for one in record.findings] == ["pruning_sequence never judged"]


def test_data_of_a_kind_that_is_not_taken_are_not_asked_and_that_is_said() -> None:
    adapter = Adapter(f"{OBJECTS}:Categories")
    adapter.assume(EXACT)
    assert {type(case.data.target) for case in adapter.tables} == {dt.Classes}
    assert {"targets numbers", "numbers midpoint"} <= {*adapter.untaken}


def test_one_that_states_midpoints_and_cuts_at_values_is_asked_as_it_states() -> None:
    records = records_of("AtValues", "random 0", "random 3", conventions=Conventions(cut="observed"))
    assert all(record.checks["growth"]["judged"] and not record.deviates for record in records)


class ByHash(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    """An estimator whose order of columns follows the hash of a text, under the two seeds that are tried."""

    def fit(self, x: Any, y: Any, sample_weight: Any = None) -> Any:
        self.random_state = hash("seed") % 1000
        return super().fit(x, y, sample_weight)


@pytest.mark.parametrize(
    "name",
    [
        f"{OBJECTS}:BySet",
        f"{OBJECTS}:DeclaredBySet",
        f"{ESTIMATOR}{__name__}:ByHash",
        f"{ESTIMATOR}conformance.plain_estimators:ByHash",
    ],
)
def test_ties_that_follow_the_hash_seed_are_any_whatever_is_declared(name: str) -> None:
    assert Adapter(name).conventions.repeats == "any"


def test_a_function_that_makes_an_implementation_is_called() -> None:
    records = records_of("made", "random 3", "random 4", "random 6", conventions=EXACT)
    assert {finding.kind for record in records for finding in record.findings} == {"importance"}


@pytest.mark.parametrize("name", ["dtrees", "quality.plain.adapter:plain", f"{OBJECTS}:ByCounts"])
def test_right_cross_validation_is_judged_and_not_blamed(name: str) -> None:
    records = judge_cases(Campaign(peer=name, cases=2, tables=True), VALIDATED, plain().conventions)
    assert sum(record.checks.get("cross-validation", {"judged": 0})["judged"] for record in records) > len(VALIDATED)
    blamed = {finding.check for record in records for finding in record.findings}
    assert blamed & {"cross-validation", "error-based pruning"} == set()


@pytest.mark.parametrize("name", ["unfilled", "arithmetic", "lower"])
def test_wrong_cross_validation_is_found_without_laws(name: str) -> None:
    campaign = Campaign(peer=f"{__name__}:{name}", cases=2, tables=True)
    for record in judge_cases(campaign, VALIDATED, plain().conventions):
        assert {finding.kind for finding in record.findings if finding.check == "cross-validation"} == {"xerror"}


@pytest.mark.parametrize("loose", [{"repeats": "any"}, {"majority": "last"}])
def test_cross_validation_is_not_judged_where_folds_need_not_be_those_that_are_asked_for(loose: Any) -> None:
    data = dt.classification_data({"x": [0, 0, 0, 0, 1, 1]}, list("abcabc"))
    case = Case(name="tied", data=data, learner=dt.cart(), folds=(0, 0, 1, 1, 0, 1))
    judged = [
        [one.check for one in examine(dt, case, theirs) if one.judged]
        for theirs in (EXACT, attrs.evolve(EXACT, **loose))
    ]
    assert ["cross-validation" in checks for checks in judged] == [True, False]


def test_an_object_without_functions_is_refused() -> None:
    with pytest.raises(InvalidData, match="none of the functions grow"), Adapter(f"{__name__}:pytest").opened():
        pass


def test_what_hangs_on_some_inputs_is_limited_also_where_its_conventions_are_looked_for_and_by_laws() -> None:
    with limiting(0.05):
        found = dt.oracle.infer_conventions(objects.Hanging())
    assert found.conventions.zero_gain == "asked"
    place = "no answer within 0.05 s (campaign/objects.py:"
    assert any(place in one for one in found.unexplained)
    campaign = Campaign(peer=f"{OBJECTS}:Hanging", cases=12, time_limit=0.05, laws=5)
    [law] = judge_cases(campaign, ["law stopping_rule_is_obeyed"], found.conventions)
    assert place in law.findings[0].got


def test_a_campaign_whose_answers_do_not_come_ends_after_a_few_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    campaign = Campaign(peer=f"{OBJECTS}:Always", cases=200, time_limit=0.05)
    found = run_campaign(campaign)
    assert {one.kind for each in found for one in each.findings} == {"hang"}
    assert MOST_HANGS <= len(found) <= 2 * MOST_HANGS  # of the chunk at hand, and of the one that waits
    print_campaign(found, Granted(), left=200 - len(found))
    assert f"{200 - len(found)} not begun, for answers too often do not come" in " ".join(
        capsys.readouterr().out.split()
    )


def test_random_rows_have_weights_where_they_are_taken() -> None:
    records = records_of("Unweighted", *(f"random {number}" for number in range(40)), conventions=EXACT)
    assert {number % 4 for number, record in enumerate(records) if record.deviates} == {3}
    assert {one.kind for record in records for one in record.findings} >= {"split"}


def test_the_nearest_time_limit_ends_what_is_inside_and_the_outer_one_the_rest() -> None:
    with pytest.raises(NoAnswer, match=r"within 0\.02 s"), limited(0.02), limited(5):
        objects.endless()
    with pytest.raises(NoAnswer, match=r"within 0\.06 s"), limited(0.06):  # noqa: PT012 (what follows is ended)
        with suppress(NoAnswer), limited(0.02):
            objects.endless()
        objects.endless()


def test_an_implementation_that_never_answers_is_refused() -> None:
    with pytest.raises(Unsupported, match=r"does not grow a tree of two rows: no answer within 0\.2 s"):
        _ = Adapter(f"{OBJECTS}:Endless", seconds=0.2).conventions


class Responses:
    """It takes responses alone, so that no small table of classes shows what it chooses."""

    supported = Supported(numbers=("midpoint",), categories=(), targets=("numbers",), limits=(), weights=False)

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        self.supported.require(data, learner)
        if len(set(columns_of(data)["x"] if "x" in data.feature_names else "abc")) < 3:
            message = "columns have three values at least"
            raise dt.Unsupported(message)
        return dt.grow(data, learner)


def test_conventions_that_asking_does_not_decide_are_said_to_be_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    judge_here(monkeypatch)
    done = CliRunner().invoke(verify_command, ["--python", f"{__name__}:Responses", "--laws", "0", "--cases", "5"])
    assert "asking did not decide, so more is granted than needed: precision, smallest_gap" in done.output


def test_reduced_errors_are_not_judged_where_a_tie_may_go_to_another_class() -> None:
    """The root of four rows, a tie, loses as much as its children where it predicts a, and more where it predicts b."""
    data = dt.classification_data({"x": [1, 5, 1, 5, 2, 5, 2, 5]}, list("aabaabbb"))
    case = Case(name="tie", data=data, learner=dt.cart())
    last = SimpleNamespace(grow=dt.grow, reduced_error_prune=kept_whole)
    judged = {
        majority: next(
            verdict
            for verdict in examine(last, case, Conventions(majority=majority))
            if verdict.check == "reduced-error pruning" or verdict.function == "reduced_error_prune"
        )
        for majority in ("first", "last")
    }
    assert bool(judged["first"].deviations)
    assert (judged["last"].judged, judged["last"].note[:29]) == (0, "a node may predict another of")


def kept_whole(tree: dt.Tree, data: dt.Dataset) -> dt.Tree:
    return tree

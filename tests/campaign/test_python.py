"""Python objects as a new user gives them: functions that make one, limited ones, and ones that depend on hashes."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import dtrees as dt
from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle.adapters import Adapter
from dtrees.oracle.campaign import Campaign
from dtrees.oracle.campaign.judging import judge_cases
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.implementation import limited, limiting

if TYPE_CHECKING:
    from dtrees.oracle.record import Record


class Categories:
    """It grows by gain ratio, of categories and classes alone, and never without a gain."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        numeric = any(isinstance(feature, dt.Numeric) for feature in data.features)
        known = dt.c45(gate="none"), attrs.evolve(dt.c45(gate="none"), questions=learner.questions)
        if numeric or not hasattr(data.target, "labels") or learner not in known:
            message = "gain ratio of categories alone"
            raise Unsupported(message)
        return dt.grow(data, dt.c45(gate="none", zero_gain="stop"))


class Refusing:
    """It refuses whatever it is asked."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        message = "it is Tuesday"
        raise Unsupported(message)


class BySet:
    """It asks the columns in the order of a set of their names."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        names = list({feature.name for feature in data.features})
        return dt.grow(attrs.evolve(data, features=tuple(map(data.feature, names))), learner)


class DeclaredBySet(BySet):
    """It says that it answers the same."""

    conventions = EXACT


class EqualImportances:
    """Every feature is as important as any other."""

    grow = staticmethod(dt.grow)

    def importances(self, _: Any, features: Any) -> dict[str, float]:
        return dict.fromkeys(features, 1 / len(features))


def made() -> EqualImportances:
    return EqualImportances()


def records_of(name: str, *cases: str) -> list[Record]:
    return judge_cases(Campaign(peer=f"{__name__}:{name}", cases=10), cases)


def test_an_implementation_of_categories_alone_that_always_stops_is_judged() -> None:
    records = records_of("Categories", "random 0", "random 1", "random 2")
    assert all(record.checks["growth"]["judged"] and not record.deviates for record in records)


def test_what_is_refused_says_why_nothing_was_judged() -> None:
    [record] = records_of("Refusing", "random 0")
    assert (record.checks, record.note) == ({}, "it is Tuesday")


@pytest.mark.parametrize("name", ["BySet", "DeclaredBySet"])
def test_ties_that_follow_the_hash_seed_are_any_whatever_is_declared(name: str) -> None:
    assert Adapter(f"{__name__}:{name}").conventions.repeats == "any"


def test_a_function_that_makes_an_implementation_is_called() -> None:
    records = records_of("made", "random 3", "random 4", "random 6")
    assert {finding.kind for record in records for finding in record.findings} == {"importance"}


def test_an_object_without_functions_is_refused() -> None:
    with pytest.raises(InvalidData, match="none of the functions grow"), Adapter(f"{__name__}:pytest").opened():
        pass


class Endless:
    """It never answers."""

    def grow(self, _data: dt.Dataset, _learner: dt.Learner) -> dt.Tree:
        while True:
            pass


class Hanging:
    """It never answers where five rows are asked."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        while len(data) == 5:
            pass
        return dt.grow(data, learner)


def test_what_hangs_on_some_inputs_is_limited_also_where_its_conventions_are_looked_for_and_by_laws() -> None:
    with limiting(0.05):
        found = dt.oracle.infer_conventions(Hanging())
    assert found.conventions.zero_gain == "asked"
    place = "no answer within 0.05 s (campaign/test_python.py:"
    assert any(place in one for one in found.unexplained)
    campaign = Campaign(peer=f"{__name__}:Hanging", cases=12, time_limit=0.05, laws=5)
    [law] = judge_cases(campaign, ["law stopping_rule_is_obeyed"], found.conventions)
    assert place in law.findings[0].got


def endless() -> None:
    while True:
        pass


def test_the_nearest_time_limit_ends_what_is_inside_and_the_outer_one_the_rest() -> None:
    with pytest.raises(NoAnswer, match=r"within 0\.02 s"), limited(0.02), limited(5):
        endless()
    with pytest.raises(NoAnswer, match=r"within 0\.06 s"), limited(0.06):  # noqa: PT012 (what follows is ended)
        with suppress(NoAnswer), limited(0.02):
            endless()
        endless()


def test_an_implementation_that_never_answers_is_refused() -> None:
    with pytest.raises(Unsupported, match=r"does not grow a tree of two rows: no answer within 0\.2 s"):
        _ = Adapter(f"{__name__}:Endless", seconds=0.2).conventions

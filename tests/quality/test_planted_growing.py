"""The laws have teeth: each planted bug is caught by the laws named for it, and no right variant is blamed."""

from inspect import getsource, unwrap
from typing import Any, Final

import attrs
import pytest
from quality.planted_growing import PLANTED, VARIANTS

from dtrees.laws import (
    LAWS,
    SPECIFICATION,
    Law,
    System,
    growing,
    measures,
    predicting,
    splitting,
    symmetries,
)
from dtrees.laws.check import broken_laws, check

EXAMPLES: Final = 300
EXAMPLES_OF_VARIANTS: Final = 20

CAUGHT: Final = [(name, law) for name, planted in PLANTED.items() for law in planted.caught_by]
CHAPTERS: Final = (measures, splitting, growing, symmetries, predicting)
CONVENTION_FREE: Final = [
    law
    for law in LAWS.values()
    if not law.presumes and law.function.__module__ in {chapter.__name__ for chapter in CHAPTERS}
]


def concerns(law: Law, system: System) -> bool:
    """Return whether the law's text calls a function that *system* has exchanged."""
    exchanged = [name for name, theirs in vars_of(system).items() if theirs is not vars_of(SPECIFICATION)[name]]
    text = getsource(unwrap(law.function))
    return any(f"system.{name}(" in text for name in exchanged)


def vars_of(system: System) -> dict[str, Any]:
    return attrs.asdict(system, recurse=False)


@pytest.mark.parametrize(("name", "law"), CAUGHT, ids=[f"{name}-{law}" for name, law in CAUGHT])
def test_planted_bug_is_caught(name: str, law: str) -> None:
    assert check(LAWS[law], PLANTED[name].system, examples=EXAMPLES, shrink=False) is not None


@pytest.mark.parametrize("law", sorted({law for _, law in CAUGHT}))
def test_specification_passes_where_the_bugs_fail(law: str) -> None:
    assert check(LAWS[law], SPECIFICATION, examples=EXAMPLES_OF_VARIANTS) is None


@pytest.mark.parametrize("name", VARIANTS)
def test_right_variant_is_blamed_by_no_convention_free_law(name: str) -> None:
    concerned = [law for law in CONVENTION_FREE if concerns(law, VARIANTS[name])]
    assert concerned
    assert broken_laws(concerned, VARIANTS[name], examples=EXAMPLES_OF_VARIANTS) == {}


def test_conventions_are_seen_where_a_law_presumes_them() -> None:
    """A variant is blamed by the law that names its convention: the laws tell a choice from a bug."""
    blamed = {
        "cut_at_the_value_below": "thresholds_lie_where_they_are_said_to",
        "last_of_the_optimal": "canonical_pick_is_first",
        "majority_tie_to_the_last_class": "majority_tie_goes_first",
        "gate_averages_over_constant_columns_too": "above_average_gate",
    }
    for name, law in blamed.items():
        assert check(LAWS[law], VARIANTS[name], examples=EXAMPLES, shrink=False) is not None


def test_at_least_twenty_defects_are_planted() -> None:
    assert len(PLANTED) >= 20
    assert len(VARIANTS) >= 4

"""The laws, the oracle and the vectors have teeth: each catches every planted bug, and none blames a right variant."""

from __future__ import annotations

from typing import Final

import attrs
import pytest
from quality.planted import PLANTED, VARIANTS

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
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.laws import conformance
from dtrees.oracle.vectors import checking
from dtrees.oracle.vectors.writing import FORMATS

EXAMPLES: Final = 1500
"""So many inputs are tried at most: of 200 searches one takes a thousand, most take ten."""
EXAMPLES_OF_VARIANTS: Final = 20

RAISE: Final = {
    "D30_unseen_crashes",
    "D30_unseen_is_none",
    "D50_contradictory_rows_never_end",
    "D51_one_row_crashes",
    "D54_the_callers_data_is_sorted",
}
"""The bugs that are errors, or answers that cannot be read."""

UNASKED: Final = {
    "unseen_goes_to_the_first_child",
    "D18_unseen_is_drawn_without_the_seed",
    "cut_keeps_the_first_child's_rows",
    "reduced_error_leaf_of_the_first_child",
    "prediction_forgets_the_costs",
}
"""The bugs of what no vector asks: policies for categories never seen, summaries of leaves that pruning makes, what
trees predict by costs (labels of nodes are asked)."""

EACH: Final = pytest.mark.parametrize("name", PLANTED)
EACH_VARIANT: Final = pytest.mark.parametrize("name", VARIANTS)

# --- every bug is caught ----------------------------------------------------------------------------------------


@EACH
def test_the_oracle_finds_a_planted_bug_by_a_wrong_answer_to_each_law_named_for_it(name: str) -> None:
    laws = PLANTED[name].caught_by
    found = conformance(PLANTED[name].system, conventions=EXACT, laws=laws, examples=EXAMPLES, shrink=False)
    assert set(found.named("broken")) == set(laws)
    answered = [result.broken.expected != "an answer" for result in found.results if result.broken]
    assert any(answered) or name in RAISE


LATER: Final = {
    f"dtrees.laws.{name}"
    for name in (
        "pruning",
        "sequence",
        "estimating",
        "validating",
        "selecting",
        "priors_and_costs",
        "boosting",
        "outputs",
    )
}
"""The chapters of what is done with grown trees: the vectors after those of growing ask it."""


@pytest.mark.parametrize("name", sorted(PLANTED.keys() - UNASKED))
def test_a_planted_bug_fails_a_vector(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first that fails is enough, and is soon asked: some of these bugs never end on others."""
    if LAWS[PLANTED[name].caught_by[0]].function.__module__ in LATER:
        monkeypatch.setattr(checking, "FORMATS", FORMATS[4:] + FORMATS[:4])
    assert any(verdict == "wrong" for _, verdict in checking.failures(PLANTED[name].system))


def test_every_law_of_pruning_selection_and_costs_catches_a_bug() -> None:
    ours = {law.name for law in LAWS.values() if law.function.__module__ in LATER}
    assert ours - {law for planted in PLANTED.values() for law in planted.caught_by} == set()


# --- no right variant is blamed ---------------------------------------------------------------------------------

CHAPTERS: Final = {chapter.__name__ for chapter in (measures, splitting, growing, symmetries, predicting)}
CONVENTION_FREE: Final = [law for law in LAWS.values() if not law.presumes and law.function.__module__ in CHAPTERS]


def concerns(law: Law, system: System) -> bool:
    """Return whether the law calls a function that *system* has exchanged."""
    ours, theirs = (attrs.asdict(each, recurse=False) for each in (SPECIFICATION, system))
    return any(theirs[name] is not ours[name] for name in law.uses)


@EACH_VARIANT
def test_right_variant_is_blamed_by_no_convention_free_law(name: str) -> None:
    concerned = [law for law in CONVENTION_FREE if concerns(law, VARIANTS[name])]
    assert concerned
    assert broken_laws(concerned, VARIANTS[name], examples=EXAMPLES_OF_VARIANTS) == {}


@EACH_VARIANT
def test_right_variant_fails_no_vector(name: str) -> None:
    """Of data that miss nothing: no variant knows missing values."""
    wrong = [vector for vector, verdict in checking.failures(VARIANTS[name]) if verdict == "wrong"]
    assert [vector for vector in wrong if not vector.startswith("missing-")] == []


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

"""Conventions are found by probing: those of right variants, of the specification, and of scikit-learn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from conformance.third_party import FloatCart
from conformance.variants import VARIANTS

import dtrees as dt
from dtrees.oracle.conventions import EXACT, UNKNOWN, Conventions
from dtrees.oracle.laws.probes import infer_conventions, inferred
from dtrees.oracle.peers.scikit_learn import CONVENTIONS, ScikitLearn


@pytest.mark.parametrize("name", VARIANTS)
def test_conventions_of_a_variant_are_found(name: str) -> None:
    implementation, conventions = VARIANTS[name]
    found = infer_conventions(implementation)
    assert found.conventions == Conventions(**conventions)
    assert (found.undecided, found.unexplained) == ((), ())


def test_declared_conventions_are_not_probed() -> None:
    declared = Conventions(ties="last")
    assert inferred(SimpleNamespace(grow=dt.grow, conventions=declared)) == (declared, ())


def test_conventions_of_a_third_party_in_floats_are_found() -> None:
    found = infer_conventions(FloatCart())
    assert (found.conventions.arithmetic, found.conventions.cut) == ("float64", "midpoint")
    assert (found.conventions.scale, found.undecided, found.unexplained) == ("count", (), ())


def test_conventions_of_scikit_learn_are_those_that_the_judge_grants() -> None:
    found = infer_conventions(SimpleNamespace(grow=ScikitLearn().grow))
    for field in ("precision", "smallest_gap", "comparison", "cut", "arithmetic", "ties", "zero_gain"):
        assert getattr(found.conventions, field) == getattr(CONVENTIONS, field)
    assert (found.undecided, found.unexplained) == ((), ())


def test_what_no_probe_decides_is_presumed_of_nobody() -> None:
    def refuse(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        message = "nothing"
        raise dt.Unsupported(message)

    found = infer_conventions(SimpleNamespace(grow=refuse))
    assert (found.conventions.ties, found.conventions.cut) == (UNKNOWN.ties, UNKNOWN.cut)
    assert {"ties", "cut", "precision"} <= set(found.undecided)


def test_functions_that_are_not_offered_keep_the_conventions_of_the_specification() -> None:
    assert infer_conventions(SimpleNamespace(gini=dt.gini)).conventions == EXACT


def test_what_no_convention_explains_is_told() -> None:
    def first_question(data: dt.Dataset, learner: dt.Learner) -> Any:
        return next(iter(dt.scored_splits(data, learner)), None)

    told = infer_conventions(SimpleNamespace(best_split=first_question)).unexplained
    assert any(
        note.startswith("ties, repeats: it asks Threshold(feature='x', threshold=0.5), which is none") for note in told
    )
    assert any(note.startswith("split at path []: expected ") for note in told)


def test_a_gap_that_is_relative_is_told() -> None:
    def choose(data: dt.Dataset, learner: dt.Learner) -> Any:
        return next((s for s in dt.admissible_splits(data, learner) if wide(s.question, data)), None)

    def wide(question: Any, data: dt.Dataset) -> bool:
        values = data.feature(question.feature).values  # type: ignore[union-attr]  # only numbers come here
        low, high = values[values <= question.threshold].max(), values[values > question.threshold].min()
        return bool(high > low + 1e-3 * max(1.0, abs(low) * 1e3))

    told = infer_conventions(SimpleNamespace(best_split=choose)).unexplained
    assert any("does not explain whether" in note for note in told)

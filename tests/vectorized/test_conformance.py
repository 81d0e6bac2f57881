"""The fast road under the checks that the oracle gives to every other implementation."""

from __future__ import annotations

import pytest

import dtrees as dt
from dtrees.laws import LAWS, Law

OFFERED = {"grow", "pruning_sequence", "predict", "predict_proba", "apply"}


def test_its_conventions_are_the_specifications_own() -> None:
    assert dt.oracle.infer_conventions(dt.vectorized) == dt.oracle.Inferred(dt.oracle.EXACT, (), ())


@pytest.mark.parametrize("law", [law for law in LAWS.values() if OFFERED & set(law.uses)], ids=lambda law: law.name)
def test_no_law_is_broken(law: Law) -> None:
    """Not even where a law presumes a convention: the canonical pick, where a threshold lies."""
    found = dt.oracle.conformance(dt.vectorized, conventions=dt.oracle.EXACT, examples=10, laws=[law.name])
    assert [result.outcome for result in found.results] == ["holds"], found

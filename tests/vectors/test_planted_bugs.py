"""The vectors have teeth: each planted bug fails at least one, and no right variant fails any."""

from __future__ import annotations

from typing import Final

import pytest
from quality.planted_growing import PLANTED as GROWING
from quality.planted_growing import VARIANTS
from quality.planted_pruning import PLANTED as PRUNING

from dtrees.oracle.vectors.checking import failures

PLANTED: Final = {name: planted.system for found in (GROWING, PRUNING) for name, planted in found.items()}

BEYOND_VECTORS: Final = {
    "D54_trees_are_copied": "the trees are equal; only objects in Python are shared or not",
    "executor_gives_losses_in_its_own_order": "an executor is Python's; the losses in order are right",
    "last_fold_takes_the_rest": "the vectors state their folds",
    "D18_shuffle_forgets_its_seed": "the vectors state their folds",
    "strata_ignored": "the vectors state their folds",
}
"""Bugs that say nothing wrong in any vector, and why."""

CONVENTIONS: Final = {"D16_ties_by_row_order": "each answer is optimal, though not the canonical one"}
"""Bugs whose every answer is acceptable, and why."""


@pytest.mark.parametrize("name", [name for name in PLANTED if name not in BEYOND_VECTORS | CONVENTIONS])
def test_planted_bug_fails_a_vector(name: str) -> None:
    """The first that fails is enough: some of these bugs never end on later ones."""
    assert any(verdict == "wrong" for _, verdict in failures(PLANTED[name]))


@pytest.mark.parametrize("name", CONVENTIONS)
def test_bug_against_the_convention_alone_is_acceptable_and_not_canonical(name: str) -> None:
    assert {verdict for _, verdict in failures(PLANTED[name])} == {"acceptable"}


@pytest.mark.parametrize("name", BEYOND_VECTORS)
def test_exceptions_are_none_that_a_vector_shows(name: str) -> None:
    assert list(failures(PLANTED[name])) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_right_variant_fails_no_vector(name: str) -> None:
    assert "wrong" not in {verdict for _, verdict in failures(VARIANTS[name])}

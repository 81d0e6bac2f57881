"""The vectors have teeth: each planted bug fails at least one, and no right variant fails any."""

from __future__ import annotations

from typing import Final

import pytest
from quality.planted_growing import PLANTED as GROWING
from quality.planted_growing import VARIANTS
from quality.planted_pruning import PLANTED as PRUNING

from dtrees.oracle.vectors.checking import failures

PLANTED: Final = {name: planted.system for found in (GROWING, PRUNING) for name, planted in found.items()}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_bug_fails_a_vector(name: str) -> None:
    """The first that fails is enough: some of these bugs never end on later ones."""
    assert any(verdict == "wrong" for _, verdict in failures(PLANTED[name]))


@pytest.mark.parametrize("name", VARIANTS)
def test_right_variant_fails_no_vector(name: str) -> None:
    assert "wrong" not in {verdict for _, verdict in failures(VARIANTS[name])}

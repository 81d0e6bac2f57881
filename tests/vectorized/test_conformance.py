"""The fast road, and the specification for what it leaves out, under the checks that every implementation gets."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import dtrees as dt
from dtrees.oracle import EXACT, parametrize_with_laws

FAST = {name: getattr(dt.vectorized, name) for name in dt.vectorized.__all__}
BOTH = SimpleNamespace(**{name: getattr(dt, name) for name in dt.__all__} | FAST)
"""Every public function: the fast one where there is one, else the specification's."""


def test_its_conventions_are_the_specifications_own() -> None:
    assert dt.oracle.infer_conventions(dt.vectorized) == dt.oracle.Inferred(EXACT, (), ())


@parametrize_with_laws(BOTH, conventions=EXACT, examples=10)
def test_no_law_is_broken(law: Any) -> None:
    """Not even where a law presumes a convention: the canonical pick, where a threshold lies."""
    law()

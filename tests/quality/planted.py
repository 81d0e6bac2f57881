"""Every planted bug, and every right variant: `bug` plants the one, `variant` the other.

A bug is a small wrong implementation, named by the defect it repeats (D01, ... of the list of defects seen in real
implementations; A to E for a slip of the notes, RPART for one of rpart's), with the laws that catch it.  A variant
follows another convention: no law without `presumes` blames it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import attrs

from dtrees.laws import SPECIFICATION, System


@attrs.frozen
class Planted:
    """A wrong system, and the laws that catch it."""

    system: System
    caught_by: tuple[str, ...]


PLANTED: dict[str, Planted] = {}
VARIANTS: dict[str, System] = {}


def bug(name: str, *caught_by: str, **functions: Any) -> None:
    """Plant the specification with *functions* exchanged."""
    PLANTED[name] = Planted(attrs.evolve(SPECIFICATION, **functions), caught_by)


def variant(name: str, **functions: Any) -> None:
    """Add the specification with *functions* exchanged for others that are right too."""
    VARIANTS[name] = attrs.evolve(SPECIFICATION, **functions)


for chapter in ("growing", "pruning", "estimating", "costs"):
    import_module(f"quality.planted_{chapter}")

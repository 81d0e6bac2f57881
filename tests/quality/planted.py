"""Every planted bug, and every right variant: `bug` plants the one, `variant` the other.

A bug is a small wrong implementation, named by the defect it repeats (D01, ... of the list of defects seen in real
implementations; A to E for a slip of the notes, RPART for one of rpart's), with the laws that catch it.  A variant
follows another convention: no law without `presumes` blames it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

import dtrees as dt
from dtrees.growing.grow import stops
from dtrees.laws import SPECIFICATION, System
from dtrees.trees.recursion import recursive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Splits: TypeAlias = Sequence[dt.ScoredSplit]


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


def choosing(choose: Callable[[dt.Dataset, dt.Learner], Splits], stop: Callable[..., bool] = stops) -> dict[str, Any]:
    """Return admissible_splits and grow by another choice, the canonical pick still the first of it."""

    @recursive
    def grow(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        learner.impurity_for(data)
        summary = dt.summarize(data)
        best = () if stop(summary, learner) else choose(data, learner)
        if not best:
            return dt.Leaf(summary)
        children = [grow(part, learner.below(data)) for part in dt.split(data, best[0].question)]
        return dt.Branch(summary, best[0].question, children)

    return {"admissible_splits": choose, "grow": grow}


for chapter in ("growing", "monotone", "pruning", "estimating", "costs", "boosting", "kept", "outputs"):
    import_module(f"quality.planted_{chapter}")

"""Which laws apply: those about a function that is offered, unless they presume what the conventions deny."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dtrees.laws.law import MEASURES
from dtrees.laws.missing import TAKEN
from dtrees.oracle.conventions import EXACT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.laws.law import Law
    from dtrees.oracle.conventions import Conventions

GROWTH: Final = (
    "precision", "response_precision", "smallest_gap", "comparison", "cut", "arithmetic", "ties", "zero_gain",
    "pure_up_to", "categories", "wording", "gate",
)  # fmt: skip
"""The conventions that decide which tree is grown."""


def _grows_alike(conventions: Conventions, *, own: bool) -> bool:
    """Return whether trees grown on the way are those of ``grow``: all the peer's own, or the specification's."""
    canonical = all(getattr(conventions, name) == getattr(EXACT, name) for name in GROWTH)
    return conventions.repeats == "same" and (canonical or own)


GRANTS: Final[dict[str, Callable[[Conventions, bool], bool]]] = {
    "canonical pick": lambda c, _: (c.ties, c.arithmetic, c.wording) == ("canonical", "exact", "canonical"),
    "where a threshold lies": lambda c, _: c.cut != "between" and c.comparison == "<=",
    "a split that gains nothing is made": lambda c, _: "stop" not in {c.zero_gain, c.response_zero_gain},
    "the majority's tie goes to the class first in order": lambda c, _: c.majority == "first",
    "the gate's average is over the features that part the rows": lambda c, _: c.gate == "parting",
    "among equals the smallest tree is chosen": lambda c, _: c.equal_errors == "smallest",
    "weakest links that tie are cut together": lambda *_: True,  # the adapter joins the rows of tied links
    "asked again, it answers the same": lambda c, _: c.repeats == "same",
    "a tree grown on the way is the one that grow gives": lambda c, own: _grows_alike(c, own=own),
    TAKEN: lambda *_: False,  # an implementation is asked about data without missing values
}
"""For each presumption, whether conventions grant it, and whether all trees are the peer's own."""

GROWING: Final = frozenset({"grow", "grow_with_validation", "cross_validate"})
"""The functions that grow trees."""

DETAILS: Final = frozenset({"gain", "conditional_impurity", "intrinsic_value", "gain_ratio", "summarize", "split"})
"""The functions beside which an impurity is what a law is about; elsewhere it only says what to grow or prune by."""


def subjects(law: Law) -> frozenset[str]:
    """Return the functions that *law* is about: where none of them is offered, it does not apply.

    >>> from dtrees.laws import LAWS
    >>> sorted(subjects(LAWS["importances_sum_to_one"]))
    ['grow', 'importances', 'impurity_decreases']
    """
    used = frozenset(law.uses)
    return used - {*MEASURES} if used - {*MEASURES} - DETAILS else used


def denied(law: Law, conventions: Conventions, offered: frozenset[str]) -> Iterator[str]:
    """Yield what *law* presumes that is not granted.

    >>> from dtrees.laws import LAWS
    >>> from dtrees.oracle.conventions import Conventions
    >>> list(denied(LAWS["canonical_pick_is_first"], Conventions(ties="last"), frozenset({"grow"})))
    ['canonical pick']
    """
    return (
        answered for answered in law.presumes if not GRANTS[answered](conventions, subjects(law) & GROWING <= offered)
    )

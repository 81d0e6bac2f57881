"""The one adapter between an implementation's world and a `System`: looseness and conventions, for each function.

The laws see a `System`; the implementation sees the specification's own values, and its own trees again.  What it
cannot be asked is `Unsupported`, and passed over.

A law applies where it is about a function that is offered, unless it presumes what the conventions deny.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.laws.law import MEASURES
from dtrees.laws.missing import TAKEN
from dtrees.laws.system import SPECIFICATION, Grants, System, no_rounding
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.laws.adapt_growing import Growing
from dtrees.oracle.laws.adapt_predicting import Predicting, Selecting
from dtrees.oracle.laws.adapt_pruning import Pruning
from dtrees.oracle.laws.supported import Supported, supported_by
from dtrees.oracle.laws.translator import MeasureUnderTest, Measuring, Translator, functions_of
from dtrees.oracle.rounding import float_rounding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.laws.law import Law
    from dtrees.oracle.conventions import Conventions


def adapted(implementation: object, conventions: Conventions, law: str = "") -> System:
    """Return the specification with the functions of *implementation*, adapted, in place of its own."""
    peer = Translator(implementation, conventions, law)
    chapters = [chapter(peer) for chapter in (Measuring, Growing, Predicting, Pruning, Selecting)]

    def function(name: str) -> Any:
        if name in MEASURES:
            return MeasureUnderTest(peer, name)
        if name.endswith("_folds"):
            return lambda *given, **options: np.asarray(peer.call(name, *given, **options))
        read = (getattr(chapter, name) for chapter in chapters if hasattr(chapter, name))
        return next(read, partial(peer.call, name))

    functions = {name: function(name) for name in functions_of(implementation)}
    return attrs.evolve(SPECIFICATION, grants=granted(conventions), **functions)


def granted(conventions: Conventions) -> Grants:
    """Return what *conventions* let a system choose where a law would else presume the specification's choice."""
    rounding = float_rounding if conventions.arithmetic == "float64" else no_rounding
    return Grants(rounding=rounding, predicted=conventions.predicted, gate=conventions.gate)


def supported_of(implementation: object, conventions: Conventions) -> Supported:
    """Return the learners and data that *implementation* takes: stated, or found; everything where it grows nothing."""
    stated = getattr(implementation, "supported", None)
    if isinstance(stated, Supported):
        return stated
    growing = Growing(Translator(implementation, conventions))
    functions = functions_of(implementation)
    found = supported_by(growing.answered) if "grow" in functions else Supported()
    return attrs.evolve(found, scores=(*found.scores, "twoing")) if "twoing" in functions else found


# --- which laws apply -----------------------------------------------------------------------------------------------

GROWTH: Final = (
    "precision", "response_precision", "smallest_gap", "comparison", "cut", "arithmetic", "ties", "zero_gain",
    "smallest_gain", "merged", "pure_up_to", "categories", "wording", "gate",
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
    """Yield what *law* presumes that is not granted."""
    return (
        answered for answered in law.presumes if not GRANTS[answered](conventions, subjects(law) & GROWING <= offered)
    )

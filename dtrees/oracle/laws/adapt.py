"""The one adapter between an implementation's world and a `System`: looseness and conventions, for each function.

The laws see a `System`; the implementation sees the specification's own values, and its own trees again.  What it
cannot be asked is `Unsupported`, and passed over.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.laws.law import MEASURES
from dtrees.laws.system import SPECIFICATION, Grants, System, no_rounding
from dtrees.oracle.laws.adapt_growing import Growing
from dtrees.oracle.laws.adapt_predicting import Predicting
from dtrees.oracle.laws.adapt_pruning import Pruning
from dtrees.oracle.laws.adapt_selecting import Selecting
from dtrees.oracle.laws.supported import Supported, supported_by
from dtrees.oracle.laws.translator import MeasureUnderTest, Measuring, Translator, functions_of
from dtrees.oracle.rounding import float_rounding

if TYPE_CHECKING:
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
    """Return what *conventions* let a system choose where a law would else presume the specification's choice.

    >>> from dtrees.oracle.conventions import EXACT
    >>> granted(EXACT).rounding([1])
    0
    """
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

"""The one adapter between an implementation's world and a `System`: looseness and conventions, for each function.

The laws see a `System`; the implementation sees the specification's own values, and its own trees again.  What it
cannot be asked is `Unsupported`, and passed over.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.laws.law import MEASURES
from dtrees.laws.system import SPECIFICATION, System
from dtrees.oracle.conformance.adapt_growing import Growing
from dtrees.oracle.conformance.adapt_predicting import Predicting
from dtrees.oracle.conformance.adapt_pruning import Pruning
from dtrees.oracle.conformance.adapt_selecting import Selecting
from dtrees.oracle.conformance.offers import Offers, offers_of
from dtrees.oracle.conformance.peer import Measure, Measuring, Peer, offered_by

if TYPE_CHECKING:
    from dtrees.oracle.conventions import Conventions


def adapted(implementation: object, conventions: Conventions, law: str = "") -> System:
    """Return the specification with the functions of *implementation*, adapted, in place of its own."""
    peer = Peer(implementation, conventions, law)
    chapters = [chapter(peer) for chapter in (Measuring, Growing, Predicting, Pruning, Selecting)]

    def function(name: str) -> Any:
        if name in MEASURES:
            return Measure(peer, name)
        read = (getattr(chapter, name) for chapter in chapters if hasattr(chapter, name))
        return next(read, partial(peer.call, name))

    return attrs.evolve(SPECIFICATION, **{name: function(name) for name in offered_by(implementation)})


def offers_by(implementation: object, conventions: Conventions) -> Offers:
    """Return the learners and columns that *implementation* takes; everything where it grows nothing."""
    growing = Growing(Peer(implementation, conventions))
    return offers_of(growing.answered) if "grow" in offered_by(implementation) else Offers()

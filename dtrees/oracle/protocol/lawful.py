"""The laws about what a peer offers, tried on inputs that are the same each time."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from dtrees.laws import LAWS
from dtrees.oracle.conformance.fixed import laws_of
from dtrees.oracle.conformance.presumptions import subjects
from dtrees.oracle.protocol.messages import Started

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dtrees.oracle.conformance import LawResult
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.protocol.peer import Peer


def laws_about(peer: Peer) -> list[str]:
    """Return the names of the laws about something that *peer* offers.

    >>> from dtrees.oracle.protocol.peer import Peer
    >>> laws_about(Peer("cat"))
    []
    """
    started = peer.start()
    offered = set(started.capabilities) if isinstance(started, Started) else set()
    return [name for name, law in LAWS.items() if subjects(law) & offered]


def law_results(peer: Peer, conventions: Conventions, laws: Iterable[str], examples: int) -> Iterator[LawResult]:
    """Yield what each of the *laws* says of *peer*, tried on so many inputs."""
    expression = f"dtrees.oracle.protocol.peer.Peer({shlex.join(peer.command)!r})"
    for law in laws:
        yield from laws_of(peer, examples, conventions=conventions, laws=[law], expression=expression).results

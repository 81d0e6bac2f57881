"""Which cases a campaign has."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

import attrs

from dtrees.errors import InvalidData
from dtrees.laws import LAWS
from dtrees.oracle.adapters import Adapter

if TYPE_CHECKING:
    from collections.abc import Sequence


LAWS_AT_ONCE: Final = 10
"""So many laws are tried on an implementation that is started once."""


@attrs.frozen(kw_only=True)
class Campaign:
    """So many random *cases* for a *peer*, drawn from *seed*, its *tables* before and *laws* after on request.

    The peer is one of `PEERS`, an object such as ``package.module:object``, or a program such as ``command: Rscript
    my_tree.R``.  *time_limit*: the seconds that an answer may take.  *laws* is on how many inputs a law is tried.
    """

    peer: str
    cases: int
    seed: int = 0
    tables: bool = False
    laws: int = 0
    time_limit: float = 10.0

    def __attrs_post_init__(self) -> None:
        for name in ("cases", "seed", "laws"):
            if getattr(self, name) < 0:
                message = f"{name}={getattr(self, name)}: give 0 or more"
                raise InvalidData(message)


def cases_of(campaign: Campaign) -> list[str]:
    """Return the names of the cases, in the order of every report: tables and random ones by number, and laws.

    >>> cases_of(Campaign(peer="scikit-learn", cases=2, tables=True))[7:]
    ['table 7', 'table 8', 'random 0', 'random 1']
    """
    tables = len(adapter_of(campaign).tables) if campaign.tables else 0
    return [
        *(f"table {number}" for number in range(tables)),
        *(f"random {number}" for number in range(campaign.cases)),
        *(f"law {law}" for law in LAWS if campaign.laws),
    ]


def chunks_of(cases: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Return the cases in chunks that are judged at one go: so many random ones, `LAWS_AT_ONCE`, or one table.

    >>> chunks_of(["table 0", "table 1", "random 0", "random 1", "random 2", "law nested"], 2)
    [('table 0',), ('table 1',), ('random 0', 'random 1'), ('random 2',), ('law nested',)]
    """
    largest = {"table": 1, "random": size, "law": LAWS_AT_ONCE}
    groups = [(kind, list(names)) for kind, names in groupby(cases, lambda case: case.partition(" ")[0])]
    return [
        tuple(names[start : start + largest[kind]])
        for kind, names in groups
        for start in range(0, len(names), largest[kind])
    ]


@cache
def adapter_named(name: str, seconds: float) -> Adapter:
    """Return the adapter of that name, one for all campaigns of a process."""
    return Adapter(name, seconds)


def adapter_of(campaign: Campaign) -> Adapter:
    """Return the campaign's implementation, whose conventions are found out once a process."""
    return adapter_named(campaign.peer, campaign.time_limit)

"""A campaign: so many cases for one peer, each made from its number alone, and what is found of each.

Modules in reading order: `campaign` and `campaign_findings` are the values; `campaign_scikit_learn`, `campaign_rpart`
and `campaign_command` make and judge cases; `campaign_file` keeps what is found; `campaign_running` runs it all on any
executor; `reports` shows it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

import attrs

from dtrees.errors import DtreesError, InvalidData, Unsupported
from dtrees.oracle.campaign.findings import Finding, Subject, no_answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PEERS: Final = {
    "scikit-learn": "dtrees.oracle.peers.scikit_learn.peer",
    "rpart": "dtrees.oracle.peers.rpart.peer",
}
"""The modules that make and judge the cases of a peer."""

COMMAND: Final = "command: "
"""What stands before the command line of a program that speaks the protocol."""


class Peer(Protocol):
    """What a module offers that makes and judges the cases of a peer.

    A case is a number: from 0 the small random ones, below 0 the tables that the peer is judged on besides, of which
    -1 is the last.
    """

    @property
    def CHUNK(self) -> int:  # noqa: N802 (a constant of the module)
        """How many cases are best judged at one go."""

    def tables(self) -> int:
        """Return how many tables there are besides."""

    def subject(self, seed: int, number: int) -> Subject:
        """Return what a case is about, without asking the peer."""

    def judge(self, seed: int, numbers: Sequence[int]) -> Iterable[Finding]:
        """Return what is found of each case."""


@attrs.frozen(kw_only=True)
class Campaign:
    """So many random *cases* for a *peer*, drawn from *seed*, and on request the peer's *tables* before them.

    The peer is one of `PEERS`, a program such as ``command: Rscript my_tree.R``, or the name of a module that is a
    `Peer`.  Only a program has a *time_limit*: the seconds that an answer may take.
    """

    peer: str
    cases: int
    seed: int = 0
    tables: bool = False
    time_limit: float = 10.0

    def __attrs_post_init__(self) -> None:
        for name in ("cases", "seed"):
            if getattr(self, name) < 0:
                message = f"{name}={getattr(self, name)}: give 0 or more"
                raise InvalidData(message)


def numbers_of(campaign: Campaign) -> range:
    """Return the numbers of the cases, in the order of every report.

    >>> numbers_of(Campaign(peer="scikit-learn", cases=3, tables=True))
    range(-9, 3)
    """
    return range(-peer_of(campaign).tables() if campaign.tables else 0, campaign.cases)


def peer_of(campaign: Campaign) -> Peer:
    """Return what makes and judges the cases; raises `Unsupported` where it, or what it needs, is missing.

    >>> peer_of(Campaign(peer="rpart", cases=1)).CHUNK
    50
    """
    is_program = campaign.peer.startswith(COMMAND)
    try:
        if is_program:
            program = import_module("dtrees.oracle.peers.command").Commanded
            return cast("Peer", program(campaign.peer.removeprefix(COMMAND), campaign.time_limit))
        return cast("Peer", import_module(PEERS.get(campaign.peer, campaign.peer)))
    except ModuleNotFoundError as missing:
        message = f"{campaign.peer} cannot be judged, for there is no module {missing.name}"
        if is_program or campaign.peer in PEERS:
            message += f": pip install 'dtrees[{'protocol' if is_program else campaign.peer}]'"
        raise Unsupported(message) from missing


def judge_cases(campaign: Campaign, numbers: Sequence[int]) -> list[Finding]:
    """Return what is found of the cases of these *numbers*; nothing else is known to whoever judges them.

    An exception is a finding of the case that raises it.  Raises `Unsupported` where the peer is not installed.

    >>> [found] = judge_cases(Campaign(peer="scikit-learn", cases=8), [7])
    >>> found.subject.criterion, found.deviates
    ('entropy', False)
    """
    peer = peer_of(campaign)
    try:
        return list(peer.judge(campaign.seed, numbers))
    except Unsupported:
        raise
    except Exception as error:  # noqa: BLE001 (a peer may raise anything)
        if len(numbers) > 1:
            return [found for number in numbers for found in judge_cases(campaign, [number])]
        told = str(error) if isinstance(error, DtreesError) else f"{type(error).__name__}: {error}"
        return [no_answer(numbers[0], peer.subject(campaign.seed, numbers[0]), "error", told)]

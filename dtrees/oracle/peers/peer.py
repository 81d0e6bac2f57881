"""What is known of a peer: what it chooses for itself, what it is asked, how its answers are judged."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from dtrees.oracle.cases import Case
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.findings import Found

PEERS: Final = {
    "scikit-learn": "dtrees.oracle.peers.scikit_learn.peer",
    "rpart": "dtrees.oracle.peers.rpart.peer",
    "j48": "dtrees.oracle.peers.j48.peer",
    "xgboost": "dtrees.oracle.peers.boosters.xgboost",
    "lightgbm": "dtrees.oracle.peers.boosters.lightgbm",
}
"""The modules of the peers, each with its `Peer` as ``PEER``."""

COMMAND: Final = "command: "
"""What stands before the command line of a program that speaks the protocol."""


@attrs.frozen(kw_only=True)
class Peer:
    """A peer that can be judged.

    conventions     what it chooses for itself
    usual_cases     how many random cases are judged where nobody says how many
    chunk           how many of them are best judged at one go
    tables          the named tables that it is judged on
    random          the small random case of a seed and a number, which depends on nothing else
    judge           what is found of each case, one after the other
    implementation  what the laws are tried on
    """

    conventions: Callable[[], Conventions]
    usual_cases: int = 100
    chunk: int = 10
    tables: Callable[[], Sequence[Case]]
    random: Callable[[int, int], Case]
    judge: Callable[[Sequence[Any]], Iterator[Found]]
    implementation: Callable[[], AbstractContextManager[object]]


def find_peer(name: str, time_limit: float = 10.0) -> Peer:
    """Return the peer of `PEERS`, the program behind ``command: ``, or that of a module with a ``PEER``.

    A program has so many seconds for each answer.  Raises `Unsupported` where what the peer needs is missing.

    >>> find_peer("scikit-learn").usual_cases
    0
    """
    is_program = name.startswith(COMMAND)
    try:
        if is_program:
            program = import_module("dtrees.oracle.peers.command")
            return program.commanded(name.removeprefix(COMMAND), time_limit)  # type: ignore[no-any-return]
        return import_module(PEERS.get(name, name)).PEER  # type: ignore[no-any-return]
    except ModuleNotFoundError as missing:
        message = f"{name} cannot be judged, for there is no module {missing.name}"
        if is_program or name in PEERS:
            message += f": pip install 'dtrees[{'protocol' if is_program else name}]'"
        raise Unsupported(message) from missing

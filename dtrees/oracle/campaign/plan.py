"""Which cases a campaign has, and its file: a line that says which it is, and a line a case as it is judged.

A stop loses no case.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from dtrees.errors import InvalidData
from dtrees.oracle.adapters import Adapter
from dtrees.oracle.laws.run import trial_order
from dtrees.oracle.record import Record, from_line, to_line

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from io import FileIO

    Keep: TypeAlias = Callable[[Record], None]

LAWS_AT_ONCE: Final = 10
"""So many laws are tried on an implementation that is started once."""


@attrs.frozen(kw_only=True)
class Campaign:
    """So many random *cases* for a *peer*, drawn from *seed*, on request *tables* and *laws* before them.

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
    """Return the names of the cases, in the order of every report: tables, laws, which find bugs soon, random ones.

    >>> cases_of(Campaign(peer="scikit-learn", cases=2, tables=True))[7:]
    ['table 7', 'table 8', 'random 0', 'random 1']
    """
    tables = len(adapter_of(campaign).tables) if campaign.tables else 0
    return [
        *(f"table {number}" for number in range(tables)),
        *(f"law {law}" for law in trial_order() if campaign.laws),
        *(f"random {number}" for number in range(campaign.cases)),
    ]


def chunks_of(cases: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Return the cases in chunks that are judged at one go: so many random ones, `LAWS_AT_ONCE`, or one table.

    >>> chunks_of(["table 0", "table 1", "law nested", "random 0", "random 1", "random 2"], 2)
    [('table 0',), ('table 1',), ('law nested',), ('random 0', 'random 1'), ('random 2',)]
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


# --- the file ----------------------------------------------------------------------------------------------------


@contextmanager
def kept(file: str | os.PathLike[str] | None, campaign: Campaign) -> Iterator[tuple[dict[str, Record], Keep]]:
    """Open *file* and give what it holds of *campaign* by case, and the function that adds a finding to it.

    A last line that was never finished is taken off.  Raises `InvalidData` for a file of anything else, for one that
    another campaign is writing, and for a device; an `OSError`, such as of a full disk, names the file.
    """
    if file is None:
        yield {}, lambda _: None
        return
    path = regular_file(file)
    path.touch()
    with path.open("r+b", buffering=0) as stream:
        _lock(stream)
        held = stream.read()
        whole = held[: held.rfind(b"\n") + 1]
        if not whole and not _header(campaign).encode().startswith(held):
            raise _no_campaign(path)
        first, *lines = (whole or _header(campaign).encode()).splitlines()
        _require_same(path, _campaign_of(path, first), campaign)
        found = _records_of(path, lines)
        stream.seek(len(whole))
        stream.truncate()

        def write(line: str) -> None:
            rest = line.encode()
            try:
                while rest:
                    rest = rest[stream.write(rest) :]
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(path)) from error

        if not whole:
            write(_header(campaign))
        yield found, lambda finding: write(to_line(finding))


def regular_file(file: str | os.PathLike[str]) -> Path:
    """Return the path of a file that is there or is still to be written; raises `InvalidData` for a device or a folder.

    A device may have no end.
    """
    path = Path(file)
    if path.exists() and not path.is_file():
        message = f"{path} is no regular file: give the name of one, or of none that is there yet"
        raise InvalidData(message)
    return path


def to_lines(campaign: Campaign, found: tuple[Record, ...]) -> str:
    """Return what the file of a finished campaign holds, the cases in order."""
    return _header(campaign) + "".join(map(to_line, found))


def read_campaign(file: str | os.PathLike[str]) -> tuple[Campaign, tuple[Record, ...]]:
    """Return the campaign of a file, and what it has found so far.

    Raises `InvalidData` for a file of anything else, and names the line that is no finding.
    """
    path = regular_file(file)
    text = path.read_bytes()
    first, *lines = text[: text.rfind(b"\n") + 1].splitlines() or [b""]
    return _campaign_of(path, first), tuple(_records_of(path, lines).values())


def _lock(stream: FileIO) -> None:
    """Keep others from the file until it is closed, which it is when this process ends, however that ends."""
    try:
        flock(stream, LOCK_EX | LOCK_NB)
    except OSError as error:
        message = f"{stream.name} is being written by another campaign: wait until it ends, or give another file"
        raise InvalidData(message) from error


def _header(campaign: Campaign) -> str:
    return json.dumps({"campaign": attrs.asdict(campaign)}) + "\n"


def _records_of(path: Path, lines: Sequence[bytes]) -> dict[str, Record]:
    found = {}
    for number, line in enumerate(lines, start=2):
        try:
            finding = from_line(line)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            message = f"{path}, line {number} is no finding ({error}): take the line out, and its case is judged again"
            raise InvalidData(message) from error
        found[finding.case] = finding
    return found


def _campaign_of(path: Path, line: bytes) -> Campaign:
    try:
        return Campaign(**json.loads(line)["campaign"])
    except (KeyError, RecursionError, TypeError, ValueError):
        raise _no_campaign(path) from None


def _require_same(path: Path, stated: Campaign, asked: Campaign) -> None:
    pairs = ((field.name, getattr(stated, field.name), getattr(asked, field.name)) for field in attrs.fields(Campaign))
    differing = [f"{name} {theirs!r}, not {ours!r}" for name, theirs, ours in pairs if theirs != ours]
    if differing:
        message = f"{path} is of another campaign ({'; '.join(differing)}): give that one, or another file"
        raise InvalidData(message)


def _no_campaign(path: Path) -> InvalidData:
    return InvalidData(f"{path} is no campaign's file: give a new file, or one that a campaign wrote")

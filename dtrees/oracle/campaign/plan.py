"""The cases of a campaign, and its file: a first line that states the campaign, and a line for each case once judged.

A campaign that is stopped loses no judged case.
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
from dtrees.oracle.finding import SIZE, TEXT, TRUTH, WHOLE
from dtrees.oracle.laws.run import trial_order
from dtrees.oracle.record import Granted, Record, from_line, to_line
from dtrees.trees.tree_json import read_json

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from io import FileIO

    Keep: TypeAlias = Callable[[Record], None]

LAWS_AT_ONCE: Final = 10
"""The number of laws that are tried on one start of the implementation."""


FORMAT: Final = 2
"""The format of the files that are written and read here."""


@attrs.frozen(kw_only=True)
class Campaign:
    """The plan of a campaign: a *peer*, a number of random *cases* drawn from *seed*, and optional *tables* and *laws*.

    The peer is one of `PEERS`, an object such as ``package.module:object``, or a program such as ``command: Rscript
    my_tree.R``.  *time_limit*: the seconds that an answer may take.  *memory*: the GiB that each process of the peer
    may take (on Linux).  *laws*: the number of inputs on which each law is tried; 0 tries none.
    """

    peer: str = attrs.field(validator=TEXT)
    cases: int = attrs.field(validator=WHOLE)
    seed: int = attrs.field(default=0, validator=WHOLE)
    tables: bool = attrs.field(default=False, validator=TRUTH)
    laws: int = attrs.field(default=0, validator=WHOLE)
    time_limit: float = attrs.field(default=10.0, validator=SIZE)
    memory: float = attrs.field(default=4.0, validator=SIZE)


def cases_of(campaign: Campaign, tables: int = 0) -> list[str]:
    """Return the names of the cases in the order of every report: tables, laws, random cases.

    >>> cases_of(Campaign(peer="scikit-learn", cases=2), 9)[7:]
    ['table 7', 'table 8', 'random 0', 'random 1']
    """
    return [
        *(f"table {number}" for number in range(tables)),
        *(f"law {law}" for law in trial_order() if campaign.laws),
        *(f"random {number}" for number in range(campaign.cases)),
    ]


def chunks_of(cases: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Return the cases in chunks, each for one process: *size* random cases, `LAWS_AT_ONCE` laws, or one table.

    Chunks of the three kinds alternate in proportion, so that each kind has begun when the time is up.

    >>> chunks_of(["table 0", "table 1", "law nested", "random 0", "random 1", "random 2"], 2)
    [('table 0',), ('law nested',), ('random 0', 'random 1'), ('table 1',), ('random 2',)]
    """
    largest = {"table": 1, "random": size, "law": LAWS_AT_ONCE}
    chunks = []
    for kind, group in groupby(cases, lambda case: case.partition(" ")[0]):
        names = tuple(group)
        chunks += [
            (start / len(names), names[start : start + largest[kind]]) for start in range(0, len(names), largest[kind])
        ]
    return [chunk for _, chunk in sorted(chunks, key=lambda one: one[0])]


@cache
def adapter_named(name: str, seconds: float) -> Adapter:
    """Return the adapter called *name*, cached in this process; each answer may take at most *seconds*."""
    return Adapter(name, seconds)


def adapter_of(campaign: Campaign) -> Adapter:
    """Return the adapter of the campaign's implementation; each process infers its conventions once."""
    return adapter_named(campaign.peer, campaign.time_limit)


# --- the file ----------------------------------------------------------------------------------------------------


@contextmanager
def kept(
    file: str | os.PathLike[str] | None, campaign: Campaign, granted: Granted
) -> Iterator[tuple[dict[str, Record], Keep]]:
    """Open a campaign's *file*; give the records that it holds, by case, and a function that appends a record.

    An unfinished last line is removed.  A new file begins with *campaign* and the conventions *granted*.  Raises
    `InvalidData` for any other file, for one that another campaign is writing, and for a device; an `OSError`, such as
    of a full disk, names the file.
    """
    if file is None:
        yield {}, lambda _: None
        return
    path, header = regular_file(file), _header(campaign, granted)
    path.touch()
    with path.open("r+b", buffering=0) as stream:
        _lock(stream)
        held = stream.read()
        whole = held[: held.rfind(b"\n") + 1]
        if not whole and not held.startswith(START[: len(held)]):
            raise _no_campaign(path)
        first, *lines = (whole or header.encode()).splitlines()
        _require_same(path, _campaign_of(path, first)[0], campaign)
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
            write(header)
        yield found, lambda finding: write(to_line(finding))


def regular_file(file: str | os.PathLike[str]) -> Path:
    """Return *file* as a path, whether it exists or not; raises `InvalidData` for a device or a folder.

    A device may have no end.
    """
    path = Path(file)
    if path.exists() and not path.is_file():
        message = f"{path} is no regular file: give the name of one, or of none that is there yet"
        raise InvalidData(message)
    return path


def to_lines(campaign: Campaign, found: tuple[Record, ...], granted: Granted) -> str:
    """Return the text of a finished campaign's file: the line that states the campaign, and the record of each case."""
    return _header(campaign, granted) + "".join(map(to_line, found))


def read_campaign(file: str | os.PathLike[str]) -> tuple[Campaign, tuple[Record, ...], Granted]:
    """Return the campaign in a file, its records and its granted conventions. The file's content is never executed.

    Raises `InvalidData` for any other file, and names the line that is no record.
    """
    path = regular_file(file)
    text = path.read_bytes()
    first, *lines = text[: text.rfind(b"\n") + 1].splitlines() or [b""]
    campaign, granted = _campaign_of(path, first)
    return campaign, tuple(_records_of(path, lines).values()), granted


def _lock(stream: FileIO) -> None:
    """Keep other processes from the file until it is closed, at the latest when this process ends."""
    try:
        flock(stream, LOCK_EX | LOCK_NB)
    except OSError as error:
        message = f"{stream.name} is being written by another campaign: wait until it ends, or give another file"
        raise InvalidData(message) from error


START: Final = b'{"format": '
"""The first bytes of every campaign's file."""


def _header(campaign: Campaign, granted: Granted) -> str:
    return json.dumps({"format": FORMAT, "campaign": attrs.asdict(campaign), "granted": attrs.asdict(granted)}) + "\n"


def _records_of(path: Path, lines: Sequence[bytes]) -> dict[str, Record]:
    found: dict[str, Record] = {}
    for number, line in enumerate(lines, start=2):
        try:
            finding = from_line(line)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            message = f"{path}, line {number} is no finding ({error}): take the line out, and its case is judged again"
            raise InvalidData(message) from error
        if finding.case in found:
            message = f"{path}, line {number}: {finding.case} stands twice: take one of the lines out"
            raise InvalidData(message)
        found[finding.case] = finding
    return found


def _campaign_of(path: Path, line: bytes) -> tuple[Campaign, Granted]:
    try:
        header = read_json(line)
    except ValueError:
        raise _no_campaign(path) from None
    if not isinstance(header, dict) or "campaign" not in header:
        raise _no_campaign(path)
    written = header.pop("format", 1)
    if type(written) is not int or written != FORMAT:
        what = "update dtrees" if isinstance(written, int) and written > FORMAT else "judge again"
        message = f"{path} is of format {written!r:.20}, and this reads {FORMAT}: {what}"
        raise InvalidData(message)
    try:
        return Campaign(**header.pop("campaign")), Granted(**header.pop("granted"), **header)
    except (KeyError, TypeError, InvalidData) as error:
        raise _no_campaign(path, f" ({error})") from None


def _require_same(path: Path, stated: Campaign, asked: Campaign) -> None:
    pairs = ((field.name, getattr(stated, field.name), getattr(asked, field.name)) for field in attrs.fields(Campaign))
    differing = [f"{name} {theirs!r}, not {ours!r}" for name, theirs, ours in pairs if theirs != ours]
    if differing:
        message = f"{path} is of another campaign ({'; '.join(differing)}): give that one, or another file"
        raise InvalidData(message)


def _no_campaign(path: Path, why: str = "") -> InvalidData:
    return InvalidData(f"{path} is no campaign's file{why}: give a new file, or one that a campaign wrote")

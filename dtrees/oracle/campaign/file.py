"""A campaign's file: a line that says which campaign it is, and a line a case as it is judged; a stop loses no case.

Counterexamples found before have a file of their own: the seed and the name of each, judged first the next time.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import attrs

from dtrees.errors import InvalidData
from dtrees.oracle.campaign.judging import judge_cases
from dtrees.oracle.campaign.plan import Campaign
from dtrees.oracle.record import Record, from_line, to_line

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from io import FileIO

    Keep: TypeAlias = Callable[[Record], None]
    from collections.abc import Iterable


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
        found = _read(path, whole or _header(campaign).encode(), campaign)
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
    whole = text[: text.rfind(b"\n") + 1]
    try:
        campaign = Campaign(**json.loads(whole.partition(b"\n")[0])["campaign"])
    except (KeyError, RecursionError, TypeError, ValueError):
        raise _no_campaign(path) from None
    return campaign, tuple(_read(path, whole, campaign).values())


def _lock(stream: FileIO) -> None:
    """Keep others from the file until it is closed, which it is when this process ends, however that ends."""
    try:
        flock(stream, LOCK_EX | LOCK_NB)
    except OSError as error:
        message = f"{stream.name} is being written by another campaign: wait until it ends, or give another file"
        raise InvalidData(message) from error


def _header(campaign: Campaign) -> str:
    return json.dumps({"campaign": attrs.asdict(campaign)}) + "\n"


def _read(path: Path, text: bytes, campaign: Campaign) -> dict[str, Record]:
    first, *lines = text.splitlines()
    _require_same(path, first, campaign)
    found = {}
    for number, line in enumerate(lines, start=2):
        try:
            finding = from_line(line)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            message = f"{path}, line {number} is no finding ({error}): take the line out, and its case is judged again"
            raise InvalidData(message) from error
        found[finding.case] = finding
    return found


def _require_same(path: Path, line: bytes, campaign: Campaign) -> None:
    try:
        stated = dict(json.loads(line)["campaign"])
    except (KeyError, RecursionError, TypeError, ValueError):
        raise _no_campaign(path) from None
    asked = attrs.asdict(campaign)
    differing = [
        f"{name} {stated.get(name)!r}, not {asked[name]!r}" for name in asked if stated.get(name) != asked[name]
    ]
    if differing:
        message = f"{path} is of another campaign ({'; '.join(differing)}): give that one, or another file"
        raise InvalidData(message)


def _no_campaign(path: Path) -> InvalidData:
    return InvalidData(f"{path} is no campaign's file: give a new file, or one that a campaign wrote")


# --- counterexamples found before -----------------------------------------------------------------------------------

RANDOM = "random "


def judge_known(campaign: Campaign, path: Path) -> tuple[Record, ...]:
    """Return what is found now of the random cases that *path* names; none where there is no such file.

    Raises `InvalidData` for a line that names no case, and for what is no regular file.
    """
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if regular_file(path).exists() else ():
        seed, case = _case(path, line)
        [record] = judge_cases(attrs.evolve(campaign, seed=seed), [case])
        found.append(attrs.evolve(record, case=f"{case} of seed {seed}"))
    return tuple(found)


def keep_known(campaign: Campaign, path: Path, records: Iterable[Record]) -> None:
    """Write to *path* the random cases among *records* that deviate, of the campaign's seed unless they say another."""
    names = [record.case for record in records if record.deviates and record.case.startswith(RANDOM)]
    cases = (name.partition(" of seed ") for name in names)
    kept = dict.fromkeys((int(seed) if seed else campaign.seed, case) for case, _, seed in cases)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(one)}\n" for one in kept), encoding="utf-8")


def _case(path: Path, line: str) -> tuple[int, str]:
    try:
        seed, case = json.loads(line)
        return int(seed), RANDOM + str(int(str(case).removeprefix(RANDOM)))
    except (ValueError, TypeError) as error:
        message = f'{path}: {line!r:.80} names no case, such as [7, "random 3"]: delete the file'
        raise InvalidData(message) from error

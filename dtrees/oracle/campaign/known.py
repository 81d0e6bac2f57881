"""Counterexamples found before: kept as the seed and the name of their case, and judged first the next time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import attrs

from dtrees.errors import InvalidData
from dtrees.oracle.campaign.file import regular_file
from dtrees.oracle.campaign.judging import judge_cases

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from dtrees.oracle.campaign.plan import Campaign
    from dtrees.oracle.record import Record

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

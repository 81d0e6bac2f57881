"""Campaigns ended at any moment, and gone on with: ``cd tests && python -m campaign.killing 200 0``.

It prints how many processes were alive five seconds after, and how many records were lost, or there twice.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from dtrees.oracle.campaign.plan import Campaign, cases_of

CAMPAIGN: Final = Campaign(peer="quality.plain.adapter:plain", cases=40, tables=False, time_limit=30.0)

SIGNALS: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

SCRIPT: Final = f"""
import sys
from dtrees.oracle.campaign import Campaign, run_campaign
from dtrees.oracle.campaign.description import Description
from dtrees.oracle.record import Granted
it = Description(granted=Granted(), conventions={{}}, unexplained=(), functions=(), untaken=(), tables=0,
                 usual_cases=0, chunk=4, defaulted=())  # else it would be asked for that each time
run_campaign({CAMPAIGN!r}, jobs=2, description=it, file=sys.argv[1])
"""


def started_with(mark: str) -> list[int]:
    """Return the processes whose environment holds *mark*, which a process inherits from the one that started it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
        except OSError:  # it has ended, or is another user's
            continue
    return found


def lines(file: Path) -> int:
    """Return how many lines are written: a campaign's first says what it is, and each other keeps a record."""
    return file.read_bytes().count(b"\n") if file.exists() else 0


def killed(number: int, folder: Path) -> Counter[str]:
    """Count what is wrong after the campaign of this number was ended at some moment, and gone on with to its end."""
    chance, file, mark = random.Random(number), folder / f"{number}.jsonl", f"DTREES_KILLED={folder}/{number}"  # noqa: S311
    name, _, value = mark.partition("=")
    command = [sys.executable, "-c", SCRIPT, str(file)]
    main = subprocess.Popen(command, env={**os.environ, name: value}, stderr=subprocess.DEVNULL)
    moment = chance.randrange(1, CAMPAIGN.cases + 1)
    while main.poll() is None and lines(file) < moment:
        time.sleep(0.01)
    some = [process for process in started_with(mark) if process != main.pid]
    one = chance.choice(some) if some and chance.random() < 1 / 4 else main.pid  # a worker alone, or all
    ended = main.poll() is None
    os.kill(one, chance.choice(SIGNALS))
    if one == main.pid:
        main.wait(60)
        time.sleep(5)
    else:
        main.wait(300)
    found = Counter(ended=int(ended), alive=len(started_with(mark)))
    before = lines(file)
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    kept = Counter(json.loads(line)["case"] for line in file.read_text(encoding="utf-8").splitlines()[1:])
    found["in the middle"] = int(1 < before <= CAMPAIGN.cases)
    found["lost"] = len({*cases_of(CAMPAIGN)} - {*kept})
    found["twice"] = sum(count - 1 for count in kept.values())
    return found


def main(many: int, first: int) -> None:
    """Print the sums."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + many):
            found.update(killed(number, Path(folder)))
            sys.stdout.write(f"{number - first + 1} campaigns: {dict(found)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

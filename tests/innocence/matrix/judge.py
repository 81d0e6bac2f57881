"""Judge members of the family by the default run: ``python -m innocence.matrix.judge 0 60``; print who is accused."""

from __future__ import annotations

import json
import shlex
import sys
import time
from typing import Any

from innocence.matrix.members import member, text_of

from dtrees.oracle.campaign import Campaign, run_campaign
from dtrees.oracle.campaign.judging import judge_conventions, judge_functions
from dtrees.oracle.campaign.running import describe

MODULE = "innocence.matrix.members"


def peer_of(place: int) -> str:
    """Return how `dtrees verify` is given the member of this number."""
    one = member(place)
    if one["way"] == "pipe":
        return "command: " + shlex.join([sys.executable, "-m", MODULE, json.dumps(one)])
    return f"{MODULE}:object_{place}" if one["way"] == "object" else f"estimator: {MODULE}:estimator_{place}"


def accusations(peer: str, *, cases: int = 40, laws: int = 5, tables: bool = True) -> list[str]:
    """Return what the default run says against *peer*, each kind once."""
    campaign = Campaign(peer=peer, cases=cases, tables=tables, laws=laws, time_limit=120.0)
    it = describe(campaign)
    records = run_campaign(campaign)
    judged = (*judge_conventions(campaign, it.unexplained), *records)
    found: dict[tuple[str, str], list[Any]] = {}
    for record in (*judged, *judge_functions(judged, it.functions, it.untaken)):
        for finding in record.findings:
            found.setdefault((finding.check, finding.kind), []).append((record.case, record.subject.criterion, finding))
    return [f"{len(some)} x ({some[0][0]}, {some[0][1]}) {some[0][2]}" for some in found.values()]


def main(start: int, end: int, step: int = 1, cases: int = 40, laws: int = 5) -> None:
    accused = 0
    for place in range(start, end, step):
        began = time.process_time()
        try:
            said = accusations(peer_of(place), cases=cases, laws=laws)
        except Exception as error:  # noqa: BLE001 (whatever ends a run is shown)
            said = [f"the run ends with {type(error).__name__}: {error}"]
        accused += bool(said)
        one = member(place)
        sys.stdout.write(
            f"{place} {'ACCUSED' if said else 'acquitted'} {time.process_time() - began:.0f} s: {text_of(one)}\n"
        )
        for line in said:
            sys.stdout.write(f"    {line[:400]}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{accused} of {len(range(start, end, step))} accused\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""Findings on a peer as plain data, and as tables on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees.data import Classes
from dtrees.oracle.console import WIDTH
from dtrees.oracle.protocol.outcomes import Declined, shortened
from dtrees.oracle.report import COUNTS, counts, first_deviations, where

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dtrees.oracle.conformance import LawResult
    from dtrees.oracle.protocol.judging import Judged

OUTCOMES: Final = ("holds", "broken", "not applicable")


def peer_findings(judged: Sequence[Judged], laws: Sequence[LawResult] = ()) -> dict[str, Any]:
    """Return the counts by operation, the smallest example of each kind of deviation with its shell line, and the laws.

    Where a peer gave no answer, how it failed is the kind: crash, hang, malformed, flood or error.

    >>> peer_findings([])
    {'operations': [], 'deviations': [], 'laws': {'holds': 0, 'broken': 0, 'not applicable': 0}, 'broken': {}}
    """
    operations: dict[str, list[Judged]] = {}
    for item in judged:
        operations.setdefault(item.operation, []).append(item)
    return {
        "operations": [{"operation": name, **_counted(items)} for name, items in operations.items()],
        "deviations": _smallest(judged),
        "laws": {word: sum(result.outcome == word for result in laws) for word in OUTCOMES},
        "broken": {result.law: str(result.broken) for result in laws if result.broken},
    }


def deviates(record: Mapping[str, Any]) -> bool:
    """Return whether anything deviates, or a law is broken, in what `peer_findings` records.

    >>> deviates(peer_findings([]))
    False
    """
    return bool(record["deviations"] or record["broken"])


def _counted(items: Iterable[Judged]) -> dict[str, int]:
    """Return what was judged: nodes, rows or predictions; an answer that failed counts as one."""
    sums = dict.fromkeys(("cases", "unsupported", "judged", *COUNTS), 0)
    for item in items:
        sums["cases"] += 1
        if item.verdict is not None:
            sums["judged"] += item.verdict.judged
            for name, count in counts(item.verdict).items():
                sums[name] += count
        elif isinstance(item.outcome, Declined):
            sums["unsupported"] += 1
        else:
            sums["judged"] += 1
            sums["deviating"] += 1
    return sums


def _smallest(judged: Iterable[Judged]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for item in sorted(judged, key=lambda item: item.trial.size):
        target = "classes" if isinstance(item.trial.data.target, Classes) else "numbers"
        for deviation in _deviations(item):
            key = (item.operation, deviation["kind"], target)
            told = {"operation": item.operation, "target": target, "data": item.trial.name, **deviation}
            entry = found.setdefault(key, {**told, "cases": 0, "times": 0, "by_hand": item.by_hand})
            entry["cases"] += 1
            entry["times"] += deviation["times"]
    return list(found.values())


def _deviations(item: Judged) -> list[dict[str, Any]]:
    if item.verdict is not None:
        return first_deviations(item.verdict)
    if isinstance(item.outcome, Declined):
        return []
    kind = getattr(item.outcome, "kind", "")
    return [{"kind": kind, "expected": "an answer", "got": str(item.outcome), "regret": "", "times": 1}]


def print_peer_findings(record: Mapping[str, Any]) -> None:
    """Print what `peer_findings` records."""
    console = Console()
    console = console if console.is_terminal else Console(width=WIDTH)
    table = Table("operation", box=SIMPLE_HEAD)
    names = ("cases", "unsupported", "judged", *COUNTS)
    for name in names:
        table.add_column(name, justify="right")
    for row in record["operations"]:
        table.add_row(row["operation"], *(str(row[name]) for name in names))
    console.print(table)
    for deviation in record["deviations"]:
        place = where(deviation) if {"path", "row"} & deviation.keys() else ""
        head = f"{deviation['operation']}, {deviation['target']}: {deviation['kind']} {place}".rstrip()
        counted = f"({deviation['times']} times in {deviation['cases']} cases); the smallest, {deviation['data']}:"
        console.print(f"{head} {counted}", highlight=False, markup=False)
        for side in ("expected", "got", "regret"):
            if deviation[side]:
                console.print(f"  {side:8} {shortened(deviation[side])}", highlight=False, markup=False)
        console.print(f"  {deviation['by_hand']}", highlight=False, markup=False, soft_wrap=True)
    for said in record["broken"].values():
        console.print(said, highlight=False, markup=False)
    if any(record["laws"].values()):
        console.print("laws: " + ", ".join(f"{count} {word}" for word, count in record["laws"].items()))

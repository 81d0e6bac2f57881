"""A campaign's findings on the terminal: counts by part, the laws, and the smallest counterexample of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees.oracle.findings import COUNTS, summed
from dtrees.oracle.reports.summary import by_data, choices, kinds_of, laws_tried, numbered, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dtrees.oracle.campaign.finding import Finding
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.reports.summary import Kind

WIDTH: Final = 110
"""Of what is written where there is no terminal."""

LONGEST: Final = 160
"""Longer exact numbers are cut off on the terminal; the file has them whole."""


def print_campaign(findings: Sequence[Finding], conventions: Conventions) -> None:
    """Print by part and data set what was judged, the conventions granted, the laws, and each kind of deviation."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = WIDTH
    for part, sums in parts_of(findings).items():
        console.print(_counts(part, sums, findings), "")
    if chosen := choices(conventions):
        console.print("conventions granted:", ", ".join(f"{name} {mine}" for name, mine, _ in chosen), end="\n\n")
    for outcome, laws in laws_tried(findings).items():
        if laws:
            console.print(f"laws that {outcome} ({len(laws)}):", ", ".join(laws), end="\n\n")
    for kind in kinds_of(findings):
        for line in _smallest(kind):
            console.print(line, soft_wrap=True)
    deviating = sum(finding.deviates for finding in findings)
    console.print(f"{numbered(len(findings), 'case')} judged, {deviating:,} deviate")


def _counts(part: str, sums: Mapping[str, int], findings: Sequence[Finding]) -> Table:
    """Return the table of a part: its counts by data set and criterion, and their *sums* at the foot."""
    groups = {name: [each for each in items if part in each.parts] for name, items in by_data(findings).items()}
    table = Table(title=part, title_justify="left", box=SIMPLE_HEAD, show_edge=False, show_footer=True)
    table.add_column("data set", "all")
    table.add_column("criterion")
    table.add_column("cases", f"{sum(map(len, groups.values())):,}", justify="right")
    for name in COUNTS:
        table.add_column(name, f"{sums[name]:,}", justify="right")
    for (data, criterion), items in groups.items():
        if items:
            counted = summed(items)[part]
            table.add_row(data, criterion, f"{len(items):,}", *(f"{counted[name]:,}" for name in COUNTS))
    return table


def _smallest(kind: Kind) -> Iterator[str]:
    """Yield the lines that tell a kind, its smallest counterexample, and the code that asks again, ready to paste."""
    finding, example = kind.examples[0]
    often = f"{numbered(kind.times, 'time')} in {numbered(len(kind.examples), 'case')}"
    yield f"{kind.part}: {kind.kind}, {often} [{kind.why or kind.cause}]"
    told = {
        "smallest": f"{finding.case}, {example.place}",
        "expected": example.expected,
        "got": example.got,
        "regret": example.regret,
    }
    for name, text in told.items():
        if text:
            yield f"  {name:8}  {text if len(text) <= LONGEST else f'{text[:LONGEST]}... ({len(text)} characters)'}"
    yield f"{example.code}\n"

"""A campaign's findings as tables on the terminal: counts, and the smallest counterexample of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees.oracle.campaign.findings import COLUMNS, summed
from dtrees.oracle.console import LONGEST_NUMBER, WIDTH
from dtrees.oracle.reports.summary import by_data, kinds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.campaign.findings import Finding
    from dtrees.oracle.reports.summary import Kind


def print_campaign(findings: Sequence[Finding]) -> None:
    """Print what was judged and what deviates by data set and by part, and each kind of deviation."""
    console = Console()
    console = console if console.is_terminal else Console(width=WIDTH)
    sums = summed(findings)
    table = _table(("data", "criterion"), ("cases", *sums))
    for (data, criterion), items in by_data(findings).items():
        mine = summed(items)
        cells = (f"{mine[part]['judged']} / {mine[part]['deviating']}" if part in mine else "" for part in sums)
        table.add_row(data, criterion, str(len(items)), *cells)
    console.print(table)
    console.print("Nodes or rows judged, and after the slash those that deviate.\n")
    table = _table(("part",), COLUMNS)
    for part, counted in sums.items():
        table.add_row(part, *(str(counted[name]) for name in COLUMNS))
    console.print(table)
    for kind in kinds_of(findings):
        _print_kind(console, kind)
    console.print(f"{len(findings)} cases judged, {sum(finding.deviates for finding in findings)} deviate")


def _table(names: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(*names, box=SIMPLE_HEAD)
    for number in numbers:
        table.add_column(number, justify="right")
    return table


def _print_kind(console: Console, kind: Kind) -> None:
    finding, example = kind.examples[0]
    head = f"{kind.part}: {kind.kind} ({kind.times} times in {len(kind.examples)} cases)"
    lines = [f"{head}; the smallest is case {finding.case}, {example.place}".rstrip(", ")]
    lines += [
        f"  {side:8} {text if len(text) <= LONGEST_NUMBER else f'{text[:LONGEST_NUMBER]}... ({len(text)} characters)'}"
        for side, text in (("expected", example.expected), ("got", example.got), ("regret", example.regret))
        if text
    ]
    lines += [f"  {line}" for line in finding.subject.code.split("\n")]
    for line in lines:
        console.print(line, highlight=False, markup=False, soft_wrap=True)

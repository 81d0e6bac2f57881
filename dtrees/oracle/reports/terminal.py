"""A campaign's findings on the terminal: counts by check, the laws, and the smallest counterexample of each kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees.oracle.record import COUNTS, sums_by_check
from dtrees.oracle.reports.summary import by_data, checks_of, choices, kinds_of, laws_tried, numbered

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.record import Record
    from dtrees.oracle.reports.summary import DeviationKind

WIDTH: Final = 110
"""Of what is written where there is no terminal."""

LONGEST: Final = 160
"""Longer exact numbers are cut off on the terminal; the file has them whole."""


def print_campaign(records: Sequence[Record], conventions: Conventions, *, left: int = 0) -> None:
    """Print by check and data set what was judged, the conventions granted, the laws, and each kind of deviation."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = WIDTH
    for check, sums in checks_of(records).items():
        console.print(_counts(check, sums, records), "")
    if chosen := choices(conventions):
        console.print("conventions granted:", ", ".join(f"{name} {mine}" for name, mine, _ in chosen), end="\n\n")
    for outcome, laws in laws_tried(records).items():
        if laws:
            console.print(f"laws that {outcome} ({len(laws)}):", ", ".join(laws), end="\n\n")
    for kind in kinds_of(records):
        for line in _smallest(kind):
            console.print(line, soft_wrap=True)
    deviating = sum(record.deviates for record in records)
    nothing = not any(counts["judged"] for counts in sums_by_check(records).values())
    refused = [each for each in records if each.note and not each.checks and (nothing or each.subject.data != "law")]
    if refused or (records and nothing):
        refusals = Counter(record.note for record in refused).most_common(3)
        title = "nothing was judged" if nothing else f"{numbered(len(refused), 'case')} not judged"
        console.print(title, *(f"  {times:,} times: {why}" for why, times in refusals), "", sep="\n")
    unjudged = f", {left:,} not begun" if left else ""
    console.print(f"{numbered(len(records) - len(refused), 'case')} judged{unjudged}, {deviating:,} deviate")


def _counts(check: str, sums: Mapping[str, int], records: Sequence[Record]) -> Table:
    """Return the table of a check: its counts by data set and criterion, and their *sums* at the foot."""
    groups = {name: [each for each in items if check in each.checks] for name, items in by_data(records).items()}
    table = Table(title=check, title_justify="left", box=SIMPLE_HEAD, show_edge=False, show_footer=True)
    table.add_column("data set", "all")
    table.add_column("criterion")
    table.add_column("cases", f"{sum(map(len, groups.values())):,}", justify="right")
    for name in COUNTS:
        table.add_column(name, f"{sums[name]:,}", justify="right")
    for (data, criterion), items in groups.items():
        if items:
            counted = sums_by_check(items)[check]
            table.add_row(data, criterion, f"{len(items):,}", *(f"{counted[name]:,}" for name in COUNTS))
    return table


def _smallest(kind: DeviationKind) -> Iterator[str]:
    """Yield the lines that tell a kind, its smallest counterexample, and the code that asks again, ready to paste."""
    record, example = kind.examples[0]
    often = f"{numbered(kind.times, 'time')} in {numbered(len(kind.examples), 'case')}"
    yield f"{kind.check}: {kind.kind}, {often} [{kind.why or kind.cause}]"
    stated = {
        "smallest": ", ".join(filter(None, [record.case, example.place])),
        "expected": example.expected,
        "got": example.got,
        "regret": example.regret,
    }
    for name, text in stated.items():
        if text:
            yield f"  {name:8}  {text if len(text) <= LONGEST else f'{text[:LONGEST]}... ({len(text)} characters)'}"
    yield f"{example.code}\n"

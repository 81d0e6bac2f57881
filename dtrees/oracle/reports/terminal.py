"""A campaign's findings on the terminal: counts by check, the laws, and the smallest counterexample of each kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees.oracle.record import COUNTS, hang_too_often, sums_by_check
from dtrees.oracle.reports.summary import (
    OUTCOMES,
    by_data,
    checks_of,
    functions_of,
    is_case,
    kinds_of,
    laws_tried,
    numbered,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dtrees.oracle.record import Granted, Record
    from dtrees.oracle.reports.summary import DeviationKind

WIDTH: Final = 110
"""The width of a line where there is no terminal."""

LONGEST: Final = 160
"""Longer exact numbers are cut off on the terminal; the file has them whole."""

MOST_LAWS: Final = 6
"""So many laws that one cause breaks are named beside its smallest counterexample; the list of laws names all."""

OTHER_FUNCTIONS: Final = "it asks for "
"""The beginning of the reason that a law needs functions which are not offered."""

BESIDES: Final = {
    "conventions": "no convention explains some answers",
    "functions": "of some functions nothing was judged",
}
"""The records that are about no case, and what each means where it deviates."""


def print_campaign(records: Sequence[Record], granted: Granted, *, left: int = 0) -> None:
    """Print the counts of each check and function, the conventions *granted*, the laws, and each kind of deviation.

    *left* is the number of cases that were not begun.
    """
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = WIDTH
    for check, sums in checks_of(records).items():
        console.print(_counts(check, sums, records), "")
    if answers := functions_of(records):
        console.print(_functions(answers), "")
    for line in (*_granted(granted), *(record.note for record in records if record.case == "output")):
        console.print(line, end="\n\n")
    for outcome, laws in laws_tried(records).items():
        if laws:
            told = _reasons(laws) if outcome == OUTCOMES[-1] else [", ".join(laws)]
            console.print(f"laws that {outcome} ({len(laws)}):", "\n  ".join(told), end="\n\n")
    printed: set[str] = set()
    for kind in kinds_of(records):
        for line in _smallest(kind):
            console.print(line, soft_wrap=True)
        code = kind.examples[0][1].code
        console.print("(lines above ask again)" if code in printed and code else code, "", sep="\n", soft_wrap=True)
        printed.add(code)
    cases = list(filter(is_case, records))
    refused = sum(not record.checks for record in cases)
    unjudged = (f", {refused:,} not judged" if refused else "") + (f", {left:,} not begun" if left else "")
    if left and hang_too_often(cases[-100:]):
        unjudged += ", for answers too often do not come"
    besides = "".join(f"; {BESIDES[each.case]}" for each in records if each.case in BESIDES and each.deviates)
    deviating = sum(record.deviates for record in cases)
    tried = laws_tried(records)
    many = sum(map(len, tried.values())) - len(tried[OUTCOMES[-1]])
    broken = f"; {numbered(many, 'law')} tried, {many - len(tried['hold']):,} broken" if many else ""
    console.print(f"{numbered(len(cases) - refused, 'case')} judged{unjudged}, {deviating:,} deviate{broken}{besides}")


def _reasons(laws: Mapping[str, str]) -> list[str]:
    """Return lines on why *laws* do not apply: other functions first, then each reason, the most frequent first."""
    reasons = Counter("" if reason.startswith(OTHER_FUNCTIONS) else reason for reason in laws.values())
    others = reasons.pop("", 0)
    first = [f"{others}: they are about functions that it does not offer"] if others else []
    return ["", *first, *(f"{many}: {reason}" for reason, many in reasons.most_common())]


def _granted(granted: Granted) -> Iterator[str]:
    """Yield the lines that name the conventions that are granted."""
    if granted.choices:
        yield "conventions granted: " + ", ".join(f"{name} {mine}" for name, mine, _ in granted.choices)
    if granted.undecided:
        yield f"of these asking did not decide, so more is granted than needed: {', '.join(granted.undecided)}"


def _functions(answers: Sequence[tuple[str, int, list[str]]]) -> Table:
    """Return the table of the functions: how many answers were judged, and how many were not and why."""
    table = Table("function", title="functions", title_justify="left", box=SIMPLE_HEAD, show_edge=False)
    table.add_column("judged", justify="right")
    table.add_column("not judged")
    for function, judged, reasons in answers:
        table.add_row(function, f"{judged:,}", "\n".join(reasons))
    return table


def _counts(check: str, sums: Mapping[str, int], records: Sequence[Record]) -> Table:
    """Return the table of a check: its counts by data set and criterion, and their *sums* at the foot.

    Of other checks than growing, rows in which nothing deviates are left to the sum.
    """
    groups = {name: [each for each in items if check in each.checks] for name, items in by_data(records).items()}
    table = Table(title=check, title_justify="left", box=SIMPLE_HEAD, show_edge=False, show_footer=True)
    table.add_column("data set", "all")
    table.add_column("criterion")
    table.add_column("cases", f"{sum(map(len, groups.values())):,}", justify="right")
    for name in COUNTS:
        table.add_column(name, f"{sums[name]:,}", justify="right")
    for (data, criterion), items in groups.items():
        counted = sums_by_check(items)[check] if items else None
        if counted and (check == "growth" or counted["deviating"]):
            table.add_row(data, criterion, f"{len(items):,}", *(f"{counted[name]:,}" for name in COUNTS))
    return table


def _smallest(kind: DeviationKind) -> Iterator[str]:
    """Yield the lines that tell a kind and its smallest counterexample."""
    record, example = kind.examples[0]
    often = f", {numbered(kind.times, 'time')} in {numbered(len(kind.examples), 'case')} [{kind.why or kind.cause}]"
    place = ", ".join(filter(None, [record.case, example.place]))
    yield f"{kind.check}: {kind.kind}{often if place != kind.check else ''}"
    if example.cause:
        laws = [each.subject.criterion for each, _ in kind.examples]
        others = f" and {len(laws) - MOST_LAWS} more" if len(laws) > MOST_LAWS else ""
        yield f"  breaks    {', '.join(laws[:MOST_LAWS])}{others}"
    stated = {
        "smallest": place if place != kind.check else "",
        "expected": example.expected,
        "got": example.got,
        "regret": example.regret,
    }
    for name, text in stated.items():
        if text:
            yield f"  {name:8}  {text if len(text) <= LONGEST else f'{text[:LONGEST]}... ({len(text)} characters)'}"

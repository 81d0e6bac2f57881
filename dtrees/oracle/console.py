"""The findings as tables on the terminal; rich is needed by the command alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees.oracle.peers.rpart.code import PARTS
from dtrees.oracle.report import COUNTS, where

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WIDTH: Final = 110

LONGEST_NUMBER: Final = 160
"""Longer exact numbers are cut off on the terminal; --json has them whole."""


def print_findings(records: Sequence[Mapping[str, Any]]) -> None:
    """Print what `findings` records: growth, pruning, and each kind of deviation."""
    console = _console()
    _print_growth(console, records)
    _print_pruning(console, records)
    for record in records:
        name = f"{record['data']}, {record['criterion']}"
        for deviation in record["deviations"]:
            _print_deviation(console, name, deviation)
        for part, verdict in record["pruning"].items():
            for deviation in verdict["deviations"]:
                _print_deviation(console, f"{name}, {part}", deviation)
    console.print(f"{_sum(records, 'nodes')} nodes judged, {_sum(records, 'deviating')} deviate")
    pruning = [verdict for record in records for verdict in record["pruning"].values()]
    if pruning:
        console.print(f"{_sum(pruning, 'rows')} rows and pruned fits judged, {_sum(pruning, 'deviating')} deviate")


def print_rpart_findings(record: Mapping[str, Any]) -> None:
    """Print what `rpart_findings` records: a row a group, the counts by part, and the smallest deviations."""
    console = _console()
    parts = [part for part in PARTS if part in record["total"]]
    table = _table(("data set", "criterion"), ("cases", *parts))
    for group in record["groups"]:
        cells = (_cell(group[part]) if part in group else "" for part in parts)
        table.add_row(group["data"], group["criterion"], str(group["cases"]), *cells)
    console.print(table)
    console.print("Nodes (growth) or rows judged, and after the slash those that deviate.\n")
    table = _table(("part",), ("judged", *COUNTS))
    for part in parts:
        table.add_row(part, *(str(record["total"][part][name]) for name in ("judged", *COUNTS)))
    console.print(table)
    for deviation in record["deviations"]:
        name = f"{deviation['part']}, {deviation['target']} ({deviation['cases']} cases); the smallest"
        _print_deviation(console, name, deviation)
        console.print(f"  {deviation['in_r']}", highlight=False, markup=False, soft_wrap=True)


def _console() -> Console:
    """Return the terminal, or where the output goes elsewhere one that is wide enough for every column."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


def _cell(counted: Mapping[str, int]) -> str:
    return f"{counted['judged']} / {counted['deviating']}"


def _print_growth(console: Console, records: Iterable[Mapping[str, Any]]) -> None:
    table = _table(("data set", "criterion"), ("nodes", *COUNTS, "seconds"))
    for record in records:
        cells = (str(record[name]) for name in ("nodes", *COUNTS))
        table.add_row(record["data"], record["criterion"], *cells, f"{record['seconds']:.1f}")
    console.print(table)


def _print_pruning(console: Console, records: Iterable[Mapping[str, Any]]) -> None:
    table = _table(("data set", "criterion", "pruning"), ("rows", *COUNTS))
    for record in records:
        for part, verdict in record["pruning"].items():
            cells = (str(verdict[name]) for name in ("rows", *COUNTS))
            table.add_row(record["data"], record["criterion"], part, *cells)
    if table.row_count:
        console.print(table)


def _table(names: Iterable[str], numbers: Iterable[str]) -> Table:
    table = Table(*names, box=SIMPLE_HEAD)
    for number in numbers:
        table.add_column(number, justify="right")
    return table


def _print_deviation(console: Console, name: str, deviation: Mapping[str, Any]) -> None:
    console.print(f"{name}: {deviation['kind']} {where(deviation)} ({deviation['times']} times)", markup=False)
    for side, text in (("expected", deviation["expected"]), ("got", deviation["got"]), ("regret", deviation["regret"])):
        if text:
            console.print(f"  {side:8} {_shortened(text)}", highlight=False, markup=False)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_NUMBER else f"{text[:LONGEST_NUMBER]}... ({len(text)} characters)"


def _sum(records: Iterable[Mapping[str, Any]], name: str) -> int:
    return sum(record[name] for record in records)

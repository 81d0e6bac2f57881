"""Print what the way from the array or the file to the chosen tree takes, against the programs people use, in one run.

A second table has growing, pruning, judging and predicting alone, and a third how time grows with the size.

Run it from the repository's root:  PYTHONPATH=tests python -m benchmarks.table [--quick] [--only WORD]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from benchmarks.cases import Case, cases
from benchmarks.measuring import Measured, exponent, measured, worst_doubling
from benchmarks.ways import ways
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

WORTH_WEIGHING = range(10_000, 100_001)
"""The memory of smaller work is lost in the interpreter's own, and larger work is done once only."""


@click.command()
@click.option("--quick", is_flag=True, help="Only the cases of a few seconds.")
@click.option("--only", default="", help="Only the cases with this word in their names.")
def main(*, quick: bool, only: str) -> None:
    """Measure all cases and print the tables."""
    whole_way = list(ways())
    every = [*whole_way, *cases()]
    chosen = [case for case in every if only in f"{case.group}: {case.name}" and (case.quick or not quick)]
    console = Console(width=140)
    done: dict[Case, Measured] = {}
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=len(chosen))
        for case in chosen:
            progress.update(task, description=f"{case.group}: {case.name}")
            pair = case.make()
            done[case] = measured(pair, budget=6.0, memory=bool(pair.bytes) and pair.size in WORTH_WEIGHING)
            progress.advance(task)
    way = {case: found for case, found in done.items() if case in whole_way}
    alone = {case: found for case, found in done.items() if case not in whole_way}
    console.print(ratios(way, "the whole way"), ratios(alone), series(done), sep="\n")


def ratios(done: Mapping[Case, Measured], title: str = "alone") -> Table:
    """Return the table of the cases."""
    columns = ("work", "data", "median", "least", "largest", "runs", "mark", "memory", "nodes", "peer's nodes")
    table = Table(*columns, title=f"{title}, ours : the peer's")
    for case, found in done.items():
        mark = "" if case.mark is None else f"{'' if found.ratio <= case.mark else 'over '}{case.mark:g}"
        memory = "" if found.memory is None else f"{found.memory:.2f}"
        nodes = ("" if count is None else f"{count:,}" for count in found.nodes)
        spread = (f"{ratio:.2g}" for ratio in (found.ratio, found.ratios[0], found.ratios[-1]))
        table.add_row(case.group, case.name, *spread, str(len(found.ratios)), mark, memory, *nodes)
    return table


def series(done: Mapping[Case, Measured]) -> Table:
    """Return the table of how time grows with the size."""
    table = Table("series", "exponent", "peer's exponent", "worst doubling", "peer's worst", title="time over the size")
    for name in sorted({case.series for case in done} - {""}):
        members = [found for case, found in done.items() if case.series == name]
        if len(members) > 1:
            sizes = [found.size for found in members]
            both = [found.ours for found in members], [found.peer for found in members]
            fits = [f"{exponent(sizes, seconds):.2f}" for seconds in both]
            table.add_row(name, *fits, *(f"{worst_doubling(sizes, seconds):.2f}" for seconds in both))
    return table


if __name__ == "__main__":
    main()

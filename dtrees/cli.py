"""The command ``dtrees``."""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import TYPE_CHECKING, Any

try:
    import click
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.table import Table
except ModuleNotFoundError as missing:  # pragma: no cover - what a bare installation says
    sys.exit(f"the command dtrees needs {missing.name}: pip install 'dtrees[cli]'")


from dtrees.commands import COMMANDS
from dtrees.oracle.report import Judged, findings

if TYPE_CHECKING:
    from types import ModuleType


@click.group()
@click.version_option(package_name="dtrees")
def main() -> None:
    """Grow, prune, choose and judge decision trees by an exact specification."""


for command in COMMANDS:
    main.add_command(command)


@main.group()
def verify() -> None:
    """Judge a real implementation on real data; exit with 0 only when nothing deviates."""


@verify.command("scikit-learn")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for machines.")
def verify_scikit_learn(*, as_json: bool) -> None:
    """Judge every node of the trees that scikit-learn fits to the data sets it ships."""
    peer = _peer("dtrees.oracle.scikit_learn", "scikit-learn")
    judged = []
    with _progress() as progress:
        task = progress.add_task("judging", total=len(peer.CASES))
        for case in peer.CASES:
            progress.update(task, description=f"judging {case.name}, {case.criterion}")
            started = time.perf_counter()
            verdict = peer.judge_fit(*case.rows(), case.criterion)
            judged.append(Judged(case.name, case.criterion, verdict, time.perf_counter() - started))
            progress.advance(task)
    _report(judged, as_json=as_json)


def _peer(module: str, extra: str) -> ModuleType:
    """Return the adapter *module*, or end with the command that installs what it needs."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        message = f"{extra} is not installed ({missing.name} is missing): pip install 'dtrees[{extra}]'"
        raise click.ClickException(message) from missing


def _progress() -> Progress:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _report(judged: list[Judged], *, as_json: bool) -> None:
    """Print the findings and end with 1 where anything deviates."""
    records = findings(judged)
    if as_json:
        click.echo(json.dumps(records, indent=2))
    else:
        _print_table(records)
    sys.exit(any(record["deviating"] for record in records))


def _print_table(records: list[dict[str, Any]]) -> None:
    console = Console()
    table = Table("data set", "criterion", box=SIMPLE_HEAD)
    for column in ("nodes", "canonical", "admissible", "deviating", "seconds"):
        table.add_column(column, justify="right")
    for record in records:
        counts = (str(record[name]) for name in ("nodes", "canonical", "admissible", "deviating"))
        table.add_row(record["data"], record["criterion"], *counts, f"{record['seconds']:.1f}")
    console.print(table)
    for record in records:
        for deviation in record["deviations"]:
            console.print(f"{record['data']}, {record['criterion']}: {deviation['kind']} at path {deviation['path']}")
            console.print(f"  expected {deviation['expected']}\n  got      {deviation['got']}", highlight=False)
            if deviation["regret"]:
                console.print(f"  regret   {deviation['regret']}", highlight=False)
    nodes, deviating = (sum(record[name] for record in records) for name in ("nodes", "deviating"))
    console.print(f"{nodes} nodes judged, {deviating} deviate")

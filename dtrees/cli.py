"""The command ``dtrees``."""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import TYPE_CHECKING

try:
    import click
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
except ModuleNotFoundError as missing:  # pragma: no cover - what a bare installation says
    sys.exit(f"the command dtrees needs {missing.name}: pip install 'dtrees[cli]'")


from dtrees.commands import COMMANDS
from dtrees.errors import Unsupported
from dtrees.oracle.console import print_findings, print_rpart_findings
from dtrees.oracle.report import Judged, deviates, findings
from dtrees.oracle.rpart import answers
from dtrees.oracle.rpart_cases import random_cases, real_cases
from dtrees.oracle.rpart_judge import judge_answer
from dtrees.oracle.rpart_report import JudgedCase, rpart_findings

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
    """Judge the trees that scikit-learn fits to the data sets it ships, node by node, and their pruning."""
    peer = _peer("dtrees.oracle.scikit_learn", "scikit-learn")
    pruning = _peer("dtrees.oracle.scikit_learn_pruning", "scikit-learn")
    judged = []
    with _progress() as progress:
        task = progress.add_task("judging", total=len(peer.CASES))
        for case in peer.CASES:
            progress.update(task, description=f"judging {case.name}, {case.criterion}")
            started = time.perf_counter()
            grown = peer.judge_fit(*case.rows(), case.criterion)
            pruned = pruning.judge_pruning(*case.rows(), case.criterion)
            seconds = time.perf_counter() - started
            parts = {"path": pruned.path, "fits": pruned.fits}
            judged.append(Judged(case.name, case.criterion, grown, seconds, parts))
            progress.advance(task)
    records = findings(judged)
    if as_json:
        click.echo(json.dumps(records, indent=2))
    else:
        print_findings(records)
    sys.exit(deviates(records))


@verify.command("rpart")
@click.option("--cases", default=2000, show_default=True, help="How many small random data sets to ask besides.")
@click.option("--seed", default=0, show_default=True, help="What they are drawn from.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for machines.")
def verify_rpart(*, cases: int, seed: int, as_json: bool) -> None:
    """Judge the trees, CP tables, pruned trees and cross-validated errors of the R package rpart.

    On tables that R and rpart ship, the textbooks' own, and small random ones.  Needs R: apt-get install r-base-core
    r-cran-rpart
    """
    judged = []
    try:
        asked = [*real_cases(), *random_cases(cases, seed)]
        with _progress() as progress:
            task = progress.add_task("judging", total=len(asked))
            for case, answer in answers(asked):
                progress.update(task, description=f"judging {case.name}, {case.criterion}")
                judged.append(JudgedCase(case, judge_answer(case, answer)))
                progress.advance(task)
    except Unsupported as missing:
        raise click.ClickException(str(missing)) from missing
    record = rpart_findings(judged)
    if as_json:
        click.echo(json.dumps(record, indent=2))
    else:
        print_rpart_findings(record)
    sys.exit(bool(record["deviations"]))


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

"""The commands that judge other implementations: ``dtrees verify``."""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from dtrees.commands.campaign import as_campaign
from dtrees.commands.progress import progress
from dtrees.commands.verify_command import judge_command, peer_options
from dtrees.commands.verify_laws import law_findings, laws_option, print_laws
from dtrees.errors import Unsupported
from dtrees.oracle.console import print_findings, print_rpart_findings
from dtrees.oracle.peers.rpart.cases import random_cases, real_cases
from dtrees.oracle.peers.rpart.code import JudgedCase, rpart_findings
from dtrees.oracle.peers.rpart.judge import judge_answer
from dtrees.oracle.peers.rpart.run import answers
from dtrees.oracle.report import Judged, deviates, findings

if TYPE_CHECKING:
    from types import ModuleType


@click.group(invoke_without_command=True)
@peer_options
@as_campaign()
@click.pass_context
def verify(context: click.Context, /, command: str | None, **options: Any) -> None:
    """Judge a real implementation on real data; exit with 0 only when nothing deviates.

    A name judges a peer that is known here; --command judges a program of yours, in any language, that speaks the
    protocol of dtrees/oracle/harnesses/README.md.
    """
    if context.invoked_subcommand is None:
        if command is None:
            message = "give a --command, or the name of a peer (see --help)"
            raise click.UsageError(message)
        judge_command(command, **options)


@verify.command("scikit-learn")
@click.option("--cases", default=0, show_default=True, help="How many small random data sets to judge besides.")
@click.option("--seed", default=0, show_default=True, help="What they are drawn from.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for machines.")
@laws_option
@as_campaign("scikit-learn")
def verify_scikit_learn(*, cases: int, seed: int, laws: int, as_json: bool) -> None:
    """Judge the trees that scikit-learn fits to the data sets it ships, node by node, and their pruning."""
    peer = _peer("dtrees.oracle.peers.scikit_learn.trees", "scikit-learn")
    pruning = _peer("dtrees.oracle.peers.scikit_learn.pruning", "scikit-learn")
    random = _peer("dtrees.oracle.peers.scikit_learn.cases", "scikit-learn")
    judged = []
    drawn = []
    with progress() as bar:
        task = bar.add_task("judging", total=len(peer.CASES) + cases)
        for case in peer.CASES:
            bar.update(task, description=f"judging {case.name}, {case.criterion}")
            started = time.perf_counter()
            grown = peer.judge_fit(*case.rows(), case.criterion)
            pruned = pruning.judge_pruning(*case.rows(), case.criterion)
            seconds = time.perf_counter() - started
            parts = {"path": pruned.path, "fits": pruned.fits}
            judged.append(Judged(case.name, case.criterion, grown, seconds, parts))
            bar.advance(task)
        for item in random.judge_random(cases, seed):
            drawn.append(item)
            bar.update(task, advance=1, description="judging small random data")
    judged += random.summed(drawn)
    records = findings(judged)
    told = law_findings("ScikitLearn", laws)
    if as_json:
        click.echo(json.dumps({"findings": records, "laws": told} if laws else records, indent=2))
    else:
        print_findings(records)
        print_laws(told)
    sys.exit(deviates(records) or bool(told["broken"]))


@verify.command("rpart")
@click.option("--cases", default=2000, show_default=True, help="How many small random data sets to ask besides.")
@click.option("--seed", default=0, show_default=True, help="What they are drawn from.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for machines.")
@as_campaign("rpart")
def verify_rpart(*, cases: int, seed: int, as_json: bool) -> None:
    """Judge the trees, CP tables, pruned trees and cross-validated errors of the R package rpart.

    On tables that R and rpart ship, the textbooks' own, and small random ones.  Needs R: apt-get install r-base-core
    r-cran-rpart
    """
    judged = []
    try:
        asked = [*real_cases(), *random_cases(cases, seed)]
        with progress() as bar:
            task = bar.add_task("judging", total=len(asked))
            for case, answer in answers(asked):
                bar.update(task, description=f"judging {case.name}, {case.criterion}")
                judged.append(JudgedCase(case, judge_answer(case, answer)))
                bar.advance(task)
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

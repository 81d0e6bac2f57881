"""``dtrees verify --command``: judge a program in any language that speaks the protocol."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from dtrees.commands.progress import progress
from dtrees.errors import DtreesError

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.oracle.conformance import LawResult


def peer_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of ``dtrees verify --command`` to *command*."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for machines."),
        click.option("--time-limit", default=10.0, show_default=True, help="Seconds that an answer may take."),
        click.option(
            "--laws", default=0, show_default=True, help="On how many inputs to try each law besides; it takes minutes."
        ),
        click.option("--seed", default=0, show_default=True, help="What they are drawn from."),
        click.option("--cases", default=100, show_default=True, help="How many small random data sets to ask."),
        click.option("--command", help="Judge this program, such as 'Rscript my_tree.R'."),
    ):
        command = option(command)
    return command


def judge_command(command: str, *, cases: int, seed: int, laws: int, time_limit: float, as_json: bool) -> None:
    """Judge the program that *command* runs and print the findings; exit with 0 only when nothing deviates."""
    try:
        from dtrees.oracle.protocol import report  # noqa: PLC0415 (jsonschema is needed here alone)
    except ModuleNotFoundError as missing:
        message = f"--command needs {missing.name}: pip install 'dtrees[protocol]'"
        raise click.ClickException(message) from missing
    try:
        record = _findings(command, cases, seed, laws, time_limit)
    except DtreesError as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(json.dumps(record, indent=2))
    else:
        report.print_peer_findings(record)
    sys.exit(report.deviates(record))


def _findings(command: str, cases: int, seed: int, examples: int, time_limit: float) -> dict[str, Any]:
    """Return what is found: by the smoke test, and where that is passed by every trial and every law."""
    from dtrees.oracle.conformance.inference import conventions_of  # noqa: PLC0415 (as above)
    from dtrees.oracle.protocol.judging import farewell, judge_trial, smoke  # noqa: PLC0415
    from dtrees.oracle.protocol.lawful import law_results, laws_about  # noqa: PLC0415
    from dtrees.oracle.protocol.peer import Peer  # noqa: PLC0415
    from dtrees.oracle.protocol.report import peer_findings  # noqa: PLC0415
    from dtrees.oracle.protocol.trials import trials  # noqa: PLC0415

    with Peer(command, seconds=time_limit) as peer, progress() as bar:
        judged = smoke(peer)
        results: list[LawResult] = []
        if not judged:
            conventions = conventions_of(peer)
            for trial in bar.track(list(trials(cases, seed, conventions)), description="judging"):
                judged += judge_trial(peer, trial, conventions)
            laws = laws_about(peer) if examples else []
            trying = law_results(peer, conventions, laws, examples)
            results += bar.track(trying, total=len(laws), description="trying the laws")
            judged += farewell(peer)
    return peer_findings(judged, results)

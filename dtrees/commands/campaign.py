"""What ``dtrees verify`` does of a peer at any scale: judge on several processors, go on where it stopped, report."""

from __future__ import annotations

import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial, wraps
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from dtrees.commands.progress import progress
from dtrees.errors import DtreesError, InvalidData
from dtrees.oracle.campaign.file import to_lines
from dtrees.oracle.campaign.plan import COMMAND, Campaign, numbers_of
from dtrees.oracle.campaign.running import run_campaign
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.terminal import print_campaign

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.oracle.campaign.findings import Finding

OPTIONS = (
    click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write the findings as a page."),
    click.option("--junit", type=click.Path(dir_okay=False, path_type=Path), help="Write the findings as JUnit XML."),
    click.option("--jsonl", is_flag=True, help="Print the findings as JSON, a line a case, instead of tables."),
    click.option(
        "--resume",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Keep each finding in this file as it comes, and do not judge again what it holds.",
    ),
    click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes judge."),
)


def as_campaign(peer: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options of a campaign to a command that has ``--cases`` and ``--seed``.

    Where one of them is given, the command runs the campaign for *peer*, its tables included, instead of its own body;
    without a peer, for the program that its ``--command`` names.
    """

    def added(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(
            *, jobs: int, resume: Path | None, jsonl: bool, junit: Path | None, html: Path | None, **own: Any
        ) -> None:
            if jobs == 1 and not (resume or jsonl or junit or html):
                command(**own)
            else:
                campaign = _campaign(peer, **own)
                _judge(campaign, jobs=jobs, resume=resume, jsonl=jsonl, junit=junit, html=html)

        for option in OPTIONS:
            option(run)
        return run

    return added


def _campaign(
    peer: str | None,
    *,
    command: str | None = None,
    as_json: bool = False,
    laws: int = 0,
    **numbers: Any,
) -> Campaign:
    """Return the campaign that the options of a command make; raises `click.UsageError` where they do not."""
    message = ""
    if as_json or laws:
        message = (
            "--json and --laws do not go with --jobs, --resume, --junit and --html: give --jsonl, or run them apart"
        )
    elif peer is None and command is None:
        message = "give a --command; the options that judge a known peer stand after its name"
    if message:
        raise click.UsageError(message)
    try:
        return Campaign(peer=peer or f"{COMMAND}{command}", tables=True, **numbers)
    except InvalidData as error:
        raise click.UsageError(str(error)) from error


def _judge(
    campaign: Campaign, *, jobs: int, resume: Path | None, jsonl: bool, junit: Path | None, html: Path | None
) -> NoReturn:
    """Run the campaign and report; exit with 0 only when nothing deviates."""
    page = _page_module() if html else None
    try:
        findings = _run(campaign, jobs, resume)
        if junit:
            junit.write_text(to_junit(campaign, findings), encoding="utf-8")
        if html and page:
            html.write_text(page.to_page(campaign, findings), encoding="utf-8")
    except KeyboardInterrupt:
        if resume is None:
            raise
        message = f"stopped; the same command goes on where {resume} ends"
        raise click.ClickException(message) from None
    except (DtreesError, OSError) as error:
        raise click.ClickException(str(error)) from error
    if jsonl:
        click.echo(to_lines(campaign, findings), nl=False)
    else:
        print_campaign(findings)
    sys.exit(any(finding.deviates for finding in findings))


def _run(campaign: Campaign, jobs: int, resume: Path | None) -> tuple[Finding, ...]:
    """Return the findings, a bar showing how far it is; workers leave Ctrl-C to this process, so that none is lost."""
    make = partial(
        ProcessPoolExecutor,
        jobs,
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    with progress() as bar:
        task = bar.add_task(f"judging {campaign.peer}", total=len(numbers_of(campaign)))
        return run_campaign(
            campaign, executor=make if jobs > 1 else None, file=resume, on_case=lambda _: bar.advance(task)
        )


def _page_module() -> Any:
    try:
        import_module("matplotlib")  # now, not after an hour
        return import_module("dtrees.oracle.reports.page")
    except ModuleNotFoundError as missing:
        message = f"--html needs {missing.name}: pip install 'dtrees[report]'"
        raise click.ClickException(message) from missing

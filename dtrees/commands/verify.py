"""``dtrees verify``: judge a real implementation, on several processors, go on where it stopped, and report."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dtrees.commands.progress import progress
from dtrees.errors import DtreesError
from dtrees.oracle.campaign import Campaign, run_campaign
from dtrees.oracle.campaign.file import to_lines
from dtrees.oracle.campaign.plan import cases_of, peer_of
from dtrees.oracle.peers.peer import COMMAND, PEERS, find_peer
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.terminal import print_campaign

if TYPE_CHECKING:
    from dtrees.oracle.campaign.finding import Finding

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("name", required=False, type=click.Choice([*PEERS]))
@click.option("--command", help="Judge this program instead, such as 'Rscript my_tree.R'.")
@click.option("--time-limit", default=10.0, show_default=True, help="Seconds that an answer of the program may take.")
@click.option(
    "--cases", type=click.IntRange(min=0), help="How many small random data sets to judge besides the tables."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="What they are drawn from.")
@click.option(
    "--laws",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="On how many inputs to try each law besides.",
)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes judge.")
@click.option("--resume", type=FILE, help="Keep each finding in this file as it comes; judge nothing that it holds.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, a line a case, instead of tables.")
@click.option("--junit", type=FILE, help="Write the findings as JUnit XML.")
@click.option("--html", type=FILE, help="Write the findings as a page.")
def verify(
    *,
    name: str | None,
    command: str | None,
    cases: int | None,
    jobs: int,
    resume: Path | None,
    as_json: bool,
    junit: Path | None,
    html: Path | None,
    **given: Any,
) -> None:
    """Judge a real implementation on real and on small random data; exit with 0 only when nothing deviates.

    NAME is one that is known here; --command judges a program of yours, in any language, that speaks the protocol of
    dtrees/oracle/harnesses/README.md.  Each needs what the README says: R for rpart, Java for j48.
    """
    page = _page_module() if html else None
    try:
        campaign = _campaign(name, command, cases, **given)
        findings = _run(campaign, jobs, resume)
        conventions = peer_of(campaign).conventions()
        if junit:
            junit.write_text(to_junit(campaign, findings), encoding="utf-8")
        if html and page:
            html.write_text(page.to_page(campaign, findings, conventions), encoding="utf-8")
    except KeyboardInterrupt:
        if resume is None:
            raise
        message = f"stopped; the same command goes on where {resume} ends"
        raise click.ClickException(message) from None
    except (DtreesError, OSError) as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(to_lines(campaign, findings), nl=False)
    else:
        print_campaign(findings, conventions)
    sys.exit(any(finding.deviates for finding in findings))


def _campaign(name: str | None, command: str | None, cases: int | None, **given: Any) -> Campaign:
    if (name is None) == (command is None):
        message = f"give a --command, or one of {', '.join(PEERS)}"
        raise click.UsageError(message)
    peer = name or f"{COMMAND}{command}"
    return Campaign(peer=peer, cases=find_peer(peer).usual_cases if cases is None else cases, tables=True, **given)


def _run(campaign: Campaign, jobs: int, resume: Path | None) -> tuple[Finding, ...]:
    """Return the findings, a bar showing how far it is."""
    with progress() as bar:
        task = bar.add_task(f"judging {campaign.peer}", total=len(cases_of(campaign)))
        return run_campaign(campaign, jobs=jobs, file=resume, on_case=lambda _: bar.advance(task))


def _page_module() -> Any:
    try:
        import_module("matplotlib")  # now, not after an hour
        return import_module("dtrees.oracle.reports.page")
    except ModuleNotFoundError as missing:
        message = f"--html needs {missing.name}: pip install 'dtrees[report]'"
        raise click.ClickException(message) from missing

"""``dtrees verify``: judge a real implementation with several processes, resume a stopped run, and report."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from dtrees.cli.progress import progress
from dtrees.errors import DtreesError, shown, shown_lines
from dtrees.oracle.adapters import COMMAND, ESTIMATOR, LEARNER, PEERS
from dtrees.oracle.campaign import Campaign, run_campaign
from dtrees.oracle.campaign.judging import judge_conventions, judge_functions, known_lines, lost, output_of
from dtrees.oracle.campaign.plan import adapter_of, cases_of, to_lines
from dtrees.oracle.campaign.running import describe, run_known
from dtrees.oracle.finding import AdapterFailed, NoAnswer
from dtrees.oracle.record import Granted
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.summary import kind_of
from dtrees.oracle.reports.terminal import print_campaign
from dtrees.peers.shared.telling import entry_lines, installed_version, stated_version, version_line
from dtrees.render.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.oracle.campaign.description import Description
    from dtrees.oracle.record import Record


class _Seconds(click.FloatRange):
    """A time that is a number: a range of floats would let NaN pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = super().convert(value, param, ctx)
        if seconds != seconds:  # noqa: PLR0124 (as NaN alone does)
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return float(seconds)


class _Known(click.Choice):  # type: ignore[type-arg]  # click 8.1 has none
    """The name of a program that is known here."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in PEERS and (":" in value or "." in value):
            self.fail(f"{value} is not known here: say --estimator {value}, or --python for an object", param, ctx)
        return str(super().convert(value, param, ctx))


class _NothingFound(click.ClickException):
    """Our own adapter failed, which is no finding: the exit status is neither 0 nor 1."""

    exit_code = 2


LAWS = 20  # so many inputs find nearly all that a law finds at all
MOST = 10**6  # so many cases can be listed; of processes there are as many as there is to judge
SECONDS = _Seconds(min=0, min_open=True, max=1e6)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("verify")
@click.argument("name", required=False, type=_Known([*PEERS]))
@click.option("--command", help="Judge this program instead, such as 'Rscript my_tree.R'.")
@click.option("--python", help="Judge this Python object instead, as package.module:object.")
@click.option("--estimator", help="Judge anything with fit and predict instead, as package.module:Class.")
@click.option(
    "--parameter",
    multiple=True,
    metavar="LIMIT=NAME",
    help="The estimator's parameter for a limit: max_depth=depth.",
)
@click.option("--learner", help="What the estimator grows, such as \"cart(impurity='entropy')\"; else it is found out.")
@click.option("--time-limit", type=SECONDS, default=10.0, show_default=True, help="Seconds that an answer may take.")
@click.option(
    "--memory", type=SECONDS, default=4.0, show_default=True, help="GiB that a process of it may take (Linux)."
)
@click.option("--seconds", type=_Seconds(min=0), default=inf, help="Begin no further case after so many seconds.")
@click.option(
    "--cases", type=click.IntRange(0, MOST), help="How many small random data sets to judge besides the tables."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="What they are drawn from.")
@click.option(
    "--laws",
    type=click.IntRange(min=0),
    help=f"On how many inputs to try each law besides.  [default: {LAWS}; for NAME 0]",
)
@click.option("--jobs", type=click.IntRange(1, MOST), default=1, show_default=True, help="How many processes judge.")
@click.option("--resume", type=FILE, help="Keep each finding in this file as it comes; judge nothing that it holds.")
@click.option("--known", type=FILE, help="Judge first the counterexamples in this file, and keep there those found.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, a line a case, instead of tables.")
@click.option("--junit", type=FILE, help="Write the findings as JUnit XML.")
@click.option("--html", type=FILE, help="Write the findings as a page.")
def verify_command(  # noqa: PLR0913 (one argument an option)
    *,
    name: str | None,
    command: str | None,
    python: str | None,
    estimator: str | None,
    parameter: tuple[str, ...],
    learner: str | None,
    cases: int | None,
    laws: int | None,
    seconds: float,
    jobs: int,
    resume: Path | None,
    known: Path | None,
    as_json: bool,
    junit: Path | None,
    html: Path | None,
    **given: Any,
) -> None:
    """Judge a real implementation on real and small random data, and by laws; exit with 0 only when nothing deviates.

    NAME is one that is known here; --python judges an object of yours with some of the specification's functions,
    --estimator a class of yours with fit and predict, and --command a program of yours, in any language, that speaks
    the protocol of dtrees/oracle/harnesses/README.md.  Each needs what the README says: R for rpart, Java for j48.
    """
    files = [path.resolve() for path in (resume, known, junit, html) if path]
    if len(set(files)) < len(files):
        message = "one file is named for two purposes, and would hold one of them alone: give each its own"
        raise click.UsageError(message)
    page: Any = page_module() if html else None
    try:
        asked = [
            name,
            python,
            command and COMMAND + command,
            estimator and " ".join([ESTIMATOR + estimator, *parameter, *_learner(learner)]),
        ]
        campaign = _campaign([one for one in asked if one], laws=_laws(laws, is_known=bool(name)), **given)
        click.echo(f"judging {shown(campaign.peer)}: first it is asked what it chooses for itself", err=True)
        version = _version(campaign) if name else ""
        campaign, records, granted, left = _judged(campaign, cases, known, jobs=jobs, file=resume, seconds=seconds)
    except KeyboardInterrupt:
        if resume is None:
            raise
        message = f"stopped; the same command goes on where {resume} ends"
        raise click.ClickException(message) from None
    except AdapterFailed as error:
        message = f"{error}; nothing is found of {name}"
        raise _NothingFound(message) from error
    except (DtreesError, OSError) as error:
        raise click.ClickException(str(error)) from error
    unwritten = (
        *written(known, lambda: known_lines(campaign, records)),
        *written(junit, lambda: to_junit(campaign, records)),
        *written(html, lambda: page.to_page(campaign, records, granted)),
    )
    if as_json:
        click.echo(to_lines(campaign, records, granted), nl=False)
    else:
        print_campaign(records, granted, left=left)
        for line in entry_lines(name, version, _reasons(records)) if name else ():
            click.echo(line)
    if unwritten:
        raise click.ClickException("; ".join(unwritten))
    sys.exit(any(record.deviates for record in records))


def _version(campaign: Campaign) -> str:
    """Return the version of a known program, and print it."""
    version = installed_version(campaign.peer)
    if not version:
        with adapter_of(campaign).opened() as implementation:
            version = stated_version(implementation)
    click.echo(version_line(campaign.peer, version), err=True)
    return version


def _reasons(records: Sequence[Record]) -> list[str]:
    """Return the reasons of all findings, each once."""
    return list(dict.fromkeys(finding.why for record in records for finding in record.findings))


def written(path: Path | None, content: Callable[[], str]) -> tuple[str, ...]:
    """Write *content* to the file *path*, if not None; return the error as a text, so that other files are written."""
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content())
    except OSError as error:
        return (f"{path} cannot be written: {error.strerror}",)
    return ()


def _campaign(asked: Sequence[str], **given: Any) -> Campaign:
    if len(asked) != 1:
        message = f"give a --command, a --python object, an --estimator, or one of {', '.join(PEERS)}"
        raise click.UsageError(message)
    [peer] = asked
    sys.path.insert(0, str(Path.cwd()))  # where modules of the user's are
    return Campaign(peer=peer, cases=0, tables=True, **given)


def _laws(asked: int | None, *, is_known: bool) -> int:
    """Return on how many inputs each law is tried; which laws a known implementation breaks is on record."""
    if asked is not None or is_known:
        return asked or 0
    if find_spec("hypothesis") is None:
        click.echo("no law is tried, for there is no module hypothesis: pip install 'dtrees-spec[laws]'", err=True)
        return 0
    return LAWS


def _learner(text: str | None) -> list[str]:
    """Return what names the learner of an estimator, without spaces."""
    return [LEARNER + "".join(text.split())] if text else []


def _judged(
    campaign: Campaign, cases: int | None, known: Path | None, **how: Any
) -> tuple[Campaign, tuple[Record, ...], Granted, int]:
    """Return the campaign with its number of cases, the records, what was granted, and how many cases are left."""
    try:
        it = describe(campaign)
    except NoAnswer as failure:
        return campaign, (lost(campaign, "conventions", failure.kind, str(failure)),), Granted(), 0
    campaign = attrs.evolve(campaign, cases=it.usual_cases if cases is None else cases)
    if it.guess:
        click.echo(shown(it.guess), err=True)
    if it.defaulted:
        defaulted = f"parameters that keep their defaults: {shown(', '.join(it.defaulted))}"
        click.echo(f"{defaulted} (--parameter LIMIT=NAME names one that is a limit)", err=True)
    again = run_known(campaign, known, it.conventions) if known else ()
    output: list[Record] = []
    new = _run(campaign, it, on_output=lambda lines, first: output.append(output_of(lines, first)), **how)
    judged = (*again, *judge_conventions(campaign, it.unexplained), *new)
    records = (*judged, *judge_functions(judged, it.functions, it.untaken), *output)
    return campaign, records, it.granted, len(cases_of(campaign, it.tables)) - len(new)


def _run(campaign: Campaign, it: Description, **how: Any) -> tuple[Record, ...]:
    """Return the records, a bar showing how far it is; the first finding of each kind is told as it comes."""
    known: set[tuple[str, str, str]] = set()
    with progress() as bar:
        task = bar.add_task(f"judging {shown(campaign.peer)}", total=len(cases_of(campaign, it.tables)))

        def tell(record: Record) -> None:
            for finding in record.findings:
                kind = kind_of(finding)
                if kind not in known:
                    bar.console.print(f"{record.case}: {shown_lines(str(finding))}", markup=False, highlight=False)
                known.add(kind)
            bar.advance(task)

        return run_campaign(campaign, on_case=tell, description=it, **how)


def page_module() -> Any:
    """Return the module that writes pages; raises `click.ClickException` where what it needs is missing."""
    try:
        import_module("matplotlib")  # now, not after an hour
        return import_module("dtrees.oracle.reports.page")
    except ModuleNotFoundError as missing:
        message = f"--html needs {missing.name}: pip install 'dtrees-spec[report]'"
        raise click.ClickException(message) from missing

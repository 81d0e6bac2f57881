"""``dtrees verify``: judge a real implementation, on several processors, go on where it stopped, and report."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dtrees.cli.progress import progress
from dtrees.errors import DtreesError
from dtrees.oracle.adapters import COMMAND, ESTIMATOR, LEARNER, PEERS, Adapter
from dtrees.oracle.campaign import Campaign, run_campaign
from dtrees.oracle.campaign.judging import judge_conventions, judge_functions, judge_known, keep_known
from dtrees.oracle.campaign.plan import adapter_of, cases_of, to_lines
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.terminal import print_campaign

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.oracle.record import Record


class _Seconds(click.FloatRange):
    """A time that is a number: a range of floats would let NaN pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = super().convert(value, param, ctx)
        if seconds != seconds:  # noqa: PLR0124 (as NaN alone does)
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return float(seconds)


LAWS = 20  # so many inputs find nearly all that a law finds at all
MOST = 10**6  # so many cases can be listed; of processes there are as many as there is to judge
SECONDS = _Seconds(min=0, min_open=True, max=1e6)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("verify")
@click.argument("name", required=False, type=click.Choice([*PEERS]))
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
        campaign = _campaign([one for one in asked if one], cases, laws=_laws(laws, is_known=bool(name)), **given)
        if estimator:
            _print_guess(campaign)
        again = judge_known(campaign, known) if known else ()
        new = _run(campaign, jobs=jobs, file=resume, seconds=seconds)
        judged = (*again, *judge_conventions(campaign), *new)
        records = (*judged, *judge_functions(campaign, judged))
        conventions, undecided = adapter_of(campaign).conventions, adapter_of(campaign).undecided
    except KeyboardInterrupt:
        if resume is None:
            raise
        message = f"stopped; the same command goes on where {resume} ends"
        raise click.ClickException(message) from None
    except (DtreesError, OSError) as error:
        raise click.ClickException(str(error)) from error
    shown = campaign, records, conventions, undecided
    unwritten = (
        *written(known, lambda path: keep_known(campaign, path, records)),
        *written(junit, lambda path: path.write_text(to_junit(campaign, records), encoding="utf-8")),
        *written(html, lambda path: path.write_text(page.to_page(*shown), encoding="utf-8")),
    )
    if as_json:
        click.echo(to_lines(campaign, records), nl=False)
    else:
        print_campaign(records, conventions, left=len(cases_of(campaign)) - len(new), undecided=undecided)
    if unwritten:
        raise click.ClickException("; ".join(unwritten))
    sys.exit(any(record.deviates for record in records))


def written(path: Path | None, write: Callable[[Path], object]) -> tuple[str, ...]:
    """Write a file where one is asked for, and return what keeps it from being written: the others still are."""
    try:
        if path is not None:
            write(path)
    except OSError as error:
        return (f"{path} cannot be written: {error.strerror}",)
    return ()


def _campaign(asked: Sequence[str], cases: int | None, **given: Any) -> Campaign:
    if len(asked) != 1:
        message = f"give a --command, a --python object, an --estimator, or one of {', '.join(PEERS)}"
        raise click.UsageError(message)
    [peer] = asked
    sys.path.insert(0, str(Path.cwd()))  # where modules of the user's are
    usual = Adapter(peer, given["time_limit"]).numbers[0] if cases is None else cases
    return Campaign(peer=peer, cases=usual, tables=True, **given)


def _laws(asked: int | None, *, is_known: bool) -> int:
    """Return on how many inputs each law is tried; which laws a known implementation breaks is on record."""
    if asked is not None or is_known:
        return asked or 0
    if find_spec("hypothesis") is None:
        click.echo("no law is tried, for there is no module hypothesis: pip install 'dtrees[laws]'", err=True)
        return 0
    return LAWS


def _learner(text: str | None) -> list[str]:
    """Return what names the learner of an estimator, without spaces."""
    return [LEARNER + "".join(text.split())] if text else []


def _print_guess(campaign: Campaign) -> None:
    """Print by which learner the estimator is judged and how sure that is, and which parameters are no known limits.

    A default of theirs may look like a defect.
    """
    with adapter_of(campaign).opened() as implementation:
        click.echo(implementation.guess, err=True)
        if names := implementation.defaulted:
            defaulted = f"parameters that keep their defaults: {', '.join(names)}"
            click.echo(f"{defaulted} (--parameter LIMIT=NAME names one that is a limit)", err=True)


def _run(campaign: Campaign, **how: Any) -> tuple[Record, ...]:
    """Return the records, a bar showing how far it is; the first finding of each kind is told as it comes."""
    known: set[tuple[str, str, str]] = set()
    with progress() as bar:
        task = bar.add_task(f"judging {campaign.peer}", total=len(cases_of(campaign)))

        def tell(record: Record) -> None:
            for finding in record.findings:
                kind = finding.check, finding.kind, finding.why
                if kind not in known and bar.console.is_terminal:
                    bar.console.print(f"{record.case}: {finding}", markup=False, highlight=False)
                known.add(kind)
            bar.advance(task)

        return run_campaign(campaign, on_case=tell, **how)


def page_module() -> Any:
    """Return the module that writes pages; raises `click.ClickException` where what it needs is missing."""
    try:
        import_module("matplotlib")  # now, not after an hour
        return import_module("dtrees.oracle.reports.page")
    except ModuleNotFoundError as missing:
        message = f"--html needs {missing.name}: pip install 'dtrees[report]'"
        raise click.ClickException(message) from missing

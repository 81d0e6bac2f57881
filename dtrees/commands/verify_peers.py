"""The commands that judge Weka's J48, XGBoost and LightGBM: ``dtrees verify j48 | xgboost | lightgbm``."""

from __future__ import annotations

import importlib
import json
import sys
from typing import TYPE_CHECKING, Any, Final

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees import datasets
from dtrees.commands.progress import progress
from dtrees.commands.verify_laws import NO_LAWS, law_findings, laws_option, print_laws
from dtrees.errors import Unsupported
from dtrees.oracle.peers.boosters.booster import judge_booster, random_data
from dtrees.oracle.peers.findings import as_record, of_record, summary
from dtrees.oracle.peers.j48.judge import judge_j48
from dtrees.oracle.peers.rpart.cases import random_cases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from dtrees.data import Dataset
    from dtrees.oracle.peers.findings import Judged

CLASSES: Final = ("loan", "weather", "watermelon2", "watermelon3", "iris")
NUMBERS: Final = ("regression", "regression_boosting")
"""The textbooks' tables that the peers are judged on."""

LONGEST: Final = 160
"""Longer lines are cut off on the terminal; --json has them whole."""


def peer_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that these commands share to *command*."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for machines."),
        click.option("--seed", default=0, show_default=True, help="What they are drawn from."),
        click.option(
            "--cases", default=100, show_default=True, help="How many small random data sets to judge besides."
        ),
    ):
        command = option(command)
    return command


@click.command("j48")
@peer_options
def verify_j48(*, cases: int, seed: int, as_json: bool) -> None:
    """Judge the trees of Weka's J48: growth, class shares, collapsing, and pruning.

    Needs a JDK and Weka: apt-get install default-jdk-headless; pip install 'dtrees[weka]'
    """
    named = {name: datasets.load(name) for name in CLASSES}
    for case in random_cases(cases, seed):
        if case.criterion != "anova":
            named[case.name] = of_record(as_record(case.data))  # only the categories that occur
    try:
        _tell(judge_j48(named), len(named), NO_LAWS, as_json=as_json)
    except Unsupported as missing:
        raise click.ClickException(str(missing)) from missing


@click.command("xgboost")
@peer_options
@laws_option
def verify_xgboost(*, cases: int, seed: int, laws: int, as_json: bool) -> None:
    """Judge the tree that XGBoost's exact method grows, unregularised, as CART on numbers."""
    _judge_booster("xgboost", "XGBoost", cases, seed, laws, as_json=as_json)


@click.command("lightgbm")
@peer_options
@laws_option
def verify_lightgbm(*, cases: int, seed: int, laws: int, as_json: bool) -> None:
    """Judge the tree that LightGBM grows, unregularised and with a bin for each value, as CART on numbers."""
    _judge_booster("lightgbm", "LightGBM", cases, seed, laws, as_json=as_json)


PEERS: Final = (verify_j48, verify_xgboost, verify_lightgbm)
"""The commands of this module."""


def _judge_booster(name: str, implementation: str, cases: int, seed: int, laws: int, *, as_json: bool) -> None:
    try:
        peer = importlib.import_module(f"dtrees.oracle.peers.boosters.{name}").peer()
    except ModuleNotFoundError as missing:
        message = f"{name} is not installed ({missing.name} is missing): pip install 'dtrees[{name}]'"
        raise click.ClickException(message) from missing
    named: dict[str, Dataset] = {table: datasets.load(table) for table in NUMBERS} | random_data(cases, seed)
    told = law_findings(implementation, laws)
    _tell((judge_booster(each, data, peer) for each, data in named.items()), len(named), told, as_json=as_json)


def _tell(judged: Iterable[Judged], total: int, laws: Mapping[str, Any], *, as_json: bool) -> None:
    """Print what is found, as it is judged, and what the laws say; exit with 1 where anything deviates or is broken."""
    with progress() as bar:
        record = summary(list(bar.track(judged, total=total, description="judging")))
    if as_json:
        click.echo(json.dumps({**record, "laws": laws}, indent=2))
    else:
        _print(record)
        print_laws(laws)
    sys.exit(bool(record["deviations"] or laws["broken"]))


def _print(record: Mapping[str, Any]) -> None:
    """Print what `summary` records: the counts by part, and of each kind of deviation the smallest data set."""
    console = Console(width=LONGEST, highlight=False, markup=False)
    table = Table("part", box=SIMPLE_HEAD)
    for name in ("judged", "deviating"):
        table.add_column(name, justify="right")
    for part, counts in record["parts"].items():
        table.add_row(part, str(counts["judged"]), str(counts["deviating"]))
    console.print(table)
    for found in record["deviations"]:
        console.print(f"{found['part']}: {found['kind']} {found['why']} ({found['times']} times); the smallest:")
        for name in ("expected", "got", "regret", "data"):
            if found[name]:
                console.print(f"  {name:8} {found[name]!s:.{LONGEST}}", soft_wrap=True)

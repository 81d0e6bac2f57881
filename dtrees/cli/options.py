"""The options that the commands on CSV files share, and the learner, impurity and priors made of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import attrs
import click

from dtrees.data.dataset import Classes, Responses
from dtrees.data.kept import Centre, KeptResponses
from dtrees.data.outputs import Outputs
from dtrees.errors import InvalidLearner
from dtrees.growing.c45 import c45
from dtrees.growing.cart import cart
from dtrees.growing.costs import ExpectedCost
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import entropy, gini, misclassification, squared_error
from dtrees.growing.missing_options import Way
from dtrees.growing.multiway_gini import multiway_gini
from dtrees.growing.outputs import MeanImpurity
from dtrees.growing.priors import with_priors
from dtrees.numbers.exact import Rational
from dtrees.numbers.rationals import MOST_DIGITS, read_decimal, read_rational
from dtrees.trees.outputs import OutputSummaries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.data.dataset import Category, Dataset, Target
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner
    from dtrees.trees.summary import Summary

LEARNERS: Final[dict[str, Callable[..., Learner]]] = {"cart": cart, "c45": c45, "id3": id3, "multiway": multiway_gini}
IMPURITIES: Final[dict[str, Impurity]] = {
    "gini": gini,
    "entropy": entropy,
    "misclassification": misclassification,
    "squared_error": squared_error,
}
SCALES: Final = ("count", "proportion", "root", "node")
UNITS: Final = "The unit of alpha: rows, shares of all rows, shares of the root's risk, or shares of the node's rows"
FILE: Final = click.Path(path_type=Path)


class _Number(click.ParamType):  # type: ignore[type-arg]  # click 8.1 has none
    """A number, exactly as it is written."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Rational:
        decimal = read_decimal(value)
        number = read_rational(value) if decimal is None else decimal
        if number is None:
            self.fail(
                f"{value:.40} is not a number of at most {MOST_DIGITS} digits: give one like 3/7 or 0.01", param, ctx
            )
        return number


NUMBER: Final = _Number()


class _Table(click.ParamType):  # type: ignore[type-arg]  # likewise
    """Numbers by name, ``NAME=NUMBER,...``, or a *word* in place of them."""

    name = "table"

    def __init__(self, word: str = "") -> None:
        self.word = word

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if self.word and value == self.word:
            return value
        pairs = [part.rpartition("=") for part in value.split(",")]
        return {label: NUMBER.convert(number, param, ctx) for label, _, number in pairs}


class _Order(click.ParamType):  # type: ignore[type-arg]  # likewise
    """A column and the order of its categories, ``COLUMN=LOW<...<HIGH``."""

    name = "order"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, list[str]]:
        column, _, order = value.partition("=")
        if "<" not in order:
            self.fail(f"{value:.40} is no order: give one like 'size=small<medium<large', in quotes", param, ctx)
        return column, order.split("<")


def _options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a decorator that adds several options, in the order given."""

    def add(command: Any) -> Any:
        """Add the options to a command."""
        for option in reversed(options):
            command = option(command)
        return command

    return add


READING: Final = _options(
    click.option("--target", multiple=True, help="The column to predict, or several, one a time.  [default: the last]"),
    click.option(
        "--task",
        type=click.Choice(["classification", "regression"]),
        help="Whether the target is a class or a number.  [default: a guess, which is told]",
    ),
    click.option("--weights", metavar="COLUMN", help="The column that says how often each row counts."),
    click.option("--drop", metavar="COLUMN,...", multiple=True, help="Columns to leave out."),
    click.option("--missing", type=click.Choice(get_args(Way)), help="What to do with rows that miss a value."),
    click.option(
        "--order", metavar="COLUMN=LOW<...<HIGH", type=_Order(), multiple=True,
        help="The order of a column's categories, which binary questions cut.",
    ),
)  # fmt: skip
GROWING: Final = _options(
    click.option("--algorithm", type=click.Choice(list(LEARNERS)), default="cart", show_default=True),
    click.option("--impurity", type=click.Choice(list(IMPURITIES)), help="CART's criterion [gini, squared_error]."),
    click.option("--categories", type=click.Choice(["equals", "subset"]), help="CART's questions [equals]."),
    click.option("--gate", type=click.Choice(["at_least", "above", "none"]), help="C4.5's gate [at_least]."),
    click.option("--max-depth", type=int, help="Ask at most so many questions on the way to a leaf."),
    click.option("--min-split", type=NUMBER, help="Split no node of fewer rows."),
    click.option("--min-leaf", type=NUMBER, help="Make no leaf of fewer rows."),
    click.option("--min-gain", type=NUMBER, help="Make no split that gains less."),
    click.option("--min-saving", type=NUMBER, help="Make no split that saves less than this share of the root's risk."),
    click.option("--min-impurity", type=NUMBER, help="Split no node of at most this impurity."),
    click.option("--priors", type=_Table("balanced"), help="The classes' shares, as a=0.9,b=0.1, or balanced."),
    click.option("--centre", type=click.Choice(get_args(Centre)), help="Predict this of a number, not the mean."),
)
RISK: Final = _options(
    click.option("--risk", type=click.Choice(list(IMPURITIES)), help="The impurity that R(t) is made of."),
    click.option("--costs", type=_Table(), help="R(t) by costs of mistakes, TRUE:PREDICTED=COST, as a:b=5,b:a=1."),
)
WRITING: Final = _options(
    click.option("--save", type=FILE, help="Write the tree to this file, as JSON."),
    click.option("--html", type=FILE, help="Write a page that shows how the tree came about."),
    click.option("--svg", type=FILE, help="Write a picture of the tree, as SVG."),
    click.option("--png", type=FILE, help="Write a picture of the tree, as PNG."),
)

OF_THE_LEARNER: Final = {
    "impurity", "categories", "gate", "max_depth", "min_split", "min_leaf", "min_gain", "min_saving", "min_impurity",
    "missing",
}  # fmt: skip


def learner_of(options: dict[str, Any], target: Target) -> Learner:
    """Return the learner that *options* name; raises `InvalidLearner` for one that the algorithm does not have."""
    given = {name: value for name, value in options.items() if value is not None and name in OF_THE_LEARNER}
    own = {"cart": {"impurity", "categories"}, "c45": {"gate"}}.get(options["algorithm"], set())
    for name in {"impurity", "categories", "gate"} & given.keys() - own:
        message = f"--{name} is no option of {options['algorithm']}: leave it out"
        raise InvalidLearner(message)
    if "impurity" in given:
        given["impurity"] = _impurity(given["impurity"], target)
    return LEARNERS[options["algorithm"]](**given)


def _impurity(name: str, of: Target | Summary) -> Impurity:
    """Return the impurity of that *name*, of several outputs the mean over them."""
    return MeanImpurity(IMPURITIES[name]) if isinstance(of, Outputs | OutputSummaries) else IMPURITIES[name]


def require_algorithm(data: Dataset, options: dict[str, Any]) -> None:
    """Raise `click.UsageError` where the algorithm predicts classes alone, and the target of *data* is numbers."""
    if isinstance(data.target, Responses) and options["algorithm"] != "cart":
        message = f"--algorithm {options['algorithm']} predicts one class: leave it out, or say --task classification"
        raise click.UsageError(message)


def weighed(data: Dataset, options: dict[str, Any]) -> Dataset:
    """Return *data* with weights that follow the option ``--priors``, and with kept responses for ``--centre``."""
    centre, priors = options["centre"], options["priors"]
    if centre:
        if isinstance(data.target, Classes | Outputs):
            message = "--centre is for a target of numbers: leave it out, or say --task regression"
            raise click.UsageError(message)
        data = attrs.evolve(data, target=KeptResponses(centre, data.target.numbers))
    if isinstance(priors, dict) and isinstance(data.target, Classes):
        labels = {str(label): label for label in data.target.labels}
        priors = {labels.get(text, text): number for text, number in priors.items()}
    return with_priors(data, priors) if priors else data


def risk_of(risk: str | None, costs: dict[str, Rational] | None, of: Target | Summary) -> Impurity | None:
    """Return the impurity of R(t) by the options ``--risk`` and ``--costs``, whose labels are classes of the target."""
    if costs is None:
        return _impurity(risk, of) if risk else None
    if risk:
        message = "--costs say what R(t) is: leave --risk out"
        raise click.UsageError(message)
    classes: Sequence[Category] = getattr(of, "classes", getattr(of, "labels", ()))
    labels = {str(label): label for label in classes}
    for text in costs:
        if text.count(":") != 1:
            message = f"--costs {text}={costs[text]}: give TRUE:PREDICTED=COST, as no:yes=5"
            raise click.UsageError(message)
    pairs = {text: tuple(labels.get(label, label) for label in text.split(":")) for text in costs}
    return ExpectedCost({pair: costs[text] for text, pair in pairs.items()})  # type: ignore[misc]  # others are refused

"""The commands that work on a CSV file: ``dtrees grow``, ``dtrees prune`` and ``dtrees select``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees import vectorized
from dtrees.cli.progress import progress
from dtrees.data.dataset import Classes
from dtrees.data.read_csv import read_csv, require_an_end
from dtrees.errors import InvalidData, InvalidLearner
from dtrees.growing.c45 import c45
from dtrees.growing.cart import cart
from dtrees.growing.costs import ExpectedCost, costs_of
from dtrees.growing.grow import grow
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import entropy, gini, misclassification, squared_error
from dtrees.growing.missing_way import Way
from dtrees.growing.multiway_gini import multiway_gini
from dtrees.growing.priors import with_priors
from dtrees.numbers.exact import MOST_DIGITS, Exact, Rational
from dtrees.numbers.rationals import read_decimal, read_rational, write_rational
from dtrees.pruning.cost_complexity import optimal_subtree, pruning_sequence
from dtrees.pruning.error_based import error_based_prune
from dtrees.pruning.minimum_error import minimum_error_prune
from dtrees.pruning.pessimistic import pessimistic_prune
from dtrees.pruning.reduced_error import reduced_error_prune
from dtrees.pruning.upper_limit import Limit
from dtrees.render import render_text, to_dot
from dtrees.selection.cp_table import render_cp_table
from dtrees.selection.cross_validation import cross_validate
from dtrees.selection.folds import shuffled_folds
from dtrees.selection.holdout import select_by_holdout
from dtrees.selection.metrics import misclassification_cost
from dtrees.trees.traversal import leaves
from dtrees.trees.tree_json import from_json, to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.data.dataset import Category, Dataset
    from dtrees.growing.costs import Costs
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner
    from dtrees.pruning.cost_complexity import Pruned
    from dtrees.selection.holdout import Selection
    from dtrees.trees.tree import Tree

LEARNERS: Final[dict[str, Callable[..., Learner]]] = {"cart": cart, "c45": c45, "id3": id3, "multiway": multiway_gini}
IMPURITIES: Final[dict[str, Impurity]] = {
    "gini": gini,
    "entropy": entropy,
    "misclassification": misclassification,
    "squared_error": squared_error,
}
SCALES: Final = ("count", "proportion", "root", "node")
METHODS: Final = ("complexity", "pessimistic", "minimum-error", "error-based", "reduced-error")


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


def _options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a decorator that adds several options, in the order given."""

    def add(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_TASK = click.option("--task", type=click.Choice(["classification", "regression"]), default="classification")
_DATA = _options(
    click.argument("file", type=click.Path(path_type=Path)),
    click.option("--target", required=True, help="The column to predict."),
    _TASK,
)
_GROWING = _options(
    click.option("--algorithm", type=click.Choice(list(LEARNERS)), default="cart"),
    click.option("--impurity", type=click.Choice(list(IMPURITIES)), help="CART's criterion [gini, squared_error]."),
    click.option("--categories", type=click.Choice(["equals", "subset"]), help="CART's questions [equals]."),
    click.option("--gate", type=click.Choice(["at_least", "above", "none"]), help="C4.5's gate [at_least]."),
    click.option("--max-depth", type=int),
    click.option("--min-split", type=NUMBER),
    click.option("--min-leaf", type=NUMBER),
    click.option("--min-gain", type=NUMBER),
    click.option("--min-impurity", type=NUMBER),
    click.option("--missing", type=click.Choice(get_args(Way)), help="What is done with missing values [refuse]."),
    click.option("--priors", type=_Table("balanced"), help="The classes' shares, as a=0.9,b=0.1, or balanced."),
)
_RISK = _options(
    click.option("--risk", type=click.Choice(list(IMPURITIES)), help="The impurity that R(t) is made of."),
    click.option("--costs", type=_Table(), help="R(t) by costs of mistakes, TRUE:PREDICTED=COST, as a:b=5,b:a=1."),
)
_SAVING = click.option("--save", type=click.Path(path_type=Path), help="Write the tree to this file, as JSON.")


@click.command("grow")
@_DATA
@_GROWING
@_SAVING
@click.option("--dot", is_flag=True, help="Print the tree in Graphviz's language instead of text.")
def grow_command(file: Path, target: str, task: Any, save: Path | None, *, dot: bool, **growing: Any) -> None:
    """Grow a tree from the CSV FILE and print it."""
    tree = _grown(_read(file, target, task, growing), growing)
    measure = _measure_of(growing)
    click.echo(to_dot(tree, impurity=measure) if dot else render_text(tree, impurity=measure))
    _save(tree, save)


@click.command("prune")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--target", help="The column to predict.")
@_TASK
@_GROWING
@_RISK
@click.option("--scale", type=click.Choice(SCALES), default="count", help="The unit of alpha [count].")
@_SAVING
@click.option("--tree", "saved", type=click.Path(path_type=Path), help="Prune this saved tree instead of growing one.")
@click.option("--alpha", type=NUMBER, help="Print the optimal subtree at this alpha, exact like 3/7 or decimal.")
@click.option("--method", type=click.Choice(METHODS), default="complexity", help="How to prune [complexity].")
@click.option("--validation", type=click.Path(path_type=Path), help="The rows that reduced-error pruning errs on.")
@click.option(
    "--limit", type=click.Choice(get_args(Limit)), help="What error-based pruning takes for an upper limit [binomial]."
)
def prune_command(  # noqa: PLR0913, PLR0917 (each is an option of the command)
    file: Path | None,
    target: str | None,
    task: Any,
    risk: str | None,
    costs: dict[str, Rational] | None,
    scale: Any,
    save: Path | None,
    saved: Path | None,
    alpha: Rational | None,
    method: str,
    validation: Path | None,
    limit: Limit | None,
    **growing: Any,
) -> None:
    """Print the pruning sequence of the tree grown from the CSV FILE, or saved before, and T(alpha) for an --alpha.

    With another --method than complexity, print the one tree that it gives: by error-based pruning C4.5's, with raising
    where the tree is grown from the FILE.
    """
    data = None
    if saved:
        tree = _read_tree(saved)
    elif file and target:
        data = _read(file, target, task, growing)
        tree = _grown(data, growing)
    else:
        message = "give a CSV FILE with its --target, or a saved --tree"
        raise click.UsageError(message)
    impurity = _risk(risk, costs, getattr(tree.summary, "classes", ()))
    if (method == "reduced-error") != (validation is not None):
        message = "reduced-error pruning, and no other method, takes the rows of a --validation file"
        raise click.UsageError(message)
    if limit and method != "error-based":
        message = f"--limit is of error-based pruning: leave it out of {method} pruning"
        raise click.UsageError(message)
    if method != "complexity":
        if alpha is not None:
            message = f"{method} pruning has no alpha: leave --alpha out"
            raise click.UsageError(message)
        rows = _read(validation, target, task, growing) if validation and target else data
        small = _by_method(method, tree, rows, costs_of(impurity), limit or "binomial")
        click.echo(f"{len(leaves(tree))} leaves, pruned to {len(leaves(small))}:")
        click.echo(render_text(small, impurity=_shown(growing, impurity)))
        _save(small, save)
        return
    sequence = pruning_sequence(tree, impurity=impurity, scale=scale)
    chosen = tree if alpha is None else optimal_subtree(tree, alpha, impurity=impurity, scale=scale)
    _print_sequence(sequence)
    if alpha is not None:
        click.echo(f"\nT({write_rational(alpha)}):\n{render_text(chosen, impurity=_shown(growing, impurity))}")
    _save(chosen, save)


def _by_method(method: str, tree: Tree, rows: Dataset | None, costs: Costs | None, limit: Limit) -> Tree:
    """Return *tree* pruned: by reduced errors on the validation *rows*, else by the training errors."""
    if costs and method != "reduced-error":
        message = f"{method} pruning counts errors, whatever they cost: leave --costs out"
        raise click.UsageError(message)
    match method:
        case "pessimistic":
            return pessimistic_prune(tree)
        case "minimum-error":
            return minimum_error_prune(tree)
        case "error-based":
            return error_based_prune(tree, rows, limit=limit)
        case _ if rows is not None:
            return reduced_error_prune(tree, rows, costs=costs)
        case _:
            message = "give the --target of the --validation file"
            raise click.UsageError(message)


@click.command("select")
@_DATA
@_GROWING
@_RISK
@click.option("--scale", type=click.Choice(SCALES), default="proportion", help="The unit of alpha [proportion].")
@_SAVING
@click.option("--validation", type=click.Path(path_type=Path), help="Choose on the rows of this CSV file.")
@click.option("--folds", type=int, default=10, help="Without --validation, cross-validate with so many folds [10].")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="The seed that shuffles the folds [0].")
@click.option("--rule", type=click.Choice(["best", "one-se"]), default="one-se", help="Which error decides [one-se].")
def select_command(  # noqa: PLR0913, PLR0917 (each is an option of the command)
    file: Path,
    target: str,
    task: Any,
    risk: str | None,
    costs: dict[str, Rational] | None,
    scale: Any,
    save: Path | None,
    validation: Path | None,
    folds: int,
    seed: int,
    rule: str,
    **growing: Any,
) -> None:
    """Grow a tree from the CSV FILE and choose one tree of its pruning sequence."""
    data = _read(file, target, task, growing)
    impurity = _risk(risk, costs, getattr(data.target, "labels", ()))
    if validation is not None:
        sequence = pruning_sequence(_grown(data, growing), impurity=impurity, scale=scale)
        measure = misclassification_cost(impurity.costs) if isinstance(impurity, ExpectedCost) else None
        chosen = select_by_holdout(sequence, _read(validation, target, task, growing), measure=measure)
        _print_sequence(sequence, chosen.values)
    else:
        with progress() as bar:
            task_id = bar.add_task("trees", total=folds + 1)

            def grow_and_advance(rows: Dataset, learner: Learner) -> Tree:
                tree = vectorized.grow(_weighed(rows, growing), learner)
                bar.advance(task_id)
                return tree

            result = cross_validate(
                data,
                _learner(growing),
                shuffled_folds(len(data), folds, seed=seed),
                impurity=impurity,
                scale=scale,
                grow=grow_and_advance,
                pruning_sequence=vectorized.pruning_sequence,
            )
        click.echo(render_cp_table(result))
        chosen = result.best() if rule == "best" else result.one_standard_error()
    _print_choice(chosen, _shown(growing, impurity))
    _save(chosen.tree, save)


def _read(file: Path, target: str, task: Any, growing: dict[str, Any]) -> Dataset:
    """Return the data of a CSV file under the priors, with its missing values where the learner takes them."""
    kept = growing["missing"] not in {None, "refuse"}
    return _weighed(read_csv(file, target=target, task=task, missing="keep" if kept else "refuse"), growing)


def _learner(growing: dict[str, Any]) -> Learner:
    """Return the learner that the options name; an option that the algorithm does not have is an error."""
    given = {
        name: value for name, value in growing.items() if value is not None and name not in {"algorithm", "priors"}
    }
    own = {"cart": {"impurity", "categories"}, "c45": {"gate"}}.get(growing["algorithm"], set())
    for name in {"impurity", "categories", "gate"} & given.keys() - own:
        message = f"--{name} is no option of {growing['algorithm']}: leave it out"
        raise InvalidLearner(message)
    if "impurity" in given:
        given["impurity"] = IMPURITIES[given["impurity"]]
    return LEARNERS[growing["algorithm"]](**given)


def _grown(data: Dataset, growing: dict[str, Any]) -> Tree:
    return grow(data, _learner(growing))


def _weighed(data: Dataset, growing: dict[str, Any]) -> Dataset:
    """Return *data* under the priors that the options name, if any."""
    priors = growing["priors"]
    if isinstance(priors, dict) and isinstance(data.target, Classes):
        labels = {str(label): label for label in data.target.labels}
        priors = {labels.get(text, text): number for text, number in priors.items()}
    return with_priors(data, priors) if priors else data


def _risk(risk: str | None, costs: dict[str, Rational] | None, classes: Sequence[Category]) -> Impurity | None:
    """Return the impurity that the options name for R(t), costs being of these *classes*."""
    if costs is None:
        return IMPURITIES[risk] if risk else None
    if risk:
        message = "--costs say what R(t) is: leave --risk out"
        raise click.UsageError(message)
    labels = {str(label): label for label in classes}
    pairs = {text: tuple(labels.get(label, label) for label in text.split(":")) for text in costs}
    return ExpectedCost({pair: costs[text] for text, pair in pairs.items()})  # type: ignore[misc]  # others are refused


def _shown(growing: dict[str, Any], risk: Impurity | None) -> Impurity | None:
    """Return the impurity to show at the nodes: of costs R(t)'s own, else the one that the learner grows by."""
    return risk if isinstance(risk, ExpectedCost) else _measure_of(growing)


def _measure_of(growing: dict[str, Any]) -> Impurity | None:
    """Return the impurity to show at the nodes: the one that the learner grows by."""
    return _learner(growing).impurity


def _print_sequence(sequence: Sequence[Pruned], values: Sequence[Exact] = ()) -> None:
    table = Table("k", box=SIMPLE_HEAD)
    for column in ("alpha", "decimal", "leaves", *(["value"] if values else [])):
        table.add_column(column, justify="right")
    for k, member in enumerate(sequence):
        cells = [str(k), str(member.alpha), f"{member.alpha:.6g}", str(len(leaves(member.tree)))]
        table.add_row(*cells, *([f"{values[k]:.6g}"] if values else []))
    Console().print(table)


def _print_choice(chosen: Selection, measure: Impurity | None) -> None:
    until = "infinity" if chosen.until is None else f"{chosen.until} = {chosen.until:.6g}"
    click.echo(
        f"\nchosen: alpha from {chosen.alpha} = {chosen.alpha:.6g} up to {until}, {len(leaves(chosen.tree))} leaves"
    )
    click.echo(render_text(chosen.tree, impurity=measure))


def _read_tree(path: Path) -> Tree:
    require_an_end(path)
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except InvalidData as error:
        message = f"{path}: {error}"
        raise InvalidData(message) from error
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path} cannot be read: {error}"
        raise InvalidData(message) from error


def _save(tree: Tree, path: Path | None) -> None:
    if path is not None:
        try:
            path.write_text(to_json(tree) + "\n", encoding="utf-8")
        except OSError as error:
            message = f"{path} cannot be written: {error.strerror}"
            raise InvalidData(message) from error
        click.echo(f"saved to {path}", err=True)

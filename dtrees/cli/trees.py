"""The commands that work on a CSV file: ``dtrees grow``, ``prune``, ``select`` and ``predict``."""

from __future__ import annotations

import csv
import sys
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Any, Final, get_args

import click

from dtrees import vectorized
from dtrees.cli.options import (
    FILE,
    GROWING,
    NUMBER,
    READING,
    RISK,
    SCALES,
    UNITS,
    WRITING,
    learner_of,
    require_algorithm,
    risk_of,
    weighed,
)
from dtrees.cli.progress import progress
from dtrees.cli.reading import read, read_tree
from dtrees.cli.writing import leaves_text, print_choice, print_sequence, write
from dtrees.errors import InvalidData, shown_lines
from dtrees.growing.costs import ExpectedCost, costs_of
from dtrees.numbers.rationals import write_rational
from dtrees.predicting.predict import Unseen, predict, predict_proba
from dtrees.pruning.cost_complexity import optimal_subtree
from dtrees.pruning.upper_limit import Limit
from dtrees.render import growing_to_html, render_cp_table, render_text, to_dot, to_html
from dtrees.render.files import write_whole
from dtrees.selection.cross_validation import shuffled_folds
from dtrees.selection.metrics import misclassification_cost
from dtrees.trees.outputs import OutputSummaries, output_of
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import branches
from dtrees.vectorized.csv_fields import fields_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dtrees.data.dataset import Dataset
    from dtrees.growing.costs import Costs
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Rational
    from dtrees.pruning.cost_complexity import Pruned
    from dtrees.selection.cross_validation import CrossValidation
    from dtrees.trees.tree import Tree

METHODS: Final = ("complexity", "pessimistic", "minimum-error", "error-based", "reduced-error")
MOST_FOLDS: Final = 10


@click.command("grow")
@click.argument("file", type=FILE)
@READING
@GROWING
@WRITING
@click.option("--dot", is_flag=True, help="Print the tree in Graphviz's language instead of text.")
def grow_command(file: Path, *, dot: bool, **options: Any) -> None:
    """Grow a tree from the CSV FILE and print it.

    --html shows the questions that each node could have asked, and what would grow from each.
    """
    data, learner, tree = _grown(file, options)
    measure = learner.impurity_for(data)
    click.echo(to_dot(tree, impurity=measure) if dot else render_text(tree, impurity=measure))
    page = partial(growing_to_html, data, learner, title=_title(file), grow=vectorized.grow)
    write(tree, options, impurity=measure, page=page)


@click.command("prune")
@click.argument("file", type=FILE, required=False)
@READING
@GROWING
@RISK
@click.option("--scale", type=click.Choice(SCALES), default="count", show_default=True, help=f"{UNITS}.")
@WRITING
@click.option("--tree", "saved", type=FILE, help="Prune this saved tree instead of growing one.")
@click.option("--alpha", type=NUMBER, help="Print the optimal subtree at this alpha, exact like 3/7 or decimal.")
@click.option("--method", type=click.Choice(METHODS), default="complexity", show_default=True, help="How to prune.")
@click.option("--validation", type=FILE, help="The rows that reduced-error pruning errs on.")
@click.option(
    "--limit", type=click.Choice(get_args(Limit)), help="What error-based pruning takes for an upper limit [binomial]."
)
def prune_command(  # noqa: PLR0913 (each is an option of the command)
    *,
    file: Path | None,
    risk: str | None,
    costs: dict[str, Rational] | None,
    scale: Any,
    saved: Path | None,
    alpha: Rational | None,
    method: str,
    validation: Path | None,
    limit: Limit | None,
    **options: Any,
) -> None:
    """Print the pruning sequence of the tree grown from the CSV FILE, or saved before, and T(alpha) for an --alpha.

    With another --method than complexity, print the one tree that it gives: by error-based pruning C4.5's, with raising
    where the tree is grown from the FILE.  --html shows the sequence, with a slider for alpha.
    """
    data, learner, measure = None, None, None
    if saved:
        tree = read_tree(saved)
    elif file:
        data, learner, tree = _grown(file, options)
        measure = learner.impurity_for(data)
    else:
        message = "give a CSV FILE, or a saved --tree"
        raise click.UsageError(message)
    impurity = risk_of(risk, costs, tree.summary)
    shown = impurity if isinstance(impurity, ExpectedCost) else measure or impurity
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
        rows = read(validation, options) if validation else data
        small = _by_method(method, tree, rows, costs_of(impurity), limit or "binomial")
        click.echo(f"{leaves_text(tree)}, pruned to {leaves_text(small)}:")
        click.echo(render_text(small, impurity=shown))
        write(small, options, impurity=shown)
        return
    sequence = vectorized.pruning_sequence(tree, impurity=impurity, scale=scale)
    chosen = tree if alpha is None else optimal_subtree(tree, alpha, impurity=impurity, scale=scale)
    print_sequence(sequence)
    if alpha is not None:
        click.echo(f"\nT({write_rational(alpha)}):\n{render_text(chosen, impurity=shown)}")
    training = None if data is None or learner is None else (data, learner)
    page = partial(_page, sequence, impurity=impurity, scale=scale, training=training, title=_title(file or saved))
    write(chosen, options, impurity=shown, page=page)


def _by_method(method: str, tree: Tree, rows: Dataset | None, costs: Costs | None, limit: Limit) -> Tree:
    """Return *tree* pruned: by reduced errors on the validation *rows*, else by the training errors."""
    if costs and method != "reduced-error":
        message = f"{method} pruning counts errors, whatever they cost: leave --costs out"
        raise click.UsageError(message)
    if method != "reduced-error" and not isinstance(tree.summary, ClassCounts):
        message = f"{method} pruning counts errors, and this tree does not predict one class: leave --method out"
        raise click.UsageError(message)
    match method:
        case "pessimistic":
            return vectorized.pessimistic_prune(tree)
        case "minimum-error":
            return vectorized.minimum_error_prune(tree)
        case "error-based":
            return vectorized.error_based_prune(tree, rows, limit=limit)
        case _ if rows is not None:
            return vectorized.reduced_error_prune(tree, rows, costs=costs)
        case _:
            message = "reduced-error pruning takes the rows of a --validation file"
            raise click.UsageError(message)


@click.command("select")
@click.argument("file", type=FILE)
@READING
@GROWING
@RISK
@click.option("--scale", type=click.Choice(SCALES), default="proportion", show_default=True, help=f"{UNITS}.")
@WRITING
@click.option("--validation", type=FILE, help="Choose on the rows of this CSV file.")
@click.option("--folds", type=int, help=f"Without --validation, cross-validate with so many folds [{MOST_FOLDS}].")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed that shuffles the folds."
)
@click.option(
    "--rule",
    type=click.Choice(["best", "one-se"]),
    default="one-se",
    show_default=True,
    help="Choose the tree of least error, or the smallest within one standard error of it.",
)
def select_command(
    *,
    file: Path,
    risk: str | None,
    costs: dict[str, Rational] | None,
    scale: Any,
    validation: Path | None,
    folds: int | None,
    seed: int,
    rule: str,
    **options: Any,
) -> None:
    """Grow a tree from the CSV FILE and choose one tree of its pruning sequence.

    --html shows the sequence, with the cross-validated errors below a slider for alpha.
    """
    data = read(file, options)
    require_algorithm(data, options)
    learner = learner_of(options, data.target)
    impurity = risk_of(risk, costs, data.target)
    shown = impurity if isinstance(impurity, ExpectedCost) else learner.impurity_for(data)
    page = partial(_page, impurity=impurity, scale=scale, training=(data, learner), title=_title(file))
    if validation is not None:
        sequence = vectorized.pruning_sequence(vectorized.grow(data, learner), impurity=impurity, scale=scale)
        measure = misclassification_cost(impurity.costs) if isinstance(impurity, ExpectedCost) else None
        chosen = vectorized.select_by_holdout(sequence, read(validation, options), measure=measure)
        print_sequence(sequence, chosen.values)
        click.echo("chosen is the smallest of the trees of best value on the rows of --validation")
        page = partial(page, sequence)
    else:
        if options["weights"]:
            told = "each row is in one fold, whatever its weight: repeat rows to spread them over the folds"
            click.echo(told, err=True)
        result = _cross_validated(data, learner, folds or min(MOST_FOLDS, len(data)), seed, impurity, scale, options)
        click.echo(render_cp_table(result, table=vectorized.cp_table))
        chosen = result.best() if rule == "best" else result.one_standard_error()
        click.echo(f"\n{_explained(rule)}")
        page = partial(page, result.sequence, validated=result)
    print_choice(chosen, scale)
    click.echo(render_text(chosen.tree, impurity=shown))
    write(chosen.tree, options, impurity=shown, page=page)


def _cross_validated(
    data: Dataset,
    learner: Learner,
    folds: int,
    seed: int,
    impurity: Impurity | None,
    scale: Any,
    options: dict[str, Any],
) -> CrossValidation:
    """Return the cross-validation, a bar showing how far it is; each fold's rows are under the priors."""
    with progress() as bar:
        task_id = bar.add_task("trees", total=folds + 1)

        def grow_and_advance(rows: Dataset, learner: Learner) -> Tree:
            tree = vectorized.grow(weighed(rows, options), learner)
            bar.advance(task_id)
            return tree

        return vectorized.cross_validate(
            data,
            learner,
            shuffled_folds(len(data), folds, seed=seed),
            impurity=impurity,
            scale=scale,
            grow=grow_and_advance,
        )


def _explained(rule: str) -> str:
    """Return what the columns of the table are, and which row is chosen."""
    columns = (
        "CP is alpha over R(root), nsplit the number of questions; rel error, xerror (cross-validated) and xstd (its "
        "standard error)\nare shares of the root's own."
    )
    if rule == "best":
        return f"{columns}  Chosen by --rule best: the row of least xerror, the smallest tree of several."
    return (
        f"{columns}  Chosen by --rule one-se: the smallest tree whose xerror is at most the least xerror plus its xstd."
    )


@click.command("predict")
@click.argument("file", type=FILE)
@click.option("--tree", "saved", type=FILE, required=True, help="The tree that grow, prune or select has saved.")
@click.option("--proba", is_flag=True, help="Print the share of each class instead of the class.")
@click.option("--target", multiple=True, help="Compare with this column, or one for each output, and print the error.")
@click.option(
    "--unseen", type=click.Choice(get_args(Unseen)), default="stop", show_default=True,
    help="What to do with a category that the tree has not seen: predict by the node, or by a child.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), help="The seed of --unseen random.")
@click.option("--save", type=FILE, help="Write the rows of FILE with the predictions to this file, as CSV.")
def predict_command(
    *,
    file: Path,
    saved: Path,
    proba: bool,
    target: tuple[str, ...],
    unseen: Unseen,
    seed: int | None,
    save: Path | None,
) -> None:
    """Print what a saved tree predicts for each row of the CSV FILE, as CSV with a header.

    A tree of several outputs predicts a column for each, numbered from 0.
    """
    if unseen == "random" and seed is None:
        message = "--unseen random draws a child: give the --seed that it is drawn from"
        raise click.UsageError(message)
    tree, fields = read_tree(saved), fields_of(file)
    columns = {name: fields.values(name) for name in fields.names}
    asked = _as_asked(tree, columns)
    how: dict[str, Any] = {"unseen": unseen, "seed": seed, "missing": "keep"}
    outputs, several = _outputs(tree), isinstance(tree.summary, OutputSummaries)
    predicted = [predict(one, asked, **how).tolist() for one in outputs]
    if proba:
        if not isinstance(tree.summary, ClassCounts):
            kind = "several outputs" if several else "numbers"
            message = f"{saved} predicts {kind}, which have no shares: leave --proba out"
            raise click.UsageError(message)
        shares = predict_proba(tree, asked, **how)
        answers = {str(label): shares[:, code].tolist() for code, label in enumerate(tree.summary.classes)}
    else:
        answers = {f"predicted {place}" if several else "predicted": one for place, one in enumerate(predicted)}
    _write_csv(answers if save is None else columns | answers, save)
    if len(target) not in {0, len(outputs)}:
        message = f"{saved} predicts {len(outputs)} columns: give --target for each, in their order, or leave it out"
        raise click.UsageError(message)
    for name, one, values in zip(target, outputs, predicted, strict=False):
        click.echo(f"{name}, " * several + _error(one, columns, name, values), err=True)


def _outputs(tree: Tree) -> list[Tree]:
    """Return the tree of each of several outputs, or the one tree."""
    count = len(tree.summary.parts) if isinstance(tree.summary, OutputSummaries) else 0
    return [output_of(tree, place) for place in range(count)] or [tree]


def _as_asked(tree: Tree, columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the columns with the categories that the tree knows in place of their texts, which may read as numbers."""
    known: dict[str, dict[str, Any]] = {}
    waiting: list[Any] = [node.question for node in branches(tree)]
    while waiting:
        question = waiting.pop()
        inside = [getattr(question, "question", None), *getattr(question, "surrogates", ())]
        waiting += [one for one in inside if one is not None]
        categories = getattr(question, "categories", None) or [getattr(question, "category", None)]
        if categories != [None]:
            known.setdefault(question.feature, {}).update({str(category): category for category in categories})
    return {
        name: values
        if name not in known
        else [None if value is None else known[name].get(str(value), str(value)) for value in values]
        for name, values in columns.items()
    }


def _write_csv(columns: dict[str, list[Any]], path: Path | None) -> None:
    """Write the columns as CSV to the file, or print them."""
    texts = [["" if value is None else _text(value) for value in values] for values in columns.values()]
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows([columns, *zip(*texts, strict=True)])
    if path:
        write_whole(path, written.getvalue())
    else:
        text = written.getvalue()
        sys.stdout.write(shown_lines(text) if sys.stdout.isatty() else text)


def _text(value: Any) -> str:
    """Return a value as a CSV file holds it: a number exactly where it has a decimal that ends, else as a float."""
    if isinstance(value, str | float | bool):
        return str(value)
    exact = write_rational(value)
    return str(float(value)) if "/" in exact else exact


def _error(tree: Tree, columns: dict[str, list[Any]], target: str, predicted: Sequence[Any]) -> str:
    """Return how many rows are predicted wrongly, or by how much."""
    if target not in columns:
        message = f"there is no column {target!r}; there are {', '.join(map(repr, columns))}"
        raise InvalidData(message)
    pairs = [(got, known) for got, known in zip(predicted, columns[target], strict=True) if known is not None]
    if isinstance(tree.summary, ClassCounts):
        wrong = sum(str(got) != str(known) for got, known in pairs)
        return f"error: {wrong} of {len(pairs)} rows, {wrong / len(pairs):.4g}"
    if any(isinstance(known, str) for _, known in pairs):
        message = f"column {target!r} holds texts, and the tree predicts numbers"
        raise InvalidData(message)
    squares = [(got - float(known)) ** 2 for got, known in pairs]
    return f"mean squared error: {sum(squares) / len(squares):.6g} on {len(pairs)} rows"


def _grown(file: Path, options: dict[str, Any]) -> tuple[Dataset, Learner, Tree]:
    """Return the data of the file, the learner that the options name, and the tree that it grows."""
    data = read(file, options)
    require_algorithm(data, options)
    learner = learner_of(options, data.target)
    return data, learner, vectorized.grow(data, learner)


def _page(sequence: Sequence[Pruned], *, scale: Any, **how: Any) -> str:
    """Return the page of a pruning sequence."""
    if scale == "node":
        message = "the page draws costs of whole trees, which --scale node does not have: leave --html out"
        raise click.UsageError(message)
    return to_html(sequence, scale=scale, **how)


def _title(file: Path | None) -> str | None:
    return file.stem if file else None

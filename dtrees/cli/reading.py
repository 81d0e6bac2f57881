"""Reading the CSV file of a command: target and task are guessed if not given, and guesses told on standard error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from dtrees.cli.options import weighed
from dtrees.data.dataset import Categorical, Numeric
from dtrees.data.orders import with_orders
from dtrees.data.outputs import Outputs
from dtrees.data.read_csv import require_an_end
from dtrees.errors import InvalidData
from dtrees.numbers.rationals import write_number
from dtrees.trees.tree_json import from_json
from dtrees.vectorized.csv_fields import fields_of, read_csv

if TYPE_CHECKING:
    from pathlib import Path

    from dtrees.data.dataset import Dataset
    from dtrees.data.read_csv import Task
    from dtrees.trees.tree import Tree

CLASSES: Final = 10
"""A target of whole numbers with more distinct values than this is taken for regression, not for classification."""

SHOWN: Final = 3

DATE: Final = re.compile(r"\d{4}-\d\d?-\d\d?([ T].*)?|\d\d?([/.])\d\d?\2\d{2,4}( .*)?")


def read(file: Path, options: dict[str, Any]) -> Dataset:
    """Return the data of a CSV file by the command's *options*, weighted by the priors; guesses are printed."""
    if file.is_fifo():
        message = f"{file} is a pipe, which can be read once alone: give a file"
        raise InvalidData(message)
    fields = fields_of(file)
    names = [name for name in fields.names if name]
    dropped = [name for text in options["drop"] for name in text.split(",")]
    targets = options["target"] or [next((name for name in reversed(names) if name not in dropped), "")]
    for name in [*dropped, *([options["weights"]] if options["weights"] else []), *targets]:
        if name not in fields.names:
            message = f"{file} has no column {name!r}; there are {', '.join(map(repr, names))}"
            raise InvalidData(message)
    if len(set(targets)) < len(targets):
        message = f"--target {targets[-1]} stands there twice: give each column once"
        raise InvalidData(message)
    each = [_of_target(file, fields.values(target), target, options) for target in targets]
    data = each[0]
    if len(each) > 1:
        data = attrs.evolve(data, target=Outputs([one.target for one in each])).drop(*targets[1:])
    if options["weights"]:
        data = _with_weights(data, options["weights"])
    data = with_orders(data.drop(*dropped, *_unnamed(data)), dict(options["order"]))
    _require_known(data, options["missing"])
    _require_no_dates(data)
    _tell_identifiers(data)
    return weighed(data, options)


def _of_target(file: Path, values: list[Any], target: str, options: dict[str, Any]) -> Dataset:
    """Return the data of a file with one of the columns, which holds these *values*, as the target."""
    task = options["task"] or _guessed(values)
    _require_target(values, target, task)
    _tell_target(values, target, task, options)
    return read_csv(file, target=target, task=task, missing="keep")


def _guessed(values: list[Any]) -> Task:
    """Return whether a target of these values is of numbers, or of classes."""
    known = {value for value in values if value is not None}
    if any(isinstance(value, str) for value in known):
        return "classification"
    return "regression" if len(known) > CLASSES or any(value != int(value) for value in known) else "classification"


def _require_target(values: list[Any], target: str, task: Task) -> None:
    """Raise `InvalidData` where the target holds texts, and no numbers to predict, or fractions, and no classes."""
    texts = [value for value in values if isinstance(value, str)]
    fractions = [value for value in values if not isinstance(value, str | None) and value != int(value)]
    if task == "classification" and fractions:
        number = write_number(fractions[0])
        message = f"column {target!r} holds numbers such as {number}, and no classes: say --task regression"
        raise InvalidData(message)
    if task == "regression" and texts:
        message = f"column {target!r} holds texts such as {texts[0]!r}, and no numbers: say --task classification"
        raise InvalidData(message)
    if texts and all(map(DATE.fullmatch, texts)):
        raise _dates(target, texts[0])


def _tell_target(values: list[Any], target: str, task: Task, options: dict[str, Any]) -> None:
    """Say which column is predicted, and as what, where one of the two was guessed."""
    if options["target"] and (options["task"] or any(isinstance(value, str) for value in values)):
        return
    kinds = len({value for value in values if value is not None})
    as_what = f"one of {kinds} classes" if task == "classification" else f"a number ({kinds} different ones)"
    last = "" if options["target"] else ", the last column,"
    says = [f"--{name}" for name in ("target", "task") if not options[name]]
    click.echo(f"{target}{last} is predicted as {as_what}; {' and '.join(says)} can say otherwise", err=True)


def _with_weights(data: Dataset, name: str) -> Dataset:
    """Return *data* with the weights that the column called *name* holds, and without the column."""
    column = data.feature(name)
    if not isinstance(column, Numeric) or column.missing.any():
        holds = "texts" if isinstance(column, Categorical) else "missing values"
        message = f"--weights {name}: the column holds {holds}, give one of numbers"
        raise InvalidData(message)
    return attrs.evolve(data.drop(name), weights=column.values)


def _unnamed(data: Dataset) -> list[str]:
    """Return the column without a name that numbers or names the rows, as R writes it, saying that it is left out."""
    if "" not in data.feature_names:
        return []
    click.echo("the first column has no name, and is left out: R writes the names of the rows there", err=True)
    return [""]


def _require_known(data: Dataset, missing: str | None) -> None:
    """Raise `InvalidData` where values are missing and it was not said what to do with them."""
    gaps = {feature.name: int(feature.missing.sum()) for feature in data.features if feature.missing.any()}
    if gaps and missing in {None, "refuse"}:
        holes = ", ".join(f"{name} ({count} of {len(data)})" for name, count in list(gaps.items())[:SHOWN])
        more = f" and {len(gaps) - SHOWN} columns more" if len(gaps) > SHOWN else ""
        message = (
            f"values are missing in {holes}{more}: say --missing surrogate (CART), --missing fractional (C4.5), "
            "--missing either_side or --missing category, or --drop the columns"
        )
        raise InvalidData(message)


def _require_no_dates(data: Dataset) -> None:
    """Raise `InvalidData` for a column of dates: its texts have no order, and each is a category of its own."""
    for feature in data.features:
        if type(feature) is Categorical and all(DATE.fullmatch(str(each)) for each in feature.categories):
            raise _dates(feature.name, feature.categories[0])


def _dates(name: str, value: Any) -> InvalidData:
    return InvalidData(
        f"column {name!r} holds dates such as {value}, which would be categories without an order: write them as "
        f"numbers, such as days or years, state their --order, or say --drop {name}"
    )


def _tell_identifiers(data: Dataset) -> None:
    """Say which columns have another text in each row, by which a tree can tell the rows apart but nothing else."""
    for feature in data.features:
        if isinstance(feature, Categorical) and len(data) > SHOWN and len(feature.categories) == len(data):
            click.echo(f"column {feature.name!r} has another text in each row: --drop it if it names them", err=True)


def read_tree(path: Path) -> Tree:
    """Return the tree saved as JSON in a file; raises `InvalidData`, which names the file, if there is none."""
    require_an_end(path)
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except InvalidData as error:
        message = f"{path}: {error}"
        raise InvalidData(message) from error
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path} cannot be read: {error}"
        raise InvalidData(message) from error

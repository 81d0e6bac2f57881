"""Reading data from CSV files.  Every complaint names the line and the column, and says what to do."""

from __future__ import annotations

import csv
import gzip
import math
import re
import zlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from dtrees.arguments import checked, instance
from dtrees.data.columns import refuse_duplicates
from dtrees.data.constructors import classification_data, classified, regression_data, with_responses
from dtrees.data.dataset import Categorical, Dataset, Labels, Numeric, whole_numbers
from dtrees.data.missing_values import MissingValues
from dtrees.data.plain_csv import MISSING, PlainTable, plain_table
from dtrees.errors import InvalidData
from dtrees.numbers.rationals import read_decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Category, Feature

_INTEGER: Final = re.compile(r"\s*[+-]?[0-9]{1,4000}\s*")
Task: TypeAlias = Literal["classification", "regression"]
NumbersAs: TypeAlias = Literal["decimal", "float64"]

FilePath: TypeAlias = Annotated[str | Path, partial(instance, (str, Path), give="a file's path")]


@checked
def read_csv(
    path: FilePath,
    *,
    target: str,
    task: Task = "classification",
    classes: Labels | None = None,
    numbers: NumbersAs = "decimal",
    missing: MissingValues = "refuse",
) -> Dataset:
    """Return the data of a CSV file with a header line; a name that ends in ``.gz`` is read through gzip.

    A column is numeric when each of its values is a finite number, else categorical.  A number is the ``decimal`` that
    is written, exactly; *numbers* may say ``float64``, as which most programs read it.  A class label that reads as an
    integer throughout is one.  A value that is empty, ``NA`` or ``NaN`` is missing; *missing* may say ``keep`` of those
    in the features.  Raises `InvalidData`, naming the line, for a row of the wrong length or a missing value that is
    not kept, and for a file or a target column that does not exist.

    >>> from dtrees.data import datasets
    >>> read_csv(datasets.path("weather"), target="class").feature_names
    ('outlook', 'temperature', 'humidity', 'windy')
    """
    data = _plain_data(Path(path), target, task, classes, numbers, missing)
    if data is not None:
        return data
    header, numbered = _read_rows(Path(path))
    refuse_duplicates(header, f"{path}: ")
    if target not in header:
        message = f"{path} has no column {target!r} to be the target; there are {', '.join(map(repr, header))}"
        raise InvalidData(message)
    rows = [_known_or_none(f"{path}, line {line}", header, row, target, missing) for line, row in numbered]
    texts = {name: [row[place] for row in rows] for place, name in enumerate(header)}
    values = texts.pop(target)
    if not texts:
        message = f"{path} has no column beside the target {target!r}: add at least one feature"
        raise InvalidData(message)
    columns = {name: _numbers_if_all(column, numbers) for name, column in texts.items()}
    if task == "regression":
        return regression_data(columns, _numbers_if_all(values, numbers), missing=missing)
    return classification_data(columns, _labels_of(values), classes=classes, missing=missing)


def _plain_data(
    path: Path,
    target: str,
    task: Task,
    classes: Sequence[Category] | None,
    numbers: NumbersAs,
    missing: MissingValues,
) -> Dataset | None:
    """Return the data of a plain file by arrays, or None where it is to be read, or complained of, line by line."""
    if not path.is_file():
        return None
    try:
        table = plain_table(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes())
        if table is None or not {target} < set(table.names) or len(set(table.names)) < len(table.names):
            return None
        features = tuple([_plain_feature(table, name, numbers) for name in table.names if name != target])
        values = _plain_target(table, target, task, numbers)
    except (OSError, EOFError, zlib.error, OverflowError):
        return None
    if values is None or (missing == "refuse" and any(feature.missing.any() for feature in features)):
        return None
    return with_responses(features, values) if task == "regression" else classified(features, values, classes=classes)


def _plain_feature(table: PlainTable, name: str, numbers: NumbersAs) -> Feature:
    """Return a column; raises `OverflowError` for a number beyond the range of float64 that is to be one."""
    column = table.numbers(name, as_floats=numbers == "float64")
    return Categorical(name, *table.texts(name)) if column is None else Numeric(name, column)


def _plain_target(table: PlainTable, name: str, task: Task, numbers: NumbersAs) -> Any:
    """Return the responses, or the labels: integers or texts; None where they are not plain or one is missing."""
    target = _plain_feature(table, name, numbers if task == "regression" else "decimal")
    if target.missing.any():
        return None
    if isinstance(target, Categorical):
        return None if task == "regression" else [target.categories[code] for code in target.codes.tolist()]
    if task == "regression":
        return target.numbers
    wholes, denominator = whole_numbers(target.numbers)
    return list(wholes) if denominator == 1 else None


@checked
def read_columns(path: FilePath) -> dict[str, list[Any]]:
    """Return the columns of a CSV file by name: exact numbers where each value is one, else texts; None where missing.

    >>> from dtrees.data import datasets
    >>> columns = read_columns(datasets.path("watermelon3"))
    >>> columns["color"][:2], columns["density"][:2]
    (['green', 'black'], [Fraction(697, 1000), Fraction(387, 500)])
    """
    header, numbered = _read_rows(Path(path))
    refuse_duplicates(header, f"{path}: ")
    rows = [[None if text.strip().lower() in MISSING else text for text in row] for _, row in numbered]
    return {name: _numbers_if_all([row[place] for row in rows], "decimal") for place, name in enumerate(header)}


def _known_or_none(
    where: str, header: list[str], row: list[str], target: str, missing: MissingValues
) -> list[str | None]:
    """Return the values of a row, None for the missing ones, which are refused where they are not kept."""
    values = [None if text.strip().lower() in MISSING else text for text in row]
    for name, value in zip(header, values, strict=True):
        if value is None and (missing == "refuse" or name == target):
            keep = "" if name == target else ", or say missing='keep'"
            message = f"{where}, column {name!r}: the value is missing: fill it or remove the row{keep}"
            raise InvalidData(message)
    return values


def require_an_end(path: Path) -> None:
    """Raise `InvalidData` for a device, which may have no end.

    >>> require_an_end(Path("/dev/zero"))
    Traceback (most recent call last):
    dtrees.errors.InvalidData: /dev/zero is a device, which may have no end: give a file
    """
    if path.is_char_device() or path.is_block_device():
        message = f"{path} is a device, which may have no end: give a file"
        raise InvalidData(message)


def _read_rows(path: Path) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the header and the numbered lines of a CSV file, each as long as the header."""
    require_an_end(path)
    opener: Any = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            numbered = [(reader.line_num, row) for row in reader if row]
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise InvalidData(message) from error
    except (ValueError, csv.Error, EOFError, zlib.error) as error:
        message = f"{path} is not a CSV file in UTF-8: {error}"
        raise InvalidData(message) from error
    if len(numbered) < 2:  # noqa: PLR2004 (a header and a row)
        message = f"{path} has no rows: give a header line and at least one row"
        raise InvalidData(message)
    (_, header), *rows = numbered
    for line, row in rows:
        if len(row) != len(header):
            message = f"{path}, line {line}: {len(row)} values where the header has {len(header)} columns"
            raise InvalidData(message)
    return header, rows


def _numbers_if_all(texts: list[Any], numbers: NumbersAs) -> list[Any]:
    """Return the numbers that the *texts* are, or where one of them is no finite number the texts themselves."""
    known = set(texts) - {None}
    values: dict[Any, Any] = {text: value for text in known if (value := read_decimal(text.strip())) is not None}
    if len(values) < len(known):
        return texts
    if numbers == "float64":
        values = {text: float(text) for text in values}
        if not all(map(math.isfinite, values.values())):
            return texts
    return [values.get(text) for text in texts]


def _labels_of(texts: list[Any]) -> list[Any]:
    """Return class labels: integers where all texts are, else numbers or texts, for the checks to judge."""
    return [int(text) for text in texts] if all(map(_INTEGER.fullmatch, texts)) else _numbers_if_all(texts, "decimal")

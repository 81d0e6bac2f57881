"""Reading data from CSV files.  Every complaint names the line and the column, and says what to do."""

from __future__ import annotations

import csv
import gzip
import math
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from dtrees.arguments import admit, checked, choice, instance
from dtrees.columns import refuse_duplicates
from dtrees.constructors import classification_data, regression_data
from dtrees.errors import InvalidData
from dtrees.rationals import read_decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data import Category, Dataset

_INTEGER: Final = re.compile(r"\s*[+-]?[0-9]{1,4000}\s*")
Task: TypeAlias = Literal["classification", "regression"]
NumbersAs: TypeAlias = Literal["decimal", "float64"]

admit("str | Path", instance((str, Path), "a file's path"))
admit("Task", choice(Task))
admit("NumbersAs", choice(NumbersAs))


@checked
def read_csv(
    path: str | Path,
    *,
    target: str,
    task: Task = "classification",
    classes: Sequence[Category] | None = None,
    numbers: NumbersAs = "decimal",
) -> Dataset:
    """Return the data of a CSV file with a header line; a name that ends in ``.gz`` is read through gzip.

    A column is numeric when each of its values is a finite number, else categorical.  A number is the ``decimal`` that
    is written, exactly; *numbers* may say ``float64``, as which most programs read it.  A class label that reads as an
    integer throughout is one.  Raises `InvalidData`, naming the line, for a row of the wrong length or an empty
    value, and for a file or a target column that does not exist.

    >>> from dtrees import datasets
    >>> read_csv(datasets.path("weather"), target="class").feature_names
    ('outlook', 'temperature', 'humidity', 'windy')
    """
    header, rows = _read_rows(Path(path))
    refuse_duplicates(header, f"{path}: ")
    if target not in header:
        message = f"{path} has no column {target!r} to be the target; there are {', '.join(map(repr, header))}"
        raise InvalidData(message)
    texts = {name: [row[place] for row in rows] for place, name in enumerate(header)}
    values = texts.pop(target)
    if not texts:
        message = f"{path} has no column beside the target {target!r}: add at least one feature"
        raise InvalidData(message)
    columns = {name: _numbers_if_all(column, numbers) for name, column in texts.items()}
    if task == "regression":
        return regression_data(columns, _numbers_if_all(values, numbers))
    return classification_data(columns, _labels_of(values), classes=classes)


def _read_rows(path: Path) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a CSV file, each row as long as the header."""
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
        for name, text in zip(header, row, strict=True):
            if text.strip().lower() in {"", "nan", "na"}:
                message = f"{path}, line {line}, column {name!r}: the value is missing: fill it or remove the row"
                raise InvalidData(message)
    return header, [row for _, row in rows]


def _numbers_if_all(texts: list[str], numbers: NumbersAs) -> list[Any]:
    """Return the numbers that the *texts* are, or where one of them is no finite number the texts themselves."""
    different = {text: read_decimal(text.strip()) for text in set(texts)}
    values = {text: value for text, value in different.items() if value is not None}
    if len(values) < len(different):
        return texts
    if numbers == "float64":
        floats = {text: float(text) for text in values}
        return [floats[text] for text in texts] if all(map(math.isfinite, floats.values())) else texts
    return [values[text] for text in texts]


def _labels_of(texts: list[str]) -> list[Any]:
    """Return class labels: integers where all texts are, else numbers or texts, for the checks to judge."""
    return [int(text) for text in texts] if all(map(_INTEGER.fullmatch, texts)) else _numbers_if_all(texts, "decimal")

"""Reading data from CSV files.  Every complaint names the line and the column, and says what to do."""

import csv
import gzip
import io
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from dtrees.arguments import checked
from dtrees.data.constructors import MissingValues, classification_data, refuse_duplicates, regression_data
from dtrees.data.dataset import Dataset, Labels
from dtrees.data.scaled import Numbers, exact_numbers, nearest_floats
from dtrees.errors import InvalidData, TooLarge, Unsupported
from dtrees.numbers.rationals import read_decimal

Task: TypeAlias = Literal["classification", "regression"]
NumbersAs: TypeAlias = Literal["decimal", "float64"]

UNPACKED: Final = 100
"""A gzip file may hold so many times its size; tables that people have are packed to a tenth."""


@checked
def read_csv(
    path: str | Path,
    *,
    target: str,
    task: Task = "classification",
    classes: Labels | None = None,
    numbers: NumbersAs = "decimal",
    missing: MissingValues = "refuse",
) -> Dataset:
    """Return the data of a CSV file with a header line; a name that ends in ``.gz`` is read through gzip.

    A column is numeric when each of its values is a finite number, else categorical.  A number is the ``decimal`` that
    is written, exactly; *numbers* may say ``float64``, as which most programs read it.  A value that is empty, ``NA``
    or ``NaN`` is missing; *missing* may say ``keep`` of those in the features.  Raises `InvalidData`, naming the line,
    for a row of the wrong length or a missing value that is not kept.  `with_orders` states the order of texts.

    >>> read_csv(dt.datasets.path("weather"), target="class").feature_names
    ('outlook', 'temperature', 'humidity', 'windy')
    """
    path = Path(path)
    (_, names), *rows = numbered_rows(path, text_of(path))
    if target not in names:
        raise InvalidData(f"{path} has no column {target!r} to be the target; there are {', '.join(map(repr, names))}")
    if len(names) == 1:
        raise InvalidData(f"{path} has no column beside the target {target!r}: add at least one feature")
    for line, row in rows:
        for name, text in zip(names, row, strict=True):
            if stands_for_none(text) and (missing == "refuse" or name == target):
                keep = "" if name == target else ", or say missing='keep'"
                message = f"{path}, line {line}, column {name!r}: the value is missing: fill it or remove the row{keep}"
                raise InvalidData(message)
    columns: dict[str, Any] = {}
    for name, *texts in zip(names, *(row for _, row in rows), strict=True):
        is_class = name == target and task == "classification"
        columns[name] = _column_of(texts, "decimal" if is_class else numbers)
    values = columns.pop(target)
    if task == "regression":
        return regression_data(columns, values, missing=missing)
    return classification_data(columns, values, classes=classes, missing=missing)


def stands_for_none(text: str) -> bool:
    """Return whether a field's *text* is that of a missing value, in any case."""
    return text.strip().lower() in {"", "na", "nan"}


def _column_of(texts: list[str], numbers: NumbersAs) -> Numbers | list[str | None]:
    """Return the numbers that *texts* are, or the texts where one of them is no number; None for a missing one."""
    known = [None if stands_for_none(text) else text for text in texts]
    read: dict[Any, Any] = {text: read_decimal(text.strip()) for text in {*known} if text is not None}
    with suppress(Unsupported):  # of a number beyond float64
        if None not in read.values():
            column = exact_numbers([read.get(text) for text in known])
            return column if numbers == "decimal" else nearest_floats(column)
    return known


def require_an_end(path: Path) -> None:
    """Raise `InvalidData` for a device, which may have no end.

    >>> require_an_end(Path("/dev/zero"))
    Traceback (most recent call last):
    dtrees.errors.InvalidData: /dev/zero is a device, which may have no end: give a file
    """
    if path.is_char_device() or path.is_block_device():
        raise InvalidData(f"{path} is a device, which may have no end: give a file")


def text_of(path: Path) -> str:
    """Return the text of a file, unpacked where its name ends in ``.gz``."""
    require_an_end(path)
    try:
        data = _unpacked(path) if path.suffix == ".gz" else path.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InvalidData(f"{path} cannot be read: {error.strerror or error}") from error
    except (ValueError, EOFError, zlib.error) as error:
        raise InvalidData(f"{path} is not a CSV file in UTF-8: {error}") from error


def _unpacked(path: Path) -> bytes:
    """Return what a gzip file holds; raises `TooLarge` for one that is small only because it is packed."""
    most = max(UNPACKED * path.stat().st_size, 1 << 27)
    with gzip.open(path) as packed:
        data = packed.read(most + 1)
    if len(data) > most:
        raise TooLarge(f"{path} unpacks to more than {most:,} bytes, {UNPACKED} times its size: unpack it to read it")
    return data


def numbered_rows(path: Path, text: str) -> list[tuple[int, list[str]]]:
    """Return the numbered lines of the *text* of a CSV file, each as long as the first, the header."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        numbered = [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise InvalidData(f"{path} is not a CSV file in UTF-8: {error}") from error
    if len(numbered) < 2:  # noqa: PLR2004 (a header and a row)
        raise InvalidData(f"{path} has no rows: give a header line and at least one row")
    _, names = numbered[0]
    refuse_duplicates(names, f"{path}: ")
    if len(names) == 1 and not {";", "\t"}.isdisjoint(names[0]):
        raise InvalidData(f"{path} has semicolons or tabs for commas in its header: write it with commas")
    for line, row in numbered:
        if len(row) != len(names):
            raise InvalidData(f"{path}, line {line}: {len(row)} values where the header has {len(names)} columns")
    return numbered

"""Making data: from columns or a CSV file, checked once at the door.

Every complaint names the column, and the row or line, and says what to do.
"""

from __future__ import annotations

import csv
import gzip
import math
import numbers
import re
import sys
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

import numpy as np

from dtrees.data import (
    Categorical,
    Category,
    Classes,
    Dataset,
    Feature,
    IntArray,
    Numeric,
    Responses,
    Target,
    no_such_column,
)
from dtrees.errors import InvalidData, require_choice

if TYPE_CHECKING:
    from collections.abc import Iterable

_INTEGER: Final = re.compile(r"\s*[+-]?[0-9]{1,4000}\s*")

LARGEST_FLOAT: Final = sys.float_info.max

Task: TypeAlias = Literal["classification", "regression"]

Columns: TypeAlias = Any
"""A mapping from name to values, a 2-D array (features x0, x1, ...), or a pandas or polars data frame."""


# --- making data ------------------------------------------------------------------------------------------------


def classification_data(
    columns: Columns,
    labels: Iterable[Any],
    *,
    weights: Iterable[float] | None = None,
    classes: Sequence[Category] | None = None,
) -> Dataset:
    """Return a data set whose target is one of finitely many classes.

    *columns* is a mapping from name to n values, an n x p array (its features are x0, x1, ...), or a pandas or
    polars frame.  Numbers become `Numeric`; text, truth values and columns of a categorical type `Categorical`,
    their categories sorted.  *labels* are n texts, truth values or integers.  *classes* states their order, by
    default sorted; the majority's tie goes to the class first in it.  *weights* are n nonnegative finite numbers,
    by default 1 each; a row of weight 0 is as if it were not there.

    Raises `InvalidData`, naming the column and row, for missing or infinite values, columns of different lengths,
    no rows or no columns, duplicate names, bad weights, and labels that are numbers with a fraction.

    >>> data = classification_data({"sky": ["sun", "rain", "sun"], "wind": [3, 9.5, 4]}, [True, False, True])
    >>> data.features[0].categories, data.target.labels
    (('rain', 'sun'), (False, True))
    """
    features = features_of(columns)
    found = _labels(labels, len(features[0]))
    order = tuple(dict.fromkeys(classes)) if classes is not None else _sorted_categories("the labels", found)
    unknown = [label for label in found if label not in order]
    if unknown:
        message = f"label {unknown[0]!r} is not among the classes given, {order}: add it there"
        raise InvalidData(message)
    place = {label: code for code, label in enumerate(order)}
    target = Classes(order, [place[label] for label in found])
    return _weighted(features, target, weights, stated=classes is not None)


def regression_data(columns: Columns, responses: Iterable[Any], *, weights: Iterable[float] | None = None) -> Dataset:
    """Return a data set whose target is a number; *columns* and *weights* as in `classification_data`.

    Raises `InvalidData` as `classification_data` does, and for responses that are not finite numbers.

    >>> regression_data([[1, 0], [2, 0]], [0.5, 1.5]).feature_names
    ('x0', 'x1')
    """
    features = features_of(columns)
    column = _feature("the responses", responses)
    if not isinstance(column, Numeric):
        message = f"the responses are {_kind(column)}, not numbers: use classification_data for classes"
        raise InvalidData(message)
    _same_length("the responses", len(column), len(features[0]))
    return _weighted(features, Responses(column.values), weights)


def read_csv(
    path: str | Path,
    *,
    target: str,
    task: Task = "classification",
    classes: Sequence[Category] | None = None,
) -> Dataset:
    """Return the data of a CSV file with a header line; a name that ends in ``.gz`` is read through gzip.

    A column is numeric when each of its values is a finite number, else categorical.  A class label that reads as
    an integer throughout is one.  Raises `InvalidData`, naming the line, for a row of the wrong length or an empty
    value, and for a file or a target column that does not exist.

    >>> from dtrees import datasets
    >>> read_csv(datasets.path("weather"), target="class").feature_names
    ('outlook', 'temperature', 'humidity', 'windy')
    """
    header, rows = _read_rows(Path(path))
    _refuse_duplicates(header, f"{path}: ")
    if target not in header:
        message = f"{path} has no column {target!r} to be the target; there are {', '.join(map(repr, header))}"
        raise InvalidData(message)
    texts = {name: [row[place] for row in rows] for place, name in enumerate(header)}
    values = texts.pop(target)
    if not texts:
        message = f"{path} has no column beside the target {target!r}: add at least one feature"
        raise InvalidData(message)
    columns = {name: _numbers_if_all(column) for name, column in texts.items()}
    require_choice("task", task, Task)
    if task == "regression":
        return regression_data(columns, _numbers_if_all(values))
    return classification_data(columns, _labels_of(values), classes=classes)


def features_of(columns: Columns, *, asked: Collection[str] | None = None) -> tuple[Feature, ...]:
    """Return the features that *columns* (a mapping, a 2-D array or a data frame) holds, or those *asked* for.

    Where no column is asked for, the first one is returned, for its length; one that is missing is an error.

    >>> [feature.name for feature in features_of({"a": [1], "b": ["x"]})]
    ['a', 'b']
    """
    named = _named_columns(columns)
    if not named:
        message = "there are no columns: give at least one feature"
        raise InvalidData(message)
    names = [name for name, _ in named]
    _refuse_duplicates(names)
    if asked is not None:
        for name in asked:
            if name not in names:
                raise no_such_column(name, names)
        named = [column for column in named if column[0] in asked] or named[:1]
    features = tuple(_feature(name, values) for name, values in named)
    for feature in features:
        _same_length(f"column {feature.name!r}", len(feature), len(features[0]))
    return features


# --- the checks at the door -------------------------------------------------------------------------------------


def _refuse_duplicates(names: Iterable[str], where: str = "") -> None:
    for name, times in Counter(names).items():
        if times > 1:
            message = f"{where}column name {name!r} stands {times} times: rename all but one"
            raise InvalidData(message)


def _named_columns(columns: Columns) -> list[tuple[str, Any]]:
    if isinstance(columns, Mapping):
        return [(str(name), values) for name, values in columns.items()]
    if hasattr(columns, "columns"):  # a pandas or polars frame
        names = list(columns.columns)
        if len(set(names)) < len(names):
            return [(str(name), ()) for name in names]  # the caller reports the duplicate
        return [(str(name), columns[name]) for name in names]
    if isinstance(columns, np.ndarray):
        if columns.ndim != 2:  # noqa: PLR2004 (rows by columns)
            message = f"columns have {columns.ndim} dimensions: give a mapping, an n x p array or a data frame"
            raise InvalidData(message)
        return [(f"x{place}", columns[:, place]) for place in range(columns.shape[1])]
    try:
        rows = [list(row) for row in columns]
    except TypeError as error:
        message = "columns have 1 dimensions: give a mapping, an n x p array or a data frame"
        raise InvalidData(message) from error
    if len({len(row) for row in rows}) > 1:
        message = "the rows have different lengths: give each row one value per column"
        raise InvalidData(message)
    return [(f"x{place}", list(values)) for place, values in enumerate(zip(*rows, strict=True))]


def _feature(name: str, values: Any) -> Feature:
    """Return *values* as a feature: numbers as `Numeric`, anything else as `Categorical`."""
    declared = str(getattr(values, "dtype", "")).lower().startswith(("categor", "enum"))
    items = _items(name, values)
    if not items:
        message = f"{_called(name)} has no rows: give at least one"
        raise InvalidData(message)
    if _kind_of_all(name, items) == "numbers" and not declared:
        return Numeric(name, [_exact_float(name, row, item) for row, item in enumerate(items)])
    categories = _sorted_categories(name, items)
    place = {category: code for code, category in enumerate(categories)}
    return Categorical(name, categories, [place[item] for item in items])


def _items(name: str, values: Any) -> list[Any]:
    """Return the column's values as Python scalars."""
    if isinstance(values, Iterator):
        values = list(values)
    array = values if isinstance(values, list | tuple) else np.asarray(values)
    nested = isinstance(array, list | tuple) and any(isinstance(item, list | tuple | np.ndarray) for item in array)
    if nested or (isinstance(array, np.ndarray) and array.ndim != 1):
        message = f"{_called(name)} is not a sequence of values, one a row"
        raise InvalidData(message)
    if isinstance(array, np.ndarray) and array.dtype.kind in "mM":
        message = f"{_called(name)}, row 0: {array[0]} is neither a number, text nor a truth value: give it as one"
        raise InvalidData(message)
    return [item.item() if isinstance(item, np.generic) else item for item in array]


def _called(name: str) -> str:
    """Return *name* as messages call it: columns by their names, the labels, responses and weights as such."""
    return name if name.startswith("the ") else f"column {name!r}"


def _kind_of_all(name: str, items: Iterable[Any]) -> str:
    """Return the one kind that all items are of, or raise `InvalidData` where there are several."""
    kinds = {_kind_of_item(name, row, item) for row, item in enumerate(items)}
    if len(kinds) > 1:
        mix, items_called = ("mix", name.removeprefix("the ")) if name.startswith("the ") else ("mixes", "values")
        message = f"{_called(name)} {mix} {' and '.join(sorted(kinds))}: give {items_called} of one kind"
        raise InvalidData(message)
    return kinds.pop()


def _kind_of_item(name: str, row: int, item: Any) -> str:
    if isinstance(item, bool):
        return "truth values"
    if isinstance(item, str):
        return "text"
    if isinstance(item, numbers.Real):
        if not abs(cast("float", item)) <= LARGEST_FLOAT:
            message = (
                f"{_called(name)}, row {row}: {item!s:.40} is not a finite float64: remove the row or fill the value"
            )
            raise InvalidData(message)
        return "numbers"
    kinds = "neither a number, text nor a truth value"
    message = f"{_called(name)}, row {row}: {item!r} is {kinds}: remove the row or fill the value"
    raise InvalidData(message)


def _exact_float(name: str, row: int, item: Any) -> float:
    value = float(item)
    if value != item:
        message = f"{_called(name)}, row {row}: {item!s:.40} has no exact float64: rescale the column"
        raise InvalidData(message)
    return value


def _sorted_categories(name: str, items: Iterable[Any]) -> tuple[Category, ...]:
    try:
        return tuple(sorted(set(items)))
    except TypeError as error:
        message = f"{name} mix kinds of values that have no order: give values of one kind"
        raise InvalidData(message) from error


def _labels(labels: Iterable[Any], rows: int) -> list[Category]:
    items = _items("the labels", labels)
    _same_length("the labels", len(items), rows)
    if _kind_of_all("the labels", items) != "numbers":
        return items
    for row, item in enumerate(items):
        if item != int(item):
            message = f"the labels, row {row}: {item} is a number with a fraction: use regression_data for numbers"
            raise InvalidData(message)
    return [int(item) for item in items]


def _weighted(
    features: tuple[Feature, ...], target: Target, weights: Iterable[float] | None, *, stated: bool = False
) -> Dataset:
    """Return the data without rows of weight 0; the class order goes with them unless it was *stated*."""
    rows = len(features[0])
    if weights is None:
        return Dataset(features, target, np.ones(rows))
    column = _feature("the weights", weights)
    if not isinstance(column, Numeric):
        message = f"the weights are {_kind(column)}, not numbers"
        raise InvalidData(message)
    _same_length("the weights", len(column), rows)
    negative = np.flatnonzero(column.values < 0)
    if len(negative):
        row = int(negative[0])
        message = f"the weights, row {row}: {column.values[row]} is negative: give nonnegative weights"
        raise InvalidData(message)
    kept = np.flatnonzero(column.values > 0)
    if not len(kept):
        message = "the weights are all zero: give at least one row a positive weight"
        raise InvalidData(message)
    data = Dataset(features, target, column.values)
    return data if len(kept) == rows else _without_absent_categories(data.take(kept), stated=stated)


def _without_absent_categories(data: Dataset, *, stated: bool) -> Dataset:
    """Return *data* with the categories and classes that occur, as if the rows left out had never been there."""
    features = tuple(
        feature
        if isinstance(feature, Numeric)
        else Categorical(feature.name, *_occurring(feature.categories, feature.codes))
        for feature in data.features
    )
    target = data.target
    if isinstance(target, Classes) and not stated:
        target = Classes(*_occurring(target.labels, target.codes))
    return Dataset(features, target, data.weights)


def _occurring(names: tuple[Category, ...], codes: IntArray) -> tuple[tuple[Category, ...], IntArray]:
    present, recoded = np.unique(codes, return_inverse=True)
    return tuple(names[code] for code in present), recoded.astype(np.int64)


def _kind(column: Categorical) -> str:
    return "text" if isinstance(column.categories[0], str) else "truth values or categories"


def _same_length(name: str, length: int, rows: int) -> None:
    if length != rows:
        message = f"{name}: {length} values where there are {rows} rows: give one value a row"
        raise InvalidData(message)


# --- CSV files --------------------------------------------------------------------------------------------------


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
    except (UnicodeDecodeError, csv.Error, EOFError, zlib.error) as error:
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


def _numbers_if_all(texts: list[str]) -> list[str] | list[float]:
    try:
        values = [float(text) for text in texts]
    except ValueError:
        return texts
    if any("_" in text for text in texts):  # Python's own way to write 1000, and nobody else's
        return texts
    return values if all(map(math.isfinite, values)) else texts


def _labels_of(texts: list[str]) -> list[Any]:
    """Return class labels: integers where all texts are, else numbers or texts, for the checks to judge."""
    values = _numbers_if_all(texts)
    return [int(text) for text in texts] if all(_INTEGER.fullmatch(text) for text in texts) else list(values)

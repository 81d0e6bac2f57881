"""Features from columns: a mapping, an array or a data frame, each value checked at the door.

Every complaint names the column and the row, and says what to do.
"""

from __future__ import annotations

import math
import numbers
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Any, TypeAlias, TypeVar

import numpy as np

from dtrees.arguments import each
from dtrees.data.buffers import plain_categories, plain_numbers
from dtrees.data.dataset import MISSING_CODE, Categorical, Category, Feature, Numeric, no_such_column, one_a_row
from dtrees.data.missing_values import MissingValues, is_missing
from dtrees.errors import InvalidData, abbreviated, refused

Held = TypeVar("Held")

Columns: TypeAlias = Any
"""A mapping from name to values, a 2-D array (features x0, x1, ...), or a pandas or polars data frame."""


def require_columns(columns: Held) -> Held:
    """Return *columns*; raises `InvalidData` where there is none, and so no number of rows."""
    if not columns:
        message = "there are no columns: give at least one feature"
        raise InvalidData(message)
    return columns


def features_of(
    columns: Columns, *, asked: Collection[str] | None = None, missing: MissingValues = "refuse"
) -> tuple[Feature, ...]:
    """Return the features that *columns* (a mapping, a 2-D array or a data frame) holds, or those *asked* for.

    Where no column is asked for, the first one is returned, for its length; one that is missing is an error.

    >>> [feature.name for feature in features_of({"a": [1], "b": ["x"]})]
    ['a', 'b']
    """
    named = require_columns(_named_columns(columns))
    names = [name for name, _ in named]
    refuse_duplicates(names)
    if asked is not None:
        for name in asked:
            if name not in names:
                message = f"{no_such_column(name, names)}: the tree asks about it, so give it too"
                raise InvalidData(message)
        named = [column for column in named if column[0] in asked] or named[:1]
    features = tuple(feature_of(name, values, missing=missing) for name, values in named)
    for feature in features:
        same_length(f"column {feature.name!r}", len(feature), len(features[0]))
    return features


def _named_columns(columns: Columns) -> list[tuple[str, Any]]:
    if isinstance(columns, Mapping):
        return [(str(name), values) for name, values in columns.items()]
    if hasattr(columns, "column_names"):  # a pyarrow table
        return [(name, columns[place]) for place, name in enumerate(columns.column_names)]
    if isinstance(names := getattr(columns, "columns", None), Iterable):  # a pandas or polars frame
        names = list(names)
        if len(set(names)) < len(names):
            return [(str(name), ()) for name in names]  # the caller reports the duplicate
        try:
            return [(str(name), columns[name]) for name in names]
        except TypeError as error:  # of a lazy frame
            raise refused(columns, "columns", "a frame that holds its values, such as collect() returns") from error
    if isinstance(columns, np.ndarray):
        if columns.ndim != 2:  # noqa: PLR2004 (rows by columns)
            message = f"columns have {columns.ndim} dimensions: give a mapping, an n x p array or a data frame"
            raise InvalidData(message)
        return [(f"x{place}", columns[:, place]) for place in range(columns.shape[1])]
    rows = each(_row, "columns", columns)
    if len({len(row) for row in rows}) > 1:
        message = "the rows have different lengths: give each row one value per column"
        raise InvalidData(message)
    return [(f"x{place}", list(values)) for place, values in enumerate(zip(*rows, strict=True))]


def _row(name: str, row: Any) -> list[Any]:
    """Take the values of one row."""
    if (
        isinstance(row, str | bytes | Mapping | AbstractSet)
        or not isinstance(row, Iterable)
        or getattr(row, "ndim", 1) != 1
    ):
        raise refused(row, name, "one value a column, or columns as a mapping, an n x p array or a data frame")
    return list(row)


def refuse_duplicates(names: Iterable[str], where: str = "") -> None:
    """Raise `InvalidData` for a name that stands twice; the message starts with *where*."""
    for name, times in Counter(names).items():
        if times > 1:
            message = f"{where}column name {name!r} stands {times} times: rename all but one"
            raise InvalidData(message)


def feature_of(name: str, values: Any, *, missing: MissingValues = "refuse") -> Feature:
    """Return *values* as a feature: numbers as `Numeric`, anything else as `Categorical`.

    Missing values are kept where *missing* says so; a column of nothing else is `Numeric`.
    """
    numbers = plain_numbers(values, keep_missing=missing == "keep")
    if numbers is not None:
        return Numeric(name, numbers)
    texts = plain_categories(values, keep_missing=missing == "keep")
    if texts is not None:
        return Categorical(name, *texts)
    declared = str(getattr(values, "dtype", "")).lower().startswith(("categor", "enum"))
    items = items_of(name, values) if missing == "refuse" else _items_or_none(name, values)
    if not items:
        message = f"{called(name)} has no rows: give at least one"
        raise InvalidData(message)
    known = [(row, item) for row, item in enumerate(items) if item is not None or missing == "refuse"]
    if not known or (_kind_of_rows(name, known) == "numbers" and not declared):
        return Numeric(name, items)
    categories = sorted_categories(name, [item for _, item in known])
    place: dict[Any, int] = {category: code for code, category in enumerate(categories)} | {None: MISSING_CODE}
    return Categorical(name, categories, [place[item] for item in items])


def _items_or_none(name: str, values: Any) -> list[Any]:
    """Return the column's values as Python scalars, the missing ones as None."""
    if isinstance(values, np.ma.MaskedArray):
        values = values.tolist()
    elif hasattr(values, "to_list"):  # a pandas or polars column, whose integers become floats beside a null otherwise
        values = values.to_list()
    return [None if is_missing(item) else item for item in items_of(name, values)]


def items_of(name: str, values: Any) -> list[Any]:
    """Return the column's values as Python scalars."""
    values = one_a_row(values.to_pylist() if hasattr(values, "to_pylist") else values, called(name))
    array = values if isinstance(values, list | tuple) else np.asarray(values)
    if isinstance(array, np.ndarray) and array.dtype.kind not in "mMO":
        return list(array.tolist())
    return [item.item() if isinstance(item, np.generic) and item.dtype.kind not in "mM" else item for item in array]


def called(name: str) -> str:
    """Return *name* as messages call it: columns by their names, the labels, responses and weights as such."""
    return name if name.startswith("the ") else f"column {name!r}"


def kind_of_all(name: str, items: Iterable[Any]) -> str:
    """Return the one kind that all items are of, or raise `InvalidData` where there are several."""
    return _kind_of_rows(name, enumerate(items))


def _kind_of_rows(name: str, rows: Iterable[tuple[int, Any]]) -> str:
    """Return the one kind that the items of these rows are of."""
    kinds = {_kind_of_item(name, row, item) for row, item in rows}
    if len(kinds) > 1:
        mix, items_called = ("mix", name.removeprefix("the ")) if name.startswith("the ") else ("mixes", "values")
        message = f"{called(name)} {mix} {' and '.join(sorted(kinds))}: give {items_called} of one kind"
        raise InvalidData(message)
    return kinds.pop()


def _kind_of_item(name: str, row: int, item: Any) -> str:
    if isinstance(item, bool):
        return "truth values"
    if isinstance(item, str):
        return "text"
    number = isinstance(item, numbers.Real | Decimal) and not isinstance(item, np.timedelta64)
    if number and _is_finite(item):
        return "numbers"
    kinds = "not a finite number" if number else "neither a number, text nor a truth value"
    keep = ", or say missing='keep'" if is_missing(item) and not name.startswith("the ") else ""
    value = item if number else abbreviated(item)
    message = f"{called(name)}, row {row}: {value} is {kinds}: remove the row or fill the value{keep}"
    raise InvalidData(message)


def _is_finite(number: Any) -> bool:
    if isinstance(number, Decimal):
        return number.is_finite()
    return isinstance(number, numbers.Rational) or math.isfinite(number)


def sorted_categories(name: str, items: Iterable[Any]) -> tuple[Category, ...]:
    """Return the different *items*, sorted; raises `InvalidData` where they have no order."""
    try:
        return tuple(sorted(set(items)))
    except TypeError as error:
        message = f"{name} mix kinds of values that have no order: give values of one kind"
        raise InvalidData(message) from error


def kind_of_column(column: Categorical) -> str:
    """Return what the categories of *column* are, as messages call it."""
    return "text" if isinstance(column.categories[0], str) else "truth values or categories"


def same_length(name: str, length: int, rows: int) -> None:
    """Raise `InvalidData` where *length*, the number of values of *name*, is not the number of *rows*."""
    if length != rows:
        message = f"{name}: {length} values where there are {rows} rows: give one value a row"
        raise InvalidData(message)

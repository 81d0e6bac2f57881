"""Data sets from columns (a mapping, an array or a data frame), labels or responses, and weights.

Each value is checked at the door.  Every complaint names the column and the row, and says what to do.
"""

import math
import numbers
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import numpy as np

from dtrees.arguments import checked, taken
from dtrees.data.dataset import Categorical, Classes, Dataset, Feature, Labels, Numeric, Ordinal, Responses
from dtrees.data.scaled import NumberArray, Scaled, exact_numbers, in_order, is_missing, machine_array, one_a_row
from dtrees.errors import LONGEST, InvalidData, abbreviated, no_such_column, refused
from dtrees.numbers.exact import rational
from dtrees.numbers.rationals import write_number

Held = TypeVar("Held")

Weights: TypeAlias = Iterable[Any]

Columns: TypeAlias = Any
"""A mapping from name to values, a 2-D array (features x0, x1, ...), or a pandas, polars or pyarrow data frame."""

MissingValues: TypeAlias = Literal["refuse", "keep"]
"""What becomes of missing values in columns: they are an error, or are kept for a learner that knows what to do."""


@checked
def classification_data(
    columns: Columns,
    labels: Iterable[Any],
    *,
    weights: Weights | None = None,
    classes: Labels | None = None,
    missing: MissingValues = "refuse",
) -> Dataset:
    """Return a data set whose target is one of finitely many classes.

    Numbers become `Numeric`; columns of pandas' ordered categories, of polars' `Enum` and `Ordinal` ones `Ordinal`;
    text, truth values and other columns of a categorical type `Categorical`, their categories sorted.  *labels* are
    texts, truth values or integers; *classes* states their order, by default sorted: the majority's tie goes to the
    class first in it.  *weights* are nonnegative finite numbers, by default 1 each; a row of weight 0 is as if it were
    not there.  *missing* may say ``keep``: None, NaN, masked items and nulls are then kept in the columns.  Raises
    `InvalidData`, naming the column and row, where values, lengths, names or weights do not fit.

    >>> data = classification_data({"sky": ["sun", "rain", "sun"], "wind": [3, 9.5, 4]}, [True, False, True])
    >>> data.features[0].categories, data.target.labels
    (('rain', 'sun'), (False, True))
    """
    features = features_of(columns, missing=missing)
    found = _labels(labels, len(features[0]))
    order = dict.fromkeys(found.categories if classes is None else classes)
    if unknown := [label for label in found.categories if label not in order]:
        label, given = abbreviated(unknown[0]), abbreviated(tuple(order))
        raise InvalidData(f"label {label} is not among the classes given, {given}: add it there")
    (*kept, target), counted = _counted((*features, found), weights)
    place = {label: code for code, label in enumerate(target.categories if classes is None else order)}
    codes = np.array([place[label] for label in target.categories])[target.codes]
    return Dataset(tuple(kept), Classes(place, codes), counted)


@checked
def regression_data(
    columns: Columns, responses: Iterable[Any], *, weights: Weights | None = None, missing: MissingValues = "refuse"
) -> Dataset:
    """Return a data set whose target is a number.

    The other arguments are those of `classification_data`; *responses* may be a target such as `KeptResponses`.  Raises
    `InvalidData`, which names the column or row, also for responses that are not finite numbers.

    >>> regression_data([[1, 0], [2, 0]], [0.5, 1.5]).feature_names
    ('x0', 'x1')
    """
    features = features_of(columns, missing=missing)
    if not isinstance(target := responses, Responses):
        column = numeric("the responses", responses, len(features[0]), ": use classification_data for classes")
        target = Responses(column.numbers)
    (*kept, target), counted = _counted((*features, target), weights)
    return Dataset(tuple(kept), target, counted)


def _labels(labels: Iterable[Any], rows: int) -> Categorical:
    """Return the labels as categories, in order: numbers among them as integers."""
    column = feature_of("the labels", labels, rows=rows)
    if isinstance(column, Categorical):
        names, codes = column.categories, column.codes
    else:
        distinct, codes = np.unique(column.values, return_inverse=True)
        names = distinct.tolist()
    found = [name if isinstance(name, str | bool) else rational(name) for name in names]
    broken = np.flatnonzero(np.array([isinstance(label, Fraction) for label in found])[codes])
    if len(broken):
        where = f"the labels, row {broken[0]}: {write_number(names[codes[broken[0]]]):.{LONGEST}}"
        raise InvalidData(f"{where} is a number with a fraction: use regression_data for numbers, or task='regression'")
    return Categorical("the labels", found, codes)


def _counted(columns: tuple[Any, ...], weights: Weights | None) -> tuple[Sequence[Any], NumberArray]:
    """Return the columns without rows of weight 0, as if these had never been there, and the other rows' weights."""
    rows = len(columns[0])
    if weights is None:
        return columns, np.ones(rows)
    column = numeric("the weights", weights, rows)
    negative = np.flatnonzero(column.values < 0)
    if len(negative):
        row = int(negative[0])
        raise InvalidData(f"the weights, row {row}: {column.values[row]} is negative: give nonnegative weights")
    kept = np.flatnonzero(column.values > 0)
    if not len(kept):
        raise InvalidData("the weights are all zero: give at least one row a positive weight")
    return columns if len(kept) == rows else [_at(column, kept) for column in columns], column.values[kept]


def _at(column: Any, rows: Any) -> Any:
    """Return *column* at *rows*, with the categories that occur there."""
    taken = column.take(rows)
    if type(taken) is not Categorical:  # an order keeps the categories that do not occur
        return taken
    present, places = np.unique(taken.codes, return_inverse=True)
    missing = int(taken.missing.any())  # whose code, -1, comes first
    return Categorical(taken.name, [taken.categories[code] for code in present[missing:]], places - missing)


def require_columns(columns: Held) -> Held:
    """Return *columns*; raises `InvalidData` where there is none, and so no number of rows."""
    if not columns:
        raise InvalidData("there are no columns: give at least one feature")
    return columns


def features_of(
    columns: Columns, *, asked: Collection[str] | None = None, missing: MissingValues = "refuse"
) -> tuple[Feature, ...]:
    """Return the features that *columns* (a mapping, a 2-D array or a data frame) holds, or those *asked* for.

    If no column is asked for, the first is returned, whose length is the number of rows.  Raises `InvalidData` for a
    column that is missing.
    """
    named = require_columns(_named_columns(columns))
    names = [name for name, _ in named]
    refuse_duplicates(names)
    if asked is not None:
        for name in asked:
            if name not in names:
                raise InvalidData(f"{no_such_column(name, names)}: the tree asks about it, so give it too")
        named = [column for column in named if column[0] in asked] or named[:1]
    (name, values), *others = named
    first = feature_of(name, values, missing=missing)
    return first, *[feature_of(name, values, rows=len(first), missing=missing) for name, values in others]


def _named_columns(columns: Columns) -> list[tuple[str, Any]]:
    if isinstance(columns, Mapping):
        return [(str(name), values) for name, values in columns.items()]
    if hasattr(columns, "column_names"):  # a pyarrow table
        return [(name, _of_arrow(name, columns[place])) for place, name in enumerate(columns.column_names)]
    if isinstance(names := getattr(columns, "columns", None), Iterable):  # a pandas or polars frame
        refuse_duplicates([str(name) for name in names])
        try:
            return [(str(name), columns[name]) for name in names]
        except TypeError as error:  # of a lazy frame
            raise refused(columns, "columns", "a frame that holds its values, such as collect() returns") from error
    if isinstance(columns, np.ndarray):
        if columns.ndim != 2:  # noqa: PLR2004 (rows by columns)
            raise InvalidData(f"columns have {columns.ndim} dimensions: give a mapping, an n x p array or a data frame")
        return [(f"x{place}", columns[:, place]) for place in range(columns.shape[1])]
    rows = taken(tuple[Annotated[Any, _row], ...], "columns", columns)
    if len({len(row) for row in rows}) > 1:
        raise InvalidData("the rows have different lengths: give each row one value per column")
    return [(f"x{place}", list(values)) for place, values in enumerate(zip(*rows, strict=True))]


def _of_arrow(name: str, column: Any) -> Any:
    """Return a column of pyarrow, whose dictionary may be of ordered categories."""
    whole = column.combine_chunks() if getattr(column.type, "ordered", False) else None
    return Ordinal(name, whole.dictionary.to_pylist(), whole.indices.fill_null(-1).to_pylist()) if whole else column


def _row(name: str, row: Any) -> list[Any]:
    """Take the values of one row."""
    if not in_order(row):
        raise refused(row, name, "one value a column, or columns as a mapping, an n x p array or a data frame")
    return list(row)


def refuse_duplicates(names: Iterable[str], where: str = "") -> None:
    """Raise `InvalidData` for a name that stands twice; the message starts with *where*."""
    for name, times in Counter(names).items():
        if times > 1:
            raise InvalidData(f"{where}column name {name!r} stands {times} times: rename all but one")


def feature_of(name: str, values: Any, *, rows: int | None = None, missing: MissingValues = "refuse") -> Feature:
    """Return *values*, one for each of the *rows*, as a feature: numbers as `Numeric`, others as `Categorical`.

    Missing values are kept where *missing* says so; a column of nothing else is `Numeric`.
    """
    keep = missing == "keep"
    buffer = values if isinstance(values, Scaled) else machine_array(values)
    items: Any = items_of(name, values, keep=keep) if buffer is None else buffer
    if rows is None and not len(items):
        raise InvalidData(f"{called(name)} has no rows: give at least one")
    if rows not in (None, len(items)):
        raise InvalidData(f"{called(name)}: {len(items)} values where there are {rows} rows: give one value a row")
    dtype = getattr(values, "dtype", values)
    declared, in_order = hasattr(dtype, "categories"), type(dtype).__name__ in {"Enum", "Ordinal"}
    ordered = getattr(dtype, "ordered", in_order) and name != "the labels"  # which are sorted in any case
    kinds = set(map(type, items)) if buffer is None else {float}
    if kinds <= {int, float} and not declared:
        numbers = exact_numbers(items)
        if isinstance(numbers, Scaled) or np.isfinite(numbers).all() or (keep and not np.isinf(numbers).any()):
            return Numeric(name, numbers)
        items = items_of(name, items, keep=keep)
    if kinds != {str}:
        known = [(row, item) for row, item in enumerate(items) if item is not None or not keep]
        if not known or (_kind_of(name, known) == "numbers" and not declared):
            return Numeric(name, items)
    categories = items_of(name, dtype.categories) if ordered else sorted({*items} - {None})
    place = {category: code for code, category in enumerate(categories)}
    kind = Ordinal if ordered else Categorical
    return kind(name, categories, [place.get(item, -1) for item in items])  # -1 where it is missing


def items_of(name: str, values: Any, *, keep: bool = False) -> list[Any]:
    """Return the column's values as Python scalars; missing ones that are kept as None."""
    if keep and isinstance(values, np.ma.MaskedArray):
        values = values.tolist()
    if not isinstance(values, np.ndarray | np.generic):
        for listed in ("tolist", "to_list", "to_pylist"):  # of frames, whose integers become floats beside a null
            values = getattr(values, listed)() if hasattr(values, listed) else values
    values = one_a_row(values, called(name))
    array = np.asarray(values) if hasattr(values, "dtype") else values
    items = array.tolist() if isinstance(array, np.ndarray) and array.dtype.kind not in "mMO" else list(array)
    if any(issubclass(kind, np.generic) for kind in set(map(type, items))):
        items = [one.item() if isinstance(one, np.generic) and one.dtype.kind not in "mM" else one for one in items]
    return [None if is_missing(item) else item for item in items] if keep else items


def called(name: str) -> str:
    """Return *name* as messages call it: columns by their names, the labels, responses and weights as such."""
    return name if name.startswith("the ") else f"column {name!r}"


def _kind_of(name: str, rows: Iterable[tuple[int, Any]]) -> str:
    """Return the one kind that the items of these rows are of."""
    kinds = set()
    for row, item in rows:
        number = isinstance(item, numbers.Real | Decimal) and not isinstance(item, bool | np.timedelta64)
        if isinstance(item, bool | str):
            kinds.add("text" if isinstance(item, str) else "truth values")
        elif number and not is_missing(item) and item not in (math.inf, -math.inf):
            kinds.add("numbers")
        else:
            kind = "not a finite number" if number else "neither a number, text nor a truth value"
            keep = ", or say missing='keep'" if is_missing(item) and not name.startswith("the ") else ""
            value = item if number else abbreviated(item)
            raise InvalidData(f"{called(name)}, row {row}: {value} is {kind}: remove the row or fill the value{keep}")
    if len(kinds) > 1:
        mix, values = ("mix", name.removeprefix("the ")) if name.startswith("the ") else ("mixes", "values")
        raise InvalidData(f"{called(name)} {mix} {' and '.join(sorted(kinds))}: give {values} of one kind")
    return kinds.pop()


def numeric(name: str, values: Any, rows: int, instead: str = "") -> Numeric:
    """Return *values*, one a row, as a column of numbers; raises `InvalidData` that says what they are instead."""
    column = feature_of(name, values, rows=rows)
    if isinstance(column, Numeric):
        return column
    kind = "text" if isinstance(column.categories[0], str) else "truth values or categories"
    raise InvalidData(f"{name} are {kind}, not numbers{instead}")

"""Data sets from columns with labels or responses, and weights."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from dtrees.arguments import checked
from dtrees.data.buffers import plain_labels
from dtrees.data.columns import (
    Columns,
    feature_of,
    features_of,
    items_of,
    kind_of_all,
    kind_of_column,
    same_length,
    sorted_categories,
)
from dtrees.data.dataset import (
    MISSING_CODE,
    Categorical,
    Category,
    Classes,
    Dataset,
    Feature,
    IntArray,
    Labels,
    Numeric,
    Responses,
    Target,
)
from dtrees.data.missing_values import MissingValues
from dtrees.errors import InvalidData, abbreviated
from dtrees.numbers.exact import Rational, rational

if TYPE_CHECKING:
    from collections.abc import Sequence

Weights: TypeAlias = Iterable[Rational | float | Decimal]


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

    *columns* is a mapping from name to n values, an n x p array (its features are x0, x1, ...), or a pandas or
    polars frame.  Numbers become `Numeric`; text, truth values and columns of a categorical type `Categorical`,
    their categories sorted.  *labels* are n texts, truth values or integers.  *classes* states their order, by
    default sorted; the majority's tie goes to the class first in it.  *weights* are n nonnegative finite numbers,
    by default 1 each; a row of weight 0 is as if it were not there.  *missing* may say ``keep``: None, NaN, masked
    items and the nulls of data frames are then kept in the columns, for a learner that knows what to do with them.

    Raises `InvalidData`, naming the column and row, for missing values that are not kept, infinite values, columns of
    different lengths, no rows or no columns, duplicate names, bad weights, and labels that are numbers with a fraction.

    >>> data = classification_data({"sky": ["sun", "rain", "sun"], "wind": [3, 9.5, 4]}, [True, False, True])
    >>> data.features[0].categories, data.target.labels
    (('rain', 'sun'), (False, True))
    """
    return classified(features_of(columns, missing=missing), labels, weights=weights, classes=classes)


def classified(
    features: tuple[Feature, ...],
    labels: Iterable[Any],
    *,
    weights: Weights | None = None,
    classes: Sequence[Category] | None = None,
) -> Dataset:
    """Return the data of *features* whose target is one of finitely many classes; see `classification_data`."""
    found, codes = _labels(labels, len(features[0]))
    order: Sequence[Category] = found
    if classes is not None:
        order = tuple(dict.fromkeys(classes))
        place = {label: code for code, label in enumerate(order)}
        places = np.array([place.get(label, MISSING_CODE) for label in found])
        if (places == MISSING_CODE).any():
            unknown = found[codes[np.flatnonzero(places[codes] == MISSING_CODE)[0]]]
            message = f"label {abbreviated(unknown)} is not among the classes given, {abbreviated(order)}: add it there"
            raise InvalidData(message)
        codes = places[codes]
    return _weighted(features, Classes(order, codes), weights, stated=classes is not None)


@checked
def regression_data(
    columns: Columns, responses: Iterable[Any], *, weights: Weights | None = None, missing: MissingValues = "refuse"
) -> Dataset:
    """Return a data set whose target is a number.

    Columns are a mapping of names to values, a 2-D array or a data frame; weights are numbers of at least 0, by default
    1 each.  *missing* says whether None and NaN are refused in columns, or kept.  Raises `InvalidData`, which names the
    column or row, for ragged or infinite columns, and for responses that are not finite numbers.

    >>> regression_data([[1, 0], [2, 0]], [0.5, 1.5]).feature_names
    ('x0', 'x1')
    """
    return with_responses(features_of(columns, missing=missing), responses, weights=weights)


def with_responses(
    features: tuple[Feature, ...], responses: Iterable[Any], *, weights: Weights | None = None
) -> Dataset:
    """Return the data of *features* whose target is a number; see `regression_data`."""
    column = feature_of("the responses", responses)
    if not isinstance(column, Numeric):
        message = f"the responses are {kind_of_column(column)}, not numbers: use classification_data for classes"
        raise InvalidData(message)
    same_length("the responses", len(column), len(features[0]))
    return _weighted(features, Responses(column.numbers), weights)


def _labels(labels: Iterable[Any], rows: int) -> tuple[Sequence[Category], IntArray]:
    """Return the different labels, in order, and the place of each row's among them."""
    plain = plain_labels(labels)
    if plain is not None:
        same_length("the labels", len(plain[1]), rows)
        return plain
    items = items_of("the labels", labels)
    same_length("the labels", len(items), rows)
    if kind_of_all("the labels", items) == "numbers":
        numbers = list(map(rational, items))
        for row, number in enumerate(numbers):
            if not isinstance(number, int):
                message = (
                    f"the labels, row {row}: {items[row]} is a number with a fraction: use regression_data for numbers"
                )
                raise InvalidData(message)
        items = numbers
    order = sorted_categories("the labels", items)
    place = {label: code for code, label in enumerate(order)}
    return order, np.array([place[label] for label in items])


def _weighted(
    features: tuple[Feature, ...],
    target: Target,
    weights: Weights | None,
    *,
    stated: bool = False,
) -> Dataset:
    """Return the data without rows of weight 0; the class order goes with them unless it was *stated*."""
    rows = len(features[0])
    if weights is None:
        return Dataset(features, target, np.ones(rows))
    column = feature_of("the weights", weights)
    if not isinstance(column, Numeric):
        message = f"the weights are {kind_of_column(column)}, not numbers"
        raise InvalidData(message)
    same_length("the weights", len(column), rows)
    negative = np.flatnonzero(column.values < 0)
    if len(negative):
        row = int(negative[0])
        message = f"the weights, row {row}: {column.values[row]} is negative: give nonnegative weights"
        raise InvalidData(message)
    kept = np.flatnonzero(column.values > 0)
    if not len(kept):
        message = "the weights are all zero: give at least one row a positive weight"
        raise InvalidData(message)
    if len(kept) == rows:
        return Dataset(features, target, column.values)
    features, target = tuple(feature.take(kept) for feature in features), target.take(kept)
    return _without_absent_categories(Dataset(features, target, column.values[kept]), stated=stated)


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
    known = codes != MISSING_CODE
    present, places = np.unique(codes[known], return_inverse=True)
    recoded = np.full(len(codes), MISSING_CODE)
    recoded[known] = places
    return tuple(names[code] for code in present), recoded

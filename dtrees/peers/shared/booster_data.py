"""The data that boosters are given: numbers alone; and for a few trees by default options, which are judged in turn."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np

import dtrees as dt

ROUNDS: Final = 3
"""So many trees are boosted."""
FEW_ROWS: Final = 100
TIMES: Final = 20
"""Each of few rows stands so often, where a leaf has 20 at least by default."""


def boostable(data: dt.Dataset, times: int | None = None) -> dt.Dataset:
    """Return *data* with responses; where it has few rows, and *times* is given, that is the weight of each, else 1.

    Raises `Unsupported` for categories, whose splits have defaults of their own.
    """
    if any(isinstance(feature, dt.Categorical) for feature in data.features):
        message = "columns of categories are not boosted by default options"
        raise dt.Unsupported(message)
    data = as_numbers(data.present)
    weight = times if times and len(data) < FEW_ROWS else 1
    return data if times is None else attrs.evolve(data, weights=np.full(len(data), float(weight)))


def repeated(data: dt.Dataset) -> dt.Dataset:
    """Return *data* with each row as often as it weighs, which is a whole number."""
    return data.take(np.repeat(np.arange(len(data)), data.weights.astype(int)))


def binned(data: dt.Dataset, bins: np.ndarray) -> dt.Dataset:
    """Return *data* with each number replaced by the largest of its bin; *bins* has a column for each feature."""
    features: list[Any] = []
    for feature, codes in zip(data.features, bins.T, strict=True):
        column: Any = feature
        values, known = column.values.astype(np.float64), ~column.missing
        for code in np.unique(codes[known]):
            inside = (codes == code) & known
            values = np.where(inside, values[inside].max(), values)
        features.append(dt.Numeric(column.name, values))
    return attrs.evolve(data, features=features)


def inputs(data: dt.Dataset) -> np.ndarray:
    """Return the columns as numbers: categories become codes, and missing values NaN."""
    coded = [
        np.where(one.missing, np.nan, one.codes) if isinstance(one, dt.Categorical) else one.values
        for one in data.features
    ]
    return np.column_stack(coded).astype(np.float64)


def categorical(data: dt.Dataset) -> list[int]:
    """Return the indices of the categorical columns, but for those of ordered categories."""
    return [place for place, one in enumerate(data.features) if type(one) is dt.Categorical]


def as_numbers(data: dt.Dataset) -> dt.Dataset:
    """Return *data* with two classes turned into the responses 0 and 1."""
    if isinstance(data.target, dt.Responses):
        return data
    if len(data.target.labels) > 2:  # noqa: PLR2004 (0 and 1)
        message = "more than two classes are no numbers"
        raise dt.Unsupported(message)
    return attrs.evolve(data, target=dt.Responses(data.target.codes.astype(np.float64)))

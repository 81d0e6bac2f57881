"""What stands for a missing value in columns: None, NaN, NaT, the null of a data frame, a masked item."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

MissingValues: TypeAlias = Literal["refuse", "keep"]
"""What becomes of missing values in columns: they are an error, or are kept for a learner that knows what to do."""


def is_missing(item: Any) -> bool:
    """Return whether *item*, a value of a column, is missing.

    >>> is_missing(None), is_missing(float("nan")), is_missing("NA")
    (True, True, False)
    """
    if isinstance(item, float):
        return item != item  # noqa: PLR0124 (as NaN alone does)
    if isinstance(item, Decimal):
        return item.is_nan()
    if isinstance(item, np.datetime64 | np.timedelta64):
        return bool(np.isnat(item))
    return item is None or item is np.ma.masked or type(item).__name__ in {"NAType", "NaTType"}  # those of pandas


def missing_in(values: Iterable[Any]) -> NDArray[np.bool_]:
    """Return whether each of the *values* is missing.

    >>> missing_in([1, None])
    array([False,  True])
    """
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        return np.isnan(values)
    return np.array([is_missing(value) for value in values], dtype=bool)

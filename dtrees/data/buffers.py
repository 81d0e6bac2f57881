"""Columns that one look at their type tells about: arrays, the buffers of data frames, lists of one type.

Each function returns None for whatever is not plain, which the checks by value then take, or complain of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from dtrees.data.scaled import Scaled, scaled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.scaled import Numbers

Coded: TypeAlias = "tuple[list[Any], NDArray[np.int64]]"
"""Different values in order, and the place of each row's among them, -1 where it is missing."""


def plain_numbers(values: Any, *, keep_missing: bool) -> Numbers | None:
    """Return a column of finite numbers by its array; a NaN is missing where those are kept.

    >>> plain_numbers([1, 2.5], keep_missing=False), plain_numbers(["1"], keep_missing=False)
    (array([1. , 2.5]), None)
    """
    if isinstance(values, Scaled):
        return values if keep_missing or not values.missing.any() else None
    if type(values) in {list, tuple}:
        return _of_list(values)
    array = _array_of(values)
    if array is None or not len(array):
        return None
    if array.dtype.kind != "f":
        return scaled(array.astype(np.int64), 0) if _is_machine(array) else None
    if not np.isfinite(array).all() and not (keep_missing and not np.isinf(array).any()):
        return None
    return array.astype(np.float64) + 0.0  # which turns -0.0 into 0.0


def _of_list(values: Any) -> Numbers | None:
    """Return Python's own floats and integers as float64, where each is one."""
    kinds = set(map(type, values))
    if not kinds or not kinds <= {int, float}:
        return None
    try:
        floats = np.array(values, dtype=np.float64) + 0.0
    except OverflowError:
        return None
    exact = np.isfinite(floats).all() and (int not in kinds or floats.tolist() == list(values))
    return floats if exact else None


def _array_of(values: Any) -> NDArray[Any] | None:
    """Return the buffer of a column of machine numbers, all of them known."""
    if isinstance(values, np.ndarray):
        masked = isinstance(values, np.ma.MaskedArray)
    elif isinstance(getattr(values, "dtype", None), np.dtype):  # pandas: its own types have masks
        values, masked = values.to_numpy(), False
    elif type(values).__module__.startswith("polars") and values.dtype.is_numeric():
        values, masked = values.to_numpy(), bool(values.null_count())
    elif type(values).__module__.startswith("pyarrow") and not values.null_count:
        values, masked = values.to_numpy(), False
    else:
        return None
    plain = not masked and values.ndim == 1 and values.dtype.kind in "fiu" and values.dtype.itemsize <= 8  # noqa: PLR2004
    return values if plain else None


def _is_machine(array: NDArray[Any]) -> bool:
    return int(array.min()) > -(2**62) and int(array.max()) < 2**62


def plain_labels(values: Any) -> Coded | None:
    """Return labels that are text, truth values or integers as codes.

    >>> plain_labels(np.array([7, 5]))
    ([5, 7], array([1, 0]))
    """
    array = _array_of(values)
    if array is not None and array.dtype.kind in "iu" and len(array):
        return _of_array(array)
    if type(values) in {list, tuple} and set(map(type, values)) == {int}:
        return _of_items(values)
    return plain_categories(values)


def _of_array(array: NDArray[Any]) -> Coded:
    distinct, codes = np.unique(array, return_inverse=True)
    return distinct.tolist(), codes


def plain_categories(values: Any, *, keep_missing: bool = False) -> Coded | None:
    """Return a column of text or truth values as codes; None among texts is missing where it is kept.

    >>> plain_categories(["b", "a", "b"])
    (['a', 'b'], array([1, 0, 1]))
    """
    if isinstance(getattr(values, "dtype", None), np.dtype) and not isinstance(values, np.ma.MaskedArray):
        array = np.asarray(values)
        if array.ndim != 1 or not len(array):
            return None
        if array.dtype == bool:
            return _of_array(array)
        values = array.tolist() if array.dtype.kind in "OU" else None
    elif hasattr(values, "cat") and hasattr(values.cat, "codes"):
        return _of_categories(values.cat.categories.tolist(), values.cat.codes.to_numpy(), keep_missing=keep_missing)
    elif hasattr(values, "to_list"):  # of polars, or a type of pandas' own
        values = values.to_list()
    elif hasattr(values, "to_pylist"):
        values = values.to_pylist()
    if type(values) not in {list, tuple}:
        return None
    kinds = set(map(type, values)) - ({type(None)} if keep_missing else set())
    return _of_items(values) if kinds == {str} else None


def _of_items(values: Any) -> Coded:
    names = sorted(set(values) - {None})
    place = {name: code for code, name in enumerate(names)} | {None: -1}
    return names, np.fromiter(map(place.__getitem__, values), np.int64, len(values))


def _of_categories(names: list[Any], codes: NDArray[Any], *, keep_missing: bool) -> Coded | None:
    """Return the texts that occur, in order, of a column whose type says which there may be."""
    if not all(type(name) is str for name in names) or (not keep_missing and (codes < 0).any()):
        return None
    present = [names[code] for code in np.unique(codes[codes >= 0]).tolist()]
    order = sorted(present)
    if not order:
        return None
    place = {name: code for code, name in enumerate(order)}
    return order, np.array([*(place.get(name, -1) for name in names), -1], dtype=np.int64)[codes]

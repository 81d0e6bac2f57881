"""Finding out whether an estimator that takes arrays also uses the column names of a data frame.

An estimator that makes an array of its input promises nothing about names, and is not judged on them.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

READING: Final = {"columns", "keys", "items", "loc", "iloc", "at", "iat", "iterrows", "itertuples", "to_dict", "get"}
"""The attributes that only a frame has: a program that reads one uses the input as a frame."""

CONVERTING: Final = {"values", "to_numpy", "__array__"}
"""The attributes by which a program makes an array of a frame."""


def watched(columns: dict[str, Any]) -> Any:
    """Return a `pandas.DataFrame` that notes in ``looked_at`` which attributes a program reads; None without pandas."""
    try:
        return _watched_type()(columns)
    except ModuleNotFoundError:
        return None


@cache
def _watched_type() -> Any:
    pandas = import_module("pandas")

    class Watched(pandas.DataFrame):  # type: ignore[misc, name-defined]
        """A frame; what is taken of it is a usual one."""

        _metadata = ("looked_at",)

        def __init__(self, columns: Any) -> None:
            object.__setattr__(self, "looked_at", set())
            super().__init__(columns)

        @property
        def _constructor(self) -> Any:
            return pandas.DataFrame

        def __getattribute__(self, name: str) -> Any:
            if name in READING | CONVERTING:
                caller = sys._getframe(1).f_globals.get("__name__", "")  # noqa: SLF001 (pandas reads its own frames)
                if caller.partition(".")[0] != "pandas":
                    object.__getattribute__(self, "looked_at").add(name)
            return super().__getattribute__(name)

    return Watched


def takes_names(fitted: Any, frame: Any, names: Sequence[str]) -> bool:
    """Return whether *fitted* keeps the *names* of its columns, or has read the *frame* without making it an array.

    >>> frame = watched({"x": [1, 2]})
    >>> import numpy as np
    >>> class Converts:
    ...     rows = np.asarray(frame)
    >>> takes_names(Converts(), frame, ["x"])
    False
    >>> class Keeps:
    ...     def __init__(self, frame):
    ...         self.names = list(frame.columns)
    >>> takes_names(Keeps(frame), frame, ["x"])
    True
    """
    kept = any(_is_list_of(value, names) for value in getattr(fitted, "__dict__", {}).values())
    return kept or bool(frame.looked_at & READING and not frame.looked_at & CONVERTING)


def _is_list_of(value: Any, names: Sequence[str]) -> bool:
    try:
        return not isinstance(value, str) and [*map(str, value)] == [*names]
    except Exception:  # noqa: BLE001 (a value of its own may be anything)
        return False

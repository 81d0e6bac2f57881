"""Protection of this process from the judged program: global state that it changes is restored afterwards.

A world is NumPy's names and its handling of floating-point errors, the context of decimals, the recursion limit and the
filters of warnings; the standard streams are put back too, and not kept.
"""

from __future__ import annotations

import decimal
import sys
import warnings
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

DECIMALS: Final = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")
"""The settings of a context of decimals, beside its traps."""

_CHANGES: Final[dict[str, Any]] = {}
"""What differs from ours in the world of what is judged."""


@contextmanager
def their_world() -> Iterator[None]:
    """Run a ``with`` block with the judged program's global state, and restore this process's own after it.

    >>> with their_world():
    ...     before = np.seterr(all="raise")
    >>> np.geterr() == before
    True
    >>> with their_world():
    ...     print(np.geterr()["over"])
    raise
    >>> with their_world():
    ...     before = np.seterr(**before)
    """
    ours, streams = _world(), (sys.stdin, sys.stdout, sys.stderr)
    if _CHANGES:
        _set({**ours, **_CHANGES})
    try:
        yield
    finally:
        theirs = _world()
        _CHANGES.clear()
        _CHANGES.update({name: theirs[name] for name in theirs if theirs[name] != ours[name]})
        if _CHANGES:
            _set(ours)
        sys.stdin, sys.stdout, sys.stderr = streams


def _world() -> dict[str, Any]:
    context = decimal.getcontext()
    return {
        "numpy": dict(vars(np)),
        "errors": np.geterr(),
        "decimals": {name: getattr(context, name) for name in DECIMALS},
        "traps": dict(context.traps),
        "depth": sys.getrecursionlimit(),
        "filters": warnings.filters[:],
    }


def _set(world: dict[str, Any]) -> None:
    vars(np).update(world["numpy"])
    if np.geterr() != world["errors"]:
        np.seterr(**world["errors"])
    context = decimal.getcontext()
    for name, value in world["decimals"].items():
        setattr(context, name, value)
    context.traps.update(world["traps"])
    if sys.getrecursionlimit() != world["depth"]:
        with suppress(RecursionError):  # it is lower than where we are
            sys.setrecursionlimit(world["depth"])
    if warnings.filters[:] != world["filters"]:
        warnings.resetwarnings()  # which also forgets what earlier filters have let pass
        warnings.filters[:] = world["filters"]  # type: ignore[index]  # it is a list

"""Many values of one class at once: what its constructor would make, without a call in Python for each.

Only of what is known to be right: nothing is converted or checked.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


def made(kind: type, how_many: int, **fields: Iterable[Any]) -> list[Any]:
    """Return so many values of a class with slots, given the values of its fields.

    >>> from dtrees.questions import Threshold
    >>> made(Threshold, 2, feature=["x", "x"], threshold=[0.5, 1.5])
    [Threshold(feature='x', threshold=0.5), Threshold(feature='x', threshold=1.5)]
    """
    objects: list[Any] = list(map(object.__new__, [kind] * how_many))
    for name, values in fields.items():
        put(kind, objects, name, values)
    return objects


def put(kind: type, objects: Iterable[Any], name: str, values: Iterable[Any]) -> None:
    """Give each of the *objects* of a class with slots, which may be frozen, its value of the field called *name*."""
    deque(map(vars(kind)[name].__set__, objects, values), maxlen=0)

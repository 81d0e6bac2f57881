"""Paths as chains of steps, and a limit on how many nodes all rows together may visit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from dtrees.errors import Unsupported

if TYPE_CHECKING:
    from dtrees.trees.paths import Path

MOST_VISITS: Final = 10**8
"""The number of visits of rows to nodes that is always allowed: it takes seconds."""

LONGEST_WAY: Final = 1000
"""More visits are allowed while rows visit fewer nodes each than this: then it is the rows that are many."""

Steps: TypeAlias = "tuple[Steps, int] | None"
"""A path as a chain of steps, which neighbours share, so that walking a deep tree needs no long tuples."""


def path_of(steps: Steps) -> Path:
    """Return the path that a chain of steps leads.

    >>> path_of(((None, 1), 0))
    (1, 0)
    """
    path = []
    while steps is not None:
        steps, child = steps
        path.append(child)
    return tuple(reversed(path))


def require_short_ways(visits: int, rows: int) -> None:
    """Raise `Unsupported` where *rows* have made so many *visits* to nodes that a deep tree would take hours.

    >>> require_short_ways(10**10, 10**8), require_short_ways(10**6, 1000)
    (None, None)
    """
    if visits > max(MOST_VISITS, LONGEST_WAY * rows):
        message = (
            f"{rows:,} rows come to {visits // rows:,} nodes each, and more: the tree is too deep for what takes time "
            "for each node and row; give fewer rows, or a tree of fewer levels"
        )
        raise Unsupported(message)

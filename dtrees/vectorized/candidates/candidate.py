"""Candidates of several nodes, as arrays, and their canonical order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.columns import Places

LARGEST_SET: Final = 62
"""A set of rows of a node of so many rows or fewer is an integer, one bit a row."""

NOTHING: Final = -np.inf
"""The key where there is no candidate."""

UNKNOWN: Final = np.inf
"""The key where rounding hides whether a child is too small."""


@attrs.frozen(eq=False)
class Candidates:
    """Candidates of several nodes as arrays with one entry a candidate.

    node, feature  their numbers;  place, the value in the question (of a threshold the largest on the left), or -1
    above          the next larger value at the node, or -1;  key, as in `dtrees.vectorized.measures`
    information    W(t) times the intrinsic value, where the score is the gain ratio
    left           the first child, by which candidates are found equal: its weight and sums by class (or the sum of
                   its responses) where these are exact, else the set of its rows as an integer
    """

    node: IntArray
    feature: IntArray
    place: Places
    above: Places
    key: FloatArray
    information: FloatArray
    left: NDArray[Any]

    def asked(self, chosen: Iterable[int]) -> list[tuple[int, int, int]]:
        """Return (feature, place, above) of each candidate at *chosen*, as integers."""
        return [(int(self.feature[at]), int(self.place[at]), int(self.above[at])) for at in chosen]

    def at(self, chosen: IntArray) -> Candidates:
        """Return the candidates at *chosen*, in that order."""
        return Candidates(*(array[..., chosen] for array in attrs.astuple(self, recurse=False)))


def joined(parts: Sequence[Candidates]) -> Candidates:
    """Return the candidates of several parts in canonical order: by node, feature, then threshold or category."""
    columns = zip(*(attrs.astuple(part, recurse=False) for part in parts), strict=True)
    together = Candidates(*(np.concatenate(column, axis=-1) for column in columns))
    return together.at(np.lexsort((together.place, together.feature, together.node)))

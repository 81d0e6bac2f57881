"""Sums, maxima and other operations on segments: each node of a level owns one stretch of an array."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray


@attrs.define(eq=False, slots=False)
class Segments:
    """The segments of an array's last axis, one a node, given by their lengths, which are positive.

    >>> Segments(np.array([2, 1])).sums(np.array([3.0, 4.0, 5.0]))
    array([7., 5.])
    """

    sizes: IntArray
    ends: IntArray = attrs.field(init=False)
    """The place after the last of each segment."""
    starts: IntArray = attrs.field(init=False)
    """The first place of each segment."""

    def __attrs_post_init__(self) -> None:
        self.ends = self.sizes.cumsum()
        self.starts = self.ends - self.sizes

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def owner(self) -> IntArray:
        """For each place, the number of its segment."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @cached_property
    def ranks(self) -> FloatArray:
        """For each place, its position 1, 2, 3, ... in its segment."""
        return np.asarray(np.arange(1.0, self.ends[-1] + 1) - self.spread(self.starts))

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return an array that repeats the value of each segment at all of its places."""
        return values.repeat(self.sizes, axis=-1)

    def sums(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the sum of *values* over each segment."""
        return np.add.reduceat(values, self.starts, axis=-1)

    def maxima(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the largest value of each segment."""
        return np.maximum.reduceat(values, self.starts, axis=-1)

    def minima(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the smallest value of each segment."""
        return np.minimum.reduceat(values, self.starts, axis=-1)

    def running(self, values: NDArray[Any], *, alike: bool = False) -> NDArray[Any]:
        """Return the running sums of *values* within each segment, the place itself included.

        *alike* says that *values* (..., line, place) are integers, and all lines have one sum over each segment.
        """
        sums = values.cumsum(axis=-1, dtype=values.dtype)
        before = (sums[..., :1, :] if alike else sums).take(self.starts - 1, axis=-1)
        before[..., 0] = 0
        sums -= self.spread(before)
        return sums

    def places(self, chosen: IntArray) -> tuple[IntArray, Segments]:
        """Return the places of the *chosen* segments, one after the other, and their segments in that array."""
        part = Segments(self.sizes[chosen])
        return np.arange(part.ends[-1]) + part.spread(self.starts[chosen] - part.starts), part


def stretches(values: NDArray[Any]) -> Segments:
    """Return the segments of *values* in which adjacent values are equal.

    >>> stretches(np.array([4, 4, 7])).sizes
    array([2, 1])
    """
    bounds = np.ones(len(values) + 1, dtype=bool)
    np.not_equal(values[1:], values[:-1], out=bounds[1:-1])
    at = bounds.nonzero()[0]
    return Segments(at[1:] - at[:-1])

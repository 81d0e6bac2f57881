"""The nodes of a level: their rows, weights and the sums that a measure needs."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.segments import Segments
    from dtrees.vectorized.units import Weighed

LARGEST: Final = 2.0**600
"""More than any key, and than 1 over the least difference of two keys."""


@attrs.define(eq=False, slots=False)
class Level:
    """The rows of all nodes of one level, with their weights and the sums that a measure needs.

    rows       the rows of each node, one node after the other, and nodes, the segments of each node's rows
    weighed    their weights in units;  totals, the sums over each node, of each class or of responses (channel, node)
    power, exponent  a gain is (key - base) * 2**exponent / W(t)**power, each node having its exponent
    values     the responses in units, if inexact centred on their node's mean; or the changes of f that rows make,
               class by class
    magnitude  the sum of the values' magnitudes over each node;  off, a bound on the error of a sum of values
    """

    rows: IntArray
    nodes: Segments
    weighed: Weighed
    totals: FloatArray
    power: int
    exponent: IntArray
    values: NDArray[Any]
    magnitude: FloatArray
    off: FloatArray

    @property
    def weight(self) -> FloatArray:
        """W(t), the weight of each node, in units."""
        return self.weighed.total

    @cached_property
    def whole(self) -> FloatArray:
        """For each row, the weight of its node."""
        return self.nodes.spread(self.weight)

    @cached_property
    def channels(self) -> FloatArray:
        """For each row, the totals of its node (channel, row)."""
        return self.nodes.spread(self.totals)

    def rows_of(self, node: int) -> IntArray:
        """Return the rows of one node."""
        return self.rows[self.nodes.starts[node] : self.nodes.ends[node]]

    def in_keys(self, gain: Any, node: int) -> float:
        """Return *gain*, a rational or an `Exact` of at least 0, as a difference of the node's keys in float64.

        The result is 0 or between 1 / `LARGEST` and `LARGEST`.
        """
        difference = gain * Fraction(self.weight[node]) ** self.power / Fraction(2) ** int(self.exponent[node])
        return float(min(max(difference, Fraction(1 / LARGEST)), Fraction(LARGEST))) if difference else 0.0

"""What the nodes of a level hold: the rows, their weight and the sums that a measure needs."""

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
"""More than any key, and than what 1 over the least difference of keys."""


@attrs.define(eq=False, slots=False)
class Level:
    """The rows of all nodes of one level, with their weights and the sums that a measure needs.

    rows       the rows of each node, one node after the other, and nodes, the segments that they are
    weighed    what they weigh in units;  totals, the channels' sums over each node (channel, node)
    power, exponent  a gain is (key - base) * 2**exponent / W(t)**power, each node having its exponent
    values     the rows' channel where it changes from level to level (responses centred on their node's mean), or what
               rows add to f, class by class
    magnitude  the sum of the values' magnitudes over each node;  off, how far a sum of values may be off
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
        """W(t) in units."""
        return self.weighed.total

    @cached_property
    def whole(self) -> FloatArray:
        """For each row, the weight of its node."""
        return self.nodes.spread(self.weight)

    @cached_property
    def channels(self) -> FloatArray:
        """The channels' sums over each row's node (channel, row)."""
        return self.nodes.spread(self.totals)

    def rows_of(self, node: int) -> IntArray:
        """Return the rows of one node."""
        return self.rows[self.nodes.starts[node] : self.nodes.ends[node]]

    def in_keys(self, gain: Any, node: int) -> float:
        """Return the float of *gain*, a rational or an `Exact` of at least 0, as a difference of the node's keys.

        Beyond `LARGEST`, and below 1 / `LARGEST` where it is not 0, it is that.
        """
        difference = gain * Fraction(self.weight[node]) ** self.power / Fraction(2) ** int(self.exponent[node])
        return float(min(max(difference, Fraction(1 / LARGEST)), Fraction(LARGEST))) if difference else 0.0

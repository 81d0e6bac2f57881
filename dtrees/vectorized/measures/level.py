"""What the nodes of a level hold: the rows, their weight and the sums that a measure needs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data import FloatArray, IntArray
    from dtrees.vectorized.segments import Segments


@attrs.define(eq=False, slots=False)
class Level:
    """What the nodes of a level hold.

    rows       the rows of each node, one node after the other, and nodes, the segments that they are
    weight     W(t) in units;  totals, the channels' sums over each node (channel, node)
    values     the rows' channel where it changes from level to level (responses centred on their node's mean), or none
    magnitude  the sum of the values' magnitudes over each node;  lightest, the weight of each node's lightest row
    scale      what a node's own units are worth in the gain
    """

    rows: IntArray
    nodes: Segments
    weight: FloatArray
    totals: FloatArray
    values: NDArray[Any]
    magnitude: FloatArray
    lightest: FloatArray
    scale: FloatArray

    @cached_property
    def whole(self) -> FloatArray:
        """The weight of each row's node."""
        return self.nodes.spread(self.weight)

    @cached_property
    def channels(self) -> FloatArray:
        """The channels' sums over each row's node (channel, row)."""
        return self.nodes.spread(self.totals)

    def rows_of(self, node: int) -> IntArray:
        """Return the rows of one node."""
        return self.rows[self.nodes.starts[node] : self.nodes.ends[node]]


def weight_and_lightest(weights: NDArray[Any] | None, rows: IntArray, nodes: Segments) -> tuple[FloatArray, FloatArray]:
    """Return the weight of each node, and of its lightest row, at least a unit."""
    if weights is None:
        return nodes.sizes.astype(np.float64), np.ones(len(nodes))
    here = weights[rows]
    return nodes.sums(here).astype(np.float64), np.maximum(nodes.minima(here), 1).astype(np.float64)

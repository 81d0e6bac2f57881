"""What operations of float64, and sums of rounded terms, are off by at most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from dtrees.data import FloatArray
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.units import Units

U: Final = 2.0**-53
"""An operation of float64 is off by at most U times its result."""

WHOLE: Final = 2.0**26
"""Whole numbers whose sums stay below this have products, and sums of two products, that are exact in float64."""

LOGARITHM: Final = 8.0
"""numpy's log2 is off by less than so many units in its last place."""


def weight_times_logarithm(weights: FloatArray) -> FloatArray:
    """Return x log2 x of whole numbers, 0 at 0.

    >>> weight_times_logarithm(np.array([0.0, 1.0, 4.0]))
    array([0., 0., 8.])
    """
    return np.asarray(weights * np.log2(np.maximum(weights, 1.0)))


def summing_errors(level: Level, units: Units) -> tuple[FloatArray, FloatArray]:
    """Return how far a sum of channels, and one of weights, over rows of a node can be off, in units."""
    rows = level.nodes.sizes
    of_weight = np.zeros(len(rows)) if units.exact else rows / 2 + 4 * U * rows * level.weight
    return rows / 2 + 4 * U * rows * level.magnitude, of_weight

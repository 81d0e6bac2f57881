"""The Gini index in float64."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from dtrees.vectorized.measures.counts import Additive
from dtrees.vectorized.measures.squared_error import SquaredError
from dtrees.vectorized.units import U

if TYPE_CHECKING:
    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.measures.measure import Arrays, Measure
    from dtrees.vectorized.units import Units


def gini_keys(units: Units, codes: IntArray, classes: int) -> Measure:
    """Return the Gini index as a measure; for two classes of exact weights as the squared error of an indicator."""
    if classes != 2 or not units.exact:  # noqa: PLR2004 (two classes)
        return Gini(units, codes, classes)
    indicator = np.asarray(codes == 1, dtype=np.int32)
    channel = indicator if units.weights is None else indicator * units.weights
    return SquaredError(units, channel, 1, exact=True, indicator=True)


@attrs.frozen(eq=False)
class Gini(Additive):
    """The Gini index: phi(x) = x^2, key = f_l / w_l + f_r / w_r."""

    def weighed(self, one: FloatArray, other: FloatArray, whole: FloatArray, totals: FloatArray) -> Arrays:  # noqa: ARG002 (the squared error needs them)
        """Return the children's weights and their product."""
        return one, other, one * other

    def key(self, folded: Arrays, weighed: Arrays) -> FloatArray:
        """Return (f_l w_r + f_r w_l) / (w_l w_r)."""
        (first, second), (weight, other, product) = folded, weighed
        return np.asarray((first * other + second * weight) / product)

    def f(self, counts: FloatArray) -> FloatArray:
        """Return the sum of the squared counts over the classes."""
        if not self.exact:
            return super().f(counts)
        return np.asarray(np.einsum("k...,k...->...", counts, counts, dtype=np.float64))

    def phi(self, counts: FloatArray) -> FloatArray:
        """Return x^2 as a float, also for counts in a small integer type."""
        weights = np.asarray(counts, dtype=np.float64)
        return weights * weights

    def share(self, weight: FloatArray, f: FloatArray) -> FloatArray:
        """Return f / w."""
        return f / weight

    def bound_of_whole(self, best: FloatArray, weight: FloatArray, arity: int) -> FloatArray:
        """Return the error bound of keys from whole counts, 0 where rounding cannot make two keys equal."""
        square = weight * weight
        told_apart = (best * (square * square) < 2.0**55) & (arity == 2)  # noqa: PLR2004 (two children)
        return np.where(told_apart, 0.0, 4 * U * (arity + 6) * weight)

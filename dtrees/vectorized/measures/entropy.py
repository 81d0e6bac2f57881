"""The entropy in float64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from dtrees.vectorized.measures.counts import Additive
from dtrees.vectorized.measures.rounding import LOGARITHM, logarithm, weight_times_logarithm

if TYPE_CHECKING:
    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.measures.measure import Arrays
    from dtrees.vectorized.units import Units

LARGEST_TABLE: Final = 2**22
"""For weights up to this one x log2 x is looked up in a table."""


def entropy_keys(units: Units, codes: IntArray, classes: int) -> Entropy:
    """Return the entropy as a measure, with a table of x log2 x where the weights are small whole units."""
    heaviest = len(codes) if units.weights is None else units.weights.sum()
    if not units.exact or heaviest > LARGEST_TABLE:
        return Entropy(units, codes, classes, None)
    values = weight_times_logarithm(np.arange(heaviest + 1))
    grain = float(np.ldexp(1.0, np.frexp(values[-1])[1] - 50))
    return Entropy(units, codes, classes, np.rint(values / grain), grain=grain)


@attrs.frozen(eq=False)
class Entropy(Additive):
    """The entropy: phi(x) = x log2 x, key = f_l + f_r - phi(w_l) - phi(w_r).

    Where there is a *table* of phi, its entries are rounded to whole multiples of *grain*, so that sums are exact.
    """

    table: FloatArray | None

    @property
    def exact(self) -> bool:
        """Whether the sums of phi are computed without rounding."""
        return self.table is not None

    def weighed(self, one: FloatArray, other: FloatArray, whole: FloatArray, totals: FloatArray) -> Arrays:  # noqa: ARG002 (the squared error needs them)
        """Return phi(w_l) + phi(w_r), the children's share of the key that depends on their weights alone."""
        return (self.phi(one) + self.phi(other),)

    def key(self, folded: Arrays, weighed: Arrays) -> FloatArray:
        """Return f_l + f_r - phi(w_l) - phi(w_r)."""
        return np.asarray(folded[0] + folded[1] - weighed[0])

    def phi(self, counts: FloatArray) -> FloatArray:
        """Return x log2 x of each number, 0 at 0."""
        return weight_times_logarithm(counts) if self.table is None else self.table[counts.astype(np.int64)]

    def share(self, weight: FloatArray, f: FloatArray) -> FloatArray:
        """Return f - phi(w)."""
        return f - self.phi(weight)

    def bound_of_whole(self, best: FloatArray, weight: FloatArray, arity: int) -> FloatArray:  # noqa: ARG002 (the Gini index needs it)
        """Return a bound on the error of keys from the rounding of the table."""
        return np.full_like(weight, LOGARITHM * arity * (self.classes + 1))

    def steepness(self, weight: FloatArray) -> FloatArray:
        """Return an upper bound on the slope of phi up to *weight*."""
        return np.asarray(logarithm(weight) + 2)

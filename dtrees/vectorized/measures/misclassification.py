"""The share of misclassified rows in float64."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from dtrees.vectorized.measures.counts import Counts

if TYPE_CHECKING:
    from dtrees.data.scaled import FloatArray
    from dtrees.vectorized.measures.measure import Arrays


@attrs.frozen(eq=False)
class Misclassification(Counts):
    """The share of misclassified rows: f = max_k N_k, key = f_l + f_r."""

    def weighed(self, one: FloatArray, other: FloatArray, whole: FloatArray, totals: FloatArray) -> Arrays:  # noqa: ARG002 (other measures need them)
        """Return an empty tuple: the key does not depend on the weights."""
        return ()

    def key(self, folded: Arrays, weighed: Arrays) -> FloatArray:  # noqa: ARG002 (other measures need it)
        """Return f_l + f_r."""
        return np.asarray(folded[0] + folded[1])

    def f(self, counts: FloatArray) -> FloatArray:
        """Return the largest count."""
        return np.asarray(counts.max(axis=0), dtype=np.float64)

    def share(self, weight: FloatArray, f: FloatArray) -> FloatArray:  # noqa: ARG002 (other measures need it)
        """Return f."""
        return f

    def bound_of_whole(self, best: FloatArray, weight: FloatArray, arity: int) -> FloatArray:  # noqa: ARG002 (other measures need them)
        """Return 0, because nothing is rounded."""
        return np.zeros_like(weight)

"""Questions about one category against the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.vectorized.candidates.binary import Binary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.scaled import IntArray
    from dtrees.vectorized.segments import Segments


class Equalities(Binary):
    """Columns whose questions ask whether the value is one category: the first child is its run of rows."""

    def first(self, groups: Segments, of_runs: NDArray[Any]) -> NDArray[Any]:  # noqa: ARG002 (thresholds need them)
        """Return the totals of the runs: the first child holds the rows of one category."""
        return of_runs

    def idle(self, groups: Segments) -> IntArray:
        """Return the runs that hold all rows of their node, and so split nothing."""
        return np.asarray(groups.starts[groups.sizes == 1])

"""Impurities in float64, with a bound on the error (`proofs/15-float-filter.md`): they filter the candidates.

A node's *key* ranks its candidates as their gains do: gain = (key - base) * scale, where all candidates of the node
share base and scale.  Weights are counted in units of a power of two; where all are whole units, and few enough that
every sum of them is exact in float64, the measure is `exact`, and only the last operations of a key round.

In reading order: `rounding`, bounds on rounding errors; `level`, the rows and sums of a level's nodes; `measure`, the
interface; then `squared_error`, `counts`, the base of the impurities of classes, `gini`, `entropy`,
`misclassification`.  The *channels* of a measure are the numbers that it sums over rows: each class's count, or the
responses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtrees.data.dataset import Classes
from dtrees.growing import impurity as exactly
from dtrees.vectorized.measures.entropy import entropy_keys
from dtrees.vectorized.measures.gini import gini_keys
from dtrees.vectorized.measures.misclassification import Misclassification
from dtrees.vectorized.measures.rounding import WHOLE
from dtrees.vectorized.measures.squared_error import squared_error_keys
from dtrees.vectorized.units import units_of

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.impurity import Impurity
    from dtrees.vectorized.measures.measure import Measure


def measure_of(data: Dataset, impurity: Impurity) -> Measure:
    """Return *impurity*, one of the specification's four, in float64 for the target of *data*."""
    units = units_of(data.weights, WHOLE)
    if not isinstance(data.target, Classes):
        return squared_error_keys(units, data.target.values)
    classes = len(data.target.labels)
    codes = data.target.codes.astype(np.min_scalar_type(classes))  # which fit a cache, and are sorted by their bytes
    if impurity is exactly.gini:
        return gini_keys(units, codes, classes)
    if impurity is exactly.misclassification:
        return Misclassification(units, codes, classes)
    return entropy_keys(units, codes, classes)

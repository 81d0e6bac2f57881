"""What an implementation may choose for itself, as data: the judge reads it, and no code path depends on a name."""

from __future__ import annotations

from typing import Literal

import attrs
import numpy as np

from dtrees.data import Dataset, Numeric
from dtrees.split import Question, Threshold


@attrs.frozen(kw_only=True)
class Conventions:
    """How a peer reads numbers and which neighbouring values it can part.

    precision     the float type that feature values are rounded to before anything else
    smallest_gap  values a < b next to each other are parted only if b > a + smallest_gap, added in that precision

    >>> Conventions(smallest_gap=0.5).parts_neighbours(1.0, 1.5)
    False
    """

    precision: Literal["float64", "float32"] = "float64"
    smallest_gap: float = 0.0

    def seen(self, data: Dataset) -> Dataset:
        """Return *data* as the peer sees it: numeric features in its precision."""
        if self.precision == "float64":
            return data
        features = tuple(
            attrs.evolve(feature, values=feature.values.astype(self.precision))
            if isinstance(feature, Numeric)
            else feature
            for feature in data.features
        )
        return attrs.evolve(data, features=features)

    def parts_neighbours(self, below: float, above: float) -> bool:
        """Return whether the peer can put a threshold between these neighbours."""
        number = np.dtype(self.precision).type
        return bool(number(above) > number(below) + number(self.smallest_gap))

    def offers(self, question: Question, data: Dataset) -> bool:
        """Return whether the peer can ask *question*, one of the specification's candidates, of *data*."""
        if not isinstance(question, Threshold) or not self.smallest_gap:
            return True
        values = data.feature(question.feature).values  # type: ignore[union-attr]  # a threshold asks for numbers
        inside = values <= question.threshold
        return self.parts_neighbours(values[inside].max(), values[~inside].min())


EXACT = Conventions()
"""No rounding and no gap: float64 values as they are."""

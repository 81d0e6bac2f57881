"""A booster as an implementation (`conformance.implementation`), so that each law can be tried.

Not offered: predictions, which are float32 sums of trees.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from dtrees.data import Responses
from dtrees.errors import Unsupported
from dtrees.learner import Stopping
from dtrees.oracle.peers.implementing import nested, require_cart

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.learner import Learner
    from dtrees.oracle.conformance.implementation import Document
    from dtrees.oracle.peers.boosters.booster import Booster


class OneTree:
    """A booster's one unregularised tree of numbers; two classes are the numbers 0 and 1, of half the Gini."""

    def __init__(self, booster: Booster) -> None:
        self.booster = booster
        self.conventions = booster.conventions

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the tree as a document of its questions."""
        require_cart(data, learner, Stopping(zero_gain=learner.stopping.zero_gain))
        if learner.impurity_for(data).__name__ not in {"gini", "squared_error"}:
            message = "boosters lower the sum of squares alone"
            raise Unsupported(message)
        numbers = _as_numbers(data)
        seen = self.conventions.seen(numbers)
        if not np.array_equal(seen.weights, data.weights) or seen.target != numbers.target:
            message = "responses or weights that float32 rounds"
            raise Unsupported(message)
        self.require_apart(numbers)
        grown = self.booster.grow(numbers)

        def asks(place: int) -> Document:
            node = grown[place]
            cut = math.nextafter(node.cut, math.inf) if self.conventions.comparison == "<" else node.cut
            return {"feature": data.feature_names[node.asks], "threshold": cut}

        return nested([node.children for node in grown], asks)

    def require_apart(self, data: Dataset) -> None:
        """Raise `Unsupported` for values that the conventions tell apart, but the booster does not."""


def _as_numbers(data: Dataset) -> Dataset:
    if isinstance(data.target, Responses):
        return data
    if len(data.target.labels) > 2:  # noqa: PLR2004 (0 and 1)
        message = "more than two classes are no numbers"
        raise Unsupported(message)
    return attrs.evolve(data, target=Responses(data.target.codes.astype(np.float64)))

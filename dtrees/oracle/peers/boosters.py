"""What XGBoost and LightGBM share: one tree of numbers, unregularised, is CART's, and is judged by it.

Not offered: predictions, which are float32 sums of trees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.laws.supported import Supported
from dtrees.oracle.nodes import document_of_nodes
from dtrees.oracle.peers.shared import Peer

if TYPE_CHECKING:
    from dtrees.oracle.implementation import Document

LEARNERS: Final = {
    "squared_error, small": dt.cart(
        impurity=dt.squared_error, zero_gain="stop", missing="either_side", max_depth=2, min_leaf=2
    ),
    "squared_error": dt.cart(impurity=dt.squared_error, zero_gain="stop", missing="either_side"),
}
"""CART on numbers; a split must gain something, with the rows of a missing value at either side."""

SCALES: Final = (1.0, 1.0, 0.1, 1e-3, 1e4)
"""Of random responses; those of features also have 1e-36."""


@attrs.frozen
class Node:
    """A node of a booster's tree: the column's place (-1: a leaf), the cut, its children's places, and its mean.

    *missing* is the child of the rows whose value is missing.
    """

    asks: int
    cut: float
    children: tuple[int, ...]
    value: float
    missing: int = 0


class OneTree(Peer):
    """A booster's one tree of numbers, some options changed; two classes are the numbers 0 and 1, of half the Gini.

    A booster gives `nodes`, which raises `NoAnswer` where the booster fails.
    """

    learners = LEARNERS
    random_options: ClassVar = {"scales": (*SCALES, 1e-36), "targets": SCALES, "heaviest": 3, "gaps": 1 / 3}
    supported: ClassVar[Supported] = Supported(
        numbers=("midpoint",), categories=(), impurities=(None, dt.gini, dt.squared_error), scores=("gain",),
        gates=("none",), limits=("zero_gain", "max_depth", "min_leaf"), missing=("refuse", "either_side"),
        least_depth=1,
    )  # fmt: skip

    def __init__(self, **options: Any) -> None:
        self.options = options

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        """Return the tree as a document of its questions, of numbers with the means."""
        self.supported.require(data, learner)
        nodes = self.nodes(as_numbers(data), learner.stopping)

        def node(place: int) -> Document:
            one = nodes[place]
            states = {"value": one.value} if isinstance(data.target, dt.Responses) else {}
            if one.asks < 0:
                return states
            asked = {"feature": data.feature_names[one.asks], "threshold": one.cut}
            return states | asked | ({"missing": one.missing} if data.holds_missing else {})

        return document_of_nodes([node.children for node in nodes], node)

    def nodes(self, data: dt.Dataset, rule: dt.Stopping) -> list[Node]:
        """Return the nodes of the tree that the booster grows on *data* with the limits of *rule*, parents first."""
        raise NotImplementedError


def as_numbers(data: dt.Dataset) -> dt.Dataset:
    """Return *data*, two classes being the numbers 0 and 1."""
    if isinstance(data.target, dt.Responses):
        return data
    if len(data.target.labels) > 2:  # noqa: PLR2004 (0 and 1)
        message = "more than two classes are no numbers"
        raise dt.Unsupported(message)
    return attrs.evolve(data, target=dt.Responses(data.target.codes.astype(np.float64)))

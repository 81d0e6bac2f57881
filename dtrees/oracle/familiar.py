"""Which rows meet no category that a tree has not seen at their node: how the others go on is a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtrees.data import Numeric
from dtrees.questions import Threshold, route
from dtrees.tree import Leaf

if TYPE_CHECKING:
    from dtrees.data import Dataset, Feature
    from dtrees.tree import Tree


def familiar(tree: Tree, data: Dataset, rows: Dataset) -> list[int]:
    """Return the rows that meet no category which their node has not seen in *data*: how to go on there is a choice.

    >>> from dtrees.summary import ClassCounts
    >>> from dtrees.constructors import classification_data
    >>> data = classification_data({"x": [1, 2]}, ["a", "b"])
    >>> familiar(Leaf(ClassCounts((1, 1), ("a", "b"))), data, data)
    [0, 1]
    """
    kept: list[int] = []
    waiting = [(tree, data, np.arange(len(rows)))]
    while waiting:
        node, known, asked = waiting.pop()
        if isinstance(node, Leaf):
            kept += asked.tolist()
            continue
        seen, met = (_values(part.feature(node.question.feature)) for part in (known, rows.take(asked)))
        if not isinstance(node.question, Threshold):
            asked = asked[np.isin(met, seen)]
        answers = node.question.answers(rows.feature(node.question.feature))[asked]
        parts = enumerate(route(known, node.question))
        waiting += [(node.children[child], part, asked[answers == child]) for child, part in parts]
    return sorted(kept)


def _values(feature: Feature) -> np.ndarray:
    return feature.values if isinstance(feature, Numeric) else feature.codes

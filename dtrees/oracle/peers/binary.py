"""What adapters of packages for Python share: refusals, rows as arrays, and documents of nodes that stand in lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.candidates import Questions
from dtrees.data import Dataset, Numeric
from dtrees.errors import Unsupported
from dtrees.laws.naive import columns_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dtrees.learner import Learner, Stopping
    from dtrees.oracle.implementation import Document
    from dtrees.path import Path


def require_cart(data: Dataset, learner: Learner, stopping: Stopping) -> None:
    """Raise `Unsupported` unless *learner* asks numbers for gains, with the limits of *stopping* alone.

    >>> from dtrees.learners.cart import cart
    >>> from dtrees.constructors import classification_data
    >>> require_cart(classification_data({"x": [0, 1]}, ["a", "b"]), cart(min_leaf=2), cart().stopping)
    Traceback (most recent call last):
    dtrees.errors.Unsupported: it asks numbers for gains, at midpoints, without other limits
    """
    numeric = all(isinstance(feature, Numeric) for feature in data.features)
    asked = attrs.evolve(learner.questions, categories="equals") == Questions("midpoint", "equals")
    if not numeric or not asked or learner.score != "gain" or learner.stopping != stopping:
        message = "it asks numbers for gains, at midpoints, without other limits"
        raise Unsupported(message)


def matrix_of(data: Dataset | Mapping[str, Sequence[Any]], names: Sequence[str]) -> np.ndarray:
    """Return the features of *data* of these *names*, n x p, as float64.

    >>> matrix_of({"x": [1, 2], "z": [0, 0]}, ["z", "x"]).tolist()
    [[0.0, 1.0], [0.0, 2.0]]
    """
    columns: Mapping[str, Sequence[Any]] = columns_of(data) if isinstance(data, Dataset) else data
    return np.column_stack([np.asarray(columns[name], np.float64) for name in names])


def document(children: Sequence[Sequence[int]], node: Callable[[int], Document]) -> dict[str, Any]:
    """Return the document of nodes listed parents first by the places of their *children*; *node* asks and states.

    >>> document([(1, 2), (), ()], lambda place: {"weight": place})
    {'weight': 0, 'children': [{'weight': 1}, {'weight': 2}]}
    """
    made: dict[int, dict[str, Any]] = {}
    for place in reversed(range(len(children))):
        below = [made[child] for child in children[place]]
        made[place] = {**node(place), **({"children": below} if below else {})}
    return made[0]


def path_in(children: Sequence[Sequence[int]]) -> dict[int, Path]:
    """Return the path of each node by its place.

    >>> path_in([(1, 2), (), ()])
    {0: (), 1: (0,), 2: (1,)}
    """
    paths: dict[int, Path] = {0: ()}
    for place, below in enumerate(children):
        paths |= {child: (*paths[place], number) for number, child in enumerate(below)}
    return paths

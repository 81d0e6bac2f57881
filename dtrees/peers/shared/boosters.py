"""The common part of the adapters for XGBoost and LightGBM: their one unregularised tree is judged as CART's.

Not offered: predictions, which are float32 sums of trees.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.growing.gain import gain
from dtrees.oracle.cases import Task, as_categories
from dtrees.oracle.laws.supported import Supported
from dtrees.oracle.nodes import document_of_nodes
from dtrees.peers.shared.booster_data import as_numbers
from dtrees.peers.shared.peer import Peer
from dtrees.trees.split import answers_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dtrees.oracle.examination import Examination
    from dtrees.oracle.implementation import Document
    from dtrees.trees.paths import Path
    from dtrees.trees.questions import Question

    Subsets = Callable[[dt.Categorical, dt.Dataset], Iterable[Sequence[int]]]

LEARNERS: Final = {
    "squared_error, small": dt.cart(
        impurity=dt.squared_error, categories="subset", zero_gain="stop", missing="either_side", max_depth=2, min_leaf=2
    ),
    "squared_error": dt.cart(impurity=dt.squared_error, categories="subset", zero_gain="stop", missing="either_side"),
}
"""CART on numbers; a split must gain something, with the rows of a missing value at either side."""

NOT_ASKED: Final = "convention: whether a category is missing is not asked"
SCALES: Final = (1.0, 1.0, 0.1, 1e-3, 1e4)
"""The scales of random responses; those of features also have 1e-36."""


@attrs.frozen
class Node:
    """A node of a booster's tree: the column's place (-1: a leaf), the cut, its children's places, and each mean.

    *missing* is the child of the rows whose value is missing; *some* are the codes of the first child's categories.
    """

    asks: int
    cut: float
    children: tuple[int, ...]
    value: float | tuple[float, ...]
    missing: int = 0
    some: tuple[int, ...] = ()


class OneTree(Peer):
    """A booster set to grow one regression tree; two classes become the responses 0 and 1.

    A booster gives `nodes`, which raises `NoAnswer` where the booster fails.
    """

    learners = LEARNERS
    random_options: ClassVar = {"scales": (*SCALES, 1e-36), "targets": SCALES, "heaviest": 3, "gaps": 1 / 3}
    supported: ClassVar[Supported] = Supported(
        numbers=("midpoint",), categories=("subset",), impurities=(None, dt.gini, dt.squared_error), scores=("gain",),
        gates=("none",), limits=("zero_gain", "max_depth", "min_leaf"), missing=("refuse", "either_side"),
        least_depth=1,
    )  # fmt: skip

    def __init__(self, **options: Any) -> None:
        self.options = options

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        """Return the tree as a document with its questions, and with means if the target is numeric."""
        self.supported.require(data, learner)
        return self.document(data, self.nodes(as_numbers(data), learner.stopping))

    @staticmethod
    def document(data: dt.Dataset, nodes: Sequence[Node]) -> Document:
        """Return the tree of these *nodes*, which states values if the target is numeric."""

        def node(place: int) -> Document:
            one = nodes[place]
            states = {"value": one.value} if isinstance(data.target, dt.Responses) else {}
            if one.asks < 0:
                return states
            feature = data.features[one.asks]
            asked: dict[str, Any] = {"feature": feature.name}
            if isinstance(feature, dt.Numeric):
                asked["threshold"] = one.cut
            elif isinstance(feature, dt.Ordinal):
                asked["one_of"] = [name for code, name in enumerate(feature.categories) if code <= one.cut]
            elif one.some:  # else whether it is missing
                asked["one_of"] = [feature.categories[code] for code in one.some]
            return states | asked | ({"missing": one.missing} if data.holds_missing else {})

        return document_of_nodes([node.children for node in nodes], node)

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data; about every third has a categorical column."""
        data = super().drawn(number, chance, task)
        if number % 3:
            return data
        chosen = number // 3 % len(data.features)
        features = [as_categories(one) if place == chosen else one for place, one in enumerate(data.features)]
        return attrs.evolve(data, features=features)

    def nodes(self, data: dt.Dataset, rule: dt.Stopping) -> list[Node]:
        """Return the nodes of the tree that the booster grows on *data* with the limits of *rule*, parents first."""
        raise NotImplementedError


def question_at(path: Path, around: Examination) -> Question | None:
    """Return the question that the tree asks at *path*, or None where it makes a leaf."""
    return getattr(dt.subtree_at(around.grown.tree, path), "question", None)


def lost(
    asked: Question | None, rows: dt.Dataset, learner: dt.Learner, subsets: Subsets, splits: Iterable[dt.ScoredSplit]
) -> Fraction:
    """Return by how much the best candidate gains more than the question *asked*, which is None for a leaf.

    Candidates are the *splits* on numeric columns, and on categorical ones the sets of codes that *subsets* returns, in
    which -1 is a missing value.
    """

    def gained(inside: np.ndarray) -> Fraction:
        parts = [dt.summarize(rows.take(np.flatnonzero(side))) for side in (inside, ~inside)]
        apart = all(part.weight and part.weight >= learner.stopping.min_leaf for part in parts)
        return gain(parts, dt.squared_error).as_fraction() if apart else Fraction(0)

    columns = [feature for feature in rows.features if isinstance(feature, dt.Categorical)]
    tried = [gained(np.isin(column.codes, some)) for column in columns for some in subsets(column, rows)]
    numbers = {feature.name for feature in rows.features} - {column.name for column in columns}
    tried += [split.gain.as_fraction() for split in splits if split.question.feature in numbers]
    mine = gained(np.array(answers_of(asked, rows.features)) == 0) if asked else Fraction(0)
    return max(tried, default=mine) - mine


def mean_of(rows: dt.Dataset, inside: np.ndarray, smooth: float = 0) -> Fraction:
    """Return the mean response of the rows that are *inside*, with *smooth* more rows of response 0.

    It is 0 if there are no rows.
    """
    summary: Any = dt.summarize(rows.take(np.flatnonzero(inside)))
    return Fraction(summary.total) / (summary.weight + Fraction(smooth)) if summary.weight else Fraction(0)

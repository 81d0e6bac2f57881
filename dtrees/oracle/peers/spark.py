"""Spark MLlib's `DecisionTreeClassifier` and `DecisionTreeRegressor`: growing, predicting, and importances.

One session serves everything that a process asks.  Each value has a bin of its own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from dtrees.data import Classes, Dataset
from dtrees.errors import Unsupported
from dtrees.impurity import entropy, gini, squared_error
from dtrees.learners.cart import cart
from dtrees.oracle.cases import random_data, random_numbers
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.laws.supported import Supported
from dtrees.oracle.peers.shared import Peer, grown_here, varied
from dtrees.oracle.peers.spark_session import each, ends_of, frame_of, least, node_of, of, started
from dtrees.oracle.peers.spark_why import categories_of, explain

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from dtrees.learner import Learner
    from dtrees.oracle.cases import Task
    from dtrees.oracle.implementation import Document
    from dtrees.path import Path

OPTIONS: Final[dict[str, Any]] = {"maxBins": 1 << 15, "maxDepth": 30, "featuresCol": "x", "weightCol": "w"}
"""More bins than rows, and the greatest depth that it knows; leaves of one class are not merged besides."""

LEARNERS: Final = {
    one.__name__: cart(impurity=one, categories="subset", zero_gain="stop") for one in (gini, squared_error, entropy)
} | {
    "gini, small": cart(impurity=gini, categories="subset", zero_gain="stop", max_depth=2, min_gain=1 / 16),
    "squared_error, 2 rows": cart(impurity=squared_error, categories="subset", zero_gain="stop", min_leaf=2),
    "entropy, 2 rows": cart(impurity=entropy, categories="subset", zero_gain="stop", min_leaf=2),
}


class Spark(Peer):
    """Spark's trees with `OPTIONS`, some of them changed, of rows in so many *partitions*."""

    conventions: Final = Conventions(
        cut="between", arithmetic="float64", ties="any", zero_gain="stop", categories="subset", wording="any"
    )
    learners = LEARNERS
    explain = staticmethod(explain)
    supported: Final = Supported(
        numbers=("midpoint",), categories=("subset",), impurities=(None, gini, entropy, squared_error),
        scores=("gain",), gates=("none",), limits=("max_depth", "min_gain", "min_leaf", "zero_gain"), gainless=False,
    )  # fmt: skip

    def __init__(self, *, partitions: int = 2, **options: Any) -> None:
        self.partitions, self.options = partitions, options
        import_module("pyspark")  # which may be missing
        started()

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> Dataset:
        """Return small data, by turns with categories, some of them far from 0, small, or with weights."""
        if number % 2:
            return varied(random_data(chance, task), number // 2)
        return random_numbers(chance, task, scales=(1.0, 0.1, 1e3), targets=(1.0, 0.1, 1e-9), heaviest=3)

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the tree with what its nodes state, the model, and *data*."""
        self.supported.require(data, learner)
        rule, is_classes = learner.stopping, isinstance(data.target, Classes)
        if max(map(len, categories_of(data))) > len(data):
            message = "it takes no column of more categories than rows"
            raise Unsupported(message)
        asked: dict[str, Any] = {"minInfoGain": float(rule.min_gain)}
        if rule.max_depth is not None:
            asked["maxDepth"] = rule.max_depth
        asked |= least(rule.min_leaf, data.weights)
        if is_classes:
            asked |= {"impurity": "entropy" if learner.impurity is entropy else "gini", "pruneTree": False}
        make = of("classification.DecisionTreeClassifier" if is_classes else "regression.DecisionTreeRegressor")
        try:
            model = make(labelCol="y", **(OPTIONS | asked | self.options)).fit(frame_of(data, self.partitions))
        except Exception as failure:
            raise NoAnswer(kind="error", message=str(failure).splitlines()[0]) from failure
        root = model._call_java("rootNode")  # noqa: SLF001 (Python shows its nodes as text alone)
        return {**node_of(root, data), "model": model, "data": data}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return what the model predicts of each row."""
        answered, target = each(tree, "predict", data), tree["data"].target
        return [target.labels[int(one)] for one in answered] if isinstance(target, Classes) else answered

    def predict_proba(self, tree: Any, data: Any) -> list[list[float]]:
        """Return the class shares that the model predicts of each row."""
        return [shares.toArray().tolist() for shares in each(tree, "predictProbability", data)]

    def apply(self, tree: Any, data: Any) -> list[Path]:
        """Return where each row ends."""
        ends = ends_of(grown_here(tree))
        return [ends[int(place)] for place in each(tree, "predictLeaf", data)]

    def importances(self, tree: Any, features: Sequence[str], *, impurity: Any = None) -> dict[str, float]:  # noqa: ARG002 (the model's own)
        """Return those of the model."""
        return dict(zip(features, grown_here(tree)["model"].featureImportances.toArray().tolist(), strict=True))

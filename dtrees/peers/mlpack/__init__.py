"""The adapter for mlpack's decision tree on numeric features: growing and predicting.

Not judged: categories, which its Python asks about as numbers (A4), and regression trees, which its Python lacks.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

import dtrees as dt
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.laws.supported import Supported
from dtrees.peers.shared.peer import Peer, coded, grown_here

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding
    from dtrees.oracle.implementation import Document

LAST: Final = "defect: the cut that leaves the fewest rows allowed on the right is not tried"
AGAIN: Final = "defect: a further column must gain the least gain once more than the one before"
PURE: Final = "defect: a question that leaves pure nodes is asked, whatever the least gain"
SMALLEST: Final = 1e-7
"""The least gain by default; it must be above 0."""


class Mlpack(Peer):
    """mlpack's ``DecisionTree`` with leaves of at least one row."""

    conventions: Final = Conventions(
        arithmetic="float64", ties="any", zero_gain="stop", smallest_gain=SMALLEST, majority="any", largest=1e150
    )
    learners: ClassVar = {
        "gini": dt.cart(zero_gain="stop"),
        "min_leaf 2": dt.cart(zero_gain="stop", min_leaf=2),
        "max_depth 2": dt.cart(zero_gain="stop", max_depth=2),
        "min_gain 0.2123": dt.cart(zero_gain="stop", min_gain=0.2123),  # which no small table has exactly
    }
    known = ("iris",)
    random_options: ClassVar = {"scales": (1.0, 0.1), "targets": (1.0,), "heaviest": 3}
    supported: Final = Supported(
        numbers=("midpoint",), categories=(), impurities=(None, dt.gini), scores=("gain",), gates=("none",),
        limits=("max_depth", "min_leaf", "min_gain", "zero_gain"), targets=("classes",), counted=True, gainless=False,
    )  # fmt: skip
    passed_over: Final = (LAST,)

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.make = import_module("mlpack").DecisionTree

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        """Return the fitted tree as a document, with the model itself."""
        self.supported.require(data, learner)
        rule, weighted = learner.stopping, not np.all(data.weights == 1)
        if rule.min_gain >= 1:
            message = "a question must gain less than 1"
            raise dt.Unsupported(message)
        limits = {
            "minimum_leaf_size": max(1, int(rule.min_leaf)),
            "minimum_gain_split": max(SMALLEST, float(rule.min_gain)),
            "maximum_depth": 0 if rule.max_depth is None else rule.max_depth + 1,  # of a leaf it is 1
        }
        model = self.make(**{"copy_all_inputs": True, **limits, **self.options})  # else rows change their places
        present, codes = np.unique(data.target.codes, return_inverse=True)  # type: ignore[union-attr]  # classes
        weights = {"weights": data.weights} if weighted else {}
        model.fit(training=coded(data, data), labels=codes, **weights)
        kept = model._DecisionTreeModel.get_cpp_params()["DecisionTreeModel"]["tree"]  # noqa: SLF001 (nothing else shows it)
        labels = [data.target.labels[place] for place in present.tolist()]  # type: ignore[union-attr]  # likewise
        shown = {label: place for place, label in enumerate(labels)}
        return {**_node(kept, data, shown), "model": model, "data": data, "labels": labels}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return the model's prediction for each row."""
        grown = grown_here(tree)
        return [grown["labels"][place] for place in grown["model"].predict(test=coded(data, grown["data"])).tolist()]

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        if finding.path is None:
            return "unexplained"
        rows, learner = around.rows[finding.path], around.case.learner
        if finding.kind == "late leaf" and learner.stopping.min_gain:
            return PURE
        questions = [split.question for split in dt.admissible_splits(rows, learner)]
        fewest = max(1, int(learner.stopping.min_leaf))
        if questions and all(len(dt.split(rows, question)[-1]) == fewest for question in questions):
            return LAST
        near = learner.stopping.min_gain and finding.kind == "split"
        return AGAIN if near else "unexplained"


def _node(node: Mapping[str, Any], data: dt.Dataset, labels: Mapping[Any, int]) -> dict[str, Any]:
    """Return the document of a node and those below; of the classes only *labels* were shown."""
    kept = node["classProbabilities"].ravel().tolist()  # of a branch it is the threshold
    children = [_node(child["smartPointer"]["ptr_wrapper"]["data"], data, labels)
                for name, child in node["value0"].items() if name != "vecSize"]  # fmt: skip
    if children:
        return {"feature": data.feature_names[node["splitDimension"]], "threshold": kept[0], "children": children}
    every = data.target.labels  # type: ignore[union-attr]  # classes
    return {"value": tuple(kept[labels[label]] if label in labels else 0.0 for label in every)}

"""scikit-learn's HistGradientBoostingRegressor: one tree without regularisation, of at most 255 values a column.

Not judged: its categories, more values than it has bins, and every tree but the first.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

from dtrees.oracle.conventions import Conventions
from dtrees.oracle.estimators.fitted import inputs_of
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.peers.boosters import Node, OneTree, as_numbers
from dtrees.oracle.peers.shared import mean_regret

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.learner import Stopping
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

OPTIONS: Final[dict[str, Any]] = {
    "max_iter": 1, "learning_rate": 1, "max_leaf_nodes": None, "min_samples_leaf": 1, "early_stopping": False,
}  # fmt: skip
"""The options of one unregularised tree."""

LEAST_WEIGHT: Final = 1e-3
"""No child weighs less."""

LARGEST: Final = 1e300
"""No threshold is larger."""


class HistGradientBoosting(OneTree):
    """HistGradientBoostingRegressor with `OPTIONS`, some of them changed."""

    conventions: Final = Conventions(
        stated_precision="float32", largest=1e30, cut="between", arithmetic="float64", ties="any", zero_gain="stop",
        direction="any",
    )  # fmt: skip

    supported = attrs.evolve(OneTree.supported, counted=True)

    def nodes(self, data: Dataset, rule: Stopping) -> list[Node]:
        """Return the nodes of the tree, the root first."""
        target: Any = data.target
        limits = {"max_depth": rule.max_depth, "min_samples_leaf": max(1, ceil(rule.min_leaf))}
        made = HistGradientBoostingRegressor(**{**OPTIONS, **limits, **self.options})
        try:
            with np.errstate(over="ignore"):
                fitted = made.fit(inputs_of(data, data.feature_names), target.values, sample_weight=data.weights.copy())
        except ValueError as failure:
            raise NoAnswer(kind="error", message=str(failure)) from failure
        [[tree]], [[base]] = fitted._predictors, fitted._baseline_prediction  # noqa: SLF001 (it shows no tree)
        return [_node(node, float(base)) for node in tree.nodes]

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        columns = [np.asarray(feature.values) for feature in around.data.features]  # type: ignore[union-attr]  # numbers
        if finding.path is None:
            empty = any(np.isnan(column).all() for column in columns)
            return "defect: a column without any value ends the training" if empty else "unexplained"
        rows, whole = around.rows[finding.path], as_numbers(around.data)
        if finding.kind == "late leaf":
            return "defect: gradients of equal responses are rounding noise"
        if finding.kind == "early leaf" and rows.weights.min() < LEAST_WEIGHT:
            return "defect: a child of weight less than 0.001"
        if finding.kind == "early leaf" and max(np.nanmax(np.abs(column)) for column in columns) > LARGEST:
            return "defect: thresholds are clipped to 1e300"
        values: Any = whole.target
        spread = float(np.max(np.abs(values.values - np.average(values.values, weights=whole.weights))))
        near = float(mean_regret(finding, rows)) <= (spread * 2.0**-20) * spread
        return "defect: gradients about the mean of all responses are float32" if near else "unexplained"


def _node(node: Any, base: float) -> Node:
    value = base + float(node["value"])
    if node["is_leaf"]:
        return Node(-1, 0.0, (), value)
    cut, children = float(node["num_threshold"]), (int(node["left"]), int(node["right"]))
    return Node(int(node["feature_idx"]), cut, children, value, 1 - int(node["missing_go_to_left"]))

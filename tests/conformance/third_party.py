"""A small CART as a third party writes it: plain floats and NumPy, trees as nested dicts, two impurities."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

import dtrees as dt
from dtrees.laws.plain import columns_of
from dtrees.oracle.conventions import Conventions

Document = dict[str, Any]


class FloatCart:
    """Gini or variance, numeric columns, thresholds at midpoints; depth and sizes are the only limits."""

    conventions = Conventions(arithmetic="float64", ties="any", cut="midpoint", scale="proportion")

    # --- growing ------------------------------------------------------------------------------------------------

    def gini(self, summary: dt.ClassCounts) -> float:
        return self.impurity(np.array([float(count) for count in summary.counts]))

    def impurity(self, sums: np.ndarray) -> float:
        return float(1 - ((sums / sums.sum()) ** 2).sum())

    def squared_error(self, summary: dt.Moments) -> float:
        mean = float(summary.total) / float(summary.weight)
        return float(summary.squares) / float(summary.weight) - mean**2

    def inside(self, targets: np.ndarray, weights: np.ndarray) -> float:
        if targets.dtype.kind == "i":
            return self.impurity(np.bincount(targets, weights))
        return float(np.average((targets - np.average(targets, weights=weights)) ** 2, weights=weights))

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        self.require_known(data, learner)
        classes = data.target.labels if isinstance(data.target, dt.Classes) else None
        targets = data.target.codes if isinstance(data.target, dt.Classes) else data.target.values
        rule = learner.stopping

        def node(rows: np.ndarray, level: int) -> Document:
            y, w = targets[rows], data.weights[rows]
            said = classes[np.bincount(y, w).argmax()] if classes else float(np.average(y, weights=w))
            made: Document = {"impurity": self.inside(y, w), "weight": float(w.sum()), "prediction": said}
            if level == rule.max_depth or w.sum() < rule.min_split or len(np.unique(y)) == 1:
                return made
            best = min(self.cuts(data, rows, y, w, float(rule.min_leaf)), key=lambda cut: cut[0], default=None)
            if best is None:
                return made
            _, name, threshold, yes = best
            children = [node(rows[side], level + 1) for side in (yes, ~yes)]
            return {**made, "feature": name, "threshold": threshold, "children": children}

        return node(np.arange(len(data)), 0)

    def cuts(self, data: dt.Dataset, rows: np.ndarray, y: np.ndarray, w: np.ndarray, least: float) -> Any:
        for feature in data.features:
            x = feature.values[rows]  # type: ignore[union-attr]  # only numbers come here
            present = np.unique(x)
            for low, high in pairwise(present):
                yes = x <= low
                sizes = [w[side].sum() for side in (yes, ~yes)]
                if min(sizes) >= least:
                    inside = sum(
                        self.inside(y[side], w[side]) * size for side, size in zip((yes, ~yes), sizes, strict=True)
                    )
                    yield inside, feature.name, self.midpoint(float(low), float(high)), yes

    def midpoint(self, low: float, high: float) -> float:
        middle = low / 2 + high / 2 if abs(low) > 1e300 or abs(high) > 1e300 else (low + high) / 2
        return middle if middle < high else low

    def require_known(self, data: dt.Dataset, learner: dt.Learner) -> None:
        rule = learner.stopping
        numeric = all(isinstance(feature, dt.Numeric) for feature in data.features)
        usual = learner.impurity in {None, dt.gini, dt.squared_error} and learner.score == "gain"
        limits = rule.min_gain or rule.min_impurity or rule.min_risk or rule.zero_gain == "stop"
        if not numeric or not usual or limits or learner.questions.numbers != "midpoint":
            message = "it asks numbers for gains of Gini or variance"
            raise dt.Unsupported(message)

    # --- predicting ---------------------------------------------------------------------------------------------

    def predict(self, tree: Any, data: Any) -> list[Any]:
        if not isinstance(tree, dict):
            message = "it reads the trees that it grew"
            raise dt.Unsupported(message)
        columns = columns_of(data) if isinstance(data, dt.Dataset) else data
        return [
            self.said(tree, {name: column[row] for name, column in columns.items()})
            for row in range(len(next(iter(columns.values()))))
        ]

    def said(self, node: Document, row: dict[str, float]) -> Any:
        while "children" in node:
            node = node["children"][0 if row[node["feature"]] <= node["threshold"] else 1]
        return node["prediction"]

    # --- pruning ------------------------------------------------------------------------------------------------

    def optimal_subtree(self, tree: Any, alpha: Any, *, impurity: Any = None) -> Document:
        if not isinstance(tree, dt.Leaf | dt.Branch):
            message = "it prunes trees of dtrees"
            raise dt.Unsupported(message)
        return self.pruned(tree, float(alpha), impurity, float(tree.summary.weight))[0]

    def pruned(self, node: dt.Tree, alpha: float, impurity: Any, unit: float) -> tuple[Document, float, int]:
        risk = self.risk(node, impurity) / unit
        if isinstance(node, dt.Leaf):
            return {}, risk, 1
        parts = [self.pruned(child, alpha, impurity, unit) for child in node.children]
        below, leaves = sum(part[1] for part in parts), sum(part[2] for part in parts)
        if (risk - below) / (leaves - 1) <= alpha:
            return {}, risk, 1
        return {"children": [part[0] for part in parts]}, below, leaves

    def risk(self, node: dt.Tree, impurity: Any) -> float:
        summary = node.summary
        if isinstance(summary, dt.Moments):
            return self.squared_error(summary) * float(summary.weight)
        if impurity not in {None, dt.gini}:
            message = "it prunes by Gini or variance"
            raise dt.Unsupported(message)
        return self.gini(summary) * float(summary.weight)

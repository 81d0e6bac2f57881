"""scikit-learn's trees as an implementation (`conformance.implementation`), so that each law can be tried."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.tree._tree import NODE_DTYPE, _build_pruned_tree_ccp, ccp_pruning_path
from sklearn.tree._tree import Tree as Fitted

from dtrees.data import Classes, Dataset, Responses
from dtrees.errors import Unsupported
from dtrees.impurity import usual_impurity
from dtrees.laws.naive_pruning import nodes
from dtrees.learner import Stopping
from dtrees.oracle.peers.implementing import nested, require_cart, rows_of
from dtrees.oracle.peers.scikit_learn.trees import CONVENTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.exact import Exact
    from dtrees.impurity import Impurity
    from dtrees.learner import Learner
    from dtrees.oracle.conformance.implementation import Document
    from dtrees.pruning import Ties
    from dtrees.tree import Tree

SMALLEST: Final = math.ulp(0.0)
"""The smallest positive ``ccp_alpha``: 0 means no pruning, and less is refused."""


class ScikitLearn:
    """scikit-learn's decision trees: growing, predicting, and pruning.

    A tree that was not grown here is pruned by the same code: it is written into scikit-learn's arrays first.
    """

    conventions: Final = CONVENTIONS

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the fitted tree as a document that states all it knows, the estimator with it."""
        criterion = learner.impurity_for(data).__name__
        rule = learner.stopping
        require_cart(data, learner, Stopping(max_depth=rule.max_depth))
        if criterion == "misclassification" or rule.max_depth == 0:
            message = "the criteria are gini, entropy and squared_error, and max_depth is at least 1"
            raise Unsupported(message)
        numbers = isinstance(data.target, Responses)
        make = DecisionTreeRegressor if numbers else DecisionTreeClassifier
        estimator = make(criterion=criterion, max_depth=rule.max_depth, random_state=0)
        targets = data.target.values if isinstance(data.target, Responses) else data.target.codes
        estimator.fit(rows_of(data, data.feature_names), targets, sample_weight=data.weights)
        fitted = estimator.tree_
        labels = data.target.labels if isinstance(data.target, Classes) else ()
        shares = _shares(estimator, fitted.value[:, 0], labels)

        def states(node: int) -> Document:
            weight, impurity = float(fitted.weighted_n_node_samples[node]), float(fitted.impurity[node])
            return {"weight": weight, "impurity": impurity, "value": tuple(shares[node].tolist())}

        def asks(node: int) -> Document:
            return {
                "feature": data.feature_names[fitted.feature[node]],
                "threshold": float(fitted.threshold[node]),
            }

        return {
            **nested(_children(fitted), asks, states),
            "estimator": estimator,
            "labels": labels,
            "columns": data.feature_names,
        }

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return what the estimator that grew *tree* predicts."""
        said = self._estimator(tree).predict(rows_of(data, tree["columns"])).tolist()
        return [tree["labels"][code] for code in said] if tree["labels"] else said

    def predict_proba(self, tree: Any, data: Any) -> np.ndarray:
        """Return the class shares by the estimator that grew *tree*."""
        estimator = self._estimator(tree)
        return _shares(estimator, estimator.predict_proba(rows_of(data, tree["columns"])), tree["labels"])

    def pruning_sequence(
        self, tree: Tree, *, impurity: Impurity | None = None, ties: Ties = "together"
    ) -> list[dict[str, Any]]:
        """Return the rows of the pruning path: the first is *tree*, each other is what a fit at its alpha shows."""
        if ties == "one_at_a_time":
            message = "of rows that share an alpha a fit shows the last alone"
            raise Unsupported(message)
        fitted = self._written(tree, impurity)
        first, *alphas = ccp_pruning_path(fitted)["ccp_alphas"].tolist()
        rows = [{"alpha": alpha, "tree": self._pruned(fitted, max(alpha, SMALLEST))} for alpha in alphas]
        return [{"alpha": first, "tree": tree}, *rows]

    def optimal_subtree(self, tree: Tree, alpha: Exact, *, impurity: Impurity | None = None) -> Document:
        """Return *tree* pruned with ``ccp_alpha``."""
        if float(alpha) <= 0:
            message = "ccp_alpha=0 prunes nothing, as documented"
            raise Unsupported(message)
        return self._pruned(self._written(tree, impurity), float(alpha))

    def _estimator(self, tree: Any) -> Any:
        if not isinstance(tree, dict):
            message = "an estimator predicts by the tree that it grew"
            raise Unsupported(message)
        return tree["estimator"]

    def _written(self, tree: Any, impurity: Impurity | None) -> Any:
        """Return *tree* in scikit-learn's own arrays, its nodes parents first."""
        if isinstance(tree, dict):
            return tree["estimator"].tree_
        measure = impurity or usual_impurity(tree.summary)
        listed = sorted(nodes(tree).items(), key=lambda item: len(item[0]))
        place = {path: number for number, (path, _) in enumerate(listed)}
        if any(max(path, default=0) > 1 for path in place):
            message = "its trees are binary"
            raise Unsupported(message)
        written = Fitted(1, np.ones(1, np.intp), 1)
        rows = [
            (
                place.get((*path, 0), -1), place.get((*path, 1), -1), 0, 0.0,
                float(measure(node.summary)), 1, float(node.summary.weight), 0,
            )
            for path, node in listed
        ]  # fmt: skip
        written.__setstate__(
            {
                "max_depth": len(listed[-1][0]),
                "node_count": len(rows),
                "nodes": np.array(rows, NODE_DTYPE),
                "values": np.zeros((len(rows), 1, 1)),
            }
        )
        return written

    def _pruned(self, fitted: Any, alpha: float) -> Document:
        """Return the shape of *fitted* pruned as a fit with this ``ccp_alpha`` prunes it."""
        made = Fitted(fitted.n_features, fitted.n_classes, fitted.n_outputs)
        _build_pruned_tree_ccp(made, fitted, alpha)  # what fit calls
        return nested(_children(made))


def _shares(estimator: Any, values: np.ndarray, labels: Sequence[Any]) -> np.ndarray:
    """Return *values*, a column a fitted class, with a column of 0 for each other class; means as they are."""
    if not labels:
        return values
    shares = np.zeros((len(values), len(labels)))
    shares[:, estimator.classes_] = values
    return shares


def _children(fitted: Any) -> list[tuple[int, ...]]:
    pairs = zip(fitted.children_left.tolist(), fitted.children_right.tolist(), strict=True)
    return [(left, right) if left >= 0 else () for left, right in pairs]

"""scikit-learn's decision trees: growing, predicting, and pruning.

The path tells alphas and risks alone.  The tree of a row is what fit prunes with ``ccp_alpha`` at the row's alpha,
where that can be: alpha 0 means no pruning, a negative alpha is refused, and of rows with one alpha a fit shows the
last.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from sklearn import datasets as shipped
from sklearn.base import clone
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.tree._tree import NODE_DTYPE, _build_pruned_tree_ccp, ccp_pruning_path
from sklearn.tree._tree import Tree as Fitted

from dtrees.constructors import classification_data, regression_data
from dtrees.data import Classes, Dataset, Responses
from dtrees.errors import Unsupported
from dtrees.impurity import entropy, gini, misclassification, squared_error, usual_impurity
from dtrees.laws.naive_pruning import nodes
from dtrees.learner import Stopping
from dtrees.learners.cart import cart
from dtrees.oracle.cases import Case, random_numbers
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.peers.binary import document, matrix_of, path_in, require_cart
from dtrees.oracle.peers.scikit_learn_why import explain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.impurity import Impurity
    from dtrees.learner import Learner
    from dtrees.oracle.implementation import Document
    from dtrees.path import Path
    from dtrees.pruning import Ties

CONVENTIONS: Final = Conventions(
    precision="float32",
    smallest_gap=1e-7,  # FEATURE_THRESHOLD
    cut="midpoint",
    arithmetic="float64",
    ties="any",
    zero_gain="split",
    pure_up_to=2.0**-52,
    scale="proportion",
    links="one_at_a_time",
    first="largest",  # ccp_alpha=0 prunes nothing
)
"""What scikit-learn chooses for itself; R(t) is by the criterion that the tree was grown by."""

LEARNERS: Final = {measure.__name__: cart(impurity=measure) for measure in (gini, entropy, squared_error)}

SHIPPED: Final = {
    **dict.fromkeys(("iris", "wine", "breast_cancer", "digits"), ("gini", "entropy")),
    "diabetes": ("squared_error",),
}
"""The data sets that scikit-learn ships, each with its criteria."""

SCALES: Final = (1.0, 0.1, 1e-3, 1e6)
"""Of random data: tenths round, whole numbers do not."""

SMALLEST: Final = math.ulp(0.0)
"""The smallest positive ``ccp_alpha``: 0 means no pruning, and less is refused."""


class ScikitLearn:
    """scikit-learn's trees; one that was not grown here is written into scikit-learn's arrays, and pruned there."""

    conventions: Final = CONVENTIONS
    learners: Final = LEARNERS
    usual_cases: Final = 0
    explain = staticmethod(explain)

    def __init__(self, **options: Any) -> None:
        """Make it; *options* go to the estimators."""
        self.options: Final = {"random_state": 0, **options}

    @staticmethod
    @cache
    def tables() -> list[Case]:
        """Return each data set that scikit-learn ships, by each criterion."""
        cases = []
        for name, criteria in SHIPPED.items():
            loaded = getattr(shipped, f"load_{name}")()
            data = (regression_data if name == "diabetes" else classification_data)(loaded.data, loaded.target)
            cases += [Case(name=name, data=data, criterion=one, learner=LEARNERS[one]) for one in criteria]
        return cases

    @staticmethod
    def random_case(seed: int, number: int) -> Case:
        """Return a small case of few values, so that ties abound; the criteria come in turn."""
        criterion = tuple(LEARNERS)[number % len(LEARNERS)]
        task: Any = "numbers" if criterion == "squared_error" else "classes"
        data = random_numbers(np.random.default_rng((seed, number)), task, scales=SCALES, targets=SCALES)
        return Case(name="random", data=data, criterion=criterion, learner=LEARNERS[criterion])

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the fitted tree as a document that states all it knows, the estimator with it."""
        impurity, depth = learner.impurity_for(data), learner.stopping.max_depth
        require_cart(data, learner, Stopping(max_depth=depth))
        if impurity is misclassification or depth == 0:
            message = "the criteria are gini, entropy and squared_error, and max_depth is at least 1"
            raise Unsupported(message)
        make = DecisionTreeRegressor if isinstance(data.target, Responses) else DecisionTreeClassifier
        estimator = make(criterion=impurity.__name__, max_depth=depth, **self.options)
        targets = data.target.values if isinstance(data.target, Responses) else data.target.codes
        asked = matrix_of(data, data.feature_names), targets, data.weights
        fitted = estimator.fit(*asked).tree_
        labels = data.target.labels if isinstance(data.target, Classes) else ()
        shares = _shares(estimator, fitted.value[:, 0], labels)

        def node(place: int) -> dict[str, Any]:
            weight, impurity = float(fitted.weighted_n_node_samples[place]), float(fitted.impurity[place])
            states = {"weight": weight, "impurity": impurity, "value": tuple(shares[place].tolist())}
            return states | _asked(fitted, place, data.feature_names)

        known = {"estimator": estimator, "labels": labels, "columns": data.feature_names, "asked": asked}
        return {**document(_children(fitted), node), **known, "impurity measure": impurity}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return what the estimator that grew *tree* predicts."""
        answered = self._estimator(tree).predict(matrix_of(data, tree["columns"])).tolist()
        return [tree["labels"][code] for code in answered] if tree["labels"] else answered

    def predict_proba(self, tree: Any, data: Any) -> np.ndarray:
        """Return the class shares by the estimator that grew *tree*."""
        estimator = self._estimator(tree)
        if not tree["labels"]:
            message = "numbers have no shares"
            raise Unsupported(message)
        return _shares(estimator, estimator.predict_proba(matrix_of(data, tree["columns"])), tree["labels"])

    def apply(self, tree: Any, data: Any) -> list[Path]:
        """Return where the estimator that grew *tree* says that each row ends."""
        estimator = self._estimator(tree)
        paths = path_in(_children(estimator.tree_))
        return [paths[place] for place in estimator.apply(matrix_of(data, tree["columns"])).tolist()]

    def pruning_sequence(
        self, tree: Any, *, impurity: Impurity | None = None, ties: Ties = "together"
    ) -> list[dict[str, Any]]:
        """Return the rows of the pruning path: the first is *tree*, each other is what fit leaves there."""
        fitted = self._written(tree, impurity)
        path = ccp_pruning_path(fitted)
        rows = [
            dict(zip(("alpha", "risk"), row, strict=True))
            for row in zip(path["ccp_alphas"].tolist(), path["impurities"].tolist(), strict=True)
        ]
        least = math.inf
        for row in reversed(rows[1:]):
            if ties == "together" or 0 < row["alpha"] < least:
                row["tree"] = _pruned(fitted, max(row["alpha"], SMALLEST))
            least = min(least, row["alpha"])
        return [rows[0] | {"tree": tree}, *rows[1:-1], *(row | {"tree": {}} for row in rows[1:][-1:])]

    def optimal_subtree(self, tree: Any, alpha: Any, *, impurity: Impurity | None = None) -> Any:
        """Return the tree of a fit with this ``ccp_alpha``."""
        if alpha == 0:
            message = "ccp_alpha=0 prunes nothing, as documented"
            raise Unsupported(message)
        fitted = self._written(tree, impurity)
        if not isinstance(tree, dict):
            return _pruned(fitted, float(alpha))
        made = clone(tree["estimator"]).set_params(ccp_alpha=float(alpha)).fit(*tree["asked"]).tree_
        return document(_children(made), lambda place: _asked(made, place, tree["columns"]))

    def _estimator(self, tree: Any) -> Any:
        if not isinstance(tree, dict) or "estimator" not in tree:
            message = "an estimator predicts by, and prunes, the tree that it grew"
            raise Unsupported(message)
        return tree["estimator"]

    def _written(self, tree: Any, impurity: Impurity | None) -> Any:
        """Return *tree* in scikit-learn's own arrays, its nodes parents first."""
        if isinstance(tree, dict):
            if impurity not in {None, tree.get("impurity measure", impurity)}:
                message = "a fit is pruned by the criterion that it was grown by"
                raise Unsupported(message)
            return self._estimator(tree).tree_
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
        values = np.zeros((len(rows), 1, 1))
        depth = len(listed[-1][0])
        written.__setstate__(
            {"max_depth": depth, "node_count": len(rows), "nodes": np.array(rows, NODE_DTYPE), "values": values}
        )
        return written


def _pruned(fitted: Any, alpha: float) -> Document:
    """Return the shape of *fitted* pruned as a fit with this ``ccp_alpha`` prunes it."""
    made = Fitted(fitted.n_features, fitted.n_classes, fitted.n_outputs)
    _build_pruned_tree_ccp(made, fitted, alpha)  # what fit calls
    return document(_children(made), lambda _: {})


def _shares(estimator: Any, values: np.ndarray, labels: Sequence[Any]) -> np.ndarray:
    """Return *values*, a column a fitted class, with a column of 0 for each other class; means as they are."""
    if not labels:
        return values
    shares = np.zeros((len(values), len(labels)))
    shares[:, estimator.classes_] = values
    return shares


def _asked(fitted: Any, place: int, names: Sequence[str]) -> dict[str, Any]:
    if fitted.children_left[place] < 0:
        return {}
    return {"feature": names[fitted.feature[place]], "threshold": float(fitted.threshold[place])}


def _children(fitted: Any) -> list[tuple[int, ...]]:
    pairs = zip(fitted.children_left.tolist(), fitted.children_right.tolist(), strict=True)
    return [(left, right) if left >= 0 else () for left, right in pairs]

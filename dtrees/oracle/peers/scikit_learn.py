"""scikit-learn's decision trees: growing, predicting, and pruning.

The path tells alphas and risks alone.  The tree of a row is what fit prunes with ``ccp_alpha`` at the row's alpha,
where that can be: alpha 0 means no pruning, a negative alpha is refused, and of rows with one alpha a fit shows the
last.  A tree that was not grown here is written into scikit-learn's arrays, and pruned there.
"""

from __future__ import annotations

import math
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from sklearn import datasets as shipped
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.tree._tree import NODE_DTYPE, _build_pruned_tree_ccp, ccp_pruning_path
from sklearn.tree._tree import Tree as Fitted

import dtrees as dt
from dtrees.errors import Unsupported
from dtrees.impurity import Impurity, entropy, gini, squared_error, usual_impurity
from dtrees.laws.naive_pruning import nodes
from dtrees.oracle.cases import Case, in_turn, random_numbers
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.estimators.estimator import Estimator, fitted_of
from dtrees.oracle.estimators.fitted import children_in, document_of_arrays, inputs_of
from dtrees.oracle.nodes import document_of_nodes
from dtrees.oracle.peers.scikit_learn_why import explain

if TYPE_CHECKING:
    from dtrees.oracle.implementation import Document

CONVENTIONS: Final = Conventions(
    precision="float32",
    smallest_gap=1e-7,  # FEATURE_THRESHOLD
    cut="midpoint",
    arithmetic="float64",
    ties="any",
    zero_gain="split",
    direction="more_rows",
    pure_up_to=2.0**-52,
    scale="proportion",
    links="one_at_a_time",
    first="largest",  # ccp_alpha=0 prunes nothing
)
"""What scikit-learn chooses for itself; R(t) is by the criterion that the tree was grown by."""

LEARNERS: Final = {
    measure.__name__: dt.cart(impurity=measure, missing="either_side") for measure in (gini, entropy, squared_error)
}

SHIPPED: Final = dict.fromkeys(("iris", "wine", "breast_cancer", "digits"), ("gini", "entropy"))
"""The data sets of classes that scikit-learn ships, each with its criteria."""

SCALES: Final = (1.0, 0.1, 1e-3, 1e6)
"""Of random data: tenths round, whole numbers do not."""


class ScikitLearn:
    """scikit-learn's trees; *options* go to the estimators."""

    conventions: Final = CONVENTIONS
    learners: Final = LEARNERS
    usual_cases: Final = 0
    explain = staticmethod(explain)

    def __init__(self, **options: Any) -> None:
        kinds = {DecisionTreeClassifier: ("gini", "entropy"), DecisionTreeRegressor: ("squared_error",)}
        self._classes, self._numbers = (
            Estimator(
                make=partial(make, **options),
                parameters={"max_depth": "max_depth"} | ({} if "random_state" in options else {"seed": "random_state"}),
                learners={LEARNERS[one]: {"criterion": one} for one in criteria},
                numbers=make is DecisionTreeRegressor,
                weights=True,
            )
            for make, criteria in kinds.items()
        )

    @staticmethod
    @cache
    def tables() -> list[Case]:
        """Return each data set that scikit-learn ships, by each criterion."""
        cases = []
        for name, criteria in {**SHIPPED, "diabetes": ("squared_error",)}.items():
            loaded = getattr(shipped, f"load_{name}")()
            data = (dt.classification_data if name in SHIPPED else dt.regression_data)(loaded.data, loaded.target)
            cases += [Case(name=name, data=data, criterion=one, learner=LEARNERS[one]) for one in criteria]
        return cases

    @staticmethod
    def random_case(seed: int, number: int) -> Case:
        """Return a small case of few values, so that ties abound; the criteria come in turn."""
        return in_turn(LEARNERS, seed, number, partial(random_numbers, scales=SCALES, targets=SCALES, gaps=1 / 3))

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        """Return the fitted tree as a document that states all it knows, with the estimator, data and learner."""
        known = {"fitted": self._grown(data, learner)["fitted"], "data": data, "learner": learner}
        fitted, arrays = known["fitted"], known["fitted"].estimator.tree_
        values = fitted.in_class_order(arrays.value[:, 0]) if fitted.classes else arrays.value[:, 0]

        def states(place: int) -> dict[str, Any]:
            numbers = {"weight": arrays.weighted_n_node_samples[place], "impurity": arrays.impurity[place]}
            return {**{name: float(one) for name, one in numbers.items()}, "value": tuple(values[place].tolist())}

        directed = data.holds_missing
        return {**document_of_arrays(arrays, data.feature_names, states, directed=directed), **known}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return what the estimator that grew *tree* predicts."""
        return fitted_of(tree).predict(data)

    def predict_proba(self, tree: Any, data: Any) -> np.ndarray:
        """Return the class shares by the estimator that grew *tree*."""
        return fitted_of(tree).shares(data)

    def apply(self, tree: Any, data: Any) -> list[dt.Path]:
        """Return where the estimator that grew *tree* says that each row ends."""
        fitted = fitted_of(tree)
        paths: dict[int, dt.Path] = {0: ()}
        for place, below in enumerate(children_in(fitted.estimator.tree_)):
            paths |= {child: (*paths[place], side) for side, child in enumerate(below)}
        return [paths[place] for place in fitted.estimator.apply(inputs_of(data, fitted.names)).tolist()]

    def pruning_sequence(
        self, tree: Any, *, impurity: Impurity | None = None, ties: str = "together"
    ) -> list[dict[str, Any]]:
        """Return the rows of the pruning path: the first is *tree*, each other is what fit leaves there."""
        arrays = _arrays(tree, impurity)
        path = ccp_pruning_path(arrays)
        alphas = path["ccp_alphas"].tolist()
        rows: list[dict[str, Any]] = [
            {"alpha": alpha, "risk": risk} for alpha, risk in zip(alphas, path["impurities"].tolist(), strict=True)
        ]
        for place, alpha in enumerate(alphas[:-1]):
            if ties == "together" or 0 < alpha < min(alphas[place + 1 :]):
                rows[place]["tree"] = _pruned(arrays, max(alpha, math.ulp(0.0)))  # 0 prunes nothing, less is refused
        rows[-1]["tree"] = {}
        rows[0]["tree"] = tree
        return rows

    def optimal_subtree(self, tree: Any, alpha: Any, *, impurity: Impurity | None = None) -> Document:
        """Return the tree of a fit with this ``ccp_alpha``."""
        if alpha == 0:
            message = "ccp_alpha=0 prunes nothing, as documented"
            raise Unsupported(message)
        arrays = _arrays(tree, impurity)
        if not isinstance(tree, dict):
            return _pruned(arrays, float(alpha))
        pruned = self._grown(tree["data"], tree["learner"], ccp_alpha=float(alpha))
        return {name: part for name, part in pruned.items() if name != "fitted"}

    def _grown(self, data: dt.Dataset, learner: dt.Learner, **options: Any) -> Document:
        estimator = self._classes if isinstance(data.target, dt.Classes) else self._numbers
        return attrs.evolve(estimator, make=partial(estimator.make, **options)).grow(data, learner)


def _arrays(tree: Any, impurity: Impurity | None) -> Any:
    """Return *tree* in scikit-learn's own arrays, its nodes parents first."""
    if isinstance(tree, dict):
        if "learner" not in tree or impurity not in {None, tree["learner"].impurity_for(tree["data"])}:
            message = "a fit is pruned where it was grown, and by the criterion that it was grown by"
            raise Unsupported(message)
        return fitted_of(tree).estimator.tree_
    measure = impurity or usual_impurity(tree.summary)
    listed = sorted(nodes(tree).items(), key=lambda item: len(item[0]))
    places = {path: place for place, (path, _) in enumerate(listed)}
    if any(max(path, default=0) > 1 for path in places):
        message = "its trees are binary"
        raise Unsupported(message)
    rows = np.zeros(len(listed), NODE_DTYPE)
    for side, name in enumerate(("left_child", "right_child")):
        rows[name] = [places.get((*path, side), -1) for path in places]
    rows["impurity"] = [float(measure(node.summary)) for _, node in listed]
    rows["weighted_n_node_samples"] = [float(node.summary.weight) for _, node in listed]
    rows["n_node_samples"] = 1
    written = Fitted(1, np.ones(1, np.intp), 1)
    state = {"node_count": len(rows), "nodes": rows, "values": np.zeros((len(rows), 1, 1))}
    written.__setstate__({"max_depth": len(listed[-1][0]), **state})
    return written


def _pruned(arrays: Any, alpha: float) -> Document:
    """Return the shape of *arrays* pruned as a fit with this ``ccp_alpha`` prunes them."""
    made = Fitted(arrays.n_features, arrays.n_classes, arrays.n_outputs)
    _build_pruned_tree_ccp(made, arrays, alpha)  # what fit calls
    return document_of_nodes(children_in(made), lambda _: {})

"""The adapter for scikit-learn: growing, predicting and pruning by decision trees, and extra trees without chance.

scikit-learn's pruning path states alphas and risks alone. The tree of a row is that of a fit with ``ccp_alpha`` at the
row's alpha, where there is one: alpha 0 means no pruning, a negative alpha is refused, and of rows with equal alpha a
fit shows the last. A tree that scikit-learn did not grow is written into its arrays and pruned there.
"""

from __future__ import annotations

import math
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs
import numpy as np
from sklearn import datasets as shipped
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier, ExtraTreeRegressor
from sklearn.tree._tree import ccp_pruning_path

import dtrees as dt
from dtrees.growing.impurity import Impurity, entropy, gini, squared_error, usual_impurity
from dtrees.oracle.cases import Case, Task, table_cases
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.estimators.estimator import Estimator, Predicting, fitted_of, outputs_of
from dtrees.oracle.estimators.fitted import BITS_OF_POISSON, Fitted, document_of_arrays, pruned_document, tree_in_arrays
from dtrees.peers.scikit_learn.why import explain
from dtrees.peers.shared.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.oracle.implementation import Document

CONVENTIONS: Final = Conventions(
    precision="float32", smallest_gap=1e-7, cut="midpoint", arithmetic="float64", ties="any", zero_gain="split",
    direction="more_rows", scale="proportion", links="one_at_a_time", first="largest", rates="positive",
)  # fmt: skip
"""R(t) is made of the criterion that grew the tree; the smallest gap is scikit-learn's FEATURE_THRESHOLD."""

LEARNERS: Final = {one.__name__: dt.cart(impurity=one, missing="either_side") for one in (gini, entropy, squared_error)}
KEPT: Final = {"absolute_error": dt.absolute_error, "poisson": dt.poisson_deviance}
"""The criteria of trees that predict medians, and rates."""
LIMITS: Final = dt.Stopping(max_depth=3, min_split=4, min_leaf=2)
SMALL: Final = {f"{name}, small": attrs.evolve(one, stopping=LIMITS) for name, one in LEARNERS.items()}
SHIPPED: Final = dict.fromkeys(("iris", "wine", "breast_cancer", "digits"), dt.classification_data)
SCALES: Final = (1.0, 0.1, 1e-3, 1e6)  # of random data: tenths round, whole numbers do not


class ScikitLearn(Peer, Predicting):
    """scikit-learn's decision trees; *options* are parameters of the estimators."""

    makes: ClassVar[tuple[Any, Any]] = DecisionTreeClassifier, DecisionTreeRegressor
    usual: ClassVar[Mapping[str, Any]] = {"random_state": 0}
    conventions: Final = CONVENTIONS
    learners: ClassVar[Mapping[str, dt.Learner]] = SMALL | LEARNERS
    random_options: ClassVar = {"scales": SCALES, "targets": SCALES, "gaps": 1 / 3}
    usual_cases: ClassVar[int] = 0
    explain = staticmethod(explain)

    def __init__(self, **options: Any) -> None:
        self.options = options
        kinds = zip(self.makes, (("gini", "entropy"), ("squared_error",)), ((), KEPT), strict=True)
        self.classes, self.numbers = (
            Estimator(
                make=partial(make, **{**self.usual, **options}),
                parameters={"max_depth": "max_depth", "min_split": "min_samples_split", "min_leaf": "min_samples_leaf"},
                learners={self.learners[one]: {"criterion": one} for one in criteria}
                | {attrs.evolve(LEARNERS["squared_error"], impurity=KEPT[one]): {"criterion": one} for one in kept},
                numbers=make is self.makes[1],
                weights=True,
            )
            for make, criteria, kept in kinds
        )

    @classmethod
    def tables(cls) -> Sequence[Case]:
        """Return the data sets that scikit-learn ships, each with every criterion."""
        return _shipped_cases()

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data with numeric features; in some, the rows of each class share one weight."""
        data = super().drawn(number, chance, task)
        codes = getattr(data.target, "codes", None)
        return (
            data
            if codes is None or number % 12 < len(LEARNERS) * 3
            else attrs.evolve(data, weights=chance.integers(1, 5, 9)[codes])
        )

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        """Return the fitted tree as a document with everything scikit-learn states, the estimator, data and learner."""
        if getattr(data.target, "centre", "") in {"lower_median", "upper_median"}:
            message = "it predicts what is halfway between the lower and the upper median"
            raise dt.Unsupported(message)
        priced = _class_weight(data, learner.stopping)
        classes = attrs.evolve(self.classes, make=partial(self.classes.make, class_weight=priced))
        asked = attrs.evolve(data, weights=np.ones(len(data))) if priced else data
        has_classes = isinstance(outputs_of(data)[0].target, dt.Classes)
        fitted = fitted_of((classes if has_classes else self.numbers).grow(asked, learner))
        arrays = fitted.estimator.tree_
        stated = fitted.stated(arrays)
        document = document_of_arrays(arrays, data.feature_names, stated, directed=data.holds_missing)
        return {**document, "fitted": fitted, "data": data, "learner": learner}

    def pruning_sequence(
        self, tree: Any, *, impurity: Impurity | None = None, ties: str = "together"
    ) -> list[dict[str, Any]]:
        """Return the rows of the pruning path.

        The tree of the first row is *tree*, that of each other row is the tree of a fit at its alpha.
        """
        path = ccp_pruning_path(arrays := _arrays(tree, impurity))
        alphas, unit = path["ccp_alphas"].tolist(), _unit(fitted_of(tree)) if isinstance(tree, dict) else 1
        trees: list[Any] = [None] * len(alphas)
        for place, alpha in enumerate(alphas[:-1]):
            if ties == "together" or 0 < alpha < min(alphas[place + 1 :]):
                trees[place] = pruned_document(arrays, max(alpha, math.ulp(0.0)))  # 0 prunes nothing, less is refused
        trees[-1], trees[0] = {}, tree
        rows = zip(alphas, path["impurities"].tolist(), trees, strict=True)
        return [{"alpha": alpha * unit, "risk": risk * unit, "tree": each} for alpha, risk, each in rows]

    def optimal_subtree(self, tree: Any, alpha: Any, *, impurity: Impurity | None = None) -> Document:
        """Return the tree of a fit with ``ccp_alpha`` set to *alpha*."""
        if alpha == 0:
            message = "ccp_alpha=0 prunes nothing, as documented"
            raise dt.Unsupported(message)
        arrays = _arrays(tree, impurity)
        if not isinstance(tree, dict):
            return pruned_document(arrays, float(alpha))
        own = float(alpha) / _unit(fitted_of(tree))
        return type(self)(**self.options, ccp_alpha=own).grow(tree["data"], tree["learner"])


class ExtraTree(ScikitLearn):
    """scikit-learn's extra trees, set to try every threshold of every column, so that nothing is random.

    They do not take missing values.
    """

    makes = ExtraTreeClassifier, ExtraTreeRegressor
    usual: ClassVar = {**ScikitLearn.usual, "splitter": "best", "max_features": None}
    learners: ClassVar = {word: dt.cart(impurity=one.impurity) for word, one in LEARNERS.items()}
    random_options: ClassVar = {**ScikitLearn.random_options, "gaps": 0}
    known = ("regression",)
    usual_cases = 100

    @classmethod
    def tables(cls) -> Sequence[Case]:
        """Return the cases of one small table; larger ones are judged with `ScikitLearn`."""
        return super(ScikitLearn, cls).tables()


def _class_weight(data: dt.Dataset, rule: dt.Stopping) -> dict[int, float] | None:
    """Return the weight of each class that occurs, where all its rows share one and no limit counts rows."""
    if isinstance(data.target, dt.Responses) or rule.min_split or rule.min_leaf or np.all(data.weights == 1):
        return None
    pairs = sorted({*zip(data.target.codes.tolist(), data.weights.tolist(), strict=True)})
    shared = len(pairs) == len({code for code, _ in pairs})
    return {place: weight for place, (_, weight) in enumerate(pairs)} if shared else None


@cache
def _shipped_cases() -> tuple[Case, ...]:
    sets = SHIPPED | {"diabetes": dt.regression_data}
    loaded = {name: make(*getattr(shipped, f"load_{name}")(return_X_y=True)) for name, make in sets.items()}
    return table_cases(loaded, LEARNERS)


def _arrays(tree: Any, impurity: Impurity | None) -> Any:
    """Return *tree* as scikit-learn's own."""
    if not isinstance(tree, dict):
        return tree_in_arrays(tree, impurity or usual_impurity(tree.summary))
    fitted = fitted_of(tree)
    if impurity not in {None, fitted.measure}:
        message = "a fit is pruned by the criterion that it was grown by"
        raise dt.Unsupported(message)
    return fitted.estimator.tree_


def _unit(fitted: Fitted) -> float:
    """Return how many units of the exact impurity one unit of the estimator's own is."""
    return BITS_OF_POISSON if fitted.measure is dt.poisson_deviance else 1.0

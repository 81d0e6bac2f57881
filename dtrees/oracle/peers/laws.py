"""scikit-learn, XGBoost and LightGBM as implementations (`conformance.implementation`), so that each law can be tried.

They are peers, not dependencies: each is imported when it is made.  Not offered: the boosters' predictions, which are
float32 sums of trees.

    laws_of(ScikitLearn(), examples=20)
"""

from __future__ import annotations

import math
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.data import Classes, Dataset, Numeric, Responses
from dtrees.errors import Unsupported
from dtrees.impurity import usual_impurity
from dtrees.laws.naive import columns_of
from dtrees.laws.naive_pruning import nodes
from dtrees.learner import Stopping
from dtrees.oracle.conformance import conformance
from dtrees.oracle.peers.boosters.booster import LEARNER, as_single
from dtrees.score import scored_splits
from dtrees.split import Questions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from dtrees.exact import Exact
    from dtrees.impurity import Impurity
    from dtrees.learner import Learner
    from dtrees.oracle.conformance import Conformance
    from dtrees.oracle.conformance.implementation import Document
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.peers.boosters.booster import Peer
    from dtrees.prune import Ties
    from dtrees.tree import Tree

SMALLEST: Final = math.ulp(0.0)
"""The smallest positive ``ccp_alpha``: 0 means no pruning, and less is refused."""


class ScikitLearn:
    """scikit-learn's decision trees: growing, predicting, and pruning.

    A tree that was not grown here is pruned by the same code: it is written into scikit-learn's arrays first.
    """

    def __init__(self) -> None:
        self.trees: Any = import_module("sklearn.tree")
        self.inner: Any = import_module("sklearn.tree._tree")
        granted: Conventions = import_module("dtrees.oracle.peers.scikit_learn.trees").CONVENTIONS
        self.conventions = attrs.evolve(
            granted,
            cut="midpoint",
            arithmetic="float64",
            ties="any",
            zero_gain="split",
            pure_up_to=2.0**-52,
            scale="proportion",
            links="one_at_a_time",
            first="largest",
        )

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the fitted tree as a document that states all it knows, the estimator with it."""
        criterion = learner.impurity_for(data).__name__
        rule = learner.stopping
        _require_cart(data, learner, Stopping(max_depth=rule.max_depth))
        if criterion == "misclassification" or rule.max_depth == 0:
            message = "the criteria are gini, entropy and squared_error, and max_depth is at least 1"
            raise Unsupported(message)
        numbers = isinstance(data.target, Responses)
        make = self.trees.DecisionTreeRegressor if numbers else self.trees.DecisionTreeClassifier
        estimator = make(criterion=criterion, max_depth=rule.max_depth, random_state=0)
        targets = data.target.values if isinstance(data.target, Responses) else data.target.codes
        estimator.fit(_rows(columns_of(data)), targets, sample_weight=data.weights)
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

        return {**_nested(_children(fitted), asks, states), "estimator": estimator, "labels": labels}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return what the estimator that grew *tree* predicts."""
        said = self._estimator(tree).predict(_rows(data)).tolist()
        return [tree["labels"][code] for code in said] if tree["labels"] else said

    def predict_proba(self, tree: Any, data: Any) -> np.ndarray:
        """Return the class shares by the estimator that grew *tree*."""
        estimator = self._estimator(tree)
        return _shares(estimator, estimator.predict_proba(_rows(data)), tree["labels"])

    def pruning_sequence(
        self, tree: Tree, *, impurity: Impurity | None = None, ties: Ties = "together"
    ) -> list[dict[str, Any]]:
        """Return the rows of the pruning path: the first is *tree*, each other is what a fit at its alpha shows."""
        if ties == "one_at_a_time":
            message = "of rows that share an alpha a fit shows the last alone"
            raise Unsupported(message)
        fitted = self._written(tree, impurity)
        first, *alphas = self.inner.ccp_pruning_path(fitted)["ccp_alphas"].tolist()
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
        written = self.inner.Tree(1, np.ones(1, np.intp), 1)
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
                "nodes": np.array(rows, self.inner.NODE_DTYPE),
                "values": np.zeros((len(rows), 1, 1)),
            }
        )
        return written

    def _pruned(self, fitted: Any, alpha: float) -> Document:
        """Return the shape of *fitted* pruned as a fit with this ``ccp_alpha`` prunes it."""
        made = self.inner.Tree(fitted.n_features, fitted.n_classes, fitted.n_outputs)
        self.inner._build_pruned_tree_ccp(made, fitted, alpha)  # noqa: SLF001 (what fit calls)
        return _nested(_children(made))


class Booster:
    """A booster's one unregularised tree of numbers; two classes are the numbers 0 and 1, of half the Gini."""

    name: str

    def __init__(self) -> None:
        self.module = import_module(f"dtrees.oracle.{self.name}")
        self.peer: Peer = self.module.peer()
        self.conventions: Conventions = self.module.CONVENTIONS

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the tree as a document of its questions."""
        _require_cart(data, learner, Stopping(zero_gain=learner.stopping.zero_gain))
        if learner.impurity_for(data).__name__ not in {"gini", "squared_error"}:
            message = "boosters lower the sum of squares alone"
            raise Unsupported(message)
        numbers = _as_numbers(data)
        single = as_single(numbers)
        if not np.array_equal(single.weights, data.weights) or single.target != numbers.target:
            message = "responses or weights that float32 rounds"
            raise Unsupported(message)
        self.require_apart(numbers)
        grown = self.peer.grow(numbers)

        def asks(place: int) -> Document:
            node = grown[place]
            cut = math.nextafter(node.cut, math.inf) if self.conventions.comparison == "<" else node.cut
            return {"feature": data.feature_names[node.asks], "threshold": cut}

        return _nested([node.children for node in grown], asks)

    def require_apart(self, data: Dataset) -> None:
        """Raise `Unsupported` for values that the conventions tell apart, but the booster does not."""


class XGBoost(Booster):
    """XGBoost's exact method."""

    name = "xgboost"


class LightGBM(Booster):
    """LightGBM with a bin for each value."""

    name = "lightgbm"

    def require_apart(self, data: Dataset) -> None:
        """Raise `Unsupported` for neighbours in one bin, which no convention of ours can say."""
        apart = self.module._are_apart  # noqa: SLF001 (it is what the judge grants)
        if not all(apart(split.question, data) for split in scored_splits(data, LEARNER)):
            message = "neighbours in one bin"
            raise Unsupported(message)


def laws_of(
    implementation: object, examples: int, *, laws: Iterable[str] | None = None, shrink: bool = True
) -> Conformance:
    """Return what the *laws* say of *implementation*, tried on inputs that are the same each time.

    >>> import dtrees
    >>> laws_of(dtrees, 5, laws=["gini_is_disagreement"]).named("holds")
    ('gini_is_disagreement',)
    """
    from dtrees.laws.check import fixed_inputs  # noqa: PLC0415 (only laws need Hypothesis)

    with fixed_inputs():
        return conformance(implementation, laws=laws, examples=examples, shrink=shrink)


# --- between their arrays and ours ------------------------------------------------------------------------------


def _require_cart(data: Dataset, learner: Learner, stopping: Stopping) -> None:
    """Raise `Unsupported` unless *learner* asks numbers for gains, with these limits alone."""
    numeric = all(isinstance(feature, Numeric) for feature in data.features)
    asked = attrs.evolve(learner.questions, categories="equals") == Questions("midpoint", "equals")
    if not numeric or not asked or learner.score != "gain" or learner.stopping != stopping:
        message = "it asks numbers for gains, at midpoints, without other limits"
        raise Unsupported(message)


def _as_numbers(data: Dataset) -> Dataset:
    if isinstance(data.target, Responses):
        return data
    if len(data.target.labels) > 2:  # noqa: PLR2004 (0 and 1)
        message = "more than two classes are no numbers"
        raise Unsupported(message)
    return attrs.evolve(data, target=Responses(data.target.codes.astype(np.float64)))


def _rows(data: Any) -> np.ndarray:
    columns: Mapping[str, Sequence[Any]] = columns_of(data) if isinstance(data, Dataset) else data
    return np.column_stack([np.asarray(column, np.float64) for column in columns.values()])


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


def _nothing(_: int) -> Document:
    return {}


def _nested(
    children: Sequence[Sequence[int]],
    asks: Callable[[int], Document] = _nothing,
    states: Callable[[int], Document] = _nothing,
) -> Document:
    """Return the document of nodes listed parents first by the places of their *children*; leaves are asked nothing.

    >>> _nested([(1, 2), (), ()], lambda node: {"feature": "x"})
    {'feature': 'x', 'children': [{}, {}]}
    """
    made: dict[int, Document] = {}
    for place in reversed(range(len(children))):
        below = [made[child] for child in children[place]]
        made[place] = {**states(place), **({**asks(place), "children": below} if below else {})}
    return made[0]

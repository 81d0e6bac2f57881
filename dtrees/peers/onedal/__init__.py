"""The adapter for oneDAL: its decision tree with reduced-error pruning, and one tree of its forest, by daal4py.

oneDAL 2026 has the forest alone. Missing values and the forest's binned columns are not judged.
"""

from __future__ import annotations

import math
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.estimators.fitted import inputs_of
from dtrees.oracle.laws.supported import Supported
from dtrees.oracle.nodes import document_of_nodes
from dtrees.peers.onedal.why import why_of_forest, why_of_tree
from dtrees.peers.shared.peer import Peer, grown_here

if TYPE_CHECKING:
    from dtrees.oracle.implementation import Document

FLOATS: Final = Conventions(arithmetic="float64", ties="any", zero_gain="split")
CRITERIA: Final[dict[Any, str]] = {dt.gini: "gini", dt.entropy: "infoGain"}


def _growing(*impurities: Any) -> dict[str, dt.Learner]:
    """Return CART learners for each of the *impurities*: full trees, depth 1, and at least 2 rows a leaf."""
    limits: dict[str, dict[str, Any]] = {"": {}, ", depth 1": {"max_depth": 1}, ", 2 rows": {"min_leaf": 2}}
    return {
        f"{one.__name__}{word}": dt.cart(impurity=one, **limit) for word, limit in limits.items() for one in impurities
    }


class Trained(Peer):
    """The base of both adapters: a daal4py *algorithm* that runs on *threads* threads, with *options* changed."""

    algorithm: ClassVar[str]
    known = ("iris", "regression")
    random_options: ClassVar = {"scales": (1.0, 0.1, 1e3), "targets": (1.0, 0.1, 1e3, 2.0**-27), "heaviest": 3}
    supported: ClassVar[Supported] = Supported(
        numbers=("midpoint",), categories=(), impurities=(None, dt.gini, dt.entropy, dt.squared_error),
        scores=("gain",), gates=("none",), limits=("max_depth", "min_leaf"), counted=True, least_depth=1,
    )  # fmt: skip

    def __init__(self, threads: int = 1, **options: Any) -> None:
        self.threads, self.options = threads, options
        self.package = import_module("daal4py")
        if not hasattr(self.package, f"{self.algorithm}_classification_training"):
            message = (
                f"oneDAL cannot be judged, for this daal4py has no {self.algorithm}: pip install 'dtrees-spec[onedal]'"
            )
            raise dt.Unsupported(message)

    def trained(self, data: dt.Dataset, learner: dt.Learner, *others: Any, **options: Any) -> Document:
        """Return the fitted tree as a document, with the model, data and learner."""
        self.supported.require(data, learner)
        weights = [] if np.all(data.weights == 1) else [data.weights.astype(float).reshape(-1, 1)]
        self.package.daalinit(self.threads)
        made = self._made("training", data, {**options, **self.options})
        model = made.compute(_table(data, data), _target(data), *others, *weights).model
        return {**self._document(model, data, learner), "model": model, "data": data, "learner": learner}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return the model's prediction for each row."""
        grown = grown_here(tree)
        answered, labels = self._asked(grown, data).prediction.ravel().tolist(), _labels(grown["data"])
        return [labels[int(code)] for code in answered] if labels else answered

    def predict_proba(self, tree: Any, data: Any) -> Any:
        """Return the model's class shares for each row."""
        grown = grown_here(tree)
        if not _labels(grown["data"]):
            message = "numbers have no shares"
            raise dt.Unsupported(message)
        asked = {"resultsToEvaluate": "computeClassProbabilities"}
        return self._asked(grown, data, asked).probabilities[:, : len(_labels(grown["data"]))].tolist()

    def _asked(self, grown: Any, data: Any, options: Any = ()) -> Any:
        made = self._made("prediction", grown["data"], dict(options))
        return made.compute(_table(data, grown["data"]), grown["model"])

    def _made(self, stage: str, data: dt.Dataset, options: dict[str, Any]) -> Any:
        labels = _labels(data)
        word, classes = ("classification", {"nClasses": max(2, len(labels))}) if labels else ("regression", {})
        return getattr(self.package, f"{self.algorithm}_{word}_{stage}")(**classes, **options)

    def _document(self, model: Any, data: dt.Dataset, learner: dt.Learner) -> Document:
        labels = _labels(data)
        state = self.package.getTreeState(model, n_classes=max(2, len(labels)) if labels else 1)
        nodes, values = state.node_ar, state.value_ar[:, 0]
        unit = math.log2(math.e) if learner.impurity_for(data) is dt.entropy else 1.0  # its logarithms are natural
        weighs = bool(np.all(data.weights == 1))  # else it states how many rows there are

        def node(place: int) -> Document:
            one, value = nodes[place], values[place]
            states = {"impurity": float(one["impurity"]) * unit} | (
                {"weight": int(one["n_node_samples"])} if weighs else {}
            )
            if one["left_child"] >= 0:
                return states | {"feature": data.feature_names[one["feature"]], "threshold": float(one["threshold"])}
            return states | ({"prediction": labels[int(np.argmax(value))]} if labels else {"value": float(value[0])})

        pairs = zip(nodes["left_child"].tolist(), nodes["right_child"].tolist(), strict=True)
        return document_of_nodes([pair if pair[0] >= 0 else () for pair in pairs], node)


class OneDal(Trained):
    """oneDAL's decision tree, unpruned or pruned by its errors on given validation rows."""

    algorithm = "decision_tree"
    conventions: Final = attrs.evolve(FLOATS, comparison="<", cut="midpoint")
    learners: ClassVar = _growing(dt.gini, dt.entropy, dt.squared_error)
    explain = staticmethod(why_of_tree)

    def grow(self, data: dt.Dataset, learner: dt.Learner, validation: dt.Dataset | None = None) -> Document:
        """Return oneDAL's tree, pruned if *validation* rows are given.

        oneDAL's depth counts levels, not questions.
        """
        rule = learner.stopping
        options: dict[str, Any] = {
            "pruning": "reducedErrorPruning" if validation else "none",
            "minObservationsInLeafNodes": max(1, int(rule.min_leaf)),
            "maxTreeDepth": rule.max_depth + 1 if rule.max_depth else 0,
        }
        if isinstance(data.target, dt.Classes):
            options["splitCriterion"] = CRITERIA[learner.impurity_for(data)]
        others = (_table(validation, data), _target(validation)) if validation else (None, None)
        return self.trained(data, learner, *others, **options)

    def reduced_error_prune(self, tree: Any, validation: dt.Dataset) -> Document:
        """Return *tree*, grown again and pruned by its errors on the rows of *validation*."""
        if not np.all(validation.weights == 1):
            message = "the rows that prune have no weights"
            raise dt.Unsupported(message)
        grown = grown_here(tree)
        return self.grow(grown["data"], grown["learner"], validation)


class OneDalForest(Trained):
    """One tree of oneDAL's decision forest, grown on all rows and all columns."""

    algorithm = "decision_forest"
    conventions: Final = attrs.evolve(FLOATS, cut="between")
    learners: ClassVar = _growing(dt.gini, dt.squared_error)
    supported = attrs.evolve(Trained.supported, impurities=(None, dt.gini, dt.squared_error))
    explain = staticmethod(why_of_forest)

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        """Return the one tree of the forest."""
        options = {"nTrees": 1, "bootstrap": False, "featuresPerNode": len(data.features)}
        limits = {
            "minObservationsInLeafNode": max(1, int(learner.stopping.min_leaf)),
            "maxTreeDepth": learner.stopping.max_depth or 0,
        }
        return self.trained(data, learner, **options, **limits)


def _labels(data: dt.Dataset) -> tuple[Any, ...]:
    return data.target.labels if isinstance(data.target, dt.Classes) else ()


def _table(data: Any, grown: dt.Dataset) -> np.ndarray:
    return np.ascontiguousarray(inputs_of(data, grown.feature_names), dtype=float)


def _target(data: dt.Dataset) -> np.ndarray:
    target = data.target
    return np.asarray(target.codes if isinstance(target, dt.Classes) else target.values, dtype=float).reshape(-1, 1)

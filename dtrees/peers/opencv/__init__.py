"""The adapter for OpenCV's `cv2.ml.DTrees`: growing and predicting; no version since 3.0 implements its pruning.

Features, responses and weights are float32.  No tree can be grown before `OPTIONS` are set.
"""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.cases import Task, random_data, random_numbers
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.finding import Finding, NoAnswer
from dtrees.oracle.laws.supported import Supported
from dtrees.peers.shared.peer import COUNTED, Peer, coded, grown_here, is_rounded, mean_regret

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.implementation import Document

OPTIONS: Final[dict[str, Any]] = {"CVFolds": 0, "MinSampleCount": 0, "MaxDepth": 12, "RegressionAccuracy": 1e-30}
"""Options by the names of their setters.  Each level of depth doubles the memory, and 25 is the most."""

LEARNERS: Final = {
    "gini": dt.cart(impurity=dt.gini, categories="subset"),
    "squared_error": dt.cart(impurity=dt.squared_error, categories="subset"),
    "gini, small": dt.cart(impurity=dt.gini, categories="subset", max_depth=2, min_split=4),
}

ORDER: Final = "defect: of more than two classes another subset of the categories is taken than was found"
SINGLE: Final = "defect: columns are compared by float32 scores that are not centred"
ABSENT: Final = "defect: a class that no row of the node has ends the training"
FOLDS: Final = "defect: pruning by cross-validation is documented, and does not exist"
SURROGATES: Final = "convention: surrogates are documented as not implemented, and refused"
LIMIT: Final = "defect: a node of as many rows as MinSampleCount is not split"
MIDPOINT: Final = "defect: a midpoint that rounds, or overflows, in float32"
NO_MEANS: Final = "convention: a question is not asked where the means of both sides are 0"


class OpenCV(Peer):
    """OpenCV's decision trees with `OPTIONS`, some of them changed."""

    conventions: Final = Conventions(
        precision="float32", response_precision="float32", stated_precision="float32", largest=1e37, cut="between",
        arithmetic="float64", ties="any", zero_gain="split", categories="subset", wording="any",
    )  # fmt: skip
    learners = LEARNERS
    supported: Final = Supported(
        numbers=("midpoint",), categories=("subset",), impurities=(None, dt.gini, dt.squared_error), scores=("gain",),
        gates=("none",), limits=("max_depth", "min_split"), counted=True, least_depth=1,
    )  # fmt: skip
    passed_over: Final = (COUNTED, ORDER, SINGLE, ABSENT)

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.package = import_module("cv2")
        if not hasattr(self.package, "ml"):
            message = "OpenCV cannot be judged, for this cv2 has no ml: pip install 'opencv-python-headless<5'"
            raise dt.Unsupported(message)

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data, by turns with categories, and numeric with weights."""
        if number % 2:
            return random_data(chance, task)
        data = random_numbers(chance, task, scales=[1.0, 0.1, 1e3], targets=[1.0, 0.1, 1e3], heaviest=3)
        codes = getattr(data.target, "codes", None) if number % 4 == 0 else None
        return data if codes is None else attrs.evolve(data, weights=chance.integers(1, 4, 9)[codes])

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        """Return the tree that OpenCV saves as a document, with the model itself and *data*."""
        self.supported.require(data, learner)
        rule, classes = learner.stopping, data.target if isinstance(data.target, dt.Classes) else None
        asked: Any = {"MinSampleCount": int(rule.min_split), **({"MaxDepth": rule.max_depth} if rule.max_depth else {})}
        cv2, model = self.package, self.package.ml.DTrees_create()
        kinds = np.array([*(isinstance(one, dt.Categorical) for one in data.features), bool(classes)], np.uint8)
        target = classes.codes.astype(np.int32) if classes else data.target.values.astype(np.float32)  # type: ignore[union-attr]  # numbers
        weights: Any = data.weights.astype(np.float32)
        pairs = sorted({*zip(target.tolist(), data.weights.tolist(), strict=True)})
        if classes and len(pairs) == len({code for code, _ in pairs}):  # each class has one weight
            asked["Priors"], weights = np.array([weight for _, weight in pairs]), None
        try:
            for name, value in (OPTIONS | asked | self.options).items():
                getattr(model, f"set{name}")(value)
            model.train(cv2.ml.TrainData_create(coded(data, data, np.float32), 0, target, None, None, weights, kinds))
        except cv2.error as failure:
            raise NoAnswer(kind="error", message=f"{failure.err} in {failure.func}") from failure
        storage = cv2.FileStorage(
            ".json", cv2.FILE_STORAGE_WRITE | cv2.FILE_STORAGE_MEMORY | cv2.FILE_STORAGE_FORMAT_JSON
        )
        model.write(storage)
        saved = json.loads(storage.releaseAndGetString())
        return {"nodes": [_node(node, saved, data) for node in saved["nodes"]], "model": model, "data": data}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return the model's prediction for each row."""
        model, grown = grown_here(tree)["model"], tree["data"]
        return [_value(one, grown) for one in model.predict(coded(data, grown, np.float32))[1].ravel().tolist()]

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        if finding.path is None:
            known = {"sum > 0": ABSENT, "CVFolds": FOLDS, "surrogate": SURROGATES}
            return next((why for word, why in known.items() if word in finding.got), "unexplained")
        rows = around.rows[finding.path]
        numbers = all(isinstance(feature, dt.Numeric) for feature in rows.features)
        if finding.kind == "early leaf" and len(rows) == around.case.learner.stopping.min_split:
            return LIMIT
        if finding.kind == "early leaf":
            return NO_MEANS if finding.regret == "0" else MIDPOINT if is_rounded(rows, np.float32) else "unexplained"
        squares = rows.target.values**2 if isinstance(rows.target, dt.Responses) else np.ones(len(rows))
        near = mean_regret(finding, rows) <= Fraction(float(np.average(squares, weights=rows.weights))) / 2**22
        if finding.kind == "split" and near:
            return SINGLE
        if finding.kind == "split" and not numbers and isinstance(around.data.target, dt.Classes):
            return COUNTED if len(np.unique(around.data.target.codes)) == 2 else ORDER  # noqa: PLR2004 (classes)
        return "unexplained"


def _node(node: dict[str, Any], saved: dict[str, Any], data: dt.Dataset) -> dict[str, Any]:
    """Return a node of the saved tree as one of a document."""
    states = {"prediction": _value(node["value"], data)}
    if "splits" not in node:
        return states
    [split] = node["splits"]
    feature = data.features[split["var"]]
    if "le" in split:
        return {**states, "feature": feature.name, "threshold": split["le"]}
    start, end = saved["cat_ofs"][2 * split["var"] : 2 * split["var"] + 2]
    known = [feature.categories[code] for code in saved["cat_map"][start:end]]
    listed = [known[place] for place in split.get("in", split.get("not_in"))]
    some = listed if "in" in split else [category for category in known if category not in listed]
    return {**states, "feature": feature.name, "one_of": some}


def _value(stated: float, data: dt.Dataset) -> Any:
    """Return the number, or the class of that number."""
    return data.target.labels[int(stated)] if isinstance(data.target, dt.Classes) else stated

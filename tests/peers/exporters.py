"""Exporters tried: a fitted tree of each program, and what programs make of it that export or state it.

As a campaign, from the folder `tests`, in an environment that has the exporters too::

    pip install skl2onnx onnxmltools onnxruntime treelite m2cgen emlearn
    python -m peers.exporters                     # prints the table of dtrees/peers/exporters.md
"""

from __future__ import annotations

import json
import math
import re
import sys
import warnings
from contextlib import chdir
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris
from sklearn.ensemble import HistGradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, export_text

from dtrees.oracle import Conventions, judge_exported
from dtrees.oracle.estimators.fitted import document_of_arrays

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dtrees.oracle import Verdict

    Predict = Callable[[np.ndarray], Any]

SINGLE: Final = Conventions(precision="float32", stated_precision="float32")
"""How scikit-learn's trees and ONNX read values, and how ONNX states numbers."""


@attrs.frozen
class Fitted:
    """A model of one tree, the document of that tree, how it reads values, and the rows that it was fitted to."""

    model: Any
    tree: Any
    conventions: Conventions
    rows: np.ndarray

    def judge(self, predict: Predict, conventions: Conventions | None = None) -> Verdict:
        """Return the verdict on a function that predicts a table of float64, NaN where a value is missing."""
        names = [f"x{place}" for place in range(self.rows.shape[1])]

        def of_columns(columns: Mapping[str, Any]) -> Any:
            lists = [[math.nan if one is None else one for one in column] for column in columns.values()]
            return list(predict(np.array(lists, dtype=np.float64).T.copy()))

        return judge_exported(self.tree, of_columns, features=names, conventions=conventions or self.conventions)

    def own(self, rows: np.ndarray) -> Any:
        """Return what the model itself predicts."""
        said = self.model.predict_proba(rows) if hasattr(self.model, "predict_proba") else self.model.predict(rows)
        return np.asarray(said)


# --- fitted trees -----------------------------------------------------------------------------------------------------


@cache
def scikit_learn(name: str, *, forest: bool = False) -> Fitted:
    """Return a tree on scikit-learn's data, or a forest of one tree of all rows and columns."""
    load = {"iris": load_iris, "breast cancer": load_breast_cancer, "digits": load_digits, "diabetes": load_diabetes}
    rows, target = load[name](return_X_y=True)
    number = name == "diabetes"
    whole = {"bootstrap": False, "max_features": None}
    if forest:
        model = (RandomForestRegressor if number else RandomForestClassifier)(1, random_state=0, **whole)
    else:
        model = (DecisionTreeRegressor if number else DecisionTreeClassifier)(random_state=0)
    tree = (model.fit(rows, target).estimators_[0] if forest else model.fit(rows, target)).tree_
    values = tree.value[:, 0] if not number else tree.value[:, 0, 0]
    names = [f"x{place}" for place in range(rows.shape[1])]
    return Fitted(model, document_of_arrays(tree, names, {"value": values}), Conventions(precision="float32"), rows)


@cache
def boosted(program: str, *, missing: bool = False) -> Fitted:
    """Return the first tree of a booster with its default options, on the diabetes data."""
    rows, target = load_diabetes(return_X_y=True)
    if missing:
        rows[np.random.default_rng(0).random(rows.shape) < 0.1] = np.nan
    if program == "HistGradientBoosting":
        model: Any = HistGradientBoostingRegressor(max_iter=1).fit(rows, target)
        nodes, base = model._predictors[0][0].nodes, float(np.ravel(model._baseline_prediction)[0])  # noqa: SLF001
        return Fitted(model, _of_histograms(nodes, 0, base), Conventions(), rows)
    if program == "LightGBM":
        model = import_module("lightgbm").LGBMRegressor(n_estimators=1, verbosity=-1).fit(rows, target)
        [dumped] = model.booster_.dump_model()["tree_info"]
        return Fitted(model, _of_lightgbm(dumped["tree_structure"]), Conventions(), rows)
    model = import_module("xgboost").XGBRegressor(n_estimators=1, base_score=0.5).fit(rows, target)
    tree = _of_xgboost(json.loads(model.get_booster().get_dump(dump_format="json")[0]))
    return Fitted(model, tree, attrs.evolve(SINGLE, comparison="<"), rows)


def _of_histograms(nodes: Any, place: int, base: float) -> dict[str, Any]:
    node = nodes[place]
    if node["is_leaf"]:
        return {"value": base + float(node["value"])}
    below = [_of_histograms(nodes, node[side], base) for side in ("left", "right")]
    asked = {"feature": f"x{node['feature_idx']}", "threshold": float(node["num_threshold"])}
    return {**asked, "missing": 1 - int(node["missing_go_to_left"]), "children": below}


def _of_lightgbm(node: Any) -> dict[str, Any]:
    if "leaf_value" in node:
        return {"value": node["leaf_value"]}
    left = node["default_left"] if node["missing_type"] == "NaN" else node["threshold"] >= 0  # read as 0
    below = [_of_lightgbm(node[side]) for side in ("left_child", "right_child")]
    asked = {"feature": f"x{node['split_feature']}", "threshold": node["threshold"]}
    return {**asked, "missing": int(not left), "children": below}


def _of_xgboost(node: Any) -> dict[str, Any]:
    """Return the tree of a dump, whose nine digits are read as float32."""
    if "leaf" in node:
        return {"value": 0.5 + float(np.float32(node["leaf"]))}
    below = {child["nodeid"]: _of_xgboost(child) for child in node["children"]}
    asked = {"feature": f"x{node['split'][1:]}", "threshold": float(np.float32(node["split_condition"]))}
    return {
        **asked,
        "missing": int(node["missing"] != node["yes"]),
        "children": [below[node["yes"]], below[node["no"]]],
    }


# --- exporters --------------------------------------------------------------------------------------------------------


def skl2onnx(fitted: Fitted) -> Predict:
    """Return the predictions of onnxruntime, of values that become float32."""
    to_onnx = import_module("skl2onnx").to_onnx
    options = {"zipmap": False} if hasattr(fitted.model, "classes_") else None
    return _run(to_onnx(fitted.model, fitted.rows[:1].astype(np.float32), options=options))


def onnxmltools(fitted: Fitted) -> Predict:
    """Return the predictions of onnxruntime for a booster."""
    kind = import_module("onnxmltools.convert.common.data_types").FloatTensorType([None, fitted.rows.shape[1]])
    name = "lightgbm" if "LGBM" in type(fitted.model).__name__ else "xgboost"
    convert = getattr(import_module("onnxmltools"), f"convert_{name}")
    return _run(convert(fitted.model, initial_types=[("x", kind)], target_opset=15))


def _run(exported: Any) -> Predict:
    session = import_module("onnxruntime").InferenceSession(
        exported.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    [given] = session.get_inputs()

    def predict(rows: np.ndarray) -> Any:
        with np.errstate(over="ignore", under="ignore"):
            said = session.run(None, {given.name: rows.astype(np.float32)})
        return said[1] if len(said) > 1 else said[0].ravel()

    return predict


def m2cgen(fitted: Fitted) -> Predict:
    """Return the predictions of the Python code that is generated."""
    scope: dict[str, Any] = {}
    exec(import_module("m2cgen").export_to_python(fitted.model), scope)  # noqa: S102 (that is what it is for)
    return lambda rows: [scope["score"](row) for row in rows.tolist()]


def treelite(fitted: Fitted) -> Predict:
    """Return the predictions of treelite's own interpreter, of float64."""
    package, name = import_module("treelite"), type(fitted.model).__name__
    if "LGBM" in name:
        model = package.frontend.from_lightgbm(fitted.model.booster_)
    elif "XGB" in name:
        model = package.frontend.from_xgboost(fitted.model.get_booster())
    else:
        model = package.sklearn.import_model(fitted.model)

    def predict(rows: np.ndarray) -> Any:
        said = np.asarray(package.gtil.predict(model, rows)).reshape(len(rows), -1)
        return said if said.shape[1] > 1 else said.ravel()

    return predict


def emlearn(fitted: Fitted) -> Predict:
    """Return the predictions of the C code that is generated, by default of whole numbers of 16 bits."""
    model = import_module("emlearn").convert(fitted.model)

    def predict(rows: np.ndarray) -> Any:
        with TemporaryDirectory() as folder, chdir(folder):  # where it writes and compiles the code
            model._classifier = None  # noqa: SLF001 (so that it does so again)
            return np.asarray(model.predict_proba(np.clip(rows, -32768, 32767)), dtype=float)

    return predict


def printed(fitted: Fitted) -> Predict:
    """Return what the rules say that `export_text` prints, by default with two decimals."""
    lines = [(line.index("|---"), line.partition("|---")[2].strip()) for line in export_text(fitted.model).splitlines()]

    def one(row: list[float]) -> Any:
        place = 0
        while (rule := re.fullmatch(r"feature_(\d+) (<=|>) +(-?[\d.]+)", lines[place][1])) is not None:
            value, cut, indent = float(np.float32(row[int(rule[1])])), float(rule[3]), lines[place][0]
            place += 1
            if (value <= cut) != (rule[2] == "<="):
                place = next(at for at in range(place, len(lines)) if lines[at][0] == indent)
        said = re.fullmatch(r"(?:class: |value: \[)(-?[\d.]+)\]?", lines[place][1])
        assert said
        return float(said[1])

    return lambda rows: [one(row) for row in rows.tolist()]


EXPORTERS: Final[dict[str, tuple[str, Callable[[Fitted], Predict]]]] = {
    "skl2onnx": ("skl2onnx", skl2onnx), "onnxmltools": ("onnxmltools", onnxmltools), "m2cgen": ("m2cgen", m2cgen),
    "treelite": ("treelite", treelite), "emlearn": ("emlearn", emlearn), "its own": ("sklearn", lambda one: one.own),
}  # fmt: skip


def tried() -> list[tuple[str, str, Fitted, Conventions | None]]:
    """Return what is tried: an exporter, a model, and the conventions where they are not the model's own."""
    trees = [(f"a tree of {name}", scikit_learn(name)) for name in ("iris", "breast cancer", "diabetes")]
    forests = [(f"a forest of {name}", scikit_learn(name, forest=True)) for name in ("iris", "diabetes")]
    first = [
        (f"{program}{', missing values' * gaps}", boosted(program, missing=gaps))
        for program in ("LightGBM", "XGBoost", "HistGradientBoosting")
        for gaps in (False, True)
    ]
    exact = Conventions()
    return [
        *(("its own", *one, None) for one in (*trees, *first)),
        *(("skl2onnx", *one, SINGLE) for one in trees),
        *(("m2cgen", *one, how) for one in trees for how in (None, exact)),
        *(("treelite", *one, how) for one in forests for how in (None, exact)),
        *(("onnxmltools", *one, how) for one, how in zip(first, (SINGLE, SINGLE, None, None), strict=False)),
        *((name, *one, None) for name in ("m2cgen", "treelite") for one in first[:4]),
        *(("treelite", *one, None) for one in first[4:]),
        ("emlearn", "a tree of iris", scikit_learn("iris"), SINGLE),
        ("emlearn", "a tree of digits", scikit_learn("digits"), SINGLE),
    ]


def main() -> None:
    """Print the table."""
    warnings.filterwarnings("ignore")
    for name, model, fitted, conventions in tried():
        package, export = EXPORTERS[name]
        if find_spec(package) is None:
            continue
        predict = export(fitted)
        verdict = fitted.judge(predict, conventions)
        how = conventions or fitted.conventions
        known, got = (
            np.array([np.ravel(one) for one in said(fitted.rows)], dtype=float) for said in (fitted.own, predict)
        )
        others = int((np.abs(known - got) > 1e-4 * np.maximum(1, np.abs(known))).any(axis=1).sum())
        reasons = "; ".join(sorted({one.why or "no reason found" for one in verdict.deviations})) or "-"
        cells = name, model, how.precision, verdict.judged, verdict.deviating, f"{others} of {len(got)}", reasons
        sys.stdout.write(f"| {' | '.join(map(str, cells))} |\n")


if __name__ == "__main__":
    main()

"""Exported models: what generated code, ONNX and rules predict; and programs held against the trees that they state."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest
from peers.asking import each_of
from peers.exporters import SINGLE, Fitted, boosted, m2cgen, printed, scikit_learn, skl2onnx

import dtrees as dt
from dtrees.oracle import Conventions

TREES = ["iris", "breast cancer", "diabetes"]
BOOSTERS = {"hist-gradient-boosting": "HistGradientBoosting", "lightgbm": "LightGBM", "xgboost": "XGBoost"}
with_onnx = pytest.mark.skipif(
    find_spec("skl2onnx") is None or find_spec("onnxruntime") is None, reason="needs pip install skl2onnx onnxruntime"
)
with_m2cgen = pytest.mark.skipif(find_spec("m2cgen") is None, reason="needs pip install m2cgen")


def reasons(verdict: dt.oracle.Verdict) -> set[str]:
    return {one.why for one in verdict.deviations}


@pytest.mark.parametrize("name", TREES)
def test_scikit_learn_predicts_as_its_tree_states(name: str) -> None:
    fitted = scikit_learn(name)
    verdict = fitted.judge(fitted.own)
    assert (verdict.deviations, verdict.judged > 90) == ((), True)


@pytest.mark.parametrize("name", each_of(*BOOSTERS))
@pytest.mark.parametrize("missing", [False, True])
def test_a_booster_predicts_as_it_states(name: str, *, missing: bool) -> None:
    """But for LightGBM, which reads values up to 1e-35 as 0, beside a threshold there."""
    fitted = boosted(BOOSTERS[name], missing=missing)
    verdict = fitted.judge(fitted.own)
    assert verdict.judged > 150
    expected = {"x1 <= -1.0000000180025095e-35"} if name == "lightgbm" and missing else set()
    assert {one.expected.partition(", for ")[2].partition(" at ")[0] for one in verdict.deviations} == expected


@with_onnx
@pytest.mark.parametrize("name", TREES)
def test_onnx_predicts_as_the_tree_from_which_it_was_exported(name: str) -> None:
    fitted = scikit_learn(name)
    predict = skl2onnx(fitted)
    assert fitted.judge(predict, SINGLE).deviations == ()
    assert reasons(fitted.judge(predict, Conventions(stated_precision="float32"))) == {"values are rounded to float32"}


@with_m2cgen
@pytest.mark.parametrize("name", TREES)
def test_generated_code_does_not_round_values_as_scikit_learn_does(name: str) -> None:
    fitted = scikit_learn(name)
    predict = m2cgen(fitted)
    assert fitted.judge(predict, Conventions()).deviations == ()
    assert reasons(fitted.judge(predict)) == {"values are not rounded to float32"}


def off(fitted: Fitted, predict: Any) -> int:
    """Return how many of the rows that the model was fitted to are predicted otherwise, by more than float32 rounds."""
    pairs = zip(fitted.own(fitted.rows), predict(fitted.rows), strict=True)
    return sum(abs(own - got) > 1e-4 * abs(own) for own, got in pairs)


@with_m2cgen
@pytest.mark.parametrize(("name", "rows"), [("XGBoost", 33), ("LightGBM", 0)])
def test_generated_code_of_xgboost_sends_training_rows_to_other_leaves(name: str, rows: int) -> None:
    """Its thresholds are training values as float32, written in decimal digits and compared as float64."""
    fitted = boosted(name)
    predict = m2cgen(fitted)
    expected = {"thresholds are read from the digits of a float32"} if rows else set()
    assert reasons(fitted.judge(predict)) == expected
    assert off(fitted, predict) == rows


@pytest.mark.parametrize("name", ["iris", "breast cancer"])
def test_printed_rules_have_two_decimals(name: str) -> None:
    fitted = scikit_learn(name)
    classes = _with_classes(fitted.tree)
    verdict = Fitted(fitted.model, classes, fitted.conventions, fitted.rows).judge(printed(fitted))
    assert reasons(verdict) == {"thresholds are rounded to 2 decimals"}


def _with_classes(node: Any) -> Any:
    """Return a document whose leaves predict the class of the largest share."""
    if "children" in node:
        return {**node, "children": [*map(_with_classes, node["children"])]}
    shares = node["value"]
    return {**node, "prediction": float(shares.index(max(shares)))}

"""Forests and baggings of scikit-learn and R: each tree judged on its bag, and what is said of the rows outside."""

from __future__ import annotations

import copy
import json
import subprocess
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from peers.asking import class_of, each_of, needs
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.ensemble import (
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtrees as dt
from dtrees.oracle import judge_forest, judge_tree
from dtrees.oracle.documents import tree_of
from dtrees.oracle.nodes import document_of_nodes
from dtrees.oracle.rounding import rounding_bound
from dtrees.peers.scikit_learn import CONVENTIONS
from dtrees.selection.out_of_bag import in_bag, out_of_bag
from dtrees.trees.summary import Summary

pytestmark = [
    pytest.mark.filterwarnings("ignore:Some inputs do not have OOB scores"),
    pytest.mark.filterwarnings("ignore:invalid value encountered in divide"),  # of a row in every bag
]
KNOWN = {"n_estimators": 10, "oob_score": True, "random_state": 0}
FORESTS: dict[str, tuple[Any, Any]] = {
    "a forest of iris": (load_iris, RandomForestClassifier(max_features=None, **KNOWN)),
    "a forest of wine by entropy": (load_wine, RandomForestClassifier(max_features=None, criterion="entropy", **KNOWN)),
    "a forest of breast cancer": (load_breast_cancer, RandomForestClassifier(max_features=None, **KNOWN)),
    "a forest of diabetes": (load_diabetes, RandomForestRegressor(max_features=None, max_depth=3, **KNOWN)),
    "a bagging of iris": (load_iris, BaggingClassifier(DecisionTreeClassifier(), **KNOWN)),
    "a bagging of diabetes": (load_diabetes, BaggingRegressor(DecisionTreeRegressor(max_depth=3), **KNOWN)),
}


def fitted(name: str) -> tuple[Any, dt.Dataset, dt.Learner]:
    load, forest = FORESTS[name]
    rows, target = load(return_X_y=True)
    forest = copy.deepcopy(forest).fit(rows, target)
    data = dt.regression_data(rows, target) if load is load_diabetes else dt.classification_data(rows, target)
    learner = dt.cart(max_depth=3) if load is load_diabetes else dt.cart()
    return forest, data, dt.cart(impurity=dt.entropy) if "entropy" in name else learner


@pytest.mark.parametrize("name", FORESTS)
def test_each_tree_and_what_is_said_of_rows_outside_is_right(name: str) -> None:
    forest, data, learner = fitted(name)
    verdict = judge_forest(forest, data, learner, conventions=CONVENTIONS)
    assert [one.deviations for one in verdict.trees] == [()] * 10
    assert verdict.out_of_bag
    assert (verdict.out_of_bag.deviations, verdict.out_of_bag.judged > 100) == ((), True)


@pytest.mark.parametrize("classes", [[2, 0, 1], [0, 1, 2, 3]])
def test_classes_may_stand_in_another_order_and_one_may_have_no_row(classes: list[int]) -> None:
    forest, data, learner = fitted("a forest of iris")
    columns = {one.name: one.values for one in data.features}  # type: ignore[union-attr]  # numbers
    other = dt.classification_data(columns, list(data.target), classes=classes)
    verdict = judge_forest(forest, other, learner, conventions=CONVENTIONS)
    assert [one.deviations for one in verdict.trees] == [()] * 10
    assert verdict.out_of_bag
    assert verdict.out_of_bag.deviations == ()


def test_a_tree_of_another_bag_deviates() -> None:
    forest, data, learner = fitted("a forest of iris")
    forest.estimators_[3].random_state += 1  # of which the bag is drawn anew
    verdict = judge_forest(forest, data, learner, conventions=CONVENTIONS)
    assert [bool(one.deviations) for one in verdict.trees] == [False] * 3 + [True] + [False] * 6


@pytest.mark.parametrize("name", ["a forest of iris", "a bagging of diabetes"])
def test_what_all_trees_say_is_not_what_those_outside_say(name: str) -> None:
    forest, data, learner = fitted(name)
    rows = np.column_stack([feature.values for feature in data.features])  # type: ignore[union-attr]  # numbers
    if hasattr(forest, "oob_prediction_"):
        forest.oob_prediction_ = forest.predict(rows)
    else:
        forest.oob_decision_function_ = forest.predict_proba(rows)
    verdict = judge_forest(forest, data, learner, conventions=CONVENTIONS).out_of_bag
    assert verdict
    assert {one.kind for one in verdict.deviations} == {"out of bag"}


@pytest.mark.parametrize("kind", [RandomForestClassifier, ExtraTreesClassifier])
def test_trees_that_look_at_some_columns_or_thresholds_are_not_judged(kind: Any) -> None:
    options = {} if kind is RandomForestClassifier else {"max_features": None, "bootstrap": True}
    rows, target = load_iris(return_X_y=True)
    with pytest.raises(dt.Unsupported, match="some columns or thresholds only"):
        judge_forest(kind(3, **options).fit(rows, target), dt.classification_data(rows, target), dt.cart())


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, GradientBoostingClassifier])
def test_what_is_no_forest_is_refused(kind: Any) -> None:
    rows, target = load_iris(return_X_y=True)
    with pytest.raises(dt.InvalidData, match="give a fitted forest"):
        judge_forest(kind().fit(rows, target), dt.classification_data(rows, target), dt.cart())


@pytest.mark.parametrize("target", [[0, 1, 3] * 50, [0.5, 1.5, 2.5] * 50])
def test_data_of_another_target_are_refused(target: list[Any]) -> None:
    forest, data, learner = fitted("a forest of iris")
    make = dt.classification_data if isinstance(target[0], int) else dt.regression_data
    columns = {one.name: one.values for one in data.features}  # type: ignore[union-attr]  # numbers
    with pytest.raises(dt.InvalidData, match="give what it was fitted to"):
        judge_forest(forest, make(columns, target), learner)


# --- R's forests ------------------------------------------------------------------------------------------------------

LOADERS: Final[dict[str, Any]] = {"iris": load_iris, "wine": load_wine, "diabetes": load_diabetes}


def grown_in_r(peer: Any, name: str, folder: Path, *words: str) -> tuple[Any, dt.Dataset]:
    """Return what ``bags.R`` prints of a forest of the last hundred rows, and these."""
    rows, target = (given[-100:] for given in LOADERS[name](return_X_y=True))
    numbers = name == "diabetes"
    columns = {f"x{place}": column for place, column in enumerate(rows.T)}
    data = dt.regression_data(columns, target) if numbers else dt.classification_data(columns, list(map(str, target)))
    header = ",".join(["y", *columns])
    np.savetxt(folder / "table.csv", np.c_[target, rows], "%.17g", delimiter=",", header=header, comments="")
    script = Path(__file__).with_name("bags.R")
    command = ["Rscript", script, peer.package, folder / "table.csv", "numbers" if numbers else "classes", *words]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout), data


def document(tree: dict[str, list[Any]], data: dt.Dataset) -> Any:
    children = [
        (left, right) if left and left > 0 else () for left, right in zip(tree["left"], tree["right"], strict=True)
    ]
    numbers = isinstance(data.target, dt.Responses)

    def node(place: int) -> dict[str, Any]:
        if children[place]:
            return {"feature": f"x{tree['column'][place]}", "threshold": float(tree["cut"][place])}
        return {"value": float(tree["says"][place])} if numbers else {"prediction": tree["says"][place]}

    return document_of_nodes(children, node)


def agrees(told: str | None, voted: Summary | None) -> bool:
    """Return whether what is *told* of a row outside is a class of most votes, or the mean but for rounding."""
    if told is None or voted is None:
        return told is None and voted is None
    if isinstance(voted, dt.ClassCounts):
        return voted.counts[voted.classes.index(told)] == max(voted.counts)
    return bool(abs(Fraction(told) - voted.mean) <= rounding_bound(10, voted.mean))


def lost_by(told: str, target: Any) -> Fraction:
    """Return the loss of what is *told* of a row: 1 for another class, or the squared difference."""
    return Fraction(told != target) if isinstance(target, str) else (Fraction(told) - Fraction(target)) ** 2


@pytest.mark.parametrize("name", LOADERS)
@pytest.mark.parametrize("package", each_of("ranger", "randomforest"))
def test_each_tree_in_r_and_what_it_says_of_rows_outside_is_right(package: str, name: str, tmp_path: Path) -> None:
    """But for numbers by randomForest, which cuts a node whose rows are one row, drawn several times."""
    peer = class_of(package)
    told, data = grown_in_r(peer, name, tmp_path)
    conventions = peer.conventions
    assert max(max(bag) for bag in told["bags"]) > 2
    lost = [lost_by(got, target) for got, target in zip(told["outside"], data.target, strict=True) if got is not None]
    [stated], error = map(Fraction, told["error"]), sum(lost, Fraction(0)) / len(lost)
    assert abs(stated - error) <= rounding_bound(len(lost), error)
    shown = [(document(tree, data), in_bag(data, bag)) for tree, bag in zip(told["trees"], told["bags"], strict=True)]
    verdicts = [judge_tree(tree, bag, dt.cart(), conventions=conventions) for tree, bag in shown]
    kinds = {one.kind for verdict in verdicts for one in verdict.deviations}
    if (package, name) == ("randomforest", "diabetes"):
        assert "late leaf" in kinds
        return
    assert kinds == set()
    forest = [tree_of(tree, bag, conventions) for tree, bag in shown]
    right = out_of_bag(forest, data, told["bags"])
    assert all(agrees(got, voted) for got, voted in zip(told["outside"], right, strict=True))
    assert not all(agrees(got, voted) for got, voted in zip(told["outside"], right[::-1], strict=True))


@needs("randomforest")
def test_with_maxnodes_nodes_are_split_in_the_order_in_which_they_are_made(tmp_path: Path) -> None:
    """So a later one of larger decrease is left: grown best first these trees are not."""
    peer = class_of("randomforest")
    told, data = grown_in_r(peer, "iris", tmp_path, "5")
    ask = partial(judge_tree, conventions=peer.conventions, max_leaf_nodes=5)
    pairs = zip(told["trees"], told["bags"], strict=True)
    found = [ask(document(tree, data), in_bag(data, bag), dt.cart()) for tree, bag in pairs]
    assert {one.kind for verdict in found for one in verdict.deviations} == {"split late"}

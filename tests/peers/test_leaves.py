"""Real estimators judged by the leaf of each row alone: no false alarm, and what deviates is found nearly as often."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import pytest
from peers.asking import each_of, needs

from dtrees.data.dataset import Numeric
from dtrees.oracle.documents import read_tree
from dtrees.oracle.estimators import from_estimator
from dtrees.oracle.estimators.fitted import inputs_of
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.judge import judge_tree
from dtrees.oracle.leaves import judge_leaves
from dtrees.peers.shared.boosters import LEARNERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.oracle.conventions import Conventions

CASES: Final = 40


def deviate(leaves: Sequence[Any], tree: Any, data: Dataset, learner: Learner, how: Conventions) -> tuple[bool, bool]:
    """Return whether there are deviations by the leaves, and by the tree: where by leaves, by the tree too.

    Questions may be asked in a wrong order and end in the leaves of the right tree: then the leaves tell nothing.
    """
    seen = how.seen(data)
    whole = judge_tree(read_tree(tree, seen, how).tree, seen, learner, conventions=how)
    behind = judge_leaves({"leaves": leaves}, data, learner, conventions=how)
    assert len(behind.deviations) <= len(whole.deviations), (data, behind, whole)
    return bool(behind.deviations), bool(whole.deviations)


@needs("scikit-learn")
@pytest.mark.parametrize("name", ["DecisionTreeClassifier", "DecisionTreeRegressor"])
def test_scikit_learn_is_right_by_its_leaves_as_by_its_trees(name: str) -> None:
    conventions = import_module("dtrees.peers.scikit_learn").CONVENTIONS
    estimator = from_estimator(f"sklearn.tree:{name}")
    for number in range(CASES):
        case = estimator.random_case(0, number)
        answer = estimator.grow(case.data, case.learner)
        ends = answer["fitted"].estimator.apply(inputs_of(case.data, case.data.feature_names))
        assert deviate(ends, answer, case.data, case.learner, conventions) == (False, False)


def xgboost_leaves(data: Dataset) -> Any:
    package, peer = import_module("xgboost"), import_module("dtrees.peers.xgboost")
    matrix = package.DMatrix(inputs_of(data, data.feature_names), data.target.values, weight=data.weights)  # type: ignore[union-attr]  # numbers
    return package.train({**peer.OPTIONS, "max_depth": len(data)}, matrix, 1).predict(matrix, pred_leaf=True).ravel()


def lightgbm_leaves(data: Dataset) -> Any:
    package, peer = import_module("lightgbm"), import_module("dtrees.peers.lightgbm")
    rows, options = inputs_of(data, data.feature_names), {**peer.OPTIONS, "min_sum_hessian_in_leaf": 0}
    training = package.Dataset(rows, data.target.values, weight=data.weights, params=options)  # type: ignore[union-attr]  # numbers
    return package.train(options, training, 1).predict(rows, pred_leaf=True).ravel()


@pytest.mark.parametrize("name", each_of("xgboost", "lightgbm"))
def test_boosters_deviate_by_their_leaves_nearly_where_they_do_by_their_trees(name: str) -> None:
    kind, leaves_of = {"xgboost": ("XGBoost", xgboost_leaves), "lightgbm": ("LightGBM", lightgbm_leaves)}[name]
    booster = getattr(import_module(f"dtrees.peers.{name}"), kind)()
    found = []
    for number in range(CASES):
        data = booster.random_case(3, number).data
        if data.holds_missing or not all(isinstance(feature, Numeric) for feature in data.features):
            continue
        try:
            tree = booster.grow(data, LEARNERS["squared_error"])
        except NoAnswer:
            continue
        found.append(deviate(leaves_of(data), tree, data, LEARNERS["squared_error"], booster.conventions))
    by_leaves, by_trees = (sum(column) for column in zip(*found, strict=True))
    assert 0 < by_trees < len(found)
    assert by_leaves >= by_trees * 3 / 4, (by_leaves, by_trees)

"""Several outputs: scikit-learn's trees of a matrix y, and XGBoost's, judged by the mean over the outputs."""

from __future__ import annotations

from functools import cache
from math import nextafter
from typing import Any

import attrs
import numpy as np
import pytest
from sklearn.datasets import load_iris, load_linnerud
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtrees as dt
from dtrees.oracle import judge_path, judge_tree
from dtrees.oracle.documents import pruned_of, read_tree, row_of
from dtrees.oracle.judge import RowClaim
from dtrees.oracle.judge.stated import judge_importances, judge_predictions
from dtrees.oracle.nodes import nodes_of
from dtrees.peers.scikit_learn import CONVENTIONS, ScikitLearn

PEER = ScikitLearn()
EITHER: dict[str, Any] = {"missing": "either_side"}


@cache
def iris() -> dt.Dataset:
    """Petals, and as outputs the species, and whether each sepal is long."""
    rows, species = load_iris(return_X_y=True)
    names = ["setosa", "versicolor", "virginica"]
    sepals = [dt.Classes(["short", "long"], (column > np.median(column)).astype(int)) for column in rows.T[:2]]
    return dt.regression_data(rows[:, 2:], dt.Outputs([dt.Classes(names, species), *sepals]))


@cache
def linnerud() -> dt.Dataset:
    """Twenty athletes' exercises, and as outputs their weight, waist and pulse, all whole numbers."""
    rows, sizes = load_linnerud(return_X_y=True)
    return dt.regression_data(rows, dt.Outputs([dt.Responses(size) for size in sizes.T]))


def drawn(chance: np.random.Generator, *, classes: bool) -> dt.Dataset:
    """Two to four outputs of whole numbers, with weights."""
    rows, outputs = int(chance.integers(3, 20)), int(chance.integers(2, 5))
    targets = [
        dt.Classes("abc", chance.integers(0, 3, rows)) if classes else dt.Responses(chance.integers(0, 9, rows))
        for _ in range(outputs)
    ]
    weights = chance.integers(1, 4, rows)
    return dt.regression_data(chance.integers(0, 5, (rows, 2)), dt.Outputs(targets), weights=weights)


CASES: dict[str, tuple[Any, dt.Learner]] = {
    "iris by Gini": (iris, dt.cart(**EITHER)),
    "iris by entropy": (iris, dt.cart(impurity=dt.MeanImpurity(dt.entropy), **EITHER)),
    "iris, limited": (iris, dt.cart(max_depth=4, min_leaf=3, min_split=8, **EITHER)),
    "linnerud": (linnerud, dt.cart(**EITHER)),
    "linnerud, limited": (linnerud, dt.cart(max_depth=3, min_leaf=2, **EITHER)),
}


@pytest.mark.parametrize("name", CASES)
def test_its_trees_lower_the_mean_impurity_of_the_outputs_most(name: str) -> None:
    """Their questions, weights, impurities, each output's shares or mean, predictions and importances are right."""
    make, learner = CASES[name]
    data = make()
    document = PEER.grow(data, learner)
    found = judge_tree(document, data, learner, conventions=CONVENTIONS)
    assert (found.deviations, found.canonical + found.admissible) == ((), document["fitted"].estimator.tree_.node_count)
    tree = read_tree(document, CONVENTIONS.seen(data), CONVENTIONS).tree
    assert judge_predictions(PEER.predict(document, data), tree, data, CONVENTIONS).deviations == ()
    stated, impurity = PEER.importances(document, data.feature_names), learner.impurity_for(data)
    assert judge_importances(stated, tree, data, impurity, CONVENTIONS).deviations == ()


@pytest.mark.parametrize("classes", [True, False])
def test_its_trees_of_random_tables_with_weights_are_right(classes: bool) -> None:  # noqa: FBT001
    chance, learner, judged = np.random.default_rng(0), dt.cart(**EITHER), 0
    for _ in range(25):
        data = drawn(chance, classes=classes)
        found = judge_tree(PEER.grow(data, learner), data, learner, conventions=CONVENTIONS)
        assert found.deviations == ()
        judged += found.judged
    assert judged > 300


@pytest.mark.parametrize(("name", "kinds"), [("linnerud", set()), ("iris by entropy", {"repeated", "risk", "tree"})])
def test_its_path_prunes_by_the_mean_impurity(name: str, kinds: set[str]) -> None:
    """On iris S9 shows: two prunings of one alpha, which floats tell apart."""
    make, learner = CASES[name]
    data, impurity = make(), learner.impurity_for(make())
    document = PEER.grow(data, learner)
    tree = read_tree(document, CONVENTIONS.seen(data), CONVENTIONS).tree
    rows = [row_of(row) for row in PEER.pruning_sequence(document, impurity=impurity)]
    claims = [
        RowClaim(alpha=row.alpha, risk=row.risk, tree=None if row.tree is None else pruned_of(row.tree, tree))
        for row in rows
    ]
    found = judge_path(tree, claims, conventions=attrs.evolve(CONVENTIONS, risk=impurity), rows=len(data))
    assert {one.kind for one in found.deviations} <= kinds
    assert found.canonical > len(claims) / 2
    assert judge_path(tree, claims, conventions=CONVENTIONS, rows=len(data)).deviations or name == "linnerud"


@pytest.mark.parametrize("limit", [2, 5, 9])
def test_its_leaves_are_split_best_first(limit: int) -> None:
    data = linnerud()
    document = ScikitLearn(max_leaf_nodes=limit).grow(data, dt.cart(**EITHER))
    found = judge_tree(document, data, dt.cart(), conventions=CONVENTIONS, max_leaf_nodes=limit)
    assert (found.deviations, found.judged) == ((), 2 * limit - 1)


def test_a_criterion_that_nobody_asked_of_the_outputs_deviates() -> None:
    document = PEER.grow(iris(), dt.cart(**EITHER))
    found = judge_tree(document, iris(), dt.cart(impurity=dt.MeanImpurity(dt.entropy)), conventions=CONVENTIONS)
    assert {one.kind for one in found.deviations} == {"split", "impurity"}


class OfTheFirst(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    """Chooses its questions for the first output, which it takes three times."""

    def fit(self, rows: Any, outputs: Any) -> Any:
        return super().fit(rows, np.concatenate([outputs[:, :1]] * 3, axis=1))


class ForTheFirst(ScikitLearn):
    """Grows trees for the first output."""

    makes = OfTheFirst, DecisionTreeRegressor


class OfTheSum(ScikitLearn):
    """States the sum of the outputs' impurities."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        nodes = nodes_of(super().grow(data, learner))
        return {"nodes": [{**one, "impurity": 3 * one["impurity"]} for one in nodes]}


@pytest.mark.parametrize(
    ("peer", "kinds"),
    [
        (ForTheFirst, {"early leaf", "impurity", "split", "value"}),
        (OfTheSum, {"impurity"}),
    ],
)
def test_a_tree_of_one_output_and_a_sum_deviate(peer: Any, kinds: set[str]) -> None:
    learner = dt.cart(**EITHER)
    found = judge_tree(peer().grow(iris(), learner), iris(), learner, conventions=CONVENTIONS)
    assert {one.kind for one in found.deviations} == kinds


def test_a_wrong_prediction_of_one_output_is_found() -> None:
    document = PEER.grow(iris(), dt.cart(**EITHER))
    tree = read_tree(document, CONVENTIONS.seen(iris()), CONVENTIONS).tree
    said = [(species, short, "long") for species, short, _ in PEER.predict(document, iris())]
    wrong = [row for row, one in enumerate(PEER.predict(document, iris())) if one[2] == "short"]
    assert len(judge_predictions(said, tree, iris(), CONVENTIONS).deviations) == len(wrong) > 0


def test_classes_beside_numbers_are_not_asked() -> None:
    data = dt.regression_data([[1], [2]], dt.Outputs([dt.Classes("ab", [0, 1]), dt.Responses([1, 2])]))
    with pytest.raises(dt.Unsupported, match="it predicts"):
        PEER.grow(data, dt.cart(**EITHER))


# --- XGBoost ----------------------------------------------------------------------------------------------------


def test_xgboost_lowers_the_sum_of_the_outputs_squares_most() -> None:
    pytest.importorskip("xgboost")
    from dtrees.peers.xgboost import XGBoost  # noqa: PLC0415

    peer, chance, judged = XGBoost(), np.random.default_rng(1), 0
    for number in range(30):
        data = drawn(chance, classes=False) if number else linnerud()
        for learner in dt.cart(zero_gain="stop"), dt.cart(zero_gain="stop", max_depth=2):
            found = judge_tree(peer.grow(data, learner), data, learner, conventions=peer.conventions)
            assert found.deviations == ()
            judged += found.judged
    assert judged > 500


def test_xgboosts_least_weight_of_a_child_is_no_limit_of_several_outputs() -> None:
    """X10: rows 0, 1, 2 of 0, and row 3 of 8; a child of at least 3 there is not, and so right is one leaf of 2."""
    pytest.importorskip("xgboost")
    from dtrees.peers.xgboost import XGBoost  # noqa: PLC0415

    size, learner = dt.Responses([0, 0, 0, 8]), dt.cart(zero_gain="stop", min_leaf=3)
    data = dt.regression_data([[0], [1], [2], [3]], dt.Outputs([size, size]))
    found = judge_tree(XGBoost(base_score=2).grow(data, learner), data, learner, conventions=XGBoost.conventions)
    assert {(one.kind, one.path, one.got) for one in found.deviations} == {
        ("late leaf", (), f"Threshold(feature='x0', threshold={nextafter(3, 0)})"), ("value", (1,), "2.0"),
    }  # fmt: skip
    alone = dt.regression_data([[0], [1], [2], [3]], size)
    assert judge_tree(XGBoost().grow(alone, learner), alone, learner, conventions=XGBoost.conventions).deviations == ()

"""The boosters' first trees by other objectives: of counts, of absolute deviations, and of classes with weights.

Each is a tree of regularised squared error, of what the objective's derivatives say; XGBoost's and LightGBM's bound on
a leaf's value is judged here, too.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import exp, log
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import class_of, each_of, needs
from sklearn.ensemble import HistGradientBoostingClassifier

import dtrees as dt
from dtrees.laws.definitions import nodes
from dtrees.oracle import Boosted, judge_boosting, judge_tree
from dtrees.oracle.documents import read_tree

if TYPE_CHECKING:
    from dtrees.oracle import Verdict
    from dtrees.oracle.implementation import Document

BOOSTERS: Final = each_of("xgboost", "lightgbm", "hist-gradient-boosting")
LOSS: Final = {"xgboost": "objective", "lightgbm": "objective", "hist-gradient-boosting": "loss"}
"""What each booster calls its objective."""


def rows(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return 128 rows of three columns of whole numbers, and a number of each row that depends on them."""
    random = np.random.default_rng([43, seed])
    columns = random.integers(0, 8, (128, 3)).astype(float)
    return columns, columns[:, 0] + columns[:, 1] * (columns[:, 2] > 4) + random.integers(0, 4, 128)


def added(document: Document, number: float) -> Document:
    """Return the tree with *number* added to each value."""
    children = {"children": [added(child, number) for child in document["children"]]} if "children" in document else {}
    return {**document, "value": document["value"] + number, **children}


def verdict(name: str, boosted: Boosted, second: float) -> Verdict:
    """Return the verdict on a tree whose rows have *second* as second derivative, times their weights.

    Which their weights are then, and what an objective leaves of them is divided by it.
    """
    data, stopping = boosted.data, boosted.learner.stopping
    divided = dt.Responses([Fraction(response) / Fraction(second) for response in data.target])
    least = Fraction(stopping.min_leaf) * (1 if name == "xgboost" else Fraction(second))  # the others' is of rows
    boosted = attrs.evolve(
        boosted,
        data=attrs.evolve(data, target=divided, weights=data.weights * second),
        learner=attrs.evolve(boosted.learner, stopping=attrs.evolve(stopping, min_leaf=least)),
        start=boosted.start / second,
    )
    return judge_boosting(boosted, conventions=attrs.evolve(class_of(name).conventions, response_precision="exact"))


# --- counts ---------------------------------------------------------------------------------------------------------


def of_counts(name: str, **changed: Any) -> Verdict:
    """Return the verdict on the first default tree of Poisson's deviance, the rate at its start in place of its log."""
    columns, counts = rows(0)
    data = dt.regression_data(columns, np.floor(counts**2 / 4))
    boosted = class_of(name)().boost(data, rounds=1, **{LOSS[name]: POISSON[name]})
    rate, steps = dt.summarize(data).mean, {"max_delta_step": 0.7 if name == "xgboost" else 0}  # type: ignore[union-attr]
    [tree], start = boosted.trees, boosted.start
    if name == "lightgbm":  # whose values have the log of the rate added
        tree = added(tree, float(rate) - log(rate))
    elif name == "hist-gradient-boosting":
        start = exp(start)
    learner = attrs.evolve(boosted.learner, impurity=attrs.evolve(boosted.learner.impurity, **{**steps, **changed}))
    second = float(rate) * (1 if name == "hist-gradient-boosting" else exp(0.7))
    return verdict(name, attrs.evolve(boosted, trees=(tree,), start=start, learner=learner), second)


POISSON: Final = {"xgboost": "count:poisson", "lightgbm": "poisson", "hist-gradient-boosting": "poisson"}


@pytest.mark.parametrize("name", BOOSTERS)
def test_the_first_tree_of_counts_is_one_of_squared_error_from_their_mean(name: str) -> None:
    """The derivatives at log(mean) are mean - y and mean; XGBoost and LightGBM take exp(0.7) times the mean."""
    found = of_counts(name)
    assert found.deviations == ()
    assert found.judged > 10
    assert "value" in {one.kind for one in of_counts(name, reg_lambda=50).deviations}


# --- classes with weights -------------------------------------------------------------------------------------------


def labels() -> tuple[np.ndarray, np.ndarray]:
    """Return 128 rows, and 0 or 1 of each."""
    columns, numbers = rows(1)
    return columns, (numbers > np.quantile(numbers, 0.3)).astype(float)


def thrice(classes: np.ndarray, weight: int = 3) -> np.ndarray:
    """Return a weight for each row, by which the second class weighs thrice, or another *weight*."""
    return np.where(classes > 0, weight, 1.0)


LEAVES: Final = {"min_data_in_leaf": 1, "num_leaves": 8}
WEIGHTED: Final[dict[str, dict[str, Any]]] = {
    "xgboost": {"objective": "binary:logistic", "scale_pos_weight": 3},
    "lightgbm": {"objective": "binary", "scale_pos_weight": 3, **LEAVES},
    "lightgbm, by rows": {"objective": "binary", "weights": thrice(labels()[1]), **LEAVES},
    "hist-gradient-boosting": {"class_weight": {0: 1, 1: 3}, "min_samples_leaf": 1, "max_leaf_nodes": 8},
}
"""Options by which the second class weighs thrice; that LightGBM guesses the rows of a child (L1) is not asked."""


def of_classes(options: str, weight: int = 3) -> Verdict:
    """Return the verdict on the first tree of the logistic loss, where the second class is to have this *weight*."""
    name, (columns, classes) = options.partition(",")[0], labels()
    booster = class_of(name)()
    booster.estimator = HistGradientBoostingClassifier  # HistGradientBoosting's alone
    boosted = booster.boost(dt.regression_data(columns, classes), rounds=1, **WEIGHTED[options])
    [tree], start = boosted.trees, boosted.start
    if name == "lightgbm":  # whose values have the log-odds added
        tree = added(tree, start - log(start / (1 - start)))
    elif name == "hist-gradient-boosting":
        start = 1 / (1 + exp(-start))
    data = attrs.evolve(boosted.data, weights=thrice(classes, weight))
    boosted = attrs.evolve(boosted, data=data, trees=(tree,), start=start)
    return verdict(name, boosted, start * (1 - start))


@pytest.mark.parametrize("options", [pytest.param(one, marks=needs(one.partition(",")[0])) for one in WEIGHTED])
def test_weights_of_classes_are_weights_of_rows(options: str) -> None:
    """And of the start, but by `scale_pos_weight`: there XGBoost goes one Newton step from 1/2, LightGBM forgets it."""
    found = of_classes(options)
    assert {one.kind for one in found.deviations} == ({"start"} if "scale_pos_weight" in WEIGHTED[options] else set())
    assert found.judged > 12
    assert {one.kind for one in of_classes(options, weight=2).deviations} & {"split", "value"}


@needs("lightgbm")
def test_lightgbms_class_weight_weighs_the_rows() -> None:
    columns, classes = labels()
    options = {"n_estimators": 1, "verbosity": -1, "n_jobs": 1}
    ways: Any = ({"class_weight": {0: 1, 1: 3}}, {}), ({}, {"sample_weight": thrice(classes)}), ({}, {})
    made = [import_module("lightgbm").LGBMClassifier(**options, **one).fit(columns, classes, **of) for one, of in ways]
    by_class, by_row, without = (one.booster_.dump_model()["tree_info"] for one in made)
    assert by_class == by_row != without


# --- absolute deviations --------------------------------------------------------------------------------------------

ABSOLUTE: Final = {
    "xgboost": "reg:absoluteerror", "lightgbm": "l1", "hist-gradient-boosting": "absolute_error",
}  # fmt: skip
AT_START: Final = {"xgboost": 0, "lightgbm": 0, "hist-gradient-boosting": 1}
"""The sign that a response has which is the start itself."""
MEDIAN: Final[dict[str, Any]] = {"xgboost": "lower_median", "lightgbm": "median", "hist-gradient-boosting": "median"}
"""The median that each puts in a leaf; XGBoost has the lower one because it is given weights, here of 1."""


@pytest.mark.parametrize("name", BOOSTERS)
def test_a_tree_of_absolute_deviations_splits_signs_and_then_puts_medians(name: str) -> None:
    """With a learning rate of 1 all numbers are short, and floats hold them."""
    columns, numbers = rows(2)
    rate = {"eta" if name == "xgboost" else "learning_rate": 1}
    booster, data = class_of(name)(), dt.regression_data(columns, dt.KeptResponses(MEDIAN[name], numbers))
    boosted = booster.boost(dt.regression_data(columns, numbers), rounds=1, **{LOSS[name]: ABSOLUTE[name]}, **rate)
    start, how = float(dt.summarize(data).predicted), booster.conventions
    assert start in numbers
    assert boosted.start == (numbers.mean() if name == "lightgbm" else start)  # its trees state values about the mean
    signs = np.where(numbers == start, AT_START[name], np.sign(numbers - start))
    for fitted, is_right in ((signs, True), (numbers, False)):
        left = attrs.evolve(boosted.data, target=dt.Responses(fitted))
        tree = read_tree(boosted.trees[0], left, how).tree
        assert (judge_tree(tree, left, boosted.learner, conventions=how).deviations == ()) == is_right
    grown: Any = read_tree(boosted.trees[0], data, how)
    stated = [node.value[0] + boosted.start for node in grown.claims.nodes]
    every = zip(nodes(grown.tree).values(), stated, strict=True)
    ends = [(node.summary.predicted, value) for node, value in every if isinstance(node, dt.Leaf)]
    assert len(ends) > 3
    assert [median for median, _ in ends] == [value for _, value in ends]


@needs("lightgbm")
def test_lightgbm_puts_no_median_in_a_leaf_of_weighted_rows() -> None:
    """It is L13: of 0, 1 and 2, each of weight 2, it predicts 1/2, and of each twice the median."""
    x, y = np.arange(6)[:, None], np.array([0, 1, 2, 100, 101, 102])
    options = {"objective": "l1", "n_estimators": 1, "learning_rate": 1, "num_leaves": 2, "verbosity": -1, "n_jobs": 1}
    lgbm = import_module("lightgbm").LGBMRegressor(
        **options, min_child_samples=1, min_child_weight=0, min_data_in_bin=1
    )
    median = dt.Distribution.of([0, 1, 2], [2, 2, 2], centre="median").predicted
    assert median == 1
    assert set(lgbm.fit(np.repeat(x, 2, 0), np.repeat(y, 2)).predict(x)) == {median, median + 100}
    assert set(lgbm.fit(x, y, sample_weight=np.full(6, 2)).predict(x)) == {0.5, 100.5}

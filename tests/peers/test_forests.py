"""Forests and baggings of scikit-learn and R: each tree judged on its bag, the rows outside, importances, weights."""

from __future__ import annotations

import copy
import json
import subprocess
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import class_of, each_of, needs
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.ensemble import (
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
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
from dtrees.predicting.stated_importances import split_totals
from dtrees.selection.metrics import row_losses
from dtrees.selection.out_of_bag import in_bag, out_of_bag
from dtrees.selection.permutation import permutation_importances
from dtrees.trees.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@pytest.mark.parametrize(
    ("name", "kind", "limit", "parameter"),
    [
        ("iris", ExtraTreesClassifier, {}, {}),
        ("wine", ExtraTreesClassifier, {"min_leaf": 3}, {"min_samples_leaf": 3}),
        ("diabetes", ExtraTreesRegressor, {"max_depth": 3}, {"max_depth": 3}),
    ],
)
def test_extra_trees_draw_a_threshold_of_each_column(name: str, kind: Any, limit: Any, parameter: Any) -> None:
    rows, target = table(name)
    make = dt.regression_data if name == "diabetes" else dt.classification_data
    forest = kind(5, max_features=None, bootstrap=True, oob_score=True, random_state=0, **parameter).fit(rows, target)
    limits: Any = "rows" if "min_leaf" in limit else "weight"
    drawn = attrs.evolve(CONVENTIONS, thresholds="drawn", cut="between", limits=limits)
    found = judge_forest(forest, make(rows, target), dt.cart(**limit), conventions=drawn)
    assert [one.deviations for one in found.trees] == [()] * 5
    assert found.out_of_bag
    assert found.out_of_bag.deviations == ()


@pytest.mark.parametrize("kind", [RandomForestClassifier, ExtraTreesClassifier])
def test_trees_that_look_at_some_columns_or_otherwise_than_is_said_are_not_judged(kind: Any) -> None:
    options = {} if kind is RandomForestClassifier else {"max_features": None, "bootstrap": True}
    rows, target = load_iris(return_X_y=True)
    with pytest.raises(dt.Unsupported, match="some columns"):
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
DRAWN: Final = {"two classes": 2, "three classes": 3, "four numbers": 4, "forty numbers": 40}
"""Tables of whole numbers, no two in a column alike, of so many targets, in order: so ranger names classes right."""


def table(name: str) -> tuple[Any, Any]:
    """Return the last hundred rows of a shipped table, or forty rows that are drawn."""
    if name not in DRAWN:
        rows, target = LOADERS[name](return_X_y=True)
        return rows[-100:], target[-100:]
    chance = np.random.default_rng([41, DRAWN[name]])
    return np.column_stack([chance.permutation(40) for _ in range(3)]), np.sort(np.arange(40) % DRAWN[name])


@cache
def grown_in_r(package: str, name: str, forests: int = 1, options: str = "") -> tuple[list[Any], dt.Dataset]:
    """Return what ``bags.R`` prints of so many forests of a `table`, and this."""
    rows, target = table(name)
    numbers = name in {"diabetes", "four numbers", "forty numbers"}
    columns = {f"x{place}": column for place, column in enumerate(rows.T)}
    data = dt.regression_data(columns, target) if numbers else dt.classification_data(columns, list(map(str, target)))
    header = ",".join(["y", *columns])
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.csv"
        np.savetxt(file, np.c_[target, rows], "%.17g", delimiter=",", header=header, comments="")
        script = Path(__file__).with_name("bags.R")
        kind = "numbers" if numbers else "classes"
        command = ["Rscript", script, class_of(package).package, file, kind, str(forests), options]
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
def test_each_tree_in_r_and_what_it_says_of_rows_outside_is_right(package: str, name: str) -> None:
    """But for numbers by randomForest, which cuts a node whose rows are one row, drawn several times."""
    [told], data = grown_in_r(package, name)
    conventions = class_of(package).conventions
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


@pytest.mark.parametrize("name", LOADERS)
@pytest.mark.parametrize("package", each_of("ranger", "randomforest"))
def test_r_states_what_the_branches_lower_on_average_over_the_trees(package: str, name: str) -> None:
    """`impurity`, `IncNodePurity` and `MeanDecreaseGini`: R(t) less that of the children, not a mean over the rows."""
    [told], data = grown_in_r(package, name)
    assert_lowered(told, data)


FLOATS: Final = class_of("ranger").conventions
"""Of which the reading of a tree takes no more than randomForest's say too."""


def assert_lowered(told: Any, data: dt.Dataset, impurity: Any = None) -> None:
    """Require that each importance is the mean of what the trees' branches lower, as `split_totals` sums it up."""
    bags = [in_bag(data, bag) for bag in told["bags"]]
    trees = [tree_of(document(*pair), pair[1], FLOATS) for pair in zip(told["trees"], bags, strict=True)]
    totals = [split_totals(tree, data.feature_names, impurity=impurity) for tree in trees]
    size = 5 if isinstance(data.target, dt.Classes) else Fraction(np.abs(data.target.values).max()) ** 2  # or a cost
    for feature, stated in zip(data.feature_names, told["importances"], strict=True):
        some = [one[feature] for one in totals if feature in one]
        exact = sum([one.decrease for one in some], dt.Exact(0)) / len(trees)
        bound = rounding_bound(len(data), size * sum([Fraction(one.weight) for one in some]))
        assert abs(exact - Fraction(stated)) <= bound


def judged_in_r(told: Any, data: dt.Dataset, learner: dt.Learner, **otherwise: Any) -> set[str]:
    """Return the kinds of deviation of ranger's trees, each on its bag; costs, if any, are the learner's."""
    conventions = attrs.evolve(class_of("ranger").conventions, **otherwise).charged(learner)
    shown = [(document(tree, data), in_bag(data, bag)) for tree, bag in zip(told["trees"], told["bags"], strict=True)]
    verdicts = [judge_tree(tree, bag, learner, conventions=conventions) for tree, bag in shown]
    return {one.kind for verdict in verdicts for one in verdict.deviations}


@needs("ranger")
@pytest.mark.parametrize("name", ["two classes", "three classes"])
def test_class_weights_of_ranger_are_costs_and_of_two_classes_ask_no_other_question(name: str) -> None:
    """They are costs C(i|j) = w_j in the Gini index with costs, where those of a pair enter by their sum alone."""
    weights = (3, 1, 5)[: DRAWN[name]]
    [told], data = grown_in_r("ranger", name, options=f"min.node.size = 5, class.weights = c{weights}")
    costs = {(str(j), str(i)): w for j, w in enumerate(weights) for i in range(len(weights)) if i != j}
    learner = dt.cart(impurity=dt.GiniWithCosts(costs), min_split=6)
    assert judged_in_r(told, data, learner) == set()
    assert_lowered(told, data, learner.impurity)
    plain = judged_in_r(told, data, dt.cart(min_split=6))
    assert plain == ({"prediction"} if len(weights) == 2 else {"prediction", "split"})


@needs("ranger")
@pytest.mark.parametrize("name", ["iris", "diabetes"])
def test_ranger_draws_a_threshold_of_each_column(name: str) -> None:
    [told], data = grown_in_r("ranger", name, options="splitrule = 'extratrees'")
    assert judged_in_r(told, data, dt.cart(), thresholds="drawn", cut="between") == set()
    assert judged_in_r(told, data, dt.cart(), cut="between") == {"split"}


@needs("ranger")
@pytest.mark.parametrize(("name", "kinds"), [("forty numbers", set()), ("three classes", {"split"})])
def test_ranger_gives_no_child_fewer_rows_than_min_bucket_which_it_has_since_0_15(name: str, kinds: set[str]) -> None:
    """Of classes it then scores cuts by counts that lack the rows of those it passed over (G7)."""
    [told], data = grown_in_r("ranger", name, options="min.bucket = 4")
    [version] = told["version"]
    found = judged_in_r(told, data, dt.cart(min_leaf=4))
    assert found == kinds if tuple(map(int, version.split("."))) >= (0, 15) else "limit" in found


OUTSIDE: Final = {
    "ranger": "num.trees = 1, sample.fraction = 0.8, importance = 'permutation', local.importance = TRUE",
    "randomforest": "ntree = 1, sampsize = 32, localImp = TRUE",
}
"""One tree of 32 of the forty rows: so what is said of the eight outside is exact; and what is said of each of them."""


def permuted(package: str, name: str) -> Iterator[tuple[Fraction, list[int] | None, Any]]:
    """Yield what ten trees state of each column, the order of its values of which that is so, and what is right."""
    forests, data = grown_in_r(package, name, 10, f"{OUTSIDE[package]}, replace = FALSE")
    for told in forests:
        [bag], [tree] = told["bags"], told["trees"]
        inside, places = in_bag(data, bag), np.flatnonzero(np.array(bag) == 0)
        grown, outside = tree_of(document(tree, inside), inside, class_of(package).conventions), data.take(places)
        for column, feature in enumerate(data.feature_names):
            order = order_of(grown, outside, column, [Fraction(told["local"][row][column]) for row in places])
            right = order and permutation_importances(grown, outside, [order])[feature]
            yield Fraction(told["importances"][column]), order, right


def order_of(tree: dt.Tree, rows: dt.Dataset, column: int, growths: list[Fraction]) -> list[int] | None:
    """Return an order of the values of a *column* by which the rows' losses grow so much each, or None."""
    shifts = [[(row + by) % len(rows) for row in range(len(rows))] for by in range(len(rows))]
    features = [[one.take(by) if place == column else one for place, one in enumerate(rows.features)] for by in shifts]
    losses = [row_losses(tree, attrs.evolve(rows, features=each)) for each in features]
    allowed = np.zeros((len(rows), len(rows)), bool)
    for shift, lost in zip(shifts, losses, strict=True):
        for row, growth in enumerate(growths):
            allowed[row, shift[row]] = lost[row] - losses[0][row] == growth
    _, order = import_module("scipy.optimize").linear_sum_assignment(allowed, maximize=True)
    return list(map(int, order)) if all(allowed[range(len(rows)), order]) else None


RIGHT: Final = {
    "ranger": ["two classes", "three classes", "forty numbers"],
    "randomforest": ["two classes", "forty numbers"],
}
WRONG: Final = {"ranger": ["four numbers"], "randomforest": ["three classes"]}


def each_pair(tables: dict[str, list[str]]) -> list[Any]:
    return [pytest.param(one, name, marks=needs(one)) for one, names in tables.items() for name in names]


@pytest.mark.parametrize(("package", "name"), each_pair(RIGHT))
def test_importances_by_permutation_in_r_are_of_one_order_of_the_rows_outside(package: str, name: str) -> None:
    """The order is not told: it is read from what is said of each row."""
    found = list(permuted(package, name))
    assert len(found) == 30
    assert [stated for stated, _, _ in found] == [right for _, _, right in found]
    assert sum(stated != 0 for stated, _, _ in found) > 10


@pytest.mark.parametrize(("package", "name"), each_pair(WRONG))
def test_what_is_said_of_each_row_is_of_no_order_in_g6_and_f8(package: str, name: str) -> None:
    """ranger keeps what was said of another column where it is right; randomForest takes a wrong class for another."""
    assert None in [order for _, order, _ in permuted(package, name)]


@needs("randomforest")
def test_with_maxnodes_nodes_are_split_in_the_order_in_which_they_are_made() -> None:
    """So a later one of larger decrease is left: grown best first these trees are not."""
    [told], data = grown_in_r("randomforest", "iris", options="maxnodes = 5")
    ask = partial(judge_tree, conventions=class_of("randomforest").conventions, max_leaf_nodes=5)
    pairs = zip(told["trees"], told["bags"], strict=True)
    found = [ask(document(tree, data), in_bag(data, bag), dt.cart()) for tree, bag in pairs]
    assert {one.kind for verdict in found for one in verdict.deviations} == {"split late"}

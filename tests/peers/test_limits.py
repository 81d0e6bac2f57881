"""Limits on the tree: depth, rows, leaves grown best first, a least decrease, a share; scikit-learn, boosters and R."""

from __future__ import annotations

from contextlib import ExitStack
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import ASKED, class_of, each_of, needs
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtrees as dt
from dtrees.oracle import from_estimator, judge_tree
from dtrees.oracle.documents import read_tree
from dtrees.oracle.estimators.fitted import document_of_arrays
from dtrees.peers.scikit_learn import CONVENTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOADED: dict[str, Any] = {
    "iris": load_iris, "wine": load_wine, "breast cancer": load_breast_cancer, "digits": load_digits,
    "diabetes": load_diabetes,
}  # fmt: skip


@cache
def rows_of(name: str) -> tuple[dt.Dataset, Any, Any, Any]:
    rows, target = LOADED[name](return_X_y=True)
    if name == "diabetes":
        return dt.regression_data(rows, target), DecisionTreeRegressor, rows, target
    return dt.classification_data(rows, target), DecisionTreeClassifier, rows, target


def grown(name: str, **options: Any) -> Any:
    data, make, rows, target = rows_of(name)
    arrays = make(random_state=0, **options).fit(rows, target).tree_
    stated = {"weight": arrays.weighted_n_node_samples, "impurity": arrays.impurity, "value": arrays.value[:, 0]}
    return document_of_arrays(arrays, data.feature_names, stated)


def verdict(name: str, limit: int, **options: Any) -> dt.oracle.Verdict:
    tree = grown(name, **options)
    return judge_tree(tree, rows_of(name)[0], dt.cart(), conventions=CONVENTIONS, max_leaf_nodes=limit)


@pytest.mark.parametrize("limit", [2, 3, 5, 8, 20])
@pytest.mark.parametrize("name", LOADED)
def test_its_trees_are_grown_best_first(name: str, limit: int) -> None:
    found = verdict(name, limit, max_leaf_nodes=limit)
    assert (found.deviations, found.canonical + found.admissible) == ((), found.judged)


def test_a_tree_grown_depth_first_is_none() -> None:
    found = verdict("breast cancer", 8, max_depth=3)
    assert [(one.kind, one.path) for one in found.deviations] == [("split late", (0, 1, 0)), ("split late", (0, 1, 1))]
    assert found.canonical + found.admissible + len(found.deviations) == found.judged


def test_too_many_leaves_and_too_few_deviate() -> None:
    assert [one.kind for one in verdict("iris", 4, max_leaf_nodes=5).deviations] == ["leaves"]
    assert {one.kind for one in verdict("iris", 6, max_leaf_nodes=5).deviations} == {"early leaf"}


@pytest.mark.parametrize("share", [Fraction(1, 50), Fraction(1, 10)])
@pytest.mark.parametrize("name", ["iris", "wine", "breast cancer", "diabetes"])
def test_its_least_decrease_is_a_share_of_the_risk_at_the_root(name: str, share: Fraction) -> None:
    """It asks that much of N(t)/N times the gain; over i(root), that is a share of R(root) for N(t) times the gain."""
    data = rows_of(name)[0]
    root = dt.summarize(data)
    least = float(share * dt.cart().impurity_for(root)(root).as_fraction())
    tree = grown(name, min_impurity_decrease=least)
    assert judge_tree(tree, data, dt.cart(min_saving=share), conventions=CONVENTIONS).deviations == ()
    assert judge_tree(tree, data, dt.cart(min_gain=Fraction(least)), conventions=CONVENTIONS).deviations


@pytest.mark.parametrize("share", [Fraction(1, 32), Fraction(1, 8)])
@pytest.mark.parametrize("name", ["iris", "wine", "diabetes"])
def test_its_least_share_of_the_weight_is_that_of_each_child(name: str, share: Fraction) -> None:
    data, make, rows, target = rows_of(name)
    weights = np.random.default_rng(0).integers(1, 5, len(rows)).astype(float)
    weighted = attrs.evolve(data, weights=weights)
    arrays = make(random_state=0, min_weight_fraction_leaf=float(share)).fit(rows, target, weights).tree_
    tree = document_of_arrays(arrays, data.feature_names, {})
    least = share * int(weights.sum())
    assert judge_tree(tree, weighted, dt.cart(min_leaf=least), conventions=CONVENTIONS).deviations == ()
    assert judge_tree(tree, weighted, dt.cart(min_leaf=2 * least), conventions=CONVENTIONS).deviations


@pytest.mark.parametrize("limit", [{"min_split": 40}, {"min_leaf": 15}, {"min_split": 30, "min_leaf": 7}])
def test_its_other_limits_count_rows_whatever_they_weigh(limit: dict[str, Any]) -> None:
    data, make, rows, target = rows_of("iris")
    weights = np.random.default_rng(0).choice([0.0, 1 / 4, 2.0, 30.0], len(rows))
    weighted = attrs.evolve(data, weights=weights)
    options = {name.replace("_", "_samples_"): value for name, value in limit.items()}
    arrays = make(random_state=0, **options).fit(rows, target, weights).tree_
    tree, by_rows = document_of_arrays(arrays, data.feature_names, {}), attrs.evolve(CONVENTIONS, limits="rows")
    assert judge_tree(tree, weighted, dt.cart(**limit), conventions=by_rows).deviations == ()
    larger: Any = dt.cart(**{name: 2 * value for name, value in limit.items()})
    assert judge_tree(tree, weighted, larger, conventions=by_rows).deviations


class DepthFirst(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    """Grows to depth 2 where it is asked for four leaves, which are three on iris."""

    max_leaf_nodes: Any
    max_depth: Any

    def fit(self, *given: Any) -> Any:
        limit, self.max_leaf_nodes = self.max_leaf_nodes, None
        self.max_depth = {4: 2, 2: 1}.get(limit, self.max_depth)
        super().fit(*given)
        self.max_leaf_nodes = limit
        return self


@pytest.mark.parametrize(
    ("make", "said"), [(DecisionTreeClassifier, set()), (DepthFirst, {"max_leaf_nodes=4: early leaf"})]
)
def test_an_estimator_that_claims_it_is_asked(make: Any, said: set[str]) -> None:
    estimator = from_estimator(make, learner=dt.cart())
    [case] = [one for one in estimator.tables() if one.learner.stopping == dt.Stopping()]
    tree = estimator.grow(case.data, case.learner)
    found = [finding for name, finding in estimator.shown(tree, case.data, case.learner) if name == "best first"]
    assert len(found) == 1
    assert {one.kind for one in found if one} == said


class ByWeight(DecisionTreeClassifier):  # type: ignore[misc]
    """Its least leaf weighs so much; for *more* than asked it is wrong, of weights alone."""

    more: Any = 0
    min_samples_leaf: Any
    min_weight_fraction_leaf: Any

    def fit(self, rows: Any, classes: Any, sample_weight: Any = None) -> Any:
        if sample_weight is None:
            return super().fit(rows, classes)
        least, self.min_samples_leaf = self.min_samples_leaf, 1
        self.min_weight_fraction_leaf = (least + self.more) / sum(sample_weight)
        super().fit(rows, classes, sample_weight)
        self.min_samples_leaf, self.min_weight_fraction_leaf = least, 0.0
        return self


class ByMoreWeight(ByWeight):
    more = 10


@pytest.mark.parametrize(("make", "is_right"), [(DecisionTreeClassifier, 1), (ByWeight, 1), (ByMoreWeight, 0)])
def test_a_limit_of_weighted_rows_may_count_rows_or_weights_and_nothing_else(make: Any, is_right: int) -> None:
    estimator = from_estimator(make, learner=dt.cart())
    [case] = [one for one in estimator.tables() if one.learner.stopping == dt.Stopping()]
    tree = estimator.grow(case.data, case.learner)
    found = dict(estimator.shown(tree, case.data, case.learner))
    assert found["min_samples_split with weights"] is None
    assert (found["min_samples_leaf with weights"] is None) == bool(is_right)


# --- boosters ---------------------------------------------------------------------------------------------------------

SOME = rows_of("diabetes")[0].take(range(100))
STOPS = dt.cart(zero_gain="stop")
HIST = {"tree_method": "hist", "max_bin": 1024}
LEAVES = {
    "lightgbm": lambda limit: {"num_leaves": limit},
    "xgboost": lambda limit: {**HIST, "grow_policy": "lossguide", "max_leaves": limit},
    "hist-gradient-boosting": lambda limit: {"max_leaf_nodes": limit},
}


def judged(
    name: str, options: dict[str, Any], learner: dt.Learner = STOPS, limit: int | None = None, data: dt.Dataset = SOME
) -> Any:
    """Return the verdict on the tree that a booster grows by its own *options*."""
    booster = class_of(name)(**options)
    tree = booster.grow(data, STOPS)
    return judge_tree(tree, data, learner, conventions=booster.conventions, max_leaf_nodes=limit)


def tied() -> dt.Dataset:
    """Return whole numbers, of which many questions lower the risk alike."""
    chance = np.random.default_rng(1)
    return dt.regression_data(chance.integers(0, 3, (80, 4)).astype(float), chance.integers(0, 4, 80).astype(float))


def alcohol() -> dt.Dataset:
    """Return wine's first column as responses of the others."""
    rows, _ = load_wine(return_X_y=True)
    return dt.regression_data(rows[:, 1:], rows[:, 0])


@pytest.mark.parametrize("limit", [2, 5, 20])
@pytest.mark.parametrize("name", each_of(*LEAVES))
def test_a_booster_grows_best_first(name: str, limit: int) -> None:
    found = judged(name, LEAVES[name](limit), limit=limit)
    assert (found.judged, found.deviations) == (2 * limit - 1, ())
    assert judged(name, LEAVES[name](limit + 1), limit=limit).deviations


@pytest.mark.parametrize("limit", [3, 10])
@pytest.mark.parametrize("data", [tied, alcohol])
@pytest.mark.parametrize("name", each_of(*LEAVES))
def test_a_booster_grows_best_first_where_leaves_are_tied_and_where_responses_are_measured(
    name: str, data: Any, limit: int
) -> None:
    found = judged(name, LEAVES[name](limit), limit=limit, data=data())
    assert (found.judged, found.deviations) == (2 * limit - 1, ())


def least(share: Fraction) -> tuple[float, dt.Learner]:
    """Return that share of the root's sum of squares as a float, and the learner whose splits save so much."""
    root = dt.summarize(SOME)
    risk = STOPS.impurity_for(root)(root).as_fraction() * root.weight
    return float(share * risk), dt.cart(zero_gain="stop", min_saving=Fraction(float(share * risk)) / risk)


@needs("xgboost")
def test_gamma_stops_the_tree_by_hist_and_prunes_it_by_exact() -> None:
    gamma, learner = least(Fraction(1, 50))
    assert judged("xgboost", {"gamma": gamma, **HIST}, learner).deviations == ()
    assert {one.kind for one in judged("xgboost", {"gamma": gamma}, learner).deviations} == {"late leaf"}


@needs("lightgbm")
def test_a_least_gain_keeps_lightgbm_from_columns_that_fell_short_above() -> None:
    """It is L3, on ordinary data: a column is not tried below a node where its gain was less."""
    gain, learner = least(Fraction(1, 50))
    found = judged("lightgbm", {"min_gain_to_split": gain}, learner).deviations
    assert {one.kind for one in found} == {"early leaf", "split"}


# --- R's programs -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def in_r() -> Iterator[Callable[[str], Any]]:
    """Return a function that opens a program in R once for all tests here."""
    with ExitStack() as stack:
        yield cache(lambda name: stack.enter_context(class_of(name)()))


def learner_of(peer: Any, data: dt.Dataset, limits: dict[str, Any]) -> dt.Learner:
    """Return the learner of those *limits*, by entropy for classes, as tree has it; ranger's are grown by Gini."""
    by: Any = {} if isinstance(data.target, dt.Responses) or peer.package == "ranger" else {"impurity": dt.entropy}
    return dt.cart(categories="subset", zero_gain=peer.conventions.zero_gain, **by, **limits)


def kinds(peer: Any, tree: Any, data: dt.Dataset, limits: dict[str, Any]) -> set[str]:
    verdict = judge_tree(tree, data, learner_of(peer, data, limits), conventions=peer.conventions)
    return {one.kind for one in verdict.deviations}


LIMITS: Final = [
    pytest.param(name, limit, value, marks=needs(name))
    for name, limit, value in (
        ("rpart", "max_depth", 1),
        ("rpart", "max_depth", 4),
        ("ranger", "max_depth", 2),
        ("ranger", "min_split", 12),
    )
]
"""rpart's `maxdepth`, ranger's `max.depth`, and `min.node.size`, which is one less: larger nodes are split."""


def tied_classes() -> dt.Dataset:
    """Return whole numbers and classes that have nothing to do with them, in order: so ranger names them right."""
    chance = np.random.default_rng(8)
    return dt.classification_data(chance.integers(0, 3, (80, 4)).astype(float), np.sort(chance.integers(0, 3, 80)))


@pytest.mark.parametrize("data", [tied, tied_classes, alcohol])
@pytest.mark.parametrize(("name", "limit", "value"), LIMITS)
def test_a_limit_in_r_stops_a_node_where_it_says(in_r: Any, name: str, limit: str, value: int, data: Any) -> None:
    peer, rows = in_r(name), data()
    tree = peer.grow(rows, learner_of(peer, rows, {limit: value}))
    less, more = ("late leaf", "early leaf") if limit == "max_depth" else ("early leaf", "late leaf")
    found = [kinds(peer, tree, rows, {limit: value + by}) for by in (-1, 0, 1)]
    assert found == [{less}, set(), {more}]


if "tree" in ASKED:  # which CI does without

    def test_mindev_of_tree_is_a_share_that_a_split_saves_more_than(in_r: Any) -> None:
        """It is TR19: by the manual it is a share that the deviance of a node has.  By Gini it stops nothing (TR20)."""
        peer = in_r("tree")
        for data, share in ((rows_of("iris")[0], Fraction(1, 16)), (alcohol(), Fraction(1, 100))):
            root = dt.summarize(data)
            whole = root.weight * learner_of(peer, data, {}).impurity_for(root)(root)
            tree = peer.grow(data, learner_of(peer, data, {"min_saving": share}))
            assert kinds(peer, tree, data, {"min_saving": share}) == set()
            assert kinds(peer, tree, data, {"min_saving": share / 4}) == {"early leaf"}
            assert kinds(peer, tree, data, {"min_risk": share * whole}) == {"early leaf"}
        line = dt.regression_data({"x": [0, 1, 2, 3]}, [0, 1, 2, 3])  # of which the first split saves 4/5
        for share, leaves in ((Fraction(4, 5), 1), (Fraction(3, 4), 2)):
            grown = peer.grow(line, learner_of(peer, line, {"min_saving": share}))
            assert len(dt.leaves(read_tree(grown, line, peer.conventions).tree)) == leaves
        halves = dt.classification_data({"x": list("aabb")}, list("pqqq"))  # the only split saves a third
        by_gini = dt.cart(impurity=dt.gini, categories="subset", zero_gain="stop", min_saving=Fraction(2, 5))
        grown = read_tree(peer.grow(halves, by_gini), halves, peer.conventions).tree
        assert (len(dt.leaves(grown)), len(dt.leaves(dt.grow(halves, by_gini)))) == (2, 1)

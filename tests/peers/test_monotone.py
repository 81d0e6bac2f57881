"""Monotone constraints: scikit-learn's trees are right by own values, XGBoost's by bounded; two have another gain."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import class_of, each_of, needs
from sklearn.datasets import load_diabetes, load_iris
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtrees as dt
from dtrees.growing.monotone import Bounds, value_of
from dtrees.laws.monotone import within
from dtrees.oracle import judge_tree
from dtrees.oracle.documents import read_tree
from dtrees.oracle.estimators.fitted import document_of_arrays
from dtrees.peers.scikit_learn import CONVENTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

STOPS: Final = dt.cart(zero_gain="stop")
OPTION: Final = {
    "xgboost": "monotone_constraints", "lightgbm": "monotone_constraints", "hist-gradient-boosting": "monotonic_cst",
}  # fmt: skip
"""What each booster calls the signs of the columns."""


def named(data: dt.Dataset, signs: Iterable[int]) -> dict[str, int]:
    return {name: int(sign) for name, sign in zip(data.feature_names, signs, strict=True) if sign}


# --- scikit-learn -----------------------------------------------------------------------------------------------------

CRITERIA: Final = {
    "gini": dt.gini, "entropy": dt.entropy, "squared_error": dt.squared_error, "absolute_error": dt.absolute_error,
}  # fmt: skip


def drawn(seed: int, criterion: str) -> tuple[dt.Dataset, np.ndarray]:
    """Return a few rows of whole numbers, of which every second table has weights, and signs of its columns."""
    random = np.random.default_rng([37, seed])
    rows, columns = int(random.integers(5, 14)), int(random.integers(1, 4))
    values = random.integers(0, 4, (rows, columns)).astype(float)
    weights = random.integers(1, 4, rows).astype(float) if seed % 2 else np.ones(rows)
    signs = random.integers(-1, 2, columns)
    if criterion.endswith("error"):
        responses: Any = random.integers(0, 6, rows).astype(float)
        responses = dt.KeptResponses("median", responses) if criterion == "absolute_error" else responses
        return dt.regression_data(values, responses, weights=weights), signs
    labels = [0, 1, *random.integers(0, 2, rows - 2).tolist()]
    return dt.classification_data(values, labels, weights=weights), signs


def grown(data: dt.Dataset, criterion: str, signs: Sequence[int] | np.ndarray) -> tuple[Any, Any]:
    """Return scikit-learn's estimator, and its tree as a document of all that it states."""
    target: Any = data.target
    numbers = criterion.endswith("error")
    make = DecisionTreeRegressor if numbers else DecisionTreeClassifier
    rows = np.column_stack([np.array(list(one)) for one in data.features])
    asked = target.values if numbers else target.codes
    fitted = make(random_state=0, criterion=criterion, monotonic_cst=signs).fit(rows, asked, data.weights.copy())
    arrays = fitted.tree_
    stated = {"weight": arrays.weighted_n_node_samples, "impurity": arrays.impurity, "value": arrays.value[:, 0]}
    return (fitted, rows), document_of_arrays(arrays, data.feature_names, stated)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_scikit_learn_asks_the_best_question_that_keeps_the_constraints(criterion: str) -> None:
    """And states values that are cut; but where a gain of 0 rounds below 0 it makes a leaf, as without constraints."""
    judged, cut, learner = 0, 0, dt.cart(impurity=CRITERIA[criterion])  # type: ignore[arg-type]
    for seed in range(60):
        data, signs = drawn(seed, criterion)
        (fitted, rows), document = grown(data, criterion, signs)
        found = judge_tree(document, data, learner, conventions=CONVENTIONS, constraints=named(data, signs))
        assert [one for one in found.deviations if (one.kind, one.regret) != ("early leaf", "0")] == [], seed
        judged += found.judged
        tree = read_tree(document, data, CONVENTIONS).tree
        predicted = dt.predict_monotone(tree, data, named(data, signs))
        assert np.allclose(fitted.predict(rows), predicted, rtol=0, atol=1e-12)
        values = dt.bounded_values(tree, named(data, signs))
        cut += any(value_of(dt.subtree_at(tree, path).summary) != value for path, value in values.items())
    assert judged > 300
    assert cut > 2


@cache
def ordinary(name: str) -> dt.Dataset:
    if name == "iris":
        rows, kinds = load_iris(return_X_y=True)
        return dt.classification_data(rows[50:], [int(kind == 1) for kind in kinds[50:]])
    rows, progress = load_diabetes(return_X_y=True)
    return dt.regression_data(rows[:60, 2:5], progress[:60])


@pytest.mark.parametrize(("name", "criterion", "signs"), [
    ("iris", "gini", [0, 0, -1, -1]), ("iris", "entropy", [1, -1, 0, 0]), ("diabetes", "squared_error", [1, 1, 0]),
])  # fmt: skip
def test_scikit_learn_keeps_constraints_on_ordinary_data(name: str, criterion: str, signs: list[int]) -> None:
    """A tree grown under their contrary is another one."""
    data, learner = ordinary(name), dt.cart(impurity=CRITERIA[criterion])  # type: ignore[arg-type]
    judged = [
        judge_tree(grown(data, criterion, given)[1], data, learner, conventions=CONVENTIONS,
                   constraints=named(data, signs)).deviations
        for given in (signs, [-sign for sign in signs])
    ]  # fmt: skip
    assert judged[0] == ()
    assert {one.kind for one in judged[1]} & {"split", "constraint"}


def test_values_that_are_not_cut_deviate() -> None:
    """A right tree that states, or predicts, each node's own mean."""
    data = dt.regression_data({"x": [1, 0, 1, 2], "z": [0, 0, 0, 1]}, [4, 0, 4, 1])
    tree = dt.grow_monotone(data, dt.cart(), {"x": 1})
    values = dt.bounded_values(tree, {"x": 1})
    for right in (True, False):

        def document(path: tuple[int, ...] = (), right: bool = right) -> dict[str, Any]:  # noqa: FBT001 (bound early)
            node: Any = dt.subtree_at(tree, path)
            stated = {"value": float(values[path] if right else node.summary.mean)}
            if isinstance(node, dt.Leaf):
                return stated
            below = [document((*path, place), right) for place in (0, 1)]
            return stated | {"feature": node.question.feature, "threshold": node.question.threshold, "children": below}

        found = judge_tree(document(), data, dt.cart(), constraints={"x": 1})
        expected = [] if right else [("value", (1, 1), "3/2 = 1.5")]
        assert [(one.kind, one.path, one.expected) for one in found.deviations] == expected


def test_a_wrong_tree_is_told_why() -> None:
    data = dt.regression_data({"x": [1, 2, 3, 4]}, [9, 4, 2, 3])
    against, along = ({"x": 1}, {"x": -1})
    free, kept, leaf = (dt.grow_monotone(data, dt.cart(), signs) for signs in ({}, along, against))

    def kinds(tree: dt.Tree, signs: Mapping[str, int]) -> list[Any]:
        found = judge_tree(tree, data, dt.cart(), constraints=signs).deviations
        return [(one.kind, one.path, one.regret) for one in found]

    assert kinds(kept, along) == kinds(leaf, against) == kinds(free, {}) == []
    assert kinds(free, along) == [("constraint", (1, 1), "")]
    assert kinds(kept, against) == [("constraint", (), ""), ("constraint", (1,), "")]
    assert [kind for kind, *_ in kinds(leaf, along)] == ["early leaf"]
    missing = dt.regression_data({"x": [1, None]}, [1, 2], missing="keep")
    with pytest.raises(dt.Unsupported, match="monotone constraints are judged of data without missing values"):
        judge_tree(dt.Leaf(dt.summarize(missing)), missing, dt.cart(missing="either_side"), constraints={"x": 1})
    with pytest.raises(dt.Unsupported, match="not by both"):
        judge_tree(kept, data, dt.cart(), constraints=along, max_leaf_nodes=3)


# --- boosters ---------------------------------------------------------------------------------------------------------


@cache
def boosted(name: str, seed: int, **options: Any) -> tuple[dt.Dataset, dict[str, int], dt.Tree, Any]:
    """Return a table of whole numbers, the signs, the booster's tree, and the verdict on it by bounded values."""
    random = np.random.default_rng([11, seed])
    rows, columns = int(random.integers(4, 16)), int(random.integers(1, 4))
    values, signs = random.integers(0, 4, (rows, columns)).astype(float), random.integers(-1, 2, columns)
    signs[0] = signs[0] or 1
    data = dt.regression_data(values, random.integers(0, 8, rows).astype(float))
    booster = class_of(name)(**{OPTION[name]: tuple(signs.tolist())}, **options)
    document, how = booster.grow(data, STOPS), attrs.evolve(booster.conventions, monotone="bounded")
    found = judge_tree(document, data, STOPS, conventions=how, constraints=named(data, signs))
    return data, named(data, signs), read_tree(document, data, how).tree, found


@needs("xgboost")
def test_xgboost_asks_the_best_question_by_bounded_values() -> None:
    every = [boosted("xgboost", seed) for seed in range(60)]
    assert [one for *_, found in every for one in found.deviations] == []
    assert sum(found.judged for *_, found in every) > 300
    cut = [tree for _, signs, tree, _ in every for path, value in dt.bounded_values(tree, signs).items()
           if value != value_of(dt.subtree_at(tree, path).summary)]  # fmt: skip
    assert len(cut) > 20


def sums(rows: dt.Dataset, parts: Sequence[Any], bounds: Any, about: Fraction = Fraction(0)) -> list[tuple[Any, ...]]:
    """Return of each part its sum of responses and its own and its bounded value, all *about* a number."""
    return [
        (
            part.total - part.weight * about,
            part.weight,
            value_of(part) - about,
            Bounds(*bounds).nearest(value_of(part)) - about,
        )
        for part in (dt.summarize(rows), *parts)
    ]


def right_gain(rows: dt.Dataset, parts: Sequence[Any], bounds: Any, whole: dt.Dataset) -> Any:
    """By how much the sum of squares about bounded values falls."""
    first, *others = [2 * total * cut - weight * cut**2 for total, weight, _, cut in sums(rows, parts, bounds)]
    return sum(others) - first


def of_optimal_values(rows: dt.Dataset, parts: Sequence[Any], bounds: Any, whole: dt.Dataset) -> Any:
    """HistGradientBoosting's: of a loss that holds where each value is the node's mean, about the mean of all rows."""
    about: Any = value_of(dt.summarize(whole))
    first, *others = [total * cut for total, _, _, cut in sums(rows, parts, bounds, about)]
    return sum(others) - first


def over_an_unbounded_node(rows: dt.Dataset, parts: Sequence[Any], bounds: Any, whole: dt.Dataset) -> Any:
    """LightGBM's: the children's values are bounded, but not the node's."""
    first, *others = sums(rows, parts, bounds)
    return sum(2 * total * cut - weight * cut**2 for total, weight, _, cut in others) - first[1] * first[2] ** 2


GAINS: Final = {"hist-gradient-boosting": of_optimal_values, "lightgbm": over_an_unbounded_node}


def gains(
    formula: Any, rows: dt.Dataset, bounds: Any, whole: dt.Dataset, signs: Mapping[str, int]
) -> dict[Any, Fraction]:
    """Return the gain of each question whose children's bounded values are in order, by its column and its rows."""
    found = {}
    for one in dt.scored_splits(rows, STOPS):
        low, high = (Bounds(*bounds).nearest(value_of(part)) for part in one.parts)
        if signs.get(one.feature, 0) * (high - low) >= 0:
            found[parted(one.question, rows)] = formula(rows, one.parts, bounds, whole)
    return found


def parted(question: Any, rows: dt.Dataset) -> tuple[str, tuple[bool, ...]]:
    return question.feature, tuple(value <= question.threshold for value in rows.feature(question.feature))


NONE: Final = Fraction(1, 10**5)
"""A gain that floats may take for none."""


def chooses(formula: Any, case: tuple[Any, ...], path: dt.Path, *, shut_out: bool) -> bool:
    """Return whether the tree's choice at *path* is the best by *formula*.

    If *shut_out*, a column that gains nothing at a node is not tried below it.
    """
    data, signs, tree, _ = case
    nodes = {place: (node, rows, bounds) for place, node, rows, bounds in within(tree, data, signs)}
    node, rows, bounds = nodes[path]
    mine, surely = gains(formula, rows, bounds, data, signs), {*data.feature_names}
    for steps in range(len(path)) if shut_out else ():
        _, above, around = nodes[path[:steps]]
        surely &= {column for (column, _), gain in gains(formula, above, around, data, signs).items() if gain > NONE}
    best = max([*(gain for (column, _), gain in mine.items() if column in surely), Fraction(0)])
    got = mine.get(parted(node.question, rows), Fraction(-1)) if isinstance(node, dt.Branch) else Fraction(0)
    return best - got <= NONE


@pytest.mark.parametrize("name", each_of("hist-gradient-boosting", "lightgbm"))
def test_their_choices_are_the_best_by_another_gain(name: str) -> None:
    """Every deviation, and every other node, is explained; with the right gain in its place, none of them is."""
    deviating, formula = 0, GAINS[name]
    for seed in range(60) if name == "lightgbm" else range(60, 110):
        case = boosted(name, seed)
        assert {one.kind for one in case[3].deviations} <= {"early leaf", "split"}
        for path, *_ in within(case[2], case[0], case[1]):
            assert chooses(formula, case, path, shut_out=name == "lightgbm"), (seed, path)
        for one in case[3].deviations:
            assert not chooses(right_gain, case, one.path, shut_out=False)
            deviating += 1
    assert deviating > 3

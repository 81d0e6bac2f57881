"""What is measured: pairs of the same work, ours and a peer's, on data of many kinds."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs
import numpy as np
from benchmarks.rpart import rpart_grows
from sklearn import datasets as real
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.tree._tree import ccp_pruning_path

import dtrees as dt
from dtrees.data import datasets
from dtrees.data.dataset import Classes, Numeric
from dtrees.growing import impurity
from dtrees.numbers import coprime, logarithms, sums
from dtrees.oracle import judge_tree
from dtrees.oracle.conventions import as_float64
from dtrees.vectorized import grow
from dtrees.vectorized.prune import pruning_sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees import Learner, Tree
    from dtrees.data.dataset import Dataset
    from dtrees.data.scaled import FloatArray

    Work: TypeAlias = Callable[[], Any]


@attrs.frozen
class Pair:
    """One piece of work, as done here and by the peer, and how much data it is about: rows, or nodes of a tree."""

    ours: Work
    peer: Work
    size: int
    bytes: int = 0


@attrs.frozen
class Case:
    """A row of the table: *mark* is the largest ratio it should have; cases of one *series* differ in size alone."""

    group: str
    name: str
    make: Callable[[], Pair]
    mark: float | None = None
    series: str = ""
    quick: bool = False


# --- the work ---------------------------------------------------------------------------------------------------


def matrix(data: Dataset) -> FloatArray:
    """Return the features as scikit-learn takes them: a category is its code."""
    return np.column_stack(
        [feature.values if isinstance(feature, Numeric) else feature.codes for feature in data.features]
    )


def fit(data: Dataset, columns: FloatArray, criterion: str | None = None, max_depth: int | None = None) -> Any:
    """Return scikit-learn's tree."""
    if isinstance(data.target, Classes):
        target: Any = data.target.codes
        learner = DecisionTreeClassifier(random_state=0, max_depth=max_depth, criterion=criterion or "gini")
    else:
        target = data.target.values
        learner = DecisionTreeRegressor(random_state=0, max_depth=max_depth)
    weights = None if np.all(data.weights == 1) else data.weights
    return learner.fit(columns, target, sample_weight=weights)


def growing(
    make: Callable[[], Dataset], *, entropy: bool = False, max_depth: int | None = None, peer: str = "scikit-learn"
) -> Pair:
    """Return growing a whole tree, or one of *max_depth*."""
    data = make()
    learner = dt.cart(max_depth=max_depth, impurity=dt.entropy if entropy else None)
    columns = matrix(data)
    ours = partial(grow, data, learner)
    if peer == "rpart" and max_depth is not None and isinstance(data.target, Classes):
        return Pair(ours, partial(rpart_grows, columns, data.target.codes, max_depth), len(data), columns.nbytes)
    return Pair(ours, partial(fit, data, columns, "entropy" if entropy else None, max_depth), len(data), columns.nbytes)


def costing(make: Callable[[], Dataset], learner: Learner, grow: Callable[[Dataset, Learner], Tree]) -> Pair:
    """Return growing by *learner*, against growing by Gini the same rows of weight 1 by the same function.

    Neither remembers the numbers of earlier runs.
    """
    data = make()
    plain = attrs.evolve(data, weights=np.ones(len(data)))

    def afresh(data: Dataset, learner: Learner) -> Tree:
        for module in (coprime, impurity, logarithms, sums):
            for remembering in vars(module).values():
                if hasattr(remembering, "cache_clear"):
                    remembering.cache_clear()
        return grow(data, learner)

    return Pair(partial(afresh, data, learner), partial(afresh, plain, dt.cart()), len(data))


def pruning(make: Callable[[], Dataset]) -> Pair:
    """Return the pruning path of a tree: each alpha as a float, which is what the peer returns."""
    data = make()
    tree, peer = grow(data, dt.cart()), fit(data, matrix(data)).tree_

    def path() -> FloatArray:
        return pruning_sequence(tree).rounded_alphas

    return Pair(path, partial(ccp_pruning_path, peer), peer.node_count)


def judging(make: Callable[[], Dataset]) -> Pair:
    """Return judging a tree, against the peer's growing one."""
    data = make()
    tree = grow(data, dt.cart())
    return Pair(partial(judge_tree, tree, data, dt.cart()), partial(fit, data, matrix(data)), len(data))


def predicting(make: Callable[[], Dataset]) -> Pair:
    """Return predicting the training rows by a tree that has predicted before."""
    data = make()
    columns = matrix(data)
    tree, peer = grow(data, dt.cart()), fit(data, columns)
    return Pair(partial(dt.vectorized.predict, tree, data), partial(peer.predict, columns), len(data), columns.nbytes)


# --- the data ---------------------------------------------------------------------------------------------------


def spambase() -> dt.Dataset:
    """Return Spambase as scikit-learn reads it, in float64."""
    return as_float64(datasets.load("spam"))


def noise(rows: int, features: int, classes: int = 2, weights: str = "") -> Dataset:
    """Return normal features, and a target that has nothing to do with them; numbers where there are no *classes*."""
    random = np.random.default_rng(rows)
    columns = random.normal(size=(rows, features))
    given = {"": None, "whole": random.integers(1, 5, rows), "float": random.random(rows)}[weights]
    if not classes:
        return dt.regression_data(columns, random.normal(size=rows), weights=given)
    return dt.classification_data(columns, random.integers(0, classes, rows), weights=given)


def mixed(rows: int) -> Dataset:
    """Return numbers, rounded numbers, codes of few values and categories, and seven classes that follow from some."""
    random = np.random.default_rng(rows)
    numbers = {f"number{i}": random.normal(size=rows) for i in range(4)}
    rounded = {f"rounded{i}": random.integers(0, 100 * i, rows) for i in (1, 5)}
    codes = {f"code{i}": random.integers(0, i, rows) for i in (4, 7, 40)}
    levels = {f"level{i}": random.integers(0, i, rows) for i in (3, 12, 40)}
    score = numbers["number0"] + codes["code7"] / 3 + (levels["level40"] % 5) + random.normal(size=rows)
    labels = np.searchsorted(np.quantile(score, np.arange(1, 7) / 7), score)
    texts = {name: values.astype(str) for name, values in levels.items()}
    return dt.classification_data(numbers | rounded | codes | texts, labels)


def categories(rows: int) -> Dataset:
    """Return features of 100 to 300 categories and two classes that follow from two of them."""
    random = np.random.default_rng(rows)
    codes = [random.integers(0, levels, rows) for levels in (100, 200, 300, 300)]
    labels = (codes[0] % 3 + codes[1] % 4 + 2 * random.normal(size=rows)) > 2.5
    return dt.classification_data({f"x{i}": column.astype(str) for i, column in enumerate(codes)}, labels.astype(int))


def scikit_learns(load: Callable[..., Any], *, numbers: bool = False) -> Dataset:
    """Return one of scikit-learn's data sets."""
    return (dt.regression_data if numbers else dt.classification_data)(*load(return_X_y=True))


# --- the table --------------------------------------------------------------------------------------------------


def cases() -> Iterator[Case]:
    """Yield the rows of the table."""
    for rows, mark in ((1_000, 0.8), (10_000, 0.15), (100_000, 0.1), (1_000_000, 0.08)):
        yield Case(
            "growing",
            f"noise, {rows:,} x 10",
            partial(growing, partial(noise, rows, 10)),
            mark,
            "noise",
            rows <= 10_000,
        )
    for name, make, mark in (
        ("noise, 10,000 x 100", partial(noise, 10_000, 100), 1.0),
        ("noise, 30,000 x 10, 10 classes", partial(noise, 30_000, 10, 10), 0.5),
        ("noise, 30,000 x 10, numbers", partial(noise, 30_000, 10, 0), 0.35),
        ("noise, 30,000 x 10, whole weights", partial(noise, 30_000, 10, weights="whole"), 0.5),
        ("noise, 30,000 x 10, weights in [0, 1)", partial(noise, 30_000, 10, weights="float"), 0.5),
        ("mixed types, 50,000 x 12, 7 classes", partial(mixed, 50_000), 0.6),
        ("100-300 categories, 20,000 x 4", partial(categories, 20_000), 1.0),
    ):
        yield Case("growing", name, partial(growing, make), mark)
    yield Case(
        "growing", "noise, 30,000 x 10, entropy", partial(growing, partial(noise, 30_000, 10), entropy=True), 0.5
    )
    yield Case("growing", "Spambase as decimals", partial(growing, partial(datasets.load, "spam")), quick=True)
    for name, make, mark in (
        ("Spambase, 4,601 x 57", partial(spambase), 0.6),
        ("digits, 1,797 x 64, 10 classes", partial(scikit_learns, real.load_digits), 1.0),
        ("breast cancer, 569 x 30", partial(scikit_learns, real.load_breast_cancer), 0.8),
        ("diabetes, 442 x 10, numbers", partial(scikit_learns, real.load_diabetes, numbers=True), 2.5),
    ):
        yield Case("growing", name, partial(growing, make), mark, quick=True)
    for peer, least in (("scikit-learn", None), ("rpart", 0.7)):
        name = f"noise, 10,000 x 10, depth 30, against {peer}"
        yield Case("growing", name, partial(growing, partial(noise, 10_000, 10), max_depth=30, peer=peer), least)
    for nodes in (25_000, 50_000, 100_000, 200_000):
        trees = {"classes": (partial(noise, nodes, 1), 0.025), "numbers": (partial(noise, nodes // 2, 2, 0), 0.015)}
        for target, (make, mark) in trees.items():
            name, path = f"noise, {target}, {nodes:,} nodes", partial(pruning, make)
            at_last = mark if nodes == 200_000 else None
            yield Case("pruning path", name, path, at_last, f"pruning path, {target}", nodes == 25_000)
    yield Case("judging", "Spambase, 4,601 x 57", partial(judging, spambase), 1.0)
    for rows in (1_000, 10_000):
        yield Case("judging", f"noise, {rows:,} x 10", partial(judging, partial(noise, rows, 10)), 1.0, "judging")
    yield Case("predicting", "noise, 100,000 x 10", partial(predicting, partial(noise, 100_000, 10)), 1.0)
    yield Case("predicting", "mixed types, 50,000 x 12", partial(predicting, partial(mixed, 50_000)), 1.5)
    yield from costs()


def costs() -> Iterator[Case]:
    """Yield what logarithms, ratios and weights cost, over the size, against Gini of the same rows unweighted."""
    scores = {"Gini": dt.cart(), "entropy": dt.cart(impurity=dt.entropy), "ratio": dt.c45()}
    for road, function, sizes in (
        ("specification", dt.grow, (100, 200, 400)),
        ("vectorized", grow, (1_000, 2_000, 4_000, 8_000)),
    ):
        for score, weights, rows in product(scores, ("", "float"), sizes):
            if score != "Gini" or weights:
                name = f"{score}, weights in [0, 1)" if weights else score
                work = partial(costing, partial(noise, rows, 3, weights=weights), scores[score], function)
                yield Case(f"{road}, by its Gini", f"{name}, {rows:,} x 3", work, series=f"{road}, {name}")

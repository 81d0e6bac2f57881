"""The ways round that the users' page calls tried: with them the programs are right, without them they are not."""

from __future__ import annotations

import subprocess
from importlib import import_module
from typing import Any, Final

import numpy as np
import pytest
from peers.asking import needs

X: Final = np.linspace(0, 1, 1000)[:, None]
WAVE: Final = np.sin(8 * X[:, 0])
TIMES: Final = 1.7e9 + np.arange(200.0)[:, None]
LATE: Final = (np.arange(200) >= 113).astype(int)


def made(name: str, **options: Any) -> Any:
    """Return the estimator of a package."""
    package, _, kind = name.rpartition(".")
    return getattr(import_module(package), kind)(**options)


def unexplained(name: str, y: np.ndarray) -> float:
    """Return the share of the variance that the defaults leave."""
    return float((y - made(name).fit(X, y).predict(X)).var() / y.var())


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("sklearn.tree.DecisionTreeClassifier", marks=needs("scikit-learn")),
        pytest.param("xgboost.XGBClassifier", marks=needs("xgboost")),
    ],
)
def test_times_are_told_apart_once_the_least_is_subtracted(name: str) -> None:
    tree = made(name)
    assert (tree.fit(TIMES, LATE).predict(TIMES) == LATE).mean() == 0.76
    assert (tree.fit(TIMES - TIMES.min(), LATE).predict(TIMES - TIMES.min()) == LATE).all()


@needs("scikit-learn")
def test_large_ids_are_told_apart_by_their_ranks() -> None:
    first = 1e9 + np.sort(np.random.default_rng(0).choice(10**9, 200, replace=False))
    ids, odd = np.column_stack([first, first + 1]).ravel(), np.arange(400) % 2

    def right(x: np.ndarray) -> float:
        return float(made("sklearn.tree.DecisionTreeClassifier").fit(x[:, None], odd).score(x[:, None], odd))

    assert right(ids - ids.min()) < 0.6
    assert right(np.searchsorted(np.unique(ids), ids)) == 1


@needs("scikit-learn")
def test_responses_far_from_0_are_centred_first_and_tiny_ones_scaled() -> None:
    def leaves(y: np.ndarray, **options: Any) -> int:
        return int(made("sklearn.tree.DecisionTreeRegressor", random_state=0, **options).fit(X, y).get_n_leaves())

    far = 1.7e9 + 10 * WAVE
    assert (leaves(far, max_leaf_nodes=32), leaves(far - far.mean(), max_leaf_nodes=32)) == (3, 32)
    tiny = 1e-8 * WAVE
    assert (leaves(tiny), leaves(tiny / tiny.std())) == (1, 1000)


@needs("scikit-learn")
@pytest.mark.parametrize("kind", ["decimals", "normal numbers far from 0", "large whole numbers"])
@pytest.mark.parametrize("rows", [[5, 5, 5, 5], [3, 7, 7, 3]])
def test_xor_of_any_numbers_is_learned_once_they_are_centred_and_scaled(kind: str, rows: list[int]) -> None:
    cells = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]).repeat(rows, axis=0)
    draw = np.random.default_rng(0)
    pairs = {
        "decimals": draw.integers(10, 1001, (100, 2)) / 10,
        "normal numbers far from 0": 1e6 + draw.normal(size=(100, 2)),
        "large whole numbers": draw.integers(0, 10**9, (100, 2)),
    }[kind]

    def leaves(y: np.ndarray) -> int:
        return int(made("sklearn.tree.DecisionTreeRegressor", random_state=0).fit(cells, y).get_n_leaves())

    tables = [pair[[0, 1, 1, 0]].repeat(rows) for pair in pairs]
    assert sum(leaves(y) == 1 for y in tables) > 10
    assert {leaves((y - y.mean()) / (10 * y.std())) for y in tables} == {4}


@needs("rpart")
def test_rpart_takes_priors_once_the_smallest_is_what_the_others_leave() -> None:
    """All triples of hundredths, and random priors: it refuses those whose `sum` is not exactly 1."""
    code = """
      taken <- function(p) { k <- which.min(p); p[k] <- 1 - sum(p[-k]); p }
      refused <- function(rows) sum(apply(rows, 1, sum) != 1)
      set.seed(1)
      whole <- expand.grid(1:98, 1:98)
      triples <- as.matrix(cbind(whole, 100 - rowSums(whole))[rowSums(whole) < 100, ] / 100)
      drawn <- function(n) { w <- matrix(rexp(300 * n), 300); w / rowSums(w) }
      for (rows in c(list(triples), lapply(c(2:9, 20, 50), drawn))) {
        exact <- t(apply(rows, 1, taken))
        cat(refused(rows) > 0, refused(exact), max(abs(rows - exact)) < 2^-51, "\n")
      }
      y <- factor(rep(letters[1:3], 10))
      asked <- function(p) rpart::rpart(y ~ x, list(x = 1:30), parms = list(prior = p))
      grow <- function(p) class(tryCatch(asked(p), error = identity))[1]
      cat(grow(c(.01, .29, .7)), grow(taken(c(.01, .29, .7))))
    """
    words = ["Rscript", "-e", code]
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=120)
    *counts, fits = done.stdout.splitlines()
    assert [line.split() for line in counts] == [["TRUE", "0", "TRUE"]] * 11
    assert fits == "simpleError rpart"


@needs("rpart")
def test_rpart_states_the_shares_of_classes_once_weights_are_multiplied() -> None:
    code = """
      grow <- function(w) rpart::rpart(Kyphosis ~ Age + Number + Start, rpart::kyphosis, weights = rep(w, 81))
      for (w in c(1 / 81, 1, 2)) cat(predict(grow(w))[1, 2], "")
    """
    words = ["Rscript", "-e", code]
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == "0.267525 0.5789474 0.5789474 "


@needs("rpart")
def test_rpart_keeps_a_surrogate_of_an_ordered_factor_and_of_0_1_columns_beside_a_factor() -> None:
    code = """
      only <- transform(iris, Sepal.Length = NA_real_, Sepal.Width = NA_real_, Petal.Length = NA_real_)
      ordering <- function(rows) transform(rows, Species = ordered(Species))
      columns <- function(rows) sapply(levels(rows$Species), function(level) as.numeric(rows$Species == level))
      for (made in list(identity, ordering, function(rows) cbind(rows, columns(rows))))
        cat(predict(rpart::rpart(Petal.Width ~ ., made(iris)), made(only)[1, ]), "")
    """
    words = ["Rscript", "-e", code]
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == "1.676 0.246 0.246 "


@needs("xgboost")
def test_xgboost_learns_small_responses_once_they_are_scaled() -> None:
    tiny = 1e-5 * WAVE
    assert unexplained("xgboost.XGBRegressor", tiny) == 1
    assert unexplained("xgboost.XGBRegressor", tiny / tiny.std()) < 1e-4


@needs("lightgbm")
def test_lightgbm_splits_weighted_rows_with_a_smaller_least_child_and_finds_a_product_of_columns() -> None:
    x = np.repeat([0, 1], 30)[:, None]
    weights = np.where(x[:, 0], 1, 3)

    def answers(y: np.ndarray, rows: np.ndarray, weights: np.ndarray | None = None, **options: Any) -> list[float]:
        tree = made("lightgbm.LGBMRegressor", verbosity=-1, **options).fit(rows, y, sample_weight=weights)
        return [float(one) for one in np.unique(tree.predict(rows).round(2))]

    assert answers(x[:, 0], x, weights) == [0.25]
    assert answers(x[:, 0], x, weights, min_child_samples=10) == [0, 1]
    a, c = np.tile([0, 1], 400), np.repeat([0, 1], 400)
    y = 2 * c + np.where(c, a, 1 - a)
    assert answers(y, np.column_stack([a, c])) == [0.5, 2.5]
    assert answers(y, np.column_stack([a, c, a * c])) == [0, 1, 2, 3]
    odd = np.where(c, 2 + a, np.where(a, 0, 1.2))
    assert answers(odd, np.column_stack([a, c]), monotone_constraints=[1, 0]) == [0.6, 2.5]
    assert answers(odd, np.column_stack([a, c, a * c]), monotone_constraints=[1, 0, 1]) == [0.6, 2, 3]


@needs("lightgbm")
def test_four_categories_are_asked_for_one_by_one() -> None:
    x, y = np.repeat(np.arange(4), 30)[:, None], np.repeat(np.arange(4), 30) == 3
    models = [made("lightgbm.LGBMRegressor", verbosity=-1, **options) for options in ({}, {"max_cat_to_onehot": 5})]
    scores = [model.fit(x, y, categorical_feature=[0]).score(x, y) for model in models]
    assert scores[0] == 0
    assert scores[1] > 0.999999


@needs("hist-gradient-boosting")
def test_rare_categories_are_encoded_by_their_means_first() -> None:
    x, y = np.repeat(np.arange(40), 8)[:, None], np.repeat(np.arange(40) % 2, 8)
    boosting = "sklearn.ensemble.HistGradientBoostingRegressor"
    assert made(boosting, categorical_features=[0]).fit(x, y).score(x, y) == 0
    encoder = made("sklearn.preprocessing.TargetEncoder", target_type="continuous", smooth=0, cv=2).fit(x, y)
    means = encoder.transform(x)
    assert made(boosting).fit(means, y).score(means, y) > 0.999999


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("lightgbm.LGBMRegressor", marks=needs("lightgbm")),
        pytest.param("sklearn.ensemble.HistGradientBoostingRegressor", marks=needs("hist-gradient-boosting")),
    ],
)
def test_others_learn_tiny_responses_as_they_are(name: str) -> None:
    assert unexplained(name, 1e-12 * WAVE) < 1e-3

"""What programs state beside a tree: importances by surrogates, totals, competitors, and by permutation.

Those of H2O and Spark stand beside their other options.
"""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction
from importlib import import_module
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from peers.asking import class_of, needs

import dtrees as dt
from dtrees.growing.competitors import competitors
from dtrees.oracle.documents import read_tree, tree_of
from dtrees.peers import hist_gradient_boosting, opencv
from dtrees.peers.opencv import _node
from dtrees.predicting.stated_importances import split_totals, surrogate_importances
from dtrees.selection.permutation import permutation_importances

if TYPE_CHECKING:
    from pathlib import Path

SURROGATES: Final = dt.Missing("surrogate", agreement="first", least_rows=2, most_surrogates=5)
"""rpart's default options."""

STATED: Final = """
suppressMessages({library(rpart); library(jsonlite)})
rows <- read.csv(commandArgs(TRUE)[1], stringsAsFactors = TRUE)
fit <- rpart(y ~ ., rows, cp = -1, minsplit = 8, minbucket = 4, xval = 0, maxcompete = 9)
first <- seq_len(1 + fit$frame$ncompete[1])
cat(toJSON(list(
  importance = as.list(fit$variable.importance),
  improve = as.list(setNames(fit$splits[first, "improve"], rownames(fit$splits)[first]))
), auto_unbox = TRUE, digits = NA))
"""


def stated_by_rpart(file: Path) -> dict[str, dict[str, float]]:
    done = subprocess.run(["Rscript", "-e", STATED, str(file)], capture_output=True, check=True, text=True)  # noqa: S607 (R is found)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def written(file: Path, seed: int, *, classes: bool, missing: bool) -> dt.Dataset:
    """Write rows of four columns, two of them alike, as CSV, and return them as read."""
    random = np.random.default_rng([37, seed])
    x = random.normal(size=(60, 4)).round(3)
    x[:, 1] += 2 * x[:, 0].round(3)
    y = x[:, 0] + x[:, 2] * x[:, 3] + random.normal(size=60) / 2
    cells = x.astype(str)
    if missing:
        cells[random.random(x.shape) < 0.1] = "NA"
    target = np.where(y > 0, "b", "a") if classes else y.round(3).astype(str)
    lines = [",".join([*row, of]) for row, of in zip(cells, target, strict=True)]
    file.write_text("\n".join(["p,q,r,s,y", *lines]), encoding="utf-8")
    task: Any = "classification" if classes else "regression"
    return dt.read_csv(file, target="y", task=task, numbers="float64", missing="keep")


@needs("rpart")
@pytest.mark.parametrize("classes", [True, False])
@pytest.mark.parametrize("missing", [True, False])
def test_rparts_importances_weigh_surrogates_by_their_association(
    tmp_path: Path, *, classes: bool, missing: bool
) -> None:
    data = written(tmp_path / "rows.csv", 10 * classes + missing, classes=classes, missing=missing)
    learner = dt.cart(missing=SURROGATES, min_split=8, min_leaf=4, zero_gain="stop")
    tree: Any = dt.grow(data, learner)
    stated = stated_by_rpart(tmp_path / "rows.csv")
    exact = {name: float(one) for name, one in surrogate_importances(tree, data).items() if one}
    assert exact == pytest.approx(stated["importance"], rel=1e-9)
    own = {name: float(one) for name, one in dt.impurity_decreases(tree, data.feature_names, surrogates=data).items()}
    assert own != pytest.approx(stated["importance"], rel=1e-3)  # CART's own count a surrogate's decrease
    if missing:
        return  # there rpart's improve is of the rows that are known
    root: Any = dt.summarize(data)
    of_node = len(data) if classes else 1 / dt.squared_error(root).as_fraction()
    improve = {split.feature: float(split.gain * of_node) for split in competitors(data, learner)}
    assert improve == pytest.approx(stated["improve"], rel=1e-9)
    assert [*improve] == [*stated["improve"]]
    assert next(iter(improve)) == tree.question.feature


def regression(seed: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], dt.Dataset]:
    random = np.random.default_rng([38, seed])
    x, y = random.integers(0, 64, (40, 3)).astype(float), random.integers(0, 64, 40).astype(float)
    return x, y, dt.regression_data(x, y)


@needs("xgboost")
def test_xgboost_sums_up_what_the_branches_do() -> None:
    xgboost = import_module("xgboost")
    x, y, data = regression(0)
    options = {
        "tree_method": "exact",
        "base_score": 0,
        "eta": 1,
        "reg_lambda": 0,
        "max_depth": 3,
        "min_child_weight": 0,
    }
    booster = xgboost.train(options, xgboost.DMatrix(x, y, feature_names=["x0", "x1", "x2"]), num_boost_round=1)
    totals = split_totals(dt.vectorized.grow(data, dt.cart(max_depth=3, zero_gain="stop")), data.feature_names)
    kinds = {
        "weight": "number", "total_cover": "weight", "cover": "mean_weight", "total_gain": "decrease",
        "gain": "mean_decrease",
    }  # fmt: skip
    for kind, field in kinds.items():
        exact = {name: float(getattr(one, field)) for name, one in totals.items()}
        assert booster.get_score(importance_type=kind) == pytest.approx(exact, rel=1e-5)  # its numbers are float32


@needs("lightgbm")
def test_lightgbm_sums_up_what_the_branches_do() -> None:
    lightgbm = import_module("lightgbm")
    x, y, data = regression(1)
    options = {
        "objective": "regression", "boost_from_average": False, "learning_rate": 1, "max_depth": 3, "num_leaves": 8,
        "min_data_in_leaf": 1, "min_sum_hessian_in_leaf": 0, "min_data_in_bin": 1, "verbose": -1,
    }  # fmt: skip
    booster = lightgbm.train(options, lightgbm.Dataset(x, y), num_boost_round=1)
    totals = split_totals(dt.vectorized.grow(data, dt.cart(max_depth=3, zero_gain="stop")), data.feature_names)
    exact = [totals[name].decrease for name in data.feature_names]
    assert booster.feature_importance("split").tolist() == [totals[name].number for name in data.feature_names]
    assert booster.feature_importance("gain") == pytest.approx(list(map(float, exact)), rel=1e-5)


@needs("scikit-learn")
def test_scikit_learns_permutation_importances_are_of_the_permutations_that_it_draws() -> None:
    make = import_module("sklearn.tree").DecisionTreeClassifier
    asked = import_module("sklearn.inspection").permutation_importance
    x = np.random.default_rng([39, 0]).integers(0, 1 << 20, (81, 3)) / 1024  # which float32 holds
    labels = (x[:, 0] + x[:, 1] * x[:, 2] / 512 > 1024).astype(int)
    data = dt.classification_data(x, labels)
    tree = dt.grow(data, dt.cart(max_depth=3, zero_gain="stop"))
    fitted = make(max_depth=3, random_state=0).fit(x, labels)
    assert fitted.predict(x).tolist() == dt.predict(tree, data).tolist()
    stated = asked(fitted, x, labels, n_repeats=4, random_state=5).importances_mean
    exact = permutation_importances(tree, data, permuted(len(x)))
    assert stated == pytest.approx(list(map(float, exact.values())), abs=1e-12)


@needs("hist-gradient-boosting")
def test_histgradientboostings_are_by_the_same_permutations() -> None:
    """Of one tree, whose cuts lie between neighbours of all rows; numbers whose mean is short, as gradients are."""
    asked = import_module("sklearn.inspection").permutation_importance
    x = np.random.default_rng([39, 1]).integers(0, 1 << 20, (64, 3)) / 1024
    y = np.argsort(np.argsort(x[:, 0] + x[:, 1] * x[:, 2] / 512)) + 0.5
    booster, data = class_of("hist-gradient-boosting")(), dt.regression_data(x, y)
    tree = read_tree(booster.grow(data, dt.cart(max_depth=3)), data, booster.conventions, exactly=True).tree
    fitted = booster.estimator(**hist_gradient_boosting.OPTIONS, max_depth=3).fit(x, y)
    stated = asked(fitted, x, y, n_repeats=4, random_state=5, scoring="neg_mean_squared_error").importances_mean
    exact = permutation_importances(tree, data, permuted(len(x)))
    assert stated == pytest.approx(list(map(float, exact.values())), abs=1e-9)


def permuted(rows: int) -> list[list[int]]:
    """Return the four orders in which scikit-learn puts so many rows, where its random state is 5."""
    random, order, place, orders = np.random.RandomState(drawn_seed(5)), np.arange(rows), np.arange(rows), []
    for _ in range(4):  # each permutes the column that the last has left
        random.shuffle(order)
        place = place[order]
        orders.append(place.tolist())
    return orders


def drawn_seed(seed: int) -> int:
    """Return the seed that scikit-learn draws, by which it then permutes each column."""
    drawn: int = np.random.RandomState(seed).randint(np.iinfo(np.int32).max + 1)
    return drawn


def grown_by_opencv(data: dt.Dataset, seed: int) -> tuple[Any, Any]:
    """Return the one tree of OpenCV's forest as saved, and the importances that it states."""
    cv2 = import_module("cv2")
    model = cv2.ml.RTrees_create()
    one, rows = (cv2.TERM_CRITERIA_MAX_ITER, 1, 0.0), np.column_stack([list(one) for one in data.features])
    asked = {"CalculateVarImportance": True, "ActiveVarCount": 3, "TermCriteria": one}
    for name, value in (opencv.OPTIONS | asked).items():
        getattr(model, f"set{name}")(value)
    cv2.setRNGSeed(seed)
    target: Any = data.target
    kinds, codes = np.array([0, 0, 0, 1], np.uint8), target.codes.astype(np.int32)
    model.train(cv2.ml.TrainData_create(rows.astype(np.float32), 0, codes, None, None, None, kinds))
    storage = cv2.FileStorage(".json", cv2.FILE_STORAGE_WRITE | cv2.FILE_STORAGE_MEMORY | cv2.FILE_STORAGE_FORMAT_JSON)
    model.write(storage)
    saved = json.loads(storage.releaseAndGetString())
    return [_node(node, saved, data) for node in saved["trees"][0]["nodes"]], model.getVarImportance().ravel().tolist()


@needs("opencv")
def test_opencvs_importances_are_shares_by_a_permutation_of_the_rows_outside_the_bag() -> None:
    """Whichever it draws: of every column the same, and what lowers the loss counts as 0.

    A tree of the same seed that tells all rows apart has a leaf for each row in the bag.
    """
    cube = np.array([[row >> place & 1 for place in range(3)] for row in range(16)], float)
    data, told = dt.classification_data(cube, [*"ababbbaa" * 2]), 0
    numbered = dt.classification_data({"x": range(16), "y": [0] * 16, "z": [0] * 16}, range(16))
    for seed in range(1, 9):
        nodes, stated = grown_by_opencv(data, seed)
        inside = {node["prediction"] for node in grown_by_opencv(numbered, seed)[0] if "feature" not in node}
        outside = data.take([row for row in range(16) if row not in inside])
        tree = tree_of({"nodes": nodes}, data, class_of("opencv").conventions)
        possible = set()
        for order in permutations(range(len(outside))):
            lost = [
                max(one.as_fraction(), Fraction(0)) for one in permutation_importances(tree, outside, [order]).values()
            ]
            possible.add(tuple(one / (sum(lost) or 1) for one in lost))
        shares = tuple(Fraction(one).limit_denominator(16) for one in stated)  # they are float32
        assert shares in possible
        told += shares[::-1] not in possible
    assert told > 1

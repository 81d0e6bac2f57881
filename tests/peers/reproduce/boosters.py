"""What XGBoost and LightGBM get wrong, asked of them alone:  python boosters.py.

A line holds the entry of ../README.md, what the booster answers, and the exact answer.  It is one tree without
regularisation, unless said.
"""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np
import xgboost

XGBOOST: dict[str, Any] = {
    "tree_method": "exact",
    "eta": 1,
    "reg_lambda": 0,
    "gamma": 0,
    "min_child_weight": 0,
    "base_score": 0,
}
LIGHTGBM: dict[str, Any] = {
    "boost_from_average": False,
    "learning_rate": 1,
    "min_data_in_leaf": 1,
    "min_sum_hessian_in_leaf": 0,
    "max_bin": 100_000,
    "min_data_in_bin": 1,
    "feature_pre_filter": False,
    "enable_bundle": False,
    "use_missing": False,
    "force_col_wise": True,
    "verbosity": -1,
}


def column(y: Any, x: Any) -> Any:
    """Return the features, by default one column 1, 2, 3, ..."""
    return np.reshape(np.arange(len(y)) + 1 if x is None else x, (len(y), -1)).astype(float)


def by_xgboost(y: Any, x: Any = None, weights: Any = None, **options: Any) -> Any:
    """Return what XGBoost predicts for the training rows."""
    options = {key: value for key, value in {**XGBOOST, "max_depth": len(y), **options}.items() if value is not None}
    data = xgboost.DMatrix(column(y, x), y, weight=weights)
    predicted: Any = xgboost.train(options, data, 1).predict(data)
    return predicted.tolist()


def by_lightgbm(y: Any, x: Any = None, weights: Any = None, **options: Any) -> Any:
    """Return what LightGBM predicts for the training rows."""
    options = {**LIGHTGBM, "num_leaves": max(2, len(y)), **options}
    data = lightgbm.Dataset(column(y, x), y, weight=weights, params=options)
    try:
        predicted: Any = lightgbm.train(options, data, 1).predict(column(y, x))
    except lightgbm.basic.LightGBMError as failure:
        return [str(failure).partition(" at /")[0]]
    return predicted.tolist()


def of_categories(codes: Any, y: Any, **options: Any) -> Any:
    """Return what XGBoost predicts by one column of categories and one question."""
    data = xgboost.DMatrix(column(y, codes), y, feature_types=["c"], enable_categorical=True)
    subsets: dict[str, Any] = {"tree_method": "hist", "max_cat_to_onehot": 1, "max_depth": 1}
    return np.round(xgboost.train({**XGBOOST, **subsets, **options}, data, 1).predict(data), 3).tolist()


def say(entry: str, answer: Any, exact: Any) -> None:
    """Print a line."""
    print(f"{entry:4}{' '.join(map(str, answer)):44} {' '.join(map(str, exact))}")  # noqa: T201 (what it is for)


def unexplained(y: Any, predicted: Any) -> list[str]:
    """Return the share of the sum of squares that the predictions leave."""
    return [f"{((y - predicted) ** 2).sum() / ((y - y.mean()) ** 2).sum():.2f}"]


def main() -> None:
    """Ask each entry."""
    x = np.linspace(0, 1, 1000)
    wave = np.sin(8 * x)
    say("X1", by_xgboost([0, 0.001], base_score=None), [0, 0.001])
    for scale in (1, 1e-4, 1e-5):
        fitted = xgboost.XGBRegressor().fit(column(wave, x), wave * scale)  # all defaults
        say("X1", unexplained(wave * scale, fitted.predict(column(wave, x))), [f"the same on any scale, here {scale}"])
    say("X1", by_xgboost([0, 1], weights=[1, 1e-7]), [0, 1])
    say("X3", by_xgboost([2896, 2897]), [2896, 2897])
    say("X3", by_xgboost([2895, 2896]), [2895, 2896])
    say("X3", by_xgboost([0, 10000, 10001], base_score=None), [0, 10000, 10001])
    say("X5", by_xgboost([0, 1], [1e38, 3e38]), [0, 1])
    say("X8", of_categories([2, 0, 1, 1], [2, 1, 0, 0], min_child_weight=2), [1.5, 1.5, 0, 0])
    say("X8", of_categories([0, 1, 1, 2, 2], [4, 2, 5, 1, 0], min_child_weight=2), [3.667, 3.667, 3.667, 0.5, 0.5])
    codes = np.repeat(np.arange(40), 3)  # three rows each: in a logistic loss they weigh 3/4, less than the default 1
    rare = np.concatenate([codes, np.full(60, 40)])
    good = np.concatenate([codes % 2, np.tile([0, 1], 30)])
    made = xgboost.XGBClassifier(n_estimators=1, feature_types=["c"], enable_categorical=True)  # the rest by default
    right = (made.fit(rare[:, None], good).predict(rare[:, None]) == good)[: len(codes)]
    say("X8", [f"{right.mean():.2f} of rows of rare categories are predicted right"], [1])

    say("L1", by_lightgbm([0, 1], weights=[3, 1]), [0, 1])
    say("L1", by_lightgbm([0, 1], weights=[1, 4]), [0, 1])
    say("L1", by_lightgbm([0, 1], weights=[3, 1], boost_from_average=True), [0, 1])
    rows = np.arange(60) >= 30
    fitted = lightgbm.LGBMRegressor(verbosity=-1).fit(
        column(rows, rows), rows, sample_weight=np.where(rows, 1, 3)
    )  # defaults
    say("L1", np.unique(np.round(np.asarray(fitted.predict(column(rows, rows))), 2)), ["two values"])
    say("L3", by_lightgbm([2, 0, 1], [[1, 1], [1, 2], [0, 1]]), [2, 0, 1])
    data = lightgbm.Dataset(column([1, 1, 1], [1, 1, 2]), [1, 1, 1], params=LIGHTGBM)
    model = lightgbm.train({**LIGHTGBM, "num_leaves": 3}, data, 1).dump_model()
    say("L4", [model["tree_info"][0]["num_leaves"], "leaves"], [1])
    say("L5", by_lightgbm([0, 1], [0, 1e-35]), [0, 1])
    say("L5", by_lightgbm([0, 1e-36]), [0, 1e-36])
    say("L6", by_lightgbm([0, 1], [1e308, 1.7e308]), [0, 1])
    subsets = {"max_cat_to_onehot": 1, "cat_smooth": 1e-12, "cat_l2": 0, "min_data_per_group": 1, "use_missing": True}
    options = {**subsets, "categorical_column": 0, "num_leaves": 2}
    halves = by_lightgbm([0, 0, 0, 4, 4], [0, 1, 2, 3, np.nan], **options)
    say("L9", np.round(halves, 3), [0, 0, 0, 4, 4])
    ten = [0, 1, 2, 3, np.nan] * 200
    fitted = lightgbm.LGBMRegressor(n_estimators=1, num_leaves=2, learning_rate=1, verbosity=-1)  # the rest by default
    fitted.fit(column(ten, ten), [0, 0, 0, 4, 4] * 200, categorical_feature=[0])
    say("L9", np.round(np.asarray(fitted.predict(column(ten, ten)))[:5], 1), ["0, 0, 0, 4, 4 but for its smoothing"])
    weights = {"min_sum_hessian_in_leaf": 1}
    say("L11", by_lightgbm([0, 8, *[9] * 8], [0, 1, *[2] * 8], **weights)[1:3], ["8 9"])
    say("L11", by_lightgbm([0, 8, *[9] * 7], [0, 1, *[2] * 7], **weights)[1:3], ["8 9, one row less"])


if __name__ == "__main__":
    main()

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
    say("X2", by_xgboost([0, 1], weights=[1, 1e-7]), [0, 1])
    say("X3", by_xgboost([2896, 2897]), [2896, 2897])
    say("X3", by_xgboost([2895, 2896]), [2895, 2896])
    say("X4", by_xgboost([0, 10000, 10001], base_score=None), [0, 10000, 10001])
    say("X5", by_xgboost([0, 1], [1e38, 3e38]), [0, 1])

    say("L1", by_lightgbm([0, 1], weights=[3, 1]), [0, 1])
    say("L2", by_lightgbm([0, 1], weights=[1, 4]), [0, 1])
    say("L2", by_lightgbm([0, 1], weights=[3, 1], boost_from_average=True), [0, 1])
    rows = np.arange(60) >= 30
    fitted = lightgbm.LGBMRegressor(verbosity=-1).fit(
        column(rows, rows), rows, sample_weight=np.where(rows, 1, 3)
    )  # defaults
    say("L2", np.unique(np.round(np.asarray(fitted.predict(column(rows, rows))), 2)), ["two values"])
    say("L3", by_lightgbm([2, 0, 1], [[1, 1], [1, 2], [0, 1]]), [2, 0, 1])
    data = lightgbm.Dataset(column([1, 1, 1], [1, 1, 2]), [1, 1, 1], params=LIGHTGBM)
    model = lightgbm.train({**LIGHTGBM, "num_leaves": 3}, data, 1).dump_model()
    say("L4", [model["tree_info"][0]["num_leaves"], "leaves"], [1])
    say("L5", by_lightgbm([0, 1], [0, 1e-35]), [0, 1])
    say("L5", by_lightgbm([0, 1e-36]), [0, 1e-36])
    say("L6", by_lightgbm([0, 1], [1e308, 1.7e308]), [0, 1])


if __name__ == "__main__":
    main()

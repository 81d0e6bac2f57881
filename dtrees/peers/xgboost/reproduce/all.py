"""The entries of ../README.md, shown by XGBoost alone, without dtrees:  python all.py.

Each line states XGBoost's answer, and the right one, of one tree without regularisation, unless said.
"""

from __future__ import annotations

from typing import Any

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


def column(y: Any, x: Any) -> Any:
    """Return the features, by default one column 1, 2, 3, ..."""
    return np.reshape(np.arange(len(y)) + 1 if x is None else x, (len(y), -1)).astype(float)


def by_xgboost(y: Any, x: Any = None, weights: Any = None, **options: Any) -> Any:
    """Return XGBoost's predictions for the training rows."""
    options = {key: value for key, value in {**XGBOOST, "max_depth": len(y), **options}.items() if value is not None}
    data = xgboost.DMatrix(column(y, x), y, weight=weights)
    predicted: Any = xgboost.train(options, data, 1).predict(data)
    return predicted.tolist()


def of_categories(codes: Any, y: Any, **options: Any) -> Any:
    """Return XGBoost's predictions by one question about one column of category *codes*."""
    data = xgboost.DMatrix(column(y, codes), y, feature_types=["c"], enable_categorical=True)
    subsets: dict[str, Any] = {"tree_method": "hist", "max_cat_to_onehot": 1, "max_depth": 1}
    return np.round(xgboost.train({**XGBOOST, **subsets, **options}, data, 1).predict(data), 3).tolist()


def of_outputs(y: Any, strategy: str, **options: Any) -> Any:
    """Return the predictions of one tree for two equal outputs, the first of each row."""
    data = xgboost.DMatrix(column(y, None), np.column_stack([y, y]))
    several = {"tree_method": "hist", "multi_strategy": strategy, "base_score": None}
    options = {key: value for key, value in {**XGBOOST, **several, **options}.items() if value is not None}
    return xgboost.train(options, data, 1).predict(data)[:, 0].tolist()


def say(entry: str, answer: Any, exact: Any) -> None:
    """Print one line: the entry, XGBoost's answer and the right one."""
    print(f"{entry}: got {' '.join(map(str, answer))}; right is {' '.join(map(str, exact))}")


def unexplained(y: Any, predicted: Any) -> list[str]:
    """Return the share of the sum of squares that the predictions leave unexplained."""
    return [f"{((y - predicted) ** 2).sum() / ((y - y.mean()) ** 2).sum():.2f}"]


def main() -> None:
    """Print XGBoost's answer for each entry, and the right one."""
    x = np.linspace(0, 1, 1000)
    wave = np.sin(8 * x)
    say("X1", by_xgboost([0, 0.001], base_score=None), [0, 0.001])
    for scale in (1, 1e-4, 1e-5):
        fitted = xgboost.XGBRegressor().fit(column(wave, x), wave * scale)  # all defaults
        say("X1", unexplained(wave * scale, fitted.predict(column(wave, x))), [f"the same on any scale, here {scale}"])
    say("X1", by_xgboost([0, 1], weights=[1, 1e-7]), [0, 1])
    say("X10", of_outputs([0, 0, 0, 8], "multi_output_tree", min_child_weight=3), [2, 2, 2, 2])
    say("X10", of_outputs([0, 0, 0, 8], "one_output_per_tree", min_child_weight=3), [2, 2, 2, 2])
    shrunk = of_categories([0, 1, 1, 2, 2, 3, 3, 3], [6, 3, 3, 10, 10, 4, 4, 4], reg_lambda=1)
    say("X11", shrunk, [6.5, 3, 3, 6.5, 6.5, 3, 3, 3])
    for options in ({"max_delta_step": 100}, {"monotone_constraints": (1,)}):
        say("X12", by_xgboost([2, 4], reg_alpha=1, **options), [2.5, 2.5])
    say("X12", by_xgboost([2, 4], reg_alpha=1), ["2.5 2.5, without these options"])
    say("X3", by_xgboost([2896, 2897]), [2896, 2897])
    say("X3", by_xgboost([0, 10000, 10001], base_score=None), [0, 10000, 10001])
    equal = xgboost.train(XGBOOST, xgboost.DMatrix(column([100.1] * 100, None), [100.1] * 100), 1)
    say("X3", [equal.get_dump()[0].count("leaf"), "leaves of equal responses"], [1])
    say("X5", by_xgboost([0, 1], [1e38, 3e38]), [0, 1])
    say("X8", of_categories([2, 0, 1, 1], [2, 1, 0, 0], min_child_weight=2), [1.5, 1.5, 0, 0])
    say("X8", of_categories([0, 1, 1, 2, 2], [4, 2, 5, 1, 0], min_child_weight=2), [3.667, 3.667, 3.667, 0.5, 0.5])
    codes = np.repeat(np.arange(40), 3)  # three rows each: in a logistic loss they weigh 3/4, less than the default 1
    rare = np.concatenate([codes, np.full(60, 40)])
    good = np.concatenate([codes % 2, np.tile([0, 1], 30)])
    made = xgboost.XGBClassifier(n_estimators=1, feature_types=["c"], enable_categorical=True)  # the rest by default
    right = (made.fit(rare[:, None], good).predict(rare[:, None]) == good)[: len(codes)]
    say("X8", [f"{right.mean():.2f} of rows of rare categories are predicted right"], [1])


if __name__ == "__main__":
    main()

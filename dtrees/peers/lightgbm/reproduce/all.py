"""The entries of ../README.md, shown by LightGBM alone, without dtrees:  python all.py.

Each line states LightGBM's answer, and the right one, of one tree without regularisation, unless said.
"""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np

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


def by_lightgbm(y: Any, x: Any = None, weights: Any = None, **options: Any) -> Any:
    """Return LightGBM's predictions for the training rows, or the failure."""
    options = {**LIGHTGBM, "num_leaves": max(2, len(y)), **options}
    data = lightgbm.Dataset(column(y, x), y, weight=weights, params=options)
    try:
        predicted: Any = lightgbm.train(options, data, 1).predict(column(y, x))
    except lightgbm.basic.LightGBMError as failure:
        return [str(failure).partition(" at /")[0]]
    return predicted.tolist()


def say(entry: str, answer: Any, exact: Any) -> None:
    """Print one line: the entry, LightGBM's answer and the right one."""
    print(f"{entry}: got {' '.join(map(str, answer))}; right is {' '.join(map(str, exact))}")


def main() -> None:
    """Print LightGBM's answer for each entry, and the right one."""
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
    places = [[3, 0], [3, 3], [2, 1], [1, 3], [0, 3], [3, 0], [2, 2]]
    constrained = by_lightgbm([3, 6, 2, 0, 6, 5, 6], places, monotone_constraints=[1, 0])
    say("L12", np.round(constrained, 3), [4, 6, 3.7, 3, 3, 4, 6])
    medians: dict[str, Any] = {"objective": "l1", "boost_from_average": True, "num_leaves": 2}
    say("L13", by_lightgbm([0, 1, 2, 100, 101, 102], weights=[2] * 6, **medians)[:3], ["1 1 1"])
    say("L13", by_lightgbm([0, 0, 1, 1, 2, 2, 100, 100, 101, 101, 102, 102], **medians)[:3], ["1 1 1"])
    codes = np.repeat([0, 1, 2, 3], 30)
    for most, right in ((4, "0 1"), (5, "0 1, which is of four categories, too")):
        one = lightgbm.LGBMRegressor(n_estimators=1, learning_rate=1, verbosity=-1, max_cat_to_onehot=most)
        one.fit(column(codes, codes), codes == 3, categorical_feature=[0])  # the rest by default
        say("L14", np.unique(np.round(np.asarray(one.predict(column(codes, codes))), 2)), [right])


if __name__ == "__main__":
    main()

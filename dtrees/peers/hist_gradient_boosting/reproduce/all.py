"""The entries of ../README.md, shown by HistGradientBoostingRegressor alone, without dtrees:  python all.py.

Each line states its predictions for the training rows, and the right ones, of one tree without regularisation, unless
said.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

USUAL: dict[str, Any] = {
    "max_iter": 1,
    "learning_rate": 1,
    "max_leaf_nodes": None,
    "min_samples_leaf": 1,
    "early_stopping": False,
}


def fitted(x: Any, y: Any, weights: Any = None, **options: Any) -> Any:
    """Return the fitted estimator, and the features in the form that it takes."""
    features = np.reshape(np.array(x, float), (len(y), -1))
    made = HistGradientBoostingRegressor(**USUAL, **options)
    return made.fit(features, np.array(y, float), sample_weight=weights), features


def predicted(x: Any, y: Any, weights: Any = None, **options: Any) -> list[str]:
    """Return the prediction for each training row, or the failure."""
    try:
        estimator, features = fitted(x, y, weights, **options)
    except ValueError as failure:
        return ["error:", str(failure)]
    return [f"{number:.9g}" for number in estimator.predict(features)]


def say(entry: str, answer: Any, exact: Any) -> None:
    """Print one line: the entry, HistGradientBoostingRegressor's answer and the right one."""
    print(f"{entry}: got {' '.join(map(str, answer))}; right is {' '.join(map(str, exact))}")


def main() -> None:
    """Print HistGradientBoostingRegressor's answer for each entry, and the right one."""
    warnings.simplefilter("ignore")
    say("H1", predicted([[0, math.nan], [1, math.nan]], [0, 1]), [0, 1])
    try:
        HistGradientBoostingRegressor().fit(np.column_stack([np.arange(99), np.full(99, math.nan)]), np.arange(99))
    except ValueError as failure:
        say("H1", ["by default, 99 rows:", failure], ["an answer"])
    say("H2", predicted([0, 1], [0, 1], [1, 1e-4]), [0, 1])
    say("H3", predicted([0, 1, 2], [0, 1e6, 1e6 + 0.01]), [0, 1000000, 1000000.01])
    x, y = np.repeat([[0], [1], [2]], 50, axis=0), np.repeat([0, 1e13, 1e13 + 1], 50)
    low, high = HistGradientBoostingRegressor().fit(x, y).predict([[1], [2]])
    say("H3", ["by default, from 1e13 to 1e13 + 1:", high - low], [1])
    estimator, _ = fitted([0, 1, 2], [100.1, 100.1, 100.1])
    say("H4", [len(estimator._predictors[0][0].nodes), "nodes"], [1])  # noqa: SLF001 (it shows no tree)
    say("H5", predicted([1e308, 1.7e308], [0, 1]), [0, 1])
    say("H6", predicted([0, 0, 1, 1], [0, 0, 1, 1], categorical_features=[0]), [0, 0, 1, 1])
    for low, high in ((3, 1), (1, 3)):
        c, y = np.repeat([0, math.nan], 50), np.repeat([low, high], 50)
        fit = HistGradientBoostingRegressor(categorical_features=[0]).fit(c[:, None], y)  # all defaults
        say("H8", [f"{fit.predict([[0]])[0]:.2f}", f"{fit.predict([[math.nan]])[0]:.2f}"], [low, high])
    for sign in (1, -1):
        answers = predicted(
            np.repeat([0, 1, 2], [10, 10, 1]), sign * np.repeat([0, 9, 9], [10, 10, 1]), categorical_features=[0]
        )
        say("H9", answers[::10], [0, 9 * sign, 9 * sign])
    many = np.repeat([0, 1, 2, 3], [10, 90, 10, 110]), np.repeat([10, 8, 7, -8], [10, 90, 10, 110])
    estimator, features = fitted(*many, categorical_features=[0], max_depth=2)
    squares = ((estimator.predict(features) - many[1]) ** 2).sum()
    say("H7", [f"leaves a sum of squares of {squares:.0f}"], [9, "with as many leaves"])
    rows = [[3, 2], [3, 2], [2, 2], [2, 3], [2, 1]]
    say("H10", predicted(rows, [7, 7, 6, 7, -20], monotonic_cst=[1, 0]), [7, 7, 6, 6.75, -20])


if __name__ == "__main__":
    main()

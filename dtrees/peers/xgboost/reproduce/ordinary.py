"""How much of ordinary data XGBoost leaves to X8, X10 and X3, by XGBoost alone:  python ordinary.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import xgboost

c = np.repeat(np.arange(40), 3)
y = c % 2


def right(trees: int, **options: Any) -> float:
    """Return the share of rows whose class is predicted, in hundredths."""
    data = xgboost.DMatrix(c[:, None].astype(float), y, feature_types=["c"], enable_categorical=True)
    model = xgboost.train({"objective": "binary:logistic", **options}, data, trees)
    return 100 * float(((model.predict(data) > 0.5) == y).mean())


print(f"X8: 40 categories of 3 rows: the first tree predicts {right(1):g} %, 100 trees {right(100):g} %")
print(f"X8: with min_child_weight=0: {right(1, min_child_weight=0):g} %")
x = np.linspace(0, 1, 1000)
both = np.column_stack([np.sin(8 * x), np.cos(8 * x)])
several = xgboost.XGBRegressor(n_estimators=1, multi_strategy="multi_output_tree", min_child_weight=200)
ends = several.fit(x[:, None], both).apply(x[:, None])
print(f"X10: 1,000 rows of sin 8x and cos 8x: a leaf of {min(np.unique(ends, return_counts=True)[1])} rows")
wave = np.sin(8 * x) + np.where(np.arange(1000) % 2, 1e5, 0)
rows = np.column_stack([x, np.arange(1000) % 2])
for name, options in (("one tree", {"n_estimators": 1, "learning_rate": 1, "reg_lambda": 0}), ("100 trees", {})):
    missed = wave - xgboost.XGBRegressor(**options).fit(rows, wave).predict(rows)
    share = [missed[k::2].var() / wave[k::2].var() for k in (0, 1)]
    print(f"X3: 1,000 rows of sin 8x, every second 1e5 higher: {name}: {round(100 * max(share), 2):g} % unexplained")

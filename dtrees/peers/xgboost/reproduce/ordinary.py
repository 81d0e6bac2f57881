"""How much of ordinary data XGBoost leaves to X3, X5 and X8 to X12, by XGBoost alone:  python ordinary.py."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import numpy as np
import xgboost
from sklearn.datasets import load_diabetes

c = np.repeat(np.arange(40), 3)
y = c % 2


def right(trees: int, **options: Any) -> float:
    """Return the share of rows whose class is predicted, in hundredths."""
    data = xgboost.DMatrix(c[:, None].astype(float), y, feature_types=["c"], enable_categorical=True)
    model = xgboost.train({"objective": "binary:logistic", **options}, data, trees)
    return 100 * float(((model.predict(data) > 0.5) == y).mean())


print(f"X8: 40 categories of 3 rows: the first tree predicts {right(1):g} %, 100 trees {right(100):g} %")
print(f"X8: with min_child_weight=0: {right(1, min_child_weight=0):g} %")
first = np.repeat([True, False], 6)
for name, code in (("missing rows", np.nan), ("rows of a third", 2)):
    coded = np.where(first, np.repeat(np.arange(4), 3), code)[:, None]
    trees = xgboost.XGBClassifier(feature_types=["c"], enable_categorical=True).fit(coded, first)
    share = 100 * (trees.predict(coded) == first).mean()
    print(f"X9: two categories of 3 rows and 6 {name}: 100 trees predict {share:g} %")
x = np.linspace(0, 1, 1000)
both = np.column_stack([np.sin(8 * x), np.cos(8 * x)])
several = xgboost.XGBRegressor(n_estimators=1, multi_strategy="multi_output_tree", min_child_weight=200)
ends = several.fit(x[:, None], both).apply(x[:, None])
print(f"X10: 1,000 rows of sin 8x and cos 8x: a leaf of {min(np.unique(ends, return_counts=True)[1])} rows")


def explained(responses: np.ndarray, inside: np.ndarray) -> float:
    """Return T^2 / (N + 1) of the rows that are inside and of the others, added up."""
    return sum(float(responses[side].sum()) ** 2 / float(side.sum() + 1) for side in (inside, ~inside))


def misses(seed: int) -> bool:
    """Return whether a split below the root of the first default tree explains less than one in the order of means."""
    draw = np.random.default_rng(seed)
    codes = np.repeat(np.arange(20), draw.integers(1, 21, 20))
    responses = draw.normal(size=20)[codes] + draw.normal(size=len(codes))
    data = xgboost.DMatrix(codes[:, None].astype(float), responses, feature_types=["c"], enable_categorical=True)
    first, second = (xgboost.train({"max_depth": depth}, data, 1).predict(data) for depth in (1, 2))
    for child in (first == first.min(), first != first.min()):
        inside, left, said = codes[child], (responses - responses.mean())[child], second[child]
        order = sorted({*inside}, key=lambda one: float(left[inside == one].mean()))
        runs = [explained(left, np.isin(inside, order[:size])) for size in range(1, len(order) + 1)]
        if explained(left, said == said.min()) < max(runs) * (1 - 1e-6):
            return True
    return False


worse = sum(map(misses, range(100)))
print(f"X11: 100 tables of 20 categories of 1 to 20 rows: {worse} have a worse split below the root")
noisy, columns = np.sin(8 * x) + np.random.default_rng(0).normal(size=1000), np.column_stack([x, np.zeros(1000)])
for name, signs in (("without a constraint", None), ("with one", (0, 1))):
    model = xgboost.XGBRegressor(n_estimators=1, reg_alpha=10, monotone_constraints=signs)
    grown = model.fit(columns, noisy).get_booster()
    print(f"X12: 1,000 rows: the first tree has {grown.get_dump()[0].count('leaf')} leaves {name} of a constant column")
rows, y = load_diabetes(return_X_y=True)


def unexplained(seed: int, mark: float, **options: Any) -> float:
    """Return how much of the squares of diabetes is left but for one random response, marked so, in hundredths."""
    marked, others = y.copy(), np.arange(len(y)) != np.random.default_rng(seed).integers(len(y))
    marked[~others] = mark
    missed = y - xgboost.XGBRegressor(n_jobs=1, **options).fit(rows, marked).predict(rows)
    return float(100 * missed[others].var() / y[others].var())


for mark in (99999999, 9999):
    shares = [unexplained(seed, mark, n_estimators=1, learning_rate=1, reg_lambda=0) for seed in range(10)]
    print(f"X3: diabetes, a mark of {mark}: one tree leaves {min(shares):.0f} to {max(shares):.0f} % in 10 draws")
print(f"X3: the default 100 trees leave at most {max(unexplained(seed, 99999999) for seed in range(10)):.1f} %")
draw = np.random.default_rng(0)
numbers = np.array([float(UUID(bytes=draw.bytes(16), version=4).int) for _ in range(400)])
y = numbers >= np.sort(numbers)[300]
for method in ("exact", "hist"):
    model = xgboost.XGBRegressor(n_jobs=1, tree_method=method).fit(numbers[:, None], y)
    share = 100 * ((model.predict(numbers[:, None]) > 0.5) == y).mean()
    print(f"X5: 400 UUIDs, the second class from the 301st on: {share:.0f} % are predicted right by {method}")

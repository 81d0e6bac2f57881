"""Counts how often ordinary data show an entry, by LightGBM alone:  python ordinary.py."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np

LIMITS: dict[str, Any] = {"verbosity": -1, "num_threads": 1, "min_data_in_leaf": 0, "min_sum_hessian_in_leaf": 0}


def fails(seed: int) -> bool:
    """Return whether 30 trees fail on 2,000 random rows whose weights are squared log-normal numbers."""
    draw = np.random.default_rng(seed)
    rows, responses, weights = draw.random((2000, 3)), draw.random(2000), np.exp(2 * draw.normal(size=2000))
    try:
        lightgbm.train(LIMITS, lightgbm.Dataset(rows, responses, weight=weights, params=LIMITS), 30)
    except lightgbm.basic.LightGBMError as failure:
        return "left_count" in str(failure) or "right_count" in str(failure)
    return False


def leaves(seed: int, noise: int) -> int:
    """Return the leaves of the first default tree: 100.1 and 7.3 with one true threshold, and columns of noise."""
    rows = np.random.default_rng(seed).normal(size=(200, 1 + noise))
    y = np.where(np.argsort(np.argsort(rows[:, 0])) < 100, 100.1, 7.3)
    model = lightgbm.LGBMRegressor(n_estimators=1, verbosity=-1, num_threads=1).fit(rows, y)
    return int(model.booster_.dump_model()["tree_info"][0]["num_leaves"])


def refuses(seed: int, least: int) -> bool:
    """Return whether a *least* weight makes another tree than a hundredth less, where each row weighs 1."""
    draw = np.random.default_rng(seed)
    rows, responses = draw.normal(size=(100, 3)), draw.normal(size=100)
    options: dict[str, Any] = {"n_estimators": 1, "min_child_samples": 1, "verbosity": -1, "num_threads": 1}
    models = [lightgbm.LGBMRegressor(min_child_weight=least - less, **options) for less in (0, 0.01)]
    said = [np.asarray(model.fit(rows, responses).predict(rows)) for model in models]
    return not np.array_equal(said[0], said[1])


def explains(rows: np.ndarray, y: np.ndarray, known: np.ndarray) -> float:
    """Return R2 of some rows by a default model of all, whose first column is constrained to rise."""
    model = lightgbm.LGBMRegressor(monotone_constraints=[1, 0], verbosity=-1, num_threads=1).fit(rows, y)
    left = y[known] - np.asarray(model.predict(rows[known]))
    return float(1 - (left**2).mean() / y[known].var())


chance = np.random.default_rng(0)
a, c = chance.integers(0, 5, 2000), chance.integers(0, 2, 2000)
y, both = 2 * c + np.where(c, a, -1.2 * a) + 0.3 * chance.normal(size=2000), np.column_stack([a, c])
lost, alone = explains(both, y, c == 1), explains(both[c == 1], y[c == 1], np.full(c.sum(), fill_value=True))
print(f"L3: 2,000 rows: R2 where c is 1 is {abs(lost):.2f}; of these rows alone {alone:.2f}")
print(f"L4: 100 rows of 100.1 and 100 of 7.3: the first default tree has {leaves(0, 0)} leaves")
codes, y = np.tile([0, 1, 2, 3, np.nan], 200)[:, None], np.tile([0, 0, 0, 4, 4], 200)
one = lightgbm.LGBMRegressor(n_estimators=1, num_leaves=2, learning_rate=1, verbosity=-1, num_threads=1)
for model in (one, lightgbm.LGBMRegressor(verbosity=-1, num_threads=1)):
    said = np.asarray(model.fit(codes, y, categorical_feature=[0]).predict(codes))
    missed = 100 * np.var(y - said) / np.var(y)
    print(f"L9: 1,000 rows of five categories, trees: {model.n_estimators}: {missed:.0f} % unexplained")
late = sum(leaves(seed, 2) > 2 for seed in range(100))
print(f"L4: with two columns of noise, {late} of 100 tables have more than 2")
print(f"L1: training fails in {sum(map(fails, range(30)))} of 30 tables; right is none")
counts = [sum(refuses(seed, least) for seed in range(100)) for least in (5, 10)]
print(f"L11: 100 tables of 100 rows: a least weight of 5 refuses a child of 5 in {counts[0]}, one of 10 in {counts[1]}")

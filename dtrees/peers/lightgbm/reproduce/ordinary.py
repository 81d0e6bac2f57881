"""Counts how often ordinary data show an entry, by LightGBM alone:  python ordinary.py."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np

LIMITS: dict[str, Any] = {"verbosity": -1, "num_threads": 1, "min_sum_hessian_in_leaf": 0, "min_data_in_leaf": 0}


def fails(seed: int) -> bool:
    """Return whether 30 trees fail on 2,000 random rows whose weights are squared log-normal numbers."""
    draw = np.random.default_rng(seed)
    rows, responses, weights = draw.random((2000, 3)), draw.random(2000), np.exp(2 * draw.normal(size=2000))
    try:
        lightgbm.train(LIMITS, lightgbm.Dataset(rows, responses, weight=weights, params=LIMITS), 30)
    except lightgbm.basic.LightGBMError as failure:
        return "left_count" in str(failure) or "right_count" in str(failure)
    return False


def leaves(seed: int) -> int:
    """Return the leaves of the first default tree: a column of 0 and 1 tells 100.1 from 7.3, and two are noise."""
    first = np.arange(200) < 100
    rows, y = np.column_stack([first, np.random.default_rng(seed).normal(size=(200, 2))]), np.where(first, 100.1, 7.3)
    model = lightgbm.LGBMRegressor(n_estimators=1, verbosity=-1, num_threads=1).fit(rows, y)
    return int(model.booster_.dump_model()["tree_info"][0]["num_leaves"])


def refuses(seed: int) -> bool:
    """Return whether a least weight of 5 makes another tree than a hundredth less, where each row weighs 1."""
    draw = np.random.default_rng(seed)
    rows, responses = draw.normal(size=(100, 3)), draw.normal(size=100)
    options: dict[str, Any] = {"n_estimators": 1, "min_child_samples": 1, "verbosity": -1, "num_threads": 1}
    models = [lightgbm.LGBMRegressor(min_child_weight=5 - less, **options) for less in (0, 0.01)]
    said = [np.asarray(model.fit(rows, responses).predict(rows)) for model in models]
    return not np.array_equal(said[0], said[1])


def unexplained(column: np.ndarray, y: np.ndarray, *, categories: bool = False, **options: Any) -> float:
    """Return how much of the squares a model of one column leaves, in hundredths."""
    model = lightgbm.LGBMRegressor(verbosity=-1, num_threads=1, **options)
    fitted = model.fit(column[:, None], y, categorical_feature=[0] if categories else [])
    return float(100 * np.var(y - np.asarray(fitted.predict(column[:, None]))) / np.var(y))


def as_one(seed: int) -> tuple[bool, bool]:
    """Return whether the first default tree of tenths, computed in two ways, is that of them rounded, or ranked."""
    draw = np.random.default_rng(seed)
    k = draw.integers(1, 101, 1000)
    x = np.where(np.arange(1000) % 2, k * 0.1, k / 10)
    y = np.sin(x) + 0.3 * draw.normal(size=1000)
    model = lightgbm.LGBMRegressor(n_estimators=1, verbosity=-1, num_threads=1)
    columns = (one[:, None] for one in (x, x.round(9), np.searchsorted(np.unique(x), x)))
    said, rounded, ranked = (np.asarray(model.fit(one, y).predict(one)) for one in columns)
    return np.array_equal(said, rounded), np.array_equal(said, ranked)


def is_median(y: np.ndarray, weights: np.ndarray, value: float) -> bool:
    """Return whether neither side of *value* weighs more than half."""
    sides = weights[y < value - 1e-6].sum(), weights[y > value + 1e-6].sum()
    return bool(2 * max(sides) <= weights.sum())


def explains(rows: np.ndarray, y: np.ndarray, known: np.ndarray) -> float:
    """Return R2 of some rows by a default model of all, whose first column is constrained to rise."""
    model = lightgbm.LGBMRegressor(monotone_constraints=[1, 0], verbosity=-1, num_threads=1).fit(rows, y)
    left = y[known] - np.asarray(model.predict(rows[known]))
    return float(1 - (left**2).mean() / y[known].var())


def in_a_branch(seed: int) -> tuple[float, float]:
    """Return R2 where c is 1, of a model of 2,000 rows and of one of these rows alone."""
    chance = np.random.default_rng(seed)
    a, c = chance.integers(0, 5, 2000), chance.integers(0, 2, 2000)
    y, both = 2 * c + np.where(c, a, -1.2 * a) + 0.3 * chance.normal(size=2000), np.column_stack([a, c])
    inside = c == 1
    return explains(both, y, inside), explains(both[inside], y[inside], inside[inside])


def lacks_a_split(seed: int) -> bool:
    """Return whether a leaf of a tree could lower its squares, but no gain is above what its bound costs.

    The first column never falls. Halfway between the values of two children of its questions lies a bound.
    """
    draw = np.random.default_rng(seed)
    rows = draw.integers(0, 10, (500, 3))
    y = rows[:, 0] + rows[:, 1] + 5 * draw.normal(size=500)
    options: dict[str, Any] = {"n_estimators": 1, "monotone_constraints": [1, 0, 0]}
    model = lightgbm.LGBMRegressor(verbosity=-1, num_threads=1, **options).fit(rows, y)

    def searched(node: dict[str, Any], here: np.ndarray, low: float, high: float) -> bool:
        if "split_feature" in node:
            left, right = node["left_child"], node["right_child"]
            middle = 5 * sum(one.get("internal_value", one.get("leaf_value")) - y.mean() for one in (left, right))
            middle += y.mean()  # the default rate is 1/10
            upper, lower = (high, low) if node["split_feature"] else (min(high, middle), max(low, middle))
            goes = rows[here, node["split_feature"]] <= node["threshold"]
            return searched(left, here[goes], low, upper) or searched(right, here[~goes], lower, high)

        def squares(part: np.ndarray) -> float:
            return float(((y[part] - np.clip(y[part].mean(), low, high)) ** 2).sum())

        gains = [-np.inf]
        for column in range(3):
            for value in np.unique(rows[here, column])[:-1]:
                sides = here[rows[here, column] <= value], here[rows[here, column] > value]
                values = [np.clip(y[side].mean(), low, high) for side in sides]
                if min(map(len, sides)) >= 20 and (column or values[0] <= values[1]):
                    gains.append(squares(here) - sum(map(squares, sides)))
        cost = squares(here) - len(here) * y[here].var()
        return bool(1e-6 < max(gains) <= cost)

    return searched(model.booster_.dump_model()["tree_info"][0]["tree_structure"], np.arange(500), -np.inf, np.inf)


lost, alone = zip(*map(in_a_branch, range(12)), strict=True)
never = sum(one < 0.005 for one in lost)
print(f"L3: 2,000 rows: in {never} of 12 draws R2 where c is 1 is 0.00; alone {min(alone):.2f}")
both = np.repeat([[0, 0], [0, 1], [1, 0]], [70, 30, 40], axis=0)
y, weights = np.where(both[:, 0], 0, 3 + 2 * both[:, 1]), np.where(both[:, 0], 8, 1)
said = np.asarray(lightgbm.LGBMRegressor(verbosity=-1, num_threads=1).fit(both, y, sample_weight=weights).predict(both))
print(f"L3: 100 rows of weight 1 and 40 of weight 8: {np.unique(said.round(1))} are predicted; right is 0, 3, 5")
codes, y = np.tile([0, 1, 2, 3, np.nan], 200), np.tile([0, 0, 0, 4, 4], 200)
one = unexplained(codes, y, categories=True, n_estimators=1, num_leaves=2, learning_rate=1)
for trees, missed in ((1, one), (100, unexplained(codes, y, categories=True))):
    print(f"L9: 1,000 rows of four categories and missing values, trees: {trees}: {missed:.0f} % unexplained")
codes = np.repeat([0, 1, 2, 3], 30)
for most in (4, 5):
    missed = unexplained(codes, codes == 3, categories=True, max_cat_to_onehot=most)
    print(f"L14: four categories of 30 rows, max_cat_to_onehot={most}: 100 trees leave {missed:.0f} % unexplained")
codes, y = np.repeat([0, 1, np.nan], [15, 15, 30]), np.repeat([0, 4], 30)
for kind in ("categories", "numbers"):
    missed = unexplained(codes, y, categories=kind == "categories")
    print(f"L10: two {kind} of 15 rows and 30 missing: 100 trees leave {missed:.0f} % unexplained")
late = sum(leaves(seed) > 2 for seed in range(100))
print(f"L4: 100 rows of 100.1 and 100 of 7.3: in {late} of 100 tables the first default tree has more than 2 leaves")
print(f"L1: with min_data_in_leaf=0 training fails on {sum(map(fails, range(30)))} of 30 tables")
count = sum(map(refuses, range(100)))
print(f"L11: 100 tables of 100 rows: a least weight of 5 refuses a child of 5 in {count}")
lacking = sum(map(lacks_a_split, range(20)))
print(f"L12: 500 rows: {lacking} of 20 first trees lack a split for what a bound costs")
draw = np.random.default_rng(0)
rows, weights = draw.random((1000, 3)), draw.integers(1, 6, 1000)
y = np.sin(6 * rows[:, 0]) + draw.normal(size=1000)
options: dict[str, Any] = {"objective": "l1", "n_estimators": 1, "learning_rate": 1, "verbosity": -1, "num_threads": 1}
said = np.asarray(lightgbm.LGBMRegressor(**options).fit(rows, y, sample_weight=weights).predict(rows))
ends = [said == value for value in np.unique(said)]
good = sum(is_median(y[end], weights[end], said[end][0]) for end in ends)
least = sum(np.sum(weights[end] * abs(y[end] - np.median(np.repeat(y[end], weights[end])))) for end in ends)
more = 100 * (np.sum(weights * abs(y - said)) / least - 1)
print(f"L13: 1,000 rows, weights from 1 to 5: {good} of {len(ends)} leaves have a median, {more:.1f} % more error")
draw = np.random.default_rng(0)
a, b = draw.integers(1, 5, 1000), draw.integers(0, 5, 1000)
ratios = np.divide(a, b, out=np.full(1000, np.inf), where=b > 0)
left, finite = (unexplained(one, b == 0) for one in (ratios, np.minimum(ratios, 1e9)))
print(f"L6: 1,000 ratios: 100 trees leave {left:.0f} % unexplained; with 1e9 in place of infinity {finite:.0f} %")
powers = draw.uniform(-180, 0, 1000)
left, logarithms = (unexplained(one, powers < -50) for one in (10**powers, powers))
print(f"L5: 1,000 E-values: 100 trees leave {left:.0f} % unexplained; of their logarithms {logarithms:.0f} %")
rounded, ranked = np.sum(list(map(as_one, range(20))), axis=0)
print(f"L7: 1,000 tenths: {rounded} of 20 first trees are those of the rounded column, {ranked} that of its ranks")

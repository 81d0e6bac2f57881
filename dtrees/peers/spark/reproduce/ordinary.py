"""How often ordinary data show an entry, by Spark alone, on one core:  python ordinary.py."""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np

SPARK: Any = import_module("all")


def grown(spark: Any, x: Any, y: Any, w: Any = None, **options: Any) -> Any:
    """Return Spark's model of one column."""
    lists = [None if one is None else np.asarray(one).tolist() for one in (x, y, w)]
    return SPARK.fitted(spark, *lists, **options)[0]


def score(x: np.ndarray, y: np.ndarray, left: Any) -> float:
    """Return the sum of N_k^2 / N over both sides, which grows with the decrease of Gini."""
    inside = np.isin(x, left)
    return sum(float((np.bincount(y[side]) ** 2).sum()) / float(side.sum()) for side in (inside, ~inside) if side.any())


def is_worse(spark: Any, x: np.ndarray, y: np.ndarray) -> bool:
    """Return whether the first split of six categories is not the best one; none may be one that is pruned."""
    asked = SPARK.first(grown(spark, x, y, make=SPARK.CLASSES, categories=6))
    left = [float(one) for one in re.findall(r"\d\.0", "".join(asked))]
    subsets = [one for size in range(1, 6) for one in combinations(range(6), size)]
    return bool(left) and score(x, y, left) < max(score(x, y, one) for one in subsets) - 1e-9


def main() -> None:
    """Print the counts."""
    warnings.simplefilter("ignore")
    made = import_module("pyspark.sql").SparkSession.builder.master("local[1]").config("spark.log.level", "OFF")
    spark = made.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    worse = 0
    for seed in range(10):
        draw = np.random.default_rng(seed)
        x = np.repeat(np.arange(6), draw.integers(5, 61, 6))
        worse += is_worse(spark, x, (draw.random(len(x)) < draw.random(6)[x]).astype(int))
    print(f"K9: six categories of 5 to 60 rows: {worse} of 10 tables get a worse first split")
    lost = 0
    for seed in range(40):
        weights = np.random.default_rng(seed).integers(1000, 10000, 30) / 10
        lost += grown(spark, np.arange(1, 31), np.arange(30), w=weights, maxDepth=30).numNodes < 59
    print(f"K8: survey weights (hundreds with decimals), 30 rows of different values: {lost} of 40 tables lose some")
    draw = np.random.default_rng(0)
    worse = sum(is_worse(spark, draw.integers(0, 6, 200), draw.integers(0, 3, 200)) for _ in range(40))
    print(f"K10: 200 rows, six categories, three classes: {worse} of 40 tables get a worse first split")
    other = 0
    for seed in range(5):
        draw = np.random.default_rng(seed)
        k = draw.integers(1, 101, 1000)
        x = np.where(np.arange(1000) % 2 == 0, k * 0.1, k / 10)
        y = (np.sin(x) + draw.normal(size=1000) / 10).tolist()
        ranks = 1 + np.searchsorted(np.unique(x), x)
        other += SPARK.predicted(spark, x.tolist(), y) != SPARK.predicted(spark, ranks.tolist(), y)
    print(f"K6: 1,000 tenths, computed in two ways, a sine with a tenth of noise: {other} of 5 trees change by ranks")
    for bins in (46340, 50000):
        wrong = []
        for start in (12345, 25000, 40001):
            columns = f"array(double(1700000000 + 60 * id)) AS x, double(id >= {start}) AS y"
            rows = SPARK.vectors(spark.sql(f"SELECT {columns} FROM range(0, 50000, 1, 1)"))  # noqa: S608 (our own numbers)
            stump = SPARK.of(SPARK.NUMBERS)(featuresCol="x", labelCol="y", maxBins=bins, maxDepth=1, seed=0).fit(rows)
            wrong.append(stump.transform(rows).where("abs(prediction - y) > 0.5").count())
        said = ", ".join(map(str, wrong))
        print(f"K11: 50,000 Unix times, 1 from row 12,345, 25,000 or 40,001 on, {bins:,} bins: {said} are wrong")
    times = np.sort(np.round(np.random.default_rng(0).uniform(0, 60, 100)))
    for name, offset in (("", 0), (" of 1.7e9", 1.7e9)):
        print(f"K1: 100 times within a minute{name}: {grown(spark, range(100), offset + times).numNodes} nodes")
    for unit in ("1", "1e-8"):
        nodes = grown(spark, range(100), float(unit) * np.sin(np.arange(100) / 12)).numNodes
        print(f"K3: 100 rows of a sine of size {unit}: {nodes} nodes")
    alone = 0
    for seed in range(20):
        x = np.random.default_rng(seed).integers(0, 30, 1000)
        alone += grown(spark, x, np.where(x < 3, 99999999, np.sin(8 * x / 30))).numNodes == 3
    print(f"K2: 1,000 rows of a sine, the mark 99999999 where x is small: {alone} of 20 leave the others one leaf")
    wave = 10 * np.sin(8 * np.arange(200) / 200)
    for trees in (1, 20):
        options = {"make": "regression.GBTRegressor", "maxIter": trees, "maxDepth": 2, "stepSize": 1}
        left = (wave - SPARK.predicted(spark, range(200), wave.tolist(), **options)).var() / wave.var()
        print(f"K14: 200 rows of 10 sin 8x, depth 2, stepSize 1: {trees} trees leave {100 * left:.1f} % unexplained")


if __name__ == "__main__":
    main()

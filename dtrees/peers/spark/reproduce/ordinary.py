"""How often ordinary data show an entry, by Spark alone, on one core:  python ordinary.py."""

from __future__ import annotations

import re
import warnings
from itertools import combinations
from typing import Any

import numpy as np
from pyspark.ml.classification import DecisionTreeClassifier
from pyspark.ml.linalg import Vectors
from pyspark.ml.regression import DecisionTreeRegressor
from pyspark.sql import SparkSession


def frame(spark: Any, x: Any, y: Any, w: Any = None, categories: int = 0) -> Any:
    """Return rows of one column, of numbers or of so many categories."""
    rows = zip(x, y, np.ones(len(x)) if w is None else w, strict=True)
    vectors = [(Vectors.dense([float(a)]), float(b), float(c)) for a, b, c in rows]
    made = spark.createDataFrame(vectors, ["x", "y", "w"]).coalesce(1)
    column = {"idx": 0, "vals": [f"c{code}" for code in range(categories)]}
    return made.withMetadata("x", {"ml_attr": {"attrs": {"nominal": [column]}, "num_attrs": 1}}) if categories else made


def grown(make: Any, rows: Any, **options: Any) -> Any:
    """Return the model of these rows."""
    return make(featuresCol="x", labelCol="y", weightCol="w", **options).fit(rows)


def first(model: Any) -> list[float]:
    """Return the categories of the first split's one side, none if there is no split."""
    found = re.findall(r"If \(feature 0 in \{(.*?)\}", model.toDebugString)
    return [float(one) for one in found[0].split(",")] if found else []


def score(x: np.ndarray, y: np.ndarray, left: Any) -> float:
    """Return the sum of N_k^2 / N over both sides, which grows with the decrease of Gini."""
    inside = np.isin(x, left)
    return sum(float((np.bincount(y[side]) ** 2).sum()) / float(side.sum()) for side in (inside, ~inside) if side.any())


def is_worse(spark: Any, x: np.ndarray, y: np.ndarray, **options: Any) -> tuple[bool, bool]:
    """Return whether the first split of six categories is not the best one, and whether there is none."""
    left = first(grown(DecisionTreeClassifier, frame(spark, x, y, categories=6), **options))
    subsets = [one for size in range(1, 6) for one in combinations(range(6), size)]
    return score(x, y, left) < max(score(x, y, one) for one in subsets) - 1e-9, not left


def main() -> None:
    """Print the counts."""
    warnings.simplefilter("ignore")
    made = SparkSession.builder.master("local[1]").config("spark.log.level", "OFF")
    spark = made.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    worse = []
    for seed in range(10):
        draw = np.random.default_rng(seed)
        x = np.repeat(np.arange(6), draw.integers(5, 61, 6))
        worse.append(is_worse(spark, x, (draw.random(len(x)) < draw.random(6)[x]).astype(int)))
    count, none = np.sum(worse, axis=0)
    print(f"K9: six categories of 5 to 60 rows: {count} of 10 tables get a worse first split, {none} of these none")
    lost = 0
    for seed in range(12):
        draw = np.random.default_rng(seed)
        rows = frame(spark, np.arange(1, 31), np.arange(30), draw.integers(1000, 10000, 30) / 10)
        lost += grown(DecisionTreeRegressor, rows, maxDepth=30).numNodes < 59
    print(f"K8: survey weights (hundreds with decimals), 30 different values: {lost} of 12 tables lose a threshold")
    for bins in (32, 64):
        draw = np.random.default_rng(0)
        tables = [(draw.integers(0, 6, 200), draw.integers(0, 3, 200)) for _ in range(12)]
        count = sum(is_worse(spark, x, y, maxBins=bins)[0] for x, y in tables)
        print(
            f"K10: 200 rows, six categories, three classes, {bins} bins: {count} of 12 tables get a worse first split"
        )
    draw = np.random.default_rng(0)
    times = np.round(draw.uniform(0, 60, 100))
    for name, start in (("", 0), (" of 1.7e9", 1.7e9)):
        nodes = grown(DecisionTreeRegressor, frame(spark, np.arange(100), start + np.sort(times))).numNodes
        print(f"K1: 100 times within a minute{name}: {nodes} nodes")


if __name__ == "__main__":
    main()

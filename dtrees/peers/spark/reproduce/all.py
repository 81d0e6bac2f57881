"""The entries of ../README.md, shown by Spark alone, without dtrees:  python all.py.

Each line states Spark's answer, and the right one: the predictions for the training rows, where nothing else is said.
"""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from typing import Any

CLASSES, NUMBERS = ("classification.DecisionTreeClassifier", "regression.DecisionTreeRegressor")


def of(name: str) -> Any:
    """Return the class or function of this *name* in Spark's machine learning."""
    module, _, made = name.rpartition(".")
    return getattr(import_module(f"pyspark.ml.{module}"), made)


def vectors(rows: Any) -> Any:
    """Return *rows* with the array x turned into a vector."""
    return rows.withColumn("x", of("functions.array_to_vector")(rows.x))


def fitted(
    spark: Any, x: Any, y: Any, w: Any = None, *, make: str = NUMBERS, categories: int = 0, **options: Any
) -> Any:
    """Return Spark's model of one column *x*, of numbers or of so many *categories*, and its rows."""
    rows = ", ".join(f"(array({a!r}D), {b!r}D, {c!r}D)" for a, b, c in zip(x, y, w or [1] * len(x), strict=True))
    frame = vectors(spark.sql(f"SELECT * FROM VALUES {rows} AS t(x, y, w)"))  # noqa: S608 (our own numbers)
    if categories:
        column = {"idx": 0, "vals": [f"c{code}" for code in range(categories)]}
        frame = frame.withMetadata("x", {"ml_attr": {"attrs": {"nominal": [column]}, "num_attrs": 1}})
    return of(make)(featuresCol="x", labelCol="y", weightCol="w", **options).fit(frame), frame


def predicted(spark: Any, x: Any, y: Any, w: Any = None, **options: Any) -> list[float]:
    """Return the prediction for each training row."""
    model, frame = fitted(spark, x, y, w, **options)
    return [row.prediction for row in model.transform(frame).collect()]


def first(model: Any) -> list[str]:
    """Return the categories or the threshold of the first question."""
    return re.findall(r"If \(feature 0 (.*)\)", model.toDebugString)[:1]


def say(entry: str, answer: Any, exact: Any) -> None:
    """Print one line: the entry, Spark's answer and the right one."""
    said = [" ".join(f"{one:.10g}" if isinstance(one, float) else str(one) for one in side) for side in (answer, exact)]
    print(f"{entry}: got {said[0]}; right is {said[1]}")


def main() -> None:
    """Print Spark's answer for each entry, and the right one."""
    warnings.simplefilter("ignore")
    made = import_module("pyspark.sql").SparkSession.builder.master("local[1]").config("spark.log.level", "OFF")
    spark = made.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    x = range(10)
    far = [100000001, 100000000, 100000003, 100000002]
    say("K1", predicted(spark, x[:4], far), far)
    say("K2", predicted(spark, x[:2], [1e16, 1]), [1e16, 1])
    say("K2", predicted(spark, x[:3], [1e9, 0, 1]), [1e9, 0, 1])
    say("K3", predicted(spark, x[:3], [0, 1e-8, 1]), [0, 1e-8, 1])
    say("K4", [fitted(spark, x[:3], [0.1, 0.1, 0.1])[0].numNodes, "nodes"], [1])
    say("K5", predicted(spark, x[:3], [0, 0, 1e155], maxDepth=1), [0, 0, 1e155])
    say("K6", predicted(spark, [1e308, 1.7e308], [0, 1]), [0, 1])
    say("K7", predicted(spark, [-5e-324, 0], [0, 1]), [0, 1])
    say("K8", predicted(spark, x[:2], [0, 1], [1e-15, 1e-15]), [0, 1])
    say("K8", predicted(spark, x[1:4], [0, 1, 5], [1000.1, 10.2, 3000.3]), [0, 1, 5])
    counted, _ = fitted(spark, [0, 1, 1, 2], [1, 0, 1, 1], make=CLASSES, categories=3)
    say("K9", first(counted), ["in {1.0}"])
    few, _ = fitted(spark, [0, 1, 1, 2, 2], [2, 1, 2, 0, 0], make=CLASSES, categories=3)
    say("K10", first(few), ["in {2.0}"])
    rows = vectors(spark.sql("SELECT array(double(id)) AS x, double(id >= 32768) AS y FROM range(0, 65536, 1, 1)"))
    for bins in (46340, 50000):
        many = of(NUMBERS)(featuresCol="x", labelCol="y", maxBins=bins, maxDepth=1, seed=0).fit(rows)
        say("K11", [f"{bins} bins:", *first(many)], ["<= 32767.5"])
    boosted = predicted(spark, x[:4], [0, 4, 8, 20], make="regression.GBTRegressor", maxIter=2, maxDepth=1, stepSize=1)
    say("K14", boosted, [0, 16 / 3, 16 / 3, 64 / 3])


if __name__ == "__main__":
    main()

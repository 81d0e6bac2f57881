"""What the adapter asks of Spark: its session, data as its frames, and its nodes as documents."""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from math import ceil, isfinite
from typing import TYPE_CHECKING, Any, Final

from dtrees.data import Categorical, Classes
from dtrees.errors import Unsupported
from dtrees.oracle.peers.shared import coded, grown_here
from dtrees.oracle.peers.spark_why import categories_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from dtrees.data import Dataset
    from dtrees.exact import Rational
    from dtrees.path import Path

SESSION: Final = {
    "spark.log.level": "OFF", "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
    "spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}  # fmt: skip
"""It says nothing and compiles nothing."""

NOT_STATED: Final = -1.0
"""The impurity of a leaf of which no question could be asked, by intention."""


def of(name: str) -> Any:
    """Return what Spark's machine learning has by this *name*."""
    module, _, made = name.rpartition(".")
    return getattr(import_module(f"pyspark.ml.{module}"), made)


@cache
def session() -> Any:
    """Return the session; raises `ModuleNotFoundError` where Spark is missing."""
    with warnings.catch_warnings(action="ignore"):  # of the packages that it imports
        return import_module("pyspark.sql").SparkSession.builder.master("local[1]").config(map=SESSION).getOrCreate()


@cache
def started() -> None:
    """Grow a first tree, which takes many seconds."""
    rows = _vectors("SELECT array(x) AS x, x AS y FROM VALUES (0D), (1D) AS t(x)")
    of("regression.DecisionTreeRegressor")(featuresCol="x", labelCol="y").fit(rows)


def frame_of(data: Dataset, partitions: int) -> Any:
    """Return *data* in so many *partitions*, with what Spark learns of categories and classes beside the columns."""
    session().conf.set("spark.sql.leafNodeDefaultParallelism", partitions)
    target: Any = data.target
    is_classes = isinstance(target, Classes)
    told = zip(coded(data, data), target.codes if is_classes else target.values, data.weights, strict=True)
    rows = [f"(array({_numbers(row)}), {_numbers([answer, weight])})" for row, answer, weight in told]
    asked = f"SELECT * FROM VALUES {', '.join(rows)} AS t(x, y, w)"  # noqa: S608 (our own numbers)
    words = enumerate(categories_of(data))
    columns = [{"idx": place, "vals": _codes(some)} for place, some in words if some]
    known = {"attrs": {"nominal": columns} if columns else {}, "num_attrs": len(data.features)}
    labels = {"type": "nominal", "vals": _codes(target.labels)} if is_classes else {}
    return _vectors(asked).withMetadata("x", {"ml_attr": known}).withMetadata("y", {"ml_attr": labels})


def least(weight: Rational, weights: np.ndarray) -> dict[str, Any]:
    """Return how many rows, or what share of all weights, each child has at least."""
    if (weights == 1).all():
        return {"minInstancesPerNode": max(1, ceil(weight))}
    share = float(weight / weights.sum())
    if share >= 1 / 2:
        message = "a share of at least half of the weight is refused"
        raise Unsupported(message)
    return {"minWeightFractionPerNode": share}


def _vectors(asked: str) -> Any:
    """Return the rows with the numbers of x as a vector."""
    rows = session().sql(asked)
    return rows.withColumn("x", of("functions.array_to_vector")(rows.x))


def _numbers(row: Iterable[float]) -> str:
    return ", ".join(f"{float(number)!r}D" for number in row)


def _codes(words: Sequence[Any]) -> list[str]:
    return [str(code) for code in range(len(words))]


def each(tree: Any, function: str, data: Any) -> list[Any]:
    """Return what the model's *function* answers for each row."""
    asked, dense = getattr(grown_here(tree)["model"], function, None), of("linalg.Vectors").dense
    if asked is None:
        message = "numbers have no shares"
        raise Unsupported(message)
    return [asked(dense(row)) for row in coded(data, tree["data"]).tolist()]


def node_of(node: Any, data: Dataset) -> dict[str, Any]:
    """Return the document of a node and those below."""
    known, stated, impurity = node.impurityStats(), node.prediction(), node.impurity()
    states: dict[str, Any] = {"weight": known.count(), "value": stated}
    if impurity != NOT_STATED and isfinite(impurity):
        states["impurity"] = impurity
    if isinstance(data.target, Classes):
        states["value"] = tuple(number / known.count() for number in known.stats())
        states["prediction"] = data.target.labels[int(stated)]
    if node.getClass().getSimpleName() == "LeafNode":
        return states
    split, feature = node.split(), data.features[node.split().featureIndex()]
    if isinstance(feature, Categorical):
        states["one_of"] = [feature.categories[int(code)] for code in split.leftCategories()]
    else:
        states["threshold"] = split.threshold()
    children = [node_of(child, data) for child in (node.leftChild(), node.rightChild())]
    return {**states, "feature": feature.name, "children": children}


def ends_of(node: Any, path: Path = ()) -> list[Path]:
    """Return the path of each leaf, from the first child to the last."""
    below = enumerate(node.get("children", ()))
    return [end for place, child in below for end in ends_of(child, (*path, place))] or [path]

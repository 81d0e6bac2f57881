"""Spark's options that its adapter has not, asked by its own client: boosting, fewer bins than values, importances."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import ASKED, class_of

import dtrees as dt
from dtrees.oracle import Boosted, judge_boosting, judge_tree
from dtrees.oracle.documents import tree_of
from dtrees.predicting.stated_importances import split_totals

if TYPE_CHECKING:
    from collections.abc import Iterator

if "spark" not in ASKED:
    pytest.skip("it is dear: set DTREES_DEAR=1 where pyspark is installed", allow_module_level=True)

HOW: Final = class_of("spark").conventions


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    made = import_module("pyspark.sql").SparkSession.builder.master("local[1]").config("spark.log.level", "OFF")
    quiet = made.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    session = quiet.config("spark.sql.codegen.wholeStage", "false").getOrCreate()
    yield session
    session.stop()


def drawn(seed: int, rows: int = 24, high: int = 8) -> dt.Dataset:
    random = np.random.default_rng([43, seed])
    return dt.regression_data(random.integers(0, high, (rows, 3)).astype(float), random.integers(0, 16, rows))


def fitted(spark: Any, kind: str, data: dt.Dataset, **options: Any) -> Any:
    vectors = map(import_module("pyspark.ml.linalg").Vectors.dense, zip(*data.features, strict=True))
    frame = spark.createDataFrame(list(zip(vectors, map(float, data.target), strict=True)), ["x", "y"])
    made = getattr(import_module("pyspark.ml.regression"), kind)
    return made(featuresCol="x", labelCol="y", **{"maxBins": 64} | options).fit(frame)


def document_of(model: Any, data: dt.Dataset, factor: float = 1.0) -> Any:
    """Return a tree as a document, its values times a *factor*."""

    def document(node: Any) -> dict[str, Any]:
        stated = {"value": node.prediction() * factor}
        if not node.numDescendants():
            return stated
        asked = {"feature": data.feature_names[node.split().featureIndex()], "threshold": node.split().threshold()}
        return {**stated, **asked, "children": [document(node.leftChild()), document(node.rightChild())]}

    return document(model._java_obj.rootNode())  # noqa: SLF001 (the client shows the nodes as text alone)


@pytest.mark.parametrize("step", [0.25, 0.5])
def test_later_trees_fit_twice_what_is_left(spark: Any, step: float) -> None:
    """K14: so a step is twice as large as is asked.  All else is right: the first tree, and the questions of others."""
    data, learner = drawn(0), dt.cart(zero_gain="stop", max_depth=2)
    model = fitted(spark, "GBTRegressor", data, maxIter=4, maxDepth=2, stepSize=step)
    assert model.treeWeights == [1, step, step, step]
    first, *others = [
        document_of(tree, data, weight) for tree, weight in zip(model.trees, model.treeWeights, strict=True)
    ]
    assert judge_tree(first, data, learner, conventions=HOW).deviations == ()
    said = dt.predict(tree_of(first, data, HOW), data)
    left = attrs.evolve(data, target=dt.Responses([y - mean for y, mean in zip(data.target, said, strict=True)]))
    boosted = Boosted(trees=tuple(others), data=left, learner=learner, start=0.0, rate=2 * step)
    found = judge_boosting(boosted, conventions=HOW)
    assert (found.deviations, found.judged > 25) == ((), True)
    asked = judge_boosting(attrs.evolve(boosted, rate=step), conventions=HOW).deviations
    assert [one.kind for one in asked] == ["value"] * sum(tree.numNodes // 2 + 1 for tree in model.trees[1:])


def cuts_of(spark: Any, column: Any, bins: int) -> list[float]:
    """Return the thresholds between a column's bins: those of a tree that tells as many bins apart as it can."""
    alone = dt.regression_data({"x": column}, column)
    model = fitted(spark, "DecisionTreeRegressor", alone, maxBins=bins, maxDepth=30)
    questions: list[Any] = [node.question for node in dt.branches(tree_of(document_of(model, alone), alone, HOW))]
    return sorted(one.threshold for one in questions)


@pytest.mark.parametrize("bins", [4, 9])
def test_of_fewer_bins_than_values_it_asks_the_best_threshold_between_bins(spark: Any, bins: int) -> None:
    data, learner = drawn(1, rows=60, high=1000), dt.cart(zero_gain="stop", max_depth=4)
    tree = document_of(fitted(spark, "DecisionTreeRegressor", data, maxBins=bins, maxDepth=4), data)
    columns = {}
    for feature in data.features:
        cuts = cuts_of(spark, list(feature), bins)
        codes = np.searchsorted(cuts, list(feature))
        assert len(cuts) == bins - 1
        assert np.ptp(np.bincount(codes)) < 60 / bins
        columns[feature.name] = [
            min(one for one, other in zip(feature, codes, strict=True) if other == own) for own in codes
        ]
    binned = dt.regression_data(columns, data.target)
    assert judge_tree(tree, binned, learner, conventions=HOW).deviations == ()
    assert judge_tree(tree, data, learner, conventions=HOW).deviations


def test_importances_are_shares_of_what_the_branches_lower(spark: Any) -> None:
    """Each corner of a cube once, so that all that is lowered are whole numbers, and their sum a power of 2."""
    cube = np.array([[row >> place & 1 for place in range(3)] for row in range(8)], float)
    data = dt.regression_data(cube, [0, 4, 2, 14, 2, 6, 4, 24])
    model = fitted(spark, "DecisionTreeRegressor", data, maxDepth=3)
    totals = split_totals(dt.grow(data, dt.cart(max_depth=3, zero_gain="stop")), data.feature_names)
    whole = sum(one.decrease for one in totals.values())
    assert model.featureImportances.toArray().tolist() == [
        float(totals[name].decrease / whole) for name in data.feature_names
    ]

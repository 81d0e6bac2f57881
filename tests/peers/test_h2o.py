"""H2O's options, asked by its own client: limits, bins, boosting, constraints, class factors, bags, importances."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import ASKED, class_of

import dtrees as dt
from dtrees.growing.monotone import Bounds, value_of
from dtrees.laws.definitions import reached
from dtrees.laws.monotone import within
from dtrees.oracle import Boosted, judge_boosting, judge_tree
from dtrees.oracle.documents import tree_of
from dtrees.oracle.nodes import document_of_nodes
from dtrees.oracle.rounding import coarseness, rounding_bound
from dtrees.predicting.stated_importances import split_totals
from dtrees.selection.out_of_bag import in_bag, out_of_bag_error
from dtrees.selection.permutation import permutation_importances
from dtrees.trees.split import split

if TYPE_CHECKING:
    from collections.abc import Iterator

if "h2o" not in ASKED:
    pytest.skip("it is dear: set DTREES_DEAR=1 where h2o is installed", allow_module_level=True)

pytestmark = [
    pytest.mark.filterwarnings("ignore:Sample rate is 100%"),  # of a forest of one tree without a bag
    pytest.mark.filterwarnings(
        "ignore:Exception ignored in. <_io.FileIO"
    ),  # the server's files, which the client leaves open
]

HOW: Final = class_of("h2o").conventions
STOPS: Final = dt.cart(zero_gain="stop")
EXACT: Final = {"min_rows": 1, "min_split_improvement": 0, "nbins": 1024, "nbins_top_level": 1024, "seed": 1}
ONE: Final = {**EXACT, "ntrees": 1, "learn_rate": 1}
FOREST: Final = {**EXACT, "mtries": -2, "max_depth": 0}
CUBE: Final = np.array([[row >> place & 1 for place in range(3)] for row in range(8)], float)
"""Each corner once: all means of a tree, and all that its branches lower, are sums of halves."""


@pytest.fixture(scope="module")
def h2o() -> Iterator[Any]:
    client = import_module("h2o")
    server = import_module("h2o.backend").H2OLocalServer.start(nthreads=1, max_mem_size=1 << 30, verbose=False)
    client.connect(server=server, verbose=False)
    client.no_progress()
    yield client
    client.cluster().shutdown()


def drawn(seed: int, rows: int = 24, high: int = 8) -> dt.Dataset:
    random = np.random.default_rng([41, seed])
    return dt.regression_data(random.integers(0, high, (rows, 3)).astype(float), random.integers(0, 16, rows))


def frame_of(h2o: Any, data: dt.Dataset) -> Any:
    columns = {feature.name: list(feature) for feature in data.features}
    frame = h2o.H2OFrame(columns | {"y": list(data.target)})
    if isinstance(data.target, dt.Classes):
        frame["y"] = frame["y"].asfactor()
    return frame


def fitted(h2o: Any, kind: str, data: dt.Dataset, **options: Any) -> Any:
    model = getattr(import_module("h2o.estimators"), f"H2O{kind}Estimator")(**options)
    model.train(x=list(data.feature_names), y="y", training_frame=frame_of(h2o, data))
    return model


def boosted(h2o: Any, data: dt.Dataset, **options: Any) -> Any:
    """Return the document of the one tree that H2O boosts, from its start."""
    model = fitted(h2o, "GradientBoosting", data, **ONE | options)
    return document_of(model, start=start_of(model))


def start_of(model: Any) -> float:
    return float(model._model_json["output"]["init_f"])  # noqa: SLF001 (no other place shows it)


def document_of(model: Any, number: int = 0, start: float = 0.0, first: str | None = None) -> Any:
    """Return a tree as a document; of classes its leaves state the share of the *first*."""
    tree = import_module("h2o.tree").H2OTree(model, number, first)
    pairs = zip(tree.left_children, tree.right_children, strict=True)
    children = [() if left < 0 else (left, right) for left, right in pairs]

    def node(place: int) -> dict[str, Any]:
        if children[place]:
            return {"feature": tree.features[place], "threshold": float(tree.thresholds[place])}
        value = start + float(tree.predictions[place])
        return {"value": [value, 1 - value] if first else value}

    return document_of_nodes(children, node)


def stump(node: dt.Tree, rows: dt.Dataset) -> dt.Tree:
    """Return the choice of a node of so many *rows* as a tree of its own: a leaf, or a question and its leaves."""
    leaves = [
        dt.Leaf(dt.summarize(each)) for each in (split(rows, node.question) if isinstance(node, dt.Branch) else ())
    ]
    return dt.Branch.of(node.question, leaves) if isinstance(node, dt.Branch) else dt.Leaf(dt.summarize(rows))


def wrong(tree: Any, data: dt.Dataset, learner: dt.Learner = STOPS) -> list[Any]:
    return [(one.kind, one.path) for one in judge_tree(tree, data, learner, conventions=HOW).deviations]


# --- limits, and bins -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_boosting_keeps_its_depth(h2o: Any, depth: int) -> None:
    data = drawn(0)
    tree = boosted(h2o, data, max_depth=depth)
    assert wrong(tree, data, dt.cart(zero_gain="stop", max_depth=depth)) == []
    assert {kind for kind, _ in wrong(tree, data, dt.cart(zero_gain="stop", max_depth=depth + 1))} == {"early leaf"}


@pytest.mark.parametrize("share", [Fraction(1, 16), Fraction(3, 16)])
@pytest.mark.parametrize("seed", range(3))
def test_its_least_improvement_is_a_share_of_the_nodes_own_risk(h2o: Any, seed: int, share: Fraction) -> None:
    """So it is `min_saving` of each node as a root of its own, and not that of the tree."""
    data = drawn(seed, rows=32)
    tree = tree_of(boosted(h2o, data, max_depth=10, min_split_improvement=float(share)), data, HOW)

    def found(least: Fraction) -> list[Any]:
        learner = dt.cart(zero_gain="stop", min_saving=least, max_depth=1)
        return [one for _, node, rows in reached(tree, data) for one in wrong(stump(node, rows), rows, learner)]

    assert found(share) == []
    assert found(share / 4) or found(share * 4)


def in_bins(rows: dt.Dataset, limits: dict[str, tuple[float, float]], most: int) -> dt.Dataset:
    """Return *rows* with one number for all of a bin: whole numbers in so many bins of equal width, or each alone."""
    columns = {}
    for feature in rows.features:
        low, high = limits[feature.name]
        bins = [int((value - low) * min(most, high - low) // (high - low)) for value in feature]
        columns[feature.name] = [
            min(value for value, one in zip(feature, bins, strict=True) if one == own) for own in bins
        ]
    return attrs.evolve(rows, features=dt.regression_data(columns, rows.target).features)


@pytest.mark.parametrize("seed", range(3))
def test_each_node_has_bins_of_equal_width(h2o: Any, seed: int) -> None:
    """Between the least and the largest value of its parent's rows, or on one side its threshold."""
    data, depth = drawn(seed, rows=40, high=100), 4
    tree = tree_of(boosted(h2o, data, nbins=4, nbins_top_level=4, max_depth=depth), data, HOW)
    limits: dict[dt.Path, dict[str, tuple[float, float]]] = {(): extremes(data)}
    without: list[Any] = []
    for path, node, rows in reached(tree, data):
        if len(path) == depth:
            continue
        binned, learner = in_bins(rows, limits[path], 4), dt.cart(zero_gain="stop", max_depth=1)
        assert wrong(stump(node, binned), binned, learner) == []
        without += wrong(stump(node, rows), rows, learner)
        if isinstance(node, dt.Branch):
            asked: Any = node.question
            name, cut = asked.feature, np.ceil(asked.threshold)
            low, high = extremes(rows)[name]
            limits[*path, 0] = extremes(rows) | {name: (low, cut)}
            limits[*path, 1] = extremes(rows) | {name: (cut, high)}
    assert without


def extremes(rows: dt.Dataset) -> dict[str, tuple[float, float]]:
    """Return the least value of each column, and one more than the largest."""
    return {feature.name: (min(feature), max(feature) + 1) for feature in rows.features}


# --- boosting, and constraints ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_three_trees_are_right_each_on_what_those_before_it_leave(h2o: Any, seed: int) -> None:
    data = drawn(seed)
    model = fitted(h2o, "GradientBoosting", data, **EXACT, ntrees=3, learn_rate=0.5, max_depth=2)
    trees = tuple(document_of(model, number) for number in range(3))
    learner = dt.cart(zero_gain="stop", max_depth=2)
    given = Boosted(trees=trees, data=data, learner=learner, start=start_of(model), rate=0.5)
    found = judge_boosting(given, conventions=HOW)
    assert (found.deviations, found.judged > 25) == ((), True)
    for other, kind in (
        (attrs.evolve(given, rate=0.25), "value"),
        (attrs.evolve(given, start=given.start + 1), "start"),
    ):
        assert kind in {one.kind for one in judge_boosting(other, conventions=HOW).deviations}


def constrained(seed: int) -> tuple[dt.Dataset, dict[str, int]]:
    """Return a small table of whole numbers, and the signs of its columns."""
    random = np.random.default_rng([12, seed])
    rows, columns = int(random.integers(6, 20)), int(random.integers(1, 4))
    values, signs = random.integers(0, 4, (rows, columns)).astype(float), random.integers(-1, 2, columns)
    signs[0] = signs[0] or 1
    data = dt.regression_data(values, random.integers(0, 8, rows).astype(float))
    return data, {name: int(sign) for name, sign in zip(data.feature_names, signs, strict=True) if sign}


def best_of_each_column(rows: dt.Dataset, signs: dict[str, int], bounds: Any) -> dict[Any, Any]:
    """Return by bounded values the gain of each column's best question by own values, that keeps its sign."""
    best: dict[str, Any] = {}
    for one in dt.scored_splits(rows, STOPS):
        low, high = map(value_of, one.parts)
        if signs.get(one.feature, 0) * (high - low) >= 0:
            cut = sum(
                part.weight * (value_of(part) - Bounds(*bounds).nearest(value_of(part))) ** 2 for part in one.parts
            )
            told = (one.gain, one.gain * len(rows) - cut, (one.feature, one.parts[0].weight))
            best[one.feature] = max(told, best.get(one.feature, told))
    return {question: gain for _, gain, question in best.values()}


def test_it_compares_columns_by_bounded_values_but_a_columns_thresholds_by_own(h2o: Any) -> None:
    """W18: of a column that loses to its bounds no other threshold is tried.  Else each choice is right."""
    judged, kinds, how = 0, list[str](), attrs.evolve(HOW, monotone="bounded")
    for seed in (*range(12), 81, 191):
        data, signs = constrained(seed)
        document = boosted(h2o, data, max_depth=10, monotone_constraints=signs)
        found = judge_tree(document, data, STOPS, conventions=how, constraints=signs)
        nodes = {path: each for path, *each in within(tree_of(document, data, how), data, signs)}
        for one in found.deviations:
            node, rows, bounds = nodes[one.path or ()]
            gains = best_of_each_column(rows, signs, bounds)
            asked = isinstance(node, dt.Branch) and (node.question.feature, len(split(rows, node.question)[0]))
            assert gains.get(asked, 0) == max(0, *gains.values())
        judged, kinds = judged + found.judged, kinds + [one.kind for one in found.deviations]
    assert (judged > 80, sorted({*kinds})) == (True, ["early leaf", "split"])
    assert len(kinds) < 6


# --- factors of classes, and bags -------------------------------------------------------------------------------------


@pytest.mark.parametrize("factors", [[1.0, 3.0], [2.0, 1.0]])
@pytest.mark.parametrize("seed", range(2))
def test_whole_factors_of_classes_are_weights(h2o: Any, seed: int, factors: list[float]) -> None:
    """Of other factors the fraction is drawn at random, a row at a time."""
    numbers = drawn(seed)
    columns = {feature.name: list(feature) for feature in numbers.features}
    data = dt.classification_data(columns, ["b" if y > 9 else "a" for y in numbers.target])
    options = {**FOREST, "ntrees": 1, "sample_rate": 1, "max_depth": 3, "balance_classes": True}
    tree = document_of(fitted(h2o, "RandomForest", data, **options, class_sampling_factors=factors), first="a")
    learner = dt.cart(zero_gain="stop", max_depth=3)
    weighted = attrs.evolve(data, weights=[factors["ab".index(str(one))] for one in data.target])
    assert wrong(tree, weighted, learner) == []
    assert wrong(tree, data, learner)


def bags_of(h2o: Any, rows: int, **options: Any) -> list[list[int]]:
    """Return the rows in each tree's bag: of numbered rows a forest of the same seed has one leaf for each of them."""
    numbers = dt.regression_data({"x": range(rows), "z": range(rows)}, range(rows))
    twin = fitted(h2o, "RandomForest", numbers, **FOREST, **options)
    made, bags = import_module("h2o.tree").H2OTree, []
    for number in range(options["ntrees"]):
        tree = made(twin, number)
        ends = [value for value, left in zip(tree.predictions, tree.left_children, strict=True) if left < 0]
        assert [value % 1 for value in ends] == [0] * len(ends)
        bags.append([int(row in ends) for row in range(rows)])
    return bags


def test_each_node_but_the_first_is_right_for_its_trees_bag(h2o: Any) -> None:
    """W17: the first question is that of all rows."""
    data, options = drawn(0, rows=40), {"ntrees": 6, "sample_rate": 0.6}
    forest, bags = fitted(h2o, "RandomForest", data, **FOREST, **options), bags_of(h2o, 40, **options)
    assert len({tuple(bag) for bag in bags}) == 6
    documents = [document_of(forest, number) for number in range(6)]
    assert [wrong(one, in_bag(data, bag)) for one, bag in zip(documents, bags, strict=True)] == [[("split", ())]] * 6
    trees = [tree_of(one, in_bag(data, bag), HOW) for one, bag in zip(documents, bags, strict=True)]
    assert [wrong(stump(tree, data), data, dt.cart(zero_gain="stop", max_depth=1)) for tree in trees] == [[]] * 6
    error = out_of_bag_error(trees, data, bags).as_fraction()
    bound = rounding_bound(len(data), error) * coarseness("float32")
    assert abs(error - Fraction(forest.mse())) <= bound < abs(error - Fraction(forest.mse()) * 2)


def test_a_leaf_below_the_first_question_predicts_what_is_outside_the_bag(h2o: Any) -> None:
    """W17: so a row that no other resembles has no error, where it was in no tree's sample too."""
    data = dt.regression_data({"x": range(40), "z": range(40)}, [0] * 39 + [100])
    options = {"ntrees": 6, "sample_rate": 0.5}
    forest, bags = fitted(h2o, "RandomForest", data, **FOREST, **options), bags_of(h2o, 40, **options)
    right = [dt.grow(in_bag(data, bag), STOPS) for bag in bags]
    assert forest.mse() == 0 < out_of_bag_error(right, data, bags)
    assert not all(bag[-1] for bag in bags)


# --- importances ------------------------------------------------------------------------------------------------------


def test_varimp_is_by_how_much_the_branches_lower_the_sum_of_squares(h2o: Any) -> None:
    data = dt.regression_data(CUBE, [0, 8, 2, 26, 4, 12, 6, 46])
    model = fitted(h2o, "GradientBoosting", data, **ONE, max_depth=3)
    totals = split_totals(dt.grow(data, dt.cart(max_depth=3, zero_gain="stop")), data.feature_names)
    assert {name: told for name, told, *_ in model.varimp(use_pandas=False)} == {
        name: float(one.decrease) for name, one in totals.items()
    }


@pytest.mark.parametrize("reverse", [False, True])
def test_permutation_importances_are_the_size_of_what_one_permutation_changes(h2o: Any, *, reverse: bool) -> None:
    """Of all columns alike; and as documented, a smaller loss counts as a larger one does."""
    data = dt.regression_data(CUBE[:4, :2], [0, 4, 8, 20])
    model = fitted(h2o, "GradientBoosting", data, **ONE, max_depth=2)
    tree = tree_of(document_of(model, start=start_of(model)), data, HOW)
    asked = attrs.evolve(data, target=dt.Responses([*data.target][::-1] if reverse else [*data.target]))
    every = [permutation_importances(tree, asked, [order]) for order in permutations(range(4))]
    signed = [{name: float(one) for name, one in each.items()} for each in every]
    sizes = [{name: abs(one) for name, one in each.items()} for each in signed]
    for seed in range(1, 7):
        told = model.permutation_importance(frame_of(h2o, asked), metric="MSE", seed=seed, use_pandas=False)
        stated = {name: one for name, one, *_ in told.cell_values}
        assert stated in sizes
        assert (stated in signed) == (not reverse)

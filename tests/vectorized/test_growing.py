"""Growing a level at a time gives the specification's trees: floats decide nothing that they could decide wrongly."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
import pytest
from sklearn import datasets as peer_datasets

import dtrees as dt
from dtrees.laws import check
from dtrees.vectorized import columns, exactly
from dtrees.vectorized.measures import measure_of
from dtrees.vectorized.measures.squared_error import SquaredError
from dtrees.vectorized.segments import Segments
from dtrees.vectorized.units import U

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.growing.impurity import Impurity

CHUNKS = 2
"""Of fifty inputs each; `test_adversarial` has a thousand more."""

BOOKS = {
    "cart": dt.cart(),
    "cart by entropy": dt.cart(impurity=dt.entropy),
    "cart by misclassification": dt.cart(impurity=dt.misclassification),
    "cart of subsets": dt.cart(categories="subset"),
    "cart, leaves of 3": dt.cart(min_leaf=3, max_depth=4),
    "id3": dt.id3(),
    "c45": dt.c45(),
    "c45 above": dt.c45(gate="above", min_gain=0.05),
    "multiway": dt.multiway_gini(),
}


def outcome(grow: Callable[..., dt.Tree], data: dt.Dataset, learner: dt.Learner) -> Any:
    """Return the tree, or the error of ours that stands in its place."""
    try:
        return grow(data, learner)
    except dt.DtreesError as error:
        return type(error), str(error)


def require_the_same(data: dt.Dataset, learner: dt.Learner) -> None:
    assert outcome(dt.vectorized.grow, data, learner) == outcome(dt.grow, data, learner)


@pytest.mark.parametrize(
    "trials",
    [
        "any_trials",
        "trials",
        "limited_trials",
        "gated_trials",
        "number_trials",
        "multiway_trials",
        "whole_weight_trials",
        "exclusive_or_trials",
    ],
)
def test_it_grows_the_specifications_tree(trials: str) -> None:
    """Ties, duplicates, neighbours in float64, magnitudes up to 1e300, weights of any size, every learner and limit."""

    for chunk in range(CHUNKS):
        for data, learner in check.drawn(trials, chunk):
            require_the_same(data, learner)


@pytest.mark.parametrize("trials", ["any_trials", "number_trials"])
def test_columns_kept_in_order_give_the_same_trees(trials: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn columns have few values, and would all be counted; those of one value mostly are looked at as sparse."""
    monkeypatch.setattr(columns, "FEW", 0)
    monkeypatch.setattr(columns, "LARGE", 0)
    test_it_grows_the_specifications_tree(trials)


@pytest.mark.parametrize("seed", range(60))
def test_two_categories_tie_with_a_threshold(seed: int) -> None:
    """One partition, scored as a child a category and as a cut: floats may differ, and the first column is asked."""
    generator = np.random.default_rng(seed)
    half = generator.integers(0, 2, generator.integers(4, 40))
    both = {"a": np.where(half == 1, "p", "q"), "b": np.where(half == 1, 1.0, 2.0)}
    learner = dt.Learner(questions=dt.Questions(numbers="midpoint", categories="each"))
    require_the_same(dt.classification_data(both, generator.integers(0, 2, len(half))), learner)
    require_the_same(dt.regression_data(both, generator.integers(0, 5, len(half))), learner)


@pytest.mark.parametrize("learner", BOOKS.values(), ids=BOOKS)
@pytest.mark.parametrize("name", ["loan", "watermelon2", "watermelon3", "weather", "iris"])
def test_it_grows_the_trees_of_the_textbooks(name: str, learner: dt.Learner) -> None:
    require_the_same(dt.datasets.load(name), learner)


@pytest.mark.parametrize("name", ["regression", "regression_boosting"])
def test_it_grows_the_regression_trees_of_the_textbooks(name: str) -> None:
    require_the_same(dt.datasets.load(name), dt.cart(min_risk=0.5))


REAL = ["wine", "breast_cancer", "digits", *(["spam"] if os.environ.get("HYPOTHESIS_PROFILE") == "campaign" else [])]
"""A third of the rows of each; of Spambase the specification makes no short work."""


def real_table(name: str) -> dt.Dataset:
    if name == "spam":
        return dt.datasets.load(name)
    rows, target = getattr(peer_datasets, f"load_{name}")(return_X_y=True)
    return dt.classification_data(rows[::3], target[::3])


@pytest.mark.parametrize("name", REAL)
def test_it_grows_and_prunes_the_trees_of_real_tables(name: str) -> None:
    data = real_table(name)
    tree = dt.grow(data, dt.cart())
    assert dt.vectorized.grow(data, dt.cart()) == tree
    assert list(dt.vectorized.pruning_sequence(tree)) == list(dt.pruning_sequence(tree))


@pytest.mark.parametrize("name", ["wine", "breast_cancer"])
def test_it_grows_the_trees_of_real_tables_by_entropy(name: str) -> None:
    require_the_same(real_table(name), dt.cart(impurity=dt.entropy))


def test_it_grows_the_tree_of_a_real_table_of_numbers() -> None:
    rows, target = peer_datasets.load_diabetes(return_X_y=True)
    require_the_same(dt.regression_data(rows[::3], target[::3]), dt.cart(max_depth=5))
    require_the_same(dt.regression_data(rows[::3], target[::3] * 0.1), dt.cart(max_depth=5))


def spread(seed: int, rows: int, columns: int, **options: Any) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 12, (rows, columns), **options)


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_many_classes_and_many_ties(classes: int) -> None:
    """Few values in many rows: most nodes have several optimal questions."""
    target = np.random.default_rng(classes).integers(0, classes, 150)
    data = dt.classification_data(spread(classes, 150, 4), target)
    for learner in (dt.cart(), dt.cart(impurity=dt.entropy), dt.c45()):
        require_the_same(data, learner)


def test_many_classes_and_whole_weights() -> None:
    """Rows that weigh more than one are no rows of their own to the running counts."""
    generator = np.random.default_rng(8)
    data = dt.classification_data(
        generator.normal(size=(120, 2)), generator.integers(0, 6, 120), weights=generator.integers(1, 4, 120)
    )
    for impurity in (dt.gini, dt.entropy, dt.misclassification):
        require_the_same(data, dt.cart(impurity=impurity))


def test_a_gain_too_small_for_a_float_is_still_a_gain() -> None:
    data = dt.regression_data({"x": [0, 1, 2]}, [1e-200, 3e-200, 1e-200 / 3])
    require_the_same(data, dt.cart(zero_gain="stop"))
    assert dt.depth(dt.vectorized.grow(data, dt.cart(zero_gain="stop"))) > 0


@pytest.mark.parametrize("scale", [1e-300, 0.1, 1.0, 1e300])
def test_responses_of_any_magnitude(scale: float) -> None:
    generator = np.random.default_rng(5)
    features = {"x": generator.normal(size=40), "y": generator.integers(0, 4, 40), "copy": np.arange(40) % 4}
    require_the_same(dt.regression_data(features, generator.normal(size=40) * scale), dt.cart())
    require_the_same(dt.regression_data(features, (1e8 + generator.normal(size=40)) * min(scale, 1.0)), dt.cart())


def test_weights_that_no_unit_measures() -> None:
    generator = np.random.default_rng(6)
    features = {"x": generator.integers(0, 9, 24), "y": generator.normal(size=24)}
    for weights in (
        generator.random(24),
        generator.random(24) ** 40,
        np.where(generator.random(24) < 0.5, 1e-200, 1e200),
    ):
        data = dt.classification_data(features, generator.integers(0, 3, 24), weights=weights)
        for impurity in (dt.gini, dt.entropy, dt.misclassification):
            require_the_same(data, dt.cart(impurity=impurity, min_leaf=0.3))
        numbers = dt.regression_data(features, generator.normal(size=24), weights=weights)
        require_the_same(numbers, dt.cart(min_leaf=0.3))


def test_a_child_just_below_min_leaf_is_too_small_whatever_rounds() -> None:
    """The smallest child's weight may be the float of min_leaf less the error bound, and yet less than that."""
    data = dt.classification_data({"x": [0, 1]}, ["a", "b"], weights=[0.33117121299875707, 0.37009918388663837])
    least = Fraction(data.weights[0])
    for units in range(64):
        require_the_same(data, dt.cart(min_leaf=least + units * Fraction(1, 2**54)))


def test_a_thousand_levels() -> None:
    """A node of the chain parts off one row, so the tree is as deep as it has rows."""
    rows = 1000
    data = dt.classification_data({"x": np.arange(rows)}, np.arange(rows) % 2)
    assert dt.depth(dt.vectorized.grow(data, dt.cart())) > 300


# --- floats that err ------------------------------------------------------------------------------------------------


def by_plain_floats(data: dt.Dataset) -> str:
    """Return the first column (of 0 and 1) of largest decrease of the Gini index, computed as one would."""
    labels = np.array(data.target.codes)  # type: ignore[union-attr]  # classes

    def index(rows: np.ndarray) -> float:
        shares = np.bincount(labels[rows]) / rows.sum()
        return float(1 - (shares * shares).sum())

    def decrease(feature: Any) -> float:
        left = feature.values == 0
        inside = (left.sum() * index(left) + (~left).sum() * index(~left)) / len(labels)
        return float(index(np.ones(len(labels), dtype=bool)) - inside)

    gains = [decrease(feature) for feature in data.features]
    return data.feature_names[int(np.argmax(gains))]


TIED = dt.classification_data({"a": [1, 1, 1, 1, 1, 1, 0, 0], "b": [0, 1, 1, 1, 1, 1, 1, 0]}, list("nnyyyyyy"))
"""Both columns gain exactly 1/24; in floats the second gains 0.04166666666666674 and the first ...685."""


def test_a_plain_float_comparison_takes_another_split() -> None:
    assert [str(split.score) for split in dt.admissible_splits(TIED, dt.cart())] == ["1/24", "1/24"]
    assert by_plain_floats(TIED) == "b"
    assert dt.vectorized.grow(TIED, dt.cart(max_depth=1)).question.feature == "a"  # type: ignore[union-attr]


def test_nearly_equal_is_not_equal() -> None:
    """Two columns that part off responses 2^-50 apart: the second gains more, by less than any sensible tolerance."""
    near = dt.regression_data({"a": [0, 1, 1, 1], "b": [1, 0, 1, 1]}, [1.0, 1 + 2**-50, 0.0, 0.0])
    require_the_same(near, dt.cart())
    assert dt.vectorized.grow(near, dt.cart()).question.feature == "b"  # type: ignore[union-attr]


def test_without_the_bound_the_first_large_float_would_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is what keeps the filter honest: taken for 0, it lets a wrong split through."""
    near = dt.regression_data({"a": [0, 1, 1, 1], "b": [1, 0, 1, 1]}, [0.1, 0.1 + 2**-50, 0.7, 0.7])
    require_the_same(near, dt.cart())
    monkeypatch.setattr(SquaredError, "bound", lambda self, best, *others: np.zeros_like(best))
    found = [
        dt.vectorized.grow(data, dt.cart()) == dt.grow(data, dt.cart())
        for seed in range(200)
        for data in [tied_numbers(seed)]
    ]
    assert not all(found)


def tied_numbers(seed: int) -> dt.Dataset:
    """Return few rows whose responses are multiples of 0.1, so that many partitions tie and their floats do not."""
    generator = np.random.default_rng(seed)
    return dt.regression_data(generator.integers(0, 3, (7, 3)), generator.integers(0, 4, 7) * 0.1)


@pytest.mark.parametrize("seed", range(40))
def test_ties_of_responses_that_are_no_floats(seed: int) -> None:
    require_the_same(tied_numbers(seed), dt.cart())


def test_squares_of_many_rows_of_a_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """The squares of more than 46,340 rows need more than 32 bits."""
    monkeypatch.setattr(columns, "FEW", 0)
    monkeypatch.setattr(columns, "LARGE", 2**20)
    data = dt.classification_data({"x": np.repeat([0, 1, 2], [50_000, 9, 9])}, np.repeat([0, 1, 2], [50_000, 9, 9]))
    require_the_same(data, dt.cart())


# --- the filter filters ---------------------------------------------------------------------------------------------


def nodes_decided_exactly(data: dt.Dataset, learner: dt.Learner, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many nodes the filter leaves to exact arithmetic."""
    calls: list[int] = []
    by_definition = exactly.exact_optima

    def counting(*arguments: Any, **options: Any) -> Any:
        calls.append(len(arguments[0]))
        return by_definition(*arguments, **options)

    monkeypatch.setattr("dtrees.vectorized.choose.exact_optima", counting)
    dt.vectorized.grow(data, learner)
    return len(calls)


def test_whole_counts_of_two_classes_leave_nothing_to_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dt.classification_data(spread(1, 400, 3), np.arange(400) % 2)
    assert nodes_decided_exactly(data, dt.cart(), monkeypatch) == 0


def test_entropies_leave_little_to_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(2)
    data = dt.classification_data(generator.normal(size=(400, 3)), generator.integers(0, 2, 400))
    learner = dt.cart(impurity=dt.entropy)
    assert nodes_decided_exactly(data, learner, monkeypatch) < len(dt.leaves(dt.vectorized.grow(data, learner))) / 10


def test_an_impurity_of_ones_own_is_grown_by_the_book() -> None:
    def cubes(summary: dt.ClassCounts) -> dt.Exact:
        return dt.Exact(1) - sum((dt.Exact(share**3) for share in summary.proportions), start=dt.Exact(0))

    require_the_same(dt.datasets.load("loan"), dt.cart(impurity=cubes))


# --- the bounds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("impurity", [dt.gini, dt.entropy, dt.misclassification])
@pytest.mark.parametrize("weights", ["whole", "others"])
def test_keys_are_as_near_to_the_gains_as_the_bound_says(impurity: Impurity, weights: str) -> None:
    """gain = (key - base) * scale, up to the bound, for every threshold of a column."""
    generator = np.random.default_rng(3)
    loads = generator.integers(1, 5, 60) if weights == "whole" else generator.random(60)
    data = dt.classification_data({"x": np.arange(60)}, generator.integers(0, 3, 60), weights=loads)
    require_keys_within_the_bound(data, impurity)


@pytest.mark.parametrize("scale", [1.0, 0.1, 1e-100, 1e100])
def test_keys_of_responses_are_as_near_to_the_gains_as_the_bound_says(scale: float) -> None:
    generator = np.random.default_rng(4)
    responses = generator.integers(-9, 9, 60) * scale
    require_keys_within_the_bound(dt.regression_data({"x": np.arange(60)}, responses), dt.squared_error)


def require_keys_within_the_bound(data: dt.Dataset, impurity: Impurity) -> None:
    measure = measure_of(data, impurity)
    rows = np.arange(len(data))
    level = measure.level(rows, Segments(np.array([len(data)])))
    assert level.weighed.known.all()
    weights = np.ones(len(rows)) if level.weighed.rows is None else level.weighed.rows
    weight = level.nodes.running(weights)[:-1]
    left = measure.running(level, rows[None], level.nodes)[:, 0, :-1]
    weighed = measure.weighed(weight, level.weight - weight, level.weight, level.totals)
    keys = measure.key(measure.folded(left, level.totals), weighed)
    bound = measure.bound(keys.max(keepdims=True), level, 2)
    base = float(measure.base(level)[0])
    for split, key in zip(dt.scored_splits(data, dt.cart(impurity=impurity)), keys.tolist(), strict=True):
        exact = base + level.in_keys(split.gain, 0)
        assert abs(exact - key) <= float(bound[0]) + 8 * U * (abs(key) + abs(base))


def test_data_and_learner_are_left_as_they_were() -> None:
    data, learner = dt.datasets.load("iris"), dt.cart()
    before = hash(data), attrs.asdict(learner, recurse=False)
    dt.vectorized.grow(data, learner)
    assert (hash(data), attrs.asdict(learner, recurse=False)) == before


def test_rows_of_weight_0_go_by_the_book() -> None:
    """No key is computed of them: a child of such rows would divide by 0."""
    data = dt.regression_data({"x": [1, 2, 3, 4, 5], "c": list("uvuwz")}, [1.0, 2.0, 3.0, 1.0, 5.0])
    data = dt.Dataset(data.features, data.target, np.array([1.0, 0.0, 2.0, 1.0, 0.0]))
    assert dt.vectorized.grow(data, dt.cart()) == dt.grow(data, dt.cart())

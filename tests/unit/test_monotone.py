"""Monotone constraints: worked numbers, what they leave as it is, what is done with the trees, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sizes import larger_in_a_campaign

import dtrees as dt
from dtrees.growing.monotone import Bounds, bounds_below, keeps, monotone_splits
from dtrees.growing.training_values import at_training_values

IRIS: Any = dt.datasets.load("iris")
TWO = dt.classification_data(
    {one.name: list(one) for one in IRIS.features},
    [label == "virginica" for label in IRIS.target],
    classes=[False, True],
)
PLANE = {"x": [0, 1, 1, 0], "z": [0, 0, 1, 1]}


def regression(columns: Any, responses: Any, **more: Any) -> dt.Dataset:
    return dt.regression_data(columns, responses, **more)


@pytest.mark.parametrize(
    "learner", [dt.cart(), dt.cart(impurity=dt.entropy), dt.c45(), dt.cart(min_leaf=5, max_depth=3)]
)
def test_no_constraint_is_no_other_tree(learner: dt.Learner) -> None:
    """So is one that the tree keeps anyway, as of the length of petals."""
    tree = dt.grow(TWO, learner)
    assert dt.grow_monotone(TWO, learner, {}) == tree
    assert {*dt.bounded_values(tree, {}).values()} == {node.summary.proportions[1] for node in every_node(tree)}
    assert dt.predict_monotone(tree, TWO, {}).tolist() == dt.predict(tree, TWO).tolist()


def every_node(tree: dt.Tree) -> list[Any]:
    return [*dt.branches(tree), *dt.leaves(tree)]


def test_constraints_against_the_data_ask_more_of_other_columns() -> None:
    sizes = [
        len(dt.leaves(dt.grow_monotone(TWO, dt.cart(), signs)))
        for signs in ({}, {"petal_length": 1, "petal_width": 1}, {"petal_length": -1, "petal_width": -1})
    ]
    assert sizes == [8, 12, 41]


def test_bounds_are_the_middle_of_the_childrens_values() -> None:
    """0 and 1/2 on either side of x: below, one leaf of mean 0 predicts 1/4, which is the middle."""
    data = regression(PLANE, [0, 0, 1, 0])
    tree = dt.grow_monotone(data, dt.cart(), {"x": 1})
    assert dt.bounded_values(tree, {"x": 1}) == {
        (): Fraction(1, 4), (0,): 0, (1,): Fraction(1, 2), (1, 0): Fraction(1, 4), (1, 1): 1,
    }  # fmt: skip
    assert dt.predict_monotone(tree, data, {"x": 1}).tolist() == [0, 0.25, 1, 0]
    turned = dt.grow_monotone(regression(PLANE, [1, 1, 0, 1]), dt.cart(), {"x": -1})
    assert dt.predict_monotone(turned, data, {"x": -1}).tolist() == [1, 0.75, 0, 1]


@pytest.mark.parametrize(("counts", "bound", "label"), [([0, 3], Fraction(1, 2), "n"), ([0, 6], Fraction(31, 56), "y")])
def test_a_bound_decides_the_class_and_a_half_is_the_first(counts: list[int], bound: Fraction, label: str) -> None:
    """Beside x the shares of y are 1/4 and 3/4, or 6/7: their middle is that of the leaf without a y at the right."""
    left, without, pure = (dt.Leaf(dt.ClassCounts(some, "ny")) for some in ([3, 1], [1, 0], counts))
    tree = dt.Branch.of(dt.Threshold("x", 0.5), [left, dt.Branch.of(dt.Threshold("z", 0.5), [without, pure])])
    rows = {"x": [0, 1, 1], "z": [0, 0, 1]}
    assert dt.bounded_values(tree, {"x": 1})[1, 0] == bound
    assert dt.predict(tree, rows).tolist() == ["n", "n", "y"]
    assert dt.predict_monotone(tree, rows, {"x": 1}).tolist() == ["n", label, "y"]


def test_by_own_values_a_question_stays_out_that_is_asked_by_bounded_ones() -> None:
    """At the right of x every value is at least 3; then z leads to 1 and 2, which x would put in order."""
    data = regression({"x": [0, 0, 2, 3, 2, 3], "z": [0, 0, 0, 0, 1, 1]}, [0, 2, 0, 2, 8, 10])
    bounds = Bounds(low=Fraction(3))
    part = data.take([2, 3])
    assert monotone_splits(part, dt.cart(), {"x": 1}, bounds) == ()
    [split] = monotone_splits(part, dt.cart(zero_gain="split"), {"x": 1}, bounds, "bounded")
    assert (str(split.gain), split.question.feature) == ("0", "x")
    [wider] = monotone_splits(part, dt.cart(), {"x": 1}, Bounds(low=Fraction(1)), "bounded")
    assert wider.gain == Fraction(1, 2)  # of 1 about the mean 1; 0 predicts 1, so that 1/2 is left
    assert dt.best_split(part, dt.cart()).gain == 1  # type: ignore[union-attr]


def test_equal_values_are_in_order_both_ways() -> None:
    [split] = dt.admissible_splits(regression({"x": [0, 0, 1, 1]}, [0, 2, 0, 2]), dt.cart())
    assert keeps(split, {"x": 1}, Bounds())
    assert keeps(split, {"x": -1}, Bounds())
    assert not keeps(split, {"x": 1}, Bounds(low=Fraction(2)))
    assert keeps(split, {"x": 1}, Bounds(low=Fraction(2)), "bounded")
    assert bounds_below(split.question, split.parts, {"x": 1}, Bounds(low=Fraction(2))) == [Bounds(2, 2), Bounds(2)]


def test_what_is_done_with_any_tree_is_done_with_these() -> None:
    signs = {"petal_length": 1, "petal_width": 1}
    tree = dt.grow_monotone(TWO, dt.cart(), signs)
    assert dt.from_json(dt.to_json(tree)) == tree
    assert dt.render_text(tree).startswith("False")
    assert dt.to_dot(tree).startswith("digraph")
    sequence = dt.pruning_sequence(tree)
    assert [len(dt.leaves(one.tree)) for one in sequence] == [12, 7, 5, 3, 2, 1]
    for one in sequence:
        within = dt.bounded_values(one.tree, signs)
        assert within == {path: value for path, value in dt.bounded_values(tree, signs).items() if path in within}
    result = dt.cross_validate(
        TWO, dt.cart(), dt.plain_folds(150, 3), grow=lambda data, learner: dt.grow_monotone(data, learner, signs)
    )
    assert result.best().tree in [one.tree for one in sequence]


def test_thresholds_are_where_the_learner_puts_them() -> None:
    data = regression({"x": [1, 2, 4, 4], "z": [0, 0, 0, 1]}, [0, 1, 5, 9])
    midpoints = dt.grow_monotone(data, dt.cart(), {"x": 1})
    assert dt.grow_monotone(data, dt.cart(numbers="training"), {"x": 1}) == at_training_values(midpoints, data)


@larger_in_a_campaign("levels", 1100, 2000)
def test_a_deep_tree_has_values(levels: int) -> None:
    """At each level a leaf of a smaller number is parted off."""
    tree: dt.Tree = dt.Leaf(dt.Moments.of([levels]))
    for y in reversed(range(levels)):
        tree = dt.Branch.of(dt.Threshold("x", y), [dt.Leaf(dt.Moments.of([y])), tree])
    rows = {"x": range(levels + 1)}
    for sign in (1, -1):
        assert np.all(sign * np.diff(dt.predict_monotone(tree, rows, {"x": sign})) >= 0)


def test_what_does_not_fit_is_refused() -> None:
    three = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "c"])
    text = dt.classification_data({"x": ["p", "q"], "y": [1, 2]}, ["a", "b"])
    gaps = regression({"x": [1, None]}, [1, 2], missing="keep")
    grow: Any = dt.grow_monotone
    with pytest.raises(
        dt.InvalidData, match="there are 3 classes: the constraint is on the share of the second of two"
    ):
        grow(three, dt.cart(), {"x": 1})
    several = regression({"x": [1, 2]}, dt.Outputs([dt.Responses([1, 2]), dt.Responses([2, 1])]))
    with pytest.raises(dt.InvalidData, match="several outputs have no one value"):
        grow(several, dt.cart(), {"x": 1})
    with pytest.raises(dt.InvalidData, match="column 'x' is constrained: give numbers, and a learner that asks thresh"):
        grow(text, dt.cart(), {"x": 1})
    with pytest.raises(dt.InvalidData, match="column 'y' is constrained"):
        grow(text, dt.cart(numbers="each"), {"y": 1})
    with pytest.raises(dt.InvalidData, match="there are 3 classes"):
        dt.bounded_values(dt.grow(three, dt.cart()), {})
    with pytest.raises(dt.InvalidData, match="column 'x' is constrained: its questions are thresholds, not Equals"):
        dt.bounded_values(dt.grow(text, dt.cart()), {"x": 1})
    with pytest.raises(dt.InvalidData, match="there is no column 'w'"):
        grow(text, dt.cart(), {"w": 1})
    with pytest.raises(dt.InvalidData, match="give a mapping from the name of a column to 1"):
        grow(text, dt.cart(), {"y": 2})
    with pytest.raises(dt.InvalidData, match="give a mapping from the name of a column to 1"):
        dt.bounded_values(dt.grow(text, dt.cart()), [1])  # type: ignore[arg-type]
    for way in ("refuse", "fractional", "category", "surrogate"):
        with pytest.raises(dt.Unsupported, match="column 'x', row 1: constraints allow a missing value by"):
            grow(gaps, dt.cart(missing=way), {"x": 1})
    with pytest.raises(dt.InvalidLearner, match="bounded values are compared by squared error"):
        grow(text, dt.cart(), {"y": 1}, compared="bounded")
    with pytest.raises(dt.InvalidData, match="compared='both': give 'own' or 'bounded'"):
        grow(text, dt.cart(), constraints={"y": 1}, compared="both")


def test_medians_are_compared_where_a_node_predicts_them() -> None:
    """The medians 1 and 2 beside x = 2.5 are in order, though the means 11/3 and 2 are not."""
    columns, responses = {"x": [1, 1, 2, 3]}, [1, 1, 9, 2]
    kept = regression(columns, dt.KeptResponses("median", responses))
    split = monotone_splits(kept, dt.cart(max_depth=1), {"x": 1})
    cuts = [one.question.threshold for one in dt.scored_splits(kept, dt.cart())]  # type: ignore[attr-defined]
    assert cuts == [1.5, 2.5]
    assert keeps(dt.scored_splits(kept, dt.cart())[1], {"x": 1}, Bounds())
    assert not keeps(dt.scored_splits(regression(columns, responses), dt.cart())[1], {"x": 1}, Bounds())
    assert [one.question.threshold for one in split] == [1.5]  # type: ignore[attr-defined]

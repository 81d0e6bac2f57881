"""Regularised squared error and boosting by squared error: worked numbers, limits, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

import dtrees as dt

RIDGE = dt.RegularisedSquaredError(reg_lambda=1)
STEPS = dt.regression_data({"x": [1, 2, 3, 4]}, [0, 0, 6, 9])


# --- one node -----------------------------------------------------------------------------------------------------


def test_lambda_shrinks_a_leaf_as_if_rows_of_response_zero_stood_there() -> None:
    """Of 1, 2 and 6 with lambda 2: as the mean, and the squares about it, of 1, 2, 6, 0 and 0."""
    with_zeros = dt.Moments.of([1, 2, 6, 0, 0])
    own, ridge = dt.Moments.of([1, 2, 6]), dt.RegularisedSquaredError(2)
    assert ridge.value(own) == with_zeros.mean == Fraction(9, 5)
    assert ridge(own) * 3 == dt.squared_error(with_zeros) * 5


def test_alpha_takes_from_the_total_and_never_turns_its_sign() -> None:
    lasso = dt.RegularisedSquaredError(reg_alpha=4)
    values = [str(lasso.value(dt.Moments.of(responses))) for responses in ([9, 1], [2, 2], [-1, 2], [-9, -1])]
    assert values == ["3", "0", "0", "-3"]


def test_no_value_is_larger_than_its_bound() -> None:
    """Of 1, 2 and 6, about 1 and not 3: the squares are 26, and not 14; with a lambda of 3 the value is 3/2, not 1."""
    node = dt.Moments.of([1, 2, 6])
    measures = [dt.RegularisedSquaredError(ridge, 0, 1) for ridge in (0, 3, 9)]
    assert [measure.value(node) for measure in measures] == [1, 1, Fraction(3, 4)]
    assert [measure(node) * 3 for measure in measures] == [26, 29, dt.RegularisedSquaredError(9)(node) * 3]


def test_without_regularisation_it_is_the_squared_error() -> None:
    for responses in ([3], [1, 2, 6], [-1, 1]):
        node, weighted = dt.Moments.of(responses), dt.Moments.of(responses, [0.5] * len(responses))
        assert dt.RegularisedSquaredError()(node) == dt.squared_error(node)
        assert dt.RegularisedSquaredError().value(weighted) == weighted.mean


def test_light_nodes_are_shrunk_most() -> None:
    """A row of weight 1/100 has hardly a value, and one of weight 100 nearly its own."""
    values = [RIDGE.value(dt.Moments.of([5], [weight])) for weight in (Fraction(1, 100), 1, 100)]
    assert values == [Fraction(5, 101), Fraction(5, 2), Fraction(500, 101)]


def test_a_question_may_gain_less_than_nothing_and_is_not_asked() -> None:
    """Two rows of 3: together 36/3 = 12 is explained, apart 9/2 each."""
    data = dt.regression_data({"x": [1, 2]}, [3, 3])
    learner = dt.regularised_cart(reg_lambda=1)
    [split] = dt.scored_splits(data, learner)
    assert split.gain * 2 == 9 - 12
    assert dt.admissible_splits(data, learner) == dt.admissible_splits(data, dt.cart(impurity=RIDGE)) == ()


# --- trees --------------------------------------------------------------------------------------------------------


def test_gamma_is_what_a_question_saves_at_least() -> None:
    """The root's saves 15^2/3 - 15^2/5 = 30, and 6 from 9 saves 36/2 + 81/2 - 75 < 0."""
    grown = [dt.grow(STEPS, dt.regularised_cart(reg_lambda=1, gamma=gamma)) for gamma in (0, 30, 30.001)]
    assert [len(dt.leaves(tree)) for tree in grown] == [2, 2, 1]


def test_gamma_is_an_amount_and_no_share_of_the_root() -> None:
    """Below the root, too: without lambda 0, 0 | 6 | 9 is grown, whose second question saves 9/2."""
    grown = [dt.grow(STEPS, dt.regularised_cart(reg_lambda=0, gamma=gamma)) for gamma in (4.5, 4.6)]
    assert [len(dt.leaves(tree)) for tree in grown] == [3, 2]


def test_a_limit_of_weight_is_that_of_each_child() -> None:
    grown = dt.grow(STEPS, dt.regularised_cart(reg_lambda=0, min_leaf=2))
    assert [leaf.summary.weight for leaf in dt.leaves(grown)] == [2, 2]


def test_the_fast_road_grows_the_same_trees_by_the_book() -> None:
    data = dt.residual_data(dt.datasets.load("regression_boosting"), start=7)
    for learner in (dt.regularised_cart(reg_lambda=2, reg_alpha=1), dt.regularised_cart(gamma=1)):
        grown = dt.grow(data, learner)
        assert len(dt.leaves(grown)) > 1
        assert dt.vectorized.grow(data, learner) == grown


def test_trees_are_written_drawn_and_pruned_by_it() -> None:
    """A question that saves nothing when leaves are charged is pruned at 0."""
    tree = dt.grow(STEPS, dt.regularised_cart(reg_lambda=0))
    assert dt.from_json(dt.to_json(tree)) == tree
    assert "regularised squared error 40.5" in dt.render_text(tree, impurity=RIDGE)
    assert "regularised squared error" in dt.to_dot(tree, impurity=RIDGE)
    sequence = dt.pruning_sequence(tree, impurity=RIDGE)
    assert [(str(one.alpha), len(dt.leaves(one.tree))) for one in sequence] == [("0", 2), ("30", 1)]
    assert dt.vectorized.pruning_sequence(tree, impurity=RIDGE) == sequence


# --- later trees --------------------------------------------------------------------------------------------------


def test_six_trees_of_the_books_example() -> None:
    """Its cuts, and the squared errors that it prints [LIHANG2 example 8.2]; SOURCES.md says where it rounds."""
    data, trees, errors = dt.datasets.load("regression_boosting"), list[Any](), []
    for _ in range(6):
        trees.append(dt.grow(dt.residual_data(data, trees), dt.cart(max_depth=1)))
        errors.append(dt.summarize(dt.residual_data(data, trees)).squares)  # type: ignore[union-attr]
    assert [tree.question.threshold for tree in trees] == [6.5, 3.5, 6.5, 4.5, 6.5, 2.5]
    exact = "231601/120000 32027/40000 57361/120000 82501/270000 69533/303750 40165699/233280000"
    assert errors == list(map(Fraction, exact.split()))
    printed = zip(errors, ("1.93", "0.79", "0.47", "0.30", "0.23", "0.17"), strict=True)
    assert all(abs(error - Fraction(book)) <= Fraction("0.011") for error, book in printed)


def test_the_next_tree_sees_what_the_shrunken_values_leave() -> None:
    """From the mean 15/4, half of the leaves' values: -15/2 / 3 and 15/2 / 3."""
    first = dt.residual_data(STEPS, start=Fraction(15, 4))
    tree = dt.grow(first, dt.regularised_cart(reg_lambda=1))
    options: Any = {"start": Fraction(15, 4), "learning_rate": 0.5, "impurity": RIDGE}
    assert list(map(float, dt.boosted_predictions([tree], STEPS, **options))) == [2.5, 2.5, 5, 5]
    second = dt.residual_data(STEPS, [tree], **options)
    assert list(second.target) == [-2.5, -2.5, 1, 4]
    assert (second.features, second.weights.tolist()) == (STEPS.features, [1, 1, 1, 1])


def test_a_divided_row_has_its_leaves_values_by_its_shares() -> None:
    data = dt.regression_data({"x": [1, 1, 2, None]}, [0, 0, 3, 3], missing="keep")
    tree = dt.grow(data, dt.cart(missing="fractional", max_depth=1))
    *_, left, right = (leaf.summary.mean for leaf in dt.leaves(tree))  # type: ignore[union-attr]
    share = Fraction(tree.children[0].summary.weight) / 4  # type: ignore[union-attr]
    assert dt.boosted_predictions([tree], data)[3] == share * left + (1 - share) * right


# --- what is refused ----------------------------------------------------------------------------------------------


def test_what_is_no_regularisation_is_refused() -> None:
    with pytest.raises(dt.InvalidData, match="reg_alpha=-1: give a finite number of at least 0"):
        dt.RegularisedSquaredError(0, -1)
    with pytest.raises(dt.InvalidData, match="gamma=-1"):
        dt.regularised_cart(gamma=-1)
    with pytest.raises(dt.InvalidData, match="give Moments"):
        RIDGE(dt.ClassCounts([1, 2]))  # type: ignore[arg-type]
    with pytest.raises(dt.InvalidData, match="without rows"):
        RIDGE.value(dt.Moments.of([]))
    with pytest.raises(dt.InvalidData, match="give a data set of responses"):
        dt.residual_data(dt.datasets.load("weather"))


def test_it_is_a_value() -> None:
    assert dt.RegularisedSquaredError(1, 2) == dt.RegularisedSquaredError(reg_lambda=1, reg_alpha=2)
    assert attrs.evolve(RIDGE, reg_lambda=0) == dt.RegularisedSquaredError()

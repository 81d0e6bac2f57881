"""Out-of-bag predictions and errors, by hand and against a computation from scratch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest

import dtrees as dt
from dtrees.selection.out_of_bag import Voting

ROWS = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
LEANS = dt.Leaf(dt.ClassCounts((3, 2), ("a", "b")))
SURE = dt.Leaf(dt.ClassCounts((0, 1), ("a", "b")))


def test_votes_count_trees_and_shares_their_mean() -> None:
    """Two trees lean to a by 3 : 2, one is sure of b: by votes a, by shares (3/5 + 3/5 + 0) / 3 = 2/5 of a."""
    forest, counts = [LEANS, LEANS, SURE], [[0, 0, 0]] * 3
    voted: list[Any] = [*dt.out_of_bag(forest, ROWS, counts)]
    assert [found.majority for found in voted] == ["a", "a", "a"]
    found: Any = dt.out_of_bag(forest, ROWS, counts, by="shares")[0]
    assert (found.proportions, found.majority) == ((Fraction(2, 5), Fraction(3, 5)), "b")
    assert str(dt.out_of_bag_error(forest, ROWS, counts)) == "2/3"
    assert str(dt.out_of_bag_error(forest, ROWS, counts, by="shares")) == "1/3"


def test_only_the_rows_with_a_prediction_are_in_the_error_by_their_weight() -> None:
    data = attrs.evolve(ROWS, weights=[1, 2, 5])
    assert dt.out_of_bag([LEANS], data, [[0, 0, 1]])[2] is None
    assert str(dt.out_of_bag_error([LEANS], data, [[0, 0, 1]])) == "2/3"
    with pytest.raises(dt.InvalidData, match="each row is in the bag of each tree"):
        dt.out_of_bag_error([LEANS], data, [[1, 1, 1]])


def test_a_row_drawn_twice_is_two_rows_and_one_not_drawn_is_none() -> None:
    data = dt.regression_data({"x": [1, 2, 3, 4]}, [1, 5, 2, 8], weights=[1, 2, 1, 1])
    rows = [0, 1, 1, 3]
    assert dt.grow(dt.in_bag(data, [1, 2, 0, 1]), dt.cart()) == dt.grow(data.take(rows), dt.cart())


@pytest.mark.parametrize("counts", [[[1, 1]], [[1, 1, 1], [1]], [[1, 1, 1, 1]]])
def test_counts_that_are_not_one_a_row_are_refused(counts: list[list[int]]) -> None:
    with pytest.raises(dt.InvalidData, match=r"counts of tree \d: \d for 3 rows"):
        dt.out_of_bag([LEANS] * len(counts), ROWS, counts)
    with pytest.raises(dt.InvalidData, match="lists for 3 trees: give one list a tree"):
        dt.out_of_bag([LEANS] * 3, ROWS, counts)


@pytest.mark.parametrize("by", ["votes", "shares"])
@pytest.mark.parametrize("seed", range(10))
def test_forests_against_a_computation_from_scratch(seed: int, by: Voting) -> None:
    chance = np.random.default_rng(seed)
    columns = {name: chance.integers(0, 4, 12).tolist() for name in "xy"}
    labels = chance.choice(list("pqr"), 12).tolist()
    numbers = chance.integers(0, 9, 12).tolist()
    counts = [np.bincount(chance.integers(0, 12, 12), minlength=12).tolist() for _ in range(4)]
    for data, truth in (
        (dt.classification_data(columns, labels), labels),
        (dt.regression_data(columns, numbers), numbers),
    ):
        forest = [dt.grow(dt.in_bag(data, bag), dt.cart(max_depth=1)) for bag in counts]
        losses = []
        for row, right in enumerate(truth):
            outside = [tree for tree, bag in zip(forest, counts, strict=True) if bag[row] == 0]
            ends: list[Any] = [dt.subtree_at(tree, dt.apply(tree, data.take([row]))[0]).summary for tree in outside]
            if not ends:
                continue
            if truth is numbers:
                losses.append((right - sum(end.mean for end in ends) / Fraction(len(ends))) ** 2)
                continue
            said = [end.majority for end in ends]
            votes = {
                one: said.count(one) if by == "votes" else sum(end.proportions[end.classes.index(one)] for end in ends)
                for one in "pqr"
            }
            losses.append(int(right != max("pqr", key=lambda one: votes[one])))
        assert dt.out_of_bag_error(forest, data, counts, by=by).as_fraction() == sum(losses, Fraction(0)) / len(losses)

"""Best-first growth, against a simulation that grows by rows, and what holds of the trees of all sizes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

import dtrees as dt
from dtrees.trees.paths import branch_paths

COLUMNS = {"x": [0, 0, 1, 1, 2, 2], "y": [0, 1, 0, 1, 0, 1]}
IRIS = dt.datasets.load("iris")
WHOLE = dt.grow(IRIS, dt.cart())


def simulated(data: dt.Dataset, learner: dt.Learner) -> list[tuple[int, ...]]:
    """Return the paths of the branches as they are made by splitting rows, the Gini impurities computed anew."""

    def risk(rows: dt.Dataset) -> Fraction:
        labels = list(rows.target)
        return len(labels) - sum([Fraction(labels.count(one) ** 2, len(labels)) for one in {*labels}], Fraction(0))

    asked: list[tuple[int, ...]] = []
    ends: dict[tuple[int, ...], dt.Dataset] = {(): data}
    while True:
        best: Any = None
        for path in sorted(ends):
            rows = ends[path]
            found = dt.best_split(rows, learner) if risk(rows) else None
            if found:
                lowers = risk(rows) - sum(map(risk, dt.split(rows, found.question)))
                best = best if best and best[0] >= lowers else (lowers, path, found.question)
        if best is None:
            return asked
        _, path, question = best
        asked.append(path)
        for place, part in enumerate(dt.split(ends.pop(path), question)):
            ends[*path, place] = part


def leaf(counts: list[int]) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts(counts))


def test_all_labellings_of_six_rows_against_a_simulation() -> None:
    """Labellings that differ in the names of the classes are one: a class is named when it first occurs."""
    labellings = [some for some in product("abc", repeat=6) if "abc".startswith("".join(dict.fromkeys(some)))]
    assert len(labellings) == 1 + 31 + 90
    for labels in labellings:
        data = dt.classification_data(COLUMNS, labels)
        whole, asked = dt.grow(data, dt.cart()), simulated(data, dt.cart())
        for limit in range(1, 6):
            assert {*branch_paths(dt.best_first(whole, limit))} == {*asked[: limit - 1]}


def test_a_tree_of_one_leaf_more_has_one_question_more() -> None:
    sizes = [{*branch_paths(dt.best_first(WHOLE, limit))} for limit in range(1, 10)]
    assert all(small < large and len(large - small) == 1 for small, large in pairwise(sizes))
    assert dt.best_first(WHOLE, 9) == dt.best_first(WHOLE, 1000) == WHOLE


def test_the_largest_decrease_of_the_risk_comes_first_though_the_gain_is_smaller() -> None:
    """Nine rows gain 4/9 at the left, and the risk falls by 4; two rows gain 1/2 at the right, and it falls by 1."""
    columns = {"x": [0] * 9 + [1] * 2, "y": [0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1]}
    tree = dt.Branch.of(
        dt.Threshold("x", 0.5),
        [
            dt.Branch.of(dt.Threshold("y", 0.5), [leaf([3, 0, 0]), leaf([0, 6, 0])]),
            dt.Branch.of(dt.Threshold("y", 0.5), [leaf([1, 0, 0]), leaf([0, 0, 1])]),
        ],
    )
    assert len(columns["x"]) == tree.summary.weight
    assert {*branch_paths(dt.best_first(tree, 3))} == {(), (0,)}


def test_of_equals_the_first_path_is_split_and_a_question_of_too_many_children_is_passed_over() -> None:
    two = [leaf([1, 0]), leaf([0, 1])]
    alike = dt.Branch.of(dt.Threshold("x", 0), [dt.Branch.of(dt.Threshold("y", 0), two)] * 2)
    assert {*branch_paths(dt.best_first(alike, 3))} == {(), (0,)}
    wide = dt.Branch.of(dt.EachCategory("c", ["a", "b", "c"]), [leaf([9, 0]), leaf([0, 9]), leaf([0, 1])])
    mixed = dt.Branch.of(dt.Threshold("x", 0), [wide, dt.Branch.of(dt.Threshold("y", 0), two)])
    assert {*branch_paths(dt.best_first(mixed, 3))} == {(), (1,)}
    assert {*branch_paths(dt.best_first(mixed, 4))} == {(), (0,)}


def test_no_leaf_at_all_is_refused() -> None:
    with pytest.raises(dt.InvalidData, match="max_leaf_nodes=0: give a whole number of at least 1"):
        dt.best_first(WHOLE, 0)

"""Walking down a tree by levels finds what scoring its nodes one by one finds: all optima, and each summary."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest

import dtrees as dt
from dtrees.laws import check
from dtrees.oracle import Conventions
from dtrees.vectorized import columns
from dtrees.vectorized.candidates import counted
from dtrees.vectorized.growing import task_of
from dtrees.vectorized.walk import _Walk, visits

GAP = Conventions(smallest_gap=1.0).parts


def found(walk: _Walk) -> Any:
    return (
        {number: sorted(rows.tolist()) for number, rows in walk.rows.items() if len(rows)},
        walk.summaries,
        {number: optimal for number, optimal in walk.optimal.items() if optimal},
    )


@pytest.mark.parametrize("few", [0, 48])
@pytest.mark.parametrize("parts", [np.less, GAP], ids=["any two values", "a gap of 1"])
@pytest.mark.parametrize("trials", ["any_trials", "limited_trials", "number_trials"])
def test_both_walks_find_the_same(trials: str, parts: Any, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Down a tree of another learner, so that nodes stop too early and too late, and ask what is not optimal."""
    monkeypatch.setattr(columns, "FEW", few)
    monkeypatch.setattr(columns, "LARGE", 0)
    monkeypatch.setattr(counted, "WORTH", -np.inf)

    for data, learner in check.drawn(trials, 0):
        numbers = isinstance(data.target, dt.Responses)
        tree = dt.grow(data, dt.cart(max_depth=3) if numbers else dt.cart(impurity=dt.misclassification, max_depth=3))
        one_by_one, by_level = _Walk(tree), _Walk(tree)
        try:
            one_by_one.by_the_book(data, learner, parts)
        except dt.Unsupported:  # too many categories for subsets
            continue
        task = task_of(data, learner, parts)
        assert task is not None
        by_level.by_level(task, data)
        assert found(by_level) == found(one_by_one)


@pytest.mark.parametrize("question", [dt.EachCategory("c", ["a", "b"]), dt.Threshold("x", 0.5), dt.Threshold("x", 9)])
def test_a_child_holds_what_is_left_only_of_rows_that_have_a_child(
    question: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of an unknown category go nowhere, and all rows may go to one child: then there is nothing to subtract."""
    monkeypatch.setattr(counted, "WORTH", -np.inf)
    columns = {"c": list("aaaabc" * 4), "x": [1, 2, 3, 4, 1, 3] * 4, "z": [1, 2, 2, 1, 2, 2] * 4}
    data = dt.classification_data(columns, list("pqqpqp" * 4))
    leaves = [dt.Leaf(dt.summarize(data))] * 2
    below = dt.Branch(dt.summarize(data), dt.Threshold("z", 1.5), leaves)
    tree = dt.Branch(dt.summarize(data), question, [below, below])
    one_by_one, by_level = _Walk(tree), _Walk(tree)
    one_by_one.by_the_book(data, dt.cart(), np.less)
    task = task_of(data, dt.cart(), np.less)
    assert task is not None
    by_level.by_level(task, data)
    assert found(by_level) == found(one_by_one)


def test_rows_that_a_question_does_not_know_are_lost_below_it() -> None:
    data = dt.classification_data({"c": ["a", "b", "c"], "x": [1, 2, 3]}, ["n", "p", "n"])
    known = dt.EachCategory("c", ["a", "b"])
    tree = dt.Branch(dt.summarize(data), known, [dt.Leaf(dt.summarize(data.take([place]))) for place in (0, 1)])
    verdict = dt.oracle.judge_tree(tree, data, dt.cart())
    assert [(deviation.kind, deviation.path) for deviation in verdict.deviations] == [("split", ())]


def test_rows_of_weight_0_are_in_no_node() -> None:
    """Of x = 7, 1, 2, 3 the first weighs 0: the threshold lies between 2 and 3."""
    data = attrs.evolve(dt.classification_data({"x": [7, 1, 2, 3]}, list("baab")), weights=[0, 1, 1, 1])
    tree = dt.grow(data, dt.cart())
    first = visits(tree, data, dt.cart(), np.less)[0]
    assert first.column("x").values.tolist() == [1, 2, 3]  # type: ignore[union-attr]  # numbers
    assert dt.oracle.judge_tree(tree, data, dt.cart()).deviations == ()

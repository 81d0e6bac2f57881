"""Predicting by arrays is predicting by the book: where rows end, what is said there, and what is refused."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import dtrees as dt
from dtrees.laws import inputs
from dtrees.laws.predicting import probes
from dtrees.vectorized import prediction as arrays

FUNCTIONS = ("predict", "predict_proba", "apply")


def said(module: Any, name: str, tree: dt.Tree, data: Any, **options: Any) -> Any:
    """Return what the function says, or the error of ours that stands in its place."""
    try:
        found = getattr(module, name)(tree, data, **options)
    except dt.DtreesError as error:
        return type(error)
    return (found.tolist(), found.dtype, found.shape) if isinstance(found, np.ndarray) else found


def require_the_same(tree: dt.Tree, data: Any, **options: Any) -> None:
    for name in FUNCTIONS:
        assert said(dt.vectorized, name, tree, data, **options) == said(dt, name, tree, data, **options)


@pytest.mark.parametrize("unseen", ["stop", "largest", "random"])
@pytest.mark.parametrize("trials", ["any_trials", "multiway_trials", "number_trials"])
def test_rows_end_where_the_book_says(trials: str, unseen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the data and of rows about each question, categories that no question knows among them, in several blocks."""
    monkeypatch.setattr(arrays, "BLOCK", 3)

    @settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    @given(getattr(inputs, trials))
    def run(case: tuple[Any, ...]) -> None:
        tree = dt.vectorized.grow(case[0], dt.Learner(questions=case[1].questions))
        for data in (case[0], case[0].take([]), probes(tree, case[0])):
            require_the_same(tree, data, unseen=unseen, seed=7)

    run()


ONE = dt.Leaf(dt.ClassCounts((1, 0), ("no", "yes")))
OTHER = dt.Leaf(dt.ClassCounts((0, 2), ("no", "yes")))


def asking(question: Any, *children: dt.Tree) -> dt.Branch:
    return dt.Branch(dt.ClassCounts((1, 2), ("no", "yes")), question, children)


@pytest.mark.parametrize(
    "columns",
    [
        {"x": [1.0, 2.0]},
        {"x": [1.0, 2.0], "c": ["a", "z"]},
        {"x": ["a", "b"], "c": ["a", "b"]},
        {"x": [1.0, 9.0], "c": [1.0, 2.0]},
        {"x": [9.0, 9.0], "c": [1.0, 2.0]},
        {"x": [], "c": []},
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused_as_the_book_does(columns: Any) -> None:
    """A column of another kind is refused only if a row comes to the question about it."""
    by_category = asking(dt.EachCategory("c", ["a", "b"]), ONE, OTHER)
    for tree in (asking(dt.Threshold("x", 5), by_category, OTHER), asking(dt.Equals("c", "z"), ONE, by_category)):
        require_the_same(tree, columns)


def test_a_column_may_be_cut_and_compared() -> None:
    tree = asking(
        dt.Threshold("x", 1.5), asking(dt.Equals("x", 1), ONE, OTHER), asking(dt.OneOf("x", [2, 4]), ONE, OTHER)
    )
    require_the_same(tree, {"x": [0, 1, 2, 3, 4]})


def test_a_question_of_ones_own_goes_by_the_book() -> None:
    class Odd:
        feature, arity = "x", 2

        def answer(self, row: Any) -> int:
            return int(row["x"]) % 2

        def describe(self, child: int) -> str:
            return f"x is {('even', 'odd')[child]}"

    require_the_same(asking(Odd(), ONE, OTHER), {"x": [1, 2, 3]})


def test_unknown_policies_and_a_missing_seed_are_refused() -> None:
    require_the_same(asking(dt.Threshold("x", 5), ONE, OTHER), {"x": [1]}, unseen="guess")
    require_the_same(asking(dt.Threshold("x", 5), ONE, OTHER), {"x": [1]}, unseen="random")


def test_a_thousand_levels() -> None:
    tree: dt.Tree = ONE
    for cut in range(1500):
        tree = asking(dt.Threshold("x", cut), OTHER if cut % 2 else ONE, tree)
    require_the_same(tree, {"x": np.arange(0, 1600, 7) - 0.5})


def test_a_tree_that_is_dropped_takes_its_arrays_with_it() -> None:
    tree = asking(dt.Threshold("x", 0.123), ONE, OTHER)
    dt.vectorized.predict(tree, {"x": [1]})
    compiled = weakref.ref(arrays.compiled_of(tree))
    del tree
    gc.collect()
    assert compiled() is None

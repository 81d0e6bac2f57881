"""Choosing by the fast road: the specification's answers where alphas and losses tie, and none of its passes."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
import pytest
from vectorized.choosing import case, differences

import dtrees as dt
from dtrees.numbers.quotient import GeometricMean
from dtrees.oracle.conventions import as_float64
from dtrees.pruning import cost_complexity, error_based, minimum_error, pessimistic, reduced_error
from dtrees.selection import cross_validation, holdout
from dtrees.trees.tree import branches
from dtrees.vectorized import prune, selection
from dtrees.vectorized.layout import with_children

if TYPE_CHECKING:
    from collections.abc import Callable

fast = dt.vectorized


@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_a_thousand_cases_of_choosing(first: int) -> None:
    differing = {
        seed: found for seed in range(first, first + 50) if (found := list(differences(case(seed, largest=8))))
    }
    assert not differing


@pytest.mark.parametrize(
    "found",
    [20094, 5000343],
    ids=["errors of weights that floats do not hold", "alphas of the folds alone are quotients"],
)
def test_what_the_campaign_found_is_mended(found: int) -> None:
    assert not list(differences(case(found)))


def noise(rows: int, seed: int = 0) -> dt.Dataset:
    """Return rows that no tree of few leaves predicts well."""
    random = np.random.default_rng(seed)
    columns = random.normal(size=(rows, 3))
    return dt.classification_data(columns, (columns[:, 0] + random.normal(size=rows) > 0).astype(int))


def chain(rows: int) -> dt.Tree:
    """Return a tree as deep as it has rows, of which each branch is a leaf of a member of its own."""
    tree: dt.Tree = dt.Leaf(dt.ClassCounts((rows * rows, 0)))
    for number in range(1, rows):
        children = (tree, dt.Leaf(dt.ClassCounts((0, 2 * number - 1))))
        tree = dt.Branch(dt.ClassCounts((rows * rows, number * number)), dt.Threshold("x", number), children)
    return tree


@pytest.mark.parametrize(
    ("module", "name", "ask"),
    [
        (holdout, "select_by_holdout", lambda tree, data: fast.select_by_holdout(fast.pruning_sequence(tree), data)),
        (reduced_error, "reduced_error_prune", fast.reduced_error_prune),
        (pessimistic, "pessimistic_prune", lambda tree, _: fast.pessimistic_prune(tree)),
        (minimum_error, "minimum_error_prune", lambda tree, _: fast.minimum_error_prune(tree)),
        (error_based, "error_based_prune", lambda tree, _: fast.error_based_prune(tree)),
        (cost_complexity, "intervals", lambda tree, _: fast.intervals(fast.pruning_sequence(tree))),
        (
            cross_validation,
            "cross_validate",
            lambda _, data: fast.cross_validate(data, dt.cart(), [0, 1] * (len(data) // 2)),
        ),
    ],
)
def test_a_plain_tree_does_not_go_by_the_book(module: Any, name: str, ask: Callable[..., Any]) -> None:
    data = noise(60)
    tree = fast.grow(data, dt.cart())
    expected = ask(tree, data)
    with patch.object(module, name, side_effect=AssertionError):
        assert ask(tree, data) == expected


def test_alphas_of_a_fold_that_tie_with_a_geometric_mean_are_settled_exactly() -> None:
    """Two folds of equal size, pruned by errors: floats leave open where many of the geometric means lie."""
    settled = []
    real = GeometricMean

    def noted(low: Any, high: Any) -> Any:
        settled.append((low, high))
        return real(low, high)

    for seed in range(30):
        random = np.random.default_rng(seed)
        rows = 2 * int(random.integers(8, 25))
        columns = {name: random.integers(0, 9, rows).tolist() for name in "ab"}
        data = dt.classification_data(columns, random.integers(0, 3, rows).tolist())
        asked = (data, dt.cart(), dt.plain_folds(rows, 2))
        with patch.object(selection, "GeometricMean", noted):
            found = fast.cross_validate(*asked, impurity=dt.misclassification)
        assert found == dt.cross_validate(*asked, impurity=dt.misclassification)
    assert settled


@pytest.mark.parametrize("make", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_folds_go_to_any_executor(make: type[Executor]) -> None:
    data, folds = noise(60), dt.shuffled_folds(60, 5, seed=0)
    with make(2) as executor:  # type: ignore[call-arg]  # both take the number of workers
        found = fast.cross_validate(data, dt.cart(), folds, executor=executor)
    assert found == fast.cross_validate(data, dt.cart(), folds)


def test_members_are_made_one_of_the_other_and_kept() -> None:
    """Of n members of a balanced tree no more nodes are made than are on the ways to what falls."""
    tree = fast.grow(noise(400), dt.cart())
    made = 0
    real = with_children

    def counted(*given: Any) -> Any:
        nonlocal made
        made += 1
        return real(*given)

    sequence = fast.pruning_sequence(tree)
    with patch.object(prune, "with_children", counted):
        members = list(sequence)
        assert list(sequence) == members
    assert made <= dt.depth(tree) * len(branches(tree))
    assert [sequence[place] for place in range(len(sequence))] == members


def test_members_of_a_chain_are_not_kept() -> None:
    """Each way is as long as the chain: together they would take memory that grows with its square."""
    sequence = fast.pruning_sequence(chain(1_000), impurity=dt.misclassification)
    assert len(sequence) == 1_000
    assert sequence.whole.kept is None
    assert next(iter(sequence)).tree == sequence[0].tree
    fast.intervals(sequence)


@pytest.mark.parametrize(
    "prune_by",
    [
        lambda road, tree: road.pessimistic_prune(tree),
        lambda road, tree: road.minimum_error_prune(tree),
        lambda road, tree: road.error_based_prune(tree, limit="c45"),
    ],
)
def test_a_chain_of_many_branches_is_pruned_by_its_training_errors(prune_by: Any) -> None:
    assert isinstance(prune_by(fast, chain(200)), dt.Leaf | dt.Branch)
    assert prune_by(fast, chain(30)) == prune_by(dt, chain(30))


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_decimals_are_chosen_as_they_are_written(kind: str) -> None:
    """Columns, responses and weights of tenths: no sum of them is rounded."""
    random = np.random.default_rng(3)
    tenths = [[dt.Exact(f"{value}/10").as_fraction() for value in random.integers(0, 30, 40)] for _ in range(3)]
    make: Any = dt.classification_data if kind == "classes" else dt.regression_data
    target = random.integers(0, 2, 40) if kind == "classes" else tenths[2]
    data = make({"a": tenths[0], "b": tenths[1]}, target, weights=[1 + value for value in tenths[2]])
    folds = dt.plain_folds(40, 4)
    assert fast.cross_validate(data, dt.cart(), folds) == dt.cross_validate(data, dt.cart(), folds)
    tree = fast.grow(data, dt.cart())
    for rows in (data, as_float64(data)):
        assert fast.predict(tree, rows).tolist() == dt.predict(tree, rows).tolist()


def test_a_choice_builds_one_tree_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The errors of all members are found without cutting each tree out of the whole one."""
    columns = np.random.default_rng(0).normal(size=(400, 3))
    data = dt.classification_data(columns, np.random.default_rng(1).choice(["a", "b"], 400))
    result = fast.cross_validate(data, dt.cart(), dt.shuffled_folds(400, 4, seed=0))
    cut, built = prune.Whole.tree_of, list[Any]()

    def counted(*of: Any) -> Any:
        built.append(of)
        return cut(*of)

    monkeypatch.setattr(prune.Whole, "tree_of", counted)
    for choose in result.best, result.one_standard_error:
        choose()
    assert (len(result.rows) > 20, len(built)) == (True, 2)

"""Choosing from the sequence: measures by hand, hold-out, cross-validation, the one-SE rule, the CP table."""

from __future__ import annotations

import math
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import dtrees as dt
from dtrees import ClassCounts, Exact, InvalidData, Leaf, Pruned, datasets
from dtrees.numbers.quotient import GeometricMean
from dtrees.selection.cross_validation import CrossValidated, CrossValidation
from dtrees.selection.metrics import mean_loss, row_losses

if TYPE_CHECKING:
    from collections.abc import Sequence


def stump(first: tuple[int, int], second: tuple[int, int]) -> dt.Tree:
    """Return x <= 0 with these counts of no and yes."""
    parts = [ClassCounts(counts, ("no", "yes")) for counts in (first, second)]
    return dt.Branch(parts[0] + parts[1], dt.Threshold("x", 0), tuple(map(Leaf, parts)))


ROWS = dt.classification_data({"x": [0, 0, 0, 1, 1]}, ["no", "no", "yes", "yes", "no"], weights=[1, 1, 1, 2, 0.5])

# --- measures ---------------------------------------------------------------------------------------------------


def test_error_and_accuracy() -> None:
    """Rows 3 and 5 are wrong: weight 3/2 of 11/2."""
    tree = stump((3, 1), (1, 4))
    assert row_losses(tree, ROWS) == [0, 0, 1, 0, 1]
    assert mean_loss(tree, ROWS) == Fraction(3, 11)
    assert dt.ACCURACY.of(tree, ROWS) == Fraction(8, 11)
    assert dt.ERROR.of(tree, ROWS) == Fraction(3, 11)


def test_costs_of_wrong_predictions() -> None:
    """A yes called no costs 10, a no called yes 1: (3, 1) says yes, wrongly of 2, and (1, 4) of 1/2: (5/2) / (11/2)."""
    measure = dt.misclassification_cost({("yes", "no"): 10, ("no", "yes"): 1})
    assert measure.of(stump((3, 1), (1, 4)), ROWS) == Fraction(5, 11)
    assert not measure.larger_is_better


def test_area_under_the_curve() -> None:
    """Of 5/2 times 3: no before yes 2 * 2, tied 2 * 1 and 1/2 * 2, the wrong way 1/2 * 1: (4 + 3/2) / (15/2)."""
    assert dt.AUC.of(stump((3, 1), (1, 4)), ROWS) == Fraction(11, 15)
    assert dt.AUC.of(stump((1, 4), (3, 1)), ROWS) == Fraction(4, 15)
    assert dt.AUC.of(Leaf(ClassCounts((4, 5), ("no", "yes"))), ROWS) == Fraction(1, 2)


def test_squared_error_measure() -> None:
    """The mean square about the leaf's mean."""
    tree = dt.grow(dt.regression_data({"x": [0, 1]}, [1, 5]), dt.cart())
    rows = dt.regression_data({"x": [0, 1, 1]}, [2, 5, 8], weights=[1, 1, 2])
    assert dt.SQUARED_ERROR.of(tree, rows) == Fraction(1 + 0 + 18, 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dt.AUC.of(dt.grow(datasets.load("iris"), dt.cart(max_depth=1)), datasets.load("iris")), "two classes"),
        (lambda: dt.AUC.of(stump((3, 1), (1, 4)), ROWS.take([0, 1])), "all of one class"),
        (lambda: dt.select_by_holdout([], ROWS), "the sequence is empty"),
        (lambda: mean_loss(stump((3, 1), (1, 4)), dt.regression_data({"x": [0]}, [1])), "targets of different kinds"),
        (lambda: dt.plain_folds(3, 1), "1 folds of 3 rows: give from 2 to 3"),
        (lambda: dt.plain_folds(3, 4), "4 folds of 3 rows"),
        (lambda: dt.stratified_folds(datasets.load("regression"), 2, seed=0), "stratified folds need classes"),
        (lambda: dt.cross_validate(ROWS, dt.cart(), [1, 2]), "the folds are not 5 integers"),
        (lambda: dt.cross_validate(ROWS, dt.cart(), [0.5] * 5), "the folds are not 5 integers"),
        (lambda: dt.cross_validate(ROWS, dt.cart(), [3] * 5), "all rows are in one fold"),
    ],
)
def test_what_cannot_be_chosen_by_is_refused(call: Any, message: str) -> None:
    with pytest.raises(InvalidData, match=message):
        call()


# --- hold-out ---------------------------------------------------------------------------------------------------


def test_hold_out_gives_the_tree_and_its_interval() -> None:
    """Three members; the middle one errs least and is optimal on [1, 5)."""
    whole, middle, root = stump((9, 0), (0, 9)), stump((3, 1), (1, 4)), Leaf(ClassCounts((1, 4), ("no", "yes")))
    sequence = [Pruned(Exact(alpha), tree) for alpha, tree in ((0, root), (1, middle), (5, root))]
    chosen = dt.select_by_holdout(sequence, ROWS)
    assert (chosen.tree, chosen.alpha, chosen.until) == (middle, Exact(1), Exact(5))
    assert list(chosen.values) == [Fraction(6, 11), Fraction(8, 11), Fraction(6, 11)]
    tied = [Pruned(Exact(0), whole), Pruned(Exact(2), middle)]
    assert dt.select_by_holdout(tied, ROWS).tree == middle
    assert dt.select_by_holdout(tied, ROWS).until is None


# --- cross-validation -------------------------------------------------------------------------------------------


def is_at_most(value: Exact, low: Exact, high: Exact) -> bool:
    """Return whether value <= sqrt(low high), compared as pruning compares."""
    mean: Any = GeometricMean(low, high)
    return bool(value <= mean)


def test_geometric_means_are_compared_exactly() -> None:
    """sqrt(2 * 8) = 4 (their arithmetic mean is 5), and sqrt(2 * 3) lies between 2.449 and 2.45."""
    assert is_at_most(Exact(4), Exact(2), Exact(8))
    assert not is_at_most(Exact("4000000000001/1000000000000"), Exact(2), Exact(8))
    assert is_at_most(Exact("2449/1000"), Exact(2), Exact(3))
    assert not is_at_most(Exact("49/20"), Exact(2), Exact(3))
    assert is_at_most(Exact.log2(3), Exact.log2(3), Exact.log2(3))
    assert not is_at_most(Exact("1/1000"), Exact(0), Exact(5))
    assert is_at_most(Exact(0), Exact(0), Exact(5))


def test_alphas_that_are_quotients_are_refused_wherever_they_arise() -> None:
    """A root of one bit a row has alphas that are sums of logarithms; its folds' roots have quotients of them."""
    data = dt.classification_data({"x": [0, 2, 0, 3, 3, 3], "y": [2, 1, 0, 0, 1, 0]}, list("abaabb"))
    sequence = dt.pruning_sequence(dt.grow(data, dt.cart()), impurity=dt.entropy, scale="root")
    assert [str(member.alpha) for member in sequence] == ["0", "1 - 1/2*log2(3)", "-1/3 + 1/2*log2(3)"]
    for road in (dt, dt.vectorized):
        with pytest.raises(dt.Unsupported, match="cross-validate by proportion"):
            road.cross_validate(data, dt.cart(), [0, 1, 0, 1, 0, 1], impurity=dt.entropy, scale="root")


def test_iris_by_ten_folds_of_neighbours() -> None:
    """Blocks of neighbours of the sorted flowers leave a fold's class half seen; each number is exact."""
    iris = datasets.load("iris")
    found = dt.cross_validate(iris, dt.cart(max_depth=2), dt.plain_folds(150, 10), impurity=dt.misclassification)
    assert [str(row.alpha) for row in found.rows] == ["0", "22/75", "1/3"]
    assert all(row.error.as_fraction().denominator <= 150 for row in found.rows)
    assert [member.tree for member in found.sequence] == [row.tree for row in found.rows]


LOAN_FOLDS = dt.plain_folds(15, 5)


def loan_result(**options: Any) -> CrossValidation:
    return dt.cross_validate(datasets.load("loan"), dt.cart(), LOAN_FOLDS, **options)


@pytest.mark.parametrize("make", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_gives_the_same_result(make: type[Executor]) -> None:
    """Threads and processes; the folds, the learner and the trees travel between processes."""
    plain = loan_result()
    with make(2) as executor:  # type: ignore[call-arg]  # both take the number of workers
        assert loan_result(executor=executor) == plain


def test_trees_are_grown_and_pruned_by_the_functions_given() -> None:
    """The tree of all rows and one a fold, and a sequence of each; by the specification where none is given."""
    calls = Counter[str]()

    def grow(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        calls["grow"] += 1
        return dt.vectorized.grow(data, learner)

    def pruning_sequence(tree: dt.Tree, **options: Any) -> Sequence[Pruned]:
        calls["pruning_sequence"] += 1
        made: Sequence[Pruned] = dt.vectorized.pruning_sequence(tree, **options)
        return made

    assert loan_result(grow=grow, pruning_sequence=pruning_sequence) == loan_result()
    assert calls == {"grow": 6, "pruning_sequence": 6}


def test_scales_have_the_same_members() -> None:
    """Their alphas differ by the number of rows."""
    counted, shared = loan_result(scale="count"), loan_result(scale="proportion")
    assert [row.tree for row in counted.rows] == [row.tree for row in shared.rows]
    assert [row.alpha / 15 for row in counted.rows] == [row.alpha for row in shared.rows]


# --- the one-standard-error rule --------------------------------------------------------------------------------


def result(*rows: tuple[str, str]) -> CrossValidation:
    """Return a cross-validation of members k = 0, 1, ... with these errors and squared standard errors."""
    members = [Pruned(Exact(k), Leaf(ClassCounts((9, k)))) for k in range(len(rows))]
    validated = [
        CrossValidated(m.alpha, m.tree, Exact(error), Exact(square))
        for m, (error, square) in zip(members, rows, strict=True)
    ]
    return CrossValidation(tuple(members), tuple(validated), Exact(1), None, "count")


@pytest.mark.parametrize(
    ("rows", "best", "within"),
    [
        ([("1/4", "0"), ("1/5", "1/100"), ("3/10", "0"), ("2/5", "0")], 1, 2),
        ([("1/4", "0"), ("1/5", "1/100"), ("300001/1000000", "0"), ("2/5", "0")], 1, 1),
        ([("1/5", "9/100"), ("1/5", "1/100"), ("3/10", "0"), ("2/5", "0")], 1, 2),
        ([("1/5", "0"), ("1/5", "0"), ("1/5", "0")], 2, 2),
        ([("1/5", "1/100"), ("1/2", "0"), ("1/4", "0")], 0, 2),
        ([("1/5", "1/25"), ("2/5", "1")], 0, 1),
    ],
    ids=["at the bound", "beyond it", "the smaller best's SE", "all equal", "past a worse one", "to the root"],
)
def test_one_standard_error_rule(rows: list[tuple[str, str]], best: int, within: int) -> None:
    """The bound belongs to the rule: 1/5 + 1/10 = 3/10 is within; a millionth more is not."""
    found = result(*rows)
    assert found.best().alpha == best
    assert found.one_standard_error().alpha == within
    assert found.one_standard_error().until == (None if within == len(rows) - 1 else within + 1)


def test_standard_error_is_of_a_mean_over_n() -> None:
    """Losses 0, 0, 1, 1 of four rows: mean 1/2, variance 1/4, SE^2 = 1/16 (n - 1 would give 1/12)."""
    data = dt.classification_data({"x": [1, 1, 1, 1]}, ["a", "a", "b", "b"])
    found = dt.cross_validate(data, dt.cart(), [1, 2, 1, 2])
    assert [row.error for row in found.rows] == [Fraction(1, 2)]
    assert [row.squared_standard_error for row in found.rows] == [Fraction(1, 16)]


# --- folds ------------------------------------------------------------------------------------------------------


def test_plain_and_shuffled_folds() -> None:
    assert dt.plain_folds(7, 3).tolist() == [1, 1, 1, 2, 2, 3, 3]
    assert sorted(dt.shuffled_folds(7, 3, seed=1).tolist()) == [1, 1, 1, 2, 2, 3, 3]
    assert dt.shuffled_folds(50, 5, seed=1).tolist() != dt.shuffled_folds(50, 5, seed=2).tolist()


def test_stratified_folds_of_iris() -> None:
    """Five of each species in each of ten folds."""
    iris = datasets.load("iris")
    dealt = dt.stratified_folds(iris, 10, seed=3)
    species = np.repeat([0, 1, 2], 50)
    assert all(np.sum((dealt == fold) & (species == kind)) == 5 for fold in range(1, 11) for kind in range(3))


# --- rpart's table ----------------------------------------------------------------------------------------------


def test_cp_table_of_the_loan_table() -> None:
    """CP, nsplit and rel error over R(root) = 36/5; xerror 2/15 and 6/15 over the root's 6/15, xstd with n."""
    rows = dt.cp_table(loan_result())
    assert [(row.cp, row.splits, row.relative_error) for row in rows] == [(0.5, 0, 1.0), (0.0, 2, 0.0)]
    assert [row.cross_validated_error for row in rows] == [1.0, 1 / 3]
    squares = [p * (1 - p) / 15 for p in (Fraction(2, 5), Fraction(2, 15))]
    assert [row.standard_error for row in rows] == [math.sqrt(square) / 0.4 for square in squares]


def test_printed_cp_table() -> None:
    lines = dt.render_cp_table(loan_result()).splitlines()
    assert lines[0].split() == ["CP", "nsplit", "rel", "error", "xerror", "xstd"]
    assert [line.split()[:4] for line in lines[1:]] == [["0.5", "0", "1", "1"], ["0", "2", "0", "0.333333"]]


def test_cp_table_of_a_root_without_error_is_refused() -> None:
    data = dt.classification_data({"x": [1, 2, 3]}, ["a", "a", "a"])
    with pytest.raises(InvalidData, match="the root predicts every row rightly"):
        dt.cp_table(dt.cross_validate(data, dt.cart(), [1, 2, 1]))

"""Claims about pruning and choosing on validation rows: the worked example, and the smallest data that say no."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

import attrs
import numpy as np

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Sequence


def numbers(column: Sequence[float], labels: Sequence[int]) -> dt.Dataset:
    """Return rows of one number x, of classes 0 and 1 whether both occur or not."""
    return dt.classification_data({"x": list(column)}, list(labels), classes=[0, 1])


def watermelons(*first: str) -> tuple[dt.Dataset, dt.Dataset]:
    """Return the training rows, the columns *first* in front, and the validation rows."""
    training, validation = dt.datasets.training_and_validation("watermelon2")
    order = [*first, *(name for name in training.feature_names if name not in first)]
    return attrs.evolve(training, features=tuple(training.feature(name) for name in order)), validation


def stump(tree: dt.Tree) -> dt.Branch:
    """Return the root's question over leaves."""
    assert isinstance(tree, dt.Branch)
    return attrs.evolve(tree, children=tuple(dt.Leaf(child.summary) for child in tree.children))


def below(tree: dt.Tree, child: int) -> dt.Branch:
    """Return the branch at *child*."""
    node = dt.subtree_at(tree, (child,))
    assert isinstance(node, dt.Branch)
    return node


# --- the worked example -----------------------------------------------------------------------------------------


def test_watermelon_accuracies_before_and_after_each_split() -> None:
    """3/7 as one leaf, 5/7 split by the navel, 4/7 split further where it is sunken; pre- and post-pruned 5/7.

    So where the majority's tie of the root goes to "yes" and the root's tie of gain to the navel.
    """
    training, validation = watermelons("navel", "color")
    tree = dt.grow(training, dt.id3())
    once = stump(tree)
    sunken = dt.replace_at(once, (2,), stump(below(tree, 2)))
    slightly = dt.replace_at(once, (1,), stump(below(tree, 1)))
    shares = [dt.ACCURACY.of(t, validation) for t in (dt.Leaf(tree.summary), once, sunken, slightly, tree)]
    assert shares == [Fraction(n, 7) for n in (3, 5, 4, 5, 3)]
    assert dt.grow_with_validation(training, dt.id3(), validation) == once
    for ties in ("prune", "keep"):
        pruned = dt.reduced_error_prune(tree, validation, ties=ties)
        assert dt.ACCURACY.of(pruned, validation) == Fraction(5, 7)


def test_watermelon_accuracies_hang_on_two_ties() -> None:
    """With the color at the root, of equal gain, they are 3/7 and 4/7; with the tie of 5 to 5 gone to "no", 4/7."""
    training, validation = watermelons("color")
    tree = dt.grow(training, dt.id3())
    assert [dt.ACCURACY.of(t, validation) for t in (dt.Leaf(tree.summary), stump(tree))] == [
        Fraction(3, 7),
        Fraction(4, 7),
    ]
    said_no = dt.Leaf(dt.ClassCounts((5, 5), ("no", "yes")))
    assert dt.ACCURACY.of(said_no, validation) == Fraction(4, 7)


# --- ties, and before or after ----------------------------------------------------------------------------------


def test_keeping_ties_is_not_the_smallest() -> None:
    """Two training rows 0 1 and one validation row that leaf and branch both get right: note C's code keeps the branch.

    A branch needs two rows and a loss one.
    """
    tree = dt.grow(numbers([0, 1], [0, 1]), dt.cart())
    validation = numbers([0], [0])
    assert dt.reduced_error_prune(tree, validation, ties="keep") == tree
    assert dt.reduced_error_prune(tree, validation, ties="prune") == dt.Leaf(tree.summary)
    assert dt.ACCURACY.of(tree, validation) == dt.ACCURACY.of(dt.Leaf(tree.summary), validation) == 1


def test_prepruning_misses_what_postpruning_finds() -> None:
    """Three training rows 0 1 0 and one validation row: the first split alone does not help, so pre-pruning stops at
    accuracy 0, and post-pruning keeps the tree, of accuracy 1.  Two training rows give both the same tree.

    All training data of two rows, and all validation data of at most two, of the number 1, 2 or 3.
    """
    training, validation = numbers([1, 2, 3], [0, 1, 0]), numbers([2], [1])
    before = dt.grow_with_validation(training, dt.cart(), validation)
    after = dt.reduced_error_prune(dt.grow(training, dt.cart()), validation)
    assert [dt.ACCURACY.of(tree, validation) for tree in (before, after)] == [0, 1]
    cells = list(product((1, 2, 3), (0, 1)))
    for rows, unseen in product(
        combinations_with_replacement(cells, 2),
        [*combinations_with_replacement(cells, 1), *combinations_with_replacement(cells, 2)],
    ):
        training, validation = (numbers(*zip(*chosen, strict=True)) for chosen in (rows, unseen))
        before = dt.grow_with_validation(training, dt.cart(), validation)
        assert before == dt.reduced_error_prune(dt.grow(training, dt.cart()), validation)


def test_a_larger_alpha_may_predict_better() -> None:
    """Two training rows 0 1 and one validation row: the tree errs, the root, at alpha 1, does not.

    On the training rows it is the other way: 0 errors and 1.
    """
    training, validation = numbers([0, 1], [0, 1]), numbers([1], [0])
    sequence = dt.pruning_sequence(dt.grow(training, dt.cart()))
    assert [dt.ACCURACY.of(member.tree, validation) for member in sequence] == [0, 1]
    assert [dt.ACCURACY.of(member.tree, training) for member in sequence] == [1, Fraction(1, 2)]


# --- choosing alpha ---------------------------------------------------------------------------------------------


def test_one_held_out_fold_is_not_cross_validation() -> None:
    """Three rows 0 1 1: the third held out chooses [0, 1), the second [1, infinity), so no alpha suits both.

    Of two rows, one is left to train on: every choice is [0, infinity).
    """

    def chosen(labels: Sequence[int], held: int) -> list[dt.Exact | None]:
        data = numbers(range(len(labels)), labels)
        others = [row for row in range(len(labels)) if row != held]
        sequence = dt.pruning_sequence(dt.grow(data.take(others), dt.cart()))
        selection = dt.select_by_holdout(sequence, data.take([held]))
        return [selection.alpha, selection.until]

    assert chosen((0, 1, 1), 2) == [0, 1]
    assert chosen((0, 1, 1), 1) == [1, None]
    assert all(chosen(labels, held) == [0, None] for labels in product((0, 1), repeat=2) for held in (0, 1))
    folded = dt.cross_validate(numbers(range(3), (0, 1, 1)), dt.cart(), np.array([1, 2, 3]))
    assert len(folded.rows) == 2


def test_the_best_alpha_is_an_interval() -> None:
    """Every alpha in [alpha_k, alpha_k+1) gives the same tree and so the same error: 0 and 1/2 on two rows 0 1."""
    training, validation = numbers([0, 1], [0, 1]), numbers([0, 1], [0, 1])
    tree = dt.grow(training, dt.cart())
    selection = dt.select_by_holdout(dt.pruning_sequence(tree), validation)
    assert [selection.alpha, selection.until] == [0, 1]
    assert dt.optimal_subtree(tree, 0) == dt.optimal_subtree(tree, Fraction(1, 2)) == selection.tree


def test_accuracy_and_auc_may_choose_differently() -> None:
    """Two training rows and three to validate: accuracy 2/3 for tree and root alike, so the root; AUC 3/4 and 1/2.

    No two validation rows of the numbers 0 and 1 do it.
    """
    sequence = dt.pruning_sequence(dt.grow(numbers([0, 1], [0, 1]), dt.cart()))

    def choices(validation: dt.Dataset) -> list[dt.Tree]:
        return [dt.select_by_holdout(sequence, validation, measure=m).tree for m in (dt.ACCURACY, dt.AUC)]

    validation = numbers([0, 1, 1], [0, 0, 1])
    assert choices(validation) == [sequence[1].tree, sequence[0].tree]
    assert [dt.ACCURACY.of(member.tree, validation) for member in sequence] == [Fraction(2, 3), Fraction(2, 3)]
    assert [dt.AUC.of(member.tree, validation) for member in sequence] == [Fraction(3, 4), Fraction(1, 2)]
    for column in product((0, 1), repeat=2):
        one, two = choices(numbers(column, [0, 1]))
        assert one == two

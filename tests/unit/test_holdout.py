"""Pruning on validation rows: Zhou's watermelons to each printed accuracy, losses by hand, deep trees."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from sizes import larger_in_a_campaign

import dtrees as dt
from dtrees import ACCURACY, Branch, ClassCounts, Dataset, EachCategory, Exact, InvalidData, Leaf, Moments, datasets
from dtrees.pruning.reduced_error import loss
from dtrees.trees.tree import branches

FIGURE_4_5 = ("navel", "color", "root", "knock", "texture", "touch")
"""The order of features in which the first of equal gains gives the book's tree (see datasets/SOURCES.md)."""

SUNKEN, SLIGHTLY_SUNKEN, FLAT = (2,), (1,), (0,)
"""The children of the root, in the order of the alphabet: nodes 2, 3 and 4 of the book."""


def in_order(data: Dataset, names: tuple[str, ...]) -> Dataset:
    """Return *data* with its features in this order."""
    return attrs.evolve(data, features=tuple(data.feature(name) for name in names))


@pytest.fixture
def watermelons() -> tuple[Dataset, Dataset]:
    """Return the ten training and the seven validation rows of table 4.2."""
    training, validation = datasets.training_and_validation("watermelon2")
    return in_order(training, FIGURE_4_5), in_order(validation, FIGURE_4_5)


@pytest.fixture
def figure_4_5(watermelons: tuple[Dataset, Dataset]) -> Branch:
    """Return the tree grown without pruning."""
    tree = dt.grow(watermelons[0], dt.id3())
    assert isinstance(tree, Branch)
    return tree


def test_figure_4_5(figure_4_5: Branch, watermelons: tuple[Dataset, Dataset]) -> None:
    """Navel; below slightly sunken root, color and texture, below sunken color; accuracy 3/7."""
    assert figure_4_5.question == EachCategory("navel", ("flat", "slightly_sunken", "sunken"))
    assert [node.question.feature for node in branches(figure_4_5)] == ["navel", "root", "color", "texture", "color"]
    assert ACCURACY.of(figure_4_5, watermelons[1]) == Fraction(3, 7)


# --- pre-pruning (figure 4.6) -----------------------------------------------------------------------------------


def test_pre_pruning_of_the_root(figure_4_5: Branch, watermelons: tuple[Dataset, Dataset]) -> None:
    """As a leaf the root says yes, accuracy 3/7; split by navel into leaves, 5/7: it is split."""
    stump = Branch(figure_4_5.summary, figure_4_5.question, tuple(Leaf(c.summary) for c in figure_4_5.children))
    assert figure_4_5.summary == ClassCounts((5, 5), ("yes", "no"))
    assert ACCURACY.of(Leaf(figure_4_5.summary), watermelons[1]) == Fraction(3, 7)
    assert ACCURACY.of(stump, watermelons[1]) == Fraction(5, 7)


@pytest.mark.parametrize(
    ("path", "feature", "accuracy"), [(SUNKEN, "color", Fraction(4, 7)), (SLIGHTLY_SUNKEN, "root", Fraction(5, 7))]
)
def test_pre_pruning_below(
    figure_4_5: Branch, watermelons: tuple[Dataset, Dataset], path: dt.Path, feature: str, accuracy: Fraction
) -> None:
    """Node 2 split by color falls to 4/7; node 3 split by root stays at 5/7; neither is split."""
    stump: dt.Tree = Branch(
        figure_4_5.summary, figure_4_5.question, tuple(Leaf(child.summary) for child in figure_4_5.children)
    )
    node = dt.subtree_at(figure_4_5, path)
    assert isinstance(node, Branch)
    assert node.question.feature == feature
    split = Branch(node.summary, node.question, tuple(Leaf(child.summary) for child in node.children))
    assert ACCURACY.of(dt.replace_at(stump, path, split), watermelons[1]) == accuracy


def test_pre_pruned_tree(figure_4_5: Branch, watermelons: tuple[Dataset, Dataset]) -> None:
    """The stump on navel: yes, yes, no; accuracy 5/7 [ZHOU16 figure 4.6]."""
    tree = dt.grow_with_validation(watermelons[0], dt.id3(), watermelons[1])
    assert tree == Branch(figure_4_5.summary, figure_4_5.question, tuple(Leaf(c.summary) for c in figure_4_5.children))
    said = {path: _majority(tree, path) for path in (SUNKEN, SLIGHTLY_SUNKEN, FLAT)}
    assert said == {SUNKEN: "yes", SLIGHTLY_SUNKEN: "yes", FLAT: "no"}
    assert ACCURACY.of(tree, watermelons[1]) == Fraction(5, 7)


def _majority(tree: dt.Tree, path: dt.Path) -> object:
    summary: Any = dt.subtree_at(tree, path).summary
    return summary.majority


def test_pre_pruning_that_splits_on_ties(watermelons: tuple[Dataset, Dataset]) -> None:
    """With ties kept, node 3 is split, and on below while nothing is lost: accuracy 5/7 still."""
    tree = dt.grow_with_validation(watermelons[0], dt.id3(), watermelons[1], ties="keep")
    assert [node.question.feature for node in branches(tree)] == ["navel", "root", "color"]
    assert ACCURACY.of(tree, watermelons[1]) == Fraction(5, 7)


# --- post-pruning (figure 4.7) ----------------------------------------------------------------------------------

STEPS = [
    ((1, 1, 0), "texture", "4/7"),  # node 6, {7, 15}: pruned
    ((1, 1), "color", "4/7"),  # node 5, {6, 7, 15}: kept
    (SUNKEN, "color", "5/7"),  # node 2, {1, 2, 3, 14}: pruned
    (SLIGHTLY_SUNKEN, "root", "5/7"),  # node 3, {6, 7, 15, 17}: kept
    ((), "navel", "3/7"),  # node 1: kept
]
"""The nodes in the book's order, and the accuracy with a leaf there."""


def test_post_pruning_step_by_step(figure_4_5: Branch, watermelons: tuple[Dataset, Dataset]) -> None:
    """Each printed accuracy, going on from the better of the two trees."""
    tree: dt.Tree = figure_4_5
    accuracy = ACCURACY.of(tree, watermelons[1])
    kept = []
    for path, feature, printed in STEPS:
        node = dt.subtree_at(tree, path)
        assert isinstance(node, Branch)
        assert node.question.feature == feature
        cut = dt.prune_at(tree, path)
        assert str(ACCURACY.of(cut, watermelons[1])) == printed
        if ACCURACY.of(cut, watermelons[1]) > accuracy:
            tree, accuracy = cut, ACCURACY.of(cut, watermelons[1])
        else:
            kept.append(feature)
    assert kept == ["color", "root", "navel"]
    assert dt.reduced_error_prune(figure_4_5, watermelons[1], ties="keep") == tree
    assert ACCURACY.of(tree, watermelons[1]) == Fraction(5, 7)


def test_cutting_ties_gives_the_pre_pruned_tree(figure_4_5: Branch, watermelons: tuple[Dataset, Dataset]) -> None:
    """As Occam would, says the book's margin note: the stump on navel."""
    pruned = dt.reduced_error_prune(figure_4_5, watermelons[1])
    assert pruned == dt.grow_with_validation(watermelons[0], dt.id3(), watermelons[1])


def test_the_shipped_order_of_features_gives_other_accuracies() -> None:
    """With color before navel, of equal gain at the root: 2/7 unpruned, 4/7 pruned."""
    training, validation = datasets.training_and_validation("watermelon2")
    tree = dt.grow(training, dt.id3())
    assert ACCURACY.of(tree, validation) == Fraction(2, 7)
    assert ACCURACY.of(dt.reduced_error_prune(tree, validation, ties="keep"), validation) == Fraction(4, 7)


def test_no_before_yes_would_make_the_root_right_four_times(watermelons: tuple[Dataset, Dataset]) -> None:
    """The tie of 5 to 5 goes to the first class; with no first the lone root has 4/7, not the printed 3/7."""
    root = Leaf(ClassCounts((5, 5), ("no", "yes")))
    assert ACCURACY.of(root, watermelons[1]) == Fraction(4, 7)


# --- losses -----------------------------------------------------------------------------------------------------


def test_losses_by_hand() -> None:
    """The weight of what the majority gets wrong; the squares about the training mean."""
    assert loss(ClassCounts((3, 1)), ClassCounts((2, 5))) == 5
    assert loss(ClassCounts((2, 2), ("b", "a")), ClassCounts((7, 1), ("a", "b"))) == 7
    assert loss(Moments.of([1, 2]), Moments.of([1, 2, 4])) == Fraction(1, 4) + Fraction(1, 4) + Fraction(25, 4)
    assert loss(Moments.of([1, 2]), Moments.of([])) == 0


def test_a_class_never_trained_on_is_always_wrong() -> None:
    assert loss(ClassCounts((3, 1), ("a", "b")), ClassCounts((4,), ("c",))) == 4


def test_classes_and_numbers_do_not_mix() -> None:
    with pytest.raises(InvalidData, match="targets of different kinds"):
        loss(ClassCounts((3, 1)), Moments.of([1]))


def test_a_row_of_an_unseen_category_is_judged_where_it_stops() -> None:
    """It counts alike for the branch and for the leaf in its place, so the other rows decide."""
    training = dt.classification_data({"sky": ["sun", "sun", "rain"]}, ["go", "go", "stay"])
    tree = dt.grow(training, dt.id3())
    unseen = dt.classification_data({"sky": ["snow", "snow", "rain"]}, ["stay", "stay", "stay"])
    assert dt.reduced_error_prune(tree, unseen) == tree
    assert dt.reduced_error_prune(tree, unseen.take([0, 1])) == Leaf(tree.summary)
    assert dt.reduced_error_prune(tree, unseen.take([0, 1]), ties="keep") == tree


def test_regression_by_squared_error() -> None:
    """Validation rows like the training rows keep the tree; rows of one response lose least by the root's mean."""
    training = dt.regression_data({"x": [1, 2]}, [0, 4])
    tree = dt.grow(training, dt.cart())
    assert dt.reduced_error_prune(tree, training) == tree
    alike = dt.regression_data({"x": [1, 2]}, [2, 2])
    assert dt.reduced_error_prune(tree, alike, ties="keep") == Leaf(tree.summary)
    tied = dt.regression_data({"x": [1, 2]}, [1, 3])
    assert dt.reduced_error_prune(tree, tied) == Leaf(tree.summary)
    assert dt.reduced_error_prune(tree, tied, ties="keep") == tree


def test_an_unknown_tie_policy_is_refused() -> None:
    training = dt.regression_data({"x": [1, 2]}, [0, 4])
    with pytest.raises(InvalidData, match="ties='cut': give 'prune' or 'keep'"):
        dt.reduced_error_prune(dt.grow(training, dt.cart()), training, ties="cut")  # type: ignore[arg-type]


@larger_in_a_campaign("levels", 2_000, 5_000)
def test_a_deep_tree_is_pruned_by_its_errors(levels: int) -> None:
    """Five rows come to leaves at levels 0, 5, the middle and the last; none comes between, where ties are cut."""
    tree: dt.Tree = Leaf(ClassCounts((0, 1), ("a", "b")))
    for level in range(levels - 1, -1, -1):
        peeled = ClassCounts((1, 0) if level % 2 else (0, 1), ("a", "b"))
        summary: Any = tree.summary
        tree = Branch(summary + peeled, dt.Threshold("x", level + 0.5), (Leaf(peeled), tree))
    rows = dt.classification_data({"x": [0, 5, levels // 2, levels - 1, 1e6]}, ["b", "a", "a", "b", "a"])
    assert ACCURACY.of(tree, rows) == Exact(2) / 5
    smaller = dt.reduced_error_prune(tree, rows)
    assert dt.depth(smaller) == 1
    assert ACCURACY.of(smaller, rows) == Exact(4) / 5


# --- costs of mistakes ------------------------------------------------------------------------------------------


def test_costs_of_mistakes_are_what_is_compared() -> None:
    """Of the leaf for a, three rows b are wrong, 3; as b, one a, 5: fewer errors, but dearer, and so both are kept."""
    data = dt.classification_data({"x": [1, *[2] * 9]}, ["a", *"b" * 9])
    rows = dt.classification_data({"x": [1] * 4}, ["a", *"bbb"])
    tree, costs = dt.grow(data, dt.cart()), {("a", "b"): 5, ("b", "a"): 1}
    assert dt.reduced_error_prune(tree, rows) == Leaf(tree.summary) == dt.grow_with_validation(data, dt.cart(), rows)
    assert dt.reduced_error_prune(tree, rows, costs=costs) == tree
    assert dt.grow_with_validation(data, dt.cart(), rows, costs=costs) == tree
    with pytest.raises(InvalidData, match="no cost is given for rows of class 'b' predicted as 'a'"):
        dt.reduced_error_prune(tree, rows, costs={("a", "b"): 5})
    numbers = dt.regression_data({"x": [1, 2]}, [1, 2])
    with pytest.raises(InvalidData, match="costs with classes alone"):
        dt.reduced_error_prune(dt.grow(numbers, dt.cart()), numbers, costs=costs)

"""Statements of the notes that do not hold as they stand, each with its smallest counterexample.

The right statement is the law named beside it.
"""

from fractions import Fraction
from typing import Any

import dtrees as dt
from dtrees.exact import Exact
from dtrees.impurity import total


def square(part: Any) -> Exact:
    return dt.squared_error(part) * Fraction(part.weight)


def test_a_condition_may_leave_the_entropy_as_it_is() -> None:
    """Note D: "the conditional entropy must be smaller"; at most as large, rather.

    Rightly: `conditional_impurity_never_exceeds`.
    """
    parts = [dt.ClassCounts((1, 1)), dt.ClassCounts((1, 1))]
    assert dt.conditional_impurity(parts, dt.entropy) == dt.entropy(total(parts)) == 1


def test_depth_may_be_the_number_of_features() -> None:
    """Note D: "the depth is at most n - 1"; n, unless the last feature is never asked.

    Rightly: `depth_bound`.
    """
    tree = dt.grow(dt.classification_data({"x": ["a", "b"]}, [0, 1]), dt.id3())
    assert dt.depth(tree) == 1


def test_c45_may_ask_a_number_twice() -> None:
    """Note D: "in ID3 and C4.5 each feature is used once only"; a threshold leaves more to ask.

    Rightly: `depth_bound`.
    """
    tree = dt.grow(dt.classification_data({"x": [1, 2, 3]}, [0, 1, 0]), dt.c45())
    assert dt.depth(tree) == 2


def test_strict_gate_bars_a_single_feature() -> None:
    """Note D's gate ``g > average`` lets nothing pass where all gains are equal, as of one feature.

    Rightly: `above_average_gate`.
    """
    data = dt.classification_data({"x": ["a", "b"]}, [0, 1])
    assert dt.admissible_splits(data, dt.c45(gate="above")) == ()
    assert len(dt.admissible_splits(data, dt.c45())) == 1


def test_smallest_gain_ratio_is_the_worst_choice() -> None:
    """Note C: "choose the smallest gain ratio"; of a useful column and an identifier it would take the identifier."""
    useful = [dt.ClassCounts((2, 0)), dt.ClassCounts((0, 2))]
    identifier = [dt.ClassCounts(counts) for counts in ((1, 0), (1, 0), (0, 1), (0, 1))]
    assert dt.gain(useful, dt.entropy) == dt.gain(identifier, dt.entropy)
    assert (str(dt.gain_ratio(useful)), str(dt.gain_ratio(identifier))) == ("1", "1/2")


def test_more_values_may_have_a_smaller_intrinsic_value() -> None:
    """Note C: "the more values, the larger IV"; so if a part is parted further.

    Rightly: `refining_never_loses`.
    """
    three = [dt.ClassCounts((weight,)) for weight in (8, 1, 1)]
    two = [dt.ClassCounts((weight,)) for weight in (5, 5)]
    assert dt.intrinsic_value(three) < dt.intrinsic_value(two)


def test_more_values_may_gain_less() -> None:
    """Notes C and D: "gain prefers the feature with more values"; not always: three values may tell nothing.

    Rightly: `refining_never_loses`.
    """
    three = [dt.ClassCounts((1, 1))] * 3
    two = [dt.ClassCounts((3, 0)), dt.ClassCounts((0, 3))]
    assert dt.gain(three, dt.entropy) == 0 < dt.gain(two, dt.entropy)


def test_squares_weighed_by_size_again_choose_another_cut() -> None:
    """Note D weighs Square(D_i), a sum already, by |D_i|; note B does not, rightly.

    Rightly: `square_conditional`.
    """
    data = dt.regression_data({"x": [1, 2, 3, 4]}, [0, 1, 2, 0])
    sums = {}
    for cut in (1.5, 2.5, 3.5):
        parts = [dt.summarize(part) for part in dt.split(data, dt.Threshold("x", cut))]
        sums[cut] = sum(map(square, parts), start=Exact(0)), sum((square(p) * p.weight for p in parts), start=Exact(0))
    assert [sums[cut][0] for cut in (1.5, 2.5, 3.5)] == [2, Fraction(5, 2), 2]
    assert [sums[cut][1] for cut in (1.5, 2.5, 3.5)] == [6, 5, 6]
    assert [split.question for split in dt.admissible_splits(data, dt.cart())] == [
        dt.Threshold("x", 1.5),
        dt.Threshold("x", 3.5),
    ]


def test_gini_is_not_the_chance_that_two_different_rows_differ() -> None:
    """Note C: "two samples drawn at random"; with replacement.  Without, N / (N - 1) times Gini.

    Rightly: `gini_is_disagreement`.
    """
    counts = dt.ClassCounts((1, 1))
    assert dt.gini(counts) == Fraction(1, 2)


def test_unevenness_has_no_single_measure() -> None:
    """Note D: "the more uneven, the smaller H, and Gini": the two may order nodes differently.

    Rightly: `evening_out_raises_impurity`.
    """
    one, two = dt.ClassCounts((4, 4, 0)), dt.ClassCounts((6, 1, 1))
    assert dt.gini(one) > dt.gini(two)
    assert dt.entropy(one) < dt.entropy(two)


def test_more_than_half_of_a_binary_trees_nodes_are_leaves() -> None:
    """Note D: "for scattered data nearly half the nodes are leaves"; m of 2 m - 1 are, always.

    Rightly: `binary_trees_have_one_more_leaf`.
    """
    for name in ("loan", "weather", "watermelon3"):
        tree = dt.grow(dt.datasets.load(name), dt.cart())
        nodes = len(list(dt.tree.preorder(tree)))
        assert nodes == 2 * len(dt.leaves(tree)) - 1


def test_short_sighted_stopping_leaves_half_of_an_exclusive_or_wrong() -> None:
    """Note B, rightly: a split of no gain can open all the gain there is below.

    Rightly: `short_sighted_stopping`.
    """
    data = dt.classification_data({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}, [0, 1, 1, 0])
    assert dt.grow(data, dt.cart(zero_gain="stop")) == dt.Leaf(dt.summarize(data))
    assert [leaf.summary.counts for leaf in dt.leaves(dt.grow(data, dt.cart()))] == [(1, 0), (0, 1), (0, 1), (1, 0)]  # type: ignore[union-attr]


def test_trees_of_one_feature_left_do_not_learn() -> None:
    """Note D ends ID3 where one feature is left; then no data of one feature is ever learned.

    Rightly: `consistent_data_is_learned`.
    """
    data = dt.classification_data({"x": ["a", "b"]}, [0, 1])
    assert dt.predict(dt.grow(data, dt.id3()), data).tolist() == [0, 1]


def test_optimal_subset_under_min_leaf_need_not_be_a_run() -> None:
    """The ordering theorem of CART84 §4.2.2 says nothing of children that min_leaf bars.

    Rightly: `admissible_splits_are_the_optimal_ones`.
    """
    data = dt.classification_data({"x": ["a", "a", "b", "c"]}, ["n", "n", "n", "y"])
    best = dt.admissible_splits(data, dt.cart(categories="subset", min_leaf=2))
    assert [split.question for split in best] == [dt.OneOf("x", ("a",))]

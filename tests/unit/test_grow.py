"""Growing: whole trees, and each stopping option at its very boundary."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from functools import partial
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtrees import (
    Branch,
    Categorical,
    ClassCounts,
    Classes,
    Dataset,
    EachCategory,
    Exact,
    InvalidLearner,
    Leaf,
    Learner,
    Moments,
    Numeric,
    Threshold,
    Tree,
    admissible_splits,
    apply,
    best_split,
    c45,
    cart,
    classification_data,
    datasets,
    depth,
    entropy,
    gini,
    grow,
    grow_with_validation,
    id3,
    leaves,
    misclassification,
    multiway_gini,
    oracle,
    predict,
    regression_data,
    subtree_at,
    summarize,
    vectorized,
)
from dtrees.render import growing_to_html
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.tree import branches, preorder
from dtrees.vectorized.growing import grow_each

LEARNERS: list[Learner] = [
    cart(), cart(impurity=entropy), cart(impurity=misclassification), cart(categories="subset"),
    cart(numbers="observed"), c45(), c45(gate="above"), c45(gate="none"), c45(numbers="training"), id3(),
    multiway_gini(),
]  # fmt: skip


def counts(*weights: float) -> ClassCounts:
    """Return counts of the classes a and b."""
    return ClassCounts(weights, ("a", "b"))


def steps() -> Dataset:
    """Return x = 1..6 with classes a a b b b a: two cuts are needed."""
    return classification_data({"x": range(1, 7)}, list("aabbba"))


# --- whole trees ------------------------------------------------------------------------------------------------


def test_cart_grows_the_tree_drawn_by_hand() -> None:
    """First x <= 2.5 (gain 1/4, against 1/10 of 5.5), then x <= 5.5."""
    right = Branch(counts(1, 3), Threshold("x", 5.5), (Leaf(counts(0, 3)), Leaf(counts(1, 0))))
    assert grow(steps(), cart()) == Branch(counts(3, 3), Threshold("x", 2.5), (Leaf(counts(2, 0)), right))


def test_observed_thresholds_part_the_training_rows_as_midpoints_do() -> None:
    """The tree has the same leaves; its thresholds are training values."""
    midpoint, observed = grow(steps(), cart()), grow(steps(), cart(numbers="observed"))
    assert [node.question for node in branches(observed)] == [Threshold("x", 2), Threshold("x", 5)]
    assert leaves(observed) == leaves(midpoint)


def test_c45_grows_the_tree_that_quinlan_and_witten_print() -> None:
    """77.5 lies midway between 70 and 85 under the sunny outlook, and 75 is a value elsewhere  [C45 §2.4; WITTEN11]."""
    tree = grow(datasets.load("golf"), c45(numbers="training"))
    assert [node.question for node in branches(tree) if isinstance(node.question, Threshold)] == [
        Threshold("humidity", 75)
    ]


ROWS = st.tuples(st.integers(0, 9) | st.none(), st.integers(0, 9), st.sampled_from("abc"))


@pytest.mark.parametrize("way", ["refuse", "fractional", "either_side", "category", "surrogate"])
@given(rows=st.lists(ROWS, min_size=1, max_size=12))
def test_training_thresholds_are_the_largest_values_of_the_column_up_to_the_midpoints(rows: Any, way: Any) -> None:
    """All else is the tree by midpoints, in the specification and in `vectorized`."""
    rows = [row for row in rows if way != "refuse" or row[0] is not None] or [(1, 1, "a")]
    x, y, labels = zip(*rows, strict=True)
    data = classification_data({"x": x, "y": y}, labels, missing="keep")
    middle, lowered = grow(data, cart(missing=way)), grow(data, cart(missing=way, numbers="training"))
    assert vectorized.grow(data, cart(missing=way, numbers="training")) == lowered
    assert [node.summary for node, _ in preorder(lowered)] == [node.summary for node, _ in preorder(middle)]
    for one, other in zip(branches(middle), branches(lowered), strict=True):
        asked = plain_questions(one.question)[0]
        if isinstance(asked, Threshold):
            column = [value for value in data.feature(asked.feature) if value is not None]
            asked = Threshold(asked.feature, max(value for value in column if value <= asked.threshold))
        assert plain_questions(other.question)[0] == asked


def test_training_thresholds_are_placed_when_the_tree_is_grown() -> None:
    """With validation too; the page of growing shows candidates before that, and refuses."""
    data, learner = datasets.load("golf"), c45(numbers="training")
    assert grow_with_validation(data, learner, validation=data) == grow(data, learner)
    with pytest.raises(InvalidLearner, match="numbers='midpoint'"):
        growing_to_html(data, learner)


def test_a_number_is_asked_again_below() -> None:
    """One numeric feature on a path twice: the training error is zero (D11)."""
    for learner in (cart(), c45()):
        assert predict(grow(steps(), learner), steps()).tolist() == list("aabbba")


def test_id3_asks_a_feature_once_on_a_path() -> None:
    """One child a value, also of a numeric column; below it the feature is constant."""
    tree = grow(steps(), id3())
    assert tree == Branch(
        counts(3, 3), EachCategory("x", (1, 2, 3, 4, 5, 6)),
        tuple(Leaf(counts(1, 0) if label == "a" else counts(0, 1)) for label in "aabbba"),
    )  # fmt: skip
    for node in branches(grow(datasets.load("watermelon2"), id3())):
        below = [part.question.feature for child in node.children for part in branches(child)]
        assert node.question.feature not in below


@pytest.mark.parametrize("learner", LEARNERS)
def test_one_class_gives_a_lone_root(learner: Learner) -> None:
    """As do one row, and constant columns (D51)."""
    pure = classification_data({"x": [1, 2, 3], "c": ["p", "q", "r"]}, ["a"] * 3)
    assert grow(pure, learner) == Leaf(ClassCounts((3,), ("a",)))
    one_row = classification_data({"x": [1], "c": ["p"]}, ["a"])
    assert grow(one_row, learner) == Leaf(ClassCounts((1,), ("a",)))
    constant = classification_data({"x": [7, 7, 7], "c": ["p", "p", "p"]}, ["a", "b", "a"])
    assert grow(constant, learner) == Leaf(counts(2, 1))


@pytest.mark.parametrize("learner", LEARNERS)
def test_contradictory_rows_end_in_one_leaf(learner: Learner) -> None:
    """Equal features with different classes: growing ends, with the mixed leaf below the split (D50)."""
    data = classification_data({"c": ["p", "p", "q"], "d": ["u", "u", "v"]}, ["a", "b", "b"])
    expected = [counts(1, 1), counts(0, 1)]
    if learner.gate == "above":
        expected = [counts(1, 2)]
    assert [leaf.summary for leaf in leaves(grow(data, learner))] == expected


def test_xor_is_learned_through_a_split_that_gains_nothing() -> None:
    """The first question gains exactly 0 and opens gains of 1/2 below; with `zero_gain="stop"` the root is a leaf."""
    xor = classification_data({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}, ["n", "y", "y", "n"])
    tree = grow(xor, cart())
    assert predict(tree, xor).tolist() == ["n", "y", "y", "n"]
    assert [node.question for node in branches(tree)] == [Threshold("a", 0.5), Threshold("b", 0.5), Threshold("b", 0.5)]
    assert grow(xor, cart(zero_gain="stop")) == Leaf(ClassCounts((2, 2), ("n", "y")))
    assert predict(grow(xor, id3()), xor).tolist() == ["n", "y", "y", "n"]


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_node_holds_the_summary_of_its_rows(learner: Learner) -> None:
    """The rows that `apply` sends through a node sum up to it, and to its children's sum."""
    data = datasets.load("watermelon3")
    tree = grow(data, learner)
    paths = apply(tree, data)
    for path in {ending[:level] for ending in paths for level in range(len(ending) + 1)}:
        rows = [row for row, ending in enumerate(paths) if ending[: len(path)] == path]
        assert subtree_at(tree, path).summary == summarize(data.take(rows))


@pytest.mark.parametrize("learner", LEARNERS)
def test_row_order_and_a_second_growing_change_nothing(learner: Learner) -> None:
    """The tree depends on the set of rows alone, and growing leaves the data as they were (D54)."""
    data = datasets.load("watermelon3")
    before = pickle.dumps(data)
    tree = grow(data, learner)
    assert grow(data, learner) == tree
    assert grow(data.take(list(range(16, -1, -1))), learner) == tree
    assert pickle.dumps(data) == before


def test_integer_weights_grow_the_tree_of_repeated_rows() -> None:
    """Weight 2 is two rows, weight 0 none; limits count weight, not rows (D22)."""
    rows = {"x": [1, 2, 3, 4]}
    weighted = classification_data(rows, list("abba"), weights=[2, 1, 0, 3])
    repeated = classification_data({"x": [1, 1, 2, 4, 4, 4]}, list("aabaaa"))
    for limits in ({}, {"min_leaf": 2}, {"min_split": 4}, {"min_risk": 1}):
        options: Any = limits
        assert grow(weighted, cart(**options)) == grow(repeated, cart(**options))


def test_regression_grows_by_squared_error_with_exact_means() -> None:
    """Responses 1, 1, 5: cut between, means 1 and 5; float responses keep their rational sums."""
    tree = grow(regression_data({"x": [1, 2, 3]}, [1, 1, 5]), cart())
    assert tree == Branch(Moments(3, 7, 27), Threshold("x", 2.5), (Leaf(Moments(2, 2, 2)), Leaf(Moments(1, 5, 25))))
    (leaf,) = leaves(grow(regression_data({"x": [1, 1]}, [0.1, 0.2]), cart()))
    assert isinstance(leaf.summary, Moments)
    assert leaf.summary.mean == (Fraction(0.1) + Fraction(0.2)) / 2


def test_scaling_a_column_scales_the_thresholds() -> None:
    """Features of tiny and of huge scale are split alike (D12), and the leaves are the same."""
    for scale in (2.0**-1000, 2.0**900):
        data = classification_data({"x": [value * scale for value in range(1, 7)]}, list("aabbba"))
        tree = grow(data, cart())
        assert [node.question for node in branches(tree)] == [Threshold("x", 2.5 * scale), Threshold("x", 5.5 * scale)]
        assert leaves(tree) == leaves(grow(steps(), cart()))


def test_an_impurity_in_plain_python_serves() -> None:
    """Any function from a summary to an Exact: here the rows outside the majority, by which the tree is CART's."""

    def wrong(summary: ClassCounts) -> Exact:
        return Exact(summary.weight - max(summary.counts)) / summary.weight

    assert grow(steps(), cart(impurity=wrong)) == grow(steps(), cart(impurity=misclassification))


# --- stopping: each option at its boundary ----------------------------------------------------------------------


def just_above(value: Fraction | int) -> Fraction:
    """Return a rational greater by one part in 10**40, which no float can tell."""
    return Fraction(value) * (1 + Fraction(1, 10**40))


def test_max_depth_counts_questions_below_the_root() -> None:
    """0 gives a lone root, 1 a stump, and the tree's own depth stops nothing."""
    full = grow(steps(), cart())
    assert depth(full) == 2
    assert grow(steps(), cart(max_depth=0)) == Leaf(counts(3, 3))
    stump = grow(steps(), cart(max_depth=1))
    assert depth(stump) == 1
    assert [leaf.summary for leaf in leaves(stump)] == [counts(2, 0), counts(1, 3)]
    assert grow(steps(), cart(max_depth=2)) == grow(steps(), cart(max_depth=None)) == full


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("by", [grow, vectorized.grow])
def test_a_row_of_weight_0_moves_no_threshold_and_makes_no_child(learner: Learner, by: Any) -> None:
    """`Dataset` keeps such rows, which `classification_data` leaves out."""
    columns: list[Any] = [Numeric("x", [1, 2, 3, 4]), Categorical("c", "pqr", [0, 2, 1, 1])]
    data = Dataset(columns, Classes("ab", [0, 1, 1, 0]), [1, 0, 1, 1])
    assert by(data, learner) == grow(data.take([0, 2, 3]), learner)
    assert admissible_splits(data, learner) == admissible_splits(data.take([0, 2, 3]), learner)


def test_min_split_is_the_least_weight_that_is_split() -> None:
    """The node of 4 rows is split at min_split 4, and a leaf just above; the root of 6 likewise."""
    full, stump = grow(steps(), cart()), grow(steps(), cart(max_depth=1))
    assert grow(steps(), cart(min_split=4)) == full
    assert grow(steps(), cart(min_split=just_above(4))) == stump
    assert grow(steps(), cart(min_split=6)) == stump
    assert grow(steps(), cart(min_split=just_above(6))) == Leaf(counts(3, 3))


def test_min_leaf_is_the_least_weight_of_a_child() -> None:
    """The first cut leaves 2 rows: allowed at min_leaf 2, barred just above, where the cut 3 + 3 is taken."""
    assert grow(steps(), cart(min_leaf=1)) == grow(steps(), cart())
    two = grow(steps(), cart(min_leaf=2))
    assert [leaf.summary for leaf in leaves(two)] == [counts(2, 0), counts(0, 2), counts(1, 1)]
    (root, *_) = branches(grow(steps(), cart(min_leaf=just_above(2))))
    assert root.question == Threshold("x", 3.5)
    assert grow(steps(), cart(min_leaf=3)) == grow(steps(), cart(min_leaf=just_above(2)))
    assert grow(steps(), cart(min_leaf=just_above(3))) == Leaf(counts(3, 3))


def test_min_gain_is_the_least_gain_of_a_question() -> None:
    """The root gains exactly 1/4, the node below 3/8: the root decides at 1/4 and just above it."""
    full = grow(steps(), cart())
    assert grow(steps(), cart(min_gain=Fraction(1, 4))) == full
    assert grow(steps(), cart(min_gain=just_above(Fraction(1, 4)))) == Leaf(counts(3, 3))


def test_min_gain_stops_below_the_root() -> None:
    """The root gains 1/4 and the node below 1/8: an epsilon of 1/4 stops there, and one just above at the root."""
    data = classification_data({"x": [1, 1, 2, 2, 3, 3]}, list("aababb"))
    root_gain = Fraction(1, 4)
    assert grow(data, cart(min_gain=root_gain)) == grow(data, cart(max_depth=1))
    assert depth(grow(data, cart(min_gain=just_above(root_gain)))) == 0
    assert depth(grow(data, cart())) == 2


def test_min_gain_of_an_entropy_is_compared_exactly() -> None:
    """A gain of log2(3) - 4/3 bits lies between epsilons 1e-60 apart: the tree splits at one and not at the other."""
    data = classification_data({"c": ["p", "p", "q"]}, ["a", "b", "b"])
    exact = grow(data, id3()).summary
    gained = entropy(exact) - Fraction(2, 3)  # type: ignore[arg-type]
    low, high = gained.bounds(100)
    assert high - low < Fraction(1, 10**60)
    assert depth(grow(data, id3(min_gain=low))) == 1
    assert depth(grow(data, id3(min_gain=high))) == 0


def test_min_gain_bounds_the_gain_and_not_the_ratio() -> None:
    """C4.5's epsilon is compared with the gain 1/2, though the ratio is 1/3."""
    data = classification_data({"c": ["u", "v", "w", "w"]}, ["a", "b", "b", "a"])
    assert depth(grow(data, c45(min_gain=Fraction(1, 2)))) == 1
    assert depth(grow(data, c45(min_gain=just_above(Fraction(1, 2))))) == 0


def test_min_impurity_makes_a_leaf_at_equality() -> None:
    """The node (1, 3) has Gini 3/8: a leaf at 3/8, split just below; the root has 1/2."""
    assert grow(steps(), cart(min_impurity=Fraction(3, 8))) == grow(steps(), cart(max_depth=1))
    assert grow(steps(), cart(min_impurity=Fraction(3, 8) - Fraction(1, 10**40))) == grow(steps(), cart())
    assert grow(steps(), cart(min_impurity=Fraction(1, 2))) == Leaf(counts(3, 3))


def test_min_risk_makes_a_leaf_below_it_only() -> None:
    """The node (1, 3) has the risk 4 x 3/8 = 3/2: split at 3/2, a leaf just above; the root has 3."""
    assert grow(steps(), cart(min_risk=Fraction(3, 2))) == grow(steps(), cart())
    assert grow(steps(), cart(min_risk=just_above(Fraction(3, 2)))) == grow(steps(), cart(max_depth=1))
    assert grow(steps(), cart(min_risk=3)) == grow(steps(), cart(max_depth=1))
    assert grow(steps(), cart(min_risk=just_above(3))) == Leaf(counts(3, 3))


def test_min_risk_is_the_delta_of_a_regression() -> None:
    """Note D's delta is compared with the residual sum of squares: 32 for 0, 4, 8 with weights 1, 2, 1."""
    data = regression_data({"x": [1, 2, 3]}, [0, 4, 8], weights=[1, 2, 1])
    assert depth(grow(data, cart(min_risk=32))) == 1
    assert depth(grow(data, cart(min_risk=just_above(32)))) == 0


def test_min_saving_is_a_share_of_the_root_s_risk() -> None:
    """Of the root's 3 the root saves 3/2 and the node below 1/2: shares of 1/2 and 1/6, each met exactly.

    A part that is grown by itself has a root of its own, of risk 3/2, and saves a third of that.
    """
    data = classification_data({"x": [1, 1, 2, 2, 3, 3]}, list("aababb"))
    full, stump = grow(data, cart()), grow(data, cart(max_depth=1))
    assert grow(data, cart(min_saving=Fraction(1, 6))) == full
    assert grow(data, cart(min_saving=just_above(Fraction(1, 6)))) == stump
    assert grow(data, cart(min_saving=Fraction(1, 2))) == stump
    assert grow(data, cart(min_saving=just_above(Fraction(1, 2)))) == Leaf(counts(3, 3))
    below = data.take([2, 3, 4, 5])
    assert best_split(below, cart(min_saving=Fraction(1, 3))) is not None
    assert best_split(below, cart(min_saving=just_above(Fraction(1, 3)))) is None


def test_the_tree_of_islr_s_child_seats() -> None:
    """27 leaves, 36 errors of 400, and a mean deviance of 0.4575, twice the entropy in nats  [ISLR21 §8.3.1]."""
    data = datasets.load("carseats")
    learner = cart(impurity=entropy, categories="subset", min_split=10, min_leaf=5, min_saving=0.01)
    tree = vectorized.grow(data, learner)
    counted: list[Any] = [leaf.summary for leaf in leaves(tree)]
    bits = sum(entropy(summary) * summary.weight for summary in counted)
    assert (len(counted), sum(summary.weight - max(summary.counts) for summary in counted)) == (27, 36)
    assert f"{2 * math.log(2) * float(bits) / (400 - 27):.4f}" == "0.4575"
    assert oracle.judge_tree(tree, data, learner).canonical == 53
    free = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, min_saving=0))
    assert {one.kind for one in oracle.judge_tree(tree, data, free).deviations} == {"early leaf"}
    late = oracle.judge_tree(vectorized.grow(data, free), data, learner).deviations
    assert {one.kind for one in late} == {"late leaf"}


@pytest.mark.parametrize("learner", [cart, id3, c45, partial(c45, gate="none")])
@given(rows=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from("abc")), min_size=1, max_size=9),
       share=st.sampled_from([Fraction(1, 9), Fraction(1, 6), Fraction(1, 4), Fraction(1, 2), 2]))  # fmt: skip
def test_every_split_of_a_tree_saves_its_share(learner: Any, rows: Any, share: Any) -> None:
    """Whatever the score; `vectorized` grows the tree too, and every judge acquits it.

    Where the score is the gain, the tree is the top of the one grown without the limit.
    """
    x, y, labels = zip(*rows, strict=True)
    data, limited = classification_data({"x": x, "y": y}, labels), learner(min_saving=share)
    tree, whole = grow(data, limited), grow(data, learner())
    assert vectorized.grow(data, limited) == tree
    impurity = limited.impurity_for(data)

    def risk(node: Any) -> Any:
        return impurity(node.summary) * node.summary.weight

    def saves(node: Any) -> bool:
        return bool(risk(node) - sum(map(risk, node.children)) >= share * risk(tree))

    def top(node: Any) -> Any:
        if isinstance(node, Leaf) or not saves(node):
            return Leaf(node.summary)
        return Branch(node.summary, node.question, [*map(top, node.children)])

    assert all(map(saves, branches(tree)))
    if limited.score == "gain":
        assert tree == top(whole)
    assert not oracle.judge_tree(tree, data, limited).deviations
    paths = list(apply(tree, data))
    assert oracle.judge_leaves({"leaves": list(map(paths.index, paths))}, data, limited).end is None


def test_the_root_of_a_fold_s_tree_is_its_own() -> None:
    """All of the risk, 3/2, is saved of the four rows a b b b, where six rows a b b b b b have 5/3."""
    data, learner = classification_data({"x": range(6)}, list("abbbbb")), cart(min_saving=1)
    trainings = [np.array(rows) for rows in ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3], [2, 3, 4, 5])]
    trees = [grow(data.take(rows), learner) for rows in trainings]
    assert grow_each(data, learner, trainings) == trees
    assert list(map(depth, trees)) == [1, 1, 0]


def test_zero_gain_is_told_from_the_smallest_gain() -> None:
    """With huge weights a gain of about 1e-32 is no zero gain: it is split even where zero gain stops."""
    large = 2**53
    almost = classification_data({"x": [1, 1, 2, 2]}, list("abab"), weights=[large, large, large, large - 1])
    equal = classification_data({"x": [1, 1, 2, 2]}, list("abab"), weights=[large, large, large, large])
    assert depth(grow(almost, cart(zero_gain="stop"))) == 1
    assert depth(grow(equal, cart(zero_gain="stop"))) == 0
    assert depth(grow(equal, cart())) == 1


@pytest.mark.parametrize("learner", [id3, c45, cart, multiway_gini])
def test_every_learner_obeys_every_limit(learner: Any) -> None:
    """A limit that nothing reaches makes each learner's tree a lone root."""
    data = datasets.load("loan")
    root: Tree = Leaf(summarize(data))
    assert grow(data, learner()) != root
    for limit in (
        {"max_depth": 0},
        {"min_split": 16},
        {"min_leaf": 8},
        {"min_gain": 1},
        {"min_impurity": 1},
        {"min_risk": 16},
        {"min_saving": 2},
    ):
        assert grow(data, learner(**limit)) == root


# --- C4.5 and its gate ------------------------------------------------------------------------------------------


def test_c45_prefers_the_informative_column_to_a_near_identifier() -> None:
    """A number that identifies the rows gains most under ID3; C4.5 asks the honest column first (D33)."""
    data = datasets.load("loan")
    rows = len(data)
    names = {feature.name: feature for feature in data.features}
    columns: dict[str, Any] = {"id": [f"i{row // 2}" for row in range(rows)]}
    for name, feature in names.items():
        columns[name] = [feature.categories[code] for code in feature.codes]  # type: ignore[union-attr]
    labels = [data.target.labels[code] for code in data.target.codes]  # type: ignore[union-attr]
    with_identifier = classification_data(columns, labels, classes=["yes", "no"])
    assert grow(with_identifier, id3()).question.feature == "id"  # type: ignore[union-attr]
    assert grow(with_identifier, c45()).question.feature == "owns_house"  # type: ignore[union-attr]


def test_c45_ignores_a_constant_column() -> None:
    """It divides by no intrinsic value of zero, and the tree is the one grown without the column (D34)."""
    data = classification_data({"k": ["k"] * 6, "x": range(1, 7)}, list("aabbba"))
    for gate in ("none", "at_least", "above"):
        learner = c45(gate=gate)
        assert grow(data, learner) == grow(data.drop("k"), learner)


def test_growing_with_the_stricter_gate_stops_where_all_gains_are_equal() -> None:
    """A single feature is never above its own average: note D's reading gives a lone root, Quinlan's a tree."""
    assert depth(grow(steps(), c45(gate="above"))) == 0
    assert depth(grow(steps(), c45(gate="at_least"))) == 2


# --- note C's multiway tree -------------------------------------------------------------------------------------


def discretized_iris() -> Dataset:
    """Return iris with each column cut into five bins of equal width, as note C does."""
    iris = datasets.load("iris")
    columns: dict[str, list[str]] = {}
    for feature in iris.features:
        values = [Fraction(value) for value in feature.values.tolist()]  # type: ignore[union-attr]
        low, high = min(values), max(values)
        columns[feature.name] = [f"bin{min(4, math.floor(5 * (value - low) / (high - low)))}" for value in values]
    return classification_data(columns, [iris.target.labels[code] for code in iris.target.codes])  # type: ignore[union-attr]


def test_the_multiway_gini_tree_of_discretized_iris() -> None:
    """The root is the column of least Gini index by hand, each value has a child, and no column repeats on a path."""
    data = discretized_iris()
    tree = grow(data, multiway_gini())
    codes = np.array([data.target.codes[row] for row in range(len(data))])  # type: ignore[union-attr]
    index = {}
    for feature in data.features:
        risk = Fraction(0)
        for code in range(len(feature.categories)):  # type: ignore[union-attr]
            inside = np.bincount(codes[feature.codes == code], minlength=3).tolist()  # type: ignore[union-attr]
            risk += sum(inside) - Fraction(sum(count * count for count in inside), sum(inside))
        index[feature.name] = risk / 150
    assert isinstance(tree, Branch)
    assert index[tree.question.feature] == min(index.values())
    assert list(index.values()).count(min(index.values())) == 1
    assert gini(tree.summary) == Fraction(2, 3)  # type: ignore[arg-type]
    root = data.feature(tree.question.feature)
    assert tree.question == EachCategory(root.name, root.categories)  # type: ignore[union-attr]
    assert depth(tree) <= 4
    assert sum(leaf.summary.weight for leaf in leaves(tree)) == 150
    for node in branches(tree):
        below = [part.question.feature for child in node.children for part in branches(child)]
        assert node.question.feature not in below

"""Public reports of wrong trees that no word was there for: the input of each, and the right value by hand.

A copy of each mistake is found by the default run: here where it is of a plain object, else where the programs'
options and estimators are tried (`test_limits`, `test_ordered`, `test_importances`, `innocence.planted_human`).
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import dtrees as dt
from dtrees.growing.best_split import scored_splits
from dtrees.numbers.quotient import Quotient
from dtrees.oracle import Conventions, conformance, from_estimator, judge_tree

if TYPE_CHECKING:
    from collections.abc import Sequence


def entropy_of_the_classes(parts: Sequence[Any]) -> dt.Exact:
    return dt.entropy(sum(parts[1:], parts[0]))


class DividedByTheClasses:
    """The manual's mistake: the gain over the entropy of the classes."""

    capabilities = ("gain_ratio",)

    def gain_ratio(self, parts: Sequence[Any], impurity: Any = dt.entropy) -> Quotient:
        return Quotient(dt.gain(parts, impurity), entropy_of_the_classes(parts))


def test_a_gain_is_divided_by_the_entropy_of_the_parts() -> None:
    """datawhalechina/statistical-learning-method-solutions-manual 66; Erikfather/Decision_tree-python 6."""
    loan = dt.datasets.load("loan")
    assert f"{dt.gain(loan, 'age'):.4f} {dt.gain_ratio(loan, 'age'):.4f}" == "0.0830 0.0524"
    assert dt.intrinsic_value(loan, "age") == dt.Exact.log2(3)
    assert conformance(DividedByTheClasses()).named("broken") == ("gain_ratio_bounded",)


def test_a_cut_of_the_best_ratio_is_another_than_the_cut_of_the_best_gain() -> None:
    """scikit-learn 11891, 17378; boyu-ai/Hands-on-ML 3: which of the two a program takes is a convention."""
    data = dt.classification_data({"x": [1, 2, 3, 4, 5]}, list("aabab"))
    learner = dt.c45(gate="none", max_depth=1)
    ratios = {split.question.threshold: f"{split.score:.4f}" for split in scored_splits(data, learner)}  # type: ignore[attr-defined]  # of thresholds
    assert ratios == {1.5: "0.2368", 2.5: "0.4325", 3.5: "0.0206", 4.5: "0.4459"}
    by_gain, by_ratio = (
        dt.Branch.of(question, [dt.Leaf(dt.summarize(part)) for part in dt.split(data, question)])
        for question in (dt.Threshold("x", 2.5), dt.Threshold("x", 4.5))
    )
    any_cut = Conventions(ratio="any_cut")
    right = [(by_gain, Conventions()), (by_ratio, any_cut)]
    assert dt.grow(data, learner) == by_gain
    assert not any(judge_tree(tree, data, learner, conventions=one).deviations for tree, one in right)
    assert judge_tree(by_ratio, data, learner).deviations
    assert judge_tree(by_gain, data, learner, conventions=any_cut).deviations


class CountsRows(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    """The importance of a feature is the number of rows that its questions are asked of."""

    @property
    def feature_importances_(self) -> np.ndarray:
        found = np.zeros(self.n_features_in_)
        for feature, rows in zip(self.tree_.feature, self.tree_.n_node_samples, strict=True):
            if feature >= 0:
                found[feature] += rows
        shares: np.ndarray = found / max(found.sum(), 1)
        return shares


def test_importances_are_decreases_and_not_rows() -> None:
    """paiml/aprender 2140; ai-on-browser 312."""
    data = dt.regression_data({"big": [0, 0, 0, 0, 1, 1], "deep": [0, 0, 1, 1, 0, 1]}, [0, 0, 1, 1, 0, 100])
    found = dt.importances(dt.grow(data, dt.cart()), data.feature_names)
    assert {name: str(share) for name, share in found.items()} == {"big": "1089/2756", "deep": "1667/2756"}
    law = "importances_sum_to_one"
    wrong, right = (conformance(from_estimator(one), laws=[law]) for one in (CountsRows, DecisionTreeClassifier))
    assert (wrong.named("broken"), right.named("holds")) == ((law,), (law,))


class FailsToState(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    @property
    def feature_importances_(self) -> np.ndarray:
        raise IndexError


def test_importances_that_fail_are_said_to() -> None:
    asked = conformance(from_estimator(FailsToState), laws=["importances_sum_to_one"])
    assert asked.named("broken") == ("importances_sum_to_one",)


def test_an_ordered_column_is_cut_along_its_order_alone() -> None:
    """bethatkinson/rpart 71."""
    sizes = dt.Ordinal("size", ["low", "mid", "high"], [0, 1, 2, 1])
    asked = [dt.OneOf("size", ["low"]), dt.OneOf("size", ["low", "mid"])]
    for labels in ("aaba", "abab"):
        data = dt.classification_data({"size": sizes}, list(labels))
        learner = dt.cart(categories="subset", max_depth=1)
        assert [split.question for split in scored_splits(data, learner)] == asked
        wrong = dt.OneOf("size", ["low", "high"])
        tree = dt.Branch.of(wrong, [dt.Leaf(dt.summarize(part)) for part in dt.split(data, wrong)])
        assert judge_tree(tree, data, learner).deviations


def test_a_depth_and_a_number_of_leaves_limit_together() -> None:
    """scikit-learn 13149."""
    data = dt.regression_data({"x": [1, 2, 3]}, [1, 2, 9])
    tree = dt.best_first(dt.grow(data, dt.cart(max_depth=1)), 99)
    assert (len(dt.leaves(tree)), len(dt.branches(tree))) == (2, 1)


@pytest.mark.parametrize(("least", "leaves"), [("1/5", 2), ("1/4", 2), ("3/10", 1), ("1/2", 1), ("1", 1)])
def test_a_least_decrease_is_a_share_of_the_whole(least: str, leaves: int) -> None:
    """scikit-learn 32707, 32699, 8893: N(t)/N times the gain, here 1/4 of the root's impurity, which is 1/4."""
    data = dt.regression_data({"x": [0, 1, 2, 3]}, [0, 0, 1, 1])
    share = Fraction(least) / Fraction(1, 4)
    assert len(dt.leaves(dt.grow(data, dt.cart(min_saving=share)))) == leaves


def test_limits_count_weights_or_rows_as_is_stated() -> None:
    """scikit-learn 18153, 30917, 7224."""
    data = dt.classification_data({"f": [1, 1, 2, 2]}, [0, 1, 0, 1], weights=[100, 900, 800, 200])
    split, leaf = (dt.grow(data, dt.cart(min_split=least)) for least in (5, 2001))
    assert (len(dt.leaves(split)), len(dt.leaves(leaf))) == (2, 1)
    in_rows = partial(judge_tree, data=data, learner=dt.cart(min_split=5), conventions=Conventions(limits="rows"))
    assert in_rows(split).deviations
    assert not in_rows(leaf).deviations
    share = Fraction(3, 10) * 2000  # min_weight_fraction_leaf of 3/10
    assert [len(dt.leaves(dt.grow(data, dt.cart(min_leaf=least)))) for least in (share, 1000, 1001)] == [2, 2, 1]


def test_a_split_of_absolute_deviations_is_the_best_of_weighted_rows() -> None:
    """scikit-learn 32099: the sums of |y - median| of the four cuts, by hand."""
    target = dt.KeptResponses("median", [1, 1, 3, 1, 2])
    data = dt.regression_data({"x": [1, 2, 3, 4, 5]}, target, weights=[3, 3, 2, 1, 2])
    splits: Any = scored_splits(data, dt.cart())
    sums = {one.question.threshold: str(sum([part.losses(part) for part in one.parts], dt.Exact(0))) for one in splits}
    assert sums == {1.5: "6", 2.5: "3", 3.5: "5", 4.5: "4"}
    best = dt.best_split(data, dt.cart())
    assert best is not None
    assert best.question == dt.Threshold("x", 2.5)


def test_counts_that_are_all_0_are_a_leaf_of_rate_0() -> None:
    """scikit-learn 17386, 18737; ranger 495."""
    tree: Any = dt.grow(dt.regression_data({"x": [0, 1]}, dt.KeptResponses("rate", [0, 0])), dt.cart())
    assert isinstance(tree, dt.Leaf)
    assert tree.summary.prediction == 0
    assert dt.poisson_deviance(tree.summary) == 0  # type: ignore[arg-type]  # of counts

"""The judge of trees grants what a convention names, and no more."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import dtrees as dt
from dtrees import (
    Branch,
    Leaf,
    Learner,
    Threshold,
    Tree,
    c45,
    cart,
    classification_data,
    grow,
    multiway_gini,
    regression_data,
    split,
    summarize,
)
from dtrees.oracle import Claims, Conventions, NodeClaim, judge_tree
from dtrees.oracle.judge.stated import judge_predictions

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset

TWO = classification_data({"x": [1, 3]}, ["a", "b"])
TIED = classification_data({"x": [1, 1, 1]}, ["a", "b", "c"], weights=[2, 1, 2])


def stump(data: Dataset, cut: float) -> Tree:
    question = Threshold("x", cut)
    return Branch(summarize(data), question, [Leaf(summarize(part)) for part in split(data, question)])


@pytest.mark.parametrize(("cut", "found"), [(1, "cut"), (2, None), (2.5, "cut"), (2.9, "cut")])
def test_a_threshold_anywhere_between_its_neighbours_is_admissible_where_that_is_the_convention(
    cut: float, found: str | None
) -> None:
    tree = stump(TWO, cut)
    assert [deviation.kind for deviation in judge_tree(tree, TWO, cart()).deviations] == ([found] if found else [])
    granted = judge_tree(tree, TWO, cart(), conventions=Conventions(cut="between"))
    assert (granted.canonical, granted.admissible, granted.deviations) == (3, 0, ())


def test_a_cut_that_parts_other_rows_is_wrong_wherever_cuts_may_lie() -> None:
    data = classification_data({"x": [1, 2, 3]}, ["a", "a", "b"])
    verdict = judge_tree(stump(data, 1.5), data, cart(), conventions=Conventions(cut="between"))
    assert [(deviation.kind, deviation.path) for deviation in verdict.deviations] == [
        ("split", ()),
        ("early leaf", (1,)),
    ]


@pytest.mark.parametrize(
    ("conventions", "granted"),
    [
        (Conventions(), {"a"}),
        (Conventions(majority="last"), {"c"}),
        (Conventions(majority="any"), {"a", "c"}),
    ],
)
def test_of_classes_of_equal_weight_those_are_predicted_that_the_convention_names(
    conventions: Conventions, granted: set[str]
) -> None:
    tree = Leaf(summarize(TIED))
    for label in ("a", "b", "c"):
        claims = Claims(nodes=(NodeClaim(weight=5, prediction=label),))
        of_node = judge_tree(tree, TIED, cart(), conventions=conventions, claims=claims)
        of_rows = judge_predictions([label] * 3, tree, TIED, conventions)
        for verdict in (of_node, of_rows):
            assert {deviation.kind for deviation in verdict.deviations} == (
                set() if label in granted else {"prediction"}
            )


def test_where_no_row_has_grown_a_node_what_it_predicts_deviates_and_the_other_rows_are_judged() -> None:
    data = regression_data({"x": [1, 3, 4]}, [0, 4, 6])
    empty = stump(data.take([0, 1]), 3.5)
    [found] = judge_predictions([2, 2, 9], empty, data).deviations
    assert (found.path, found.got) == ((1,), "9")


def test_the_judge_takes_the_specification_s_word_where_the_quick_walk_has_none() -> None:
    """Weights so far apart that floats cannot hold them: the right tree is right, and the leaf is early."""
    data = classification_data({"c": list("abc")}, list("pqp"), weights=[1, 1, 1e-30])
    right = grow(data, multiway_gini())
    assert judge_tree(right, data, multiway_gini()).canonical == 4
    [early] = judge_tree(Leaf(summarize(data)), data, multiway_gini()).deviations
    assert early.kind == "early leaf"


RATIOS = classification_data({"x": [1, 2, 3, 4, 5]}, list("aabab"))
COUNTED = classification_data({"x": list("pppqqq"), "y": list("qpqqqq"), "k": list("qqqqqq")}, list("aabbbb"))
XOR = classification_data({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, list("abba"))
UNGATED = c45(gate="none")


@pytest.mark.parametrize(
    ("tree", "data", "learner", "stated", "found"),
    [
        (grow(RATIOS, UNGATED), RATIOS, UNGATED, {"ratio": "best_cut"}, []),
        (grow(RATIOS, UNGATED), RATIOS, UNGATED, {"ratio": "either"}, []),
        (grow(RATIOS, UNGATED), RATIOS, UNGATED, {"ratio": "any_cut"}, ["split"]),
        (grow(RATIOS, UNGATED), RATIOS, UNGATED, {"ratio": "best_ratio"}, ["split"]),
        (grow(COUNTED, c45()), COUNTED, c45(), {"gate": "either"}, []),
        (grow(COUNTED, c45()), COUNTED, c45(), {"gate": "all"}, ["split"]),
        (grow(XOR, cart()), XOR, cart(), {"zero_gain": "stop"}, ["late leaf"]),
        (Leaf(summarize(XOR)), XOR, cart(), {"zero_gain": "stop"}, []),
        (Leaf(summarize(XOR)), XOR, cart(), {"zero_gain": "either"}, []),
        (grow(XOR, cart()), XOR, cart(zero_gain="stop"), {"zero_gain": "either"}, []),
    ],
)
def test_a_tree_is_judged_by_the_choices_that_are_stated(
    tree: Tree, data: Dataset, learner: Learner, stated: dict[str, Any], found: list[str]
) -> None:
    verdict = judge_tree(tree, data, learner, conventions=Conventions(**stated))
    assert [deviation.kind for deviation in verdict.deviations] == found


GAPPED = classification_data({"y": [0, 0, 1, 1, 1], "x": [1, 4, 2, 2, 2]}, list("abccc"))


@pytest.mark.parametrize(("numbers", "found"), [("training", []), ("midpoint", ["cut"]), ("observed", ["cut"])])
def test_a_threshold_of_c45_is_a_value_of_all_rows(numbers: Any, found: list[str]) -> None:
    """Between 1 and 4 at a node, 2 of other rows is the largest value up to the middle."""
    tree = grow(GAPPED, c45(gate="none", numbers=numbers))
    for learner, conventions in (
        (c45(gate="none", numbers="training"), Conventions()),
        (UNGATED, Conventions(cut="training")),
    ):
        verdict = judge_tree(tree, GAPPED, learner, conventions=conventions)
        assert {deviation.kind for deviation in verdict.deviations} == {*found}


def test_responses_and_weights_are_judged_in_the_precision_in_which_the_peer_holds_them() -> None:
    single = Conventions(response_precision="float32")
    for data in (
        regression_data({"x": [1, 3]}, [0.1, 5]),
        regression_data({"x": [1, 3]}, [0, 5], weights=[0.1, 1]),
    ):
        tree = grow(single.seen(data), cart())
        assert judge_tree(tree, data, cart(), conventions=single).deviations == ()
        assert {deviation.kind for deviation in judge_tree(tree, data, cart()).deviations} == {"summary"}
        assert not single.reads(data)
        assert single.reads(single.seen(data))


@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_what_comes_from_reading_decimals_as_floats_is_explained_by_that(kind: str) -> None:
    """As floats the cut at .15 lies elsewhere."""
    numbers = [Decimal(".1"), Decimal(".2"), Decimal(".3"), Decimal(".7")]
    exact = dt.regression_data({"x": numbers}, [Decimal(".3"), Decimal(".1"), Decimal(".2"), Decimal(".6")])
    columns = {"x": np.array(numbers, dtype=kind)}
    tree = dt.grow(dt.regression_data(columns, np.array([0.3, 0.1, 0.2, 0.6], dtype=kind)), dt.cart())
    verdict = dt.oracle.judge_tree(tree, exact, dt.cart())
    assert {found.why for found in verdict.deviations} == {f"convention: numbers are read as {kind}"}
    assert not dt.oracle.judge_tree(dt.grow(exact, dt.cart()), exact, dt.cart()).deviations


def test_reading_explains_no_wrong_question() -> None:
    exact = dt.classification_data({"x": [Decimal(".1"), Decimal(".2"), Decimal(".3")]}, list("aab"))
    parts = dt.split(exact, dt.Threshold("x", 0.1))
    wrong = dt.Branch(dt.summarize(exact), dt.Threshold("x", 0.15), [dt.Leaf(dt.summarize(part)) for part in parts])
    [cut, early] = dt.oracle.judge_tree(wrong, exact, dt.cart()).deviations
    assert (cut.kind, cut.why, early.kind, early.why) == ("split", "", "early leaf", "")

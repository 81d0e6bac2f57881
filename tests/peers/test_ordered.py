"""Ordered categories, as R's ordered factors and pandas' ordered Categorical have them: cuts along the order alone."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import ASKED, class_of, each_of, needs

import dtrees as dt
from dtrees.oracle import judge_tree
from dtrees.oracle.cases import Case
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.documents import read_tree
from dtrees.oracle.examine import examine
from dtrees.oracle.finding import Verdict
from dtrees.peers.tree import BEFORE

ORDER: Final = ("none", "low", "mid", "high", "top")
"""The order of the categories, which is not that of their names."""

DEAR: Final = [name for name in ("partykit", "as-party") if name in ASKED]
PEERS: Final = ("rpart", "ranger", "randomforest", "lightgbm", *DEAR)


def rows(seed: int, learner: dt.Learner) -> dt.Dataset:
    """Return a few rows of ordered categories, of which some do not occur, beside numbers."""
    random = np.random.default_rng([37, seed])
    count = int(random.integers(4, 12))
    features: list[Any] = [
        dt.Ordinal("size", ORDER, random.integers(0, 5, count)),
        dt.Numeric("x", random.integers(0, 3, count).astype(float)),
        dt.Ordinal("grade", ["z", "y", "x"], random.integers(0, 3, count)),
    ]
    values = np.array([0, 1, *random.integers(0, 2, count - 2)])
    of_numbers = learner.impurity is dt.squared_error
    target = dt.Responses(values * 1.5) if of_numbers else dt.Classes(["a", "b"], values)
    return dt.Dataset(features[: 1 + seed % 3], target, np.ones(count))


def judged(name: str, data: list[dt.Dataset], learner: dt.Learner) -> list[Verdict]:
    peer = class_of(name)()
    with peer if hasattr(peer, "__enter__") else nullcontext(peer) as asked:
        cases = [Case(name="ordered", data=one, learner=learner) for one in data]
        return [verdict for case in cases for verdict in examine(asked, case, asked.conventions)]


@pytest.mark.parametrize("name", each_of(*PEERS))
def test_its_cuts_of_ordered_categories_are_right(name: str) -> None:
    """Its whole trees are judged, and what it does with them."""
    learner = next(iter(class_of(name).learners.values()))
    found = judged(name, [rows(seed, learner) for seed in range(30)], learner)
    assert [one for verdict in found for one in verdict.deviations] == []
    assert sum(verdict.judged for verdict in found if verdict.check == "growth") > 100


@pytest.mark.parametrize("name", each_of(*PEERS))
def test_it_asks_no_set_of_ordered_categories(name: str) -> None:
    """Of low < mid < high the middle one alone is apart; as categories without an order, one question does it."""
    learner = next(iter(class_of(name).learners.values()))
    sizes = dt.Ordinal("size", ORDER, [1, 1, 2, 2, 3, 3])
    of_numbers = learner.impurity is dt.squared_error
    target = dt.Responses([0, 0, 1, 1, 0, 0]) if of_numbers else dt.Classes(["a", "b"], [0, 0, 1, 1, 0, 0])
    data = dt.Dataset([sizes], target, np.ones(6))
    plain = attrs.evolve(data, features=[dt.Categorical("size", ORDER, sizes.codes)])
    assert dt.depth(dt.grow(data, dt.cart(categories="subset"))) == 2
    assert dt.depth(dt.grow(plain, dt.cart(categories="subset"))) == 1
    free = attrs.evolve(learner, stopping=dt.Stopping(zero_gain=learner.stopping.zero_gain))
    growth, *_ = judged(name, [data], free)
    assert (growth.deviations, growth.judged) == ((), 5)


def test_a_tree_that_does_not_know_the_order_deviates() -> None:
    data = dt.Dataset([dt.Ordinal("size", ORDER, [1, 2, 3])], dt.Classes(["a", "b"], [0, 1, 0]), np.ones(3))
    plain = attrs.evolve(data, features=[dt.Categorical("size", ORDER, [1, 2, 3])])
    learner = dt.cart(categories="subset")
    found = judge_tree(dt.grow(plain, learner), data, learner, conventions=Conventions(wording="any", ties="any"))
    assert [(one.kind, one.path) for one in found.deviations] == [("split", ())]


@pytest.mark.parametrize(
    ("categories", "kinds"),
    [
        (["none", "low", "mid"], []),
        (["high", "top"], []),
        (["none"], ["cut"]),
        (["none", "low"], ["cut"]),
        (["top"], ["cut"]),
    ],
)
def test_a_cut_that_sends_a_category_to_the_farther_side_deviates(categories: list[str], kinds: list[str]) -> None:
    """Where the convention is that cuts may lie anywhere between, it is right."""
    data = dt.Dataset([dt.Ordinal("size", ORDER, [0, 4])], dt.Classes(["a", "b"], [0, 1]), np.ones(2))
    tree = {"feature": "size", "one_of": categories, "children": [{}, {}]}
    for cut, expected in (("midpoint", kinds), ("between", [])):
        found = judge_tree(tree, data, dt.cart(), conventions=Conventions(cut=cut, wording="any"))  # type: ignore[arg-type]
        assert [one.kind for one in found.deviations] == expected


def categories_below(tree: Any) -> list[Any]:
    """Return the categories of each question, of the side that holds the lowest."""
    some = [{*node.question.categories} for node in dt.branches(tree)]  # type: ignore[attr-defined]  # each is one of them
    return [one if ORDER[0] in one else {*ORDER} - one for one in some]


@pytest.mark.parametrize("name", each_of("rpart", "ranger", "randomforest"))
@pytest.mark.parametrize("codes", [[0, 4, 0, 4], [0, 3, 0, 3], [0, 0, 1, 4]])
def test_r_cuts_halfway_between_the_categories_of_a_node(name: str, codes: list[int]) -> None:
    """Of none < low < mid < high < top, a node of none and top sends low and mid to none, and high to top."""
    data = dt.Dataset([dt.Ordinal("size", ORDER, codes)], dt.Classes(["a", "b"], [0, 1, 0, 1]), np.ones(4))
    learner = next(iter(class_of(name).learners.values()))
    with class_of(name)() as peer:
        tree = read_tree(peer.grow(data, learner), data, peer.conventions).tree
    assert categories_below(tree) == categories_below(dt.grow(data, dt.cart()))


@needs("lightgbm")
def test_lightgbm_cuts_right_above_the_lowest_category() -> None:
    """Its cut beside 0, the place of the lowest category, is 1e-35: where no row has a category, that is as right."""
    data = dt.Dataset([dt.Ordinal("size", ORDER, [0, 4, 0, 4])], dt.Responses([0, 1, 0, 1]), np.ones(4))
    learner = next(iter(class_of("lightgbm").learners.values()))
    booster = class_of("lightgbm")()
    assert booster.grow(data, learner)["one_of"] == ["none"]
    assert dt.grow(data, dt.cart()).question.categories == ("none", "low", "mid")  # type: ignore[union-attr]
    [verdict] = [one for one in judged("lightgbm", [data], learner) if one.check == "growth"]
    assert (verdict.deviations, verdict.judged) == ((), 3)


def led(data: dt.Dataset) -> dt.Dataset:
    """Return *data* with an ordered column of one category before each that is ordered."""
    leaders = {one.name: dt.Ordinal(f"before {one.name}", ["one"], [0] * len(data)) for one in data.features}
    pairs = [(leaders[one.name], one) if isinstance(one, dt.Ordinal) else (one,) for one in data.features]
    return attrs.evolve(data, features=[one for pair in pairs for one in pair])


if "tree" in ASKED:  # which CI does without

    @pytest.mark.parametrize("criterion", ["deviance", "squares"])
    def test_tree_takes_for_the_order_of_a_column_that_of_the_column_before(criterion: str) -> None:
        """It is TR18: behind an ordered column all is right.  A category that a node has no row of is on no side."""
        learner = class_of("tree").learners[criterion]
        with class_of("tree")() as peer:
            anywhere = attrs.evolve(peer.conventions, cut="between")
            found = {
                around: [
                    examine(peer, Case(name="ordered", data=around(rows(seed, learner)), learner=learner), anywhere)
                    for seed in range(30)
                ]
                for around in (led, lambda data: data)
            }
            right, wrong = [[one for each in some for one in each] for some in found.values()]
        assert sum(verdict.judged for verdict in right if verdict.check == "growth") > 100
        assert [one for verdict in right for one in verdict.deviations] == []
        assert {one.why for verdict in wrong for one in verdict.deviations} == {BEFORE}

"""What is plausible of costs and twoing, and wrong: the smallest counterexamples of `proofs/17-priors-and-costs.md`."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Iterator


def matrix(*six: int) -> list[list[int]]:
    """Return the costs of three classes, those off the diagonal row by row."""
    rest = iter(six)
    return [[0 if i == j else next(rest) for i in range(3)] for j in range(3)]


def nodes(rows: int) -> list[tuple[int, ...]]:
    return [counts for counts in product(range(rows + 1), repeat=3) if sum(counts) == rows]


def test_altered_priors_do_not_absorb_costs_that_depend_on_the_prediction() -> None:
    """With costs of 1 and 2 some two rows of three classes get another label; no single row does.

    Of two classes, each row of costs has one cost alone, and so depends on the true class alone.
    """

    def differs(counts: tuple[int, ...], table: list[list[int]]) -> bool:
        costs = dt.Costs(table)
        altered = dt.altered_priors({0: 1, 1: 1, 2: 1}, costs)
        majority = dt.ClassCounts([n * altered[k] for k, n in enumerate(counts)]).majority
        return majority != dt.least_cost_label(dt.ClassCounts(counts), costs)

    tables = [matrix(*six) for six in product((1, 2), repeat=6)]
    assert [rows for rows in (1, 2) if any(differs(node, one) for node in nodes(rows) for one in tables)] == [2]
    assert differs((1, 1, 0), matrix(1, 2, 2, 1, 1, 1))


def test_gini_with_costs_may_gain_less_than_nothing() -> None:
    """A dear pair left together: of three rows, one of each class, with costs up to 5; with costs up to 4 of none."""

    def least(rows: int, dearest: int) -> Any:
        found = []
        for a, b, c in product(range(1, dearest + 1), repeat=3):
            impurity = dt.GiniWithCosts(dt.Costs([[0, a, b], [a, 0, c], [b, c, 0]]))
            for size in range(1, rows):
                pairs = product(nodes(size), nodes(rows - size))
                found += [dt.gain([dt.ClassCounts(one), dt.ClassCounts(two)], impurity) for one, two in pairs]
        return min(found)

    assert least(2, 5) == 0
    assert least(3, 4) == 0
    assert least(3, 5) < 0
    dear = dt.GiniWithCosts(dt.Costs([[0, 5, 1], [5, 0, 1], [1, 1, 0]]))
    assert dt.gain([dt.ClassCounts((1, 1, 0)), dt.ClassCounts((0, 0, 1))], dear) == dt.Exact(-1) / 9


def test_costs_of_two_classes_do_not_move_gini_with_costs() -> None:
    """However dear one mistake is, the questions are ranked as by Gini."""
    data = dt.classification_data({"x": range(6)}, list("abbaba"))
    for dear in (0, 1, 9):
        learner = dt.cart(impurity=dt.GiniWithCosts({("a", "b"): dear, ("b", "a"): 1}))
        plain = [split.question for split in dt.admissible_splits(data, dt.cart())]
        assert [split.question for split in dt.admissible_splits(data, learner)] == plain


def patterns(rows: int) -> Iterator[list[str]]:
    """Yield the labels of so many rows of at most three classes, each class named when it first comes."""
    for labels in product("abc", repeat=rows):
        first = list(dict.fromkeys(labels))
        if first == sorted(first) == list("abc"[: len(first)]):
            yield list(labels)


def test_twoing_and_gini_may_share_no_optimal_question() -> None:
    """Along a number that differs from row to row seven rows are the fewest, however they are labelled."""

    def share(labels: list[str]) -> bool:
        data = dt.classification_data({"x": range(len(labels))}, labels)
        by_gini, by_twoing = (
            {split.question for split in dt.admissible_splits(data, learner)}
            for learner in (dt.cart(), dt.twoing_cart())
        )
        return bool(by_gini & by_twoing)

    assert all(share(labels) for rows in range(2, 7) for labels in patterns(rows))
    assert not share(list("aababbc"))

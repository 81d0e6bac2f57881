"""What `judge_leaves` says of small tables is what all trees, enumerated here, say.

Every partition of the rows that some tree makes, and every labelling of the rows, is judged.  Nothing of dtrees
computes what is expected: Gini is of fractions, and trees are nested calls.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

import dtrees as dt
from dtrees.oracle import judge_leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Rows: TypeAlias = tuple[int, ...]
Table: TypeAlias = tuple[tuple[int, int, str], ...]
Partition: TypeAlias = frozenset[Rows]
Cost: TypeAlias = tuple[int, int, Fraction]
"""Deviating nodes, of these those that a limit forbids, and the regret."""

KINDS: Final = tuple(product((0, 1, 2), (0, 1), "ny"))
TABLES: Final[list[Table]] = [
    table
    for rows, step in ((2, 7), (3, 29), (4, 173), (5, 1201), (6, 9001))
    for table in list(combinations_with_replacement(KINDS, rows))[::step]
]
LIMITS: Final[list[dict[str, Any]]] = [{}, {"max_depth": 1}, {"max_depth": 2, "min_leaf": 2}, {"zero_gain": "stop"}]


def dataset(table: Table) -> dt.Dataset:
    u, v, labels = zip(*table, strict=True)
    return dt.classification_data({"u": u, "v": v}, labels, classes="ny")


def gini(table: Table, rows: Rows) -> Fraction:
    yes = Fraction(sum(table[row][2] == "y" for row in rows), len(rows))
    return 2 * yes * (1 - yes)


def cuts(table: Table, rows: Rows) -> list[tuple[Fraction, tuple[Rows, Rows]]]:
    """Return every way to cut *rows* at a value of a column, with what it gains; those that part alike once."""
    found: dict[Partition, tuple[Fraction, tuple[Rows, Rows]]] = {}
    for column in (0, 1):
        for value in sorted({table[row][column] for row in rows})[:-1]:
            low = tuple(row for row in rows if table[row][column] <= value)  # type: ignore[operator]  # numbers
            high = tuple(row for row in rows if row not in low)
            inside = sum((gini(table, part) * len(part) for part in (low, high)), start=Fraction(0)) / len(rows)
            found[frozenset([low, high])] = gini(table, rows) - inside, (low, high)
    return list(found.values())


def all_trees(table: Table, rows: Rows, level: int, limits: dict[str, Any]) -> dict[Partition, Cost]:
    """Return the partitions that trees make of *rows*, each with the least cost of a tree that makes it."""
    every, none = cuts(table, rows), Fraction(0)
    allowed = [
        gained
        for gained, parts in every
        if min(map(len, parts)) >= limits.get("min_leaf", 0) and (gained > 0 or limits.get("zero_gain") != "stop")
    ]
    is_last = level >= limits.get("max_depth", level + 1) or not gini(table, rows)
    best = None if is_last else max(allowed, default=None)
    found: dict[Partition, Cost] = {frozenset([rows]): (0, 0, none) if best is None else (1, 0, best)}
    for gained, parts in every:
        forbidden = best is None or min(map(len, parts)) < limits.get("min_leaf", 0)
        here: Cost = (1, 1, none) if forbidden or best is None else (int(gained < best), 0, best - gained)
        one, two = (all_trees(table, part, level + 1, limits) for part in parts)
        for (left, cost), (right, other) in product(one.items(), two.items()):
            whole = here[0] + cost[0] + other[0], here[1] + cost[1] + other[1], here[2] + cost[2] + other[2]
            made = left | right
            found[made] = min(found.get(made, whole), whole)
    return found


@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_partitions_that_trees_make_are_judged_by_the_tree_of_least_cost(limits: dict[str, Any]) -> None:
    learner, counts = dt.cart(**limits), {True: 0, False: 0}
    for table in TABLES:
        data = dataset(table)
        for partition, (deviating, limited, regret) in all_trees(table, tuple(range(len(table))), 0, limits).items():
            verdict = judge_leaves({"leaves": names(partition)}, data, learner)
            assert verdict.deviating == deviating, (table, partition)
            assert (verdict.end is None) == (deviating == 0)
            if not limited:
                assert sum(Fraction(each.regret) for each in verdict.deviations) == regret, (table, partition)
            counts[deviating == 0] += 1
    assert min(counts.values()) >= 30


def names(partition: Partition) -> list[int]:
    """Return the leaf of each row."""
    leaf = {row: place for place, rows in enumerate(partition) for row in rows}
    return [leaf[row] for row in sorted(leaf)]


def partitions(rows: Sequence[int]) -> Iterator[list[Rows]]:
    """Yield every way to part *rows*."""
    if not rows:
        yield []
        return
    first, *others = rows
    for rest in partitions(others):
        yield [(first,), *rest]
        for place, part in enumerate(rest):
            yield [*rest[:place], (first, *part), *rest[place + 1 :]]


def test_partitions_that_no_tree_makes_deviate() -> None:
    judged = 0
    for table in TABLES[::2]:
        made = all_trees(table, tuple(range(len(table))), 0, {})
        for partition in list(partitions(range(len(table))))[::3]:
            if frozenset(partition) not in made:
                verdict = judge_leaves({"leaves": names(frozenset(partition))}, dataset(table), dt.cart())
                assert [each.kind for each in verdict.deviations] == ["leaves"], (table, partition)
                assert verdict.tree is None
                judged += 1
    assert judged >= 50


@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_labellings_fit_where_an_admissible_tree_predicts_them(limits: dict[str, Any]) -> None:
    learner, counts = dt.cart(**limits), {True: 0, False: 0}
    for table in TABLES[::6]:
        data, rows = dataset(table), tuple(range(len(table)))
        trees = all_trees(table, rows, 0, limits)
        right = {predicted(table, partition) for partition, cost in trees.items() if not cost[0]}
        for labels in product("ny", repeat=len(table)):
            verdict = judge_leaves({"predictions": labels}, data, learner)
            assert (verdict.end is None) == (verdict.deviating == 0) == (labels in right), (table, labels)
            counts[labels in right] += 1
    assert min(counts.values()) >= 4


def predicted(table: Table, partition: Partition) -> tuple[str, ...]:
    """Return each row's label: its leaf's majority, n where there are as many of both."""
    yes = {rows: sum(table[row][2] == "y" for row in rows) * 2 > len(rows) for rows in partition}
    return tuple("y" if yes[next(part for part in partition if row in part)] else "n" for row in range(len(table)))

"""What `judge_leaves` says of small tables is what all trees, enumerated here, say.

Every partition of the rows that some tree makes, and every labelling of the rows, is judged.  Nothing of dtrees
computes what is expected: Gini is of fractions, and trees are nested calls.
"""

from __future__ import annotations

from collections import Counter
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
Tree: TypeAlias = frozenset[Rows]
"""The rows of each node."""

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


def trees_of(table: Table, rows: Rows, level: int, limits: dict[str, Any], *, right: bool) -> set[Tree]:
    """Return the trees of *rows*, as the rows of all their nodes: those that the limits make, or all there are."""
    every = cuts(table, rows)
    allowed = [
        (gained, parts)
        for gained, parts in every
        if min(map(len, parts)) >= limits.get("min_leaf", 0) and (gained > 0 or limits.get("zero_gain") != "stop")
    ]
    if right and (level >= limits.get("max_depth", level + 1) or not gini(table, rows)):
        allowed = []
    best = max([gained for gained, _ in allowed], default=None)
    asked = [parts for gained, parts in allowed if gained == best] if right else [parts for _, parts in every]
    found = {frozenset([rows])} if not (right and asked) else set()
    for parts in asked:
        one, two = (trees_of(table, part, level + 1, limits, right=right) for part in parts)
        found |= {frozenset([rows]) | left | other for left, other in product(one, two)}
    return found


def leaves_of(tree: Tree) -> Partition:
    """Return the nodes that hold no other."""
    return frozenset(rows for rows in tree if not any({*other} < {*rows} for other in tree))


@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_leaves_are_right_where_a_right_tree_ends_in_them(limits: dict[str, Any]) -> None:
    learner, kinds = dt.cart(**limits), Counter[str]()
    for table in TABLES:
        data, rows = dataset(table), tuple(range(len(table)))
        right = trees_of(table, rows, 0, limits, right=True)
        ends = {leaves_of(tree) for tree in right}
        for partition in {leaves_of(tree) for tree in trees_of(table, rows, 0, limits, right=False)}:
            verdict = judge_leaves({"leaves": names(partition)}, data, learner)
            assert (verdict.end is None) == (verdict.deviating == 0) == (partition in ends), (table, partition)
            if verdict.end:
                assert is_told_truly(verdict.end, partition, right), (table, partition, verdict.end)
            kinds[verdict.end.kind if verdict.end else "right"] += 1
    assert kinds["right"] >= 30
    assert kinds["early leaf"] + kinds["late leaf"] + kinds["split"] + kinds["limit"] >= 30


def is_told_truly(end: Any, partition: Partition, right: set[Tree]) -> bool:
    """Return whether right trees have the node that the verdict names, and do there what the partition does not."""
    having = [tree for tree in right if end.rows in tree]
    if not having or (end.shared and len(having) < len(right)):
        return False
    inside = [leaf for leaf in partition if {*leaf} & {*end.rows}]
    whole = {end.rows in leaves_of(tree) for tree in having}
    if end.kind == "limit":
        return len(inside) > 1 and min(map(len, inside)) == 1  # the only limit on a leaf's rows here is 2
    if end.kind == "late leaf":
        return whole == {True} and len(inside) > 1
    if end.kind == "early leaf":
        return whole == {False} and len(inside) == 1
    return end.kind == "split" and whole == {False} and len(inside) > 1


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
        rows = tuple(range(len(table)))
        made = {leaves_of(tree) for tree in trees_of(table, rows, 0, {}, right=False)}
        right = trees_of(table, rows, 0, {}, right=True)
        for partition in list(partitions(rows))[::3]:
            if frozenset(partition) not in made:
                verdict = judge_leaves({"leaves": names(frozenset(partition))}, dataset(table), dt.cart())
                assert verdict.tree is None
                assert is_told_truly(verdict.end, frozenset(partition), right), (table, partition)
                judged += 1
    assert judged >= 50


@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_labellings_fit_where_an_admissible_tree_predicts_them(limits: dict[str, Any]) -> None:
    learner, counts = dt.cart(**limits), {True: 0, False: 0}
    for table in TABLES[::6]:
        data, rows = dataset(table), tuple(range(len(table)))
        right = {predicted(table, leaves_of(tree)) for tree in trees_of(table, rows, 0, limits, right=True)}
        for labels in product("ny", repeat=len(table)):
            verdict = judge_leaves({"predictions": labels}, data, learner)
            assert (verdict.end is None) == (verdict.deviating == 0) == (labels in right), (table, labels)
            counts[labels in right] += 1
    assert min(counts.values()) >= 4


def predicted(table: Table, partition: Partition) -> tuple[str, ...]:
    """Return each row's label: its leaf's majority, n where there are as many of both."""
    yes = {rows: sum(table[row][2] == "y" for row in rows) * 2 > len(rows) for rows in partition}
    return tuple("y" if yes[next(part for part in partition if row in part)] else "n" for row in range(len(table)))


@pytest.mark.parametrize(
    ("columns", "classes", "predicted", "early"),
    [
        ({"v": [0, 1, 0, 2, 2], "w": [2, 0, 0, 1, 1], "z": [1, 2, 1, 1, 3]}, "abbab", "abaab", (0, 2, 3)),
        ({"v": [1, 3, 2, 2], "w": [1, 1, 2, 1]}, "abab", "bbab", (0, 1, 3)),
    ],
)
def test_an_early_leaf_below_the_last_of_tied_roots_is_told_as_one(
    columns: dict[str, list[int]], classes: str, predicted: str, early: Rows
) -> None:
    """Below the first of them the same answers would be a late leaf, or wrong predictions."""
    data, conventions = dt.classification_data(columns, list(classes)), dt.oracle.Conventions(ties="any")
    end = judge_leaves({"predictions": list(predicted)}, data, dt.cart(max_depth=2), conventions=conventions).end
    assert end
    assert (end.kind, end.rows) == ("early leaf", early)

"""Plausible claims about pruning by the training errors alone: the smallest counterexamples, and what is searched."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

import dtrees as dt
from dtrees.pruning.error_based import predicted_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

Counts = tuple[int, int]


def leaf(*counts: int) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts(counts))


def branch(*children: dt.Tree) -> dt.Branch:
    summary = children[0].summary
    for child in children[1:]:
        summary = summary + child.summary  # type: ignore[operator]
    return dt.Branch(summary, dt.EachCategory("x", range(len(children))), children)


def stumps(rows: int) -> Iterator[tuple[Counts, ...]]:
    """Yield the leaves of every stump on so many rows of two classes, in one order of the leaves each."""
    yield from _leaves(rows, (0, 1))


def _leaves(rows: int, least: Counts) -> Iterator[tuple[Counts, ...]]:
    if not rows:
        yield ()
    for size in range(1, rows + 1):
        for one in range(size + 1):
            counts = (one, size - one)
            if (size, one) >= least:
                for others in _leaves(rows - size, (size, one)):
                    yield (counts, *others)


@cache
def enclosed(counts: Counts, confidence: Fraction) -> tuple[int, int]:
    """Return integers that enclose 2**32 times the errors that are predicted of a leaf."""
    low, high = predicted_errors(leaf(*counts), confidence=confidence).bounds(32)
    return int(low * 2**32) - 1, int(high * 2**32) + 1


def is_cut(leaves: tuple[Counts, ...], confidence: Fraction) -> bool:
    """Return whether error-based pruning makes a leaf of the stump."""
    whole = enclosed((sum(a for a, _ in leaves), sum(b for _, b in leaves)), confidence)
    parts = [enclosed(counts, confidence) for counts in leaves]
    if whole[1] < sum(low for low, _ in parts) or whole[0] > sum(high for _, high in parts):
        return whole[1] < sum(low for low, _ in parts)
    return isinstance(
        dt.error_based_prune(branch(*(leaf(*counts) for counts in leaves)), confidence=confidence), dt.Leaf
    )


def test_less_confidence_may_prune_less() -> None:
    """Of two classes and the chances 1/100 and 1/200 no stump of fewer than twelve rows does, and one of twelve."""
    low, high = Fraction(1, 200), Fraction(1, 100)
    found = {rows: [one for one in stumps(rows) if is_cut(one, high) and not is_cut(one, low)] for rows in range(2, 13)}
    assert [rows for rows, some in found.items() if some] == [12]
    assert {frozenset(one) for one in found[12]} == {
        frozenset([(8, 0), (1, 1), (0, 1)]), frozenset([(0, 8), (1, 1), (1, 0)]),
    }  # fmt: skip
    assert all(len(one) == 4 for one in found[12])


def test_more_rows_added_may_prune_less() -> None:
    """Of two classes and m = 0 and 1/2 no stump of fewer than five rows is kept by the larger alone."""
    found = {
        rows: [
            one for one in stumps(rows) if len(one) > 1 for tree in [branch(*(leaf(*counts) for counts in one))]
            if [len(dt.leaves(dt.minimum_error_prune(tree, m=m))) for m in (0, 0.5)] == [1, len(one)]
        ]
        for rows in range(2, 6)
    }  # fmt: skip
    assert [rows for rows, some in found.items() if some] == [5]
    assert ((1, 1), (0, 3)) in found[5]


def test_pessimistic_pruning_twice_may_prune_more() -> None:
    """No tree of a leaf beside a stump of two leaves, on three rows of two classes, and one on four."""

    def again(rows: int) -> list[tuple[Counts, ...]]:
        cells = [(one, size - one) for size in range(1, rows) for one in range(size + 1)]
        trios = [trio for trio in product(cells, repeat=3) if sum(map(sum, trio)) == rows]
        trees = {trio: branch(leaf(*trio[0]), branch(leaf(*trio[1]), leaf(*trio[2]))) for trio in trios}
        pruned = {trio: dt.pessimistic_prune(tree) for trio, tree in trees.items()}
        return [trio for trio, once in pruned.items() if dt.pessimistic_prune(once) != once]

    assert again(3) == []
    assert ((0, 1), (0, 1), (2, 0)) in again(4)


def test_leaves_of_one_majority_become_one_as_far_as_searched() -> None:
    """Of two classes, to twelve rows a leaf, at one in four: fewer errors are predicted of both together."""
    chance = Fraction(1, 4)
    cells = [(right, wrong) for right in range(1, 9) for wrong in range(min(right, 4) + 1)]
    for one, other in combinations_with_replacement(cells, 2):
        both = enclosed((one[0] + other[0], one[1] + other[1]), chance)
        assert both[1] < enclosed(one, chance)[0] + enclosed(other, chance)[0], (one, other)

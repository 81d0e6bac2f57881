"""Every shape of tree of few leaves, every small whole risk: the sequence against all pruned subtrees."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import dtrees as dt
from dtrees.trees.summary import Moments
from dtrees.trees.tree import Branch, Leaf

if TYPE_CHECKING:
    from collections.abc import Iterator

Shape = tuple[Any, ...]
"""The tuple of the children's shapes; a leaf is ()."""


def arities(size: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share *size* leaves among *parts* children, in order."""
    if parts == 1:
        yield (size,)
        return
    for first in range(1, size - parts + 2):
        for others in arities(size - first, parts - 1):
            yield (first, *others)


@cache
def shapes(size: int) -> tuple[Shape, ...]:
    """Return every ordered tree of *size* leaves, each branch with two children or more."""
    if size == 1:
        return ((),)
    sizes = [shared for parts in range(2, size + 1) for shared in arities(size, parts)]
    return tuple(shape for shared in sizes for shape in product(*map(shapes, shared)))


def count_branches(shape: Shape) -> int:
    return 1 + sum(map(count_branches, shape)) if shape else 0


def planted(shape: Shape, saved: Iterator[int]) -> tuple[dt.Tree, int]:
    """Return the tree with R(t) = |T_t| + saved(t) at each branch and 1 at each leaf, and its leaves' number."""
    if not shape:
        return Leaf(Moments(1, 0, 1)), 1
    value = next(saved)
    below = [planted(part, saved) for part in shape]
    size = sum(leaves for _, leaves in below)
    asks = dt.EachCategory("x", tuple(range(len(shape))))
    return Branch(Moments(size, 0, size + value), asks, tuple(child for child, _ in below)), size


def candidates(tree: dt.Tree) -> list[tuple[int, int, dt.Tree]]:
    """Return (|T|, R(T), T) for every pruned subtree, in whole numbers."""
    summary: Any = tree.summary
    here: list[tuple[int, int, dt.Tree]] = [(1, int(summary.squares), Leaf(summary))]
    if isinstance(tree, Leaf):
        return here
    for chosen in product(*map(candidates, tree.children)):
        smaller = Branch(tree.summary, tree.question, tuple(part for _, _, part in chosen))
        here.append((sum(size for size, _, _ in chosen), sum(risk for _, risk, _ in chosen), smaller))
    return here


def lower_hull(tree: dt.Tree) -> list[tuple[tuple[int, int], dt.Tree]]:
    """Return ((numerator, denominator) of alpha_k, T_k): the lower convex hull of the points (|T|, R(T)) of all.

    From the smallest of least risk, at alpha 0, go on to the point of fewer leaves that costs least risk a leaf, the
    farthest of those.
    """
    points = candidates(tree)
    least = min(risk for _, risk, _ in points)
    size, risk, member = min((point for point in points if point[1] == least), key=lambda point: point[0])
    found = [((0, 1), member)]
    while size > 1:
        slopes = [((r - risk), (size - s), s, t) for s, r, t in points if s < size]
        best = slopes[0]
        for slope in slopes[1:]:
            sign = slope[0] * best[1] - best[0] * slope[1]
            if sign < 0 or (sign == 0 and slope[2] < best[2]):
                best = slope
        risk, size, member = risk + best[0], best[2], best[3]
        found.append((best[:2], member))
    return found


VISITED = [(1, 1), (2, 5), (3, 55), (4, 755), pytest.param(5, 11_605, marks=pytest.mark.campaign)]
"""(leaves, trees): savings from -1 to 3."""


@pytest.mark.parametrize(("size", "trees"), VISITED)
def test_sequence_is_the_lower_hull_of_all_pruned_subtrees(size: int, trees: int) -> None:
    visited = 0
    for shape in shapes(size):
        for gains in product(range(-1, 4), repeat=count_branches(shape)):
            tree, _ = planted(shape, iter(gains))
            sequence = dt.pruning_sequence(tree)
            expected = [(dt.Exact(up) / over, member) for (up, over), member in lower_hull(tree)]
            assert [(member.alpha, member.tree) for member in sequence] == expected, tree
            visited += 1
    assert visited == trees


def test_there_are_as_many_shapes_as_schroeder_counted() -> None:
    """Little Schröder numbers: 1, 1, 3, 11, 45, 197 shapes of 1 to 6 leaves, of which 1, 1, 2, 5, 14, 42 are binary."""
    assert [len(shapes(size)) for size in range(1, 7)] == [1, 1, 3, 11, 45, 197]
    binary = [sum(count_branches(shape) == size - 1 for shape in shapes(size)) for size in range(1, 7)]
    assert binary == [1, 1, 2, 5, 14, 42]


@pytest.mark.parametrize("size", range(1, 7))
def test_every_shape_has_the_pruned_subtrees_that_the_closed_form_counts(size: int) -> None:
    """Also the same set, from the root alone to the tree itself."""
    for shape in shapes(size):
        tree, _ = planted(shape, iter([1] * size))
        listed = list(dt.all_pruned_subtrees(tree))
        assert len(listed) == dt.count_pruned_subtrees(tree) == len(set(listed))
        assert set(listed) == {member for _, _, member in candidates(tree)}
        assert (listed[0], listed[-1]) == (Leaf(tree.summary), tree)


@pytest.mark.parametrize("size", range(2, 6))
def test_bottom_up_pruning_is_the_look_up_in_the_sequence(size: int) -> None:
    """At every breakpoint and between them, for every shape and every saving of 0 or 1."""
    for shape in shapes(size):
        for gains in product(range(2), repeat=count_branches(shape)):
            tree, _ = planted(shape, iter(gains))
            sequence = dt.pruning_sequence(tree)
            for member, (start, end) in zip(sequence, dt.intervals(sequence), strict=True):
                assert dt.optimal_subtree(tree, start) == member.tree
                assert dt.optimal_subtree(tree, start + 1 if end is None else (start + end) / 2) == member.tree

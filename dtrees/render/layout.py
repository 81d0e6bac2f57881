"""The positions of the nodes in a tidy drawing, after Reingold and Tilford (Tidier Drawings of Trees, 1981).

Their rules: nodes of one depth stand on one line and do not overlap; a parent stands midway above its first and last
child; a subtree is drawn the same wherever it occurs, and its mirror image is drawn as the mirror image.  As they do,
we push whole subtrees together until their outlines touch.  Between a first and a last child there is often room to
spare; packing the children once to the left and once to the right and taking the middle shares it evenly, which is how
Kennedy (Drawing Trees, 1996) keeps the drawing symmetric.  One loop from the last node to the first; no recursion.

`spread` does for labels on a line what `tidy` does for nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Sequence


@attrs.frozen
class _Outline:
    """The left and right edges of a subtree at each level, relative to the middle of its root."""

    left: list[float]
    right: list[float]

    def mirrored(self) -> _Outline:
        return _Outline([-edge for edge in self.right], [-edge for edge in self.left])


def tidy(arities: Sequence[int], widths: Sequence[float], gap: float) -> list[float]:
    """Return the x coordinate of each node's middle, with at least *gap* between neighbours on a level.

    Nodes are listed parents first, in the order of `preorder`. *arities* gives the number of children of each node,
    *widths* the width of its box.

    >>> tidy([2, 0, 0], [4, 4, 4], gap=1)
    [0.0, -2.5, 2.5]
    """
    parents = [0] * len(arities)
    middles = [0.0] * len(arities)  # until the last line, from the parent's middle
    waiting: list[tuple[int, _Outline]] = []
    for place in reversed(range(len(arities))):
        children = [waiting.pop() for _ in range(arities[place])]
        outlines = [outline for _, outline in children]
        steps = _fitted(outlines, gap)
        for (child, _), step in zip(children, steps, strict=True):
            parents[child], middles[child] = place, step
        half = widths[place] / 2
        left, right = _left_edges(outlines, steps), _right_edges(outlines, steps)
        waiting.append((place, _Outline([-half, *left], [half, *right])))
    for place in range(1, len(middles)):
        middles[place] += middles[parents[place]]
    return middles


def _fitted(outlines: Sequence[_Outline], gap: float) -> list[float]:
    """Return the offset of each child's middle from its parent's."""
    if not outlines:
        return []
    leftmost = _packed(outlines, gap)
    rightmost = [-step for step in reversed(_packed([outline.mirrored() for outline in reversed(outlines)], gap))]
    shift = (leftmost[-1] + rightmost[0]) / 2
    return [(one + other) / 2 - shift for one, other in zip(leftmost, rightmost, strict=True)]


def _packed(outlines: Sequence[_Outline], gap: float) -> list[float]:
    """Return the middles of the outlines, each as far left as those before it allow, the first at 0."""
    middles: list[float] = []
    taken: list[float] = []
    for outline in outlines:
        touching = (right + gap - left for right, left in zip(taken, outline.left, strict=False))
        middle = max(touching, default=0.0)
        middles.append(middle)
        taken[: len(outline.right)] = [middle + right for right in outline.right]
    return middles


def _left_edges(outlines: Sequence[_Outline], middles: Sequence[float]) -> list[float]:
    """Return the left edges of several outlines together: at each level, that of the first outline that reaches it."""
    edges: list[float] = []
    for outline, middle in zip(outlines, middles, strict=True):
        edges += [middle + left for left in outline.left[len(edges) :]]
    return edges


def _right_edges(outlines: Sequence[_Outline], middles: Sequence[float]) -> list[float]:
    """Return the right edges of several outlines together, by mirroring `_left_edges`."""
    mirrored = [outline.mirrored() for outline in reversed(outlines)]
    return [-edge for edge in _left_edges(mirrored, [-middle for middle in reversed(middles)])]


def spread(wanted: Sequence[float], step: float, end: float) -> list[float]:
    """Return places from 0 to *end*, at least *step* apart, with the least sum of squared distances from *wanted*.

    Neighbours that are too close form a group, whose place is the mean of the places that its members want for it.

    >>> spread([0, 5, 5, 9], 2, 10)
    [0.0, 4.0, 6.0, 9.0]
    """
    groups: list[tuple[float, int]] = []  # the mean of wanted place - k * step over the group, and its size
    for k, place in enumerate(wanted):
        mean, size = float(place - k * step), 1
        while groups and groups[-1][0] > mean:
            before, others = groups.pop()
            mean = (before * others + mean * size) / (others + size)
            size += others
        groups.append((mean, size))
    last = end - (len(wanted) - 1) * step
    starts = [min(max(mean, 0.0), last) for mean, size in groups for _ in range(size)]
    return [start + k * step for k, start in enumerate(starts)]

"""Tidy places: Reingold and Tilford's rules.  Widths are small integers, so that halving them is exact in float."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dtrees.render.layout import spread, tidy

GAP = 3.0


@st.composite
def shapes(draw: st.DrawFn) -> tuple[list[int], list[float]]:
    """Return the arities, parents first, and the widths of a tree of at most some twenty nodes."""
    arities: list[int] = []
    open_places = 1
    while open_places:
        arity = draw(st.sampled_from([0, 0, 1, 2, 2, 3])) if len(arities) + open_places < 20 else 0
        arities.append(arity)
        open_places += arity - 1
    widths = draw(st.lists(st.integers(1, 40), min_size=len(arities), max_size=len(arities)))
    return arities, [float(width) for width in widths]


def families(arities: list[int]) -> tuple[list[int], list[list[int]]]:
    """Return each node's depth and children."""
    depths: list[int] = []
    children: list[list[int]] = [[] for _ in arities]
    waiting: list[tuple[int | None, int]] = [(None, 0)]
    for place, arity in enumerate(arities):
        parent, depth = waiting.pop()
        depths.append(depth)
        if parent is not None:
            children[parent].append(place)
        waiting += [(place, depth + 1)] * arity
    return depths, children


def mirrored(arities: list[int], widths: list[float]) -> tuple[list[int], list[float], list[int]]:
    """Return the mirror image of a tree, and for each of its nodes the node that it mirrors."""
    _, children = families(arities)
    order: list[int] = []
    waiting = [0]
    while waiting:
        order.append(waiting.pop())
        waiting += children[order[-1]]
    return [arities[place] for place in order], [widths[place] for place in order], order


@given(shapes())
def test_neighbours_of_one_depth_keep_the_gap(shape: tuple[list[int], list[float]]) -> None:
    """From left to right in the order of the tree, across subtrees too."""
    arities, widths = shape
    middles = tidy(arities, widths, GAP)
    depths, _ = families(arities)
    for depth in range(max(depths) + 1):
        level = [place for place, found in enumerate(depths) if found == depth]
        for one, other in pairwise(level):
            assert middles[one] + widths[one] / 2 + GAP <= middles[other] - widths[other] / 2


@given(shapes())
def test_a_parent_is_midway_above_its_first_and_last_child(shape: tuple[list[int], list[float]]) -> None:
    arities, widths = shape
    middles = tidy(arities, widths, GAP)
    for place, children in enumerate(families(arities)[1]):
        if children:
            assert 2 * middles[place] == middles[children[0]] + middles[children[-1]]


@given(shapes())
def test_the_mirror_image_is_drawn_as_the_mirror_image(shape: tuple[list[int], list[float]]) -> None:
    arities, widths = shape
    middles = tidy(arities, widths, GAP)
    mirror_arities, mirror_widths, order = mirrored(arities, widths)
    assert tidy(mirror_arities, mirror_widths, GAP) == [-middles[place] for place in order]


@given(shapes(), shapes())
def test_a_subtree_is_drawn_the_same_wherever_it_occurs(
    one: tuple[list[int], list[float]], other: tuple[list[int], list[float]]
) -> None:
    """The subtree alone, and as the second of two."""
    alone = tidy(*one, GAP)
    middles = tidy([2, *other[0], *one[0]], [1.0, *other[1], *one[1]], GAP)
    inside = middles[-len(alone) :]
    assert [middle - inside[0] for middle in inside] == alone


def test_siblings_are_as_near_as_their_subtrees_allow() -> None:
    """Two leaves touch but for the gap; a small child between two large ones stands in the middle of its room."""
    assert tidy([2, 0, 0], [4, 4, 4], 1) == [0, -2.5, 2.5]
    middles = tidy([3, 3, 0, 0, 0, 0, 3, 0, 0, 0], [4.0] * 10, 1)
    assert middles[5] == 0
    assert middles[1] == -middles[6] == -7.5
    assert [middles[4], middles[7]] == [-2.5, 2.5]


def test_a_deep_chain_is_laid_out() -> None:
    """Beyond Python's recursion limit: each question has a leaf and the next question."""
    depth = 1500
    middles = tidy([2, 0] * depth + [0], [1.0] * (2 * depth + 1), 1)
    assert middles[::2] == list(range(depth + 1))
    assert middles[1::2] == list(range(-1, depth - 1))


# --- labels -----------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 100), min_size=1, max_size=12).map(sorted))
def test_labels_are_spread_in_order_and_inside(wanted: list[int]) -> None:
    """At least a step apart, to a millionth, within the axes; where they are far enough apart already they stay."""
    places = spread(wanted, 8, 100)
    assert 0 <= min(places) <= max(places) <= 100
    assert all(round(other - one, 6) >= 8 for one, other in pairwise(places))
    if all(other - one >= 8 for one, other in pairwise(wanted)):
        assert places == wanted


def test_labels_that_are_too_close_stand_around_their_middle() -> None:
    """And are pushed off the ends."""
    assert spread([50, 50, 50], 10, 100) == [40, 50, 60]
    assert spread([0, 0, 100, 100], 10, 100) == [0, 10, 90, 100]

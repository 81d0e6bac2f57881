"""The charts of pruning: each point is the exact number, as the nearest float, and each choice the exact choice."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure

import dtrees as dt
from dtrees import datasets
from dtrees.numbers.quotient import Quotient
from dtrees.render import plot_costs, plot_cross_validation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from dtrees.growing.impurity import Impurity
    from dtrees.pruning.scales import Scale
    from dtrees.selection.cross_validation import CrossValidation

IRIS = datasets.load("iris")
IRIS_TREE = dt.grow(IRIS, dt.cart())
NOISE = dt.regression_data({"x": np.arange(60)}, np.random.default_rng(0).normal(size=60))
LONG_TREE = dt.grow(NOISE, dt.cart())


def line_of(ax: Axes, label: str) -> Line2D:
    (line,) = (line for line in ax.lines if line.get_label() == label)
    return line


def points(line: Line2D) -> list[list[float]]:
    return [list(point) for point in np.asarray(line.get_xydata()).tolist()]


# --- costs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "impurity", "scale"),
    [
        (IRIS_TREE, None, "count"),
        (IRIS_TREE, dt.entropy, "root"),
        (dt.grow(datasets.load("watermelon2"), dt.id3()), dt.misclassification, "proportion"),
        (dt.grow(datasets.load("regression"), dt.cart()), None, "count"),
    ],
)
def test_the_lines_are_the_costs_and_the_envelope_the_least_of_them(
    tree: dt.Tree, impurity: Impurity | None, scale: Scale
) -> None:
    """At each alpha_k the envelope is C_alpha(T_k), exactly, and no line is below it."""
    ax = plot_costs(tree, impurity=impurity, scale=scale)
    sequence = dt.pruning_sequence(tree, impurity=impurity, scale=scale)
    *corners, end = points(line_of(ax, "lower envelope"))
    costs = [dt.cost(member.tree, member.alpha, impurity=impurity, scale=scale) for member in sequence]
    assert corners == [[float(member.alpha), float(cost)] for member, cost in zip(sequence, costs, strict=True)]
    assert end[0] == ax.get_xlim()[1] > float(sequence[-1].alpha)
    for k, member in enumerate(sequence):
        first, last = points(line_of(ax, f"$T_{{{k}}}$"))
        assert first == [0, float(dt.cost(member.tree, 0, impurity=impurity, scale=scale))]
        assert last[0] == end[0]
        assert last[1] >= end[1]
        for corner, other in zip(sequence, costs, strict=True):
            assert dt.cost(member.tree, corner.alpha, impurity=impurity, scale=scale) >= other
    assert points(line_of(ax, f"$T_{{{len(sequence) - 1}}}$"))[1] == end


@pytest.mark.parametrize(
    ("tree", "ax"),
    [(IRIS_TREE, None), (LONG_TREE, None), (LONG_TREE, Figure(figsize=(3, 3)).subplots())],
    ids=["iris", "a long sequence", "a long sequence in small axes"],
)
def test_each_interval_is_named_above_its_middle(tree: dt.Tree, ax: Axes | None) -> None:
    """T_0, T_1, ... with their leaves, none upon another; a line leads from each to the middle of its interval."""
    ax = plot_costs(tree, ax=ax)
    sizes = [len(dt.leaves(member.tree)) for member in dt.pruning_sequence(tree)]
    ax.figure.canvas.draw()
    (names,) = ax.child_axes
    labels, places = names.get_xticklabels(), names.get_xticks()
    assert [label.get_text() for label in labels] == [f"$T_{{{k}}}$\n{size}" for k, size in enumerate(sizes)]
    extents = [label.get_window_extent() for label in labels]
    assert all(one.x1 <= other.x0 for one, other in pairwise(extents))
    alphas = [x for x, _ in points(line_of(ax, "lower envelope"))]
    assert 0 <= min(places) <= max(places) <= alphas[-1]
    leaders = [line for line in ax.lines if line.get_transform() == ax.get_xaxis_transform()][-len(labels) :]
    for leader, place, (low, high) in zip(leaders, places, pairwise(alphas), strict=True):
        assert [x for x, _ in points(leader)] == [(low + high) / 2, place]


def test_on_a_logarithmic_axis_the_lines_bend_and_small_alphas_have_room() -> None:
    """From half the first alpha above 0; the envelope passes through every corner, and every name has its place."""
    ax = plot_costs(IRIS_TREE, log=True)
    sequence = dt.pruning_sequence(IRIS_TREE)
    assert ax.get_xscale() == "log"
    assert ax.get_xlim()[0] == float(sequence[1].alpha / 2)
    envelope = points(line_of(ax, "lower envelope"))
    for member in sequence[1:]:
        assert [float(member.alpha), float(dt.cost(member.tree, member.alpha))] in envelope
    for k, member in enumerate(sequence):
        line = points(line_of(ax, f"$T_{{{k}}}$"))[1:-1:50]  # its ends are exact alphas, rounded when drawn
        assert [y for _, y in line] == [float(dt.cost(member.tree, dt.Exact(x))) for x, _ in line]
    (names,) = ax.child_axes
    ends = [ax.get_xlim()[0], *(float(member.alpha) for member in sequence[1:]), ax.get_xlim()[1]]
    within = [low < place < high for place, (low, high) in zip(names.get_xticks(), pairwise(ends), strict=True)]
    assert within[:5] == [True] * 5  # the last two, which are narrow, are spread
    assert points(line_of(plot_costs(dt.Leaf(dt.ClassCounts((3, 1))), log=True), "lower envelope"))[-1] == [1, 2.5]


def test_every_breakpoint_is_marked() -> None:
    """By an upright line at each alpha_k but 0."""
    ax = plot_costs(IRIS_TREE)
    upright = [points(line) for line in ax.lines if line.get_linestyle() == ":"]
    assert [[x for x, _ in line] for line in upright] == [
        [float(member.alpha)] * 2 for member in dt.pruning_sequence(IRIS_TREE)[1:]
    ]


def test_a_lone_root_costs_alpha_more_than_its_risk() -> None:
    """One line, drawn from 0 to 1, also where the root is pure."""
    assert points(line_of(plot_costs(dt.Leaf(dt.ClassCounts((3, 1)))), "lower envelope")) == [[0, 1.5], [1, 2.5]]
    assert points(line_of(plot_costs(dt.Leaf(dt.ClassCounts((4, 0)))), "lower envelope")) == [[0, 0], [1, 1]]


def test_the_node_scale_is_refused() -> None:
    """Its unit differs from node to node, so that its alphas make no lines."""
    with pytest.raises(
        dt.InvalidData, match="on the node scale, alphas of different nodes do not compare: take 'count'"
    ):
        plot_costs(IRIS_TREE, scale="node")


# --- cross-validation -------------------------------------------------------------------------------------------


@cache
def validated() -> CrossValidation:
    """Return iris, cross-validated tenfold."""
    return dt.cross_validate(IRIS, dt.cart(), dt.shuffled_folds(150, 10, seed=1))


def test_the_curve_and_its_bars_are_the_table() -> None:
    """Errors as shares of the root's, from the root alone to the largest tree, one standard error to each side."""
    ax = plot_cross_validation(validated())
    rows = dt.cp_table(validated())
    (bars,) = (collection for collection in ax.collections if isinstance(collection, LineCollection))
    assert points(ax.lines[0]) == [[place, row.cross_validated_error] for place, row in enumerate(rows)]
    assert [segment[:, 1].tolist() for segment in bars.get_segments()] == [
        [row.cross_validated_error - row.standard_error, row.cross_validated_error + row.standard_error] for row in rows
    ]


def test_the_line_is_the_least_error_plus_its_standard_error() -> None:
    """The floats nearest to the exact numbers; below it are the trees that the exact rule finds near."""
    ax = plot_cross_validation(validated())
    result = validated()
    least = min(result.rows, key=lambda row: row.error)
    deviation = math.sqrt(least.squared_standard_error) / float(result.root_error)
    height = float(Quotient(least.error, result.root_error)) + deviation
    assert [y for _, y in points(line_of(ax, "least error + SE"))] == [height, height]
    for row, (_, error) in zip(reversed(result.rows), points(ax.lines[0]), strict=True):
        excess = row.error - least.error
        assert (error <= height) == (excess * excess <= least.squared_standard_error)


def test_the_marks_are_the_choices() -> None:
    """The least error and the smallest tree within a standard error of it."""
    ax = plot_cross_validation(validated())
    marks = {
        collection.get_label(): np.asarray(collection.get_offsets()).tolist()[0]
        for collection in ax.collections
        if isinstance(collection, PathCollection)
    }
    trees = [row.tree for row in reversed(validated().rows)]
    curve = points(ax.lines[0])
    assert marks == {
        "least error": curve[trees.index(validated().best().tree)],
        "smallest within one SE": curve[trees.index(validated().one_standard_error().tree)],
    }
    assert validated().best().tree != validated().one_standard_error().tree


def test_below_stands_cp_and_above_the_number_of_leaves() -> None:
    """Geometric means of neighbouring CPs with two digits, as rpart's plotcp prints them; Inf for the root alone."""
    ax = plot_cross_validation(validated())
    rows = dt.cp_table(validated())
    below = [label.get_text() for label in ax.get_xticklabels()]
    assert below == ["Inf", *(f"{math.sqrt(one.cp * other.cp):.2g}" for one, other in pairwise(rows))]
    (above,) = ax.child_axes
    assert [label.get_text() for label in above.get_xticklabels()] == [
        str(len(dt.leaves(row.tree))) for row in reversed(validated().rows)
    ]


def test_the_labels_of_a_long_sequence_do_not_overlap() -> None:
    """In a figure of their own, and in small axes."""
    result = dt.cross_validate(NOISE, dt.cart(), dt.plain_folds(60, 3))
    assert len(result.rows) > 25
    for ax in (plot_cross_validation(result), plot_cross_validation(result, ax=Figure(figsize=(3, 3)).subplots())):
        ax.figure.canvas.draw()
        for axis in (ax, *ax.child_axes):
            extents = [label.get_window_extent() for label in axis.get_xticklabels()]
            assert all(one.x1 <= other.x0 for one, other in pairwise(extents))


def test_a_root_without_loss_is_refused() -> None:
    """Errors cannot be shares of it."""
    data = dt.classification_data({"x": [1, 2]}, ["a", "a"])
    with pytest.raises(dt.InvalidData, match="the root predicts every row rightly"):
        plot_cross_validation(dt.cross_validate(data, dt.cart(), [1, 2]))


def test_given_axes_are_returned() -> None:
    one, other = Figure().subplots(1, 2)
    assert plot_costs(IRIS_TREE, ax=one) is one
    assert plot_cross_validation(validated(), ax=other) is other

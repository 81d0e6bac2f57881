"""The partition of a plane: rectangles that tile it exactly, each where the tree predicts what its colour says."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

import dtrees as dt
from dtrees import datasets
from dtrees.data.scaled import nearest_floats
from dtrees.render import partition, plot_partition, plot_surface
from dtrees.render.partition import rectangles_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PETALS = datasets.load("iris").drop("sepal_length", "sepal_width")
PETALS_TREE = dt.grow(PETALS, dt.cart())
VIEW = ((0.5, 7.5), (0.0, 3.0))
PARTS = tuple(rectangles_of(PETALS_TREE, ("petal_length", "petal_width"), VIEW))


def noisy_plane() -> dt.Dataset:
    """Return numbers over the unit square, after the step function of ESL's figure 9.2."""
    chance = np.random.default_rng(0)
    x, y = chance.random((2, 80))
    steps = np.where(x < 0.4, np.where(y < 0.6, -5, -2), np.where(y < 0.3, 6, 1))
    return dt.regression_data({"x": x, "y": y}, steps + chance.normal(0, 0.5, 80))


def drawn_sides(ax: Axes) -> list[list[tuple[float, float]]]:
    """Return each drawn rectangle's ends on both axes."""
    corners = [np.asarray(patch.get_xy()) for patch in ax.patches if isinstance(patch, Polygon)]
    return [list(zip(found.min(axis=0).tolist(), found.max(axis=0).tolist(), strict=True)) for found in corners]


def drawn_points(ax: Axes) -> list[PathCollection]:
    return [collection for collection in ax.collections if isinstance(collection, PathCollection)]


# --- rectangles -------------------------------------------------------------------------------------------------


def test_the_rectangles_tile_the_plane() -> None:
    """No two overlap, and their areas, as exact fractions, sum to that of the plane."""
    assert len(PARTS) == len(dt.leaves(PETALS_TREE))
    for one, other in combinations(PARTS, 2):
        apart = [a[1] <= b[0] or b[1] <= a[0] for a, b in ((one.x, other.x), (one.y, other.y))]
        assert any(apart)
    areas = [
        (Fraction(x[1]) - Fraction(x[0])) * (Fraction(y[1]) - Fraction(y[0])) for x, y in ((p.x, p.y) for p in PARTS)
    ]
    assert sum(areas) == 21


def test_each_point_is_in_the_one_rectangle_of_the_leaf_where_it_ends() -> None:
    """Points between and on the thresholds: the upper ends belong to a rectangle, the lower do not."""
    across = [0.6, 1, 2.45, 2.5, 4.9, 4.95, 5, 7.5]
    up = [0.1, 1.4, 1.55, 1.6, 1.65, 1.7, 1.75, 1.8, 3]
    points = list(product(across, up))
    exact = [[Decimal(str(number)) for number in numbers] for numbers in zip(*points, strict=True)]
    predicted = dt.predict(PETALS_TREE, dict(zip(["petal_length", "petal_width"], exact, strict=True)))
    for (x, y), prediction in zip(points, predicted, strict=True):
        (home,) = (part for part in PARTS if part.x[0] < x <= part.x[1] and part.y[0] < y <= part.y[1])
        assert home.leaf.summary.prediction == prediction


def test_leaves_outside_the_view_have_no_rectangle() -> None:
    """And those that reach beyond it are cut."""
    parts = tuple(rectangles_of(PETALS_TREE, ("petal_length", "petal_width"), ((0.5, 2), (0, 3))))
    assert [(part.x, part.y) for part in parts] == [((0.5, 2), (0, 3))]


def test_a_leaf_that_no_point_reaches_has_no_rectangle() -> None:
    """Where a threshold lies outside the part that comes to it, the other child takes the whole part."""
    leaf = dt.Leaf(dt.ClassCounts((1, 1)))
    low, high = (dt.Branch(dt.ClassCounts((1, 1)), dt.Threshold("x", cut), (leaf, leaf)) for cut in (2, 6))
    tree = dt.Branch(dt.ClassCounts((1, 1)), dt.Threshold("x", 4), (high, low))
    assert [part.x for part in rectangles_of(tree, ("x", "y"), ((0, 9), (0, 1)))] == [(0, 4), (4, 9)]


def test_a_chain_of_thresholds_is_cut_by_a_loop() -> None:
    """Beyond Python's recursion limit."""
    tree: dt.Tree = dt.Leaf(dt.ClassCounts((1, 1)))
    for cut in range(3000, 0, -1):
        tree = dt.Branch(dt.ClassCounts((1, 1)), dt.Threshold("x", cut), (dt.Leaf(dt.ClassCounts((1, 0))), tree))
    parts = tuple(rectangles_of(tree, ("x", "y"), ((0, 3001), (0, 1))))
    assert [part.x for part in parts] == [(cut, cut + 1) for cut in range(3001)]


# --- what is drawn ----------------------------------------------------------------------------------------------


def test_rectangles_and_points_of_classes_are_drawn_in_one_colour_a_class() -> None:
    """As many points as rows, each at its place; the legend names the classes, the axes the features."""
    ax = plot_partition(PETALS_TREE, PETALS)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("petal_length", "petal_width")
    legend = ax.get_legend()
    assert legend is not None
    assert isinstance(PETALS.target, dt.Classes)
    assert [text.get_text() for text in legend.get_texts()] == list(PETALS.target.labels)
    colours: dict[object, str] = {}
    for code, (label, points) in enumerate(zip(PETALS.target.labels, drawn_points(ax), strict=True)):
        features = [nearest_floats(feature.values) for feature in PETALS.features if isinstance(feature, dt.Numeric)]
        places = np.column_stack([values[PETALS.target.codes == code] for values in features])
        assert np.array_equal(np.asarray(points.get_offsets()), places)
        colours[label] = to_hex(np.asarray(points.get_facecolor())[0])
    assert len(set(colours.values())) == 3
    parts = rectangles_of(PETALS_TREE, ("petal_length", "petal_width"), (ax.get_xlim(), ax.get_ylim()))
    for patch, sides, part in zip(ax.patches, drawn_sides(ax), parts, strict=True):
        assert sides == [part.x, part.y]
        assert patch.get_facecolor() == to_rgba(colours[part.leaf.summary.prediction], partition.TINT)


def test_rectangles_and_points_of_numbers_are_drawn_on_one_scale() -> None:
    """The colour of a rectangle is that of a point whose response is the leaf's mean; a colour bar tells the scale."""
    data = noisy_plane()
    tree = dt.grow(data, dt.cart(max_depth=2))
    ax = plot_partition(tree, data)
    (points,) = drawn_points(ax)
    assert isinstance(data.target, dt.Responses)
    assert np.array_equal(np.asarray(points.get_array()), data.target.values)
    parts = tuple(rectangles_of(tree, ("x", "y"), (ax.get_xlim(), ax.get_ylim())))
    assert len(parts) == 4
    for patch, part in zip(ax.patches, parts, strict=True):
        assert patch.get_facecolor() == tuple(points.to_rgba(np.array([part.leaf.summary.prediction]))[0])
    assert len(ax.figure.axes) == 2


def test_every_row_is_in_view() -> None:
    """With room around the outermost, also where all rows share a value."""
    data = dt.classification_data({"x": [1, 1, 1], "y": [0, 5, 10]}, ["a", "b", "b"])
    ax = plot_partition(dt.grow(data, dt.cart()), data)
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 2), (-0.5, 10.5))


def test_rows_of_a_missing_value_have_no_place_in_the_plane() -> None:
    """The other rows are drawn, whatever the tree does with missing values."""
    columns = {"x": [1, None, 3, 4, 5], "y": [5, 6, None, 8, 9]}
    data = dt.classification_data(columns, ["a", "a", "b", "b", "b"], missing="keep")
    for learner in (dt.cart(missing="fractional"), dt.cart(missing="surrogate"), dt.cart(missing="either_side")):
        ax = plot_partition(dt.grow(data, learner), data)
        places = [found for points in drawn_points(ax) for found in np.asarray(points.get_offsets()).tolist()]
        assert places == [[1, 5], [4, 8], [5, 9]]
    apart = dt.classification_data({"x": [1, None], "y": [None, 2]}, ["a", "b"], missing="keep")
    with pytest.raises(dt.InvalidData, match="no row has a value of both features"):
        plot_partition(dt.Leaf(dt.summarize(apart)), apart)


def test_names_with_signs_of_mathematics_are_written_as_they_are() -> None:
    data = dt.classification_data({"a$b$": [1, 2], "_c": [1, 2]}, ["_u", "$v$"])
    ax = plot_partition(dt.grow(data, dt.cart()), data)
    legend = ax.get_legend()
    assert legend is not None
    written = [ax.xaxis.label, ax.yaxis.label, *legend.get_texts()]
    assert [text.get_text() for text in written] == ["a$b$", "_c", "$v$", "_u"]
    assert not any(text.get_parse_math() for text in written)


def test_the_points_of_a_class_that_the_tree_does_not_know_are_drawn() -> None:
    data = dt.classification_data({"petal_length": [1], "petal_width": [2]}, ["hybrid"])
    legend = plot_partition(PETALS_TREE, data).get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["hybrid"]


# --- errors -----------------------------------------------------------------------------------------------------


def test_data_that_make_no_plane_are_refused() -> None:
    """Each message says what there is, and what to do."""
    iris = datasets.load("iris")
    with pytest.raises(
        dt.InvalidData, match=r"a plane has two numeric features, but the data have sepal_length \(Num.*"
    ):
        plot_partition(dt.grow(iris, dt.cart()), iris)
    mixed = dt.classification_data({"x": [1, 2], "sky": ["sun", "rain"]}, ["a", "b"])
    with pytest.raises(dt.InvalidData, match=r"sky \(Categorical\): leave others out by data.drop"):
        plot_partition(dt.grow(mixed, dt.cart()), mixed)


def test_trees_that_cut_no_rectangles_are_refused() -> None:
    """Other features, and questions that ask for one value."""
    with pytest.raises(dt.InvalidData, match=r"Threshold\(feature='sepal_length'.*only thresholds of petal_length and"):
        plot_partition(dt.Branch(*_one_question(dt.Threshold("sepal_length", 5))), PETALS)
    with pytest.raises(dt.InvalidData, match="which cuts no rectangle"):
        plot_partition(dt.Branch(*_one_question(dt.Equals("petal_length", 5))), PETALS)


def _one_question(question: dt.Threshold | dt.Equals) -> tuple[dt.ClassCounts, dt.Threshold | dt.Equals, list[dt.Tree]]:
    leaf = dt.Leaf(dt.ClassCounts((1, 1)))
    return dt.ClassCounts((2, 2)), question, [leaf, leaf]


def test_a_tree_of_another_kind_than_the_data_is_refused() -> None:
    with pytest.raises(dt.InvalidData, match="the tree predicts classes, but the data hold numbers"):
        plot_partition(PETALS_TREE, noisy_plane())


def test_given_axes_are_returned() -> None:
    ax = Figure().subplots()
    assert plot_partition(PETALS_TREE, PETALS, ax=ax) is ax


PLANE = dt.regression_data({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, [0, 1, 2, 4])


def test_the_regions_are_named_in_the_order_of_the_leaves() -> None:
    """R_1, R_2, ... each in its own rectangle, and none unless asked for."""
    tree = dt.grow(PLANE, dt.cart())
    ax = plot_partition(tree, PLANE, names=True)
    rectangles = list(rectangles_of(tree, ("x", "y"), (ax.get_xlim(), ax.get_ylim())))
    assert [text.get_text() for text in ax.texts] == ["$R_{1}$", "$R_{2}$", "$R_{3}$", "$R_{4}$"]
    for text, part in zip(ax.texts, rectangles, strict=True):
        (x, y), (left, right), (low, high) = text.get_position(), part.x, part.y
        assert left < x < right
        assert low < y < high
    assert not plot_partition(tree, PLANE).texts


def test_the_surface_has_a_step_a_leaf_as_high_as_its_prediction() -> None:
    """Of numbers the mean, of two classes the share of the second; more classes are refused."""
    assert sorted(tops_of(plot_surface(dt.grow(PLANE, dt.cart()), PLANE))) == [0, 1, 2, 4]
    classes = dt.classification_data({"x": [0, 0, 1], "y": [0, 1, 0]}, list("pqq"))
    assert tops_of(plot_surface(dt.grow(classes, dt.cart(max_depth=1)), classes)) == [0.5, 1.0]
    assert tops_of(plot_surface(dt.grow(PLANE, dt.cart(max_depth=1)), PLANE)) == [0.5, 3.0]
    with pytest.raises(dt.InvalidData, match="numbers or the share of one of two classes, not 3 classes"):
        plot_surface(dt.Leaf(dt.ClassCounts((1, 1, 1))), dt.classification_data({"x": [0], "y": [0]}, [0]))


def tops_of(ax: Any) -> list[float]:
    """Return how high each step reaches."""
    return [float(np.asarray(step._faces)[..., 2].max()) for step in ax.collections]  # noqa: SLF001 (no accessor)

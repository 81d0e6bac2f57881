"""The picture of a tree, by its structure: texts, boxes, bars and histograms, and the room each takes when drawn."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from pictures.trees import REGRESSION, REGRESSION_TREE, TREES

import dtrees as dt
from dtrees import datasets
from dtrees.data.scaled import nearest_floats
from dtrees.render import plot
from dtrees.render.card import Contents, cards_of
from dtrees.render.colours import COLOURS
from dtrees.render.glance import INK
from dtrees.render.scene import Spot, scene_of
from dtrees.render.text import question_text
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.artist import Artist
    from matplotlib.transforms import Bbox

    from dtrees.data.scaled import FloatArray
    from dtrees.render.card import Part
    from dtrees.trees.questions import Asks

WATERMELON = datasets.load("watermelon2")

PICTURES: dict[str, Callable[[], Axes]] = {
    **{name: partial(plot, tree, max_depth=dt.depth(tree)) for name, tree in TREES.items()},
    "histograms": lambda: plot(REGRESSION_TREE, data=REGRESSION),
    "everything": lambda: full(TREES["iris"], datasets.load("iris"), max_depth=3),
    "categories": lambda: full(dt.grow(WATERMELON, dt.cart()), WATERMELON),
    "small axes": lambda: plot(TREES["watermelon"], ax=Figure(figsize=(3, 2)).subplots()),
    "large axes": lambda: plot(TREES["loan"], ax=Figure(figsize=(12, 8)).subplots(1, 2)[1]),
}


def full(tree: dt.Tree, data: dt.Dataset, **options: Any) -> Axes:
    """Return the picture that shows all that a box can show."""
    show: tuple[Part, ...] = ("counts", "impurity", "numbers", "co_optimal", "cut")
    return plot(tree, data=data, learner=dt.cart(), show=show, **options)


@cache
def picture(name: str) -> Axes:
    """Return the picture of that name, drawn once for all tests that only look at it."""
    ax = PICTURES[name]()
    figure_of(ax).draw_without_rendering()
    return ax


@pytest.fixture(params=PICTURES)
def drawn(request: pytest.FixtureRequest) -> Axes:
    """Return each picture, drawn."""
    return picture(request.param)


def figure_of(ax: Axes) -> Figure:
    """Return the whole figure."""
    figure = ax.figure
    assert isinstance(figure, Figure)
    return figure


def texts(ax: Axes) -> list[str]:
    """Return what is written, lines joined."""
    return [text.get_text().replace("\n", " ") for text in ax.texts]


def windows(ax: Axes) -> list[Axes]:
    """Return the small axes in the boxes, parents first."""
    return [child for child in ax.child_axes if isinstance(child, Axes)]


def boxes(ax: Axes) -> list[Rectangle]:
    """Return the boxes, parents first."""
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def widths(window: Axes) -> list[float]:
    """Return the widths of the bars in a box."""
    return [patch.get_width() for patch in window.patches if isinstance(patch, Rectangle)]


def heights(window: Axes) -> list[float]:
    """Return the heights of the columns in a box."""
    return [patch.get_height() for patch in window.patches if isinstance(patch, Rectangle)]


# --- room -------------------------------------------------------------------------------------------------------


def overlap(one: Bbox, other: Bbox) -> bool:
    return bool(one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1)


def within(inner: Bbox, outer: Bbox) -> bool:
    return bool(outer.x0 <= inner.x0 and inner.x1 <= outer.x1 and outer.y0 <= inner.y0 and inner.y1 <= outer.y1)


def overlapping(extents: list[Bbox]) -> list[tuple[Bbox, Bbox]]:
    return [pair for pair in combinations(extents, 2) if overlap(*pair)]


def test_no_two_boxes_overlap(drawn: Axes) -> None:
    """As the renderer measures them, in pixels; at 60 leaves, 40 questions deep, and in given axes."""
    assert overlapping([box.get_window_extent() for box in boxes(drawn)]) == []


def test_no_two_texts_overlap(drawn: Axes) -> None:
    """Nor a text the small picture in a box, nor the legend anything."""
    extents = [text.get_window_extent() for text in drawn.texts]
    extents += [window.get_window_extent() for window in windows(drawn)]
    if legend := drawn.get_legend():
        extents.append(legend.get_window_extent())
    assert overlapping(extents) == []


def test_every_text_is_inside_its_box_or_outside_all(drawn: Axes) -> None:
    """The answers stand between the boxes; everything else, and the small pictures, inside one."""
    rims = [box.get_window_extent() for box in boxes(drawn)]
    inside = Counter[int]()
    for text in drawn.texts:
        extent = text.get_window_extent()
        touched = [place for place, rim in enumerate(rims) if overlap(rim, extent)]
        assert all(within(extent, rims[place]) for place in touched), text
        inside.update(touched)
    assert set(inside.values()) <= {2, 3, 4}
    for window in windows(drawn):
        extent = window.get_window_extent()
        assert sum(within(extent, rim) for rim in rims) == 1


def test_the_legend_touches_no_box(drawn: Axes) -> None:
    legend = drawn.get_legend()
    if legend is not None:
        extent = legend.get_window_extent()
        assert not any(overlap(extent, box.get_window_extent()) for box in boxes(drawn))


def test_everything_is_inside_the_axes(drawn: Axes) -> None:
    """And so in the figure: nothing is cut off."""
    room = drawn.get_window_extent()
    artists: list[Artist] = [*drawn.texts, *boxes(drawn)]
    if legend := drawn.get_legend():
        artists.append(legend)
    assert [artist for artist in artists if not within(artist.get_window_extent(), room)] == []


def test_no_line_crosses_a_box_or_a_text(drawn: Axes) -> None:
    """Lines run straight down and across; at their ends they touch, by less than a pixel."""
    taken = [*boxes(drawn), *drawn.texts]
    extents = [artist.get_window_extent() for artist in taken]
    lowest = np.array([extent.min for extent in extents]) + 1
    highest = np.array([extent.max for extent in extents]) - 1
    for line in drawn.lines:
        corners = line.get_transform().transform(line.get_xydata())
        for start, end in pairwise(corners):
            low, high = np.minimum(start, end), np.maximum(start, end)
            assert not np.any(np.all((low < highest) & (high > lowest), axis=1))


# --- what is said -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TREES)
def test_there_is_a_box_a_node_with_its_prediction_counts_and_question(name: str) -> None:
    """Three texts a branch, two a leaf, and above all but the root the answer that leads there; nothing is left out."""
    ax = picture(name)
    nodes = [node for node, _ in preorder(TREES[name])]
    assert len(boxes(ax)) == len(windows(ax)) == len(nodes)
    said = Counter(texts(ax))
    if isinstance(TREES[name].summary, ClassCounts):
        assert said >= Counter(str(node.summary.prediction) for node in nodes)
    assert said >= Counter(f"{question_text(node.question)}?" for node in nodes if isinstance(node, dt.Branch))
    branches = sum(isinstance(node, dt.Branch) for node in nodes)
    assert said.total() == 3 * len(nodes) - 1 + branches


def test_the_texts_of_the_weather_tree() -> None:
    """Node by node, parents first: the answer; then the question, counts in class order, class; or class and counts."""
    assert texts(plot(TREES["weather"])) == [
        *("outlook?", "9 · 5", "P"),
        *("overcast", "P", "4 · 0"),
        *("rain", "windy?", "3 · 2", "P", "false", "P", "3 · 0", "true", "N", "0 · 2"),
        *("sunny", "humidity?", "2 · 3", "N", "high", "N", "0 · 3", "normal", "P", "2 · 0"),
    ]


def test_the_texts_of_a_tree_of_numbers() -> None:
    """The mean with the standard deviation, which the histogram shows where there is one, and the number of rows."""
    tree = dt.grow(REGRESSION, dt.cart(max_depth=1))
    assert texts(plot(tree)) == [
        *("x ≤ 5.5?", "n = 10", "6.618 ± 1.66"),
        *("≤ 5.5", "5.06 ± 0.46", "n = 5"),
        *("> 5.5", "8.176 ± 0.678", "n = 5"),
    ]
    assert texts(plot(tree, data=REGRESSION))[2] == "6.618"


def test_every_kind_of_answer_is_said_in_full() -> None:
    """Each on the way to its child; thresholds without the noise of their last digits; wrapped, but never cut."""
    leaf = dt.Leaf(ClassCounts((1, 1)))
    cases: list[tuple[Asks, str, str]] = [
        (dt.Threshold("x", 0.1 + 0.2), "≤ 0.3", "> 0.3"),
        (dt.Threshold("x", 1234567.5), "≤ 1234567.5", "> 1234567.5"),
        (dt.Equals("c", "u"), "= u", "≠ u"),
        (dt.OneOf("c", list("abcdefghi")), "in {a, b, c, d, e, f, g, h, i}", "not in {a, b, c, d, e, f, g, h, i}"),
        (dt.EachCategory("c", ("u", "= v")), "u", "= v"),
    ]
    for question, first, second in cases:
        said = texts(plot(dt.Branch(ClassCounts((2, 2)), question, (leaf, leaf))))
        assert [said[3], said[6]] == [first, second]


def test_signs_of_mathematics_and_underscores_are_said_as_they_are() -> None:
    """Nothing is read as a formula, and no class is missing from the legend."""
    ax = plot(TREES["odd"])
    legend, summary = ax.get_legend(), TREES["odd"].summary
    assert legend is not None
    assert isinstance(summary, ClassCounts)
    assert [text.get_text() for text in legend.get_texts()] == list(summary.classes)
    assert not any(text.get_parse_math() for text in [*ax.texts, *legend.get_texts()])


def test_a_box_says_what_is_asked_for() -> None:
    """The node's number, as DOT has it; impurity by the learner's measure; or neither, nor counts."""
    tree = TREES["loan"]
    assert texts(plot(tree, show=["numbers", "impurity"], learner=dt.id3()))[:3] == [
        "0: owns_house?",
        "entropy 0.971",
        "yes",
    ]
    assert texts(plot(tree, show=["impurity", "counts"]))[1] == "9 · 6 gini 0.48"
    assert texts(plot(tree, show=["shares"]))[1] == "60% · 40%"
    assert texts(plot(tree, show=()))[:2] == ["owns_house?", "yes"]


def test_a_tree_of_more_than_forty_leaves_is_folded_with_a_warning() -> None:
    """As deep as leaves at most forty boxes without a box below; how to draw it whole stands in the warning."""
    with pytest.warns(
        UserWarning, match="the tree has 60 leaves, and is folded below depth 10: max_depth=17 draws all"
    ):
        ax = plot(TREES["sixty"])
    shown = [(node, depth) for node, depth in preorder(TREES["sixty"]) if depth <= 10]
    assert len(boxes(ax)) == len(shown)
    assert sum(isinstance(node, dt.Leaf) or depth == 10 for node, depth in shown) <= 40
    assert any(text.startswith("… ") for text in texts(ax))


def test_the_threshold_stands_below_the_line_of_its_cut() -> None:
    iris = datasets.load("iris")
    cut = windows(plot(dt.grow(iris, dt.cart(max_depth=1)), data=iris, show=["cut"]))[1]
    assert [text.get_text() for text in cut.texts] == ["2.45"]
    assert cut.texts[0].get_position()[0] == cut.lines[0].get_xdata()[0] == 2.45  # type: ignore[index]


def test_the_other_optimal_questions_stand_below_the_question() -> None:
    """A mirror image is no other question; where the node's own is not optimal, those that are, called better."""
    iris = datasets.load("iris")
    show: tuple[Part, ...] = ("co_optimal",)
    assert texts(plot(TREES["iris"], data=iris, learner=dt.cart(), show=show))[2] == "or petal_width ≤ 0.8"
    two = dt.classification_data({"c": list("aabb"), "x": [1, 2, 3, 4]}, list("ppqq"))
    below = [dt.Leaf(dt.summarize(part)) for part in dt.split(two, dt.Threshold("x", 1.5))]
    late = dt.Branch(dt.summarize(two), dt.Threshold("x", 1.5), below)
    assert texts(plot(late, data=two, learner=dt.cart(), show=show))[2] == "better: c = a better: x ≤ 2.5"
    rivals = dt.classification_data({name: [0, 1] for name in "abcdefg"}, [0, 1])
    said = texts(plot(dt.grow(rivals, dt.cart()), data=rivals, learner=dt.cart(), show=show))[2]
    assert said == "or b ≤ 0.5 or c ≤ 0.5 or d ≤ 0.5 and 3 more"
    melons = datasets.load("watermelon2")
    said_of_melons = texts(plot(TREES["watermelon"], data=melons, learner=dt.id3(), show=show))
    assert "or navel or touch" in said_of_melons  # a child for each value: no one of them is the question


def test_a_deep_tree_is_folded_below_a_depth() -> None:
    """The boxes at that depth say how many leaves they hold; together with the leaves above they are all."""
    ax = plot(TREES["sixty"], max_depth=4)
    said = [text.split() for text in texts(ax) if text.startswith("…")]
    shown = [node for node, depth in preorder(TREES["sixty"]) if depth <= 4]
    whole = sum(isinstance(node, dt.Leaf) for node in shown)
    assert sum(int(words[1]) for words in said) + whole == 60
    assert len(boxes(ax)) == len(shown)
    assert sum(box.get_linestyle() == "--" for box in boxes(ax)) == len(said) > 0


def test_what_cannot_be_shown_is_refused() -> None:
    tree = TREES["loan"]
    with pytest.raises(dt.InvalidData, match="show='cut' needs data=: give what the tree was grown on"):
        plot(tree, show=["cut"])
    with pytest.raises(dt.InvalidData, match="show='co_optimal' needs learner=: give what the tree was grown by"):
        plot(tree, show=["co_optimal"], data=datasets.load("loan"))
    with pytest.raises(dt.InvalidData, match=r"show\[0\]='size'"):
        plot(tree, show=["size"])  # type: ignore[list-item]  # the test gives what the types refuse
    with pytest.raises(dt.InvalidData, match="row= holds 2 rows: give the columns of one"):
        plot(tree, row={"owns_house": ["no", "no"], "has_job": ["no", "no"]})
    assert plt.get_fignums() == []


# --- what is shown ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sixty", "weather", "iris", "odd", "many"])
def test_the_bar_of_a_box_is_its_class_mix(name: str) -> None:
    """A piece a class, as long as its count, end to end from 0 in class order; in each node a class has one colour."""
    ax = picture(name)
    legend = ax.get_legend()
    assert legend is not None
    colours = [handle.get_facecolor() for handle in legend.get_patches()]
    assert len(set(colours)) == len(colours)
    for (node, _), box, window in zip(preorder(TREES[name]), boxes(ax), windows(ax), strict=True):
        assert isinstance(node.summary, ClassCounts)
        pieces = [patch for patch in window.patches if isinstance(patch, Rectangle)]
        assert widths(window) == [float(count) for count in node.summary.counts]
        assert all(one.get_x() + one.get_width() == other.get_x() for one, other in pairwise(pieces))
        assert pieces[0].get_x() == 0
        assert window.get_xlim() == (0, float(node.summary.weight))
        assert [piece.get_facecolor() for piece in pieces] == colours
        assert to_rgba(box.get_edgecolor()) == colours[node.summary.counts.index(max(node.summary.counts))]


def test_a_box_is_deeper_in_colour_the_purer_its_node() -> None:
    """From nearly white at equal shares, in the colour of the majority; of numbers the larger the mean."""
    mixes: list[tuple[int, int]] = [(4, 0), (3, 1), (2, 2), (1, 3), (0, 0)]
    leaf_of = {counts: dt.Leaf(dt.ClassCounts(counts)) for counts in mixes}
    fill = {counts: boxes(plot(leaf))[0].get_facecolor() for counts, leaf in leaf_of.items()}
    blue, orange = np.array(to_rgba(COLOURS[0])), np.array(to_rgba(COLOURS[1]))

    def distance(counts: tuple[int, int], colour: FloatArray) -> float:
        return float(np.abs(np.array(fill[counts]) - colour).sum())

    assert distance((4, 0), blue) < distance((3, 1), blue) < distance((2, 2), blue)
    assert distance((1, 3), orange) < distance((3, 1), orange)
    assert to_hex(fill[0, 0]) == "#ffffff"
    ax = plot(REGRESSION_TREE)
    nodes = [node for node, _ in preorder(REGRESSION_TREE)]
    shades = [sum(to_rgba(box.get_facecolor())) for box in boxes(ax)]
    by_mean = sorted(zip((float(node.summary.prediction) for node in nodes), shades, strict=True))
    assert [shade for _, shade in by_mean] == sorted(shades, reverse=True)


def test_under_costs_a_box_shows_the_class_of_least_expected_cost() -> None:
    """In its text and its rim, whether the costs are the learner's or given; else the majority."""
    node = dt.ClassCounts((1, 3), ("ill", "well"))
    dear = {("ill", "well"): 5, ("well", "ill"): 1}
    for options, label, rim in (
        ({"impurity": dt.ExpectedCost(dear)}, "ill", COLOURS[0]),
        ({"learner": dt.cart(impurity=dt.GiniWithCosts(dear))}, "ill", COLOURS[0]),
        ({"learner": dt.cart()}, "well", COLOURS[1]),
    ):
        ax = plot(dt.Leaf(node), **options)
        assert texts(ax)[0] == label
        assert to_hex(boxes(ax)[0].get_edgecolor(), keep_alpha=False).upper() == rim


def test_the_way_of_a_row_is_marked() -> None:
    """Its boxes have a dark rim, its lines are thicker, and no others."""
    row = {"outlook": ["sunny"], "humidity": ["normal"], "windy": ["false"], "temperature": ["hot"]}
    ax = plot(TREES["weather"], row=row)
    (end,) = dt.apply(TREES["weather"], row)
    ways: list[tuple[int, ...]] = []
    for _, depth in preorder(TREES["weather"]):  # the path of each node, parents first
        before = next((way for way in reversed(ways) if len(way) == depth - 1), ())
        ways.append((*before, sum(way[:-1] == before and len(way) == depth for way in ways)) if depth else ())
    marked = [way == end[: len(way)] for way in ways]
    assert [to_hex(box.get_edgecolor()) == INK for box in boxes(ax)] == marked
    assert [line.get_linewidth() > 2 for line in ax.lines] == marked[1:]
    assert sum(marked) == len(end) + 1


def test_all_ways_of_a_row_that_a_missing_value_divides_are_marked() -> None:
    """A melon of unknown texture goes to all three children, and on by its other values."""
    gaps = datasets.load("watermelon2_alpha")
    tree = dt.grow(gaps, dt.id3(missing="fractional", max_depth=2))
    row = {"texture": [None], "color": ["black"], "root": ["curled"], "knock": ["dull"]}
    marked = [to_hex(box.get_edgecolor()) == INK for box in boxes(plot(tree, row=row))]
    nodes = [node for node, _ in preorder(tree)]
    ways: list[tuple[int, ...]] = [(), (0,), (0, 0), (1,), (1, 0), (2,), (2, 1)]
    assert [node for node, one in zip(nodes, marked, strict=True) if one] == [dt.subtree_at(tree, way) for way in ways]


def test_the_cut_is_drawn_through_the_rows_of_the_feature() -> None:
    """Each class's rows are counted once, stacked; the line stands at the threshold, or between the children."""
    iris = datasets.load("iris")
    tree = dt.grow(iris, dt.cart(max_depth=1))
    root = windows(plot(tree, data=iris, show=["cut"]))[1]
    assert sum(heights(root)) == 150
    assert np.asarray(root.lines[0].get_xdata()).tolist() == [2.45, 2.45]
    left = [bar for bar in root.patches if isinstance(bar, Rectangle) and bar.get_x() + bar.get_width() < 2.45]
    assert sum(bar.get_height() for bar in left) == 50
    texture = dt.grow(WATERMELON, dt.cart(max_depth=1))
    root = windows(plot(texture, data=WATERMELON, show=["cut"]))[1]
    yes, no = heights(root)[:3], heights(root)[3:]
    assert [yes, no] == [[7, 0, 1], [2, 3, 4]]  # clear, then blurry and slightly blurry
    assert [np.asarray(line.get_xdata()).tolist() for line in root.lines] == [[0.5, 0.5], [0, 1]]  # the cut, the axis


def test_a_few_classes_have_the_colours_that_all_eyes_tell_apart() -> None:
    legend = plot(TREES["iris"]).get_legend()
    assert legend is not None
    assert [to_hex(handle.get_facecolor()).upper() for handle in legend.get_patches()] == list(COLOURS[:3])


def test_the_histogram_of_a_box_counts_its_rows() -> None:
    """Each response of each node once, between edges that all nodes share; weights count."""
    data = dt.regression_data({"x": [1, 2, 3, 4, 5]}, [1, 1, 2, 10, 11], weights=[1, 1, 2.5, 1, 3])
    for tree, rows in ((REGRESSION_TREE, REGRESSION), (dt.grow(data, dt.cart()), data)):
        ax = plot(tree, data=rows)
        for (node, _), window in zip(preorder(tree), windows(ax), strict=True):
            assert sum(heights(window)) == float(node.summary.weight)
        edges = np.histogram_bin_edges(responses(rows), 10)
        assert {window.get_xlim() for window in windows(ax)} == {(edges[0], edges[-1])}
        assert isinstance(tree, dt.Branch)
        assert isinstance(tree.question, dt.Threshold)
        first_part = dt.split(rows, tree.question)[0]
        for part, window in zip((rows, first_part), windows(ax), strict=False):
            assert heights(window) == np.histogram(responses(part), edges, weights=part.weights)[0].tolist()


def responses(data: dt.Dataset) -> FloatArray:
    """Return the numbers to predict."""
    assert isinstance(data.target, dt.Responses)
    return nearest_floats(data.target.values)


def test_without_data_a_box_shows_the_mean_and_a_standard_deviation_to_each_side() -> None:
    """On one scale for all nodes, which holds them all."""
    ax = plot(REGRESSION_TREE)
    limits = {window.get_xlim() for window in windows(ax)}
    assert len(limits) == 1
    low, high = limits.pop()
    for (node, _), window in zip(preorder(REGRESSION_TREE), windows(ax), strict=True):
        assert isinstance(node.summary, Moments)
        mean, spread = float(node.summary.mean), float(dt.squared_error(node.summary)) ** 0.5
        (bar,) = window.containers
        point, _, (line,) = bar.lines  # type: ignore[attr-defined]  # the stubs do not know that it is an ErrorbarContainer
        assert point.get_xdata().tolist() == [mean]
        assert line.get_segments()[0][:, 0].tolist() == [mean - spread, mean + spread]
        assert low <= mean - spread <= mean + spread <= high


def test_boxes_of_one_depth_stand_on_one_line_and_children_in_order() -> None:
    """Each depth below the one before."""
    levels: dict[int, list[Spot]] = {}
    for spot in scene_of(tuple(cards_of(TREES["sixty"], Contents())), 0).spots:
        levels.setdefault(spot.card.depth, []).append(spot)
    assert all(len({spot.top for spot in level}) == 1 for level in levels.values())
    assert all(min(one.bottom for one in levels[depth - 1]) > levels[depth][0].top for depth in range(1, len(levels)))
    assert all(level == sorted(level, key=lambda spot: spot.left) for level in levels.values())


def test_a_line_leads_from_each_parent_to_each_child() -> None:
    """From the bottom of the parent's box to above the child's, straight down but for one turn."""
    ax = plot(TREES["watermelon"])
    parent: dict[int, int] = {}
    lines = iter(ax.lines)
    for place, (_, depth) in enumerate(preorder(TREES["watermelon"])):
        parent[depth] = place
        if depth:
            (x0, y0), (x1, _), (x2, _), (x3, y3) = np.asarray(next(lines).get_xydata()).tolist()
            upper, lower = boxes(ax)[parent[depth - 1]], boxes(ax)[place]
            assert x0 == x1
            assert x2 == x3
            assert upper.get_x() < x0 < upper.get_x() + upper.get_width()
            assert lower.get_x() < x3 < lower.get_x() + lower.get_width()
            assert y0 == upper.get_y() > y3 > lower.get_y() + lower.get_height()
    assert next(lines, None) is None


# --- axes and figures -------------------------------------------------------------------------------------------


def test_a_new_figure_is_as_large_as_the_tree() -> None:
    """A point of the picture is a point on paper."""
    ax = picture("sixty")
    across, up = (limits[1] - limits[0] for limits in (ax.get_xlim(), ax.get_ylim()))
    pixels = figure_of(ax).get_size_inches() * 100
    assert [round(length * 100 / 72) for length in (across, up)] == pixels.round().tolist()


def test_given_axes_are_returned_and_pyplot_knows_nothing() -> None:
    """The text shrinks with the tree, and never grows."""
    small, large = Figure(figsize=(2, 2)).subplots(), Figure(figsize=(20, 20)).subplots()
    assert plot(TREES["loan"], ax=small) is small
    assert plot(TREES["loan"], ax=large) is large
    sizes = [float(ax.texts[0].get_fontsize()) for ax in (small, large)]
    assert sizes[0] < 9 == sizes[1]
    assert plt.get_fignums() == []


def test_data_of_the_wrong_kind_are_refused() -> None:
    """Before anything is drawn; missing columns too."""
    with pytest.raises(dt.InvalidData, match="the tree predicts numbers, but the data hold classes: give the data"):
        plot(REGRESSION_TREE, data=datasets.load("iris"))
    with pytest.raises(dt.InvalidData, match="the tree predicts classes, but the data hold numbers: give the data"):
        plot(TREES["iris"], data=REGRESSION)
    with pytest.raises(dt.InvalidData, match="there is no column 'x'"):
        plot(REGRESSION_TREE, data=dt.regression_data({"z": [1]}, [1]))
    assert plt.get_fignums() == []

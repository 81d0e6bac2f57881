"""Pictures of the partition of the plane of two features into rectangles by thresholds, flat and as a surface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Classes, Dataset, Numeric, Responses
from dtrees.data.scaled import nearest_floats
from dtrees.errors import InvalidData, refused, shown
from dtrees.render.canvas import MARKERS, Axes, add_class_legend, new_axes
from dtrees.render.colours import PLAIN, class_colours, number_of
from dtrees.render.fonts import families
from dtrees.render.glance import require_same_kind
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.questions import Threshold
from dtrees.trees.summary import Moments
from dtrees.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dtrees.data.scaled import FloatArray
    from dtrees.trees.questions import Asks
    from dtrees.trees.summary import Summary

    Points: TypeAlias = tuple[FloatArray, FloatArray]

Interval: TypeAlias = tuple[float, float]

TINT: Final = 0.3
"""How much of a class's colour its rectangles take, so that its points stand out."""

POINT: Final[dict[str, Any]] = {"s": 22, "linewidths": 0.5, "zorder": 2}
"""How the points look, in front of the rectangles."""

LABEL: Final[dict[str, Any]] = {"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 1}
"""The background of a rectangle's name, so that it can be read on any colour."""

MARGIN: Final = 0.05
"""The room beyond the outermost rows, as a share of their range."""


def _axes_3d(name: str, value: Any) -> Any:
    if value is None:
        return value
    if isinstance(value, type) or not hasattr(value, "bar3d"):
        raise refused(value, name, 'axes of matplotlib made by projection="3d"')
    return value


Axes3D: TypeAlias = Annotated[Any, _axes_3d]
"""Axes of matplotlib made by ``projection="3d"``."""


@attrs.frozen
class Rectangle:
    """The points (x, y) with x in (x[0], x[1]] and y in (y[0], y[1]], which all end at one leaf."""

    leaf: Leaf
    x: Interval
    y: Interval


@checked
def plot_partition(tree: Tree, data: Dataset, *, names: bool = False, ax: Axes | None = None) -> Axes:
    """Return axes with the plane of two features, cut into a rectangle for each leaf, and the rows of *data* as points.

    A rectangle has the colour of its leaf's prediction, a point that of its own class or response
    [ESL2 figure 9.2].  Rows with a missing value are left out.  Where *names*, R_1, R_2, ... stand in the
    rectangles, in the order of the leaves.  Raises `InvalidData` unless *data* have exactly two features, both numeric,
    and *tree* asks about their thresholds only; and `Unsupported` where matplotlib is not installed.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> from matplotlib.figure import Figure
    >>> petals = datasets.load("iris").drop("sepal_length", "sepal_width")
    >>> axes = plot_partition(grow(petals, cart(max_depth=2)), petals, ax=Figure().subplots())
    >>> len(axes.patches), axes.get_xlabel()
    (3, 'petal_length')
    """
    require_same_kind(tree, data)
    known, (across, up) = _plane(data)
    rectangles = tuple(rectangles_of(tree, (across.name, up.name), (_view(across), _view(up))))
    ax = new_axes(6.4, 4.8, layout="constrained") if ax is None else ax
    points = nearest_floats(across.values), nearest_floats(up.values)
    match known.target:
        case Classes():
            _draw_classes(ax, rectangles, points, known.target)
        case Responses():
            _draw_responses(ax, rectangles, points, known.target)
    for number, part in enumerate(rectangles if names else (), start=1):
        ax.text(sum(part.x) / 2, sum(part.y) / 2, f"$R_{{{number}}}$", ha="center", va="center", zorder=3, bbox=LABEL)
    ax.set(xlim=_view(across), ylim=_view(up))
    ax.set_xlabel(shown(across.name), parse_math=False, family=families(across.name))
    ax.set_ylabel(shown(up.name), parse_math=False, family=families(up.name))
    return ax


@checked
def plot_surface(tree: Tree, data: Dataset, *, ax: Axes3D = None) -> Any:
    """Return axes in three dimensions with the predictions of *tree* over the plane of the two features of *data*.

    Each leaf is one step: its height is the number that it predicts, or the share of the second of two classes
    [ESL2 figure 9.2].  *ax* are axes made by ``projection="3d"``.  Raises `InvalidData` as `plot_partition` does, and
    for more classes than two; `Unsupported` where matplotlib is not installed.

    >>> from dtrees.data.constructors import regression_data
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.cart import cart
    >>> from matplotlib.figure import Figure
    >>> data = regression_data({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, [0, 1, 2, 4])
    >>> axes = plot_surface(grow(data, cart()), data, ax=Figure().add_subplot(projection="3d"))
    >>> len(axes.collections), axes.get_zlabel()
    (4, 'prediction')
    """
    require_same_kind(tree, data)
    _, (across, up) = _plane(data)
    rectangles = tuple(rectangles_of(tree, (across.name, up.name), (_view(across), _view(up))))
    ax = new_axes(6.4, 4.8, subplot_kw={"projection": "3d"}) if ax is None else ax
    heights = [_height(part.leaf.summary) for part in rectangles]
    for part, height in zip(rectangles, heights, strict=True):
        (left, right), (near, far) = part.x, part.y
        ax.bar3d(
            left,
            near,
            min(0.0, *heights),
            right - left,
            far - near,
            height - min(0.0, *heights),
            color=PLAIN,
            alpha=0.85,
        )
    ax.set_xlabel(shown(across.name), parse_math=False, family=families(across.name))
    ax.set_ylabel(shown(up.name), parse_math=False, family=families(up.name))
    ax.set_zlabel("prediction")
    ax.view_init(elev=35, azim=-120)
    return ax


def _height(summary: Summary) -> float:
    if isinstance(summary, Moments):
        return float(number_of(summary))
    if len(summary.classes) != 2:  # noqa: PLR2004
        message = f"a surface shows numbers or the share of one of two classes, not {len(summary.classes)} classes"
        raise InvalidData(message)
    return float(summary.proportions[1])


def rectangles_of(tree: Tree, names: tuple[str, str], view: tuple[Interval, Interval]) -> Iterator[Rectangle]:
    """Yield the part of each leaf's rectangle inside *view*, an interval for each feature, in the order of the leaves.

    >>> from dtrees.trees.summary import ClassCounts
    >>> from dtrees.trees.tree import Branch
    >>> tree = Branch(ClassCounts((1, 1)), Threshold("x", 3), [Leaf(ClassCounts((1, 0))), Leaf(ClassCounts((0, 1)))])
    >>> [(part.x, part.y) for part in rectangles_of(tree, ("x", "y"), ((0, 9), (0, 5)))]
    [((0, 3.0), (0, 5)), ((3.0, 9), (0, 5))]
    """
    waiting = [(tree, view)]
    while waiting:
        node, sides = waiting.pop()
        if isinstance(node, Leaf):
            yield Rectangle(node, *sides)
            continue
        axis, cut = _cut(plain_questions(node.question)[0], names)
        low, high = sides[axis]
        for child, part in ((1, (max(low, cut), high)), (0, (low, min(cut, high)))):
            if part[0] < part[1]:
                waiting.append((node.children[child], (part, sides[1]) if axis == 0 else (sides[0], part)))


def _cut(question: Asks, names: tuple[str, str]) -> tuple[int, float]:
    """Return which of the two features is asked about, and its threshold."""
    if not isinstance(question, Threshold) or question.feature not in names:
        message = f"the tree asks {question}, which cuts no rectangle: only thresholds of {' and '.join(names)} do"
        raise InvalidData(message)
    return names.index(question.feature), float(question.threshold)


def _plane(data: Dataset) -> tuple[Dataset, tuple[Numeric, Numeric]]:
    """Return the rows that have a place in the plane, those of two known values, and the two features of these rows."""
    lacking = np.logical_or.reduce([feature.missing for feature in data.features])
    known = data.take(np.flatnonzero(~lacking))
    match known.features:
        case (Numeric(), Numeric()) if not len(known):
            message = "no row has a value of both features, so that none has a place in the plane"
            raise InvalidData(message)
        case (Numeric() as across, Numeric() as up):
            return known, (across, up)
        case _:
            there = ", ".join(f"{feature.name} ({type(feature).__name__})" for feature in data.features)
            message = f"a plane has two numeric features, but the data have {there}: leave others out by data.drop"
            raise InvalidData(message)


def _view(feature: Numeric) -> Interval:
    low, high = float(min(feature.values)), float(max(feature.values))
    room = (high - low) * MARGIN or 1.0
    return low - room, high + room


def _draw_rectangles(ax: Axes, rectangles: tuple[Rectangle, ...], colours: Iterable[Any]) -> None:
    for part, colour in zip(rectangles, colours, strict=True):
        (left, right), (low, high) = part.x, part.y
        corners = (left, right, right, left), (low, low, high, high)
        ax.fill(*corners, facecolor=colour, edgecolor="black", linewidth=0.8)


def _draw_classes(ax: Axes, rectangles: tuple[Rectangle, ...], points: Points, target: Classes) -> None:
    """Draw tinted rectangles, and the points of each class with a colour and a marker of its own."""
    predicted = [part.leaf.summary.prediction for part in rectangles]
    colours = class_colours(tuple(dict.fromkeys([*target.labels, *predicted])))
    _draw_rectangles(ax, rectangles, [(colours[label], TINT) for label in predicted])
    drawn = {}
    for code, label in enumerate(target.labels):
        rows = target.codes == code
        marker = MARKERS[code % len(MARKERS)]
        places = points[0][rows], points[1][rows]
        drawn[label] = ax.scatter(*places, color=colours[label], edgecolors="black", marker=marker, **POINT)
    add_class_legend(ax, drawn, loc="upper left", bbox_to_anchor=(1, 1), frameon=False)


def _draw_responses(ax: Axes, rectangles: tuple[Rectangle, ...], points: Points, target: Responses) -> None:
    """Draw rectangles and points by one scale of colours, shown beside them."""
    drawn = ax.scatter(*points, c=nearest_floats(target.values), cmap="viridis", edgecolors="white", **POINT)
    predicted = np.array([part.leaf.summary.prediction for part in rectangles])
    _draw_rectangles(ax, rectangles, drawn.to_rgba(predicted))
    ax.figure.colorbar(drawn, ax=ax)

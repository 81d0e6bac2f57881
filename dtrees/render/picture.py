"""The picture of a tree: a box a node, what it asks at the box's foot, and the answers on the way down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dtrees.render.canvas import (
    FONT_SIZE,
    POINTS_PER_INCH,
    add_class_legend,
    class_colours,
    matplotlib_module,
    new_axes,
    size_of,
    width_of_text,
)
from dtrees.render.card import GAP, PADDING, cards_of, height_of_text
from dtrees.render.glance import INK, PLAIN, bin_edges, draw_glance, require_same_kind
from dtrees.render.scene import scene_of
from dtrees.summary import ClassCounts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from dtrees.data import Category, Dataset
    from dtrees.render.scene import Scene, Spot
    from dtrees.summary import Summary
    from dtrees.tree import Tree

LEGEND_LINE: Final = 1.6 * FONT_SIZE


def plot(tree: Tree, *, data: Dataset | None = None, ax: Axes | None = None) -> Axes:
    """Return axes with a tidy drawing of the tree, no two boxes or texts of which overlap.

    Each box holds the prediction; the class mix as a bar with the counts in class order, or for numbers the mean and
    the standard deviation; and what the node asks.  The answers stand above the children.  *data*, the training rows,
    put a histogram of the responses in each box of a tree of numbers; a tree of classes needs none.  Without *ax*
    the figure is as large as the tree; in given axes the text shrinks until the tree fits.

    Raises `InvalidData` where the data do not fit the tree, and `Unsupported` where matplotlib is not installed.

    >>> from dtrees import datasets
    >>> from dtrees.growing import grow
    >>> from dtrees.learners.id3 import id3
    >>> from matplotlib.figure import Figure
    >>> axes = plot(grow(datasets.load("loan"), id3()), ax=Figure().subplots())
    >>> [text.get_text() for text in axes.texts if text.get_text().endswith("?")]
    ['owns_house?', 'has_job?']
    """
    if data is not None:
        require_same_kind(tree, data)
    colours = class_colours(tree.summary.classes) if isinstance(tree.summary, ClassCounts) else {}
    edges = bin_edges(tree, data)
    scene = scene_of(tuple(cards_of(tree, data)), max(map(_legend_width, colours), default=0.0))
    height = max(scene.height, (len(colours) + 1) * LEGEND_LINE)
    if ax is None:
        whole = {"left": 0, "right": 1, "bottom": 0, "top": 1}
        ax = new_axes(scene.width / POINTS_PER_INCH, height / POINTS_PER_INCH, gridspec_kw=whole)
    scale = _fit(ax, scene.width, height)
    font_size = FONT_SIZE * scale
    _draw_boxes(ax, scene, colours, scale)
    for spot in scene.spots:
        _write(ax, spot, font_size)
        draw_glance(_window(ax, spot), spot.card, tuple(colours.values()), edges)
    if colours:
        patch = matplotlib_module("patches").Patch
        drawn = {label: patch(facecolor=colour) for label, colour in colours.items()}
        add_class_legend(ax, drawn, loc="upper left", labelspacing=0.3, fontsize=font_size, frameon=False)
    return ax


def _legend_width(label: Category) -> float:
    return width_of_text(str(label)) + 3 * FONT_SIZE


def _fit(ax: Axes, width: float, height: float) -> float:
    """Make the axes show the scene, a point as a point or smaller, and return how much smaller."""
    room_across, room_down = size_of(ax)
    scale = min(1.0, room_across / width, room_down / height)
    spare_across, spare_down = room_across / scale - width, room_down / scale - height
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set(xlim=(-spare_across / 2, width + spare_across / 2), ylim=(-height - spare_down / 2, spare_down / 2))
    return scale


def _draw_boxes(ax: Axes, scene: Scene, colours: dict[Category, Any], scale: float) -> None:
    """Draw the lines, and the boxes rimmed in the colour of what they predict, leaves with a thicker rim."""
    for spot in scene.spots[1:]:
        ax.plot(*spot.line, color=INK, linewidth=0.8 * scale, scalex=False, scaley=False)
    ax.bar(
        [spot.middle for spot in scene.spots],
        [spot.card.box_height for spot in scene.spots],
        [spot.width for spot in scene.spots],
        [spot.bottom for spot in scene.spots],
        color="white",
        edgecolor=[_rim(spot.card.node.summary, colours) for spot in scene.spots],
        linewidth=[(1.0 if spot.card.arity else 2.2) * scale for spot in scene.spots],
    )


def _rim(summary: Summary, colours: dict[Category, Any]) -> Any:
    return colours[summary.majority] if isinstance(summary, ClassCounts) and summary.weight else PLAIN


def _write(ax: Axes, spot: Spot, font_size: float) -> None:
    """Write the answer above the box, and in it the prediction at the top, the question at the foot."""
    card = spot.card
    over_question = spot.bottom + PADDING + height_of_text(card.question)
    for text, base, weight in (
        (card.answer, spot.top, "normal"),
        (card.prediction, spot.top - PADDING - height_of_text(card.prediction), "bold"),
        (card.counts, over_question, "normal"),
        (card.question, spot.bottom + PADDING, "bold"),
    ):
        if text:
            middle = base + height_of_text(text) / 2
            ax.text(
                spot.middle, middle, text, size=font_size, weight=weight, ha="center", va="center", parse_math=False
            )


def _window(ax: Axes, spot: Spot) -> Axes:
    """Return small axes in the box, below its prediction."""
    card = spot.card
    bottom = spot.top - PADDING - height_of_text(card.prediction) - GAP - card.picture_height
    bounds = (spot.left + PADDING, bottom, spot.width - 2 * PADDING, card.picture_height)
    window = ax.inset_axes(bounds, transform=ax.transData)
    window.set_axis_off()
    return window

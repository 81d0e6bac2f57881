"""The picture of a tree: a box for each node, with its question on top, and the answers on the way down."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from itertools import count, islice
from typing import TYPE_CHECKING, Final

from dtrees.arguments import checked
from dtrees.data.constructors import Columns
from dtrees.data.dataset import Dataset
from dtrees.errors import Impossible, InvalidData, Unsupported, shown
from dtrees.growing.impurity import Impurity
from dtrees.growing.learner import Learner
from dtrees.predicting.predict import ends_of_rows, features_for
from dtrees.render.canvas import FONT_SIZE, POINTS_PER_INCH, Axes, add_class_legend, new_axes, size_of, width_of_text
from dtrees.render.card import AXIS, GAP, HISTOGRAM, PADDING, Contents, Part, cards_of, height_of_text
from dtrees.render.colours import box_colours, class_colours, rim_colours
from dtrees.render.fonts import matplotlib_module, style_of
from dtrees.render.glance import INK, bin_edges, draw_cut, draw_glance, require_same_kind
from dtrees.render.scene import scene_of
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Branch, Tree, depth, leaves

if TYPE_CHECKING:
    from dtrees.data.dataset import Category
    from dtrees.render.colours import Colouring
    from dtrees.render.scene import Scene, Spot
    from dtrees.trees.paths import Path

SHOWN: Final[tuple[Part, ...]] = ("counts",)
"""The parts that boxes show by default."""

MOST_LEAVES: Final = 40
"""More leaves side by side are too small to be read on a page."""

MOST_BOXES: Final = 1000
"""A picture of so many boxes takes a minute, and nobody reads more."""

LEGEND_LINE: Final = 1.6 * FONT_SIZE


@checked
def plot(
    tree: Tree,
    *,
    data: Dataset | None = None,
    learner: Learner | None = None,
    impurity: Impurity | None = None,
    show: Iterable[Part] = SHOWN,
    row: Columns | None = None,
    max_depth: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Return axes with a tidy drawing of the tree, no two boxes or texts of which overlap.

    Each box has the colour of its prediction, deeper the purer the node, and holds the node's question; the class mix
    as a bar, or for numbers the mean and the standard deviation; and the prediction.  The answers stand above the
    children.  *data*, the training rows, put a histogram of the responses in each box of a regression tree.

    *show* adds ``counts`` and ``shares`` (in class order), ``impurity``, ``numbers`` of the nodes as `to_dot` numbers
    them, ``co_optimal``: the other questions that are optimal at the node (needs *data* and *learner*), and ``cut``:
    a histogram of the question's feature over the node's rows, and where the question cuts it (needs *data*).
    *impurity* is by default the learner's, or the one CART takes; where it is made of costs, as `ExpectedCost` is, the
    predictions are the classes of least expected cost.  *row*, columns of one row, marks its path, or all its paths
    where a missing value divides it.  Below *max_depth* the tree is folded; without one a tree of more than
    `MOST_LEAVES` leaves is folded to at most so many boxes without children, with a warning.  Without *ax* the figure
    is as large as the tree; in given axes the text shrinks until the tree fits.

    Raises `InvalidData` where the data or the row do not fit the tree, or what *show* needs is missing, and
    `Unsupported` for more than `MOST_BOXES` boxes, and where matplotlib is not installed.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.id3 import id3
    >>> from matplotlib.figure import Figure
    >>> axes = plot(grow(datasets.load("loan"), id3()), ax=Figure().subplots())
    >>> [text.get_text() for text in axes.texts if text.get_text().endswith("?")]
    ['owns_house?', 'has_job?']
    """
    if data is not None:
        require_same_kind(tree, data)
    ways = () if row is None else _ways(tree, row)
    if max_depth is None and (max_depth := _readable_depth(tree)) is not None:
        all_of_it = f"max_depth={depth(tree)} draws all"
        message = f"the tree has {len(leaves(tree))} leaves, and is folded below depth {max_depth}: {all_of_it}"
        warnings.warn(message, stacklevel=3)
    measure = impurity or (learner.impurity if learner else None)
    contents = Contents(
        show=frozenset(show), data=data, learner=learner, impurity=measure, ways=ways, max_depth=max_depth
    )
    colours = class_colours(tree.summary.classes) if isinstance(tree.summary, ClassCounts) else {}
    edges = bin_edges(tree, data)
    cards = tuple(islice(cards_of(tree, contents), MOST_BOXES + 1))
    if len(cards) > MOST_BOXES:
        message = f"the picture has more than {MOST_BOXES:,} boxes: fold it by max_depth=, or write it by to_html"
        raise Unsupported(message)
    scene = scene_of(cards, max(map(_legend_width, colours), default=0.0))
    height = max(scene.height, (len(colours) + 1) * LEGEND_LINE)
    if ax is None:
        whole = {"left": 0, "right": 1, "bottom": 0, "top": 1}
        ax = new_axes(scene.width / POINTS_PER_INCH, height / POINTS_PER_INCH, gridspec_kw=whole)
    scale = _fit(ax, scene.width, height)
    _draw_boxes(ax, scene, (box_colours(tree, measure), rim_colours(tree, measure)), scale)
    for spot in scene.spots:
        _write(ax, spot, FONT_SIZE * scale)
        draw_glance(
            _window(ax, spot, _glance_bottom(spot), spot.card.picture_height), spot.card, tuple(colours.values()), edges
        )
        if spot.card.has_cut:
            draw_cut(_window(ax, spot, _cut_bottom(spot), HISTOGRAM), spot.card, tuple(colours.values()), scale)
    if colours:
        patch = matplotlib_module("patches").Patch
        drawn = {label: patch(facecolor=colour) for label, colour in colours.items()}
        add_class_legend(ax, drawn, loc="upper left", labelspacing=0.3, fontsize=FONT_SIZE * scale, frameon=False)
    return ax


def _readable_depth(tree: Tree) -> int | None:
    """Return the depth below which a tree of many leaves is folded, or None for a tree that need not be."""
    ends, level = 1, [tree]
    for deep in count():
        below = [child for node in level if isinstance(node, Branch) for child in node.children]
        ends += len(below) - sum(isinstance(node, Branch) for node in level)
        if ends > MOST_LEAVES:
            return deep
        if not below:
            return None
        level = below
    raise Impossible  # a tree ends


def _ways(tree: Tree, row: Columns) -> tuple[Path, ...]:
    """Return the path to the node where the one row ends, or to each of those among which it is divided."""
    features = features_for(tree, row, "keep")
    if len(features[0]) != 1:
        message = f"row= holds {len(features[0])} rows: give the columns of one, whose way is to be marked"
        raise InvalidData(message)
    return tuple(end.path for end in ends_of_rows(tree, features)[0])


def _legend_width(label: Category) -> float:
    return width_of_text(shown(str(label))) + 3 * FONT_SIZE


def _fit(ax: Axes, width: float, height: float) -> float:
    """Fit a scene of this size into the axes, enlarging nothing, and return its scale, at most 1."""
    room_across, room_down = size_of(ax)
    scale = min(1.0, room_across / width, room_down / height)
    spare_across, spare_down = room_across / scale - width, room_down / scale - height
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set(xlim=(-spare_across / 2, width + spare_across / 2), ylim=(-height - spare_down / 2, spare_down / 2))
    return scale


def _draw_boxes(ax: Axes, scene: Scene, colours: tuple[Colouring, Colouring], scale: float) -> None:
    """Draw the lines, and the boxes rimmed in the colour of what they predict; leaves and marked ones thicker."""
    fill, rim = colours
    for spot in scene.spots[1:]:
        ax.plot(*spot.line, color=INK, linewidth=(2.4 if spot.card.marked else 0.8) * scale, scalex=False, scaley=False)
    drawn = ax.bar(
        [spot.middle for spot in scene.spots],
        [spot.card.box_height for spot in scene.spots],
        [spot.width for spot in scene.spots],
        [spot.bottom for spot in scene.spots],
        color=[fill(spot.card.node.summary) for spot in scene.spots],
        edgecolor=[INK if spot.card.marked else rim(spot.card.node.summary) for spot in scene.spots],
        linewidth=[_rim_width(spot) * scale for spot in scene.spots],
    )
    for spot, box in zip(scene.spots, drawn, strict=True):
        box.set_linestyle("--" if spot.card.folded else "-")


def _rim_width(spot: Spot) -> float:
    return 2.6 if spot.card.marked else 1.0 if spot.card.arity else 2.2


def _write(ax: Axes, spot: Spot, font_size: float) -> None:
    """Write the answer above the box, and in it the title, notes, the last line, and the rivals of the question."""
    card = spot.card
    over_rivals = spot.bottom + PADDING + height_of_text(card.rivals)
    over_foot = over_rivals + height_of_text(card.foot)
    for text, base, bold in (
        (card.answer, spot.top, False),
        (card.title, spot.top - PADDING - height_of_text(card.title), True),
        (card.notes, over_foot + card.cut_height, False),
        (card.foot, over_rivals, False),
        (card.rivals, spot.bottom + PADDING, False),
    ):
        if text:
            middle = base + height_of_text(text) / 2
            style = {"size": font_size, **style_of(text, bold=bold), "parse_math": False}
            ax.text(spot.middle, middle, text, ha="center", va="center", **style)


def _glance_bottom(spot: Spot) -> float:
    return spot.top - PADDING - height_of_text(spot.card.title) - GAP - spot.card.picture_height


def _cut_bottom(spot: Spot) -> float:
    return spot.bottom + PADDING + height_of_text(spot.card.rivals) + height_of_text(spot.card.foot) + GAP + AXIS


def _window(ax: Axes, spot: Spot, bottom: float, height: float) -> Axes:
    """Return small axes in the box, so high and with their bottom there."""
    window = ax.inset_axes((spot.left + PADDING, bottom, spot.width - 2 * PADDING, height), transform=ax.transData)
    window.set_axis_off()
    return window

"""A tree placed for the page: lines, boxes and texts in points from the top left, which the template draws."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.exchange import from_document
from dtrees.path import subtree_at
from dtrees.render.canvas import LINE
from dtrees.render.card import GAP, PADDING, Contents, cards_of, height_of_text, standard_deviation
from dtrees.render.scene import scene_of
from dtrees.summary import ClassCounts, Moments, Summary
from dtrees.traversal import leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from dtrees.render.scene import Spot


@attrs.frozen
class Text:
    """A line of text: how it is written, the height of its middle, and itself."""

    role: str
    y: float
    text: str


@attrs.frozen
class Band:
    """A class's share of a node's bar: which class, its left edge and its width."""

    number: int
    left: float
    width: float


@attrs.frozen
class Box:
    """A node: its box, the line from its parent, what stands in it, and whether it is the one that deviates.

    *bands* are the classes' shares; of numbers *mean* is where the mean lies on a scale that the root sets.
    """

    left: float
    top: float
    width: float
    height: float
    middle: float
    bar: float
    line: str
    texts: tuple[Text, ...]
    bands: tuple[Band, ...]
    mean: float | None
    is_leaf: bool
    deviates: bool


@attrs.frozen
class Drawing:
    """A tree as boxes, the size of the whole, the names of the classes, and the same in words."""

    boxes: tuple[Box, ...]
    width: float
    height: float
    leaves: int
    classes: tuple[str, ...]
    words: str


def drawing_of(document: Mapping[str, Any], path: tuple[int, ...] | None = None) -> Drawing:
    """Return the drawing of the tree that a *document* of `to_json` holds, the node at *path* marked.

    >>> from dtrees.exchange import tree_document
    >>> from dtrees.tree import Leaf
    >>> [box] = drawing_of(tree_document(Leaf(ClassCounts((3, 1), ("yes", "no")))), path=()).boxes
    >>> box.deviates, [text.text for text in box.texts]
    (True, ['yes', '3 · 1'])
    """
    tree = from_document(document)
    marked = None if path is None else subtree_at(tree, path)
    scene = scene_of(tuple(cards_of(tree, Contents())), 0.0)
    return Drawing(
        boxes=tuple(_box(spot, tree.summary, deviates=spot.card.node is marked) for spot in scene.spots),
        width=scene.width,
        height=scene.height,
        leaves=len(leaves(tree)),
        classes=tuple(map(str, tree.summary.classes)) if isinstance(tree.summary, ClassCounts) else (),
        words="\n".join(" ".join(text.text for text in _texts(spot)) for spot in scene.spots),
    )


def _box(spot: Spot, root: Summary, *, deviates: bool) -> Box:
    summary, width = spot.card.node.summary, spot.width - 2 * PADDING
    bands: tuple[Band, ...] = ()
    mean = None
    if not summary.weight:  # a peer may ask what parts nothing: that node's bar is empty
        pass
    elif isinstance(summary, ClassCounts):
        shares = [float(share) * width for share in summary.proportions]
        edges = accumulate(shares, initial=spot.left + PADDING)
        bands = tuple(Band(number, *band) for number, band in enumerate(zip(edges, shares, strict=False)) if band[1])
    elif isinstance(root, Moments):
        mean = spot.left + PADDING + _level(summary.mean, root) * width
    return Box(
        left=spot.left,
        top=-spot.top,
        width=spot.width,
        height=spot.card.box_height,
        middle=spot.middle,
        bar=PADDING + height_of_text(spot.card.prediction) + GAP - spot.top,
        line=" ".join(f"{x:.1f},{-y:.1f}" for x, y in zip(*spot.line, strict=True)),
        texts=tuple(_texts(spot)),
        bands=bands,
        mean=mean,
        is_leaf=not spot.card.arity,
        deviates=deviates,
    )


def _level(mean: Fraction, root: Moments) -> float:
    """Return where a mean lies, from 0 to 1, between the root's mean less and plus two standard deviations."""
    spread = 4 * standard_deviation(root)
    return min(max(0.5 + float(mean - root.mean) / spread, 0.0), 1.0) if spread else 0.5


def _texts(spot: Spot) -> Iterator[Text]:
    """Yield the answer above the box, the prediction at its top, and the counts and the question at its foot."""
    card = spot.card
    foot = -spot.bottom - PADDING - height_of_text(card.question)
    for role, text, top in (
        ("answer", card.answer, -spot.top - height_of_text(card.answer)),
        ("prediction", card.prediction, -spot.top + PADDING),
        ("counts", card.notes, foot - height_of_text(card.notes)),
        ("question", card.question, foot),
    ):
        for number, line in enumerate(text.split("\n") if text else ()):
            yield Text(role, top + (number + 0.5) * LINE, line)

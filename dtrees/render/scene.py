"""The coordinates of a tree's drawing: each depth has a line of answers, and a line of boxes below it.

All lengths are in points; x counts from the left edge; y is 0 at the top edge and negative below it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from dtrees.render.card import Card, height_of_text
from dtrees.render.layout import tidy

if TYPE_CHECKING:
    from collections.abc import Sequence

BETWEEN: Final = 8.0
"""The least distance between neighbouring boxes."""

DROP: Final = 18.0
"""The distance between the boxes of one depth and the answers of the next, where the lines turn."""

MARGIN: Final = 6.0


@attrs.frozen
class Spot:
    """A node's box: its card, its middle and top, and the corners of the line that leads to it."""

    card: Card
    width: float
    middle: float
    top: float
    line: tuple[tuple[float, ...], tuple[float, ...]]

    @property
    def left(self) -> float:
        """The left edge of the box."""
        return self.middle - self.width / 2

    @property
    def bottom(self) -> float:
        """The bottom of the box."""
        return self.top - self.card.box_height


@attrs.frozen
class Scene:
    """The boxes of all nodes, parents first, and the size of the whole drawing."""

    spots: tuple[Spot, ...]
    width: float
    height: float


def scene_of(cards: Sequence[Card], start: float) -> Scene:
    """Return the drawing of *cards*, listed parents first; *start* is the x coordinate of its left edge."""
    widths = [card.width for card in cards]
    middles = tidy([card.arity for card in cards], widths, BETWEEN)
    shift = start + MARGIN - min(middle - width / 2 for middle, width in zip(middles, widths, strict=True))
    levels, bottom = _levels(cards, -MARGIN)
    spots: list[Spot] = []
    latest: dict[int, Spot] = {}
    for card, own, middle in zip(cards, widths, middles, strict=True):
        level, x = levels[card.depth], middle + shift
        line = _line(latest[card.depth - 1], level, x, card) if card.depth else ((), ())
        latest[card.depth] = Spot(card, own, x, level.boxes, line)
        spots.append(latest[card.depth])
    right = max(spot.middle + spot.width / 2 for spot in spots)
    return Scene(tuple(spots), right + MARGIN, MARGIN - bottom)


@attrs.frozen
class _Level:
    """The y coordinates of one depth: the top of its answers and the top of its boxes."""

    answers: float
    boxes: float


def _levels(cards: Sequence[Card], top: float) -> tuple[list[_Level], float]:
    """Return the level of each depth, the first at *top*, and the bottom of the last."""
    answers = [0.0] * (max(card.depth for card in cards) + 1)
    boxes = list(answers)
    for card in cards:
        answers[card.depth] = max(answers[card.depth], height_of_text(card.answer))
        boxes[card.depth] = max(boxes[card.depth], card.box_height)
    levels = []
    for answer, box in zip(answers, boxes, strict=True):
        levels.append(_Level(top, top - answer))
        top -= answer + box + DROP
    return levels, top + DROP


def _line(parent: Spot, level: _Level, x: float, card: Card) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the corners of the line from the parent's box down to the card."""
    turn = level.answers + DROP / 2
    return (parent.middle, parent.middle, x, x), (parent.bottom, turn, turn, level.boxes + height_of_text(card.answer))

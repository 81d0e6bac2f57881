"""What the picture of a tree says of each node, and the room that takes: a card with an answer on top of a box."""

from __future__ import annotations

import math
from textwrap import fill
from typing import TYPE_CHECKING, Final

import attrs

from dtrees.impurity import squared_error
from dtrees.questions import EachCategory, Equals, Threshold, route
from dtrees.render.canvas import LINE, width_of_text
from dtrees.render.text import prediction_of, short
from dtrees.summary import ClassCounts, Moments, Summary
from dtrees.tree import Branch, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data import Dataset
    from dtrees.tree import Asks

PADDING: Final = 5.0
"""Between the rim of a box and what stands in it."""

GAP: Final = 3.0
"""Above and below the small picture in a box."""

BAR: Final = 8.0
"""The height of the picture of a class mix or a spread."""

HISTOGRAM: Final = 24.0
NARROWEST: Final = 56.0
LONGEST_LINE: Final = 24
"""In letters; a longer text is broken at its spaces."""


@attrs.frozen
class Card:
    """A node's texts: the answer that leads to it; in the box what it predicts, its counts, and what it asks.

    *rows* are the node's training rows, where they are known.
    """

    node: Tree
    depth: int
    answer: str
    prediction: str
    counts: str
    question: str
    rows: Dataset | None

    @property
    def arity(self) -> int:
        """The number of children."""
        return len(self.node.children) if isinstance(self.node, Branch) else 0

    @property
    def width(self) -> float:
        """The width that holds every text."""
        plain = max(map(width_of_text, (self.answer, self.counts)))
        bold = max(width_of_text(text, bold=True) for text in (self.prediction, self.question))
        return max(NARROWEST, plain + 2 * PADDING, bold + 2 * PADDING)

    @property
    def picture_height(self) -> float:
        """The height of the small picture in the box."""
        return BAR if self.rows is None or isinstance(self.node.summary, ClassCounts) else HISTOGRAM

    @property
    def box_height(self) -> float:
        """The height of the box."""
        texts = (self.prediction, self.counts, self.question)
        return sum(map(height_of_text, texts)) + self.picture_height + 2 * PADDING + 2 * GAP


def cards_of(tree: Tree, data: Dataset | None) -> Iterator[Card]:
    """Yield the card of each node, parents first, with the rows of *data* that come to it."""
    waiting: list[tuple[Tree, int, str, Dataset | None]] = [(tree, 0, "", data)]
    while waiting:
        node, depth, answer, rows = waiting.pop()
        prediction, counts = _facts(node.summary, spread=rows is None)
        question = wrapped(f"{node.question.feature}?") if isinstance(node, Branch) else ""
        yield Card(node, depth, answer, prediction, counts, question, rows)
        if isinstance(node, Branch):
            parts = [None] * len(node.children) if rows is None else route(rows, node.question)
            waiting.extend(
                (node.children[child], depth + 1, _answer(node.question, child), parts[child])
                for child in reversed(range(len(node.children)))
            )


def wrapped(text: str) -> str:
    r"""Return *text* in lines of `LONGEST_LINE` letters, or longer where a word is.

    >>> wrapped("not in {overcast, rainy, sunny}")
    'not in {overcast, rainy,\nsunny}'
    """
    return fill(text, LONGEST_LINE, break_long_words=False, break_on_hyphens=False)


def height_of_text(text: str) -> float:
    """Return how high *text* is in points; no text has no height."""
    return LINE * (text.count("\n") + 1) if text else 0.0


def _facts(summary: Summary, *, spread: bool) -> tuple[str, str]:
    """Return the prediction, of numbers with the standard deviation where *spread*, and the rows, in words."""
    prediction = wrapped(prediction_of(summary))
    if isinstance(summary, ClassCounts):
        return prediction, wrapped(" · ".join(map(short, summary.counts)))
    if spread and summary.weight:
        prediction += f" ± {standard_deviation(summary):.3g}"
    return prediction, f"n = {short(summary.weight)}"


def standard_deviation(summary: Moments) -> float:
    """Return the square root of the mean squared deviation of the responses from their mean."""
    return math.sqrt(squared_error(summary))


def _answer(question: Asks, child: int) -> str:
    """Return the answer without the feature, which stands in the box above."""
    match question:
        case Threshold(threshold=threshold):
            return f"{'≤>'[child]} {threshold:.10g}"
        case Equals(category=category):
            return wrapped(f"{'=≠'[child]} {category}")
        case EachCategory(categories=categories):
            return wrapped(str(categories[child]))
        case _:
            return wrapped(question.describe(child).removeprefix(f"{question.feature} "))

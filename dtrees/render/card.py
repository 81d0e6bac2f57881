"""The texts of each node in the picture of a tree, and their size: a card, which is an answer on top of a box."""

from __future__ import annotations

import math
from itertools import count
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs

from dtrees.errors import InvalidData, shown
from dtrees.growing.absolute_error import absolute_error
from dtrees.growing.impurity import squared_error, usual_impurity
from dtrees.render.canvas import LINE, width_of_text
from dtrees.render.rivals import rivals
from dtrees.render.text import answer_of, measure_of, prediction_of, question_text, short
from dtrees.trees.split import route
from dtrees.trees.summary import ClassCounts, Moments, Summary
from dtrees.trees.tree import Branch, Tree, leaves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data.dataset import Dataset
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner
    from dtrees.trees.paths import Path

PADDING: Final = 5.0
"""The distance between the rim of a box and its contents."""

GAP: Final = 3.0
"""Above and below the small picture in a box."""

BAR: Final = 8.0
"""The height of the picture of a class mix or a spread."""

HISTOGRAM: Final = 24.0

AXIS: Final = 8.0
"""The room below the histogram of a cut for the threshold."""

NARROWEST: Final = 56.0
MOST_RIVALS: Final = 3

LONGEST_LINE: Final = 24
"""The length in letters beyond which a text is broken at its spaces."""


Part: TypeAlias = Literal["counts", "shares", "impurity", "numbers", "co_optimal", "cut"]
"""What a box may show beside the question and the prediction."""


@attrs.frozen(kw_only=True)
class Contents:
    """The options of a picture that decide what its boxes show.

    show       any of ``counts``, ``shares`` (of the classes in percent), ``impurity``, ``numbers`` (of the nodes,
               parents first, from 0), ``co_optimal`` (the other optimal questions) and ``cut`` (a histogram of the
               question's feature)
    data       the training rows, which ``co_optimal`` and ``cut`` need
    learner    the learner that grew the tree, which ``co_optimal`` needs
    impurity   the measure of ``impurity``; where it is made of costs, predictions are those of least expected cost
    ways       the paths of a row, to be marked
    max_depth  the depth below which the tree is folded: a box there shows its number of leaves
    """

    show: frozenset[Part] = frozenset({"counts"})
    data: Dataset | None = None
    learner: Learner | None = None
    impurity: Impurity | None = None
    ways: tuple[Path, ...] = ()
    max_depth: int | None = None

    def __attrs_post_init__(self) -> None:
        for part, needed, given in (
            ("cut", "data", self.data),
            ("co_optimal", "data", self.data),
            ("co_optimal", "learner", self.learner),
        ):
            if part in self.show and given is None:
                message = f"show={part!r} needs {needed}=: give what the tree was grown {NEEDED[needed]}"
                raise InvalidData(message)


NEEDED: Final = {"data": "on", "learner": "by"}


@attrs.frozen
class Card:
    """A node's texts: the answer that leads to it; in the box a title, notes, a last line, and the rival questions.

    The title of a branch is its question, and its last line its prediction; the title of a leaf is its prediction.
    *rows* are the node's training rows, where they are known; *folded* is a branch whose children are not drawn, and
    *marked* a node on the path of the row that the picture follows.
    """

    node: Tree
    depth: int
    answer: str
    title: str
    notes: str
    foot: str
    rivals: str
    rows: Dataset | None
    has_cut: bool
    folded: bool
    marked: bool

    @property
    def arity(self) -> int:
        """The number of children that are drawn."""
        return len(self.node.children) if isinstance(self.node, Branch) and not self.folded else 0

    @property
    def width(self) -> float:
        """The width of the box, in which every text fits."""
        plain = max(map(width_of_text, (self.answer, self.notes, self.foot, self.rivals)))
        return max(NARROWEST, plain + 2 * PADDING, width_of_text(self.title, bold=True) + 2 * PADDING)

    @property
    def picture_height(self) -> float:
        """The height of the small picture of the target in the box."""
        return BAR if self.rows is None or isinstance(self.node.summary, ClassCounts) else HISTOGRAM

    @property
    def cut_height(self) -> float:
        """The height of the histogram of the question's feature, with the room above and below it."""
        return HISTOGRAM + 2 * GAP + AXIS if self.has_cut else 0.0

    @property
    def box_height(self) -> float:
        """The height of the box."""
        texts = (self.title, self.notes, self.foot, self.rivals)
        return sum(map(height_of_text, texts)) + self.picture_height + self.cut_height + 2 * PADDING + 2 * GAP


def cards_of(tree: Tree, contents: Contents) -> Iterator[Card]:
    """Yield the card of each node that is drawn, parents first."""
    number = count()
    waiting: list[tuple[Tree, int, str, Dataset | None, tuple[Path, ...]]] = [
        (tree, 0, "", contents.data, contents.ways)
    ]
    while waiting:
        node, depth, answer, rows, ways = waiting.pop()
        place = next(number)
        if contents.max_depth is None or depth <= contents.max_depth:
            yield _card(node, contents, rows, place=place, depth=depth, answer=answer, marked=bool(ways))
        if isinstance(node, Branch):
            parts = [None] * len(node.children) if rows is None else route(rows, node.question)
            waiting.extend(
                (
                    node.children[child],
                    depth + 1,
                    wrapped(answer_of(node.question, child)),
                    parts[child],
                    tuple(way[1:] for way in ways if way and way[0] == child),
                )
                for child in reversed(range(len(node.children)))
            )


def _card(node: Tree, contents: Contents, rows: Dataset | None, *, place: int, depth: int, **drawn: Any) -> Card:
    """Return the card of the node, the so-manyth of the tree; *drawn* are its answer and whether it is marked."""
    prediction, counts = _facts(node.summary, contents.impurity, spread=rows is None)
    show, learner = contents.show, contents.learner
    notes = [counts] if "counts" in show else []
    if "shares" in show and isinstance(node.summary, ClassCounts) and node.summary.weight:
        notes.append(wrapped(" · ".join(f"{float(share):.0%}" for share in node.summary.proportions)))
    if "impurity" in show:
        notes.append(measure_of(node.summary, contents.impurity))
    folded = isinstance(node, Branch) and depth == contents.max_depth
    title, foot = prediction, f"… {len(leaves(node))} leaves" if folded else ""
    if isinstance(node, Branch) and not folded:
        title, foot = wrapped(f"{question_text(node.question)}?"), prediction
    asks = isinstance(node, Branch) and not folded
    return Card(
        node=node,
        depth=depth,
        title=f"{place}: {title}" if "numbers" in show else title,
        notes="\n".join(notes),
        foot=foot,
        rivals=_rivals(node, rows, learner) if asks and "co_optimal" in show else "",
        rows=rows,
        has_cut=asks and "cut" in show and rows is not None and len(rows) > 0,
        folded=folded,
        **drawn,
    )


def _rivals(node: Tree, rows: Dataset | None, learner: Learner | None) -> str:
    """Return the other optimal questions, called better where the node's own is not optimal."""
    if not isinstance(node, Branch) or rows is None or not len(rows) or learner is None:
        return ""
    is_optimal, others = rivals(node.question, rows, learner)
    word = "or" if is_optimal else "better:"
    lines = [wrapped(f"{word} {question_text(other)}") for other in others[:MOST_RIVALS]]
    left_out = [f"and {len(others) - MOST_RIVALS} more"] if len(others) > MOST_RIVALS else []
    return "\n".join([*lines, *left_out])


def wrapped(text: str) -> str:
    r"""Return *text* in lines of `LONGEST_LINE` letters, or longer where a word is.

    >>> wrapped("not in {overcast, rainy, sunny}")
    'not in {overcast, rainy,\nsunny}'
    """
    return fill(shown(text), LONGEST_LINE, break_long_words=False, break_on_hyphens=False)


def height_of_text(text: str) -> float:
    """Return the height of *text* in points, 0 for an empty one."""
    return LINE * (text.count("\n") + 1) if text else 0.0


def _facts(summary: Summary, impurity: Impurity | None, *, spread: bool) -> tuple[str, str]:
    """Return the prediction, of numbers with `spread_of` them where *spread*, and the rows, in words."""
    prediction = wrapped(prediction_of(summary, impurity))
    if isinstance(summary, ClassCounts):
        return prediction, wrapped(" · ".join(map(short, summary.counts)))
    if spread and summary.weight:
        prediction += f" ± {spread_of(summary):.3g}"
    return prediction, f"n = {short(summary.weight)}"


def spread_of(summary: Moments) -> float:
    """Return the standard deviation of the responses, or their mean absolute deviation where a median is predicted."""
    if usual_impurity(summary) is absolute_error:
        return float(absolute_error(summary))  # type: ignore[arg-type]  # whose responses are kept
    return math.sqrt(squared_error(summary))

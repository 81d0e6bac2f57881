"""The small pictures in a node's box: its class mix or responses, and its question's feature with the cut.

All nodes of a tree are drawn on one scale, so that they can be compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtrees.data.dataset import Categorical, Classes, Dataset, Numeric, Responses
from dtrees.data.scaled import nearest_floats
from dtrees.errors import InvalidData
from dtrees.render.card import spread_of
from dtrees.render.colours import PLAIN, number_of
from dtrees.render.text import rounded
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.questions import Threshold
from dtrees.trees.split import answers_of
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.trees.tree import Branch, preorder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.data.dataset import Feature
    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.render.canvas import Axes
    from dtrees.render.card import Card
    from dtrees.trees.tree import Tree

BINS: Final = 10

SMALL: Final = 6.5
"""The size of the number below a histogram."""

INK: Final = "#404040"


def require_same_kind(tree: Tree, data: Dataset) -> None:
    """Raise `InvalidData` where one of *tree* and *data* is of classes and the other of numbers."""
    kinds = ("classes" if isinstance(one, ClassCounts | Classes) else "numbers" for one in (tree.summary, data.target))
    predicted, held = kinds
    if predicted != held:
        message = f"the tree predicts {predicted}, but the data hold {held}: give the data that the tree was grown on"
        raise InvalidData(message)


def bin_edges(tree: Tree, data: Dataset | None) -> FloatArray:
    """Return the edges of the intervals of all histograms of responses, ascending; none for a tree of classes."""
    if isinstance(tree.summary, ClassCounts):
        return np.empty(0)
    if data is not None and isinstance(data.target, Responses):
        return np.histogram_bin_edges(nearest_floats(data.target.values), BINS)
    moments = [node.summary for node, _ in preorder(tree) if isinstance(node.summary, Moments)]
    summaries = [one for one in moments if one.weight]
    ends = [float(number_of(one)) + sign * spread_of(one) for one in summaries for sign in (-1, 1)]
    return np.histogram_bin_edges(ends, BINS)


def draw_glance(window: Axes, card: Card, colours: Sequence[Any], edges: FloatArray) -> None:
    """Draw the class mix of the card's node in *colours*, or its responses as a histogram with these *edges*."""
    match card.node.summary, card.rows:
        case ClassCounts() as mix, _:
            counts = [float(count) for count in mix.counts]
            window.barh(0, counts, left=[sum(counts[:place]) for place in range(len(counts))], color=[*colours])
            window.margins(0)
        case Moments(), Dataset(target=Responses(values), weights=weights):
            window.hist(nearest_floats(values), edges.tolist(), weights=nearest_floats(weights), color=PLAIN)
            window.axhline(0, color=INK, linewidth=0.8, clip_on=False)
            window.set_xlim(edges[0], edges[-1])
        case Moments() as moments, _:
            window.axhline(0, color="lightgray", linewidth=0.8)
            if moments.weight:
                spread = spread_of(moments)
                window.errorbar(
                    float(moments.predicted), 0, xerr=spread, fmt="o", color=PLAIN, markersize=4, clip_on=False
                )
            window.set_xlim(edges[0], edges[-1])


def draw_cut(window: Axes, card: Card, colours: Sequence[Any], scale: float) -> None:
    """Draw a histogram of the question's feature over the node's rows, classes stacked, with a line where it is cut.

    Categories stand in the order of the children that they go to, with a line between child and child.  Rows of a
    missing value are left out.  A threshold's number stands below its line.
    """
    if not isinstance(card.node, Branch) or card.rows is None:
        return
    asked = card.node.question
    known = np.flatnonzero(~card.rows.feature(asked.feature).missing)
    rows, question = card.rows.take(known), plain_questions(asked)[0]
    feature = rows.feature(question.feature)
    if isinstance(feature, Numeric) and isinstance(question, Threshold):
        values = nearest_floats(feature.values)
        edges = np.histogram_bin_edges(values, BINS)
        places = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, BINS - 1)
        starts, width, cuts = edges[:-1], float(edges[1] - edges[0]), [float(question.threshold)]
    else:
        answers = np.array(answers_of(question, rows.features))
        _, places = np.unique(np.column_stack([answers, _codes(feature)]), axis=0, return_inverse=True)
        starts, width = np.arange(places.max() + 1) - 0.4, 0.8
        cuts = [float(places[answers == child].max()) + 0.5 for child in sorted(set(answers))[:-1]]
    below = np.zeros(len(starts))
    for part, hue in _stack(rows, colours):
        height = np.bincount(places[part], nearest_floats(rows.weights)[part], len(starts))
        window.bar(starts, height, width, below, align="edge", color=hue)
        below += height
    for cut in cuts:
        window.axvline(cut, color=INK, linewidth=1.2)
    if isinstance(question, Threshold):
        style: dict[str, Any] = {"size": SMALL * scale, "color": INK, "ha": "center", "va": "top", "parse_math": False}
        window.text(cuts[0], 0, rounded(question.threshold, 4), **style)
    window.axhline(0, color=INK, linewidth=0.8, clip_on=False)


def _codes(feature: Feature) -> IntArray:
    return feature.codes if isinstance(feature, Categorical) else np.unique(feature.values, return_inverse=True)[1]


def _stack(rows: Dataset, colours: Sequence[Any]) -> Iterator[tuple[IntArray, Any]]:
    """Yield the rows of each class with its colour, or all rows of a target of numbers."""
    if not isinstance(rows.target, Classes):
        yield np.arange(len(rows)), PLAIN
        return
    for code, colour in enumerate(colours):
        yield np.flatnonzero(rows.target.codes == code), colour

"""What a node holds, at a glance: the class mix as a bar, or the responses as a histogram or as mean and deviation.

Nodes of one tree are drawn by one measure, so that they compare.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtrees.data import Classes, Dataset, Responses
from dtrees.errors import InvalidData
from dtrees.render.card import standard_deviation
from dtrees.summary import ClassCounts, Moments
from dtrees.traversal import preorder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from dtrees.data import FloatArray
    from dtrees.render.card import Card
    from dtrees.tree import Tree

BINS: Final = 10
INK: Final = "#404040"
PLAIN: Final = "#4C7A9E"
"""The colour of what has no class."""


def require_same_kind(tree: Tree, data: Dataset) -> None:
    """Raise `InvalidData` where one of *tree* and *data* is of classes and the other of numbers."""
    kinds = ("classes" if isinstance(one, ClassCounts | Classes) else "numbers" for one in (tree.summary, data.target))
    predicted, held = kinds
    if predicted != held:
        message = f"the tree predicts {predicted}, but the data hold {held}: give the data that the tree was grown on"
        raise InvalidData(message)


def bin_edges(tree: Tree, data: Dataset | None) -> FloatArray:
    """Return where the intervals of the responses begin and end, the first to the last; none for classes."""
    if isinstance(tree.summary, ClassCounts):
        return np.empty(0)
    if data is not None and isinstance(data.target, Responses):
        return np.histogram_bin_edges(data.target.values, BINS)
    moments = [node.summary for node, _ in preorder(tree) if isinstance(node.summary, Moments)]
    summaries = [one for one in moments if one.weight]
    ends = [float(one.mean) + sign * standard_deviation(one) for one in summaries for sign in (-1, 1)]
    return np.histogram_bin_edges(ends, BINS)


def draw_glance(window: Axes, card: Card, colours: Sequence[Any], edges: FloatArray) -> None:
    """Draw what the card's node holds: of classes by *colours*, of numbers between the *edges*."""
    match card.node.summary, card.rows:
        case ClassCounts() as mix, _:
            counts = [float(count) for count in mix.counts]
            window.barh(0, counts, left=[sum(counts[:place]) for place in range(len(counts))], color=colours)
            window.margins(0)
        case Moments(), Dataset(target=Responses(values), weights=weights):
            window.hist(values, edges.tolist(), weights=weights, color=PLAIN)
            window.axhline(0, color=INK, linewidth=0.8, clip_on=False)
            window.set_xlim(edges[0], edges[-1])
        case Moments() as moments, _:
            window.axhline(0, color="lightgray", linewidth=0.8)
            if moments.weight:
                spread = standard_deviation(moments)
                window.errorbar(float(moments.mean), 0, xerr=spread, fmt="o", color=PLAIN, markersize=4, clip_on=False)
            window.set_xlim(edges[0], edges[-1])

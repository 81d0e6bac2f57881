"""The questions of a tree asked of other rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtrees.growing.candidates import values_and_groups
from dtrees.trees.missing_answers import answers_of
from dtrees.trees.questions import UNSEEN, EachCategory, route
from dtrees.trees.summary import summarize
from dtrees.trees.traversal import Sprout, as_leaf, unfold
from dtrees.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.trees.tree import Asks


def with_rows(tree: Tree, rows: Dataset) -> Tree:
    """Return the tree that asks its questions of *rows*, with the summaries of these.

    Where there is a child for each category, one that none has yet gets a leaf.  Rows that miss a value are divided as
    *rows* are.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.id3 import id3
    >>> tree = grow(classification_data({"x": ["p", "q"]}, ["a", "b"]), id3())
    >>> more = with_rows(tree, classification_data({"x": ["p", "r", "p"]}, ["a", "b", "b"]))
    >>> more.question.categories, [child.summary.counts for child in more.children]
    (('p', 'q', 'r'), [(1, 1), (0, 0), (0, 1)])
    """

    def grow_node(place: tuple[Tree, Dataset]) -> Leaf | Sprout[tuple[Tree, Dataset]]:
        node, rows = place
        summary = summarize(rows)
        if isinstance(node, Leaf):
            return Leaf(summary)
        question = _of_every_category(node.question, rows)
        new = [as_leaf(node)] * (question.arity - node.question.arity)
        return Sprout(summary, question, tuple(zip((*node.children, *new), route(rows, question), strict=True)))

    return unfold((tree, rows), grow_node)


def _of_every_category(question: Asks, rows: Dataset) -> Asks:
    """Return the question with a child for each category that *rows* hold, where it had one for each before."""
    if not isinstance(question, EachCategory):
        return question
    lost = rows.take(np.flatnonzero(answers_of(question, rows.features) == UNSEEN))
    new, _ = values_and_groups(lost, lost.feature(question.feature))
    return EachCategory(question.feature, (*question.categories, *new)) if new else question

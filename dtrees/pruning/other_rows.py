"""The questions of a tree asked of other rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtrees.data.dataset import Numeric
from dtrees.trees.questions import EachCategory
from dtrees.trees.recursion import recursive
from dtrees.trees.split import route
from dtrees.trees.summary import summarize
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.trees.questions import Asks


@recursive
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
    if isinstance(tree, Leaf):
        return Leaf(summarize(rows))
    question = _of_every_category(tree.question, rows)
    below = [*tree.children, *[Leaf(tree.summary)] * (question.arity - tree.question.arity)]
    children = [with_rows(child, part) for child, part in zip(below, route(rows, question), strict=True)]
    return Branch(summarize(rows), question, children)


def _of_every_category(question: Asks, rows: Dataset) -> Asks:
    """Return the question with a child for each category that *rows* hold, where it had one for each before."""
    if not isinstance(question, EachCategory):
        return question
    column = rows.feature(question.feature)
    present = {value for value in column if value is not None} - set(question.categories)
    new = sorted(present) if isinstance(column, Numeric) else [one for one in column.categories if one in present]
    return EachCategory(question.feature, (*question.categories, *new)) if new else question

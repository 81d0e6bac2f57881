"""J48's trees in the specification's types, and the learner that they are judged by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.candidates import Questions
from dtrees.data import Numeric
from dtrees.learners.c45 import c45
from dtrees.oracle.conventions import Conventions
from dtrees.questions import EachCategory, Equals, Question, Threshold, split
from dtrees.summary import summarize
from dtrees.traversal import Sprout, unfold
from dtrees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data import Dataset
    from dtrees.learner import Learner
    from dtrees.oracle.peers.j48.run import Node

CONVENTIONS: Final = Conventions(cut="midpoint", arithmetic="float64", zero_gain="stop")
"""What J48 chooses for itself with -doNotMakeSplitPointActualValue, as far as it is no rule of its own (`rules`).

It asks the first of equal questions, predicts the first of equal classes, and counts in the gate's average the columns
that part the rows.
"""


def learner_of(options: Sequence[str]) -> Learner:
    """Return what J48 grows with *options*, as far as the book goes: C4.5 that gains something.

    -M n asks two children of weight n, so a node below 2 n is a leaf.  -B asks whether a category is one.

    >>> learner_of(["-U", "-M", "1", "-B"]).questions.categories
    'equals'
    """
    learner = c45(min_split=2 * least_weight(options), zero_gain="stop")
    return attrs.evolve(learner, questions=Questions(categories="equals")) if "-B" in options else learner


def least_weight(options: Sequence[str]) -> int:
    """Return n of -M n; J48's own is 2.

    >>> least_weight(["-M", "5"]), least_weight([])
    (5, 2)
    """
    return int(options[options.index("-M") + 1]) if "-M" in options else 2


def translate(nodes: Sequence[Node], data: Dataset) -> Tree:
    """Return J48's *nodes* with the exact summaries of the rows of *data* that they send to each.

    Of a category's children only those that have rows are shown: J48 has one for each category of the column.
    """

    def grow_node(seed: tuple[int, Dataset]) -> Leaf | Sprout[tuple[int, Dataset]]:
        node, rows = nodes[seed[0]], seed[1]
        if node.asks < 0:
            return Leaf(summarize(rows))
        question, children = _asked(node, rows)
        return Sprout(summarize(rows), question, tuple(zip(children, split(rows, question), strict=True)))

    return unfold((0, data), grow_node)


def _asked(node: Node, rows: Dataset) -> tuple[Question, Sequence[int]]:
    feature: Any = rows.features[node.asks]
    if isinstance(feature, Numeric):
        return Threshold(feature.name, node.cut), node.children
    if node.cut < len(feature.categories):
        return Equals(feature.name, feature.categories[int(node.cut)]), node.children
    present = np.unique(feature.codes).tolist()
    question = EachCategory(feature.name, [feature.categories[code] for code in present])
    return question, [node.children[code] for code in present]

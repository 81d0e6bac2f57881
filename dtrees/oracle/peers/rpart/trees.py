"""rpart's trees in the specification's types, and the learner that they are judged by."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtrees.data import Numeric
from dtrees.impurity import Impurity, entropy, gini, squared_error
from dtrees.learners.cart import cart
from dtrees.oracle.conventions import Conventions
from dtrees.questions import OneOf, Question, Threshold, route
from dtrees.summary import summarize
from dtrees.traversal import Sprout, unfold
from dtrees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data import Dataset
    from dtrees.learner import Learner
    from dtrees.oracle.peers.rpart.run import Criterion, Fit

IMPURITIES: Final[dict[Criterion, Impurity]] = {"gini": gini, "information": entropy, "anova": squared_error}

CONVENTIONS: Final = Conventions(
    comparison="<",
    cut="midpoint",
    arithmetic="float64",
    ties="any",
    zero_gain="stop",
    categories="subset",
    wording="any",
    scale="root",
)
"""What rpart chooses for itself; R(t) is of errors or squared errors, whatever the tree was grown by."""

LEFT: Final = 1
"""What ``csplit`` says of a level that goes left; 3 goes right, and 2 is not at the node."""


def learner_of(criterion: Criterion) -> Learner:
    """Return what rpart grows with cp = -1, minsplit = 2 and minbucket = 1: CART with subset questions.

    A split must gain something; maxdepth is at most 30, for node numbers are 32-bit integers.
    """
    return cart(impurity=IMPURITIES[criterion], categories="subset", zero_gain="stop", max_depth=30)


def translate(fit: Fit, data: Dataset, *, exactly: bool = False) -> Tree:
    """Return *fit* with the exact summaries of the rows of *data* that it sends to each node.

    rpart sends x < cut one way and x >= cut the other; the child of the smaller values is put first.  The threshold
    is the cut itself where no row of the node lies on it (then it parts them as x <= cut does), and else, or
    *exactly*, the float below.  A category goes to the first child where rpart sends it to the left one; any that
    its node has not seen goes right.
    """
    asked = questions(fit, data)

    def grow_node(seed: tuple[int, Dataset]) -> Leaf | Sprout[tuple[int, Dataset]]:
        node, rows = seed
        if node not in asked:
            return Leaf(summarize(rows))
        question, first = asked[node]
        if isinstance(question, Threshold):
            values = rows.feature(question.feature).values  # type: ignore[union-attr]  # a threshold asks for numbers
            if exactly or np.any(values == question.threshold):
                question = Threshold(question.feature, math.nextafter(question.threshold, -math.inf))
        numbers = (2 * node + first, 2 * node + 1 - first)
        return Sprout(summarize(rows), question, tuple(zip(numbers, route(rows, question), strict=True)))

    return unfold((1, data), grow_node)


def pruned_to(tree: Tree, nodes: frozenset[int], asked: Mapping[int, tuple[Question, int]]) -> Tree:
    """Return *tree*, translated from a fit that *asked* so, with the nodes that a pruning left."""

    def grow_node(seed: tuple[int, Tree]) -> Leaf | Sprout[tuple[int, Tree]]:
        node, whole = seed
        if isinstance(whole, Leaf) or 2 * node not in nodes:
            return Leaf(whole.summary)
        first = asked[node][1]
        numbers = (2 * node + first, 2 * node + 1 - first)
        return Sprout(whole.summary, whole.question, tuple(zip(numbers, whole.children, strict=True)))

    return unfold((1, tree), grow_node)


def questions(fit: Fit, data: Dataset) -> dict[int, tuple[Question, int]]:
    """Return the question at each inner node by its number, and which of rpart's children (0: left) comes first."""
    inner = [(node, name) for node, name in zip(fit.node, fit.variable, strict=True) if name != "<leaf>"]
    return {
        int(node): _question(split, data.features[int(name.removeprefix("v"))], fit)
        for (node, name), split in zip(inner, fit.splits, strict=True)
    }


def _question(split: list[float], feature: Any, fit: Fit) -> tuple[Question, int]:
    _, direction, _, index, *_ = split
    if isinstance(feature, Numeric):
        return Threshold(feature.name, index), int(direction > 0)
    sides = fit.levels[int(index) - 1]
    left = [category for category, side in zip(feature.categories, sides, strict=False) if side == LEFT]
    return OneOf(feature.name, left), 0

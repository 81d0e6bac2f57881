"""The tree's shape as it grows, level by level, and the tree made of it from the leaves up."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.data import Classes, Responses
from dtrees.summary import ClassCounts, Moments
from dtrees.tree import Branch, Leaf
from dtrees.vectorized.units import multiples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data import Dataset, IntArray
    from dtrees.exact import Rational
    from dtrees.questions import Question
    from dtrees.summary import Summary
    from dtrees.tree import Tree
    from dtrees.vectorized.segments import Segments


class Shape:
    """Nodes numbered as they come, parents before children: each one's question and parent, each row's last node."""

    def __init__(self, rows: int) -> None:
        self.questions: list[Question | None] = [None]
        self.parents: list[IntArray] = []
        self.node_of_row = np.zeros(rows, dtype=np.int64)
        self.newest = np.array([0])
        self.answers = np.array([-1])

    def add(
        self,
        numbers: IntArray,
        questions: Sequence[Question | None],
        parents: IntArray,
        answers: IntArray,
        rows: IntArray,
        nodes: Segments,
    ) -> None:
        """Add the children of a level's nodes, once these are told their *questions*: the `newest` nodes.

        *numbers* are the level's own; new node i is child ``answers[i]`` of its node ``parents[i]``, and holds the i-th
        of the *nodes* that *rows* make.
        """
        for number, question in zip(numbers.tolist(), questions, strict=True):
            self.questions[number] = question
        first = len(self.questions)
        self.newest, self.answers = np.arange(first, first + len(parents)), answers
        self.parents.append(numbers[parents])
        self.questions += [None] * len(parents)
        self.node_of_row[rows] = nodes.spread(self.newest)

    def tree(self, data: Dataset) -> Tree:
        """Return the tree whose leaves hold the rows of *data* that came to them."""
        parents = [-1, *(parent for level in self.parents for parent in level.tolist())]
        children: list[list[Tree]] = [[] for _ in parents]
        summaries = self.summaries(data)
        for node in range(len(parents) - 1, 0, -1):
            children[parents[node]].append(self._node(node, summaries, children))
        return self._node(0, summaries, children)

    def _node(self, node: int, summaries: Sequence[Summary], children: list[list[Tree]]) -> Tree:
        question = self.questions[node]
        return Leaf(summaries[node]) if question is None else Branch(summaries[node], question, children[node][::-1])

    def summaries(self, data: Dataset) -> Sequence[Summary]:
        """Return the summary of each node, made of exact sums of integers."""
        weights, unit, w = multiples(data.weights)
        match data.target:
            case Classes(labels, codes):
                counts = np.zeros((len(self.questions), len(labels)), weights.dtype)
                np.add.at(counts, (self.node_of_row, codes), weights)
                summary = cache(lambda *row: ClassCounts(_scaled(row, unit, w), labels))
                return [summary(*row) for row in self._with_children(counts).tolist()]
            case Responses(values):
                responses, grain, y = multiples(values)
                channels = weights.astype(object) * responses.astype(object) ** np.arange(3)[:, None]
                sums = np.zeros((len(self.questions), 3), object)
                np.add.at(sums, self.node_of_row, channels.T)
                weight, total, squares = self._with_children(sums).T.tolist()
                moments = zip(
                    _scaled(weight, unit, w),
                    _scaled(total, unit + grain, w * y),
                    _scaled(squares, unit + 2 * grain, w * y * y),
                    strict=True,
                )
                return [Moments(*sums) for sums in moments]

    def _with_children(self, sums: NDArray[Any]) -> NDArray[Any]:
        """Return each node's *sums*, those of all nodes below it added."""
        last = len(sums)
        for parents in reversed(self.parents):
            first = last - len(parents)
            np.add.at(sums, parents, sums[first:last])
            last = first
        return sums


def _scaled(integers: Sequence[int], exponent: int, divisor: int) -> Sequence[Rational]:
    """Return each integer * 2**exponent / divisor."""
    if divisor > 1 or exponent < 0:
        above, below = max(0, exponent), divisor << max(0, -exponent)
        return [Fraction(integer << above, below) for integer in integers]
    return [integer << exponent for integer in integers] if exponent else integers

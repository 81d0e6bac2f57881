"""The tree's shape as it grows, level by level, and the tree made of it from the leaves up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtrees.data import Dataset
from dtrees.impurity import summarize_groups, total
from dtrees.tree import Branch, Leaf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data import IntArray
    from dtrees.split import Question
    from dtrees.tree import Tree
    from dtrees.vectorized.segments import Segments


class Shape:
    """Nodes numbered as they come, parents before children: each one's question and children, each row's last node."""

    def __init__(self, rows: int) -> None:
        self.questions: list[Question | None] = [None]
        self.children: list[list[int]] = [[]]
        self.node_of_row = np.zeros(rows, dtype=np.int64)

    def add(
        self,
        numbers: IntArray,
        questions: Sequence[Question | None],
        parents: IntArray,
        rows: IntArray,
        nodes: Segments,
    ) -> IntArray:
        """Return the numbers of the children of a level's nodes, once these are told their *questions*.

        *numbers* are the level's own; child i's parent is its node ``parents[i]``, and it holds the i-th of the *nodes*
        that *rows* make.
        """
        for number, question in zip(numbers.tolist(), questions, strict=True):
            self.questions[number] = question
        first = len(self.questions)
        new = np.arange(first, first + len(parents))
        for parent, number in zip(numbers[parents].tolist(), new.tolist(), strict=True):
            self.children[parent].append(number)
        self.questions += [None] * len(parents)
        self.children += [[] for _ in new]
        self.node_of_row[rows] = nodes.spread(new)
        return new

    def tree(self, data: Dataset) -> Tree:
        """Return the tree whose leaves hold the rows of *data* that came to them."""
        leaves, leaf_of_row = np.unique(self.node_of_row, return_inverse=True)
        here = Dataset((), data.target, data.weights)
        grown: dict[int, Tree] = {}
        summaries = summarize_groups(here, leaf_of_row, len(leaves))
        for leaf, summary in zip(leaves.tolist(), summaries, strict=True):
            grown[leaf] = Leaf(summary)
        for node in range(len(self.questions) - 1, -1, -1):
            question = self.questions[node]
            if question is not None:
                children = tuple(grown.pop(child) for child in self.children[node])
                grown[node] = Branch(total(child.summary for child in children), question, children)
        return grown[0]

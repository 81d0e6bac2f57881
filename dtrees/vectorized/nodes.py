"""The tree's shape as it grows, level by level, and the tree made of it from the leaves up."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, pairwise, repeat
from math import gcd
from operator import floordiv
from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.data import Classes, Responses
from dtrees.summary import ClassCounts, Moments
from dtrees.tree import Branch, Leaf
from dtrees.vectorized.bulk import made, put
from dtrees.vectorized.choice import Choice
from dtrees.vectorized.units import multiples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data import Dataset, IntArray
    from dtrees.exact import Rational
    from dtrees.summary import Summary
    from dtrees.tree import Tree
    from dtrees.vectorized.columns import Columns, Places
    from dtrees.vectorized.segments import Segments


class Shape:
    """Nodes numbered as they come, parents before children: each one's question and parent, each row's last node."""

    def __init__(self, rows: int) -> None:
        self.choices: list[tuple[IntArray, Choice]] = []
        self.parents: list[IntArray] = []
        self.node_of_row = np.zeros(rows, dtype=np.int64)
        self.size, self.newest = 1, np.array([0])
        self.answers: Places = np.array([-1])

    def add(
        self,
        numbers: IntArray,
        choice: Choice,
        parents: IntArray,
        answers: Places,
        rows: IntArray,
        nodes: Segments,
    ) -> None:
        """Add the children of a level's nodes, once these have made their *choice*: the `newest` nodes.

        *numbers* are the level's own; new node i is child ``answers[i]`` of its node ``parents[i]``, and holds the i-th
        of the *nodes* that *rows* make.
        """
        self.choices.append((numbers, choice))
        self.parents.append(numbers[parents])
        self.newest, self.answers = np.arange(self.size, self.size + len(parents)), answers
        self.size += len(parents)
        self.node_of_row[rows] = nodes.spread(self.newest)

    def tree(self, data: Dataset, columns: Columns) -> Tree:
        """Return the tree whose leaves hold the rows of *data* that came to them."""
        parents = np.concatenate([np.zeros(0, dtype=np.int64), *self.parents])
        arity = np.bincount(parents, minlength=self.size)
        branches, leaves = np.flatnonzero(arity), np.flatnonzero(arity == 0)
        questions = Choice.joined(self.size, self.choices).questions(columns)
        nodes = np.empty(self.size, dtype=object)
        of_node = self.summaries(data).__getitem__
        nodes[leaves] = made(Leaf, len(leaves), summary=map(of_node, leaves.tolist()))
        nodes[branches] = made(Branch, len(branches), summary=map(of_node, branches.tolist()))
        children = nodes[1 + np.argsort(parents, kind="stable")].tolist()
        ends = np.cumsum(arity[branches]).tolist()
        put(Branch, nodes[branches], "question", questions[branches])
        put(Branch, nodes[branches], "children", (tuple(children[i:j]) for i, j in pairwise([0, *ends])))
        root: Tree = nodes[0]
        return root

    def summaries(self, data: Dataset) -> Sequence[Summary]:
        """Return the summary of each node, made of exact sums of integers."""
        weights, unit, w = multiples(data.weights)
        match data.target:
            case Classes(labels, codes):
                counts = self._sums((self.node_of_row, codes), weights, len(labels))
                rows = list(map(tuple, counts.tolist()))
                distinct = list(dict.fromkeys(rows))
                scaled = iter(_scaled([*chain.from_iterable(distinct)], unit, w))
                by_row = zip(*[scaled] * len(labels), strict=True)
                found = made(ClassCounts, len(distinct), counts=by_row, classes=repeat(labels))
                return list(map(dict(zip(distinct, found, strict=True)).__getitem__, rows))
            case Responses(values):
                responses, grain, y = multiples(values)
                machine = int(weights.sum()) * int(np.abs(responses).max()) ** 2 < 2**63
                w_y = (weights if machine else weights.astype(object)) * responses
                weight, total, squares = (
                    self._sums(self.node_of_row, terms).tolist() for terms in (weights, w_y, w_y * responses)
                )
                return made(
                    Moments,
                    self.size,
                    weight=_scaled(weight, unit, w),
                    total=_scaled(total, unit + grain, w * y),
                    squares=_scaled(squares, unit + 2 * grain, w * y * y),
                )

    def _sums(self, places: Any, terms: NDArray[Any], *channels: int) -> NDArray[Any]:
        """Return the sums (node, channel), or of each node, of the rows' *terms* at their *places* and of all below."""
        sums = np.zeros((self.size, *channels), terms.dtype)
        np.add.at(sums, places, terms)
        last = len(sums)
        for parents in reversed(self.parents):
            first = last - len(parents)
            np.add.at(sums, parents, sums[first:last].copy())  # which does not overlap: nothing else is copied
            last = first
        return sums


def _scaled(integers: Sequence[int], exponent: int, divisor: int) -> Sequence[Rational]:
    """Return each integer * 2**exponent / divisor."""
    above, below = max(0, exponent), divisor << max(0, -exponent)
    if below == 1:
        return [integer << above for integer in integers]
    scaled = [integer << above for integer in integers]
    if divisor == 1:
        common = [(bits := integer | below) & -bits for integer in scaled]  # the lower of their lowest bits
    else:
        common = list(map(gcd, scaled, repeat(below)))
    over, under = list(map(floordiv, scaled, common)), list(map(floordiv, repeat(below), common))
    lowest = made(Fraction, len(scaled), _numerator=over, _denominator=under)  # nothing is left for it to reduce
    return [number if part == 1 else fraction for number, part, fraction in zip(over, under, lowest, strict=True)]

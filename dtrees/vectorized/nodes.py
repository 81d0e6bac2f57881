"""Trees under construction as arrays, level by level, and the tree objects made of them at the end."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, pairwise, repeat
from math import gcd
from operator import floordiv
from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.data.dataset import Classes, Responses
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.trees.tree import Branch, Leaf
from dtrees.vectorized.bulk import made, numbered, put
from dtrees.vectorized.choice import Choice
from dtrees.vectorized.layout import Layout, keep
from dtrees.vectorized.units import multiples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data.dataset import Dataset
    from dtrees.data.scaled import IntArray
    from dtrees.numbers.exact import Rational
    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Tree
    from dtrees.vectorized.columns import Columns, Places
    from dtrees.vectorized.segments import Segments


class Shape:
    """The nodes of one or more growing trees, numbered level by level, siblings together, the *roots* first.

    choices  their questions;  parents, the parent of each node, by level;  node_of_row, each row's last node
    answers  which child of its parent each node of the last level is
    newest   the numbers of these nodes, in the order in which their rows stand
    """

    def __init__(self, roots: Segments) -> None:
        self.choices: list[tuple[IntArray, Choice]] = []
        self.parents: list[IntArray] = []
        self.node_of_row = roots.owner.copy()
        self.roots = self.size = len(roots)
        self.newest = np.arange(self.roots)
        self.answers: Places = np.full(self.roots, -1)

    def add(
        self,
        numbers: IntArray,
        choice: Choice,
        parents: IntArray,
        answers: Places,
        rows: IntArray,
        nodes: Segments,
    ) -> None:
        """Add the children of a level's nodes, whose questions are *choice*; they become the `newest` nodes.

        *numbers* are those of the level; new node i is child ``answers[i]`` of its node ``parents[i]``, and holds
        segment i of *rows*, by *nodes*.  New nodes are numbered by parent, then by answer.
        """
        self.choices.append((numbers, choice))
        of_parents = numbers[parents]
        by_parent = of_parents.argsort(kind="stable")
        self.parents.append(of_parents[by_parent])
        self.newest, self.answers = np.empty_like(by_parent), answers[by_parent]
        self.newest[by_parent] = np.arange(self.size, self.size + len(parents))
        self.size += len(parents)
        self.node_of_row[rows] = nodes.spread(self.newest)

    def trees(self, data: Dataset, columns: Columns) -> list[Tree]:
        """Return the finished trees, with summaries of the rows of *data* at each node, and store their layouts."""
        parents = np.concatenate([np.zeros(0, dtype=np.int64), *self.parents])
        arity = np.bincount(parents, minlength=self.size)
        branches, leaves = np.flatnonzero(arity), np.flatnonzero(arity == 0)
        questions = Choice.joined(self.size, self.choices).questions(columns)
        alike, summaries = self.summaries(data)
        nodes = np.empty(self.size, dtype=object)
        for kind, of_kind in ((Leaf, leaves), (Branch, branches)):
            of_nodes = made(kind, len(of_kind), summary=map(summaries.__getitem__, alike[of_kind].tolist()))
            nodes[of_kind] = np.fromiter(of_nodes, object, len(of_kind))  # which looks for no attribute of each
        children = nodes[self.roots :].tolist()
        ends = np.cumsum(arity[branches]).tolist()
        put(Branch, nodes[branches], "question", questions[branches])
        put(Branch, nodes[branches], "children", (tuple(children[i:j]) for i, j in pairwise([0, *ends])))
        trees: list[Tree] = nodes[: self.roots].tolist()
        if self.roots == 1:
            keep(trees[0], Layout(arity, alike, summaries))
            return trees
        for tree, own in zip(trees, self._nodes_of_trees(), strict=True):
            places, of_own = np.unique(alike[own], return_inverse=True)
            keep(tree, Layout(arity[own], of_own, [summaries[place] for place in places.tolist()]))
        return trees

    def _nodes_of_trees(self) -> list[IntArray]:
        """Return the numbers of each tree's nodes."""
        tree = np.arange(self.roots)
        for parents in self.parents:
            tree = np.concatenate([tree, tree[parents]])
        return np.split(tree.argsort(kind="stable"), np.bincount(tree).cumsum()[:-1])

    def summaries(self, data: Dataset) -> tuple[IntArray, Sequence[Summary]]:
        """Return the index of each node's summary in a list, and that list, computed by exact sums of integers."""
        weights, unit, w = multiples(data.weights)
        match data.target:
            case Classes(labels, codes):
                counts = self._sums((self.node_of_row, codes), weights, len(labels))
                alike, distinct = numbered(list(map(tuple, counts.tolist())))
                scaled = iter(_scaled([*chain.from_iterable(distinct)], unit, w))
                by_row = zip(*[scaled] * len(labels), strict=True)
                return alike, made(ClassCounts, len(distinct), counts=by_row, classes=repeat(labels))
            case Responses() as target:
                responses, grain, y = multiples(target.numbers)
                machine = int(weights.sum()) * int(np.abs(responses).max()) ** 2 < 2**63
                w_y = (weights if machine else weights.astype(object)) * responses
                sums = [self._sums(self.node_of_row, terms).tolist() for terms in (weights, w_y, w_y * responses)]
                exponents, divisors = (unit, unit + grain, unit + 2 * grain), (w, w * y, w * y * y)
                weight, total, squares = map(_scaled, sums, exponents, divisors)
                found = made(Moments, self.size, weight=weight, total=total, squares=squares)
                return np.arange(self.size), found

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


def _quotients(integers: Sequence[int], exponent: int, divisor: int) -> tuple[Sequence[int], int]:
    """Return numerators and the denominator of each integer * 2**exponent / divisor."""
    above = [integer << exponent for integer in integers] if exponent > 0 else integers
    return above, divisor << max(0, -exponent)


def _scaled(integers: Sequence[int], exponent: int, divisor: int) -> Sequence[Rational]:
    """Return each integer * 2**exponent / divisor."""
    above, below = _quotients(integers, exponent, divisor)
    if below == 1:
        return above
    if divisor == 1:
        common = [(bits := integer | below) & -bits for integer in above]  # the lower of their lowest bits
    else:
        common = list(map(gcd, above, repeat(below)))
    over, under = list(map(floordiv, above, common)), list(map(floordiv, repeat(below), common))
    lowest = made(Fraction, len(above), _numerator=over, _denominator=under)  # nothing is left for it to reduce
    return [number if part == 1 else fraction for number, part, fraction in zip(over, under, lowest, strict=True)]

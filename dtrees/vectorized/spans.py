"""The members of a pruning sequence in which each node is a leaf, and the losses of all members by one running sum.

A branch that collapses on its own is a leaf from the member `gone` until the first branch above it is gone.
So the losses of rows at a node count in one interval of members: two entries in an array of differences.  Nested
collapses, ties and rows that stay at a branch need nothing else.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Self

import attrs
import numpy as np

from dtrees.vectorized.layout import layout_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from dtrees.data.scaled import IntArray
    from dtrees.trees.tree import Tree


@attrs.frozen(eq=False)
class Nodes:
    """The nodes of a tree level by level, as its layout has them.

    arity   the number of each node's children;  parent, the number of its parent;  first, that of its first child
    starts  the number of each level's first node, and after them the number of nodes
    """

    arity: IntArray
    parent: IntArray
    first: IntArray
    starts: list[int]

    @classmethod
    def of(cls, tree: Tree) -> Self:
        """Return the nodes of *tree*."""
        arity = layout_of(tree).arity
        branches = arity.nonzero()[0]
        starts, first, end = [0], 0, 1
        below = np.append(0, arity.cumsum())
        while first < end:
            starts.append(end)
            first, end = end, end + int(below[end] - below[first])
        return cls(arity, np.append(0, np.repeat(branches, arity[branches])), 1 + below[:-1], starts)

    def __len__(self) -> int:
        return len(self.arity)

    def branches_upwards(self) -> Iterator[IntArray]:
        """Yield the branches of each level, from the last level that has some up to the root."""
        for first, end in reversed(list(pairwise(self.starts))):
            branches = first + np.flatnonzero(self.arity[first:end])
            if len(branches):
                yield branches

    def levels(self) -> list[tuple[int, int]]:
        """Return the first node and the end of each level below the root."""
        return list(zip(self.starts[1:-1], self.starts[2:], strict=True))

    def over_children(self, values: NDArray[Any], branches: IntArray) -> NDArray[Any]:
        """Return the sum of the *values* (node, ...) of the children of each of the *branches* of one level."""
        first = int(self.first[branches[0]])
        end = int(self.first[branches[-1]] + self.arity[branches[-1]])
        sums: NDArray[Any] = np.add.reduceat(values[first:end], self.first[branches] - first, axis=0)
        return sums

    def of_rows(self, ends: IntArray, terms: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the sums of *terms* (row, ...) over the rows that end at each node, and over all that reach it."""
        own = sums_at(ends, terms, len(self))
        passing = own.copy()
        for branches in self.branches_upwards():
            passing[branches] += self.over_children(passing, branches)
        return own, passing


def sums_at(places: IntArray, terms: NDArray[Any], size: int) -> NDArray[Any]:
    """Return the sum of *terms* (row, ...) at each of *size* places, exactly, where *places* is that of each row.

    >>> sums_at(np.array([1, 1]), np.array([[1, 2], [3, 4]]), 2)
    array([[0, 0],
           [4, 6]])
    """
    if terms.dtype != object and np.abs(terms).sum(dtype=np.float64) < 2.0**52:
        columns = terms.reshape(len(terms), -1).T
        by_column = [np.bincount(places, column, size).astype(np.int64) for column in columns]
        return np.stack(by_column, axis=1).reshape(size, *terms.shape[1:])
    sums = np.zeros((size, *terms.shape[1:]), terms.dtype)
    np.add.at(sums, places, terms)
    return sums


@attrs.frozen(eq=False)
class Spans:
    """For each node, the first member in which it is a leaf (*gone*), and the first in which one above is (*until*)."""

    nodes: Nodes
    gone: IntArray
    until: IntArray
    length: int

    @classmethod
    def of(cls, tree: Tree, gone_of_branch: IntArray, length: int) -> Self:
        """Return the spans of *tree*, given the first member in which each branch is a leaf, the last branch first.

        For a branch that collapses with one above it, this is *length*, the number of members.
        """
        nodes = Nodes.of(tree)
        gone, until = np.zeros(len(nodes), np.int64), np.full(len(nodes), length)
        gone[np.flatnonzero(nodes.arity)[::-1]] = gone_of_branch
        for first, end in nodes.levels():
            above = nodes.parent[first:end]
            until[first:end] = np.minimum(gone.take(above), until.take(above))
        return cls(nodes, gone, until, length)

    @property
    def stands(self) -> NDArray[np.bool_]:
        """Whether each node is a leaf of some member."""
        return self.gone < self.until

    def branches(self) -> list[int]:
        """Return the number of branches of each member."""
        last = np.minimum(self.gone, self.until)[self.nodes.arity > 0]
        return list((len(last) - np.bincount(last, minlength=self.length).cumsum()).tolist())[: self.length]

    def totals(self, own: NDArray[Any], passing: NDArray[Any]) -> list[int]:
        """Return each member's losses: *own* at its branches, where rows end, and *passing* at its leaves."""
        own = np.where(self.nodes.arity > 0, own, 0)  # where rows end at a leaf, they pass it
        pieces = (
            (self.gone, self.until, passing),
            (np.zeros_like(self.gone), np.minimum(self.gone, self.until), own),
        )
        machine = own.dtype != object and np.abs(passing).sum(dtype=np.float64) < 2.0**61
        if machine:
            changes = np.zeros(self.length + 1, dtype=np.int64)
            for start, end, losses in pieces:
                counts = np.flatnonzero((start < end) & (losses != 0))
                np.add.at(changes, start[counts], losses[counts])
                np.subtract.at(changes, end[counts], losses[counts])
            return list(changes.cumsum()[: self.length].tolist())
        big = [0] * (self.length + 1)
        for start, end, losses in pieces:
            counts = np.flatnonzero((start < end) & (losses != 0))
            columns = (start[counts].tolist(), end[counts].tolist(), losses[counts].tolist())
            for first, last, loss in zip(*columns, strict=True):
                big[first] += loss
                big[last] -= loss
        return list(accumulate(big))[: self.length]

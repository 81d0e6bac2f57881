"""One pass from the leaves up: at which alpha each branch collapses, and which branches it takes along.

A branch that collapses saves R(t) - R(leaves under it) over the leaves that it gives up, and that ratio is its alpha.
It starts with its own split alone.  A branch below whose alpha is at least as large cannot outlast it, so it takes that
branch's saving and leaves into its own ratio; the largest alpha goes first.  What is left collapses before it.
This is theorem 12.1 of `proofs/12-breakpoints.md`.

Risks are integers here, each within `RISK_ERROR` units of the true one.  Sums of integers are exact, so that however
large a branch is, two roundings of one alpha are less than `SLACK` apart: theorem 16.2 of `proofs/16-float-pruning.md`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.tree import Tree

RISK_ERROR: Final = 2
"""A rounded risk is less than this many units off."""

KEY_ERROR: Final = 7
"""A rounded alpha is less than this many units off."""

SLACK: Final = 16
"""Two alphas that round this far apart or less may be equal; further apart, they are in the order they round to."""

NONE: Final = -1
"""No branch."""


@attrs.frozen
class Breakpoints:
    """Where the branches of a tree collapse; branches are numbered children first, from 0.

    >>> from dtrees.summary import Moments
    >>> from dtrees.questions import Threshold
    >>> from dtrees.tree import Leaf
    >>> leaf = Leaf(Moments(1, 0, 1))
    >>> below = Branch(Moments(1, 0, 9), Threshold("x", 0), [leaf, leaf])
    >>> root = Branch(Moments(1, 0, 40), Threshold("x", 1), [below, leaf])
    >>> found = breakpoints(Postorder(root), [100, 100, 900, 100, 4000])
    >>> found.keys, found.more, found.last()
    ([700, 3000], [1, 1], [0, 1])
    """

    keys: list[int]
    """The alpha of each branch in units, rounded."""
    more: list[int]
    """The leaves that it gives up there."""
    taken: list[int]
    """The branches that others take along, in the order in which that is found."""
    takers: list[int]
    """Which branch takes each of them along; ascending."""

    def taken_by(self, branch: int) -> list[int]:
        """Return the branches that *branch* itself takes along; all are numbered before it."""
        return self.taken[bisect_left(self.takers, branch) : bisect_right(self.takers, branch)]

    def last(self) -> list[int]:
        """Return the branches that no other takes along: each becomes a leaf of some optimal subtree."""
        standing = [True] * len(self.keys)
        for branch in self.taken:
            standing[branch] = False
        return [branch for branch, stands in enumerate(standing) if stands]


class Postorder:
    """The nodes of a tree, children before their parents, with the *arity* of each, and which are *branches*.

    >>> from dtrees.summary import ClassCounts
    >>> from dtrees.tree import Leaf
    >>> Postorder(Leaf(ClassCounts((3, 1)))).arity
    array([0])
    """

    def __init__(self, tree: Tree) -> None:
        parents, waiting, owners = list[int](), [tree], [0]
        self.nodes: list[Tree] = []
        while waiting:
            node = waiting.pop()
            parents.append(owners.pop())
            if isinstance(node, Branch):
                waiting += node.children
                owners += [len(self.nodes)] * len(node.children)
            self.nodes.append(node)
        self.nodes.reverse()
        size = len(self.nodes)
        self.parent = size - 1 - np.array(parents)[::-1]
        self.arity = np.bincount(self.parent[:-1], minlength=size)
        self.branches = np.flatnonzero(self.arity)
        self._by_parent = np.argsort(self.parent[:-1], kind="stable")

    def over_children(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return for each branch the sum of the *values* of its children, one value a node."""
        arity = self.arity[self.branches]
        return np.asarray(np.add.reduceat(values[self._by_parent], np.cumsum(arity) - arity)) if len(arity) else arity


def breakpoints(order: Postorder, risks: Sequence[int]) -> Breakpoints:
    """Return where the branches collapse, from the nodes' rounded risks."""
    of_node = np.array(risks, dtype=object)
    savings = (of_node[order.branches] - order.over_children(of_node)).tolist()
    below = order.over_children(order.arity > 0).tolist()
    heaps = _Heaps()
    keys, saved, more, taken, takers = heaps.keys, list[int](), list[int](), list[int](), list[int]()
    open_heaps = list[int]()  # of the branches whose parent is still to come
    for branch, (saving, fewer, branches) in enumerate(
        zip(savings, (order.arity[order.branches] - 1).tolist(), below, strict=True)
    ):
        heap, key = NONE, saving // fewer
        for _ in range(branches):
            heap = heaps.merge(open_heaps.pop(), heap)
        while heap != NONE and keys[heap] >= key - SLACK:
            taken.append(heap)
            takers.append(branch)
            saving, fewer = saving + saved[heap], fewer + more[heap]  # noqa: PLW2901 (what is taken along is added)
            heap = heaps.without_top(heap)
            key = saving // fewer
        saved.append(saving)
        more.append(fewer)
        open_heaps.append(heaps.add(key, heap))
    return Breakpoints(keys, more, taken, takers)


class _Heaps:
    """Pairing heaps of the branches numbered so far, each named by its top, the largest key in it."""

    def __init__(self) -> None:
        self.keys: list[int] = []
        self._child: list[int] = []
        self._sibling: list[int] = []

    def add(self, key: int, below: int) -> int:
        """Return a new heap with *key* over the heap *below*, whose keys are no larger."""
        if below != NONE:
            self._sibling[below] = NONE
        self.keys.append(key)
        self._child.append(below)
        self._sibling.append(NONE)
        return len(self.keys) - 1

    def merge(self, one: int, two: int) -> int:
        """Return the heap of all that is in heap *one* and in heap *two*, which may be `NONE`."""
        if two == NONE:
            return one
        if self.keys[one] < self.keys[two]:
            one, two = two, one
        self._sibling[two] = self._child[one]
        self._child[one] = two
        return one

    def without_top(self, top: int) -> int:
        """Return the heap of what is below *top*: its children merged in pairs, and the pairs from the last on."""
        pairs = []
        child = self._child[top]
        while child != NONE:
            partner = self._sibling[child]
            following = NONE if partner == NONE else self._sibling[partner]
            pairs.append(self.merge(child, partner))
            child = following
        heap = NONE
        while pairs:
            heap = self.merge(pairs.pop(), heap)
        return heap

"""The alpha at which each branch collapses, and the branches that collapse with it, in one pass from the leaves up.

A branch's alpha is its saving, R(t) - R(leaves under it), over the number of leaves that it gives up.  The pass starts
with the branch's own split alone.  A branch below it whose alpha is at least as large cannot outlast it: its saving
and leaves are added to the branch's own, the largest alpha first.  The branches left below collapse before it.
This is theorem 12.1 of `proofs/12-breakpoints.md`.

Risks are integers here, each within `RISK_ERROR` units of the true one.  Sums of integers are exact, so that however
large a branch is, two roundings of one alpha are less than `SLACK` apart: theorem 16.2 of `proofs/16-float-pruning.md`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.vectorized.layout import layout_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.scaled import IntArray
    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Tree

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
    """The alphas at which the branches of a tree collapse; branches are numbered children first, from 0.

    >>> from dtrees.trees.summary import Moments
    >>> from dtrees.trees.questions import Threshold
    >>> from dtrees.trees.tree import Branch, Leaf
    >>> leaf = Leaf(Moments(1, 0, 1))
    >>> below = Branch(Moments(1, 0, 9), Threshold("x", 0), [leaf, leaf])
    >>> root = Branch(Moments(1, 0, 40), Threshold("x", 1), [below, leaf])
    >>> found = breakpoints(Order(root), np.array([100, 100, 100, 900, 4000], dtype=object))
    >>> found.keys, found.more, found.last()
    ([700, 3000], [1, 1], [0, 1])
    """

    keys: list[int]
    """The alpha of each branch in units, rounded."""
    more: list[int]
    """The number of leaves that each branch gives up when it collapses."""
    taken: list[int]
    """The branches that collapse with one above them."""
    takers: list[int]
    """For each of *taken*, the branch above that it collapses with; ascending."""

    def taken_by(self, branch: int) -> list[int]:
        """Return the branches below *branch* that collapse directly with it; all are numbered before it."""
        return self.taken[bisect_left(self.takers, branch) : bisect_right(self.takers, branch)]

    def last(self) -> list[int]:
        """Return the branches that collapse on their own: each becomes a leaf of some optimal subtree."""
        standing = [True] * len(self.keys)
        for branch in self.taken:
            standing[branch] = False
        return [branch for branch, stands in enumerate(standing) if stands]


class Order:
    """The nodes of a tree in the reverse order of its layout, so that children stand before their parents.

    The children of a branch stand together, before those of the next.

    branches  the places of the branches among the nodes;  arity, the number of children of each branch
    alike     the index of each node's summary among the *summaries*

    >>> from dtrees.trees.summary import ClassCounts
    >>> from dtrees.trees.tree import Leaf
    >>> Order(Leaf(ClassCounts((3, 1)))).arity
    array([], dtype=int64)
    """

    def __init__(self, tree: Tree) -> None:
        layout = layout_of(tree)
        self.alike, self.summaries = layout.alike[::-1], layout.summaries
        self.is_branch = layout.arity[::-1] > 0
        self.branches = np.flatnonzero(self.is_branch)
        self.arity = layout.arity[::-1][self.branches]

    def summary(self, place: int) -> Summary:
        """Return the summary of the node at *place*."""
        summary: Summary = self.summaries[self.alike[place]]
        return summary

    @cached_property
    def ends(self) -> IntArray:
        """Return for each branch the place after its last child."""
        return self.arity.cumsum()

    def postorder(self) -> list[int]:
        """Return the position of each branch in postorder: children, from the first on, before their parents."""
        below = self.over_children(self.is_branch.astype(np.int64)).tolist()
        ends = np.cumsum(below).tolist()
        sizes, places = list[int](), [len(below) - 1] * len(below)
        for count, end in zip(below, ends, strict=True):
            sizes.append(1 + sum(sizes[end - count : end]))
        for split in reversed(range(len(below))):
            place = places[split]
            for child in range(ends[split] - below[split], ends[split]):
                places[child] = place - 1
                place -= sizes[child]
        return places

    def over_children(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return, for each branch, the sum over its children of *values*, which has a value for each node."""
        first = self.ends - self.arity
        return np.asarray(np.add.reduceat(values[:-1], first)) if len(first) else self.arity


def breakpoints(order: Order, risks: NDArray[Any]) -> Breakpoints:
    """Return the breakpoints of a tree, given the rounded *risks* of its nodes as Python integers."""
    saved, more = (risks[order.branches] - order.over_children(risks)).tolist(), (order.arity - 1).tolist()
    keys = [saving if fewer == 1 else saving // fewer for saving, fewer in zip(saved, more, strict=True)]
    below = order.over_children(order.is_branch.astype(np.int64))
    inner = below.nonzero()[0]  # the branches with others below
    ends = below.cumsum()
    columns = (inner, (ends - below)[inner], ends[inner])
    heaps, taken, takers = _Heaps(keys), list[int](), list[int]()
    for branch, first, end in zip(*(column.tolist() for column in columns), strict=True):
        heap = first
        for other in range(first + 1, end):
            heap = heaps.merge(other, heap)
        saving, fewer, key = saved[branch], more[branch], keys[branch]
        while heap != NONE and keys[heap] >= key - SLACK:
            taken.append(heap)
            takers.append(branch)
            saving, fewer = saving + saved[heap], fewer + more[heap]
            heap = heaps.without_top(heap)
            key = saving // fewer
        saved[branch], more[branch], keys[branch] = saving, fewer, key
        heaps.put_below(branch, heap)
    return Breakpoints(keys, more, taken, takers)


class _Heaps:
    """Pairing heaps of branches, each named by its top, the largest of their *keys* in it.

    Below a top is its first child, each child beside the one that it came before.
    """

    def __init__(self, keys: list[int]) -> None:
        self.keys = keys
        self.child, self.sibling = [NONE] * len(keys), [NONE] * len(keys)

    def put_below(self, top: int, heap: int) -> None:
        """Put *heap*, which may be `NONE`, below a *top* whose key is no smaller and below which there is nothing."""
        self.child[top] = heap
        if heap != NONE:
            self.sibling[heap] = NONE

    def merge(self, one: int, two: int) -> int:
        """Return the heap of all that is in heap *one* and in heap *two*."""
        if self.keys[one] < self.keys[two]:
            one, two = two, one
        self.sibling[two] = self.child[one]
        self.child[one] = two
        return one

    def without_top(self, top: int) -> int:
        """Return the heap of what is below *top*: its children merged in pairs, and the pairs from the last on."""
        pairs, child = [], self.child[top]
        while child != NONE:
            partner = self.sibling[child]
            if partner == NONE:
                pairs.append(child)
                break
            following = self.sibling[partner]
            pairs.append(self.merge(child, partner))
            child = following
        heap = pairs.pop() if pairs else NONE
        while pairs:
            heap = self.merge(pairs.pop(), heap)
        return heap

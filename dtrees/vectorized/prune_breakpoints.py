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
from typing import TYPE_CHECKING, Final

import attrs

from dtrees.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    >>> found = breakpoints([leaf, leaf, below, leaf, root], [100, 100, 900, 100, 4000])
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


def breakpoints(nodes: Iterable[Tree], risks: Iterable[int]) -> Breakpoints:
    """Return where the branches collapse, from all *nodes*, children before their parents, and their rounded risks."""
    heaps = _Heaps()
    keys, saved, more, taken, takers = heaps.keys, list[int](), list[int](), list[int](), list[int]()
    open_risks, open_heaps = list[int](), list[int]()  # of the nodes whose parent is still to come
    for node, risk in zip(nodes, risks, strict=True):
        heap = NONE
        if isinstance(node, Branch):
            arity = len(node.children)
            saving, fewer = risk - sum(open_risks[-arity:]), arity - 1
            for below in open_heaps[-arity:]:
                heap = below if heap == NONE else heaps.merge(heap, below)
            del open_risks[-arity:], open_heaps[-arity:]
            key = saving // fewer
            while heap != NONE and keys[heap] >= key - SLACK:
                taken.append(heap)
                takers.append(len(keys))
                saving, fewer = saving + saved[heap], fewer + more[heap]
                heap = heaps.without_top(heap)
                key = saving // fewer
            saved.append(saving)
            more.append(fewer)
            heap = heaps.add(key, heap)
        open_risks.append(risk)
        open_heaps.append(heap)
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

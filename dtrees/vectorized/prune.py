"""The pruning sequence found in one pass over the tree; each of its trees is built when it is asked for.

The result is that of `dtrees.pruning_sequence`, which walks the whole tree in each round: here n nodes take O(n log n)
time, and a sequence of any length takes the memory of one number a branch.  `proofs/12-breakpoints.md` proves that one
pass finds the rounds, `proofs/16-float-pruning.md` that rounding changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise
from operator import sub
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, overload

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.growing.impurity import Impurity
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import divide
from dtrees.pruning import cost_complexity as pruning
from dtrees.pruning.cost_complexity import Pruned, Ties
from dtrees.pruning.scales import Scale, unit_of_risk
from dtrees.trees.tree import Branch, Leaf, Tree
from dtrees.vectorized.bulk import collector_at_rest
from dtrees.vectorized.layout import in_levels, with_children, with_leaves
from dtrees.vectorized.prune_risks import risk_by
from dtrees.vectorized.prune_ties import ordered_alphas
from dtrees.vectorized.spans import Spans
from dtrees.vectorized.units import with_usual_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data.scaled import FloatArray
    from dtrees.vectorized.prune_alphas import Alphas

Item = TypeVar("Item")

KEPT: Final = 64
"""All members are kept if building them one from the other makes at most so many nodes for each node of the tree."""


class Lazily(Sequence[Item]):
    """A sequence whose items are computed when asked for; it equals any sequence of equal items."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))


@attrs.frozen(eq=False, repr=False)
class PruningSequence(Lazily[Pruned]):
    """The trees of a pruning sequence with their alphas, each built when asked for; slices work too.

    In iteration each tree is built from the one before: they share all nodes but pruned ones and their ancestors.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> sequence = pruning_sequence(grow(datasets.load("iris"), cart()))
    >>> sequence
    <PruningSequence of 7 trees>
    >>> sequence[1:3].leaves
    (7, 5)
    """

    whole: Whole
    places: range
    """The members in this sequence: all, or those of a slice."""

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, place: int) -> Pruned: ...

    @overload
    def __getitem__(self, place: slice) -> PruningSequence: ...

    def __getitem__(self, place: int | slice) -> Pruned | PruningSequence:
        if isinstance(place, slice):
            return attrs.evolve(self, places=self.places[place])
        member = self.places[place]
        return Pruned(self.whole.alpha(member), self.whole.tree_of(member))

    def __iter__(self) -> Iterator[Pruned]:
        if self.places.step < 0:
            yield from map(self.__getitem__, range(len(self)))
            return
        for member, tree in enumerate(self.whole.kept or self.whole.trees()):
            if member in self.places:
                yield Pruned(self.whole.alpha(member), tree)

    @property
    def alphas(self) -> tuple[Exact, ...]:
        """The alpha at which each tree begins to be optimal, computed without building the trees."""
        return tuple(map(self.whole.alpha, self.places))

    @property
    def rounded_alphas(self) -> FloatArray:
        """The alphas, each rounded to the nearest float64. Much quicker than `alphas`."""
        return np.array([self.whole.rounded_alpha(member) for member in self.places])

    @property
    def leaves(self) -> tuple[int, ...]:
        """|T_k|, the number of leaves of each tree, computed without building the trees."""
        return tuple([self.whole.leaves[member] for member in self.places])

    def __repr__(self) -> str:
        return f"<PruningSequence of {len(self)} trees>"


@attrs.define(eq=False, slots=False)
class Whole:
    """The data that all trees of one pruning sequence are built from.

    points  the breakpoint at which each member begins;  leaves, the number of its leaves
    gone    the first member in which each branch is a leaf, children before their parents
    """

    tree: Tree
    alphas: Alphas
    unit: Any
    points: Sequence[int]
    leaves: Sequence[int]
    gone: Sequence[int]
    exact_alphas: dict[int, Exact] = attrs.field(factory=dict)
    """The alphas that were asked for."""

    def alpha(self, member: int) -> Exact:
        """Return the alpha at which tree number *member* begins to be optimal."""
        if member not in self.exact_alphas:
            alpha = divide(self.alphas.exact(self.points[member]), self.unit) if member else Exact(0)
            self.exact_alphas[member] = alpha
        return self.exact_alphas[member]

    def rounded_alpha(self, member: int) -> float:
        """Return the alpha of tree number *member*, rounded to the nearest float64."""
        if member and isinstance(self.unit, int | Fraction):
            low, high = self.alphas.floats(self.points[member], self.unit)
            if low == high:
                return low
        return float(self.alpha(member))

    @cached_property
    def spans(self) -> Spans:
        """For each node, the range of numbers of the trees in which it is a leaf."""
        return Spans.of(self.tree, np.array(self.gone, dtype=np.int64), len(self.points))

    @cached_property
    def kept(self) -> tuple[Tree, ...] | None:
        """All trees, where these are cheap to store because they share most nodes; None for a tree like a chain."""
        nodes = self.spans.nodes
        depth = np.repeat(np.arange(len(nodes.starts) - 1), np.diff(nodes.starts))
        steps = int(depth[self.spans.stands & (self.spans.gone > 0) & (nodes.arity > 0)].sum())
        if steps > KEPT * len(nodes):
            return None
        with collector_at_rest():
            return tuple(self.trees())

    def tree_of(self, member: int) -> Tree:
        """Return tree number *member*, cut out of the whole tree unless all trees are stored."""
        if "kept" in vars(self) and self.kept is not None:
            return self.kept[member]
        return with_leaves(self.tree, self.spans.gone <= member)

    def trees(self) -> Iterator[Tree]:
        """Yield each tree, built from the one before: only pruned nodes and their ancestors are new."""
        spans, nodes = self.spans, list[Any](in_levels(self.tree))
        arity, parent = spans.nodes.arity, spans.nodes.parent.tolist()
        first = spans.nodes.first.tolist()
        order = np.flatnonzero(spans.stands & (arity > 0))
        order = order[spans.gone[order].argsort(kind="stable")]
        starts = np.searchsorted(spans.gone[order], np.arange(spans.length + 1)).tolist()
        falling = order.tolist()
        for start, end in pairwise(starts):
            fallen = falling[start:end]
            for node in fallen:
                nodes[node] = Leaf(nodes[node].summary)
            changed = [-parent[node] for node in fallen if node]
            heapify(changed)  # the last first: children before their parents
            last = -1
            while changed:
                node = -heappop(changed)
                if node != last:
                    last = node
                    children = tuple(nodes[first[node] : first[node] + len(nodes[node].children)])
                    nodes[node] = with_children(nodes[node], children)
                    if node:
                        heappush(changed, -parent[node])
            yield nodes[0]


@overload
def pruning_sequence(
    tree: Tree,
    *,
    impurity: Impurity | None = None,
    scale: Literal["count", "proportion", "root"] = "count",
    ties: Ties = "together",
) -> PruningSequence: ...


@overload
def pruning_sequence(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale, ties: Ties = "together"
) -> Sequence[Pruned]: ...


@checked
@with_usual_errors
def pruning_sequence(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count", ties: Ties = "together"
) -> Sequence[Pruned]:
    """Return the result of `dtrees.pruning_sequence`, found in one pass; each tree is built when asked for.

    alpha_{k+1} = min over t of g(t) in T_k;  T_{k+1} = T_k with the weakest links cut      [CART84 §3.3, §10.2]

    Alphas are exact, and ties are found exactly, whatever the size of the tree.  `PruningSequence.alphas` and `leaves`
    need no trees.  On the node scale, whose alphas no cost function has, the specification's function is called, and
    all members are built.

    Raises `InvalidData` as the specification does, and for any branch of one child.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> sequence = pruning_sequence(grow(datasets.load("loan"), cart()))
    >>> [(str(alpha), size) for alpha, size in zip(sequence.alphas, sequence.leaves, strict=True)]
    [('0', 3), ('18/5', 1)]
    >>> sequence[-1].tree.summary.counts
    (9, 6)
    """
    if scale == "node":
        return pruning.pruning_sequence(tree, impurity=impurity, scale=scale, ties=ties)
    risk = risk_by(tree, impurity)
    unit = unit_of_risk(scale, tree, tree, impurity=impurity) if isinstance(tree, Branch) else 1
    alphas, order, ranks = ordered_alphas(tree, impurity, risk)
    if ties == "together":
        start = ranks[order.index(alphas.zero)]
        return _sequence(tree, alphas, unit, order, [max(rank - start, 0) for rank in ranks])
    places = [*alphas.order.postorder(), -1]
    cuts = [point for _, _, point in sorted(zip(ranks, map(places.__getitem__, order), order, strict=True))]
    cuts.remove(alphas.zero)
    return _sequence(tree, alphas, unit, [alphas.zero, *cuts], range(len(order)))


def _sequence(tree: Tree, alphas: Alphas, unit: Any, order: Sequence[int], members: Sequence[int]) -> PruningSequence:
    """Return the sequence in which each breakpoint of *order* belongs to the member beside it, from 0 on."""
    length = members[-1] + 1
    points, fewer, gone = [alphas.zero] * length, [0] * length, [length] * (alphas.zero + 1)
    more = [*alphas.breakpoints.more, 0]
    for point, member in zip(order, members, strict=True):
        points[member], gone[point] = point, member
        fewer[member] += more[point]
    sizes = list(accumulate(fewer, sub, initial=1 + sum(fewer)))[1:]
    whole = Whole(tree, alphas, unit, points, sizes, gone[: alphas.zero])
    return PruningSequence(whole, range(length))

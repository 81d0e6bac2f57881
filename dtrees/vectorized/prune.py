"""The pruning sequence by one pass over the tree, its members made when asked for.

The same members as `pruning_sequence`, which goes over the whole tree again in each round: n nodes take
O(n log n) here, and a sequence of any length takes memory for one number a branch.  `proofs/12-breakpoints.md` proves
that one pass finds the rounds, `proofs/16-float-pruning.md` that rounding on the way changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from operator import is_, sub
from typing import TYPE_CHECKING, Any, Literal, overload

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import divide
from dtrees.pruning import cost_complexity as pruning
from dtrees.pruning.cost_complexity import Pruned, Ties
from dtrees.pruning.scales import unit_of_risk
from dtrees.trees.tree import Branch, Leaf, Tree
from dtrees.vectorized.bulk import made
from dtrees.vectorized.layout import in_levels
from dtrees.vectorized.prune_risks import risk_by
from dtrees.vectorized.prune_ties import ordered_alphas

if TYPE_CHECKING:
    from dtrees.data.dataset import FloatArray
    from dtrees.growing.impurity import Impurity
    from dtrees.pruning.scales import Scale
    from dtrees.vectorized.prune_alphas import Alphas


@attrs.frozen(eq=False, repr=False)
class PruningSequence(Sequence[Pruned]):
    """The members of a pruning sequence, each made when asked for; a slice is a sequence too.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> sequence = pruning_sequence(grow(datasets.load("iris"), cart()))
    >>> sequence
    <PruningSequence of 7 trees>
    >>> sequence[1:3].leaves
    (7, 5)
    """

    _tree: Tree
    _alphas: Alphas
    _unit: Any
    _points: Sequence[int]
    """The breakpoint at which each member begins."""
    _leaves: Sequence[int]
    _gone: Sequence[int]
    """The first member in which each branch is a leaf, children before their parents."""
    _members: range
    """Which of the members are meant: all, or those of a slice."""

    def __len__(self) -> int:
        return len(self._members)

    @overload
    def __getitem__(self, place: int) -> Pruned: ...

    @overload
    def __getitem__(self, place: slice) -> PruningSequence: ...

    def __getitem__(self, place: int | slice) -> Pruned | PruningSequence:
        if isinstance(place, slice):
            return attrs.evolve(self, members=self._members[place])
        member = self._members[place]
        return Pruned(self._alpha(member), self._pruned(member))

    @property
    def alphas(self) -> tuple[Exact, ...]:
        """The alpha at which each member begins, without the trees."""
        return tuple(map(self._alpha, self._members))

    @property
    def rounded_alphas(self) -> FloatArray:
        """The float64 nearest to the alpha at which each member begins, without the trees: a fraction of the work."""
        return np.array([self._rounded_alpha(member) for member in self._members])

    @property
    def leaves(self) -> tuple[int, ...]:
        """|T_k|, the number of leaves of each member, without the trees."""
        return tuple(self._leaves[member] for member in self._members)

    def __repr__(self) -> str:
        return f"<PruningSequence of {len(self)} trees>"

    def _alpha(self, member: int) -> Exact:
        alpha: Exact = divide(self._alphas.exact(self._points[member]), self._unit) if member else Exact(0)
        return alpha

    def _rounded_alpha(self, member: int) -> float:
        if member and isinstance(self._unit, int | Fraction):
            low, high = self._alphas.floats(self._points[member], self._unit)
            if low == high:
                return low
        return float(self._alpha(member))

    def _pruned(self, member: int) -> Tree:
        gone, first = iter(self._gone), 0
        pruned: list[Tree] = []
        for node in reversed(in_levels(self._tree)):
            if isinstance(node, Branch):
                last = first + len(node.children)
                children = tuple(reversed(pruned[first:last]))
                pruned.append(Leaf(node.summary) if next(gone) <= member else _with_children(node, children))
                first = last
            else:
                pruned.append(node)
        return pruned[-1]


def _with_children(node: Branch, children: tuple[Tree, ...]) -> Branch:
    """Return the branch with *children*: itself where they are its own, so that members share what is not pruned."""
    if all(map(is_, children, node.children)):
        return node
    branch: Branch = made(Branch, 1, summary=[node.summary], question=[node.question], children=[children])[0]
    return branch


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
def pruning_sequence(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count", ties: Ties = "together"
) -> Sequence[Pruned]:
    """Return the members of `dtrees.pruning_sequence`, found in one pass, each made when asked for.

    alpha_{k+1} = min over t of g(t) in T_k;  T_{k+1} = T_k with the weakest links cut      [CART84 §3.3, §10.2]

    Alphas are exact, and ties are ties, whatever the size of the tree.  `PruningSequence.alphas` and `leaves` tell of
    all members without their trees.  On the node scale, where alphas are those of no cost, the rounds of the
    specification are run, and all members made.

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
    return PruningSequence(tree, alphas, unit, points, sizes, gone, range(length))

"""The order of a tree's breakpoints, with every tie proved: by small denominators, or else in exact numbers.

Roundings further apart than `SLACK` are in order.  Those nearer are taken for equal, and then proved so; where two are
not, everything begins again with units of twice the digits, until what differs rounds apart.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from dtrees.errors import InvalidData
from dtrees.vectorized.prune_alphas import Alphas
from dtrees.vectorized.prune_breakpoints import SLACK, Breakpoints, Order, breakpoints
from dtrees.vectorized.prune_risks import magnitude, risks_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.exact import Exact
    from dtrees.impurity import Impurity
    from dtrees.risk import Risk
    from dtrees.tree import Tree
    from dtrees.vectorized.prune_risks import Risks

FIRST_BITS: Final = 256
"""Binary digits of the root's risk, in the first attempt; each further attempt doubles them."""

NEAR_BITS: Final = 5
"""Two alphas whose roundings are at most `SLACK` apart are less than 2**NEAR_BITS units apart."""

IRRATIONAL: Final = 2**60
"""More bits than any denominator has, where there is none."""


def ordered_alphas(tree: Tree, impurity: Impurity | None, risk: Risk) -> tuple[Alphas, list[int], list[int]]:
    """Return the alphas; those that no other takes along, and alpha 0, from small to large; and the rank of each.

    Equal alphas have one rank.
    """
    nodes = Order(tree)
    for place in np.flatnonzero(nodes.arity == 1).tolist():
        message = (
            f"the branch that asks {nodes.splits[place].question} has one child, and so no alpha: give it two or more"
        )
        raise InvalidData(message)
    risks = risks_of(nodes.nodes, impurity, risk)
    bits = FIRST_BITS
    while True:
        shift = max(bits - magnitude(risk(tree.summary)), 0)
        found = breakpoints(nodes, risks.rounded(shift))
        alphas = Alphas(found, nodes, risk, shift)
        keys = [*found.keys, 0]
        order = sorted([*found.last(), alphas.zero], key=keys.__getitem__)
        apart = [keys[high] - keys[low] > SLACK for low, high in pairwise(order)]
        near = [pair for pair, known in zip(pairwise(order), apart, strict=True) if not known]
        near += [
            (low, high) for high, low in zip(found.taken, found.takers, strict=True) if keys[high] - keys[low] <= SLACK
        ]
        if not near or _all_tie(near, alphas, nodes, risks):
            return alphas, order, list(accumulate(apart, initial=0))
        bits *= 2


def _all_tie(near: list[tuple[int, int]], alphas: Alphas, nodes: Order, risks: Risks) -> bool:
    """Return whether the alphas of each pair are equal: by their denominators, or else in exact numbers."""
    bits, twos = denominator_bits(nodes, risks.denominators(), alphas.breakpoints)
    bits.append(0)  # of alpha 0
    room = alphas.shift - twos - NEAR_BITS
    savings: dict[int, Exact] = {}
    return all(
        bits[low] + bits[high] <= room or alphas.exact(low, savings) == alphas.exact(high, savings)
        for low, high in near
    )


def denominator_bits(nodes: Order, denominators: Sequence[int], found: Breakpoints) -> tuple[list[int], int]:
    """Return b for each branch, and one e, such that its alpha is a multiple of 1 / (2**e d) for some d <= 2**b."""
    twos = {denominator: denominator & -denominator for denominator in set(denominators)}
    odd = {number: (number // two - 1).bit_length() if two else IRRATIONAL for number, two in twos.items()}
    bits = np.array(list(map(odd.__getitem__, denominators)), dtype=object if 0 in twos else np.int64)
    own, ends = bits[nodes.branches].tolist(), nodes.over_children(bits).tolist()
    for part, taker in zip(found.taken, found.takers, strict=True):
        ends[taker] += ends[part] - own[part]
    whole = [sum(parts) for parts in zip(own, ends, map(int.bit_length, found.more), strict=True)]
    return whole, max(twos.values()).bit_length()

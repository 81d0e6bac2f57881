"""The order of a tree's breakpoints, with every tie proved: by small denominators, or else in exact numbers.

Rounded alphas further apart than `SLACK` are in their true order.  Nearer ones are assumed equal, which is then proved;
where a proof fails, all is rounded again to twice as many digits, until unequal alphas are far enough apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from dtrees.errors import InvalidData
from dtrees.trees.tree import Branch
from dtrees.vectorized.layout import in_levels
from dtrees.vectorized.prune_alphas import Alphas
from dtrees.vectorized.prune_breakpoints import SLACK, Breakpoints, Order, breakpoints
from dtrees.vectorized.prune_risks import magnitude, risks_of

if TYPE_CHECKING:
    from dtrees.data.scaled import IntArray
    from dtrees.growing.impurity import Impurity
    from dtrees.numbers.exact import Exact
    from dtrees.trees.tree import Tree
    from dtrees.vectorized.prune_risks import Denominators, Risk, Risks

FIRST_BITS: Final = 256
"""Binary digits of the root's risk, in the first attempt; each further attempt doubles them."""

NEAR_BITS: Final = 5
"""Two alphas whose roundings are at most `SLACK` apart are less than 2**NEAR_BITS units apart."""

IRRATIONAL: Final = 2**60
"""More bits than any denominator has, where there is none."""


def ordered_alphas(tree: Tree, impurity: Impurity | None, risk: Risk) -> tuple[Alphas, list[int], list[int]]:
    """Return the alphas; the breakpoints that collapse on their own, with alpha 0, ascending; and the rank of each.

    Equal alphas have the same rank.
    """
    nodes = Order(tree)
    for node in in_levels(tree) if np.any(nodes.arity == 1) else ():
        if isinstance(node, Branch) and len(node.children) == 1:
            message = f"the branch that asks {node.question} has one child, and so no alpha: give it two or more"
            raise InvalidData(message)
    risks = risks_of(nodes.alike, nodes.summaries, impurity, risk)
    bits = FIRST_BITS
    while True:
        shift = max(bits - magnitude(risk(tree.summary)), 0)
        found = breakpoints(nodes, risks.rounded(shift))
        alphas = Alphas(found, nodes, risk, shift)
        keys = np.array([*found.keys, 0], dtype=object)
        order = sorted([*found.last(), alphas.zero], key=keys.__getitem__)
        pairs = np.array([order[:-1] + found.takers, order[1:] + found.taken], dtype=np.int64)
        apart = keys[pairs[1]] - keys[pairs[0]] > SLACK
        if np.all(apart) or _all_tie(pairs[:, ~apart], alphas, nodes, risks):
            return alphas, order, [0, *np.cumsum(apart[: len(order) - 1]).tolist()]
        bits *= 2


def _all_tie(near: IntArray, alphas: Alphas, nodes: Order, risks: Risks) -> bool:
    """Return whether the alphas of each pair are equal: by their denominators, or else in exact numbers."""
    numbers, twos = denominator_bits(nodes, risks.denominators(), alphas.breakpoints)
    bits = np.array([*numbers, 0], dtype=object)  # 0 of alpha 0
    too_many = bits[near].sum(axis=0) > alphas.shift - twos - NEAR_BITS
    savings: dict[int, Exact] = {}
    return all(alphas.exact(low, savings) == alphas.exact(high, savings) for low, high in near[:, too_many].T.tolist())


def denominator_bits(nodes: Order, denominators: Denominators, found: Breakpoints) -> tuple[list[int], int]:
    """Return b for each branch, and e for all, such that its alpha is a multiple of 1 / (2**e d) for some d <= 2**b."""
    alike, distinct = denominators
    twos = [denominator & -denominator for denominator in distinct]
    odd = [(number // two - 1).bit_length() if two else IRRATIONAL for number, two in zip(distinct, twos, strict=True)]
    bits = np.array(odd, dtype=object if 0 in twos else np.int64)[alike]
    own, ends = bits[nodes.branches].tolist(), nodes.over_children(bits).tolist()
    for part, taker in zip(found.taken, found.takers, strict=True):
        ends[taker] += ends[part] - own[part]
    whole = list(map(sum, zip(own, ends, map(int.bit_length, found.more), strict=True)))
    return whole, max(twos).bit_length()

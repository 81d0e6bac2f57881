"""A tree's shape and summaries as arrays: growing leaves them for pruning, which makes them of other trees.

They are kept as long as the tree lives, and found by its identity: to hash or compare it is to read all of it.
"""

from __future__ import annotations

from itertools import chain
from operator import is_
from typing import TYPE_CHECKING, Final
from weakref import finalize

import attrs
import numpy as np

from dtrees.trees.tree import Branch, Leaf, Tree
from dtrees.vectorized.bulk import made, numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data.dataset import IntArray
    from dtrees.trees.summary import Summary


@attrs.frozen(eq=False)
class Layout:
    """The nodes of a tree level by level, so that siblings are neighbours, in the order of their parents.

    arity  how many children each has;  alike, its summary's place among the *summaries*
    """

    arity: IntArray
    alike: IntArray
    summaries: Sequence[Summary]


_KEPT: Final[dict[int, Layout]] = {}


def keep(tree: Tree, layout: Layout) -> None:
    """Keep the layout of *tree* as long as this lives."""
    _KEPT[id(tree)] = layout
    finalize(tree, _KEPT.pop, id(tree))


def layout_of(tree: Tree) -> Layout:
    """Return the layout of *tree*, made once.

    >>> from dtrees import datasets, grow
    >>> from dtrees.growing.cart import cart
    >>> layout = layout_of(grow(datasets.load("loan"), cart()))
    >>> layout.arity, [layout.summaries[place].counts for place in layout.alike]
    (array([2, 2, 0, 0, 0]), [(9, 6), (3, 6), (6, 0), (0, 6), (3, 0)])
    """
    if id(tree) not in _KEPT:
        nodes = in_levels(tree)
        arity = np.array([len(node.children) if isinstance(node, Branch) else 0 for node in nodes])
        summaries = [node.summary for node in nodes]
        alike, distinct = numbered(list(map(id, summaries)))
        by_id = dict(zip(map(id, summaries), summaries, strict=True))
        keep(tree, Layout(arity, alike, list(map(by_id.__getitem__, distinct))))
    return _KEPT[id(tree)]


def in_levels(tree: Tree) -> list[Tree]:
    """Return the nodes of *tree* level by level, from first to last."""
    nodes: list[Tree] = []
    level = [tree]
    while level:
        nodes += level
        level = list(chain.from_iterable([node.children for node in level if isinstance(node, Branch)]))
    return nodes


def with_leaves(tree: Tree, leaf: NDArray[np.bool_]) -> Tree:
    """Return *tree* with each node as a leaf of which *leaf* says so, level by level; the others keep their questions.

    >>> from dtrees import datasets, grow
    >>> from dtrees.growing.cart import cart
    >>> tree = grow(datasets.load("loan"), cart())
    >>> with_leaves(tree, np.array([False, True, True, True, True])).children[0].summary.counts
    (3, 6)
    """
    end, pruned = 0, list[Tree]()
    for node, is_leaf in zip(reversed(in_levels(tree)), leaf[::-1].tolist(), strict=True):
        if isinstance(node, Branch):
            first, end = end, end + len(node.children)
            pruned.append(Leaf(node.summary) if is_leaf else with_children(node, tuple(reversed(pruned[first:end]))))
        else:
            pruned.append(node)
    return pruned[-1]


def with_children(node: Branch, children: tuple[Tree, ...]) -> Branch:
    """Return the branch with *children*: itself where they are its own, so that members share what is not pruned."""
    if all(map(is_, children, node.children)):
        return node
    branch: Branch = made(Branch, 1, summary=[node.summary], question=[node.question], children=[children])[0]
    return branch

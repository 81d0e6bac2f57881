"""A tree's shape and summaries as arrays, which growing passes on to pruning; for other trees they are computed.

They are kept as long as the tree lives and are found by its identity, because hashing a tree reads all of it.
"""

from __future__ import annotations

from itertools import chain, count
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

    from dtrees.data.scaled import IntArray
    from dtrees.trees.summary import Summary


@attrs.frozen(eq=False)
class Layout:
    """The nodes of a tree level by level, so that siblings are neighbours, in the order of their parents.

    arity  the number of each node's children;  alike, its summary's index among the *summaries*
    """

    arity: IntArray
    alike: IntArray
    summaries: Sequence[Summary]


_KEPT: Final[dict[int, Layout]] = {}


def keep(tree: Tree, layout: Layout) -> None:
    """Store *layout* as that of *tree*, as long as the tree lives."""
    _KEPT[id(tree)] = layout
    finalize(tree, _KEPT.pop, id(tree))


def layout_of(tree: Tree) -> Layout:
    """Return the layout of *tree*, computed once and stored.

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
    """Return *tree* with the nodes marked in *leaf*, which are numbered level by level, made leaves.

    >>> from dtrees import datasets, grow
    >>> from dtrees.growing.cart import cart
    >>> tree = grow(datasets.load("loan"), cart())
    >>> with_leaves(tree, np.array([False, True, True, True, True])).children[0].summary.counts
    (3, 6)
    """
    arity, is_leaf = layout_of(tree).arity, leaf.tolist()
    below = (1 + arity.cumsum() - arity).tolist()  # the number of a node's first child
    kept = [(tree, 0)]
    for node, number in kept:
        if isinstance(node, Branch) and not is_leaf[number]:
            kept += zip(node.children, count(below[number]))
    end, pruned = 0, list[Tree]()
    for node, number in reversed(kept):
        if not isinstance(node, Branch):
            pruned.append(node)
        elif is_leaf[number]:
            pruned.append(Leaf(node.summary))
        else:
            start, end = end, end + len(node.children)
            pruned.append(with_children(node, tuple(reversed(pruned[start:end]))))
    return pruned[-1]


def with_children(node: Branch, children: tuple[Tree, ...]) -> Branch:
    """Return the branch with new *children*, or the same object if they are its own."""
    if all(map(is_, children, node.children)):
        return node
    branch: Branch = made(Branch, 1, summary=[node.summary], question=[node.question], children=[children])[0]
    return branch

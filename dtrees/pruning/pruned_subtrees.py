"""Pruned subtrees T' ≼ T: trees with some branches turned into leaves; one of them, all of them, how many."""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from dtrees.arguments import checked
from dtrees.trees.paths import Path, replace_at, subtree_at
from dtrees.trees.traversal import as_leaf, fold
from dtrees.trees.tree import Branch, Leaf, Tree, from_preorder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Asks

Item = TypeVar("Item")

Chain: TypeAlias = "tuple[Item, Chain[Item]] | None"
"""Items linked one to the next, so that lists with a common end share it."""

Record: TypeAlias = "tuple[Summary, Asks | None]"
"""A node as `from_preorder` reads it; a leaf asks None."""


@checked
def prune_at(tree: Tree, path: Path) -> Tree:
    """Return the tree with the node at *path* as a leaf; raises `InvalidData` where there is no such node.

    T - T_t      [CART84 def. 3.1]

    >>> from dtrees.trees.traversal import leaves
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> len(leaves(prune_at(grow(datasets.load("loan"), cart()), (0,))))
    2
    """
    return replace_at(tree, path, as_leaf(subtree_at(tree, path)))


@checked
def is_pruned_subtree(pruned: Tree, tree: Tree) -> bool:
    """Return whether *pruned* is *tree* with some branches (perhaps none) turned into leaves.

    pruned ≼ tree      [CART84 def. 3.1]

    >>> from dtrees.trees.summary import ClassCounts
    >>> is_pruned_subtree(Leaf(ClassCounts((3, 1))), Leaf(ClassCounts((3, 1))))
    True
    """
    waiting = [(pruned, tree)]
    while waiting:
        small, large = waiting.pop()
        if small is large:
            continue
        if small.summary != large.summary:
            return False
        if isinstance(small, Branch):
            if isinstance(large, Leaf) or small.question != large.question:
                return False
            waiting.extend(zip(small.children, large.children, strict=True))
    return True


@checked
def all_pruned_subtrees(tree: Tree) -> Iterator[Tree]:
    """Yield every pruned subtree, lazily, from the root alone to the tree itself.

    {T' : T' ≼ T}; `count_pruned_subtrees` of them      [CART84 def. 3.1]

    From the root on, each branch that is met becomes a leaf or is kept, and both ways go on.

    >>> from dtrees.trees.traversal import leaves
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> [len(leaves(small)) for small in all_pruned_subtrees(grow(datasets.load("loan"), cart()))]
    [1, 2, 3]
    """
    waiting: list[tuple[Chain[Tree], Chain[Record]]] = [((tree, None), None)]
    while waiting:
        to_come, written = waiting.pop()
        if to_come is None:
            yield from_preorder(list(_unchained(written))[::-1])
            continue
        node, later = to_come
        if isinstance(node, Branch):  # it is kept, and its children come next; below, it becomes a leaf
            children = reduce(lambda rest, child: (child, rest), reversed(node.children), later)
            waiting.append((children, ((node.summary, node.question), written)))
        waiting.append((later, ((node.summary, None), written)))


def _unchained(chain: Chain[Item]) -> Iterator[Item]:
    """Yield the items of the chain, the last one linked first."""
    while chain is not None:
        item, chain = chain
        yield item


@checked
def count_pruned_subtrees(tree: Tree) -> int:
    """Return the number of pruned subtrees: 1 for a leaf, 1 + the product of the children's for a branch.

    >>> from dtrees.trees.summary import ClassCounts
    >>> count_pruned_subtrees(Leaf(ClassCounts((3, 1))))
    1
    """
    return fold(tree, lambda _: 1, lambda _, counts: 1 + math.prod(counts))

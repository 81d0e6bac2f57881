"""Pruned subtrees T' ≼ T: trees with some branches turned into leaves; one of them, all of them, how many."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dtrees.path import Path, replace_at, subtree_at
from dtrees.traversal import Sprout, as_leaf, fold, unfold
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator


def prune_at(tree: Tree, path: Path) -> Tree:
    """Return the tree with the node at *path* as a leaf; raises `InvalidData` where there is no such node.

    T - T_t      [CART84 def. 3.1]

    >>> from dtrees.traversal import leaves
    >>> from dtrees import datasets
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.growing import grow
    >>> len(leaves(prune_at(grow(datasets.load("loan"), cart()), (0,))))
    2
    """
    return replace_at(tree, path, as_leaf(subtree_at(tree, path)))


def is_pruned_subtree(pruned: Tree, tree: Tree) -> bool:
    """Return whether *pruned* is *tree* with some branches (perhaps none) turned into leaves.

    pruned ≼ tree      [CART84 def. 3.1]

    >>> from dtrees.summary import ClassCounts
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


def all_pruned_subtrees(tree: Tree) -> Iterator[Tree]:
    """Yield every pruned subtree, lazily, from the root alone to the tree itself.

    {T' : T' ≼ T}; `count_pruned_subtrees` of them      [CART84 def. 3.1]

    >>> from dtrees.traversal import leaves
    >>> from dtrees import datasets
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.growing import grow
    >>> [len(leaves(small)) for small in all_pruned_subtrees(grow(datasets.load("loan"), cart()))]
    [1, 2, 3]
    """
    decisions: list[bool] = []
    while True:
        made: list[bool] = []  # for each branch met, parents first: is it kept?

        def grow_node(node: Tree, made: list[bool] = made, decisions: list[bool] = decisions) -> Leaf | Sprout[Tree]:
            if isinstance(node, Leaf):
                return node
            made.append(len(made) < len(decisions) and decisions[len(made)])
            return Sprout(node.summary, node.question, node.children) if made[-1] else Leaf(node.summary)

        yield unfold(tree, grow_node)
        while made and made[-1]:
            made.pop()
        if not made:
            return
        decisions = [*made[:-1], True]


def count_pruned_subtrees(tree: Tree) -> int:
    """Return the number of pruned subtrees: 1 for a leaf, 1 + the product of the children's for a branch.

    >>> from dtrees.summary import ClassCounts
    >>> count_pruned_subtrees(Leaf(ClassCounts((3, 1))))
    1
    """
    return fold(tree, lambda _: 1, lambda _, counts: 1 + math.prod(counts))

"""Pruned subtrees T' ≼ T: trees with some branches turned into leaves; one of them, all of them, how many."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dtrees.arguments import checked
from dtrees.trees.paths import Path, replace_at, subtree_at
from dtrees.trees.recursion import recursive
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence


@checked
def prune_at(tree: Tree, path: Path) -> Tree:
    """Return the tree with the node at *path* as a leaf; raises `InvalidData` where there is no such node.

    T - T_t      [CART84 def. 3.1]

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.trees.traversal import leaves
    >>> len(leaves(prune_at(grow(datasets.load("loan"), cart()), (0,))))
    2
    """
    return replace_at(tree, path, Leaf(subtree_at(tree, path).summary))


@checked
@recursive
def is_pruned_subtree(pruned: Tree, tree: Tree) -> bool:
    """Return whether *pruned* is *tree* with some branches (perhaps none) turned into leaves.

    pruned ≼ tree      [CART84 def. 3.1]

    >>> from dtrees.trees.summary import ClassCounts
    >>> is_pruned_subtree(Leaf(ClassCounts((3, 1))), Leaf(ClassCounts((3, 1))))
    True
    """
    if isinstance(pruned, Leaf) or isinstance(tree, Leaf):
        return isinstance(pruned, Leaf) and pruned.summary == tree.summary
    pairs = zip(pruned.children, tree.children, strict=False)
    alike = pruned.summary == tree.summary and pruned.question == tree.question
    return alike and not [True for small, large in pairs if not is_pruned_subtree(small, large)]


@checked
def all_pruned_subtrees(tree: Tree) -> Iterator[Tree]:
    """Yield every pruned subtree, lazily, from the root alone to the tree itself.

    {T' : T' ≼ T}; `count_pruned_subtrees` of them      [CART84 def. 3.1]

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.trees.traversal import leaves
    >>> [len(leaves(small)) for small in all_pruned_subtrees(grow(datasets.load("loan"), cart()))]
    [1, 2, 3]
    """
    yield Leaf(tree.summary)
    if isinstance(tree, Branch):
        for children in _choices(tree.children):
            yield Branch(tree.summary, tree.question, children)


def _choices(trees: Sequence[Tree]) -> Iterator[tuple[Tree, ...]]:
    """Yield every way to take a pruned subtree of each of the *trees*."""
    if not trees:
        yield ()
        return
    for first in all_pruned_subtrees(trees[0]):
        for others in _choices(trees[1:]):
            yield first, *others


@checked
@recursive
def count_pruned_subtrees(tree: Tree) -> int:
    """Return the number of pruned subtrees: 1 for a leaf, 1 + the product of the children's for a branch.

    >>> from dtrees.trees.summary import ClassCounts
    >>> count_pruned_subtrees(Leaf(ClassCounts((3, 1))))
    1
    """
    if isinstance(tree, Leaf):
        return 1
    return 1 + math.prod([count_pruned_subtrees(child) for child in tree.children])

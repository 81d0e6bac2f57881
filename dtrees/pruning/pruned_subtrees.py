"""Pruned subtrees T' ≼ T: trees with some branches turned into leaves; one of them, all of them, how many."""

import math
from collections.abc import Iterator, Sequence

from dtrees.arguments import checked
from dtrees.trees.paths import Path, replace_at, subtree_at
from dtrees.trees.recursion import recursive
from dtrees.trees.tree import Branch, Leaf, Tree, fold


@checked
def prune_at(tree: Tree, path: Path) -> Tree:
    """Return the tree with the node at *path* as a leaf; raises `InvalidData` where there is no such node.

    T - T_t      [CART84 def. 3.1]

    >>> len(dt.leaves(prune_at(dt.grow(dt.datasets.load("loan"), dt.cart()), (0,))))
    2
    """
    return replace_at(tree, path, Leaf(subtree_at(tree, path).summary))


@checked
@recursive
def is_pruned_subtree(pruned: Tree, tree: Tree) -> bool:
    """Return whether *pruned* is *tree* with some branches (perhaps none) turned into leaves.

    pruned ≼ tree      [CART84 def. 3.1]

    >>> is_pruned_subtree(Leaf(dt.ClassCounts((3, 1))), Leaf(dt.ClassCounts((3, 1))))
    True
    """
    if isinstance(pruned, Leaf) or isinstance(tree, Leaf):
        return isinstance(pruned, Leaf) and pruned.summary == tree.summary
    pairs = zip(pruned.children, tree.children, strict=False)
    alike = pruned.summary == tree.summary and pruned.question == tree.question
    return alike and all([is_pruned_subtree(small, large) for small, large in pairs])  # noqa: C419 (a generator uses C's stack)


@checked
def all_pruned_subtrees(tree: Tree) -> Iterator[Tree]:
    """Yield every pruned subtree, lazily, from the root alone to the tree itself.

    {T' : T' ≼ T}; `count_pruned_subtrees` of them      [CART84 def. 3.1]

    >>> [len(dt.leaves(small)) for small in all_pruned_subtrees(dt.grow(dt.datasets.load("loan"), dt.cart()))]
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
def count_pruned_subtrees(tree: Tree) -> int:
    """Return the number of pruned subtrees: 1 for a leaf, 1 + the product of the children's for a branch.

    >>> count_pruned_subtrees(Leaf(dt.ClassCounts((3, 1))))
    1
    """
    return fold(tree, lambda _: 1, lambda _, below: 1 + math.prod(below))

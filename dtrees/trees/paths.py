"""Paths: where a node stands in a tree, and the subtree there."""

import itertools
from functools import partial
from typing import Annotated, Any, TypeAlias

from dtrees.arguments import checked, taken
from dtrees.errors import InvalidData, abbreviated
from dtrees.trees.recursion import recursive
from dtrees.trees.tree import Branch, Leaf, Tree

Path: TypeAlias = Annotated[tuple[int, ...], partial(taken, tuple[int, ...])]
Path.__doc__ = """A node's place in a tree, as a tuple of integers: the child to take at each step from the root.

The root's path is (); that of its second child's first child is (1, 0).
"""


@recursive
def branch_paths(tree: Tree, path: Path = ()) -> tuple[Path, ...]:
    """Return the paths of the branches, parents first; reversed, children come before their parents.

    Each begins with *path*, that of the tree itself.

    >>> branch_paths(Branch.of(dt.Threshold("x", 0), [Leaf([1, 0]), Leaf([0, 2])]))
    ((),)
    """
    if isinstance(tree, Leaf):
        return ()
    below = [branch_paths(child, (*path, place)) for place, child in enumerate(tree.children)]
    return path, *itertools.chain(*below)


@checked
def subtree_at(tree: Tree, path: Path) -> Tree:
    """Return T_t, the subtree whose root t is at *path*; raises `InvalidData` where the tree has no such node.

    >>> subtree_at(Branch.of(dt.Threshold("x", 0), [Leaf([1, 0]), Leaf([0, 2])]), (1,)).summary.counts
    (0, 2)
    """
    for step, child in enumerate(path):
        if isinstance(tree, Leaf) or not 0 <= child < len(tree.children):
            where = f"path {abbreviated(path)} leaves the tree at step {step}"
            raise InvalidData(f"{where}: there is no child {abbreviated(child)} there")
        tree = tree.children[child]
    return tree


@checked
def replace_at(tree: Tree, path: Path, subtree: Tree) -> Tree:
    """Return the tree with *subtree* at *path*; nodes that are not above it are shared with *tree*.

    Raises `InvalidData` where the tree has no node at *path*.

    >>> replace_at(Leaf(dt.ClassCounts((3, 1))), (), Leaf(dt.ClassCounts((2, 2)))).summary.counts
    (2, 2)
    """
    subtree_at(tree, path)  # which refuses a path that leaves the tree
    above: list[Any] = [tree]
    for child in path:
        above.append(above[-1].children[child])
    for parent, child in zip(above[-2::-1], reversed(path), strict=True):
        children = (*parent.children[:child], subtree, *parent.children[child + 1 :])
        subtree = Branch(parent.summary, parent.question, children)
    return subtree

"""Going over a tree: its nodes, leaves, branches and depth, and what a function makes of it from the leaves up."""

from collections.abc import Callable
from typing import TypeVar

from dtrees.arguments import checked
from dtrees.trees.recursion import recursive
from dtrees.trees.tree import Branch, Leaf, Tree, preorder

Result = TypeVar("Result")


@checked
@recursive
def fold(tree: Tree, leaf: Callable[[Leaf], Result], branch: Callable[[Branch, tuple[Result, ...]], Result]) -> Result:
    """Return the result of a computation from the leaves up: leaf(node), and branch(node, results of its children).

    >>> from dtrees.trees.summary import ClassCounts
    >>> fold(Leaf(ClassCounts((3, 1))), lambda leaf: leaf.summary.weight, lambda node, parts: sum(parts))
    4
    """
    if isinstance(tree, Leaf):
        return leaf(tree)
    return branch(tree, tuple([fold(child, leaf, branch) for child in tree.children]))


@checked
def leaves(tree: Tree) -> tuple[Leaf, ...]:
    """Return the leaves from first to last; |T| is their number.

    >>> from dtrees.trees.summary import ClassCounts
    >>> len(leaves(Leaf(ClassCounts((3, 1)))))
    1
    """
    return tuple([node for node, _ in preorder(tree) if isinstance(node, Leaf)])


@checked
def branches(tree: Tree) -> tuple[Branch, ...]:
    """Return the branches, parents first.

    >>> from dtrees.trees.summary import ClassCounts
    >>> branches(Leaf(ClassCounts((3, 1))))
    ()
    """
    return tuple([node for node, _ in preorder(tree) if isinstance(node, Branch)])


@checked
def depth(tree: Tree) -> int:
    """Return the number of questions on the longest way from the root to a leaf; a lone root has depth 0.

    >>> from dtrees.trees.summary import ClassCounts
    >>> depth(Leaf(ClassCounts((3, 1))))
    0
    """
    return max([level for _, level in preorder(tree)])

"""Going over a tree without recursion: `fold` and its dual `unfold` are the two loops that the rest is built on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

import attrs

from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.summary import Summary
    from dtrees.tree import Asks

Result = TypeVar("Result")
Seed = TypeVar("Seed")


@attrs.frozen
class Sprout(Generic[Seed]):
    """A branch whose children are still to grow, one from each seed."""

    summary: Summary
    question: Asks
    seeds: tuple[Seed, ...]


def postorder(tree: Tree) -> Iterator[Tree]:
    """Yield every node, children (first to last) before their parent."""
    waiting: list[tuple[Tree, bool]] = [(tree, False)]
    while waiting:
        node, done = waiting.pop()
        if done or isinstance(node, Leaf):
            yield node
        else:
            waiting.append((node, True))
            waiting.extend((child, False) for child in reversed(node.children))


def preorder(tree: Tree) -> Iterator[tuple[Tree, int]]:
    """Yield every node with its depth, parents before their children, first child first."""
    waiting = [(tree, 0)]
    while waiting:
        node, level = waiting.pop()
        yield node, level
        if isinstance(node, Branch):
            waiting.extend((child, level + 1) for child in reversed(node.children))


def fold(tree: Tree, leaf: Callable[[Leaf], Result], branch: Callable[[Branch, tuple[Result, ...]], Result]) -> Result:
    """Return what *leaf* and *branch* make of the tree, from the leaves up: branch(node, results of its children).

    >>> from dtrees.summary import ClassCounts
    >>> fold(Leaf(ClassCounts((3, 1))), lambda leaf: leaf.summary.weight, lambda node, parts: sum(parts))
    4
    """
    results: list[Result] = []
    for node in postorder(tree):
        if isinstance(node, Leaf):
            results.append(leaf(node))
        else:
            parts = tuple(results[-len(node.children) :])
            del results[-len(node.children) :]
            results.append(branch(node, parts))
    return results[0]


def unfold(seed: Seed, grow_node: Callable[[Seed], Leaf | Sprout[Seed]]) -> Tree:
    """Return the tree that grows from *seed*: *grow_node* makes a leaf, or a sprout with a seed for each child.

    >>> from dtrees.summary import ClassCounts
    >>> unfold((3, 1), lambda counts: Leaf(ClassCounts(counts))).summary.weight
    4
    """
    waiting: list[Seed | Sprout[Seed]] = [seed]
    grown: list[Tree] = []
    while waiting:
        item = waiting.pop()
        if isinstance(item, Sprout):
            arity = len(item.seeds)
            children = tuple(grown[-arity:])
            del grown[-arity:]
            grown.append(Branch(item.summary, item.question, children))
            continue
        node = grow_node(item)
        if isinstance(node, Leaf):
            grown.append(node)
        else:
            waiting.append(node)
            waiting.extend(reversed(node.seeds))
    return grown[0]


def as_leaf(node: Tree) -> Leaf:
    """Return the node as a leaf: itself where it is one."""
    return node if isinstance(node, Leaf) else Leaf(node.summary)


def with_children(node: Branch, children: tuple[Tree, ...]) -> Branch:
    """Return the branch with *children*: itself where they are its own, so that trees share unchanged parts."""
    if all(new is old for new, old in zip(children, node.children, strict=True)):
        return node
    return Branch(node.summary, node.question, children)


def leaves(tree: Tree) -> tuple[Leaf, ...]:
    """Return the leaves from first to last; |T| is their number.

    >>> from dtrees.summary import ClassCounts
    >>> len(leaves(Leaf(ClassCounts((3, 1)))))
    1
    """
    return tuple(node for node, _ in preorder(tree) if isinstance(node, Leaf))


def branches(tree: Tree) -> tuple[Branch, ...]:
    """Return the internal nodes, parents first."""
    return tuple(node for node, _ in preorder(tree) if isinstance(node, Branch))


def depth(tree: Tree) -> int:
    """Return the number of questions on the longest way from the root to a leaf; a lone root has depth 0.

    >>> from dtrees.summary import ClassCounts
    >>> depth(Leaf(ClassCounts((3, 1))))
    0
    """
    return max(level for _, level in preorder(tree))

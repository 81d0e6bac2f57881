"""Going over a tree without recursion: by one loop, `recur`, come `fold`, `unfold` and the rest."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import attrs

from dtrees.arguments import checked, instance
from dtrees.errors import Unsupported
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Asks

Result = TypeVar("Result")
Item = TypeVar("Item")
Seed = TypeVar("Seed")


MOST_VISITS: Final = 10**8
"""So many visits of rows to nodes take seconds, on any tree."""

LONGEST_WAY: Final = 1000
"""More visits are of use where rows have shorter ways than this: it is the rows that are many."""


def require_short_ways(visits: int, rows: int) -> None:
    """Raise `Unsupported` where *rows* have made so many *visits* to nodes that a deep tree would take hours.

    >>> require_short_ways(10**10, 10**8), require_short_ways(10**6, 1000)
    (None, None)
    """
    if visits > max(MOST_VISITS, LONGEST_WAY * rows):
        message = (
            f"{rows:,} rows come to {visits // rows:,} nodes each, and more: the tree is too deep for what takes time "
            "for each node and row; give fewer rows, or a tree of fewer levels"
        )
        raise Unsupported(message)


@attrs.frozen
class Sprout(Generic[Seed]):
    """A branch whose children are still to grow, one from each seed."""

    summary: Summary
    question: Asks
    seeds: tuple[Seed, ...]


@attrs.frozen
class Again(Generic[Seed]):
    """What stands for the result of another seed, which is to be gone over in the place of the one before."""

    seed: Seed


a_node: Final = instance((Leaf, Sprout), "a Leaf, or a Sprout whose seeds are of its children")


def preorder(tree: Tree) -> Iterator[tuple[Tree, int]]:
    """Yield every node with its depth, parents before their children, first child first."""
    waiting = [(tree, 0)]
    while waiting:
        node, level = waiting.pop()
        yield node, level
        if isinstance(node, Branch):
            waiting.extend((child, level + 1) for child in reversed(node.children))


def recur(
    seed: Seed,
    expand: Callable[[Seed], tuple[Item, Sequence[Seed]]],
    combine: Callable[[Item, tuple[Result, ...]], Any],  # a result, or Again
) -> Result:
    """Return f(seed), where f(s) = combine(item, the f of each of the seeds) and item, seeds = expand(s).

    A function that calls itself, down and up again, as a loop: no depth is too great.  Where *combine* returns
    `Again` with another seed, f of that one stands for its result.

    >>> recur(3, lambda n: (n, [n - 1] if n else []), lambda n, below: n + sum(below))
    6
    """
    waiting: list[Any] = [seed]
    arities: list[int | None] = [None]  # how many results each item waits for; None for a seed
    results: list[Result] = []
    while waiting:
        item, arity = waiting.pop(), arities.pop()
        if arity is None:
            item, seeds = expand(item)
            arity = len(seeds)
            if seeds:
                waiting += [item, *reversed(seeds)]
                arities += [arity, *[None] * arity]
                continue
        first = len(results) - arity
        result = combine(item, tuple(results[first:]))
        if isinstance(result, Again):
            del results[first:]
            waiting.append(result.seed)
            arities.append(None)
        else:
            results[first:] = [result]
    return results[0]


@checked
def fold(tree: Tree, leaf: Callable[[Leaf], Result], branch: Callable[[Branch, tuple[Result, ...]], Result]) -> Result:
    """Return what *leaf* and *branch* make of the tree, from the leaves up: branch(node, results of its children).

    >>> from dtrees.trees.summary import ClassCounts
    >>> fold(Leaf(ClassCounts((3, 1))), lambda leaf: leaf.summary.weight, lambda node, parts: sum(parts))
    4
    """

    def expand(node: Tree) -> tuple[Tree, tuple[Tree, ...]]:
        return node, node.children if isinstance(node, Branch) else ()

    def combine(node: Tree, parts: tuple[Result, ...]) -> Result:
        return branch(node, parts) if isinstance(node, Branch) else leaf(node)

    return recur(tree, expand, combine)


@checked
def unfold(seed: Seed, grow_node: Callable[[Seed], Leaf | Sprout[Seed]]) -> Tree:
    """Return the tree that grows from *seed*: *grow_node* makes a leaf, or a sprout with a seed for each child.

    >>> from dtrees.trees.summary import ClassCounts
    >>> unfold((3, 1), lambda counts: Leaf(ClassCounts(counts))).summary.weight
    4
    """

    def expand(seed: Seed) -> tuple[Leaf | Sprout[Seed], tuple[Seed, ...]]:
        node = a_node("grow_node(seed)", grow_node(seed))
        return node, node.seeds if isinstance(node, Sprout) else ()

    def combine(node: Leaf | Sprout[Seed], children: tuple[Tree, ...]) -> Tree:
        return Branch(node.summary, node.question, children) if isinstance(node, Sprout) else node

    return recur(seed, expand, combine)


def as_leaf(node: Tree) -> Leaf:
    """Return the node as a leaf: itself where it is one."""
    return node if isinstance(node, Leaf) else Leaf(node.summary)


def with_children(node: Branch, children: tuple[Tree, ...]) -> Branch:
    """Return the branch with *children*: itself where they are its own, so that trees share unchanged parts."""
    if all(map(is_, children, node.children)):
        return node
    made = object.__new__(Branch)  # of what was checked when *node* was made
    for field, value in (("summary", node.summary), ("question", node.question), ("children", children)):
        object.__setattr__(made, field, value)
    return made


@checked
def leaves(tree: Tree) -> tuple[Leaf, ...]:
    """Return the leaves from first to last; |T| is their number.

    >>> from dtrees.trees.summary import ClassCounts
    >>> len(leaves(Leaf(ClassCounts((3, 1)))))
    1
    """
    return tuple(node for node, _ in preorder(tree) if isinstance(node, Leaf))


def branches(tree: Tree) -> tuple[Branch, ...]:
    """Return the internal nodes, parents first."""
    found, waiting = list[Branch](), [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Branch):
            found.append(node)
            waiting += node.children[::-1]
    return tuple(found)


@checked
def depth(tree: Tree) -> int:
    """Return the number of questions on the longest way from the root to a leaf; a lone root has depth 0.

    >>> from dtrees.trees.summary import ClassCounts
    >>> depth(Leaf(ClassCounts((3, 1))))
    0
    """
    return max(level for _, level in preorder(tree))

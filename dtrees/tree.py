"""A tree is a value: a leaf, or a branch that asks a question and holds one child an answer.

Every node keeps the summary of its training rows, so that pruning needs the tree alone.  Trees are as deep as data
are perverse; nothing here recurses.  `fold` and its dual `unfold` are the two loops that the rest is built on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeAlias, TypeVar

import attrs

from dtrees.errors import InvalidData

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from dtrees.data import Feature, IntArray
    from dtrees.impurity import Summary

Result = TypeVar("Result")
Seed = TypeVar("Seed")

Path: TypeAlias = tuple[int, ...]
"""A node's place: the child to take at each step from the root, whose path is ()."""


Steps: TypeAlias = "tuple[Steps, int] | None"
"""A path as a chain of steps, which neighbours share, so that walking a deep tree needs no long tuples."""


def path_of(steps: Steps) -> Path:
    """Return the path that a chain of steps leads.

    >>> path_of(((None, 1), 0))
    (1, 0)
    """
    path = []
    while steps is not None:
        steps, child = steps
        path.append(child)
    return tuple(reversed(path))


class Asks(Protocol):
    """What a tree needs of a question (the questions themselves stand in `dtrees.split`)."""

    @property
    def feature(self) -> str:
        """The name of the feature that it asks about."""

    @property
    def arity(self) -> int:
        """How many answers, and so children, there are."""

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child, or -1 where the question has none for it."""

    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""


class _Node:
    """What leaves and branches share: deep-safe equality, hash, repr, copy and pickle, all by loops."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Node):
            return NotImplemented
        return _equal(self, other)  # type: ignore[arg-type]  # Leaf and Branch are the only nodes

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]  # each subclass makes it at construction

    def __repr__(self) -> str:
        return "".join(_representation(self))  # type: ignore[arg-type]

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return from_preorder, (_preorder_records(self),)  # type: ignore[arg-type]


@attrs.frozen(eq=False, repr=False, getstate_setstate=False)
class Leaf(_Node):
    """A node that predicts from the summary of its training rows.

    >>> from dtrees.impurity import ClassCounts
    >>> Leaf(ClassCounts((3, 1))).summary.majority
    0
    """

    summary: Summary
    _hash: int = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((Leaf, self.summary)))


def _trees(children: Iterable[Tree]) -> tuple[Tree, ...]:
    return tuple(children)


@attrs.frozen(eq=False, repr=False, getstate_setstate=False)
class Branch(_Node):
    """A node that asks a question; child i holds the training rows with answer i.

    Raises `InvalidData` where there is not one child an answer.

    >>> from dtrees.impurity import ClassCounts
    >>> from dtrees.split import Threshold
    >>> Branch(ClassCounts((1, 2)), Threshold("x", 0), [Leaf(ClassCounts((1, 2)))])
    Traceback (most recent call last):
    dtrees.errors.InvalidData: Threshold(feature='x', threshold=0.0) has 2 answers, not 1: give a child each
    """

    summary: Summary
    question: Asks
    children: tuple[Tree, ...] = attrs.field(converter=_trees)
    _hash: int = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if not self.children or len(self.children) != self.question.arity:
            message = f"{self.question} has {self.question.arity} answers, not {len(self.children)}: give a child each"
            raise InvalidData(message)
        hashes = tuple(map(hash, self.children))
        object.__setattr__(self, "_hash", hash((Branch, self.summary, self.question, hashes)))


Tree: TypeAlias = Leaf | Branch


@attrs.frozen
class Sprout(Generic[Seed]):
    """A branch whose children are still to grow, one from each seed."""

    summary: Summary
    question: Asks
    seeds: tuple[Seed, ...]


# --- the two loops ----------------------------------------------------------------------------------------------


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


def fold(tree: Tree, leaf: Callable[[Leaf], Result], branch: Callable[[Branch, tuple[Result, ...]], Result]) -> Result:
    """Return what *leaf* and *branch* make of the tree, from the leaves up: branch(node, results of its children).

    >>> from dtrees.impurity import ClassCounts
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

    >>> from dtrees.impurity import ClassCounts
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


# --- reading a tree ---------------------------------------------------------------------------------------------


def preorder(tree: Tree) -> Iterator[tuple[Tree, int]]:
    """Yield every node with its depth, parents before their children, first child first."""
    waiting = [(tree, 0)]
    while waiting:
        node, level = waiting.pop()
        yield node, level
        if isinstance(node, Branch):
            waiting.extend((child, level + 1) for child in reversed(node.children))


def leaves(tree: Tree) -> tuple[Leaf, ...]:
    """Return the leaves from first to last; |T| is their number.

    >>> from dtrees.impurity import ClassCounts
    >>> len(leaves(Leaf(ClassCounts((3, 1)))))
    1
    """
    return tuple(node for node, _ in preorder(tree) if isinstance(node, Leaf))


def branches(tree: Tree) -> tuple[Branch, ...]:
    """Return the internal nodes, parents first."""
    return tuple(node for node, _ in preorder(tree) if isinstance(node, Branch))


def depth(tree: Tree) -> int:
    """Return the number of questions on the longest way from the root to a leaf; a lone root has depth 0.

    >>> from dtrees.impurity import ClassCounts
    >>> depth(Leaf(ClassCounts((3, 1))))
    0
    """
    return max(level for _, level in preorder(tree))


def subtree_at(tree: Tree, path: Path) -> Tree:
    """Return T_t, the subtree whose root t is at *path*; raises `InvalidData` where the tree has no such node.

    >>> from dtrees.impurity import ClassCounts
    >>> from dtrees.split import Threshold
    >>> tree = Branch(ClassCounts((1, 2)), Threshold("x", 0), [Leaf(ClassCounts((1, 0))), Leaf(ClassCounts((0, 2)))])
    >>> subtree_at(tree, (1,)).summary.counts
    (0, 2)
    """
    return _nodes_along(tree, path)[-1]


def replace_at(tree: Tree, path: Path, subtree: Tree) -> Tree:
    """Return the tree with *subtree* at *path*; all that is not above it is shared with *tree*.

    Raises `InvalidData` where the tree has no node at *path*.

    >>> from dtrees.impurity import ClassCounts
    >>> replace_at(Leaf(ClassCounts((3, 1))), (), Leaf(ClassCounts((2, 2)))).summary.counts
    (2, 2)
    """
    nodes = _nodes_along(tree, path)[:-1]
    ancestors = [node for node in nodes if isinstance(node, Branch)]
    for parent, child in zip(reversed(ancestors), reversed(path), strict=True):
        children = (*parent.children[:child], subtree, *parent.children[child + 1 :])
        subtree = Branch(parent.summary, parent.question, children)
    return subtree


def _nodes_along(tree: Tree, path: Path) -> list[Tree]:
    """Return the nodes from the root to *path*, both included."""
    nodes = [tree]
    for step, child in enumerate(path):
        node = nodes[-1]
        if isinstance(node, Leaf) or not 0 <= child < len(node.children):
            message = f"path {tuple(path)} leaves the tree at step {step}: there is no child {child} there"
            raise InvalidData(message)
        nodes.append(node.children[child])
    return nodes


def is_pruned_subtree(pruned: Tree, tree: Tree) -> bool:
    """Return whether *pruned* is *tree* with some branches (perhaps none) turned into leaves.

    pruned ≼ tree      [CART84 def. 3.1]

    >>> from dtrees.impurity import ClassCounts
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


# --- the values' own protocol -----------------------------------------------------------------------------------


def _equal(one: Tree, two: Tree) -> bool:
    waiting = [(one, two)]
    while waiting:
        left, right = waiting.pop()
        if left is right:
            continue
        if type(left) is not type(right) or hash(left) != hash(right) or left.summary != right.summary:
            return False
        if isinstance(left, Branch) and isinstance(right, Branch):
            if left.question != right.question:
                return False
            waiting.extend(zip(left.children, right.children, strict=True))
    return True


def _representation(tree: Tree) -> Iterator[str]:
    """Yield the pieces of the expression that makes the tree."""
    waiting: list[Tree | str] = [tree]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Leaf):
            yield f"Leaf({item.summary!r})"
        else:
            yield f"Branch({item.summary!r}, {item.question!r}, ("
            waiting.append("))")
            for child in reversed(item.children):
                waiting += [", ", child]


def _preorder_records(tree: Tree) -> tuple[tuple[Summary, Asks | None], ...]:
    """Return a flat record a node, parents first; a leaf's question is None."""
    return tuple((node.summary, node.question if isinstance(node, Branch) else None) for node, _ in preorder(tree))


def from_preorder(records: Sequence[tuple[Summary, Asks | None]]) -> Tree:
    """Return the tree from one record (summary, question or None for a leaf) a node, parents before their children.

    Raises `InvalidData` where the records do not make exactly one tree.
    """
    grown: list[Tree] = []
    for place in range(len(records) - 1, -1, -1):
        summary, question = records[place]
        if question is None:
            grown.append(Leaf(summary))
            continue
        if question.arity > len(grown):
            message = f"node {place} asks {question}: {question.arity} subtrees must follow it, but {len(grown)} do"
            raise InvalidData(message)
        children = tuple(grown.pop() for _ in range(question.arity))
        grown.append(Branch(summary, question, children))
    if len(grown) != 1:
        message = f"the {len(records)} nodes make {len(grown)} trees, not one"
        raise InvalidData(message)
    return grown[0]

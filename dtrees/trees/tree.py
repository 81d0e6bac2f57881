"""A tree is a value: a leaf, or a branch that asks a question and holds one child an answer.

Every node keeps the summary of its training rows, so that pruning needs the tree alone.  A tree can be as deep as it
has rows: what Python asks of a value (equality, hash, representation, copying, pickling) is done by loops here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Self, TypeAlias, TypeVar

import attrs

from dtrees.arguments import checked, fields_as_annotated, taken
from dtrees.errors import InvalidData, Shown, refused
from dtrees.trees.questions import Asks, Question
from dtrees.trees.recursion import recursive
from dtrees.trees.summary import Summary, total

Result = TypeVar("Result")


class _Node(Shown):
    """What leaves and branches share: equality, hash, repr, copy and pickle of any depth, by loops."""

    __slots__ = ()
    GIVE = "a tree, such as grow or from_json returns"

    def __eq__(self, other: object) -> bool:
        """Compare two nodes once, however often both trees hold them."""
        if not isinstance(other, _Node):
            return NotImplemented
        waiting: list[tuple[Any, Any]] = [(self, other)]
        met = set()
        while waiting:
            pair = waiting.pop()
            if pair[0] is pair[1] or (id(pair[0]), id(pair[1])) in met:
                continue
            met.add((id(pair[0]), id(pair[1])))
            (*one, below), (*two, beneath) = map(_parts, pair)
            if one != two:
                return False
            waiting += zip(below, beneath, strict=True)
        return True

    def __hash__(self) -> int:
        """Hash a node's parts, the children by their hashes: each node once, however often it stands."""
        known: dict[int, int] = {}
        waiting: list[Any] = [self]
        while waiting:
            summary, question, children = _parts(waiting[-1])
            below = [child for child in children if id(child) not in known]
            waiting += below
            if not below:
                known[id(waiting.pop())] = hash((summary, question, *[known[id(child)] for child in children]))
        return known[id(self)]

    def __repr__(self) -> str:
        text, before = list[str](), 0
        for node, level in preorder(self):
            text.append(", ))" * (before - level) + ", " if 0 < level <= before else "")
            leaf = f"Leaf({node.summary!r})"
            text.append(f"Branch({node.summary!r}, {node.question!r}, (" if isinstance(node, Branch) else leaf)
            before = level
        return "".join(text) + ", ))" * before

    def __deepcopy__(self, *_: object) -> Self:
        return self  # for nothing in it changes

    __copy__ = __deepcopy__

    def __reduce__(self) -> tuple[object, ...]:
        return from_preorder, ([_parts(node)[:2] for node, _ in preorder(self)],)


@attrs.frozen(eq=False, repr=False, getstate_setstate=False, field_transformer=fields_as_annotated)
class Leaf(_Node):
    """A node that predicts from the summary of its training rows.

    >>> Leaf(dt.ClassCounts((3, 1))).summary.majority
    0
    """

    summary: Summary


def _summary(given: Summary) -> Any:
    with suppress(InvalidData):
        return taken(Summary, "summary", given)
    raise refused(given, "summary", "what summarize returns; Branch.of(question, children) sums its children's")


@attrs.frozen(eq=False, repr=False, getstate_setstate=False, field_transformer=fields_as_annotated)
class Branch(_Node):
    """A node that asks a question; child i holds the training rows with answer i.

    Only `to_json` and `from_json` check that its summary is the sum of its children's, as `of` makes it: the rounded
    numbers of other programs do not add up.  `attrs.asdict` fails on a tree some hundred levels deep: use `to_json` or
    `fold`.  Raises `InvalidData` where there is not one child an answer.

    >>> Branch.of(dt.Threshold("x", 0), [Leaf([1, 0]), Leaf([0, 2])]).summary.counts
    (1, 2)
    """

    summary: Summary = attrs.field(converter=_summary)
    question: Question
    children: Sequence[Tree] = ()  # so that what is left out is the summary

    def __attrs_post_init__(self) -> None:
        if not self.children or len(self.children) != self.question.arity:
            answers, given = self.question.arity, len(self.children)
            raise InvalidData(f"{self.question} has {answers} answers, not {given}: give a child each")

    @classmethod
    @checked
    def of(cls, question: Question, children: Sequence[Tree]) -> Branch:
        """Return the branch whose summary is the sum of its children's."""
        return cls(total([child.summary for child in children]), question, children)


Tree: TypeAlias = Leaf | Branch


def preorder(tree: Any) -> Iterator[tuple[Tree, int]]:
    """Yield every node with its depth, parents before their children, first child first."""
    waiting = [(tree, 0)]
    while waiting:
        node, level = waiting.pop()
        yield node, level
        if isinstance(node, Branch):
            waiting += [(child, level + 1) for child in node.children[::-1]]


def from_preorder(records: Sequence[tuple[Summary, Asks | None]]) -> Tree:
    """Return the tree from one record (summary, question or None for a leaf) a node, parents before their children.

    Raises `InvalidData` where the records do not make exactly one tree.
    """
    grown: list[Tree] = []
    for place, (summary, question) in reversed([*enumerate(records)]):
        arity = 0 if question is None else question.arity
        if arity > len(grown):
            raise InvalidData(f"node {place} asks {question}: {arity} subtrees must follow it, but {len(grown)} do")
        children = [grown.pop() for _ in range(arity)]
        grown.append(Leaf(summary) if question is None else Branch(summary, question, children))
    if len(grown) != 1:
        raise InvalidData(f"the {len(records)} nodes make {len(grown)} trees, not one")
    return grown[0]


def _parts(node: Any) -> tuple[Summary, Asks | None, Sequence[Tree]]:
    """Return the summary, the question (None of a leaf) and the children."""
    return (node.summary, None, ()) if isinstance(node, Leaf) else (node.summary, node.question, node.children)


@checked
@recursive
def fold(tree: Tree, leaf: Callable[[Leaf], Result], branch: Callable[[Branch, tuple[Result, ...]], Result]) -> Result:
    """Return the result of a computation from the leaves up: leaf(node), and branch(node, results of its children).

    >>> fold(Leaf(dt.ClassCounts((3, 1))), lambda leaf: leaf.summary.weight, lambda node, parts: sum(parts))
    4
    """
    if isinstance(tree, Leaf):
        return leaf(tree)
    return branch(tree, tuple([fold(child, leaf, branch) for child in tree.children]))


@checked
def leaves(tree: Tree) -> tuple[Leaf, ...]:
    """Return the leaves from first to last; |T| is their number.

    >>> len(leaves(Leaf(dt.ClassCounts((3, 1)))))
    1
    """
    return tuple([node for node, _ in preorder(tree) if isinstance(node, Leaf)])


@checked
def branches(tree: Tree) -> tuple[Branch, ...]:
    """Return the branches, parents first.

    >>> branches(Leaf(dt.ClassCounts((3, 1))))
    ()
    """
    return tuple([node for node, _ in preorder(tree) if isinstance(node, Branch)])


@checked
def depth(tree: Tree) -> int:
    """Return the number of questions on the longest way from the root to a leaf; a lone root has depth 0.

    >>> depth(Leaf(dt.ClassCounts((3, 1))))
    0
    """
    return max([level for _, level in preorder(tree)])

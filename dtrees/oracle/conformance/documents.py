"""Reading what an implementation answers: trees and questions, ours or nested mappings (`implementation.Document`)."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, nextafter
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.errors import InvalidData
from dtrees.optimal_splits import ScoredSplit
from dtrees.questions import EachCategory, Equals, OneOf, Question, Threshold, route
from dtrees.summary import summarize
from dtrees.traversal import Sprout, as_leaf, fold, unfold, with_children
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data import Dataset
    from dtrees.oracle.conventions import Conventions
    from dtrees.path import Path

STATEMENTS = ("weight", "value", "impurity", "prediction")


def question_of(answer: Any, conventions: Conventions) -> Question | None:  # noqa: PLR0911 (a case each)
    """Return the question that *answer* asks, its cut read as ``<=``; None where it asks none.

    >>> from dtrees.oracle.conventions import Conventions
    >>> question_of({"feature": "x", "threshold": 1}, Conventions(comparison="<"))
    Threshold(feature='x', threshold=0.9999999999999999)
    """
    match answer:
        case ScoredSplit() | Branch():
            return question_of(answer.question, conventions)
        case Threshold() if conventions.comparison == "<":
            return attrs.evolve(answer, threshold=nextafter(answer.threshold, -inf))
        case Threshold() | Equals() | OneOf() | EachCategory():
            return answer
        case {"feature": str(feature), "threshold": cut}:
            return question_of(Threshold(feature, cut), conventions)
        case {"feature": str(feature), "category": category}:
            return Equals(feature, category)
        case {"feature": str(feature), "one_of": categories}:
            return OneOf(feature, categories)
        case {"feature": str(feature), "categories": categories}:
            return EachCategory(feature, categories)
        case None | Leaf():
            return None
        case Mapping() if "feature" not in answer and not children_of(answer):
            return None
    message = f"{answer!r:.200} is no question: give a feature with a threshold, category, one_of or categories"
    raise InvalidData(message)


def children_of(node: Any) -> tuple[Any, ...]:
    """Return the children of a tree or document."""
    if isinstance(node, Leaf):
        return ()
    if isinstance(node, Branch):
        return node.children
    if not isinstance(node, Mapping):
        message = f"{node!r:.200} is no tree: give a dtrees.Tree or nested mappings"
        raise InvalidData(message)
    return tuple(node.get("children") or ())


def tree_of(answer: Any, data: Dataset, conventions: Conventions) -> Tree:
    """Return the tree that *answer* is; a document's summaries are those of the rows that it sends to each node.

    >>> from dtrees.oracle.conventions import EXACT
    >>> from dtrees.constructors import classification_data
    >>> document = {"feature": "x", "threshold": 1.5, "children": [{}, {}]}
    >>> tree_of(document, classification_data({"x": [1, 2]}, ["a", "b"]), EXACT).children[0]
    Leaf(ClassCounts(counts=(1, 0), classes=('a', 'b')))
    """
    if isinstance(answer, Leaf | Branch):
        return _at_most(answer, conventions)

    def grow_node(seed: tuple[Any, Dataset]) -> Leaf | Sprout[tuple[Any, Dataset]]:
        document, rows = seed
        question, children = question_of(document, conventions), children_of(document)
        if question is None:
            return Leaf(summarize(rows))
        if question.arity != len(children):
            message = f"{question} has {question.arity} answers, but the document {len(children)} children"
            raise InvalidData(message)
        return Sprout(summarize(rows), question, tuple(zip(children, route(rows, question), strict=True)))

    return unfold((answer, data), grow_node)


def _at_most(tree: Tree, conventions: Conventions) -> Tree:
    """Return *tree* with its thresholds read as ``<=``."""
    if conventions.comparison == "<=":
        return tree

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        return Branch(node.summary, question_of(node, conventions), children)  # type: ignore[arg-type]

    return fold(tree, as_leaf, branch)


def less_than(tree: Tree) -> Tree:
    """Return *tree* with its thresholds worded for ``<``: the inverse of reading them as ``<=``."""

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        question = node.question
        if isinstance(question, Threshold):
            question = attrs.evolve(question, threshold=nextafter(question.threshold, inf))
        return Branch(node.summary, question, children)

    return fold(tree, as_leaf, branch)


def pruned_of(answer: Any, tree: Tree) -> Tree:
    """Return *tree* pruned to the shape of *answer*; parts that were not cut are the very objects of *tree*.

    Raises `InvalidData` where a document goes on below a leaf.

    >>> from dtrees.summary import ClassCounts
    >>> pruned_of({}, Leaf(ClassCounts((3, 1))))
    Leaf(ClassCounts(counts=(3, 1), classes=(0, 1)))
    """
    if isinstance(answer, Leaf | Branch):
        return answer
    kept = _kept(answer, tree)

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        return with_children(node, children) if next(kept) else as_leaf(node)

    return fold(tree, as_leaf, branch)


def _kept(answer: Any, tree: Tree) -> Iterator[bool]:
    """Yield for each branch of *tree*, in the order of `fold`, whether it is a branch of *answer* too."""
    waiting: list[tuple[Any, Tree, bool]] = [(answer, tree, False)]
    while waiting:
        document, node, done = waiting.pop()
        children, ours = children_of(document), children_of(node)
        if children and len(children) != len(ours):
            message = f"no pruned subtree: {len(children)} children, where the tree has {len(ours)}: {document!r:.200}"
            raise InvalidData(message)
        if done:
            yield bool(children)
        elif ours:
            waiting.append((document, node, True))
            pairs = zip(children or [{}] * len(ours), ours, strict=True)
            waiting.extend((*pair, False) for pair in reversed(list(pairs)))


def statements_of(answer: Any) -> Iterator[tuple[Path, str, Any]]:
    """Yield each number that a document states of a node: the node's path, the number's name, and the number."""
    waiting: list[tuple[Any, Path]] = [(answer, ())]
    while waiting:
        node, path = waiting.pop()
        if isinstance(node, Mapping):
            yield from ((path, name, node[name]) for name in STATEMENTS if name in node)
        waiting += [(child, (*path, place)) for place, child in enumerate(children_of(node))]

"""The one grammar of trees: ours, or documents of nodes that ask a question and state numbers, and their one reader.

A document is what `to_json` writes: ``{"nodes": [...]}``, parents first, each branch followed by its children's
subtrees.  A node may have a ``question`` and state of its rows ``weight``, ``value`` (class shares in class order, or
the mean), ``impurity`` (the learner's), ``risk`` (the weight of the errors, or the sum of squares) and ``prediction``;
all is optional.  Children may also stand inside their parent, as ``children``, and the question's parts in the node
itself.  The summaries are not read but made of the rows that the questions send to each node.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from math import inf, nextafter
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.data import Numeric
from dtrees.errors import InvalidData
from dtrees.impurity import misclassification, squared_error
from dtrees.optimal_splits import ScoredSplit
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.judge.stated import Claims, NodeClaim
from dtrees.pruning import Pruned
from dtrees.questions import EachCategory, Equals, OneOf, Question, Threshold, route
from dtrees.summary import ClassCounts, summarize
from dtrees.traversal import Sprout, as_leaf, fold, unfold, with_children
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.data import Dataset
    from dtrees.exact import Rational
    from dtrees.path import Path
    from dtrees.summary import Summary

STATEMENTS: Final = ("weight", "value", "impurity", "risk", "prediction")
"""What a node may state of its rows."""


def number(stated: Any) -> Rational | float:
    """Return the number that is stated: exact where it is an integer or a text like 3/7, else a float64.

    >>> number("3/7"), number("0.1"), number(2)
    (Fraction(3, 7), 0.1, 2)
    """
    try:
        value = Fraction(stated) if isinstance(stated, str) and "/" in stated else float(stated)
        finite = math.isfinite(value)
    except (OverflowError, ValueError):
        finite = False
    if not finite:
        message = f"{stated!r} is no finite float64"
        raise InvalidData(message)
    return stated if isinstance(stated, int) else value


# --- questions and children -------------------------------------------------------------------------------------


def question_of(answer: Any, conventions: Conventions) -> Question | None:  # noqa: PLR0911 (a case each)
    """Return the question that *answer* asks, its cut read as ``<=``; None where it asks none.

    >>> question_of({"feature": "x", "threshold": 1}, Conventions(comparison="<"))
    Threshold(feature='x', threshold=0.9999999999999999)
    """
    match answer:
        case {"nodes": [root, *_]} | {"question": root}:
            return question_of(root, conventions)
        case Mapping() if "feature" in answer:
            return question_of(_asked(answer), conventions)
        case ScoredSplit() | Branch():
            return question_of(answer.question, conventions)
        case Threshold() if conventions.comparison == "<":
            return attrs.evolve(answer, threshold=nextafter(answer.threshold, -inf))
        case Threshold() | Equals() | OneOf() | EachCategory():
            return answer
        case None | Leaf():
            return None
        case Mapping() if not children_of(answer):
            return None
    message = f"{answer!r:.200} is no question: give a feature with a threshold, category, one_of or categories"
    raise InvalidData(message)


def _asked(document: Mapping[str, Any]) -> Question:
    match document:
        case {"feature": str(feature), "threshold": cut}:
            return Threshold(feature, _cut(cut))
        case {"feature": str(feature), "category": category}:
            return Equals(feature, category)
        case {"feature": str(feature), "one_of": some} | {"ask": "one_of", "feature": str(feature), "categories": some}:
            return OneOf(feature, some)
        case {"feature": str(feature), "categories": categories}:
            return EachCategory(feature, categories)
        case _:
            message = (
                f"{document!r:.200} is no question: give a feature with a threshold, category, one_of or categories"
            )
            raise InvalidData(message)


def _cut(stated: Any) -> float:
    """Return the threshold; one that overflowed is infinite."""
    return float(Fraction(stated)) if isinstance(stated, str) and "/" in stated else float(stated)


def children_of(node: Any) -> tuple[Any, ...]:
    """Return the children of a tree or document."""
    if isinstance(node, Leaf):
        return ()
    if isinstance(node, Branch):
        return node.children
    if not isinstance(node, Mapping):
        message = f"{node!r:.200} is no tree: give a dtrees.Tree or nested mappings"
        raise InvalidData(message)
    if "nodes" in node:
        node = nested(node["nodes"])
    return tuple(node.get("children") or ())


# --- trees ------------------------------------------------------------------------------------------------------


@attrs.frozen
class Grown:
    """A tree in the specification's types, and the numbers that are stated of its nodes."""

    tree: Tree
    claims: Claims | None


def read_tree(answer: Any, data: Dataset, conventions: Conventions = EXACT, *, exactly: bool = False) -> Grown:
    """Return the tree that *answer* makes of *data*, and what it states.

    Where no row lies on a threshold s, x < s and x <= s are one question, and it is read as x <= s unless *exactly*.
    Raises `InvalidData` where the nodes do not make exactly one tree, or ask what the data cannot answer.

    >>> from dtrees.constructors import classification_data
    >>> data = classification_data({"x": [1, 2]}, ["a", "b"])
    >>> asked = {"question": {"ask": "threshold", "feature": "x", "threshold": 1.5}}
    >>> read_tree({"nodes": [asked, {}, {"weight": 1}]}, data).tree.question
    Threshold(feature='x', threshold=1.5)
    """
    if isinstance(answer, Leaf | Branch):
        return Grown(_at_most(answer, conventions), None)
    nodes = nodes_of(answer)
    require_at_most(len(nodes), 2 * len(data), "nodes")
    waiting = iter(nodes)
    claims: list[NodeClaim] = []

    def grow_node(rows: Dataset) -> Leaf | Sprout[Dataset]:
        node = next(waiting, None)
        if node is None:
            message = f"the {len(nodes)} nodes are too few: a question has a child for each answer"
            raise InvalidData(message)
        summary = summarize(rows)
        claims.append(_claim(node, summary))
        question = question_of(node, conventions)
        _require_arity(node, question)
        if question is None:
            return Leaf(summary)
        if not exactly:
            question = _undone(question, node, rows)
        return Sprout(summary, question, route(rows, question))

    tree = unfold(data, grow_node)
    if len(claims) < len(nodes):
        message = f"{len(nodes)} nodes make more than one tree: the first ends with node {len(claims) - 1}"
        raise InvalidData(message)
    risk = misclassification if isinstance(tree.summary, ClassCounts) else squared_error
    return Grown(tree, Claims(nodes=tuple(claims), risk=risk))


def tree_of(answer: Any, data: Dataset, conventions: Conventions) -> Tree:
    """Return the tree that *answer* is, its thresholds exactly as they send any row.

    >>> from dtrees.constructors import classification_data
    >>> document = {"feature": "x", "threshold": 1.5, "children": [{}, {}]}
    >>> tree_of(document, classification_data({"x": [1, 2]}, ["a", "b"]), EXACT).children[0]
    Leaf(ClassCounts(counts=(1, 0), classes=('a', 'b')))
    """
    return read_tree(answer, data, conventions, exactly=True).tree


def nodes_of(document: Any) -> list[Mapping[str, Any]]:
    """Return the nodes of a document, parents first.

    >>> nodes_of({"feature": "x", "threshold": 1, "children": [{"weight": 2}, {}]})[1:]
    [{'weight': 2}, {}]
    """
    if isinstance(document, Mapping) and "nodes" in document:
        return list(document["nodes"])
    nodes: list[Mapping[str, Any]] = []
    waiting = [document]
    while waiting:
        node = waiting.pop()
        waiting += reversed(children_of(node))
        nodes.append(node)
    return nodes


def nested(nodes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the same tree with its children inside their parents.

    Raises `InvalidData` where the nodes do not make exactly one tree.

    >>> nested([{"question": {"ask": "threshold", "feature": "x", "threshold": "0.5"}}, {"weight": 1}, {}])["children"]
    [{'weight': 1}, {}]
    """
    grown: list[dict[str, Any]] = []
    for node in reversed(nodes):
        question = question_of(node, EXACT)
        arity = 0 if question is None else question.arity
        if arity > len(grown):
            message = f"{question} has {arity} answers: so many subtrees must follow it"
            raise InvalidData(message)
        grown.append({**node, "children": [grown.pop() for _ in range(arity)]} if arity else dict(node))
    if len(grown) != 1:
        message = f"the {len(nodes)} nodes make {len(grown)} trees, not one"
        raise InvalidData(message)
    return grown[0]


def require_at_most(count: int, sensible: int, what: str) -> None:
    """Raise `InvalidData` where there are far more than are *sensible*: enough to show a mistake are judged.

    >>> require_at_most(60, 3, "nodes")
    """
    if count > sensible + 1000:
        message = f"{count} {what}, where at most {sensible} make sense"
        raise InvalidData(message)


def _require_arity(node: Mapping[str, Any], question: Question | None) -> None:
    children = node.get("children") or ()
    if "children" in node and (question.arity if question else 0) != len(children):
        asked = f"{question} has {question.arity} answers" if question else "a node that asks nothing has none"
        message = f"{asked}, but the document {len(children)} children"
        raise InvalidData(message)


def _undone(question: Question, node: Mapping[str, Any], rows: Dataset) -> Question:
    """Return the question with the threshold as it was worded, where no row lies on it."""
    if isinstance(question, Threshold):
        cut = _cut(node.get("question", node)["threshold"])
        feature = rows.feature(question.feature)
        if isinstance(feature, Numeric) and not np.any(feature.values == cut):
            return Threshold(question.feature, cut)
    return question


def _claim(node: Mapping[str, Any], summary: Summary) -> NodeClaim:
    """Return what the node states; nothing of a node without rows: it is wrong whatever it states."""
    if not summary.weight:
        return NodeClaim()
    stated: dict[str, Any] = {
        name: float(number(node[name])) for name in ("weight", "impurity", "risk") if name in node
    }
    if "value" in node:
        value = node["value"]
        stated["value"] = tuple(
            float(number(part))
            for part in (value if hasattr(value, "__len__") and not isinstance(value, str) else [value])
        )
        expected = len(summary.classes) if isinstance(summary, ClassCounts) else 1
        if len(stated["value"]) != expected:
            message = f"value: {len(stated['value'])} numbers, not {expected}"
            raise InvalidData(message)
    if "prediction" in node and isinstance(summary, ClassCounts):
        stated["prediction"] = node["prediction"]
    elif "prediction" in node:
        stated.setdefault("value", (float(number(node["prediction"])),))
    return NodeClaim(**stated)


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


def questions_of(answer: Any, conventions: Conventions) -> Iterator[tuple[Path, Question]]:
    """Yield each question that a document asks, with its node's path; none of a tree of ours."""
    waiting: list[tuple[Any, Path]] = [(answer, ())]
    while waiting:
        node, path = waiting.pop()
        question = question_of(node, conventions) if isinstance(node, Mapping) and _asks(node) else None
        if question is not None:
            yield path, question
        waiting += [(child, (*path, place)) for place, child in enumerate(children_of(node))]


def _asks(node: Mapping[str, Any]) -> bool:
    return bool({"feature", "question", "nodes"} & node.keys())


# --- rows of pruning paths --------------------------------------------------------------------------------------


@attrs.frozen
class Row:
    """A row of a pruning path as it is stated: the alpha, and the tree, its number of leaves or its risk R(T)."""

    alpha: Any
    tree: Any = None
    leaves: int | None = None
    risk: Any = None


def row_of(row: Any) -> Row:
    """Return the row that is stated as a `Pruned`, a pair (alpha, tree), or a mapping.

    >>> row_of({"alpha": "1/2", "leaves": 3})
    Row(alpha=Fraction(1, 2), tree=None, leaves=3, risk=None)
    """
    match row:
        case Row():
            return row
        case Pruned():
            return Row(row.alpha, row.tree)
        case Mapping():
            shown = row.get("tree", {"nodes": row["nodes"]} if "nodes" in row else None)
            risk = number(row["risk"]) if "risk" in row else None
            return Row(_exact(row["alpha"]), shown, row.get("leaves"), risk)
        case _:
            return Row(*row)


def _exact(stated: Any) -> Any:
    return number(stated) if isinstance(stated, str) else stated

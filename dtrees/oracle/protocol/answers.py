"""What comes back, in the specification's types: numbers, and trees checked against the data.

A peer's tree states questions, and of its nodes what it will; the summaries are made here, of the rows that its
questions send to each node.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

import attrs
import numpy as np

from dtrees.data import Dataset, Numeric
from dtrees.errors import InvalidData
from dtrees.oracle.conformance.documents import question_of
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.judge import Claims, NodeClaim
from dtrees.questions import Question, Threshold, route
from dtrees.summary import ClassCounts, Summary, summarize
from dtrees.traversal import Sprout, unfold
from dtrees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.exact import Rational


def number(told: Any) -> Rational | float:
    """Return the number that a peer states: exact where it is an integer or a text like 3/7, else a float64.

    >>> number("3/7"), number("0.1"), number(2)
    (Fraction(3, 7), 0.1, 2)
    """
    try:
        value = Fraction(told) if isinstance(told, str) and "/" in told else float(told)
        finite = math.isfinite(value)
    except (OverflowError, ValueError):
        finite = False
    if not finite:
        message = f"{told!r} is no finite float64"
        raise InvalidData(message)
    return told if isinstance(told, int) else value


def require_at_most(count: int, sensible: int, what: str) -> None:
    """Raise `InvalidData` where there are far more than are *sensible*: enough to show a mistake are judged.

    >>> require_at_most(60, 3, "nodes")
    """
    if count > sensible + 1000:
        message = f"{count} {what}, where at most {sensible} make sense"
        raise InvalidData(message)


@attrs.frozen
class Grown:
    """A peer's tree in the specification's types, and the numbers that the peer states of its nodes."""

    tree: Tree
    claims: Claims


def read_tree(nodes: Sequence[Mapping[str, Any]], data: Dataset, conventions: Conventions = EXACT) -> Grown:
    """Return the tree that *nodes* make of *data*, and what they state.

    Raises `InvalidData` where the nodes do not make exactly one tree, or ask what the data cannot answer.

    >>> from dtrees.constructors import classification_data
    >>> data = classification_data({"x": [1, 2]}, ["a", "b"])
    >>> asked = {"question": {"ask": "threshold", "feature": "x", "threshold": 1.5}}
    >>> read_tree([asked, {}, {"weight": 1}], data).tree.question
    Threshold(feature='x', threshold=1.5)
    """
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
        if "question" not in node:
            return Leaf(summary)
        question = _question(node["question"], rows, conventions)
        return Sprout(summary, question, route(rows, question))

    tree = unfold(data, grow_node)
    if len(claims) < len(nodes):
        message = f"{len(nodes)} nodes make more than one tree: the first ends with node {len(claims) - 1}"
        raise InvalidData(message)
    return Grown(tree, Claims(nodes=tuple(claims)))


def _question(told: Mapping[str, Any], data: Dataset, conventions: Conventions) -> Question:
    """Return the question that a peer asks of *data*, the rows of the node.

    Where no row lies on a threshold s, x < s and x <= s are one question, and it is told as x <= s.
    """
    document = nested_question(told)
    question = cast("Question", question_of(document, conventions))
    feature = data.feature(question.feature)
    if isinstance(question, Threshold) and isinstance(feature, Numeric):
        cut = document["threshold"]
        return question if np.any(feature.values == cut) else Threshold(question.feature, cut)
    return question


def _claim(node: Mapping[str, Any], summary: Summary) -> NodeClaim:
    """Return what the node states; an unstated weight is the rows' own."""
    stated = _statements(node)
    value = stated.get("value", ())
    value = tuple(map(float, value if isinstance(value, list | tuple) else [value]))
    expected = len(summary.classes) if isinstance(summary, ClassCounts) else 1
    if len(value) not in {0, expected}:
        message = f"value: {len(value)} numbers, not {expected}"
        raise InvalidData(message)
    if "prediction" in stated and not isinstance(summary, ClassCounts):
        message = "prediction: of numbers state the mean, as the value"
        raise InvalidData(message)
    return NodeClaim(**{"weight": float(summary.weight), **stated, "value": value})


def nested(nodes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the same tree as nested mappings, as a `dtrees.oracle.conformance.implementation.Implementation` gives it.

    Raises `InvalidData` where the nodes do not make exactly one tree.

    >>> nested([{"question": {"ask": "threshold", "feature": "x", "threshold": "0.5"}}, {"weight": 1}, {}])
    {'feature': 'x', 'threshold': 0.5, 'children': [{'weight': 1}, {}]}
    """
    grown: list[dict[str, Any]] = []
    for node in reversed(nodes):
        document = _statements(node)
        if "question" in node:
            asked = nested_question(node["question"])
            arity = len(asked["categories"]) if "categories" in asked else 2
            if arity > len(grown):
                message = f"{asked} has {arity} answers: so many subtrees must follow it"
                raise InvalidData(message)
            document = {**asked, **document, "children": [grown.pop() for _ in range(arity)]}
        grown.append(document)
    if len(grown) != 1:
        message = f"the {len(nodes)} nodes make {len(grown)} trees, not one"
        raise InvalidData(message)
    return grown[0]


def nested_question(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return a question as a nested document holds it.

    >>> nested_question({"ask": "one_of", "feature": "sky", "categories": ["sun"]})
    {'feature': 'sky', 'one_of': ['sun']}
    """
    match told["ask"]:
        case "threshold":
            return {"feature": told["feature"], "threshold": float(number(told["threshold"]))}
        case "one_of":
            return {"feature": told["feature"], "one_of": told["categories"]}
        case _:
            return {name: value for name, value in told.items() if name != "ask"}


def _statements(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the node states beside its question, numbers as numbers."""
    stated: dict[str, Any] = {name: number(node[name]) for name in ("weight", "impurity") if name in node}
    if "value" in node:
        value = node["value"]
        stated["value"] = [number(part) for part in value] if isinstance(value, list) else number(value)
    if "prediction" in node:
        stated["prediction"] = node["prediction"]
    return stated

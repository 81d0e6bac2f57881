"""A tree as a program may read it: how it compares values with thresholds, and what it states of a leaf."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from math import inf
from numbers import Real
from typing import Any, TypeAlias

import attrs
import numpy as np

from dtrees.errors import InvalidData
from dtrees.numbers.exact import Exact
from dtrees.oracle.conventions import EXACT, Conventions, Precision
from dtrees.oracle.nodes import children_of, nested, question_of
from dtrees.oracle.rounding import Number, number, size_of
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.paths import Path
from dtrees.trees.questions import Question, Threshold
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Leaf

Row: TypeAlias = dict[str, Any]
Output: TypeAlias = Callable[[Sequence[float]], Sequence[float]]


def unchanged(given: Any) -> Any:
    """Return what is given."""
    return given


def nearest(given: Any) -> float:
    """Return the nearest float64, infinite beyond the largest."""
    with suppress(OverflowError):
        return float(given)
    return inf if given > 0 else -inf


def single(given: Any) -> float:
    """Return the nearest float32."""
    with np.errstate(over="ignore", under="ignore"):
        return float(np.float32(nearest(given)))


@attrs.frozen(eq=False)
class Node:
    """A node: its path, its question, its children's places in the list of nodes, and as a leaf what it predicts.

    classes, any of which is right;  numbers, the class shares or the one number: sums of so many *rows*
    """

    path: Path
    question: Question | None
    children: tuple[int, ...]
    classes: tuple[Any, ...] = ()
    numbers: tuple[Number, ...] = ()
    rows: int = 0

    def __str__(self) -> str:
        return " or ".join(map(str, self.classes)) or ", ".join(str(float(one.exact)) for one in self.numbers)


@attrs.frozen
class Model:
    """The nodes of a tree, the root first, and how they are read.

    value, threshold    what becomes of a row's numbers, and of thresholds, before they are compared
    comparison          the first child of a threshold s takes x ``<=`` s, or x ``<`` s
    missing             the child of missing values; None: the question says it
    output              what becomes of a leaf's numbers, or None
    """

    nodes: Sequence[Node]
    conventions: Conventions
    value: Callable[[float], float]
    comparison: str
    threshold: Callable[[Any], Any] = unchanged
    missing: int | None = None
    output: Output | None = None

    def child(self, question: Question, value: Any) -> int:
        """Return the child of a row with this *value* of the question's feature, below 0 where none is said."""
        if value is None and self.missing is not None:
            return self.missing
        asked = plain_questions(question)[0]
        if value is None or not isinstance(asked, Threshold):
            return question.answer({question.feature: value})
        value, cut = self.value(value), self.threshold(asked.threshold)
        return int(not (value < cut if self.comparison == "<" else value <= cut))

    def way(self, row: Row, start: int = 0) -> list[Node]:
        """Return the nodes that *row* comes to from *start*; the last one has a question where that says no child."""
        way = [self.nodes[start]]
        while (question := way[-1].question) and (child := self.child(question, row[question.feature])) >= 0:
            way.append(self.nodes[way[-1].children[child]])
        return way

    def gives(self, row: Row, got: Any) -> bool:
        """Return whether the leaf of *row* predicts *got*."""
        return self.predicts(self.way(row)[-1], got)

    def predicts(self, leaf: Node, got: Any) -> bool:
        """Return whether *leaf* predicts *got*: a class, a number or a sequence of shares."""
        if leaf.classes and not np.ndim(got):
            return got in leaf.classes
        stated = tuple(np.ravel(got).tolist())
        is_stated = len(stated) == len(leaf.numbers) and all(isinstance(one, Real) for one in stated)
        return is_stated and _admits(stated, leaf, self.output, self.conventions.stated_precision)


@lru_cache(maxsize=2**16)  # many rows end in a leaf, and each change of the tree that is tried asks of all of them
def _admits(stated: tuple[float, ...], leaf: Node, output: Output | None, precision: Precision) -> bool:
    """Return whether the numbers *stated* are those of *leaf*, or what becomes of them, but for rounding."""
    numbers = leaf.numbers
    if output:
        changed = output([float(one.exact) for one in numbers])
        numbers = tuple(Number(Exact(one), abs(Fraction(one))) for one in changed)
    pairs = zip(stated, numbers, strict=True)
    return all(right.admits(float(one), leaf.rows, precision) for one, right in pairs)


def model_of(tree: Any, conventions: Conventions) -> Model:
    """Return a tree or document as read by *conventions*; raises `InvalidData` where a leaf states nothing."""
    if conventions.precision == "either":
        raise InvalidData("the conventions do not say how values are read: give a precision")
    root = nested(tree["nodes"]) if isinstance(tree, Mapping) and "nodes" in tree else tree
    nodes, waiting = list[Node](), list[tuple[Path, Any]]([((), root)])
    for path, node in waiting:
        below, question = children_of(node), question_of(node, EXACT)
        if len(below) != (question.arity if question else 0):
            raise InvalidData(f"{question or 'no question'} has {len(below)} children at path {list(path)}")
        places = tuple(range(len(waiting), len(waiting) + len(below)))
        waiting += [((*path, place), child) for place, child in enumerate(below)]
        predicted = {} if below else _of_summary(node, conventions) if isinstance(node, Leaf) else _stated(node)
        nodes.append(Node(path, question, places, **predicted))
    value = single if conventions.precision == "float32" else unchanged
    return Model(nodes, conventions, value, conventions.comparison)


def _of_summary(leaf: Leaf, conventions: Conventions) -> dict[str, Any]:
    summary, rows = leaf.summary, int(leaf.summary.weight) + 1
    if not isinstance(summary, ClassCounts):
        return {"numbers": (Number(Exact(summary.predicted), size_of("value", summary)),), "rows": rows}
    shares = tuple(Number(Exact(share), 1) for share in conventions.shares_of(summary))
    return {"classes": conventions.predicted(summary), "numbers": shares, "rows": rows}


def _stated(leaf: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the leaf of a document states: a class or a number as ``prediction``, numbers as ``value``."""
    if not leaf.keys() & {"prediction", "value"}:
        raise InvalidData(f"a leaf states no prediction and no value: {leaf!r:.200}")
    is_class = "prediction" in leaf and ("value" in leaf or isinstance(leaf["prediction"], str | bool))
    value = leaf.get("value", () if is_class else leaf.get("prediction"))
    stated = [Exact(number(one)) for one in (value if isinstance(value, list | tuple) else [value])]
    numbers = tuple(Number(one, abs(one).as_fraction()) for one in stated)
    return {"classes": (leaf["prediction"],) if is_class else (), "numbers": numbers}

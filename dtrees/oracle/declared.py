"""Branches for all declared categories, where that is the convention: the children without rows are left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dtrees.errors import InvalidData
from dtrees.oracle.nodes import children_of, nested, question_of
from dtrees.questions import EachCategory, route
from dtrees.summary import ClassCounts, summarize
from dtrees.tree import Leaf

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.oracle.conventions import Conventions
    from dtrees.summary import Summary
    from dtrees.tree import Tree


def without_empty_branches(answer: Any, data: Dataset, conventions: Conventions) -> Any:
    """Return a document without the children for categories that no row of their node has.

    Raises `InvalidData` where such a child is no leaf, or states another prediction than its parent's rows have.
    """
    if conventions.branches != "declared" or not isinstance(answer, Mapping):
        return answer
    root = dict(nested(answer["nodes"]) if "nodes" in answer else answer)
    waiting = [(root, data)]
    while waiting:
        node, rows = waiting.pop()
        question, children = question_of(node, conventions), [dict(child) for child in children_of(node)]
        if question is None or question.arity != len(children):
            continue
        kept = list(enumerate(route(rows, question)))
        if isinstance(question, EachCategory):
            for place, part in kept:
                if not summarize(part).weight:
                    _require_leaf_like_its_parent(children[place], summarize(rows), conventions)
            kept = [(place, part) for place, part in kept if summarize(part).weight]
            node.pop("question", None)
            node |= {"feature": question.feature, "categories": [question.categories[place] for place, _ in kept]}
        node["children"] = [children[place] for place, _ in kept]
        waiting += [(children[place], part) for place, part in kept]
    return root


def _require_leaf_like_its_parent(node: Any, parent: Summary, conventions: Conventions) -> None:
    if children_of(node):
        message = f"a branch where no row comes: {node!r:.200}"
        raise InvalidData(message)
    if "prediction" in node and isinstance(parent, ClassCounts):
        right = conventions.predicted(parent)
        if node["prediction"] not in right:
            message = f"a leaf without rows predicts {node['prediction']!r}, not as its parent {right[0]!r}"
            raise InvalidData(message)


def trimmed_like(answer: Any, tree: Tree) -> Any:
    """Return a document of *tree*, pruned, without the children for categories that *tree* has no child for."""
    if not isinstance(answer, Mapping) or not children_of(answer):
        return answer
    root = dict(nested(answer["nodes"]) if "nodes" in answer else answer)
    waiting: list[tuple[dict[str, Any], Tree]] = [(root, tree)]
    while waiting:
        node, known = waiting.pop()
        children = [dict(child) for child in children_of(node)]
        if not children or isinstance(known, Leaf):
            continue
        asked, question = node.get("question", node).get("categories", ()), known.question
        if isinstance(question, EachCategory) and {*question.categories} < {*asked} and len(asked) == len(children):
            children = [children[list(asked).index(category)] for category in question.categories]
            node.pop("question", None)
            node |= {"feature": question.feature, "categories": question.categories}
        node["children"] = children
        waiting += zip(children, known.children, strict=False)
    return root

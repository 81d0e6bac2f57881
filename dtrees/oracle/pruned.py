"""Pruned trees and the rows of pruning paths as documents: each tree is read as a pruned subtree of a known one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from dtrees.errors import InvalidData
from dtrees.oracle.nodes import children_of, nested, number
from dtrees.pruning import Pruned
from dtrees.questions import EachCategory
from dtrees.traversal import as_leaf, recur, with_children
from dtrees.tree import Branch, Leaf, Tree


def pruned_of(answer: Any, tree: Tree) -> Tree:
    """Return *tree* pruned to the shape of *answer*; parts that were not cut are the very objects of *tree*.

    Raises `InvalidData` where a document goes on below a leaf.
    """
    if isinstance(answer, Leaf | Branch):
        return answer

    def expand(pair: tuple[Any, Tree]) -> tuple[Tree, list[tuple[Any, Tree]]]:
        document, node = pair
        children, ours = children_of(document), children_of(node)
        if children and len(children) != len(ours):
            message = f"no pruned subtree: {len(children)} children, where the tree has {len(ours)}: {document!r:.200}"
            raise InvalidData(message)
        return node, list(zip(children, ours, strict=False))

    def combine(node: Tree, children: tuple[Tree, ...]) -> Tree:
        return with_children(node, children) if children and isinstance(node, Branch) else as_leaf(node)

    return recur((trimmed_like(answer, tree), tree), expand, combine)


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
            displayed = row.get("tree", {"nodes": row["nodes"]} if "nodes" in row else None)
            alpha = number(row["alpha"]) if isinstance(row["alpha"], str) else row["alpha"]
            risk = number(row["risk"]) if "risk" in row else None
            return Row(alpha, displayed, row.get("leaves"), risk)
        case _:
            return Row(*row)

"""Reading the tree that an implementation answers with: one of dtrees, or a document of plain mappings.

A document is what `to_json` writes: ``{"nodes": [...]}``, parents first, each branch followed by its children's
subtrees.  A node may have a ``question`` and state of its rows ``weight``, ``value`` (class shares in class order, or
the mean; of several outputs those of each in turn), ``impurity`` (the learner's), ``risk`` (the weight of the errors,
or the sum of squares) and ``prediction``; all is optional.  Children may also stand inside their parent, as
``children``, and the question's parts in the node itself, with the child to which rows of a missing value go as
``missing`` (alone: is the value missing?).  Summaries are not read, but computed from the rows that the questions send
to each node.  A pruned tree is read as a pruned subtree of a known one.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, nextafter
from typing import Any

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset, Numeric
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.impurity import usual_impurity
from dtrees.growing.learner import Learner
from dtrees.growing.monotone import Constraints
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.finding import Verdict
from dtrees.oracle.judge.best_first import judge_best_first
from dtrees.oracle.judge.growth import judge_tree as judge_read_tree
from dtrees.oracle.judge.stated import Claims, NodeClaim
from dtrees.oracle.nodes import children_of, cut_of, nested, nodes_of, question_of, require_at_most
from dtrees.oracle.rounding import number
from dtrees.pruning.cost_complexity import Pruned
from dtrees.trees.missing_answers import WithMissing, WithSurrogates
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.questions import EachCategory, Question, Threshold
from dtrees.trees.recursion import recursive
from dtrees.trees.split import route
from dtrees.trees.summary import ClassCounts, Summary, summarize
from dtrees.trees.tree import Branch, Leaf, Tree, fold


@attrs.frozen
class Grown:
    """A tree in the specification's types, and the numbers that the implementation states of its nodes."""

    tree: Tree
    claims: Claims | None


def read_tree(answer: Any, data: Dataset, conventions: Conventions = EXACT, *, exactly: bool = False) -> Grown:
    """Return the tree that *answer* describes for *data*, and the numbers that it states.

    Where no row lies on a threshold s, x < s and x <= s split the rows alike, and it is read as x <= s unless
    *exactly*. Raises `InvalidData` where the nodes do not make exactly one tree, or ask what the data cannot answer.

    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2]}, ["a", "b"])
    >>> asked = {"question": {"ask": "threshold", "feature": "x", "threshold": 1.5}}
    >>> read_tree({"nodes": [asked, {}, {"weight": 1}]}, data).tree.question
    Threshold(feature='x', threshold=1.5)
    """
    if isinstance(answer, Leaf | Branch):
        return Grown(_at_most(answer, conventions), None)
    nodes = nodes_of(without_empty_branches(answer, data, conventions))
    require_at_most(len(nodes), 2 * len(data), "nodes")
    waiting = iter(nodes)
    claims: list[NodeClaim] = []

    @recursive
    def read(rows: Dataset) -> Tree:
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
        return Branch(summary, question, [read(part) for part in route(rows, question)])

    tree = read(data)
    if len(claims) < len(nodes):
        message = f"{len(nodes)} nodes make more than one tree: the first ends with node {len(claims) - 1}"
        raise InvalidData(message)
    risk = conventions.errors if isinstance(tree.summary, ClassCounts) else usual_impurity(tree.summary)
    return Grown(tree, Claims(nodes=tuple(claims), risk=risk))


def tree_of(answer: Any, data: Dataset, conventions: Conventions) -> Tree:
    """Return the tree that *answer* describes, with thresholds that send unseen rows, too, where the peer does."""
    return read_tree(answer, data, conventions, exactly=True).tree


def _require_arity(node: Mapping[str, Any], question: Question | None) -> None:
    children = node.get("children") or ()
    if "children" in node and (question.arity if question else 0) != len(children):
        asked = f"{question} has {question.arity} answers" if question else "a node that asks nothing has none"
        message = f"{asked}, but the document {len(children)} children"
        raise InvalidData(message)


def _undone(question: Question, node: Mapping[str, Any], rows: Dataset) -> Question:
    """Return the question with the threshold that the node states, not as read for ``<=``, where no row lies on it."""
    if isinstance(question, WithMissing | WithSurrogates):
        asked = node.get("question", node)
        plain = _undone(question.question, asked, rows)
        return attrs.evolve(question, question=plain)
    if isinstance(question, Threshold):
        cut = cut_of(node.get("question", node)["threshold"])
        feature = rows.feature(question.feature)
        if isinstance(feature, Numeric) and not np.any(feature.values == cut):
            return Threshold(question.feature, cut)
    return question


def _claim(node: Mapping[str, Any], summary: Summary) -> NodeClaim:
    """Return the numbers that the node states; none for a node without rows, which is wrong whatever it states."""
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
        outputs = summary.parts if isinstance(summary, OutputSummaries) else [summary]
        expected = sum(len(one.classes) if isinstance(one, ClassCounts) else 1 for one in outputs)
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

    return fold(tree, lambda leaf: leaf, branch)


def less_than(tree: Tree) -> Tree:
    """Return *tree* with each threshold moved to the next float, so that x < s means what x <= s meant before."""

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        question = node.question
        if isinstance(question, Threshold):
            question = attrs.evolve(question, threshold=nextafter(question.threshold, inf))
        return Branch(node.summary, question, children)

    return fold(tree, lambda leaf: leaf, branch)


@checked
def judge_tree(
    tree: Tree | Mapping[str, Any],
    data: Dataset,
    learner: Learner,
    *,
    conventions: Conventions = EXACT,
    claims: Claims | None = None,
    max_leaf_nodes: int | None = None,
    constraints: Constraints | None = None,
) -> Verdict:
    """Return the verdict of `dtrees.oracle.judge.judge_tree` on *tree*, which may be a document of plain mappings.

    Numbers that a document states of its nodes are judged too.  A tree that was grown best first, to at most
    *max_leaf_nodes* leaves, is judged by `judge_best_first`; one that was grown under monotone *constraints* by what
    `dtrees.grow_monotone` may ask, by own or bounded values as *conventions* say.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.cart import cart
    >>> asked = {"feature": "x", "threshold": 1.5, "children": [{"weight": 1}, {"weight": 3}]}
    >>> print(judge_tree(asked, classification_data({"x": [1, 2]}, ["a", "b"]), cart()).deviations[0])
    weight at path [1]: expected 1 = 1, got 3.0, regret 2
    """
    if isinstance(tree, Mapping):
        grown = read_tree(tree, conventions.seen(data), conventions)
        tree, claims = grown.tree, claims or grown.claims
    if max_leaf_nodes is not None and constraints is not None:
        message = "trees are judged under monotone constraints, or as grown best first, not by both"
        raise Unsupported(message)
    if max_leaf_nodes is not None:
        return judge_best_first(tree, data, learner, max_leaf_nodes, conventions=conventions, claims=claims)
    return judge_read_tree(tree, data, learner, conventions=conventions, claims=claims, constraints=constraints)


# --- branches for all declared categories ------------------------------------------------------------------------


def without_empty_branches(answer: Any, data: Dataset, conventions: Conventions) -> Any:
    """Return *answer*, a document, without the children for categories that no row of their node has.

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


# --- pruned trees ------------------------------------------------------------------------------------------------


def pruned_of(answer: Any, tree: Tree) -> Tree:
    """Return *tree* pruned to the shape of *answer*; parts that were not cut are the very objects of *tree*.

    Raises `InvalidData` where a document goes on below a leaf.
    """
    if isinstance(answer, Leaf | Branch):
        return answer

    return _pruned_like(trimmed_like(answer, tree), tree)


@recursive
def _pruned_like(document: Any, node: Tree) -> Tree:
    children, ours = children_of(document), children_of(node)
    if children and len(children) != len(ours):
        message = f"no pruned subtree: {len(children)} children, where the tree has {len(ours)}: {document!r:.200}"
        raise InvalidData(message)
    pruned = [_pruned_like(child, own) for child, own in zip(children, ours, strict=False)]
    if not pruned or isinstance(node, Leaf):
        return node if isinstance(node, Leaf) else Leaf(node.summary)
    if not [True for one, own in zip(pruned, ours, strict=True) if one is not own]:
        return node
    return Branch(node.summary, node.question, pruned)


def trimmed_like(answer: Any, tree: Tree) -> Any:
    """Return *answer*, a document of *tree* pruned, without children for categories that have none in *tree*."""
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
    """Return as a `Row` a stated row of a pruning path: a `Pruned`, a pair (alpha, tree), or a mapping.

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

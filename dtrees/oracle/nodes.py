"""The nodes of a tree document: each states a question, numbers and children, in the form that `documents` defines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, nextafter
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.errors import InvalidData
from dtrees.growing.best_split import ScoredSplit
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.rounding import as_written, number
from dtrees.trees.missing_answers import IsMissing, Surrogate, WithMissing, WithSurrogates
from dtrees.trees.questions import EachCategory, Equals, OneOf, Question, Threshold
from dtrees.trees.tree import Branch, Leaf

if TYPE_CHECKING:
    from dtrees.trees.paths import Path

QUESTIONS: Final = {"threshold", "category", "one_of", "categories"}
"""The keys by which a node asks a question about its feature."""

STATEMENTS: Final = ("weight", "value", "impurity", "risk", "prediction")
"""The names of the numbers that a node may state of its rows."""


def question_of(answer: Any, conventions: Conventions) -> Question | None:  # noqa: C901, PLR0911, PLR0912 (a case each)
    """Return the question that *answer* asks, its threshold read as ``<=``; None if it asks none.

    >>> question_of({"feature": "x", "threshold": 1}, Conventions(comparison="<"))
    Threshold(feature='x', threshold=0.9999999999999999)
    >>> question_of({"feature": "x", "threshold": 1, "missing": 0}, EXACT).describe(0)
    'x <= 1.0 or missing'
    """
    match answer:
        case {"ask": "with_missing", "question": asked, "child": child}:
            return WithMissing(_plain(asked, conventions), child)
        case {"ask": "with_surrogates", "question": asked, "surrogates": [*stated], "otherwise": child}:
            surrogates = [_surrogate(one, conventions) for one in stated]
            return WithSurrogates(_plain(asked, conventions), surrogates, child)
        case WithMissing() | WithSurrogates():
            return attrs.evolve(answer, question=_plain(answer.question, conventions))
        case {"nodes": [root, *_]} | {"question": root}:
            return question_of(root, conventions)
        case {"ask": "is_missing", "feature": str(feature)}:
            return IsMissing(feature)
        case {"feature": str(feature), "missing": 0} if not answer.keys() & QUESTIONS:
            return IsMissing(feature)
        case {"missing": child}:
            plain = {name: part for name, part in answer.items() if name != "missing"}
            return WithMissing(_plain(plain, conventions), child)
        case {"feature": str(feature), "threshold": cut}:
            return question_of(Threshold(feature, cut_of(cut)), conventions)
        case {"feature": str(feature), "category": category}:
            return Equals(feature, category)
        case {"feature": str(feature), "one_of": some} | {"ask": "one_of", "feature": str(feature), "categories": some}:
            return OneOf(feature, some)
        case {"feature": str(feature), "categories": categories}:
            return EachCategory(feature, categories)
        case ScoredSplit() | Branch():
            return question_of(answer.question, conventions)
        case Threshold() if conventions.comparison == "<":
            return attrs.evolve(answer, threshold=nextafter(answer.threshold, -inf))
        case Threshold() | Equals() | OneOf() | EachCategory() | IsMissing():
            return answer
        case None | Leaf():
            return None
        case Mapping() if "feature" not in answer and not children_of(answer):
            return None
    message = f"{answer!r:.200} is no question: give a feature with a threshold, category, one_of or categories"
    raise InvalidData(message)


def _surrogate(answer: Any, conventions: Conventions) -> Surrogate:
    if not isinstance(answer, Mapping) or not {"question", "swapped", "association"} <= answer.keys():
        message = f"{answer!r:.200} is no surrogate: give its question, whether it is swapped, and its association"
        raise InvalidData(message)
    association = Fraction(number(answer["association"]))
    return Surrogate(_plain(answer["question"], conventions), answer["swapped"], association)


def _plain(answer: Any, conventions: Conventions) -> Any:
    """Return the question inside one about missing values, which refuses None."""
    return question_of(answer, conventions)


def cut_of(stated: Any) -> float:
    """Return a *stated* threshold as a float; one that overflowed is infinite."""
    return float(as_written(stated))


def children_of(node: Any) -> Sequence[Any]:
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


def nodes_of(document: Any) -> list[Mapping[str, Any]]:
    """Return the nodes of a document, parents first.

    >>> nodes_of({"feature": "x", "threshold": 1, "children": [{"weight": 2}, {}]})[1:]
    [{'weight': 2}, {}]
    """
    if isinstance(document, Mapping) and "nodes" in document:
        return list(document["nodes"])
    return [node for _, node in _walk(document)]


def nested(nodes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the tree that *nodes*, parents first, describe, with children inside their parents.

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


def document_of_nodes(children: Sequence[Sequence[int]], node: Callable[[int], Mapping[str, Any]]) -> dict[str, Any]:
    """Return a nested document made from a list of nodes, parents first.

    *children* gives the indices of each node's children, *node* the fields of one node.

    >>> document_of_nodes([(1, 2), (), ()], lambda place: {"weight": place})
    {'weight': 0, 'children': [{'weight': 1}, {'weight': 2}]}
    """
    made: dict[int, dict[str, Any]] = {}
    for place in reversed(range(len(children))):
        below = [made[child] for child in children[place]]
        made[place] = {**node(place), **({"children": below} if below else {})}
    return made[0]


def require_at_most(count: int, sensible: int, what: str) -> None:
    """Raise `InvalidData` if *count*, the number of *what*, is far above *sensible*, the largest that makes sense."""
    if count > sensible + 1000:
        message = f"{count} {what}, where at most {sensible} make sense"
        raise InvalidData(message)


def statements_of(answer: Any) -> Iterator[tuple[Path, str, Any]]:
    """Yield each number that a document states of a node: the node's path, the number's name, and the number."""
    for path, node in _walk(answer):
        if isinstance(node, Mapping):
            yield from ((path, name, node[name]) for name in STATEMENTS if name in node)


def questions_of(answer: Any, conventions: Conventions) -> Iterator[tuple[Path, Question]]:
    """Yield each question that a document asks, with its node's path; nothing for a tree of dtrees."""
    for path, node in _walk(answer):
        asks = isinstance(node, Mapping) and bool({"feature", "question", "nodes"} & node.keys())
        question = question_of(node, conventions) if asks else None
        if question is not None:
            yield path, question


def _walk(answer: Any) -> Iterator[tuple[Path, Any]]:
    waiting: list[tuple[Path, Any]] = [((), answer)]
    while waiting:
        path, node = waiting.pop()
        yield path, node
        waiting += reversed([((*path, place), child) for place, child in enumerate(children_of(node))])

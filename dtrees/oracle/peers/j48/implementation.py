"""Weka's J48 as an implementation (`conformance.implementation`), so that each law can be tried.

J48 has rules that are not the book's (`rules`).  Where only conventions among them explain what it asks, the tree is
`Unsupported`; defects break laws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.data import Classes, Dataset, Numeric
from dtrees.errors import Unsupported
from dtrees.impurity import entropy
from dtrees.laws.naive import columns_of, visits
from dtrees.learner import Learner, Stopping
from dtrees.optimal_splits import scored_split
from dtrees.oracle.conformance.documents import tree_of
from dtrees.oracle.judge import judge_tree
from dtrees.oracle.peers.implementing import nested
from dtrees.oracle.peers.j48.rules import DEFECTS, Place, explanation
from dtrees.oracle.peers.j48.run import GROWN, Case, Session
from dtrees.oracle.peers.j48.trees import CONVENTIONS
from dtrees.oracle.protocol.outcomes import Failed, NoAnswer
from dtrees.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.data import Feature
    from dtrees.oracle.conformance.implementation import Document
    from dtrees.oracle.peers.j48.run import Answer, Node
    from dtrees.tree import Tree


class J48(Session):
    """J48 without pruning: it grows trees, and predicts by those that it grew.

    >>> import dtrees as dt
    >>> with J48() as peer:
    ...     peer.grow(dt.classification_data({"x": [0, 1]}, ["a", "b"]), dt.cart())
    Traceback (most recent call last):
    dtrees.errors.Unsupported: J48 asks, of classes, by gain ratio, at midpoints, with no limits but -M
    """

    conventions = CONVENTIONS

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the tree as a document that states weights and class shares, with the case that it answers."""
        told = _told(data, learner)
        binary = ("-B",) if told.questions.categories == "equals" else ()
        case = Case(
            name="grow", data=data, options=(*GROWN[:4], str(told.stopping.min_split // 2), *GROWN[5:], *binary)
        )
        document = _document(self._answer(case).nodes, data)
        _require_asked(tree_of(document, data, self.conventions), case, told, learner)
        return {**document, "case": case}

    def predict(self, tree: Any, data: Dataset | Mapping[str, Sequence[Any]]) -> list[Any]:
        """Return the class that J48 predicts for each row."""
        case, answer = self._said(tree, data)
        target: Any = case.data.target
        return [target.labels[place] for place in answer.predicted[len(case.data) :]]

    def predict_proba(self, tree: Any, data: Dataset | Mapping[str, Sequence[Any]]) -> Sequence[Sequence[float]]:
        """Return J48's class shares for each row."""
        case, answer = self._said(tree, data)
        return answer.shares[len(case.data) :]

    def _said(self, tree: Any, data: Dataset | Mapping[str, Sequence[Any]]) -> tuple[Case, Answer]:
        """Return the case that *tree* answers, with the rows of *data* added, and what J48 says of it."""
        if not isinstance(tree, dict):
            message = "J48 predicts by the tree that it grew"
            raise Unsupported(message)
        columns: Mapping[str, Sequence[Any]] = columns_of(data) if isinstance(data, Dataset) else data
        features = tree["case"].data.features
        case = attrs.evolve(tree["case"], more=tuple(_cells(feature, columns[feature.name]) for feature in features))
        return case, self._answer(case)

    def _answer(self, case: Case) -> Answer:
        answer = self.ask(case)
        if answer.error:
            raise NoAnswer(Failed(answer.error))
        return answer


# --- what it can be told, and what it asks of its own accord ------------------------------------------------------


def _told(data: Dataset, learner: Learner) -> Learner:
    """Return what J48 is told where it is told of *learner*: its own gate, and -M for both limits of weight."""
    rule, styles = learner.stopping, learner.questions
    told = Stopping(min_split=2 * max(rule.min_leaf, 1), min_leaf=rule.min_leaf, zero_gain="stop")
    binary = styles.categories == "equals" or all(isinstance(feature, Numeric) for feature in data.features)
    if not (
        isinstance(data.target, Classes)
        and (learner.score, learner.impurity, styles.numbers) == ("gain_ratio", entropy, "midpoint")
        and styles.categories in {"each", "equals"}
        and rule == attrs.evolve(told, min_split=rule.min_split, zero_gain=rule.zero_gain)
        and rule.min_split <= told.min_split
        and told.min_split % 2 == 0
        and (binary or not rule.min_leaf)  # with more children than two, -M asks it of two
    ):
        message = "J48 asks, of classes, by gain ratio, at midpoints, with no limits but -M"
        raise Unsupported(message)
    if len(data.target.labels) == 1 or any(isinstance(each, Numeric) and _overflows(each) for each in data.features):
        message = "J48 fails on one class, and on numbers whose midpoints overflow"
        raise Unsupported(message)
    return attrs.evolve(learner, gate="at_least", stopping=told)


def _overflows(feature: Numeric) -> bool:
    return bool(abs(feature.values).max() > np.finfo(np.float64).max / 2)


def _require_asked(tree: Tree, case: Case, told: Learner, learner: Learner) -> None:
    """Raise `Unsupported` where only conventions explain J48, or where *learner* says otherwise than it is *told*."""
    wished = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, zero_gain="stop"))
    deviating, otherwise = (
        {deviation.path for deviation in judge_tree(tree, case.data, each).deviations} for each in (told, wished)
    )
    for path, node, rows in visits(tree, case.data):
        if path in deviating:
            place = Place(case.data.take(rows), case.data, told)
            question: Any = node.question if isinstance(node, Branch) else None
            rules = explanation(question and scored_split(place.rows, question, told), place, case.options)
            if rules and not DEFECTS & {*rules}:
                message = f"J48's conventions: {', '.join(rules)}"
                raise Unsupported(message)
        elif path in otherwise:
            message = "J48 has a gate, and nodes of weight -M twice"
            raise Unsupported(message)


# --- between its numbers and ours -----------------------------------------------------------------------------------


def _document(nodes: Sequence[Node], data: Dataset) -> Document:
    """Return the document of *nodes*; of a category's children only those that have rows are shown."""
    shown = [[child for child in node.children if any(nodes[child].counts)] for node in nodes]

    def asks(place: int) -> Document:
        node = nodes[place]
        feature: Any = data.features[node.asks]
        if isinstance(feature, Numeric):
            return {"feature": feature.name, "threshold": node.cut}
        if node.cut < len(feature.categories):
            return {"feature": feature.name, "category": feature.categories[int(node.cut)]}
        pairs = zip(feature.categories, node.children, strict=True)
        return {"feature": feature.name, "categories": [name for name, child in pairs if child in shown[place]]}

    def states(place: int) -> Document:
        counts = np.array(nodes[place].counts)
        return {"weight": counts.sum(), "value": tuple(counts / counts.sum())} if counts.any() else {}

    return nested(shown, asks, states)


def _cells(feature: Feature, column: Sequence[Any]) -> tuple[float, ...]:
    if isinstance(feature, Numeric):
        return tuple(map(float, column))
    if not {*column} <= {*feature.categories}:
        message = "a category never seen: J48 would take it for missing, and answer in shares"
        raise Unsupported(message)
    return tuple(map(feature.categories.index, column))

"""What a system answers about data that hold missing values: how it splits the root, grows, and predicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtrees.directions import WithSurrogates
from dtrees.oracle.vectors.values import (
    ROW,
    answered_text,
    data_of,
    decimal,
    keeping,
    learner_of,
    read_columns,
    tree_of,
    tree_record,
)
from dtrees.summary import ClassCounts, total
from dtrees.traversal import preorder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data import Dataset
    from dtrees.laws.system import System
    from dtrees.learner import Learner
    from dtrees.optimal_splits import ScoredSplit


def missing_values(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the split of the root, the tree with the weights at its nodes, and what it predicts for other rows."""
    data, learner = data_of(system, asked["data"]).drop(ROW), learner_of(system, asked["learner"])
    record = tree_record(system, system.grow(data, learner))
    grown, columns = tree_of(system, record), read_columns(asked["ask"])
    answer = _root(system, system.admissible_splits(data, learner)[0], data, learner) | {
        "tree": record,
        "nodes": [_weights(node.summary) for node, _ in preorder(grown)],
        "asked": answered_text(system.predict(grown, columns, **keeping(columns))),
    }
    if isinstance(grown.summary, ClassCounts):
        shares = system.predict_proba(grown, columns, **keeping(columns))
        answer["shares"] = [list(map(decimal, row)) for row in shares.tolist()]
    if isinstance(question := getattr(grown, "question", None), WithSurrogates):
        found = question.surrogates
        answer["surrogates"] = [{"asks": one.feature, "association": str(one.association)} for one in found]
    return answer


def _root(system: System, best: ScoredSplit, data: Dataset, learner: Learner) -> dict[str, Any]:
    """Return what the root asks about, its gain, its children's weights, and for a gain ratio the intrinsic value."""
    below = [_weights(system.summarize(part)) for part in system.split(data, best.question)]
    answer = {"asks": best.question.feature, "gain": str(best.gain), "parts": below}
    if learner.score == "gain_ratio":
        unknown = system.summarize(data) - total(best.parts)
        parts = [*best.parts, unknown] if learner.missing.part_of_intrinsic_value else best.parts
        answer["intrinsic_value"] = str(system.intrinsic_value([part for part in parts if part.weight]))
    return answer


def _weights(summary: Any) -> list[str]:
    """Return the weights of the classes, or the one weight of numbers."""
    return list(map(str, summary.counts if isinstance(summary, ClassCounts) else [summary.weight]))

"""Findings as plain data: what the command prints as a table, and as JSON for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dtrees.oracle.verdict import TreeVerdict


@attrs.frozen
class Judged:
    """The verdict on the tree that a peer grew on one data set, and the seconds that fitting and judging took."""

    data: str
    criterion: str
    verdict: TreeVerdict
    seconds: float


def findings(judged: Iterable[Judged]) -> list[dict[str, Any]]:
    """Return one record a data set: the counts, and the first deviation of each kind with its exact regret."""
    return [
        {
            "data": item.data,
            "criterion": item.criterion,
            "nodes": item.verdict.nodes,
            "canonical": item.verdict.canonical,
            "admissible": item.verdict.admissible,
            "deviating": item.verdict.deviating,
            "seconds": round(item.seconds, 3),
            "deviations": [
                {**attrs.asdict(deviation), "path": list(deviation.path)}
                for deviation in item.verdict.first_of_each_kind()
            ],
        }
        for item in judged
    ]

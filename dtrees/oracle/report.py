"""Findings as plain data: what the command prints as tables, and as JSON for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dtrees.oracle.verdict import PathVerdict, TreeVerdict

COUNTS: Final = ("canonical", "admissible", "deviating")


@attrs.frozen
class Judged:
    """The verdict on the tree that a peer grew on one data set, those on its pruning, and the seconds it all took."""

    data: str
    criterion: str
    verdict: TreeVerdict
    seconds: float
    pruning: Mapping[str, PathVerdict] = attrs.field(factory=dict)


def findings(judged: Iterable[Judged]) -> list[dict[str, Any]]:
    """Return one record a data set: the counts, and the first deviation of each kind with its exact regret."""
    return [
        {
            "data": item.data,
            "criterion": item.criterion,
            "nodes": item.verdict.nodes,
            **counts(item.verdict),
            "seconds": round(item.seconds, 3),
            "deviations": first_deviations(item.verdict),
            "pruning": {
                part: {"rows": verdict.rows, **counts(verdict), "deviations": first_deviations(verdict)}
                for part, verdict in item.pruning.items()
            },
        }
        for item in judged
    ]


def counts(verdict: TreeVerdict | PathVerdict) -> dict[str, int]:
    """Return how many nodes or rows are canonical, admissible and deviating."""
    return {name: getattr(verdict, name) for name in COUNTS}


def first_deviations(verdict: TreeVerdict | PathVerdict) -> list[dict[str, Any]]:
    """Return the first deviation of each kind as a record, with how many there are of it."""
    kinds = [deviation.kind for deviation in verdict.deviations]
    return [
        {**attrs.asdict(deviation), "times": kinds.count(deviation.kind)} for deviation in verdict.first_of_each_kind()
    ]


def deviates(records: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether anything deviates in the records of `findings`."""
    return any(
        record["deviating"] or any(part["deviating"] for part in record["pruning"].values()) for record in records
    )


def where(deviation: Mapping[str, Any]) -> str:
    """Return the place of a deviation in words.

    >>> where({"path": (0, 1)}), where({"row": 3, "alpha": "0.5"})
    ('at path [0, 1]', 'at row 3, alpha 0.5')
    """
    if "path" in deviation:
        return f"at path {list(deviation['path'])}"
    return f"at row {deviation['row']}" + (f", alpha {deviation['alpha']}" if deviation["alpha"] else "")

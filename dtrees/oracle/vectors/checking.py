"""Checking against the vectors: a system that answers them, and the answers of anybody."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dtrees.errors import InvalidData
from dtrees.oracle.vectors.case import shipped
from dtrees.oracle.vectors.formats import FORMATS
from dtrees.oracle.vectors.verdict import verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dtrees.laws.system import System
    from dtrees.oracle.vectors.verdict import Verdict


def failures(system: System) -> Iterator[tuple[str, Verdict]]:
    """Yield the id of each vector that *system* does not answer canonically, with the verdict; an error is wrong.

    >>> from dtrees.laws import SPECIFICATION
    >>> list(failures(SPECIFICATION))
    []
    """
    for format_ in FORMATS:
        for vector in shipped(format_.file):
            try:
                outcome = verdict(format_.name, vector, json.loads(json.dumps(format_.answer(system, vector["input"]))))
            except Exception:  # noqa: BLE001 (whatever a system raises, it has not outcome)
                outcome = "wrong"
            if outcome != "canonical":
                yield vector["id"], outcome


def judged(lines: Iterable[str]) -> dict[str, Verdict]:
    """Return the verdict on each answer, a line of JSON each, by the vector's id; raises `InvalidData` for other lines.

    >>> judged(['{"id": "gini-loan", "result": 0.48}'])
    {'gini-loan': 'acceptable'}
    """
    vectors = {vector["id"]: (format_.name, vector) for format_ in FORMATS for vector in shipped(format_.file)}
    verdicts: dict[str, Verdict] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as error:
            message = f"line {number} is not JSON: {error}"
            raise InvalidData(message) from error
        if not isinstance(answer, dict) or answer.keys() != {"id", "result"} or not isinstance(answer["id"], str):
            message = f'line {number}: give an object {{"id": ..., "result": ...}}'
            raise InvalidData(message)
        if answer["id"] not in vectors:
            message = f"line {number}: there is no vector {answer['id']!r}"
            raise InvalidData(message)
        verdicts[answer["id"]] = verdict(*vectors[answer["id"]], answer["result"])
    return verdicts


def number_of_vectors() -> int:
    """Return how many vectors are shipped."""
    return sum(len(shipped(format_.file)) for format_ in FORMATS)

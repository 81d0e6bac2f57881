"""Judging answers to the vectors (canonical, acceptable, or wrong), and whether files are what the generator writes."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from dtrees.errors import InvalidData
from dtrees.numbers.exact import Exact
from dtrees.oracle.vectors.writing import FORMATS, SHIPPED, expected, schemas, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from dtrees.laws.system import System


Verdict: TypeAlias = Literal["canonical", "acceptable", "wrong"]

SETS: Final = {"rows", "parts", "nodes", "links", "branches"}
"""The fields whose order has no meaning."""


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
    """Return the number of vectors in the shipped files."""
    return sum(len(shipped(format_.file)) for format_ in FORMATS)


# --- one answer -------------------------------------------------------------------------------------------------


def verdict(format_: str, vector: Mapping[str, Any], answer: Any) -> Verdict:
    """Return whether *answer* is canonical (the vector's result), acceptable (equal to it, or right, too) or wrong.

    >>> vector = {"result": "12/25"}
    >>> [verdict("impurities", vector, answer) for answer in ("12/25", 0.48, "24/50", "1/2")]
    ['canonical', 'acceptable', 'acceptable', 'wrong']
    """
    right = vector["result"]
    if json.dumps(answer, sort_keys=True) == json.dumps(right, sort_keys=True):
        return "canonical"
    if format_ in {"candidates", "splits"}:
        fits = isinstance(answer, list) and _questions_fit(answer, right, some=format_ == "splits")
    else:
        fits = any(_same(_essence(answer), _essence(other)) for other in (right, *vector.get("acceptable", ())))
    return "acceptable" if fits else "wrong"


def _questions_fit(answer: list[Any], right: list[Any], *, some: bool) -> bool:
    """Return whether *answer* holds the questions of *right*, in any order and wording; *some* of them may suffice."""
    missing = [_essence(question) for question in right]
    for question in map(_essence, answer):
        found = next((other for other in missing if _same(question, other)), None)
        if found is None:
            return False
        missing.remove(found)
    return not missing or (some and bool(answer))


def _essence(answer: Any) -> Any:
    """Return *answer* without what is convention: the order of a set, the wording of a question, a tree's text."""
    if isinstance(answer, list):
        return list(map(_essence, answer))
    if not isinstance(answer, dict):
        return answer
    essence = {name: _essence(value) for name, value in answer.items() if name != "tree"}
    for name in essence.keys() & SETS:
        essence[name] = _unordered(essence[name])
    if isinstance(essence.get("question"), dict):
        essence["question"] = essence["question"].get("feature")
    return essence


def _unordered(value: Any) -> Any:
    return sorted(map(_unordered, value), key=json.dumps) if isinstance(value, list) else value


def _same(one: Any, two: Any) -> bool:
    """Return whether two answers hold the same; numbers may be written differently."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(_same(one[name], two[name]) for name in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(_same, one, two))
    return (type(one) is type(two) and one == two) or _same_number(one, two)


def _same_number(answer: Any, right: Any) -> bool:
    """Return whether both are one exact number, or where one is a decimal both have one nearest float64."""
    mine, theirs = _number(answer), _number(right)
    if mine is None or theirs is None:
        return False
    if isinstance(mine, Exact) and isinstance(theirs, Exact):
        return mine == theirs
    try:
        return float(mine) == float(theirs)
    except OverflowError:
        return False


def _number(value: Any) -> Exact | float | None:
    """Return the number that a JSON value is or that a text says, exact or decimal, or None where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return value if isinstance(value, float) else Exact(value)
    except ValueError:  # a decimal, or no number
        try:
            return float(value)
        except ValueError:
            return None


# --- the files as they are written -----------------------------------------------------------------------------------


def complaints(folder: Path = SHIPPED) -> Iterator[str]:
    """Yield what is wrong with the files in *folder*: each difference from the generator's files, and schema errors.

    >>> list(complaints())
    []
    """
    files = expected(folder)
    schema_of = {format_.file: format_.schema for format_ in FORMATS}
    for name, text in files.items():
        path = folder / name
        if not path.is_file():
            yield f"{name}: it is not there; dtrees vectors write makes it"
            continue
        found = path.read_text(encoding="utf-8", errors="replace")
        if found != text:
            yield f"{name}: {_first_difference(found, text)}"
        if name in schema_of:
            yield from (f"{name}: {error}" for error in _schema_errors(found, schema_of[name]))
    for name in sorted({path.name for path in folder.glob("*.json")} - files.keys()):
        yield f"{name}: the generator does not write it"


def _first_difference(found: str, expected: str) -> str:
    """Return where a file differs from what is written: the first id, or else the first line."""
    try:
        theirs, ours = ({test["id"]: test for test in json.loads(text)["tests"]} for text in (found, expected))
    except (ValueError, KeyError, TypeError, RecursionError):
        theirs, ours = {}, {}
    place = next((id_ for id_ in [*ours, *theirs] if ours.get(id_) != theirs.get(id_)), None)
    if place is None:
        pairs = zip_longest(found.split("\n"), expected.split("\n"))
        place = next(f"line {number}" for number, (one, two) in enumerate(pairs, 1) if one != two)
    return f"{place} is not as the generator writes it"


def _schema_errors(text: str, schema: str) -> Iterator[str]:
    try:
        instance = json.loads(text)
    except (ValueError, RecursionError) as error:
        yield f"this is not JSON: {error}"
        return
    from dtrees.oracle.protocol.messages import first_error  # noqa: PLC0415 (it needs jsonschema)

    worst = first_error(instance, schema, schemas)
    if worst is not None:
        yield f"{worst.json_path}: {worst.message}"

"""What is said of an answer to a vector: canonical, acceptable, or wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from dtrees.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Mapping

Verdict: TypeAlias = Literal["canonical", "acceptable", "wrong"]

SETS: Final = {"rows", "nodes", "links", "branches"}
"""The fields whose order says nothing."""


def verdict(format_: str, vector: Mapping[str, Any], answer: Any) -> Verdict:
    """Return whether *answer* is the vector's result, says the same or another acceptable thing, or is wrong.

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

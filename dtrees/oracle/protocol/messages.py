"""The messages, a line of JSON each: ``start``, ``run`` and ``stop`` go out; what comes back is checked by its schema.

Every message has a JSON Schema, ``dtrees/schemas/protocol-*.schema.json``.  A question holds nothing of the answer.
"""

from __future__ import annotations

import json
import math
import shlex
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NoReturn

import jsonschema_rs
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from dtrees.errors import Unsupported
from dtrees.exchange import SCHEMA as TREE
from dtrees.oracle.finding import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

SCHEMAS: Final = TREE.parent

START: Final = '{"cmd": "start", "version": 1}'
"""The first message: which version of the protocol is spoken."""

STOP: Final = '{"cmd": "stop"}'
"""The last message, which has no answer: the peer ends with status 0."""


def run_line(number: int, operation: str, given: Mapping[str, Any]) -> str:
    """Return the question of that number: one operation on one input."""
    return json.dumps({"cmd": "run", "id": number, "operation": operation, "input": given})


def read_started(line: str) -> Any:
    """Return what a peer says of itself: its name, language and version, what it can do, and its conventions.

    Raises `NoAnswer` for any other line.

    >>> read_started('{"version": 1}')
    Traceback (most recent call last):
    dtrees.oracle.finding.NoAnswer: 'implementation' is a required property: {"version": 1}
    """
    return _read(line, "protocol-started.schema.json")


def read_ran(line: str, number: int, operation: str) -> Any:
    """Return the answer to a question, checked by the schema of the operation.

    Raises `Unsupported` where the peer says that it does not do this, and `NoAnswer` where it says anything else.
    """
    message = _read(line, "protocol-ran.schema.json")
    if message["id"] != number:
        raise NoAnswer(kind="malformed", message=f"id: {number} was expected", seen=line)
    if "error" in message:
        raise NoAnswer(kind="error", message=message["error"])
    if "unsupported" in message:
        raise Unsupported(message["unsupported"])
    complaint = complaint_of(message["result"], f"protocol-results.schema.json#/$defs/{operation}", name="result")
    if complaint:
        raise NoAnswer(kind="malformed", message=complaint, seen=line)
    return message["result"]


def by_hand(command: Sequence[str], lines: Iterable[str]) -> str:
    r"""Return the shell line that sends *lines* to *command*.

    >>> print(by_hand(["node", "my tree.js"], [START]))
    printf '%s\n' '{"cmd": "start", "version": 1}' | node 'my tree.js'
    """
    return f"printf '%s\\n' {shlex.join(lines)} | {shlex.join(command)}"


def complaint_of(instance: Any, reference: str, *, name: str = "") -> str:
    """Return what is wrong with *instance*, called *name*, by the schema at *reference*, or nothing.

    >>> complaint_of({"cmd": "halt"}, "protocol-stop.schema.json")
    "cmd: 'stop' was expected"
    """
    try:
        error = first_error(instance, reference, _schemas)
    except RecursionError:
        return "nested too deeply"
    if error is None:
        return ""
    place = (name + error.json_path.removeprefix("$")).removeprefix(".")
    return f"{place}: {error.message}" if place else error.message


def _schemas() -> Mapping[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in (*SCHEMAS.glob("protocol-*.schema.json"), TREE)}


def _read(line: str, schema: str) -> Any:
    """Return the object that *line* holds; raises `NoAnswer` where it does not obey *schema*."""
    try:
        message = json.loads(line, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise NoAnswer(kind="malformed", message=f"not JSON: {error}", seen=line) from error
    complaint = complaint_of(message, schema)
    if complaint:
        raise NoAnswer(kind="malformed", message=complaint, seen=line)
    return message


def _no_constant(name: str) -> NoReturn:
    message = f"{name} is not a JSON number"
    raise ValueError(message)


def _finite(text: str) -> float:
    """Return the number, or raise `ValueError` where float64 has none so large."""
    number = float(text)
    if not math.isfinite(number):
        message = f"{text} is beyond float64"
        raise ValueError(message)
    return number


def _whole(text: str) -> int:
    _finite(text)
    return int(text)


# --- schemas --------------------------------------------------------------------------------------------------------


def first_error(instance: Any, reference: str, schemas: Callable[[], Mapping[str, str]]) -> ValidationError | None:
    """Return what is most wrong with *instance* by the schema at *reference* in *schemas*, texts by name, or None."""
    quick, slow = _validators(reference, schemas)
    return None if quick.is_valid(instance) else best_match(slow.iter_errors(instance))


@cache
def _validators(
    reference: str, schemas: Callable[[], Mapping[str, str]]
) -> tuple[jsonschema_rs.Draft202012Validator, Draft202012Validator]:
    contents = {name: json.loads(text) for name, text in schemas().items()}
    registry: Any = Registry().with_resources(
        (name, Resource.from_contents(content, default_specification=DRAFT202012)) for name, content in contents.items()
    )
    asked = {"$ref": reference}
    quick = jsonschema_rs.Draft202012Validator(asked, registry=jsonschema_rs.Registry([*contents.items()]))
    return quick, Draft202012Validator(asked, registry=registry)

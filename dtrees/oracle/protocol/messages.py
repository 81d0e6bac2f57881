"""The messages, a line of JSON each: ``start``, ``run`` and ``stop`` go out; what comes back is checked by its schema.

Every message has a JSON Schema, ``dtrees/schemas/protocol-*.schema.json``.  A `Run` holds the question and nothing of
the answer.
"""

from __future__ import annotations

import json
import math
import shlex
from typing import TYPE_CHECKING, Any, Final, NoReturn

import attrs

from dtrees.exchange import SCHEMA as TREE
from dtrees.oracle.outcomes import Answered, Declined, Failed, Malformed, Outcome
from dtrees.oracle.schemas import first_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

VERSION: Final = 1
"""The version of the protocol that is spoken here."""

SCHEMAS: Final = TREE.parent


@attrs.frozen
class Start:
    """The first message: which version of the protocol is spoken.

    >>> Start().line
    '{"cmd": "start", "version": 1}'
    """

    version: int = VERSION

    @property
    def line(self) -> str:
        """The message as it is sent."""
        return json.dumps({"cmd": "start", "version": self.version})


@attrs.frozen
class Run:
    """A question: one operation on one input.

    >>> Run(1, "gini", {"summary": {"counts": ["1", "1"]}}).line
    '{"cmd": "run", "id": 1, "operation": "gini", "input": {"summary": {"counts": ["1", "1"]}}}'
    """

    id: int
    operation: str
    input: Mapping[str, Any]

    @property
    def line(self) -> str:
        """The message as it is sent."""
        return json.dumps({"cmd": "run", "id": self.id, "operation": self.operation, "input": self.input})


@attrs.frozen
class Stop:
    """The last message, which has no answer: the peer ends with status 0.

    >>> Stop().line
    '{"cmd": "stop"}'
    """

    @property
    def line(self) -> str:
        """The message as it is sent."""
        return json.dumps({"cmd": "stop"})


@attrs.frozen(kw_only=True)
class Started:
    """What a peer says of itself: its name, language and version, what it can do, and what it chooses for itself."""

    name: str
    language: str
    version: str
    capabilities: tuple[str, ...]
    conventions: Mapping[str, Any]


def read_started(line: str) -> Started | Malformed:
    """Return the answer to `Start`.

    >>> read_started('{"version": 1}').complaint
    "'implementation' is a required property"
    """
    message = _read(line, "protocol-started.schema.json")
    if isinstance(message, Malformed):
        return message
    return Started(
        **message["implementation"],
        capabilities=tuple(message["capabilities"]),
        conventions=message.get("conventions", {}),
    )


def read_ran(line: str, run: Run) -> Outcome:
    """Return the answer to *run*, its result checked by the schema of the operation.

    >>> read_ran('{"id": 7, "result": 0.5}', Run(7, "gini", {}))
    Answered(result=0.5)
    >>> read_ran('{"id": 6, "result": 0.5}', Run(7, "gini", {})).complaint
    'id: 7 was expected'
    """
    message = _read(line, "protocol-ran.schema.json")
    if isinstance(message, Malformed):
        return message
    if message["id"] != run.id:
        return Malformed(f"id: {run.id} was expected", line)
    if "error" in message:
        return Failed(message["error"])
    if "unsupported" in message:
        return Declined(message["unsupported"])
    complaint = complaint_of(message["result"], f"protocol-results.schema.json#/$defs/{run.operation}", name="result")
    return Malformed(complaint, line) if complaint else Answered(message["result"])


def by_hand(command: Sequence[str], lines: Iterable[str]) -> str:
    r"""Return the shell line that sends *lines* to *command*.

    >>> print(by_hand(["node", "my tree.js"], [Start().line]))
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
    """Return the object that *line* holds, where it obeys *schema*, or a `Malformed`."""
    try:
        message = json.loads(line, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        return Malformed(f"not JSON: {error}", line)
    complaint = complaint_of(message, schema)
    return Malformed(complaint, line) if complaint else message


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

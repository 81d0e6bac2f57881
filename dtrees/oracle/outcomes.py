"""How a message to another program can end, as values: an answer, a refusal, or one of the ways to fail."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import attrs

from dtrees.errors import DtreesError

WIDTH: Final = 160
"""Longer lines of a peer are cut to this where they are shown."""


@attrs.frozen
class Answered:
    """The answer, checked against its schema.

    >>> Answered([1, 2]).result
    [1, 2]
    """

    result: Any


@attrs.frozen
class Declined:
    """The peer says that it does not do this, which is no failure.

    >>> str(Declined("no entropy"))
    'unsupported: no entropy'
    """

    why: str

    def __str__(self) -> str:
        return f"unsupported: {shortened(self.why)}"


@attrs.frozen
class Failed:
    """The peer reports an error of its own.

    >>> str(Failed("object 'x' not found"))
    "error: object 'x' not found"
    """

    error: str
    kind = "error"

    def __str__(self) -> str:
        return f"error: {shortened(self.error)}"


@attrs.frozen
class Crashed:
    """The process ended before it answered; *complaint* is the end of what it wrote to standard error.

    >>> str(Crashed(-11, ""))
    'ended by signal 11'
    """

    status: int
    complaint: str
    kind = "crash"

    def __str__(self) -> str:
        end = f"ended by signal {-self.status}" if self.status < 0 else f"ended with status {self.status}"
        return f"{end}: {shortened(self.complaint)}" if self.complaint else end


@attrs.frozen
class Hung:
    """No answer came within the time limit, and the process was killed.

    >>> str(Hung(10))
    'no answer within 10 s'
    """

    seconds: float
    kind = "hang"

    def __str__(self) -> str:
        return f"no answer within {self.seconds:g} s"


@attrs.frozen
class Malformed:
    """What came is not the message that it should be.

    >>> str(Malformed("not JSON", "hello"))
    'not JSON: hello'
    """

    complaint: str
    line: str
    kind = "malformed"

    def __str__(self) -> str:
        return f"{shortened(self.complaint)}: {shortened(self.line)}"


@attrs.frozen
class Flooded:
    """More came than any answer takes, and the process was killed.

    >>> str(Flooded("standard output", 4194304))
    'more than 4194304 bytes on standard output'
    """

    stream: str
    limit: int
    kind = "flood"

    def __str__(self) -> str:
        return f"more than {self.limit} bytes on {self.stream}"


Breakdown: TypeAlias = Crashed | Hung | Malformed | Flooded
"""What leaves a process dead, or its output out of step: it is started again for the next message."""

Outcome: TypeAlias = Answered | Declined | Failed | Breakdown


class NoAnswer(DtreesError):  # noqa: N818 (nobody erred here: the other side did)
    """Raised where a function must return an answer and the peer gave none; *outcome* says what it did instead."""

    def __init__(self, outcome: Failed | Breakdown) -> None:
        self.outcome = outcome
        super().__init__(str(outcome))


def shortened(text: str) -> str:
    """Return *text* on one line of a screen's width.

    >>> len(shortened("x" * 1000)), shortened("a   b")
    (160, 'a b')
    """
    line = " ".join(text.split())
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 3]}..."

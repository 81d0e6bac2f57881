"""A conversation with a program in messages; the program is started again whenever it breaks down."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Final, Self

from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.protocol.messages import START, STOP, by_hand, read_ran, read_started, run_line
from dtrees.oracle.protocol.process import Process

if TYPE_CHECKING:
    from collections.abc import Mapping

SECONDS: Final = 10.0
"""The default number of seconds that a program may take for one answer."""


class Session:
    """A program that is asked over a pipe: the process that *command* runs, restarted after a crash.

    *command* is split as a shell would split it, but no shell runs it. Each answer may take *seconds*.
    """

    def __init__(self, command: str, *, seconds: float = SECONDS) -> None:
        """Make the session; the program is started when it is needed.  Raises `InvalidData` for no command."""
        self.command: Final = _words(command)
        self.seconds: Final = seconds
        self._running: tuple[Process, Mapping[str, Any]] | None = None
        self._asked = 0
        self._last: tuple[str, Mapping[str, Any]] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._running is not None:
            self._running[0].end()
        self._running = None

    def start(self) -> Mapping[str, Any]:
        """Return the program's answer to the message ``start``, as `read_started` reads it.

        Raises `NoAnswer` where it does not start, and `Unsupported` where there is no such program.
        """
        return self._run()[1]

    def ask(self, operation: str, **given: Any) -> Any:
        """Return the answer to *operation* on the given documents.

        Raises `Unsupported` or `NoAnswer` where the program gives none.
        """
        process, started = self._run()
        if operation not in started["capabilities"]:
            message = f"{operation} is none of its capabilities"
            raise Unsupported(message)
        self._asked, self._last = self._asked + 1, (operation, given)
        try:
            return read_ran(
                process.ask(run_line(self._asked, operation, given), seconds=self.seconds), self._asked, operation
            )
        except BaseException as failure:  # also a time limit of the caller: a late answer is none to the next question
            if not isinstance(failure, Unsupported) and getattr(failure, "kind", "") != "error":
                self._end()
            raise

    def stop(self) -> NoAnswer | None:
        """Tell the program to stop; return None if it ends with status 0, else the `NoAnswer` that says what it did."""
        if self._running is None:
            return None
        process, _ = self._running
        try:
            end = NoAnswer(kind="malformed", message="stop has no answer", seen=process.ask(STOP, seconds=self.seconds))
        except NoAnswer as failure:
            end = failure
        ended_well = end.kind == "crash" and process.status == 0
        self._end()
        return None if ended_well else end

    def by_hand(self) -> str:
        """Return a shell line that repeats the last request, sent to a newly started program."""
        return by_hand(self.command, [START, *([run_line(1, *self._last)] if self._last else [])])

    def _run(self) -> tuple[Process, Mapping[str, Any]]:
        """Return the process and its answer to ``start``; it is started where it is not running."""
        if self._running is None:
            try:
                process = Process(self.command)
            except OSError as error:
                message = f"{self.command[0]} cannot be run: {error.strerror}"
                raise Unsupported(message) from error
            try:
                self._running = process, read_started(process.ask(START, seconds=self.seconds))
            except BaseException:
                process.kill()
                raise
        return self._running

    def _end(self) -> None:
        if self._running is not None:
            self._running[0].kill()
        self._running = None


def _words(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        message = f"{command!r} is no command: {error}"
        raise InvalidData(message) from error
    if not words:
        message = "there is no command: give a program and its arguments, such as 'Rscript my_tree.R'"
        raise InvalidData(message)
    return words

"""Talking with a program that speaks the protocol, which is started again whenever it breaks down."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle.outcomes import Breakdown, Crashed, Declined, Malformed
from dtrees.oracle.protocol.messages import Run, Start, Started, Stop, by_hand, read_ran, read_started
from dtrees.oracle.protocol.process import Process

if TYPE_CHECKING:
    from dtrees.oracle.outcomes import Outcome

SECONDS: Final = 10.0
"""How long a program may take for one answer, unless it is told otherwise."""


@attrs.frozen
class _Running:
    """A process that has answered ``start``, and its answer."""

    process: Process
    started: Started


class Session:
    """The program that *command* runs, split as a shell would but without one; each answer may take *seconds*.

    >>> with Session("cat") as echo:
    ...     print(echo.start())
    'implementation' is a required property: {"cmd": "start", "version": 1}
    """

    def __init__(self, command: str, *, seconds: float = SECONDS) -> None:
        """Make the session; the program is started when it is needed.  Raises `InvalidData` for no command."""
        self.command: Final = _words(command)
        self.seconds: Final = seconds
        self._running: _Running | None = None
        self._last: Run | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def start(self) -> Started | Breakdown:
        """Return what the program says of itself, or what happened instead.

        Raises `Unsupported` where there is no such program.
        """
        running = self._run()
        return running.started if isinstance(running, _Running) else running

    def ask(self, operation: str, **given: Any) -> Outcome:
        """Return the answer to *operation* on the documents *given*, or what happened instead."""
        running = self._run()
        if not isinstance(running, _Running):
            return running
        if operation not in running.started.capabilities:
            return Declined(f"{operation} is none of its capabilities")
        self._last = run = Run(self._last.id + 1 if self._last else 1, operation, given)
        try:
            answer = running.process.ask(run.line, seconds=self.seconds)
        except BaseException:  # such as a time limit of the caller: a late answer is none to the next question
            self._end()
            raise
        outcome = read_ran(answer, run) if isinstance(answer, str) else answer
        if isinstance(outcome, Breakdown):
            self._end()
        return outcome

    def stop(self) -> Breakdown | None:
        """Tell the program to stop; return None where it ends with status 0 and without a word."""
        if self._running is None:
            return None
        outcome = self._running.process.ask(Stop().line, seconds=self.seconds)
        self._end()
        if isinstance(outcome, str):
            return Malformed("stop has no answer", outcome)
        return None if isinstance(outcome, Crashed) and not outcome.status else outcome

    def by_hand(self) -> str:
        """Return the shell line that asks what was asked last, as the first question of a program started anew."""
        asked = [attrs.evolve(self._last, id=1).line] if self._last else []
        return by_hand(self.command, [Start().line, *asked])

    def _run(self) -> _Running | Breakdown:
        """Return the running program, started where it is not running, or how it failed to start."""
        if self._running is None:
            process = self._process()
            try:
                answer = process.ask(Start().line, seconds=self.seconds)
                started = read_started(answer) if isinstance(answer, str) else answer
            except BaseException:
                process.kill()
                raise
            if not isinstance(started, Started):
                process.kill()
                return started
            self._running = _Running(process, started)
        return self._running

    def _process(self) -> Process:
        try:
            return Process(self.command)
        except OSError as error:
            message = f"{self.command[0]} cannot be run: {error.strerror}"
            raise Unsupported(message) from error

    def _end(self) -> None:
        if self._running is not None:
            self._running.process.kill()
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

"""A program that answers each line with a line, held so that it can neither block its reader nor fill the memory.

It runs in a process group of its own, which is killed as a whole, at the latest when this process ends: by ``kill -9``
too, for a guard, a shell that reads from this process alone, comes to the end of its input then.  All three pipes are
served by one loop until the answer is complete, a limit is passed, or the program has ended.  Process groups are
POSIX's; a program that starts a session of its own again leaves its group, and is not reached.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from dtrees.oracle.finding import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

LONGEST_LINE: Final = 1 << 22
"""More bytes than this in one answer are a flood."""

LOUDEST_COMPLAINT: Final = 1 << 22
"""More bytes than this on standard error while one answer is awaited are a flood."""

KEPT_COMPLAINT: Final = 2000
"""So many bytes of standard error are kept, the last ones."""

CHUNK: Final = 1 << 16

GRACE: Final = 1.0
"""So many seconds a program has to end by itself when its input ends."""

GUARD: Final = ("/bin/sh", "-c", 'read -r never; kill -s KILL -- "-$1"', "guard")
"""Kills a process group, whose number follows, at the end of its input."""


class Process:
    """A running program with its three pipes; `ask` is all it is for.

    >>> process = Process(["cat"])
    >>> process.ask("hello", seconds=5)
    'hello'
    >>> process.kill()
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start *command*; raises `OSError` where there is no such program."""
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(  # noqa: S603 (running the user's command is what this is for)
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
        guard = [*GUARD, str(self._process.pid)]
        self._guard = subprocess.Popen(guard, stdin=pipe, stderr=null, start_new_session=True)  # noqa: S603 (our own line)
        self._pipes: tuple[IO[bytes], ...] = (self._process.stdin, self._process.stdout, self._process.stderr)  # type: ignore[assignment]  # all three are piped
        for stream in self._pipes:
            os.set_blocking(stream.fileno(), False)
        self._unsent = b""
        self._answer = bytearray()
        self._complaint = bytearray()
        self._loudness = 0

    @property
    def status(self) -> int | None:
        """The status with which the program ended; None while it runs."""
        return self._process.poll()

    def ask(self, line: str, *, seconds: float) -> str:
        """Send *line* and return the next line; raises `NoAnswer` where none comes: then kill the process."""
        self._unsent, self._loudness = line.encode() + b"\n", 0
        deadline = time.monotonic() + seconds
        steps: tuple[Callable[[], bool], ...] = (self._send, self._listen, self._overhear)
        events = (selectors.EVENT_WRITE, selectors.EVENT_READ, selectors.EVENT_READ)
        with selectors.DefaultSelector() as ready:
            for stream, event, step in zip(self._pipes, events, steps, strict=True):
                ready.register(stream, event, step)
            outputs = set(self._pipes[1:])
            while outputs and time.monotonic() < deadline:
                for key, _ in ready.select(deadline - time.monotonic()):
                    if not key.data():
                        outputs.discard(key.fileobj)
                        ready.unregister(key.fileobj)
                if (arrived := self._arrived()) is not None:
                    return arrived
        raise self._ended(deadline, seconds)

    def end(self) -> None:
        """End the program's input, so that it removes what it made, and kill what still runs soon after."""
        self._pipes[0].close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End the process and all that it has started."""
        self._guard.communicate()
        self._process.wait()
        for stream in self._pipes:
            stream.close()

    # Each step returns whether there is more to do on its pipe.

    def _send(self) -> bool:
        try:
            self._unsent = self._unsent[os.write(self._pipes[0].fileno(), self._unsent[:CHUNK]) :]
        except BrokenPipeError:
            return False
        return bool(self._unsent)

    def _listen(self) -> bool:
        chunk = os.read(self._pipes[1].fileno(), CHUNK)
        self._answer += chunk
        return bool(chunk)

    def _overhear(self) -> bool:
        chunk = os.read(self._pipes[2].fileno(), CHUNK)
        self._complaint = (self._complaint + chunk)[-KEPT_COMPLAINT:]
        self._loudness += len(chunk)
        return bool(chunk)

    def _arrived(self) -> str | None:
        """Return the line that has come, or None where there is more to wait for."""
        for stream, size, limit in (
            ("standard output", len(self._answer), LONGEST_LINE),
            ("standard error", self._loudness, LOUDEST_COMPLAINT),
        ):
            if size > limit:
                raise NoAnswer(kind="flood", message=f"more than {limit} bytes on {stream}")
        if b"\n" not in self._answer:
            return None
        line, _, rest = bytes(self._answer).partition(b"\n")
        self._answer.clear()
        if rest:
            raise NoAnswer(kind="malformed", message="more than one line came", seen=line.decode(errors="replace"))
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            raise NoAnswer(kind="malformed", message="not UTF-8", seen=line.decode(errors="replace")) from error

    def _ended(self, deadline: float, seconds: float) -> NoAnswer:
        """Return how the process ended, or that it has not."""
        try:
            status = self._process.wait(max(deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            return NoAnswer(kind="hang", message=f"no answer within {seconds:g} s")
        if self._answer:
            return NoAnswer(
                kind="malformed", message="the output ends inside a line", seen=self._answer.decode(errors="replace")
            )
        end = f"ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return NoAnswer(kind="crash", message=end, seen=self._complaint.decode(errors="replace").strip())

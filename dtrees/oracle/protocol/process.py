"""A child process that answers each line with a line; it can neither block its reader nor fill the memory.

It runs in a process group of its own, which is killed as a whole, at the latest when this process ends, also by ``kill
-9``: a guard, a shell that reads from this process alone, then meets the end of its input.  Processes that have left
the group are found by a mark that every process inherits in its environment (on Linux).  All three pipes are served by
one loop until a line is complete, a limit is passed, or the program has ended, whoever holds its pipes open.
"""

from __future__ import annotations

import os
import secrets
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final

from dtrees.oracle.finding import WIDTH, NoAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


LONGEST_LINE: Final = 1 << 22
"""The most bytes of one answer; more are a flood."""

LOUDEST_COMPLAINT: Final = 1 << 22
"""The most bytes on standard error while one answer is awaited; more are a flood."""

KEPT_COMPLAINT: Final = 2000
"""The number of bytes of standard error that are kept, the last ones."""

CHUNK: Final = 1 << 16

GRACE: Final = 1.0
"""The seconds in which a program may end by itself when its input ends."""

SOON: Final = 0.2
"""The seconds of silence after which it is checked whether the program still runs."""

LONGEST_END: Final = 5.0
"""The seconds for which the end of a killed process is awaited."""

MARK: Final = "DTREES_STARTED_BY"
"""The environment variable that holds the marks of all processes which have started this one."""

KILLING: Final = """
for again in 1 2 3; do
  kill -s KILL -- "-$1"
  for marked in $(grep -lsF -- "$2" /proc/[0-9]*/environ); do
    number=${marked#/proc/}; kill -s KILL "${number%/environ}"
  done
done
"""
"""The shell's lines that kill a process group and all that bear a mark, thrice, for either may just start another."""


class Process:
    """A running program with its three pipes.

    >>> process = Process(["cat"])
    >>> process.ask("hello", seconds=5)
    'hello'
    >>> process.kill()
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start *command*; raises `OSError` where there is no such program."""
        pipe, null, mark = subprocess.PIPE, subprocess.DEVNULL, f"{os.getpid()}-{secrets.token_hex(8)}"
        marked = {**os.environ, MARK: f"{os.environ.get(MARK, '')} {mark}".strip()}
        self._process = subprocess.Popen(  # noqa: S603 (running the user's command is what this is for)
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, env=marked
        )
        self._named = "dtrees", str(self._process.pid), mark
        guard = ["/bin/sh", "-c", f"read -r never\n{KILLING}", *self._named]
        self._guard = subprocess.Popen(guard, stdin=pipe, stderr=null, start_new_session=True)  # noqa: S603 (our own line)
        self._pipes: tuple[IO[bytes], ...] = (self._process.stdin, self._process.stdout, self._process.stderr)  # type: ignore[assignment]  # all three are piped
        for stream in self._pipes:
            os.set_blocking(stream.fileno(), False)
        self._unsent = b""
        self._answer = bytearray()
        self._complaint = bytearray()
        self._loudness = 0
        self.lines_of_complaint = 0
        """How many lines came on standard error."""
        self.first_complaint = ""
        """The first of them."""

    @property
    def status(self) -> int | None:
        """The status with which the program ended; None while it runs."""
        return self._process.poll()

    def ask(self, line: str, *, seconds: float) -> str:
        """Send *line* and return the next line; raises `NoAnswer` where none comes: the process must be killed then."""
        self.send(line)
        answer = self.receive(seconds=seconds)
        if self._answer:
            raise NoAnswer(kind="malformed", message="more than one line came", seen=answer)
        return answer

    def send(self, line: str) -> None:
        """Send *line*; it is written while `receive` waits, as the program reads it."""
        self._unsent += line.encode() + b"\n"

    def receive(self, *, seconds: float) -> str:
        """Return the next line of output; raises `NoAnswer` if none comes within *seconds* or the program has ended."""
        if (arrived := self._arrived()) is not None:
            return arrived
        self._loudness, deadline = 0, time.monotonic() + seconds
        steps: tuple[Callable[[], bool], ...] = (self._send, self._listen, self._overhear)
        events = (selectors.EVENT_WRITE, selectors.EVENT_READ, selectors.EVENT_READ)
        with selectors.DefaultSelector() as ready:
            for stream, event, step in zip(self._pipes, events, steps, strict=True):
                if step != self._send or self._unsent:
                    ready.register(stream, event, step)
            outputs, ended = set(self._pipes[1:]), False
            while outputs and not ended and (left := deadline - time.monotonic()) > 0:
                ended = self.status is not None  # what it has said before is still read
                for key, _ in ready.select(0 if ended else min(left, SOON)):
                    if not key.data():
                        outputs.discard(key.fileobj)
                        ready.unregister(key.fileobj)
                    ended = False
                if (arrived := self._arrived()) is not None:
                    return arrived
        raise self._ended(deadline, seconds)

    def end(self) -> None:
        """Close the program's input, so that it can clean up, and kill it if it still runs soon after."""
        self._pipes[0].close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """Kill the program and all processes that it has started, and close its pipes."""
        self.strike()
        for stream in self._pipes:
            stream.close()

    def strike(self) -> None:
        """Kill the program and all that it has started, whatever it did to its guard; another thread may be reading."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._guard.kill()
        self._guard.communicate()
        with suppress(subprocess.TimeoutExpired):
            killing = ["/bin/sh", "-c", KILLING, *self._named]
            subprocess.run(killing, stderr=subprocess.DEVNULL, timeout=LONGEST_END, check=False)  # noqa: S603 (our own lines)
            self._process.wait(LONGEST_END)

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
        if not self.lines_of_complaint:
            self.first_complaint = (self.first_complaint + chunk.decode(errors="replace")).partition("\n")[0][:WIDTH]
        self.lines_of_complaint += chunk.count(b"\n")
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
        line = bytes(self._answer[: self._answer.index(b"\n")])
        del self._answer[: len(line) + 1]
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

"""A program that answers each line with a line, held so that it can neither block its reader nor fill the memory.

It runs in a process group of its own, which is killed as a whole, at the latest when this process ends.  All three
pipes are served by one loop until the answer is complete, a limit is passed, or the program has ended.  Process groups
are POSIX's.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from typing import TYPE_CHECKING, Final

from dtrees.oracle.outcomes import Crashed, Flooded, Hung, Malformed
from dtrees.oracle.protocol.guard import Guard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from dtrees.oracle.outcomes import Breakdown

LONGEST_LINE: Final = 1 << 22
"""More bytes than this in one answer are a flood."""

LOUDEST_COMPLAINT: Final = 1 << 22
"""More bytes than this on standard error while one answer is awaited are a flood."""

KEPT_COMPLAINT: Final = 2000
"""So many bytes of standard error are kept, the last ones."""

CHUNK: Final = 1 << 16


class Process:
    """A running program with its three pipes; `ask` is all it is for.

    >>> process = Process(["cat"])
    >>> process.ask("hello", seconds=5)
    'hello'
    >>> process.kill()
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start *command*; raises `OSError` where there is no such program."""
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(  # noqa: S603 (running the user's command is what this is for)
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
        self._guard = Guard(self._process.pid)
        self._pipes: tuple[IO[bytes], ...] = (self._process.stdin, self._process.stdout, self._process.stderr)  # type: ignore[assignment]  # all three are piped
        for stream in self._pipes:
            os.set_blocking(stream.fileno(), False)
        self._unsent = b""
        self._answered_text = bytearray()
        self._complaint = bytearray()
        self._loudness = 0

    def ask(self, line: str, *, seconds: float) -> str | Breakdown:
        """Send *line* and return the next line, or what happened instead: then kill the process."""
        self._unsent, self._loudness = line.encode() + b"\n", 0
        deadline = time.monotonic() + seconds
        answer = self._await(deadline)
        return self._ended(deadline, seconds) if answer is None else answer

    def kill(self) -> None:
        """End the process and all that it has started."""
        self._guard.kill()
        self._process.wait()
        for stream in self._pipes:
            stream.close()

    def _await(self, deadline: float) -> str | Breakdown | None:
        """Serve the pipes and return what arrives, or None when nothing more can: at the end, or at the deadline."""
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
                arrived = self._arrived()
                if arrived is not None:
                    return arrived
        return None

    # Each step returns whether there is more to do on its pipe.

    def _send(self) -> bool:
        try:
            self._unsent = self._unsent[os.write(self._pipes[0].fileno(), self._unsent[:CHUNK]) :]
        except BrokenPipeError:
            return False
        return bool(self._unsent)

    def _listen(self) -> bool:
        chunk = os.read(self._pipes[1].fileno(), CHUNK)
        self._answered_text += chunk
        return bool(chunk)

    def _overhear(self) -> bool:
        chunk = os.read(self._pipes[2].fileno(), CHUNK)
        self._complaint = (self._complaint + chunk)[-KEPT_COMPLAINT:]
        self._loudness += len(chunk)
        return bool(chunk)

    def _arrived(self) -> str | Breakdown | None:
        """Return the line that has come, the limit that has been passed, or None where there is more to wait for."""
        if len(self._answered_text) > LONGEST_LINE:
            return Flooded("standard output", LONGEST_LINE)
        if self._loudness > LOUDEST_COMPLAINT:
            return Flooded("standard error", LOUDEST_COMPLAINT)
        if b"\n" not in self._answered_text:
            return None
        line, _, rest = bytes(self._answered_text).partition(b"\n")
        self._answered_text.clear()
        if rest:
            return Malformed("more than one line came", line.decode(errors="replace"))
        try:
            return line.decode()
        except UnicodeDecodeError:
            return Malformed("not UTF-8", line.decode(errors="replace"))

    def _ended(self, deadline: float, seconds: float) -> Breakdown:
        """Return how the process ended, or that it has not."""
        try:
            status = self._process.wait(max(deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            return Hung(seconds)
        if self._answered_text:
            return Malformed("the output ends inside a line", self._answered_text.decode(errors="replace"))
        return Crashed(status, self._complaint.decode(errors="replace").strip())

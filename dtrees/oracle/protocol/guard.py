"""A guard beside a child process: it kills the child's process group as soon as this process is gone, however it went.

The guard is a shell that reads from this process alone, and so comes to the end of its input when this process ends, by
``kill -9`` too.  A program that starts a session of its own again leaves its group, and is not reached.
"""

from __future__ import annotations

import subprocess
from typing import Final

WAIT_AND_KILL: Final = 'read -r never; kill -s KILL -- "-$1"'


class Guard:
    """The guard of the process group *group*.

    >>> program = subprocess.Popen(["sleep", "60"], start_new_session=True)
    >>> Guard(program.pid).kill()
    >>> program.wait()
    -9
    """

    def __init__(self, group: int) -> None:
        """Start it."""
        self._shell = subprocess.Popen(  # noqa: S603 (our own line)
            ["/bin/sh", "-c", WAIT_AND_KILL, "guard", str(group)],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        """Kill the group now, and end."""
        self._shell.communicate()

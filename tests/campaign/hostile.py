"""Implementations that grow right trees, and then do to their process what no implementation should."""

from __future__ import annotations

import decimal
import os
import signal
import sys
import time
import warnings
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

import dtrees as dt
from dtrees.oracle.conventions import EXACT


class Own(BaseException):
    """What no handler of errors catches."""


class Hostile:
    """It does something after it has grown a tree."""

    conventions = EXACT
    supported = dt.oracle.Supported()

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        tree = dt.grow(data, learner)
        self.act()
        return tree

    def act(self) -> None:
        """Do it."""


class Exits(Hostile):
    def act(self) -> None:
        os._exit(0)


class Swallows(Hostile):
    def act(self) -> None:
        while True:
            try:
                time.sleep(1)
            except BaseException:  # noqa: BLE001, S112 (which is hostile)
                continue


class IgnoresAlarms(Hostile):
    def act(self) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        time.sleep(1000)


class RaisesItsOwn(Hostile):
    def act(self) -> None:
        message = "\x1b]0;pwned\x07\x00\u202e"
        raise Own(message)


class Interrupts(Hostile):
    def act(self) -> None:
        raise KeyboardInterrupt


class ClosesAll(Hostile):
    def act(self) -> None:
        os.closerange(0, 100)


class Forges(Hostile):
    def act(self) -> None:
        for descriptor in range(3, 30):
            try:
                os.write(descriptor, b'{"found": {"case": "random 0", "checks": {}}}\n')
            except OSError:
                continue


class Eats(Hostile):
    def act(self) -> None:
        self.eaten = [bytearray(1 << 26) for _ in range(1000)]


class Forks(Hostile):
    def act(self) -> None:
        os.fork()


class ChangesTheWorld(Hostile):
    """All that is put back, for the judge is in the same process."""

    def act(self) -> None:
        np.seterr(all="raise")
        warnings.simplefilter("error")
        decimal.getcontext().prec = 1
        decimal.getcontext().traps[decimal.Inexact] = True
        sys.setrecursionlimit(150)
        sys.stdout = sys.stderr = None  # which is hostile


class ReplacesNumPy(Hostile):
    """It has NumPy's functions itself, and leaves others."""

    right: ClassVar[dict[str, Any]] = dict(vars(np))

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        vars(np).update(self.right)
        return super().grow(data, learner)

    def act(self) -> None:
        vars(np).update(dict.fromkeys(("asarray", "array", "unique", "argsort", "add", "zeros"), len))


class Prints(Hostile):
    def act(self) -> None:
        sys.stdout.write("\x1b[2Jhello\nand more\n")
        sys.stdout.flush()


class LeavesAChild(Hostile):
    """In a session of its own."""

    folder: ClassVar[Path] = Path(os.environ.get("DTREES_TEST_MARKS", "."))

    def act(self) -> None:
        if not os.fork():
            os.setsid()
            if not os.fork():
                (self.folder / f"1.{os.getpid()}").write_text(str(os.getpid()), encoding="ascii")
                os.execvp("sleep", ["sleep", "1000"])  # noqa: S606, S607 (a program that outlives whoever started it)
            os._exit(0)

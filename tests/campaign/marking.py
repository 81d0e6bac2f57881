"""Peers of which every judged case leaves a file that says which process judged it.

Where the campaign's seed is `DEADLY`, its case 3 crashes the interpreter.  Where it is `ENDLESS`, its case 3 is judged
until its mark is taken off, or for a minute: no test that failed waits for ever.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

import dtrees as dt
from dtrees.oracle.conventions import EXACT
from dtrees.peers.shared.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.oracle.cases import Case

CHUNK: Final = 2
FOLDER: Final = "DTREES_TEST_MARKS"
DEADLY: Final = 13
ENDLESS: Final = 14
NAME: Final = "campaign.marking:Light"


def crash() -> None:
    """End the process as a peer does that writes where it must not; scikit-learn then may also hang."""
    os.abort()


class Marking:
    """What leaves the marks, before a peer's own class."""

    chunk: Final = CHUNK
    asked: tuple[int, int] | None = None

    @staticmethod
    def tables() -> list[Case]:
        return []

    def random_case(self, seed: int, number: int) -> Case:
        self.asked = seed, number
        case: Case = super().random_case(seed, number)  # type: ignore[misc]  # the peer's
        return case

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        if self.asked is not None:
            mark = Path(os.environ[FOLDER], f"{self.asked[1]}.{time.monotonic_ns()}")
            mark.write_text(str(os.getpid()), encoding="ascii")
            if self.asked == (DEADLY, 3):
                crash()
            end = time.monotonic() + 60
            while self.asked == (ENDLESS, 3) and mark.exists() and time.monotonic() < end:
                time.sleep(0.05)
            self.asked = None
        return super().grow(data, learner)  # type: ignore[misc]  # the peer's


class Specified(Peer):
    """The specification, whose trees have two levels of questions at most; it imports little."""

    learners: ClassVar[Mapping[str, dt.Learner]] = {"gini": dt.cart(), "entropy": dt.cart(impurity=dt.entropy)}
    conventions: Final = EXACT

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        return dt.grow(data, attrs.evolve(learner, stopping=dt.Stopping(max_depth=2)))


class Light(Marking, Specified):
    """The specification with marks: what starts many processes judges it."""


@attrs.frozen
class Marks:
    """The files that the judged cases left."""

    folder: Path

    def cases(self) -> list[int]:
        """Return the numbers of the cases, each as often as it was begun."""
        return sorted(int(path.stem) for path in self.folder.iterdir())

    def judges(self) -> set[int]:
        """Return the processes that began one."""
        return {int(path.read_text(encoding="ascii") or 0) for path in self.folder.iterdir()} - {0}

    def newest(self) -> int:
        """Return the process that began one last: of two numbers the larger may be the older, for they start anew."""
        written = (path for path in self.folder.iterdir() if path.stat().st_size)
        return int(max(written, key=lambda path: int(path.suffix[1:])).read_text(encoding="ascii"))

    def clear(self) -> None:
        """Take all marks off, for which an endless case waits."""
        for mark in self.folder.iterdir():
            mark.unlink()

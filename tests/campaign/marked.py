"""scikit-learn as a peer of which every judged case leaves a file that says which process judged it.

Where the campaign's seed is `DEADLY`, its case 3 is one that crashes the interpreter; so does a law that
asks for an entropy.  Where it is `ENDLESS`, its case 3 is judged until its mark is taken off, or for a minute: no
test that failed waits for ever.  Its Gini index has a cube for a square.
"""

from __future__ import annotations

import os
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees import ClassCounts, Dataset, Learner, summarize
from dtrees.peers.scikit_learn import ScikitLearn

if TYPE_CHECKING:
    from dtrees.oracle.cases import Case

CHUNK: Final = 2
FOLDER: Final = "DTREES_TEST_MARKS"
DEADLY: Final = 13
ENDLESS: Final = 14
NAME: Final = "campaign.marked:Marked"


def crash() -> None:
    """End the process as a peer does that writes where it must not; scikit-learn then may also hang."""
    os.abort()


class Marked(ScikitLearn):
    """Its trees are scikit-learn's, its measures wrong."""

    chunk: Final = CHUNK
    summarize = staticmethod(summarize)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.asked: tuple[int, int] | None = None

    @staticmethod
    def tables() -> list[Case]:
        return []

    def random_case(self, seed: int, number: int) -> Case:  # type: ignore[override]  # it remembers
        self.asked = seed, number
        return ScikitLearn.random_case(seed, number)

    def grow(self, data: Dataset, learner: Learner) -> Any:
        if self.asked is not None:
            mark = Path(os.environ[FOLDER], f"{self.asked[1]}.{time.monotonic_ns()}")
            mark.write_text(str(os.getpid()), encoding="ascii")
            if self.asked == (DEADLY, 3):
                crash()
            end = time.monotonic() + 60
            while self.asked == (ENDLESS, 3) and mark.exists() and time.monotonic() < end:
                time.sleep(0.05)
            self.asked = None
        return super().grow(data, learner)

    def gini(self, summary: ClassCounts) -> Fraction:
        return 1 - sum((share * share * share for share in summary.proportions), Fraction())

    def entropy(self, summary: ClassCounts) -> None:
        crash()


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

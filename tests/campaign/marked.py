"""scikit-learn as a peer of which every judged case leaves a file that says which process judged it.

Where the campaign's seed is `DEADLY`, its case 3 is one on which scikit-learn crashes the interpreter; so does a law
that asks for an entropy.  Where it is `ENDLESS`, its case 3 is judged until its mark is taken off.  Its Gini index has
a cube for a square.
"""

from __future__ import annotations

import os
import time
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from dtrees import ClassCounts, summarize
from dtrees.oracle.cases import Case
from dtrees.oracle.peers.scikit_learn.implementation import ScikitLearn
from dtrees.oracle.peers.scikit_learn.peer import PEER as SCIKIT_LEARN
from dtrees.oracle.peers.scikit_learn.pruning import judge_pruning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.findings import Found

CHUNK: Final = 2
FOLDER: Final = "DTREES_TEST_MARKS"
DEADLY: Final = 13
ENDLESS: Final = 14


@attrs.frozen(kw_only=True)
class Marked(Case):
    """A case that knows its seed and number."""

    seed: int
    number: int


def random_case(seed: int, number: int) -> Marked:
    case = SCIKIT_LEARN.random(seed, number)
    return Marked(name=case.name, data=case.data, criterion=case.criterion, seed=seed, number=number)


def judge(cases: Sequence[Marked]) -> Iterator[Found]:
    for case in cases:
        mark = Path(os.environ[FOLDER], f"{case.number}.{time.monotonic_ns()}")
        mark.write_text(str(os.getpid()), encoding="ascii")
        if (case.seed, case.number) == (DEADLY, 3):
            crash()
        while (case.seed, case.number) == (ENDLESS, 3) and mark.exists():
            time.sleep(0.05)
        yield from SCIKIT_LEARN.judge([case])


def crash() -> None:
    """Have scikit-learn crash the interpreter."""
    judge_pruning(np.array([[0], [1], [2]]), [0, 0, 1e155], "squared_error")


class Wrong(ScikitLearn):
    """Its trees are scikit-learn's, its measures wrong."""

    summarize = staticmethod(summarize)

    def gini(self, summary: ClassCounts) -> Fraction:
        return 1 - sum((share * share * share for share in summary.proportions), Fraction())

    def entropy(self, summary: ClassCounts) -> None:
        crash()


PEER: Final = attrs.evolve(
    SCIKIT_LEARN,
    chunk=CHUNK,
    tables=tuple,
    random=random_case,
    judge=judge,
    implementation=lambda: nullcontext(Wrong()),
)


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

    def clear(self) -> None:
        """Take all marks off, for which an endless case waits."""
        for mark in self.folder.iterdir():
            mark.unlink()

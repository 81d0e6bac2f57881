"""scikit-learn as a peer of which every judged case leaves a file that says which process judged it.

Where the campaign's seed is `DEADLY`, its case 3 is one on which scikit-learn crashes the interpreter.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from dtrees.oracle.peers.scikit_learn.peer import judge as judge_scikit_learn
from dtrees.oracle.peers.scikit_learn.peer import subject
from dtrees.oracle.peers.scikit_learn.pruning import judge_pruning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.campaign.findings import Finding

__all__ = ["CHUNK", "judge", "subject", "tables"]

CHUNK: Final = 2
FOLDER: Final = "DTREES_TEST_MARKS"
DEADLY: Final = 13


def tables() -> int:
    return 0


def judge(seed: int, numbers: Sequence[int]) -> Iterator[Finding]:
    for number in numbers:
        mark = Path(os.environ[FOLDER], f"{number}.{time.monotonic_ns()}")
        mark.write_text(str(os.getpid()), encoding="ascii")
        if (seed, number) == (DEADLY, 3):
            judge_pruning(np.array([[0], [1], [2]]), [0, 0, 1e155], "squared_error")
        yield from judge_scikit_learn(seed, [number])


@attrs.frozen
class Marks:
    """The files that the judged cases left."""

    folder: Path

    def cases(self) -> list[int]:
        """Return the cases, each as often as it was begun."""
        return sorted(int(path.stem) for path in self.folder.iterdir())

    def judges(self) -> set[int]:
        """Return the processes that began one."""
        return {int(path.read_text(encoding="ascii") or 0) for path in self.folder.iterdir()} - {0}

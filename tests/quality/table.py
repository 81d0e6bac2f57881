"""How many inputs each law needs to catch each planted bug: ``python tests/quality/table.py [repeats]``.

Every search starts from another seed; a number is the median of the searches, and ``-`` one that never ended.
"""

from __future__ import annotations

import sys
from math import inf
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parents[1]))  # where pytest finds the folders of tests

from quality.planted import PLANTED

from dtrees.laws import LAWS, System
from dtrees.laws.check import attempt

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES: Final = 2000


def cases_needed(law: str, system: System) -> float:
    """Return how many inputs one search takes to break *law*, infinity where it does not."""
    trial = attempt(LAWS[law], system, examples=EXAMPLES)
    return inf if trial.broken is None else trial.judged


def rows(repeats: int) -> Iterator[tuple[str, str, float]]:
    """Yield each bug, each law that catches it, and the median number of inputs."""
    for name, planted in PLANTED.items():
        for law in planted.caught_by:
            yield name, law, median(cases_needed(law, planted.system) for _ in range(repeats))


def main() -> None:
    """Print a line a pair, and the median of all."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    settings.register_profile("table", derandomize=False, database=None, deadline=None)
    settings.load_profile("table")
    found = []
    for name, law, needed in rows(repeats):
        found.append(needed)
        shown = "-" if needed == inf else f"{needed:g}"
        sys.stdout.write(f"{name:45} {law:40} {shown:>6}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(found)} pairs, a median of {median(found):g} inputs\n")


if __name__ == "__main__":
    main()

"""The adapter for ranger, the R package: a forest of one tree; ``forest.R`` speaks the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

import dtrees as dt
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.protocol.program import Script
from dtrees.peers.shared.peer import FAR, is_far, is_rounding

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


SCRIPT: Final = Path(__file__).parents[1] / "shared" / "forest.R"

OVERFLOW: Final = "defect: a midpoint that overflows"


class Ranger(Script):
    """A forest of one tree by ranger, which uses each row once and tries each column at each node."""

    script = SCRIPT
    package = "ranger"
    conventions: Final = Conventions(largest=1e300, arithmetic="float64", ties="any", zero_gain="split", majority="any")
    learners: ClassVar = {"cart": dt.cart()}
    passed_over: Final = (OVERFLOW,)
    install = "apt-get install r-base-core r-cran-ranger r-cran-jsonlite"

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        data = around.data
        if finding.kind in {"hang", "crash"}:
            return OVERFLOW if _overflows(data) else "unexplained"
        if isinstance(data.target, dt.Classes):
            _, first = np.unique(data.target.codes, return_index=True)
            appearing = finding.kind == "prediction" and list(first) != sorted(first)
            return "defect: treeInfo names classes as they first appear" if appearing else "unexplained"
        rows = around.rows[finding.path or ()]
        near = finding.regret and is_rounding(finding, rows)
        return FAR if near or is_far(rows) else "unexplained"


def _overflows(data: dt.Dataset) -> bool:
    """Return whether two values of a column have a sum beyond float64."""
    largest = max(abs(value) for feature in data.features for value in feature.values.tolist())  # type: ignore[union-attr]  # numbers
    return bool(largest > np.finfo(float).max / 2)

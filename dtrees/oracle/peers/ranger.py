"""ranger, the R package of random forests: a forest of one tree, which ``forest.R`` lets speak the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from dtrees.data import Classes, Dataset
from dtrees.learners.cart import cart
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.peers.boosters import mean_regret
from dtrees.oracle.peers.scripts import Script
from dtrees.oracle.rounding import rounding_of_squares

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

INSTALL: Final = "apt-get install r-base-core r-cran-ranger r-cran-jsonlite"

MIDPOINT: Final = "defect: a midpoint that overflows"

LARGEST: Final = 2.0**511
"""The sum of two squares of larger numbers overflows."""


class Ranger(Script):
    """ranger, each row drawn once and each column tried at each node."""

    script = "forest.R"
    package = "ranger"
    conventions: Final = Conventions(largest=1e300, arithmetic="float64", ties="any", zero_gain="split", majority="any")
    learners: Final = {"cart": cart()}
    passed_over: Final = (MIDPOINT,)
    install = INSTALL

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        data = around.data
        if finding.kind in {"hang", "crash"}:
            return MIDPOINT if _overflows(data) else "unexplained"
        if isinstance(data.target, Classes):
            _, first = np.unique(data.target.codes, return_index=True)
            appearing = finding.kind == "prediction" and list(first) != sorted(first)
            return "defect: treeInfo names classes as they first appear" if appearing else "unexplained"
        rows = around.rows[finding.path or ()]
        largest = max(map(abs, rows.target.values.tolist()))  # type: ignore[union-attr]  # numbers
        near = finding.regret and mean_regret(finding, rows) <= rounding_of_squares(rows)
        return "defect: squares not centred, or too large for a float" if near or largest > LARGEST else "unexplained"


def _overflows(data: Dataset) -> bool:
    """Return whether two values of a column have a sum beyond float64."""
    largest = max(abs(value) for feature in data.features for value in feature.values.tolist())  # type: ignore[union-attr]  # numbers
    return bool(largest > np.finfo(float).max / 2)

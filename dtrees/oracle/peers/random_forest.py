"""randomForest, the R package: a forest of one tree, which ``forest.R`` lets speak the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

import dtrees as dt
from dtrees.oracle.cases import in_turn, random_data, textbook_cases
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.peers.boosters import mean_regret
from dtrees.oracle.peers.scripts import MIDPOINT, SQUARES, Script, is_rounded
from dtrees.oracle.rounding import rounding_of_squares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.cases import Case
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

INSTALL: Final = "apt-get install r-base-core r-cran-randomforest r-cran-jsonlite"

LEARNERS: Final = {
    "cart": dt.cart(categories="subset"),
    "cart, 4 rows": dt.cart(categories="subset", min_split=4),
}
"""What randomForest grows with nodesize 1, and 3: a node of more rows is split."""

HANG: Final = "defect: of classes, a tree of a single leaf is grown again for ever"
STALE: Final = "defect: where no question gains, numbers are cut at random, at 0 or where another column was cut"
ROOT: Final = "defect: nodesize does not hold at the root"


class RandomForest(Script):
    """randomForest, each row drawn once and each column tried at each node."""

    script = "forest.R"
    package = "randomForest"
    conventions: Final = Conventions(
        arithmetic="float64", ties="any", zero_gain="split", majority="any", categories="subset", wording="any"
    )
    learners: Final = LEARNERS
    install = INSTALL
    passed_over: Final = (HANG, MIDPOINT)

    @staticmethod
    def tables() -> Sequence[Case]:
        """Return tables of the textbooks."""
        return textbook_cases(LEARNERS, ("loan", "weather", "watermelon3", "regression"))

    @staticmethod
    def random_case(seed: int, number: int) -> Case:
        """Return a small case, of classes and of numbers by turns."""
        return in_turn(
            LEARNERS, seed, number // 2, lambda chance, _: random_data(chance, ("classes", "numbers")[number % 2])
        )

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        if finding.kind == "hang":
            return HANG
        data, learner, path = around.data, around.case.learner, finding.path or ()
        if any(isinstance(feature, dt.Numeric) and is_rounded(feature) for feature in data.features):
            return MIDPOINT
        if finding.kind == "late leaf" and not path and len(data) < learner.stopping.min_split:
            return ROOT
        return "unexplained" if isinstance(data.target, dt.Classes) else _why_of_numbers(finding, around)


def _why_of_numbers(finding: Finding, around: Examination) -> str:
    """Return what explains a deviation of a tree of numbers."""
    if finding.kind == "malformed":  # without a question nothing is known of the rows
        return STALE
    data, path = around.data, finding.path or ()
    rows = around.rows[path]
    regret = mean_regret(finding, rows)
    if finding.kind == "early leaf" and regret == 0:
        return "convention: of numbers, a question that gains nothing is asked at random"
    if finding.kind == "value" and regret <= 2.0**-50 * np.abs(data.target.values).max():  # type: ignore[union-attr]  # numbers
        return "convention: a mean is that of centred responses, and the mean of all is added to it"
    above = (around.rows[path[:depth]] for depth in range(len(path) + 1))
    gaining = dt.cart(categories="subset", zero_gain="stop")
    if not all(len(each) and dt.best_split(each, gaining) for each in above):
        return STALE
    return SQUARES if regret <= rounding_of_squares(data) else "unexplained"

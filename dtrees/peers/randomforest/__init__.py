"""The adapter for randomForest, the R package: a forest of one tree; ``forest.R`` speaks the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.cases import Case, in_turn, random_data
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.protocol.program import Script
from dtrees.peers.shared.peer import MIDPOINT, SQUARES, Peer, is_rounded, is_rounding, mean_regret

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


SCRIPT: Final = Path(__file__).parents[1] / "shared" / "forest.R"

LEARNERS: Final = {
    "cart": dt.cart(categories="subset"),
    "cart, 4 rows": dt.cart(categories="subset", min_split=4),
}
"""The learners of randomForest with nodesize 1, and 3: a node of more rows is split."""

HANG: Final = "defect: of classes, a tree of a single leaf is grown again for ever"

STALE: Final = "defect: where no question gains, numbers are cut at random, at 0 or where another column was cut"

ROOT: Final = "defect: nodesize does not hold at the root"


class RandomForest(Peer, Script):
    """A forest of one tree by randomForest, which uses each row once and tries each column at each node."""

    script = SCRIPT
    package = "randomForest"
    conventions: Final = Conventions(
        arithmetic="float64", ties="any", zero_gain="split", majority="any", categories="subset", wording="any"
    )
    learners = LEARNERS
    known = ("loan", "weather", "watermelon3", "regression")
    install = "apt-get install r-base-core r-cran-randomforest r-cran-jsonlite"
    passed_over: Final = (HANG, MIDPOINT)

    @classmethod
    def random_case(cls, seed: int, number: int) -> Case:
        """Return a small random case, by turns with classes, every fourth time with class weights, and responses."""
        case = in_turn(
            cls.learners, seed, number // 2, lambda chance, _: random_data(chance, ("classes", "numbers")[number % 2])
        )
        if number % 8:
            return case
        weights = np.random.default_rng((seed, number, 1)).integers(1, 5, 9)[case.data.target.codes]  # type: ignore[union-attr]  # classes
        return attrs.evolve(case, data=attrs.evolve(case.data, weights=weights))

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        if finding.kind == "hang":
            return HANG
        data, learner, path = around.data, around.case.learner, finding.path or ()
        if is_rounded(data):
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
    return SQUARES if is_rounding(finding, data) else "unexplained"

"""ranger and randomForest, the R packages: a forest of one tree, which ``forest.R`` lets speak the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.cases import Case, in_turn, random_data
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.protocol.program import Script
from dtrees.peers.shared import FAR, MIDPOINT, SQUARES, Peer, is_far, is_rounded, is_rounding, mean_regret

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

SCRIPT: Final = Path(__file__).with_name("forest.R")

LEARNERS: Final = {
    "cart": dt.cart(categories="subset"),
    "cart, 4 rows": dt.cart(categories="subset", min_split=4),
}
"""What randomForest grows with nodesize 1, and 3: a node of more rows is split."""

HANG: Final = "defect: of classes, a tree of a single leaf is grown again for ever"
STALE: Final = "defect: where no question gains, numbers are cut at random, at 0 or where another column was cut"
ROOT: Final = "defect: nodesize does not hold at the root"
OVERFLOW: Final = "defect: a midpoint that overflows"


class Ranger(Script):
    """ranger, each row drawn once and each column tried at each node."""

    script = SCRIPT
    package = "ranger"
    conventions: Final = Conventions(largest=1e300, arithmetic="float64", ties="any", zero_gain="split", majority="any")
    learners: ClassVar = {"cart": dt.cart()}
    passed_over: Final = (OVERFLOW,)
    install = "apt-get install r-base-core r-cran-ranger r-cran-jsonlite"

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
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


class RandomForest(Peer, Script):
    """randomForest, each row drawn once and each column tried at each node."""

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
        """Return a small case, of classes, every fourth of which has weights that its rows share, and of numbers."""
        case = in_turn(
            cls.learners, seed, number // 2, lambda chance, _: random_data(chance, ("classes", "numbers")[number % 2])
        )
        if number % 8:
            return case
        weights = np.random.default_rng((seed, number, 1)).integers(1, 5, 9)[case.data.target.codes]  # type: ignore[union-attr]  # classes
        return attrs.evolve(case, data=attrs.evolve(case.data, weights=weights))

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
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

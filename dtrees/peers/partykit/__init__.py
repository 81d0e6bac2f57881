"""The adapter for partykit's conditional inference trees, set to grow CART's: without tests, by the largest statistic.

For two groups that statistic is (n - 1) times the share of the sum of squares that they explain.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import attrs
import numpy as np

import dtrees as dt
from dtrees.growing.missing.surrogates import with_surrogates
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.protocol.program import Script
from dtrees.peers.rpart import Rpart
from dtrees.peers.rpart.why import MIDPOINT, explain
from dtrees.peers.shared.peer import Peer, varied
from dtrees.trees.missing_answers import STAYS
from dtrees.trees.split import answers_of

if TYPE_CHECKING:
    from dtrees.oracle.cases import Task
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding
    from dtrees.trees.paths import Path

LEARNERS: Final = {
    name: dt.cart(impurity=measure, categories="subset", numbers="observed", zero_gain="stop")
    for name, measure in (("gini", dt.gini), ("squares", dt.squared_error))
}
LIMITS: Final = dt.Stopping(zero_gain="stop", min_split=4, min_leaf=2, max_depth=2)
SMALLEST: Final = 1e-3
"""Squares of smaller numbers, and their sums over few rows, may be below 1.5e-8."""

MAJORITY: Final = "defect: what no surrogate tells goes to the side of more rows, and right in a tie"
INNER: Final = "defect: a tree of which rpart leaves a row at an inner node is refused"
SMALL: Final = "defect: a response of small unit is a leaf, for variances are compared with 1.5e-8"
PASSED: Final = "defect: a question of which the statistic has a variance below 1.5e-8 is passed over"
TOLERANCE: Final = 2.0**-26
"""R's ``sqrt(.Machine$double.eps)``."""


class Partykit(Peer, Script):
    """partykit's ``ctree``; ``partykit.R`` speaks the protocol."""

    script = File(__file__).with_name("partykit.R")
    patience = 60.0  # loading its packages takes long
    install = "apt-get install r-base-core r-cran-partykit r-cran-jsonlite"
    conventions: Final = Conventions(
        cut="observed", arithmetic="float64", ties="any", zero_gain="stop", categories="subset", wording="any",
        majority="any", largest=1e150,
    )  # fmt: skip
    learners = LEARNERS | {f"{name}, small": attrs.evolve(one, stopping=LIMITS) for name, one in LEARNERS.items()}
    known = ("loan", "weather", "watermelon3", "regression")

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data, `varied`: two classes, or responses, every ninth time in a small unit."""
        data = super().drawn(number, chance, task)
        while isinstance(data.target, dt.Classes) and len(data.target.labels) > 2:  # noqa: PLR2004 (classes)
            data = super().drawn(number, chance, task)
        if isinstance(data.target, dt.Responses) and number % 9 == 0:
            data = attrs.evolve(data, target=dt.Responses(data.target.values / 2**16))
        return varied(data, number)

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        rows = around.rows[finding.path or ()]
        if finding.kind == "split" and _statistic_variance(rows, around.case.learner) < TOLERANCE:
            return PASSED
        is_small = isinstance(rows.target, dt.Responses) and np.ptp(rows.target.values) < SMALLEST
        return SMALL if finding.kind == "early leaf" and is_small else "unexplained"


def _statistic_variance(rows: dt.Dataset, learner: dt.Learner) -> float:
    """Return the variance of the sum of the responses of one child of the best question, were the *rows* permuted."""
    whole = dt.summarize(rows)
    left, right = (part.weight for part in dt.admissible_splits(rows, learner)[0].parts)
    return float(learner.impurity_for(rows)(whole) * left * right / (whole.weight - 1))


class AsParty(Rpart):
    """rpart's trees as converted by partykit's ``as.party``; ``nodeprune`` cuts them where rpart's ``prune`` does."""

    script = Partykit.script
    package = "rpart"
    install = Partykit.install
    variants: ClassVar = {}

    def __init__(self) -> None:
        super().__init__()

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        path = finding.path or ()
        if "(fitted)" in finding.got:
            return INNER
        if "'NA'" in finding.got:
            return MIDPOINT
        above = [path[:level] for level in range(len(path))]
        if finding.kind == "surrogates" or any(_sends_otherwise(each, around) for each in above):
            return MAJORITY
        return explain(finding, around)


def _sends_otherwise(path: Path, around: Examination) -> bool:
    """Return whether a node sends a row that no surrogate tells to the lighter child, where rpart has grown without it.

    What is below both children then deviates, and so does what is predicted there.
    """
    question, rows = getattr(dt.subtree_at(around.grown.tree, path), "question", None), around.rows[path]
    if not isinstance(question, dt.WithSurrogates):
        return False
    if STAYS not in answers_of(attrs.evolve(question, otherwise=None), rows.features):
        return False
    return question.otherwise != with_surrogates(rows, cast("Any", question.question), around.case.learner).otherwise

"""The adapter for H2O: one tree of its forest or boosting, and its decision tree; ``h2o.java`` speaks the protocol.

Not judged: more than two classes, and bins that hold more than one value.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.cases import random_data, random_numbers
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.laws.supported import Supported
from dtrees.peers.shared.java import INSTALL, JavaProgram, jars_of
from dtrees.peers.shared.peer import ORDERED, Peer, mean_regret
from dtrees.trees.missing_answers import IsMissing
from dtrees.trees.paths import subtree_at

if TYPE_CHECKING:
    from dtrees.data.dataset import Feature
    from dtrees.numbers.exact import Rational
    from dtrees.oracle.cases import Task
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding
    from dtrees.oracle.protocol.program import GrownDocument

FOREST: Final = dt.cart(categories="subset", zero_gain="stop", missing="either_side")
SQUARES: Final = attrs.evolve(FOREST, impurity=dt.squared_error)
TWO_ROWS: Final = dt.Stopping(zero_gain="stop", min_leaf=2)
BOOSTED: Final = {"squares": SQUARES, "squares, 2 rows": attrs.evolve(SQUARES, stopping=TWO_ROWS)}
LEARNERS: Final = BOOSTED | {
    "entropy": dt.cart(impurity=dt.entropy, zero_gain="stop"),
    "entropy, 2 rows": dt.cart(impurity=dt.entropy, zero_gain="stop", min_leaf=2),
    "gini": attrs.evolve(FOREST, impurity=dt.gini),
    "gini, 2 rows": attrs.evolve(FOREST, impurity=dt.gini, stopping=TWO_ROWS),
}

SCALES: Final = (1.0, 1.0, 0.1, 1e-3, 1e3)
BINS: Final = 1024
EPSILON: Final = 1e-6
DECIMAL: Final = 0.01
SMALL: Final = 1e-30

ADDED: Final = "convention: the mean of all is added to a float32 mean of what differs from it"
BEFORE: Final = "defect: rows of a missing value that are fewer than min_rows do not count before a split"
CONSTANT: Final = "defect: whether a value is missing is not asked below the root of a column that is constant else"
SINGLE: Final = "defect: sums of squares are not centred, and float32"
LOST: Final = "defect: a least value of which 1e-6 is rounding belongs to no node"
SHARED: Final = "convention: neighbours in one bin"
MISSING: Final = "defect: rows of a missing value that are parted from the rest are a leaf"
CUTS: Final = "defect: a cut as a float32 parts other rows, or none"
LARGE: Final = "defect: a sum of squares overflows float32"
TINY: Final = "defect: a sum of squares of at most 1e-30 counts as 0"
STUCK: Final = "defect: a column that is constant at a node is split, whatever others gain"
DECIMALS: Final = "defect: cuts are rounded to two decimals"
NO_COLUMN: Final = "defect: that all columns are constant is not seen where rows have weights, and an assertion fails"
MIN_ROWS: Final = "defect: min_rows is not read"


class H2O(Peer, JavaProgram):
    """H2O's forest, for regression and for two classes by Gini, and its decision tree, for two classes by entropy."""

    scripts = ("shared/speaking.java", "h2o/h2o.java")
    options = (
        "-ea:hex.tree... -Xmx1g -Dfolder={home}"  # as H2O's client starts it: tree builders check what they assert
    )
    conventions: Final = Conventions(
        stated_precision="float32", comparison="<", cut="between", arithmetic="float64", ties="any", zero_gain="stop",
        direction="any", wording="any", majority="any",
    )  # fmt: skip
    supported: Final = Supported(
        numbers=("midpoint",), categories=("subset",), impurities=(dt.gini, dt.entropy, dt.squared_error),
        scores=("gain",), gates=("none",), limits=("max_depth", "min_leaf", "zero_gain"),
        missing=("refuse", "either_side"), gainless=False, least_depth=1,
    )  # fmt: skip
    learners: ClassVar = LEARNERS
    known = ("regression", "regression_boosting")
    install = INSTALL.format("h2o")
    patience = 120.0  # the server starts in the first

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(jars_of("h2o", "backend/bin/h2o.jar", self.install), seconds=seconds)

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> GrownDocument:
        """Return the tree that H2O grows; raises `Unsupported` if it has no options for *learner*."""
        self.supported.require(data, learner)
        return super().grow(data, learner)

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data, by turns with categories, or with weights and missing values."""
        place = number % len(cls.learners)
        if tuple(cls.learners.values())[place].impurity is dt.entropy:
            return _of_classes(random_numbers(chance, "numbers", scales=(*SCALES, 1e11), targets=(1.0,)))
        if number // len(cls.learners) % 2:
            data = random_data(chance, "numbers")
        else:
            scales = (1.0,) if task == "classes" else (1.0, 0.1, 1e-3, 1e4)
            data = random_numbers(chance, "numbers", scales=SCALES, targets=scales, heaviest=3, gaps=1 / 2)
            data = attrs.evolve(data, target=dt.Responses(_responses(data) + chance.choice([0, 0, 1e5])))
        return _of_classes(data) if task == "classes" else data

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        if finding.path is None:
            return _why_failed(finding, around.data)
        of_numbers = isinstance(around.data.target, dt.Responses)
        if finding.kind == "prediction" and of_numbers and _is_rounded_difference(finding, around):
            return ADDED
        why = _why_of_classes if around.case.learner.impurity is dt.entropy else _why_of_numbers
        return why(finding, around)


class Boosting(H2O):
    """H2O's boosting of one tree, for regression."""

    learners = BOOSTED
    main = "Trees boosting"


def _of_classes(data: dt.Dataset) -> dt.Dataset:
    """Return *data* of which responses above their middle are class b, and others a."""
    values = _responses(data)
    return attrs.evolve(data, target=dt.Classes(("a", "b"), (2 * values > values.min() + values.max()).astype(int)))


def _responses(data: dt.Dataset) -> np.ndarray:
    values: np.ndarray = data.target.values if isinstance(data.target, dt.Responses) else data.target.codes
    return values


def _is_rounded_difference(finding: Finding, around: Examination) -> bool:
    """Return whether what is predicted is off by no more than rounding of the differences from a mean to float32."""
    summary: Any = dt.subtree_at(around.grown.tree, finding.path or ()).summary
    return bool(summary.weight) and bool(
        abs(float(finding.got) - float(summary.mean)) <= np.ptp(_responses(around.data)) * 2.0**-23
    )


def _why_failed(finding: Finding, data: dt.Dataset) -> str:
    """Return what explains that there is no tree, or that none is ready in time."""
    columns = [np.unique(one.values[~one.missing]) for one in data.features if isinstance(one, dt.Numeric)]
    if finding.got == "java.lang.AssertionError" and np.any(data.weights != 1) and all(len(one) < 2 for one in columns):  # noqa: PLR2004 (a column that is constant)
        return NO_COLUMN
    endless = finding.kind == "hang" and not all(_can_part(*two) for one in columns for two in pairwise(one))
    return CUTS if endless else "unexplained"


def _why_of_classes(finding: Finding, around: Examination) -> str:
    """Return what explains a deviation of the decision tree."""
    rows = around.rows[finding.path or ()]
    columns = [np.unique(feature.values) for feature in rows.features]  # type: ignore[union-attr]  # numbers
    if any(values.min() == values.min() - EPSILON for values in columns if len(values)):
        return LOST
    if any(len(values) < 2 for values in columns):  # noqa: PLR2004 (a column that is constant, or no rows)
        return STUCK
    if any(np.diff(values).min() < 2 * DECIMAL for values in columns):
        return DECIMALS
    return MIN_ROWS if around.case.learner.stopping.min_leaf else "unexplained"


def _why_of_numbers(finding: Finding, around: Examination) -> str:
    """Return what explains a deviation of the forest's tree."""
    path = finding.path or ()
    above = subtree_at(around.grown.tree, path[:-1])
    if path and path[-1] == 0 and isinstance(getattr(above, "question", None), IsMissing):
        return MISSING
    rows, least = around.rows[path], around.case.learner.stopping.min_leaf
    return _why_of_columns(rows, least) or _why_of_responses(finding, rows, least)


def _why_of_columns(rows: dt.Dataset, least: Rational | float) -> str:
    """Return what explains a deviation by the columns of the node, or nothing."""
    for feature in rows.features:
        absent = rows.weights[feature.missing].sum()
        known = np.unique((feature.values if isinstance(feature, dt.Numeric) else feature.codes)[~feature.missing])
        if 0 < absent < least:
            return BEFORE
        if absent and len(known) == 1:
            return CONSTANT
        if isinstance(feature, dt.Numeric) and not all(map(_can_part, known, known[1:])):
            return CUTS
    return SHARED if any(map(_share_bins, rows.features)) else "" if len(rows) else CUTS


def _why_of_responses(finding: Finding, rows: dt.Dataset, least: Rational | float) -> str:
    """Return what explains a deviation by the responses of the node."""
    responses = _responses(rows)
    if np.sum(responses**2 * rows.weights) > np.finfo(np.float32).max:
        return LARGE
    if np.var(responses) * len(rows) <= SMALL:
        return TINY
    squares = Fraction(float(np.average(responses**2, weights=rows.weights)))
    if mean_regret(finding, rows) <= squares / 2**20:
        return SINGLE
    return ORDERED if least and "OneOf" in finding.expected else "unexplained"


def _can_part(low: float, high: float) -> bool:
    """Return whether the middle of two neighbours parts them as a float32."""
    return bool(low < np.float32((low + high) / 2) <= high)


def _share_bins(feature: Feature) -> bool:
    """Return whether two values of a column of numbers may share one of its bins."""
    known = np.unique(feature.values[~feature.missing]) if isinstance(feature, dt.Numeric) else np.arange(2)
    return len(known) > 2 and bool(np.diff(known).min() < np.ptp(known) / BINS)  # noqa: PLR2004 (two have each their own)

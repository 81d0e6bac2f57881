"""Three packages of npm, ml-cart, decision-tree and scikitjs, which ``npm.mjs`` lets speak the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.cases import Task, random_categories
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.protocol.program import Script
from dtrees.oracle.rounding import rounding_of_squares
from dtrees.peers.shared import Peer, is_rounding, mean_regret

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

FLOATS: Final = Conventions(arithmetic="float64", ties="any", majority="any", zero_gain="split", largest=1e150)


class Npm(Peer, Script):
    """A package of npm, of columns of numbers."""

    interpreter = "node"
    script = Path(__file__).with_name("npm.mjs")
    patience = 20.0
    random_options: ClassVar = {"scales": (1.0, 0.1, 1e3), "targets": (1.0, 0.1, 1e3)}
    known: ClassVar[Sequence[str]] = ("regression", "regression_boosting")
    install = "npm install --ignore-scripts ml-cart decision-tree scikitjs @tensorflow/tfjs"


class MlCart(Npm):
    """ml-cart: CART of classes and of numbers."""

    package = "ml-cart"
    conventions: Final = attrs.evolve(
        FLOATS, comparison="<", cut="between", zero_gain="stop", response_zero_gain="split"
    )
    learners: ClassVar = {
        "cart": dt.cart(zero_gain="stop"),
        "cart of numbers": dt.cart(impurity=dt.squared_error),
        "cart, min_split 4": dt.cart(min_split=4, zero_gain="stop"),
        "cart of numbers, max_depth 2": dt.cart(impurity=dt.squared_error, max_depth=2),
    }

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        path = finding.path or ()
        rows, learner = around.rows[path], around.case.learner
        if not isinstance(rows.target, dt.Classes) and 0 < mean_regret(finding, rows) <= rounding_of_squares(
            rows, centred=True
        ):
            return "convention: the error that is left is a sum of floats"
        if finding.kind == "early leaf" and finding.regret == "0":
            return "convention: a question that gains nothing is asked, or not"
        best = [cast("dt.Threshold", split.question) for split in dt.admissible_splits(rows, learner)]
        tried = [cut for cut in best if _is_tried(cut, rows)]
        left = [_measure(rows, _parts(rows, cut), learner) for cut in tried]
        if finding.kind == "early leaf" and not isinstance(rows.target, dt.Classes) and 0 in left:
            return "defect: a question that leaves no error is refused"
        if not tried:
            return "defect: cuts are sought only where neighbouring rows differ in their target"
        if finding.kind == "early leaf" and path:
            parent = around.rows[path[:-1]]
            children = [around.rows[(*path[:-1], side)] for side in (0, 1)]
            if abs(float(_measure(parent, children, learner) - left[0])) <= 1e-9 * abs(float(left[0])):
                return "defect: a node is a leaf where its gain or error is that of its parent"
        return "unexplained"


def _is_tried(cut: dt.Threshold, rows: dt.Dataset) -> bool:
    """Return whether two rows beside each other in the order of the column, equal values as they come, are parted here.

    They must differ in their target, and at least one must lie on each side, or at the upper side's first value.
    """
    values = np.asarray(cast("dt.Numeric", rows.feature(cut.feature)).values, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    target = rows.target.codes if isinstance(rows.target, dt.Classes) else rows.target.values
    middles = (values[order][:-1] + values[order][1:]) / 2
    differ = np.asarray(target)[order][:-1] != np.asarray(target)[order][1:]
    return any(np.array_equal(values < middle, values <= float(cut.threshold)) for middle in middles[differ])


def _parts(rows: dt.Dataset, cut: dt.Threshold) -> list[dt.Dataset]:
    below = np.asarray(cast("dt.Numeric", rows.feature(cut.feature)).values, dtype=np.float64) <= float(cut.threshold)
    return [rows.take(np.flatnonzero(below)), rows.take(np.flatnonzero(~below))]


def _measure(rows: dt.Dataset, parts: Sequence[dt.Dataset], learner: dt.Learner) -> dt.Exact:
    """Return what ml-cart calls the gain: of classes the decrease of impurity, of numbers the error that is left."""
    impurity = learner.impurity_for(rows)
    left = [impurity(dt.summarize(part)) * len(part) for part in parts]
    return impurity(dt.summarize(rows)) - sum(left) / len(rows) if isinstance(rows.target, dt.Classes) else sum(left)  # type: ignore[return-value]  # of two parts


class DecisionTree(Npm):
    """decision-tree: ID3 of columns of categories."""

    package = "decision-tree"
    conventions: Final = FLOATS
    learners: ClassVar = {"id3": dt.id3(zero_gain="split")}
    known = ("loan", "weather", "watermelon2")

    @classmethod
    def drawn(cls, _number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small data of categories."""
        return random_categories(chance, task)

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        if finding.kind == "prediction":
            return "defect: of rows that end together the class first met, not the one of most rows"
        path = finding.path or ()
        asked: Any = getattr(dt.subtree_at(around.grown.tree, path), "question", None)
        if asked and len(np.unique(cast("dt.Categorical", around.rows[path].feature(asked.feature)).codes)) == 1:
            return "defect: a question that all rows answer alike"
        return "unexplained"


class ScikitJs(Npm):
    """scikitjs: trees of columns of numbers, after scikit-learn's."""

    package = "scikitjs"
    conventions: Final = attrs.evolve(FLOATS, precision="float32", smallest_gap=1e-8, largest=1e30)
    learners: ClassVar = {
        "cart": dt.cart(),
        "cart by entropy": dt.cart(impurity=dt.entropy),
        "cart of numbers": dt.cart(impurity=dt.squared_error),
        "cart, min_leaf 2": dt.cart(max_depth=2, min_leaf=2),
        "cart of numbers, min_split 4": dt.cart(impurity=dt.squared_error, min_split=4),
    }

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        rows = around.rows[finding.path or ()]
        if not isinstance(rows.target, dt.Classes) and is_rounding(finding, around.data):
            return "defect: squares are not centred"
        return "unexplained"

"""The adapter for ml-cart, a package of npm: CART for classification and regression."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, cast

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.rounding import rounding_of_squares
from dtrees.peers.shared.npm import FLOATS, Npm
from dtrees.peers.shared.peer import mean_regret

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


class MlCart(Npm):
    """ml-cart: CART for classification and regression."""

    script = Path(__file__).with_name("ml_cart.mjs")
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
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
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

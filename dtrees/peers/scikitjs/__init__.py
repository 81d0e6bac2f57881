"""The adapter for scikitjs, a package of npm with trees like scikit-learn's: numeric features."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

import dtrees as dt
from dtrees.peers.shared.npm import FLOATS, Npm
from dtrees.peers.shared.peer import is_rounding

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


class ScikitJs(Npm):
    """scikitjs: trees on numeric features, modelled on scikit-learn's."""

    script = Path(__file__).with_name("scikitjs.mjs")
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
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        rows = around.rows[finding.path or ()]
        if not isinstance(rows.target, dt.Classes) and is_rounding(finding, around.data):
            return "defect: squares are not centred"
        return "unexplained"

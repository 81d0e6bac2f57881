"""The adapter for c45-decision-tree: categorical features, split by gain ratio."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from dtrees.growing.c45 import c45
from dtrees.peers.shared.from_scratch import FLOATS, FromScratch

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


class C45DecisionTree(FromScratch):
    """c45-decision-tree: classification on categorical features, by gain ratio."""

    learners: ClassVar = {"c45": c45(gate="none", zero_gain="stop")}
    known = ("loan", "weather", "watermelon2")
    conventions = attrs.evolve(FLOATS, zero_gain="stop")
    kinds = ("categories",)

    @staticmethod
    def make() -> Any:
        """Return the package's class, with a ``fit`` that gives the column of classes a name."""
        series = import_module("pandas").Series
        base: Any = import_module("C45").C45Classifier

        class Named(base):  # type: ignore[misc]  # a class of a package without types
            def fit(self, data: Any, targets: Any) -> None:
                super().fit(data, series(targets, name="class"))

        return Named

    def explain(self, finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        columns = len(around.data.features)
        if finding.kind == "early leaf" and len(finding.path or ()) == columns - 1:
            return "defect: the last column that is left is not asked"
        return "defect: the intrinsic values of columns add up" if columns > 1 else "unexplained"

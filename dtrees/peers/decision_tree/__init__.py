"""The adapter for decision-tree, a package of npm: ID3 on categorical features."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import numpy as np

import dtrees as dt
from dtrees.oracle.cases import Task, random_categories
from dtrees.peers.shared.npm import FLOATS, Npm

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


class DecisionTree(Npm):
    """decision-tree: ID3 on categorical features."""

    script = Path(__file__).with_name("decision_tree.mjs")
    conventions: Final = FLOATS
    learners: ClassVar = {"id3": dt.id3(zero_gain="split")}
    known = ("loan", "weather", "watermelon2")

    @classmethod
    def drawn(cls, _number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data with categorical features."""
        return random_categories(chance, task)

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        if finding.kind == "prediction":
            return "defect: of rows that end together the class first met, not the one of most rows"
        path = finding.path or ()
        asked: Any = getattr(dt.subtree_at(around.grown.tree, path), "question", None)
        if asked and len(np.unique(cast("dt.Categorical", around.rows[path].feature(asked.feature)).codes)) == 1:
            return "defect: a question that all rows answer alike"
        return "unexplained"

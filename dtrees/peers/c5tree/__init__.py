"""The adapter for c5tree: numeric and categorical features, split by gain ratio."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from dtrees.data.dataset import Categorical, Dataset
from dtrees.growing.best_split import scored_splits
from dtrees.growing.c45 import c45
from dtrees.numbers.quotient import of_largest
from dtrees.peers.shared.from_scratch import FLOATS, FromScratch
from dtrees.peers.shared.peer import MIDPOINT, is_rounded

if TYPE_CHECKING:
    from dtrees.growing.learner import Learner
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding
    from dtrees.oracle.implementation import Document


class C5tree(FromScratch):
    """c5tree: trees on numeric and categorical features, by gain ratio; without its pruning, which prunes nothing."""

    learners: ClassVar = {
        "c45": c45(gate="none", zero_gain="stop"),
        "max_depth 2": c45(gate="none", zero_gain="stop", max_depth=2),
        "min_leaf 2": c45(gate="none", zero_gain="stop", min_leaf=2),
    }
    known = ("loan", "weather", "watermelon2", "watermelon3", "iris")
    random_options: ClassVar = {}
    kinds = ("numbers", "categories")
    conventions = attrs.evolve(FLOATS, zero_gain="stop")

    @staticmethod
    def make() -> Any:
        """Return a function that makes an unpruned tree."""
        return partial(import_module("c5tree").C5Classifier, pruning=False)

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the fitted tree as a document, with the estimator itself as ``fitted``."""
        grown: Any = super().grow(data, learner)
        return {**_node(grown["fitted"].estimator.tree_, data), "fitted": grown["fitted"]}

    def explain(self, finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        learner, rows = around.case.learner, around.rows[finding.path or ()]
        if learner.stopping.min_leaf:
            return "defect: min_samples_leaf cuts rows off"
        if is_rounded(rows):
            return MIDPOINT
        best = of_largest([split for split in scored_splits(rows, learner) if split.gain > 0], attrgetter("score"))
        chosen = any(finding.got.startswith(repr(split.question)) for split in best)
        return "convention: a threshold is chosen by its gain ratio" if chosen else "unexplained"


def _node(node: Any, data: Dataset) -> dict[str, Any]:
    """Return the document of a node of c5tree and of those below."""
    if not node.children:
        return {}
    feature = data.features[node.feature]
    asked = {"feature": feature.name, "children": [_node(child, data) for child in node.children.values()]}
    if isinstance(feature, Categorical):
        known = {str(category): category for category in feature.categories}
        return {**asked, "categories": [known[category] for category in node.children]}
    return {**asked, "threshold": float(node.threshold)}

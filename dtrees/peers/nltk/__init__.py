"""The adapter for NLTK's decision tree: categorical features, split by the number of errors."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from dtrees.growing.id3 import id3
from dtrees.growing.impurity import misclassification
from dtrees.peers.shared.from_scratch import FLOATS, FromScratch

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


class Nltk(FromScratch):
    """NLTK's decision tree: classification on categorical features, by the number of errors."""

    learners: ClassVar = {
        "errors": attrs.evolve(id3(zero_gain="stop"), impurity=misclassification),
        "min_split 4": attrs.evolve(id3(zero_gain="stop", min_split=4), impurity=misclassification),
    }
    conventions = attrs.evolve(FLOATS, zero_gain="stop", repeats="any")
    kinds = ("categories",)

    @staticmethod
    def make() -> Any:
        """Return a function that makes an estimator of NLTK's tree, with its default limits switched off."""
        train = import_module("nltk").DecisionTreeClassifier.train
        return partial(Trained, train)

    def explain(self, finding: Finding, around: Examination) -> str:  # noqa: ARG002 (of any finding)
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        unlimited = not around.case.learner.stopping.min_split
        return "unexplained" if unlimited else "defect: a node is asked a question before its limits are tested"


class Trained:
    """NLTK's tree as an estimator; *train* grows it from pairs of a mapping and a class."""

    def __init__(self, train: Any, max_depth: int = 100, min_samples_split: int = 2) -> None:
        self.train = partial(train, depth_cutoff=max_depth, support_cutoff=min_samples_split - 1, entropy_cutoff=0)

    def fit(self, rows: Any, targets: Any) -> None:
        """Grow the tree from the *rows* of a data frame."""
        pairs = list(zip(rows.to_dict("records"), targets, strict=True))
        self.tree = self.train(pairs)

    def predict(self, rows: Any) -> list[Any]:
        """Return the class of each row."""
        return [self.tree.classify(row) for row in rows.to_dict("records")]

"""The adapter for decision-tree-id3, in the maintained copy decision-tree-id-fork: numeric features."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import attrs
import numpy as np

from dtrees.data.dataset import Numeric
from dtrees.growing.cart import cart
from dtrees.growing.impurity import entropy
from dtrees.peers.shared.from_scratch import BINARY, FLOATS, FromScratch, hidden
from dtrees.peers.shared.peer import MIDPOINT, is_rounded

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


class DecisionTreeId3(FromScratch):
    """decision-tree-id3, from decision-tree-id-fork: trees on numeric features, each of which may be asked again."""

    learners: ClassVar = {
        "entropy": BINARY,
        "max_depth 2": cart(impurity=entropy, max_depth=2),
        "min_gain 1/2": cart(impurity=entropy, min_gain=0.5),
    }
    parameters: ClassVar = {"min_gain": "min_entropy_decrease"}
    conventions = attrs.evolve(FLOATS, precision="float32", largest=1e30)

    @staticmethod
    def make() -> Any:
        """Return a function that makes an estimator with given limits."""
        made: Any = import_module("id3").Id3Estimator
        return lambda max_depth=None, min_samples_split=2, min_entropy_decrease=0.0: hidden(
            made(max_depth, min_samples_split, min_entropy_decrease=min_entropy_decrease, is_repeating=True)
        )

    def explain(self, finding: Finding, around: Examination) -> str:  # noqa: ARG002 (of any finding)
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        if around.case.learner.stopping.min_gain:
            return "defect: min_entropy_decrease of Python's float type is ignored"
        if not is_rounded(around.data, np.float32):
            return "unexplained"
        columns = [one.values for one in around.case.data.features if isinstance(one, Numeric)]
        exact = all(np.array_equal(values, values.astype(np.float32)) for values in columns)
        return MIDPOINT if exact else "defect: rows are rounded to float32 in fit alone"

"""The adapter for Orange's own trees: classification by entropy, regression by squared error.

Rows of a missing value stay at the node, and a gain counts by the share of the other rows, as with CART's surrogates
where there are none.  Not judged: missing categories, and questions about two groups of categories (``binarize``).
"""

from __future__ import annotations

import warnings
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

import dtrees as dt
from dtrees.growing.missing_options import Missing
from dtrees.oracle.cases import Task, random_data, random_numbers, textbook_cases
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.laws.supported import Supported
from dtrees.peers.shared.peer import FAR, Peer, coded, grown_here, is_far, is_rounding

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding
    from dtrees.oracle.implementation import Document

GROWN: Final[Any] = {"numbers": "observed", "zero_gain": "stop"}
LEARNERS: Final = {
    "entropy": dt.cart(impurity=dt.entropy, categories="each", **GROWN),
    "squared_error": dt.cart(impurity=dt.squared_error, categories="each", **GROWN),
    "entropy, small": dt.cart(impurity=dt.entropy, categories="each", max_depth=2, min_split=4, **GROWN),
}
STAYING: Final = Missing("surrogate", most_surrogates=0, unanswered="stay")
GAPS: Final = {
    f"{one.__name__}, gaps": dt.cart(impurity=one, missing=STAYING, **GROWN) for one in (dt.entropy, dt.squared_error)
}


class Orange(Peer):
    """Orange's trees, which stop only at nodes of one class, unless *options* say otherwise."""

    conventions: Final = Conventions(
        cut="observed", arithmetic="float64", ties="any", zero_gain="stop", categories="each", majority="any",
        branches="declared",
    )  # fmt: skip
    learners = LEARNERS | GAPS
    random_options: ClassVar = {"scales": (1.0, 0.1), "targets": (1.0, 0.1, 1e3)}
    supported: Final = Supported(
        numbers=("observed",), categories=("each",), impurities=(dt.entropy, dt.squared_error), scores=("gain",),
        gates=("none",), limits=("max_depth", "min_split", "zero_gain"), weights=False, gainless=False, least_depth=1,
        missing=("refuse", "surrogate"),
    )  # fmt: skip
    passed_over: Final = (FAR,)

    def __init__(self, **options: Any) -> None:
        self.options = options
        with warnings.catch_warnings(action="ignore"):  # of the packages that it imports
            rooms = ("", ".data", ".classification", ".regression")
            _, self.data, self.classes, self.numbers = [import_module(f"Orange{room}") for room in rooms]

    tables = staticmethod(partial(textbook_cases, LEARNERS))

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data, by turns with categories, and numeric on some scales; some with missing values."""
        if number % len(cls.learners) >= len(LEARNERS):
            return random_numbers(chance, task, **cls.random_options, gaps=1)
        return random_data(chance, task) if number % 2 else super().drawn(number, chance, task)

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        """Return Orange's tree as a document, with its model and table."""
        self.supported.require(data, learner)
        rule, has_classes = learner.stopping, isinstance(data.target, dt.Classes)
        make = self.classes.TreeLearner if has_classes else self.numbers.TreeLearner
        stops = {"sufficient_majority": 1.0} if has_classes else {}
        limits = {"max_depth": rule.max_depth, "min_samples_split": max(2, int(rule.min_split))}
        with warnings.catch_warnings(action="ignore"):  # of numbers that overflow
            model = make(**limits, **stops, **self.options)(self._table(data))
        return {**_node(model.root, data), "model": model, "data": data}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return the model's prediction for each row."""
        grown = grown_here(tree)["data"]
        answered = tree["model"].predict(coded(data, grown)).tolist()
        labels = getattr(grown.target, "labels", ())
        return [labels[int(np.argmax(shares))] for shares in answered] if labels else list(answered)

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        if finding.kind == "late leaf":
            return "defect: a gain of 0 is rounding noise, and is taken"
        if finding.path is None or not isinstance(around.data.target, dt.Responses):
            return "unexplained"
        rows = around.rows[finding.path]
        return FAR if is_rounding(finding, rows) or is_far(rows) else "unexplained"

    def _variable(self, name: str, words: Any) -> Any:
        made = self.data
        return made.DiscreteVariable(name, values=tuple(map(str, words))) if words else made.ContinuousVariable(name)

    def _table(self, data: dt.Dataset) -> Any:
        made, target = self.data, data.target
        words = {one.name: one.categories for one in data.features if isinstance(one, dt.Categorical)}
        variables = [self._variable(name, words.get(name)) for name in data.feature_names]
        answer = self._variable("its target", target.labels if isinstance(target, dt.Classes) else None)
        values = target.codes if isinstance(target, dt.Classes) else target.values
        return made.Table.from_numpy(made.Domain(variables, answer), coded(data, data), values.astype(float))


def _node(node: Any, data: dt.Dataset) -> dict[str, Any]:
    """Return the document of a node and those below; a child that no row reaches is None."""
    stated = np.asarray(node.value, dtype=float)
    states: dict[str, Any] = {"value": float(stated[0])}
    if isinstance(data.target, dt.Classes):
        states = {"weight": float(stated.sum()), "value": tuple((stated / stated.sum()).tolist())}
    if not node.children:
        return states
    feature = data.features[node.attr_idx]
    asked: dict[str, Any] = {"feature": feature.name}
    asked |= (
        {"categories": feature.categories} if isinstance(feature, dt.Categorical) else {"threshold": node.threshold}
    )
    if data.holds_missing:
        asked = {"ask": "with_surrogates", "question": asked, "surrogates": [], "otherwise": None}
    return {**states, **asked, "children": [_node(child, data) if child is not None else {} for child in node.children]}

"""The adapter for scikit-learn's HistGradientBoostingRegressor: its first tree, without regularisation.

Three trees by default options are judged too.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

import dtrees as dt
from dtrees.data.dataset import Categorical, Dataset, Numeric
from dtrees.growing.best_split import scored_splits
from dtrees.oracle.boosted import Boosted
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.finding import Finding, NoAnswer
from dtrees.peers.shared.booster_data import (
    ROUNDS,
    TIMES,
    as_numbers,
    binned,
    boostable,
    categorical,
    inputs,
    repeated,
)
from dtrees.peers.shared.boosters import Node, OneTree, lost, mean_of, question_at
from dtrees.peers.shared.peer import mean_regret

if TYPE_CHECKING:
    from dtrees.growing.learner import Stopping
    from dtrees.oracle.cases import Task
    from dtrees.oracle.examination import Examination

OPTIONS: Final[dict[str, Any]] = {
    "max_iter": 1, "learning_rate": 1, "max_leaf_nodes": None, "min_samples_leaf": 1, "early_stopping": False,
}  # fmt: skip
"""The options of one unregularised tree."""

DEFAULTS: Final[dict[str, Any]] = {
    "learning_rate": 0.1, "min_samples_leaf": 20, "l2_regularization": 0, "max_leaf_nodes": 31,
    "max_depth": None,
}  # fmt: skip
"""The defaults that later trees depend on, too: at most 255 bins a column, and a start at the mean."""

LEAST_ROWS: Final = 10
FEW: Final = "defect: a category of fewer than 10 rows is not asked for"
UNEVEN: Final = "defect: where some have fewer, of an even number of categories the second half is not asked for"
ONLY: Final = "defect: the only category of a column is predicted as a missing value"
SMOOTH: Final = "defect: categories are ordered by sums over their rows and 10 more"

LEAST_WEIGHT: Final = 1e-3
"""The least weight of a child."""

LARGEST: Final = 1e300
"""The largest threshold."""


class HistGradientBoosting(OneTree):
    """HistGradientBoostingRegressor's first tree with `OPTIONS`, some of them changed."""

    conventions: Final = Conventions(
        stated_precision="float32", largest=1e30, cut="between", arithmetic="float64", ties="any", zero_gain="stop",
        wording="any", direction="any",
    )  # fmt: skip

    estimator: ClassVar[Any] = HistGradientBoostingRegressor
    supported = attrs.evolve(OneTree.supported, counted=True)
    passed_over: Final = (FEW,)

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> Dataset:
        """Return small random data; if they have categories, each row is repeated up to 29 times."""
        data = super().drawn(number, chance, task)
        return (
            data.take(np.repeat(np.arange(len(data)), chance.integers(1, 30, len(data)))) if categorical(data) else data
        )

    def nodes(self, data: Dataset, rule: Stopping) -> list[Node]:
        """Return the nodes of the tree that it grows on *data* with the limits of *rule*, the root first."""
        target: Any = data.target
        limits = {"max_depth": rule.max_depth, "min_samples_leaf": max(1, ceil(rule.min_leaf))}
        places = categorical(data)
        options = {**OPTIONS, **limits, "categorical_features": places, **self.options}
        made = self.estimator(**options)
        try:
            with np.errstate(over="ignore"):
                fitted = made.fit(inputs(data), target.values, sample_weight=data.weights.copy())
        except ValueError as failure:
            raise NoAnswer(kind="error", message=str(failure)) from failure
        order = sorted(range(len(data.features)), key=lambda place: place not in places)  # it puts categories first
        [[tree]], [[base]] = fitted._predictors, fitted._baseline_prediction  # noqa: SLF001 (it shows no tree)

        def some(node: Any) -> tuple[int, ...]:
            column: Any = data.features[order[node["feature_idx"]]]
            words = tree.raw_left_cat_bitsets[node["bitset_idx"]].tolist()
            known = np.unique(column.codes[column.codes >= 0]).tolist()  # which it numbers anew
            if len(known) == 1 and (words[0] & 1) == node["missing_go_to_left"]:
                raise NoAnswer(kind="error", message="one category and missing values go to one child")
            return tuple(code for place, code in enumerate(known) if words[place // 32] >> place % 32 & 1)

        nodes = [_node(node, float(base), some(node) if node["is_categorical"] else ()) for node in tree.nodes]
        return [attrs.evolve(node, asks=order[node.asks]) if node.children else node for node in nodes]

    def boost(self, data: Dataset, rounds: int = ROUNDS, weights: Any = None, **changed: Any) -> Boosted:
        """Return the trees that it boosts by its default options, or with some *changed*.

        Rows weigh 1, unless there are many, and *weights* are given.
        """
        data, options = boostable(data, TIMES), {**DEFAULTS, **changed}
        often: Any = repeated(data)
        with np.errstate(over="ignore"):
            made = self.estimator(max_iter=rounds, **changed)
            fitted = made.fit(inputs(often), often.target.values, sample_weight=weights)
        grown, [[start]] = fitted._predictors, fitted._baseline_prediction  # noqa: SLF001 (it shows no tree)
        learner = dt.regularised_cart(
            reg_lambda=options["l2_regularization"], min_leaf=options["min_samples_leaf"],
            max_depth=options["max_depth"], missing="either_side",
        )  # fmt: skip
        bins = fitted._bin_mapper.transform(inputs(data))  # noqa: SLF001
        data = data if weights is None else attrs.evolve(data, weights=weights)
        trees = [[_node(node, 0.0, ()) for node in tree.nodes] for [tree] in grown]
        return Boosted(
            trees=tuple(self.document(data, tree) for tree in trees), data=binned(data, bins), learner=learner,
            start=float(start), rate=options["learning_rate"], max_leaf_nodes=options["max_leaf_nodes"],
        )  # fmt: skip

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:  # noqa: PLR0911 (a cause each)
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        columns = [feature.values for feature in around.data.features if isinstance(feature, Numeric)]
        if finding.path is None:
            empty = any(feature.missing.all() for feature in around.data.features)
            single = ONLY if "one category" in finding.got else "unexplained"
            return "defect: a column without any value ends the training" if empty else single
        rows, whole = around.rows[finding.path], as_numbers(around.data)
        if finding.kind == "late leaf":
            return "defect: the gain of equal responses is rounding noise"
        if finding.kind == "early leaf" and rows.weights.min() < LEAST_WEIGHT:
            return "defect: a child of weight less than 0.001"
        if finding.kind == "early leaf" and max((np.nanmax(np.abs(column)) for column in columns), default=0) > LARGEST:
            return "defect: thresholds are clipped to 1e300"
        values: Any = whole.target
        spread = float(np.max(np.abs(values.values - np.average(values.values, weights=whole.weights))))
        rounding = (spread * 2.0**-20) * spread
        near = float(mean_regret(finding, rows)) <= rounding
        if near:
            return "defect: gradients about the mean of all responses are float32"
        known, learner, mean = as_numbers(rows), around.case.learner, mean_of(whole, whole.weights > 0)
        splits = scored_splits(known, learner)
        for why, smooth, last in ((FEW, 0, 1), (UNEVEN, 0, 0), (SMOOTH, 10, 0)):
            subsets = partial(_subsets, mean=mean, smooth=smooth, last=last)
            if (
                categorical(rows)
                and lost(question_at(finding.path, around), known, learner, subsets, splits) <= rounding
            ):
                return why
        return "unexplained"


def _subsets(column: Categorical, rows: Dataset, *, mean: Fraction, smooth: int, last: int) -> list[list[int]]:
    """Return the codes of the first few, and of the last few, of the categories of 10 rows in the order of their means.

    A mean is that of the differences from *mean*, with so many *smooth* rows of no difference.  Of an even number
    *last* says whether the second half is one of them, which it need not be where all categories have 10 rows.
    """
    share = len(rows) / rows.weights.sum()

    def rank(code: int) -> Fraction:
        inside = column.codes == code
        weight = Fraction(float(rows.weights[inside].sum()))
        return (mean_of(rows, inside) - mean) * weight / (weight + smooth)

    present = [
        code
        for code in np.unique(column.codes).tolist()
        if rows.weights[column.codes == code].sum() * share >= LEAST_ROWS
    ]
    order = sorted(present, key=rank, reverse=True)
    half = (len(order) + 1) // 2 if len(order) > 1 else 0
    return [order[:size] for size in range(1, half + 1)] + [
        order[-size:] for size in range(1, half + last * (1 - len(order) % 2))
    ]


def _node(node: Any, base: float, some: tuple[int, ...]) -> Node:
    value = base + float(node["value"])
    if node["is_leaf"]:
        return Node(-1, 0.0, (), value)
    cut, children = float(node["num_threshold"]), (int(node["left"]), int(node["right"]))
    return Node(int(node["feature_idx"]), cut, children, value, 1 - int(node["missing_go_to_left"]), some)

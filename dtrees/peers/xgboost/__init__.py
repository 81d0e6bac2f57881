"""The adapter for XGBoost: one tree by the exact method, without regularisation; of several outputs, by ``hist``.

Features are float32, x < cut goes left, and gains are float32 on the count scale (the decrease of the sum of squares).
Three trees by default options are judged too.  Not judged: other objectives, and predictions.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import xgboost

import dtrees as dt
from dtrees.data.dataset import Numeric
from dtrees.growing.best_split import scored_splits
from dtrees.growing.impurity import squared_error
from dtrees.oracle.boosted import Boosted
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.estimators.estimator import outputs_of
from dtrees.oracle.finding import Finding, NoAnswer
from dtrees.peers.shared.booster_data import (
    ROUNDS,
    as_numbers,
    binned,
    boostable,
    categorical,
    inputs,
)
from dtrees.peers.shared.boosters import NOT_ASKED, Node, OneTree, lost, mean_of, question_at
from dtrees.peers.shared.peer import mean_regret
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data.dataset import Dataset
    from dtrees.data.scaled import FloatArray
    from dtrees.growing.learner import Stopping
    from dtrees.oracle.examination import Examination

OPTIONS: Final[dict[str, Any]] = {
    "tree_method": "exact", "objective": "reg:squarederror", "base_score": 0, "eta": 1, "reg_lambda": 0,
    "reg_alpha": 0, "gamma": 0, "nthread": 1,
}  # fmt: skip
"""The options of one unregularised tree; max_depth, which the exact method needs, is the number of rows."""

SUBSETS: Final = {"tree_method": "hist", "max_bin": 4096, "max_cat_to_onehot": 1, "max_cat_threshold": 4096}
"""Further options if columns hold categories, which the exact method does not know: a bin for each value."""

DEFAULTS: Final[dict[str, Any]] = {
    "eta": 0.3, "max_depth": 6, "min_child_weight": 1, "reg_lambda": 1, "reg_alpha": 0, "gamma": 0,
    "max_delta_step": 0,
}  # fmt: skip
"""The defaults that later trees depend on, too: `hist` with at most 256 bins a column, and a start at the mean."""

SEVERAL: Final = {"tree_method": "hist", "max_bin": 4096, "multi_strategy": "multi_output_tree"}
"""Further options of several outputs, which the exact method does not know."""

SINGLE: Final = "convention: categories are sorted by float32 means"
LIGHT: Final = "defect: a category that weighs less than min_child_weight is sorted as if its mean were 0"
LEAST_GAIN: Final = 1e-6
"""XGBoost's kRtEps: the least gain of a split, whatever the scale of the responses."""


class XGBoost(OneTree):
    """XGBoost's first tree with `OPTIONS`, some changed (None: its default); midpoints are rounded to float32."""

    conventions: Final = Conventions(
        precision="float32", response_precision="float32", stated_precision="float32", comparison="<", cut="between",
        arithmetic="float64", ties="any", wording="any", zero_gain="stop", direction="any",
    )  # fmt: skip

    def nodes(self, data: Dataset, rule: Stopping) -> list[Node]:
        """Return the nodes of the tree that XGBoost grows on *data* with the limits of *rule*, the root first."""
        depth = len(data) if rule.max_depth is None else rule.max_depth
        kinds = ["c" if place in categorical(data) else "q" for place in range(len(data.features))]
        limits = {"max_depth": depth, "min_child_weight": float(rule.min_leaf)}
        targets: list[Any] = [one.target for one in outputs_of(data)]
        responses = np.column_stack([target.values for target in targets])
        options = {**OPTIONS, **(SUBSETS if "c" in kinds else {}), **(SEVERAL if targets[1:] else {}), **limits}
        options |= self.options
        try:
            matrix = xgboost.DMatrix(
                inputs(data), responses, weight=data.weights, feature_types=kinds, enable_categorical=True
            )
            booster = xgboost.train(options, matrix, 1)
        except xgboost.core.XGBoostError as failure:
            message = str(failure).splitlines()[0].split(": ", 1)[-1]  # without the time and the place in its source
            raise NoAnswer(kind="error", message=message) from failure
        base = np.ravel(json.loads(json.loads(booster.save_config())["learner"]["learner_model_param"]["base_score"]))
        [tree] = json.loads(booster.save_raw("json"))["learner"]["gradient_booster"]["model"]["trees"]
        values = np.array(tree["base_weights"], dtype=np.float32).reshape(-1, len(targets)).astype(float) + base
        return [_node(tree, place, values[place]) for place in range(len(tree["split_indices"]))]

    def boost(self, data: Dataset, rounds: int = ROUNDS, **changed: Any) -> Boosted:
        """Return the trees that XGBoost boosts by its default options, or with some *changed*."""
        data, options = boostable(data), {**DEFAULTS, **changed}
        target: Any = data.target
        matrix = xgboost.DMatrix(inputs(data), target.values, weight=data.weights)
        booster = xgboost.train({"objective": "reg:squarederror", "nthread": 1, **changed}, matrix, rounds)
        stated = json.loads(booster.save_raw("json"))["learner"]
        start = float(np.ravel(json.loads(stated["learner_model_param"]["base_score"]))[0])
        grown = stated["gradient_booster"]["model"]["trees"]
        ends, cuts = matrix.get_quantile_cut()
        columns = inputs(data).astype(np.float32).T
        bins = [np.searchsorted(cuts[ends[k] : ends[k + 1]], column, "right") for k, column in enumerate(columns)]
        learner = dt.regularised_cart(
            reg_lambda=options["reg_lambda"], reg_alpha=options["reg_alpha"], gamma=options["gamma"],
            max_delta_step=options["max_delta_step"], min_leaf=options["min_child_weight"],
            max_depth=options["max_depth"], missing="either_side",
        )  # fmt: skip
        trees = [[_node(tree, place, value) for place, value in enumerate(_shrunk(tree))] for tree in grown]
        return Boosted(
            trees=tuple(self.document(data, tree) for tree in trees), data=binned(data, np.column_stack(bins)),
            learner=learner, start=start, rate=float(np.float32(options["eta"])),
        )  # fmt: skip

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        if finding.path is None:
            beyond = any(np.isinf(one.values).any() for one in around.data.features if isinstance(one, Numeric))
            return "convention: a feature above float32 is refused" if beyond else "unexplained"
        rows = around.rows[finding.path]
        below_an_empty_child = bool(finding.path) and len(rows) == len(around.rows[finding.path[:-1]])
        if not len(rows) or below_an_empty_child or "parts no rows" in finding.got:
            return "defect: a midpoint that overflows"
        summary: Any = summarize(as_numbers(rows))
        regret = mean_regret(finding, rows) * Fraction(summary.weight)
        squares = Fraction(summary.total) ** 2 / Fraction(summary.weight) + squared_error(summary).as_fraction()
        rounding = squares / 2**22
        if finding.kind == "early leaf" and regret <= LEAST_GAIN + rounding and rounding <= LEAST_GAIN:
            return "defect: a gain of at most 0.000001"
        if regret <= rounding:
            return "defect: gains in float32, not centred"
        asked, learner, known = question_at(finding.path, around), around.case.learner, as_numbers(rows)
        splits, least = scored_splits(known, learner), Fraction(learner.stopping.min_leaf)
        sorting = NOT_ASKED if known.holds_missing else SINGLE
        for why, light in ((sorting, Fraction(0)), (LIGHT, least)):
            short = lost(asked, known, learner, partial(_subsets, light=light), splits)
            if categorical(rows) and short * Fraction(summary.weight) <= LEAST_GAIN + rounding:
                return why
        return "unexplained"


def _subsets(column: dt.Categorical, rows: dt.Dataset, *, light: Fraction) -> list[list[int]]:
    """Return each initial run of the order by float32 means, 0 for less than a *light* weight, with -1 and without."""

    def rank(code: int) -> tuple[float, int]:
        inside = column.codes == code
        return float(np.float32(mean_of(rows, inside))) if rows.weights[inside].sum() >= light else 0.0, code

    order = sorted(range(len(column.categories)), key=rank)
    return [[*missing, *order[:cut]] for cut in range(1, len(order)) for missing in ([], [-1])]


def _shrunk(tree: Mapping[str, Any]) -> FloatArray:
    """Return the value of each node, a leaf's times the learning rate."""
    values = np.where(np.array(tree["left_children"]) >= 0, tree["base_weights"], tree["split_conditions"])
    shrunk: FloatArray = values.astype(np.float32).astype(float).reshape(-1, 1)
    return shrunk


def _node(tree: Mapping[str, Any], place: int, values: FloatArray) -> Node:
    left, right = tree["left_children"][place], tree["right_children"][place]
    value = tuple(values.tolist())
    if left < 0:
        return Node(-1, 0.0, (), value)
    if tree["split_type"][place]:  # the categories listed go right
        start, size = (
            tree[f"categories_{name}"][tree["categories_nodes"].index(place)] for name in ("segments", "sizes")
        )
        some = tuple(tree["categories"][start : start + size])
        return Node(tree["split_indices"][place], 0.0, (right, left), value, tree["default_left"][place], some)
    cut = float(np.float32(tree["split_conditions"][place]))
    return Node(tree["split_indices"][place], cut, (left, right), value, 1 - tree["default_left"][place])

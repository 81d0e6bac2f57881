"""XGBoost's trees in the specification's types: one tree by the exact method, without regularisation.

XGBoost is a peer, not a dependency: this module is imported by the command ``dtrees verify xgboost`` alone.  Features
are float32, x < cut goes left, and gains are float32 on the count scale (the decrease of the sum of squares).
Not judged: its histogram methods, categories, missing values, other objectives, and every tree but the first.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import xgboost

from dtrees.impurity import squared_error
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.peers.boosters.booster import Booster, BoosterError, Node, as_peer
from dtrees.oracle.peers.boosters.one_tree import OneTree
from dtrees.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.data import Dataset
    from dtrees.oracle.verdict import Deviation, PathDeviation
    from dtrees.questions import Question

CONVENTIONS: Final = Conventions(
    precision="float32", response_precision="float32", comparison="<", cut="between", ties="any", zero_gain="stop"
)
"""What XGBoost chooses for itself; its midpoints are rounded to float32, so they lie anywhere between."""

OPTIONS: Final[dict[str, Any]] = {
    "tree_method": "exact",
    "objective": "reg:squarederror",
    "base_score": 0,
    "eta": 1,
    "reg_lambda": 0,
    "reg_alpha": 0,
    "gamma": 0,
    "min_child_weight": 0,
    "nthread": 1,
}
"""The options of one unregularised tree; max_depth, which the exact method needs, is the number of rows."""

LEAST_GAIN: Final = 1e-6
"""XGBoost's kRtEps: no split gains less, whatever the scale of the responses."""


def booster(**changed: Any) -> Booster:
    """Return XGBoost with `OPTIONS`, some of them *changed*; None leaves one to XGBoost."""
    return Booster("xgboost", CONVENTIONS, partial(grow, options=OPTIONS | changed), why)


def grow(data: Dataset, options: Mapping[str, Any]) -> list[Node]:
    """Return the nodes of the tree that XGBoost grows on *data*, the root first."""
    columns = np.column_stack([feature.values for feature in data.features])  # type: ignore[union-attr]
    target: Any = data.target
    try:
        matrix = xgboost.DMatrix(columns, target.values, weight=data.weights)
        booster = xgboost.train({**options, "max_depth": len(data)}, matrix, 1)
    except xgboost.core.XGBoostError as failure:
        told = str(failure).splitlines()[0].split(": ", 1)[-1]  # without the time and the place in its source
        raise BoosterError(told) from failure
    [base] = json.loads(json.loads(booster.save_config())["learner"]["learner_model_param"]["base_score"])
    [tree] = json.loads(booster.save_raw("json"))["learner"]["gradient_booster"]["model"]["trees"]
    return [_node(tree, place, base) for place in range(len(tree["split_indices"]))]


def _node(tree: Mapping[str, Any], place: int, base: float) -> Node:
    left, right = tree["left_children"][place], tree["right_children"][place]
    value = base + float(np.float32(tree["base_weights"][place]))
    if left < 0:
        return Node(-1, 0.0, (), value)
    cut = math.nextafter(float(np.float32(tree["split_conditions"][place])), -math.inf)
    return Node(tree["split_indices"][place], cut, (left, right), value)


def why(deviation: Deviation | PathDeviation, _: Question | None, way: Sequence[Dataset]) -> str:
    """Return what explains a deviation at the end of the *way*, or ``unexplained``."""
    rows = way[-1]
    if deviation.kind == "error":
        whole = all(np.isfinite(feature.values).all() for feature in rows.features)  # type: ignore[union-attr]  # numbers
        return "unexplained" if whole else "convention: a feature above float32 is refused"
    below_an_empty_child = len(way) > 1 and len(rows) == len(way[-2])
    if not len(rows) or below_an_empty_child or "parts no rows" in deviation.got:
        return "defect: a midpoint that overflows"
    summary: Any = summarize(rows)
    regret = Fraction(deviation.regret or 0) * Fraction(summary.weight)
    if deviation.kind == "early leaf" and regret <= LEAST_GAIN:
        return "defect: a gain of at most 0.000001"
    size = Fraction(summary.total) ** 2 / Fraction(summary.weight) + squared_error(summary).as_fraction()
    if regret <= size / 2**22:
        return "defect: gains in float32, not centred"
    return "unexplained"


class XGBoost(OneTree):
    """XGBoost's exact method, for the laws."""

    def __init__(self) -> None:
        super().__init__(BOOSTER)


BOOSTER: Final = booster()
PEER: Final = as_peer(BOOSTER, XGBoost)

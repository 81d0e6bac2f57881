"""Small wrong implementations of growing and predicting under monotone constraints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import attrs
from quality.planted import bug

import dtrees as dt
from dtrees.growing import monotone
from dtrees.growing.monotone import Bounds, value_of

DIRECTION = "monotone_predictions_keep_their_direction"
CUT = "monotone_predictions_are_cut_to_their_bounds"
BEST = "monotone_branches_ask_the_best_question_that_keeps_the_constraints"
NONE = "no_constraint_is_no_other_tree"


def with_part(name: str, part: Any, *, predicting: bool = False) -> dict[str, Any]:
    """Return grow_monotone, and predict_monotone if *predicting*, with another function for one that they call."""

    def grow(data: dt.Dataset, learner: dt.Learner, signs: Mapping[str, int]) -> dt.Tree:
        with patch.object(monotone, name, part):
            return dt.grow_monotone(data, learner, signs)

    def predict(tree: dt.Tree, data: Any, signs: Mapping[str, int]) -> Any:
        with patch.object(monotone, name, part):
            return dt.predict_monotone(tree, data, signs)

    return {"grow_monotone": grow} | ({"predict_monotone": predict} if predicting else {})


def in_order(one: dt.ScoredSplit, signs: Mapping[str, int], *_: Any) -> bool:
    v, w = map(value_of, one.parts)
    return signs.get(one.feature, 0) * (w - v) >= 0


bug(
    "M01_constraints_are_forgotten", DIRECTION, BEST,
    grow_monotone=lambda data, learner, _: dt.grow(data, learner),
    predict_monotone=lambda tree, data, _: dt.predict(tree, data),
)  # fmt: skip
bug("M02_only_the_order_is_kept", BEST, **with_part("keeps", in_order))
bug("M03_predictions_are_not_cut", DIRECTION, CUT, predict_monotone=lambda tree, data, _: dt.predict(tree, data))


def around_the_mean(question: Any, parts: Any, signs: Mapping[str, int], bounds: Bounds) -> list[Bounds]:
    """Bound the children by the node's own value in place of the middle of theirs."""
    sign, value = signs.get(question.feature), value_of(parts[0] + parts[1])
    return [Bounds(bounds.low, value), Bounds(value, bounds.high)][::sign] if sign else [bounds] * 2


bug("M04_the_bound_is_the_nodes_mean", CUT, **with_part("bounds_below", around_the_mean, predicting=True))


def anew(question: Any, parts: Any, signs: Mapping[str, int], bounds: Bounds) -> list[Bounds]:
    """Forget the bounds where another column is asked."""
    return bounds_below(question, parts, signs, bounds) if question.feature in signs else [Bounds()] * len(parts)


bounds_below = monotone.bounds_below
bug("M05_another_column_lifts_the_bounds", DIRECTION, CUT, **with_part("bounds_below", anew, predicting=True))


def strictly(one: dt.ScoredSplit, signs: Mapping[str, int], bounds: Bounds, *_: Any) -> bool:
    """Refuse children of equal values."""
    v, w = map(value_of, one.parts)
    return keeps(one, signs, bounds) and (v != w or one.feature not in signs)


keeps = monotone.keeps
bug("M06_equal_values_are_refused", BEST, **with_part("keeps", strictly))


def turned(data: dt.Dataset, learner: dt.Learner, signs: Mapping[str, int]) -> dt.Tree:
    """Take the signs to be about the first class."""
    return dt.grow_monotone(data, learner, {name: -sign for name, sign in signs.items()})


bug("M07_the_signs_are_turned", BEST, grow_monotone=turned)


def a_leaf(data: dt.Dataset, learner: dt.Learner, signs: Mapping[str, int]) -> dt.Tree:
    return dt.grow_monotone(data, learner, signs) if signs else dt.Leaf(dt.summarize(data))


bug("M08_no_constraint_grows_nothing", NONE, grow_monotone=a_leaf)


def shallower(data: dt.Dataset, learner: dt.Learner, signs: Mapping[str, int]) -> dt.Tree:
    """Hand the children the depth that the root has, and a level less."""
    rule = learner.stopping
    more = rule if rule.max_depth is None else attrs.evolve(rule, max_depth=max(rule.max_depth - 1, 0))
    return dt.grow_monotone(data, attrs.evolve(learner, stopping=more), signs)


bug("M09_a_level_is_lost", BEST, grow_monotone=shallower)

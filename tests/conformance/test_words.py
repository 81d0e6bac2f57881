"""What the oracle says of a program, the program did; what it has not shown or cannot mean, is not said of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from conformance.plain_estimators import ForgetsSizes, PlainTree, WithLeaves
from sklearn.tree import DecisionTreeClassifier

import dtrees as dt
from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle import EXACT, Conventions, Supported, columns_of, from_estimator, judge_leaves, judge_tree
from dtrees.oracle.adapters import learner_of
from dtrees.oracle.cases import Case
from dtrees.oracle.examine import examine, smaller
from dtrees.oracle.finding import AdapterFailed
from dtrees.oracle.implementation import ask
from dtrees.oracle.laws.run import laws_of

FOUR = dt.classification_data({"x": [1, 2, 3, 4], "y": [0, 0, 0, 1]}, ["a", "a", "b", "b"])


def test_of_predictions_alone_no_question_is_said_to_be_the_programs() -> None:
    verdict = judge_leaves({"predictions": ["a", "b", "b", "b"]}, FOUR, dt.cart(max_depth=1))
    [found] = verdict.deviations
    assert (verdict.judged, verdict.tree, found.path, found.regret) == (4, None, None, "")
    assert "Threshold" not in found.got
    assert "rows 0, 1" in found.expected


def test_an_upper_value_is_a_cut_where_at_least_is_asked() -> None:
    less = Conventions(comparison="<", cut="observed")
    asked = {"feature": "x", "threshold": 3.0, "children": [{}, {}]}
    assert judge_tree(asked, FOUR, dt.cart(), conventions=less).deviations == ()
    asked["threshold"] = 2.5
    assert [one.kind for one in judge_tree(asked, FOUR, dt.cart(), conventions=less).deviations] == ["cut"]


def test_plain_mappings_are_trees_and_what_they_state_is_judged() -> None:
    asked: dict[str, Any] = {"feature": "x", "threshold": 2.5, "children": [{"weight": 2}, {"weight": 1}]}
    assert [(one.kind, one.path) for one in judge_tree(asked, FOUR, dt.cart()).deviations] == [("weight", (1,))]


def test_a_choice_deviates_by_no_negative_regret() -> None:
    light = {"feature": "x", "threshold": 1.5, "children": [{}, {}]}
    data = dt.classification_data({"x": [1, 2, 3, 4]}, ["b", "a", "a", "a"])
    [found] = judge_tree(light, data, dt.cart(min_leaf=2, max_depth=1)).deviations
    assert (found.kind, found.regret) == ("limit", "")
    assert found.got.endswith("with a child of weight 1")


@pytest.mark.parametrize(
    ("x", "y", "learner", "kind", "right"),
    [
        ([1, 1, 2, 2], list("abab"), dt.cart(min_split=5), "late leaf", [0, 0, 0, 0]),
        ([1, 2, 3, 4], list("abbb"), dt.cart(min_leaf=2, max_depth=1), "limit", [0, 0, 1, 1]),
    ],
)
def test_a_limit_counts_weight_or_rows_as_the_conventions_say(
    x: list[int], y: list[str], learner: dt.Learner, kind: str, right: list[int]
) -> None:
    """Four heavy rows are split at 1.5 by a limit of weight; by one of rows nowhere, or in the middle."""
    data = dt.classification_data({"x": x}, y, weights=[100, 900, 800, 200])
    by_rows, parted = Conventions(limits="rows"), {"feature": "x", "threshold": 1.5, "children": [{}, {}]}
    others: Any = parted | {"threshold": 2.5} if any(right) else {}
    first = [int(value > 1) for value in x]
    for tree, leaves, conventions, wrong in (
        (parted, first, EXACT, []), (parted, first, by_rows, [kind]), (others, right, by_rows, []),
        (others, right, EXACT, ["split" if any(right) else "early leaf"]),
    ):  # fmt: skip
        of_tree = judge_tree(tree, data, learner, conventions=conventions)
        of_leaves = judge_leaves({"leaves": leaves}, data, learner, conventions=conventions)
        assert [[one.kind for one in found.deviations] for found in (of_tree, of_leaves)] == [wrong, wrong]


# --- by which learner -------------------------------------------------------------------------------------------


class Chance(PlainTree):
    """What no usual learner grows: the column of the largest mean is cut at its first value."""

    def best(self, rows: np.ndarray, targets: np.ndarray) -> tuple[int, float] | None:
        column = int(np.argmax(rows.mean(axis=0)))
        values = np.unique(rows[:, column])
        return None if len(values) == 1 else (column, float(values[0]))


def test_no_node_is_judged_by_a_learner_that_does_not_explain_the_trees() -> None:
    estimator = from_estimator(Chance)
    assert (estimator.learners, estimator.tables()) == ({}, [])
    assert "the nearest is" in estimator.unexplained[0]
    with pytest.raises(Unsupported, match="no usual learner explains"):
        estimator.grow(FOUR, dt.cart())


def test_limits_that_nobody_knows_make_no_node_deviate() -> None:
    limited = from_estimator(lambda **given: DecisionTreeClassifier(max_leaf_nodes=2, **given))
    assert limited.learners == {}
    assert from_estimator(lambda **given: DecisionTreeClassifier(min_impurity_decrease=0.1, **given)).learners == {}


def test_a_learner_is_said_as_a_call() -> None:
    assert learner_of("cart(impurity='entropy',max_depth=2)") == dt.cart(impurity=dt.entropy, max_depth=2)
    for wrong in ("cart", "print('x')", "cart(depth=2)", "cart(", "dt.cart()"):
        with pytest.raises(InvalidData, match="--learner"):
            learner_of(wrong)


# --- what is asked ----------------------------------------------------------------------------------------------


def importances_by_rows(self: Any) -> Any:
    counts = np.zeros(self.columns)
    for column, _, low, _ in self.cuts:
        counts[column] += bool(low)
    return counts / max(counts.sum(), 1)


class CountsQuestions(WithLeaves):
    """Importances that count questions."""

    def fit(self, rows: np.ndarray, targets: np.ndarray) -> CountsQuestions:
        super().fit(rows, targets)
        self.columns = rows.shape[1]
        return self

    feature_importances_ = property(importances_by_rows)


def deviating(make: Any, data: dt.Dataset) -> dict[str, list[str]]:
    estimator = from_estimator(make, learner=dt.cart())
    verdicts = examine(
        estimator, Case(name="one", data=data, learner=dt.cart()), Conventions(cut="between", majority="any")
    )
    return {one.check: [found.kind for found in one.deviations] for one in verdicts if one.deviations}


def test_importances_of_estimators_are_judged() -> None:
    data = dt.classification_data({"x": [0, 0, 0, 0, 1, 1], "y": [0, 0, 1, 1, 0, 1]}, ["a", "a", "a", "b", "c", "c"])
    assert deviating(WithLeaves, data) == {}
    assert deviating(CountsQuestions, data) == {"importances": ["importance", "importance"]}


def test_a_law_whose_function_is_not_offered_is_not_asked() -> None:
    found = laws_of(SimpleNamespace(grow=dt.grow), 3, conventions=EXACT, laws=["importances_sum_to_one"])
    [result] = found.results
    assert result.outcome == "not applicable"
    assert "importances" in result.reason


def test_what_asks_no_question_without_a_gain_is_judged_all_the_same() -> None:
    supported = Supported(gainless=False, weights=False)

    def grow(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        supported.require(data, learner)
        return dt.grow(data, learner)

    program = SimpleNamespace(grow=grow, supported=supported, conventions=Conventions(zero_gain="stop"))
    [result] = laws_of(program, 5, laws=["stopping_rule_is_obeyed"]).results
    assert (result.outcome, result.judged) == ("holds", 5)


def test_columns_are_read_of_all_that_predict_is_given() -> None:
    assert columns_of(FOUR)["y"] == columns_of({"y": (0.0, 0.0, 0.0, 1.0)})["y"]


# --- counterexamples and failures -------------------------------------------------------------------------------


def test_a_random_counterexample_is_made_small() -> None:
    estimator = from_estimator(ForgetsSizes, learner=dt.cart())
    chance = np.random.default_rng(3)
    columns = {name: (chance.integers(0, 5, 11) * 1000.0).tolist() for name in "xyz"}
    case = Case(
        name="random", data=dt.classification_data(columns, chance.integers(0, 3, 11).tolist()), learner=dt.cart()
    )
    free = Conventions(cut="between", majority="any", ties="any")
    small = smaller(estimator, case, free, list(examine(estimator, case, free)))
    values = {value for column in columns_of(small.data).values() for value in column}
    assert len(small.data) <= 6
    assert max(values) < len(small.data)
    assert any(verdict.deviations for verdict in examine(estimator, small, free))


def test_a_mistake_in_an_adapter_of_ours_is_no_answer_of_the_program() -> None:
    code = compile("def grow(data):\n    return data.no_such_name\n", "some.py", "exec")
    space: dict[str, Any] = {"__name__": "dtrees.peers.some"}
    exec(code, space)  # noqa: S102 (our own text)
    with pytest.raises(AdapterFailed, match=r"the adapter failed, in dtrees\.peers\.some: AttributeError"):
        ask(space["grow"], FOUR)

"""A broken law names the function that alone explains it, and shows the smallest numbers that still break it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
from quality.planted_plain import planted

import dtrees as dt
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.finding import Finding
from dtrees.oracle.laws import conformance
from dtrees.oracle.record import CaseDescription, record_of
from dtrees.oracle.reports.summary import kinds_of

GROWN = (
    "branches_ask_optimal_questions",
    "contradictory_rows",
    "consistent_data_is_learned",
    "stopping_rule_is_obeyed",
)


def first_child_a_leaf(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    tree = dt.grow(data, learner)
    return dt.prune_at(tree, (0,)) if isinstance(tree, dt.Branch) else tree


def one_row_more(data: dt.Dataset, learner: dt.Learner) -> Any:
    def stated(node: Any) -> dict[str, Any]:
        below = {"question": node.question, "children": list(map(stated, node.children))} if dt.depth(node) else {}
        return {"weight": float(node.summary.weight) + 1, **below}

    return stated(dt.grow(data, learner))


def last_class(tree: Any, rows: Any, **_: Any) -> Any:
    return np.array([getattr(tree.summary, "classes", [99])[-1]] * len(dt.apply(tree, rows)))


def broken_by(peer: object, laws: tuple[str, ...]) -> dict[str, Any]:
    found = conformance(peer, conventions=EXACT, laws=laws, examples=25)
    return {result.law: result for result in found.results if result.broken}


def numbers_in(result: Any) -> set[float]:
    return {number for one in result.broken.inputs["data"].features for number in getattr(one, "values", ())}


def test_laws_of_growing_are_broken_by_one_function_on_small_whole_numbers() -> None:
    broken = broken_by(SimpleNamespace(grow=first_child_a_leaf, predict=dt.predict), GROWN)
    assert len(broken) >= 3
    assert {result.cause for result in broken.values()} == {"a wrong answer of grow"}
    assert all(numbers_in(result) <= {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0} for result in broken.values())
    told = str(conformance(SimpleNamespace(grow=first_child_a_leaf), conventions=EXACT, laws=GROWN, examples=25))
    assert told.count("expected:") == 1
    assert "The same cause, a wrong answer of grow, breaks " in told


def test_a_wrong_prediction_is_not_told_of_the_tree() -> None:
    broken = broken_by(SimpleNamespace(grow=dt.grow, predict=last_class), (*GROWN, "majority_tie_goes_first"))
    assert {result.cause for result in broken.values()} == {"a wrong answer of predict"}


def test_numbers_that_only_large_ones_show_stay_large() -> None:
    broken = broken_by(planted("far_numbers_are_cut_at_the_lower_one"), ("branches_cut_where_they_are_said_to",))
    [result] = broken.values()
    assert max(map(abs, numbers_in(result))) > 1e300


def test_a_stated_number_is_told_apart_from_a_tree() -> None:
    broken = broken_by(SimpleNamespace(grow=one_row_more), ("nodes_state_their_rows", *GROWN))
    assert {law: result.cause for law, result in broken.items()} == {
        "nodes_state_their_rows": "a wrong number stated by grow"
    }


def test_a_report_tells_a_cause_once() -> None:
    found = [
        Finding(check="laws", kind=law, cause="a wrong answer of gini", expected="1/2", got="1")
        for law in ("gini_bounded", "gini_is_disagreement")
    ]
    records = [
        record_of([], case=f"law {one.kind}", findings=(one,), subject=CaseDescription(data="law", criterion=one.kind))
        for one in found
    ]
    records = [attrs.evolve(one, checks={"laws": {"judged": 1}}) for one in records]
    [kind] = kinds_of(records)
    assert (kind.kind, kind.times, [one.kind for _, one in kind.examples]) == (
        "a wrong answer of gini", 2, ["gini_bounded", "gini_is_disagreement"],
    )  # fmt: skip

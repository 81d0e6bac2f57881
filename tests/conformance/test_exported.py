"""Exported models: right ones are acquitted, and each mistake that exporters make is found, with its reason."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

import dtrees as dt
from dtrees.laws.check import drawn
from dtrees.oracle import EXACT, UNKNOWN, Conventions, judge_exported

if TYPE_CHECKING:
    from collections.abc import Callable

    Predict = Callable[[dict[str, list[Any]]], list[Any]]


def single(value: Any) -> float:
    with np.errstate(over="ignore"):
        return float(np.float32(float(value)))


def decimals(places: int) -> Callable[[Any], float]:
    return lambda value: float(f"{float(value):.{places}f}")


def shares(summary: Any) -> Any:
    return [float(one) for one in summary.proportions] if hasattr(summary, "counts") else float(summary.mean)


def label(summary: Any) -> Any:
    return summary.majority if hasattr(summary, "counts") else float(summary.mean)


def exported(
    tree: dt.Tree,
    *,
    value: Callable[[Any], Any] = lambda value: value,
    cut: Callable[[Any], Any] = lambda cut: cut,
    strict: bool = False,
    says: Callable[[Any], Any] = shares,
    missing: int | None = None,
) -> Predict:
    """Return what a program would make of *tree*: its own walk, by `if` alone."""

    def one(row: dict[str, Any]) -> Any:
        node = tree
        while isinstance(node, dt.Branch):
            question: Any = node.question
            asked, given = getattr(question, "question", question), row[question.feature]
            if isinstance(asked, dt.IsMissing):
                child = int(given is not None)
            elif given is None:
                child = question.child if missing is None else missing
            elif isinstance(asked, dt.Threshold):
                mine, limit = value(given), cut(asked.threshold)
                child = int(mine >= limit) if strict else int(mine > limit)
            elif isinstance(asked, dt.EachCategory):
                child = asked.categories.index(given)
            else:
                child = int(given not in getattr(asked, "categories", [getattr(asked, "category", None)]))
            node = node.children[child]
        return says(node.summary)

    return lambda columns: [one(dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True)]


def watched(predict: Predict, seen: dict[str, list[Any]]) -> Predict:
    """Return *predict*, which writes down in *seen* what it is asked."""

    def ask(columns: dict[str, list[Any]]) -> list[Any]:
        seen.update(columns)
        return predict(columns)

    return ask


def grown(seed: int, *, task: str = "classes", scale: float = 1.0, rows: int = 60) -> dt.Tree:
    chance = np.random.default_rng(seed)
    columns = {name: (chance.normal(size=rows) * scale).tolist() for name in "xyz"}
    signal = np.array(columns["x"]) / scale + chance.normal(size=rows)
    if task == "classes":
        return dt.grow(dt.classification_data(columns, np.digitize(signal, [-0.5, 0.7]).tolist()), dt.cart(max_depth=5))
    return dt.grow(dt.regression_data(columns, signal.tolist()), dt.cart(max_depth=4))


# --- right models -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("says", [shares, label])
@pytest.mark.parametrize("chunk", range(4))
def test_two_hundred_right_models_are_acquitted(chunk: int, says: Any) -> None:
    judged = 0
    for data, learner in drawn("any_trials", chunk):
        tree = dt.grow(data, learner)
        verdict = judge_exported(tree, exported(tree, says=says))
        assert verdict.deviations == ()
        judged += verdict.judged
        for read in ("float64", "float32"):
            how = Conventions(precision=read, largest=1e30)
            model = exported(tree, says=says, value=lambda given: given if isinstance(given, str) else single(given))
            assert read == "float64" or judge_exported(tree, model, conventions=how).deviations == ()
    assert judged > 200


def test_missing_values_are_asked_where_the_tree_sends_them() -> None:
    asked = 0
    for data, learner in drawn("gapped_trials", 0):
        tree = dt.grow(data, learner)
        if not any(hasattr(node.question, "surrogates") for node in dt.branches(tree)):
            seen: dict[str, list[Any]] = {}
            assert judge_exported(tree, watched(exported(tree), seen)).deviations == ()
            asked += sum(column.count(None) for column in seen.values())
    assert asked > 10


def test_a_threshold_is_asked_with_its_neighbours_on_both_sides() -> None:
    tree = dt.Branch.of(dt.Threshold("x", 0.1), [dt.Leaf(dt.ClassCounts((1, 0))), dt.Leaf(dt.ClassCounts((0, 1)))])
    seen: dict[str, list[Any]] = {}
    judge_exported(tree, watched(exported(tree), seen))
    near, below = single(0.1), float(np.nextafter(np.float32(0.1), np.float32(0)))
    beside = {0.1, math.nextafter(0.1, 0), math.nextafter(0.1, 1), near, below, 0.0, 1.0, 1.7e308, -1.7e308}
    assert beside <= {*seen["x"]}


@pytest.mark.parametrize(
    ("conventions", "largest", "smallest"),
    [(Conventions(precision="float32"), 1e30, 5e-324), (Conventions(largest=2.0**40), 2.0**20, 2.0**-20)],
)
def test_numbers_beyond_the_range_of_the_program_are_not_asked(
    conventions: Conventions, largest: float, smallest: float
) -> None:
    """A float32 holds no 1.7e308, which scikit-learn refuses."""
    tree = dt.Branch.of(dt.Threshold("x", 2.0**20), [dt.Leaf(dt.ClassCounts((1, 0))), dt.Leaf(dt.ClassCounts((0, 1)))])
    seen: dict[str, list[Any]] = {}
    judge_exported(tree, watched(exported(tree), seen), conventions=conventions)
    assert largest <= max(map(abs, seen["x"])) <= 4 * largest
    assert smallest <= min(abs(one) for one in seen["x"] if one)


def test_each_leaf_is_asked() -> None:
    for seed in range(20):
        tree, seen = grown(seed), dict[str, list[Any]]()
        judge_exported(tree, watched(exported(tree), seen))
        assert len({*dt.apply(tree, seen)}) == len(dt.leaves(tree))


# --- planted mistakes -------------------------------------------------------------------------------------------------

AS_SINGLE: Final = Conventions(precision="float32")
FAULTS: Final[dict[str, tuple[dict[str, Any], Conventions]]] = {
    "values are rounded to float32": ({"value": single}, EXACT),
    "values are not rounded to float32": ({}, AS_SINGLE),
    "thresholds are rounded to float32": ({"cut": single}, EXACT),
    "thresholds are rounded to 2 decimals": ({"cut": decimals(2)}, EXACT),
    "thresholds are rounded to 5 decimals": ({"cut": decimals(5)}, EXACT),
    "thresholds are rounded to 6 digits": ({"cut": lambda cut: float(f"{float(cut):.6g}")}, EXACT),
    "thresholds are cut to whole numbers": ({"cut": lambda cut: int(cut)}, EXACT),  # noqa: PLW0108
    "< stands for <=": ({"strict": True}, EXACT),
    "<= stands for <": ({}, Conventions(comparison="<")),
    "thresholds are read from the digits of a float32": ({"cut": lambda cut: float(str(np.float32(cut)))}, EXACT),
    "the leaf's numbers are rounded to float32": ({"says": lambda summary: [*map(single, shares(summary))]}, EXACT),
    "the leaf's numbers are rounded to 2 decimals": (
        {"says": lambda summary: [*map(decimals(2), shares(summary))]}, EXACT,
    ),
    "the largest share is stated as 1": (
        {"says": lambda summary: [float(one == summary.majority) for one in summary.classes]}, EXACT,
    ),
    "thresholds are rounded to float32 and < stands for <=": ({"cut": single, "strict": True}, EXACT),
    "values and thresholds are cut to whole numbers and < stands for <=": (
        {"cut": lambda cut: int(cut), "value": lambda given: int(given), "strict": True}, EXACT,  # noqa: PLW0108
    ),
    "thresholds are cut to whole numbers and < stands for <=": ({"cut": lambda cut: int(cut), "strict": True}, EXACT),  # noqa: PLW0108
}  # fmt: skip
"""What an exporter does, and the conventions by which that is a mistake, by the reason that is given."""


@pytest.mark.parametrize("why", FAULTS)
def test_a_planted_mistake_is_found_and_named(why: str) -> None:
    fault, conventions = FAULTS[why]
    scale = 1000.0 if "digits" in why or "whole" in why else 1.0
    found = set()
    for seed in range(3):
        tree = grown(seed, scale=scale)
        verdict = judge_exported(tree, exported(tree, **fault), conventions=conventions)
        assert verdict.deviating == sum(one.times for one in verdict.deviations)
        found |= {one.why for one in verdict.deviations}
    assert found == {why}


def test_a_missing_value_on_the_other_side_is_found_and_named() -> None:
    leaves = [dt.Leaf(dt.ClassCounts(counts)) for counts in ((3, 0), (0, 3))]
    for right in (0, 1):
        tree = dt.Branch.of(dt.WithMissing(dt.Threshold("x", 0.5), right), leaves)
        assert judge_exported(tree, exported(tree)).deviations == ()
        [one] = judge_exported(tree, exported(tree, missing=1 - right)).deviations
        assert (one.kind, one.why, one.path) == ("row", f"missing values go to child {1 - right}", (right,))
        assert one.expected.startswith("x = None: ")


def test_one_moved_threshold_is_named_without_a_reason() -> None:
    """It is that at whose other side the model's prediction is found; of an equal one the nearest."""
    tree = grown(3)
    node = dt.subtree_at(tree, (0,))
    assert isinstance(node, dt.Branch)
    moved = dt.Threshold(node.question.feature, float(node.question.threshold) + 1e-3)  # type: ignore[attr-defined]
    other = dt.replace_at(tree, (0,), dt.Branch(node.summary, moved, node.children))
    verdict = judge_exported(tree, exported(other))
    assert {one.why for one in verdict.deviations} == {""}
    assert {one.kind for one in verdict.deviations} == {"row"}
    assert all(f"for {node.question.describe(1)} at path [0]" in one.expected for one in verdict.deviations)


def test_a_finding_says_the_question_as_the_program_asks_it() -> None:
    leaves = [dt.Leaf(dt.ClassCounts(counts, ("a", "b"))) for counts in ((3, 0), (0, 3))]
    tree = dt.Branch.of(dt.Threshold("x", 0.5), leaves)
    strict = Conventions(comparison="<")
    assert judge_exported(tree, exported(tree, strict=True), conventions=strict).deviations == ()
    [one] = judge_exported(tree, exported(tree, says=label), conventions=strict).deviations
    assert (one.expected, one.got) == ("x = 0.5: b, for x >= 0.5 at path []", "a")


def test_a_wrong_leaf_is_found_at_its_path() -> None:
    tree = grown(1, task="numbers")
    path = dt.apply(tree, {"x": [0.3], "y": [0.1], "z": [0.2]})[0]
    wrong = dt.replace_at(tree, path, dt.Leaf(dt.Moments.of([1000.0])))
    [one] = judge_exported(tree, exported(wrong)).deviations
    assert (one.kind, one.path, one.got, one.why) == ("prediction", path, "1000.0", "")


def test_a_float_may_be_off_by_rounding_and_no_more() -> None:
    tree = grown(2, task="numbers")
    near = exported(tree, says=lambda summary: math.nextafter(float(summary.mean), math.inf))
    far = exported(tree, says=lambda summary: float(summary.mean) * (1 + 1e-12))
    assert judge_exported(tree, near).deviations == ()
    assert judge_exported(tree, far).deviations
    as_single = exported(tree, says=lambda summary: single(summary.mean))
    assert judge_exported(tree, as_single, conventions=Conventions(stated_precision="float32")).deviations == ()


# --- statements -------------------------------------------------------------------------------------------------------


def test_a_document_states_its_leaves() -> None:
    """A dump with three decimals, of a program that predicts by more."""
    stump: dict[str, Any] = {"feature": "x", "threshold": 0.123, "children": [{"value": 1.5}, {"value": -2}]}
    right = judge_exported(stump, lambda rows: [1.5 if x <= 0.123 else -2.0 for x in rows["x"]])
    assert (right.judged > 10, right.deviations) == (True, ())
    found = judge_exported(stump, lambda rows: [1.5 if x <= 0.12345 else -2.0 for x in rows["x"]]).deviations
    assert {one.expected.partition(": ")[2] for one in found} == {"-2.0, for x > 0.123 at path []"}
    classes = {**stump, "children": [{"prediction": "a"}, {"prediction": "b", "value": (0.25, 0.75)}]}
    assert judge_exported(classes, lambda rows: ["a" if x <= 0.123 else "b" for x in rows["x"]]).deviations == ()
    assert (
        judge_exported(classes, lambda rows: ["a" if x <= 0.123 else (0.25, 0.75) for x in rows["x"]]).deviations == ()
    )
    flat = {"nodes": [{"feature": "x", "threshold": 0.5, "missing": 1}, {"value": 1}, {"value": 2}]}
    assert (
        judge_exported(flat, lambda rows: [1 if x is not None and x <= 0.5 else 2 for x in rows["x"]]).deviations == ()
    )


def test_columns_that_the_tree_does_not_ask_about_are_given() -> None:
    tree, seen = grown(0), dict[str, list[Any]]()
    judge_exported(tree, watched(exported(tree), seen), features=["a", "z", "y", "x"])
    assert [*seen] == ["a", "z", "y", "x"]
    assert {*seen["a"]} == {0.0}


LEAF: Final = dt.Leaf(dt.ClassCounts((1, 0)))


@pytest.mark.parametrize(
    ("tree", "predict", "options", "message"),
    [
        ({"feature": "x", "threshold": 1, "children": [{}, {}]}, len, {}, "states no prediction"),
        ({"feature": "x", "threshold": 1, "children": [{"value": 1}]}, len, {}, "1 children"),
        (grown(0), lambda _: [0], {}, "1 predictions for"),
        (grown(0), lambda _: None, {}, "predictions"),
        (grown(0), exported(grown(0)), {"features": ["x"]}, "name these features too"),
        (LEAF, lambda _: [0], {"conventions": UNKNOWN, "features": ["x"]}, "give a precision"),
    ],
)
def test_what_cannot_be_judged_is_refused(tree: Any, predict: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(dt.InvalidData, match=message):
        judge_exported(tree, predict, **options)


@pytest.mark.parametrize("cut", [10**400, -(10**400), Fraction(1, 10), math.inf])
def test_a_threshold_may_be_no_float64(cut: Any) -> None:
    leaves = [dt.Leaf(dt.ClassCounts(counts)) for counts in ((3, 0), (0, 3))]
    tree = dt.Branch.of(dt.Threshold("x", cut), leaves)
    assert judge_exported(tree, exported(tree)).deviations == ()
    assert judge_exported(tree, exported(tree, cut=lambda cut: float(cut) if 0 < cut < 1 else cut)).deviations == ()
    assert judge_exported(tree, lambda rows: [(0.5, 0.5) for _ in rows["x"]]).deviations


def test_a_tree_of_one_leaf_is_asked_once() -> None:
    assert judge_exported(LEAF, lambda rows: [0] * len(rows["x"]), features=["x"]).judged == 1
    assert judge_exported(LEAF, len).judged == 0

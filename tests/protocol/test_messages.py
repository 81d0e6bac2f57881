"""The messages and their schemas: all that is sent obeys them, and a tree comes back as it was."""

from __future__ import annotations

import json
import typing
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import dtrees as dt
from dtrees.growing import impurity
from dtrees.laws.option_inputs import outputs_data
from dtrees.laws.outputs import each_output
from dtrees.laws.strategies import datasets, learners
from dtrees.oracle import conventions
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.documents import read_tree, tree_of
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.nodes import nested
from dtrees.oracle.protocol.messages import (
    SCHEMAS,
    START,
    STOP,
    complaint_of,
    features_document,
    number_document,
    read_started,
    run_line,
    summary_document,
)
from dtrees.oracle.protocol.program import Program, origin_document
from dtrees.oracle.rounding import number
from dtrees.pruning import cost_complexity as pruning
from dtrees.pruning import scales
from dtrees.pruning import upper_limit as binomial_limit

trials: st.SearchStrategy[tuple[dt.Dataset, dt.Learner]] = datasets().flatmap(
    lambda data: st.tuples(st.just(data), learners(data))
)
OPERATIONS = json.loads((SCHEMAS / "protocol-documents.schema.json").read_text(encoding="utf-8"))["$defs"]["operation"]


def sent(operation: str, **given_documents: Any) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(run_line(1, operation, given_documents))
    return message


def test_every_schema_is_a_schema() -> None:
    paths = sorted(SCHEMAS.glob("protocol-*.schema.json"))
    assert len(paths) == 7
    for path in paths:
        Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


def test_start_and_stop_obey_their_schemas() -> None:
    assert not complaint_of(json.loads(START), "protocol-start.schema.json")
    assert not complaint_of(json.loads(STOP), "protocol-stop.schema.json")
    assert complaint_of(json.loads(START) | {"version": 2}, "protocol-start.schema.json") == "version: 1 was expected"


@given(trials)
def test_every_question_obeys_its_schema(trial: tuple[dt.Dataset, dt.Learner]) -> None:
    data, learner = trial
    origin = origin_document(data, learner)
    tree = {"tree": json.loads(dt.to_json(dt.grow(data, learner)))}
    pruning = {"impurity": origin["learner"]["impurity"], "scale": "count"}
    rows = {"rows": features_document(data.features)}
    folds = {"folds": [0] * len(data)}
    messages = [
        sent("grow", **origin),
        sent("best_split", **origin),
        sent("grow_monotone", **origin, constraints={"x": 1}),
        *(sent("predict_monotone", **source, **rows, constraints={"x": -1}) for source in (origin, tree)),
        sent("gini", summary=summary_document(dt.summarize(data))),
        sent("cross_validate", **origin, **pruning, **folds),
        *(sent("predict", **source, **rows) for source in (origin, tree)),
        *(sent("pruning_sequence", **source, **pruning, ties="together") for source in (origin, tree)),
        *(sent("best_first", **source, impurity="gini", max_leaf_nodes=3) for source in (origin, tree)),
        *(sent("optimal_subtree", **source, **pruning, alpha="3/7") for source in (origin, tree)),
    ]
    assert [complaint_of(message, "protocol-run.schema.json") for message in messages] == [""] * len(messages)


@pytest.mark.parametrize(
    ("operation", "given_documents", "complaint"),
    [
        ("grow", {}, "'data' is a required property"),
        ("predict", {"rows": []}, "is not valid under any of the given schemas"),
        ("gini", {"summary": {"counts": [1]}}, "1 is not of type 'string'"),
        ("pruning_sequence", {"impurity": "gini", "scale": "count"}, "is not valid under any of the given schemas"),
        ("grow_monotone", {"constraints": {"x": 2}}, "'data' is a required property"),
        ("guess", {}, "'guess' is not one of"),
    ],
)
def test_a_question_that_lacks_something_does_not_obey_its_schema(
    operation: str, given_documents: dict[str, Any], complaint: str
) -> None:
    assert complaint in complaint_of(sent(operation, **given_documents), "protocol-run.schema.json")


@given(trials)
def test_data_go_over_without_loss(trial: tuple[dt.Dataset, dt.Learner]) -> None:
    data, learner = trial
    there = json.loads(json.dumps(origin_document(data, learner)))
    for feature, told in zip(data.features, there["data"]["features"], strict=True):
        values = feature.values if isinstance(feature, dt.Numeric) else feature.codes
        assert told.get("values", told.get("codes")) == values.tolist()
    stopping = there["learner"]["stopping"]
    for name in ("min_split", "min_leaf", "min_gain", "min_impurity", "min_risk"):
        assert Fraction(stopping[name]) == getattr(learner.stopping, name)


@given(outputs_data)
def test_several_outputs_go_over_as_one_target_each(given_data: tuple[dt.Dataset]) -> None:
    (data,) = given_data
    for learner in dt.cart(), dt.cart(impurity=dt.MeanImpurity(dt.entropy)):
        said = json.loads(json.dumps(origin_document(data, learner)))
        assert not complaint_of(sent("grow", **said), "protocol-run.schema.json")
        assert said["learner"]["impurity"] == ("mean_entropy" if learner.impurity else "mean_impurity")
        for target, alone in zip(said["data"]["target"]["targets"], each_output(data), strict=True):
            assert target == origin_document(alone, dt.cart())["data"]["target"]
    predicted = dt.predict(dt.grow(data, dt.cart()), data).tolist()
    assert not complaint_of(predicted, "protocol-results.schema.json#/$defs/predict")


def test_a_least_saving_is_said_where_there_is_one() -> None:
    data = dt.classification_data({"x": [1, 2]}, ["a", "b"])
    said = origin_document(data, dt.cart(min_saving=Fraction(1, 3)))
    assert said["learner"]["stopping"]["min_saving"] == "1/3"
    assert not complaint_of(sent("grow", **said), "protocol-run.schema.json")
    assert "min_saving" not in origin_document(data, dt.cart())["learner"]["stopping"]


@given(trials)
def test_a_tree_comes_back_as_it_was(trial: tuple[dt.Dataset, dt.Learner]) -> None:
    data, learner = trial
    tree = dt.grow(data, learner)
    exact = json.loads(dt.to_json(tree))["nodes"]
    nodes = [{"question": node["question"]} if "question" in node else {} for node in exact]
    assert not complaint_of({"nodes": nodes}, "protocol-results.schema.json#/$defs/grow")
    assert read_tree({"nodes": nodes}, data).tree == tree
    assert tree_of(nested(nodes), data, EXACT) == tree


THRESHOLD = {"question": {"ask": "threshold", "feature": "x", "threshold": "1.5"}}


@pytest.mark.parametrize(
    ("nodes", "complaint"),
    [
        ([THRESHOLD, {}], "the 2 nodes are too few"),
        ([THRESHOLD, {}, {}, {}], "4 nodes make more than one tree"),
        ([{"question": {"ask": "threshold", "feature": "z", "threshold": 1}}, {}, {}], "there is no column 'z'"),
        ([{"question": {"ask": "equals", "feature": "x", "category": "a"}}, {}, {}], "holds numbers"),
        ([{"question": {"ask": "threshold", "feature": "sky", "threshold": 1}}, {}, {}], "'sky' holds categories"),
        ([{"value": [1]}], "value: 1 numbers, not 2"),
        ([{"weight": "1" + "0" * 350}], "is no finite float64"),
    ],
)
def test_nodes_that_make_no_tree_of_the_data_are_refused(nodes: list[dict[str, Any]], complaint: str) -> None:
    assert not complaint_of({"nodes": nodes}, "protocol-results.schema.json#/$defs/grow")
    with pytest.raises(dt.InvalidData, match=complaint):
        read_tree({"nodes": nodes}, dt.classification_data({"x": [1, 2], "sky": ["rain", "sun"]}, ["a", "b"]))


@pytest.mark.parametrize("nodes", [[THRESHOLD, {}], [{}, {}]])
def test_nodes_that_make_no_tree_are_refused_without_data(nodes: list[dict[str, Any]]) -> None:
    with pytest.raises(dt.InvalidData, match=r"so many subtrees must follow|make 2 trees, not one"):
        nested(nodes)


def test_a_question_for_less_is_told_as_at_most() -> None:
    """The threshold stays where it is when no row lies on it."""
    data = dt.regression_data({"x": [1, 2]}, [0, 1])
    less = Conventions(comparison="<")
    cuts = [
        read_tree({"nodes": [{"question": {**THRESHOLD["question"], "threshold": cut}}, {}, {}]}, data, less)
        for cut in (1.5, 2)
    ]
    assert [str(cut.tree) for cut in cuts] == [
        str(read_tree({"nodes": [THRESHOLD, {}, {}]}, data).tree),
        str(cuts[1].tree),
    ]
    assert [leaf.summary.weight for leaf in dt.leaves(cuts[1].tree)] == [1, 1]


def test_a_deep_tree_is_read_and_nested() -> None:
    nodes = [*([THRESHOLD, {}] * 5_000), {}]
    data = dt.regression_data({"x": [1.0] * 5_000}, [0.0] * 5_000)
    assert dt.depth(read_tree({"nodes": nodes}, data).tree) == 5_000
    assert len(nested(nodes)["children"]) == 2


def test_far_too_many_nodes_are_refused() -> None:
    """Or a peer could have the judge walk for ever."""
    nodes = [*([THRESHOLD, {}] * 20_000), {}]
    with pytest.raises(dt.InvalidData, match="40001 nodes, where at most 2 make sense"):
        read_tree({"nodes": nodes}, dt.regression_data({"x": [1]}, [0]))


@pytest.mark.parametrize(
    ("exact", "told"),
    [(dt.Exact("3/7"), "3/7"), (0.1, 0.1), (2, "2"), (Fraction(1, 3), "1/3"), (dt.Exact.log2(3), 1.584962500721156)],
)
def test_numbers_go_over_exactly_where_they_are_rational(exact: Any, told: Any) -> None:
    assert number_document(exact) == told
    assert number(told) == (exact if isinstance(told, float | str) and exact != dt.Exact.log2(3) else told)
    assert not complaint_of(told, "protocol-documents.schema.json#/$defs/number")


@pytest.mark.parametrize("text", ["NaN", "inf", "1/0", "0x1", " 1", "1.", "1e99999", "", "1/-2", "½"])
def test_what_is_no_number_is_refused(text: str) -> None:
    assert complaint_of(text, "protocol-documents.schema.json#/$defs/number")


def test_conventions_are_those_of_the_oracle() -> None:
    """Each field, with its choices."""
    schema = json.loads((SCHEMAS / "protocol-started.schema.json").read_text(encoding="utf-8"))
    documents = json.loads((SCHEMAS / "protocol-documents.schema.json").read_text(encoding="utf-8"))["$defs"]
    told = schema["properties"]["conventions"]["properties"]
    types = vars(binomial_limit) | vars(conventions) | vars(impurity) | vars(pruning) | vars(scales)
    hints = typing.get_type_hints(Conventions, types)
    assert told.keys() == {field.name for field in attrs.fields(Conventions)} - {"risk"}  # each question says it
    for name, field in told.items():
        rule = documents[field["$ref"].rsplit("/", 1)[1]] if "$ref" in field else field
        assert tuple(rule.get("enum", ())) == typing.get_args(hints[name])


def test_an_operation_is_a_function_of_a_peer_and_has_a_result() -> None:
    results = json.loads((SCHEMAS / "protocol-results.schema.json").read_text(encoding="utf-8"))["$defs"]
    for operation in OPERATIONS["enum"]:
        assert callable(getattr(Program, operation))
        assert operation in results


def test_an_answer_to_start_names_what_it_can_do() -> None:
    told = {"version": 1, "implementation": {"name": "a", "language": "b", "version": "c"}, "capabilities": []}
    with pytest.raises(NoAnswer, match=r"^capabilities: \[\] should be non-empty"):
        read_started(json.dumps(told))

"""Trees as JSON: nothing is lost, and nothing but a whole tree is read."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtrees import (
    Branch,
    ClassCounts,
    EachCategory,
    Equals,
    InvalidData,
    Leaf,
    Moments,
    OneOf,
    Threshold,
    Tree,
    Unsupported,
    WithSurrogates,
    c45,
    cart,
    datasets,
    from_json,
    grow,
    id3,
    to_json,
)
from dtrees.oracle.protocol.messages import SCHEMAS
from dtrees.trees.summary import total

if TYPE_CHECKING:
    from collections.abc import Sequence

VALIDATOR = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "tree.schema.json").read_text(encoding="utf-8")))

texts = st.text(max_size=4)
numbers = st.floats(allow_nan=False, allow_infinity=False)
categories = st.one_of(texts, st.integers(-5, 5), st.booleans(), numbers)
weights = st.fractions(min_value=0, max_value=10)
questions = st.one_of(
    st.builds(Threshold, texts, numbers),
    st.builds(Equals, texts, categories),
    st.builds(OneOf, texts, st.lists(categories, min_size=1, max_size=3, unique=True)),
    st.builds(EachCategory, texts, st.lists(categories, min_size=1, max_size=3, unique=True)),
)


def of_children(question: Any, children: Sequence[Tree]) -> Branch:
    """Return the branch that holds the rows of its children."""
    return Branch(total(child.summary for child in children), question, children)


def trees(summaries: st.SearchStrategy[Any]) -> st.SearchStrategy[Tree]:
    def extend(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        return st.builds(
            lambda question, pool: of_children(question, [pool[place % len(pool)] for place in range(question.arity)]),
            questions,
            st.lists(children, min_size=1, max_size=3),
        )

    return st.recursive(st.builds(Leaf, summaries), extend, max_leaves=6)


def class_counts(classes: int) -> st.SearchStrategy[ClassCounts]:
    counts = st.lists(weights, min_size=classes, max_size=classes)
    return st.builds(ClassCounts, counts, st.just(tuple(f"class {k}" for k in range(classes))))


any_tree = st.one_of(
    st.integers(1, 3).flatmap(lambda classes: trees(class_counts(classes))),
    trees(st.builds(Moments, weights, st.fractions(max_denominator=99), weights)),
)


@given(any_tree)
def test_reading_what_was_written_gives_the_equal_tree_and_obeys_the_schema(tree: Tree) -> None:
    text = to_json(tree)
    assert from_json(text) == tree
    VALIDATOR.validate(json.loads(text))


@given(st.sampled_from([True, False]), st.sampled_from([1, 1.0, True, "1"]))
def test_kinds_of_category_are_kept_apart(equals: bool, category: Any) -> None:  # noqa: FBT001
    """1, 1.0, true and "1" are four categories to a reader of the JSON, though Python calls three of them equal."""
    question = Equals("x", category) if equals else OneOf("x", (category,))
    tree = Branch(ClassCounts((1, 1)), question, (Leaf(ClassCounts((1, 0))), Leaf(ClassCounts((0, 1)))))
    read = from_json(to_json(tree))
    assert isinstance(read, Branch)
    assert repr(read.question) == repr(question)


@pytest.mark.parametrize("name", ["loan", "iris", "regression", "watermelon3"])
def test_the_textbooks_trees_survive(name: str) -> None:
    data = datasets.load(name)
    for learner in (cart(), *((id3(), c45()) if name != "regression" else ())):
        tree = grow(data, learner)
        assert from_json(to_json(tree)) == tree


def test_extreme_numbers_survive() -> None:
    """Neighbouring floats, subnormals and fractions with long denominators lose nothing."""
    for threshold in (5e-324, 1.7976931348623157e308, math.nextafter(1, 2), -0.1, math.inf, -math.inf, 10**5000):
        summary = Moments(Fraction(0.1), Fraction(1, 3**20_000), Fraction(2**20_000))
        tree = of_children(Threshold("x", threshold), (Leaf(summary), Leaf(summary)))
        assert from_json(to_json(tree)) == tree


def test_categories_of_any_length_and_lone_surrogates_survive() -> None:
    for category in (10**5000, Fraction(10**5000, 3), "\ud800 <>"):
        tree = Branch(
            ClassCounts((1, 1)), Equals("x", category), (Leaf(ClassCounts((1, 0))), Leaf(ClassCounts((0, 1))))
        )
        assert from_json(to_json(tree)) == tree
        to_json(tree).encode()
        assert len(repr(tree)) > 50


def test_a_number_of_20_001_digits_is_refused_when_it_is_written_and_read() -> None:
    with pytest.raises(Unsupported, match="more than 20,000 digits"):
        to_json(Leaf(ClassCounts((10**20_001,))))
    with pytest.raises(InvalidData, match=r"count='7+.*: give a number as text"):
        from_json(to_json(Leaf(ClassCounts((7,)))).replace("7", "7" * 20_001))


def test_a_tree_of_5_000_levels_survives() -> None:
    leaf = Leaf(ClassCounts((1, 0)))
    tree: Tree = leaf
    for level in range(5_000):
        tree = Branch(ClassCounts((level + 2, 0)), Threshold("x", level), (leaf, tree))
    assert from_json(to_json(tree)) == tree


GOOD = to_json(grow(datasets.load("loan"), id3()))


def damaged(change: Any) -> str:
    document = json.loads(GOOD)
    change(document)
    return json.dumps(document)


def _set(*path: Any) -> Any:
    *way, last, value = path

    def change(document: Any) -> None:
        for step in way:
            document = document[step]
        document[last] = value

    return change


DAMAGES = {
    "another format": _set("format", "tree"),
    "a later version": _set("version", 2),
    "a version that is a list": _set("version", []),
    "an unknown key": _set("comment", "hello"),
    "no nodes": _set("nodes", []),
    "nodes that are no list": _set("nodes", {}),
    "a node that is no object": _set("nodes", 0, 7),
    "a node without counts": _set("nodes", 0, {}),
    "an unknown key of a node": _set("nodes", 1, "label", "yes"),
    "counts of another length": _set("nodes", 0, "counts", ["1"]),
    "a count that is a number": _set("nodes", 0, "counts", [9, 6]),
    "a negative count": _set("nodes", 0, "counts", ["-9", "6"]),
    "a count over zero": _set("nodes", 0, "counts", ["9/0", "6"]),
    "a count of a million digits": _set("nodes", 0, "counts", ["9" * 1_000_000, "6"]),
    "a count that is not a number": _set("nodes", 0, "counts", ["nan", "6"]),
    "a leaf that holds more than its parent": _set("nodes", 1, "counts", ["100", "6"]),
    "a child too few": lambda document: document["nodes"].pop(),
    "a child too many": lambda document: document["nodes"].append({"counts": ["1", "1"]}),
    "classes twice": _set("classes", ["yes", "yes"]),
    "classes that are no list": _set("classes", "yes"),
    "a class that is null": _set("classes", ["yes", None]),
    "a question that is no object": _set("nodes", 0, "question", "x <= 3"),
    "an unknown question": _set("nodes", 0, "question", "ask", "guess"),
    "a feature that is no text": _set("nodes", 0, "question", "feature", 3),
    "no categories": _set("nodes", 0, "question", "categories", []),
    "nested categories": _set("nodes", 0, "question", "categories", [["no"], "yes"]),
    "a key of another question": _set("nodes", 0, "question", "threshold", "1"),
    "a threshold that is no number": _set(
        "nodes", 0, "question", {"ask": "threshold", "feature": "x", "threshold": "nan"}
    ),
    "a threshold that is a number": _set("nodes", 0, "question", {"ask": "threshold", "feature": "x", "threshold": 1}),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_json_is_invalid_data(damage: str) -> None:
    with pytest.raises(InvalidData):
        from_json(damaged(DAMAGES[damage]))


A_AND_B = [Leaf(ClassCounts((1, 0), ("a", "b"))), Leaf(ClassCounts((0, 1), ("a", "b")))]


@pytest.mark.parametrize(
    ("root", "complaint"),
    [
        (ClassCounts((1, 2), ("a", "b")), r"node 0: .*\(1, 2\).*, but its children sum to .*\(1, 1\)"),
        (ClassCounts((1, 1), ("b", "a")), "node 0: .*'b', 'a'.*, but its children sum to .*'a', 'b'"),
        (Moments.of([1, 2]), "node 0: Moments.*, but its children sum to ClassCounts"),
    ],
)
def test_a_branch_that_does_not_hold_its_children_s_rows_is_refused_when_it_is_written(
    root: Any, complaint: str
) -> None:
    with pytest.raises(InvalidData, match=complaint):
        to_json(Branch(root, Threshold("x", 0), A_AND_B))


def test_a_branch_where_rows_stay_holds_more_than_its_children() -> None:
    tree = Branch(ClassCounts((2, 2), ("a", "b")), WithSurrogates(Threshold("x", 0), [], None), A_AND_B)
    assert from_json(to_json(tree)) == tree


def test_classes_that_are_no_float_survive() -> None:
    leaf = Leaf(ClassCounts((1, 0), (Fraction(1, 3), 10**5000)))
    assert from_json(to_json(leaf)) == leaf
    assert len(repr(leaf)) > 5000


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '{"nodes": NaN}', GOOD[:-5], "\x00"])
def test_text_that_is_no_tree_is_invalid_data(text: str) -> None:
    with pytest.raises(InvalidData):
        from_json(text)


@given(st.data())
def test_any_json_is_a_tree_or_invalid_data(data: st.DataObject) -> None:
    """Values of every kind put in every place of a good document raise nothing but `InvalidData`."""
    document = json.loads(GOOD)
    place: Any = document
    while isinstance(place, dict | list) and place and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        junk = st.recursive(st.none() | st.booleans() | numbers | texts, lambda inner: st.lists(inner, max_size=2))
        if data.draw(st.booleans()):
            place[key] = data.draw(junk)
        place = place[key]
    try:
        read = from_json(json.dumps(document))
    except InvalidData:
        return
    assert from_json(to_json(read)) == read

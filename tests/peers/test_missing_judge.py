"""The judge of trees, on data that hold missing values: the specification's are right each way, planted ones wrong."""

from __future__ import annotations

import json
import math
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest

from dtrees import Categorical, Dataset, Numeric, Ordinal, cart, classification_data, grow, to_json
from dtrees.data.dataset import MISSING_CODE
from dtrees.growing.candidates import Questions
from dtrees.growing.missing.ways import candidates_of
from dtrees.laws.law import as_text
from dtrees.oracle import Conventions
from dtrees.oracle.cases import Case, as_record, of_record, random_numbers
from dtrees.oracle.documents import read_tree
from dtrees.oracle.examine import examine
from dtrees.oracle.judge import judge_tree
from dtrees.oracle.judge.kinds import is_of_kind
from dtrees.trees.missing_answers import IsMissing, WithMissing
from dtrees.trees.questions import MISSING, EachCategory, OneOf, Threshold
from dtrees.trees.split import answers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SIDED = classification_data({"x": [1, 2, 3, None]}, ["a", "a", "b", "b"], missing="keep")
KNOWN_BELOW = classification_data(
    {"x": [1, 2, 3, 4, None]}, ["a", "a", "a", "b", "c"], weights=[1, 1, 1, 1, 9], missing="keep"
)
LEAF: dict[str, Any] = {}


def gapped(number: int) -> Dataset:
    """Return a small table of classes and weights that holds missing values."""
    options: Any = {"scales": [1.0], "targets": [1.0], "heaviest": 3, "gaps": 1}
    drawn = (random_numbers(np.random.default_rng((number, each)), "classes", **options) for each in range(99))
    return next(data for data in drawn if data.holds_missing)


@pytest.mark.parametrize("way", ["either_side", "category", "fractional", "surrogate"])
def test_the_specification_s_trees_are_canonical_each_way_and_are_read_from_their_json(way: Any) -> None:
    for number in range(8):
        data, learner = gapped(number), cart(missing=way)
        tree = grow(data, learner)
        verdict = judge_tree(read_tree(json.loads(to_json(tree)), data).tree, data, learner)
        assert (verdict.judged, verdict.deviations) == (verdict.canonical, ())


def kinds(data: Dataset, document: Any, **conventions: Any) -> list[str]:
    """Return the kinds of what deviates in *document* as grown with the missing rows at either side."""
    how = Conventions(cut="between", **conventions)
    tree = read_tree(document, data, how).tree
    return [one.kind for one in judge_tree(tree, data, cart(missing="either_side"), conventions=how).deviations]


def test_the_side_of_the_missing_rows_is_judged_by_what_it_gains() -> None:
    for missing, found in ((1, []), (0, ["split", "early leaf"])):
        asked = {"feature": "x", "threshold": 2.5, "missing": missing}
        assert kinds(SIDED, {**asked, "children": [LEAF, LEAF]}) == found
    below = {"feature": "x", "threshold": 1.5, "missing": 1, "children": [LEAF, LEAF]}
    assert kinds(SIDED, below) == ["split", "early leaf"]
    assert kinds(SIDED, {**below, "threshold": 2.9}) == []
    is_missing = {"feature": "x", "missing": 0, "children": [LEAF, LEAF]}
    assert kinds(SIDED, is_missing) == ["split", "early leaf"]


def test_a_threshold_beyond_all_values_asks_whether_one_is_missing() -> None:
    """scikit-learn asks x <= inf, the missing rows on the other side; no cut lies between known values there."""
    data = classification_data({"x": [1, 2, None, None]}, list("aabb"), missing="keep")
    learner = cart(missing="either_side")
    asked = {"feature": "x", "threshold": math.inf, "missing": 1, "children": [LEAF, LEAF]}
    tree = read_tree(asked, data, Conventions()).tree
    assert judge_tree(tree, data, learner, conventions=Conventions(cut="midpoint")).deviations == ()


def test_a_side_for_rows_that_the_node_has_not_is_judged_by_the_convention() -> None:
    """Of the known rows three are below the cut, of weight 3, and one above."""
    for missing in (0, 1):
        inner = {"feature": "x", "threshold": 3.5, "missing": missing, "children": [LEAF, LEAF]}
        document = {"feature": "x", "missing": 0, "children": [LEAF, inner]}
        assert kinds(KNOWN_BELOW, document) == kinds(KNOWN_BELOW, document, direction="more_rows")
        assert kinds(KNOWN_BELOW, document) == (["direction"] if missing else [])
        assert kinds(KNOWN_BELOW, document, direction="any") == []


def test_rows_that_a_question_sends_nowhere_are_divided_and_so_wrong() -> None:
    assert "split" in kinds(SIDED, {"feature": "x", "threshold": 2.5, "children": [LEAF, LEAF]})


@pytest.mark.parametrize("way", ["either_side", "category"])
def test_a_third_child_that_gains_more_than_each_question_that_may_be_asked_is_wrong(way: Any) -> None:
    data = classification_data({"c": ["u", "v", None]}, ["a", "b", "c"], missing="keep")
    asked = {"feature": "c", "category": "u", "missing": 2, "children": [LEAF, LEAF, LEAF]}
    verdict = judge_tree(read_tree(asked, data).tree, data, cart(missing=way))
    assert [one.kind for one in verdict.deviations] == ["split"]


SIZES: Final = ["s", "m", "l"]
COLUMNS: Final[tuple[Any, ...]] = (
    Numeric("c", [1, 2, 3, 3, None]),
    Numeric("c", [1, 1, 1, 1, None]),
    Categorical("c", SIZES, [0, 1, 2, 2, MISSING_CODE]),
    Categorical("c", SIZES, [1, 1, 1, 1, MISSING_CODE]),
    Ordinal("c", SIZES, [0, 1, 2, 2, MISSING_CODE]),
)


def each_question(column: Any) -> Iterator[Any]:
    """Yield questions of every kind about *column*, with the missing rows at each child, at one more, and at none."""
    values = list(dict.fromkeys(one for one in column if one is not None))
    subsets = [some for size in range(1, len(values) + 1) for some in combinations(values, size)]
    binary: Any = (
        [Threshold("c", one) for one in values]
        if isinstance(column, Numeric)
        else [OneOf("c", some) for some in subsets]
    )
    for one in [EachCategory("c", values), *binary]:
        yield from (one, *[WithMissing(one, child) for child in range(one.arity + 1)])
    yield IsMissing("c")


def parting(question: Any, column: Any) -> tuple[Any, ...]:
    """Return how *question* parts the rows, whichever child is the first; rows that go to all children stay apart."""
    answers = answers_of(question, [column])
    return tuple([one if one == MISSING else answers.index(one) for one in answers])


@pytest.mark.parametrize("way", ["either_side", "category", "fractional", "surrogate"])
def test_a_question_is_of_a_learner_s_kind_if_it_parts_the_rows_as_one_of_its_candidates_does(way: Any) -> None:
    asking: list[Any] = ["equals", "subset", *["each"] * (way != "surrogate")]
    for kind, column in product(asking, COLUMNS):
        numbers: Any = "each" if kind == "each" else "midpoint"
        learner = attrs.evolve(cart(missing=way), questions=Questions(numbers=numbers, categories=kind))
        data = classification_data({"c": column}, list("abcab"), missing="keep")
        right = {parting(one.question, column) for one in candidates_of(data, column, learner)}
        asked = [one for one in each_question(column) if len({*parting(one, column)}) > 1]
        assert {one for one in asked if is_of_kind(one, data, learner)} == {
            one for one in asked if parting(one, column) in right
        }


AGREEING = classification_data({"x": [1, 1, 2, 2, 2], "y": [1, 1, 2, 2, 2], "z": [1, 2, 2, 2, 2]}, list("aabbb"))


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        ({"surrogates": 1}, ["surrogates"]),
        ({"otherwise": 0}, ["surrogates"]),
        ({"association": "1/3"}, ["surrogates"]),
        ({"swapped": True}, ["surrogates"]),
        ({"order": -1}, ["surrogates"]),
    ],
)
def test_surrogates_their_order_and_the_child_of_the_others_are_judged(changed: Any, found: list[str]) -> None:
    document = json.loads(to_json(grow(AGREEING, cart(missing="surrogate"))))
    question = document["nodes"][0]["question"]
    assert [one["association"] for one in question["surrogates"]] == ["1", "1/2"]
    question["otherwise"] = changed.get("otherwise", question["otherwise"])
    question["surrogates"] = question["surrogates"][: changed.get("surrogates", 2)][:: changed.get("order", 1)]
    question["surrogates"][-1] |= {name: changed[name] for name in ("association", "swapped") if name in changed}
    verdict = judge_tree(read_tree(document, AGREEING).tree, AGREEING, cart(missing="surrogate"))
    assert [one.kind for one in verdict.deviations] == found


class Sided:
    """An implementation that grows the right tree of `SIDED`, and predicts another class."""

    conventions = Conventions(cut="between", direction="any")

    def grow(self, _data: Any, _learner: Any) -> Any:
        return {"feature": "x", "threshold": 2.5, "missing": 1, "children": [LEAF, LEAF]}

    def predict(self, _tree: Any, rows: Any) -> list[str]:
        return ["a"] * len(rows)


def test_predictions_of_missing_rows_are_those_of_the_child_that_the_tree_names() -> None:
    case = Case(name="sided", data=SIDED, learner=cart(missing="either_side"))
    verdicts = {verdict.check: verdict for verdict in examine(Sided(), case, Sided.conventions)}
    assert verdicts["growth"].deviations == ()
    assert [one.expected for one in verdicts["predictions"].deviations[:2]] == [
        "row 2 (x = 3.0): b",
        "row 3 (x = None): b",
    ]


def test_records_and_pasted_lines_keep_what_is_missing() -> None:
    data = gapped(0)
    assert of_record(json.loads(json.dumps(as_record(data)))).holds_missing
    assert as_text(data).endswith(", missing='keep')")

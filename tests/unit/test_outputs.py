"""Several outputs: one worked example by hand, what each function answers of it, and what is refused."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import jsonschema
import numpy as np
import pytest

import dtrees as dt
from dtrees.oracle.protocol.messages import SCHEMAS
from dtrees.pruning.reduced_error import loss
from dtrees.selection.metrics import mean_loss, row_losses

if TYPE_CHECKING:
    from collections.abc import Callable

VALIDATOR = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "tree.schema.json").read_text(encoding="utf-8")))

X = {"x": [1, 2, 3, 4], "y": [0, 1, 1, 0]}
KIND = dt.Classes(["no", "yes"], [1, 1, 0, 1])
SIZE = dt.Responses([2, 2, 8, 8])
BOTH = dt.regression_data(X, dt.Outputs([KIND, SIZE]))
TREE = dt.grow(BOTH, dt.cart())
ROOT = dt.OutputSummaries([dt.ClassCounts((1, 3), ("no", "yes")), dt.Moments.of([2, 2, 8, 8])])
KINDS, SIZES = dt.classification_data(X, list(KIND)), dt.regression_data(X, list(SIZE))


def test_a_question_gains_the_mean_of_what_it_gains_of_each_output() -> None:
    """By hand: x <= 2.5 leaves size pure, and of kind a half of the Gini index: 1/2 (3/8 - 1/4 + 9)."""
    root: Any = TREE
    assert (root.question, root.summary) == (dt.Threshold("x", 2.5), ROOT)
    gains = {split.question: split.gain for split in dt.scored_splits(BOTH, dt.cart())}
    assert gains[root.question] == dt.Exact(Fraction(73, 16))
    assert dt.MeanImpurity()(ROOT) == dt.Exact(Fraction(75, 16))
    apart = [{one.question: one.gain for one in dt.scored_splits(data, dt.cart())} for data in (KINDS, SIZES)]
    assert gains == {question: (apart[0][question] + apart[1][question]) / 2 for question in gains}


def test_another_impurity_is_taken_of_each_output() -> None:
    twice = dt.regression_data(X, dt.Outputs([KIND, KIND]))
    learner = dt.cart(impurity=dt.MeanImpurity(dt.entropy))
    mine, theirs = dt.scored_splits(twice, learner), dt.scored_splits(KINDS, dt.cart(impurity=dt.entropy))
    assert [(one.question, one.gain) for one in mine] == [(one.question, one.gain) for one in theirs]
    assert dt.MeanImpurity("entropy") == learner.impurity  # type: ignore[arg-type]  # by its name


def test_kept_responses_may_be_an_output() -> None:
    data = dt.regression_data(X, dt.Outputs([dt.KeptResponses("median", [0, 1, 1, 9]), KIND]))
    tree: Any = dt.grow(data, dt.cart(max_depth=0))
    assert (tree.summary.prediction, dt.MeanImpurity()(tree.summary)) == ((1.0, "yes"), dt.Exact("21/16"))
    assert dt.from_json(dt.to_json(tree)) == tree


@pytest.mark.parametrize(("output", "alone"), [(0, KINDS), (1, SIZES)])
def test_equal_outputs_grow_the_tree_of_one_and_prune_it_alike(output: int, alone: dt.Dataset) -> None:
    tree = dt.grow(alone, dt.cart())
    twice = dt.grow(dt.regression_data(X, dt.Outputs([alone.target] * 3)), dt.cart())
    assert dt.output_of(twice, 2) == tree
    pruned = [(one.alpha, dt.output_of(one.tree, 0)) for one in dt.pruning_sequence(twice)]
    assert pruned == [(one.alpha, one.tree) for one in dt.pruning_sequence(tree)]
    found, expected = (
        dt.cross_validate(data, dt.cart(), dt.plain_folds(4, 2))
        for data in (dt.regression_data(X, dt.Outputs([alone.target] * 2)), alone)
    )
    assert [(row.alpha, row.error) for row in found.rows] == [(row.alpha, row.error) for row in expected.rows]
    assert dt.output_of(TREE, output).summary == dt.summarize(alone)


def test_a_loss_is_the_mean_of_the_outputs_losses() -> None:
    stump = dt.optimal_subtree(TREE, 1)
    assert [leaf.summary.prediction for leaf in dt.leaves(stump)] == [("yes", 2.0), ("no", 8.0)]
    assert row_losses(stump, BOTH) == [0, 0, 0, Fraction(1, 2)]
    other = dt.regression_data({"x": [1, 4]}, dt.Outputs([dt.Classes(["no", "yes"], [0, 0]), dt.Responses([5, 5])]))
    assert row_losses(stump, other) == [5, Fraction(9, 2)]
    assert mean_loss(stump, other) == dt.Exact(Fraction(19, 4))
    assert loss(ROOT, dt.summarize(other)) == dt.Exact(1)
    assert dt.select_by_holdout(dt.pruning_sequence(TREE), BOTH).tree == TREE


def test_a_prediction_is_a_row_of_what_each_output_predicts() -> None:
    rows = {"x": [1, 3, 4], "y": [0, 1, 0]}
    assert dt.predict(TREE, rows).tolist() == [["yes", 2.0], ["no", 8.0], ["yes", 8.0]]
    numbers = dt.grow(dt.regression_data(X, dt.Outputs([SIZE, dt.Responses([1, 2, 3, 4])])), dt.cart())
    assert dt.predict(numbers, rows).dtype == np.float64
    assert dt.predict(numbers, rows).tolist() == [[2, 1], [8, 3], [8, 4]]
    assert dt.predict_proba(dt.output_of(TREE, 0), rows).tolist() == [[0, 1], [1, 0], [0, 1]]
    with pytest.raises(dt.InvalidData, match="take one by output_of"):
        dt.predict_proba(TREE, rows)


def test_a_row_that_a_missing_value_divides_mixes_each_output() -> None:
    stump = dt.optimal_subtree(TREE, 1)
    assert dt.predict(stump, {"x": [None]}, missing="keep").tolist() == [["yes", 5.0]]


def test_the_trees_of_a_forest_vote_on_each_output() -> None:
    """As they do where each output is alone: of the first row two trees say "no" by a bare majority, one "yes"."""
    kind = dt.Classes(["no", "yes"], [0, 0, 1, 1, 1])
    data = dt.regression_data({"x": [1, 1, 1, 2, 2]}, dt.Outputs([kind, dt.Responses([0, 1, 2, 3, 4])]))
    counts = [[0, 2, 1, 1, 1], [0, 3, 2, 1, 1], [0, 0, 3, 1, 1]]
    for by in "votes", "shares":
        found, *alone = (
            dt.out_of_bag([dt.grow(dt.in_bag(one, bag), dt.cart()) for bag in counts], one, counts, by=by)[0]
            for one in (data, *[attrs.evolve(data, target=target) for target in data.target.targets])  # type: ignore[union-attr]
        )
        assert found
        assert found.prediction == tuple(one.prediction for one in alone if one)
        assert found.prediction[0] == ("no" if by == "votes" else "yes")  # type: ignore[index]


def test_missing_values_and_the_table_of_alphas_know_outputs() -> None:
    data = dt.regression_data({"x": [1, 2, None, 4], "y": [0, 1, 1, 0]}, dt.Outputs([KIND, SIZE]), missing="keep")
    for way in "fractional", "either_side", "category", "surrogate":
        assert dt.grow(data, dt.cart(missing=way)).summary == ROOT
    rows = dt.cp_table(dt.cross_validate(BOTH, dt.cart(), dt.plain_folds(4, 2)))
    assert [(row.splits, row.relative_error) for row in rows] == [(0, 1.0), (1, 2 / 75), (2, 0.0)]


def test_the_text_shows_each_output() -> None:
    assert str(dt.optimal_subtree(TREE, 1)) == (
        "yes, 5   [4 rows]  mean impurity 4.69\n"
        "├── x <= 2.5: yes, 2   [2 rows]  mean impurity 0\n"
        "└── x > 2.5: no, 8   [2 rows]  mean impurity 0.25"
    )
    assert str(BOTH).splitlines()[:2] == ["x  y  output 0  output 1", "1  0  yes       2"]


def test_json_loses_nothing_and_obeys_the_schema() -> None:
    text = dt.to_json(TREE)
    assert dt.from_json(text) == TREE
    VALIDATOR.validate(json.loads(text))
    nested = text.replace('{"weight"', '{"parts"', 1)
    with pytest.raises(dt.InvalidData, match=r"node 0: the keys of part=.*: give weight, total, squares"):
        dt.from_json(nested)
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(json.loads(nested))


@pytest.mark.parametrize("again", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])  # noqa: S301 (ours)
def test_outputs_are_values(again: Callable[[Any], Any]) -> None:
    for value in (BOTH, BOTH.target, TREE, ROOT):
        assert again(value) == value
        assert hash(again(value)) == hash(value)
    assert repr(BOTH.target) == f"Outputs(({KIND!r}, {SIZE!r}))"
    assert not BOTH.target.missing.any()  # type: ignore[union-attr]
    assert BOTH.take([2, 0]).target == dt.Outputs([KIND.take([2, 0]), SIZE.take([2, 0])])


def test_rows_of_weight_0_are_left_out_of_each_output() -> None:
    data = dt.regression_data(X, dt.Outputs([KIND, SIZE]), weights=[1, 0, 2, 0])
    assert list(data.target) == [("yes", 2), ("no", 8)]
    assert dt.summarize(data).weight == 3


def test_the_fast_road_answers_the_same() -> None:
    """By the book: of several outputs nothing is quicker."""
    fast, folds = dt.vectorized, dt.plain_folds(4, 2)
    assert fast.grow(BOTH, dt.cart()) == TREE
    sequence = fast.pruning_sequence(TREE)
    assert list(sequence) == list(dt.pruning_sequence(TREE))
    assert fast.cross_validate(BOTH, dt.cart(), folds).rows == dt.cross_validate(BOTH, dt.cart(), folds).rows
    assert fast.select_by_holdout(sequence, BOTH) == dt.select_by_holdout(sequence, BOTH)
    assert fast.reduced_error_prune(TREE, BOTH) == dt.reduced_error_prune(TREE, BOTH)
    assert fast.predict(TREE, BOTH).tolist() == dt.predict(TREE, BOTH).tolist()
    assert fast.importances(TREE, ["x", "y"]) == dt.importances(TREE, ["x", "y"])


REFUSED: dict[str, Callable[[], object]] = {
    "the outputs' rows: none": lambda: dt.Outputs([]),
    "the outputs' rows: 4, 1": lambda: dt.Outputs([KIND, dt.Responses([1])]),
    "an output is itself several outputs": lambda: dt.Outputs([BOTH.target, KIND]),
    "the summary of an output is itself of several": lambda: dt.OutputSummaries([ROOT]),
    "the outputs' weights: {4, 5}": lambda: dt.OutputSummaries([dt.ClassCounts((4,)), dt.ClassCounts((5,))]),
    "the outputs' weights: none": lambda: dt.OutputSummaries([]),
    "has no one mean": lambda: dt.grow(BOTH, dt.cart(impurity=dt.squared_error)),
    "no one mean: take": lambda: dt.vectorized.grow(BOTH, dt.cart(impurity=dt.squared_error)),
    "no one column of numbers": lambda: BOTH.target.values,  # type: ignore[union-attr]
    "gini does not measure": lambda: dt.grow(BOTH, dt.cart(impurity=dt.gini)),
    "draw one of them, output_of": lambda: dt.plot(TREE),
    "is not drawn": lambda: dt.to_dot(TREE),
    "several outputs is not drawn": lambda: dt.to_html(dt.pruning_sequence(TREE)),
    "output=2: give a number below 2": lambda: dt.output_of(TREE, 2),
    "the root's summary=": lambda: dt.output_of(dt.grow(SIZES, dt.cart()), 0),
    "the outputs=2: give a tuple of 2": lambda: mean_loss(TREE, SIZES),
    "y=('yes', 2): give a finite number": lambda: mean_loss(dt.grow(SIZES, dt.cart()), BOTH),
    "different kinds: give classes": lambda: mean_loss(TREE, KINDS),
    "rows=Moments": lambda: dt.reduced_error_prune(TREE, SIZES),
    "have targets of different": lambda: dt.vectorized.reduced_error_prune(dt.grow(SIZES, dt.cart()), BOTH),
    "the outputs=('yes',): give a tuple of 2": lambda: ROOT.loss(("yes",)),
    "summary=Moments": lambda: dt.MeanImpurity()(dt.Moments.of([1])),  # type: ignore[arg-type]
    "several outputs are not counted": lambda: dt.vectorized.distinct_rows([BOTH]),
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_is_refused_says_why(said: str) -> None:
    with pytest.raises(dt.DtreesError) as error:
        REFUSED[said]()
    assert said in str(error.value)

"""Implementations that take little are probed and judged with what they take, and what was not judged is said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from quality.plain.adapter import Plain, plain
from quality.planted_plain import planted

import dtrees as dt
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.laws import conformance
from dtrees.oracle.laws.probes import infer_conventions
from dtrees.oracle.laws.supported import Supported, supported_by
from dtrees.oracle.laws.translator import Translator

LIMITED: dict[str, Supported] = {
    "entropy only": Supported(impurities=(dt.entropy,), targets=("classes",)),
    "one that insists on its gate": Supported(
        impurities=(dt.entropy,), scores=("gain_ratio",), gates=("at_least",), targets=("classes",)
    ),
    "numbers only": Supported(numbers=("midpoint",), categories=()),
    "without weights": Supported(weights=False),
}
GROWTH = ("stopping_rule_is_obeyed", "gated_branches_ask_optimal_questions", "leaves_partition_the_training_rows")
EACH = pytest.mark.parametrize("name", LIMITED)


class Limited(Plain):
    """The plain implementation, which refuses what is not supported."""

    def __init__(self, supported: Supported, code: Any = None) -> None:
        super().__init__(code or plain().code)
        self.taken = supported

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        self.taken.require(data, learner)
        return super().grow(data, learner)


@EACH
def test_what_it_takes_is_found_by_asking(name: str) -> None:
    found = supported_by(Limited(LIMITED[name]).grow)
    stated = LIMITED[name]
    assert set(stated.gates) == set(found.gates)
    assert (stated.weights, stated.targets, stated.numbers) == (found.weights, found.targets, found.numbers)
    assert set(stated.categories) == set(found.categories)
    assert set(found.impurities) - {dt.squared_error} == set(stated.impurities) - {dt.squared_error}


@EACH
def test_its_conventions_are_found_and_it_is_judged(name: str) -> None:
    inferred = infer_conventions(SimpleNamespace(grow=Limited(LIMITED[name]).grow))
    assert inferred.unexplained == ()
    assert {"ties", "zero_gain", "gate"} & {*inferred.undecided} == set()
    assert inferred.conventions.gate == "parting"
    found = conformance(Limited(LIMITED[name]), laws=GROWTH, examples=10)
    assert found.conforms
    assert {"stopping_rule_is_obeyed", "leaves_partition_the_training_rows"} <= {*found.named("holds")}


def test_one_that_takes_responses_alone_is_probed_by_responses() -> None:
    """So that its precision and cuts are found, not granted."""
    alone = Limited(Supported(targets=("numbers",)))
    asked = SimpleNamespace(grow=alone.grow, predict=alone.predict, capabilities=("grow", "predict"))
    inferred = infer_conventions(asked)
    assert inferred.unexplained == ()
    found = attrs.asdict(inferred.conventions)
    expected = {"precision": "exact", "cut": "asked", "comparison": "<=", "zero_gain": "asked", "repeats": "same"}
    assert {name: found[name] for name in expected} == expected


def test_one_that_insists_on_its_gate_is_judged_behind_it() -> None:
    insists = Limited(LIMITED["one that insists on its gate"])
    [found] = conformance(insists, laws=["gated_branches_ask_optimal_questions"], examples=10).results
    assert (found.outcome, found.judged) == ("holds", 10)


def test_what_was_judged_excused_and_never_asked_is_said_for_each_function() -> None:
    found = conformance(Limited(LIMITED["numbers only"]), laws=[*GROWTH, "canonical_pick_is_first"], examples=10)
    [coverage] = [one for one in found.coverage if one.function == "grow"]
    assert (coverage.judged, coverage.laws) == (30, 3)
    assert coverage.unasked == {"it presumes that the canonical split is made": 1}
    assert "grow: 30 answers judged by 3 laws" in str(found)


def test_an_implementation_of_which_nothing_was_judged_fails() -> None:
    def refuse(data: dt.Dataset, learner: dt.Learner) -> Any:
        message = "it takes nothing"
        raise dt.Unsupported(message)

    found = conformance(SimpleNamespace(grow=refuse), laws=GROWTH[:1], examples=5)
    assert not found.conforms
    assert "never judged: grow" in str(found)
    assert "it takes nothing" in str(found)


class OwnAlone(Plain):
    """It reads only trees as it writes them itself; what it predicts by a leaf of two rows may be wrong."""

    def predict(self, tree: Any, data: Any, *, unseen: str = "stop", seed: Any = None) -> Any:
        return self.code.predict(tree, self.rows(data), self._unseen(unseen))


class Latest(OwnAlone):
    """It predicts by the tree that it grew last."""

    latest: Any = None

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        self.latest = super().grow(data, learner)
        return self.latest

    def predict(self, tree: Any, data: Any, *, unseen: str = "stop", seed: Any = None) -> Any:
        return super().predict(self.latest, data, unseen=unseen)


STUMP_DATA: Final = dt.classification_data({"x": [0, 1]}, ["a", "b"])

OWN = ("rows_end_where_the_answers_lead", "leaf_mean_optimal")


@pytest.mark.parametrize("made", [OwnAlone, Latest])
def test_a_predict_that_takes_only_its_own_trees_is_judged_by_them_and_the_rest_is_excused(made: Any) -> None:
    limited = made(plain().code)
    limited.capabilities = ("grow", "predict")
    found = conformance(limited, laws=OWN, examples=10)
    assert [result.outcome for result in found.results] == ["holds", "not applicable"]
    [predict] = [one for one in found.coverage if one.function == "predict"]
    assert predict.judged == 10
    assert "predict takes only trees that it grew" in str(predict)


PRUNING: Final[dict[str, tuple[Any, ...]]] = {
    "weakest_links": (), "count_pruned_subtrees": (), "pessimistic_prune": (), "reduced_error_prune": (STUMP_DATA,),
}  # fmt: skip
"""Functions of a tree, each with what else it is given."""


@pytest.mark.parametrize("name", PRUNING)
def test_a_function_that_takes_only_its_own_trees_is_asked_of_no_other(name: str) -> None:
    """Only that is known of them where it fails at any other and not at its own."""

    def asked(tree: Any, *given: Any, **options: Any) -> Any:
        return getattr(dt, name)(tree["own"], *given, **options)

    alone = SimpleNamespace(grow=lambda data, learner: {"own": dt.grow(data, learner)}, **{name: asked})
    with pytest.raises(dt.Unsupported, match=f"{name} takes only trees that it grew"):
        Translator(alone, EXACT).call(name, dt.grow(STUMP_DATA, dt.cart()), *PRUNING[name])


@pytest.mark.parametrize(
    "is_taken",
    [
        lambda data: isinstance(data.features[0], dt.Categorical),
        lambda data: isinstance(data.target, dt.Responses),
    ],
    ids=["texts", "responses"],
)
def test_one_of_texts_or_responses_alone_is_asked_of_no_other_tree(is_taken: Any) -> None:
    def grow(data: dt.Dataset, learner: dt.Learner) -> Any:
        if not is_taken(data):
            raise dt.Unsupported
        return {"own": dt.grow(data, learner)}

    alone = SimpleNamespace(grow=grow, predict=lambda tree, data: dt.predict(tree["own"], data))
    with pytest.raises(dt.Unsupported, match="predict takes only trees that it grew"):
        Translator(alone, EXACT).call("predict", dt.grow(STUMP_DATA, dt.cart()), {"x": [0]})


def test_no_law_about_an_option_holds_of_a_function_without_it() -> None:
    law = "unseen_categories_go_to_the_largest_child"
    plainly = SimpleNamespace(grow=dt.grow, predict=lambda tree, rows: dt.predict(tree, data=rows))
    fully = SimpleNamespace(grow=dt.grow, predict=dt.predict)
    outcomes = [conformance(one, laws=[law], examples=5).results[0].outcome for one in (plainly, fully)]
    assert outcomes == ["not applicable", "holds"]


def test_wrong_predictions_by_its_own_trees_are_found_where_no_others_are_taken() -> None:
    wrong = OwnAlone(planted("a_small_leaf_predicts_the_first_class").code)
    [result] = conformance(wrong, laws=OWN[:1], examples=30, shrink=False).results
    assert result.outcome == "broken"


def test_what_inference_cannot_explain_fails_the_verdict() -> None:
    def first_question(data: dt.Dataset, learner: dt.Learner) -> Any:
        return next(iter(dt.scored_splits(data, learner)), None)

    found = conformance(SimpleNamespace(best_split=first_question), laws=["children_add_up"], examples=5)
    assert found.named("broken") == ()
    assert not found.conforms
    assert "no convention explains: ties, repeats: it asks Threshold" in str(found)


def test_one_exception_that_breaks_several_laws_is_told_once_with_its_file_and_line() -> None:
    def fail(data: dt.Dataset, learner: dt.Learner) -> Any:
        message = "out of order"
        raise RuntimeError(message)

    crashing = SimpleNamespace(grow=fail, conventions=plain().conventions)
    text = str(conformance(crashing, laws=GROWTH, examples=5, shrink=False))
    assert text.count("RuntimeError: out of order") == 1
    assert "test_limited.py:" in text
    assert "The same cause, grow gives no answer, RuntimeError, breaks " in text


def test_require_names_the_column_or_the_option() -> None:
    data = dt.classification_data({"x": [1, 2]}, ["a", "b"], weights=[1, 2])
    for supported, said in (
        (Supported(numbers=()), "the column 'x' holds numbers"),
        (Supported(weights=False), "no weights but 1"),
        (Supported(impurities=(dt.entropy,)), "impurity=None is not among entropy"),
        (Supported(targets=("numbers",)), "the target holds classes"),
        (Supported(gainless=False), "no questions that gain nothing"),
    ):
        with pytest.raises(dt.Unsupported, match=said):
            supported.require(data, dt.cart())
    with pytest.raises(dt.Unsupported, match="it has no limit min_leaf"):
        Supported(limits=("max_depth",)).require(data, dt.cart(min_leaf=2))
    with pytest.raises(dt.Unsupported, match="a depth below 1 cannot be asked for"):
        Supported(least_depth=1).require(data, dt.cart(max_depth=0))


def test_limits_that_count_rows_are_asked_of_rows_without_weights() -> None:
    data, counting = dt.classification_data({"x": [1, 2]}, ["a", "b"], weights=[1, 2]), Supported(counted=True)
    counting.require(data, dt.cart())
    with pytest.raises(dt.Unsupported, match="limits count rows, not weights"):
        counting.require(data, dt.cart(min_leaf=1))
    counting.require(counting.unweighted(data, dt.cart(min_leaf=1)), dt.cart(min_leaf=1))

"""Conventions are found by probing: those of right variants, of the specification, and of scikit-learn."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from conformance.third_party import FloatCart
from conformance.variants import VARIANTS

import dtrees as dt
from dtrees.oracle.cases import Case
from dtrees.oracle.conventions import EXACT, UNKNOWN, Conventions
from dtrees.oracle.examine import examine
from dtrees.oracle.laws.probes import Inferred, infer_conventions, inferred
from dtrees.peers.scikit_learn import CONVENTIONS, ScikitLearn


@pytest.mark.parametrize("name", VARIANTS)
def test_conventions_of_a_variant_are_found(name: str) -> None:
    implementation, conventions = VARIANTS[name]
    found = infer_conventions(implementation)
    assert found.conventions == Conventions(**conventions)
    assert (found.undecided, found.unexplained) == ((), ())


def test_declared_conventions_are_not_probed() -> None:
    declared = Conventions(ties="last")
    assert inferred(SimpleNamespace(grow=dt.grow, conventions=declared)) == Inferred(declared, (), ())


def test_conventions_of_a_third_party_in_floats_are_found() -> None:
    found = infer_conventions(FloatCart())
    assert (found.conventions.arithmetic, found.conventions.cut) == ("float64", "midpoint")
    assert (found.conventions.scale, found.undecided, found.unexplained) == ("count", (), ())


class OwnTrees:
    """It prunes the trees that it grew alone, documents, and its functions take neither an impurity nor a scale."""

    def __init__(self, scale: Any, validation_scale: Any, risk: Any, ties: Any) -> None:
        self.scale, self.validation_scale, self.risk, self.ties = scale, validation_scale, risk, ties

    def risk_of(self, summary: Any) -> Any:
        return self.risk if isinstance(summary, dt.ClassCounts) else None

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        return document(dt.grow(data, learner))

    def pruning_sequence(self, tree: Any) -> Any:
        own = dt.from_json(json.dumps(tree))
        members = dt.pruning_sequence(own, impurity=self.risk_of(own.summary), scale=self.scale, ties=self.ties)
        return [(float(member.alpha), document(member.tree)) for member in members]

    def optimal_subtree(self, tree: Any, alpha: Any) -> Any:
        own = dt.from_json(json.dumps(tree))
        return document(dt.optimal_subtree(own, alpha, impurity=self.risk_of(own.summary), scale=self.scale))

    def cross_validate(self, data: dt.Dataset, learner: dt.Learner, folds: Any) -> Any:
        impurity = self.risk_of(dt.summarize(data))
        rows = dt.cross_validate(data, learner, folds, impurity=impurity, scale=self.validation_scale).rows
        return [{"alpha": float(row.alpha), "tree": document(row.tree), "error": float(row.error)} for row in rows]


def keeping(tree: dt.Tree, validation: dt.Dataset) -> dt.Tree:
    return dt.reduced_error_prune(tree, validation, ties="keep")


def test_a_branch_that_loses_as_much_as_a_leaf_may_be_kept() -> None:
    implementation = SimpleNamespace(grow=dt.grow, reduced_error_prune=keeping)
    found = infer_conventions(implementation)
    assert found.conventions == Conventions(equal_losses="keep")
    data = dt.classification_data({"x": [0, 1, 1, 1, 1, 1]}, list("abbbbb"))  # every second row validates
    case = Case(name="tie", data=data, learner=dt.cart())
    deviating = [
        sum(verdict.deviating for verdict in examine(implementation, case, conventions))
        for conventions in (found.conventions, EXACT)
    ]
    assert deviating == [0, 1]


def document(tree: dt.Tree) -> Any:
    return json.loads(dt.to_json(tree))


OWN_TREES: dict[str, tuple[OwnTrees, dict[str, Any]]] = {
    "all the specification's": (OwnTrees("count", "count", None, "together"), {}),
    "alphas per case": (OwnTrees("proportion", "proportion", None, "together"), {"scale": "proportion"}),
    "per case in validating": (OwnTrees("count", "proportion", None, "together"), {"validation_scale": "proportion"}),
    "shares of the root's errors": (
        OwnTrees("root", "proportion", dt.misclassification, "together"),
        {"scale": "root", "validation_scale": "proportion", "risk": dt.misclassification},
    ),
    "entropies, a link a row": (
        OwnTrees("count", "count", dt.entropy, "one_at_a_time"),
        {"risk": dt.entropy, "links": "one_at_a_time", "first": "largest"},
    ),
}


@pytest.mark.parametrize("name", OWN_TREES)
def test_how_it_prunes_is_found_where_it_prunes_its_own_trees_alone(name: str) -> None:
    implementation, conventions = OWN_TREES[name]
    found = infer_conventions(implementation)
    assert found.conventions == Conventions(arithmetic="float64", **conventions)
    assert (found.undecided, found.unexplained) == ((), ())


@pytest.mark.parametrize("name", OWN_TREES)
def test_what_prunes_its_own_trees_alone_is_judged_by_how_it_prunes(name: str) -> None:
    implementation, conventions = OWN_TREES[name]
    data = dt.datasets.load("watermelon2")
    case = Case(name="watermelon2", data=data, learner=dt.cart(), folds=tuple(row % 3 for row in range(len(data))))
    judged: dict[str, int] = {}
    for verdict in examine(implementation, case, Conventions(arithmetic="float64", **conventions)):
        judged[verdict.check] = judged.get(verdict.check, 0) + verdict.judged
        assert verdict.deviations == ()
    assert {"path", "pruned", "cross-validation"} <= {check for check, many in judged.items() if many}


def test_conventions_of_scikit_learn_are_those_that_the_judge_grants() -> None:
    found = infer_conventions(SimpleNamespace(grow=ScikitLearn().grow))
    for field in ("precision", "smallest_gap", "comparison", "cut", "arithmetic", "ties", "zero_gain"):
        assert getattr(found.conventions, field) == getattr(CONVENTIONS, field)
    assert (found.undecided, found.unexplained) == ((), ())


def test_what_no_probe_decides_is_presumed_of_nobody() -> None:
    def refuse(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        message = "nothing"
        raise dt.Unsupported(message)

    found = infer_conventions(SimpleNamespace(grow=refuse))
    assert (found.conventions.ties, found.conventions.cut) == (UNKNOWN.ties, UNKNOWN.cut)
    assert {"ties", "cut", "precision"} <= set(found.undecided)


def test_functions_that_are_not_offered_keep_the_conventions_of_the_specification() -> None:
    assert infer_conventions(SimpleNamespace(gini=dt.gini)).conventions == EXACT


def test_what_no_convention_explains_is_told() -> None:
    def first_question(data: dt.Dataset, learner: dt.Learner) -> Any:
        return next(iter(dt.scored_splits(data, learner)), None)

    told = infer_conventions(SimpleNamespace(best_split=first_question)).unexplained
    assert any(
        note.startswith("ties, repeats: it asks Threshold(feature='x', threshold=0.5), which is none") for note in told
    )
    assert any(note.startswith("split at path []: expected ") for note in told)


def test_a_gap_that_is_relative_is_told() -> None:
    def choose(data: dt.Dataset, learner: dt.Learner) -> Any:
        return next((s for s in dt.admissible_splits(data, learner) if wide(s.question, data)), None)

    def wide(question: Any, data: dt.Dataset) -> bool:
        values = data.feature(question.feature).values  # type: ignore[union-attr]  # only numbers come here
        low, high = values[values <= question.threshold].max(), values[values > question.threshold].min()
        return bool(high > low + 1e-3 * max(1.0, abs(low) * 1e3))

    told = infer_conventions(SimpleNamespace(best_split=choose)).unexplained
    assert any("does not explain whether" in note for note in told)

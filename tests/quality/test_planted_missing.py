"""Small wrong ways of taking missing values, each caught by the laws that are named beside it, and by a vector.

The oracle does not ask an implementation for these laws, so that they are asked here alone.
"""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np
import pytest

import dtrees as dt
from dtrees.laws import LAWS, SPECIFICATION
from dtrees.laws.check import check
from dtrees.oracle.vectors import checking
from dtrees.oracle.vectors.writing import FORMATS
from dtrees.trees.split import answers_of, route


def unweighted(data: dt.Dataset, question: Any) -> tuple[dt.Dataset, ...]:
    """Divide rows among the children evenly."""
    return route(data, question, [dt.ClassCounts([1])] * question.arity)


def whole(data: dt.Dataset, question: Any) -> tuple[dt.Dataset, ...]:
    """Send rows to each child undivided."""
    missing = data.feature(question.feature).missing
    answers = np.array(answers_of(question, data.features))
    return tuple(data.take(np.flatnonzero(missing | (answers == child))) for child in range(question.arity))


def left_out(data: dt.Dataset, question: Any) -> tuple[dt.Dataset, ...]:
    """Send rows to no child."""
    return dt.split(data.take(np.flatnonzero(~data.feature(question.feature).missing)), question)


def taken(**changes: Any) -> Any:
    """Return a function that grows by another convention of missing values."""

    def grow(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        changed = attrs.evolve(learner.missing, **changes) if learner.missing.way != "refuse" else learner.missing
        return dt.grow(data, attrs.evolve(learner, missing=changed))

    return grow


def counted(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Grow on rows of weight 1, whatever they weigh."""
    return dt.grow(attrs.evolve(data, weights=np.ones(len(data))), learner)


def filled(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Grow on columns in which the first row's value stands for what is missing."""

    def fill(feature: Any) -> Any:
        if isinstance(feature, dt.Categorical):
            return attrs.evolve(feature, codes=np.where(feature.missing, feature.codes[0], feature.codes))
        pairs = zip(feature.missing, feature.values, strict=True)
        values = [feature.values[0] if gone else value for gone, value in pairs]
        return attrs.evolve(feature, values=values)

    return dt.grow(attrs.evolve(data, features=tuple(map(fill, data.features))), learner)


def choosy(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Grow with a limit where missing values are taken."""
    limits = dt.Stopping(zero_gain="stop") if learner.missing.way != "refuse" else learner.stopping
    return dt.grow(data, attrs.evolve(learner, stopping=limits))


def unranked(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Grow with surrogates in the order of the features from the last."""
    tree = dt.grow(data, learner)
    if not isinstance(tree, dt.Branch) or not isinstance(tree.question, dt.WithSurrogates):
        return tree
    question = attrs.evolve(tree.question, surrogates=tree.question.surrogates[::-1])
    return dt.Branch(tree.summary, question, tree.children)


def to_the_larger(tree: dt.Tree, data: dt.Dataset) -> Any:
    """Predict with missing values in the larger child."""

    def branch(node: dt.Branch, children: tuple[dt.Tree, ...]) -> dt.Tree:
        weights = [child.summary.weight for child in node.children]
        inner = getattr(node.question, "question", node.question)
        plain = inner if isinstance(node.question, dt.WithMissing | dt.WithSurrogates) else node.question
        if isinstance(plain, dt.IsMissing) or node.question.arity > plain.arity:
            return dt.Branch(node.summary, node.question, children)
        return dt.Branch(node.summary, dt.WithMissing(plain, weights.index(max(weights))), children)

    return dt.fold(tree, lambda leaf: leaf, branch)


BUGS: Final[dict[str, tuple[tuple[str, ...], dict[str, Any]]]] = {
    "divided evenly": (("divided_rows_add_up", "divided_rows_gain_less"), {"split": unweighted}),
    "not divided": (("divided_rows_add_up",), {"split": whole}),
    "left out": (("divided_rows_add_up", "divided_rows_gain_less"), {"split": left_out}),
    "filled by a neighbour": (
        ("row_order_never_matters_to_missing_values", "missing_category_is_one_more"), {"grow": filled},
    ),
    "rows counted": (("whole_weights_repeat_rows_of_missing_values",), {"grow": counted}),
    "limits of its own": (("no_missing_value_no_difference",), {"grow": choosy}),
    "either side for a category": (("missing_category_is_one_more",), {"grow": taken(way="either_side")}),
    "none stays": (("surrogates_predict_the_child",), {"grow": taken(unanswered="larger")}),
    "all stay": (("surrogates_predict_the_child",), {"grow": taken(unanswered="stay")}),
    "one surrogate": (("surrogates_predict_the_child",), {"grow": taken(most_surrogates=1)}),
    "surrogates by all rows": (("surrogates_predict_the_child",), {"grow": taken(agreement="first")}),
    "surrogates unranked": (("surrogates_predict_the_child",), {"grow": unranked}),
    "predicted by the larger child": (
        ("predictions_are_mixed_by_shares",),
        {
            "predict": lambda tree, data: dt.predict(to_the_larger(tree, data), data),
            "predict_proba": lambda tree, data: dt.predict_proba(to_the_larger(tree, data), data),
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BUGS)
def test_each_law_named_catches_the_bug(name: str) -> None:
    laws, functions = BUGS[name]
    system = attrs.evolve(SPECIFICATION, **functions)
    assert [law for law in laws if check(LAWS[law], system, shrink=False) is None] == []


def test_each_bug_fails_a_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "FORMATS", [one for one in FORMATS if one.name == "missing_values"])
    wrong = {
        name: [id_ for id_, found in checking.failures(attrs.evolve(SPECIFICATION, **functions)) if found == "wrong"]
        for name, (_, functions) in BUGS.items()
    }
    assert [name for name, ids in wrong.items() if not ids] == []


def test_every_law_of_missing_values_catches_one() -> None:
    ours = {law.name for law in LAWS.values() if law.function.__module__ == "dtrees.laws.missing"}
    assert {law for laws, _ in BUGS.values() for law in laws} == ours

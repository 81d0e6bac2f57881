"""The checks of a tree and of what is said of rows: each asks a function and returns the verdict on its answer.

What is predicted by a tree is judged by the exact answer for that very tree.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from dtrees.data import Classes
from dtrees.error_based import error_based_prune
from dtrees.errors import Unsupported
from dtrees.impurity import usual_impurity
from dtrees.oracle.finding import Finding, Verdict, right_but
from dtrees.oracle.implementation import takes
from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.judge.predictions import (
    judge_endings,
    judge_importances,
    judge_predictions,
    judge_shares,
    rows_of_known_categories,
)
from dtrees.oracle.leaves import shows_rows
from dtrees.oracle.pruned import pruned_of
from dtrees.prediction import shared_endings
from dtrees.reduced_error import reduced_error_prune
from dtrees.traversal import leaves, preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dtrees.data import Dataset
    from dtrees.exact import Rational
    from dtrees.oracle.examination import Examination
    from dtrees.tree import Tree


def growth(around: Examination) -> Verdict:
    """Return the verdict on the tree that is grown."""
    if shows_rows(around.answer):
        return around.behind
    tree, claims = around.grown.tree, around.grown.claims
    return judge_tree(tree, around.data, around.case.learner, conventions=around.conventions, claims=claims)


def predictions(around: Examination) -> Verdict:
    """Return the verdict on what is predicted for the rows, and for as many others."""
    rows = asked_rows(around)
    return judge_predictions(list(around.ask("predict", around.answer, rows)), around.exactly, rows, around.conventions)


def endings(around: Examination) -> Verdict:
    """Return the verdict on the paths where the rows, and as many others, end."""
    rows = asked_rows(around)
    return judge_endings(list(around.ask("apply", around.answer, rows)), around.exactly, rows)


def shares(around: Examination) -> Verdict:
    """Return the verdict on the class shares that are stated for the rows, and for as many others."""
    if not isinstance(around.data.target, Classes):
        message = "responses have no class shares"
        raise Unsupported(message)
    rows = asked_rows(around)
    answered = [tuple(row) for row in around.ask("predict_proba", around.answer, rows)]
    return judge_shares(answered, around.exactly, rows, around.conventions)


def importances(around: Examination) -> Verdict:
    """Return the verdict on the features' importances."""
    tree, impurity = around.exactly, around.case.learner.impurity_for(around.data)
    usual = impurity is usual_impurity(tree.summary)
    whole = all(node.summary.weight for node, _ in preorder(tree))
    if not whole or not (usual or takes(around.implementation.importances, "impurity")):
        message = "importances are of another impurity, or of a tree with an empty node"
        raise Unsupported(message)
    stated = dict(around.ask("importances", around.answer, around.data.feature_names, impurity=impurity))
    return judge_importances(stated, tree, around.data, impurity, around.conventions)


def reduced_error(around: Examination) -> Verdict:
    """Return the verdict on the tree of every second row, pruned by the others."""
    rows = np.arange(len(around.data))
    growing = around.case.data.take(rows[::2])
    seen = around.conventions.seen(growing)
    answer = around.ask("grow", growing, around.case.learner)
    tree, others = around.read(answer, seen), around.data.take(rows[1::2])
    others = others.take(rows_of_known_categories(tree, seen, others))
    right = reduced_error_prune(tree, others)
    got = pruned_of(around.ask("reduced_error_prune", answer, others), tree)
    wrong = Finding(kind="tree", path=(), expected=f"{len(leaves(right))} leaves", got=f"{len(leaves(got))} leaves")
    return right_but(1, [] if got == right else [wrong])


def error_based(around: Examination) -> Verdict:
    """Return the verdict on the trees as pruned by predicted errors, of two confidences, without raising and with it.

    What is raised may have its children in another order: the same rows, or shares of them, end together.
    """
    if not isinstance(around.data.target, Classes):
        message = "responses have no errors to count"
        raise Unsupported(message)
    tree, data, asked, wrong = around.exactly, around.data, tuple(product(CONFIDENCES, (None, around.data))), []
    for confidence, rows in asked:
        right = error_based_prune(tree, rows, confidence=confidence, limit=around.conventions.limit)
        answer = around.ask("error_based_prune", around.answer, rows, confidence=confidence)
        expected, got = (_shared_rows(one, data) for one in (right, around.read(answer, data)))
        if got != expected:
            how = f"by a confidence of {confidence}, {'raising' if rows else 'leaves only'}"
            wrong.append(
                Finding(kind="tree", path=(), expected=f"{len(expected)} leaves {how}", got=f"{len(got)} leaves")
            )
    return right_but(len(asked), wrong)


def _shared_rows(tree: Tree, data: Dataset) -> set[tuple[frozenset[int], Rational]]:
    """Return the rows that end together, with the share of them that does."""
    return {(frozenset(rows.tolist()), share) for rows, _, _, share in shared_endings(tree, data.features)}


CONFIDENCES: Final = (Fraction(1, 4), Fraction(1, 20))
"""Those by which errors are predicted: C4.5's own, and a smaller one."""

CHECKS: Final[Mapping[str, tuple[str, Callable[[Examination], Verdict]]]] = {
    "predictions": ("predict", predictions),
    "endings": ("apply", endings),
    "shares": ("predict_proba", shares),
    "importances": ("importances", importances),
    "reduced-error pruning": ("reduced_error_prune", reduced_error),
    "error-based pruning": ("error_based_prune", error_based),
}
"""The checks that follow growth, each with the function that it asks."""


# --- the rows that are asked ------------------------------------------------------------------------------------


@lru_cache(maxsize=1)  # three checks of one examination ask the same rows
def asked_rows(around: Examination) -> Dataset:
    """Return the rows that are predicted: of a tree that is not shown it is known where the training rows end alone."""
    if shows_rows(around.answer):
        return around.data
    rows = crossed(around.data)
    return rows.take(rows_of_known_categories(around.exactly, around.data, rows))


def crossed(data: Dataset) -> Dataset:
    """Return the rows of *data*, and as many that differ from them: the i-th column moved down by i rows.

    >>> from dtrees.constructors import regression_data
    >>> crossed(regression_data({"a": [1, 2, 3], "b": [4, 5, 6]}, [0, 0, 1])).features[1].values.tolist()
    [4.0, 5.0, 6.0, 6.0, 4.0, 5.0]
    """
    rows = np.arange(len(data))
    twice = data.take(np.concatenate([rows, rows]))
    features = tuple(
        feature.take(np.concatenate([rows, np.roll(rows, place)])) for place, feature in enumerate(data.features)
    )
    return attrs.evolve(twice, features=features)

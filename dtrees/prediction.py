"""Predicting: each row goes down by the answers to the questions, and the node it ends at speaks.

A category that a question has no child for is settled by a named policy: ``stop`` at the node that asks (its own
majority or mean speaks), go to the ``largest`` child (the first of the heaviest), or to a ``random`` child drawn from
an explicit seed (note D).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from dtrees.arguments import admit, checked, choice
from dtrees.columns import Columns, features_of
from dtrees.data import Dataset, Feature, FloatArray, IntArray, find_feature
from dtrees.errors import InvalidData
from dtrees.misclassification_costs import CostTable, least_cost_label
from dtrees.path import Path, Steps, path_of
from dtrees.questions import UNSEEN
from dtrees.summary import ClassCounts, Summary
from dtrees.traversal import branches
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

Unseen: TypeAlias = Literal["stop", "largest", "random"]

admit("Unseen", choice(Unseen))


@checked
def predict(
    tree: Tree,
    data: Dataset | Columns,
    *,
    unseen: Unseen = "stop",
    seed: int | None = None,
    costs: CostTable | None = None,
) -> np.ndarray:
    """Return the class or number that *tree* predicts for each row: the majority or the mean where the row ends.

    *data* is a `Dataset`, a mapping, a data frame or an n x p array (its columns are x0, x1, ...); columns are
    matched by name, and further ones ignored.  Shape (n,); float64 for numbers.  Ties of the majority go to the class
    first in class order.  *seed* is needed by ``unseen="random"`` alone.  With *costs* of mistakes the class of least
    expected cost is predicted, not the majority.

    Raises `InvalidData` for a missing column, one of the wrong kind, and a random policy without a seed.

    >>> from dtrees import datasets
    >>> from dtrees.growing import grow
    >>> from dtrees.learners.id3 import id3
    >>> tree = grow(datasets.load("loan"), id3())
    >>> predict(tree, {"owns_house": ["no", "no"], "has_job": ["yes", "no"]}).tolist()
    ['yes', 'no']
    """
    features = _features(tree, data)
    answers: list[Any] = [None] * len(features[0])
    for rows, node, _ in endings(tree, features, unseen, seed):
        for row in rows:
            answers[row] = decision(node.summary, costs)
    return np.array(answers)


@checked
def predict_proba(
    tree: Tree, data: Dataset | Columns, *, unseen: Unseen = "stop", seed: int | None = None
) -> FloatArray:
    """Return the class shares at the node where each row ends, shape (n, K), columns in class order.

    p_k = N_k(t) / N(t), as the nearest float64.  Raises `InvalidData` as `predict`, and for a tree of numbers.

    >>> from dtrees.tree import Leaf
    >>> predict_proba(Leaf(ClassCounts((3, 1))), {"x": [7]}).tolist()
    [[0.75, 0.25]]
    """
    if not isinstance(tree.summary, ClassCounts):
        message = "a tree that predicts numbers has no class shares: use predict"
        raise InvalidData(message)
    features = _features(tree, data)
    shares = np.empty((len(features[0]), len(tree.summary.classes)))
    for rows, node, _ in endings(tree, features, unseen, seed):
        shares[rows] = [float(share) for share in _counts(node.summary).proportions]
    return shares


@checked
def apply(tree: Tree, data: Dataset | Columns, *, unseen: Unseen = "stop", seed: int | None = None) -> tuple[Path, ...]:
    """Return the path of the node where each row ends: a leaf, or under ``stop`` the node of an unseen category.

    >>> from dtrees.tree import Leaf
    >>> apply(Leaf(ClassCounts((3, 1))), {"x": [7, 8]})
    ((), ())
    """
    features = _features(tree, data)
    paths: list[Path] = [()] * len(features[0])
    for rows, _, steps in endings(tree, features, unseen, seed):
        path = path_of(steps)
        for row in rows:
            paths[row] = path
    return tuple(paths)


def decision(summary: Summary, costs: CostTable | None) -> Any:
    """Return what a node predicts: the majority or the mean, or with *costs* the class of least expected cost.

    >>> decision(ClassCounts((3, 1)), None), decision(ClassCounts((3, 1)), {(0, 1): 1, (1, 0): 5})
    (0, 1)
    """
    return summary.prediction if costs is None else least_cost_label(_counts(summary), costs)


def _features(tree: Tree, data: Dataset | Columns) -> tuple[Feature, ...]:
    """Return the features of *data*; of columns only those that the tree asks about, whatever stands in others."""
    if isinstance(data, Dataset):
        return data.features
    return features_of(data, asked=dict.fromkeys(node.question.feature for node in branches(tree)))


def _counts(summary: Summary) -> ClassCounts:
    if not isinstance(summary, ClassCounts):
        message = "the node predicts a number, and classes are asked for: give a tree of classes"
        raise InvalidData(message)
    return summary


def endings(
    tree: Tree, features: tuple[Feature, ...], unseen: Unseen = "stop", seed: int | None = None
) -> Iterator[tuple[IntArray, Tree, Steps]]:
    """Yield groups of rows with the node where they end and the steps to it."""
    if unseen == "random" and seed is None:
        message = "unseen='random' needs a seed: give an integer"
        raise InvalidData(message)
    for name in {node.question.feature for node in branches(tree)}:
        find_feature(features, name)
    chance = np.random.default_rng(seed)
    waiting: list[tuple[IntArray, Tree, Steps]] = [(np.arange(len(features[0])), tree, None)]
    while waiting:
        rows, node, steps = waiting.pop()
        if not len(rows):
            continue
        if isinstance(node, Leaf):
            yield rows, node, steps
            continue
        feature = find_feature(features, node.question.feature)
        answers = node.question.answers(feature.take(rows))
        lost = answers == UNSEEN
        if lost.any():
            if unseen == "stop":
                yield rows[lost], node, steps
            else:
                answers = answers.copy()
                answers[lost] = _replacement(node, int(lost.sum()), unseen, chance)
        waiting.extend(
            (rows[answers == child], node.children[child], (steps, child))
            for child in range(len(node.children) - 1, -1, -1)
        )


def _replacement(node: Branch, how_many: int, unseen: Unseen, chance: np.random.Generator) -> IntArray:
    weights = [child.summary.weight for child in node.children]
    if unseen == "largest":
        return np.full(how_many, weights.index(max(weights)))
    return chance.integers(len(weights), size=how_many)

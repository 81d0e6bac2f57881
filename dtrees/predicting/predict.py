"""Predicting: each row goes down by the answers to the questions, and the node it ends at speaks.

A category that a question has no child for is settled by a named policy: ``stop`` at the node that asks (its own
majority or mean speaks), go to the ``largest`` child (the first of the heaviest), or to a ``random`` child drawn from
an explicit seed (note D).

A row whose value is missing goes where the question says (`missing_answers`) or stays at the node where it says so,
else it goes down every child with that child's share of the weight, and the predictions at its ends are mixed
[C45 §3.1; ZHOU16 §4.4.2].
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from dtrees.arguments import admit, checked, choice
from dtrees.data.columns import Columns, features_of, require_columns
from dtrees.data.dataset import Dataset, Feature, FloatArray, IntArray, find_feature
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.costs import CostTable, least_cost_label
from dtrees.trees.missing_answers import MISSING, STAYS, answers_of, features_asked
from dtrees.trees.paths import Path, Steps, path_of
from dtrees.trees.questions import UNSEEN
from dtrees.trees.summary import ClassCounts, Moments, Summary, total
from dtrees.trees.traversal import branches, require_short_ways
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.data.missing_values import MissingValues
    from dtrees.numbers.exact import Rational

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
    missing: MissingValues = "refuse",
) -> np.ndarray:
    """Return the class or number that *tree* predicts for each row: the majority or the mean where the row ends.

    *data* is a `Dataset`, a mapping, a data frame or an n x p array (its columns are x0, x1, ...); columns are
    matched by name, and further ones ignored.  Shape (n,); float64 for numbers.  Ties of the majority go to the class
    first in class order.  *seed* is needed by ``unseen="random"`` alone.  With *costs* of mistakes the class of least
    expected cost is predicted, not the majority.  *missing* says ``keep`` where columns may hold missing values; of a
    row that they divide the class shares or means are mixed.

    Raises `InvalidData` for a missing column, one of the wrong kind, and a random policy without a seed.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.id3 import id3
    >>> tree = grow(datasets.load("loan"), id3())
    >>> predict(tree, {"owns_house": ["no", "no"], "has_job": ["yes", "no"]}).tolist()
    ['yes', 'no']
    >>> predict(tree, {"owns_house": [None], "has_job": ["no"]}, missing="keep").tolist()
    ['no']
    """
    features = features_for(tree, data, missing)
    answers: list[Any] = [None] * len(features[0])
    for rows, summary in summaries(tree, features, unseen, seed):
        for row in rows:
            answers[row] = decision(summary, costs)
    return np.array(answers)


@checked
def predict_proba(
    tree: Tree,
    data: Dataset | Columns,
    *,
    unseen: Unseen = "stop",
    seed: int | None = None,
    missing: MissingValues = "refuse",
) -> FloatArray:
    """Return the class shares at the node where each row ends, shape (n, K), columns in class order.

    p_k = N_k(t) / N(t), as the nearest float64.  Raises `InvalidData` as `predict`, and for a tree of numbers.

    >>> from dtrees.trees.tree import Leaf
    >>> predict_proba(Leaf(ClassCounts((3, 1))), {"x": [7]}).tolist()
    [[0.75, 0.25]]
    """
    if not isinstance(tree.summary, ClassCounts):
        message = "a tree that predicts numbers has no class shares: use predict"
        raise InvalidData(message)
    features = features_for(tree, data, missing)
    shares = np.empty((len(features[0]), len(tree.summary.classes)))
    for rows, summary in summaries(tree, features, unseen, seed):
        shares[rows] = [float(share) for share in _counts(summary).proportions]
    return shares


@checked
def apply(
    tree: Tree,
    data: Dataset | Columns,
    *,
    unseen: Unseen = "stop",
    seed: int | None = None,
    missing: MissingValues = "refuse",
) -> tuple[Path, ...]:
    """Return the path of the node where each row ends: a leaf, or the node where it stays (an unseen category's).

    Raises `Unsupported` for a row that a missing value divides among several nodes, and where paths of more than 1,000
    steps come to more than memory holds.

    >>> from dtrees.trees.tree import Leaf
    >>> apply(Leaf(ClassCounts((3, 1))), {"x": [7, 8]})
    ((), ())
    """
    features = features_for(tree, data, missing)
    paths: list[Path] = [()] * len(features[0])
    length = 0
    for rows, _, steps in endings(tree, features, unseen, seed):
        path = path_of(steps)
        length += len(path)
        require_short_ways(length, len(paths))
        for row in rows:
            paths[row] = path
    return tuple(paths)


def decision(summary: Summary, costs: CostTable | None) -> Any:
    """Return what a node predicts: the majority or the mean, or with *costs* the class of least expected cost.

    >>> decision(ClassCounts((3, 1)), None), decision(ClassCounts((3, 1)), {(0, 1): 1, (1, 0): 5})
    (0, 1)
    """
    return summary.prediction if costs is None else least_cost_label(_counts(summary), costs)


def features_for(tree: Tree, data: Dataset | Columns, missing: MissingValues) -> tuple[Feature, ...]:
    """Return the features of *data*; of columns only those that the tree asks about, whatever stands in others."""
    if isinstance(data, Dataset):
        return require_columns(data.features)
    asked = dict.fromkeys(name for node in branches(tree) for name in features_asked(node.question))
    return features_of(data, asked=asked, missing=missing)


def summaries(
    tree: Tree, features: tuple[Feature, ...], unseen: Unseen = "stop", seed: int | None = None
) -> Iterator[tuple[IntArray, Summary]]:
    """Yield groups of rows with the summary that speaks for them: that of the node, or a mixture of several nodes'."""
    for rows, summary, _ in mixed_endings(tree, features, unseen, seed):
        yield rows, summary


def mixed_endings(
    tree: Tree, features: tuple[Feature, ...], unseen: Unseen = "stop", seed: int | None = None
) -> Iterator[tuple[IntArray, Summary, Steps]]:
    """Yield groups of rows with the summary that speaks for them and the steps to its node; to a mixture none."""
    ends: dict[int, list[tuple[Rational, Summary]]] = defaultdict(list)
    for rows, node, steps, share in shared_endings(tree, features, unseen, seed):
        if share == 1:
            yield rows, node.summary, steps
        else:
            for row in rows.tolist():
                ends[row].append((share, node.summary))
    for row, shares in ends.items():
        yield np.array([row]), mixture(shares), None


def mixture(shares: Sequence[tuple[Rational, Summary]]) -> Summary:
    """Return the summary of one row that has these *shares*, which sum to 1, in nodes with these summaries.

    p_k = sum_t share_t N_k(t) / N(t), or the mean sum_t share_t mean(t)      [C45 §3.1]

    >>> mixture([(Fraction(1, 2), ClassCounts((3, 1))), (Fraction(1, 2), ClassCounts((0, 2)))])
    ClassCounts(counts=(Fraction(3, 8), Fraction(5, 8)), classes=(0, 1))
    """
    scaled: list[Summary] = []
    for share, summary in shares:
        if isinstance(summary, ClassCounts):
            scaled.append(ClassCounts([share * part for part in summary.proportions], summary.classes))
        else:
            scaled.append(Moments(share, share * summary.mean, share * summary.squares / summary.weight))
    mixed: Summary = total(scaled)
    return mixed


def _counts(summary: Summary) -> ClassCounts:
    if not isinstance(summary, ClassCounts):
        message = "the node predicts a number, and classes are asked for: give a tree of classes"
        raise InvalidData(message)
    return summary


def endings(
    tree: Tree, features: tuple[Feature, ...], unseen: Unseen = "stop", seed: int | None = None
) -> Iterator[tuple[IntArray, Tree, Steps]]:
    """Yield groups of rows with the node where they end and the steps to it; raises `Unsupported` for divided rows."""
    for rows, node, steps, share in shared_endings(tree, features, unseen, seed):
        if share < 1:
            message = f"row {rows[0]} ends at several nodes, divided where a value is missing: use predict_proba"
            raise Unsupported(message)
        yield rows, node, steps


def shared_endings(
    tree: Tree, features: tuple[Feature, ...], unseen: Unseen = "stop", seed: int | None = None
) -> Iterator[tuple[IntArray, Tree, Steps, Rational]]:
    """Yield groups of rows with a node where they end, the steps to it and the share of them that ends there.

    The shares of a row sum to 1; nodes where it has none are left out.
    """
    if unseen == "random" and seed is None:
        message = "unseen='random' needs a seed: give an integer"
        raise InvalidData(message)
    require_columns(features)
    for name in {name for node in branches(tree) for name in features_asked(node.question)}:
        find_feature(features, name)
    chance = np.random.default_rng(seed)
    waiting: list[tuple[IntArray, Tree, Steps, Rational]] = [(np.arange(len(features[0])), tree, None, 1)]
    while waiting:
        rows, node, steps, share = waiting.pop()
        if not len(rows):
            continue
        if isinstance(node, Leaf):
            yield rows, node, steps, share
            continue
        answers = answers_of(node.question, features, rows)
        if unseen != "stop":
            answers = _replaced(answers, node, unseen, chance)
        staying, divided = _without_child(rows, answers)
        if len(staying):
            yield staying, node, steps, share
        for child in range(len(node.children) - 1, -1, -1):
            below = node.children[child]
            if len(divided) and below.summary.weight:
                part = Fraction(below.summary.weight) / sum(each.summary.weight for each in node.children)
                waiting.append((divided, below, (steps, child), share * part))
            waiting.append((rows[answers == child], below, (steps, child), share))


def _without_child(rows: IntArray, answers: IntArray) -> tuple[IntArray, IntArray]:
    """Return the *rows* that stay at the node, and those that are divided among its children."""
    if answers.min() >= 0:
        return rows[:0], rows[:0]
    return rows[(answers == UNSEEN) | (answers == STAYS)], rows[answers == MISSING]


def _replaced(answers: IntArray, node: Branch, unseen: Unseen, chance: np.random.Generator) -> IntArray:
    """Return the *answers* with a child in place of each unseen category."""
    lost = answers == UNSEEN
    if not lost.any():
        return answers
    weights = [child.summary.weight for child in node.children]
    if unseen == "largest":
        return np.where(lost, weights.index(max(weights)), answers)
    replaced = answers.copy()
    replaced[lost] = chance.integers(len(weights), size=int(lost.sum()))
    return replaced

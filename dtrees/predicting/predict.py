"""Predicting: a row follows the answers to the questions down the tree, and the node where it ends predicts.

A category without a child is settled by a named policy: ``stop`` at the node that asks (its own majority or mean
predicts), go to the ``largest`` child (the first of the heaviest), or to a ``random`` child drawn from an explicit
seed (note D).
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import Any, Literal, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.data.arrays import Array, array_of
from dtrees.data.constructors import Columns, MissingValues, features_of, require_columns
from dtrees.data.dataset import Dataset, Feature
from dtrees.data.scaled import FloatArray
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.costs import CostTable, decision
from dtrees.numbers.exact import Rational
from dtrees.predicting.mixture import mixture
from dtrees.trees.missing_answers import features_asked, plain_questions
from dtrees.trees.paths import Path
from dtrees.trees.questions import MISSING, UNSEEN, column_for
from dtrees.trees.recursion import recursive
from dtrees.trees.split import rows_of
from dtrees.trees.summary import ClassCounts, Summary
from dtrees.trees.tree import Branch, Leaf, Tree, branches

Unseen: TypeAlias = Literal["stop", "largest", "random"]


@checked
def predict(
    tree: Tree,
    data: Columns,
    *,
    unseen: Unseen = "stop",
    seed: int | None = None,
    costs: CostTable | None = None,
    missing: MissingValues = "refuse",
) -> Array:
    """Return the class or number that *tree* predicts for each row: the majority or the mean where the row ends.

    *data* is a `Dataset`, a mapping, a data frame or an n x p array (its columns are x0, x1, ...); a mapping of single
    values is one row.  Shape (n,); float64 for numbers.  Ties of the majority go to the class first in class order.
    With *costs* of mistakes the class of least expected cost is predicted.  *missing* says ``keep`` where columns may
    hold missing values; of a row that they divide the class shares or means are mixed.  Raises `InvalidData` for a
    missing column, one of the wrong kind, and ``unseen="random"`` without a *seed*.

    >>> tree = dt.grow(dt.datasets.load("loan"), dt.id3())
    >>> predict(tree, {"owns_house": "no", "has_job": "no"}).tolist()
    ['no']
    """
    nodes = summaries(tree, features_for(tree, data, missing), unseen, seed)
    return array_of([decision(node, costs) for node in nodes])


@checked
def predict_proba(
    tree: Tree, data: Columns, *, unseen: Unseen = "stop", seed: int | None = None, missing: MissingValues = "refuse"
) -> FloatArray:
    """Return the class shares at the node where each row ends, shape (n, K), columns in class order.

    p_k = N_k(t) / N(t), as the nearest float64.  Raises `InvalidData` as `predict`, and for a regression tree.

    >>> predict_proba(Leaf(ClassCounts((3, 1))), {"x": [7]}).tolist()
    [[0.75, 0.25]]
    """
    if not isinstance(tree.summary, ClassCounts):
        raise InvalidData("a tree that predicts numbers has no class shares: use predict, or take one by output_of")
    nodes: list[Any] = summaries(tree, features_for(tree, data, missing), unseen, seed)
    return array_of([[float(share) for share in node.proportions] for node in nodes], len(tree.summary.classes))


@checked
def apply(
    tree: Tree, data: Columns, *, unseen: Unseen = "stop", seed: int | None = None, missing: MissingValues = "refuse"
) -> tuple[Path, ...]:
    """Return the path of the node where each row ends: a leaf, or the node where a row with an unseen category stays.

    Raises `InvalidData` as `predict`, and `Unsupported` for a row that a missing value divides among several nodes.

    >>> apply(Leaf(ClassCounts((3, 1))), {"x": [7, 8]})
    ((), ())
    """
    found = ends_of_rows(tree, features_for(tree, data, missing), unseen, seed)
    if divided := [number for number, ends in enumerate(found) if len(ends) > 1]:
        raise Unsupported(f"row {divided[0]} ends at several nodes, divided by a missing value: use predict_proba")
    return tuple([ends[0].path for ends in found])


def end_of(tree: Tree, row: Mapping[str, Any], unseen: Unseen, chance: Random) -> tuple[Tree, Path]:
    """Return the node where *row* ends, and its path, by the policy *unseen* for a category without a child."""
    node, path = tree, list[int]()
    while isinstance(node, Branch):
        child = node.question.answer(row)
        if child == UNSEEN and unseen != "stop":
            weights = [below.summary.weight for below in node.children]
            child = weights.index(max(weights)) if unseen == "largest" else chance.randrange(len(weights))
        if child < 0:
            break
        node = node.children[child]
        path.append(child)
    return node, tuple(path)


# --- columns, and rows that a missing value divides -------------------------------------------------------------------


def features_for(tree: Tree, data: Any, missing: MissingValues) -> tuple[Feature, ...]:
    """Return the features of *data*; from a mapping of columns, only those that the tree asks about."""
    return columns_for(data, [name for node in branches(tree) for name in features_asked(node.question)], missing)


def columns_for(data: Any, asked: Iterable[str], missing: MissingValues) -> tuple[Feature, ...]:
    """Return the features named in *asked*, from a data set or a mapping; a single value is a column of one row."""
    if isinstance(data, Dataset):
        return require_columns(data.features)
    if isinstance(data, Mapping) and all(isinstance(v, str) or not hasattr(v, "__iter__") for v in data.values()):
        data = {name: [value] for name, value in data.items()}
    return features_of(data, asked=dict.fromkeys(asked), missing=missing)


@attrs.frozen
class End:
    """A node where a row, or a share of a divided row, ends, with the node's path."""

    share: Rational
    node: Tree
    path: Path


def ends_of_rows(
    tree: Tree, features: tuple[Feature, ...], unseen: Unseen = "stop", seed: int | None = None
) -> list[list[End]]:
    """Return for each row the nodes where it ends, with its shares in them, which sum to 1."""
    if unseen == "random" and seed is None:
        raise InvalidData("unseen='random' needs a seed: give an integer")
    asked = [plain for node in branches(tree) for plain in plain_questions(node.question)]
    columns = {plain.feature: column_for(plain, features) for plain in asked}
    rows = rows_of([*columns.values()]) if columns else [{}] * len(require_columns(features)[0])
    chance = Random(seed)  # noqa: S311 (a policy, no secret)
    return [_ends(tree, row, unseen, chance) for row in rows]


@recursive
def _ends(tree: Tree, row: Mapping[str, Any], unseen: Unseen, chance: Random) -> list[End]:
    """Return the nodes where *row* ends; it is divided where a value is missing and nothing says where the row goes.

    It goes down every child with that child's share of the weight      [C45 §3.1; ZHOU16 §4.4.2]
    """
    node, path = end_of(tree, row, unseen, chance)
    if isinstance(node, Leaf) or node.question.answer(row) != MISSING:
        return [End(1, node, path)]
    whole = Fraction(sum([child.summary.weight for child in node.children]))
    found = []
    for place, child in enumerate(node.children):
        share = child.summary.weight / whole
        below = _ends(child, row, unseen, chance) if share else []
        found += [End(share * end.share, end.node, (*path, place, *end.path)) for end in below]
    return found


def summaries(
    tree: Tree, features: tuple[Feature, ...], unseen: Unseen = "stop", seed: int | None = None
) -> list[Summary]:
    """Return for each row the summary that predicts it: that of its node, or a mixture of several nodes'."""
    found = ends_of_rows(tree, features, unseen, seed)
    return [mixture(ends) if len(ends) > 1 else ends[0].node.summary for ends in found]

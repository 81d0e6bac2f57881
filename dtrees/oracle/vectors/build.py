"""What the cases are built with: an input a function, from rows, learners and trees as Python writes them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dtrees import datasets
from dtrees.data import as_float64
from dtrees.laws.system import SPECIFICATION
from dtrees.oracle.vectors.values import data_record, learner_record, rows_record, tree_record
from dtrees.pruning import pruning_sequence
from dtrees.questions import EachCategory, Threshold
from dtrees.summary import ClassCounts, Moments, total
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data import Category
    from dtrees.learner import Learner
    from dtrees.pruning import Ties
    from dtrees.scales import Scale


def rows(
    target: Sequence[Any],
    weights: Sequence[float] = (),
    classes: Sequence[Category] | None = None,
    **columns: Sequence[Any],
) -> dict[str, Any]:
    """Return the rows with *columns* and *target*; a text of letters is a column of one-letter categories.

    >>> rows("ab", x=[1, 2])["target"]
    {'classes': ['a', 'b'], 'labels': ['a', 'b']}
    """
    return rows_record(columns, target, weights, classes)


def table(name: str) -> dict[str, Any]:
    """Return the textbook's table called *name*, read as float64.

    >>> len(table("loan")["features"])
    4
    """
    return data_record(as_float64(datasets.load(name)))


def grown(data: dict[str, Any], learner: Learner, **more: Any) -> dict[str, Any]:
    """Return the question what *learner* makes of *data*."""
    return {"data": data, "learner": learner_record(learner, numbers="responses" in data["target"]), **more}


# --- trees ------------------------------------------------------------------------------------------------------


def leaf(*counts: int) -> Leaf:
    """Return a leaf of so many rows of the classes a, b, ....

    >>> leaf(3, 1).summary.classes
    ('a', 'b')
    """
    return Leaf(ClassCounts(counts, "abcdef"[: len(counts)]))


def mean(*responses: float) -> Leaf:
    """Return a leaf of rows with *responses*.

    >>> str(mean(1, 2).summary.mean)
    '3/2'
    """
    return Leaf(Moments.of(responses))


def cut(threshold: float, *children: Tree) -> Branch:
    """Return the branch that asks whether x is at most *threshold*, its summary the sum of its children's.

    >>> cut(1.5, leaf(1, 0), leaf(0, 2)).summary.counts
    (1, 2)
    """
    return Branch(total(child.summary for child in children), Threshold("x", threshold), children)


def each(*children: Tree) -> Branch:
    """Return the branch with a child for each category p, q, r, ... of the feature c.

    >>> each(leaf(1, 0), leaf(0, 2)).question.categories
    ('p', 'q')
    """
    return Branch(total(child.summary for child in children), EachCategory("c", "pqrstu"[: len(children)]), children)


def pruned(tree: Tree, impurity: str, scale: str = "count", **more: Any) -> dict[str, Any]:
    """Return the question how *tree* is pruned, R(t) being made of *impurity*."""
    return {"tree": tree_record(SPECIFICATION, tree), "impurity": impurity, "scale": scale, **more}


def sequenced(tree: Tree, impurity: str, scale: Scale = "count", ties: Ties = "together") -> dict[str, Any]:
    """Return the question for the pruning sequence of *tree*, and for T(alpha) at each alpha, between, and beyond."""
    members = pruning_sequence(tree, impurity=SPECIFICATION.impurity(impurity), scale=scale)
    alphas = [member.alpha for member in members]
    between = [(low + high) / 2 for low, high in pairwise(alphas)]
    at = [str(alpha) for alpha in sorted([*alphas, *between, alphas[-1] + 1])]
    return pruned(tree, impurity, scale, ties=ties, at=at)

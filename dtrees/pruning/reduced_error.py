"""Reduced-error pruning: a grown tree pruned on a validation set, from the leaves up.

The validation loss of a leaf is compared with that of the branch in its place, on the validation rows that come to
the node; rows elsewhere do not change.  The loss is the weight of the rows that a node gets wrong, what these mistakes
cost, or the sum of squared errors.  A validation row whose category has no child stops at the node and is judged by
it, and one whose value is missing is divided where training rows are.
"""

from __future__ import annotations

from functools import reduce
from operator import sub
from typing import TYPE_CHECKING, Literal, TypeAlias

import attrs

from dtrees.arguments import admit, checked, choice
from dtrees.errors import InvalidData
from dtrees.growing.costs import CostTable, as_costs
from dtrees.numbers.exact import Exact
from dtrees.predicting.predict import decision
from dtrees.trees.questions import route
from dtrees.trees.summary import ClassCounts, Moments, Summary, summarize
from dtrees.trees.traversal import as_leaf, recur, require_short_ways, with_children
from dtrees.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Dataset

ValidationTies: TypeAlias = Literal["prune", "keep"]

admit("ValidationTies", choice(ValidationTies))


@attrs.frozen
class Validated:
    """What a subtree has become, with the summary of the validation rows that come to it and their loss."""

    tree: Tree
    rows: Summary
    loss: Exact


def loss(training: Summary, validation: Summary, costs: CostTable | None = None) -> Exact:
    """Return the loss of predicting the *validation* rows from the *training* summary.

    the weight of rows that are not of the training majority, or sum_i w_i (y_i - training mean)^2, or with *costs*
    sum_i w_i C(the class of least expected cost | y_i)      [CART84 §4.4]

    >>> loss(ClassCounts((3, 1)), ClassCounts((2, 5)))
    Exact('5')
    >>> loss(ClassCounts((3, 1)), ClassCounts((2, 5)), {(0, 1): 1, (1, 0): 4})
    Exact('2')
    """
    if isinstance(training, ClassCounts) and isinstance(validation, ClassCounts):
        label, rows = decision(training, costs), list(zip(validation.classes, validation.counts, strict=True))
        if costs is None:
            return Exact(sum(count for actual, count in rows if actual != label))
        table = as_costs(costs)
        return Exact(sum(count * table.between(actual, label) for actual, count in rows))
    if isinstance(training, Moments) and isinstance(validation, Moments) and costs is None:
        mean = training.mean
        return Exact(validation.squares) - 2 * mean * validation.total + mean * mean * validation.weight
    message = "the rows have targets of different kinds: give classes or numbers in both, and costs with classes alone"
    raise InvalidData(message)


def validated_leaf(leaf: Leaf, rows: Summary, costs: CostTable | None = None) -> Validated:
    """Return the leaf with the validation *rows* that come to it and their loss."""
    return Validated(leaf, rows, loss(leaf.summary, rows, costs))


def loss_of_branch(
    training: Summary, rows: Summary, children: Sequence[Validated], costs: CostTable | None = None
) -> Exact:
    """Return the loss of the validation *rows* that come to a branch with these children and *training* summary.

    The rows that go to no child stop at the branch, and are predicted from its own *training* summary.

    >>> child = validated_leaf(Leaf(ClassCounts((3, 0))), ClassCounts((2, 3)))
    >>> loss_of_branch(ClassCounts((3, 1)), ClassCounts((4, 5)), [child])
    Exact('5')
    """
    stopping = reduce(sub, (child.rows for child in children), rows)
    return sum((child.loss for child in children), start=loss(training, stopping, costs))


def leaf_is_better(leaf: Exact, branch: Exact, ties: ValidationTies) -> bool:
    """Return whether a leaf of this loss should stand in the place of a branch of that loss."""
    return leaf < branch or (leaf == branch and ties == "prune")


@checked
def reduced_error_prune(
    tree: Tree, validation: Dataset, *, ties: ValidationTies = "prune", costs: CostTable | None = None
) -> Tree:
    """Return the tree with each branch, from the bottom up, turned into a leaf where that lowers the validation loss.

    Where the loss stays the same, ``prune`` cuts [QUINLAN87], giving the smallest pruned subtree of least validation
    loss, and ``keep`` does not [ZHOU16 §4.3.2; NOTE_C].  Any bottom-up order gives the same tree.  With *costs* of
    mistakes the loss is what they cost, each node predicting the class of least expected cost [CART84 §4.4].

    Raises `Unsupported` where many rows come to more than 1,000 nodes each.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.id3 import id3
    >>> from dtrees.trees.traversal import depth
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> depth(reduced_error_prune(grow(training, id3()), validation))
    1
    """
    visits = 0

    def routed(place: tuple[Tree, Dataset]) -> tuple[tuple[Tree, Summary], Sequence[tuple[Tree, Dataset]]]:
        nonlocal visits
        node, rows = place
        visits += len(rows)
        require_short_ways(visits, len(validation))
        if isinstance(node, Leaf):
            return (node, summarize(rows)), []
        passed = route(rows, node.question, [child.summary.weight for child in node.children])
        return (node, summarize(rows)), list(zip(node.children, passed, strict=True))

    def pruned(place: tuple[Tree, Summary], children: tuple[Validated, ...]) -> Validated:
        node, rows = place
        leaf = validated_leaf(as_leaf(node), rows, costs)
        if isinstance(node, Leaf):
            return leaf
        loss_when_kept = loss_of_branch(node.summary, rows, children, costs)
        if leaf_is_better(leaf.loss, loss_when_kept, ties):
            return leaf
        return Validated(with_children(node, tuple(child.tree for child in children)), rows, loss_when_kept)

    return recur((tree, validation), routed, pruned).tree

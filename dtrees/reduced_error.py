"""Reduced-error pruning: a grown tree pruned on a validation set, from the leaves up.

The validation loss of a leaf is compared with that of the branch in its place, on the validation rows that come to
the node; rows elsewhere do not change.  The loss is the weight of the rows that a node gets wrong, or the sum of their
squared errors.  A validation row whose category has no child stops at the node and is judged by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import attrs

from dtrees.errors import InvalidData, require_choice
from dtrees.exact import Exact
from dtrees.questions import route
from dtrees.summary import ClassCounts, Moments, Summary, summarize
from dtrees.traversal import Sprout, as_leaf, fold, unfold, with_children
from dtrees.tree import Leaf, Tree

if TYPE_CHECKING:
    from dtrees.data import Dataset

ValidationTies: TypeAlias = Literal["prune", "keep"]


@attrs.frozen
class Observed:
    """A node with the summary of the validation rows that come to it."""

    node: Tree
    validation: Summary

    def loss(self) -> Exact:
        """Return the validation loss of the node as a leaf."""
        return loss(self.node.summary, self.validation)


def loss(training: Summary, validation: Summary) -> Exact:
    """Return the loss of predicting the *validation* rows from the *training* summary.

    the weight of rows that are not of the training majority, or sum_i w_i (y_i - training mean)^2

    >>> loss(ClassCounts((3, 1)), ClassCounts((2, 5)))
    Exact('5')
    """
    if isinstance(training, ClassCounts) and isinstance(validation, ClassCounts):
        right = dict(zip(validation.classes, validation.counts, strict=True)).get(training.majority, 0)
        return Exact(validation.weight - right)
    if isinstance(training, Moments) and isinstance(validation, Moments):
        mean = training.mean
        return Exact(validation.squares) - 2 * mean * validation.total + mean * mean * validation.weight
    message = "training and validation rows have targets of different kinds: give classes or numbers in both"
    raise InvalidData(message)


def observe(tree: Tree, validation: Dataset) -> Tree:
    """Return the tree with each node, as `Observed` with its validation rows' summary, where its own summary stood."""

    def grow_node(seed: tuple[Tree, Dataset]) -> Leaf | Sprout[tuple[Tree, Dataset]]:
        node, rows = seed
        seen: Any = Observed(node, summarize(rows))
        if isinstance(node, Leaf):
            return Leaf(seen)
        parts = route(rows, node.question)
        return Sprout(seen, node.question, tuple(zip(node.children, parts, strict=True)))

    return unfold((tree, validation), grow_node)


def reduced_error_prune(tree: Tree, validation: Dataset, *, ties: ValidationTies = "prune") -> Tree:
    """Return the tree with each branch, from the bottom up, turned into a leaf where that lowers the validation loss.

    Where the loss stays the same, ``prune`` cuts [QUINLAN87], giving the smallest pruned subtree of least validation
    loss, and ``keep`` does not [ZHOU16 §4.3.2; NOTE_C].  Any bottom-up order gives the same tree.

    >>> from dtrees import datasets
    >>> from dtrees.growing import grow
    >>> from dtrees.learners.id3 import id3
    >>> from dtrees.traversal import depth
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> depth(reduced_error_prune(grow(training, id3()), validation))
    1
    """
    require_choice("ties", ties, ValidationTies)

    def leaf(node: Any) -> tuple[Tree, Exact]:
        return as_leaf(node.summary.node), node.summary.loss()

    def branch(node: Any, parts: tuple[tuple[Tree, Exact], ...]) -> tuple[Tree, Exact]:
        cut, loss_when_cut = leaf(node)
        below = sum((part for _, part in parts), start=_stopping_here(node))
        if loss_when_cut < below or (loss_when_cut == below and ties == "prune"):
            return cut, loss_when_cut
        return with_children(node.summary.node, tuple(child for child, _ in parts)), below

    return fold(observe(tree, validation), leaf, branch)[0]


def _stopping_here(node: Any) -> Exact:
    """Return the loss of the validation rows that come to a branch and go to none of its children."""
    validation = node.summary.validation
    for child in node.children:
        validation -= child.summary.validation
    return loss(node.summary.node.summary, validation)

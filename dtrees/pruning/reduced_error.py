"""Reduced-error pruning: a grown tree pruned on a validation set, from the leaves up.

The validation loss of a leaf is compared with that of the branch in its place, on the validation rows that come to
the node; rows elsewhere do not change.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData
from dtrees.growing.costs import CostTable, as_costs, decision
from dtrees.numbers.exact import Exact
from dtrees.trees.recursion import recursive
from dtrees.trees.split import route
from dtrees.trees.summary import ClassCounts, Moments, Summary, summarize, total
from dtrees.trees.tree import Branch, Leaf, Tree

ValidationTies: TypeAlias = Literal["prune", "keep"]


@checked
@recursive
def reduced_error_prune(
    tree: Tree, validation: Dataset, *, ties: ValidationTies = "prune", costs: CostTable | None = None
) -> Tree:
    """Return the tree with each branch, from the bottom up, turned into a leaf where that lowers the validation loss.

    Where the loss stays the same, ``prune`` cuts [QUINLAN87], giving the smallest pruned subtree of least validation
    loss, and ``keep`` does not [ZHOU16 §4.3.2; NOTE_C].  Any bottom-up order gives the same tree.  With *costs* of
    mistakes the loss is what they cost, each node predicting the class of least expected cost [CART84 §4.4].

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.id3 import id3
    >>> from dtrees.trees.traversal import depth
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> depth(reduced_error_prune(grow(training, id3()), validation))
    1
    """
    if isinstance(tree, Leaf):
        return tree
    below = zip(tree.children, passed_down(tree, validation), strict=True)
    children = [reduced_error_prune(child, rows, ties=ties, costs=costs) for child, rows in below]
    leaf, branch = Leaf(tree.summary), Branch(tree.summary, tree.question, children)
    return leaf if leaf_is_better(leaf, branch, validation, ties, costs) else branch


def leaf_is_better(leaf: Leaf, branch: Branch, rows: Dataset, ties: ValidationTies, costs: CostTable | None) -> bool:
    """Return whether *leaf* should stand in the place of *branch*, by the validation *rows* that come there."""
    one, other = validation_loss(leaf, rows, costs), validation_loss(branch, rows, costs)
    return one < other or (one == other and ties == "prune")


@recursive
def validation_loss(tree: Tree, rows: Dataset, costs: CostTable | None = None) -> Exact:
    """Return the loss of the validation *rows*, each predicted by the node where it ends.

    A row whose category has no child ends at the node that asks; one whose value is missing is divided.
    """
    summary = summarize(rows)
    if isinstance(tree, Leaf):
        return loss(tree.summary, summary, costs)
    below = passed_down(tree, rows)
    ending = summary - total([summarize(part) for part in below])
    return sum(
        [validation_loss(child, part, costs) for child, part in zip(tree.children, below, strict=True)],
        start=loss(tree.summary, ending, costs),
    )


def passed_down(branch: Branch, rows: Dataset) -> tuple[Dataset, ...]:
    """Return the *rows* that go to each child; one whose value is missing is divided where training rows are."""
    return route(rows, branch.question, [child.summary for child in branch.children])


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
        rows = zip(validation.classes, validation.counts, strict=True)
        if costs is None:
            return Exact(sum([count for actual, count in rows if actual != training.majority]))
        label = decision(training, costs)
        return Exact(sum([count * as_costs(costs).between(actual, label) for actual, count in rows]))
    if isinstance(training, Moments) and isinstance(validation, Moments) and costs is None:
        mean = training.mean
        return Exact(validation.squares - 2 * mean * validation.total + mean**2 * validation.weight)
    message = "the rows have targets of different kinds: give classes or numbers in both, and costs with classes alone"
    raise InvalidData(message)

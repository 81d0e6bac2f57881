"""Pre-pruning on a validation set: a node is split only where that lowers the validation loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtrees.arguments import checked
from dtrees.growing.grow import chosen_split
from dtrees.pruning.reduced_error import ValidationTies, leaf_is_better, loss_of_branch, validated_leaf
from dtrees.trees.questions import route, split
from dtrees.trees.summary import summarize
from dtrees.trees.traversal import Sprout, unfold
from dtrees.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.costs import CostTable
    from dtrees.growing.learner import Learner


@checked
def grow_with_validation(
    data: Dataset,
    learner: Learner,
    validation: Dataset,
    *,
    ties: ValidationTies = "prune",
    costs: CostTable | None = None,
) -> Tree:
    """Return the tree that *learner* grows where a node is split only if that lowers the validation loss there.

    The node as a leaf is compared with its children as leaves [ZHOU16 §4.3.1; NOTE_C].  Where the
    loss stays the same, ``prune`` leaves the node unsplit, as the book does, and ``keep`` splits it.  *costs* as for
    `reduced_error_prune`.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.id3 import id3
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> grow_with_validation(training, id3(), validation).question.feature
    'color'
    """

    def grow_node(seed: tuple[Dataset, Dataset, int]) -> Leaf | Sprout[tuple[Dataset, Dataset, int]]:
        rows, unseen, level = seed
        summary = summarize(rows)
        best = chosen_split(rows, summary, level, learner)
        if best is None:
            return Leaf(summary)
        parts = split(rows, best.question)
        below = [Leaf(summarize(part)) for part in parts]
        passed = route(unseen, best.question, [child.summary.weight for child in below])
        leaf = validated_leaf(Leaf(summary), summarize(unseen), costs)
        children = [validated_leaf(child, summarize(come), costs) for child, come in zip(below, passed, strict=True)]
        if leaf_is_better(leaf.loss, loss_of_branch(summary, leaf.rows, children, costs), ties):
            return Leaf(summary)
        return Sprout(summary, best.question, tuple((*pair, level + 1) for pair in zip(parts, passed, strict=True)))

    return unfold((data.present, validation, 0), grow_node)

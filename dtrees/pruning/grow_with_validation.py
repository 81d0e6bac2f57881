"""Pre-pruning on a validation set: a node is split only where that lowers the validation loss."""

from __future__ import annotations

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.growing.best_split import admissible_splits
from dtrees.growing.costs import CostTable
from dtrees.growing.grow import stops
from dtrees.growing.learner import Learner
from dtrees.pruning.reduced_error import ValidationTies, leaf_is_better, passed_down
from dtrees.trees.recursion import recursive
from dtrees.trees.split import split
from dtrees.trees.summary import summarize
from dtrees.trees.tree import Branch, Leaf, Tree


@checked
@recursive
def grow_with_validation(
    data: Dataset,
    learner: Learner,
    validation: Dataset,
    *,
    ties: ValidationTies = "prune",
    costs: CostTable | None = None,
) -> Tree:
    """Return the tree that *learner* grows where a node is split only if that lowers the validation loss there.

    The node as a leaf is compared with its children as leaves [ZHOU16 §4.3.1; NOTE_C].  Where the loss stays the same,
    ``prune`` leaves the node unsplit, as the book does, and ``keep`` splits it.  *costs* as for `reduced_error_prune`.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.id3 import id3
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> grow_with_validation(training, id3(), validation).question.feature
    'color'
    """
    data = data.present
    leaf = Leaf(summarize(data))
    optimal = () if stops(leaf.summary, learner) else admissible_splits(data, learner)
    if not optimal:
        return leaf
    parts = split(data, question := optimal[0].question)
    stump = Branch(leaf.summary, question, [Leaf(summarize(part)) for part in parts])
    if leaf_is_better(leaf, stump, validation, ties, costs):
        return leaf
    below = zip(parts, passed_down(stump, validation), strict=True)
    children = [grow_with_validation(part, learner.below(), v, ties=ties, costs=costs) for part, v in below]
    return Branch(leaf.summary, question, children)

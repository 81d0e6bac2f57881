"""Pruning on a validation set: reduced-error pruning of a grown tree, and pre-pruning while it grows."""

from typing import Literal, TypeAlias

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData
from dtrees.growing.best_split import best_split
from dtrees.growing.costs import CostTable, as_costs, decision
from dtrees.growing.grow import stops
from dtrees.growing.learner import Learner
from dtrees.growing.training_values import asking_training_values
from dtrees.numbers.exact import Exact
from dtrees.trees.recursion import recursive
from dtrees.trees.split import route, split
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
    loss, and ``keep`` does not [ZHOU16 §4.3.2; NOTE_C].  With *costs* of mistakes the loss is what they cost, each node
    predicting the class of least expected cost [CART84 §4.4].

    >>> training, validation = dt.datasets.training_and_validation("watermelon2")
    >>> dt.depth(reduced_error_prune(dt.grow(training, dt.id3()), validation))
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
    if isinstance(tree, Leaf):
        return loss(tree.summary, summarize(rows), costs)
    below = passed_down(tree, rows)
    ending = summarize(rows) - total([summarize(part) for part in below])
    lost = [validation_loss(child, part, costs) for child, part in zip(tree.children, below, strict=True)]
    return sum(lost, start=loss(tree.summary, ending, costs))


def passed_down(branch: Branch, rows: Dataset) -> tuple[Dataset, ...]:
    """Return the *rows* that go to each child; one whose value is missing is divided where training rows are."""
    return route(rows, branch.question, [child.summary for child in branch.children])


def loss(training: Summary, validation: Summary, costs: CostTable | None = None) -> Exact:
    """Return the loss of predicting the *validation* rows from the *training* summary.

    the weight of rows that are not of the training majority, or sum_i w_i (y_i - training mean)^2, or with *costs*
    sum_i w_i C(the class of least expected cost | y_i)      [CART84 §4.4]

    >>> [loss(ClassCounts((3, 1)), ClassCounts((2, 5)), costs) for costs in (None, {(0, 1): 1, (1, 0): 4})]
    [Exact('5'), Exact('2')]
    """
    if isinstance(training, ClassCounts) and isinstance(validation, ClassCounts):
        rows, label = zip(validation.classes, validation.counts, strict=True), decision(training, costs)
        lost = training.loss if costs is None else lambda actual: as_costs(costs).between(actual, label)
        return Exact(sum([count * lost(actual) for actual, count in rows]))
    alike = type(training) is type(validation) or getattr(validation, "squares", None) is not None
    if isinstance(training, Moments) and isinstance(validation, Moments) and alike and costs is None:
        return training.losses(validation)
    message = "the rows have targets of different kinds: give classes or numbers in both, and costs with classes alone"
    raise InvalidData(message)


@checked
@asking_training_values
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

    >>> training, validation = dt.datasets.training_and_validation("watermelon2")
    >>> grow_with_validation(training, dt.id3(), validation).question.feature
    'color'
    """
    data = data.present
    leaf = Leaf(summarize(data))
    best = None if stops(leaf.summary, learner) else best_split(data, learner)
    if best is None:
        return leaf
    parts = split(data, best.question)
    stump = Branch(leaf.summary, best.question, [Leaf(summarize(part)) for part in parts])
    if leaf_is_better(leaf, stump, validation, ties, costs):
        return leaf
    below = zip(parts, passed_down(stump, validation), strict=True)
    children = [grow_with_validation(part, learner.below(data), v, ties=ties, costs=costs) for part, v in below]
    return Branch(leaf.summary, best.question, children)

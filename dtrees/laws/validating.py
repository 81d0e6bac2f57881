"""Laws of pruning on validation rows, and of choosing from the sequence by hold-out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from dtrees.data.dataset import Category, Classes, Dataset, Responses
from dtrees.errors import Unsupported
from dtrees.growing.costs import Costs, least_cost_label
from dtrees.growing.grow import grow
from dtrees.laws.definitions import ending, nodes, weights_of
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.plain import targets_of
from dtrees.laws.predicting import FIRST
from dtrees.laws.sequence import require_predictions
from dtrees.pruning.cost_complexity import pruning_sequence
from dtrees.pruning.pruned_subtrees import all_pruned_subtrees, is_pruned_subtree
from dtrees.selection.deviations import SQUARED_ERROR
from dtrees.selection.metrics import ACCURACY, AUC, ERROR, misclassification_cost
from dtrees.trees.paths import branch_paths, replace_at, subtree_at
from dtrees.trees.split import rows_of
from dtrees.trees.summary import ClassCounts, Summary
from dtrees.trees.tree import Branch, Leaf, Tree, leaves

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.growing.learner import Learner
    from dtrees.laws.system import Grants, System

SMALLEST: Final = "among equals the smallest tree is chosen"
GROWS_ALIKE: Final = "a tree grown on the way is the one that grow gives"

# --- losses on rows ---------------------------------------------------------------------------------------------


def loss_of(summary: Summary, actual: Any, grants: Grants, costs: Costs | None = None) -> Fraction:
    """Return a leaf's loss for a row of target *actual*: 1 for a wrong class, 0 for the right one; or (y - mean)^2.

    With *costs*, it is the cost of predicting the leaf's class of least cost, of several the first.  Raises
    `Unsupported` where a leaf may predict any of several classes and *actual* is one of them.
    """
    if costs is not None and isinstance(summary, ClassCounts):
        return Fraction(costs.between(actual, least_cost_label(summary, costs)))
    if not isinstance(summary, ClassCounts):
        return (Fraction(actual) - summary.mean) ** 2
    predicted = grants.predicted(summary)
    if len(predicted) > 1 and actual in predicted:
        message = "a leaf's tie, which may go to any of its classes"
        raise Unsupported(message)
    return Fraction(actual not in predicted)


def losses_of(tree: Tree, data: Dataset, grants: Grants, costs: Costs | None = None) -> list[Fraction]:
    """Return each row's loss at the node where it ends; with a category never seen it ends at the branch that asks."""
    ends = [ending(tree, row)[1].summary for row in rows_of(data.features)]
    pairs = zip(ends, targets_of(data), strict=True)
    return [loss_of(summary, actual, grants, costs) for summary, actual in pairs]


def weighted_losses(tree: Tree, data: Dataset, grants: Grants, costs: Costs | None = None) -> list[Fraction]:
    """Return each row's loss times its weight."""
    losses = losses_of(tree, data, grants, costs)
    return [w * loss for w, loss in zip(weights_of(data), losses, strict=True)]


def rounding_of(losses: Sequence[Any], data: Dataset, grants: Grants, *, divided: bool = False) -> Any:
    """Return the rounding error allowed in a float sum of the rows' *losses*.

    In regression a loss is as inexact as the mean it is measured from: so the responses' squares count as terms too.
    """
    pairs = zip(weights_of(data), targets_of(data), strict=True)
    squares = [w * Fraction(y) ** 2 for w, y in pairs] if isinstance(data.target, Responses) else []
    return grants.rounding([*losses, *squares], divided=divided)


def mean(values: Iterable[Fraction], rows: Dataset) -> Fraction:
    """Return the weighted mean of *values*, one for each of the *rows*."""
    weights = weights_of(rows)
    return sum((w * value for w, value in zip(weights, values, strict=True)), start=Fraction(0)) / sum(weights)


# --- pruning on validation rows ---------------------------------------------------------------------------------


@law("validated_trials", "QUINLAN87; ZHOU16 §4.3.2; CART84 theorem 3.7")
def reduced_error_pruning_is_optimal(system: System, data: Dataset, learner: Learner, validation: Dataset) -> None:
    """Reduced-error pruning gives a pruned subtree of least loss on the validation rows.

    Where ties are cut, it is the smallest of these, contained in every other; where they are kept, the largest,
    containing every other: the optimal subtree at alpha 0, with validation losses as risks.
    """
    _require_optimal(system, system.grow(data, learner), validation)


def _require_optimal(system: System, tree: Tree, validation: Dataset, costs: Costs | None = None) -> None:
    """Require that *tree* is pruned to the smallest and the largest of least loss on the validation rows."""
    tried = {small: weighted_losses(small, validation, system.grants, costs) for small in all_pruned_subtrees(tree)}
    options = {} if costs is None else {"costs": costs}
    rounding = rounding_of([term for terms in tried.values() for term in terms], validation, system.grants)
    least = min(map(sum, tried.values())) + rounding
    best = sorted((one for one, terms in tried.items() if sum(terms) <= least), key=lambda one: len(leaves(one)))
    for ties, right in (("prune", best[0]), ("keep", best[-1])):
        smaller = system.reduced_error_prune(tree, validation, ties=ties, **options)
        require(smaller in (best if rounding else [right]), right, smaller)
    if not rounding:
        nested = all(is_pruned_subtree(best[0], small) and is_pruned_subtree(small, best[-1]) for small in best)
        require(nested, "all between the smallest and the largest", best)


@law("validated_ties", "ZHOU16 §4.3.1; NOTE_C 3.1, 3.3", presumes=(GROWS_ALIKE,))
def prepruning_asks_before_each_split(
    system: System, data: Dataset, learner: Learner, validation: Dataset, ties: str
) -> None:
    """Pre-pruning, from the root down, splits only where that lowers the validation rows' loss; *ties* settles ties."""
    kept = _prepruned(system, system.grow(data, learner), validation, ties)
    require_equal(system.grow_with_validation(data, learner, validation, ties=ties), kept)


def _prepruned(system: System, whole: Tree, validation: Dataset, ties: str, costs: Costs | None = None) -> Tree:
    """Return the part of the *whole* tree whose splits, from the root down, lose less than their nodes as leaves."""
    kept: Tree = Leaf(whole.summary)
    for path in branch_paths(whole):
        node: Any = subtree_at(whole, path)
        if path in nodes(kept):
            stump = Branch(node.summary, node.question, [Leaf(child.summary) for child in node.children])
            split = replace_at(kept, path, stump)
            if not _loses_less(kept, split, validation, ties, system, costs):
                kept = split
    return kept


def _loses_less(
    pruned: Tree, tree: Tree, validation: Dataset, ties: str, system: System, costs: Costs | None = None
) -> bool:
    """Return whether *tree* is to be cut to *pruned*, which loses less, or as much where ties are pruned.

    Raises `Unsupported` where rounding decides.
    """
    before, after = (weighted_losses(one, validation, system.grants, costs) for one in (tree, pruned))
    rounding, more = rounding_of(before + after, validation, system.grants), sum(after) - sum(before)
    if rounding and abs(more) <= rounding:
        message = "two losses that rounding decides"
        raise Unsupported(message)
    return more < 0 or (more == 0 and ties == "prune")


@law("validated_ties", "ZHOU16 §4.3.2; NOTE_C 3.4", presumes=(GROWS_ALIKE,))
def postpruning_never_loses_to_prepruning(
    system: System, data: Dataset, learner: Learner, validation: Dataset, ties: str
) -> None:
    """Pre-pruning gives a pruned subtree of the grown tree, so on validation rows post-pruning loses no more."""
    tree, grants = system.grow(data, learner), system.grants
    before = system.grow_with_validation(data, learner, validation, ties=ties)
    after = system.reduced_error_prune(tree, validation, ties=ties)
    require(is_pruned_subtree(before, tree), f"a pruned subtree of {tree}", before)
    loss, *others = (sum(weighted_losses(one, validation, grants)) for one in (after, before, tree))
    rounding = rounding_of(weighted_losses(tree, validation, grants), validation, grants, divided=True)
    require(loss <= min(others) + rounding, f"a loss of at most {min(others)}", loss)


@law("costed_trials", "CART84 §4.4; ZHOU16 §4.3", presumes=(FIRST, GROWS_ALIKE))
def validation_losses_are_what_mistakes_cost(system: System, data: Dataset, learner: Learner, costs: Costs) -> None:
    """With costs, both prunings take as a validation row's loss the cost of its leaf's class of least expected cost.

    sum_i w_i C(label | y_i)
    """
    training, validation = data.take(range(0, len(data), 2)), data.take(range(len(data) - 1, -1, -2))
    tree = system.grow(training, learner)
    _require_optimal(system, tree, validation, costs)
    kept = _prepruned(system, tree, validation, "prune", costs)
    require_equal(system.grow_with_validation(training, learner, validation, costs=costs), kept)


@law("validated_ties", "QUINLAN87; ZHOU16 §4.3.2")
def validated_trees_predict_by_their_leaves(
    system: System, data: Dataset, learner: Learner, validation: Dataset, ties: Any
) -> None:
    """A tree pruned on validation rows still predicts by the training rows: those of the leaves that are left."""
    smaller = system.reduced_error_prune(system.grow(data, learner), validation, ties=ties)
    require_predictions(system, smaller, data)
    require_predictions(system, smaller, validation)


# --- hold-out ---------------------------------------------------------------------------------------------------


def costs_between(labels: Sequence[Category]) -> Costs:
    """Return costs with a different number for each pair of true class and wrong prediction, and 0 for a right one."""
    places = range(len(labels))
    return Costs([[Fraction(2 * i + j + 1, 2) * (i != j) for j in places] for i in places], labels)


METRICS: Final = {"accuracy": ACCURACY, "error": ERROR, "auc": AUC, "squared error": SQUARED_ERROR}
"""The measures by which hold-out may choose; by default it is the accuracy or the squared error."""


@law("measured_trials", "CART84 §3.4.1; NOTE_D CART; NOTE_B 9.2.2; NOTE_A", presumes=(SMALLEST,))
def holdout_picks_the_best_member(
    system: System, data: Dataset, learner: Learner, validation: Dataset, measure: str
) -> None:
    """Hold-out chooses the member of best measure on the validation rows, with its interval [alpha_k, alpha_k+1)."""
    sequence, grants, target = pruning_sequence(grow(data, learner)), system.grants, data.target
    given, larger = METRICS.get(measure), measure in {"accuracy", "auc"}
    if isinstance(target, Classes):
        given = misclassification_cost(costs_between(target.labels)) if measure == "cost" else given
        larger = larger or measure == "default"

    def value_of(tree: Tree) -> Fraction:
        if given is not None and measure in {"auc", "cost"}:  # which need no class that a leaf may predict
            return given.of(tree, validation).as_fraction()
        lost = mean(losses_of(tree, validation, grants), validation)
        return 1 - lost if larger else lost

    found = system.select_by_holdout(sequence, validation, measure=given)
    values = [value_of(member.tree) for member in sequence]
    rounding = rounding_of(values, validation, grants, divided=True)
    near = [abs(got - value) <= rounding for got, value in zip(found.values, values, strict=True)]
    require(all(near), values, found.values)
    terms = [term for member in sequence for term in weighted_losses(member.tree, validation, grants)]
    rounding = rounding_of(terms, validation, grants)
    most = max(value if larger else -value for value in values)
    best = [place for place, value in enumerate(values) if (value if larger else -value) >= most - rounding]
    ends = [*(member.alpha for member in sequence[1:]), None]
    members = [(sequence[place].tree, sequence[place].alpha, ends[place]) for place in best]
    require((found.tree, found.alpha, found.until) in (members if rounding else members[-1:]), members[-1], found)

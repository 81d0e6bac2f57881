"""Laws of pruning on validation rows, and of choosing from the sequence by hold-out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from dtrees.data.dataset import Category, Classes, Dataset
from dtrees.data.plain import as_mappings, columns_of, targets_of
from dtrees.growing.costs import Costs
from dtrees.growing.grow import grow
from dtrees.laws.definitions import ending, nodes, weights_of
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.losses import is_cut, loss_on, losses_of, mean, pruned_subtrees, rounding_of, weighted_losses
from dtrees.laws.priors_and_costs import FIRST
from dtrees.pruning.cost_complexity import pruning_sequence
from dtrees.pruning.pruned_subtrees import is_pruned_subtree, prune_at
from dtrees.selection.metrics import ACCURACY, AUC, ERROR, SQUARED_ERROR, Metric, misclassification_cost
from dtrees.trees.paths import branch_paths
from dtrees.trees.traversal import leaves
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.growing.learner import Learner
    from dtrees.laws.system import Grants, System
    from dtrees.trees.paths import Path

SMALLEST: Final = "among equals the smallest tree is chosen"
GROWS_ALIKE: Final = "a tree grown on the way is the one that grow gives"

# --- pruning on validation rows ---------------------------------------------------------------------------------


@law("validated_trials")
def reduced_error_pruning_is_optimal(system: System, data: Dataset, learner: Learner, validation: Dataset) -> None:
    """Reduced-error pruning is the optimal subtree at alpha 0 with validation losses for risks.

    Where ties are cut, the smallest pruned subtree of least loss, contained in every other; where they are kept, the
    largest, containing every other.      [QUINLAN87; ZHOU16 §4.3.2; CART84 theorem 3.7]
    """
    _require_optimal(system, system.grow(data, learner), validation)


def _require_optimal(system: System, tree: Tree, validation: Dataset, costs: Costs | None = None) -> None:
    """Require that *tree* is pruned to the smallest and the largest of least loss on the validation rows."""
    tried = {small: weighted_losses(small, validation, system.grants, costs) for small in pruned_subtrees(tree)}
    options = {} if costs is None else {"costs": costs}
    least = min(map(sum, tried.values()))
    rounding = rounding_of([term for terms in tried.values() for term in terms], validation, system.grants)
    best = sorted((small for small, terms in tried.items() if sum(terms) <= least + rounding), key=_size)
    for ties, right in (("prune", best[:1]), ("keep", best[-1:])):
        smaller = system.reduced_error_prune(tree, validation, ties=ties, **options)
        require(smaller in (best if rounding else right), right[0], smaller)
    if not rounding:
        nested = all(is_pruned_subtree(best[0], small) and is_pruned_subtree(small, best[-1]) for small in best)
        require(nested, "all between the smallest and the largest", best)


def _size(tree: Tree) -> int:
    return len(leaves(tree))


@law("validated_orders")
def reduced_error_order_free(
    system: System, data: Dataset, learner: Learner, validation: Dataset, ties: str, order: Sequence[int]
) -> None:
    """Trying each branch as a leaf, children before parents in any order, gives the same tree.

    [QUINLAN87; ZHOU16 §4.3.2; NOTE_C 4.3]
    """
    tree = grow(data, learner)
    smaller, left = tree, [*branch_paths(tree)]
    for turn in order:
        if not left:
            break
        ready = [path for path in left if not any(other[: len(path)] == path for other in left if other != path)]
        path = ready[turn % len(ready)]
        left.remove(path)
        if _loses_less(prune_at(smaller, path), smaller, validation, ties, system):
            smaller = prune_at(smaller, path)
    require_equal(system.reduced_error_prune(tree, validation, ties=ties), smaller)


def _loses_less(
    pruned: Tree, tree: Tree, validation: Dataset, ties: str, system: System, costs: Costs | None = None
) -> bool:
    """Return whether *tree* is to be cut to *pruned*."""
    before, after = (weighted_losses(one, validation, system.grants, costs) for one in (tree, pruned))
    rounding = Fraction(rounding_of(before + after, validation, system.grants))
    return is_cut(sum(before, Fraction(0)), sum(after, Fraction(0)), ties, rounding)


@law("validated_ties", presumes=(GROWS_ALIKE,))
def prepruning_asks_before_each_split(
    system: System, data: Dataset, learner: Learner, validation: Dataset, ties: str
) -> None:
    """Pre-pruning makes a split where its leaves lose less on the validation rows than the node, and goes on there.

    [ZHOU16 §4.3.1; NOTE_C 3.1, 3.3]
    """
    kept = _prepruned(system, system.grow(data, learner), validation, ties)
    require_equal(system.grow_with_validation(data, learner, validation, ties=ties), kept)


def _prepruned(system: System, whole: Tree, validation: Dataset, ties: str, costs: Costs | None = None) -> Tree:
    """Return the part of the *whole* tree whose splits, from the root down, lose less than their nodes as leaves."""
    kept: Tree = Leaf(whole.summary)
    waiting: list[Path] = [()]
    while waiting:
        path = waiting.pop(0)
        node = nodes(whole)[path]
        if isinstance(node, Branch):
            stump = Branch(node.summary, node.question, tuple(Leaf(child.summary) for child in node.children))
            split = _put(kept, path, stump)
            if not _loses_less(kept, split, validation, ties, system, costs):
                kept = split
                waiting += [(*path, child) for child in range(len(node.children))]
    return kept


def _put(tree: Tree, path: Path, stump: Tree) -> Tree:
    if not path or isinstance(tree, Leaf):
        return stump
    children = [
        _put(child, path[1:], stump) if place == path[0] else child for place, child in enumerate(tree.children)
    ]
    return Branch(tree.summary, tree.question, tuple(children))


@law("validated_ties", presumes=(GROWS_ALIKE,))
def postpruning_never_loses_to_prepruning(
    system: System, data: Dataset, learner: Learner, validation: Dataset, ties: str
) -> None:
    """The pre-pruned tree is a pruned subtree of the grown one, and so loses at least as much as the post-pruned.

    [ZHOU16 §4.3.2; NOTE_C 3.4]
    """
    tree, grants = system.grow(data, learner), system.grants
    before = system.grow_with_validation(data, learner, validation, ties=ties)
    after = system.reduced_error_prune(tree, validation, ties=ties)
    require(is_pruned_subtree(before, tree), f"a pruned subtree of {tree}", before)
    bound = min(loss_on(before, validation, grants), loss_on(tree, validation, grants))
    rounding = rounding_of(weighted_losses(tree, validation, grants), validation, grants, divided=True)
    loss = loss_on(after, validation, grants)
    require(loss <= bound + rounding, f"a loss of at most {bound}", loss)


@law("costed_trials", presumes=(FIRST, GROWS_ALIKE))
def validation_losses_are_what_mistakes_cost(system: System, data: Dataset, learner: Learner, costs: Costs) -> None:
    """With costs, both prunings on validation rows go by what these rows cost at the class of least expected cost.

    sum_i w_i C(label | y_i)      [CART84 §4.4; ZHOU16 §4.3]
    """
    training, validation = data.take(range(0, len(data), 2)), data.take(range(len(data) - 1, -1, -2))
    tree = system.grow(training, learner)
    _require_optimal(system, tree, validation, costs)
    kept = _prepruned(system, tree, validation, "prune", costs)
    require_equal(system.grow_with_validation(training, learner, validation, costs=costs), kept)


# --- hold-out ---------------------------------------------------------------------------------------------------


def costs_between(labels: Sequence[Category]) -> Costs:
    """Return a cost for each wrong prediction, each pair's its own, and 0 for each right one."""
    places = range(len(labels))
    return Costs([[Fraction(2 * i + j + 1, 2) * (i != j) for j in places] for i in places], labels)


def chosen_measure(
    name: str, data: Dataset, grants: Grants
) -> tuple[Metric | None, Callable[[Tree, Dataset], Fraction], int]:
    """Return the measure called *name*, the same read literally, and 1 or -1 as larger or smaller is better."""

    def lost(tree: Tree, rows: Dataset) -> Fraction:
        return mean(losses_of(tree, rows, grants), rows)

    if not isinstance(data.target, Classes):
        return None if name == "default" else SQUARED_ERROR, lost, -1
    costs = costs_between(data.target.labels)

    def charged(tree: Tree, rows: Dataset) -> Fraction:
        return mean(losses_of(tree, rows, grants, costs), rows)

    table: dict[str, tuple[Metric | None, Callable[[Tree, Dataset], Fraction], int]] = {
        "default": (None, lambda tree, rows: 1 - lost(tree, rows), 1),
        "accuracy": (ACCURACY, lambda tree, rows: 1 - lost(tree, rows), 1),
        "error": (ERROR, lost, -1),
        "cost": (misclassification_cost(costs), charged, -1),
        "auc": (AUC, _pairs_won, 1),
    }
    return table[name]


def _pairs_won(tree: Tree, rows: Dataset) -> Fraction:
    """Return the weighted share of pairs (a row of the first class, a row of the second) that shares order rightly."""
    summaries: list[Any] = [ending(tree, row)[1].summary for row in as_mappings(columns_of(rows))]
    shares = [Fraction(summary.counts[0]) / sum(summary.counts) for summary in summaries]
    first = summaries[0].classes[0]
    scored = list(zip(shares, weights_of(rows), targets_of(rows), strict=True))
    won = lost = Fraction(0)
    for (high, w, one), (low, v, two) in product(scored, repeat=2):
        if one == first != two:
            right = Fraction(1, 2) if high == low else Fraction(high > low)
            won, lost = won + w * v * right, lost + w * v * (1 - right)
    return won / (won + lost)


@law("measured_trials", presumes=(SMALLEST,))
def holdout_picks_the_best_member(
    system: System, data: Dataset, learner: Learner, validation: Dataset, measure: str
) -> None:
    """Hold-out chooses the member of best measure on the validation rows, and its interval [alpha_k, alpha_k+1).

    [CART84 §3.4.1; NOTE_D CART; NOTE_B 9.2.2; NOTE_A]
    """
    sequence = pruning_sequence(grow(data, learner))
    given, literal, sign = chosen_measure(measure, data, system.grants)
    found = system.select_by_holdout(sequence, validation, measure=given)
    values = [literal(member.tree, validation) for member in sequence]
    rounding = rounding_of(values, validation, system.grants, divided=True)
    near = [abs(got - value) <= rounding for got, value in zip(found.values, values, strict=True)]
    require(all(near), values, found.values)
    terms = [term for member in sequence for term in weighted_losses(member.tree, validation, system.grants)]
    rounding = rounding_of(terms, validation, system.grants)
    most = max(sign * value for value in values)
    best = [place for place, value in enumerate(values) if sign * value >= most - rounding]
    ends = [*(member.alpha for member in sequence[1:]), None]
    members = [(sequence[place].tree, sequence[place].alpha, ends[place]) for place in best]
    require((found.tree, found.alpha, found.until) in (members if rounding else members[-1:]), members[-1], found)

"""Laws of pruning on validation rows and of choosing from the sequence, by hold-out and by cross-validation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from dtrees.data import Category, Classes, Dataset
from dtrees.growing import grow
from dtrees.laws import naive
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.naive_pruning import candidates, cut, links, nodes
from dtrees.metrics import ACCURACY, AUC, ERROR, SQUARED_ERROR, Measure, misclassification_cost
from dtrees.pruning import pruning_sequence
from dtrees.quotient import Quotient
from dtrees.subtrees import is_pruned_subtree
from dtrees.summary import ClassCounts, Summary
from dtrees.traversal import leaves
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dtrees.exact import Exact
    from dtrees.laws.system import System
    from dtrees.learner import Learner
    from dtrees.path import Path

SMALLEST: Final = "among equals the smallest tree is chosen"
GROWS_ALIKE: Final = "a tree grown on the way is the one that grow gives"

# --- the definitions read literally -----------------------------------------------------------------------------


def loss_of(summary: Summary, actual: Any) -> Fraction:
    """Return 1 or 0 as *actual* is not or is the class first among the largest; or the squared error of the mean."""
    if isinstance(summary, ClassCounts):
        return Fraction(actual != summary.classes[summary.counts.index(max(summary.counts))])
    return (Fraction(actual) - summary.mean) ** 2


def rows_of(data: Dataset) -> list[dict[str, Any]]:
    """Return each row as a mapping from feature to value."""
    columns = naive.columns_of(data)
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def losses_of(tree: Tree, data: Dataset) -> list[Fraction]:
    """Return each row's loss at the node where it ends; a category never seen ends at the node that asks."""
    ends = [naive.ending(tree, row)[1].summary for row in rows_of(data)]
    return [loss_of(summary, actual) for summary, actual in zip(ends, naive.targets_of(data), strict=True)]


def loss_on(tree: Tree, data: Dataset) -> Fraction:
    """Return the weighted sum of the rows' losses."""
    losses, weights = losses_of(tree, data), naive.weights_of(data)
    return sum((weight * loss for weight, loss in zip(weights, losses, strict=True)), start=Fraction(0))


def pruned_subtrees(tree: Tree) -> list[Tree]:
    """Return every pruned subtree."""
    return [candidate.tree for candidate in candidates(tree, "gini")]


# --- pruning on validation rows ---------------------------------------------------------------------------------


@law("validated_trials")
def reduced_error_pruning_is_optimal(system: System, data: Dataset, learner: Learner, validation: Dataset) -> None:
    """Reduced-error pruning is the optimal subtree at alpha 0 with validation losses for risks.

    Where ties are cut, the smallest pruned subtree of least loss, contained in every other; where they are kept, the
    largest, containing every other.      [QUINLAN87; ZHOU16 §4.3.2; CART84 theorem 3.7]
    """
    tree = grow(data, learner)
    losses = [(loss_on(small, validation), small) for small in pruned_subtrees(tree)]
    best = sorted((small for loss, small in losses if loss == min(losses, key=lambda pair: pair[0])[0]), key=_size)
    require_equal(system.reduced_error_prune(tree, validation, ties="prune"), best[0])
    require_equal(system.reduced_error_prune(tree, validation, ties="keep"), best[-1])
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
    smaller, left = tree, links(tree)
    for turn in order:
        if not left:
            break
        ready = [path for path in left if not any(other[: len(path)] == path for other in left if other != path)]
        path = ready[turn % len(ready)]
        left.remove(path)
        before, after = loss_on(smaller, validation), loss_on(cut(smaller, path), validation)
        if after < before or (after == before and ties == "prune"):
            smaller = cut(smaller, path)
    require_equal(system.reduced_error_prune(tree, validation, ties=ties), smaller)


@law("validated_ties", presumes=(GROWS_ALIKE,))
def prepruning_asks_before_each_split(
    system: System, data: Dataset, learner: Learner, validation: Dataset, ties: str
) -> None:
    """Pre-pruning makes a split where its leaves lose less on the validation rows than the node, and goes on there.

    [ZHOU16 §4.3.1; NOTE_C 3.1, 3.3]
    """
    whole = system.grow(data, learner)
    kept: Tree = Leaf(whole.summary)
    waiting: list[Path] = [()]
    while waiting:
        path = waiting.pop(0)
        node = nodes(whole)[path]
        if isinstance(node, Branch):
            stump = Branch(node.summary, node.question, tuple(Leaf(child.summary) for child in node.children))
            split = _put(kept, path, stump)
            before, after = loss_on(kept, validation), loss_on(split, validation)
            if after < before or (after == before and ties == "keep"):
                kept = split
                waiting += [(*path, child) for child in range(len(node.children))]
    require_equal(system.grow_with_validation(data, learner, validation, ties=ties), kept)


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
    tree = system.grow(data, learner)
    before = system.grow_with_validation(data, learner, validation, ties=ties)
    after = system.reduced_error_prune(tree, validation, ties=ties)
    require(is_pruned_subtree(before, tree), f"a pruned subtree of {tree}", before)
    bound = min(loss_on(before, validation), loss_on(tree, validation))
    require(loss_on(after, validation) <= bound, f"a loss of at most {bound}", loss_on(after, validation))


# --- hold-out ---------------------------------------------------------------------------------------------------


def costs_between(labels: Sequence[Category]) -> dict[tuple[Category, Category], Fraction]:
    """Return a cost for each wrong prediction, each pair's its own."""
    return {
        (one, two): Fraction(2 * i + j + 1, 2)
        for (i, one), (j, two) in product(enumerate(labels), repeat=2)
        if one != two
    }


def chosen_measure(name: str, data: Dataset) -> tuple[Measure | None, Callable[[Tree, Dataset], Fraction], int]:
    """Return the measure called *name*, the same read literally, and 1 or -1 as larger or smaller is better."""
    if not isinstance(data.target, Classes):
        return None if name == "default" else SQUARED_ERROR, _mean_loss, -1
    costs = costs_between(data.target.labels)

    def charged(tree: Tree, rows: Dataset) -> Fraction:
        ends = [naive.ending(tree, row)[1].summary for row in rows_of(rows)]
        pairs = [(a, _said(s)) for a, s in zip(naive.targets_of(rows), ends, strict=True)]
        return _mean([costs.get(pair, Fraction(0)) for pair in pairs], rows)

    table: dict[str, tuple[Measure | None, Callable[[Tree, Dataset], Fraction], int]] = {
        "default": (None, lambda tree, rows: 1 - _mean_loss(tree, rows), 1),
        "accuracy": (ACCURACY, lambda tree, rows: 1 - _mean_loss(tree, rows), 1),
        "error": (ERROR, _mean_loss, -1),
        "cost": (misclassification_cost(costs), charged, -1),
        "auc": (AUC, _pairs_won, 1),
    }
    return table[name]


def _said(summary: Any) -> Category:
    said: Category = summary.classes[summary.counts.index(max(summary.counts))]
    return said


def _mean(values: Iterable[Fraction], rows: Dataset) -> Fraction:
    weights = naive.weights_of(rows)
    return sum((w * value for w, value in zip(weights, values, strict=True)), start=Fraction(0)) / sum(weights)


def _mean_loss(tree: Tree, rows: Dataset) -> Fraction:
    return _mean(losses_of(tree, rows), rows)


def _pairs_won(tree: Tree, rows: Dataset) -> Fraction:
    """Return the weighted share of pairs (a row of the first class, a row of the second) that shares order rightly."""
    summaries: list[Any] = [naive.ending(tree, row)[1].summary for row in rows_of(rows)]
    shares = [Fraction(summary.counts[0]) / sum(summary.counts) for summary in summaries]
    first = summaries[0].classes[0]
    scored = list(zip(shares, naive.weights_of(rows), naive.targets_of(rows), strict=True))
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
    given, literal, sign = chosen_measure(measure, data)
    found = system.select_by_holdout(sequence, validation, measure=given)
    values = [literal(member.tree, validation) for member in sequence]
    require_equal(list(found.values), values)
    best = [place for place, value in enumerate(values) if sign * value == max(sign * other for other in values)]
    ends = [*(member.alpha for member in sequence[1:]), None]
    require_equal(
        (found.tree, found.alpha, found.until), (sequence[best[-1]].tree, sequence[best[-1]].alpha, ends[best[-1]])
    )


# --- cross-validation -------------------------------------------------------------------------------------------


def folded(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str, **others: Any
) -> Any:
    """Return the cross-validation of these inputs."""
    return system.cross_validate(data, learner, folds, impurity=system.impurity(impurity), scale=scale, **others)


def literal_losses(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> tuple[Any, list[list[Fraction]]]:
    """Return the sequence, and for each member each row's loss by the tree grown without the row's fold.

    That tree is pruned at beta = sqrt(alpha_k alpha_k+1): the last member of its own sequence with alpha^2 <= beta^2.
    """
    options: dict[str, Any] = {"impurity": system.impurity(impurity), "scale": scale}
    sequence = system.pruning_sequence(system.grow(data, learner), **options)
    losses = [[Fraction(0)] * len(data) for _ in sequence]
    for fold in set(folds):
        inside = [row for row, number in enumerate(folds) if number == fold]
        outside = [row for row, number in enumerate(folds) if number != fold]
        own = system.pruning_sequence(system.grow(data.take(outside), learner), **options)
        ends = [member.alpha for member in sequence[1:]]
        for k, member in enumerate(sequence):
            last = k == len(ends)
            reached = [mine for mine in own if last or _at_most_mean(mine.alpha, member.alpha, ends[k])]
            for row, loss in zip(inside, losses_of(reached[-1].tree, data.take(inside)), strict=True):
                losses[k][row] = loss
    return sequence, losses


def _at_most_mean(alpha: Any, low: Any, high: Any) -> bool:
    """Return whether alpha <= sqrt(low high), all of them at least 0."""
    return not alpha or (bool(low) and Quotient(alpha, low) <= Quotient(high, alpha))


@law("folded_trials", presumes=(GROWS_ALIKE,))
def cross_validation_is_the_literal_one(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> None:
    """Each member's error is the mean loss of rows judged by trees that never saw them, pruned at geometric means.

    error_k = sum_i w_i loss_i / W;  SE_k^2 = sum_i w_i (loss_i - error_k)^2 / W / W
    [CART84 §3.4.2, §8.5, §11.5; ESL2 §7.10; NOTE_A; NOTE_B 9.2.2]
    """
    sequence, losses = literal_losses(system, data, learner, folds, impurity, scale)
    found = folded(system, data, learner, folds, impurity, scale)
    require_equal([(member.alpha, member.tree) for member in found.sequence], [(m.alpha, m.tree) for m in sequence])
    require_equal([(row.alpha, row.tree) for row in found.rows], [(m.alpha, m.tree) for m in sequence])
    errors = [_mean(member, data) for member in losses]
    require_equal([row.error for row in found.rows], errors)
    squares = [
        _mean([(loss - error) ** 2 for loss in member], data) / sum(naive.weights_of(data))
        for member, error in zip(losses, errors, strict=True)
    ]
    require_equal([row.squared_standard_error for row in found.rows], squares)


@law("folded_trials", presumes=(SMALLEST,))
def least_error_is_chosen(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> None:
    """The best member has the least cross-validated error, and is the smallest of those that have it.

    [CART84 eq. 3.19; ESL2 §9.2.2]
    """
    found = folded(system, data, learner, folds, impurity, scale)
    chosen = found.best()
    least = min(row.error for row in found.rows)
    place = max(k for k, row in enumerate(found.rows) if row.error == least)
    require_equal((chosen.tree, chosen.alpha, chosen.until), _member(found, place))


@law("folded_trials")
def one_standard_error_rule(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> None:
    """The rule takes the smallest tree whose error is within one standard error of the least, never a larger one.

    error_k - error_best <= SE(error_best), compared as squares      [CART84 §3.4.3; ESL2 §7.10]
    """
    found = folded(system, data, learner, folds, impurity, scale)
    chosen = found.one_standard_error()
    least = min(row.error for row in found.rows)
    best = [row for row in found.rows if row.error == least][-1]
    spread = best.squared_standard_error.as_fraction()
    within = [
        k for k, row in enumerate(found.rows) if (row.error.as_fraction() - best.error.as_fraction()) ** 2 <= spread
    ]
    require_equal((chosen.tree, chosen.alpha, chosen.until), _member(found, within[-1]))
    require(is_pruned_subtree(chosen.tree, best.tree), f"a pruned subtree of {best.tree}", chosen.tree)


def _member(found: Any, place: int) -> tuple[Tree, Exact, Exact | None]:
    ends = [*(member.alpha for member in found.sequence[1:]), None]
    return found.sequence[place].tree, found.sequence[place].alpha, ends[place]


class _Backwards:
    """An executor's ``map`` that works through its tasks from the last to the first."""

    def map(self, function: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
        return [function(task) for task in reversed(list(tasks))][::-1]


@law("folded_trials")
def whoever_runs_the_folds(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> None:
    """An executor that runs the folds in another order gives the same result; so do other numbers for the folds.

    [CART84 §3.4.2]
    """
    plain = folded(system, data, learner, folds, impurity, scale)
    require_equal(folded(system, data, learner, folds, impurity, scale, executor=_Backwards()).rows, plain.rows)
    renamed = [-3 * fold + 1 for fold in folds]
    require_equal(folded(system, data, learner, renamed, impurity, scale).rows, plain.rows)


@law("fold_sizes")
def folds_are_even(system: System, rows: int, folds: int, seed: int) -> None:
    """Plain and shuffled folds put every row in one fold, numbered from 1, of sizes that differ by at most one.

    Plain folds are blocks of neighbours; one seed gives one order.      [CART84 §3.4.2; ESL2 §7.10]
    """
    plain = system.plain_folds(rows, folds).tolist()
    shuffled = system.shuffled_folds(rows, folds, seed=seed).tolist()
    require_equal(plain, sorted(plain))
    require_equal(sorted(shuffled), plain)
    require_equal(system.shuffled_folds(rows, folds, seed=seed).tolist(), shuffled)
    sizes = Counter(plain)
    require_equal(sorted(sizes), list(range(1, folds + 1)))
    require(max(sizes.values()) - min(sizes.values()) <= 1, "even sizes", sizes)


@law("stratified_trials")
def stratified_folds_share_out_each_class(system: System, data: Dataset, folds: int, seed: int) -> None:
    """Stratified folds hold as many rows of each class as one another, give or take one, and as many rows.

    [CART84 §3.4.2, §8.7.2]
    """
    dealt = system.stratified_folds(data, folds, seed=seed).tolist()
    require_equal(len(dealt), len(data))
    targets = naive.targets_of(data)
    for label in [None, *set(targets)]:
        here = [fold for fold, actual in zip(dealt, targets, strict=True) if label in (None, actual)]
        held = [here.count(fold) for fold in range(1, folds + 1)]
        require_equal(sum(held), len(here))
        require(max(held) - min(held) <= 1, f"even shares of {label}", held)
    require_equal(system.stratified_folds(data, folds, seed=seed).tolist(), dealt)

"""Laws of choosing from the pruning sequence by cross-validation, and of the folds."""

from __future__ import annotations

import math
from collections import Counter
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from dtrees.laws.definitions import nodes, risk, unit, weights_of
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.plain import targets_of
from dtrees.laws.system import SPECIFICATION
from dtrees.laws.validating import GROWS_ALIKE, SMALLEST, losses_of, mean, rounding_of
from dtrees.pruning.pruned_subtrees import is_pruned_subtree
from dtrees.selection.cross_validation import beta_between

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.numbers.exact import Exact
    from dtrees.trees.tree import Tree

# --- cross-validation -------------------------------------------------------------------------------------------


def folded(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str, **others: Any
) -> Any:
    """Return the result of the system's `cross_validate` for these inputs, impurity and scale."""
    return system.cross_validate(data, learner, folds, impurity=system.impurity(impurity), scale=scale, **others)


def held_out_losses(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> list[list[dict[int, Fraction]]]:
    """Return, for each member of the pruning sequence, each row's loss by the tree grown on the other folds.

    That tree is pruned at beta = sqrt(alpha_k alpha_k+1).  Where rounding decides which pruned tree that is, the list
    has the losses by each of them.
    """
    sequence = system.pruning_sequence(system.grow(data, learner), **system.risk_options(impurity, scale))
    found: list[list[dict[int, Fraction]]] = [[{}] for _ in sequence]
    ends = [*(member.alpha for member in sequence[1:]), None]
    for fold in sorted(set(folds)):
        inside = [row for row, number in enumerate(folds) if number == fold]
        outside = [row for row, number in enumerate(folds) if number != fold]
        tree = system.grow(data.take(outside), learner)
        own = system.pruning_sequence(tree, **system.risk_options(impurity, scale))
        whole = risk(impurity, tree.summary) / unit(scale, impurity, tree, tree)
        rounding = system.grants.rounding([whole] * len(nodes(tree)), divided=True)
        if rounding:
            exactly = SPECIFICATION.risk_options(impurity, scale)
            own = SPECIFICATION.pruning_sequence(tree, ties="one_at_a_time", **exactly)
        for k, member in enumerate(sequence):
            pruned = own[-1:] if ends[k] is None else _last_up_to_beta(own, member.alpha, ends[k], rounding)
            losses = [losses_of(one.tree, data.take(inside), system.grants) for one in pruned]
            found[k] = [before | dict(zip(inside, new, strict=True)) for before in found[k] for new in losses]
    return found


def _last_up_to_beta(own: Sequence[Any], low: Any, high: Any, rounding: Any) -> Sequence[Any]:
    """Return the last member of alpha at most sqrt(low high), and those that are last within rounding."""
    beta: Any = beta_between(low, high)
    surely = [member.alpha <= beta for member in own]
    if not rounding:
        return own[sum(surely) - 1 :][:1]
    middle = math.sqrt(float(low) * float(high))
    near = [abs(max(float(member.alpha), 0.0) - middle) <= rounding for member in own]
    below = [sure and not close for sure, close in zip(surely, near, strict=True)]
    return own[max(sum(below) - 1, 0) : max(sum(below) + sum(near), 1)]


@law("folded_trials", "CART84 §3.4.2, §8.5, §11.5; ESL2 §7.10; NOTE_A; NOTE_B 9.2.2", presumes=(GROWS_ALIKE,))
def cross_validation_is_the_literal_one(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> None:
    """Each member's error is the mean loss of rows by trees grown without them, pruned at sqrt(alpha_k alpha_k+1).

    error_k = sum_i w_i loss_i / W;  SE_k^2 = sum_i w_i (loss_i - error_k)^2 / W / W
    """
    sequence = system.pruning_sequence(system.grow(data, learner), **system.risk_options(impurity, scale))
    losses = held_out_losses(system, data, learner, folds, impurity, scale)
    found = folded(system, data, learner, folds, impurity, scale)
    require_equal([(member.alpha, member.tree) for member in found.sequence], [(m.alpha, m.tree) for m in sequence])
    require_equal([(row.alpha, row.tree) for row in found.rows], [(m.alpha, m.tree) for m in sequence])
    for row, choices in zip(found.rows, losses, strict=True):
        right = [_error_and_square([choice[place] for place in range(len(data))], data) for choice in choices]
        near = [_is_near((row.error, row.squared_standard_error), *each, data, system) for each in right]
        require(any(near), right[0], (row.error, row.squared_standard_error))


def _error_and_square(losses: list[Fraction], data: Dataset) -> tuple[Fraction, Fraction, list[Fraction]]:
    """Return the mean loss, its squared standard error, and the losses."""
    error = mean(losses, data)
    return error, mean([(loss - error) ** 2 for loss in losses], data) / sum(weights_of(data)), losses


def _is_near(
    got: tuple[Any, Any], error: Fraction, square: Fraction, losses: list[Fraction], data: Dataset, system: System
) -> bool:
    weight = sum(weights_of(data))
    bound = rounding_of([*losses, error], data, system.grants, divided=True)
    distances = [abs(loss - error) for loss in losses]  # each as far off as twice the bound
    squares = system.grants.rounding([distance**2 / weight for distance in distances], divided=True)
    squares += sum(4 * bound * (distance + bound) / weight for distance in distances)
    return bool(abs(got[0] - error) <= bound and abs(got[1] - square) <= squares)


@law("folded_trials", "CART84 eq. 3.19; ESL2 §9.2.2", presumes=(SMALLEST,))
def least_error_is_chosen(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> None:
    """The best member of the sequence has the least cross-validated error, and of several it is the smallest."""
    found = folded(system, data, learner, folds, impurity, scale)
    chosen = found.best()
    least = min(row.error for row in found.rows)
    place = max(k for k, row in enumerate(found.rows) if row.error == least)
    require_equal((chosen.tree, chosen.alpha, chosen.until), _member(found, place))


@law("folded_trials", "CART84 §3.4.3; ESL2 §7.10")
def one_standard_error_rule(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> None:
    """The one-standard-error rule takes the smallest tree whose error is within one standard error of the least.

    error_k - error_best <= SE(error_best), compared as squares
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


class _Backwards(Executor):
    """An executor's ``map`` that works through its tasks from the last to the first."""

    def map(self, function: Callable[..., Any], *tasks: Iterable[Any]) -> Iterator[Any]:  # type: ignore[override]
        return iter([function(*task) for task in reversed(list(zip(*tasks, strict=False)))][::-1])


@law("folded_trials", "CART84 §3.4.2")
def whoever_runs_the_folds(
    system: System, data: Dataset, learner: Learner, folds: Sequence[int], impurity: str, scale: str
) -> None:
    """An executor that runs the folds in another order gives the same result."""
    plain = folded(system, data, learner, folds, impurity, scale)
    require_equal(folded(system, data, learner, folds, impurity, scale, executor=_Backwards()).rows, plain.rows)


@law("fold_sizes", "CART84 §3.4.2; ESL2 §7.10")
def folds_are_even(system: System, rows: int, folds: int, seed: int) -> None:
    """Plain and shuffled folds put every row in one fold, numbered from 1, of sizes that differ by at most one.

    Plain folds are blocks of neighbours; one seed gives one order, and another seed another.
    """
    plain = system.plain_folds(rows, folds).tolist()
    shuffled = system.shuffled_folds(rows, folds, seed=seed).tolist()
    require_equal(plain, sorted(plain))
    require_equal(len(plain), rows)
    require_equal(sorted(shuffled), plain)
    require_equal(system.shuffled_folds(rows, folds, seed=seed).tolist(), shuffled)
    sizes = Counter(plain)
    require_equal(sorted(sizes), list(range(1, folds + 1)))
    require(max(sizes.values()) - min(sizes.values()) <= 1, "even sizes", sizes)
    _require_chance(lambda other: system.shuffled_folds(rows, folds, seed=other).tolist())


@law("stratified_trials", "CART84 §3.4.2, §8.7.2")
def stratified_folds_share_out_each_class(system: System, data: Dataset, folds: int, seed: int) -> None:
    """Any two stratified folds differ by at most one row of each class, and by at most one row in all.

    One seed gives one order, and another seed another.
    """
    dealt = system.stratified_folds(data, folds, seed=seed).tolist()
    require_equal(len(dealt), len(data))
    targets = targets_of(data)
    for label in [None, *set(targets)]:
        here = [fold for fold, actual in zip(dealt, targets, strict=True) if label in (None, actual)]
        held = [here.count(fold) for fold in range(1, folds + 1)]
        require_equal(sum(held), len(here))
        require(max(held) - min(held) <= 1, f"even shares of {label}", held)
    require_equal(system.stratified_folds(data, folds, seed=seed).tolist(), dealt)
    if len(set(targets)) < len(targets):
        _require_chance(lambda other: system.stratified_folds(data, folds, seed=other).tolist())


def _require_chance(deal: Callable[[int], list[int]]) -> None:
    """Raise `LawBroken` where thirty seeds give one order; of two equally likely ones that happens one time in 2^29."""
    orders = {tuple(deal(seed)) for seed in range(30)}
    require(len(orders) > 1, "an order that depends on the seed", orders)

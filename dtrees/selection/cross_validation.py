"""Cross-validation of a pruning sequence, and the one-standard-error rule.

Losses are exact, and a standard error is kept as its square, so that the one-SE rule is decided exactly too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs
import numpy as np

from dtrees.arguments import a_function_of, admit, checked, instance
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing import grow as growing
from dtrees.growing.costs import CostTable, ExpectedCost
from dtrees.growing.learner import Learner
from dtrees.numbers.exact import Exact, Rational, in_integers, over, rational
from dtrees.numbers.quotient import GeometricMean
from dtrees.pruning import cost_complexity as pruning
from dtrees.pruning.cost_complexity import Pruned, intervals, members_of, optimal_subtree
from dtrees.selection.holdout import Selection, selection
from dtrees.selection.losses import mean_loss, row_losses
from dtrees.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dtrees.data.dataset import IntArray
    from dtrees.growing.impurity import Impurity
    from dtrees.pruning.scales import Scale

Grow: TypeAlias = Callable[[Dataset, Learner], Tree]
"""A function that grows trees as `dtrees.grow` does."""

PruningSequence: TypeAlias = Callable[..., Sequence[Pruned]]
"""A function that takes the arguments of `dtrees.pruning_sequence` and returns what it does."""

admit("Executor", instance(Executor, "an executor of concurrent.futures"))
admit("Grow", a_function_of(2))
admit("PruningSequence", a_function_of(1, "impurity", "scale"))

WeightedLosses: TypeAlias = tuple[Rational, Rational]
"""Of some rows, sum w loss and sum w loss^2."""


@attrs.frozen
class CrossValidated:
    """A member of the sequence with its cross-validated mean loss and the square of that mean's standard error."""

    alpha: Exact
    tree: Tree
    error: Exact
    squared_standard_error: Exact


@attrs.frozen
class CrossValidation:
    """The pruning sequence of the whole data, each member cross-validated; see `cross_validate`."""

    sequence: tuple[Pruned, ...]
    rows: tuple[CrossValidated, ...]
    root_error: Exact
    impurity: Impurity | None
    scale: Scale

    def best(self) -> Selection:
        """Return the member of least cross-validated error, the smallest tree among equals  [CART84 eq. 3.19]."""
        return self._select(self._best())

    def one_standard_error(self) -> Selection:
        """Return the smallest tree whose error is at most the least error plus that one's standard error.

        error_k <= error_best + SE(error_best)      [CART84 §3.4.3; ESL2 §7.10]
        """
        best = self.rows[self._best()]
        excess = [row.error - best.error for row in self.rows]
        within = [k for k, more in enumerate(excess) if more * more <= best.squared_standard_error]
        return self._select(max(within))

    def _best(self) -> int:
        least = min(row.error for row in self.rows)
        return max(k for k, row in enumerate(self.rows) if row.error == least)

    def _select(self, k: int) -> Selection:
        return selection(self.sequence, k, tuple(row.error for row in self.rows))


admit("CrossValidation", instance(CrossValidation, "what cross_validate returns"))


@checked
def cross_validate(
    data: Dataset,
    learner: Learner,
    folds: Sequence[int] | IntArray,
    *,
    impurity: Impurity | None = None,
    scale: Scale = "proportion",
    grow: Grow = growing.grow,
    pruning_sequence: PruningSequence = pruning.pruning_sequence,
    executor: Executor | None = None,
) -> CrossValidation:
    """Return the pruning sequence of the tree grown on all rows, with each member's cross-validated loss.

    For T_k, optimal on [alpha_k, alpha_k+1), each fold's tree, grown on the other folds, is pruned at
    beta_k = sqrt(alpha_k alpha_k+1) (the last to the root) and tried on the fold:

        error_k = sum_i w_i loss_i / W,   SE_k^2 = (sum_i w_i loss_i^2 / W - error_k^2) / W      [CART84 §3.4.2, §8.5]

    *folds* is one fold number a row (`plain_folds`, `shuffled_folds`, `stratified_folds`, or any).  *impurity* is by
    default the one CART takes (`gini`, `squared_error`); of `ExpectedCost` the losses are those costs.  *scale* is the
    unit of the alphas; ``proportion``, a scale per case, makes them comparable between the folds.  *grow* and
    *pruning_sequence* are the functions to use: `dtrees.vectorized` has faster ones.  An *executor*
    (`concurrent.futures`) may run the folds, with the same result.

    Raises `InvalidData` where *folds* does not give each row a number, or only one fold.

    >>> from dtrees.data import datasets
    >>> from dtrees.selection.folds import plain_folds
    >>> from dtrees.growing.cart import cart
    >>> loan = datasets.load("loan")
    >>> result = cross_validate(loan, cart(), plain_folds(15, 5))
    >>> [str(row.error) for row in result.rows]
    ['2/15', '2/5']
    """
    fold_of_row = _checked_folds(folds, len(data))
    sequence_of = partial(_sequence_of, partial(pruning_sequence, impurity=impurity, scale=scale))
    sequence = sequence_of(grow(data, learner))
    betas = [None if until is None else _between(alpha, until) for alpha, until in intervals(sequence)]
    prune = partial(_pruned_at, betas, sequence_of)
    if scale == "node":
        prune = partial(_pruned_on_the_node_scale, betas, partial(optimal_subtree, impurity=impurity, scale=scale))
    costs = impurity.costs if isinstance(impurity, ExpectedCost) else None
    losses = partial(_weighted_losses, costs=costs)
    try_fold = partial(_losses_in_fold, data, learner, fold_of_row, grow, prune, losses)
    by_fold = list((executor.map if executor else map)(try_fold, np.unique(fold_of_row).tolist()))
    weight = sum(map(rational, data.weights.tolist()))
    rows = tuple(_cross_validated(member, losses, weight) for member, *losses in zip(sequence, *by_fold, strict=True))
    root_error = mean_loss(Leaf(sequence[0].tree.summary), data, costs=costs)
    return CrossValidation(sequence, rows, root_error, impurity, scale)


def _losses_in_fold(
    data: Dataset,
    learner: Learner,
    fold_of_row: IntArray,
    grow: Grow,
    prune: Callable[[Tree], Iterable[Tree]],
    losses_of: Callable[..., WeightedLosses],
    fold: int,
) -> list[WeightedLosses]:
    """Return for each beta the losses of the rows of *fold*, by the tree grown on the others and pruned at beta."""
    tree = grow(data.take(np.flatnonzero(fold_of_row != fold)), learner)
    held_out = data.take(np.flatnonzero(fold_of_row == fold))
    losses = cache(partial(losses_of, data=held_out))
    return [losses(pruned) for pruned in prune(tree)]


def _sequence_of(pruning_sequence: Callable[[Tree], Any], tree: Tree) -> tuple[Pruned, ...]:
    members: Iterable[Pruned] = members_of("pruning_sequence(tree)", pruning_sequence(tree))
    return tuple(members)


def _pruned_at(
    betas: Sequence[GeometricMean | None], sequence_of: Callable[[Tree], tuple[Pruned, ...]], tree: Tree
) -> Iterator[Tree]:
    """Yield T(beta) for each beta, which ascend, and the root alone for None, from the tree's own sequence.

    T(beta) = T_k for the last alpha_k <= beta      [CART84 theorem 3.10]
    """
    members = sequence_of(tree)
    place = 0
    for beta in betas:
        while place + 1 < len(members) and (beta is None or members[place + 1].alpha <= beta):
            place += 1
        yield members[place].tree


def _pruned_on_the_node_scale(
    betas: Sequence[GeometricMean | None], prune: Callable[[Tree, GeometricMean], Tree], tree: Tree
) -> Iterator[Tree]:
    """Yield what `_pruned_at` does where alphas are those of no cost, and a sequence need not hold T(beta)."""
    yield from (Leaf(tree.summary) if beta is None else prune(tree, beta) for beta in betas)


def _weighted_losses(tree: Tree, data: Dataset, costs: CostTable | None) -> WeightedLosses:
    (weights, unit), (losses, scale) = data.whole_weights, in_integers(row_losses(tree, data, costs=costs))
    weighted = [weight * loss for weight, loss in zip(weights, losses, strict=True)]
    squares = sum([first * loss for first, loss in zip(weighted, losses, strict=True)])
    return over(sum(weighted), unit * scale), over(squares, unit * scale * scale)


def _cross_validated(member: Pruned, by_fold: Sequence[WeightedLosses], weight: Rational) -> CrossValidated:
    error = Exact(sum(losses for losses, _ in by_fold)) / weight
    mean_square = Exact(sum(squares for _, squares in by_fold)) / weight
    return CrossValidated(member.alpha, member.tree, error, (mean_square - error * error) / weight)


def _between(alpha: Any, until: Any) -> GeometricMean:
    if isinstance(alpha, Exact) and isinstance(until, Exact):
        return GeometricMean(alpha, until)
    message = "entropy's alphas on the root scale cannot be carried to the folds: cross-validate by proportion"
    raise Unsupported(message)


def _checked_folds(folds: Sequence[int] | IntArray, rows: int) -> IntArray:
    try:
        fold_numbers = np.asarray(folds)
    except ValueError:  # of lists of different lengths
        fold_numbers = np.empty((0, 0))
    if fold_numbers.shape != (rows,) or fold_numbers.dtype.kind not in "iu" or np.ma.is_masked(folds):
        message = f"the folds are not {rows} integers, one a row: shuffled_folds({rows}, 10, seed=0) makes them"
        raise InvalidData(message)
    if len(np.unique(fold_numbers)) == 1:
        message = "all rows are in one fold, which leaves none to train on: give at least two"
        raise InvalidData(message)
    return fold_numbers.astype(np.int64)

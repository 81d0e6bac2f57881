"""Cross-validation of a pruning sequence, and the one-standard-error rule.

Losses are exact, and a standard error is kept as its square, so that the one-SE rule is decided exactly too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from operator import index
from typing import Annotated, Any, TypeAlias

import attrs

from dtrees.arguments import a_function, checked
from dtrees.data.dataset import Dataset, IntArray
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing import grow as growing
from dtrees.growing.costs import CostTable, ExpectedCost
from dtrees.growing.impurity import Impurity
from dtrees.growing.learner import Learner
from dtrees.numbers.exact import Exact, Rational
from dtrees.numbers.quotient import GeometricMean
from dtrees.pruning import cost_complexity as pruning
from dtrees.pruning.cost_complexity import Pruned, intervals, members_of, optimal_subtree
from dtrees.pruning.scales import Scale
from dtrees.selection.holdout import Selection, selection
from dtrees.selection.losses import mean_loss, row_losses
from dtrees.trees.tree import Leaf, Tree

Grow: TypeAlias = Callable[[Dataset, Learner], Tree]
"""A function that grows trees as `dtrees.grow` does."""

PruningSequence: TypeAlias = Annotated[
    Callable[..., Sequence[Pruned]], partial(a_function, 1, named=("impurity", "scale"))
]
"""A function that takes the arguments of `dtrees.pruning_sequence` and returns what it does."""

WeightedLosses: TypeAlias = tuple[Rational, Rational, Rational]
"""Of some rows, sum w, sum w loss and sum w loss^2."""


@attrs.frozen
class CrossValidated:
    """A tree of the pruning sequence, its cross-validated mean loss, and the square of that mean's standard error."""

    alpha: Exact
    tree: Tree
    error: Exact
    squared_standard_error: Exact


@attrs.frozen
class CrossValidation:
    """The pruning sequence of the whole data, each member cross-validated; see `cross_validate`."""

    GIVE = "what cross_validate returns"

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
    numbers = fold_numbers(folds, len(data))
    options: Any = {"impurity": impurity, "scale": scale}
    sequence = members_of("pruning_sequence(tree)", pruning_sequence(grow(data, learner), **options))
    betas = [beta_between(alpha, until) for alpha, until in intervals(sequence)]
    costs = impurity.costs if isinstance(impurity, ExpectedCost) else None
    prune = partial(trees_at, betas, partial(pruning_sequence, **options), partial(optimal_subtree, **options))
    in_fold = partial(losses_in_fold, data, learner, numbers, grow, prune, costs)
    by_fold = list((executor.map if executor else map)(in_fold, sorted(set(numbers))))
    rows = [cross_validated(member, losses) for member, *losses in zip(sequence, *by_fold, strict=True)]
    root_error = mean_loss(Leaf(sequence[0].tree.summary), data, costs=costs)
    return CrossValidation(tuple(sequence), tuple(rows), root_error, impurity, scale)


def beta_between(alpha: Any, until: Any) -> GeometricMean | None:
    """Return beta_k = sqrt(alpha_k alpha_k+1), the alpha at which each fold's tree is pruned.

    For the last tree of the sequence there is no next alpha, and the result is None: prune to the root.

    >>> beta_between(Exact(1), Exact(4)) >= Exact(2), beta_between(Exact(1), None)
    (True, None)
    """
    if until is None:
        return None
    if isinstance(alpha, Exact) and isinstance(until, Exact):
        return GeometricMean(alpha, until)
    message = "entropy's alphas on the root scale cannot be carried to the folds: cross-validate by proportion"
    raise Unsupported(message)


def losses_in_fold(
    data: Dataset,
    learner: Learner,
    numbers: Sequence[int],
    grow: Grow,
    prune: Callable[[Tree], list[Tree]],
    costs: CostTable | None,
    fold: int,
) -> list[WeightedLosses]:
    """Return the losses of the rows of one *fold*, for each beta.

    They are predicted by the tree that is grown on the other folds and pruned at beta. Each entry is the sum of the
    weights w, of w loss, and of w loss^2.
    """
    tree = grow(data.take([row for row, number in enumerate(numbers) if number != fold]), learner)
    held_out = data.take([row for row, number in enumerate(numbers) if number == fold])
    weights = held_out.row_weights
    losses = []
    for pruned in prune(tree):
        pairs = list(zip(weights, row_losses(pruned, held_out, costs=costs), strict=True))
        losses.append((sum(weights), sum([w * loss for w, loss in pairs]), sum([w * loss**2 for w, loss in pairs])))
    return losses


def trees_at(
    betas: Sequence[GeometricMean | None],
    pruning_sequence: partial[Sequence[Pruned]],
    optimal_subtree: partial[Tree],
    tree: Tree,
) -> list[Tree]:
    """Return T(beta), the pruned tree, for each beta; where beta is None, that is the root alone.

    T(beta) = T_k for the last alpha_k <= beta [CART84 theorem 3.10]; a sequence of the node scale need not hold it.
    """
    if optimal_subtree.keywords["scale"] == "node":
        return [Leaf(tree.summary) if beta is None else optimal_subtree(tree, beta) for beta in betas]
    members = members_of("pruning_sequence(tree)", pruning_sequence(tree))
    return [[m.tree for m in members if beta is None or m.alpha <= beta][-1] for beta in betas]


def cross_validated(member: Pruned, by_fold: Sequence[WeightedLosses]) -> CrossValidated:
    """Return *member* of the sequence with its error and squared standard error, from its losses in each fold.

    error = sum_i w_i loss_i / W,   SE^2 = (sum_i w_i loss_i^2 / W - error^2) / W      [CART84 §3.4.2, §8.5]
    """
    weight, losses, squares = [sum(each) for each in zip(*by_fold, strict=True)]
    error = Exact(losses) / weight
    return CrossValidated(member.alpha, member.tree, error, (Exact(squares) / weight - error * error) / weight)


def fold_numbers(folds: Any, rows: int) -> list[int]:
    """Check an argument that gives each row the number of its fold."""
    message = f"the folds are not {rows} integers, one a row: shuffled_folds({rows}, 10, seed=0) makes them"
    try:
        numbers = [index(fold) for fold in folds]
    except TypeError as error:
        raise InvalidData(message) from error
    if len(numbers) != rows:
        raise InvalidData(message)
    if len(set(numbers)) == 1:
        message = "all rows are in one fold, which leaves none to train on: give at least two"
        raise InvalidData(message)
    return numbers

"""Cross-validation of a pruning sequence, and the one-standard-error rule.

Losses are exact, and a standard error is kept as its square, so that the one-SE rule is decided exactly too.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.errors import InvalidData, Unsupported
from dtrees.exact import Exact, Rational, rational
from dtrees.holdout import Selection, selection
from dtrees.losses import mean_loss, row_losses, weighted_mean
from dtrees.pruning import Pruned, optimal_subtree
from dtrees.quotient import GeometricMean
from dtrees.tree import Leaf, Tree
from dtrees.vectorized import grow, pruning_sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from dtrees.data import Dataset, IntArray
    from dtrees.impurity import Impurity
    from dtrees.learner import Learner
    from dtrees.scales import Scale


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
        errors = [row.error for row in self.rows]
        return self._select(max(k for k, error in enumerate(errors) if error == min(errors)))

    def one_standard_error(self) -> Selection:
        """Return the smallest tree whose error is at most the least error plus that one's standard error.

        error_k <= error_best + SE(error_best)      [CART84 §3.4.3; ESL2 §7.10]
        """
        least = min(self.rows, key=lambda row: (row.error, -self.rows.index(row)))
        excess = [row.error - least.error for row in self.rows]
        near = [k for k, more in enumerate(excess) if more * more <= least.squared_standard_error]
        return self._select(max(near))

    def _select(self, place: int) -> Selection:
        return selection(self.sequence, place, tuple(row.error for row in self.rows))


def cross_validate(
    data: Dataset,
    learner: Learner,
    folds: Sequence[int] | IntArray,
    *,
    impurity: Impurity | None = None,
    scale: Scale = "proportion",
    executor: Executor | None = None,
    on_fold: Callable[[], object] | None = None,
) -> CrossValidation:
    """Return the pruning sequence of the tree grown on all rows, with each member's cross-validated loss.

    For T_k, optimal on [alpha_k, alpha_k+1), each fold's tree, grown on the other folds, is pruned at
    beta_k = sqrt(alpha_k alpha_k+1) (the last to the root) and tried on the fold:

        error_k = sum_i w_i loss_i / W,   SE_k^2 = (sum_i w_i loss_i^2 / W - error_k^2) / W      [CART84 §3.4.2, §8.5]

    *folds* is one fold number a row (`plain_folds`, `shuffled_folds`, `stratified_folds`, or any).  *impurity* and
    *scale* as for `pruning_sequence`; a scale per case, ``proportion``, makes alphas comparable between the folds.
    An *executor* (`concurrent.futures`) may run the folds, with the same result.  *on_fold* is called after each.
    Trees are grown, and the sequence is made, by `dtrees.vectorized`.

    Raises `InvalidData` where *folds* does not give each row a number, or only one fold.

    >>> from dtrees.folds import plain_folds
    >>> from dtrees import datasets
    >>> from dtrees.learners.cart import cart
    >>> loan = datasets.load("loan")
    >>> result = cross_validate(loan, cart(), plain_folds(15, 5))
    >>> [str(row.error) for row in result.rows]
    ['2/15', '2/5']
    """
    places = _checked_folds(folds, len(data))
    sequence = tuple(pruning_sequence(grow(data, learner), impurity=impurity, scale=scale))
    ends = [*(member.alpha for member in sequence[1:]), None]
    betas = [None if end is None else _between(member.alpha, end) for member, end in zip(sequence, ends, strict=True)]
    prune = partial(optimal_subtree, impurity=impurity, scale=scale)
    work = partial(_fold_losses, data, learner, places, betas, prune)
    losses: list[list[Rational]] = [[0] * len(data) for _ in sequence]
    for rows, found in (executor.map if executor else map)(work, np.unique(places).tolist()):
        for member, tried in zip(losses, found, strict=True):
            for row, value in zip(rows, tried, strict=True):
                member[row] = value
        if on_fold is not None:
            on_fold()
    validated = tuple(_cross_validated(member, tried, data) for member, tried in zip(sequence, losses, strict=True))
    root_error = mean_loss(Leaf(sequence[0].tree.summary), data)
    return CrossValidation(sequence, validated, root_error, impurity, scale)


def _fold_losses(
    data: Dataset,
    learner: Learner,
    places: IntArray,
    betas: Sequence[GeometricMean | None],
    prune: Callable[[Tree, GeometricMean], Tree],
    fold: int,
) -> tuple[list[int], list[list[Rational]]]:
    """Return the rows of *fold* and, for each beta, their losses by the tree grown on the others and pruned there."""
    tree = grow(data.take(np.flatnonzero(places != fold)), learner)
    rows = np.flatnonzero(places == fold)
    held_out = data.take(rows)
    pruned = (Leaf(tree.summary) if beta is None else prune(tree, beta) for beta in betas)
    return rows.tolist(), [row_losses(smaller, held_out) for smaller in pruned]


def _between(alpha: Any, until: Any) -> GeometricMean:
    if isinstance(alpha, Exact) and isinstance(until, Exact):
        return GeometricMean(alpha, until)
    message = "entropy's alphas on the root scale cannot be carried to the folds: cross-validate by proportion"
    raise Unsupported(message)


def _checked_folds(folds: Sequence[int] | IntArray, rows: int) -> IntArray:
    places = np.asarray(folds)
    if places.shape != (rows,) or places.dtype.kind not in "iu":
        message = f"the folds are not {rows} integers, one a row"
        raise InvalidData(message)
    if len(np.unique(places)) == 1:
        message = "all rows are in one fold, which leaves none to train on: give at least two"
        raise InvalidData(message)
    return places.astype(np.int64)


def _cross_validated(member: Pruned, losses: Sequence[Rational], data: Dataset) -> CrossValidated:
    error = weighted_mean(losses, data)
    spread = weighted_mean([rational(value * value) for value in losses], data) - error * error
    return CrossValidated(member.alpha, member.tree, error, spread / sum(map(rational, data.weights.tolist())))

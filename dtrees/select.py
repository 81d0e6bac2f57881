"""Choosing one tree of a pruning sequence: on held-out rows, or by cross-validation with the one-SE rule.

Losses are exact, and a standard error is kept as its square, so that the one-SE rule is decided exactly too.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.data import Classes, Dataset, IntArray
from dtrees.errors import InvalidData, Unsupported
from dtrees.exact import Exact, Rational, rational
from dtrees.impurity import ClassCounts, Impurity
from dtrees.measure import ACCURACY, SQUARED_ERROR, Measure, mean_loss, row_losses, weighted_mean
from dtrees.prune import Pruned, Scale, convert_alpha, cost, intervals, optimal_subtree
from dtrees.quotient import GeometricMean, Quotient
from dtrees.tree import Leaf, Tree, branches
from dtrees.vectorized import grow, pruning_sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from dtrees.learner import Learner

# --- hold-out ---------------------------------------------------------------------------------------------------


@attrs.frozen
class Selection:
    """The chosen member of a sequence: its tree, the alphas [alpha, until) for which it is optimal, and all values.

    *until* is None for the root alone, which stays optimal for ever; *values* are the measure of every member.
    """

    tree: Tree
    alpha: Exact
    until: Exact | None
    values: tuple[Exact, ...]


def select_by_holdout(sequence: Sequence[Pruned], validation: Dataset, *, measure: Measure | None = None) -> Selection:
    """Return the member of *sequence* that is best on the *validation* rows, the smallest tree among equals.

    argbest_k measure(T_k, validation)      [CART84 §3.4.1; NOTE_D; NOTE_B]

    *measure*: `ACCURACY` (the default for classes), `ERROR`, `AUC`, `SQUARED_ERROR` (the default for numbers), or
    `misclassification_cost`.  Raises `InvalidData` for an empty sequence and rows that the trees do not fit.

    >>> from dtrees import datasets
    >>> from dtrees.id3 import id3
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> chosen = select_by_holdout(pruning_sequence(grow(training, id3())), validation)
    >>> [str(value) for value in chosen.values], str(chosen.alpha)
    (['2/7', '3/7', '3/7'], '7/8')
    """
    if not sequence:
        message = "the sequence is empty: give what pruning_sequence returns"
        raise InvalidData(message)
    if measure is None:
        measure = ACCURACY if isinstance(sequence[0].tree.summary, ClassCounts) else SQUARED_ERROR
    values = tuple(measure.of(member.tree, validation) for member in sequence)
    best = max(values) if measure.larger_is_better else min(values)
    return _selection(sequence, max(k for k, value in enumerate(values) if value == best), values)


def _selection(sequence: Sequence[Pruned], place: int, values: tuple[Exact, ...]) -> Selection:
    alpha, until = intervals(sequence)[place]
    return Selection(sequence[place].tree, alpha, until, values)


# --- cross-validation -------------------------------------------------------------------------------------------


def plain_folds(rows: int, folds: int) -> IntArray:
    """Return a fold number, 1 to *folds*, for each of *rows* rows: blocks of neighbours, the first ones larger.

    >>> plain_folds(5, 2).tolist()
    [1, 1, 1, 2, 2]
    """
    if not 2 <= folds <= rows:  # noqa: PLR2004 (one fold leaves nothing to train on)
        message = f"{folds} folds of {rows} rows: give from 2 to {rows} folds"
        raise InvalidData(message)
    sizes = [rows // folds + (fold < rows % folds) for fold in range(folds)]
    return np.repeat(np.arange(1, folds + 1), sizes)


def shuffled_folds(rows: int, folds: int, *, seed: int) -> IntArray:
    """Return `plain_folds` in an order drawn from *seed*.

    >>> sorted(shuffled_folds(5, 2, seed=0).tolist())
    [1, 1, 1, 2, 2]
    """
    return np.random.default_rng(seed).permutation(plain_folds(rows, folds))


def stratified_folds(data: Dataset, folds: int, *, seed: int) -> IntArray:
    """Return shuffled folds that share out each class as evenly as whole rows allow.

    Raises `InvalidData` for a target of numbers.

    >>> from dtrees import datasets
    >>> folds = stratified_folds(datasets.load("iris"), 5, seed=0)
    >>> [int((folds[:50] == fold).sum()) for fold in range(1, 6)]
    [10, 10, 10, 10, 10]
    """
    if not isinstance(data.target, Classes):
        message = "stratified folds need classes: use shuffled_folds for numbers"
        raise InvalidData(message)
    plain_folds(len(data), folds)  # checks the numbers
    by_class = np.lexsort((np.random.default_rng(seed).permutation(len(data)), data.target.codes))
    dealt = np.empty(len(data), dtype=np.int64)
    dealt[by_class] = np.arange(len(data)) % folds + 1
    return dealt


@attrs.frozen
class CrossValidated:
    """A member of the sequence with its cross-validated mean loss and the square of that mean's standard error."""

    alpha: Exact
    tree: Tree
    error: Exact
    squared_standard_error: Exact


@attrs.frozen
class CpRow:
    """A row of the table that rpart prints, in floats; errors are shares of the root's."""

    cp: float
    splits: int
    relative_error: float
    cross_validated_error: float
    standard_error: float


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
        return _selection(self.sequence, place, tuple(row.error for row in self.rows))


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

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
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


def cp_table(result: CrossValidation) -> tuple[CpRow, ...]:
    """Return the table that users of rpart know, from the root down to the largest tree; plot its columns as they are.

    CP = alpha / R(root), nsplit, rel error = R(T) / R(root), xerror and xstd over the root's mean loss

    Raises `InvalidData` where the root has no risk or no loss, of which the others could be shares.

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> loan = datasets.load("loan")
    >>> for row in cp_table(cross_validate(loan, cart(), plain_folds(15, 5))):
    ...     print(row.cp, row.splits, row.relative_error, row.cross_validated_error)
    0.5 0 1.0 1.0
    0.0 2 0.0 0.3333333333333333
    """
    tree, impurity = result.sequence[0].tree, result.impurity
    if not result.root_error:
        message = "the root predicts every row rightly: errors cannot be shares of its own"
        raise InvalidData(message)
    in_root_units = partial(convert_alpha, tree=tree, source=result.scale, target="root", impurity=impurity)
    return tuple(
        CpRow(
            cp=float(in_root_units(row.alpha)),
            splits=len(branches(row.tree)),
            relative_error=float(cost(row.tree, 0, impurity=impurity, scale="root")),
            cross_validated_error=float(Quotient(row.error, result.root_error)),
            standard_error=math.sqrt(row.squared_standard_error) / float(result.root_error),
        )
        for row in reversed(result.rows)
    )


def render_cp_table(result: CrossValidation) -> str:
    """Return the `cp_table` as rpart's ``printcp`` lays it out.

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> print(render_cp_table(cross_validate(datasets.load("loan"), cart(), plain_folds(15, 5))))
              CP nsplit  rel error     xerror       xstd
             0.5      0          1          1   0.316228
               0      2          0   0.333333   0.219427
    """
    lines = [f"{'CP':>12} {'nsplit':>6} {'rel error':>10} {'xerror':>10} {'xstd':>10}"]
    lines += [
        f"{row.cp:12.6g} {row.splits:6d} {row.relative_error:10.6g} "
        f"{row.cross_validated_error:10.6g} {row.standard_error:10.6g}"
        for row in cp_table(result)
    ]
    return "\n".join(lines)

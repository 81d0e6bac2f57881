"""Cross-validation of a pruning sequence, and the one-standard-error rule.

Losses are exact, and a standard error is kept as its square, so that the one-SE rule is decided exactly too.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import chain
from operator import index
from typing import Any, Final, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.data.arrays import array_of, shuffled
from dtrees.data.dataset import Classes, Dataset
from dtrees.data.scaled import IntArray
from dtrees.errors import InvalidData, Unsupported, abbreviated
from dtrees.growing import grow as growing
from dtrees.growing.costs import Costs, ExpectedCost
from dtrees.growing.impurity import Impurity
from dtrees.growing.learner import Learner
from dtrees.numbers.exact import Exact, Rational
from dtrees.numbers.quotient import GeometricMean
from dtrees.pruning import cost_complexity as pruning
from dtrees.pruning.cost_complexity import Pruned, intervals, members_of, optimal_subtree
from dtrees.pruning.scales import Scale
from dtrees.selection.holdout import Selection, smallest
from dtrees.selection.metrics import mean_loss, row_losses
from dtrees.trees.tree import Leaf, Tree

Grow: TypeAlias = Callable[[Dataset, Learner], Tree]
"""A function that grows trees as `dtrees.grow` does."""

PruningSequence: TypeAlias = Callable[..., Sequence[Pruned]]
"""A function that takes the arguments of `dtrees.pruning_sequence` and returns what it does."""

MOST_ROWS: Final = 10**9


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
        return self._within(0)

    def one_standard_error(self) -> Selection:
        """Return the smallest tree whose error is at most the least error plus that one's standard error.

        error_k <= error_best + SE(error_best)      [CART84 §3.4.3; ESL2 §7.10]
        """
        return self._within(1)

    def _within(self, standard_errors: int) -> Selection:
        """Return the smallest tree whose error exceeds the least by so many of its standard errors at most."""
        errors, squares = zip(*[(row.error, row.squared_standard_error) for row in self.rows], strict=True)
        least = min(errors)
        squared = standard_errors**2 * squares[max([k for k, error in enumerate(errors) if error == least])]
        within = [k for k, error in enumerate(errors) if (error - least) * (error - least) <= squared]
        return smallest(self.sequence, within, errors)


@checked
def cross_validate(
    data: Dataset,
    learner: Learner,
    folds: Iterable[Any],
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
    default CART's; of `ExpectedCost` the losses are those costs.  *scale* is the unit of the alphas; ``proportion``, a
    scale per case, makes them comparable between the folds.  *grow* and *pruning_sequence* are the functions to use
    (`dtrees.vectorized` has faster ones); an *executor* may run the folds.

    >>> result = cross_validate(dt.datasets.load("loan"), dt.cart(), dt.plain_folds(15, 5))
    >>> [str(row.error) for row in result.rows]
    ['2/15', '2/5']
    """
    numbers, prune = fold_numbers(folds, len(data)), partial(pruning_sequence, impurity=impurity, scale=scale)
    sequence = members_of("pruning_sequence(tree)", prune(grow(data, learner)))
    betas = [beta_between(alpha, until) for alpha, until in intervals(sequence)]
    costs = impurity.costs if isinstance(impurity, ExpectedCost) else None
    in_fold = partial(losses_in_fold, data, learner, numbers, betas, grow, prune, costs)
    by_fold = list((executor.map if executor else map)(in_fold, sorted(set(numbers))))
    rows = [cross_validated(member, [*chain(*pairs)]) for member, *pairs in zip(sequence, *by_fold, strict=True)]
    root_error = mean_loss(Leaf(sequence[0].tree.summary), data, costs=costs)
    return CrossValidation(tuple(sequence), tuple(rows), root_error, impurity, scale)


def beta_between(alpha: Any, until: Any) -> GeometricMean | None:
    """Return beta_k = sqrt(alpha_k alpha_k+1), where each fold's tree is pruned, or None for the last: to the root."""
    return None if until is None else GeometricMean(alpha, until)


def losses_in_fold(
    data: Dataset,
    learner: Learner,
    numbers: Sequence[int],
    betas: Sequence[GeometricMean | None],
    grow: Grow,
    prune: partial[Sequence[Pruned]],
    costs: Costs | None,
    fold: int,
) -> list[list[tuple[Rational, Rational]]]:
    """Return the weight and the loss of each row of one *fold*, by the tree T of the other rows, pruned at each beta.

    T(beta) = T_k for the last alpha_k <= beta, or the root alone where beta is None      [CART84 theorem 3.10]

    A sequence of the node scale need not hold T(beta).
    """
    tree = grow(data.take([row for row, number in enumerate(numbers) if number != fold]), learner)
    held_out = data.take([row for row, number in enumerate(numbers) if number == fold])
    if prune.keywords["scale"] == "node":
        root = Leaf(tree.summary)
        pruned = [root if beta is None else optimal_subtree(tree, beta, **prune.keywords) for beta in betas]
    else:
        members = members_of("pruning_sequence(tree)", prune(tree))
        pruned = [[m.tree for m in members if beta is None or m.alpha <= beta][-1] for beta in betas]
    losses = [row_losses(small, held_out, costs=costs) for small in pruned]
    return [list(zip(held_out.row_weights, lost, strict=True)) for lost in losses]


def cross_validated(member: Pruned, losses: Sequence[tuple[Rational, Rational]]) -> CrossValidated:
    """Return *member* of the sequence with its error and squared standard error, from each row's weight and loss.

    error = sum_i w_i loss_i / W,   SE^2 = (sum_i w_i loss_i^2 / W - error^2) / W      [CART84 §3.4.2, §8.5]
    """
    if not all(Exact(loss).is_rational for _, loss in losses):
        raise Unsupported("squares of deviances are no sums of logarithms: choose trees of rates by select_by_holdout")
    W = sum([w for w, _ in losses])
    error, squares = Exact(sum([w * loss for w, loss in losses])) / W, sum([w * loss**2 for w, loss in losses])
    return CrossValidated(member.alpha, member.tree, error, (Exact(squares) / W - error * error) / W)


def fold_numbers(folds: Any, rows: int) -> list[int]:
    """Check an argument that gives each row the number of its fold."""
    try:
        numbers = [index(fold) for fold in folds]
    except TypeError:
        numbers = []
    if len(numbers) != rows:
        raise InvalidData(f"the folds are not {rows} integers: shuffled_folds({rows}, 10, seed=0) makes them")
    if len(set(numbers)) == 1:
        raise InvalidData("all rows are in one fold, which leaves none to train on: give at least two")
    return numbers


@checked
def plain_folds(rows: int, folds: int) -> IntArray:
    """Return a fold number, 1 to *folds*, for each of *rows* rows: blocks of neighbours, the first ones larger.

    >>> plain_folds(5, 2).tolist()
    [1, 1, 1, 2, 2]
    """
    if not 2 <= folds <= rows:  # noqa: PLR2004 (one fold leaves nothing to train on)
        raise InvalidData(f"{abbreviated(folds)} folds of {abbreviated(rows)} rows: give from 2 to {abbreviated(rows)}")
    if rows > MOST_ROWS:
        raise Unsupported(f"rows={abbreviated(rows)} are too many: give at most {MOST_ROWS:,}")
    return array_of(sorted([row % folds + 1 for row in range(rows)]))


@checked
def shuffled_folds(rows: int, folds: int, *, seed: int) -> IntArray:
    """Return `plain_folds` in an order drawn from *seed*.

    >>> sorted(shuffled_folds(5, 2, seed=0).tolist())
    [1, 1, 1, 2, 2]
    """
    return plain_folds(rows, folds).take(shuffled(rows, seed))


@checked
def stratified_folds(data: Dataset, folds: int, *, seed: int) -> IntArray:
    """Return shuffled folds that share out each class as evenly as whole rows allow.

    >>> folds = stratified_folds(dt.datasets.load("iris"), 5, seed=0)
    >>> [int((folds[:50] == fold).sum()) for fold in range(1, 6)]
    [10, 10, 10, 10, 10]
    """
    if not isinstance(data.target, Classes):
        raise InvalidData("stratified folds need classes: use shuffled_folds for numbers")
    plain_folds(len(data), folds)  # checks the numbers
    chance, codes = shuffled(len(data), seed), data.target.codes.tolist()
    by_class = sorted(range(len(data)), key=lambda row: (codes[row], chance[row]))
    dealt = {row: place % folds + 1 for place, row in enumerate(by_class)}
    return array_of([dealt[row] for row in range(len(data))])

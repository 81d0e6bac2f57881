"""Choosing a tree of a pruning sequence: held-out rows go down a tree once, and one running sum gives all losses.

`spans` says how, and `held_out` has the loss at a node.  A fold's tree is pruned at sqrt(alpha_k alpha_k+1): its
place in the fold's own sequence is looked up by floats that enclose both, and by exact numbers where these overlap.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cached_property, partial
from operator import mul
from typing import TYPE_CHECKING, Any, Final, cast, overload

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.data.scaled import IntArray
from dtrees.growing.costs import CostTable, ExpectedCost
from dtrees.growing.impurity import Impurity, misclassification, squared_error
from dtrees.growing.learner import Learner
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import GeometricMean
from dtrees.pruning import cost_complexity
from dtrees.pruning.cost_complexity import Members
from dtrees.pruning.scales import Scale
from dtrees.selection import cross_validation as by_the_book
from dtrees.selection import holdout
from dtrees.selection.cross_validation import CrossValidated, CrossValidation, Grow, fold_numbers
from dtrees.selection.cross_validation import PruningSequence as PruneInOrder
from dtrees.selection.deviations import SQUARED_ERROR
from dtrees.selection.holdout import Selection
from dtrees.selection.metrics import ACCURACY, ERROR, Metric, mean_loss
from dtrees.trees.summary import ClassCounts
from dtrees.vectorized.growing import grow as grow_by_levels
from dtrees.vectorized.growing import grow_each
from dtrees.vectorized.held_out import Losses, losses_of_members
from dtrees.vectorized.prune import Lazily, PruningSequence
from dtrees.vectorized.prune import pruning_sequence as prune_in_one_pass
from dtrees.vectorized.prune_breakpoints import KEY_ERROR
from dtrees.vectorized.units import multiples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray
    from dtrees.pruning.cost_complexity import Pruned
    from dtrees.trees.tree import Tree
    from dtrees.vectorized.prune import Whole

SMALLEST: Final = 2.0**-400
"""Floats do not separate alphas below so many units, because their products would lose digits."""

TOGETHER: Final = 1 << 16
"""Trees are grown together, to save calls, up to so many rows in all; with more rows the calls cost little."""

ROOM: Final = 2.0**-50
"""More than a few operations of float64 are off, relatively."""


@checked
def intervals(sequence: Members) -> tuple[tuple[Exact, Exact | None], ...]:
    """Return the result of `dtrees.intervals`, without building the trees of a `PruningSequence`.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.learner import Learner
    >>> sequence = prune_in_one_pass(grow_by_levels(datasets.load("loan"), Learner()))
    >>> [(str(alpha), str(until)) for alpha, until in intervals(sequence)]
    [('0', '18/5'), ('18/5', 'None')]
    """
    if not isinstance(sequence, PruningSequence):
        return cost_complexity.intervals(sequence)
    alphas = sequence.alphas
    return tuple(zip(alphas, [*alphas[1:], None], strict=True))


@checked
def select_by_holdout(sequence: Members, validation: Dataset, *, measure: Metric | None = None) -> Selection:
    """Return the result of `dtrees.select_by_holdout`; of a `PruningSequence` it builds the chosen tree alone.

    For other sequences, for measures of your own and the area under the curve, and where missing values divide rows,
    that function is called.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.learner import Learner
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> chosen = select_by_holdout(prune_in_one_pass(grow_by_levels(training, Learner())), validation)
    >>> [str(value) for value in chosen.values], str(chosen.alpha)
    (['2/7', '3/7', '3/7'], '7/8')
    """
    values = _measured(sequence, validation, measure) if isinstance(sequence, PruningSequence) else None
    if values is None:
        return holdout.select_by_holdout(sequence, validation, measure=measure)
    totals, shares, larger_is_better = values
    best = (max if larger_is_better else min)(totals)
    chosen = max(place for place, total in enumerate(totals) if total == best)
    places = cast("PruningSequence", sequence).places
    ends = [cast("PruningSequence", sequence).whole.alpha(member) for member in places[chosen : chosen + 2]]
    return Selection(sequence[chosen].tree, ends[0], ends[1] if len(ends) > 1 else None, shares)


def _measured(
    sequence: PruningSequence, validation: Dataset, measure: Metric | None
) -> tuple[Sequence[int], tuple[Exact, ...], bool] | None:
    """Return integers in the order of the measures of the members, these, and whether larger is better."""
    whole, costs = sequence.whole, None
    is_accuracy = measure == ACCURACY or (measure is None and isinstance(whole.tree.summary, ClassCounts))
    losses = (ERROR,) if isinstance(whole.tree.summary, ClassCounts) else (ERROR, SQUARED_ERROR)
    if measure is not None and not is_accuracy and measure not in losses:
        if (
            not isinstance(measure.of, partial)
            or measure.of.func is not mean_loss
            or set(measure.of.keywords) != {"costs"}
        ):
            return None
        costs = measure.of.keywords["costs"]
    found = losses_of_members(whole.tree, whole.spans, validation, costs, squares=False)
    if found is None:
        return None
    totals = [found[0].totals[member] for member in sequence.places]
    mean = found[0].unit / _weight(validation)
    if is_accuracy:
        correct = [mean.denominator - total * mean.numerator for total in totals]
        return correct, tuple([Exact(Fraction(share, mean.denominator)) for share in correct]), True
    shares = tuple([Exact(Fraction(total * mean.numerator, mean.denominator)) for total in totals])
    return totals, shares, measure is not None and measure.larger_is_better


def _weight(data: Dataset) -> Fraction:
    """Return the weight of all rows."""
    weights, exponent, divisor = multiples(data.weights)
    return Fraction(sum(weights.tolist())) * Fraction(2) ** exponent / divisor


# --- cross-validation -----------------------------------------------------------------------------------------------


@checked
def cross_validate(
    data: Dataset,
    learner: Learner,
    folds: Iterable[Any],
    *,
    impurity: Impurity | None = None,
    scale: Scale = "proportion",
    grow: Grow = grow_by_levels,
    pruning_sequence: PruneInOrder = prune_in_one_pass,
    executor: Executor | None = None,
) -> CrossValidation:
    """Return the result of `dtrees.cross_validate`, with trees that are built when asked for.

    Each fold's rows go down its tree once.  With the node scale, entropy on the root scale, a *pruning_sequence* of
    your own, or rows that missing values divide, that function is called.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.learner import Learner
    >>> from dtrees.selection.cross_validation import plain_folds
    >>> result = cross_validate(datasets.load("loan"), Learner(), plain_folds(15, 5))
    >>> [str(row.error) for row in result.rows]
    ['2/15', '2/5']
    """
    given = fold_numbers(folds, len(data))
    specified = partial(
        by_the_book.cross_validate,
        data,
        learner,
        given,
        impurity=impurity,
        scale=scale,
        grow=grow,
        pruning_sequence=pruning_sequence,
        executor=executor,
    )
    if not given or scale == "node" or pruning_sequence is not prune_in_one_pass:
        return specified()
    place = {fold: number for number, fold in enumerate(sorted(set(given)))}
    fold_of_row, numbers = np.array(list(map(place.__getitem__, given))), range(len(place))
    together = grow is grow_by_levels and executor is None
    trees = _grown(data, learner, [fold_of_row != fold for fold in (None, *numbers)]) if together else None
    main = prune_in_one_pass(next(trees) if trees else grow(data, learner), impurity=impurity, scale=scale)
    betas = Betas.of(main)
    if betas is None:
        return specified()
    costs = impurity.costs if isinstance(impurity, ExpectedCost) else None
    prune = partial(prune_in_one_pass, impurity=impurity, scale=scale)
    trial = Trial(data, learner, fold_of_row, grow, prune, costs, betas)
    by_fold = list((executor.map if executor else map)(trial.losses_in, numbers, trees or [None] * len(numbers)))
    if any(found is None for found in by_fold):
        return specified()
    errors, squares = (_summed([found[which] for found in by_fold if found]) for which in (0, 1))
    rows = CrossValidatedRows(main, errors, squares, _weight(data))
    root = main.whole.tree.summary
    of_class = impurity if isinstance(impurity, ExpectedCost) else misclassification
    root_error = of_class(root) if isinstance(root, ClassCounts) else squared_error(root)  # on the rows that grew it
    sequence = cast("tuple[Pruned, ...]", main)
    return CrossValidation(sequence, cast("tuple[CrossValidated, ...]", rows), root_error, impurity, scale)


def _grown(data: Dataset, learner: Learner, chosen: Sequence[NDArray[np.bool_]]) -> Iterator[Tree]:
    """Yield the tree of the rows of each of the *chosen*, as many together as is worth it."""
    at_once = max(1, TOGETHER // len(data))
    for first in range(0, len(chosen), at_once):
        yield from grow_each(data, learner, list(map(np.flatnonzero, chosen[first : first + at_once])))


@attrs.frozen(eq=False)
class Betas:
    """beta_k = sqrt(alpha_k alpha_k+1) for each member but the last: floats *low* and *high* that enclose it."""

    low: FloatArray
    high: FloatArray
    alphas: Any
    unit: Fraction
    """One unit of the floats, on the scale of the alphas."""

    @classmethod
    def of(cls, sequence: PruningSequence) -> Betas | None:
        """Return the betas of a whole sequence, or None where the unit of its alphas is irrational."""
        whole = sequence.whole
        unit = _rational(whole.unit)
        if unit is None:
            return None
        largest = max([1, *(whole.alphas.breakpoints.keys[point] for point in whole.points[1:])])
        unit = Fraction(2) ** (largest.bit_length() - whole.alphas.shift - 100) / unit
        low, high = enclosures(whole, unit)
        shrink, grow = 1 - ROOM, 1 + ROOM
        return cls(np.sqrt(low[:-1] * low[1:]) * shrink, np.sqrt(high[:-1] * high[1:]) * grow, sequence.alphas, unit)

    def places_in(self, sequence: PruningSequence) -> IntArray:
        """Return, for each beta, the number of the last member whose alpha is at most it; then that of the last of all.

        T(beta) = T_k for the last alpha_k <= beta      [CART84 theorem 3.10]
        """
        whole = sequence.whole
        low, high = enclosures(whole, self.unit)
        sure = np.searchsorted(high, self.low, side="right") - 1
        may = np.searchsorted(low, self.high, side="right") - 1
        at = np.maximum(sure, 0)
        for k in np.flatnonzero(at != may).tolist():
            beta, place = GeometricMean(self.alphas[k], self.alphas[k + 1]), max(int(at[k]), int(at[k - 1]) if k else 0)
            while place < may[k] and whole.alpha(place + 1) <= beta:
                place += 1
            at[k] = place
        return np.append(at, len(sequence) - 1)


def _rational(unit: Any) -> Fraction | None:
    if isinstance(unit, Exact):
        return unit.as_fraction() if unit.is_rational else None
    return Fraction(unit)


def enclosures(whole: Whole, unit: Fraction) -> tuple[FloatArray, FloatArray]:
    """Return lower and upper bounds in float64 of the alphas of all members, in units of *unit*, each ascending.

    The bounds are 0 and infinity where the alphas' own unit is irrational, or an alpha is beyond the range of float64.
    """
    keys, own = [whole.alphas.breakpoints.keys[point] for point in whole.points[1:]], _rational(whole.unit)
    factor = 1 / (unit * (own or 1) * Fraction(2) ** whole.alphas.shift)
    above, below = factor.numerator, factor.denominator
    try:
        low = np.array([0.0, *(max(key - KEY_ERROR, 0) * above / below for key in keys)]) * (1 - ROOM)
        high = np.array([0.0, *((key + KEY_ERROR) * above / below for key in keys)]) * (1 + ROOM)
    except OverflowError:
        own = None
    if own is None:
        return np.zeros(len(keys) + 1), np.append(0.0, np.full(len(keys), np.inf))
    low[low < SMALLEST] = 0
    high[1:] = np.maximum(high[1:], SMALLEST)
    return low, high


@attrs.frozen(eq=False)
class Trial:
    """The trial of a fold in cross-validation: a tree grown on the others, pruned at each beta, judged on the fold."""

    data: Dataset
    learner: Learner
    fold_of_row: IntArray
    grow: Grow
    prune: Callable[[Tree], PruningSequence]
    costs: CostTable | None
    betas: Betas

    def losses_in(self, fold: int, tree: Tree | None) -> tuple[Losses, Losses] | None:
        """Return the losses of *fold*'s rows, and the squared ones, for each beta; None where the book is to be asked.

        *tree* is the tree of the other rows, or None where it is still to be grown.
        """
        inside = self.fold_of_row == fold
        sequence = self.prune(tree or self.grow(self.data.take(np.flatnonzero(~inside)), self.learner))
        whole, held_out = sequence.whole, self.data.take(np.flatnonzero(inside))
        if _rational(whole.unit) is None:
            return None
        found = losses_of_members(whole.tree, whole.spans, held_out, self.costs, squares=True)
        if found is None:
            return None
        at = self.betas.places_in(sequence).tolist()
        first, second = (Losses([losses.totals[place] for place in at], losses.unit) for losses in found)
        return first, second


def _summed(parts: Sequence[Losses]) -> Losses:
    """Return the sums of the losses of each member over all folds."""
    unit = Fraction(1, math.lcm(*(part.unit.denominator for part in parts)))
    factors = [int(part.unit / unit) for part in parts]
    rows = zip(*(part.totals for part in parts), strict=True)
    return Losses([sum(map(mul, row, factors)) for row in rows], unit)


@attrs.define(eq=False, slots=False, repr=False)
class CrossValidatedRows(Lazily[CrossValidated]):
    """The trees of a sequence with their cross-validated errors and squared standard errors, from all folds' losses."""

    sequence: PruningSequence
    losses: Losses
    squares: Losses
    weight: Fraction

    def __len__(self) -> int:
        return len(self.sequence)

    @overload
    def __getitem__(self, place: int) -> CrossValidated: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[CrossValidated]: ...

    def __getitem__(self, place: int | slice) -> CrossValidated | Sequence[CrossValidated]:
        if isinstance(place, slice):
            return tuple(self)[place]
        return self._row(range(len(self))[place], self.sequence[place])

    def __iter__(self) -> Iterator[CrossValidated]:
        if self.sequence.whole.kept is not None:
            return iter(self._kept)
        return map(self._row, range(len(self)), self.sequence)

    @cached_property
    def _kept(self) -> tuple[CrossValidated, ...]:
        return tuple(map(self._row, range(len(self)), self.sequence))

    def _row(self, place: int, member: Pruned) -> CrossValidated:
        error = self.losses.totals[place] * self.losses.unit / self.weight
        mean_square = self.squares.totals[place] * self.squares.unit / self.weight
        squared = (mean_square - error * error) / self.weight
        return CrossValidated(member.alpha, member.tree, Exact(error), Exact(squared))

    def __repr__(self) -> str:
        return f"<{len(self)} cross-validated trees>"

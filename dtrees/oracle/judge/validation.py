"""Judging cross-validated errors: each row against the implementation's own fold trees, pruned as the theory says.

For T_k, optimal on [alpha_k, alpha_k+1), each fold's tree is pruned at sqrt(alpha_k alpha_k+1), and to its root for the
last k [CART84 §3.4.2].  The error is the rows' mean loss, and its standard error the root of the mean of their squares
less the square of that mean, over n, as `dtrees.cross_validate` returns them; on the scale ``root`` they are shares of
R(root).  On that scale, too, alphas are carried to the folds per case, so that they mean the same for fewer rows.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from math import isclose, isfinite, sqrt
from typing import TYPE_CHECKING, TypeAlias

import attrs
import numpy as np

from dtrees.data.dataset import Dataset, Responses
from dtrees.data.outputs import Outputs
from dtrees.growing.costs import costs_of
from dtrees.numbers.quotient import GeometricMean
from dtrees.oracle.finding import Finding, Verdict, verdict_on
from dtrees.oracle.judge.path import members_of
from dtrees.oracle.rounding import rounding_bound
from dtrees.pruning.cost_complexity import Pruned, intervals
from dtrees.selection.metrics import row_losses

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.data.dataset import Target
    from dtrees.growing.impurity import Impurity
    from dtrees.numbers.exact import Rational
    from dtrees.oracle.judge.path import ExactSequence
    from dtrees.trees.tree import Tree

    LossesOf: TypeAlias = Callable[[Tree, Dataset], Sequence[Rational]]


@attrs.frozen(kw_only=True)
class ErrorClaim:
    """A stated row of a cross-validation: the number *place* of its tree in the sequence, its alpha and its errors."""

    place: int | None
    alpha: float
    error: float
    standard_error: float | None = None


@attrs.frozen(slots=False)
class Fold:
    """One fold: the exact pruning sequence of its tree, the rows left out, and the function of their losses."""

    sequence: tuple[Pruned, ...]
    held_out: Dataset
    losses_of: LossesOf

    @cached_property
    def floats(self) -> list[float]:
        """The alphas of the sequence, each rounded once."""
        return [float(member.alpha) for member in self.sequence]

    def choices(self, beta: GeometricMean | None) -> tuple[Tree, ...]:
        """Return T(*beta*), and if *beta* equals an alpha the trees on both sides: rounding decides between them."""
        if beta is None:
            return (self.sequence[-1].tree,)
        places, near = [sum(member.alpha <= beta for member in self.sequence) - 1], float(beta)
        for place in range(1, len(self.sequence)):
            if isclose(self.floats[place], near, rel_tol=2.0**-40):
                places += [place, place - 1]
        return tuple(self.sequence[place].tree for place in dict.fromkeys(places))


@attrs.frozen
class Losses:
    """The losses of all rows of a validation: their number, their weight, the sum of losses and that of squares."""

    rows: int
    weight: Fraction
    total: Fraction
    squares: Fraction

    @property
    def spread(self) -> Fraction:
        """The sum of squared distances from the mean loss."""
        return self.squares - self.total**2 / self.weight


def judge_validation(
    claims: Sequence[ErrorClaim],
    members: ExactSequence,
    data: Dataset,
    folds: Sequence[int],
    trees: Sequence[Tree],
    losses_of: LossesOf | None = None,
) -> Verdict:
    """Return the verdict on the errors of the rows whose tree is one of the *members*, the sequence of all *data*.

    *trees* are those of the *folds*, by ascending fold number.  The weights of *data* say what a case is; they may
    differ from those that the trees were grown with.  A row is admissible where its errors are those of prunings at an
    alpha that beta equals.  *losses_of* is by default `row_losses`, with the costs, if any, that R(t) is made of.
    """
    numbers, impurity, scale = np.array(folds), members.conventions.risk, members.conventions.scale
    tried = losses_of or partial(row_losses, costs=costs_of(impurity))
    per_case = scale in {"root", "proportion"}
    counted = attrs.evolve(members.conventions, scale="count") if per_case else members.conventions

    def carried(tree: Tree, inside: np.ndarray) -> tuple[Pruned, ...]:
        weight = sum(map(Fraction, data.weights[inside].tolist())) if per_case else 1
        return tuple(Pruned(member.alpha / weight, member.tree) for member in members_of(tree, counted).sequence)

    parts = [
        Fold(carried(tree, numbers != number), data.take(np.flatnonzero(numbers == number)), tried)
        for number, tree in zip(np.unique(numbers), trees, strict=True)
    ]
    ranges = intervals(carried(members.tree, np.arange(len(data))))
    betas = [None if until is None else GeometricMean(alpha, until) for alpha, until in ranges]
    unit = members.unit if scale == "root" else Fraction(members.tree.summary.weight)
    largest = _largest_loss(data.target, impurity)
    return verdict_on(
        _judge_row(number, claim, exact_losses(parts, betas[claim.place]), unit, largest)
        for number, claim in enumerate(claims)
        if claim.place is not None
    )


def _judge_row(
    number: int, claim: ErrorClaim, possible: list[Losses], unit: Fraction, largest: Fraction
) -> tuple[list[Finding], bool]:
    """Return the deviations of a row from all *possible* losses, in *unit*, and whether it has the first of them."""
    for losses in possible:
        if not _wrong_number(claim, losses, unit, largest):
            return [], losses == possible[0]
    losses, regret = possible[0], ""
    exact = losses.total / unit
    kind, expected, got = "xerror", f"{exact} = {float(exact):.17g}", repr(claim.error)
    if _wrong_number(claim, losses, unit, largest) == "xstd":
        variance = losses.spread / unit**2
        kind, expected, got = "xstd", f"sqrt({variance}) = {sqrt(variance):.17g}", repr(claim.standard_error)
    elif isfinite(claim.error):
        regret = str(abs(Fraction(claim.error) - exact))
    found = Finding(kind=kind, row=number, alpha=repr(claim.alpha), expected=expected, got=got, regret=regret)
    return [found], False


def _wrong_number(claim: ErrorClaim, losses: Losses, unit: Fraction, largest: Fraction) -> str:
    """Return the number of *claim* that does not fit *losses*, each of which is at most *largest*; empty if all fit."""
    bound = rounding_bound(losses.rows, losses.weight * largest)
    if not isfinite(claim.error) or abs(Fraction(claim.error) * unit - losses.total) > bound:
        return "xerror"
    stated = claim.standard_error
    if stated is None:
        return ""
    is_right = isfinite(stated) and abs((Fraction(stated) * unit) ** 2 - losses.spread) <= bound * largest
    return "" if is_right else "xstd"


def exact_losses(folds: list[Fold], beta: GeometricMean | None) -> list[Losses]:
    """Return the losses over all *folds* pruned at *beta*, and then those by every other choice at ties."""
    choices = [[(fold.losses_of(tree, fold.held_out), fold.held_out) for tree in fold.choices(beta)] for fold in folds]
    found: dict[Losses, None] = {}
    for chosen in product(*choices):
        pairs = [
            (Fraction(weight), Fraction(loss))
            for losses, rows in chosen
            for weight, loss in zip(rows.weights.tolist(), losses, strict=True)
        ]
        weight, total, squares = (sum((w * x**power for w, x in pairs), Fraction()) for power in range(3))
        found[Losses(len(pairs), weight, total, squares)] = None
    return list(found)


def _largest_loss(target: Target, impurity: Impurity | None) -> Fraction:
    """Return a bound on a row's loss: 1, or the largest cost, or the square of twice the largest response."""
    if isinstance(target, Outputs):
        return max([_largest_loss(one, impurity) for one in target.targets])
    if not isinstance(target, Responses):
        costs = costs_of(impurity)
        return Fraction(max(map(max, costs.matrix))) if costs else Fraction(1)
    return Fraction(2 * float(np.abs(target.values).max())) ** 2

"""Judging cross-validated errors: each row against the implementation's own fold trees, pruned as the theory says.

For T_k, optimal on [alpha_k, alpha_k+1), each fold's tree is pruned at sqrt(alpha_k alpha_k+1), and to its root for the
last k [CART84 §3.4.2].  The error is the rows' mean loss, and its standard error the root of the mean of their squares
less the square of that mean, over n, as `dtrees.cross_validate` returns them; on the scale ``root`` they are shares of
R(root).  Alphas of that scale, too, are carried to the folds per case, so that they mean the same for fewer rows.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from math import isclose, isfinite, sqrt
from typing import TYPE_CHECKING, TypeAlias

import attrs
import numpy as np

from dtrees.data import Responses
from dtrees.losses import row_losses
from dtrees.misclassification_costs import costs_of
from dtrees.oracle.finding import Finding, Verdict, verdict_on
from dtrees.oracle.rounding import rounding_bound
from dtrees.pruning import Pruned, intervals, pruning_sequence
from dtrees.quotient import GeometricMean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.data import Dataset
    from dtrees.exact import Rational
    from dtrees.impurity import Impurity
    from dtrees.oracle.judge.path import ExactSequence
    from dtrees.tree import Tree

    LossesOf: TypeAlias = Callable[[Tree, Dataset], Sequence[Rational]]


@attrs.frozen(kw_only=True)
class ErrorClaim:
    """A row of a cross-validation as it is stated: the place of its tree among the members, and its errors."""

    place: int | None
    alpha: float
    error: float
    standard_error: float | None = None


@attrs.frozen
class Fold:
    """The exact sequence of a fold's tree, the rows left out, and what gives their losses."""

    sequence: tuple[Pruned, ...]
    held_out: Dataset
    losses_of: LossesOf

    def choices(self, beta: GeometricMean | None) -> tuple[Tree, ...]:
        """Return T(beta), and where beta is an alpha, the trees above and below it: rounding decides between them."""
        if beta is None:
            return (self.sequence[-1].tree,)
        places = [sum(member.alpha <= beta for member in self.sequence) - 1]
        for place in range(1, len(self.sequence)):
            if isclose(self.sequence[place].alpha, beta, rel_tol=2.0**-40):
                places += [place, place - 1]
        return tuple(self.sequence[place].tree for place in dict.fromkeys(places))


@attrs.frozen
class Losses:
    """The weight of the rows, and the sums of their losses and of the squares."""

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

    *trees* are those of the folds, in the order of their numbers.  What is a case is told by the weights of *data*,
    which may be others than those the trees were grown with.  A row is admissible where its errors are those of
    prunings at an alpha that beta hits exactly.  *losses_of* is by default `row_losses`, or the costs that R(t) is of.
    """
    numbers, impurity, scale = np.array(folds), members.conventions.risk, members.conventions.scale
    tried = losses_of or partial(row_losses, costs=costs_of(impurity))
    per_case = scale in {"root", "proportion"}

    def carried(tree: Tree, inside: np.ndarray) -> tuple[Pruned, ...]:
        sequence = pruning_sequence(tree, impurity=impurity, scale="count" if per_case else scale)
        weight = sum(map(Fraction, data.weights[inside].tolist())) if per_case else 1
        return tuple(Pruned(member.alpha / weight, member.tree) for member in sequence)

    parts = [
        Fold(carried(tree, numbers != number), data.take(np.flatnonzero(numbers == number)), tried)
        for number, tree in zip(np.unique(numbers), trees, strict=True)
    ]
    ranges = intervals(carried(members.tree, np.arange(len(data))))
    betas = [None if until is None else GeometricMean(alpha, until) for alpha, until in ranges]
    known = [(number, claim) for number, claim in enumerate(claims) if claim.place is not None]
    return verdict_on(
        _judge_row(number, claim, parts, betas[claim.place or 0], members, data) for number, claim in known
    )


def _judge_row(
    number: int,
    claim: ErrorClaim,
    folds: list[Fold],
    beta: GeometricMean | None,
    members: ExactSequence,
    data: Dataset,
) -> tuple[list[Finding], bool]:
    unit, possible = _unit(members), exact_losses(folds, beta)
    for losses in possible:
        if _error_agrees(claim, losses, members, data) and _spread_agrees(claim, losses, members, data):
            return [], losses == possible[0]
    losses = possible[0]
    exact = losses.total / unit
    kind, expected, got, regret = "xerror", f"{exact} = {float(exact):.17g}", repr(claim.error), ""
    if _error_agrees(claim, losses, members, data):
        variance = losses.spread / unit**2
        kind, expected, got = "xstd", f"sqrt({variance}) = {sqrt(variance):.17g}", repr(claim.standard_error)
    elif isfinite(claim.error):
        regret = str(abs(Fraction(claim.error) - exact))
    found = Finding(kind=kind, row=number, alpha=repr(claim.alpha), expected=expected, got=got, regret=regret)
    return [found], False


def exact_losses(folds: list[Fold], beta: GeometricMean | None) -> list[Losses]:
    """Return the losses over all folds pruned at beta, and then those by every other choice among ties."""
    choices = [[(fold.losses_of(tree, fold.held_out), fold.held_out) for tree in fold.choices(beta)] for fold in folds]
    found: dict[Losses, None] = {}
    for chosen in product(*choices):
        pairs = [
            (Fraction(weight), Fraction(loss))
            for losses, rows in chosen
            for weight, loss in zip(rows.weights.tolist(), losses, strict=True)
        ]
        total, squares = sum(w * x for w, x in pairs), sum(w * x * x for w, x in pairs)
        found[Losses(sum((w for w, _ in pairs), Fraction()), Fraction(total), Fraction(squares))] = None
    return list(found)


def _unit(members: ExactSequence) -> Fraction:
    """Return what the sum of losses is divided by: the weight, or on the scale ``root`` R(root)."""
    return members.unit if members.conventions.scale == "root" else Fraction(members.tree.summary.weight)


# --- floats -----------------------------------------------------------------------------------------------------


def _error_agrees(claim: ErrorClaim, losses: Losses, members: ExactSequence, data: Dataset) -> bool:
    bound = rounding_bound(len(data), losses.weight * _largest_loss(data, members.conventions.risk))
    return isfinite(claim.error) and abs(Fraction(claim.error) * _unit(members) - losses.total) <= bound


def _spread_agrees(claim: ErrorClaim, losses: Losses, members: ExactSequence, data: Dataset) -> bool:
    if claim.standard_error is None:
        return True
    bound = rounding_bound(len(data), losses.weight * _largest_loss(data, members.conventions.risk) ** 2)
    stated = claim.standard_error
    return isfinite(stated) and abs((Fraction(stated) * _unit(members)) ** 2 - losses.spread) <= bound


def _largest_loss(data: Dataset, impurity: Impurity | None) -> Fraction:
    """Return a bound on a row's loss: 1, or the largest cost, or the square of twice the largest response."""
    if not isinstance(data.target, Responses):
        costs = costs_of(impurity)
        return Fraction(max(map(max, costs.matrix))) if costs else Fraction(1)
    return Fraction(2 * float(np.abs(data.target.values).max())) ** 2

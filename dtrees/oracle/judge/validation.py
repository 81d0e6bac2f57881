"""Judging cross-validated errors: each row against the implementation's own fold trees, pruned as the theory says.

For T_k, optimal on [alpha_k, alpha_k+1), each fold's tree is pruned at sqrt(alpha_k alpha_k+1), and to its root for the
last k; alphas are per case, so that they mean the same for fewer rows [CART84 §3.4.2].  The error is the sum of the
rows' losses, on the scale of the conventions, and its standard error the root of the sum of their squares less the
square of their sum / n, on that scale.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import isfinite, sqrt
from typing import TYPE_CHECKING, TypeAlias

import attrs
import numpy as np

from dtrees.data import Responses
from dtrees.losses import row_losses
from dtrees.misclassification_costs import costs_of
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.rounding import rounding_bound
from dtrees.pruning import pruning_sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.data import Dataset
    from dtrees.exact import Rational
    from dtrees.impurity import Impurity
    from dtrees.oracle.judge.exact_sequence import ExactSequence
    from dtrees.pruning import Pruned
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
    """The exact sequence of a fold's tree, the weight of its rows, the rows left out, and what gives their losses."""

    sequence: tuple[Pruned, ...]
    weight: Fraction
    held_out: Dataset
    losses_of: LossesOf

    def choices(self, squared_beta: Fraction | None) -> tuple[Tree, ...]:
        """Return T(beta), and where beta is exactly an alpha, the tree below it: rounding decides between them."""
        if squared_beta is None:
            return (self.sequence[-1].tree,)
        squares = [(member.alpha.as_fraction() / self.weight) ** 2 for member in self.sequence]
        place = bisect_right(squares, squared_beta) - 1
        tied = place > 0 and squares[place] == squared_beta
        return tuple(self.sequence[k].tree for k in ((place, place - 1) if tied else (place,)))


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

    *trees* are those of the folds, in the order of their numbers.  A row is admissible where its errors are those of
    prunings at an alpha that beta hits exactly.  *losses_of* is by default `row_losses`, or the costs that R(t) is of.
    """
    numbers, impurity = np.array(folds), members.conventions.risk
    tried = losses_of or partial(row_losses, costs=costs_of(impurity))
    parts = [
        Fold(
            pruning_sequence(tree, impurity=impurity),
            _weight(data.take(np.flatnonzero(numbers != number))),
            data.take(np.flatnonzero(numbers == number)),
            tried,
        )
        for number, tree in zip(np.unique(numbers), trees, strict=True)
    ]
    alphas = [member.alpha.as_fraction() for member in pruning_sequence(members.tree, impurity=impurity)]
    betas = [*(one * two / _weight(data) ** 2 for one, two in pairwise(alphas)), None]
    known = [(number, claim) for number, claim in enumerate(claims) if claim.place is not None]
    judged = [_judge_row(number, claim, parts, betas[claim.place or 0], members, data) for number, claim in known]
    return Verdict(
        judged=len(judged),
        canonical=judged.count("canonical"),
        admissible=judged.count("admissible"),
        deviations=tuple(each for each in judged if isinstance(each, Finding)),
    )


def _judge_row(
    number: int,
    claim: ErrorClaim,
    folds: list[Fold],
    squared_beta: Fraction | None,
    members: ExactSequence,
    data: Dataset,
) -> str | Finding:
    unit, possible = members.unit, exact_losses(folds, squared_beta)
    for losses in possible:
        if _error_agrees(claim, losses, members, data) and _spread_agrees(claim, losses, members, data):
            return "canonical" if losses == possible[0] else "admissible"
    losses = possible[0]
    exact = losses.total / unit
    kind, expected, got, regret = "xerror", f"{exact} = {float(exact):.17g}", repr(claim.error), ""
    if _error_agrees(claim, losses, members, data):
        variance = losses.spread / unit**2
        kind, expected, got = "xstd", f"sqrt({variance}) = {sqrt(variance):.17g}", repr(claim.standard_error)
    elif isfinite(claim.error):
        regret = str(abs(Fraction(claim.error) - exact))
    return Finding(kind=kind, row=number, alpha=repr(claim.alpha), expected=expected, got=got, regret=regret)


def exact_losses(folds: list[Fold], squared_beta: Fraction | None) -> list[Losses]:
    """Return the losses over all folds pruned at beta, and then those by every other choice among ties."""
    choices = [
        [(fold.losses_of(tree, fold.held_out), fold.held_out) for tree in fold.choices(squared_beta)] for fold in folds
    ]
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


def _weight(data: Dataset) -> Fraction:
    return sum(map(Fraction, data.weights.tolist()), start=Fraction(0))


# --- floats -----------------------------------------------------------------------------------------------------


def _error_agrees(claim: ErrorClaim, losses: Losses, members: ExactSequence, data: Dataset) -> bool:
    bound = rounding_bound(len(data), losses.weight * _largest_loss(data, members.conventions.risk))
    return isfinite(claim.error) and abs(Fraction(claim.error) * members.unit - losses.total) <= bound


def _spread_agrees(claim: ErrorClaim, losses: Losses, members: ExactSequence, data: Dataset) -> bool:
    if claim.standard_error is None:
        return True
    bound = rounding_bound(len(data), losses.weight * _largest_loss(data, members.conventions.risk) ** 2)
    stated = claim.standard_error
    return isfinite(stated) and abs((Fraction(stated) * members.unit) ** 2 - losses.spread) <= bound


def _largest_loss(data: Dataset, impurity: Impurity | None) -> Fraction:
    """Return a bound on a row's loss: 1, or the largest cost, or the square of twice the largest response."""
    if not isinstance(data.target, Responses):
        costs = costs_of(impurity)
        return Fraction(max(map(max, costs.matrix))) if costs else Fraction(1)
    return Fraction(2 * float(np.abs(data.target.values).max())) ** 2

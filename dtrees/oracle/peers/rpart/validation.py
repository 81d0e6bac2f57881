"""The cross-validated errors that rpart states, against the same fold trees pruned as the theory says.

For T_k, optimal on [alpha_k, alpha_k+1), each fold's tree is pruned at sqrt(alpha_k alpha_k+1), and to its root for the
last k; alphas are per case, so that they mean the same for fewer rows [CART84 §3.4.2].  xerror is the sum of the rows'
losses over R(root), and xstd the root of (the sum of their squares - the square of their sum / n), over R(root).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import isnan, sqrt
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from dtrees.data import Responses
from dtrees.losses import row_losses
from dtrees.oracle.judge import rounding_bound
from dtrees.oracle.peers.rpart.folds import Fold, folds_of
from dtrees.oracle.verdict import PathDeviation, PathVerdict
from dtrees.risk import risk_of_node

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.oracle.members import Members
    from dtrees.oracle.peers.rpart.run import Answer, Case
    from dtrees.oracle.verdict import PathKind


@attrs.frozen
class Losses:
    """The sum of rows' losses, and of their squares."""

    total: Fraction
    squares: Fraction

    def spread(self, rows: int) -> Fraction:
        """Return the sum of squared distances from the mean loss of so many rows."""
        return self.squares - self.total**2 / rows


def judge_validation(case: Case, answer: Answer, members: Members) -> PathVerdict:
    """Return the verdict on xerror and xstd of each row of the table whose tree is one of the exact *members*.

    A row is admissible where its errors are those of tied choices inside the folds: prunings at an alpha that beta
    hits exactly, or another of the optimal questions in a fold whose tree cannot be shown (`Fold.hidden`).
    """
    impurity, summary = members.conventions.risk, members.tree.summary
    risk = risk_of_node(summary, impurity=impurity).as_fraction()
    per_case = [alpha.as_fraction() * risk / Fraction(summary.weight) for alpha in members.alphas]
    betas = [*(one * two for one, two in pairwise(per_case)), None]
    folds = folds_of(case, answer, impurity)
    is_lone = len(answer.table) == 1
    judged = []
    for number, row in enumerate(answer.table):
        place = members.place_of_size(int(row[1]) + 1)
        if place is not None:
            judged.append(_judge_row(_Row(number, row, risk, case.data), folds, betas[place], is_lone=is_lone))
    deviations = tuple(outcome for outcome in judged if isinstance(outcome, PathDeviation))
    return PathVerdict(
        rows=len(judged),
        canonical=judged.count("canonical"),
        admissible=judged.count("admissible"),
        deviations=deviations,
    )


@attrs.frozen
class _Row:
    """A row of the table with its number, R(root) on the count scale, and the rows it was estimated on."""

    number: int
    stated: tuple[float, ...]
    risk: Fraction
    data: Dataset


def _judge_row(
    row: _Row, folds: list[Fold], squared_beta: Fraction | None, *, is_lone: bool
) -> Literal["canonical", "admissible"] | PathDeviation:
    possible = exact_losses(folds, squared_beta)
    right = [losses for losses in possible if _error_agrees(row, losses) and _spread_agrees(row, losses)]
    if right:
        return "canonical" if right[0] == possible[0] else "admissible"
    if squared_beta is not None:
        return "admissible" if any(fold.hidden for fold in folds) else _deviation("xerror", row, possible[0])
    return _deviation("lone root" if is_lone else "root xerror", row, possible[0])


def exact_losses(folds: list[Fold], squared_beta: Fraction | None) -> list[Losses]:
    """Return the losses over all folds pruned at beta, and then those by every other choice among ties."""
    choices = [[row_losses(tree, fold.held_out) for tree in fold.choices(squared_beta)] for fold in folds]
    found: dict[Losses, None] = {}
    for chosen in product(*choices):
        values = [Fraction(value) for fold in chosen for value in fold]
        found[Losses(sum(values, Fraction(0)), sum((value * value for value in values), Fraction(0)))] = None
    return list(found)


# --- floats -----------------------------------------------------------------------------------------------------


def _error_agrees(row: _Row, losses: Losses) -> bool:
    error = row.stated[3]
    bound = rounding_bound(len(row.data), len(row.data) * _largest_loss(row.data))
    return not isnan(error) and abs(Fraction(error) * row.risk - losses.total) <= bound


def _spread_agrees(row: _Row, losses: Losses) -> bool:
    spread = row.stated[4]
    bound = rounding_bound(len(row.data), len(row.data) * _largest_loss(row.data) ** 2)
    return not isnan(spread) and abs((Fraction(spread) * row.risk) ** 2 - losses.spread(len(row.data))) <= bound


def _largest_loss(data: Dataset) -> Fraction:
    """Return a bound on a row's loss: 1, or the square of twice the largest response."""
    if not isinstance(data.target, Responses):
        return Fraction(1)
    return Fraction(2 * float(np.abs(data.target.values).max())) ** 2


def _deviation(kind: PathKind, row: _Row, losses: Losses) -> PathDeviation:
    error, spread = row.stated[3:]
    exact = losses.total / row.risk
    expected, got, regret = f"{exact} = {float(exact):.17g}", repr(error), ""
    if _error_agrees(row, losses):
        variance = losses.spread(len(row.data)) / row.risk**2
        kind, expected, got = "xstd", f"sqrt({variance}) = {sqrt(variance):.17g}", repr(spread)
    elif not isnan(error):
        regret = str(abs(Fraction(error) - exact))
    return PathDeviation(
        kind=kind, row=row.number, alpha=repr(row.stated[0]), expected=expected, got=got, regret=regret
    )

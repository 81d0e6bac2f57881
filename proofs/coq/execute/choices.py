"""Choices by cross-validation: each member's losses, row by row, its error and standard error, and what is chosen."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import growing
import terms

import dtrees as dt
from dtrees.pruning.cost_complexity import intervals
from dtrees.selection.cross_validation import beta_between, losses_in_fold

if TYPE_CHECKING:
    import random


WRONG: Final = ("error", "standard error", "best", "within")
"""What may be planted wrong."""


def random_vector(chance: random.Random, *, wrong: str = "") -> str:
    """Return data whose sequence has several members, cross-validated; *wrong* is what is planted."""
    while True:
        rows = chance.randrange(6, 13)
        data, _ = growing.random_data(chance, rows, classes=chance.random() < 0.5, pools=growing.POOLS[:5])  # noqa: PLR2004
        folds = dt.plain_folds(len(data), chance.randrange(2, 4))
        result = dt.cross_validate(data, dt.cart(), folds)
        if len(result.sequence) > 1:
            break
    prune: partial[Any] = partial(dt.pruning_sequence, impurity=None, scale="proportion")
    betas = [beta_between(alpha, until) for alpha, until in intervals(result.sequence)]
    tried = [
        losses_in_fold(data, dt.cart(), folds.tolist(), betas, dt.grow, prune, None, fold)
        for fold in sorted(set(folds.tolist()))
    ]
    members = [
        member(
            [*chain(*by_fold)], row.error + (wrong == "error"), row.squared_standard_error + (wrong == "standard error")
        )
        for row, *by_fold in zip(result.rows, *tried, strict=True)
    ]
    chosen = [place(result, choice.alpha) for choice in (result.best(), result.one_standard_error())]
    chosen[0] += wrong == "best"
    chosen[1] += wrong == "within"
    return terms.applied("Build_choice_vector", terms.listed(members), *(f"{at}%nat" for at in chosen))


def member(losses: list[tuple[Any, Any]], error: dt.Exact, squared: dt.Exact) -> str:
    """Return a member's weights with their losses, its error and its squared standard error."""
    pairs = terms.listed(f"({terms.fraction(weight)}, {terms.fraction(loss)})" for weight, loss in losses)
    return f"({pairs}, {terms.fraction(error)}, {terms.fraction(squared)})"


def place(result: Any, alpha: dt.Exact) -> int:
    """Return which member has *alpha*."""
    return [pruned.alpha for pruned in result.sequence].index(alpha)

"""CART's minimum over (j, s): the variable and the cut that leave the least sum of squared errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtrees.errors import InvalidData
from dtrees.growing.best_split import scored_splits
from dtrees.growing.cart import cart
from dtrees.growing.gain import conditional_impurity
from dtrees.growing.impurity import squared_error
from dtrees.trees.summary import total

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.best_split import ScoredSplit
    from dtrees.numbers.exact import Exact


def residual(split: ScoredSplit) -> Exact:
    """Return what a split leaves of the squared errors: those of each part from its own mean.

    sum over R_1(j, s) of (y_i - c_1)^2 + sum over R_2(j, s) of (y_i - c_2)^2   [LIHANG2 algorithm 5.5; ESL2 eq. 9.13]
    """
    left: Exact = conditional_impurity(split.parts, squared_error) * total(split.parts).weight
    return left


def least_squares_split(data: Dataset) -> ScoredSplit:
    """Return the split of least residual over all variables j and cuts s, the first of equals.

    min over j, s of [min over c_1 of sum_{R_1(j, s)} (y_i - c_1)^2 + min over c_2 of sum_{R_2(j, s)} (y_i - c_2)^2]
    [LIHANG2 algorithm 5.5; ESL2 eq. 9.13]

    Raises `InvalidData` where no question parts the rows.

    >>> from dtrees.data import datasets
    >>> best = least_squares_split(datasets.load("regression"))
    >>> best.question.describe(0), f"{residual(best):.2f}"
    ('x <= 5.5', '3.36')
    """
    candidates = scored_splits(data, cart())
    if not candidates:
        message = "no question parts the rows: give a column with two values or more"
        raise InvalidData(message)
    return min(candidates, key=residual)

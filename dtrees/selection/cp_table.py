"""The table that users of rpart know: each member of the sequence with its complexity parameter and its errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.errors import InvalidData
from dtrees.numbers.quotient import Quotient
from dtrees.pruning.cost_complexity import cost
from dtrees.pruning.scales import convert_alpha
from dtrees.selection.cross_validation import CrossValidation
from dtrees.trees.traversal import branches

CpTable: TypeAlias = Callable[[CrossValidation], tuple["CpRow", ...]]
"""A function that returns what `cp_table` does."""


@attrs.frozen
class CpRow:
    """A row of the table that rpart prints, in floats; errors are shares of the root's."""

    cp: float
    splits: int
    relative_error: float
    cross_validated_error: float
    standard_error: float


@checked
def cp_table(result: CrossValidation) -> tuple[CpRow, ...]:
    """Return the table that users of rpart know, from the root down to the largest tree; plot its columns as they are.

    CP = alpha / R(root), nsplit, rel error = R(T) / R(root), xerror and xstd over the root's mean loss

    Raises `InvalidData` where the root has no risk or no loss, of which the others could be shares.

    >>> from dtrees.selection.cross_validation import cross_validate
    >>> from dtrees.selection.folds import plain_folds
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
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


@checked
def render_cp_table(result: CrossValidation, *, table: CpTable = cp_table) -> str:
    """Return the `cp_table` as rpart's ``printcp`` lays it out; *table* may be the one of `dtrees.vectorized`.

    >>> from dtrees.selection.cross_validation import cross_validate
    >>> from dtrees.selection.folds import plain_folds
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> print(render_cp_table(cross_validate(datasets.load("loan"), cart(), plain_folds(15, 5))))
              CP nsplit  rel error     xerror       xstd
             0.5      0          1          1   0.316228
               0      2          0   0.333333   0.219427
    """
    lines = [f"{'CP':>12} {'nsplit':>6} {'rel error':>10} {'xerror':>10} {'xstd':>10}"]
    lines += [
        f"{row.cp:12.6g} {row.splits:6d} {row.relative_error:10.6g} "
        f"{row.cross_validated_error:10.6g} {row.standard_error:10.6g}"
        for row in table(result)
    ]
    return "\n".join(lines)

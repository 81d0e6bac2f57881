"""The table that users of rpart know: each member of the sequence with its complexity parameter and its errors."""

import math

import attrs

from dtrees.arguments import checked
from dtrees.errors import InvalidData
from dtrees.numbers.quotient import Quotient
from dtrees.pruning.cost_complexity import cost
from dtrees.pruning.scales import convert_alpha
from dtrees.selection.cross_validation import CrossValidation
from dtrees.trees.tree import branches


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

    >>> for row in cp_table(dt.cross_validate(dt.datasets.load("loan"), dt.cart(), dt.plain_folds(15, 5))):
    ...     print(row.cp, row.splits, row.relative_error, row.cross_validated_error)
    0.5 0 1.0 1.0
    0.0 2 0.0 0.3333333333333333
    """
    tree, impurity = result.sequence[0].tree, result.impurity
    if not result.root_error:
        raise InvalidData("the root predicts every row rightly: errors cannot be shares of its own")
    return tuple(
        CpRow(
            cp=float(convert_alpha(row.alpha, tree, source=result.scale, target="root", impurity=impurity)),
            splits=len(branches(row.tree)),
            relative_error=float(cost(row.tree, 0, impurity=impurity, scale="root")),
            cross_validated_error=float(Quotient(row.error, result.root_error)),
            standard_error=math.sqrt(row.squared_standard_error) / float(result.root_error),
        )
        for row in reversed(result.rows)
    )

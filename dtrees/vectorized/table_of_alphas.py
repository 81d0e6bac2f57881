"""The table of alphas, with each member's risk computed from the next one's risk, their alphas and leaves."""

from __future__ import annotations

import math

from dtrees.arguments import checked
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient, divide
from dtrees.pruning.scales import unit_of_risk
from dtrees.selection import cp_table as by_the_book
from dtrees.selection.cp_table import CpRow
from dtrees.selection.cross_validation import CrossValidation
from dtrees.vectorized.prune import PruningSequence


@checked
def cp_table(result: CrossValidation) -> tuple[CpRow, ...]:
    """Return the result of `dtrees.cp_table`, with each risk computed from the next member's.

    R(T_k-1) = R(T_k) - alpha_k (|T_k-1| - |T_k|), from the root up      [CART84 §3.3]

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.selection.cross_validation import plain_folds
    >>> from dtrees.vectorized import cross_validate
    >>> for row in cp_table(cross_validate(datasets.load("loan"), cart(), plain_folds(15, 5))):
    ...     print(row.cp, row.splits, row.relative_error, row.cross_validated_error)
    0.5 0 1.0 1.0
    0.0 2 0.0 0.3333333333333333
    """
    sequence: object = result.sequence
    if not isinstance(sequence, PruningSequence) or not result.root_error:
        return by_the_book.cp_table(result)
    whole = sequence.whole
    root_risk, unit = (
        unit_of_risk(scale, whole.tree, whole.tree, impurity=result.impurity) for scale in ("root", result.scale)
    )
    remaining = whole.spans.branches()
    left, rows = Exact(root_risk), list[CpRow]()
    for k, row in reversed(list(enumerate(result.rows))):
        alpha = row.alpha * Exact(unit)
        rows.append(
            CpRow(
                cp=float(divide(alpha, root_risk)),
                splits=remaining[k],
                relative_error=float(divide(left, root_risk)),
                cross_validated_error=float(Quotient(row.error, result.root_error)),
                standard_error=math.sqrt(row.squared_standard_error) / float(result.root_error),
            )
        )
        if k:
            left -= alpha * (whole.leaves[k - 1] - whole.leaves[k])
    return tuple(rows)

"""A tree that an estimator prints, as scikit-learn's ``export_text`` does, read again: what its lines say of rows.

|--- feature_0 <= 2.50
|   |--- class: 0
|--- feature_0 >  2.50
|   |--- class: 1
"""

from __future__ import annotations

import operator
import re
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from dtrees.oracle.estimators.claims import derives

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

CONDITION: Final = re.compile(r"(?:feature_|[xX]\[?)(\d+)\]? *(<=|>=|<|>) *(-?[\d.]+(?:e[+-]?\d+)?)")
LEAF: Final = re.compile(r"(?:class|value): *\[?([^\]]+?)\]?")
SIGNS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip


def printed_by(estimator: Any) -> str:
    """Return the text of its tree by the estimator's own ``export_text``, or by scikit-learn's; empty without either.

    >>> printed_by(object())
    ''
    """
    if hasattr(estimator, "export_text"):
        return str(estimator.export_text())
    if derives(estimator, "BaseDecisionTree"):
        return str(import_module("sklearn.tree").export_text(estimator))
    return ""


def told(text: str, row: Sequence[float], predicted: float) -> float | None:
    r"""Return the class or number that the printed tree says of a row, *predicted* where it is that; None for nothing.

    Columns are called by their places, such as ``feature_0``, ``x0`` or ``X[0]``.  Printed decimals may be rounded: a
    row within half a unit of the last one of a threshold, and a line in other words, tell nothing.

    >>> text = "|--- x0 <= 2\n|   |--- class: 0\n|--- x0 > 2\n|   |--- class: 1"
    >>> [told(text, [value], 0) for value in (1, 2, 3)]
    [0, None, 1.0]
    """
    with suppress(ValueError, IndexError):  # of words that are no number, or name no column
        if leaf := _leaf_of(text, row):
            rounding = _half_unit(leaf) if "." in leaf else 0
            return predicted if abs(float(leaf) - predicted) <= rounding else float(leaf)
    return None


def _leaf_of(text: str, row: Sequence[float]) -> str:
    """Return what the leaf says in which *row* ends, or nothing where the lines do not tell."""
    entered, passed = -1, None  # the indents of the last condition that holds, and of one that does not
    for printed in text.splitlines():
        line = printed.lstrip(" |+-\\`")
        indent = len(printed) - len(line)
        if passed is not None and indent > passed:
            continue
        if indent <= entered:
            return ""
        condition = CONDITION.fullmatch(line.rstrip())
        if condition is None:
            leaf = LEAF.fullmatch(line.rstrip())
            return leaf[1] if leaf else ""
        place, sign, number = condition.groups()
        if abs(row[int(place)] - float(number)) <= _half_unit(number):
            return ""
        holds = SIGNS[sign](row[int(place)], float(number))
        entered, passed = (indent, None) if holds else (entered, indent)
    return ""


def _half_unit(number: str) -> float:
    digits, _, power = number.partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))

"""The answers of an implementation that shows no tree: the leaf or the prediction of each training row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

import attrs
import numpy as np

from dtrees.data.dataset import Classes, Dataset
from dtrees.errors import InvalidData
from dtrees.numbers.exact import rational
from dtrees.oracle.rounding import coarseness, number, rounding_bound
from dtrees.trees.summary import ClassCounts, Summary

if TYPE_CHECKING:
    from dtrees.data.scaled import IntArray
    from dtrees.oracle.conventions import Conventions

AnswerKind: TypeAlias = Literal["leaves", "classes", "shares", "means"]


@attrs.frozen(eq=False)
class RowAnswers:
    """The answer for each training row: row i has ``values[codes[i]]``.

    kind  ``leaves``: any name of the leaf, a different one for each leaf; or the leaf's prediction: ``classes``, the
          ``shares`` of the classes in class order, or ``means``
    """

    kind: AnswerKind
    values: tuple[Any, ...]
    codes: IntArray

    def judging(self, data: Dataset, conventions: Conventions) -> Callable[[int, Summary], bool]:
        """Return a function that says whether the answer with a given code is right for a leaf with a given summary.

        A mean or share is right within the rounding of a sum over all rows (`rounding_bound`).
        """
        largest = 1 if isinstance(data.target, Classes) else rational(max(map(abs, data.target.values.tolist())))
        bound = rounding_bound(len(data), largest) * coarseness(conventions.stated_precision)

        def is_right(code: int, summary: Summary) -> bool:
            value = self.values[code]
            match self.kind:
                case "leaves":
                    return True
                case "classes":
                    return value in conventions.predicted(cast("ClassCounts", summary))
                case _:
                    exact = conventions.shares_of(summary) if isinstance(summary, ClassCounts) else (summary.predicted,)
                    stated = value if self.kind == "shares" else (value,)
                    return all(abs(one - Fraction(other)) <= bound for one, other in zip(exact, stated, strict=True))

        return is_right


KEYS: Final = ("leaves", "shares", "predictions")
"""The keys of which an answer without a tree has one."""


SHARES: Final = ("shares", "predictions")
"""The keys of which an answer may have both."""


def shows_rows(answer: Any) -> bool:
    """Return whether *answer* shows no tree, but the leaf or prediction of each training row.

    >>> shows_rows({"leaves": [0, 1]}), shows_rows({"feature": "x", "threshold": 1, "children": [{}, {}]})
    (True, False)
    """
    return isinstance(answer, Mapping) and any(key in answer for key in KEYS)


def answer_of(document: Mapping[str, Any], data: Dataset) -> RowAnswers:
    """Return the answers for the rows of *data*, in their order, that *document* holds.

    A document has one of these keys, with a value for each row:

    leaves       the leaf where the row ends, by any name: numbers, texts or tuples of them
    shares       the class shares that are predicted, in class order
    predictions  the class that is predicted, or the mean; shares may stand beside them, and are read then

    Raises `InvalidData` where there is not one usable value for each row.

    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> answer_of({"leaves": [7, 4, 4]}, data).codes
    array([0, 1, 1])
    """
    numbers = not isinstance(data.target, Classes)
    kinds: tuple[AnswerKind, ...] = ("leaves", "shares", "means" if numbers else "classes")
    given = [key for key in KEYS if key in document]
    if len(given) != 1 and given != [*SHARES]:
        message = f"an answer without a tree has one of {', '.join(KEYS)}; this one has {', '.join(given) or 'none'}"
        raise InvalidData(message)
    key = given[0]
    kind = kinds[KEYS.index(key)]
    values = _listed(key, document[key])
    if len(values) != len(data):
        message = f"{key}: {len(values)} values for {len(data)} rows: give one for each training row"
        raise InvalidData(message)
    values = [_usable(f"{key}: row {row}", kind, _plain(value), data) for row, value in enumerate(values)]
    distinct = {value: code for code, value in enumerate(dict.fromkeys(values))}
    return RowAnswers(kind, tuple(distinct), np.array([distinct[value] for value in values], dtype=np.int64))


def _listed(key: str, values: Any) -> list[Any]:
    try:
        return values.tolist() if isinstance(values, np.ndarray) else list(values)
    except TypeError as error:
        message = f"{key}: {values!r:.200} is no sequence: give a value for each training row"
        raise InvalidData(message) from error


def _plain(value: Any) -> Any:
    """Return *value* as Python's own, sequences as tuples."""
    value = value.tolist() if isinstance(value, np.generic | np.ndarray) else value
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value


def _usable(where: str, kind: AnswerKind, value: Any, data: Dataset) -> Any:
    """Return *value*, its numbers read; raises `InvalidData` where it is no answer of this *kind*."""
    classes = len(data.target.labels) if isinstance(data.target, Classes) else 0
    try:
        hash(value)
        if kind == "means":
            return number(value)
        if kind == "shares" and len(value) == classes:
            return tuple(map(number, value))
    except (TypeError, InvalidData) as error:
        message = f"{where}: {value!r:.200}: {error}"
        raise InvalidData(message) from error
    if kind == "shares":
        message = f"{where}: {value!r:.200}: give the share of each of the {classes} classes"
        raise InvalidData(message)
    return value

"""What scikit-learn's conventions ask of a class that claims to follow them: one that derives from its `BaseEstimator`.

Each question is one that ``sklearn.utils.estimator_checks`` asks too; any exception is an error.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.laws.law import text_of
from dtrees.oracle.finding import Finding
from dtrees.oracle.implementation import limited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.data.scaled import FloatArray

AN_ERROR = "an error"


def claimed(
    make: Callable[[], Any], rows: FloatArray, targets: Any, *, numbers: bool
) -> Iterator[tuple[str, Finding | None]]:
    """Yield each question put to estimators by *make* about *rows*, with the finding or None.

    There is none where their class does not derive from `BaseEstimator`.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> rows, targets = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0, 1])
    >>> asked = [question for question, _ in claimed(DecisionTreeClassifier, rows, targets, numbers=False)]
    >>> asked[:3], asked[-1]
    (['fit returns itself', 'fit changes no parameter', 'clone'], 'predictions that are no class')
    """
    if not claims(make()):
        return
    for question, expected, ask in _questions(make, rows, targets, numbers=numbers):
        try:
            with limited():
                got = ask()
        except Exception as error:  # noqa: BLE001 (an estimator may raise anything)
            got = text_of(error) if expected is not AN_ERROR else AN_ERROR
        found = Finding(kind=f"scikit-learn: {question}", expected=str(expected), got=str(got))
        yield question, None if str(got) == str(expected) else found


def claims(estimator: Any) -> bool:
    """Return whether the estimator derives from scikit-learn's `BaseEstimator`."""
    return derives(estimator, "BaseEstimator")


def derives(estimator: Any, name: str) -> bool:
    """Return whether a class called *name* is among those of the estimator, which need not be imported to ask."""
    return any(one.__name__ == name for one in type(estimator).__mro__)


def _questions(
    make: Callable[[], Any], rows: FloatArray, targets: Any, *, numbers: bool
) -> Iterator[tuple[str, Any, Callable[[], Any]]]:
    """Yield the name of each question, the right answer, and the function that asks."""
    estimator, base = make(), import_module("sklearn.base")
    given = estimator.get_params()
    returned = estimator.fit(rows, targets)

    def fitted_to(some: Any, classes: Any) -> Any:
        other = make()
        other.fit(some, classes)
        return other

    yield "fit returns itself", True, lambda: returned is estimator
    yield "fit changes no parameter", given, estimator.get_params
    yield "clone", given, lambda: base.clone(make()).get_params()
    yield "predict before fit", AN_ERROR, lambda: make().predict(rows)
    yield "another number of columns", AN_ERROR, lambda: estimator.predict(np.hstack([rows, rows]))
    if not _takes_missing(estimator):
        gaps = rows.copy()
        gaps[0, 0] = np.nan
        yield "missing values in fit", AN_ERROR, lambda: fitted_to(gaps, targets).predict(rows)
        yield "missing values in predict", AN_ERROR, lambda: estimator.predict(gaps)
    if not numbers:
        texts = np.array([f"c{one}" for one in targets])
        of_texts = "predictions that are no class"
        yield of_texts, [], lambda: sorted({*map(str, fitted_to(rows, texts).predict(rows))} - {*texts.tolist()})


def _takes_missing(estimator: Any) -> bool:
    """Return whether the estimator's tags say that it takes missing values; True where they cannot be read."""
    with suppress(Exception):
        return bool(import_module("sklearn.utils").get_tags(estimator).input_tags.allow_nan)
    return True

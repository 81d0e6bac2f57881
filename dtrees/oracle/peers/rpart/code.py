"""The R code that asks rpart a case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dtrees.data import Classes, Feature, Numeric

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dtrees.oracle.peers.rpart.run import Case

LARGEST_PRINTED: Final = 20
"""Up to so many rows the code that makes a case is written out."""


def in_r(case: Case) -> str:
    """Return the R code that asks rpart the case, or only its name where it has many rows.

    >>> from dtrees.oracle.peers.rpart.run import Case
    >>> from dtrees.constructors import regression_data
    >>> print(in_r(Case(name="a", data=regression_data([[1], [2]], [0, 1]), criterion="anova")))
    d <- data.frame(x0 = c(1, 2), y = c(0, 1))
    f <- rpart(y ~ ., d, method = "anova", minsplit = 2, minbucket = 1, cp = 0, maxsurrogate = 0, xval = 0)
    """
    data = case.data
    if len(data) > LARGEST_PRINTED:
        return case.name
    target = data.target
    response = _factor(target.labels, target.codes) if isinstance(target, Classes) else _vector(target.values)
    columns = ", ".join(f"{feature.name} = {_column(feature)}" for feature in data.features)
    method = 'method = "anova"'
    if case.criterion != "anova":
        method = f'method = "class", parms = list(split = "{case.criterion}")'
    folds = _vector(case.folds) if case.folds else "0"
    return (
        f"d <- data.frame({columns}, y = {response})\n"
        f"f <- rpart(y ~ ., d, {method}, minsplit = 2, minbucket = 1, cp = 0, maxsurrogate = 0, xval = {folds})"
    )


def _column(feature: Feature) -> str:
    return _vector(feature.values) if isinstance(feature, Numeric) else _factor(feature.categories, feature.codes)


def _factor(labels: Iterable[object], codes: Iterable[int]) -> str:
    names = ", ".join(f'"{label}"' for label in labels)
    return f"factor({_vector(code + 1 for code in codes)}, labels = c({names}), levels = 1:{names.count(',') + 1})"


def _vector(values: Iterable[float]) -> str:
    return "c(" + ", ".join(f"{value:.17g}" for value in values) + ")"

"""Data, learners, summaries and numbers as the messages to a peer hold them: exact numbers are texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.data import Classes, Dataset, Feature, NumberArray, Numeric, exact_number
from dtrees.errors import Unsupported
from dtrees.exact import Exact
from dtrees.impurity import Impurity, entropy, gini, misclassification, squared_error
from dtrees.misclassification_costs import AlteredGini, ExpectedCost, costs_of
from dtrees.missing_values import is_missing
from dtrees.rationals import write_rational
from dtrees.summary import ClassCounts, Summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dtrees.exact import Rational
    from dtrees.learner import Learner

IMPURITIES: Final[dict[str, Impurity]] = {
    measure.__name__: measure for measure in (gini, entropy, misclassification, squared_error)
}


def data_document(data: Dataset) -> dict[str, Any]:
    """Return *data* as a message holds it.

    >>> from dtrees.constructors import regression_data
    >>> data_document(regression_data({"x": [1, 2]}, [0.1, 5]))["target"]
    {'kind': 'numbers', 'values': [0.1, 5.0]}
    """
    target = data.target
    if isinstance(target, Classes):
        stated: dict[str, Any] = {"kind": "classes", "classes": list(target.labels), "codes": target.codes.tolist()}
    else:
        stated = {"kind": "numbers", "values": numbers_document(target.values)}
    return {"features": features_document(data.features), "target": stated, "weights": numbers_document(data.weights)}


def numbers_document(values: NumberArray) -> list[str | float | None]:
    """Return exact numbers as a message holds them: floats as they are, others as texts, a missing one as null.

    >>> from decimal import Decimal
    >>> numbers_document(Numeric("x", [1, Decimal("0.1"), None]).values)
    [1.0, '0.1', None]
    """
    numbers = [None if is_missing(value) else exact_number(value) for value in values.tolist()]
    return [value if value is None or isinstance(value, float) else write_rational(value) for value in numbers]


def features_document(features: Iterable[Feature]) -> list[dict[str, Any]]:
    """Return *features* as a message holds them."""
    return [
        {"name": feature.name, "kind": "numeric", "values": numbers_document(feature.values)}
        if isinstance(feature, Numeric)
        else {
            "name": feature.name,
            "kind": "categorical",
            "categories": list(feature.categories),
            "codes": [None if code < 0 else code for code in feature.codes.tolist()],
        }
        for feature in features
    ]


def learner_document(learner: Learner, data: Dataset) -> dict[str, Any]:
    """Return *learner* as a message holds it, with the impurity that it takes on *data*.

    What it does with missing values stands there unless it refuses them, and costs where the impurity is made of some.

    >>> from dtrees.learners.cart import cart
    >>> from dtrees.constructors import classification_data
    >>> learner_document(cart(min_leaf=1.5), classification_data([[1]], ["a"]))["stopping"]["min_leaf"]
    '3/2'
    """
    stopping = attrs.asdict(learner.stopping)
    limits = {name: str(value) for name, value in stopping.items() if name not in {"max_depth", "zero_gain"}}
    missing = {} if learner.missing.way == "refuse" else {"missing": attrs.asdict(learner.missing)}
    return {
        "questions": attrs.asdict(learner.questions),
        "impurity": impurity_name(learner.impurity_for(data)),
        "score": learner.score,
        "gate": learner.gate,
        "stopping": stopping | limits,
        **missing,
        **_costs_document(learner.impurity, data),
    }


def _costs_document(impurity: Impurity | None, data: Dataset) -> dict[str, Any]:
    """Return the costs that an impurity is made of, a row for each true class in class order."""
    costs = costs_of(impurity)
    rows = costs.among(data.target.labels) if costs and isinstance(data.target, Classes) else ()
    return {"costs": [list(map(str, row)) for row in rows]} if costs else {}


def impurity_name(impurity: Impurity) -> str:
    """Return the name of one of the four impurities, or of one of costs; raises `Unsupported` for another function."""
    for name, measure in IMPURITIES.items():
        if measure is impurity:
            return name
    if isinstance(impurity, AlteredGini | ExpectedCost):
        return impurity.__name__.replace(" ", "_")
    message = f"{impurity} has no name in the protocol: ask for {', '.join(IMPURITIES)}"
    raise Unsupported(message)


def summary_document(summary: Summary) -> dict[str, Any]:
    """Return *summary* as a message holds it."""
    if isinstance(summary, ClassCounts):
        return {"counts": list(map(str, summary.counts))}
    return {name: str(getattr(summary, name)) for name in ("weight", "total", "squares")}


def number_document(value: Exact | Rational | float) -> str | float:
    """Return a number as a message holds it: a float as it is, a rational as exact text, else the nearest float.

    >>> number_document(Exact("3/7")), number_document(0.5)
    ('3/7', 0.5)
    """
    if isinstance(value, float):
        return value
    exact = Exact(value)
    return str(exact) if exact.is_rational else float(exact)

"""What a system answers about priors, costs of mistakes and twoing, of the class counts of one node or two."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dtrees.exact import Exact
from dtrees.misclassification_costs import Costs
from dtrees.oracle.vectors.values import decimal, number
from dtrees.summary import ClassCounts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.laws.system import System


def costs_and_priors(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is asked of two parts, of the costs at a node, or of rows under priors."""
    if "parts" in asked:
        return _twoing(system, [_counts(part) for part in asked["parts"]])
    if "impurity" in asked:
        return {"altered_gini": str(system.AlteredGini(costs_of(asked["costs"]))(_counts(asked["counts"])))}
    if "counts" in asked:
        return _costs(system, _counts(asked["counts"]), costs_of(asked["costs"]))
    return _priors(system, asked)


def _twoing(system: System, parts: Sequence[ClassCounts]) -> dict[str, Any]:
    return {"twoing": str(system.twoing(parts)), "superclasses": list(map(list, system.superclasses(parts)))}


def _costs(system: System, summary: ClassCounts, costs: Costs) -> dict[str, Any]:
    return {
        "expected_costs": [str(Exact(cost)) for cost in system.expected_costs(summary, costs)],
        "label": system.least_cost_label(summary, costs),
        "expected_cost": str(system.ExpectedCost(costs)(summary)),
        "gini_with_costs": str(system.GiniWithCosts(costs)(summary)),
    }


def _priors(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    labels = asked["labels"]
    data = system.classification_data(
        {"x": [0.0] * len(labels)}, labels, weights=list(map(number, asked.get("weights", ["1"] * len(labels))))
    )
    priors: dict[Any, Fraction] = dict(enumerate(map(Fraction, asked["priors"])))
    if "costs" in asked:
        priors = system.altered_priors(priors, costs_of(asked["costs"]))
    return {"weights": [decimal(weight) for weight in system.with_priors(data, priors).weights.tolist()]}


def costs_of(rows: Sequence[Sequence[str]], classes: Sequence[str] | None = None) -> Costs:
    """Return the costs that a vector writes, a row each true class, of these *classes* or of 0, 1, ...

    >>> costs_of([["0", "1/2"], ["5", "0"]]).between(1, 0)
    5
    """
    return Costs([list(map(Fraction, row)) for row in rows], range(len(rows)) if classes is None else classes)


def _counts(texts: Sequence[str]) -> ClassCounts:
    return ClassCounts(list(map(Fraction, texts)))

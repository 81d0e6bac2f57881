"""Priors: how frequent the classes are where the tree is used, whatever their shares in the data.

Priors are weights: where each row of class j counts pi_j N / N_j times as much, the shares at the root are the priors.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Category, Dataset
from dtrees.errors import InvalidData, abbreviated, refused
from dtrees.growing.costs import CostTable, as_costs
from dtrees.numbers.exact import Rational, number, rational
from dtrees.trees.summary import ClassCounts, summarize


@checked
def with_priors(data: Dataset, priors: Priors) -> Dataset:
    """Return *data* with its rows weighed so that the shares of the classes are the *priors*, and the weight N kept.

    w_i pi_j N / N_j for a row of class j, so that p(j, t) = pi_j N_j(t) / N_j      [CART84 §2.4, §4.4]

    *priors* is a positive number for each class, which need not add up to 1, or ``balanced``, the same for all; the
    classes that have rows share what there is.  Limits such as min_leaf count the new weights.  Cross-validate with
    ``grow=lambda rows, learner: grow(with_priors(rows, priors), learner)``, since the folds have other shares.
    Raises `InvalidData` for numbers as the target, a class without a prior, and a prior of no class.

    >>> data = dt.classification_data({"x": [1, 2, 3, 4]}, ["ill", "well", "well", "well"])
    >>> with_priors(data, "balanced").weights.tolist()
    [2, Fraction(2, 3), Fraction(2, 3), Fraction(2, 3)]
    """
    counts = summarize(data)
    if not isinstance(counts, ClassCounts):
        raise InvalidData("the target is of numbers: only classes have priors")
    N_j = {label: count for label, count in zip(counts.classes, counts.counts, strict=True) if count}
    pi: Any = dict.fromkeys(N_j, 1) if isinstance(priors, str) else priors
    known = abbreviated(counts.classes)
    if unknown := [label for label in pi if label not in counts.classes]:
        raise InvalidData(f"a prior is given for {abbreviated(unknown[0])}, which is no class: there are {known}")
    if missing := [label for label in N_j if label not in pi]:
        raise InvalidData(f"the class {abbreviated(missing[0])} has no prior: give a number for each of {known}")
    N_of_prior = counts.weight / Fraction(sum([pi[label] for label in N_j]) or 1)  # the priors need not add up to 1
    factor = {label: pi[label] * N_of_prior / N_j[label] for label in N_j}
    weights = [w * factor.get(label, 0) for w, label in zip(data.row_weights, data.target, strict=True)]
    return attrs.evolve(data, weights=weights)


@checked
def altered_priors(priors: Frequencies, costs: CostTable) -> dict[Category, Fraction]:
    """Return the priors in which a class counts by what its rows cost where they are taken for others; they sum to 1.

    pi'_j = C(j) pi_j / sum_k C(k) pi_k, where C(j) = sum_i C(i|j)      [CART84 §4.4]

    Where C(i|j) depends on the true class j alone, `misclassification` under altered priors is `ExpectedCost` under
    the priors, but for the unit; otherwise grow by `AlteredGini`, and prune by `ExpectedCost`.  The class shares of
    data are their own priors: ``dict(zip(summary.classes, summary.counts))``.  Raises `InvalidData` for a class that
    has no costs, and where no mistake costs anything.

    >>> altered = altered_priors({"well": 3, "ill": 1}, {("well", "ill"): 1, ("ill", "well"): 5})
    >>> {label: str(prior) for label, prior in altered.items()}
    {'well': '3/8', 'ill': '5/8'}
    """
    table = as_costs(costs)
    dear = {actual: Fraction(prior) * table.of_class(actual) for actual, prior in priors.items()}
    whole = sum(dear.values())
    if not whole:
        raise InvalidData("no mistake costs anything: give a cost of more than 0")
    return {label: each / whole for label, each in dear.items()}


def _frequencies(name: str, value: Any) -> dict[Category, Rational]:
    if not isinstance(value, Mapping) or not value:
        raise refused(value, name, "a mapping from each class to a positive number")
    for label, given in value.items():
        place = f"{name}[{abbreviated(label)}]"
        if number(place, given) <= 0:
            raise refused(given, place, "a positive number, or leave out the rows of the class")
    return {label: rational(given) for label, given in value.items()}


Frequencies: TypeAlias = Annotated[Mapping[Any, Rational | float], _frequencies]
"""A positive number for each class; what counts is how they compare."""

Priors: TypeAlias = Annotated[
    Mapping[Any, Rational | float] | Literal["balanced"],
    lambda name, x: x if isinstance(x, str) and x == "balanced" else _frequencies(name, x),
]

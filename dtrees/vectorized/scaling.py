"""Rescaling exact numbers to whole units: decimals become integers, and the learner's limits are rescaled with them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import numpy as np

from dtrees.data.dataset import Classes, Dataset, Responses
from dtrees.data.scaled import NumberArray, Scaled, number_array
from dtrees.numbers.exact import rational
from dtrees.vectorized.units import multiples

if TYPE_CHECKING:
    from dtrees.data.scaled import Numbers
    from dtrees.growing.learner import Learner


def in_floats(data: Dataset, learner: Learner) -> tuple[Dataset, Learner] | None:
    """Return data whose weights and responses are float64, and a learner that grows the same shape on them, or None.

    Weights are multiplied by a whole number e, and responses by d: scores keep their order, weights grow by e, the
    squared error by d^2.  None where the products have no exact float64.

    >>> from fractions import Fraction
    >>> from dtrees.data.constructors import regression_data
    >>> from dtrees.growing.cart import cart
    >>> scaled, learner = in_floats(regression_data({"x": [1, 2]}, [Fraction(1, 10), 2]), cart(min_gain=1))
    >>> scaled.target.values, learner.stopping.min_gain
    (array([ 1., 20.]), 100)
    """
    weights, e = _whole(data.weights)
    values, d = (data.weights, 1) if isinstance(data.target, Classes) else _whole(data.target.numbers)
    if not weights.dtype == values.dtype == np.float64:
        return None
    if d == e == 1:
        return data, learner
    target = data.target if isinstance(data.target, Classes) else Responses(values)
    rule = learner.stopping
    stopping = attrs.evolve(
        rule,
        min_split=rule.min_split * e,
        min_leaf=rule.min_leaf * e,
        min_gain=rule.min_gain * d * d,
        min_impurity=rule.min_impurity * d * d,
        min_risk=rule.min_risk * d * d * e,
    )
    return Dataset(data.features, target, weights), attrs.evolve(learner, stopping=stopping)


def in_whole_weights(data: Dataset, learner: Learner) -> tuple[Dataset, Learner]:
    """Return *data* with weights rescaled to integers, and *learner* with min_leaf rescaled alike.

    Sums of integers need no common denominators.  Scores depend on shares of the weight alone, and stay the same.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.cart import cart
    >>> data = classification_data({"x": [1, 2]}, ["a", "b"], weights=[0.5, 3])
    >>> whole, learner = in_whole_weights(data, cart(min_leaf=2))
    >>> whole.weights, learner.stopping.min_leaf
    (array([1., 6.]), 4)
    """
    weights, exponent, divisor = multiples(data.weights)
    stopping = attrs.evolve(learner.stopping, min_leaf=learner.stopping.min_leaf * divisor / Fraction(2) ** exponent)
    return Dataset(data.features, data.target, weights), attrs.evolve(learner, stopping=stopping)


def _whole(values: Numbers) -> tuple[NumberArray, int]:
    """Return float64 as they are, and of other numbers the smallest multiples that are integers; and the factor."""
    if isinstance(values, Scaled):
        return number_array(values.wholes.tolist()), values.unit
    if values.dtype == np.float64:
        return values, 1
    factor = math.lcm(*(rational(value).denominator for value in values.tolist()))
    return number_array([rational(value) * factor for value in values.tolist()]), factor

"""Which thresholds may be optimal: those whose gain, in floats, is near the largest that their feature offers.

No other has the largest gain, by theorem 15.10 of the proofs; those that are left are compared exactly.  Where the
theorem says nothing (another impurity, twoing, missing values, a very large table) all are left.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from dtrees.candidates import divisions_between
from dtrees.data import Classes, Numeric, Responses
from dtrees.exact import rational
from dtrees.impurity import entropy, gini, squared_error
from dtrees.missing.ways import candidates_of
from dtrees.summary import summarize_groups
from dtrees.sums import TINY, U, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from dtrees.candidates import Division
    from dtrees.data import Dataset, Feature, FloatArray, IntArray, NumberArray
    from dtrees.exact import Rational
    from dtrees.impurity import Impurity
    from dtrees.learner import Learner

FloatRisk: TypeAlias = "Callable[[FloatArray, FloatArray], FloatArray]"
"""A function of the weights of parts, and of their amounts along the last axis."""

LARGEST_TABLE: Final = 2**22
"""More sums, by value and class, would take hundreds of megabytes."""


def near_optimal(data: Dataset, feature: Feature, learner: Learner) -> Iterable[Division]:
    """Return the `candidates_of` *learner*, but for thresholds that floats tell to gain less than another.

    >>> from dtrees.constructors import classification_data
    >>> from dtrees.learners.cart import cart
    >>> data = classification_data({"x": [1, 2, 3, 4]}, ["a", "a", "b", "b"])
    >>> [division.question.threshold for division in near_optimal(data, data.features[0], cart())]
    [2.5]
    """
    risk = float_risk(learner.impurity_for(data))
    sums = len(data) * (len(data.target.labels) if isinstance(data.target, Classes) else 1)
    covered = learner.score != "twoing" and learner.questions.numbers != "each" and sums <= LARGEST_TABLE
    if risk and covered and isinstance(feature, Numeric) and not feature.missing.any():
        return near_thresholds(data, feature, risk, learner)
    return candidates_of(data, feature, learner)


def float_risk(impurity: Impurity) -> FloatRisk | None:
    """Return what gives N i(t) in floats, or that but for a constant; None where the theorem is silent."""
    if impurity is entropy:
        return information
    return squares if impurity is gini or impurity is squared_error else None


def near_thresholds(data: Dataset, feature: Numeric, risk: FloatRisk, learner: Learner) -> Iterator[Division]:
    """Return the divisions by *feature* whose gain is the largest, or near it as far as floats tell."""
    values, places = np.unique(feature.values, return_inverse=True)
    relative = in_proportion(data.weights)
    whole = relative.sum()
    least = in_floats(learner.stopping.min_leaf, data.weights.max()) / whole
    cuts = near_cuts(sums_by_value(data, places, relative / whole), len(data), least, risk)
    groups = summarize_groups(data, np.searchsorted(cuts, places), len(cuts) + 1)
    neighbours = zip(values[cuts].tolist(), values[cuts + 1].tolist(), strict=True)
    return divisions_between(feature.name, neighbours, groups, learner.questions.numbers)


def sums_by_value(data: Dataset, places: IntArray, shares: FloatArray) -> FloatArray:
    """Return a line for each value: its rows' share of the weight, and of each class, or that times the responses."""
    weights = np.bincount(places, shares)
    match data.target:
        case Classes(labels, codes):
            cells = places * len(labels) + codes
            counts = np.bincount(cells, shares, len(weights) * len(labels)).reshape(-1, len(labels))
            amounts = counts[:, counts.any(axis=0)]
        case Responses(responses):
            amounts = np.bincount(places, shares * in_proportion(responses))
    return np.column_stack([weights, amounts])


def near_cuts(sums: FloatArray, rows: int, least: float, risk: FloatRisk) -> IntArray:
    """Return after which values a cut has the smallest risk, or near it, its children weighing *least* or more.

    >>> sums = np.array([[0.25, 0.25, 0], [0.25, 0, 0.25], [0.5, 0, 0.5]])
    >>> near_cuts(sums, 4, 0.0, information), near_cuts(sums, 4, 0.3, information)
    (array([0]), array([1]))
    """
    error = U * (rows + 16) * (sums.shape[1].bit_length() + 4)
    parts = np.stack([sums.cumsum(axis=0)[:-1], sums[::-1].cumsum(axis=0)[-2::-1]])
    weights, amounts = parts[..., 0], parts[..., 1:]
    risks, lightest = risk(weights, amounts).sum(axis=0), weights.min(axis=0)
    smallest = risks[lightest >= least * (1 + error)].min(initial=np.inf)
    return np.flatnonzero((risks <= smallest + 2 * error) & (lightest >= least * (1 - error)))


def squares(weights: FloatArray, amounts: FloatArray) -> FloatArray:
    """Return - sum_k a_k^2 / w for each part: N i(t) by Gini or squared error, but for a constant.

    >>> squares(np.array([4.0]), np.array([[2.0, 2.0]]))
    array([-2.])
    """
    return np.asarray(-(amounts * amounts).sum(axis=-1) / np.maximum(weights, TINY))


def information(weights: FloatArray, amounts: FloatArray) -> FloatArray:
    """Return w log2 w - sum_k a_k log2 a_k for each part: N i(t) by entropy.

    >>> information(np.array([4.0]), np.array([[2.0, 2.0]]))
    array([4.])
    """
    return np.asarray(times_logarithm(weights) - times_logarithm(amounts).sum(axis=-1))


def times_logarithm(shares: FloatArray) -> FloatArray:
    """Return x log2 x, where 0 log2 0 = 0."""
    return np.asarray(shares * np.log2(np.maximum(shares, TINY)))


def in_proportion(numbers: NumberArray) -> FloatArray:
    """Return *numbers* over the largest of their magnitudes, so that none is above 1.

    >>> in_proportion(np.array([1.0, -4.0]))
    array([ 0.25, -1.  ])
    """
    return np.asarray(numbers / (abs(numbers).max() or 1), dtype=np.float64)


def in_floats(limit: Rational, unit: Rational | float) -> float:
    """Return limit / unit in floats, infinite where it is larger than all of them."""
    return nearest(*(Fraction(limit) / rational(unit)).as_integer_ratio()) if limit else 0.0

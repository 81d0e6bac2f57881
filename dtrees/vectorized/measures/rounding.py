"""Bounds on the rounding errors of float64 operations and of sums of rounded terms [JEANNEROD13]."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from dtrees.data.scaled import FloatArray

WHOLE: Final = 2.0**26
"""Whole numbers whose sums stay below this have products, and sums of two products, that are exact in float64."""

LOGARITHM: Final = 8.0
"""`logarithm` is off by less than LOGARITHM * U times its result."""

SERIES: Final = tuple(1 / odd for odd in range(23, 1, -2))
"""atanh(s) = s + s**3 / 3 + s**5 / 5 + ..., from the last term that matters where s is below 0.172."""

SQUARE_ROOT_OF_HALF: Final = 0.5**0.5
TWICE_LOG2_E: Final = 2 / math.log(2)


def logarithm(values: FloatArray) -> FloatArray:
    """Return log2 of positive numbers, using only operations that IEEE 754 rounds correctly: its error bound is proved.

    log2(m 2^e) = e + 2 / ln 2 * atanh((m - 1) / (m + 1)), where m is between the square roots of 1/2 and 2.

    >>> logarithm(np.array([0.25, 1.0, 1.5, 1024.0])).tolist()
    [-2.0, 0.0, 0.5849625007211563, 10.0]
    """
    mantissas, exponents = np.frexp(values)
    low = mantissas < SQUARE_ROOT_OF_HALF
    mantissas = np.where(low, 2 * mantissas, mantissas)
    s = (mantissas - 1) / (mantissas + 1)
    square, series = s * s, np.zeros_like(s)
    for coefficient in SERIES:
        series += coefficient
        series *= square
    return np.asarray((exponents - low) + TWICE_LOG2_E * (s * (1 + series)))


def weight_times_logarithm(weights: FloatArray) -> FloatArray:
    """Return w log2 w for each of *weights*, which are whole numbers; 0 for w = 0.

    >>> weight_times_logarithm(np.array([0.0, 1.0, 4.0]))
    array([0., 0., 8.])
    """
    return np.asarray(weights * logarithm(np.maximum(weights, 1.0)))

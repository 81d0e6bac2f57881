"""Writing floats as integer multiples of one power of two, so that sums of them in float64 are exact."""

from __future__ import annotations

from fractions import Fraction
from functools import wraps
from math import lcm
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs
import numpy as np

from dtrees.data.scaled import Scaled

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray, Numbers
    from dtrees.vectorized.segments import Segments

Function = TypeVar("Function", bound="Callable[..., Any]")


def with_usual_errors(function: Function) -> Function:
    """Return *function* wrapped so that it runs with NumPy's default handling of floating-point errors.

    >>> with np.errstate(all="raise"):
    ...     print(with_usual_errors(np.geterr)()["under"])
    ignore
    """

    @wraps(function)
    def call(*given: Any, **options: Any) -> Any:
        with np.errstate(divide="warn", over="warn", under="ignore", invalid="warn"):
            return function(*given, **options)

    return call  # type: ignore[return-value]  # it takes and returns what the function does


MANTISSA: Final = 53
"""Integers below 2**53 and their sums, while they stay below it, are exact in float64."""


def in_units(values: FloatArray, largest_sum: float) -> tuple[FloatArray, int] | None:
    """Return integers k and the largest exponent e with values = k * 2**e; None if sum(|k|) may reach *largest_sum*.

    >>> in_units(np.array([0.5, 3.0, -0.75]), 100)
    (array([ 2., 12., -3.]), -2)
    """
    present = values[values != 0]
    if not len(present):
        return values, 0
    mantissas, exponents = np.frexp(present)
    whole = np.ldexp(np.abs(mantissas), MANTISSA).astype(np.int64)
    trailing = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    exponent = int(np.min(exponents - MANTISSA + trailing))
    if int(exponents.max()) - exponent > MANTISSA:
        return None
    multiples = np.ldexp(np.ldexp(values, -(exponent // 2)), exponent // 2 - exponent)  # two steps: neither overflows
    return (multiples, exponent) if np.abs(multiples).sum() < largest_sum else None


def multiples(values: Numbers) -> tuple[NDArray[Any], int, int]:
    """Return integers k, an exponent e and a divisor d with values = k * 2**e / d, exactly.

    The integers are 64-bit ones if their sum fits, else Python's. For floats d is 1; for other exact numbers e is 0.

    >>> multiples(np.array([0.5, 3.0])), multiples(np.array([1e-300, 1.0]))[1]
    ((array([1, 6]), -1, 1), -1049)
    """
    if isinstance(values, Scaled):
        fits = values.wholes.dtype != object and float(np.abs(values.wholes).sum(dtype=np.float64)) < 2.0**62
        return values.wholes if fits else values.wholes.astype(object), 0, values.unit
    if values.dtype == object:
        divisor = lcm(*(value.denominator for value in values.tolist()))
        return np.array([int(value * divisor) for value in values.tolist()], dtype=object), 0, divisor
    whole = in_units(values, 2.0**MANTISSA)
    if whole is not None:
        return whole[0].astype(np.int64), whole[1], 1
    mantissas, exponents = np.frexp(values)
    least = int(exponents[values != 0].min())
    shifts = np.maximum(exponents - least, 0).astype(object)
    return np.ldexp(mantissas, MANTISSA).astype(np.int64).astype(object) << shifts, least - MANTISSA, 1


def grid_of(rows: int) -> int:
    """Return the exponent of the finest grid on which *rows* numbers of at most 1 sum to a 64-bit integer.

    >>> grid_of(1000)
    52
    """
    return 62 - rows.bit_length()


U: Final = 2.0**-53
"""An operation of float64 is off by at most U times its result."""


@attrs.frozen(eq=False)
class Weighed:
    """The weights of the rows of some nodes, in units.

    rows   the weight of each row of the data, or None where each weighs one
    total  W(t), of each node;  lightest, the weight of its lightest row;  off, a bound on the error of sums of weights
    known  whether a node's bounds on keys are proved; in others each row counts as one unit, and keys mean nothing
    """

    rows: NDArray[Any] | None
    total: FloatArray
    lightest: FloatArray
    off: FloatArray
    known: NDArray[np.bool_]


@attrs.frozen(eq=False)
class Units:
    """The weights of the rows as integer multiples of *unit*.

    *weights* is None if each row weighs one unit; they are rounded unless *exact*.
    """

    weights: NDArray[Any] | None
    unit: Fraction
    exact: bool

    def of(self, rows: IntArray, nodes: Segments) -> Weighed:
        """Return the weights of *rows*, which stand node by node as *nodes* divides them."""
        weights, sizes, nothing = self.weights, nodes.sizes.astype(np.float64), np.zeros(len(nodes))
        known = nothing == 0
        if weights is None:
            return Weighed(None, sizes, nothing + 1, nothing, known)
        here = weights[rows]
        total, lightest = nodes.sums(here).astype(np.float64), nodes.minima(here).astype(np.float64)
        if self.exact:
            return Weighed(weights, total, lightest, nothing, known)
        off = sizes / 2 + 4 * U * sizes * total
        known = 9 * off <= lightest
        if not known.all():
            weights = weights.copy()
            weights[rows[nodes.spread(~known)]] = 1
            total, lightest, off = (np.where(known, one, two) for one, two in ((total, sizes), (lightest, 1), (off, 0)))
        return Weighed(weights, total, lightest, off, known)


def units_of(weights: FloatArray, largest_sum: float) -> Units:
    """Return *weights* as integers, multiples of a unit, that sum to less than *largest_sum*.

    If no unit is exact, the weights are rounded to the finest grid.

    >>> units_of(np.array([0.5, 0.5]), 100)
    Units(weights=None, unit=Fraction(1, 2), exact=True)
    """
    if np.all(weights == weights[0]) and len(weights) < largest_sum:
        return Units(None, Fraction(float(weights[0])), exact=True)
    whole = in_units(weights, largest_sum)
    if whole is not None:
        return Units(whole[0].astype(np.int32), Fraction(2) ** whole[1], exact=True)
    exponent = int(np.frexp(weights.max())[1]) - grid_of(len(weights))
    return Units(np.rint(np.ldexp(weights, -exponent)).astype(np.int64), Fraction(2) ** exponent, exact=False)

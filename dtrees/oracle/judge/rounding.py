"""When a float is right: within the rounding that float arithmetic on so many rows can make of the exact number."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from dtrees.exact import Exact
from dtrees.impurity import entropy, squared_error
from dtrees.risk import risk_of_node
from dtrees.summary import ClassCounts
from dtrees.traversal import leaves

if TYPE_CHECKING:
    from dtrees.data import Dataset, NumberArray
    from dtrees.exact import Rational
    from dtrees.impurity import Impurity
    from dtrees.oracle.conventions import Conventions, Precision
    from dtrees.scales import Scale
    from dtrees.tree import Tree

SINGLE: Final = 2**29
"""How much coarser float32 is than float64."""


def coarseness(precision: Precision) -> int:
    """Return how much coarser a float type is than float64.

    >>> coarseness("float64")
    1
    """
    return SINGLE if precision == "float32" else 1


def rounding_bound(rows: int, magnitude: Rational) -> Fraction:
    """Return how far a float64 result may be from the exact one that sums *rows* terms of this total magnitude.

    4 (n + 10) u times the magnitude, u = 2^-53: each of n additions and a handful of further operations rounds once,
    and the variance, a difference of two such sums, at most twice as often.
    """
    return Fraction(4 * (rows + 10), 2**53) * Fraction(magnitude)


def rounding_of_squares(rows: Dataset, *, centred: bool = False) -> Fraction:
    """Return how far float64 sums of squares of the *rows*' responses may be off: about 0, or *centred* about the mean.

    >>> from dtrees.constructors import regression_data
    >>> rounding_of_squares(regression_data({"x": [0, 0]}, [2**20, 2**20 + 1])) > 2**-10
    True
    """
    values: NumberArray = rows.target.values  # type: ignore[union-attr]  # asked of numbers alone
    return rounding_bound(len(rows), Fraction(np.ptp(values) if centred else np.abs(values).max()) ** 2)


@attrs.frozen
class Number:
    """An exact number, the float64 nearest to it, and the size of the terms that are summed to it."""

    exact: Exact
    magnitude: Rational
    nearest: float = attrs.field(init=False)
    size: float = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        for name, value in (("nearest", self.exact), ("size", self.magnitude)):
            try:
                object.__setattr__(self, name, float(value))
            except OverflowError:
                object.__setattr__(self, name, math.nan)  # is within nothing

    def admits(self, stated: float, rows: int, precision: Precision = "float64") -> bool:
        """Return whether *stated* is within the rounding of so many *rows*: by floats where half the bound suffices."""
        if not math.isfinite(stated):
            return False
        if abs(self.nearest - stated) <= 2 * (rows + 10) * 2.0**-53 * self.size:
            return True
        return abs(self.exact - Exact(stated)) <= rounding_bound(rows, self.magnitude) * coarseness(precision)


def path_bound(tree: Tree, conventions: Conventions, rows: int) -> Fraction:
    """Return how far a float64 alpha or risk of *tree*, grown from so many rows, may be from the exact one.

    4 (n + |T| + 10) u M, u = 2^-53: a sum over n rows and |T| leaves, as for `rounding_bound`.  M is the most that R
    can be: 1 per unit of weight for shares of classes (K for entropy), and R(root) for squared errors, summed about
    the mean; the mean's own rounding adds its square, (4 (n + |T| + 10) u)^2 times the mean square.

    >>> from dtrees.oracle.conventions import EXACT
    >>> from dtrees.tree import Leaf
    >>> path_bound(Leaf(ClassCounts((3, 1))), EXACT, 4) == Fraction(240, 2**53)
    True
    """
    summary = tree.summary
    terms = rows + len(leaves(tree))
    if isinstance(summary, ClassCounts):
        size: Rational = len(summary.counts) if conventions.risk is entropy else 1
        error = rounding_bound(terms, size)
    else:
        error = rounding_bound(terms, squared_error(summary).as_fraction())
        error += rounding_bound(terms, 1) ** 2 * Fraction(summary.squares) / summary.weight
    return error * Fraction(summary.weight) / unit_of(tree, conventions.risk, conventions.scale)


def unit_of(tree: Tree, impurity: Impurity | None, scale: Scale) -> Fraction:
    """Return what a risk on the count scale is divided by: R(root), where it is no rational, to the nearest float."""
    if scale == "count":
        return Fraction(1)
    if scale != "root":
        return Fraction(tree.summary.weight)
    whole = risk_of_node(tree.summary, impurity=impurity)
    return Fraction(whole.as_fraction()) if whole.is_rational else Fraction(float(whole))

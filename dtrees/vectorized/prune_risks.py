"""The risks R(t) of all nodes of a tree, rounded to integers in units of 2**-shift, and their exact denominators."""

from __future__ import annotations

import math
from functools import cache, partial
from operator import mul
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.growing.impurity import Impurity, entropy, gini, misclassification, squared_error, usual_impurity
from dtrees.numbers.decimals import ATTEMPTS
from dtrees.numbers.logarithms import scaled_sum
from dtrees.pruning.risk import risk_of_node
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.vectorized.bulk import numbered

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from numpy.typing import NDArray

    from dtrees.data.scaled import IntArray
    from dtrees.numbers.exact import Exact
    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Tree

OF_COUNTS: Final[Collection[Impurity]] = (gini, entropy, misclassification)
"""Impurities that depend on the counts alone, so that nodes of equal counts have equal risks."""

Risk: TypeAlias = "Callable[[Summary], Exact]"
"""A function from a node's summary to R(t)."""

Denominators: TypeAlias = "tuple[IntArray, list[int]]"
"""For each node an index into a list, and the list: a multiple of the denominator of its R(t), 0 if irrational."""

MORE_BITS: Final = 32
"""The number of bits below its unit to which a risk is first computed; each further attempt doubles it."""


def risk_by(tree: Tree, impurity: Impurity | None) -> Risk:
    """Return a function that computes R(t) from a node's summary, and caches it.

    The impurity is CART's where *impurity* is None. Raises an error at once if *impurity* does not fit *tree*.
    """
    risk_of_node(tree.summary, impurity=impurity)  # says where it does not fit
    return cache(partial(risk_of_node, impurity=impurity))


@attrs.frozen(eq=False)
class Measured:
    """Risks computed by the specification's own function, once for all nodes with equal summaries."""

    alike: IntArray
    """Each node's place among the *exact* risks."""
    exact: Sequence[Exact]

    def rounded(self, shift: int) -> NDArray[np.object_]:
        """Return R(t) of each node as a Python integer in units of 2**-shift, with an error below two units."""
        return np.array([rounded(risk, shift) for risk in self.exact], dtype=object)[self.alike]

    def denominators(self) -> Denominators:
        """Return for each node the index of its denominator, and the distinct denominators.

        A denominator is 0 where R(t) is irrational.
        """
        return self.alike, [risk.as_fraction().denominator if risk.is_rational else 0 for risk in self.exact]


@attrs.frozen(eq=False)
class Squares:
    """Residual sums of squares, computed with integers: equal summaries are rare, so that a cache would not help."""

    alike: IntArray
    """Each node's place among the *summaries*."""
    summaries: Sequence[Moments]

    def rounded(self, shift: int) -> NDArray[np.object_]:
        """Return R(t) = sum y^2 - (sum y)^2 / N of each node in units of 2**-shift, both terms rounded down."""
        return np.array([_rounded_squares(summary, shift) for summary in self.summaries], dtype=object)[self.alike]

    def denominators(self) -> Denominators:
        """Return for each node the index of its denominator, and the distinct denominators."""
        ratios = [(m.weight.numerator, m.total.denominator, m.squares.denominator) for m in self.summaries]
        alike, distinct = numbered(ratios)
        return alike[self.alike], [math.lcm(squares, total**2 * weight) for weight, total, squares in distinct]


@attrs.frozen(eq=False)
class WholeCounts:
    """Gini risks (N^2 - sum_k N_k^2) / N for class counts that are whole numbers, computed with integers."""

    alike: IntArray
    """Each node's place among the *parts*: numerators and denominators."""
    parts: Sequence[tuple[int, int]]

    def rounded(self, shift: int) -> NDArray[np.object_]:
        """Return R(t) of each node in units of 2**-shift, rounded down."""
        return np.array([(above << shift) // below for above, below in self.parts], dtype=object)[self.alike]

    def denominators(self) -> Denominators:
        """Return for each node the index of its denominator, and the distinct denominators."""
        return self.alike, [below // math.gcd(above, below) for above, below in self.parts]


Risks: TypeAlias = Measured | Squares | WholeCounts


def risks_of(alike: IntArray, summaries: Sequence[Any], impurity: Impurity | None, risk: Risk) -> Risks:
    """Return the risks of all nodes, by the quickest of the three classes that is exact for these summaries.

    *alike* gives for each node the index of its summary; *risk* is the specification's function.
    """
    impurity = impurity or usual_impurity(summaries[0])
    if type(summaries[0]) is Moments and impurity is squared_error:
        return Squares(alike, summaries)
    counted = impurity in OF_COUNTS and isinstance(summaries[0], ClassCounts)
    keys = [summary.counts for summary in summaries] if counted else summaries
    places, distinct = numbered(keys)
    if counted and impurity is gini and all(any(n) and set(map(type, n)) == {int} for n in distinct):
        return WholeCounts(places[alike], [(sum(n) ** 2 - sum(map(mul, n, n)), sum(n)) for n in distinct])
    summary_of = dict(zip(keys, summaries, strict=True))
    return Measured(places[alike], [risk(summary_of[key]) for key in distinct])


def magnitude(value: Exact) -> int:
    """Return an integer e with abs(value) < 2**e, the smallest one or a few more.

    >>> from dtrees.numbers.exact import Exact
    >>> magnitude(Exact(8)), magnitude(Exact("1/3"))
    (4, 0)
    """
    ends = [abs(end) for end in value.bounds(ATTEMPTS[0])]
    return max(end.numerator.bit_length() - end.denominator.bit_length() + 1 for end in ends)


def rounded(value: Exact, shift: int) -> int:
    """Return *value* in units of 2**-shift as an integer, rounded down by less than two units.

    Theorem 14.5 gives an enclosure of one unit.

    >>> from dtrees.numbers.exact import Exact
    >>> rounded(Exact("1/3"), 4), rounded(Exact.log2(3), 4)
    (5, 25)
    """
    more = MORE_BITS
    while True:
        middle, off = scaled_sum(value.as_sum().coefficients, shift + more)
        if 2 * off <= 1 << more:
            return (middle - off) >> more
        more *= 2


def _rounded_squares(summary: Moments, shift: int) -> int:
    if not summary.weight:
        squared_error(summary)  # says what is wrong
    moments = (summary.weight, summary.total, summary.squares)
    (weight, w), (total, t), (squares, s) = [moment.as_integer_ratio() for moment in moments]
    return (squares << shift) // s - (total * total * w << shift) // (weight * t * t)
